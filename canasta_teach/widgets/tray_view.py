"""The view-model of a meld tray: all that its page shows, in words and figures ready to be drawn."""

from __future__ import annotations

from collections import Counter
from typing import Any

from canasta_teach.cards import Card
from canasta_teach.game.attempt import Attempt
from canasta_teach.game.explain import meld_name as named
from canasta_teach.game.melds import canasta_kind, points, read
from canasta_teach.rulebook.ruleset import RuleSet
from canasta_teach.widgets.ruling_view import ruling_view
from canasta_teach.widgets.tray_state import State
from canasta_teach.widgets.words import capital, count, laid_note, make_up, meld_name, spoken, stands_for


def tray_view(state: State, *, title: str | None, can_undo: bool) -> dict[str, Any]:
    """The whole view-model.

    Args:
        state: what the tray holds.
        title: a heading; ``None`` for what is to do.
        can_undo: whether an act can be taken back.
    """
    position, attempt = state.position, state.attempt
    first = not state.melds
    heading = title or ("Lay your first melds" if first else "Lay melds")
    return {
        "name": f"Meld tray: {heading}",
        "head": {
            "title": heading,
            "sub": f"{position.rules.title}. Your side stands at {position.scores[state.side]:,}.",
            "undo": "Undo",
            "reset": "Start again",
            "can_undo": can_undo,
        },
        "table": _table(state, attempt.needed),
        "trays": _trays(state),
        "hand": _hand(state),
        "put": _put(state),
        "lay": _lay(state, attempt),
        "ruling": None if state.ruling is None else ruling_view(state.ruling, position.rules),
    }


def _card(one: str, face: Card) -> dict[str, Any]:
    return {"id": one, "code": face.code, "label": spoken(face)}


def _table(state: State, needed: int) -> dict[str, Any]:
    position = state.position
    rules = position.rules
    items = []
    for i, meld in enumerate(state.melds):
        name = capital(meld_name(read(meld, rules)))
        note = laid_note(meld, rules, concealed=i in position.concealed_melds[state.side])
        items.append(
            {
                "index": i,
                "label": name,
                "note": note,
                "name": f"{name}, {note}: {', '.join(map(spoken, meld))}. Press to put the chosen cards with them.",
                "squared": canasta_kind(meld, rules) is not None,
                "top": _top(meld, rules).code,
                "cards": [{"code": c.code, "as": stands} for c, stands in stands_for(meld, rules)],
            }
        )
    need = f" The first laying must count {needed}." if needed else ""
    return {
        "title": "On the table, your side",
        "note": "",
        "empty": f"Nothing laid in this deal yet.{need}",
        "melds": items,
    }


def _top(meld: tuple[Card, ...], rules: RuleSet) -> Card:
    """The card that a squared canasta shows: a red natural one if natural, a black one if mixed, where there is one."""
    naturals = read(meld, rules).naturals or meld
    red = canasta_kind(meld, rules) == "natural"
    return next((c for c in naturals if c.is_red is red), naturals[0])


def _trays(state: State) -> dict[str, Any]:
    rules = state.position.rules
    items = []
    for i, slot in enumerate(state.slots):
        some = state.on(slot)
        name = capital(state.name(slot))
        note = make_up(read(some, rules)) + (", to add" if slot.onto is not None else "")
        items.append(
            {
                "label": name,
                "note": note,
                "points": str(points(some, rules)),
                "name": f"Tray {i + 1}: {name}, {note}, {count(points(some, rules), 'point')}",
                "off_name": f"Take off all of tray {i + 1}, {name.lower()}",
                "cards": [_card(one, state.hand[one]) for one in slot.cards],
            }
        )
    return {
        "title": "Your trays",
        "note": "still in your hand until you lay them",
        "new": "New tray",
        "new_hint": "Choose cards, then press here",
        "off": "Take off",
        "off_hint": "on a tray; press to take it off",
        "items": items,
    }


def _hand(state: State) -> dict[str, Any]:
    rules = state.position.rules
    held = state.held
    copies = Counter(c.code for c in held.values())
    seen: Counter[str] = Counter()
    shown = []
    for one, face in held.items():
        seen[face.code] += 1
        which = f"{seen[face.code]} of {copies[face.code]}" if copies[face.code] > 1 else ""
        shown.append(_card(one, face) | {"short": face.label, "points": rules.value(face), "which": which})
    size = count(len(held), "card")
    return {
        "title": "Your hand",
        "name": f"Your hand, {size}",
        "note": f"{size}{' left' if state.slots else ''}, {count(sum(map(rules.value, held.values())), 'point')}",
        "chosen_note": "{n} chosen, {points} points",
        "say_chosen": "{card} chosen. {n} chosen, {points} points.",
        "say_not_chosen": "{card} not chosen any more. {n} chosen, {points} points.",
        "say_count": "{n} chosen, {points} points.",
        "say_none": "No card chosen.",
        "empty": "All your cards are on the trays." if state.slots else "Your hand is empty.",
        "cards": shown,
    }


def _put(state: State) -> dict[str, Any]:
    rules = state.position.rules
    return {
        "hint": "Click cards to choose them. By keyboard: arrows move, Space chooses, N puts them on a new tray.",
        "new": "Put {cards} on a new tray",
        "trays": [f"with the {state.name(slot)} on tray {i + 1}" for i, slot in enumerate(state.slots)],
        "melds": [
            {"index": i, "words": f"for the {meld_name(read(meld, rules))} on the table"}
            for i, meld in enumerate(state.melds)
            if all(slot.onto != i for slot in state.slots)
        ],
        "none": "Choose cards first.",
        "which": "On which tray? Press its number.",
        "no_tray": "There is no tray of that number.",
    }


def _lay(state: State, attempt: Attempt) -> dict[str, Any]:
    value, needed = attempt.counted, attempt.needed
    rules = state.position.rules
    sums = [(state.name(slot), points(state.on(slot), rules)) for slot in state.slots]
    if needed:
        short = needed - value
        rest = f"of {needed}, {short} short" if short > 0 else f"of {needed}, enough"
    elif state.melds and rules.has("initial.partner-free"):
        rest = "no minimum any more: your side has laid"
    else:
        rest = "no minimum"
    match sums:
        case []:
            button = "Lay"
        case [(name, _)]:
            button = f"Lay the {name}"
        case [_, _]:
            button = "Lay both"
        case _:
            button = f"Lay all {len(sums)}"
    return {
        "label": "Count of your trays",
        "value": value,
        "needed": needed,
        "most": max(needed, value, 1),
        "rest": rest,
        "text": f"{value} {rest}",
        "parts": [
            {"points": worth, "text": f"{told} {worth}"}
            for slot, (name, worth) in zip(state.slots, sums, strict=True)
            for told in [named(state.on(slot), rules) if read(state.on(slot), rules).kind == "set" else name]
        ],
        "button": button,
    }
