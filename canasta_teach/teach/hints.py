"""Floor 3: the words of hints. The nudge of each rule is data (``nudges.toml``)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from canasta_teach import rulebook
from canasta_teach.i18n import translate
from canasta_teach.rulebook.reading import read_toml
from canasta_teach.rulebook.ruleset import RuleSet


@cache
def nudges() -> Mapping[str, str]:
    """For each rule that exercises ask about, where to look, without saying what is there."""
    text = files("canasta_teach.teach").joinpath("nudges.toml").read_text("utf-8")
    return {rule: str(words) for rule, words in read_toml(text, "nudges.toml").items()}


def nudge(rule: str) -> str:
    """Where to look when this rule is asked about."""
    words = nudges().get(rule)
    if words:
        return translate(words)
    return translate("Which rule of the game speaks of this? Look for “{title}”.").format(title=_title(rule))


def rule_text(rules: RuleSet, rule: str) -> str:
    """A rule as the second hint: its title, its text, and that the game lacks it where it does."""
    text = f"{_title(rule)}. {translate(rulebook.rule(rule).text)}"
    return text if rules.has(rule) else f"{text} {translate('These rules do not have it.')}"


def _title(rule: str) -> str:
    return translate(rulebook.rule(rule).title)
