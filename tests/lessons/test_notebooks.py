"""The lessons as files: what the notebook test would miss or pass over."""

from __future__ import annotations

import copy
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbformat import NotebookNode

from canasta_teach import rulebook
from canasta_teach.teach.quiz import questions
from tests.tools.rebuild_lessons import WIDGET_VIEW, lessons, normalised, run, text_of

LESSONS = lessons()
RULES_LINE = 'RULES = "classic"'
MOST_UNCOMPARED = 0.05
UNCOMPARED = frozenset({"nbval-ignore-output", "nbval-skip", "ignore-output", "raises-exception-any"})


def read(path: Path) -> NotebookNode:
    found: NotebookNode = nbformat.read(path, as_version=4)
    return found


def code_cells(notebook: NotebookNode) -> list[NotebookNode]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


CHANGEABLE = [p for p in LESSONS if any(RULES_LINE in cell.source.splitlines() for cell in code_cells(read(p)))]
"""The lessons whose rule set can be changed in one line."""


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


def with_rules(notebook: NotebookNode, key: str) -> NotebookNode:
    """A copy of the notebook whose line of rules names this rule set."""
    changed = copy.deepcopy(notebook)
    for cell in code_cells(changed):
        cell.source = cell.source.replace(RULES_LINE, f'RULES = "{key}"')
    return changed


def verdict(cell: NotebookNode) -> str:
    """The referee's word in a cell's output; empty where there is none."""
    said = "".join(output.get("data", {}).get("text/plain", "") for output in cell.outputs)
    found = re.match(r"(?:Legal|Refused)\.", said)
    return found[0] if found else ""


@pytest.mark.parametrize("key", rulebook.KEYS)
@pytest.mark.parametrize("path", CHANGEABLE, ids=lambda path: path.stem)
def test_a_lesson_runs_under_every_rule_set_and_says_where_a_verdict_is_another(path: Path, key: str) -> None:
    stored = read(path)
    title = rulebook.titles()[key].split(",")[0]
    text, unsaid = "", []
    # A cell that fails under these rules fails the run.
    for before, after in zip(stored.cells, run(with_rules(stored, key)).cells, strict=True):
        if before.cell_type == "markdown":
            text = before.source
        elif verdict(before) != verdict(after) and f"{title}:" not in text:
            unsaid.append(before.source)
    assert unsaid == []


CHECKED = [path for path in LESSONS if re.match(r"(?!00)\d\d-", path.name)]
"""The lessons that end in a check: not the first page, nor those that are no lessons."""


@pytest.mark.parametrize("path", CHECKED, ids=lambda path: path.stem)
class TestCheckYourself:
    """The questions at the end of a lesson: drawn for it, by a seed, and nothing of an answer is on the page."""

    def test_it_is_the_lessons_own_and_goes_by_its_rules(self, path: Path) -> None:
        last = code_cells(read(path))[-1]
        found = re.fullmatch(r'QuizCard\(lesson="(\d\d)", rules=(?:RULES|"\w+"), seed=\d+(?:, n=[5-8])?\)', last.source)
        assert found is not None, last.source
        assert found[1] == path.stem[:2]

    def test_it_waits_when_the_page_is_run_from_top_to_bottom(self, path: Path) -> None:
        said = code_cells(read(path))[-1].outputs[0].data["text/plain"]
        assert re.search(r"Question 1 of [5-8]", said)
        assert "Waiting for your answer" in said

    def test_another_seed_gives_other_questions(self, path: Path) -> None:
        cells = code_cells(read(path))
        # The card's own rules come first; where it names the notebook's, they are said at its top.
        quiz, whole = cells[-1].source, "\n".join(cell.source for cell in cells)
        named = re.search(r'rules="(\w+)"', quiz) or re.search(r'^RULES = "(\w+)"', whole, re.M)
        rules = named[1] if named else "classic"
        drawn = {seed: [item.id for item in questions(path.stem[:2], rules, seed=seed)] for seed in (1, 2)}
        assert drawn[1] != drawn[2]


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
