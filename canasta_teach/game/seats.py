"""Floor 2: what the players round a table are called."""

from __future__ import annotations

from typing import Final

from canasta_teach.i18n import mark, translate

ROUND: Final[dict[int, tuple[str, ...]]] = {
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
    return translate(_NAMES[ROUND[players][seat]])


def seat_text(players: int, seat: int) -> str:
    """The same, with the number by which the notation names the seat: ``West (seat 1)``."""
    return translate("{name} (seat {seat})").format(name=seat_name(players, seat), seat=seat)
