"""The words of a score sheet's lines: ``rulebook/score_lines.toml``, read once and checked."""

from __future__ import annotations

from functools import cache
from typing import Any, Final, Literal

from msgspec import Struct

from canasta_teach.game.scoring import Key
from canasta_teach.i18n import translate
from canasta_teach.rulebook.load import own_file
from canasta_teach.rulebook.reading import convert, read_toml

Situation = Literal[
    "all", "bonus", "cards", "count", "extra", "hidden", "hidden-off", "left-out", "missed", "more", "nobody", "none",
    "not-all", "not-out", "off", "one-hand", "other", "passed", "short", "sign", "unmelded", "whole", "wild",
]  # fmt: skip
"""What seems to have gone wrong in a line."""

_FILE: Final = "score_lines.toml"


class LineWords(Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """What is said of a line.

    Attributes:
        label: its name.
        detail: what it is, in few words.
        none: what is said where it counts nothing.
        nudge: the first hint.
        begin: the last hint: where to begin.
        begin_none: the same, where there is no card or meld to begin with.
    """

    label: str
    detail: str
    none: str
    nudge: str
    begin: str
    begin_none: str


@cache
def _file() -> dict[str, Any]:
    return read_toml(own_file(_FILE), _FILE)


@cache
def line_words(key: Key) -> LineWords:
    """The words of a line, in English; they are filled in after they are translated.

    Raises:
        InvalidRules: when the file has none, or they do not fit.
    """
    name = f"line.{key}"
    return convert(_file().get(name, {}), LineWords, _FILE, name)


@cache
def tellings(key: Key) -> dict[Situation, str]:
    """What is said of a line that is wrong, by what seems to have gone wrong, in English.

    Raises:
        InvalidRules: when a situation is not known.
    """
    name = f"tell.{key}"
    return convert(_file().get(name, {}), dict[Situation, str], _FILE, name)


def label(key: Key) -> str:
    """A line's name."""
    return translate(line_words(key).label)
