"""Positions: what is read, what is filled in, what is refused with which path, and how they look elsewhere."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from canasta_teach.cards import JOKER, UNKNOWN, cards, codes
from canasta_teach.errors import InvalidPosition
from canasta_teach.game.position import format_position, parse_position, under
from canasta_teach.game.state import Laid, Penalty, Position, Turn
from canasta_teach.rulebook import KEYS, parse_house, ruleset
from tests.strategies import positions, tables

HAND = ["9H", "9C", "2S", "5H", "7D", "QS"]
KINGS, ACES, QUEENS = ["KH", "KD", "KC"], ["AH", "AD", "AC"], ["QH", "QD", "QC"]
CANASTA = ["8H", "8H", "8D", "8D", "8C", "8C", "8S"]
START: dict[str, Any] = {"hands": [HAND, 11, 11, 11], "pile": ["4C", "8D"]}
PLAY: dict[str, Any] = {**START, "phase": "play"}
MELDED: dict[str, Any] = {**PLAY, "melds": [[KINGS, ACES], [QUEENS]]}
ITALIAN: dict[str, Any] = {**MELDED, "rules": "italian"}
BRAZIL: dict[str, Any] = {**MELDED, "rules": "brazilian"}
OVER: dict[str, Any] = {**MELDED, "phase": "over"}


def read(**keys: Any) -> Position:
    return parse_position(keys)


def refusal(data: object) -> InvalidPosition:
    with pytest.raises(InvalidPosition) as caught:
        parse_position(data)
    return caught.value


# Reading and writing --------------------------------------------------------------------------------------------


@given(positions())
def test_a_position_written_is_read_back_equal(position: Position) -> None:
    data = format_position(position)
    assert parse_position(data) == position
    assert Position.parse(position.to_json()) == position
    assert format_position(parse_position(data)) == data


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
    assert refusal({**PLAY, "rules": "house"}).path == "rules"
    assert refusal({"rules": "/etc/house.toml"}).path == "rules"


@pytest.mark.parametrize("rules", [key for key in KEYS])
def test_a_player_who_must_draw_from_an_empty_stock_and_cannot_take_ends_the_deal(rules: str) -> None:
    data = {"rules": rules, "hands": [HAND, 11, 11, 11], "pile": [], "stock": 0}
    assert parse_position(data).phase == "over"


def test_the_later_of_two_equal_keys_counts() -> None:
    assert parse_position('{"turn": 1, "turn": 2}').turn == 2


# Refusals -------------------------------------------------------------------------------------------------------

REFUSED: list[tuple[dict[str, Any], str, str]] = [
    ({"hand": []}, "hand", "did you mean hands?"),
    ({"xyzzy": 1}, "xyzzy", "the keys are rules, options"),
    ({"rules": "clasic"}, "rules", "did you mean classic?"),
    ({"rules": 3}, "rules", "text is expected, not a whole number"),
    ({"options": {"jokers": 99}}, "options.jokers", ""),
    ({"options": {"jocers": 6}}, "options.jocers", "jokers"),
    ({"options": {"jokers": 10**30}}, "options", "out of every range"),
    ({"options": {"jokers": float("nan")}}, "options", "out of every range"),
    ({"options": {"jokers": {1}}}, "options", "set is not JSON data"),
    ({"options": {"\ud800": 1}}, "options", "no option"),
    ({"options": {"hand_size": [[[[[[1]]]]]]}}, "options", "too large or too deep"),
    ({"players": 7}, "players", "write one of 2, 3, 4, 5, 6"),
    ({"players": True}, "players", "a whole number is expected, not true or false"),
    ({"players": 4.0}, "players", "not a number with a decimal point"),
    ({"players": 10**30}, "players", "at most 1,000"),
    ({"players": -1}, "players", "at least 0"),
    ({"rules": "brazilian", "players": 3}, "players", "write one of 2, 4"),
    ({"scores": [0]}, "scores", "1 entries, but there are 2 sides"),
    ({"scores": [0, 10**30]}, "scores[1]", "at most"),
    ({"scores": [5000, 0]}, "scores", "side 0 has 5,000 points and has won"),
    ({"rules": "brazilian", "scores": [0, 1500]}, "scores", "has won at 1,500"),
    ({"dealer": 4}, "dealer", "no seat 4"),
    ({"turn": 4}, "turn", "seats are 0 to 3"),
    ({"phase": "melding"}, "phase", "write one of draw, play, over"),
    ({"first_turn": 1}, "first_turn", "true or false is expected"),
    ({"hands": [[]]}, "hands", "1 entries, but there are 4 players"),
    ({"hands": [["KH", "KD", "KC", "KX"], 11, 11, 11]}, "hands[0][3]", "'KX' is no card"),
    ({"hands": ["KH KX", 11, 11, 11]}, "hands[0][1]", "'KX' is no card"),
    ({"hands": [["KH", 3], 11, 11, 11]}, "hands[0][1]", "text is expected"),
    ({"hands": [1e9, 11, 11, 11]}, "hands[0]", "is expected"),
    ({"hands": [1_000_000_000, 11, 11, 11]}, "hands[0]", "at most 1,000"),
    ({"hands": [99, 11, 11, 11]}, "hands[1]", "132 cards in all"),
    ({"hands": [["KH", "KH", "KH"], 11, 11, 11]}, "hands[0][2]", "one KH too many"),
    ({"hands": [["JK"], 11, 11, 11], "rules": "brazilian"}, "hands[0][0]", "has none"),
    ({"hands": [[], 11, 11, 11]}, "hands[0]", "went out"),
    ({"hands": [["3H", "4C"], 11, 11, 11]}, "hands[0][0]", "bonus card"),
    ({**ITALIAN, "hands": [["3H", "4C"], 11, 11, 11]}, "hands[0][0]", "bonus card"),
    ({"melds": [[["KH", "QH", "JH"]], []]}, "melds[0][0]", "is no meld in Classic"),
    ({"melds": [[["KH", "KD"]], []]}, "melds[0][0]", "is no meld"),
    ({"melds": [[[]], []]}, "melds[0][0]", "no card is no meld"),
    ({"melds": [[["KH", "KD", "??"]], []]}, "melds[0][0][2]", "face up"),
    ({"melds": [[KINGS, ["KS", "KS", "2D"]], []]}, "melds[0][1]", "belongs to #0"),
    ({"melds": [[KINGS], ["KS"]]}, "melds[1][0]", "is no meld"),
    ({"melds": [KINGS, []]}, "melds[0][0]", "is no meld"),
    ({"melds": [[KINGS]]}, "melds", "there are 2 sides"),
    ({**MELDED, "concealed_melds": [[0], []]}, "concealed_melds[0]", "no concealed canastas in Classic"),
    ({**MELDED, "rules": "swedish", "concealed_melds": [[0], []]}, "concealed_melds[0]", "no canasta"),
    ({**MELDED, "rules": "swedish", "concealed_melds": [[5], []]}, "concealed_melds[0]", "no meld #5"),
    ({"red_threes": [["3S"], []]}, "red_threes[0][0]", "no red three"),
    ({"red_threes": [["3H", "3H", "3H"], []]}, "red_threes[0][2]", "one 3H too many"),
    ({"rules": "brazilian", "red_threes": [["3H"], []]}, "red_threes[0][0]", "no bonus cards"),
    ({"pile": ["??", "KH"]}, "pile[0]", "face up"),
    ({"pile": ["3H"]}, "pile[0]", "covered"),
    ({"pile": {"top": "KH"}}, "pile.count", "missing"),
    ({"pile": {"top": "KH", "count": 0}}, "pile.count", "at least 1"),
    ({"pile": {"top": "KX", "count": 2}}, "pile.top", "is no card"),
    ({"pile": {"top": "KH", "count": 2, "size": 2}}, "pile.size", "unknown key"),
    ({"pile": {"top": "KH", "count": 109}}, "pile", "109 cards in all"),
    ({"stock": 109}, "stock", "109 cards in all"),
    ({**START, "stock": 68}, "stock", "109 cards in all"),
    ({"stock": ["KH", "KH", "KH"]}, "stock[2]", "one KH too many"),
    ({"pile": ["4C", "2D"], "frozen": False}, "frozen", "pile[1] is 2D"),
    ({"pile": ["4C", "8D"], "frozen": True}, "frozen", "no wild card"),
    ({"pile": [], "frozen": True}, "frozen", "no wild card"),
    ({"rules": "brazilian", "pile": ["2D"], "frozen": True}, "frozen", "no pile is frozen"),
    ({"frozen": None}, "frozen", "not null"),
    ({"laid_before": [True]}, "laid_before", "there are 4 players"),
    ({**PLAY, "permission": "maybe"}, "permission", "write one of null, asked, yes, no"),
    ({**PLAY, "players": 3, "hands": [HAND, 11, 11], "permission": "asked"}, "permission", "no partner"),
    ({**BRAZIL, "permission": "asked"}, "permission", "nobody asks"),
    ({**START, "permission": "asked"}, "permission", "after drawing"),
    ({**START, "this_turn": {"drawn": "9H"}}, "this_turn.drawn", "phase draw"),
    ({**START, "this_turn": {"took_pile": True}}, "this_turn.took_pile", "phase draw"),
    ({**PLAY, "this_turn": {"must_draw": True}}, "this_turn.must_draw", "drawn already"),
    ({**PLAY, "this_turn": {"drawn": "9S"}}, "this_turn.drawn", "9S must be listed in hands[0]"),
    ({**PLAY, "this_turn": {"drew": "9S"}}, "this_turn.drew", "did you mean drawn?"),
    ({**MELDED, "this_turn": {"laid": [{"act": 0, "meld": 2, "cards": "KH", "new": True}]}}, "this_turn.laid[0].meld", "#2"),
    ({**MELDED, "this_turn": {"laid": [{"act": 0, "meld": 0, "cards": "KS", "new": True}]}}, "this_turn.laid[0].cards", "KS"),
    ({**MELDED, "this_turn": {"laid": [{"act": 0, "meld": 0, "cards": "", "new": True}]}}, "this_turn.laid[0].cards", "no card"),
    ({**MELDED, "this_turn": {"laid": [{"act": 0, "meld": 0, "cards": "KH"}]}}, "this_turn.laid[0].new", "missing"),
    ({**ITALIAN, "penalised": [["KS"], [], [], []]}, "penalised[0]", "hands[0]"),
    ({**ITALIAN, "penalised": [[], ["KS"], [], []]}, "penalised[1]", "hands[1]"),
    ({**MELDED, "penalised": [["9H"], [], [], []]}, "penalised[0]", "no cards are penalised in Classic"),
    ({**ITALIAN, "penalties": [[{"rule": "penalty.none", "points": 5}], []]}, "penalties[0][0].rule", "no penalty"),
    ({**ITALIAN, "penalties": [[{"rule": "turn.order", "points": 5}], []]}, "penalties[0][0].rule", "no penalty"),
    ({**ITALIAN, "penalties": [[{"rule": "penalty.hidden-red-three", "points": 500}], []]}, "penalties[0][0].rule", "do not list"),
    ({**ITALIAN, "penalties": [[{"rule": "penalty.took-without-meld", "points": 0}], []]}, "penalties[0][0].points", "at least 1"),
    ({**MELDED, "penalties": [[{"rule": "penalty.took-without-meld", "points": 50}], []]}, "penalties[0][0].rule", "Classic"),
    ({"minimum_raised": [True, False]}, "minimum_raised", "no minimum is raised"),
    ({"idle_turns": 1}, "idle_turns", "not counted"),
    ({"went_out": 0}, "went_out", "not over"),
    ({"concealed": True}, "concealed", "not over"),
    ({**OVER, "went_out": 4}, "went_out", "no seat 4"),
    ({**OVER, "went_out": 0}, "went_out", "must be empty"),
    ({**OVER, "concealed": True}, "concealed", "nobody went out"),
    ({**OVER, "hands": [[], 1, 1, 1], "went_out": 0, "relancinho": True}, "relancinho", "no such ending"),
    ({**OVER, "rules": "brazilian", "hands": [[], 1, 1, 1], "went_out": 0, "concealed": True}, "concealed", "no such ending"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("data", "path", "words"), REFUSED, ids=[f"{path}-{i}" for i, (_, path, _) in enumerate(REFUSED)]
)
def test_a_position_that_cannot_be_is_refused_with_the_path_of_the_fault(
    data: dict[str, Any], path: str, words: str
) -> None:
    error = refusal(data)
    assert error.path == path
    assert words in error.reason
    assert str(error) == f"{path}: {error.reason}"


@pytest.mark.parametrize(
    "data",
    [
        "", "[]", "3", "null", '"draw"', "{", '{"turn": NaN}', '{"turn": 1e999}', '{"turn": 1} x', "\x00", "\ud800",
        '{"pile": "\ud800"}', '{"pile": "\\ud800"}', b"\xff", b'{"pile": "\xff"}', {1: 2}, {"\ud800": 1},
        {"pile": "\ud800"}, {"pile": {1: 2}}, {"options": {1: 2}}, [], None, 3, object(), " " * 1_000_001,
        '{"options": {"a": ' + "[" * 100_000, '{"options": {"a": ' + "[" * 900 + "]" * 900 + "}}",
        '{"melds": ' + "[" * 100_000 + "]" * 100_000 + "}", '{"turn": ' + "9" * 5000 + "}",
    ],
    ids=lambda data: ascii(data)[:24],
)  # fmt: skip
def test_what_is_no_position_at_all_is_refused_by_one_clear_error(data: object) -> None:
    error = refusal(data)
    assert error.reason
    assert len(str(error)) < 500


def test_an_object_that_holds_itself_is_refused() -> None:
    options: dict[str, Any] = {}
    options["jokers"] = options
    assert refusal({"options": options}).path == "options"


@given(tables(), st.data())
def test_a_card_more_than_the_deck_has_is_refused_wherever_it_lies(table: dict[str, Any], data: st.DataObject) -> None:
    rules = ruleset(table["rules"], table.get("options"))
    face = data.draw(st.sampled_from([c for c in (*cards("KH 7S 2D"), JOKER)]))
    table["stock"] = [face.code] * (rules.deck_count(face) + 1)
    table["hands"] = [2] * table["players"]
    table["pile"] = []
    for key in ("frozen", "this_turn", "penalised", "went_out", "concealed", "relancinho"):
        table.pop(key, None)
    assert refusal(table).path.startswith("stock[")


# Elsewhere ------------------------------------------------------------------------------------------------------


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
