"""Every single meld and every single addition that some cards allow, where ranks do not fall apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from canasta_teach.cards import ALL_CARDS, Card
from canasta_teach.game.layings import enough_from_hand, keeps_limits, within_limits
from canasta_teach.game.melds import PLACES, canasta_kind, read
from canasta_teach.game.mend.hand import Wish
from canasta_teach.rulebook.ruleset import RuleSet

_BY_PLACE: Final[dict[tuple[str, int], Card]] = {}
for _card in ALL_CARDS:
    _BY_PLACE[_card.suit, PLACES[_card.rank]] = _card
    if _card.rank == "A":
        _BY_PLACE[_card.suit, 1] = _card


class Item(NamedTuple):
    """Hand cards that can be laid as one meld, or on one.

    Attributes:
        meld: the lying meld that they go to; ``None`` for a new one.
        cards: the hand cards; ``top``: the pile's top card lies with them.
        counts: how often each card is used.
        key: items of equal key exclude each other; ``None``: they do not.
        points: of the hand cards; ``wilds``: how many of them are wild; ``fresh``: how many were not asked for.
        moved: how many of them were asked for elsewhere.
        canasta: the meld is a canasta then.
    """

    meld: int | None
    cards: tuple[Card, ...]
    top: bool
    counts: tuple[tuple[Card, int], ...]
    key: object
    points: int
    wilds: int
    fresh: int
    moved: int
    canasta: bool


def items(wish: Wish, cards: Sequence[Card], *, top: bool = False, new_only: bool = False) -> list[Item]:
    """All items of these hand cards, those first that add the fewest cards not asked for.

    Args:
        wish: the refused act, and the table.
        cards: the hand cards that may be used.
        top: only items with the pile's top card; else only items without it.
        new_only: no additions, and no merging (*relancinho*).
    """
    made = _Maker(wish, cards, top=top, new_only=new_only)
    found = list(dict.fromkeys(made.all()))
    kept = [item for index, some in found if (item := made.item(index, some)) is not None]
    kept.sort(key=lambda i: (i.fresh, i.moved, i.wilds, -len(i.cards)))
    return kept


class _Maker:
    def __init__(self, wish: Wish, cards: Sequence[Card], *, top: bool, new_only: bool) -> None:
        self.wish, self.rules = wish, wish.rules
        self.top = wish.top if top else None
        self.have = Counter(cards)
        if self.top is not None:
            self.have[self.top] += 1
        self.merges = self.rules.has("meld.one-per-rank") and not new_only
        self.lying = () if new_only else wish.melds
        self.set_at: dict[str, int] = {
            shape.rank: i for i, m in enumerate(self.lying) if (shape := read(m, self.rules)).kind == "set"
        }
        self.by_rank: dict[str, list[Card]] = {}
        self.wilds: list[Card] = []
        for card in sorted(self.have.elements()):
            if self.rules.is_wild(card):
                self.wilds.append(card)
            else:
                self.by_rank.setdefault(card.rank, []).append(card)
        self.some_wilds = lru_cache(maxsize=64)(self._some_wilds)

    def all(self) -> Iterator[tuple[int | None, tuple[Card, ...]]]:
        for rank, some in self.by_rank.items():
            if not (self.merges and rank in self.set_at):
                yield from ((None, cards) for cards in self._sets(rank, some, 0, 0))
        if self.rules.has("meld.sequence"):
            for suit in "CDHS":
                yield from ((None, cards) for cards in self._runs(suit))
        for index, meld in enumerate(self.lying):
            yield from ((index, cards) for cards in self._additions(meld))

    def item(self, index: int | None, cards: tuple[Card, ...]) -> Item | None:
        """The item of these cards, the top card among them; ``None`` where they cannot be laid for its sake."""
        rules, wish = self.rules, self.wish
        top = self.top
        whole = cards if index is None else (*self.lying[index], *cards)
        mine = cards
        if top is not None:
            if top not in cards:
                return None
            rest = list(cards)
            rest.remove(top)
            mine = tuple(rest)
            wilds = sum(map(rules.is_wild, mine))
            if wish.pair and sum(c.rank == top.rank for c in mine) < 2:
                return None
            if index is None and not rules.is_wild(top) and not enough_from_hand(rules, len(mine) - wilds, wilds):
                return None
        counts = tuple(Counter(mine).items())
        rank = next((c.rank for c in cards if not rules.is_wild(c)), "")
        one_rank = self.merges and all(c.rank == rank or rules.is_wild(c) for c in cards)
        key: object = index
        if index is None and one_rank:
            key = self.set_at.get(rank, rank)
        return Item(
            index,
            mine,
            top is not None,
            counts,
            key,
            rules.points(mine),
            sum(map(rules.is_wild, mine)),
            sum(n - min(n, wish.held[card]) for card, n in counts),
            wish.moved(index, mine),
            len(whole) >= rules.p.canasta_size and canasta_kind(whole, rules) is not None,
        )

    def _some_wilds(self, many: int) -> list[tuple[Card, ...]]:
        return sorted(set(combinations(self.wilds, many)))

    # -- sets --------------------------------------------------------------------------------------

    def _sets(self, rank: str, some: Sequence[Card], naturals: int, wilds: int) -> Iterator[tuple[Card, ...]]:
        """Cards of the rank, and wild ones, that make a set with so many that lie."""
        for k in range(len(some) + 1):
            if not (k or naturals):
                continue
            for w in range(len(self.wilds) + 1):
                size = naturals + wilds + k + w
                if not (k or w) or size < self.rules.p.min_meld:
                    continue
                if not within_limits(self.rules, rank, naturals + k, wilds + w):
                    continue
                for group in sorted(set(combinations(some, k))):
                    for more in self.some_wilds(w):
                        yield (*group, *more)

    # -- runs --------------------------------------------------------------------------------------

    def _runs(self, suit: str) -> Iterator[tuple[Card, ...]]:
        least = max(self.rules.p.min_sequence, self.rules.p.min_meld)
        for low in range(1, 15 - least + 1):
            for high in range(low + least - 1, 15):
                places = range(low, high + 1)
                free = self._held(suit, places)
                length = len(places)
                for skip in range(length - len(free), len(self.wilds) + 1):
                    if not run_limits(self.rules, length - skip, skip):
                        continue
                    for group in combinations(free, length - skip):
                        if any(not self.rules.is_wild(c) for c in group) and self._threes(group):
                            yield from self._filled(group, skip)

    def _held(self, suit: str, places: Sequence[int]) -> list[Card]:
        """Cards of the suit for these places; an ace for both ends only where there are two."""
        free: list[Card] = []
        for place in places:
            card = _BY_PLACE[suit, place]
            if self.have[card] > free.count(card):
                free.append(card)
        return free

    def _filled(self, group: tuple[Card, ...], many: int) -> Iterator[tuple[Card, ...]]:
        own = Counter(c for c in group if self.rules.is_wild(c))
        for more in self.some_wilds(many):
            if not own or all(more.count(c) + n <= self.have[c] for c, n in own.items()):
                yield (*group, *more)

    def _threes(self, added: Sequence[Card]) -> bool:
        """Black threes may lie in a run, where they are ever laid."""
        never = self.rules.has("meld.black-threes") and self.rules.p.black_threes_at_end == "never"
        return not (never and any(c.is_black_three for c in added))

    # -- additions ---------------------------------------------------------------------------------

    def _additions(self, meld: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
        rules = self.rules
        fixed = [c for c in meld if not rules.is_wild(c)]
        ranks = {c.rank for c in fixed}
        if len(ranks) == 1:
            rank = ranks.pop()
            yield from self._sets(rank, self.by_rank.get(rank, ()), len(fixed), len(meld) - len(fixed))
        if not rules.has("meld.sequence"):
            return
        suits = {c.suit for c in fixed}
        if len(suits) != 1:
            return
        suit = suits.pop()
        aces = sum(c.rank == "A" for c in fixed)
        own = [PLACES[c.rank] for c in fixed if c.rank != "A"]
        for ends in {0: ((),), 1: ((1,), (14,)), 2: ((1, 14),)}.get(aces, ()):
            taken = {*own, *ends}
            if len(taken) == len(fixed):
                yield from self._longer(meld, suit, taken)

    def _longer(self, meld: tuple[Card, ...], suit: str, taken: set[int]) -> Iterator[tuple[Card, ...]]:
        loose = len(meld) - len(taken)
        for low in range(1, min(taken) + 1):
            for high in range(max(taken), 15):
                length = high - low + 1
                more = length - len(meld)
                if more < 1:
                    continue
                free = self._held(suit, [p for p in range(low, high + 1) if p not in taken])
                for wilds in range(max(0, more - len(free)), min(more, len(self.wilds)) + 1):
                    # A two that lies, or one of those added, may be natural in its place.
                    if not run_limits(self.rules, length - wilds - loose + 2, max(0, wilds + loose - 2)):
                        continue
                    for group in combinations(free, more - wilds):
                        for cards in self._filled(group, wilds):
                            if keeps_limits(self.rules, (*meld, *cards), cards):
                                yield tuple(sorted(cards))


def run_limits(rules: RuleSet, naturals: int, wilds: int) -> bool:
    """Whether a run with so many cards in their own place, and so many others, keeps the limits on wild cards."""
    p = rules.p
    if rules.has("meld.min-naturals") and naturals < p.min_naturals:
        return False
    if not rules.has("meld.max-wilds"):
        return True
    return (p.max_wilds is None or wilds <= p.max_wilds) and not (p.wilds_at_most_naturals and wilds > naturals)
