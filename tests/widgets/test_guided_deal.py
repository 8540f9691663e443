"""The guided deal: it leads from the first draw to the end, bears other acts, and leads back."""

from __future__ import annotations

import json

import pytest

from canasta_teach import i18n
from canasta_teach.errors import InvalidMove
from canasta_teach.teach.errors import InvalidExercise
from canasta_teach.teach.guide import guide
from canasta_teach.widgets import GuidedDeal
from tests.tools.extract_words import texts as extracted
from tests.widgets.untranslated import left_in

STEPS = guide("first-hand").steps


def led(steps: int) -> GuidedDeal:
    """The guided deal after so many of the learner's steps, the others waited for where they are to act."""
    deal = GuidedDeal()
    for _ in range(steps):
        if deal.coach.kind == "wait":
            deal.show_me()
        deal.show_me()
    return deal


def test_shown_step_by_step_it_ends_with_going_out_and_a_score() -> None:
    deal = GuidedDeal()
    seen = []
    while deal.coach.kind != "end":
        if deal.coach.kind == "step":
            seen.append(deal.coach.words)
        deal.show_me()
    assert seen == [step.say for step in STEPS]
    assert deal.position.went_out == 0
    assert deal.score_sheets[0].mixed_canastas == 300
    assert deal.view["over"]
    assert deal.said["text"].count("The deal is over") == 1
    with pytest.raises(InvalidMove):
        deal.show_me()


def test_made_by_the_learner_it_goes_the_same_way() -> None:
    deal = GuidedDeal()
    for step in STEPS:
        assert deal.do(step.do).legal
        if deal.coach.kind == "wait":
            assert deal.coach.done == step.then
            deal.play_on()
    assert deal.coach.kind == "end"
    assert deal.coach.done == STEPS[-1].then


def test_cards_chosen_in_another_order_are_the_suggested_act() -> None:
    deal = led(1)
    deal.do("meld AC AD AH")
    assert deal.coach.done == STEPS[1].then


def test_what_is_refused_changes_nothing_and_the_ruling_says_why() -> None:
    deal = GuidedDeal()
    deal.do("discard 4C")
    assert deal.coach.words == STEPS[0].say
    assert "refused" in deal.coach.done
    assert deal.ruled["verdict"] == "no"
    assert deal.coach.kind == "step"


def test_another_act_that_does_not_disturb_is_told_and_the_guide_goes_on() -> None:
    deal = led(2)
    deal.do("discard 5D")
    assert deal.coach.done.startswith("You discarded 5♦.")
    assert deal.coach.kind == "wait"
    deal.play_on()
    assert deal.coach.text == STEPS[3].do


def test_an_act_that_leaves_the_guide_is_told_and_can_be_taken_back() -> None:
    deal = led(2)
    deal.do("discard KH")
    coach = deal.coach
    assert coach.kind == "away"
    assert coach.words.startswith("You discarded K♥. That is legal too")
    assert "discard 4♣" in coach.words
    deal.play_on()
    assert deal.coach.back == coach.back
    with pytest.raises(InvalidMove):
        deal.show_me()
    deal.back()
    assert deal.coach.text == STEPS[2].do
    with pytest.raises(InvalidMove):
        deal.back()


def test_undo_leads_back_as_well() -> None:
    deal = led(2)
    deal.do("discard KH")
    deal.undo()
    assert deal.coach.text == STEPS[2].do


def test_off_the_guide_the_others_play_on_to_the_end() -> None:
    deal = led(2)
    deal.do("discard KH")
    for _ in range(40):
        if deal.position.phase == "over":
            break
        if deal.position.turn == 0:
            deal.do("draw")
            if deal.position.phase == "play":
                deal.do(f"discard {deal.hand[0].code}")
        else:
            deal.play_on()
    assert deal.position.phase == "over"
    assert deal.coach.kind == "away"


def test_another_deal_is_not_guided_and_says_so() -> None:
    deal = GuidedDeal()
    deal.paste(json.dumps({"hands": [["KH", "4C"], ["5C"], ["6C"], ["7C"]], "pile": ["8C"], "stock": ["9C"]}))
    assert (deal.coach.kind, deal.coach.back) == ("away", None)
    assert "another deal" in deal.coach.words


@pytest.mark.parametrize("message", [{"act": "coach"}, {"act": "coach", "do": "win"}, {"act": "coach", "do": 3}])
def test_a_message_that_is_no_act_is_told(message: object) -> None:
    deal = GuidedDeal()
    deal._hear(deal, message, [])
    assert deal.said["fault"]
    assert deal.position == guide("first-hand").positions[0]


def test_the_page_can_ask_to_be_shown_and_led_back() -> None:
    deal = led(2)
    deal._hear(deal, {"act": "do", "verb": "discard", "cards": [first(deal, "KH")], "melds": []}, [])
    assert deal.view["coach"]["leads_back"]
    deal._hear(deal, {"act": "coach", "do": "back"}, [])
    assert not deal.view["coach"]["leads_back"]
    deal._hear(deal, {"act": "coach", "do": "show"}, [])
    assert deal.view["coach"]["kind"] == "wait"


def first(deal: GuidedDeal, code: str) -> str:
    return next(name for name, card in deal._sitting.faces.items() if card.code == code)


def test_no_other_button_stands_out_than_what_the_coach_says() -> None:
    deal = led(7)
    assert deal.coach.text == "add 2S to A"
    deal.choose("2S")
    assert [act["verb"] for act in deal.view["acts"] if act["main"]] == []
    deal._hear(deal, {"act": "main", "cards": [first(deal, "2S")], "double": False}, [])
    assert deal.said["fault"]
    assert deal.coach.text == "add 2S to A"
    deal.do("add 2S to A")
    deal.choose("5D")
    assert [act["verb"] for act in deal.view["acts"] if act["main"]] == ["discard"]
    deal._hear(deal, {"act": "main", "cards": [first(deal, "5D")], "double": False}, [])
    assert deal.coach.kind == "wait"


def test_no_card_of_others_or_of_the_stock_is_sent_to_the_page() -> None:
    deal = GuidedDeal()
    sent = json.dumps([deal.view, deal.sides, deal.rail, deal.held])
    assert '"10S"' not in sent
    assert "K♠" not in json.dumps(deal.view, ensure_ascii=False)


def test_no_word_of_the_coach_escapes_the_catalogue() -> None:
    with i18n.speaking(i18n.PSEUDO):
        deal = led(2)
        assert left_in([deal.view["coach"]]) == {}
        deal.do("discard KH")
        assert left_in([deal.view["coach"]]) == {}
    texts = {text.one for text in extracted()}
    assert {text for step in STEPS for text in (step.say, step.then)} <= texts


def test_an_unknown_guide_is_refused() -> None:
    with pytest.raises(InvalidExercise, match="first-hand"):
        GuidedDeal("first")
