"""Real JupyterLab in a real Chromium, for the tests marked `browser`.

A test takes the fixture `lab` and writes or names a notebook:

    def test_something(lab: Lab) -> None:
        lab.open("05-melds.ipynb")
        lab.run_all()
        lab.page.get_by_role("button", name="8 of spades").click()

Errors of the page, errors of cells and text on a cell's standard error fail the test. When a test fails, the page is
kept as a picture under artefacts/browser/.
"""

import json
import os
import re
import secrets
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook
from playwright.sync_api import Browser, Page, sync_playwright

from canasta_teach.lessons_folder import shipped_lessons
from tests.conftest import find_chromium
from tests.pages import free_port

ARTEFACTS = Path(__file__).resolve().parents[2] / "artefacts" / "browser"
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
FAILED = pytest.StashKey[bool]()
PATIENCE = 60.0
"""Seconds that a server, a kernel or a notebook may take before a test gives up."""

_OVERRIDES = {
    "@jupyterlab/apputils-extension:notification": {
        "fetchNews": "false",
        "checkForUpdates": False,
        "doNotDisturbMode": True,
    },
    # Cells out of sight must be drawn too, or nothing in them can be found.
    "@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"},
}

# The status light of the page is racy; the kernel's own answer is not.
_READY = """async (name) => {
  const widget = window.jupyterapp?.shell?.currentWidget;
  if (!widget || widget.context?.path !== name) return false;
  await widget.context.ready;
  await widget.sessionContext.ready;
  const kernel = widget.sessionContext.session?.kernel;
  if (!kernel) return false;
  await kernel.info;
  return true;
}"""
_OUTPUTS = """() => window.jupyterapp.shell.currentWidget.content.widgets
  .filter(cell => cell.model.type === 'code')
  .map(cell => cell.model.outputs.toJSON())"""


@dataclass(frozen=True)
class Server:
    """A running JupyterLab: its address, its token, and the folder that it shows."""

    address: str
    token: str
    folder: Path

    def ask(self, path: str, method: str = "GET") -> Any:
        """The JSON that the server's own interface answers under `path`; None for an empty answer."""
        request = urllib.request.Request(
            f"{self.address}{path}", method=method, headers={"Authorization": f"token {self.token}"}
        )
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            content = answer.read()
        return json.loads(content) if content else None


@dataclass
class Lab:
    """One page of JupyterLab, and what went wrong on it."""

    page: Page
    server: Server
    errors: list[str] = field(default_factory=list)

    def write(self, name: str, *cells: str) -> None:
        """Write a notebook with these code cells into the server's folder."""
        notebook = new_notebook(cells=[new_code_cell(cell) for cell in cells])
        notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
        nbformat.write(notebook, self.server.folder / name)

    def open(self, name: str, *, width: int = 1280, height: int = 900) -> None:
        """Show a notebook of the server's folder, and wait for its kernel."""
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.goto(f"{self.server.address}/lab/tree/{name}?token={self.server.token}")
        self.page.wait_for_function("() => window.jupyterapp !== undefined")
        self._wait_until(_READY, name)

    def run_all(self) -> list[list[dict[str, Any]]]:
        """Run every cell, and give the outputs of each code cell; an error or a word on standard error fails."""
        self.page.evaluate("() => window.jupyterapp.commands.execute('notebook:run-all-cells')")
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

    def screenshot(self, name: str) -> Path:
        """Keep a picture of the page as artefacts/browser/NAME.png."""
        ARTEFACTS.mkdir(parents=True, exist_ok=True)
        path = ARTEFACTS / f"{re.sub(r'[^A-Za-z0-9._-]+', '-', name)}.png"
        self.page.screenshot(path=path)
        return path

    def _wait_until(self, script: str, argument: str) -> None:
        deadline = time.monotonic() + PATIENCE
        while not self.page.evaluate(script, argument):
            assert time.monotonic() < deadline, f"{argument} was not ready within {PATIENCE:.0f} s"
            self.page.wait_for_timeout(50)


@pytest.fixture(scope="session")
def lab_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """JupyterLab on copies of the lessons, with every folder of its own a temporary one."""
    home = tmp_path_factory.mktemp("jupyter")
    folder = home / "lessons"
    shutil.copytree(shipped_lessons(), folder, ignore=shutil.ignore_patterns(".ipynb_checkpoints"))
    settings = home / "app-settings"
    settings.mkdir()
    (settings / "overrides.json").write_text(json.dumps(_OVERRIDES))
    places = {
        "JUPYTER_CONFIG_DIR": home / "config",
        "JUPYTER_DATA_DIR": home / "data",
        "JUPYTER_RUNTIME_DIR": home / "runtime",
        "JUPYTERLAB_SETTINGS_DIR": home / "user-settings",
        "JUPYTERLAB_WORKSPACES_DIR": home / "workspaces",
        "IPYTHONDIR": home / "ipython",
    }
    environment = {**os.environ, **{key: str(place) for key, place in places.items()}, "JUPYTER_PREFER_ENV_PATH": "1"}
    port, token = free_port(), secrets.token_hex(16)
    server = Server(f"http://127.0.0.1:{port}", token, folder)
    command = [
        sys.executable, "-m", "jupyterlab", "--no-browser",
        "--ServerApp.ip=127.0.0.1", f"--ServerApp.port={port}", "--ServerApp.port_retries=0",
        f"--IdentityProvider.token={token}", f"--ServerApp.root_dir={folder}",
        "--expose-app-in-browser", "--LabApp.extension_manager=readonly", f"--LabApp.app_settings_dir={settings}",
    ]  # fmt: skip
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.append("--allow-root")
    log = home / "server.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            command, cwd=home, env=environment, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT
        )
    try:
        _wait_for(server, process, log)
        yield server
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """Chromium, for one module at a time: a running Playwright holds the event loop that other tests need."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=CHROMIUM_FLAGS)
        try:
            yield browser
        finally:
            browser.close()


@pytest.fixture
def lab(chromium: Browser, lab_server: Server, request: pytest.FixtureRequest) -> Iterator[Lab]:
    """A fresh page of JupyterLab; the kernels that the test started are stopped after it."""
    context = chromium.new_context(reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(PATIENCE * 1000)
    found = Lab(page, lab_server)
    page.on("pageerror", lambda error: found.errors.append(str(error)))
    try:
        yield found
        assert not found.errors, f"errors on the page: {found.errors}"
    finally:
        if request.node.stash.get(FAILED, False) or found.errors:
            found.screenshot(request.node.name)
        context.close()
        for session in lab_server.ask("/api/sessions"):
            lab_server.ask(f"/api/sessions/{session['id']}", "DELETE")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Remember a failure while the page still stands, so that it can be kept as a picture."""
    report = yield
    if report.failed:
        item.stash[FAILED] = True
    return report


def _wait_for(server: Server, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while True:
        assert process.poll() is None, f"JupyterLab ended at once:\n{log.read_text()}"
        assert time.monotonic() < deadline, f"JupyterLab did not answer:\n{log.read_text()}"
        try:
            server.ask("/api/status")
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
        else:
            return
