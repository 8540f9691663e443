"""Every stored case comes out right: the project's own, and those handed over beside a checkout."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from canasta_teach.rulebook import rules
from tests.case_runner import CASES, faults, load

HANDED = Path(__file__).parents[2] / "shared" / "cases"
OWN = list(load())
OTHER_TOPICS = frozenset({"house-rules", "multi", "options", "position"})
"""What a case may be about beside one rule."""


def _handed() -> list[Any]:
    """The handed cases; where there are none, one entry that says so when it is skipped."""
    found = [pytest.param(case, id=f"handed-{case['id']}") for case in load(HANDED)] if HANDED.is_dir() else []
    reason = "no folder ../shared/cases lies beside this checkout, so no handed cases were run"
    return found or [pytest.param({}, id="no-handed-cases-beside-this-checkout", marks=pytest.mark.skip(reason))]


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in OWN])
def test_the_case_comes_out_right(case: dict[str, Any]) -> None:
    assert faults(case) == []


@pytest.mark.parametrize("case", _handed())
def test_the_handed_case_comes_out_right(case: dict[str, Any]) -> None:
    assert faults(case) == []


def test_every_case_has_an_id_of_its_own() -> None:
    assert [name for name, count in Counter(case["id"] for case in OWN).items() if count > 1] == []


def test_every_case_says_its_topic_and_why_it_comes_out_so() -> None:
    known = set(rules()) | OTHER_TOPICS
    for case in OWN:
        assert case["topic"] in known, case["id"]
        assert case["note"].strip(), case["id"]
        assert case["source"].strip(), case["id"]


def test_every_case_asks_for_something() -> None:
    for case in OWN:
        assert case["expect"], case["id"]


def test_a_wrong_expectation_is_noticed() -> None:
    ruled = next(case for case in OWN if "legal" in case["expect"])
    assert faults({**ruled, "expect": {"legal": not ruled["expect"]["legal"]}})
    scored = next(case for case in OWN if "score" in case["expect"])
    sheets = [{**sheet, "melds": sheet.get("melds", 0) + 5} for sheet in scored["expect"]["score"]]
    assert faults({**scored, "expect": {"score": sheets}})
    dealt = next(case for case in OWN if "deal" in case)
    assert faults({**dealt, "expect": {"dealer": 9}})


def test_the_cases_lie_where_they_are_looked_for() -> None:
    assert len(OWN) == sum(
        bool(line.strip()) for path in CASES.glob("*.jsonl") for line in path.read_text("utf-8").splitlines()
    )
    assert len(OWN) > 2_000
