"""Who sits where at a table, and how each player and each side is called."""

from __future__ import annotations

from typing import Final

from canasta_teach.game.state import Position
from canasta_teach.i18n import mark, translate
from canasta_teach.widgets.words import listed

_ROUND: Final[dict[int, tuple[str, ...]]] = {
    2: ("S", "N"),
    3: ("S", "W", "E"),
    4: ("S", "W", "N", "E"),
    5: ("S", "W", "NW", "NE", "E"),
    6: ("S", "W", "NW", "N", "NE", "E"),
}
"""The places round a table from the bottom of the picture, clockwise, by the number of players."""

_NAMES: Final = {
    "S": mark("South"),
    "W": mark("West"),
    "NW": mark("Northwest"),
    "N": mark("North"),
    "NE": mark("Northeast"),
    "E": mark("East"),
}


def seat_name(players: int, seat: int) -> str:
    """What a player is called, whoever looks: seat 0 is ``South``, and the others follow clockwise.

    Args:
        players: 2 to 6.
        seat: 0-based.
    """
    return translate(_NAMES[_ROUND[players][seat]])


def seat_place(players: int, seat: int, viewer: int) -> str:
    """Where a player sits in the picture, ``S``, ``W``, ``NW``, ``N``, ``NE`` or ``E``; the viewer sits at ``S``."""
    return _ROUND[players][(seat - viewer) % players]


def who(players: int, seat: int, viewer: int) -> str:
    """A player as the viewer calls them: ``You``, or the name."""
    return translate("You") if seat == viewer else seat_name(players, seat)


def members(position: Position, side: int) -> list[int]:
    """The seats of a side, in their order."""
    return [seat for seat in range(position.players) if position.side(seat) == side]


def side_name(position: Position, side: int, viewer: int) -> str:
    """A side by its members, the viewer first: ``You, North``; ``West, East``. Nobody views from a seat below 0."""
    seats = sorted(members(position, side), key=lambda seat: (seat - max(viewer, 0)) % position.players)
    return listed(who(position.players, seat, viewer) for seat in seats)


def sides_round(position: Position, viewer: int) -> list[int]:
    """The sides as they are shown: the viewer's first, the others clockwise."""
    first = position.side(viewer)
    return [(first + k) % position.sides for k in range(position.sides)]
