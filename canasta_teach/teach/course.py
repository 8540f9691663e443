"""Floor 3: where the learner's progress is kept, found once a process. Nothing is written before the first answer."""

from __future__ import annotations

import os
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

import platformdirs

from canasta_teach.lessons_folder import MANIFEST
from canasta_teach.teach.progress import FILE_NAME, Progress, SqliteStore

ENVIRONMENT: Final = "CANASTA_PROGRESS"
"""The variable that names the file of progress, or the folder in which it is."""

_APP: Final = "canasta-teach"


def progress_file() -> Path:
    """The file in which answers are kept.

    ``CANASTA_PROGRESS`` names it, or its folder. Else it lies in the learner's folder of lessons, which is the working
    folder or one above it that holds the manifest of lessons; else in the user's data folder.
    """
    named = os.environ.get(ENVIRONMENT, "").strip()
    if named:
        path = Path(named).expanduser()
        return path / FILE_NAME if path.is_dir() else path
    return (_lessons_folder() or platformdirs.user_data_path(_APP)) / FILE_NAME


def _lessons_folder() -> Path | None:
    try:
        here = Path.cwd()
    except OSError:  # the working folder was deleted
        return None
    return next((one for one in (here, *here.parents) if (one / MANIFEST).is_file()), None)


@cache
def course_progress() -> Progress:
    """The learner's progress in this course, the same one in the whole process."""
    return Progress(SqliteStore(progress_file()), version=_version())


def _version() -> str:
    try:
        return version(_APP)
    except PackageNotFoundError:  # a bare checkout, not installed
        return ""
