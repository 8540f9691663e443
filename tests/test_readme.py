"""What the README shows can be done as it is shown."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from canasta_teach.rulebook import KEYS, parse_house

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def test_the_case_for_the_shell_is_judged() -> None:
    [case] = [found for block in blocks("sh") for found in re.findall(r"echo '(.*?)'", block, re.DOTALL)]
    done = subprocess.run(
        [sys.executable, "-m", "canasta_teach", "judge"], input=case, capture_output=True, check=True, text=True
    )
    assert "legal" in json.loads(done.stdout)


def test_the_lines_of_python_run() -> None:
    [block] = blocks("python")
    names: dict[str, Any] = {}
    exec(block, names)
    assert names["ruling"].legal is False
    assert [violation.rule for violation in names["ruling"].violations] == ["initial.minimum"]


def test_the_house_rules_are_house_rules() -> None:
    [block] = blocks("toml")
    assert parse_house(block).p.max_wilds == 2


def test_every_rule_set_is_listed() -> None:
    assert set(re.findall(r"^\| `(\w+)` \|", README, re.MULTILINE)) == set(KEYS)


def test_the_two_commands_stand_as_they_are_promised() -> None:
    commands = [line for block in blocks("sh") for line in block.splitlines()]
    assert "pip install uv && uv run canasta-teach" in commands
    assert "pip install uv && uv run pytest" in commands


def test_pictures_and_links_lead_to_files_that_are_there() -> None:
    local = [target for target in re.findall(r"\]\(([^)]+)\)", README) if "://" not in target]
    assert local
    assert [target for target in local if not (ROOT / target).is_file()] == []


def test_an_exercise_answers_in_code_as_the_guide_for_classes_says() -> None:
    from canasta_teach.teach.exercise import Exercise

    [item, answer] = re.findall(r'`Exercise\("(.*?)"\)\.check\("(.)"\)`', README)[0]
    reply = Exercise(item).check(answer)
    assert reply.right in (True, False)
    assert reply.text
    assert str(reply).startswith("Right." if reply.right else "Not this.")
    assert "`print(Exercise(…))`" in README
    assert Exercise(item).prompt in str(Exercise(item))
