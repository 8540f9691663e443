"""The score sheet from Python: filled, filled in and checked, with mistakes to be found, and given bad input."""

from __future__ import annotations

import gettext
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from canasta_teach import i18n
from canasta_teach.cards import UNKNOWN
from canasta_teach.errors import InvalidMove, InvalidPosition, InvalidRules
from canasta_teach.game.scoring import Key, score
from canasta_teach.game.state import Position
from canasta_teach.rulebook import KEYS, parse_house, ruleset
from canasta_teach.widgets import ScoreSheet
from canasta_teach.widgets.score_clues import STEPS, hint, situation, telling
from canasta_teach.widgets.score_draft import Draft, read_points
from canasta_teach.widgets.score_side import MAIN, SideAtEnd, sides_at_end
from canasta_teach.widgets.score_words import Situation, line_words, tellings
from tests.case_runner import load
from tests.strategies import positions
from tests.tools.extract_words import texts
from tests.widgets.untranslated import left_in

QUEENS = ["QH", "QH", "QD", "QD", "QC", "QS", "QS"]
SEVENS = ["7H", "7D", "7C", "7S", "7S", "2D", "JK"]
KINGS = ["KH", "KD", "KC"]
OVER: dict[str, Any] = {
    "rules": "classic", "phase": "over", "scores": [1600, 2120], "went_out": 0,
    "hands": [[], ["5C", "6D", "9S", "AH"], ["AH", "KH", "QC", "JD", "10C", "9S", "5C"], ["JK", "4H"]],
    "melds": [[QUEENS, SEVENS, KINGS], [["8H", "8S", "8D"]]], "red_threes": [["3H", "3D"], ["3H"]],
}  # fmt: skip
RIGHT = {
    "melds": 195, "natural_canastas": 500, "mixed_canastas": 300, "red_threes": 200, "going_out": 100, "concealed": 0,
    "hand": -75,
}  # fmt: skip
NOTED = {"rule": "penalty.top-card-unused", "points": 200}
ITALIAN = OVER | {
    "rules": "italian", "options": {"honour": "players"}, "concealed": True, "penalties": [[NOTED], []],
    "hands": [[], ["5C", "6D", "9S", "AH"], ["3D", "KH", "QC", "5C"], ["JK", "4H"]],
}  # fmt: skip
SWEDISH = OVER | {"rules": "swedish", "concealed_melds": [[0, 1], []]}
ALONE: dict[str, Any] = {
    "rules": "classic", "players": 5, "phase": "over", "scores": [0, 95, 1600, -20, 700], "went_out": None,
    "hands": [["AH", "4C"], ["KH"], ["5D", "6D"], ["JK", "9C"], ["2S", "8H", "8D"]],
    "melds": [[KINGS], [], [QUEENS], [], []], "red_threes": [["3H"], ["3D"], [], [], []],
}  # fmt: skip
RUNS: dict[str, Any] = {
    "rules": "brazilian", "phase": "over", "scores": [300, 0], "went_out": 0, "relancinho": True,
    "hands": [["4C"], ["5C", "6D", "9S", "AH"], ["AH", "KH", "QS"], ["2H", "4H"]],
    "melds": [[["4H", "5H", "6H", "7H", "8H", "2S", "10H"], ["KH", "KD", "KC", "2D"]], [["8H", "8S", "8D"]]],
}  # fmt: skip


def at(table: dict[str, Any], side: int = 0, viewer: int = 0) -> SideAtEnd:
    return sides_at_end(Position.parse(table), viewer)[side]


def send(sheet: ScoreSheet, message: object) -> Mapping[str, Any]:
    """What the page sends, and what it then shows and tells."""
    sheet._hear(sheet, message, [])
    return {**sheet.view, "said": sheet.said}


def line(sheet: ScoreSheet, key: str) -> dict[str, Any]:
    found: dict[str, Any] = next(one for one in sheet.view["lines"] if one["id"] == key)
    return found


def marks(sheet: ScoreSheet) -> dict[str, str]:
    return {one["id"]: one["mark"] for one in sheet.view["lines"]}


def numbers(text: str) -> list[int]:
    """The numbers of a text as they stand, names of cards left out."""
    plain = re.sub(r"(?:10|[2-9])[♠♥♦♣]", "", text).replace(",", "")
    return [int(one) for one in re.findall(r"\d+", plain)]


def deals_that_are_over() -> Iterator[Position]:
    for case in load():
        if "score" in case["expect"]:
            yield Position.parse(case["position"])
    for table in (OVER, ITALIAN, SWEDISH, ALONE, RUNS):
        yield Position.parse(table)


class TestFilled:
    def test_each_line_has_its_figure_its_reason_and_its_rule(self) -> None:
        sheet = ScoreSheet(OVER)
        assert {one["id"]: one["text"] for one in sheet.view["lines"]} == {
            "melds": "195", "natural_canastas": "500", "mixed_canastas": "300", "red_threes": "200",
            "going_out": "100", "concealed": "0", "hand": "−75",
        }  # fmt: skip
        assert line(sheet, "red_threes")["why"] == "Red threes: 2, at 100 each. 3♥ 3♦."
        assert line(sheet, "natural_canastas")["why"] == "Natural canastas: 1, at 500 each. Queens."
        assert line(sheet, "hand")["why"].endswith("North: A♥ K♥ Q♣ J♦ 10♣ 9♠ 5♣.")
        assert line(sheet, "concealed")["why"] == "This side did not go out concealed."
        [cite] = sheet.cites["red_threes"]
        assert (cite["rule"], cite["citation"]["words"]) == ("score.red-threes", "borrowed from Goren")
        assert cite["citation"]["errata"]
        assert (sheet.view["total"]["text"], sheet.total) == ("1,220", 1220)
        assert sheet.view["total"]["after"] == "Before this deal 1,600, with it 2,820."
        assert sheet.view["note"] == "Classic. You went out."

    def test_the_figures_of_every_case_are_those_of_the_engine_for_every_side(self) -> None:
        count = 0
        for position in deals_that_are_over():
            sheet = ScoreSheet(position)
            for side, counted in enumerate(score(position)):
                sheet.show(side)
                assert json.loads(json.dumps(sheet.view)) == sheet.view
                assert sum(sheet.values.values()) == sheet.total == counted.total
                assert {key: points for key, points in counted.to_dict().items() if points and key != "total"} == {
                    key: points for key, points in sheet.values.items() if points
                }
                for scored in counted.lines:
                    assert scored.rule in [cite["rule"] for cite in sheet.cites[scored.key]]
                    assert scored.why.rstrip(".") in line(sheet, scored.key)["why"]
                count += 1
        assert count > 300

    @pytest.mark.parametrize(
        ("rules", "without"),
        [
            ("goren_1949", {"concealed_canastas", "relancinho", "penalties"}),
            ("classic", {"concealed_canastas", "relancinho", "penalties"}),
            ("swedish", {"relancinho", "penalties"}),
            ("italian", {"concealed_canastas", "relancinho"}),
            ("brazilian", {"concealed_canastas", "red_threes", "concealed", "penalties"}),
        ],
    )
    def test_only_the_lines_that_the_rule_set_has_are_shown(self, rules: str, without: set[str]) -> None:
        table = {"rules": rules, "phase": "over", "hands": [["4C"], ["5C"], ["6C"], ["7C"]]}
        assert set(ScoreSheet(table).line_names) == set(MAIN) - without

    def test_house_rules_decide_which_lines_there_are_and_are_cited(self) -> None:
        house = parse_house('base = "classic"\ntitle = "Our table"\npenalties = true\ngoing_out = 150')
        sheet = ScoreSheet(OVER | {"rules": "house"}, house=house)
        assert "penalties" in sheet.line_names
        assert sheet.cites["going_out"][0]["citation"]["words"] == "house rule"
        assert sheet.values["going_out"] == 150
        assert sheet.view["note"] == "Our table. You went out."

    def test_penalties_and_a_hidden_red_three_stand_together_and_name_both_rules(self) -> None:
        sheet = ScoreSheet(ITALIAN)
        assert sheet.values["penalties"] == -700
        assert [cite["rule"] for cite in sheet.cites["penalties"]] == ["score.penalties", "penalty.hidden-red-three"]
        assert "3♦" in line(sheet, "penalties")["why"]
        assert sheet.cards["noted"] == ["A meld made without the top card: 200"]

    def test_red_threes_count_against_a_side_that_melded_nothing(self) -> None:
        sheet = ScoreSheet(ALONE, 1)
        assert sheet.values["red_threes"] == -100
        assert sheet.cites["red_threes"][0]["rule"] == "score.red-threes-unmelded"

    def test_concealed_canastas_and_a_relancinho_have_lines_of_their_own(self) -> None:
        assert line(ScoreSheet(SWEDISH), "concealed_canastas")["why"].endswith("Queens, sevens.")
        relancinho = ScoreSheet(RUNS)
        assert (relancinho.values["relancinho"], relancinho.values["going_out"]) == (100, 50)
        assert relancinho.values["hand"] == -35  # the twelfth card, four of clubs, is set aside
        assert relancinho.view["note"] == "Brazilian. You went out with a relancinho."

    def test_every_side_has_its_sheet_and_its_name(self) -> None:
        sheet = ScoreSheet(ALONE, seat=1)
        names = [one["label"] for one in sheet.view["sides"]]
        assert names == ["You", "Northwest", "Northeast", "East", "South"]
        assert sheet.side == 1
        assert sheet.show(2).view["name"] == "Score sheet, Northwest"
        assert [one["label"] for one in ScoreSheet(OVER).view["sides"]] == ["Your side", "West and East"]
        assert ScoreSheet(OVER, 1).view["sides"] == []

    def test_a_rule_opens_at_its_line_and_closes(self) -> None:
        sheet = ScoreSheet(OVER).open("score.red-threes")
        assert (sheet.page["place"], sheet.page["rule"]) == ("line red_threes 0", "score.red-threes")
        assert sheet.said["text"].startswith("Rule score.red-threes: ")
        assert sheet.close_opened().page == {}
        message = {"act": "rule", "rule": "score.melds", "place": "line melds 0"}
        send(sheet, message)
        assert sheet.rule == "score.melds"
        send(sheet, message)
        assert sheet.rule == ""

    def test_its_text_form_is_the_same_on_every_run_and_names_each_rule(self) -> None:
        assert repr(ScoreSheet(OVER)) == "<ScoreSheet: Score sheet, your side | Classic. You went out.>"
        text = "\n".join(ScoreSheet(OVER).lines())
        assert "  Red threes: 200 (Red threes: 2, at 100 each. 3♥ 3♦. score.red-threes, borrowed from Goren)" in text
        assert ScoreSheet(OVER).lines() == ScoreSheet(OVER).lines()

    def test_it_takes_no_figures(self) -> None:
        sheet = ScoreSheet(OVER)
        for act in (sheet.check, sheet.hint, sheet.solution, sheet.reset, lambda: sheet.fill("melds", 1)):
            with pytest.raises(InvalidMove, match="fills itself"):
                act()


class TestToBeFilled:
    def test_nothing_in_it_gives_a_figure_away_before_it_is_right(self) -> None:
        sheet = ScoreSheet(OVER, mode="fill")
        shown = json.dumps([sheet.view, sheet.cards, sheet.static_html(), repr(sheet)], ensure_ascii=False)
        assert {500, 300, 195, 75, 1220} & set(numbers(shown)) == set()
        assert "canasta," not in json.dumps(sheet.cards)
        sheet.fill("melds", 195).check()
        assert line(sheet, "melds")["why"] == "The cards melded count 195."
        assert line(sheet, "red_threes")["why"] == "added, or taken off"

    def test_the_first_wrong_line_is_pointed_at_and_those_below_wait(self) -> None:
        sheet = ScoreSheet(OVER, mode="fill").fill({**RIGHT, "red_threes": 100, "hand": 75})
        found = sheet.check()
        assert (found.right, found.line, sheet.wrong) == (False, "red_threes", "red_threes")
        assert repr(found) == "1 counted. Count the red threes before this side once more: 3♥ 3♦."
        assert marks(sheet) == {
            "melds": "right", "natural_canastas": "right", "mixed_canastas": "right", "red_threes": "look",
            "going_out": "wait", "concealed": "wait", "hand": "wait",
        }  # fmt: skip
        assert line(sheet, "red_threes")["tell"] == {"lead": "The first line that is off.", "text": found.text}
        assert sheet.view["focus"][0] == "field red_threes"

    def test_it_is_right_when_every_line_is_and_an_empty_line_counts_nothing(self) -> None:
        sheet = ScoreSheet(OVER, mode="fill").fill({key: points for key, points in RIGHT.items() if points})
        assert sheet.check().right
        assert (sheet.right, sheet.wrong, sheet.shown, sheet.total) == (True, "", False, 1220)
        assert sheet.said["text"] == "All lines are right. Total 1,220."

    def test_an_empty_sheet_waits_and_nothing_is_marked(self) -> None:
        sheet = ScoreSheet(OVER, mode="fill")
        assert sheet.check().text == "The sheet waits: no line is filled yet."
        assert set(marks(sheet).values()) == {""}

    def test_whether_a_line_written_anew_is_right_is_not_told_before_the_next_check(self) -> None:
        sheets = []
        for points in (150, 200):
            sheet = ScoreSheet(OVER, mode="fill").fill({**RIGHT, "red_threes": 100})
            sheet.check()
            sheets.append(sheet.fill("red_threes", points))
        assert marks(sheets[0]) == marks(sheets[1])
        assert marks(sheets[1])["red_threes"] == "wait"
        assert line(sheets[1], "red_threes")["tell"]["lead"] == "Written anew."
        assert sheets[1].check().right

    def test_a_line_above_written_anew_is_in_doubt_with_all_below(self) -> None:
        sheet = ScoreSheet(OVER, mode="fill").fill({**RIGHT, "red_threes": 100})
        sheet.check()
        sheet.fill("natural_canastas", 0)
        assert list(marks(sheet).values())[:4] == ["right", "wait", "wait", "wait"]
        assert (sheet.wrong, line(sheet, "red_threes")["tell"]) == ("", None)

    def test_hints_come_in_three_steps_on_the_line_pointed_at(self) -> None:
        sheet = ScoreSheet(OVER, mode="fill").fill({**RIGHT, "red_threes": 100})
        sheet.check()
        assert sheet.hint().startswith("Count the red threes that lie before this side.")
        assert sheet.view["hint"]["of"] == "Hint 1 of 3: Red threes"
        assert sheet.view["buttons"][1]["label"] == "Hint 2 of 3"
        assert sheet.hint().startswith("Bonus for red threes.")
        assert sheet.view["hint"]["rule"] == "score.red-threes"
        assert "3♥ 3♦" in sheet.hint()
        assert sheet.hint() == sheet.hint("red_threes")
        assert sheet.hints == 3
        sheet.fill(RIGHT).check()
        assert sheet.hint() == "There is nothing left to find."

    def test_the_solution_fills_all_lines_says_why_and_is_seen_to_have_been_asked_for(self) -> None:
        sheet = ScoreSheet(OVER, mode="fill").fill("melds", 1)
        assert sheet.solution() == RIGHT
        assert (sheet.shown, sheet.right, sheet.values) == (True, True, RIGHT)
        assert set(marks(sheet).values()) == {"filled"}
        assert line(sheet, "melds")["why"] == "The cards melded count 195."
        sheet.reset()
        assert (sheet.shown, sheet.values, sheet.hints) == (False, {}, 0)

    def test_a_rule_that_is_called_as_its_line_is_not_named_twice(self) -> None:
        sheet = ScoreSheet(OVER, mode="fill")
        sheet.hint("melds")
        text = sheet.hint("melds")
        assert "Cards melded" in sheet.view["hint"]["of"]
        assert not text.startswith("Cards melded")

    @pytest.mark.parametrize("side", [1.0, "1", None, True, 2, -1])
    def test_what_is_no_side_is_refused_and_the_sheet_stays(self, side: Any) -> None:
        sheet = ScoreSheet(OVER, mode="fill")
        with pytest.raises(InvalidMove, match="no such side"):
            sheet.show(side)
        assert sheet.side == 0
        assert sheet.lines()

    def test_each_side_keeps_what_stands_in_its_sheet(self) -> None:
        sheet = ScoreSheet(OVER, mode="fill").fill(RIGHT)
        sheet.check()
        assert sheet.show(1).values == {}
        assert [one["right"] for one in sheet.view["sides"]] == ["right", ""]
        assert sheet.show(0).right

    def test_what_is_given_stands_in_it_from_the_start(self) -> None:
        sheet = ScoreSheet(OVER, mode="fill", given={"melds": 195, "hand": -75})
        assert [line(sheet, key)["text"] for key in ("melds", "hand", "red_threes")] == ["195", "−75", ""]

    def test_traits_tell_what_changes(self) -> None:
        seen: list[tuple[str, object]] = []
        sheet = ScoreSheet(OVER, mode="fill")
        sheet.observe(lambda change: seen.append((change["name"], change["new"])), ["total", "wrong", "right", "shown"])
        sheet.fill(RIGHT).fill("hand", 75).check()
        sheet.solution()
        assert seen == [
            ("total", 1220), ("total", 1370), ("wrong", "hand"), ("total", 1220), ("right", True), ("wrong", ""),
            ("shown", True),
        ]  # fmt: skip

    def test_methods_do_what_the_page_does(self) -> None:
        ours, theirs = ScoreSheet(OVER, mode="fill"), ScoreSheet(OVER, mode="fill")
        for key, text in {"melds": "195", "natural_canastas": "500", "hand": "- 75"}.items():
            send(theirs, {"act": "write", "line": key, "text": text, "done": True})
        ours.fill({"melds": 195, "natural_canastas": 500, "hand": -75})
        send(theirs, {"act": "check"})
        ours.check()
        send(theirs, {"act": "hint", "line": "mixed_canastas"})
        ours.hint()
        own = ("heard", "sets", "said")
        assert {k: v for k, v in ours.view.items() if k not in own} == {
            k: v for k, v in theirs.view.items() if k not in own
        }
        send(theirs, {"act": "solution"})
        assert ours.solution() == theirs.values


class TestWhatIsTold:
    @pytest.mark.parametrize(
        ("table", "key", "points", "found"),
        [
            (OVER, "melds", -195, "sign"),
            (OVER, "melds", 195 + 800, "bonus"),
            (OVER, "melds", 195 + 300, "bonus"),
            (OVER, "melds", 30, "left-out"),
            (OVER, "melds", 165, "passed"),
            (OVER, "melds", 125, "passed"),
            (OVER, "melds", 0, "off"),
            (OVER, "natural_canastas", 1000, "count"),
            (OVER, "natural_canastas", 300, "other"),
            (OVER, "natural_canastas", 570, "cards"),
            (OVER, "natural_canastas", 123, "off"),
            (OVER, "natural_canastas", -500, "sign"),
            (OVER, "mixed_canastas", 500, "other"),
            (OVER, "red_threes", 300, "count"),
            (OVER, "red_threes", 800, "not-all"),
            (OVER, "red_threes", -200, "sign"),
            (OVER, "red_threes", 20, "off"),
            (OVER | {"red_threes": [["3H", "3H", "3D", "3D"], []]}, "red_threes", 400, "all"),
            (OVER | {"red_threes": [[], []]}, "red_threes", 100, "none"),
            (OVER, "going_out", 0, "missed"),
            (OVER, "going_out", 50, "off"),
            (OVER, "concealed", 100, "not-out"),
            (OVER | {"went_out": None, "hands": [["4C"], ["5C"], ["6C"], ["9C"]]}, "going_out", 100, "nobody"),
            (ITALIAN, "going_out", 200, "more"),
            (ITALIAN, "concealed", 200, "more"),
            (ITALIAN, "concealed", 0, "missed"),
            (ITALIAN, "hand", 25, "sign"),
            (ITALIAN, "hand", -525, "hidden"),
            (ITALIAN, "penalties", -200, "hidden"),
            (ITALIAN, "penalties", 700, "sign"),
            (ITALIAN, "penalties", -300, "hidden-off"),
            (ITALIAN | {"hands": OVER["hands"]}, "penalties", 0, "off"),
            (SWEDISH, "concealed_canastas", 100, "count"),
            (SWEDISH, "concealed_canastas", 1000, "whole"),
            (SWEDISH, "natural_canastas", 700, "extra"),
            (RUNS, "relancinho", 150, "more"),
            (RUNS, "relancinho", 0, "missed"),
            (OVER, "hand", 0, "off"),
        ],
    )  # fmt: skip
    def test_fits_the_situation(self, table: dict[str, Any], key: Key, points: int, found: Situation) -> None:
        assert situation(at(table), key, points) == found

    def test_of_one_hand_counted_alone(self) -> None:
        table = OVER | {"went_out": None, "hands": [["AH"], ["4C"], ["KH", "5C"], ["6C"]]}
        assert situation(at(table), "hand", -20) == "one-hand"
        assert "you and North" in telling(at(table), "hand", -20)

    def test_of_red_threes_that_count_against_a_side(self) -> None:
        assert situation(at(ALONE, 1), "red_threes", 100) == "unmelded"

    def test_of_wild_cards_counted_as_what_they_stand_for(self) -> None:
        aces = ["AC", "AS", "AD", "JK"]
        assert situation(at(OVER | {"melds": [[aces], []]}), "melds", 80) == "wild"
        assert "joker" in telling(at(OVER | {"melds": [[aces], []]}), "melds", 80)

    def test_names_the_cards_and_melds_at_hand(self) -> None:
        assert "3♥ 3♦" in telling(at(OVER), "red_threes", 300)
        assert "queens, sevens and kings" in telling(at(OVER), "melds", 1)
        assert "North: A♥ K♥" in telling(at(OVER), "hand", -5)

    def test_has_words_for_every_situation_of_every_line(self) -> None:
        assert {name for key in MAIN for name in tellings(key)} == set(get_args(Situation))
        for key in MAIN:
            assert "off" in tellings(key)
            assert line_words(key).label

    @settings(max_examples=150, deadline=None)
    @given(positions(), st.integers(-900, 1200), st.integers(-12, 12), st.data())
    def test_never_holds_the_figure(self, position: Position, points: int, hundreds: int, data: st.DataObject) -> None:
        known = tuple(tuple(card for card in hand or () if card is not UNKNOWN) for hand in position.hands)
        side = data.draw(st.sampled_from(sides_at_end(replace(position, phase="over", hands=known), 0)))
        for key in side.keys:
            right = side.points(key)
            for tried in {points, 100 * hundreds, 50 * hundreds, -right, 0, 2 * right} - {right}:
                text = telling(side, key, tried)
                assert text
                assert "{" not in text
                assert not right or abs(right) not in numbers(text)
            for step in (1, STEPS):
                text, _ = hint(side, key, step)
                assert text
                assert "{" not in text
                assert not right or abs(right) not in numbers(text)


class TestWithAMistake:
    def test_the_wrong_line_is_found_and_answered_with_why(self) -> None:
        sheet = ScoreSheet(OVER, given={"red_threes": 100}, mode="spot")
        assert sheet.view["total"]["text"] == "1,120"
        assert sheet.view["sides"] == []
        missed = sheet.point("hand")
        assert not missed.right
        assert missed.text.startswith("Left in hand: this is right. Cards left in the side's hands: 7;")
        assert marks(sheet)["hand"] == "right"
        found = sheet.point("red_threes")
        assert found.right
        assert found.text == "Red threes: found. Red threes: 2, at 100 each. 3♥ 3♦. Nothing else is wrong."
        assert line(sheet, "red_threes")["tell"]["text"] == "It should read 200, not 100."
        assert (sheet.right, sheet.found, sheet.shown) == (True, ("red_threes",), False)

    def test_several_mistakes_are_found_one_by_one_and_the_sum_may_be_one(self) -> None:
        sheet = ScoreSheet(OVER, given={"hand": 75, "total": 1300}, mode="spot")
        assert sheet.point("hand").text.endswith("1 line more is wrong.")
        assert not sheet.right
        found = sheet.point("total")
        assert found.text == "Total: found. The lines add up to 1,370. Nothing else is wrong."
        assert sheet.view["total"]["tell"]["text"] == "The lines add up to 1,370, not to 1,300."
        assert sheet.right

    def test_a_sum_that_follows_from_the_lines_is_right(self) -> None:
        sheet = ScoreSheet(OVER, given={"red_threes": 100}, mode="spot")
        assert sheet.point("total").text == "Total: this is right. The lines add up to 1,120."

    def test_nothing_in_it_tells_which_line_is_wrong(self) -> None:
        wrong = ScoreSheet(OVER, given={"red_threes": 100}, mode="spot")
        other = ScoreSheet(OVER, given={"going_out": 0}, mode="spot")
        strip = [
            {key: value for key, value in one.items() if key not in ("text", "point_name")}
            for one in wrong.view["lines"]
        ]
        assert strip == [
            {key: value for key, value in one.items() if key not in ("text", "point_name")}
            for one in other.view["lines"]
        ]
        assert wrong.cites == other.cites

    def test_hints_lead_to_it_and_the_solution_shows_it(self) -> None:
        sheet = ScoreSheet(OVER, given={"red_threes": 100}, mode="spot")
        assert sheet.hint().startswith("Count the red threes")
        assert sheet.solution() == RIGHT
        assert (sheet.found, sheet.shown) == (("red_threes",), True)
        assert sheet.said["text"] == "Wrong in this sheet: Red threes."
        sheet.reset()
        assert (sheet.found, sheet.right) == ((), False)

    def test_it_is_not_filled_nor_checked(self) -> None:
        sheet = ScoreSheet(OVER, given={"red_threes": 100}, mode="spot")
        with pytest.raises(InvalidMove, match="point at what is wrong"):
            sheet.check()
        with pytest.raises(InvalidMove, match="to be filled"):
            ScoreSheet(OVER, mode="fill").point("melds")


class TestFigures:
    @pytest.mark.parametrize(
        ("text", "points"),
        [
            ("", 0), ("  ", 0), ("200", 200), ("-65", -65), ("−65", -65), ("– 65", -65), ("+5", 5), ("1,415", 1415),
            ("1 415", 1415), ("-1.415", -1415), ("007", 7),
        ],
    )  # fmt: skip
    def test_are_read_as_people_write_them(self, text: str, points: int) -> None:
        assert read_points(text) == points

    @pytest.mark.parametrize("text", ["abc", "--5", "−-5", "5-", "1,5", "12a", "1e3", "٣x", "<b>1</b>", "1/2", "-"])
    def test_a_text_that_is_none_is_told_and_kept(self, text: str) -> None:
        sheet = ScoreSheet(OVER, mode="fill").fill("melds", 195)
        view = send(sheet, {"act": "write", "line": "hand", "text": text, "done": True})
        assert line(sheet, "hand")["mark"] == "fault"
        assert line(sheet, "hand")["text"] == text
        assert "is no number" in line(sheet, "hand")["tell"]["text"]
        assert view["said"]["text"].startswith("Left in hand: ")
        assert not view["said"]["fault"]
        assert (sheet.values, view["total"]["text"]) == ({"melds": 195}, "not yet")
        found = sheet.fill(RIGHT | {"hand": -75}).check()
        assert found.right

    def test_one_that_is_being_written_is_not_told_of_before_it_is_left_or_checked(self) -> None:
        sheet = ScoreSheet(OVER, mode="fill").fill(RIGHT)
        send(sheet, {"act": "write", "line": "hand", "text": "-", "done": False})
        assert line(sheet, "hand")["tell"] is None
        found = sheet.check()
        assert (found.right, found.line) == (False, "hand")
        assert line(sheet, "hand")["mark"] == "fault"

    def test_a_very_long_one_is_cut_in_what_is_told(self) -> None:
        sheet = ScoreSheet(OVER, mode="fill")
        send(sheet, {"act": "write", "line": "hand", "text": "9" * 5000, "done": True})
        told = line(sheet, "hand")["tell"]["text"]
        assert len(told) < 100
        assert "too long" in told

    def test_are_written_as_the_sheet_writes_them_when_the_line_is_left(self) -> None:
        sheet = ScoreSheet(OVER, mode="fill")
        send(sheet, {"act": "write", "line": "hand", "text": "-1415", "done": False})
        assert line(sheet, "hand")["text"] == "-1415"
        send(sheet, {"act": "write", "line": "hand", "text": "-1415", "done": True})
        assert line(sheet, "hand")["text"] == "−1,415"

    def test_a_draft_with_nothing_in_it_adds_up_to_nothing(self) -> None:
        assert Draft({"melds": 5}).total() == 0


class TestBadInput:
    @pytest.mark.parametrize(
        ("options", "reason"),
        [
            ({"side": 2}, "side: 2 is none of 0 to 1"),
            ({"side": -1}, "side: -1 is none of"),
            ({"seat": 4}, "seat: 4 is none of 0 to 3"),
            ({"seat": True}, "seat: True is none of"),
            ({"mode": "spt", "given": {}}, "mode: 'spt' is none of filled, fill, spot; did you mean spot"),
            ({"mode": "spot"}, "needs one"),
            ({"mode": "spot", "given": {"red_threes": 200}}, "needs one"),
            ({"mode": "spot", "given": {"red_three": 100}}, r"given\.red_three: .*did you mean red_threes"),
            ({"mode": "fill", "given": {"total": 100}}, r"given\.total: the sheet has no such line"),
            ({"mode": "fill", "given": {"melds": "5"}}, r"given\.melds: this must be a number"),
            ({"mode": "fill", "given": {"melds": 10**12}}, r"given\.melds: this must be a number"),
            ({"given": {"melds": 5}}, "takes no figures"),
        ],
    )
    def test_an_option_that_does_not_fit_is_refused_with_its_place(self, options: dict[str, Any], reason: str) -> None:
        with pytest.raises(InvalidPosition, match=reason):
            ScoreSheet(OVER, **options)

    def test_a_deal_that_is_not_over_or_not_known_has_no_sheet(self) -> None:
        with pytest.raises(InvalidPosition, match="only a deal that is over"):
            ScoreSheet(OVER | {"phase": "play", "went_out": None, "hands": [["4C"], ["5C"], ["6C"], ["9C"]]})
        with pytest.raises(InvalidPosition, match=r"hands\[2\]"):
            ScoreSheet(OVER | {"hands": [[], ["4C"], None, ["5C"]]})
        with pytest.raises(InvalidPosition, match="needs a position, not list"):
            ScoreSheet([])  # type: ignore[arg-type]

    def test_a_line_or_a_figure_that_there_is_not_is_named(self) -> None:
        sheet = ScoreSheet(OVER, mode="fill").fill("melds", 5)
        with pytest.raises(InvalidMove, match="no such line in this sheet: red_three; did you mean red_threes"):
            sheet.fill("red_three", 5)
        with pytest.raises(InvalidMove, match="takes a number of points"):
            sheet.fill({"red_threes": 5, "hand": None})  # type: ignore[dict-item]
        with pytest.raises(InvalidMove, match="“5x” is no number"):
            sheet.fill("hand", "5x")  # type: ignore[arg-type]
        with pytest.raises(InvalidMove, match="no such line"):
            sheet.hint("penalties")
        with pytest.raises(InvalidMove, match="no such side: 5"):
            sheet.show(5)
        with pytest.raises(InvalidMove, match="one side only"):
            ScoreSheet(OVER, 0).show(1)
        with pytest.raises(InvalidRules, match="no such rule"):
            sheet.open("score.meld")
        assert sheet.values == {"melds": 5}

    @pytest.mark.parametrize(
        "message",
        [
            None, 3, {}, {"act": "fly"}, {"act": "write"}, {"act": "write", "line": "x", "text": "5"},
            {"act": "side", "side": 9},
            {"act": "point", "line": "melds"}, {"act": "hint", "line": "x"}, {"act": "rule", "rule": "x"},
            {"act": "write", "line": "melds", "text": 5},
        ],
    )  # fmt: skip
    def test_a_message_that_makes_no_sense_is_told_and_changes_nothing(self, message: object) -> None:
        sheet = ScoreSheet(OVER, mode="fill").fill("melds", 5)
        before = sheet.view["lines"]
        view = send(sheet, message)
        assert view["said"]["fault"]
        assert view["lines"] == before
        assert sheet.page == {}

    def test_a_hostile_title_is_escaped_in_its_static_form(self) -> None:
        title = "<img src=x onerror=alert(1)>"
        html = ScoreSheet(OVER, title=title).static_html()
        assert title not in html
        assert escape(title) in html

    @pytest.mark.parametrize("key", KEYS)
    def test_every_rule_set_has_a_sheet_for_every_number_of_players(self, key: str) -> None:
        for players in ruleset(key).p.players:
            sides = ruleset(key).sides(players)
            hands = [[card] for card in ["4C", "5C", "6C", "7C", "8C", "9C"][:players]]
            table = {"rules": key, "players": players, "phase": "over", "hands": hands, "scores": [0] * sides}
            sheet = ScoreSheet(table, mode="fill")
            for side in range(sides):
                sheet.show(side).solution()
                assert sheet.right
            assert len(sheet.view["sides"]) == sides


def test_an_update_while_a_figure_is_written_is_short() -> None:
    sheet = ScoreSheet(ITALIAN, mode="fill")
    sent = {name: json.dumps(getattr(sheet, name)) for name in ("cards", "cites", "page")}
    view = send(sheet, {"act": "write", "line": "hand", "text": "-1", "done": False})
    assert {name: json.dumps(getattr(sheet, name)) for name in sent} == sent
    assert len(json.dumps(view)) < 8000


# ---- words and files ---------------------------------------------------------------------------------------------

VALUES = frozenset(("mode", "mark", "keyboard", "focus"))
"""Names in the view whose values are no texts."""


def every_state() -> Iterator[ScoreSheet]:
    for table in (OVER, ITALIAN, SWEDISH, ALONE, RUNS):
        yield ScoreSheet(table).open("score.melds")
        fill = ScoreSheet(table, mode="fill")
        fill.check()
        yield fill.fill("melds", 1)
        for key in fill.line_names:
            fill.fill(key, 15).check()
            for _ in range(STEPS):
                fill.hint(key)
                yield fill
            fill.fill(key, fill._draft.truth[key])
        fill._hear(fill, {"act": "write", "line": "hand", "text": "--", "done": True}, [])
        yield fill
        fill.solution()
        yield fill
        spot = ScoreSheet(table, mode="spot", given={"melds": 1, "total": 2})
        yield spot
        spot.point("hand")
        spot.hint()
        spot.solution()
        yield spot


def shown_texts(sheet: ScoreSheet) -> dict[str, object]:
    view = {name: value for name, value in sheet.view.items() if name not in VALUES}
    lines = [{name: value for name, value in one.items() if name not in VALUES} for one in view.pop("lines")]
    total = {name: value for name, value in view.pop("total").items() if name not in VALUES}
    buttons = [one["label"] for one in view.pop("buttons")]
    return {**view, "lines": lines, "total": total, "buttons": buttons, "cards": sheet.cards, "cites": sheet.cites}


def test_in_the_pseudo_locale_no_english_word_is_left_in_a_view() -> None:
    with i18n.speaking(i18n.PSEUDO):
        for sheet in every_state():
            assert left_in([shown_texts(sheet), sheet.page]) == {}


def test_every_text_is_in_the_catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: set[str] = set()

    class Recorder(gettext.NullTranslations):
        def gettext(self, message: str) -> str:
            asked.add(message)
            return message

        def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
            asked.update((msgid1, msgid2))
            return super().ngettext(msgid1, msgid2, n)

    monkeypatch.setattr(i18n, "_current", Recorder())
    for sheet in every_state():
        sheet.static_html()
    assert asked - {text for found in texts() for text in (found.one, found.many or found.one)} == set()
    assert len(asked) > 100


def test_scripts_put_together_are_one_module_whose_names_differ() -> None:
    whole = str(ScoreSheet._esm)
    assert re.findall(r"^import\b", whole, re.MULTILINE) == []
    assert re.findall(r"^export\b.*", whole, re.MULTILINE) == ["export default {"]
    names = Counter(re.findall(r"^(?:function|class|const) (\w+)", whole, re.MULTILINE))
    assert [name for name, times in names.items() if times > 1] == []


def test_every_colour_of_the_style_is_a_token_that_there_is() -> None:
    sheet = str(ScoreSheet._css)
    assert set(re.findall(r"var\((--ct-[\w-]+)", sheet)) <= set(re.findall(r"(--ct-[\w-]+)\s*:", sheet))
