"""Floor 2: writing a position in the public format."""

from __future__ import annotations

from typing import Any

from canasta_teach.cards import UNKNOWN, Card, codes
from canasta_teach.game.position_read import default_laid_before
from canasta_teach.game.state import Hand, Position, Turn


def format_position(position: Position) -> dict[str, Any]:
    """The position as a JSON object of the public format; ``parse_position`` reads it back to an equal one.

    What every reader asks for is always there; the rarer keys only where they differ from their default. The keys
    stand in the order of the format.
    """
    rules = position.rules
    data: dict[str, Any] = {"rules": rules.key}
    if rules.options:
        data["options"] = dict(rules.options)
    data["players"] = position.players
    data["scores"] = list(position.scores)
    data["dealer"] = position.dealer
    data["turn"] = position.turn
    data["phase"] = position.phase
    data["first_turn"] = position.first_turn
    data["hands"] = [_hand(hand) for hand in position.hands]
    data["melds"] = [[codes(meld) for meld in melds] for melds in position.melds]
    if any(position.concealed_melds):
        data["concealed_melds"] = [sorted(some) for some in position.concealed_melds]
    data["red_threes"] = [codes(some) for some in position.red_threes]
    data["pile"] = _pile(position.pile)
    data["stock"] = _hand(position.stock, empty=0)
    data["frozen"] = position.frozen
    if position.laid_before != default_laid_before(position.melds, position.players):
        data["laid_before"] = list(position.laid_before)
    if position.permission is not None:
        data["permission"] = position.permission
    if position.this_turn != Turn():
        data["this_turn"] = _turn(position.this_turn)
    if any(position.penalised):
        data["penalised"] = [codes(some) for some in position.penalised]
    if any(position.penalties):
        data["penalties"] = [[{"rule": p.rule, "points": p.points} for p in some] for some in position.penalties]
    if any(position.minimum_raised):
        data["minimum_raised"] = list(position.minimum_raised)
    if position.idle_turns:
        data["idle_turns"] = position.idle_turns
    if position.phase == "over":
        data["went_out"] = position.went_out
        data["concealed"] = position.concealed
        data["relancinho"] = position.relancinho
    return data


def _hand(hand: Hand, *, empty: list[str] | int | None = None) -> list[str] | int | None:
    """Cards by name when any is known, else how many; ``null`` when that is unknown too."""
    if hand is None:
        return None
    if not hand:
        return [] if empty is None else empty
    return len(hand) if all(one is UNKNOWN for one in hand) else codes(hand)


def _pile(pile: tuple[Card, ...]) -> list[str] | dict[str, Any]:
    if len(pile) > 1 and all(one is UNKNOWN for one in pile[1:]):
        return {"top": pile[0].code, "count": len(pile)}
    return codes(pile)


def _turn(turn: Turn) -> dict[str, Any]:
    data: dict[str, Any] = {
        "drawn": codes(turn.drawn),
        "redrawn": turn.redrawn,
        "took_pile": turn.took_pile,
        "laid": [
            {"act": entry.act, "meld": entry.meld, "cards": codes(entry.cards), "new": entry.new} for entry in turn.laid
        ],
    }
    if turn.must_draw:
        data["must_draw"] = True
    return data
