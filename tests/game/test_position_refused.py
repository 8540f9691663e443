"""Positions that cannot be, and data that is no position: one error, with the path of the fault."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canasta_teach.cards import cards
from canasta_teach.errors import InvalidPosition
from canasta_teach.game.position import parse_position
from canasta_teach.rulebook import ruleset
from tests.game.tables import BRAZIL, HAND, ITALIAN, KINGS, MELDED, OUT, OVER, PLAY, START
from tests.strategies import tables


def refusal(data: object) -> InvalidPosition:
    with pytest.raises(InvalidPosition) as caught:
        parse_position(data)
    return caught.value


def laid(meld: int = 0, cards: str = "KH") -> dict[str, Any]:
    return {"laid": [{"act": 0, "meld": meld, "cards": cards, "new": True}]}


def penalty(rule: str, points: int) -> list[list[dict[str, Any]]]:
    return [[{"rule": rule, "points": points}], []]


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
    ({"scores": [0]}, "scores", "1 entry, but there are 2 sides"),
    ({"scores": [0, 10**30]}, "scores[1]", "at most"),
    ({"scores": [5000, 0]}, "scores", "side 0 has 5,000 points and has won"),
    ({"rules": "brazilian", "scores": [0, 1500]}, "scores", "has won at 1,500"),
    ({"dealer": 4}, "dealer", "no seat 4"),
    ({"turn": 4}, "turn", "seats are 0 to 3"),
    ({"phase": "melding"}, "phase", "write one of draw, play, over"),
    ({"first_turn": 1}, "first_turn", "true or false is expected"),
    ({"hands": [[]]}, "hands", "1 entry, but there are 4 players"),
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
    ({**MELDED, "this_turn": laid(meld=2)}, "this_turn.laid[0].meld", "#2"),
    ({**MELDED, "this_turn": laid(cards="KS")}, "this_turn.laid[0].cards", "KS"),
    ({**MELDED, "this_turn": laid(cards="")}, "this_turn.laid[0].cards", "no card"),
    ({**MELDED, "this_turn": {"laid": [{"act": 0, "meld": 0, "cards": "KH"}]}}, "this_turn.laid[0].new", "missing"),
    ({**ITALIAN, "penalised": [["KS"], [], [], []]}, "penalised[0]", "hands[0]"),
    ({**ITALIAN, "penalised": [[], ["KS"], [], []]}, "penalised[1]", "hands[1]"),
    ({**MELDED, "penalised": [["9H"], [], [], []]}, "penalised[0]", "no cards are penalised in Classic"),
    ({**ITALIAN, "penalties": penalty("penalty.none", 5)}, "penalties[0][0].rule", "no penalty"),
    ({**ITALIAN, "penalties": penalty("turn.order", 5)}, "penalties[0][0].rule", "no penalty"),
    ({**ITALIAN, "penalties": penalty("penalty.hidden-red-three", 500)}, "penalties[0][0].rule", "do not list"),
    ({**ITALIAN, "penalties": penalty("penalty.took-without-meld", 0)}, "penalties[0][0].points", "at least 1"),
    ({**MELDED, "penalties": penalty("penalty.took-without-meld", 50)}, "penalties[0][0].rule", "Classic"),
    ({"minimum_raised": [True, False]}, "minimum_raised", "no minimum is raised"),
    ({"idle_turns": 1}, "idle_turns", "not counted"),
    ({"went_out": 0}, "went_out", "not over"),
    ({"concealed": True}, "concealed", "not over"),
    ({**OVER, "went_out": 4}, "went_out", "no seat 4"),
    ({**OVER, "went_out": 0}, "went_out", "must be empty"),
    ({**OVER, "concealed": True}, "concealed", "nobody went out"),
    ({**OVER, **OUT, "relancinho": True}, "relancinho", "no such ending"),
    ({**OVER, "rules": "brazilian", **OUT, "concealed": True}, "concealed", "no such ending"),
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
    face = data.draw(st.sampled_from(cards("KH 7S 2D JK")))
    table["stock"] = [face.code] * (rules.deck_count(face) + 1)
    table["hands"] = [2] * table["players"]
    table["pile"] = []
    for key in ("frozen", "this_turn", "penalised", "went_out", "concealed", "relancinho"):
        table.pop(key, None)
    assert refusal(table).path.startswith("stock[")
