"""How soon a table answers an act in real JupyterLab, what an update weighs, and what 1,000 acts leave in memory.

Figures are printed at the end of the run; none of them fails it. Each is measured in the page itself, beside a Button
and a Label of plain ipywidgets in the same page and the same run.
"""

from __future__ import annotations

from collections.abc import Callable
from statistics import median

import pytest

from tests.benchmarks.test_latency import _AGAIN, _CLICK, MOST, PLAIN, Frames, _printed, open_lab  # noqa: F401 (a fixture)
from tests.browser.conftest import chromium  # noqa: F401 (a fixture)
from tests.browser.places import Lab, ask
from tests.browser.servers import AT_ONCE

pytestmark = pytest.mark.browser

CLICKS = 40

TABLE = """
from canasta_teach.widgets import Table
table = Table(seed=7)
table
"""
ENGINE = """
from statistics import median
from time import perf_counter
from canasta_teach.widgets.table_game import do
def timed(work, times=60):
    took = []
    for _ in range(times):
        start = perf_counter()
        work()
        took.append(1000 * (perf_counter() - start))
    return median(took)
other = Table(seed=7)
engine = timed(lambda: do(other._sitting.game, 0, "draw"))
whole = timed(lambda: (other.do("draw"), other.undo())) / 2
print(engine, whole)
"""
# What the engine takes of these very acts: to rule, to play, and to tell which acts are legal then.
IN_THE_ACT = """
from canasta_teach.widgets import table_judge, table_menu
took, depth = [0], [0]
def counted(work):
    def asked(*of, **more):
        depth[0] += 1
        start = perf_counter()
        try:
            return work(*of, **more)
        finally:
            depth[0] -= 1
            if not depth[0]:
                took[-1] += 1000 * (perf_counter() - start)
    return asked
for module, names in (
    (table_judge, ("judge", "is_legal", "after", "view")),
    (table_menu, ("judge", "is_legal", "can_take", "can_lay", "first_laying_due", "layings", "relancinho")),
):
    for name in names:
        setattr(module, name, counted(getattr(module, name)))
table.on_msg(lambda *_: took.append(0))
"""
# Draw and Undo take turns; what came before the first Undo is not of these acts alone.
TOOK = """
print(median(took[2:-1:2] or [0]))
"""
MEMORY = """
import gc
from canasta_teach.players import plain
def held():
    gc.collect()
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096
played, acts, sizes = Table(seed=1), 0, []
while acts < 1200:
    if played.position.phase == "over":
        played.next_deal(seed=acts) if played.view["over"]["next"] else played.paste(Table(seed=acts).text)
    before = played.step
    if played.position.turn == played.seat:
        played.do(str(plain(played.seen)))
    else:
        played.play_on()
    acts += max(played.step - before, 1)
    if len(sizes) < 1 + (acts - 200) // 200:
        sizes.append(held())
print(*sizes)
"""


def test_from_act_to_updated_table(
    open_lab: Callable[..., tuple[Lab, Frames]],  # noqa: F811
    figure: Callable[[str], None],
) -> None:
    place, frames = open_lab("table", [TABLE, PLAIN, ENGINE, IN_THE_ACT, TOOK, MEMORY], AT_ONCE)
    engine, whole = _printed(place.outputs(), 2)
    draw, undo = ".ct-table [data-spot='act draw']", ".ct-table [data-spot=undo]"
    stock, plain = ".ct-table .stock .lab", "button.jupyter-button"
    frames.most()
    ours, theirs = [], []
    for _ in range(CLICKS):
        ours.append(ask(place.page, _CLICK, [draw, stock, None])[0])
        theirs.append(ask(place.page, _CLICK, [plain, ".widget-label", None])[0])
        place.page.locator(undo).click()
        place.page.wait_for_timeout(150)
    ask(place.page, _AGAIN, 4)
    [asked] = _printed(place.outputs(), 4)
    bound = 1.5 * median(theirs)
    figure(
        f"act to updated table: Draw {median(ours):.1f} ms, a Button and a Label {median(theirs):.1f} ms; in Python "
        f"the engine takes {asked:.1f} ms of it, to play and to tell what is legal then (again and again: "
        f"{engine:.2f} ms to play alone, {whole:.1f} ms the whole act with its view) "
        f"(wanted: at most 1.5 × {median(theirs):.1f} + {asked:.1f} = {bound + asked:.1f} ms; medians of {CLICKS})"
    )
    figure(f"largest update message of these acts: {frames.most():,} bytes (wanted: under {MOST:,})")
    sizes = [size / 1e6 for size in _printed(place.outputs(), 5)]
    figure("memory of the kernel, each 200 acts at a table: " + ", ".join(f"{size:.1f}" for size in sizes) + " MB")
    assert len(ours) == len(theirs) == CLICKS
    assert len(sizes) >= 5


def test_the_largest_update_of_a_whole_deal(
    open_lab: Callable[..., tuple[Lab, Frames]],  # noqa: F811
    figure: Callable[[str], None],
) -> None:
    play = """
from canasta_teach.players import plain
while table.position.phase != "over":
    table.do("discard KC") if table.position.turn == table.seat else None
    if table.position.turn == table.seat:
        table.do(str(plain(table.seen)))
    else:
        table.play_on()
"""
    place, frames = open_lab("deal", [TABLE.replace("seed=7", "seed=17"), play], AT_ONCE)
    place.page.wait_for_timeout(1000)
    figure(f"largest update message of a whole deal with refusals: {frames.most():,} bytes (wanted: under {MOST:,})")
    assert place.page.locator(".ct-table .part.over").count() == 1
