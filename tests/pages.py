"""Waits for the page of a JupyterLab that a test has started."""

import socket
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path

PATIENCE = 60.0
"""Seconds that JupyterLab may take to answer."""


def free_port() -> int:
    """A port of this machine that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def status_of_page(port: int, process: "subprocess.Popen[bytes]", log: Path) -> int:
    """The status of JupyterLab's page, once it answers; fails with the log when the process ends before, or is slow."""
    deadline = time.monotonic() + PATIENCE
    while True:
        assert process.poll() is None, f"JupyterLab ended:\n{log.read_text()}"
        assert time.monotonic() < deadline, f"JupyterLab did not answer:\n{log.read_text()}"
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/lab", timeout=5) as page:
                status: int = page.status
                return status
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
