"""What the pseudo-locale leaves in English: it changes every letter of a text of ours, so plain letters betray one.

Exempt are the words that are nobody's to translate: ids of rules, names of the sources' sections, titles of rule sets,
lines of a house-rules file, codes of cards, the places of a text that are filled in, and the values by which a page
tells kinds apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from canasta_teach import rulebook
from canasta_teach.cards import ALL_CARDS, JOKER
from canasta_teach.rulebook import RuleSet, house_keys

CODES = frozenset(
    {
        "code", "found", "id", "key", "kind", "next", "only", "order", "place", "rule", "rules", "size", "standing",
        "state", "suits", "top", "verdict",
    }
)  # fmt: skip
"""Names in view-models whose values are no texts."""

_WORD = re.compile(r"[A-Za-z]{2,}")


@cache
def _names() -> re.Pattern[str]:
    """Everything of the book that is shown as it is, the longest first."""
    names = {*rulebook.rules(), *rulebook.KEYS, *(card.code for card in (*ALL_CARDS, JOKER))}
    for key in rulebook.KEYS:
        rules = rulebook.ruleset(key)
        names |= {rules.title, rules.title.split(",")[0]}
        sections = (clause.section for some in rules.clauses.values() for clause in some)
        names |= {"“" + section.strip('"“”') + "”" for section in sections}
    written = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    lines = f"^(?:{'|'.join(house_keys())}) = .*$"
    return re.compile(f"{lines}|{written}|\\{{\\w+\\}}", re.MULTILINE)


def english(text: str, house: RuleSet | None = None) -> list[str]:
    """The plain words left in a text."""
    if house is not None:
        text = text.replace(house.title, "")
    return _WORD.findall(_names().sub("", text))


def texts(view: object, name: str = "") -> Iterator[str]:
    """Every text of a view-model that a page shows or tells."""
    if isinstance(view, str):
        if name not in CODES:
            yield view
    elif isinstance(view, dict):
        for key, value in view.items():
            if key not in CODES or not isinstance(value, str):
                yield from texts(value, key)
    elif isinstance(view, list | tuple):
        for one in view:
            # An option of a choice is a value and its words.
            yield from texts(one[1] if name == "options" and isinstance(one, list | tuple) else one, name)


def left_in(views: Iterable[object], house: RuleSet | None = None) -> dict[str, list[str]]:
    """The texts of some view-models in which English is left, each with its plain words."""
    return {text: words for view in views for text in texts(view) if (words := english(text, house))}
