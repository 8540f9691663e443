"""The one place that makes random things: cards, moves, tables, damaged tables and moves, and plain rubbish.

Makers take a ``random.Random`` and give data of the public formats; the hypothesis strategies below draw their seed.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import reject, settings
from hypothesis import strategies as st

from canasta_teach.cards import ALL_CARDS, JOKER, RANKS, Card
from canasta_teach.errors import InvalidPosition
from canasta_teach.game.moves import Act, Move, Part, Target
from canasta_teach.game.position import parse_position
from canasta_teach.game.state import Position
from tests.strategies.damage import damaged_table, damaged_text, random_bytes, random_json, random_move
from tests.strategies.tables import OPTIONS, random_table

__all__ = [
    "OPTIONS", "acts", "damaged_table", "damaged_text", "faces", "moves", "positions", "random_bytes", "random_json",
    "random_move", "random_table", "stored_cases", "tables",
]  # fmt: skip

# How fast an example runs says more of a busy machine than of the code.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

CASES = Path(__file__).parent.parent / "cases"


def stored_cases() -> list[tuple[dict[str, Any], str]]:
    """The position and the move of every stored case that has both."""
    found = []
    for file in sorted(CASES.glob("*.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines():
            case = json.loads(line) if line.strip() else {}
            if isinstance(case.get("position"), dict) and isinstance(case.get("move"), str):
                found.append((case["position"], case["move"]))
    return found


faces = st.sampled_from((*ALL_CARDS, JOKER))
some_faces = st.lists(faces, min_size=1, max_size=6).map(tuple)
targets = st.builds(
    Target,
    name=st.sampled_from(RANKS) | st.integers(0, 999).map(lambda n: f"#{n}"),
    side=st.none() | st.just("their") | st.integers(0, 5),
)
melds = st.builds(Part, some_faces)
parts = st.builds(Part, some_faces, st.none() | targets)
no_cards: tuple[Card, ...] = ()


def _acts() -> st.SearchStrategy[Act]:
    seats = st.none() | st.integers(0, 5)
    maybe_faces = st.just(no_cards) | some_faces
    maybe_parts = st.lists(parts, max_size=3).map(tuple)
    one = faces.map(lambda c: (c,))
    red_three = st.sampled_from([(c,) for c in ALL_CARDS if c.is_red_three])
    return st.one_of(
        st.builds(Act, st.sampled_from(("draw", "redraw", "take-back")), seats, maybe_faces),
        st.builds(Act, st.sampled_from(("take", "take-top")), seats, maybe_faces, st.none() | targets, maybe_parts),
        st.builds(Act, st.just("lay"), seats, parts=st.lists(parts, min_size=1, max_size=4).map(tuple)),
        st.builds(Act, st.just("relancinho"), seats, parts=st.lists(melds, min_size=1, max_size=4).map(tuple)),
        st.builds(Act, st.just("discard"), seats, one),
        st.builds(Act, st.just("table"), seats, red_three),
        st.builds(Act, st.sampled_from(("ask", "look")), seats),
        st.builds(Act, st.just("answer"), seats, yes=st.booleans()),
    )


acts = _acts()
moves = st.lists(acts, min_size=1, max_size=4).map(lambda some: Move(tuple(some)))


def tables(key: str | None = None) -> st.SearchStrategy[dict[str, Any]]:
    """Positions in the public format, of every rule set or of one."""
    return st.integers(0, 2**32 - 1).map(lambda seed: random_table(Random(seed), key))


@st.composite
def positions(draw: st.DrawFn, key: str | None = None) -> Position:
    """Consistent positions of every rule set, or of one, in which some act is legal or the deal is over."""
    try:
        return parse_position(draw(tables(key)))
    except InvalidPosition:  # such as a player bound to go out who cannot
        reject()
