"""The same widget in every place where notebooks are shown: a laying is refused, then laid."""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.places import Lab, Lite, Notebook7, Voila

pytestmark = pytest.mark.browser

CELL = 'from canasta_teach.widgets import MeldTray\nMeldTray(hand="KH KS KD QH QC 2S AH AD AC 9S 7D 4C", score=1600)'


def lay_short_then_enough(tray: Locator) -> None:
    hand = tray.get_by_role("group", name="Your hand")

    def put_on_a_new_tray(*names: str) -> None:
        for name in names:
            card = hand.get_by_role("button", name=name, exact=True)
            card.click(position={"x": 12, "y": 30})
            expect(card).to_have_attribute("aria-pressed", "true")
        tray.get_by_role("button", name="New tray Choose").click()
        expect(hand.get_by_role("button", name=names[0], exact=True)).to_have_count(0)

    put_on_a_new_tray("king of hearts", "king of spades", "king of diamonds")
    tray.get_by_role("button", name="Lay the kings").click()
    expect(tray.get_by_role("article", name="The referee: refused")).to_contain_text("initial.minimum")
    put_on_a_new_tray("ace of hearts", "ace of diamonds", "ace of clubs")
    tray.get_by_role("button", name="Lay both").click()
    expect(tray.get_by_role("article", name="The referee: legal")).to_be_visible()
    expect(tray.get_by_role("button", name="Aces, 3 cards")).to_be_visible()


def test_a_tray_works_in_jupyterlab(lab: Lab) -> None:
    lab.write("place.ipynb", CELL)
    lab.open("place.ipynb")
    lab.run_all()
    lay_short_then_enough(lab.page.locator(".ct-tray"))


def test_a_page_opens_its_own_notebook_and_starts_no_kernel_but_its_own(lab: Lab) -> None:
    for name in ("first.ipynb", "second.ipynb"):
        lab.page.goto("about:blank")
        lab.server.stop_kernels()
        lab.write(name, "1 + 1")
        lab.open(name)
        lab.run_all()
        # JupyterLab keeps what is open a while after it has changed; by then it must not lead to the next page.
        lab.page.wait_for_timeout(1500)
        assert [session["path"] for session in lab.server.ask("/api/sessions")] == [name]


def test_a_tray_works_in_notebook_7(notebook7: Notebook7) -> None:
    notebook7.write("place.ipynb", CELL)
    notebook7.open("place.ipynb")
    notebook7.run_all()
    lay_short_then_enough(notebook7.page.locator(".ct-tray"))


def test_a_tray_works_in_voila(voila: Voila) -> None:
    voila.write("place.ipynb", CELL)
    voila.open("place.ipynb")
    voila.run_all()
    lay_short_then_enough(voila.page.locator(".ct-tray"))


def test_a_tray_works_in_jupyterlite_and_asks_nobody(lite: Lite) -> None:
    lite.write("place.ipynb", CELL)
    lite.open("place.ipynb")
    lite.run_all()
    lay_short_then_enough(lite.page.locator(".ct-tray"))
