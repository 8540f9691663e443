"""The same table under another rule set."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canasta_teach.cards import cards, codes
from canasta_teach.game.position import format_position, parse_position, under
from canasta_teach.game.state import Position
from canasta_teach.rulebook import KEYS
from tests.game.tables import BRAZIL, CANASTA, HAND, ITALIAN, MELDED, PLAY, START
from tests.strategies import positions


def test_another_game_with_the_same_deck_keeps_the_stock() -> None:
    position = parse_position({**MELDED, "stock": 5})
    there = under(position, "goren_1949")
    assert there is not None
    assert (there.rules.key, there.stock) == ("goren_1949", position.stock)


def test_the_stock_is_counted_anew_for_another_deck() -> None:
    classic = parse_position(MELDED)
    brazilian = under(classic, "brazilian")
    assert classic.stock is not None
    assert brazilian is not None
    assert brazilian.stock == classic.stock[4:]
    again = under(brazilian, "classic")
    assert again is not None
    assert again.stock == classic.stock
    named = under(parse_position({**BRAZIL, "stock": ["4D", "5D"]}), "classic")
    assert named is not None
    assert named.stock == cards("4D 5D ?? ?? ?? ??")


def test_options_do_not_go_along() -> None:
    there = under(parse_position({**MELDED, "options": {"jokers": 6, "max_wilds": 2}}), "classic")
    assert there is not None
    assert not there.rules.options
    assert len(there.stock or ()) == 108 - 50


def test_freezing_follows_the_rules_of_the_place() -> None:
    frozen = parse_position({**MELDED, "pile": ["4C", "2D"]})
    brazilian = under(frozen, "brazilian")
    assert brazilian is not None
    assert not brazilian.frozen
    classic = under(brazilian, "classic")
    assert classic is not None
    assert classic.frozen
    hidden = under(parse_position({**MELDED, "pile": {"top": "4C", "count": 5}, "frozen": True}), "swedish")
    assert hidden is not None
    assert hidden.frozen


def test_what_a_rule_set_does_not_know_is_left_out() -> None:
    swedish = parse_position(
        {**PLAY, "rules": "swedish", "melds": [[CANASTA], []], "concealed_melds": [[0], []], "pile": []}
    )
    classic = under(swedish, "classic")
    assert classic is not None
    assert classic.concealed_melds == (frozenset(), frozenset())
    italian = parse_position(
        {
            **ITALIAN,
            "penalised": [["9H"], [], [], []],
            "penalties": [[{"rule": "penalty.took-without-meld", "points": 50}], []],
            "permission": "no",
        }
    )
    there = under(italian, "brazilian")
    assert there is not None
    assert (there.penalised, there.penalties, there.permission) == (((),) * 4, ((), ()), None)
    vulnerable = under(parse_position({**BRAZIL, "minimum_raised": [True, False], "idle_turns": 2}), "classic")
    assert vulnerable is not None
    assert (vulnerable.minimum_raised, vulnerable.idle_turns) == ((False, False), 0)


@pytest.mark.parametrize(
    ("data", "key"),
    [
        ({**MELDED, "scores": [1500, 0]}, "brazilian"),
        ({**MELDED, "red_threes": [["3H"], []]}, "brazilian"),
        ({**MELDED, "hands": [["JK", *HAND], 11, 11, 11]}, "brazilian"),
        ({**BRAZIL, "melds": [[["4H", "5H", "6H"]], []]}, "classic"),
        ({**BRAZIL, "hands": [["3H", *HAND], 11, 11, 11]}, "italian"),
        ({"players": 3}, "brazilian"),
        ({"players": 6}, "goren_1949"),
        ({**START, "stock": 0, "pile": {"top": "4D", "count": 68}, "hands": [HAND, 11, 11, 11]}, "brazilian"),
    ],
)
def test_a_position_that_makes_no_sense_there_is_left_out(data: dict[str, Any], key: str) -> None:
    assert under(parse_position(data), key) is None


@given(positions(), st.sampled_from(KEYS))
def test_a_position_elsewhere_is_one_that_could_be_read(position: Position, key: str) -> None:
    there = under(position, key)
    if there is None:
        return
    assert parse_position(format_position(there)) == there
    assert [codes(hand or ()) for hand in there.hands] == [codes(hand or ()) for hand in position.hands]
    if there.rules == position.rules:
        assert there == position
