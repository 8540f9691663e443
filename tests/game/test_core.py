"""The fast core of games of ranks does what the referee says, on every deal that play by chance leads to."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from canasta_teach.cards import cards
from canasta_teach.errors import InvalidPosition
from canasta_teach.game.core import core_for, plays_by_ranks
from canasta_teach.game.core.ranks.core import RankCore
from canasta_teach.game.core.ranks.state import M_CANASTAS, M_NATURALS, M_ORDER, M_WILDS, S_HANDS, S_SIDES, S_TABLE
from canasta_teach.game.deal import deal
from canasta_teach.game.moves import Move
from canasta_teach.game.position import format_position, parse_position
from canasta_teach.game.referee import after, is_legal
from canasta_teach.game.scoring import score
from canasta_teach.game.search import can_go_out
from canasta_teach.game.state import Position
from canasta_teach.rulebook import ruleset
from tests.game.rank_games import GAMES, dealt, made, name

Game = tuple[str, dict[str, Any]]
games = pytest.mark.parametrize("game", GAMES, ids=name)


def _core(position: Position) -> RankCore:
    core = core_for(position.rules, position.players)
    assert isinstance(core, RankCore)
    return core


def _play(game: Game, seed: int) -> None:
    """Play a deal by chance on the core and by the referee, side by side."""
    position = dealt(game, seed)
    core, rng = _core(position), Random(seed)
    state = core.pack(position)
    for number in range(5_000):
        if core.is_over(state):
            break
        move = core.random_move(state, rng)
        act = core.render(position, move)
        where = f"seed {seed}, act {number}: {act} in {position.to_json()}"
        assert is_legal(position, Move((act,))), f"the referee refuses {where}"
        assert core.read(position, act) == move, where
        if number % 8 == 0:
            listed = list(islice(core.each_move(state), 40))
            assert move in listed or len(listed) == 40, where
            for other in listed[:: 1 + len(listed) // 6]:
                assert is_legal(position, Move((core.render(position, other),))), f"{other} at {where}"
        state = core.apply(state, move)
        position = after(position, Move((act,)))
        assert core.fold(core.unpack(state)) == core.fold(position), f"the state differs after {where}"
    assert position.phase == "over", f"seed {seed}: the deal does not end"
    assert list(core.scores(state)) == [sheet.total for sheet in score(position)], f"seed {seed}: the scores differ"
    assert position.went_out is not None or position.stock == (), f"seed {seed}: ended with cards in the stock"


@games
@pytest.mark.parametrize("deals", [14, pytest.param(300, marks=pytest.mark.long)])
def test_a_deal_on_the_core_is_the_deal_by_the_referee(game: Game, deals: int) -> None:
    for seed in range(deals):
        _play(game, seed)


@games
@pytest.mark.parametrize("deals", [40, pytest.param(4_400, marks=pytest.mark.long)])
def test_no_deal_has_a_dead_end(game: Game, deals: int) -> None:
    for seed in range(deals):
        position = dealt(game, 10_000 + seed)
        core, rng = _core(position), Random(seed)
        state = core.pack(position)
        for _ in range(20_000):
            if core.is_over(state):
                break
            state = core.apply(state, core.random_move(state, rng))
        assert core.is_over(state), f"seed {seed}: the deal does not end"
        assert len(core.scores(state)) == position.sides


@games
def test_a_position_comes_back_as_it_was(game: Game) -> None:
    for seed in range(20):
        position = made(game, Random(f"{seed} back"))
        core = _core(position)
        state = core.pack(position)
        assert core.unpack(state) == position
        rebuilt = core.unpack((*state[:-1], None))
        assert core.fold(rebuilt) == core.fold(position)
        assert parse_position(format_position(rebuilt)) == rebuilt


@games
def test_cards_are_conserved(game: Game) -> None:
    position = dealt(game, 77)
    core, rng = _core(position), Random(77)
    state = core.pack(position)
    while not core.is_over(state):
        state = core.apply(state, core.random_move(state, rng))
        table = core.unpack(state)
        count = Counter(c for hand in table.hands for c in hand or ())
        count.update(c for side in table.melds for meld in side for c in meld)
        count.update(c for side in table.red_threes for c in side)
        count.update(table.pile + (table.stock or ()))
        assert count == Counter(position.rules.deck())


@games
def test_it_knows_whether_a_hand_can_go_out(game: Game) -> None:
    from canasta_teach.game.core.ranks.out import can_go_out as packed_can_go_out

    answers = Counter[bool]()
    for seed in range(60):
        position = made(game, Random(f"{seed} out"), 11)
        core, seat = _core(position), position.turn
        state = core.pack(position)
        side = state[S_SIDES][position.side(seat)]
        due = 0 if side[M_ORDER] else state[S_TABLE].due[position.side(seat)]
        melds = side[M_NATURALS], side[M_WILDS], side[M_CANASTAS]
        if position.permission == "no":
            continue
        found = packed_can_go_out(core.tables, state[S_HANDS][seat], melds, due)
        assert found == can_go_out(position, seat), position.to_json()
        answers[found] += 1
    assert answers[True] or position.rules.p.canastas_to_go_out == 3
    assert answers[False]


def test_states_are_values() -> None:
    position = deal(rules="classic", seed=5)
    core = _core(position)
    one, other = core.pack(position), core.pack(position)
    assert one == other
    move = core.moves(one)[0]
    assert core.apply(one, move) == core.apply(other, move)
    assert core.unpack(one) is position


def test_moves_are_shared_where_they_are_alike() -> None:
    position = parse_position({"phase": "play", "hands": ["KH KD 9C 5S 5D", 11, 11, 11], "melds": [["QH QD QC"], []]})
    core = _core(position)
    one = core.moves(core.pack(position, partial=True))
    other = core.moves(core.pack(position, partial=True))
    assert one == other
    assert all(a is b for a, b in zip(one, other, strict=True))


def test_a_card_that_matters_must_be_known() -> None:
    table = {"hands": ["9H 9C 2S", 11, 11, 11], "pile": ["4C"]}
    position = parse_position(table)
    core = _core(position)
    with pytest.raises(InvalidPosition, match=r"hands\[1\]\[0\]"):
        core.pack(position)
    state = core.pack(position, partial=True)
    with pytest.raises(InvalidPosition, match=r"stock\[0\]"):
        core.apply(state, core.moves(state)[0])
    with pytest.raises(InvalidPosition, match=r"hands\[0\]"):
        core.pack(parse_position({**table, "hands": [11, "9H 9C 2S", 11, 11]}), partial=True)
    hands = ["9H 9C 2S", "4H 4D", "5H 5D", "6H 6D"]
    with pytest.raises(InvalidPosition, match="stock"):
        core.pack(parse_position({**table, "hands": hands}))
    with pytest.raises(InvalidPosition, match=r"pile\[1\]"):
        core.pack(parse_position({"hands": hands, "stock": [], "pile": {"top": "4C", "count": 3}}))


def test_a_deal_that_is_over_has_no_move_and_a_running_one_no_score() -> None:
    position = deal(rules="classic", seed=5)
    core = _core(position)
    with pytest.raises(InvalidPosition, match="over"):
        core.scores(core.pack(position))
    over = core.pack(parse_position({"phase": "over", "hands": [["4C"], ["5C"], ["6C"], ["7C"]], "stock": []}))
    assert core.moves(over) == ()
    with pytest.raises(ValueError, match="over"):
        core.random_move(over, Random(1))


def test_a_red_three_in_a_meld_is_refused() -> None:
    position = parse_position({"phase": "play", "hands": ["4C 5C", 1, 1, 1], "melds": [["KH KD KC"], []]})
    broken = replace(position, melds=((cards("3H 3D 3C"),), ()))
    with pytest.raises(InvalidPosition, match=r"melds\[0\]\[0\]"):
        _core(position).pack(broken, partial=True)


@pytest.mark.parametrize("key", ["goren_1949", "classic", "swedish", "italian"])
def test_games_without_runs_are_played_by_ranks(key: str) -> None:
    rules = ruleset(key)
    assert plays_by_ranks(rules)
    assert not plays_by_ranks(ruleset(key, {"sequences": True}))
    assert not plays_by_ranks(ruleset(key, {"merge_ranks": False}))
    assert core_for(rules, 4) is core_for(ruleset(key), 4)


def test_the_brazilian_game_is_not() -> None:
    assert not plays_by_ranks(ruleset("brazilian"))
    assert not plays_by_ranks(ruleset("brazilian", {"sequences": False, "merge_ranks": True}))


def test_a_number_of_players_that_may_not_sit_down_is_refused() -> None:
    with pytest.raises(InvalidPosition, match="players"):
        core_for(ruleset("goren_1949"), 6)
