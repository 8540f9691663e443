"""The rules of a meld: what may lie together."""

from __future__ import annotations

from collections.abc import Iterator

from canasta_teach.cards import RANKS, codes
from canasta_teach.game.attempt import Attempt, LaidMeld
from canasta_teach.game.registry import broken, forbids
from canasta_teach.game.ruling import Violation


def _melds(a: Attempt) -> Iterator[LaidMeld]:
    """The melds of the act that can be looked at; one that waits for the top of an empty pile cannot."""
    return (m for m in a.melds if not (m.has_top and a.top is None))


def _mixed(meld: LaidMeld) -> bool:
    """The natural cards are of several ranks, and no run."""
    return meld.reading.kind is None and len(meld.reading.ranks) > 1


def _misnamed(meld: LaidMeld) -> bool:
    """Cards of another rank, laid "to" a rank that is not down."""
    return meld.new and meld.named and meld.reading.kind == "set" and meld.reading.rank != meld.rank


@forbids("meld.size", "lay", "take", "take-top", "relancinho")
def size(a: Attempt) -> Iterator[Violation]:
    """At least three cards; Brazilian: three to eight of one rank."""
    p = a.rules.p
    for meld in _melds(a):
        count = len(meld.cards)
        if count < p.min_meld:
            alone = meld.new and meld.named and not meld.rank.startswith("#")
            yield broken(
                a,
                "meld.size",
                variant="not-down" if alone else "",
                words={"named": meld.rank} if alone else None,
                cards=codes(meld.cards),
                count=count,
                least=p.min_meld,
            )
        elif p.max_meld is not None and count > p.max_meld and meld.reading.kind == "set":
            yield broken(
                a, "meld.size", aspect="most", variant="most", cards=codes(meld.cards), count=count, most=p.max_meld
            )


@forbids("meld.no-sequences", "lay", "take", "take-top", "relancinho")
def no_sequences(a: Attempt) -> Iterator[Violation]:
    """Runs are not melds."""
    for meld in _melds(a):
        if meld.reading.kind is None and meld.reading.would_run:
            yield broken(a, "meld.no-sequences", cards=codes(meld.cards))


@forbids("meld.same-rank", "lay", "take", "take-top", "relancinho")
def same_rank(a: Attempt) -> Iterator[Violation]:
    """One rank, wild cards aside; suits do not matter."""
    for meld in _melds(a):
        if _mixed(meld) and not (a.rules.has("meld.sequence") and meld.reading.would_run):
            variant = "or-run" if a.rules.has("meld.sequence") else ""
            yield broken(
                a,
                "meld.same-rank",
                variant=variant,
                cards=codes(meld.reading.naturals),
                ranks=[str(rank) for rank in meld.reading.ranks],
            )
        elif _misnamed(meld) and len(meld.cards) >= a.rules.p.min_meld:
            ranks = [meld.rank, str(meld.reading.rank)]
            yield broken(a, "meld.same-rank", variant="named", cards=codes(meld.reading.naturals), ranks=ranks)


@forbids("meld.sequence", "lay", "take", "take-top", "relancinho")
def sequence(a: Attempt) -> Iterator[Violation]:
    """A run is of one suit, consecutive, and does not turn the corner at the ace."""
    for meld in _melds(a):
        if _mixed(meld) and not meld.reading.would_run:
            variant = "suit" if meld.reading.one_suit else ""
            aspect = "corner" if meld.reading.one_suit and _turns_corner(meld) else ""
            yield broken(a, "meld.sequence", variant=variant, aspect=aspect, cards=codes(meld.cards))
        elif _mixed(meld) and len(meld.cards) >= a.rules.p.min_meld:
            # It would be a run but for its length; what is too short for any meld is told by meld.size.
            yield broken(
                a,
                "meld.sequence",
                variant="short",
                cards=codes(meld.cards),
                count=len(meld.cards),
                least=a.rules.p.min_sequence,
            )


def _turns_corner(meld: LaidMeld) -> bool:
    """Whether the cards would follow each other if the king, the ace and the two did."""
    places = {RANKS.index(one.rank) for one in meld.reading.naturals if one.rank in RANKS}
    fillers = len(meld.cards) - len(places)
    for start in places:
        length = 1 + max((place - start) % len(RANKS) for place in places)
        if length - len(places) <= fillers and start + length > len(RANKS) + 1:
            return True
    return False


@forbids("meld.min-naturals", "lay", "take", "take-top", "relancinho")
def min_naturals(a: Attempt) -> Iterator[Violation]:
    """At least two natural cards."""
    least = a.rules.p.min_naturals
    for meld in _melds(a):
        naturals = meld.reading.naturals
        if len(naturals) < least and len(meld.cards) > len(naturals):
            yield broken(
                a,
                "meld.min-naturals",
                variant="" if naturals else "none",
                cards=codes(meld.cards),
                naturals=codes(naturals),
                natural=len(naturals),
                wild=len(meld.reading.wilds),
                least=least,
            )


def _wild_fault(a: Attempt, meld: LaidMeld) -> tuple[int, str] | None:
    """The number of wild cards allowed, and the aspect that allows no more, when the meld holds too many."""
    p = a.rules.p
    wild, natural = len(meld.reading.wilds), len(meld.reading.naturals)
    most = wild if p.max_wilds is None else p.max_wilds
    if p.wilds_at_most_naturals and natural < wild and natural <= most:
        return natural, "naturals"
    return (most, "") if most < wild else None


@forbids("meld.max-wilds", "lay", "take", "take-top", "relancinho")
def max_wilds(a: Attempt) -> Iterator[Violation]:
    """At most three wild cards; Swedish: nor more than naturals; Brazilian: at most one."""
    for meld in _melds(a):
        fault = _wild_fault(a, meld)
        if fault is not None:
            allowed, aspect = fault
            never = a.rules.p.max_wilds == 0
            yield broken(
                a,
                "meld.max-wilds",
                aspect="" if never else aspect,
                variant="none" if never else aspect,
                wilds=codes(meld.reading.wilds),
                natural=len(meld.reading.naturals),
                wild=len(meld.reading.wilds),
                allowed=allowed,
            )


@forbids("meld.wilds-not-threes", "lay", "take", "take-top", "relancinho")
def wilds_not_threes(a: Attempt) -> Iterator[Violation]:
    """A wild card never stands for a three."""
    for meld in _melds(a):
        if meld.reading.rank == "3" and meld.reading.wilds:
            yield broken(a, "meld.wilds-not-threes", cards=codes(meld.cards), wilds=codes(meld.reading.wilds))


@forbids("meld.red-threes", "lay", "take", "take-top", "relancinho")
def red_threes(a: Attempt) -> Iterator[Violation]:
    """Red threes are never melded."""
    for meld in _melds(a):
        red = [c for c in meld.added if c.is_red_three]
        if red:
            yield broken(a, "meld.red-threes", cards=codes(red))


@forbids("meld.black-threes", "lay", "take", "take-top", "relancinho")
def black_threes(a: Attempt) -> Iterator[Violation]:
    """Black threes are melded only in the act that leaves at most one card."""
    mode = a.rules.p.black_threes_at_end
    for meld in _melds(a):
        if not any(c.is_black_three for c in meld.added) or meld.reading.rank not in ("3", ""):
            continue
        if mode == "never":
            yield broken(a, "meld.black-threes", aspect="black_threes_at_end", variant="never", cards=codes(meld.cards))
        elif a.left is not None and a.left > 1:
            yield broken(a, "meld.black-threes", cards=codes(meld.cards), left=a.left)
        elif mode == "naturals" and meld.reading.wilds and meld.reading.rank == "3":
            yield broken(
                a,
                "meld.black-threes",
                aspect="black_threes_at_end",
                variant="wild",
                cards=codes(meld.cards),
                wild=len(meld.reading.wilds),
                left=a.left,
            )


@forbids("meld.own-side", "lay", "take", "take-top", "relancinho")
def own_side(a: Attempt) -> Iterator[Violation]:
    """You add only to your own side's melds."""
    for meld in a.melds:
        if meld.side != a.side:
            yield broken(a, "meld.own-side", cards=codes(meld.added), side=meld.side)


@forbids("meld.limits-after-adding", "lay", "take", "take-top")
def limits_after_adding(a: Attempt) -> Iterator[Violation]:
    """The limits on naturals and wild cards hold for the whole meld after every addition."""
    for meld in _melds(a):
        if meld.new:
            continue
        naturals, wilds = len(meld.reading.naturals), len(meld.reading.wilds)
        fault = _wild_fault(a, meld) if a.rules.has("meld.max-wilds") else None
        few = a.rules.has("meld.min-naturals") and naturals < a.rules.p.min_naturals
        if fault is not None or (few and meld.reading.kind is not None):
            yield broken(
                a,
                "meld.limits-after-adding",
                cards=codes(meld.added),
                whole=codes(meld.cards),
                natural=naturals,
                wild=wilds,
            )
