"""What may be left in the hand: keeping a card, going out, and whether a hand can go out at all in this turn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from canasta_teach.game.core.ranks.state import GRANTED, M_CANASTAS, M_NATURALS, M_WILDS, REFUSED, Side
from canasta_teach.game.core.ranks.tables import (
    BLACK,
    FIELDS,
    HIDDEN,
    LAYS,
    ONES,
    RED_D,
    TAKE,
    TOP,
    TWO,
    WILD_JOKER,
    WILDS,
    CoreMove,
    Tables,
)

NATURAL_HIGH: Final = 16 * sum(1 << 5 * k for k in range(12))
_HELD: Final = 15 * ONES

Melds = tuple[int, int, int]
"""A side's natural and wild cards by the kind of the meld, packed, and its canastas."""


def grown(tables: Tables, side: Side, laid: Iterable[CoreMove]) -> Melds:
    """Naturals and wild cards of the side's melds after these layings, packed, and its canastas then.

    The first laying of a ``TAKE`` holds the top card of the pile too.
    """
    naturals, wilds, canastas = side[M_NATURALS], side[M_WILDS], side[M_CANASTAS]
    size = tables.canasta_size
    for move in laid:
        at = 5 * move.rank
        before = (naturals >> at & 31) + (wilds >> at & 31)
        more = move.naturals + (move.kind == TAKE)
        naturals += more << at
        wilds += move.jokers + move.twos << at
        if before < size <= before + more + move.jokers + move.twos:
            canastas += 1
    return naturals, wilds, canastas


def completes(tables: Tables, naturals: int, wilds: int, last: int) -> bool:
    """Whether a card of this kind, added to one of the melds, makes a canasta that was not there."""
    short = tables.canasta_size - 1
    wild = last in (TWO, WILD_JOKER)
    for kind in range(12) if wild or last == HIDDEN else (last,) if last < TWO else ():
        n, w = naturals >> 5 * kind & 31, wilds >> 5 * kind & 31
        if n + w == short and n and (last == HIDDEN or tables.fits(kind, n + (not wild), w + wild)):
            return True
    return False


def allowed(tables: Tables, hand: int, side: Side, move: CoreMove, permission: int, *, coming: int = 0) -> bool:
    """Whether the rules on what an act of laying leaves in the hand allow this one.

    Sources: ``out.keep-a-card``, ``out.canasta``, ``pile.must-finish``, ``meld.black-threes``, ``out.refused`` and
    ``out.granted`` of each rule set.

    Args:
        tables: the rule set in force.
        hand: the hand before the act, packed.
        side: the side before the act.
        move: ``LAY``, ``LAYS`` or ``TAKE``.
        permission: the state of the question to the partner.
        coming: the pile's cards that come to the hand, packed.
    """
    rest = hand - move.cost + coming
    left = rest >> TOP
    laid = move.parts if move.kind == LAYS else (move, *move.parts)
    if left > 1:
        if permission != GRANTED:
            return not any(one.rank == BLACK and (one.naturals or one.kind == TAKE) for one in laid)
        if any(one.rank == BLACK and one.naturals for one in laid):
            return False
    elif permission == REFUSED:
        return False
    melds = grown(tables, side, laid)
    naturals, wilds, canastas = melds
    if left == 0:
        return canastas >= tables.need
    if left == 1 and canastas < tables.need:
        last = ((rest & FIELDS).bit_length() - 1) // 5 if rest & FIELDS else HIDDEN
        if canastas + 1 < tables.need or not completes(tables, naturals, wilds, last):
            return False
    return permission != GRANTED or can_go_out(tables, rest, melds, 0)


def stuck(tables: Tables, hand: int, down: int) -> bool:
    """At a glance: two cards or more cannot be laid, so the hand cannot go out.

    Ranks of too few naturals stay in the hand, and those of too few cards ask for a wild card each.
    """
    fields = hand & FIELDS
    fresh = (fields + _HELD) & NATURAL_HIGH & ~down
    paired = (fields + tables.pairs) & fresh
    if (fresh ^ paired).bit_count() > 1:
        return True
    short = paired & ~(fields + tables.whole)
    return short.bit_count() > (hand >> WILDS & 31) + (hand >> WILDS + 5 & 31) + (tables.min_naturals < 2)


def within_reach(tables: Tables, hand: int, side: Side) -> bool:
    """Whether the side can have, at best, the canastas that going out needs, each wild card used for every rank."""
    lacking = tables.need - side[M_CANASTAS]
    if lacking <= 0:
        return True
    size = tables.canasta_size - (hand >> WILDS & 31) - (hand >> WILDS + 5 & 31)
    naturals, wilds = side[M_NATURALS], side[M_WILDS]
    for at in range(0, 60, 5):
        lies = (naturals >> at & 31) + (wilds >> at & 31)
        if lies < tables.canasta_size and lies + (hand >> at & 31) >= size:
            lacking -= 1
            if not lacking:
                return True
    return False


def can_go_out(tables: Tables, hand: int, melds: Melds, due: int) -> bool:
    """Whether a hand that has drawn can be laid but for at most one card, the canastas that going out needs included.

    It says what :func:`canasta_teach.game.search.can_go_out` says.

    Args:
        tables: the rule set in force.
        hand: the hand, packed; all its cards known.
        melds: the side's melds and canastas.
        due: what the laying must count, in points.
    """
    naturals, wilds, canastas = melds
    if hand >> TOP <= 1 and canastas >= tables.need:
        return True
    if due:
        total = sum((hand >> 5 * kind & 31) * value for kind, value in enumerate(tables.value[:RED_D]))
        # Whichever card stays in the hand, the rest counts enough: then points need not be followed.
        if total < due or total - max(tables.value) < due:
            return total >= due and _can_count(tables, hand, naturals, wilds, due)
    return _can_empty(tables, hand, naturals, wilds)


def _can_empty(tables: Tables, hand: int, naturals: int, wilds: int) -> bool:
    """Whether all cards but one can be laid, points aside.

    Ranks fall apart but for the wild cards that they share. What can be reached is a set of bits, one for each number
    of cards left (0 or 1), of canastas (below 16) and of wild cards laid; each way to use a rank shifts the whole set.
    """
    loose = (hand >> WILDS & 31) + (hand >> WILDS + 5 & 31)
    room = (1 << 32 * (loose + 1)) - 1
    none_left = _NONE_LEFT & room
    reached = 1
    for at in range(0, 60, 5):
        held, n, w = hand >> at & 31, naturals >> at & 31, wilds >> at & 31
        if held or n:
            after = 0
            for shift, leaves in tables.ways(at == 5 * BLACK, held, n, w, loose):
                after |= (reached & none_left if leaves else reached) << shift
            reached = after & room
            if not reached:
                return False
    enough = _ENOUGH[min(tables.need, 15)]
    # All wild cards laid, with one card left or none; or all but one laid, with no other card left.
    if reached >> 32 * loose & enough:
        return True
    return loose > 0 and bool(reached >> 32 * (loose - 1) & enough & _NONE_LEFT)


_NONE_LEFT: Final = sum(0x55555555 << 32 * used for used in range(32))
_ENOUGH: Final = tuple(sum(3 << 2 * have for have in range(need, 16)) for need in range(16))


def _can_count(tables: Tables, hand: int, naturals: int, wilds: int, due: int) -> bool:
    """Whether all cards but one can be laid so that they count the minimum.

    A table over cards left, canastas, jokers and twos used, filled rank by rank, with the most points for each.
    """
    need, value = tables.need, tables.value
    twos, jokers = hand >> WILDS & 31, hand >> WILDS + 5 & 31
    states: dict[tuple[int, int, int, int], int] = {(0, 0, 0, 0): 0}
    for kind in range(12):
        held, n, w = hand >> 5 * kind & 31, naturals >> 5 * kind & 31, wilds >> 5 * kind & 31
        if not held and not n:
            continue
        after: dict[tuple[int, int, int, int], int] = {}
        for (left, have, j, t), points in states.items():
            for shift, leaves in tables.ways(kind == BLACK, held, n, w, twos + jokers):
                if left + leaves > 1:
                    continue
                laid = shift >> 5
                have2 = min(have + (shift >> 1 & 15), need)
                for dj in range(max(0, laid - (twos - t)), min(laid, jokers - j) + 1):
                    key = (left + leaves, have2, j + dj, t + laid - dj)
                    worth = points + (held - leaves) * value[kind] + dj * value[WILD_JOKER] + (laid - dj) * value[TWO]
                    if after.get(key, -1) < worth:
                        after[key] = worth
        states = after
    return any(
        left + jokers - j + twos - t <= 1 and have >= need and points >= due
        for (left, have, j, t), points in states.items()
    )
