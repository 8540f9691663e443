"""The rule book from Python: search, choice, the page of a rule, and how it answers bad input."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from canasta_teach import rulebook
from canasta_teach.errors import InvalidRules
from canasta_teach.rulebook import KEYS, Params, parse_house, ruleset
from canasta_teach.widgets import RuleBook
from canasta_teach.widgets.rule_view import differs, rule_view, with_five
from canasta_teach.widgets.value_words import value_rows
from tests.widgets.untranslated import english

HOUSE = parse_house('base = "swedish"\ntitle = "Our <b>kitchen</b> table"\nmax_wilds = 4\nfreezing = false')


@pytest.fixture
def book() -> RuleBook:
    return RuleBook()


def send(book: RuleBook, message: object) -> Mapping[str, Any]:
    book._hear(book, message, [])
    return {**book.view, "said": book.said}


def column(page: Mapping[str, Any], title: str) -> dict[str, Any]:
    [found] = [one for one in page["books"] if one["title"] == title]
    return dict(found)


class TestTheList:
    def test_holds_every_rule_of_the_book_in_its_order(self, book: RuleBook) -> None:
        listed = [rule["id"] for group in book.index["groups"] for rule in group["rules"]]
        assert listed == list(rulebook.rules()) == list(book.found)
        assert book.view["found_text"] == f"{len(listed)} rules"

    def test_marks_standing_and_in_how_many_books_a_rule_differs(self, book: RuleBook) -> None:
        order = list(rulebook.rules())
        marks = {order[i]: (standing, n) for i, standing, n in book.view["found"]}
        assert marks["meld.max-wilds"] == ("stated", 2)
        assert marks["turn.redraw"] == ("absent", 1)
        assert book.index["differ"][2] == "differs in 2 of 4"

    def test_search_takes_words_and_ids_in_any_order_and_case(self, book: RuleBook) -> None:
        assert "meld.max-wilds" in book.search("WILD meld").found
        assert book.search("meld.max-wilds").found == ("meld.max-wilds",)
        assert set(book.search("pile. frozen").found) >= {"pile.frozen", "pile.frozen-unmelded"}
        assert book.query == "pile. frozen"
        assert book.search("").found == tuple(rulebook.rules())

    def test_a_search_without_a_find_says_so(self, book: RuleBook) -> None:
        view = book.search("zebra").view
        assert view["found"] == []
        assert view["none"].startswith("No rule has all of these words.")
        assert book.said["text"] == "No rule is found."

    def test_only_some_rules_are_listed(self, book: RuleBook) -> None:
        assert set(book.only("game").found) == ruleset("classic").active
        apart = book.only("differs").found
        assert "meld.max-wilds" in apart
        assert "turn.order" not in apart
        assert book.only("all").found == tuple(rulebook.rules())

    def test_house_rules_have_a_list_of_what_they_move(self) -> None:
        found = RuleBook("swedish", house=HOUSE).only("house").found
        assert "meld.max-wilds" in found
        assert "pile.frozen" in found
        assert "deck.composition" not in found


class TestAPage:
    def test_stands_all_five_side_by_side_with_the_chosen_one_first(self, book: RuleBook) -> None:
        page = book.show("meld.max-wilds", rules="swedish").page
        assert [one["title"] for one in page["books"]] == ["Swedish", "Goren", "Classic", "Italian", "Brazilian"]
        assert [one.get("here", False) for one in page["books"]] == [True, False, False, False, False]
        assert (book.rule, book.rules) == ("meld.max-wilds", "swedish")

    def test_shows_title_text_values_standing_citation_and_errata(self, book: RuleBook) -> None:
        page = book.show("meld.max-wilds", rules="swedish").page
        found = rulebook.rule("meld.max-wilds")
        assert (page["title"], page["text"]) == (found.title, found.text)
        swedish = column(page, "Swedish")
        assert swedish["rows"] == [
            {"label": "wild, at most", "text": "3 cards"},
            {"label": "more wild than natural", "text": "never"},
        ]
        assert [badge["words"] for badge in swedish["badges"]] == ["inferred", "stated"]
        [told] = [one for one in page["sources"] if one["title"] == "Swedish"]
        assert told["clauses"][0]["about"] == "at most three"
        assert told["clauses"][0]["where"].startswith("Swedish, “")
        assert page["errata"][0]["title"].startswith("A damaged place (S2)")

    def test_marks_what_differs_from_the_first(self, book: RuleBook) -> None:
        page = book.show("meld.max-wilds").page
        assert not page["same"]
        assert page["compared"] == "Differing from Classic: Swedish, Brazilian."
        assert column(page, "Brazilian")["rows"] == [{"label": "wild, at most", "text": "1 card", "differs": True}]
        assert "differs" not in column(page, "Goren")["rows"][0]
        back = book.compare("swedish").page
        assert {"label": "more wild than natural", "text": "none given", "differs": True} in column(back, "Classic")[
            "rows"
        ]

    def test_marks_a_game_that_lacks_the_rule(self, book: RuleBook) -> None:
        page = book.show("out.relancinho", rules="brazilian").page
        classic = column(page, "Classic")
        assert (classic["out"], classic["differs"]) == ("not in this game", True)
        same = book.show("turn.order").page
        assert same["same"]
        assert same["compared"].startswith("All of these rule books have this rule")

    def test_shows_house_rules_as_such_beside_the_five(self) -> None:
        book = RuleBook("swedish", house=HOUSE)
        page = book.show("meld.max-wilds").page
        assert [one["title"] for one in page["books"]][:2] == ["Swedish", "Our <b>kitchen</b> table"]
        house = column(page, "Our <b>kitchen</b> table")
        assert {"standing": "house", "words": "house rule"} in house["badges"]
        assert {"label": "wild, at most", "text": "4 cards", "differs": True} in house["rows"]
        [told] = [one for one in page["sources"] if one["title"] == house["title"]]
        [clause] = [one for one in told["clauses"] if one["standing"] == "house"]
        assert clause["where"] == "max_wilds = 4"
        assert clause["about"] == rulebook.house_keys()["max_wilds"].doc
        dropped = column(book.show("pile.frozen").page, house["title"])
        assert dropped["out"] == "not in this game"
        assert {"standing": "house", "words": "house rule"} in dropped["badges"]

    def test_house_rules_given_as_the_rules_stand_first(self) -> None:
        page = RuleBook(HOUSE, rule="meld.max-wilds").page
        assert [one["title"] for one in page["books"]][:2] == ["Our <b>kitchen</b> table", "Goren"]
        assert len(page["books"]) == 6

    @pytest.mark.parametrize("rule", rulebook.rules())
    def test_every_rule_has_a_page_whose_marks_agree_with_its_sentence(self, rule: str) -> None:
        for key in KEYS:
            shown = with_five(ruleset(key))
            page = rule_view(rule, shown)
            assert json.loads(json.dumps(page)) == page
            apart = [differs(rule, shown[0], other) for other in shown]
            for book, is_apart in zip(page["books"], apart, strict=True):
                marked = book.get("differs", False) or any(row.get("differs") for row in book.get("rows", ()))
                assert marked == is_apart, (key, book["title"])
            assert page["same"] is not any(apart)

    def test_every_value_of_the_rules_has_words(self) -> None:
        defaults = msgspec.to_builtins(Params())
        for name in Params.__struct_fields__:
            if name == "honour":
                continue
            value = {"A": 5} if name == "card_values" else {"4": 11} if name == "hand_size" else defaults[name]
            if name == "initial_steps":
                value = [{"minimum": 15}, {"from": 0, "minimum": 50}]
            rows = value_rows({name: value})
            assert rows
            assert all(label and text and "_" not in label + text for label, text in rows)

    def test_a_value_in_words_names_ranks_and_counts(self) -> None:
        rows = value_rows(
            {"wild_ranks": ["JK", "2"], "min_meld": 3, "redraws": 1, "card_values": {"JK": 50, "A": 20, "2": 20}}
        )
        assert rows == [
            ("wild cards", "jokers, twos"),
            ("a meld, at least", "3 cards"),
            ("rejected", "1 time"),
            ("50 points", "jokers"),
            ("20 points", "aces, twos"),
        ]


class TestWhatThePageAsks:
    def test_methods_do_what_the_page_does(self, book: RuleBook) -> None:
        other = RuleBook()
        send(other, {"act": "search", "text": "wild"})
        send(other, {"act": "only", "key": "differs"})
        send(other, {"act": "rules", "key": "swedish"})
        book.search("wild").only("differs").compare("swedish")
        assert book.view == other.view
        send(other, {"act": "show", "rule": "meld.max-wilds"})
        assert book.show("meld.max-wilds").page == other.page

    def test_code_that_opens_a_rule_asks_the_page_to_go_there(self, book: RuleBook) -> None:
        before = book.view["focus"]
        assert send(book, {"act": "show", "rule": "meld.size"})["focus"] == before
        assert book.show("meld.size").view["focus"] == before + 1

    def test_state_can_be_observed(self, book: RuleBook) -> None:
        seen: list[str] = []
        book.observe(lambda change: seen.append(change["new"]), "rule")
        send(book, {"act": "show", "rule": "meld.size"})
        book.show("turn.order")
        assert seen == ["meld.size", "turn.order"]

    def test_every_message_stays_small(self) -> None:
        book = RuleBook("swedish", house=HOUSE)
        for rule in rulebook.rules():
            book.show(rule)
            for name in ("view", "page"):
                assert len(json.dumps(getattr(book, name), ensure_ascii=False).encode()) < 8000, (rule, name)


class TestTextForms:
    def test_the_text_form_is_the_same_on_every_run(self) -> None:
        count = len(rulebook.rules())
        assert {repr(RuleBook(text="")) for _ in range(2)} == {f"<RuleBook: Classic | {count} rules>"}

    def test_the_plain_page_lists_the_rules_or_shows_the_open_one_escaped(self) -> None:
        assert "meld.max-wilds: " in RuleBook().static_html()
        plain = RuleBook(HOUSE, rule="meld.max-wilds").static_html()
        assert "Our &lt;b&gt;kitchen&lt;/b&gt; table: more wild than natural: never; wild, at most: 4 cards" in plain

    def test_marks_of_direction_in_a_title_turn_nothing_around_it(self) -> None:
        house = parse_house('base = "classic"\ntitle = "left \u202eright"\nmax_wilds = 1')
        page = RuleBook(house, rule="meld.max-wilds").page
        assert page["books"][0]["title"] == "\u2068left \u202eright\u2069"
        assert english(page["differs"], house)


class TestBadInput:
    def test_a_rule_or_a_rule_set_that_there_is_not_is_refused_with_those_like_it(self, book: RuleBook) -> None:
        with pytest.raises(InvalidRules, match=r"did you mean .*meld\.max-wilds"):
            book.show("meld.max-wild")
        with pytest.raises(InvalidRules, match="did you mean swedish"):
            book.show("meld.size", rules="sweedish")
        with pytest.raises(InvalidRules, match="did you mean"):
            RuleBook(rule="meld.siz")
        with pytest.raises(InvalidRules, match="no house-rules file"):
            RuleBook("house")
        assert book.rule == ""

    def test_house_is_no_choice_without_house_rules(self, book: RuleBook) -> None:
        with pytest.raises(InvalidRules, match="no such choice of rules"):
            book.only("house")

    @pytest.mark.parametrize(
        "message",
        [
            None,
            [],
            {"act": "show"},
            {"act": "show", "rule": "x"},
            {"act": "only", "key": "x"},
            {"act": "rules", "key": "x"},
        ],
    )
    def test_a_message_that_makes_no_sense_is_told_and_changes_nothing(self, book: RuleBook, message: object) -> None:
        view = send(book, message)
        assert view["said"]["fault"]
        assert (book.rule, book.rules, len(book.found)) == ("", "classic", len(rulebook.rules()))

    def test_an_endless_search_is_cut(self, book: RuleBook) -> None:
        assert len(send(book, {"act": "search", "text": "w" * 10_000})["text"]) == 200
