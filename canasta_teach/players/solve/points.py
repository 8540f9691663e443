"""The short way to the most points in games of ranks, where the hand stays full enough for no rule to mind.

For each rank only the most natural cards for each number of wild cards matter. Ranks that lay the same naturals
whatever wild cards they get are one store of room; the others, most of them pairs, are put together one by one.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

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
    """Kind, naturals and wild cards of melds that lie, read once.

    ``known``: what :func:`_most` says, by one number: a few thousand of them in a rule set.
    """

    def __init__(self, rules: RuleSet) -> None:
        super().__init__()
        self.rules = rules
        self.known: dict[int, tuple[tuple[int, ...], int]] = {}

    def __missing__(self, meld: tuple[Card, ...]) -> tuple[int, int, int]:
        if len(self) > 20_000:
            self.clear()
        shape = read(meld, self.rules)
        found = self[meld] = KIND[shape.naturals[0].number], len(shape.naturals), len(shape.wilds)
        return found


@lru_cache(maxsize=64)
def _lying(rules: RuleSet) -> _Lying:
    return _Lying(rules)


_Shape = tuple[bool, int, int, tuple[int, int] | None, bool, bool]
"""Of a rank: whether it is the black threes; hand cards of it; wild cards; naturals and wild cards that lie, or
``None``; whether the top card is of it, and needs a natural pair."""


@lru_cache(maxsize=65536)
def _most(rules: RuleSet, shape: _Shape) -> tuple[tuple[int, ...], int]:
    """For each number of wild cards the most naturals laid with them, -1 for none; and how many cards must stay.

    Black threes are left aside where they end the turn; -1 to stay says that they could be laid so.
    """
    three, held, wilds, lies, top, pair = shape
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


class _Gathered(NamedTuple):
    """All ranks of a hand.

    Attributes:
        steps: how many were looked at.
        sure: points of what is laid whatever wild cards go with it, as :data:`_POINT` counts.
        room: wild cards that such ranks can take.
        special: the other ranks: naturals by wild cards, what each counts, and cards that stay where it gets none.
        stuck: cards that stay at least.
        ends: black threes could be laid to end the turn.
        able: something can be laid.
        canasta: a meld could come to be a canasta.
        barred: the top card cannot be used.
    """

    steps: int
    sure: int
    room: int
    special: list[tuple[tuple[int, ...], int, int]]
    stuck: int
    ends: bool
    able: bool
    canasta: bool
    barred: bool


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
    top = -1 if task.top is None else KIND[task.top.number]
    if top > BLACK:
        return None
    wilds = len(cards[WILD_JOKER]) + len(cards[TWO])
    steps, sure, room, special, stuck, ends, able, canasta, barred = _gathered(task, cards, top, wilds)
    if barred:
        # The top card cannot be used, or only in an act that ends the turn.
        return None if ends else (steps, None)
    if stuck < 2:
        if not canasta and task.have < task.need:
            # No canasta can be made, so that two cards must stay.
            ends = False
        if len(special) > wilds:
            # Each of these takes a wild card, and there are not enough.
            stays = sorted(more for _, _, more in special)
            stuck += sum(stays[: len(special) - wilds])
    if not able and top < 0:
        return None if ends and stuck < 2 else (steps, None)
    best = _together(special, room, _worth(task, cards))
    if best == _NEVER:
        return None if ends else (steps, None)
    best += sure
    points = -(-best // _POINT)
    laid = points * _POINT - best
    if stuck < 2 and (ends or len(task.hand) + len(task.others) - laid < 2):
        return None
    counted = points + task.top_counts
    if task.top is not None:
        points += task.rules.value(task.top)
    elif not laid:
        # Cards that count nothing could be laid all the same.
        return None
    return steps, points if counted >= task.due else None


def _gathered(task: Task, cards: list[list[Card]], top: int, wilds: int) -> _Gathered:
    rules = task.rules
    lying = _lying(rules)
    known = lying.known
    down: dict[int, tuple[int, int]] = {}
    for meld in task.melds:
        kind, n, w = lying[meld]
        down[kind] = n, w
    sure, room, stuck, steps = 0, 0, len(task.others), 0
    ends = able = canasta = False
    size = rules.p.canasta_size - (len(task.others) == 1)
    special: list[tuple[tuple[int, ...], int, int]] = []
    for kind in range(BLACK + 1):
        some = cards[kind]
        lies = down.get(kind)
        if not some and (lies is None or not wilds) and kind != top:
            continue
        each = rules.value(some[0]) * _POINT - 1 if some else 0
        held = len(some)
        key = held << 8 | wilds << 3 | (kind == BLACK) << 2 | (kind == top) << 1 | (task.pair and kind == top)
        if lies is not None:
            key |= (1 + lies[0] + 32 * lies[1]) << 13
        found = known.get(key)
        if found is None:
            found = known[key] = _most(rules, (kind == BLACK, held, wilds, lies, kind == top, bool(key & 1)))
        most, stay = found
        steps += 1
        if held + wilds + (kind == top) + (0 if lies is None else lies[0] + lies[1]) >= size:
            canasta = True
        if stay < 0:
            ends, stay = True, 0
        stuck += stay
        if not most:
            return _Gathered(steps, 0, 0, [], 0, ends, False, canasta, True)
        least = most[0]
        able = able or len(most) > 1 or least > 0
        if len(most) == 1 or (least == most[-1] and min(most) == max(most)):
            sure += least * each
            room += len(most) - 1
        else:
            special.append((most, each, held - max(least, 0) - stay))
    return _Gathered(steps, sure, room, special, stuck, ends, able, canasta, False)


def _worth(task: Task, cards: list[list[Card]]) -> list[int]:
    """What no, one, two … wild cards count at most."""
    value = task.rules.value
    worth = [0]
    for one in sorted([value(card) for kind in (WILD_JOKER, TWO) for card in cards[kind]], reverse=True):
        worth.append(worth[-1] + one)
    return worth


def _together(special: list[tuple[tuple[int, ...], int, int]], room: int, worth: list[int]) -> int:
    """The most that the special ranks and all wild cards count."""
    wilds = len(worth) - 1
    first = [0] + [_NEVER] * wilds
    for most, each, _ in special:
        then = [_NEVER] * (wilds + 1)
        for used, gained in enumerate(first):
            if gained == _NEVER:
                continue
            for more, naturals in enumerate(most, used):
                if more > wilds:
                    break
                if naturals >= 0 and gained + naturals * each > then[more]:
                    then[more] = gained + naturals * each
        first = then
    best = _NEVER
    for used, gained in enumerate(first):
        if gained != _NEVER:
            whole = min(wilds, used + room)
            best = max(best, gained + worth[whole] * _POINT - whole)
    return best
