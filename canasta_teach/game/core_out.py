"""What may be left in the hand: keeping a card, going out, and whether a hand can go out at all in this turn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from canasta_teach.game.core_state import GRANTED, REFUSED, Side, held_kinds
from canasta_teach.game.core_tables import BLACK, FIELDS, HIDDEN, LAYS, TAKE, TOP, TWO, WILD_JOKER, WILDS, CoreMove, Tables

NATURAL_HIGH: Final = 16 * sum(1 << 5 * k for k in range(12))


def grown(tables: Tables, side: Side, laid: Iterable[CoreMove]) -> tuple[int, int, int]:
    """Naturals and wild cards of the side's melds after these layings, packed, and its canastas then.

    The first laying of a ``TAKE`` holds the top card of the pile too.
    """
    naturals, wilds, canastas = side.naturals, side.wilds, side.canastas
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


def allowed(tables: Tables, hand: int, side: Side, move: CoreMove, permission: int, coming: int = 0) -> bool:
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
    naturals, wilds, canastas = grown(tables, side, laid)
    if left == 0:
        return canastas >= tables.need
    if left == 1 and canastas < tables.need:
        last = ((rest & FIELDS).bit_length() - 1) // 5 if rest & FIELDS else HIDDEN
        if canastas + 1 < tables.need or not completes(tables, naturals, wilds, last):
            return False
    return permission != GRANTED or can_go_out(tables, rest, naturals, wilds, canastas, 0)


def stuck(tables: Tables, hand: int, down: int) -> bool:
    """At a glance: two cards or more of ranks that cannot be laid, so the hand cannot go out."""
    held = held_kinds(hand)
    paired = ((hand & FIELDS) + tables.pairs) & held
    return (held & ~paired & ~down & NATURAL_HIGH).bit_count() > 1


def can_go_out(
    tables: Tables, hand: int, naturals: int, wilds: int, canastas: int, due: int
) -> bool:
    """Whether a hand that has drawn can be laid but for at most one card, the canastas that going out needs included.

    The same search as :func:`canasta_teach.game.search.can_go_out`, on packed numbers: a table over cards left,
    canastas, jokers and twos used, filled rank by rank, with the most points for each.

    Args:
        tables: the rule set in force.
        hand: the hand, packed; all its cards known.
        naturals, wilds, canastas: the side's melds.
        due: what the laying must count, in points.
    """
    count, need = hand >> TOP, tables.need
    if count <= 1 and canastas >= need:
        return True
    twos, jokers = hand >> WILDS & 31, hand >> WILDS + 5 & 31
    if not due:
        # All wild cards are alike when points do not matter.
        twos, jokers = twos + jokers, 0
    value = tables.value
    states: dict[tuple[int, int, int, int], int] = {(0, 0, 0, 0): 0}
    for kind in range(12):
        held = hand >> 5 * kind & 31
        n, w = naturals >> 5 * kind & 31, wilds >> 5 * kind & 31
        if not held and not n:
            continue
        ways = _ways(tables, kind, held, n, w, twos + jokers)
        after: dict[tuple[int, int, int, int], int] = {}
        for (left, have, j, t), points in states.items():
            for k, v, canasta in ways:
                left2 = left + held - k
                if left2 > 1:
                    continue
                have2 = min(have + canasta, need)
                for dj in range(max(0, v - (twos - t)), min(v, jokers - j) + 1):
                    key = (left2, have2, j + dj, t + v - dj)
                    worth = points + k * value[kind] + dj * value[WILD_JOKER] + (v - dj) * value[TWO]
                    if after.get(key, -1) < worth:
                        after[key] = worth
        states = after
        if not states:
            return False
    return any(
        left + jokers - j + twos - t <= 1 and have >= need and points >= due
        for (left, have, j, t), points in states.items()
    )


def _ways(tables: Tables, kind: int, held: int, n: int, w: int, most: int) -> list[tuple[int, int, bool]]:
    """Ways to use a rank: hand naturals laid, wild cards laid, and whether the meld is a canasta then."""
    size = tables.canasta_size
    ways = [(0, 0, n + w >= size)]
    for k in range(max(0, held - 1), held + 1):
        ways += [
            (k, v, n + k + w + v >= size) for v in range(most + 1) if (k or v) and tables.fits(kind, n + k, w + v)
        ]
    return ways
