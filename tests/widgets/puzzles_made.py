"""Puzzles for the tests of the board, made from positions whose best laying is plain to see."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from canasta_teach.game.state import Position
from canasta_teach.teach.progress import MemoryStore, Progress
from canasta_teach.teach.puzzles.line import to_line
from canasta_teach.teach.puzzles.model import Puzzle
from canasta_teach.widgets.puzzle_board import PuzzleBoard
from canasta_teach.widgets.puzzle_own import known_aim, made_of


def position(hand: str, **more: Any) -> dict[str, Any]:
    """A table of four on which seat 0 holds these cards and has drawn."""
    return {"phase": "play", "rules": "classic", "hands": [hand.split(), None, None, None], **more}


_MELD_OF_SIXES: Final = [[["6C", "6D", "6H", "6S"]], []]
_CANASTA: Final = ["6C", "6D", "6H", "6S", "6C", "6D", "6H"]

POSITIONS: Final[dict[str, tuple[dict[str, Any], str, str]]] = {
    # Aces and a two with the queens: 60 and 30. With the kings too, it takes both twos.
    "wilds": (
        position("2D 2C AH AC KH KS QH QD QC 9S 9D 7S 4C", scores=[1600, 0]), "minimum_fewest_wilds", "",
    ),
    # The king on top with the pair, then aces and a two.
    "pile": (
        position(
            "2D AH AC KH KS 9S 9D 7S 4C", scores=[1600, 0], phase="draw", pile=["KC", "5D", "4S"]
        ), "minimum_fewest_wilds", "",
    ),
    # The queen on top goes on the queens.
    "onto": (
        position(
            "9S 9D 9H 7S 4C", phase="draw", pile=["QS", "5D"], melds=[[["QC", "QD", "QH"]], []]
        ), "most_points", "",
    ),
    "stop": (
        position("9S 9D 9H 7S 7D 3S 5C", melds=_MELD_OF_SIXES, pile=["5D"]), "most_points_keeping", "stop",
    ),
    "out": (
        position("9S 9D 9H 6S 4C", melds=[[_CANASTA], []]), "going_out", "",
    ),
    # A relancinho scores more than going out with a discard.
    "relancinho": (
        position("4H 5H 6H 7H 8H 9H 10H 4S 5S 6S 7S KD", rules="brazilian"), "best_score", "",
    ),
    "free": (
        position("5H 6H 9S 9C KD", rules="brazilian", phase="draw", pile=["4H", "7H", "QC"]), "most_points", "",
    ),
}  # fmt: skip

BEST: Final = {
    "wilds": "meld AH AC 2D / QH QD QC",
    "pile": "take with KH KS / AH AC 2D",
    "onto": "take onto Q / 9S 9D 9H",
    "stop": "meld 9S 9D 9H; discard 3S",
    "out": "meld 9S 9D 9H / add 6S to 6; discard 4C",
    "relancinho": "relancinho 4H 5H 6H 7H 8H 9H 10H / 4S 5S 6S 7S",
    "free": "take; meld 4H 5H 6H 7H",
}
"""A best laying of each."""

WORSE: Final = {"wilds": "meld AH AC 2D / KH KS 2C", "stop": "add 7S to 6"}
REFUSED: Final = "meld KH KS 2D / QH QD QC"
"""Of ``wilds``: 70 where 90 are needed."""


@cache
def puzzle(name: str) -> Puzzle:
    """One of the puzzles, proven."""
    data, what, end = POSITIONS[name]
    return made_of(Position.parse(dict(data)), known_aim(what, end), title=f"Number {name}")


def line(name: str) -> str:
    """One of them as it is shared."""
    return to_line(puzzle(name))


def board(name: str, **more: Any) -> PuzzleBoard:
    """A board with one of them, whose answers are kept in memory."""
    return PuzzleBoard(puzzle(name), progress=Progress(MemoryStore()), **more)
