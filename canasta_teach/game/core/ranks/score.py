"""The score of a deal on a packed state; equal to :mod:`canasta_teach.game.scoring` line by line, without the words."""

from __future__ import annotations

from canasta_teach.errors import InvalidPosition
from canasta_teach.game.core.ranks.state import (
    I_CONCEALED,
    I_WENT_OUT,
    M_CONCEALED,
    M_JOKERS,
    M_NATURALS,
    M_ORDER,
    M_REDS,
    M_WILDS,
    OVER,
    S_HANDS,
    S_INFO,
    S_PHASE,
    S_SIDES,
    S_TABLE,
    S_TURN,
    Side,
    State,
)
from canasta_teach.game.core.ranks.tables import REDS, TWO, WILD_JOKER, Tables


def scores(tables: Tables, state: State) -> tuple[int, ...]:
    """What the deal scores for each side, in points.

    Raises:
        InvalidPosition: when the deal is not over.
    """
    if state[S_PHASE] != OVER:
        raise InvalidPosition("phase", "only a deal that is over is scored")
    return tuple(_score(tables, state, side) for side in range(tables.sides))


def _score(tables: Tables, state: State, at: int) -> int:
    rules, side = tables.rules, state[S_SIDES][at]
    has, p = rules.has, rules.p
    total = _melds(tables, side)
    red = sum(side[M_REDS])
    if red and has("score.red-threes"):
        worth = p.red_threes_all if red == 2 * p.packs else red * p.red_three
        if side[M_ORDER] or not has("score.red-threes-unmelded"):
            total += worth
        else:
            total -= worth
    seat = state[S_INFO][I_WENT_OUT]
    if seat < 0 and not has("score.no-one-out"):
        seat = state[S_TURN]
    if seat >= 0 and seat % tables.sides == at:
        total += p.going_out if has("score.going-out") else 0
        if state[S_INFO][I_CONCEALED] and has("score.concealed") and has("out.concealed"):
            total += p.concealed
    total += _hands(tables, state, at)
    if has("score.penalties"):
        total -= sum(one.points for one in state[S_TABLE].penalties[at])
    return total


def _melds(tables: Tables, side: Side) -> int:
    rules, value = tables.rules, tables.value
    has, p = rules.has, rules.p
    total = 0
    for kind in side[M_ORDER]:
        n, w, j = (some >> 5 * kind & 31 for some in (side[M_NATURALS], side[M_WILDS], side[M_JOKERS]))
        if has("score.melds"):
            total += n * value[kind] + j * value[WILD_JOKER] + (w - j) * value[TWO]
        if n + w < tables.canasta_size:
            continue
        if w:
            total += p.mixed_canasta if has("score.mixed-canasta") else 0
        else:
            total += p.natural_canasta if has("score.natural-canasta") else 0
        if side[M_CONCEALED] >> 5 * kind & 16 and has("score.concealed-canasta"):
            total += p.concealed_canasta
    return total


def _hands(tables: Tables, state: State, at: int) -> int:
    """What the cards left in the side's hands cost, hidden red threes included."""
    has, p, value = tables.rules.has, tables.rules.p, tables.value
    total = 0
    for seat in range(at, tables.players, tables.sides):
        hand = state[S_HANDS][seat]
        if has("score.hand"):
            total -= sum((hand >> 5 * kind & 31) * value[kind] for kind in range(16))
        if has("penalty.hidden-red-three") and has("score.penalties"):
            total -= ((hand >> REDS & 31) + (hand >> REDS + 5 & 31)) * p.hidden_red_three
    return total
