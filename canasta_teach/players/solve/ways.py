"""Every way to use one rank in a laying, and what each brings: the tables of the search by ranks."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from canasta_teach.game.core.ranks.tables import BLACK, RANKED
from canasta_teach.game.layings import enough_from_hand, within_limits
from canasta_teach.rulebook.ruleset import RuleSet

OWN: Final = 1
"""One more natural card of the rank would complete a canasta of this meld."""
WILD: Final = 2
"""One more wild card would."""
OTHER: Final = 4
"""The one card that stays in the hand whatever is laid would."""
LAID: Final = 8
"""Something is laid."""
ADDED: Final = 16
"""Cards are added to a meld of an earlier turn, or of another act that is not the player's own."""
HIT: Final = 32
"""A canasta of the kind sought is made."""
THREES: Final = 64
"""Black threes are laid."""


class Rank(NamedTuple):
    """One rank as the hand and the table have it; ``wilds`` is the number of wild cards in the hand.

    ``kind`` is 0 for any rank but the black three. ``lies`` tells that a meld of it lies, of so many ``naturals`` and
    ``twos_and_jokers``, ``own`` that it was laid new in this turn. ``top`` tells that the pile's top card is of it,
    ``pair`` that it needs two natural cards from the hand. ``other`` is what the card that stays is to it: ``own`` a
    natural card of the rank, ``wild`` a wild card, ``unknown``; else empty.
    """

    kind: int
    held: int
    wilds: int
    lies: bool = False
    naturals: int = 0
    twos_and_jokers: int = 0
    own: bool = False
    top: bool = False
    pair: bool = False
    other: str = ""
    sought: str = ""


class Way(NamedTuple):
    """So many natural and wild cards of the hand laid on a rank.

    ``canastas`` more, ``bonus`` points more for canastas, and ``flags`` of this module.
    """

    naturals: int
    wilds: int
    canastas: int
    bonus: int
    flags: int


@lru_cache(maxsize=65536)
def proper(rules: RuleSet, kind: int, naturals: int, wilds: int) -> bool:
    """Whether so many cards are a meld of this kind within the limits."""
    return naturals + wilds >= rules.p.min_meld and within_limits(rules, RANKED[kind], naturals, wilds)


def canasta_of(rules: RuleSet, naturals: int, wilds: int) -> str:
    """``natural`` or ``mixed`` where so many cards are a canasta; else empty."""
    if not rules.has("canasta.size") or naturals + wilds < rules.p.canasta_size:
        return ""
    kind = "mixed" if wilds else "natural"
    return kind if rules.has(f"canasta.{kind}") else ""


def canasta_points(rules: RuleSet, kind: str) -> int:
    """What a canasta of a kind scores beside its cards, in points."""
    if kind == "natural":
        return rules.p.natural_canasta if rules.has("score.natural-canasta") else 0
    if kind == "mixed":
        return rules.p.mixed_canasta if rules.has("score.mixed-canasta") else 0
    return 0


def concealed_points(rules: RuleSet) -> int:
    """What a canasta scores more that is laid whole in one act, in points."""
    both = rules.has("canasta.concealed") and rules.has("score.concealed-canasta")
    return rules.p.concealed_canasta if both else 0


@lru_cache(maxsize=32768)
def ways_of(rules: RuleSet, rank: Rank) -> tuple[Way, ...]:
    """Every way to use a rank; the one that lays nothing first, where the top card does not have to be used."""
    n, w = rank.naturals, rank.twos_and_jokers
    found = []
    before = canasta_of(rules, n, w) if rank.lies else ""
    for k in range(rank.held + 1):
        for v in range(rank.wilds + 1):
            if not (k or v or rank.top):
                flags = _completes(rules, rank, n, w, before) if rank.lies else 0
                found.append(Way(0, 0, 0, 0, flags))
                continue
            if rank.top and ((rank.pair and k < 2) or not (rank.lies or enough_from_hand(rules, k, v))):
                continue
            if proper(rules, rank.kind, n + k + rank.top, w + v):
                found.append(_way(rules, rank, k, v, before))
    return tuple(found)


def _way(rules: RuleSet, rank: Rank, k: int, v: int, before: str) -> Way:
    n, w = rank.naturals + k + rank.top, rank.twos_and_jokers + v
    kind = canasta_of(rules, n, w)
    flags = LAID | _completes(rules, rank, n, w, kind)
    bonus = canasta_points(rules, kind) - canasta_points(rules, before)
    if rank.lies and not rank.own:
        flags |= ADDED
    if kind and not rank.lies:
        bonus += concealed_points(rules)
    made = bool(kind) and not before
    whole = not rank.lies and rules.has("canasta.concealed")
    if made and (rank.sought in ("any", kind) or (rank.sought == "concealed" and whole)):
        flags |= HIT
    if rank.kind == BLACK and (k or rank.top) and rules.has("meld.black-threes"):
        flags |= THREES
    return Way(k, v, int(made), bonus, flags)


def _completes(rules: RuleSet, rank: Rank, naturals: int, wilds: int, canasta: str) -> int:
    """Flags of the cards of which one more makes a canasta of such a meld."""
    if canasta:
        return 0
    own = proper(rules, rank.kind, naturals + 1, wilds) and canasta_of(rules, naturals + 1, wilds)
    wild = proper(rules, rank.kind, naturals, wilds + 1) and canasta_of(rules, naturals, wilds + 1)
    short = naturals + wilds == rules.p.canasta_size - 1
    other = {"own": own, "wild": wild, "unknown": short}.get(rank.other, False)
    return (OWN if own else 0) | (WILD if wild else 0) | (OTHER if other else 0)
