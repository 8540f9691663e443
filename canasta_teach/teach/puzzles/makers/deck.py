"""A pack from which a maker takes the cards of a puzzle, and the table that it lays out with them."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final, NamedTuple

from canasta_teach.cards import Card, codes
from canasta_teach.game.layings import within_limits
from canasta_teach.players.solve import Objective
from canasta_teach.rulebook.ruleset import RuleSet
from canasta_teach.teach.puzzles.model import Aim, End

HIGH: Final = ("8", "9", "10", "J", "Q", "K")
LOW: Final = ("4", "5", "6", "7")
PLAIN: Final = ("A", *HIGH, *LOW)


MOST_CARDS: Final = 15
"""No hand has more cards: a fuller one is work, and no more of a puzzle."""
_SIZES: Final = {1: (5, 9), 2: (6, 11), 3: (7, 13), 4: (8, 14), 5: (9, 15)}
"""Fewest and most cards of a hand, by level."""


class Draft(NamedTuple):
    """What a maker makes: a position in the public format and an aim; nothing of it is proven yet."""

    position: dict[str, Any]
    aim: Aim


class Unmade(Exception):
    """The cards for a draft did not suffice; another throw of the dice may do better."""


class Making:
    """The making of one draft.

    Attributes:
        rng: where chance comes from.
        rules: the rule set.
        level: how hard it is meant to be, 1 to 5; how hard it is gets measured.
    """

    def __init__(self, rng: Random, rules: RuleSet, level: int) -> None:
        self.rng, self.rules, self.level = rng, rules, level
        bonus = rules.has("deck.red-threes")
        self._pool: dict[str, list[Card]] = {}
        for card in rules.deck():
            if not (bonus and card.is_red_three):
                self._pool.setdefault(card.rank, []).append(card)
        for some in self._pool.values():
            rng.shuffle(some)

    # -- chance ------------------------------------------------------------------------------------

    def chance(self, of: float) -> bool:
        """Whether something that happens so often (0 to 1) happens now."""
        return self.rng.random() < of

    def between(self, low: int, high: int) -> int:
        """A number of these bounds, both included."""
        return self.rng.randint(low, high)

    def ranks(
        self, many: int, among: tuple[str, ...] = PLAIN, but: Mapping[str, Any] | tuple[str, ...] = ()
    ) -> list[str]:
        """So many different ranks, by chance.

        Raises:
            Unmade: where there are not so many.
        """
        free = [rank for rank in among if rank not in but]
        if len(free) < many:
            raise Unmade
        return self.rng.sample(free, many)

    # -- cards -------------------------------------------------------------------------------------

    def take(self, rank: str, many: int) -> list[Card]:
        """Cards of a rank.

        Raises:
            Unmade: where the pack has not so many left.
        """
        pool = self._pool.get(rank, [])
        if len(pool) < many:
            raise Unmade
        return [pool.pop() for _ in range(many)]

    def card(self, rank: str, suit: str) -> Card:
        """A card of a rank and suit.

        Raises:
            Unmade: where the pack has none left.
        """
        found = next((card for card in self._pool.get(rank, ()) if card.suit == suit), None)
        if found is None:
            raise Unmade
        self._pool[rank].remove(found)
        return found

    def wilds(self, many: int, jokers: float = 0.35) -> list[Card]:
        """So many wild cards, each a joker with such a chance where the pack has one."""
        some: list[Card] = []
        for _ in range(many):
            joker = self._pool.get("JK") and self.chance(jokers)
            some += self.take("JK" if joker else "2", 1)
        return some

    def singles(self, many: int, but: Mapping[str, Any] | tuple[str, ...] = ()) -> list[Card]:
        """Natural cards of different ranks, one of each."""
        return [card for rank in self.ranks(many, but=but) for card in self.take(rank, 1)]

    def groups(self, sizes: Mapping[str, int]) -> list[Card]:
        """Of each rank so many cards."""
        return [card for rank, many in sizes.items() for card in self.take(rank, many)]

    def meld(self, rank: str, naturals: int, wilds: int = 0) -> list[Card]:
        """A meld to lie on the table, with as many of the wild cards as the rules let it have; three cards at least."""
        naturals = max(naturals, self.rules.p.min_naturals)
        while wilds and not within_limits(self.rules, rank, naturals, wilds):
            wilds -= 1
        naturals = max(naturals, self.rules.p.min_meld - wilds)
        return [*self.take(rank, naturals), *self.wilds(wilds, 0.25)]

    def sized(self, hand: list[Card], more: int = 0) -> list[Card]:
        """The hand, where it has as many cards as fit the level, or so many more.

        Raises:
            Unmade: where it has too few or too many.
        """
        low, high = _SIZES[self.level]
        if not low + more <= len(hand) <= min(high + more, MOST_CARDS):
            raise Unmade
        return hand

    # -- the table ---------------------------------------------------------------------------------

    def first_score(self) -> tuple[int, int]:
        """A score of a side that owes a minimum, and that minimum, in points; dear steps more often than cheap ones."""
        p = self.rules.p
        if self.rules.has("initial.vulnerable"):
            return 5 * self.between(p.vulnerable_from // 5, (p.target - 5) // 5), p.vulnerable_minimum
        steps = sorted(p.initial_steps, key=lambda step: step.from_ if step.from_ is not None else -10000)
        weights = [1 if step.minimum < 50 else 2 if step.minimum == 50 else 4 for step in steps]
        at = self.rng.choices(range(len(steps)), weights)[0]
        low = steps[at].from_
        high = (steps[at + 1].from_ or 0) if at + 1 < len(steps) else p.target
        if low is None:
            low = -300 if high <= 0 else 0
        return 5 * self.between(low // 5, (high - 5) // 5), steps[at].minimum

    def draft(
        self,
        what: Objective,
        hand: list[Card],
        *,
        end: End = "",
        score: int | None = None,
        melds: list[list[Card]] | None = None,
        pile: list[Card] | None = None,
        count: int = 0,
        **more: Any,
    ) -> Draft:
        """The draft.

        Args:
            what: the objective.
            hand: of the player on turn, in no order.
            end: how the turn must end.
            score: of the side, in points; 0 where it does not matter.
            melds: of the side.
            pile: its cards, top first; given, it has to be taken.
            count: how many cards the pile has where only its top is known.
            more: other keys of the position.
        """
        data: dict[str, Any] = {"rules": self.rules.key}
        if score:
            data["scores"] = [score, 0]
        if pile is None:
            data["phase"] = "play"
        data["hands"] = [codes(_sorted(hand)), None, None, None]
        if melds:
            data["melds"] = [[codes(meld) for meld in melds], []]
        if pile is not None:
            data["pile"] = {"top": pile[0].code, "count": count} if count else codes(pile)
        return Draft({**data, **more}, Aim(what, end))


def _sorted(hand: list[Card]) -> list[Card]:
    """As a player holds them: wild cards, then from aces down to fours, threes last."""
    order = {rank: place for place, rank in enumerate(("JK", "2", "A", *reversed(HIGH), *reversed(LOW), "3"))}
    return sorted(hand, key=lambda card: (order[card.rank], card.suit))
