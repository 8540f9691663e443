"""All layings of a small hand, found by trying every one on the rule functions.

Slow and simple on purpose: the engine's searches are held against it. Nothing here knows what a meld is; every part
is asked of the referee's own rules, one by one and then all together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from msgspec.structs import replace

from canasta_teach.cards import Card
from canasta_teach.game.attempt import Attempt
from canasta_teach.game.layings import Goal
from canasta_teach.game.melds import canasta_kind
from canasta_teach.game.moves import Act, Part, Target
from canasta_teach.game.registry import checks
from canasta_teach.game.ruling import Violation
from canasta_teach.game.state import Position
from canasta_teach.rulebook.ruleset import RuleSet

Meld = tuple[Card, ...]


def choices(hand: Sequence[Card]) -> Iterator[Meld]:
    """Every different handful of these cards, the empty one first."""
    faces = sorted(set(hand))
    for counts in product(*(range(hand.count(face) + 1) for face in faces)):
        yield tuple(face for face, count in zip(faces, counts, strict=True) for _ in range(count))


def improper(attempt: Attempt) -> Iterator[Violation]:
    """What is wrong with the melds of an act as melds, whatever they count and whatever is left in the hand."""
    for check in checks(attempt.rules, attempt.act.kind):
        for violation in check(attempt):
            late = violation.rule == "meld.black-threes" and not violation.variant
            if (violation.rule.startswith("meld.") and not late) or violation.rule == "pile.two-from-hand":
                yield violation


def layings(position: Position, seat: int, *, take: bool) -> Iterator[Act]:
    """Every act by which the seat lays cards, each meld of it proper: ``lay`` acts, or with ``take`` takes."""
    hand = [c for c in position.hands[seat] or () if not (c.is_red_three and position.rules.has("deck.red-threes"))]
    lying = range(len(position.melds[position.side(seat)]))
    places = [None, *(Target(f"#{i}") for i in lying)]
    parts = [
        Part(cards, to)
        for to in places
        for cards in choices(hand)
        if cards and _proper(position, seat, Act("lay", parts=(Part(cards, to),)))
    ]
    if not take:
        starts = [(Act("lay"), tuple(hand))]
    else:
        starts = [
            (Act("take", cards=cards, onto=to), tuple(_less(hand, cards)))
            for to in places
            for cards in choices(hand)
            if (cards or to is not None) and _proper(position, seat, Act("take", cards=cards, onto=to))
        ]
    for start, rest in starts:
        for some in _together(parts, 0, rest, {start.onto} - {None}):
            act = Act(start.kind, cards=start.cards, onto=start.onto, parts=some)
            if (some or take) and (len(some) + take == 1 or _proper(position, seat, act)):
                yield act


def _proper(position: Position, seat: int, act: Act) -> bool:
    return not any(improper(Attempt(position, act, seat)))


def _together(
    parts: list[Part], first: int, hand: tuple[Card, ...], used: set[Target | None]
) -> Iterator[tuple[Part, ...]]:
    """Every choice of parts that the hand holds, no meld that lies named twice."""
    yield ()
    for at in range(first, len(parts)):
        part = parts[at]
        if part.to in used or any(part.cards.count(c) > hand.count(c) for c in set(part.cards)):
            continue
        taken = used if part.to is None else used | {part.to}
        for more in _together(parts, at, tuple(_less(hand, part.cards)), taken):
            yield (part, *more)


def _less(hand: Sequence[Card], gone: Sequence[Card]) -> list[Card]:
    left = list(hand)
    for card in gone:
        left.remove(card)
    return left


def reachable(rules: RuleSet, melds: Sequence[Meld], hand: Sequence[Card], goal: Goal) -> bool:
    """Whether some act reaches the goal, every one tried."""
    table = Position(
        rules=rules,
        phase="draw" if goal.top else "play",
        hands=(tuple(hand), None, None, None),
        melds=(tuple(map(tuple, melds)), ()),
        pile=() if goal.top is None else (goal.top,),
    )
    if goal.top is None and reaches(Attempt(table, Act("lay"), 0), goal):
        return True
    if goal.top is not None and rules.is_wild(goal.top):
        return False
    return any(reaches(Attempt(table, act, 0), goal) for act in layings(table, 0, take=goal.top is not None))


def reaches(attempt: Attempt, goal: Goal) -> bool:
    """Whether an act whose melds are proper reaches the goal."""
    left, rules = attempt.left or 0, attempt.rules
    if left < goal.least_left or (goal.most_left is not None and left > goal.most_left):
        return False
    if attempt.counted < goal.needed:
        return False
    if rules.has("meld.black-threes") and not goal.any_end and any(c.is_black_three for c in attempt.laid):
        return False
    if goal.natural_pair and attempt.top is not None and attempt.top_meld is not None:
        with_top = _less(attempt.top_meld.added, (attempt.top,))
        if sum(c.rank == attempt.top.rank for c in with_top) < 2:
            return False
    if goal.completes is not None:
        return attempt.canastas() + 1 >= goal.canastas and completes(attempt, goal.completes)
    return attempt.canastas() >= goal.canastas


def completes(attempt: Attempt, last: Card) -> bool:
    """Whether the card, added in one more act, makes a canasta where there was none."""
    lying = list(attempt.position.melds[attempt.side])
    for meld in attempt.melds:
        lying[meld.index : meld.index + 1] = [meld.cards]
    then = replace(attempt.position, phase="play", melds=(tuple(lying), ()), hands=((last,), None, None, None), pile=())
    for at, cards in enumerate(lying):
        more = Attempt(then, Act("lay", parts=(Part((last,), Target(f"#{at}")),)), 0)
        was = canasta_kind(cards, attempt.rules)
        if was is None and canasta_kind(more.melds[0].cards, attempt.rules) and not any(improper(more)):
            return True
    return False
