"""What the page of a table is sent: the words that never change, and what it shows now, in parts that change apart."""

from __future__ import annotations

from typing import Any, Final

from msgspec import Struct

from canasta_teach.cards import ALL_CARDS, JOKER, UNKNOWN
from canasta_teach.errors import InvalidMove
from canasta_teach.game.view import view
from canasta_teach.i18n import translate
from canasta_teach.widgets.hand import hand_view
from canasta_teach.widgets.table_acts import Verb
from canasta_teach.widgets.table_menu import menu
from canasta_teach.widgets.table_sitting import Sitting
from canasta_teach.widgets.table_view import table_view
from canasta_teach.widgets.words import in_line, spoken

_ANSWER_KEYS: Final = {"yes": "Y", "no": "N"}
"""While a question is open these two keys answer it; else they redo an act and put cards on a tray."""


class PageView(Struct, frozen=True):
    """The view-model in parts: a part that did not change is not sent again.

    Attributes:
        view: whose turn it is, the players, the piles, the acts, the trays.
        sides: what lies.
        rail: scores and the log.
        held: the hand.
    """

    view: dict[str, Any]
    sides: dict[str, Any]
    rail: dict[str, Any]
    held: dict[str, Any]


def page_view(sitting: Sitting, *, title: str, log_until: int | None = None) -> PageView:
    """What the page shows now.

    Args:
        sitting: the deal, and how it is played.
        title: what stands above the table; may be empty.
        log_until: the step at which the lines of the log end that are shown; ``None`` for its end.
    """
    drawn = table_view(
        sitting.game,
        sitting.seat,
        hand=sitting.faces,
        picked=sitting.picked,
        slots=sitting.slots,
        title=title,
        open_to_all=sitting.open_to_all,
        curtain=sitting.curtain,
        others_play=not sitting.alone,
        log_until=log_until,
        rulings=sitting.rulings,
    )
    sides = {"sides": drawn.pop("sides")}
    rail = {name: drawn.pop(name) for name in ("board", "board_heads", "log", "log_more", "log_later")}
    for line in rail["log"]:
        line["why"] = sitting.may_ask(line["step"])
    drawn["can_undo"] = sitting.can_undo and not sitting.curtain
    drawn["can_redo"] = drawn["can_redo"] and not sitting.curtain
    # The last act was legal: why that is so is told when it is asked for.
    drawn["why"] = sitting.ruling is not None and sitting.shown is None and not sitting.curtain
    for act in drawn["acts"]:
        act["key"] = act["key"] or _ANSWER_KEYS.get(act["verb"], "")
    return PageView(drawn, sides, rail, _held(sitting, drawn["me"]["name"]))


def _held(sitting: Sitting, name: str) -> dict[str, Any]:
    state = sitting.state
    return hand_view(
        {} if sitting.curtain else state.held,
        sitting.position.rules,
        order=sitting.order,
        picked=sitting.picked,
        title=name,
        marks=state.marks,
        left=bool(sitting.slots),
        empty=translate("All your cards are on the trays.") if sitting.slots else "",
    )


def main_verb(sitting: Sitting, *, double: bool) -> Verb:
    """The act that the chosen cards make as they are; a double click never discards.

    Raises:
        InvalidMove: when they make none.
    """
    seen = view(sitting.position, sitting.seat)
    acts = menu(seen, sitting.seat, sitting.picked.ids, sitting.slots, hand=sitting.faces)
    main: Verb | None = next((act["verb"] for act in acts if act["main"]), None)
    if main is None or (double and main == "discard"):
        raise InvalidMove(translate("These cards alone make no act now. Choose others, or press an act."))
    return main


def fixed_words() -> dict[str, Any]:
    """The words of the page that never change, and the spoken names of the cards, by code."""
    return {
        "names": {one.code: spoken(one) for one in (*ALL_CARDS, JOKER, UNKNOWN)},
        "keys": {"on": "W", "all": "O"},
        "tools": {
            "label": translate("Tools"),
            "undo": {"label": translate("Undo"), "key": "Z"},
            "redo": {"label": translate("Redo"), "key": "Y"},
            "copy": {"label": translate("Copy the deal as text"), "key": ""},
            "files": {"label": translate("Save or open"), "key": ""},
        },
        "undo_note": translate("Practice only: at a real table what is done stays done."),
        "labels": {
            "stock": translate("Stock"),
            "pile": translate("Pile"),
            "rail": translate("Scores and log"),
            "board": translate("Score and minimum"),
            "log": translate("What happened"),
            "more_log": translate("Show earlier"),
            "later_log": translate("Show later"),
            "goto": translate("From here again"),
            "why": translate("Why was that legal?"),
            "said": translate("What the referee says"),
            "acts": translate("What you can do"),
            "more": translate("More to try"),
            "type": translate("Type an act"),
            "type_hint": "take with KH KD",
            "try": translate("Do it"),
            "later_note": translate(
                "Dashed acts are not legal now. Try them, and the referee says which rule stops you."
            ),
            "acted_empty": translate("Nothing has happened yet."),
        },
        "files": {
            "label": translate("Save or open a deal"),
            "file": translate("File"),
            "file_default": "deal.json",
            "save": translate("Save"),
            "load": translate("Open"),
            "text": translate("A position or a saved deal, as JSON text"),
            "paste": translate("Set it up"),
        },
        "trays": {
            "title": translate("Your trays"),
            "note": translate("still in your hand until you lay them"),
            "new": translate("New tray"),
            "new_hint": translate("Choose cards, then press here"),
            "off": translate("Take off"),
            "off_hint": translate("on a tray; press to take it off"),
        },
        "put": {
            "hint": translate("Choose cards, then an act. By keyboard: arrows move, Space chooses, Enter acts."),
            "new": translate("Put {cards} on a new tray"),
            "trays": [],
            "none": translate("Choose cards first."),
            "which": translate("On which tray? Press its number."),
            "no_tray": translate("There is no tray of that number."),
        },
        "say": {
            "which_meld": translate("To which meld? Arrows choose, Enter adds."),
            "marked": translate("{meld} pointed at. Press an act to use this meld."),
            "not_marked": translate("{meld} not pointed at any more."),
        },
    }


def table_lines(sitting: Sitting) -> list[str]:
    """A table in text: whose turn it is, the hand, what lies, and the last acts."""
    position, seat = sitting.position, sitting.seat
    hand = (
        translate("the hand is hidden") if sitting.curtain else in_line(sitting.hand.values()) or translate("no cards")
    )
    top = in_line(position.pile[:1]) or translate("empty")
    stock = "?" if position.stock is None else len(position.stock)
    melds = [" / ".join(map(in_line, some)) or translate("nothing laid") for some in position.melds]
    own = position.side(seat)
    return [
        f"{sitting.banner} {hand}",
        translate("On the pile: {top}. In the stock: {n}.").format(top=top, n=stock),
        translate("Your side: {melds}").format(melds=melds[own]),
        *(translate("Another side: {melds}").format(melds=text) for side, text in enumerate(melds) if side != own),
        *map(sitting.line, range(max(0, sitting.game.step - 3), sitting.game.step)),
    ]
