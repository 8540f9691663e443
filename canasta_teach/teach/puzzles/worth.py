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
SHORTEST_MELD_UP_TO: Final = 2
"""Up to these grades the whole hand may go down by the first idea, one card may make a canasta, and one meld may reach
a minimum, or one of the fewest cards."""
_SUMS: Final = POINTS | {Objective.BEST_SCORE}
_BY_CARDS: Final = FEWEST - {Objective.MINIMUM_FEWEST_WILDS}
_PAIR: Final = 2
_BESIDE: Final = 8
"""So many ways to go out are looked at for one that adds to no meld."""


def worth_solving(position: Position, aim: Aim, proof: Proof, measured: Measured) -> bool:
    """Whether there is something to find, by the proof and what is measured.

    Nothing is where all that is asked lies on the surface: nothing is to be laid, nothing else tempts, the whole hand
    goes down by the first idea, no wild card is needed by it, or one meld is all that there is. For the few wild cards
    of a minimum one meld is never enough where runs are none; for its few cards, and for a canasta of one card, it is
    in the easy grades alone. And where very many layings are best, it hardly matters what is laid.
    """
    par = proof.value
    if par is None or not measured.parts:
        return False
    hard = grade(measured, par, aim)
    if on_the_surface(position, aim, proof, measured.greedy, hard):
        return False
    if aim.what in MINIMUM and measured.parts == 1 and hard > ONE_MELD_UP_TO:
        return False
    if measured.greedy == par and not measured.tempting:
        return False
    if aim.what is Objective.GOING_OUT:
        return measured.parts >= FEWEST_PARTS_OUT
    return measured.parts > 1 or (aim.what not in _SUMS and measured.tempting > 1)


def on_the_surface(position: Position, aim: Aim, proof: Proof, first: int | None, hard: int) -> bool:
    """What of :func:`worth_solving` is told without measuring all, from the ``first`` idea and the grade wanted."""
    par, what, runs = proof.value, aim.what, position.rules.has("meld.sequence")
    if first == par:
        hand = position.hands[position.turn] or ()
        if what in POINTS and par is not None and par >= position.rules.points(hand):
            return True
        easy = what is not Objective.BEST_SCORE or hard <= EVERYTHING_UP_TO
        if not easy and any(not _kept(position, move) for move in proof.some(1)):
            return True
        if what is Objective.MINIMUM_FEWEST_WILDS and not par:
            return True
    if what in CANASTAS and par == 1 and hard > ONE_CARD_UP_TO:
        return True
    if what is Objective.MINIMUM_FEWEST_CARDS and hard > SHORTEST_MELD_UP_TO and par == position.rules.p.min_meld:
        return True
    if what is Objective.MINIMUM_FEWEST_WILDS:
        return not runs and any(_parts(move) == 1 for move in proof.some(1))
    # Where runs are melds there are many ways to few cards.
    return not (runs and what in FEWEST) and len(proof.some(MOST_ANSWERS + 1)) > MOST_ANSWERS


def _parts(move: Move) -> int:
    """Melds and additions of a laying."""
    return sum(len(act.parts) + (act.kind == "take") for act in move.acts)


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
