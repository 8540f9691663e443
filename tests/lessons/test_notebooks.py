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

from canasta_teach import judge_meld, rulebook
from canasta_teach.cards import cards, labels
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


class TestCheckYourself:
    """The questions at the end of a lesson: nothing of an answer is on the page before it is asked for."""

    @pytest.fixture
    def cells(self) -> list[NotebookNode]:
        melds = read(next(path for path in LESSONS if path.stem == "05-melds"))
        start = next(i for i, cell in enumerate(melds.cells) if cell.source.startswith("## Check yourself"))
        return list(melds.cells[start:])

    def test_no_cell_has_an_output(self, cells: list[NotebookNode]) -> None:
        assert [cell.outputs for cell in cells if cell.cell_type == "code"] == [[], []]

    def test_the_questions_that_are_read_are_those_that_are_put(self, cells: list[NotebookNode]) -> None:
        asked = re.findall(r'judge_meld\("([^"]*)"', cells[1].source)
        shown = re.findall(r"^\d\. (.*)$", cells[0].source, re.MULTILINE)
        assert [labels(cards(text)) for text in asked] == shown

    def test_the_answers_are_those_of_the_lesson(self, cells: list[NotebookNode]) -> None:
        asked = re.findall(r'judge_meld\("([^"]*)"', cells[1].source)
        broken = [[violation.rule for violation in judge_meld(text).violations] for text in asked]
        assert broken == [
            [],
            [],
            ["meld.min-naturals"],
            ["meld.no-sequences", "meld.same-rank"],
            ["meld.max-wilds"],
            ["meld.min-naturals"],
        ]

    def test_an_answer_is_there_when_it_is_asked_for(self, cells: list[NotebookNode]) -> None:
        ask = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("from canasta_teach import judge_meld")])
        ask.cells += copy.deepcopy([cells[1], cells[3]])
        ask.cells[-1].source += "question_3"
        assert verdict(run(ask).cells[-1]) == "Refused."


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
