"""A table that was put together, as a file: written whole or not at all, and read only when all of it is in order.

A saved deal of a table is read, too: as the table at its end.

The file is one JSON object, ``{"format": "canasta-teach position", "version": 1, …}``: ``position`` in the public
format; for ``house`` the house rules themselves, so that the file stands alone; ``draft``, true where the table was
saved before it could be.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Final

import msgspec

from canasta_teach.errors import InvalidPosition, InvalidRules
from canasta_teach.game.record import DealRecord
from canasta_teach.game.record_form import FORMAT as DEAL
from canasta_teach.game.record_form import InvalidRecord
from canasta_teach.game.state import Position
from canasta_teach.i18n import translate
from canasta_teach.rulebook import KEYS, RuleSet
from canasta_teach.saving import write_whole
from canasta_teach.widgets.editor_draft import Draft
from canasta_teach.widgets.editor_read import read_draft

FORMAT: Final = "canasta-teach position"
VERSION: Final = 1
MAX_BYTES: Final = 1_000_000
"""The longest file that is read; a table has some two thousand bytes."""

_KEYS: Final = {"format", "version", "position", "house", "draft"}


def to_file(draft: Draft) -> bytes:
    """The content of a file that holds this draft."""
    data: dict[str, Any] = {"format": FORMAT, "version": VERSION}
    if isinstance(draft.check(), InvalidPosition):
        data["draft"] = True
    rules = draft.rules
    if rules.key == "house":
        data["house"] = {"base": rules.base, "title": rules.title, "values": dict(rules.house)}
    data["position"] = draft.data()
    return msgspec.json.format(msgspec.json.encode(data), indent=2) + b"\n"


def from_file(content: bytes, house: RuleSet | None = None) -> Draft:
    """The draft that a file holds.

    Args:
        content: of the file.
        house: the house rules that can be chosen where the file brings none.

    Raises:
        InvalidPosition: when it is damaged, foreign or newer, with the place and the reason.
    """
    if len(content) > MAX_BYTES:
        text = translate("longer than the {n} bytes that a saved table may have")
        raise InvalidPosition("", text.format(n=f"{MAX_BYTES:,}"))
    try:
        found = msgspec.json.decode(content)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        text = translate("this is not JSON, so it is no saved table, or a damaged one")
        raise InvalidPosition("", text) from None
    if isinstance(found, dict) and found.get("format") == DEAL:
        return _of_deal(content, house)
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        text = translate("this is no saved table: those say {format} here")
        raise InvalidPosition("format", text.format(format=repr(FORMAT)))
    version = found.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise InvalidPosition("version", translate("this must be a whole number, 1 or more"))
    if version > VERSION:
        text = translate("{n} was written by a newer canasta-teach; this one reads versions up to {own}: update it")
        raise InvalidPosition("version", text.format(n=version, own=VERSION))
    if strange := sorted(set(found) - _KEYS):
        raise InvalidPosition(str(strange[0])[:40], translate("a saved table has no such key"))
    if not isinstance(found.get("position"), dict):
        raise InvalidPosition("position", translate("the position is missing here"))
    draft = read_draft(found["position"], _house(found.get("house")) or house)
    fault = draft.check()
    if isinstance(fault, InvalidPosition) and found.get("draft") is not True:
        raise InvalidPosition(f"position.{fault.path}".rstrip("."), fault.reason)
    return draft


def possible(content: bytes, house: RuleSet | None = None, *, where: str = "") -> Position:
    """The position that a file holds, for where only a possible one can be set up.

    Args:
        content: of the file.
        house: as for :func:`from_file`.
        where: the file.

    Raises:
        InvalidPosition: as :func:`from_file`, and when the table that was saved cannot be yet.
    """
    try:
        found = from_file(content, house).check()
    except InvalidPosition as error:
        raise InvalidPosition(f"{where}: {error.path}".strip(": "), error.reason) from None
    if isinstance(found, InvalidPosition):
        text = translate(
            "this is a table of a position editor, saved before it could be ({fault}): open it there, and mend it"
        )
        raise InvalidPosition(where, text.format(fault=found))
    return found


def save(draft: Draft, path: str | os.PathLike[str]) -> str:
    """Write a draft to a file, whole or not at all: what stood there stays until the new one is complete.

    Returns:
        Where it was written.

    Raises:
        InvalidPosition: when it cannot be written.
    """
    content = to_file(draft)
    try:
        target = write_whole(_named(path), content, FORMAT)
    except (OSError, ValueError) as error:
        text = translate("cannot be written: {reason}").format(reason=_reason(error))
        raise InvalidPosition(_shown(path), text) from error
    return target.name


def load(path: str | os.PathLike[str], house: RuleSet | None = None) -> Draft:
    """Read a draft from a file. The file is not touched.

    Raises:
        InvalidPosition: when it cannot be read, is damaged, foreign or newer, with file, place and reason.
    """
    try:
        with Path(_named(path)).open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        text = translate("cannot be read: {reason}").format(reason=_reason(error))
        raise InvalidPosition(_shown(path), text) from error
    try:
        return from_file(content, house)
    except InvalidPosition as error:
        raise InvalidPosition(f"{_shown(path)}: {error.path}".rstrip(": "), error.reason) from None


def _of_deal(content: bytes, house: RuleSet | None) -> Draft:
    """The table at the end of a saved deal."""
    try:
        end = DealRecord.parse(content).end()
    except InvalidRecord as error:
        raise InvalidPosition(error.path, error.reason) from None
    return read_draft(end.to_dict(), end.rules if end.rules.key == "house" else house)


def _house(given: Any) -> RuleSet | None:
    """The house rules that a file brings with it."""
    from canasta_teach.rulebook.house import house_rules

    if given is None:
        return None
    wrong = InvalidPosition("house", translate("house rules have a base of the five, a title and values"))
    if not isinstance(given, dict) or set(given) - {"base", "title", "values"}:
        raise wrong
    base, title, values = given.get("base"), given.get("title"), given.get("values", {})
    if base not in KEYS or not isinstance(title, str) or not 1 <= len(title) <= 100 or not isinstance(values, dict):
        raise wrong
    try:
        return house_rules(base, title, values)
    except InvalidRules as error:
        raise InvalidPosition(f"house.values.{error.key}".rstrip("."), error.reason) from None


def _named(path: str | os.PathLike[str]) -> str:
    name = _name_of(path)
    if name is None:
        text = translate("a file's name is a text, not {kind}")
        raise ValueError(text.format(kind=type(path).__name__))
    name = name.strip()
    if not name:
        raise ValueError(translate("a name for the file is missing"))
    return name


def _name_of(path: object) -> str | None:
    found = os.fspath(path) if isinstance(path, str | os.PathLike) else None
    return found if isinstance(found, str) else None


def _reason(error: OSError | ValueError) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def _shown(path: str | os.PathLike[str]) -> str:
    name = _name_of(path) or ""
    return name if len(name) <= 80 else name[:80] + "…"
