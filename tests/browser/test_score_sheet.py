"""The score sheet on a page: filled in by mouse and by keys alone, with a mistake to be found, and as it looks."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from canasta_teach import i18n
from canasta_teach.rulebook import parse_house
from canasta_teach.widgets import ScoreSheet
from tests.browser.bare import Bare
from tests.browser.look import check_access, cut_off, keep_pictures
from tests.browser.places import Lab
from tests.browser.test_ruling_card import SECTIONS, press_until
from tests.browser.texts import HOSTILE, check_stays_text, english_left

pytestmark = pytest.mark.browser

QUEENS = ["QH", "QH", "QD", "QD", "QC", "QS", "QS"]
SEVENS = ["7H", "7D", "7C", "7S", "7S", "2D", "JK"]
KINGS = ["KH", "KD", "KC"]
OVER: dict[str, Any] = {
    "rules": "classic", "phase": "over", "scores": [1600, 2120], "went_out": 0,
    "hands": [[], ["5C", "6D", "9S", "AH"], ["AH", "KH", "QC", "JD", "10C", "9S", "5C"], ["JK", "4H"]],
    "melds": [[QUEENS, SEVENS, KINGS], [["8H", "8S", "8D"]]], "red_threes": [["3H", "3D"], ["3H"]],
}  # fmt: skip
PENALTY = {"rule": "penalty.top-card-unused", "points": 200}
ITALIAN = OVER | {
    "rules": "italian", "options": {"honour": "players"}, "concealed": True, "penalties": [[PENALTY], []],
    "hands": [[], ["5C", "6D", "9S", "AH"], ["3D", "KH", "QC", "5C"], ["JK", "4H"]],
}  # fmt: skip
SWEDISH = OVER | {"rules": "swedish", "concealed_melds": [[0, 1], []]}
ALONE = {
    "rules": "classic", "players": 5, "phase": "over", "scores": [0, 95, 1600, -20, 700], "went_out": None,
    "hands": [["AH", "4C"], ["KH"], ["5D", "6D"], ["JK", "9C"], ["2S", "8H", "8D"]],
    "melds": [[KINGS], [], [QUEENS], [], []], "red_threes": [["3H"], ["3D"], [], [], []],
}  # fmt: skip
RUNS = {
    "rules": "brazilian", "phase": "over", "scores": [300, 0], "went_out": 0, "relancinho": True,
    "hands": [["4C"], ["5C", "6D", "9S", "AH"], ["AH", "KH", "QS"], ["2H", "4H"]],
    "melds": [[["4H", "5H", "6H", "7H", "8H", "2S", "10H"], ["KH", "KD", "KC", "2D"]], [["8H", "8S", "8D"]]],
}  # fmt: skip


RIGHT = {
    "melds": 195, "natural_canastas": 500, "mixed_canastas": 300, "red_threes": 200, "going_out": 100, "concealed": 0,
    "hand": -75,
}  # fmt: skip
CELL = f"from canasta_teach.widgets import ScoreSheet\nsheet = ScoreSheet({OVER!r}, mode='fill')\nsheet"
SPOT = f"spot = ScoreSheet({OVER!r}, mode='spot', given={{'red_threes': 100}})\nspot"


def show(lab: Lab, name: str, *cells: str) -> Locator:
    """A notebook with score sheets, run; gives the first."""
    lab.write(name, *(cells or (CELL,)))
    lab.open(name)
    lab.run_all()
    sheet = lab.page.locator(".ct-sheet").first
    expect(sheet).to_be_visible()
    return sheet


def field(sheet: Locator, name: str) -> Locator:
    return sheet.get_by_role("textbox", name=name, exact=True)


def row(sheet: Locator, name: str) -> Locator:
    return sheet.get_by_role("row").filter(has=sheet.page.get_by_role("rowheader", name=name))


def told(sheet: Locator) -> Locator:
    return sheet.get_by_role("status")


# ---- the whole job in real JupyterLab ----------------------------------------------------------------------------


def test_by_mouse_a_sheet_is_filled_checked_hinted_at_and_solved_and_a_mistake_is_found(lab: Lab) -> None:
    sheet = show(lab, "sheet-mouse.ipynb", CELL, SPOT)
    for name, text in {
        "Cards melded": "195",
        "Natural canastas": "500",
        "Mixed canastas": "300",
        "Red threes": "100",
    }.items():
        field(sheet, name).click()
        lab.page.keyboard.type(text)
    expect(row(sheet, "Total")).to_contain_text("1,095")
    sheet.get_by_role("button", name="Check the sheet").click()
    expect(told(sheet)).to_have_text(
        "Red threes: look here. 1 counted. Count the red threes before this side once more: 3♥ 3♦."
    )
    expect(field(sheet, "Red threes")).to_be_focused()
    expect(field(sheet, "Red threes")).to_have_accessible_description(
        re.compile("The first line that is off. 1 counted.")
    )
    expect(row(sheet, "Mixed canastas")).to_contain_text("right")
    expect(row(sheet, "Going out concealed")).to_contain_text("not checked yet")
    sheet.get_by_role("button", name="Hint 1 of 3").click()
    sheet.get_by_role("button", name="Hint 2 of 3").click()
    tip = sheet.get_by_role("region", name="Hint 2 of 3: Red threes")
    tip.get_by_role("button", name="score.red-threes, open in the rule book").click()
    expect(tip.get_by_role("region", name="Rule score.red-threes")).to_contain_text("Each red three")
    tip.get_by_role("button", name="Close").click()
    row(sheet, "Cards melded").get_by_role("button", name="score.melds, open").click()
    expect(sheet.get_by_role("region", name="Rule score.melds")).to_be_visible()
    row(sheet, "Red threes").get_by_role("button", name="About this source").click()
    expect(sheet.get_by_role("region", name="About this source: score.red-threes")).to_contain_text(
        "A damaged place (C2)"
    )
    sheet.get_by_role("button", name="Fill it for me").click()
    expect(told(sheet)).to_have_text("Filled in. Total 1,220.")
    expect(field(sheet, "Left in hand")).to_have_value("−75")
    sheet.get_by_role("button", name="West and East").click()
    expect(sheet).to_have_attribute("aria-label", "Score sheet, West and East")
    expect(field(sheet, "Cards melded")).to_have_value("")
    sheet.get_by_role("button", name="Your side").click()
    expect(field(sheet, "Cards melded")).to_have_value("195")
    sheet.get_by_role("button", name="Start again").click()
    expect(field(sheet, "Cards melded")).to_have_value("")
    expect(field(sheet, "Cards melded")).to_be_focused()
    spot = lab.page.locator(".ct-sheet").nth(1)
    spot.get_by_role("button", name="Left in hand, −75: this line is wrong").click()
    expect(told(spot)).to_contain_text("Left in hand: this is right.")
    row(spot, "Red threes").get_by_role("rowheader").click()
    expect(told(spot)).to_contain_text("Red threes: found.")
    expect(spot.get_by_text("It should read 200, not 100.")).to_be_visible()


def test_by_keys_alone_a_sheet_is_filled_and_checked_and_the_notebook_is_left_alone(lab: Lab) -> None:
    sheet = show(lab, "sheet-keys.ipynb", CELL, SPOT, "1 + 1")
    keyboard, cells = lab.page.keyboard, lab.page.locator(".jp-Notebook .jp-Cell").count()
    counts = lab.page.locator(".jp-InputPrompt").all_inner_texts()
    field(sheet, "Cards melded").focus()
    for text in ("195", "500", "300", "2b0", "100", "", "-75"):
        keyboard.type(text)
        keyboard.press("Enter")
    expect(sheet.get_by_role("button", name="Check the sheet")).to_be_focused()
    expect(field(sheet, "Red threes")).to_have_value("2b0")
    expect(row(sheet, "Red threes")).to_contain_text("no number")
    expect(row(sheet, "Total")).to_contain_text("not yet")
    keyboard.press("Enter")
    expect(field(sheet, "Red threes")).to_be_focused()
    expect(field(sheet, "Red threes")).to_have_accessible_description(re.compile("“2b0” is no number"))
    keyboard.type("--2")
    keyboard.press("Control+Enter")
    expect(told(sheet)).to_contain_text("“--2” is no number")
    expect(field(sheet, "Red threes")).to_have_value("--2")
    expect(field(sheet, "Cards melded")).to_have_value("195")
    for key in ("Control+a", "2", "0", "0"):
        keyboard.press(key)
    keyboard.press("ArrowUp")
    expect(field(sheet, "Mixed canastas")).to_be_focused()
    keyboard.type("500")
    keyboard.press("Control+Enter")
    expect(told(sheet)).to_contain_text("Mixed canastas: look here.")
    expect(field(sheet, "Mixed canastas")).to_be_focused()
    expect(field(sheet, "Mixed canastas")).to_have_attribute("aria-invalid", "true")
    press_until(
        lab.page, "Shift+Tab", row(sheet, "Mixed canastas").get_by_role("button", name="score.mixed-canasta, open")
    )
    keyboard.press("Enter")
    expect(sheet.get_by_role("heading", name="Bonus for a mixed canasta", level=5)).to_be_focused()
    keyboard.press("Escape")
    expect(row(sheet, "Mixed canastas").get_by_role("button", name="score.mixed-canasta, open")).to_be_focused()
    press_until(lab.page, "Tab", sheet.get_by_role("button", name="Hint 1 of 3"))
    keyboard.press("Enter")
    expect(sheet.get_by_role("region", name="Hint 1 of 3: Mixed canastas")).to_be_visible()
    expect(sheet.get_by_role("button", name="Hint 2 of 3")).to_be_focused()
    press_until(lab.page, "Shift+Tab", field(sheet, "Mixed canastas"))
    for key in ("Control+a", "3", "0", "0", "Control+Enter"):
        keyboard.press(key)
    expect(told(sheet)).to_have_text("All lines are right. Total 1,220.")
    expect(field(sheet, "Mixed canastas")).to_be_focused()
    spot = lab.page.locator(".ct-sheet").nth(1)
    press_until(lab.page, "Tab", spot.get_by_role("button", name="Cards melded, 195"))
    for key in ("b", "d", "d", "x", "ArrowDown", "ArrowDown", "ArrowDown", "Enter"):
        keyboard.press(key)
    expect(told(spot)).to_contain_text("Red threes: found.")
    expect(spot.get_by_role("button", name="Red threes: found")).to_be_focused()
    assert lab.page.locator(".jp-Notebook .jp-Cell").count() == cells
    assert lab.page.locator(".jp-InputPrompt").all_inner_texts() == counts


# ---- one by one, without a server --------------------------------------------------------------------------------


def test_what_is_being_written_is_never_overwritten_by_an_answer(bare: Bare) -> None:
    sheet = bare.show(ScoreSheet(OVER, mode="fill"))
    field(sheet, "Cards melded").focus()
    bare.page.keyboard.type("1234567", delay=1)
    expect(row(sheet, "Total")).to_contain_text("1,234,567")
    expect(field(sheet, "Cards melded")).to_have_value("1234567")
    bare.page.keyboard.press("Tab")
    expect(field(sheet, "Cards melded")).to_have_value("1,234,567")


def test_a_minus_is_taken_as_it_is_typed(bare: Bare) -> None:
    sheet = bare.show(ScoreSheet(OVER, mode="fill"))
    for text in ("-75", "−75", "– 75"):
        field(sheet, "Left in hand").fill(text)
        field(sheet, "Left in hand").press("Enter")
        expect(row(sheet, "Total")).to_contain_text("−75")
        expect(field(sheet, "Left in hand")).to_have_value("−75")


def test_what_code_does_is_shown_and_takes_no_focus(bare: Bare) -> None:
    widget = ScoreSheet(OVER, mode="fill")
    sheet = bare.show(widget)
    bare.page.locator("#after").focus()
    widget.fill(RIGHT | {"red_threes": 100}).check()
    widget.open("score.melds")
    bare.refresh()
    expect(field(sheet, "Red threes")).to_have_value("100")
    expect(row(sheet, "Red threes")).to_contain_text("look here")
    expect(sheet.get_by_role("region", name="Rule score.melds")).to_be_visible()
    expect(bare.page.locator("#after")).to_be_focused()


def test_focus_is_never_lost_whatever_is_pressed(bare: Bare) -> None:
    sheet = bare.show(ScoreSheet(OVER, mode="fill")).locator(".ct-sheet")
    spots = [
        "check", "hint", "hint", "line melds 0", "close", "about line melds 0 score.melds", "side 1", "solution",
        "reset", "side 0", "field melds", "cards", "solution", "hint",
    ]  # fmt: skip
    for spot in spots:
        sheet.locator(f'[data-spot="{spot}"]').first.focus()
        bare.page.keyboard.press("Enter")
        bare.page.evaluate("() => window.bare.model.travelling")
        assert sheet.evaluate("sheet => sheet.contains(document.activeElement)"), spot


def test_on_a_narrow_page_the_standing_folds_under_the_lines_name(bare: Bare) -> None:
    sheet = bare.show(ScoreSheet(OVER, mode="fill"), width=460)
    first = row(sheet, "Cards melded")
    name, badge = first.locator(".label").bounding_box(), first.locator(".standing").bounding_box()
    assert name is not None
    assert badge is not None
    assert badge["y"] > name["y"]
    assert abs(badge["x"] - name["x"]) < 2
    expect(first.get_by_role("button", name="score.melds, open")).to_be_visible()
    assert cut_off(bare.page) == []


def test_a_fault_is_seen_and_told(bare: Bare) -> None:
    sheet = bare.show(ScoreSheet(OVER, mode="fill"))
    bare.page.evaluate("() => window.bare.model.send({ act: 'write', line: 'nonsense', text: '1' })")
    expect(told(sheet)).to_contain_text("no such line in this sheet: nonsense")
    expect(told(sheet)).to_have_class("status fault")


@pytest.mark.parametrize("text", HOSTILE.values(), ids=lambda text: text[:12])
def test_text_from_outside_stays_text(bare: Bare, text: str) -> None:
    widget = ScoreSheet(OVER, mode="fill", title=text)
    sheet = bare.show(widget)
    assert cut_off(bare.page) == []
    check_stays_text(bare.page, text)
    field(sheet, "Red threes").fill(text[:40])
    field(sheet, "Red threes").press("Enter")
    expect(row(sheet, "Red threes")).to_contain_text("no number")
    expect(sheet.get_by_text("is too long for a number").or_(sheet.get_by_text("is no number")).first).to_be_attached()
    assert bare.page.evaluate("window.broken ?? null") is None
    assert sheet.locator("img, script, style").count() == 0


def test_a_title_of_house_rules_stays_text(bare: Bare) -> None:
    text = "<img src=x onerror=window.broken=1>"
    house = parse_house(f'base = "classic"\ntitle = "{text}"\ngoing_out = 150')
    bare.show(ScoreSheet(OVER | {"rules": "house"}, house=house).open("score.going-out"))
    check_stays_text(bare.page, text)


def states() -> dict[str, ScoreSheet]:
    """The widget in all that it can show."""
    wrong = ScoreSheet(OVER, mode="fill").fill(RIGHT | {"red_threes": 100})
    wrong.check()
    wrong.hint()
    wrong.hint()
    fault = ScoreSheet(ITALIAN, mode="fill").fill("melds", 195)
    fault._hear(fault, {"act": "write", "line": "hand", "text": "--75", "done": True}, [])
    solved = ScoreSheet(SWEDISH, mode="fill")
    solved.solution()
    spot = ScoreSheet(OVER, mode="spot", given={"red_threes": 100, "total": 1000})
    for line in ("hand", "red_threes", "total"):
        spot.point(line)
    return {
        "filled": ScoreSheet(OVER),
        "rule": ScoreSheet(ITALIAN).open("penalty.hidden-red-three"),
        "alone": ScoreSheet(ALONE),
        "runs": ScoreSheet(RUNS, mode="fill"),
        "wrong": wrong,
        "fault": fault,
        "solved": solved,
        "spot": spot,
    }


def test_there_is_no_fault_of_access_in_either_theme(bare: Bare) -> None:
    for name, widget in states().items():
        sheet = bare.show(widget)
        if name == "filled":
            sheet.get_by_text("The cards of your side").click()
            sheet.get_by_role("button", name="About this source").first.click()
        check_access(bare, name)


def test_nothing_is_cut_at_any_width_theme_or_zoom(bare: Bare) -> None:
    for name, widget in states().items():
        sheet = bare.show(widget)
        if name == "filled":
            sheet.get_by_text("The cards of your side").click()
            sheet.get_by_role("button", name="About this source").first.click()
        keep_pictures(bare, f"score-sheet-{name}")


def test_in_the_pseudo_locale_no_english_word_is_left_on_the_page(bare: Bare) -> None:
    with i18n.speaking(i18n.PSEUDO):
        for widget in states().values():
            bare.show(widget)
            assert english_left(bare.page, SECTIONS) == []
