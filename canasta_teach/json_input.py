"""Reads what people and programs hand to the command line: one JSON object, or JSON Lines of them.

Every fault is one `InputError` that says in which line of which input it is, and where in the object.
"""

import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

STANDARD_INPUT = "standard input"
_BOM = b"\xef\xbb\xbf"


class InputError(Exception):
    """Input that cannot be read; the message is one line: where, what, and what instead."""


@dataclass(frozen=True)
class Item:
    """One object of the input.

    Attributes:
        where: The input and the line (1-based) in which the object begins, for error messages.
        data: The object itself.
        line: That line.
    """

    where: str
    data: dict[str, Any]
    line: int = 0

    def fault(self, message: object) -> InputError:
        """An error of this object: `message` begins with the path of the fault, where there is one."""
        return InputError(f"{self.where}: {one_line(message)}")

    def part(self, key: str, wanted: str) -> dict[str, Any]:
        """The object under `key`; `wanted` says what the whole should look like.

        Raises:
            InputError: if it is missing, or no object.
        """
        if key not in self.data:
            bare = key == "position" and "hands" in self.data
            hint = "; this is a bare position, so put it under that key" if bare else ""
            raise self.fault(f"{key}: missing; wanted is {wanted}{hint}")
        found = self.data[key]
        if not isinstance(found, dict):
            raise self.fault(f"{key}: an object is wanted, not {kind_of(found)}")
        return found

    def none_beside(self, key: str, inner: Iterable[str]) -> None:
        """See that no key which belongs into the object under `key` stands beside that, where nobody would read it.

        Args:
            key: The key of that object.
            inner: The keys that it may hold.

        Raises:
            InputError: if one does.
        """
        inside = set(inner)
        strays = [stray for stray in self.data if stray in inside]
        if strays:
            one = len(strays) == 1
            belongs = "this key belongs" if one else "these keys belong"
            raise self.fault(f'{", ".join(strays)}: {belongs} into "{key}", not beside it')

    def text(self, key: str, wanted: str) -> str:
        """The text under `key`; `wanted` says what the whole should look like.

        Raises:
            InputError: if it is missing, or no text.
        """
        if key not in self.data:
            raise self.fault(f"{key}: missing; wanted is {wanted}")
        found = self.data[key]
        if not isinstance(found, str):
            raise self.fault(f"{key}: a text is wanted, not {kind_of(found)}")
        return found


def read_input(file: str | None) -> tuple[str, bytes]:
    """The name of an input, and its bytes: of `file`, or of standard input for None and `-`.

    Raises:
        InputError: if it cannot be read.
    """
    if file is None or file == "-":
        if sys.stdin is None:
            raise InputError(f"{STANDARD_INPUT}: it is closed; name a FILE, or hand in a case")
        name, read = STANDARD_INPUT, sys.stdin.buffer.read
    else:
        name, read = file, Path(file).read_bytes
    try:
        return name, read()
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise InputError(f"{one_line(name)}: cannot be read: {reason}") from error


def items(name: str, content: bytes) -> Iterator[Item | InputError]:
    """The objects of an input: one a line (blank lines are skipped), or a single one over many lines.

    A line that holds no object is given as the error that it is, so that the others can be answered.

    Args:
        name: What to call the input in error messages.
        content: UTF-8 text.

    Raises:
        InputError: where the very first line holds no object: then this is no JSON Lines at all.
    """
    name = one_line(name)
    content = content.removeprefix(_BOM)
    lines = content.splitlines() if b"\r" in content else content.split(b"\n")
    numbered = [(number, line) for number, line in enumerate(lines, start=1) if line.strip()]
    if len(numbered) > 1 and not _holds_objects_a_line(line for _, line in numbered):
        first = numbered[0][0]
        yield _item(name, first, b"\n".join(lines[first - 1 :]))
        return
    for count, (number, line) in enumerate(numbered):
        try:
            item: Item | InputError = _item(name, number, line)
        except InputError as error:
            if count == 0:
                raise
            item = error
        yield item


def one_line(message: object) -> str:
    """A message without line breaks or other control characters, cut where it grows past reading."""
    text = "".join(char if char.isprintable() else " " for char in str(message))
    text = " ".join(text.split())
    longest = 1000
    return text if len(text) <= longest else text[:longest] + " …"


def kind_of(value: object) -> str:
    """What a JSON value is, in words."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    kinds = {str: "a text", int: "a number", float: "a number", list: "an array", dict: "an object"}
    return kinds.get(type(value), type(value).__name__)


def _holds_objects_a_line(lines: Iterator[bytes]) -> bool:
    """Whether these are JSON Lines: of a single object over many lines, no line that begins with `{` is whole."""
    for line in lines:
        if line.startswith(b"{"):
            try:
                msgspec.json.decode(line)
            except (msgspec.DecodeError, RecursionError):
                continue
            return True
    return False


def _item(name: str, number: int, text: bytes) -> Item:
    where = f"{name}, line {number}"
    try:
        text.decode()
    except UnicodeDecodeError as error:
        raise InputError(f"{_place(name, number, text, error.start)}: this is not UTF-8 text") from error
    try:
        data = msgspec.json.decode(text)
    except RecursionError as error:
        raise InputError(f"{where}: this is nested too deeply to be read") from error
    except msgspec.ValidationError as error:  # it is JSON, but of numbers that no position holds
        what = str(error).partition(" - at ")[0]
        path = _out_of_range(text)
        raise InputError(f"{where}: {path}: {what}" if path else f"{where}: {what}") from error
    except msgspec.DecodeError as error:
        offset, what = _malformed(str(error), text)
        raise InputError(f"{_place(name, number, text, offset)}: this is not JSON: {what}") from error
    if not isinstance(data, dict):
        raise InputError(f"{where}: an object {{…}} is wanted, not {kind_of(data)}")
    return Item(where, data, number)


class _TooLarge:
    """Stands in the place of a number that cannot be read."""


def _out_of_range(text: bytes) -> str:
    """The path of the first number that is out of range, as in `position.scores[0]`; empty where it is not found."""

    def number(digits: str) -> object:
        try:
            return msgspec.json.decode(digits)
        except msgspec.ValidationError:
            return _TooLarge()

    try:
        # What reads the input does not say where the number stands. This reads once more, and may find less.
        data = json.loads(text, parse_int=number, parse_float=number)
        return next(_paths_of_too_large(data, ""), "").removeprefix(".")
    except (ValueError, RecursionError):
        return ""


def _paths_of_too_large(value: object, path: str) -> Iterator[str]:
    if isinstance(value, _TooLarge):
        yield path
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _paths_of_too_large(inner, f"{path}.{key}")
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _paths_of_too_large(inner, f"{path}[{index}]")


def _malformed(message: str, text: bytes) -> tuple[int, str]:
    """Where in the text the fault lies (bytes from its start), and what it is."""
    what = message.removeprefix("JSON is malformed: ")
    head, mark, tail = what.rpartition(" (byte ")
    if mark and tail.endswith(")") and tail[:-1].isdigit():
        # Of characters after the end, the schema library counts one too many.
        return int(tail[:-1]) - head.startswith("trailing"), head
    if "truncated" in what:
        return len(text.rstrip()), "it breaks off"
    return 0, what


def _place(name: str, number: int, text: bytes, offset: int) -> str:
    before = text[:offset]
    column = len(before.rpartition(b"\n")[2].decode(errors="replace")) + 1
    line = number + before.count(b"\n")
    return f"{name}, line {line}, column {column}"
