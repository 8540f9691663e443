"""The search for layings that leave next to nothing in the hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from canasta_teach.game.core.runs.cards import (
    BITS,
    BLACK_THREES,
    COLUMN,
    FIELD,
    NATURALS,
    ROW,
    SUIT_BITS,
    WILDS,
    bits,
    present,
    sized,
    unit,
)
from canasta_teach.game.core.runs.state import Parts

if TYPE_CHECKING:
    from canasta_teach.game.core.runs.layings import Spread

_NEAR: Final = sum(1 << place * BITS for place in range(5))
Candidate = tuple[tuple[int, int], int, int]
"""A single meld or addition: where and which cards, what they count, and what they bar."""


class Remembered:
    """The items of an iterator by their place, each made once."""

    def __init__(self, items: Iterator[Candidate]) -> None:
        self._items = items
        self._made: list[Candidate] = []

    def at(self, index: int) -> Candidate | None:
        """The item at a place, or ``None`` behind the last."""
        while len(self._made) <= index:
            item = next(self._items, None)
            if item is None:
                return None
            self._made.append(item)
        return self._made[index]


class Cover:
    """The search for layings that leave next to nothing: the loneliest natural card is laid in each way, or left."""

    def __init__(self, spread: Spread, most_left: int, *, black_only: bool, new_only: bool) -> None:
        self.spread = spread
        self.most_left = most_left
        self.black_only = black_only
        self.melds = () if new_only else spread.melds
        self.merges = spread.book.merges and not new_only
        self.down = 0 if new_only else spread.down
        self.dead: set[tuple[int, ...]] = set()

    def place(self, rest: int, busy: int, left: int, have: int, *, worth: int, parts: Parts) -> Iterator[Parts]:
        """Layings of ``rest`` beside ``parts``; ``busy`` has bits of ranks, and of melds that have their addition."""
        spread = self.spread
        if not rest:
            if parts and have >= spread.need and worth >= spread.due:
                yield parts
            return
        key = (rest, busy, left, min(have, spread.need), min(worth, spread.due))
        if key in self.dead:
            return
        held = present(rest)
        naturals = held & NATURALS
        alone = self._alone(rest, held, busy)
        if alone.bit_count() > self.most_left - left:
            self.dead.add(key)
            return
        low = alone & -alone or _loneliest(naturals) or held & -held
        found = False
        for at, cards, claims, gain in () if alone else self._uses(rest, low, busy, natural=bool(naturals)):
            points = worth + spread.points(cards)
            laid = (*parts, (at, cards))
            for more in self.place(rest - cards, busy | claims, left, have + gain, worth=points, parts=laid):
                found = True
                yield more
        if left < self.most_left:
            for more in self.place(rest - unit(low), busy, left + 1, have, worth=worth, parts=parts):
                found = True
                yield more
        if not found:
            self.dead.add(key)

    def _alone(self, rest: int, held: int, busy: int) -> int:
        """Natural faces that can be laid no more."""
        free = held & NATURALS
        for menu in self.spread.menus.new_melds(rest, held, self.down):
            free &= ~menu.union
        for index, meld in enumerate(self.melds):
            if not busy >> 16 + index & 1:
                free &= ~meld.near
        return free

    def _uses(self, rest: int, low: int, busy: int, *, natural: bool) -> Iterator[tuple[int, int, int, int]]:
        """Melds and additions with a face: where, the cards, what they claim, canastas gained."""
        book = self.spread.book
        at = low.bit_length() - 1
        if natural:
            suit, place = divmod(at // BITS, 16)
            beside = COLUMN << place * BITS | ROW * FIELD << suit * SUIT_BITS | WILDS
            some = sized(rest & beside)
            for menu in self.spread.menus.new_melds(some, present(some), self.down):
                if not menu.union & low:
                    continue
                for cards in menu:
                    if cards >> at & FIELD and not (self.black_only and not cards & BLACK_THREES):
                        meld = book.meld(cards)
                        claims = 1 << meld.single if self.merges and meld.single >= 0 else 0
                        if not claims & busy:
                            yield -1, cards, claims, int(meld.canasta > 0)
        for index, meld in enumerate(self.melds):
            claims = 1 << 16 + index
            if claims & busy or not meld.near & low:
                continue
            for cards in book.every_addition(meld, rest):
                if not cards >> at & FIELD or (self.black_only and not cards & BLACK_THREES):
                    continue
                grown = book.grow(meld, cards)
                if grown is not None:
                    yield index, cards, claims, int(grown.canasta > 0) - int(meld.canasta > 0)


def _loneliest(naturals: int) -> int:
    """The face with the fewest others of its rank, or near it in its suit, beside it; 0 for none."""
    best, least = 0, 99
    for bit in bits(naturals):
        at = bit.bit_length() - 1
        beside = (naturals & COLUMN << at % SUIT_BITS) | (naturals & _NEAR << at >> 2 * BITS)
        if beside.bit_count() < least:
            best, least = bit, beside.bit_count()
    return best
