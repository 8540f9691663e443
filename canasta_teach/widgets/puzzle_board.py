"""The puzzle board: a position, what is to be reached in it, and a laying held against the best that there is."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, ClassVar

import traitlets

from canasta_teach.errors import InvalidMove
from canasta_teach.game.moves import Move
from canasta_teach.game.ruling import Ruling
from canasta_teach.game.state import Position
from canasta_teach.i18n import translate
from canasta_teach.teach.progress import Progress
from canasta_teach.teach.puzzles.answer import Tried
from canasta_teach.teach.puzzles.errors import InvalidPuzzle
from canasta_teach.teach.puzzles.line import to_line
from canasta_teach.teach.puzzles.model import Puzzle
from canasta_teach.teach.puzzles.words import goal_text, solution_text
from canasta_teach.widgets.base import module, style
from canasta_teach.widgets.hand import read_act
from canasta_teach.widgets.puzzle_acts import PuzzleAct
from canasta_teach.widgets.puzzle_own import DEFAULT_AIM, from_text, known_aim, made_of
from canasta_teach.widgets.puzzle_panels import make_words, panel_view
from canasta_teach.widgets.puzzle_sitting import Sitting
from canasta_teach.widgets.puzzle_table import lay_words
from canasta_teach.widgets.puzzle_view import about_text, board_view, empty_view, state_text, table_view
from canasta_teach.widgets.ruled import RuledWidget
from canasta_teach.widgets.ruling_panel import BookAct, CloseAct, RuleAct
from canasta_teach.widgets.words import in_line, in_order


class PuzzleBoard(RuledWidget):
    """A puzzle to solve by hand, with hints at a price, stars by par, and the solver behind it.

    What would solve it is never sent to the page before it was found or asked for. Answers go to the learner's
    progress.

    Args:
        puzzle: a puzzle, the id of one in the bank, or a line that was shared. Without it, the first unsolved puzzle
            of ``rules``, ``idea`` and ``grade``; without these too, today's.
        rules: the key of a rule set: only its puzzles are gone through.
        idea: the key of an idea, such as ``"wild-economy"``; the same.
        grade: 1 (easy) to 5; the same.
        seed: then puzzles are made anew, the same ones for the same number.
        progress: where answers are kept; by default, the learner's progress in this course.
        collection: puzzles to go through in place of the course's own: a file of them, its text, or puzzles. The
            solver checks each before it is shown; one that does not hold is passed over, and that is told.

    Raises:
        InvalidPuzzle: when there is no such puzzle, idea or grade, the puzzle does not hold, a line or file is at
            fault, or no new puzzle was found.
        InvalidRules: when there is no such rule set.
    """

    kind: ClassVar[str] = "PuzzleBoard"
    _esm = module(
        "card.js", "front.js", "drag.js", "motion.js", "hand.js", "ruling.js", "ruled.js", "table_parts.js",
        "quiz_parts.js", "puzzle_parts.js", "puzzle_lay.js", "puzzle_board.js",
    )  # fmt: skip
    _css = style("ruling.css", "hand.css", "table_parts.css", "puzzle_board.css")

    words = traitlets.Dict(help="The words that never change.").tag(sync=True)
    lying = traitlets.Dict(help="What lies on the table, and the line to share.").tag(sync=True)
    panel = traitlets.Dict(help="The panel that is open: ideas, grades, the archive, a puzzle of one's own.").tag(
        sync=True
    )
    state = traitlets.Unicode(read_only=True, help="How it stands: waiting, refused, short, solved or shown.")
    stars = traitlets.Int(read_only=True, help="The most stars won in this sitting, 0 to 3.")
    tries = traitlets.Int(read_only=True, help="How many layings were checked.")

    def __init__(
        self,
        puzzle: Puzzle | str | None = None,
        *,
        rules: str | None = None,
        idea: str | None = None,
        grade: int | None = None,
        seed: int | None = None,
        progress: Progress | None = None,
        collection: Iterable[Puzzle] | Path | str | None = None,
    ) -> None:
        self._sitting = Sitting(puzzle, collection, rules=rules, idea=idea, grade=grade, seed=seed, progress=progress)
        super().__init__()
        self.words = {**lay_words(), "own": make_words()}

    # -- what code can ask -------------------------------------------------------------------------

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle before the learner.

        Raises:
            InvalidMove: when there is none of the kind.
        """
        return self._sitting.at.puzzle

    @property
    def position(self) -> Position:
        """The table of the puzzle."""
        return self._sitting.at.position

    @property
    def move(self) -> Move:
        """What is arranged, as a move.

        Raises:
            InvalidMove: when nothing is.
        """
        return self._sitting.at.lay.move

    @property
    def tried(self) -> Tried | None:
        """What came of the last laying that was checked; ``None`` before the first."""
        return self._sitting.at.tried

    @property
    def ruling(self) -> Ruling | None:
        """The referee's ruling on it."""
        return None if self.tried is None else self.tried.ruling

    @property
    def share(self) -> str:
        """The puzzle in one line, to be passed on."""
        return to_line(self.puzzle)

    # -- what code and mouse can do ----------------------------------------------------------------

    def do(self, text: str) -> PuzzleBoard:
        """Arrange the laying of a text in the notation: ``do("meld KH KS KD / AH AC 2D; discard 4C")``.

        Raises:
            InvalidMove, InvalidCard: when it is no move, or one that trays cannot show: then have it checked at once.
        """
        if not self._sitting.at.lay.set_out(Move.parse(text)):
            message = translate("{text}: trays cannot show this; have it checked as it is, with check(…)")
            raise InvalidMove(message.format(text=repr(text)))
        return self._show(self._sitting.at.lay.counted)

    def put(self, some: str | Iterable[str], *, tray: int | None = None, meld: int | None = None) -> PuzzleBoard:
        """Put cards of the hand on a new tray, on tray number ``tray`` (0-based), or on a tray for the side's ``meld``.

        Raises:
            InvalidMove: when a card is not in the hand, or there is no such tray or meld.
            InvalidCard: for a text that names no card.
        """
        return self._show(self._sitting.at.lay.put(self._sitting.claim(some), tray=tray, meld=meld))

    def take(self, some: str | Iterable[str] = (), *, meld: int | None = None) -> PuzzleBoard:
        """Put cards with the pile's top card, or lay that on the side's ``meld``; a free pile is taken.

        Raises:
            InvalidMove, InvalidCard: when it cannot be done.
        """
        lay = self._sitting.at.lay
        return self._show(lay.with_pile(self._sitting.claim(some)) if meld is None else lay.lay_top_on(meld))

    def discard(self, some: str | Iterable[str]) -> PuzzleBoard:
        """Put a card aside as the discard behind the laying.

        Raises:
            InvalidMove, InvalidCard: when it cannot be done.
        """
        return self._show(self._sitting.at.lay.discard(self._sitting.claim(some)))

    def undo(self) -> PuzzleBoard:
        """Take the last act of arranging back."""
        return self._show(self._sitting.at.lay.undo())

    def reset(self) -> PuzzleBoard:
        """Take all cards back to the hand."""
        return self._show(self._sitting.at.lay.reset())

    def check(self, text: str = "") -> Tried:
        """Have the laying checked: what is arranged, or what a text in the notation names.

        Raises:
            InvalidMove, InvalidCard: when nothing is arranged, or the text is no move.
        """
        self._show(self._sitting.check(text))
        return self._sitting.at.last

    def lay(self, text: str = "") -> Tried:
        """The same as :meth:`check`: a laying is laid before the solver, the table stays as it is."""
        return self.check(text)

    def hint(self) -> str:
        """The next of three hints; each costs a star."""
        told = self._sitting.at.hint()
        self._show(told)
        return self._sitting.at.hints[-1]

    def solution(self) -> str:
        """The solution; it costs all the stars that are still to win."""
        self._show(self._sitting.at.show())
        return solution_text(self.puzzle)

    def better(self) -> str:
        """Why there is a better laying than the last one; it names it, so it costs the stars still to win."""
        told = self._sitting.at.refute()
        self._show(told)
        return told

    def next(self) -> PuzzleBoard:
        """Go to the next puzzle that was not solved yet and holds, else the next one that holds.

        Raises:
            InvalidMove: when there is none.
            InvalidPuzzle: when none that follows holds, or no new one was found.
        """
        return self._go(self._sitting.shelf.next)

    def by_idea(self, key: str) -> PuzzleBoard:
        """Go through the puzzles of an idea.

        Raises:
            InvalidPuzzle, InvalidMove: when there is no such idea, or no puzzle of it that holds.
        """
        return self._go(lambda: self._sitting.shelf.by_idea(key))

    def by_grade(self, n: int) -> PuzzleBoard:
        """Go through the puzzles of a grade, 1 to 5.

        Raises:
            InvalidPuzzle, InvalidMove: when there is no such grade, or no puzzle of it that holds.
        """
        return self._go(lambda: self._sitting.shelf.by_grade(n))

    def today(self, date: datetime.date | str | None = None) -> PuzzleBoard:
        """Go to today's puzzle, or to that of a day before: a date, or its text such as ``"2026-01-31"``.

        Raises:
            InvalidMove: when it is no date, or still to come.
            InvalidPuzzle: for a day before 2026-01-01, the first that has a puzzle.
        """
        return self._go(lambda: self._sitting.shelf.go_to_day(date))

    def load(self, line: str) -> PuzzleBoard:
        """Play the puzzle of a line that was shared; the solver checks it first.

        Raises:
            InvalidPuzzle: when the line is broken, cannot be solved, or is not what it claims. The board tells it too.
        """
        return self._play(lambda: from_text(line, DEFAULT_AIM))

    def make(
        self,
        position: Position | Mapping[str, Any] | str,
        aim: str = "most_points",
        *,
        end: str = "",
        only: bool = False,
        title: str = "",
    ) -> PuzzleBoard:
        """Play a puzzle of your own, once the solver has proven it and found its par.

        Args:
            position: the table; the player on turn solves it.
            aim: what is to be reached, as :class:`~canasta_teach.players.solve.Objective` names it.
            end: ``stop`` or ``freeze``, where the discard has to do so.
            only: there is to be one best laying.
            title: a few words.

        Raises:
            InvalidPosition: when it is no position.
            InvalidPuzzle: when it cannot be solved, or has two answers where it claims one. The board tells it too.
        """
        if not isinstance(position, Position):
            position = Position.parse(position if isinstance(position, str) else dict(position))
        return self._play(lambda: made_of(position, known_aim(aim, end), only=only, title=title))

    # -- acts --------------------------------------------------------------------------------------

    def act(self, message: Any) -> None:
        """Do what the page asks.

        Raises:
            CanastaError: when it cannot be done.
        """
        match read_act(message, PuzzleAct):
            case BookAct() | RuleAct() | CloseAct() as asked:
                self.hear_ruling(asked)
            case wish:
                self.say(self._sitting.act(wish))

    def _go(self, move: Callable[[], None]) -> PuzzleBoard:
        move()
        return self._show(self._sitting.begin())

    def _play(self, made: Callable[[], Puzzle]) -> PuzzleBoard:
        try:
            told = self._sitting.play(made())
        except InvalidPuzzle as error:
            self.say(str(error), fault=True)
            self.refresh()
            raise
        return self._show(told)

    def _show(self, told: str) -> PuzzleBoard:
        self.say(told)
        self.refresh()
        return self

    # -- what is shown -----------------------------------------------------------------------------

    def refresh(self) -> None:
        """Send the page what it shows now, in parts of which only those go that changed."""
        sitting = self._sitting
        # What lies goes ahead; the page draws it when the puzzle comes that it belongs to.
        lying = {"place": sitting.place} | ({} if sitting.one is None else table_view(sitting.one))
        panel = panel_view(sitting.panel, sitting.shelf, sitting.examined)
        if lying != self.lying:
            self.lying = lying
        if panel != self.panel:
            self.panel = panel
        super().refresh()

    def draw(self) -> dict[str, Any]:
        """The view-model of the goal, the laying, and what came of it."""
        one = self._sitting.one
        self.set_trait("state", "waiting" if one is None else one.state)
        self.set_trait("stars", 0 if one is None else one.stars)
        self.set_trait("tries", 0 if one is None else one.tries)
        told = [*self._sitting.shelf.notes, self._sitting.trouble]
        beside = {"place": self._sitting.place, "notes": [text for text in told if text]}
        if one is None:
            return empty_view(self._sitting.shelf, self._sitting.panel, self._sitting.shelf.none_text()) | beside
        return board_view(self._sitting.shelf, one, self._sitting.panel) | beside

    def ruling_shown(self) -> Ruling | None:
        """The referee's ruling on the last try, once it is unfolded."""
        return None if self._sitting.one is None or not self._sitting.one.unfolded else self._sitting.one.ruling

    def can_play(self, ruling: Ruling) -> bool:
        """Never: what would be legal is the learner's to find."""
        return False

    def price_paid(self, ruling: Ruling) -> str:
        """Nothing is paid for here."""
        return ""

    def lines(self) -> list[str]:
        """The puzzle in text: goal and state, which puzzle it is, the hand, and what was passed over on the way."""
        one = self._sitting.one
        notes = list(self._sitting.shelf.notes)
        if one is None:
            return [self._sitting.shelf.none_text(), *notes]
        position, now = one.position, one.lay.now
        held = in_line(in_order(position.hands[position.turn] or (), position.rules))
        trays = " / ".join(in_line(now.state.on(slot)) for slot in now.state.slots)
        return [
            f"{goal_text(one.puzzle)} | {state_text(one)}",
            about_text(self._sitting.shelf, one.puzzle, position.rules),
            translate("Your hand: {cards}").format(cards=held),
            *([translate("On the trays: {melds}").format(melds=trays)] if trays else []),
            *notes,
        ]
