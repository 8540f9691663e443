"""One sitting at a puzzle board: the puzzle before the learner, the ways to others, and each act told in words.

A page and code do the same acts here; the widget shows what they come to.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from canasta_teach.cards import cards
from canasta_teach.errors import CanastaError, InvalidMove
from canasta_teach.game.moves import Move
from canasta_teach.i18n import translate
from canasta_teach.teach.course import course_progress
from canasta_teach.teach.exercise import Answered
from canasta_teach.teach.progress import Progress
from canasta_teach.teach.puzzles.collection import own_id
from canasta_teach.teach.puzzles.model import Puzzle
from canasta_teach.teach.puzzles.words import goal_text
from canasta_teach.widgets.hand import ChooseAct, SortAct, claimed, ordered
from canasta_teach.widgets.puzzle_acts import (
    BetterAct,
    CheckAct,
    DayAct,
    DeclareAct,
    ExamineAct,
    GradeAct,
    IdeaAct,
    LastAct,
    NextAct,
    PanelAct,
    PanelName,
    PlayAct,
    TopAct,
)
from canasta_teach.widgets.puzzle_own import DEFAULT_AIM, Examined, from_text, known_aim
from canasta_teach.widgets.puzzle_panels import examined_well
from canasta_teach.widgets.puzzle_shelf import Shelf, known_puzzle
from canasta_teach.widgets.puzzle_try import Help, Try, exercise_id, stars_won
from canasta_teach.widgets.quiz_acts import FoldAct, HintAct, SolutionAct
from canasta_teach.widgets.tray_state import OffAct, PutAct, ResetAct, UndoAct
from canasta_teach.widgets.words import apart

_LONGEST_FAULT: Final = 600
"""Characters of what is told of a fault in a text from outside, which it may repeat."""


LESSON: Final = "18"
"""The lesson to which the board belongs, in whatever notebook it stands."""


class Sitting:
    """The puzzle before the learner, and what is done to it.

    Args:
        puzzle: a puzzle, the id of one on the shelf, or a line that was shared; ``None`` for the shelf's first.
        collection, rules, idea, grade, seed: see :class:`~canasta_teach.widgets.puzzle_shelf.Shelf`.
        progress: where answers are kept; the learner's progress in this course by default.

    Attributes:
        shelf: the puzzles that are gone through.
        panel: the panel that is open.
        examined: what the solver said to the learner's own puzzle; ``None`` before it was asked.
        place: how many puzzles were before the learner, this one included.
        trouble: why answers are not kept; empty where they are.
    """

    def __init__(
        self,
        puzzle: Puzzle | str | None,
        collection: Iterable[Puzzle] | Path | str | None,
        *,
        rules: str | None,
        idea: str | None,
        grade: int | None,
        seed: int | None,
        progress: Progress | None,
    ) -> None:
        self._progress = progress
        self.trouble = ""
        self.place = 0
        self._stars: dict[str, int] | None = None
        self._helps: dict[str, Help] = {}
        self.shelf = Shelf(collection, rules=rules, idea=idea, grade=grade, seed=seed, won=self._won)
        puzzle = known_puzzle(puzzle)
        listed = self.shelf.find(puzzle) if isinstance(puzzle, str) else puzzle
        if isinstance(puzzle, str) and listed is None:
            self.shelf.give(from_text(puzzle, DEFAULT_AIM))
        else:
            self.shelf.begin(listed)
        self.begin()

    # -- which puzzle ------------------------------------------------------------------------------

    def begin(self) -> str:
        """Have the shelf's puzzle before the learner; gives what is told of it."""
        puzzle = self.shelf.puzzle
        self.one = None if puzzle is None else Try(puzzle, self._keep, self._help(puzzle))
        self.panel: PanelName = ""
        self.examined: Examined | None = None
        self._stars = None
        self.place += 1
        told = self.shelf.none_text() if puzzle is None else goal_text(puzzle)
        return " ".join([*self.shelf.notes, told])

    def _help(self, puzzle: Puzzle) -> Help:
        """The help that was taken with a puzzle at this board; what it has cost is not given back.

        That its solution was shown is known from kept answers too.
        """
        name = exercise_id(puzzle)
        shown = any(one.shown for one in self._kept().answers() if one.exercise == name)
        # A shared line may bring the same puzzle by another name, or another one by this name.
        return self._helps.setdefault(own_id(puzzle.position, puzzle.aim), Help(shown=shown))

    def play(self, puzzle: Puzzle) -> str:
        """Have this puzzle before the learner; gives what is told of it."""
        self.shelf.give(puzzle)
        return self.begin()

    @property
    def at(self) -> Try:
        """The puzzle before the learner, as far as it was tried.

        Raises:
            InvalidMove: when there is none of the kind.
        """
        if self.one is None:
            raise InvalidMove(self.shelf.none_text())
        return self.one

    def claim(self, some: str | Iterable[str]) -> list[str]:
        """The ids of these cards of the hand.

        Raises:
            InvalidMove: when one is not held, or put aside already.
            InvalidCard: for a text that names no card.
        """
        lay = self.at.lay
        held = ordered(lay.now.held, lay.order, lay.start.rules)
        return claimed(held, cards(some))

    # -- acts --------------------------------------------------------------------------------------

    def act(self, wish: Any) -> str:
        """Do what the page asks; gives what is told of it.

        Raises:
            CanastaError: when it cannot be done.
        """
        match wish:
            case NextAct():
                self.shelf.next()
                return self.begin()
            case PanelAct(name=name):
                self.panel = "" if name == self.panel else name
                self.examined, self._stars = None, None
                return ""
            case IdeaAct(key=key):
                self.shelf.by_idea(key)
                return self.begin()
            case GradeAct(n=n):
                self.shelf.by_grade(n)
                return self.begin()
            case DayAct(date=date):
                self.shelf.go_to_day(date)
                return self.begin()
            case ExamineAct() as asked:
                return self._examine(asked)
            case PlayAct():
                if self.examined is None or self.examined.puzzle is None:
                    raise InvalidMove(translate("Have a puzzle examined first."))
                return self.play(self.examined.puzzle)
            case _:
                return self._at_puzzle(wish)

    def _at_puzzle(self, wish: Any) -> str:
        """Have a laying checked, or ask for help; else arrange."""
        at = self.at
        match wish:
            case CheckAct(cards=ids, text=text):
                return self.check(text, ids)
            case HintAct():
                return at.hint()
            case SolutionAct():
                return at.show()
            case BetterAct():
                return at.refute()
            case FoldAct(open=unfolded):
                at.unfolded = unfolded
                return ""
            case _:
                return self._arrange(wish)

    def _arrange(self, wish: Any) -> str:
        """Do what the page asks of the trays and the hand."""
        lay = self.at.lay
        match wish:
            case ChooseAct(cards=ids):
                lay.picked = lay.picked.by_page(ids, lay.now.held)
                return ""
            case SortAct(order=order):
                return lay.sort(order)
            case PutAct(cards=ids, tray=tray, meld=meld, like=like):
                return lay.put(ids, tray=tray, meld=meld, like=like)
            case TopAct(cards=ids, meld=meld):
                return lay.with_pile(ids) if meld is None else lay.lay_top_on(meld)
            case LastAct(cards=ids):
                return lay.discard(ids)
            case OffAct(cards=ids):
                return lay.off(ids)
            case DeclareAct():
                return lay.declare()
            case UndoAct():
                return lay.undo()
            case ResetAct():
                return lay.reset()
            case _:
                raise InvalidMove(translate("The page sent an act that is not known here."))

    def check(self, text: str = "", chosen: Sequence[str] = ()) -> str:
        """Have checked what a text names, else what is arranged, else the chosen cards; gives what is told of it.

        Raises:
            InvalidMove, InvalidCard: when there is nothing to check, or the text is no move.
        """
        at = self.at
        if not text.strip():
            return at.check(chosen)
        move = Move.parse(text)
        at.lay.set_out(move)
        return at.answer(move)

    def _examine(self, asked: ExamineAct) -> str:
        try:
            puzzle = from_text(asked.text, known_aim(asked.aim, asked.end), only=asked.only)
        except CanastaError as error:
            self.examined = Examined(None, apart(str(error)[:_LONGEST_FAULT]))
            return self.examined.text
        self.examined = examined_well(puzzle, goal_text(puzzle))
        return " ".join((self.examined.text, *self.examined.notes))

    # -- the learner's progress --------------------------------------------------------------------

    def _won(self) -> dict[str, int]:
        """The stars won so far by the id of each puzzle; read anew for each puzzle and panel, and after an answer."""
        if self._stars is None:
            self._stars = stars_won(self._kept().answers())
        return self._stars

    def _kept(self) -> Progress:
        if self._progress is None:
            self._progress = course_progress()
        return self._progress

    def _keep(self, told: Answered) -> None:
        """Keep an answer; where it cannot be kept, that is said once."""
        self._stars = None
        if not self._kept().keep(told, LESSON) and not self.trouble:
            text = translate("Your answers are kept only until Python stops. {why}")
            self.trouble = text.format(why=apart(self._kept().trouble))
