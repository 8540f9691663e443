"""What a move does to a packed state, as :mod:`canasta_teach.game.apply` does it to a position."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from canasta_teach.cards import UNKNOWN
from canasta_teach.errors import InvalidPosition
from canasta_teach.game.core.runs.cards import (
    FIELD,
    RED_THREES,
    SIZE_AT,
    UNIT,
    UNKNOWNS,
    bits,
    present,
    sized,
    unit,
)
from canasta_teach.game.core.runs.melds import MeldBook
from canasta_teach.game.core.runs.state import (
    ADD,
    ANSWER,
    ASK,
    BEGIN,
    DISCARD,
    DRAW,
    DRAWING,
    GRANTED,
    LAY,
    NEW,
    OVER,
    PLAYING,
    REDRAW,
    REFUSED,
    RELANCINHO,
    TABLE,
    TAKE,
    TAKE_USING,
    WAITING,
    CoreMove,
    Ending,
    Entry,
    Parts,
    State,
    This,
)
from canasta_teach.rulebook.ruleset import RuleSet

_T = TypeVar("_T")
_quick: Final = tuple.__new__
"""Makes a named tuple of all its values, in half the time that naming them takes."""

_TOOK: Final = (This(took=True), This(took=True, first=True))
_DREW: Final = {one: This(drawn=(one,)) for card, one in UNIT.items() if card is not UNKNOWN}


class Applier:
    """The moves of one rule set, done.

    Attributes:
        bonus: red threes are bonus cards; ``tables``: they are tabled by themselves when drawn.
    """

    def __init__(self, rules: RuleSet, players: int, book: MeldBook, can_take: Callable[[State], bool]) -> None:
        has = rules.has
        self.players = players
        self.sides = rules.sides(players)
        self.book = book
        self.can_take = can_take
        self.draw_count = rules.p.draw_count
        # What the turn is once this one card was drawn, of cards with which nothing else comes.
        single = rules.p.draw_count == 1
        self.bonus = has("deck.red-threes")
        self.tables = self.bonus and has("turn.red-three") and rules.p.honour == "engine"
        self.drew = {one: this for one, this in _DREW.items() if single and not (self.tables and one & RED_THREES)}
        self.last_red = has("end.last-red-three")
        self.idles = has("end.idle-lap")
        self.freezes = has("pile.frozen")
        self.stays_frozen = not has("pile.unfreezes")
        self.wild = book.wild_faces
        self.goes_on = has("end.cannot-take")
        self.concealed_out = has("out.concealed")
        self.concealed_melds = has("canasta.concealed")

    def apply(self, s: State, move: CoreMove) -> State:
        """The state after a move, which is not checked."""
        kind = move.kind
        if kind == DISCARD:
            return self._discard(s, move.cards)
        if kind == DRAW:
            return self._draw(s)
        if kind == TAKE:
            return self._take(s, 0)
        if kind in (NEW, ADD):
            return self._lay(s, ((move.at, move.cards),))
        if kind == LAY:
            return self._lay(s, move.parts)
        if kind == TAKE_USING:
            return self._take_using(s, move)
        if kind == REDRAW:
            return self._redraw(s)
        if kind == RELANCINHO:
            return self._relancinho(s, move.parts)
        if kind == TABLE:
            return self._table(s, move.cards)
        if kind == ASK:
            return _changed(s, this=s.this._replace(permission=WAITING))
        if kind == ANSWER:
            return _changed(s, this=s.this._replace(permission=GRANTED if move.at else REFUSED))
        raise ValueError(f"{kind}: there is no such kind of move")

    def left(self, hand: int) -> int:
        """Number of cards of a hand; red threes that wait to be tabled are none of it."""
        if self.bonus and hand & RED_THREES:
            return (hand >> SIZE_AT) - (sized(hand & RED_THREES) >> SIZE_AT)
        return hand >> SIZE_AT

    # -- the stock ---------------------------------------------------------------------------------

    def _cards(self, s: State, count: int) -> tuple[tuple[int, ...], int, int, bool]:
        """Cards drawn, red threes tabled (packed), the place in the stock then, and whether that ends the deal."""
        stock, at = s.stock, s.at
        drawn: list[int] = []
        reds, last = 0, False
        while len(drawn) < count and at < len(stock):
            one = stock[at]
            at += 1
            if one & UNKNOWNS:
                raise InvalidPosition("stock", "this card must be known to play on: name it")
            last = bool(self.tables and one & RED_THREES)
            if last:
                reds += one
            else:
                drawn.append(one)
        return tuple(drawn), reds, at, last and at == len(stock) and self.last_red

    def _draw(self, s: State) -> State:
        stock, at, seat = s.stock, s.at, s.turn
        if at == len(stock):
            if not s.deal.stock_known:
                raise InvalidPosition("stock", "every card of the stock must be known to play on: name them, top first")
            return _changed(s, phase=OVER)
        one, hands, reds, ended = stock[at], [*s.hands], s.reds, False
        this = self.drew.get(one)
        if this is not None and not s.this.first:
            at += 1
        else:
            drawn, tabled, at, ended = self._cards(s, self.draw_count)
            one = sum(drawn)
            if tabled:
                side = seat % self.sides
                reds = _put(reds, side, reds[side] + tabled)
            this = This(drawn=drawn, first=s.this.first)
        hands[seat] += one
        return State(
            OVER if ended else PLAYING, seat, (*hands,), s.melds, s.open_to, s.pile, s.pile_sum, stock, at, s.before,
            this, 0, s.frozen, reds, s.concealed, s.marks, s.deal,
        )  # fmt: skip

    def _redraw(self, s: State) -> State:
        seat, rejected = s.turn, s.this.drawn
        pile, frozen = s.pile, s.frozen
        for one in rejected:
            pile = (one, pile)
            frozen = frozen or (self.freezes and bool(one & self.wild))
        drawn, tabled, at, ended = self._cards(s, len(rejected))
        side = seat % self.sides
        return _changed(
            s,
            phase=OVER if ended else PLAYING,
            hands=_put(s.hands, seat, s.hands[seat] - sum(rejected) + sum(drawn)),
            pile=pile,
            pile_sum=s.pile_sum + sum(rejected),
            at=at,
            this=s.this._replace(drawn=drawn, redrawn=True),
            frozen=frozen,
            reds=_put(s.reds, side, s.reds[side] + tabled),
        )

    def _table(self, s: State, card: int) -> State:
        seat, side = s.turn, s.turn % self.sides
        drawn, more, at, _ = self._cards(s, 1)
        this, phase = s.this, s.phase
        if card in this.drawn:
            rest = list(this.drawn)
            rest.remove(card)
            this = this._replace(drawn=(*rest, *drawn))
            if not drawn and self.last_red:
                phase = OVER
        after = _changed(
            s,
            phase=phase,
            hands=_put(s.hands, seat, s.hands[seat] - card + sum(drawn)),
            reds=_put(s.reds, side, s.reds[side] + card + more),
            at=at,
            this=this,
        )
        return self._settled(after)

    def _settled(self, s: State) -> State:
        """The state, over if the stock is out and the player about to draw cannot go on."""
        out = s.at == len(s.stock) and s.deal.stock_known
        if s.phase == DRAWING and out and (not self.goes_on or not self.can_take(s)):
            s.phase = OVER
        return s

    # -- the pile ----------------------------------------------------------------------------------

    def _take(self, s: State, top: int) -> State:
        """The pile comes to the hand, but for a top card that is used, and its red threes to the table."""
        seat, coming, reds = s.turn, s.pile_sum - top, s.reds
        if self.bonus and coming & RED_THREES:
            side, some = seat % self.sides, sized(coming & RED_THREES)
            coming -= some
            reds = _put(reds, side, reds[side] + some)
        hands = [*s.hands]
        hands[seat] += coming
        return State(
            PLAYING, seat, (*hands,), s.melds, s.open_to, None, 0, s.stock, s.at, s.before, _TOOK[s.this.first],
            s.idle + 1 if self.idles and s.pile_sum >> SIZE_AT == 1 else 0,
            s.frozen and self.stays_frozen, reds, s.concealed, s.marks, s.deal,
        )  # fmt: skip

    def _take_using(self, s: State, move: CoreMove) -> State:
        if s.pile is None:
            raise ValueError("the pile is empty")
        top = s.pile[0]
        taken = self._take(s, top)
        return self._lay(taken, ((move.at, move.cards + top), *move.parts), top)

    # -- laying ------------------------------------------------------------------------------------

    def _lay(self, s: State, parts: Parts, top: int = 0) -> State:
        seat, sides, book = s.turn, self.sides, self.book
        side = seat % sides
        melds, this, concealed = s.melds[side], s.this, s.concealed
        laid = this.laid
        # A take that laid nothing was an act of its own.
        if laid:
            number = (laid[0][0] if len(laid) == 1 else max([entry[0] for entry in laid])) + 1
        else:
            number = int(this.took and not top)
        gone, open_to = 0, s.open_to[side]
        for at, cards in parts:
            gone += cards
            if at < 0:
                meld, index = book.meld(cards), len(melds)
                melds = (*melds, meld)
                open_to |= meld.joining if meld.joining >= 0 else book.join(meld)
                if self.concealed_melds and meld.canasta:
                    concealed = _put(concealed, side, concealed[side] | 1 << index)
            else:
                index = at
                meld = book.meld(melds[at].cards + cards)
                melds = (*melds[:at], meld, *melds[at + 1 :])
                open_to = book.open_to(melds)
            entry: Entry = (number, index, cards, at < 0)
            laid = (*laid, entry)
        hands, marks = [*s.hands], s.marks
        hands[seat] = hand = hands[seat] - gone + top
        if marks[seat]:
            marks = _put(marks, seat, _unmarked(marks[seat], gone - top))
        after = State(
            PLAYING, seat, (*hands,), _put(s.melds, side, melds), _put(s.open_to, side, open_to), s.pile, s.pile_sum,
            s.stock, s.at, s.before,
            _quick(This, (this.took, False, this.redrawn, this.drawn, laid, this.permission, this.first)),
            0, s.frozen, s.reds, concealed, marks, s.deal,
        )  # fmt: skip
        return after if hand and self.left(hand) else self._go_out(after)

    def _relancinho(self, s: State, parts: Parts) -> State:
        after = self._lay(s, parts)
        seat, pile = s.turn, after.pile
        hand = after.hands[seat]
        if hand:
            pile = (hand, pile)
        out = self._go_out(_changed(after, hands=_put(after.hands, seat, 0), pile=pile, pile_sum=after.pile_sum + hand))
        return _changed(out, ending=out.ending._replace(relancinho=True))

    def _go_out(self, s: State) -> State:
        return _changed(s, phase=OVER, ending=Ending(s.turn, self._out_concealed(s)))

    def _out_concealed(self, s: State) -> bool:
        if not self.concealed_out or s.before >> s.turn & 1 or not s.this.laid:
            return False
        own = {at for _, at, _, new in s.this.laid if new}
        if any(at not in own for _, at, _, _ in s.this.laid):
            return False
        # Where ranks do not merge, a second meld of a partner's rank counts as adding all the same.
        melds = s.melds[s.turn % self.sides]
        before = {meld.rank for at, meld in enumerate(melds) if at not in own and meld.rank >= 0}
        return all(melds[at].rank not in before for at in own)

    # -- the end of a turn -------------------------------------------------------------------------

    def _discard(self, s: State, card: int) -> State:
        seat, this, marks, before = s.turn, s.this, s.marks, s.before
        hands = [*s.hands]
        hands[seat] = hand = hands[seat] - card
        if marks[seat]:
            marks = _put(marks, seat, _unmarked(marks[seat], card))
        pile, pile_sum = (card, s.pile), s.pile_sum + card
        frozen = s.frozen or (self.freezes and bool(card & self.wild))
        if not hand or (self.bonus and not self.left(hand)):
            return self._go_out(_changed(s, hands=(*hands,), pile=pile, pile_sum=pile_sum, frozen=frozen, marks=marks))
        if this.laid:
            before |= 1 << seat
        after = State(
            DRAWING, (seat + 1) % self.players, (*hands,), s.melds, s.open_to, pile, pile_sum, s.stock, s.at, before,
            BEGIN, s.idle, frozen, s.reds, s.concealed, marks, s.deal,
        )  # fmt: skip
        return self._settled(after) if s.at == len(s.stock) else after


def _put(whole: tuple[_T, ...], at: int, value: _T) -> tuple[_T, ...]:
    changed = [*whole]
    changed[at] = value
    return (*changed,)


def _unmarked(marked: int, gone: int) -> int:
    """Penalised cards without those that were used."""
    for bit in bits(present(marked) & present(gone)):
        at = bit.bit_length() - 1
        marked -= unit(bit) * min((marked >> at) & FIELD, (gone >> at) & FIELD)
    return marked


_FIELDS = State.__slots__


def _changed(s: State, **values: object) -> State:
    """The state with some fields changed, and no longer the one that was packed."""
    made = State.__new__(State)
    for name in _FIELDS:
        setattr(made, name, values.get(name, None if name == "origin" else getattr(s, name)))
    return made
