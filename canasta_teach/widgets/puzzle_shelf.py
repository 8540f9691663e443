"""Which puzzle is before the learner, and which comes next: of the bank or a collection, of a day, made or shared."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, Literal

from canasta_teach import rulebook
from canasta_teach.errors import CanastaError, InvalidMove
from canasta_teach.i18n import translate, translate_count
from canasta_teach.rulebook.ruleset import near
from canasta_teach.teach.puzzles.bank import bank
from canasta_teach.teach.puzzles.collection import canonical, read_entries
from canasta_teach.teach.puzzles.errors import InvalidPuzzle
from canasta_teach.teach.puzzles.generate import MOST_MISSES, NotFound, generate
from canasta_teach.teach.puzzles.ideas import ideas
from canasta_teach.teach.puzzles.model import Puzzle
from canasta_teach.teach.puzzles.prove import check
from canasta_teach.teach.puzzles.today import FIRST, clock, current_day, today
from canasta_teach.widgets.words import apart

Source = Literal["list", "made", "day", "given"]

_MOST_LOOKED_AT: Final = 20
"""So many puzzles that do not hold are looked at before the learner has to ask for the next ones."""
_MOST_TOLD: Final = 3
"""So many of them are told."""
_LONGEST_VALUE: Final = 40

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
        notes: what is to be told of the way there: puzzles that were passed over, a clock that is wrong.

    Raises:
        InvalidPuzzle: when the collection is at fault, or there is no such idea, grade or seed.
        InvalidRules: when there is no such rule set.
    """

    def __init__(
        self,
        collection: Iterable[Puzzle] | Path | str | None,
        *,
        rules: str | None,
        idea: str | None,
        grade: int | None,
        seed: int | None,
        won: Callable[[], Mapping[str, int]],
    ) -> None:
        if rules is not None:
            rulebook.ruleset(rules)
        self.rules, self.idea, self.grade, self.seed = rules, _known_idea(idea), _known_grade(grade), _known_seed(seed)
        self.won = won
        self.own = collection is not None
        self._all, self._places = (bank(), {}) if collection is None else _collected(collection)
        self._faults: dict[str, InvalidPuzzle | None] = {}
        self.notes: tuple[str, ...] = ()
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
        """Have this puzzle; by default what the choice of rules, idea, grade and seed comes to, else today's.

        Raises:
            InvalidPuzzle: where this puzzle does not hold, or there is no new one of the kind.
        """
        if puzzle is not None:
            if (fault := self.fault(puzzle)) is not None:
                raise fault
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
        key = key.strip()
        found = self._all.get(key)
        if found is None and _ID.fullmatch(key):
            reason = translate("{id}: there is no puzzle of this id").format(id=key) + near(key, self._all)
            raise InvalidPuzzle("id", reason)
        return found

    def fault(self, puzzle: Puzzle) -> InvalidPuzzle | None:
        """What the solver finds wrong with a puzzle, asked once for each; nothing with the course's own."""
        if bank().get(puzzle.id) == puzzle:
            return None
        listed = self._all.get(puzzle.id) is puzzle
        if listed and puzzle.id in self._faults:
            return self._faults[puzzle.id]
        found = _fault(puzzle, *self._places.get(puzzle.id, ("", 0)) if listed else ("", 0))
        if listed:
            self._faults[puzzle.id] = found
        return found

    def give(self, puzzle: Puzzle) -> None:
        """Have this puzzle, from wherever it comes."""
        self.puzzle, self.day, self.notes = puzzle, None, ()
        self.source = "list" if self._all.get(puzzle.id) == puzzle else "given"

    def next(self) -> None:
        """Go on: to the next puzzle that was not solved yet, else the next at all; to another made one.

        One that does not hold is passed over, and that is told.

        Raises:
            InvalidMove: when there is none.
            InvalidPuzzle: when no new one was found, or all that follow do not hold.
        """
        if self.source == "made" and self.seed is not None:
            self._make(self.seed + 1)
            return
        listed = self.listed()
        if not listed:
            raise InvalidMove(self.none_text())
        places = [one.id for one in listed]
        at = places.index(self.puzzle.id) + 1 if self.puzzle is not None and self.puzzle.id in places else 0
        self._to([*listed[at:], *listed[:at]])

    def by_idea(self, key: str) -> None:
        """Go through the puzzles of an idea, of every grade.

        Raises:
            InvalidPuzzle: when there is no such idea, or none of its puzzles holds.
            InvalidMove: when there is no puzzle of it.
        """
        self._narrow(_known_idea(key), None)

    def by_grade(self, n: int) -> None:
        """Go through the puzzles of a grade, of every idea.

        Raises:
            InvalidPuzzle: when there is no such grade, or none of its puzzles holds.
            InvalidMove: when there is no puzzle of it.
        """
        self._narrow("", _known_grade(n))

    def go_to_day(self, day: datetime.date | str | None) -> None:
        """Go to the puzzle of a day, today's by default; where the clock is behind the first of them, to the first.

        Raises:
            InvalidMove: when this is no date, or the day is still to come.
            InvalidPuzzle: for a day before the first.
        """
        now = current_day()
        found = _date(day) or now
        if found > now:
            raise InvalidMove(translate("The puzzle of {date} is still to come.").format(date=found.isoformat()))
        self.puzzle = today(found)
        self.source, self.day, self.notes = "day", found, ()
        if clock() < FIRST and not day:
            text = translate("The clock of this computer says {date}; here is the puzzle of the first day, {first}.")
            self.notes = (text.format(date=clock().isoformat(), first=FIRST.isoformat()),)

    def none_text(self) -> str:
        """That there is no puzzle of this kind, or none that holds."""
        if self.listed():
            return translate("No puzzle of this kind holds here. Choose another idea or grade, or mend the collection.")
        return translate("There is no puzzle of this kind here. Choose another idea or grade.")

    def _narrow(self, idea: str, grade: int | None) -> None:
        before = self.idea, self.grade
        self.idea, self.grade = idea, grade
        try:
            listed = self.listed()
            if not listed:
                raise InvalidMove(self.none_text())
            self._to(listed)
        except CanastaError:
            self.idea, self.grade = before
            raise

    def _first(self) -> None:
        self.puzzle, self.source, self.day = None, "list", None
        listed = self.listed()
        if listed:
            try:
                self._to(listed)
            except InvalidPuzzle:
                self.notes = _passed_over([fault for one in listed if (fault := self._faults.get(one.id)) is not None])

    def _to(self, listed: Sequence[Puzzle]) -> None:
        """Have the first of these that was not solved yet and holds; else the first that holds.

        Raises:
            InvalidPuzzle: the fault of the last that was looked at, where none holds.
        """
        won = self.won()
        passed: list[InvalidPuzzle] = []
        looked = 0
        for one in sorted(listed, key=lambda one: one.id in won):
            looked += one.id not in self._faults
            fault = self.fault(one)
            if fault is None:
                self.give(one)
                self.notes = _passed_over(passed)
                return
            passed.append(fault)
            if looked == _MOST_LOOKED_AT:
                break
        raise passed[-1]

    def _make(self, seed: int) -> None:
        rules, idea = self.rules or "classic", self.idea or None
        for number in range(seed, seed + MOST_MISSES):
            try:
                made = generate(rules, idea, self.grade, number)
            except NotFound:
                if number == seed + MOST_MISSES - 1:
                    raise
                continue
            self.seed, self.puzzle, self.source, self.day, self.notes = number, made, "made", None, ()
            return


def _passed_over(faults: Sequence[InvalidPuzzle]) -> tuple[str, ...]:
    text = translate("Passed over: {fault}")
    told = [text.format(fault=apart(str(fault))) for fault in faults[:_MOST_TOLD]]
    if more := len(faults) - len(told):
        rest = translate_count("{n} more puzzle does not hold.", "{n} more puzzles do not hold.", more)
        told.append(rest.format(n=more))
    return tuple(told)


def _fault(puzzle: Puzzle, where: str, line: int) -> InvalidPuzzle | None:
    try:
        canonical(puzzle)
        check(puzzle)
    except InvalidPuzzle as error:
        return InvalidPuzzle(f"{puzzle.id}: {error.key}".rstrip(": "), error.reason, where=where, line=line)
    return None


def _collected(collection: object) -> tuple[Mapping[str, Puzzle], Mapping[str, tuple[str, int]]]:
    """The puzzles of a collection by id, and where they stand in a file or text."""
    if isinstance(collection, Path | str):
        entries = read_entries(collection)
        return {one.puzzle.id: one.puzzle for one in entries}, {one.puzzle.id: (one.where, one.line) for one in entries}
    wanted = translate("a file, its text, or puzzles are wanted, not {found}")
    if not isinstance(collection, Iterable) or isinstance(collection, bytes | bytearray):
        raise InvalidPuzzle("collection", wanted.format(found=kind_text(collection)))
    found: dict[str, Puzzle] = {}
    for place, one in enumerate(collection):
        if not isinstance(one, Puzzle):
            raise InvalidPuzzle(f"collection[{place}]", wanted.format(found=kind_text(one)))
        if found.setdefault(one.id, one) != one:
            reason = translate("another puzzle before it has the id {id}").format(id=one.id)
            raise InvalidPuzzle(f"collection[{place}].id", reason)
    return found, {}


def kind_text(value: object) -> str:
    """A value that is not what is wanted, as an error shows it: short, and on one line."""
    text = repr(value)
    return text if len(text) <= _LONGEST_VALUE and text.isprintable() else type(value).__name__


def _known_seed(seed: int | None) -> int | None:
    if seed is not None and type(seed) is not int:
        raise InvalidPuzzle("seed", translate("a whole number is wanted, not {found}").format(found=kind_text(seed)))
    return seed


def _known_idea(key: str | None) -> str:
    if key is not None and not isinstance(key, str):
        raise InvalidPuzzle("idea", translate("a text is wanted, not {found}").format(found=kind_text(key)))
    if key and key not in ideas():
        reason = translate("there is no such idea") + near(key, ideas())
        raise InvalidPuzzle(f"idea {key}", reason)
    return key or ""


def _known_grade(grade: int | None) -> int | None:
    if grade is not None and (type(grade) is not int or grade not in range(1, 6)):
        raise InvalidPuzzle("grade", translate("{n}: grades are 1 to 5").format(n=kind_text(grade)))
    return grade


def known_puzzle(puzzle: object) -> Puzzle | str | None:
    """What a board is asked for, where it is a puzzle, an id or a line at all.

    Raises:
        InvalidPuzzle: for anything else.
    """
    if puzzle is None or isinstance(puzzle, Puzzle | str):
        return puzzle
    text = translate("a puzzle, its id, or a shared line is wanted, not {found}")
    raise InvalidPuzzle("puzzle", text.format(found=kind_text(puzzle)))


def _date(day: object) -> datetime.date | None:
    if day is None or day == "":
        return None
    if isinstance(day, datetime.datetime):
        return day.date()
    if isinstance(day, datetime.date):
        return day
    if isinstance(day, str):
        with suppress(ValueError):
            return datetime.date.fromisoformat(day)
    text = translate("{date}: no date; write it as in {example}")
    raise InvalidMove(text.format(date=repr(day), example="2026-01-31"))
