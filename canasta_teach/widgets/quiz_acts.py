"""The acts that the page of a quiz sends, beside those of a hand, of trays and of a ruling."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from canasta_teach.widgets.hand import ChooseAct, SortAct
from canasta_teach.widgets.ruling_panel import BookAct, CloseAct, RuleAct
from canasta_teach.widgets.table_acts import DoAct, TextAct
from canasta_teach.widgets.tray_state import OffAct, PutAct, ResetAct, UndoAct


class PickAct(Struct, tag_field="act", tag="pick", forbid_unknown_fields=True):
    """The page has these answers picked now, by letter."""

    letters: list[str]


class WriteAct(Struct, tag_field="act", tag="write", forbid_unknown_fields=True):
    """The page has this in the field of the number."""

    text: str


class CheckAct(Struct, tag_field="act", tag="check", forbid_unknown_fields=True):
    """The page has the answer checked: the letters picked, or the text written; what was done is kept here."""

    letters: list[str] = []
    text: str = ""


class HintAct(Struct, tag_field="act", tag="hint", forbid_unknown_fields=True):
    """The page wants the next hint."""


class SolutionAct(Struct, tag_field="act", tag="solution", forbid_unknown_fields=True):
    """The page wants the solution."""


class GoAct(Struct, tag_field="act", tag="go", forbid_unknown_fields=True):
    """The page goes to the next question, or to the one before."""

    to: Literal["next", "back"]


class AgainAct(Struct, tag_field="act", tag="again", forbid_unknown_fields=True):
    """The page begins the quiz anew, on other cards."""


class FoldAct(Struct, tag_field="act", tag="fold", forbid_unknown_fields=True):
    """The page unfolds the referee's ruling, or folds it."""

    open: bool


QuizAct = (
    PickAct | WriteAct | CheckAct | HintAct | SolutionAct | GoAct | AgainAct | FoldAct | ChooseAct | SortAct | DoAct
    | TextAct | PutAct | OffAct | UndoAct | ResetAct | BookAct | RuleAct | CloseAct
)  # fmt: skip
"""All that the page sends; read with :func:`canasta_teach.widgets.hand.read_act`."""
