"""The same move in the same position under the other rule sets."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from canasta_teach.errors import CanastaError, InvalidMove, InvalidPosition
from canasta_teach.game.referee import judge
from canasta_teach.game.state import Position
from canasta_teach.game.under import under
from canasta_teach.rulebook import KEYS, parse_house
from tests.strategies import random_move, random_table, stored_cases

HAND = ["KH", "KS", "KD", "QH", "QC", "2S", "4C", "5D"]
TABLE: dict[str, Any] = {"phase": "play", "hands": [HAND, 11, 11, 11]}


def test_elsewhere_says_what_judging_there_says() -> None:
    made = [(table := random_table(Random(seed)), random_move(Random(seed), table)) for seed in range(1_000)]
    compared = 0
    for data, move in [*stored_cases()[::2], *made]:
        try:
            position = Position.parse(data)
            ruling = judge(position, move)
        except CanastaError:  # bad input has its own tests
            continue
        elsewhere = ruling.elsewhere
        assert list(elsewhere) == [key for key in KEYS if key in elsewhere]
        assert position.rules.key not in elsewhere
        for key in set(KEYS) - {position.rules.key}:
            there = under(position, key)
            try:
                verdict = None if there is None else judge(there, move).legal
            except (InvalidMove, InvalidPosition):
                verdict = None
            assert elsewhere.get(key) is verdict, f"{key}: {move} {position.to_json()}"
            compared += verdict is not None
    assert compared > 2_000


def test_a_first_laying_of_seventy_at_1600_is_enough_in_italy_alone() -> None:
    ruling = judge(Position.parse({**TABLE, "scores": [1600, 0]}), "meld KH KS KD / QH QC 2S")
    assert ruling.elsewhere == {"goren_1949": False, "swedish": False, "italian": True}


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"scores": [1600, 0]}, "brazilian"),
        ({"players": 3, "scores": [0, 0, 0], "hands": [HAND, 9, 9], "melds": [[], [], []]}, "brazilian"),
        ({"players": 6, "hands": [HAND, 9, 9, 9, 9, 9]}, "goren_1949"),
        ({"red_threes": [["3H"], []]}, "brazilian"),
        ({"hands": [["JK", *HAND], 9, 9, 9]}, "brazilian"),
    ],
)
def test_a_rule_set_in_which_the_table_makes_no_sense_is_left_out(changes: dict[str, Any], key: str) -> None:
    ruling = judge(Position.parse({**TABLE, **changes}), "discard 4C")
    assert key not in ruling.elsewhere
    assert len(ruling.elsewhere) >= 2


def test_options_and_house_rules_do_not_travel() -> None:
    wild = "meld KH KS 2S"
    table = {**TABLE, "rules": "swedish", "options": {"max_wilds": 0, "initial_steps": [{"minimum": 5}]}}
    ruling = judge(Position.parse(table), wild)
    assert ruling.rules == ("meld.max-wilds",)
    assert ruling.elsewhere["brazilian"] is True
    house = parse_house('base = "classic"\nmax_wilds = 0')
    at_home = judge(Position.parse({**TABLE, "rules": "house"}, house=house), "meld KH KS KD 2S")
    assert set(at_home.elsewhere) == set(KEYS)
    assert at_home.elsewhere["classic"] is True


def test_a_move_that_is_none_elsewhere_is_left_out_there() -> None:
    table = {**TABLE, "rules": "brazilian"}
    assert judge(Position.parse(table), "relancinho KH KS KD").elsewhere == {}
    asked = judge(Position.parse({**TABLE, "melds": [[["8H"] * 2 + ["8D"] * 2 + ["8C"] * 2 + ["8S"]], []]}), "ask")
    assert "brazilian" not in asked.elsewhere


def test_an_elsewhere_once_asked_is_kept() -> None:
    ruling = judge(Position.parse(TABLE), "discard 4C")
    assert ruling.elsewhere is ruling.elsewhere
