"""The ruling card from Python: what it shows, what can be asked of it, and how it answers bad input."""

from __future__ import annotations

import json
from collections.abc import Mapping
from html import escape
from typing import Any

import pytest

from canasta_teach import judge, judge_meld, rulebook
from canasta_teach.errors import InvalidCard, InvalidMove, InvalidPosition, InvalidRules
from canasta_teach.game.state import Position
from canasta_teach.rulebook import parse_house
from canasta_teach.widgets import RuleBook, RulingCard
from canasta_teach.widgets.left_out import left_out_reason
from canasta_teach.widgets.move_view import act_pieces
from canasta_teach.widgets.ruling_panel import RulingPanel
from canasta_teach.widgets.ruling_view import ruling_view
from tests.case_runner import load

HAND = "KH KS KD QH QC 2S AH AD AC 9S 7D 4C"
TABLE = {"rules": "classic", "scores": [1600, 0], "phase": "play", "hands": [HAND.split(), None, None, None]}
THREE = {"scores": [0, 0, 0], "players": 3, "hands": [HAND.split(), None, None]}
SHORT = "meld KH KS KD / QH QC 2S"


def cards(text: str) -> list[str]:
    return text.split()


PILE = {
    "rules": "classic", "scores": [1600, 0], "pile": ["KC", "4H", "5S"], "melds": [[["QH", "QD", "QS"]], []],
    "hands": [cards("KH KD AH AS AC 4S 7D 2C JK 6H"), None, None, None],
}  # fmt: skip


@pytest.fixture
def card() -> RulingCard:
    return RulingCard(TABLE, SHORT)


def send(card: RulingCard, message: object) -> Mapping[str, Any]:
    """What the page sends, and what it then shows and tells."""
    card._hear(card, message, [])
    return {**card.view, "said": card.said}


def told(pieces: list[dict[str, Any]]) -> str:
    """An act's pieces in a line: words, and cards by their codes."""
    return " ".join(
        piece["words"] if "words" in piece else f"[{' '.join(one['code'] for one in piece['cards'])}]"
        for piece in pieces
    )


def acts(ruling: Mapping[str, Any]) -> list[str]:
    return [told(act["pieces"]) for act in ruling["move"]]


class TestARefusal:
    def test_names_verdict_rule_message_figures_and_citation(self, card: RulingCard) -> None:
        ruling = card.view["ruling"]
        assert (ruling["verdict"], ruling["word"]) == ("no", "Refused")
        assert ruling["rest"] == "1 rule broken. Nothing was laid."
        [broken] = ruling["broken"]
        assert broken["rule"] == "initial.minimum"
        assert broken["title"] == rulebook.rule("initial.minimum").title
        assert broken["message"] == judge(Position.parse(TABLE), SHORT).violations[0].message
        assert broken["facts"] == [["counted", "70"], ["needed", "90"], ["short", "20"]]
        assert broken["citation"]["words"] == "stated"
        assert broken["citation"]["where"] == "Classic, “Initial melds”"
        assert broken["citation"]["about"] == "About this source"

    def test_where_a_source_leaves_nothing_to_be_said_nothing_is_folded_away(self) -> None:
        [broken] = RulingCard(judge_meld("KH KS")).view["ruling"]["broken"]
        assert (broken["citation"]["note"], broken["citation"]["errata"], broken["citation"]["about"]) == ("", [], "")

    def test_tells_a_damaged_place_with_the_rule_and_only_once(self) -> None:
        table = {
            "rules": "swedish",
            "scores": [1600, 0],
            "phase": "play",
            "hands": [cards("9H 9C 2S 2D 2C KH KS KD 4C 5C"), None, None, None],
        }
        broken = RulingCard(table, "meld 9H 9C 2S 2D 2C").view["ruling"]["broken"]
        titles = [erratum["title"] for one in broken for erratum in one["citation"]["errata"]]
        assert titles == [
            "A damaged place (S2): Swedish, the limits on wild cards.",
            "A damaged place (S3): Swedish, the end of the page.",
        ]
        legal = RulingCard(table | {"scores": [0, 0]}, "meld 9H 9C 2S 2D / KH KS KD").view["ruling"]
        again = [one["title"] for reason in legal["because"] for one in reason["citation"]["errata"]]
        assert "A damaged place (S3), told above." in again

    def test_shows_the_nearest_legal_move_in_cards_with_its_points(self, card: RulingCard) -> None:
        mend = card.view["ruling"]["mend"]
        assert mend["label"] == "The nearest legal move, 130 points"
        assert acts(mend) == ["Lay [KH KS KD] and lay [QH QC 2S] and lay [AH AD AC]"]
        assert mend["button"] == "Lay this instead"

    def test_names_the_other_books_with_the_own_first_and_the_reason_for_one_left_out(self, card: RulingCard) -> None:
        elsewhere = card.view["ruling"]["elsewhere"]
        assert elsewhere["label"] == "The same move under the five rule books"
        chips = [(chip["title"], chip["word"], chip["here"]) for chip in elsewhere["chips"]]
        assert chips == [
            ("Classic", "refused", True),
            ("Goren", "refused", False),
            ("Swedish", "refused", False),
            ("Italian", "legal", False),
            ("Brazilian", "left out", False),
        ]
        assert elsewhere["note"].endswith("Brazilian is left out: the game ends at 1,500 there.")

    def test_names_the_act_that_is_refused_and_what_became_of_the_others(self) -> None:
        ruling = RulingCard(PILE, "take with KH KD / AH AS AC; meld 4S 6H 7D; discard 7D").view["ruling"]
        assert ruling["rest"].startswith("Act 2 of 3 is refused.")
        assert acts(ruling) == [
            "Take [KC] and the pile with [KH KD] and lay [AH AS AC]",
            "Lay [4S 6H 7D]",
            "Discard [7D]",
        ]
        assert [(act["state"], act["note"]) for act in ruling["move"]] == [
            ("yes", "legal"),
            ("no", "refused"),
            ("na", "not judged"),
        ]

    def test_shows_its_price_and_what_it_takes_for_granted(self) -> None:
        table = {"rules": "italian", "pile": ["KC", "4H"]}
        notes = RulingCard(table, "take").view["ruling"]["notes"]
        assert notes[0] == "Price: 50 points [penalty.took-without-meld]."

    def test_a_rule_borrowed_or_of_the_house_says_so(self) -> None:
        swedish = RulingCard(TABLE | {"rules": "swedish"}, SHORT).view["ruling"]["broken"][0]
        assert swedish["citation"]["words"] == "borrowed from Classic"
        house = parse_house('base = "classic"\ntitle = "Our table"\nmax_wilds = 1')
        table = TABLE | {"rules": "house", "scores": [0, 0], "hands": [cards("KH KS 2S 2C 4C"), None, None, None]}
        shown = RulingCard(table, "meld KH KS 2S 2C", house=house).view["ruling"]
        assert shown["broken"][0]["citation"]["words"] == "house rule"
        assert shown["broken"][0]["citation"]["where"] == "max_wilds = 1"
        assert shown["elsewhere"]["chips"][0]["title"] == "Our table"
        assert shown["elsewhere"]["label"] == "The same move here and under the five rule books"


class TestALegalMove:
    def test_says_because_with_title_text_and_citation(self) -> None:
        ruling = RulingCard(TABLE, f"{SHORT} / AH AD AC").view["ruling"]
        assert (ruling["verdict"], ruling["rest"]) == ("yes", "Counts 130, 90 needed.")
        assert ruling["because_open"]
        first = ruling["because"][0]
        found = rulebook.rule(first["rule"])
        assert (first["title"], first["text"]) == (found.title, found.text)
        assert first["citation"]["standing"] == "stated"
        assert ruling["mend"] is None

    def test_has_a_position_after_it(self) -> None:
        legal = RulingCard(TABLE, f"{SHORT} / AH AD AC")
        assert legal.position is not None
        assert len(legal.position.melds[0]) == 3
        assert RulingCard(TABLE, SHORT).position == Position.parse(TABLE)

    def test_a_wild_card_in_a_run_says_what_it_stands_for(self) -> None:
        table = {"rules": "brazilian", "phase": "play", "hands": [cards("4H 5H 7H 2S KC"), None, None, None]}
        [act] = RulingCard(table, "meld 4H 5H 2S 7H").view["ruling"]["move"]
        run = act["pieces"][1]["cards"]
        assert [one.get("as", "") for one in run] == ["", "", "as 6", ""]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("draw", "Draw from the stock"),
        ("draw 4C", "Draw [4C] from the stock"),
        ("redraw 5C", "Reject the card drawn, and draw [5C]"),
        ("take", "Take the pile, [KC] on top"),
        ("take / KH KD KS", "Take the pile, [KC] on top and lay [KH KD KS]"),
        ("take onto Q", "Take [KC] and the pile onto the queens"),
        ("take onto #0 with QH 2D", "Take [KC] and the pile onto the queens with [QH 2D]"),
        ("take top with KH KD", "Take only the top card [KC] with [KH KD]"),
        ("take back KH KS", "Take [KH KS] back"),
        ("meld KH KS / QC to Q / 2D to #7", "Lay [KH KS] and add [QC] to the queens and add [2D] to meld number 8"),
        ("add KC to their K", "Add [KC] to the other side's kings"),
        ("add KC to side 1's 10", "Add [KC] to the tens of side 1"),
        ("discard 4C", "Discard [4C]"),
        ("ask", "Ask the partner: may I go out?"),
        ("answer no", "Answer no"),
        ("seat 2: answer yes", "North (seat 2): Answer yes"),
        ("relancinho AH 2H 3H / KD KS KC", "Announce a relancinho and lay [AH 2H 3H] and lay [KD KS KC]"),
        ("table 3H", "Put [3H] on the table"),
        ("look", "Look through the pile"),
    ],
)  # fmt: skip
def test_every_kind_of_act_is_told_in_words_and_cards(text: str, shown: str) -> None:
    from canasta_teach.game.moves import Move

    position = Position.parse(PILE)
    assert told(act_pieces(Move.parse(text).acts[0], position, position.rules)) == shown


def test_every_ruling_of_the_cases_can_be_shown_with_its_mend_and_the_other_books() -> None:
    count = 0
    for case in list(load())[::5]:
        if "move" not in case or "error" in case["expect"] or case["position"].get("rules") == "house":
            continue
        panel = RulingPanel(judge(Position.parse(case["position"]), case["move"]))
        view = panel.view()
        assert json.loads(json.dumps(view)) == view
        assert len(view["broken"]) == len(panel.ruling.violations)
        for chip in view["elsewhere"]["chips"][1:]:
            panel.open_book(chip["key"])
            beside = panel.beside()
            assert (beside["ruling"] is None) == (chip["verdict"] == "na") == bool(beside["reason"])
            if beside["ruling"] is not None:
                assert beside["ruling"]["verdict"] == chip["verdict"]
        count += 1
    assert count > 200


def test_below_a_sentence_stands_nothing_but_a_sum_that_falls_short() -> None:
    shown: dict[str, set[tuple[str, ...]]] = {}
    for case in load():
        if "move" not in case or "error" in case["expect"] or case["position"].get("rules") == "house":
            continue
        for broken in ruling_view(judge(Position.parse(case["position"]), case["move"]), whole=False)["broken"]:
            shown.setdefault(broken["rule"], set()).add(tuple(label for label, _ in broken["facts"]))
    with_sum = {rule for rule, labels in shown.items() if labels != {()}}
    assert with_sum == {"initial.minimum", "initial.pile-cards", "initial.vulnerable", "initial.withdrawn"}
    assert {labels for rule in with_sum for labels in shown[rule]} == {("counted", "needed", "short")}


class TestWhatIsAskedFurther:
    def test_another_books_ruling_opens_in_place_and_closes_again(self, card: RulingCard) -> None:
        card.compare("italian")
        assert card.opened == "italian"
        assert card.beside["ruling"]["word"] == "Legal"
        assert card.beside["title"] == "The same move under Italian"
        assert card.said["text"].startswith("Italian: Legal.")
        card.close_opened()
        assert (card.opened, card.beside) == ("", {})

    def test_a_book_left_out_opens_its_reason(self, card: RulingCard) -> None:
        card.compare("brazilian")
        assert card.beside["ruling"] is None
        assert card.beside["reason"] == "Brazilian is left out: the game ends at 1,500 there."

    def test_a_rule_opens_where_it_is_named_and_closes_before_the_book(self, card: RulingCard) -> None:
        card.compare("italian").open("initial.minimum")
        assert (card.rule, card.page["place"]) == ("initial.minimum", "broken-0")
        card.close_opened()
        assert (card.rule, card.opened) == ("", "italian")

    def test_a_rule_of_the_other_books_ruling_is_compared_with_that_book(self, card: RulingCard) -> None:
        send(card, {"act": "book", "key": "italian"})
        send(card, {"act": "rule", "rule": "meld.size", "place": "there-because-1"})
        assert card.page["books"][0]["title"] == "Italian"

    def test_pressing_twice_closes(self, card: RulingCard) -> None:
        for message in (
            {"act": "book", "key": "italian"},
            {"act": "rule", "rule": "initial.minimum", "place": "broken-0"},
        ):
            send(card, message)
            assert (card.opened, card.rule) != ("", "")
            send(card, message)
            assert (card.opened, card.rule) == ("", "")

    def test_a_rule_opens_in_a_rule_book_that_is_given(self) -> None:
        book = RuleBook("swedish")
        card = RulingCard(TABLE, SHORT, book=book)
        card.open("initial.minimum")
        assert (book.rule, book.rules) == ("initial.minimum", "classic")
        assert card.page == {}
        assert card.said["text"] == "The rule book shows initial.minimum."

    def test_the_mend_is_played_and_taken_back(self, card: RulingCard) -> None:
        seen: list[str] = []
        card.observe(lambda change: seen.append(change["new"]), "move")
        view = send(card, {"act": "mend"})
        assert card.legal
        assert view["ruling"]["word"] == "Legal"
        assert view["said"]["text"] == "Legal. Counts 130, 90 needed."
        assert view["back"] == "Back to the refused move"
        assert seen == [f"{SHORT} / AH AD AC"]
        view = send(card, {"act": "back"})
        assert card.move == SHORT
        assert view["back"] == ""

    def test_methods_do_what_the_page_does(self, card: RulingCard) -> None:
        other = RulingCard(TABLE, SHORT)
        send(other, {"act": "book", "key": "italian"})
        send(other, {"act": "rule", "rule": "initial.minimum", "place": "broken-0"})
        card.compare("italian").open("initial.minimum")
        assert (card.view, card.page, card.beside) == (other.view, other.page, other.beside)
        send(other, {"act": "mend"})
        assert card.play_mend().view == other.view


class TestTextForms:
    def test_the_text_form_is_the_same_on_every_run(self) -> None:
        assert {repr(RulingCard(TABLE, SHORT)) for _ in range(2)} == {
            "<RulingCard: meld KH KS KD / QH QC 2S | Refused.>"
        }

    def test_the_plain_page_has_the_whole_ruling_escaped(self, card: RulingCard) -> None:
        plain = card.static_html()
        for line in card.ruling.text.splitlines():
            assert escape(line.strip()) in plain

    def test_one_model_holds_the_card_and_every_message_stays_small(self, card: RulingCard) -> None:
        mine = {name for name in card.keys if not name.startswith("_")}
        assert mine == {"layout", "tabbable", "tooltip", "view", "said", "page", "beside"}
        card.compare("italian").open("initial.minimum")
        for name in ("view", "page", "beside"):
            assert len(json.dumps(getattr(card, name), ensure_ascii=False).encode()) < 8000, name

    def test_a_meld_judged_alone_is_cited_under_its_own_rules(self) -> None:
        card = RulingCard(judge_meld("KH KS 2D", rules="swedish"))
        assert card.view["ruling"]["because"][0]["citation"]["where"].startswith("Swedish")
        assert card.position is None
        jokers = RulingCard(judge_meld("KH KS JK")).view["ruling"]["elsewhere"]["note"]
        assert "Brazilian is left out: the deck does not hold these cards there." in jokers


@pytest.mark.parametrize(
    ("changes", "move", "reason"),
    [
        ({}, SHORT, "the game ends at 1,500 there"),
        ({"scores": [0, 0], "red_threes": [["3H"], []]}, SHORT, "red threes are cards like others there"),
        ({"scores": [0, 0], "pile": ["JK"]}, SHORT, "the deck or a hand could not hold these cards there"),
        ({"scores": [0, 0]}, "ask", "such an act, or such a meld, is unknown there"),
        (THREE, SHORT, "3 players in such sides do not play there"),
    ],
)  # fmt: skip
def test_a_book_that_is_left_out_has_its_reason(changes: dict[str, Any], move: str, reason: str) -> None:
    ruling = judge(Position.parse(TABLE | changes), move)
    assert "brazilian" not in ruling.elsewhere
    assert left_out_reason(ruling, "brazilian") == reason


def test_books_left_out_for_one_reason_are_told_in_one_sentence() -> None:
    note = RulingCard({"rules": "brazilian", "phase": "play"}, "relancinho AH 2H 3H").view["ruling"]["elsewhere"][
        "note"
    ]
    told = "Goren, Classic, Swedish, Italian are left out: such an act, or such a meld, is unknown there."
    assert note == f"The framed one is played here. {told}"


def test_a_run_on_the_table_leaves_out_the_books_without_runs() -> None:
    table = {
        "rules": "brazilian",
        "phase": "play",
        "hands": [cards("4H 5H 7H"), None, None, None],
        "melds": [[["8S", "9S", "10S"]], []],
    }
    ruling = judge(Position.parse(table), "discard 4H")
    assert left_out_reason(ruling, "classic") == "the melds on this table could not lie there"


class TestBadInput:
    def test_what_is_no_position_and_no_ruling_is_refused(self) -> None:
        with pytest.raises(InvalidPosition, match="needs a ruling or a position, not list"):
            RulingCard(["KH"], "draw")  # type: ignore[arg-type]
        with pytest.raises(InvalidPosition, match="hands"):
            RulingCard({"hands": 3}, "draw")

    def test_a_position_needs_a_move_and_a_ruling_has_one(self) -> None:
        with pytest.raises(InvalidMove, match="needs the move"):
            RulingCard(TABLE)
        with pytest.raises(InvalidMove, match="of a move already"):
            RulingCard(judge(Position.parse(TABLE), SHORT), "draw")

    def test_a_text_that_is_no_move_is_refused(self) -> None:
        with pytest.raises(InvalidMove):
            RulingCard(TABLE, "melt KH")
        with pytest.raises(InvalidCard):
            RulingCard(TABLE, "meld KX")

    def test_a_rule_or_a_book_that_there_is_not_is_named_with_those_like_it(self, card: RulingCard) -> None:
        with pytest.raises(InvalidRules, match=r"did you mean .*meld\.max-wilds"):
            card.open("meld.max-wild")
        with pytest.raises(InvalidRules, match="none of the other rule sets; did you mean italian"):
            card.compare("itallian")
        assert (card.rule, card.opened) == ("", "")

    def test_a_legal_move_has_no_mend_to_play(self) -> None:
        with pytest.raises(InvalidMove, match="no nearest legal move"):
            RulingCard(TABLE, f"{SHORT} / AH AD AC").play_mend()

    @pytest.mark.parametrize(
        "message",
        [None, 3, {}, {"act": "fly"}, {"act": "book"}, {"act": "rule", "rule": "x"}, {"act": "book", "key": "x"}],
    )
    def test_a_message_that_makes_no_sense_is_told_and_changes_nothing(self, card: RulingCard, message: object) -> None:
        before = card.view["ruling"]
        view = send(card, message)
        assert view["said"]["fault"]
        assert view["ruling"] == before
        assert (card.page, card.beside) == ({}, {})
