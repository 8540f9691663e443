"""What the places and the keys of a draft are called, and its faults in words."""

from __future__ import annotations

from typing import Any, Final

from canasta_teach.cards import UNKNOWN
from canasta_teach.errors import InvalidPosition
from canasta_teach.game.melds import read
from canasta_teach.game.seats import seat_name
from canasta_teach.i18n import mark, translate
from canasta_teach.widgets.editor_acts import Place, cards_at
from canasta_teach.widgets.editor_draft import Draft
from canasta_teach.widgets.table_seats import who
from canasta_teach.widgets.words import capital, listed, meld_name, short

VIEWER: Final = 0
"""The seat that is called you."""

KEYS: Final = {
    "rules": mark("Rule set"),
    "options": mark("Options of the rule set"),
    "players": mark("Players"),
    "scores": mark("Scores before this deal"),
    "dealer": mark("Dealer"),
    "turn": mark("Whose turn"),
    "phase": mark("In the turn"),
    "first_turn": mark("The first turn of the deal"),
    "hands": mark("The hands"),
    "melds": mark("The melds"),
    "concealed_melds": mark("Concealed canastas"),
    "red_threes": mark("Red threes"),
    "pile": mark("Discard pile"),
    "stock": mark("Stock"),
    "frozen": mark("The pile is frozen"),
    "laid_before": mark("Laid in an earlier turn"),
    "permission": mark("Permission to go out"),
    "this_turn": mark("This turn so far"),
    "this_turn.drawn": mark("Drawn in this turn"),
    "this_turn.redrawn": mark("Rejected the card drawn"),
    "this_turn.took_pile": mark("Took the pile"),
    "this_turn.must_draw": mark("Must draw: the pile was put back"),
    "this_turn.laid": mark("Laid in this turn"),
    "penalised": mark("Penalised cards"),
    "penalties": mark("Penalties so far"),
    "minimum_raised": mark("Took back a short laying"),
    "idle_turns": mark("Idle turns in a row"),
    "went_out": mark("Who went out"),
    "concealed": mark("Went out concealed"),
    "relancinho": mark("Went out with a relancinho"),
}
"""A name for each key of the format, and for each part of ``this_turn``."""


def key_name(key: str) -> str:
    """A key of the format in words."""
    return translate(KEYS[key])


def player(draft: Draft, seat: int) -> str:
    """A player: ``You``, ``West``."""
    return who(draft.players, seat, VIEWER)


def side_title(draft: Draft, side: int) -> str:
    """What a side's part of the table is called: ``Your melds``, ``Their melds``, ``West's melds``."""
    if side == draft.side(VIEWER):
        return translate("Your melds")
    if draft.sides == 2 and draft.players > 2:
        return translate("Their melds")
    return translate("{name}'s melds").format(name=seat_name(draft.players, side))


def side_members(draft: Draft, side: int) -> str:
    """The players of a side: ``You, North``."""
    return listed(player(draft, seat) for seat in range(side, draft.players, draft.sides))


def hand_title(draft: Draft, seat: int) -> str:
    """``Your hand``, ``West's hand``."""
    if seat == VIEWER:
        return translate("Your hand")
    return translate("{name}'s hand").format(name=seat_name(draft.players, seat))


def meld_title(draft: Draft, side: int, index: int) -> str:
    """A meld by what it is: ``Kings``, ``Run in hearts``."""
    return capital(meld_name(read(draft.melds[side][index], draft.rules)))


def place_name(draft: Draft, path: str) -> str:
    """A place by itself, as it is chosen and told: ``Your melds: kings``."""
    place = Place.read(path)
    first = place.at[0] if place.at and place.at[0] is not None else 0
    match place.name:
        case "hands":
            return hand_title(draft, first)
        case "melds" if len(place.at) > 1 and place.at[1] is not None:
            what = meld_name(read(draft.melds[first][place.at[1]], draft.rules))
            text = translate("{side}: {meld}, number {n}")
            return text.format(side=side_title(draft, first), meld=what, n=place.at[1] + 1)
        case "melds":
            return translate("{side}: a new meld").format(side=side_title(draft, first))
        case "red_threes":
            return translate("Red threes of {side}").format(side=side_members(draft, first))
        case "penalised":
            return translate("Penalised cards of {name}").format(name=player(draft, first))
        case "this_turn.laid":
            return translate("Laid in this turn, row {n}").format(n=first + 1)
    return key_name(place.name)


# Faults -------------------------------------------------------------------------------------------------------------


def fault_view(draft: Draft, fault: InvalidPosition) -> dict[str, Any]:
    """What makes a draft impossible: where in words, the path, the reason, and where on the page it is mended."""
    where, at = _where(draft, fault.path)
    return {"where": where, "path": fault.path, "reason": fault.reason, "at": at}


def fault_text(draft: Draft, fault: InvalidPosition) -> str:
    """A fault in one text: ``North's hand, K♥: one KH too many …``."""
    where, _ = _where(draft, fault.path)
    return f"{where}: {fault.reason}" if where else fault.reason


def _where(draft: Draft, path: str) -> tuple[str, str]:
    """A fault's place in words, and the place or the field of the page that it stands at."""
    try:
        place = Place.read(path)
    except InvalidPosition:
        # Such as the name of an option: all that stands before it is known.
        key = path.partition(".")[0].partition("[")[0]
        return (key_name(key), key) if key in KEYS else ("", "")
    name = place.name if place.name in KEYS else place.name.partition(".")[0]
    if name not in KEYS:
        return "", ""
    if name == "penalties" and place.at:
        return translate("{key} of {side}").format(
            key=key_name(name), side=_side(draft, place)
        ), f"penalties[{place.at[0]}]"
    if name == "concealed_melds" and place.at:
        return translate("{key} of {side}").format(key=key_name(name), side=_side(draft, place)), name
    # The last number of a path may be that of a card within its place.
    for at, rest in ((place.at, ()), (place.at[:-1], place.at[-1:])):
        here = str(Place(name, at))
        try:
            some = cards_at(draft, here)
        except InvalidPosition:
            continue
        words = place_name(draft, here)
        if rest and rest[0] is not None and rest[0] < len(some) and some[rest[0]] is not UNKNOWN:
            words = translate("{place}, {card}").format(place=words, card=short(some[rest[0]]))
        return words, here
    return key_name(name), name


def _side(draft: Draft, place: Place) -> str:
    side = place.at[0]
    return side_members(draft, side) if side is not None and side < draft.sides else ""
