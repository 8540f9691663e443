"""A move of a packed state by chance, in small time."""

from __future__ import annotations

from itertools import islice
from random import Random

from canasta_teach.game.core.runs.cards import (
    BLACK_THREES,
    COLUMN,
    COUNTS,
    FIELD,
    NATURALS,
    ONES,
    RED_THREES,
    ROW,
    SIZE_AT,
    UNKNOWNS,
    WILDS,
    bits,
    present,
    sized,
)
from canasta_teach.game.core.runs.chance import FACE_OF, Chances, Face, Sizes, Stretches
from canasta_teach.game.core.runs.melds import MeldBook
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
from canasta_teach.game.core.runs.wilds import Wilds
from canasta_teach.rulebook.ruleset import RuleSet

_MOST_KEPT = 8192
"""So many rows of a suit are remembered at most with their faces, some 2 MB."""

_SAMPLE = 24
"""Of layings that are found one by one, chance chooses among so many."""
_RELANCINHO = 0.05
"""How often a hand of the right size is looked at as a relancinho, which few are."""
_NO_RED_THREES = ~RED_THREES
_TRIES = range(12)
_NO_SIZES: Sizes = ()
_NO_STRETCHES: Stretches = ()
_quick = tuple.__new__
"""Makes a move of all its values, in half the time that naming them takes."""


class Chooser(Mover):
    """The moves of one rule set, and one of them by chance."""

    def __init__(self, rules: RuleSet, players: int, book: MeldBook) -> None:
        super().__init__(rules, players, book)
        self.chances = Chances(book, self.menus)
        self.wilds_of = self.menus.wilds_of
        self.special = self.rare or self.penalised
        self.faces_of: dict[int, tuple[Face, ...]] = {}
        self.few_copies = max(rules.p.packs, rules.p.jokers) <= 3

    def random_move(self, s: State, rng: Random) -> CoreMove:
        """A move by chance.

        Raises:
            ValueError: when the deal is over.
        """
        phase, seat, this = s.phase, s.turn, s.this
        hand = s.hands[seat]
        if phase == OVER:
            raise ValueError("the deal is over, so there is no move")
        if this.permission == WAITING:
            return BOTH_ANSWERS[rng.random() < 0.5]
        if hand & UNKNOWNS:
            see(s)
        many = hand >> SIZE_AT
        if phase == DRAWING:
            return self._random_start(s, many, rng)
        if self.dues and (self.minimum or s.deal.scores[seat % self.sides] >= self.vulnerable) and self.due(s):
            return self._of_some(s, rng)
        found: CoreMove | None = None
        if self.special or this.first or 0 <= many - self.relancinho <= 1:
            if self.penalised and s.marks[seat]:
                return self._of_some(s, rng)
            found = self._rare(s, hand, rng)
        return found or self._of_a_card(s, hand, many, rng) or self._of_some(s, rng)

    def _random_start(self, s: State, many: int, rng: Random) -> CoreMove:
        if self.free and not self.waits and s.at < len(s.stock):
            pile = s.pile
            if pile is None or rng.random() < 0.5 or s.this.must_draw or s.idle >= self.idle_lap:
                return DRAWN
            plain = self.takes_any and (pile[1] is not None or many > 1)
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

    def _of_a_card(self, s: State, hand: int, many: int, rng: Random) -> CoreMove | None:
        """A card by chance, and one of what can be done with it; ``None`` where nothing legal was hit on.

        That is its discard, an addition, a new set of each size, and a new run across each stretch of places.
        """
        if self.bonus:
            hand &= _NO_RED_THREES
        held = (hand | hand >> 1) & ONES if self.few_copies else present(hand)
        usable, layable = held, hand
        if not self.all_layable:
            usable, layable = held & self.book.layable, hand & self.book.layable
        wild = layable & WILDS
        choice = self.wilds_of.get(wild) or self.menus.wilds(wild)
        rows, open_to = self.chances.stretches_of[choice.capped], s.open_to[s.turn % self.sides]
        easy = s.this.permission != GRANTED and not self.waits
        total, random = held.bit_count(), rng.random
        for _ in _TRIES if total else ():
            pick = int(random() * total)
            for mask in ROWS:
                row = held & mask
                count = row.bit_count()
                if pick < count:
                    break
                pick -= count
            face = (self.faces_of.get(row) or self._faces(row))[pick]
            move = face.discard
            if face.bit & usable:
                sizes, stretches = _NO_SIZES, _NO_STRETCHES
                if face.natural:
                    same = (layable >> face.place & COLUMN) % FIELD
                    if same >= choice.least:
                        sizes = self.chances.sizes(face.rank, same, choice.total)
                    row = usable >> face.shift & ROW
                    known = rows[face.rank].get(row)
                    stretches = self.chances.stretches(face.rank, row, choice.capped) if known is None else known
                options = len(sizes) + len(stretches) + (face.bit & open_to > 0)
                if options and (pick := int(random() * (options + 1))):
                    move = self._laying(s, face, layable, choice, (sizes, stretches), pick=pick - 1, rng=rng)
            if easy and (many > 2 if move is face.discard else many - (move.cards >> SIZE_AT) > 1):
                return move
            spread = self.spread(s)
            if self.may_discard(s, spread) if move.kind == DISCARD else self.fits(spread, move):
                return move
        return None

    def _laying(
        self, s: State, face: Face, hand: int, choice: Wilds, new: tuple[Sizes, Stretches], *, pick: int, rng: Random
    ) -> CoreMove:
        """A card laid: in a set of one of the sizes, across one of the stretches, or joining a meld.

        Where chance hits on cards that make no legal meld, the card's discard.
        """
        melds, (sizes, stretches) = s.melds[s.turn % self.sides], new
        down = self.down(melds) if self.book.merges else 0
        cards = 0
        if pick < len(sizes):
            if not down >> face.rank & 1:
                cards = self.chances.a_set(face, hand, choice, sizes[pick], rng)
        elif pick < len(sizes) + len(stretches):
            cards = self.chances.a_run(face, hand, choice, stretches[pick - len(sizes)], rng)
        else:
            joins = [at for at, meld in enumerate(melds) if face.bit & meld.joining]
            at = joins[int(rng.random() * len(joins))]
            if melds[at].fixed or rng.random() < 0.5:
                return _quick(CoreMove, (ADD, face.one, at, ()))
            # Some cards may join only together.
            more = self.book.additions(melds[at], sized(hand & COUNTS), present(hand))
            return CoreMove(ADD, more[int(rng.random() * len(more))], at)
        if not cards or (down and (rank := self.book.meld(cards).single) >= 0 and down >> rank & 1):
            return face.discard
        return _quick(CoreMove, (NEW, cards, -1, ()))

    def _faces(self, row: int) -> tuple[Face, ...]:
        """The faces of a row of a suit, made once."""
        if len(self.faces_of) >= _MOST_KEPT:
            self.faces_of.clear()
        found = self.faces_of[row] = tuple([FACE_OF[bit] for bit in bits(row)])
        return found

    def _lonely(self, hand: int, most: int) -> bool:
        """Whether more natural cards than so many can be of no new meld, each looked at by itself."""
        held, choice, chances = present(hand), self.menus.wilds(hand & WILDS), self.chances
        for bit in bits(held & NATURALS):
            face = FACE_OF[bit]
            same = (hand >> face.place & COLUMN) % FIELD
            row = held >> face.shift & ROW
            if same < choice.least and not chances.stretches(face.rank, row, choice.capped):
                most -= 1
                if most < 0:
                    return True
        return False

    def _rare(self, s: State, hand: int, rng: Random) -> CoreMove | None:
        """A move that is seldom possible, by chance, where it is."""
        this = s.this
        if self.redraws and this.first and not this.permission and rng.random() < 0.2 and self.may_redraw(s):
            return REDRAWN
        if self.waits and hand & RED_THREES and rng.random() < 0.3 and (tabling := next(self.tables(s), None)):
            return tabling
        left = (hand >> SIZE_AT) - self.relancinho
        if self.relancinho and not this.laid and 0 <= left <= 1 and rng.random() < _RELANCINHO:
            found = None if self._lonely(hand, left) else next(self.relancinhos(s, self.spread(s)), None)
            if found is not None:
                return found
        if self.asks and this.permission == UNASKED and rng.random() < 0.1 and self.may_ask(s, self.spread(s)):
            return ASKED
        if hand & BLACK_THREES and not self.all_layable and rng.random() < 0.2:
            parts = next(self.spread(s).layings(), None)
            return None if parts is None else as_move(parts)
        return None
