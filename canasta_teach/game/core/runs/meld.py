"""What a packed meld is, and when cards make a run."""

from __future__ import annotations

from typing import Final

SET: Final = 1
RUN: Final = 2
LONGEST: Final = 14
"""Cards of a run from ace to ace."""

NATURAL: Final = 1
MIXED: Final = 2

_ENDS: Final = {0: (0,), 1: (1 << 14, 1 << 1), 2: (1 << 14 | 1 << 1,)}


def run_wilds(places: int, aces: int, own_twos: int, length: int) -> int | None:
    """The fewest wild cards in a run of ``length`` cards, or ``None`` where they make none.

    Args:
        places: bits of the places 3 to 13 at which natural cards stand.
        aces: how many aces of the suit it holds.
        own_twos: how many twos of the suit it holds; one may be natural, in its place.
        length: all its cards.
    """
    if length > LONGEST or aces > 2:
        return None
    naturals = places.bit_count() + aces
    for two in (1, 0) if own_twos else (0,):
        for ends in _ENDS[aces]:
            stand = places | two << 2 | ends
            if stand.bit_length() - (stand & -stand).bit_length() < length:
                return length - naturals - two
    return None


class Meld:
    """A meld, or cards that may be one; one object for equal cards.

    Attributes:
        cards: packed.
        kind: ``SET``, ``RUN`` or 0 for neither.
        rank: a set's rank (place in its suit, ace 0); else -1.
        single: the one rank of its cards that are not wild by rank; -1 where there are several.
        naturals, wilds: by what they count as.
        legal: it keeps the limits of the rule set.
        canasta: ``NATURAL``, ``MIXED`` or 0.
        points: of its cards.
        near: faces that may belong to it, perhaps once others have joined.
        fixed: cards that may join it together may join it one by one.
        shape: of a run: bits of its places 3 to 13, aces, own twos, all its cards.
        joining: faces of which one card may join it; -1 until asked.
        grown: what it is with more cards, ``None`` where they may not join.
        multi: memory of :class:`MeldBook`.
    """

    __slots__ = (
        "canasta", "cards", "fixed", "grown", "joining", "kind", "legal", "multi", "naturals", "near", "points", "rank",
        "shape", "single", "suit", "wilds",
    )  # fmt: skip

    def __init__(self, cards: int) -> None:
        self.cards = cards
        self.kind = 0
        self.rank = -1
        self.single = -1
        self.suit = -1
        self.naturals = 0
        self.wilds = 0
        self.legal = False
        self.canasta = 0
        self.points = 0
        self.near = 0
        self.fixed = False
        self.grown: dict[int, Meld | None] = {}
        self.shape = (0, 0, 0, 0)
        self.joining = -1
        self.multi: dict[int, tuple[int, ...]] = {}
