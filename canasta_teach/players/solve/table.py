"""A hand and its table in games in which every card counts, packed for the search card by card.

Which wild card stands where makes no difference, but that a two may be natural in its own place in a run. So jokers
stand for all wild cards here, and the twos beside them, which count for no cards, say how many may yet be natural.
"""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import Final, NamedTuple

from canasta_teach.cards import JOKER, Card
from canasta_teach.game.core.runs.cards import (
    BITS,
    COUNTS,
    FIELD,
    JOKER_AT,
    NATURALS,
    ONES,
    RED_THREES,
    SIZE_AT,
    TWO,
    TWOS,
    UNIT,
    WILDS,
    bits,
    count,
    pack,
    present,
    sized,
    unpack,
)
from canasta_teach.game.core.runs.meld import MIXED, NATURAL, SET, Meld
from canasta_teach.game.core.runs.menus import Menu
from canasta_teach.game.core.runs.reach import menus_of
from canasta_teach.game.melds import read
from canasta_teach.players.solve.plan import Laid, Plan
from canasta_teach.players.solve.task import Task
from canasta_teach.players.solve.ways import canasta_points, concealed_points

KINDS: Final = {0: "", NATURAL: "natural", MIXED: "mixed"}

_ALL: Final = 1 << 30
_FEW: Final = 300
"""Up to so many new melds are written out; more are looked up as they are needed."""
HIGHEST: Final = 16
GUARD: Final = HIGHEST * ONES


class Node(NamedTuple):
    """What has been done with the hand so far.

    Attributes:
        rest: cards to lay or to leave, packed.
        melds: those that lay before, grown by now.
        left: number of cards left for good; ``last`` the packed one, where it is a natural card and alone.
        have: canastas.
        gain: what the natural cards and the canastas gain.
        worth: points of the natural cards laid.
        wilds: number of wild cards laid; ``own`` of them twos that may stand in their own places.
        busy: bits of the ranks of which a new meld has been made, where they merge.
        hit, added, threes: a canasta of the kind sought is made; cards are added to melds not the player's own;
            black threes are laid.
        parts: what is laid: on which meld that lies (-1: a new one) and which cards.
    """

    rest: int
    melds: tuple[Meld, ...]
    left: int
    last: int
    have: int
    gain: int
    worth: int
    wilds: int
    own: int
    busy: int
    hit: bool
    added: bool
    threes: bool
    parts: tuple[tuple[int, int], ...]


class Table:
    """The packed hand and table of a task.

    Attributes:
        menus, book: of the rule set.
        hand: the cards that may be laid, packed; ``aside`` others of the hand.
        wilds, jokers, twos: how many wild cards the hand has, in all and of a kind.
        joker, two: their points.
        melds: the side's melds; ``own`` bits of those laid new in this turn.
        before: bits of the ranks of the other sets of the side.
        stays: the one card that stays whatever is laid; ``None`` for none or more.
    """

    def __init__(self, task: Task, *, alone: bool = False) -> None:
        rules = task.rules
        self.task = task
        self.menus = menus_of(rules)
        self.book = self.menus.book
        packed = pack(task.hand)
        self.whole = packed
        some = sized(packed & self.book.ever)
        if rules.has("deck.red-threes"):
            some = sized(some & ~RED_THREES)
        self.aside = len(task.hand) - (some >> SIZE_AT) + len(task.others)
        self.jokers, self.twos = some >> JOKER_AT & FIELD, count(some & TWOS)
        self.wilds = self.jokers + self.twos
        self.hand = some + (self.twos << JOKER_AT)
        points = self.book.points_of
        self.joker, self.two = points[1 << JOKER_AT], points[1 << TWO * BITS]
        lying = tuple(self.book.meld(pack(meld)) for meld in task.melds)
        self.melds = () if alone else lying
        turn = task.position.this_turn
        own = {laid.meld for laid in turn.laid if laid.new}
        self.own = sum(1 << index for index in own)
        self.before = sum(
            1 << rank
            for rank in {meld.rank for index, meld in enumerate(lying) if meld.kind == SET and index not in own}
        )
        merges = self.book.merges and not alone
        self.merges = merges
        self.down = sum(1 << rank for rank in {meld.rank for meld in lying if meld.kind == SET}) if merges else 0
        unlaid = [c for c in task.hand if not self.may_ever(c)]
        staying = [*unlaid, *task.others]
        self.stays = staying[0] if len(staying) == 1 else None
        self.have = sum(meld.canasta > 0 for meld in lying)
        self.bonus = {kind: canasta_points(rules, name) for kind, name in KINDS.items()}
        self.concealed = concealed_points(rules)
        self.conceals = rules.has("canasta.concealed")
        self.black = self.book.black_threes
        self.top = 0 if task.top is None else UNIT[task.top]

    def may_ever(self, card: Card) -> bool:
        """Whether a card may be laid at all."""
        return bool(self.book.ever & UNIT[card] & COUNTS)

    def start(self) -> Node:
        """Nothing laid yet."""
        return Node(self.hand, self.melds, self.aside, 0, self.have, 0, 0, 0, 0, 0, False, False, False, ())

    def points(self, cards: int) -> int:
        """Points of the natural cards among some."""
        return self.book.points(cards & COUNTS & ~WILDS)

    def most_jokers(self, wilds: int, own: int) -> int:
        """How many jokers are among so many wild cards where the dearest are laid."""
        if self.joker >= self.two:
            return min(self.jokers, wilds - own)
        return wilds - min(self.twos, wilds)

    def choices(self, node: Node) -> range:
        """How many jokers may be among the wild cards laid; where they count what twos do, it makes no difference."""
        if self.joker == self.two:
            most = self.most_jokers(node.wilds, node.own)
            return range(most, most + 1)
        least = node.wilds - min(self.twos, node.wilds)
        return range(least, min(self.jokers, node.wilds - node.own) + 1)

    def wild_points(self, wilds: int, jokers: int) -> int:
        """What so many wild cards count, so many of them jokers."""
        return jokers * self.joker + (wilds - jokers) * self.two

    def most_points(self, wilds: int, own: int) -> int:
        """The most that so many wild cards count."""
        return self.wild_points(wilds, self.most_jokers(wilds, own))

    # -- from packed cards to cards ----------------------------------------------------------------

    def laid(self, node: Node, jokers: int) -> tuple[Laid, ...]:
        """The cards of a laying with so many jokers: twos in their own places first, then jokers, then other twos."""
        together: list[tuple[int, int]] = []
        for at, cards in node.parts:
            known = next((i for i, (there, _) in enumerate(together) if there == at >= 0), None)
            if known is None:
                together.append((at, cards))
            else:
                together[known] = at, together[known][1] + cards
        fixed = [unpack(sized(cards & ~(FIELD << JOKER_AT))) for _, cards in together]
        wanted = [cards >> JOKER_AT & FIELD for _, cards in together]
        loose = self._loose(fixed, sum(wanted) - jokers)
        first: tuple[Laid, ...] | None = None
        for turns in permutations([number for number, many in enumerate(wanted) if many]):
            order = [*(JOKER,) * jokers, *loose]
            some = list(fixed)
            for number in turns:
                suits = {card.suit for card in fixed[number]}
                order.sort(key=lambda card: card.suit in suits)
                some[number] += tuple(order[: wanted[number]])
                del order[: wanted[number]]
            found = tuple(
                Laid(None if at < 0 else at, cards, top=bool(self.top) and not number)
                for number, ((at, _), cards) in enumerate(zip(together, some, strict=True))
            )
            if self._as_meant(together, found):
                return found
            first = first or found
        return first or ()

    def _loose(self, fixed: list[tuple[Card, ...]], many: int) -> list[Card]:
        """Twos to stand for other cards: those of other suits first, since in its own place a two is natural."""
        twos = Counter(card for card in self.task.hand if card.rank == "2")
        twos -= Counter(card for some in fixed for card in some if card.rank == "2")
        suits = {card.suit for some in fixed for card in some}
        return sorted(twos.elements(), key=lambda card: (card.suit in suits, card))[:many]

    def _as_meant(self, together: list[tuple[int, int]], found: tuple[Laid, ...]) -> bool:
        """Whether the melds hold as many wild cards as the search took them to."""
        for (at, cards), some in zip(together, found, strict=True):
            lying = self.melds[at].cards if at >= 0 else 0
            top = self.top if some.top else 0
            if self.book.meld(lying + cards + top).wilds != self.book.meld(lying + pack(some.cards) + top).wilds:
                return False
        return True


def folded(task: Task, plan: Plan) -> tuple[object, ...]:
    """A plan told by what makes a difference: the melds as they then lie, their wild cards by number."""
    rules = task.rules
    melds = list(task.melds)
    for some in plan.laid:
        cards = (*some.cards, task.top) if some.top and task.top is not None else some.cards
        if some.meld is None:
            melds.append(cards)
        else:
            melds[some.meld] += cards
    shapes = [read(meld, rules) for meld in melds]
    lie = sorted((tuple(sorted(c.number for c in shape.naturals)), len(shape.wilds)) for shape in shapes)
    wild = sorted(rules.value(c) for some in plan.laid for c in some.cards if rules.is_wild(c))
    last = plan.discard and (0 if rules.is_wild(plan.discard) else plan.discard.number)
    return (*lie, tuple(wild), last)


Option = tuple[int, int, int, int]
"""A new meld: counts of the cards that it takes from the rest, its natural faces, its cards, its one rank if any."""


def every_option(table: Table) -> list[Option] | None:
    """All new melds of a hand, the largest first; ``None`` where they are too many."""
    if table.wilds >= HIGHEST:
        return None
    menus = table.menus.new_melds(table.hand, present(table.hand), table.down)
    if sum(menu.length for menu in menus) > _FEW:
        return None
    found: list[Option] = []
    for menu in menus:
        for cards in menu:
            needs = (cards & COUNTS) + (count(cards & TWOS) << JOKER_AT)
            single = table.book.meld(cards).single if table.merges else -1
            found.append((needs, present(cards) & NATURALS, cards, single))
    found.sort(key=lambda option: -(option[2] >> SIZE_AT))
    return found


def still(options: list[Option], rest: int, busy: int) -> tuple[list[Option], int, int]:
    """The new melds that the rest can still make, their faces, and the faces that only one of them has."""
    whole = (rest & COUNTS) + GUARD
    left = []
    once = twice = 0
    for option in options:
        # A card that lacks borrows the guard above its count.
        if (whole - option[0]) & GUARD == GUARD and not (busy and option[3] >= 0 and busy >> option[3] & 1):
            left.append(option)
            faces = option[1]
            twice |= once & faces
            once |= faces
    return left, once, once & ~twice


def hardest(free: int, menus: list[Menu], melds: tuple[Meld, ...]) -> int:
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


def fits_no_meld(task: Task) -> tuple[Card, ...]:
    """Cards of the hand that no meld can hold, new or lying."""
    table = Table(task)
    held = present(table.hand)
    alone = held & NATURALS
    for menu in table.menus.new_melds(table.hand + table.top, present(table.hand + table.top), table.down):
        alone &= ~menu.union
    for meld in table.melds:
        alone &= ~meld.near
    return tuple(card for card in task.hand if not table.may_ever(card) or present(UNIT[card]) & alone)
