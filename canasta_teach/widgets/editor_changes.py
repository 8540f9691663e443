"""What a page does to the cards of a draft, with the words that tell of it."""

from __future__ import annotations

from collections.abc import Sequence

from canasta_teach.cards import UNKNOWN, Card
from canasta_teach.errors import InvalidMove, InvalidPosition
from canasta_teach.i18n import translate, translate_count
from canasta_teach.widgets.editor_acts import add_cards, cards_at, take_out, with_unknown
from canasta_teach.widgets.editor_draft import Draft, History
from canasta_teach.widgets.editor_view import shown_order
from canasta_teach.widgets.editor_words import fault_text, place_name
from canasta_teach.widgets.words import cards_text, in_line


def put_cards(draft: Draft, place: str, some: tuple[Card, ...]) -> tuple[Draft, str, str]:
    """Cards put at a place: the draft, the place's path (a new meld gets its own), and the words.

    Raises:
        InvalidPosition: when there is no such place, no card, or more than any deck has.
    """
    if not some:
        raise InvalidPosition("", translate("no card is named"))
    after, path = add_cards(draft, place, some)
    text = translate("{cards} put there. {place}: {n}.")
    there = cards_text(len(cards_at(after, path)))
    return after, path, text.format(cards=in_line(some), place=place_name(after, path), n=there)


def out_cards(draft: Draft, place: str, at: Sequence[int]) -> tuple[Draft, str]:
    """The cards that are shown at these places of a place taken out; with the words.

    Raises:
        InvalidPosition: when there is no such place or card.
    """
    after, gone = take_out(draft, place, _stored(draft, place, at))
    text = translate("{cards} taken out of {place}.")
    return after, text.format(cards=in_line(gone), place=place_name(draft, place))


def move_cards(draft: Draft, place: str, at: Sequence[int], to: str) -> tuple[Draft, str]:
    """The cards that are shown at these places of a place moved to another; with the words.

    Raises:
        InvalidPosition: when there is no such place or card.
    """
    stored = _stored(draft, place, at)
    if place == to:
        return draft, ""
    here = cards_at(draft, place)
    moved = tuple(here[i] for i in stored)
    # Put there first: a meld whose last card goes is gone, and the numbers of those behind it change.
    after, path = add_cards(draft, to, moved)
    name = place_name(after, path)
    after, _ = take_out(after, place, stored)
    return after, translate("{cards} moved. {place}.").format(cards=in_line(moved), place=name)


def count_cards(draft: Draft, place: str, n: int | None) -> tuple[Draft, str]:
    """A place with so many cards in all, those not known included; ``None``: nobody knows. With the words.

    Raises:
        InvalidPosition: when there is no such place, or more cards are named there.
    """
    known = sum(one is not UNKNOWN for one in cards_at(draft, place))
    if n is not None and 0 <= n < known:
        text = translate_count(
            "{n} card is named here: take it out first", "{n} cards are named here: take some out first", known
        )
        raise InvalidPosition(place, text.format(n=known))
    after = with_unknown(draft, place, None if n is None else n - known)
    there = translate("a number not known") if n is None else cards_text(n)
    return after, f"{place_name(after, place)}: {there}."


def stepped(history: History, *, back: bool) -> tuple[History, str]:
    """One step back or forth again; with the words.

    Raises:
        InvalidMove: when there is none.
    """
    if back and history.past:
        return history.undo(), translate("The last change is taken back.")
    if not back and history.future:
        return history.redo(), translate("The change is made again.")
    raise InvalidMove(
        translate("There is nothing to take back.") if back else translate("There is nothing to do again.")
    )


def news(draft: Draft, before: InvalidPosition | None, fault: InvalidPosition | None) -> str:
    """What a change has made impossible, or possible again; empty where that is as it was."""
    if fault is not None and str(before) != str(fault):
        return f"{translate('This table is not possible:')} {fault_text(draft, fault)}"
    return translate("This table is possible.") if fault is None and before is not None else ""


def _stored(draft: Draft, place: str, at: Sequence[int]) -> list[int]:
    """The indices of the cards that are shown at these places of a place."""
    order = shown_order(draft, place)
    if not at or any(not 0 <= i < len(order) for i in at):
        raise InvalidPosition(place, translate("there is no such card"))
    return [order[i] for i in at]
