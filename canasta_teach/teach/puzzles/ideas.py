"""Floor 3: the ideas that puzzles turn on (``ideas.toml``), and the games in which each of them exists."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Annotated, Final

from msgspec import Meta, Struct

from canasta_teach import rulebook
from canasta_teach.i18n import translate
from canasta_teach.rulebook.ruleset import RuleSet
from canasta_teach.teach.errors import InvalidExercise
from canasta_teach.teach.model import RuleId
from canasta_teach.teach.puzzles.model import Tag
from canasta_teach.teach.tables import check_rules, read_tables

FILE: Final = "ideas.toml"
MOST_RULES: Final = 4
"""So many rules a puzzle names, the weightiest first."""

Text = Annotated[str, Meta(min_length=1, max_length=240)]


class Idea(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An idea that a puzzle can turn on.

    Attributes:
        key: as puzzles name it.
        title: a few words, in English, as the other texts; whoever shows them translates them.
        nudge: the first hint: where to look, without saying what is there.
        text: what it teaches, in one sentence.
        needs: ids of rules; the idea exists in a game that has one of them.
        rules: ids of the rules that it turns on, where the game has them; the weightiest first.
    """

    key: Tag
    title: Annotated[str, Meta(min_length=1, max_length=40)]
    nudge: Text
    text: Text
    needs: Annotated[tuple[RuleId, ...], Meta(min_length=1)]
    rules: Annotated[tuple[RuleId, ...], Meta(min_length=1)]

    def exists(self, rules: RuleSet) -> bool:
        """Whether puzzles of this game can turn on it."""
        return any(rules.has(rule) for rule in self.needs)

    def turns_on(self, rules: RuleSet, first: Iterable[str] = ()) -> tuple[str, ...]:
        """The ids of the rules of this game that it turns on, those named ``first`` before the others."""
        return tuple(rule for rule in dict.fromkeys((*first, *self.rules)) if rules.has(rule))[:MOST_RULES]


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    idea: tuple[Idea, ...]


def parse_ideas(text: str, where: str = FILE) -> Mapping[str, Idea]:
    """The ideas of a TOML text that came from ``where``, by key, in its order.

    Raises:
        InvalidExercise: with file, idea and key of the first fault.
    """
    listed = read_tables(text, where, _File).idea
    found: dict[str, Idea] = {}
    for one in listed:
        check_rules((*one.needs, *one.rules), where, one.key)
        if one.key in found:
            raise InvalidExercise(where, one.key, "key", translate("this key stands twice"))
        found[one.key] = one
    return MappingProxyType(found)


@cache
def ideas() -> Mapping[str, Idea]:
    """All ideas by key, in the order in which they are shown.

    Raises:
        InvalidExercise: when the file is at fault.
    """
    return parse_ideas(files("canasta_teach.teach.puzzles").joinpath(FILE).read_text("utf-8"))


@cache
def ideas_of(rules: str) -> tuple[Idea, ...]:
    """The ideas that exist under one of the five rule sets.

    Raises:
        InvalidRules: when there is no such rule set.
    """
    game = rulebook.ruleset(rules)
    return tuple(idea for idea in ideas().values() if idea.exists(game))
