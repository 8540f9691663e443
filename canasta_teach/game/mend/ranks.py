"""The nearest laying in games of ranks, where ranks fall apart but for the wild cards that they share.

A table filled rank by rank holds, for every state that can be reached (points up to the minimum, wild cards used,
cards left up to those that must stay, canastas), the least weight; read backwards it gives the layings one after the
other, nearest first. Layings that leave at most one card are few, since nearly the whole hand is laid: each is
tried by a table of its own, where only the wild cards are still to be shared out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import count
from typing import NamedTuple

from canasta_teach.cards import RANKS, UNKNOWN, Card
from canasta_teach.game.layings import enough_from_hand, within_limits
from canasta_teach.game.melds import canasta_kind, read
from canasta_teach.game.mend.hand import CHANGED, MOVED, TOUCHED, WILD, Placing, Wish


class _State(NamedTuple):
    points: int
    wilds: int
    left: int
    laid: bool
    canastas: int
    completed: bool


class _Way(NamedTuple):
    """One use of a rank: hand cards laid, what it weighs, its points, and what becomes of it."""

    naturals: int
    wilds: int
    weight: int
    points: int
    left: int
    canasta: bool
    completed: bool


_Layers = list[tuple[str, list[_Way]]]
_START = _State(0, 0, 0, False, 0, False)


def falls_apart(wish: Wish) -> bool:
    """Whether the ranks of this game fall apart, so that this module finds its layings."""
    rules = wish.rules
    if rules.has("meld.sequence") or not rules.has("meld.one-per-rank"):
        return False
    if wish.needed and not rules.has("initial.combined"):
        return False
    if wish.top is not None and rules.is_wild(wish.top):
        return False
    threes = {rules.value(c) for c in wish.hand if c.rank == "3"}
    return len(threes) <= 1


def layings(wish: Wish) -> Iterator[tuple[Placing, ...]]:
    """The layings that keep the rules of melds, of the minimum and of going out, nearest first."""
    return _Ranks(wish).layings()


def endings(wish: Wish) -> Iterator[tuple[Placing, ...]]:
    """Those of them that leave at most one card."""
    ranks = _Ranks(wish)
    return (placings for _, cards, last in wish.ends for placings in ranks.ending(cards, last))


class _Ranks:
    def __init__(self, wish: Wish) -> None:
        self.wish, self.rules = wish, wish.rules
        self.down: dict[str, tuple[int, int, int, bool]] = {}
        for index, meld in enumerate(wish.melds):
            shape = read(meld, self.rules)
            lay = canasta_kind(meld, self.rules) is not None
            self.down[shape.rank] = (index, len(shape.naturals), len(shape.wilds), lay)
        self.top_rank = wish.top.rank if wish.top is not None else ""
        self.asked_wilds: dict[str, list[Card]] = {}
        for part in wish.asked:
            wilds = [c for c in part.cards if self.rules.is_wild(c)]
            self.asked_wilds.setdefault(part.rank, []).extend(wilds)

    def layings(self) -> Iterator[tuple[Placing, ...]]:
        wish = self.wish
        lies = sum(lay for *_, lay in self.down.values())
        least = 0
        if wish.others is not None and (lies < wish.canastas or not wish.may_end):
            least = max(0, 2 - wish.others)
        near = self._leaving(least)
        weight, found = next(near, (0, None))
        for bound, cards, last in wish.ends:
            while found is not None and weight <= bound:
                yield found
                weight, found = next(near, (0, None))
            yield from self.ending(cards, last)
        while found is not None:
            yield found
            weight, found = next(near, (0, None))

    # -- layings that leave cards ------------------------------------------------------------------

    def _leaving(self, least: int) -> Iterator[tuple[int, tuple[Placing, ...]]]:
        """Layings that leave at least so many hand cards, and lay no black threes where those must wait."""
        wish = self.wish
        naturals, wilds = self._sorted(wish.hand)
        held = {rank: sum((Counter(some) & wish.held).values()) for rank, some in naturals.items()}
        jokers, twos = self._kinds(wilds)
        layers: _Layers = []
        free = 0
        for rank in RANKS:
            some = naturals.get(rank, [])
            if not some and rank not in self.down and rank != self.top_rank:
                continue
            ways = list(self._ways(rank, len(some), range(len(some) + 1), len(wilds), wanted=held.get(rank, 0)))
            if rank == "3" and wish.black_threes_stay:
                ways = [w for w in ways if not (w.naturals or w.wilds or rank == self.top_rank)]
            if len(ways) == 1 and not (ways[0].naturals or ways[0].wilds or rank == self.top_rank):
                free += len(some)
            else:
                layers.append((rank, ways))
        best, into = self._fill(layers, wish.needed, least, len(wilds), 0)
        ends: list[tuple[int, _State, tuple[Card, ...]]] = []
        values = [self.rules.value(some[0]) if some else 0 for some in (jokers, twos)]
        for state, so_far in best[-1].items():
            if not state.laid or state.left + free + len(wilds) - state.wilds < least:
                continue
            for first in range(max(0, state.wilds - len(twos)), min(state.wilds, len(jokers)) + 1):
                second = state.wilds - first
                if state.points + first * values[0] + second * values[1] >= wish.needed:
                    pool = (*jokers[:first], *twos[:second])
                    overlap = sum((Counter(pool) & wish.held).values())
                    weight = wish.wanted.total() + len(pool) - 2 * overlap
                    ends.append((so_far + weight * CHANGED + len(pool) * WILD, state, pool))
        for weight, way, pool in _backwards(layers, best, into, ends):
            yield weight, self._placings(layers, way, naturals, pool)

    # -- layings that leave at most one card -------------------------------------------------------

    def ending(self, cards: Sequence[Card], last: Card | None) -> Iterator[tuple[Placing, ...]]:
        """Layings of just these cards, with the canastas that going out needs, or needs but for the last card."""
        wish = self.wish
        if self.rules.points(cards) < wish.needed:
            return
        naturals, wilds = self._sorted(cards)
        layers: _Layers = []
        for rank in RANKS:
            some = naturals.get(rank, [])
            if not some and rank not in self.down and rank != self.top_rank:
                continue
            ways = list(self._ways(rank, len(some), (len(some),), len(wilds), last=last))
            if not ways:
                return
            layers.append((rank, ways))
        best, into = self._fill(layers, 0, 0, len(wilds), wish.canastas)
        ends = [
            (weight, state, tuple(wilds))
            for state, weight in best[-1].items()
            if state.wilds == len(wilds)
            and state.laid
            and (state.canastas >= wish.canastas or (state.completed and state.canastas + 1 >= wish.canastas))
        ]
        for _, way, pool in _backwards(layers, best, into, ends):
            yield self._placings(layers, way, naturals, pool)

    # -- the table ---------------------------------------------------------------------------------

    def _sorted(self, cards: Sequence[Card]) -> tuple[dict[str, list[Card]], list[Card]]:
        naturals: dict[str, list[Card]] = {}
        wilds = []
        for card in cards:
            if self.rules.is_wild(card):
                wilds.append(card)
            else:
                naturals.setdefault(card.rank, []).append(card)
        return naturals, wilds

    def _kinds(self, wilds: Sequence[Card]) -> tuple[list[Card], list[Card]]:
        """Jokers and twos, those of the refused act first."""
        return [c for c in wilds if c.rank == "JK"], [c for c in wilds if c.rank != "JK"]

    def _ways(
        self, rank: str, held: int, counts: Sequence[int], most: int, *, wanted: int = 0, last: Card | None = None
    ) -> Iterator[_Way]:
        """All uses of a rank by so many of its ``held`` natural cards as ``counts`` names, and ``most`` wild ones.

        ``wanted`` of the natural cards were asked for; ``last`` is the one card that the laying leaves.
        """
        rules, wish = self.rules, self.wish
        _, naturals, wilds, lay = self.down.get(rank, (None, 0, 0, False))
        is_down = rank in self.down
        top = rank == self.top_rank
        asked = len(self.asked_wilds.get(rank, ()))
        each = next((rules.value(c) for c in wish.hand if c.rank == rank), 0)
        if rules.has("meld.max-wilds") and rules.p.max_wilds is not None:
            most = min(most, max(0, rules.p.max_wilds - wilds))
        for k in counts:
            for w in range(most + 1):
                if not (k or w or top):
                    done = is_down and self._completes(rank, naturals, wilds, last, lay=lay)
                    yield _Way(0, 0, asked * MOVED, 0, held, lay, done)
                    continue
                n, v = naturals + top + k, wilds + w
                if n + v < rules.p.min_meld or not within_limits(rules, rank, n, v):
                    continue
                if top and ((wish.pair and k < 2) or not (is_down or enough_from_hand(rules, k, w))):
                    continue
                weight = (k - 2 * min(k, wanted)) * CHANGED + abs(w - asked) * MOVED + TOUCHED
                canasta = lay or self._canasta(n, v)
                done = self._completes(rank, n, v, last, lay=canasta)
                yield _Way(k, w, weight, k * each, held - k, canasta, done)

    def _canasta(self, naturals: int, wilds: int) -> bool:
        kind = "mixed" if wilds else "natural"
        big = naturals + wilds >= self.rules.p.canasta_size
        return big and self.rules.has("canasta.size") and self.rules.has(f"canasta.{kind}")

    def _completes(self, rank: str, naturals: int, wilds: int, last: Card | None, *, lay: bool) -> bool:
        """The last card left would make this meld the canasta that it is not yet."""
        if last is None:
            return False
        if last is UNKNOWN:
            return naturals + wilds == self.rules.p.canasta_size - 1
        if lay:
            return False
        if self.rules.is_wild(last):
            wilds += 1
        elif last.rank == rank:
            naturals += 1
        else:
            return False
        return within_limits(self.rules, rank, naturals, wilds) and self._canasta(naturals, wilds)

    def _fill(
        self, layers: _Layers, needed: int, least: int, wilds: int, enough: int
    ) -> tuple[list[dict[_State, int]], list[dict[_State, list[tuple[_State, _Way]]]]]:
        """For each layer the least weight of every state, and all steps that lead to it."""
        best: list[dict[_State, int]] = [{_START: 0}]
        into: list[dict[_State, list[tuple[_State, _Way]]]] = [{}]
        for rank, ways in layers:
            top = rank == self.top_rank
            then: dict[_State, int] = {}
            steps: dict[_State, list[tuple[_State, _Way]]] = {}
            for state, so_far in best[-1].items():
                for way in ways:
                    used = state.wilds + way.wilds
                    if used > wilds:
                        continue
                    key = _State(
                        min(state.points + way.points, needed),
                        used,
                        min(state.left + way.left, least),
                        state.laid or top or way.naturals > 0 or way.wilds > 0,
                        min(state.canastas + way.canasta, enough),
                        state.completed or way.completed,
                    )
                    weight = so_far + way.weight
                    old = then.get(key)
                    if old is None:
                        then[key] = weight
                        steps[key] = [(state, way)]
                    else:
                        if weight < old:
                            then[key] = weight
                        steps[key].append((state, way))
            best.append(then)
            into.append(steps)
        return best, into

    # -- the cards ---------------------------------------------------------------------------------

    def _placings(
        self, layers: _Layers, ways: Sequence[_Way], naturals: dict[str, list[Card]], pool: Sequence[Card]
    ) -> tuple[Placing, ...]:
        """Concrete cards for these ways: wild cards stay where the refused act laid them, so far as they can."""
        left = list(pool)
        got: dict[str, list[Card]] = {}
        for (rank, _), way in zip(layers, ways, strict=True):
            mine = got[rank] = []
            for card in self.asked_wilds.get(rank, ()):
                if len(mine) < way.wilds and card in left:
                    left.remove(card)
                    mine.append(card)
        found = []
        for (rank, _), way in zip(layers, ways, strict=True):
            mine = got[rank]
            while len(mine) < way.wilds:
                mine.append(left.pop(0))
            top = rank == self.top_rank
            if way.naturals or mine or top:
                index = self.down[rank][0] if rank in self.down else None
                found.append(Placing(index, (*naturals.get(rank, ())[: way.naturals], *mine), top))
        return tuple(found)


def _backwards(
    layers: _Layers,
    best: Sequence[dict[_State, int]],
    into: Sequence[dict[_State, list[tuple[_State, _Way]]]],
    ends: Sequence[tuple[int, _State, tuple[Card, ...]]],
) -> Iterator[tuple[int, tuple[_Way, ...], tuple[Card, ...]]]:
    """All ways through the table to these ends, the least weight first."""
    # Of equal weights the newest goes on, so that the first way is found without following the others.
    number = count(0, -1)
    heap: list[tuple[int, int, int, _State, int, tuple[_Way, ...], tuple[Card, ...]]] = []
    for weight, state, pool in ends:
        heappush(heap, (weight, next(number), len(layers), state, weight - best[-1][state], (), pool))
    while heap:
        weight, _, layer, state, behind, ways, pool = heappop(heap)
        if layer == 0:
            yield weight, ways, pool
            continue
        for before, way in into[layer][state]:
            more = behind + way.weight
            total = best[layer - 1][before] + more
            heappush(heap, (total, next(number), layer - 1, before, more, (way, *ways), pool))
