"""First ideas in games with runs; see :mod:`canasta_teach.teach.puzzles.first_ideas`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from canasta_teach.cards import Card
from canasta_teach.game.layings import keeps_limits
from canasta_teach.game.melds import PLACES, read
from canasta_teach.players.solve.plan import Laid, Plan
from canasta_teach.players.solve.task import CANASTAS, KEPT, MINIMUM, Objective, Task
from canasta_teach.teach.puzzles.first_promise import promise

_ACE_LOW: Final = 1


class RunIdeas:
    """The first idea and the second looks of a task.

    Args:
        task: what is asked.
        last: the card that is kept for the discard; ``None`` where any will do.
    """

    def __init__(self, task: Task, last: Card | None = None) -> None:
        self.task, self.rules, self.last = task, task.rules, last
        self.hand = list(task.hand)
        if last is not None:
            self.hand.remove(last)
        self.size = len(task.hand) + len(task.others)

    def first(self) -> Plan | None:
        """The first idea; ``None`` where it comes to nothing."""
        return self._plan(self._spread())

    def looks(self) -> Iterator[Plan | None]:
        """Ways in which one thing is done otherwise."""
        for meld in self._melds(self.hand):
            yield self._plan(self._spread(first=meld))
            yield self._plan(self._spread(never=meld))
            if len(meld) > self.rules.p.min_sequence:
                yield self._plan(self._spread(first=meld[:-1]))
                yield self._plan(self._spread(first=meld[1:]))
        if self.task.melds and self.task.objective not in MINIMUM:
            yield self._plan(self._spread(adding=True))

    def promise(self, plan: Plan) -> int:
        """How good a plan looks: more is better."""
        return promise(self.task, plan, self._bonuses(plan))

    # -- laying ------------------------------------------------------------------------------------

    def _spread(self, first: Sequence[Card] = (), never: Sequence[Card] = (), *, adding: bool = False) -> list[Laid]:
        """The meld that counts most, then the next of what is left; then cards that fit the melds that lie."""
        left = list(self.hand)
        laid: list[Laid] = []
        if adding:
            self._add_all(laid, left)
        if self.task.objective in CANASTAS:
            return self._canasta(laid, left, first, never)
        while True:
            if self._enough(laid):
                return self._trimmed(laid)
            melds = [tuple(first)] if first else self._melds(left)
            meld = next((one for one in melds if sorted(one) != sorted(never)), None)
            if meld is None:
                break
            first = ()
            self._take(laid, left, None, meld)
        self._add_all(laid, left)
        return self._trimmed(laid) if self._enough(laid) else laid

    def _canasta(self, laid: list[Laid], left: list[Card], first: Sequence[Card], never: Sequence[Card]) -> list[Laid]:
        """The longest meld that lies grown to a canasta, else the longest new one."""
        size = self.rules.p.canasta_size
        if first:
            self._take(laid, left, None, first)
        elif not never:
            for index in sorted(range(len(self.task.melds)), key=lambda index: -len(self.task.melds[index])):
                grown = self._grown(index, left)
                if len(self.task.melds[index]) < size <= len(self.task.melds[index]) + len(grown):
                    self._take(laid, left, index, grown[: size - len(self.task.melds[index])])
                    return laid
        melds = [one for one in self._melds(left) if len(one) >= size and sorted(one) != sorted(never)]
        if self.task.objective in (Objective.CANASTA_MIXED, Objective.CANASTA_NATURAL):
            mixed = self.task.objective is Objective.CANASTA_MIXED
            melds = [one for one in melds if any(map(self.rules.is_wild, one)) == mixed]
        if melds:
            self._take(laid, left, None, max(melds, key=len)[:size])
        return laid

    def _grown(self, index: int, left: Sequence[Card]) -> list[Card]:
        """Cards that join a meld that lies, one by one, natural ones first unless a mixed canasta is sought."""
        meld = list(self.task.melds[index])
        found: list[Card] = []
        mixed = self.task.objective is Objective.CANASTA_MIXED and not any(map(self.rules.is_wild, meld))
        rest = sorted(left, key=lambda card: self.rules.is_wild(card) != mixed)
        if self.task.objective is Objective.CANASTA_NATURAL:
            rest = [card for card in rest if not self.rules.is_wild(card)]
        while True:
            card = next((one for one in rest if keeps_limits(self.rules, [*meld, one], [one])), None)
            if card is None:
                return found
            rest.remove(card)
            meld.append(card)
            found.append(card)

    def _add_all(self, laid: list[Laid], left: list[Card]) -> None:
        for index in range(len(self.task.melds)):
            if self._enough(laid):
                return
            grown = self._grown(index, left)
            if grown:
                self._take(laid, left, index, grown)
        wilds = [card for card in left if self.rules.is_wild(card)]
        for place, some in enumerate(laid):
            if wilds and some.meld is None and keeps_limits(self.rules, [*some.cards, wilds[0]], [wilds[0]]):
                card = wilds.pop(0)
                left.remove(card)
                laid[place] = some._replace(cards=(*some.cards, card))

    def _take(self, laid: list[Laid], left: list[Card], index: int | None, cards: Sequence[Card]) -> None:
        for card in cards:
            left.remove(card)
        laid.append(Laid(index, tuple(cards)))

    def _enough(self, laid: list[Laid]) -> bool:
        return self.task.objective in MINIMUM and 0 < self.task.due <= self._counts(laid)

    def _counts(self, laid: list[Laid]) -> int:
        return sum(self.rules.points(some.cards) for some in laid)

    def _trimmed(self, laid: list[Laid]) -> list[Laid]:
        """What the minimum does not need taken back, the cheapest first."""
        for place, some in enumerate(laid):
            for card in sorted(some.cards, key=self.rules.value):
                now = laid[place]
                if self._counts(laid) - self.rules.value(card) >= self.task.due and self._proper(now, card):
                    laid[place] = self._without(now, card)
        return laid

    def _without(self, some: Laid, card: Card) -> Laid:
        cards = list(some.cards)
        cards.remove(card)
        return some._replace(cards=tuple(cards))

    def _proper(self, some: Laid, card: Card) -> bool:
        """Whether a laying is one still without a card of it."""
        rest = self._without(some, card).cards
        meld = () if some.meld is None else self.task.melds[some.meld]
        whole = (*meld, *rest)
        if len(whole) < self.rules.p.min_meld or not rest:
            return False
        return read(whole, self.rules).kind is not None and keeps_limits(self.rules, whole, rest)

    # -- melds of some cards -----------------------------------------------------------------------

    def _melds(self, cards: Sequence[Card]) -> list[tuple[Card, ...]]:
        """Melds that one sees in some cards, that which counts most first; natural ones before others."""
        wilds = sorted(filter(self.rules.is_wild, cards))
        found = [*self._sets(cards, wilds), *self._runs(cards, wilds)]
        whole = [one for one in dict.fromkeys(found) if keeps_limits(self.rules, one, one)]
        return sorted(whole, key=lambda one: (-self.rules.points(one), sum(map(self.rules.is_wild, one)), one))

    def _sets(self, cards: Sequence[Card], wilds: list[Card]) -> Iterator[tuple[Card, ...]]:
        ranks: dict[str, list[Card]] = {}
        for card in cards:
            if not self.rules.is_wild(card):
                ranks.setdefault(card.rank, []).append(card)
        for some in ranks.values():
            if len(some) >= self.rules.p.min_meld:
                yield tuple(some[: self.rules.p.max_meld])
            elif len(some) == 2 and wilds:
                yield (*some, wilds[0])

    def _runs(self, cards: Sequence[Card], wilds: list[Card]) -> Iterator[tuple[Card, ...]]:
        for suit in sorted({card.suit for card in cards if card.suit}):
            at: dict[int, Card] = {}
            for card in cards:
                if card.suit == suit:
                    at[PLACES[card.rank]] = card
                    if card.rank == "A":
                        at[_ACE_LOW] = card
            places = sorted(at)
            stretches: list[list[int]] = []
            for place in places:
                if stretches and stretches[-1][-1] == place - 1:
                    stretches[-1].append(place)
                else:
                    stretches.append([place])
            for number, stretch in enumerate(stretches):
                yield from self._stretch(at, stretch, wilds)
                after = stretches[number + 1] if number + 1 < len(stretches) else []
                if after and after[0] == stretch[-1] + 2:
                    yield from self._stretch(at, [*stretch, *after], wilds, gap=True)

    def _stretch(
        self, at: dict[int, Card], places: list[int], wilds: list[Card], *, gap: bool = False
    ) -> Iterator[tuple[Card, ...]]:
        some = list(dict.fromkeys(at[place] for place in places))
        spare = [card for card in wilds if card not in some]
        if not gap and len(some) >= self.rules.p.min_sequence:
            yield tuple(some)
        elif spare and len(some) + 1 >= self.rules.p.min_sequence:
            yield (*some, spare[0])

    # -- the plan ----------------------------------------------------------------------------------

    def _plan(self, laid: list[Laid]) -> Plan | None:
        kept = self._keeping(laid)
        return Plan(tuple(kept), self._discard(kept)) if kept else None

    def _keeping(self, laid: list[Laid]) -> list[Laid]:
        if self.task.objective is not Objective.MOST_POINTS_KEEPING:
            return laid
        laid = list(laid)
        while laid and self.size - sum(len(some.cards) for some in laid) < KEPT:
            single = [
                (self.rules.value(card), place, card)
                for place, some in enumerate(laid)
                for card in some.cards
                if self._proper(some, card)
            ]
            if single:
                _, place, card = min(single, key=lambda one: one[0])
                laid[place] = self._without(laid[place], card)
            else:
                laid.remove(min(laid, key=lambda some: self.rules.points(some.cards)))
        return laid

    def _discard(self, laid: Sequence[Laid]) -> Card | None:
        if self.last is not None:
            return self.last
        if self.task.objective not in (Objective.GOING_OUT, Objective.BEST_SCORE):
            return None
        left = list(self.task.hand)
        for some in laid:
            for card in some.cards:
                left.remove(card)
        left += self.task.others
        return left[0] if len(left) == 1 else None

    def _bonuses(self, plan: Plan) -> int:
        """Roughly what a plan changes in bonuses for canastas, in points."""
        p = self.rules.p
        found = 0
        for some in plan.laid:
            meld = () if some.meld is None else self.task.melds[some.meld]
            if len(meld) < p.canasta_size <= len(meld) + len(some.cards):
                shape = read((*meld, *some.cards), self.rules)
                found += p.mixed_canasta if shape.wilds else p.natural_canasta
        return found
