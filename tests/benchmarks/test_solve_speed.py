"""How fast the most points are found, whole from a position, beside OR-Tools' CP-SAT on the same hands in one run.

CP-SAT's time is that of the search alone, on one worker; what the making of its model takes is told apart.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import mean
from time import process_time

import pytest

from canasta_teach.game.state import Position
from canasta_teach.players.solve import Objective, solve
from tests.players.program import Program
from tests.players.solving import BOOK, Game, big_table

Figure = Callable[[str], None]
_HANDS = 300
_PROGRAMS = 60


def _micros(positions: Sequence[Position], rounds: int) -> float:
    """Microseconds a position, the best of some rounds."""
    best = float("inf")
    for _ in range(rounds):
        start = process_time()
        for position in positions:
            solve(position, Objective.MOST_POINTS)
        best = min(best, (process_time() - start) / len(positions))
    return 1e6 * best


def _program_micros(positions: Sequence[Position]) -> tuple[float, float]:
    """Microseconds a position for CP-SAT's search, and for the making of its model."""
    programs = [Program(position, keeping=False) for position in positions[:_PROGRAMS]]
    for program, position in zip(programs, positions, strict=False):
        assert program.most() == solve(position, Objective.MOST_POINTS).value
    return 1e6 * mean(program.seconds for program in programs), 1e6 * mean(program.built for program in programs)


@pytest.mark.parametrize(("size", "wanted"), [(11, 30), (25, 120)])
@pytest.mark.parametrize("game", BOOK[:4], ids=lambda game: game[0])
def test_most_points_in_games_of_ranks(game: Game, size: int, wanted: int, figure: Figure) -> None:
    positions = [big_table(game, seed, size) for seed in range(_HANDS)]
    ours = _micros(positions, 5)
    theirs, built = _program_micros(positions)
    figure(
        f"most points, {game[0]}, {size} cards: {ours:.1f} µs a hand (wanted: {wanted}); CP-SAT {theirs:,.0f} µs, "
        f"{theirs / ours:.0f} times (wanted: 20), and {built:,.0f} µs for its model"
    )


def test_most_points_with_sequences(figure: Figure) -> None:
    game = BOOK[4]
    for seed in range(_HANDS, 2 * _HANDS):
        solve(big_table(game, seed, 15), Objective.MOST_POINTS)
    positions = [big_table(game, seed, 15) for seed in range(_HANDS)]
    first = _micros(positions, 1)
    again = _micros(positions, 3)
    theirs, built = _program_micros(positions)
    figure(
        f"most points, {game[0]}, 15 cards: {again:.0f} µs a hand, {first:.0f} µs when first met; CP-SAT "
        f"{theirs:,.0f} µs, {theirs / again:.1f} and {theirs / first:.1f} times (wanted: 3), its model {built:,.0f} µs"
    )


@pytest.mark.parametrize("game", BOOK, ids=lambda game: game[0])
def test_every_objective(game: Game, figure: Figure) -> None:
    positions = [big_table(game, seed, 11) for seed in range(60)]
    for objective in Objective:
        start = process_time()
        values = [solve(position, objective).value for position in positions]
        value = (process_time() - start) / len(positions)
        start = process_time()
        solutions = [solve(position, objective).acts for position in positions]
        whole = (process_time() - start) / len(positions)
        assert len(values) == len(solutions)
        figure(
            f"{game[0]}, 11 cards, {objective.value}: {1e6 * value:,.0f} µs; with all solutions {1e3 * whole:.2f} ms"
        )
