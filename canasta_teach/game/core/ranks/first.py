"""Layings of several melds at one time: first layings with a minimum due, and takes that must close the turn.

All of them are generated lazily, and only sets from which no meld can be left out: without any one of them the act
would not be legal. Whatever such an act leaves in the hand can be laid meld by meld afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from canasta_teach.game.core.ranks.out import allowed
from canasta_teach.game.core.ranks.state import M_DOWN, M_NATURALS, M_WILDS, NO_MELDS, Side
from canasta_teach.game.core.ranks.tables import BLACK, LAYS, TOP, TWO, WILD_JOKER, WILDS, CoreMove, Tables

Parts = tuple[CoreMove, ...]
_NEVER = 1_000_000


def together(parts: Parts) -> CoreMove:
    """The act that lays these melds at one time."""
    if len(parts) == 1:
        return parts[0]
    return CoreMove(LAYS, cost=sum(one.cost for one in parts), points=sum(one.points for one in parts), parts=parts)


def with_parts(take: CoreMove, parts: Parts) -> CoreMove:
    """The take that lays these melds at the same time."""
    if not parts:
        return take
    points = take.points + sum(one.points for one in parts)
    return take._replace(cost=take.cost + sum(one.cost for one in parts), points=points, parts=parts)


def first_layings(tables: Tables, hand: int, side: Side, due: int, permission: int) -> Iterator[CoreMove]:
    """Every laying with which a side opens, from which no meld can be left out."""
    for parts in _Sets(tables, hand, due, -1).each(hand, 0):
        move = together(parts)
        if allowed(tables, hand, side, move, permission):
            yield move
    for parts in _closing(tables, hand, due):
        move = together(parts)
        if allowed(tables, hand, side, move, permission):
            yield move


def first_takes(tables: Tables, hand: int, side: Side, due: int, takes: Parts, *, coming: int) -> Iterator[CoreMove]:
    """Every take with which a side opens: one of ``takes``, and further melds of which none can be left out."""
    for take in takes:
        rest = hand - take.cost
        if take.points >= due:
            if allowed(tables, hand, side, take, 0, coming=coming):
                yield take
            continue
        for parts in _Sets(tables, rest, due, take.rank).each(rest, take.points):
            move = with_parts(take, parts)
            if allowed(tables, hand, side, move, 0, coming=coming):
                yield move
        for parts in _closing(tables, rest, due, points=take.points, skip=take.rank, coming=coming >> TOP):
            move = with_parts(take, parts)
            if allowed(tables, hand, side, move, 0, coming=coming):
                yield move


class _Sets:
    """Sets of new melds, none of black threes, that reach the minimum together and do not without any one of them.

    ``due`` is the minimum, in points; ``skip`` a kind that is laid already.
    """

    def __init__(self, tables: Tables, hand: int, due: int, skip: int) -> None:
        self.tables, self.due = tables, due
        self.kinds = [k for k in range(11) if k != skip and (hand >> 5 * k & 31) >= tables.min_naturals]
        # The most that the ranks from each one on can add by their natural cards: what cannot suffice is not tried.
        bounds = [0]
        for kind in reversed(self.kinds):
            bounds.append(bounds[-1] + (hand >> 5 * kind & 31) * tables.value[kind])
        self.bounds = bounds[::-1]

    def each(self, hand: int, points: int, least: int = _NEVER, first: int = 0, chosen: Parts = ()) -> Iterator[Parts]:
        """The sets that begin with the melds chosen, which leave ``hand`` and count ``points``, the least ``least``."""
        tables, due = self.tables, self.due
        wilds = hand >> WILDS & 1023
        wild_points = (wilds >> 5) * tables.value[WILD_JOKER] + (wilds & 31) * tables.value[TWO]
        for at in range(first, len(self.kinds)):
            if points + self.bounds[at] + wild_points < due:
                return
            kind = self.kinds[at]
            for meld in tables.new(kind, hand >> 5 * kind & 31, wilds):
                total = points + meld.points
                if total < due:
                    yield from self.each(hand - meld.cost, total, min(least, meld.points), at + 1, (*chosen, meld))
                elif total - least < due:
                    yield (*chosen, meld)


def _closing(
    tables: Tables, hand: int, due: int, *, points: int = 0, skip: int = -1, coming: int = 0
) -> Iterator[Parts]:
    """Sets with black threes, which leave one card at most and reach the minimum only with them."""
    blacks = hand >> 5 * BLACK & 31
    if skip == BLACK or blacks < tables.min_naturals or coming > 1:
        return
    for black in tables.new(BLACK, blacks, hand >> WILDS & 1023):
        rest = hand - black.cost
        spare = 1 - coming - (blacks - black.naturals)
        for parts in _all_but(tables, rest, NO_MELDS, spare, skip=skip):
            beside = points + sum(one.points for one in parts)
            if beside < due <= beside + black.points:
                yield (*parts, black)


def _all_but(tables: Tables, hand: int, side: Side, spare: int, *, skip: int = -1, first: int = 0) -> Iterator[Parts]:
    """Ways to lay a hand, black threes and the kind ``skip`` aside, so that ``spare`` cards at most are left."""
    if spare < 0:
        return
    kind = next((k for k in range(first, 11) if hand >> 5 * k & 31 or side[M_DOWN] >> 5 * k & 16), -1)
    wilds = hand >> WILDS & 1023
    if kind < 0:
        if (wilds >> 5) + (wilds & 31) <= spare:
            yield ()
        return
    held = hand >> 5 * kind & 31
    yield from _all_but(tables, hand, side, spare - held, skip=skip, first=kind + 1)
    if kind == skip:
        return
    lies = side[M_DOWN] >> 5 * kind & 16
    for meld in onto(tables, side, kind, held, wilds) if lies else tables.new(kind, held, wilds):
        more = spare - (held - meld.naturals)
        for parts in _all_but(tables, hand - meld.cost, side, more, skip=skip, first=kind + 1):
            yield (meld, *parts)


def onto(tables: Tables, side: Side, kind: int, held: int, wilds: int) -> Parts:
    """Every way to add hand cards, so many naturals and these wild cards, to a meld that lies."""
    n, w = side[M_NATURALS] >> 5 * kind & 31, side[M_WILDS] >> 5 * kind & 31
    return tuple(
        tables.lay(kind, k, j, t)
        for k in range(held + 1)
        for j in range((wilds >> 5) + 1)
        for t in range((wilds & 31) + 1)
        if k + j + t and tables.fits(kind, n + k, w + j + t)
    )


def black_takes(tables: Tables, hand: int, side: Side, due: int, coming: int, *, frozen: bool) -> Iterator[CoreMove]:
    """Takes of a pile with a black three on top, where that is no stop: the act must leave one card at most."""
    held, wilds = hand >> 5 * BLACK & 31, hand >> WILDS & 1023
    spare = 1 - (coming >> TOP)
    if spare < 0 or not tables.black_laid:
        return
    if side[M_DOWN] >> 5 * BLACK & 16:
        n, w = side[M_NATURALS] >> 5 * BLACK & 31, side[M_WILDS] >> 5 * BLACK & 31
        takes: Parts = tuple(
            tables.taking(BLACK, k, j, t)
            for k in range(2 if frozen else 0, held + 1)
            for j in range((wilds >> 5) + 1)
            for t in range((wilds & 31) + 1)
            if tables.fits(BLACK, n + 1 + k, w + j + t)
        )
    else:
        takes = tables.take(BLACK, held, wilds, frozen)
    for take in takes:
        left = spare - (held - take.naturals)
        for parts in _all_but(tables, hand - take.cost, side, left):
            move = with_parts(take, parts)
            if move.points < due or not allowed(tables, hand, side, move, 0, coming=coming):
                continue
            shorter = (with_parts(take, (*parts[:i], *parts[i + 1 :])) for i in range(len(parts)))
            if not any(one.points >= due and allowed(tables, hand, side, one, 0, coming=coming) for one in shorter):
                yield move


def random_set(tables: Tables, hand: int, due: int, rng: Random, *, points: int = 0, skip: int = -1) -> Parts | None:
    """A set as those of :func:`first_layings`, found by one try in random order; ``None`` where the try falls short."""
    kinds = [k for k in range(11) if k != skip and (hand >> 5 * k & 31) >= tables.min_naturals]
    if not kinds:
        return None
    # Cheaper than a shuffle, and any rank can come first.
    start = int(rng.random() * len(kinds))
    chosen: list[CoreMove] = []
    for kind in kinds[start:] + kinds[:start]:
        row = tables.new(kind, hand >> 5 * kind & 31, hand >> WILDS & 1023)
        if not row:
            continue
        meld = row[int(rng.random() * len(row))]
        chosen.append(meld)
        hand -= meld.cost
        points += meld.points
        if points >= due:
            break
    if points < due:
        return None
    for meld in tuple(chosen):
        if points - meld.points >= due and len(chosen) > 1:
            chosen.remove(meld)
            points -= meld.points
    chosen.sort(key=_rank)
    return tuple(chosen)


def _rank(meld: CoreMove) -> int:
    return meld.rank
