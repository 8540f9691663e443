"""Floor 3: the course's own puzzles (``bank/*.jsonl``), and where among them one finds what."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Final

from canasta_teach.i18n import translate
from canasta_teach.rulebook import KEYS
from canasta_teach.teach.puzzles.collection import parse_puzzles
from canasta_teach.teach.puzzles.errors import InvalidPuzzle
from canasta_teach.teach.puzzles.ideas import ideas
from canasta_teach.teach.puzzles.model import Puzzle

FOLDER: Final = "bank"


@cache
def bank() -> Mapping[str, Puzzle]:
    """All puzzles of the course by id, rule set by rule set, in each from easy to hard.

    They are checked by the tests, so that they are not proven anew when they are read.

    Raises:
        InvalidPuzzle: when a file is at fault.
    """
    found: dict[str, Puzzle] = {}
    folder = files("canasta_teach.teach.puzzles").joinpath(FOLDER)
    for key in KEYS:
        for puzzle in parse_puzzles(folder.joinpath(f"{key}.jsonl").read_text("utf-8"), where=f"{key}.jsonl"):
            if puzzle.id in found:
                raise InvalidPuzzle("id", translate("another file has this id"), where=f"{key}.jsonl")
            found[puzzle.id] = puzzle
    return MappingProxyType(found)


def by_idea(idea: str) -> tuple[Puzzle, ...]:
    """The puzzles that turn on an idea, in the order of the bank.

    Raises:
        InvalidPuzzle: where there is no such idea.
    """
    if idea not in ideas():
        text = translate("{idea}: there is no such idea; choose of: {known}")
        raise InvalidPuzzle("idea", text.format(idea=idea, known=", ".join(ideas())))
    return tuple(puzzle for puzzle in bank().values() if idea in puzzle.ideas)


def by_grade(grade: int) -> tuple[Puzzle, ...]:
    """The puzzles of a grade, 1 (easy) to 5, in the order of the bank.

    Raises:
        InvalidPuzzle: where there is no such grade.
    """
    if grade not in range(1, 6):
        raise InvalidPuzzle("grade", translate("{grade}: grades are 1 to 5").format(grade=grade))
    return tuple(puzzle for puzzle in bank().values() if puzzle.grade == grade)
