"""One sitting at a quiz: its questions with what was answered to each, and each act done and told in words.

A page and code do the same acts here; the widget shows what they come to.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from canasta_teach import rulebook
from canasta_teach.errors import InvalidMove
from canasta_teach.game.moves import Act, Move
from canasta_teach.i18n import translate
from canasta_teach.rulebook.ruleset import RuleSet
from canasta_teach.teach.errors import InvalidExercise
from canasta_teach.teach.exercise import Answered, Exercise
from canasta_teach.teach.load import find
from canasta_teach.teach.model import AnyItem, CountItem
from canasta_teach.teach.quiz import Quiz, questions
from canasta_teach.teach.reply import Hint, Reply
from canasta_teach.widgets.citations import set_title, short_title
from canasta_teach.widgets.hand import ChooseAct, SortAct
from canasta_teach.widgets.quiz_do import Doing
from canasta_teach.widgets.quiz_results import results_text
from canasta_teach.widgets.quiz_table import shown
from canasta_teach.widgets.quiz_view import LONGEST, Sheet, in_words, left_out_text, letters_meant, told_text
from canasta_teach.widgets.table_acts import DoAct, TextAct
from canasta_teach.widgets.tray_state import OffAct, PutAct, ResetAct, UndoAct

Asked = AnyItem | str | Exercise


class Sitting:
    """The questions, which one is before the learner, and what was answered.

    Args:
        items: items, ids of items in the bank, or exercises; without any, questions are drawn for ``lesson``.
        lesson: the key of a lesson, or nothing.
        rules: the rule set, or its key; by default, ``classic`` for drawn questions and each item's own first else.
        n: how many questions are drawn.
        seed: the seed of drawn questions, or of the cards on which items are made anew.
        keep: told of each answer that is given here.

    Raises:
        InvalidExercise: when there is no such item or lesson, or nothing to ask at all.

    Attributes:
        quiz: the questions; ``None`` where none is asked under these rules.
        seed: what they were made from.
        empty: why there are none; empty where there are.
        left_out: how many were left out, in words; empty for none.
        told: what the last act is told with, and whether it is a fault.
    """

    def __init__(
        self,
        items: Sequence[Asked],
        *,
        lesson: str,
        rules: str | RuleSet | None,
        n: int,
        seed: int | None,
        keep: Callable[[Answered], None],
    ) -> None:
        if not items and not lesson:
            text = translate("give items, or a lesson, as {example}")
            raise InvalidExercise("", "", "items", text.format(example='QuizCard(lesson="05")'))
        self._items = tuple(find(one) if isinstance(one, str) else one for one in items)
        self._lesson, self._rules, self._n, self._keep = lesson, rules, n, keep
        self.empty = self.left_out = ""
        self.told: tuple[str, bool] = ("", False)
        self._checking = False
        self.begin(seed)
        # Nobody has asked for anything yet.
        self.told = ("", False)

    def begin(self, seed: int | None) -> None:
        """Have the questions of a seed before the learner, from the first one on, none of them answered."""
        self.seed = seed
        asked = self._asked(seed) if self._items else self._drawn(seed or 0)
        self.quiz = Quiz(asked) if asked else None
        self._sheets = [Sheet(one) for one in asked]
        for one in asked:
            one.on_answer(self._hear)
        self.told = (self._told_question(), False)

    def _drawn(self, seed: int) -> list[Exercise]:
        rules = rulebook.ruleset(self._rules) if isinstance(self._rules, str) else self._rules
        key = "classic" if rules is None else rules.key
        try:
            drawn = questions(self._lesson, key, seed, self._n)
        except InvalidExercise as error:
            if error.key != "rules":
                raise
            title = short_title(key) if rules is None else set_title(rules)
            self.empty = translate("Under {rules}, this lesson has nothing to ask.").format(rules=title)
            return []
        made = []
        for one in drawn:
            # A choice that speaks of a number may have no right answer where an option changes it.
            with suppress(InvalidExercise):
                made.append(Exercise(one, rules or key))
        return made

    def _asked(self, seed: int | None) -> list[Exercise]:
        rules = rulebook.ruleset(self._rules) if isinstance(self._rules, str) else self._rules
        made: list[Exercise] = []
        out = 0
        for one in self._items:
            if isinstance(one, Exercise):
                made.append(Exercise(one.item, one.rules) if self._used(one) else one)
            elif rules is None or rules.key in (*one.rules, "house"):
                made.append(Exercise(one, rules))
            else:
                out += 1
        if rules is not None and out:
            self.left_out = self.empty = left_out_text(out, rules)
        return made if seed is None else [one.again(seed) for one in made]

    def _used(self, one: Exercise) -> bool:
        """Whether an exercise was answered here before: then the quiz begins anew with a fresh one."""
        return one in [sheet.exercise for sheet in getattr(self, "_sheets", ())]

    def _hear(self, told: Answered) -> None:
        """Pass an answer on; one that is given in code to the exercise itself is no answer to this quiz."""
        if self._checking:
            self._keep(told)

    # -- what there is -----------------------------------------------------------------------------

    @property
    def sheet(self) -> Sheet:
        """The question before the learner; at the results, the last one.

        Raises:
            InvalidMove: when none is asked under these rules.
        """
        if self.quiz is None:
            raise InvalidMove(self.empty)
        return self._sheets[self.quiz.number - 1]

    def _at_question(self) -> Sheet:
        """The question, for an act that needs one.

        Raises:
            InvalidMove: when there is none, or the results are shown.
        """
        sheet = self.sheet
        if self.quiz is not None and self.quiz.over:
            raise InvalidMove(translate("These are the results: go back to a question first."))
        return sheet

    def _told_question(self) -> str:
        quiz = self.quiz
        if quiz is None:
            return self.empty
        number = translate("Question {n} of {all}").format(n=quiz.number, all=len(quiz))
        return f"{number}. {shown(quiz.exercise.prompt)}"

    # -- answers -----------------------------------------------------------------------------------

    def pick(self, letters: Sequence[str]) -> None:
        """Have these answers picked and no others; letters that stand for none are left out."""
        sheet = self._at_question()
        sheet.letters = tuple(offer.letter for offer in sheet.exercise.offers if offer.letter in letters)

    def write(self, text: str) -> None:
        """Have this in the field of the number."""
        self._at_question().text = text[:LONGEST]

    def check(self) -> Reply:
        """Have checked what is picked, written or done.

        Raises:
            InvalidMove: when nothing was answered yet.
        """
        sheet = self._at_question()
        if sheet.doing is not None:
            if not sheet.doing.acts:
                raise InvalidMove(translate("Do something on the table first, then have it checked."))
            return self._check(sheet, sheet.doing.move, ())
        if isinstance(sheet.exercise.item, CountItem):
            if not sheet.text.strip():
                raise InvalidMove(translate("Write your number first."))
            return self._check(sheet, sheet.text, ())
        if not sheet.letters:
            raise InvalidMove(translate("Choose an answer first."))
        return self._check(sheet, " ".join(sheet.letters), sheet.letters)

    def answer(self, answer: object) -> Reply:
        """Have an answer checked that is given in the form of the exercise, and show it."""
        sheet = self._at_question()
        letters = letters_meant(sheet.exercise, answer)
        reply = self._check(sheet, answer, letters)
        if reply.right is None:
            return reply
        sheet.letters, sheet.sets = letters, sheet.sets + 1
        if isinstance(sheet.exercise.item, CountItem):
            sheet.text = str(answer)
        if sheet.doing is not None and isinstance(answer, str):
            sheet.doing.reset()
            self._all_legal(sheet.doing, sheet.doing.typed(answer))
        return reply

    def _check(self, sheet: Sheet, answer: object, letters: Sequence[str]) -> Reply:
        self._checking = True
        try:
            reply = sheet.exercise.check(answer)
        finally:
            self._checking = False
        if reply.right is None:
            self.told = (reply.text, True)
            return reply
        sheet.answered(letters, reply)
        lead = translate("Right.") if reply.right else translate("Not this.")
        text = in_words(reply.text, sheet.exercise) if reply.move is None else translate("Done, and legal.")
        self.told = (f"{lead} {text}", False)
        return reply

    def hint(self) -> Hint:
        """The next hint."""
        sheet = self._at_question()
        sheet.hint = told = sheet.exercise.hint()
        number = translate("Hint {n} of {all}").format(n=told.n, all=told.of)
        self.told = (f"{number}. {told_text(told, sheet.exercise)}", False)
        return told

    def solution(self) -> Reply:
        """The solution."""
        sheet = self._at_question()
        sheet.solution = told = sheet.exercise.solution()
        self.told = (f"{translate('The solution')}. {told_text(told, sheet.exercise)}", False)
        return told

    def go(self, to: str) -> None:
        """Go to the ``next`` question, or ``back`` to the one before.

        Raises:
            InvalidMove: when there is none.
        """
        quiz = self.quiz
        if quiz is None:
            raise InvalidMove(self.empty)
        if not (quiz.next() if to == "next" else quiz.back()):
            at_end = translate("These are the results: there is no further question.")
            raise InvalidMove(at_end if to == "next" else translate("This is the first question."))
        self.told = (results_text(quiz) if quiz.over else self._told_question(), False)

    # -- the table on which something is done ------------------------------------------------------

    def on_table(self, wish: Any) -> None:
        """Do what a wish of the page asks on the table of the question.

        Raises:
            CanastaError: when it cannot be done.
        """
        doing = self._doing()
        match wish:
            case ChooseAct(cards=ids):
                doing.picked = doing.picked.by_page(ids, doing.state.held)
            case SortAct(order=order):
                self.told = (doing.sort(order), False)
            case DoAct():
                self._attempt(doing, [doing.wish(wish)])
            case TextAct(text=text):
                self.type(text[:LONGEST])
            case PutAct(cards=ids, tray=tray):
                self.told = (doing.put(ids, tray), False)
            case OffAct(cards=ids):
                self.told = (doing.off(ids), False)
            case UndoAct():
                self.told = (doing.undo(), False)
            case ResetAct():
                doing.reset()
                self.told = (translate("The table is as it was at the start."), False)
            case _:
                raise InvalidMove(translate("The page sent an act that is not known here."))

    def type(self, text: str) -> None:
        """Do the acts of a text in the notation.

        Raises:
            InvalidMove, InvalidCard: when nothing is to be done here, or the text names no act.
        """
        doing = self._doing()
        self._attempt(doing, doing.typed(text))

    def _doing(self) -> Doing:
        doing = self._at_question().doing
        if doing is None:
            raise InvalidMove(translate("Nothing is to be done on a table here: give your answer."))
        return doing

    def _attempt(self, doing: Doing, acts: Sequence[Act]) -> None:
        """Do acts in turn. One that is refused is an answer, and a wrong one: the learner is told why."""
        sheet = self.sheet
        refused = self._all_legal(doing, acts)
        if refused is not None:
            self._check(sheet, Move((*doing.move.acts, refused)), ())
            return
        sheet.reply, sheet.unfolded = None, False
        self.told = (translate("Done. Have it checked when it is all that was asked."), False)

    def _all_legal(self, doing: Doing, acts: Sequence[Act]) -> Act | None:
        """Do acts as far as they are legal; gives the first that is refused."""
        return next((act for act in acts if not doing.attempt(act).legal), None)
