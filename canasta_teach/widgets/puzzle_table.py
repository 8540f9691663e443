"""The view-model of a puzzle's table: what lies there, what is arranged, the hand, and what that counts."""

from __future__ import annotations

from typing import Any, Final

from canasta_teach.cards import UNKNOWN
from canasta_teach.game.explain import number
from canasta_teach.game.melds import canasta_kind, points, read
from canasta_teach.game.search import canastas_needed
from canasta_teach.game.state import Position
from canasta_teach.i18n import translate
from canasta_teach.players.solve import Objective
from canasta_teach.teach.table_text import fact_lines
from canasta_teach.widgets.hand import Picked, hand_view
from canasta_teach.widgets.puzzle_lay import Arrangement
from canasta_teach.widgets.quiz_table import names, pile_part, shown
from canasta_teach.widgets.table_signs import canastas_text, minimum_sentence, pile_signs
from canasta_teach.widgets.tray_state import State
from canasta_teach.widgets.tray_view import tray_view
from canasta_teach.widgets.words import cards_text, listed, meld_name, points_text, spoken

_FIRST: Final = frozenset({Objective.MINIMUM_FEWEST_CARDS, Objective.MINIMUM_FEWEST_WILDS})
"""Aims at a first laying, far from going out."""


def lay_view(arrangement: Arrangement) -> dict[str, Any]:
    """What changes as the learner arranges: trays, hand, count, and where chosen cards can go."""
    now = arrangement.now
    made = tray_view(now.state, title="", order="dealt", picked=Picked(), can_undo=False, setup=False)
    held = now.held
    return {
        "trays": made["trays"]["items"],
        "top": _top(arrangement) if arrangement.with_top else None,
        "last": _last(arrangement) if arrangement.discards else None,
        "took": now.took,
        "declares": arrangement.declares,
        "declared": now.declared,
        "put": {key: made["put"][key] for key in ("new", "trays", "melds")},
        "hand": hand_view(
            held,
            now.state.position.rules,
            order=arrangement.order,
            picked=arrangement.picked,
            marks=now.state.marks,
            left=not now.bare,
            empty="" if held else translate("All your cards are put aside."),
        ),
        "count": _count(arrangement),
        "can_undo": arrangement.can_undo,
    }


def table_part(arrangement: Arrangement) -> dict[str, Any]:
    """What lies on the table, as far as the puzzle needs it: your side's melds, the pile, and what is not in the cards.

    It stays the same while the learner arranges.
    """
    position = arrangement.start
    seat, side = position.turn, position.side(position.turn)
    made = tray_view(State(position, seat, {}), title="", order="dealt", picked=Picked(), can_undo=False, setup=False)
    threes = position.red_threes[side]
    pile = pile_part(position) if _about_pile(arrangement) else None
    taking = arrangement.with_top or arrangement.free
    return {
        "label": translate("The table of the puzzle"),
        "facts": _facts(arrangement),
        "melds": made["table"]["melds"],
        "melds_label": translate("Your side's melds"),
        "melds_note": _canastas(arrangement.start) if position.melds[side] else "",
        "red_threes": [one.code for one in threes],
        "pile": pile,
        "signs": pile_signs(position, seat) if taking else [],
        "takes": taking,
        "names": names(position),
    }


def _about_pile(arrangement: Arrangement) -> bool:
    """Whether the pile is taken, or what is discarded onto it makes a difference."""
    taking = arrangement.with_top or arrangement.free
    return taking or (arrangement.discards and bool(arrangement.start.pile))


def _facts(arrangement: Arrangement) -> list[str]:
    """What of the table is not seen in its cards; that somebody is to act goes without saying."""
    position = arrangement.start
    side = position.side(position.turn)
    plain = (translate("It is your turn, and you have not drawn yet."), translate("You have drawn in this turn."))
    facts = [shown(line) for line in fact_lines(position) if line not in plain]
    if not position.melds[side]:
        facts.append(minimum_sentence(position, side, position.turn))
        if arrangement.aim.what not in _FIRST:
            facts.append(_canastas(position))
    return [text for text in facts if text]


def _canastas(position: Position) -> str:
    """The side's canastas, where they bear on going out."""
    side = position.side(position.turn)
    kinds = [kind for meld in position.melds[side] if (kind := canasta_kind(meld, position.rules))]
    if not kinds and not canastas_needed(position):
        return ""
    return translate("Canastas: {have}.").format(have=canastas_text(position, side, kinds))


def _top(arrangement: Arrangement) -> dict[str, Any]:
    """What goes with the top card of the pile."""
    now, rules = arrangement.now, arrangement.start.rules
    top = arrangement.start.pile[0] if arrangement.start.pile else UNKNOWN
    some = [now.state.hand[one] for one in now.top]
    if now.onto is not None:
        meld = meld_name(read(now.state.melds[now.onto], rules))
        note = translate("laid on your {meld}").format(meld=meld)
    else:
        hint = translate("put cards with it")
        if now.state.melds:
            hint = translate("put cards with it, or press a meld")
        note = points_text(points((top, *some), rules)) if some else hint
    told = translate("With the pile's top card, {top}: {note}")
    return {
        "name": told.format(top=spoken(top), note=note),
        "note": note,
        "card": {"code": top.code, "label": spoken(top), "mark": {"kind": "top", "text": translate("pile")}},
        "cards": [_item(arrangement, one) for one in now.top],
    }


def _last(arrangement: Arrangement) -> dict[str, Any]:
    last = arrangement.now.last
    card = _item(arrangement, last) if last else None
    note = card["label"] if card else translate("none yet")
    return {"name": translate("Your discard: {card}").format(card=note), "card": card}


def _item(arrangement: Arrangement, one: str) -> dict[str, Any]:
    face = arrangement.now.state.hand[one]
    return {"id": one, "code": face.code, "label": spoken(face)}


def _count(arrangement: Arrangement) -> dict[str, Any]:
    """What is arranged counts; towards the minimum where one is due."""
    attempt = arrangement.attempt
    value, needed = attempt.counted, attempt.needed
    if needed > value:
        rest = translate("of {needed}, {short} short").format(needed=number(needed), short=number(needed - value))
    elif needed:
        # The count alone does not tell that the laying is one.
        rest = translate("of {needed} needed").format(needed=number(needed))
    else:
        rest = translate("points arranged")
    wild = sum(map(arrangement.start.rules.is_wild, attempt.from_hand))
    left = len(arrangement.now.held)
    about = [translate("{n} wild").format(n=wild)] if wild else []
    about.append(translate("{cards} left in the hand").format(cards=cards_text(left)))
    return {
        "label": translate("Count of what you have arranged"),
        "value": value,
        "needed": needed,
        "most": max(needed, value, 1),
        "rest": rest,
        "about": listed(about),
        "text": translate("{n} {rest}").format(n=number(value), rest=rest),
    }


def lay_words() -> dict[str, Any]:
    """The words of such a table that never change."""
    return {
        "pile": translate("Press to put the chosen cards with its top card."),
        "pile_free": translate("Press to take it."),
        "table": translate("On the table"),
        "trays": translate("Your laying"),
        "trays_note": translate("nothing is laid before you have it checked"),
        "new": translate("New tray"),
        "new_hint": translate("Choose cards, then press here"),
        "off": translate("Take off"),
        "off_hint": translate("put aside; press to take it back to the hand"),
        "top": translate("With the pile's top card"),
        "last": translate("Your discard"),
        "last_hint": translate("Choose one card, then press here"),
        "hint": translate(
            "Click cards to choose them. By keyboard: arrows move, Space chooses, N puts them on a new tray."
        ),
        "onto_top": translate("with the pile's top card"),
        "as_last": translate("as your discard"),
        "take": translate("Take the pile"),
        "declare": translate("As a relancinho"),
        "none": translate("Choose cards first."),
        "which": translate("On which tray? Press its number."),
        "no_tray": translate("There is no tray of that number."),
        "undo": translate("Undo"),
        "reset": translate("Start again"),
        "field": translate("Or type it"),
        "example": translate("as in {example}").format(example="meld 9C 9H 9S / 5C 5D 5H"),
        "typed": translate("Check what I typed"),
    }
