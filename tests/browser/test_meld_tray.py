"""The meld tray on a page: by mouse, by keys alone, by drag and by touch, and as a screen reader is told."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Browser, Locator, Position, expect

from canasta_teach.cards import labels
from canasta_teach.rulebook import parse_house
from canasta_teach.widgets import MeldTray
from tests.browser.bare import Bare
from tests.browser.look import check_access, cut_off, keep_pictures
from tests.browser.places import Lab, Place
from tests.browser.texts import HOSTILE, PSEUDO, check_stays_text, english_left

pytestmark = pytest.mark.browser

HAND = "KH KS KD QH QC 2S AH AD AC 9S 7D 4C"
CELL = f'from canasta_teach.widgets import MeldTray\ntray = MeldTray(hand="{HAND}", score=1600)\ntray'
CORNER: Position = {"x": 12, "y": 16}
RUNS = "4H 5H 2S 7H 8H / QD QD QC QS QH QC QS"
KINGS = ("king of hearts", "king of spades", "king of diamonds")


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
        in_hand(tray, name).click(position=CORNER)
        expect(in_hand(tray, name)).to_have_attribute("aria-pressed", "true")


def has_focus(tray: Locator) -> bool:
    inside: bool = tray.evaluate("tray => tray.contains(document.activeElement)")
    return inside


def verdict(tray: Locator, word: str) -> Locator:
    return tray.get_by_role("heading", name=word, exact=True)


def drag(place: Place, source: Locator, target: Locator) -> None:
    start, end = source.bounding_box(), target.bounding_box()
    assert start is not None
    assert end is not None
    mouse = place.page.mouse
    mouse.move(start["x"] + 12, start["y"] + 16)
    mouse.down()
    mouse.move(start["x"] + 30, start["y"] - 10, steps=3)
    expect(place.page.locator(".ct-ghost")).to_be_visible()
    mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=4)
    mouse.up()
    expect(place.page.locator(".ct-ghost")).to_have_count(0)


# ---- the whole job in real JupyterLab ----------------------------------------------------------------------------


def test_by_mouse_cards_are_arranged_refused_mended_and_laid(lab: Lab) -> None:
    tray = show(lab, "mouse.ipynb")
    choose(tray, *KINGS)
    tray.get_by_role("button", name="New tray Choose").click()
    expect(tray.get_by_role("group", name="Tray 1: Kings")).to_be_visible()
    choose(tray, "queen of hearts", "queen of clubs", "two of spades")
    tray.get_by_role("button", name="on a new tray").click()
    expect(tray.get_by_role("meter")).to_have_attribute("aria-valuetext", "70 of 90, 20 short")
    tray.get_by_role("button", name="Lay both").click()
    expect(tray.get_by_role("status")).to_contain_text("Refused. 1 rule broken.")
    ruling = tray.get_by_role("article", name="The referee: refused")
    for text in ("initial.minimum", "stated", "Classic"):
        expect(ruling).to_contain_text(text)
    expect(verdict(tray, "Refused")).to_be_focused()
    choose(tray, "ace of hearts", "ace of diamonds", "ace of clubs")
    tray.get_by_role("button", name="New tray Choose").click()
    tray.get_by_role("button", name="Lay all 3").click()
    expect(tray.get_by_role("status")).to_contain_text("Legal.")
    expect(tray.get_by_role("article", name="The referee: legal")).to_contain_text("Because")
    expect(tray.get_by_role("button", name="Aces, 3 cards")).to_be_visible()
    expect(tray.get_by_role("group", name="Your hand, 3 cards")).to_be_visible()
    tray.get_by_role("button", name="Undo").click()
    expect(tray.get_by_role("group", name="Tray 3: Aces")).to_be_visible()
    tray.get_by_role("button", name="Start again").click()
    expect(tray.get_by_role("group", name="Your hand, 12 cards")).to_be_visible()


def test_by_keys_alone_cards_are_arranged_refused_and_laid_and_focus_is_never_lost(lab: Lab) -> None:
    tray = show(lab, "keys.ipynb", CELL, "1 + 1")
    cells = lab.page.locator(".jp-Notebook .jp-Cell").count()
    keyboard = lab.page.keyboard
    in_hand(tray, "two of spades").focus()
    for key in ("b", "x", "d", "d", "ArrowDown"):
        keyboard.press(key)
        assert has_focus(tray), key
    keyboard.press("k")
    expect(in_hand(tray, "king of hearts")).to_be_focused()
    for _ in range(3):
        keyboard.press("Space")
        keyboard.press("ArrowRight")
    expect(tray.get_by_role("status")).to_have_text("King of diamonds chosen. 3 chosen, 30 points.")
    keyboard.press("n")
    expect(tray.get_by_role("group", name="Tray 1: Kings, 3 natural, 30 points")).to_be_visible()
    expect(tray.get_by_role("status")).to_contain_text("3 cards put on tray 1, kings.")
    expect(in_hand(tray, "queen of hearts")).to_be_focused()
    keyboard.press("l")
    expect(tray.get_by_role("status")).to_contain_text("Refused. 1 rule broken.")
    expect(verdict(tray, "Refused")).to_be_focused()
    keyboard.press("Escape")
    expect(in_hand(tray, "queen of hearts")).to_be_focused()
    keyboard.press("Shift+a")
    expect(tray.get_by_role("status")).to_have_text("3 chosen, 60 points.")
    keyboard.press("Enter")
    expect(tray.get_by_role("group", name="Tray 2: Aces")).to_be_visible()
    keyboard.press("l")
    expect(tray.get_by_role("status")).to_contain_text("Legal.")
    expect(tray.get_by_role("group", name="Your hand, 6 cards")).to_be_visible()
    assert has_focus(tray)
    keyboard.press("u")
    expect(tray.get_by_role("group", name="Tray 2: Aces")).to_be_visible()
    assert has_focus(tray)
    assert lab.page.locator(".jp-Notebook .jp-Cell").count() == cells


def test_by_drag_cards_are_arranged_and_laid(lab: Lab) -> None:
    tray = show(lab, "drag.ipynb")
    choose(tray, *KINGS)
    drag(lab, in_hand(tray, "king of diamonds"), tray.get_by_role("button", name="New tray Choose"))
    expect(tray.get_by_role("group", name="Tray 1: Kings")).to_be_visible()
    for name in ("ace of hearts", "ace of diamonds", "ace of clubs"):
        target = tray.locator(".slot").nth(1)
        drag(lab, in_hand(tray, name), target)
        expect(in_hand(tray, name)).to_have_count(0)
    tray.get_by_role("button", name="Lay both").click()
    expect(tray.get_by_role("status")).to_contain_text("Legal.")


def test_code_and_page_show_the_same_tray(lab: Lab) -> None:
    tray = show(lab, "code.ipynb", CELL, 'tray.lay("KH KS KD / AH AD AC")')
    expect(tray.get_by_role("button", name="Kings, 3 cards")).to_be_visible()
    expect(tray.get_by_role("article", name="The referee: legal")).to_be_visible()


def test_a_position_is_pasted_with_the_keyboard_and_what_is_none_leaves_the_table(lab: Lab) -> None:
    position = json.dumps({"rules": "swedish", "phase": "play", "hands": ["5H 5C 5D 9S", 11, 11, 11]})
    tray = show(lab, "paste.ipynb", CELL)
    lab.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    in_hand(tray, "two of spades").focus()
    for text, told in (("no position", "JSON"), (position, "Another table is set up.")):
        lab.page.evaluate("text => navigator.clipboard.writeText(text)", text)
        lab.page.keyboard.press("Control+v")
        expect(tray.get_by_role("status")).to_contain_text(told)
        assert has_focus(tray)
    expect(tray.get_by_role("group", name="Your hand, 4 cards")).to_be_visible()


def test_in_another_language_no_english_word_is_left(lab: Lab) -> None:
    lab.write(
        "tray-words.ipynb", PSEUDO, f"{CELL[:-5]}\ntray.put('KH KS KD').put('QH QC 2S')\ntray.lay()\ntray.choose('AH')"
    )
    lab.open("tray-words.ipynb")
    lab.run_all()
    expect(lab.page.locator(".ct-tray .ct-ruling")).to_be_visible()
    assert english_left(lab.page, exempt=("Classic", "Goren", "Swedish", "Italian", "Brazilian", "Initial melds")) == []


@pytest.mark.parametrize("lesson", ["00-start-here.ipynb", "05-melds.ipynb"])
def test_a_lesson_runs_and_draws_its_trays(lab: Lab, lesson: str) -> None:
    lab.open(lesson)
    lab.run_all()
    expect(lab.page.locator(".ct-tray").first).to_be_visible()


# ---- each act, on a bare page ----------------------------------------------------------------------------------------


def test_a_card_goes_to_a_numbered_tray_and_comes_off_again_by_keys(bare: Bare) -> None:
    tray = bare.show(MeldTray(hand=HAND, score=1600).put("QH QC"))
    keyboard = bare.page.keyboard
    choose(tray, "two of spades")
    keyboard.press("m")
    expect(tray.get_by_role("status")).to_have_text("On which tray? Press its number.")
    keyboard.press("1")
    slot = tray.get_by_role("group", name="Tray 1: Queens, 2 natural, 1 wild, 40 points")
    expect(slot).to_be_visible()
    slot.get_by_role("button", name="queen of hearts").focus()
    keyboard.press("End")
    expect(slot.get_by_role("button", name="two of spades")).to_be_focused()
    keyboard.press("Backspace")
    expect(tray.get_by_role("group", name="Tray 1: Queens, 2 natural, 20 points")).to_be_visible()
    expect(in_hand(tray, "two of spades")).to_be_visible()
    assert has_focus(tray)
    choose(tray, "nine of spades")
    keyboard.press("m")
    keyboard.press("7")
    expect(tray.get_by_role("status")).to_have_text("There is no tray of that number.")


def test_a_double_click_puts_a_card_with_its_like(bare: Bare) -> None:
    widget = MeldTray(hand=HAND)
    tray = bare.show(widget)
    for name in ("king of hearts", "queen of clubs", "king of spades"):
        in_hand(tray, name).dblclick(position=CORNER)
        expect(in_hand(tray, name)).to_have_count(0)
    assert [labels(some) for some in widget.trays] == ["K♥ K♠", "Q♣"]


def test_dragged_cards_go_to_a_new_tray_to_a_tray_to_a_meld_and_back_to_the_hand(bare: Bare) -> None:
    widget = MeldTray(hand="KH KS KD QH QC 2S 9C 4C", melds="9H 9D 9S")
    tray = bare.show(widget)
    choose(tray, "king of hearts", "king of spades")
    drag(bare, in_hand(tray, "king of spades"), tray.get_by_role("button", name="New tray Choose"))
    first = tray.get_by_role("group", name="Tray 1: Kings")
    expect(first).to_be_visible()
    drag(bare, in_hand(tray, "two of spades"), first)
    expect(tray.get_by_role("group", name="Tray 1: Kings, 2 natural, 1 wild")).to_be_visible()
    drag(bare, in_hand(tray, "nine of clubs"), tray.get_by_role("button", name="Nines, 3 cards"))
    expect(tray.get_by_role("group", name="Tray 2: To the nines, 1 natural, 10 points")).to_be_visible()
    drag(bare, first.get_by_role("button", name="two of spades"), tray.get_by_role("group", name="Your hand"))
    expect(in_hand(tray, "two of spades")).to_be_visible()
    assert [labels(some) for some in widget.trays] == ["K♥ K♠", "9♣"]
    assert has_focus(tray)


def test_escape_ends_a_drag_and_nothing_is_put(bare: Bare) -> None:
    widget = MeldTray(hand=HAND)
    tray = bare.show(widget)
    source, target = in_hand(tray, "king of hearts").bounding_box(), tray.locator(".slot.new").bounding_box()
    assert source is not None
    assert target is not None
    mouse = bare.page.mouse
    mouse.move(source["x"] + 12, source["y"] + 16)
    mouse.down()
    mouse.move(target["x"] + 20, target["y"] + 20, steps=4)
    expect(tray.locator(".slot.new.over")).to_be_visible()
    bare.page.keyboard.press("Escape")
    expect(bare.page.locator(".ct-ghost")).to_have_count(0)
    mouse.up()
    assert widget.trays == ()


def test_a_drag_that_ends_nowhere_and_one_that_ends_in_the_hand_change_nothing(bare: Bare) -> None:
    widget = MeldTray(hand=HAND)
    tray = bare.show(widget)
    before = repr(widget)
    drag(bare, in_hand(tray, "king of hearts"), bare.page.get_by_role("button", name="after"))
    drag(bare, in_hand(tray, "king of hearts"), in_hand(tray, "four of clubs"))
    expect(tray.locator("[aria-pressed=true].ct-card")).to_have_count(0)
    assert repr(widget) == before


def test_a_finger_that_rests_drags_and_one_that_moves_at_once_scrolls(chromium: Browser) -> None:
    context = chromium.new_context(has_touch=True, reduced_motion="reduce")
    try:
        bare = Bare(context.new_page())
        widget = MeldTray(hand=HAND)
        tray = bare.show(widget, width=900)
        session = context.new_cdp_session(bare.page)
        source, target = in_hand(tray, "king of hearts").bounding_box(), tray.locator(".slot.new").bounding_box()
        assert source is not None
        assert target is not None
        start = {"x": source["x"] + 12, "y": source["y"] + 16}
        end = {"x": target["x"] + 40, "y": target["y"] + 40}

        def touch(kind: str, *points: dict[str, float]) -> None:
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

        touch("touchStart", start)
        touch("touchMove", {"x": start["x"], "y": start["y"] - 40})
        expect(bare.page.locator(".ct-ghost")).to_have_count(0)
        touch("touchEnd")
        touch("touchStart", start)
        expect(bare.page.locator(".ct-ghost")).to_be_visible()
        touch("touchMove", end)
        touch("touchEnd")
        expect(tray.get_by_role("group", name="Tray 1: Kings")).to_be_visible()
        assert [labels(some) for some in widget.trays] == ["K♥"]
    finally:
        context.close()


def test_a_tap_chooses_and_a_tap_on_new_tray_puts(chromium: Browser) -> None:
    context = chromium.new_context(has_touch=True, reduced_motion="reduce")
    try:
        widget = MeldTray(hand=HAND)
        tray = Bare(context.new_page()).show(widget, width=700)
        for name in KINGS:
            in_hand(tray, name).tap(position=CORNER)
        tray.get_by_role("button", name="New tray Choose").tap()
        expect(tray.get_by_role("group", name="Tray 1: Kings")).to_be_visible()
        tray.get_by_role("button", name="Lay the kings").tap()
        expect(tray.get_by_role("article", name="The referee")).to_be_visible()
    finally:
        context.close()


def test_the_mend_is_laid_from_the_ruling_and_focus_goes_to_its_verdict(bare: Bare) -> None:
    tray = bare.show(MeldTray(hand=HAND, score=1600).put("KH KS KD"))
    tray.get_by_role("button", name="Lay the kings").click()
    tray.get_by_role("button", name="Lay this instead").click()
    expect(tray.get_by_role("status")).to_contain_text("Legal.")
    expect(verdict(tray, "Legal")).to_be_focused()


def test_a_rule_and_another_book_open_in_the_ruling_and_escape_leads_back_step_by_step(bare: Bare) -> None:
    tray = bare.show(MeldTray(hand=HAND, score=1600).put("KH KS KD"))
    tray.get_by_role("button", name="Lay the kings").click()
    chip = tray.get_by_role("button", name="Italian")
    chip.click()
    expect(tray.get_by_role("region", name="The same move under Italian")).to_be_visible()
    expect(chip).to_be_focused()
    rule = tray.get_by_role("button", name="initial.minimum, open in the rule book").first
    rule.click()
    expect(tray.locator(".ct-rule")).to_be_visible()
    assert has_focus(tray)
    bare.page.keyboard.press("Escape")
    expect(tray.locator(".ct-rule")).to_have_count(0)
    expect(rule).to_be_focused()
    bare.page.keyboard.press("Escape")
    expect(tray.get_by_role("region", name="The same move under Italian")).to_have_count(0)
    bare.page.keyboard.press("Escape")
    expect(tray.get_by_role("button", name="Lay the kings")).to_be_focused()


def test_the_same_refusal_twice_is_told_twice(bare: Bare) -> None:
    tray = bare.show(MeldTray(hand=HAND, score=1600).put("KH KS KD"))
    lay = tray.get_by_role("button", name="Lay the kings")
    bare.page.evaluate(
        """() => {
          window.told = 0;
          const told = new MutationObserver(() => { window.told += 1; });
          told.observe(document.querySelector('[role=status]'), { childList: true });
        }"""
    )
    for _ in range(2):
        lay.click()
        expect(verdict(tray, "Refused")).to_be_focused()
    bare.page.wait_for_function("window.told === 2")


def test_the_last_cards_laid_leave_a_tray_with_focus_that_can_be_undone(bare: Bare) -> None:
    tray = bare.show(MeldTray(hand="KH KS KD", melds="QH QH QD QD QS QC QC"))
    choose(tray, *KINGS)
    bare.page.keyboard.press("n")
    expect(tray.get_by_role("group", name="Your hand, 0 cards")).to_contain_text("All your cards are on the trays.")
    assert has_focus(tray)
    bare.page.keyboard.press("l")
    expect(tray.get_by_role("status")).to_contain_text("Gone out.")
    assert has_focus(tray)
    undo = tray.get_by_role("button", name="Undo", exact=True)
    expect(undo.locator("kbd")).to_have_text("Z")
    bare.page.keyboard.press("z")
    expect(tray.get_by_role("group", name="Tray 1: Kings")).to_be_visible()


def test_the_hand_is_one_stop_of_the_tab_key_and_the_order_is_that_of_thought(bare: Bare) -> None:
    tray = bare.show(MeldTray(hand=HAND, melds="5H 5D 5C").put("KH KS KD"))
    tray.get_by_role("button", name="Fives, 3 cards").focus()
    stops = []
    for _ in range(7):
        bare.page.keyboard.press("Tab")
        stops.append(
            bare.page.evaluate("document.activeElement.ariaLabel ?? document.activeElement.innerText.split('\\n')[0]")
        )
    assert stops == [
        "king of hearts",
        "Take off all of tray 1, kings",
        "New tray",
        "By rank",
        "As dealt",
        "two of spades",
        "Lay the kings",
    ]


def test_what_is_set_up_in_the_field_is_the_table_and_its_faults_are_shown(bare: Bare) -> None:
    widget = MeldTray(hand=HAND, setup=True)
    tray = bare.show(widget)
    tray.get_by_text("Set up another table").click()
    field = tray.get_by_role("textbox", name="Paste a position, as a JSON object")
    field.fill('{"rules": "klassic"}')
    tray.get_by_role("button", name="Set it up").click()
    expect(tray.get_by_role("status")).to_contain_text("classic")
    check_access(bare, "a fault")
    assert labels(widget.hand)[:2] == "2♠"
    field.fill(json.dumps({"rules": "classic", "phase": "play", "hands": ["4H 4D 4C KS", 11, 11, 11]}))
    field.press("b")
    field.press("Backspace")
    tray.get_by_role("button", name="Set it up").click()
    expect(tray.get_by_role("group", name="Your hand, 4 cards")).to_be_visible()


def test_a_price_that_is_paid_is_told(bare: Bare) -> None:
    tray = bare.show(
        MeldTray(hand="KH KS KD 4C 5C 9D", rules="brazilian", score=800, honour_prices=True).put("KH KS KD")
    )
    tray.get_by_role("button", name="Lay the kings").click()
    expect(tray.get_by_role("status")).to_contain_text("This table plays by its prices")
    expect(tray.get_by_role("article")).to_contain_text("This table plays by its prices")
    expect(tray.get_by_role("group", name="Tray 1: Kings")).to_be_visible()


# ---- how it looks ----------------------------------------------------------------------------------------------------


def test_the_tray_has_no_fault_of_access_in_either_theme(bare: Bare) -> None:
    bare.show(MeldTray(hand="4C 9D"))
    check_access(bare, "nothing laid, nothing arranged")
    bare.show(MeldTray(hand="4C 9D", melds="5H 5D 5C").put("4C 9D"))
    check_access(bare, "an empty hand")
    tray = bare.show(MeldTray(hand=HAND, score=1600).put("KH KS KD"))
    choose(tray, "ace of hearts")
    check_access(bare, "selected")
    tray.get_by_role("button", name="Lay the kings").click()
    check_access(bare, "refused")
    tray.get_by_role("button", name="Italian").click()
    tray.get_by_role("button", name="initial.minimum, open in the rule book").first.click()
    expect(tray.locator(".ct-rule")).to_be_visible()
    check_access(bare, "refused, a rule open")
    tray.get_by_role("button", name="Lay this instead").click()
    expect(tray.get_by_role("article", name="The referee: legal")).to_be_visible()
    check_access(bare, "laid")
    bare.show(MeldTray(hand="10H 2H KC KD 2C 8H 4C", rules="brazilian", melds=RUNS).put("10H 2H", meld=0))
    check_access(bare, "runs and canastas")


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_text_from_outside_stays_text(bare: Bare, text: str) -> None:
    bare.show(MeldTray(hand=HAND, title=text), width=700)
    check_stays_text(bare.page, text)
    assert cut_off(bare.page) == []
    house = parse_house(f'base = "classic"\ntitle = {json.dumps(text[:80])}\n')
    bare.show(MeldTray(hand=HAND, rules=house).put("KH KS"), width=700).get_by_role(
        "button", name="Lay the kings"
    ).click()
    check_stays_text(bare.page, text[:80])
    assert cut_off(bare.page) == []


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_text_that_is_pasted_stays_text_in_the_error(bare: Bare, text: str) -> None:
    tray = bare.show(MeldTray(hand=HAND, setup=True), width=700)
    tray.get_by_text("Set up another table").click()
    tray.get_by_role("textbox").fill(json.dumps({"rules": text}))
    tray.get_by_role("button", name="Set it up").click()
    expect(tray.get_by_role("status")).to_contain_text("is no rule set")
    check_stays_text(bare.page, "is no rule set")
    assert cut_off(bare.page) == []


def test_pictures_of_trays_show_nothing_cut(bare: Bare) -> None:
    tray = bare.show(MeldTray(hand=HAND, score=1600).put("KH KS KD").put("QH QC 2S"))
    choose(tray, "ace of hearts", "ace of diamonds", "ace of clubs")
    keep_pictures(bare, "tray-chosen")
    bare.page.keyboard.press("l")
    expect(verdict(tray, "Refused")).to_be_focused()
    keep_pictures(bare, "tray-refused")
    tray.get_by_role("button", name="Lay this instead").click()
    expect(verdict(tray, "Legal")).to_be_focused()
    keep_pictures(bare, "tray-laid")
    bare.show(MeldTray(hand="10H 2H KC KD 2C 8H 4C", rules="brazilian", melds=RUNS).put("10H 2H", meld=0))
    keep_pictures(bare, "tray-runs")
