"""What the page of a score sheet asks for, and what a check answers."""

from __future__ import annotations

from msgspec import Struct

from canasta_teach.widgets.ruling_panel import CloseAct, RuleAct


class WriteAct(Struct, tag_field="act", tag="write", forbid_unknown_fields=True):
    """The page has this text in a line; ``done`` when the line is left."""

    line: str
    text: str
    done: bool = True


class CheckAct(Struct, tag_field="act", tag="check", forbid_unknown_fields=True):
    """The page asks for a check."""


class HintAct(Struct, tag_field="act", tag="hint", forbid_unknown_fields=True):
    """The page asks for a hint; ``line`` is where the learner was last, or nothing."""

    line: str = ""


class SolutionAct(Struct, tag_field="act", tag="solution", forbid_unknown_fields=True):
    """The page asks for the solution."""


class ResetAct(Struct, tag_field="act", tag="reset", forbid_unknown_fields=True):
    """The page begins anew."""


class SideAct(Struct, tag_field="act", tag="side", forbid_unknown_fields=True):
    """The page turns to another side's sheet."""

    side: int


class PointAct(Struct, tag_field="act", tag="point", forbid_unknown_fields=True):
    """The page points at a line as wrong."""

    line: str


PageAct = WriteAct | CheckAct | HintAct | SolutionAct | ResetAct | SideAct | PointAct | RuleAct | CloseAct


class Checked(Struct, frozen=True):
    """What a check found.

    Attributes:
        right: all lines are right, or the line pointed at is indeed wrong.
        line: the first line that is wrong, or the line pointed at; nothing where all are right, or none is filled.
        text: what is told of it.
    """

    right: bool
    line: str
    text: str

    def __repr__(self) -> str:
        return self.text
