"""The search where ranks do not fall apart: games with runs, or with several melds of a rank.

The loneliest natural card is laid in each way, or left; wild cards that no meld needed join melds last. A new meld is
laid with all the cards that it will have; a meld that lies takes the fewest that a card needs to join it, and more
later. A branch is cut where all that it could still gain would be too little, or where the same cards were left by a
laying that had gained as much.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from canasta_teach.game.core.runs.cards import (
    BLACK_THREES,
    COUNTS,
    FIELD,
    JOKER_AT,
    NATURALS,
    SIZE_AT,
    TWOS,
    WILDS,
    bits,
    count,
    present,
    sized,
    unit,
)
from canasta_teach.game.core.runs.meld import NATURAL, SET, Meld
from canasta_teach.game.core.runs.menus import Menu
from canasta_teach.game.core.runs.reach import onto, rank_of, uses
from canasta_teach.players.solve.ends import Ends
from canasta_teach.players.solve.packing import Packing
from canasta_teach.players.solve.plan import Plan
from canasta_teach.players.solve.table import KINDS, Node, Option, Table, every_option, folded, hardest, still
from canasta_teach.players.solve.task import CANASTAS, ENDINGS, MINIMUM, POINTS, WILD_WEIGHT, Objective, Task

_NONE: Final = -(1 << 60)
_ALL: Final = 1 << 30


class RunSearch:
    """The search of a task card by card; see :class:`~canasta_teach.players.solve.plan.Search`."""

    def __init__(self, task: Task) -> None:
        self.task, self.rules, self.objective = task, task.rules, task.objective
        self.explored = 0
        # A two laid as a wild card may turn out to be natural where no other is left.
        self.sure = task.permission != "yes" and task.objective is not Objective.CANASTA_MIXED
        self._best: int | None = None
        self._known = False

    def best(self) -> int | None:
        """The most that any laying gains."""
        if not self._known and self.objective in POINTS and not self.task.barred:
            packing = Packing(self.task, Table(self.task))
            self._known, self._best = packing.most()
            self.explored = packing.steps
        if not self._known:
            found = [walk.best for walk in self._walks(below=_ALL) if walk.run() > _NONE]
            self._best = max(found, default=None)
            self._known = True
        return self._best

    def again(self) -> RunSearch:
        """Another search of the same task, which knows the best where this one does."""
        other = RunSearch(self.task)
        other._best, other._known = self._best, self._known
        return other

    def plans(self) -> Iterator[tuple[int, Plan]]:
        """Layings and what they gain, the best first."""
        best = self.best()
        while best is not None:
            for walk in self._walks(below=_ALL):
                for plan in walk.all_of(best):
                    yield best, plan
            found = [walk.best for walk in self._walks(below=best) if walk.run() > _NONE]
            best = max(found, default=None)

    def _walks(self, below: int) -> Iterator[_Walk]:
        """The walks to take: laying, and laying all at one time with an announcement."""
        task = self.task
        if task.barred or (self.objective in MINIMUM and not task.due):
            return
        ways = [False]
        position = task.position
        free = not position.laid_before[task.seat] and not position.this_turn.laid
        if self.rules.has("out.relancinho") and free and not task.takes and self.objective in ENDINGS:
            ways.append(True)
        for announced in ways:
            walk = _Walk(task, announced=announced, below=below)
            yield walk
            self.explored += walk.explored


class _Walk:
    """One walk through the layings of a task.

    ``announced``: a *relancinho*; ``below``: only what gains less than so much is looked for.
    """

    def __init__(self, task: Task, *, announced: bool, below: int) -> None:
        self.task, self.rules, self.objective = task, task.rules, task.objective
        self.announced, self.below = announced, below
        self.table = Table(task, alone=announced)
        self.book, self.menus = self.table.book, self.table.menus
        self.ends = Ends(task, self.table, announced=announced)
        self.explored = 0
        self.best = _NONE
        self.exact: int | None = None
        self.met: dict[tuple[object, ...], int] = {}
        self.found: dict[tuple[object, ...], Plan] = {}
        self.score = 2 if self.objective is Objective.BEST_SCORE else 1 if self.objective in POINTS else 0
        self.sought = task.sought
        self.end_gain = 0
        if self.objective is Objective.BEST_SCORE:
            self.end_gain = max(0, task.opening) + task.out_bonus + task.concealed_bonus
            self.end_gain += self.rules.p.relancinho if announced else 0
        self.lacking = max(0, task.need - self.table.have)

    def run(self) -> int:
        """The most that is gained."""
        self._all()
        return self.best

    def all_of(self, total: int) -> list[Plan]:
        """Every laying that gains just so much."""
        self.exact = self.best = total
        self.met.clear()
        self._all()
        return list(self.found.values())

    def _all(self) -> None:
        start = self.table.start()
        task, table = self.task, self.table
        options = every_option(table)
        if not table.top:
            self._end(start)
            self._place(start, options)
            return
        if table.top & (WILDS | COUNTS & ~self.book.ever):
            return
        pair = rank_of(table.top) if task.pair else 0
        least = self.rules.p.hand_cards_to_take if self.rules.has("pile.two-from-hand") else 0
        counted = self.rules.value(task.top) if task.top is not None else 0
        start = start._replace(gain=counted if self.score else 0, worth=task.top_counts)
        for at, cards in uses(self.menus, table.hand, table.melds, table.down, table.top, pair=pair, least=least):
            if count(cards & WILDS) <= table.wilds:
                self._place(self._laid(start, at, cards, table.top), options)

    # -- laying ------------------------------------------------------------------------------------

    def _laid(self, node: Node, at: int, cards: int, top: int = 0) -> Node:
        """Cards of the rest laid, with the top card where it is given; the end that this may be is looked at."""
        rest, melds, left, last, have, gain, worth, wilds, before_own, busy, hit, added, threes, parts = node
        book, table = self.book, self.table
        own = count(cards & TWOS) if cards & TWOS else 0
        used = own + (cards >> JOKER_AT & FIELD)
        if at < 0:
            meld = book.meld(cards + top)
            if table.merges and meld.single >= 0:
                busy |= 1 << meld.single
            before = 0
            added = added or (meld.kind == SET and bool(table.before >> meld.rank & 1))
        else:
            meld = book.meld(melds[at].cards + cards + top)
            before = melds[at].canasta
            melds = (*melds[:at], meld, *melds[at + 1 :])
            added = added or not table.own >> at & 1
        if meld.canasta and not before:
            have += 1
            whole = at < 0 and table.conceals
            hit = hit or self.sought in ("any", KINDS[meld.canasta]) or (self.sought == "concealed" and whole)
        points = table.points(cards)
        if self.score:
            gain += self.score * points
            if self.score == 2:
                gain += table.bonus[meld.canasta] - table.bonus[before]
                if at < 0 and meld.canasta:
                    gain += table.concealed
        elif self.objective is not Objective.GOING_OUT:
            gain -= cards >> SIZE_AT
            if self.objective is Objective.MINIMUM_FEWEST_WILDS:
                gain -= WILD_WEIGHT * used
        threes = threes or (table.black and bool((cards + top) & BLACK_THREES))
        after = Node(
            rest - cards - (own << JOKER_AT), melds, left, last, have, gain, worth + points, wilds + used,
            before_own + own, busy, hit, added, threes, (*parts, (at, cards)),
        )  # fmt: skip
        self._end(after)
        return after

    def _place(self, node: Node, options: list[Option] | None) -> None:
        """Every way to go on from here.

        Args:
            node: what has been done.
            options: new melds that could still be made when the last card went; ``None`` where they are too many to
                be written out.
        """
        self.explored += 1
        rest, melds = node.rest, node.melds
        if not rest >> SIZE_AT:
            return
        held = present(rest)
        menus: list[Menu] = []
        lone = 0
        if options is None:
            menus = self.menus.new_melds(rest, held, self.table.down) if held & NATURALS else []
            union = 0
            for menu in menus:
                union |= menu.union
        else:
            options, union, lone = still(options, rest, node.busy)
        for meld in melds:
            union |= meld.near
        alone = held & NATURALS & ~union
        if alone:
            node = self._leave(node, sized(rest & alone * FIELD))
            rest = node.rest
            if not rest >> SIZE_AT:
                return
        most = self._most(node)
        if self._too_little(most) or self._met(node):
            return
        free = held & NATURALS & union
        lows = self._next(free, lone, menus, melds) if free else tuple(bits(held & WILDS))
        for low in lows:
            for at, cards in self._uses(node, low, menus, options):
                self._place(self._laid(node, at, cards), options)
                if self._too_little(most):
                    return
        self._place(self._leave(node, unit(lows[0] if free else 1 << JOKER_AT)), options)

    @staticmethod
    def _next(free: int, lone: int, menus: list[Menu], melds: tuple[Meld, ...]) -> tuple[int]:
        """The natural face to lay or to leave next: one that can be laid in few ways."""
        if menus:
            return (hardest(free, menus, melds),)
        free = free & lone or free
        return (free & -free,)

    def _met(self, node: Node) -> bool:
        """Whether the same has been left by a laying that had gained as much."""
        if self.exact is not None and self.below == _ALL:
            return False
        gain, apart = node.gain, self.below < _ALL
        new = tuple(sorted(cards for at, cards in node.parts if at < 0)) if self.lacking else ()
        key = (
            node.rest, tuple([meld.cards for meld in node.melds]), min(node.left, 2), node.last,
            node.have if self.lacking else 0, min(node.worth, self.task.due), node.wilds, node.busy, node.hit,
            node.added, node.threes, new, gain if apart else 0,
        )  # fmt: skip
        if self.met.get(key, _NONE) >= gain:
            return True
        self.met[key] = gain
        return False

    def _leave(self, node: Node, cards: int) -> Node:
        many = cards >> SIZE_AT
        last = node.last
        if not node.left and many == 1 and not cards & WILDS:
            last = cards
        return node._replace(rest=node.rest - cards, left=node.left + many, last=last if node.left + many == 1 else 0)

    def _uses(self, node: Node, low: int, menus: list[Menu], options: list[Option] | None) -> Iterator[tuple[int, int]]:
        """New melds and additions with a face: where, and the cards."""
        book, rest, busy = self.book, node.rest, node.busy
        most = rest >> JOKER_AT & FIELD
        for option in options or ():
            if option[1] & low:
                yield -1, option[2]
        for menu in menus:
            if menu.union & low:
                for cards in reversed(tuple(menu.each_with(low))):
                    single = book.meld(cards).single if busy else -1
                    if single < 0 or not busy >> single & 1:
                        yield -1, cards
        for index, meld in enumerate(node.melds):
            if meld.near & low:
                for cards in onto(book, meld, rest - unit(low), low):
                    if count((cards + unit(low)) & WILDS) <= most:
                        yield index, cards + unit(low)

    # -- bounds ------------------------------------------------------------------------------------

    def _too_little(self, most: int) -> bool:
        """Whether so much is not enough to be looked for."""
        return most < self.best if self.exact is not None else most <= self.best

    def _most(self, node: Node) -> int:
        """A bound on what can still be gained in all."""
        table, task, rest = self.table, self.task, node.rest
        short = node.worth < task.due
        if self.score or short:
            more = table.points(rest) + table.most_points(node.wilds + (rest >> JOKER_AT & FIELD), node.own)
            if node.worth + more < task.due:
                return _NONE
        if self.score == 1:
            return node.gain + more
        if self.score:
            most = node.gain + 2 * more + self.end_gain + self._canastas(rest, node.melds)
            return most + self._last_gain(node)
        if self.objective is Objective.GOING_OUT:
            return _NONE if node.left > 1 else 1
        wanting = (short and not self._reached(node)) or (self.objective in CANASTAS and not node.hit)
        return node.gain - wanting

    def _reached(self, node: Node) -> bool:
        return node.worth + self.table.most_points(node.wilds, node.own) >= self.task.due

    def _last_gain(self, node: Node) -> int:
        """The most that the last card's discard can gain."""
        if node.left > 1:
            return 0
        return max((self.rules.value(card) for card in (*self.task.hand, *self.task.others)), default=0)

    def _canastas(self, rest: int, melds: tuple[Meld, ...]) -> int:
        """The most points that canastas to come can score."""
        size = self.book.canasta_size
        each = max(self.table.bonus.values()) + self.table.concealed
        many = rest >> SIZE_AT
        # A mixed one may become natural, where a two comes to its own place.
        lying = sum(meld.canasta != NATURAL and (meld.cards >> SIZE_AT) + many >= size for meld in melds)
        return each * (lying + many // size)

    # -- ends --------------------------------------------------------------------------------------

    def _end(self, node: Node) -> None:
        """Look at a laying that leaves all of the rest."""
        table = self.table
        if self.exact is None and self.below == _ALL:
            if self.score == 1 and node.gain + table.most_points(node.wilds, node.own) <= self.best:
                return
            jokers = table.most_jokers(node.wilds, node.own)
            choices = range(jokers, jokers + 1)
        else:
            choices = table.choices(node)
        for jokers in choices:
            left, last = self.ends.left(node, jokers)
            total = self.ends.total(node, jokers, left, last)
            if total is None or total >= self.below:
                continue
            if self.exact is None:
                self.best = max(self.best, total)
            elif total == self.exact:
                plan = Plan(table.laid(node, jokers), self.ends.discarded(node, left, last), self.announced)
                self.found.setdefault(folded(self.task, plan), plan)
