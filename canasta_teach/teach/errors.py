"""Floor 3: the error of teaching, and where in a file the schema found its fault."""

from __future__ import annotations

import msgspec

from canasta_teach.errors import CanastaError


class InvalidExercise(CanastaError):
    """An exercise that cannot be used: ``where`` is the file, ``item`` its id or place, ``key`` what is at fault."""

    def __init__(self, where: str, item: str, key: str, reason: str) -> None:
        self.where = where
        self.item = item
        self.key = key
        self.reason = reason
        super().__init__(": ".join(part for part in (where, item, key, reason) if part))


def fault_at(error: msgspec.ValidationError) -> tuple[str, str]:
    """What the schema finds wrong, and the path of it, such as ``lesson[3].title``; empty for the whole."""
    reason, _, path = str(error).partition(" - at `$")
    return reason, path.removesuffix("`").removeprefix(".")


def fault_in_table(error: msgspec.ValidationError) -> tuple[str, str, str]:
    """The same for a file that is a list of tables: what is wrong, the table, ``lesson[3]``, and the key in it.

    The table is empty where the fault is in no table, or the schema does not say in which.
    """
    reason, path = fault_at(error)
    table, _, key = path.partition(".")
    return reason, table if table.endswith("]") and "[...]" not in table else "", key
