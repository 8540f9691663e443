"""Floor 1: reading the rule book's TOML texts, and checking them.

A fault is an :class:`~canasta_teach.errors.InvalidRules` that names the file, the key and the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, TypeVar

import msgspec

from canasta_teach.cards import RANKS
from canasta_teach.errors import InvalidRules
from canasta_teach.rulebook.model import Clause, Erratum, Params, Rule, Source
from canasta_teach.rulebook.ruleset import RuleSet, merged_values, near

KEYS: Final = ("goren_1949", "classic", "swedish", "italian", "brazilian")
"""The keys of the five rule sets."""

_RANK_NAMES: Final = frozenset((*RANKS, "JK"))
_PLAYER_COUNTS: Final = frozenset("23456")

_INSTEAD: Final = MappingProxyType(
    {
        "Cannot overwrite a value": "each key stands once",
        "Invalid value": "a value is a number, true or false, or text in quotes",
        "Expected '=' after a key": "a line is a key, =, and its value",
    }
)
"""What the parser of TOML says of common slips, and what to write instead."""

T = TypeVar("T")


class Book(msgspec.Struct, frozen=True, kw_only=True):
    """The whole rule book, checked: the rules in its order, what each rule set says of them, sources and errata."""

    rules: Mapping[str, Rule]
    sources: Mapping[str, Source]
    errata: Mapping[str, Erratum]
    rule_sets: Mapping[str, RuleSet]


class SetFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a rule set's file holds."""

    key: str
    title: str
    source: str
    clauses: dict[str, tuple[Clause, ...]]


def read_toml(text: str, where: str) -> dict[str, Any]:
    """Decode TOML text that came from ``where``.

    Raises:
        InvalidRules: when it is no TOML.
    """
    import tomllib

    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        instead = next((f"; {text}" for begins, text in _INSTEAD.items() if str(error).startswith(begins)), "")
        raise InvalidRules(where, "", f"this is no TOML: {error}{instead}") from None


def convert(data: object, kind: type[T], where: str, key: str) -> T:
    """Make one of the model's objects of decoded TOML.

    Raises:
        InvalidRules: when a field is missing, unknown, of the wrong type or out of range.
    """
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise InvalidRules(where, key, str(error)) from None


def as_table(data: Mapping[str, Any], name: str, where: str) -> dict[str, Any]:
    """The table of that name in decoded TOML; empty when it is left out.

    Raises:
        InvalidRules: when something else stands there.
    """
    table = data.get(name, {})
    if not isinstance(table, dict):
        raise InvalidRules(where, name, "this must be a table")
    return table


def _only(data: Mapping[str, Any], known: tuple[str, ...], where: str) -> None:
    for name in data:
        if name not in known:
            raise InvalidRules(where, name, f"unknown key{near(name, known)}")


def parse_rules(text: str, where: str = "rules.toml") -> dict[str, Rule]:
    """Read the rules of the book, in its order.

    Raises:
        InvalidRules: for a field that does not fit, or a value that is unknown or belongs to two rules.
    """
    data = read_toml(text, where)
    _only(data, ("rule",), where)
    rules: dict[str, Rule] = {}
    owner: dict[str, str] = {}
    for rule_id, fields in as_table(data, "rule", where).items():
        rules[rule_id] = convert(fields, Rule, where, rule_id)
        for name in rules[rule_id].values:
            if name not in Params.__struct_fields__:
                raise InvalidRules(where, rule_id, f"unknown value {name}{near(name, Params.__struct_fields__)}")
            if name in owner:
                raise InvalidRules(where, rule_id, f"the value {name} belongs to {owner[name]} already")
            owner[name] = rule_id
    return rules


def parse_sources(text: str, where: str = "sources.toml") -> tuple[dict[str, Source], dict[str, Erratum]]:
    """Read the source documents, and the places where they are damaged or silent.

    Raises:
        InvalidRules: for a field that does not fit, or an erratum of no source or given twice.
    """
    data = read_toml(text, where)
    _only(data, ("source", "erratum"), where)
    sources = {key: convert(fields, Source, where, key) for key, fields in as_table(data, "source", where).items()}
    errata: dict[str, Erratum] = {}
    for erratum in convert(data.get("erratum", []), list[Erratum], where, "erratum"):
        if erratum.key in errata:
            raise InvalidRules(where, erratum.key, "this erratum is given twice")
        if erratum.source not in sources:
            raise InvalidRules(where, erratum.key, f"unknown source {erratum.source}{near(erratum.source, sources)}")
        errata[erratum.key] = erratum
    return sources, errata


def parse_rule_set(
    text: str, where: str, rules: Mapping[str, Rule], sources: Mapping[str, Source], errata: Mapping[str, Erratum]
) -> RuleSet:
    """Read one rule set's file and check all that can be checked without the other rule sets.

    Raises:
        InvalidRules: with the file, the rule or value, and the reason.
    """
    file = convert(read_toml(text, where), SetFile, where, "")
    if file.source not in sources:
        raise InvalidRules(where, "source", f"unknown source {file.source}{near(file.source, sources)}")
    if file.source != file.key:
        raise InvalidRules(where, "source", f"the source's key must be the rule set's own, {file.key}")
    for rule_id in file.clauses:
        if rule_id not in rules:
            raise InvalidRules(where, rule_id, f"unknown rule{near(rule_id, rules)}")
    clauses: dict[str, tuple[Clause, ...]] = {}
    for rule_id, rule in rules.items():
        found = file.clauses.get(rule_id, ())
        if not found:
            raise InvalidRules(where, rule_id, "this rule is missing; say that it is absent if the game lacks it")
        _check_clauses(where, rule_id, rule, found, errata)
        clauses[rule_id] = found
    active = frozenset(rule_id for rule_id, found in clauses.items() if found[0].standing != "absent")
    return RuleSet(key=file.key, base=file.key, title=file.title, clauses=clauses, active=active)


def _check_clauses(
    where: str, rule_id: str, rule: Rule, found: tuple[Clause, ...], errata: Mapping[str, Erratum]
) -> None:
    seen: set[str] = set()
    if len(found) > 1 and any(clause.standing == "absent" for clause in found):
        raise InvalidRules(where, rule_id, "an absent rule has one clause only")
    for clause in found:
        _check_standing(where, rule_id, clause)
        for key in clause.errata:
            if key not in errata:
                raise InvalidRules(where, rule_id, f"unknown erratum {key}{near(key, errata)}")
        for name in clause.values:
            if name not in Params.__struct_fields__:
                raise InvalidRules(where, rule_id, f"unknown value {name}{near(name, Params.__struct_fields__)}")
            if name not in rule.values:
                raise InvalidRules(where, rule_id, f"the value {name} does not belong to this rule")
        for name in _flat(clause.values):
            if name in seen:
                raise InvalidRules(where, rule_id, f"the value {name} is set by two clauses")
            seen.add(name)
        check_params(convert(clause.values, Params, where, rule_id), where, rule_id)


def _check_standing(where: str, rule_id: str, clause: Clause) -> None:
    faults = (
        (clause.standing == "house", "only house rules have the standing house"),
        (clause.standing == "absent" and bool(clause.values), "an absent rule sets no values"),
        (clause.standing == "absent" and clause.lender is not None, "an absent rule has no lender"),
        (clause.standing != "absent" and not clause.section, "the place in the source (section) is missing"),
        (clause.standing == "inferred" and not clause.note, "an inferred rule needs a note that gives the reading"),
        (clause.standing == "borrowed" and clause.lender is None, "a borrowed rule must name its lender"),
        (clause.standing in ("stated", "inferred") and clause.lender is not None, "only a borrowed rule has a lender"),
    )
    for fault, reason in faults:
        if fault:
            raise InvalidRules(where, rule_id, reason)


def _flat(values: Mapping[str, Any]) -> Iterator[str]:
    """The names of values, those of tables entry by entry."""
    for name, value in values.items():
        if isinstance(value, dict):
            yield from (f"{name}.{entry}" for entry in value)
        else:
            yield name


def check_params(p: Params, where: str, key: str) -> None:
    """Check what the types of :class:`Params` leave open: names of ranks, numbers of players, order of steps.

    Raises:
        InvalidRules: with the reason.
    """
    for rank in (*p.card_values, *p.wild_ranks):
        if rank not in _RANK_NAMES:
            raise InvalidRules(where, key, f"{rank!r} is no rank: write A, 2 to 10, J, Q, K or JK")
    for count in p.hand_size:
        if count not in _PLAYER_COUNTS:
            raise InvalidRules(where, key, f"{count!r} is no number of players: write 2 to 6")
    last: int | None = None
    for place, step in enumerate(p.initial_steps):
        if step.from_ is None:
            if place:
                raise InvalidRules(where, key, "only the first step may leave out its score (from)")
        elif last is not None and step.from_ <= last:
            raise InvalidRules(where, key, f"steps must rise: {step.from_} comes after {last}")
        else:
            last = step.from_


def check_lenders(rule_sets: Mapping[str, RuleSet], where: Callable[[str], str] = lambda key: f"{key}.toml") -> None:
    """Check that every borrowed clause agrees with its lender.

    Raises:
        InvalidRules: for an unknown lender, one that lacks the rule or borrowed it itself, or values that differ.
    """
    for key, borrower in rule_sets.items():
        for rule_id, found in borrower.clauses.items():
            for clause in found:
                if clause.lender is not None:
                    _check_lender(rule_sets, where(key), key, rule_id, clause)


def _check_lender(rule_sets: Mapping[str, RuleSet], where: str, key: str, rule_id: str, clause: Clause) -> None:
    lender = clause.lender or ""
    if lender not in rule_sets or lender == key:
        raise InvalidRules(where, rule_id, f"{lender} is no rule set that could lend{near(lender, rule_sets)}")
    if not any(lent.standing in ("stated", "inferred") for lent in rule_sets[lender].clauses[rule_id]):
        raise InvalidRules(where, rule_id, f"{lender} does not have this rule of its own and cannot lend it")
    lent_values = merged_values(rule_sets[lender].clauses[rule_id])
    for name, value in clause.values.items():
        lent = lent_values.get(name)
        same = all(lent.get(k) == v for k, v in value.items()) if isinstance(lent, dict) else lent == value
        if not same:
            raise InvalidRules(where, rule_id, f"{name} is {value!r} here, but {lent!r} with its lender {lender}")


def parse_book(read: Callable[[str], str], keys: tuple[str, ...] = KEYS) -> Book:
    """Read and check a whole rule book.

    Args:
        read: gives the text of a file of the book by its name.
        keys: the rule sets' keys; each has a file of that name.

    Raises:
        InvalidRules: with the file, the key and the reason of the first fault.
    """
    rules = parse_rules(read("rules.toml"))
    sources, errata = parse_sources(read("sources.toml"))
    for erratum in errata.values():
        for rule_id in erratum.rules:
            if rule_id not in rules:
                raise InvalidRules("sources.toml", erratum.key, f"unknown rule {rule_id}{near(rule_id, rules)}")
    rule_sets: dict[str, RuleSet] = {}
    for key in keys:
        where = f"{key}.toml"
        rule_set = parse_rule_set(read(where), where, rules, sources, errata)
        if rule_set.key != key:
            raise InvalidRules(where, "key", f"the key must be {key}, as the file's name")
        rule_sets[key] = rule_set
    check_lenders(rule_sets)
    return Book(
        rules=MappingProxyType(rules),
        sources=MappingProxyType(sources),
        errata=MappingProxyType(errata),
        rule_sets=MappingProxyType(rule_sets),
    )
