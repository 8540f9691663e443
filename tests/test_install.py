"""The built wheel carries all that an installed copy needs, lessons included, and works without the checkout."""

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from hatchling.build import build_wheel

from tests.pages import free_port, status_of_page

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel's files, unpacked into a folder of their own."""
    home = tmp_path_factory.mktemp("wheel")
    before = Path.cwd()
    os.chdir(ROOT)  # the builder reads the project of the current folder
    try:
        wheel = build_wheel(str(home))
    finally:
        os.chdir(before)
    target = home / "site"
    with zipfile.ZipFile(home / wheel) as archive:
        archive.extractall(target)
    return target


def run(installed: Path, *arguments: str, stdin: str = "") -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "canasta_teach", *arguments],
        cwd=installed.parent,
        env=environment(installed),
        input=stdin,
        capture_output=True,
        check=False,
        text=True,
    )


def environment(installed: Path) -> dict[str, str]:
    jupyter = {name: str(installed.parent / name.lower()) for name in ("JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR")}
    return {**os.environ, **jupyter, "PYTHONPATH": str(installed), "JUPYTER_CONFIG_DIR": str(installed.parent / "conf")}


def test_the_wheel_holds_every_file_of_the_package_and_every_lesson(installed: Path) -> None:
    left_out = {"__pycache__", ".ipynb_checkpoints"}

    def files(folder: Path) -> set[str]:
        return {
            path.relative_to(folder).as_posix()
            for path in folder.rglob("*")
            if path.is_file() and not left_out & set(path.parts)
        }

    package = {f"canasta_teach/{name}" for name in files(ROOT / "canasta_teach")}
    lessons = {f"canasta_teach/_lessons/{name}" for name in files(ROOT / "lessons")}
    found = {name for name in files(installed) if ".dist-info/" not in name}
    assert "canasta_teach/py.typed" in package
    assert "canasta_teach/_lessons/00-start-here.ipynb" in lessons
    assert found == package | lessons


def test_the_installed_copy_judges(installed: Path) -> None:
    case = {"id": 1, "position": {"phase": "draw"}, "move": "draw"}
    done = run(installed, "judge", stdin=json.dumps(case))
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["legal"] is True


def test_the_doctor_finds_the_installed_copy_sound(installed: Path, tmp_path: Path) -> None:
    done = run(installed, "doctor", "--folder", str(tmp_path / "lessons"))
    assert done.returncode == 0, done.stdout
    assert str(installed / "canasta_teach" / "_lessons") in done.stdout


def test_the_installed_copy_opens_its_lessons(installed: Path, tmp_path: Path) -> None:
    port, log = free_port(), tmp_path / "log"
    arguments = ["--no-browser", "--port", str(port), "--folder", str(tmp_path / "my")]
    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "canasta_teach", *arguments],
            cwd=tmp_path,
            env=environment(installed),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        assert status_of_page(port, process, log) == 200
        assert (tmp_path / "my" / "00-start-here.ipynb").is_file()
    finally:
        process.terminate()
        process.wait(timeout=30)
