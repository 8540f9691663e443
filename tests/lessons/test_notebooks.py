"""The lessons as files: what the notebook test would miss or pass over."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbformat import NotebookNode

from canasta_teach import rulebook
from tests.tools.rebuild_lessons import WIDGET_VIEW, lessons, normalised, text_of

LESSONS = lessons()
MOST_UNCOMPARED = 0.05
UNCOMPARED = frozenset({"nbval-ignore-output", "nbval-skip", "ignore-output", "raises-exception-any"})


def read(path: Path) -> NotebookNode:
    found: NotebookNode = nbformat.read(path, as_version=4)
    return found


def code_cells(notebook: NotebookNode) -> list[NotebookNode]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


@pytest.fixture(params=LESSONS, ids=lambda path: path.stem)
def lesson(request: pytest.FixtureRequest) -> NotebookNode:
    return read(request.param)


def test_there_are_lessons() -> None:
    assert {path.stem for path in LESSONS} >= {"00-start-here", "05-melds"}


def test_no_code_cell_lacks_its_execution_count(lesson: NotebookNode) -> None:
    # A cell without one is passed over by the comparison, whatever it holds.
    assert [cell.execution_count for cell in code_cells(lesson)] == list(range(1, len(code_cells(lesson)) + 1))


def test_at_most_one_code_cell_in_twenty_ignores_its_output() -> None:
    cells = [cell for path in LESSONS for cell in code_cells(read(path))]
    loose = [cell for cell in cells if UNCOMPARED & set(cell.metadata.get("tags", [])) or "NBVAL" in cell.source]
    assert len(loose) <= MOST_UNCOMPARED * len(cells)


def test_outputs_hold_nothing_that_differs_from_run_to_run(lesson: NotebookNode) -> None:
    text = json.dumps([cell.outputs for cell in code_cells(lesson)])
    assert WIDGET_VIEW not in text
    assert " at 0x" not in text
    assert "stderr" not in text


def test_a_lesson_is_stored_as_the_script_stores_it() -> None:
    for path in LESSONS:
        assert path.read_text(encoding="utf-8") == text_of(normalised(read(path))), path.name


def test_every_named_rule_is_in_the_book(lesson: NotebookNode) -> None:
    named = {rule for cell in lesson.cells for rule in cell.metadata.get("canasta", {}).get("rules", [])}
    assert named <= set(rulebook.rules())


def test_a_lesson_on_the_game_names_the_rules_it_teaches() -> None:
    melds = read(next(path for path in LESSONS if path.stem == "05-melds"))
    named = {rule for cell in melds.cells for rule in cell.metadata.get("canasta", {}).get("rules", [])}
    assert {"meld.size", "meld.same-rank", "meld.min-naturals", "meld.max-wilds", "meld.limits-after-adding"} <= named


def test_code_cells_are_short(lesson: NotebookNode) -> None:
    assert all(len(cell.source.splitlines()) <= 6 for cell in code_cells(lesson))


def test_links_between_lessons_lead_somewhere(lesson: NotebookNode) -> None:
    names = {path.name for path in LESSONS}
    linked = {
        piece.split(")")[0]
        for cell in lesson.cells
        if cell.cell_type == "markdown"
        for piece in cell.source.split("](")[1:]
    }
    assert {link for link in linked if link.endswith(".ipynb")} <= names


class TestTheComparisonItself:
    """A changed output must turn the run red: else all the stored outputs prove nothing."""

    @staticmethod
    def _compare(notebook: Any, folder: Path) -> int:
        path = folder / "lesson.ipynb"
        path.write_text(text_of(notebook), encoding="utf-8")
        strict = ["--nbval", "--nbval-current-env", "-q", "-p", "no:cacheprovider"]
        command = [sys.executable, "-m", "pytest", *strict, str(path)]
        return subprocess.run(command, cwd=folder, capture_output=True, timeout=120, check=False).returncode

    def test_a_changed_output_is_caught(self, tmp_path: Path) -> None:
        start = read(next(path for path in LESSONS if path.stem == "00-start-here"))
        assert self._compare(start, tmp_path) == 0
        changed = copy.deepcopy(start)
        output = code_cells(changed)[0].outputs[0]
        output.data["text/plain"] = output.data["text/plain"].replace("0 points", "5 points")
        assert changed != start
        assert self._compare(changed, tmp_path) == 1
