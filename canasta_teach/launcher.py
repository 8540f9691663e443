"""Opens JupyterLab on the learner's own copy of the lessons."""

import os
import socket
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from canasta_teach.cli_io import print_lines
from canasta_teach.doctor import jupyter_folders
from canasta_teach.lessons_folder import FIRST_LESSON, Delivery, LessonsFolderError, deliver, shipped_lessons

HOST = "127.0.0.1"
EXTENSION = "canasta_teach.server"
"""Our extension of the server; it is loaded by the command line alone, and changes no other JupyterLab of the user."""


class LaunchError(Exception):
    """JupyterLab cannot be started; the message says why and what to do."""


def package_version() -> str:
    """The version of the installed package, or `unknown` where it runs without being installed."""
    try:
        return version("canasta-teach")
    except PackageNotFoundError:
        return "unknown"


def prepare(folder: Path) -> Delivery:
    """Bring the lessons into the learner's `folder`.

    Raises:
        LaunchError: if the lessons are missing, or the folder cannot be written.
    """
    try:
        return deliver(folder, shipped_lessons(), package_version())
    except LessonsFolderError as error:
        raise LaunchError(str(error)) from error


def describe(delivery: Delivery) -> str:
    """What a delivery did, in words for the learner; ends without a line break."""
    lines = [f"Your lessons are in {delivery.folder}"]
    if delivery.new:
        lines.append(f"  new: {_listed(delivery.new)}")
    if delivery.renewed:
        lines.append(f"  renewed: {_listed(delivery.renewed)}")
    lines += [
        f"  {name} holds your changes and was left as it is; the newer one is beside it: {beside}"
        for name, beside in delivery.beside
    ]
    return "\n".join(lines)


def check_port(port: int) -> None:
    """Say now, in our words, that a port is taken, rather than have JupyterLab move to another.

    Raises:
        LaunchError: if nothing can listen on the port.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        if os.name == "posix":
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError as error:
            raise LaunchError(
                f"Port {port} on {HOST} cannot be used: {error.strerror}. Name another with --port N, or leave it out."
            ) from error


def lab_command(folder: Path, *, browser: bool, port: int | None) -> list[str]:
    """The command line that opens JupyterLab on `folder`, its page on the first lesson.

    Args:
        folder: The learner's folder, absolute.
        browser: Whether JupyterLab opens a browser by itself.
        port: The one port to use; None lets JupyterLab take the first free one from its usual port on.
    """
    command = [
        sys.executable,
        "-m",
        "jupyterlab",
        f"--ServerApp.ip={HOST}",
        f"--ServerApp.root_dir={folder}",
        f"--ServerApp.jpserver_extensions={EXTENSION}=True",
        f"--LabApp.default_url=/lab/tree/{FIRST_LESSON}",
        # Beside the settings of `environment`: nothing asks the network for news.
        "--LabApp.news_url=None",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    ]
    if port is not None:
        command += [f"--ServerApp.port={port}", "--ServerApp.port_retries=0"]
    if not browser:
        command.append("--no-browser")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.append("--allow-root")
    return command


def environment() -> dict[str, str]:
    """The environment variables that JupyterLab is started with.

    The lessons need the kernel of this very environment, not another one of the same name in the user's own folder.
    And a learner's first sight is the lesson, not a question about news: our defaults for JupyterLab's settings come
    before those of the installation, and after what the user has chosen.
    """
    ours = str(Path(__file__).resolve().parent / "jupyter_config")
    paths = [ours, *filter(None, [os.environ.get("JUPYTER_CONFIG_PATH")])]
    return {**os.environ, "JUPYTER_PREFER_ENV_PATH": "1", "JUPYTER_CONFIG_PATH": os.pathsep.join(paths)}


def launch(folder: Path, *, browser: bool = True, port: int | None = None) -> int:
    """Deliver the lessons, say so, and become JupyterLab.

    On POSIX this process turns into JupyterLab, so that signals and the exit status are JupyterLab's own and the call
    does not return. Elsewhere it waits for JupyterLab and gives its exit status.

    Raises:
        LaunchError: if a folder cannot be written, the port is taken, or JupyterLab is not installed.
    """
    if find_spec("jupyterlab") is None:
        raise LaunchError(f"JupyterLab is not installed for {sys.executable}; `pip install canasta-teach` brings it.")
    if port is not None:
        check_port(port)
    folder = Path(os.path.abspath(folder.expanduser()))
    told = describe(prepare(folder))
    if sys.stdout is not None:  # a program without a console has none, and opens the lessons all the same
        print_lines([told])
    # JupyterLab would end in a traceback here; the doctor's finding says what to do.
    for finding in jupyter_folders():
        if not finding.ok:
            raise LaunchError(f"{finding.what}. {finding.remedy}")
    command = lab_command(folder, browser=browser, port=port)
    if os.name == "posix":
        sys.stderr.flush()
        os.execve(command[0], command, environment())
    return subprocess.run(command, env=environment(), check=False).returncode


def _listed(names: list[str]) -> str:
    shown = 6
    more = "" if len(names) <= shown else f" and {len(names) - shown} more"
    return ", ".join(names[:shown]) + more
