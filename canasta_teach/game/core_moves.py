"""The moves of a packed state, in normal form."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random
from typing import Final

from canasta_teach.game.core_first import (
    black_takes,
    first_layings,
    first_takes,
    onto,
    random_set,
    together,
    with_parts,
)
from canasta_teach.game.core_out import allowed, can_go_out, stuck, within_reach
from canasta_teach.game.core_state import DRAWING, GRANTED, OVER, REFUSED, UNASKED, WAITING, Side, State
from canasta_teach.game.core_tables import (
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
_ASK_RARELY: Final = 1 / 32


def free_moves(tables: Tables, hand: int, side: Side, permission: int) -> Sequence[CoreMove]:
    """Additions, new melds and discards of a side that may lay freely."""
    count = hand >> TOP
    held = ((hand & FIELDS) + _HELD) & HIGH
    laid, largest = _layings(tables, hand, side, held)
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
    return laid + _last_discard(tables, hand, side, permission)


def _layings(tables: Tables, hand: int, side: Side, held: int) -> tuple[Row, int]:
    """Additions and new melds, whatever they leave in the hand, and the most cards that one of them may take."""
    fields = hand & FIELDS
    laid = tables.adds[held & side[4]]
    wilds = hand >> WILDS & 1023
    more = 0
    if wilds:
        more = tables.wild_count[wilds]
        if side[5]:
            laid += tables.wild_adds[side[5] | tables.wild_kinds[wilds]]
        ready = (fields + tables.pairs) & RANKS_HIGH & ~side[3]
    else:
        ready = (fields + tables.whole) & RANKS_HIGH & ~side[3]
    largest = 1
    if ready:
        wilds <<= 5
        for shift, news in tables.ranks[ready]:
            naturals = hand >> shift & 31
            laid += news[naturals | wilds]
            if naturals + more > largest:  # noqa: PLR1730 - quicker than a call
                largest = naturals + more
    if side[6] or held & _BLACK_HIGH:
        rare = _rare_adds(tables, hand, side, hand >> TOP)
        if rare:
            laid += rare
            largest = hand >> TOP
    return laid, largest


def _random_free(tables: Tables, hand: int, side: Side, permission: int, rng: Random) -> CoreMove:
    """One of :func:`free_moves`, each as likely as the others: a choice that is not legal is made again."""
    count = hand >> TOP
    held = ((hand & FIELDS) + _HELD) & HIGH
    laid, _ = _layings(tables, hand, side, held)
    if permission != GRANTED and count > 1:
        discards = tables.discards[held]
    else:
        discards = _last_discard(tables, hand, side, permission)
    first, total = len(laid), len(laid) + len(discards)
    for _ in range(8 if total else 0):
        at = int(rng.random() * total)
        if at >= first:
            return discards[at - first]
        move = laid[at]
        if (not permission and move[2] + move[3] + move[4] < count - 1 and move[1] != BLACK) or allowed(
            tables, hand, side, move, permission
        ):
            return move
    some = free_moves(tables, hand, side, permission)
    return some[int(rng.random() * len(some))]


def _last_discard(tables: Tables, hand: int, side: Side, permission: int) -> Row:
    """The discard of the last card, which goes out; others do not stand open to one who was told to go out."""
    if hand >> TOP != 1 or permission == REFUSED or side.canastas < tables.need:
        return ()
    return tables.discards[((hand & FIELDS) + _HELD) & HIGH]


def _rare_adds(tables: Tables, hand: int, side: Side, count: int) -> Row:
    """What mends melds that lie beyond the limits, and layings of black threes."""
    row = tuple(tables.lay(k, least, 0, 0) for k, least in side.odd if hand >> 5 * k & 31 >= least)
    return row + _black_threes(tables, hand, side, count)


def _black_threes(tables: Tables, hand: int, side: Side, count: int) -> Row:
    """Black threes laid in an act that leaves at most one card, anew or onto black threes that lie."""
    blacks, wilds = hand >> 5 * BLACK & 31, hand >> WILDS & 1023
    if not blacks or not tables.black_laid or count - blacks - (wilds >> 5) - (wilds & 31) > 1:
        return ()
    if side.down >> 5 * BLACK & 16:
        row = tuple(move for move in onto(tables, side, BLACK, blacks, wilds) if move.naturals)
    else:
        row = tables.new(BLACK, blacks, wilds)
    return tuple([move for move in row if count - move.naturals - move.jokers - move.twos < 2])


# -- the phase of drawing ----------------------------------------------------------------------------------------


def takes(tables: Tables, state: State) -> Iterator[CoreMove]:
    """Every legal take of the pile."""
    pile, seat = state.pile, state.turn
    if pile is None or state.info.must_draw:
        return
    hand, side = state.hands[seat], state.sides[seat % tables.sides]
    if tables.free_pile:
        if may_take_free(tables, state):
            yield TAKEN
        return
    top = pile.kind
    if top > BLACK or (top == BLACK and tables.black_stops):
        return
    coming = (pile.total - UNIT[top]) & ~(1023 << REDS)
    due = 0 if side.order else state.table.due[seat % tables.sides]
    frozen = (pile.frozen and tables.freezes) or (tables.unmelded_frozen and not side.order)
    if top == BLACK:
        yield from black_takes(tables, hand, side, due, coming, frozen=frozen)
        return
    row = _simple_takes(tables, hand, side, top, frozen=frozen)
    if due:
        yield from first_takes(tables, hand, side, due, row, coming=coming)
        return
    for move in row:
        if allowed(tables, hand, side, move, UNASKED, coming=coming):
            yield move


def may_take_free(tables: Tables, state: State) -> bool:
    """Whether a pile that may be taken with no duty to meld is open to the player on turn."""
    if tables.idle_lap and state.idle >= tables.players:
        return False
    hand = state.hands[state.turn]
    cards = (hand >> TOP) + (hand >> REDS & 31) + (hand >> REDS + 5 & 31)
    return not (tables.one_card and state.pile is not None and state.pile.size == 1 and cards == 1)


def _simple_takes(tables: Tables, hand: int, side: Side, top: int, *, frozen: bool) -> Row:
    """The ways to use the top card, whatever they count and leave."""
    held = hand >> 5 * top & 31
    if not side.down >> 5 * top & 16:
        return tables.take(top, held, hand >> WILDS & 1023, frozen)
    n, w = side.naturals >> 5 * top & 31, side.wilds >> 5 * top & 31
    for naturals in range(2 if frozen else 0, held + 1):
        # More than a pair, or any at all, is needed only by a meld that lies beyond the limits.
        if tables.fits(top, n + 1 + naturals, w):
            return (tables.taking(top, naturals, 0, 0),)
    return ()


def may_draw(tables: Tables, state: State) -> bool:
    """Whether drawing is legal: with the stock exhausted it says "I cannot take", or "I will not"."""
    return state.at < len(state.stock) or not tables.forced or next(takes(tables, state), None) is None


# -- all moves ---------------------------------------------------------------------------------------------------


def each_move(tables: Tables, state: State) -> Iterator[CoreMove]:
    """Every move of the normal form, lazily, in a fixed order."""
    if state.phase == OVER:
        return
    if state.info.permission == WAITING:
        yield from ANSWERS
        return
    plain = _plain_moves(tables, state)
    if state.marks and state.marks[state.turn]:
        for move in plain:
            yield from variants(tables, state, move)
    else:
        yield from plain


def _plain_moves(tables: Tables, state: State) -> Iterator[CoreMove]:
    seat = state.turn
    hand, side = state.hands[seat], state.sides[seat % tables.sides]
    permission = state.info.permission
    if state.phase == DRAWING:
        if may_draw(tables, state):
            yield DRAWN
        yield from takes(tables, state)
    else:
        due = 0 if side.order else state.table.due[seat % tables.sides]
        if due:
            yield from first_layings(tables, hand, side, due, permission)
            yield from due_discards(tables, hand, side, permission)
        else:
            yield from free_moves(tables, hand, side, permission)
        if may_ask(tables, state):
            yield ASKED
    if hand >> REDS & 1023 and tables.honour:
        yield from (CoreMove(TABLE, k, cost=UNIT[k]) for k in (RED_D, RED_D + 1) if hand >> 5 * k & 31)


def due_discards(tables: Tables, hand: int, side: Side, permission: int) -> Row:
    """The discards of a side whose first laying is still due."""
    if permission != GRANTED and hand >> TOP > 1:
        return tables.discards[((hand & FIELDS) + _HELD) & HIGH]
    return _last_discard(tables, hand, side, permission)


def may_ask(tables: Tables, state: State) -> bool:
    """Whether the player may ask the partner: in time, with two cards at least, and able to go out."""
    _, seat, hands, sides, _, _, _, _, info, table, _, _, _ = state
    if not tables.permission or info[5] != UNASKED:
        return False
    laid = info[4]
    if laid:
        if not info[0]:
            return False
        # The laying of the act that took the pile bars no question; a free pile is taken in act 0, which lays nothing.
        taken = 0 if tables.free_pile else min([entry[0] for entry in laid])
        if any(entry[0] != taken for entry in laid):
            return False
    mine = seat % len(sides)
    hand, side = hands[seat], sides[mine]
    if stuck(tables, hand, side[3]) or (hand >> TOP) + (hand >> REDS & 31) + (hand >> REDS + 5 & 31) < 2:
        return False
    if not within_reach(tables, hand, side):
        return False
    return can_go_out(tables, hand, (side.naturals, side.wilds, side.canastas), 0 if side[3] else table[1][mine])


# -- penalised cards ---------------------------------------------------------------------------------------------


def variants(tables: Tables, state: State, move: CoreMove) -> Iterator[CoreMove]:
    """The ways to do a move with penalised cards or with others of the same kind.

    A discard must be a penalised card while one is left (``penalty.penalised-cards``).
    """
    seat = state.turn
    marked = state.marks[seat]
    hand = state.hands[seat]
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
        marks = tuple(one for some in chosen for one in some)
        yield move._replace(marks=marks) if marks else move


# -- at random ---------------------------------------------------------------------------------------------------


def random_move(tables: Tables, state: State, rng: Random) -> CoreMove:
    """A legal move by chance, in small time; every state that has a move gives one.

    Questions to the partner are rare, and of first layings one try is made.

    Raises:
        ValueError: when the deal is over.
    """
    phase, seat, hands, sides, pile, stock, at, _, info, table, _, marks, _ = state
    if phase == OVER:
        raise ValueError("the deal is over: no move is left")
    permission = info[5]
    if permission == WAITING:
        return ANSWERS[rng.random() < 0.5]
    hand = hands[seat]
    mine = seat % len(sides)
    side = sides[mine]
    if tables.honour and hand >> REDS & 1023 and (hand >> TOP < 2 or rng.random() < 0.5):
        red = RED_D if hand >> REDS & 31 else RED_D + 1
        return CoreMove(TABLE, red, cost=UNIT[red])
    chance = rng.random()
    if phase == DRAWING:
        if at < len(stock) and (chance < 0.5 or pile is None or (pile[0] >= TWO and not tables.free_pile)):
            move = DRAWN
        else:
            move = _random_start(tables, state, rng, hand, side)
    elif chance < _ASK_RARELY and may_ask(tables, state):
        return ASKED
    elif side[3] or not table[1][mine]:
        move = _random_free(tables, hand, side, permission, rng)
    else:
        move = _random_opening(tables, hand, side, table[1][mine], permission, rng=rng)
    if marks and marks[seat]:
        some = list(variants(tables, state, move)) or list(each_move(tables, state))
        move = some[int(rng.random() * len(some))]
    return move


def _random_opening(tables: Tables, hand: int, side: Side, due: int, permission: int, *, rng: Random) -> CoreMove:
    ready = ((hand & FIELDS) + (tables.pairs if hand >> WILDS & 1023 else tables.whole)) & RANKS_HIGH
    if ready and rng.random() < 0.5:
        parts = random_set(tables, hand, due, rng)
        if parts:
            move = together(parts)
            if allowed(tables, hand, side, move, permission):
                return move
    discards = due_discards(tables, hand, side, permission)
    if discards:
        return discards[int(rng.random() * len(discards))]
    return next(first_layings(tables, hand, side, due, permission))


def _random_start(tables: Tables, state: State, rng: Random, hand: int, side: Side) -> CoreMove:
    """The beginning of a turn, the pile preferred."""
    pile = state.pile
    if pile is not None and not state.info.must_draw:
        if tables.free_pile:
            if may_take_free(tables, state):
                return TAKEN
        elif pile.kind < BLACK:
            taken = _random_take(tables, state, rng, hand, side)
            if taken is not None:
                return taken
    if state.at < len(state.stock) or (not tables.forced and rng.random() < 0.5):
        return DRAWN
    return next(takes(tables, state), DRAWN)


def _random_take(tables: Tables, state: State, rng: Random, hand: int, side: Side) -> CoreMove | None:
    pile = state.pile
    if pile is None:
        return None
    top = pile.kind
    frozen = (pile.frozen and tables.freezes) or (tables.unmelded_frozen and not side.order)
    if frozen and hand >> 5 * top & 31 < 2:
        return None
    row = _simple_takes(tables, hand, side, top, frozen=frozen)
    if not row:
        return None
    move = row[int(rng.random() * len(row))]
    due = 0 if side.order else state.table.due[state.turn % tables.sides]
    if move.points < due:
        parts = random_set(tables, hand - move.cost, due, rng, points=move.points, skip=top)
        if parts is None:
            return None
        move = with_parts(move, parts)
    coming = (pile.total - UNIT[top]) & ~(1023 << REDS)
    return move if allowed(tables, hand, side, move, UNASKED, coming=coming) else None
