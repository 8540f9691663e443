"""What a deal table is given: its rules, its seat and its seed, held to what they may be."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any, Final, TypeGuard

from canasta_teach import rulebook
from canasta_teach.errors import InvalidPosition, InvalidRules
from canasta_teach.given import is_a
from canasta_teach.i18n import translate
from canasta_teach.rulebook import RuleSet

_LOTS: Final = 10_000  # seeds that a lot chooses from: short enough to be told to others
_SEED_LIMIT: Final = 10**12


def rule_set(rules: str | RuleSet, options: Mapping[str, Any] | None, house: RuleSet | None) -> RuleSet:
    """The rule set: one of the book by its key, or one that was read, with the options laid over it.

    Args:
        rules: a rule set's key, or a rule set.
        options: house keys laid over the rules.
        house: the house rules, where ``rules`` is ``"house"``.

    Raises:
        InvalidRules: when there is no such rule set, or an option does not fit it.
    """
    if isinstance(rules, str):
        return rulebook.ruleset(rules, options, house=house)
    if not is_a(rules, RuleSet):
        text = translate("a rule set is its key, as {key}, or one that was read, not {kind}")
        raise InvalidRules("", "rules", text.format(key="classic", kind=type(rules).__name__))
    if not options:
        return rules
    from canasta_teach.rulebook.house import lay_over

    return lay_over(rules, options)


def _is_number(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def known_seat(seat: object, players: int) -> int:
    """The seat (0-based), which one of so many players has.

    Raises:
        InvalidPosition: when nobody has it.
    """
    if not _is_number(seat) or not 0 <= seat < players:
        raise InvalidPosition("seat", f"{seat!r} is no seat; seats are 0 to {players - 1}")
    return seat


def known_seed(seed: object) -> int:
    """The seed, or one by lot.

    Raises:
        InvalidPosition: for what is no seed.
    """
    if seed is None:
        return secrets.randbelow(_LOTS)
    if not _is_number(seed) or abs(seed) >= _SEED_LIMIT:
        raise InvalidPosition("seed", translate("a seed is a whole number of at most twelve digits, such as 7"))
    return seed


def read_seed(text: str) -> int:
    """A seed that was typed.

    Raises:
        InvalidPosition: when it is none.
    """
    digits = text.strip().replace("−", "-")
    if not digits.removeprefix("-").isdecimal() or len(digits) > 20:
        raise InvalidPosition("seed", translate("a seed is a whole number of at most twelve digits, such as 7"))
    return known_seed(int(digits))
