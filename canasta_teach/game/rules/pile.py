"""The rules of the discard pile: who may take it, and with what."""

from __future__ import annotations

from collections.abc import Iterator

from canasta_teach.cards import Card, codes
from canasta_teach.game import pile
from canasta_teach.game.attempt import Attempt
from canasta_teach.game.registry import broken, forbids
from canasta_teach.game.ruling import Violation


def natural_pair(a: Attempt) -> bool:
    """The top card goes down with two natural cards of its rank from the hand; a wild card has none."""
    if a.top is None or a.rules.is_wild(a.top):
        return False
    if a.top_meld is None:
        # A bare take uses no card: the pile bars it only where the hand has no such pair.
        hand = a.position.hands[a.seat]
        return hand is None or sum(c.rank in (a.top.rank, "??") for c in hand) >= 2
    return sum(c.rank == a.top.rank for c in _with_top(a)) >= 2


def _with_top(a: Attempt) -> tuple[Card, ...]:
    """The hand cards laid on the same meld as the top card."""
    if a.top_meld is None or a.top is None:
        return ()
    added = list(a.top_meld.added)
    added.remove(a.top)
    return tuple(added)


@forbids("pile.closed", "look")
def closed(a: Attempt) -> Iterator[Violation]:
    """Only the top card of the pile may be seen."""
    top = a.position.pile[0].code if a.position.pile else None
    yield broken(a, "pile.closed", variant="" if top else "empty", top=top, count=len(a.position.pile))


@forbids("pile.whole", "take-top")
def whole(a: Attempt) -> Iterator[Violation]:
    """Whoever takes the top card takes the whole pile."""
    top = None if a.top is None else a.top.code
    yield broken(a, "pile.whole", variant="" if top else "empty", top=top, count=len(a.position.pile))


@forbids("pile.empty", "take", "take-top")
def empty(a: Attempt) -> Iterator[Violation]:
    """An empty pile cannot be taken."""
    if a.top is None:
        yield broken(a, "pile.empty", count=0)


@forbids("pile.one-card", "take")
def one_card(a: Attempt) -> Iterator[Violation]:
    """A player who holds one card may not take a pile of one card."""
    if pile.one_for_one(a.position, a.seat):
        yield broken(a, "pile.one-card", top=a.position.pile[0].code, hand=1, pile=1)


@forbids("pile.wild-top", "take", "take-top")
def wild_top(a: Attempt) -> Iterator[Violation]:
    """A wild card on top: the pile cannot be taken."""
    if a.top is not None and pile.wild_on_top(a.position):
        yield broken(a, "pile.wild-top", top=a.top.code)


@forbids("pile.black-three", "take", "take-top")
def black_three(a: Attempt) -> Iterator[Violation]:
    """A black three on top: the pile cannot be taken by the next player."""
    if a.top is not None and pile.stopped(a.position):
        yield broken(a, "pile.black-three", top=a.top.code)


@forbids("pile.frozen", "take", "take-top")
def frozen(a: Attempt) -> Iterator[Violation]:
    """From a frozen pile the top card takes a natural pair of its rank from the hand."""
    if a.top is not None and pile.frozen(a.position) and not natural_pair(a):
        wilds = [c.code for c in a.position.pile if a.rules.is_wild(c)]
        on_top = a.rules.is_wild(a.top)
        yield broken(
            a,
            "pile.frozen",
            variant="wild-top" if on_top else "" if wilds else "unseen",
            words={"top_rank": a.top},
            top=a.top.code,
            cards=codes(_with_top(a)),
            wilds=wilds,
        )


@forbids("pile.frozen-unmelded", "take", "take-top")
def frozen_unmelded(a: Attempt) -> Iterator[Violation]:
    """The pile counts as frozen for a side that has not yet melded in this deal."""
    if a.top is not None and pile.frozen_for(a.position, a.side) and not natural_pair(a):
        yield broken(
            a,
            "pile.frozen-unmelded",
            variant="wild-top" if a.rules.is_wild(a.top) else "",
            words={"top_rank": a.top},
            top=a.top.code,
            cards=codes(_with_top(a)),
        )


@forbids("pile.top-card", "take")
def top_card(a: Attempt) -> Iterator[Violation]:
    """The top card is used at once, in the act of taking."""
    if a.top_used or (a.top is None and (a.act.cards or a.act.onto or a.act.parts)):
        return
    if a.top is None:
        yield broken(a, "pile.top-card", variant="none", cards=[])
        return
    variant = "unused" if a.act.parts else ""
    yield broken(a, "pile.top-card", variant=variant, top=a.top.code, cards=codes(a.laid))


@forbids("pile.two-from-hand", "take", "take-top")
def two_from_hand(a: Attempt) -> Iterator[Violation]:
    """A new meld with the top card takes at least two cards from the hand, one of them natural."""
    if a.top is None or a.top_meld is None or not a.top_meld.new:
        return
    cards = _with_top(a)
    natural = sum(not a.rules.is_wild(c) for c in cards)
    if len(cards) < a.rules.p.hand_cards_to_take or (natural == 0 and not a.rules.is_wild(a.top)):
        variant = "" if len(cards) < a.rules.p.hand_cards_to_take else "wild"
        yield broken(
            a,
            "pile.two-from-hand",
            variant=variant,
            top=a.top.code,
            cards=codes(cards),
            count=len(cards),
            least=a.rules.p.hand_cards_to_take,
        )
