"""The meld tray from Python: what it shows, what it does, and how it answers bad input."""

from __future__ import annotations

import json
from collections.abc import Mapping
from html import unescape
from typing import Any

import pytest

from canasta_teach.cards import labels
from canasta_teach.errors import InvalidCard, InvalidMove, InvalidPosition
from canasta_teach.game.referee import judge
from canasta_teach.game.state import Position
from canasta_teach.i18n import PSEUDO, speaking
from canasta_teach.static_html import as_html
from canasta_teach.widgets import MeldTray
from tests.widgets.channel import Channel

HAND = "KH KS KD QH QC 2S AH AD AC 9S 7D 4C"


@pytest.fixture
def tray() -> MeldTray:
    return MeldTray(hand=HAND, score=1600)


def send(tray: MeldTray, message: object) -> Mapping[str, Any]:
    """What the page sends, and what it then shows and tells."""
    tray._hear(tray, message, [])
    return {**tray.view, "said": tray.said}


def ids(tray: MeldTray, codes: str) -> list[str]:
    """Ids of hand cards with these codes, each taken once."""
    free = list(tray.view["hand"]["cards"])
    found = []
    for code in codes.split():
        one = next(card for card in free if card["code"] == code)
        free.remove(one)
        found.append(one["id"])
    return found


class TestWhatItShows:
    def test_the_text_form_is_the_same_on_every_run(self) -> None:
        texts = {repr(MeldTray(hand="4H 4D 2C", rules="classic", melds="AH AD AC")) for _ in range(2)}
        assert texts == {"<MeldTray: 2♣ 4♥ 4♦ | 0 points on the trays>"}

    def test_the_count_and_the_need_stand_in_the_text_form(self, tray: MeldTray) -> None:
        tray.put("KH KS KD").put("QH QC 2S")
        assert repr(tray) == "<MeldTray: A♥ A♦ A♣ 9♠ 7♦ 4♣ | 70 of 90 points on the trays>"

    def test_the_plain_page_names_the_cards_and_escapes_its_texts(self) -> None:
        shown = MeldTray(hand="4H 4D 2C", melds="AH AD AC").static_html()
        assert "4♥ 4♦" in shown
        assert "A♥ A♦ A♣" in shown
        assert as_html(["<b>", "&"]) == '<div class="canasta-static"><strong>&lt;b&gt;</strong><div>&amp;</div></div>'

    def test_a_notebook_gets_text_plain_page_and_widget(self, tray: MeldTray) -> None:
        bundle, _metadata = tray._repr_mimebundle_()
        assert bundle["text/plain"] == repr(tray)
        assert labels(tray.hand) in unescape(bundle["text/html"])
        assert bundle["application/vnd.jupyter.widget-view+json"]["model_id"] == tray.model_id

    def test_the_view_is_json(self, tray: MeldTray) -> None:
        tray.put("KH KS KD")
        tray.lay()
        assert json.loads(json.dumps(tray.view)) == tray.view

    def test_one_widget_model_holds_the_whole_tray(self, tray: MeldTray) -> None:
        assert {name for name in tray.keys if not name.startswith("_")} == {
            *("layout", "tabbable", "tooltip"),
            *("view", "said", "rulings", "ruled", "further", "beside", "page"),
        }

    def test_equal_cards_are_told_apart(self) -> None:
        tray = MeldTray(hand="KH KH 2S 4C", melds="AH AD AC")
        assert [card.get("detail") for card in tray.view["hand"]["cards"]] == [None, "1 of 2", "2 of 2", None]

    def test_the_hand_is_in_the_order_wild_ace_king_to_four_three(self) -> None:
        tray = MeldTray(hand="3S 4C 10H KH AS 2D JK", melds="QH QD QC")
        assert labels(tray.hand) == "joker 2♦ A♠ K♥ 10♥ 4♣ 3♠"

    def test_a_canasta_on_the_table_is_squared_and_named(self) -> None:
        tray = MeldTray(hand="4H 5C", melds="KH KH KD KS KS KC 2S")
        [meld] = tray.view["table"]["melds"]
        assert meld["squared"]
        assert (meld["label"], meld["note"]) == ("Kings", "mixed canasta, 7 cards")
        assert meld["top"] in ("KS", "KC")

    def test_a_wild_card_in_a_run_says_what_it_stands_for(self) -> None:
        tray = MeldTray(hand="4H 5C", rules="brazilian", melds="8H 2S 6H 5H")
        [meld] = tray.view["table"]["melds"]
        assert [(card["code"], card["as"]) for card in meld["cards"]] == [
            ("5H", None),
            ("6H", None),
            ("2S", "as 7"),
            ("8H", None),
        ]

    def test_the_meter_says_what_is_missing(self, tray: MeldTray) -> None:
        tray.put("KH KS KD").put("QH QC 2S")
        lay = tray.view["lay"]
        assert (lay["value"], lay["needed"], lay["text"]) == (70, 90, "70 of 90, 20 short")
        assert [part["text"] for part in lay["parts"]] == ["kings 30", "queens with the two 40"]


class TestLaying:
    def test_a_refused_laying_names_the_rule_and_changes_nothing(self, tray: MeldTray) -> None:
        before = tray.position
        laying = tray.lay("KH KS KD / QH QC 2S")
        assert not laying.legal
        assert laying.ruling.rules == ("initial.minimum",)
        assert tray.position is before
        assert [labels(some) for some in tray.trays] == ["K♥ K♠ K♦", "Q♥ Q♣ 2♠"]

    def test_the_result_prints_the_ruling_with_its_rule_ids(self, tray: MeldTray) -> None:
        shown = repr(tray.lay("KH KS KD / QH QC 2S"))
        assert "initial.minimum" in shown
        assert "90" in shown
        assert "70" in shown

    def test_the_result_breaks_lines_between_words(self, tray: MeldTray) -> None:
        laying = tray.lay("9S 7D 4C")
        shown = repr(laying)
        assert shown.split() == laying.ruling.text.split()
        assert max(map(len, shown.splitlines())) <= 84

    def test_a_legal_laying_moves_the_cards_to_the_table(self, tray: MeldTray) -> None:
        laying = tray.lay("KH KS KD / AH AD AC")
        assert laying.legal
        assert [labels(meld) for meld in tray.position.melds[0]] == ["K♥ K♠ K♦", "A♥ A♦ A♣"]
        assert labels(tray.hand) == "2♠ Q♥ Q♣ 9♠ 7♦ 4♣"
        assert tray.trays == ()

    def test_what_the_tray_holds_is_what_the_position_holds(self, tray: MeldTray) -> None:
        tray.lay("KH KS KD / AH AD AC")
        held = tray.position.hands[0]
        assert held is not None
        assert sorted(held) == sorted(tray.hand)

    def test_laying_is_judged_by_the_referee_alone(self, tray: MeldTray) -> None:
        for text in ("KH KS KD", "KH KS KD / AH AD AC", "9S 7D 4C", "QH QC 2S / AH AD AC"):
            own = judge(tray.reset().position, f"meld {text}")
            assert tray.lay(text).ruling.to_dict() == own.to_dict()

    def test_cards_are_added_to_a_meld_by_its_name(self) -> None:
        tray = MeldTray(hand="KS QS 5H 8C", melds="KH KD KC")
        assert tray.lay("add KS to K").legal
        assert labels(tray.position.melds[0][0]) == "K♥ K♦ K♣ K♠"

    def test_cards_not_held_are_refused_by_the_referee_and_stay_off_the_trays(self, tray: MeldTray) -> None:
        laying = tray.lay("JH JD JC")
        assert "turn.cards-in-hand" in laying.ruling.rules
        assert tray.trays == ()

    def test_asking_the_referee_leaves_the_tray_as_it_is(self, tray: MeldTray) -> None:
        tray.lay("KH KS KD / AH AD AC")
        before = repr(tray)
        assert not tray.judge("KH KS KD").legal
        assert tray.judge("KH KS KD / AH AD AC").legal
        assert repr(tray) == before

    def test_wild_cards_stand_behind_the_natural_ones_on_a_tray(self, tray: MeldTray) -> None:
        tray.put("2S QH").put("QC", tray=0)
        assert [labels(some) for some in tray.trays] == ["Q♥ Q♣ 2♠"]

    def test_undo_takes_a_laying_back_and_reset_begins_again(self, tray: MeldTray) -> None:
        start = repr(tray)
        tray.put("KH KS KD").put("AH AD AC").lay()
        assert tray.position.melds[0]
        tray.undo()
        assert not tray.position.melds[0]
        assert len(tray.trays) == 2
        tray.undo().undo()
        assert repr(tray) == start
        tray.lay("KH KS KD / AH AD AC")
        assert repr(tray.reset()) == start


class TestThePage:
    def test_the_mouse_does_what_code_does(self, tray: MeldTray) -> None:
        by_code = MeldTray(hand=HAND, score=1600).lay("KH KS KD / QH QC 2S").ruling.text
        send(tray, {"act": "put", "cards": ids(tray, "KH KS KD")})
        send(tray, {"act": "put", "cards": ids(tray, "QH QC")})
        send(tray, {"act": "put", "cards": ids(tray, "2S"), "tray": 1})
        view = send(tray, {"act": "lay"})
        assert tray.ruling is not None
        assert tray.ruling.text == by_code
        assert tray.ruled["word"] == "Refused"
        assert view["said"]["text"].startswith("Refused. 1 rule broken.")

    def test_a_refused_laying_is_answered_in_one_message_without_what_stayed_as_it_was(self, tray: MeldTray) -> None:
        tray.put("KH KS KD").put("QH QC")
        tray.comm = channel = Channel()
        send(tray, {"act": "lay"})
        assert [set(state) for state in channel.states] == [{"ruled", "further", "said", "rulings"}]
        # The same again is told again, though the ruling on the page is the one that there is.
        send(tray, {"act": "lay"})
        assert [set(state) for state in channel.states[1:]] == [{"said", "rulings"}]

    def test_a_legal_laying_is_answered_with_its_ruling_first(self, tray: MeldTray) -> None:
        tray.put("KH KS KD").put("QH QC 2S").put("AH AD AC")
        tray.comm = channel = Channel()
        send(tray, {"act": "lay"})
        assert [set(state) for state in channel.states] == [{"ruled", "further"}, {"view", "said", "rulings"}]

    def test_a_very_long_ruling_stays_small_beside_what_is_told_of_it(self) -> None:
        pairs = "6D KD / 6H 8S / 9S 4S / 8C 5C / QS JK / 10D QD / JC 2D / 7H KC / 6S JD / 9H 4D / 5H AS"
        tray = MeldTray(hand=pairs.replace("/", ""), rules="swedish")
        for pair in pairs.split(" / "):
            tray.put(pair)
        tray.comm = channel = Channel()
        tray.lay()
        assert [set(state) for state in channel.states] == [{"ruled", "said", "rulings"}, {"further"}]
        assert max(len(json.dumps(state, ensure_ascii=False).encode()) for state in channel.states) < 7_400

    def test_a_choice_an_order_and_a_language_are_drawn_after_a_ruling(self, tray: MeldTray) -> None:
        tray.put("KH KS KD").lay()
        seen = [tray.view, tray.choose("QH").view, tray.sort("dealt").view]
        with speaking(PSEUDO):
            tray.refresh()
        seen.append(tray.view)
        assert len({json.dumps(view, sort_keys=True) for view in seen}) == 4

    def test_a_tray_for_a_meld_says_for_which_whatever_lies_on_it(self) -> None:
        tray = MeldTray(hand="KH KS KD 2C 4C", melds="AH AD AC / QH QD QC").put("KH KS", meld=0)
        [item] = tray.view["trays"]["items"]
        assert (item["label"], item["note"]) == ("To the aces", "2 natural")
        assert item["name"] == "Tray 1: To the aces, 2 natural, 20 points"
        assert tray.said["text"].startswith("2 cards put on tray 1, aces.")
        assert tray.view["lay"]["button"] == "Lay the aces"
        tray.lay()
        words = [piece["words"] for act in tray.ruled["move"] for piece in act["pieces"] if "words" in piece]
        assert words[-1] == "the aces"

    def test_what_is_told_when_python_is_gone_is_sent_ahead(self, tray: MeldTray) -> None:
        assert tray.view["lost"] == "Python was restarted: run this cell again."

    def test_a_refusal_shows_rule_message_figures_citation_and_the_other_books(self, tray: MeldTray) -> None:
        tray.lay("KH KS KD / QH QC 2S")
        ruling = tray.ruled
        [broken] = ruling["broken"]
        assert broken["rule"] == "initial.minimum"
        assert broken["title"]
        assert broken["message"]
        assert ["needed", "90"] in broken["facts"]
        assert ["counted", "70"] in broken["facts"]
        assert broken["citation"]["words"] == "stated"
        assert "Classic" in broken["citation"]["where"]
        titles = [chip["title"] for chip in tray.further["elsewhere"]["chips"]]
        assert titles == ["Classic", "Goren", "Swedish", "Italian", "Brazilian"]

    def test_a_borrowed_rule_says_who_lends_it(self) -> None:
        tray = MeldTray(hand=HAND, rules="swedish", score=1600)
        tray.lay("KH KS KD / QH QC 2S")
        [broken] = tray.ruled["broken"]
        assert broken["citation"]["words"] == "borrowed from Classic"

    def test_a_price_is_shown_with_the_ruling(self) -> None:
        tray = MeldTray(hand="KH KS KD 4C 5C 9D", rules="brazilian", score=800)
        tray.lay("KH KS KD")
        assert any("90" in note for note in tray.ruled["notes"])

    def test_the_last_cards_laid_leave_an_empty_hand_and_a_tray_that_still_answers(self) -> None:
        tray = MeldTray(hand="KH KS KD", melds="QH QH QD QD QS QC QC")
        assert tray.lay("KH KS KD").legal
        assert tray.view["hand"]["cards"] == []
        assert not tray.lay("KC KC KD").legal

    def test_a_card_is_taken_off_and_an_empty_tray_goes(self, tray: MeldTray) -> None:
        send(tray, {"act": "put", "cards": ids(tray, "KH KS")})
        kings = [card["id"] for card in tray.view["trays"]["items"][0]["cards"]]
        send(tray, {"act": "off", "cards": kings[:1]})
        assert [labels(some) for some in tray.trays] == ["K♠"]
        send(tray, {"act": "off", "cards": kings[1:]})
        assert tray.trays == ()

    def test_cards_put_for_a_meld_on_the_table_are_added_to_it(self) -> None:
        tray = MeldTray(hand="4H 5C 6D", rules="brazilian", melds="5H 6H 7H / 9C 9D 9S")
        send(tray, {"act": "put", "cards": ids(tray, "4H"), "meld": 0})
        send(tray, {"act": "lay"})
        assert tray.ruling is not None
        assert tray.ruling.legal
        assert len(tray.position.melds[0][0]) == 4

    def test_nothing_on_the_trays_is_said_and_not_judged(self, tray: MeldTray) -> None:
        view = send(tray, {"act": "lay"})
        assert view["said"]["fault"]
        assert tray.ruling is None

    @pytest.mark.parametrize(
        "message",
        [
            None,
            7,
            [],
            {},
            {"act": "cheat"},
            {"act": "put"},
            {"act": "put", "cards": "c0"},
            {"act": "put", "cards": []},
            {"act": "put", "cards": ["nowhere"]},
            {"act": "put", "cards": ["c0", "c0"]},
            {"act": "put", "cards": ["c0"], "tray": 5},
            {"act": "put", "cards": ["c0"], "meld": 5},
            {"act": "put", "cards": ["c0"], "tray": -1},
            {"act": "put", "cards": ["c0"], "html": "<b>"},
            {"act": "off", "cards": ["c0"]},
            {"act": "undo"},
            {"act": "lay", "legal": True},
        ],
    )
    def test_a_message_that_makes_no_sense_is_told_and_changes_nothing(self, tray: MeldTray, message: object) -> None:
        before = repr(tray)
        view = send(tray, message)
        assert view["said"]["fault"]
        assert view["said"]["text"]
        assert repr(tray) == before

    def test_an_error_nobody_foresaw_is_shown_in_the_page_and_whole_in_the_log(
        self, tray: MeldTray, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        def fail(*_args: object) -> None:
            raise RuntimeError("the tray fell")

        monkeypatch.setattr(tray, "_undo", fail)
        view = send(tray, {"act": "undo"})
        assert view["said"]["fault"]
        assert "RuntimeError" in view["said"]["text"]
        assert "the tray fell" in caplog.text

    def test_the_same_words_twice_are_a_change(self, tray: MeldTray) -> None:
        first = send(tray, {"act": "lay"})["said"]
        second = send(tray, {"act": "lay"})["said"]
        assert first["text"] == second["text"]
        assert first != second


class TestTheHand:
    def test_chosen_cards_are_a_trait_that_can_be_watched(self, tray: MeldTray) -> None:
        seen: list[str] = []
        tray.observe(lambda change: seen.append(labels(change["new"])), "chosen")
        tray.choose("KD AH")
        send(tray, {"act": "choose", "cards": ids(tray, "9S")})
        assert seen == ["A♥ K♦", "9♠"]

    def test_chosen_cards_that_go_to_a_tray_are_chosen_no_more(self, tray: MeldTray) -> None:
        tray.choose("KH 9S").put("KH KS KD")
        assert labels(tray.chosen) == "9♠"

    def test_the_hand_is_sorted_by_rank_or_as_dealt(self, tray: MeldTray) -> None:
        tray.sort("dealt")
        assert labels(tray.hand) == "K♥ K♠ K♦ Q♥ Q♣ 2♠ A♥ A♦ A♣ 9♠ 7♦ 4♣"
        assert [card["code"] for card in tray.view["hand"]["cards"]] == HAND.split()

    def test_cards_move_from_tray_to_tray(self, tray: MeldTray) -> None:
        tray.put("KH KS 2S").put("QH QC")
        two = next(card["id"] for card in tray.view["trays"]["items"][0]["cards"] if card["code"] == "2S")
        send(tray, {"act": "put", "cards": [two], "tray": 1})
        assert [labels(some) for some in tray.trays] == ["K♥ K♠", "Q♥ Q♣ 2♠"]

    def test_cards_put_with_their_like_join_the_tray_of_their_rank(self, tray: MeldTray) -> None:
        send(tray, {"act": "put", "cards": ids(tray, "KH"), "like": True})
        send(tray, {"act": "put", "cards": ids(tray, "QH"), "like": True})
        send(tray, {"act": "put", "cards": ids(tray, "KS KD"), "like": True})
        assert [labels(some) for some in tray.trays] == ["K♥ K♠ K♦", "Q♥"]

    def test_drawn_and_penalised_cards_are_marked(self) -> None:
        tray = MeldTray(
            {
                "rules": "italian",
                "phase": "play",
                "hands": ["KH KS KD 4C 5C", 11, 11, 11],
                "penalised": ["4C", [], [], []],
                "this_turn": {"drawn": ["KD"]},
            }
        )
        marks = {card["code"]: card["mark"]["kind"] for card in tray.view["hand"]["cards"] if "mark" in card}
        assert marks == {"KD": "drawn", "4C": "penalised"}


class TestRuns:
    def test_a_wild_card_on_a_tray_wears_the_card_that_it_stands_for(self) -> None:
        tray = MeldTray(hand="4H 6H 2S 9D", rules="brazilian").put("6H 2S 4H")
        [item] = tray.view["trays"]["items"]
        assert [(card["code"], card.get("as")) for card in item["cards"]] == [
            ("4H", None),
            ("2S", "as 5"),
            ("6H", None),
        ]
        assert item["cards"][1]["label"] == "two of spades, as 5"
        assert (item["label"], item["note"]) == ("Run in hearts", "2 natural, 1 wild, 4 to 6")

    def test_a_two_in_its_own_place_stands_for_itself(self) -> None:
        tray = MeldTray(hand="2H 3H 4H 9D", rules="brazilian").put("2H 3H 4H")
        [item] = tray.view["trays"]["items"]
        assert [card.get("as") for card in item["cards"]] == [None, None, None]
        assert item["note"] == "3 natural, 2 to 4"

    def test_a_wild_card_added_to_a_run_wears_its_place_in_the_whole_run(self) -> None:
        tray = MeldTray(hand="2S 9H 9D 4C", rules="brazilian", melds="5H 6H 7H").put("9H 2S", meld=0)
        [item] = tray.view["trays"]["items"]
        assert [(card["code"], card.get("as")) for card in item["cards"]] == [("2S", "as 8"), ("9H", None)]
        assert tray.lay().legal
        assert tray.view["table"]["melds"][0]["note"] == "5 cards, 1 wild, 5 to 9"

    def test_a_natural_run_shows_no_red_card_where_it_has_none(self) -> None:
        tray = MeldTray(hand="4H 5C", rules="brazilian", melds="5S 6S 7S 8S 9S 10S JS")
        [meld] = tray.view["table"]["melds"]
        assert meld["squared"]
        assert meld["note"] == "natural canasta, 7 cards, 5 to J"


class TestTheRuling:
    def test_the_mend_is_laid_at_a_press(self, tray: MeldTray) -> None:
        tray.lay("KH KS KD / QH QC 2S")
        assert tray.further["mend"]["button"]
        send(tray, {"act": "mend"})
        assert tray.ruling is not None
        assert tray.ruling.legal
        assert len(tray.position.melds[0]) == 3

    def test_one_undo_of_a_mend_leads_back_to_the_trays_that_the_learner_made(self, tray: MeldTray) -> None:
        tray.put("KH KS KD").put("QH QC 2S")
        tray.lay()
        made = tray.trays
        send(tray, {"act": "mend"})
        assert tray.ruling is not None
        assert tray.ruling.legal
        tray.undo()
        assert tray.trays == made
        assert not tray.position.melds[0]
        tray.undo()
        assert len(tray.trays) == 1

    def test_a_laying_by_text_is_taken_back_at_once(self, tray: MeldTray) -> None:
        start = repr(tray)
        assert tray.lay("KH KS KD / AH AD AC").legal
        assert repr(tray.undo()) == start

    def test_without_a_mend_the_press_is_told_and_changes_nothing(self, tray: MeldTray) -> None:
        with pytest.raises(InvalidMove, match="legal"):
            tray.mend()
        tray.lay("KH KS KD / AH AD AC")
        assert send(tray, {"act": "mend"})["said"]["fault"]

    def test_a_mend_that_does_more_than_lay_has_no_button(self) -> None:
        tray = MeldTray({"rules": "classic", "phase": "draw", "hands": ["KH KS KD 4C 5C", 11, 11, 11]})
        tray.lay("KH KS KD")
        assert tray.ruling is not None
        assert "turn.draw-first" in tray.ruling.rules
        assert not (tray.further["mend"] or {}).get("button")

    def test_nothing_of_the_ruling_before_it_is_ever_shown_with_a_new_one(self, tray: MeldTray) -> None:
        tray.lay("KH KS KD / QH QC 2S")
        seen: list[tuple[str, bool]] = []
        tray.observe(lambda _: seen.append((tray.ruled["word"], tray.further.get("mend") is not None)), ["ruled"])
        tray.mend()
        assert seen == [("Legal", False)]
        assert tray.further["mend"] is None

    def test_the_other_books_and_the_rule_open_in_the_tray(self, tray: MeldTray) -> None:
        tray.lay("KH KS KD / QH QC 2S")
        send(tray, {"act": "book", "key": "italian"})
        assert tray.beside["key"] == "italian"
        send(tray, {"act": "rule", "rule": "initial.minimum", "place": "broken-0"})
        assert tray.page["rule"] == "initial.minimum"
        send(tray, {"act": "close"})
        send(tray, {"act": "close"})
        assert (tray.beside, tray.page) == ({}, {})

    def test_asked_without_a_ruling_the_tray_says_so(self, tray: MeldTray) -> None:
        assert send(tray, {"act": "book", "key": "italian"})["said"]["fault"]

    def test_each_message_to_the_page_is_less_than_eight_kilobytes(self) -> None:
        hand = "KH KS KD QH QC QD JH JS JD 10H 10C 10D 9H 9S 8D 8C 7H 7S 6D 6C 5H 5S 4D 4C 2S 2D JK"
        tray = MeldTray(hand=hand, score=1600).put("KH KS KD").put("8D 8C 2S").put("4D 4C JK")
        tray.lay("9H 9S 2D 5H / 4D 4C JK")
        for name in ("view", "ruled", "further", "beside", "page"):
            assert len(json.dumps(getattr(tray, name))) < 8000, name


class TestPrices:
    SHORT: Mapping[str, Any] = {"hand": "KH KS KD 4C 5C 9D", "rules": "brazilian", "score": 800}

    def test_an_irregular_laying_is_explained_and_changes_nothing(self) -> None:
        tray = MeldTray(**self.SHORT)
        before = tray.position
        laying = tray.lay("KH KS KD")
        assert laying.ruling.consequence is not None
        assert not laying.paid
        assert tray.position is before

    def test_a_tray_that_honours_prices_applies_what_the_rules_price(self) -> None:
        tray = MeldTray(**self.SHORT, honour_prices=True)
        laying = tray.lay("KH KS KD")
        assert laying.paid
        assert tray.position.minimum_raised[0]
        assert tray.view["lay"]["needed"] == 90
        assert any("This table plays by its prices" in note for note in tray.ruled["notes"])
        assert tray.said["text"].startswith("Refused.")
        assert not tray.undo().position.minimum_raised[0]

    def test_it_applies_nothing_that_the_rules_do_not_price(self, tray: MeldTray) -> None:
        priced = MeldTray(hand=HAND, score=1600, honour_prices=True)
        before = priced.position
        assert not priced.lay("KH KS KD / QH QC 2S").paid
        assert priced.position is before

    def test_a_laying_out_of_turn_costs_points_in_the_italian_game(self) -> None:
        position = {"rules": "italian", "turn": 1, "phase": "play", "hands": ["KH KS KD AH AD AC 4C", 11, 11, 11]}
        tray = MeldTray(position, seat=0, honour_prices=True)
        laying = tray.put("KH KS KD").lay()
        assert laying.paid
        [penalty] = tray.position.penalties[0]
        assert penalty.rule == "penalty.melded-out-of-turn"
        assert f"Penalties in this deal: {penalty.points} points." in tray.view["head"]["sub"]


class TestPasting:
    def test_a_position_that_is_pasted_is_set_up_and_undo_brings_the_old_one_back(self, tray: MeldTray) -> None:
        other = MeldTray(TestAPosition.POSITION).position.to_json()
        before = repr(tray)
        send(tray, {"act": "paste", "text": other})
        assert labels(tray.hand) == "joker 2♠ 2♦ Q♠ 9♥ 9♣ 7♦ 5♥"
        assert not tray.said["fault"]
        assert repr(tray.undo()) == before

    @pytest.mark.parametrize(
        ("text", "told"),
        [
            ("<img src=x onerror=alert(1)>", "JSON"),
            ("", "JSON"),
            ("[1, 2]", ""),
            ('{"rules": "classic", "hands": 3}', "hands"),
            ('{"rules": "<b>"}', "rules"),
            ('{"rules": "classic", "phase": "play", "hands": [11, 11, 11, 11]}', "hands[0]"),
        ],
    )
    def test_what_is_no_position_is_told_in_the_widget_and_the_table_stays(
        self, tray: MeldTray, text: str, told: str
    ) -> None:
        before = tray.position
        view = send(tray, {"act": "paste", "text": text})
        assert view["said"]["fault"]
        assert told in view["said"]["text"]
        assert tray.position is before
        with pytest.raises(InvalidPosition):
            tray.paste(text)
        assert tray.said["fault"]
        assert tray.position is before


class TestWords:
    def test_in_another_language_every_text_changes(self, tray: MeldTray) -> None:
        english = tray.put("KH KS KD").put("QH QC 2S").choose("AH").view["lay"]["text"]
        with speaking("pseudo"):
            tray.refresh()
            assert tray.view["lay"]["text"] != english
            assert "points on the trays" not in repr(tray)
            tray.lay("JH JD JC")
            assert "Refused" not in tray.said["text"]

    def test_a_title_from_outside_does_not_turn_the_words_around_it(self) -> None:
        turned = "\u202eturned"
        assert MeldTray(hand="KH KS KD", title=turned).view["head"]["title"] == f"\u2068{turned}\u2069"


class TestBadInput:
    def test_a_seat_that_there_is_not(self) -> None:
        with pytest.raises(InvalidPosition, match="seat"):
            MeldTray(hand="KH KS KD", seat=4)

    def test_a_seat_whose_hand_is_not_known(self) -> None:
        with pytest.raises(InvalidPosition, match=r"hands\[1\]"):
            MeldTray(hand="KH KS KD", seat=1)

    def test_neither_position_nor_hand(self) -> None:
        with pytest.raises(InvalidPosition, match="hand"):
            MeldTray()

    def test_a_hand_with_a_card_too_many(self) -> None:
        with pytest.raises(InvalidPosition, match="KH"):
            MeldTray(hand="KH KH KH")

    def test_a_hand_that_is_not_known(self) -> None:
        with pytest.raises(InvalidPosition, match=r"hands\[0\]"):
            MeldTray({"rules": "classic", "phase": "play", "hands": [11, 11, 11, 11]})

    def test_a_word_that_is_no_card(self) -> None:
        with pytest.raises(InvalidCard, match="KX"):
            MeldTray(hand="KH KX")

    @pytest.mark.parametrize("text", ["", "draw", "add KH", "KH KS KD; discard 4C", "take with KH KS"])
    def test_a_text_that_is_no_laying(self, tray: MeldTray, text: str) -> None:
        with pytest.raises((InvalidMove, InvalidCard)):
            tray.lay(text)

    def test_laying_empty_trays(self, tray: MeldTray) -> None:
        with pytest.raises(InvalidMove, match="trays"):
            tray.lay()

    def test_putting_a_card_that_is_not_in_the_hand(self, tray: MeldTray) -> None:
        with pytest.raises(InvalidMove, match="J♥"):
            tray.put("JH")


class TestAPosition:
    POSITION: Mapping[str, Any] = {
        "rules": "classic",
        "turn": 2,
        "phase": "play",
        "scores": [0, 0],
        "hands": [11, 9, ["9H", "9C", "2S", "2D", "JK", "5H", "7D", "QS"], 11],
        "melds": [[["KH", "KD", "KC"]], []],
    }

    def test_the_player_on_turn_holds_the_tray(self) -> None:
        tray = MeldTray(self.POSITION)
        assert len(tray.hand) == 8
        assert tray.lay("9H 9C 2S 2D JK").legal

    def test_an_object_serves_as_well(self) -> None:
        assert repr(MeldTray(Position.parse(dict(self.POSITION)))) == repr(MeldTray(self.POSITION))
