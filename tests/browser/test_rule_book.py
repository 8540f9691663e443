"""The rule book: by mouse, by real keys only, as a screen reader is told, and as it looks."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from canasta_teach import i18n
from canasta_teach.rulebook import parse_house, rules
from canasta_teach.widgets import RuleBook, RulingCard
from tests.browser.bare import Bare
from tests.browser.look import check_access, keep_pictures
from tests.browser.places import Lab
from tests.browser.test_ruling_card import MOVE, SECTIONS, TABLE, press_until
from tests.browser.texts import HOSTILE, check_stays_text, english_left

pytestmark = pytest.mark.browser

CELL = 'from canasta_teach.widgets import RuleBook\nbook = RuleBook("swedish")\nbook'
HOUSE = parse_house('base = "swedish"\ntitle = "Our kitchen table"\nmax_wilds = 4\nfreezing = false')


def show(lab: Lab, name: str, *cells: str) -> Locator:
    """A notebook with a rule book in its first cell, run; gives the book."""
    lab.write(name, *(cells or (CELL,)))
    lab.open(name)
    lab.run_all()
    book = lab.page.locator(".ct-book")
    expect(book).to_be_visible()
    return book


def entry(book: Locator, rule: str) -> Locator:
    return (
        book.get_by_role("navigation", name="Rules")
        .get_by_role("button")
        .filter(has=book.page.get_by_text(rule, exact=True))
    )


def search(book: Locator) -> Locator:
    return book.get_by_role("searchbox", name="Search words or rule ids")


def test_the_whole_job_is_done_by_mouse(lab: Lab) -> None:
    book = show(lab, "book-mouse.ipynb")
    search(book).fill("wild natural")
    expect(book.get_by_role("status")).to_contain_text("rules")
    entry(book, "meld.max-wilds").click()
    page = book.get_by_role("article", name="Rule meld.max-wilds")
    expect(page.get_by_role("listitem").filter(has_text="Brazilian").first).to_contain_text("1 card")
    expect(page).to_contain_text("Differing from Swedish: Goren, Classic, Italian, Brazilian.")
    book.get_by_role("combobox", name="Compare with").select_option("classic")
    expect(page).to_contain_text("Differing from Classic: Swedish, Brazilian.")
    search(book).fill("")
    book.get_by_role("combobox", name="List").select_option("differs")
    expect(entry(book, "turn.order")).to_be_hidden()
    expect(entry(book, "turn.redraw")).to_be_visible()


def test_the_whole_job_is_done_by_keys_and_the_notebook_is_left_alone(lab: Lab) -> None:
    book = show(lab, "book-keys.ipynb", CELL, "1 + 1")
    page = lab.page
    cells = page.locator(".jp-Notebook .jp-Cell")
    before = cells.count()
    search(book).focus()
    page.keyboard.type("max-wilds")
    expect(book.get_by_role("status")).to_have_text("1 rule")
    page.keyboard.press("ArrowDown")
    expect(entry(book, "meld.max-wilds")).to_be_focused()
    page.keyboard.press("Enter")
    heading = book.get_by_role("heading", name="A meld may hold only so many wild cards")
    expect(heading).to_be_focused()
    expect(book.get_by_role("status")).to_contain_text("Rule meld.max-wilds:")
    page.keyboard.press("Escape")
    expect(entry(book, "meld.max-wilds")).to_be_focused()
    for key in ("b", "a", "d", "d", "x", "z", "m", "ArrowUp", "ArrowDown", "Home", "End"):
        page.keyboard.press(key)
        assert book.evaluate("book => book.contains(document.activeElement)"), key
    page.keyboard.press("/")
    expect(search(book)).to_be_focused()
    page.keyboard.press("Escape")
    expect(search(book)).to_have_value("")
    expect(book.get_by_role("status")).to_have_text(f"{len(rules())} rules")
    page.keyboard.press("Tab")
    expect(book.get_by_role("combobox", name="Compare with")).to_be_focused()
    page.keyboard.type("It")
    expect(book.get_by_role("status")).to_have_text("Italian stands first.")
    expect(book.get_by_role("article", name="Rule meld.max-wilds")).to_contain_text("Differing from Italian")
    assert cells.count() == before


def test_the_list_is_one_tab_stop_with_arrows(bare: Bare) -> None:
    book = bare.show(RuleBook()).locator(".ct-book")
    page = bare.page
    stops = book.locator(".entry").evaluate_all("nodes => nodes.map(node => node.tabIndex)")
    assert stops.count(0) == 1
    assert len(stops) == len(rules())
    first, second, *_, last = rules()
    search(book).focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(entry(book, second)).to_be_focused()
    page.keyboard.press("End")
    expect(entry(book, last)).to_be_focused()
    page.keyboard.press("Home")
    expect(entry(book, first)).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("#after")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(entry(book, first)).to_be_focused()


def test_a_search_that_hides_the_focused_entry_keeps_a_way_in(bare: Bare) -> None:
    book = bare.show(RuleBook()).locator(".ct-book")
    search(book).focus()
    bare.page.keyboard.type("zebra")
    expect(book.get_by_text("No rule has all of these words.")).to_be_visible()
    bare.page.keyboard.press("ArrowDown")
    expect(search(book)).to_be_focused()
    search(book).fill("relancinho")
    expect(book.get_by_role("status")).to_contain_text("rules")
    assert book.locator(".entry:visible").evaluate_all("nodes => nodes.filter(node => node.tabIndex === 0).length") == 1


def test_typing_is_not_disturbed_by_the_answers(bare: Bare) -> None:
    book = bare.show(RuleBook()).locator(".ct-book")
    search(book).focus()
    bare.page.keyboard.type("frozen pile ", delay=60)
    bare.page.wait_for_function("() => window.bare.model.state.view.text === 'frozen pile'")
    expect(search(book)).to_have_value("frozen pile ")


def test_the_open_rule_is_seen_in_the_list(bare: Bare) -> None:
    book = bare.show(RuleBook(rule="penalty.drew-out-of-turn")).locator(".ct-book")
    expect(entry(book, "penalty.drew-out-of-turn")).to_have_attribute("aria-current", "true")
    expect(entry(book, "penalty.drew-out-of-turn")).to_be_in_viewport()


def test_code_opens_a_rule_and_the_page_goes_there(bare: Bare) -> None:
    made = RuleBook()
    book = bare.show(made).locator(".ct-book")
    made.show("meld.max-wilds", rules="swedish")
    bare.refresh()
    expect(book.get_by_role("heading", name="A meld may hold only so many wild cards")).to_be_focused()
    expect(book.get_by_role("combobox", name="Compare with")).to_have_value("swedish")


def test_a_ruling_card_opens_its_rules_in_a_rule_book(lab: Lab) -> None:
    card = f"from canasta_teach.widgets import RulingCard\nRulingCard({TABLE!r}, {MOVE!r}, book=book)"
    book = show(lab, "book-card.ipynb", CELL, card)
    lab.page.get_by_role("button", name="meld.max-wilds, open in the rule book").click()
    expect(book.get_by_role("heading", name="A meld may hold only so many wild cards")).to_be_focused()


def test_differences_are_marked_by_a_sign_and_told_in_words(bare: Bare) -> None:
    book = bare.show(RuleBook(rule="meld.max-wilds")).locator(".ct-book")
    brazilian = book.locator(".column").filter(has_text="Brazilian")
    expect(brazilian.locator("dd")).to_have_text("1 card≠, differs from Classic")
    expect(entry(book, "meld.max-wilds")).to_contain_text("differs in 2 of 4")


@pytest.mark.parametrize("text", [text for text in HOSTILE.values() if len(text) <= 100], ids=lambda text: text[:12])
def test_a_title_from_outside_stays_text(bare: Bare, text: str) -> None:
    title = text.replace("\\", "\\\\").replace('"', '\\"')
    house = parse_house(f'base = "swedish"\ntitle = "{title}"\nmax_wilds = 4')
    bare.show(RuleBook("classic", house=house, rule="meld.max-wilds", text=text))
    check_stays_text(bare.page, text)


def test_there_is_no_fault_of_access_in_either_theme(bare: Bare) -> None:
    book = RuleBook("swedish", house=HOUSE)
    bare.show(book)
    check_access(bare, "no rule open")
    book.show("meld.max-wilds").search("wild")
    bare.refresh()
    check_access(bare, "searched, a rule open")
    book.search("zebra")
    bare.refresh()
    check_access(bare, "nothing found")


def test_nothing_is_cut_at_any_width_theme_or_zoom(bare: Bare) -> None:
    long = parse_house(f'base = "swedish"\ntitle = "{"W" * 100}"\nmax_wilds = 4')
    books = {
        "list": RuleBook(),
        "wilds": RuleBook("swedish", rule="meld.max-wilds"),
        "minimum": RuleBook(rule="initial.minimum"),
        "values": RuleBook(rule="deck.values"),
        "house": RuleBook("swedish", house=HOUSE, rule="pile.frozen"),
        "long": RuleBook(long, rule="meld.max-wilds"),
    }
    for name, book in books.items():
        bare.show(book)
        keep_pictures(bare, f"rule-book-{name}")


def test_in_the_pseudo_locale_no_english_word_is_left_on_the_page(bare: Bare) -> None:
    exempt = [*SECTIONS, HOUSE.title, "max_wilds = 4", "freezing = false"]
    with i18n.speaking(i18n.PSEUDO):
        book = RuleBook("swedish", house=HOUSE)
        bare.show(book)
        assert english_left(bare.page, exempt) == []
        for rule in ("meld.max-wilds", "pile.frozen", "deal.hand-size", "initial.minimum"):
            book.show(rule)
            bare.refresh()
            assert english_left(bare.page, exempt) == []
        book.search("§")
        bare.refresh()
        assert english_left(bare.page, exempt) == []


def test_a_long_way_by_tab_leads_through_book_and_card_and_out(bare: Bare) -> None:
    bare.show(RulingCard(TABLE, MOVE))
    bare.page.locator(".ct-card-ruling button").first.focus()
    press_until(bare.page, "Tab", bare.page.locator("#after"))
