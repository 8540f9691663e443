"""Floor 0: files on disk: written whole or not at all, and saves never in the place of another file."""

from __future__ import annotations

import errno
import os
import secrets
from pathlib import Path

from canasta_teach.i18n import translate


def write_whole(path: str | os.PathLike[str], content: bytes, form: str) -> Path:
    """Write a save; what stood there stays until the new one is complete.

    Args:
        path: the file; through a link, the file that it leads to is replaced, and the link stays.
        content: all of it.
        form: what the files of this kind hold as their ``format``, near their beginning: no other file is replaced.

    Returns:
        The file that was written.

    Raises:
        OSError, ValueError: when it cannot be written, or another file stands there.
    """
    target = Path(os.path.realpath(path))
    if not may_replace(target, form):
        reason = translate("another file has this name, and would be lost: choose another name")
        raise FileExistsError(errno.EEXIST, reason)
    put_whole(target, content)
    return target


def put_whole(target: Path, content: bytes) -> None:
    """Put a file in its place, whole or not at all: its temporary one, in the same folder, is complete before.

    Raises:
        OSError: when it cannot be written.
    """
    temporary = target.with_name(f".canasta-{secrets.token_hex(8)}.tmp")
    try:
        with temporary.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)


def may_replace(target: Path, form: str) -> bool:
    """Whether a save may take the place of a file: there is none, or an empty one, or one that says it has this form.

    Args:
        target: the file, not a link.
        form: what the files of this kind hold as their ``format``, near their beginning.

    Raises:
        OSError: when the file cannot be read.
    """
    if not target.exists() or target.is_dir():
        # Why a folder is not written over, the system says best.
        return True
    if not target.is_file():
        return False
    with target.open("rb") as file:
        begins = file.read(1_000)
    return not begins or form.encode() in begins
