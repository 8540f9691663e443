"""How fast legal play by chance is where suits matter, and how fast a list of acts."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import process_time
from typing import Any

import pytest

from canasta_teach.game.core.runs.cards import size
from canasta_teach.game.core.runs.core import RunsCore
from canasta_teach.game.core.runs.state import PLAYING, State
from canasta_teach.game.deal import deal
from canasta_teach.rulebook import ruleset

Figure = Callable[[str], None]

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("brazilian", {}),
    ("brazilian", {"jokers": 4, "max_wilds": 3, "canastas_to_go_out": 1}),
    ("brazilian", {"pile_free": False}),
    ("classic", {"sequences": True}),
    ("classic", {"merge_ranks": False}),
]


def _best(play: Callable[[], int], rounds: int = 4) -> float:
    """How many a second, the best of some rounds; the first warms up what is kept."""
    best = 0.0
    for _ in range(rounds):
        start = process_time()
        done = play()
        best = max(best, done / (process_time() - start))
    return best


@pytest.mark.parametrize(("key", "options"), GAMES)
def test_legal_play_by_chance_with_suits(key: str, options: dict[str, Any], figure: Figure) -> None:
    rules = ruleset(key, options)
    core = RunsCore(rules, 4)
    starts = [core.pack(deal(rules=rules, players=4, seed=seed)) for seed in range(60)]

    def play() -> int:
        rng, acts = Random(1), 0
        for start in starts:
            state = start
            while not core.is_over(state):
                state = core.apply(state, core.random_move(state, rng))
                acts += 1
        return acts

    rate = _best(play)
    assert rate > 0
    name = " ".join((key, *(f"{name}={value}" for name, value in options.items())))
    figure(f"{name:<60} {rate:>9,.0f} decisions a second")


def test_legal_play_by_chance_on_deals_never_met_before(figure: Figure) -> None:
    rules = ruleset("brazilian")
    core, rng, acts = RunsCore(rules, 4), Random(3), 0
    starts = [core.pack(deal(rules=rules, players=4, seed=seed)) for seed in range(1_000, 1_300)]
    begin = process_time()
    for start in starts:
        state = start
        while not core.is_over(state):
            state = core.apply(state, core.random_move(state, rng))
            acts += 1
    rate = acts / (process_time() - begin)
    assert rate > 0
    figure(f"{'brazilian, nothing remembered before, each deal once':<60} {rate:>9,.0f} decisions a second")


def test_the_acts_of_eleven_cards_with_runs(figure: Figure) -> None:
    rules = ruleset("brazilian")
    core, rng = RunsCore(rules, 4), Random(2)
    met: list[State] = []
    for seed in range(200):
        state = core.pack(deal(rules=rules, players=4, seed=seed))
        while not core.is_over(state):
            if state.phase == PLAYING and state.melds[state.turn % 2] and size(state.hands[state.turn]) == 11:
                met.append(state)
            state = core.apply(state, core.random_move(state, rng))

    def lists() -> int:
        for state in met:
            core.moves(state)
        return len(met)

    fresh = RunsCore(rules, 4)
    again = [fresh.pack(core.unpack(state)) for state in met]
    known, new = again[: len(again) * 2 // 3], again[len(again) * 2 // 3 :]
    for state in known:
        fresh.moves(state)
    begin = process_time()
    for state in new:
        fresh.moves(state)
    first = 1e6 * (process_time() - begin) / len(new)
    assert len(met) > 100
    acts = sum(len(core.moves(state)) for state in met) / len(met)
    figure(f"acts of 11 cards of a side that has melded, brazilian: {1e6 / _best(lists):.1f} µs a list of {acts:.0f}")
    figure(f"the same hands when first met, after {len(known):,} others: {first:.1f} µs")
