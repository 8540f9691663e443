"""Where learners meet our widgets: a notebook in JupyterLab, in Notebook 7 and in JupyterLite, a page of Voila.

All have the same shape, so that one test can run in several: ``write`` a notebook, ``open`` it, ``run_all``, and look
at ``page``. Errors of the page are kept in ``errors``; the fixtures fail on them.
"""

from __future__ import annotations

import re
import secrets
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import nbformat
from nbformat.v4 import new_code_cell, new_notebook
from playwright.sync_api import BrowserContext, Error, Page, expect

from tests.browser.servers import PATIENCE, Server

ARTEFACTS = Path(__file__).resolve().parents[2] / "artefacts" / "browser"

# The status light of the page is racy; the kernel's own answer is not. A kernel that was replaced meanwhile never
# answers, so the question is put again after a while.
_READY = """(name) => {
  const ready = async () => {
    const widget = window.jupyterapp?.shell?.currentWidget;
    if (!widget || widget.context?.path !== name) return false;
    await widget.context.ready;
    await widget.sessionContext.ready;
    const kernel = widget.sessionContext.session?.kernel;
    if (!kernel) return false;
    await kernel.info;
    return true;
  };
  return Promise.race([ready(), new Promise(done => setTimeout(() => done(false), 5000))]);
}"""
_OUTPUTS = """() => window.jupyterapp.shell.currentWidget.content.widgets
  .filter(cell => cell.model.type === 'code')
  .map(cell => cell.model.outputs.toJSON())"""
_RUN = "() => window.jupyterapp.commands.execute('notebook:run-all-cells')"
_THEME = "theme => window.jupyterapp.commands.execute('apputils:change-theme', { theme })"


def notebook_of(*cells: str, kernel: str = "python3") -> Any:
    """A notebook with these code cells, for the kernel of this name."""
    notebook = new_notebook(cells=[new_code_cell(cell) for cell in cells])
    notebook.metadata["kernelspec"] = {"name": kernel, "display_name": "Python 3", "language": "python"}
    return notebook


def ask(page: Page, script: str, argument: Any = None, patience: float = PATIENCE) -> Any:
    """What a function of the page answers, which may take `patience` seconds: by itself it might wait for ever."""
    return page.evaluate(
        f"""([argument, patience]) => {{
          const late = (_, no) => setTimeout(() => no(new Error(`no answer within ${{patience}} s`)), 1000 * patience);
          return Promise.race([({script})(argument), new Promise(late)]);
        }}""",
        [argument, patience],
    )


def wait_for_kernel(page: Page, name: str, patience: float = PATIENCE) -> None:
    """Wait until the notebook of this name is shown and its kernel has answered."""
    deadline = time.monotonic() + patience
    while not ask(page, _READY, name):
        assert time.monotonic() < deadline, f"{name} was not ready within {patience:.0f} s"
        page.wait_for_timeout(50)


@dataclass
class Place:
    """A page, and what went wrong on it."""

    page: Page
    errors: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.set_default_timeout(PATIENCE * 1000)
        self.page.on("pageerror", self._keep)

    def _keep(self, error: Error) -> None:
        self.errors.append(str(error))

    def screenshot(self, name: str) -> Path:
        """Keep a picture of the page as artefacts/browser/NAME.png."""
        ARTEFACTS.mkdir(parents=True, exist_ok=True)
        path = ARTEFACTS / f"{re.sub(r'[^A-Za-z0-9._-]+', '-', name)}.png"
        self.page.screenshot(path=path)
        return path

    def wear(self, theme: str) -> None:
        """Put on the theme ``light`` or ``dark``."""
        raise NotImplementedError


@dataclass
class NotebookPlace(Place):
    """A notebook whose page is an application of JupyterLab's making."""

    def run_all(self) -> list[list[dict[str, Any]]]:
        """Run every cell, and give the outputs of each code cell; an error or a word on standard error fails."""
        ask(self.page, _RUN)
        outputs = self.outputs()
        faults = [
            output
            for cell in outputs
            for output in cell
            if output["output_type"] == "error" or output.get("name") == "stderr"
        ]
        assert not faults, f"cells failed: {faults}"
        return outputs

    def outputs(self) -> list[list[dict[str, Any]]]:
        """The outputs of each code cell as they stand."""
        outputs: list[list[dict[str, Any]]] = self.page.evaluate(_OUTPUTS)
        return outputs

    def wear(self, theme: str) -> None:
        """Put on the theme ``light`` or ``dark``."""
        ask(self.page, _THEME, f"JupyterLab {theme.capitalize()}")
        expect(self.page.locator("body")).to_have_attribute("data-jp-theme-light", str(theme == "light").lower())
        self.page.wait_for_load_state("networkidle")


@dataclass
class Lab(NotebookPlace):
    """One page of JupyterLab."""

    server: Server = field(kw_only=True)

    def write(self, name: str, *cells: str) -> None:
        """Write a notebook with these code cells into the server's folder."""
        nbformat.write(notebook_of(*cells), self.server.folder / name)

    def open(self, name: str, *, width: int = 1280, height: int = 900) -> None:
        """Show a notebook of the server's folder, and wait for its kernel."""
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.goto(f"{self.server.address}/{self._tree()}/{name}?token={self.server.token}")
        self.page.wait_for_function("() => window.jupyterapp !== undefined")
        wait_for_kernel(self.page, name)

    def _tree(self) -> str:
        # In its usual workspace JupyterLab opens every notebook of the tests before, and starts a kernel for each.
        return f"lab/workspaces/{secrets.token_hex(8)}/tree"


@dataclass
class Notebook7(Lab):
    """One page of Notebook 7."""

    def _tree(self) -> str:
        return "notebooks"

    def _keep(self, error: Error) -> None:
        # Notebook reads its own settings before they are there, and throws; no code of ours is in such a stack.
        places = [line for line in (error.stack or "").splitlines() if "http" in line or "blob:" in line]
        if not places or not all(f"{self.server.address}/static/notebook/" in line for line in places):
            super()._keep(error)


@dataclass
class Voila(Place):
    """One page of Voila, which runs the notebook while it opens."""

    server: Server = field(kw_only=True)
    name: str = ""

    def write(self, name: str, *cells: str) -> None:
        """Write a notebook with these code cells into the server's folder."""
        nbformat.write(notebook_of(*cells), self.server.folder / name)

    def open(self, name: str, *, width: int = 1280, height: int = 900, theme: str = "light") -> None:
        """Run a notebook of the server's folder and show what its cells gave."""
        self.name = name
        self.page.set_viewport_size({"width": width, "height": height})
        token = self.server.token
        self.page.goto(f"{self.server.address}/voila/render/{name}?token={token}&theme={theme}")
        self.page.wait_for_load_state("networkidle")

    def run_all(self) -> list[str]:
        """The errors and words on standard error that the page shows; any of them fails."""
        kinds = ("application/vnd.jupyter.error", "application/vnd.jupyter.stderr")
        marks = ", ".join(f'[data-mime-type="{kind}"]' for kind in kinds)
        faults = self.page.locator(marks).all_inner_texts()
        assert not faults, f"cells failed: {faults}"
        return faults

    def wear(self, theme: str) -> None:
        """Open the page again in the theme ``light`` or ``dark``: Voila chooses it when it opens."""
        self.open(self.name, theme=theme)


@dataclass
class Lite(NotebookPlace):
    """One page of a JupyterLite site: the kernel runs in the page, and no server is asked."""

    address: str = field(kw_only=True)
    outside: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__post_init__()
        own = (self.address, "data:", "blob:")
        self.page.context.on(
            "request", lambda request: None if request.url.startswith(own) else self.outside.append(request.url)
        )

    def write(self, name: str, *cells: str) -> None:
        """Keep a notebook with these code cells in the browser's own storage."""
        self.page.goto(f"{self.address}/lab/index.html")
        self.page.wait_for_function("() => window.jupyterapp !== undefined")
        ask(
            self.page,
            """async ([name, content]) => {
              await window.jupyterapp.restored;
              const file = { type: 'notebook', format: 'json', content };
              await window.jupyterapp.serviceManager.contents.save(name, file);
            }""",
            [name, notebook_of(*cells, kernel="python")],
        )

    def open(self, name: str, *, width: int = 1280, height: int = 900) -> None:
        """Show a notebook that was written, and wait for its kernel."""
        self.page.set_viewport_size({"width": width, "height": height})
        ask(self.page, "path => window.jupyterapp.commands.execute('docmanager:open', { path })", name)
        wait_for_kernel(self.page, name)


def fresh_context(browser: Any) -> BrowserContext:
    """A browser window of its own that knows nothing of earlier tests and stills motion."""
    context: BrowserContext = browser.new_context(reduced_motion="reduce")
    return context
