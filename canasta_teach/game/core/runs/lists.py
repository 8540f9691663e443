"""Every move of a turn that has begun, at once, where nothing but the hand and the melds bears on it.

What a hand can do by itself is remembered: for each suit with the wild cards of the hand, and for the whole hand; and
what may join a meld, for the meld's place and the faces.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from canasta_teach.game.core.kept import MOST_KEPT, Kept
from canasta_teach.game.core.runs.cards import (
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
    unit,
)
from canasta_teach.game.core.runs.meld import Meld
from canasta_teach.game.core.runs.menus import Menu
from canasta_teach.game.core.runs.moves import Mover
from canasta_teach.game.core.runs.state import ADD, DISCARD, CoreMove, State

Moves = tuple[CoreMove, ...]

_ROWS: Final = tuple((1 << (suit + 1) * SUIT_BITS) - (1 << suit * SUIT_BITS) for suit in range(4))
_SUITS: Final = tuple((row & COUNTS) | WILDS for row in _ROWS)
_JOKERS: Final = FIELD << JOKER_AT


class OfHand(tuple[CoreMove, ...]):
    """What a hand does by itself, and what else is asked of it each time.

    Attributes:
        many: number of its cards; 0 where some are not known.
        held: the lowest bits of their faces.
    """

    many: int
    held: int


class Lists:
    """The lists of one rule set.

    Args:
        mover: its moves.
    """

    def __init__(self, mover: Mover) -> None:
        self._mover, self._book, self._menus = mover, mover.book, mover.menus
        # Rules that bear on most turns: each move is looked at there.
        self._never = bool(mover.asks or mover.waits or mover.need or not mover.all_layable or mover.book.merges)
        self._sides, self._dues, self._redraws = mover.sides, mover.dues, mover.redraws
        # So few cards can be announced and laid whole.
        self._announced = mover.relancinho + 1 if mover.relancinho else 0
        self._hands = Kept(self._of_hand, 5 * MOST_KEPT)
        self._suits = tuple(Kept(partial(self._of_suit, suit), MOST_KEPT) for suit in range(4))
        self._adds: list[Kept[int, Moves]] = []
        self._loosely = Kept(self._loose, MOST_KEPT)

    def plain(self, s: State) -> Moves | None:
        """Every move of the turn; ``None`` where more than hand and melds must be looked at."""
        seat, this = s.turn, s.this
        side = seat % self._sides
        hand, melds = s.hands[seat], s.melds[side]
        if self._never or this.permission or s.marks[seat]:
            return None
        of_hand = self._hands[hand]
        many = of_hand.many
        if many < 2:
            return None
        if not (this.laid or s.before >> seat & 1):
            if many <= self._announced or (self._dues and self._mover.due(s)):
                return None
        elif self._dues and not melds and self._mover.due(s):
            return None
        if self._redraws and this.first:
            return None
        found: Moves = of_hand
        held = of_hand.held & s.open_to[side]
        adds = self._adds
        if len(adds) < len(melds):
            adds += [Kept(partial(_joining, at), MOST_KEPT) for at in range(len(adds), len(melds))]
        loose = False
        for row, meld in zip(adds, melds, strict=False):
            if not meld.fixed:
                loose = True
            elif some := held & meld.joining:
                found += row[some]
        return self._with_loose(found, melds, hand) if loose else found

    def _with_loose(self, found: Moves, melds: tuple[Meld, ...], hand: int) -> Moves:
        """These moves, and the additions to melds that cards may join only together, too."""
        for at, meld in enumerate(melds):
            if not meld.fixed:
                found += self._loosely[meld, at, hand]
        return found

    # -- what a hand does by itself ----------------------------------------------------------------

    def _of_hand(self, hand: int) -> OfHand:
        """Discards and new melds."""
        if hand & UNKNOWNS:
            unknown = OfHand()
            unknown.many = unknown.held = 0
            return unknown
        found: Moves = ()
        for mask, suit in zip(_SUITS, self._suits, strict=True):
            found += suit[hand & mask]
        if hand & _JOKERS:
            found += (CoreMove(DISCARD, unit(1 << JOKER_AT)),)
        for menu in self._menus.sets(hand):
            found += menu.moves()
        made = OfHand(found)
        made.many, made.held = hand >> SIZE_AT, present(hand)
        return made

    def _of_suit(self, suit: int, hand: int) -> Moves:
        """Discards of the faces of a suit, and runs; of a hand's other suits the wild cards alone are needed."""
        held = present(hand)
        row = held & ROW << suit * SUIT_BITS
        if self._mover.bonus:
            row &= ~RED_THREES
        menu: Menu = self._menus.runs_of(suit, hand, held)
        return (*(CoreMove(DISCARD, unit(bit)) for bit in bits(row)), *menu.moves())

    # -- what joins a meld -------------------------------------------------------------------------

    def _loose(self, key: tuple[Meld, int, int]) -> Moves:
        """Additions from a hand to the meld at a place."""
        meld, at, hand = key
        return tuple(CoreMove(ADD, cards, at) for cards in self._book.additions(meld, hand, present(hand)))


def _joining(at: int, some: int) -> Moves:
    """Additions of one card of these faces to the meld at a place."""
    return tuple(CoreMove(ADD, unit(bit), at) for bit in bits(some))
