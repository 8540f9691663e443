"""Every legal act, in normal form: none that the referee refuses, none missing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from canasta_teach.errors import IllegalMove, InvalidPosition
from canasta_teach.game.core import core_for
from canasta_teach.game.legal import legal_moves, normal_form, random_act, same_state
from canasta_teach.game.moves import Act, Move
from canasta_teach.game.position import parse_position
from canasta_teach.game.referee import after, is_legal
from canasta_teach.game.state import Position
from tests.game.brute import layings
from tests.game.rank_games import GAMES, made, name
from tests.strategies import random_table

Game = tuple[str, dict[str, Any]]
games = pytest.mark.parametrize("game", GAMES, ids=name)


def _texts(table: dict[str, Any]) -> list[str]:
    return [str(move) for move in legal_moves(parse_position(table))]


def _candidates(position: Position) -> Iterator[Act]:
    """Acts of every kind by the player on turn; every legal one that lays proper melds is among them."""
    seat, rules = position.turn, position.rules
    yield Act("draw")
    for card in sorted(set(position.hands[seat] or ())):
        yield Act("discard", cards=(card,))
        if card.is_red_three and rules.p.honour == "players":
            yield Act("table", cards=(card,))
    if rules.has("out.permission"):
        yield Act("ask")
        yield Act("answer", yes=True)
        yield Act("answer", yes=False)
    if position.phase == "play":
        yield from layings(position, seat, take=False)
    elif position.pile:
        yield Act("take")
        yield from layings(position, seat, take=True)


def _hold(position: Position) -> int:
    """Hold the list against the referee, both ways; gives the number of legal acts tried."""
    core = core_for(position.rules, position.players)
    state = core.pack(position)
    listed = list(legal_moves(position))
    assert len(set(listed)) == len(listed)
    assert listed or position.phase == "over", "no act is legal"
    for move, packed in zip(listed, core.moves(state), strict=True):
        assert is_legal(position, move), f"{move} is not legal"
        assert core.render(position, packed) == move.acts[0]
        assert core.read(position, move.acts[0]) == packed
        assert core.fold(core.unpack(core.apply(state, packed))) == core.fold(after(position, move)), str(move)
        assert normal_form(position, move) == (move,)
    known = set(listed)
    tried = 0
    for act in islice(_candidates(position), 4_000):
        if is_legal(position, Move((act,))):
            tried += 1
            _hold_act(position, Move((act,)), known)
    return tried


def _hold_act(position: Position, move: Move, listed: set[Move]) -> None:
    here = position
    for part in normal_form(position, move):
        assert part in (listed if here is position else set(legal_moves(here))), f"{move}: {part} is not listed"
        here = after(here, part)
    assert same_state(here, after(position, move)), f"{move} leads elsewhere"


@games
@pytest.mark.parametrize(("rounds", "most"), [(12, 7), pytest.param(150, 9, marks=pytest.mark.long)])
def test_the_list_is_complete_and_legal_on_made_tables(game: Game, rounds: int, most: int) -> None:
    tried = 0
    for seed in range(rounds):
        position = made(game, Random(f"{name(game)} {seed}"), most)
        try:
            tried += _hold(position)
        except AssertionError as fault:
            raise AssertionError(f"seed {seed}: {fault}\n{position.to_json()}") from fault
    assert tried > rounds


@pytest.mark.parametrize("rounds", [400, pytest.param(20_000, marks=pytest.mark.long)])
def test_acts_are_legal_where_other_hands_are_hidden(rounds: int) -> None:
    met = 0
    for seed in range(rounds):
        rng = Random(f"hidden {seed}")
        try:
            position = parse_position(random_table(rng, rng.choice(("goren_1949", "classic", "swedish", "italian"))))
        except InvalidPosition:
            continue
        hand = position.hands[position.turn]
        if position.phase == "over" or hand is None or any(c.code == "??" for c in hand):
            continue
        met += 1
        found = list(islice(legal_moves(position), 60))
        assert found, position.to_json()
        for move in found[:: 1 + len(found) // 12]:
            assert is_legal(position, move), f"{move} in {position.to_json()}"
        move = random_act(position, rng)
        assert is_legal(position, move), f"{move} in {position.to_json()}"
        assert move in found or len(found) == 60, f"{move} in {position.to_json()}"
    assert met > rounds // 4


def test_forty_cards_with_ten_wild_ones_yield_at_once() -> None:
    hand = "JK JK JK JK 2C 2C 2D 2D 2H 2H " + " ".join(
        f"{rank}{suit}" for rank in ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5") for suit in "CDH"
    )
    for scores in ([0, 0], [3000, 0]):
        table = {"phase": "play", "hands": [hand, 11, 11, 11], "scores": scores}
        position = parse_position(table)
        core = core_for(position.rules, 4)
        state = core.pack(position, partial=True)
        assert len(list(islice(core.each_move(state), 300))) == 300
        for move in islice(legal_moves(position), 20):
            assert is_legal(position, move)
        assert is_legal(position, random_act(position, Random(1)))


def test_suits_are_folded_and_the_lowest_cards_named() -> None:
    found = _texts({"phase": "play", "hands": ["KS KD KH KC 4D 5D", 11, 11, 11], "melds": [["9H 9D 9C"], []]})
    assert found == ["meld KC KD KH", "meld KC KD KH KS", "discard 4D", "discard 5D", "discard KC"]


def test_one_card_is_added_at_a_time_and_twos_stand_apart_from_jokers() -> None:
    found = _texts({"phase": "play", "hands": ["9S 9H 2S JK 4D 5D", 11, 11, 11], "melds": [["9H 9D 9C"], []]})
    adds = ["add 9H to 9", "add JK to 9", "add 2S to 9"]
    assert found == [*adds, "discard 4D", "discard 5D", "discard 9H", "discard 2S", "discard JK"]


def test_a_first_laying_is_every_set_from_which_no_meld_can_be_left_out() -> None:
    found = _texts({"phase": "play", "hands": ["KH KD KC QH QD QC 9H 9D 9C 4S", 11, 11, 11], "scores": [0, 0]})
    assert found[:3] == ["meld 9C 9D 9H / QC QD QH", "meld 9C 9D 9H / KC KD KH", "meld QC QD QH / KC KD KH"]
    assert all(text.startswith("discard") for text in found[3:])


def test_a_frozen_pile_is_taken_onto_a_meld_with_a_natural_pair() -> None:
    table: dict[str, Any] = {"hands": ["KH KD KC 4D 5D", 11, 11, 11], "melds": [["KS KH KS"], []], "pile": ["KD", "2C"]}
    assert _texts(table) == ["draw", "take onto K with KC KD"]
    assert _texts({**table, "pile": ["KD", "4C"]}) == ["draw", "take onto K"]


def test_a_take_that_opens_names_the_further_melds() -> None:
    table = {"hands": ["KH KC AH AD AC 4D 5D", 11, 11, 11], "pile": ["KD"], "scores": [1500, 0]}
    assert _texts(table) == ["draw", "take with KC KH / AC AD AH"]


def test_a_question_has_two_answers() -> None:
    table = {"phase": "play", "hands": ["KH KD KC 4D", 11, 11, 11], "melds": [["9H 9H 9D 9D 9C 9C 9S"], []]}
    assert _texts(table)[-1] == "ask"
    assert _texts({**table, "permission": "asked"}) == ["answer yes", "answer no"]
    assert _texts({**table, "permission": "yes"}) == ["meld KC KD KH"]


def test_penalised_cards_go_first_and_stand_apart() -> None:
    table = {
        "rules": "italian",
        "phase": "play",
        "hands": ["KH KD KC 4D 5D", 11, 11, 11],
        "melds": [["KS KS KH"], []],
        "penalised": [["KD"], [], [], []],
    }
    assert _texts(table) == ["add KC to K", "add KD to K", "discard KD"]


def test_nothing_is_legal_when_the_deal_is_over() -> None:
    position = parse_position({"phase": "over", "hands": ["KH", 11, 11, 11]})
    assert list(legal_moves(position)) == []
    with pytest.raises(InvalidPosition, match="over"):
        random_act(position, Random(1))


def test_a_hand_that_is_not_known_is_refused() -> None:
    with pytest.raises(InvalidPosition, match=r"hands\[0\]"):
        next(legal_moves(parse_position({"hands": [11, 11, 11, 11]})))


def test_an_act_of_many_melds_falls_apart_into_single_acts() -> None:
    table = {"phase": "play", "hands": ["KH KD KC KS 2S 9H 9S 4D 5D", 11, 11, 11], "melds": [["9H 9D 9C"], []]}
    found = normal_form(parse_position(table), "meld KD KS KC / add 2S 9S to 9")
    assert [str(move) for move in found] == ["add 9H to 9", "add 2S to 9", "meld KC KD KH"]


def test_a_first_laying_falls_apart_into_what_opens_and_the_rest() -> None:
    table = {"phase": "play", "hands": ["AH AD AC KH KD KC QH QD QC 4S 5S", 11, 11, 11]}
    found = normal_form(parse_position(table), "meld QD QC QH / KD KC KH / AH AD AC")
    assert [str(move) for move in found] == ["meld AC AD AH", "meld QC QD QH", "meld KC KD KH"]


def test_cards_named_as_drawn_stay_named_where_the_stock_is_not_known() -> None:
    position = parse_position({"hands": ["KH KD", 11, 11, 11], "pile": ["4C"]})
    assert normal_form(position, "draw 5C") == (Move.parse("draw 5C"),)
    known = parse_position({"hands": ["KH KD", 11, 11, 11], "pile": ["4C"], "stock": ["5C", "6C"]})
    assert normal_form(known, "draw 5C; discard KH") == (Move.parse("draw"), Move.parse("discard KD"))


def test_an_illegal_act_has_no_normal_form() -> None:
    with pytest.raises(IllegalMove):
        normal_form(parse_position({"hands": ["KH KD", 11, 11, 11]}), "discard KH")
