"""The packed state of a deal in which suits matter, and its way from and to a :class:`Position`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from msgspec.structs import replace

from canasta_teach.cards import UNKNOWN, Card
from canasta_teach.errors import InvalidPosition
from canasta_teach.game.core.runs.cards import UNIT, UNKNOWNS, pack, unpack
from canasta_teach.game.core.runs.meld import Meld
from canasta_teach.game.core.runs.melds import MeldBook
from canasta_teach.game.state import Hand, Laid, Penalty, Permission, Phase, Position, Turn

PHASES: Final[tuple[Phase, ...]] = ("draw", "play", "over")
DRAWING, PLAYING, OVER = range(3)
PERMISSIONS: Final[tuple[Permission | None, ...]] = (None, "asked", "yes", "no")
UNASKED, WAITING, GRANTED, REFUSED = range(4)

(DRAW, REDRAW, TAKE, TAKE_USING, NEW, ADD, LAY, DISCARD, ASK, ANSWER, RELANCINHO, TABLE) = range(12)
"""Kinds of move."""

Parts = tuple[tuple[int, int], ...]
"""Cards laid at one time: the meld's place and the packed cards; place -1 for a new meld."""

Entry = tuple[int, int, int, bool]
"""Cards laid in this turn: act, place of the meld, packed cards, and whether the meld was new."""

Pile = tuple[int, "Pile | None"]
"""The discard pile: its top card (one card, packed) and what lies below."""


class CoreMove(NamedTuple):
    """A move.

    Attributes:
        kind: one of the kinds above.
        cards: packed: the card discarded or tabled, the cards laid, or those that go with the pile's top card.
        at: place of the meld that the cards join (``ADD``, ``TAKE_USING``), -1 for a new one; for ``ANSWER`` 1 is yes.
        parts: ``LAY``, ``RELANCINHO``: everything laid; ``TAKE_USING``: the further layings.
    """

    kind: int
    cards: int = 0
    at: int = -1
    parts: Parts = ()


class This(NamedTuple):
    """What the player on turn has done, as :class:`Turn`; and the question, as ``Position.permission``."""

    took: bool = False
    must_draw: bool = False
    redrawn: bool = False
    drawn: tuple[int, ...] = ()
    laid: tuple[Entry, ...] = ()
    permission: int = UNASKED
    first: bool = False


BEGIN: Final = This()


class Deal(NamedTuple):
    """What seldom changes, or never."""

    scores: tuple[int, ...]
    dealer: int
    penalties: tuple[tuple[Penalty, ...], ...]
    raised: tuple[bool, ...]
    stock_known: bool = True


class Ending(NamedTuple):
    """How the deal ended; ``seat`` -1 where nobody went out."""

    seat: int = -1
    concealed: bool = False
    relancinho: bool = False


NOBODY: Final = Ending()


class State:
    """A moment of a deal, packed. Not changed once made; equal where everything but ``origin`` is.

    Attributes:
        phase, turn: ``DRAWING``, ``PLAYING`` or ``OVER``; the seat to act.
        hands: packed, a seat each; -1 for one whose number is not known.
        melds: a side's melds in the order of laying; ``open_to``: the faces of which one card may join one of them.
        pile, pile_sum: the discard pile in order, and all its cards packed.
        stock, at: one packed card each, top first; the first ``at`` of them are gone.
        before: bits of the seats that laid cards in an earlier turn.
        this: the turn.
        idle, frozen: as in :class:`Position`.
        reds: tabled red threes a side, packed.
        concealed: bits of a side's melds that were laid as concealed canastas.
        marks: penalised cards a seat, packed.
        deal: what seldom changes.
        ending: how the deal ended.
        origin: the position that this state was packed from; ``None`` once it moved on.
    """

    __slots__ = (
        "at", "before", "concealed", "deal", "ending", "frozen", "hands", "idle", "marks", "melds", "open_to", "origin",
        "phase", "pile", "pile_sum", "reds", "stock", "this", "turn",
    )  # fmt: skip

    def __init__(  # noqa: PLR0917 - made a million times, and keywords take their time
        self,
        phase: int,
        turn: int,
        hands: tuple[int, ...],
        melds: tuple[tuple[Meld, ...], ...],
        open_to: tuple[int, ...],
        pile: Pile | None,
        pile_sum: int,
        stock: tuple[int, ...],
        at: int,
        before: int,
        this: This,
        idle: int,
        frozen: bool,
        reds: tuple[int, ...],
        concealed: tuple[int, ...],
        marks: tuple[int, ...],
        deal: Deal,
        ending: Ending = NOBODY,
        origin: Position | None = None,
    ) -> None:
        self.phase = phase
        self.turn = turn
        self.hands = hands
        self.melds = melds
        self.open_to = open_to
        self.pile = pile
        self.pile_sum = pile_sum
        self.stock = stock
        self.at = at
        self.before = before
        self.this = this
        self.idle = idle
        self.frozen = frozen
        self.reds = reds
        self.concealed = concealed
        self.marks = marks
        self.deal = deal
        self.ending = ending
        self.origin = origin

    def _identity(self) -> tuple[object, ...]:
        melds = tuple(tuple(meld.cards for meld in side) for side in self.melds)
        return (
            self.phase, self.turn, self.hands, melds, tuple(each_below(self.pile)), self.stock[self.at :], self.before,
            self.this, self.idle, self.frozen, self.reds, self.concealed, self.marks, self.deal, self.ending,
        )  # fmt: skip

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())


def each_below(pile: Pile | None) -> Iterator[int]:
    """The cards of a pile, top first."""
    while pile is not None:
        yield pile[0]
        pile = pile[1]


def pack_position(book: MeldBook, position: Position, *, partial: bool) -> State:
    """The position, packed.

    Raises:
        InvalidPosition: when cards that matter are unknown.
    """
    _known(position, partial=partial)
    pile: Pile | None = None
    for card in reversed(position.pile):
        pile = (UNIT[card], pile)
    turn = position.this_turn
    melds = tuple(tuple(book.meld(pack(meld)) for meld in side) for side in position.melds)
    return State(
        PHASES.index(position.phase),
        position.turn,
        tuple(-1 if hand is None else pack(hand) for hand in position.hands),
        melds,
        tuple(map(book.open_to, melds)),
        pile,
        pack(position.pile),
        tuple(UNIT[card] for card in position.stock or ()),
        0,
        sum(1 << seat for seat, laid in enumerate(position.laid_before) if laid),
        This(
            turn.took_pile,
            turn.must_draw,
            turn.redrawn,
            tuple(UNIT[card] for card in turn.drawn),
            tuple((laid.act, laid.meld, pack(laid.cards), laid.new) for laid in turn.laid),
            PERMISSIONS.index(position.permission),
            position.first_turn,
        ),
        position.idle_turns,
        position.frozen,
        tuple(pack(some) for some in position.red_threes),
        tuple(sum(1 << index for index in some) for some in position.concealed_melds),
        tuple(pack(some) for some in position.penalised),
        Deal(position.scores, position.dealer, position.penalties, position.minimum_raised, position.stock is not None),
        NOBODY if position.went_out is None else Ending(position.went_out, position.concealed, position.relancinho),
        position,
    )


def _known(position: Position, *, partial: bool) -> None:
    for seat, hand in enumerate(position.hands):
        mine = seat == position.turn and position.phase != "over" and position.permission != "asked"
        if (mine or not partial) and (hand is None or UNKNOWN in hand):
            where = f"hands[{seat}]" if hand is None else f"hands[{seat}][{hand.index(UNKNOWN)}]"
            raise InvalidPosition(where, "this card must be known to say which acts are legal: name it")
    if partial:
        return
    if position.stock is None or UNKNOWN in position.stock:
        raise InvalidPosition("stock", "every card of the stock must be known to play on: name them, top first")
    if UNKNOWN in position.pile:
        raise InvalidPosition(f"pile[{position.pile.index(UNKNOWN)}]", "this card must be known to play on: name it")


def _card(one: int) -> Card:
    return UNKNOWN if one & UNKNOWNS else unpack(one)[0]


def unpack_state(rules_of: Position, state: State) -> Position:
    """The state as a position, cards of a hand or a meld in the fixed order of faces.

    Args:
        rules_of: a position with the rule set and the number of players.
        state: what to unpack.
    """
    if state.origin is not None:
        return state.origin
    this, deal, ending = state.this, state.deal, state.ending
    hands: tuple[Hand, ...] = tuple(None if hand < 0 else unpack(hand) for hand in state.hands)
    return replace(
        rules_of,
        scores=deal.scores,
        dealer=deal.dealer,
        turn=state.turn,
        phase=PHASES[state.phase],
        first_turn=this.first,
        hands=hands,
        melds=tuple(tuple(unpack(meld.cards) for meld in side) for side in state.melds),
        concealed_melds=tuple(
            frozenset(i for i in range(some.bit_length()) if some >> i & 1) for some in state.concealed
        ),
        red_threes=tuple(unpack(some) for some in state.reds),
        pile=tuple(_card(one) for one in each_below(state.pile)),
        stock=tuple(_card(one) for one in state.stock[state.at :]) if deal.stock_known else None,
        frozen=state.frozen,
        laid_before=tuple(bool(state.before >> seat & 1) for seat in range(len(state.hands))),
        permission=PERMISSIONS[this.permission],
        this_turn=Turn(
            drawn=tuple(_card(one) for one in this.drawn),
            redrawn=this.redrawn,
            took_pile=this.took,
            laid=tuple(Laid(act, at, unpack(cards), new) for act, at, cards, new in this.laid),
            must_draw=this.must_draw,
        ),
        penalised=tuple(unpack(some) for some in state.marks),
        penalties=deal.penalties,
        minimum_raised=deal.raised,
        idle_turns=state.idle,
        went_out=None if ending.seat < 0 else ending.seat,
        concealed=ending.concealed,
        relancinho=ending.relancinho,
    )


def fold_position(position: Position) -> Position:
    """The position with cards and melds in a fixed order where order makes no difference, and its laying uncut."""

    def some(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(sorted(cards))

    together: dict[int, tuple[tuple[Card, ...], bool]] = {}
    for laid in position.this_turn.laid:
        cards, new = together.get(laid.meld, ((), laid.new))
        together[laid.meld] = (some(cards + laid.cards), new)
    mover = position.side(position.turn)
    melds: list[tuple[tuple[Card, ...], ...]] = []
    concealed: list[frozenset[int]] = []
    placed: dict[int, int] = {}
    for side, lying in enumerate(position.melds):
        hidden = position.concealed_melds[side]
        mine = together if side == mover else {}
        order = sorted(
            range(len(lying)), key=lambda at: (some(lying[at]), at in hidden, at in mine, mine.get(at, ((), False)))
        )
        melds.append(tuple(some(lying[at]) for at in order))
        concealed.append(frozenset(new for new, at in enumerate(order) if at in hidden))
        if side == mover:
            placed = {at: new for new, at in enumerate(order)}
    return replace(
        position,
        hands=tuple(None if hand is None else some(hand) for hand in position.hands),
        melds=tuple(melds),
        concealed_melds=tuple(concealed),
        red_threes=tuple(map(some, position.red_threes)),
        penalised=tuple(map(some, position.penalised)),
        this_turn=replace(
            position.this_turn,
            laid=tuple(
                Laid(0, at, cards, new)
                for at, cards, new in sorted((placed[at], *entry) for at, entry in together.items())
            ),
        ),
    )
