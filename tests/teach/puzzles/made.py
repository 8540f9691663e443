"""Puzzles to write and to read: any table, any aim, any words."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from canasta_teach.errors import InvalidPosition
from canasta_teach.game.position import parse_position
from canasta_teach.players.solve import Objective
from canasta_teach.teach.puzzles.model import Aim, Measured, Puzzle
from tests.strategies import positions, tables

ONE: dict[str, Any] = {
    "id": "classic.wild-economy.2.17",
    "position": {
        "rules": "classic",
        "scores": [1600, 0],
        "phase": "play",
        "hands": [["2D", "AH", "AC", "KH", "KS", "QH", "QD", "QC", "9S", "9D", "7S", "4C"], 11, 11, 11],
        "stock": 20,
    },
    "aim": {"what": "minimum_fewest_wilds"},
    "par": 1,
    "only": True,
    "grade": 2,
    "measured": {"greedy": 2, "two_step": 1, "tempting": 3, "parts": 2},
    "ideas": ["wild-economy"],
    "rules": ["initial.minimum", "meld.max-wilds"],
    "title": "One two is enough",
}
LINE = (
    "canasta-puzzle 1 | classic | minimum_fewest_wilds | par 1 | only | grade 2 | phase play | score 1600 0"
    " | hand 2D AH AC KH KS QH QD QC 9S 9D 7S 4C | others 11 11 11 | stock 20 | ideas wild-economy"
    " | rules initial.minimum meld.max-wilds | id classic.wild-economy.2.17 | title One two is enough"
)

aims = st.builds(Aim, st.sampled_from(Objective), st.sampled_from(("", "stop", "freeze")))
_ids = st.from_regex(r"[a-z0-9][a-z0-9./_-]{0,79}", fullmatch=True)
_tags = st.lists(st.from_regex(r"[a-z][a-z-]{1,39}", fullmatch=True), max_size=6).map(tuple)
_rules = st.lists(st.sampled_from(("initial.minimum", "meld.size", "out.canasta", "pile.frozen")), max_size=6).map(
    tuple
)
_forbidden = "".join(map(chr, (*range(0x20), 0x7F, 0x2028, 0x2029)))
_lines = st.text(
    st.characters(exclude_characters=_forbidden, exclude_categories=["Cs"])
    | st.sampled_from("|\\ \u202e\u200d\xa0\u3000<>&'\"={}["),
    max_size=120,
)
_numbers = st.integers(0, 500)
_measured = st.none() | st.builds(Measured, st.none() | _numbers, st.none() | _numbers, _numbers, _numbers)


def _can_be(table: dict[str, Any]) -> bool:
    try:
        parse_position(table)
    except InvalidPosition:
        return False
    return True


boards = positions().map(lambda position: position.to_dict()) | tables().filter(_can_be)
"""Positions of the public format that can be, written out in full or in short."""

puzzles = st.builds(
    Puzzle,
    id=_ids,
    position=boards,
    aim=aims,
    par=st.integers(-5_000, 9_999),
    only=st.booleans(),
    grade=st.integers(1, 5),
    measured=_measured,
    ideas=_tags,
    rules=_rules,
    title=_lines,
    author=_lines,
    licence=_lines,
)
