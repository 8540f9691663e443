"""The way from a :class:`Position` to the packed state of a game of ranks."""

from __future__ import annotations

from collections.abc import Iterable

from canasta_teach.cards import UNKNOWN, Card
from canasta_teach.errors import InvalidPosition
from canasta_teach.game.core.ranks.state import (
    M_CANASTAS,
    M_DOWN,
    M_NATURAL_OPEN,
    M_NATURALS,
    M_ODD,
    M_ORDER,
    M_WILD_OPEN,
    M_WILDS,
    P_SIZE,
    P_TOTAL,
    PERMISSIONS,
    PHASES,
    Entry,
    Info,
    Marks,
    Pile,
    Side,
    State,
    Table,
    changed,
)
from canasta_teach.game.core.ranks.tables import (
    BLACK,
    KIND,
    RED_D,
    TWO,
    UNIT,
    WILD_JOKER,
    Tables,
)
from canasta_teach.game.melds import read
from canasta_teach.game.state import Laid, Position

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
        total = UNIT[kind] + (pile[P_TOTAL] if pile else 0)
        pile = (kind, pile, total, position.frozen, 1 + (pile[P_SIZE] if pile else 0))
    seat, turn = position.turn, position.this_turn
    order = sides[position.side(seat)][M_ORDER]
    laid = tuple(_entry(entry, order) for entry in turn.laid)
    fresh = 0
    for entry in laid:
        fresh |= 16 << 5 * entry[1] if entry[5] else 0
    pure = all(fresh >> 5 * entry[1] & 16 for entry in laid)
    stock = (UNKNOWN,) if position.stock is None else position.stock
    info: Info = (
        turn.took_pile,
        turn.must_draw,
        turn.redrawn,
        tuple(KIND[c.number] for c in turn.drawn),
        laid,
        PERMISSIONS.index(position.permission),
        fresh,
        pure,
        position.first_turn,
        -1 if position.went_out is None else position.went_out,
        position.concealed,
    )
    table = Table(
        position.scores,
        tuple(tables.due(position, side) for side in range(position.sides)),
        position.dealer,
        position.penalties,
        position.minimum_raised,
    )
    return (
        PHASES.index(position.phase),
        seat,
        tuple(-1 if hand is None else packed(hand) for hand in position.hands),
        sides,
        pile,
        tuple(KIND[c.number] for c in stock),
        0,
        sum(1 << i for i, laid_before in enumerate(position.laid_before) if laid_before),
        info,
        table,
        position.idle_turns,
        _marks(position),
        position,
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
    concealed = sum(16 << 5 * order[index] for index in position.concealed_melds[side])
    reds = _reds(position.red_threes[side])
    made: Side = (naturals, wilds, jokers, 0, 0, 0, (), 0, tuple(order), concealed, reds)
    for kind in order:
        made = opened(tables, made, kind)
    return made


def _reds(some: Iterable[Card]) -> tuple[int, int]:
    kinds = [KIND[c.number] for c in some]
    return kinds.count(RED_D), len(kinds) - kinds.count(RED_D)


def opened(tables: Tables, side: Side, kind: int) -> Side:
    """The side with what its meld of this kind takes worked out anew, from its packed numbers."""
    n, w = side[M_NATURALS] >> 5 * kind & 31, side[M_WILDS] >> 5 * kind & 31
    bit = 16 << 5 * kind
    was = side[M_DOWN] & bit
    canastas = side[M_CANASTAS]
    if not was and n + w >= tables.canasta_size:
        canastas += 1
    odd = tuple(one for one in side[M_ODD] if one[0] != kind)
    natural_open = side[M_NATURAL_OPEN] & ~bit
    if kind != BLACK:
        if tables.fits(kind, n + 1, w):
            natural_open |= bit
        else:
            more = next((k for k in range(2, 17) if tables.fits(kind, n + k, w)), 0)
            odd = (*odd, (kind, more)) if more else odd
    wild_open = side[M_WILD_OPEN] | bit if tables.fits(kind, n, w + 1) else side[M_WILD_OPEN] & ~bit
    return changed(
        side,
        {
            M_DOWN: side[M_DOWN] | bit,
            M_NATURAL_OPEN: natural_open,
            M_WILD_OPEN: wild_open,
            M_ODD: odd,
            M_CANASTAS: canastas,
        },
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
