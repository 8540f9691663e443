"""Guided deals: each is played from its start to its end through the referee, and one at fault is refused."""

from __future__ import annotations

import re

import pytest

from canasta_teach.game.referee import after, judge
from canasta_teach.game.scoring import score
from canasta_teach.game.state import Position
from canasta_teach.teach.errors import InvalidExercise
from canasta_teach.teach.guide import Guide, guide, guides, parse_guide

GOOD = """
title = "Out at once"
end = "Done."
[position]
hands = [["KH"], ["4C"], ["5C"], ["6C"]]
melds = [[["AH", "AD", "AS", "AC", "AH", "AD", "AS"]], []]
pile = ["7C"]
stock = ["9C", "9D"]
phase = "play"
[[step]]
do = "discard KH"
say = "Discard the king."
teaches = ["out.canasta"]
"""


@pytest.fixture(params=sorted(guides()))
def one(request: pytest.FixtureRequest) -> Guide:
    return guide(request.param)


def test_a_guide_is_legal_from_its_start_to_the_learners_going_out(one: Guide) -> None:
    position = one.record.start()
    for told in one.line:
        ruling = judge(position, told.text)
        assert ruling.legal, ruling.text
        assert (position.turn == one.seat) is (told.step is not None)
        position = after(position, told.text)
    assert (position.phase, position.went_out) == ("over", one.seat)
    assert score(position)[position.side(one.seat)].total > 0


def test_a_guide_finds_its_place_in_each_of_its_positions(one: Guide) -> None:
    assert [one.place(position) for position in one.positions] == list(range(len(one.line) + 1))


def test_the_first_hand_shows_every_kind_of_act_and_a_canasta_in_few_steps() -> None:
    first = guide("first-hand")
    assert 8 <= len(first.steps) <= 12
    acts = " ".join(step.do for step in first.steps)
    assert {"draw", "meld", "add", "take", "discard"} <= set(acts.split())
    assert any(len(meld) >= 7 for meld in first.positions[-1].melds[0])


def test_cards_that_the_words_name_are_on_the_table_then() -> None:
    first = guide("first-hand")
    for told, position, then in zip(first.line, first.positions, first.positions[1:], strict=False):
        if told.step is not None:
            step = first.steps[told.step]
            assert named(step.say) <= in_sight(position, first.seat), step.say
            assert named(step.then) <= in_sight(then, first.seat), step.then


def named(text: str) -> set[str]:
    signs = str.maketrans("♠♥♦♣", "SHDC")
    return {found.translate(signs) for found in re.findall(r"(?:10|[2-9AKQJ])[♠♥♦♣]", text)}


def in_sight(position: Position, seat: int) -> set[str]:
    lying = [one for some in position.melds for meld in some for one in meld]
    return {one.code for one in (*(position.hands[seat] or ()), *position.pile[:1], *lying)}


def test_the_end_tells_the_points_that_the_scorer_gives() -> None:
    first = guide("first-hand")
    sheet = score(first.positions[-1])[0]
    assert {sheet.mixed_canastas, sheet.going_out} == {int(number) for number in re.findall(r"\d+", first.end)}


def test_another_discard_leaves_the_guide_where_its_rest_can_still_be_played() -> None:
    first = guide("first-hand")
    other = after(first.positions[2], "discard 5D")
    assert first.place(other) == 3
    assert first.place(after(first.positions[2], "discard KH")) is None


def test_a_deal_that_is_over_is_the_guides_only_when_the_learner_went_out() -> None:
    other = parse_guide(GOOD)
    over = after(other.record.start(), "discard KH")
    assert other.place(over) == len(other.line)
    assert other.place(Position.parse(over.to_dict() | {"went_out": None})) is None


@pytest.mark.parametrize(
    ("text", "item", "key"),
    [
        ("title =", "", ""),
        (GOOD.replace("title", "tilte"), "", ""),
        (GOOD.replace('say = "Discard the king."', "say = 3"), "", "step[0].say"),
        (GOOD.replace("out.canasta", "out.canastas"), "step[0]", "teaches: out.canastas"),
        (GOOD.replace("discard KH", "discard QH"), "", "discard QH"),
        (GOOD.replace("discard KH", "discrad KH"), "", ""),
        (GOOD.replace('["KH"]', '["KH", "4D"]'), "", "step"),
        (GOOD.replace('["KH"]', '["KH", "4X"]'), "", ""),
        (GOOD + 'others = ["draw"]', "", "draw"),
        (re.sub(r"(?s)\[position\].*?\[\[step", "[[step", GOOD), "", "position"),
        (GOOD + '[deal]\ndeck = "KH"', "", "position"),
    ],
)
def test_a_guide_at_fault_is_refused_with_file_and_key(text: str, item: str, key: str) -> None:
    with pytest.raises(InvalidExercise) as told:
        parse_guide(text, "bad.toml")
    assert (told.value.where, told.value.item, told.value.key) == ("bad.toml", item, key)
    assert told.value.reason


def test_a_stacked_deck_can_be_the_start() -> None:
    with pytest.raises(InvalidExercise, match="deck"):
        parse_guide(re.sub(r"(?s)\[position\].*?\[\[step", '[deal]\ndeck = "KH KD"\n[[step', GOOD), "bad.toml")


def test_a_name_that_is_not_there_is_told_with_the_nearest() -> None:
    with pytest.raises(InvalidExercise, match="first-hand"):
        guide("first-hnad")
