"""Why no laying is better, in a few words: a bound where one tells it, else that every way was looked at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from canasta_teach.cards import Card, labels
from canasta_teach.game.core import plays_by_ranks
from canasta_teach.game.explain import counted, number, rank_name
from canasta_teach.i18n import translate
from canasta_teach.players.solve.plan import Plan
from canasta_teach.players.solve.ranks import RankSearch
from canasta_teach.players.solve.table import fits_no_meld
from canasta_teach.players.solve.task import CANASTAS, MINIMUM, POINTS, Objective, Task
from canasta_teach.players.solve.ways import Way


class Bound(NamedTuple):
    """The most that a rank can do by itself, all wild cards given to it.

    Attributes:
        rank: the rank.
        points: of natural cards laid on it, the top card of the pile included.
        wilds: how many wild cards that takes at least.
        size: cards that its meld can come to.
        lies: cards of it that lie.
        stays: hand cards of it that stay whatever is laid.
        able: some card of the hand can be laid on it.
        topped: the top card of the pile is of it.
    """

    rank: str
    points: int
    wilds: int
    size: int
    lies: int
    stays: tuple[Card, ...]
    able: bool
    topped: bool


def proof(task: Task, value: int | None, plans: Sequence[Plan], explored: int) -> str:
    """The proof of a value.

    Args:
        task: what was solved.
        value: of its solution.
        plans: the best layings.
        explored: how many states the search has looked at.
    """
    return _Words(task, explored).of(value, plans)


class _Words:
    def __init__(self, task: Task, explored: int) -> None:
        self.task, self.rules, self.explored = task, task.rules, explored
        self.by_ranks = plays_by_ranks(task.rules)
        self.unusable = False
        self.bounds = self._bounds() if self.by_ranks else []
        wilds = [self.rules.value(card) for card in task.hand if self.rules.is_wild(card)]
        self.wilds = sorted(wilds, reverse=True)
        self.stuck = (
            tuple(card for bound in self.bounds for card in bound.stays) if self.by_ranks else fits_no_meld(task)
        )
        self.loose = list((Counter(task.hand) - Counter(self.stuck)).elements())

    def of(self, value: int | None, plans: Sequence[Plan]) -> str:
        task, objective = self.task, self.task.objective
        if task.barred:
            return translate("Nothing can be done with this pile.")
        if objective in MINIMUM and not task.due:
            return translate("No minimum is due, so there is none to reach.")
        if objective is Objective.BEST_SCORE and value is not None:
            text = translate("Every laying was looked at ({explored} states), and none scores more than {value}.")
            return text.format(explored=number(self.explored), value=number(value))
        if objective is Objective.GOING_OUT:
            return self._out(value, plans)
        if objective in CANASTAS:
            return self._canasta(value)
        if value is None:
            return self._nothing()
        if objective in POINTS:
            return self._points(value)
        if objective is Objective.MINIMUM_FEWEST_CARDS:
            return self._cards(value)
        return self._wilds(value)

    # -- bounds ------------------------------------------------------------------------------------

    def _bounds(self) -> list[Bound]:
        search = RankSearch(self.task)
        found = []
        for kind, held, each, ways, lies in search.ranks():
            own = self.task.top is not None and search.is_top(kind)
            top = self.rules.value(self.task.top) if own and self.task.top is not None else 0
            best = max(ways, key=lambda way: (way.naturals, -way.wilds), default=Way(0, 0, 0, 0, 0))
            size = max((way.naturals + way.wilds for way in ways), default=0) + lies + own
            rank = search.name(kind)
            points = best.naturals * each + top
            able = any(way.naturals or way.wilds or own for way in ways)
            self.unusable = self.unusable or (own and not ways)
            found.append(Bound(rank, points, best.wilds, size, lies, held[best.naturals :], able, own))
        return found

    def _sum(self, wilds: int) -> tuple[int, str]:
        """A bound on the points of a laying with so many wild cards at most: its sum, and how it comes to be."""
        if not self.by_ranks:
            natural = [card for card in self.loose if not self.rules.is_wild(card)]
            top = 0 if self.task.top is None else self.rules.value(self.task.top)
            total = self.rules.points(natural) + sum(self.wilds[:wilds]) + top
            text = translate("all that fits a meld {points}")
            if self.task.top is not None:
                text = translate("all that fits a meld, {top} of the pile included, {points}")
            return total, text.format(points=number(total), top=self._top())
        parts = []
        total = sum(self.wilds[:wilds])
        for bound in sorted(self.bounds, key=lambda bound: -bound.points):
            if bound.points and bound.wilds <= wilds:
                total += bound.points
                texts = {
                    (False, False): translate("{rank} {points}"),
                    (False, True): translate("{rank} {points} with the help of a wild card"),
                    (True, False): translate("{rank} {points} with {top} of the pile"),
                    (True, True): translate("{rank} {points} with {top} of the pile and the help of a wild card"),
                }
                text = texts[bound.topped, bound.wilds > 0]
                name = rank_name(bound.rank, 2)
                parts.append(text.format(rank=name, points=number(bound.points), top=self._top()))
        if self.wilds[:wilds]:
            text = translate("wild cards {points}")
            parts.append(text.format(points=number(sum(self.wilds[:wilds]))))
        listed = ", ".join(parts)
        if len(parts) > 1:
            listed = translate("{parts}; together {total}").format(parts=listed, total=number(total))
        return total, listed

    def _top(self) -> str:
        return "" if self.task.top is None else self.task.top.label

    def _looked_at(self) -> str:
        text = translate("Every way to share out the cards was looked at ({explored} states).")
        return text.format(explored=number(self.explored))

    # -- objectives --------------------------------------------------------------------------------

    def _nothing(self) -> str:
        total, parts = self._sum(len(self.wilds))
        due = self.task.due
        if self.unusable:
            return translate("This hand cannot use the top card of the pile.")
        if not (any(bound.able for bound in self.bounds) if self.by_ranks else self.loose):
            return translate("No cards of the hand make a meld or fit one.")
        if total < due:
            return translate("No laying reaches {due}: {parts}.").format(due=number(due), parts=parts)
        if due:
            text = translate("No laying that the rules allow reaches {due}. {looked}")
            return text.format(due=number(due), looked=self._looked_at())
        return translate("No laying is allowed. {looked}").format(looked=self._looked_at())

    def _points(self, value: int) -> str:
        total, parts = self._sum(len(self.wilds))
        if total <= value:
            return translate("There is no more to lay: {parts}.").format(parts=parts)
        if not self.by_ranks:
            text = translate("All that fits a meld counts {total}; but no laying reaches more than {value}. {looked}")
            if self.task.top is not None:
                text = translate(
                    "All that fits a meld, {top} of the pile included, counts {total}; but no laying reaches more than "
                    "{value}. {looked}"
                )
            total_text = number(total)
            return text.format(total=total_text, value=number(value), looked=self._looked_at(), top=self._top())
        text = translate("By themselves {parts}; but no laying reaches more than {value}. {looked}")
        return text.format(parts=parts, value=number(value), looked=self._looked_at())

    def _cards(self, value: int) -> str:
        dearest = sorted(map(self.rules.value, self.loose), reverse=True)
        most = sum(dearest[: value - 1]) + self.task.top_counts
        if most < self.task.due:
            text = translate("Fewer cards do not reach {due}: the dearest {number} that can be laid count {most}.")
            if self.task.top is not None:
                text = translate(
                    "Fewer cards do not reach {due}: the dearest {number} of the hand that can be laid count {most}."
                )
            if self.task.top_counts:
                text = translate(
                    "Fewer cards do not reach {due}: the dearest {number} of the hand that can be laid and {top} of "
                    "the pile count {most}."
                )
            cards, reach = counted(value - 1, "card"), number(most)
            return text.format(due=number(self.task.due), number=cards, most=reach, top=self._top())
        text = translate("No laying of fewer than {number} reaches {due}. {looked}")
        return text.format(number=counted(value, "card"), due=number(self.task.due), looked=self._looked_at())

    def _wilds(self, value: int) -> str:
        if value == 0:
            return translate("Fewer than none there cannot be.")
        total, parts = self._sum(value - 1)
        due = self.task.due
        if self.by_ranks and total < due and parts:
            return translate("Fewer wild cards do not reach {due}: {parts}.").format(due=number(due), parts=parts)
        text = translate("No laying with fewer wild cards reaches {due}. {looked}")
        return text.format(due=number(due), looked=self._looked_at())

    def _canasta(self, value: int | None) -> str:
        size = self.rules.p.canasta_size
        if value is None:
            small = [f"{rank_name(bound.rank, 2)} {bound.size}" for bound in self.bounds]
            if small and all(bound.size < size or bound.lies >= size for bound in self.bounds):
                text = translate("No new canasta: of the {size} cards that it takes there are at most: {parts}.")
                return text.format(size=number(size), parts=", ".join(small))
            return translate("No laying makes such a canasta. {looked}").format(looked=self._looked_at())
        if self.by_ranks and self.task.top is None:
            lacking = min((size - bound.lies for bound in self.bounds if bound.lies < size <= bound.size), default=0)
            if lacking == value:
                text = translate("The meld that is nearest lacks {number}.")
                return text.format(number=counted(value, "card"))
        text = translate("No laying of fewer than {number} makes such a canasta. {looked}")
        return text.format(number=counted(value, "card"), looked=self._looked_at())

    def _out(self, value: int | None, plans: Sequence[Plan]) -> str:
        task = self.task
        if value is not None and plans:
            last = plans[0].discard
            if last is None:
                return translate("All cards of the hand are laid, and the side has the canastas that it needs.")
            return translate("All cards but {card} are laid, and that one is discarded.").format(card=last.label)
        if task.permission == "no":
            return translate("The partner has said no.")
        if len(self.stuck) > 1:
            text = translate("{cards} fit no meld, and only one card may be discarded.")
            return text.format(cards=labels(self.stuck))
        lacking = task.need - task.have
        small = self.by_ranks and all(
            bound.size < self.rules.p.canasta_size or bound.lies >= self.rules.p.canasta_size for bound in self.bounds
        )
        if lacking > 0 and small:
            text = translate("The side lacks {canastas}, and no meld can come to {size} cards.")
            return text.format(canastas=counted(lacking, "canasta"), size=self.rules.p.canasta_size)
        text = translate("No way to lay all cards but one is allowed. {looked}")
        if task.takes and task.others:
            text = translate(
                "No way to lay all cards but one is allowed, and of the pile only the top card is laid. {looked}"
            )
        return text.format(looked=self._looked_at())
