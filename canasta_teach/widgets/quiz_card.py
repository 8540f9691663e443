"""The quiz card: exercises one after another, answered by mouse, by keys or in code, with a reply to each answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import traitlets

from canasta_teach import rulebook
from canasta_teach.errors import InvalidMove
from canasta_teach.game.moves import Act, Move
from canasta_teach.game.ruling import Ruling
from canasta_teach.i18n import translate
from canasta_teach.rulebook.ruleset import RuleSet
from canasta_teach.teach.course import course_progress
from canasta_teach.teach.errors import InvalidExercise
from canasta_teach.teach.exercise import Answered, Exercise
from canasta_teach.teach.lessons import lesson as lesson_of
from canasta_teach.teach.load import find
from canasta_teach.teach.model import AnyItem, CountItem
from canasta_teach.teach.progress import Progress
from canasta_teach.teach.quiz import Quiz, questions
from canasta_teach.teach.reply import Hint, Reply, plain
from canasta_teach.widgets.base import module, style
from canasta_teach.widgets.hand import ChooseAct, SortAct, read_act
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
from canasta_teach.widgets.quiz_table import shown
from canasta_teach.widgets.quiz_view import (
    LONGEST,
    Sheet,
    empty_view,
    left_out_text,
    question_view,
    results_text,
    results_view,
    ruling_of,
    state_text,
    told_text,
)
from canasta_teach.widgets.ruled import RuledWidget
from canasta_teach.widgets.ruling_panel import BookAct, CloseAct, RuleAct
from canasta_teach.widgets.table_acts import DoAct, TextAct
from canasta_teach.widgets.tray_state import OffAct, PutAct, ResetAct, UndoAct
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
    """

    kind: ClassVar[str] = "QuizCard"
    _esm = module(
        "card.js", "front.js", "hand.js", "ruling.js", "ruled.js", "table_parts.js", "quiz_parts.js", "quiz_do.js",
        "quiz_card.js",
    )  # fmt: skip
    _css = style("ruling.css", "hand.css", "table_parts.css", "quiz_card.css")

    state = traitlets.Unicode(read_only=True, help="How the question stands: waiting, wrong, right or shown.")
    number = traitlets.Int(read_only=True, help="The number of the question, from 1.")
    right = traitlets.Int(read_only=True, help="How many questions were answered right so far.")

    def __init__(
        self,
        *items: AnyItem | str | Exercise,
        lesson: str = "",
        rules: str | RuleSet | None = None,
        seed: int | None = None,
        title: str = "",
        n: int = 6,
        progress: Progress | None = None,
    ) -> None:
        self._lesson = lesson
        self._heading = apart(title) or (lesson_of(lesson).heading if lesson else "")
        self._rules = rules
        self._items = tuple(find(one) if isinstance(one, str) else one for one in items)
        self._n = n
        self._progress = progress
        self._trouble = self._why_empty = self._left_out = ""
        self._checking = False
        self._shown_rulings = 0
        self._begin(seed)
        super().__init__()

    def _begin(self, seed: int | None) -> None:
        """Have the questions of a seed before the learner, from the first one on."""
        self._seed = seed
        self._quiz: Quiz | None = None
        self._sheets: list[Sheet] = []
        if self._items:
            asked = self._asked(seed)
        elif self._lesson:
            asked = self._drawn(seed or 0)
        else:
            text = translate("give items, or a lesson, as {example}").format(example='QuizCard(lesson="05")')
            raise InvalidExercise("", "", "items", text)
        if not asked:
            return
        self._quiz = Quiz(asked)
        for one in self._quiz.exercises:
            one.on_answer(self._keep)
            self._sheets.append(Sheet(one))

    def _drawn(self, seed: int) -> list[Exercise]:
        key = self._rules.key if isinstance(self._rules, RuleSet) else self._rules or "classic"
        rulebook.ruleset(key)
        try:
            return [Exercise(one, key) for one in questions(self._lesson, key, seed, self._n)]
        except InvalidExercise as error:
            if error.key != "rules":
                raise
            self._why_empty = error.reason
            return []

    def _asked(self, seed: int | None) -> list[Exercise]:
        rules = rulebook.ruleset(self._rules) if isinstance(self._rules, str) else self._rules
        out = [
            one.id
            for one in self._items
            if not isinstance(one, Exercise) and rules is not None and rules.key not in (*one.rules, "house")
        ]
        made = [
            one if isinstance(one, Exercise) else Exercise(one, self._rules)
            for one in self._items
            if isinstance(one, Exercise) or one.id not in out
        ]
        if rules is not None:
            self._left_out = self._why_empty = left_out_text(out, rules)
        return made if seed is None else [one.again(seed) for one in made]

    # -- what code can ask -------------------------------------------------------------------------

    @property
    def quiz(self) -> Quiz | None:
        """The questions; ``None`` where none is asked under these rules."""
        return self._quiz

    @property
    def exercise(self) -> Exercise:
        """The question before the learner.

        Raises:
            InvalidMove: when none is asked under these rules.
        """
        return self._sheet.exercise

    @property
    def _sheet(self) -> Sheet:
        if self._quiz is None:
            raise InvalidMove(self._why_empty or translate("There is no question here."))
        return self._sheets[self._quiz.number - 1]

    # -- what code and mouse can do ----------------------------------------------------------------

    def check(self, answer: object = None) -> Reply:
        """Have an answer checked: in the form that the exercise takes, or by default what is picked, written or done.

        Raises:
            InvalidMove: when there is no question, or nothing to check.
        """
        sheet = self._sheet
        letters: tuple[str, ...] = ()
        if answer is None:
            letters, answer = self._given(sheet, sheet.letters, sheet.text)
        elif isinstance(answer, str) and sheet.exercise.offers:
            known = {offer.letter for offer in sheet.exercise.offers}
            letters = tuple(one for one in answer.lower().replace(",", " ").split() if one in known)
        reply = self._check(answer, letters)
        if reply.right is not None:
            self._take_over(sheet, letters, answer)
        self.refresh()
        return reply

    def hint(self) -> Hint:
        """The next of three hints: a nudge, the rule, the first step."""
        told = self._hint()
        self.refresh()
        return told

    def solution(self) -> Reply:
        """The right answer, and why. From then on the question counts as shown."""
        told = self._solution()
        self.refresh()
        return told

    def next(self) -> QuizCard:
        """Go to the next question, after the last one to the results."""
        self._go("next")
        self.refresh()
        return self

    def back(self) -> QuizCard:
        """Go to the question before."""
        self._go("back")
        self.refresh()
        return self

    def restart(self, seed: int | None = None) -> QuizCard:
        """Begin anew with the first question: on the same cards, or with a seed on others."""
        self._restart(self._seed if seed is None else seed)
        self.refresh()
        return self

    def do(self, text: str) -> QuizCard:
        """Do acts on the question's table, in the notation: ``do("meld KH KS KD; discard 4C")``.

        Raises:
            InvalidMove, InvalidCard: when nothing is to be done here, or the text names no act.
        """
        self._type(text)
        self.refresh()
        return self

    # -- acts --------------------------------------------------------------------------------------

    def act(self, message: Any) -> None:
        """Do what the page asks.

        Raises:
            CanastaError: when it cannot be done.
        """
        match read_act(message, QuizAct):
            case PickAct(letters=letters):
                self._sheet.letters = self._known(letters)
            case WriteAct(text=text):
                self._sheet.text = text[:LONGEST]
            case CheckAct(letters=letters, text=text):
                sheet = self._sheet
                sheet.letters, sheet.text = self._known(letters), text[:LONGEST]
                given = self._given(sheet, sheet.letters, sheet.text)
                self._check(given[1], given[0])
            case HintAct():
                self._hint()
            case SolutionAct():
                self._solution()
            case GoAct(to=to):
                self._go(to)
            case AgainAct():
                self._restart((self._seed or 0) + 1)
            case FoldAct(open=unfolded):
                self._sheet.unfolded = unfolded
            case BookAct() | RuleAct() | CloseAct() as asked:
                self.hear_ruling(asked)
            case wish:
                self._on_table(wish)

    def _known(self, letters: Sequence[str]) -> tuple[str, ...]:
        known = [offer.letter for offer in self._sheet.exercise.offers]
        return tuple(one for one in known if one in letters)

    def _given(self, sheet: Sheet, letters: tuple[str, ...], text: str) -> tuple[tuple[str, ...], object]:
        """What is to be checked, as letters and as an answer.

        Raises:
            InvalidMove: when nothing was answered yet.
        """
        if sheet.doing is not None:
            if not sheet.doing.acts:
                raise InvalidMove(translate("Do something on the table first, then have it checked."))
            return (), sheet.doing.move
        if isinstance(sheet.exercise.item, CountItem):
            if not text.strip():
                raise InvalidMove(translate("Write your number first."))
            return (), text
        if not letters:
            raise InvalidMove(translate("Choose an answer first."))
        return letters, " ".join(letters)

    def _check(self, answer: object, letters: tuple[str, ...]) -> Reply:
        sheet = self._sheet
        self._checking = True
        try:
            reply = sheet.exercise.check(answer)
        finally:
            self._checking = False
        if reply.right is None:
            self.say(reply.text, fault=True)
            return reply
        sheet.answered(letters, reply)
        lead = translate("Right.") if reply.right else translate("Not this.")
        self.say(f"{lead} {shown(reply.text)}")
        return reply

    def _take_over(self, sheet: Sheet, letters: tuple[str, ...], answer: object) -> None:
        """Show on the page an answer that was given in code."""
        sheet.letters, sheet.sets = letters, sheet.sets + 1
        if isinstance(sheet.exercise.item, CountItem):
            sheet.text = str(answer)
        if sheet.doing is not None and isinstance(answer, str):
            sheet.doing.reset()
            for act in sheet.doing.typed(answer):
                if not sheet.doing.attempt(act).legal:
                    break

    def _hint(self) -> Hint:
        sheet = self._sheet
        sheet.hint = told = sheet.exercise.hint()
        number = translate("Hint {n} of {all}").format(n=told.n, all=told.of)
        self.say(f"{number}. {told_text(told, sheet.exercise)}")
        return told

    def _solution(self) -> Reply:
        sheet = self._sheet
        sheet.solution = told = sheet.exercise.solution()
        self.say(f"{translate('The solution')}. {told_text(told, sheet.exercise)}")
        return told

    def _go(self, to: str) -> None:
        quiz = self._quiz
        if quiz is None:
            raise InvalidMove(self._why_empty or translate("There is no question here."))
        if not (quiz.next() if to == "next" else quiz.back()):
            at_end = translate("These are the results: there is no further question.")
            raise InvalidMove(at_end if to == "next" else translate("This is the first question."))
        self.say(results_text(quiz) if quiz.over else self._told_question())

    def _restart(self, seed: int | None) -> None:
        self._begin(seed)
        self.say(self._told_question())

    def _told_question(self) -> str:
        quiz = self._quiz
        if quiz is None:
            return self._why_empty
        number = translate("Question {n} of {all}").format(n=quiz.number, all=len(quiz))
        return f"{number}. {shown(quiz.exercise.prompt)}"

    # -- the table on which something is done ------------------------------------------------------

    def _on_table(self, wish: Any) -> None:
        doing = self._sheet.doing
        if doing is None:
            raise InvalidMove(translate("Nothing is to be done on a table here: give your answer."))
        match wish:
            case ChooseAct(cards=ids):
                doing.picked = doing.picked.by_page(ids, doing.state.held)
            case SortAct(order=order):
                self.say(doing.sort(order))
            case DoAct():
                self._attempt([doing.wish(wish)])
            case TextAct(text=text):
                self._type(text[:LONGEST])
            case PutAct(cards=ids, tray=tray):
                self.say(doing.put(ids, tray))
            case OffAct(cards=ids):
                self.say(doing.off(ids))
            case UndoAct():
                self.say(doing.undo())
            case ResetAct():
                doing.reset()
                self.say(translate("The table is as it was at the start."))

    def _type(self, text: str) -> None:
        doing = self._sheet.doing
        if doing is None:
            raise InvalidMove(translate("Nothing is to be done on a table here: give your answer."))
        self._attempt(doing.typed(text))

    def _attempt(self, acts: Sequence[Act]) -> None:
        """Do acts in turn. One that is refused is an answer, and a wrong one: the learner is told why."""
        doing = self._sheet.doing
        for act in acts if doing is not None else ():
            assert doing is not None
            before = doing.move.acts
            if not doing.attempt(act).legal:
                self._check(Move((*before, act)), ())
                return
        self._sheet.reply, self._sheet.unfolded = None, False
        self.say(translate("Done. Have it checked when it is all that was asked."))

    # -- progress ----------------------------------------------------------------------------------

    def _keep(self, told: Answered) -> None:
        """Keep an answer that was given here; where it cannot be kept, that is said once."""
        if not self._checking:
            return
        if self._progress is None:
            self._progress = course_progress()
        if not self._progress.keep(told, self._lesson) and not self._trouble:
            text = translate("Your answers are kept only until Python stops. {why}")
            self._trouble = text.format(why=apart(self._progress.trouble))

    # -- what is shown -----------------------------------------------------------------------------

    def draw(self) -> dict[str, Any]:
        """The view-model."""
        quiz = self._quiz
        self.set_trait("state", "waiting" if quiz is None else quiz.exercise.state)
        self.set_trait("number", 0 if quiz is None else quiz.number)
        self.set_trait("right", 0 if quiz is None else quiz.right)
        if quiz is None:
            return empty_view(self._heading, self._why_empty)
        if quiz.over:
            return results_view(quiz, title=self._heading, trouble=self._trouble)
        return question_view(quiz, self._sheet, title=self._heading, trouble=self._trouble, left_out=self._left_out)

    def ruling_shown(self) -> Ruling | None:
        """The ruling behind the last reply, once it is unfolded."""
        if self._quiz is None or self._quiz.over:
            return None
        found: Ruling | None = ruling_of(self._sheet)
        return found

    def can_play(self, ruling: Ruling) -> bool:
        """Never: what would be legal is the learner's to do."""
        return False

    def price_paid(self, ruling: Ruling) -> str:
        """Nothing is paid for here."""
        return ""

    def lines(self) -> list[str]:
        """The quiz in text: the question, the table, answers to choose from, and how it stands."""
        quiz = self._quiz
        if quiz is None:
            return [" | ".join(filter(None, (self._heading, self._why_empty)))]
        if quiz.over:
            again = [translate("To read again: {rules}").format(rules=", ".join(quiz.results().again))]
            return [results_text(quiz), *(again if quiz.results().again else [])]
        number = translate("Question {n} of {all}").format(n=quiz.number, all=len(quiz))
        title, *rest = quiz.exercise.lines
        heading = " | ".join(filter(None, (self._heading, f"{number}: {title}", state_text(quiz.exercise.state))))
        replies = [] if self._sheet.reply is None else [plain(self._sheet.reply.text)]
        return [heading, *rest[:-1], *replies]
