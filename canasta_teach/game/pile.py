"""Floor 2: the state of the discard pile: what bars it, and for whom it is frozen.

The one place where that is worked out. The rules of the pile, the search for a take, and every sign that a table shows
ask here. Each question is answered for the rule set in force: a rule that is not in the game bars nothing.
"""

from __future__ import annotations

from canasta_teach.game.state import Position


def is_free(position: Position) -> bool:
    """Whether the pile is taken with no duty to use its top card (no ``pile.top-card``)."""
    return not position.rules.has("pile.top-card")


def wild_on_top(position: Position) -> bool:
    """Whether a wild card on top bars the pile (``pile.wild-top``)."""
    rules, pile = position.rules, position.pile
    return bool(pile) and rules.has("pile.wild-top") and rules.is_wild(pile[0])


def stopped(position: Position) -> bool:
    """Whether a black three on top bars the pile (``pile.black-three``)."""
    pile = position.pile
    return bool(pile) and position.rules.has("pile.black-three") and pile[0].is_black_three


def frozen(position: Position) -> bool:
    """Whether the pile is frozen for everyone (``pile.frozen``)."""
    return position.frozen and position.rules.has("pile.frozen")


def frozen_for(position: Position, side: int) -> bool:
    """Whether the pile counts as frozen for a side that has not melded in this deal (``pile.frozen-unmelded``)."""
    return position.rules.has("pile.frozen-unmelded") and not position.melds[side]


def needs_pair(position: Position, side: int) -> bool:
    """Whether the top card can go down for this side only with two natural cards of its rank from the hand."""
    return frozen(position) or frozen_for(position, side)


def one_for_one(position: Position, seat: int) -> bool:
    """Whether a player with one card in hand faces a pile of one card, which may not be taken (``pile.one-card``)."""
    hand = position.hands[seat]
    return len(position.pile) == 1 and hand is not None and len(hand) == 1 and position.rules.has("pile.one-card")


def idle_lap(position: Position) -> bool:
    """Whether a whole lap took a pile of one card and laid nothing, so that the next must draw (``end.idle-lap``)."""
    return position.idle_turns >= position.players and position.rules.has("end.idle-lap")
