"""The packed state of a deal in a game of ranks."""

from __future__ import annotations

from typing import Any, Final, NamedTuple, TypeVar, cast

from canasta_teach.game.state import Penalty, Permission, Phase, Position

PHASES: Final[tuple[Phase, ...]] = ("draw", "play", "over")
DRAWING, PLAYING, OVER = range(3)
PERMISSIONS: Final[tuple[Permission | None, ...]] = (None, "asked", "yes", "no")
UNASKED, WAITING, GRANTED, REFUSED = range(4)

Marks = tuple[tuple[tuple[int, int, int], ...], ...]
"""A seat's penalised faces: (``Card.number``, cards of the face in the hand, how many of them are penalised)."""

Entry = tuple[int, int, int, int, int, bool]
"""Cards laid in this turn: act, kind of the meld, naturals, jokers, twos, and whether the meld was new."""


Side = tuple[int, int, int, int, int, int, tuple[tuple[int, int], ...], int, tuple[int, ...], int, tuple[int, int]]
"""What lies before a side; masks have the high bit of each kind's field. By its places:

``M_NATURALS``, ``M_WILDS``, ``M_JOKERS``: packed numbers of cards by the kind of the meld; wild cards hold the jokers.
``M_DOWN``: kinds that are down; ``M_NATURAL_OPEN``, ``M_WILD_OPEN``: those that take one more such card.
``M_ODD``: melds beyond the limits, with the fewest natural cards that mend each.
``M_CANASTAS``: completed canastas. ``M_ORDER``: kinds in the order of laying.
``M_CONCEALED``: kinds laid as concealed canastas. ``M_REDS``: red threes tabled, diamonds and hearts.

States and their parts are plain tuples, since only these are taken apart and made quickly.
"""

M_NATURALS: Final = 0
M_WILDS: Final = 1
M_JOKERS: Final = 2
M_DOWN: Final = 3
M_NATURAL_OPEN: Final = 4
M_WILD_OPEN: Final = 5
M_ODD: Final = 6
M_CANASTAS: Final = 7
M_ORDER: Final = 8
M_CONCEALED: Final = 9
M_REDS: Final = 10
NO_MELDS: Final[Side] = (0, 0, 0, 0, 0, 0, (), 0, (), 0, (0, 0))

Pile = tuple[int, "Pile | None", int, bool, int]
"""The discard pile: its top card's kind, what lies below, all its cards packed, frozen or not, and their number."""

P_TOP: Final = 0
P_BELOW: Final = 1
P_TOTAL: Final = 2
P_FROZEN: Final = 3
P_SIZE: Final = 4

Info = tuple[bool, bool, bool, tuple[int, ...], tuple[Entry, ...], int, int, bool, bool, int, bool]
"""What the player on turn did, as :class:`~canasta_teach.game.state.Turn`; and how the deal ended. By its places:

``I_TOOK``, ``I_MUST_DRAW``, ``I_REDRAWN``, ``I_DRAWN``, ``I_LAID``; ``I_PERMISSION``: the question.
``I_FRESH``: mask of melds that were new in this turn; ``I_PURE``: nothing was added to older ones.
``I_FIRST``: the first turn of the deal. ``I_WENT_OUT``: the seat, or -1; ``I_CONCEALED``: it went out concealed.
"""

I_TOOK: Final = 0
I_MUST_DRAW: Final = 1
I_REDRAWN: Final = 2
I_DRAWN: Final = 3
I_LAID: Final = 4
I_PERMISSION: Final = 5
I_FRESH: Final = 6
I_PURE: Final = 7
I_FIRST: Final = 8
I_WENT_OUT: Final = 9
I_CONCEALED: Final = 10
NEW_TURN: Final[Info] = (False, False, False, (), (), 0, 0, True, False, -1, False)


class Table(NamedTuple):
    """What does not change in a deal: scores, minimum of a first laying a side, dealer, and penalties so far."""

    scores: tuple[int, ...]
    due: tuple[int, ...]
    dealer: int
    penalties: tuple[tuple[Penalty, ...], ...]
    minimum_raised: tuple[bool, ...]


State = tuple[
    int,
    int,
    tuple[int, ...],
    tuple[Side, ...],
    Pile | None,
    tuple[int, ...],
    int,
    int,
    Info,
    Table,
    int,
    Marks,
    Position | None,
]
"""A moment of a deal. By its places:

``S_PHASE``: ``DRAWING``, ``PLAYING`` or ``OVER``. ``S_TURN``: seat to act.
``S_HANDS``: packed, a seat each; -1 for a hand whose number is not known. ``S_SIDES``: what lies before each side.
``S_PILE``. ``S_STOCK``: kinds, top first, of which the first ``S_AT`` are gone.
``S_BEFORE``: bits of seats that laid cards in an earlier turn. ``S_INFO``: the turn. ``S_TABLE``: what does not change.
``S_IDLE``: as ``Position.idle_turns``. ``S_MARKS``: penalised cards a seat; empty where nobody has any.
``S_ORIGIN``: the position that the state was packed from, unless it moved on.
"""

S_PHASE: Final = 0
S_TURN: Final = 1
S_HANDS: Final = 2
S_SIDES: Final = 3
S_PILE: Final = 4
S_STOCK: Final = 5
S_AT: Final = 6
S_BEFORE: Final = 7
S_INFO: Final = 8
S_TABLE: Final = 9
S_IDLE: Final = 10
S_MARKS: Final = 11
S_ORIGIN: Final = 12

_T = TypeVar("_T", bound=tuple[Any, ...])


def changed(whole: _T, changes: dict[int, Any]) -> _T:
    """A state, or a part of one, with other values at some places."""
    values = list(whole)
    for place, value in changes.items():
        values[place] = value
    return cast("_T", tuple(values))
