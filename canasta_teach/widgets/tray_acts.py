"""What can be done on a meld tray: a state and a wish make a new state. The referee is asked elsewhere."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from canasta_teach.errors import InvalidMove
from canasta_teach.game.moves import Act
from canasta_teach.game.ruling import Consequence
from canasta_teach.i18n import translate, translate_count
from canasta_teach.widgets.hand import Order, claim, ordered
from canasta_teach.widgets.tray_state import Slot, State
from canasta_teach.widgets.words import points_text


def put(state: State, ids: Sequence[str], tray: int | None = None, meld: int | None = None) -> tuple[State, str]:
    """Cards of the hand, or of other trays, put on a tray; with the words that tell of it.

    Args:
        state: what the tray holds.
        ids: the cards.
        tray: the tray's place (0-based); ``None`` for a new one.
        meld: the index of the side's meld that they are for; its tray is taken where there is one.

    Raises:
        InvalidMove: when there are no such cards, no such tray or no such meld.
    """
    if not known(state, ids):
        raise InvalidMove(translate("Choose cards of the hand first."))
    slots = _without(state, ids)
    if meld is not None:
        if not is_index(meld, len(state.melds)):
            raise InvalidMove(translate("The side has no meld #{n}.").format(n=meld))
        tray = next((i for i, slot in enumerate(slots) if slot.onto == meld), None)
    elif tray is not None and not is_index(tray, len(slots)):
        raise no_tray(tray)
    if tray is None:
        tray = len(slots)
        slots.append(Slot((), meld))
    wild = state.position.rules.is_wild
    both = sorted((*slots[tray].cards, *ids), key=lambda one: wild(state.hand[one]))
    slots[tray] = filled = Slot(tuple(both), slots[tray].onto)
    after = _arranged(state, slots)
    told = translate_count("{n} card put on tray {tray}, {meld}.", "{n} cards put on tray {tray}, {meld}.", len(ids))
    words = told.format(n=len(ids), tray=after.slots.index(filled) + 1, meld=after.name(filled))
    return after, f"{words} {counted(after)}"


def is_index(given: object, count: int) -> bool:
    """Whether this is the place (0-based) of one of so many."""
    return isinstance(given, int) and not isinstance(given, bool) and 0 <= given < count


def no_tray(given: object) -> InvalidMove:
    """The error for a tray that there is not."""
    n = given + 1 if isinstance(given, int) and not isinstance(given, bool) else repr(given)
    return InvalidMove(translate("There is no tray {n}.").format(n=n))


def take_off(state: State, ids: Collection[str]) -> tuple[State, str]:
    """Cards taken off their trays, back to the hand; with the words that tell of it.

    Raises:
        InvalidMove: when one of them is on no tray, or there are none.
    """
    on_trays = {one for slot in state.slots for one in slot.cards}
    if not ids or not on_trays.issuperset(ids):
        raise InvalidMove(translate("These cards are not on a tray."))
    after = _arranged(state, _without(state, ids))
    n = len(set(ids))
    told = translate_count("{n} card taken back to the hand.", "{n} cards taken back to the hand.", n).format(n=n)
    return after, f"{told} {counted(after)}"


def arrange(state: State, act: Act, order: Order) -> State | None:
    """The trays with an act's cards and no others; ``None`` when a card is not held, or a meld not there.

    Args:
        state: what the tray holds.
        act: an act of laying.
        order: the order of the hand: of equal cards the first one shown is taken.
    """
    free = ordered(state.hand, order, state.position.rules)
    slots: list[Slot] = []
    for part in act.parts:
        ids = claim(free, part.cards)
        onto = None if part.to is None else state.index(part.to)
        if ids is None or (part.to is not None and onto is None):
            return None
        for one in ids:
            del free[one]
        slots.append(Slot(tuple(ids), onto))
    return _arranged(state, slots)


def known(state: State, ids: Sequence[str]) -> bool:
    """Whether these are cards that the tray's holder has, none of them twice."""
    return bool(ids) and all(one in state.hand for one in ids) and len(set(ids)) == len(ids)


def counted(state: State) -> str:
    """What the trays count, in words."""
    attempt = state.attempt
    if attempt.needed:
        text = translate("The trays count {n} of {needed} needed.")
        return text.format(n=attempt.counted, needed=attempt.needed)
    return translate("The trays count {n}.").format(n=attempt.counted)


def price_text(price: Consequence) -> str:
    """What a table that plays by its prices has just taken for an irregular act."""
    if price.minimum is not None:
        text = translate("This table plays by its prices: your side's next first laying must count {n}.")
        return text.format(n=price.minimum)
    text = translate("This table plays by its prices: your side has lost {points}.")
    return text.format(points=points_text(price.points))


def _without(state: State, ids: Collection[str]) -> list[Slot]:
    return [Slot(tuple(one for one in slot.cards if one not in ids), slot.onto) for slot in state.slots]


def _arranged(state: State, slots: Sequence[Slot]) -> State:
    """The state with these trays; an empty one goes, and so does the last ruling, which was on others."""
    return State(state.position, state.seat, state.hand, tuple(slot for slot in slots if slot.cards))
