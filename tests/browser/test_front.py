"""What every widget shares with the front end around it: keys that are not its own, and a Python that is gone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from canasta_teach.widgets import Hand, MeldTray, RuleBook, RulingCard
from canasta_teach.widgets.base import CourseWidget
from tests.browser.bare import Bare
from tests.browser.look import check_access
from tests.browser.places import Lab, ask

pytestmark = pytest.mark.browser

GONE = "Python was restarted: run this cell again."
CELL = 'from canasta_teach.widgets import MeldTray\ntray = MeldTray(hand="KH KS KD QH QC 4C")\ntray'
TABLE = {"phase": "play", "hands": [["KH", "KS", "KD", "4C"], None, None, None]}
PLAIN = ("b", "a", "d", "d", "x", "z", "ArrowDown", "Enter", "Escape")
FRONT_ENDS = ("Control+s", "Control+z", "Control+Shift+z", "Meta+s", "Alt+F1", "Shift+Enter", "Control+Enter")

WIDGETS: dict[str, tuple[Callable[[], CourseWidget], str]] = {
    "hand": (lambda: Hand("KH KS 4C"), "king of hearts"),
    "tray": (lambda: MeldTray(hand="KH KS KD 4C"), "king of hearts"),
    "ruling": (lambda: RulingCard(TABLE, "meld KH KS"), "meld.size, open in the rule book"),
    "book": (lambda: RuleBook("classic"), "meld.size"),
}
"""Each widget, and the name of a button in it that asks Python for something."""


def button(root: Locator, name: str) -> Locator:
    return root.get_by_role("button", name=name).first


@pytest.mark.parametrize(("make", "name"), WIDGETS.values(), ids=WIDGETS)
def test_plain_keys_stay_in_the_widget_and_all_others_go_on(
    bare: Bare, make: Callable[[], CourseWidget], name: str
) -> None:
    root = bare.show(make())
    bare.page.evaluate("window.heard = []; document.addEventListener('keydown', event => window.heard.push(event))")
    button(root, name).focus()
    for key in PLAIN:
        bare.page.keyboard.press(key)
    assert bare.page.evaluate("window.heard.length") == 0
    keys = "window.heard.filter(one => !['Control', 'Meta', 'Alt', 'Shift'].includes(one.key))"
    for key in FRONT_ENDS:
        button(root, name).focus()
        bare.page.evaluate("window.heard = []")
        bare.page.keyboard.press(key)
        assert bare.page.evaluate(f"{keys}.map(one => one.defaultPrevented)") == [False], key


@pytest.mark.parametrize(("make", "name"), WIDGETS.values(), ids=WIDGETS)
@pytest.mark.parametrize("told", [True, False], ids=["told", "not told"])
def test_a_widget_whose_python_is_gone_says_so_and_goes_on_saying_it(
    bare: Bare, make: Callable[[], CourseWidget], name: str, told: bool
) -> None:
    root = bare.show(make())
    status = root.get_by_role("status")
    bare.page.evaluate("() => { window.bare.model.send = () => { throw new Error('Cannot send'); }; }")
    if told:
        bare.page.evaluate("window.bare.model.fire('comm_live_update')")
        expect(status).to_have_text(GONE)
    for _ in range(2):
        button(root, name).click()
        expect(status).to_contain_text(GONE)
    expect(status).to_have_class("status fault")
    expect(status).to_be_in_viewport()
    check_access(bare, "Python is gone")


def executions(lab: Lab) -> list[int]:
    found: list[int] = lab.page.evaluate(
        "() => window.jupyterapp.shell.currentWidget.content.widgets.map(cell => cell.model.executionCount)"
    )
    return found


def test_in_jupyterlab_a_notebook_is_saved_and_a_cell_run_from_within_a_widget(lab: Lab) -> None:
    lab.write("front-keys.ipynb", CELL, "1 + 1")
    lab.open("front-keys.ipynb")
    lab.run_all()
    tray = lab.page.locator(".ct-tray")
    button(tray, "king of hearts").click(position={"x": 12, "y": 16})
    dirty = "() => window.jupyterapp.shell.currentWidget.context.model.dirty"
    assert lab.page.evaluate(dirty)
    lab.page.keyboard.press("Control+s")
    lab.page.wait_for_function(f"() => !({dirty})()")
    lab.page.keyboard.press("Control+z")
    expect(button(tray, "king of hearts")).to_be_focused()
    assert executions(lab) == [1, 2]
    lab.page.keyboard.press("Shift+Enter")
    lab.page.wait_for_function(
        "() => window.jupyterapp.shell.currentWidget.content.widgets[0].model.executionCount === 3"
    )
    assert executions(lab) == [3, 2]


def test_in_jupyterlab_a_tray_says_that_python_was_restarted_until_its_cell_is_run_again(lab: Lab) -> None:
    lab.write("front-restart.ipynb", CELL)
    lab.open("front-restart.ipynb")
    lab.run_all()
    tray = lab.page.locator(".ct-tray")
    expect(tray).to_be_visible()
    ask(lab.page, "() => window.jupyterapp.shell.currentWidget.sessionContext.restartKernel()")
    expect(tray.get_by_role("status")).to_have_text(GONE)
    button(tray, "king of hearts").click(position={"x": 12, "y": 16})
    lab.page.keyboard.press("n")
    expect(tray.get_by_role("status")).to_contain_text(GONE)
    lab.run_all()
    expect(tray.get_by_role("status")).to_have_text("")
    button(tray, "king of hearts").click(position={"x": 12, "y": 16})
    expect(tray.get_by_role("status")).to_have_text("King of hearts chosen. 1 chosen, 10 points.")
