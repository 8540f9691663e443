"""Floor 3: collections of puzzles, one a line: as JSON Lines, as the lines by which puzzles are shared, or both.

What is read is data and stays data: every text is bounded, every position is held to the engine's own reading. Whether
par is right is another question, :func:`canasta_teach.teach.puzzles.prove.check`.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
from msgspec.structs import fields, replace

from canasta_teach import rulebook
from canasta_teach.errors import InvalidPosition
from canasta_teach.game.state import Position
from canasta_teach.i18n import translate
from canasta_teach.players.solve import Objective
from canasta_teach.rulebook.ruleset import near
from canasta_teach.teach.errors import fault_at
from canasta_teach.teach.puzzles.errors import InvalidPuzzle
from canasta_teach.teach.puzzles.model import HEAD, Aim, Measured, Puzzle
from canasta_teach.teach.puzzles.prove import position_of

MAX_BYTES: Final = 5_000_000
"""The longest collection that is read."""
MAX_LINE: Final = 100_000
"""The longest line of one, in characters (or bytes)."""
BOM: Final = "\ufeff"
"""What some programs put before a text."""


_SPACES: Final = " \t\r\n"
_OF_POSITION: Final = frozenset({"hands", "melds", "pile", "stock", "phase", "turn", "players", "scores", "options"})


# -- reading -------------------------------------------------------------------------------------------


def parse_puzzle(data: Mapping[str, Any] | str | bytes, where: str = "", line: int = 0) -> Puzzle:
    """A puzzle from a JSON object or its text, its position in the short form of :func:`canonical`.

    Args:
        data: the object.
        where: the file that it came from, and ``line`` its line from 1, for error messages.
        line: see there.

    Raises:
        InvalidPuzzle: with where, line, key and reason of the first fault.
    """
    try:
        return canonical(_decoded(data))
    except InvalidPuzzle as error:
        raise error.at(where, line) from None


class Entry(NamedTuple):
    """A puzzle of a file or a text, and where it stands there; ``line`` from 1."""

    where: str
    line: int
    puzzle: Puzzle


def read_puzzles(source: str | Path) -> tuple[Puzzle, ...]:
    """The puzzles of a file, or of a text: JSON Lines, shared lines, or both.

    Args:
        source: a path; a ``str`` is a text where it is empty, begins with ``{`` or as a shared line does, or has
            several lines, else a path.

    Raises:
        InvalidPuzzle: with where, line, key and reason of the first fault.
    """
    return tuple(entry.puzzle for entry in read_entries(source))


def read_entries(source: str | Path) -> tuple[Entry, ...]:
    """The puzzles of a file, or of a text as in :func:`read_puzzles`, each with the place where it stands.

    Raises:
        InvalidPuzzle: as there.
    """
    if isinstance(source, str):
        text = source.removeprefix(BOM).strip()
        if not text or text.startswith("{") or "\n" in text or is_shared(text):
            return _entries(source, "")
    return _entries(_bytes_of(source), _shown(str(source)))


def parse_puzzles(text: str, where: str = "") -> tuple[Puzzle, ...]:
    """The puzzles of a text that came from ``where``, one a line; empty lines are passed over.

    Raises:
        InvalidPuzzle: with where, line, key and reason of the first fault; also for an id that stands twice.
    """
    return tuple(entry.puzzle for entry in _entries(text, where))


def load_file(path: str | Path) -> tuple[Puzzle, ...]:
    """The puzzles of a file.

    Raises:
        InvalidPuzzle: when it cannot be read, is too long, or is at fault, with its line.
    """
    return tuple(entry.puzzle for entry in _entries(_bytes_of(path), _shown(str(path))))


def is_shared(text: str) -> bool:
    """Whether a line begins as that one does by which a puzzle is shared."""
    return text.removeprefix(BOM).lstrip()[: len(HEAD)].lower() == HEAD


def lines_of(data: bytes | str) -> Iterator[tuple[int, str | InvalidPuzzle]]:
    """The lines that are not empty, each with its number from 1; one that is no UTF-8 text as the error that it is.

    Lines end with a line feed alone, or one behind a carriage return: other breaks may stand in the texts of a puzzle.
    """
    some: Iterable[bytes | str] = io.BytesIO(data) if isinstance(data, bytes) else io.StringIO(data, newline="\n")
    for number, line in enumerate(some, start=1):
        if not line.strip():
            continue
        try:
            text = line if isinstance(line, str) else line.decode("utf-8")
        except UnicodeDecodeError:
            yield number, InvalidPuzzle("", translate("this is no UTF-8 text"))
            continue
        text = (text.removeprefix(BOM) if number == 1 else text).strip(_SPACES)
        if text:
            yield number, text


def parse_line(text: str, where: str = "", line: int = 0) -> Puzzle:
    """The puzzle of one line: a shared one, or a JSON object.

    Raises:
        InvalidPuzzle: with where, line, key and reason of the first fault.
    """
    if not is_shared(text):
        return parse_puzzle(text, where, line)
    # The form that is shared is read by a module that stands on this one.
    from canasta_teach.teach.puzzles.line_reading import from_line

    try:
        return from_line(text)
    except InvalidPuzzle as error:
        raise error.at(where, line) if where else error from None


def twice(name: str, line: int) -> InvalidPuzzle:
    """That an id stands in an earlier line."""
    return InvalidPuzzle("id", translate("{id} stands in line {line} already").format(id=name, line=line))


def _entries(data: bytes | str, where: str) -> tuple[Entry, ...]:
    where = where or "text"
    found: dict[str, Entry] = {}
    for line, text in lines_of(data):
        if isinstance(text, InvalidPuzzle):
            raise text.at(where, line)
        puzzle = parse_line(text, where, line)
        if puzzle.id in found:
            raise twice(puzzle.id, found[puzzle.id].line).at(where, line)
        found[puzzle.id] = Entry(where, line, puzzle)
    return tuple(found.values())


def _bytes_of(path: str | Path) -> bytes:
    """What a file holds.

    Raises:
        InvalidPuzzle: when it cannot be read, or is too long.
    """
    where = _shown(str(path))
    try:
        with Path(path).open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        # A name with a character that no file has is a ValueError.
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        text = translate("this file cannot be read: {reason}").format(reason=reason)
        raise InvalidPuzzle("", text, where=where) from None
    if len(data) > MAX_BYTES:
        raise too_long().at(where)
    return data


def too_long() -> InvalidPuzzle:
    """That a collection is longer than what is read."""
    text = translate("longer than {n} bytes: share it in several files")
    return InvalidPuzzle("", text.format(n=f"{MAX_BYTES:,}"))


def _decoded(data: object) -> Puzzle:
    try:
        if isinstance(data, str | bytes):
            if len(data) > MAX_LINE:
                text = translate("longer than the {n} characters that are read").format(n=f"{MAX_LINE:,}")
                raise InvalidPuzzle("", text)
            return msgspec.json.decode(data, type=Puzzle)
        if isinstance(data, Mapping):
            return msgspec.convert(dict(data), Puzzle)
    except msgspec.ValidationError as error:
        reason, key = fault_at(error)
        raise InvalidPuzzle(_shown(key), _in_words(key, _shown(reason))) from None
    except msgspec.DecodeError as error:
        text = translate("this is no JSON: {error}").format(error=_shown(str(error)))
        raise InvalidPuzzle("", text) from None
    except UnicodeError:
        raise InvalidPuzzle("", translate("this is no UTF-8 text")) from None
    except RecursionError:
        raise InvalidPuzzle("", translate("this is nested too deeply to be read")) from None
    text = translate("a puzzle is a JSON object, not {kind}").format(kind=type(data).__name__)
    raise InvalidPuzzle("", text)


def _in_words(key: str, reason: str) -> str:
    """A fault of the schema as people understand it."""
    if found := re.match(r"Object contains unknown field `(.*)`", reason, re.DOTALL):
        if not key and found[1] in _OF_POSITION:
            return translate("{key} is of a position: put it under “position”").format(key=found[1])
        known: type[msgspec.Struct] = Aim if key == "aim" else Measured if key == "measured" else Puzzle
        text = translate("there is no key {key}; the keys are {known}")
        return text.format(key=_shown(found[1]), known=", ".join(field.encode_name for field in fields(known)))
    if found := re.match(r"Object missing required field `(.*)`", reason):
        return translate("the key {key} is missing").format(key=found[1])
    if found := re.match(r"Invalid enum value '?(.*?)'?$", reason, re.DOTALL):
        known_words = {"aim.what": [what.value for what in Objective], "aim.end": ["stop", "freeze"]}.get(key, [])
        text = translate("{word} is not known here; write one of {known}")
        return text.format(word=_shown(found[1]), known=", ".join(known_words))
    if found := re.match(r"Expected `int` ([<>]=) (\S+)", reason):
        text = translate("the number is at most {n}") if found[1] == "<=" else translate("the number is at least {n}")
        return text.format(n=found[2])
    if found := re.match(r"Expected `(\w+)(?: \| \w+)*`, got `(\w+)`", reason):
        kinds = _kinds()
        text = translate("{wanted} is wanted here, not {found}")
        return text.format(wanted=kinds.get(found[1], found[1]), found=kinds.get(found[2], found[2]))
    if found := re.match(r"Expected `(?:str|array)` of length <= (\d+)", reason):
        return translate("this is too long; at most {n} are read").format(n=found[1])
    if re.match(r"Expected `str` matching regex", reason):
        plain_text = translate("words on one line are wanted, with no control characters")
        name = translate("small letters, digits and . / _ - are wanted, a letter or digit first")
        return plain_text if key in ("title", "author", "licence") else name
    return reason


def _kinds() -> Mapping[str, str]:
    """Kinds of JSON values in words."""
    return {
        "int": translate("a whole number"),
        "float": translate("a number with a decimal point"),
        "str": translate("a text"),
        "array": translate("a list"),
        "object": translate("an object"),
        "bool": translate("true or false"),
        "null": translate("null"),
    }


def _shown(text: str) -> str:
    """A text as error messages show it: one line, not too long."""
    plain = "".join(char if char.isprintable() else " " for char in text)
    return plain if len(plain) <= 300 else plain[:300] + "…"


# -- the short form ------------------------------------------------------------------------------------


def canonical(puzzle: Puzzle) -> Puzzle:
    """The puzzle with its position in its short form, and everything else held to the model.

    Raises:
        InvalidPuzzle: for a value that the model does not allow, a position that cannot be, or an unknown rule.
    """
    try:
        bare = msgspec.to_builtins(replace(puzzle, position={}))
        kept = msgspec.convert(bare, Puzzle)
        for key in ("title", "author", "licence"):
            getattr(kept, key).encode()
    except msgspec.ValidationError as error:
        reason, key = fault_at(error)
        raise InvalidPuzzle(_shown(key), _in_words(key, _shown(reason))) from None
    except UnicodeError:
        # Half a character, which no file can hold.
        raise InvalidPuzzle(key, translate("this is no UTF-8 text")) from None
    except TypeError as error:
        raise InvalidPuzzle("", _shown(str(error))) from None
    for place, rule in enumerate(kept.rules):
        if rule not in rulebook.rules():
            reason = translate("there is no rule {rule}").format(rule=_shown(rule)) + near(rule, rulebook.rules())
            raise InvalidPuzzle(f"rules[{place}]", reason)
    return replace(kept, position=plain(position_of(puzzle)))


def plain(position: Position) -> dict[str, Any]:
    """A position in the public format without what a reader fills in by itself; reading it gives an equal one."""
    data = position.to_dict()
    defaults: dict[str, Any] = {
        "players": 4,
        "scores": [0] * position.sides,
        "dealer": position.players - 1,
        "turn": 0,
        "phase": "draw",
        "first_turn": False,
        "hands": [None] * position.players,
        "melds": [[]] * position.sides,
        "red_threes": [[]] * position.sides,
        "pile": [],
        "went_out": None,
        "concealed": False,
        "relancinho": False,
    }
    short = {key: value for key, value in data.items() if key not in defaults or value != defaults[key]}
    for key in ("stock", "frozen"):
        less = {name: value for name, value in short.items() if name != key}
        if _reads_as(less, position):
            short = less
    return short


def _reads_as(data: dict[str, Any], position: Position) -> bool:
    try:
        return Position.parse(data) == position
    except InvalidPosition:
        return False


def own_id(position: Mapping[str, Any], aim: Aim) -> str:
    """A name for a puzzle that has none: the same for the same position and aim."""
    content = msgspec.json.encode([dict(position), aim], order="deterministic")
    return f"own.{sha256(content).hexdigest()[:10]}"


# -- writing -------------------------------------------------------------------------------------------


def dump(puzzle: Puzzle) -> str:
    """The puzzle as one line of compact JSON: its keys in the schema's order, defaults left out.

    Raises:
        InvalidPuzzle: for a puzzle that could not be read back.
    """
    return msgspec.json.encode(to_dict(canonical(puzzle))).decode()


def to_dict(puzzle: Puzzle) -> dict[str, Any]:
    """The puzzle as a JSON object, defaults left out."""
    whole = msgspec.to_builtins(puzzle)
    data: dict[str, Any] = {}
    for field in fields(Puzzle):
        if field.default is msgspec.NODEFAULT or getattr(puzzle, field.name) != field.default:
            data[field.encode_name] = whole[field.name]
    if not puzzle.aim.end:
        del data["aim"]["end"]
    return data


def schema() -> dict[str, Any]:
    """The JSON Schema of one line of a collection; ``puzzle.schema.json`` holds it."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(msgspec.json.schema(Puzzle)))
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Meld puzzle", **found}
