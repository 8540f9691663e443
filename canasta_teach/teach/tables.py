"""Floor 3: reading files that are a list of tables: the lessons, the glossary, the ideas of puzzles."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

import msgspec

from canasta_teach import rulebook
from canasta_teach.errors import InvalidRules
from canasta_teach.i18n import translate
from canasta_teach.rulebook.reading import read_toml
from canasta_teach.rulebook.ruleset import near
from canasta_teach.teach.errors import InvalidExercise, fault_in_table

T = TypeVar("T")


def read_tables(text: str, where: str, kind: type[T]) -> T:
    """A TOML text that came from ``where``, held to its schema.

    Raises:
        InvalidExercise: with file, table and key of the first fault.
    """
    try:
        return msgspec.convert(read_toml(text, where), kind, strict=True)
    except InvalidRules as error:
        raise InvalidExercise(where, "", "", error.reason) from None
    except msgspec.ValidationError as error:
        reason, table, key = fault_in_table(error)
        raise InvalidExercise(where, table, key, reason) from None


def check_rules(rules: Iterable[str], where: str, name: str, key: str = "rules: ") -> None:
    """Refuse ids of rules that the book does not have.

    Args:
        rules: the ids.
        where: the file; ``name`` the table, and ``key`` what stands before the id, for the error.
        name: see there.
        key: see there.

    Raises:
        InvalidExercise: for the first that there is not.
    """
    for rule in rules:
        if rule not in rulebook.rules():
            reason = translate("there is no such rule") + near(rule, rulebook.rules())
            raise InvalidExercise(where, name, f"{key}{rule}", reason)
