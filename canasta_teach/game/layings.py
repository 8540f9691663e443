"""Exact search: is there a laying from this hand that reaches a goal?

Ranks fall apart but for the wild cards that they share, so a table over (hand cards left, canastas, jokers, twos)
filled rank by rank finds every reachable end and the most points for it. Games with runs, or with several melds of
a rank, are searched card by card in :mod:`canasta_teach.game.core.runs.reach`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from canasta_teach.cards import RANKS, Card
from canasta_teach.game.melds import canasta_kind, read
from canasta_teach.rulebook.ruleset import RuleSet


class Goal(NamedTuple):
    """What a laying in one act has to reach.

    Attributes:
        needed: points that it must count.
        least_left, most_left: bounds on the number of hand cards not laid.
        canastas: completed canastas that the side must then have.
        top: a card that must be laid too, beside those from the hand (the top of the pile).
        natural_pair: the top card must go down with two natural cards of its rank from the hand.
        completes: a further card that must then complete a canasta (the one card left).
        any_end: black threes may be laid (the act leaves at most one card in all).
    """

    needed: int = 0
    least_left: int = 0
    most_left: int | None = None
    canastas: int = 0
    top: Card | None = None
    natural_pair: bool = False
    completes: Card | None = None
    any_end: bool = False


class _Way(NamedTuple):
    """One way to use a rank: hand naturals and wild cards laid, whether it is a canasta then, and ``completes``."""

    naturals: int
    wilds: int
    canasta: bool
    completes: bool


def can_lay(rules: RuleSet, melds: Sequence[tuple[Card, ...]], hand: Sequence[Card], goal: Goal) -> bool:
    """Whether some laying of cards of ``hand`` onto and beside the side's ``melds`` reaches the goal in one act."""
    if rules.has("meld.sequence") or not rules.has("meld.one-per-rank"):
        from canasta_teach.game.core.runs.reach import can_reach

        return can_reach(rules, melds, hand, goal)
    return _Search(rules, melds, hand, goal).found()


class _Search:
    def __init__(self, rules: RuleSet, melds: Sequence[tuple[Card, ...]], hand: Sequence[Card], goal: Goal) -> None:
        self.rules, self.goal = rules, goal
        bonus = rules.has("deck.red-threes")
        hand = [c for c in hand if not (bonus and c.is_red_three)]
        self.total = len(hand)
        wild = [c for c in hand if rules.is_wild(c)]
        self.jokers = sum(c.rank == "JK" for c in wild)
        self.twos = len(wild) - self.jokers
        self.naturals = Counter(c.rank for c in hand if not rules.is_wild(c))
        self.value = {c.rank: rules.value(c) for c in hand}
        self.down: dict[str, tuple[int, int]] = {}
        for meld in melds:
            shape = read(meld, rules)
            self.down[shape.rank] = (len(shape.naturals), len(shape.wilds))
        if goal.top is not None:
            self.value.setdefault(goal.top.rank, rules.value(goal.top))

    def found(self) -> bool:
        goal = self.goal
        top_rank = goal.top.rank if goal.top is not None else None
        if goal.top is not None and self.rules.is_wild(goal.top):
            return False
        # (natural cards left, canastas, jokers used, twos used, a meld that the last card completes) -> most points
        most_wanted = goal.canastas
        slack = self.total if goal.most_left is None else goal.most_left
        cap = max(goal.least_left, slack + 1 if goal.most_left is not None else 0)
        start = self.rules.value(goal.top) if goal.top is not None and self.rules.has("initial.top-card") else 0
        states: dict[tuple[int, int, int, int, bool], int] = {(0, 0, 0, 0, False): start}
        jv, tv = self.value.get("JK", 0), self.value.get("2", 0)
        ranks = [r for r in RANKS if self.naturals[r] or r in self.down or r == top_rank]
        # The top card's rank first, since often it has no way; then the dear ones, which reach a minimum soonest.
        ranks.sort(key=lambda r: (r != top_rank, -self.value.get(r, 0)))
        ahead = sum(self.naturals.values())
        for rank in ranks:
            held = self.naturals[rank]
            ahead -= held
            ways = list(self._ways(rank, held, rank == top_rank))
            if rank == "3" and self.rules.has("meld.black-threes") and not goal.any_end:
                ways = [w for w in ways if not (w.naturals or w.wilds or rank == top_rank)]
            after: dict[tuple[int, int, int, int, bool], int] = {}
            each = self.value.get(rank, 0)
            for (left, have, j, t, done), pts in states.items():
                for way in ways:
                    left2 = min(left + held - way.naturals, cap)
                    if goal.most_left is not None and left2 > slack:
                        continue
                    have2 = min(have + way.canasta, most_wanted)
                    pts2 = pts + way.naturals * each
                    done2 = done or way.completes
                    for dj in range(max(0, way.wilds - (self.twos - t)), min(way.wilds, self.jokers - j) + 1):
                        dt = way.wilds - dj
                        key = (left2, have2, j + dj, t + dt, done2)
                        worth = pts2 + dj * jv + dt * tv
                        if after.get(key, -1) < worth:
                            after[key] = worth
            states = after
            if goal.most_left is None and any(self._reached(key, pts, ahead) for key, pts in states.items()):
                # The ranks to come may all stay in the hand.
                return True
            if not states:
                return False
        return any(self._reached(key, pts) for key, pts in states.items())

    def _reached(self, key: tuple[int, int, int, int, bool], pts: int, ahead: int = 0) -> bool:
        goal = self.goal
        left = ahead + key[0] + self.jokers - key[2] + self.twos - key[3]
        return (
            left >= goal.least_left
            and (goal.most_left is None or left <= goal.most_left)
            and key[1] + (goal.completes is not None and key[4]) >= goal.canastas
            and (goal.completes is None or key[4])
            and pts >= goal.needed
        )

    def _ways(self, rank: str, held: int, is_top: bool) -> Iterator[_Way]:
        rules, goal, p = self.rules, self.goal, self.rules.p
        naturals, wilds = self.down.get(rank, (0, 0))
        is_down = rank in self.down
        extra = 1 if is_top else 0
        most = self.jokers + self.twos
        if p.max_wilds is not None and rules.has("meld.max-wilds"):
            most = max(0, min(most, p.max_wilds - wilds))
        for k in range(held + 1):
            for w in range(most + 1):
                n, v = naturals + extra + k, wilds + w
                if not (k or w or extra):
                    size = n + v
                    yield _Way(0, 0, is_down and self._canasta(n, v), is_down and self._completed(rank, n, v))
                    continue
                if is_top and goal.natural_pair and k < 2:
                    continue
                if is_top and not is_down and not enough_from_hand(rules, k, w):
                    continue
                size = n + v
                if size < p.min_meld or not within_limits(rules, rank, n, v):
                    continue
                yield _Way(k, w, self._canasta(n, v), self._completed(rank, n, v))

    def _canasta(self, naturals: int, wilds: int) -> bool:
        kind = "mixed" if wilds else "natural"
        big = naturals + wilds >= self.rules.p.canasta_size
        return big and self.rules.has("canasta.size") and self.rules.has(f"canasta.{kind}")

    def _completed(self, rank: str, naturals: int, wilds: int) -> bool:
        """The goal's further card makes this meld a canasta that it was not."""
        last = self.goal.completes
        if last is None or not (naturals or wilds) or self._canasta(naturals, wilds):
            return False
        if self.rules.is_wild(last):
            wilds += 1
        elif last.rank == rank:
            naturals += 1
        else:
            return False
        return within_limits(self.rules, rank, naturals, wilds) and self._canasta(naturals, wilds)


def enough_from_hand(rules: RuleSet, naturals: int, wilds: int) -> bool:
    """Whether so many natural and wild cards of the hand make a new meld with the top card of the pile."""
    if not rules.has("pile.two-from-hand"):
        return True
    return naturals > 0 and naturals + wilds >= rules.p.hand_cards_to_take


def within_limits(rules: RuleSet, rank: str, naturals: int, wilds: int) -> bool:
    """Whether a set of a rank with so many natural and wild cards keeps the limits of the rule set."""
    p = rules.p
    if rules.has("meld.min-naturals") and naturals < p.min_naturals:
        return False
    if rules.has("meld.max-wilds"):
        if p.max_wilds is not None and wilds > p.max_wilds:
            return False
        if p.wilds_at_most_naturals and wilds > naturals:
            return False
    if rank == "3" and wilds and (rules.has("meld.wilds-not-threes") or p.black_threes_at_end == "naturals"):
        return False
    if rank == "3" and rules.has("meld.black-threes") and p.black_threes_at_end == "never":
        return False
    return p.max_meld is None or not rules.has("meld.size") or naturals + wilds <= p.max_meld


def keeps_limits(rules: RuleSet, cards: Sequence[Card], added: Sequence[Card]) -> bool:
    """Whether cards, of which ``added`` are laid now, are a set or a run within the limits of the rule set."""
    p = rules.p
    shape = read(cards, rules)
    naturals, wilds = len(shape.naturals), len(shape.wilds)
    if len(cards) < p.min_meld or shape.kind is None:
        return False
    if shape.kind == "set":
        return within_limits(rules, shape.rank, naturals, wilds)
    if p.black_threes_at_end == "never" and rules.has("meld.black-threes") and any(c.is_black_three for c in added):
        return False
    if rules.has("meld.min-naturals") and naturals < p.min_naturals:
        return False
    if not rules.has("meld.max-wilds"):
        return True
    return (p.max_wilds is None or wilds <= p.max_wilds) and not (p.wilds_at_most_naturals and wilds > naturals)


def completes_canasta(rules: RuleSet, melds: Sequence[tuple[Card, ...]], last: Card) -> bool:
    """Whether one card, added to one of these melds as the limits allow, makes a canasta that was not there."""
    for meld in melds:
        if canasta_kind(meld, rules) is not None:
            continue
        grown = (*meld, last)
        if canasta_kind(grown, rules) is None:
            continue
        if keeps_limits(rules, grown, (last,)):
            return True
    return False
