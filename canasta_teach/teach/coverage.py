"""Floor 3: where each rule is carried out, tried by a case, taught and asked, for every rule set: the matrix.

A rule that a source states or that we infer must be in all four; a borrowed one is shown, and is a hole nowhere.
Cases lie beside the source code and do not come with an installed copy; there the column is left open.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from canasta_teach import rulebook
from canasta_teach.rulebook import RuleSet
from canasta_teach.rulebook.reading import read_toml
from canasta_teach.teach.load import bank

Place = Literal["engine", "case", "lesson", "exercise"]
PLACES: Final[tuple[Place, ...]] = ("engine", "case", "lesson", "exercise")


class Cell(Struct, frozen=True, kw_only=True):
    """One rule under one rule set.

    Attributes:
        standing: its standings there, in the order of its clauses; empty where the game lacks it.
        where: for each place how often it is met there: 0 is a hole where the rule is owed, ``None`` not looked at.
    """

    standing: tuple[str, ...]
    where: Mapping[Place, int | None]

    @property
    def owed(self) -> bool:
        """Whether the source states or implies it, so that it must be everywhere."""
        return "stated" in self.standing or "inferred" in self.standing

    @property
    def holes(self) -> tuple[Place, ...]:
        """The places in which it is missing."""
        return tuple(place for place in PLACES if self.owed and self.where[place] == 0)


NO_CASE: Final[Mapping[str, str]] = {
    "deal.first-dealer": "any way of finding the dealer will do; tests of a game over several deals hold it",
    "deal.cut": "the cut is a step of the deal that changes no position; tests of the steps hold it",
    "deal.rotation": "it is between two deals; tests of a game over several deals hold it",
    "canasta.squared": "it is how a canasta lies and no part of a position; tests of the widgets hold it",
}
"""Rules that no case can try, since a case is one position, one deal or one end of a game; and what holds them."""

Matrix = Mapping[str, Mapping[str, Cell]]
"""Rule id, then the rule set's key."""


def coverage(shown: Iterable[RuleSet], *, lessons: Path | None = None, cases: Path | None = None) -> Matrix:
    """The matrix of all rules under these rule sets.

    Args:
        shown: the rule sets.
        lessons: the folder of the lessons; ``None``: not looked at.
        cases: the folder of the cases; ``None``: not looked at.
    """
    taught = None if lessons is None else _taught(lessons)
    tried = None if cases is None else _tried(cases)
    asked = _asked()
    sets = list(shown)
    return {
        rule: {
            rules.key: Cell(
                standing=_standing(rules, rule),
                where={
                    "engine": 1 if engine().get(rule) is not None else 0,
                    "case": None if tried is None else tried[rule, rules.base] if _to_try(rule) else None,
                    "lesson": None if taught is None else taught[rule, rules.base],
                    "exercise": asked[rule, rules.base],
                },
            )
            for rules in sets
        }
        for rule in rulebook.rules()
    }


def holes(matrix: Matrix) -> Iterator[tuple[str, str, Place]]:
    """What is missing: rule, rule set, place."""
    for rule, cells in matrix.items():
        for key, cell in cells.items():
            yield from ((rule, key, place) for place in cell.holes)


@cache
def engine() -> Mapping[str, str]:
    """For each rule the module that carries it out (``engine.toml``); empty for a rule with nothing to carry out."""
    text = files("canasta_teach.teach").joinpath("engine.toml").read_text("utf-8")
    return {rule: str(module) for rule, module in read_toml(text, "engine.toml").items()}


def _to_try(rule: str) -> bool:
    """Whether a case can try a rule: not one that only tells something, nor one of :data:`NO_CASE`."""
    return bool(engine().get(rule)) and rule not in NO_CASE


def _standing(rules: RuleSet, rule: str) -> tuple[str, ...]:
    if not rules.has(rule):
        return ()
    return tuple(dict.fromkeys(clause.standing for clause in rules.clauses[rule]))


def _taught(folder: Path) -> Mapping[tuple[str, str], int]:
    """How many sections of lessons name a rule for a rule set: all five, unless the cell says for which."""
    found: defaultdict[tuple[str, str], int] = defaultdict(int)
    for path in sorted(folder.glob("*.ipynb")):
        for cell in msgspec.json.decode(path.read_bytes())["cells"]:
            named: dict[str, Any] = cell.get("metadata", {}).get("canasta", {})
            if cell["cell_type"] != "markdown":
                continue
            for rule in named.get("rules", ()):
                for key in named.get("sets", rulebook.KEYS):
                    found[rule, key] += 1
    return found


def _tried(folder: Path) -> Mapping[tuple[str, str], int]:
    """How many cases have a rule for their topic, or must find it broken, under a rule set."""
    found: defaultdict[tuple[str, str], int] = defaultdict(int)
    for path in sorted(folder.glob("*.jsonl")):
        for line in path.read_bytes().splitlines():
            case = msgspec.json.decode(line)
            table = case.get("position") or case.get("deal") or case.get("game") or {}
            key = table.get("rules", "classic")
            wanted = case.get("expect", {})
            rules = wanted.get("rules", ()) if isinstance(wanted, dict) else ()
            for rule in {case.get("topic", ""), case["id"].split("/")[0], *rules}:
                found[rule, key] += 1
    return found


def _asked() -> Mapping[tuple[str, str], int]:
    """How many exercises of the bank ask about a rule under a rule set."""
    found: defaultdict[tuple[str, str], int] = defaultdict(int)
    for item in bank().values():
        for rule in item.teaches:
            for key in item.rules:
                found[rule, key] += 1
    return found
