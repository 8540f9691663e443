"""One learner at one puzzle: what was tried, which hints were taken, and the stars that are won and still to win."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Final, Literal

from msgspec import Struct

from canasta_teach.errors import InvalidMove
from canasta_teach.game.moves import Move
from canasta_teach.game.ruling import Ruling
from canasta_teach.i18n import translate
from canasta_teach.teach.exercise import Answered
from canasta_teach.teach.progress import Answer
from canasta_teach.teach.puzzles.answer import HINTS, Tried, answer, better, left
from canasta_teach.teach.puzzles.errors import InvalidPuzzle
from canasta_teach.teach.puzzles.line import to_line
from canasta_teach.teach.puzzles.model import Puzzle
from canasta_teach.teach.puzzles.prove import position_of, prove
from canasta_teach.teach.puzzles.words import cited, hints, solution_text
from canasta_teach.widgets.puzzle_lay import Arrangement
from canasta_teach.widgets.ruling_view import said

STARS: Final = 3
"""The most that a puzzle gives."""
_PREFIX: Final = "puzzle/"


class Solution(Struct, frozen=True):
    """A puzzle's solution in words.

    Attributes:
        text: all of it, in lines.
        laying: a best laying.
        notes: what it makes, and how many others there are.
        rules: the rules that it stands on, each with where it stands.
        proof: why nothing is better.
    """

    text: str
    laying: str
    notes: tuple[str, ...]
    rules: tuple[tuple[str, str], ...]
    proof: str


State = Literal["waiting", "refused", "short", "solved", "shown"]


def exercise_id(puzzle: Puzzle) -> str:
    """The name under which answers to a puzzle are kept."""
    return f"{_PREFIX}{puzzle.id}"


def stars_won(answers: Iterable[Answer]) -> dict[str, int]:
    """The stars won so far by the id of each puzzle that was solved at par, as kept answers tell it."""
    found: dict[str, int] = {}
    for one in answers:
        if one.right and one.exercise.startswith(_PREFIX):
            key = one.exercise.removeprefix(_PREFIX)
            found[key] = max(found.get(key, 0), left(STARS, one.hints, shown=one.shown))
    return found


def stars_text(stars: int) -> str:
    """How many stars, of how many."""
    return translate("{n} of {all} stars").format(n=stars, all=STARS)


class Help(Struct):
    """The help that was taken with a puzzle: hints, and whether its solution or a better laying was shown."""

    hints: tuple[str, ...] = ()
    shown: bool = False


class Try:
    """A puzzle before a learner.

    Args:
        puzzle: the puzzle.
        keep: told of each answer.
        helped: the help that was taken before, to which that taken now is added.

    Attributes:
        puzzle: the puzzle.
        lay: what is arranged.
        tries: how many layings were checked until it was solved; ``checks``: how many at all.
        solution: the solution, once it was asked for or found.
        stars: the most stars won in these tries.
        tried: the last answer, ``None`` before the first.
        refutation: why there is a better laying than that, once it was asked for.
        unfolded: the referee's whole ruling is read.
    """

    def __init__(self, puzzle: Puzzle, keep: Callable[[Answered], None], helped: Help) -> None:
        self.puzzle = puzzle
        self.position = position_of(puzzle)
        self.lay = Arrangement(self.position, puzzle.aim)
        self._keep = keep
        self.tries = self.checks = 0
        self._helped = helped
        self.solution: Solution | None = None
        self.solved = False
        self.stars = 0
        self.tried: Tried | None = None
        self.refutation = ""
        self.unfolded = False
        self._ruling: tuple[Ruling, Ruling] | None = None

    # -- how it stands -----------------------------------------------------------------------------

    @property
    def hints(self) -> tuple[str, ...]:
        """The hints taken."""
        return self._helped.hints

    @property
    def shown(self) -> bool:
        """Whether a better laying or the solution was shown before the puzzle was solved."""
        return self._helped.shown

    @property
    def state(self) -> State:
        """How the puzzle stands: by whether it was solved, else by the last try."""
        if self.solved:
            return "solved"
        if self.solution:
            return "shown"
        if self.tried is None:
            return "waiting"
        return "short" if self.tried.legal else "refused"

    @cached_property
    def line(self) -> str:
        """The line by which the puzzle is shared; empty for one that is too long for a line."""
        try:
            return to_line(self.puzzle)
        except InvalidPuzzle:
            return ""

    @property
    def last(self) -> Tried:
        """What came of the last laying.

        Raises:
            InvalidMove: before the first.
        """
        if self.tried is None:
            raise InvalidMove(translate("Nothing was checked yet."))
        return self.tried

    @property
    def at_end(self) -> bool:
        """Whether there is nothing more to find."""
        return self.state in ("solved", "shown")

    @property
    def to_win(self) -> int:
        """The stars that a laying at par would win now."""
        return left(STARS, len(self.hints), shown=self.shown)

    @property
    def ruling(self) -> Ruling | None:
        """The referee's ruling on the last try, without what it would name instead: that may be the answer."""
        if self.tried is None:
            return None
        if self._ruling is None or self._ruling[0] is not self.tried.ruling:
            self._ruling = self.tried.ruling, self.tried.ruling.without_mend()
        return self._ruling[1]

    # -- what is done ------------------------------------------------------------------------------

    def check(self, chosen: Sequence[str] = ()) -> str:
        """Have checked what is arranged, or cards that are chosen where nothing is; gives what is told of it.

        Raises:
            InvalidMove: when there is nothing to check.
        """
        if chosen and self.lay.now.bare:
            if self.lay.with_top:
                self.lay.with_pile(chosen)
            else:
                self.lay.put(chosen)
        return self.answer(self.lay.move)

    def answer(self, move: Move) -> str:
        """Have a move checked; gives what is told of it, one sentence first."""
        tried = answer(self.puzzle, move)
        if self.tried is None or self.tried.ruling.move != tried.ruling.move:
            self.unfolded = not tried.legal
        self.tried, self.refutation = tried, ""
        self.checks += 1
        if self.at_end:
            return self._told(tried)
        self.tries += 1
        self.stars = max(self.stars, left(tried.stars, len(self.hints), shown=self.shown))
        puzzle = self.puzzle
        self._keep(
            Answered(
                exercise=exercise_id(puzzle), teaches=puzzle.rules, rule_set=self.position.rules.key,
                right=tried.at_par, hints=len(self.hints), shown=self.shown,
            )
        )  # fmt: skip
        if tried.at_par:
            self.solved = True
            self.solution = solution_of(puzzle)
        return self._told(tried)

    def _told(self, tried: Tried) -> str:
        if not tried.legal:
            return said(tried.ruling)
        if tried.at_par:
            return f"{translate('Solved at par.')} {stars_text(self.stars)}. {tried.text}"
        return tried.text

    def hint(self) -> str:
        """The next hint; gives what is told of it.

        Raises:
            InvalidMove: when all were taken, or there is nothing more to find.
        """
        if self.at_end:
            raise InvalidMove(translate("There is nothing more to find here."))
        taken = len(self.hints)
        if taken == HINTS:
            raise InvalidMove(translate("There are no more hints. The solution can be shown."))
        self._helped.hints = hints(self.puzzle)[: taken + 1]
        number = translate("Hint {n} of {all}").format(n=taken + 1, all=HINTS)
        return f"{number}. {self.hints[-1]}"

    def show(self) -> str:
        """The solution; gives what is told of it: the laying, and what it makes. The rest is read on demand."""
        self._helped.shown = self.shown or not self.at_end
        self.solution = solution_of(self.puzzle)
        return " ".join([self.solution.laying, *self.solution.notes])

    def refute(self) -> str:
        """Why there is a better laying than the last one; gives what is told of it.

        Raises:
            InvalidMove: when there was none that is legal, or it was the best.
        """
        if self.tried is None or not self.tried.legal or self.tried.at_par:
            raise InvalidMove(translate("There is no legal laying here that could be better."))
        self._helped.shown = self.shown or not self.at_end
        self.refutation = better(self.puzzle, self.tried)
        return self.refutation


def solution_of(puzzle: Puzzle) -> Solution:
    """The solution of a puzzle, in its parts."""
    text = solution_text(puzzle)
    laying, *rest = text.splitlines()
    position = position_of(puzzle)
    best = prove(position, puzzle.aim).some(1)
    rules = tuple(cited(puzzle, position, best[0])) if best else ()
    told = {f"{title}: {where}." for title, where in rules}
    *notes, proof = rest or ("",)
    return Solution(text, laying, tuple(line for line in notes if line not in told), rules, proof)
