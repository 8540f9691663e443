"""A table in real JupyterLab, by mouse, by keys and by code; back and forth, passed round, and what is told of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from canasta_teach.widgets import Table
from tests.browser.bare import Bare
from tests.browser.places import Lab
from tests.browser.tables import choose, choose_by_keys, has_focus, part, status, to_hand, wait_for_entries

pytestmark = pytest.mark.browser

START: dict[str, Any] = {
    "rules": "classic",
    "phase": "draw",
    "scores": [0, 0],
    "hands": ["KH KD QH QC 2S AH AD AC 9S 7D 4C", 11, 11, 11],
    "melds": [["QS QD QH", "7S 7C 7H"], ["8H 8S 8D"]],
    "pile": ["KC", "5D"],
    "stock": 40,
}
ASKED: dict[str, Any] = {
    "phase": "play",
    "hands": ["9S 9D 9C 4C", 11, "4D 5D", 11],
    "melds": [["8H 8H 8D 8D 8C 8C 8S"], []],
    "permission": "asked",
}
CELL = f"from canasta_teach.widgets import Table\ntable = Table({START!r})\ntable"


def show(lab: Lab, name: str, *cells: str) -> Locator:
    """A notebook with a table in its first cell, run; gives the table."""
    lab.write(name, *(cells or (CELL,)))
    lab.open(name, height=1400)
    lab.run_all()
    table = lab.page.locator(".ct-table")
    expect(table).to_be_visible()
    return table


def refused(table: Locator) -> Locator:
    return table.get_by_role("heading", name="Refused", exact=True)


# ---- in real JupyterLab --------------------------------------------------------------------------------------------


def test_by_mouse_acts_are_tried_refused_explained_and_done(lab: Lab) -> None:
    table = show(lab, "table-mouse.ipynb")
    expect(table.get_by_text("Your turn", exact=True)).to_be_visible()
    choose(table, "KH 2S")
    part(table, "act lay").click()
    expect(refused(table)).to_be_focused()
    expect(status(table)).to_contain_text("Refused.")
    expect(table.get_by_role("article", name="The referee: refused")).to_contain_text("turn.draw-first")
    choose(table, "KD")
    choose_off = table.locator('.ct-hand .row button[aria-label="two of spades"]')
    choose_off.click(position={"x": 12, "y": 16})
    expect(part(table, "act take")).to_contain_text("with")
    part(table, "act take").click()
    expect(part(table, "meld 0 2")).to_contain_text("Kings")
    expect(table.locator(".part.log")).to_contain_text("Refused:")
    choose(table, "4C")
    part(table, "act discard").click()
    expect(table.get_by_text("West to play", exact=True)).to_be_visible()
    part(table, "all").click()
    expect(status(table)).to_contain_text("hand is not known")
    expect(part(table, "undo").locator("kbd")).to_have_text("Z")
    expect(part(table, "redo").locator("kbd")).to_have_text("Y")
    part(table, "undo").click()
    expect(table.get_by_text("Your turn", exact=True)).to_be_visible()


def test_by_keys_alone_a_turn_is_played_no_key_reaches_the_notebook_and_focus_is_never_lost(lab: Lab) -> None:
    table = show(lab, "table-keys.ipynb", CELL, "1 + 1")
    cells = lab.page.locator(".jp-Notebook .jp-Cell").count()
    keyboard = lab.page.keyboard
    to_hand(table)
    for key in ("b", "f", "c", "ArrowDown", "i", "i"):
        keyboard.press(key)
        assert has_focus(table), key
    choose_by_keys(table, "KH 2S")
    keyboard.press("l")
    expect(refused(table)).to_be_focused()
    keyboard.press("b")
    keyboard.press("Escape")
    assert has_focus(table)
    expect(table.locator(".ct-hand .row button:focus")).to_have_count(1)
    keyboard.press("Escape")
    choose_by_keys(table, "KH KD")
    keyboard.press("Enter")
    expect(part(table, "meld 0 2")).to_contain_text("Kings")
    assert has_focus(table)
    choose_by_keys(table, "4C")
    keyboard.press("x")
    expect(table.get_by_text("West to play", exact=True)).to_be_visible()
    assert has_focus(table)
    keyboard.press("z")
    expect(table.get_by_text("Your turn", exact=True)).to_be_visible()
    keyboard.press("y")
    expect(table.get_by_text("West to play", exact=True)).to_be_visible()
    assert has_focus(table)
    assert lab.page.locator(".jp-Notebook .jp-Cell").count() == cells


def test_code_and_page_show_the_same_table(lab: Lab) -> None:
    table = show(lab, "table-code.ipynb", CELL, 'table.do("take with KH KD")', 'table.do("discard 9C")')
    expect(part(table, "meld 0 2")).to_contain_text("Kings")
    expect(table.get_by_role("article", name="The referee: refused")).to_be_visible()


def test_a_deal_is_copied_and_another_table_is_pasted_with_the_keyboard(lab: Lab) -> None:
    table = show(lab, "table-paste.ipynb")
    lab.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    to_hand(table)
    lab.page.keyboard.press("Control+c")
    expect(status(table)).to_have_text("The deal is copied as text.")
    lab.page.wait_for_function("async () => (await navigator.clipboard.readText()).includes('canasta-teach deal')")
    other = json.dumps({"rules": "swedish", "phase": "play", "hands": ["5H 5C 5D 9S", 11, 11, 11]})
    for text, told in (("no position", "JSON"), (other, "Your turn.")):
        lab.page.evaluate("text => navigator.clipboard.writeText(text)", text)
        lab.page.keyboard.press("Control+v")
        expect(status(table)).to_contain_text(told)
        assert has_focus(table)
    expect(table.get_by_role("group", name="You, South, 4 cards")).to_be_visible()


# ---- back and forth ----------------------------------------------------------------------------------------------


def test_from_a_line_of_the_log_the_deal_is_played_again_and_its_ruling_is_shown(bare: Bare) -> None:
    widget = Table(seed=7)
    widget.do("draw")
    widget.do("discard 3S")
    widget.play_on()
    table = bare.show(widget)
    steps = widget.step
    last = min(steps, 8)
    part(table, "earlier log").click()
    expect(table.locator(".part.log li")).to_have_count(steps - last)
    line = table.get_by_role("button", name="You drew")
    line.click()
    expect(line).to_be_focused()
    table.get_by_role("button", name="What the referee says").click()
    expect(table.get_by_role("heading", name="Legal", exact=True)).to_be_focused()
    bare.page.keyboard.press("Escape")
    assert has_focus(table)
    table.get_by_role("button", name="From here again").click()
    expect(status(table)).to_contain_text("From here again.")
    assert widget.step == 1
    assert has_focus(table)
    part(table, "redo").click()
    expect(status(table)).to_contain_text("Done again.")


def test_why_a_legal_act_is_legal_is_shown_and_escape_leads_back(bare: Bare) -> None:
    widget = Table(START)
    table = bare.show(widget)
    part(table, "act draw").click()
    wait_for_entries(table, widget, 1)
    part(table, "why").click()
    expect(table.get_by_role("heading", name="Legal", exact=True)).to_be_focused()
    table.get_by_role("button", name="Italian").click()
    expect(table.get_by_role("region", name="The same move under Italian")).to_be_visible()
    bare.page.keyboard.press("Escape")
    expect(table.get_by_role("region", name="The same move under Italian")).to_have_count(0)
    assert has_focus(table)


def test_the_mend_is_played_from_the_ruling(bare: Bare) -> None:
    widget = Table(START | {"frozen": True, "pile": ["KC", "2D"]})
    table = bare.show(widget)
    choose(table, "KH 2S")
    part(table, "act take").click()
    expect(refused(table)).to_be_focused()
    part(table, "mend").click()
    wait_for_entries(table, widget, 2)
    expect(part(table, "meld 0 2")).to_contain_text("Kings")
    assert has_focus(table)


# ---- several at one screen ---------------------------------------------------------------------------------------


def test_a_table_is_passed_round_and_each_hand_is_hidden_until_it_is_asked_for(bare: Bare) -> None:
    widget = Table(seed=7, pass_round=True)
    table = bare.show(widget)
    cards = table.locator(".ct-hand .row button")
    expect(cards).to_have_count(0)
    part(table, "show").click()
    expect(cards).to_have_count(11)
    assert has_focus(table)
    to_hand(table)
    bare.page.keyboard.press("d")
    expect(cards).to_have_count(12)
    choose(table, "3S")
    bare.page.keyboard.press("x")
    expect(part(table, "show")).to_be_focused()
    expect(table.get_by_text("West, it is your turn.")).to_be_visible()
    expect(cards).to_have_count(0)
    bare.page.keyboard.press("d")
    assert widget.step == 2
    bare.page.keyboard.press("Enter")
    expect(cards).to_have_count(11)
    assert has_focus(table)


def test_a_damaged_or_newer_save_is_refused_with_the_reason_and_the_table_stays(bare: Bare, tmp_path: Path) -> None:
    widget = Table(seed=7)
    table = bare.show(widget)
    good = widget.text
    part(table, "files").click()
    for text, told in ((good[:50], "JSON"), (json.dumps(json.loads(good) | {"version": 99}), "newer")):
        path = tmp_path / "bad.json"
        path.write_text(text, encoding="utf-8")
        table.get_by_role("textbox", name="File").fill(str(path))
        part(table, "load").click()
        expect(table.locator(".status.fault")).to_contain_text(told)
        assert widget.text == good
    bare.page.keyboard.press("Escape")
    expect(part(table, "files")).to_be_focused()


def test_enter_in_the_name_of_the_file_saves_and_does_no_act(bare: Bare, tmp_path: Path) -> None:
    widget = Table(seed=7)
    table = bare.show(widget)
    part(table, "files").click()
    name = table.get_by_role("textbox", name="File")
    name.fill(str(tmp_path / "deal.json"))
    name.press("Enter")
    expect(table.locator(".status")).to_contain_text("Saved as")
    assert (tmp_path / "deal.json").exists()
    assert widget.step == 0
    expect(name).to_be_focused()


def test_a_narrow_table_says_by_the_hand_whose_turn_it_is_and_what_is_dashed_only_where_something_is(
    bare: Bare,
) -> None:
    table = bare.show(Table(seed=7))
    near, note = table.locator(".near"), table.locator(".bar .note")
    bare.page.set_viewport_size({"width": 700, "height": 900})
    expect(near).to_have_text("Your turn: draw from the stock")
    expect(near).to_be_visible()
    expect(note).to_be_visible()
    bare.page.set_viewport_size({"width": 1280, "height": 900})
    expect(near).not_to_be_visible()
    asked = bare.show(Table(ASKED, seat=2))
    expect(asked.locator(".bar .acts button")).not_to_have_count(0)
    expect(asked.locator(".bar .note")).not_to_be_visible()


def test_a_rule_that_is_broken_twice_is_shown_twice_with_its_place(bare: Bare) -> None:
    widget = Table(START)
    widget.do("draw")
    widget.do("meld KH QH / KD QC")
    assert widget.ruling is not None
    table = bare.show(widget)
    rules = table.locator(".ruling .rule")
    expect(rules).to_have_count(len(widget.ruling.violations))
    again = table.locator('.ruling .rule[data-rule="meld.size"]')
    expect(again).to_have_count(2)
    expect(again.nth(1).locator("h4")).to_contain_text(widget.ruling.violations[0].title)
    expect(again.nth(1).locator(".where")).not_to_be_empty()


def test_what_happened_is_told_in_the_live_region_and_the_same_refusal_twice_is_told_twice(bare: Bare) -> None:
    widget = Table(START)
    table = bare.show(widget)
    bare.page.evaluate(
        """() => {
          window.told = 0;
          const told = new MutationObserver(() => { window.told += 1; });
          told.observe(document.querySelector('[role=status]'), { childList: true });
        }"""
    )
    for number in (1, 2):
        part(table, "act ask").click()
        wait_for_entries(table, widget, number)
    bare.page.wait_for_function("window.told === 2")
    part(table, "act draw").click()
    expect(status(table)).to_contain_text("You drew")
