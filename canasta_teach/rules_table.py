"""The rule book printed for people: the table of all rules, and the page of one."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from canasta_teach.rulebook import RuleSet, errata, rule, rules, sources

if TYPE_CHECKING:
    from canasta_teach.teach.coverage import Place

_LETTERS = {"stated": "s", "inferred": "i", "borrowed": "b", "absent": "-", "house": "h"}
_LEGEND = (
    "s stated in the source · i inferred (the note gives the reading) · b borrowed from another rule set, the source "
    "being silent · h house rule · - not in this game"
)
_WIDTH = 100


def rules_page(shown: Sequence[RuleSet]) -> str:
    """The table of all rules: identifier, standing in each of these rule sets, title."""
    book = rules()
    widest = max(len(rule_id) for rule_id in book)
    columns = [max(len(rule_set.key), 5) for rule_set in shown]
    head = "  ".join(f"{rule_set.key:<{width}}" for rule_set, width in zip(shown, columns, strict=True))
    lines = [f"{'rule':<{widest}}  {head}  title"]
    for rule_id, entry in book.items():
        cells = "  ".join(
            f"{_standings(rule_set, rule_id):<{width}}" for rule_set, width in zip(shown, columns, strict=True)
        )
        lines.append(f"{rule_id:<{widest}}  {cells}  {entry.title}")
    return "\n".join([*lines, "", textwrap.fill(_LEGEND, _WIDTH)])


def rule_page(rule_id: str, shown: Sequence[RuleSet]) -> str:
    """One rule: its title and text, then what each of these rule sets says, with values, standing and citation.

    Raises:
        InvalidRules: if there is no such rule; the message names those that come near.
    """
    entry = rule(rule_id)
    lines = [f"{rule_id} · {entry.title} ({entry.kind})", textwrap.fill(entry.text, _WIDTH)]
    for rule_set in shown:
        lines += ["", f"{rule_set.title} ({rule_set.key})"]
        if rule_id not in rule_set.active:
            lines.append("  not in this game")
        for part in _parts(rule_set, rule_id):
            lines.append(textwrap.fill(part, _WIDTH, initial_indent="  ", subsequent_indent="    "))
    return "\n".join(lines)


def coverage_page(shown: Sequence[RuleSet]) -> tuple[str, bool]:
    """The matrix of all rules: how often each is met in engine, cases, lessons and exercises, and whether it is whole.

    Cases are counted where they are: in a copy of the repository.
    """
    from canasta_teach.lessons_folder import shipped_lessons
    from canasta_teach.teach.coverage import PLACES, coverage, holes

    cases = Path(__file__).resolve().parents[1] / "tests" / "cases"
    matrix = coverage(shown, lessons=shipped_lessons(), cases=cases if cases.is_dir() else None)
    widest = max(map(len, matrix))
    lines = [f"{'rule':<{widest}}  " + "  ".join(f"{rules.key:<16}" for rules in shown)]
    for rule_id, cells in matrix.items():
        texts = (_cell(cells[rules.key].where, owed=cells[rules.key].owed) for rules in shown)
        lines.append(f"{rule_id:<{widest}}  " + "  ".join(f"{text:<16}" for text in texts))
    legend = (
        f"In each column: {', '.join(PLACES)}, how often. A dash: not counted; in brackets: borrowed, or not in "
        "this game."
    )
    missing = [f"{rule}: no {place} under {key}" for rule, key, place in holes(matrix)]
    lines += ["", textwrap.fill(legend, _WIDTH)]
    lines += ["", f"Holes: {len(missing)}", *missing] if missing else ["", "No holes."]
    return "\n".join(line.rstrip() for line in lines), not missing


def _cell(where: Mapping[Place, int | None], *, owed: bool) -> str:
    counts = " ".join("-" if count is None else f"{count}" for count in where.values())
    return counts if owed else f"({counts})"


def _standings(rule_set: RuleSet, rule_id: str) -> str:
    if rule_id not in rule_set.active:
        return _LETTERS["absent"]
    letters = [_LETTERS[clause.standing] for clause in rule_set.clauses[rule_id]]
    return "".join(dict.fromkeys(letters))


def _parts(rule_set: RuleSet, rule_id: str) -> Iterator[str]:
    """What the clauses of one rule set say: part of the rule, values, citation and note; then the errata, each once."""
    known, damaged = sources(), errata()
    clauses = rule_set.clauses[rule_id]
    moved = False
    for clause in clauses:
        if clause.standing == "house" and moved and not clause.values:
            # One house value can take the place of several parts; it is told once.
            continue
        moved |= clause.standing == "house"
        if clause.about:
            yield f"{clause.about}:"
        if clause.values:
            yield "; ".join(f"{key} = {_value(value)}" for key, value in clause.values.items())
        if clause.standing == "house":
            yield f"house rule: {rule_set.title}"
            continue
        if clause.standing != "absent":
            title = known[clause.lender or rule_set.base].title
            section = clause.section.strip('"')
            yield f"{clause.standing}: {title}, “{section}”" if section else f"{clause.standing}: {title}"
        if clause.note:
            yield clause.note
    for key in dict.fromkeys(key for clause in clauses for key in clause.errata):
        erratum = damaged[key]
        yield f"Erratum {key} ({erratum.where}): {erratum.problem} Read as: {erratum.reading}"


def _value(value: object) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()
