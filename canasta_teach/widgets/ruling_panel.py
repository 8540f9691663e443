"""A ruling that can be asked further: how the other rule books judge the move, and what a rule says.

Every widget that shows a ruling holds one of these, draws :meth:`RulingPanel.view`, and hands it the page's acts.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from canasta_teach import rulebook
from canasta_teach.errors import InvalidRules
from canasta_teach.game.referee import judge, judge_meld
from canasta_teach.game.ruling import Ruling
from canasta_teach.game.under import under
from canasta_teach.i18n import translate
from canasta_teach.rulebook.ruleset import RuleSet, near
from canasta_teach.widgets.citations import short_title
from canasta_teach.widgets.left_out import left_out_text
from canasta_teach.widgets.rule_view import rule_view, with_five
from canasta_teach.widgets.ruling_view import elsewhere_keys, further_view, ruling_view, said, verdict_view

_THERE = "there-"


class BookAct(Struct, tag_field="act", tag="book", forbid_unknown_fields=True):
    """The page opens another rule book's ruling, or closes it when it is open."""

    key: str


class RuleAct(Struct, tag_field="act", tag="rule", forbid_unknown_fields=True):
    """The page opens a rule, at a place of the ruling, or closes it when it is open there."""

    rule: str
    place: str = ""


class CloseAct(Struct, tag_field="act", tag="close", forbid_unknown_fields=True):
    """The page closes what was opened last."""


RulingAct = BookAct | RuleAct | CloseAct


class RulingPanel:
    """A ruling, and what is opened in it.

    Attributes:
        ruling: the ruling.
        opened: the key of the rule set whose ruling is open, empty for none.
        rule: the id of the rule that is open, empty for none.
        place: where in the ruling the rule is open; empty for below it.
    """

    def __init__(self, ruling: Ruling, *, plays: bool = True, because_open: bool = False) -> None:
        self.ruling = ruling
        self.opened = ""
        self.rule = ""
        self.place = ""
        self._plays = plays
        self._because_open = because_open
        self._elsewhere: dict[str, Ruling | None] = {}

    def view(self) -> dict[str, Any]:
        """The view-model of the ruling, with what is open in it."""
        return {**self.bare(), "opened": self.beside() or None, "page": self.page() or None}

    def bare(self) -> dict[str, Any]:
        """The view-model of the ruling alone, for a widget that sends what is open in it by itself."""
        return self.verdict() | self.further(plays=self._plays)

    def verdict(self) -> dict[str, Any]:
        """The part of :meth:`bare` that answers the move."""
        return verdict_view(self.ruling) | {"because_open": self._because_open, "close": translate("Close")}

    def further(self, *, plays: bool) -> dict[str, Any]:
        """The rest of :meth:`bare`, for which the referee has to search. ``plays``: the mend can be played."""
        return further_view(self.ruling, plays=plays)

    def beside(self) -> dict[str, Any]:
        """The other rule set's ruling that is open, empty for none."""
        return self._opened_view() if self.opened else {}

    def page(self) -> dict[str, Any]:
        """The rule that is open, empty for none."""
        return {"place": self.place, **rule_view(self.rule, with_five(self._law()))} if self.rule else {}

    def hear(self, act: RulingAct) -> str:
        """Do what the page asks; gives what the live region tells.

        Raises:
            InvalidRules: when there is no such rule set or rule.
        """
        match act:
            case BookAct(key):
                return self.close() if key == self.opened else self.open_book(key)
            case RuleAct(rule, place):
                return self.close() if (rule, place) == (self.rule, self.place) else self.open_rule(rule, place)
            case CloseAct():
                return self.close()

    def open_book(self, key: str) -> str:
        """Open the ruling of another rule set, or the reason why it has none.

        Raises:
            InvalidRules: when it is none of the other rule sets.
        """
        keys = elsewhere_keys(self.ruling.rule_set)
        if key not in keys:
            raise InvalidRules("", key, translate("this is none of the other rule sets") + near(key, keys))
        if self.place.startswith(_THERE):
            self.rule = self.place = ""
        self.opened = key
        there = self.elsewhere(key)
        return left_out_text(self.ruling, [key]) if there is None else f"{short_title(key)}: {said(there)}"

    def open_rule(self, rule: str, place: str = "") -> str:
        """Open a rule's page, at the first place of the ruling that names it unless one is given.

        Raises:
            InvalidRules: when the book has no such rule.
        """
        page = rule_view(rule, with_five(self._law(place)))
        self.rule = rule
        self.place = place or next((at for at, named in self._places() if named == rule), "")
        told: str = page["name"]
        return f"{told}. {page['text']}"

    def close(self) -> str:
        """Close what was opened last: a rule's page, else another rule set's ruling."""
        if self.rule:
            told = translate("The rule is closed.")
            self.rule = self.place = ""
        elif self.opened:
            told = translate("The other ruling is closed.")
            self.opened = ""
        else:
            told = ""
        return told

    def elsewhere(self, key: str) -> Ruling | None:
        """The whole ruling on the same move under another rule set; ``None`` where it is left out there."""
        if key not in self._elsewhere:
            self._elsewhere[key] = self._judged(key) if key in self.ruling.elsewhere else None
        return self._elsewhere[key]

    def _judged(self, key: str) -> Ruling | None:
        position, move = self.ruling.position, self.ruling.move
        if position is None:
            return judge_meld(move.acts[0].parts[0].cards, key)
        there = under(position, key)
        return None if there is None else judge(there, move)

    def _opened_view(self) -> dict[str, Any]:
        there = self.elsewhere(self.opened)
        title = translate("The same move under {title}").format(title=short_title(self.opened))
        if there is None:
            return {
                "key": self.opened,
                "title": title,
                "reason": left_out_text(self.ruling, [self.opened]),
                "ruling": None,
            }
        shown = {**ruling_view(there, whole=False, prefix=_THERE), "because_open": True}
        return {"key": self.opened, "title": title, "reason": "", "ruling": shown}

    def _law(self, place: str | None = None) -> RuleSet:
        """The rule set with which the open rule is compared: that of the ruling in which it was opened."""
        inside = (self.place if place is None else place).startswith(_THERE)
        return rulebook.ruleset(self.opened) if inside and self.opened else self.ruling.rule_set

    def _places(self) -> list[tuple[str, str]]:
        broken = [(f"broken-{i}", v.rule) for i, v in enumerate(self.ruling.violations)]
        return broken + [(f"because-{i}", rule) for i, rule in enumerate(self.ruling.because)]
