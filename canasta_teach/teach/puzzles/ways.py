"""Floor 3: one way to end a turn, with one card kept for the discard or as one likes, and the best that it reaches.

Of the ways that an aim leaves, :mod:`canasta_teach.teach.puzzles.prove` takes the best.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Final, NamedTuple

from msgspec.structs import replace

from canasta_teach.cards import UNKNOWN, Card
from canasta_teach.game.explain import number
from canasta_teach.game.moves import Act, Move
from canasta_teach.game.state import Position
from canasta_teach.i18n import translate
from canasta_teach.players.solve import Objective, Solution, Source, solve
from canasta_teach.players.solve.measure import measure
from canasta_teach.players.solve.plan import Plan, whole_move
from canasta_teach.players.solve.task import Task
from canasta_teach.rulebook import RuleSet
from canasta_teach.teach.puzzles.errors import InvalidPuzzle
from canasta_teach.teach.puzzles.model import Aim

_MOST_REFUSED: Final = 500
"""So many layings that the referee refuses are passed over at most, before a puzzle is given up."""


class Found(NamedTuple):
    """A best laying: the whole move, and what tells it from others but for cards of a kind.

    Where the aim has an end, another kind of discard makes another laying.
    """

    move: Move
    folded: object


class Way:
    """One way to end the turn: with this card as the discard, or as one likes.

    Attributes:
        card: the last discard; ``None`` for any, or none.
        hides: it lies in the hand, so that it cannot be laid.
        source: where the cards of the laying come from.
        value: the best that this way reaches.
    """

    def __init__(self, position: Position, aim: Aim, card: Card | None, *, source: Source, hides: bool) -> None:
        self.position, self.what, self.card, self.hides = position, aim.what, card, hides
        self.seen = _hidden(position, card) if hides and card is not None else position
        self.source: Source = source
        self.value = self.solution.value if card is None else self._value()

    @cached_property
    def solution(self) -> Solution:
        """The solver's word on the hand without the card."""
        return solve(self.seen, self.what, source=self.source)

    @property
    def _task(self) -> Task:
        return self.solution.task

    @cached_property
    def idle(self) -> bool:
        """Whether laying nothing is as good as the best: it is a way of its own where the score is counted."""
        if self.what is not Objective.BEST_SCORE or self.position.phase != "play":
            return False
        return self.solution.idle

    def _value(self) -> int | None:
        """The referee's word on the whole move, the discard included: the first that it allows is the best."""
        for _, found in self._legal():
            return found
        return None

    def best(self) -> Iterator[Found]:
        """Every laying that reaches the value."""
        for plan, value in self._legal():
            if value != self.value:
                return
            yield Found(self._move(plan), (self._kind, self._folded(plan)))

    def _legal(self) -> Iterator[tuple[Plan, int]]:
        """Layings that the referee allows and what they reach, the best first."""
        refused = 0
        for _, plan in self.solution.again().plans():
            if not plan.laid and plan.discard is None and not self._task.after_take:
                continue
            value = measure(self.position, self.what, self._move(plan))
            if value is not None:
                yield plan, value
                continue
            refused += 1
            if refused > _MOST_REFUSED:
                reason = translate("too many layings are refused here, so that the best cannot be told")
                raise InvalidPuzzle("position", reason)

    def _move(self, plan: Plan) -> Move:
        move = whole_move(self._task, plan)
        return move if self.card is None else Move((*move.acts, Act("discard", cards=(self.card,))))

    @property
    def _kind(self) -> str:
        return "" if self.card is None else kind_of(self.position.rules, self.card)

    def _folded(self, plan: Plan) -> object:
        rules = self.position.rules
        if rules.has("meld.sequence"):
            return plan
        parts = []
        for some in plan.laid:
            wilds = sum(map(rules.is_wild, some.cards))
            ranks = sorted(card.rank for card in some.cards if not rules.is_wild(card))
            parts.append((-1 if some.meld is None else some.meld, some.top, tuple(ranks), wilds))
        jokers = sum(card.rank == "JK" for some in plan.laid for card in some.cards)
        return tuple(sorted(parts)), jokers, plan.discard

    @property
    def words(self) -> str:
        """Why nothing is better this way."""
        proof = self.solution.proof
        if self.solution.value != self.value:
            proof = translate("Every laying was tried with this discard.")
        if self.card is None or not self.hides:
            return proof
        return translate("With {card} kept back for the discard: {proof}").format(card=self.card.label, proof=proof)

    @property
    def short(self) -> str:
        """What this way reaches, where another is told at length."""
        card = "" if self.card is None else self.card.label
        if self.value is None:
            return translate("With {card} kept back it is not reached at all.").format(card=card)
        text = translate("With {card} kept back the best is {value}.")
        return text.format(card=card, value=number(self.value))


def kind_of(rules: RuleSet, card: Card) -> str:
    """What a card is told from others by: its rank; where runs are melds, its suit too."""
    return card.code if rules.has("meld.sequence") else card.rank


def _hidden(position: Position, card: Card) -> Position:
    """The position with one card of the hand on turn not known, so that it stays."""
    hands = list(position.hands)
    hand = list(hands[position.turn] or ())
    hand[hand.index(card)] = UNKNOWN
    hands[position.turn] = tuple(hand)
    return replace(position, hands=tuple(hands))
