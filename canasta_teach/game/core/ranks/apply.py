"""What a move of the core does to a packed state, with everything that follows by itself."""

from __future__ import annotations

from typing import Final, TypeVar

from canasta_teach.errors import InvalidPosition
from canasta_teach.game.core.ranks.moves import may_take_free, takes
from canasta_teach.game.core.ranks.state import (
    DRAWING,
    GRANTED,
    I_CONCEALED,
    I_DRAWN,
    I_FIRST,
    I_LAID,
    I_MUST_DRAW,
    I_PERMISSION,
    I_PURE,
    I_TOOK,
    I_WENT_OUT,
    M_DOWN,
    M_REDS,
    NEW_TURN,
    OVER,
    P_FROZEN,
    P_SIZE,
    P_TOTAL,
    PLAYING,
    REFUSED,
    S_AT,
    S_HANDS,
    S_IDLE,
    S_INFO,
    S_ORIGIN,
    S_PHASE,
    S_PILE,
    S_SIDES,
    S_STOCK,
    S_TURN,
    WAITING,
    Info,
    Marks,
    Side,
    State,
    changed,
)
from canasta_teach.game.core.ranks.tables import (
    ASK,
    BARE,
    BLACK,
    DISCARD,
    DRAW,
    HIDDEN,
    LAYS,
    RED_D,
    REDS,
    TABLE,
    TAKE,
    TOP,
    TWO,
    UNIT,
    YES,
    CoreMove,
    Tables,
)

PILE_REDS: Final = 1023 << REDS
_DREW: Final = tuple(changed(NEW_TURN, {I_DRAWN: (kind,)}) for kind in range(HIDDEN + 1))
_T = TypeVar("_T")


def apply(tables: Tables, state: State, move: CoreMove) -> State:
    """The state after a move of this state.

    Raises:
        InvalidPosition: when a card that is not known is drawn.
    """
    kind = move[0]
    if kind == DISCARD:
        return _discard(tables, state, move)
    if kind == DRAW:
        return _draw(tables, state)
    if kind < ASK:
        return _lay(tables, state, move)
    if kind == BARE:
        return _take(tables, state)
    if kind == TABLE:
        return _table(tables, state, move)
    asked = WAITING if kind == ASK else GRANTED if kind == YES else REFUSED
    return changed(state, {S_INFO: changed(state[S_INFO], {I_PERMISSION: asked}), S_ORIGIN: None})


# -- the stock ---------------------------------------------------------------------------------------------------


def _draw(tables: Tables, state: State) -> State:
    _, seat, hands, sides, pile, stock, at, before, info, table, _, marks, _ = state
    if at == len(stock):
        return changed(state, {S_PHASE: OVER, S_ORIGIN: None})
    kind = stock[at]
    if kind < RED_D and tables.draw_count == 1:
        hands = (*hands[:seat], hands[seat] + UNIT[kind], *hands[seat + 1 :])
        turned = changed(_DREW[kind], {I_FIRST: True}) if info[I_FIRST] else _DREW[kind]
        return (PLAYING, seat, hands, sides, pile, stock, at + 1, before, turned, table, 0, marks, None)
    hand, reds, drawn, at, ended = _cards(tables, state, tables.draw_count)
    return changed(
        state,
        {
            S_PHASE: OVER if ended else PLAYING,
            S_HANDS: _put(hands, seat, hands[seat] + hand),
            S_SIDES: _tabled(tables, sides, seat, reds),
            S_AT: at,
            S_INFO: changed(NEW_TURN, {I_DRAWN: drawn, I_FIRST: info[I_FIRST]}),
            S_IDLE: 0,
            S_ORIGIN: None,
        },
    )


def _cards(tables: Tables, state: State, count: int) -> tuple[int, tuple[int, int], tuple[int, ...], int, bool]:
    """Cards from the stock: packed, red threes tabled, kinds drawn, the stock's new place, and whether that ends it."""
    stock, at = state[S_STOCK], state[S_AT]
    hand, diamonds, hearts = 0, 0, 0
    drawn: list[int] = []
    last = False
    while len(drawn) < count and at < len(stock):
        kind = stock[at]
        if kind == HIDDEN:
            raise InvalidPosition("stock[0]", "this card is not known, so it cannot be drawn: name it")
        at += 1
        last = kind >= RED_D and tables.tables_reds
        if last:
            diamonds += kind == RED_D
            hearts += kind != RED_D
        else:
            hand += UNIT[kind]
            drawn.append(kind)
    return hand, (diamonds, hearts), tuple(drawn), at, last and at == len(stock) and tables.last_red_ends


def _tabled(tables: Tables, sides: tuple[Side, ...], seat: int, reds: tuple[int, int]) -> tuple[Side, ...]:
    if reds == (0, 0):
        return sides
    side = sides[seat % tables.sides]
    more = side[M_REDS][0] + reds[0], side[M_REDS][1] + reds[1]
    return _put(sides, seat % tables.sides, changed(side, {M_REDS: more}))


def _put(whole: tuple[_T, ...], at: int, value: _T) -> tuple[_T, ...]:
    return (*whole[:at], value, *whole[at + 1 :])


def _table(tables: Tables, state: State, move: CoreMove) -> State:
    kind, seat, info = move.rank, state[S_TURN], state[S_INFO]
    hand, _, drawn, at, _ = _cards(tables, state, 1)
    phase = state[S_PHASE]
    if kind in info[I_DRAWN]:
        rest = list(info[I_DRAWN])
        rest.remove(kind)
        info = changed(info, {I_DRAWN: (*rest, *drawn)})
        if not drawn and tables.last_red_ends:
            phase = OVER
    after = changed(
        state,
        {
            S_PHASE: phase,
            S_HANDS: _put(state[S_HANDS], seat, state[S_HANDS][seat] - UNIT[kind] + hand),
            S_SIDES: _tabled(tables, state[S_SIDES], seat, (int(kind == RED_D), int(kind != RED_D))),
            S_AT: at,
            S_INFO: info,
            S_ORIGIN: None,
        },
    )
    # The card that came may have been the stock's last.
    if phase == DRAWING and at == len(state[S_STOCK]) and not _can_take(tables, after):
        return changed(after, {S_PHASE: OVER})
    return after


# -- the pile ----------------------------------------------------------------------------------------------------


def _take(tables: Tables, state: State) -> State:
    """A free pile comes to the hand, its red threes to the table."""
    pile, seat = state[S_PILE], state[S_TURN]
    assert pile is not None  # noqa: S101 - only an existing pile is among the moves
    return changed(
        state,
        {
            S_PHASE: PLAYING,
            S_HANDS: _put(state[S_HANDS], seat, state[S_HANDS][seat] + (pile[P_TOTAL] & ~PILE_REDS)),
            S_SIDES: _tabled(tables, state[S_SIDES], seat, _reds(pile[P_TOTAL])),
            S_PILE: None,
            S_INFO: changed(state[S_INFO], {I_TOOK: True, I_MUST_DRAW: False}),
            S_IDLE: state[S_IDLE] + 1 if tables.idle_lap and pile[P_SIZE] == 1 else 0,
            S_ORIGIN: None,
        },
    )


def _reds(total: int) -> tuple[int, int]:
    return total >> REDS & 31, total >> REDS + 5 & 31


# -- laying ------------------------------------------------------------------------------------------------------


def _lay(tables: Tables, state: State, move: CoreMove) -> State:
    """A laying; of a ``TAKE`` too, whose pile comes to the hand but for the top card, which is laid."""
    phase, seat, hands, sides, pile, stock, at, before, info, table, _, marks, _ = state
    mine = seat % len(sides)
    side = sides[mine]
    took, must_draw, redrawn, drawn, laid, permission, fresh, pure, first, went_out, concealed = info
    kind, rank, naturals, jokers, twos, parts = move[0], move[1], move[2], move[3], move[4], move[7]
    hand = hands[seat] - move[5]
    # A take that laid nothing was an act of its own.
    act = (laid[-1][0] if len(laid) == 1 else max([entry[0] for entry in laid])) + 1 if laid else int(took)
    if kind == TAKE and pile is not None:
        coming = pile[P_TOTAL] - UNIT[rank]
        if coming & PILE_REDS:
            sides = _tabled(tables, sides, seat, _reds(coming))
            side = sides[mine]
        hand += coming & ~PILE_REDS
        phase, pile, took, must_draw, naturals = PLAYING, None, True, False, naturals + 1
    if kind != LAYS:
        bit = 16 << 5 * rank
        new = not side[M_DOWN] & bit
        if new:
            fresh |= bit
        elif not fresh & bit:
            pure = False
        side = lay_on(tables, side, move, naturals - move[2])
        laid = (*laid, (act, rank, naturals, jokers, twos, new))
    for one in parts:
        rank = one[1]
        bit = 16 << 5 * rank
        new = not side[M_DOWN] & bit
        if new:
            fresh |= bit
        elif not fresh & bit:
            pure = False
        side = lay_on(tables, side, one, 0)
        laid = (*laid, (act, rank, one[2], one[3], one[4], new))
    hands = (*hands[:seat], hand, *hands[seat + 1 :])
    sides = (*sides[:mine], side, *sides[mine + 1 :])
    if marks:
        marks = _unmark(marks, seat, move)
    if not hand >> TOP:
        phase, went_out = OVER, seat
        concealed = tables.out_concealed and pure and not before >> seat & 1
    turned: Info = (took, must_draw, redrawn, drawn, laid, permission, fresh, pure, first, went_out, concealed)
    return (phase, seat, hands, sides, pile, stock, at, before, turned, table, 0, marks, None)


def lay_on(tables: Tables, side: Side, move: CoreMove, top: int) -> Side:
    """The side after hand cards, and the ``top`` card of the pile (1), were laid on one meld, new or not."""
    rank, more, more_jokers, more_twos = move[1], move[2] + top, move[3], move[4]
    naturals, wilds, jokers, down, natural_open, wild_open, odd, canastas, order, concealed, reds = side
    at = 5 * rank
    bit = 16 << at
    n, w = naturals >> at & 31, wilds >> at & 31
    size = n + w
    if more:
        n += more
        naturals += more << at
    if more_jokers or more_twos:
        w += more_jokers + more_twos
        wilds += more_jokers + more_twos << at
        jokers += more_jokers << at
    if n + w >= tables.canasta_size > size:
        canastas += 1
        if not size and tables.conceals:
            concealed |= bit
    if not size:
        down |= bit
        order = (*order, rank)
    if odd:
        odd = tuple(one for one in odd if one[0] != rank)
    takes_natural, takes_wild = tables.opens[rank == BLACK][n][w]
    natural_open = natural_open | bit if takes_natural else natural_open & ~bit
    wild_open = wild_open | bit if takes_wild else wild_open & ~bit
    return naturals, wilds, jokers, down, natural_open, wild_open, odd, canastas, order, concealed, reds


def _unmark(marks: Marks, seat: int, move: CoreMove) -> Marks:
    if not move.marks:
        return marks
    used = dict(move.marks)
    left = []
    for number, copies, count in marks[seat]:
        gone = used.get(number, 0)
        if count > gone:
            left.append((number, copies - gone, count - gone))
    after = _put(marks, seat, tuple(left))
    return after if any(after) else ()


# -- the end of a turn -------------------------------------------------------------------------------------------


def _discard(tables: Tables, state: State, move: CoreMove) -> State:
    _, seat, hands, sides, pile, stock, at, before, info, table, idle, marks, _ = state
    kind = move[1]
    unit = UNIT[kind]
    hand = hands[seat] - unit
    hands = (*hands[:seat], hand, *hands[seat + 1 :])
    if pile is None:
        pile = (kind, None, unit, tables.freezes and kind >= TWO, 1)
    else:
        frozen = pile[P_FROZEN] or (tables.freezes and kind >= TWO)
        pile = (kind, pile, pile[P_TOTAL] + unit, frozen, pile[P_SIZE] + 1)
    if marks:
        marks = _unmark(marks, seat, move)
    if not hand >> TOP:
        out = tables.out_concealed and bool(info[I_LAID]) and info[I_PURE] and not before >> seat & 1
        ended = changed(info, {I_WENT_OUT: seat, I_CONCEALED: out})
        return (OVER, seat, hands, sides, pile, stock, at, before, ended, table, idle, marks, None)
    if info[I_LAID]:
        before |= 1 << seat
    seat += 1
    if seat == len(hands):
        seat = 0
    after: State = (DRAWING, seat, hands, sides, pile, stock, at, before, NEW_TURN, table, idle, marks, None)
    if at == len(stock) and not _can_take(tables, after):
        return changed(after, {S_PHASE: OVER})
    return after


def _can_take(tables: Tables, state: State) -> bool:
    if tables.free_pile:
        return state[S_PILE] is not None and may_take_free(tables, state)
    return next(takes(tables, state), None) is not None
