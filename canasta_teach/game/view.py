"""Floor 2: what one seat may know of a position."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from canasta_teach.cards import UNKNOWN, Card
from canasta_teach.errors import InvalidPosition
from canasta_teach.game.state import Hand, Position


def view(position: Position, seat: int) -> Position:
    """The position as the player at ``seat`` may know it; every card that is hidden from this player is ``??``.

    Known are the own hand, all that lies on the table (melds, red threes, penalised cards, the top card of the pile),
    every count, the scores and penalties, whose turn it is and what was done in it, and whether the pile is frozen.
    Hidden are the stock, the other hands and the cards that another player drew; and, where only the top card of the
    pile may be seen (``pile.closed``), the cards below it, but for the wild cards that freeze it, which lie crosswise
    (Classic, "Picking up the discard pile"): who remembers the others does so unaided. Where nothing forbids
    to look through the pile, as in the Brazilian game, it is known whole. When the deal is over, the hands are laid
    open to be counted (``score.hand``).

    Two positions that look the same to a seat have the same view; a view's view is the view itself.

    Args:
        position: the full position, or another view of it.
        seat: 0-based.

    Raises:
        InvalidPosition: when there is no such seat.
    """
    if not 0 <= seat < position.players:
        raise InvalidPosition("seat", f"there is no seat {seat}; the seats here are 0 to {position.players - 1}")
    rules, over = position.rules, position.phase == "over"
    open_hands = over and rules.has("score.hand")
    turn = position.this_turn
    if seat != position.turn and not open_hands:
        turn = replace(turn, drawn=_hidden(turn.drawn))
    return replace(
        position,
        hands=tuple(
            hand if open_hands or other == seat else _from_outside(hand, position.penalised[other])
            for other, hand in enumerate(position.hands)
        ),
        pile=_squared(position) if rules.has("pile.closed") else position.pile,
        stock=None if position.stock is None else _hidden(position.stock),
        this_turn=turn,
    )


def _squared(position: Position) -> tuple[Card, ...]:
    """The pile as it lies squared up: its top card, and the wild cards that lie crosswise in it and freeze it."""
    wild, crosswise = position.rules.is_wild, position.rules.has("pile.frozen")
    return tuple(one if at == 0 or (crosswise and wild(one)) else UNKNOWN for at, one in enumerate(position.pile))


def _hidden(some: Sequence[Card]) -> tuple[Card, ...]:
    return (UNKNOWN,) * len(some)


def _from_outside(hand: Hand, penalised: tuple[Card, ...]) -> Hand:
    """A hand as the others see it: its number, and the penalised cards, which lie face up."""
    if hand is None:
        return None
    return (*sorted(penalised), *_hidden(hand[len(penalised) :]))
