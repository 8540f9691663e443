"""Says whether this installation can show the lessons, and what to do where it cannot."""

import json
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from canasta_teach.lessons_folder import LessonsFolderError, probe_writable, shipped_lessons

OLDEST_PYTHON = (3, 11)
OLDEST = {"jupyterlab": "4.4", "ipywidgets": "8.1", "anywidget": "0.11"}
FRONT_ENDS = {"@jupyter-widgets/jupyterlab-manager": "jupyterlab-widgets", "anywidget": "anywidget"}
"""The JupyterLab extensions that draw our widgets, and the package that each comes with."""


@dataclass(frozen=True)
class Finding:
    """One thing looked at.

    Attributes:
        ok: Whether it fits.
        what: What was looked at and found, on one line.
        remedy: What to do about it; empty where it fits.
    """

    ok: bool
    what: str
    remedy: str = ""

    def __str__(self) -> str:
        """One line where it fits, a second with the remedy where it does not."""
        return f"ok     {self.what}" if self.ok else f"wrong  {self.what}\n       → {self.remedy}"


def examine(folder: Path) -> Iterator[Finding]:
    """Look at everything that the lessons need, one finding after another; raises nothing of its own.

    Args:
        folder: The learner's lessons folder, which need not exist yet.
    """
    yield _python()
    for package, oldest in OLDEST.items():
        yield _package(package, oldest)
    yield from _front_ends()
    yield _kernel()
    yield _lessons()
    yield _writable("lessons folder", folder, "Name another with --folder DIR, or free it for writing.")
    yield from jupyter_folders()


def _python() -> Finding:
    found = ".".join(str(part) for part in sys.version_info[:3])
    oldest = ".".join(str(part) for part in OLDEST_PYTHON)
    if sys.version_info >= OLDEST_PYTHON:
        return Finding(True, f"Python {found} ({sys.executable})")
    return Finding(False, f"Python {found}, {oldest} or newer is needed", f"Install Python {oldest} or newer.")


def _package(name: str, oldest: str) -> Finding:
    remedy = f'Run: {_install()} --upgrade "{name}>={oldest}"'
    try:
        found = version(name)
    except PackageNotFoundError:
        return Finding(False, f"{name} is not installed, {oldest} or newer is needed", remedy)
    if _numbers(found) >= _numbers(oldest):
        return Finding(True, f"{name} {found}")
    return Finding(False, f"{name} {found}, {oldest} or newer is needed", remedy)


def _front_ends() -> Iterator[Finding]:
    """Whether JupyterLab would serve the widgets' front end: there, with its script, and not switched off."""
    try:
        from jupyter_core.paths import jupyter_path
        from jupyterlab.commands import get_app_dir
        from jupyterlab_server.config import get_federated_extensions, get_page_config
    except ImportError as error:
        yield Finding(False, f"JupyterLab cannot be loaded: {error}", f"Run: {_install()} --upgrade jupyterlab")
        return
    places = jupyter_path("labextensions")
    try:
        served = get_federated_extensions(places)
        disabled = get_page_config(places, str(Path(get_app_dir()) / "settings")).get("disabledExtensions", [])
    except (OSError, ValueError, KeyError) as error:
        yield Finding(
            False,
            f"The extensions of JupyterLab cannot be read: {error}",
            "Look for a spoilt package.json or page_config.json in: " + ", ".join(places),
        )
        return
    for name, package in FRONT_ENDS.items():
        again = f"Run: {_install()} --force-reinstall {package}"
        if name not in served:
            yield Finding(False, f"front end {name} is not found", again)
            continue
        found = served[name]
        script = Path(found["ext_path"]) / found["jupyterlab"]["_build"]["load"]
        if not script.is_file():
            yield Finding(False, f"front end {name} lacks its script {script}", again)
        elif any(each.partition(":")[0] == name for each in disabled):
            yield Finding(False, f"front end {name} is switched off", f"Run: jupyter labextension enable {name}")
        else:
            yield Finding(True, f"front end {name} {found.get('version', '')}".rstrip())


def _kernel() -> Finding:
    again = f"Run: {_install()} --force-reinstall ipykernel"
    os.environ.setdefault("JUPYTER_PREFER_ENV_PATH", "1")  # as the launcher does, so that the same kernel is found
    try:
        from jupyter_client.kernelspec import KernelSpecManager, NoSuchKernel
    except ImportError as error:
        return Finding(False, f"the Python kernel cannot be looked for: {error}", again)
    try:
        program = KernelSpecManager().get_kernel_spec("python3").argv[0]
    except (NoSuchKernel, OSError, ValueError, IndexError) as error:
        return Finding(False, f"the Python kernel is not found: {error}", again)
    # Jupyter reads a bare name as the Python that it runs in itself.
    if os.path.isabs(program) and not _same_environment(program):
        return Finding(False, f"the Python kernel runs {program}, not {sys.executable}", again)
    return Finding(True, "Python kernel")


def _same_environment(program: str) -> bool:
    # Not resolved: an environment's python is a link to one that may be shared by several environments.
    return Path(program).parent == Path(sys.executable).parent


def _lessons() -> Finding:
    try:
        return Finding(True, f"lessons in {shipped_lessons()}")
    except LessonsFolderError as error:
        return Finding(False, str(error), f"Run: {_install()} --force-reinstall canasta-teach")


def jupyter_folders() -> Iterator[Finding]:
    """Whether the folders that Jupyter itself writes to can be written."""
    try:
        from jupyter_core.paths import jupyter_config_dir, jupyter_data_dir, jupyter_runtime_dir
    except ImportError:
        return  # said already, of the front ends
    for what, place, variable in (
        ("Jupyter's configuration folder", jupyter_config_dir(), "JUPYTER_CONFIG_DIR"),
        ("Jupyter's data folder", jupyter_data_dir(), "JUPYTER_DATA_DIR"),
        ("Jupyter's runtime folder", jupyter_runtime_dir(), "JUPYTER_RUNTIME_DIR"),
    ):
        yield _writable(what, Path(place), f"Free it for writing, or set {variable} to a folder that can be written.")


def _writable(what: str, folder: Path, remedy: str) -> Finding:
    """Try a folder by writing to it; one that does not exist yet is tried where it would be made."""
    folder = Path(os.path.abspath(folder.expanduser()))
    place = next((place for place in (folder, *folder.parents) if os.path.lexists(place)), folder)
    try:
        probe_writable(place)
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        return Finding(False, f"{what} {folder} cannot be written: {reason}", remedy)
    return Finding(True, f"{what} {folder}" + ("" if place == folder else " (will be made)"))


def _numbers(text: str) -> tuple[int, ...]:
    """The leading numbers of a version: enough to hold a released version against a lower bound."""
    numbers = []
    for part in text.split("."):
        digits = part[: len(part) - len(part.lstrip("0123456789"))]
        if not digits:
            break
        numbers.append(int(digits))
    return tuple(numbers)


def _install() -> str:
    """The installer to name in a remedy: an environment made by uv has no pip of its own."""
    python = json.dumps(sys.executable) if " " in sys.executable else sys.executable
    return f"{python} -m pip install" if find_spec("pip") else f"uv pip install --python {python}"
