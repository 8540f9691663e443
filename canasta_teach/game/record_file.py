"""Floor 2: saved deals on disk."""

from __future__ import annotations

import os
from pathlib import Path

from canasta_teach.game.record_form import FORMAT, MAX_BYTES, InvalidRecord
from canasta_teach.saving import write_whole


def read_file(path: str | os.PathLike[str]) -> bytes:
    """What a file holds, as far as a saved deal may be long; the file is not touched.

    Raises:
        InvalidRecord: when it cannot be read.
    """
    where = check_path(path)
    try:
        _check_named(where)
        with Path(where).open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise InvalidRecord(where, "", f"cannot be read: {_reason(error)}") from error


def write_file(path: str | os.PathLike[str], content: bytes) -> None:
    """Write a saved deal, whole or not at all: what stood there stays until the new one is complete.

    Raises:
        InvalidRecord: when it cannot be written, or is another file than a saved deal.
    """
    where = check_path(path)
    try:
        _check_named(where)
        write_whole(path, content, FORMAT)
    except (OSError, ValueError) as error:
        raise InvalidRecord(where, "", f"cannot be written: {_reason(error)}") from error


def check_path(path: object) -> str:
    """The name of a file, as text.

    Raises:
        InvalidRecord: when it is none.
    """
    name = os.fspath(path) if isinstance(path, str | os.PathLike) else None
    if not isinstance(name, str):
        raise InvalidRecord("", "", f'a file\'s name is a text, as "deal.json", not {type(path).__name__}')
    return name


def _check_named(name: str) -> None:
    if not name.strip():
        raise ValueError("a name for the file is missing")


def _reason(error: OSError | ValueError) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
