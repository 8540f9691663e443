"""A score sheet that a learner fills, or in which one looks for what is wrong: what stands in it, and what is checked.

It knows the right figures, and no words but those for a field that is no number.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from canasta_teach.errors import InvalidMove
from canasta_teach.game.explain import number
from canasta_teach.i18n import translate
from canasta_teach.widgets.words import apart

TOTAL: Final = "total"
"""The name of the sum, where a sheet with mistakes may have a wrong one."""

_LONGEST = 12  # characters of a figure; no score has as many
_SHOWN = 24  # characters of a faulty text that are told again
_MINUS: Final = re.compile("[-−–‐‑﹣-]")
_FIGURE: Final = re.compile(r"[+-]?(\d+|\d{1,3}([,.'’ ]\d{3})+)")


def read_points(text: str) -> int:
    """The points that a field's text names; an empty one counts 0.

    Digits, with a sign before them if need be, and perhaps with marks between thousands.

    Raises:
        InvalidMove: when it is no such number.
    """
    plain = _MINUS.sub("-", " ".join(text.split()))
    if plain.startswith(("- ", "+ ")):
        plain = plain[0] + plain[2:]
    if not plain:
        return 0
    if len(plain) > _LONGEST:
        raise InvalidMove(translate("“{text}” is too long for a number of points.").format(text=_cut(text)))
    if not _FIGURE.fullmatch(plain):
        fault = translate(
            "“{text}” is no number. Write digits alone, with one minus before them for what is taken off."
        )
        raise InvalidMove(fault.format(text=_cut(text)))
    return int(re.sub(r"[^\d-]", "", plain))


def _cut(text: object) -> str:
    plain = " ".join(str(text).split())
    return apart(plain if len(plain) <= _SHOWN else f"{plain[:_SHOWN]}…")


class Draft:
    """What stands in one side's sheet.

    Attributes:
        truth: the right figure of each line, from top to bottom.
        texts: what stands in each line.
        faults: for lines whose text is no number, what is told of it.
        checked: how many lines from the top were found right; -1 before the first check.
        wrong: the line that the last check pointed at, else nothing.
        pointed: what was told of it.
        mended: it was written anew since.
        shown: the solution was asked for.
        steps: hints taken, by line.
        tried: in a sheet with mistakes, the lines pointed at.
        sets: how often texts were set by other than the page's fields.
    """

    def __init__(self, truth: Mapping[str, int], given: Mapping[str, int] | None = None) -> None:
        self.truth = dict(truth)
        self._given = dict(given or {})
        self.sets = 0
        self.clear()

    def clear(self) -> None:
        """The sheet as it was at the start."""
        self.texts = {key: number(self._given[key]) if key in self._given else "" for key in self.truth}
        self.faults: dict[str, str] = {}
        self.checked = -1
        self.wrong = ""
        self.pointed = ""
        self.mended = False
        self.shown = False
        self.steps: dict[str, int] = {}
        self.tried: tuple[str, ...] = ()
        self.sets += 1

    # -- what stands in it -------------------------------------------------------------------------

    @property
    def keys(self) -> tuple[str, ...]:
        """The lines from top to bottom."""
        return tuple(self.truth)

    @property
    def untouched(self) -> bool:
        """Whether nothing stands in any line."""
        return not any(self.texts.values())

    def value(self, key: str) -> int:
        """What stands in a line, in points; 0 where it is empty or no number."""
        return 0 if key in self.faults else read_points(self.texts[key])

    def filled(self) -> dict[str, int]:
        """The lines in which a number stands."""
        return {key: self.value(key) for key, text in self.texts.items() if text and key not in self.faults}

    def total(self) -> int:
        """The sum of the lines."""
        return sum(map(self.value, self.truth))

    def write(self, key: str, text: str, *, done: bool = True) -> None:
        """Put a text into a line. What was found about this line and those below holds no longer.

        Args:
            key: the line.
            text: the text, kept as it is when it is no number.
            done: the line is left: a text that is no number is told of. While it is written it may become one.
        """
        before = self.texts[key]
        self.texts[key] = text
        self.faults.pop(key, None)
        try:
            points = read_points(text)
        except InvalidMove as fault:
            self.faults[key] = str(fault) if done else ""
            changed = text != before
        else:
            changed = points != _points_or_none(before)
            if done and text.strip():
                self.texts[key] = number(points)
        if changed:
            self._doubt(key)

    def _doubt(self, key: str) -> None:
        place = self.keys.index(key)
        if 0 <= place < self.checked:
            self.checked = place
        if self.wrong and place < self.keys.index(self.wrong):
            self.wrong = self.pointed = ""
        self.mended = self.mended or key == self.wrong

    def put(self, values: Mapping[str, int]) -> None:
        """Put figures into lines, from outside the page."""
        for key, points in values.items():
            self.write(key, number(points))
        self.sets += 1

    # -- what is checked ---------------------------------------------------------------------------

    def check(self) -> str:
        """Look for the first line that is wrong, from the top; gives it, or nothing when all are right.

        A line whose text is no number is neither; it has to be mended first (see ``faults``).
        """
        self.wrong, self.pointed, self.mended = "", "", False
        for place, (key, right) in enumerate(self.truth.items()):
            if key in self.faults or self.value(key) != right:
                self.checked, self.wrong = place, key
                return key
        self.checked = len(self.truth)
        return ""

    @property
    def solved(self) -> bool:
        """Whether all lines were found right, and are as they were then."""
        return self.checked == len(self.truth)

    def solve(self) -> None:
        """Fill in all that is right."""
        self.put(self.truth)
        self.check()
        self.shown = True

    def mark(self, key: str) -> str:
        """``right``, ``look`` (the first wrong line), ``wait`` (not checked yet), ``fault`` (no number), or nothing."""
        if self.faults.get(key):
            return "fault"
        if self.checked < 0:
            return ""
        if self.keys.index(key) < self.checked:
            return "right"
        # Whether what was written anew is right is not told before it is checked.
        return "look" if key == self.wrong and not self.mended else "wait"

    # -- a sheet with mistakes ---------------------------------------------------------------------

    @property
    def mistakes(self) -> tuple[str, ...]:
        """The lines in which something wrong was given."""
        return tuple(key for key, points in self._given.items() if points != self._expected(key))

    def _expected(self, key: str) -> int:
        """What should stand in a line; in the sum, what the lines as they are given add up to."""
        return self.given_total() if key == TOTAL else self.truth[key]

    def given_total(self) -> int:
        """The sum of the lines as they are given."""
        return sum(self._given.get(key, right) for key, right in self.truth.items())

    def given(self, key: str) -> int:
        """What is given in a line: the right figure, or a wrong one; in the sum, one of its own or the lines' sum."""
        return self._given.get(key, self.given_total() if key == TOTAL else self.truth.get(key, 0))

    def point(self, key: str) -> bool:
        """Point at a line as wrong; gives whether it is."""
        if key not in self.tried:
            self.tried += (key,)
        return key in self.mistakes

    @property
    def found(self) -> tuple[str, ...]:
        """The wrong lines that were pointed at."""
        return tuple(key for key in self.tried if key in self.mistakes)


def _points_or_none(text: str) -> int | None:
    try:
        return read_points(text)
    except InvalidMove:
        return None


def known(key: str, keys: Iterable[str]) -> str:
    """The name of a line, if the sheet has it.

    Raises:
        InvalidMove: when it has not; the reason names those with a like name.
    """
    from canasta_teach.rulebook.ruleset import near

    names = list(keys)
    if key not in names:
        reason = translate("there is no such line in this sheet: {line}").format(line=_cut(key))
        raise InvalidMove(f"{reason}{near(key, names)}")
    return key
