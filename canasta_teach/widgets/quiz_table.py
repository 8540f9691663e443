"""The table of a question as its page shows it: only what the question needs, and nothing that follows from it.

No minimum, no sign beside the pile, no kind of a canasta: what they say may be what is asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from canasta_teach.cards import UNKNOWN, Card, card
from canasta_teach.game.melds import read
from canasta_teach.game.moves import Move
from canasta_teach.game.seats import seat_name
from canasta_teach.game.state import Position
from canasta_teach.i18n import translate, translate_count
from canasta_teach.rulebook.ruleset import RuleSet
from canasta_teach.teach.model import AnyItem, CountItem, DoItem, MinimumNeeded, SheetLine, SpotItem
from canasta_teach.teach.reply import pieces
from canasta_teach.teach.table_text import fact_lines
from canasta_teach.widgets.table_signs import pile_text
from canasta_teach.widgets.table_turn import ending_text
from canasta_teach.widgets.words import capital, cards_text, in_line, in_order, listed, meld_name, spoken, stands_for

_OF_PILE = ("draw", "redraw", "take", "take-top", "look", "discard")
"""Acts that have to do with the pile, or whose question turns on whether it can be taken."""


def shown(text: str) -> str:
    """A text of an exercise with its cards as pages show them: ``K♥ 2♦``."""
    return "".join(words or in_line(map(card, codes)) for words, codes in pieces(text))


def question_table(item: AnyItem, position: Position | None, move: Move | None) -> dict[str, Any] | None:
    """The view-model of a question's table; ``None`` where it is about none.

    Args:
        item: what is asked.
        position: the table that it is about.
        move: the move that it is about.
    """
    if position is None:
        return None
    acting = isinstance(item, DoItem)
    own, sides = position.side(position.turn), list(range(position.sides))
    over = position.phase == "over"
    what = item.what if isinstance(item, CountItem) else None
    asked = None
    if isinstance(what, SheetLine):
        asked = what.side
    elif isinstance(item, SpotItem) and item.given:
        asked = item.side
    bare = isinstance(what, MinimumNeeded)
    hands = _left(position, asked) if over else [] if bare or acting else _hand(position)
    lying = [side for side in sides if asked in (None, side)]
    return {
        "label": translate("The table of the question"),
        "facts": [ending_text(position, position.turn)] if over else [shown(line) for line in fact_lines(position)],
        "theirs": [side_part(position, side) for side in lying if side != own and _lies(position, side)],
        "pile": pile_part(position) if not over and (acting or _about_pile(item, position, move)) else None,
        "ours": side_part(position, own) if own in lying and (acting or _lies(position, own)) else None,
        "hands": hands,
        "names": names(position, hands),
    }


def prompt_cards(item: AnyItem, position: Position | None) -> list[list[dict[str, str]]]:
    """The cards that a question without a table names in groups, to be drawn below it."""
    if position is not None:
        return []
    groups = [[card(code) for code in codes] for _, codes in pieces(translate(item.prompt)) if len(codes) > 1]
    return [[{"code": one.code, "label": spoken(one)} for one in some] for some in groups]


def side_part(position: Position, side: int, *, seat: int | None = None) -> dict[str, Any]:
    """What a side has on the table; every card of a canasta is seen, as whoever counts it needs.

    Args:
        position: the table.
        side: the side.
        seat: whose side is called yours; by default the one of the player on turn.
    """
    own = side == position.side(position.turn if seat is None else seat)
    threes = position.red_threes[side]
    count = translate_count("{n} red three", "{n} red threes", len(threes)).format(n=len(threes))
    if own:
        label = translate("Your side's melds")
    elif position.sides == 2:
        label = translate("The other side's melds")
    else:
        label = translate("Melds of side {n}").format(n=side)
    concealed = position.concealed_melds[side]
    return {
        "side": side,
        "label": label,
        "sub": "",
        "melds": [
            meld_part(meld, index, position.rules, concealed=index in concealed)
            for index, meld in enumerate(position.melds[side])
        ],
        "red_threes": [one.code for one in threes],
        "red_label": count if threes else "",
        "empty": translate("none yet"),
    }


def meld_part(meld: Sequence[Card], index: int, rules: RuleSet, *, concealed: bool = False) -> dict[str, Any]:
    """A meld that lies: all its cards, and how many they are."""
    label, size = capital(meld_name(read(meld, rules))), cards_text(len(meld))
    note = listed([size, translate("laid down concealed")]) if concealed else size
    told = translate("{meld}, {note}: {cards}")
    return {
        "index": index,
        "label": label,
        "note": note,
        "name": told.format(meld=label, note=note, cards=listed(map(spoken, meld))),
        "squared": False,
        "cards": [{"code": c.code} | ({"as": stands} if stands else {}) for c, stands in stands_for(meld, rules)],
    }


def pile_part(position: Position) -> dict[str, Any]:
    """The pile: its top card, and what may be seen below it."""
    pile = position.pile
    label = translate("Pile")
    if not pile:
        empty = {"text": translate("empty"), "name": translate("Pile, empty")}
        return {"label": label, "top": None, "cross": None, "count": 0, **empty}
    below = pile[1:]
    seen = [one for one in below if one is not UNKNOWN]
    under = () if position.rules.has("pile.closed") else seen
    wild = next((one for one in below if position.rules.is_wild(one)), UNKNOWN if position.frozen and below else None)
    cross = None if under or position.rules.is_wild(pile[0]) else wild
    told = [translate("Pile, {cards}, {top} on top").format(cards=cards_text(len(pile)), top=spoken(pile[0]))]
    if cross is UNKNOWN:
        told.append(translate("a wild card lies crosswise in it"))
    elif cross is not None:
        told.append(translate("{card} lies crosswise in it").format(card=spoken(cross)))
    if under:
        told.append(translate("below it: {cards}").format(cards=listed(map(spoken, under))))
    return {
        "label": label,
        "top": pile[0].code,
        "cross": None if cross is None else cross.code,
        "count": len(pile),
        "text": pile_text(position),
        "name": listed(told),
        "under": [one.code for one in under],
    }


def names(position: Position, hands: Sequence[Mapping[str, Any]] = ()) -> dict[str, str]:
    """The spoken names of all cards that the table shows, by code."""
    seen = {one for some in (*position.melds, position.red_threes) for meld in some for one in meld} | {*position.pile}
    told = {one.code: spoken(one) for one in seen if one is not UNKNOWN}
    return dict(sorted((told | {one["code"]: one["label"] for hand in hands for one in hand["cards"]}).items()))


def _lies(position: Position, side: int) -> bool:
    return bool(position.melds[side] or position.red_threes[side])


def _about_pile(item: AnyItem, position: Position, move: Move | None) -> bool:
    if isinstance(item, SpotItem):
        return bool(item.move)
    if isinstance(item, CountItem) and isinstance(item.what, MinimumNeeded):
        return False
    return position.phase == "draw" or (move is not None and any(act.kind in _OF_PILE for act in move.acts))


def _hand(position: Position) -> list[dict[str, Any]]:
    hand = position.hands[position.turn] or ()
    known = [one for one in hand if one is not UNKNOWN]
    return [_cards(translate("Your hand"), position, known, position.penalised[position.turn])] if known else []


def _left(position: Position, side: int | None) -> list[dict[str, Any]]:
    """What is left in the hands at the end of a deal."""
    told = translate("Left in the hand of {name}")
    return [
        _cards(told.format(name=seat_name(position.players, seat)), position, hand, ())
        for seat, hand in enumerate(position.hands)
        if hand and UNKNOWN not in hand and side in (None, position.side(seat))
    ]


def _cards(title: str, position: Position, some: Sequence[Card], penalised: Sequence[Card]) -> dict[str, Any]:
    marked = list(penalised)
    listing = []
    for one in in_order(some, position.rules):
        drawn: dict[str, Any] = {"code": one.code, "label": spoken(one)}
        if one in marked:
            marked.remove(one)
            words = translate("penalised")
            drawn["mark"] = {"kind": "penalised", "text": words}
            drawn["label"] = listed([drawn["label"], words])
        listing.append(drawn)
    return {"title": title, "note": cards_text(len(listing)), "cards": listing}
