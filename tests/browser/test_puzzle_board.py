"""The puzzle board on a page: refused, beaten, hinted, solved, shared and made, by mouse and by keys, and its look."""

from __future__ import annotations

import json
import re

import pytest
from msgspec.structs import replace
from playwright.sync_api import Locator, WebSocket, expect

from canasta_teach import i18n
from canasta_teach.teach.progress import MemoryStore, Progress
from canasta_teach.teach.puzzles.bank import bank
from canasta_teach.teach.puzzles.collection import dump
from canasta_teach.widgets.puzzle_board import PuzzleBoard
from tests.browser.bare import Bare
from tests.browser.look import check_access, cut_off, keep_pictures, settle
from tests.browser.places import Lab
from tests.browser.tables import choose, choose_by_keys, has_focus, in_hand, part, status, to_hand
from tests.browser.test_meld_tray import drag
from tests.browser.test_ruling_card import SECTIONS, press_until
from tests.browser.texts import HOSTILE, check_stays_text, english_left
from tests.widgets.puzzles_made import BEST, REFUSED, WORSE, board, line, puzzle
from tests.widgets.test_puzzle_board import TWO_ANSWERS, UNSOLVABLE, given_away

pytestmark = pytest.mark.browser

LINES = "\n".join(dump(puzzle(name)) for name in ("wilds", "pile", "stop"))
CELL = f"""\
from canasta_teach.teach.progress import MemoryStore, Progress
from canasta_teach.widgets.puzzle_board import PuzzleBoard
board = PuzzleBoard(collection={LINES!r}, progress=Progress(MemoryStore()))
board"""
BANK_CELL = """\
from canasta_teach.teach.progress import MemoryStore, Progress
from canasta_teach.widgets.puzzle_board import PuzzleBoard
PuzzleBoard(progress=Progress(MemoryStore()))"""
BROKEN = line("out").replace("hand 9S", "hand 9X")


def show(lab: Lab, name: str, *cells: str) -> Locator:
    """A notebook with a puzzle board, run; gives the board."""
    lab.write(name, *cells)
    lab.open(name)
    lab.run_all()
    card = lab.page.locator(".ct-puz").first
    expect(card).to_be_visible()
    return card


def press(card: Locator, name: str | re.Pattern[str]) -> None:
    card.get_by_role("button", name=name).first.click()


def goal(card: Locator, words: str) -> Locator:
    return card.get_by_role("heading", name=re.compile(words), level=3)


def put_new(card: Locator, cards: str) -> None:
    choose(card, cards)
    press(card, re.compile("on a new tray"))


def start_again(card: Locator) -> None:
    press(card, "Start again")
    says(card, "All your cards are in your hand again.")


def says(card: Locator, words: str) -> None:
    expect(status(card)).to_contain_text(words)


def to_win(card: Locator, words: str) -> None:
    expect(card.locator("dl > div").filter(has_text="Still to win")).to_contain_text(words)


# ---- the whole job in real JupyterLab ----------------------------------------------------------------------------


def test_by_mouse_puzzles_are_failed_hinted_solved_and_shown(lab: Lab) -> None:
    card = show(lab, "puzzle-mouse.ipynb", CELL)
    expect(goal(card, "Reach 90 with as few wild cards as you can")).to_be_visible()
    press(card, "Check my laying")
    says(card, "Arrange your laying first")
    put_new(card, "KH KS 2D")
    put_new(card, "QH QD QC")
    expect(card.get_by_role("meter")).to_have_attribute("aria-valuetext", "70 of 90, 20 short")
    press(card, "Check my laying")
    says(card, "Refused. 1 rule broken.")
    expect(card.get_by_role("article", name="The referee: refused")).to_be_visible()
    expect(card.get_by_role("heading", name="Refused")).to_be_focused()
    expect(card.get_by_text("The nearest legal move")).to_have_count(0)
    card.get_by_role("button", name="initial.minimum, open in the rule book").click()
    expect(card.get_by_role("heading", name="The first laying must reach the minimum", level=5)).to_be_focused()
    card.locator(".ct-ruling").get_by_role("button", name="Close").click()
    press(card, "Hint 1, costs a star")
    expect(card.get_by_role("region", name="Hint 1 of 3")).to_be_visible()
    to_win(card, "2 of 3")

    start_again(card)
    put_new(card, "AH AC 2D")
    put_new(card, "KH KS 2C")
    press(card, "Check my laying")
    says(card, "It reaches 90 with 2 wild cards")
    expect(card.get_by_text("Try 2: legal, and there is better")).to_be_visible()
    press(card, "Take off all of tray 2, kings")
    put_new(card, "QH QD QC")
    press(card, "Check my laying")
    says(card, "Solved at par. 2 of 3 stars.")
    expect(card.get_by_role("region", name="The solution")).to_contain_text("Why it is hard")
    expect(part(card, "next")).to_be_focused()
    part(card, "next").click()

    expect(goal(card, "Take the pile and reach 90")).to_be_focused()
    choose(card, "KH KS")
    part(card, "pile").click()
    expect(card.get_by_role("group", name="With the pile's top card, king of clubs: 30 points")).to_be_visible()
    put_new(card, "AH AC 2D")
    press(card, "Check my laying")
    says(card, "Solved at par. 3 of 3 stars.")
    press(card, "Next puzzle")

    expect(goal(card, "and keep two cards")).to_be_focused()
    choose(card, "7S 7D")
    part(card, "meld 0").click()
    choose(card, "3S")
    press(card, "Your discard Choose one card, then press here")
    press(card, "Check my laying")
    says(card, "Refused.")
    start_again(card)
    put_new(card, "9S 9D 9H")
    choose(card, "5C")
    press(card, "as your discard")
    press(card, "Check my laying")
    says(card, "5♣ does not do that")
    press(card, re.compile("Why is there a better one"))
    expect(card.locator(".better").first).to_contain_text("then discard 3♠.")
    to_win(card, "0 of 3")
    press(card, "Show the solution")
    expect(card.get_by_role("region", name="The solution")).to_be_visible()
    expect(part(card, "next")).to_be_focused()


def test_by_keys_alone_puzzles_are_failed_hinted_and_solved_and_the_notebook_is_left_alone(lab: Lab) -> None:
    card = show(lab, "puzzle-keys.ipynb", CELL, "1 + 1")
    keyboard, cells = lab.page.keyboard, lab.page.locator(".jp-Notebook .jp-Cell").count()
    counts = lab.page.locator(".jp-InputPrompt").all_inner_texts()

    def keys(*names: str) -> None:
        for name in names:
            keyboard.press(name)

    def put(cards: str) -> None:
        to_hand(card)
        choose_by_keys(card, cards)
        keys("n")
        says(card, "put on a tray")

    goal(card, "Reach 90").focus()
    keys("Enter")
    says(card, "Arrange your laying first")
    press_until(lab.page, "Tab", part(card, "new"))
    press_until(lab.page, "Tab", card.locator('.ct-hand .row button[tabindex="0"]'))
    put("KH KS 2D")
    put("QH QD QC")
    keys("l")
    expect(card.get_by_role("heading", name="Refused")).to_be_focused()
    press_until(lab.page, "Tab", card.get_by_role("button", name="initial.minimum, open in the rule book"))
    keys("Enter")
    expect(card.get_by_role("heading", name="The first laying must reach the minimum", level=5)).to_be_focused()
    keys("Escape")
    expect(card.get_by_role("button", name="initial.minimum, open in the rule book")).to_be_focused()
    keys("Escape")
    assert has_focus(card)
    keys("h")
    expect(card.get_by_role("region", name="Hint 1 of 3")).to_be_visible()
    to_win(card, "2 of 3")

    # The kings go off again, card by card; the twos go elsewhere.
    part(card, "tray 0 0").focus()
    for held in (8, 9, 10):
        keys("Backspace")
        expect(card.get_by_role("group", name=f"Your hand, {held} cards")).to_be_visible()
    expect(card.get_by_role("group", name=re.compile("^Tray"))).to_have_count(1)
    put("AH AC")
    to_hand(card)
    choose_by_keys(card, "2D")
    keys("m", "2")
    expect(card.get_by_role("meter")).to_have_attribute("aria-valuetext", "90 of 90 needed")
    to_hand(card)
    keys("Enter")
    says(card, "Solved at par. 2 of 3 stars.")
    expect(part(card, "next")).to_be_focused()
    keys("]")

    expect(goal(card, "Take the pile and reach 90")).to_be_focused()
    expect(card.locator(".pilebox.pile .lab b")).to_have_text("Pile")
    to_hand(card)
    choose_by_keys(card, "KH KS")
    keys("p")
    says(card, "put with the pile's top card")
    put("AH AC 2D")
    expect(part(card, "undo").locator("kbd")).to_have_text("Z")
    keys("z")
    says(card, "The last act is taken back.")
    press_until(lab.page, "Tab", part(card, "typing"))
    keys("Enter")
    press_until(lab.page, "Tab", card.get_by_role("textbox", name="Or type it"))
    keyboard.type(BEST["pile"])
    keys("Enter")
    says(card, "Solved at par. 3 of 3 stars.")
    keys("Enter")

    expect(goal(card, "and keep two cards")).to_be_focused()
    put("9S 9D 9H")
    to_hand(card)
    choose_by_keys(card, "3S")
    keys("x", "l")
    says(card, "Solved at par.")
    keys("b", "d", "d", "m")
    assert lab.page.locator(".jp-Notebook .jp-Cell").count() == cells
    assert lab.page.locator(".jp-InputPrompt").all_inner_texts() == counts


def test_by_mouse_a_line_is_shared_and_loaded_and_a_puzzle_made(lab: Lab) -> None:
    lab.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    card = show(lab, "puzzle-share.ipynb", CELL)
    expect(card.locator("code.line")).to_have_text(line("wilds"))
    press(card, "Copy")
    says(card, "The line is on the clipboard.")
    assert lab.page.evaluate("navigator.clipboard.readText()") == line("wilds")
    press(card, "Make your own")
    panel = card.get_by_role("region", name="A puzzle of your own")
    expect(panel.get_by_role("heading", name="A puzzle of your own")).to_be_focused()
    field = panel.get_by_label("A shared line, or a position as JSON")
    aim = panel.get_by_label("For a position: what is to be reached")
    for text, only, told in (
        ("", False, "Paste a shared line or a position first."),
        (BROKEN, False, "9X"),
        (json.dumps(UNSOLVABLE), False, "nothing that can be laid here reaches this aim"),
        (json.dumps(TWO_ANSWERS), True, "only"),
    ):
        field.fill(text)
        aim.select_option(label="Reach the minimum with the fewest cards")
        panel.get_by_label("I claim that there is one best laying").set_checked(only)
        press(panel, "Have it examined")
        expect(panel.get_by_text("It does not hold.")).to_be_visible()
        expect(panel.locator(".told")).to_contain_text(told)
    panel.get_by_label("I claim that there is one best laying").set_checked(False)
    press(panel, "Have it examined")
    expect(panel.get_by_text("It holds.")).to_be_visible()
    expect(panel.locator(".told")).to_contain_text("There are several best layings; each is accepted.")
    field.fill(line("out"))
    press(panel, "Have it examined")
    expect(panel.locator(".told")).to_contain_text("Go out.")
    press(panel, "Play it")
    expect(goal(card, "Go out")).to_be_focused()
    expect(panel).to_have_count(0)
    put_new(card, "9S 9D 9H")
    choose(card, "6S")
    press(card, re.compile("^Sixes"))
    choose(card, "4C")
    part(card, "last").click()
    press(card, "Check my laying")
    says(card, "Solved at par. 3 of 3 stars. You are out.")


def test_by_keys_alone_a_puzzle_is_made_and_other_puzzles_are_found(lab: Lab) -> None:
    card = show(lab, "puzzle-ways.ipynb", BANK_CELL)
    keyboard = lab.page.keyboard
    first = card.get_by_role("heading", level=3).text_content()
    card.get_by_role("heading", level=3).focus()
    keyboard.press("]")
    expect(card.get_by_role("heading", level=3)).to_be_focused()
    expect(card.locator(".about")).to_have_text(re.compile(r"^Puzzle \d+\. Grade \d of 5\."))
    assert first
    press_until(lab.page, "Shift+Tab", card.get_by_role("button", name="By idea"))
    keyboard.press("Enter")
    expect(card.get_by_role("heading", name="Puzzles by idea")).to_be_focused()
    keyboard.press("Escape")
    expect(card.get_by_role("button", name="By idea")).to_be_focused()
    keyboard.press("Enter")
    press_until(lab.page, "Tab", card.get_by_role("button", name=re.compile("^Going out")))
    keyboard.press("Enter")
    expect(goal(card, "")).to_be_focused()
    expect(card.locator(".tag").first).to_have_text("Going out")
    press_until(lab.page, "Shift+Tab", card.get_by_role("button", name="By grade"))
    keyboard.press("Enter")
    press_until(lab.page, "Tab", card.get_by_role("button", name=re.compile("^Grade 4")))
    keyboard.press("Enter")
    expect(card.locator(".about")).to_contain_text("Grade 4 of 5")
    press_until(lab.page, "Shift+Tab", card.get_by_role("button", name="Archive"))
    keyboard.press("Enter")
    expect(card.get_by_role("heading", name="Puzzles of the days before")).to_be_focused()
    press_until(lab.page, "Tab", card.get_by_role("region").get_by_role("button").nth(2))
    keyboard.press("Enter")
    expect(card.locator(".about")).to_contain_text("The puzzle of ")
    press_until(lab.page, "Shift+Tab", card.get_by_role("button", name="Make your own"))
    keyboard.press("Enter")
    press_until(lab.page, "Tab", card.get_by_label("A shared line, or a position as JSON"))
    keyboard.insert_text(line("wilds"))
    press_until(lab.page, "Tab", card.get_by_role("button", name="Have it examined"))
    keyboard.press("Enter")
    expect(card.get_by_text("It holds.")).to_be_visible()
    press_until(lab.page, "Tab", card.get_by_role("button", name="Play it"))
    keyboard.press("Enter")
    expect(goal(card, "Reach 90")).to_be_focused()
    press_until(lab.page, "Shift+Tab", card.get_by_role("button", name="Today's puzzle"))
    keyboard.press("Enter")
    expect(card.locator(".about")).to_contain_text("The puzzle of ")


def test_nothing_of_what_solves_a_puzzle_goes_over_the_wire_before_it_was_asked_for(lab: Lab) -> None:
    frames: list[str] = []

    def listen(socket: WebSocket) -> None:
        def keep(frame: str | bytes) -> None:
            frames.append(frame if isinstance(frame, str) else frame.decode("utf-8", "replace"))

        socket.on("framereceived", keep)

    lab.page.on("websocket", listen)
    cell = BANK_CELL.replace("PuzzleBoard(progress", "PuzzleBoard(rules='classic', progress")
    card = show(lab, "puzzle-wire.ipynb", cell)
    numbers = {one.id: n for n, one in enumerate(bank().values(), start=1)}
    some = [one for one in bank().values() if one.position["rules"] == "classic"][:4]
    for one in some[1:]:
        press(card, "Next ]")
        expect(card.locator(".about")).to_contain_text(f"Puzzle {numbers[one.id]}.")
    # A new notebook is told the cells of those before it, which other tests wrote.
    wire = "\n".join(frame for frame in frames if "history_reply" not in frame)
    assert f"Puzzle {numbers[some[-1].id]}." in wire
    hidden = [json.dumps(text)[1:-1] for one in some for text in given_away(one)]
    hidden += [text for one in some for text in given_away(one)]
    assert [text for text in hidden if text in wire] == []


# ---- one by one, without a server --------------------------------------------------------------------------------


def states() -> dict[str, PuzzleBoard]:
    """The board in all that it can show."""

    def heard(name: str, **message: object) -> PuzzleBoard:
        one = board(name)
        one._hear(one, message, [])
        return one

    def of_bank(**message: object) -> PuzzleBoard:
        one = PuzzleBoard(rules="classic", progress=Progress(MemoryStore()))
        one._hear(one, message, [])
        return one

    refused, short, better, solved, hinted, shown, noted, bad, good = (board("wilds") for _ in range(9))
    refused.check(REFUSED)
    short.check(WORSE["wilds"])
    better.check(WORSE["wilds"])
    better.better()
    solved.check(BEST["wilds"])
    hinted.hint()
    hinted.hint()
    shown.solution()
    noted._sitting.trouble = "Your answers are kept only until Python stops."
    noted.refresh()
    for one, text in ((bad, BROKEN), (good, line("pile"))):
        one._hear(one, {"act": "panel", "name": "make"}, [])
        one._hear(one, {"act": "examine", "text": text}, [])
    longest = max(bank().values(), key=lambda one: len(json.dumps(one.position)))
    return {
        "waiting": board("wilds"),
        "pile": board("pile").take("KH KS").put("AH AC 2D"),
        "onto": board("onto").take(meld=0),
        "stop": board("stop").put("9S 9D 9H").discard("3S"),
        "out": board("out"),
        "free": heard("free", act="top"),
        "relancinho": heard("relancinho", act="declare"),
        "refused": refused,
        "short": short,
        "better": better,
        "solved": solved,
        "hint": hinted,
        "shown": shown,
        "noted": noted,
        "ideas": of_bank(act="panel", name="ideas"),
        "grades": of_bank(act="panel", name="grades"),
        "archive": of_bank(act="panel", name="archive"),
        "make": good,
        "make-bad": bad,
        "longest": PuzzleBoard(longest, progress=Progress(MemoryStore())),
        "empty": PuzzleBoard(collection=[puzzle("wilds")], grade=5, progress=Progress(MemoryStore())),
    }


def test_there_is_no_fault_of_access_in_either_theme(bare: Bare) -> None:
    for name, widget in states().items():
        bare.show(widget)
        check_access(bare, name)


def test_nothing_is_cut_at_any_width_theme_or_zoom(bare: Bare) -> None:
    for name, widget in states().items():
        bare.show(widget)
        keep_pictures(bare, f"puzzle-board-{name}")


def test_on_a_narrow_page_nothing_is_cut(bare: Bare) -> None:
    for name, widget in states().items():
        bare.show(widget, width=380)
        settle(bare.page)
        assert cut_off(bare.page) == [], name


def test_what_code_does_is_shown_and_takes_no_focus(bare: Bare) -> None:
    widget = board("wilds")
    card = bare.show(widget)
    bare.page.locator("#after").focus()
    widget.do(BEST["wilds"])
    bare.refresh()
    expect(card.get_by_role("group", name=re.compile("^Tray"))).to_have_count(2)
    widget.check()
    bare.refresh()
    expect(card.get_by_text("Solved at par", exact=True)).to_be_visible()
    widget.load(line("out"))
    bare.refresh()
    expect(goal(card, "Go out")).to_be_visible()
    expect(bare.page.locator("#after")).to_be_focused()


def test_focus_is_never_lost_whatever_is_pressed(bare: Bare) -> None:
    card = bare.show(board("wilds")).locator(".ct-puz")
    spots = [
        "new", "card c0", "new", "off 0", "card c2", "put new", "undo", "reset", "check", "hint", "hint",
        "hint", "way grades", "close panel", "way make", "examine", "close panel", "solution", "copy", "typing",
        "check typed", "check", "next", "way next",
    ]  # fmt: skip
    for spot in spots:
        card.locator(f'[data-spot="{spot}"]').first.focus()
        bare.page.keyboard.press("Space" if spot.startswith("card") else "Enter")
        bare.page.evaluate("() => window.bare.model.travelling")
        assert card.evaluate("card => card.contains(document.activeElement)"), spot


def test_cards_are_dragged_to_trays_to_the_pile_and_back(bare: Bare) -> None:
    card = bare.show(board("pile")).locator(".ct-puz")
    bare.page.set_viewport_size({"width": 1280, "height": 1600})
    hand = card.locator(".ct-hand .felt")
    choose(card, "AH AC 2D")
    drag(bare, in_hand(card, "ace of hearts"), part(card, "new"))
    expect(card.get_by_role("group", name=re.compile("^Tray 1: Aces"))).to_be_visible()
    choose(card, "KH KS")
    drag(bare, in_hand(card, "king of hearts"), part(card, "pile"))
    top = card.get_by_role("group", name=re.compile("^With the pile's top card"))
    expect(top).to_contain_text("30 points")
    drag(bare, part(card, "top 0"), hand)
    expect(top).to_contain_text("20 points")
    drag(bare, part(card, "top 0"), card.get_by_role("group", name=re.compile("^Tray 1: Aces")))
    expect(card.get_by_role("group", name=re.compile("^Tray 1: Mixed ranks"))).to_be_visible()


def test_a_draft_of_ones_own_stays_while_it_is_examined(bare: Bare) -> None:
    card = bare.show(board("wilds")).locator(".ct-puz")
    press(card, "Make your own")
    field = card.get_by_label("A shared line, or a position as JSON")
    field.fill("canasta-puzzle 1 | nonsense")
    press(card, "Have it examined")
    expect(card.get_by_text("It does not hold.")).to_be_visible()
    expect(field).to_have_value("canasta-puzzle 1 | nonsense")
    # Keys of the board are letters in a field.
    field.press("h")
    expect(card.get_by_role("region", name="Hint 1 of 3")).to_have_count(0)


@pytest.mark.parametrize("text", HOSTILE.values(), ids=lambda text: text[:12])
def test_text_from_outside_stays_text(bare: Bare, text: str) -> None:
    titled = replace(puzzle("wilds"), title=text[:120], author=text[:120])
    card = bare.show(PuzzleBoard(titled, progress=Progress(MemoryStore())))
    check_stays_text(bare.page, text[:120])
    press(card, "Make your own")
    card.get_by_label("A shared line, or a position as JSON").fill(text)
    press(card, "Have it examined")
    expect(card.get_by_text("It does not hold.")).to_be_visible()
    assert cut_off(bare.page) == []
    check_stays_text(bare.page, text[:60])


@pytest.mark.parametrize("text", HOSTILE.values(), ids=lambda text: text[:12])
def test_a_hostile_title_in_a_shared_line_stays_text(bare: Bare, text: str) -> None:
    title = text[:120].replace("|", "")
    shared = PuzzleBoard(replace(puzzle("wilds"), title=title), progress=Progress(MemoryStore())).share
    card = bare.show(board("out"))
    press(card, "Make your own")
    card.get_by_label("A shared line, or a position as JSON").fill(shared)
    press(card, "Have it examined")
    press(card, "Play it")
    expect(goal(card, "Reach 90")).to_be_visible()
    check_stays_text(bare.page, title)
    assert cut_off(bare.page) == []


def test_in_the_pseudo_locale_no_english_word_is_left_on_the_page(bare: Bare) -> None:
    exact = (*SECTIONS, "meld", "Number wilds", "Number pile")  # the notation's own words, and titles given here
    with i18n.speaking(i18n.PSEUDO):
        for name in ("wilds", "pile"):
            widget = board(name)
            widget.hint()
            widget.check(BEST[name])
            bare.show(widget)
            assert english_left(bare.page, exact) == []
        for panel in ("ideas", "grades", "archive", "make"):
            widget = PuzzleBoard("".join(key for key in list(bank())[:1]), progress=Progress(MemoryStore()))
            widget._hear(widget, {"act": "panel", "name": panel}, [])
            bare.show(widget)
            assert english_left(bare.page, (*exact, widget.puzzle.title)) == []
