"""The words beside the pile and for a first laying: right under every rule set, as the referee would rule."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from canasta_teach.cards import card, cards
from canasta_teach.game.attempt import Attempt
from canasta_teach.game.moves import Act
from canasta_teach.game.play import play
from canasta_teach.game.referee import judge
from canasta_teach.game.state import Position
from canasta_teach.rulebook.house import house_rules
from canasta_teach.widgets.table_signs import (
    canastas_text,
    minimum_sentence,
    minimum_short,
    pieces,
    pile_name,
    pile_signs,
    pile_text,
)
from tests.strategies import positions

OURS = [[["AH", "AD", "AC"]], []]
THEIRS = [[], [["AH", "AD", "AC"]]]


def table(rules: str = "classic", **more: Any) -> Position:
    house = more.pop("house", None)
    data = {
        "rules": rules,
        "hands": [["KH", "KD", "4C", "5C", "9S"], 6, 8, 10],
        "pile": ["KC", "9H", "7S"],
        "stock": 30,
    }
    return Position.parse({**data, **more}, house=house)


def kinds(position: Position, seat: int = 0) -> list[str]:
    return [sign["kind"] for sign in pile_signs(position, seat)]


def words(position: Position, seat: int = 0, cross: str = "") -> str:
    """All signs as one text, cards by their codes."""
    told = []
    for sign in pile_signs(position, seat, card(cross) if cross else None):
        told.append(sign["title"] + ":")
        told += [piece["words"] if "words" in piece else " ".join(piece["cards"]) for piece in sign["text"]]
    return " ".join(told)


class TestTheOpenPile:
    def test_no_wild_card_is_promised_that_the_meld_may_not_take(self) -> None:
        eights = ["8H", "8D", "8C", "8S", "2H", "2D", "JK"]
        full = table(melds=[[eights], []], pile=["8D", "9H"])
        free = table(melds=[[eights[:3]], []], pile=["8D", "9H"])
        assert "one eight and a wild card" in words(free)
        assert "one eight and a wild card" not in words(full)
        assert "your meld of eights" in words(full)
        for one in (full, free):
            held = replace(one, hands=(cards("8H 2S 4C 5C"), *one.hands[1:]))
            assert judge(held, "take with 8H 2S").legal == ("a wild card" in words(one))


class TestTheFrozenPile:
    @pytest.mark.parametrize("rules", ["goren_1949", "classic", "swedish", "italian"])
    def test_a_wild_card_in_it_freezes_it_for_everyone(self, rules: str) -> None:
        position = table(rules, pile=["KC", "2D", "7S"], melds=OURS)
        assert kinds(position) == ["frozen"]
        assert kinds(position, 1) == ["frozen"]
        assert words(position, cross="2D") == (
            "Frozen for everyone: 2D lies crosswise in it. Only two natural kings from the hand take it."
        )

    def test_nothing_freezes_the_brazilian_pile(self) -> None:
        position = table("brazilian", pile=["KC", "2D", "7S"])
        assert words(position) == "Open: Take all of it, or draw. Nothing need be laid."

    def test_a_card_that_nobody_saw_lie_down_is_not_named(self) -> None:
        assert words(table(pile={"top": "KC", "count": 5}, frozen=True)).startswith(
            "Frozen for everyone: A wild card lies crosswise in it."
        )

    def test_both_signs_stand_there_when_both_hold(self) -> None:
        position = table(pile=["3C", "2D"], melds=OURS)
        assert words(position, cross="2D") == (
            "Stopped: 3C , a black three, lies on top. The next discard lifts the stop. "
            "Frozen for everyone: 2D lies crosswise in it."
        )

    def test_a_wild_card_on_top_stops_and_freezes(self) -> None:
        position = table(pile=["2D", "KC"], melds=OURS)
        assert kinds(position) == ["stopped", "frozen"]

    def test_house_rules_without_the_freeze_have_no_such_sign(self) -> None:
        position = table(
            "house", house=house_rules("classic", "Ours", {"freezing": False}), melds=OURS, pile=["KC", "2D"]
        )
        assert kinds(position) == ["open"]


class TestASideThatHasNotMelded:
    @pytest.mark.parametrize("rules", ["classic", "swedish"])
    def test_the_pile_counts_as_frozen_for_it_and_not_for_the_others(self, rules: str) -> None:
        position = table(rules, melds=THEIRS)
        assert words(position) == (
            "Frozen for you: Your side has not melded. Only two natural kings from the hand take it."
        )
        assert kinds(position, 1) == ["open"]

    @pytest.mark.parametrize("rules", ["goren_1949", "italian"])
    def test_where_no_such_rule_is_the_pile_is_open_to_it(self, rules: str) -> None:
        assert words(table(rules)) == (
            "Open: What takes it: two kings, or one king and a wild card. With it, your laying must count 50."
        )

    def test_house_rules_can_bring_it_and_take_it_away(self) -> None:
        with_it = table("house", house=house_rules("italian", "Ours", {"frozen_unmelded": True}))
        assert kinds(with_it) == ["frozen-you"]
        without = table("house", house=house_rules("classic", "Ours", {"frozen_unmelded": False}))
        assert kinds(without) == ["open"]


class TestWhatElseStops:
    @pytest.mark.parametrize("rules", ["goren_1949", "classic", "swedish", "italian"])
    def test_a_black_three_on_top_does(self, rules: str) -> None:
        assert kinds(table(rules, pile=["3S", "KC"], melds=OURS)) == ["stopped"]

    def test_in_the_brazilian_game_it_does_not(self) -> None:
        assert kinds(table("brazilian", pile=["3S", "KC"])) == ["open"]

    def test_a_player_with_one_card_may_not_take_a_pile_of_one(self) -> None:
        position = table("brazilian", hands=[["KH"], 6, 8, 10], pile=["KC"])
        assert kinds(position) == ["stopped"]
        assert kinds(position, 1) == ["open"]

    def test_an_idle_lap_closes_the_pile_to_the_next_player(self) -> None:
        assert kinds(table("brazilian", pile=["KC"], idle_turns=4)) == ["stopped"]

    def test_a_pile_put_back_is_closed_for_this_turn(self) -> None:
        back = play(table("italian", melds=OURS, laid_before=[True, False, True, False]), "take")
        assert back.this_turn.must_draw
        assert words(back).startswith("Closed to you: You put it back")

    def test_an_empty_pile_says_so(self) -> None:
        position = table("brazilian", pile=[])
        assert kinds(position) == ["empty"]
        assert pile_text(position) == "empty"
        assert pile_name(position, pile_signs(position, 0)) == "Pile, empty"


def test_an_open_pile_names_what_takes_it() -> None:
    position = table(melds=[[["KS", "KD", "KC"]], []])
    assert words(position) == "Open: What takes it: two kings, or one king and a wild card, or your meld of kings."


def test_the_pile_is_spoken_with_its_signs() -> None:
    position = table(pile=["KC", "2D"], melds=OURS)
    name = pile_name(position, pile_signs(position, 0))
    assert name == "Pile, 2 cards, king of clubs on top. Frozen for everyone."
    assert pile_text(position) == "2 cards, K♣ on top"


@settings(deadline=None)
@given(positions(), st.integers(0, 5))
def test_no_sign_says_open_where_the_referee_names_a_rule_that_bars_the_pile(position: Position, seat: int) -> None:
    seat %= position.players
    assume(position.phase == "draw" and position.pile)
    # Of a hand without two cards of the top's rank, the referee names each rule that bars the pile.
    bare = replace(position, hands=tuple(cards("5C 5C") if s == seat else h for s, h in enumerate(position.hands)))
    assume(position.pile[0].rank != "5")
    barred = {v.rule for v in judge(replace(bare, turn=seat), "take").violations}
    told = set(kinds(replace(position, turn=seat), seat))
    assert ("frozen" in told) == ("pile.frozen" in barred)
    if "frozen" not in told:
        assert ("frozen-you" in told) == ("pile.frozen-unmelded" in barred)
    stops = {"pile.wild-top", "pile.black-three", "end.idle-lap"} & barred
    if "stopped" in told:
        assert stops or position.this_turn.must_draw or len(position.hands[seat] or ()) == 1
    else:
        assert not stops


# -- the first laying ----------------------------------------------------------------------------------------------


def needs(position: Position, side: int = 0, viewer: int = 0) -> tuple[str, str]:
    return minimum_short(position, side, viewer), minimum_sentence(position, side, viewer)


class TestTheFirstLaying:
    @pytest.mark.parametrize(
        ("rules", "score", "needed"),
        [
            ("classic", -5, 15), ("classic", 0, 50), ("classic", 1495, 50), ("classic", 1500, 90),
            ("classic", 3000, 120), ("goren_1949", -5, 50), ("goren_1949", 1500, 90), ("swedish", -5, 15),
            ("swedish", 3000, 120),
            ("italian", -5, 50), ("italian", 4000, 50),
        ],
    )  # fmt: skip
    def test_the_figure_is_that_of_the_rule_set_at_this_score(self, rules: str, score: int, needed: int) -> None:
        position = table(rules, scores=[score, 0])
        assert needs(position) == (str(needed), f"First laying must count {needed}.")

    def test_one_laying_frees_the_side(self) -> None:
        position = table(scores=[1600, 0], melds=OURS)
        assert needs(position) == ("90, met", "First laying: 90, met.")
        assert needs(position, 1) == ("50", "First laying must count 50.")

    def test_below_the_line_the_brazilian_game_asks_for_nothing(self) -> None:
        assert needs(table("brazilian", scores=[745, 0])) == ("none", "First laying: no minimum.")

    def test_each_member_of_a_vulnerable_side_owes_its_own(self) -> None:
        position = table("brazilian", scores=[750, 0])
        assert needs(position) == ("75 each", "First laying must count 75 each.")
        north = replace(position, melds=((cards("AH AD AC"),), ()), laid_before=(False, False, True, False))
        assert needs(north) == ("You 75, North met", "First laying: You 75, North met.")
        assert needs(north, 0, 1) == ("South 75, North met", "First laying: South 75, North met.")
        both = replace(north, laid_before=(True, False, True, False))
        assert needs(both) == ("75, met", "First laying: 75, met.")

    def test_after_a_laying_taken_back_it_is_ninety(self) -> None:
        hand = ["KH", "KD", "KC", "5C", "9S", "JH"]
        position = table("brazilian", scores=[750, 0], phase="play", hands=[hand, 6, 8, 10])
        assert needs(play(position, "meld KH KD KC"))[0] == "90 each"

    def test_house_rules_have_their_own_figures(self) -> None:
        steps = [{"minimum": 60}, {"from": 1000, "minimum": 100}]
        house = house_rules("italian", "Ours", {"initial_steps": steps})
        assert needs(table("house", house=house, scores=[1000, 0]))[0] == "100"


@settings(deadline=None)
@given(positions(), st.integers(0, 5))
def test_what_the_words_ask_of_a_seat_is_what_the_referee_asks(position: Position, seat: int) -> None:
    seat %= position.players
    side = position.side(seat)
    needed = Attempt(position, Act("lay"), seat).needed
    told = minimum_short(position, side, seat)
    if needed:
        assert f"{needed}" in told.replace(",", "")
    elif told:
        assert "met" in told or told == "none"


def test_canastas_are_told_with_what_going_out_still_needs() -> None:
    assert canastas_text(table(), 0, []) == "none; 1 needed to go out"
    assert canastas_text(table("brazilian"), 0, []) == "none"
    seven = [["KH", "KD", "KS", "KC", "KH", "KD", "2C"]]
    down = table(melds=[seven, []], pile=["9H"], hands=[["4C", "5C"], 6, 8, 10])
    assert canastas_text(down, 0, ["mixed"]) == "1 mixed"
    house = house_rules("classic", "Ours", {"canastas_to_go_out": 2})
    two = table("house", house=house, melds=[seven, []], pile=["9H"], hands=[["4C", "5C"], 6, 8, 10])
    assert canastas_text(two, 0, ["mixed"]) == "1 mixed; 1 more to go out"


def test_a_sentence_is_cut_where_its_cards_stand() -> None:
    assert pieces("Take {top} with {cards}", top=cards("KC"), cards=cards("KH KD")) == [
        {"words": "Take"},
        {"cards": ["KC"]},
        {"words": "with"},
        {"cards": ["KH", "KD"]},
    ]
    assert pieces("{n} of {cards}", n="two", cards=()) == [{"words": "two of"}]
