"""Whether a player has any legal laying now: of a new meld, of an addition, of a relancinho.

The list of all legal acts answers that, and it can be long. Where an exact search answers too, it is asked first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from canasta_teach.cards import Card
from canasta_teach.game.layings import Goal, can_lay, keeps_limits
from canasta_teach.game.legal import legal_moves
from canasta_teach.game.melds import read
from canasta_teach.game.moves import Act, Move, Part, Target
from canasta_teach.game.referee import is_legal
from canasta_teach.game.search import canastas_needed, first_laying_due
from canasta_teach.game.state import Position
from canasta_teach.rulebook.ruleset import RuleSet


class Layings(NamedTuple):
    """Whether some legal act lays a ``new`` meld, and whether some adds to a meld of the side."""

    new: bool
    add: bool


def layings(position: Position, seat: int) -> Layings:
    """What a player who has drawn may lay.

    Args:
        position: what the player may know of the table; every card of the hand must be known.
        seat: the player, who is on turn.
    """
    rules, melds, hand = position.rules, position.melds[position.side(seat)], position.hands[seat] or ()
    due = first_laying_due(position, seat)
    if due:
        if not can_lay(rules, melds, hand, Goal(needed=due, any_end=True)):
            return Layings(False, False)
        if not canastas_needed(position):
            # Whatever is left in the hand will do, so the searches for points tell all.
            return Layings(_opens(position, hand, due), _adds_towards(rules, melds, hand, due))
    new, add = False, _adds_one(position, melds, hand)
    for act in _lays(position):
        new |= any(part.to is None for part in act.parts)
        add |= any(part.to is not None for part in act.parts)
        if new and (add or not melds):
            break
    return Layings(new, add)


def relancinho(position: Position, seat: int) -> bool:
    """Whether the hand can be laid as a relancinho (``out.relancinho``) by a player who has laid nothing yet."""
    hand = position.hands[seat] or ()
    left = len(hand) - position.rules.p.relancinho_cards
    if left not in (0, 1):
        return False
    goal = Goal(
        needed=first_laying_due(position, seat),
        least_left=left,
        most_left=left,
        canastas=canastas_needed(position),
        any_end=True,
    )
    return can_lay(position.rules, (), hand, goal)


def _lays(position: Position) -> Iterator[Act]:
    return (move.acts[0] for move in legal_moves(position) if move.acts[0].kind == "lay")


def _opens(position: Position, hand: Sequence[Card], due: int) -> bool:
    """Whether a new meld is part of some laying that counts enough."""
    rules = position.rules
    if can_lay(rules, (), hand, Goal(needed=due, any_end=True)):
        return True
    if not can_lay(rules, (), hand, Goal(needed=1, any_end=True)):
        return False
    return any(part.to is None for act in _lays(position) for part in act.parts)


def _adds_towards(rules: RuleSet, melds: Sequence[tuple[Card, ...]], hand: Sequence[Card], due: int) -> bool:
    """Whether an addition to a meld that lies is part of some laying that counts enough."""
    for index, meld in enumerate(melds):
        for one in dict.fromkeys(hand):
            grown = (*meld, one)
            if not keeps_limits(rules, grown, (one,)):
                continue
            rest = list(hand)
            rest.remove(one)
            then = (*melds[:index], grown, *melds[index + 1 :])
            if can_lay(rules, then, rest, Goal(needed=due - rules.value(one), any_end=True)):
                return True
    return False


def _adds_one(position: Position, melds: Sequence[tuple[Card, ...]], hand: Sequence[Card]) -> bool:
    """Whether one card may be added to a meld: the usual case, soon found."""
    for index, meld in enumerate(melds):
        for one in dict.fromkeys(hand):
            if read((*meld, one), position.rules).kind is None:
                continue
            part = Part((one,), Target(f"#{index}"))
            if is_legal(position, Move((Act("lay", parts=(part,)),))):
                return True
    return False
