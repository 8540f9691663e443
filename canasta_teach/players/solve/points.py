"""The short way to the most points in games of ranks, where the hand stays full enough for no rule to mind.

For each rank only the most natural cards for each number of wild cards matter. Ranks that lay the same naturals
whatever wild cards they get are one store of room; the others, most of them pairs, are put together one by one.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from canasta_teach.cards import Card
from canasta_teach.game.core.ranks.tables import BLACK, KIND, TWO, WILD_JOKER
from canasta_teach.game.melds import read
from canasta_teach.players.solve.task import Task
from canasta_teach.players.solve.ways import THREES, Rank, ways_of
from canasta_teach.rulebook.ruleset import RuleSet

_NEVER: Final = -(1 << 60)
_POINT: Final = 256
"""Points are counted in these, and a card laid takes one off: of equal points, the fewest cards."""

class _Lying(dict[tuple[Card, ...], tuple[int, int, int]]):
    """Kind, naturals and wild cards of melds that lie, read once."""

    def __init__(self, rules: RuleSet) -> None:
        super().__init__()
        self.rules = rules

    def __missing__(self, meld: tuple[Card, ...]) -> tuple[int, int, int]:
        if len(self) > 20_000:
            self.clear()
        shape = read(meld, self.rules)
        found = self[meld] = KIND[shape.naturals[0].number], len(shape.naturals), len(shape.wilds)
        return found


@lru_cache(maxsize=64)
def _lying(rules: RuleSet) -> _Lying:
    return _Lying(rules)


@lru_cache(maxsize=65536)
def _most(
    rules: RuleSet, three: bool, held: int, wilds: int, lies: tuple[int, int] | None, top: bool, pair: bool
) -> tuple[tuple[int, ...], int]:
    """For each number of wild cards the most naturals laid with them, -1 for none; and how many cards must stay.

    Black threes are left aside where they end the turn; -1 to stay says that they could be laid so.
    """
    n, w = lies or (0, 0)
    rank = Rank(BLACK * three, held, wilds, lies=lies is not None, naturals=n, twos_and_jokers=w, top=top, pair=pair)
    most = [-1] * (wilds + 1)
    ends = False
    fewest = held
    for way in ways_of(rules, rank):
        if way.flags & THREES:
            ends = True
            continue
        most[way.wilds] = max(most[way.wilds], way.naturals)
        fewest = min(fewest, held - way.naturals)
    while most and most[-1] < 0:
        most.pop()
    return tuple(most), -1 if ends else fewest


def most_points(task: Task, cards: list[list[Card]]) -> tuple[int, int | None] | None:
    """The most points that a task's laying can count, and how many steps were taken.

    The points are ``None`` where nothing can be laid. The whole is ``None`` where this way does not tell: where the
    hand could be laid but for a card, so that canastas and black threes matter, or a promise binds the player.

    Args:
        task: an objective of points.
        cards: the hand's cards by their kinds.
    """
    if task.permission == "yes" or task.barred:
        return None
    rules = task.rules
    lying = _lying(rules)
    down: dict[int, tuple[int, int]] = {}
    for meld in task.melds:
        kind, n, w = lying[meld]
        down[kind] = n, w
    top = -1 if task.top is None else KIND[task.top.number]
    if top > BLACK:
        return None
    wilds = len(cards[WILD_JOKER]) + len(cards[TWO])
    sure, room, stuck = 0, 0, len(task.others)
    ends = able = whole = False
    size = rules.p.canasta_size - (len(task.others) == 1)
    special: list[tuple[tuple[int, ...], int, list[Card]]] = []
    steps = 0
    for kind in range(BLACK + 1):
        some = cards[kind]
        lies = down.get(kind)
        if not some:
            if (lies is None or not wilds) and kind != top:
                continue
            each = 0
        else:
            each = rules.value(some[0]) * _POINT - 1
        most, stay = _most(rules, kind == BLACK, len(some), wilds, lies, kind == top, task.pair and kind == top)
        steps += 1
        if len(some) + wilds + (sum(lies) if lies is not None else 0) + (kind == top) >= size:
            whole = True
        if stay < 0:
            ends = True
        else:
            stuck += stay
        if not most:
            # The top card cannot be used, or only in an act that ends the turn.
            return None if ends else (steps, None)
        able = able or len(most) > 1 or most[0] > 0
        if most[0] == most[-1] and (len(most) == 1 or min(most) == max(most)):
            sure += most[0] * each
            room += len(most) - 1
        else:
            special.append((most, each, some))
    first = [0] + [_NEVER] * wilds
    for most, each, _ in special:
        then = [_NEVER] * (wilds + 1)
        for used, gained in enumerate(first):
            if gained == _NEVER:
                continue
            for more, naturals in enumerate(most, used):
                if more > wilds:
                    break
                steps += 1
                if naturals >= 0 and gained + naturals * each > then[more]:
                    then[more] = gained + naturals * each
        first = then
    if stuck < 2:
        if not whole and task.have < task.need:
            # No canasta can be made, so that two cards stay.
            stuck = 2
        elif len(special) > wilds:
            # Each of these takes a wild card, and there are not enough.
            stays = sorted(len(some) - most[0] for most, _, some in special)
            stuck += sum(stays[: len(special) - wilds])
    if not able and top < 0:
        return None if ends and stuck < 2 else (steps, None)
    return _told(task, cards, first, room, sure, ends=ends, stuck=stuck, steps=steps)


def _told(
    task: Task,
    cards: list[list[Card]],
    first: list[int],
    room: int,
    sure: int,
    *,
    ends: bool,
    stuck: int,
    steps: int,
) -> tuple[int, int | None] | None:
    """What the table says, where it may be believed."""
    rules = task.rules
    wilds = len(first) - 1
    worth = [0]
    if wilds:
        values = [rules.value(card) for kind in (WILD_JOKER, TWO) for card in cards[kind]]
        values.sort(reverse=True)
        for value in values:
            worth.append(worth[-1] + value)
    best = _NEVER
    for used, gained in enumerate(first):
        if gained != _NEVER:
            whole = min(wilds, used + room)
            best = max(best, gained + worth[whole] * _POINT - whole)
    if best == _NEVER:
        return None if ends else (steps, None)
    best += sure
    points = -(-best // _POINT)
    laid = points * _POINT - best
    if stuck < 2 and (ends or len(task.hand) + len(task.others) - laid < 2):
        return None
    counted = points + task.top_counts
    if task.top is not None:
        points += rules.value(task.top)
    elif not laid:
        # Cards that count nothing could be laid all the same.
        return None
    return steps, points if counted >= task.due else None
