"""Points laid, held against an integer program that OR-Tools solves; skipped where it is missing."""

from __future__ import annotations

import pytest

from canasta_teach.players.solve import solve
from tests.game.rank_games import name
from tests.players.program import Program
from tests.players.solving import BOOK, Game, big_table, by_ranks

HOUSES: list[Game] = [
    ("classic", {"canastas_to_go_out": 2, "jokers": 6}),
    ("swedish", {"max_wilds": 6, "wilds_at_most_naturals": False}),
    ("goren_1949", {"wilds_at_most_naturals": True, "black_threes_at_end": "wilds"}),
    ("italian", {"min_naturals": 3, "initial_steps": [{"minimum": 75}]}),
]


@pytest.mark.parametrize("rounds", [20, pytest.param(1_000, marks=pytest.mark.long)])
@pytest.mark.parametrize("size", [6, 11, 25])
@pytest.mark.parametrize("game", [*BOOK, *HOUSES], ids=name)
def test_the_most_points_are_those_of_the_integer_program(game: Game, size: int, rounds: int) -> None:
    size = size if by_ranks(game) or game in HOUSES or size < 25 else 15
    laid = 0
    for seed in range(rounds):
        position = big_table(game, seed, size)
        for goal, keeping in (("most_points", False), ("most_points_keeping", True)):
            wanted = Program(position, keeping=keeping).most()
            assert solve(position, goal).value == wanted, f"seed {seed}, {goal}: {position.to_json()}"
            laid += wanted is not None
    assert laid > 0
