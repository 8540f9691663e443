"""Floor 3: whether a puzzle is worth solving: there is something to find, and the idea that it is filed under bites."""

from __future__ import annotations

from typing import Final

from canasta_teach.cards import Card
from canasta_teach.game.moves import Act, Move
from canasta_teach.game.state import Position
from canasta_teach.players.solve import Objective
from canasta_teach.players.solve.task import KEPT, POINTS
from canasta_teach.teach.puzzles.first_ideas import better
from canasta_teach.teach.puzzles.model import Aim, Measured
from canasta_teach.teach.puzzles.prove import Proof, prove

FEWEST_PARTS_OUT: Final = 3
"""A hand that goes out with fewer melds and additions is no puzzle."""
_SUMS: Final = POINTS | {Objective.BEST_SCORE}


def worth_solving(position: Position, aim: Aim, par: int, measured: Measured) -> bool:
    """Whether there is something to find, by what is measured.

    Nothing is where all that is asked lies on the surface: nothing is to be laid, nothing else tempts, the whole hand
    goes down by the first idea, no wild card is needed by it, or one meld is all that there is.
    """
    if not measured.parts:
        return False
    if measured.greedy == par:
        hand = position.hands[position.turn] or ()
        everything = aim.what in POINTS and par >= position.rules.points(hand)
        needless = aim.what is Objective.MINIMUM_FEWEST_WILDS and not par
        if everything or needless or not measured.tempting:
            return False
    if aim.what is Objective.GOING_OUT:
        return measured.parts >= FEWEST_PARTS_OUT
    return measured.parts > 1 or (aim.what not in _SUMS and measured.tempting > 1)


def bites(idea: str, position: Position, aim: Aim, proof: Proof) -> bool:
    """Whether a best laying turns on the idea, where that can be told from the laying."""
    moves = proof.some(1)
    if not moves:
        return False
    laid = [act for act in moves[0].acts if act.kind != "discard"]
    match idea:
        case "concealed" if aim.what is Objective.BEST_SCORE:
            return _kept(position, moves[0]) <= 1 and all(part.to is None for act in laid for part in act.parts)
        case "black-threes":
            return any(card.is_black_three for card in _cards(laid))
        case "sequence":
            natural = [[card.rank for card in part.cards if card.rank != "2"] for act in laid for part in act.parts]
            return any(len(set(ranks)) > 1 for ranks in natural)
        case "keep-a-card":
            return _kept(position, moves[0]) <= KEPT
        case "stop-card":
            free = prove(position, Aim(aim.what)).value
            return free is not None and proof.value is not None and better(aim, free, proof.value)
        case _:
            return True


def _kept(position: Position, move: Move) -> int:
    """Cards that a laying leaves in the hand, the last discard among them."""
    laid = [act for act in move.acts if act.kind != "discard"]
    return len(position.hands[position.turn] or ()) - len(_cards(laid))


def _cards(acts: list[Act]) -> list[Card]:
    """Hand cards laid."""
    return [card for act in acts for card in (*act.cards, *(one for part in act.parts for one in part.cards))]
