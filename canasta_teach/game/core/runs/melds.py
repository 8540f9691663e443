"""Melds in packed form: what they are, what they count, and which cards may join them.

The same readings as :mod:`canasta_teach.game.melds` makes, by arithmetic on the packed cards.
"""

from __future__ import annotations

from typing import Final

from canasta_teach.cards import RANKS, Card
from canasta_teach.game.core.runs.cards import (
    BITS,
    BLACK_THREES,
    COLUMN,
    FACES,
    FIELD,
    ONES,
    ROW,
    SIZE_AT,
    SUIT_BITS,
    THREE,
    TWO,
    WILDS,
    bits,
    holds,
    parts_of,
    present,
    size,
    sized,
    unit,
    unpack,
)
from canasta_teach.game.core.runs.meld import LONGEST, MIXED, NATURAL, RUN, SET, Meld, run_wilds
from canasta_teach.game.layings import within_limits
from canasta_teach.rulebook.ruleset import RuleSet

_MOST_KEPT: Final = 120_000
"""So many growths of melds are remembered at most, a meld read counting for four: some 20 MB in long simulations."""

_MOST_JOINS: Final = 10_000
"""So many shapes of runs are remembered at most with the faces that may join them."""

_BLACK_SUITS: Final = (0, 3)


class MeldBook:
    """The melds of one rule set, read once and remembered.

    Attributes:
        sequences: runs are melds.
        black_threes: ``meld.black-threes`` is in the game: they are laid only in the act that leaves at most one card.
        layable: counts of the faces that may be laid at any time; ``ever``: those that may be laid at all.
        max_wilds: most wild cards of a meld.
    """

    def __init__(self, rules: RuleSet) -> None:
        p = rules.p
        self.rules = rules
        self.sequences = rules.has("meld.sequence")
        self.merges = rules.has("meld.one-per-rank")
        self.black_threes = rules.has("meld.black-threes")
        self.min_meld = p.min_meld
        self.min_naturals = p.min_naturals if rules.has("meld.min-naturals") else 0
        limited = rules.has("meld.max-wilds")
        self.max_wilds = p.max_wilds if limited and p.max_wilds is not None else 99
        self.balanced = limited and p.wilds_at_most_naturals
        self.never_threes = self.black_threes and p.black_threes_at_end == "never"
        self.ever = ONES * FIELD
        if rules.has("meld.red-threes"):
            self.ever &= ~sum(bit * FIELD for bit, card in FACES.items() if card.is_red_three)
        self.layable = self.ever & ~BLACK_THREES if self.black_threes else self.ever
        self.wild_faces = WILDS
        self.points_of = {bit: rules.value(card) for bit, card in FACES.items()}
        # Of each face: its first bit, what it counts, its suit (-1 for a wild card) and its place there.
        self._facts = {
            bit: (bit.bit_length() - 1, points, -1 if bit & WILDS else at // 16, at % 16)
            for bit, points in self.points_of.items()
            for at in ((bit.bit_length() - 1) // BITS,)
        }
        self.canasta_size = p.canasta_size if rules.has("canasta.size") else 999
        self._natural = NATURAL if rules.has("canasta.natural") else 0
        self._mixed = MIXED if rules.has("canasta.mixed") else 0
        self._melds: dict[int, Meld] = {}
        self._kept = 0
        self._points: dict[int, int] = {}
        self._limits: dict[tuple[int, int, int], bool] = {}
        self._run_joins: dict[tuple[int, int, int, int, bool], int] = {}

    # -- reading -----------------------------------------------------------------------------------

    def meld(self, cards: int) -> Meld:
        """These cards read as one meld."""
        found = self._melds.get(cards)
        if found is None:
            self._count(4)
            found = self._melds[cards] = self._read(cards)
        return found

    def _count(self, more: int) -> None:
        """Something more is remembered; all are forgotten where there is no room for it.

        Growths are remembered by the melds themselves, and are forgotten with them.
        """
        self._kept += more
        if self._kept > _MOST_KEPT:
            self._melds.clear()
            self._kept = more

    def _read(self, cards: int) -> Meld:
        meld = Meld(cards)
        total = cards >> SIZE_AT
        suits, ranks, places, aces, natural, double = 0, 0, 0, 0, 0, False
        rest, facts, worth = present(cards), self._facts, 0
        while rest:
            bit = rest & -rest
            rest ^= bit
            at, points, suit, place = facts[bit]
            held = (cards >> at) & FIELD
            worth += points * held
            if suit < 0:
                continue
            suits |= 1 << suit
            ranks |= 1 << place
            natural += held
            if place == 0:
                aces += held
            else:
                places |= 2 << place
                double = double or held > 1
        meld.points = worth
        one_suit = suits.bit_count() == 1
        is_set = ranks.bit_count() == 1
        wild = total - natural
        run = None
        if self.sequences and one_suit and not double and total >= self.rules.p.min_sequence:
            meld.suit = suits.bit_length() - 1
            own = (cards >> meld.suit * SUIT_BITS + TWO * BITS) & FIELD
            run = run_wilds(places, aces, own, total)
            meld.shape = (places, aces, own, total)
        if is_set:
            meld.single = ranks.bit_length() - 1
        if run is not None and (not is_set or run < wild):
            meld.kind, meld.wilds, meld.naturals = RUN, run, total - run
            meld.legal = total >= self.min_meld and self._in_limits(-1, total - run, run)
            meld.near = (ROW << meld.suit * SUIT_BITS) | (WILDS & ONES)
            if is_set:
                # A two in its place beside one natural card: with others of that rank it is a set.
                meld.near |= COLUMN << meld.single * BITS & ONES
        else:
            meld.naturals, meld.wilds = natural, wild
            if is_set:
                meld.kind, meld.rank = SET, meld.single
                meld.legal = total >= self.min_meld and self._in_limits(meld.rank, natural, wild)
                meld.near = (COLUMN << meld.rank * BITS & ONES) | (WILDS & ONES)
                if self.sequences and one_suit and (natural == 1 or (meld.rank == 0 and natural == 2)):
                    # With wild cards it may yet become a run.
                    meld.near |= ROW << (suits.bit_length() - 1) * SUIT_BITS
        if meld.kind and total >= self.canasta_size:
            meld.canasta = self._mixed if meld.wilds else self._natural
        meld.fixed = meld.legal and (
            meld.near.bit_count() <= 9
            if meld.kind == SET
            else aces != 1 and meld.single < 0 and not (self.balanced and meld.wilds >= meld.naturals)
        )
        return meld

    def _in_limits(self, rank: int, naturals: int, wilds: int) -> bool:
        key = (rank, naturals, wilds)
        found = self._limits.get(key)
        if found is None:
            if rank >= 0:
                found = within_limits(self.rules, RANKS[rank], naturals, wilds)
            else:
                found = naturals >= self.min_naturals and wilds <= self.max_wilds
                found = found and not (self.balanced and wilds > naturals)
            self._limits[key] = found
        return found

    def allowed_set(self, rank: int, naturals: int, wilds: int) -> bool:
        """Whether so many cards of a rank (its place, ace 0) make a set within the limits."""
        return naturals + wilds >= self.min_meld and self._in_limits(rank, naturals, wilds)

    def new(self, cards: int) -> Meld | None:
        """These cards as a new meld, or ``None`` where they make none."""
        meld = self.meld(cards)
        return meld if meld.legal and not self._bars_threes(meld, cards) else None

    def grow(self, meld: Meld, cards: int) -> Meld | None:
        """The meld with more cards, or ``None`` where they may not join it."""
        try:
            return meld.grown[cards]
        except KeyError:
            grown = self.meld(meld.cards + cards)
            found = grown if grown.legal and not self._bars_threes(grown, cards) else None
            self._count(1)
            meld.grown[cards] = found
            return found

    def _bars_threes(self, meld: Meld, added: int) -> bool:
        """A run may not take black threes."""
        return self.never_threes and bool(added & BLACK_THREES) and meld.kind == RUN

    def points(self, cards: int) -> int:
        """What some cards count."""
        found = self._points.get(cards)
        if found is None:
            worth = self.points_of
            found = sum(worth[bit] * ((cards >> bit.bit_length() - 1) & FIELD) for bit in bits(present(cards)))
            if len(self._points) >= _MOST_KEPT:
                self._points.clear()
            self._points[cards] = found
        return found

    # -- adding to what lies -----------------------------------------------------------------------

    def additions(self, meld: Meld, hand: int, held: int) -> tuple[int, ...]:
        """Every addition to a meld from which no part can be laid first: single cards, and rarely more together.

        Args:
            meld: one that lies.
            hand: cards that may be laid.
            held: the lowest bits of their faces.
        """
        joining = meld.joining if meld.joining >= 0 else self.join(meld)
        some = held & joining
        found = tuple([unit(bit) for bit in bits(some)]) if some else ()
        if not meld.fixed and held & meld.near and self._may_need_more(meld, hand):
            return found + self._together(meld, hand, held & meld.near, found)
        return found

    def open_to(self, melds: tuple[Meld, ...]) -> int:
        """Faces of which one card may join one of these melds."""
        mask = 0
        for meld in melds:
            mask |= meld.joining if meld.joining >= 0 else self.join(meld)
        return mask

    def join(self, meld: Meld) -> int:
        """Faces of which one card may join a meld."""
        if meld.kind == RUN and meld.single < 0:
            mask = self._join_run(meld)
        elif meld.kind == SET and meld.naturals > 1 and meld.near.bit_count() <= 9:
            mask = 0
            if self.allowed_set(meld.rank, meld.naturals + 1, meld.wilds):
                mask = COLUMN << meld.rank * BITS & ONES
            if self.allowed_set(meld.rank, meld.naturals, meld.wilds + 1):
                mask |= WILDS & ONES
        else:
            mask = sum(bit for bit in bits(meld.near) if self.grow(meld, unit(bit)) is not None)
        meld.joining = mask
        return mask

    def _join_run(self, meld: Meld) -> int:
        key = (*meld.shape, self.never_threes and meld.suit in _BLACK_SUITS)
        found = self._run_joins.get(key)
        if found is None:
            places, aces, own, total, black = key
            row = 0
            for place in range(THREE, 13):
                if not places >> place + 1 & 1:
                    wilds = run_wilds(places | 2 << place, aces, own, total + 1)
                    barred = black and place == THREE
                    if wilds is not None and not barred and self._in_limits(-1, total + 1 - wilds, wilds):
                        row |= 1 << place * BITS
            for bit, (more_aces, more_own) in ((1, (1, 0)), (1 << TWO * BITS, (0, 1)), (1 << 13 * BITS, (0, 0))):
                wilds = run_wilds(places, aces + more_aces, own + more_own, total + 1)
                if wilds is not None and self._in_limits(-1, total + 1 - wilds, wilds):
                    row |= bit
            if len(self._run_joins) >= _MOST_JOINS:
                self._run_joins.clear()
            found = self._run_joins[key] = row
        shift = meld.suit * SUIT_BITS
        mask = (found & ROW) << shift
        if found >> 13 * BITS:
            mask |= WILDS & ONES & ~(1 << shift + TWO * BITS)
        return mask

    def _may_need_more(self, meld: Meld, hand: int) -> bool:
        """Whether some cards may join only together.

        A legal run takes cards one by one, nearest first, as long as its ace stays where it is and the limit on wild
        cards does not rise with the naturals; a legal set always does.
        """
        if not meld.legal:
            return True
        if meld.kind == SET:
            return meld.near.bit_count() > 9 and meld.wilds > 0
        if meld.single >= 0 or (self.balanced and meld.wilds >= meld.naturals):
            return True
        row = meld.cards >> meld.suit * SUIT_BITS
        if row & FIELD != 1:
            return False
        # One ace: could it stand at the other end?
        length = size(meld.cards)
        places = sum(2 << place for place in range(THREE, 13) if row >> place * BITS & FIELD)
        spans = []
        for ace in (1, 14):
            stand = places | 1 << ace
            spans.append(stand.bit_length() - (stand & -stand).bit_length() + 1)
        missing = max(spans) - length
        if min(spans) > length or missing <= 1:
            return False
        have = present(hand) >> meld.suit * SUIT_BITS & ROW
        return have.bit_count() + min(self.max_wilds + 1, size(hand)) >= missing and have.bit_count() > 1

    def _together(self, meld: Meld, hand: int, near: int, singles: tuple[int, ...]) -> tuple[int, ...]:
        alone = sum(bit for bit in bits(near) if unit(bit) not in singles)
        apart = hand & alone * FIELD
        found = meld.multi.get(apart)
        if found is None:
            found = meld.multi[apart] = tuple(self.fewest(meld, 0, sized(apart), 2))
        return found

    def fewest(self, meld: Meld, base: int, cards: int, least: int, pair: int = 0) -> list[int]:
        """The handfuls of ``cards`` with which ``base`` may join the meld, and from which no card can be left out.

        Args:
            meld: one that lies.
            base: cards that join it in any case; 0 for none.
            cards: to choose from.
            least: of how many cards a handful has at least.
            pair: counts of a rank of which it must hold two cards; 0 for none.
        """
        room = LONGEST - size(meld.cards) - size(base)
        if meld.kind == SET or not meld.kind:
            room = max(room, 16)
        choice = parts_of(self._useful(meld, base, cards), room)
        choice.sort(key=lambda some: (some >> SIZE_AT, some))
        found: list[int] = []
        for some in choice:
            if some >> SIZE_AT < least or (base + some == 0):
                continue
            if pair and (sized(some & pair) >> SIZE_AT) < 2:
                continue
            if self.grow(meld, base + some) is not None and not any(holds(some, less) for less in found):
                found.append(some)
        return found

    def _useful(self, meld: Meld, base: int, cards: int) -> int:
        """Without wild cards beyond any limit, so that few handfuls are tried."""
        # A two in its place is natural, so one more than the limit may lie there.
        full = size(sized((meld.cards + base) & WILDS)) > self.max_wilds
        return sized(cards & ~WILDS) if full else cards

    def every_addition(self, meld: Meld, hand: int) -> list[int]:
        """Every handful that may join a meld that lies, fewest cards first."""
        found = [0]
        seen = {0}
        for some in found:
            grown = meld if not some else self.grow(meld, some)
            if grown is None:
                continue
            rest = hand - some
            for more in self.additions(grown, rest, present(rest)):
                if some + more not in seen and self.grow(meld, some + more) is not None:
                    seen.add(some + more)
                    found.append(some + more)
        return found[1:]

    def least(self, meld: Meld, cards: int) -> list[int]:
        """The parts of an addition, or the whole of it, that may be laid first and of which no part may be."""
        found: list[int] = []
        choice = parts_of(cards, size(cards))
        choice.sort(key=lambda some: (some >> SIZE_AT, some))
        for some in choice[1:]:
            if self.grow(meld, some) is not None and not any(holds(some, less) for less in found):
                found.append(some)
        return found

    def less(self, meld: Meld, cards: int, base: int = 0, pair: int = 0) -> list[int]:
        """The proper parts of an addition that may be laid without the rest, most cards first; 0 for nothing."""
        found = [] if base or not cards else [0]
        for some in parts_of(cards, size(cards) - 1) if cards else ():
            if not (some or base):
                continue
            if pair and (sized(some & pair) >> SIZE_AT) < 2:
                continue
            if self.grow(meld, base + some) is not None:
                found.append(some)
        found.sort(key=lambda some: (-(some >> SIZE_AT), some))
        return found


def cards_of(meld: Meld) -> tuple[Card, ...]:
    """A meld's cards, in the fixed order of faces."""
    return unpack(meld.cards)
