"""A table in words: what lies there, and what was done."""

from __future__ import annotations

from typing import Any

import pytest

from canasta_teach.game.position import parse_position
from canasta_teach.teach.table_text import table_lines

LINE = "You have laid nothing in this deal before this turn."


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"melds": [["KH KS KD"], []], "laid_before": [False, True, True, True]}, True),
        ({"melds": [["KH KS KD"], []]}, False),
        ({}, False),
    ],
)
def test_it_says_where_the_melds_of_the_side_are_not_the_players_own(more: dict[str, Any], told: bool) -> None:
    position = parse_position({"phase": "play", "hands": ["QH QS QD 4C", 11, 11, 11], **more})
    assert (LINE in table_lines(position)) == told
