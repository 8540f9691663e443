"""What a move of the core does to a packed state, with everything that follows by itself."""

from __future__ import annotations

from typing import Final, TypeVar

from canasta_teach.errors import InvalidPosition
from canasta_teach.game.core_moves import may_take_free, takes
from canasta_teach.game.core_state import (
    DRAWING,
    GRANTED,
    OVER,
    PLAYING,
    REFUSED,
    WAITING,
    Info,
    Marks,
    Pile,
    Side,
    State,
)
from canasta_teach.game.core_tables import (
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
_START = Info()
_DREW = tuple(Info(drawn=(kind,)) for kind in range(HIDDEN + 1))
_state = tuple.__new__
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
    return state._replace(info=state.info._replace(permission=asked), origin=None)


# -- the stock ---------------------------------------------------------------------------------------------------


def _draw(tables: Tables, state: State) -> State:
    _, seat, hands, sides, pile, stock, at, before, info, table, _, marks, _ = state
    if at == len(stock):
        return state._replace(phase=OVER, origin=None)
    kind = stock[at]
    if kind < RED_D and tables.draw_count == 1:
        hands = hands[:seat] + (hands[seat] + UNIT[kind],) + hands[seat + 1 :]  # noqa: RUF005 - quicker
        turned = _DREW[kind] if not info.first else Info(drawn=(kind,), first=True)
        return _state(State, (PLAYING, seat, hands, sides, pile, stock, at + 1, before, turned, table, 0, marks, None))
    hand, reds, drawn, at, ended = _cards(tables, state, tables.draw_count)
    return state._replace(
        phase=OVER if ended else PLAYING,
        hands=_put(hands, seat, hands[seat] + hand),
        sides=_tabled(tables, sides, seat, reds),
        at=at,
        info=Info(drawn=drawn, first=info.first),
        idle=0,
        origin=None,
    )


def _cards(tables: Tables, state: State, count: int) -> tuple[int, tuple[int, int], tuple[int, ...], int, bool]:
    """Cards from the stock: packed, red threes tabled, kinds drawn, the stock's new place, and whether that ends it."""
    stock, at = state.stock, state.at
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
    return _put(sides, seat % tables.sides, side._replace(reds=(side.reds[0] + reds[0], side.reds[1] + reds[1])))


def _put(whole: tuple[_T, ...], at: int, value: _T) -> tuple[_T, ...]:
    return (*whole[:at], value, *whole[at + 1 :])


def _table(tables: Tables, state: State, move: CoreMove) -> State:
    kind, seat, info = move.rank, state.turn, state.info
    hand, _, drawn, at, _ = _cards(tables, state, 1)
    phase = state.phase
    if kind in info.drawn:
        rest = list(info.drawn)
        rest.remove(kind)
        info = info._replace(drawn=(*rest, *drawn))
        if not drawn and tables.last_red_ends:
            phase = OVER
    return state._replace(
        phase=phase,
        hands=_put(state.hands, seat, state.hands[seat] - UNIT[kind] + hand),
        sides=_tabled(tables, state.sides, seat, (int(kind == RED_D), int(kind != RED_D))),
        at=at,
        info=info,
        origin=None,
    )


# -- the pile ----------------------------------------------------------------------------------------------------


def _take(tables: Tables, state: State) -> State:
    """A free pile comes to the hand, its red threes to the table."""
    pile, seat = state.pile, state.turn
    assert pile is not None  # noqa: S101 - only an existing pile is among the moves
    return state._replace(
        phase=PLAYING,
        hands=_put(state.hands, seat, state.hands[seat] + (pile.total & ~PILE_REDS)),
        sides=_tabled(tables, state.sides, seat, _reds(pile.total)),
        pile=None,
        info=state.info._replace(took=True, must_draw=False),
        idle=state.idle + 1 if tables.idle_lap and pile.size == 1 else 0,
        origin=None,
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
    kind, rank, naturals, jokers, twos, cost, _, parts, _ = move
    hand = hands[seat] - cost
    # A take that laid nothing was an act of its own.
    act = (laid[-1][0] if len(laid) == 1 else max([entry[0] for entry in laid])) + 1 if laid else int(took)
    if kind == TAKE and pile is not None:
        coming = pile[2] - UNIT[rank]
        if coming & PILE_REDS:
            sides = _tabled(tables, sides, seat, _reds(coming))
            side = sides[mine]
        hand += coming & ~PILE_REDS
        phase, pile, took, must_draw, naturals = PLAYING, None, True, False, naturals + 1
    if kind != LAYS:
        bit = 16 << 5 * rank
        new = not side[3] & bit
        if new:
            fresh |= bit
        elif not fresh & bit:
            pure = False
        side = lay_on(tables, side, move, naturals - move[2])
        laid = (*laid, (act, rank, naturals, jokers, twos, new))
    for one in parts:
        rank = one[1]
        bit = 16 << 5 * rank
        new = not side[3] & bit
        if new:
            fresh |= bit
        elif not fresh & bit:
            pure = False
        side = lay_on(tables, side, one, 0)
        laid = (*laid, (act, rank, one[2], one[3], one[4], new))
    hands = hands[:seat] + (hand,) + hands[seat + 1 :]  # noqa: RUF005 - quicker
    sides = sides[:mine] + (side,) + sides[mine + 1 :]  # noqa: RUF005 - quicker
    if marks:
        marks = _unmark(marks, seat, move)
    if not hand >> TOP:
        phase, went_out = OVER, seat
        concealed = tables.out_concealed and pure and not before >> seat & 1
    turned: Info = _state(
        Info, (took, must_draw, redrawn, drawn, laid, permission, fresh, pure, first, went_out, concealed)
    )
    return _state(State, (phase, seat, hands, sides, pile, stock, at, before, turned, table, 0, marks, None))


def lay_on(tables: Tables, side: Side, move: CoreMove, top: int) -> Side:
    """The side after hand cards, and the ``top`` card of the pile (1), were laid on one meld, new or not."""
    _, rank, more, more_jokers, more_twos, _, _, _, _ = move
    more += top
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
    return _state(Side, (naturals, wilds, jokers, down, natural_open, wild_open, odd, canastas, order, concealed, reds))


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
    hands = hands[:seat] + (hand,) + hands[seat + 1 :]  # noqa: RUF005 - quicker
    if pile is None:
        pile = _state(Pile, (kind, None, unit, tables.freezes and kind >= TWO, 1))
    else:
        frozen = pile[3] or (tables.freezes and kind >= TWO)
        pile = _state(Pile, (kind, pile, pile[2] + unit, frozen, pile[4] + 1))
    if marks:
        marks = _unmark(marks, seat, move)
    if not hand >> TOP:
        out = tables.out_concealed and bool(info.laid) and info.pure and not before >> seat & 1
        ended = info._replace(went_out=seat, concealed=out)
        return _state(State, (OVER, seat, hands, sides, pile, stock, at, before, ended, table, idle, marks, None))
    if info[4]:
        before |= 1 << seat
    seat += 1
    if seat == len(hands):
        seat = 0
    after: State = _state(
        State, (DRAWING, seat, hands, sides, pile, stock, at, before, _START, table, idle, marks, None)
    )
    if at == len(stock) and not _can_take(tables, after):
        return after._replace(phase=OVER)
    return after


def _can_take(tables: Tables, state: State) -> bool:
    if tables.free_pile:
        return state.pile is not None and may_take_free(tables, state)
    return next(takes(tables, state), None) is not None
