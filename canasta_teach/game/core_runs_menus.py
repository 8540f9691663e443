"""Every new meld that a hand can make, as menus shared by all hands that hold the same cards of a rank or a suit."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate
from typing import Final

from canasta_teach.game.core_runs_cards import (
    BITS,
    COLUMN,
    FIELD,
    JOKER_AT,
    ROW,
    SUIT_BITS,
    THREE,
    TWO,
    WILDS,
    bits,
    parts_of,
    present,
    size,
    sized,
    unit,
)
from canasta_teach.game.core_runs_melds import LONGEST, MeldBook, run_wilds

_FEW: Final = 400
"""Menus up to this length are written out."""

_MOST_KEPT: Final = 100_000
"""So many menus of a kind are remembered at most."""

_SUIT_COUNTS: Final = sum(FIELD << place * BITS for place in range(13))
_HIGH: Final = sum(16 << place * BITS for place in range(13) if place != TWO)
_ADD: Final = tuple(sum(max(0, 16 - least) << place * BITS for place in range(13)) for least in range(17))


class Menu:
    """New melds: natural cards, each with several choices of wild cards.

    Attributes:
        entries: packed natural cards and the choices of packed wild cards that go with them.
        length: number of melds.
        union: the lowest bits of all faces in them, wild ones left aside.
        flat: all melds, written out where they are not many.
    """

    __slots__ = ("_ends", "entries", "flat", "length", "union")

    def __init__(self, entries: list[tuple[int, tuple[int, ...]]]) -> None:
        self.entries = tuple(entries)
        self._ends = list(accumulate(len(wilds) for _, wilds in entries))
        self.length = self._ends[-1] if entries else 0
        self.union = 0
        for naturals, _ in entries:
            self.union |= present(naturals)
        self.flat = tuple(self._each()) if self.length <= _FEW else None

    def _each(self) -> Iterator[int]:
        for naturals, wilds in self.entries:
            for wild in wilds:
                yield naturals + wild

    def __iter__(self) -> Iterator[int]:
        return self._each() if self.flat is None else iter(self.flat)

    def pick(self, at: int) -> int:
        """The meld at a place, packed."""
        if self.flat is not None:
            return self.flat[at]
        entry = bisect_right(self._ends, at)
        naturals, wilds = self.entries[entry]
        return naturals + wilds[at - (self._ends[entry - 1] if entry else 0)]


EMPTY: Final = Menu([])


class Wilds:
    """The wild cards of a hand: how many, and every choice of them by number, or by own twos and others."""

    __slots__ = ("_by_suit", "by_count", "total")

    def __init__(self, cards: int, most: int) -> None:
        self.total = size(sized(cards))
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


class Menus:
    """The menus of one rule set."""

    def __init__(self, book: MeldBook) -> None:
        self.book = book
        self.most = book.max_wilds + 1
        self._wilds: dict[int, Wilds] = {}
        self._sets: dict[tuple[int, int, int], Menu] = {}
        self._runs: dict[tuple[int, int, int], Menu] = {}
        self._needs: dict[int, int] = {}
        self._shapes: dict[tuple[int, int, int], tuple[tuple[int, tuple[tuple[int, int], ...]], ...]] = {}

    def wilds(self, cards: int) -> Wilds:
        """The choices of these wild cards."""
        found = self._wilds.get(cards)
        if found is None:
            found = self._wilds[cards] = Wilds(cards, self.most)
        return found

    def new_melds(self, hand: int, held: int, down: int = 0) -> list[Menu]:
        """Menus of all new melds of a hand.

        Args:
            hand: cards that may be laid.
            held: the lowest bits of their faces.
            down: bits of the ranks (ace 1) of which new sets would be merged into one that lies.
        """
        book = self.book
        wild = hand & WILDS
        choice = self._wilds.get(wild) or self.wilds(wild)
        found: list[Menu] = []
        rows = (
            (hand & _SUIT_COUNTS)
            + (hand >> SUIT_BITS & _SUIT_COUNTS)
            + (hand >> 2 * SUIT_BITS & _SUIT_COUNTS)
            + (hand >> 3 * SUIT_BITS & _SUIT_COUNTS)
        )
        least = max(book.min_naturals, book.min_meld - min(choice.total, book.max_wilds + 1), 1)
        ranks = (rows + _ADD[least]) & _HIGH
        while ranks:
            high = ranks & -ranks
            ranks ^= high
            rank = (high.bit_length() - 1) // BITS
            if down >> rank & 1:
                continue
            key = (rank, hand >> rank * BITS & COLUMN, wild)
            menu = self._sets.get(key)
            if menu is None:
                _make_room(self._sets)
                menu = self._sets[key] = self._set_menu(rank, key[1] << rank * BITS, choice)
            if menu.length:
                found.append(menu)
        if book.sequences:
            for suit in range(4):
                row = held >> suit * SUIT_BITS & ROW
                need = self._needs.get(row)
                if need is None:
                    need = self._needs[row] = self._need(row)
                if need <= choice.total:
                    key = (suit, row | (hand >> suit * SUIT_BITS & 30), wild)
                    menu = self._runs.get(key)
                    if menu is None:
                        _make_room(self._runs)
                        menu = self._runs[key] = self._run_menu(suit, row, hand >> suit * SUIT_BITS & FIELD, choice)
                    if menu.length:
                        found.append(menu)
        return found

    # -- sets --------------------------------------------------------------------------------------

    def _set_menu(self, rank: int, cards: int, choice: Wilds) -> Menu:
        book = self.book
        entries: list[tuple[int, tuple[int, ...]]] = []
        together: dict[int, tuple[int, ...]] = {}
        for naturals in parts_of(cards, 99):
            many = size(naturals)
            if not many:
                continue
            if book.sequences and (many == 1 or choice.total >= 11):
                # With a two in its place, or many wild cards, it may read as a run: each is looked at.
                wilds = tuple(
                    wild
                    for some in choice.by_count
                    for wild in some
                    if (meld := book.new(naturals + wild)) is not None and meld.single == rank
                )
            else:
                if many not in together:
                    together[many] = tuple(
                        wild
                        for count, some in enumerate(choice.by_count)
                        if book.allowed_set(rank, many, count)
                        for wild in some
                    )
                wilds = together[many]
            if wilds:
                entries.append((naturals, wilds))
        return Menu(entries) if entries else EMPTY

    # -- runs --------------------------------------------------------------------------------------

    def _need(self, row: int) -> int:
        """The fewest wild cards with which this row makes a run, a two in its place counted as natural."""
        held = _places(row)
        natural = held & ~4
        best = 99
        for low in range(1, 15):
            for high in range(low + self.book.rules.p.min_sequence - 1, 15):
                window = (2 << high) - (1 << low)
                stand = natural & window
                if (stand & ~(1 << 14) | (stand >> 13 & 2)).bit_count() > 1:
                    best = min(best, high - low + 1 - (held & window).bit_count())
        return best

    def _run_menu(self, suit: int, row: int, aces: int, choice: Wilds) -> Menu:
        entries = []
        classes = choice.by_class(suit)
        shift = suit * SUIT_BITS
        for naturals, allowed in self._shapes_of(suit, row, min(aces, 2), choice.total):
            wilds = tuple(wild for key in allowed if key in classes for wild in classes[key])
            if wilds:
                counts = naturals & ((1 << JOKER_AT) - 1)
                entries.append(((counts << shift) + (naturals - counts), wilds))
        return Menu(entries) if entries else EMPTY

    def _shapes_of(
        self, suit: int, row: int, aces: int, total: int
    ) -> tuple[tuple[int, tuple[tuple[int, int], ...]], ...]:
        """Natural cards (as clubs) of at least two ranks that make runs, with the wild cards (own twos, others) to go."""
        most = min(total, self.most)
        key = (row & ~(1 << TWO * BITS) | (suit << 70 if self.book.black_threes else 0), aces, most)
        found = self._shapes.get(key)
        if found is not None:
            return found
        book = self.book
        shapes: list[tuple[int, tuple[tuple[int, int], ...]]] = []
        for naturals, places, held in _spread(key[0] & ROW, aces, most):
            count = size(naturals)
            three = (places >> THREE + 1 & 1) and book.black_threes and suit in (0, 3)
            classes = _wild_classes(
                places & ~2, held, count, most, book.rules.p.min_sequence, book.min_naturals, book.max_wilds
            )
            allowed = tuple(
                (own, other)
                for own, other, wilds in classes
                if count + own + other >= book.min_meld
                and not (book.balanced and wilds > count + own + other - wilds)
                and not (three and (book.mode == "never" or (book.mode == "naturals" and wilds)))
            )
            if allowed:
                shapes.append((naturals, allowed))
        found = self._shapes[key] = tuple(shapes)
        return found


def _make_room(kept: dict[tuple[int, int, int], Menu]) -> None:
    if len(kept) >= _MOST_KEPT:
        kept.clear()


def _places(row: int) -> int:
    """Bits of the places 1 to 14 of a row; an ace is at both ends."""
    places = 0
    for bit in bits(row):
        places |= 2 << (bit.bit_length() - 1) // BITS
    return places | (places & 2) << 13


def _spread(row: int, aces: int, most: int) -> Iterator[tuple[int, int, int]]:
    """Choices of at least two ranks of a row, no further apart than so many wild cards reach: cards, places, aces."""
    middle = [(bit, 2 << (bit.bit_length() - 1) // BITS) for bit in bits(row & ~1)]
    one_ace = unit(1)

    def extend(at: int, cards: int, places: int, gaps: int) -> Iterator[tuple[int, int]]:
        yield cards, places
        for nxt in range(at, len(middle)):
            bit, place = middle[nxt]
            between = place.bit_length() - places.bit_length() - 1 if places else 0
            if gaps + between <= most:
                yield from extend(nxt + 1, cards + unit(bit), places | place, gaps + between)

    for cards, places in extend(0, 0, 0, 0):
        if not places:
            continue
        if places.bit_count() > 1:
            yield cards, places, 0
        for held in range(1, aces + 1):
            yield cards + held * one_ace, places, held


@lru_cache(maxsize=65536)
def _wild_classes(
    places: int, aces: int, count: int, most: int, least: int, naturals: int, limit: int
) -> tuple[tuple[int, int, int], ...]:
    """Own twos, other wild cards, and how many of them are wild then, that make a run with these places."""
    found = []
    for own in range(most + 1):
        for other in range(most - own + 1):
            length = count + own + other
            if least <= length <= LONGEST:
                wilds = run_wilds(places, aces, own, length)
                if wilds is not None and wilds <= limit and length - wilds >= naturals:
                    found.append((own, other, wilds))
    return tuple(found)
