"""Floor 3: the tests over the whole course: from which lesson to start, and what of all the rules is known.

Both go round the rules: the test of one seed goes on where that of the seed before has ended, so that whoever takes a
test again meets the other rules, each in its turn, and on other cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import count
from random import Random
from typing import Any, Final

import msgspec
from msgspec import Struct

from canasta_teach import rulebook
from canasta_teach.cards import card
from canasta_teach.errors import InvalidCard
from canasta_teach.i18n import translate
from canasta_teach.teach.errors import InvalidExercise
from canasta_teach.teach.generate import asking
from canasta_teach.teach.lessons import Lesson, home_of, lessons
from canasta_teach.teach.load import rules_for
from canasta_teach.teach.model import AnyItem
from canasta_teach.teach.quiz import MOST, Quiz, template_of
from canasta_teach.teach.vary import vary

PER_LESSON: Final = 2
"""Questions of the placement test about each lesson."""

LENGTH: Final = 30
"""Questions of the final test."""

_UNASKED: Final = frozenset(
    {"id", "rules", "teaches", "template", "title", "level", "nudge", "fixed", "near", "reply", "cites", "tempting"}
)
"""What of an item is no part of the question that a learner reads."""


# -- drawing -------------------------------------------------------------------------------------------


def placement(rules: str = "classic", seed: int = 0, n: int = PER_LESSON) -> tuple[AnyItem, ...]:
    """The questions of a placement test: a few about the rules of each lesson, lesson by lesson.

    Args:
        rules: the key of the rule set.
        seed: a whole number; the same one gives the same questions.
        n: how many about each lesson, 1 or 2; fewer where the bank holds no more.

    Raises:
        InvalidExercise: when ``n`` is out of its bounds.
        InvalidRules: when there is no such rule set.
    """
    _check(n, PER_LESSON)
    rulebook.ruleset(rules)
    drawing = _Drawing(rules, seed)
    for key, lesson in lessons().items():
        asked = [rule for rule in lesson.teaches if asking(rule, rules)]
        drawing.about(_turn(asked, f"{key} {rules}", seed, n))
    return tuple(drawing.items)


def final(rules: str = "classic", seed: int = 0, n: int = LENGTH) -> tuple[AnyItem, ...]:
    """The questions of a final test over all rules that are asked about, in the order of the lessons.

    Args:
        rules: the key of the rule set.
        seed: a whole number; the same one gives the same questions.
        n: how many, 1 to 40.

    Raises:
        InvalidExercise: when ``n`` is out of its bounds.
        InvalidRules: when there is no such rule set.
    """
    _check(n, MOST)
    rulebook.ruleset(rules)
    asked = [rule for lesson in lessons().values() for rule in lesson.teaches if asking(rule, rules)]
    drawn = set(_turn(asked, rules, seed, n))
    drawing = _Drawing(rules, seed)
    drawing.about(rule for rule in asked if rule in drawn)
    return tuple(drawing.items)


def _check(n: int, most: int) -> None:
    if not 1 <= n <= most:
        text = translate("{n} questions cannot be drawn; 1 to {most} can").format(n=n, most=most)
        raise InvalidExercise("", "", "n", text)


def _turn(rules: Sequence[str], name: str, seed: int, n: int) -> list[str]:
    """The rules whose turn it is: ``n`` different ones out of an endless row of rounds, each shuffled anew."""
    if not rules:
        return []
    found: dict[str, None] = {}
    for place in count(seed * n):
        round_, at = divmod(place, len(rules))
        shuffled = list(rules)
        Random(f"{name} {round_}").shuffle(shuffled)  # noqa: S311 (an order of questions, no secret)
        found[shuffled[at]] = None
        if len(found) == min(n, len(rules)):
            break
    return list(found)


class _Drawing:
    """Questions drawn one after another: of many kinds and patterns, and no two the same but for suits."""

    def __init__(self, rules: str, seed: int) -> None:
        self.items: list[AnyItem] = []
        self._rules = rules
        self._seed = seed
        self._rng = Random(f"{rules} {seed}")  # noqa: S311 (a choice of questions, no secret)
        self._kinds: Counter[type[AnyItem]] = Counter()
        self._templates: set[str] = set()
        self._folded: set[str] = set()

    def about(self, rules: Iterable[str]) -> None:
        """Draw a question about each of these rules, where there is one that was not asked yet."""
        for rule in rules:
            found = list(asking(rule, self._rules))
            self._rng.shuffle(found)
            found.sort(key=lambda one: (template_of(one) in self._templates, self._kinds[type(one)]))
            for item in found:
                made = vary(item, rules_for(item, self._rules), self._seed)
                if folded(made) not in self._folded:
                    self._take(made)
                    break

    def _take(self, item: AnyItem) -> None:
        self.items.append(item)
        self._kinds[type(item)] += 1
        self._templates.add(template_of(item))
        self._folded.add(folded(item))


def folded(item: AnyItem) -> str:
    """The question of an item with its cards as ranks alone, a three as red or black, in no order.

    Two items of the same text differ only in suits, or in what a learner does not see before the answer.
    """
    return msgspec.json.encode(_fold(msgspec.to_builtins(item)), order="sorted").decode()


def _fold(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _fold(one) for key, one in value.items() if key not in _UNASKED}
    if isinstance(value, list | tuple):
        return sorted(map(_fold, value), key=str)
    if isinstance(value, str):
        return " ".join(_face(word) for word in value.replace("[", " ").replace("]", " ").split())
    return value


def _face(word: str) -> str:
    try:
        one = card(word)
    except InvalidCard:
        return word
    return f"{one.rank} red" if one.is_red_three else one.rank


# -- what came of it -----------------------------------------------------------------------------------


class LessonResult(Struct, frozen=True, kw_only=True):
    """What became of the questions about the rules of one lesson.

    Attributes:
        lesson: the lesson.
        asked: how many there were.
        at_once: how many were right at the first answer, before the solution was shown.
        again: ids of its rules to read again: those of questions that were not right at once.
    """

    lesson: Lesson
    asked: int
    at_once: int
    again: tuple[str, ...]

    @property
    def known(self) -> bool:
        """Whether every question about it was right at once."""
        return self.at_once == self.asked


def by_lesson(quiz: Quiz) -> tuple[LessonResult, ...]:
    """How a test went so far by lesson, in the order of the course. What was not answered counts as not known."""
    results = quiz.results()
    found: list[LessonResult] = []
    for lesson in lessons().values():
        rules = [one for one in results.rules if home_of(one.rule) == lesson]
        if rules:
            found.append(
                LessonResult(
                    lesson=lesson,
                    asked=sum(one.asked for one in rules),
                    at_once=sum(one.at_once for one in rules),
                    again=tuple(one.rule for one in rules if one.rule in results.again),
                )
            )
    return tuple(found)


def to_read(quiz: Quiz) -> tuple[Lesson, ...]:
    """The lessons to read again, in the order of the course."""
    return tuple(one.lesson for one in by_lesson(quiz) if not one.known)


def start(quiz: Quiz) -> Lesson:
    """The lesson from which to start after a placement test: the first one of which something was not known.

    Whoever does not know the cards yet starts with the first hand; whoever knows everything, with the comparison of
    the rule books, the last of the lessons on the game.
    """
    missed = to_read(quiz)
    all_lessons = lessons()
    if not missed:
        return all_lessons["15"]
    return all_lessons["01"] if missed[0].key == "02" else missed[0]
