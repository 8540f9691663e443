"""Reading cards as a meld: how many are natural, how many wild, and as what.

A meld is a set (one rank) or, where the rule set has ``meld.sequence``, a run (one suit, consecutive). Reading says
what cards *are*; whether the rules allow them is asked of the referee's rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Literal

from msgspec import Struct

from canasta_teach.cards import Card, Rank
from canasta_teach.rulebook.ruleset import RuleSet

CanastaKind = Literal["natural", "mixed"]

PLACES: Final[dict[str, int]] = {
    "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "10": 10, "J": 11, "Q": 12, "K": 13, "A": 14,
}  # fmt: skip
"""A rank's place in a run. The ace stands at 14, above the king, or at 1, below the two."""


class Run(Struct, frozen=True):
    """An arrangement of cards as a run in ``suit`` from place ``low``; ``order`` holds the card at each place.

    ``wilds`` counts the cards that do not stand in their own place and suit.
    """

    suit: str
    low: int
    order: tuple[Card, ...]
    wilds: int


class Reading(Struct, frozen=True):
    """What some cards are when laid as one meld.

    Attributes:
        cards: the cards.
        kind: ``set`` (one rank among the naturals), ``run``, or ``None`` when they are neither.
        rank: the set's rank, else empty.
        run: the arrangement, when read as a run.
        naturals, wilds: the cards by what they count as in this reading.
        ranks: the different ranks of the natural cards.
        one_suit: the natural cards are of one suit.
        would_run: cards of several ranks that would be a run, were there runs in the game or a card or two more.
    """

    cards: tuple[Card, ...]
    kind: Literal["set", "run"] | None
    rank: Rank | Literal[""]
    run: Run | None
    naturals: tuple[Card, ...]
    wilds: tuple[Card, ...]
    ranks: tuple[Rank, ...]
    one_suit: bool
    would_run: bool


Shape = Reading
"""The name under which a meld that lies on the table is read."""


def arrange_run(cards: Sequence[Card], rules: RuleSet) -> Run | None:
    """The arrangement of these cards as a run with the fewest wild cards, or ``None`` when there is none.

    Source: Brazilian, "Sequence": consecutive cards of one suit, the ace after the king or before the two. A two in
    its own place and suit is natural. The run does not turn the corner; an ace at each end is two aces.
    """
    fixed = [c for c in cards if not rules.is_wild(c)]
    suits = {c.suit for c in fixed}
    if len(suits) > 1 or len(cards) > 14:
        return None
    # Cards that are wild but suited (twos) may stand in their own place; at most one a suit can.
    tries = suits or {c.suit for c in cards if c.suit}
    best: Run | None = None
    for suit in sorted(tries):
        for natural_two in (True, False):
            found = _arrange(cards, fixed, suit, natural_two, rules)
            if found is not None and (best is None or found.wilds < best.wilds):
                best = found
    return best


def _arrange(cards: Sequence[Card], fixed: list[Card], suit: str, natural_two: bool, rules: RuleSet) -> Run | None:
    own: dict[int, Card] = {}
    aces: list[Card] = []
    loose = [c for c in cards if rules.is_wild(c)]
    for c in fixed:
        if c.rank == "A":
            aces.append(c)
        elif PLACES[c.rank] in own:
            return None
        else:
            own[PLACES[c.rank]] = c
    if natural_two:
        two = next((c for c in loose if c.rank == "2" and c.suit == suit), None)
        if two is None:
            return None
        own[2] = two
        loose.remove(two)
    if len(aces) > 2:
        return None
    length = len(cards)
    ends = {0: ((),), 1: ((14,), (1,)), 2: ((1, 14),)}[len(aces)]
    for places in ends:
        filled = own | dict(zip(places, aces, strict=True))
        # Prefer wild cards in gaps, then at the high end: the highest window that begins at the lowest natural.
        lows = range(1, 14 - length + 2)
        start = min(filled, default=1)
        for low in sorted(lows, key=lambda low: (abs(start - low), low)):
            if all(low <= place < low + length for place in filled):
                rest = iter(loose)
                order = tuple(filled[at] if at in filled else next(rest) for at in range(low, low + length))
                return Run(suit, low, order, len(loose))
    return None


def read(cards: Sequence[Card], rules: RuleSet) -> Reading:
    """Read cards as one meld under a rule set; never fails.

    Where cards can be read as a set and as a run, the reading with fewer wild cards is taken.
    """
    return _read(tuple(cards), rules)


@lru_cache(maxsize=2048)
def _read(cards: tuple[Card, ...], rules: RuleSet) -> Reading:
    naturals = tuple(c for c in cards if not rules.is_wild(c))
    wilds = tuple(c for c in cards if rules.is_wild(c))
    ranks: tuple[Rank, ...] = tuple(dict.fromkeys(c.rank for c in naturals))
    one_suit = len({c.suit for c in naturals}) <= 1
    run = None
    runs = rules.has("meld.sequence")
    if one_suit and naturals and (runs or len(cards) >= rules.p.min_sequence):
        run = arrange_run(cards, rules)
    is_set = len(ranks) == 1
    long = len(cards) >= rules.p.min_sequence
    if run is not None and runs and long and (not is_set or run.wilds < len(wilds)):
        loose = [c for at, c in enumerate(run.order, run.low) if not _in_place(c, at, run.suit)]
        kept = [c for at, c in enumerate(run.order, run.low) if _in_place(c, at, run.suit)]
        return Reading(cards, "run", "", run, tuple(kept), tuple(loose), ranks, True, True)
    if runs and one_suit and len(ranks) > 1:
        # No run, whatever stands where; but the suit's own two has its place in one, so it is no wild card too many.
        own = next((c for c in wilds if c.rank == "2" and c.suit == naturals[0].suit), None)
        if own is not None:
            at, place = wilds.index(own), cards.index(own)
            wilds = wilds[:at] + wilds[at + 1 :]
            naturals = tuple(c for i, c in enumerate(cards) if i == place or not rules.is_wild(c))
            ranks = tuple(dict.fromkeys(c.rank for c in naturals))
    return Reading(
        cards,
        "set" if is_set else None,
        ranks[0] if is_set else "",
        None,
        naturals,
        wilds,
        ranks,
        one_suit,
        run is not None and len(ranks) > 1,
    )


def _in_place(card: Card, place: int, suit: str) -> bool:
    return card.suit == suit and (PLACES[card.rank] == place or (card.rank == "A" and place == 1))


def read_meld(cards: Sequence[Card], rules: RuleSet) -> Reading | None:
    """The reading of cards that lie on the table as a meld; ``None`` when they are no set and no run.

    Limits on wild cards are not asked: a meld that lies, lies, and the referee judges the act at hand.
    """
    if len(cards) < rules.p.min_meld:
        return None
    reading = read(cards, rules)
    return reading if reading.kind is not None else None


def canasta_kind(cards: Sequence[Card], rules: RuleSet) -> CanastaKind | None:
    """``natural`` or ``mixed`` for a completed canasta, ``None`` for a smaller meld.

    Sources: each rule set's ``canasta.size``, ``canasta.natural`` and ``canasta.mixed``.
    """
    if not rules.has("canasta.size") or len(cards) < rules.p.canasta_size:
        return None
    reading = read(cards, rules)
    if reading.kind is None:
        return None
    kind: CanastaKind = "mixed" if reading.wilds else "natural"
    return kind if rules.has(f"canasta.{kind}") else None


def points(cards: Sequence[Card], rules: RuleSet) -> int:
    """The sum of card values, in points."""
    return sum(rules.value(c) for c in cards)
