"""A puzzle of the learner's own: a line that was shared, or a position with an aim, held against the solver."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final, get_args

from msgspec import Struct
from msgspec.structs import replace

from canasta_teach.errors import InvalidPosition
from canasta_teach.game.state import Position
from canasta_teach.i18n import mark, translate
from canasta_teach.players.solve import Objective
from canasta_teach.rulebook.ruleset import near
from canasta_teach.teach.puzzles.collection import own_id, parse_puzzles, plain
from canasta_teach.teach.puzzles.errors import InvalidPuzzle
from canasta_teach.teach.puzzles.grade import grade, measure_puzzle
from canasta_teach.teach.puzzles.line import from_line
from canasta_teach.teach.puzzles.model import Aim, End, Puzzle
from canasta_teach.teach.puzzles.prove import Proof, check, position_of, prove
from canasta_teach.teach.puzzles.words import grade_text, par_text

LONGEST: Final = 20_000
"""Characters of what is pasted; no puzzle needs as many."""

AIMS: Final[dict[Objective, str]] = {
    Objective.MOST_POINTS: mark("Lay the most points"),
    Objective.MOST_POINTS_KEEPING: mark("Lay the most points, two cards kept"),
    Objective.MINIMUM_FEWEST_CARDS: mark("Reach the minimum with the fewest cards"),
    Objective.MINIMUM_FEWEST_WILDS: mark("Reach the minimum with the fewest wild cards"),
    Objective.CANASTA: mark("Complete a canasta with the fewest cards"),
    Objective.CANASTA_NATURAL: mark("Complete a natural canasta"),
    Objective.CANASTA_MIXED: mark("Complete a mixed canasta"),
    Objective.CANASTA_CONCEALED: mark("Complete a concealed canasta"),
    Objective.GOING_OUT: mark("Go out"),
    Objective.BEST_SCORE: mark("The best score if the deal ended now"),
}
"""What can be aimed at, as a list to choose from."""

ENDS: Final[dict[End, str]] = {
    "": mark("with any discard or none"),
    "stop": mark("with a discard that stops the next player"),
    "freeze": mark("with a discard that freezes the pile"),
}


DEFAULT_AIM: Final = Aim(Objective.MOST_POINTS)
"""For a text that names its own aim, where it is one that is shared."""


class Examined(Struct, frozen=True):
    """What the solver says to a puzzle: the puzzle where it is one, and the words."""

    puzzle: Puzzle | None
    text: str
    notes: tuple[str, ...] = ()


def known_aim(what: str = "", end: str = "") -> Aim:
    """An aim by its names; the most points where none is named.

    Raises:
        InvalidPuzzle: when there is no such aim or end.
    """
    what = what or DEFAULT_AIM.what
    if what not in Objective.__members__.values():
        allowed = [one.value for one in Objective]
        raise InvalidPuzzle("aim.what", translate("{aim}: there is no such aim").format(aim=what) + near(what, allowed))
    for known in get_args(End):
        if known == end:
            return Aim(Objective(what), known)
    raise InvalidPuzzle("aim.end", translate("{end}: there is no such end").format(end=end) + near(end, get_args(End)))


def from_text(text: str, aim: Aim, *, only: bool = False) -> Puzzle:
    """The puzzle of a text: a shared line, a puzzle as JSON, or a position as JSON with this aim; proven.

    Args:
        text: what was pasted.
        aim: what is to be reached; for a position.
        only: that it has one best laying is claimed; for a position.

    Raises:
        InvalidPuzzle: when it is broken, cannot be solved, or is not what it claims.
    """
    text = text.strip()
    if not text:
        raise InvalidPuzzle("", translate("Paste a shared line or a position first."))
    if len(text) > LONGEST:
        reason = translate("this is longer than {n} characters: no puzzle needs as many")
        raise InvalidPuzzle("", reason.format(n=f"{LONGEST:,}"))
    if not text.startswith("{"):
        return proven(from_line(text))
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        # Puzzles one a line are read as such; what is wrong with a text of another shape is told by its own reader.
        data = None
    if isinstance(data, dict) and "position" not in data:
        return made_of(_position(data), aim, only=only)
    puzzles = parse_puzzles(text)
    if len(puzzles) != 1:
        reason = translate("there are {n} puzzles in this text: paste one, or open all as a collection")
        raise InvalidPuzzle("", reason.format(n=len(puzzles)))
    return proven(puzzles[0])


def proven(puzzle: Puzzle) -> Puzzle:
    """The puzzle, where the solver finds that it is what it claims to be.

    Raises:
        InvalidPuzzle: when it is not.
    """
    return _graded(puzzle, check(puzzle))


def made_of(position: Position, aim: Aim, *, only: bool = False, title: str = "") -> Puzzle:
    """A puzzle of a position and an aim, its par, grade and number of answers as the solver finds them.

    Raises:
        InvalidPuzzle: when it cannot be solved, or has two answers where ``only`` claims one.
    """
    proof = prove(position, aim)
    if proof.value is None:
        raise InvalidPuzzle("aim", translate("nothing that can be laid here reaches this aim"))
    data = plain(position)
    puzzle = Puzzle(id=own_id(data, aim), position=data, aim=aim, par=proof.value, only=only or proof.only, title=title)
    check(puzzle)
    return _graded(puzzle, proof)


def report(puzzle: Puzzle) -> tuple[str, ...]:
    """What the solver found, in a few lines."""
    one = translate("One best laying, but for cards of a kind.")
    several = translate("There are several best layings; each is accepted.")
    return (
        translate("Par: {par}.").format(par=par_text(puzzle)),
        one if puzzle.only else several,
        translate("{grade}.").format(grade=grade_text(puzzle)),
    )


def _graded(puzzle: Puzzle, proof: Proof) -> Puzzle:
    """The puzzle with what is measured of it; a grade that was claimed gives way to it."""
    measured = measure_puzzle(position_of(puzzle), puzzle.aim, proof)
    return replace(puzzle, measured=measured, grade=grade(measured, puzzle.par, puzzle.aim))


def _position(data: Mapping[str, Any]) -> Position:
    try:
        return Position.parse(dict(data))
    except InvalidPosition as error:
        raise InvalidPuzzle("position", str(error)) from None
