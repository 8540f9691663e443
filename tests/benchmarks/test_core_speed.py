"""How fast legal play by chance is on the core, beside public engines, and how fast a list of acts."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from random import Random
from time import process_time

import pytest

from canasta_teach.game.core import core_for
from canasta_teach.game.core.ranks.state import (
    I_PERMISSION,
    M_ORDER,
    PLAYING,
    S_HANDS,
    S_INFO,
    S_PHASE,
    S_SIDES,
    S_TURN,
    UNASKED,
)
from canasta_teach.game.core.ranks.tables import TOP
from canasta_teach.game.deal import deal
from canasta_teach.game.legal import legal_moves
from canasta_teach.game.position import parse_position
from canasta_teach.rulebook import KEYS

Figure = Callable[[str], None]

_RATES: dict[str, float] = {}
"""Decisions a second of each engine met so far, by its name."""


def _rate(play: Callable[[], int], rounds: int = 4) -> float:
    """Decisions a second, the best of some rounds; the first warms up what is kept."""
    best = 0.0
    for _ in range(rounds):
        start = process_time()
        done = play()
        best = max(best, done / (process_time() - start))
    return best


def _note(figure: Figure, name: str, rate: float) -> None:
    _RATES[name] = rate
    figure(f"{name:<34} {rate:>10,.0f} decisions a second")


@pytest.mark.parametrize("key", KEYS)
def test_legal_play_by_chance(key: str, figure: Figure) -> None:
    tables = [deal(rules=key, players=players, seed=seed) for players in (2, 4) for seed in range(60)]
    cores = [core_for(table.rules, table.players) for table in tables]
    states = [core.pack(table) for core, table in zip(cores, tables, strict=True)]

    def play() -> int:
        rng, acts = Random(1), 0
        for core, start in zip(cores, states, strict=True):
            state, random_move, apply, over = start, core.random_move, core.apply, core.is_over
            while not over(state):
                state = apply(state, random_move(state, rng))
                acts += 1
        return acts

    rate = _rate(play)
    assert rate > 0
    _note(figure, f"{key}, 2 and 4 players", rate)


def test_the_acts_of_eleven_cards(figure: Figure) -> None:
    tables = [deal(rules="classic", players=4, seed=seed) for seed in range(300)]
    core, rng, met = core_for(tables[0].rules, 4), Random(2), []
    for table in tables:
        state = core.pack(table)
        while not core.is_over(state):
            seat = state[S_TURN]
            playing = state[S_PHASE] == PLAYING and state[S_INFO][I_PERMISSION] == UNASKED
            if playing and state[S_SIDES][seat % 2][M_ORDER] and state[S_HANDS][seat] >> TOP == 11:
                met.append(state)
            state = core.apply(state, core.random_move(state, rng))

    def lists() -> int:
        for state in met:
            core.moves(state)
        return len(met)

    assert len(met) > 100
    acts = sum(len(core.moves(state)) for state in met) / len(met)
    figure(f"acts of 11 cards of a side that has melded: {1e6 / _rate(lists):.2f} µs a list of {acts:.0f}")


def test_the_first_acts_of_forty_cards(figure: Figure) -> None:
    hand = "JK JK JK JK 2C 2C 2D 2D 2H 2H " + " ".join(
        f"{rank}{suit}" for rank in ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5") for suit in "CDH"
    )
    position = parse_position({"phase": "play", "hands": [hand, 11, 11, 11], "scores": [3000, 0]})

    def first() -> int:
        return len(list(islice(legal_moves(position), 1)))

    assert first() == 1
    figure(f"first legal act of 40 cards, ten wild, 120 to lay: {1e6 / _rate(first):.0f} µs")


def test_rlcard_gin_rummy(figure: Figure) -> None:
    rlcard = pytest.importorskip("rlcard.games.gin_rummy.game", reason="RLCard is in the group bench")
    numpy = pytest.importorskip("numpy", reason="RLCard brings it")

    def play() -> int:
        rng, steps = Random(1), 0
        for seed in range(40):
            game = rlcard.GinRummyGame()
            game.np_random = numpy.random.RandomState(seed)
            game.init_game()
            while not game.is_over():
                actions = game.judge.get_legal_actions()
                game.step(actions[int(rng.random() * len(actions))])
                steps += 1
        return steps

    _beside(figure, "RLCard gin rummy, core", _rate(play))


def test_openspiel_gin_rummy(figure: Figure) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is in the group bench")
    game = pyspiel.load_game("gin_rummy")

    def play() -> int:
        rng, steps = Random(1), 0
        for _ in range(40):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    state.apply_action(outcomes[int(rng.random() * len(outcomes))][0])
                    continue
                actions = state.legal_actions()
                state.apply_action(actions[int(rng.random() * len(actions))])
                steps += 1
        return steps

    _beside(figure, "OpenSpiel gin rummy, from Python", _rate(play))


def _beside(figure: Figure, name: str, rate: float) -> None:
    ours = {key: own for key, own in _RATES.items() if key.split(",")[0] in KEYS}
    _note(figure, name, rate)
    for key, own in ours.items():
        figure(f"    {key.split(',')[0]} is {own / rate:.1f} times as fast")
