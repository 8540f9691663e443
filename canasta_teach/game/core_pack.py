"""The way from a :class:`Position` to the packed state of a game of ranks, and back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from canasta_teach.cards import UNKNOWN, Card
from canasta_teach.errors import InvalidPosition
from canasta_teach.game.core_state import PERMISSIONS, PHASES, Entry, Info, Marks, Pile, Side, State, Table
from canasta_teach.game.core_tables import (
    BLACK,
    FACES,
    HIDDEN,
    KIND,
    RED_D,
    TOP,
    TWO,
    UNIT,
    WILD_JOKER,
    Tables,
)
from canasta_teach.game.melds import read
from canasta_teach.game.state import Laid, Position, Turn

# -- packing -----------------------------------------------------------------------------------------------------


def pack(tables: Tables, position: Position, *, partial: bool) -> State:
    """The position, packed.

    Args:
        tables: the rule set in force.
        position: what to pack.
        partial: cards other than those of the player on turn may be unknown, which is enough to list moves.

    Raises:
        InvalidPosition: when cards that matter are unknown, or a red three lies in a meld.
    """
    _known(position, partial=partial)
    sides = tuple(_pack_side(tables, position, side) for side in range(position.sides))
    pile: Pile | None = None
    for card in reversed(position.pile):
        kind = KIND[card.number]
        total = UNIT[kind] + (pile.total if pile else 0)
        pile = Pile(kind, pile, total, position.frozen, 1 + (pile.size if pile else 0))
    seat, turn = position.turn, position.this_turn
    order = sides[position.side(seat)].order
    laid = tuple(_entry(entry, order) for entry in turn.laid)
    fresh = 0
    for entry in laid:
        fresh |= 16 << 5 * entry[1] if entry[5] else 0
    pure = all(fresh >> 5 * entry[1] & 16 for entry in laid)
    stock = (UNKNOWN,) if position.stock is None else position.stock
    return State(
        phase=PHASES.index(position.phase),
        turn=seat,
        hands=tuple(-1 if hand is None else packed(hand) for hand in position.hands),
        sides=sides,
        pile=pile,
        stock=tuple(KIND[c.number] for c in stock),
        at=0,
        before=sum(1 << i for i, laid_before in enumerate(position.laid_before) if laid_before),
        info=Info(
            took=turn.took_pile,
            must_draw=turn.must_draw,
            redrawn=turn.redrawn,
            drawn=tuple(KIND[c.number] for c in turn.drawn),
            laid=laid,
            permission=PERMISSIONS.index(position.permission),
            fresh=fresh,
            pure=pure,
            first=position.first_turn,
            went_out=-1 if position.went_out is None else position.went_out,
            concealed=position.concealed,
        ),
        table=Table(
            position.scores,
            tuple(tables.due(position, side) for side in range(position.sides)),
            position.dealer,
            position.penalties,
            position.minimum_raised,
        ),
        idle=position.idle_turns,
        marks=_marks(position),
        origin=position,
    )


def packed(some: Iterable[Card]) -> int:
    """Cards as one integer."""
    return sum(UNIT[KIND[c.number]] for c in some)


def _known(position: Position, *, partial: bool) -> None:
    seat = position.turn
    for at, hand in enumerate(position.hands):
        mine = at == seat and position.phase != "over" and position.permission != "asked"
        if (mine or not partial) and (hand is None or UNKNOWN in hand):
            where = f"hands[{at}]" if hand is None else f"hands[{at}][{hand.index(UNKNOWN)}]"
            raise InvalidPosition(where, "this card must be known to say which acts are legal: name it")
    if partial:
        return
    if position.stock is None or UNKNOWN in position.stock:
        raise InvalidPosition("stock", "every card of the stock must be known to play on: name them, top first")
    if UNKNOWN in position.pile:
        raise InvalidPosition(f"pile[{position.pile.index(UNKNOWN)}]", "this card must be known to play on: name it")


def _pack_side(tables: Tables, position: Position, side: int) -> Side:
    naturals = wilds = jokers = 0
    order: list[int] = []
    for index, meld in enumerate(position.melds[side]):
        if any(c.is_red_three for c in meld):
            raise InvalidPosition(f"melds[{side}][{index}]", "a red three is never part of a meld")
        shape = read(meld, position.rules)
        kind = KIND[shape.naturals[0].number]
        order.append(kind)
        naturals += len(shape.naturals) << 5 * kind
        wilds += len(shape.wilds) << 5 * kind
        jokers += sum(KIND[c.number] == WILD_JOKER for c in shape.wilds) << 5 * kind
    made = Side(
        naturals,
        wilds,
        jokers,
        order=tuple(order),
        concealed=sum(16 << 5 * order[index] for index in position.concealed_melds[side]),
        reds=_reds(position.red_threes[side]),
    )
    for kind in order:
        made = opened(tables, made, kind)
    return made


def _reds(some: Iterable[Card]) -> tuple[int, int]:
    kinds = [KIND[c.number] for c in some]
    return kinds.count(RED_D), len(kinds) - kinds.count(RED_D)


def opened(tables: Tables, side: Side, kind: int) -> Side:
    """The side with what its meld of this kind takes worked out anew, from its packed numbers."""
    n, w = side.naturals >> 5 * kind & 31, side.wilds >> 5 * kind & 31
    bit = 16 << 5 * kind
    was = side.down & bit
    canastas = side.canastas
    if not was and n + w >= tables.canasta_size:
        canastas += 1
    odd = tuple(one for one in side.odd if one[0] != kind)
    natural_open = side.natural_open & ~bit
    if kind != BLACK:
        if tables.fits(kind, n + 1, w):
            natural_open |= bit
        else:
            more = next((k for k in range(2, 17) if tables.fits(kind, n + k, w)), 0)
            odd = (*odd, (kind, more)) if more else odd
    wild_open = side.wild_open | bit if tables.fits(kind, n, w + 1) else side.wild_open & ~bit
    return side._replace(
        down=side.down | bit, natural_open=natural_open, wild_open=wild_open, odd=odd, canastas=canastas
    )


def _entry(laid: Laid, order: tuple[int, ...]) -> Entry:
    kinds = [KIND[c.number] for c in laid.cards]
    jokers, twos = kinds.count(WILD_JOKER), kinds.count(TWO)
    return laid.act, order[laid.meld], len(kinds) - jokers - twos, jokers, twos, laid.new


def _marks(position: Position) -> Marks:
    if not any(position.penalised):
        return ()
    return tuple(
        tuple(
            (card.number, max(hand.count(card), some.count(card)) if hand else some.count(card), some.count(card))
            for card in sorted(set(some))
        )
        for some, hand in zip(position.penalised, position.hands, strict=True)
    )


# -- unpacking ---------------------------------------------------------------------------------------------------


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
    if state.origin is not None:
        return state.origin
    faces = _Faces(tables, state.marks)
    info, seats = state.info, range(len(state.hands))
    hands = tuple(_unpack_hand(state, seat, faces) for seat in seats)
    melds = tuple(
        tuple(
            (
                *faces.some(kind, side.naturals >> 5 * kind & 31),
                *faces.some(TWO, (side.wilds >> 5 * kind & 31) - (side.jokers >> 5 * kind & 31)),
                *faces.some(WILD_JOKER, side.jokers >> 5 * kind & 31),
            )
            for kind in side.order
        )
        for side in state.sides
    )
    side = state.turn % len(state.sides)
    laid = _unpack_laid(info.laid, state.sides[side].order, melds[side])
    red_threes = tuple((*faces.some(RED_D, one.reds[0]), *faces.some(RED_D + 1, one.reds[1])) for one in state.sides)
    mine = hands[state.turn] or ()
    return Position(
        rules=tables.rules,
        players=tables.players,
        scores=state.table.scores,
        dealer=state.table.dealer,
        turn=state.turn,
        phase=PHASES[state.phase],
        first_turn=info.first,
        hands=hands,
        melds=melds,
        concealed_melds=tuple(
            frozenset(i for i, kind in enumerate(side.order) if side.concealed >> 5 * kind & 16) for side in state.sides
        ),
        red_threes=red_threes,
        pile=tuple(c for kind in pile_kinds(state.pile) for c in faces.some(kind, 1)),
        stock=tuple(c for kind in state.stock[state.at :] for c in faces.some(kind, 1)),
        frozen=state.pile is not None and state.pile.frozen,
        laid_before=tuple(bool(state.before >> seat & 1) for seat in seats),
        permission=PERMISSIONS[info.permission],
        this_turn=Turn(
            drawn=_unpack_drawn(info.drawn, mine, *(entry.cards for entry in laid), red_threes[side]),
            redrawn=info.redrawn,
            took_pile=info.took,
            laid=laid,
            must_draw=info.must_draw,
        ),
        penalised=tuple(tuple(FACE[n] for n, _, count in seat for _ in range(count)) for seat in state.marks)
        or ((),) * len(seats),
        penalties=state.table.penalties,
        minimum_raised=state.table.minimum_raised,
        idle_turns=state.idle,
        went_out=None if info.went_out < 0 else info.went_out,
        concealed=info.concealed,
    )


def _unpack_hand(state: State, seat: int, faces: _Faces) -> tuple[Card, ...] | None:
    hand = state.hands[seat]
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
        yield pile.kind
        pile = pile.rest


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
