"""The referee at a practice table, whose rulings tell nobody what they may not know.

The table knows every card, and the referee's words on a tried act could give hidden ones away: in the nearest legal
act, in the verdicts of the other rule books, in whether a player holds the card named. So what a learner tries is
ruled on as the learner sees the table.
"""

from __future__ import annotations

from copy import copy
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from canasta_teach.cards import UNKNOWN
from canasta_teach.errors import IllegalMove, InvalidMove, InvalidPosition
from canasta_teach.game.moves import Act, Move
from canasta_teach.game.play import play
from canasta_teach.game.referee import actor, after, is_legal, judge
from canasta_teach.game.ruling import Ruling
from canasta_teach.game.state import Position
from canasta_teach.game.view import view
from canasta_teach.i18n import translate


class Judged(Struct, frozen=True):
    """What came of an act.

    Attributes:
        ruling: the referee's answer.
        after: the position that the act led to; ``None`` where it was refused.
        paid: it was irregular, and done at its price.
    """

    ruling: Ruling
    after: Position | None = None
    paid: bool = False


def judged(position: Position, move: Move, *, viewer: int | None, honour: bool) -> Judged:
    """Judge a move, and do it where that can be.

    Args:
        position: the whole table.
        move: the move.
        viewer: the seat whose hand is shown to the one who tries it; ``None`` where every hand is.
        honour: whether an act with a price is done and paid for.

    Raises:
        InvalidMove: when the move names what there is not; when it names as drawn cards that nobody can know; when
            it is another player's, and whether it is legal rests on cards that the viewer does not see.
        InvalidCard: for a card that there is not.
    """
    if viewer is not None and _of_others(position, move, viewer):
        return _others_move(position, move, viewer, honour=honour)
    ruling = _judge(position, move)
    if ruling.legal:
        return Judged(_legal_as_seen(position, move, ruling, viewer), after(position, move))
    seen = _refused_as_seen(position, move, ruling, viewer)
    paid = _paid(position, move) if honour and ruling.consequence is not None else None
    if paid is None:
        return Judged(seen)
    # What lies face up from now on is told.
    return Judged(_like(seen, consequence=ruling.consequence), paid, paid=True)


def judged_before(position: Position, move: Move, *, viewer: int | None, done: bool) -> Ruling:
    """The ruling on a move of the log, made anew.

    Args:
        position: the whole table before the move.
        move: the move.
        viewer: as for :func:`judged`.
        done: whether it was done, legal or at its price.
    """
    if viewer is not None and _of_others(position, move, viewer):
        seen = judge(view(position, viewer), move)
        # What was done is no longer presumed.
        return _like(seen, assumed=()) if done and seen.legal else seen
    ruling = _judge(position, move)
    if ruling.legal:
        return _legal_as_seen(position, move, ruling, viewer)
    seen = _refused_as_seen(position, move, ruling, viewer)
    return _like(seen, consequence=ruling.consequence) if done else seen


def is_legal_here(position: Position, move: Move) -> bool:
    """The verdict alone, with every card known.

    Raises:
        InvalidMove: as :func:`judged`.
    """
    try:
        return is_legal(position, move)
    except InvalidMove:
        _tell_no_stock(position, move)
        raise


def _judge(position: Position, move: Move) -> Ruling:
    try:
        return judge(position, move)
    except InvalidMove:
        _tell_no_stock(position, move)
        raise


def _tell_no_stock(position: Position, move: Move) -> None:
    """Refuse cards named as drawn where the stock holds its own; the referee's words would give them away.

    Raises:
        InvalidMove: when the move names cards as drawn that cannot be told.
    """
    names_drawn = any(act.kind in ("draw", "redraw") and act.cards for act in move.acts)
    if names_drawn and any(one is not UNKNOWN for one in position.stock or ()):
        text = translate("The stock has its own order at this table: write {examples} without cards.")
        raise InvalidMove(text.format(examples="draw, redraw")) from None


# -- another player's acts -----------------------------------------------------------------------------------------


def _of_others(position: Position, move: Move, viewer: int) -> bool:
    """Whether another seat than the viewer's does one of the acts."""
    passed = False
    for act in move.acts:
        if act.seat is not None:
            if act.seat != viewer:
                return True
        elif passed or actor(position, act) != viewer:
            return True
        # Behind a discard the turn is the next player's.
        passed = passed or act.kind == "discard"
    return False


def _others_move(position: Position, move: Move, viewer: int, *, honour: bool) -> Judged:
    """A move with acts of players whose hands the viewer does not see."""
    _tell_no_stock(position, move)
    seen = judge(view(position, viewer), move)
    if seen.legal:
        if seen.assumed or not is_legal(position, move):
            raise InvalidMove(
                translate(
                    "This is another player's act, and whether it is legal rests on cards that you do not see. "
                    "The others play by themselves: do the acts of your own seat."
                )
            )
        return Judged(seen, after(position, move))
    if not honour or seen.consequence is None or not all(map(_open, move.acts)):
        return Judged(seen)
    ruling, paid = judge(position, move), _paid(position, move)
    if paid is None or (ruling.act, ruling.rules) != (seen.act, seen.rules):
        return Judged(seen)
    return Judged(_like(seen, consequence=ruling.consequence), paid, paid=True)


def _open(act: Act) -> bool:
    """Whether an act names no cards of a hand."""
    return not act.cards and all(not part.cards for part in act.parts)


# -- what the viewer may be told -----------------------------------------------------------------------------------


def _refused_as_seen(position: Position, move: Move, ruling: Ruling, viewer: int | None) -> Ruling:
    """The ruling on a refused act without what rests on hidden cards."""
    if viewer is None:
        return _discreet(position, move, ruling)
    seen = judge(view(position, viewer), move)
    if (seen.act, seen.rules) == (ruling.act, ruling.rules):
        # A view's own presumptions are about cards that the table knows.
        seen = _like(seen, assumed=ruling.assumed)
        if seen.mend is None or is_legal(position, seen.mend):
            return seen
        if position.turn != viewer:
            # What would be legal instead rests on the hand of the player on turn.
            return seen.without_mend()
    # What refuses the act is not seen by the viewer: a card that would be drawn, or that lies below the pile's top.
    ruling = _elsewhere_as_seen(_discreet(position, move, ruling), seen)
    draws = any(act.kind in ("draw", "redraw") for act in move.acts)
    return ruling.without_mend() if draws or position.turn != viewer else ruling


def _legal_as_seen(position: Position, move: Move, ruling: Ruling, viewer: int | None) -> Ruling:
    """The ruling on a legal act, where the viewer sees all that it rests on as the viewer can make it."""
    if viewer is None:
        return ruling
    seen = judge(view(position, viewer), move)
    same = seen.legal and not seen.assumed and seen.outcome == ruling.outcome
    return seen if same else _elsewhere_as_seen(ruling, seen)


def _elsewhere_as_seen(ruling: Ruling, seen: Ruling) -> Ruling:
    """The ruling with what the other rule books say as far as the viewer can know: hidden cards bear on it."""
    other = _like(ruling, _elsewhere=seen._elsewhere)
    other.__dict__.pop("elsewhere", None)
    return other


def _discreet(position: Position, move: Move, ruling: Ruling) -> Ruling:
    """The ruling without the cards that an act not done would have drawn."""
    if ruling.consequence is None or not ruling.consequence.penalised or move.acts[ruling.act].kind != "draw":
        return ruling
    if position.stock is None:
        return ruling
    hidden = judge(replace(position, stock=(UNKNOWN,) * len(position.stock)), move)
    return hidden if (hidden.act, hidden.rules) == (ruling.act, ruling.rules) else ruling


def _like(ruling: Ruling, **changes: Any) -> Ruling:
    """The ruling with other values of some attributes."""
    other = copy(ruling)
    for name, value in changes.items():
        setattr(other, name, value)
    return other


def _paid(position: Position, move: Move) -> Position | None:
    """The position after an irregular move that is paid for; ``None`` where it is refused all the same."""
    try:
        return play(position, move)
    except (IllegalMove, InvalidPosition):
        # An act behind it is refused and has no price, the price would leave nothing to play, or cards would come to
        # lie face up that this table does not know.
        return None
