"""The rule book: all rules, to be searched and read, with what the rule sets say side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar, Final, Literal

import msgspec
import traitlets
from msgspec import Struct

from canasta_teach import rulebook
from canasta_teach.errors import InvalidMove, InvalidRules
from canasta_teach.i18n import mark, translate, translate_count
from canasta_teach.rulebook import RuleSet
from canasta_teach.rulebook.ruleset import near
from canasta_teach.widgets.base import CourseWidget, module, style
from canasta_teach.widgets.citations import set_title
from canasta_teach.widgets.rule_view import differs, rule_lines, rule_view, search, with_five

Only = Literal["all", "game", "differs", "house"]

GROUPS: Final = {
    "deck": mark("The deck"),
    "deal": mark("The deal"),
    "turn": mark("The turn"),
    "meld": mark("Melds"),
    "canasta": mark("Canastas"),
    "initial": mark("The first laying"),
    "pile": mark("The discard pile"),
    "out": mark("Going out"),
    "end": mark("The end of the deal"),
    "score": mark("The score"),
    "game": mark("The game"),
    "penalty": mark("Penalties"),
}
"""The parts of the book, by the first word of the rules' ids."""

_LONGEST = 200  # characters of a search; more is no search


class SearchAct(Struct, tag_field="act", tag="search", forbid_unknown_fields=True):
    """The page searches."""

    text: str


class ShowAct(Struct, tag_field="act", tag="show", forbid_unknown_fields=True):
    """The page opens a rule."""

    rule: str


class RulesAct(Struct, tag_field="act", tag="rules", forbid_unknown_fields=True):
    """The page chooses the rule set with which the others are compared."""

    key: str


class OnlyAct(Struct, tag_field="act", tag="only", forbid_unknown_fields=True):
    """The page chooses which rules are listed."""

    key: Only


PageAct = SearchAct | ShowAct | RulesAct | OnlyAct


class RuleBook(CourseWidget):
    """All rules of the book.

    Args:
        rules: the rule set that stands first and with which the others are compared: its key, or a rule set.
        house: house rules that stand beside the five.
        rule: the id of a rule that is open from the start.
        text: what is searched from the start.

    Raises:
        InvalidRules: when there is no such rule set or rule.
    """

    kind: ClassVar[str] = "RuleBook"
    _esm = module("card.js", "front.js", "ruling.js", "rule_book.js")
    _css = style("ruling.css", "rule_book.css")

    index = traitlets.Dict(help="What does not change: the titles of all rules, and the words of the controls.").tag(
        sync=True
    )
    page = traitlets.Dict(help="The rule that is open, as the page shows it.").tag(sync=True)
    query = traitlets.Unicode(read_only=True, help="What is searched.")
    rule = traitlets.Unicode(read_only=True, help="The id of the rule that is open, or nothing.")
    rules = traitlets.Unicode(read_only=True, help="The key of the rule set that stands first.")
    found = traitlets.Tuple(read_only=True, help="The ids of the rules that are listed.")

    def __init__(
        self, rules: str | RuleSet = "classic", *, house: RuleSet | None = None, rule: str = "", text: str = ""
    ) -> None:
        self._house = rules if isinstance(rules, RuleSet) and rules.key == "house" else house
        self._own = self._rule_set(rules)
        self._only: Only = "all"
        self._text = _searched(text)
        self._rule = _known(rule) if rule else ""
        self._words = dict(_searchable())
        self._order = {rule_id: i for i, rule_id in enumerate(rulebook.rules())}
        self._focus = 0
        super().__init__(index=self._index())

    # -- what code and mouse can do ----------------------------------------------------------------

    def search(self, text: str) -> RuleBook:
        """List the rules in which every word occurs: in their id, title or text. An empty text lists all."""
        self._search(text)
        self.refresh()
        return self

    def show(self, rule: str, rules: str | RuleSet | None = None) -> RuleBook:
        """Open a rule, and put a rule set first.

        Args:
            rule: the rule's id.
            rules: a rule set's key, or a rule set; by default the one that stands first stays.

        Raises:
            InvalidRules: when there is no such rule or rule set; the reason names those with a like name.
        """
        found = _known(rule)
        if rules is not None:
            self._own = self._rule_set(rules)
        self._open(found)
        self._focus += 1
        self.refresh()
        return self

    def compare(self, rules: str | RuleSet) -> RuleBook:
        """Put a rule set first, so that the others are compared with it.

        Raises:
            InvalidRules: when there is no such rule set.
        """
        self._compare(rules)
        self.refresh()
        return self

    def only(self, which: Only) -> RuleBook:
        """List some rules only.

        Args:
            which: ``all``; ``game`` for those of the rule set that stands first, ``differs`` for those in which
                another one differs from it, ``house`` for those that house rules move.

        Raises:
            InvalidRules: for another word, and for ``house`` where the book has no house rules.
        """
        self._choose(which)
        self.refresh()
        return self

    # -- what the page asks ------------------------------------------------------------------------

    def act(self, message: Any) -> None:
        """Do what the page asks.

        Raises:
            CanastaError: when it cannot be done.
        """
        try:
            asked = msgspec.convert(message, PageAct)
        except msgspec.ValidationError as error:
            raise InvalidMove(f"{translate('The page asked for what there is not:')} {error}") from None
        match asked:
            case SearchAct(text):
                self._search(text)
            case ShowAct(rule):
                self._open(_known(rule))
            case RulesAct(key):
                self._compare(key)
            case OnlyAct(which):
                self._choose(which)

    def _rule_set(self, rules: str | RuleSet) -> RuleSet:
        return rules if isinstance(rules, RuleSet) else rulebook.ruleset(rules, house=self._house)

    def _search(self, text: str) -> None:
        self._text = _searched(text)
        self.say(self._found_text(self._found()))

    def _open(self, rule: str) -> None:
        self._rule = rule
        view = rule_view(rule, self._shown)
        self.say(f"{view['name']}. {view['compared']}")

    def _compare(self, rules: str | RuleSet) -> None:
        self._own = self._rule_set(rules)
        self.say(translate("{title} stands first.").format(title=set_title(self._own)))

    def _choose(self, which: str) -> None:
        choices = [one["key"] for one in self._choices()]
        if which not in choices:
            raise InvalidRules("", which, f"{translate('there is no such choice of rules')}{near(which, choices)}")
        self._only = which  # type: ignore[assignment] # one of the choices, as just seen
        self.say(self._found_text(self._found()))

    # -- what is shown -----------------------------------------------------------------------------

    @property
    def _shown(self) -> list[RuleSet]:
        return with_five(self._own, self._house)

    def _found(self) -> list[str]:
        own, (_, *others) = self._own, self._shown
        by: dict[Only, Callable[[str], bool]] = {
            "all": lambda _: True,
            "game": own.has,
            "differs": lambda rule: any(differs(rule, own, other) for other in others),
            "house": lambda rule: self._house is not None and _moved(self._house, rule),
        }
        chosen = by[self._only]
        return [rule for rule in search(self._text, rulebook.rules(), self._words) if chosen(rule)]

    def _found_text(self, found: list[str]) -> str:
        if not found:
            return translate("No rule is found.")
        return translate_count("{n} rule", "{n} rules", len(found)).format(n=len(found))

    def _choices(self) -> list[dict[str, str]]:
        choices = [
            {"key": "all", "title": translate("all rules")},
            {"key": "game", "title": translate("the rules of this game")},
            {"key": "differs", "title": translate("where others differ")},
        ]
        if self._house is not None:
            choices.append({"key": "house", "title": translate("what house rules move")})
        return choices

    def _index(self) -> dict[str, Any]:
        sets = [*([self._house] if self._house is not None else []), *map(rulebook.ruleset, rulebook.KEYS)]
        groups: dict[str, list[dict[str, str]]] = {}
        for rule_id, found in rulebook.rules().items():
            groups.setdefault(rule_id.partition(".")[0], []).append({"id": rule_id, "title": translate(found.title)})
        n = len(sets) - 1
        return {
            "name": translate("Rule book"),
            "search": translate("Search words or rule ids"),
            "clear": translate("Clear the search"),
            "rules_label": translate("Compare with"),
            "rules": [{"key": one.key, "title": set_title(one)} for one in sets],
            "only_label": translate("List"),
            "only": self._choices(),
            "list": translate("Rules"),
            "groups": [{"title": translate(GROUPS[key]), "rules": rules} for key, rules in groups.items()],
            "standings": {
                "stated": translate("stated"),
                "inferred": translate("inferred"),
                "borrowed": translate("borrowed"),
                "house": translate("house rule"),
                "absent": translate("not in this game"),
            },
            "differ": [
                translate_count("differs in {n} of {all}", "differs in {n} of {all}", n).format(n=i, all=n)
                for i in range(n + 1)
            ],
        }

    def draw(self) -> dict[str, Any]:
        """The view-model."""
        found = self._found()
        own, (_, *others) = self._own, self._shown
        for name, value in (
            ("query", self._text),
            ("rule", self._rule),
            ("rules", own.key),
            ("found", tuple(found)),
        ):
            self.set_trait(name, value)
        self.page = rule_view(self._rule, self._shown) if self._rule else {}
        return {
            "text": self._text,
            "rules": own.key,
            "only": self._only,
            # Places in the index, each with its standing and in how many of the others it differs: short, as it is
            # sent at every letter of a search.
            "found": [
                [
                    self._order[rule],
                    own.clause(rule).standing if own.has(rule) else "absent",
                    sum(differs(rule, own, other) for other in others),
                ]
                for rule in found
            ],
            "found_text": self._found_text(found),
            "legend": translate("≠ counts the rule books that differ from {title}.").format(title=set_title(own)),
            "none": "" if found else translate("No rule has all of these words. Try fewer, or list all rules."),
            "hint": translate("Choose a rule to read what each rule book says."),
            "focus": self._focus,
        }

    def lines(self) -> list[str]:
        """The book in text: what is listed, and the open rule, or the titles of those listed."""
        found = self._found()
        first = f"{set_title(self._own)} | {self._found_text(found)}"
        if self._rule:
            return [first, *rule_lines(self._rule, self._shown)]
        return [first, *(f"  {rule}: {translate(rulebook.rule(rule).title)}" for rule in found)]


def _known(rule: str) -> str:
    """The rule's id, if the book has it."""
    rulebook.rule(rule)
    return rule


def _moved(house: RuleSet, rule: str) -> bool:
    return any(clause.standing == "house" for clause in house.clauses[rule])


def _searched(text: str) -> str:
    return text.strip()[:_LONGEST]


def _searchable() -> Iterator[tuple[str, str]]:
    """For each rule what is searched: its id, title, text and part of the book, as they are shown and in English."""
    for rule_id, found in rulebook.rules().items():
        texts = (found.title, found.text, GROUPS[rule_id.partition(".")[0]])
        yield rule_id, " ".join((rule_id, *texts, *map(translate, texts))).casefold()
