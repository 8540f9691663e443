"""Which moves there are in a packed state, lazily or by chance."""

from __future__ import annotations

from collections.abc import Iterator

from canasta_teach.errors import InvalidPosition
from canasta_teach.game.attempt import minimum
from canasta_teach.game.core.runs.cards import (
    BITS,
    BLACK_THREES,
    COLUMN,
    COUNTS,
    FIELD,
    JOKER_AT,
    RED_THREES,
    ROW,
    SIZE_AT,
    SUIT_BITS,
    UNKNOWNS,
    WILDS,
    bits,
    present,
    sized,
    unit,
)
from canasta_teach.game.core.runs.layings import Spread
from canasta_teach.game.core.runs.meld import Meld
from canasta_teach.game.core.runs.melds import MeldBook
from canasta_teach.game.core.runs.menus import Menus
from canasta_teach.game.core.runs.state import (
    ADD,
    ANSWER,
    ASK,
    DISCARD,
    DRAW,
    DRAWING,
    GRANTED,
    LAY,
    NEW,
    OVER,
    REDRAW,
    RELANCINHO,
    TABLE,
    TAKE,
    TAKE_USING,
    UNASKED,
    WAITING,
    CoreMove,
    Parts,
    State,
)
from canasta_teach.game.state import Position
from canasta_teach.rulebook.ruleset import RuleSet

DRAWN = CoreMove(DRAW)
TAKEN = CoreMove(TAKE)
ASKED = CoreMove(ASK)
REDRAWN = CoreMove(REDRAW)
_MOST_KEPT = 8192
"""So many rows of moves of a kind are remembered at most, some 5 MB."""

BOTH_ANSWERS = (CoreMove(ANSWER, at=1), CoreMove(ANSWER, at=0))


class Mover:
    """The moves of one rule set."""

    def __init__(self, rules: RuleSet, players: int, book: MeldBook) -> None:
        has, p = rules.has, rules.p
        self.rules, self.book = rules, book
        self.menus = Menus(book)
        self.players = players
        self.sides = rules.sides(players)
        self.partners = self.sides < players
        self.all_layable = book.layable == COUNTS
        self.need = p.canastas_to_go_out if has("out.canasta") else 0
        self.free = not has("pile.top-card")
        self.one_card = has("pile.one-card")
        self.idle_lap = players if has("end.idle-lap") else 10**9
        self.bonus = has("deck.red-threes")
        self.waits = self.bonus and p.honour == "players"
        self.stopped = COLUMN << 2 * BITS & BLACK_THREES if has("pile.black-three") else 0
        self.wild_stops = has("pile.wild-top")
        self.freezes = has("pile.frozen")
        self.unmelded = has("pile.frozen-unmelded")
        self.hand_cards = p.hand_cards_to_take if has("pile.two-from-hand") else 0
        self.top_counts = has("initial.top-card")
        self.takes_any = not (self.wild_stops or self.stopped or self.freezes or self.unmelded)
        self.forced = has("end.forced-take")
        self.asks = has("out.permission") and self.partners
        self.ask_possible = has("out.ask-possible")
        self.redraws = p.redraws if has("turn.redraw") else 0
        self.relancinho = p.relancinho_cards if has("out.relancinho") else 0
        self.penalised = has("penalty.penalised-cards")
        self.vulnerable = p.vulnerable_from if has("initial.vulnerable") else 10**9
        self.rare = self.waits or self.asks or not self.all_layable
        self.withdraws = has("initial.withdrawn")
        self.minimum = has("initial.minimum")
        self.partner_frees = has("initial.partner-free")
        self.dues = self.minimum or self.vulnerable < 10**9
        self.discards_of: dict[int, tuple[CoreMove, ...]] = {}

    # -- what holds in a state ---------------------------------------------------------------------

    def due(self, s: State) -> int:
        """Points that the next laying of the player on turn must count; 0 for none."""
        side = s.turn % self.sides
        first = not s.before >> s.turn & 1 and not s.this.laid
        p, due, needed = self.rules.p, 0, 0
        if first and s.deal.scores[side] >= self.vulnerable:
            due = needed = p.vulnerable_minimum
            if s.deal.raised[side] and self.withdraws:
                needed = p.withdrawn_minimum
                due = max(due, needed)
        if self.minimum and (not s.melds[side] if self.partner_frees else first):
            least = minimum(Position(rules=self.rules, scores=s.deal.scores), side)
            needed, due = max(needed, least), max(due, least)
        return due if needed else 0

    def spread(self, s: State) -> Spread:
        """The cards and melds of the player on turn, for laying."""
        seat = s.turn
        return Spread(
            self.book, self.menus, self.in_hand(s.hands[seat]), s.melds[seat % self.sides],
            due=self.due(s) if self.dues else 0, need=self.need, permission=s.this.permission,
        )  # fmt: skip

    def in_hand(self, hand: int) -> int:
        """A hand without red threes that wait to be tabled."""
        return sized(hand & ~RED_THREES) if self.bonus and hand & RED_THREES else hand

    def take_spread(self, s: State) -> Spread | None:
        """The same while the pile is taken; ``None`` where its top card bars that."""
        if s.pile is None:
            return None
        top, melds = s.pile[0], s.melds[s.turn % self.sides]
        if (self.wild_stops and top & WILDS) or top & self.stopped or top & ~self.book.ever & COUNTS:
            return None
        coming = s.pile_sum - top
        if self.bonus and coming & RED_THREES:
            coming -= sized(coming & RED_THREES)
        pair = 0
        if (s.frozen and self.freezes) or (self.unmelded and not melds):
            pair = _rank_of(top)
        return Spread(
            self.book, self.menus, self.in_hand(s.hands[s.turn]), melds,
            due=self.due(s) if self.dues else 0, need=self.need, top=top, coming=coming, pair=pair,
            worth=self.book.points(top) if self.top_counts else 0,
        )  # fmt: skip

    # -- the start of a turn -----------------------------------------------------------------------

    def takes(self, s: State) -> Iterator[CoreMove]:
        """Every way to take the pile."""
        if s.pile is None or s.this.must_draw or s.idle >= self.idle_lap:
            return
        if self._one_for_one(s):
            return
        if self.free:
            if self.takes_free(s):
                yield TAKEN
            return
        spread = self.take_spread(s)
        if spread is not None:
            for take, parts in spread.takes(self.hand_cards):
                yield CoreMove(TAKE_USING, take.cards, take.at, _in_order(parts))

    def _one_for_one(self, s: State) -> bool:
        """A player with one card and a pile of one card, which may not be taken then."""
        return self.one_card and s.hands[s.turn] >> SIZE_AT == 1 and s.pile is not None and s.pile[1] is None

    def takes_free(self, s: State) -> bool:
        """Whether a pile that is free may be taken."""
        hand, pile = s.hands[s.turn], s.pile
        if pile is None or self._one_for_one(s):
            return False
        top, barred = pile[0], s.frozen and self.freezes
        if (self.wild_stops and top & WILDS) or top & self.stopped:
            return False
        if barred or (self.unmelded and not s.melds[s.turn % self.sides]):
            return sized(hand & _rank_of(top)) >> SIZE_AT >= 2
        return True

    def can_take(self, s: State) -> bool:
        """Whether the player on turn can take the pile, as the end of a deal asks."""
        if self.free:
            if s.pile is None or s.this.must_draw or s.idle >= self.idle_lap:
                return False
            return not self._one_for_one(s)
        return next(self.takes(s), None) is not None

    def starts(self, s: State) -> Iterator[CoreMove]:
        """Every move with which a turn begins."""
        out = s.at == len(s.stock) and s.deal.stock_known
        if not (out and self.forced and not s.this.must_draw and self.can_take(s)):
            yield DRAWN
        yield from self.tables(s)
        yield from self.takes(s)

    def tables(self, s: State) -> Iterator[CoreMove]:
        """Every tabling of a red three that waits in the hand."""
        # Told to go out, a player may not table: another card would come.
        empty = s.at == len(s.stock) and s.deal.stock_known
        if self.waits and (s.this.permission != GRANTED or empty):
            for bit in bits(present(s.hands[s.turn]) & RED_THREES):
                yield CoreMove(TABLE, unit(bit))

    # -- the rest of a turn ------------------------------------------------------------------------

    def each_move(self, s: State) -> Iterator[CoreMove]:
        """Every move, lazily, in a fixed order."""
        if s.phase == OVER:
            return
        if s.this.permission == WAITING:
            yield from BOTH_ANSWERS
            return
        see(s)
        if s.phase == DRAWING:
            yield from self.starts(s)
        else:
            yield from self.plays(s)

    def plays(self, s: State) -> Iterator[CoreMove]:
        """Every move after a turn has begun."""
        spread = self.spread(s)
        for move in self.discards(s):
            if self.may_discard(s, spread):
                yield move
        if self.may_redraw(s):
            yield REDRAWN
        yield from self.tables(s)
        if self.may_ask(s, spread):
            yield ASKED
        if not spread.due:
            for move in self._singles(s):
                if self.fits(spread, move):
                    yield move
        for parts in spread.layings():
            yield as_move(parts)
        yield from self.relancinhos(s, spread)

    def discards(self, s: State) -> tuple[CoreMove, ...]:
        """A discard of each face in the hand; of penalised ones alone, while there are any."""
        hand = s.hands[s.turn]
        if self.penalised and s.marks[s.turn]:
            hand = s.marks[s.turn]
        held = present(hand)
        if self.bonus:
            held &= ~RED_THREES
        found: tuple[CoreMove, ...] = ()
        known = self.discards_of
        for row in (held & ROWS[0], held & ROWS[1], held & ROWS[2], held & ROWS[3], held & ROWS[4]):
            if row:
                found += known.get(row) or self.row(row)
        return found

    def row(self, row: int) -> tuple[CoreMove, ...]:
        """Discards of the faces of a suit, made once."""
        if len(self.discards_of) >= _MOST_KEPT:
            self.discards_of.clear()
        found = self.discards_of[row] = tuple([CoreMove(DISCARD, unit(bit)) for bit in bits(row)])
        return found

    def may_discard(self, s: State, spread: Spread) -> bool:
        """Whether a card may be discarded, whichever it is."""
        if spread.hand >> SIZE_AT > 1:
            return spread.permission != GRANTED
        return spread.may_leave(0, spread.melds)

    def may_redraw(self, s: State) -> bool:
        """Whether the card drawn may be rejected."""
        this = s.this
        if not (self.redraws and this.first and this.drawn) or this.laid or this.took or this.permission == GRANTED:
            return False
        done = max(1, (s.pile_sum >> SIZE_AT) // len(this.drawn)) if this.redrawn else 0
        return done < self.redraws and not (s.at == len(s.stock) and s.deal.stock_known)

    def may_ask(self, s: State, spread: Spread) -> bool:
        """Whether the partner may be asked for leave to go out."""
        this = s.this
        if not self.asks or this.permission != UNASKED or s.hands[s.turn] >> SIZE_AT < 2:
            return False
        taken = -1
        if this.took:
            taken = 0 if self.free else min((entry[0] for entry in this.laid), default=0)
        if any(entry[0] != taken for entry in this.laid):
            return False
        return not self.ask_possible or spread.goes_out(spread.hand, spread.melds, spread.due)

    def _singles(self, s: State) -> Iterator[CoreMove]:
        """New melds and additions, whatever they leave; black threes, which close a turn, left aside."""
        hand, melds = self._layable(s), s.melds[s.turn % self.sides]
        held = present(hand)
        for menu in self.menus.new_melds(hand, held, self.down(melds)):
            for cards in menu:
                yield CoreMove(NEW, cards)
        for at, meld in enumerate(melds):
            for cards in self.book.additions(meld, hand, held):
                yield CoreMove(ADD, cards, at)

    def _layable(self, s: State) -> int:
        hand = s.hands[s.turn]
        return hand if self.all_layable else sized(hand & self.book.layable)

    def down(self, melds: tuple[Meld, ...]) -> int:
        """Bits of the ranks (ace 1) of which a new set is merged into one that lies."""
        if not self.book.merges:
            return 0
        return sum(1 << meld.rank for meld in melds if meld.rank >= 0)

    def fits(self, spread: Spread, move: CoreMove) -> bool:
        """Whether a single laying leaves what it must."""
        if (spread.hand >> SIZE_AT) - (move.cards >> SIZE_AT) > 1 and spread.permission != GRANTED:
            return True
        return spread.legal(((move.at, move.cards),))

    def relancinhos(self, s: State, spread: Spread) -> Iterator[CoreMove]:
        """Every way to lay the whole hand, or all but one card, as a relancinho."""
        count = self.relancinho
        left = (spread.hand >> SIZE_AT) - count
        if not count or not 0 <= left <= 1 or s.before >> s.turn & 1 or s.this.laid or spread.hand & UNKNOWNS:
            return
        whole = Spread(self.book, self.menus, spread.hand, spread.melds, due=spread.due)
        if whole.stuck_alone() > left:
            return
        for parts in whole.cover(left, new_only=True):
            if sum(cards for _, cards in parts) >> SIZE_AT == count and spread.legal(parts):
                yield CoreMove(RELANCINHO, parts=_in_order(parts))


_JOKERS = FIELD << JOKER_AT
ROWS = (*(ROW << suit * SUIT_BITS for suit in range(4)), 1 << JOKER_AT)


def _rank_of(card: int) -> int:
    """Counts of all faces of a card's rank."""
    if card & _JOKERS:
        return _JOKERS
    return COLUMN << (present(card).bit_length() - 1) % SUIT_BITS


def see(s: State) -> None:
    """The hand on turn must be known."""
    hand = s.hands[s.turn]
    if hand < 0 or hand & UNKNOWNS:
        raise InvalidPosition(f"hands[{s.turn}]", "every card must be known to say which acts are legal: name them")


def _in_order(parts: Parts) -> Parts:
    return tuple(sorted(parts, key=lambda part: (part[0] < 0, part)))


def as_move(parts: Parts) -> CoreMove:
    """A laying as a move: of one part, or of several."""
    if len(parts) == 1:
        at, cards = parts[0]
        return CoreMove(NEW, cards) if at < 0 else CoreMove(ADD, cards, at)
    return CoreMove(LAY, parts=_in_order(parts))
