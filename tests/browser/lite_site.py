"""Builds a JupyterLite site with this package in it, which then runs with nothing but a browser.

The site, Pyodide and the wheels that it needs depend on versions alone: they are built once and kept under
artefacts/lite/ by a key of those versions. This package's own wheel changes all the time: it and the list of packages
that names it are made anew for each run and laid over the kept site while it is served.

The list, `pyodide-lock.json`, is written here. The tool that would do it needs a newer Python than the course does.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import threading
import tomllib
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from email.parser import HeaderParser
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.metadata import version
from pathlib import Path
from typing import Any

from hatchling.build import build_wheel
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name, parse_wheel_filename

ROOT = Path(__file__).resolve().parents[2]

WANTED = (
    "anywidget",
    "click",
    "comm",
    "ipython",
    "ipywidgets",
    "jedi",
    "micropip",
    "msgspec",
    "packaging",
    "platformdirs",
)
"""What the package and the kernel import; pip adds what these need."""

OF_PYODIDE = ("ipython", "micropip")
"""Taken in the version that Pyodide was made with: a newer one may need what has no wheel for a browser."""

FROM_KERNEL = ("ipykernel", "piplite", "pyodide_kernel", "widgetsnbextension-4")
"""Wheels that the kernel's extension brings, made for the browser."""

PREFETCHED = ("ipykernel", "comm", "piplite", "micropip", "pyodide-kernel", "jedi", "ipython")
"""Loaded while the kernel starts; the rest is loaded when a cell imports it."""

EXTENSIONS = ("@jupyter-widgets/jupyterlab-manager", "anywidget", "@jupyterlite/pyodide-kernel-extension")
KERNEL = "@jupyterlite/pyodide-kernel-extension"


@dataclass(frozen=True)
class Site:
    """A served site: its address, and the folder with the kept part of it."""

    address: str
    folder: Path


def missing_tools() -> str:
    """The program that cannot be found and without which no site is built; empty where all is there."""
    return "" if shutil.which("npm") else "npm"


# ---- the kept part -------------------------------------------------------------------------------


def build_site(kept: Path, home: Path) -> Path:
    """The site without this package: taken from `kept` where its versions are the same, else built.

    Args:
        kept: where sites are kept between runs.
        home: an empty folder to build in.
    """
    from jupyterlite_pyodide_kernel.constants import PYODIDE_VERSION

    named = {
        name: version(name) for name in ("jupyterlite-core", "jupyterlite-pyodide-kernel", "anywidget", "ipywidgets")
    }
    own = Path(__file__).read_text(encoding="utf-8")
    key = hashlib.sha256(json.dumps([own, named, PYODIDE_VERSION, _constraints()]).encode()).hexdigest()[:16]
    site = kept / key
    if site.is_dir():
        return site
    work = home / "work"
    pyodide = work / "static" / "pyodide"
    pyodide.parent.mkdir(parents=True)
    _fetch_pyodide(PYODIDE_VERSION, home, pyodide)
    _fetch_wheels(home, pyodide)
    _configure(work)
    _run([sys.executable, "-m", "jupyterlite_core", "build", "--output-dir", str(home / "site")], work)
    for old in kept.glob("*") if kept.is_dir() else ():
        shutil.rmtree(old)
    kept.mkdir(parents=True, exist_ok=True)
    # Into place in one step, so that a run that is broken off leaves no half of a site.
    coming = kept / f".{key}.{os.getpid()}"
    shutil.move(home / "site", coming)
    coming.rename(site)
    return site


def _constraints() -> list[str]:
    """The versions of uv.lock, so that a site is the same on every machine; the kernel's own are Pyodide's."""
    locked: dict[str, set[str]] = {}
    for package in tomllib.loads((ROOT / "uv.lock").read_text(encoding="utf-8"))["package"]:
        if "registry" in package.get("source", {}):
            locked.setdefault(package["name"], set()).add(package["version"])
    return [
        f"{name}=={versions.pop()}"
        for name, versions in sorted(locked.items())
        if len(versions) == 1 and name not in OF_PYODIDE
    ]


def _run(command: list[str], folder: Path) -> None:
    done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}\n{done.stderr}"


def _fetch_pyodide(number: str, home: Path, target: Path) -> None:
    _run(["npm", "pack", "--silent", f"pyodide@{number}"], home)
    [archive] = home.glob("pyodide-*.tgz")
    with tarfile.open(archive) as packed:
        packed.extractall(home / "unpacked", filter="data")
    shutil.move(home / "unpacked" / "package", target)


def _fetch_wheels(home: Path, target: Path) -> None:
    lock = json.loads((target / "pyodide-lock.json").read_text(encoding="utf-8"))
    info = lock["info"]
    major, minor = info["python"].split(".")[:2]
    made_with = [f"{name}=={lock['packages'][name]['version']}" for name in OF_PYODIDE]
    constraints = home / "constraints.txt"
    constraints.write_text("\n".join([*_constraints(), *made_with]), encoding="utf-8")
    _run(
        [
            sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--only-binary=:all:",
            "--platform", f"pyemscripten_{info['abi_version']}_wasm32", "--implementation", "cp",
            "--python-version", f"{major}.{minor}", "--abi", f"cp{major}{minor}",
            "--constraint", str(constraints), "--dest", str(target), *WANTED,
        ],
        home,
    )  # fmt: skip
    for name in FROM_KERNEL:
        [wheel] = (_extension(KERNEL) / "static" / "pypi").glob(f"{name}*.whl")
        for other in target.glob(f"{wheel.name.partition('-')[0]}-*.whl"):
            other.unlink()
        shutil.copy(wheel, target)


def _extension(name: str) -> Path:
    return Path(sys.prefix, "share/jupyter/labextensions", name)


def _configure(work: Path) -> None:
    settings = {
        "disablePyPIFallback": True,
        "loadPyodideOptions": {"lockFileURL": "./static/pyodide/pyodide-lock.json", "packages": list(PREFETCHED)},
    }
    config = {
        "exposeAppInBrowser": True,
        "litePluginSettings": {f"{KERNEL}:kernel": settings},
        "settingsOverrides": {
            "@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False},
            "@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"},
        },
    }
    (work / "jupyter-lite.json").write_text(
        json.dumps({"jupyter-lite-schema-version": 0, "jupyter-config-data": config}), encoding="utf-8"
    )
    build = {
        "apps": ["lab"],
        "no_sourcemaps": True,
        "ignore_sys_prefix": ["federated_extensions"],
        "federated_extensions": [str(_extension(name)) for name in EXTENSIONS],
    }
    (work / "jupyter_lite_config.json").write_text(json.dumps({"LiteBuildConfig": build}), encoding="utf-8")


# ---- what is made for each run -------------------------------------------------------------------


def _own_wheel(target: Path) -> Path:
    before = Path.cwd()
    os.chdir(ROOT)  # the builder reads the project of the current folder
    try:
        return target / build_wheel(str(target))
    finally:
        os.chdir(before)


def packages_list(wheels: list[Path], info: dict[str, Any]) -> dict[str, Any]:
    """Pyodide's list of the packages that it can load: these wheels, each with those of the others that it needs."""
    python = ".".join(info["python"].split(".")[:2])
    target = {"sys_platform": "emscripten", "platform_machine": "wasm32", "python_version": python, "extra": ""}
    names = {canonicalize_name(parse_wheel_filename(wheel.name)[0]) for wheel in wheels}
    packages: dict[str, Any] = {}
    for wheel in sorted(wheels):
        name, number, _, _ = parse_wheel_filename(wheel.name)
        with zipfile.ZipFile(wheel) as archive:
            files = archive.namelist()
            [metadata] = (file for file in files if re.fullmatch(r"[^/]+\.dist-info/METADATA", file))
            lines = HeaderParser().parsestr(archive.read(metadata).decode()).get_all("Requires-Dist") or []
        needs = {
            canonicalize_name(need.name)
            for need in map(Requirement, lines)
            if not need.marker or need.marker.evaluate(target)
        }
        packages[name] = {
            "name": name,
            "version": str(number),
            "file_name": wheel.name,
            "install_dir": "site",
            "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(),
            "package_type": "package",
            "imports": sorted(_imports(files)),
            "depends": sorted(needs & names),
            "unvendored_tests": False,
        }
    return {"info": info, "packages": packages}


def _imports(files: list[str]) -> set[str]:
    tops = {file.partition("/")[0] for file in files if file.endswith((".py", ".so")) and "/" in file}
    modules = {file.partition(".")[0] for file in files if "/" not in file and file.endswith((".py", ".so"))}
    return {top for top in tops | modules if top.isidentifier()}


@contextmanager
def serving_site(site: Path, own: Path) -> Iterator[Site]:
    """Serve a kept site with this package laid over it, on 127.0.0.1 and a free port.

    Args:
        site: what :func:`build_site` gave.
        own: a folder for what is laid over it.
    """
    pyodide, over = site / "static" / "pyodide", own / "over" / "static" / "pyodide"
    over.mkdir(parents=True)
    wheel = _own_wheel(over)
    info = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))["info"]
    made = packages_list([wheel, *pyodide.glob("*.whl")], info)
    (over / "pyodide-lock.json").write_text(json.dumps(made), encoding="utf-8")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, layers=(own / "over", site)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield Site(f"http://127.0.0.1:{server.server_address[1]}", site)
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Handler(SimpleHTTPRequestHandler):
    """Answers from the first folder that has the file; a browser runs WebAssembly and modules only by their types."""

    extensions_map = {  # noqa: RUF012 (the library's own name)
        **SimpleHTTPRequestHandler.extensions_map,
        ".wasm": "application/wasm",
        ".mjs": "text/javascript",
        ".js": "text/javascript",
        ".json": "application/json",
    }

    def __init__(self, *arguments: Any, layers: tuple[Path, ...]) -> None:
        self._layers = layers
        super().__init__(*arguments, directory=str(layers[-1]))

    def translate_path(self, path: str) -> str:
        found = Path(super().translate_path(path))
        inside = found.relative_to(self._layers[-1])
        return str(next((layer / inside for layer in self._layers if (layer / inside).is_file()), found))

    def log_message(self, *_words: Any) -> None:
        """A test's output is no place for a list of requests."""
