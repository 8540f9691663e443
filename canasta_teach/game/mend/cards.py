"""The nearest laying card by card, where ranks do not fall apart: games with runs, or with several melds of a rank.

Cards of the refused act are taken one after the other: each is left out, or laid by one of the melds and additions
that hold it; what is still missing to the minimum is filled up with others. Branches that cannot become nearer than
the best laying found are cut off.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import accumulate
from typing import Final

from canasta_teach.cards import UNKNOWN, Card
from canasta_teach.game.layings import completes_canasta
from canasta_teach.game.melds import canasta_kind
from canasta_teach.game.mend.hand import CHANGED, MOVED, TOUCHED, WILD, Placing, Wish
from canasta_teach.game.mend.items import Item, items

Accept = Callable[[tuple[Placing, ...]], bool]

_NEVER: Final = 1 << 60
_MOST_STEPS: Final = 20_000
"""Where a search takes longer, it ends with the nearest laying found so far."""


def nearest(wish: Wish, accept: Accept) -> tuple[Placing, ...] | None:
    """The nearest laying that ``accept`` takes, or ``None``."""
    lies = sum(canasta_kind(meld, wish.rules) is not None for meld in wish.melds)
    least = 0
    if wish.others is not None and (lies < wish.canastas or not wish.may_end):
        least = max(0, 2 - wish.others)
    search = _Search(wish, accept, least)
    search.run()
    if least or wish.black_threes_stay or search.deep or search.best is None:
        ends = [end for end in wish.ends if search.best is None or end[0] < search.weight - search.weight % WILD]
        covers = Covers(wish, accept) if ends else None
        for _, cards, last in ends:
            found = covers.of(cards, last) if covers is not None else None
            if found is not None:
                return found
    return search.best


class _Search:
    """Branch and bound over disjoint items; ``least`` hand cards must stay."""

    def __init__(self, wish: Wish, accept: Accept, least: int) -> None:
        self.wish, self.accept = wish, accept
        self.most = len(wish.hand) - least
        self.best: tuple[Placing, ...] | None = None
        self.weight = _NEVER
        self.steps = 0
        self.have = Counter(wish.hand)
        self.used: Counter[Card] = Counter()
        self.laid = 0
        self.keys: set[object] = set()
        self.chosen: list[Item] = []
        self.asked = list(wish.held)
        # Where the referee asks for more than points, more may have to be laid than seems to do.
        rules = wish.rules
        self.deep = wish.position.permission == "yes" or bool(wish.needed and not rules.has("initial.combined"))
        usable = [c for c in wish.hand if not (wish.black_threes_stay and c.is_black_three)]
        self.items = items(wish, usable)
        self.tops = items(wish, usable, top=True) if wish.top is not None else []
        self.holding: dict[Card, list[Item]] = {card: [] for card in self.asked}
        for item in self.items:
            # Without a minimum an item that brings no more asked cards than others makes nothing nearer.
            if self.deep or wish.needed or 2 * item.fresh < len(item.cards):
                for card, _ in item.counts:
                    if card in self.holding:
                        self.holding[card].append(item)
        fresh = sorted((rules.value(c) for c in (Counter(usable) - wish.held).elements()), reverse=True)
        self.worth = list(accumulate(fresh, initial=0))

    def run(self) -> None:
        nothing = self.wish.wanted.total() * CHANGED
        if self.wish.top is None:
            if not (self.deep or self.wish.needed):
                # One item alone may be the nearest, though it adds more than it keeps.
                for item in sorted(self.items, key=lambda i: 2 * i.fresh - len(i.cards)):
                    if self._fits(item):
                        self._with(item, nothing, 0, self._done)
            self._ask(0, nothing, 0)
            return
        for item in self.tops:
            if self._fits(item):
                self._with(item, nothing, 0, partial(self._ask, 0))

    def _with(self, item: Item, weight: int, points: int, then: Callable[[int, int], object]) -> None:
        """Go on with the item laid, which fits."""
        changed = len(item.cards)
        held = self.wish.held
        for card, n in item.counts:
            before = self.used[card]
            if card in held:
                changed -= 2 * (min(before + n, held[card]) - min(before, held[card]))
            self.used[card] = before + n
        self.laid += len(item.cards)
        self.chosen.append(item)
        if item.key is not None:
            self.keys.add(item.key)
        more = changed * CHANGED + item.wilds * WILD + item.moved * MOVED + TOUCHED
        then(weight + more, points + item.points)
        self.keys.discard(item.key)
        self.chosen.pop()
        self.laid -= len(item.cards)
        for card, n in item.counts:
            self.used[card] -= n

    def _bounds(self, at: int, weight: int, points: int) -> tuple[int, int]:
        """What a laying from here on weighs at least, if all asked cards to come are laid; and so with the points."""
        self.steps += 1
        held, used = self.wish.held, self.used
        coming = 0
        lacking = self.wish.needed - points
        for card in self.asked[at:]:
            n = held[card] - used[card]
            if n > 0:
                coming += n
                lacking -= n * self.wish.rules.value(card)
        bound = weight - coming * CHANGED
        if lacking <= 0:
            return bound, bound
        more = bisect_left(self.worth, lacking)
        return bound, bound + more * CHANGED if more < len(self.worth) else _NEVER

    def _ask(self, at: int, weight: int, points: int) -> None:
        """Decide on the asked cards from number ``at`` on."""
        bound, with_points = self._bounds(at, weight, points)
        if with_points >= self.weight or self.steps > _MOST_STEPS:
            return
        while at < len(self.asked) and self.used[self.asked[at]] >= self.wish.held[self.asked[at]]:
            at += 1
        if at == len(self.asked):
            self._fill(0, weight, points)
            return
        card = self.asked[at]
        for item in self.holding[card]:
            if bound + item.fresh * CHANGED >= self.weight:
                break
            if self._fits(item):
                self._with(item, weight, points, partial(self._ask, at))
        kept = self.have[card]
        self.have[card] = self.used[card]
        self._ask(at + 1, weight, points)
        self.have[card] = kept

    def _fits(self, item: Item) -> bool:
        if self.laid + len(item.cards) > self.most or (item.key is not None and item.key in self.keys):
            return False
        return all(self.used[card] + n <= self.have[card] for card, n in item.counts)

    def _fill(self, first: int, weight: int, points: int) -> None:
        """With the asked cards decided: done, or filled up with others to the minimum."""
        _, with_points = self._bounds(len(self.asked), weight, points)
        if with_points >= self.weight:
            return
        if self.chosen and points >= self.wish.needed and (self._done(weight, points) or not self.deep):
            return
        if not (self.deep or self.wish.needed):
            return
        for at in range(first, len(self.items)):
            item = self.items[at]
            if weight + item.fresh * CHANGED >= self.weight or self.steps > _MOST_STEPS:
                return
            if self._fits(item):
                self._with(item, weight, points, partial(self._fill, at))

    def _done(self, weight: int, points: int) -> bool:
        """Whether what is chosen is legal; it is the best so far then, if it is nearer."""
        if weight >= self.weight:
            return False
        found = tuple(Placing(i.meld, i.cards, i.top) for i in self.chosen)
        if not self.accept(found):
            return False
        self.best, self.weight = found, weight
        return True


class Covers:
    """Exact covers of some cards by items; states that led nowhere are not searched again.

    Args:
        wish: the refused act, and the table.
        accept: the referee's word on a laying.
        new_only: no additions, and no merging (*relancinho*).
    """

    def __init__(self, wish: Wish, accept: Accept, *, new_only: bool = False) -> None:
        self.wish, self.accept = wish, accept
        self.items = items(wish, wish.hand, new_only=new_only)
        self.tops = items(wish, wish.hand, top=True) if wish.top is not None else []
        self.holding: dict[Card, list[Item]] = {}
        for item in self.items:
            for card, _ in item.counts:
                self.holding.setdefault(card, []).append(item)
        self.lies = [canasta_kind(meld, wish.rules) is not None for meld in wish.melds]
        self.order = sorted(set(wish.hand), key=lambda c: (wish.rules.is_wild(c), c.number))
        self.rest: Counter[Card] = Counter()
        self.last: Card | None = None
        self.dead: set[object] = set()
        self.tried = 0

    def of(self, cards: Sequence[Card], last: Card | None = None) -> tuple[Placing, ...] | None:
        """A laying of just these hand cards that is accepted, or ``None``; ``last`` is the card left."""
        if self.wish.rules.points(cards) < self.wish.needed:
            return None
        self.rest, self.last, self.dead, self.tried = Counter(cards), last, set(), 0
        return next(self._found(), None)

    def _found(self) -> Iterator[tuple[Placing, ...]]:
        if self.wish.top is None:
            yield from self._cover((), sum(self.lies))
            return
        for item in self.tops:
            yield from self._lay(item, (), sum(self.lies))

    def _lay(self, item: Item, chosen: tuple[Item, ...], canastas: int) -> Iterator[tuple[Placing, ...]]:
        if any(self.rest[card] < n for card, n in item.counts):
            return
        if item.key is not None and any(other.key == item.key for other in chosen):
            return
        for card, n in item.counts:
            self.rest[card] -= n
        gained = item.canasta and not (item.meld is not None and self.lies[item.meld])
        yield from self._cover((*chosen, item), canastas + gained)
        for card, n in item.counts:
            self.rest[card] += n

    def _cover(self, chosen: tuple[Item, ...], canastas: int) -> Iterator[tuple[Placing, ...]]:
        card = next((c for c in self.order if self.rest[c]), None)
        if card is None:
            lacking = self.wish.canastas - canastas
            if lacking > 1 or (lacking == 1 and not self._completed(chosen)):
                return
            found = tuple(Placing(i.meld, i.cards, i.top) for i in chosen)
            self.tried += 1
            if self.tried < _MOST_STEPS // 100 and self.accept(found):
                yield found
            return
        melds = frozenset((i.meld, tuple(sorted(i.cards)), i.top) for i in chosen) if self.last is not None else 0
        keys = frozenset(i.key for i in chosen)
        state = (tuple(self.rest[c] for c in self.order), keys, canastas, melds)
        if state in self.dead:
            return
        for item in self.holding.get(card, ()):
            yield from self._lay(item, chosen, canastas)
        self.dead.add(state)

    def _completed(self, chosen: Sequence[Item]) -> bool:
        """The last card would complete a canasta."""
        if self.last is None:
            return False
        melds = list(self.wish.melds)
        for item in chosen:
            cards = (*item.cards, self.wish.top) if item.top and self.wish.top is not None else item.cards
            if item.meld is None:
                melds.append(cards)
            else:
                melds[item.meld] += cards
        if self.last is UNKNOWN:
            return any(len(meld) == self.wish.rules.p.canasta_size - 1 for meld in melds)
        return completes_canasta(self.wish.rules, melds, self.last)
