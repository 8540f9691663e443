"""Cards as one integer: how often each face is held, and how many cards in all.

A face has five bits; a suit has sixteen places (ace to king, three kept empty); jokers and cards not known follow,
and above them the number of cards. Adding and taking away cards is adding and taking away integers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from canasta_teach.cards import ALL_CARDS, JOKER, RANKS, SUITS, UNKNOWN, Card

BITS: Final = 5
SUIT_BITS: Final = 16 * BITS
FIELD: Final = (1 << BITS) - 1
JOKER_AT: Final = 4 * SUIT_BITS
_UNKNOWN_AT: Final = JOKER_AT + BITS
SIZE_AT: Final = 336

TWO: Final = 1
THREE: Final = 2
"""Places of a two and of a three in a suit's row; the ace is 0, the king 12."""


def _at(card: Card) -> int:
    if card is JOKER:
        return JOKER_AT
    if card is UNKNOWN:
        return _UNKNOWN_AT
    return SUITS.index(card.suit) * SUIT_BITS + RANKS.index(card.rank) * BITS


_ONE: Final = 1 << SIZE_AT
UNIT: Final[dict[Card, int]] = {card: (1 << _at(card)) + _ONE for card in (*ALL_CARDS, JOKER, UNKNOWN)}
"""One card of a face."""
FACES: Final[dict[int, Card]] = {1 << _at(card): card for card in (*ALL_CARDS, JOKER)}
"""The face whose count begins at this bit."""

ONES: Final = sum(FACES)
"""The lowest bit of every known face."""
COUNTS: Final = ONES * FIELD
ROW: Final = sum(1 << place * BITS for place in range(13))
"""The lowest bits of one suit's faces, shifted to the clubs."""
COLUMN: Final = sum(FIELD << suit * SUIT_BITS for suit in range(4))
"""The counts of one rank's faces, shifted to the aces."""
TWOS: Final = COLUMN << TWO * BITS
WILDS: Final = TWOS | FIELD << JOKER_AT
THREES: Final = COLUMN << THREE * BITS
BLACK_THREES: Final = sum(FIELD << at.bit_length() - 1 for at, card in FACES.items() if card.is_black_three)
RED_THREES: Final = THREES & ~BLACK_THREES
NATURALS: Final = ONES & ~WILDS
"""The lowest bits of the natural faces."""
UNKNOWNS: Final = ((1 << SIZE_AT) - 1) & ~((1 << _UNKNOWN_AT) - 1)


def pack(cards: Iterable[Card]) -> int:
    """These cards as one integer."""
    return sum([UNIT[card] for card in cards])


def size(cards: int) -> int:
    """Number of cards."""
    return cards >> SIZE_AT


def present(cards: int) -> int:
    """The lowest bit of every face of which there is a card."""
    return (cards | cards >> 1 | cards >> 2 | cards >> 3 | cards >> 4) & ONES


def count(cards: int) -> int:
    """Number of cards in some counts whose size is not told."""
    return (
        (cards & ONES).bit_count()
        + 2 * (cards >> 1 & ONES).bit_count()
        + 4 * (cards >> 2 & ONES).bit_count()
        + 8 * (cards >> 3 & ONES).bit_count()
        + 16 * (cards >> 4 & ONES).bit_count()
    )


def sized(counts: int) -> int:
    """Counts with their number of cards put above them."""
    counts &= COUNTS
    return counts + (count(counts) << SIZE_AT)


def bits(mask: int) -> Iterator[int]:
    """The single bits of a mask, lowest first."""
    while mask:
        low = mask & -mask
        yield low
        mask ^= low


def unit(bit: int) -> int:
    """One card of the face whose count begins at this bit."""
    return bit + _ONE


def holds(cards: int, some: int) -> bool:
    """Whether all of ``some`` are among ``cards``."""
    if some >> SIZE_AT > cards >> SIZE_AT:
        return False
    for bit in bits(present(some)):
        at = bit.bit_length() - 1
        if (some >> at) & FIELD > (cards >> at) & FIELD:
            return False
    return True


def unpack(cards: int) -> tuple[Card, ...]:
    """The cards, in the fixed order of faces, those not known last."""
    found: list[Card] = []
    for bit in bits(present(cards)):
        found += [FACES[bit]] * ((cards >> bit.bit_length() - 1) & FIELD)
    found.sort()
    return (*found, *(UNKNOWN,) * ((cards & UNKNOWNS) >> _UNKNOWN_AT))


def parts_of(cards: int, most: int) -> list[int]:
    """Every different handful of at most ``most`` of these cards, the empty one first."""
    found = [0]
    for bit in bits(present(cards)):
        one = unit(bit)
        held = (cards >> bit.bit_length() - 1) & FIELD
        found = [some + one * k for k in range(held + 1) for some in found if size(some) + k <= most]
    return found
