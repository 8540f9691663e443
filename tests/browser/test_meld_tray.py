"""The meld tray in real JupyterLab: by mouse, by keyboard, and as a screen reader is told."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Lab

pytestmark = pytest.mark.browser

HAND = "KH KS KD QH QC 2S AH AD AC 9S 7D 4C"
CELL = f'from canasta_teach.widgets import MeldTray\ntray = MeldTray(hand="{HAND}", score=1600)\ntray'


def show(lab: Lab, name: str, *cells: str) -> Locator:
    """A notebook with a tray in its first cell, run; gives the tray."""
    lab.write(name, *(cells or (CELL,)))
    lab.open(name)
    lab.run_all()
    tray = lab.page.locator(".ct-tray")
    expect(tray).to_be_visible()
    return tray


def in_hand(tray: Locator, name: str) -> Locator:
    return tray.get_by_role("group", name="Your hand").get_by_role("button", name=name, exact=True)


def choose(tray: Locator, *names: str) -> None:
    for name in names:
        in_hand(tray, name).click(position={"x": 12, "y": 30})
        expect(in_hand(tray, name)).to_have_attribute("aria-pressed", "true")


def test_cards_picked_by_mouse_are_refused_then_laid(lab: Lab) -> None:
    tray = show(lab, "mouse.ipynb")
    choose(tray, "king of hearts", "king of spades", "king of diamonds")
    tray.get_by_role("button", name="New tray Choose").click()
    expect(tray.get_by_role("group", name="Tray 1: Kings")).to_be_visible()
    choose(tray, "queen of hearts", "queen of clubs", "two of spades")
    tray.get_by_role("button", name="on a new tray").click()
    expect(tray.get_by_role("meter")).to_have_attribute("aria-valuetext", "70 of 90, 20 short")
    tray.get_by_role("button", name="Lay both").click()
    expect(tray.get_by_role("status")).to_contain_text("Refused. 1 rule broken.")
    ruling = tray.get_by_role("article", name="The referee: refused")
    expect(ruling).to_contain_text("initial.minimum")
    expect(ruling).to_contain_text("stated")
    expect(ruling).to_contain_text("Classic")
    choose(tray, "ace of hearts", "ace of diamonds", "ace of clubs")
    tray.get_by_role("button", name="New tray Choose").click()
    tray.get_by_role("button", name="Lay all 3").click()
    expect(tray.get_by_role("status")).to_contain_text("Legal.")
    expect(tray.get_by_role("button", name="Aces, 3 cards")).to_be_visible()
    expect(tray.get_by_role("group", name="Your hand, 3 cards")).to_be_visible()


def test_cards_picked_by_keyboard_are_laid_and_the_ruling_is_told(lab: Lab) -> None:
    tray = show(lab, "keys.ipynb")
    keyboard = lab.page.keyboard
    in_hand(tray, "two of spades").focus()
    keyboard.press("k")
    expect(in_hand(tray, "king of hearts")).to_be_focused()
    for _ in range(3):
        keyboard.press("Space")
        keyboard.press("ArrowRight")
    expect(tray.get_by_role("status")).to_have_text("king of diamonds chosen. 3 chosen, 30 points.")
    keyboard.press("n")
    expect(tray.get_by_role("group", name="Tray 1: Kings, 3 natural, 30 points")).to_be_visible()
    expect(tray.get_by_role("status")).to_contain_text("3 cards put on tray 1, kings.")
    expect(in_hand(tray, "queen of hearts")).to_be_focused()
    keyboard.press("l")
    expect(tray.get_by_role("status")).to_contain_text("Refused. 1 rule broken.")
    expect(in_hand(tray, "queen of hearts")).to_be_focused()
    keyboard.press("Shift+a")
    expect(tray.get_by_role("status")).to_have_text("3 chosen, 60 points.")
    keyboard.press("n")
    keyboard.press("l")
    expect(tray.get_by_role("status")).to_contain_text("Legal.")
    expect(tray.get_by_role("group", name="Your hand, 6 cards")).to_be_visible()
    assert tray.evaluate("tray => tray.contains(document.activeElement)")


def test_a_card_goes_to_a_numbered_tray_and_comes_off_again(lab: Lab) -> None:
    tray = show(lab, "off.ipynb")
    keyboard = lab.page.keyboard
    choose(tray, "queen of hearts", "queen of clubs")
    keyboard.press("n")
    choose(tray, "two of spades")
    keyboard.press("m")
    keyboard.press("1")
    slot = tray.get_by_role("group", name="Tray 1: Queens, 2 natural, 1 wild, 40 points")
    expect(slot).to_be_visible()
    slot.get_by_role("button", name="queen of hearts").focus()
    keyboard.press("End")
    expect(slot.get_by_role("button", name="two of spades")).to_be_focused()
    keyboard.press("Backspace")
    expect(tray.get_by_role("group", name="Tray 1: Queens, 2 natural, 20 points")).to_be_visible()
    expect(in_hand(tray, "two of spades")).to_be_visible()
    choose(tray, "nine of spades")
    keyboard.press("Escape")
    expect(in_hand(tray, "nine of spades")).to_have_attribute("aria-pressed", "false")


def test_keys_on_a_card_leave_the_notebook_alone(lab: Lab) -> None:
    tray = show(lab, "alone.ipynb", CELL, "1 + 1")
    before = lab.page.locator(".jp-Notebook .jp-Cell").count()
    in_hand(tray, "nine of spades").focus()
    for key in ("b", "a", "d", "d", "x", "z", "ArrowDown", "Escape", "s"):
        lab.page.keyboard.press(key)
        assert tray.evaluate("tray => tray.contains(document.activeElement)"), key
    lab.page.wait_for_timeout(200)
    assert lab.page.locator(".jp-Notebook .jp-Cell").count() == before


def test_the_hand_is_one_tab_stop(lab: Lab) -> None:
    tray = show(lab, "tab.ipynb")
    stops = tray.locator(".row .ct-card").evaluate_all("cards => cards.map(card => card.tabIndex)")
    assert stops.count(0) == 1
    in_hand(tray, "two of spades").focus()
    lab.page.keyboard.press("Tab")
    expect(tray.get_by_role("button", name="Lay")).to_be_focused()


def test_the_last_cards_laid_by_mouse_leave_a_tray_that_can_be_undone(lab: Lab) -> None:
    cell = 'from canasta_teach.widgets import MeldTray\nMeldTray(hand="KH KS KD", melds="QH QH QD QD QS QC QC")'
    tray = show(lab, "last.ipynb", cell)
    choose(tray, "king of hearts", "king of spades", "king of diamonds")
    lab.page.keyboard.press("n")
    expect(tray.get_by_role("group", name="Your hand, 0 cards")).to_contain_text("All your cards are on the trays.")
    tray.get_by_role("button", name="Lay the kings").click()
    expect(tray.get_by_role("status")).to_contain_text("Gone out.")
    tray.get_by_role("button", name="Undo").click()
    expect(tray.get_by_role("group", name="Tray 1: Kings")).to_be_visible()


def test_code_and_page_show_the_same_tray(lab: Lab) -> None:
    tray = show(lab, "code.ipynb", CELL, 'tray.lay("KH KS KD / AH AD AC")')
    expect(tray.get_by_role("button", name="Kings, 3 cards")).to_be_visible()
    expect(tray.get_by_role("article", name="The referee: legal")).to_be_visible()


def test_text_from_outside_stays_text_and_a_narrow_page_scrolls_down_only(lab: Lab) -> None:
    title = "<img src=x onerror=window.broken=1><b>tray</b>"
    lab.write(
        "text.ipynb",
        f'from canasta_teach.widgets import MeldTray\nMeldTray(hand="{HAND}", title="{title}").put("KH KS")',
    )
    lab.open("text.ipynb", width=700)
    lab.run_all()
    tray = lab.page.locator(".ct-tray")
    expect(tray.get_by_role("heading", name=title)).to_be_visible()
    assert lab.page.evaluate("window.broken") is None
    assert tray.evaluate("tray => tray.scrollWidth <= tray.clientWidth + 1")


def test_the_tray_has_no_fault_of_access_in_either_theme(lab: Lab) -> None:
    tray = show(lab, "axe.ipynb", CELL, 'tray.lay("KH KS KD / QH QC 2S"); None')
    choose(tray, "ace of hearts")
    for theme, light in (("JupyterLab Dark", "false"), ("JupyterLab Light", "true")):
        lab.page.evaluate("theme => window.jupyterapp.commands.execute('apputils:change-theme', { theme })", theme)
        expect(lab.page.locator("body")).to_have_attribute("data-jp-theme-light", light)
        lab.page.wait_for_load_state("networkidle")
        found = Axe().run(lab.page, context=".ct-tray")
        assert found.violations_count == 0, f"{theme}: {found.generate_report()}"


@pytest.mark.parametrize("lesson", ["00-start-here.ipynb", "05-melds.ipynb"])
def test_a_lesson_runs_and_draws_its_trays(lab: Lab, lesson: str) -> None:
    lab.open(lesson)
    lab.run_all()
    expect(lab.page.locator(".ct-tray").first).to_be_visible()
