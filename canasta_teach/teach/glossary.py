"""Floor 3: the words of the trade (``glossary.toml``), and the page on which they are looked up."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from html import escape
from importlib.resources import files
from types import MappingProxyType
from typing import Annotated, Any, Final

from msgspec import Meta, Struct

from canasta_teach.errors import CanastaError
from canasta_teach.i18n import translate
from canasta_teach.rulebook.ruleset import near
from canasta_teach.teach.errors import InvalidExercise
from canasta_teach.teach.lessons import Lesson, lessons
from canasta_teach.teach.model import RuleId
from canasta_teach.teach.tables import check_rules, read_tables

FILE: Final = "glossary.toml"
NOTEBOOK: Final = "glossary.ipynb"
"""The notebook of the glossary in the folder of lessons; its headings are the words."""

Word = Annotated[str, Meta(min_length=1, max_length=40)]


class UnknownWord(CanastaError):
    """A word that the glossary does not have; the text names those that come near."""


class Entry(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A word of the trade.

    Attributes:
        word: as it is looked up, in English; :attr:`name` is the one to show.
        meaning: one or two short sentences.
        lesson: the key of the lesson that explains it first.
        rules: ids of rules that speak of it.
        also: other names for it, in the lessons or in the source documents.
        forms: other forms of the word, as they stand in a text.
        bare: whether the word by itself, where it stands in a text, means this.
    """

    word: Word
    meaning: Annotated[str, Meta(min_length=1, max_length=160)]
    lesson: Annotated[str, Meta(pattern=r"^\d\d$")]
    rules: tuple[RuleId, ...] = ()
    also: tuple[Word, ...] = ()
    forms: tuple[Word, ...] = ()
    bare: bool = True

    @property
    def name(self) -> str:
        """The word in the reader's language."""
        return translate(self.word)

    @property
    def explained(self) -> Lesson:
        """The lesson that explains it first."""
        return lessons()[self.lesson]

    @property
    def pattern(self) -> re.Pattern[str]:
        """Finds the word in a text, in any of its forms and under any of its names."""
        found = [*([self.word] if self.bare else []), *self.also, *self.forms]
        return re.compile(rf"\b(?:{'|'.join(map(re.escape, found))})\b", re.IGNORECASE)


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    entry: tuple[Entry, ...]


def parse_glossary(text: str, where: str = FILE) -> Mapping[str, Entry]:
    """The entries of a TOML text that came from ``where``, by word, in alphabetical order.

    Raises:
        InvalidExercise: with file, word and key of the first fault.
    """
    found = read_tables(text, where, _File).entry
    names: dict[str, str] = {}
    for one in found:
        if one.lesson not in lessons():
            raise InvalidExercise(where, one.word, f"lesson: {one.lesson}", translate("there is no such lesson"))
        check_rules(one.rules, where, one.word)
        for name in (one.word, *one.also):
            if name.lower() in names:
                text = translate("{name} stands for {other} already").format(name=name, other=names[name.lower()])
                raise InvalidExercise(where, one.word, "word", text)
            names[name.lower()] = one.word
    return MappingProxyType({one.word: one for one in sorted(found, key=lambda one: one.word.lower())})


@cache
def entries() -> Mapping[str, Entry]:
    """All words of the course, in alphabetical order.

    Raises:
        InvalidExercise: when their file is at fault.
    """
    return parse_glossary(files("canasta_teach.teach").joinpath(FILE).read_text("utf-8"))


def find(word: str) -> Entry:
    """The entry of a word, under any of its names and in any of its forms.

    Raises:
        UnknownWord: when there is none.
    """
    wanted = " ".join(str(word).split()).lower()
    for one in entries().values():
        if wanted in map(str.lower, (one.word, f"{one.word}s", one.name, *one.also, *one.forms)):
            return one
    text = translate("the glossary has no word {word}").format(word=repr(str(word)[:40]))
    raise UnknownWord(text + near(wanted, entries()))


def glossary(*words: str) -> Glossary:
    """The glossary as a page: all its words, or some of them.

    Raises:
        UnknownWord: for a word that it does not have.
    """
    return Glossary(map(find, words) if words else entries().values())


class Glossary:
    """Words of the trade as a page: in a notebook a list of terms, elsewhere text.

    Attributes:
        entries: the words shown.
    """

    def __init__(self, shown: Iterable[Entry]) -> None:
        self.entries = tuple(dict.fromkeys(shown))

    def __repr__(self) -> str:
        return "\n".join(f"{one.name}: {' '.join(about(one))}" for one in self.entries)

    def static_html(self) -> str:
        """The page as plain HTML: a list of terms and what they mean. All text is escaped."""
        parts = [
            f"<dt><strong>{escape(one.name)}</strong></dt><dd>{escape(' '.join(about(one)))}</dd>"
            for one in self.entries
        ]
        return f'<dl class="canasta-static">{"".join(parts)}</dl>'

    def _repr_mimebundle_(self, **_options: Any) -> dict[str, str]:
        return {"text/plain": repr(self), "text/html": self.static_html()}


def about(entry: Entry) -> Iterator[str]:
    """What the glossary says of a word, in sentences: the meaning, other names, and where it is explained."""
    yield translate(entry.meaning)
    if entry.also:
        yield translate("Also: {names}.").format(names=", ".join(map(translate, entry.also)))
    yield translate("Explained in {lesson}.").format(lesson=entry.explained.heading)


def markdown() -> Iterator[str]:
    """The glossary as cells of a notebook: for each word a heading, to which lessons can link, and what it means."""
    for one in entries().values():
        lesson = one.explained
        lines = [f"### {one.word[:1].upper()}{one.word[1:]}", "", one.meaning]
        if one.also:
            lines += ["", f"Also: {', '.join(f'*{name}*' for name in one.also)}."]
        lines += ["", f"Explained in [{lesson.heading}]({lesson.file})."]
        if one.rules:
            lines[-1] += f" In the rule book: {', '.join(f'`{rule}`' for rule in one.rules)}."
        yield "\n".join(lines)
