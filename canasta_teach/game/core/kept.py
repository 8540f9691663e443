"""Rows of moves that are worked out once, and kept as long as there is room."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sized
from typing import Final, TypeVar

K = TypeVar("K", bound=Hashable)
T = TypeVar("T", bound=Sized)

MOST_KEPT: Final = 20_000
"""Rows of moves are kept until they hold so many moves, each row counting for one more; then all are forgotten.

In games of ranks moves are shared by the rows, so that a kind of rows takes 1 MB at most, and the discards 4 MB. The
moves themselves are each rank's choices of natural cards, jokers and twos: 5,000 of two packs, and 31,000 (10 MB) of
the largest deck.
"""


class Kept(dict[K, T]):
    """Values worked out when first asked for, and kept; looked up as quickly as a plain dictionary."""

    def __init__(self, make: Callable[[K], T], most: int = MOST_KEPT) -> None:
        super().__init__()
        self._make = make
        self._most = self._room = most

    def __missing__(self, key: K) -> T:
        value = self._make(key)
        self._room -= 1 + len(value)
        if self._room < 0:
            self.clear()
            self._room = self._most - 1 - len(value)
        self[key] = value
        return value
