"""A whole table to play at: the learner has one seat, and every act can be made, tried, explained and taken back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final

import msgspec
import traitlets

from canasta_teach.cards import Card
from canasta_teach.errors import InvalidMove
from canasta_teach.game.record import DealRecord
from canasta_teach.game.ruling import Ruling
from canasta_teach.game.state import Position
from canasta_teach.i18n import translate
from canasta_teach.rulebook.ruleset import RuleSet
from canasta_teach.widgets.base import module, style
from canasta_teach.widgets.hand import ChooseAct, SortAct, read_act, sorted_text
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
from canasta_teach.widgets.table_code import CodeTable
from canasta_teach.widgets.table_game import begin
from canasta_teach.widgets.table_log import turned
from canasta_teach.widgets.table_others import Others, known_others
from canasta_teach.widgets.table_page import fixed_words, main_verb, page_view, table_lines
from canasta_teach.widgets.table_sitting import Sitting
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


class Table(CodeTable):
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
