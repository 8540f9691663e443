"""How soon a click is answered in real JupyterLab. Figures are printed at the end of the run; none of them fails it.

Each is measured in the page itself, beside the same thing made of plain ipywidgets in the same page and the same run.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from playwright.sync_api import Browser, WebSocket

from tests.browser.conftest import chromium  # noqa: F401 (a fixture)
from tests.browser.places import Lab, ask, fresh_context
from tests.browser.servers import AT_ONCE, Server, serving

pytestmark = pytest.mark.browser

CLICKS = 60
DRAWINGS = 7
MOST = 8_000
"""Bytes that an update message may take."""

TRAY = """
from canasta_teach.widgets import MeldTray
tray = MeldTray(hand="KH KS KD QH QC 2S AH AD AC 9S 7D 4C", score=1600)
tray.put("KH KS KD")
tray
"""
# What the referee takes of these very acts: after a pause it takes longer than again and again.
IN_THE_ACT = """
from time import perf_counter
from canasta_teach.widgets import meld_tray, ruling_view
took, judge_of_tray = [], meld_tray.judge
def timed(work):
    def asked(*of):
        start = perf_counter()
        found = work(*of)
        took[-1] += 1000 * (perf_counter() - start)
        return found
    return asked
def judge_a_laying(position, move):
    took.append(0)
    ruling = timed(judge_of_tray)(position, move)
    timed(lambda: (ruling.mend, ruling.elsewhere))()
    return ruling
meld_tray.judge = judge_a_laying
ruling_view.judge = timed(ruling_view.judge)  # what the mend counts
"""
TOOK = """
from statistics import median
print(median(took or [0]))
"""
PLAIN = """
import ipywidgets
label = ipywidgets.Label("0")
plain = ipywidgets.Button(description="Plain")
plain.on_click(lambda _: setattr(label, "value", str(int(label.value) + 1)))
ipywidgets.VBox([plain, label])
"""
REFEREE = """
from statistics import median
from time import perf_counter
from canasta_teach import judge
def timed(work, on):
    took = []
    for one in on:
        start = perf_counter()
        work(one)
        took.append(1000 * (perf_counter() - start))
    return median(took)
fresh = [MeldTray(tray.position).put("KH KS KD") for _ in range(40)]
referee = timed(lambda one: judge(one.position, "meld KH KS KD").to_dict(), fresh)
print(referee, timed(lambda one: (one.act({"act": "lay"}), one.draw()), fresh))
"""
HAND = """
from canasta_teach import deal
from canasta_teach.widgets import Hand
cards = [c.code for c in deal(seed=7).stock[:40]]
Hand(cards)
"""
TOGGLES = """
import ipywidgets
ipywidgets.HBox([ipywidgets.ToggleButton(description=f"card {i}") for i in range(40)])
"""

# From a click to the first change that answers it, and to the last part of the answer, where it has several; the page
# is left to rest before the next one, until no card travels any more.
_CLICK = """async ([button, answer, last]) => {
  const rest = async () => {
    await new Promise(done => setTimeout(done, 60));
    await Promise.all(document.getAnimations().map(one => one.finished));
    await new Promise(done => setTimeout(done, 60));
  };
  await rest();
  const root = document.querySelector(answer).closest('.jp-OutputArea');
  const text = () => document.querySelector(answer).textContent;
  const before = text();
  return await new Promise(done => {
    const start = performance.now();
    let first = null;
    const look = new MutationObserver(() => {
      if (text() === before) return;
      first ??= performance.now() - start;
      if (last && !document.querySelector(last)) return;
      look.disconnect();
      done([first, performance.now() - start]);
    });
    look.observe(root, { subtree: true, childList: true, characterData: true });
    document.querySelector(button).click();
  });
}"""
# Runs a cell again, and waits until it has printed.
_AGAIN = """async (index) => {
  const notebook = window.jupyterapp.shell.currentWidget.content;
  notebook.activeCellIndex = index;
  await window.jupyterapp.commands.execute('notebook:run-cell');
}"""
# From the wish to run a cell until everything in it is drawn.
_DRAW = """async ([index, mark, count]) => {
  const notebook = window.jupyterapp.shell.currentWidget.content;
  notebook.activeCellIndex = index;
  const root = notebook.widgets[index].node;
  await window.jupyterapp.commands.execute('notebook:clear-cell-output');
  await new Promise(done => setTimeout(done, 200));
  const start = performance.now();
  const drawn = new Promise(done => {
    const look = new MutationObserver(() => {
      if (root.querySelectorAll(mark).length < count) return;
      look.disconnect();
      requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)));
    });
    look.observe(root, { subtree: true, childList: true });
  });
  window.jupyterapp.commands.execute('notebook:run-cell');
  return await drawn;
}"""


@dataclass
class Frames:
    """The update messages that the page has received, in bytes, since they were last looked at."""

    sizes: list[int]

    def listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._take)

    def _take(self, payload: str | bytes) -> None:
        content = payload.encode() if isinstance(payload, str) else payload
        if re.search(rb'"method": ?"(?:echo_)?update"', content):
            self.sizes.append(len(content))

    def most(self) -> int:
        most, self.sizes[:] = max(self.sizes, default=0), []
        return most


@pytest.fixture
def open_lab(tmp_path: Path, chromium: Browser) -> Iterator[Callable[..., tuple[Lab, Frames]]]:  # noqa: F811
    """Opens a notebook of cells in a JupyterLab of its own, with these options."""
    from contextlib import ExitStack

    with ExitStack() as left:

        def opened(name: str, cells: list[str], *options: str) -> tuple[Lab, Frames]:
            folder = tmp_path / name / "lessons"
            folder.mkdir(parents=True)
            server: Server = left.enter_context(serving(tmp_path / name / "home", folder, *options))
            context = fresh_context(chromium)
            left.callback(context.close)
            place, frames = Lab(context.new_page(), server=server), Frames([])
            place.page.on("websocket", frames.listen)
            place.write("page.ipynb", *cells)
            place.open("page.ipynb")
            place.run_all()
            return place, frames

        yield opened


def _printed(outputs: list[list[dict[str, Any]]], cell: int) -> list[float]:
    return [float(word) for word in outputs[cell][0]["text"].split()]


@pytest.mark.parametrize(
    ("name", "options"),
    [("as the launcher starts it", (AT_ONCE,)), ("without our server extension", ())],
    ids=["at-once", "plain"],
)
def test_from_click_to_answer(
    open_lab: Callable[..., tuple[Lab, Frames]], name: str, options: tuple[str, ...], figure: Callable[[str], None]
) -> None:
    place, frames = open_lab("click", [TRAY, PLAIN, REFEREE, IN_THE_ACT, TOOK], *options)
    again, acted = _printed(place.outputs(), 2)
    lay, plain = ".ct-tray [data-spot=lay]", "button.jupyter-button"
    put_off = ".ct-tray [data-spot=undo]"
    ours, theirs = [], []
    for _ in range(CLICKS):
        # A tray that changes takes the last ruling away, so that each laying draws one.
        place.page.locator(".ct-tray [data-spot^='card ']").first.click(position={"x": 12, "y": 30})
        place.page.locator(".ct-tray [data-spot=new]").click()
        place.page.locator(".ct-tray .ct-ruling").wait_for(state="detached")
        ours.append(ask(place.page, _CLICK, [lay, ".ct-tray .part.ruling", ".ct-tray .part.ruling .elsewhere"])[1])
        theirs.append(ask(place.page, _CLICK, [plain, ".widget-label", None])[0])
        place.page.locator(put_off).click()
        place.page.locator(".ct-tray .slot:not(.new)").nth(1).wait_for(state="detached")
    ask(place.page, _AGAIN, 4)
    [judged] = _printed(place.outputs(), 4)
    bound = 1.3 * median(theirs) + judged
    figure(
        f"click to answer, {name}: Lay to the whole ruling {median(ours):.1f} ms, a Button and a Label "
        f"{median(theirs):.1f} ms; in Python the referee takes {judged:.1f} ms of it "
        f"({again:.1f} ms when asked again and again, the rest of the act {acted:.1f} ms then) "
        f"(wanted: at most 1.3 × {median(theirs):.1f} + {judged:.1f} = {bound:.1f} ms; medians of {CLICKS})"
    )
    figure(f"largest update message of these acts: {frames.most():,} bytes (wanted: under {MOST:,})")
    assert len(ours) == len(theirs) == CLICKS


def test_first_drawing_of_forty_cards(
    open_lab: Callable[..., tuple[Lab, Frames]], figure: Callable[[str], None]
) -> None:
    place, frames = open_lab("draw", [HAND, TOGGLES], AT_ONCE)
    frames.most()
    ours, theirs = [], []
    for _ in range(DRAWINGS):
        ours.append(ask(place.page, _DRAW, [0, ".ct button.ct-card", 40]))
        theirs.append(ask(place.page, _DRAW, [1, "button.widget-toggle-button", 40]))
    figure(
        f"first drawing of 40 cards {median(ours):.0f} ms, of 40 ToggleButtons {median(theirs):.0f} ms "
        f"(wanted: at most {median(theirs) / 2:.0f} ms; medians of {DRAWINGS})"
    )
    place.page.locator(".ct button.ct-card").first.click(position={"x": 12, "y": 30})
    place.page.keyboard.press("s")
    place.page.wait_for_timeout(500)
    figure(f"largest update message of a hand of 40 cards: {frames.most():,} bytes (wanted: under {MOST:,})")
    assert len(ours) == len(theirs) == DRAWINGS
