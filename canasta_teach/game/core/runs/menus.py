"""Every new meld that a hand can make, as menus shared by all hands that hold the same cards of a rank or a suit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from canasta_teach.game.core.runs.cards import (
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
    unit,
)
from canasta_teach.game.core.runs.meld import LONGEST, SET, run_wilds
from canasta_teach.game.core.runs.melds import MeldBook
from canasta_teach.game.core.runs.state import NEW, CoreMove
from canasta_teach.game.core.runs.wilds import FoldedWilds, Wilds

_FEW: Final = 400
"""Menus up to this length are written out."""

_MOST_KEPT: Final = 100_000
"""Menus are remembered until they hold so many melds, a menu counting for some too; then all are forgotten.

That bounds them at some 25 MB a rule set.
"""
_A_MENU: Final = 5

_MOST_SHAPES: Final = 50_000
"""Shapes of runs remembered at most, likewise."""

_MOST_WILDS: Final = 512
"""Hands of wild cards remembered at most; two packs with four jokers have 405."""

_TWO: Final = 1 << TWO * BITS
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

    __slots__ = ("_many", "_moves", "_whole", "entries", "flat", "length", "union")

    def __init__(self, entries: list[tuple[int, tuple[int, ...]]]) -> None:
        self.entries = tuple(entries)
        self.length = sum(len(wilds) for _, wilds in entries)
        self._many: dict[int, int] = {}
        self._whole: dict[int, tuple[int, ...]] = {}
        self._moves: tuple[CoreMove, ...] | None = None
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

    def moves(self) -> tuple[CoreMove, ...]:
        """The melds as moves."""
        if self._moves is None:
            made = tuple([CoreMove(NEW, cards) for cards in self])
            if self.flat is None:
                return made
            self._moves = made
        return self._moves

    def many_with(self, bit: int) -> int:
        """How many of the melds hold a natural card's face."""
        found = self._many.get(bit)
        if found is None:
            at = bit.bit_length() - 1
            found = self._many[bit] = sum(len(wilds) for naturals, wilds in self.entries if naturals >> at & FIELD)
        return found

    def each_with(self, bit: int) -> Iterable[int]:
        """The melds that hold a natural card's face, all of them."""
        if self.flat is None:
            at = bit.bit_length() - 1
            return (naturals + wild for naturals, wilds in self.entries if naturals >> at & FIELD for wild in wilds)
        found = self._whole.get(bit)
        if found is None:
            at = bit.bit_length() - 1
            found = self._whole[bit] = tuple([meld for meld in self.flat if meld >> at & FIELD])
        return found


EMPTY: Final = Menu([])


class Menus:
    """The menus of one rule set.

    Args:
        book: its melds.
        folded: jokers stand for wild cards of every face, their number for the number of all; twos only say that so
            many of the wild cards may stand in their own places.
    """

    def __init__(self, book: MeldBook, *, folded: bool = False) -> None:
        self.book = book
        self._folded: Menus | None = None
        self._mask = FIELD << JOKER_AT if folded else WILDS
        self._kind = FoldedWilds if folded else Wilds
        self.most = book.max_wilds + 1
        self.wilds_of: dict[int, Wilds] = {}
        self._sets: dict[tuple[int, int, int], Menu] = {}
        self._runs: dict[tuple[int, int, int, int], Menu] = {}
        self._kept = 0
        self._shapes_kept = 0
        self._needs: dict[int, int] = {}
        self._shapes: dict[tuple[int, int, int], tuple[tuple[int, tuple[tuple[int, int], ...]], ...]] = {}

    def folded(self) -> Menus:
        """The menus of the same melds with wild cards told by their number."""
        if self._folded is None:
            self._folded = Menus(self.book, folded=True)
        return self._folded

    def wilds(self, cards: int) -> Wilds:
        """The choices of these wild cards."""
        found = self.wilds_of.get(cards)
        if found is None:
            if len(self.wilds_of) >= _MOST_WILDS:
                self.wilds_of.clear()
            found = self.wilds_of[cards] = self._kind(cards, self.most, self.book)
        return found

    def new_melds(self, hand: int, held: int, down: int = 0) -> list[Menu]:
        """Menus of all new melds of a hand.

        Args:
            hand: cards that may be laid.
            held: the lowest bits of their faces.
            down: bits of the ranks (ace 1) of which new sets would be merged into one that lies.
        """
        found = self.sets(hand, down)
        if self.book.sequences:
            for suit in range(4):
                menu = self.runs_of(suit, hand, held, down)
                if menu.length:
                    found.append(menu)
        return found

    def sets(self, hand: int, down: int = 0) -> list[Menu]:
        """Menus of all new sets of a hand; see :meth:`new_melds`."""
        wild = hand & self._mask
        choice = self.wilds_of.get(wild) or self.wilds(wild)
        found: list[Menu] = []
        rows = (
            (hand & _SUIT_COUNTS)
            + (hand >> SUIT_BITS & _SUIT_COUNTS)
            + (hand >> 2 * SUIT_BITS & _SUIT_COUNTS)
            + (hand >> 3 * SUIT_BITS & _SUIT_COUNTS)
        )
        ranks = (rows + _ADD[choice.least]) & _HIGH
        while ranks:
            high = ranks & -ranks
            ranks ^= high
            rank = (high.bit_length() - 1) // BITS
            if down >> rank & 1:
                continue
            key = (rank, hand >> rank * BITS & COLUMN, wild)
            menu = self._sets.get(key)
            if menu is None:
                menu = self._sets[key] = self._counted(self._set_menu(rank, key[1] << rank * BITS, choice))
            if menu.length:
                found.append(menu)
        return found

    def runs_of(self, suit: int, hand: int, held: int, down: int = 0) -> Menu:
        """The menu of all new runs of a suit; see :meth:`new_melds`."""
        if not self.book.sequences:
            return EMPTY
        wild = hand & self._mask
        choice = self.wilds_of.get(wild) or self.wilds(wild)
        row = held >> suit * SUIT_BITS & ROW
        need = self._needs.get(row)
        if need is None:
            need = self._needs[row] = self._need(row)
        if need > choice.total:
            return EMPTY
        aces = hand >> suit * SUIT_BITS & FIELD
        barred = down if down and row & _TWO else 0
        key = (suit, row | aces & 30, wild, barred)
        menu = self._runs.get(key)
        if menu is None:
            menu = self._runs[key] = self._counted(self._run_menu(suit, row, aces, choice, barred))
        return menu

    def _counted(self, menu: Menu) -> Menu:
        """A menu about to be remembered, others being forgotten where there is no room for it."""
        self._kept += menu.length + _A_MENU
        if self._kept > _MOST_KEPT:
            self._sets.clear()
            self._runs.clear()
            self._kept = menu.length + _A_MENU
        return menu

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
                # With a two in its place it may read as a run, which the menus of runs hold: each is looked at.
                wilds = tuple(
                    wild
                    for some in choice.by_count
                    for wild in some
                    if (meld := book.new(naturals + wild)) is not None and meld.kind == SET
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
        """The fewest wild cards with which this row may make a run: a two is natural, an ace at both ends."""
        held = places_of(row)
        if not held & ~4:
            return 99
        least = self.book.rules.p.min_sequence
        places = [place for place in range(1, 15) if held >> place & 1]
        return min(
            (
                max(high - low + 1, least) - (upto - at)
                for at, low in enumerate(places)
                for upto, high in enumerate(places[at + 1 :], at + 2)
            ),
            default=99,
        )

    def _run_menu(self, suit: int, row: int, aces: int, choice: Wilds, barred: int) -> Menu:
        entries = []
        classes = choice.by_class(suit)
        shift = suit * SUIT_BITS
        for naturals, allowed in self._shapes_of(suit, row, min(aces, 2), choice.total):
            ranks = present(naturals)
            if barred and ranks.bit_count() == 1 and barred >> (ranks.bit_length() - 1) // BITS & 1:
                continue
            wilds = tuple(
                wild for key in allowed if key in classes and (not key[0] or row & _TWO) for wild in classes[key]
            )
            if wilds:
                counts = naturals & ((1 << JOKER_AT) - 1)
                entries.append(((counts << shift) + (naturals - counts), wilds))
        return Menu(entries) if entries else EMPTY

    def _shapes_of(
        self, suit: int, row: int, aces: int, total: int
    ) -> tuple[tuple[int, tuple[tuple[int, int], ...]], ...]:
        """Natural cards (as clubs) that make runs, with the wild cards (own twos, others) to go with them.

        Cards of one rank do only with a two in its place.
        """
        most = min(total, self.most)
        key = (row | (suit << 70 if self.book.never_threes else 0), aces, most)
        found = self._shapes.get(key)
        if found is not None:
            return found
        book = self.book
        shapes: list[tuple[int, tuple[tuple[int, int], ...]]] = []
        for naturals, places, held in _spread(row & ~_TWO, aces, most, alone=bool(row & _TWO)):
            count = size(naturals)
            one_rank = present(naturals).bit_count() == 1
            if book.never_threes and places >> THREE + 1 & 1 and suit in (0, 3):
                continue
            classes = _wild_classes(
                places & ~2, held, count, most, (book.rules.p.min_sequence, book.min_naturals, book.max_wilds)
            )
            allowed = tuple(
                (own, other)
                for own, other, wilds in classes
                if count + own + other >= book.min_meld
                and not (one_rank and wilds == own + other)
                and not (book.balanced and wilds > count + own + other - wilds)
            )
            if allowed:
                shapes.append((naturals, allowed))
        self._shapes_kept += len(shapes) + 1
        if self._shapes_kept > _MOST_SHAPES:
            self._shapes.clear()
            self._shapes_kept = len(shapes) + 1
        found = self._shapes[key] = tuple(shapes)
        return found


def places_of(row: int) -> int:
    """Bits of the places 1 to 14 of a row; an ace is at both ends."""
    places = 0
    for bit in bits(row):
        places |= 2 << (bit.bit_length() - 1) // BITS
    return places | (places & 2) << 13


def _spread(row: int, aces: int, most: int, *, alone: bool) -> Iterator[tuple[int, int, int]]:
    """Choices of a row, no further apart than so many wild cards reach: cards, places, aces.

    With ``alone`` they may be of one rank, else they are of two or more.
    """
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
        if places and (alone or places.bit_count() > 1):
            yield cards, places, 0
        if not places and not alone:
            continue
        for held in range(1, aces + 1):
            yield cards + held * one_ace, places, held


@lru_cache(maxsize=8192)
def _wild_classes(
    places: int, aces: int, count: int, most: int, limits: tuple[int, int, int]
) -> tuple[tuple[int, int, int], ...]:
    """Own twos, other wild cards, and how many of them are wild then, that make a run with these places."""
    least, naturals, limit = limits
    found = []
    for own in range(most + 1):
        for other in range(most - own + 1):
            length = count + own + other
            if least <= length <= LONGEST:
                wilds = run_wilds(places, aces, own, length)
                if wilds is not None and wilds <= limit and length - wilds >= naturals:
                    found.append((own, other, wilds))
    return tuple(found)
