"""Floor 3: a puzzle in one line of text, to be shared.

``canasta-puzzle 1 | classic | minimum_fewest_wilds | par 1 | only | score 1600 0 | phase play | hand 2D AH AC KH KS``

Fields stand between bars, in any order. What is common has a field of its own; any other key of the position is written
as ``key={JSON}``. Nothing in a line is ever run, and its texts stay texts.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from canasta_teach.i18n import translate
from canasta_teach.teach.puzzles.collection import canonical, own_id
from canasta_teach.teach.puzzles.errors import InvalidPuzzle
from canasta_teach.teach.puzzles.line_reading import MAX_LENGTH, VERSION, WHERE, from_line
from canasta_teach.teach.puzzles.model import HEAD, LICENCE, Puzzle

__all__ = ["MAX_LENGTH", "from_line", "to_line"]


# -- writing -------------------------------------------------------------------------------------------


def to_line(puzzle: Puzzle) -> str:
    """The puzzle as one line of text; what was measured of it is left out.

    Raises:
        InvalidPuzzle: for a puzzle that cannot be, or one that is too long for a line.
    """
    line = " | ".join(_fields(canonical(puzzle)))
    if len(line) > MAX_LENGTH:
        text = translate("it is longer than {n} characters: share it as a file").format(n=f"{MAX_LENGTH:,}")
        raise InvalidPuzzle("", text, where=WHERE)
    return line


def _fields(puzzle: Puzzle) -> Iterator[str]:
    position = dict(puzzle.position)
    yield f"{HEAD} {VERSION}"
    yield position.pop("rules", "classic")
    yield puzzle.aim.what.value
    if puzzle.aim.end:
        yield f"end {puzzle.aim.end}"
    yield f"par {puzzle.par}"
    if puzzle.only:
        yield "only"
    yield f"grade {puzzle.grade}"
    yield from _position_fields(position)
    if puzzle.ideas:
        yield f"ideas {' '.join(puzzle.ideas)}"
    if puzzle.rules:
        yield f"rules {' '.join(puzzle.rules)}"
    if puzzle.id != own_id(puzzle.position, puzzle.aim):
        yield f"id {puzzle.id}"
    if puzzle.title:
        yield f"title {_escaped(puzzle.title)}"
    if puzzle.author:
        yield f"author {_escaped(puzzle.author)}"
    if puzzle.licence != LICENCE:
        yield f"licence {_escaped(puzzle.licence)}"


def _position_fields(position: dict[str, Any]) -> Iterator[str]:
    """The fields of a position in its short form."""
    for key in ("players", "dealer", "turn", "phase"):
        if key in position:
            yield f"{key} {position[key]}"
    if "scores" in position:
        yield f"score {' '.join(map(str, position['scores']))}"
    written = {"rules", "players", "dealer", "turn", "phase", "scores"}
    short: dict[str, Callable[[dict[str, Any]], Iterator[str] | None]] = {
        "hands": _hand_fields,
        "melds": _meld_fields,
        "red_threes": _red_three_fields,
        "pile": _pile_fields,
        "stock": _stock_fields,
    }
    for key, write in short.items():
        found = write(position) if key in position else None
        if found is not None:
            written.add(key)
            yield from found
    if position.get("frozen") is True and "pile" in written:
        written.add("frozen")
    for key, value in position.items():
        if key not in written:
            yield f"{key}={_json(value)}"


def _hand_fields(position: dict[str, Any]) -> Iterator[str] | None:
    hands, turn = position["hands"], position.get("turn", 0)
    others = [hands[(turn + k) % len(hands)] for k in range(1, len(hands))]
    if not isinstance(hands[turn], list) or any(isinstance(hand, list) for hand in others):
        return None
    fields = [f"hand {' '.join(hands[turn])}"]
    if any(hand is not None for hand in others):
        fields.append(f"others {' '.join('?' if hand is None else str(hand) for hand in others)}")
    return iter(fields)


def _meld_fields(position: dict[str, Any]) -> Iterator[str]:
    sides = [" / ".join(" ".join(meld) for meld in melds) for melds in position["melds"]]
    yield f"melds {' ; '.join(sides).strip()}"


def _red_three_fields(position: dict[str, Any]) -> Iterator[str]:
    yield f"red-threes {' ; '.join(' '.join(some) for some in position['red_threes']).strip()}"


def _pile_fields(position: dict[str, Any]) -> Iterator[str]:
    pile = position["pile"]
    text = f"{pile['top']} +{pile['count'] - 1}" if isinstance(pile, dict) else " ".join(pile)
    yield f"pile {text} frozen" if position.get("frozen") is True else f"pile {text}"


def _stock_fields(position: dict[str, Any]) -> Iterator[str]:
    stock = position["stock"]
    yield "stock ?" if stock is None else f"stock {' '.join(stock) if isinstance(stock, list) else stock}"


def _json(value: object) -> str:
    """Compact JSON without a bar, which can stand in its texts alone."""
    return json.dumps(value, separators=(",", ":")).replace("|", "\\u007c")


def _escaped(text: str) -> str:
    """A text without bars, and without characters that are not seen or may get lost on the way."""
    whole = "".join(_escape(char) for char in text)
    if whole.startswith(" "):
        whole = "\\s" + whole[1:]
    return whole[:-1] + "\\s" if whole.endswith(" ") else whole


def _escape(char: str) -> str:
    if char == "\\":
        return "\\\\"
    if char == "|":
        return "\\p"
    return char if char.isprintable() else f"\\u{{{ord(char):x}}}"
