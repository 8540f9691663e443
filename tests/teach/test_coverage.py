"""The matrix: every rule that a source states or implies is carried out, tried, taught and asked."""

from __future__ import annotations

import json
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest
from click.testing import CliRunner

from canasta_teach import rulebook
from canasta_teach.cli import cli
from canasta_teach.teach.coverage import NO_CASE, coverage, engine, holes

ROOT = Path(__file__).resolve().parents[2]
SETS = [rulebook.ruleset(key) for key in rulebook.KEYS]


def test_every_rule_has_its_place_in_the_engine_and_no_other_has() -> None:
    assert list(engine()) == list(rulebook.rules())


@pytest.mark.parametrize("rule", [rule for rule, module in engine().items() if module])
def test_the_module_that_carries_a_rule_out_is_there(rule: str) -> None:
    name = f"canasta_teach.{engine()[rule]}"
    assert find_spec(name) is not None
    assert import_module(name).__doc__


def test_a_rule_that_nothing_carries_out_only_tells_something() -> None:
    told = [rule for rule, module in engine().items() if not module]
    assert told == ["deal.partners", "deal.first-privilege", "game.object"]


def test_a_rule_without_cases_is_no_rule_that_forbids() -> None:
    assert not [rule for rule in NO_CASE if rulebook.rule(rule).kind == "forbids"]


def test_engine_cases_and_exercises_have_no_hole() -> None:
    matrix = coverage(SETS, cases=ROOT / "tests" / "cases")
    assert list(holes(matrix)) == []


def test_a_rule_that_a_lesson_stops_naming_is_a_hole(tmp_path: Path) -> None:
    cell = {"cell_type": "markdown", "metadata": {"canasta": {"rules": ["meld.size"]}}, "source": []}
    (tmp_path / "05-melds.ipynb").write_text(json.dumps({"cells": [cell]}))
    found = set(holes(coverage(SETS, lessons=tmp_path)))
    assert ("meld.size", "classic", "lesson") not in found
    assert ("meld.max-wilds", "classic", "lesson") in found
    # Borrowed under the Italian rules, so it is owed to nobody there.
    assert ("meld.max-wilds", "italian", "lesson") not in found


def test_a_lesson_may_name_a_rule_for_some_rule_sets_alone(tmp_path: Path) -> None:
    cell = {"cell_type": "markdown", "metadata": {"canasta": {"rules": ["meld.size"], "sets": ["swedish"]}}}
    (tmp_path / "05-melds.ipynb").write_text(json.dumps({"cells": [cell]}))
    found = set(holes(coverage(SETS, lessons=tmp_path)))
    assert ("meld.size", "swedish", "lesson") not in found
    assert ("meld.size", "classic", "lesson") in found


def test_the_command_prints_the_matrix_and_ends_with_one_on_a_hole() -> None:
    result = CliRunner().invoke(cli, ["rules", "--coverage"])
    lines = result.output.splitlines()
    assert any(line.startswith("meld.max-wilds") for line in lines)
    has_holes = "Holes:" in result.output
    assert result.exit_code == (1 if has_holes else 0)


def test_the_command_shows_one_rule_set_alone() -> None:
    result = CliRunner().invoke(cli, ["rules", "--coverage", "--rules", "swedish"])
    assert "swedish" in result.output
    assert "brazilian" not in result.output
