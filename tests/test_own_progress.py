"""Answers of one file of tests are not met in the next, whatever the order in which they run."""

import os
import subprocess
import sys
from pathlib import Path

from canasta_teach.teach.course import ENVIRONMENT

ANSWERS = f"""
import os
from pathlib import Path

def test_it_begins_without_answers():
    folder = Path(os.environ["{ENVIRONMENT}"])
    assert folder.is_dir() and not list(folder.iterdir())
    (folder / "answered").touch()

def test_the_same_file_goes_on():
    assert (Path(os.environ["{ENVIRONMENT}"]) / "answered").exists()
"""


def test_each_file_has_its_own_store_and_the_users_own_stays_as_it_was(tmp_path: Path) -> None:
    users = tmp_path / "users"
    users.mkdir()
    files = [tmp_path / f"test_{name}.py" for name in ("one", "two")]
    for file in files:
        file.write_text(ANSWERS, encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "tests.own_progress",
        "-p",
        "no:cacheprovider",
        *map(str, files),
    ]
    ran = subprocess.run(
        command,
        cwd=Path(__file__).parents[1],
        env={**os.environ, ENVIRONMENT: str(users), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout
    assert "4 passed" in ran.stdout
    assert not list(users.iterdir())
