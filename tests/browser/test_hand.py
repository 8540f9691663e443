"""The hand on a page: chosen from, sorted and walked through, by mouse, by keys, by touch."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, expect

from canasta_teach.cards import labels
from canasta_teach.widgets import Hand, look
from tests.browser.bare import Bare
from tests.browser.look import check_access, cut_off, keep_pictures, settle
from tests.browser.places import Lab
from tests.browser.texts import HOSTILE, PSEUDO, check_stays_text, english_left

pytestmark = pytest.mark.browser

DEALT = "9C QH 2S KS AH 4D QD AC 6H 9D 7S"
FORTY = "KH QD JS 10C 9H 8D 7S 6C " * 5
CELL = f'from canasta_teach.widgets import Hand\nhand = Hand("{DEALT}")\nhand'


# Of the focused card: corners where another one is seen, and sides on which the ring leaves the felt.
_WHOLE = """() => {
  const card = document.activeElement;
  const { left, right, top, bottom } = card.getBoundingClientRect();
  const felt = card.closest('.felt').getBoundingClientRect();
  const ring = -Number.parseFloat(getComputedStyle(card, '::after').top);
  const corners = [[left + 4, top + 4], [right - 4, top + 4], [left + 4, bottom - 4], [right - 4, bottom - 4]];
  const covered = corners.filter(([x, y]) => document.elementFromPoint(x, y)?.closest('.ct-card') !== card);
  const room = [left - felt.left, felt.right - right, top - felt.top, felt.bottom - bottom];
  return [...covered, ...room.filter(space => space < ring)];
}"""


def card(hand: Locator, name: str) -> Locator:
    return hand.get_by_role("button", name=name, exact=True)


def press(hand: Locator, *names: str) -> None:
    """Click cards on their corners, which no neighbour covers."""
    for name in names:
        card(hand, name).first.click(position={"x": 12, "y": 16})


def labelled(hand: Locator) -> list[str]:
    found: list[str] = hand.locator(".ct-card").evaluate_all(
        "cards => cards.map(card => card.getAttribute('aria-label'))"
    )
    return found


@pytest.fixture
def as_before() -> Iterator[None]:
    yield
    look(suits="two", size="normal")


# ---- the whole job in real JupyterLab ----------------------------------------------------------------------------


def show(lab: Lab, name: str, *cells: str) -> Locator:
    lab.write(name, CELL, *cells)
    lab.open(name)
    lab.run_all()
    hand = lab.page.locator(".ct-hand-alone")
    expect(hand).to_be_visible()
    return hand


def test_by_mouse_cards_are_sorted_and_chosen_and_python_sees_it(lab: Lab) -> None:
    hand = show(lab, "hand-mouse.ipynb")
    hand.get_by_role("button", name="As dealt").click()
    expect(hand.get_by_role("status")).to_have_text("In the order of the deal.")
    assert labelled(hand)[:2] == ["nine of clubs", "queen of hearts"]
    hand.get_by_role("button", name="By rank").click()
    expect(hand.get_by_role("button", name="By rank")).to_have_attribute("aria-pressed", "true")
    press(hand, "queen of hearts", "queen of diamonds")
    expect(hand.get_by_role("status")).to_have_text("Queen of diamonds chosen. 2 chosen, 20 points.")
    expect(hand.locator(".foot")).to_contain_text("2 chosen: Q♥ Q♦, 20 points")
    wanted = "<Hand: 2♠ A♥ A♣ K♠ Q♥ Q♦ 9♣ 9♦ 7♠ 6♥ 4♦ | chosen: Q♥ Q♦>"
    assert any(ask(lab, "hand") == wanted for _ in range(100))
    hand.get_by_role("button", name="Choose none").click()
    expect(hand.get_by_role("status")).to_have_text("No card chosen.")


def test_by_keys_alone_cards_are_sorted_and_chosen_and_python_sees_it(lab: Lab) -> None:
    hand = show(lab, "hand-keys.ipynb", "1 + 1")
    cells = lab.page.locator(".jp-Notebook .jp-Cell").count()
    keyboard = lab.page.keyboard
    card(hand, "two of spades").focus()
    for key in ("b", "a", "d", "d", "x", "ArrowDown", "ArrowUp"):
        keyboard.press(key)
        assert hand.evaluate("hand => hand.contains(document.activeElement)"), key
    keyboard.press("s")
    expect(hand.get_by_role("status")).to_have_text("In the order of the deal.")
    keyboard.press("s")
    expect(hand.get_by_role("status")).to_have_text("Sorted by rank.")
    keyboard.press("q")
    expect(card(hand, "queen of hearts")).to_be_focused()
    keyboard.press("Space")
    keyboard.press("ArrowRight")
    keyboard.press("Enter")
    expect(hand.get_by_role("status")).to_have_text("Queen of diamonds chosen. 2 chosen, 20 points.")
    expect(card(hand, "queen of diamonds")).to_be_focused()
    assert lab.page.locator(".jp-Notebook .jp-Cell").count() == cells
    # The choice is told to Python on its way, so the kernel is asked until it has come.
    assert any(ask(lab, "hand").endswith("| chosen: Q♥ Q♦>") for _ in range(100))


def ask(lab: Lab, expression: str) -> str:
    """What the kernel of the open notebook says of an expression."""
    said: str = lab.page.evaluate(
        """async code => {
          const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
          const future = kernel.requestExecute({ code, store_history: false });
          let text = '';
          future.onIOPub = message => { text += message.content?.data?.['text/plain'] ?? ''; };
          await future.done;
          return text;
        }""",
        expression,
    )
    return said


# ---- each key and each way of the mouse, on a bare page --------------------------------------------------------------


def test_arrows_home_and_end_walk_and_stop_at_the_ends(bare: Bare) -> None:
    hand = bare.show(Hand(DEALT))
    card(hand, "two of spades").focus()
    walk = {
        "ArrowLeft": "two of spades",
        "ArrowRight": "ace of hearts",
        "End": "four of diamonds",
        "ArrowRight ": "four of diamonds",
        "Home": "two of spades",
    }
    for key, name in walk.items():
        bare.page.keyboard.press(key.strip())
        expect(card(hand, name)).to_be_focused()


def test_in_two_rows_up_and_down_go_to_the_card_above_and_below(bare: Bare) -> None:
    hand = bare.show(Hand(FORTY), width=700)
    tops = hand.locator(".ct-card").evaluate_all("cards => [...new Set(cards.map(card => card.offsetTop))]")
    assert len(tops) == 3
    hand.locator(".ct-card").first.focus()
    for key, row in (("ArrowDown", 1), ("ArrowDown", 2), ("ArrowDown", 2), ("ArrowUp", 1), ("ArrowUp", 0)):
        bare.page.keyboard.press(key)
        assert bare.page.evaluate("document.activeElement.offsetTop") == tops[row]


def test_a_ranks_key_jumps_from_card_to_card_of_that_rank(bare: Bare) -> None:
    hand = bare.show(Hand("KH KS 10D 9C JK AS 2H"))
    card(hand, "nine of clubs").focus()
    jumps = {
        "k": "king of hearts",
        "K": "king of spades",
        "k ": "king of hearts",
        "0": "ten of diamonds",
        "t": "ten of diamonds",
        "*": "joker",
        "1": "ace of spades",
        "2": "two of hearts",
        "5": "two of hearts",
    }
    for key, name in jumps.items():
        bare.page.keyboard.press("k" if key in ("K", "k ") else key)
        expect(card(hand, name)).to_be_focused()


def test_shift_and_a_ranks_key_choose_all_of_it_and_again_none(bare: Bare) -> None:
    widget = Hand("KH KS KD 9C 9S")
    hand = bare.show(widget)
    card(hand, "nine of clubs").focus()
    bare.page.keyboard.press("Shift+K")
    expect(hand.get_by_role("status")).to_have_text("3 chosen, 30 points.")
    bare.page.keyboard.press("Shift+9")
    expect(hand.locator("[aria-pressed=true].ct-card")).to_have_count(5)
    bare.page.keyboard.press("Shift+K")
    expect(hand.locator("[aria-pressed=true].ct-card")).to_have_count(2)
    assert labels(widget.chosen) == "9♣ 9♠"
    bare.page.keyboard.press("Escape")
    expect(hand.get_by_role("status")).to_have_text("No card chosen.")
    assert widget.chosen == ()


def test_a_click_with_shift_chooses_the_range(bare: Bare) -> None:
    widget = Hand(DEALT)
    hand = bare.show(widget)
    press(hand, "ace of hearts")
    card(hand, "queen of hearts").click(position={"x": 12, "y": 16}, modifiers=["Shift"])
    expect(hand.locator("[aria-pressed=true].ct-card")).to_have_count(4)
    assert labels(widget.chosen) == "A♥ A♣ K♠ Q♥"
    press(hand, "king of spades")
    expect(card(hand, "king of spades")).to_have_attribute("aria-pressed", "false")


def test_where_one_can_be_chosen_a_second_takes_the_place_of_the_first(bare: Bare) -> None:
    widget = Hand(DEALT, multi=False)
    hand = bare.show(widget)
    press(hand, "ace of hearts", "queen of hearts")
    expect(hand.locator("[aria-pressed=true].ct-card")).to_have_count(1)
    assert labels(widget.chosen) == "Q♥"


def test_a_tap_of_a_finger_chooses_and_a_second_one_chooses_not(chromium: Browser) -> None:
    context = chromium.new_context(has_touch=True, reduced_motion="reduce")
    try:
        widget = Hand(DEALT)
        hand = Bare(context.new_page()).show(widget, width=700)
        for count in (1, 0):
            card(hand, "queen of hearts").tap(position={"x": 12, "y": 16})
            expect(hand.locator("[aria-pressed=true].ct-card")).to_have_count(count)
        assert widget.chosen == ()
    finally:
        context.close()


def test_choices_made_in_python_and_on_the_page_agree(bare: Bare) -> None:
    widget = Hand(DEALT).choose("KS")
    hand = bare.show(widget)
    expect(card(hand, "king of spades")).to_have_attribute("aria-pressed", "true")
    press(hand, "ace of hearts")
    expect(hand.get_by_role("status")).to_contain_text("2 chosen")
    assert labels(widget.chosen) == "A♥ K♠"
    widget.choose("4D")
    bare.refresh()
    expect(hand.locator("[aria-pressed=true].ct-card")).to_have_count(1)
    expect(card(hand, "four of diamonds")).to_have_attribute("aria-pressed", "true")


def test_focus_stays_on_its_card_when_the_hand_is_sorted(bare: Bare) -> None:
    hand = bare.show(Hand(DEALT))
    card(hand, "seven of spades").focus()
    bare.page.keyboard.press("s")
    expect(hand.get_by_role("status")).to_have_text("In the order of the deal.")
    expect(card(hand, "seven of spades")).to_be_focused()
    assert labelled(hand)[-1] == "seven of spades"


def test_the_hand_is_one_stop_of_the_tab_key(bare: Bare) -> None:
    hand = bare.show(Hand(DEALT))
    hand.get_by_role("button", name="As dealt").focus()
    bare.page.keyboard.press("Tab")
    expect(card(hand, "two of spades")).to_be_focused()
    bare.page.keyboard.press("Tab")
    expect(hand.get_by_role("button", name="Choose none")).to_be_focused()
    bare.page.keyboard.press("Tab")
    expect(bare.page.get_by_role("button", name="after")).to_be_focused()


# ---- how it looks and what it says -----------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [5, 11, 13, 28, 40])
def test_each_card_shows_a_strip_of_44_pixels_and_nothing_is_cut_at_700(bare: Bare, size: int) -> None:
    hand = bare.show(Hand(" ".join(FORTY.split()[:size])), width=700)
    strips = hand.locator(".ct-card").evaluate_all(
        """cards => cards.flatMap((card, i) => {
          const next = cards[i + 1];
          if (!next || next.offsetTop !== card.offsetTop) return [];
          return [next.getBoundingClientRect().left - card.getBoundingClientRect().left];
        })"""
    )
    assert min(strips) >= 43.9
    assert cut_off(bare.page) == []
    assert bare.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("size", [11, 12, 13, 28, 40])
def test_rows_are_balanced_also_when_the_page_grows_narrow_under_the_hand(bare: Bare, size: int) -> None:
    hand = bare.show(Hand(" ".join(FORTY.split()[:size])), width=1280)
    for width in (1280, 700, 500, 380):
        bare.page.set_viewport_size({"width": width, "height": 900})
        settle(bare.page)
        tops = hand.locator(".ct-card").evaluate_all("cards => cards.map(card => card.offsetTop)")
        *full, last = Counter(tops).values()
        longest = max([last, *full])
        assert set(full) <= {longest}, f"{width} px: {full}, {last}"
        assert longest - last <= len(full), f"{width} px: {full}, {last}"
        assert cut_off(bare.page) == []


@pytest.mark.parametrize(("size", "width"), [(12, 900), (12, 560), (40, 700)])
def test_a_focused_card_lies_on_top_and_its_ring_is_whole(bare: Bare, size: int, width: int) -> None:
    hand = bare.show(Hand(" ".join(FORTY.split()[:size])), width=width)
    hand.locator(".ct-card").first.focus()
    for chosen in (False, True):
        for _ in range(size):
            bare.page.keyboard.press("ArrowRight")
            if chosen:
                bare.page.keyboard.press("Space")
            assert bare.page.evaluate(_WHOLE) == []
        bare.page.keyboard.press("Home")


def test_the_hand_has_no_fault_of_access_in_either_theme(bare: Bare) -> None:
    bare.show(Hand(""))
    check_access(bare, "empty")
    hand = bare.show(Hand(DEALT, drawn="4D", penalised="9C"))
    check_access(bare, "none chosen")
    press(hand, "queen of hearts", "queen of diamonds")
    check_access(bare, "chosen")


@pytest.mark.usefixtures("as_before")
def test_four_colours_and_the_size_for_a_projector_reach_a_hand_that_is_shown(bare: Bare) -> None:
    widget = Hand(DEALT)
    hand = bare.show(widget)
    diamond, root = card(hand, "queen of diamonds"), hand.locator(".ct")
    red = diamond.evaluate("card => getComputedStyle(card).color")
    wide = diamond.evaluate("card => card.getBoundingClientRect().width")
    look(suits="four", size="projector")
    bare.refresh()
    expect(root).to_have_attribute("data-suits", "four")
    assert diamond.evaluate("card => getComputedStyle(card).color") != red
    assert diamond.evaluate("card => card.getBoundingClientRect().width") > 1.4 * wide
    check_access(bare, "projector")
    assert cut_off(bare.page) == []


def test_with_forced_colours_a_chosen_card_is_still_told_apart(chromium: Browser) -> None:
    context = chromium.new_context(forced_colors="active", reduced_motion="reduce")
    try:
        hand = Bare(context.new_page()).show(Hand(DEALT))
        press(hand, "ace of hearts")
        shadow = "card => getComputedStyle(card).boxShadow"
        assert card(hand, "ace of hearts").evaluate(shadow) != card(hand, "ace of clubs").evaluate(shadow)
        expect(card(hand, "ace of hearts").locator(".tick")).to_be_visible()
    finally:
        context.close()


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_text_from_outside_stays_text(bare: Bare, text: str) -> None:
    bare.show(Hand(DEALT, title=text), width=700)
    check_stays_text(bare.page, text)
    assert cut_off(bare.page) == []


def test_in_another_language_no_english_word_is_left(lab: Lab) -> None:
    lab.write("hand-words.ipynb", PSEUDO, 'from canasta_teach.widgets import Hand\nHand("KH QD JK", drawn="QD")')
    lab.open("hand-words.ipynb")
    lab.run_all()
    hand = lab.page.locator(".ct-hand-alone")
    hand.locator(".ct-card").first.click(position={"x": 12, "y": 16})
    expect(hand.locator("[aria-pressed=true].ct-card")).to_have_count(1)
    assert english_left(lab.page) == []


def test_pictures_of_hands_show_nothing_cut(bare: Bare) -> None:
    bare.show(Hand(DEALT, drawn="4D").choose("QH QD"))
    keep_pictures(bare, "hand-11")
    bare.show(Hand(FORTY, penalised="9H").choose("KH KH"))
    keep_pictures(bare, "hand-40")
