"""The quiz card on a page: each kind of question answered wrong and right, by mouse and by keys, and as it looks."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, WebSocket, expect

from canasta_teach import i18n
from canasta_teach.teach.progress import MemoryStore, Progress
from canasta_teach.widgets import QuizCard
from tests.browser.bare import Bare
from tests.browser.look import check_access, cut_off, keep_pictures
from tests.browser.places import Lab
from tests.browser.test_ruling_card import SECTIONS, press_until
from tests.browser.texts import HOSTILE, check_stays_text, english_left
from tests.teach.made import exercise
from tests.widgets.quiz_items import ITEMS, RIGHT, TEXT, WRONG, quiz
from tests.widgets.test_quiz_card import secrets

pytestmark = pytest.mark.browser

KINDS = ("choice", "ruling", "count", "do", "spot")
CELL = f"""\
from canasta_teach.teach.load import parse_items
from canasta_teach.teach.progress import MemoryStore, Progress
from canasta_teach.widgets import QuizCard
items = {{one.id: one for one in parse_items({TEXT!r})}}
quiz = QuizCard(*(items["test/" + name] for name in {KINDS}), progress=Progress(MemoryStore()), title="Try it")
quiz"""


def show(lab: Lab, name: str, *cells: str) -> Locator:
    """A notebook with a quiz card, run; gives the card."""
    lab.write(name, *cells)
    lab.open(name)
    lab.run_all()
    card = lab.page.locator(".ct-quiz").first
    expect(card).to_be_visible()
    return card


def told(card: Locator) -> Locator:
    return card.get_by_role("status")


def press(card: Locator, name: str) -> None:
    card.get_by_role("button", name=name, exact=False).first.click()


def option(card: Locator, name: str) -> Locator:
    return card.get_by_role("radio", name=name, exact=True)


def prompt(card: Locator, words: str) -> Locator:
    return card.get_by_role("heading", name=re.compile(words), level=3)


def going_on(card: Locator, name: str = "Next question") -> Locator:
    return card.get_by_role("button", name=name)


# ---- the whole job in real JupyterLab ----------------------------------------------------------------------------


def test_by_mouse_each_kind_is_answered_wrong_and_right_up_to_the_results(lab: Lab) -> None:
    card = show(lab, "quiz-mouse.ipynb", CELL)
    expect(card.get_by_text("Waiting for your answer.")).to_be_visible()
    press(card, "Check")
    expect(told(card)).to_have_text("Choose an answer first.")
    option(card, "king of hearts, two of spades from the hand").click()
    press(card, "Check")
    expect(told(card)).to_have_text("Not this. One king and a two is no natural pair.")
    option(card, "king of hearts, king of diamonds from the hand").click()
    expect(card.locator(".opt.no")).to_contain_text("One king and a two is no natural pair.")
    press(card, "Check again")
    expect(told(card)).to_have_text("Right. A natural pair always takes a frozen pile.")
    expect(card.locator(".opt.no")).to_contain_text("One king and a two is no natural pair.")
    expect(going_on(card)).to_be_focused()
    going_on(card).click()

    expect(prompt(card, "You lay")).to_be_focused()
    option(card, "Refused: A meld must have the right number of cards").click()
    press(card, "Check")
    expect(told(card)).to_contain_text("Not this. It is refused, but not by this rule")
    press(card, "Hint 1 of 3")
    press(card, "Hint 2, the rule")
    expect(card.get_by_role("region", name="Hint 2 of 3")).to_contain_text("meld.max-wilds")
    option(card, "Refused: A meld may hold only so many wild cards").click()
    press(card, "Check again")
    expect(told(card)).to_contain_text("Right. ")
    card.get_by_text("The referee's whole ruling").click()
    expect(card.get_by_role("article", name="The referee: refused")).to_be_visible()
    card.get_by_role("button", name="meld.max-wilds, open in the rule book").click()
    expect(card.get_by_role("heading", name="A meld may hold only so many wild cards", level=5)).to_be_focused()
    card.get_by_role("button", name="Close").click()
    going_on(card).click()

    field = card.get_by_role("textbox", name="Your number")
    field.fill("30")
    press(card, "Check")
    expect(told(card)).to_have_text("Not this. The two keeps its own value.")
    field.fill("40")
    press(card, "Check again")
    expect(told(card)).to_contain_text("Right. ")
    going_on(card).click()

    press(card, "Draw")
    expect(told(card)).to_contain_text("Not this. ")
    card.get_by_text("The referee's whole ruling").click()
    expect(card.get_by_role("article", name="The referee: refused")).to_contain_text("turn.draw-first")
    hand = card.get_by_role("group", name="Your hand, 5 cards")
    hand.get_by_role("button", name="nine of clubs").click()
    press(card, "Discard")
    expect(card.get_by_role("listitem").filter(has_text="Discard 9♣")).to_be_visible()
    press(card, "Check again")
    expect(told(card)).to_have_text("Not this. No canasta is complete yet.")
    press(card, "Take the last act back")
    for name in ("queen of spades", "queen of diamonds"):
        card.locator(".ct-hand").get_by_role("button", name=name).click()
    card.get_by_role("button", name="Queens, 5 cards").click()
    expect(card.get_by_role("button", name="Queens, 7 cards")).to_be_visible()
    card.locator(".ct-hand").get_by_role("button", name="nine of clubs").click()
    press(card, "Discard")
    press(card, "Check again")
    expect(told(card)).to_have_text("Right. Done, and legal.")
    going_on(card).click()

    option(card, "Discard four of diamonds").click()
    press(card, "Check")
    expect(told(card)).to_contain_text("Not this. Something before it is refused already.")
    option(card, "Lay nine of clubs, nine of hearts").click()
    press(card, "Check again")
    expect(told(card)).to_contain_text("Right. ")
    going_on(card, "How it went").click()
    expect(prompt(card, "How it went")).to_be_focused()
    expect(told(card)).to_have_text("0 of 5 right at once, 5 in the end.")
    expect(card.get_by_role("listitem").filter(has_text="Lesson 9, The frozen pile")).to_be_visible()
    press(card, "Again, on other cards")
    expect(card.get_by_text("Question 1 of 5", exact=True)).to_be_visible()
    expect(card.get_by_text("Waiting for your answer.")).to_be_visible()


def test_by_keys_alone_each_kind_is_answered_wrong_and_right_and_the_notebook_is_left_alone(lab: Lab) -> None:
    card = show(lab, "quiz-keys.ipynb", CELL, "1 + 1")
    keyboard, cells = lab.page.keyboard, lab.page.locator(".jp-Notebook .jp-Cell").count()
    counts = lab.page.locator(".jp-InputPrompt").all_inner_texts()

    def keys(*names: str) -> None:
        for name in names:
            keyboard.press(name)

    lab.page.locator(".jp-Cell").first.locator(".jp-OutputArea").focus()
    prompt(card, "The pile is frozen").focus()
    keys("ArrowDown")
    expect(option(card, "king of clubs onto the kings on the table")).to_be_focused()
    keys("ArrowDown", "Enter")
    expect(told(card)).to_have_text("Not this. One king and a two is no natural pair.")
    expect(option(card, "king of hearts, two of spades from the hand, not this")).to_be_focused()
    keys("h")
    expect(card.get_by_role("region", name="Hint 1 of 3")).to_be_visible()
    keys("ArrowDown", "Enter")
    expect(going_on(card)).to_be_focused()
    keys("Enter")

    expect(prompt(card, "You lay")).to_be_focused()
    keys("[")
    expect(prompt(card, "The pile is frozen")).to_be_focused()
    keys("]")
    expect(prompt(card, "You lay")).to_be_focused()
    keys("ArrowDown", "Space", "Enter")
    expect(told(card)).to_contain_text("Not this. ")
    for _ in range(4):
        keys("ArrowDown")
        if "only so many wild cards" in lab.page.evaluate("document.activeElement.closest('label').textContent"):
            break
    keys("Enter")
    expect(going_on(card)).to_be_focused()
    press_until(lab.page, "Shift+Tab", card.get_by_text("The referee's whole ruling"))
    keys("Enter")
    expect(card.get_by_role("article", name="The referee: refused")).to_be_visible()
    press_until(lab.page, "Tab", card.get_by_role("button", name="meld.max-wilds, open in the rule book"))
    keys("Enter")
    expect(card.get_by_role("heading", name="A meld may hold only so many wild cards", level=5)).to_be_focused()
    keys("Escape")
    expect(card.get_by_role("button", name="meld.max-wilds, open in the rule book")).to_be_focused()
    keys("Escape", "Shift+Tab")
    keys("]")

    expect(prompt(card, "Count this meld")).to_be_focused()
    keys("ArrowDown", "3", "0", "Enter")
    expect(told(card)).to_have_text("Not this. The two keeps its own value.")
    keys("Backspace", "Backspace", "4", "0", "Enter")
    expect(going_on(card)).to_be_focused()
    keys("]")

    expect(prompt(card, "Complete a canasta")).to_be_focused()
    keys("9", "Space", "x")
    expect(card.get_by_role("listitem").filter(has_text="Discard 9♣")).to_be_visible()
    keys("Enter")
    expect(told(card)).to_have_text("Not this. No canasta is complete yet.")
    expect(card.locator("[data-spot='undo'] kbd")).to_have_text("Z")
    expect(card.locator(".pilebox.stock .lab")).to_have_text("Stock")
    expect(card.locator(".pilebox.pile .lab b")).to_have_text("Pile")
    keys("z")
    expect(card.get_by_text("Nothing done yet.")).to_be_visible()
    keys("Shift+Q", "+")
    expect(card.get_by_role("button", name="Queens, 7 cards")).to_be_visible()
    press_until(lab.page, "Tab", card.get_by_role("textbox", name="Or type it"))
    keyboard.type("discard 9C")
    keys("Enter")
    expect(card.get_by_role("listitem").filter(has_text="Discard 9♣")).to_be_visible()
    press_until(lab.page, "Tab", card.get_by_role("button", name="Check again"))
    keys("Enter")
    expect(told(card)).to_have_text("Right. Done, and legal.")
    expect(going_on(card)).to_be_focused()
    keys("]")

    expect(prompt(card, "Somebody played this turn")).to_be_focused()
    keys("ArrowDown", "Space", "Enter")
    expect(told(card)).to_contain_text("Not this. ")
    keys("ArrowDown", "Enter")
    expect(going_on(card, "How it went")).to_be_focused()
    keys("]")
    expect(prompt(card, "How it went")).to_be_focused()
    keys("b", "d", "d", "m")
    assert lab.page.locator(".jp-Notebook .jp-Cell").count() == cells
    assert lab.page.locator(".jp-InputPrompt").all_inner_texts() == counts


def test_nothing_of_what_is_right_goes_over_the_wire_before_an_answer(lab: Lab) -> None:
    frames: list[str] = []

    def listen(socket: WebSocket) -> None:
        def keep(frame: str | bytes) -> None:
            frames.append(frame if isinstance(frame, str) else frame.decode("utf-8", "replace"))

        socket.on("framereceived", keep)

    lab.page.on("websocket", listen)
    card = show(
        lab, "quiz-wire.ipynb", "from canasta_teach.widgets import QuizCard\nQuizCard(lesson='05', seed=5, n=4)"
    )
    local = QuizCard(lesson="05", seed=5, n=4).quiz
    assert local is not None
    for _ in range(3):
        press(card, "Next question")
    expect(card.get_by_text("Question 4 of 4", exact=True)).to_be_visible()
    # A new notebook is told the cells of those before it, which other tests wrote.
    wire = "\n".join(frame for frame in frames if "history_reply" not in frame)
    assert "Question 4 of 4" in wire
    hidden = [word for one in local.exercises for word in (*secrets(one.item), *one.item.teaches)]
    assert hidden
    assert [word for word in hidden if word in wire] == []


# ---- one by one, without a server --------------------------------------------------------------------------------


def answer(name: str, answers: dict[str, Any], **more: Any) -> QuizCard:
    card = quiz(name, **more)
    card.check(answers[name])
    return card


def states() -> dict[str, QuizCard]:
    """The card in all that it can show."""
    hinted = answer("ruling", WRONG)
    hinted.hint()
    hinted.hint()
    solved, done, tried, trays = quiz("do"), quiz("do"), quiz("do"), quiz("two")
    solved.solution()
    done.do("add QS QD to Q").do("discard 9C")
    tried.do("draw")
    tried._hear(tried, {"act": "fold", "open": True}, [])
    cards = trays.view["doing"]["hand"]["cards"]
    trays._hear(trays, {"act": "put", "cards": [one["id"] for one in cards if one["code"].startswith("K")]}, [])
    over = quiz("count", "choice", "legal", "meld", title="Try it")
    over.check(40)
    over.next().check("a")
    over.next().next().next()
    noted = quiz("choice", "several", title="Try it")
    noted._trouble = "Your answers are kept only until Python stops."
    noted.refresh()
    return {
        "waiting": quiz("choice", "count", "ruling", "do", title="Lesson 9, The frozen pile"),
        "wrong": answer("choice", WRONG),
        "right": answer("ruling", RIGHT),
        "several": answer("several", RIGHT),
        "hint": hinted,
        "legal": quiz("legal"),
        "count": answer("count", WRONG),
        "line": answer("line", RIGHT),
        "do": done,
        "refused": tried,
        "trays": trays,
        "solution": solved,
        "spot": answer("spot", WRONG),
        "sheet": answer("sheet", RIGHT),
        "results": over,
        "noted": noted,
        "empty": quiz("count", rules="brazilian"),
    }


def test_there_is_no_fault_of_access_in_either_theme(bare: Bare) -> None:
    for name, widget in states().items():
        bare.show(widget)
        check_access(bare, name)


def test_nothing_is_cut_at_any_width_theme_or_zoom(bare: Bare) -> None:
    for name, widget in states().items():
        bare.show(widget)
        keep_pictures(bare, f"quiz-card-{name}")


def test_on_a_narrow_page_nothing_is_cut(bare: Bare) -> None:
    for widget in states().values():
        bare.show(widget, width=380)
        assert cut_off(bare.page) == []


def test_what_code_does_is_shown_and_takes_no_focus(bare: Bare) -> None:
    widget = quiz("choice", "count")
    card = bare.show(widget)
    bare.page.locator("#after").focus()
    widget.check("b")
    widget.hint()
    bare.refresh()
    expect(card.locator(".opt.no")).to_have_count(1)
    expect(option(card, "king of hearts, two of spades from the hand, not this")).to_be_checked()
    widget.next()
    bare.refresh()
    expect(prompt(card, "Count this meld")).to_be_visible()
    expect(bare.page.locator("#after")).to_be_focused()


def test_focus_is_never_lost_whatever_is_pressed(bare: Bare) -> None:
    card = bare.show(quiz("choice", "do", "count")).locator(".ct-quiz")
    spots = [
        "option a", "check", "hint", "hint", "hint", "solution", "check", "next", "verb draw", "fold", "verb discard",
        "hint", "solution", "do it", "back", "next", "next", "check", "field", "next", "back", "next", "again",
    ]  # fmt: skip
    for spot in spots:
        card.locator(f'[data-spot="{spot}"]').first.focus()
        bare.page.keyboard.press("Space" if spot.startswith("option") else "Enter")
        bare.page.evaluate("() => window.bare.model.travelling")
        assert card.evaluate("card => card.contains(document.activeElement)"), spot


def test_a_wrong_answer_is_described_by_its_reply(bare: Bare) -> None:
    card = bare.show(answer("choice", WRONG))
    wrong = option(card, "king of hearts, two of spades from the hand, not this")
    expect(wrong).to_have_accessible_description(re.compile("Not this. One king and a two is no natural pair."))


def test_several_answers_are_boxes_to_be_ticked(bare: Bare) -> None:
    card = bare.show(quiz("several"))
    for name in ("joker", "two of diamonds"):
        card.get_by_role("checkbox", name=name).click()
    press(card, "Check")
    expect(told(card)).to_have_text("Right. A joker is wild. A two is wild.")
    expect(card.locator(".opt.yes")).to_have_count(2)


def test_melds_are_put_on_trays_and_laid_at_once(bare: Bare) -> None:
    card = bare.show(quiz("two")).locator(".ct-quiz")
    bare.page.locator(".ct-hand [data-id]").first.focus()
    for key in ("Shift+K", "n", "Shift+A", "n"):
        bare.page.keyboard.press(key)
    expect(card.get_by_role("group", name=re.compile("^Tray"))).to_have_count(2)
    press(card, "Take off: Tray 2, 3 cards")
    expect(card.get_by_role("group", name=re.compile("^Tray"))).to_have_count(1)
    card.locator(".ct-hand [data-id]").first.focus()
    for key in ("Shift+A", "l", "Enter"):
        bare.page.keyboard.press(key)
    expect(told(card)).to_have_text("Right. Done, and legal.")


@pytest.mark.parametrize("text", HOSTILE.values(), ids=lambda text: text[:12])
def test_text_from_outside_stays_text(bare: Bare, text: str) -> None:
    quoted = '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
    body = f"""kind = "choice"\nprompt = {quoted}\nchoices = [
      {{ text = {quoted}, reply = {quoted}, right = false }}, {{ text = "b", reply = "b", right = true }} ]"""
    widget = QuizCard(exercise(body), title=text, progress=Progress(MemoryStore()))
    card = bare.show(widget)
    check_stays_text(bare.page, text)
    card.get_by_role("radio").first.click()
    press(card, "Check")
    expect(card.locator(".opt.no")).to_have_count(1)
    assert cut_off(bare.page) == []
    check_stays_text(bare.page, text)


def test_in_the_pseudo_locale_no_english_word_is_left_on_the_page(bare: Bare) -> None:
    exact = (*SECTIONS, "meld", "discard")  # the notation's own words, in its example
    with i18n.speaking(i18n.PSEUDO):
        for name in ITEMS:
            widget = quiz(name, "count")
            widget.check(WRONG[name])
            widget.hint()
            bare.show(widget)
            assert english_left(bare.page, exact) == []
        widget.next().next()
        bare.show(widget)
        assert english_left(bare.page, exact) == []
