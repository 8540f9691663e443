"""What a laying card by card is worth where it ends, and whether the rules let it leave what it leaves."""

from __future__ import annotations

from collections import Counter

from canasta_teach.cards import JOKER, UNKNOWN, Card
from canasta_teach.game.core.runs.cards import FIELD, NATURALS, SIZE_AT, UNIT, sized, unpack
from canasta_teach.players.solve.table import Node, Table
from canasta_teach.players.solve.task import CANASTAS, ENDINGS, POINTS, Objective, Task


class Ends:
    """The ends of the layings of a task; ``announced``: of a *relancinho*."""

    def __init__(self, task: Task, table: Table, *, announced: bool) -> None:
        self.task, self.rules, self.objective = task, task.rules, task.objective
        self.table, self.announced = table, announced

    def left(self, node: Node, jokers: int) -> tuple[int, Card | None]:
        """How many cards are left, two standing for more; and the one, if it is one."""
        many = node.left + (node.rest >> SIZE_AT)
        if many != 1:
            return min(many, 2), None
        natural = node.last or sized(node.rest & NATURALS * FIELD)
        if natural:
            return 1, unpack(natural)[0]
        if self.table.stays is not None:
            return 1, self.table.stays
        if self.table.jokers > jokers:
            return 1, JOKER
        laid = [card for some in self.table.laid(node, jokers) for card in some.cards]
        return 1, next((Counter(card for card in self.task.hand if card.rank == "2") - Counter(laid)).elements())

    def _allowed(self, node: Node, left: int, last: Card | None) -> bool:
        task = self.task
        if left > 1:
            return not node.threes
        if task.permission == "no":
            return False
        if node.have >= task.need:
            return True
        return left == 1 and node.have + 1 >= task.need and last is not None and self._completes(node, last)

    def _completes(self, node: Node, last: Card) -> bool:
        """Whether the last card makes a canasta of a meld that is none."""
        book, top = self.table.book, self.table.top
        new = [
            book.meld(cards + (top if top and number == 0 else 0))
            for number, (at, cards) in enumerate(node.parts)
            if at < 0
        ]
        melds = (*node.melds, *new)
        if self.announced:
            melds = (*melds, *Table(self.task).melds)
        if last is UNKNOWN:
            return any(meld.cards >> SIZE_AT == book.canasta_size - 1 for meld in melds)
        for meld in melds:
            grown = None if meld.canasta else book.grow(meld, UNIT[last])
            if grown is not None and grown.canasta:
                return True
        return False

    def _goes_out(self, node: Node, left: int, last: Card | None) -> bool:
        if left == 0:
            return True
        return (
            left == 1
            and node.have >= self.task.need
            and self.task.permission != "no"
            and (last is not UNKNOWN or self.announced)
        )

    def total(self, node: Node, jokers: int, left: int, last: Card | None) -> int | None:
        """All that is gained; ``None`` where the objective is not reached, or the rules do not allow it."""
        task, objective = self.task, self.objective
        worth = self.table.wild_points(node.wilds, jokers)
        if node.parts and node.worth + worth < task.due:
            return None
        if node.parts and not self._allowed(node, left, last):
            return None
        if self.announced:
            most = self.rules.p.relancinho_cards
            if sum(cards >> SIZE_AT for _, cards in node.parts) != most or left > 1:
                return None
        if objective is Objective.GOING_OUT:
            return 1 if self._goes_out(node, left, last) else None
        if objective is Objective.BEST_SCORE:
            total = node.gain + 2 * worth + (task.opening if node.parts else 0)
            if self._goes_out(node, left, last):
                total += task.out_bonus + (self.rules.value(last) if last is not None else 0)
                if not node.added and (node.parts or task.position.this_turn.laid):
                    total += task.concealed_bonus
                if self.announced and self.rules.has("score.relancinho"):
                    total += self.rules.p.relancinho
            return total
        if not node.parts or (objective in CANASTAS and not node.hit):
            return None
        if objective is Objective.MOST_POINTS_KEEPING and left < 2:
            return None
        return node.gain + worth if objective in POINTS else node.gain

    def discarded(self, node: Node, left: int, last: Card | None) -> Card | None:
        """The one card that is discarded to go out."""
        if self.announced or self.objective not in ENDINGS or left != 1 or not self._goes_out(node, left, last):
            return None
        return last
