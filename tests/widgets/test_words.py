"""Every word that a page shows is in the catalogue, and nothing that a page shows escapes it."""

from __future__ import annotations

import gettext
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from canasta_teach import i18n, judge, judge_meld, rulebook
from canasta_teach.cards import card
from canasta_teach.game.deal import deal
from canasta_teach.game.scoring import score
from canasta_teach.game.state import Position
from canasta_teach.rulebook import parse_house
from canasta_teach.widgets import Hand, MeldTray, RuleBook, RulingCard
from canasta_teach.widgets.base import CourseWidget
from canasta_teach.widgets.ruling_panel import RulingPanel
from canasta_teach.widgets.words import points_text
from tests.case_runner import load
from tests.tools.extract_words import TEMPLATE, NotExtracted, of_python, template, texts
from tests.widgets.untranslated import english, left_in

HOUSE = parse_house(
    """
    base = "swedish"
    title = "Our kitchen table"
    max_wilds = 4
    freezing = false
    penalties = true
    hand_size = 13
    """
)
HAND = "KH KS KD QH QC 2S AH AD AC 9S 7D 4C"
TABLE = {"rules": "classic", "scores": [1600, 0], "phase": "play", "hands": [HAND.split(), None, None, None]}


def ruling_card() -> Iterator[CourseWidget]:
    card = RulingCard(TABLE, "meld KH KS KD / QH QC 2S")
    yield card
    yield card.compare("brazilian")
    yield card.compare("italian").open("initial.minimum")
    yield card.play_mend()


def rulings_of_cases() -> Iterator[dict[str, Any]]:
    """The rulings of every third case, as they are shown; a house-rules file's case needs its file."""
    for case in islice(load(), 0, None, 3):
        if "move" in case and "error" not in case["expect"] and case["position"].get("rules") != "house":
            yield RulingPanel(judge(Position.parse(case["position"]), case["move"])).view()


def rule_book() -> Iterator[CourseWidget]:
    book = RuleBook("swedish")
    for rule in rulebook.rules():
        yield book.show(rule)
    yield book.search("§")
    yield book.search("").only("differs").compare("brazilian")


def house_book() -> Iterator[CourseWidget]:
    book = RuleBook(HOUSE)
    for rule in book.only("house").found:
        yield book.show(rule)


def meld_tray() -> Iterator[CourseWidget]:
    tray = MeldTray(hand=HAND, score=1600)
    yield tray
    yield tray.put("KH KS KD").put("QH QC 2S")
    tray.lay()
    yield tray
    tray.lay("KH KS KD / AH AD AC")
    yield tray
    yield tray.undo().reset()


def hand() -> Iterator[CourseWidget]:
    shown = Hand(HAND)
    yield shown
    yield shown.choose("KH KD").sort("dealt")


WIDGETS: dict[str, Callable[[], Iterator[CourseWidget]]] = {
    "ruling card": ruling_card,
    "rule book": rule_book,
    "house rules": house_book,
    "meld tray": meld_tray,
    "hand": hand,
}


def views(widget: CourseWidget) -> list[Any]:
    """What the widget sends to its page."""
    return [value for name in widget.keys if isinstance(value := getattr(widget, name), dict)]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Collects the texts for which the catalogue is asked."""
    seen: set[str] = set()

    class Recorder(gettext.NullTranslations):
        def gettext(self, message: str) -> str:
            seen.add(message)
            return message

        def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
            seen.update((msgid1, msgid2))
            return super().ngettext(msgid1, msgid2, n)

    monkeypatch.setattr(i18n, "_current", Recorder())
    return seen


def known() -> set[str]:
    return {text for found in texts() for text in (found.one, found.many or found.one)}


def test_the_template_of_the_catalogue_is_up_to_date() -> None:
    stored = TEMPLATE.read_text("utf-8")
    assert stored == template(), "renew it: python -m tests.tools.extract_words"


def test_the_template_holds_words_of_code_and_of_the_book() -> None:
    stored = TEMPLATE.read_text("utf-8")
    assert 'msgid "Nothing was laid."' in stored
    assert f'msgid "{rulebook.rule("meld.max-wilds").title}"' in stored


def test_a_text_put_together_where_it_is_translated_is_refused() -> None:
    with pytest.raises(NotExtracted, match=r"a\.py, line 1"):
        list(of_python('translate(f"{n} cards")', "a.py"))


def test_a_text_and_its_plural_are_found_in_code() -> None:
    found = list(of_python('translate_count("one", "many", 2); mark("kept"); translate(name)', "a.py"))
    assert found == [("one", "many", "a.py"), ("kept", None, "a.py")]


@pytest.mark.parametrize("make", WIDGETS.values(), ids=WIDGETS)
def test_every_text_on_a_page_is_in_the_catalogue(make: Callable[[], Iterator[CourseWidget]], asked: set[str]) -> None:
    for widget in make():
        widget.static_html()
    assert asked - known() == set()
    assert len(asked) > 10


@pytest.mark.parametrize("make", WIDGETS.values(), ids=WIDGETS)
def test_in_the_pseudo_locale_no_english_word_is_left_in_a_view(make: Callable[[], Iterator[CourseWidget]]) -> None:
    with i18n.speaking(i18n.PSEUDO):
        for widget in make():
            assert left_in(views(widget), HOUSE) == {}


def test_in_the_pseudo_locale_no_ruling_of_the_cases_speaks_english() -> None:
    with i18n.speaking(i18n.PSEUDO):
        assert left_in(rulings_of_cases()) == {}


def test_in_the_pseudo_locale_a_score_sheet_speaks_no_english() -> None:
    over = {
        "phase": "over", "went_out": 0, "hands": [[], ["KH"], ["4H"], ["JK"]], "red_threes": [["3H"], []],
        "melds": [[["AH"] * 2 + ["AD"] * 2 + ["AS"] * 2 + ["AC"]], []],
    }  # fmt: skip
    with i18n.speaking(i18n.PSEUDO):
        for sheet in score(Position.parse(over)):
            for line in sheet.lines:
                assert english(line.why) == []


def test_the_name_of_a_joker_is_a_word() -> None:
    with i18n.speaking(i18n.PSEUDO):
        assert english(card("JK").label) == []
    assert card("JK").label == "joker"


def test_a_title_of_house_rules_is_shown_as_it_was_given() -> None:
    with i18n.speaking(i18n.PSEUDO):
        shown = RuleBook(HOUSE, rule="meld.max-wilds").page["books"][0]["title"]
    assert shown == "Our kitchen table"


def test_english_is_told_from_what_is_exempt() -> None:
    assert english("meld.max-wilds KH Classic 10S") == []
    assert english("Nothing laid") == ["Nothing", "laid"]
    assert left_in([{"verdict": "no", "word": "Refused"}]) == {"Refused": ["Refused"]}


def test_the_template_is_part_of_the_package() -> None:
    assert TEMPLATE.is_relative_to(Path(i18n.__file__).parent)


def test_a_ruling_on_a_meld_alone_speaks_the_language_too() -> None:
    with i18n.speaking(i18n.PSEUDO):
        assert left_in(views(RulingCard(judge_meld("KH KS 2D 2C JK 2H")))) == {}


def test_a_deal_is_not_touched_by_the_language() -> None:
    with i18n.speaking(i18n.PSEUDO):
        spoken = deal(seed=7)
    assert spoken == deal(seed=7)


def test_points_below_zero_have_a_true_minus() -> None:
    assert points_text(-1_600) == "\N{MINUS SIGN}1,600 points"
