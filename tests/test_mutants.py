"""The cases hold the rule book: switching a rule off, or moving a number, turns one of them red."""

from collections import Counter

from canasta_teach.rulebook import KEYS
from tests.case_runner import faults, load
from tests.tools.mutate import mutants, survivors


def test_no_rule_can_be_switched_off_and_no_number_moved_without_a_case_turning_red() -> None:
    _, table = survivors()
    assert [f"{m.key} {m.rule}: {m.what}" for m, by in table if by is None] == []
    # A case that is red anyway would seem to catch every mutant.
    catching = {by for _, by in table}
    assert [case["id"] for case in load() if case["id"] in catching and faults(case)] == []


def test_every_rule_set_has_mutants_of_both_kinds() -> None:
    made = list(mutants())
    off = Counter(m.key for m in made if m.what == "off")
    moved = Counter(m.key for m in made if m.what != "off")
    for key in KEYS:
        assert off[key] >= 15, key
        assert moved[key] >= 30, key
    assert len({(m.key, m.rule, m.what) for m in made}) == len(made)
