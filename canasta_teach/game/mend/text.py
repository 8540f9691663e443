"""A mend as an act in the player's own manner: the parts and their order as in the refused act, then what is new."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from canasta_teach.cards import Card
from canasta_teach.game.melds import read
from canasta_teach.game.mend.hand import Asked, Placing, Wish
from canasta_teach.game.moves import Act, ActKind, Part, Target


def as_act(wish: Wish, kind: ActKind, seat: int | None, placings: Sequence[Placing]) -> Act:
    """The act that lays these cards.

    Args:
        wish: what the refused act wanted.
        kind: ``lay``, ``take`` or ``relancinho``.
        seat: the seat that the refused act named, or ``None``.
        placings: what is laid; for a ``take`` one of them holds the top card, or none where the pile is free.
    """
    top = next((p for p in placings if p.top), None)
    rest = sorted((p for p in placings if not p.top), key=lambda p: _order(wish, p))
    parts = tuple(_part(wish, p) for p in rest)
    if top is None:
        return Act(kind, seat, parts=parts)
    part = _part(wish, top)
    return Act(kind, seat, part.cards, part.to, parts)


def _like(wish: Wish, placing: Placing) -> tuple[int, Asked | None]:
    """The part of the refused act that a placing is most like, and its number; the first of those that are equal."""
    best, number, found = 0, len(wish.asked), None
    here = Counter(placing.cards)
    for at, part in enumerate(wish.asked):
        same = 2 * sum((here & Counter(part.cards)).values())
        if placing.meld is not None and placing.meld == part.meld and part.cards:
            same += 1
        if same > best:
            best, number, found = same, at, part
    return number, found


def _order(wish: Wish, placing: Placing) -> tuple[int, int]:
    places = {card: at for at, card in reversed(list(enumerate(wish.hand)))}
    return _like(wish, placing)[0], min((places[c] for c in placing.cards), default=0)


def _part(wish: Wish, placing: Placing) -> Part:
    """The placing as a part; cards in the order of the refused act, new ones behind them, naturals first."""
    _, like = _like(wish, placing)
    cards = _sorted(wish, placing, like)
    if placing.meld is None:
        return Part(cards)
    if placing.top:
        like = wish.asked[0] if wish.asked else None
    merges = wish.rules.has("meld.one-per-rank")
    named = next((p.to for p in wish.asked if p.to is not None and p.meld == placing.meld and _own(wish, p.to)), None)
    shape = read(wish.melds[placing.meld], wish.rules)
    if like is not None and like.to is None and like.meld == placing.meld and merges and cards:
        # Laid as a meld, and read as added to its rank: it may be laid so again.
        by_itself = placing.top or any(c.rank == shape.rank for c in cards)
        if by_itself and (like.cards or not placing.top):
            return Part(cards)
    if named is not None:
        return Part(cards, named)
    alone = shape.kind == "set" and sum(read(meld, wish.rules).rank == shape.rank for meld in wish.melds) == 1
    return Part(cards, Target(shape.rank if alone else f"#{placing.meld}"))


def _own(wish: Wish, to: Target) -> bool:
    return to.side is None or to.side == wish.position.side(wish.seat)


def _sorted(wish: Wish, placing: Placing, like: Asked | None) -> tuple[Card, ...]:
    left = Counter(placing.cards)
    cards: list[Card] = []
    asked = [c for part in wish.asked for c in part.cards]
    if like is not None:
        asked = [*like.cards, *asked]
    new = sorted(wish.hand, key=wish.rules.is_wild)
    for card in (*asked, *new):
        if left[card]:
            left[card] -= 1
            cards.append(card)
    if placing.meld is None and not placing.top and (like is None or Counter(like.cards) != Counter(cards)):
        run = read(cards, wish.rules).run
        if run is not None:
            return run.order
    partly = placing.meld is None and like is not None and bool(Counter(like.cards) - Counter(cards))
    if partly or like is None or like.meld != placing.meld:
        cards.sort(key=wish.rules.is_wild)
    return tuple(cards)
