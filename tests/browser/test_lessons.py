"""Each lesson in real JupyterLab: all that it asks is answered on its page, once wrong and once right."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from canasta_teach.widgets import GuidedDeal, Hand, MeldTray, PuzzleBoard, QuizCard, ScoreSheet, Table
from canasta_teach.widgets.base import CourseWidget
from tests.browser.answering import Twin, answer_quiz, pick
from tests.browser.conftest import FAILED
from tests.browser.places import Lab, ask, fresh_context, wait_for_kernel
from tests.browser.servers import Server
from tests.browser.trying import AIMS, choices, fill_sheet, find_mistakes, play_deal, solve_puzzle, try_table, try_tray
from tests.tools.rebuild_lessons import lessons

pytestmark = pytest.mark.browser

LESSONS = [path for path in lessons() if re.match(r"\d\d-", path.name)]
[EXAMS] = lessons(["exams"])

_OPEN = "path => window.jupyterapp.commands.execute('docmanager:open', { path })"
_OF_CLOSING = "Error: Canceled future for "
"""So JupyterLab's own errors begin when the kernel of a lesson that was just closed is stopped."""
_CLOSE = "() => { for (const shown of [...window.jupyterapp.shell.widgets('main')]) shown.dispose(); }"


@pytest.fixture(scope="module")
def one_page(chromium: Browser, lab_server: Server) -> Iterator[Lab]:
    """One page of JupyterLab for all lessons: to load it anew takes as long as to answer a lesson."""
    context = fresh_context(chromium)
    place = Lab(context.new_page(), server=lab_server)
    place.write("empty.ipynb")
    # It stands when its own notebook does: what is opened earlier may be covered by the launcher.
    place.open("empty.ipynb")
    ask(place.page, _CLOSE)
    yield place
    context.close()


@pytest.fixture
def lab(one_page: Lab, lab_server: Server, request: pytest.FixtureRequest) -> Iterator[Lab]:
    """The page, with no lesson on it; the one that a test opens is closed after it, and its kernel stopped."""
    one_page.errors.clear()
    yield one_page
    faults = [error for error in one_page.errors if not error.startswith(_OF_CLOSING)]
    if request.node.stash.get(FAILED, False) or faults:
        one_page.screenshot(request.node.name)
    ask(one_page.page, _CLOSE)
    lab_server.stop_kernels()
    assert not faults, f"errors on the page: {faults}"


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_all_that_a_lesson_asks_is_answered_wrong_and_right(lab: Lab, path: Path) -> None:
    twin = opened(lab, path)
    answered = [type(widget).kind for place, widget in twin.widgets.items() if answer(lab, twin, place, widget)]
    assert answered, "nothing is asked"


def test_the_exams_are_answered_wrong_and_right_to_their_end(lab: Lab) -> None:
    twin = opened(lab, EXAMS)
    assert [answer(lab, twin, place, widget) for place, widget in twin.widgets.items()] == [True, True]


def opened(lab: Lab, path: Path) -> Twin:
    """A lesson on the page, run from top to bottom, and its twin in this process, run alike."""
    ask(lab.page, _OPEN, path.name)
    twin = Twin(lab.server.folder / path.name)
    wait_for_kernel(lab.page, path.name)
    lab.run_all()
    return twin


def answer(lab: Lab, twin: Twin, place: int, widget: CourseWidget) -> bool:
    """Answer what the widget of a cell asks; gives whether it asks something."""
    root = output_of(lab, place).locator(".ct").first
    match widget:
        case QuizCard():
            answer_quiz(root, widget)
        case ScoreSheet() if widget.view["mode"] == "fill":
            fill_sheet(root, widget)
        case ScoreSheet() if widget.view["mode"] == "spot":
            find_mistakes(root, widget)
        case GuidedDeal():
            play_deal(root, widget)
        case Table() if widget.position.phase != "over" and widget.position.turn == widget.seat:
            try_table(root, widget)
        case MeldTray():
            try_tray(root, widget)
        case PuzzleBoard():
            solve_puzzle(root, widget)
        case Hand() if widget.view["name"] in AIMS:
            choose_and_count(lab, twin, place, widget)
        case _:
            return False
    return True


def choose_and_count(lab: Lab, twin: Twin, place: int, hand: Hand) -> None:
    """Choose of a hand what misses its aim, then what meets it; each time the cell below it says how it stands."""
    root = output_of(lab, place).locator(".ct").first
    for chosen in choices(hand):
        pick(root, hand._faces, chosen)
        hand.choose([card.code for card in chosen])
        cell_of(lab, place + 1).locator(".jp-InputArea-editor").click()
        lab.page.keyboard.press("Control+Enter")
        expect(output_of(lab, place + 1)).to_have_text(repr(twin.run(place + 1)))


def cell_of(lab: Lab, place: int) -> Locator:
    return lab.page.locator(".jp-Notebook .jp-Cell").nth(place)


def output_of(lab: Lab, place: int) -> Locator:
    return cell_of(lab, place).locator(".jp-OutputArea-output")
