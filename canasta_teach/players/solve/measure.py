"""What a player's own answer is worth, told by the referee alone: the measure that solutions are held to."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from canasta_teach.cards import UNKNOWN, Card
from canasta_teach.game.core import plays_by_ranks
from canasta_teach.game.core.ranks.tables import KIND
from canasta_teach.game.melds import canasta_kind
from canasta_teach.game.moves import Move
from canasta_teach.game.referee import after, is_legal, joined
from canasta_teach.game.scoring import score
from canasta_teach.game.search import first_laying_due
from canasta_teach.game.state import Position
from canasta_teach.players.solve.task import CANASTAS, KEPT, MINIMUM, POINTS, Objective

_LAYING = frozenset({"lay", "take", "relancinho"})


def measure(position: Position, goal: Objective, move: Move | str) -> int | None:
    """What a move of one turn reaches of an objective; the value of a solution is the best of all moves.

    Layings one after the other are worth what they are together.

    Args:
        position: where the move begins.
        goal: the objective.
        move: acts that lay cards, and a discard behind them if any.

    Returns:
        The value, as :class:`~canasta_teach.players.solve.task.Objective` tells it. ``None`` where the referee
        refuses the move, it does not reach the objective, holds other acts, or lays cards of the pile from below the
        top of one that is taken for its top card.

    Raises:
        InvalidMove, InvalidCard: as :func:`~canasta_teach.game.referee.judge`.
    """
    parsed = Move.parse(move) if isinstance(move, str) else move
    if not is_legal(position, parsed):
        return None
    here = laid = position
    acts = [act for _, act in joined(parsed, position.rules)]
    for number, act in enumerate(acts):
        here = after(here, Move((act,)))
        if act.kind in _LAYING:
            laid = here
        elif act.kind != "discard" or number < len(acts) - 1:
            return None
    return reached(position, laid, here, goal)


def reached(start: Position, laid: Position, end: Position, goal: Objective) -> int | None:
    """What the cards laid between two moments of a turn reach of an objective.

    Args:
        start: before the layings.
        laid: after them.
        end: after the discard behind them; else the same.
        goal: the objective.
    """
    side, seat, rules = start.side(start.turn), start.turn, start.rules
    new = Counter(_on_table(laid, side)) - Counter(_on_table(start, side))
    tops = int(start.phase == "draw" and laid is not start and rules.has("pile.top-card"))
    if tops and _from_below(start, new):
        return None
    if goal is Objective.GOING_OUT:
        return 1 if end.went_out == seat else None
    if goal is Objective.BEST_SCORE:
        return _score(end if end.went_out == seat else laid, side)
    if not new:
        return None
    if goal in POINTS:
        kept = 0 if laid.phase == "over" else len(_cards(laid, seat))
        return None if goal is Objective.MOST_POINTS_KEEPING and kept < KEPT else rules.points(new.elements())
    if goal in MINIMUM and not first_laying_due(start, seat):
        return None
    if goal in CANASTAS and not _makes(start, laid, side, goal):
        return None
    if goal is Objective.MINIMUM_FEWEST_WILDS:
        return sum(map(rules.is_wild, new.elements()))
    return new.total() - tops


def _on_table(position: Position, side: int) -> list[Card]:
    return [card for meld in position.melds[side] for card in meld]


def _cards(position: Position, seat: int) -> list[Card]:
    """The hand without bonus red threes, which are never part of it."""
    bonus = position.rules.has("deck.red-threes")
    return [card for card in position.hands[seat] or () if not (bonus and card.is_red_three)]


def _from_below(start: Position, new: Counter[Card]) -> bool:
    """Whether more was laid than the hand and the top card, so that it came from below in the pile.

    In games of ranks cards of a kind are not told apart.
    """
    held = (*_cards(start, start.turn), start.pile[0])
    if not plays_by_ranks(start.rules):
        return bool(new - Counter(held))
    kinds = Counter(KIND[card.number] for card in new.elements())
    return bool(kinds - Counter(KIND[card.number] for card in held))


def _makes(start: Position, laid: Position, side: int, goal: Objective) -> bool:
    """Whether a canasta of the kind came to be."""
    sought = goal.value.partition("_")[2]
    old = start.melds[side]
    for index, meld in enumerate(laid.melds[side]):
        kind = canasta_kind(meld, laid.rules)
        if kind is None or (index < len(old) and canasta_kind(old[index], laid.rules) is not None):
            continue
        if sought in ("", kind) or (sought == "concealed" and index in laid.concealed_melds[side]):
            return True
    return False


def _score(position: Position, side: int) -> int:
    hands = tuple(tuple(card for card in hand or () if card is not UNKNOWN) for hand in position.hands)
    return score(replace(position, phase="over", hands=hands))[side].total
