"""The ruling card: by mouse, by real keys only, as a screen reader is told, and as it looks."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from canasta_teach import i18n, rulebook
from canasta_teach.rulebook import parse_house
from canasta_teach.widgets import RulingCard
from tests.browser.bare import Bare
from tests.browser.look import check_access, keep_pictures
from tests.browser.places import Lab
from tests.browser.texts import HOSTILE, check_stays_text, english_left

pytestmark = pytest.mark.browser

HAND = "9H 9C 2S 2D 2C KH KS KD 7D 4C"
TABLE = {"rules": "swedish", "scores": [1600, 0], "phase": "play", "hands": [HAND.split(), None, None, None]}
MOVE = "meld 9H 9C 2S 2D 2C"
CELL = f"from canasta_teach.widgets import RulingCard\nRulingCard({TABLE!r}, {MOVE!r})"
NAMES = {
    clause.section.strip('"“”')
    for key in rulebook.KEYS
    for some in rulebook.ruleset(key).clauses.values()
    for clause in some
}
SECTIONS = sorted(NAMES - {""}, key=len, reverse=True)
"""The names of the sources' sections; one that is a part of another comes after it."""


def show(lab: Lab, name: str, *cells: str) -> Locator:
    """A notebook with a ruling card in its first cell, run; gives the card."""
    lab.write(name, *(cells or (CELL,)))
    lab.open(name)
    lab.run_all()
    card = lab.page.locator(".ct-card-ruling")
    expect(card).to_be_visible()
    return card


def link(root: Locator, rule: str) -> Locator:
    return root.get_by_role("button", name=f"{rule}, open in the rule book").first


def book(root: Locator, title: str) -> Locator:
    return root.locator(".chips").first.get_by_role("button", name=title)


def press_until(page: Page, key: str, target: Locator) -> None:
    """Press a key until the target has the focus, as someone without a mouse does."""
    for _ in range(80):
        if target.evaluate("node => node === document.activeElement"):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{key} never reaches {target}")


def test_the_whole_job_is_done_by_mouse(lab: Lab) -> None:
    card = show(lab, "ruling-mouse.ipynb")
    ruling = card.get_by_role("article", name="The referee: refused")
    expect(ruling).to_contain_text("borrowed from Classic")
    book(card, "Italian").click()
    there = card.get_by_role("region", name="The same move under Italian")
    expect(there).to_contain_text("Counts 80, 50 needed.")
    link(there, "meld.size").click()
    expect(there.get_by_role("article", name="Rule meld.size")).to_be_visible()
    there.get_by_role("region", name="Rule meld.size").get_by_role("button", name="Close").click()
    expect(there.get_by_role("article", name="Rule meld.size")).to_have_count(0)
    book(card, "Brazilian").click()
    expect(card.get_by_role("region", name="The same move under Brazilian")).to_contain_text("the game ends at 1,500")
    card.get_by_role("button", name="Lay this instead").click()
    expect(card.get_by_role("status")).to_have_text("Legal. Counts 100, 90 needed.")
    expect(card.get_by_role("article", name="The referee: legal")).to_be_visible()
    card.get_by_role("button", name="Back to the refused move").click()
    expect(card.get_by_role("article", name="The referee: refused")).to_be_visible()


def test_the_whole_job_is_done_by_keys_and_the_notebook_is_left_alone(lab: Lab) -> None:
    card = show(lab, "ruling-keys.ipynb", CELL, "1 + 1")
    page = lab.page
    cells = page.locator(".jp-Notebook .jp-Cell")
    before = cells.count()
    link(card, "meld.max-wilds").focus()
    page.keyboard.press("Enter")
    heading = card.get_by_role("heading", name="A meld may hold only so many wild cards", level=5)
    expect(heading).to_be_focused()
    expect(card.get_by_role("status")).to_contain_text("Rule meld.max-wilds:")
    page.keyboard.press("Escape")
    expect(link(card, "meld.max-wilds")).to_be_focused()
    press_until(page, "Tab", book(card, "Italian"))
    page.keyboard.press("Space")
    expect(card.get_by_role("status")).to_contain_text("Italian: Legal.")
    expect(book(card, "Italian")).to_be_focused()
    there = card.get_by_role("region", name="The same move under Italian")
    press_until(page, "Tab", link(there, "meld.same-rank"))
    page.keyboard.press("Enter")
    expect(there.get_by_role("heading", name="A set must keep to one rank", level=5)).to_be_focused()
    page.keyboard.press("Escape")
    expect(link(there, "meld.same-rank")).to_be_focused()
    page.keyboard.press("Escape")
    expect(book(card, "Italian")).to_be_focused()
    expect(there).to_have_count(0)
    for key in ("b", "a", "d", "d", "x", "z", "ArrowDown", "Escape"):
        page.keyboard.press(key)
        assert card.evaluate("card => card.contains(document.activeElement)"), key
    press_until(page, "Shift+Tab", card.get_by_role("button", name="Lay this instead"))
    page.keyboard.press("Enter")
    expect(card.get_by_role("status")).to_have_text("Legal. Counts 100, 90 needed.")
    expect(card.get_by_role("heading", name="Legal")).to_be_focused()
    press_until(page, "Tab", card.get_by_role("button", name="Back to the refused move"))
    page.keyboard.press("Enter")
    expect(card.get_by_role("heading", name="Refused")).to_be_focused()
    assert cells.count() == before


def test_focus_is_never_lost_whatever_is_opened_and_closed(bare: Bare) -> None:
    root = bare.show(RulingCard(TABLE, MOVE))
    card = root.locator(".ct-card-ruling")
    spots = [
        "broken-0",
        "broken-1",
        "book-italian",
        "there-because-0",
        "close",
        "book-goren_1949",
        "mend",
        "back",
        "book-classic",
    ]
    for spot in spots:
        node = card.locator(f'[data-spot="{spot}"]').first
        node.focus()
        before = len(bare.sent)
        bare.page.keyboard.press("Enter")
        expect(card.get_by_role("status")).not_to_be_empty()
        bare.page.wait_for_function("count => window.bare.model.sent.length > count", arg=before)
        bare.page.evaluate("() => window.bare.model.travelling")
        assert card.evaluate("card => card.contains(document.activeElement)"), spot


def test_what_a_source_leaves_to_be_said_is_folded_away_and_stays_unfolded_once_it_is_asked_for(bare: Bare) -> None:
    card = bare.show(RulingCard(TABLE, MOVE))
    damaged = card.get_by_text("A damaged place (S2)")
    expect(card.locator(".standing").first).to_be_visible()
    expect(damaged).to_be_hidden()
    press_until(bare.page, "Tab", card.locator("summary").first)
    bare.page.keyboard.press("Enter")
    expect(damaged).to_be_visible()
    check_access(bare, "a source's notes unfolded")
    link(card, "meld.max-wilds").click()
    expect(card.get_by_role("region", name="Rule meld.max-wilds")).to_be_visible()
    expect(damaged.first).to_be_visible()


def test_a_rule_opens_under_its_own_link_only(bare: Bare) -> None:
    root = bare.show(RulingCard(TABLE, MOVE))
    link(root, "initial.minimum").click()
    opened = root.get_by_role("region", name="Rule initial.minimum")
    expect(opened).to_have_count(1)
    assert opened.evaluate("node => node.closest('[data-rule]').dataset.rule") == "initial.minimum"
    expect(link(root, "initial.minimum")).to_have_attribute("aria-expanded", "true")
    link(root, "meld.max-wilds").click()
    expect(opened).to_have_count(0)


def test_what_code_opens_is_shown_and_takes_no_focus(bare: Bare) -> None:
    card = RulingCard(TABLE, MOVE)
    root = bare.show(card)
    bare.page.locator("#after").focus()
    card.compare("italian").open("turn.order")
    bare.refresh()
    expect(root.get_by_role("article", name="Rule turn.order")).to_be_visible()
    expect(bare.page.locator("#after")).to_be_focused()


def test_a_fault_is_seen_and_told(bare: Bare) -> None:
    root = bare.show(RulingCard(TABLE, MOVE))
    bare.page.evaluate("() => window.bare.model.send({ act: 'rule', rule: 'no.such' })")
    status = root.get_by_role("status")
    expect(status).to_contain_text("no such rule")
    expect(status).to_have_class("status fault")


@pytest.mark.parametrize("text", [text for text in HOSTILE.values() if len(text) <= 100], ids=lambda text: text[:12])
def test_a_title_from_outside_stays_text(bare: Bare, text: str) -> None:
    title = text.replace("\\", "\\\\").replace('"', '\\"')
    house = parse_house(f'base = "swedish"\ntitle = "{title}"\nmax_wilds = 2\nwilds_at_most_naturals = false')
    bare.show(RulingCard(TABLE | {"rules": "house"}, MOVE, house=house).open("meld.max-wilds"))
    check_stays_text(bare.page, text)


def test_there_is_no_fault_of_access_in_either_theme(bare: Bare) -> None:
    card = RulingCard(TABLE, MOVE)
    bare.show(card)
    check_access(bare, "refused")
    card.compare("italian").open("meld.max-wilds")
    bare.refresh()
    check_access(bare, "another book's ruling and a rule open")
    card.play_mend()
    bare.refresh()
    check_access(bare, "legal")


def test_nothing_is_cut_at_any_width_theme_or_zoom(bare: Bare) -> None:
    pile = ["KC", "4H", "5S"]
    hand = ["KH", "KD", "AH", "AS", "AC", "4S", "7D", "2C", "JK", "6H"]
    take = {"rules": "classic", "scores": [1600, 0], "pile": pile, "hands": [hand, None, None, None]}
    cards = {
        "refused": RulingCard(TABLE, MOVE),
        "opened": RulingCard(TABLE, MOVE).compare("italian").open("meld.max-wilds"),
        "legal": RulingCard(TABLE, MOVE).play_mend(),
        "three-acts": RulingCard(take, "take with KH KD / AH AS AC; meld 4S 6H 7D; discard 7D"),
        "relancinho": RulingCard(
            {"rules": "brazilian", "phase": "play"}, "relancinho AH 2H 3H 4H 5H / KD KS KC 2D / 7H 7S 7C"
        ),
    }
    for name, card in cards.items():
        bare.show(card)
        keep_pictures(bare, f"ruling-card-{name}")


def test_in_the_pseudo_locale_no_english_word_is_left_on_the_page(bare: Bare) -> None:
    with i18n.speaking(i18n.PSEUDO):
        card = RulingCard(TABLE, MOVE)
        bare.show(card)
        assert english_left(bare.page, SECTIONS) == []
        card.compare("italian").open("meld.max-wilds")
        bare.refresh()
        assert english_left(bare.page, SECTIONS) == []
        card.play_mend()
        bare.refresh()
        assert english_left(bare.page, SECTIONS) == []
