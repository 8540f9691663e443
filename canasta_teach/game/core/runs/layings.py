"""Layings of several melds at one time: which are legal, and from which nothing can be left out.

A laying is *lighter* than another when a meld is left out of it, or cards of an addition are. Those legal ones of
which no lighter one is legal are moves; every other legal laying is one of them, and then the rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from canasta_teach.game.core.runs.cards import (
    BLACK_THREES,
    FIELD,
    NATURALS,
    ONES,
    SIZE_AT,
    UNKNOWNS,
    WILDS,
    holds,
    present,
    sized,
)
from canasta_teach.game.core.runs.cover import Candidate, Cover, Remembered
from canasta_teach.game.core.runs.meld import SET, Meld
from canasta_teach.game.core.runs.melds import MeldBook
from canasta_teach.game.core.runs.menus import Menus
from canasta_teach.game.core.runs.reach import Reach, uses
from canasta_teach.game.core.runs.state import GRANTED, REFUSED, Parts


class Take(NamedTuple):
    """What the pile's top card does: it joins the meld at a place (-1: makes a new one) with hand cards."""

    at: int
    cards: int


class Spread:
    """A player's cards and melds in the act of laying.

    Attributes:
        book, menus: of the rule set.
        hand: cards of the hand that may ever be laid; other cards of it, red threes that wait, are no part of it.
        melds: the side's melds.
        due: points that the laying must count; 0 for none.
        need: canastas that going out takes.
        permission: the answer of the partner.
        top: the pile's top card, where it is being taken; else 0.
        coming: the other cards of the pile that come to the hand.
        pair: counts of the top card's rank, where it must go down with two more of it; else 0.
        worth: points of the top card that count.
    """

    def __init__(
        self,
        book: MeldBook,
        menus: Menus,
        hand: int,
        melds: tuple[Meld, ...],
        *,
        due: int = 0,
        need: int = 0,
        permission: int = 0,
        top: int = 0,
        coming: int = 0,
        pair: int = 0,
        worth: int = 0,
    ) -> None:
        self.book = book
        self.menus = menus
        self.hand = hand
        self.melds = melds
        self.due = due
        self.need = need
        self.permission = permission
        self.top = top
        self.coming = coming
        self.pair = pair
        self.worth = worth
        self.down = sum(1 << meld.rank for meld in melds if meld.kind == SET) if book.merges else 0

    # -- is it legal? ------------------------------------------------------------------------------

    def legal(self, parts: Parts, take: Take | None = None) -> bool:
        """Whether a laying of proper melds is legal as one act: what it counts, and what it leaves."""
        laid = sum(cards for _, cards in parts) + (take.cards if take else 0)
        left = self.hand - laid + self.coming
        black = (laid + self.top) & BLACK_THREES and self.book.black_threes
        if black and left >> SIZE_AT > 1:
            return False
        if self.due and self.points(laid) + self.worth < self.due:
            return False
        return self.may_leave(left, self.after(parts, take))

    def points(self, cards: int) -> int:
        """What cards count."""
        return self.book.points(cards)

    def after(self, parts: Parts, take: Take | None = None) -> tuple[Meld, ...]:
        """The side's melds after a laying."""
        melds = list(self.melds)
        whole = ((take.at, take.cards + self.top), *parts) if take else parts
        for at, cards in whole:
            if at < 0:
                melds.append(self.book.meld(cards))
            else:
                melds[at] = self.book.meld(melds[at].cards + cards)
        return tuple(melds)

    def may_leave(self, left: int, melds: tuple[Meld, ...]) -> bool:
        """Whether the player may be left with these cards behind these melds."""
        many = left >> SIZE_AT
        if many < 2:
            if self.permission == REFUSED:
                return False
            have = sum(meld.canasta > 0 for meld in melds) if self.need else 0
            if have < self.need and not (many == 1 and have + 1 >= self.need and self.completes(melds, left)):
                return False
        return self.permission != GRANTED or not many or self.goes_out(left, melds)

    def completes(self, melds: tuple[Meld, ...], last: int) -> bool:
        """Whether one card makes a canasta of a meld that was none."""
        if last & UNKNOWNS:
            return any(meld.cards >> SIZE_AT == self.book.canasta_size - 1 for meld in melds)
        for meld in melds:
            if not meld.canasta:
                grown = self.book.grow(meld, last)
                if grown is not None and grown.canasta:
                    return True
        return False

    # -- going out ---------------------------------------------------------------------------------

    def goes_out(self, hand: int, melds: tuple[Meld, ...], due: int = 0) -> bool:
        """Whether the hand can go out in this turn, counting ``due`` points in its first laying."""
        if hand >> SIZE_AT <= 1 and sum(meld.canasta > 0 for meld in melds) >= self.need:
            return True
        some = sized(hand & self.book.ever)
        return Reach(
            self.menus.folded(), some, melds, needed=due, most_left=1, canastas=self.need, any_end=True
        ).found()  # fmt: skip

    def stuck_alone(self) -> int:
        """How many natural cards can be of no new meld, at least; what is merged elsewhere is new here."""
        held = present(self.hand)
        free = held & NATURALS
        for menu in self.menus.new_melds(self.hand, held):
            free &= ~menu.union
        return free.bit_count()

    def cover(self, most_left: int, *, black_only: bool = False, new_only: bool = False) -> Iterator[Parts]:
        """Every laying that leaves at most so many cards, reaches ``due`` and leaves the side its canastas."""
        cover = Cover(self, most_left, black_only=black_only, new_only=new_only)
        have = sum(meld.canasta > 0 for meld in self.melds)
        met: set[Parts] = set()
        for parts in cover.place(self.hand, 0, 0, have, worth=self.worth, parts=()):
            # Two melds with the same lowest card are met in either order.
            key = tuple(sorted(parts))
            if key not in met:
                met.add(key)
                yield parts

    # -- lighter layings ---------------------------------------------------------------------------

    def lighter(self, parts: Parts, take: Take | None = None) -> tuple[Parts, Take | None] | None:
        """A legal laying that is this one without some of it, or ``None``."""
        for some, fewer in self._lighter(parts, take):
            if (some or fewer) and self.legal(some, fewer):
                return some, fewer
        return None

    def _lighter(self, parts: Parts, take: Take | None) -> Iterator[tuple[Parts, Take | None]]:
        black = tuple(part for part in parts if part[1] & BLACK_THREES)
        if black and self.book.black_threes:
            yield tuple(part for part in parts if part not in black), take
        for i, (at, cards) in enumerate(parts):
            rest = parts[:i] + parts[i + 1 :]
            if at < 0:
                yield rest, take
                continue
            for some in self.book.less(self.melds[at], cards):
                yield (*parts[:i], (at, some), *parts[i + 1 :]) if some else rest, take
        if take is not None and take.at >= 0:
            for some in self.book.less(self.melds[take.at], take.cards, self.top, self.pair):
                yield parts, Take(take.at, some)

    # -- moves -------------------------------------------------------------------------------------

    def layings(self) -> Iterator[Parts]:
        """Every laying from which nothing can be left out, where a minimum is due or black threes are laid."""
        if self.due:
            for parts in self._first(None):
                if self.legal(parts) and self.lighter(parts) is None:
                    yield parts
        if self.hand & BLACK_THREES and self.book.black_threes and not self.book.never_threes:
            closing = Spread(self.book, self.menus, self.hand, self.melds, due=self.due)
            for parts in closing.cover(1, black_only=not self.due):
                if self._closes(parts) and self.legal(parts) and self.lighter(parts) is None:
                    yield parts

    @staticmethod
    def _closes(parts: Parts) -> bool:
        return any(cards & BLACK_THREES for _, cards in parts)

    def takes(self, least: int) -> Iterator[tuple[Take, Parts]]:
        """Every way to take the pile from which nothing can be left out.

        Args:
            least: how many hand cards must make a new meld with the top card, one of them natural.
        """
        closing = bool(self.top & BLACK_THREES) and self.book.black_threes
        for take in self.uses(least):
            if not closing and self.legal((), take):
                if self.lighter((), take) is None:
                    yield take, ()
                continue
            if self.due and not closing:
                for parts in self._first(take):
                    if self.legal(parts, take) and self.lighter(parts, take) is None:
                        yield take, parts
            if closing or (self.due and self.hand & BLACK_THREES and self.book.black_threes):
                yield from self._closing_takes(take, closing=closing)

    def _closing_takes(self, take: Take, *, closing: bool) -> Iterator[tuple[Take, Parts]]:
        """Takes after which at most one card is left, as black threes ask."""
        if self.coming >> SIZE_AT > 1:
            return
        lying = len(self.melds)
        for parts in self._beside(take).cover(1 - (self.coming >> SIZE_AT)):
            if any(at == lying for at, _ in parts) or not (closing or self._closes(parts)):
                continue
            more = sum(cards for at, cards in parts if at >= 0 and at == take.at)
            whole = Take(take.at, take.cards + more)
            beside = tuple(part for part in parts if part[0] < 0 or part[0] != take.at)
            if self.legal(beside, whole) and self.lighter(beside, whole) is None:
                yield whole, beside
        if closing and self.legal((), take):
            yield take, ()

    def _beside(self, take: Take) -> Spread:
        """The hand and the melds once the top card has been used; canastas are asked for later."""
        used = self.after((), take)
        due = max(0, self.due - self.worth - self.points(take.cards))
        return Spread(self.book, self.menus, self.hand - take.cards, used, due=due)

    def uses(self, least: int) -> Iterator[Take]:
        """What the top card can do, whatever is left: a new meld in any composition, or the fewest cards onto one."""
        found = uses(self.menus, self.hand, self.melds, self.down, self.top, pair=self.pair, least=least)
        for at, cards in found:
            yield Take(at, cards)

    def _first(self, take: Take | None) -> Iterator[Parts]:
        """Sets of melds without black threes that reach what is due, none reaching it before its last."""
        book = self.book
        hand = sized((self.hand - (take.cards if take else 0)) & book.layable)
        start = self.worth + self.points(take.cards) if take else 0
        hand = sized(hand & self._of_use(hand))
        if start + self.points(hand) < self.due:
            return
        candidates = Remembered(self._candidates(hand, take))
        taken_rank = 0
        if take is not None and take.at < 0 and book.merges:
            single = book.meld(take.cards + self.top).single
            taken_rank = 1 << single if single >= 0 else 0

        def extend(first: int, rest: int, spare: int, points: int, *, busy: int, chosen: Parts) -> Iterator[Parts]:
            if points + spare < self.due:
                return
            index = first
            while (candidate := candidates.at(index)) is not None:
                (at, cards), worth, claims = candidate
                index += 1
                if claims & busy or not worth or not holds(rest, cards):
                    continue
                parts = (*chosen, (at, cards))
                if points + worth >= self.due:
                    yield parts
                else:
                    yield from extend(
                        index - 1 if not claims else index, rest - cards, spare - worth, points + worth,
                        busy=busy | claims, chosen=parts,
                    )  # fmt: skip

        yield from extend(0, hand, self.points(hand), start, busy=taken_rank, chosen=())

    def _of_use(self, hand: int) -> int:
        """Counts of the faces that can be laid at all."""
        mask = WILDS & ONES
        for menu in self.menus.new_melds(hand, present(hand), self.down):
            mask |= menu.union
        for meld in self.melds:
            mask |= meld.near
        return mask * FIELD

    def _candidates(self, hand: int, take: Take | None) -> Iterator[Candidate]:
        """Single melds and additions: where, what they count, and what they bar (bits of ranks, and of melds)."""
        book = self.book
        for menu in self.menus.new_melds(hand, present(hand), self.down):
            for cards in menu:
                meld = book.meld(cards)
                claims = 1 << meld.single if book.merges and meld.single >= 0 else 0
                yield (-1, cards), meld.points, claims
        for at, meld in enumerate(self.melds):
            if take is None or take.at != at:
                for cards in book.every_addition(meld, hand):
                    yield (at, cards), self.points(cards), 1 << 16 + at
