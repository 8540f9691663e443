"""What the page of the position editor asks: its messages."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from canasta_teach.widgets.editor_ask import Verb
from canasta_teach.widgets.hand import ChooseAct, SortAct
from canasta_teach.widgets.tray_state import MendAct, PasteAct, UndoAct


class PlaceAct(Struct, tag_field="act", tag="place", forbid_unknown_fields=True):
    """The page chooses the place where cards go, by its path."""

    place: str


class AddAct(Struct, tag_field="act", tag="add", forbid_unknown_fields=True):
    """The page puts cards, written in the notation, at a place: at the chosen one, where none is named."""

    cards: str
    place: str = ""


class OutAct(Struct, tag_field="act", tag="out", forbid_unknown_fields=True):
    """The page takes cards out of a place: those shown at these places of it, 0-based."""

    place: str
    at: list[int]


class MoveAct(Struct, tag_field="act", tag="move", forbid_unknown_fields=True):
    """The page moves cards from one place to another."""

    place: str
    at: list[int]
    to: str


class CountAct(Struct, tag_field="act", tag="count", forbid_unknown_fields=True):
    """The page says how many cards a place has in all, known or not; ``None``: nobody knows."""

    place: str
    n: int | None


class SetAct(Struct, tag_field="act", tag="set", forbid_unknown_fields=True):
    """The page sets a key of the format, by its path."""

    key: str
    value: Any


class RedoAct(Struct, tag_field="act", tag="redo", forbid_unknown_fields=True):
    """The page does again what was taken back."""


class ClearAct(Struct, tag_field="act", tag="clear", forbid_unknown_fields=True):
    """The page empties the table."""


class SaveAct(Struct, tag_field="act", tag="save", forbid_unknown_fields=True):
    """The page saves the table as a file."""

    name: str


class LoadAct(Struct, tag_field="act", tag="load", forbid_unknown_fields=True):
    """The page sets up the table of a file."""

    name: str


class AskAct(Struct, tag_field="act", tag="ask", forbid_unknown_fields=True):
    """The page asks the referee about an act, written in the notation."""

    text: str


class BuildAct(Struct, tag_field="act", tag="build", forbid_unknown_fields=True):
    """The page asks about an act put together: a verb, cards by id, the meld they go to, and what the field says."""

    verb: Verb
    cards: list[str]
    onto: int | None = None
    text: str = ""


class LegalAct(Struct, tag_field="act", tag="legal", forbid_unknown_fields=True):
    """The page asks for the legal acts."""


class HideAct(Struct, tag_field="act", tag="hide", forbid_unknown_fields=True):
    """The page puts the legal acts away."""


CardsAct = PlaceAct | AddAct | OutAct | MoveAct | CountAct
DraftAct = SetAct | UndoAct | RedoAct | ClearAct | PasteAct | SaveAct | LoadAct
AskingAct = AskAct | BuildAct | LegalAct | HideAct | MendAct | ChooseAct | SortAct
PageAct = CardsAct | DraftAct | AskingAct
