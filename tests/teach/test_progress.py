"""Answers are kept whatever becomes of the process, and mastery is read from them."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canasta_teach.teach.exercise import Answered
from canasta_teach.teach.progress import (
    Answer,
    MemoryStore,
    Progress,
    ProgressError,
    SqliteStore,
    mastery_of,
)

WRITER = """
import sys
from canasta_teach.teach.exercise import Answered
from canasta_teach.teach.progress import Progress, SqliteStore
progress = Progress(SqliteStore(sys.argv[1]))
for number in range(int(sys.argv[3])):
    told = Answered(exercise=f"{sys.argv[2]}/{number}", teaches=("meld.size",), rule_set="classic", right=True,
                    hints=0, shown=False)
    if not progress.keep(told):
        sys.exit(progress.trouble)
    print(told.exercise, flush=True)
"""


def answer(n: int = 0, *, right: bool = True, hints: int = 0, shown: bool = False, lesson: str = "") -> Answer:
    return Answer(
        at=float(n), exercise=f"meld/{n}", teaches=("meld.size", "meld.max-wilds"), rule_set="classic", right=right,
        hints=hints, shown=shown, version="1", lesson=lesson,
    )  # fmt: skip


def told(exercise: str = "meld/one", *, right: bool = True) -> Answered:
    return Answered(exercise=exercise, teaches=("meld.size",), rule_set="swedish", right=right, hints=0, shown=False)


def test_what_was_recorded_is_read_back_the_same_by_another_store(tmp_path: Path) -> None:
    kept = [answer(1), answer(2, right=False, hints=2), answer(3, shown=True, lesson="05")]
    for one in kept:
        SqliteStore(tmp_path / "deep" / "progress.sqlite").record(one)
    assert SqliteStore(tmp_path / "deep" / "progress.sqlite").answers() == kept
    assert SqliteStore(tmp_path / "deep" / "progress.sqlite").answers(since=2.5) == kept[2:]


def test_reading_makes_no_file(tmp_path: Path) -> None:
    assert SqliteStore(tmp_path / "none" / "progress.sqlite").answers() == []
    assert list(tmp_path.iterdir()) == []


def test_a_lesson_is_forgotten_alone(tmp_path: Path) -> None:
    for store in (SqliteStore(tmp_path / "progress.sqlite"), MemoryStore()):
        for one in (answer(1, lesson="04"), answer(2, lesson="05"), answer(3, lesson="05")):
            store.record(one)
        assert store.forget(lesson="05") == 2
        assert [one.lesson for one in store.answers()] == ["04"]
        assert store.forget() == 1
        assert store.answers() == []


def test_several_kernels_write_at_once_and_nothing_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "progress.sqlite"
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(path), f"writer-{n}", "25"], stdout=subprocess.PIPE)
        for n in range(4)
    ]
    for writer in writers:
        writer.communicate(timeout=120)
    assert [writer.returncode for writer in writers] == [0, 0, 0, 0]
    assert {one.exercise for one in SqliteStore(path).answers()} == {
        f"writer-{n}/{k}" for n in range(4) for k in range(25)
    }


def test_nothing_acknowledged_is_lost_when_the_kernel_dies(tmp_path: Path) -> None:
    path = tmp_path / "progress.sqlite"
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path), "writer", "100000"], stdout=subprocess.PIPE, text=True
    )
    assert writer.stdout is not None
    try:
        acknowledged = [writer.stdout.readline().strip() for _ in range(30)]
    finally:
        writer.send_signal(signal.SIGKILL)
        acknowledged += writer.communicate(timeout=60)[0].split("\n")[:-1]
    kept = {one.exercise for one in SqliteStore(path).answers()}
    assert len(acknowledged) >= 30
    assert kept.issuperset(acknowledged)


def test_a_file_that_is_none_of_ours_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "progress.sqlite"
    path.write_bytes(b"a letter to my aunt, no database\n" * 40)
    before = path.read_bytes()
    with pytest.raises(ProgressError, match=r"progress\.sqlite"):
        SqliteStore(path).record(answer())
    with pytest.raises(ProgressError):
        SqliteStore(path).answers()
    assert path.read_bytes() == before


def test_a_file_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "progress.sqlite"
    SqliteStore(path).record(answer())
    with sqlite3.connect(path) as connection:
        connection.execute("pragma user_version = 99")
    connection.close()
    with pytest.raises(ProgressError, match="newer version"):
        SqliteStore(path).record(answer(2))


def test_a_store_that_cannot_be_written_is_told_and_the_lesson_goes_on(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    progress = Progress(SqliteStore(tmp_path / "file" / "progress.sqlite"))
    assert progress.keep(told()) is False
    assert "file" in progress.trouble
    assert [one.exercise for one in progress.answers()] == ["meld/one"]
    assert progress.mastery()["meld.size"].level == "learning"


def test_a_rule_is_new_then_met_then_learning_then_solid() -> None:
    assert mastery_of("meld.size", []).level == "new"
    assert mastery_of("meld.size", [answer(1, right=False)]).level == "met"
    assert mastery_of("meld.size", [answer(1, right=False), answer(2)]).level == "learning"
    assert mastery_of("meld.size", [answer(n) for n in range(3)]).level == "solid"


def test_help_or_a_single_exercise_makes_no_rule_solid() -> None:
    assert mastery_of("r", [answer(1), answer(2, hints=1), answer(3)]).level == "learning"
    assert mastery_of("r", [answer(1), answer(2, shown=True), answer(3)]).level == "learning"
    assert mastery_of("r", [answer(1), answer(1), answer(1)]).level == "learning"


def test_mastery_is_kept_for_each_rule_set_apart() -> None:
    progress = Progress(MemoryStore())
    progress.keep(told(right=False))
    assert progress.mastery("swedish")["meld.size"].wrong == 1
    assert progress.mastery("classic") == {}


@given(st.lists(st.booleans(), min_size=1, max_size=12))
def test_right_and_wrong_add_up_and_a_wrong_answer_is_never_solid(rights: list[bool]) -> None:
    found = mastery_of("r", [answer(n, right=right) for n, right in enumerate(rights)])
    assert (found.right, found.right + found.wrong) == (sum(rights), len(rights))
    if not rights[-1]:
        assert found.level == "met"
