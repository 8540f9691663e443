"""A whole table to play at: the learner has one seat, and every act can be made, tried, explained and taken back."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final

import msgspec
import traitlets

from canasta_teach.cards import Card, cards
from canasta_teach.errors import CanastaError, InvalidMove
from canasta_teach.game.record import DealRecord
from canasta_teach.game.ruling import Ruling
from canasta_teach.game.scoring import ScoreSheet, score
from canasta_teach.game.state import Position
from canasta_teach.game.view import view
from canasta_teach.i18n import translate
from canasta_teach.rulebook.ruleset import RuleSet
from canasta_teach.widgets.base import module, style
from canasta_teach.widgets.hand import ChooseAct, Order, SortAct, known_order, read_act, sorted_text
from canasta_teach.widgets.laying import Laying
from canasta_teach.widgets.ruled import RuledWidget
from canasta_teach.widgets.ruling_panel import BookAct, CloseAct, RuleAct
from canasta_teach.widgets.table_acts import (
    CopyAct,
    CurtainAct,
    DoAct,
    LoadAct,
    LogAct,
    SaveAct,
    TableAct,
    TextAct,
)
from canasta_teach.widgets.table_change import MainAct, WhyAct, changed
from canasta_teach.widgets.table_game import begin, open_file, read
from canasta_teach.widgets.table_log import turned
from canasta_teach.widgets.table_others import Others, known_others
from canasta_teach.widgets.table_page import fixed_words, main_verb, page_view, table_lines
from canasta_teach.widgets.table_sitting import Sitting
from canasta_teach.widgets.tray_acts import is_index, no_tray
from canasta_teach.widgets.tray_state import PasteAct
from canasta_teach.widgets.words import apart

TABLE_SCRIPTS: Final = (
    "card.js", "front.js", "drag.js", "hand.js", "ruling.js", "ruled.js", "table_parts.js", "table_motion.js",
    "table_rail.js", "table_trays.js", "table_tools.js", "table_keys.js", "table_bar.js",
    "table_draw.js", "table.js",
)  # fmt: skip
TABLE_STYLES: Final = ("ruling.css", "hand.css", "table_parts.css", "table.css")
"""What a table's page is made of, but for how it is put on the page; what builds on it takes them, too."""

_MESSAGE = 6_400
"""Bytes of what is drawn that go to the page together; with what is told of it, the message is still under 8 kB."""


def _size(part: Mapping[str, Any]) -> int:
    return len(msgspec.json.encode(part))


class Table(RuledWidget):
    """A whole table. One seat is the learner's; every act of the game can be made on it, the wrong ones too.

    What is legal is done; what is refused changes nothing and is explained. All of it is practice: acts can be taken
    back and done again, and the deal can be saved, copied and brought back.

    Args:
        start: a position, as an object or in the public format, or a record of a deal, at whose end play goes on;
            without one, a new deal is dealt from the arguments that follow.
        rules: a rule set's key, or a rule set.
        players: their number, as the rule set allows.
        seed: of the shuffle; by lot when left out.
        dealer: the dealer's seat (0-based); the last seat when left out.
        scores: each side's score before the deal, in points.
        deck: a stacked deck, top first, after the cut, instead of a shuffled one.
        options: values of the rule set overridden.
        house: house rules, where ``rules`` is ``"house"``.
        seat: the learner's seat (0-based).
        others: who plays the other seats: ``"plain"``, a plain player that sees only what its seat sees; a function
            that makes a move of what a seat sees; the texts of their acts, in order, behind which the plain player
            goes on; or ``"me"``: one person plays all seats, and the seat shown is the one that is to act.
        pass_round: several people play at one screen: as ``"me"``, and a hand is hidden until the next person asks
            for it.
        honour_prices: irregular acts that the rule set prices are done and paid for, see
            :func:`canasta_teach.game.play.play`; else they are refused, and the price is told.
        title: what stands above the table.

    Raises:
        InvalidPosition: when the arguments make no table, or the learner's hand is not known.
        InvalidRules: for rules or options that do not fit.
        InvalidMove: for ``others`` that are none of these.
    """

    kind: ClassVar[str] = "Table"
    _esm = module(*TABLE_SCRIPTS, "table_alone.js")
    _css = style(*TABLE_STYLES)

    fixed = traitlets.Dict(help="The words that do not change.").tag(sync=True)
    sides = traitlets.Dict(help="What lies: the view-model of both sides' melds.").tag(sync=True)
    rail = traitlets.Dict(help="The view-model of scores and log.").tag(sync=True)
    held = traitlets.Dict(help="The view-model of the hand that is shown.").tag(sync=True)
    copied = traitlets.Dict({"count": 0, "text": ""}, help="The deal as text, when the page asked for it.").tag(
        sync=True
    )

    def __init__(
        self,
        start: Position | Mapping[str, Any] | DealRecord | None = None,
        *,
        rules: str | RuleSet = "classic",
        players: int = 4,
        seed: int | None = None,
        dealer: int | None = None,
        scores: Sequence[int] | None = None,
        deck: str | Iterable[Card | str] | None = None,
        options: Mapping[str, Any] | None = None,
        house: RuleSet | None = None,
        seat: int = 0,
        others: Others = "plain",
        pass_round: bool = False,
        honour_prices: bool = False,
        title: str = "",
    ) -> None:
        if start is None:
            start = DealRecord.begin(
                rules=rules, players=players, seed=seed, dealer=dealer, scores=scores, deck=deck, options=options,
                house=house,
            )  # fmt: skip
        self._house = house
        self._heading = apart(title)
        self._sitting = Sitting(
            begin(start, house=house), seat, others=known_others(others), pass_round=pass_round, honour=honour_prices
        )
        self._ticks = self._asked = self._copies = 0
        self._log_until: int | None = None
        self._parts: dict[str, dict[str, Any]] = {}
        self._drawn = self._sitting.game
        super().__init__(fixed=fixed_words())

    # -- what code can ask -------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """The position as it stands, with all that is hidden from the learner."""
        return self._sitting.position

    @property
    def seen(self) -> Position:
        """The position as the one whose hand is shown may know it."""
        return view(self.position, self.seat)

    @property
    def seat(self) -> int:
        """The seat whose hand is shown (0-based)."""
        return self._sitting.seat

    @property
    def record(self) -> DealRecord:
        """The deal as a record: how it began, and the acts that were done; what was refused is left out."""
        return self._sitting.game.to_record()

    @property
    def text(self) -> str:
        """The deal as text, as :meth:`save` writes it and :meth:`paste` reads it.

        Raises:
            InvalidRecord: when its rules or its start are such as no file can say.
        """
        return self.record.to_json()

    @property
    def ruling(self) -> Ruling | None:
        """The referee's last ruling on an act made here, ``None`` before the first."""
        return self._sitting.ruling

    @property
    def log(self) -> tuple[str, ...]:
        """What happened and was tried, in words, as the one whose hand is shown may know it."""
        return tuple(self._sitting.line(number) for number in range(self.step))

    @property
    def step(self) -> int:
        """How many entries of the log stand; :meth:`go_to` leads back to any of them."""
        return self._sitting.game.step

    @property
    def score_sheets(self) -> list[ScoreSheet]:
        """What each side scores in this deal, once it is over.

        Raises:
            InvalidPosition: when the deal is not over, or a hand is not known.
        """
        return score(self.position)

    @property
    def hand(self) -> tuple[Card, ...]:
        """The cards of the hand that is shown, without those on trays, in the order of showing."""
        return tuple(self._sitting.hand.values())

    # -- what code and mouse can do ----------------------------------------------------------------

    def do(self, text: str) -> Laying:
        """Do an act of the notation, or try to; give what the referee says.

        Args:
            text: such as ``"take with KH KD"``. It is an act of the seat shown, out of turn where that is not to act,
                unless it says ``seat n:``.

        Raises:
            InvalidMove: when the text is no act.
            InvalidCard: for a word that names no card.
        """
        answer, words = self._sitting.do(text)
        self._tell(words)
        return answer

    def mend(self) -> Laying:
        """Do what the ruling that is shown names as the nearest legal act.

        Raises:
            InvalidMove: when there is no such ruling, or it names none.
        """
        answer, words = self._sitting.mend()
        self._tell(words)
        return answer

    def undo(self) -> Table:
        """Take back the learner's last act, and all that others did after it. A real table knows no undo.

        Raises:
            InvalidMove: when there is nothing to take back.
        """
        return self._tell(self._sitting.undo())

    def redo(self) -> Table:
        """Do again what was taken back last.

        Raises:
            InvalidMove: when there is nothing.
        """
        return self._tell(self._sitting.redo())

    def go_to(self, step: int) -> Table:
        """From here again: go on from behind the first ``step`` entries of the log; 0 is the start.

        Raises:
            InvalidMove: when there is no such step.
        """
        return self._tell(self._sitting.go_to(step))

    def play_on(self) -> Table:
        """Let the others play until it is the learner's turn, or the deal is over.

        Raises:
            InvalidMove: when nobody is waited for, or another player cannot play.
        """
        return self._tell(self._sitting.play_on())

    def step_on(self) -> Table:
        """Let the next other player play a turn.

        Raises:
            InvalidMove: as :meth:`play_on`.
        """
        return self._tell(self._sitting.step_on())

    def choose(self, some: str | Iterable[str | Card] = ()) -> Table:
        """Choose these cards of the hand and no others; without cards, choose none.

        Raises:
            InvalidMove: when a card is not in the hand.
            InvalidCard: for a text that names no card.
        """
        sitting = self._sitting
        sitting.picked = sitting.picked.here(sitting.claim(cards(some)))
        return self._tell()

    def sort(self, order: Order = "rank") -> Table:
        """Show the hand by ``"rank"`` or as ``"dealt"``.

        Raises:
            InvalidMove: for an order that is not known.
        """
        self._sitting.order = known_order(order)
        return self._tell(sorted_text(order))

    def put(self, some: str | Iterable[str | Card], tray: int | None = None, *, meld: int | None = None) -> Table:
        """Put cards of the hand aside: on a new tray, on number ``tray`` (0-based), or on one for the side's ``meld``.

        Raises:
            InvalidMove: when a card is not in the hand, or there is no such tray or meld.
        """
        return self._tell(self._sitting.put(self._sitting.claim(cards(some)), tray, meld))

    def off(self, tray: int | None = None) -> Table:
        """Take all cards off tray number ``tray`` (0-based), or off every tray.

        Raises:
            InvalidMove: when there is no such tray, or nothing on any.
        """
        slots = self._sitting.slots
        if tray is not None and not is_index(tray, len(slots)):
            raise no_tray(tray)
        gone = slots if tray is None else slots[tray : tray + 1]
        return self._tell(self._sitting.off(one for slot in gone for one in slot.cards))

    def show_hand(self) -> Table:
        """Show the hand of the person who is to act, where the table is passed round."""
        return self._tell(self._sitting.lift())

    def next_deal(self, seed: int | None = None) -> Table:
        """Deal the next deal of the game: the deal moves on, and the scores are carried over.

        Args:
            seed: of the shuffle; by lot when left out.

        Raises:
            InvalidMove: when the deal is not over, or the game is won.
        """
        return self._tell(self._sitting.next_deal(seed))

    def save(self, path: str | os.PathLike[str]) -> Table:
        """Save the deal to a file.

        Raises:
            InvalidRecord: when it cannot be written.
        """
        self.record.save(path)
        return self._tell(translate("Saved as {path}.").format(path=apart(os.fspath(path))))

    def load(self, path: str | os.PathLike[str]) -> Table:
        """Open a saved deal, or a table that was put together in a position editor and saved, where it can be.

        A file that is damaged or newer is refused, and the table stays as it was.

        Raises:
            InvalidRecord: with the file, the place and the reason.
            InvalidPosition: when the learner has no seat in it, or no known hand; when a saved table cannot be yet.
        """
        return self._shown_too(lambda: self._sitting.set_up(open_file(path, house=self._house)))

    def paste(self, text: str) -> Table:
        """Set up the table of a text: a position or a saved deal, as JSON. What is neither leaves the table as it was.

        Raises:
            InvalidPosition, InvalidRecord: with the place of the first fault.
        """
        return self._shown_too(lambda: self._sitting.set_up(read(text, house=self._house)))

    def _shown_too(self, change: Callable[[], str]) -> Table:
        """Make a change; what is wrong with it is told on the page as well."""
        try:
            words = change()
        except CanastaError as error:
            self.say(str(error), fault=True)
            self.refresh()
            raise
        return self._tell(words)

    def _tell(self, words: str = "") -> Table:
        self.say(words)
        self.refresh()
        return self

    # -- acts of the page --------------------------------------------------------------------------

    def act(self, message: Any) -> None:
        """Do what the page asks."""
        sitting = self._sitting
        wish = read_act(message, TableAct | MainAct | WhyAct)
        if sitting.curtain and not isinstance(wish, CurtainAct | SaveAct | LoadAct | PasteAct | CopyAct):
            raise InvalidMove(translate("First ask for the hand of the one who is to act."))
        match wish:
            case ChooseAct(cards=ids):
                sitting.picked = sitting.picked.by_page(ids, sitting.state.held)
            case SortAct(order=order):
                sitting.order = order
                self.say(sorted_text(order))
            case DoAct() as wish:
                self._do(wish)
            case MainAct(cards=ids, double=double):
                sitting.picked = sitting.picked.by_page(ids, sitting.state.held)
                self._do(DoAct(verb=main_verb(sitting, double=double), cards=ids))
            case TextAct(text=text):
                self.say(sitting.do(text)[1])
            case BookAct() | RuleAct() | CloseAct() as asked:
                self.hear_ruling(asked)
            case SaveAct(name=name):
                self.record.save(name)
                self.say(translate("Saved as {path}.").format(path=apart(name)))
            case CopyAct():
                if sitting.curtain:
                    raise InvalidMove(translate("The hands are hidden now, and the text would hold them all."))
                self._copies += 1
                self.copied = {"count": self._copies, "text": self.text}
                self.say(translate("The deal is copied as text."))
            case LogAct(later=later):
                self._log_until = turned(self.rail, later=later)
            case _:
                self.say(changed(sitting, wish, house=self._house))

    def _do(self, wish: DoAct) -> None:
        try:
            self.say(self._sitting.wish(wish)[1])
        except InvalidMove:
            if wish.verb == "add" and wish.cards and not wish.melds:
                # The page asks which meld it is.
                self._asked += 1
            raise

    # -- what is shown -----------------------------------------------------------------------------

    def draw(self) -> dict[str, Any]:
        """The view-model, without what lies, scores, log and hand, which are sent by themselves."""
        game = self._sitting.game
        if game is not self._drawn:
            # What happened now is at the end of the log.
            self._log_until = None
        self._drawn = game
        whole = page_view(self._sitting, title=self._heading, log_until=self._log_until)
        self._parts = {"sides": whole.sides, "rail": whole.rail, "held": whole.held}
        # Whatever changes, the page draws it when this does, which comes last.
        self._ticks += 1
        if self._sitting.curtain and self.copied["text"]:
            # The text holds every hand, and another person is at the page now.
            self.copied = {"count": self._copies, "text": ""}
        return whole.view | {"tick": self._ticks, "rulings": self._sitting.rulings, "asked": self._asked}

    def _send_view(self, drawn: Mapping[str, Any]) -> None:
        """Send the page what is drawn: in one message, or, where that would be long, in several."""
        changed = {name: part for name, part in self._parts.items() if part != getattr(self, name)}
        room = _MESSAGE - _size(drawn)
        together = {}
        for name, part in changed.items():
            size = _size(part)
            if size > room:
                setattr(self, name, part)
            else:
                room -= size
                together[name] = part
        with self.hold_sync():
            for name, part in together.items():
                setattr(self, name, part)
            super()._send_view(drawn)

    def ruling_shown(self) -> Ruling | None:
        """The ruling on the last refused act, or on the act that was asked about."""
        return self._sitting.shown

    def can_play(self, ruling: Ruling) -> bool:
        """Whether the ruling is on the table as it stands."""
        return self._sitting.mends

    def price_paid(self, ruling: Ruling) -> str:
        """What was paid for the act, in words; empty for nothing."""
        return self._sitting.paid_for

    def lines(self) -> list[str]:
        """The table in text: whose turn it is, the hand, what lies, and the last acts."""
        return table_lines(self._sitting)
