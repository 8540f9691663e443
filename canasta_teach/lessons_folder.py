"""The learner's own copy of the lessons: delivered, renewed, and never overwritten.

A hidden manifest in the folder remembers the fingerprints of everything that was ever delivered there. A file whose
bytes are among them is still ours and may be renewed; any other byte is the learner's work and stays, even if only
the outputs of a cell differ. A newer lesson then comes beside it, under a name that says so.
"""

import hashlib
import os
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

import msgspec
import platformdirs

from canasta_teach.saving import put_whole

MANIFEST = ".canasta-lessons.json"
FIRST_LESSON = "00-start-here.ipynb"
_LEFT_OUT = {".ipynb_checkpoints", "__pycache__"}


class LessonsFolderError(Exception):
    """A folder of lessons cannot be read or written; the message says which, why, and what to do instead."""


class _Delivered(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the manifest keeps: for each lesson's relative path, the SHA-256 of every version delivered so far."""

    format: int = 1
    files: dict[str, list[str]] = {}


@dataclass(frozen=True)
class Delivery:
    """What one delivery did, as relative paths inside the folder, in the order of the lessons.

    Attributes:
        folder: Where the lessons are.
        new: Lessons that were not there (or were deleted) and have been written.
        renewed: Lessons that nobody had changed, replaced by their newer version.
        beside: Pairs of a lesson that has changes of the learner's, and the name under which the newer one was put.
    """

    folder: Path
    new: list[str] = field(default_factory=list)
    renewed: list[str] = field(default_factory=list)
    beside: list[tuple[str, str]] = field(default_factory=list)


def default_folder() -> Path:
    """The folder used when none is named: `canasta-lessons` among the user's documents."""
    return platformdirs.user_documents_path() / "canasta-lessons"


def shipped_lessons() -> Path:
    """The folder of lessons that came with this package, in an installed copy or in a checkout.

    Raises:
        LessonsFolderError: if the package came without them.
    """
    package = Path(__file__).resolve().parent
    for folder in (package / "_lessons", package.parent / "lessons"):
        if (folder / FIRST_LESSON).is_file():
            return folder
    raise LessonsFolderError(
        f"This copy of canasta-teach came without its lessons (no {FIRST_LESSON} beside {package}); install it again."
    )


def deliver(folder: Path, source: Path, version: str) -> Delivery:
    """Bring the lessons in `source` into the learner's `folder`, keeping everything that the learner changed.

    Args:
        folder: The learner's folder; made if it does not exist.
        source: The lessons as shipped, see `shipped_lessons`.
        version: The version of the package, used in the name of a newer lesson put beside a changed one.

    Raises:
        LessonsFolderError: if the folder cannot be made, read or written. No lesson is ever left half written.
    """
    try:
        shipped = {path.relative_to(source).as_posix(): path.read_bytes() for path in _files(source)}
    except OSError as error:
        raise LessonsFolderError(f"The lessons in {source} cannot be read: {_reason(error)}.") from error
    try:
        if folder.is_file():
            raise LessonsFolderError(f"{folder} is a file. Name a folder for the lessons with --folder DIR.")
        folder.mkdir(parents=True, exist_ok=True)
        probe_writable(folder)
        return _deliver(folder, shipped, version)
    except (OSError, ValueError) as error:  # ValueError: a path with a NUL byte
        raise LessonsFolderError(
            f"The lessons folder {folder} cannot be written: {_reason(error)}. Name another with --folder DIR."
        ) from error


def probe_writable(folder: Path) -> None:
    """Write and remove a small hidden file in `folder`; raises OSError where that fails (modes alone can mislead)."""
    probe = folder / f".canasta-probe-{secrets.token_hex(4)}"
    try:
        with probe.open("xb") as file:
            file.write(b"canasta")
    finally:
        probe.unlink(missing_ok=True)


def _deliver(folder: Path, shipped: dict[str, bytes], version: str) -> Delivery:
    before = _read_manifest(folder / MANIFEST).files
    delivery = Delivery(folder)
    in_place: dict[str, bytes] = {}
    changed: dict[str, bytes] = {}
    for name, content in shipped.items():
        target = folder / name
        known = before.get(name, [])
        if not os.path.lexists(target):
            in_place[name] = content
            delivery.new.append(name)
        elif (current := _fingerprint_of(target)) == _fingerprint(content):
            continue
        elif current in known:
            in_place[name] = content
            delivery.renewed.append(name)
        elif _fingerprint(content) not in known:
            changed[name] = content

    # The fingerprints go down before the files do: a delivery that is cut off must not make ours look like theirs.
    # An offer beside is noted only once it stands, else a cut-off delivery would never repeat it.
    settled = {name: content for name, content in shipped.items() if name not in changed}
    noted = _note(folder, before, settled)
    for name, content in in_place.items():
        _write(folder / name, content)
    for name, content in changed.items():
        delivery.beside.append((name, _put_beside(folder, name, content, version)))
    _note(folder, noted, changed)
    return delivery


def _put_beside(folder: Path, name: str, content: bytes, version: str) -> str:
    """Write a newer lesson under the first free name that says so; an equal copy already there is enough."""
    path = PurePosixPath(name)
    count = 1
    while True:
        again = "" if count == 1 else f", {count}"
        beside = str(path.with_name(f"{path.stem} (newer version {version}{again}){path.suffix}"))
        target = folder / beside
        if not os.path.lexists(target):
            _write(target, content)
            return beside
        if _fingerprint_of(target) == _fingerprint(content):
            return beside
        count += 1


def _note(folder: Path, known: dict[str, list[str]], contents: dict[str, bytes]) -> dict[str, list[str]]:
    files = {name: list(prints) for name, prints in known.items()}
    for name, content in contents.items():
        prints = files.setdefault(name, [])
        if (fingerprint := _fingerprint(content)) not in prints:
            prints.append(fingerprint)
    if files != known:
        _write(folder / MANIFEST, msgspec.json.format(msgspec.json.encode(_Delivered(files=files)), indent=1))
    return files


def _read_manifest(path: Path) -> _Delivered:
    """The manifest; empty where it is missing or spoilt, so that every differing file counts as the learner's."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=_Delivered)
    except (FileNotFoundError, msgspec.MsgspecError, UnicodeDecodeError):
        return _Delivered()


def _files(source: Path) -> Iterator[Path]:
    for path in sorted(source.iterdir()):
        if path.name in _LEFT_OUT or path.name.startswith("."):
            continue
        if path.is_dir():
            yield from _files(path)
        else:
            yield path


def _fingerprint(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _fingerprint_of(path: Path) -> str | None:
    """The fingerprint of what stands there; None for anything that is no file (a folder, a broken link)."""
    return _fingerprint(path.read_bytes()) if path.is_file() else None


def _write(path: Path, content: bytes) -> None:
    """Write whole or not at all, into a folder that is made where it is not there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    put_whole(path, content)


def _reason(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error) or type(error).__name__
