"""Refused acts for tests of the mend: made from a hand at random, and what stands nearest to them by trying all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random

from msgspec.structs import replace

from canasta_teach.cards import UNKNOWN, Card
from canasta_teach.errors import InvalidMove
from canasta_teach.game.attempt import Attempt
from canasta_teach.game.moves import Act, ActKind, Move, Part, Target
from canasta_teach.game.referee import is_legal
from canasta_teach.game.state import Position
from tests.game.brute import layings

Nearness = tuple[int, int]
"""Cards changed, wild cards used."""


def random_act(rng: Random, position: Position) -> Act:
    """Any act that a learner may try, mostly with cards of the hand; legal or not."""
    hand = [c for c in position.hands[position.turn] or () if c is not UNKNOWN]
    deck = position.rules.deck()

    def some(most: int) -> tuple[Card, ...]:
        few = rng.sample(hand, min(len(hand), rng.randint(1, most)))
        if rng.random() < 0.5 and few:
            few = [few[0], *(c for c in hand if c.rank == few[0].rank and c is not few[0]), *few[1:]][:most]
        if rng.random() < 0.15 or not few:
            few.append(rng.choice(deck))
        return tuple(few)

    def target() -> Target:
        melds = position.melds[position.side(position.turn)]
        if melds and rng.random() < 0.8:
            return Target(f"#{rng.randrange(len(melds))}")
        return Target(rng.choice(("K", "A", "7")), "their" if position.sides == 2 and rng.random() < 0.2 else None)

    def part() -> Part:
        return Part(some(5), target() if rng.random() < 0.3 else None)

    def parts(most: int) -> tuple[Part, ...]:
        return tuple(part() for _ in range(rng.randint(0, most)))

    take = position.phase == "draw" if rng.random() < 0.9 else rng.random() < 0.5
    roll = rng.random()
    if roll < 0.12:
        return Act("discard", cards=some(1)[:1])
    if roll < 0.18:
        return Act("draw" if rng.random() < 0.5 else "look")
    if roll < 0.22:
        return Act("take-back", cards=some(2))
    if take:
        kind: ActKind = "take" if rng.random() < 0.9 else "take-top"
        if roll < 0.35:
            return Act(kind, onto=target(), cards=some(3) if rng.random() < 0.5 else (), parts=parts(1))
        if roll < 0.45:
            return Act("take", parts=parts(2))
        return Act(kind, cards=some(3), parts=parts(2))
    if position.rules.has("out.relancinho") and roll < 0.4:
        return Act("relancinho", parts=(Part(some(6)), *(Part(p.cards) for p in parts(3))))
    return Act("lay", parts=(part(), *parts(2)))


def nearness(position: Position, refused: Act, act: Act) -> Nearness:
    """How near an act is to a refused one by its hand cards."""
    wanted = Counter(Attempt(position, refused, position.turn).from_hand)
    used = Counter(Attempt(position, act, position.turn).from_hand)
    changed = (wanted - used).total() + (used - wanted).total()
    return changed, sum(n for card, n in used.items() if position.rules.is_wild(card))


def known_hand(position: Position, refused: Act) -> list[Card]:
    """The cards that are known to be held, and those that a refused act lets the referee presume."""
    attempt = Attempt(position, refused, position.turn)
    hand = [c for c in position.hands[position.turn] or () if c is not UNKNOWN]
    presumed = Counter(attempt.from_hand) - Counter(hand) - Counter(attempt.missing)
    return [*hand, *presumed.elements()]


def every_act(position: Position, refused: Act, kind: str) -> Iterator[Act]:
    """Every legal act of a kind by the seat on turn, each tried on the referee."""
    seat = position.turn
    hand = known_hand(position, refused)
    hands = (*position.hands[:seat], tuple(hand), *position.hands[seat + 1 :])
    known = replace(position, hands=hands)
    acts: Iterator[Act] = iter(())
    if kind == "lay":
        acts = layings(known, seat, take=False)
    elif kind == "take":
        acts = iter([*(layings(known, seat, take=True) if position.pile else ()), Act("take")])
    elif kind == "discard":
        acts = (Act("discard", cards=(c,)) for c in dict.fromkeys(hand))
    elif kind == "relancinho":
        acts = _announced(position, hand)
    elif kind == "table":
        acts = (Act("table", cards=(c,)) for c in dict.fromkeys(hand) if c.is_red_three)
    elif kind == "answer":
        acts = iter([Act("answer", yes=True)])
    else:
        acts = iter([Act("draw") if kind == "draw" else Act("ask")])
    for act in acts:
        try:
            if is_legal(position, Move((act,))):
                yield act
        except InvalidMove:  # an act that this game does not know
            return


def _announced(position: Position, hand: list[Card]) -> Iterator[Act]:
    """Every way to cut so many cards into parts of three or more."""
    if not position.rules.has("out.relancinho"):
        return
    for some in dict.fromkeys(combinations(sorted(hand), position.rules.p.relancinho_cards)):
        for cut in _cuts(some):
            yield Act("relancinho", parts=tuple(Part(cards) for cards in cut))


def _cuts(cards: tuple[Card, ...]) -> Iterator[tuple[tuple[Card, ...], ...]]:
    if not cards:
        yield ()
        return
    first, rest = cards[0], cards[1:]
    for size in range(2, len(rest) + 1):
        for places in combinations(range(len(rest)), size):
            group = (first, *(rest[i] for i in places))
            left = tuple(c for i, c in enumerate(rest) if i not in places)
            if len(left) not in (1, 2):
                for more in _cuts(left):
                    yield (group, *more)


def kinds(position: Position, refused: Act) -> list[str]:
    """The kinds in the order in which a mend is promised to be one of them."""
    kind = {"take-top": "take"}.get(refused.kind, refused.kind)
    if position.permission == "asked":
        return ["answer"]
    if position.phase == "draw":
        return [
            *(["table"] if kind == "table" else []),
            *(["take", "draw"] if kind == "take" else ["draw", "take"]),
            "table",
        ]
    lays = kind in ("lay", "take", "relancinho") and bool(Attempt(position, refused, position.turn).from_hand)
    first = [kind] if kind in ("relancinho", "table") else []
    return [*first, *(["lay", "discard"] if lays else ["discard", "lay"]), "table", "ask"]
