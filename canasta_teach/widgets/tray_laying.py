"""What becomes of a laying once the referee has ruled: laid, paid for at its price, or refused; and its mend."""

from __future__ import annotations

from contextlib import suppress

from msgspec.structs import replace

from canasta_teach.errors import IllegalMove
from canasta_teach.game.moves import Act, Move
from canasta_teach.game.play import play
from canasta_teach.game.referee import after
from canasta_teach.game.ruling import Ruling
from canasta_teach.widgets.ruling_view import said
from canasta_teach.widgets.tray_acts import price_text
from canasta_teach.widgets.tray_state import State, only_laying


def ruled_on(state: State, move: Move, ruling: Ruling, *, honour: bool) -> tuple[State, str]:
    """The tray after a ruling, with the words that tell of it.

    Args:
        state: what the tray holds.
        move: the laying.
        ruling: the referee's on it.
        honour: an irregular laying that the rule set prices is paid for.

    Returns:
        The new state and the words. A legal laying lies on the table; of one that was paid for, the state is ``paid``;
        by any other, nothing changes but the ruling.
    """
    if ruling.legal:
        laid = {one for slot in state.slots for one in slot.cards}
        left = {one: c for one, c in state.hand.items() if one not in laid}
        return State(after(state.position, move), state.seat, left, (), ruling), said(ruling)
    if honour and ruling.consequence is not None:
        # Where the price would leave nothing to play, the act is refused like any other.
        with suppress(IllegalMove):
            paid = replace(state, position=play(state.position, move), ruling=ruling, paid=True)
            return paid, f"{said(ruling)} {price_text(ruling.consequence)}"
    return replace(state, ruling=ruling, paid=False), said(ruling)


def mending(ruling: Ruling | None) -> Act | None:
    """The laying that a ruling names as the nearest legal one; ``None`` where it names none, or one that does more."""
    return None if ruling is None or ruling.mend is None else only_laying(Move.parse(ruling.mend))
