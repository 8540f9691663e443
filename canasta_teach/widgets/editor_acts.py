"""The cards of a draft, place by place: put there, taken out, moved. What can be on a table is not asked here."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from canasta_teach.cards import UNKNOWN, Card
from canasta_teach.errors import InvalidPosition
from canasta_teach.game.state import Laid
from canasta_teach.given import is_text
from canasta_teach.i18n import translate
from canasta_teach.widgets.editor_draft import Draft
from canasta_teach.widgets.editor_read import known_seat

MOST_CARDS: Final = 200
"""More cards than any deck has: a place takes no more, so that a page can always show it."""
MOST_MELDS: Final = 40

_PATH: Final = re.compile(r"(\w+(?:\.\w+)?)((?:\[(?:[0-9]{1,6}|new)\])*)(?:\.(\w+))?")


class Place(Struct, frozen=True):
    """A place of the format by its path: ``hands[0]``, ``melds[1][2]``, ``pile``. ``new`` is written for a new meld."""

    name: str
    at: tuple[int | None, ...] = ()
    key: str = ""

    @classmethod
    def read(cls, path: str) -> Place:
        """Read a path.

        Raises:
            InvalidPosition: when it is none.
        """
        found = _PATH.fullmatch(path) if is_text(path) else None
        if found is None:
            shown = repr(path[:40] if is_text(path) else path)
            raise InvalidPosition("", translate("there is no place {path}").format(path=shown))
        at = [None if one == "new" else int(one) for one in re.findall(r"\[(\w+)\]", found[2])]
        return cls(found[1], tuple(at), found[3] or "")

    def __str__(self) -> str:
        inside = "".join(f"[{'new' if one is None else one}]" for one in self.at)
        return f"{self.name}{inside}" + (f".{self.key}" if self.key else "")


# Cards --------------------------------------------------------------------------------------------------------------


def cards_at(draft: Draft, path: str) -> tuple[Card, ...]:
    """The cards at a place; none where a hand or the stock is not known.

    Raises:
        InvalidPosition: when there is no such place.
    """
    place = Place.read(path)
    match place.name, place.at:
        case "hands", (int(seat),):
            return draft.hands[known_seat(path, seat, draft.players)] or ()
        case "penalised", (int(seat),):
            return draft.penalised[known_seat(path, seat, draft.players)]
        case "melds", (int(side), None):
            known_side(draft, path, side)
            return ()
        case "melds", (int(side), int(index)):
            return draft.melds[known_side(draft, path, side)][within(path, index, draft.melds[side])]
        case "red_threes", (int(side),):
            return draft.red_threes[known_side(draft, path, side)]
        case "pile", ():
            return draft.pile
        case "stock", ():
            return draft.stock if isinstance(draft.stock, tuple) else ()
        case "this_turn.drawn", ():
            return draft.this_turn.drawn
        case "this_turn.laid", (int(index),):
            return draft.this_turn.laid[within(path, index, draft.this_turn.laid)].cards
    raise InvalidPosition("", translate("there is no place {path}").format(path=repr(path[:40])))


def with_cards(draft: Draft, path: str, some: tuple[Card, ...]) -> Draft:
    """The draft with these cards, and no others, at a place. A meld without cards goes.

    Raises:
        InvalidPosition: when there is no such place, or the cards are more than any deck has.
    """
    cards_at(draft, path)
    if len(some) > MOST_CARDS:
        raise InvalidPosition(path, translate("{n} cards are more than any deck has").format(n=len(some)))
    place = Place.read(path)
    first = place.at[0] if place.at and place.at[0] is not None else 0
    match place.name:
        case "hands":
            # At the end of a deal a hand can be empty; before, an empty one is one of which nothing is known.
            hand = some if some or draft.phase == "over" else None
            return replace(draft, hands=put(draft.hands, first, hand))
        case "penalised":
            return replace(draft, penalised=put(draft.penalised, first, some))
        case "melds":
            return _with_meld(draft, path, first, place.at[1], some)
        case "red_threes":
            return replace(draft, red_threes=put(draft.red_threes, first, some))
        case "pile":
            return replace(draft, pile=some)
        case "stock":
            return replace(draft, stock=some)
        case "this_turn.drawn":
            return replace(draft, this_turn=replace(draft.this_turn, drawn=some))
    laid = draft.this_turn.laid
    return with_laid(draft, put(laid, first, replace(laid[first], cards=some)))


def add_cards(draft: Draft, path: str, some: Sequence[Card]) -> tuple[Draft, str]:
    """The draft with cards added at a place, and that place's path: a new meld gets its own.

    On the pile they come to lie on top, the first one topmost; cards not known below all others.

    Raises:
        InvalidPosition: as :func:`with_cards`.
    """
    before = cards_at(draft, path)
    if path == "pile":
        known = [one for one in some if one is not UNKNOWN]
        after = (*known, *before, *(one for one in some if one is UNKNOWN))
    else:
        after = (*before, *some)
    place = Place.read(path)
    new = draft if not some else with_cards(draft, path, after)
    if place.name == "melds" and place.at[1] is None and some and place.at[0] is not None:
        path = f"melds[{place.at[0]}][{len(new.melds[place.at[0]]) - 1}]"
    return new, path


def take_out(draft: Draft, path: str, at: Sequence[int]) -> tuple[Draft, tuple[Card, ...]]:
    """The draft without the cards at these places of a place (0-based), and those cards.

    Raises:
        InvalidPosition: when there is no such place or card.
    """
    here = cards_at(draft, path)
    for index in at:
        within(path, index, here)
    kept = tuple(one for i, one in enumerate(here) if i not in at)
    return with_cards(draft, path, kept), tuple(here[i] for i in dict.fromkeys(at))


def with_unknown(draft: Draft, path: str, number: int | None) -> Draft:
    """The draft with so many cards not known at a place, behind those that are; ``None``: nobody knows how many.

    Raises:
        InvalidPosition: when there is no such place, or the number is none that can be.
    """
    known = tuple(one for one in cards_at(draft, path) if one is not UNKNOWN)
    if number is None:
        if known or Place.read(path).name not in ("hands", "stock"):
            return with_cards(draft, path, known)
        if path == "stock":
            return replace(draft, stock=None)
        seat = Place.read(path).at[0]
        return replace(draft, hands=put(draft.hands, seat or 0, None))
    return with_cards(draft, path, known + (UNKNOWN,) * whole_number(path, number, 0, MOST_CARDS))


def _with_meld(draft: Draft, path: str, side: int, index: int | None, some: tuple[Card, ...]) -> Draft:
    melds = draft.melds[side]
    if index is None:
        if len(melds) >= MOST_MELDS:
            raise InvalidPosition(path, translate("a side has no more than {n} melds").format(n=MOST_MELDS))
        return replace(draft, melds=put(draft.melds, side, (*melds, some)))
    if some:
        return replace(draft, melds=put(draft.melds, side, put(melds, index, some)))
    # What is named by a meld's index goes with the meld, or is named by its new one.
    concealed = frozenset(i - (i > index) for i in draft.concealed_melds[side] if i != index)
    laid = draft.this_turn.laid
    if side == draft.side(draft.turn):
        laid = tuple(replace(one, meld=one.meld - (one.meld > index)) for one in laid if one.meld != index)
    draft = replace(
        draft,
        melds=put(draft.melds, side, melds[:index] + melds[index + 1 :]),
        concealed_melds=put(draft.concealed_melds, side, concealed),
    )
    return with_laid(draft, laid)


def with_laid(draft: Draft, laid: tuple[Laid, ...]) -> Draft:
    """The draft in which this was laid in this turn."""
    return replace(draft, this_turn=replace(draft.this_turn, laid=laid))


# Checks -------------------------------------------------------------------------------------------------------------


def put(some: tuple[Any, ...], index: int, value: Any) -> tuple[Any, ...]:
    """The tuple with another value at an index."""
    return (*some[:index], value, *some[index + 1 :])


def known_side(draft: Draft, path: str, side: int) -> int:
    """The side, where there is one.

    Raises:
        InvalidPosition: else.
    """
    if not 0 <= side < draft.sides:
        text = translate("there is no side {side}; sides are 0 to {last}")
        raise InvalidPosition(path, text.format(side=side, last=draft.sides - 1))
    return side


def within(path: str, index: int, some: Sequence[object]) -> int:
    """The index, where there is something at it.

    Raises:
        InvalidPosition: else.
    """
    if not 0 <= index < len(some):
        raise InvalidPosition(
            path, translate("there are {n} here, and no number {index}").format(n=len(some), index=index)
        )
    return index


def whole_number(path: str, value: object, least: int, most: int) -> int:
    """A whole number within these bounds.

    Raises:
        InvalidPosition: for anything else.
    """
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        text = translate("a whole number from {least} to {most} is asked for")
        raise InvalidPosition(path, text.format(least=f"{least:,}", most=f"{most:,}"))
    return value
