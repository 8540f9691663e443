"""The position editor on a page: a table built by mouse and again by keys, pasted, saved, and ruled on."""

from __future__ import annotations

import json
import re
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from canasta_teach import rulebook
from canasta_teach.widgets import PositionEditor, look
from tests.browser.bare import Bare
from tests.browser.look import check_access, cut_off, keep_pictures, settle
from tests.browser.places import Lab, Place
from tests.browser.texts import HOSTILE, PSEUDO, check_stays_text, english_left

pytestmark = pytest.mark.browser

CELL = "from canasta_teach.widgets import PositionEditor\neditor = PositionEditor()\neditor"
TABLE: dict[str, Any] = {
    "rules": "classic",
    "scores": [1600, 2120],
    "phase": "play",
    "hands": ["KH KS KD 10H 9S 9C 7H 6D 4S", 6, 8, 10],
    "melds": [["QH QD QS QC QH QD QS", "7S 7D 7C 2H"], ["8H 8S 8D", "5C 5D 5H JK"]],
    "red_threes": ["3H 3D", "3D"],
    "pile": "KC 4C 2D 6S",
}
NAMES = {
    clause.section.strip('"“”')
    for key in rulebook.KEYS
    for some in rulebook.ruleset(key).clauses.values()
    for clause in some
}
SECTIONS = sorted(NAMES - {""}, key=len, reverse=True)
"""The names of the sources' sections; one that is a part of another comes after it."""


def show(lab: Lab, name: str, *cells: str) -> Locator:
    """A notebook with an editor in its first cell, run; gives the editor."""
    lab.write(name, *(cells or (CELL,)))
    lab.open(name)
    lab.run_all()
    root = lab.page.locator(".ct-editor")
    expect(root).to_be_visible()
    return root


def face(root: Locator, name: str) -> Locator:
    """A card of the palette by its spoken name."""
    return root.locator(".palette").get_by_role("button", name=f"{name}, ")


def place(root: Locator, name: str) -> Locator:
    return root.get_by_role("group", name=name, exact=True)


def go_to(root: Locator, name: str, nth: int = 0) -> None:
    """Choose the place where cards go."""
    button = root.locator(".felt").get_by_role("button", name=f"Put cards here: {name}").nth(nth)
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")


def lies(root: Locator, name: str, *cards: str) -> None:
    """Wait until these cards lie at a place, in this order of showing."""
    found = place(root, name).locator(".cards .ct-card")
    for i, card in enumerate(cards):
        expect(found.nth(i)).to_have_attribute("aria-label", f"{card}, press to take it out")
    expect(found).to_have_count(len(cards))


def spot(root: Locator, name: str) -> Locator:
    return root.locator(f'[data-spot="{name}"]')


def has_focus(root: Locator) -> bool:
    inside: bool = root.evaluate("root => root.contains(document.activeElement)")
    return inside


def press_until(page: Page, key: str, target: Locator) -> None:
    """Press a key until the target has the focus, as someone without a mouse does."""
    for _ in range(80):
        if target.evaluate("node => node === document.activeElement"):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{key} never reaches {target}")


def drag(on: Place, source: Locator, target: Locator) -> None:
    source.scroll_into_view_if_needed()
    start, end = source.bounding_box(), target.bounding_box()
    assert start is not None
    assert end is not None
    mouse = on.page.mouse
    mouse.move(start["x"] + 10, start["y"] + 10)
    mouse.down()
    mouse.move(start["x"] + 30, start["y"] + 30, steps=3)
    expect(on.page.locator(".ct-ghost")).to_be_visible()
    mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=4)
    mouse.up()
    expect(on.page.locator(".ct-ghost")).to_have_count(0)


def status(root: Locator) -> Locator:
    return root.get_by_role("status")


# ---- the whole job in real JupyterLab ------------------------------------------------------------------------------


def test_by_mouse_a_table_is_built_and_ruled_on(lab: Lab) -> None:
    root = show(lab, "editor-mouse.ipynb")
    for name in (
        "king of hearts",
        "king of spades",
        "king of diamonds",
        "queen of hearts",
        "queen of clubs",
        "two of spades",
    ):
        face(root, name).click()
        expect(status(root)).to_contain_text("put there. Your hand:")
    lies(
        root,
        "Your hand",
        "two of spades",
        "king of hearts",
        "king of spades",
        "king of diamonds",
        "queen of hearts",
        "queen of clubs",
    )
    expect(face(root, "king of hearts")).to_have_attribute("aria-label", "king of hearts, 1 left")
    root.get_by_role("combobox", name="In the turn").select_option(label="has drawn: may lay, must discard")
    root.get_by_role("spinbutton", name="Score: You, North").fill("1600")
    root.get_by_role("spinbutton", name="Score: You, North").press("Enter")
    expect(root.get_by_role("button", name="Undo")).to_have_attribute("aria-disabled", "false")
    # A meld that is not whole yet is told of at once, and is no more when it is.
    go_to(root, "New meld", 1)
    face(root, "five of hearts").click()
    expect(root.locator(".check")).to_contain_text("Their melds: fives, number 1: 5H is no meld in Classic")
    for name in ("five of spades", "five of clubs"):
        face(root, name).click()
    lies(root, "Fives", "five of hearts", "five of spades", "five of clubs")
    expect(root.locator(".check")).to_contain_text("This table is possible.")
    go_to(root, "Discard pile")
    face(root, "four of clubs").click()
    lies(root, "Discard pile", "four of clubs")
    go_to(root, "Your hand")
    face(root, "nine of spades").click()
    lies(
        root,
        "Your hand",
        "two of spades",
        "king of hearts",
        "king of spades",
        "king of diamonds",
        "queen of hearts",
        "queen of clubs",
        "nine of spades",
    )
    place(root, "Your hand").get_by_role("button", name="nine of spades, press to take it out").click()
    expect(status(root)).to_contain_text("9♠ taken out of Your hand.")
    lab.page.set_viewport_size({"width": 1280, "height": 1700})
    drag(lab, face(root, "nine of clubs"), place(root, "Your hand"))
    expect(status(root)).to_contain_text("9♣ put there. Your hand: 7 cards.")
    drag(lab, place(root, "Your hand").locator(".ct-card").last, place(root, "Discard pile"))
    lies(root, "Discard pile", "nine of clubs", "four of clubs")
    for name in ("eight of spades", "four of diamonds"):
        face(root, name).click()
    expect(place(root, "Your hand").locator(".ct-card")).to_have_count(8)
    field = root.get_by_role("textbox", name="The act")
    field.fill("meld KH KS KD / QH QC 2S")
    root.get_by_role("button", name="Is it legal?").click()
    expect(status(root)).to_contain_text("Refused. 1 rule broken.")
    ruling = root.get_by_role("article", name="The referee: refused")
    for text in ("initial.minimum", "1,600", "Swedish", "Italian"):
        expect(ruling).to_contain_text(text)
    expect(root.get_by_role("heading", name="Refused")).to_be_focused()
    hand = root.get_by_role("group", name="Cards for the act: Your hand, 8 cards")
    hand.get_by_role("button", name="queen of clubs").click()
    root.get_by_role("button", name="Discard this").click()
    expect(status(root)).to_contain_text("Legal.")
    expect(field).to_have_value("discard QC")
    root.get_by_role("button", name="Show all legal acts").click()
    expect(root.locator(".acts")).to_contain_text("legal acts")
    root.locator(".acts").get_by_role("button", name="discard K").first.click()
    expect(field).to_have_value(re.compile("discard K[DHS]"))
    expect(root.get_by_role("article", name="The referee: legal")).to_be_visible()
    lab.screenshot("editor-lab-mouse")


def test_by_keys_alone_a_table_is_built_and_ruled_on_and_focus_is_never_lost(lab: Lab) -> None:
    root = show(lab, "editor-keys.ipynb", CELL, "1 + 1")
    page, keyboard = lab.page, lab.page.keyboard
    cells = page.locator(".jp-Notebook .jp-Cell").count()
    spot(root, "clear").focus()
    for key in ("b", "x", "d", "d"):
        keyboard.press(key)
        assert has_focus(root), key
    press_until(page, "Tab", spot(root, "type"))
    keyboard.type("kh ks kd qh qc 2s 8s 4d")
    keyboard.press("Enter")
    expect(status(root)).to_contain_text("Your hand: 8 cards.")
    expect(spot(root, "type")).to_have_value("")
    press_until(page, "Shift+Tab", spot(root, "face AS"))
    for key, focused in (("ArrowDown", "AH"), ("ArrowRight", "KH"), ("9", "9S"), ("9", "9H"), ("0", "10S")):
        keyboard.press(key)
        expect(spot(root, f"face {focused}")).to_be_focused()
    keyboard.press("Enter")
    expect(status(root)).to_contain_text("10♠ put there. Your hand: 9 cards.")
    keyboard.press("Backspace")
    expect(status(root)).to_contain_text("10♠ taken out of Your hand.")
    keyboard.press("z")
    expect(status(root)).to_contain_text("The last change is taken back.")
    keyboard.press("y")
    expect(status(root)).to_contain_text("The change is made again.")
    expect(spot(root, "face 10S")).to_be_focused()
    press_until(page, "Shift+Tab", spot(root, "field phase"))
    keyboard.press("ArrowDown")
    expect(spot(root, "field phase")).to_have_value('"play"')
    press_until(page, "Tab", spot(root, "field scores[0]"))
    keyboard.press("Control+a")
    keyboard.type("1600")
    press_until(page, "Tab", spot(root, "where"))
    expect(status(root)).to_contain_text("The table is changed.")
    # Among places and cards arrows move; Enter chooses a place, and takes a card out.
    press_until(page, "Tab", spot(root, "pick hands[0]"))
    press_until(page, "ArrowDown", spot(root, "pick pile"))
    keyboard.press("Enter")
    expect(status(root)).to_contain_text("Cards go to: Discard pile.")
    press_until(page, "Shift+Tab", spot(root, "type"))
    keyboard.type("KC 4C")
    keyboard.press("Enter")
    lies(root, "Discard pile", "king of clubs", "four of clubs")
    press_until(page, "Tab", spot(root, "pick pile"))
    keyboard.press("ArrowRight")
    keyboard.press("Enter")
    expect(status(root)).to_contain_text("K♣ taken out of Discard pile.")
    expect(spot(root, "card pile 0")).to_be_focused()
    keyboard.press("Delete")
    expect(status(root)).to_contain_text("4♣ taken out of Discard pile.")
    expect(spot(root, "pick pile")).to_be_focused()
    press_until(page, "Tab", spot(root, "act"))
    keyboard.type("meld KH KS KD / QH QC 2S")
    keyboard.press("Enter")
    expect(status(root)).to_contain_text("Refused. 1 rule broken.")
    expect(root.get_by_role("heading", name="Refused")).to_be_focused()
    press_until(page, "Tab", spot(root, "broken-0"))
    keyboard.press("Enter")
    expect(root.locator(".ct-rule")).to_be_visible()
    keyboard.press("Escape")
    expect(spot(root, "broken-0")).to_be_focused()
    keyboard.press("Escape")
    expect(spot(root, "act")).to_be_focused()
    press_until(page, "Tab", root.get_by_role("button", name="two of spades", exact=True))
    keyboard.press("k")
    expect(root.get_by_role("button", name="king of hearts", exact=True)).to_be_focused()
    keyboard.press("Space")
    expect(status(root)).to_contain_text("King of hearts chosen.")
    press_until(page, "Tab", spot(root, "verb discard"))
    keyboard.press("Enter")
    expect(status(root)).to_contain_text("Legal.")
    press_until(page, "Tab", spot(root, "legal"))
    keyboard.press("Enter")
    expect(root.locator(".acts")).to_contain_text("legal acts")
    keyboard.press("Tab")
    keyboard.press("Enter")
    expect(status(root)).to_contain_text("Legal.")
    assert has_focus(root)
    assert page.locator(".jp-Notebook .jp-Cell").count() == cells


def test_a_table_is_copied_pasted_saved_and_loaded_and_code_sees_it(lab: Lab) -> None:
    root = show(lab, "editor-keep.ipynb", CELL, "editor.judge('discard 4S').legal")
    page = lab.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    spot(root, "face AS").focus()
    for text, told in (("no table", "JSON"), (json.dumps(TABLE), "The table of the text is set up.")):
        page.evaluate("text => navigator.clipboard.writeText(text)", text)
        page.keyboard.press("Control+v")
        expect(status(root)).to_contain_text(told)
        assert has_focus(root)
    lies(root, "Sevens", "seven of spades", "seven of diamonds", "seven of clubs", "two of hearts")
    root.get_by_text("Keep it: save, load, copy, paste").click()
    root.get_by_role("button", name="Copy").click()
    expect(status(root)).to_have_text("The table is copied as text.")
    copied = json.loads(page.evaluate("() => navigator.clipboard.readText()"))
    assert copied["hands"] == [TABLE["hands"][0].split(), *TABLE["hands"][1:]]
    root.get_by_role("textbox", name="File").fill("ours.json")
    root.get_by_role("button", name="Save").click()
    expect(status(root)).to_contain_text("Saved as ours.json.")
    root.get_by_role("button", name="Empty the table").click()
    expect(place(root, "Sevens")).to_have_count(0)
    root.get_by_role("textbox", name="File").fill("no such file.json")
    root.get_by_role("button", name="Load").click()
    expect(status(root)).to_contain_text("cannot be read")
    root.get_by_role("textbox", name="File").fill("ours.json")
    root.get_by_role("button", name="Load").click()
    expect(place(root, "Sevens")).to_be_visible()
    (lab.server.folder / "ours.json").write_text('{"format": "canasta-teach position", "version": 7}')
    root.get_by_role("button", name="Load").click()
    expect(status(root)).to_contain_text("newer canasta-teach")
    expect(place(root, "Sevens")).to_be_visible()
    outputs = lab.run_all()
    assert outputs[1][0]["data"]["text/plain"] == "False"


def test_in_another_language_no_english_word_is_left(lab: Lab) -> None:
    made = f"from canasta_teach.widgets import PositionEditor\neditor = PositionEditor({TABLE!r})"
    asked = "editor.judge('meld KH KS KD')\neditor.act({'act': 'legal'})\neditor.refresh()\neditor"
    lab.write("editor-words.ipynb", PSEUDO, f"{made}\n{asked}")
    lab.open("editor-words.ipynb")
    lab.run_all()
    expect(lab.page.locator(".ct-editor .ct-ruling")).to_be_visible()
    assert english_left(lab.page, exempt=SECTIONS) == []


# ---- each part, on a bare page -------------------------------------------------------------------------------------


def test_the_way_to_a_fault_leads_there_unfolding_what_is_folded(bare: Bare) -> None:
    root = bare.show(PositionEditor(TABLE | {"frozen": False}))
    expect(root.locator(".check")).to_contain_text(
        "The pile is frozen: pile[2] is 2D, a wild card, so the pile is frozen"
    )
    root.get_by_role("button", name="Show me where").click()
    expect(spot(root, "field frozen")).to_be_focused()
    spot(root, "field frozen").select_option(label="as its cards say")
    expect(root.locator(".check")).to_contain_text("This table is possible.")
    widget = PositionEditor(TABLE | {"hands": ["KH KH KH", 6, 8, 10]})
    root = bare.show(widget)
    root.get_by_role("button", name="Show me where").click()
    expect(spot(root, "pick hands[0]")).to_be_focused()
    expect(spot(root, "pick hands[0]")).to_have_attribute(
        "aria-description", "one KH too many: the deck of Classic has only 2"
    )


def test_the_rarer_keys_are_set_and_rows_come_and_go_with_focus_kept(bare: Bare) -> None:
    widget = PositionEditor(TABLE | {"rules": "italian"})
    root = bare.show(widget)
    root.get_by_text("More about this table").click()
    root.get_by_role("checkbox", name="The first turn of the deal").check()
    root.get_by_role("combobox", name="Dealer").select_option(label="North")
    root.get_by_role("combobox", name="Stock").select_option(label="so many as given here")
    root.get_by_role("group", name="Stock, its top card first").get_by_role("spinbutton").fill("30")
    root.get_by_role("group", name="Stock, its top card first").get_by_role("spinbutton").press("Enter")
    root.get_by_role("button", name="Add a penalty of West, East").click()
    root.get_by_role("spinbutton", name="Points").fill("200")
    root.get_by_role("spinbutton", name="Points").press("Enter")
    root.get_by_role("button", name="Add cards laid in this turn").click()
    expect(root.get_by_role("group", name="Laid in this turn, row 1")).to_be_visible()
    root.get_by_role("button", name="Put cards here: Laid in this turn, row 1").click()
    face(root, "seven of spades").click()
    expect(root.get_by_role("button", name="seven of spades, press to take it out")).to_have_count(2)
    draft = widget.draft
    assert (draft["first_turn"], draft["dealer"], draft["stock"]) == (True, 2, 30)
    assert draft["penalties"][1][0]["points"] == 200
    assert draft["this_turn"]["laid"][0]["cards"] == ["7S"]
    root.get_by_role("button", name="Take out row 1").click()
    expect(root.get_by_role("button", name="Add cards laid in this turn")).to_be_focused()
    root.get_by_role("button", name="Take out penalty 1 of West, East").click()
    expect(root.get_by_role("button", name="Add a penalty of West, East")).to_be_focused()


def test_what_is_being_typed_is_not_lost_when_the_table_changes(bare: Bare) -> None:
    widget = PositionEditor(TABLE)
    root = bare.show(widget)
    score = root.get_by_role("spinbutton", name="Score: West, East")
    score.fill("99")
    root.get_by_role("textbox", name="The act").fill("discard")
    root.get_by_role("textbox", name="Type cards").fill("KX")
    root.get_by_role("button", name="Put there").click()
    expect(status(root)).to_contain_text("is no card")
    expect(root.get_by_role("textbox", name="Type cards")).to_have_value("KX")
    widget.put("AH")
    bare.refresh()
    expect(place(root, "Your hand").locator(".ct-card")).to_have_count(10)
    expect(root.get_by_role("textbox", name="The act")).to_have_value("discard")


def test_a_finger_taps_cards_in_and_out_and_every_target_is_large_enough(chromium: Browser) -> None:
    context = chromium.new_context(has_touch=True, reduced_motion="reduce")
    try:
        root = Bare(context.new_page()).show(PositionEditor(), width=700)
        for name in ("king of hearts", "joker"):
            face(root, name).tap()
        lies(root, "Your hand", "joker", "king of hearts")
        small = root.locator(".face, .pick, .place .ct-card, .ct-btn, select, input:not([type=checkbox]), summary")
        boxes = "nodes => nodes.filter(node => node.checkVisibility()).map(node => node.getBoundingClientRect())"
        assert small.evaluate_all(f"{boxes}.filter(box => box.height < 44 || box.width < 44).length") == 0
        root.get_by_role("button", name="joker, press to take it out").tap()
        lies(root, "Your hand", "king of hearts")
    finally:
        context.close()


def test_another_rule_set_and_other_players_change_the_table(bare: Bare) -> None:
    root = bare.show(PositionEditor())
    root.get_by_role("combobox", name="Players").select_option(label="3")
    expect(root.get_by_role("spinbutton", name="Score: East")).to_be_visible()
    expect(root.get_by_role("region", name="West's melds")).to_be_visible()
    root.get_by_role("combobox", name="Rule set").select_option(label="Brazilian")
    expect(root.locator(".check")).to_contain_text("Players: 3 do not play Brazilian")
    root.get_by_role("combobox", name="Players").select_option(label="2")
    expect(root.locator(".check")).to_contain_text("This table is possible.")
    expect(root.get_by_role("group", name="Red threes")).to_have_count(0)


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_text_stays_text(bare: Bare, text: str) -> None:
    root = bare.show(PositionEditor(TABLE | {"penalties": [[{"rule": text, "points": 5}], []]}, title=text), width=700)
    check_stays_text(bare.page, text)
    assert cut_off(bare.page) == []
    root.get_by_text("More about this table").click()
    root.get_by_text("Keep it: save, load, copy, paste").click()
    for field, button in (
        ("This table as text", "Set up what the text says"),
        ("The act", "Is it legal?"),
        ("Type cards", "Put there"),
    ):
        root.get_by_role("textbox", name=field).fill(json.dumps({"rules": text}) if field.startswith("This") else text)
        root.get_by_role("button", name=button).click()
        expect(root.locator(".status.fault")).to_be_visible()
        check_stays_text(bare.page, "")
        # A field scrolls with what is typed into it.
        assert [cut for cut in cut_off(bare.page) if not cut.startswith("input")] == []


def test_the_editor_has_no_fault_of_access_in_either_theme(bare: Bare) -> None:
    bare.show(PositionEditor())
    check_access(bare, "nothing known")
    widget = PositionEditor(TABLE)
    root = bare.show(widget)
    root.get_by_text("More about this table").click()
    root.get_by_text("Keep it: save, load, copy, paste").click()
    widget.put("KH KH", "hands[1]").set("this_turn.laid", "add")
    bare.refresh()
    check_access(bare, "impossible, all unfolded")
    widget.undo().undo()
    widget.judge("meld KH KS KD 9S")
    widget.act({"act": "legal"})
    widget.refresh()
    bare.refresh()
    check_access(bare, "ruled on, legal acts listed")


@pytest.mark.parametrize("size", ["normal", "projector"])
def test_the_cards_of_the_palette_are_whole_beside_the_list_of_files(
    bare: Bare, size: Literal["normal", "projector"]
) -> None:
    before = look()
    try:
        look(size=size)
        # A widget is as wide in JupyterLab at 700 pixels, where the list of files is open.
        root = bare.show(PositionEditor(), width=332 + 2 * 16)
        settle(bare.page)
        assert cut_off(bare.page) == []
        expect(root.locator(".palette .face")).to_have_count(54)
    finally:
        look(suits=before.suits, size=before.size)


def test_pictures_of_the_editor_show_nothing_cut(bare: Bare) -> None:
    widget = PositionEditor(TABLE)
    root = bare.show(widget)
    keep_pictures(bare, "editor-table")
    widget.put("KH KH", "hands[1]")
    widget.set("this_turn.laid", "add")
    bare.refresh()
    root.get_by_text("More about this table").click()
    root.get_by_text("Keep it: save, load, copy, paste").click()
    keep_pictures(bare, "editor-impossible", themes=["light"])
    widget.undo().undo()
    widget.judge("meld KH KS KD 9S")
    widget.act({"act": "legal"})
    widget.refresh()
    bare.refresh()
    keep_pictures(bare, "editor-ruled", themes=["dark"])
    six = {"players": 6, "rules": "italian", "hands": [TABLE["hands"][0], 11, 11, 11, 11, 11], "melds": TABLE["melds"]}
    bare.show(PositionEditor(six), width=640)
    assert cut_off(bare.page) == []
