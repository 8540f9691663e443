"""Whatever is put in, only our own errors come out, and much of what is damaged a little is still judged."""

import json
from random import Random

import pytest

from canasta_teach import judge
from canasta_teach.errors import CanastaError, InvalidMove, InvalidPosition
from canasta_teach.game.notation import parse_move
from canasta_teach.game.position import format_position, parse_position
from tests.strategies import (
    damaged_table,
    damaged_text,
    random_bytes,
    random_json,
    random_move,
    random_table,
    stored_cases,
)

ROUNDS = pytest.mark.parametrize("rounds", [2_000, pytest.param(100_000, marks=pytest.mark.long)])


@ROUNDS
def test_any_bytes_are_a_position_or_refused(rounds: int) -> None:
    for seed in range(rounds):
        data = random_bytes(Random(seed))
        try:
            parse_position(data)
        except InvalidPosition as error:
            assert error.reason, f"seed {seed}"


@ROUNDS
def test_any_json_is_a_position_or_refused(rounds: int) -> None:
    for seed in range(rounds):
        data = random_json(Random(seed))
        try:
            position = parse_position(data)
        except InvalidPosition as error:
            assert error.reason, f"seed {seed}"
        else:
            assert parse_position(format_position(position)) == position, f"seed {seed}"


@ROUNDS
def test_any_bytes_are_a_move_or_refused(rounds: int) -> None:
    for seed in range(rounds):
        rng = Random(seed)
        text = random_bytes(rng).decode("utf-8", "surrogateescape")
        try:
            parse_move(text)
            raise AssertionError(f"seed {seed}: {text!r} was read")
        except CanastaError as error:
            assert str(error), f"seed {seed}"


@ROUNDS
def test_damaged_positions_and_moves_are_refused_by_our_own_errors_and_one_in_ten_is_still_judged(rounds: int) -> None:
    cases = stored_cases()
    judged = 0
    for seed in range(rounds):
        rng = Random(seed)
        if cases and rng.random() < 0.5:
            table, move = rng.choice(cases)
        else:
            table = random_table(rng)
            move = random_move(rng, table)
        if rng.random() < 0.8:
            table = damaged_table(rng, table)
        if rng.random() < 0.5:
            move = damaged_text(rng, move)
        try:
            ruling = judge(parse_position(table), move)
            json.dumps(ruling.to_dict() if seed % 20 == 0 else ruling.legal)
        except CanastaError as error:
            assert str(error), f"seed {seed}"
        except Exception as error:
            raise AssertionError(f"seed {seed}: {table!r}, {move!r}") from error
        else:
            judged += 1
    assert judged >= rounds // 10, f"only {judged} of {rounds} were judged"


@ROUNDS
def test_damage_to_a_move_is_refused_as_a_move_or_a_card(rounds: int) -> None:
    table = random_table(Random(0), "classic")
    read = 0
    for seed in range(rounds):
        rng = Random(seed)
        text = damaged_text(rng, random_move(rng, table))
        try:
            move = parse_move(text)
        except CanastaError as error:
            assert isinstance(error, InvalidMove) or "is no card" in str(error), f"seed {seed}"
        else:
            assert parse_move(str(move)) == move, f"seed {seed}"
            read += 1
    assert read >= rounds // 10, f"only {read} of {rounds} were read"
