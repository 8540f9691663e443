"""The table from Python: what it shows, what it does, and how it answers bad input."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from canasta_teach.errors import CanastaError, InvalidCard, InvalidMove, InvalidPosition
from canasta_teach.game.moves import Move
from canasta_teach.game.record import DealRecord
from canasta_teach.game.record_form import InvalidRecord
from canasta_teach.game.scoring import score
from canasta_teach.game.state import Position
from canasta_teach.players import plain
from canasta_teach.widgets import PositionEditor, Table
from tests.widgets.channel import Channel

DRAW: dict[str, Any] = {
    "rules": "classic",
    "phase": "draw",
    "scores": [0, 0],
    "hands": ["KH KD QH QC 2S AH AD AC 9S 7D 4C", 11, 11, 11],
    "melds": [["QS QD QH", "7S 7C 7H"], []],
    "pile": ["KC", "5D"],
    "stock": 40,
}


SWEDISH = [
    *("6D", "KD", "6H", "8S", "9S", "4S", "8C", "5C", "QS", "JK", "10D", "QD", "JC", "2D"),
    *(f"{rank}{suit}" for suit in "CDHS" for rank in (*"456789", "10", *"JQKA")),
]


@pytest.fixture
def table() -> Table:
    return Table(DRAW)


def send(table: Table, message: object) -> Mapping[str, Any]:
    """What the page sends, and what it then shows and tells."""
    table._hear(table, message, [])
    return {**table.view, "said": table.said}


def ids(table: Table, codes: str) -> list[str]:
    """Ids of hand cards with these codes, each taken once."""
    free = list(table.held["cards"])
    found = []
    for code in codes.split():
        one = next(card for card in free if card["code"] == code)
        free.remove(one)
        found.append(one["id"])
    return found


def finished(table: Table) -> Table:
    while table.position.phase != "over":
        if table.position.turn == table.seat:
            table.do(str(plain(table.seen)))
        else:
            table.play_on()
    return table


class TestWhatItShows:
    def test_the_text_form_is_the_same_on_every_run(self) -> None:
        assert {repr(Table(seed=7)) for _ in range(2)} == {
            "<Table: Your turn. Draw from the stock. joker K♥ Q♠ 10♠ 9♣ 8♥ 7♥ 7♦ 6♥ 4♦ 3♠>"
        }

    def test_the_plain_page_names_what_lies(self, table: Table) -> None:
        shown = table.static_html()
        assert "Q♠ Q♦ Q♥ / 7♠ 7♣ 7♥" in shown
        assert "K♣" in shown

    def test_another_seats_cards_are_not_sent(self) -> None:
        table = Table(seed=7)
        sent = json.dumps([table.view, table.sides, table.rail, table.held])
        assert sent.count('"code"') == 11
        table.do("draw")
        table.do(f"discard {table.hand[-1].code}")
        table.play_on()
        assert not any(seat.get("hand") for seat in table.view["seats"])

    def test_a_hand_behind_the_curtain_is_not_sent(self) -> None:
        table = Table(seed=7, pass_round=True)
        assert table.held["cards"] == []
        assert table.view["acts"] == []
        assert "hidden" in repr(table)
        assert len(table.show_hand().held["cards"]) == 11

    def test_every_part_of_an_update_is_small_on_a_full_table(self) -> None:
        table = finished(Table(seed=24))
        for name in ("view", "sides", "rail", "held", "ruled"):
            assert len(json.dumps(getattr(table, name))) < 8_000, name

    @pytest.mark.parametrize(
        ("size", "text", "messages"),
        [
            (14, "take with 6D KD / 6H 8S / 9S 4S / 8C 5C / QS JK", 1),
            (14, "take with 6D KD / 6H 8S / 9S 4S / 8C 5C / QS JK / 10D QD / JC 2D", 2),
            (14, "seat 1: take with 6D KD / 6H 8S / 9S 4S / 8C 5C / QS JK / 10D QD / JC 2D", 2),
            (40, "take with 4S / 4S / " + " / ".join(SWEDISH[2:40]), 2),
        ],
    )
    def test_a_ruling_goes_in_one_message_and_a_very_long_one_in_two_that_are_never_mixed_with_another(
        self, size: int, text: str, messages: int
    ) -> None:
        start = {"rules": "swedish", "phase": "play", "hands": [SWEDISH[:size], 11, 11, 11], "pile": ["JS", "2H"]}
        table = Table(start)
        table.do("discard 10S")
        channel = Channel()
        table.comm = channel
        table.do(text)
        ruling = [state for state in channel.states if "ruled" in state or "further" in state]
        assert len(ruling) == messages
        assert all(len(json.dumps(state, ensure_ascii=False).encode()) < 8_000 for state in channel.states)
        assert table.ruling is not None
        shown = [*table.ruled["broken"], *table.further.get("broken", [])]
        assert [one["message"] for one in shown] == [v.message for v in table.ruling.violations[: len(shown)]]
        left = len(table.ruling.violations) - len(shown)
        assert table.further.get("left", "") == (f"And {left} more rules are broken." if left else "")
        if messages == 2:
            assert ruling[0]["further"] == {}
            assert ruling[-1]["further"] == table.further

    def test_a_rule_broken_twice_is_cited_once(self, table: Table) -> None:
        table.do("draw 5S")
        table.do("meld KH QH / KD QC")
        again = [one for one in table.ruled["broken"] if one["rule"] == "meld.size"]
        assert "citation" in again[0]
        assert "citation" not in again[1]
        assert again[0]["message"] != again[1]["message"]


class TestActs:
    def test_an_act_of_the_notation_is_done_and_ruled(self, table: Table) -> None:
        answer = table.do("take with KH KD")
        assert answer.legal
        assert table.ruling is answer.ruling
        assert table.log == ("You took king of clubs and the pile with king of hearts, king of diamonds.",)
        assert table.position.phase == "play"

    def test_a_refused_act_changes_nothing_and_its_ruling_is_shown(self, table: Table) -> None:
        before = table.position
        assert not table.do("discard 4C").legal
        assert table.position == before
        assert table.ruled["verdict"] == "no"
        assert table.rail["log"][-1]["refused"]

    def test_what_is_mended_is_done(self, table: Table) -> None:
        table.do("draw 5S")
        table.do("meld KH KD")
        assert table.further["mend"] is not None
        assert table.mend().legal
        with pytest.raises(InvalidMove, match="no other act"):
            table.mend()

    def test_why_a_legal_act_is_legal_is_told_when_it_is_asked(self, table: Table) -> None:
        table.do("take with KH KD")
        assert table.ruled == {}
        assert table.view["why"] is True
        send(table, {"act": "why"})
        assert table.ruled["verdict"] == "yes"
        send(table, {"act": "why", "step": 1})
        assert table.ruled["verdict"] == "yes"
        assert send(table, {"act": "why", "step": 9})["said"]["fault"]

    def test_a_price_is_paid_where_the_table_honours_prices(self) -> None:
        hand = "KH KS KD 4C 5C 9D"
        position = {"rules": "brazilian", "phase": "play", "scores": [800, 0], "hands": [hand, 11, 11, 11]}
        refused, paid = Table(position), Table(position, honour_prices=True)
        for table in (refused, paid):
            table.do("meld KH KS KD")
        assert refused.position.minimum_raised == (False, False)
        assert paid.position.minimum_raised == (True, False)
        assert "paid for" in paid.said["text"]
        assert "plays by its prices" in paid.ruled["notes"][-1]
        assert refused.ruled["rest"] == "1 rule broken. Nothing was laid."
        assert paid.ruled["rest"] == "1 rule broken. It was paid for."

    def test_an_act_when_it_is_not_the_learners_turn_is_one_out_of_turn(self) -> None:
        table = Table(DRAW | {"turn": 1})
        assert table.do("draw").ruling.rules == ("turn.order",)

    @pytest.mark.parametrize(
        ("text", "error"), [("dance", InvalidMove), ("discard 4X", InvalidCard), ("", InvalidMove)]
    )
    def test_what_is_no_act_raises(self, table: Table, text: str, error: type[Exception]) -> None:
        with pytest.raises(error):
            table.do(text)

    def test_undo_leads_before_the_learners_last_act_and_redo_back(self) -> None:
        table = Table(seed=7)
        table.do("draw")
        table.do("discard 3S")
        table.play_on()
        there = table.position
        table.undo()
        assert table.position.phase == "play"
        assert table.position.turn == 0
        table.redo()
        assert table.position == there
        table.go_to(0)
        assert table.step == 0
        with pytest.raises(InvalidMove, match="nothing to take back"):
            table.undo()
        with pytest.raises(InvalidMove, match="no step 99"):
            table.go_to(99)

    def test_trays_hold_cards_until_they_are_laid(self, table: Table) -> None:
        table.do("draw 5S")
        table.put("AH AD").put("AC", 0)
        assert [card["code"] for card in table.view["arranged"]["trays"][0]["cards"]] == ["AH", "AD", "AC"]
        assert len(table.hand) == 9
        table.off()
        assert len(table.hand) == 12
        with pytest.raises(InvalidMove, match="no tray 4"):
            table.off(3)

    def test_the_others_are_let_play_a_turn_or_all(self) -> None:
        table = Table(seed=7)
        with pytest.raises(InvalidMove, match="your turn"):
            table.play_on()
        table.do("draw")
        table.do("discard 3S")
        table.step_on()
        assert table.position.turn == 2
        table.play_on()
        assert table.position.turn == 0

    def test_a_script_plays_the_others_and_undo_leads_back_into_it(self) -> None:
        script = ["draw", "discard 8S"]
        table = Table(seed=7, others=script)
        table.do("draw")
        table.do("discard 3S")
        table.step_on()
        assert [entry.text for entry in table._sitting.game.done[-2:]] == script
        table.go_to(3).step_on()
        assert table.position.pile[0].code == "8S"

    def test_a_function_plays_the_others_and_sees_only_its_own_hand(self) -> None:
        seen: list[Position] = []

        def player(position: Position) -> Move | str:
            seen.append(position)
            return plain(position)

        table = Table(seed=7, others=player)
        table.do("draw")
        table.do("discard 3S")
        table.play_on()
        assert {position.turn for position in seen} == {1, 2, 3}
        assert all("??" in {c.code for c in position.hands[0] or ()} for position in seen)

    @pytest.mark.parametrize("player", [lambda _: "dance", lambda _: "discard 4C", lambda _: 1 / 0])
    def test_a_player_that_fails_is_told_and_changes_nothing(self, player: Any) -> None:
        table = Table(DRAW | {"turn": 3, "hands": [DRAW["hands"][0], 11, 11, "5H 5C 6H 6C"]}, others=player)
        before = table.position
        with pytest.raises(CanastaError):
            table.play_on()
        assert table.position == before
        assert table.step == 0

    def test_one_person_plays_all_seats(self) -> None:
        table = Table(seed=7, others="me")
        table.do("draw")
        table.do("discard 3S")
        assert table.seat == 1
        assert table.view["waiting"] is None
        with pytest.raises(InvalidMove, match="nobody else"):
            table.play_on()
        assert table.undo().seat == 0

    def test_the_hand_is_hidden_for_the_next_person(self) -> None:
        table = Table(seed=7, pass_round=True).show_hand()
        table.do("draw")
        assert len(table.held["cards"]) == 12
        table.do("discard 3S")
        assert table.view["curtain"]["button"] == "Show my cards"
        assert send(table, {"act": "do", "verb": "draw"})["said"]["fault"]
        send(table, {"act": "curtain"})
        assert table.view["curtain"] is None

    @pytest.mark.parametrize("others", ["nobody", 3, [1, 2], None])
    def test_others_that_are_none_are_refused(self, others: Any) -> None:
        with pytest.raises(InvalidMove, match="others"):
            Table(seed=1, others=others)

    @pytest.mark.parametrize("seat", [-1, 4])
    def test_a_seat_that_is_none_is_refused(self, seat: int) -> None:
        with pytest.raises(InvalidPosition, match="seat"):
            Table(seed=1, seat=seat)

    def test_a_hand_that_is_not_known_is_refused(self) -> None:
        with pytest.raises(InvalidPosition, match=re.escape("hands[1]")):
            Table(DRAW, seat=1)


class TestBadInput:
    @pytest.mark.parametrize(
        "wrong",
        [
            {"rules": 5}, {"title": 5}, {"seat": "0"}, {"seat": 0.0}, {"start": 5}, {"start": "x"}, {"players": "4"},
            {"seed": 1.5}, {"scores": 5}, {"deck": [5]}, {"options": 5}, {"rules": "house", "house": 5},
        ],
    )  # fmt: skip
    def test_a_table_of_wrong_arguments_is_one_error_of_ours(self, wrong: dict[str, Any]) -> None:
        with pytest.raises(CanastaError):
            Table(**wrong)

    @pytest.mark.parametrize(
        ("name", "given"),
        [
            ("do", None), ("do", 5), ("go_to", 1.0), ("go_to", None), ("go_to", True), ("off", [3]), ("off", "x"),
            ("put", 5), ("put", [5]), ("put", None), ("choose", 5), ("sort", []), ("load", b"x"), ("load", 5),
            ("save", None), ("paste", 5), ("paste", None), ("next_deal", "x"),
        ],
    )  # fmt: skip
    def test_a_call_with_what_is_none_of_its_kind_is_one_error_and_changes_nothing(
        self, table: Table, name: str, given: Any
    ) -> None:
        table.do("draw 5S")
        before = table.position
        with pytest.raises(CanastaError):
            getattr(table, name)(given)
        assert table.position == before
        assert table.step == 1
        assert table.do("discard 4C").legal

    @pytest.mark.parametrize("where", [{"tray": "x"}, {"tray": 1.0}, {"meld": "x"}, {"meld": True}])
    def test_cards_go_to_no_place_that_is_none(self, table: Table, where: dict[str, Any]) -> None:
        with pytest.raises(InvalidMove, match=r"no tray|no meld"):
            table.put("AH", **where)

    def test_cards_themselves_may_be_put_aside(self, table: Table) -> None:
        table.put(table.hand[:2])
        assert len(table.hand) == 9

    def test_nothing_is_added_where_the_side_has_no_meld(self) -> None:
        table = Table(seed=7)
        table.do("draw")
        view = send(table, {"act": "do", "verb": "add", "cards": [table.held["cards"][0]["id"]]})
        assert view["said"]["text"].startswith("Your side has no meld yet")


class TestPage:
    def test_the_banner_names_the_pile_only_where_it_can_be_taken(self, table: Table) -> None:
        assert table.view["turn"]["sub"] == "draw, or take the pile"
        alone = Table(DRAW | {"hands": ["KH QH QC AH AD AC 9S 7D 4C", 11, 11, 11], "melds": [[], []]})
        assert alone.view["turn"]["sub"] == "draw from the stock"
        assert alone.view["turn"]["near"] == "Your turn: draw from the stock"
        assert "near" not in Table(DRAW | {"turn": 1}).view["turn"]

    def test_behind_the_curtain_no_hand_is_copied_and_what_was_copied_goes(self) -> None:
        table = Table(seed=7, pass_round=True)
        assert send(table, {"act": "copy"})["said"]["fault"]
        assert table.copied["text"] == ""
        table.show_hand()
        send(table, {"act": "copy"})
        assert table.copied["text"]
        table.do("draw")
        table.do("discard 3S")
        assert table.copied["text"] == ""

    def test_a_penalised_card_on_a_tray_is_marked(self) -> None:
        start = {
            "rules": "italian",
            "phase": "play",
            "hands": ["KH KD KS 4C 5C", 11, 11, 11],
            "penalised": ["KH", [], [], []],
        }
        table = Table(start)
        table.put("KH KD")
        cards = table.view["arranged"]["trays"][0]["cards"]
        assert [card["code"] for card in cards if card.get("mark", {}).get("kind") == "penalised"] == ["KH"]
        assert cards[0]["label"].endswith("penalised")

    def test_a_finished_deals_pile_is_named_without_an_empty_sentence(self) -> None:
        assert not re.search(r"\. ?\.", finished(Table(seed=24)).view["pile"]["name"])

    def test_the_end_of_a_deal_is_told_once(self) -> None:
        ways = set()
        for seed in (3, 7, 24):
            table = Table(seed=seed)
            heard = [table.said["text"]]
            while table.position.phase != "over":
                waits = table.position.turn != table.seat
                table.play_on() if waits else table.do(str(plain(table.seen)))
                heard.append(table.said["text"])
            ways.add(waits)
            assert heard[-1].endswith(("went out.", "went out concealed."))
            assert [text.count("The deal is over") for text in heard] == [0] * (len(heard) - 1) + [1]
            assert heard[-1].count("went out") == 1
        assert ways == {True, False}

    def test_a_question_is_told_with_its_own_mark_alone(self) -> None:
        nine = "8H 8H 8D 8D 8C 8C 8S"
        start = {"phase": "play", "hands": ["9S 9D 9C 4C", 11, 11, 11], "melds": [[nine], []]}
        table = Table(start)
        table.do("ask")
        assert not re.search(r"[?!]\.", " ".join([table.said["text"], *table.log, repr(table)]))

    def test_a_wish_with_cards_is_the_act(self, table: Table) -> None:
        send(table, {"act": "do", "verb": "take", "cards": ids(table, "KH KD")})
        assert table.position.phase == "play"
        send(table, {"act": "do", "verb": "add", "cards": ids(table, "7D"), "melds": [[0, 1]]})
        assert len(table.position.melds[0][1]) == 4

    def test_the_act_of_the_chosen_cards_is_done_and_a_double_click_never_discards(self, table: Table) -> None:
        send(table, {"act": "main", "cards": ids(table, "KH KD")})
        assert table.position.phase == "play"
        view = send(table, {"act": "main", "cards": ids(table, "4C"), "double": True})
        assert view["said"]["fault"]
        send(table, {"act": "main", "cards": ids(table, "4C")})
        assert table.position.turn == 1

    def test_where_cards_can_go_to_several_melds_the_page_asks(self, table: Table) -> None:
        table.do("draw 5S")
        asked = table.view["asked"]
        assert send(table, {"act": "do", "verb": "add", "cards": ids(table, "2S")})["asked"] == asked + 1

    @pytest.mark.parametrize(
        "message",
        [
            None, 7, "draw", [], {}, {"act": "no"}, {"act": "do"}, {"act": "do", "verb": "fly"},
            {"act": "do", "verb": "take", "cards": ["c99"]}, {"act": "do", "verb": "add", "melds": [[9, 9]]},
            {"act": "goto", "step": -4}, {"act": "goto", "step": 10**30}, {"act": "text", "text": "\x00"},
            {"act": "load", "name": "\x00"}, {"act": "load", "name": "/nowhere/at all"}, {"act": "paste", "text": "{"},
            {"act": "mend"}, {"act": "why"}, {"act": "rule", "rule": "turn.order"}, {"act": "next-deal"}, {"act": "on"},
            {"act": "undo"}, {"act": "redo"}, {"act": "off", "cards": ["c0"]}, {"act": "put", "cards": []},
            {"act": "main", "cards": []}, {"act": "choose", "cards": ["c77"]},
        ],
    )  # fmt: skip
    def test_a_message_that_means_nothing_is_told_and_changes_nothing(self, table: Table, message: object) -> None:
        before = table.position
        view = send(table, message)
        assert view["said"]["fault"]
        assert "The log has the whole report" not in view["said"]["text"]
        assert table.position == before

    def test_the_log_is_turned_page_by_page_until_the_next_act(self) -> None:
        table = finished(Table(seed=24))
        met = [line["step"] for line in table.rail["log"]]
        assert met == list(range(table.step - 7, table.step + 1))
        while table.rail["log_more"]:
            send(table, {"act": "log"})
            met = [line["step"] for line in table.rail["log"]] + met
            assert len(json.dumps(table.rail)) < 8_000
        assert met == list(range(1, table.step + 1))
        while table.rail["log_later"]:
            before = table.rail["log"][-1]["step"]
            send(table, {"act": "log", "later": True})
            assert table.rail["log"][-1]["step"] > before
        assert table.rail["log"][-1]["step"] == table.step
        send(table, {"act": "log"})
        send(table, {"act": "undo"})
        assert len(table.rail["log"]) == 8


class TestFiles:
    def test_a_deal_is_saved_and_opened_again(self, tmp_path: Path) -> None:
        table = Table(seed=7)
        table.do("draw")
        table.do("meld KH QS")
        table.do("discard 3S")
        table.play_on()
        table.save(tmp_path / "deal.json")
        other = Table(seed=1).load(tmp_path / "deal.json")
        assert other.position == table.position
        assert other.record == table.record
        assert Table(seed=1).paste(table.text).position == table.position
        assert Table(other.record).position == table.position

    def test_a_save_that_is_damaged_or_newer_is_refused_and_the_table_stays(self, tmp_path: Path) -> None:
        table = Table(seed=7)
        table.do("draw")
        before, good = table.position, table.text
        newer = json.dumps(json.loads(good) | {"version": 99})
        for text, told in ((good[:80], "JSON"), (newer, "newer"), (good.replace("draw", "discard 4C"), "acts[0]")):
            path = tmp_path / "bad.json"
            path.write_text(text, encoding="utf-8")
            with pytest.raises(InvalidRecord, match=re.escape(told)):
                table.load(path)
            assert table.position == before
            assert told in table.said["text"]

    def test_the_page_copies_the_deal_as_text(self, table: Table) -> None:
        send(table, {"act": "copy"})
        assert DealRecord.parse(str(table.copied["text"])).start() == table.position

    def test_the_next_deal_follows_when_a_deal_is_over(self) -> None:
        table = Table(seed=24)
        with pytest.raises(InvalidMove, match="not over"):
            table.next_deal()
        with pytest.raises(InvalidPosition):
            table.score_sheets  # noqa: B018 (asking is what is tested)
        finished(table)
        totals = tuple(sheet.total for sheet in table.score_sheets)
        assert totals == tuple(sheet.total for sheet in score(table.position))
        table.next_deal(seed=5)
        assert table.position.scores == totals
        assert table.position.dealer == 0

    def test_a_table_put_together_and_saved_opens_here_where_it_can_be(self, tmp_path: Path) -> None:
        path = tmp_path / "table.json"
        PositionEditor(DRAW).save(path)
        opened = Table(seed=1).load(path)
        assert opened.position == Position.parse(DRAW)
        assert Table(seed=1).paste(path.read_text(encoding="utf-8")).position == opened.position

    def test_a_table_that_cannot_be_yet_is_refused_and_it_is_said_where_it_opens(
        self, table: Table, tmp_path: Path
    ) -> None:
        path = tmp_path / "table.json"
        PositionEditor(DRAW | {"hands": [["KH", "KH", "KH"], 11, 11, 11]}).save(path)
        before = table.position
        with pytest.raises(InvalidPosition, match="position editor"):
            table.load(path)
        assert table.position == before

    def test_a_saved_deal_opens_in_the_editor_as_the_table_at_its_end(self, tmp_path: Path) -> None:
        table = Table(seed=7)
        table.do("draw")
        table.save(tmp_path / "deal.json")
        assert PositionEditor().load(tmp_path / "deal.json").position == table.position


class TestFrontEnd:
    def test_scripts_put_together_import_nothing_and_their_names_differ(self) -> None:
        whole = str(Table._esm)
        assert re.findall(r"^import\b", whole, re.MULTILINE) == []
        assert re.findall(r"^export\b.*", whole, re.MULTILINE) == ["export default {"]
        names = Counter(re.findall(r"^(?:function|class|const) (\w+)", whole, re.MULTILINE))
        assert [name for name, times in names.items() if times > 1] == []

    def test_every_colour_of_the_style_is_a_token_that_there_is(self) -> None:
        sheet = str(Table._css)
        assert set(re.findall(r"var\((--ct-[\w-]+)", sheet)) <= set(re.findall(r"(--ct-[\w-]+)\s*:", sheet))
