"""Floor 2: the written form of a deal's record: its keys, and how they are read.

The form itself is told in :mod:`canasta_teach.game.record`.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct

from canasta_teach.cards import Card, card
from canasta_teach.errors import CanastaError, InvalidCard, InvalidPosition, InvalidRules
from canasta_teach.game.state import Position
from canasta_teach.rulebook import KEYS, RuleSet, ruleset

FORMAT: Final = "canasta-teach deal"
VERSION: Final = 2
"""The newest version that is read. What was written by an older one is read too."""
MAX_BYTES: Final = 4_000_000
"""The longest file that is read as a record. A deal of hundreds of acts has some ten thousand bytes."""

MAX_SEED: Final = 2**63


class InvalidRecord(CanastaError):
    """A saved deal that cannot be read, written or replayed.

    ``where`` is the file (empty for a record in memory), ``path`` the place in it, as in ``acts[17]``.
    """

    def __init__(self, where: str, path: str, reason: str) -> None:
        self.where = where
        self.path = path
        self.reason = reason
        super().__init__(": ".join(part for part in (where, path, reason) if part))


class House(Struct, frozen=True, forbid_unknown_fields=True):
    """House rules as a file holds them."""

    base: str
    title: Annotated[str, Meta(min_length=1, max_length=100)]
    values: dict[str, Any] = {}


class Raw(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A record as it is written, in the order of its keys."""

    format: str
    version: int
    rules: str
    options: dict[str, Any] = {}
    house: House | None = None
    players: int
    dealer: int
    scores: list[int]
    seed: Annotated[int, Meta(ge=-MAX_SEED, le=MAX_SEED - 1)] | None = None
    deck: list[str] | None = None
    position: dict[str, Any] | None = None
    acts: list[str]


def decode(data: str | bytes, where: str) -> Raw:
    """The record's keys, once it is known to be a record of a version that is read."""
    if len(data) > MAX_BYTES:
        raise InvalidRecord(where, "", f"longer than the {MAX_BYTES:,} bytes that a saved deal may have")
    try:
        found = msgspec.json.decode(data)
    except RecursionError:
        raise InvalidRecord(where, "", "nested too deeply for a saved deal") from None
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise InvalidRecord(where, "", f"this is not JSON, so not a saved deal, or a damaged one: {error}") from None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise InvalidRecord(where, "format", f"this is not a saved deal: those say {FORMAT!r} here")
    version = found.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise InvalidRecord(where, "version", f"this must be a whole number, 1 to {VERSION}")
    if version > VERSION:
        raise InvalidRecord(
            where,
            "version",
            f"{version} was written by a newer canasta-teach; this one reads versions up to {VERSION}: update it",
        )
    try:
        return msgspec.convert(found, Raw)
    except msgspec.ValidationError as error:
        raise _fault(where, str(error)) from None


def _fault(where: str, text: str) -> InvalidRecord:
    """A type error of the schema library with its place put first, in the way of our own paths."""
    what, _, at = text.partition(" - at `$")
    path = at.rstrip("`").lstrip(".")
    if found := re.match(r"Object (contains unknown|missing required) field `(.*)`", what, re.DOTALL):
        path = f"{path}.{found[2][:40]}".lstrip(".")
        what = "this key is missing" if found[1].startswith("missing") else "a saved deal has no such key"
    return InvalidRecord(where, path, what.replace("`", ""))


def rules_of(raw: Raw) -> RuleSet:
    """The rule set that a record names.

    Raises:
        InvalidRecord: when there is none.
    """
    if (raw.rules == "house") != (raw.house is not None):
        raise InvalidRecord("", "house", "house rules stand here where rules is 'house', and only there")
    if raw.house is None and raw.rules not in KEYS:
        raise InvalidRecord("", "rules", f"there is no such rule set; there are {', '.join(KEYS)}, and house")
    try:
        return ruleset(raw.rules, raw.options, house=_house(raw))
    except InvalidRules as error:
        raise InvalidRecord("", f"options.{error.key}", error.reason) from None


def _house(raw: Raw) -> RuleSet | None:
    """The house rules that a record holds."""
    from canasta_teach.rulebook.house import house_rules

    if raw.house is None:
        return None
    if raw.house.base not in KEYS:
        raise InvalidRecord("", "house.base", f"this must be one of {', '.join(KEYS)}")
    try:
        return house_rules(raw.house.base, raw.house.title, raw.house.values)
    except InvalidRules as error:
        raise InvalidRecord("", f"house.values.{error.key}", error.reason) from None


def position_of(raw: Raw, rules: RuleSet) -> Position | None:
    """The position from which a record goes on, where it has one.

    Raises:
        InvalidRecord: when there can be no such position, or it is one of another game.
    """
    if raw.position is None:
        return None
    try:
        position = Position.parse(raw.position, house=_house(raw))
    except InvalidPosition as error:
        raise InvalidRecord("", f"position.{error.path}".rstrip("."), error.reason) from None
    said = {"rules": rules, "players": raw.players, "dealer": raw.dealer, "scores": tuple(raw.scores)}
    for name, value in said.items():
        if getattr(position, name) != value:
            raise InvalidRecord("", f"position.{name}", f"this differs from the {name} that the record itself gives")
    return position


def card_at(word: str, index: int) -> Card:
    """A card of the deck.

    Raises:
        InvalidRecord: with its place, where the word names none.
    """
    try:
        return card(word)
    except InvalidCard as error:
        raise InvalidRecord("", f"deck[{index}]", str(error)) from None
