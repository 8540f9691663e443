"""Floor 3: a plain player: quick, legal, with a few sound habits and no memory.

It sees what its seat may know, and nothing else. What is legal is asked of the referee; the player only has wishes.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, islice
from typing import Final

from canasta_teach.cards import UNKNOWN, Card
from canasta_teach.errors import InvalidPosition
from canasta_teach.game.legal import legal_moves
from canasta_teach.game.melds import PLACES, points, read
from canasta_teach.game.moves import Act, Move, Part, Target
from canasta_teach.game.referee import after, is_legal
from canasta_teach.game.search import can_go_out, first_laying_due
from canasta_teach.game.state import Position

YES_UP_TO: Final = 100
"""A partner may go out while the own hand counts at most so many points: so little is lost with it."""

_PARTNER_HOLDS_MUCH: Final = 8
_WORTH_TAKING: Final = 3
_KEPT: Final = 2
_MOST_ACTS: Final = 60


def plain(view: Position) -> Move:
    """The next move of a plain player, always of one act.

    It takes the pile when that lays something and brings some cards, and draws else; lays what it can and keeps two
    cards, until it can go out, which it does; adds wild cards where they complete a canasta; and discards what it can
    spare best. Its partner may go out while its own hand counts at most :data:`YES_UP_TO` points.

    Args:
        view: what the seat whose act is waited for may know, see :func:`canasta_teach.game.view.view`. While a
            question is open, that is the partner of the player on turn.

    Raises:
        InvalidPosition: when the deal is over, or the hand is not known.
    """
    if view.phase == "over":
        raise InvalidPosition("phase", "the deal is over, so no act is legal")
    partners = view.partners(view.turn)
    seat = partners[0] if view.permission == "asked" and partners else view.turn
    hand = view.hands[seat]
    if hand is None or UNKNOWN in hand:
        raise InvalidPosition(f"hands[{seat}]", "a player must know the cards of its own hand")
    if view.permission == "asked":
        return _move(Act("answer", yes=points(hand, view.rules) <= YES_UP_TO))
    return _Turn(view, hand).move()


def _move(act: Act) -> Move:
    return Move((act,))


class _Turn:
    """One look at a turn: the view, and the own cards sorted out."""

    def __init__(self, view: Position, hand: Sequence[Card]) -> None:
        self.view, self.rules, self.seat = view, view.rules, view.turn
        self.side = view.side(view.turn)
        bonus = view.rules.has("deck.red-threes")
        self.red_threes = [c for c in hand if bonus and c.is_red_three]
        self.hand = [c for c in hand if not (bonus and c.is_red_three)]
        self.wilds = sorted((c for c in self.hand if view.rules.is_wild(c)), key=lambda c: (view.rules.value(c), c))
        self.ranks: dict[str, list[Card]] = defaultdict(list)
        for one in sorted(c for c in self.hand if not view.rules.is_wild(c)):
            self.ranks[one.rank].append(one)
        self.melds = view.melds[self.side]

    def move(self) -> Move:
        """The first wish that is legal."""
        wishes = self.at_the_draw() if self.view.phase == "draw" else self.in_play()
        for act in wishes:
            if is_legal(self.view, _move(act)):
                return _move(act)
        # Such as a forced take, for which only an odd set of melds reaches the minimum.
        return next(legal_moves(self.view))

    def tabling(self) -> Iterator[Act]:
        if self.rules.p.honour == "players":
            yield from (Act("table", cards=(one,)) for one in self.red_threes)

    # -- drawing -----------------------------------------------------------------------------------

    def at_the_draw(self) -> Iterator[Act]:
        yield from self.tabling()
        view = self.view
        if view.pile and not view.this_turn.must_draw:
            yield from self.takes()
        if view.stock != ():
            yield Act("draw")

    def takes(self) -> Iterator[Act]:
        view, rules = self.view, self.rules
        last = view.stock == ()
        if not rules.has("pile.top-card"):
            if len(view.pile) >= _WORTH_TAKING:
                yield Act("take")
            return
        for act, used in self.ways():
            left = len(self.hand) - len(used) - sum(len(part.cards) for part in act.parts)
            wild = any(map(rules.is_wild, used))
            # What lies below the top card may not be known, so the own cards alone must be enough to go on with.
            if left >= _KEPT and (last or not wild or len(view.pile) > _WORTH_TAKING):
                yield act

    def ways(self) -> Iterator[tuple[Act, tuple[Card, ...]]]:
        """Ways to take the pile, each with the hand cards that go with its top card."""
        top = self.view.pile[0]
        if self.rules.is_wild(top):
            return
        same = tuple(self.ranks.get(top.rank, ()))
        hands = [same, same[:2]] if len(same) > 1 else []
        hands += [(*same[:1], wild) for wild in self.wilds[:1] if same]
        onto = [i for i, meld in enumerate(self.melds) if self.fits(meld, (top,))]
        due = first_laying_due(self.view, self.seat)
        for index in onto:
            for some in (*([same] if same else []), ()):
                yield Act("take", cards=some, onto=Target(f"#{index}")), some
        for some in (*hands, *self.runs_with(top)):
            yield Act("take", cards=some), some
            if due:
                for parts in self.openings(left_out=some, rank=top.rank):
                    yield Act("take", cards=some, parts=parts), some

    def runs_with(self, top: Card) -> Iterator[tuple[Card, ...]]:
        if self.rules.has("meld.sequence") and top.rank in PLACES:
            suited = [c for c in self.near(top) if c is not top]
            for pair in combinations(suited, 2):
                if read((top, *pair), self.rules).kind == "run":
                    yield pair

    def near(self, top: Card) -> list[Card]:
        return [
            c
            for c in dict.fromkeys(self.hand)
            if c.suit == top.suit and not self.rules.is_wild(c) and abs(PLACES[c.rank] - PLACES[top.rank]) <= _KEPT
        ]

    # -- laying ------------------------------------------------------------------------------------

    def in_play(self) -> Iterator[Act]:
        yield from self.tabling()
        view = self.view
        out = can_go_out(view, self.seat) is True
        if out:
            if view.permission is None and self.partner_holds_much():
                yield Act("ask")
            yield from self.way_out()
        if first_laying_due(view, self.seat):
            yield from (Act("lay", parts=parts) for parts in self.openings())
        else:
            yield from self.layings()
        yield from self.discards()

    def partner_holds_much(self) -> bool:
        partners = self.view.partners(self.seat)
        hand = self.view.hands[partners[0]] if partners else None
        return self.rules.has("out.permission") and hand is not None and len(hand) >= _PARTNER_HOLDS_MUCH

    def way_out(self) -> Iterator[Act]:
        """Acts after which going out in this turn is still possible, or done."""
        wished = [*self.layings(kept=0), *self.discards()]
        listed = (move.acts[0] for move in islice(legal_moves(self.view), _MOST_ACTS))
        for act in (*wished, *listed):
            if not is_legal(self.view, _move(act)):
                continue
            then = after(self.view, _move(act))
            goes_on = then.phase == "play" and then.turn == self.seat
            if then.went_out == self.seat or (goes_on and can_go_out(then, self.seat) is True):
                yield act

    def layings(self, kept: int = _KEPT) -> Iterator[Act]:
        """Melds and additions that leave at least ``kept`` cards in the hand."""
        room = len(self.hand) - kept
        for index, meld in enumerate(self.melds):
            some = tuple(c for c in self.hand if not self.rules.is_wild(c) and self.fits(meld, (c,)))
            if read(meld, self.rules).kind == "run":
                some = some[:1]
            for part in (some, some[:1]):
                if 0 < len(part) <= room:
                    yield self.adding(part, index)
        for meld in (*self.runs(), *self.naturals()):
            if len(meld) <= room:
                yield Act("lay", parts=(Part(meld),))
        for index, meld in enumerate(self.melds):
            short = self.rules.p.canasta_size - len(meld)
            if 0 < short <= min(room, len(self.wilds)):
                yield self.adding(tuple(self.wilds[:short]), index)
        if len(self.hand) > 2 * self.rules.p.min_meld or not kept:
            for pair in self.pairs():
                if self.wilds and len(pair) < room:
                    yield Act("lay", parts=(Part((*pair, self.wilds[0])),))
        if not kept:
            yield from (self.adding((wild,), index) for wild in self.wilds[:1] for index in range(len(self.melds)))

    def adding(self, some: tuple[Card, ...], index: int) -> Act:
        return Act("lay", parts=(Part(some, Target(f"#{index}")),))

    def openings(self, left_out: Iterable[Card] = (), rank: str = "") -> Iterator[tuple[Part, ...]]:
        """Sets of new melds for a first laying, the cheapest in wild cards first.

        Args:
            left_out: cards that are used elsewhere.
            rank: of a meld that is made elsewhere.
        """
        gone = Counter(left_out)
        free = [wild for wild in self.wilds if not gone[wild]]
        melds = [meld for meld in (*self.runs(), *self.naturals()) if self.apart(meld, gone, rank)]
        pairs = [pair for pair in self.pairs() if self.apart(pair, gone, rank)]
        sets = [*melds, *((*pair, wild) for pair, wild in zip(pairs, free, strict=False))]
        loose = free[max(0, len(sets) - len(melds)) :]
        for number in range(1, len(sets) + 1):
            yield from self.with_room(sets[:number])
        for more in range(1, len(loose) + 1):
            # The wild cards that are left go one by one to the melds that have the fewest.
            fuller = [list(meld) for meld in sets]
            for wild in loose[:more] if fuller else ():
                min(fuller, key=lambda meld: sum(map(self.rules.is_wild, meld)) / len(meld)).append(wild)
            yield from self.with_room(fuller)

    def with_room(self, sets: Iterable[Sequence[Card]]) -> Iterator[tuple[Part, ...]]:
        used: Counter[Card] = Counter()
        parts = []
        held = Counter(self.hand)
        for meld in sets:
            used.update(meld)
            parts.append(Part(tuple(meld)))
        if parts and not used - held and used.total() <= len(self.hand) - _KEPT:
            yield tuple(parts)

    def apart(self, meld: Sequence[Card], gone: Counter[Card], rank: str) -> bool:
        return all(c.rank != rank and not gone[c] for c in meld)

    def naturals(self) -> Iterator[tuple[Card, ...]]:
        """Three and more natural cards of a rank, the most valuable first."""
        full = [tuple(some) for some in self.ranks.values() if len(some) >= self.rules.p.min_meld]
        yield from sorted(full, key=lambda some: -points(some, self.rules))

    def pairs(self) -> Iterator[tuple[Card, ...]]:
        """Two natural cards of a rank, the most valuable first; threes stay."""
        two = [tuple(some) for rank, some in self.ranks.items() if len(some) == 2 and rank != "3"]
        yield from sorted(two, key=lambda some: -points(some, self.rules))

    def runs(self) -> Iterator[tuple[Card, ...]]:
        """Three and more cards of a suit that follow each other."""
        if not self.rules.has("meld.sequence"):
            return
        for suit in "CDHS":
            row: list[Card] = []
            suited = {c for c in self.hand if c.suit == suit and not self.rules.is_wild(c)}
            for one in sorted(suited, key=lambda c: PLACES[c.rank]):
                if row and PLACES[one.rank] != PLACES[row[-1].rank] + 1:
                    if len(row) >= self.rules.p.min_sequence:
                        yield tuple(row)
                    row = []
                row.append(one)
            if len(row) >= self.rules.p.min_sequence:
                yield tuple(row)

    def fits(self, meld: Sequence[Card], some: Sequence[Card]) -> bool:
        """Whether natural cards go with a meld that lies, as what it is."""
        lying = read(meld, self.rules)
        both = read((*meld, *some), self.rules)
        return both.kind is not None and both.kind == lying.kind and len(both.wilds) <= len(lying.wilds)

    # -- discarding --------------------------------------------------------------------------------

    def discards(self) -> Iterator[Act]:
        """What can be spared best first: no wild card, nothing that others meld, what the hand has least of."""
        others = {
            read(meld, self.rules).rank
            for side, melds in enumerate(self.view.melds)
            if side != self.side
            for meld in melds
        }
        own = {read(meld, self.rules).rank for meld in self.melds}
        order = sorted(
            set(self.hand),
            key=lambda c: (
                self.rules.is_wild(c),
                c.rank in others,
                c.rank in own,
                len(self.ranks.get(c.rank, ())),
                self.rules.value(c),
                c,
            ),
        )
        yield from (Act("discard", cards=(one,)) for one in order)
