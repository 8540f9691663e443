"""A laying that a search found, before it is an act of the notation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, Protocol

from canasta_teach.cards import Card
from canasta_teach.game.melds import read
from canasta_teach.game.moves import Act, Move, Part, Target
from canasta_teach.players.solve.task import Task


class Laid(NamedTuple):
    """Hand cards laid on one meld: on the side's meld ``meld`` (its index), or as a new one where that is ``None``.

    ``top`` tells that the top card of the pile goes with them.
    """

    meld: int | None
    cards: tuple[Card, ...]
    top: bool = False


class Plan(NamedTuple):
    """A laying: what is laid, the card discarded after it to go out, and whether it is announced."""

    laid: tuple[Laid, ...]
    discard: Card | None = None
    relancinho: bool = False


class Search(Protocol):
    """What a search of a task does.

    Attributes:
        explored: how many states the search has looked at so far.
        sure: every plan is legal and gains what it says. Else the referee has the last word on each, as where a promise
            to go out binds beyond what the search looks at.
    """

    explored: int
    sure: bool

    def best(self) -> int | None:
        """The most that any laying gains; ``None`` where none reaches the objective."""

    def again(self) -> Search:
        """Another search of the same task, which knows the best where this one does."""

    def plans(self) -> Iterator[tuple[int, Plan]]:
        """Layings and what they gain, the best first, none twice but for cards of a kind."""


def laying_act(task: Task, plan: Plan) -> Act:
    """The act of a plan that lays its cards; where it lays none, its discard, or the taking of a free pile.

    A free pile is taken and cards are laid in what the notation writes as one act, unless they are announced.
    """
    parts = tuple(_part(task, some) for some in plan.laid if not some.top)
    if plan.relancinho:
        return Act("relancinho", parts=parts)
    if task.after_take:
        return Act("take", parts=parts)
    top = next((some for some in plan.laid if some.top), None)
    if top is not None:
        return Act("take", cards=top.cards, onto=None if top.meld is None else _target(task, top.meld), parts=parts)
    if not parts and plan.discard is not None:
        return Act("discard", cards=(plan.discard,))
    return Act("lay", parts=parts)


def whole_move(task: Task, plan: Plan) -> Move:
    """The acts of a plan: the laying, and the last discard where there is one."""
    act = laying_act(task, plan)
    acts = [act]
    if plan.relancinho and task.after_take:
        acts.insert(0, Act("take"))
    if plan.discard is not None and act.kind != "discard":
        acts.append(Act("discard", cards=(plan.discard,)))
    return Move(tuple(acts))


def _part(task: Task, some: Laid) -> Part:
    return Part(some.cards, None if some.meld is None else _target(task, some.meld))


def _target(task: Task, index: int) -> Target:
    """The meld by its rank, where that names it alone; else by its index."""
    shape = read(task.melds[index], task.rules)
    names = [read(meld, task.rules) for meld in task.melds]
    alone = shape.kind == "set" and sum(one.kind == "set" and one.rank == shape.rank for one in names) == 1
    return Target(shape.rank if alone else f"#{index}")
