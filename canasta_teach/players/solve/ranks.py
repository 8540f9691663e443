"""The search in games of ranks: ranks fall apart but for the wild cards that they share.

Rank by rank a table is filled: what has been laid so far matters to the ranks to come only by a few numbers, a
:class:`_State`, and for each of them only the most that can have been gained. Which wild cards lie where makes no
difference, so they are told by their number, and jokers and twos are chosen at the end. Where the most points are
asked for and the hand stays full enough, a shorter way is taken: :mod:`canasta_teach.players.solve.points`.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import count
from typing import Final, NamedTuple

from canasta_teach.cards import UNKNOWN, Card
from canasta_teach.game.core.ranks.tables import BLACK, KIND, RANKED, TWO, WILD_JOKER
from canasta_teach.game.melds import read
from canasta_teach.players.solve.plan import Laid, Plan
from canasta_teach.players.solve.points import most_points
from canasta_teach.players.solve.task import CANASTAS, ENDINGS, MINIMUM, POINTS, WILD_WEIGHT, Objective, Task
from canasta_teach.players.solve.ways import ADDED, HIT, LAID, OTHER, OWN, THREES, WILD, Rank, Way, ways_of

_MANY: Final = 99
"""Two cards or more are left."""
_STAYS: Final = 50
"""One card is left, which stays in the hand whatever is laid. A lower number is the kind of the one left, plus one."""


class _State(NamedTuple):
    """What has been done with the ranks so far.

    ``left``: 0, the one card left, or many; ``wilds`` laid; ``canastas`` made, at most as many as lack; ``flags``;
    ``points`` of naturals laid, at most as many as are due.
    """

    left: int
    wilds: int
    canastas: int
    flags: int
    points: int


class _Layer(NamedTuple):
    """A rank in the order of the table: its kind, the hand's cards of it, their value, and the ways to use it."""

    kind: int
    held: tuple[Card, ...]
    value: int
    ways: tuple[Way, ...]


class _End(NamedTuple):
    """A way to end: what is gained in all, from which state, with how many jokers, and the last card discarded."""

    total: int
    state: _State
    jokers: int
    last: int
    discards: bool


class RankSearch:
    """The search of a task in a game of ranks; see :class:`~canasta_teach.players.solve.plan.Search`."""

    def __init__(self, task: Task) -> None:
        self.task, self.rules = task, task.rules
        self.explored = 0
        self.sure = task.permission != "yes"
        cards: list[list[Card]] = [[] for _ in range(17)]
        for card in task.hand:
            cards[KIND[card.number]].append(card)
        self.cards = cards
        self.jokers, self.twos = len(cards[WILD_JOKER]), len(cards[TWO])
        self.wilds = self.jokers + self.twos
        self._ends: list[_End] | None = None

    # -- what proofs ask ---------------------------------------------------------------------------

    def ranks(self) -> Iterator[tuple[int, tuple[Card, ...], int, tuple[Way, ...], int]]:
        """Of each rank: its kind, the hand's cards, their value, the ways to use it, and how many cards of it lie."""
        self._make_layers()
        for kind, held, value, ways in self.layers:
            index = self.index.get(kind)
            yield kind, held, value, ways, 0 if index is None else len(self.task.melds[index])

    def is_top(self, kind: int) -> bool:
        """Whether the pile's top card is of this kind."""
        return self.task.top is not None and KIND[self.task.top.number] == kind

    @staticmethod
    def name(kind: int) -> str:
        """The rank of a kind."""
        return RANKED[kind]

    # -- what the most is --------------------------------------------------------------------------

    def best(self) -> int | None:
        """The most that any laying gains."""
        if self.task.objective in POINTS and self._ends is None:
            quick = most_points(self.task, self.cards)
            if quick is not None:
                self.explored, value = quick
                return value
        ends = self._filled()
        return ends[0].total if ends else None

    def _filled(self) -> list[_End]:
        if self._ends is None:
            self._ends = self._fill()
        return self._ends

    def _fill(self) -> list[_End]:
        task = self.task
        self.best_of: list[dict[_State, int]] = []
        if task.barred or (task.objective in MINIMUM and not task.due):
            return []
        self._make_layers()
        self._table()
        ends = [end for state, gain in self.best_of[-1].items() for end in self._ended(state, gain)]
        ends.sort(key=lambda end: -end.total)
        return ends

    # -- the layers --------------------------------------------------------------------------------

    def _make_layers(self) -> None:
        task = self.task
        position = task.position
        self.layers: list[_Layer] = []
        own = {laid.meld for laid in position.this_turn.laid if laid.new}
        down: dict[int, Rank] = {}
        self.index: dict[int, int] = {}
        for index, meld in enumerate(task.melds):
            shape = read(meld, self.rules)
            kind = KIND[shape.naturals[0].number]
            self.index[kind] = index
            naturals, wilds = len(shape.naturals), len(shape.wilds)
            down[kind] = Rank(kind, 0, 0, lies=True, naturals=naturals, twos_and_jokers=wilds, own=index in own)
        top = -1 if task.top is None else KIND[task.top.number]
        stays = task.others[0] if len(task.others) == 1 else None
        for kind in range(BLACK + 1):
            held = tuple(self.cards[kind])
            if not held and kind not in down and kind != top:
                continue
            rank = down.get(kind, Rank(kind, 0, 0))._replace(
                kind=BLACK if kind == BLACK else 0,
                held=len(held),
                wilds=self.wilds,
                top=kind == top,
                pair=task.pair and kind == top,
                other=self._other(stays, kind),
                sought=task.sought,
            )
            value = self.rules.value(held[0]) if held else 0
            self.layers.append(_Layer(kind, held, value, ways_of(self.rules, rank)))
        if 0 <= top <= BLACK or top < 0:
            # Ranks that cannot be laid first: they settle soonest that many cards are left.
            self.layers.sort(key=lambda layer: len(layer.ways))
        else:
            self.layers = [_Layer(0, (), 0, ())]

    def _other(self, stays: Card | None, kind: int) -> str:
        if stays is None:
            return ""
        if stays is UNKNOWN:
            return "unknown"
        if self.rules.is_wild(stays):
            return "wild"
        return "own" if KIND[stays.number] == kind else ""

    # -- the table ---------------------------------------------------------------------------------

    def _table(self) -> None:
        task = self.task
        others = min(2, len(task.others))
        # So many cards stay at least: ranks that nothing can be done with, and what comes with the pile.
        stuck = others + sum(
            len(layer.held) - max((way.naturals for way in layer.ways), default=0) for layer in self.layers
        )
        ending = stuck < 2
        first = _State((0, _STAYS, _MANY)[others] if ending else _MANY, 0, 0, 0, min(task.top_counts, task.due))
        lacking = max(0, task.need - task.have) if ending else 0
        kept_flags = (OWN | WILD | OTHER if lacking else 0) | HIT | LAID
        kept_flags |= (ADDED if task.objective is Objective.BEST_SCORE else 0) | THREES
        self.best_of = [{first: self._start()}]
        self.into: list[dict[_State, list[tuple[_State, Way, int]]]] = [{}]
        for layer in self.layers:
            steps = self._steps(layer, kept_flags, lacking, ending=ending)
            then: dict[_State, int] = {}
            into: dict[_State, list[tuple[_State, Way, int]]] = {}
            for state, gain in self.best_of[-1].items():
                left, wilds, canastas, flags, points = state
                for way, gained, leftover, more_flags, more_points in steps:
                    used = wilds + way[1]
                    if used > self.wilds:
                        continue
                    if left == _MANY or (leftover and left) or leftover > 1:
                        after = _MANY
                    else:
                        after = left + (layer.kind + 1 if leftover else 0)
                    made = canastas + way[2]
                    counted = points + more_points
                    key = _State(
                        after,
                        used,
                        made if made < lacking else lacking,
                        flags | more_flags,
                        counted if counted < task.due else task.due,
                    )
                    total = gain + gained
                    self.explored += 1
                    old = then.get(key)
                    if old is None:
                        then[key] = total
                        into[key] = [(state, way, gained)]
                    else:
                        if total > old:
                            then[key] = total
                        into[key].append((state, way, gained))
            self.best_of.append(then)
            self.into.append(into)

    def _start(self) -> int:
        task = self.task
        worth = 0 if task.top is None else self.rules.value(task.top)
        return worth if task.objective in POINTS or task.objective is Objective.BEST_SCORE else 0

    def _steps(
        self, layer: _Layer, kept_flags: int, lacking: int, *, ending: bool
    ) -> list[tuple[Way, int, int, int, int]]:
        """The ways of a layer, with what each gains, leaves, flags and counts."""
        steps = []
        held = len(layer.held)
        points_only = self.task.objective in POINTS and self.sure and layer.value > 0
        kept: set[int] = set()
        for way in reversed(layer.ways):
            leftover = held - way.naturals
            if way.flags & THREES and (not ending or leftover > 1):
                continue
            if points_only and leftover > 1:
                # Where two cards stay, nothing matters but that the others count the most.
                if way.wilds in kept:
                    continue
                kept.add(way.wilds)
            flags = way.flags & kept_flags
            if leftover != 1:
                flags &= ~OWN
            points = way.naturals * layer.value if self.task.due else 0
            steps.append((way, self._gain(way, layer.value), leftover, flags, points))
        return steps

    def _gain(self, way: Way, value: int) -> int:
        match self.task.objective:
            case Objective.MOST_POINTS | Objective.MOST_POINTS_KEEPING:
                return way.naturals * value
            case Objective.BEST_SCORE:
                return 2 * way.naturals * value + way.bonus
            case Objective.GOING_OUT:
                return 0
            case Objective.MINIMUM_FEWEST_WILDS:
                return -way.naturals - (WILD_WEIGHT + 1) * way.wilds
            case _:
                return -way.naturals - way.wilds

    # -- the ends ----------------------------------------------------------------------------------

    def _ended(self, state: _State, gain: int) -> Iterator[_End]:
        """What a state is worth for each choice of jokers and twos, where the rules allow it to end so."""
        task, rules = self.task, self.rules
        joker = rules.value(self.cards[WILD_JOKER][0]) if self.jokers else 0
        two = rules.value(self.cards[TWO][0]) if self.twos else 0
        kept = self.wilds - state.wilds
        for jokers in range(max(0, state.wilds - self.twos), min(state.wilds, self.jokers) + 1):
            worth = jokers * joker + (state.wilds - jokers) * two
            if state.flags & LAID and state.points + worth < task.due:
                continue
            left, last = self._left(state, kept, self.jokers - jokers)
            if not self._allowed(state, left, last):
                continue
            out = left == 0 or (left == 1 and task.have + state.canastas >= task.need and self._may_discard(last))
            total = self._total(state, gain, worth, last, left, out=out)
            if total is not None:
                yield _End(total, state, jokers, last, out and left == 1 and task.objective in ENDINGS)

    def _left(self, state: _State, wilds: int, jokers: int) -> tuple[int, int]:
        """How many cards are left, two standing for more; and the kind of the one, if it is one."""
        if state.left == _MANY or wilds > 1 or (wilds and state.left):
            return 2, -1
        if wilds:
            return 1, WILD_JOKER if jokers else TWO
        return (1, state.left - 1 if state.left != _STAYS else _STAYS) if state.left else (0, -1)

    def _allowed(self, state: _State, left: int, last: int) -> bool:
        """The rules on what a laying may leave."""
        task = self.task
        if not state.flags & LAID:
            return True
        if left > 1:
            return not state.flags & THREES
        if task.permission == "no":
            return False
        have = task.have + state.canastas
        if have >= task.need:
            return True
        flag = OTHER if last == _STAYS else WILD if last >= TWO else OWN
        return left == 1 and have + 1 >= task.need and bool(state.flags & flag)

    def _may_discard(self, last: int) -> bool:
        known = last != _STAYS or self.task.others[0] is not UNKNOWN
        return known and self.task.permission != "no"

    def _total(self, state: _State, gain: int, worth: int, last: int, left: int, *, out: bool) -> int | None:
        """All that is gained; ``None`` where the objective is not reached."""
        task, laid = self.task, state.flags & LAID
        objective = task.objective
        if objective is Objective.GOING_OUT:
            return 1 if out else None
        if objective is Objective.BEST_SCORE:
            total = gain + 2 * worth + (task.opening if laid else 0)
            if out:
                total += task.out_bonus
                if left == 1:
                    total += self.rules.value(self._card(last))
                if not state.flags & ADDED and (laid or task.position.this_turn.laid):
                    total += task.concealed_bonus
            return total
        if not laid:
            return None
        if objective in CANASTAS:
            return gain if state.flags & HIT else None
        if objective is Objective.MOST_POINTS_KEEPING and left < 2:
            return None
        return gain + worth if objective in POINTS else gain

    def _card(self, last: int) -> Card:
        return self.task.others[0] if last == _STAYS else self.cards[last][0]

    # -- the layings -------------------------------------------------------------------------------

    def again(self) -> RankSearch:
        """Another search of the same task."""
        return RankSearch(self.task)

    def plans(self) -> Iterator[tuple[int, Plan]]:
        """Layings and what they gain, the best first."""
        # Of equal gains the newest goes on, so that the first way is found without following the others.
        number = count(0, -1)
        heap: list[tuple[int, int, int, _State, int, tuple[Way, ...], _End]] = []
        for end in self._filled():
            behind = end.total - self.best_of[-1][end.state]
            heappush(heap, (-end.total, next(number), len(self.layers), end.state, behind, (), end))
        while heap:
            less, _, layer, state, behind, ways, end = heappop(heap)
            if layer == 0:
                yield -less, self._plan(ways, end)
                continue
            for before, way, gained in self.into[layer][state]:
                more = behind + gained
                total = self.best_of[layer - 1][before] + more
                heappush(heap, (-total, next(number), layer - 1, before, more, (way, *ways), end))

    def _plan(self, ways: tuple[Way, ...], end: _End) -> Plan:
        wilds = [
            *sorted(self.cards[WILD_JOKER])[: end.jokers],
            *sorted(self.cards[TWO])[: end.state.wilds - end.jokers],
        ]
        top = -1 if self.task.top is None else KIND[self.task.top.number]
        laid = []
        for layer, way in zip(self.layers, ways, strict=True):
            is_top = layer.kind == top
            if way.naturals or way.wilds or is_top:
                some = (*sorted(layer.held)[: way.naturals], *wilds[: way.wilds])
                del wilds[: way.wilds]
                laid.append(Laid(self.index.get(layer.kind), some, is_top))
        laid.sort(key=lambda some: -self.rules.points(some.cards))
        return Plan(tuple(laid), self._left_over(laid, end) if end.discards else None)

    def _left_over(self, laid: list[Laid], end: _End) -> Card:
        """The one card that a plan leaves, to be discarded."""
        if end.last == _STAYS:
            return self.task.others[0]
        used = [card for some in laid for card in some.cards]
        left = list(self.task.hand)
        for card in used:
            left.remove(card)
        return left[0]
