"""Floor 3: the error of teaching."""

from __future__ import annotations

from canasta_teach.errors import CanastaError


class InvalidExercise(CanastaError):
    """An exercise that cannot be used: ``where`` is the file, ``item`` its id or place, ``key`` what is at fault."""

    def __init__(self, where: str, item: str, key: str, reason: str) -> None:
        self.where = where
        self.item = item
        self.key = key
        self.reason = reason
        super().__init__(": ".join(part for part in (where, item, key, reason) if part))
