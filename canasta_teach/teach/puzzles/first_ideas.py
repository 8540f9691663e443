"""Floor 3: what a player thinks of first, and after a second look: the ideas that a puzzle's difficulty is measured by.

The **first idea** goes by worth. In games of ranks: the dearest rank first, each with all its natural cards; two
natural cards take the dearest wild card left; what is then left of the wild cards joins the longest meld that is no
natural canasta. Where a minimum is due it stops as soon as that is reached, adds further wild cards only if it is not,
and takes back what was not needed. A canasta is sought in the rank that has most cards. Where cards must stay, the
cheapest are taken back. In games with runs the meld that counts most is laid first, then the next of what is left.

The **second look** tries one thing otherwise: another rank or meld first, one left out, one more wild card on one, one
canasta before all else, nothing added to what lies, or wild cards spared.

Both lay what the referee allows, or nothing: what they reach is measured by it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

from canasta_teach.cards import UNKNOWN, Card
from canasta_teach.game.core import plays_by_ranks
from canasta_teach.game.state import Position
from canasta_teach.players.solve.measure import measure
from canasta_teach.players.solve.plan import Plan, whole_move
from canasta_teach.players.solve.task import Objective, Task
from canasta_teach.teach.puzzles.first_ranks import RankIdeas
from canasta_teach.teach.puzzles.first_runs import RunIdeas
from canasta_teach.teach.puzzles.model import Aim, End
from canasta_teach.teach.puzzles.prove import FEWEST, ends_turn, source_of

_LOOKS: Final = 6
"""So many ways that look best are put before the referee."""


def greedy(position: Position, aim: Aim) -> int | None:
    """What the first idea reaches, in the aim's units; ``None`` where it reaches nothing.

    Raises:
        InvalidPosition: where nothing can be laid in this phase, or the hand is not known.
    """
    ideas = _ideas(position, aim, _cheapest_end(position, aim.end))
    return None if ideas is None else _worth(ideas, aim, [ideas.first()])


def two_step(position: Position, aim: Aim) -> int | None:
    """What the best of the first idea and of every second look reaches, in the aim's units.

    Raises:
        InvalidPosition: where nothing can be laid in this phase, or the hand is not known.
    """
    best: int | None = None
    for last in dict.fromkeys(ending_cards(position, aim.end)) if aim.end else (None,):
        ideas = _ideas(position, aim, last)
        if ideas is None:
            continue
        plans = dict.fromkeys((ideas.first(), *ideas.looks()))
        looks = sorted(plans, key=lambda plan: -1 << 40 if plan is None else ideas.promise(plan), reverse=True)
        found = _worth(ideas, aim, islice(looks, _LOOKS))
        if found is not None and (best is None or better(aim, found, best)):
            best = found
    return best


def better(aim: Aim, one: int, other: int) -> bool:
    """Whether one value is nearer to the aim than another."""
    return one < other if aim.what in FEWEST else one > other


def ending_cards(position: Position, end: End) -> Iterator[Card]:
    """Cards of the hand on turn with which the turn may end so, the cheapest first."""
    rules = position.rules
    hand = position.hands[position.turn] or ()
    found = [card for card in hand if card is not UNKNOWN and ends_turn(rules, end, card)]
    yield from sorted(found, key=lambda card: (rules.is_wild(card), rules.value(card), card))


Ideas = RankIdeas | RunIdeas


def _cheapest_end(position: Position, end: End) -> Card | None:
    return next(ending_cards(position, end), None) if end else None


def _ideas(position: Position, aim: Aim, last: Card | None) -> Ideas | None:
    if aim.end and last is None:
        return None
    task = Task(position, aim.what, source_of(position))
    return RankIdeas(task, last) if plays_by_ranks(position.rules) else RunIdeas(task, last)


def _worth(ideas: Ideas, aim: Aim, plans: Iterable[Plan | None]) -> int | None:
    """The best of some plans by the referee's word."""
    best: int | None = None
    for plan in plans:
        if plan is None or not plan.laid:
            continue
        found = measure(ideas.task.start, aim.what, whole_move(ideas.task, plan))
        if found is None:
            continue
        if best is None or better(aim, found, best):
            best = found
        if aim.what is not Objective.BEST_SCORE:
            break
    return best
