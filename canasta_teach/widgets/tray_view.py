"""The view-model of a meld tray: all that its page shows, in words and figures ready to be drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from canasta_teach.cards import Card
from canasta_teach.game.attempt import Attempt
from canasta_teach.game.explain import meld_name as named
from canasta_teach.game.melds import canasta_kind, points, read
from canasta_teach.game.seats import seat_text
from canasta_teach.i18n import translate, translate_count
from canasta_teach.rulebook.ruleset import RuleSet
from canasta_teach.widgets.citations import set_title
from canasta_teach.widgets.hand import Order, Picked, hand_view
from canasta_teach.widgets.tray_state import Slot, State
from canasta_teach.widgets.words import (
    capital,
    in_line,
    laid_note,
    listed,
    make_up,
    meld_name,
    places,
    points_text,
    spoken,
    stands_for,
)


def tray_view(
    state: State,
    *,
    title: str,
    order: Order,
    picked: Picked,
    can_undo: bool,
    setup: bool,
) -> dict[str, Any]:
    """The whole view-model, without the ruling.

    Args:
        state: what the tray holds.
        title: a heading; where it is empty, what is to do.
        order: the order of the hand.
        picked: the cards chosen.
        can_undo: whether an act can be taken back.
        setup: whether there is a field to paste another table into.
    """
    attempt = state.attempt
    first = not state.melds
    heading = title or (translate("Lay your first melds") if first else translate("Lay melds"))
    empty = translate("All your cards are on the trays.") if state.slots else ""
    hand = hand_view(
        state.held,
        state.position.rules,
        order=order,
        picked=picked,
        marks=state.marks,
        left=bool(state.slots),
        empty=empty,
    )
    return {
        "name": translate("Meld tray: {title}").format(title=heading),
        "head": {
            "title": heading,
            "sub": _standing(state),
            "undo": translate("Undo"),
            "reset": translate("Start again"),
            "can_undo": can_undo,
        },
        "table": _table(state, attempt.needed),
        "trays": _trays(state),
        "hand": hand,
        "put": _put(state),
        "lay": _lay(state, attempt),
        "setup": _setup() if setup else None,
    }


def _standing(state: State) -> str:
    position = state.position
    score = f"{position.scores[state.side]:,}"
    texts = [translate("{rules}. Your side stands at {score}.").format(rules=set_title(position.rules), score=score)]
    if state.seat != position.turn:
        texts.append(
            translate("It is the turn of {turn}; you are {seat}.").format(
                turn=seat_text(position.players, position.turn), seat=seat_text(position.players, state.seat)
            )
        )
    lost = sum(penalty.points for penalty in position.penalties[state.side])
    if lost:
        texts.append(translate("Penalties in this deal: {points}.").format(points=points_text(lost)))
    return " ".join(texts)


def _table(state: State, needed: int) -> dict[str, Any]:
    position = state.position
    rules = position.rules
    items = []
    for i, meld in enumerate(state.melds):
        name = capital(meld_name(read(meld, rules)))
        note = laid_note(meld, rules, concealed=i in position.concealed_melds[state.side])
        told = translate("{meld}, {note}: {cards}. Press to put the chosen cards with them.")
        items.append(
            {
                "index": i,
                "label": name,
                "note": note,
                "name": told.format(meld=name, note=note, cards=listed(map(spoken, meld))),
                "squared": canasta_kind(meld, rules) is not None,
                "top": top_card(meld, rules).code,
                "cards": [{"code": c.code, "as": stands} for c, stands in stands_for(meld, rules)],
            }
        )
    nothing = translate("Nothing laid in this deal yet.")
    if needed:
        nothing = translate("Nothing laid in this deal yet. The first laying must count {n}.").format(n=needed)
    return {"title": translate("On the table, your side"), "note": "", "empty": nothing, "melds": items}


def top_card(meld: tuple[Card, ...], rules: RuleSet) -> Card:
    """The card that a squared canasta shows: a red natural one if natural, a black one if mixed, where there is one."""
    naturals = read(meld, rules).naturals or meld
    red = canasta_kind(meld, rules) == "natural"
    return next((c for c in naturals if c.is_red is red), naturals[0])


def _trays(state: State) -> dict[str, Any]:
    rules = state.position.rules
    items = []
    for i, slot in enumerate(state.slots):
        some = state.on(slot)
        name = state.name(slot)
        label = capital(name) if slot.onto is None else translate("To the {meld}").format(meld=name)
        note = make_up(read(some, rules))
        told = {"n": i + 1, "meld": label, "note": note, "points": points_text(points(some, rules))}
        items.append(
            {
                "label": label,
                "note": note,
                "points": str(points(some, rules)),
                "name": translate("Tray {n}: {meld}, {note}, {points}").format(**told),
                "off_name": translate("Take off all of tray {n}, {meld}").format(n=i + 1, meld=name),
                "cards": _tray_cards(state, slot),
            }
        )
    return {
        "title": translate("Your trays"),
        "note": translate("still in your hand until you lay them"),
        "new": translate("New tray"),
        "new_hint": translate("Choose cards, then press here"),
        "off": translate("Take off"),
        "off_hint": translate("on a tray; press to take it off"),
        "items": items,
    }


def _tray_cards(state: State, slot: Slot) -> list[dict[str, Any]]:
    """A tray's cards in the order of showing: in a run, each in its place, a wild one with what it stands for."""
    lying = state.lying(slot)
    shown = []
    for i, stands in places(lying + state.on(slot), state.position.rules):
        if i < len(lying):
            continue
        one = slot.cards[i - len(lying)]
        face = state.hand[one]
        label = translate("{card}, {stands}").format(card=spoken(face), stands=stands) if stands else spoken(face)
        item: dict[str, Any] = {"id": one, "code": face.code, "label": label} | ({"as": stands} if stands else {})
        if state.marks.get(one) == "penalised":
            word = translate("penalised")
            item |= {"label": listed([label, word]), "mark": {"kind": "penalised", "text": word}}
        shown.append(item)
    return shown


def _put(state: State) -> dict[str, Any]:
    rules = state.position.rules
    onto = translate("with the {meld} on tray {n}")
    lying = translate("for the {meld} on the table")
    return {
        "hint": translate(
            "Click cards to choose them. By keyboard: arrows move, Space chooses, N puts them on a new tray."
        ),
        "new": translate("Put {cards} on a new tray"),
        "trays": [onto.format(meld=state.name(slot), n=i + 1) for i, slot in enumerate(state.slots)],
        "melds": [
            {"index": i, "words": lying.format(meld=meld_name(read(meld, rules)))}
            for i, meld in enumerate(state.melds)
            if all(slot.onto != i for slot in state.slots)
        ],
        "none": translate("Choose cards first."),
        "which": translate("On which tray? Press its number."),
        "no_tray": translate("There is no tray of that number."),
    }


def _lay(state: State, attempt: Attempt) -> dict[str, Any]:
    value, needed = attempt.counted, attempt.needed
    rules = state.position.rules
    sums = [(state.name(slot), points(state.on(slot), rules)) for slot in state.slots]
    if needed > value:
        rest = translate("of {needed}, {short} short").format(needed=needed, short=needed - value)
    elif needed:
        rest = translate("of {needed}, enough").format(needed=needed)
    elif state.melds and rules.has("initial.partner-free"):
        rest = translate("no minimum any more: your side has laid")
    else:
        rest = translate("no minimum")
    match sums:
        case []:
            button = translate("Lay")
        case [(name, _)]:
            button = translate("Lay the {meld}").format(meld=name)
        case [_, _]:
            button = translate("Lay both")
        case _:
            button = translate_count("Lay all {n}", "Lay all {n}", len(sums)).format(n=len(sums))
    return {
        "label": translate("Count of your trays"),
        "value": value,
        "needed": needed,
        "most": max(needed, value, 1),
        "rest": rest,
        "text": translate("{n} {rest}").format(n=value, rest=rest),
        "parts": [
            {"points": worth, "text": translate("{meld} {points}").format(meld=told, points=worth)}
            for slot, (name, worth) in zip(state.slots, sums, strict=True)
            for told in [named(state.on(slot), rules) if _is_new_set(state, slot) else name]
        ],
        "button": button,
    }


def _is_new_set(state: State, slot: Slot) -> bool:
    return slot.onto is None and read(state.on(slot), state.position.rules).kind == "set"


def _setup() -> dict[str, str]:
    return {
        "title": translate("Set up another table"),
        "label": translate("Paste a position, as a JSON object"),
        "button": translate("Set it up"),
    }


def tray_lines(state: State, hand: Sequence[Card]) -> list[str]:
    """A tray in text: the hand and the count, then the table and the trays.

    Args:
        state: what the tray holds.
        hand: the cards that are on no tray, in the order of showing.
    """
    attempt = state.attempt
    held = in_line(hand) or translate("no cards")
    if attempt.needed:
        count = translate("{n} of {needed} points on the trays").format(n=attempt.counted, needed=attempt.needed)
    else:
        count = translate("{n} points on the trays").format(n=attempt.counted)
    lying = " / ".join(map(in_line, state.melds))
    trays = " / ".join(in_line(state.on(slot)) for slot in state.slots)
    return [
        f"{held} | {count}",
        *([translate("On the table: {melds}").format(melds=lying)] if lying else []),
        *([translate("On the trays: {melds}").format(melds=trays)] if trays else []),
    ]
