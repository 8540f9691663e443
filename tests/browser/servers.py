"""Jupyter servers for the browser tests: on 127.0.0.1 and a free port, all that they write in a temporary folder."""

from __future__ import annotations

import json
import os
import secrets
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from canasta_teach.launcher import EXTENSION
from tests.pages import free_port

PATIENCE = 60.0
"""Seconds that a server, a kernel or a notebook may take before a test gives up."""

AT_ONCE = f"--ServerApp.jpserver_extensions={EXTENSION}=True"
"""The server as our launcher starts it: answers of a kernel are not held back."""

_OVERRIDES = {
    "@jupyterlab/apputils-extension:notification": {
        "fetchNews": "false",
        "checkForUpdates": False,
        "doNotDisturbMode": True,
    },
    # Cells out of sight must be drawn too, or nothing in them can be found.
    "@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"},
}


@dataclass(frozen=True)
class Server:
    """A running Jupyter server: its address, its token, and the folder that it shows.

    JupyterLab is under ``/lab``, Notebook 7 under ``/notebooks``, Voila under ``/voila``.
    """

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

    def stop_kernels(self) -> None:
        """End every kernel: those of notebooks, and those that Voila started without one."""
        for session in self.ask("/api/sessions"):
            self.ask(f"/api/sessions/{session['id']}", "DELETE")
        for kernel in self.ask("/api/kernels"):
            self.ask(f"/api/kernels/{kernel['id']}", "DELETE")


@contextmanager
def serving(home: Path, folder: Path, *options: str) -> Iterator[Server]:
    """A Jupyter server on `folder`, with its own files in `home`; it is ended when the block is left.

    Args:
        home: an empty folder for settings, runtime files and the log.
        folder: what the server shows.
        options: further options of its command line.
    """
    settings = home / "app-settings"
    settings.mkdir(parents=True)
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
        "--expose-app-in-browser", "--JupyterNotebookApp.expose_app_in_browser=True",
        "--LabApp.extension_manager=readonly", f"--LabApp.app_settings_dir={settings}",
        f"--JupyterNotebookApp.app_settings_dir={settings}",
        "--VoilaConfiguration.show_tracebacks=True", *options,
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
