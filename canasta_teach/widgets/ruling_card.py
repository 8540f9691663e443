"""The ruling card: what the referee says to a move, every rule with its place, and what would have been legal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec
import traitlets
from msgspec import Struct

from canasta_teach.errors import InvalidMove, InvalidPosition
from canasta_teach.game.moves import Move
from canasta_teach.game.referee import after, judge
from canasta_teach.game.ruling import Ruling
from canasta_teach.game.state import Position
from canasta_teach.i18n import translate
from canasta_teach.rulebook.ruleset import RuleSet
from canasta_teach.widgets.base import CourseWidget, module, style
from canasta_teach.widgets.rule_book import RuleBook
from canasta_teach.widgets.ruling_panel import BookAct, CloseAct, RuleAct, RulingPanel
from canasta_teach.widgets.ruling_view import said


class MendAct(Struct, tag_field="act", tag="mend", forbid_unknown_fields=True):
    """The page plays the mend."""


class BackAct(Struct, tag_field="act", tag="back", forbid_unknown_fields=True):
    """The page goes back to the ruling before the mend."""


PageAct = BookAct | RuleAct | CloseAct | MendAct | BackAct


class RulingCard(CourseWidget):
    """A ruling to be looked at and asked further.

    Args:
        ruling: a ruling, or a position (as an object or in the public format) in which ``move`` is judged.
        move: the move, as text or as a move; only with a position.
        house: house rules, where the position's rules are ``"house"``.
        book: a rule book in which rules are opened; without one they open inside the card.

    Raises:
        InvalidPosition: for what is neither a ruling nor a position.
        InvalidMove: for a text that is no move, for a position without a move, or a ruling with one.
        InvalidCard: for a word that names no card.
    """

    kind: ClassVar[str] = "RulingCard"
    _esm = module("card.js", "front.js", "ruling.js", "ruling_card.js")
    _css = style("ruling.css", "ruling_card.css")

    beside = traitlets.Dict(help="The other rule set's ruling that is open, as the page shows it.").tag(sync=True)
    page = traitlets.Dict(help="The rule that is open, as the page shows it.").tag(sync=True)
    legal = traitlets.Bool(read_only=True, help="Whether the ruling shown is that the move is legal.")
    move = traitlets.Unicode(read_only=True, help="The move of the ruling shown, as text.")
    opened = traitlets.Unicode(read_only=True, help="The key of the other rule set whose ruling is open, or nothing.")
    rule = traitlets.Unicode(read_only=True, help="The id of the rule that is open, or nothing.")

    def __init__(
        self,
        ruling: Ruling | Position | Mapping[str, Any],
        move: Move | str | None = None,
        *,
        house: RuleSet | None = None,
        book: RuleBook | None = None,
    ) -> None:
        if isinstance(ruling, Ruling):
            if move is not None:
                raise InvalidMove("a ruling is of a move already: give a position, with a move, or a ruling alone")
            found = ruling
        else:
            found = judge(_position(ruling, house), _needed(move))
        self._book = book
        self._first = found
        self._panel = RulingPanel(found, because_open=True)
        super().__init__()

    # -- what code can ask -------------------------------------------------------------------------

    @property
    def ruling(self) -> Ruling:
        """The ruling shown: the first one, or that of the mend once it is played."""
        return self._panel.ruling

    @property
    def position(self) -> Position | None:
        """The position after the move shown, where it is legal, else before it; ``None`` for a meld judged alone."""
        ruling = self.ruling
        if ruling.position is None or not ruling.legal:
            return ruling.position
        return after(ruling.position, ruling.move)

    # -- what code and mouse can do ----------------------------------------------------------------

    def open(self, rule: str | None = None) -> RulingCard:
        """Open a rule of the book: in the rule book that the card was given, else inside the card.

        Without a rule this is what every Jupyter widget does at its start: to open its channel to the page.

        Raises:
            InvalidRules: when the book has no such rule; the reason names those with a like name.
        """
        if rule is None:
            super().open()
        else:
            self._open(RuleAct(rule))
            self.refresh()
        return self

    def compare(self, key: str) -> RulingCard:
        """Open the ruling on the same move under another rule set, or why it has none.

        Raises:
            InvalidRules: when it is none of the other rule sets.
        """
        self.say(self._panel.open_book(key))
        self.refresh()
        return self

    def close_opened(self) -> RulingCard:
        """Close what was opened last: a rule, else the other rule set's ruling."""
        self.say(self._panel.close())
        self.refresh()
        return self

    def play_mend(self) -> RulingCard:
        """Play the nearest legal move in place of the refused one, and show its ruling.

        Raises:
            InvalidMove: when there is none.
        """
        self._mend()
        self.refresh()
        return self

    def back(self) -> RulingCard:
        """Show the ruling from before the mend again."""
        self._back()
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
            case MendAct():
                self._mend()
            case BackAct():
                self._back()
            case RuleAct():
                self._open(asked)
            case _:
                self.say(self._panel.hear(asked))

    def _open(self, asked: RuleAct) -> None:
        if self._book is None:
            self.say(self._panel.hear(asked))
            return
        self._book.show(asked.rule, rules=self.ruling.rule_set)
        self.say(translate("The rule book shows {rule}.").format(rule=asked.rule))

    def _mend(self) -> None:
        ruling = self.ruling
        if ruling.mend is None or ruling.position is None:
            raise InvalidMove(translate("There is no nearest legal move to play."))
        mended = judge(ruling.position, ruling.mend)
        self._panel = RulingPanel(mended, because_open=True)
        self.say(said(mended))

    def _back(self) -> None:
        if self.ruling is not self._first:
            self._panel = RulingPanel(self._first, because_open=True)
        self.say(said(self._first))

    # -- what is shown -----------------------------------------------------------------------------

    def draw(self) -> dict[str, Any]:
        """The view-model."""
        panel = self._panel
        for name, value in (
            ("legal", panel.ruling.legal),
            ("move", str(panel.ruling.move)),
            ("opened", panel.opened),
            ("rule", panel.rule),
        ):
            self.set_trait(name, value)
        played = panel.ruling is not self._first
        self.beside = panel.beside()
        self.page = panel.page()
        return {"ruling": panel.bare(), "back": translate("Back to the refused move") if played else ""}

    def lines(self) -> list[str]:
        """The ruling in text, the move and the verdict first."""
        first, *rest = self.ruling.text.splitlines()
        return [f"{self.ruling.move} | {first}", *rest]


def _position(given: Position | Mapping[str, Any], house: RuleSet | None) -> Position:
    if isinstance(given, Position):
        return given
    if not isinstance(given, Mapping):
        raise InvalidPosition("", f"a ruling card needs a ruling or a position, not {type(given).__name__}")
    return Position.parse(dict(given), house=house)


def _needed(move: Move | str | None) -> Move | str:
    if move is None:
        raise InvalidMove('a ruling card of a position needs the move, as RulingCard(position, "meld KH KS KD")')
    return move
