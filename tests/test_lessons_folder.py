"""The learner's copy of the lessons is never overwritten."""

import errno
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from canasta_teach import lessons_folder
from canasta_teach.lessons_folder import MANIFEST, LessonsFolderError, deliver

LESSON = "05-melds.ipynb"
BESIDE = "05-melds (newer version 2.0).ipynb"


@pytest.fixture
def source(tmp_path: Path) -> Path:
    folder = tmp_path / "shipped"
    (folder / "assets").mkdir(parents=True)
    (folder / "00-start-here.ipynb").write_text("start")
    (folder / LESSON).write_text("melds 1")
    (folder / "assets" / "meld-tray.png").write_bytes(b"\x89PNG")
    (folder / ".ipynb_checkpoints").mkdir()
    (folder / ".ipynb_checkpoints" / LESSON).write_text("no lesson")
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "documents" / "my lessons"


def contents(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text(errors="replace")
        for path in folder.rglob("*")
        if path.is_file() and path.name != MANIFEST
    }


def test_all_lessons_and_their_pictures_come_to_a_new_folder(source: Path, folder: Path) -> None:
    delivery = deliver(folder, source, "1.0")
    assert delivery.new == ["00-start-here.ipynb", LESSON, "assets/meld-tray.png"]
    assert set(contents(folder)) == set(delivery.new)


def test_a_second_delivery_of_the_same_lessons_does_nothing(source: Path, folder: Path) -> None:
    deliver(folder, source, "1.0")
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*.*")}
    delivery = deliver(folder, source, "1.0")
    assert (delivery.new, delivery.renewed, delivery.beside) == ([], [], [])
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*.*")} == before


def test_an_unchanged_lesson_is_renewed(source: Path, folder: Path) -> None:
    deliver(folder, source, "1.0")
    (source / LESSON).write_text("melds 2")
    delivery = deliver(folder, source, "2.0")
    assert delivery.renewed == [LESSON]
    assert contents(folder)[LESSON] == "melds 2"


def test_a_changed_lesson_stays_and_the_newer_comes_beside_it(source: Path, folder: Path) -> None:
    deliver(folder, source, "1.0")
    (folder / LESSON).write_text("melds 1, with my notes")
    (source / LESSON).write_text("melds 2")
    delivery = deliver(folder, source, "2.0")
    assert delivery.beside == [(LESSON, BESIDE)]
    assert contents(folder)[LESSON] == "melds 1, with my notes"
    assert contents(folder)[BESIDE] == "melds 2"


def test_a_changed_lesson_is_left_alone_while_there_is_no_newer(source: Path, folder: Path) -> None:
    deliver(folder, source, "1.0")
    (folder / LESSON).write_text("melds 1, with my notes")
    delivery = deliver(folder, source, "1.1")
    assert delivery.beside == []
    assert contents(folder)[LESSON] == "melds 1, with my notes"


def test_a_newer_lesson_is_put_beside_once_and_not_again_after_it_was_thrown_away(source: Path, folder: Path) -> None:
    deliver(folder, source, "1.0")
    (folder / LESSON).write_text("mine")
    (source / LESSON).write_text("melds 2")
    deliver(folder, source, "2.0")
    (folder / BESIDE).unlink()
    assert deliver(folder, source, "2.0").beside == []


def test_a_name_beside_that_holds_other_work_is_not_taken(source: Path, folder: Path) -> None:
    deliver(folder, source, "1.0")
    (folder / LESSON).write_text("mine")
    (folder / BESIDE).write_text("mine too")
    (source / LESSON).write_text("melds 2")
    assert deliver(folder, source, "2.0").beside == [(LESSON, "05-melds (newer version 2.0, 2).ipynb")]
    assert contents(folder)[BESIDE] == "mine too"


def test_a_deleted_lesson_is_restored(source: Path, folder: Path) -> None:
    deliver(folder, source, "1.0")
    (folder / LESSON).unlink()
    assert deliver(folder, source, "1.0").new == [LESSON]


def test_a_lesson_changed_and_changed_back_is_renewed(source: Path, folder: Path) -> None:
    deliver(folder, source, "1.0")
    (source / LESSON).write_text("melds 2")
    deliver(folder, source, "2.0")
    (folder / LESSON).write_text("melds 1")
    assert deliver(folder, source, "2.0").renewed == [LESSON]


@pytest.mark.parametrize("manifest", ["", "{", '{"files": 3}', '{"files": {}, "other": 1}', "\x00"])
def test_without_a_readable_manifest_every_other_file_counts_as_the_learners(
    source: Path, folder: Path, manifest: str
) -> None:
    deliver(folder, source, "1.0")
    (folder / MANIFEST).write_text(manifest)
    (source / LESSON).write_text("melds 2")
    assert deliver(folder, source, "2.0").beside == [(LESSON, BESIDE)]
    assert contents(folder)[LESSON] == "melds 1"


def test_work_that_was_there_before_the_first_delivery_stays(source: Path, folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / LESSON).write_text("an older notebook of mine")
    deliver(folder, source, "1.0")
    assert contents(folder)[LESSON] == "an older notebook of mine"


def test_a_folder_in_a_lessons_place_stays(source: Path, folder: Path) -> None:
    (folder / LESSON).mkdir(parents=True)
    assert deliver(folder, source, "2.0").beside == [(LESSON, BESIDE)]
    assert (folder / LESSON).is_dir()


def test_a_link_that_leads_nowhere_is_not_replaced(source: Path, folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / LESSON).symlink_to(folder / "gone.ipynb")
    deliver(folder, source, "2.0")
    assert (folder / LESSON).is_symlink()
    assert not (folder / "gone.ipynb").exists()


def test_a_delivery_cut_off_by_a_full_disk_is_taken_up_again(
    source: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deliver(folder, source, "1.0")
    (folder / LESSON).write_text("mine")
    (source / LESSON).write_text("melds 2")
    (source / "00-start-here.ipynb").write_text("start 2")
    real_replace = Path.replace

    def full(self: Path, target: Path) -> Path:
        if target.name != MANIFEST:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return real_replace(self, target)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", full)
        with pytest.raises(LessonsFolderError, match="No space left"):
            deliver(folder, source, "2.0")
    assert not list(folder.glob("*.tmp")) + list(folder.glob(".*.tmp"))
    assert contents(folder)["00-start-here.ipynb"] == "start"
    delivery = deliver(folder, source, "2.0")
    assert delivery.renewed == ["00-start-here.ipynb"]
    assert delivery.beside == [(LESSON, BESIDE)]


def test_a_folder_that_cannot_be_made_is_one_clear_error(source: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(LessonsFolderError, match=r"file/x cannot be written: .*--folder DIR"):
        deliver(tmp_path / "file" / "x", source, "1.0")


AS_ANOTHER = """
import os, sys
from pathlib import Path
from canasta_teach.lessons_folder import LessonsFolderError, deliver
if os.geteuid() == 0:
    os.setuid(65534)  # folder modes do not bind root
try:
    deliver(Path(sys.argv[2]), Path(sys.argv[1]), "1.0")
except LessonsFolderError as error:
    sys.exit(str(error))
"""


@pytest.mark.skipif(os.name != "posix", reason="folder modes are POSIX")
@pytest.mark.parametrize(("mode", "said"), [(0o777, ""), (0o555, "cannot be written: Permission denied. Name another")])
def test_a_folder_closed_for_writing_is_one_clear_error(source: Path, mode: int, said: str) -> None:
    with tempfile.TemporaryDirectory() as home:  # pytest's own folders are closed to other users
        shutil.copytree(source, Path(home) / "shipped")
        folder = Path(home) / "lessons"
        folder.mkdir()
        Path(home).chmod(0o755)
        folder.chmod(mode)
        asked = subprocess.run(
            [sys.executable, "-c", AS_ANOTHER, str(Path(home) / "shipped"), str(folder)],
            capture_output=True,
            check=False,
            text=True,
        )
        written = sorted(path.name for path in folder.iterdir())
    assert said in asked.stderr
    assert (asked.returncode, bool(written)) == ((1, False) if said else (0, True))


def test_a_package_without_its_lessons_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(lessons_folder, "__file__", str(tmp_path / "canasta_teach" / "lessons_folder.py"))
    with pytest.raises(LessonsFolderError, match="install it again"):
        lessons_folder.shipped_lessons()


steps = st.lists(
    st.one_of(
        st.tuples(st.just("ship"), st.sampled_from(["ours 1", "ours 2", "ours 3"])),
        st.tuples(st.just("edit"), st.sampled_from(["mine 1", "mine 2", "ours 1"])),
        st.tuples(st.just("delete"), st.just("")),
    ),
    max_size=8,
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=steps)
def test_no_history_of_deliveries_and_edits_loses_the_learners_words(
    steps: list[tuple[str, str]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    home = tmp_path_factory.mktemp("history")
    source, folder = home / "shipped", home / "mine"
    source.mkdir()
    lesson, ours = folder / LESSON, "ours 1"
    (source / LESSON).write_text(ours)
    deliver(folder, source, "1")
    for version, (step, text) in enumerate(steps, start=2):
        if step == "ship":
            ours = text
            (source / LESSON).write_text(text)
        elif step == "edit":
            lesson.write_text(text)
        elif lesson.exists():
            lesson.unlink()
        before = lesson.read_text() if lesson.exists() else None
        deliver(folder, source, str(version))
        if before is not None and before.startswith("mine"):
            assert lesson.read_text() == before
        else:
            assert lesson.read_text() == ours
