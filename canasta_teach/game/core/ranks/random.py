"""A legal move by chance, in small time: nothing is listed that need not be."""

from __future__ import annotations

from random import Random
from typing import Final

from canasta_teach.game.core.ranks.first import (
    first_layings,
    random_set,
    together,
    with_parts,
)
from canasta_teach.game.core.ranks.moves import (
    due_discards,
    each_move,
    free_moves,
    layings,
    may_ask,
    may_take_free,
    simple_takes,
    takes,
    variants,
)
from canasta_teach.game.core.ranks.out import allowed
from canasta_teach.game.core.ranks.state import (
    DRAWING,
    GRANTED,
    I_MUST_DRAW,
    I_PERMISSION,
    M_DOWN,
    M_ORDER,
    OVER,
    P_FROZEN,
    P_TOP,
    P_TOTAL,
    S_AT,
    S_INFO,
    S_PILE,
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
    DRAWN,
    FIELDS,
    HIGH,
    ONES,
    RANKS_HIGH,
    RED_D,
    REDS,
    TABLE,
    TAKEN,
    TOP,
    TWO,
    UNIT,
    WILDS,
    CoreMove,
    Tables,
)

_HELD: Final = 15 * ONES
_ASK_RARELY: Final = 1 / 32


def random_move(tables: Tables, state: State, rng: Random) -> CoreMove:
    """A legal move by chance, in small time; every state that has a move gives one.

    Questions to the partner are rare, and of first layings one try is made.

    Raises:
        ValueError: when the deal is over.
    """
    phase, seat, hands, sides, pile, stock, at, _, info, table, _, marks, _ = state
    if phase == OVER:
        raise ValueError("the deal is over: no move is left")
    permission = info[I_PERMISSION]
    if permission == WAITING:
        return ANSWERS[rng.random() < 0.5]
    hand = hands[seat]
    mine = seat % len(sides)
    side = sides[mine]
    # One who was told to go out does so first: a card that came for a red three could bar the way.
    if tables.honour and hand >> REDS & 1023 and permission != GRANTED and (hand >> TOP < 2 or rng.random() < 0.5):
        red = RED_D if hand >> REDS & 31 else RED_D + 1
        return CoreMove(TABLE, red, cost=UNIT[red])
    chance = rng.random()
    if phase == DRAWING:
        if at < len(stock) and (chance < 0.5 or pile is None or (pile[P_TOP] >= TWO and not tables.free_pile)):
            move = DRAWN
        else:
            move = _random_start(tables, state, rng, hand, side)
    elif chance < _ASK_RARELY and may_ask(tables, state):
        return ASKED
    elif side[M_DOWN] or not table.due[mine]:
        move = _random_free(tables, hand, side, permission, rng)
    else:
        move = _random_opening(tables, hand, side, table.due[mine], permission, rng=rng)
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
    pile = state[S_PILE]
    if pile is not None and not state[S_INFO][I_MUST_DRAW]:
        if tables.free_pile:
            if may_take_free(tables, state):
                return TAKEN
        elif pile[P_TOP] < BLACK:
            taken = _random_take(tables, state, rng, hand, side)
            if taken is not None:
                return taken
    if state[S_AT] < len(state[S_STOCK]) or (not tables.forced and rng.random() < 0.5):
        return DRAWN
    return next(takes(tables, state), DRAWN)


def _random_take(tables: Tables, state: State, rng: Random, hand: int, side: Side) -> CoreMove | None:
    pile = state[S_PILE]
    if pile is None:
        return None
    top = pile[P_TOP]
    frozen = (pile[P_FROZEN] and tables.freezes) or (tables.unmelded_frozen and not side[M_ORDER])
    if frozen and hand >> 5 * top & 31 < 2:
        return None
    row = simple_takes(tables, hand, side, top, frozen=frozen)
    if not row:
        return None
    move = row[int(rng.random() * len(row))]
    due = 0 if side[M_ORDER] else state[S_TABLE].due[state[S_TURN] % tables.sides]
    if move.points < due:
        parts = random_set(tables, hand - move.cost, due, rng, points=move.points, skip=top)
        if parts is None:
            return None
        move = with_parts(move, parts)
    coming = (pile[P_TOTAL] - UNIT[top]) & ~(1023 << REDS)
    return move if allowed(tables, hand, side, move, UNASKED, coming=coming) else None


def _random_free(tables: Tables, hand: int, side: Side, permission: int, rng: Random) -> CoreMove:
    """One of :func:`free_moves`, each as likely as the others: where the choice is not legal, one is made of the list.

    Raises:
        ValueError: when no move is legal.
    """
    count = hand >> TOP
    held = ((hand & FIELDS) + _HELD) & HIGH
    laid, _ = layings(tables, hand, side, held)
    if permission != GRANTED and count > 1:
        discards = tables.discards[held]
        first = len(laid)
        at = int(rng.random() * (first + len(discards)))
        if at >= first:
            return discards[at - first]
        move = laid[at]
        if not permission and move[2] + move[3] + move[4] < count - 1 and move[1] != BLACK:
            return move
    some = free_moves(tables, hand, side, permission)
    if not some:
        raise ValueError("no act is legal in this state")
    return some[int(rng.random() * len(some))]
