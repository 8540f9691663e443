"""The position editor from Python: any table can be said, what is impossible is told, and the referee is asked."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from canasta_teach import deal, judge, rulebook
from canasta_teach.cards import ALL_CARDS, JOKER, UNKNOWN, card, codes
from canasta_teach.errors import CanastaError, InvalidCard, InvalidMove, InvalidPosition
from canasta_teach.game.legal import legal_moves
from canasta_teach.game.state import Position
from canasta_teach.i18n import speaking
from canasta_teach.rulebook import KEYS, parse_house
from canasta_teach.widgets import PositionEditor
from canasta_teach.widgets.editor_acts import add_cards, cards_at, take_out
from canasta_teach.widgets.editor_changes import move_cards
from canasta_teach.widgets.editor_draft import Draft, History, empty_draft
from canasta_teach.widgets.editor_file import from_file, to_file
from canasta_teach.widgets.editor_keys import set_key
from canasta_teach.widgets.editor_read import read_draft
from canasta_teach.widgets.editor_view import FACES, all_places
from tests.case_runner import load
from tests.widgets import test_assets
from tests.widgets.untranslated import english

HOUSE = parse_house('base = "swedish"\ntitle = "Our kitchen table"\nmax_wilds = 4\npenalties = true\n')
MIDDLE: dict[str, Any] = {
    "rules": "classic",
    "scores": [1600, 2120],
    "phase": "play",
    "hands": ["KH KS KD 10H 9S 9C 7H 6D 4S", 6, 8, 10],
    "melds": [["QH QD QS QC QH QD QS", "7S 7D 7C 2H"], ["8H 8S 8D", "5C 5D 5H JK"]],
    "red_threes": ["3H 3D", "3D"],
    "pile": "KC 4C 2D 6S",
}
CASES = [case["position"] for case in load() if "position" in case and case["position"].get("rules") != "house"]


def editor(**changes: Any) -> PositionEditor:
    return PositionEditor(MIDDLE | changes)


def send(one: PositionEditor, message: object) -> Mapping[str, Any]:
    """What the page sends, and what it then shows and tells."""
    one._hear(one, message, [])
    return {**one.view, "said": one.said}


def classic(players: int = 4) -> Draft:
    return empty_draft(rulebook.ruleset("classic"), players)


class TestTheDraft:
    def test_it_says_all_that_the_handed_positions_say(self) -> None:
        assert len(CASES) > 500
        for position in CASES:
            try:
                wanted: Position | str = Position.parse(position)
            except InvalidPosition as error:
                wanted = str(error)
            try:
                draft = read_draft(position)
            except InvalidPosition:
                # What is no draft is no position either.
                assert isinstance(wanted, str), position
                continue
            found = draft.check()
            assert (found if isinstance(found, Position) else str(found)) == wanted, position
            assert read_draft(draft.data()) == draft

    @pytest.mark.parametrize(("rules", "players"), [(key, n) for key in KEYS for n in rulebook.ruleset(key).p.players])
    def test_it_says_a_dealt_table_of_each_rule_set_and_each_number_of_players(self, rules: str, players: int) -> None:
        dealt = deal(rules=rules, players=players, seed=3)
        assert read_draft(dealt.to_dict()).check() == dealt

    def test_it_says_every_key_of_the_format(self) -> None:
        keys = {
            "rules": "brazilian", "options": {"jokers": 4}, "players": 4, "scores": [800, 0], "dealer": 2, "turn": 1,
            "phase": "over", "first_turn": True, "hands": [["4C"], [], 3, None], "melds": [[], [["4H", "5H", "6H"]]],
            "concealed_melds": [[], [0]], "red_threes": [["3H"], []], "pile": ["KH", "??", "4C"], "stock": ["5C", "??"],
            "frozen": True, "laid_before": [True, False, False, False], "permission": "asked",
            "this_turn": {
                "drawn": ["4C"], "redrawn": True, "took_pile": True, "must_draw": True,
                "laid": [{"act": 0, "meld": 0, "cards": ["4H"], "new": True}],
            },
            "penalised": [["4C"], [], [], []], "penalties": [[{"rule": "penalty.drew-out-of-turn", "points": 100}], []],
            "minimum_raised": [True, False], "idle_turns": 2, "went_out": 1, "concealed": True, "relancinho": True,
        }  # fmt: skip
        assert read_draft(keys).data() == keys

    def test_house_rules_are_said_too(self) -> None:
        draft = read_draft({"rules": "house", "hands": ["KH", 3, 3, 3]}, HOUSE)
        found = draft.check()
        assert isinstance(found, Position)
        assert found.rules == HOUSE

    def test_the_deck_has_left_what_lies_nowhere(self) -> None:
        draft = read_draft(MIDDLE)
        assert draft.left(card("KH")) == 1
        assert draft.left(card("QH")) == 0
        assert draft.left(JOKER) == 3
        assert draft.left(UNKNOWN) == 108 - 9 - 24 - 11 - 7 - 3 - 4
        assert add_cards(draft, "hands[1]", [card("QH")])[0].left(card("QH")) == -1

    def test_what_is_left_of_each_card_and_what_lies_make_up_the_deck(self) -> None:
        draft = read_draft(MIDDLE)
        lefts = draft.lefts()
        assert sum(n for one, n in lefts.items() if one is not UNKNOWN) == 108 - (draft.used().total() - 24)
        assert all(lefts[one] == draft.left(one) for one in lefts)

    def test_another_number_of_players_makes_room_and_cuts_off(self) -> None:
        three = classic().seated(3)
        assert (three.sides, len(three.hands), len(three.melds), three.dealer) == (3, 3, 3, 2)
        two = set_key(set_key(classic(), "turn", 3), "players", 2)
        assert (two.turn, two.dealer, two.scores) == (1, 1, (0, 0))
        assert isinstance(classic(6).check(), Position)

    def test_a_rule_set_that_does_not_know_the_number_of_players_is_told_and_kept(self) -> None:
        fault = set_key(classic(3), "rules", "brazilian").check()
        assert isinstance(fault, InvalidPosition)
        assert fault.path == "players"

    def test_options_that_the_next_rule_set_does_not_have_stay_behind(self) -> None:
        draft = set_key(classic(), "options", '{"jokers": 6}')
        assert draft.rules.p.jokers == 6
        assert set_key(draft, "options", "").rules.options == {}
        with pytest.raises(InvalidPosition, match="options"):
            set_key(classic(), "options", "six jokers")
        with pytest.raises(InvalidPosition, match="options"):
            set_key(classic(), "options", '{"no_such": 6}')

    def test_undo_and_redo_walk_the_same_way(self) -> None:
        first = History(classic())
        second = first.then(add_cards(classic(), "pile", [card("4C")])[0])
        assert second.undo().draft == first.draft
        assert second.undo().redo() == second
        assert second.then(second.draft) is second
        assert first.undo() is first
        assert first.redo() is first
        assert second.undo().then(classic(2)).future == ()


PLACES = st.sampled_from(["hands[0]", "hands[1]", "melds[0][new]", "melds[1][0]", "red_threes[0]", "pile", "stock"])
SOME = st.lists(st.sampled_from([*ALL_CARDS, JOKER, UNKNOWN]), min_size=1, max_size=6)


class TestCards:
    @given(place=PLACES, some=SOME)
    @settings(max_examples=60)
    def test_cards_put_somewhere_lie_there_and_taken_out_the_table_is_as_before(
        self, place: str, some: list[Any]
    ) -> None:
        before = read_draft(MIDDLE | {"stock": ["5C"]})
        after, path = add_cards(before, place, some)
        assert cards_at(before, place) == () or path == place
        assert sorted(codes(cards_at(after, path))) == sorted([*codes(cards_at(before, place)), *codes(some)])
        here = len(cards_at(after, path))
        known = [i for i in range(here) if cards_at(after, path)[i] is not UNKNOWN]
        top = sum(one is not UNKNOWN for one in some)
        added = (
            [*range(top), *range(here - (len(some) - top), here)] if path == "pile" else range(here - len(some), here)
        )
        assert len(known) >= top
        assert take_out(after, path, list(added))[0] == before

    def test_on_the_pile_cards_come_on_top_and_unknown_ones_below(self) -> None:
        draft, _ = add_cards(read_draft(MIDDLE), "pile", [card("9H"), UNKNOWN, card("8C")])
        assert codes(draft.pile) == ["9H", "8C", "KC", "4C", "2D", "6S", "??"]

    def test_a_meld_whose_last_card_goes_is_gone_and_what_names_the_others_follows(self) -> None:
        draft = read_draft(
            MIDDLE
            | {
                "concealed_melds": [[1], []],
                "this_turn": {"laid": [{"act": 0, "meld": 0, "cards": "QH", "new": False},
                                       {"act": 1, "meld": 1, "cards": "7S", "new": True}]},
            }
        )  # fmt: skip
        after, _ = take_out(draft, "melds[0][0]", range(7))
        assert [codes(meld) for meld in after.melds[0]] == [["7S", "7D", "7C", "2H"]]
        assert after.concealed_melds[0] == {0}
        assert [(one.meld, one.act) for one in after.this_turn.laid] == [(0, 1)]

    def test_a_card_moves_from_a_meld_that_goes_to_one_behind_it(self) -> None:
        draft = read_draft(MIDDLE | {"melds": [["4H", "7S 7D 7C"], []]})
        after, _ = move_cards(draft, "melds[0][0]", [0], "melds[0][1]")
        assert [codes(meld) for meld in after.melds[0]] == [["7S", "7D", "7C", "4H"]]

    def test_the_last_card_taken_out_of_a_hand_leaves_one_of_which_nothing_is_known(self) -> None:
        one = read_draft(MIDDLE | {"hands": ["KH", 6, 8, 10]})
        assert take_out(one, "hands[0]", [0])[0].hands[0] is None
        over = set_key(one, "phase", "over")
        assert take_out(over, "hands[0]", [0])[0].hands[0] == ()

    @pytest.mark.parametrize(
        "path",
        ["", "hands", "hands[4]", "hands[0][0][0]", "melds[2][new]", "melds[0][7]", "x[0]", "pile[" + "9" * 5000 + "]"],
    )
    def test_a_place_that_there_is_not_is_refused(self, path: str) -> None:
        with pytest.raises(InvalidPosition):
            add_cards(read_draft(MIDDLE), path, [card("KH")])

    def test_a_place_takes_no_more_cards_than_a_page_can_show(self) -> None:
        with pytest.raises(InvalidPosition, match="more than any deck has"):
            add_cards(classic(), "pile", [card("KH")] * 201)


class TestKeys:
    @pytest.mark.parametrize(
        ("key", "value", "name", "wanted"),
        [
            ("scores[1]", -20, "scores", [1600, -20]),
            ("dealer", 1, "dealer", 1),
            ("first_turn", True, "first_turn", True),
            ("stock", 20, "stock", 20),
            ("stock", None, "stock", None),
            ("frozen", True, "frozen", True),
            ("laid_before[1]", False, "laid_before", [True, False, True, True]),
            ("permission", "asked", "permission", "asked"),
            ("this_turn.took_pile", True, "this_turn", {"took_pile": True}),
            ("penalties[0]", "add", "penalties", [[{"rule": "penalty.drew-out-of-turn", "points": 50}], []]),
            ("minimum_raised[0]", True, "minimum_raised", [True, False]),
            ("concealed_melds[0][0]", True, "concealed_melds", [[0], []]),
            ("idle_turns", 2, "idle_turns", 2),
            ("went_out", 2, "went_out", 2),
            ("relancinho", True, "relancinho", True),
        ],
    )
    def test_each_key_is_set_by_its_path(self, key: str, value: Any, name: str, wanted: Any) -> None:
        draft = read_draft(MIDDLE | {"rules": "italian"})
        assert set_key(draft, key, value).data()[name] == wanted

    @pytest.mark.parametrize(
        ("key", "value"),
        [
            ("scores[0]", "many"), ("scores[2]", 5), ("scores[0]", 1.5), ("scores[0]", True), ("turn", 4),
            ("turn", None),
            ("phase", "pause"), ("players", 7), ("rules", "house"), ("rules", ["classic"]), ("frozen", "yes"),
            ("laid_before", [True]), ("permission", "maybe"), ("penalties[0]", "add"), ("this_turn.laid[0]", None),
            ("hands[0]", 3), ("nothing", 1), ("[", 1), ("went_out", 9), ("idle_turns", -1),
        ],
    )  # fmt: skip
    def test_what_a_key_cannot_have_is_refused(self, key: str, value: Any) -> None:
        with pytest.raises(InvalidPosition):
            set_key(read_draft(MIDDLE), key, value)

    def test_rows_of_layings_and_penalties_are_added_changed_and_taken_out(self) -> None:
        draft = read_draft(MIDDLE | {"rules": "italian"})
        for key, value in (("this_turn.laid", "add"), ("this_turn.laid[0].meld", 1), ("this_turn.laid[0].new", False)):
            draft = set_key(draft, key, value)
        draft, _ = add_cards(draft, "this_turn.laid[0]", [card("7S")])
        assert draft.data()["this_turn"]["laid"] == [{"act": 0, "meld": 1, "cards": ["7S"], "new": False}]
        draft = set_key(set_key(draft, "penalties[1]", "add"), "penalties[1][0].points", 200)
        assert draft.penalties[1][0].points == 200
        for key in ("this_turn.laid[0]", "penalties[1][0]"):
            draft = set_key(draft, key, None)
        assert draft == read_draft(MIDDLE | {"rules": "italian"})


class TestWhatItShows:
    def test_the_text_form_is_the_same_on_every_run(self) -> None:
        assert {repr(PositionEditor()) for _ in range(2)} == {"<PositionEditor: Classic, 4 | This table is possible.>"}

    def test_the_plain_page_tells_what_lies_where(self) -> None:
        shown = editor().static_html()
        for text in ("Your hand: K♥ K♠ K♦", "Discard pile: K♣ 4♣ 2♦ 6♠", "Red threes of You, North: 3♥ 3♦"):
            assert text in shown

    def test_an_impossible_table_is_told_with_place_path_and_reason_and_kept(self) -> None:
        one = editor().put("KH KH", "hands[2]")
        check = one.view["check"]
        assert (check["ok"], check["where"], check["path"], check["at"]) == (
            False, "North's hand, K♥", "hands[2][9]", "hands[2]",
        )  # fmt: skip
        assert "too many" in check["reason"]
        assert "too many" in one.said["text"]
        assert one.draft["hands"][2][-2:] == ["KH", "KH"]
        with pytest.raises(InvalidPosition, match="too many"):
            _ = one.position
        one.undo()
        assert one.fault is None
        assert one.said["text"].endswith("This table is possible.")

    @pytest.mark.parametrize(
        ("change", "where", "at"),
        [
            ({"pile": ["3H"]}, "Discard pile, 3♥", "pile"),
            ({"frozen": False}, "The pile is frozen", "frozen"),
            ({"melds": [["KH KS"], []]}, "Your melds: kings, number 1", "melds[0][0]"),
            ({"red_threes": ["3S", ""]}, "Red threes of You, North, 3♠", "red_threes[0]"),
            ({"scores": [5000, 0]}, "Scores before this deal", "scores"),
            ({"phase": "draw", "this_turn": {"took_pile": True}}, "Took the pile", "this_turn.took_pile"),
            ({"concealed_melds": [[0], []]}, "Concealed canastas of You, North", "concealed_melds"),
            ({"minimum_raised": [True, False]}, "Took back a short laying", "minimum_raised"),
            ({"went_out": 1}, "Who went out", "went_out"),
            ({"penalties": [[{"rule": "no", "points": 5}], []]}, "Penalties so far of You, North", "penalties[0]"),
        ],
    )
    def test_each_fault_has_its_place_in_words(self, change: dict[str, Any], where: str, at: str) -> None:
        check = editor(**change).view["check"]
        assert (check["where"], check["at"]) == (where, at)

    def test_a_table_at_which_nobody_can_act_is_told_to_be_over(self) -> None:
        one = editor(phase="draw", stock=0, pile="3S")
        assert one.position.phase == "over"
        assert "so the deal is over" in one.view["check"]["text"]

    def test_the_palette_tells_how_many_are_left(self) -> None:
        left = dict(zip(codes(FACES), editor().view["left"], strict=True))
        assert (left["KH"], left["QH"], left["JK"], left["3D"]) == (1, 0, 3, 0)
        assert len(left) == 54

    def test_keys_of_other_rule_sets_are_out_of_view_until_they_are_set(self) -> None:
        def fields(one: PositionEditor) -> set[str]:
            return {field["id"] for block in one.more for field in block["fields"]}

        assert {"frozen", "permission"} <= fields(editor())
        assert not {"idle_turns", "went_out", "minimum_raised[0]"} & fields(editor())
        assert "idle_turns" in fields(PositionEditor(rules="brazilian"))
        assert "frozen" not in fields(PositionEditor(rules="brazilian"))
        assert "idle_turns" in fields(editor(idle_turns=1))
        assert {"went_out", "concealed"} <= fields(editor(phase="over", rules="swedish"))

    @pytest.mark.parametrize("rules", KEYS)
    def test_every_place_of_every_table_can_be_chosen_and_has_a_name(self, rules: str) -> None:
        for players in rulebook.ruleset(rules).p.players:
            one = PositionEditor(deal(rules=rules, players=players, seed=1))
            for path in all_places(one._draft):
                assert send(one, {"act": "place", "place": path})["place_name"]
            assert one.fault is None

    def test_an_update_of_a_full_table_stays_small(self) -> None:
        melds = [[f"{rank}H {rank}S {rank}D {rank}C {rank}H" for rank in half] for half in ("456789JQ", "KA")]
        one = PositionEditor(
            {
                "rules": "italian",
                "phase": "play",
                "melds": melds,
                "pile": "10H 10S 4C",
                "hands": ["10C 10D 9S", 9, 9, 9],
            }
        )
        one.put("KS AS 2H 2S 2D", "hands[0]").judge("discard 9S")
        send(one, {"act": "legal"})
        sent = {name: len(json.dumps(getattr(one, name), ensure_ascii=False).encode()) for name in SENT}
        assert max(sent.values()) < 8_000, sent
        assert sent["view"] < 5_000, sent

    def test_nothing_of_ours_escapes_the_catalogue(self) -> None:
        with speaking("pseudo"):
            views = []
            for one in (PositionEditor(), editor(), editor(rules="italian", phase="over"), PositionEditor(house=HOUSE)):
                views += [one.fixed, one.view, one.more, one.ask, one.hand]
            found = {
                text: words
                for view in views
                for text in shown(view)
                if (words := english(text.replace("JK", ""), HOUSE))
            }
        assert found == {}


SENT = ("view", "fixed", "more", "text", "hand", "ask", "acts", "ruled", "further", "beside", "page")
CODED = frozenset(
    {
        "id",
        "kind",
        "of",
        "place",
        "path",
        "at",
        "value",
        "code",
        "codes",
        "keys",
        "verbs",
        "text",
        "order",
        "ids",
        "cards",
        "reason",
        "example",
        "examples",
        "look",
    }
)
"""Names in the views whose values are no words of ours, or, as the engine's reasons, are told in English."""


def shown(view: object, name: str = "") -> Iterator[str]:
    """Every text that the page shows or tells; of a pair, a value and its words, the words."""
    if isinstance(view, str):
        yield view
    elif isinstance(view, dict):
        for key, value in view.items():
            if key not in CODED or (isinstance(value, dict) and key != "look"):
                yield from shown(value, key)
    elif isinstance(view, list | tuple):
        pair = len(view) == 2 and isinstance(view[1], str)
        for one in view[1:] if pair else view:
            yield from shown(one, name)


@pytest.mark.parametrize(
    "check",
    [
        test_assets.test_scripts_put_together_import_nothing_and_export_one_thing,
        test_assets.test_names_of_scripts_put_together_differ,
        test_assets.test_every_colour_of_the_style_is_a_token_that_there_is,
    ],
)
def test_its_front_end_files_are_as_those_of_the_other_widgets(check: Callable[[type[PositionEditor]], None]) -> None:
    check(PositionEditor)


class TestAsking:
    def test_the_referee_judges_as_without_an_editor(self) -> None:
        one = editor()
        for text in ("discard KH", "meld KH KS KD", "draw", "add 7H to 7; discard 4S", "seat 1: draw"):
            assert one.judge(text).ruling.to_dict() == judge(Position.parse(MIDDLE), text).to_dict()
        assert one.ruled["word"] == "Refused"
        assert {chip["title"] for chip in one.further["elsewhere"]["chips"]} >= {"Classic", "Swedish", "Italian"}

    def test_an_act_that_cannot_be_read_puts_the_ruling_on_another_away(self) -> None:
        one = editor()
        one.judge("discard KH")
        assert send(one, {"act": "ask", "text": "fly"})["said"]["fault"]
        assert one.ruled == {}
        assert one.ruling is None

    def test_a_change_of_the_table_puts_the_ruling_away_and_keeps_the_act(self) -> None:
        one = editor()
        one.judge("discard KH")
        one.put("4H")
        assert one.ruled == {}
        assert one.ruling is None
        assert one.ask["text"] == "discard KH"

    def test_an_impossible_table_is_not_ruled_on(self) -> None:
        one = editor().put("KH KH")
        with pytest.raises(InvalidMove, match="Mend the table first"):
            one.judge("discard KH")
        assert send(one, {"act": "ask", "text": "draw"})["said"]["fault"]
        assert send(one, {"act": "legal"})["said"]["fault"]

    def test_legal_acts_are_those_of_the_referee_the_first_hundred_of_them(self) -> None:
        one = editor()
        assert one.legal(None) == list(legal_moves(one.position))
        send(one, {"act": "legal"})
        assert {act for group in one.acts["groups"] for act in group["acts"]} == {str(act) for act in one.legal(None)}
        assert one.acts["title"] == f"{len(one.legal(None))} legal acts"
        many = PositionEditor(
            {"phase": "play", "hands": ["4H 4D 4C 5H 5D 5C 6H 6D 6C 7H 7D 7C 8H 8D 8C 9H 9D 9C JK JK 2H 2D", 5, 5, 5]}
        )
        send(many, {"act": "legal"})
        assert "there are more" in many.acts["title"]
        assert sum(len(group["acts"]) for group in many.acts["groups"]) == 100
        assert len(json.dumps(many.acts)) < 8_000

    @pytest.mark.parametrize(
        ("verb", "chosen", "onto", "before", "text"),
        [
            ("draw", "", None, "", "draw"),
            ("take", "", None, "", "take"),
            ("take", "KH KS", None, "", "take with KH KS"),
            ("take", "", 1, "", "take onto 7"),
            ("lay", "KH KS KD", None, "", "meld KH KS KD"),
            ("lay", "7H", 1, "", "add 7H to 7"),
            ("also", "7H", 1, "meld KH KS KD", "meld KH KS KD / add 7H to 7"),
            ("also", "9S 9C", None, "take", "take / meld 9S 9C"),
            ("discard", "4S", None, "", "discard 4S"),
            ("ask", "", None, "", "ask"),
            ("yes", "", None, "", "answer yes"),
        ],
    )
    def test_cards_and_a_verb_make_an_act(
        self, verb: str, chosen: str, onto: int | None, before: str, text: str
    ) -> None:
        one = editor()
        held = {item["code"]: item["id"] for item in one.hand["cards"]}
        ids = [held[code] for code in chosen.split()]
        send(one, {"act": "build", "verb": verb, "cards": ids, "onto": onto, "text": before})
        assert one.ruling is not None
        assert one.ask["text"] == text
        assert one.ruled["word"] in ("Legal", "Refused")

    def test_the_mend_is_asked_about_in_its_turn(self) -> None:
        one = editor(melds=[[], []], red_threes=[[], []])
        one.put("AH AD AC")
        assert not one.judge("meld KH KS KD").legal
        send(one, {"act": "mend"})
        assert one.ruled["word"] == "Legal"

    def test_a_hand_that_is_not_known_is_presumed_to_hold_what_is_named(self) -> None:
        one = PositionEditor({"phase": "play", "hands": [None, 5, 5, 5]})
        assert one.hand == {}
        laying = one.judge("meld KH KS KD / AH AD AC")
        assert laying.legal
        assert laying.ruling.assumed


class TestThePage:
    def test_cards_go_to_the_chosen_place_and_a_new_meld_takes_the_next_ones(self) -> None:
        one = PositionEditor()
        send(one, {"act": "place", "place": "melds[1][new]"})
        for code in ("5H", "5D", "5C"):
            view = send(one, {"act": "add", "cards": code})
        assert one.draft["melds"][1] == [["5H", "5D", "5C"]]
        assert view["place"] == "melds[1][0]"
        assert view["said"]["text"].startswith("5♣ put there. Their melds: fives, number 1: 3 cards.")

    def test_a_hand_shows_its_cards_by_rank_and_gives_out_the_one_that_is_pressed(self) -> None:
        one = PositionEditor().put("4C KH 2S AD")
        assert one.view["groups"][0]["places"][0]["cards"] == ["2S", "AD", "KH", "4C"]
        send(one, {"act": "out", "place": "hands[0]", "at": [1]})
        assert one.draft["hands"][0] == ["4C", "KH", "2S"]

    def test_a_number_of_cards_counts_the_named_ones_in(self) -> None:
        one = PositionEditor().put("KH", "hands[1]")
        send(one, {"act": "count", "place": "hands[1]", "n": 11})
        assert one.draft["hands"][1] == ["KH", *["??"] * 10]
        assert send(one, {"act": "count", "place": "hands[1]", "n": 0})["said"]["fault"]
        send(one, {"act": "count", "place": "hands[2]", "n": 7})
        assert one.draft["hands"][2] == 7
        send(one, {"act": "count", "place": "hands[2]", "n": None})
        assert one.draft["hands"][2] is None
        send(one, {"act": "add", "cards": "KC", "place": "pile"})
        send(one, {"act": "count", "place": "pile", "n": 9})
        assert one.draft["pile"] == {"top": "KC", "count": 9}

    def test_what_is_taken_back_is_done_again(self) -> None:
        one = PositionEditor().put("KH")
        view = send(one, {"act": "undo"})
        assert (one.draft["hands"][0], view["undo"], view["redo"]) == (None, False, True)
        send(one, {"act": "redo"})
        assert one.draft["hands"][0] == ["KH"]
        assert send(one, {"act": "redo"})["said"]["fault"]

    def test_the_table_is_emptied_and_had_back(self) -> None:
        one = editor()
        send(one, {"act": "clear"})
        assert one.draft["melds"] == [[], []]
        assert one.undo().draft == editor().draft

    @pytest.mark.parametrize(
        "message",
        [
            None, 7, [], {}, {"act": "cheat"}, {"act": "place", "place": "nowhere"}, {"act": "add", "cards": ""},
            {"act": "add", "cards": "KX"}, {"act": "add", "cards": "KH", "place": "hands[9]"},
            {"act": "out", "place": "hands[0]", "at": [40]}, {"act": "out", "place": "hands[0]", "at": []},
            {"act": "out", "place": "hands[0]", "at": [-1]}, {"act": "move", "place": "pile", "at": [0], "to": "x"},
            {"act": "count", "place": "hands[0]", "n": -1}, {"act": "count", "place": "melds[0][0]", "n": 4000},
            {"act": "set", "key": "turn", "value": 9}, {"act": "set", "key": "scores[0]", "value": {}},
            {"act": "undo"}, {"act": "paste", "text": "no table"}, {"act": "ask", "text": "fly"},
            {"act": "build", "verb": "discard", "cards": []}, {"act": "build", "verb": "lay", "cards": ["c99"]},
            {"act": "build", "verb": "also", "cards": ["c0"], "text": "discard KH"}, {"act": "mend"},
            {"act": "load", "name": "/no/such/file.json"}, {"act": "load", "name": ""}, {"act": "save", "name": " "},
            {"act": "save", "name": "\0"}, {"act": "book", "key": "swedish"},
            {"act": "add", "cards": "KH", "html": "<b>"},
        ],
    )  # fmt: skip
    def test_a_message_that_makes_no_sense_is_told_and_changes_nothing(self, message: object) -> None:
        one = editor()
        before = one.draft
        said = send(one, message)["said"]
        assert said["fault"]
        assert said["text"]
        assert one.draft == before


class TestPasting:
    def test_a_text_of_the_format_is_set_up_possible_or_not(self) -> None:
        one = PositionEditor().paste(json.dumps(MIDDLE))
        assert one.position == Position.parse(MIDDLE)
        one.paste(MIDDLE | {"hands": ["KH KH KH", 6, 8, 10]})
        assert one.fault is not None
        assert one.undo().fault is None

    @pytest.mark.parametrize(
        ("text", "path"),
        [
            ("", ""), ("no table", ""), ("[1]", ""), ("{", ""), ('{"hand": []}', "hand"),
            ('{"rules": "klassic"}', "rules"),
            ('{"hands": ["KX", 1, 1, 1]}', "hands[0][0]"), ('{"hands": ["KH"]}', "hands"), ('{"turn": 7}', "turn"),
            ('{"players": 9}', "players"), ('{"phase": "later"}', "phase"),
            ('{"options": {"jokers": "x"}}', "options.jokers"),
            ('{"hands": [5000, 1, 1, 1]}', "hands[0]"), ("[" * 5000, ""), ('{"rules": "house"}', "rules"),
        ],
    )  # fmt: skip
    def test_what_is_not_in_the_format_is_refused_with_its_place_and_the_draft_stays(
        self, text: str, path: str
    ) -> None:
        one = editor()
        with pytest.raises(InvalidPosition) as fault:
            one.paste(text)
        assert fault.value.path == path
        assert one.said["fault"]
        assert one.draft == editor().draft

    @given(st.text(max_size=200))
    @settings(max_examples=50)
    def test_any_text_is_a_draft_or_one_error_of_ours(self, text: str) -> None:
        try:
            read_draft(text)
        except CanastaError as error:
            assert str(error)

    def test_what_begins_an_editor_is_read_as_what_is_pasted(self) -> None:
        assert PositionEditor(json.dumps(MIDDLE)).draft == editor().draft
        assert PositionEditor(Position.parse(MIDDLE)).position == Position.parse(MIDDLE)
        with pytest.raises(InvalidPosition):
            PositionEditor("{}}")
        with pytest.raises(InvalidCard):
            PositionEditor().put("KX")

    def test_fewer_cards_than_none_are_refused_as_no_number_of_cards(self) -> None:
        one = editor()
        before = one.draft
        said = send(one, {"act": "count", "place": "hands[1]", "n": -5})["said"]
        assert said["fault"]
        assert "a whole number from 0" in said["text"]
        assert one.draft == before

    def test_an_act_too_long_to_be_one_is_not_shown_again(self) -> None:
        one = editor()
        said = send(one, {"act": "ask", "text": "draw;" * 1_000})["said"]
        assert said["fault"]
        assert "no more than 2,000 characters" in said["text"]
        assert len(json.dumps(one.ask)) < 8_000

    def test_house_rules_can_be_chosen_where_they_are_given(self) -> None:
        one = PositionEditor(house=HOUSE, rules="classic")
        assert ["house", "Our kitchen table"] in one.fixed["options"]["rules"]
        assert one.set("rules", "house").position.rules == HOUSE
        assert PositionEditor(rules=HOUSE).position.rules == HOUSE
        assert PositionEditor(one.position).position.rules == HOUSE


class TestFiles:
    def test_a_saved_table_is_had_back_house_rules_included(self, tmp_path: Path) -> None:
        path = tmp_path / "table.json"
        for one in (editor(), PositionEditor(house=HOUSE).put("KH"), editor().put("KH KH"), PositionEditor(players=3)):
            one.save(path)
            assert PositionEditor().load(path).draft == one.draft
        assert [found.name for found in tmp_path.iterdir()] == ["table.json"]

    def test_the_page_saves_and_loads(self, tmp_path: Path) -> None:
        one, name = editor(), str(tmp_path / "ours.json")
        assert send(one, {"act": "save", "name": name})["said"]["text"] == "Saved as ours.json."
        other = PositionEditor()
        assert not send(other, {"act": "load", "name": name})["said"]["fault"]
        assert other.draft == one.draft

    @pytest.mark.parametrize(
        ("damage", "told"),
        [
            (lambda text: text[: len(text) // 2], "damaged"),
            (lambda text: text.replace('"version": 1', '"version": 2'), "newer"),
            (lambda text: text.replace("canasta-teach position", "canasta-teach other"), "no saved table"),
            (lambda text: text.replace("canasta-teach position", "canasta-teach deal"), "missing"),
            (lambda text: text.replace('"version": 1', '"version": "1"'), "whole number"),
            (lambda text: text.replace('"KS"', '"KH"').replace('"KD"', '"KH"'), "too many"),
            (lambda text: text.replace('"KS"', '"KX"'), "no card"),
            (lambda text: text.replace('"dealer"', '"dealr"'), "unknown key"),
            (lambda text: text.replace('"format"', '"extra": 1, "format"'), "no such key"),
            (lambda _: "[]", "no saved table"),
            (lambda _: "", "damaged"),
            (lambda _: "\udcff", "damaged"),
            (lambda _: '{"format": "canasta-teach position", "version": 1}', "missing"),
            (lambda text: text.replace('"version": 1', '"version": 1, "house": {"base": "no"}'), "house rules"),
            (lambda _: json.dumps(MIDDLE), "no saved table"),
        ],
    )
    def test_a_damaged_foreign_or_newer_file_is_refused_and_the_draft_stays(
        self, damage: Any, told: str, tmp_path: Path
    ) -> None:
        path = tmp_path / "table.json"
        path.write_bytes(damage(to_file(read_draft(MIDDLE)).decode()).encode(errors="surrogateescape"))
        one = PositionEditor().put("AH")
        with pytest.raises(InvalidPosition, match=told):
            one.load(path)
        assert one.draft["hands"][0] == ["AH"]

    def test_every_file_cut_short_is_refused(self) -> None:
        whole = to_file(read_draft(MIDDLE)).rstrip()
        for end in range(0, len(whole), 37):
            with pytest.raises(InvalidPosition):
                from_file(whole[:end])

    def test_what_is_no_saved_table_is_not_saved_over(self, tmp_path: Path) -> None:
        path = tmp_path / "my lesson.ipynb"
        path.write_text('{"cells": []}')
        one = editor()
        said = send(one, {"act": "save", "name": str(path)})["said"]
        assert said["fault"]
        assert "another file has this name" in said["text"]
        assert path.read_text() == '{"cells": []}'

    def test_a_save_that_fails_leaves_the_old_file(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        path = tmp_path / "table.json"
        editor().save(path)
        before = path.read_bytes()

        def full(*_args: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr("os.fsync", full)
        with pytest.raises(InvalidPosition, match="No space left"):
            PositionEditor().save(path)
        assert path.read_bytes() == before
        assert [found.name for found in tmp_path.iterdir()] == ["table.json"]


@pytest.mark.parametrize(
    "call",
    [
        lambda one: one.set(5, 1),
        lambda one: one.set([], 1),
        lambda one: one.judge(5),
        lambda one: one.judge(None),
        lambda one: one.legal(-1),
        lambda one: one.legal("x"),
        lambda one: one.load(5),
        lambda one: one.load(b"x"),
        lambda one: one.save(5),
        lambda one: one.paste(5),
        lambda _: PositionEditor(title=5),  # type: ignore[arg-type]
    ],
)
def test_what_is_none_of_its_kind_is_one_error_of_ours_and_the_draft_stays(call: Any) -> None:
    one = PositionEditor(MIDDLE)
    before = one.draft
    with pytest.raises(CanastaError):
        call(one)
    assert one.draft == before
