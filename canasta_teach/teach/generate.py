"""Floor 3: fresh exercises from a seed, by the rule that they ask about.

A generator starts from the items of the bank that a rule decides, on both sides of its line, and makes them anew on
other cards; the referee gives the key of each.
"""

from __future__ import annotations

from functools import cache
from random import Random

from canasta_teach import rulebook
from canasta_teach.i18n import translate
from canasta_teach.rulebook.ruleset import RuleSet
from canasta_teach.teach.errors import InvalidExercise
from canasta_teach.teach.load import bank, rules_for
from canasta_teach.teach.model import AnyItem
from canasta_teach.teach.vary import vary


def generate(rule: str, rules: str = "classic", seed: int = 0) -> AnyItem:
    """An exercise about a rule under a rule set.

    Args:
        rule: the id of the rule that decides it.
        rules: the key of the rule set.
        seed: the same seed gives the same exercise.

    Raises:
        InvalidExercise: when no exercise asks about this rule under this rule set.
    """
    found = asking(rule, rules)
    if not found:
        if rule not in rulebook.rules():
            raise InvalidExercise("", "", rule, translate("there is no such rule"))
        text = translate("no exercise asks about this rule under {rules}")
        raise InvalidExercise("", "", rule, text.format(rules=rules))
    rng = Random(f"{rule} {rules} {seed}")  # noqa: S311 (a choice of a question, no secret)
    item = rng.choice([one for one in found if not one.fixed] or list(found))
    return vary(item, rules_for(item, rules), seed)


@cache
def asking(rule: str, rules: str) -> tuple[AnyItem, ...]:
    """The items of the bank that this rule decides, under a rule set."""
    return tuple(item for item in bank().values() if item.teaches[0] == rule and rules in item.rules)


def taught(rules: str | RuleSet) -> tuple[str, ...]:
    """The ids of the rules that exercises ask about under a rule set, in the order of the book."""
    key = rules if isinstance(rules, str) else rules.key
    return tuple(rule for rule in rulebook.rules() if asking(rule, key))
