"""The hand from Python: what it shows, what can be chosen, and how it answers bad input."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from canasta_teach import rulebook
from canasta_teach.cards import labels
from canasta_teach.errors import InvalidCard, InvalidMove
from canasta_teach.i18n import speaking
from canasta_teach.widgets import Hand

DEALT = "4C KH 2D AS KS 3H JK KH"


@pytest.fixture
def hand() -> Hand:
    return Hand(DEALT)


def send(hand: Hand, message: object) -> Mapping[str, Any]:
    """What the page sends, and what it then shows and tells."""
    hand._hear(hand, message, [])
    return {**hand.view, "said": hand.said}


def codes(hand: Hand) -> str:
    return " ".join(card["code"] for card in hand.view["hand"]["cards"])


class TestWhatItShows:
    def test_by_rank_wild_cards_come_first_then_ace_king_down_to_three(self, hand: Hand) -> None:
        assert codes(hand) == "JK 2D AS KH KS KH 4C 3H"

    def test_as_dealt_the_cards_stand_as_they_were_given(self, hand: Hand) -> None:
        hand.sort("dealt")
        assert codes(hand) == DEALT
        assert hand.order == "dealt"
        assert labels(hand.cards) == "4♣ K♥ 2♦ A♠ K♠ 3♥ joker K♥"

    def test_a_rule_set_says_which_cards_are_wild(self) -> None:
        brazilian = rulebook.ruleset("brazilian")
        assert codes(Hand("KH 2D AS", rules=brazilian)) == "2D AS KH"

    def test_the_note_says_how_many_cards_and_points(self, hand: Hand) -> None:
        assert hand.view["hand"]["note"] == "8 cards, 125 points"
        assert hand.view["hand"]["name"] == "Your hand, 8 cards"

    def test_equal_cards_are_told_apart(self, hand: Hand) -> None:
        kings = [card.get("detail") for card in hand.view["hand"]["cards"] if card["code"] == "KH"]
        assert kings == ["1 of 2", "2 of 2"]

    def test_drawn_and_penalised_cards_are_marked_and_told(self) -> None:
        hand = Hand("KH KH 4C", drawn="4C", penalised="KH")
        marked = {card["code"]: card for card in hand.view["hand"]["cards"] if "mark" in card}
        assert marked["4C"]["mark"] == {"kind": "drawn", "text": "drawn"}
        assert marked["KH"]["detail"] == "1 of 2, penalised"

    def test_the_text_form_is_the_same_on_every_run(self) -> None:
        assert repr(Hand("KH 2S")) == "<Hand: 2♠ K♥>"
        assert repr(Hand("KH 2S").choose("KH")) == "<Hand: 2♠ K♥ | chosen: K♥>"
        assert repr(Hand("")) == "<Hand: no cards>"

    def test_the_view_of_forty_cards_is_json_of_less_than_eight_kilobytes(self) -> None:
        hand = Hand("KH QD JS 10C 9H 8D 7S 6C " * 5)
        assert len(hand.cards) == 40
        assert len(json.dumps(hand.view)) < 8000

    def test_in_another_language_no_word_of_ours_is_left(self, hand: Hand) -> None:
        with speaking("pseudo"):
            hand.refresh()
            view = hand.view["hand"]
        assert {card["label"] for card in view["cards"]}.isdisjoint({"joker", "king of hearts"})
        assert "card" not in view["note"] + view["name"] + view["say_none"]


class TestChoosing:
    def test_chosen_cards_are_a_trait_that_can_be_watched(self, hand: Hand) -> None:
        seen: list[str] = []
        hand.observe(lambda change: seen.append(labels(change["new"])), "chosen")
        hand.choose("4C KS")
        hand.choose()
        assert seen == ["K♠ 4♣", ""]

    def test_the_page_tells_its_choice(self, hand: Hand) -> None:
        send(hand, {"act": "choose", "cards": ["c1", "c6"]})
        assert labels(hand.chosen) == "joker K♥"

    def test_the_choice_of_the_page_is_not_sent_back_as_one_of_python(self, hand: Hand) -> None:
        before = hand.view["hand"]["picked"]["count"]
        send(hand, {"act": "choose", "cards": ["c1"]})
        assert hand.view["hand"]["picked"] == {"ids": ["c1"], "count": before}
        hand.choose("KS")
        assert hand.view["hand"]["picked"] == {"ids": ["c4"], "count": before + 1}

    def test_of_equal_cards_the_first_ones_shown_are_chosen(self, hand: Hand) -> None:
        hand.choose("KH KH")
        assert hand.view["hand"]["picked"]["ids"] == ["c1", "c7"]

    def test_sorting_keeps_the_choice(self, hand: Hand) -> None:
        hand.choose("4C KS")
        send(hand, {"act": "sort", "order": "dealt"})
        assert labels(hand.chosen) == "K♠ 4♣"
        assert hand.said["text"] == "In the order of the deal."

    def test_where_one_can_be_chosen_two_are_refused(self) -> None:
        hand = Hand(DEALT, multi=False)
        hand.choose("KH")
        with pytest.raises(InvalidMove, match="One card"):
            hand.choose("KH KS")
        assert send(hand, {"act": "choose", "cards": ["c1", "c4"]})["said"]["fault"]
        assert labels(hand.chosen) == "K♥"

    def test_an_error_of_a_watcher_is_shown_in_the_page_and_whole_in_the_log(
        self, hand: Hand, caplog: pytest.LogCaptureFixture
    ) -> None:
        def fail(_change: object) -> None:
            raise RuntimeError("the watcher fell")

        hand.observe(fail, "chosen")
        view = send(hand, {"act": "choose", "cards": ["c1"]})
        assert "RuntimeError" in view["said"]["text"]
        assert view["said"]["fault"]
        assert "the watcher fell" in caplog.text


class TestBadInput:
    def test_a_word_that_is_no_card(self) -> None:
        with pytest.raises(InvalidCard, match="KX"):
            Hand("KH KX")

    def test_choosing_a_card_that_is_not_in_the_hand(self, hand: Hand) -> None:
        with pytest.raises(InvalidMove, match="Q♥"):
            hand.choose("QH")

    def test_marking_a_card_that_is_not_in_the_hand(self) -> None:
        with pytest.raises(InvalidMove, match="Q♥"):
            Hand("KH", drawn="QH")

    def test_an_order_that_is_not_known(self, hand: Hand) -> None:
        with pytest.raises(InvalidMove, match="rank, dealt"):
            hand.sort("suit")  # type: ignore[arg-type]
        with pytest.raises(InvalidMove, match="'suit'"):
            Hand("KH", order="suit")  # type: ignore[arg-type]

    @pytest.mark.parametrize(
        "message",
        [
            None,
            {"act": "choose"},
            {"act": "choose", "cards": ["c99"]},
            {"act": "choose", "cards": "c1"},
            {"act": "sort", "order": "suit"},
            {"act": "lay"},
        ],
    )
    def test_a_message_that_makes_no_sense_is_told_and_changes_nothing(self, hand: Hand, message: object) -> None:
        before = repr(hand), codes(hand)
        view = send(hand, message)
        assert view["said"]["fault"]
        assert view["said"]["text"]
        assert (repr(hand), codes(hand)) == before


class TestTextFromOutside:
    @pytest.mark.parametrize("message", [{"act": "\ud800"}, {"act": "sort", "order": "\ud800"}, "\ud800", ["\udfff"]])
    def test_half_a_character_is_told_and_everything_can_still_be_sent(self, hand: Hand, message: object) -> None:
        said = send(hand, message)["said"]
        assert said["fault"]
        assert "half a character" in said["text"]
        assert json.dumps(hand.view, ensure_ascii=False).encode()

    def test_a_fault_that_repeats_a_long_text_is_cut(self, hand: Hand) -> None:
        hand.say("x" * 100_000, fault=True)
        hand.refresh()
        assert len(hand.said["text"]) < 1_000

    def test_a_title_with_half_a_character_can_be_sent(self) -> None:
        assert json.dumps(Hand(DEALT, title="\ud800").view, ensure_ascii=False).encode()


def test_of_a_hand_that_is_not_known_whole_no_points_are_told() -> None:
    assert Hand("KH ?? ??").view["hand"]["note"] == "3 cards"
