"""The fast core's tables: kinds of card, packed counts, and a rule set compiled to numbers.

In games of ranks suits do not matter, so a hand is one integer with a field of five bits a kind and, above them, the
number of its cards. Adding or taking away a card is one addition; a mask tells at once which ranks are held.
"""

from __future__ import annotations

from functools import partial
from typing import Final, NamedTuple

from canasta_teach.cards import ALL_CARDS, JOKER, UNKNOWN, Card
from canasta_teach.game.attempt import minimum
from canasta_teach.game.core.kept import MOST_KEPT, Kept
from canasta_teach.game.layings import within_limits
from canasta_teach.game.state import Position
from canasta_teach.rulebook.ruleset import RuleSet

RANKED: Final = ("A", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "3")
"""The ranks of melds by kind: 0 to 10 the natural ranks, 11 the black three."""

BLACK: Final = 11
TWO: Final = 12
WILD_JOKER: Final = 13
RED_D: Final = 14
RED_H: Final = 15
HIDDEN: Final = 16
"""A card that is not known: it counts as a card, and is of no kind."""

TOP: Final = 80
"""Above this bit stands the number of cards; red threes are never part of it."""

ONE: Final = 1 << TOP
UNIT: Final = (*((1 << 5 * k) + ONE for k in range(14)), 1 << 5 * RED_D, 1 << 5 * RED_H, ONE)
"""What one card of a kind adds to a packed hand."""

WILDS: Final = 5 * TWO
"""Twos and jokers stand together from this bit on: ``hand >> WILDS & 1023``."""

REDS: Final = 5 * RED_D
FIELDS: Final = (1 << 5 * 14) - 1
ONES: Final = sum(1 << 5 * k for k in range(14))
HIGH: Final = 16 * ONES
"""The high bit of every field: a field of at most 16 plus 15 sets it when the field is not empty."""

RANKS_HIGH: Final = 16 * sum(1 << 5 * k for k in range(11))

DRAW, DISCARD, LAY, TAKE, LAYS, ASK, YES, NO, TABLE, BARE = range(10)


def _kind(card: Card) -> int:
    if card is UNKNOWN:
        return HIDDEN
    if card is JOKER:
        return WILD_JOKER
    if card.rank == "2":
        return TWO
    if card.is_red_three:
        return RED_D if card.suit == "D" else RED_H
    return RANKED.index(card.rank)


KIND: Final = tuple(_kind(c) for c in (*ALL_CARDS, JOKER, UNKNOWN))
"""A card's kind, by ``Card.number``."""

FACES: Final = tuple(tuple(c for c in (*ALL_CARDS, JOKER, UNKNOWN) if _kind(c) == kind) for kind in range(HIDDEN + 1))
"""The faces of each kind, lowest first."""


class CoreMove(NamedTuple):
    """One move of the core, shared wherever it is the same.

    Attributes:
        kind: ``DRAW``, ``DISCARD``, ``LAY`` (one meld, new or added to), ``TAKE`` (the pile, its top card used),
            ``LAYS`` (several melds at one time), ``ASK``, ``YES``, ``NO``, ``TABLE``, ``BARE`` (a free pile).
        rank: the kind of the meld; for ``DISCARD`` and ``TABLE`` the kind of the card.
        naturals, jokers, twos: the hand cards laid on that meld.
        cost: all hand cards of the move, packed.
        points: what the act counts, in points, the top card of the pile included where it counts.
        parts: the further melds, each a ``LAY``.
        marks: the penalised faces used, as (``Card.number``, how many).
    """

    kind: int
    rank: int = 0
    naturals: int = 0
    jokers: int = 0
    twos: int = 0
    cost: int = 0
    points: int = 0
    parts: tuple[CoreMove, ...] = ()
    marks: tuple[tuple[int, int], ...] = ()


DRAWN: Final = CoreMove(DRAW)
ASKED: Final = CoreMove(ASK)
ANSWERS: Final = (CoreMove(YES), CoreMove(NO))
TAKEN: Final = CoreMove(BARE)

Row = tuple[CoreMove, ...]


_MOST_WAYS: Final = 4096
"""So many ways to use a rank when a hand is emptied are kept at most, some 4 MB."""


class Tables:
    """A rule set for a number of players, compiled.

    Rows of moves are worked out when first asked for, and kept: by what is held of the rank and of the wild cards.
    """

    def __init__(self, rules: RuleSet, players: int) -> None:
        p, has = rules.p, rules.has
        self.rules, self.players, self.sides = rules, players, rules.sides(players)
        self.partners = self.sides < players
        self.value = tuple(rules.value(faces[0]) for faces in FACES)
        self.draw_count = p.draw_count
        self.honour = p.honour == "players"
        self.tables_reds = has("turn.red-three") and not self.honour
        self.last_red_ends = has("end.last-red-three")
        self.min_meld, self.min_naturals = p.min_meld, p.min_naturals
        self.canasta_size = p.canasta_size if has("canasta.size") else 1000
        self.need = p.canastas_to_go_out if has("out.canasta") else 0
        self.conceals = has("canasta.concealed")
        self.black_laid = p.black_threes_at_end != "never"
        self.black_wilds = p.black_threes_at_end == "wilds" and not has("meld.wilds-not-threes")
        self.free_pile = not has("pile.top-card")
        self.one_card = has("pile.one-card")
        self.idle_lap = has("end.idle-lap")
        self.black_stops = has("pile.black-three")
        self.freezes = has("pile.frozen")
        self.unmelded_frozen = has("pile.frozen-unmelded")
        self.to_take = p.hand_cards_to_take if has("pile.two-from-hand") else 0
        self.forced = has("end.forced-take")
        self.permission = has("out.permission") and self.partners
        self.out_concealed = has("out.concealed")
        self.pairs = (16 - min(16, self.min_naturals)) * ONES
        self.whole = (16 - min(16, self.min_meld)) * ONES
        most = range(4 * p.packs + 1), range(4 * p.packs + p.jokers + 1)
        self.proper = {
            (three, n, w): n + w >= p.min_meld and within_limits(rules, "3" if three else "K", n, w)
            for three in (False, True)
            for n in most[0]
            for w in most[1]
        }
        # Whether a meld takes one more natural card and one more wild card: [black threes][naturals][wilds].
        self.opens = tuple(
            tuple(
                tuple((not three and self.fits(0, n + 1, w), self.fits(three * BLACK, n, w + 1)) for w in most[1])
                for n in most[0]
            )
            for three in (False, True)
        )
        self._lays: dict[int, CoreMove] = {}
        self._takings: dict[int, CoreMove] = {}
        self._every_discard = tuple(CoreMove(DISCARD, k, cost=UNIT[k]) for k in range(14))
        # Of the 16,384 masks of kinds most are met in long play.
        self.discards = Kept(self._discards, 8 * MOST_KEPT)
        self.adds = Kept(self._adds)
        self.wild_adds = Kept(self._wild_adds)
        self.news = tuple(Kept(partial(self._news, kind)) for kind in range(12))
        self.ranks: Kept[int, tuple[tuple[int, Kept[int, Row]], ...]] = Kept(self._ranks)
        # By the wild cards of a hand (``hand >> WILDS & 1023``): their number, and which kinds (1 twos, 2 jokers).
        self.wild_count = tuple((w >> 5) + (w & 31) for w in range(1024))
        self.wild_kinds = tuple((1 if w & 31 else 0) | (2 if w >> 5 else 0) for w in range(1024))
        self._take: Kept[int, Row] = Kept(self._takes)
        self._ways: dict[tuple[bool, int, int, int, int], tuple[tuple[int, bool], ...]] = {}

    def fits(self, rank: int, naturals: int, wilds: int) -> bool:
        """Whether so many natural and wild cards are a proper meld of this kind."""
        return self.proper.get((rank == BLACK, naturals, wilds), False)

    def due(self, position: Position, side: int) -> int:
        """What the side's first laying must count, in points."""
        return minimum(position, side) if self.rules.has("initial.minimum") else 0

    # -- rows of moves -----------------------------------------------------------------------------

    def lay(self, rank: int, naturals: int, jokers: int, twos: int) -> CoreMove:
        """The move that lays these cards on one meld."""
        key = rank | naturals << 4 | jokers << 9 | twos << 14
        found = self._lays.get(key)
        if found is None:
            cost = naturals * UNIT[rank] + jokers * UNIT[WILD_JOKER] + twos * UNIT[TWO]
            worth = self.worth(rank, naturals, jokers, twos)
            found = self._lays[key] = CoreMove(LAY, rank, naturals, jokers, twos, cost, worth)
        return found

    def worth(self, rank: int, naturals: int, jokers: int, twos: int) -> int:
        """The points of such cards."""
        return naturals * self.value[rank] + jokers * self.value[WILD_JOKER] + twos * self.value[TWO]

    def new(self, rank: int, naturals: int, wilds: int) -> Row:
        """Every new meld of a kind out of so many naturals and these wild cards (``hand >> WILDS & 1023``)."""
        return self.news[rank][naturals | wilds << 5]

    def _news(self, rank: int, held: int) -> Row:
        naturals, jokers, twos = held & 31, held >> 10, held >> 5 & 31
        return tuple(
            self.lay(rank, n, j, t)
            for n in range(self.min_naturals, naturals + 1)
            for j in range(jokers + 1)
            for t in range(twos + 1)
            if self.fits(rank, n, j + t)
        )

    def take(self, rank: int, naturals: int, wilds: int, frozen: bool) -> Row:
        """Every take whose top card, of this kind, makes a new meld with hand cards."""
        return self._take[rank | naturals << 4 | wilds << 9 | frozen << 19]

    def _takes(self, key: int) -> Row:
        rank, naturals, wilds, frozen = key & 15, key >> 4 & 31, key >> 9 & 1023, key >> 19
        least = 2 if frozen else 1 if self.to_take else 0
        return tuple(
            self.taking(rank, n, j, t)
            for n in range(least, naturals + 1)
            for j in range((wilds >> 5) + 1)
            for t in range((wilds & 31) + 1)
            if n + j + t >= self.to_take and self.fits(rank, n + 1, j + t)
        )

    def taking(self, rank: int, naturals: int, jokers: int, twos: int) -> CoreMove:
        """The take that lays the top card, of this kind, with these hand cards."""
        key = rank | naturals << 4 | jokers << 9 | twos << 14
        found = self._takings.get(key)
        if found is None:
            laid = self.lay(rank, naturals, jokers, twos)
            top = self.value[rank] if self.rules.has("initial.top-card") else 0
            found = self._takings[key] = laid._replace(kind=TAKE, points=laid.points + top)
        return found

    def _discards(self, held: int) -> Row:
        """The discards of a mask of kinds held."""
        return tuple(move for k, move in enumerate(self._every_discard) if held >> 5 * k & 16)

    def _adds(self, open_held: int) -> Row:
        """One natural card onto each meld of a mask."""
        return tuple(self.lay(k, 1, 0, 0) for k in range(11) if open_held >> 5 * k & 16)

    def _wild_adds(self, open_to: int) -> Row:
        """One wild card onto each meld of a mask, whose lowest bits say which are held (1 twos, 2 jokers)."""
        kinds = [k for k in range(12) if open_to >> 5 * k & 16]
        return tuple(self.lay(k, 0, joker, 1 - joker) for k in kinds for joker in (1, 0) if open_to >> joker & 1)

    def _ranks(self, mask: int) -> tuple[tuple[int, Kept[int, Row]], ...]:
        """For each kind of a mask its shift and its new melds."""
        return tuple((5 * k, self.news[k]) for k in range(12) if mask >> 5 * k & 16)

    def ways(self, three: bool, held: int, naturals: int, wilds: int, loose: int) -> tuple[tuple[int, bool], ...]:
        """Ways to use a rank when a hand is emptied: all its ``held`` cards but one at most, with wild cards.

        Each is a shift, which adds a card left (1), a canasta (2) and wild cards laid (32 each), and whether a card
        is left.
        """
        key = (three, held, naturals, wilds, loose)
        found = self._ways.get(key)
        if found is None:
            size, kind = self.canasta_size, BLACK if three else 0
            ways = [(2 * (naturals + wilds >= size) + held, held == 1)] if held < 2 else []
            for k in range(max(0, held - 1), held + 1):
                ways += [
                    (32 * v + 2 * (naturals + k + wilds + v >= size) + held - k, k < held)
                    for v in range(loose + 1)
                    if (k or v) and self.fits(kind, naturals + k, wilds + v)
                ]
            if len(self._ways) >= _MOST_WAYS:
                self._ways.clear()
            found = self._ways[key] = tuple(ways)
        return found
