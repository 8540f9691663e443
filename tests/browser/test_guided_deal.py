"""The guided deal on a page: by mouse, by keys alone, off the guide and back, and as it looks."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from canasta_teach.teach.guide import guide
from canasta_teach.widgets import GuidedDeal
from tests.browser.bare import Bare
from tests.browser.look import check_access, keep_pictures

pytestmark = pytest.mark.browser

STEPS = guide("first-hand").steps


def told(root: Locator) -> Locator:
    return root.locator(".coach .told")


def button(root: Locator, name: str) -> Locator:
    return root.get_by_role("button", name=name, exact=True)


def test_the_first_turn_by_mouse(bare: Bare) -> None:
    root = bare.show(GuidedDeal())
    expect(told(root)).to_contain_text("Step 1 of 12")
    root.locator('[data-spot="act draw"]').click()
    expect(told(root)).to_contain_text("Step 2 of 12")
    for name in ("ace of hearts", "ace of diamonds", "ace of clubs"):
        button(root.locator(".ct-hand"), name).click()
    root.locator('[data-spot="act lay"]').click()
    expect(told(root)).to_contain_text("Your side's first meld")
    button(root.locator(".ct-hand"), "four of clubs").click()
    root.locator('[data-spot="act discard"]').click()
    expect(told(root)).to_contain_text("That was a whole turn")
    root.get_by_role("button", name="Play on to my turn").click()
    expect(told(root)).to_contain_text("Step 4 of 12")


def test_from_start_to_end_by_keys_alone(bare: Bare) -> None:
    deal = GuidedDeal()
    root = bare.show(deal)
    root.get_by_role("button", name="Show me").focus()
    for _ in range(40):
        if deal.coach.kind == "end":
            break
        bare.page.keyboard.press("o" if deal.coach.kind == "wait" else "h")
        bare.page.wait_for_timeout(20)
    expect(told(root)).to_contain_text("You went out")
    expect(root.locator(".part.over")).to_contain_text("585")
    assert deal.position.went_out == 0


def test_off_the_guide_a_button_leads_back(bare: Bare) -> None:
    deal = GuidedDeal().show_me().show_me()
    root = bare.show(deal)
    button(root.locator(".ct-hand"), "king of hearts").click()
    bare.page.keyboard.press("x")
    expect(told(root)).to_contain_text("On your own")
    expect(root.get_by_role("button", name="Show me")).to_be_hidden()
    root.get_by_role("button", name="Undo, back to the guide").click()
    expect(told(root)).to_contain_text("Step 3 of 12")
    expect(root.get_by_role("button", name="Show me")).to_be_focused()


def test_a_refused_act_leaves_the_coach_and_shows_the_ruling(bare: Bare) -> None:
    root = bare.show(GuidedDeal())
    button(root.locator(".ct-hand"), "four of clubs").click()
    bare.page.keyboard.press("x")
    expect(told(root)).to_contain_text("That is refused")
    expect(root.locator(".part.ruling")).to_contain_text("draw")


def test_the_coach_is_a_live_region_that_stays(bare: Bare) -> None:
    root = bare.show(GuidedDeal())
    before = told(root).element_handle()
    assert told(root).get_attribute("aria-live") == "polite"
    bare.page.keyboard.press("Tab")
    root.get_by_role("button", name="Show me").click()
    expect(told(root)).to_contain_text("Step 2 of 12")
    assert before is not None
    assert before.evaluate("node => node.isConnected")


def test_it_has_no_faults_of_access_and_nothing_is_cut(bare: Bare) -> None:
    states = {"start": GuidedDeal(), "wait": GuidedDeal(), "away": GuidedDeal(), "end": GuidedDeal()}
    for _ in range(3):
        states["wait"].show_me()
        if states["away"].coach.head != "Step 3 of 12":
            states["away"].show_me()
    states["away"].do("discard KH")
    while states["end"].coach.kind != "end":
        states["end"].show_me()
    for name, deal in states.items():
        bare.show(deal)
        check_access(bare, f"guided deal, {name}")
        keep_pictures(bare, f"guided-deal-{name}", themes=("light",))


def test_who_is_asked_for_a_meld_goes_on_in_the_hand(bare: Bare) -> None:
    deal = GuidedDeal()
    while deal.coach.text != "add 2S to A":
        deal.show_me()
    root = bare.show(deal)
    root.locator(".ct-hand .row button").first.focus()
    keys = bare.page.keyboard
    for key in ("Home", "Space", "+"):
        keys.press(key)
    expect(root.locator("button.meld:focus")).to_have_count(1)
    keys.press("Enter")
    expect(told(root)).to_contain_text("Step 9 of 12")
    expect(root.locator(".ct-hand .row button:focus")).to_have_count(1)
    for key in ("End", "Space", "x"):
        keys.press(key)
    expect(told(root)).to_contain_text("Now the others play")
