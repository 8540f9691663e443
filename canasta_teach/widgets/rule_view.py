"""One rule as a page of the rule book: its text, then what each rule set says, side by side, and where it stands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from canasta_teach import rulebook
from canasta_teach.i18n import mark, translate
from canasta_teach.rulebook import RuleSet, house_keys
from canasta_teach.rulebook.model import Clause
from canasta_teach.rulebook.ruleset import merged_values
from canasta_teach.widgets.citations import citation_view, erratum_view, set_title
from canasta_teach.widgets.value_words import lacking_rows, value_rows

KINDS: Final = {
    "forbids": mark("a rule that can be broken"),
    "procedure": mark("how it is done"),
    "counts": mark("what counts"),
    "informs": mark("good to know"),
}


def with_five(own: RuleSet, house: RuleSet | None = None) -> list[RuleSet]:
    """The rule sets that stand side by side: the chosen one first, then house rules, then the others of the five."""
    others = [house] if house is not None and house != own else []
    return [own, *others, *(rulebook.ruleset(key) for key in rulebook.KEYS if key != own.key)]


def differs(rule_id: str, one: RuleSet, other: RuleSet) -> bool:
    """Whether two rule sets differ in a rule: one lacks it, or its numbers or choices are others."""
    if one.has(rule_id) != other.has(rule_id):
        return True
    return one.has(rule_id) and merged_values(one.clauses[rule_id]) != merged_values(other.clauses[rule_id])


def rule_view(rule_id: str, shown: Sequence[RuleSet]) -> dict[str, Any]:
    """The view-model of a rule's page.

    Args:
        rule_id: the rule.
        shown: the rule sets side by side; the others are compared with the first.

    Raises:
        InvalidRules: when the book has no such rule.
    """
    found = rulebook.rule(rule_id)
    own = shown[0]
    keys = dict.fromkeys(key for rules in shown for clause in _told(rules, rule_id) for key in clause.errata)
    apart = any(differs(rule_id, own, other) for other in shown[1:])
    return {
        "rule": rule_id,
        "heading": translate("From the rule book"),
        "title": translate(found.title),
        "name": translate("Rule {rule}: {title}").format(rule=rule_id, title=translate(found.title)),
        "kind": translate(KINDS[found.kind]),
        "text": translate(found.text),
        "same": not apart,
        "compared": _compared(rule_id, shown),
        "books": _books(rule_id, shown),
        "sources_label": translate("Where it stands"),
        "sources": [_source(rules, rule_id) for rules in shown],
        "errata": [erratum_view(key) for key in keys],
        "differs": translate("differs from {title}").format(title=set_title(own)),
    }


def rule_lines(rule_id: str, shown: Sequence[RuleSet]) -> list[str]:
    """A rule's page in text."""
    view = rule_view(rule_id, shown)
    lines = [f"{rule_id}: {view['title']}", view["text"], view["compared"]]
    for book, source in zip(view["books"], view["sources"], strict=True):
        values = "; ".join(f"{row['label']}: {row['text']}" for row in book.get("rows", ())) or book.get("out", "")
        lines.append(f"{book['title']}" + (f": {values}" if values else ""))
        lines.extend(
            "  " + ": ".join(clause[name] for name in ("words", "where") if name in clause)
            for clause in source["clauses"]
        )
    return lines


def _told(rules: RuleSet, rule_id: str) -> list[Clause]:
    """The clauses that are shown: house rules that take the place of several parts are told once."""
    told: list[Clause] = []
    for clause in rules.clauses[rule_id]:
        again = clause.standing == "house" and any(one.section == clause.section for one in told)
        if not again:
            told.append(clause)
    return told


def _values(rules: RuleSet, rule_id: str) -> dict[str, Any]:
    return merged_values(rules.clauses[rule_id]) if rules.has(rule_id) else {}


def _books(rule_id: str, shown: Sequence[RuleSet]) -> list[dict[str, Any]]:
    own = shown[0]
    mine = _values(own, rule_id)
    told = dict(value_rows(mine))
    books = []
    for i, rules in enumerate(shown):
        values = _values(rules, rule_id)
        out = not rules.has(rule_id)
        lines = [
            _lean({"label": label, "text": text, "differs": own.has(rule_id) and told.get(label) != text})
            for label, text in value_rows(values)
        ]
        if not out and own.has(rule_id):
            lines += [
                {"label": label, "text": translate("none given"), "differs": True}
                for label in lacking_rows(values, mine)
            ]
        book = _lean(
            {
                "key": rules.key,
                "title": set_title(rules),
                "here": i == 0,
                "out": translate("not in this game") if out else "",
                "differs": out != (not own.has(rule_id)),
                "rows": lines,
                "badges": _badges(rules, rule_id),
            }
        )
        books.append(book)
    return books


def _lean(view: dict[str, Any]) -> dict[str, Any]:
    """The view without what is empty or false: a page is sent whole, and has many such."""
    return {name: value for name, value in view.items() if value}


def _badges(rules: RuleSet, rule_id: str) -> list[dict[str, str]]:
    """How firmly the rule stands in a rule set: each standing of its parts once."""
    found: dict[str, dict[str, str]] = {}
    for clause in _told(rules, rule_id):
        view = _cited(rules, rule_id, clause)
        found.setdefault(view["words"], {"standing": view["standing"], "words": view["words"]})
    if not rules.has(rule_id):
        return [badge for badge in found.values() if badge["standing"] == "house"]
    return [badge for badge in found.values() if badge["standing"] != "absent"]


def _cited(rules: RuleSet, rule_id: str, clause: Clause) -> dict[str, Any]:
    source = "house" if clause.standing == "house" else clause.lender or rules.base
    view = citation_view(
        rulebook.Citation(
            rules=rules.key, source=source, section=clause.section, standing=clause.standing, note=clause.note
        )
    )
    return {**view, "where": ""} if clause.standing == "absent" else view


def _source(rules: RuleSet, rule_id: str) -> dict[str, Any]:
    return {
        "title": set_title(rules),
        "clauses": [
            _lean(
                {
                    **_cited(rules, rule_id, clause),
                    "about": translate(clause.about) if clause.standing != "house" else _house_doc(clause),
                }
            )
            for clause in _told(rules, rule_id)
        ],
    }


def _house_doc(clause: Clause) -> str:
    """What the house rules' key of a clause means."""
    key = house_keys().get(clause.section.partition(" = ")[0])
    return translate(key.doc) if key is not None else ""


def _compared(rule_id: str, shown: Sequence[RuleSet]) -> str:
    own, *others = shown
    apart = [set_title(other) for other in others if differs(rule_id, own, other)]
    if not apart:
        if not own.has(rule_id):
            return translate("None of these rule books has this rule.")
        return translate("All of these rule books have this rule, with the same numbers and choices.")
    return translate("Differing from {title}: {others}.").format(title=set_title(own), others=", ".join(apart))


def search(text: str, rule_ids: Iterable[str], words: Mapping[str, str]) -> list[str]:
    """The rules in which every word of a text occurs, in the order given; an empty text finds all.

    Args:
        text: words, or parts of ids.
        rule_ids: the rules to choose from.
        words: for each rule, all that is searched, casefolded.
    """
    wanted = text.casefold().split()
    return [rule_id for rule_id in rule_ids if all(word in words[rule_id] for word in wanted)]
