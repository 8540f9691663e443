"""The short way to the most points card by card: all melds that can be made, packed so that the least stays behind.

It tells only where nothing but the points matters: no canasta that lacks, no black threes to end with, wild cards of
one value. Everything else is left to :mod:`canasta_teach.players.solve.runs`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from canasta_teach.game.core.runs.cards import (
    BLACK_THREES,
    COUNTS,
    FIELD,
    JOKER_AT,
    NATURALS,
    SIZE_AT,
    TWOS,
    bits,
    count,
    present,
    sized,
)
from canasta_teach.players.solve.table import GUARD, HIGHEST, Table
from canasta_teach.players.solve.task import KEPT, Objective, Task

_FEW: Final = 300
_MOST: Final = 1 << 60


class _Choice(NamedTuple):
    """A new meld or an addition: the counts that it takes, its faces, and bits of ranks and of melds that it claims."""

    needs: int
    faces: int
    claims: int


class Packing:
    """The search for the laying that leaves the fewest points.

    Attributes:
        steps: how many states were looked at.
    """

    def __init__(self, task: Task, table: Table) -> None:
        self.task, self.table = task, table
        self.book = table.book
        self.steps = 0
        self.value_of = self.book.points_of
        self.met: dict[tuple[int, int], int] = {}
        self.least = 1 << 30
        self.left = 0

    def most(self) -> tuple[bool, int | None]:
        """Whether this way tells, and the most points; ``None`` where nothing can be laid."""
        task, table = self.task, self.table
        mixed = table.jokers and table.twos and table.joker != table.two
        if task.permission == "yes" or task.takes or mixed or table.wilds >= HIGHEST:
            return False, None
        hand = table.hand
        self.wild = table.joker if table.jokers else table.two
        if table.black:
            hand = sized(hand & ~BLACK_THREES)
        self.ends = bool(table.black and table.hand & BLACK_THREES)
        must = task.objective is Objective.MOST_POINTS_KEEPING or table.have < task.need or task.permission == "no"
        self.keeps = must or self.ends
        choices = self._choices(hand)
        if choices is None:
            return False, None
        if not choices:
            return not self.ends, None
        self._pack(hand & COUNTS & ~TWOS, hand & TWOS, choices, 0, (0, 0))
        return self._told(hand)

    def _told(self, hand: int) -> tuple[bool, int | None]:
        task, table = self.task, self.table
        points = self._worth(hand & COUNTS & ~TWOS) - self.least
        if self.keeps and table.aside + (table.hand >> SIZE_AT) - (hand >> SIZE_AT) + self.left < KEPT:
            return False, None
        if self.ends and not self._stays(hand):
            return False, None
        if self.left == hand >> SIZE_AT:
            # Cards that count nothing could be laid all the same.
            return False, None
        return True, points if points >= task.due else None

    def _stays(self, hand: int) -> bool:
        """Two cards beside the black threes stay, whatever is laid, so that they cannot end the turn."""
        return (sized(hand & self.dead * FIELD) >> SIZE_AT) + self.table.aside >= KEPT

    def _choices(self, hand: int) -> list[_Choice] | None:
        table, book = self.table, self.book
        held = present(hand)
        menus = table.menus.new_melds(hand, held, table.down)
        if sum(menu.length for menu in menus) > _FEW:
            return None
        found = []
        union = 0
        for menu in menus:
            for cards in menu:
                claims = 0
                if table.merges:
                    single = book.meld(cards).single
                    claims = 1 << single if single >= 0 else 0
                found.append(self._choice(cards, claims))
        for at, meld in enumerate(table.melds):
            if meld.near & held:
                found += [self._choice(cards, 1 << 16 + at) for cards in book.every_addition(meld, hand)]
        if len(found) > _FEW:
            return None
        for choice in found:
            union |= choice.faces
        self.dead = held & NATURALS & ~union
        # Those that take the most cards first: they leave the least.
        found.sort(key=lambda choice: -choice.faces.bit_count())
        return found

    def _choice(self, cards: int, claims: int) -> _Choice:
        own = count(cards & TWOS) if cards & TWOS else 0
        needs = (cards & COUNTS) + (own << JOKER_AT)
        faces = present(cards) & NATURALS
        return _Choice(needs, faces | 1 << JOKER_AT if needs >> JOKER_AT & FIELD else faces, claims)

    def _worth(self, counts: int) -> int:
        """Points of cards, wild ones told by their number."""
        value = self.value_of
        worth = (counts >> JOKER_AT & FIELD) * self.wild
        for bit in bits(present(counts) & NATURALS):
            worth += value[bit] * (counts >> bit.bit_length() - 1 & FIELD)
        return worth

    def _pack(self, rest: int, twos: int, choices: list[_Choice], claimed: int, gone: tuple[int, int]) -> None:
        """Every way to go on, as long as less can be lost than in the best found.

        Args:
            rest: counts of cards to lay or to leave, wild ones told by their number.
            twos: counts of the twos that may yet stand in their own places.
            choices: what can still be laid, or could before the last card went.
            claimed: bits of ranks and of melds.
            gone: points and number of the cards left for good.
        """
        self.steps += 1
        lost, left = gone
        whole = rest + twos + GUARD
        still: list[_Choice] = []
        once = twice = 0
        for choice in choices:
            # A card that lacks borrows the guard above its count.
            if (whole - choice[0]) & GUARD == GUARD and not claimed & choice[2]:
                still.append(choice)
                faces = choice[1]
                twice |= once & faces
                once |= faces
        stays = rest & ~(once * FIELD)
        if stays:
            lost += self._worth(stays)
            left += count(stays)
            rest ^= stays
        if not self._better(lost, left + (count(rest) if self.keeps else 0)):
            return
        if not still:
            self.least, self.left = lost, left
            return
        key = rest + twos, claimed
        weight = lost << 8 if not self.keeps else (lost << 8) - left
        if self.met.get(key, _MOST) <= weight:
            return
        self.met[key] = weight
        low = once & ~twice & NATURALS or once & NATURALS or once
        low &= -low
        for choice in still:
            if choice[1] & low:
                needs = choice[0]
                own = needs & TWOS
                self._pack(rest - (needs ^ own), twos - own, still, claimed | choice[2], (lost, left))
                if not self._better(lost, left + (count(rest) if self.keeps else 0)):
                    return
        worth = self.wild if low == 1 << JOKER_AT else self.value_of[low]
        self._pack(rest - low, twos, still, claimed, (lost + worth, left + 1))

    def _better(self, lost: int, left: int) -> bool:
        """Whether so little lost, and of equal points so many cards left where that matters, is better."""
        return lost < self.least or (self.keeps and lost == self.least and left > self.left)
