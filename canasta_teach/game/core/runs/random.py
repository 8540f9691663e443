"""A move of a packed state by chance, in small time."""

from __future__ import annotations

from itertools import islice
from random import Random

from canasta_teach.game.core.runs.cards import (
    BLACK_THREES,
    COUNTS,
    ONES,
    RED_THREES,
    SIZE_AT,
    UNKNOWNS,
    WILDS,
    present,
    sized,
)
from canasta_teach.game.core.runs.meld import Meld
from canasta_teach.game.core.runs.moves import (
    ASKED,
    BOTH_ANSWERS,
    DRAWN,
    REDRAWN,
    ROWS,
    TAKEN,
    Mover,
    as_move,
    see,
)
from canasta_teach.game.core.runs.state import (
    ADD,
    DISCARD,
    DRAWING,
    GRANTED,
    NEW,
    OVER,
    UNASKED,
    WAITING,
    CoreMove,
    State,
)

_SAMPLE = 24
"""Of layings that are found one by one, chance chooses among so many."""
_NONE: tuple[tuple[int, ...], ...] = ()


class Chooser(Mover):
    """The moves of one rule set, and one of them by chance."""

    def random_move(self, s: State, rng: Random) -> CoreMove:
        """A move by chance.

        Raises:
            ValueError: when the deal is over.
        """
        if s.phase == OVER:
            raise ValueError("the deal is over, so there is no move")
        if s.this.permission == WAITING:
            return BOTH_ANSWERS[rng.random() < 0.5]
        if s.hands[s.turn] & UNKNOWNS:
            see(s)
        if s.phase == DRAWING:
            return self._random_start(s, rng)
        if self.dues and (self.minimum or s.deal.scores[s.turn % self.sides] >= self.vulnerable) and self.due(s):
            return self._of_some(s, rng)
        found = self._random_single(s, rng)
        return found if found is not None else self._of_some(s, rng)

    def _random_start(self, s: State, rng: Random) -> CoreMove:
        if self.free and not self.waits and s.at < len(s.stock):
            pile = s.pile
            if pile is None or rng.random() < 0.5 or s.this.must_draw or s.idle >= self.idle_lap:
                return DRAWN
            plain = self.takes_any and (pile[1] is not None or s.hands[s.turn] >> SIZE_AT > 1)
            return TAKEN if plain or self.takes_free(s) else DRAWN
        if s.at < len(s.stock) and rng.random() < 0.5:
            # The way with the pile is long; every turn but the last ones may begin with the stock.
            return DRAWN
        some = list(islice(self.starts(s), _SAMPLE))
        return some[int(rng.random() * len(some))]

    def _of_some(self, s: State, rng: Random) -> CoreMove:
        """One of the first moves: all discards, and some layings."""
        spread = self.spread(s)
        some = list(self.discards(s)) if self.may_discard(s, spread) else []
        if some and rng.random() < 0.5:
            return some[int(rng.random() * len(some))]
        some += islice((move for move in self.plays(s) if move.kind != DISCARD), _SAMPLE)
        return some[int(rng.random() * len(some))]

    def _random_single(self, s: State, rng: Random) -> CoreMove | None:
        """A card by chance, and one of what can be done with it; ``None`` where nothing legal was hit on.

        Now and then another move, where there is one.
        """
        seat = s.turn
        hand, melds = s.hands[seat], s.melds[seat % self.sides]
        if self.penalised and s.marks[seat]:
            return None
        held = present(hand)
        if self.bonus:
            held &= ~RED_THREES
        this = s.this
        if self.rare or (this.first and this.drawn) or (self.relancinho and not this.laid):
            move = self._rare(s, hand, rng)
            if move is not None or not held:
                return move
        easy = this.permission != GRANTED and not self.waits
        for _ in range(12):
            move = self._of_a_card(hand, held, melds, rng)
            if easy and (hand >> SIZE_AT) - (move.cards >> SIZE_AT) > 1:
                return move
            spread = self.spread(s)
            if self.may_discard(s, spread) if move.kind == DISCARD else self.fits(spread, move):
                return move
        return None

    def _of_a_card(self, hand: int, held: int, melds: tuple[Meld, ...], rng: Random) -> CoreMove:
        """One of what can be done with a card by chance: its discard, a new meld, an addition."""
        discard = self._some_discard(held, rng)
        bit = discard.cards & ONES
        if not self.all_layable and not bit & self.book.layable:
            return discard
        joins = [at for at, meld in enumerate(melds) if bit & meld.joining and self._joins(meld, bit)]
        menus = _NONE
        if not bit & WILDS:
            if not self.all_layable:
                hand, held = hand & self.book.layable, held & self.book.layable
            menus = self.menus.with_card(hand, held, bit, self.down(melds) if self.book.merges else 0)
        total = 1 + len(joins)
        if menus:
            for menu in menus:
                total += len(menu)
        elif total == 1:
            return discard
        pick = int(rng.random() * total) - 1
        if pick < 0:
            return discard
        if pick < len(joins):
            at = joins[pick]
            if not melds[at].fixed and rng.random() < 0.5:
                more = self.book.additions(melds[at], sized(hand & COUNTS), held)
                return CoreMove(ADD, more[int(rng.random() * len(more))], at)
            return CoreMove(ADD, discard.cards, at)
        pick -= len(joins)
        for menu in menus:
            if pick < len(menu):
                return CoreMove(NEW, menu[pick])
            pick -= len(menu)
        return discard

    def _some_discard(self, held: int, rng: Random) -> CoreMove:
        pick = int(rng.random() * held.bit_count())
        for mask in ROWS:
            row = held & mask
            many = row.bit_count()
            if pick < many:
                return (self.discards_of.get(row) or self.row(row))[pick]
            pick -= many
        raise AssertionError("no card is held")  # pragma: no cover

    def _joins(self, meld: Meld, bit: int) -> bool:
        """Whether a card may join a meld, whose faces that may are perhaps still to be found."""
        return bool(bit & (meld.joining if meld.joining >= 0 else self.book.join(meld)))

    def _rare(self, s: State, hand: int, rng: Random) -> CoreMove | None:
        """A move that is seldom possible, by chance, where it is."""
        this = s.this
        if self.redraws and this.first and not this.permission and rng.random() < 0.2 and self.may_redraw(s):
            return REDRAWN
        if self.waits and hand & RED_THREES and rng.random() < 0.3 and (tabling := next(self.tables(s), None)):
            return tabling
        if self.relancinho and not this.laid and 0 <= (hand >> SIZE_AT) - self.relancinho <= 1 and rng.random() < 0.1:
            found = next(self.relancinhos(s, self.spread(s)), None)
            if found is not None:
                return found
        if self.asks and this.permission == UNASKED and rng.random() < 0.1 and self.may_ask(s, self.spread(s)):
            return ASKED
        if hand & BLACK_THREES and not self.all_layable and rng.random() < 0.2:
            parts = next(self.spread(s).layings(), None)
            return None if parts is None else as_move(parts)
        return None
