"""Floor 3: the error of puzzles."""

from __future__ import annotations

from canasta_teach.errors import CanastaError


class InvalidPuzzle(CanastaError):
    """A puzzle that cannot be used.

    Attributes:
        where: the file, or ``line`` for the form that is shared; empty for a puzzle that came from neither.
        line: the line of the file, from 1; 0 where there is none.
        key: what is at fault, such as ``par``, ``position.hands[0][3]``, or a field of the shared line.
        reason: what is wrong with it, and what instead.
    """

    def __init__(self, key: str, reason: str, *, where: str = "", line: int = 0) -> None:
        self.where = where
        self.line = line
        self.key = key
        self.reason = reason
        place = f"{where}, line {line}" if where and line else where
        super().__init__(": ".join(part for part in (place, key, reason) if part))

    def at(self, where: str, line: int = 0) -> InvalidPuzzle:
        """The same fault, told with the file and the line in which it stands."""
        return InvalidPuzzle(self.key, self.reason, where=where, line=line)
