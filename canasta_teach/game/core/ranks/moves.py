"""The moves of a packed state, in normal form."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final

from canasta_teach.game.core.ranks.first import (
    black_takes,
    first_layings,
    first_takes,
    onto,
)
from canasta_teach.game.core.ranks.out import allowed, can_go_out, stuck, within_reach
from canasta_teach.game.core.ranks.state import (
    DRAWING,
    GRANTED,
    I_LAID,
    I_MUST_DRAW,
    I_PERMISSION,
    I_TOOK,
    M_CANASTAS,
    M_DOWN,
    M_NATURAL_OPEN,
    M_NATURALS,
    M_ODD,
    M_ORDER,
    M_WILD_OPEN,
    M_WILDS,
    OVER,
    P_FROZEN,
    P_SIZE,
    P_TOP,
    P_TOTAL,
    REFUSED,
    S_AT,
    S_HANDS,
    S_IDLE,
    S_INFO,
    S_MARKS,
    S_PHASE,
    S_PILE,
    S_SIDES,
    S_STOCK,
    S_TABLE,
    S_TURN,
    UNASKED,
    WAITING,
    Side,
    State,
)
from canasta_teach.game.core.ranks.tables import (
    ANSWERS,
    ASKED,
    BLACK,
    DISCARD,
    DRAWN,
    FIELDS,
    HIGH,
    KIND,
    LAYS,
    ONES,
    RANKS_HIGH,
    RED_D,
    REDS,
    TABLE,
    TAKEN,
    TOP,
    TWO,
    UNIT,
    WILD_JOKER,
    WILDS,
    CoreMove,
    Row,
    Tables,
)

_HELD: Final = 15 * ONES
_BLACK_HIGH: Final = 16 << 5 * BLACK


def free_moves(tables: Tables, hand: int, side: Side, permission: int) -> Sequence[CoreMove]:
    """Additions, new melds and discards of a side that may lay freely."""
    count = hand >> TOP
    held = ((hand & FIELDS) + _HELD) & HIGH
    laid, largest = layings(tables, hand, side, held)
    if permission:
        laid = tuple([move for move in laid if allowed(tables, hand, side, move, permission)])
    elif count - largest < 2:
        most = count - 2
        laid = tuple(
            [
                move
                for move in laid
                if (move[2] + move[3] + move[4] <= most and move[1] != BLACK)
                or allowed(tables, hand, side, move, UNASKED)
            ]
        )
    if permission != GRANTED and count > 1:
        return laid + tables.discards[held]
    return laid + last_discard(tables, hand, side, permission)


def layings(tables: Tables, hand: int, side: Side, held: int) -> tuple[Row, int]:
    """Additions and new melds, whatever they leave in the hand, and the most cards that one of them may take."""
    fields = hand & FIELDS
    laid = tables.adds[held & side[M_NATURAL_OPEN]]
    wilds = hand >> WILDS & 1023
    more = 0
    if wilds:
        more = tables.wild_count[wilds]
        if side[M_WILD_OPEN]:
            laid += tables.wild_adds[side[M_WILD_OPEN] | tables.wild_kinds[wilds]]
        ready = (fields + tables.pairs) & RANKS_HIGH & ~side[M_DOWN]
    else:
        ready = (fields + tables.whole) & RANKS_HIGH & ~side[M_DOWN]
    largest = 1
    if ready:
        wilds <<= 5
        for shift, news in tables.ranks[ready]:
            naturals = hand >> shift & 31
            laid += news[naturals | wilds]
            if naturals + more > largest:  # noqa: PLR1730 - quicker than a call
                largest = naturals + more
    if side[M_ODD] or held & _BLACK_HIGH:
        rare = _rare_adds(tables, hand, side, hand >> TOP)
        if rare:
            laid += rare
            largest = hand >> TOP
    return laid, largest


def last_discard(tables: Tables, hand: int, side: Side, permission: int) -> Row:
    """The discard of the last card, which goes out; others do not stand open to one who was told to go out."""
    if hand >> TOP != 1 or permission == REFUSED or side[M_CANASTAS] < tables.need:
        return ()
    return tables.discards[((hand & FIELDS) + _HELD) & HIGH]


def _rare_adds(tables: Tables, hand: int, side: Side, count: int) -> Row:
    """What mends melds that lie beyond the limits, and layings of black threes."""
    row = tuple(tables.lay(k, least, 0, 0) for k, least in side[M_ODD] if hand >> 5 * k & 31 >= least)
    return row + _black_threes(tables, hand, side, count)


def _black_threes(tables: Tables, hand: int, side: Side, count: int) -> Row:
    """Black threes laid in an act that leaves at most one card, anew or onto black threes that lie."""
    blacks, wilds = hand >> 5 * BLACK & 31, hand >> WILDS & 1023
    if not blacks or not tables.black_laid or count - blacks - (wilds >> 5) - (wilds & 31) > 1:
        return ()
    if side[M_DOWN] >> 5 * BLACK & 16:
        row = tuple(move for move in onto(tables, side, BLACK, blacks, wilds) if move.naturals)
    else:
        row = tables.new(BLACK, blacks, wilds)
    return tuple([move for move in row if count - move.naturals - move.jokers - move.twos < 2])


# -- the phase of drawing ----------------------------------------------------------------------------------------


def takes(tables: Tables, state: State) -> Iterator[CoreMove]:
    """Every legal take of the pile."""
    pile, seat = state[S_PILE], state[S_TURN]
    if pile is None or state[S_INFO][I_MUST_DRAW]:
        return
    hand, side = state[S_HANDS][seat], state[S_SIDES][seat % tables.sides]
    if tables.free_pile:
        if may_take_free(tables, state):
            yield TAKEN
        return
    top = pile[P_TOP]
    if top > BLACK or (top == BLACK and tables.black_stops):
        return
    coming = (pile[P_TOTAL] - UNIT[top]) & ~(1023 << REDS)
    due = 0 if side[M_ORDER] else state[S_TABLE].due[seat % tables.sides]
    frozen = (pile[P_FROZEN] and tables.freezes) or (tables.unmelded_frozen and not side[M_ORDER])
    if top == BLACK:
        yield from black_takes(tables, hand, side, due, coming, frozen=frozen)
        return
    row = simple_takes(tables, hand, side, top, frozen=frozen)
    if due:
        yield from first_takes(tables, hand, side, due, row, coming=coming)
        return
    for move in row:
        if allowed(tables, hand, side, move, UNASKED, coming=coming):
            yield move


def may_take_free(tables: Tables, state: State) -> bool:
    """Whether a pile that may be taken with no duty to meld is open to the player on turn."""
    if tables.idle_lap and state[S_IDLE] >= tables.players:
        return False
    hand = state[S_HANDS][state[S_TURN]]
    cards = (hand >> TOP) + (hand >> REDS & 31) + (hand >> REDS + 5 & 31)
    return not (tables.one_card and state[S_PILE] is not None and state[S_PILE][P_SIZE] == 1 and cards == 1)


def simple_takes(tables: Tables, hand: int, side: Side, top: int, *, frozen: bool) -> Row:
    """The ways to use the top card, whatever they count and leave."""
    held = hand >> 5 * top & 31
    if not side[M_DOWN] >> 5 * top & 16:
        return tables.take(top, held, hand >> WILDS & 1023, frozen)
    n, w = side[M_NATURALS] >> 5 * top & 31, side[M_WILDS] >> 5 * top & 31
    for naturals in range(2 if frozen else 0, held + 1):
        # More than a pair, or any at all, is needed only by a meld that lies beyond the limits.
        if tables.fits(top, n + 1 + naturals, w):
            return (tables.taking(top, naturals, 0, 0),)
    return ()


def may_draw(tables: Tables, state: State) -> bool:
    """Whether drawing is legal: with the stock exhausted it says "I cannot take", or "I will not"."""
    return state[S_AT] < len(state[S_STOCK]) or not tables.forced or next(takes(tables, state), None) is None


# -- all moves ---------------------------------------------------------------------------------------------------


def each_move(tables: Tables, state: State) -> Iterator[CoreMove]:
    """Every move of the normal form, lazily, in a fixed order."""
    if state[S_PHASE] == OVER:
        return
    if state[S_INFO][I_PERMISSION] == WAITING:
        yield from ANSWERS
        return
    plain = _plain_moves(tables, state)
    if state[S_MARKS] and state[S_MARKS][state[S_TURN]]:
        for move in plain:
            yield from variants(tables, state, move)
    else:
        yield from plain


def _plain_moves(tables: Tables, state: State) -> Iterator[CoreMove]:
    seat = state[S_TURN]
    hand, side = state[S_HANDS][seat], state[S_SIDES][seat % tables.sides]
    permission = state[S_INFO][I_PERMISSION]
    if state[S_PHASE] == DRAWING:
        if may_draw(tables, state):
            yield DRAWN
        yield from takes(tables, state)
    else:
        due = 0 if side[M_ORDER] else state[S_TABLE].due[seat % tables.sides]
        if due:
            yield from first_layings(tables, hand, side, due, permission)
            yield from due_discards(tables, hand, side, permission)
        else:
            yield from free_moves(tables, hand, side, permission)
        if may_ask(tables, state):
            yield ASKED
    # Told to go out, a player may not table: another card would come.
    bars = permission == GRANTED and state[S_AT] < len(state[S_STOCK])
    if hand >> REDS & 1023 and tables.honour and not bars:
        yield from (CoreMove(TABLE, k, cost=UNIT[k]) for k in (RED_D, RED_D + 1) if hand >> 5 * k & 31)


def due_discards(tables: Tables, hand: int, side: Side, permission: int) -> Row:
    """The discards of a side whose first laying is still due."""
    if permission != GRANTED and hand >> TOP > 1:
        return tables.discards[((hand & FIELDS) + _HELD) & HIGH]
    return last_discard(tables, hand, side, permission)


def may_ask(tables: Tables, state: State) -> bool:
    """Whether the player may ask the partner: in time, with two cards at least, and able to go out."""
    _, seat, hands, sides, _, _, _, _, info, table, _, _, _ = state
    if not tables.permission or info[I_PERMISSION] != UNASKED:
        return False
    laid = info[I_LAID]
    if laid:
        if not info[I_TOOK]:
            return False
        # The laying of the act that took the pile bars no question; a free pile is taken in act 0, which lays nothing.
        taken = 0 if tables.free_pile else min([entry[0] for entry in laid])
        if any(entry[0] != taken for entry in laid):
            return False
    mine = seat % len(sides)
    hand, side = hands[seat], sides[mine]
    if stuck(tables, hand, side[M_DOWN]) or (hand >> TOP) + (hand >> REDS & 31) + (hand >> REDS + 5 & 31) < 2:
        return False
    if not within_reach(tables, hand, side):
        return False
    return can_go_out(
        tables, hand, (side[M_NATURALS], side[M_WILDS], side[M_CANASTAS]), 0 if side[M_DOWN] else table.due[mine]
    )


# -- penalised cards ---------------------------------------------------------------------------------------------


def variants(tables: Tables, state: State, move: CoreMove) -> Iterator[CoreMove]:
    """The ways to do a move with penalised cards or with others of the same kind.

    A discard must be a penalised card while one is left (``penalty.penalised-cards``).
    """
    seat = state[S_TURN]
    marked = state[S_MARKS][seat]
    hand = state[S_HANDS][seat]
    if move.kind == DISCARD:
        yield from (move._replace(marks=((n, 1),)) for n, _, _ in marked if KIND[n] == move.rank)
        return
    wanted: dict[int, int] = {}
    for one in move.parts if move.kind == LAYS else (move, *move.parts):
        for kind, count in ((one.rank, one.naturals), (WILD_JOKER, one.jokers), (TWO, one.twos)):
            if count:
                wanted[kind] = wanted.get(kind, 0) + count
    choices: list[list[tuple[tuple[int, int], ...]]] = []
    for kind, count in sorted(wanted.items()):
        faces = [(n, copies) for n, copies, _ in marked if KIND[n] == kind]
        plain = (hand >> 5 * kind & 31) - sum(copies for _, copies in faces)
        some = [
            tuple((n, used) for (n, _), used in zip(faces, uses, strict=True) if used)
            for uses in product(*(range(copies + 1) for _, copies in faces))
            if 0 <= count - sum(uses) <= plain
        ]
        choices.append(some)
    for chosen in product(*choices):
        marks = tuple(sorted(one for some in chosen for one in some))
        yield move._replace(marks=marks) if marks else move
