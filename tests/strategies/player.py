"""A plain player for whole deals: it melds when it can, and tries what comes to its mind until the referee agrees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from random import Random

from canasta_teach.cards import RANKS, Card, codes
from canasta_teach.game.legal import legal_moves
from canasta_teach.game.melds import PLACES, read
from canasta_teach.game.referee import is_legal, judge
from canasta_teach.game.state import Position


class Player:
    """Plays for every seat; the same seed plays the same deal in the same way.

    Args:
        seed: of its few free choices.
        faults: how often, 0 to 1, it first tries an irregular act; done only where the rule set prices it.
    """

    def __init__(self, seed: int, *, faults: float = 0.0) -> None:
        self.rng = Random(seed)
        self.faults = faults

    def __call__(self, position: Position) -> str:
        if position.permission == "asked":
            return self.rng.choice(("answer yes", "answer no"))
        if self.rng.random() < self.faults:
            for fault in self._faults(position):
                if judge(position, fault).consequence is not None:
                    return fault
        for act in self._ideas(position):
            if is_legal(position, act):
                return act
        # Out of ideas: such as a take that must be made and needs an odd set of melds to reach the minimum.
        return str(next(iter(legal_moves(position))))

    def _ideas(self, position: Position) -> Iterator[str]:
        hand = position.hands[position.turn] or ()
        if position.rules.p.honour == "players" and self.rng.random() < 0.8:
            yield from (f"table {card.code}" for card in hand if card.is_red_three)
        if position.phase == "draw":
            takes = _takes(position, hand)
            if position.stock == () or self.rng.random() < 0.8:
                yield from takes
            yield "draw"
            return
        if position.first_turn and position.rules.has("turn.redraw") and self.rng.random() < 0.5:
            yield "redraw"
        if position.rules.has("out.permission") and len(hand) < 5 and self.rng.random() < 0.5:
            yield "ask"
        if position.permission != "no" or len(hand) > 5:
            yield from _layings(position, hand)
        yield from self._discards(position, hand)

    def _discards(self, position: Position, hand: Sequence[Card]) -> list[str]:
        count = Counter(card.rank for card in hand)
        rules = position.rules
        thrown = sorted(set(hand), key=lambda c: (rules.is_wild(c), count[c.rank], rules.value(c), c.number))
        if len(thrown) > 2 and self.rng.random() < 0.3:
            thrown.insert(0, thrown[self.rng.randrange(len(thrown))])
        return [f"discard {card.code}" for card in thrown]

    def _faults(self, position: Position) -> list[str]:
        other = self.rng.choice([seat for seat in range(position.players) if seat != position.turn])
        melds = _sets(position, position.hands[other] or ())[:1]
        own = _sets(position, position.hands[position.turn] or ())[:1]
        tried = [
            "take",
            f"seat {other}: draw",
            f"seat {other}: take",
            *(f"seat {other}: meld {_text(meld)}" for meld in melds),
            *(f"{verb} {_text(meld)}" for meld in own for verb in ("take / meld", "meld")),
        ]
        return self.rng.sample(tried, len(tried))


def _text(some: Iterable[Card]) -> str:
    return " ".join(codes(some))


def _takes(position: Position, hand: Sequence[Card]) -> Iterator[str]:
    if not position.pile:
        return
    top = position.pile[0]
    if not position.rules.has("pile.top-card"):
        if len(position.pile) > 2:
            yield "take"
        return
    same = [c for c in hand if c.rank == top.rank and not position.rules.is_wild(c)]
    wilds = sorted(c for c in hand if position.rules.is_wild(c))
    ways = [f"take with {_text(same)}", f"take with {_text(same[:2])}"] if len(same) > 1 else []
    side = position.side(position.turn)
    for at, meld in enumerate(position.melds[side]):
        if read((*meld, top), position.rules).kind is not None:
            ways += [f"take onto #{at} with {_text(same)}"] if same else []
            ways += [f"take onto #{at}"]
    ways += [f"take with {_text([*same[:1], wild])}" for wild in wilds if same]
    # The dearest way, where a minimum is due.
    ways += [f"take with {_text([*same, *wilds[-n:]])}" for n in (1, 2, 3) if same]
    ways += [f"take with {_text(run)}" for run in _runs_with(position, hand, top)]
    for way in ways:
        used = way.split()
        rest = list(hand)
        for card in hand:
            if card.code in used:
                used.remove(card.code)
                rest.remove(card)
        parts = [meld for meld in _sets(position, rest) if meld[0].rank != top.rank]
        for n in range(len(parts) + 1):
            yield " / ".join([way, *(f"meld {_text(meld)}" for meld in parts[:n])])


def _layings(position: Position, hand: Sequence[Card]) -> Iterator[str]:
    melds = [*_runs(position, hand), *_sets(position, hand)]
    for meld in melds:
        yield f"meld {_text(meld)}"
    apart = _sets(position, hand)
    for n in range(2, len(apart) + 1):
        yield "meld " + " / ".join(map(_text, apart[:n]))
    for at, down in enumerate(position.melds[position.side(position.turn)]):
        for card in sorted(set(hand)):
            # A wild card is worth most where it makes a canasta.
            if not position.rules.is_wild(card) or len(down) == position.rules.p.canasta_size - 1:
                yield f"add {card.code} to #{at}"


def _sets(position: Position, hand: Sequence[Card]) -> list[list[Card]]:
    """Sets that lie apart from each other: first natural ones, then pairs with a wild card each."""
    rules = position.rules
    bonus = rules.has("deck.red-threes")
    plain = [c for c in hand if not rules.is_wild(c) and not (bonus and c.is_red_three)]
    ranks = [[c for c in plain if c.rank == rank] for rank in (*RANKS[3:], "A", "3")]
    wilds = sorted(c for c in hand if rules.is_wild(c))
    made = [group for group in ranks if len(group) > 2]
    pairs = [group for group in ranks if len(group) == 2 and group[0].rank != "3"]
    return made + [[*pair, wild] for pair, wild in zip(reversed(pairs), wilds, strict=False)]


def _runs(position: Position, hand: Sequence[Card]) -> Iterator[list[Card]]:
    if not position.rules.has("meld.sequence"):
        return
    for suit in "CDHS":
        row: list[Card] = []
        for card in sorted({c for c in hand if c.suit == suit}, key=lambda c: PLACES[c.rank]):
            if row and PLACES[card.rank] != PLACES[row[-1].rank] + 1:
                if len(row) > 2:
                    yield row
                row = []
            row.append(card)
        if len(row) > 2:
            yield row


def _runs_with(position: Position, hand: Sequence[Card], top: Card) -> Iterator[list[Card]]:
    for run in _runs(position, [*hand, top]):
        if top in run:
            yield [c for c in run if c is not top]
