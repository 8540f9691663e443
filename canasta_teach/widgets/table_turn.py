"""What a table tells of the turn: whose it is, what is to be done in it, and how the deal ended."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from canasta_teach.errors import InvalidMove
from canasta_teach.game import pile
from canasta_teach.game.moves import Act, Move
from canasta_teach.game.referee import is_legal
from canasta_teach.game.search import can_take
from canasta_teach.game.seats import seat_name
from canasta_teach.game.state import Position
from canasta_teach.game.view import view
from canasta_teach.i18n import translate
from canasta_teach.widgets.table_game import to_act


def ending_text(over: Position, viewer: int, *, open_to_all: bool = False) -> str:
    """How a deal ended: ``You went out.``, ``North went out concealed.``, ``Nobody went out.``."""
    out = over.went_out
    if out is None:
        return translate("Nobody went out.")
    if out == viewer and not open_to_all:
        if over.relancinho:
            return translate("You went out with a relancinho.")
        return translate("You went out concealed.") if over.concealed else translate("You went out.")
    if over.relancinho:
        text = translate("{name} went out with a relancinho.")
    else:
        text = translate("{name} went out concealed.") if over.concealed else translate("{name} went out.")
    return text.format(name=seat_name(over.players, out))


def turn_text(position: Position, seat: int) -> dict[str, Any]:
    """Whose turn it is, as the one at ``seat`` is told.

    Returns:
        ``seat``, whose act is waited for, ``None`` when the deal is over; ``mine``; ``text``, such as "Your turn"; and
        ``sub``, what is to be done, without a full stop; it may be empty.
    """
    if position.phase == "over":
        sub = ending_text(position, seat)
        return {"seat": None, "mine": False, "text": translate("The deal is over"), "sub": sub}
    waited = to_act(position)
    mine = waited == seat
    name = seat_name(position.players, waited)
    if position.permission == "asked":
        asker = seat_name(position.players, position.turn)
        if mine:
            text, sub = translate("Your answer"), translate("{name} asks: may I go out?").format(name=asker)
        else:
            asked_by_me = position.turn == seat
            text = translate("{name} to answer").format(name=name)
            sub = translate("you asked: may I go out?") if asked_by_me else translate("{name} asks: may I go out?")
            sub = sub.format(name=asker)
    elif mine:
        text, sub = translate("Your turn"), _to_do(position, seat)
    else:
        text = translate("{name} to play").format(name=name)
        sub = _others_to_do(position)
    return {"seat": waited, "mine": mine, "text": text, "sub": sub}


def _others_to_do(position: Position) -> str:
    if position.phase != "draw":
        return translate("has yet to discard")
    if position.stock == () and position.rules.has("end.forced-take"):
        return translate("has to take the pile")
    return translate("has yet to draw")


def _to_do(position: Position, seat: int) -> str:
    rules, turn = position.rules, position.this_turn
    threes = rules.has("deck.red-threes") and any(c.is_red_three for c in position.hands[seat] or ())
    if threes and rules.p.honour == "players":
        return translate("put your red three on the table")
    if position.phase == "draw":
        return _to_draw(position, seat)
    if position.permission == "yes":
        return translate("your partner said yes: now go out")
    if position.permission == "no":
        return translate("your partner said no: you may not go out in this turn")
    if turn.drawn and not turn.redrawn and not turn.laid and _may_redraw(position):
        return translate("lay, discard, or reject the card drawn and draw another")
    return translate("lay melds, or discard to end your turn")


def _to_draw(position: Position, seat: int) -> str:
    if position.this_turn.must_draw:
        return translate("draw: the pile was put back")
    if position.stock == ():
        forced = position.rules.has("end.forced-take")
        return (
            translate("the stock is used up: take the pile")
            if forced
            else translate("the stock is used up: take the pile, or draw to end the deal")
        )
    if not position.pile:
        return translate("draw: there is no pile")
    if pile.stopped(position):
        return translate("draw: the pile is stopped")
    if pile.wild_on_top(position) or pile.one_for_one(position, seat) or pile.idle_lap(position):
        return translate("draw: the pile cannot be taken now")
    if can_take(view(position, seat), seat) is False:
        return translate("draw from the stock")
    return translate("draw, or take the pile")


def _may_redraw(position: Position) -> bool:
    with suppress(InvalidMove):
        return is_legal(position, Move((Act("redraw"),)))
    return False
