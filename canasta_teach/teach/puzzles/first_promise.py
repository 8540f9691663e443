"""How good a first idea looks before the referee has seen it; see :mod:`canasta_teach.teach.puzzles.first_ideas`."""

from __future__ import annotations

from canasta_teach.players.solve.plan import Plan
from canasta_teach.players.solve.task import CANASTAS, MINIMUM, Objective, Task


def promise(task: Task, plan: Plan, bonuses: int) -> int:
    """How good a plan looks: more is better.

    Args:
        task: what is asked.
        plan: what is to be laid.
        bonuses: roughly what it changes in bonuses for canastas, in points.
    """
    cards = [card for some in plan.laid for card in some.cards]
    match task.objective:
        case Objective.MINIMUM_FEWEST_WILDS:
            return -1000 * sum(map(task.rules.is_wild, cards)) - len(cards)
        case objective if objective in MINIMUM or objective in CANASTAS:
            return -len(cards)
        case Objective.GOING_OUT:
            return len(cards)
        case Objective.BEST_SCORE:
            out = 0
            if len(task.hand) + len(task.others) - len(cards) <= 1:
                own = all(some.meld is None for some in plan.laid)
                out = task.out_bonus + own * task.concealed_bonus
            return 2 * task.rules.points(cards) + out + bonuses
        case _:
            return task.rules.points(cards)
