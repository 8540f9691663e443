"""Floor 3: reading exercises from TOML files, and finding one by its id.

A file that is at fault is refused with file, item and key.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Final

import msgspec

from canasta_teach import rulebook
from canasta_teach.errors import InvalidRules
from canasta_teach.i18n import translate
from canasta_teach.rulebook.reading import read_toml
from canasta_teach.rulebook.ruleset import RuleSet, near
from canasta_teach.teach.errors import InvalidExercise, fault_at
from canasta_teach.teach.model import AnyItem

MAX_BYTES: Final = 1_000_000
"""The longest file that is read."""


def parse_items(text: str, where: str = "") -> tuple[AnyItem, ...]:
    """The items of a TOML text that came from ``where``.

    Raises:
        InvalidExercise: with file, item and key of the first fault.
    """
    try:
        data = read_toml(text, where)
    except InvalidRules as error:
        raise InvalidExercise(where, "", "", error.reason) from None
    extra = next((key for key in data if key != "item"), None)
    if extra is not None:
        raise InvalidExercise(where, "", extra, translate("a file of exercises has tables [[item]] only"))
    listed = data.get("item", [])
    if not isinstance(listed, list):
        raise InvalidExercise(where, "", "item", translate("write [[item]], with two brackets"))
    items: dict[str, AnyItem] = {}
    for place, raw in enumerate(listed):
        item = _item(raw, where, place)
        if item.id in items:
            raise InvalidExercise(where, item.id, "id", translate("this id stands twice"))
        items[item.id] = item
    return tuple(items.values())


def load_items(path: str | Path) -> tuple[AnyItem, ...]:
    """The items of a file.

    Raises:
        InvalidExercise: when it cannot be read, or is at fault.
    """
    where = str(path)
    try:
        with Path(path).open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise InvalidExercise(where, "", "", error.strerror or str(error)) from None
    if len(data) > MAX_BYTES:
        raise InvalidExercise(where, "", "", translate("longer than {n} bytes").format(n=f"{MAX_BYTES:,}"))
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InvalidExercise(where, "", "", translate("no UTF-8 text: {error}").format(error=error)) from None
    return parse_items(text, where)


@cache
def bank() -> Mapping[str, AnyItem]:
    """All items of the course's own bank, by id, in the order of its files.

    Raises:
        InvalidExercise: when one is at fault.
    """
    found: dict[str, AnyItem] = {}
    for file in sorted(files("canasta_teach.teach").joinpath("bank").iterdir(), key=lambda one: one.name):
        if not file.name.endswith(".toml"):
            continue
        for item in parse_items(file.read_text("utf-8"), file.name):
            if item.id in found:
                raise InvalidExercise(file.name, item.id, "id", translate("another file has this id"))
            found[item.id] = item
    return MappingProxyType(found)


def find(item_id: str, among: Iterable[AnyItem] | None = None) -> AnyItem:
    """An item by its id.

    Raises:
        InvalidExercise: when there is none of this id.
    """
    items = bank() if among is None else {item.id: item for item in among}
    if item_id not in items:
        raise InvalidExercise("", item_id, "", translate("there is no exercise of this id") + near(item_id, items))
    return items[item_id]


def rules_for(item: AnyItem, key: str | RuleSet | None = None) -> RuleSet:
    """The rule set under which an item is asked: by default, its first.

    Raises:
        InvalidExercise: when it is not asked under these rules.
    """
    if isinstance(key, RuleSet):
        return key
    chosen = item.rules[0] if key is None else key
    if chosen not in item.rules:
        text = translate("it is not asked under {rules}; choose of: {allowed}")
        raise InvalidExercise("", item.id, "rules", text.format(rules=chosen, allowed=", ".join(item.rules)))
    return rulebook.ruleset(chosen, item.options or None)


def _item(raw: object, where: str, place: int) -> AnyItem:
    name = str(raw["id"])[:80] if isinstance(raw, dict) and "id" in raw else f"item[{place}]"
    try:
        item: AnyItem = msgspec.convert(raw, AnyItem, strict=True)
    except msgspec.ValidationError as error:
        reason, key = fault_at(error)
        raise InvalidExercise(where, name, key, reason) from None
    for rule in item.teaches:
        if rule not in rulebook.rules():
            reason = translate("there is no such rule") + near(rule, rulebook.rules())
            raise InvalidExercise(where, name, f"teaches: {rule}", reason)
    for key in item.rules:
        if key not in rulebook.KEYS:
            reason = translate("there is no such rule set") + near(key, rulebook.KEYS)
            raise InvalidExercise(where, name, f"rules: {key}", reason)
    return item
