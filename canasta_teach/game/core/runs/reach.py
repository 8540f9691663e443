"""Is there a laying that reaches a goal? The search where ranks do not fall apart: runs, or several melds of a rank.

The loneliest natural card is laid in each way, or left; wild cards that no meld needed join melds last. A new meld is
laid with all the cards that it will have; a meld that lies takes the fewest that a card needs to join it, and more
later. Hands met before are not searched again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from canasta_teach.cards import Card
from canasta_teach.game.core.runs.cards import (
    BITS,
    COLUMN,
    COUNTS,
    FIELD,
    JOKER_AT,
    NATURALS,
    RED_THREES,
    ROW,
    SIZE_AT,
    SUIT_BITS,
    TWO,
    TWOS,
    UNIT,
    WILDS,
    bits,
    count,
    pack,
    present,
    sized,
    unit,
)
from canasta_teach.game.core.runs.meld import SET, Meld
from canasta_teach.game.core.runs.melds import MeldBook
from canasta_teach.game.core.runs.menus import Menu, Menus
from canasta_teach.game.layings import Goal
from canasta_teach.rulebook.ruleset import RuleSet

_ALL: Final = 1 << 30
"""More cards than any hand has."""


@lru_cache(maxsize=64)
def menus_of(rules: RuleSet) -> Menus:
    """The menus of a rule set with wild cards told by their number, made once."""
    return Menus(MeldBook(rules), folded=True)


def can_reach(rules: RuleSet, melds: Sequence[tuple[Card, ...]], hand: Sequence[Card], goal: Goal) -> bool:
    """Whether some laying of cards of ``hand`` onto and beside ``melds`` reaches the goal in one act."""
    menus = menus_of(rules)
    book = menus.book
    cards = pack(hand)
    if rules.has("deck.red-threes"):
        cards = sized(cards & ~RED_THREES)
    lying = tuple(book.meld(pack(meld)) for meld in melds)
    last = 0 if goal.completes is None else UNIT[goal.completes]
    reach = Reach(
        menus, cards, lying, needed=goal.needed, least_left=goal.least_left, most_left=goal.most_left,
        canastas=goal.canastas, last=last, any_end=goal.any_end,
    )  # fmt: skip
    if goal.top is None:
        return reach.found()
    top = UNIT[goal.top]
    return reach.found_with(
        top,
        pair=rank_of(top) if goal.natural_pair else 0,
        least=rules.p.hand_cards_to_take if rules.has("pile.two-from-hand") else 0,
        worth=book.points(top) if rules.has("initial.top-card") else 0,
    )


def rank_of(card: int) -> int:
    """Counts of all faces of a natural card's rank."""
    return COLUMN << (present(card).bit_length() - 1) % SUIT_BITS


class _SoFar(NamedTuple):
    """What has been done with cards of the hand.

    Attributes:
        left: number of cards left for good.
        have: canastas.
        worth: points of the natural cards laid.
        wilds: number of wild cards laid.
        busy: bits of the ranks of which a new meld has been made, where they merge.
        done: a new meld is a card short of a canasta that the last card makes.
    """

    left: int
    have: int
    worth: int = 0
    wilds: int = 0
    busy: int = 0
    done: bool = False


class Reach:
    """A hand and the melds beside it, and what a laying in one act has to reach.

    Which wild card stands where makes no difference, but that a two may be natural in its own place. So jokers stand
    for all wild cards here, and the twos beside them, which count for no cards, say how many may yet be natural.

    Attributes:
        menus, book: of the rule set.
        melds: the side's melds.
        needed, least_left, canastas: as in :class:`~canasta_teach.game.layings.Goal`, and ``most_left`` (a large
            number for none).
        last: the packed card that must then complete a canasta; 0 for none.
        aside: number of cards of the hand that may not be laid.
        jokers, twos, wilds: how many wild cards of a kind, and of any, the hand has.
    """

    def __init__(
        self,
        menus: Menus,
        hand: int,
        melds: tuple[Meld, ...],
        *,
        needed: int = 0,
        least_left: int = 0,
        most_left: int | None = None,
        canastas: int = 0,
        last: int = 0,
        any_end: bool = False,
    ) -> None:
        self.menus, self.book = menus, menus.book
        self.melds = melds
        self.layable = self.book.ever if any_end else self.book.layable
        some = sized(hand & self.layable)
        self.aside = (hand >> SIZE_AT) - (some >> SIZE_AT)
        self.jokers, self.twos = some >> JOKER_AT & FIELD, count(some & TWOS)
        self.wilds = self.jokers + self.twos
        self.hand = some + (self.twos << JOKER_AT)
        self.needed, self.least_left, self.canastas = needed, least_left, canastas
        self.most_left = _ALL if most_left is None else most_left
        self.last = last
        self.down = sum(1 << meld.rank for meld in melds if meld.kind == SET) if self.book.merges else 0
        self.dead: set[tuple[object, ...]] = set()

    def found(self) -> bool:
        """Whether some laying of the hand reaches the goal."""
        return self._place(self.hand, self.melds, self._start())

    def _start(self) -> _SoFar:
        return _SoFar(self.aside, sum(meld.canasta > 0 for meld in self.melds))

    def found_with(self, top: int, *, pair: int, least: int, worth: int) -> bool:
        """Whether some laying that uses the top card of the pile too reaches the goal.

        Args:
            top: the card, packed.
            pair: counts of its rank, where it must go down with two more of it; else 0.
            least: how many hand cards must make a new meld with it, one of them natural.
            worth: points of it that count.
        """
        if top & (WILDS | COUNTS & ~self.layable):
            return False
        start = self._start()._replace(worth=worth)
        for at, cards in uses(self.menus, self.hand, self.melds, self.down, top, pair=pair, least=least):
            if count(cards & WILDS) <= self.wilds and self._lay(self.hand, self.melds, (at, cards), start, top):
                return True
        return False

    def _points(self, cards: int) -> int:
        """Points of the natural cards among some."""
        return self.book.points(cards & COUNTS & ~WILDS) if self.needed else 0

    def _worth(self, wilds: int, rest: int) -> int:
        """The most that so many wild cards count, the twos that stand in their own places among them."""
        own = self.twos - count(rest & TWOS)
        joker, two = self.book.points_of[1 << JOKER_AT], self.book.points_of[1 << TWO * BITS]
        jokers = min(self.jokers, wilds - own) if joker >= two else wilds - min(self.twos, wilds)
        return jokers * joker + (wilds - jokers) * two

    def _completes(self, meld: Meld) -> bool:
        """Whether the last card makes a canasta of a meld that was none."""
        if not self.last or meld.canasta:
            return False
        grown = self.book.grow(meld, self.last)
        return grown is not None and grown.canasta > 0

    def _lay(self, rest: int, melds: tuple[Meld, ...], part: tuple[int, int], so_far: _SoFar, top: int = 0) -> bool:
        """Lay cards of ``rest``, with the top card where it is given, and go on."""
        left, have, worth, wilds, busy, done = so_far
        book, (at, cards) = self.book, part
        own = count(cards & TWOS)
        rest -= cards + (own << JOKER_AT)
        if at < 0:
            meld = book.meld(cards + top)
            if book.merges and meld.single >= 0:
                busy |= 1 << meld.single
            have += meld.canasta > 0
            done = done or self._completes(meld)
        else:
            meld = book.meld(melds[at].cards + cards + top)
            have += (meld.canasta > 0) - (melds[at].canasta > 0)
            melds = (*melds[:at], meld, *melds[at + 1 :])
        wilds += own + (cards >> JOKER_AT & FIELD)
        return self._place(rest, melds, _SoFar(left, have, worth + self._points(cards), wilds, busy, done))

    def _place(self, rest: int, melds: tuple[Meld, ...], so_far: _SoFar) -> bool:
        """Whether ``rest`` can be laid, onto these melds grown by now, so that the goal is reached."""
        reached = not self.needed or so_far.worth + self._worth(so_far.wilds, rest) >= self.needed
        verdict = self._verdict(rest, melds, so_far, reached=reached)
        if verdict is not None:
            return verdict
        left, have, worth, wilds, busy, done = so_far
        key = (
            rest, tuple([meld.cards for meld in melds]), left, min(have, self.canastas),
            (0, 0) if reached else (worth, wilds), busy, done,
        )  # fmt: skip
        if key in self.dead:
            return False
        wanted = self.canastas - have - (self.last > 0)
        if wanted > 0 and wanted > self._in_reach(rest, melds):
            return False
        held = present(rest)
        free = alone = held & NATURALS
        menus = self.menus.new_melds(rest, held, self.down) if free else []
        for meld in melds:
            alone &= ~meld.near
        for menu in menus:
            alone &= ~menu.union
        if alone:
            gone = sized(rest & alone * FIELD)
            return self._place(rest - gone, melds, so_far._replace(left=left + (gone >> SIZE_AT)))
        lows = (_hardest(free, menus, melds),) if free else tuple(bits(held & WILDS))
        for low in lows:
            for part in self._uses(rest, low, menus, melds, busy):
                if self._lay(rest, melds, part, so_far):
                    return True
        after = rest - unit(lows[0] if free else 1 << JOKER_AT)
        if self._place(after, melds, so_far._replace(left=left + 1)):
            return True
        self.dead.add(key)
        return False

    def _verdict(self, rest: int, melds: tuple[Meld, ...], so_far: _SoFar, *, reached: bool) -> bool | None:
        """Whether the goal is reached with all of ``rest`` left, or is out of reach; ``None`` for neither.

        Args:
            rest: cards to lay or to leave.
            melds: those that lay before, grown by now.
            so_far: what has been done.
            reached: enough points are laid.
        """
        left, have, worth, wilds, _, done = so_far
        many = left + (rest >> SIZE_AT)
        if many < self.least_left or left > self.most_left:
            return False
        if many <= self.most_left and reached and self._has_canastas(melds, have, done=done):
            return True
        if not rest >> SIZE_AT:
            return False
        if not reached:
            most = wilds + (rest >> JOKER_AT & FIELD)
            if worth + self._points(rest) + self._worth(most, rest) < self.needed:
                return False
        return None

    def _has_canastas(self, melds: tuple[Meld, ...], have: int, *, done: bool) -> bool:
        if not self.last:
            return have >= self.canastas
        return have + 1 >= self.canastas and (done or any(map(self._completes, melds)))

    def _in_reach(self, rest: int, melds: tuple[Meld, ...]) -> int:
        """How many canastas more there could be, at most, each as if it had all cards to itself."""
        wanted, many = self.book.canasta_size, rest >> SIZE_AT
        wild = rest >> JOKER_AT & FIELD
        rest &= NATURALS * FIELD
        found = 0
        for meld in melds:
            if not meld.canasta:
                lacking = wanted - (meld.cards >> SIZE_AT)
                found += lacking <= many and count(rest & meld.near * FIELD) + wild >= lacking
        if many < wanted:
            return found
        rows = 0
        for suit in range(4):
            row = rest >> suit * SUIT_BITS & ROW * FIELD
            rows += row
            # A run holds a face once, but for the ace.
            if self.book.sequences and present(row).bit_count() + 1 + wild >= wanted:
                found += (count(row) + wild) // wanted
        for rank in range(13):
            found += ((rows >> rank * BITS & FIELD) + wild) // wanted
        return found

    def _uses(
        self, rest: int, low: int, menus: list[Menu], melds: tuple[Meld, ...], busy: int
    ) -> Iterator[tuple[int, int]]:
        """New melds and additions with a face: where, and the cards."""
        book, most = self.book, rest >> JOKER_AT & FIELD
        for index, meld in enumerate(melds):
            if meld.near & low:
                for cards in onto(book, meld, rest - unit(low), low):
                    if count((cards + unit(low)) & WILDS) <= most:
                        yield index, cards + unit(low)
        for menu in menus:
            if menu.union & low:
                for cards in menu.each_with(low):
                    single = book.meld(cards).single if busy else -1
                    if single < 0 or not busy >> single & 1:
                        yield -1, cards


def _hardest(free: int, menus: list[Menu], melds: tuple[Meld, ...]) -> int:
    """The face that can be laid in the fewest ways."""
    best, least = 0, _ALL
    near = [meld.near for meld in melds]
    for bit in bits(free):
        ways = 0
        for menu in menus:
            if menu.union & bit:
                ways += menu.many_with(bit)
        for mask in near:
            if mask & bit:
                ways += 1
        if ways < least:
            best, least = bit, ways
            if ways == 1:
                break
    return best


def uses(
    menus: Menus, hand: int, melds: tuple[Meld, ...], down: int, top: int, *, pair: int, least: int
) -> Iterator[tuple[int, int]]:
    """What a card taken can do: a new meld in any composition (place -1), or the fewest hand cards onto one that lies.

    Args:
        menus: of the rule set.
        hand: the cards to go with it.
        melds: the side's melds.
        down: bits of the ranks (ace 1) of which no new set is made.
        top: the card, packed.
        pair: counts of its rank, where it must go down with two more of it; else 0.
        least: how many hand cards must make a new meld with it, one of them natural.
    """
    book, bit, whole = menus.book, present(top), hand + top
    at = bit.bit_length() - 1
    for menu in menus.new_melds(whole, present(whole), down):
        if not menu.union & bit:
            continue
        for cards in menu:
            if not cards >> at & FIELD:
                continue
            used = cards - top
            if used >> SIZE_AT < least or (least and not used & NATURALS * FIELD):
                continue
            if not pair or sized(used & pair) >> SIZE_AT >= 2:
                yield -1, used
    for index, meld in enumerate(melds):
        if meld.near & bit:
            for cards in onto(book, meld, hand, bit, pair):
                yield index, cards


def onto(book: MeldBook, meld: Meld, hand: int, low: int, pair: int = 0) -> list[int]:
    """The hand cards that a card needs to join a meld that lies, and no more.

    Args:
        book: the melds of the rule set.
        meld: the one that lies.
        hand: cards to go with it.
        low: the face of the card.
        pair: counts of a rank of which two cards of the hand must go with it; 0 for none.
    """
    if not pair and book.grow(meld, unit(low)) is not None:
        return [0]
    if meld.legal and meld.kind == SET and meld.near.bit_count() <= 9:
        if not pair:
            return []
        hand = sized(hand & pair)
    elif low & WILDS:
        hand = sized(hand & meld.near * FIELD)
    elif meld.legal and not book.balanced and not pair:
        hand = sized(hand & _between(meld, low))
    else:
        hand = sized(hand & meld.near * FIELD)
    return book.fewest(meld, unit(low), hand, 0, pair)


def _between(meld: Meld, low: int) -> int:
    """Counts of the faces that lie between a run and a card of its suit, and of wild cards."""
    suit = (low.bit_length() - 1) // SUIT_BITS
    mine = (meld.cards | low) >> suit * SUIT_BITS & ROW * FIELD
    if mine & FIELD or meld.kind == SET:
        return (ROW * FIELD << suit * SUIT_BITS) | WILDS
    held = present(mine) & ~(1 << BITS)
    first, end = (held & -held).bit_length() - 1, held.bit_length()
    return ((ROW * FIELD & ((1 << end + BITS) - (1 << first))) << suit * SUIT_BITS) | WILDS
