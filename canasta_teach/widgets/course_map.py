"""The map of the course: a tile for each lesson, a bar for each of its rules, and where to go on."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar, Final

import traitlets
from msgspec import Struct

from canasta_teach import rulebook
from canasta_teach.i18n import mark, translate, translate_count
from canasta_teach.lessons_folder import LessonsFolderError, shipped_lessons
from canasta_teach.teach.course import course_progress
from canasta_teach.teach.generate import asking
from canasta_teach.teach.lessons import Lesson, lessons
from canasta_teach.teach.progress import LEVELS, Level, Mastery, Progress
from canasta_teach.widgets.base import CourseWidget, module, style
from canasta_teach.widgets.citations import short_title
from canasta_teach.widgets.hand import read_act
from canasta_teach.widgets.words import apart

_WORDS: Final[dict[Level, str]] = {
    "new": mark("new"),
    "met": mark("met"),
    "learning": mark("learning"),
    "solid": mark("solid"),
}
_FIRST: Final = "00"
"""The page on which the map stands; it is nowhere to go on."""


class LookAct(Struct, tag_field="act", tag="look", forbid_unknown_fields=True):
    """The page wants to see how it stands now."""


class Place(Struct, frozen=True):
    """A lesson on the map: the level of each rule that it teaches here, and whether it was answered in."""

    lesson: Lesson
    levels: tuple[Level, ...]
    visited: bool

    @property
    def solid(self) -> int:
        """How many of its rules are solid."""
        return self.levels.count("solid")


class CourseMap(CourseWidget):
    """The lessons that there are, how well each of their rules is known, and which lesson comes next.

    Args:
        progress: the learner's answers; by default, the learner's progress in this course.
        rules: the key of the rule set that is learned.

    Raises:
        InvalidRules: when there is no such rule set.
    """

    kind: ClassVar[str] = "CourseMap"
    _esm = module("card.js", "front.js", "course_map.js")
    _css = style("course_map.css")

    goes_on = traitlets.Unicode(read_only=True, help="The key of the lesson that comes next, or nothing.")

    def __init__(self, progress: Progress | None = None, rules: str = "classic") -> None:
        self._rules = rulebook.ruleset(rules)
        self._progress = progress
        super().__init__()

    # -- what code can ask -------------------------------------------------------------------------

    @property
    def places(self) -> tuple[Place, ...]:
        """The lessons that there are, with how they stand now."""
        progress = self._progress or course_progress()
        known, key = progress.mastery(self._rules.key), self._rules.key
        visited = {answer.lesson for answer in progress.answers()}
        return tuple(
            Place(
                one,
                tuple(known.get(rule, Mastery(rule=rule)).level for rule in one.teaches if asking(rule, key)),
                one.key in visited,
            )
            for one in lessons().values()
            if _is_there(one)
        )

    def act(self, message: Any) -> None:
        """Look again how it stands.

        Raises:
            InvalidMove: when the page sent anything else.
        """
        read_act(message, LookAct)
        self.say(_sum(self.places))

    # -- what is shown -----------------------------------------------------------------------------

    def draw(self) -> dict[str, Any]:
        """The view-model."""
        places = self.places
        onward = _next(places)
        self.set_trait("goes_on", "" if onward is None else onward.lesson.key)
        trouble = (self._progress or course_progress()).trouble
        return {
            "name": translate("The map of the course"),
            "title": translate("Your course"),
            "sum": _sum(places),
            "rules": short_title(self._rules.key),
            "again": translate("Look again"),
            "next": None if onward is None else _way(onward),
            "lessons": [_tile(one, here=one is onward) for one in places],
            "legend": translate("One bar a rule:"),
            "levels": [{"level": i, "words": translate(words)} for i, words in enumerate(_WORDS.values())],
            "notes": [apart(trouble)] if trouble else [],
        }

    def lines(self) -> list[str]:
        """The map in text: the sum, then a line a lesson, and where to go on."""
        places = self.places
        onward = _next(places)
        told = [f"  {one.lesson.key} {one.lesson.name}: {_caption(one)}" for one in places]
        way = [] if onward is None else [_way(onward)["label"]]
        return [_sum(places), *told, *way]


def _is_there(one: Lesson) -> bool:
    """Whether a lesson's notebook lies in the working folder, or came with the course."""
    try:
        return Path(one.file).is_file() or (shipped_lessons() / one.file).is_file()
    except (LessonsFolderError, OSError):
        return False


def _next(places: tuple[Place, ...]) -> Place | None:
    """Where to go on: the first lesson in which nothing was answered; else the first whose rules are not all solid."""
    on = [one for one in places if one.lesson.key != _FIRST and (one.levels or not one.lesson.teaches)]
    fresh = next((one for one in on if not one.visited), None)
    return fresh or next((one for one in on if one.solid < len(one.levels)), None)


def _way(one: Place) -> dict[str, str]:
    words = translate("Go on with lesson {n}, {title}").format(n=int(one.lesson.key), title=one.lesson.name)
    return {"label": words, "file": one.lesson.file}


def _sum(places: tuple[Place, ...]) -> str:
    solid, rules = sum(one.solid for one in places), sum(len(one.levels) for one in places)
    return translate_count("{solid} of {n} rule solid.", "{solid} of {n} rules solid.", rules).format(
        solid=solid, n=rules
    )


def _caption(one: Place) -> str:
    if not one.levels:
        minutes = translate("{n} minutes").format(n=one.lesson.minutes)
        return translate("of other rule books") if one.lesson.teaches else minutes
    if all(level == "new" for level in one.levels):
        return translate_count("{n} rule", "{n} rules", len(one.levels)).format(n=len(one.levels))
    return translate("{solid} of {n} solid").format(solid=one.solid, n=len(one.levels))


def _tile(one: Place, *, here: bool) -> dict[str, Any]:
    words, caption = translate("go on here"), _caption(one)
    told = translate("{lesson}: {caption}").format(lesson=one.lesson.heading, caption=caption)
    return {
        "n": one.lesson.key,
        "title": one.lesson.name,
        "file": one.lesson.file,
        "bars": [LEVELS.index(level) for level in one.levels],
        "caption": caption,
        "here": words if here else "",
        "label": translate("{told}, {here}").format(told=told, here=words) if here else told,
    }
