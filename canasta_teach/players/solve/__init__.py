"""Floor 3: the exact solver: the best laying of a hand and a table, all of them, and why there is no better.

What is legal is the referee's word: every solution is judged by it. The searches know the rules by the engine's own
predicates, and tests hold them against trying every act.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache
from itertools import groupby
from typing import Final, final

from canasta_teach.errors import InvalidPosition
from canasta_teach.game.core import plays_by_ranks
from canasta_teach.game.moves import Act, Move
from canasta_teach.game.referee import is_legal
from canasta_teach.game.state import Position
from canasta_teach.players.solve.measure import measure
from canasta_teach.players.solve.plan import Plan, Search, laying_act, whole_move
from canasta_teach.players.solve.ranks import RankSearch
from canasta_teach.players.solve.runs import RunSearch
from canasta_teach.players.solve.task import CANASTAS, WILD_WEIGHT, Objective, Source, Task

__all__ = ["MOST_SOLUTIONS", "Objective", "Solution", "Source", "solve"]

MOST_SOLUTIONS: Final = 500
"""So many solutions are listed at most; :attr:`Solution.complete` says whether these are all."""


@final
class Solution:
    """The best that a laying can do. What is asked for beside the value is worked out when it is first asked for.

    Attributes:
        position, objective, source: what was solved.
        value: see :class:`~canasta_teach.players.solve.task.Objective` for what it counts; ``None`` where no legal
            laying reaches the objective.
        task: what was asked, made ready for a search.
    """

    def __init__(self, task: Task, search: Search) -> None:
        self.task, self._search = task, search
        self.position, self.objective, self.source = task.start, task.objective, task.source
        gained = search.best() if search.sure else self._listed[0]
        self.value = None if gained is None else _value(task, gained)

    def again(self) -> Search:
        """Another search of the same, which knows the best already; :attr:`explored` counts nothing of it."""
        return self._search.again()

    @property
    def explored(self) -> int:
        """How many states the search has looked at so far."""
        return self._search.explored

    @property
    def acts(self) -> tuple[Act, ...]:
        """Every best laying, but for cards of a kind: each one legal act.

        In games of ranks suits are cards of a kind, and it makes no difference which wild card lies on which meld.
        Empty where nothing reaches the objective, or laying nothing is best. Where one card is left and its discard
        goes out, that discard is the act. (A *relancinho* after a free pile was taken is legal only behind ``take``:
        see :attr:`moves`.)
        """
        return tuple(laying_act(self.task, plan) for plan in self._listed[1])

    @property
    def moves(self) -> tuple[Move, ...]:
        """The acts in their order, each with the last discard where the player goes out by it."""
        return tuple(whole_move(self.task, plan) for plan in self._listed[1])

    @property
    def idle(self) -> bool:
        """Whether laying nothing does as well."""
        return self._listed[2]

    @property
    def complete(self) -> bool:
        """Whether :attr:`acts` holds all of them; no more than :data:`MOST_SOLUTIONS` are listed."""
        return self._listed[3]

    @cached_property
    def proof(self) -> str:
        """Why nothing is better, in a few words of the reader's language."""
        from canasta_teach.players.solve.words import proof

        return proof(self.task, self.value, self._listed[1], self.explored)

    @cached_property
    def _listed(self) -> tuple[int | None, tuple[Plan, ...], bool, bool]:
        """What the best gain; these, without the one that lays nothing; whether that is one; whether these are all."""
        for gained, some in groupby(self._search.plans(), key=lambda found: found[0]):
            plans, idle, complete = self._legal((plan for _, plan in some), gained)
            if plans or idle:
                return gained, plans, idle, complete
        return None, (), False, True

    def _legal(self, plans: Iterator[Plan], gained: int) -> tuple[tuple[Plan, ...], bool, bool]:
        found: list[Plan] = []
        idle = False
        for plan in plans:
            if not plan.laid and plan.discard is None and not self.task.after_take:
                idle = True
            elif self._holds(plan, gained):
                if len(found) == MOST_SOLUTIONS:
                    return tuple(found), idle, False
                found.append(plan)
        return tuple(found), idle, True

    def _holds(self, plan: Plan, gained: int) -> bool:
        """Whether the referee allows a plan; where the search is not sure, whether it finds that it reaches so much."""
        move = whole_move(self.task, plan)
        if self._search.sure:
            return is_legal(self.position, move)
        return measure(self.position, self.objective, move) == _value(self.task, gained)

    def __repr__(self) -> str:
        return f"<Solution: {self.objective.value} {self.value} | {len(self.acts)} acts>"


def _value(task: Task, gained: int) -> int:
    match task.objective:
        case Objective.MINIMUM_FEWEST_CARDS:
            return -gained
        case Objective.MINIMUM_FEWEST_WILDS:
            return -gained // WILD_WEIGHT
        case Objective.BEST_SCORE:
            return gained + task.sheet.total
        case objective:
            return -gained if objective in CANASTAS else gained


def solve(position: Position, goal: Objective | str, *, source: Source = "hand") -> Solution:
    """The best laying, in one act, of the player on turn; exact under any rule set.

    Args:
        position: with the hand on turn known. Cards of it that are not known stay in the hand; other hands and the
            stock make no difference, but that in a score cards not known count nothing.
        goal: what the laying is to reach.
        source: ``hand``: cards of the hand, after drawing. ``pile``: the act that takes the pile, whose top card is
            used as the rules have it; its other cards come to the hand and stay there, unless the pile is free, where
            all of them may be laid.

    Raises:
        InvalidPosition: where nothing can be laid in this phase, the pile to be taken is empty, or the hand unknown.
        ValueError: for an objective or a source that there is not.
    """
    if source not in ("hand", "pile"):
        raise ValueError(f"source {source!r}: it is 'hand' or 'pile'")
    if not isinstance(goal, Objective):
        known = ", ".join(one.value for one in Objective)
        if goal not in Objective.__members__.values():
            raise ValueError(f"goal {goal!r}: it is one of {known}")
        goal = Objective(goal)
    rules = position.rules
    if position.players not in rules.p.players:
        raise InvalidPosition("players", f"{position.players} players cannot play {rules.title}")
    task = Task(position, goal, source)
    return Solution(task, search_of(task))


def search_of(task: Task) -> Search:
    """The search that fits the game."""
    return RankSearch(task) if _by_ranks(task.rules) else RunSearch(task)


_by_ranks: Final = lru_cache(maxsize=64)(plays_by_ranks)
