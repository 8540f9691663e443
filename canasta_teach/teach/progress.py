"""Floor 3: what a learner has answered, kept in one file of the learner's own, and the mastery that is read from it.

Answers are kept as they were given and never changed; mastery is worked out from them, rule by rule, each time it is
asked for. So a better way of working it out needs no new file, and spaced review or a class can read the same answers.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final, Literal, Protocol

from msgspec import Struct

from canasta_teach.errors import CanastaError
from canasta_teach.i18n import translate
from canasta_teach.teach.exercise import Answered

FORMAT: Final = 1
FILE_NAME: Final = "progress.sqlite"
LEVELS: Final = ("new", "met", "learning", "solid")
Level = Literal["new", "met", "learning", "solid"]

_SOLID: Final = 3
"""So many right answers in a row, each without help, and to at least two exercises, make a rule solid."""

_PATIENCE: Final = 10.0
"""Seconds that one kernel waits for another one that is writing."""

_SCHEMA: Final = """
create table if not exists answers (
    id integer primary key autoincrement,
    at real not null,
    exercise text not null,
    teaches text not null,
    rule_set text not null,
    right integer not null check (right in (0, 1)),
    hints integer not null,
    shown integer not null check (shown in (0, 1)),
    version text not null,
    lesson text not null default ''
)
"""


class ProgressError(CanastaError):
    """The learner's progress cannot be read or written; the text says where and why."""


class Answer(Struct, frozen=True, kw_only=True):
    """An answer as it is kept.

    Attributes:
        at: when, in seconds since 1970 (UTC).
        exercise: the item's id.
        teaches: ids of the rules that it asked about.
        rule_set: the key of the rule set.
        right: whether it was right.
        hints: how many hints had been taken.
        shown: whether the solution had been shown.
        version: the version of the course.
        lesson: the lesson in which it was asked, such as ``05``; empty outside of lessons.
    """

    at: float
    exercise: str
    teaches: tuple[str, ...]
    rule_set: str
    right: bool
    hints: int
    shown: bool
    version: str
    lesson: str = ""

    @property
    def alone(self) -> bool:
        """Right without a hint and before the solution was shown."""
        return self.right and not self.hints and not self.shown


class Mastery(Struct, frozen=True, kw_only=True):
    """How well a rule is known: the level, and the answers that it was worked out from.

    ``level`` is ``new`` (never asked), ``met`` (asked), ``learning`` (the last answer was right) or ``solid`` (the
    last three were right without help, to two exercises at least).
    """

    rule: str
    level: Level = "new"
    right: int = 0
    wrong: int = 0
    last: float | None = None


class Store(Protocol):
    """Keeps answers. Whatever :meth:`record` returned from is kept, whatever becomes of the process."""

    def record(self, answer: Answer) -> None:
        """Keep an answer.

        Raises:
            ProgressError: when it cannot be kept.
        """

    def answers(self, *, since: float = 0.0) -> list[Answer]:
        """The answers kept, the oldest first, from a time on (seconds since 1970)."""

    def forget(self, *, lesson: str | None = None) -> int:
        """Forget all answers, or those given in one lesson; how many there were."""


class MemoryStore:
    """Keeps answers as long as the kernel runs: for where no file can be written, and for tests."""

    def __init__(self, answers: Iterable[Answer] = ()) -> None:
        self._answers = list(answers)

    def record(self, answer: Answer) -> None:
        """Keep an answer."""
        self._answers.append(answer)

    def answers(self, *, since: float = 0.0) -> list[Answer]:
        """The answers kept, the oldest first."""
        return [one for one in self._answers if one.at >= since]

    def forget(self, *, lesson: str | None = None) -> int:
        """Forget all answers, or those given in one lesson; how many there were."""
        kept = [] if lesson is None else [one for one in self._answers if one.lesson != lesson]
        gone = len(self._answers) - len(kept)
        self._answers = kept
        return gone


class SqliteStore:
    """Keeps answers in one SQLite file, in which several kernels may write at once.

    Each answer is a transaction of its own that is on the disk before :meth:`record` returns. No connection stays
    open, so that the file can be copied, moved or deleted at any time.

    Args:
        path: the file; it is made when the first answer is kept, and its folder with it.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)

    def record(self, answer: Answer) -> None:
        """Keep an answer.

        Raises:
            ProgressError: when the file cannot be written, or is none of ours.
        """
        row = (
            answer.at, answer.exercise, " ".join(answer.teaches), answer.rule_set, answer.right, answer.hints,
            answer.shown, answer.version, answer.lesson,
        )  # fmt: skip
        with self._open() as connection, connection:
            connection.execute(
                "insert into answers (at, exercise, teaches, rule_set, right, hints, shown, version, lesson) "
                "values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                row,
            )

    def answers(self, *, since: float = 0.0) -> list[Answer]:
        """The answers kept, the oldest first; none where there is no file yet.

        Raises:
            ProgressError: when the file cannot be read, or is none of ours.
        """
        if not self.path.exists():
            return []
        with self._open() as connection:
            rows = connection.execute(
                "select at, exercise, teaches, rule_set, right, hints, shown, version, lesson "
                "from answers where at >= ? order by id",
                (since,),
            ).fetchall()
        return [
            Answer(
                at=at, exercise=exercise, teaches=tuple(teaches.split()), rule_set=rule_set, right=bool(right),
                hints=hints, shown=bool(shown), version=version, lesson=lesson,
            )
            for at, exercise, teaches, rule_set, right, hints, shown, version, lesson in rows
        ]  # fmt: skip

    def forget(self, *, lesson: str | None = None) -> int:
        """Forget all answers, or those given in one lesson; how many there were.

        Raises:
            ProgressError: when the file cannot be written, or is none of ours.
        """
        if not self.path.exists():
            return 0
        with self._open() as connection, connection:
            return connection.execute("delete from answers where ?1 is null or lesson = ?1", (lesson,)).rowcount

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(self.path, timeout=_PATIENCE)) as connection:
                connection.execute("pragma synchronous = full")
                self._prepare(connection)
                yield connection
        except (OSError, sqlite3.Error) as error:
            text = translate("{path}: the progress cannot be kept or read: {error}")
            raise ProgressError(text.format(path=self.path, error=error)) from None

    def _prepare(self, connection: sqlite3.Connection) -> None:
        """Make the table where it is missing; refuse a file of a newer version, which would be damaged by writing."""
        (version,) = connection.execute("pragma user_version").fetchone()
        if version > FORMAT:
            text = translate("{path}: made by a newer version of the course; update the course to use it")
            raise ProgressError(text.format(path=self.path))
        if version < FORMAT:
            with connection:
                # Two kernels may come here at once: the second waits, and finds the table there.
                connection.execute("begin immediate")
                connection.execute(_SCHEMA)
                connection.execute(f"pragma user_version = {FORMAT}")


class Progress:
    """A learner's progress: keeps answers in a store, and reads mastery from them.

    Where the store fails, the answers are kept until the kernel ends, ``trouble`` says why, and the lesson goes on.

    Args:
        store: where answers are kept.
        version: the version of the course.
        clock: gives the time, in seconds since 1970.
    """

    def __init__(self, store: Store, *, version: str = "", clock: Callable[[], float] = time.time) -> None:
        self._store = store
        self._version = version
        self._clock = clock
        self._unkept = MemoryStore()
        self.trouble = ""

    def keep(self, answered: Answered, lesson: str = "") -> bool:
        """Keep an answer; ``False`` where it is kept only until the kernel ends."""
        answer = Answer(
            at=self._clock(), exercise=answered.exercise, teaches=answered.teaches, rule_set=answered.rule_set,
            right=answered.right, hints=answered.hints, shown=answered.shown, version=self._version, lesson=lesson,
        )  # fmt: skip
        try:
            self._store.record(answer)
        except ProgressError as error:
            self.trouble = str(error)
            self._unkept.record(answer)
            return False
        return True

    def answers(self) -> list[Answer]:
        """All answers, the oldest first."""
        try:
            kept = self._store.answers()
        except ProgressError as error:
            self.trouble = str(error)
            kept = []
        return sorted(kept + self._unkept.answers(), key=lambda one: one.at)

    def mastery(self, rule_set: str | None = None) -> dict[str, Mastery]:
        """The mastery of each rule that was ever asked about, under one rule set or under any."""
        by_rule: dict[str, list[Answer]] = {}
        for answer in self.answers():
            if rule_set is None or answer.rule_set == rule_set:
                for rule in answer.teaches:
                    by_rule.setdefault(rule, []).append(answer)
        return {rule: mastery_of(rule, answers) for rule, answers in by_rule.items()}

    def forget(self, lesson: str | None = None) -> int:
        """Forget all answers, or those of one lesson; how many there were.

        Raises:
            ProgressError: when they cannot be forgotten.
        """
        return self._store.forget(lesson=lesson) + self._unkept.forget(lesson=lesson)


def mastery_of(rule: str, answers: Sequence[Answer]) -> Mastery:
    """A rule's mastery by the answers about it, the oldest first."""
    if not answers:
        return Mastery(rule=rule)
    right = sum(one.right for one in answers)
    last = answers[-_SOLID:]
    level: Level = "met"
    if len(last) == _SOLID and all(one.alone for one in last) and len({one.exercise for one in last}) > 1:
        level = "solid"
    elif answers[-1].right:
        level = "learning"
    return Mastery(rule=rule, level=level, right=right, wrong=len(answers) - right, last=answers[-1].at)
