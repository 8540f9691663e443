from __future__ import annotations
from statistics import median
import pytest
from tests.benchmarks.test_latency import _CLICK, open_lab  # noqa
from tests.browser.conftest import chromium  # noqa
from tests.browser.places import ask
from tests.browser.servers import AT_ONCE
pytestmark = pytest.mark.browser
CELL='''
from canasta_teach.widgets import Table
import time
table = Table(seed=7)
e=str(table._esm)
e=e.replace("  update(changed) {\\n    const had = this.root","  update(changed) {\\n    window.t1=performance.now(); queueMicrotask(()=>{window.t2=performance.now()});\\n    const had = this.root")
assert "window.t1" in e
table._esm=e
T=[]
orig=table._hear
def hear(*a):
    x=time.perf_counter(); orig(*a); T.append(time.perf_counter()-x)
table._msg_callbacks.callbacks.clear(); table.on_msg(hear)
table
'''
PLAIN = """
import ipywidgets
label = ipywidgets.Label("0")
plain = ipywidgets.Button(description="Plain")
plain.on_click(lambda _: setattr(label, "value", str(int(label.value) + 1)))
ipywidgets.VBox([plain, label])
"""
CL=_CLICK.replace("const start = performance.now();","const start = performance.now(); window.t0=start;").replace("done([first, performance.now() - start])","done([first, window.t1-start, window.t2-window.t1])")
def test_x(open_lab, figure):
    place, frames = open_lab("table", [CELL, PLAIN, "print(1)"], AT_ONCE)
    a,b=[],[]
    for _ in range(30):
        a.append(ask(place.page, CL, [".ct-table [data-spot='act draw']", ".ct-table .stock .lab", None]))
        b.append(ask(place.page, CL, ["button.jupyter-button", ".widget-label", None])[0])
        place.page.locator(".ct-table [data-spot=undo]").click(); place.page.wait_for_timeout(150)
    print(frames.sizes[-6:])
    figure(f"whole {median(x[0] for x in a):.1f} arrive {median(x[1] for x in a):.1f} js {median(x[2] for x in a):.1f} plain {median(b):.1f}")
    place.page.evaluate("""async () => { const n = window.jupyterapp.shell.currentWidget.content; n.activeCellIndex=2; n.widgets[2].model.sharedModel.setSource('print([round(1000*x,1) for x in T])'); await window.jupyterapp.commands.execute('notebook:run-cell'); }""")
    figure(str(place.outputs()[2]))
