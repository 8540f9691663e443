"""New melds by chance, in small time: nothing is listed but the sizes of sets and the stretches of runs."""

from __future__ import annotations

from random import Random
from typing import Final

from canasta_teach.game.core.runs.cards import (
    BITS,
    COLUMN,
    COUNTS,
    FACES,
    FIELD,
    ROW,
    SIZE_AT,
    SUIT_BITS,
    TWO,
    WILDS,
    bits,
    present,
    unit,
)
from canasta_teach.game.core.runs.melds import MeldBook
from canasta_teach.game.core.runs.menus import Menus, places_of
from canasta_teach.game.core.runs.state import DISCARD, CoreMove
from canasta_teach.game.core.runs.wilds import Wilds

_MOST_KEPT: Final = 1 << 15
"""So many rows of a suit are remembered at most, some 8 MB, and fewer where they hold many stretches."""

_MOST_PLACES: Final = 4096
"""So many counts of a suit are remembered at most with their places."""

_ENDS: Final = 1 << 14 | 1 << 1
_REPLACED: Final = 0.25
"""How often a wild card takes the place of a natural card that is held, where one is left for it."""


class Face:
    """What is asked of a face again and again.

    Attributes:
        bit: its lowest bit; ``one``: one card of it, packed; ``discard``: its discard.
        natural: it is no wild card.
        rank: its place in its suit, ace 0; ``place``: that place's first bit; ``shift``: its suit's first bit.
    """

    __slots__ = ("bit", "discard", "natural", "one", "place", "rank", "shift")

    def __init__(self, bit: int) -> None:
        self.bit = bit
        self.one = unit(bit)
        self.discard = CoreMove(DISCARD, self.one)
        self.natural = not bit & WILDS
        suit, self.place = divmod(bit.bit_length() - 1, SUIT_BITS)
        self.rank = self.place // BITS
        self.shift = suit * SUIT_BITS


FACE_OF: Final = {bit: Face(bit) for bit in FACES}

Sizes = tuple[tuple[int, int], ...]
"""Sets by their numbers of natural and of wild cards."""

Stretches = tuple[int, ...]
"""Stretches of places in a suit, as bits 1 to 14, the ace at both ends."""


class Chances:
    """New melds of one rule set that hold a natural card, by chance.

    Every such meld may come, and one that comes is legal.
    """

    def __init__(self, book: MeldBook, menus: Menus) -> None:
        self.book, self.menus = book, menus
        self.sequences = book.sequences
        self.least = max(book.rules.p.min_sequence, book.min_meld)
        self.sizes_of: dict[int, Sizes] = {}
        # By number of wild cards and rank: the stretches of each row of a suit.
        most = min(book.max_wilds, 4 * book.rules.p.packs + book.rules.p.jokers)
        self.stretches_of = tuple(tuple[dict[int, Stretches], ...]({} for _ in range(13)) for _ in range(most + 1))
        self._kept = 0
        self._places: dict[int, int] = {}
        self._naturals: dict[int, int] = {}

    def sizes(self, rank: int, many: int, wilds: int) -> Sizes:
        """The numbers of natural and wild cards in sets of a rank of which so many are held."""
        # A rank has at most 16 natural cards and a hand at most 24 wild ones, so that few are ever asked for.
        key = rank << 16 | many << 8 | wilds
        found = self.sizes_of.get(key)
        if found is None:
            book = self.book
            found = self.sizes_of[key] = tuple([
                (naturals, wild)
                for naturals in range(1, many + 1)
                for wild in range(min(wilds, book.max_wilds + 1) + 1)
                if book.allowed_set(rank, naturals, wild)
            ])  # fmt: skip
        return found

    def stretches(self, rank: int, row: int, wilds: int) -> Stretches:
        """The stretches across a rank that the cards of a suit fill with so many wild cards at most, made once."""
        kept = self.stretches_of[wilds][rank]
        found = kept.get(row)
        if found is not None:
            return found
        places = places_of(row)
        some: list[int] = []
        if self.sequences:
            for place in (rank + 1,) if rank else (1, 14):
                some += self._across(places, place, wilds)
        # From ace to ace a stretch is met at either end.
        found = tuple(dict.fromkeys(some))
        more = 1 + len(found) // 4
        self._kept += more
        if self._kept > _MOST_KEPT:
            self._forget()
            self._kept = more
        kept[row] = found
        return found

    def _forget(self) -> None:
        for rows in self.stretches_of:
            for row in rows:
                row.clear()

    def _across(self, places: int, mine: int, wilds: int) -> list[int]:
        """The stretches across a place that have so many places without a card at most."""
        lows, highs, found = [(mine, wilds)], [(mine, wilds)], []
        for ends, step, last in ((lows, -1, 1), (highs, 1, 14)):
            place, left = mine, wilds
            while place != last:
                place += step
                if not places >> place & 1:
                    if not left:
                        break
                    left -= 1
                ends.append((place, left))
        for low, left in lows:
            for high, more in highs:
                if high - low >= self.least - 1 and left + more >= wilds:
                    found.append((2 << high) - (1 << low))
        return found

    # -- the cards ---------------------------------------------------------------------------------

    def a_set(self, face: Face, hand: int, choice: Wilds, size: tuple[int, int], rng: Random) -> int:
        """Cards that make a set of this size with the face, packed; 0 where these are none."""
        naturals, wild = size
        cards, left = face.one, (hand & COLUMN << face.place) - face.bit
        if naturals > 1 and naturals == left % FIELD + 1:
            return self._with_wilds(left + (naturals - 1 << SIZE_AT) + cards, choice, wild, rng)
        for _ in range(naturals - 1):
            # Each card that is left is as likely as the others.
            pick = int(rng.random() * (left % FIELD))
            at = face.place
            while pick >= left >> at & FIELD:
                pick -= left >> at & FIELD
                at += SUIT_BITS
            left -= 1 << at
            cards += unit(1 << at)
        return self._with_wilds(cards, choice, wild, rng)

    def a_run(self, face: Face, hand: int, choice: Wilds, stretch: int, rng: Random) -> int:
        """Cards that make a run across this stretch with the face, packed; 0 where these are none."""
        suit = face.shift
        row = hand >> suit & ROW * FIELD
        mine = (self._places.get(row) or self._places_of(row)) & stretch
        wild = stretch.bit_count() - mine.bit_count()
        if stretch & _ENDS == _ENDS and mine & 2 and hand >> suit & FIELD < 2:
            # One ace stands at one end alone.
            mine &= ~(1 << 14)
            wild += 1
        most = min(choice.total, self.book.max_wilds)
        while wild < most and rng.random() < _REPLACED:
            others = tuple(bits(mine & ~(2 << face.rank | (1 << 14 if not face.rank else 0))))
            if not others:
                break
            mine ^= others[int(rng.random() * len(others))]
            wild += 1
        naturals = self._naturals.get(mine) or self._natural(mine)
        cards = ((naturals & COUNTS) << suit) + (naturals >> SIZE_AT << SIZE_AT)
        if mine & 4:
            # The two stands in its own place, and is no wild card then.
            choice = self.menus.wilds(hand & WILDS & ~(FIELD << suit + TWO * BITS) | self._other_twos(hand, suit))
        return self._with_wilds(cards, choice, wild, rng)

    def _places_of(self, counts: int) -> int:
        """The places of these cards of a suit."""
        if len(self._places) >= _MOST_PLACES:
            self._places.clear()
        found = self._places[counts] = places_of(present(counts))
        return found

    def _natural(self, places: int) -> int:
        """The clubs at these places, made once; there are 16,384 such handfuls at most."""
        found = sum(unit(1 << (bit.bit_length() - 2) % 13 * BITS) for bit in bits(places))
        self._naturals[places] = found
        return found

    @staticmethod
    def _other_twos(hand: int, suit: int) -> int:
        """The twos of a suit but for one."""
        at = suit + TWO * BITS
        return ((hand >> at & FIELD) - 1) << at

    def _with_wilds(self, cards: int, choice: Wilds, wild: int, rng: Random) -> int:
        if wild:
            if wild >= len(choice.by_count):
                return 0
            some = choice.by_count[wild]
            cards += some[int(rng.random() * len(some))]
        return cards if self.book.new(cards) is not None else 0
