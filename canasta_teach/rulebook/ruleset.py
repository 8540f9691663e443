"""Floor 1: a rule set in force, as the referee and the score read it.

A :class:`RuleSet` is one of the five rule sets of the book, whole or with options or house rules laid over it. It is
immutable; what is asked for often (is a rule in the game, a card's points, is it wild) is worked out once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from types import MappingProxyType
from typing import Any, Final, final

import msgspec

from canasta_teach.cards import ALL_CARDS, JOKER, UNKNOWN, Card, full_deck
from canasta_teach.errors import InvalidRules
from canasta_teach.rulebook.model import Citation, Clause, Params

Clauses = Mapping[str, tuple[Clause, ...]]

_FACES: Final = (*ALL_CARDS, JOKER, UNKNOWN)
_NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})


def merged_values(clauses: Iterable[Clause]) -> dict[str, Any]:
    """The values that some clauses set together: tables are merged key by key, and house rules have the last word."""
    values: dict[str, Any] = {}
    for clause in sorted(clauses, key=lambda c: c.standing == "house"):
        for name, value in clause.values.items():
            values[name] = {**values.get(name, {}), **value} if isinstance(value, dict) else value
    return values


def as_text(value: object) -> str:
    """A value as a house-rules file writes it: ``4``, ``true``, ``"naturals"``, ``{natural = 400}``."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key} = {as_text(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(as_text, value)) + "]"
    return f'"{value}"' if isinstance(value, str) else str(value)


@final
class RuleSet:
    """A rule set in force.

    Two rule sets are equal when they are the same base with the same house rules and options.

    Attributes:
        key: ``goren_1949``, ``classic``, ``swedish``, ``italian``, ``brazilian``, or ``house``.
        base: the rule set of the book that it builds on; the key itself for one of the five.
        title: to show to people.
        house: the values of the house-rules file (``house`` only), as given.
        options: the values that a position or a caller overrides beside that, as given.
        p: every number and choice, from the rules that are in the game alone.
        active: the ids of the rules that are in the game.
        clauses: for every rule of the book, in its order, what this rule set says of it.
        off: rules switched off by :meth:`without`.
        changes: fields of ``p`` set beside the clauses, by :meth:`changed` or by an option that moves no rule.
    """

    __slots__ = (
        "_deck",
        "_hash",
        "_identity",
        "_points",
        "_wild",
        "active",
        "base",
        "changes",
        "clauses",
        "house",
        "key",
        "off",
        "options",
        "p",
        "title",
    )

    key: str
    base: str
    title: str
    house: Mapping[str, Any]
    options: Mapping[str, Any]
    p: Params
    active: frozenset[str]
    clauses: Clauses
    off: frozenset[str]
    changes: Mapping[str, Any]
    _deck: tuple[Card, ...]
    _hash: int
    _identity: tuple[object, ...]
    _points: tuple[int, ...]
    _wild: tuple[bool, ...]

    def __init__(
        self,
        *,
        key: str,
        base: str,
        title: str,
        clauses: Clauses,
        active: frozenset[str],
        house: Mapping[str, Any] = _NOTHING,
        options: Mapping[str, Any] = _NOTHING,
        off: frozenset[str] = frozenset(),
        changes: Mapping[str, Any] = _NOTHING,
    ) -> None:
        put = super().__setattr__
        put("key", key)
        put("base", base)
        put("title", title)
        put("clauses", MappingProxyType(dict(clauses)))
        put("active", active - off)
        put("house", MappingProxyType(dict(house)))
        put("options", MappingProxyType(dict(options)))
        put("off", off)
        put("changes", MappingProxyType(dict(changes)))
        values: dict[str, Any] = {}
        for rule_id in self.active:
            values.update(merged_values(clauses[rule_id]))
        values.update(changes)
        put("p", msgspec.convert(values, Params))
        put("_points", tuple(self._points_of(face) for face in _FACES))
        put("_wild", tuple(face.rank in self.p.wild_ranks for face in _FACES))
        put("_deck", full_deck(self.p.packs, self.p.jokers))
        identity = (key, base, title, _canonical(house), _canonical(options), tuple(sorted(off)), _canonical(changes))
        put("_identity", identity)
        put("_hash", hash(identity))

    def _points_of(self, face: Card) -> int:
        return self.p.black_three_value if face.is_black_three else self.p.card_values.get(face.rank, 0)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a rule set does not change: {name} cannot be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a rule set does not change: {name} cannot be deleted")

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, RuleSet) and self._identity == other._identity)

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        parts = [repr(self.key)]
        if self.key != self.base:
            parts.append(f"base={self.base!r}")
        if self.house:
            parts.append(f"house={dict(self.house)!r}")
        if self.options:
            parts.append(f"options={dict(self.options)!r}")
        if self.off:
            parts.append(f"without={sorted(self.off)!r}")
        return f"RuleSet({', '.join(parts)})"

    def __copy__(self) -> RuleSet:
        return self

    def __deepcopy__(self, memo: object) -> RuleSet:
        return self

    def __reduce__(self) -> tuple[object, tuple[object]]:
        kept = (self.key, self.base, self.title, dict(self.house), dict(self.options), self.off, dict(self.changes))
        return _revive, (kept,)

    def has(self, rule_id: str) -> bool:
        """Whether the rule is in this game."""
        return rule_id in self.active

    def clause(self, rule_id: str, aspect: str = "") -> Clause:
        """What this rule set says of a rule, or of one aspect of it.

        Without such an aspect: the rule's main clause, which is the first that speaks of the rule as a whole, else
        the first. The name of a field of :class:`Params` is an aspect too, for what tells that number or choice:
        where the house set it, its clause is meant, in whatever rule and part of a rule it lies, since no source
        says what the house does.

        Raises:
            InvalidRules: when the book has no such rule; the reason names those with a like name.
        """
        found = self.clauses.get(rule_id)
        if found is None:
            raise InvalidRules("", rule_id, f"the book has no such rule{near(rule_id, self.clauses)}")
        if aspect in Params.__struct_fields__:
            for clause in chain.from_iterable(self.clauses.values()):
                if clause.standing == "house" and aspect in clause.values:
                    return clause
        for wanted in (aspect, ""):
            for clause in found:
                if clause.aspect == wanted:
                    return clause
        return found[0]

    def citation(self, rule_id: str, aspect: str = "") -> Citation:
        """Where the rule, or an aspect of it, stands: the lender's place when it is borrowed.

        Raises:
            InvalidRules: when the book has no such rule.
        """
        clause = self.clause(rule_id, aspect)
        source = "house" if clause.standing == "house" else clause.lender or self.base
        return Citation(
            rules=self.key, source=source, section=clause.section, standing=clause.standing, note=clause.note
        )

    def without(self, rule_id: str) -> RuleSet:
        """This rule set with one rule switched off: its numbers fall back to those of a game that lacks it.

        Raises:
            InvalidRules: when the book has no such rule.
        """
        self.clause(rule_id)
        return self.again(off=self.off | {rule_id}, changes=self.changes)

    def changed(self, param: str, value: object) -> RuleSet:
        """This rule set with one number or choice of :class:`Params` moved; citations stay as they are.

        Raises:
            InvalidRules: when there is no such value, or it is of the wrong type or out of range.
        """
        if param not in Params.__struct_fields__:
            raise InvalidRules("", param, f"there is no such value{near(param, Params.__struct_fields__)}")
        plain = msgspec.to_builtins(value)
        try:
            msgspec.convert({param: plain}, Params)
        except msgspec.ValidationError as error:
            raise InvalidRules("", param, str(error)) from None
        return self.again(off=self.off, changes={**self.changes, param: plain})

    def again(self, *, off: frozenset[str], changes: Mapping[str, Any]) -> RuleSet:
        """This rule set with other rules switched off, and other fields set beside its clauses."""
        return RuleSet(
            key=self.key,
            base=self.base,
            title=self.title,
            clauses=self.clauses,
            active=self.active,
            house=self.house,
            options=self.options,
            off=off,
            changes=changes,
        )

    def value(self, card: Card) -> int:
        """A card's points: 0 for ``??`` and for a card without a value of its own, as a bonus red three."""
        return self._points[card.number]

    def points(self, some: Iterable[Card]) -> int:
        """The points of several cards together."""
        table = self._points
        return sum([table[card.number] for card in some])

    def is_wild(self, card: Card) -> bool:
        """Whether the card is wild as a rank (a two may still be natural in its own place in a run)."""
        return self._wild[card.number]

    def deck(self) -> tuple[Card, ...]:
        """All cards of the deck in fixed order."""
        return self._deck

    def deck_count(self, card: Card) -> int:
        """How many of a card the deck holds; 0 for ``??``."""
        if card is JOKER:
            return self.p.jokers
        return 0 if card is UNKNOWN else self.p.packs

    def sides(self, players: int) -> int:
        """How many sides play: 2 in partnerships, else one a player."""
        return 2 if players in self.p.partnerships else players


def near(name: str, known: Iterable[str]) -> str:
    """A hint for an unknown name: ``; did you mean jokers?``, or nothing when no known name is like it."""
    from difflib import get_close_matches

    likes = get_close_matches(name, list(known), n=3, cutoff=0.6)
    return f"; did you mean {' or '.join(likes)}?" if likes else ""


def _canonical(values: Mapping[str, Any]) -> bytes:
    return msgspec.json.encode(dict(values), order="deterministic") if values else b""


def _revive(
    kept: tuple[str, str, str, dict[str, Any], dict[str, Any], frozenset[str], dict[str, Any]],
) -> RuleSet:
    from canasta_teach.rulebook.load import revive

    key, base, title, house, options, off, changes = kept
    return revive(key, base, title, house, options).again(off=off, changes=changes)
