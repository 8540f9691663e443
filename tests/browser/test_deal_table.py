"""The deal table on a page: by mouse, by real keys, by touch, as a screen reader is told, and as it looks."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Locator, expect

from canasta_teach import i18n
from canasta_teach.rulebook import parse_house, ruleset
from canasta_teach.widgets import DealTable
from tests.browser.bare import Bare
from tests.browser.look import check_access, keep_pictures, settle
from tests.browser.places import Lab
from tests.browser.test_ruling_card import SECTIONS
from tests.browser.texts import HOSTILE, check_stays_text, english_left
from tests.widgets.test_deal_table import COVERED

pytestmark = pytest.mark.browser

CELL = "from canasta_teach.widgets import DealTable\ntable = DealTable(seed=7)\ntable"
HOUSE = 'base = "swedish"\ntitle = "Our kitchen table"\nhand_size = 13'
CLASSIC = ruleset("classic")
WATCH_MOTION = """() => {
  const animate = Element.prototype.animate;
  window.flown = [];
  Element.prototype.animate = function (frames, timing) {
    window.flown.push([this.dataset.at, frames[0].transform, timing.duration]);
    return animate.call(this, frames, timing);
  };
}"""


def show(lab: Lab, name: str, *cells: str) -> Locator:
    """A notebook with a deal table in its first cell, run; gives the table."""
    lab.write(name, *(cells or (CELL,)))
    lab.open(name)
    lab.run_all()
    table = lab.page.locator(".ct-deal")
    expect(table).to_be_visible()
    return table


def press(table: Locator, name: str) -> None:
    table.get_by_role("button", name=name).click()


def choice(table: Locator, name: str) -> Locator:
    return table.get_by_role("combobox", name=name)


def at(table: Locator, text: str) -> None:
    expect(table.locator(".now .count")).to_have_text(text)


def told(table: Locator, text: str) -> None:
    expect(table.get_by_role("status")).to_contain_text(text)


def own_hand(table: Locator, number: int) -> None:
    cards = table.get_by_role("group", name=f"Your hand, {number} card").get_by_role("img")
    expect(cards).to_have_count(number)


def has_focus(table: Locator) -> bool:
    inside: bool = table.evaluate("table => table.contains(document.activeElement)")
    return inside


# ---- the whole job in real JupyterLab ----------------------------------------------------------------------------


def test_by_mouse_a_deal_is_made_for_each_number_of_players(lab: Lab) -> None:
    table = show(lab, "deal-mouse.ipynb")
    at(table, "Step 0 of 54")
    press(table, "Next step")
    told(table, "East shuffles all 108 cards: they are the stock.")
    press(table, "Next step")
    press(table, "Stock, 108 cards")
    told(table, "Dealt to you: seven of hearts.")
    own_hand(table, 1)
    press(table, "Back")
    own_hand(table, 0)
    press(table, "Whole round")
    at(table, "Step 6 of 54, round 1 of 11")
    for players in CLASSIC.p.players:
        choice(table, "Players").select_option(str(players))
        told(table, f"Classic, {players} players, seed 7")
        press(table, "All at once")
        told(table, "The deal is done. You play first.")
        own_hand(table, CLASSIC.p.hand_size[str(players)])
        expect(table.locator(".seat")).to_have_count(players - 1)
        expect(table.get_by_role("group", name="dealer")).to_have_count(1)
    choice(table, "Rules").select_option("brazilian")
    told(table, "Brazilian, 4 players, seed 7")
    expect(choice(table, "Players").get_by_role("option")).to_have_text(["2 players", "4 players"])
    press(table, "All at once")
    expect(table).to_contain_text("In this game no card is turned up")
    expect(table.locator(".threes")).to_have_count(0)
    table.get_by_role("textbox", name="Seed").fill("8")
    press(table, "Deal this seed")
    told(table, "Brazilian, 4 players, seed 8. East is to deal 11 cards to each player.")
    press(table, "New seed")
    expect(table.get_by_role("textbox", name="Seed")).not_to_have_value("8")
    table.locator(".now .ct-link").click()
    expect(table.get_by_role("article", name="Rule deal.hand-size")).to_contain_text("Brazilian")
    press(table, "Close")
    expect(table.get_by_role("article")).to_have_count(0)


def test_by_keys_alone_a_deal_is_made_for_each_number_of_players_and_the_notebook_is_left_alone(lab: Lab) -> None:
    table = show(lab, "deal-keys.ipynb", CELL, "1 + 1")
    keyboard = lab.page.keyboard
    cells = lab.page.locator(".jp-Notebook .jp-Cell").count()
    for players in CLASSIC.p.players:
        choice(table, "Players").focus()
        keyboard.type(str(players))
        told(table, f"Classic, {players} players, seed 7" if players != 4 else "Classic, 4 players")
        for _ in range(4):
            keyboard.press("Tab")
        expect(table.locator(".now .ct-link")).to_be_focused()
        keyboard.press("Tab")
        expect(table.get_by_role("button", name="Next step")).to_be_focused()
        keyboard.press("Space")
        told(table, "108 cards: they are the stock.")
        keyboard.press("Enter")
        keyboard.press("r")
        rounds = CLASSIC.p.hand_size[str(players)]
        steps = len(DealTable(players=players, seed=7)._deal.steps)
        at(table, f"Step {2 + players} of {steps}, round 1 of {rounds}")
        expect(table.locator(".tab")).to_have_text(["new"] * players)
        keyboard.press("b")
        at(table, f"Step {1 + players} of {steps}, round 1 of {rounds}")
        keyboard.press("n")
        keyboard.press("a")
        own_hand(table, rounds)
        told(table, "The deal is done. You play first.")
        for key in ("x", "d", "d", "m", "y", "ArrowDown", "ArrowUp", "n"):
            keyboard.press(key)
            assert has_focus(table), key
        expect(table.get_by_role("status")).to_have_text("The deal is done. Go back, or deal another seed.")
    table.get_by_role("textbox", name="Seed").focus()
    keyboard.press("Control+A")
    keyboard.type("12")
    keyboard.press("Enter")
    told(table, "Classic, 6 players, seed 12")
    assert lab.page.locator(".jp-Notebook .jp-Cell").count() == cells


# ---- the steps ---------------------------------------------------------------------------------------------------


def test_red_threes_are_tabled_and_replaced_and_the_up_card_covered_before_the_eyes(bare: Bare) -> None:
    table = bare.show(DealTable(deck=COVERED)).locator(".ct-deal")
    for _ in range(11):
        press(table, "Whole round")
    own_hand(table, 11)
    press(table, "Next step")
    told(table, "You have a red three and put it on the table: three of hearts.")
    own_hand(table, 10)
    expect(table.locator(".you .threes")).to_contain_text("Red three")
    press(table, "Next step")
    own_hand(table, 11)
    expect(table.locator(".you .own .tab")).to_have_text("new")
    press(table, "Whole round")
    expect(table.locator(".you .threes .ct-card")).to_have_count(2)
    expect(table.locator(".you .threes")).to_contain_text("Red threes")
    press(table, "Next step")
    expect(table.get_by_role("group", name="Pile: 1 card, two of spades on top")).to_be_visible()
    press(table, "Next step")
    told(table, "Two of spades, a wild card turned up, freezes the pile.")
    expect(table.locator(".sign.frozen")).to_contain_text("Frozen for everyone")
    for _ in range(3):
        press(table, "Next step")
    told(table, "Joker may not lie on top: it is set crosswise and covered by nine of clubs.")
    expect(table.locator(".pile .cross .ct-card")).to_have_class("ct-card joker")
    expect(table.locator(".pile .lab")).to_contain_text("under it joker, 3♥, 2♠")


def test_each_step_names_its_rule_and_opens_it_in_place_and_escape_leads_back(bare: Bare) -> None:
    table = bare.show(DealTable("swedish", seed=7)).locator(".ct-deal")
    page = bare.page
    press(table, "Next step")
    link = table.locator(".now").get_by_role("button", name="deal.stock, open in the rule book")
    link.click()
    heading = table.get_by_role("heading", name="The stock")
    expect(heading).to_be_focused()
    told(table, "Rule deal.stock: The stock.")
    expect(link).to_have_attribute("aria-expanded", "true")
    article = table.get_by_role("article", name="Rule deal.stock")
    expect(article.locator(".standing").first).to_be_visible()
    assert article.evaluate("node => node.clientWidth") > 800
    page.keyboard.press("Escape")
    expect(link).to_be_focused()
    told(table, "The rule is closed.")
    entry = table.locator(".log").get_by_role("button", name="deal.stock")
    entry.focus()
    page.keyboard.press("Enter")
    expect(heading).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    expect(entry).to_be_focused()
    entry.click()
    page.keyboard.press("n")
    told(table, "cuts the pack.")
    expect(heading).to_be_visible()
    table.locator(".now .ct-link").click()
    expect(table.get_by_role("heading", name="The cut")).to_be_focused()
    page.keyboard.press("n")
    expect(table.get_by_role("article")).to_have_count(0)
    assert has_focus(table)


def test_focus_is_never_lost_while_the_table_is_drawn_anew(bare: Bare) -> None:
    table = bare.show(DealTable(seed=7)).locator(".ct-deal")
    for spot in (table.locator(".stock"), table.locator(".now .ct-link")):
        spot.focus()
        for key in ("n", "r", "b", "a", "b", "r"):
            bare.page.keyboard.press(key)
            expect(spot).to_be_focused()
    table.locator(".log .ct-link").last.focus()
    bare.page.keyboard.press("b")
    assert has_focus(table)


def test_acts_are_one_tab_stop_with_arrows(bare: Bare) -> None:
    table = bare.show(DealTable(seed=7)).locator(".ct-deal")
    page = bare.page
    table.get_by_role("button", name="Next step").focus()
    for name in ("Whole round", "All at once", "Back", "Back"):
        page.keyboard.press("ArrowRight")
        expect(table.get_by_role("button", name=name)).to_be_focused()
    page.keyboard.press("Home")
    page.keyboard.press("Tab")
    expect(table.locator(".stock")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(table.get_by_role("button", name="Next step")).to_be_focused()


def test_what_is_typed_into_the_seed_is_no_command_and_a_fault_is_seen(bare: Bare) -> None:
    widget = DealTable(seed=7)
    table = bare.show(widget).locator(".ct-deal")
    seed = table.get_by_role("textbox", name="Seed")
    seed.fill("")
    seed.press_sequentially("banana")
    assert widget.done == 0
    seed.press("Enter")
    expect(table.locator(".status.fault")).to_have_text(
        "seed: a seed is a whole number of at most twelve digits, such as 7"
    )
    expect(seed).to_have_value("banana")
    expect(seed).to_be_focused()
    seed.fill("11")
    seed.press("Enter")
    told(table, "seed 11")
    expect(table.locator(".status.fault")).to_have_count(0)


def test_a_choice_that_a_stacked_deck_does_not_allow_is_said_and_put_back(bare: Bare) -> None:
    table = bare.show(DealTable(deck=COVERED)).locator(".ct-deal")
    choice(table, "Players").select_option("6")
    expect(table.locator(".status.fault")).to_contain_text("deck")
    expect(choice(table, "Players")).to_have_value("4")


def test_taps_deal(chromium: Browser) -> None:
    context = chromium.new_context(has_touch=True, reduced_motion="reduce")
    try:
        table = Bare(context.new_page()).show(DealTable(seed=7), width=700).locator(".ct-deal")
        table.locator(".stock").tap()
        at(table, "Step 1 of 54")
        table.get_by_role("button", name="All at once").tap()
        own_hand(table, 11)
        table.locator(".log .ct-link").first.tap()
        expect(table.get_by_role("article", name="Rule deal.stock")).to_be_visible()
    finally:
        context.close()


def test_a_dealt_card_travels_from_the_stock_and_stands_still_where_no_motion_is_wanted(chromium: Browser) -> None:
    for reduced in (False, True):
        context = chromium.new_context(reduced_motion="reduce" if reduced else "no-preference")
        try:
            bare = Bare(context.new_page())
            widget = DealTable(seed=7).step().step()
            table = bare.show(widget).locator(".ct-deal")
            bare.page.evaluate(WATCH_MOTION)
            press(table, "Whole round")
            expect(table.locator(".own .tab")).to_have_text("new")
            settle(bare.page)
            flown = bare.page.evaluate("window.flown")
            if reduced:
                assert flown == []
            else:
                assert [place for place, _, _ in flown] == [f"hand {seat} 0" for seat in range(4)]
                assert all(away.startswith("translate(") and time == 220 for _, away, time in flown)
            press(table, "Back")
            at(table, "Step 5 of 54, round 1 of 11")
            settle(bare.page)
            assert bare.page.evaluate("window.flown.length") == len(flown)
        finally:
            context.close()


def test_code_and_page_go_on_together(bare: Bare) -> None:
    widget = DealTable(seed=7)
    table = bare.show(widget).locator(".ct-deal")
    widget.round().round().round().round()
    bare.refresh()
    at(table, "Step 10 of 54, round 2 of 11")
    press(table, "Next step")
    told(table, "Dealt to you: joker.")
    assert widget.done == 11


# ---- text, access, looks -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_a_title_from_outside_stays_text(bare: Bare, text: str) -> None:
    bare.show(DealTable(seed=7, title=text).all(), width=700)
    check_stays_text(bare.page, text)


def test_there_is_no_fault_of_access_in_either_theme(bare: Bare) -> None:
    widget = DealTable(deck=COVERED)
    bare.show(widget)
    check_access(bare, "at the beginning")
    widget.round().open_rule()
    bare.refresh()
    check_access(bare, "a rule open")
    widget.all()
    bare.refresh()
    check_access(bare, "dealt, the pile frozen")
    bare.show(DealTable("classic", 6, seed=7, open_hands=False).all())
    check_access(bare, "six players, hands closed")
    bare.page.locator(".stock").focus()
    bare.page.keyboard.press("n")
    expect(bare.page.locator(".status.fault")).to_be_visible()
    check_access(bare, "a fault")


def test_nothing_is_cut_at_any_width_theme_or_zoom(bare: Bare) -> None:
    house = parse_house(HOUSE)
    long = parse_house(f'base = "swedish"\ntitle = "{"W" * 100}"\nhand_size = 13')
    tables = {
        "start": DealTable(seed=7),
        "round": DealTable(seed=7).round().round().round().round(),
        "frozen": DealTable(deck=COVERED, title="A wild card turned up").all(),
        "rule": DealTable("italian", seed=7).step().step().step().open_rule(),
        "two": DealTable(players=2, seed=7).all(),
        "three": DealTable("swedish", 3, seed=7).all(),
        "five": DealTable(players=5, seed=7).all(),
        "six-closed": DealTable(players=6, seed=7, open_hands=False).all(),
        "six": DealTable(players=6, seed=7).all(),
        "house": DealTable("house", house=house, seed=4).all(),
        "long": DealTable(long, seed=4).all(),
    }
    for name, widget in tables.items():
        bare.show(widget)
        keep_pictures(
            bare, f"deal-{name}", themes=("light", "dark") if name in ("frozen", "rule", "six") else ("light",)
        )


def test_in_the_pseudo_locale_no_english_word_is_left_on_the_page(bare: Bare) -> None:
    house = parse_house(HOUSE)
    exempt = [house.title, "hand_size = 13", *SECTIONS]
    with i18n.speaking(i18n.PSEUDO):
        widget = DealTable(deck=COVERED, house=house, title="§")
        bare.show(widget)
        while not widget.ready:
            widget.round()
            bare.refresh()
            assert english_left(bare.page, exempt) == []
        bare.show(DealTable("house", house=house, seed=7, open_hands=False).step().open_rule("deal.hand-size"))
        assert english_left(bare.page, exempt) == []
