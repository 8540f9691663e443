"""Which puzzle is before the learner, and which comes next: of the bank or a collection, of a day, made or shared."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final, Literal

from canasta_teach import rulebook
from canasta_teach.errors import InvalidMove
from canasta_teach.i18n import translate
from canasta_teach.rulebook.ruleset import near
from canasta_teach.teach.puzzles.bank import bank
from canasta_teach.teach.puzzles.collection import load_file, read_puzzles
from canasta_teach.teach.puzzles.errors import InvalidPuzzle
from canasta_teach.teach.puzzles.generate import generate
from canasta_teach.teach.puzzles.ideas import ideas
from canasta_teach.teach.puzzles.model import Puzzle
from canasta_teach.teach.puzzles.today import today

Source = Literal["list", "made", "day", "given"]

_ID: Final = re.compile(r"[a-z0-9][a-z0-9./_-]{0,79}")
"""What an id looks like; a line to share has bars, a position has braces."""


class Shelf:
    """The puzzles that a board goes through.

    Args:
        collection: puzzles, a file of them or its text; the course's own bank by default.
        rules: the key of a rule set; then only its puzzles are gone through.
        idea: the key of an idea; the same.
        grade: 1 to 5; the same.
        seed: then puzzles are made anew from this number on.
        won: gives the stars won by the id of each puzzle.

    Attributes:
        puzzle: the puzzle before the learner; ``None`` where there is none of the kind.
        source: where it comes from.
        day: the date of a day's puzzle.

    Raises:
        InvalidPuzzle: when the collection is at fault, or there is no such idea or grade.
        InvalidRules: when there is no such rule set.
    """

    def __init__(
        self,
        collection: Sequence[Puzzle] | Path | str | None,
        *,
        rules: str | None,
        idea: str | None,
        grade: int | None,
        seed: int | None,
        won: Callable[[], Mapping[str, int]],
    ) -> None:
        if rules is not None:
            rulebook.ruleset(rules)
        self.rules, self.idea, self.grade, self.seed = rules, _known_idea(idea), _known_grade(grade), seed
        self.won = won
        self.own = collection is not None
        self._all = {one.id: one for one in _collected(collection)} if collection is not None else bank()
        self.puzzle: Puzzle | None = None
        self.source: Source = "list"
        self.day: datetime.date | None = None

    # -- what there is -----------------------------------------------------------------------------

    @property
    def number(self) -> int:
        """The puzzle's number in the whole list, from 1; 0 where it is not of it."""
        if self.puzzle is None or self.puzzle.id not in self._all:
            return 0
        return list(self._all).index(self.puzzle.id) + 1

    def of_game(self) -> list[Puzzle]:
        """The list's puzzles of the game that is played here."""
        return [one for one in self._all.values() if self.rules in (None, one.position.get("rules", "classic"))]

    def listed(self) -> list[Puzzle]:
        """The puzzles of the idea and grade that are gone through."""
        return [
            one
            for one in self.of_game()
            if (not self.idea or self.idea in one.ideas) and self.grade in (None, one.grade)
        ]

    # -- where to go -------------------------------------------------------------------------------

    def begin(self, puzzle: Puzzle | None = None) -> None:
        """Have this puzzle; by default what the choice of rules, idea, grade and seed comes to, else today's."""
        if puzzle is not None:
            self.give(puzzle)
        elif self.seed is not None:
            self._make(self.seed)
        elif self.rules or self.idea or self.grade or self.own:
            self._first()
        else:
            self.go_to_day(None)

    def find(self, key: str) -> Puzzle | None:
        """The puzzle of this id; ``None`` for a text that is no id, such as a line that was shared.

        Raises:
            InvalidPuzzle: for an id of which there is no puzzle.
        """
        found = self._all.get(key)
        if found is None and _ID.fullmatch(key.strip()):
            reason = translate("{id}: there is no puzzle of this id").format(id=key.strip()) + near(key, self._all)
            raise InvalidPuzzle("id", reason)
        return found

    def give(self, puzzle: Puzzle) -> None:
        """Have this puzzle, from wherever it comes."""
        self.puzzle, self.day = puzzle, None
        self.source = "list" if self._all.get(puzzle.id) == puzzle else "given"

    def next(self) -> None:
        """Go on: to the next puzzle that was not solved yet, else the next at all; to another made one.

        Raises:
            InvalidMove: when there is none.
        """
        if self.source == "made" and self.seed is not None:
            self._make(self.seed + 1)
            return
        listed = self.listed()
        if not listed:
            raise InvalidMove(self.none_text())
        places = [one.id for one in listed]
        at = places.index(self.puzzle.id) + 1 if self.puzzle is not None and self.puzzle.id in places else 0
        self.give(self._unsolved([*listed[at:], *listed[:at]]))

    def by_idea(self, key: str) -> None:
        """Go through the puzzles of an idea, of every grade.

        Raises:
            InvalidPuzzle: when there is no such idea.
            InvalidMove: when there is no puzzle of it.
        """
        self._narrow(_known_idea(key), None)

    def by_grade(self, n: int) -> None:
        """Go through the puzzles of a grade, of every idea.

        Raises:
            InvalidPuzzle: when there is no such grade.
            InvalidMove: when there is no puzzle of it.
        """
        self._narrow("", _known_grade(n))

    def go_to_day(self, day: datetime.date | str | None) -> None:
        """Go to the puzzle of a day, today's by default.

        Raises:
            InvalidMove: when this is no date, or the day is still to come.
        """
        found = _date(day)
        if found is not None and found > datetime.date.today():
            raise InvalidMove(translate("The puzzle of {date} is still to come.").format(date=found.isoformat()))
        self.puzzle = today(found)
        self.source, self.day = "day", found or datetime.date.today()

    def none_text(self) -> str:
        """That there is no puzzle of this kind."""
        return translate("There is no puzzle of this kind here. Choose another idea or grade.")

    def _narrow(self, idea: str, grade: int | None) -> None:
        before = self.idea, self.grade
        self.idea, self.grade = idea, grade
        if not self.listed():
            text = self.none_text()
            self.idea, self.grade = before
            raise InvalidMove(text)
        self._first()

    def _first(self) -> None:
        listed = self.listed()
        self.puzzle, self.source, self.day = (self._unsolved(listed) if listed else None), "list", None

    def _unsolved(self, listed: Sequence[Puzzle]) -> Puzzle:
        won = self.won()
        return next((one for one in listed if one.id not in won), listed[0])

    def _make(self, seed: int) -> None:
        made = generate(self.rules or "classic", self.idea or None, self.grade, seed)
        self.seed, self.puzzle, self.source, self.day = seed, made, "made", None


def _collected(collection: Sequence[Puzzle] | Path | str) -> Iterable[Puzzle]:
    if isinstance(collection, Path):
        return load_file(collection)
    return read_puzzles(collection) if isinstance(collection, str) else collection


def _known_idea(key: str | None) -> str:
    if key and key not in ideas():
        reason = translate("there is no such idea") + near(key, ideas())
        raise InvalidPuzzle(f"idea {key}", reason)
    return key or ""


def _known_grade(grade: int | None) -> int | None:
    if grade is not None and grade not in range(1, 6):
        raise InvalidPuzzle("grade", translate("{n}: grades are 1 to 5").format(n=grade))
    return grade


def _date(day: datetime.date | str | None) -> datetime.date | None:
    if isinstance(day, datetime.date) or not day:
        return day or None
    try:
        return datetime.date.fromisoformat(day)
    except ValueError:
        text = translate("{date}: no date; write it as in {example}")
        raise InvalidMove(text.format(date=repr(day), example="2026-01-31")) from None
