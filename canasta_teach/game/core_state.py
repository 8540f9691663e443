"""The packed state of a deal in a game of ranks."""

from __future__ import annotations

from typing import Final, NamedTuple

from canasta_teach.game.state import Penalty, Permission, Phase, Position

PHASES: Final[tuple[Phase, ...]] = ("draw", "play", "over")
DRAWING, PLAYING, OVER = range(3)
PERMISSIONS: Final[tuple[Permission | None, ...]] = (None, "asked", "yes", "no")
UNASKED, WAITING, GRANTED, REFUSED = range(4)

Marks = tuple[tuple[tuple[int, int, int], ...], ...]
"""A seat's penalised faces: (``Card.number``, cards of the face in the hand, how many of them are penalised)."""

Entry = tuple[int, int, int, int, int, bool]
"""Cards laid in this turn: act, kind of the meld, naturals, jokers, twos, and whether the meld was new."""


class Side(NamedTuple):
    """What lies before a side. Masks have the high bit of each kind's field.

    Attributes:
        naturals, wilds, jokers: packed numbers of cards by the kind of the meld; ``wilds`` counts jokers too.
        down: kinds that are down; ``natural_open``, ``wild_open``: those that take one more such card.
        odd: melds beyond the limits, with the fewest natural cards that mend each.
        canastas: completed canastas.
        order: kinds in the order of laying.
        concealed: kinds laid as concealed canastas.
        reds: red threes tabled, diamonds and hearts.
    """

    naturals: int = 0
    wilds: int = 0
    jokers: int = 0
    down: int = 0
    natural_open: int = 0
    wild_open: int = 0
    odd: tuple[tuple[int, int], ...] = ()
    canastas: int = 0
    order: tuple[int, ...] = ()
    concealed: int = 0
    reds: tuple[int, int] = (0, 0)


class Pile(NamedTuple):
    """The discard pile: its top card's kind, what lies below, all its cards packed, frozen or not, their number."""

    kind: int
    rest: Pile | None
    total: int
    frozen: bool
    size: int


class Info(NamedTuple):
    """What the player on turn did, as :class:`Turn`; and how the deal ended.

    ``fresh``: mask of melds that were new in this turn; ``pure``: nothing was added to older ones.
    ``went_out``: the seat, or -1.
    """

    took: bool = False
    must_draw: bool = False
    redrawn: bool = False
    drawn: tuple[int, ...] = ()
    laid: tuple[Entry, ...] = ()
    permission: int = 0
    fresh: int = 0
    pure: bool = True
    first: bool = False
    went_out: int = -1
    concealed: bool = False


class Table(NamedTuple):
    """What does not change in a deal: scores, minimum of a first laying a side, dealer, and penalties so far."""

    scores: tuple[int, ...]
    due: tuple[int, ...]
    dealer: int
    penalties: tuple[tuple[Penalty, ...], ...]
    minimum_raised: tuple[bool, ...]


class State(NamedTuple):
    """A moment of a deal, packed; immutable.

    Attributes:
        phase: ``DRAWING``, ``PLAYING`` or ``OVER``.
        turn: seat to act.
        hands: packed, a seat each; -1 for a hand whose number is not known.
        sides: what lies before each side.
        pile: the discard pile.
        stock: kinds, top first; the first ``at`` of them are gone.
        before: bits of seats that laid cards in an earlier turn.
        info: the turn.
        table: what does not change.
        idle: as ``Position.idle_turns``.
        marks: penalised cards a seat; empty where nobody has any.
        origin: the position that this state was packed from, unless it moved on.
    """

    phase: int
    turn: int
    hands: tuple[int, ...]
    sides: tuple[Side, ...]
    pile: Pile | None
    stock: tuple[int, ...]
    at: int
    before: int
    info: Info
    table: Table
    idle: int = 0
    marks: Marks = ()
    origin: Position | None = None
