"""The acts that the page of a puzzle board sends, beside those of a hand, of trays and of a ruling."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from canasta_teach.widgets.hand import ChooseAct, SortAct
from canasta_teach.widgets.quiz_acts import FoldAct, HintAct, SolutionAct
from canasta_teach.widgets.ruling_panel import BookAct, CloseAct, RuleAct
from canasta_teach.widgets.tray_state import OffAct, PutAct, ResetAct, UndoAct

PanelName = Literal["", "ideas", "grades", "archive", "make"]


class TopAct(Struct, tag_field="act", tag="top", forbid_unknown_fields=True):
    """The page puts cards with the pile's top card, takes a free pile, or lays that card on a ``meld``, by index."""

    cards: list[str] = []
    meld: int | None = None


class LastAct(Struct, tag_field="act", tag="last", forbid_unknown_fields=True):
    """The page puts this card aside as the discard."""

    cards: list[str]


class DeclareAct(Struct, tag_field="act", tag="declare", forbid_unknown_fields=True):
    """The page has the trays laid as a relancinho, or no longer."""


class CheckAct(Struct, tag_field="act", tag="check", forbid_unknown_fields=True):
    """The page has the laying checked: what is arranged, the chosen ``cards`` where nothing is, or the text typed."""

    cards: list[str] = []
    text: str = ""


class BetterAct(Struct, tag_field="act", tag="better", forbid_unknown_fields=True):
    """The page wants to know why there is a better laying."""


class NextAct(Struct, tag_field="act", tag="next", forbid_unknown_fields=True):
    """The page goes to the next puzzle."""


class PanelAct(Struct, tag_field="act", tag="panel", forbid_unknown_fields=True):
    """The page opens a panel, closes it when it is open, or closes whatever is."""

    name: PanelName = ""


class IdeaAct(Struct, tag_field="act", tag="idea", forbid_unknown_fields=True):
    """The page goes to the puzzles of an idea."""

    key: str


class GradeAct(Struct, tag_field="act", tag="grade", forbid_unknown_fields=True):
    """The page goes to the puzzles of a grade."""

    n: int


class DayAct(Struct, tag_field="act", tag="day", forbid_unknown_fields=True):
    """The page goes to the puzzle of a day, today's by default."""

    date: str = ""


class ExamineAct(Struct, tag_field="act", tag="examine", forbid_unknown_fields=True):
    """The page has a puzzle of the learner's own examined: a line that was shared, or a position with an aim."""

    text: str
    aim: str = ""
    end: str = ""
    only: bool = False


class PlayAct(Struct, tag_field="act", tag="play", forbid_unknown_fields=True):
    """The page plays the puzzle that was examined."""


PuzzleAct = (
    TopAct | LastAct | DeclareAct | CheckAct | BetterAct | NextAct | PanelAct | IdeaAct | GradeAct | DayAct
    | ExamineAct | PlayAct | HintAct | SolutionAct | FoldAct | ChooseAct | SortAct | PutAct | OffAct | UndoAct
    | ResetAct | BookAct | RuleAct | CloseAct
)  # fmt: skip
"""All that the page sends; read with :func:`canasta_teach.widgets.hand.read_act`."""
