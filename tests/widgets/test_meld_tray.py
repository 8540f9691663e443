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
from canasta_teach.widgets import MeldTray
from canasta_teach.static_html import as_html

HAND = "KH KS KD QH QC 2S AH AD AC 9S 7D 4C"


@pytest.fixture
def tray() -> MeldTray:
    return MeldTray(hand=HAND, score=1600)


def send(tray: MeldTray, message: object) -> Mapping[str, Any]:
    """What the page sends, and the view that it gets back."""
    tray._hear(tray, message, [])
    view: Mapping[str, Any] = tray.view
    return view


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
        assert {name for name in tray.keys if not name.startswith("_")} == {"layout", "tabbable", "tooltip", "view"}

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
        assert view["ruling"]["word"] == "Refused"
        assert view["said"]["text"].startswith("Refused. 1 rule broken.")

    def test_a_refusal_shows_rule_message_figures_citation_and_the_other_books(self, tray: MeldTray) -> None:
        tray.lay("KH KS KD / QH QC 2S")
        ruling = tray.view["ruling"]
        [broken] = ruling["broken"]
        assert broken["rule"] == "initial.minimum"
        assert broken["title"]
        assert broken["message"]
        assert ["needed", "90"] in broken["facts"]
        assert ["counted", "70"] in broken["facts"]
        assert broken["citation"]["words"] == "stated"
        assert "Classic" in broken["citation"]["where"]
        titles = [chip["title"] for chip in ruling["elsewhere"]["chips"]]
        assert titles == ["Classic", "Goren", "Swedish", "Italian", "Brazilian"]

    def test_a_borrowed_rule_says_who_lends_it(self) -> None:
        tray = MeldTray(hand=HAND, rules="swedish", score=1600)
        tray.lay("KH KS KD / QH QC 2S")
        [broken] = tray.view["ruling"]["broken"]
        assert broken["citation"]["words"] == "borrowed from Classic"

    def test_a_price_is_shown_with_the_ruling(self) -> None:
        tray = MeldTray(hand="KH KS KD 4C 5C 9D", rules="brazilian", score=800)
        tray.lay("KH KS KD")
        assert any("90" in note for note in tray.view["ruling"]["notes"])

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


class TestBadInput:
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
