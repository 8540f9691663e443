"""Every kind of act at a table: made by mouse, again by keys alone, and where cards travel by drag and by touch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from canasta_teach.widgets import Table
from tests.browser.bare import Bare
from tests.browser.tables import (
    CORNER,
    choose,
    choose_by_keys,
    has_focus,
    in_hand,
    last,
    part,
    status,
    to_hand,
    type_act,
    wait_for_entries,
)
from tests.browser.test_meld_tray import drag

pytestmark = pytest.mark.browser

DRAW: dict[str, Any] = {"rules": "classic", "phase": "draw", "scores": [0, 0], "pile": ["KC", "5D"]}
PLAY: dict[str, Any] = {"rules": "classic", "phase": "play", "scores": [0, 0], "pile": ["KC", "5D"]}
HAND = "KH KD QH QC 2S AH AD AC 9S 7D 4C"
MELDS = [["QS QD QH", "7S 7C 7H"], ["8H 8S 8D"]]
RELANCINHO = ("7H 6H 5H 4H", "KD KS KC", "QC JC 10C 9C")


def hands(own: str, *others: Any) -> list[Any]:
    return [own, *(others or (11, 11, 11))]


@dataclass(frozen=True)
class Case:
    """An act: the table, what is chosen and pointed at for it, and what it comes to."""

    name: str
    position: dict[str, Any]
    verb: str
    text: str
    refused: bool = False
    chosen: str = ""
    meld: str = ""
    key: str = ""
    trays: tuple[str, ...] = ()
    before: tuple[str, ...] = ()


CASES = [
    Case("draw", DRAW | {"hands": hands(HAND)}, "draw", "draw", key="d"),
    Case("take with a pair", DRAW | {"hands": hands(HAND), "melds": MELDS}, "take", "take with KH KD",
         chosen="KH KD", key="p"),
    Case("take onto a meld", DRAW | {"hands": hands(HAND), "pile": ["7S", "5D"], "melds": MELDS}, "take",
         "take onto #1", meld="meld 0 1", key="p"),
    Case("take with trays", DRAW | {"hands": hands(HAND)}, "take", "take with KH KD / AH AD AC", chosen="KH KD",
         trays=("AH AD AC",), key="p"),
    Case("a take of a frozen pile with a wild card",
         DRAW | {"hands": hands(HAND), "pile": ["KC", "2D"], "frozen": True}, "take",
         "take with 2S KH", refused=True, chosen="KH 2S", key="p"),
    Case("reject the card drawn", DRAW | {"rules": "brazilian", "hands": hands(HAND), "first_turn": True,
                                          "stock": "5S 6S 8D 8D 9D 9D 10C 10C"},
         "redraw", "redraw", before=("draw",), key="r"),
    Case("relancinho", PLAY | {"rules": "brazilian", "hands": hands(" ".join((*RELANCINHO, "2S")))}, "relancinho",
         f"relancinho {' / '.join(RELANCINHO)}", trays=RELANCINHO),
    Case("table a red three", DRAW | {"hands": hands(HAND + " 3H"), "options": {"honour": "players"}, "scores": [0, 0],
                                      "stock": "5S 6S 8D 8D 9D 9D 10C 10C"}, "table", "table 3H"),
    Case("lay", PLAY | {"hands": hands(HAND + " AS")}, "lay", "meld AH AD AC", chosen="AH AD AC", key="l"),
    Case("lay trays", PLAY | {"hands": hands(HAND + " 9H 9C")}, "lay", "meld AH AD AC / 9S 9H 9C",
         trays=("AH AD AC", "9S 9H 9C"), key="l"),
    Case("add", PLAY | {"hands": hands(HAND), "melds": MELDS}, "add", "add 7D to #1", chosen="7D", key="+"),
    Case("an add to the other side", PLAY | {"hands": hands(HAND + " 8C"), "melds": MELDS}, "add",
         "add 8C to their #0", refused=True, chosen="8C", meld="meld 1 0"),
    Case("discard", PLAY | {"hands": hands(HAND)}, "discard", "discard 4C", chosen="4C", key="x"),
    Case("ask", PLAY | {"hands": hands("QC 4C", "KH", "5H 5D", "9C"), "melds": [["QS QD QH QS QD QH QC"], []]},
         "ask", "ask", key="g"),
    Case("yes", PLAY | {"hands": hands("5H 5D", 3, "QC 4C", 3), "turn": 2, "permission": "asked",
                        "melds": [["QS QD QH QS QD QH QC"], []]}, "yes", "answer yes", key="y"),
    Case("no", PLAY | {"hands": hands("5H 5D", 3, "QC 4C", 3), "turn": 2, "permission": "asked",
                       "melds": [["QS QD QH QS QD QH QC"], []]}, "no", "answer no", key="n"),
    Case("a discard before drawing", DRAW | {"hands": hands(HAND)}, "discard", "discard 4C", refused=True,
         chosen="4C", key="x"),
    Case("an act out of turn", DRAW | {"hands": hands(HAND), "turn": 1}, "draw", "seat 0: draw", refused=True, key="d"),
    Case("take only the top card", DRAW | {"hands": hands(HAND)}, "take-top", "take top with KH KD", refused=True,
         chosen="KH KD"),
    Case("take cards back", PLAY | {"hands": hands(HAND + " AS")}, "take-back", "take back AH AD AC", refused=True,
         before=("meld AH AD AC",)),
    Case("look through the pile", DRAW | {"hands": hands(HAND)}, "look", "look", refused=True),
]  # fmt: skip


def start(bare: Bare, case: Case) -> tuple[Locator, Table]:
    widget = Table(case.position)
    for text in case.before:
        assert widget.do(text).legal, (case.name, text)
    return bare.show(widget), widget


def made(case: Case, table: Locator, widget: Table) -> None:
    wait_for_entries(table, widget, len(case.before) + 1)
    assert last(widget) == (case.text, case.refused), case.name
    assert has_focus(table), case.name


def test_by_mouse_every_act_is_made(bare: Bare) -> None:
    for case in CASES:
        table, widget = start(bare, case)
        for tray in case.trays:
            choose(table, tray)
            part(table, "put new").click()
        expect(table.locator(".slot:not(.new)")).to_have_count(len(case.trays))
        if case.meld and not case.chosen:
            part(table, case.meld).click()
            expect(part(table, case.meld)).to_have_attribute("aria-pressed", "true")
        choose(table, case.chosen)
        if case.meld and case.chosen:
            part(table, case.meld).click()
        else:
            button = part(table, f"act {case.verb}")
            if not button.is_visible():
                part(table, "more").click()
            button.click()
        made(case, table, widget)


def test_by_keys_alone_every_act_is_made_and_focus_is_never_lost(bare: Bare) -> None:
    keyboard = bare.page.keyboard
    for case in CASES:
        table, widget = start(bare, case)
        to_hand(table)
        for number, tray in enumerate(case.trays, 1):
            choose_by_keys(table, tray)
            keyboard.press("n")
            expect(table.locator(".slot:not(.new)")).to_have_count(number)
            assert has_focus(table), case.name
            to_hand(table)
        choose_by_keys(table, case.chosen)
        if case.meld:
            walk(table, case.meld)
            keyboard.press("Enter")
            assert has_focus(table), case.name
        if case.key:
            keyboard.press(case.key)
        elif not (case.meld and case.chosen):
            if not part(table, f"act {case.verb}").is_visible():
                walk(table, "more")
                keyboard.press("Enter")
            walk(table, f"act {case.verb}")
            keyboard.press("Enter")
        made(case, table, widget)


def walk(table: Locator, spot: str) -> None:
    """Go to a place with Tab and arrows alone."""
    keyboard = table.page.keyboard
    table.page.locator("body").evaluate("() => document.activeElement.blur()")
    table.locator('[data-spot="undo"], [data-spot="copy"]').first.focus()
    here = "() => document.activeElement.closest('[data-spot]')?.dataset.spot ?? ''"
    for _ in range(60):
        for _ in range(12):
            if table.page.evaluate(here) == spot:
                return
            if not table.page.evaluate("() => Boolean(document.activeElement.closest('[data-rove]'))"):
                break
            before = table.page.evaluate(here)
            keyboard.press("ArrowRight")
            if table.page.evaluate(here) == before:
                break
        keyboard.press("Tab")
    raise AssertionError(f"no way to {spot} by keys")


# ---- the same acts in other ways -------------------------------------------------------------------------------------


def test_stock_and_pile_are_pressed_and_dragged_to(bare: Bare) -> None:
    widget = Table(DRAW | {"hands": hands(HAND), "melds": MELDS})
    table = bare.show(widget)
    bare.page.set_viewport_size({"width": 1280, "height": 1600})
    part(table, "stock").click()
    wait_for_entries(table, widget, 1)
    assert last(widget) == ("draw", False)
    part(table, "undo").click()
    expect(status(table)).to_contain_text("Taken back.")
    choose(table, "KH KD")
    part(table, "pile").click()
    wait_for_entries(table, widget, 1)
    assert last(widget) == ("take with KH KD", False)
    drag(bare, in_hand(table, "four of clubs"), part(table, "pile"))
    wait_for_entries(table, widget, 2)
    assert last(widget) == ("discard 4C", False)


def test_cards_are_dragged_to_melds_to_trays_and_to_take_the_pile(bare: Bare) -> None:
    widget = Table(DRAW | {"hands": hands(HAND), "melds": MELDS})
    table = bare.show(widget)
    bare.page.set_viewport_size({"width": 1280, "height": 1600})
    choose(table, "KH KD")
    drag(bare, in_hand(table, "king of hearts"), part(table, "pile"))
    wait_for_entries(table, widget, 1)
    assert last(widget) == ("take with KH KD", False)
    choose(table, "AH AD")
    part(table, "put new").click()
    tray = table.locator(".slot:not(.new)")
    expect(tray).to_have_count(1)
    drag(bare, in_hand(table, "ace of clubs"), tray)
    expect(tray.locator("[data-id]")).to_have_count(3)
    drag(bare, tray.get_by_role("button", name="ace of clubs"), table.get_by_role("group", name="You, South"))
    expect(tray.locator("[data-id]")).to_have_count(2)
    drag(bare, in_hand(table, "ace of clubs"), table.locator(".slot.new"))
    expect(tray).to_have_count(2)
    drag(bare, in_hand(table, "seven of diamonds"), part(table, "meld 0 1"))
    wait_for_entries(table, widget, 2)
    assert last(widget) == ("add 7D to #1", False)


def test_enter_on_a_card_and_a_double_click_make_the_act_of_the_chosen_cards_but_a_double_click_never_discards(
    bare: Bare,
) -> None:
    widget = Table(DRAW | {"hands": hands(HAND), "melds": MELDS})
    table = bare.show(widget)
    to_hand(table)
    choose_by_keys(table, "KH KD")
    bare.page.keyboard.press("Enter")
    wait_for_entries(table, widget, 1)
    assert last(widget) == ("take with KH KD", False)
    assert has_focus(table)
    in_hand(table, "seven of diamonds").dblclick(position=CORNER)
    wait_for_entries(table, widget, 2)
    assert last(widget) == ("add 7D to #1", False)
    in_hand(table, "four of clubs").dblclick(position=CORNER)
    expect(status(table)).to_contain_text("make no act now")
    assert widget.step == 2
    in_hand(table, "four of clubs").focus()
    bare.page.keyboard.press("Enter")
    wait_for_entries(table, widget, 3)
    assert last(widget) == ("discard 4C", False)


def test_where_the_meld_is_not_clear_it_is_asked_for(bare: Bare) -> None:
    widget = Table(PLAY | {"hands": hands(HAND), "melds": MELDS})
    table = bare.show(widget)
    to_hand(table)
    choose_by_keys(table, "2S")
    bare.page.keyboard.press("+")
    expect(part(table, "meld 0 0")).to_be_focused()
    expect(status(table)).to_have_text("To which meld? Arrows choose, Enter adds.")
    bare.page.keyboard.press("ArrowRight")
    bare.page.keyboard.press("Enter")
    wait_for_entries(table, widget, 1)
    assert last(widget) == ("add 2S to #1", False)
    assert has_focus(table)


def test_cards_come_off_their_trays_by_keys_and_trays_have_numbers(bare: Bare) -> None:
    widget = Table(PLAY | {"hands": hands(HAND)})
    table = bare.show(widget)
    keyboard = bare.page.keyboard
    to_hand(table)
    choose_by_keys(table, "AH AD")
    keyboard.press("n")
    expect(table.locator(".slot:not(.new)")).to_have_count(1)
    to_hand(table)
    choose_by_keys(table, "AC")
    keyboard.press("m")
    keyboard.press("1")
    tray = table.get_by_role("group", name="Tray 1: Aces, 3 natural, 60 points")
    expect(tray).to_be_visible()
    tray.get_by_role("button", name="ace of hearts").focus()
    keyboard.press("End")
    keyboard.press("Backspace")
    expect(table.get_by_role("group", name="Tray 1: Aces, 2 natural, 40 points")).to_be_visible()
    assert has_focus(table)
    table.get_by_role("button", name="Take off all of tray 1").click()
    expect(table.locator(".slot")).to_have_count(0)
    assert has_focus(table)


def test_an_act_is_typed_and_a_text_that_is_none_is_told(bare: Bare) -> None:
    widget = Table(DRAW | {"hands": hands(HAND)})
    table = bare.show(widget)
    type_act(table, "take with KH KD / AH AD AC; discard 4C")
    wait_for_entries(table, widget, 1)
    assert last(widget) == ("take with KH KD / AH AD AC; discard 4C", False)
    field = table.get_by_role("textbox", name="Type an act")
    field.fill("b")
    field.press("Enter")
    expect(status(table)).to_have_class("status fault")
    expect(field).to_be_focused()


def test_a_finger_taps_and_a_finger_that_rests_drags(chromium: Browser) -> None:
    context = chromium.new_context(has_touch=True, reduced_motion="reduce")
    try:
        bare = Bare(context.new_page())
        widget = Table(DRAW | {"hands": hands(HAND), "melds": MELDS})
        table = bare.show(widget, width=900)
        for name in ("king of hearts", "king of diamonds"):
            in_hand(table, name).tap(position=CORNER)
        part(table, "pile").tap()
        wait_for_entries(table, widget, 1)
        assert last(widget) == ("take with KH KD", False)
        bare.page.evaluate("window.scrollTo(0, 0)")
        bare.page.set_viewport_size({"width": 900, "height": 1400})
        session = context.new_cdp_session(bare.page)
        source, target = in_hand(table, "four of clubs").bounding_box(), part(table, "pile").bounding_box()
        assert source is not None
        assert target is not None

        def touch(kind: str, *points: dict[str, float]) -> None:
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

        touch("touchStart", {"x": source["x"] + 12, "y": source["y"] + 16})
        expect(bare.page.locator(".ct-ghost")).to_be_visible()
        touch("touchMove", {"x": target["x"] + 40, "y": target["y"] + 40})
        touch("touchEnd")
        wait_for_entries(table, widget, 2)
        assert last(widget) == ("discard 4C", False)
    finally:
        context.close()
