"""First ideas in games of ranks; see :mod:`canasta_teach.teach.puzzles.first_ideas`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from canasta_teach.cards import Card
from canasta_teach.game.layings import within_limits
from canasta_teach.game.melds import read
from canasta_teach.players.solve.plan import Laid, Plan
from canasta_teach.players.solve.task import CANASTAS, KEPT, MINIMUM, Objective, Task
from canasta_teach.teach.puzzles.first_promise import promise

_THREES: Final = "3"

Cards = dict[str, list[Card]]
"""Hand cards laid, by rank; the order is that of laying."""


class RankIdeas:
    """The first idea and the second looks of a task.

    Args:
        task: what is asked.
        last: the card that is kept for the discard; ``None`` where any will do.
    """

    def __init__(self, task: Task, last: Card | None = None) -> None:
        self.task, self.rules, self.last = task, task.rules, last
        hand = list(task.hand)
        if last is not None:
            hand.remove(last)
        value = self.rules.value
        self.wilds = sorted(filter(self.rules.is_wild, hand), key=lambda card: -value(card))
        self.naturals: Cards = {}
        for card in hand:
            if not self.rules.is_wild(card):
                self.naturals.setdefault(card.rank, []).append(card)
        self.lies: dict[str, tuple[int, int, int]] = {}
        for index, meld in enumerate(task.melds):
            shape = read(meld, self.rules)
            self.lies[shape.rank] = index, len(shape.naturals), len(shape.wilds)
        self.top = "" if task.top is None else task.top.rank
        if self.top:
            self.naturals.setdefault(self.top, [])
        self.size = len(task.hand) + len(task.others)
        ranks = [rank for rank in self.naturals if rank != _THREES]
        self.order = sorted(ranks, key=lambda rank: (rank != self.top, -self._value(rank), -len(self.naturals[rank])))

    # -- the ideas ---------------------------------------------------------------------------------

    def first(self) -> Plan | None:
        """The first idea; ``None`` where it comes to nothing."""
        if self.task.objective in CANASTAS:
            return next((plan for rank in self._targets() if (plan := self._canasta(rank))), None)
        return self._plan(self._spread(self.order))

    def looks(self) -> Iterator[Plan | None]:
        """Ways in which one thing is done otherwise."""
        if self.task.objective in CANASTAS:
            for target in self._targets():
                for order, more in self._others():
                    yield self._canasta(target, order, more)
            return
        for order, more in self._others():
            yield self._plan(self._spread(order, more))
        if self.task.objective in MINIMUM:
            return
        yield self._plan(self._spread(self.order, spare=True))
        yield self._plan(self._spread([rank for rank in self.order if rank not in self.lies or rank == self.top]))
        for rank in self._targets():
            filled = self._filled(rank)
            if filled:
                yield self._plan(self._spread(self.order, laid=filled))

    def promise(self, plan: Plan) -> int:
        """How good a plan looks: more is better."""
        return promise(self.task, plan, self._bonuses(plan))

    def _others(self) -> Iterator[tuple[list[str], str]]:
        for rank in self.order:
            rest = [one for one in self.order if one != rank]
            yield [rank, *rest], ""
            yield self.order, rank
            yield [rank, *rest], rank
            if rank != self.top:
                yield rest, ""

    def _targets(self) -> list[str]:
        """Ranks in which a canasta is sought, that of most cards first."""
        ranks = dict.fromkeys((*self.naturals, *self.lies))
        many = {rank: len(self.naturals.get(rank, ())) + sum(self.lies.get(rank, (0, 0, 0))[1:]) for rank in ranks}
        return sorted((rank for rank in ranks if rank != _THREES), key=lambda rank: (-many[rank], -self._value(rank)))

    # -- laying ------------------------------------------------------------------------------------

    def _spread(self, order: Sequence[str], more: str = "", laid: Cards | None = None, *, spare: bool = False) -> Cards:
        """Rank by rank, all that it has; then the wild cards that are left, unless these are to be spared.

        Args:
            order: of the ranks.
            more: a rank that takes one wild card more.
            laid: what is laid before; it stays so.
            spare: whether to keep the wild cards that no pair needs.
        """
        laid = {rank: list(some) for rank, some in (laid or {}).items()}
        fixed = tuple(laid)
        minimum = bool(self.task.due) and self.task.objective in MINIMUM | CANASTAS
        wilds = self._left(laid)
        for rank in order:
            if minimum and self._counts(laid) >= self.task.due and (not self.top or self.top in laid):
                break
            if rank not in fixed:
                self._lay_rank(laid, rank, wilds)
                if rank == more and rank in laid and wilds:
                    self._add_wild(laid, rank, wilds)
        if minimum:
            for rank in laid:
                while wilds and self._counts(laid) < self.task.due and self._add_wild(laid, rank, wilds):
                    pass
            return self._trimmed(laid, fixed)
        if not spare:
            self._join_longest(laid, wilds)
        return self._with_threes(laid)

    def _lay_rank(self, laid: Cards, rank: str, wilds: list[Card]) -> None:
        """All natural cards of a rank, two of them with a wild card."""
        naturals = self.naturals[rank]
        if not naturals and not (rank == self.top and rank in self.lies):
            return
        n, w = self._on_table(rank)
        n += len(naturals)
        if n + w >= self.rules.p.min_meld:
            laid[rank] = list(naturals)
        elif wilds and n >= self.rules.p.min_naturals and within_limits(self.rules, rank, n, w + 1):
            laid[rank] = [*naturals, wilds.pop(0)]

    def _join_longest(self, laid: Cards, wilds: list[Card]) -> None:
        """The wild cards that are left, to the longest melds that are no natural canastas."""
        longest = sorted(laid, key=lambda rank: -len(laid[rank]) - sum(self._on_table(rank)))
        for rank in (*longest, *(rank for rank in self.lies if rank not in laid)):
            if self._is_natural_canasta(laid, rank):
                continue
            laid.setdefault(rank, [])
            while wilds and self._add_wild(laid, rank, wilds):
                pass

    def _is_natural_canasta(self, laid: Cards, rank: str) -> bool:
        n, w = self._together(laid, rank)
        return not w and n >= self.rules.p.canasta_size

    def _lacks(self, rank: str) -> int:
        """How many wild cards a canasta of a rank takes beside all natural cards; 0 and less: none."""
        return self.rules.p.canasta_size - sum(self._on_table(rank)) - len(self.naturals.get(rank, ()))

    def _filled(self, rank: str) -> Cards | None:
        """All natural cards of a rank, and wild cards up to a canasta; ``None`` where it does not come to one."""
        naturals = self.naturals.get(rank, [])
        n, w = self._on_table(rank)
        lacking = self._lacks(rank)
        if not 0 < lacking <= len(self.wilds) or not within_limits(self.rules, rank, n + len(naturals), w + lacking):
            return None
        return {rank: [*naturals, *self.wilds[-lacking:]]}

    def _add_wild(self, laid: Cards, rank: str, wilds: list[Card]) -> bool:
        n, w = self._together(laid, rank)
        if not within_limits(self.rules, rank, n, w + 1):
            return False
        laid[rank].append(wilds.pop(0))
        return True

    def _with_threes(self, laid: Cards) -> Cards:
        """Black threes too, where they are all that is left but for one card."""
        threes = self.naturals.get(_THREES, [])
        left = self.size - sum(map(len, laid.values()))
        if len(threes) >= self.rules.p.min_meld and left - len(threes) <= 1 and self.top != _THREES:
            return {**laid, _THREES: list(threes)}
        return laid

    def _trimmed(self, laid: Cards, fixed: Sequence[str]) -> Cards:
        """What the minimum does not need taken back: wild cards where they are to be saved, then the cheapest."""
        save = self.task.objective is Objective.MINIMUM_FEWEST_WILDS
        value = self.rules.value
        cards = [(rank, card) for rank, some in laid.items() if rank not in fixed for card in some]
        for rank, card in sorted(
            cards, key=lambda one: (save and not self.rules.is_wild(one[1]), value(one[1]) * (-1 if save else 1))
        ):
            if self._counts(laid) - value(card) < self.task.due:
                continue
            rest = list(laid[rank])
            rest.remove(card)
            if self._proper(rank, rest):
                laid[rank] = rest
        return laid

    def _canasta(self, rank: str, order: Sequence[str] | None = None, more: str = "") -> Plan | None:
        """A canasta of this rank with the fewest cards of the hand, natural ones first; others for the minimum."""
        kind = self.task.sought
        n, w = self._on_table(rank)
        lacking = self.rules.p.canasta_size - n - w
        if lacking <= 0 or (kind == "concealed" and rank in self.lies) or (kind == "natural" and w):
            return None
        least = 1 if kind == "mixed" and not w else 0
        most = max(lacking - least, 2 if rank == self.top and self.task.pair else 0)
        naturals = self.naturals.get(rank, [])[:most]
        wilds = self.wilds[::-1][: max(least, lacking - len(naturals))]
        short = len(naturals) + len(wilds) < lacking
        if (
            short
            or (wilds and kind == "natural")
            or not within_limits(self.rules, rank, n + len(naturals), w + len(wilds))
        ):
            return None
        laid = {rank: [*naturals, *wilds]}
        if self.top and rank != self.top:
            top = self.naturals[self.top]
            if self.top not in self.lies and len(top) < 2:
                return None
            laid[self.top] = top[:2]
        if self._counts(laid) < self.task.due:
            laid = self._spread(self.order if order is None else order, more, laid)
        return self._plan(laid)

    # -- the plan ----------------------------------------------------------------------------------

    def _plan(self, laid: Cards) -> Plan | None:
        kept = self._keeping(laid)
        if kept is None or not any(kept.values()):
            return None
        if self.top and self.top not in kept:
            return None
        some = []
        for rank, cards in kept.items():
            if cards or rank == self.top:
                index = self.lies[rank][0] if rank in self.lies else None
                some.append(Laid(index, tuple(cards), top=rank == self.top))
        some.sort(key=lambda one: not one.top)
        return Plan(tuple(some), self._discard(kept))

    def _discard(self, laid: Cards) -> Card | None:
        if self.last is not None:
            return self.last
        if self.task.objective not in (Objective.GOING_OUT, Objective.BEST_SCORE):
            return None
        left = list(self.task.hand)
        for cards in laid.values():
            for card in cards:
                left.remove(card)
        left += self.task.others
        return left[0] if len(left) == 1 and self._canastas(laid) >= self.task.need else None

    def _keeping(self, laid: Cards) -> Cards | None:
        """The laying with so many cards taken back that enough stay, the cheapest; ``None`` where it cannot be."""
        keep = 0
        if self.task.objective is Objective.MOST_POINTS_KEEPING or self._canastas(laid) < self.task.need:
            keep = KEPT
        if self.task.objective is Objective.GOING_OUT:
            keep = 0
        laid = {rank: list(cards) for rank, cards in laid.items() if rank != _THREES or not keep}
        while self.size - sum(map(len, laid.values())) < keep:
            single = [
                (self.rules.value(card), rank, card)
                for rank, cards in laid.items()
                for card in cards
                if self._proper(rank, [one for one in cards if one is not card] + [card] * (cards.count(card) - 1))
            ]
            if single:
                _, rank, card = min(single, key=lambda one: one[0])
                laid[rank].remove(card)
                continue
            whole = [rank for rank in laid if rank != self.top and laid[rank]]
            if not whole:
                return None
            del laid[min(whole, key=lambda rank: self.rules.points(laid[rank]))]
        return laid

    # -- what is counted ---------------------------------------------------------------------------

    def _value(self, rank: str) -> int:
        cards = self.naturals.get(rank) or ([self.task.top] if rank == self.top and self.task.top else [])
        return self.rules.value(cards[0]) if cards else 0

    def _on_table(self, rank: str) -> tuple[int, int]:
        """Natural and wild cards of a rank that lie or come from the top of the pile."""
        _, n, w = self.lies.get(rank, (0, 0, 0))
        return n + (rank == self.top), w

    def _together(self, laid: Cards, rank: str) -> tuple[int, int]:
        n, w = self._on_table(rank)
        cards = laid.get(rank, ())
        wild = sum(map(self.rules.is_wild, cards))
        return n + len(cards) - wild, w + wild

    def _counts(self, laid: Cards) -> int:
        return sum(self.rules.points(cards) for cards in laid.values()) + self.task.top_counts

    def _left(self, laid: Cards) -> list[Card]:
        left = list(self.wilds)
        for cards in laid.values():
            for card in cards:
                if card in left:
                    left.remove(card)
        return left

    def _proper(self, rank: str, cards: list[Card]) -> bool:
        wild = sum(map(self.rules.is_wild, cards))
        n, w = self._on_table(rank)
        if rank == self.top and rank not in self.lies and len(cards) < 2:
            return False
        if rank == self.top and self.task.pair and len(cards) - wild < 2:
            return False
        size = n + w + len(cards)
        fits = within_limits(self.rules, rank, n + len(cards) - wild, w + wild)
        return size >= self.rules.p.min_meld and fits and bool(cards or rank in self.lies)

    def _canastas(self, laid: Cards) -> int:
        size = self.rules.p.canasta_size
        return self.task.have + sum(
            sum(self._together(laid, rank)) >= size > sum(self.lies.get(rank, (0, 0, 0))[1:]) for rank in laid
        )

    def _bonuses(self, plan: Plan) -> int:
        """Roughly what a plan changes in bonuses for canastas, in points."""
        p = self.rules.p
        found = 0
        for some in plan.laid:
            meld = () if some.meld is None else self.task.melds[some.meld]
            before = len(meld) >= p.canasta_size
            cards = (*meld, *some.cards)
            if len(cards) + some.top < p.canasta_size:
                continue
            mixed = any(map(self.rules.is_wild, cards))
            found += p.mixed_canasta if mixed else p.natural_canasta
            if before:
                found -= p.mixed_canasta if any(map(self.rules.is_wild, meld)) else p.natural_canasta
        return found
