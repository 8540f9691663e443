"""The way from the packed state of a game of ranks back to a :class:`Position`, and positions with suits folded."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from canasta_teach.cards import UNKNOWN, Card
from canasta_teach.game.core.ranks.state import (
    I_CONCEALED,
    I_DRAWN,
    I_FIRST,
    I_LAID,
    I_MUST_DRAW,
    I_PERMISSION,
    I_REDRAWN,
    I_TOOK,
    I_WENT_OUT,
    M_CONCEALED,
    M_JOKERS,
    M_NATURALS,
    M_ORDER,
    M_REDS,
    M_WILDS,
    P_BELOW,
    P_FROZEN,
    P_TOP,
    PERMISSIONS,
    PHASES,
    S_AT,
    S_BEFORE,
    S_HANDS,
    S_IDLE,
    S_INFO,
    S_MARKS,
    S_ORIGIN,
    S_PHASE,
    S_PILE,
    S_SIDES,
    S_STOCK,
    S_TABLE,
    S_TURN,
    Entry,
    Marks,
    Pile,
    State,
)
from canasta_teach.game.core.ranks.tables import (
    FACES,
    HIDDEN,
    KIND,
    RED_D,
    TOP,
    TWO,
    WILD_JOKER,
    Tables,
)
from canasta_teach.game.state import Laid, Position, Turn

# -- packing -----------------------------------------------------------------------------------------------------


class _Faces:
    """Concrete cards for kinds: each kind's faces of the deck in turn, lowest first, penalised ones set aside."""

    def __init__(self, tables: Tables, marks: Marks) -> None:
        rules = tables.rules
        self.left = [[c for c in faces for _ in range(rules.deck_count(c))] for faces in FACES]
        self.kept = [[] if not marks else [c for n, copies, _ in seat for c in [FACE[n]] * copies] for seat in marks]
        for some in self.kept:
            for card in some:
                self.left[KIND[card.number]].remove(card)

    def some(self, kind: int, count: int) -> list[Card]:
        if kind == HIDDEN:
            return [UNKNOWN] * count
        left = self.left[kind]
        taken, left[:count] = left[:count], []
        return taken


FACE: Final = tuple(next(c for faces in FACES for c in faces if c.number == number) for number in range(len(KIND)))
"""The card of each number."""


def unpack(tables: Tables, state: State) -> Position:
    """The state as a position; where suits are folded, each card shows the lowest face that is left."""
    if state[S_ORIGIN] is not None:
        return state[S_ORIGIN]
    faces = _Faces(tables, state[S_MARKS])
    info, seats, pile = state[S_INFO], range(len(state[S_HANDS])), state[S_PILE]
    hands = tuple(_unpack_hand(state, seat, faces) for seat in seats)
    melds = tuple(
        tuple(
            (
                *faces.some(kind, side[M_NATURALS] >> 5 * kind & 31),
                *faces.some(TWO, (side[M_WILDS] >> 5 * kind & 31) - (side[M_JOKERS] >> 5 * kind & 31)),
                *faces.some(WILD_JOKER, side[M_JOKERS] >> 5 * kind & 31),
            )
            for kind in side[M_ORDER]
        )
        for side in state[S_SIDES]
    )
    turn = state[S_TURN] % len(state[S_SIDES])
    laid = _unpack_laid(info[I_LAID], state[S_SIDES][turn][M_ORDER], melds[turn])
    red_threes = tuple(
        (*faces.some(RED_D, one[M_REDS][0]), *faces.some(RED_D + 1, one[M_REDS][1])) for one in state[S_SIDES]
    )
    mine = hands[state[S_TURN]] or ()
    return Position(
        rules=tables.rules,
        players=tables.players,
        scores=state[S_TABLE].scores,
        dealer=state[S_TABLE].dealer,
        turn=state[S_TURN],
        phase=PHASES[state[S_PHASE]],
        first_turn=info[I_FIRST],
        hands=hands,
        melds=melds,
        concealed_melds=tuple(
            frozenset(i for i, kind in enumerate(side[M_ORDER]) if side[M_CONCEALED] >> 5 * kind & 16)
            for side in state[S_SIDES]
        ),
        red_threes=red_threes,
        pile=tuple(c for kind in pile_kinds(pile) for c in faces.some(kind, 1)),
        stock=tuple(c for kind in state[S_STOCK][state[S_AT] :] for c in faces.some(kind, 1)),
        frozen=pile is not None and pile[P_FROZEN],
        laid_before=tuple(bool(state[S_BEFORE] >> seat & 1) for seat in seats),
        permission=PERMISSIONS[info[I_PERMISSION]],
        this_turn=Turn(
            drawn=_unpack_drawn(info[I_DRAWN], mine, *(entry.cards for entry in laid), red_threes[turn]),
            redrawn=info[I_REDRAWN],
            took_pile=info[I_TOOK],
            laid=laid,
            must_draw=info[I_MUST_DRAW],
        ),
        penalised=tuple(tuple(FACE[n] for n, _, count in seat for _ in range(count)) for seat in state[S_MARKS])
        or ((),) * len(seats),
        penalties=state[S_TABLE].penalties,
        minimum_raised=state[S_TABLE].minimum_raised,
        idle_turns=state[S_IDLE],
        went_out=None if info[I_WENT_OUT] < 0 else info[I_WENT_OUT],
        concealed=info[I_CONCEALED],
    )


def _unpack_hand(state: State, seat: int, faces: _Faces) -> tuple[Card, ...] | None:
    hand = state[S_HANDS][seat]
    if hand < 0:
        return None
    held: list[Card] = []
    known = 0
    kept = faces.kept[seat] if faces.kept else []
    for kind in range(RED_D + 2):
        count = hand >> 5 * kind & 31
        mine = [c for c in kept if KIND[c.number] == kind]
        held += mine + faces.some(kind, count - len(mine))
        known += count if kind < RED_D else 0
    return (*held, *[UNKNOWN] * ((hand >> TOP) - known))


def _unpack_laid(entries: Sequence[Entry], order: Sequence[int], melds: Sequence[Sequence[Card]]) -> tuple[Laid, ...]:
    """The layings of the turn, with cards of the melds that they are in."""
    left = [list(meld) for meld in melds]
    found = []
    for act, rank, naturals, jokers, twos, new in entries:
        meld = order.index(rank)
        wanted = {rank: naturals, TWO: twos, WILD_JOKER: jokers}
        cards: list[Card] = []
        # The cards laid last lie last.
        for card in reversed(tuple(left[meld])):
            kind = KIND[card.number]
            if wanted.get(kind, 0):
                wanted[kind] -= 1
                cards.append(card)
                left[meld].remove(card)
        found.append(Laid(act, meld, tuple(reversed(cards)), new))
    return tuple(found)


def _unpack_drawn(kinds: Sequence[int], *places: Sequence[Card]) -> tuple[Card, ...]:
    """The cards drawn, each out of the first place that has one of its kind: the hand, what was laid or tabled."""
    pool = [c for place in places for c in place]
    found = []
    for kind in kinds:
        card = next((c for c in pool if KIND[c.number] == kind), FACES[kind][0])
        if card in pool:
            pool.remove(card)
        found.append(card)
    return tuple(found)


def pile_kinds(pile: Pile | None) -> Iterable[int]:
    """The kinds of a pile, top first."""
    while pile is not None:
        yield pile[P_TOP]
        pile = pile[P_BELOW]


def fold(position: Position) -> Position:
    """The position with every card shown by the lowest face of its kind, hands and melds in order of rank.

    Two positions are the same state when they fold alike. Red threes keep their suits. How the layings of the turn
    were cut into acts is left aside.
    """

    def one(card: Card) -> Card:
        return card if KIND[card.number] in (RED_D, RED_D + 1) else FACES[KIND[card.number]][0]

    def some(cards: Iterable[Card]) -> tuple[Card, ...]:
        return tuple(sorted(map(one, cards)))

    # The melds of a side by rank: their old indices, in the new order.
    orders = [sorted(range(len(side)), key=lambda i: _meld_rank(side[i])) for side in position.melds]
    places = orders[position.side(position.turn)]
    turn = position.this_turn
    laid: dict[int, Laid] = {}
    for entry in turn.laid:
        meld = places.index(entry.meld)
        was = laid.get(meld, Laid(0, meld, (), entry.new))
        laid[meld] = Laid(0, meld, some(was.cards + entry.cards), was.new)
    return replace(
        position,
        hands=tuple(None if hand is None else some(hand) for hand in position.hands),
        melds=tuple(tuple(some(side[i]) for i in order) for side, order in zip(position.melds, orders, strict=True)),
        concealed_melds=tuple(
            frozenset(order.index(i) for i in some_melds)
            for some_melds, order in zip(position.concealed_melds, orders, strict=True)
        ),
        red_threes=tuple(map(some, position.red_threes)),
        pile=tuple(map(one, position.pile)),
        stock=None if position.stock is None else tuple(map(one, position.stock)),
        penalised=tuple(map(some, position.penalised)),
        this_turn=replace(turn, drawn=tuple(map(one, turn.drawn)), laid=tuple(laid[i] for i in sorted(laid))),
    )


def _meld_rank(meld: Sequence[Card]) -> int:
    return min(KIND[c.number] for c in meld)
