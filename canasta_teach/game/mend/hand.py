"""What a mend starts from: the cards that a refused act wanted to lay, and those that the hand has for a better one.

An act is the nearer to the refused one the fewer cards it lays that the other does not, and the other way about;
among equals the one with fewer wild cards, then the one that leaves more cards where the player put them, then the
one that touches fewer melds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from canasta_teach.cards import UNKNOWN, Card
from canasta_teach.game.attempt import Attempt
from canasta_teach.game.melds import read
from canasta_teach.game.moves import Target
from canasta_teach.game.search import canastas_needed, first_laying_due

CHANGED: Final = 1_000_000
WILD: Final = 10_000
MOVED: Final = 100
TOUCHED: Final = 1
"""What a card changed, a wild card used, a card moved and a meld touched weigh: each outweighs all that come after."""


class Asked(NamedTuple):
    """One part of the refused act: its hand cards, the own meld that it named or merged into, and its rank if one."""

    cards: tuple[Card, ...]
    meld: int | None
    to: Target | None
    rank: str


class Placing(NamedTuple):
    """Hand cards laid on the side's meld number ``meld``, or as a new one; ``top``: with the top card of the pile."""

    meld: int | None
    cards: tuple[Card, ...]
    top: bool = False


class Wish:
    """A refused act as something to be mended, by a laying or by a take.

    Attributes:
        seat, rules, position: who lays, where.
        melds: the side's melds as they lie.
        hand: the cards that may be laid, those of the refused act first, in its order; then as the hand holds them.
        wanted: how often the refused act lays each card from the hand; ``held`` so far as the hand has it.
        asked: the parts of the refused act.
        presumed: cards that the referee presumes in a hand not wholly known.
        top: the pile's top card, which must be laid, or ``None``.
        pair: the top card goes down with two natural cards of its rank.
        needed: points that the hand cards must count.
        others: cards that will be in the hand besides, and cannot be laid in this act; ``None``: not known.
        last: the one card of ``others``, where they are one.
        canastas: completed canastas without which at least two cards must stay in the hand.
        may_end: the act may leave fewer than two cards.
    """

    __slots__ = (
        "asked", "canastas", "hand", "held", "last", "may_end", "melds", "needed", "others", "pair", "position",
        "presumed", "rules", "seat", "top", "wanted",
    )  # fmt: skip

    def __init__(self, attempt: Attempt, *, take: bool) -> None:
        pos = attempt.position
        self.position, self.rules, self.seat = pos, pos.rules, attempt.seat
        self.melds = pos.melds[attempt.side]
        self.wanted = Counter(attempt.from_hand)
        self.asked = tuple(_asked(attempt))
        self.top = pos.pile[0] if take and pos.pile else None
        frozen = pos.frozen and self.rules.has("pile.frozen")
        self.pair = take and (frozen or (self.rules.has("pile.frozen-unmelded") and not self.melds))
        worth = 0
        if self.top is not None and (self.rules.has("initial.top-card") or not self.rules.has("pile.top-card")):
            worth = self.rules.value(self.top)
        self.needed = max(0, first_laying_due(pos, attempt.seat) - worth)
        self.canastas = canastas_needed(pos)
        self.may_end = pos.permission != "no"
        self._hold(attempt, take=take)

    def _hold(self, attempt: Attempt, *, take: bool) -> None:
        pos, rules = self.position, self.rules
        bonus = rules.has("deck.red-threes")
        hand = pos.hands[self.seat]
        missing = Counter(attempt.missing)
        known = Counter(c for c in hand or () if c is not UNKNOWN)
        own: list[Card] = []
        presumed: list[Card] = []
        seen: Counter[Card] = Counter()
        for card in (c for part in self.asked for c in part.cards):
            seen[card] += 1
            if seen[card] <= known[card]:
                own.append(card)
            elif missing[card]:
                missing[card] -= 1
            elif hand is None or len(presumed) < hand.count(UNKNOWN):
                own.append(card)
                presumed.append(card)
        rest = known - Counter(own)
        for card in hand or ():
            if rest[card]:
                rest[card] -= 1
                own.append(card)
        self.presumed = Counter(presumed)
        never = bonus or rules.has("meld.red-threes")
        self.hand = tuple(c for c in own if not (never and c.is_red_three))
        self.held = self.wanted & Counter(self.hand)
        self.others: int | None = None
        self.last: Card | None = None
        if hand is None:
            return
        unknown = hand.count(UNKNOWN) - len(presumed)
        coming = [c for c in pos.pile[1:] if not (bonus and c.is_red_three)] if take else []
        # A red three that may not be melded and is no bonus card stays in the hand.
        stuck = 0 if bonus else len(own) - len(self.hand)
        self.others = unknown + len(coming) + stuck
        if self.others == 1 and not stuck:
            self.last = coming[0] if coming else UNKNOWN

    # -- cost --------------------------------------------------------------------------------------

    def cost(self, cards: Iterable[Card]) -> int:
        """What it weighs to lay just these hand cards: cards changed and wild cards used."""
        used = Counter(cards)
        both = sum((used & self.wanted).values())
        wilds = sum(n for card, n in used.items() if self.rules.is_wild(card))
        return (self.wanted.total() + used.total() - 2 * both) * CHANGED + wilds * WILD

    def moved(self, index: int | None, cards: Sequence[Card]) -> int:
        """How many of these cards, laid together, the refused act laid elsewhere."""
        here = Counter(cards)
        common = [sum((here & Counter(part.cards)).values()) for part in self.asked]
        best = max(common, default=0)
        if not best:
            return 0
        at_home = any(n == best and part.meld == index for n, part in zip(common, self.asked, strict=True))
        return sum((here & self.held).values()) - best + (not at_home)

    @property
    def black_threes_stay(self) -> bool:
        """Black threes cannot be laid by an act that leaves two cards or more."""
        return self.rules.has("meld.black-threes") and self.others is not None

    @property
    def ends(self) -> list[tuple[int, tuple[Card, ...], Card | None]]:
        """The acts that leave at most one card: what each weighs, what it lays, and the card left; nearest first."""
        if self.others is None or self.others > 1 or not self.may_end or not self.hand:
            return []
        found = []
        if self.others == 1:
            found.append((self.cost(self.hand), self.hand, self.last))
        else:
            found.append((self.cost(self.hand), self.hand, None))
            for card in dict.fromkeys(self.hand):
                rest = list(self.hand)
                # Of equal cards the last stays, so that those of the refused act come first.
                del rest[len(rest) - 1 - rest[::-1].index(card)]
                if rest or self.top is not None:
                    last = UNKNOWN if self.presumed[card] and not self._known(card) else card
                    found.append((self.cost(rest), tuple(rest), last))
        found.sort(key=lambda end: end[0])
        return found

    def _known(self, card: Card) -> bool:
        return self.hand.count(card) > self.presumed[card]


def _asked(attempt: Attempt) -> Iterable[Asked]:
    """The parts of an act as it names them, the one with the top card first."""
    act = attempt.act
    rank: str
    if attempt.takes:
        rank = attempt.top.rank if attempt.top is not None else ""
        index = attempt.top_meld.index if attempt.top_meld is not None and not attempt.top_meld.new else None
        to = act.onto if attempt.top_part is None else attempt.top_part.to
        yield Asked(attempt.with_top, index, to, rank)
    elif act.kind in ("discard", "table"):
        yield Asked(act.cards, None, None, act.cards[0].rank)
    for part in act.parts:
        if part is attempt.top_part:
            continue
        index = _own_meld(attempt, part.cards, part.to)
        if index is not None:
            rank = read(attempt.position.melds[attempt.side][index], attempt.rules).rank
        elif part.to is not None and not part.to.name.startswith("#"):
            rank = part.to.name
        else:
            rank = next((c.rank for c in part.cards if not attempt.rules.is_wild(c)), "")
        yield Asked(part.cards, index, part.to, rank)


def _own_meld(attempt: Attempt, cards: tuple[Card, ...], to: Target | None) -> int | None:
    """The own meld that a part names or, where ranks merge, goes to."""
    melds, rules = attempt.position.melds[attempt.side], attempt.rules
    if to is None:
        if not rules.has("meld.one-per-rank") or attempt.act.kind == "relancinho":
            return None
        ranks = {c.rank for c in cards if not rules.is_wild(c)}
        return _own_set(attempt, ranks.pop()) if len(ranks) == 1 else None
    their = to.side is not None and to.side != attempt.side
    if not to.name.startswith("#"):
        return _own_set(attempt, to.name)
    at = int(to.name[1:])
    return at if not their and at < len(melds) else None


def _own_set(attempt: Attempt, rank: str) -> int | None:
    """The first of the side's own melds that is a set of this rank."""
    melds = attempt.position.melds[attempt.side]
    return next((i for i, meld in enumerate(melds) if read(meld, attempt.rules).rank == rank), None)
