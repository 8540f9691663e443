"""The wild cards of a hand, and every choice of them to go with natural cards."""

from __future__ import annotations

from canasta_teach.game.core.runs.cards import BITS, FIELD, SUIT_BITS, TWO, parts_of, size, sized, unit
from canasta_teach.game.core.runs.melds import MeldBook


class Wilds:
    """The wild cards of a hand: how many, and every choice of them by number, or by own twos and others.

    ``least`` is the number of natural cards that a set beside them has at least; ``capped`` their number, or the most
    that a meld may hold.
    """

    __slots__ = ("_by_suit", "by_count", "capped", "least", "total")

    def __init__(self, cards: int, most: int, book: MeldBook) -> None:
        self.total = size(sized(cards))
        self.capped = min(self.total, book.max_wilds)
        self.least = max(book.min_naturals, book.min_meld - min(self.total, most), 1)
        by_count: list[list[int]] = [[] for _ in range(min(self.total, most) + 1)]
        for some in parts_of(cards, most):
            by_count[size(some)].append(some)
        self.by_count = tuple(map(tuple, by_count))
        self._by_suit: list[dict[tuple[int, int], tuple[int, ...]] | None] = [None] * 4

    def by_class(self, suit: int) -> dict[tuple[int, int], tuple[int, ...]]:
        """The choices by (twos of the suit, other wild cards)."""
        found = self._by_suit[suit]
        if found is None:
            lists: dict[tuple[int, int], list[int]] = {}
            for some in (one for ones in self.by_count for one in ones):
                own = (some >> suit * SUIT_BITS + TWO * BITS) & FIELD
                lists.setdefault((own, size(some) - own), []).append(some)
            found = self._by_suit[suit] = {key: tuple(value) for key, value in lists.items()}
        return found


class FoldedWilds(Wilds):
    """Wild cards told by their number alone, as jokers; beside them a two that may stand in its own place in a run."""

    __slots__ = ()

    def __init__(self, cards: int, most: int, book: MeldBook) -> None:
        super().__init__(cards, most, book)
        jokers = [some[0] for some in self.by_count]
        for suit in range(4):
            two = unit(1 << suit * SUIT_BITS + TWO * BITS)
            classes: dict[tuple[int, int], tuple[int, ...]] = {(0, many): (some,) for many, some in enumerate(jokers)}
            classes |= {(1, many): (two + some,) for many, some in enumerate(jokers[:-1])}
            self._by_suit[suit] = classes
