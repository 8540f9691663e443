"""Floor 1: house rules and options, laid over a rule set.

What each key means, its range and the rules that it moves is data: ``house.toml``. A rule that a key moves is cited
as house rules afterwards; a key that says what the base says anyway moves nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from canasta_teach.cards import RANKS
from canasta_teach.errors import InvalidRules
from canasta_teach.rulebook.load import book, own_file
from canasta_teach.rulebook.model import Clause, Params, Step
from canasta_teach.rulebook.playable import check_game
from canasta_teach.rulebook.reading import check_params, convert, read_toml
from canasta_teach.rulebook.ruleset import RuleSet, as_text, merged_values, near

Type = Literal["number", "switch", "choice", "players", "hand-size", "steps", "cards", "parts"]

_COUNTS: Final = ("2", "3", "4", "5", "6")
_CARD_NAMES: Final = (*RANKS, "JK")


class Switches(Struct, frozen=True, forbid_unknown_fields=True):
    """Rules that a setting switches on and off."""

    on: tuple[str, ...] = ()
    off: tuple[str, ...] = ()


class HouseKey(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A key of house rules.

    Attributes:
        type: of its value.
        rules: ids of the rules that it moves.
        doc: what it means, in plain words.
        least, most: the range of a number, or of each number in a table.
        choices: the texts to choose from.
        sets: the field of :class:`Params` that it sets.
        parts: for each entry of a table, the field that it sets.
        when: what each setting switches.
        lender: the rule set whose numbers a rule takes when it is switched on where the base lacks it.
        needs: a rule without which the key is refused.
        only_with: a rule that is moved only where another is in the game.
        aspect: the part of the rule that it speaks of.
        whole: it speaks of all parts of the rule that set no value of their own, too.
    """

    type: Type
    rules: tuple[str, ...]
    doc: str
    least: int = 0
    most: int = 0
    choices: tuple[str, ...] = ()
    sets: str = ""
    parts: dict[str, str] = {}
    when: dict[str, Switches] = {}
    lender: str = "classic"
    needs: str = ""
    only_with: dict[str, str] = {}
    aspect: str = ""
    whole: bool = False

    @property
    def range(self) -> str:
        """The values that it takes, in words."""
        span = f"{self.least} to {self.most}"
        return {
            "number": f"a whole number, {span}",
            "switch": "true or false",
            "choice": "one of " + ", ".join(self.choices),
            "players": f"a list of different numbers, {span}",
            "hand-size": f"a whole number, {span}, or a table of such by number of players, 2 to 6",
            "steps": "a list of steps {from, minimum}, rising",
            "cards": f"a table of whole numbers, {span}, by rank: A, 2 to 10, J, Q, K, JK",
            "parts": f"a table of whole numbers, {span}, with the entries " + " and ".join(self.parts),
        }[self.type]


@cache
def _keys() -> dict[str, HouseKey]:
    where = "house.toml"
    data = read_toml(own_file(where), where)
    return {name: convert(fields, HouseKey, where, name) for name, fields in data.items()}


def house_keys() -> Mapping[str, HouseKey]:
    """Every key that house rules and options know, in the order in which they are laid over a rule set."""
    return MappingProxyType(_keys())


def plain(options: Mapping[str, Any]) -> dict[str, Any]:
    """Options as JSON would hold them, so that they can be compared, kept and written.

    Raises:
        InvalidRules: when they are no JSON object.
    """
    try:
        made = msgspec.json.decode(msgspec.json.encode(options))
    except (TypeError, ValueError, RecursionError) as error:
        raise InvalidRules("", "options", f"these must be values that JSON can hold: {error}") from None
    if not isinstance(made, dict):
        raise InvalidRules("", "options", "these must be keys with values")
    return made


def house_rules(base: str, title: str, values: Mapping[str, Any]) -> RuleSet:
    """House rules under a title, made of a rule set of the book and the values of house keys.

    Raises:
        InvalidRules: with the key and the reason.
    """
    return _Laying(book().rule_sets[base], plain(values), title).done(key="house", title=title)


def lay_over(base: RuleSet, options: Mapping[str, Any]) -> RuleSet:
    """A rule set with options laid over it, and over options that it has; it keeps its key.

    Raises:
        InvalidRules: with the key and the reason.
    """
    values = plain(options)
    if base.options:
        old = dict(base.options)
        both = {name for name in values if isinstance(old.get(name), dict) and isinstance(values[name], dict)}
        values = {**old, **values, **{name: {**old[name], **values[name]} for name in both}}
        root = house_rules(base.base, base.title, base.house) if base.key == "house" else book().rule_sets[base.key]
        base = root.again(off=base.off, changes={**base.changes, **root.changes})
    return _Laying(base, values, None).done(key=base.key, title=base.title)


class _Laying:
    """The laying of values over one rule set, key by key."""

    def __init__(self, base: RuleSet, values: dict[str, Any], note: str | None) -> None:
        self.base = base
        self.values = values
        self.note = note
        self.clauses = dict(base.clauses)
        self.active = set(base.active)
        self.changes = dict(base.changes)
        keys = _keys()
        for name in values:
            if name not in keys:
                raise InvalidRules("", name, f"unknown key{near(name, keys)}")
        for name, key in keys.items():
            if name in values:
                _Step(self, name, key).lay(values[name])

    def done(self, *, key: str, title: str) -> RuleSet:
        """The rule set that came of it, if it makes a game."""
        made = RuleSet(
            key=key,
            base=self.base.base,
            title=title,
            clauses=self.clauses,
            active=frozenset(self.active),
            house=self.values if key == "house" and self.base.key != "house" else self.base.house,
            options=self.values if self.base.key == key else self.base.options,
            off=self.base.off,
            changes=self.changes,
        )
        check_game(made)
        return made


class _Step:
    """One key being laid."""

    def __init__(self, laying: _Laying, name: str, key: HouseKey) -> None:
        self.laying = laying
        self.name = name
        self.key = key
        self.section = ""

    def refuse(self, reason: str) -> InvalidRules:
        return InvalidRules("", self.name, reason)

    def lay(self, value: object) -> None:
        """Check a value and lay it."""
        key, laying = self.key, self.laying
        if key.needs and key.needs not in laying.active:
            raise self.refuse(f"these rules have no {key.needs}, without which this means nothing")
        setting, values = self.read(value)
        self.section = f"{self.name} = {as_text(value)}"
        for rule_id in key.when.get(setting, Switches()).off:
            self.switch_off(rule_id)
        for rule_id in key.when.get(setting, Switches()).on:
            self.switch_on(rule_id)
        if "honour" in values:
            # No rule's clause holds this choice: it says who acts, not what the rule is.
            laying.changes["honour"] = values.pop("honour")
        dropped = key.when.get(setting, Switches()).off
        for param, part in values.items():
            owner = _owner(param)
            if owner not in dropped:
                self.set_value(owner, param, part)

    # ---- reading a value

    def read(self, value: object) -> tuple[str, dict[str, Any]]:
        """The setting that ``when`` knows, and the fields of Params that the value sets."""
        key = self.key
        match key.type:
            case "number":
                number = self.number(value)
                return "positive" if number > 0 else "zero", {key.sets: number}
            case "switch":
                if not isinstance(value, bool):
                    raise self.refuse("this must be true or false")
                return "true" if value else "false", {key.sets: value} if key.sets else {}
            case "choice":
                if not isinstance(value, str) or value not in key.choices:
                    raise self.refuse(f"this must be one of {', '.join(key.choices)}")
                return value, {key.sets: value}
            case "players":
                return "set", self.player_counts(value)
            case "hand-size":
                return "set", {key.sets: self.hand_sizes(value)}
            case "steps":
                return "set", {key.sets: self.steps(value)}
            case "cards":
                return "set", self.card_values(value)
            case "parts":
                table = self.table(value, tuple(key.parts))
                return "set", {key.parts[part]: number for part, number in table.items()}

    def number(self, value: object, where: str = "") -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not self.key.least <= value <= self.key.most:
            raise self.refuse(f"{where or 'this'} must be a whole number from {self.key.least} to {self.key.most}")
        return value

    def table(self, value: object, names: tuple[str, ...]) -> dict[str, int]:
        if not isinstance(value, dict) or not value:
            raise self.refuse(f"this must be {self.key.range}")
        for name in value:
            if name not in names:
                raise self.refuse(f"unknown entry {name!r}; write {', '.join(names)}")
        return {name: self.number(part, name) for name, part in value.items()}

    def player_counts(self, value: object) -> dict[str, Any]:
        if not isinstance(value, list) or not value:
            raise self.refuse("this must be a list with at least one number of players")
        counts = sorted({self.number(count, "each number of players") for count in value})
        if len(counts) != len(value):
            raise self.refuse("the same number of players stands here twice")
        before = merged_values(self.laying.clauses["deal.players"]).get("partnerships", ())
        return {"players": counts, "partnerships": sorted({*before, *(n for n in counts if n in (4, 6))})}

    def hand_sizes(self, value: object) -> dict[str, int]:
        if isinstance(value, dict):
            return self.table(value, _COUNTS)
        return dict.fromkeys(_COUNTS, self.number(value))

    def steps(self, value: object) -> list[Any]:
        if not isinstance(value, list) or not value:
            raise self.refuse("this must be a list with at least one step {from, minimum}")
        steps = convert(value, tuple[Step, ...], "", self.name)
        check_params(Params(initial_steps=steps), "", self.name)
        return value

    def card_values(self, value: object) -> dict[str, Any]:
        table = self.table(value, _CARD_NAMES)
        values: dict[str, Any] = {}
        if "3" in table:
            values["black_three_value"] = table["3"]
            if "deck.red-threes" in self.laying.active:
                del table["3"]
        return {**values, "card_values": table} if table else values

    # ---- moving rules

    def moves(self, rule_id: str) -> bool:
        return self.key.only_with.get(rule_id, rule_id) in {*self.laying.active, rule_id}

    def house_clause(self, values: dict[str, Any], aspect: str = "", about: str = "") -> Clause:
        return Clause(
            standing="house", section=self.section, note=self.laying.note, values=values, aspect=aspect, about=about
        )

    def switch_off(self, rule_id: str) -> None:
        if rule_id in self.laying.active:
            self.laying.active.discard(rule_id)
            self.laying.clauses[rule_id] = (self.house_clause({}),)

    def switch_on(self, rule_id: str) -> None:
        if rule_id in self.laying.active or not self.moves(rule_id):
            return
        lender = book().rule_sets[self.key.lender]
        values = merged_values(lender.clauses[rule_id])
        self.laying.active.add(rule_id)
        self.laying.clauses[rule_id] = (self.house_clause(values),)

    def set_value(self, rule_id: str, param: str, value: Any) -> None:
        """Set one value: the clauses that set it so far give way to the house rules', others stay behind it."""
        found = self.laying.clauses[rule_id]
        on = rule_id in self.laying.active
        before = merged_values(found).get(param)
        if on and isinstance(value, dict):
            value = {entry: part for entry, part in value.items() if (before or {}).get(entry) != part}
        if on and (value == {} or value == _in_force(before, param)):
            return
        aspects: list[str] = []
        kept: list[Clause] = []
        for clause in found if on else ():
            left = _less(clause.values, param, value)
            gone = not left and (bool(clause.values) or self.key.whole)
            if gone or left != clause.values:
                aspects.append(clause.aspect)
            if not gone:
                kept.append(msgspec.structs.replace(clause, values=left))
        self.laying.active.add(rule_id)
        first, *others = dict.fromkeys(aspects or [self.key.aspect if on else ""])
        made = [self.house_clause({param: value}, first), *(self.house_clause({}, aspect) for aspect in others)]
        self.laying.clauses[rule_id] = (*made, *kept)


def _in_force(before: object, param: str) -> object:
    """What a value is where no clause sets it: the default of Params."""
    return msgspec.to_builtins(getattr(_DEFAULTS, param)) if before is None else before


_DEFAULTS: Final = Params()


def _less(values: Mapping[str, Any], param: str, new: Any) -> dict[str, Any]:
    """Values without those that the new one replaces."""
    left = dict(values)
    if param in left:
        old = left.pop(param)
        if isinstance(old, dict) and isinstance(new, dict):
            rest = {entry: part for entry, part in old.items() if entry not in new}
            if rest:
                left[param] = rest
    return left


@cache
def _owners() -> dict[str, str]:
    rules = book().rules
    return {param: rule_id for rule_id, rule in rules.items() for param in rule.values}


def _owner(param: str) -> str:
    return _owners()[param]


def moved_rules(base: RuleSet, over: RuleSet) -> list[str]:
    """The ids of the rules of which two rule sets say different things, in the order of the book."""
    return [
        rule_id
        for rule_id, found in base.clauses.items()
        if over.clauses[rule_id] != found or base.has(rule_id) != over.has(rule_id)
    ]
