"""Floor 3: exercises in a row: drawn for a lesson's check, gone through one by one, and summed up at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, Final

from msgspec import Struct

from canasta_teach.i18n import translate
from canasta_teach.rulebook.ruleset import RuleSet
from canasta_teach.teach.errors import InvalidExercise
from canasta_teach.teach.exercise import Exercise
from canasta_teach.teach.generate import asking
from canasta_teach.teach.lessons import lesson as lesson_of
from canasta_teach.teach.load import rules_for
from canasta_teach.teach.model import AnyItem
from canasta_teach.teach.vary import vary

MOST: Final = 40
"""The most questions of one quiz."""


def questions(lesson: str, rules: str = "classic", seed: int = 0, n: int = 6) -> tuple[AnyItem, ...]:
    """Questions for a lesson's check: about its rules, one rule after another, of many kinds, the easy ones first.

    No two come of one template. The same seed gives the same questions, another seed others.

    Args:
        lesson: the lesson's key, such as ``05``.
        rules: the key of the rule set.
        seed: a whole number.
        n: how many, 1 to 40; fewer are drawn where the bank holds no more.

    Raises:
        InvalidExercise: when there is no such lesson, when ``n`` is out of its bounds, or when no exercise asks about
            its rules under this rule set.
    """
    if not 1 <= n <= MOST:
        text = translate("{n} questions cannot be drawn; 1 to {most} can").format(n=n, most=MOST)
        raise InvalidExercise("", lesson, "n", text)
    told = lesson_of(lesson)
    waiting = {rule: list(asking(rule, rules)) for rule in (*told.teaches, *told.again)}
    rng = Random(f"{lesson} {rules} {seed}")  # noqa: S311 (a choice of questions, no secret)
    order = [rule for rule, items in waiting.items() if items]
    if not order:
        text = translate("no exercise asks about the rules of this lesson under {rules}").format(rules=rules)
        raise InvalidExercise("", lesson, "rules", text)
    rng.shuffle(order)
    drawn: list[AnyItem] = []
    kinds: Counter[type[AnyItem]] = Counter()
    templates: set[str] = set()
    while order and len(drawn) < n:
        for rule in tuple(order):
            item = _next(waiting[rule], kinds, templates, rng)
            if item is None:
                order.remove(rule)
                continue
            kinds[type(item)] += 1
            templates.add(template_of(item))
            drawn.append(item)
            if len(drawn) == n:
                break
    return tuple(vary(item, rules_for(item, rules), seed) for item in sorted(drawn, key=lambda one: one.level))


def template_of(item: AnyItem) -> str:
    """The pattern that an item was made from; its own id where it stands alone."""
    return item.template or item.id


def _next(items: Sequence[AnyItem], kinds: Counter[type[AnyItem]], templates: set[str], rng: Random) -> AnyItem | None:
    """One of these items whose template is not used yet, of a kind that was drawn least."""
    free = [item for item in items if template_of(item) not in templates]
    if not free:
        return None
    least = min(kinds[type(item)] for item in free)
    return rng.choice([item for item in free if kinds[type(item)] == least])


class RuleResult(Struct, frozen=True, kw_only=True):
    """What became of the questions about one rule: how many there were, and how many were right at once."""

    rule: str
    asked: int
    at_once: int


class Results(Struct, frozen=True, kw_only=True):
    """How a quiz went.

    Attributes:
        asked: the number of questions.
        right: how many were answered right in the end, before their solution was shown.
        at_once: how many of these at the first answer.
        rules: the questions by the rule that decides them, in the order of the quiz.
        again: ids of the rules to read again: those of questions that were not right at once.
    """

    asked: int
    right: int
    at_once: int
    rules: tuple[RuleResult, ...]
    again: tuple[str, ...]


class Quiz:
    """Exercises in a row, one of them before the learner.

    Args:
        items: items, ids of items in the bank, or exercises, at least one.
        rules: the rule set, or its key; by default each item's own first. Exercises keep theirs.

    Raises:
        InvalidExercise: when there is no item, too many, or one of them makes no question under these rules.

    Attributes:
        exercises: all of them, in their order.
        at: the place of the one before the learner, 0-based; the number of exercises once the results are shown.
    """

    def __init__(self, items: Iterable[AnyItem | str | Exercise], rules: str | RuleSet | None = None) -> None:
        made = [one if isinstance(one, Exercise) else Exercise(one, rules) for one in items]
        if not 1 <= len(made) <= MOST:
            text = translate("a quiz has 1 to {most} questions, not {n}").format(most=MOST, n=len(made))
            raise InvalidExercise("", "", "items", text)
        self.exercises: tuple[Exercise, ...] = tuple(made)
        self.at = 0

    def __len__(self) -> int:
        return len(self.exercises)

    @property
    def over(self) -> bool:
        """Whether the learner is past the last question, at the results."""
        return self.at == len(self.exercises)

    @property
    def exercise(self) -> Exercise:
        """The question before the learner; at the results, the last one."""
        return self.exercises[min(self.at, len(self.exercises) - 1)]

    @property
    def number(self) -> int:
        """Its number, counted from 1."""
        return min(self.at, len(self.exercises) - 1) + 1

    @property
    def right(self) -> int:
        """How many questions were answered right so far, before their solution was shown."""
        return sum(one.state == "right" for one in self.exercises)

    def next(self) -> bool:
        """Go to the next question, after the last one to the results; ``False`` where there is nothing more."""
        if self.over:
            return False
        self.at += 1
        return True

    def back(self) -> bool:
        """Go to the question before; ``False`` at the first."""
        if self.at == 0:
            return False
        self.at -= 1
        return True

    def results(self) -> Results:
        """How it went so far, by rule, and what to read again."""
        asked: Counter[str] = Counter(one.item.teaches[0] for one in self.exercises)
        at_once: Counter[str] = Counter(one.item.teaches[0] for one in self.exercises if _at_once(one))
        return Results(
            asked=len(self.exercises),
            right=self.right,
            at_once=at_once.total(),
            rules=tuple(RuleResult(rule=rule, asked=n, at_once=at_once[rule]) for rule, n in asked.items()),
            again=tuple(rule for rule, n in asked.items() if at_once[rule] < n),
        )


def _at_once(one: Exercise) -> bool:
    replies: list[Any] = one.replies
    return one.state == "right" and bool(replies[0].right)
