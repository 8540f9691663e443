"""Floor 1: the rule book of this package, and the rule sets made of it.

The book is read whole at the first question that needs it, never at import.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any

import msgspec

from canasta_teach.errors import InvalidRules
from canasta_teach.given import is_text
from canasta_teach.rulebook.model import Citation, Erratum, Rule, Source
from canasta_teach.rulebook.reading import KEYS, Book, as_table, parse_book, read_toml
from canasta_teach.rulebook.ruleset import RuleSet, near


def read_file(path: str | os.PathLike[str]) -> str:
    """The text of a rules file.

    Raises:
        InvalidRules: when it cannot be read, or is not UTF-8.
    """
    where = os.fspath(path)
    try:
        with open(where, encoding="utf-8-sig") as file:
            return file.read()
    except OSError as error:
        raise InvalidRules(where, "", f"this file cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InvalidRules(where, "", "this file is not UTF-8 text") from None
    except ValueError as error:
        raise InvalidRules(where, "", f"this is no path of a file: {error}") from None


def own_file(name: str) -> str:
    """The text of a file of the book."""
    return read_file(os.path.join(os.path.dirname(__file__), name))


@cache
def book() -> Book:
    """The rule book of this package, read once."""
    return parse_book(own_file)


def rules() -> Mapping[str, Rule]:
    """All rules by id, in the order of the book."""
    return book().rules


def rule(rule_id: str) -> Rule:
    """A rule by its id.

    Raises:
        InvalidRules: when the book has no such rule; the reason names those with a like name.
    """
    found = book().rules.get(rule_id) if is_text(rule_id) else None
    if found is None:
        rule_id = rule_id if is_text(rule_id) else repr(rule_id)
        raise InvalidRules("", rule_id, f"the book has no such rule{near(rule_id, book().rules)}")
    return found


def sources() -> Mapping[str, Source]:
    """The source documents by key, which is the rule set's."""
    return book().sources


def errata() -> Mapping[str, Erratum]:
    """The damaged or silent places of the sources, by key."""
    return book().errata


def titles() -> Mapping[str, str]:
    """The titles of the five rule sets, to show to people, by key."""
    return MappingProxyType({key: found.title for key, found in book().rule_sets.items()})


def citation(rule_set: RuleSet, rule_id: str, aspect: str = "") -> Citation:
    """Where a rule, or an aspect of it, stands for a rule set."""
    return rule_set.citation(rule_id, aspect)


def ruleset(key: str, options: Mapping[str, Any] | None = None, *, house: RuleSet | None = None) -> RuleSet:
    """A rule set by its key, with options laid over it.

    Args:
        key: one of :data:`KEYS`, or ``house`` for the house rules given.
        options: house keys and their values (see :func:`canasta_teach.rulebook.house_keys`).
        house: the house rules, as :func:`canasta_teach.rulebook.load_house` reads them.

    Raises:
        InvalidRules: for an unknown key, ``house`` without house rules, or an option that does not fit.
    """
    if not options:
        return _base(key, house)
    from canasta_teach.rulebook.house import plain

    return _with_options(key, msgspec.json.encode(plain(options)), house)


def _base(key: str, house: RuleSet | None) -> RuleSet:
    if key == "house":
        if house is None:
            raise InvalidRules("", "house", "the rules are house rules, but no house-rules file is given")
        if not isinstance(house, RuleSet):
            raise InvalidRules("", "house", f"house rules are read with load_house, not {type(house).__name__}")
        return house
    found = book().rule_sets.get(key)
    if found is None:
        raise InvalidRules(
            "", str(key), f"there is no such rule set{near(str(key), KEYS)}; there are {', '.join(KEYS)}"
        )
    return found


@lru_cache(maxsize=512)
def _with_options(key: str, options: bytes, house: RuleSet | None) -> RuleSet:
    from canasta_teach.rulebook.house import lay_over

    return lay_over(_base(key, house), msgspec.json.decode(options))


def load_house(path: str | os.PathLike[str]) -> RuleSet:
    """Read house rules from a TOML file: ``base``, perhaps ``title``, and house keys with their values.

    Raises:
        InvalidRules: with the file, the key and the reason.
    """
    return parse_house(read_file(path), os.fspath(path))


def parse_house(text: str, where: str = "house rules") -> RuleSet:
    """Read house rules from TOML text; ``where`` names the place in errors.

    Raises:
        InvalidRules: with the place, the key and the reason.
    """
    from canasta_teach.rulebook.house import house_rules

    data = read_toml(text, where)
    options = {name: value for name, value in data.items() if name not in ("base", "title", "options")}
    for name, value in as_table(data, "options", where).items():
        if name in options:
            raise InvalidRules(where, name, "this key is given twice")
        options[name] = value
    base, title = data.get("base"), data.get("title", "House rules")
    if not isinstance(base, str) or base not in KEYS:
        hint = near(base, KEYS) if isinstance(base, str) else ""
        raise InvalidRules(where, "base", f"this must name one of the rule sets {', '.join(KEYS)}{hint}")
    if not isinstance(title, str) or not title.strip() or len(title) > 100:
        raise InvalidRules(where, "title", "this must be a text of 1 to 100 characters")
    try:
        return house_rules(base, title, options)
    except InvalidRules as error:
        raise InvalidRules(where, error.key, error.reason) from None


def revive(key: str, base: str, title: str, house: Mapping[str, Any], options: Mapping[str, Any]) -> RuleSet:
    """Make again a rule set that was copied to another process."""
    from canasta_teach.rulebook.house import house_rules

    return ruleset(key, options, house=house_rules(base, title, house) if key == "house" else None)
