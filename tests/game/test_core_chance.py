"""Moves by chance where suits matter, every new meld among them; and what cores remember is bounded."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from canasta_teach.game.core import core_for
from canasta_teach.game.core.kept import Kept
from canasta_teach.game.core.ranks.tables import Tables
from canasta_teach.game.core.runs.cards import BLACK_THREES
from canasta_teach.game.core.runs.core import RunsCore
from canasta_teach.game.core.runs.state import ADD, NEW, CoreMove, State
from canasta_teach.game.deal import deal
from canasta_teach.game.position import parse_position
from canasta_teach.rulebook import ruleset
from tests.game.run_games import GAMES, Game, dealt, name
from tests.game.small import small_table

games = pytest.mark.parametrize("game", GAMES, ids=name)


def _laid(core: RunsCore, moves: set[CoreMove]) -> set[CoreMove]:
    """New melds and additions of one card; black threes, which only close a turn, come by another way."""
    closing = BLACK_THREES if core.book.black_threes else 0
    one = {move for move in moves if move.kind == NEW or (move.kind == ADD and move.cards >> 336 == 1)}
    return {move for move in one if not move.cards & closing}


@pytest.mark.parametrize("rounds", [30, pytest.param(400, marks=pytest.mark.long)])
@games
def test_chance_hits_on_every_new_meld_and_on_nothing_that_is_not_listed(game: Game, rounds: int) -> None:
    core, met = RunsCore(ruleset(*game), 4), 0
    for seed in range(rounds):
        table = small_table(Random(seed), core.rules, "play", 7)
        if table is None or table.phase == "over" or table.permission is not None:
            continue
        state, rng = core.pack(table, partial=True), Random(seed)
        if core.mover.due(state):
            continue
        listed = set(core.moves(state))
        if len(listed) > 60:
            continue
        open_still = _laid(core, listed)
        for _ in range(20_000):
            move = core.random_move(state, rng)
            assert move in listed, f"seed {seed}: {core.render(table, move)} in {table.to_json()}"
            met += move in open_still
            open_still.discard(move)
            if not open_still:
                break
        never = [str(core.render(table, move)) for move in open_still]
        assert not never, f"seed {seed}: never {never} in {table.to_json()}"
    assert met > rounds // 2


@pytest.mark.parametrize(
    "hand",
    [
        "AS 2S JK 5D",  # the two in its own place beside one natural card
        "AS KS QS JS 10S 9S 8S 7S 6S 5S 4S 3S 2S AS 5D",  # from ace to ace
        "QH KH AH 2H 3H 4D",
        "4C 5C 6C 2D 2D JK 9D",
        "KC KC KD 2C 2D 9D",
    ],
)
def test_chance_hits_on_runs_at_either_end_and_with_twos_in_their_place(hand: str) -> None:
    table = parse_position(
        {"rules": "brazilian", "phase": "play", "stock": 20, "options": {"jokers": 4}, "hands": [hand, 11, 11, 11]}
    )
    core = RunsCore(table.rules, 4)
    state, rng = core.pack(table, partial=True), Random(1)
    listed = set(core.moves(state))
    met = {core.random_move(state, rng) for _ in range(60_000)}
    assert met <= listed
    assert _laid(core, listed) <= met


# -- what is remembered ------------------------------------------------------------------------------


def _acts(core: Any, start: Any) -> list[Any]:
    rng, state, found = Random(7), start, []
    while not core.is_over(state):
        listed = core.moves(state) if rng.random() < 0.1 else ()
        move = listed[int(rng.random() * len(listed))] if 0 < len(listed) < 500 else core.random_move(state, rng)
        found.append(move)
        state = core.apply(state, move)
    return found


_BOUNDS = {
    "runs.melds._MOST_KEPT": 40,
    "runs.melds._MOST_JOINS": 3,
    "runs.menus._MOST_KEPT": 60,
    "runs.menus._MOST_SHAPES": 30,
    "runs.menus._MOST_WILDS": 2,
    "runs.moves._MOST_KEPT": 5,
    "runs.random._MOST_KEPT": 5,
    "runs.chance._MOST_KEPT": 25,
    "runs.chance._MOST_PLACES": 3,
    "runs.lists.MOST_KEPT": 8,
}


@games
def test_what_is_forgotten_for_want_of_room_changes_no_move(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    starts = [dealt(game, seed) for seed in range(2)]
    cores = [RunsCore(start.rules, start.players) for start in starts]
    free = [_acts(core, core.pack(start)) for core, start in zip(cores, starts, strict=True)]
    for where, most in _BOUNDS.items():
        monkeypatch.setattr(f"canasta_teach.game.core.{where}", most)
    for start, acts in zip(starts, free, strict=True):
        core = RunsCore(start.rules, start.players)
        assert _acts(core, core.pack(start)) == acts
        book, menus, chances = core.book, core.mover.menus, core.mover.chances
        assert len(book._melds) <= 40
        assert len(book._run_joins) <= 3
        assert len(menus._sets) + len(menus._runs) <= 60 // 5
        assert len(menus.wilds_of) <= 2
        assert max(len(core.mover.discards_of), len(core.mover.faces_of)) <= 5
        lists: list[Kept[Any, Any]] = [core.lists._hands, core.lists._loosely, *core.lists._suits, *core.lists._adds]
        assert all(sum(1 + len(row) for row in kept.values()) <= 40 or len(kept) == 1 for kept in lists)
        assert sum(len(row) for rows in chances.stretches_of for row in rows) <= 25


@pytest.mark.parametrize("key", ["goren_1949", "classic", "swedish", "italian"])
def test_rows_forgotten_for_want_of_room_change_no_move_in_games_of_ranks(key: str) -> None:
    start = deal(rules=key, players=4, seed=3)
    core = core_for(start.rules, 4)
    free = _acts(core, core.pack(start))
    small = type(core)(start.rules, 4)  # type: ignore[call-arg]
    tables: Tables = small.tables  # type: ignore[attr-defined]
    rows: list[Kept[Any, Any]] = [tables.discards, tables.adds, tables.wild_adds, tables.ranks, *tables.news]
    for kept in rows:
        kept._most = kept._room = 40
    assert _acts(small, small.pack(start)) == free
    assert all(sum(1 + len(row) for row in kept.values()) <= 40 or len(kept) == 1 for kept in rows)


def test_states_that_differ_in_what_is_remembered_alone_are_equal() -> None:
    start = dealt(GAMES[0], 4)
    one, other = RunsCore(start.rules, start.players), RunsCore(start.rules, start.players)
    rng = Random(2)
    state: State = one.pack(start)
    while not one.is_over(state):
        state = one.apply(state, one.random_move(state, rng))
    assert other.pack(one.unpack(state)) == state
