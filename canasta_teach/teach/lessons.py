"""Floor 3: the lessons of the course as data (``lessons.toml``): what each teaches, and where it is."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Annotated, Final

from msgspec import Meta, Struct

from canasta_teach.i18n import translate
from canasta_teach.teach.errors import InvalidExercise
from canasta_teach.teach.model import RuleId
from canasta_teach.teach.tables import check_rules, read_tables

FILE: Final = "lessons.toml"


class Lesson(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One lesson.

    Attributes:
        key: its number, two digits.
        title: its title, in the words of the file; :attr:`name` is the one to show.
        minutes: how long it takes.
        file: the notebook's name in the folder of lessons.
        teaches: ids of the rules that have their main place here, in the order in which they are met.
        again: ids of rules that have their main place in another lesson, and that are met and asked here too.
    """

    key: Annotated[str, Meta(pattern=r"^\d\d$")]
    title: Annotated[str, Meta(min_length=1, max_length=60)]
    minutes: Annotated[int, Meta(ge=10, le=20)]
    file: Annotated[str, Meta(pattern=r"^\d\d-[a-z0-9-]+\.ipynb$")]
    teaches: tuple[RuleId, ...] = ()
    again: tuple[RuleId, ...] = ()

    @property
    def name(self) -> str:
        """The title in the reader's language."""
        return translate(self.title)

    @property
    def heading(self) -> str:
        """``Lesson 9, The frozen pile``."""
        return translate("Lesson {n}, {title}").format(n=int(self.key), title=self.name)


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    lesson: tuple[Lesson, ...]


def parse_lessons(text: str, where: str = FILE) -> Mapping[str, Lesson]:
    """The lessons of a TOML text that came from ``where``, by key, in their order.

    Raises:
        InvalidExercise: with file, lesson and key of the first fault.
    """
    found = read_tables(text, where, _File).lesson
    homes: dict[str, str] = {}
    lessons: dict[str, Lesson] = {}
    for one in found:
        if one.key in lessons:
            raise InvalidExercise(where, one.key, "key", translate("this key stands twice"))
        check_rules((*one.teaches, *one.again), where, one.key, key="")
        for rule in one.teaches:
            if rule in homes:
                text = translate("lesson {other} teaches it already").format(other=homes[rule])
                raise InvalidExercise(where, one.key, f"teaches: {rule}", text)
            homes[rule] = one.key
        lessons[one.key] = one
    return MappingProxyType(lessons)


@cache
def lessons() -> Mapping[str, Lesson]:
    """All lessons of the course by key, ``00`` first.

    Raises:
        InvalidExercise: when their file is at fault.
    """
    return parse_lessons(files("canasta_teach.teach").joinpath(FILE).read_text("utf-8"))


def lesson(key: str) -> Lesson:
    """A lesson by its key.

    Raises:
        InvalidExercise: when there is none.
    """
    found = lessons().get(key)
    if found is None:
        text = translate("there is no such lesson; they are {keys}")
        raise InvalidExercise("", str(key), "lesson", text.format(keys=", ".join(lessons())))
    return found


@cache
def _homes() -> Mapping[str, str]:
    return {rule: one.key for one in lessons().values() for rule in one.teaches}


def home_of(rule: str) -> Lesson | None:
    """The lesson in which a rule has its main place; ``None`` where none teaches it."""
    key = _homes().get(rule)
    return None if key is None else lessons()[key]
