"""Exact search, card by card, where ranks do not fall apart: games with runs, or with several melds of a rank.

The first natural card not yet placed is left in the hand, put on a meld that lies, or starts a new set or run with
other cards; wild cards not used in that way are placed last. States met before are not searched again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from canasta_teach.cards import ALL_CARDS, JOKER, Card
from canasta_teach.game.layings import Goal, completes_canasta, enough_from_hand, keeps_limits, within_limits
from canasta_teach.game.melds import PLACES, canasta_kind, read
from canasta_teach.rulebook.ruleset import RuleSet

Meld = tuple[Card, ...]
_BY_SUIT: dict[tuple[str, int], Card] = {(c.suit, PLACES[c.rank]): c for c in ALL_CARDS}


def can_cover(rules: RuleSet, melds: Sequence[Meld], hand: Sequence[Card], goal: Goal) -> bool:
    """Whether some laying of cards of ``hand`` onto and beside ``melds`` reaches the goal in one act."""
    return _Cover(rules, melds, hand, goal).found()


class _Cover:
    def __init__(self, rules: RuleSet, melds: Sequence[Meld], hand: Sequence[Card], goal: Goal) -> None:
        self.rules, self.goal = rules, goal
        bonus = rules.has("deck.red-threes")
        self.black_threes_stay = rules.has("meld.black-threes") and not goal.any_end
        self.merges = rules.has("meld.one-per-rank")
        self.hand = Counter(c for c in hand if not (bonus and c.is_red_three))
        self.lying = len(melds)
        self.old = tuple(tuple(m) for m in melds)
        self.start = rules.value(goal.top) if goal.top is not None and rules.has("initial.top-card") else 0
        self.seen: set[object] = set()

    def found(self) -> bool:
        goal = self.goal
        if goal.top is None:
            return self._place(self.hand, self.old, 0, 0)
        if self.rules.is_wild(goal.top) or (self.black_threes_stay and goal.top.is_black_three):
            return False
        return any(
            self._place(rest, melds, 0, worth)
            for rest, melds, worth in self._uses(goal.top, self.hand, self.old)
            if self._top_is_used_well(melds)
        )

    def _top_is_used_well(self, melds: tuple[Meld, ...]) -> bool:
        """The top card's own meld takes enough cards from the hand; wild cards that come later are not counted."""
        goal = self.goal
        top = goal.top
        if top is None:
            return True
        at = next(i for i, m in enumerate(melds) if i >= self.lying or m != self.old[i])
        added = list(melds[at][len(self.old[at]) :] if at < self.lying else melds[at])
        added.remove(top)
        if goal.natural_pair:
            return sum(c.rank == top.rank for c in added) >= 2
        wilds = sum(map(self.rules.is_wild, added))
        return at < self.lying or enough_from_hand(self.rules, len(added) - wilds, wilds)

    # -- placing -----------------------------------------------------------------------------------

    def _place(self, rest: Counter[Card], melds: tuple[Meld, ...], left: int, worth: int) -> bool:
        goal = self.goal
        if goal.most_left is not None and left > goal.most_left:
            return False
        if goal.needed:
            possible = worth + self.start + sum(self.rules.value(c) * n for c, n in rest.items())
            if possible < goal.needed:
                return False
        key = (frozenset(rest.items()), tuple(tuple(sorted(m)) for m in melds), left)
        if key in self.seen:
            return False
        self.seen.add(key)
        card = min((c for c in rest if not self.rules.is_wild(c)), default=None)
        if card is None:
            return self._place_wilds(rest, melds, left, worth)
        without = _less(rest, (card,))
        stays = self.black_threes_stay and card.is_black_three
        if not stays and any(
            self._place(after, then, left, worth + self.rules.value(card) + more)
            for after, then, more in self._uses(card, without, melds)
        ):
            return True
        return self._place(without, melds, left + 1, worth)

    def _uses(
        self, card: Card, rest: Counter[Card], melds: tuple[Meld, ...]
    ) -> Iterator[tuple[Counter[Card], tuple[Meld, ...], int]]:
        """Ways to lay ``card``: cards left, melds then, and points of the other cards laid with it."""
        for at, meld in enumerate(melds):
            if self._fits(card, meld):
                yield rest, (*melds[:at], (*meld, card), *melds[at + 1 :]), 0
                if card is self.goal.top:
                    yield from self._with_hand(card, rest, melds, at)
        for group in self._sets(card, rest):
            yield _less(rest, group), (*melds, (card, *group)), self.rules.points(group)
        if self.rules.has("meld.sequence"):
            for group in self._runs(card, rest):
                yield _less(rest, group), (*melds, (card, *group)), self.rules.points(group)

    def _with_hand(
        self, top: Card, rest: Counter[Card], melds: tuple[Meld, ...], at: int
    ) -> Iterator[tuple[Counter[Card], tuple[Meld, ...], int]]:
        """The top card onto a meld together with hand cards of its rank, as a frozen pile asks."""
        same = sorted(c for c in rest.elements() if c.rank == top.rank)
        for size in range(1, len(same) + 1):
            for group in sorted(set(combinations(same, size))):
                grown = (*melds[at], top, *group)
                yield _less(rest, group), (*melds[:at], grown, *melds[at + 1 :]), self.rules.points(group)

    def _fits(self, card: Card, meld: Meld) -> bool:
        """The card may be of this meld, once others have joined it."""
        naturals = [c for c in meld if not self.rules.is_wild(c)]
        if all(c.rank == card.rank for c in naturals):
            return True
        # One natural card with wild ones is a set that may yet become a run.
        return (
            self.rules.has("meld.sequence")
            and all(c.suit == card.suit for c in naturals)
            and all(c.rank == "A" or naturals.count(c) == 1 for c in naturals)
            and (card not in naturals or card.rank == "A")
        )

    def _sets(self, card: Card, rest: Counter[Card]) -> Iterator[Meld]:
        same = sorted(c for c in rest.elements() if c.rank == card.rank)
        wilds = sorted(c for c in rest.elements() if self.rules.is_wild(c))
        for size in range(len(same) + 1):
            for group in sorted(set(combinations(same, size))):
                for more in range(len(wilds) + 1):
                    if not within_limits(self.rules, card.rank, 1 + size, more):
                        break
                    if 1 + size + more < self.rules.p.min_meld:
                        continue
                    for wild in sorted(set(combinations(wilds, more))):
                        yield (*group, *wild)

    def _runs(self, card: Card, rest: Counter[Card]) -> Iterator[Meld]:
        wilds = sorted(c for c in rest.elements() if self.rules.is_wild(c))
        most = len(wilds) if self.rules.p.max_wilds is None else min(self.rules.p.max_wilds, len(wilds))
        places = (1, 14) if card.rank == "A" else (PLACES[card.rank],)
        met: set[Meld] = set()
        for own in places:
            for low in range(1, own + 1):
                for high in range(max(own, low + self.rules.p.min_sequence - 1), 15):
                    for group in self._fill(card.suit, [p for p in range(low, high + 1) if p != own], rest, most):
                        for wild in sorted(set(combinations(_wild_left(wilds, group), high - low - len(group)))):
                            whole = (*group, *wild)
                            if whole not in met:
                                met.add(whole)
                                if keeps_limits(self.rules, (card, *whole), (card, *whole)):
                                    yield whole

    def _fill(self, suit: str, places: list[int], rest: Counter[Card], most: int) -> Iterator[Meld]:
        """Natural cards for the places of a run, leaving at most ``most`` places to wild cards."""
        have = [_BY_SUIT[suit, 14 if p == 1 else p] for p in places]
        free = [c for c in have if rest[c] and not (self.black_threes_stay and c.is_black_three)]
        gaps = len(places) - len(free)
        if gaps > most:
            return
        for skip in range(most - gaps + 1):
            for out in combinations(range(len(free)), skip):
                yield tuple(c for i, c in enumerate(free) if i not in out)

    # -- wild cards and the end --------------------------------------------------------------------

    def _place_wilds(self, rest: Counter[Card], melds: tuple[Meld, ...], left: int, worth: int) -> bool:
        card = min(rest, default=None)
        if card is None:
            return self._reached(melds, left, worth)
        without = _less(rest, (card,))
        most = self.rules.p.max_wilds
        for at, meld in enumerate(melds):
            # A two may yet be natural in a run, so one more than the limit is tried.
            if most is None or sum(map(self.rules.is_wild, meld)) <= most:
                grown = (*melds[:at], (*meld, card), *melds[at + 1 :])
                if self._next_wild(without, grown, left, worth + self.rules.value(card)):
                    return True
        own_run = self.rules.p.min_naturals <= 1 and card is not JOKER
        if own_run and self._next_wild(without, (*melds, (card,)), left, worth + self.rules.value(card)):
            return True
        return self._next_wild(without, melds, left + 1, worth)

    def _next_wild(self, rest: Counter[Card], melds: tuple[Meld, ...], left: int, worth: int) -> bool:
        key = (frozenset(rest.items()), tuple(tuple(sorted(m)) for m in melds), left, "wild")
        if key in self.seen or (self.goal.most_left is not None and left > self.goal.most_left):
            return False
        self.seen.add(key)
        return self._place_wilds(rest, melds, left, worth)

    def _reached(self, melds: tuple[Meld, ...], left: int, worth: int) -> bool:
        goal = self.goal
        if left < goal.least_left or (goal.most_left is not None and left > goal.most_left):
            return False
        if worth + self.start < goal.needed:
            return False
        if self.merges and self._unmerged(melds):
            return False
        for i, meld in enumerate(melds):
            added = meld if i >= self.lying else meld[len(self.old[i]) :]
            if added and not keeps_limits(self.rules, meld, added):
                return False
        have = sum(canasta_kind(m, self.rules) is not None for m in melds)
        if goal.completes is not None:
            return have + 1 >= goal.canastas and completes_canasta(self.rules, melds, goal.completes)
        return have >= goal.canastas

    def _unmerged(self, melds: tuple[Meld, ...]) -> bool:
        """A new meld of one rank lies beside another of that rank: merged into one, it is searched elsewhere."""
        ranks = [shape.rank for shape in (read(m, self.rules) for m in self.old) if shape.kind == "set"]
        for meld in melds[self.lying :]:
            named = {c.rank for c in meld if not self.rules.is_wild(c)}
            if len(named) == 1:
                ranks.extend(named)
        return len(set(ranks)) < len(ranks)


def _less(cards: Counter[Card], gone: Sequence[Card]) -> Counter[Card]:
    left = cards.copy()
    for card in gone:
        left[card] -= 1
        if not left[card]:
            del left[card]
    return left


def _wild_left(wilds: Sequence[Card], used: Sequence[Card]) -> list[Card]:
    left = list(wilds)
    for card in used:
        if card in left:
            left.remove(card)
    return left
