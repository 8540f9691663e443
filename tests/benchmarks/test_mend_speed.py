"""How fast a refused act is mended, and ruled upon as a whole, on positions that play reaches."""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from random import Random
from time import perf_counter

import pytest

from canasta_teach.game.deal import deal
from canasta_teach.game.moves import Move
from canasta_teach.game.play import play
from canasta_teach.game.referee import judge
from canasta_teach.game.ruling import Ruling
from canasta_teach.game.state import Position
from canasta_teach.rulebook import KEYS, ruleset
from tests.game.refusals import random_act
from tests.strategies.player import Player

WANTED = 2_000


def _played(key: str, many: int) -> list[Position]:
    """Positions before the end of whole deals, with all numbers of players."""
    found: list[Position] = []
    seed = 0
    while len(found) < 4 * many:
        players = ruleset(key).p.players
        rng = Random(seed)
        count = players[seed % len(players)]
        target = ruleset(key).p.target
        scores = [rng.randrange(0, target, 50) for _ in range(ruleset(key).sides(count))]
        position = deal(rules=key, players=count, seed=seed, scores=scores)
        player = Player(seed)
        while position.phase != "over":
            found.append(position)
            position = play(position, player(position))
        seed += 1
    return Random(0).sample(found, many)


def _refused(key: str, many: int) -> list[Ruling]:
    """Rulings of random acts that were refused, with nothing made yet that is made when asked for."""
    rng = Random(1)
    found = []
    for position in _played(key, many):
        ruling = judge(position, "look")
        for _ in range(40):
            ruling = judge(position, Move((random_act(rng, position),)))
            if not ruling.legal:
                break
        if not ruling.legal and ruling.position is not None:
            found.append(ruling)
    return found


def _timed(times: list[float], work: Callable[[], object]) -> None:
    start = perf_counter()
    work()
    times.append(1_000 * (perf_counter() - start))


def _shares(times: Sequence[float]) -> str:
    low = sorted(times)
    middle, high, most = low[len(low) // 2], low[int(0.95 * len(low))], low[-1]
    return f"median {middle:5.2f} ms, 95th percentile {high:5.2f} ms, most {most:5.1f} ms"


@pytest.mark.parametrize("key", KEYS)
def test_speed_of_a_ruling_with_its_mend(key: str, figure: Callable[[str], None]) -> None:
    rulings = _refused(key, WANTED // len(KEYS))
    mends: list[float] = []
    whole: list[float] = []
    gc.collect()
    for ruling in rulings:
        position = ruling.position
        assert position is not None
        _timed(mends, lambda: ruling.mend)  # noqa: B023 (called at once)
        _timed(whole, lambda: judge(position, ruling.move).to_dict())  # noqa: B023 (called at once)
    figure(f"{key:12} {len(rulings)} refused acts: mend alone  {_shares(mends)}")
    figure(f"{key:12} {len(rulings)} refused acts: whole ruling {_shares(whole)}")
