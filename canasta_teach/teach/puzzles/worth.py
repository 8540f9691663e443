"""Floor 3: whether a puzzle is worth solving: there is something to find, and the idea that it is filed under bites."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from canasta_teach.cards import Card
from canasta_teach.game.moves import Act, Move
from canasta_teach.game.state import Position
from canasta_teach.players.solve import Objective
from canasta_teach.players.solve.task import CANASTAS, KEPT, MINIMUM, POINTS
from canasta_teach.teach.puzzles.first_ideas import better
from canasta_teach.teach.puzzles.grade import grade
from canasta_teach.teach.puzzles.model import Aim, Measured
from canasta_teach.teach.puzzles.prove import FEWEST, Proof, prove

FEWEST_PARTS_OUT: Final = 3
"""A hand that goes out with fewer melds and additions is no puzzle."""
MOST_ANSWERS: Final = 8
"""Not more layings may be best, but for cards of a kind."""
EVERYTHING_UP_TO: Final = 1
ONE_CARD_UP_TO: Final = 2
ONE_MELD_UP_TO: Final = 3
"""Up to these grades the whole hand may go down by the first idea, one card may make a canasta, and one meld may reach
a minimum."""
_SUMS: Final = POINTS | {Objective.BEST_SCORE}
_BY_CARDS: Final = FEWEST - {Objective.MINIMUM_FEWEST_WILDS}
_PAIR: Final = 2
_BESIDE: Final = 8
"""So many ways to go out are looked at for one that adds to no meld."""


def worth_solving(position: Position, aim: Aim, proof: Proof, measured: Measured) -> bool:
    """Whether there is something to find, by the proof and what is measured.

    Nothing is where all that is asked lies on the surface: nothing is to be laid, nothing else tempts, the whole hand
    goes down by the first idea, no wild card is needed by it, or one meld is all that there is. For the few wild cards
    of a minimum one meld is never enough where runs are none; for its few cards, and for a canasta of one card, it is in the easy grades
    alone. And where very many layings are best, it hardly matters what is laid.
    """
    par = proof.value
    if par is None or not measured.parts:
        return False
    hard = grade(measured, par, aim)
    runs = position.rules.has("meld.sequence")
    most = 0 if aim.what is Objective.MINIMUM_FEWEST_WILDS and not runs else ONE_MELD_UP_TO
    if aim.what in MINIMUM and measured.parts == 1 and hard > most:
        return False
    if aim.what in CANASTAS and par == 1 and hard > ONE_CARD_UP_TO:
        return False
    if measured.greedy == par:
        hand = position.hands[position.turn] or ()
        everything = aim.what in POINTS and par >= position.rules.points(hand)
        if aim.what is Objective.BEST_SCORE and hard > EVERYTHING_UP_TO:
            everything = any(not _kept(position, move) for move in proof.some(1))
        needless = aim.what is Objective.MINIMUM_FEWEST_WILDS and not par
        if everything or needless or not measured.tempting:
            return False
    if aim.what is Objective.GOING_OUT:
        enough = measured.parts >= FEWEST_PARTS_OUT
    else:
        enough = measured.parts > 1 or (aim.what not in _SUMS and measured.tempting > 1)
    # Few wild cards are a find all the same, and where runs are melds there are many ways to few cards.
    counted = aim.what is not Objective.MINIMUM_FEWEST_WILDS and not (runs and aim.what in FEWEST)
    return enough and not (counted and len(proof.some(MOST_ANSWERS + 1)) > MOST_ANSWERS)


def bites(idea: str, position: Position, aim: Aim, proof: Proof) -> bool:
    """Whether a best laying turns on the idea, where that can be told from the laying."""
    moves = proof.some(1)
    if not moves:
        return False
    laid = [act for act in moves[0].acts if act.kind != "discard"]
    match idea:
        case "concealed" if aim.what is Objective.BEST_SCORE:
            return _kept(position, moves[0]) <= 1 and (_whole(laid) or _could_hide(position))
        case "freeze":
            # The pair that every taking needs does it alone: there is nothing to find.
            return aim.what not in _BY_CARDS or proof.value != _PAIR
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


def _whole(laid: Iterable[Act]) -> bool:
    """Whether nothing is added to melds that lie."""
    return all(part.to is None for act in laid for part in act.parts)


def _could_hide(position: Position) -> bool:
    """Whether the hand could go out concealed, the one card discarded that fits a meld of the table."""
    lies = {card.rank for meld in position.melds[position.side(position.turn)] for card in meld}
    hand = position.hands[position.turn] or ()
    odd = [card for card in hand if card.rank in lies and not position.rules.is_wild(card)]
    if len(odd) != 1:
        return False
    hands = list(position.hands)
    hands[position.turn] = tuple(card for card in hand if card is not odd[0])
    rest = prove(replace(position, hands=tuple(hands)), Aim(Objective.GOING_OUT))
    return any(_whole(move.acts) and _kept(position, move) == 1 for move in rest.some(_BESIDE))


def _kept(position: Position, move: Move) -> int:
    """Cards that a laying leaves in the hand, the last discard among them."""
    laid = [act for act in move.acts if act.kind != "discard"]
    return len(position.hands[position.turn] or ()) - len(_cards(laid))


def _cards(acts: list[Act]) -> list[Card]:
    """Hand cards laid."""
    return [card for act in acts for card in (*act.cards, *(one for part in act.parts for one in part.cards))]
