"""The meld tray: a hand of cards, trays to arrange melds on, a running count, and the referee's answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

import traitlets

from canasta_teach.cards import Card, cards
from canasta_teach.errors import InvalidMove, InvalidPosition
from canasta_teach.game.moves import Act, Move
from canasta_teach.game.referee import judge
from canasta_teach.game.ruling import Ruling
from canasta_teach.game.state import Position
from canasta_teach.i18n import locale, translate
from canasta_teach.rulebook.ruleset import RuleSet
from canasta_teach.widgets.base import module, style
from canasta_teach.widgets.hand import (
    ChooseAct,
    Order,
    Picked,
    SortAct,
    claimed,
    known_order,
    ordered,
    read_act,
    sorted_text,
)
from canasta_teach.widgets.laying import Laying
from canasta_teach.widgets.ruled import RuledWidget
from canasta_teach.widgets.ruling_panel import BookAct, CloseAct, RuleAct
from canasta_teach.widgets.tray_acts import arrange, known, price_text, put, take_off
from canasta_teach.widgets.tray_laying import mending, ruled_on
from canasta_teach.widgets.tray_state import (
    LayAct,
    MendAct,
    OffAct,
    PageAct,
    PasteAct,
    PutAct,
    ResetAct,
    State,
    UndoAct,
    laying,
    start,
    table,
)
from canasta_teach.widgets.tray_view import tray_lines, tray_view
from canasta_teach.widgets.words import apart


class MeldTray(RuledWidget):
    """A tray on which melds are arranged, by mouse, keyboard, touch or code, and laid before the referee.

    Cards on a tray are still in the hand until they are laid. A laying that is refused changes nothing, unless the
    rule set has a price for it and ``honour_prices`` says that it is paid. ``chosen`` is a trait that holds the chosen
    cards of the hand.

    Args:
        position: a position, as an object or in the public format; its player on turn holds the tray. Or leave it
            out and give the parts that matter:
        hand: the cards held, such as ``"KH KS 2D"``.
        rules: a rule set's key, or a rule set.
        melds: what the side has on the table: texts of cards, or one text with ``/`` between melds.
        score: the side's score before this deal, in points.
        options: values of the rule set overridden.
        house: house rules, where ``rules`` is ``"house"``.
        title: what stands above the tray; by default, what is to do.
        seat: who holds the tray (0-based), where it is not the player on turn: then each laying is out of turn.
        honour_prices: an irregular laying that the rule set prices is paid for, as the table's score sheet would have
            it, see :func:`canasta_teach.game.play.play`; else its price is only told.
        setup: the tray has a field into which another position can be pasted.

    Raises:
        InvalidPosition: when the parts make no position, or the hand is not known.
        InvalidCard: for a text that names no card.
    """

    kind: ClassVar[str] = "MeldTray"
    _esm = module("card.js", "front.js", "drag.js", "motion.js", "hand.js", "ruling.js", "ruled.js", "meld_tray.js")
    _css = style("ruling.css", "hand.css", "meld_tray.css")

    chosen = traitlets.Tuple()
    rulings = traitlets.Int(help="How often the referee was asked to rule on the trays.").tag(sync=True)

    _drawn: tuple[tuple[object, ...], dict[str, Any]] | None = None

    def __init__(
        self,
        position: Position | Mapping[str, Any] | None = None,
        *,
        hand: str | Iterable[str] | None = None,
        rules: str | RuleSet = "classic",
        melds: str | Sequence[str] = (),
        score: int = 0,
        options: Mapping[str, Any] | None = None,
        house: RuleSet | None = None,
        title: str | None = None,
        seat: int | None = None,
        honour_prices: bool = False,
        setup: bool = False,
    ) -> None:
        if position is None:
            position = table(hand, rules, melds, score, options=options, house=house)
        elif not isinstance(position, Position):
            position = Position.parse(dict(position), house=house)
        self._heading = apart(title or "")
        self._house = house
        self._prices = honour_prices
        self._setup = setup
        self._start = start(position, seat)
        self._state = self._start
        self._past: list[State] = []
        self._order: Order = "rank"
        self._picked = Picked()
        self._rulings = 0
        super().__init__()

    # -- what code can ask -------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """The position as it stands; cards on trays are still in the hand."""
        return self._state.position

    @property
    def ruling(self) -> Ruling | None:
        """The referee's last ruling, ``None`` before the first."""
        return self._state.ruling

    @property
    def hand(self) -> tuple[Card, ...]:
        """The cards that are on no tray, in the order of showing."""
        return tuple(self._held.values())

    @property
    def trays(self) -> tuple[tuple[Card, ...], ...]:
        """The cards on each tray."""
        return tuple(self._state.on(slot) for slot in self._state.slots)

    # -- what code and mouse can do ----------------------------------------------------------------

    def choose(self, some: str | Iterable[str] = ()) -> MeldTray:
        """Choose these cards of the hand and no others; without cards, choose none.

        Raises:
            InvalidMove: when a card is not in the hand.
            InvalidCard: for a text that names no card.
        """
        self._pick(self._picked.here(self._claim(cards(some))))
        self.refresh()
        return self

    def sort(self, order: Order = "rank") -> MeldTray:
        """Show the hand by ``"rank"`` or as ``"dealt"``.

        Raises:
            InvalidMove: for an order that is not known.
        """
        self._sort(known_order(order))
        self.refresh()
        return self

    def put(self, some: str | Iterable[str], *, tray: int | None = None, meld: int | None = None) -> MeldTray:
        """Put cards of the hand on a new tray, on tray number ``tray`` (0-based), or on a tray for the side's ``meld``.

        Args:
            some: the cards, as ``"KH KS 2D"``.
            tray: a tray's place, 0-based.
            meld: the index of a meld of the side.

        Raises:
            InvalidMove: when a card is not in the hand, or there is no such tray or meld.
        """
        self._keep(*put(self._state, self._claim(cards(some)), tray, meld))
        self.refresh()
        return self

    def lay(self, text: str | None = None) -> Laying:
        """Lay the trays, or the melds of ``text``, before the referee; a legal laying moves the cards to the table.

        Args:
            text: melds as in the move notation, with or without its verb: ``"KH KS 2D / AH AD AC"``,
                ``"add KC to K"``. They take the place of what is on the trays.

        Raises:
            InvalidMove: when the text is no laying, or there is nothing to lay.
            InvalidCard: for a word that names no card.
        """
        answer = self._lay_text(laying(text)) if text is not None else self._lay_trays()
        self.refresh()
        return answer

    def mend(self) -> Laying:
        """Lay what the last ruling names as the nearest legal laying.

        Raises:
            InvalidMove: when there is no such ruling, or what it names is no laying alone.
        """
        answer = self._mend()
        self.refresh()
        return answer

    def judge(self, text: str) -> Laying:
        """Ask the referee about a laying from the hand and table of the start; what the tray shows stays as it is.

        Args:
            text: melds as for :meth:`lay`.

        Raises:
            InvalidMove: when the text is no laying.
            InvalidCard: for a word that names no card.
        """
        return Laying(judge(self._start.position, Move((self._start.by_holder(laying(text)),))))

    def paste(self, text: str) -> MeldTray:
        """Set up the table of a position as JSON text; :meth:`undo` brings back what was there.

        A text that is no position is told in the widget as well, and the table stays as it was.

        Raises:
            InvalidPosition: with the place of the first fault.
        """
        try:
            self._paste(text)
        except InvalidPosition as error:
            self.say(str(error), fault=True)
            raise
        finally:
            self.refresh()
        return self

    def undo(self) -> MeldTray:
        """Take the last act back: cards put or taken off, a laying, another table."""
        self._undo()
        self.refresh()
        return self

    def reset(self) -> MeldTray:
        """Begin again with the hand and the table of the start."""
        self._reset()
        self.refresh()
        return self

    # -- acts --------------------------------------------------------------------------------------

    def act(self, message: Any) -> None:
        """Do what the page asks."""
        match read_act(message, PageAct | BookAct | RuleAct | CloseAct):
            case ChooseAct(cards=ids):
                self._pick(self._picked.by_page(ids, self._state.held))
            case SortAct(order=order):
                self._sort(order)
            case PutAct() as wish:
                like = self._state.like(wish.cards) if wish.like and known(self._state, wish.cards) else wish.tray
                self._keep(*put(self._state, wish.cards, like, wish.meld))
            case OffAct(cards=ids):
                self._keep(*take_off(self._state, ids))
            case LayAct():
                self._lay_trays()
            case MendAct():
                self._mend()
            case PasteAct(text=text):
                self._paste(text)
            case UndoAct():
                self._undo()
            case ResetAct():
                self._reset()
            case BookAct() | RuleAct() | CloseAct() as asked:
                self.hear_ruling(asked)

    @property
    def _held(self) -> dict[str, Card]:
        return ordered(self._state.held, self._order, self._state.position.rules)

    def _claim(self, wanted: Sequence[Card]) -> list[str]:
        return claimed(self._held, wanted)

    def _pick(self, picked: Picked) -> None:
        self._picked = picked
        self.chosen = tuple(face for one, face in self._held.items() if one in picked.ids)

    def _sort(self, order: Order) -> None:
        self._order = order
        self.say(sorted_text(order))

    def _keep(self, state: State, words: str = "") -> None:
        """Have this state, keep the one before it for undo, and tell of it."""
        self._past.append(self._state)
        self._have(state)
        self.say(words)

    def _have(self, state: State) -> None:
        """Have this state; the choice keeps what is still in the hand."""
        self._state = state
        self._pick(self._picked.left(state.held))

    def _lay_trays(self) -> Laying:
        if not self._state.slots:
            raise InvalidMove(translate("There is nothing on the trays yet: put cards on a tray first."))
        return self._lay(self._state.act)

    def _lay_text(self, act: Act) -> Laying:
        before = len(self._past)
        arranged = arrange(self._state, act, self._order)
        if arranged is not None:
            self._keep(arranged)
        answer = self._lay(self._state.by_holder(act))
        # To arrange and to lay is one act: to take it back leads to the trays as they were before both.
        del self._past[before + 1 :]
        return answer

    def _mend(self) -> Laying:
        act = mending(self._state.ruling)
        if act is None:
            raise InvalidMove(translate("There is no other laying here that would be legal."))
        return self._lay_text(act)

    def _lay(self, act: Act) -> Laying:
        move = Move((act,))
        ruling = judge(self._state.position, move)
        self._rulings += 1
        state, words = ruled_on(self._state, move, ruling, honour=self._prices)
        if ruling.legal or state.paid:
            self._keep(state, words)
        else:
            # Nothing has changed that could be taken back.
            self._have(state)
            self.say(words)
        return Laying(ruling, paid=state.paid)

    def _paste(self, text: str) -> None:
        position = Position.parse(text, house=self._house)
        self._keep(start(position), translate("Another table is set up. Undo brings the old one back."))

    def _undo(self) -> None:
        if not self._past:
            raise InvalidMove(translate("There is nothing to take back."))
        self._have(self._past.pop())
        self.say(translate("The last act is taken back."))

    def _reset(self) -> None:
        self._past.clear()
        self._have(self._start)
        self.say(translate("The tray is as it was at the start."))

    # -- what is shown -----------------------------------------------------------------------------

    def draw(self) -> dict[str, Any]:
        """The view-model."""
        shown = self._shown
        if self._drawn is None or self._drawn[0] != shown:
            view = tray_view(
                self._state,
                title=self._heading,
                order=self._order,
                picked=self._picked,
                can_undo=bool(self._past),
                setup=self._setup,
            )
            self._drawn = (shown, view)
        return self._drawn[1]

    @property
    def stays(self) -> bool:
        """Whether what lies here and is held is as it was drawn last: a refused laying changes nothing of it."""
        return self._drawn is not None and self._drawn[0] == self._shown

    @property
    def _shown(self) -> tuple[object, ...]:
        """All that the view-model hangs on; parts that stayed are the same objects, so to compare costs nothing."""
        state = self._state
        lies = (state.position, state.seat, state.hand, state.slots)
        return (*lies, self._order, self._picked, bool(self._past), locale())

    def _send_view(self, drawn: Mapping[str, Any]) -> None:
        """Send the page what is drawn, and that there was a ruling."""
        with self.hold_sync():
            self.rulings = self._rulings
            super()._send_view(drawn)

    def ruling_shown(self) -> Ruling | None:
        """The referee's last ruling."""
        return self._state.ruling

    def can_play(self, ruling: Ruling) -> bool:
        """Whether the mend does nothing but lay: only that can be done here."""
        return mending(ruling) is not None

    def price_paid(self, ruling: Ruling) -> str:
        """What this table has taken for the refused laying, in words; empty for nothing."""
        return price_text(ruling.consequence) if self._state.paid and ruling.consequence is not None else ""

    def lines(self) -> list[str]:
        """The tray in text: the hand and the count, then the table and the trays."""
        return tray_lines(self._state, self.hand)
