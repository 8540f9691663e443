"""Floor 3: how hard a puzzle is, from what can be measured and from nothing else.

Measured are: what the first idea reaches, what a second look reaches, how many legal layings come close to par and
miss it, and how many melds and additions the shortest best laying has, of all that are listed.

The grade is then a sum, 5 at most. It begins at 1; a first idea that misses par adds 1, and a second look that misses
it too adds 2 more. To that come up to two for the load: one where at least :data:`MANY` layings tempt, one more where
at least :data:`CROWD` do, and one where at least :data:`PARTS` parts have to be found together. So in the grades 4 and
5 the first idea always fails, and in grade 5 the second look as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, islice
from typing import Final

from msgspec.structs import replace

from canasta_teach.cards import UNKNOWN
from canasta_teach.game.core import plays_by_ranks
from canasta_teach.game.state import Position
from canasta_teach.players.solve import Objective, search_of
from canasta_teach.players.solve.measure import measure
from canasta_teach.players.solve.plan import Plan, Search, whole_move
from canasta_teach.players.solve.task import Task
from canasta_teach.teach.puzzles.first_ideas import ending_cards, greedy, two_step
from canasta_teach.teach.puzzles.model import Aim, Measured
from canasta_teach.teach.puzzles.prove import FEWEST, Proof, source_of

MANY: Final = 4
CROWD: Final = 12
"""So many tempting layings are counted at most."""
PARTS: Final = 4
MOST_LOAD: Final = 2
HARDEST: Final = 5

_LOOKED_AT: Final = 150
_STEPS: Final = 12
_STEPS_WITH_RUNS: Final = 3
"""Values next to the best that are looked at; with runs each of them is a search."""
_POINTS_NEAR: Final = 20
_SCORE_NEAR: Final = 100
"""A laying comes close that misses par by so many points; of a score, by no more than the bonus for going out."""
_FEW_BEST: Final = 12
"""Of so many best layings the shortest is looked for, where they are not found by length."""
_CARDS_LEFT: Final = 2
"""A laying comes close to going out that leaves so many cards: one too many."""


def measure_puzzle(position: Position, aim: Aim, proof: Proof) -> Measured:
    """What the grade of a puzzle is worked out from.

    Args:
        position: where it begins.
        aim: what is to be reached.
        proof: of these two.

    Raises:
        InvalidPosition: where nothing can be laid.
    """
    first, second = ideas_reach(position, aim, proof.value)
    parts, tempting = surroundings(position, aim, proof)
    return Measured(greedy=first, two_step=second, tempting=tempting, parts=parts)


def grade(measured: Measured, par: int, aim: Aim) -> int:
    """The grade, 1 (easy) to 5; see this module for the sum, which is the same for every aim."""
    load = (measured.tempting >= MANY) + (measured.tempting >= CROWD) + (measured.parts >= PARTS)
    return min(HARDEST, 1 + missed(measured.greedy, measured.two_step, par) + min(load, MOST_LOAD))


def missed(first: int | None, second: int | None, par: int | None) -> int:
    """What the grade gains by ideas that miss par: 1 for the first, 3 where the second look misses it too."""
    return 0 if first == par else 1 if second == par else 3


def ideas_reach(position: Position, aim: Aim, par: int | None) -> tuple[int | None, int | None]:
    """What the first idea reaches, and the second look, which is not taken where the first suffices."""
    first = greedy(position, aim)
    return first, first if first is not None and first == par else two_step(position, aim)


def surroundings(position: Position, aim: Aim, proof: Proof) -> tuple[int, int]:
    """Parts of the shortest best laying, and how many legal layings come close to par and miss it.

    Close is: one card more; up to twenty points less, or a hundred of a score; among the shortest, one wild card more;
    for going out, a laying that leaves two cards. Where laying nothing is best, there are no parts.
    """
    if proof.value is None:
        return 0, 0
    if aim.end or aim.what in (Objective.GOING_OUT, Objective.MINIMUM_FEWEST_WILDS):
        best = proof.some(_FEW_BEST)
        parts = min((sum(len(act.parts) + (act.kind == "take") for act in move.acts) for move in best), default=0)
        return parts, sum(1 for _ in islice(_beside(_without_end(position, aim), aim, proof.value), CROWD))
    task, search = proof.search
    parts = tempting = 0
    for steps, (gained, plans) in enumerate(groupby(islice(search.plans(), _LOOKED_AT), key=lambda found: found[0])):
        short = _short(task, gained, proof.value)
        if short <= 0:
            found = [len(plan.laid) for _, plan in plans if plan.laid]
            parts = parts or min(found, default=0)
            continue
        if steps > _steps(position) or short > _near(aim.what):
            break
        tempting += sum(1 for _ in islice(_legal(task, search, (plan for _, plan in plans)), CROWD - tempting))
        if tempting == CROWD:
            break
    return parts, tempting


def _beside(position: Position, aim: Aim, par: int) -> Iterator[Plan]:
    """The layings that come close where the search's own order does not tell them."""
    what = aim.what
    if what is Objective.GOING_OUT:
        what = Objective.MOST_POINTS_KEEPING
    elif what is Objective.MINIMUM_FEWEST_WILDS:
        what = Objective.MINIMUM_FEWEST_CARDS
    task = Task(position, what, source_of(position))
    search = search_of(task)
    values = groupby(islice(search.plans(), _LOOKED_AT), key=lambda found: found[0])
    for gained, plans in islice(values, _steps(position) + 1):
        for plan in _legal(task, search, (plan for _, plan in plans)):
            if aim.what is Objective.GOING_OUT:
                close = _left(task, plan) <= _CARDS_LEFT
            elif aim.what is Objective.MINIMUM_FEWEST_WILDS:
                close = sum(task.rules.is_wild(card) for some in plan.laid for card in some.cards) == par + 1
            else:
                close = 0 < _short(task, gained, par) <= _near(what)
            if close:
                yield plan


def _near(what: Objective) -> int:
    """By how much a laying may miss par to be close, in the aim's units."""
    if what in FEWEST:
        return 1
    return _SCORE_NEAR if what is Objective.BEST_SCORE else _POINTS_NEAR


def _steps(position: Position) -> int:
    return _STEPS if plays_by_ranks(position.rules) else _STEPS_WITH_RUNS


def _legal(task: Task, search: Search, plans: Iterator[Plan]) -> Iterator[Plan]:
    for plan in plans:
        if plan.laid and (search.sure or measure(task.start, task.objective, whole_move(task, plan)) is not None):
            yield plan


def _without_end(position: Position, aim: Aim) -> Position:
    """The position with the card that ends the turn not to be laid: the cheapest that does so."""
    last = next(ending_cards(position, aim.end), None) if aim.end else None
    if last is None:
        return position
    hands = list(position.hands)
    hand = list(hands[position.turn] or ())
    hand[hand.index(last)] = UNKNOWN
    hands[position.turn] = tuple(hand)
    return replace(position, hands=tuple(hands))


def _short(task: Task, gained: int, par: int) -> int:
    """By how much something gained is short of par, in the aim's units."""
    if task.objective in FEWEST:
        return -gained - par
    return par - gained - (task.sheet.total if task.objective is Objective.BEST_SCORE else 0)


def _left(task: Task, plan: Plan) -> int:
    return len(task.hand) + len(task.others) - sum(len(some.cards) for some in plan.laid)


__all__ = ["CROWD", "MANY", "PARTS", "grade", "ideas_reach", "measure_puzzle", "missed", "surroundings"]
