"""Positions: what is read, what is filled in, and what is written."""

import json
from typing import Any

import pytest
from hypothesis import given, settings

from canasta_teach.cards import UNKNOWN, cards
from canasta_teach.errors import CanastaError, InvalidPosition
from canasta_teach.game.moves import Move
from canasta_teach.game.position import format_position, parse_position
from canasta_teach.game.state import Laid, Penalty, Position, Turn
from canasta_teach.rulebook import KEYS, parse_house, ruleset
from tests.game.tables import BRAZIL, HAND, ITALIAN, KINGS, MELDED, PLAY, START
from tests.strategies import positions, stored_cases, tables


def read(**keys: Any) -> Position:
    return parse_position(keys)


@given(positions())
def test_a_position_written_is_read_back_equal(position: Position) -> None:
    data = format_position(position)
    assert parse_position(data) == position
    assert Position.parse(position.to_json()) == position
    assert format_position(parse_position(data)) == data


def test_the_tables_and_moves_of_the_stored_cases_survive_writing_and_reading() -> None:
    survived = 0
    for data, text in stored_cases():
        try:
            position, move = parse_position(data), Move.parse(text)
        except CanastaError:
            continue  # some cases are there to be refused
        assert parse_position(format_position(position)) == position, data
        assert Move.parse(str(move)) == move, text
        survived += 1
    assert survived > 100


@given(tables())
@settings(max_examples=30)
def test_reading_changes_nothing_in_the_data_given(data: dict[str, Any]) -> None:
    before = json.dumps(data)
    try:
        parse_position(data)
    except InvalidPosition as error:
        assert error.path == "permission"
    assert json.dumps(data) == before


def test_an_empty_object_is_the_start_of_a_classic_game_of_four() -> None:
    position = read()
    assert position == Position(rules=ruleset("classic"))
    assert (position.players, position.dealer, position.turn, position.phase) == (4, 3, 0, "draw")
    assert position.hands == (None,) * 4
    assert position.stock is None


def test_text_bytes_and_objects_are_read_alike() -> None:
    text = json.dumps(MELDED)
    assert parse_position(text) == parse_position(text.encode()) == parse_position(MELDED)


def test_cards_may_be_text_separated_by_spaces() -> None:
    as_text = {"hands": ["9h 9♣ 2S 5H 7D QS", 11, 11, 11], "pile": "4C 8D"}
    assert parse_position(as_text) == parse_position(START)


@pytest.mark.parametrize(("players", "sides"), [(2, 2), (3, 3), (4, 2), (5, 5), (6, 2)])
def test_four_and_six_play_in_two_sides_and_the_others_alone(players: int, sides: int) -> None:
    position = read(players=players)
    assert position.scores == (0,) * sides
    assert (position.sides, position.dealer, len(position.hands)) == (sides, players - 1, players)


@pytest.mark.parametrize(("rules", "deck"), [("classic", 108), ("goren_1949", 108), ("brazilian", 104)])
def test_the_stock_left_out_is_what_is_left_of_the_deck(rules: str, deck: int) -> None:
    position = parse_position({**MELDED, "rules": rules})
    assert position.stock == (UNKNOWN,) * (deck - 6 - 33 - 9 - 2)


def test_options_change_the_deck_that_is_counted() -> None:
    position = parse_position({**MELDED, "options": {"jokers": 6}})
    assert position.stock is not None
    assert len(position.stock) == 110 - 6 - 33 - 9 - 2


def test_the_stock_left_out_is_unknown_while_a_hand_is() -> None:
    assert parse_position({**PLAY, "hands": [HAND, 11, None, 11]}).stock is None
    assert read(pile=["4C"]).stock is None
    assert parse_position({**START, "stock": None}).stock is None


def test_a_total_below_the_deck_is_accepted() -> None:
    assert parse_position({**START, "stock": 5}).stock == (UNKNOWN,) * 5


def test_a_pile_may_be_its_top_card_and_a_number() -> None:
    position = read(pile={"top": "KH", "count": 3})
    assert position.pile == cards("KH ?? ??")
    assert format_position(position)["pile"] == {"top": "KH", "count": 3}


@pytest.mark.parametrize(
    ("rules", "pile", "frozen"),
    [
        ("classic", ["4C", "8D"], False),
        ("classic", ["4C", "2D"], True),
        ("classic", ["JK"], True),
        ("classic", ["4C", "3D"], False),
        ("classic", ["4C", "??"], False),
        ("classic", [], False),
        ("brazilian", ["4C", "2D"], False),
    ],
)
def test_the_pile_is_frozen_when_its_known_cards_say_so(rules: str, pile: list[str], frozen: bool) -> None:
    assert read(rules=rules, pile=pile).frozen is frozen


def test_a_pile_not_known_may_be_said_to_be_frozen_or_not() -> None:
    assert read(pile={"top": "KH", "count": 3}, frozen=True).frozen
    assert not read(pile={"top": "KH", "count": 3}, frozen=False).frozen


def test_who_laid_before_is_read_off_the_melds() -> None:
    assert parse_position({**PLAY, "melds": [[KINGS], []]}).laid_before == (True, False, True, False)
    assert parse_position({**MELDED, "laid_before": [True, False, False, False]}).laid_before[2] is False


def test_the_turn_so_far_is_read() -> None:
    laid = [{"act": 1, "meld": 0, "cards": "KH KD KC", "new": True}]
    position = parse_position({**MELDED, "this_turn": {"drawn": "9H", "laid": laid}})
    assert position.this_turn == Turn(drawn=cards("9H"), laid=(Laid(1, 0, cards("KH KD KC"), True),))
    back = parse_position({**START, "this_turn": {"must_draw": True}})
    assert back.this_turn.must_draw


def test_penalties_and_penalised_cards_are_read() -> None:
    position = parse_position(
        {
            **ITALIAN,
            "penalised": [["9H"], [], [], []],
            "penalties": [[{"rule": "penalty.took-without-meld", "points": 50}], []],
        }
    )
    assert position.penalised[0] == cards("9H")
    assert position.penalties == ((Penalty("penalty.took-without-meld", 50),), ())


def test_a_hidden_red_three_is_read_where_it_can_be() -> None:
    hand = [*HAND, "3H"]
    assert parse_position({**ITALIAN, "phase": "over", "hands": [hand, 3, 3, 3]}).hands[0] == cards(hand)
    kept = {**ITALIAN, "hands": [hand, 3, 3, 3], "options": {"honour": "players"}}
    assert parse_position(kept).hands[0] == cards(hand)
    assert parse_position({**BRAZIL, "hands": [hand, 3, 3, 3]}).hands[0] == cards(hand)


def test_house_rules_are_given_beside_the_position_and_never_named_in_it() -> None:
    house = parse_house('base = "classic"\nmax_wilds = 2\n')
    position = parse_position({**PLAY, "rules": "house"}, house=house)
    assert position.rules.p.max_wilds == 2
    assert parse_position(format_position(position), house=house) == position
    for rules in ("house", "/etc/house.toml"):
        with pytest.raises(InvalidPosition, match=r"^rules: "):
            parse_position({**PLAY, "rules": rules})


@pytest.mark.parametrize("rules", KEYS)
def test_a_player_who_must_draw_from_an_empty_stock_and_cannot_take_ends_the_deal(rules: str) -> None:
    data = {"rules": rules, "hands": [HAND, 11, 11, 11], "pile": [], "stock": 0}
    assert parse_position(data).phase == "over"


def test_the_later_of_two_equal_keys_counts() -> None:
    assert parse_position('{"turn": 1, "turn": 2}').turn == 2
