"""The quiz card: exercises one after another, answered by mouse, by keys or in code, with a reply to each answer."""

from __future__ import annotations

from typing import Any, ClassVar

import traitlets

from canasta_teach.game.ruling import Ruling
from canasta_teach.i18n import translate
from canasta_teach.rulebook.ruleset import RuleSet
from canasta_teach.teach.course import course_progress
from canasta_teach.teach.exercise import Answered, Exercise
from canasta_teach.teach.lessons import lesson as lesson_of
from canasta_teach.teach.progress import Progress
from canasta_teach.teach.quiz import Quiz
from canasta_teach.teach.reply import Hint, Reply, plain
from canasta_teach.widgets.base import module, style
from canasta_teach.widgets.hand import read_act
from canasta_teach.widgets.quiz_acts import (
    AgainAct,
    CheckAct,
    FoldAct,
    GoAct,
    HintAct,
    PickAct,
    QuizAct,
    SolutionAct,
    WriteAct,
)
from canasta_teach.widgets.quiz_results import empty_view, results_text, results_view
from canasta_teach.widgets.quiz_sitting import Asked, Sitting
from canasta_teach.widgets.quiz_view import question_view, ruling_of, state_text
from canasta_teach.widgets.ruled import RuledWidget
from canasta_teach.widgets.ruling_panel import BookAct, CloseAct, RuleAct
from canasta_teach.widgets.words import apart


class QuizCard(RuledWidget):
    """Questions one after another, each with hints, replies and a solution; at the end, what to read again.

    What is right is never sent to the page before it was found or asked for. Answers go to the learner's progress.

    Args:
        *items: items, ids of items in the bank, or exercises. Without any, questions are drawn for ``lesson``.
        lesson: the key of the lesson in which they are asked, such as ``"05"``.
        rules: the rule set, or its key: of drawn questions, ``"classic"`` by default, else each item's own first.
            Items that are not asked under these rules are left out.
        seed: of drawn questions, 0 by default; given items are made anew from it.
        title: what stands above the questions; by default, the lesson.
        n: how many questions are drawn.
        progress: where answers are kept; by default, the learner's progress in this course.

    Raises:
        InvalidExercise: when there is no such item or lesson, or nothing to ask at all.
        InvalidRules: when there is no such rule set.
    """

    kind: ClassVar[str] = "QuizCard"
    _esm = module(
        "card.js", "front.js", "hand.js", "ruling.js", "ruled.js", "table_parts.js", "quiz_parts.js", "quiz_do.js",
        "quiz_card.js",
    )  # fmt: skip
    _css = style("ruling.css", "hand.css", "table_parts.css", "quiz_card.css")

    state = traitlets.Unicode(read_only=True, help="How the question stands: waiting, wrong, right or shown.")
    number = traitlets.Int(read_only=True, help="The number of the question, from 1; 0 where there is none.")
    right = traitlets.Int(read_only=True, help="How many questions were answered right so far.")

    def __init__(
        self,
        *items: Asked,
        lesson: str = "",
        rules: str | RuleSet | None = None,
        seed: int | None = None,
        title: str = "",
        n: int = 6,
        progress: Progress | None = None,
    ) -> None:
        self._lesson = lesson
        self._heading = apart(title) or (lesson_of(lesson).heading if lesson else "")
        self._progress = progress
        self._trouble = ""
        self._sitting = Sitting(items, lesson=lesson, rules=rules, n=n, seed=seed, keep=self._keep)
        super().__init__()

    # -- what code can ask -------------------------------------------------------------------------

    @property
    def quiz(self) -> Quiz | None:
        """The questions; ``None`` where none is asked under these rules."""
        return self._sitting.quiz

    @property
    def exercise(self) -> Exercise:
        """The question before the learner.

        Raises:
            InvalidMove: when none is asked under these rules.
        """
        return self._sitting.sheet.exercise

    # -- what code and mouse can do ----------------------------------------------------------------

    def check(self, answer: object = None) -> Reply:
        """Have an answer checked: in the form that the exercise takes, or by default what is picked, written or done.

        Raises:
            InvalidMove: when there is no question, or nothing to check.
        """
        reply = self._sitting.check() if answer is None else self._sitting.answer(answer)
        self._show()
        return reply

    def hint(self) -> Hint:
        """The next of three hints: a nudge, the rule, the first step."""
        told = self._sitting.hint()
        self._show()
        return told

    def solution(self) -> Reply:
        """The right answer, and why. From then on the question counts as shown."""
        told = self._sitting.solution()
        self._show()
        return told

    def next(self) -> QuizCard:
        """Go to the next question, after the last one to the results."""
        self._sitting.go("next")
        self._show()
        return self

    def back(self) -> QuizCard:
        """Go to the question before."""
        self._sitting.go("back")
        self._show()
        return self

    def restart(self, seed: int | None = None) -> QuizCard:
        """Begin anew with the first question: on the same cards, or with a seed on others."""
        self._sitting.begin(self._sitting.seed if seed is None else seed)
        self._show()
        return self

    def do(self, text: str) -> QuizCard:
        """Do acts on the question's table, in the notation: ``do("meld KH KS KD; discard 4C")``.

        Raises:
            InvalidMove, InvalidCard: when nothing is to be done here, or the text names no act.
        """
        self._sitting.type(text)
        self._show()
        return self

    # -- acts --------------------------------------------------------------------------------------

    def act(self, message: Any) -> None:
        """Do what the page asks.

        Raises:
            CanastaError: when it cannot be done.
        """
        sitting = self._sitting
        match read_act(message, QuizAct):
            case PickAct(letters=letters):
                sitting.pick(letters)
            case WriteAct(text=text):
                sitting.write(text)
            case CheckAct(letters=letters, text=text):
                sitting.pick(letters)
                sitting.write(text)
                sitting.check()
            case HintAct():
                sitting.hint()
            case SolutionAct():
                sitting.solution()
            case GoAct(to=to):
                sitting.go(to)
            case AgainAct():
                sitting.begin((sitting.seed or 0) + 1)
            case FoldAct(open=unfolded):
                sitting.sheet.unfolded = unfolded
            case BookAct() | RuleAct() | CloseAct() as asked:
                self.hear_ruling(asked)
            case wish:
                sitting.on_table(wish)
        self._tell()

    def _tell(self) -> None:
        (text, fault), self._sitting.told = self._sitting.told, ("", False)
        if text:
            self.say(text, fault=fault)

    def _show(self) -> None:
        self._tell()
        self.refresh()

    def _keep(self, told: Answered) -> None:
        """Keep an answer that was given here; where it cannot be kept, that is said once."""
        if self._progress is None:
            self._progress = course_progress()
        if not self._progress.keep(told, self._lesson) and not self._trouble:
            text = translate("Your answers are kept only until Python stops. {why}")
            self._trouble = text.format(why=apart(self._progress.trouble))

    # -- what is shown -----------------------------------------------------------------------------

    def draw(self) -> dict[str, Any]:
        """The view-model."""
        quiz = self.quiz
        self.set_trait("state", "waiting" if quiz is None else quiz.exercise.state)
        self.set_trait("number", 0 if quiz is None else quiz.number)
        self.set_trait("right", 0 if quiz is None else quiz.right)
        if quiz is None:
            return empty_view(self._heading, self._sitting.empty)
        if quiz.over:
            return results_view(quiz, title=self._heading, trouble=self._trouble)
        notes = [text for text in (self._sitting.left_out, self._trouble) if text]
        return question_view(quiz, self._sitting.sheet, title=self._heading, notes=notes)

    def ruling_shown(self) -> Ruling | None:
        """The ruling behind the last reply, once it is unfolded."""
        return None if self.quiz is None or self.quiz.over else ruling_of(self._sitting.sheet)

    def can_play(self, ruling: Ruling) -> bool:
        """Never: what would be legal is the learner's to do."""
        return False

    def price_paid(self, ruling: Ruling) -> str:
        """Nothing is paid for here."""
        return ""

    def lines(self) -> list[str]:
        """The quiz in text: the question, the table, answers to choose from, and how it stands."""
        quiz = self.quiz
        if quiz is None:
            return [" | ".join(filter(None, (self._heading, self._sitting.empty)))]
        if quiz.over:
            again = quiz.results().again
            read = translate("To read again: {rules}").format(rules=", ".join(again))
            return [results_text(quiz), *([read] if again else [])]
        number = translate("Question {n} of {all}").format(n=quiz.number, all=len(quiz))
        title, *rest = quiz.exercise.lines
        asked = f"{number}: {title}" if len(quiz) > 1 else title
        heading = " | ".join(filter(None, (self._heading, asked, state_text(quiz.exercise.state))))
        reply = self._sitting.sheet.reply
        return [heading, *rest[:-1], *([] if reply is None else [plain(reply.text)])]
