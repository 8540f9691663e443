"""Who sits where at a table, and how each player and each side is called."""

from __future__ import annotations

from canasta_teach.game.seats import ROUND, seat_name
from canasta_teach.game.state import Position
from canasta_teach.i18n import translate
from canasta_teach.widgets.words import listed


def seat_place(players: int, seat: int, viewer: int) -> str:
    """Where a player sits in the picture, ``S``, ``W``, ``NW``, ``N``, ``NE`` or ``E``; the viewer sits at ``S``."""
    return ROUND[players][(seat - viewer) % players]


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
