"""The tests over the whole course on a quiz card: from which lesson to start, and what of all the rules is known."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, Literal, get_args

from canasta_teach.errors import InvalidMove
from canasta_teach.i18n import mark, translate
from canasta_teach.teach import exam
from canasta_teach.teach.errors import InvalidExercise
from canasta_teach.teach.exercise import Exercise
from canasta_teach.teach.lessons import Lesson
from canasta_teach.teach.progress import Progress
from canasta_teach.teach.quiz import Quiz
from canasta_teach.widgets.hand import read_act
from canasta_teach.widgets.quiz_acts import AgainAct, QuizAct
from canasta_teach.widgets.quiz_card import QuizCard
from canasta_teach.widgets.quiz_results import results_text
from canasta_teach.widgets.quiz_sitting import Sitting

Which = Literal["placement", "final"]

_TITLES: Final[dict[Which, str]] = {"placement": mark("Where to start"), "final": mark("The final test")}


class Exam(QuizCard):
    """A test over the whole course: ``placement``, from which lesson to start, or ``final``, over all the rules.

    It is drawn anew from each seed. At its end it tells by rule what was right at once, and which lessons to read.

    Args:
        which: ``placement`` or ``final``.
        rules: the key of the rule set.
        seed: a whole number; the same one gives the same questions.
        progress: where answers are kept; by default, the learner's progress in this course.

    Raises:
        InvalidExercise: when there is no such test.
        InvalidRules: when there is no such rule set.
    """

    kind = "Exam"

    def __init__(
        self, which: Which = "final", *, rules: str = "classic", seed: int = 0, progress: Progress | None = None
    ) -> None:
        if which not in get_args(Which):
            text = translate("there is no such test; choose of: {allowed}")
            raise InvalidExercise("", str(which), "which", text.format(allowed=", ".join(get_args(Which))))
        self.which: Which = which
        self._key = rules
        self._seed = seed
        super().__init__(*self._drawn(), title=translate(_TITLES[which]), progress=progress)

    def _drawn(self) -> list[Exercise]:
        draw = exam.placement if self.which == "placement" else exam.final
        return [Exercise(item, self._key) for item in draw(self._key, self._seed)]

    def restart(self, seed: int | None = None) -> Exam:
        """Begin anew with the first question: of the same test, or with a seed of another one."""
        self._begin(self._seed if seed is None else seed)
        self._show()
        return self

    def _begin(self, seed: int) -> None:
        self._seed = seed
        self._sitting = Sitting(self._drawn(), lesson="", rules=None, n=exam.LENGTH, seed=None, keep=self._keep)

    def act(self, message: Any) -> None:
        """Do what the page asks.

        Raises:
            CanastaError: when it cannot be done.
        """
        if isinstance(read_act(message, QuizAct), AgainAct):
            self._begin(self._seed + 1)
            self.say(translate("Here is another test, from its first question."))
        else:
            super().act(message)

    # -- what came of it ---------------------------------------------------------------------------

    @property
    def quiz(self) -> Quiz:
        """The questions: a test always has some.

        Raises:
            InvalidMove: when nothing is asked.
        """
        found = self._sitting.quiz
        if found is None:
            raise InvalidMove(self._sitting.empty)
        return found

    @property
    def to_read(self) -> tuple[Lesson, ...]:
        """The lessons in which something was not right at once so far, in the order of the course."""
        return exam.to_read(self.quiz)

    @property
    def start(self) -> Lesson:
        """The lesson from which to start, by what was answered so far."""
        return exam.start(self.quiz)

    def draw(self) -> dict[str, Any]:
        """The view-model."""
        view = super().draw()
        results = view.get("results")
        if results is not None:
            results["text"] = " ".join([results["text"], *self._advice(self.quiz)])
            if results["again"]:
                results["again_label"] = translate("What was missed, and where it is taught")
        return view

    def lines(self) -> list[str]:
        """The test in text: the question, the table, answers to choose from, and how it stands."""
        if not self.quiz.over:
            return super().lines()
        return [results_text(self.quiz), *self._advice(self.quiz), *super().lines()[1:]]

    def _advice(self, quiz: Quiz) -> list[str]:
        """What to read now, in sentences."""
        missed = exam.to_read(quiz)
        if self.which == "final":
            if not missed:
                return [translate("Nothing is left to read again.")]
            names = _headings(missed)
            return [translate("Read again: {lessons}.").format(lessons=names)]
        first = exam.start(quiz)
        told = [translate("Start with {lesson}.").format(lesson=first.heading)]
        skip = [one.lesson for one in exam.by_lesson(quiz) if one.known and one.lesson.key > first.key]
        if skip:
            told.append(translate("After it you may skip {lessons}.").format(lessons=_headings(skip)))
        return told


def _headings(some: Iterable[Lesson]) -> str:
    """The headings of lessons in a row; they hold commas themselves."""
    return translate("; ").join(one.heading for one in some)
