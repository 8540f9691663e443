"""What the page asks of a table that changes the deal, or what is put aside: each wish done, and told in words."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from canasta_teach.errors import InvalidMove
from canasta_teach.i18n import translate
from canasta_teach.rulebook.ruleset import RuleSet
from canasta_teach.widgets.table_acts import (
    CurtainAct,
    GotoAct,
    LoadAct,
    NewTrayAct,
    NextDealAct,
    OnAct,
    RedoAct,
    StepOnAct,
)
from canasta_teach.widgets.table_game import open_file, read
from canasta_teach.widgets.table_sitting import Sitting
from canasta_teach.widgets.tray_state import MendAct, OffAct, PasteAct, PutAct, UndoAct


class MainAct(Struct, tag_field="act", tag="main", forbid_unknown_fields=True):
    """The page does the act that the chosen cards make; a ``double`` click never discards."""

    cards: list[str]
    double: bool = False


class WhyAct(Struct, tag_field="act", tag="why", forbid_unknown_fields=True):
    """The page asks what the referee says to an act of the log, by its step; without one, to the last act."""

    step: int | None = None


def changed(sitting: Sitting, wish: Any, *, house: RuleSet | None) -> str:
    """Do what a wish of the page changes, and give the words that tell of it.

    Args:
        sitting: the deal, and how it is played.
        wish: one of the acts of the page that change it.
        house: the house rules, for a position that says ``"house"``.

    Raises:
        CanastaError: when it cannot be done; then nothing has changed.
    """
    match wish:
        case UndoAct():
            return sitting.undo()
        case RedoAct():
            return sitting.redo()
        case GotoAct(step=step):
            return sitting.go_to(step)
        case OnAct():
            return sitting.play_on()
        case StepOnAct():
            return sitting.step_on()
        case CurtainAct():
            return sitting.lift()
        case NextDealAct():
            return sitting.next_deal()
        case LoadAct(name=name):
            return sitting.set_up(open_file(name, house=house))
        case PasteAct(text=text):
            return sitting.set_up(read(text, house=house))
        case _:
            return _told(sitting, wish)


def _told(sitting: Sitting, wish: Any) -> str:
    """Do a wish about the ruling that is shown, or about trays."""
    match wish:
        case MendAct():
            return sitting.mend()[1]
        case WhyAct(step=step):
            return sitting.why(step)
        case PutAct() as on:
            return sitting.put(on.cards, on.tray, on.meld, like=on.like)
        case NewTrayAct(cards=ids):
            return sitting.put(ids)
        case OffAct(cards=ids):
            return sitting.off(ids)
    raise InvalidMove(translate("The page sent an act that is not known here."))
