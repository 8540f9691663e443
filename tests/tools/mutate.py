"""Switches each rule off and moves each number by its smallest step, and asks whether a case turns red.

Run as ``python -m tests.tools.mutate`` for the table; ``--all`` lists every mutant.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any
from unittest.mock import patch

import msgspec

from canasta_teach.rulebook import KEYS, house, load
from canasta_teach.rulebook.model import Params
from canasta_teach.rulebook.ruleset import RuleSet, merged_values
from tests.case_runner import faults
from tests.case_runner import load as load_cases

DEAL_NUMBERS = ("deck.composition", "deal.players", "deal.hand-size", "turn.draw-first", "deal.up-card-covered")
"""Rules of kind ``procedure`` whose numbers are moved too."""

POINT_PARAMS = frozenset(
    {
        "black_three_value", "card_values", "concealed", "concealed_canasta", "drew_out_of_turn", "going_out",
        "hidden_red_three", "melded_in_opponents_turn", "melded_in_partners_turn", "mixed_canasta", "natural_canasta",
        "red_three", "red_threes_all", "relancinho", "target", "took_without_meld", "top_card_unused",
        "vulnerable_from", "vulnerable_minimum", "withdrawn_minimum",
    }
)  # fmt: skip


class Mutant(msgspec.Struct, frozen=True):
    """A rule set with one rule off or one number moved."""

    key: str
    rule: str
    what: str
    rules: RuleSet


def mutants() -> Iterator[Mutant]:
    """Every mutant of every rule set: rules that forbid or count, stated or inferred, and the deal's numbers."""
    for key in KEYS:
        base = load.ruleset(key)
        for rule_id, rule in load.rules().items():
            if not base.has(rule_id):
                continue
            own = any(c.standing in ("stated", "inferred") for c in base.clauses[rule_id])
            if rule.kind in ("forbids", "counts") and own:
                yield Mutant(key, rule_id, "off", base.without(rule_id))
            if (rule.kind in ("forbids", "counts") and own) or rule_id in DEAL_NUMBERS:
                for param, value in merged_values(base.clauses[rule_id]).items():
                    for what, moved in moves(param, value):
                        try:
                            rules = base.changed(param, moved)
                        except ValueError:
                            continue  # out of the type's range: no such game
                        yield Mutant(key, rule_id, what, rules)


def moves(param: str, value: Any) -> Iterator[tuple[str, Any]]:
    """The smallest moves of a value, each with words for the table."""
    step = 5 if param in POINT_PARAMS else 1
    if isinstance(value, bool):
        yield f"{param} = {not value}", not value
    elif isinstance(value, int):
        for moved in (value - step, value + step):
            yield f"{param} {value} -> {moved}", moved
    elif isinstance(value, dict):
        for name, number in value.items():
            for what, moved in moves(param, number):
                yield f"{name}: {what}", {**value, name: moved}
    elif param == "initial_steps":
        for at, entry in enumerate(value):
            for field in ("from", "minimum"):
                if field in entry:
                    for moved in (entry[field] - 5, entry[field] + 5):
                        changed = [dict(e) for e in value]
                        changed[at][field] = moved
                        yield f"step {at} {field} {entry[field]} -> {moved}", changed
    elif isinstance(value, str):
        for other in msgspec.json.schema(Params)["$defs"]["Params"]["properties"][param].get("enum", ()):
            if other != value:
                yield f"{param} {value} -> {other}", other
    elif isinstance(value, list | tuple) and param in ("players", "partnerships", "up_card_covers", "wild_ranks"):
        for at in range(len(value)):
            yield f"{param} without {value[at]}", [*value[:at], *value[at + 1 :]]


@contextmanager
def playing(rules: RuleSet) -> Iterator[None]:
    """The rule book with one rule set replaced."""
    whole = load.book
    book = whole()
    sets = MappingProxyType({**book.rule_sets, rules.base: rules})
    other = msgspec.structs.replace(book, rule_sets=sets)
    # The loader and the house rules each hold the book by name.
    with patch.object(load, "book", lambda: other), patch.object(house, "book", lambda: other):
        load._with_options.cache_clear()
        try:
            yield
        finally:
            load._with_options.cache_clear()


def caught_by(mutant: Mutant, cases: list[dict[str, Any]]) -> str | None:
    """The id of the first case that turns red, those on the mutant's own rule first."""
    prefix = mutant.rule.split(".")[0]
    order = sorted(
        cases, key=lambda c: (str(c.get("topic")) != mutant.rule, not str(c.get("topic")).startswith(prefix))
    )
    with playing(mutant.rules):
        for case in order:
            try:
                if faults(case):
                    return str(case["id"])
            except ValueError:
                return str(case["id"])
    return None


def rules_of(case: dict[str, Any]) -> str:
    """The rule set that a case is played under."""
    part = case.get("position") or case.get("deal") or case.get("game") or {}
    return str(part.get("rules", "classic"))


def survivors() -> tuple[int, list[tuple[Mutant, str | None]]]:
    """How many mutants there are, and each with the case that caught it."""
    by_rules: dict[str, list[dict[str, Any]]] = {}
    for case in load_cases():
        by_rules.setdefault(rules_of(case), []).append(case)
    table = [(m, caught_by(m, by_rules.get(m.key, []))) for m in mutants()]
    return len(table), table


def main() -> int:
    """Print the table; exit code 1 when a mutant survives."""
    total, table = survivors()
    alive = [m for m, by in table if by is None]
    for mutant, by in table:
        if by is None or "--all" in sys.argv:
            print(f"{mutant.key:13} {mutant.rule:28} {mutant.what:44} {by or 'SURVIVES'}")
    for key in KEYS:
        mine = [(m, by) for m, by in table if m.key == key]
        print(f"{key}: {len(mine)} mutants, {sum(by is not None for _, by in mine)} caught")
    print(f"{total} mutants, {len(alive)} survive")
    return 1 if alive else 0


if __name__ == "__main__":
    sys.exit(main())
