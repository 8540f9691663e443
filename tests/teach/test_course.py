"""Where the learner's progress is kept: found by itself, and not written before the first answer."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import platformdirs
import pytest

from canasta_teach.lessons_folder import MANIFEST
from canasta_teach.teach.course import ENVIRONMENT, course_progress, progress_file
from canasta_teach.teach.exercise import Exercise
from tests.widgets.quiz_items import ITEMS


@pytest.fixture(autouse=True)
def a_fresh_process(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.delenv(ENVIRONMENT, raising=False)
    course_progress.cache_clear()
    yield
    course_progress.cache_clear()


def test_it_lies_beside_the_manifest_of_the_lessons_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / MANIFEST).write_text("{}")
    deeper = tmp_path / "mine" / "more"
    deeper.mkdir(parents=True)
    for here in (tmp_path, deeper):
        monkeypatch.chdir(here)
        assert progress_file() == tmp_path / "progress.sqlite"


def test_outside_of_a_lessons_folder_it_lies_in_the_users_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(platformdirs, "user_data_path", lambda name: tmp_path / "data" / name)
    assert progress_file() == tmp_path / "data" / "canasta-teach" / "progress.sqlite"


def test_the_environment_names_the_file_or_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / MANIFEST).write_text("{}")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(ENVIRONMENT, str(tmp_path / "own.db"))
    assert progress_file() == tmp_path / "own.db"
    folder = tmp_path / "folder"
    folder.mkdir()
    monkeypatch.setenv(ENVIRONMENT, str(folder))
    assert progress_file() == folder / "progress.sqlite"
    monkeypatch.setenv(ENVIRONMENT, "  ")
    assert progress_file() == tmp_path / "progress.sqlite"


def test_nothing_is_written_before_the_first_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ENVIRONMENT, str(tmp_path / "new" / "own.db"))
    progress = course_progress()
    assert progress is course_progress()
    assert progress.mastery() == {}
    assert list(tmp_path.iterdir()) == []
    one = Exercise(ITEMS["count"])
    kept: list[bool] = []
    one.on_answer(lambda told: kept.append(progress.keep(told)))
    one.check(40)
    assert kept == [True]
    assert (tmp_path / "new" / "own.db").is_file()
    assert progress.answers()[0].right
    assert progress.answers()[0].version


def test_a_working_folder_that_was_deleted_is_no_matter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    monkeypatch.setattr(platformdirs, "user_data_path", lambda name: tmp_path / name)
    assert progress_file() == tmp_path / "canasta-teach" / "progress.sqlite"
    monkeypatch.chdir(tmp_path)
