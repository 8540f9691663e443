"""Floor 2: playing a move. The referee rules; a legal act is done, an irregular one is done at its price, or refused.

Each act of a sequence is judged on the position that the acts before it left, at their price if need be. So
``take; draw`` in the Italian game is a pile put back (50 points) and the draw that must follow.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TypeVar

from msgspec.structs import replace

from canasta_teach.cards import UNKNOWN, Card, cards
from canasta_teach.errors import IllegalMove, InvalidPosition
from canasta_teach.game.apply import apply, draw_cards
from canasta_teach.game.attempt import Attempt
from canasta_teach.game.moves import Act, Move
from canasta_teach.game.referee import actor, is_legal, joined, judge
from canasta_teach.game.ruling import Consequence
from canasta_teach.game.search import settle
from canasta_teach.game.state import Hand, Penalty, Position, Turn

_T = TypeVar("_T")


def play(position: Position, move: Move | str) -> Position:
    """The position after a move, with everything that follows by itself.

    An irregular act that the rule set prices is done as its source says, and its price is recorded: see
    :class:`~canasta_teach.game.ruling.Consequence`. Nothing is done of a move with a refused act in it.

    Args:
        position: the state before the move; it stays as it is.
        move: acts in the public notation, joined by ``;``.

    Raises:
        IllegalMove: with the ruling, at the first act that is refused and has no price. The ruling is that of the
            whole move; after an act that was paid for, it is that of the acts behind it.
        InvalidMove, InvalidCard: as :func:`~canasta_teach.game.referee.judge`.
        InvalidPosition: when cards would come to lie penalised, so face up, that the position does not know.
    """
    parsed = Move.of(move)
    start, rest = position, parsed
    acts = [act for _, act in joined(parsed, position.rules)]
    for number, act in enumerate(acts):
        if is_legal(position, Move((act,))):
            position = apply(position, Attempt(position, act, actor(position, act)))
            continue
        price = None if position.phase == "over" else judge(position, Move((act,))).consequence
        if price is None:
            raise IllegalMove(judge(start, rest))
        after = _pay(position, act, price)
        try:
            position = settle(after)
        except InvalidPosition:
            # The price would leave the player on turn without a legal act: so the act is refused like any other.
            raise IllegalMove(judge(start, rest)) from None
        start, rest = position, Move(tuple(acts[number + 1 :]))
    return position


def _pay(position: Position, act: Act, price: Consequence) -> Position:
    """What becomes of the table when an irregular act is paid for.

    Sources: the Italian page's list of penalties, and for how the game goes on the notes on its clauses; Brazilian,
    "Vulnerability", for ``initial.withdrawn``.
    """
    seat = actor(position, act)
    side = position.side(seat)
    if price.rule == "initial.withdrawn":
        # The cards go back, and a pile that was to be taken with them stays.
        return replace(position, minimum_raised=_put(position.minimum_raised, side, True))
    if price.points:
        paid = (*position.penalties[side], Penalty(price.rule, price.points))
        position = replace(position, penalties=_put(position.penalties, side, paid))
    if price.restore_pile:
        return replace(position, this_turn=Turn(must_draw=True))
    named = _face_up(position, price.penalised)
    match price.rule:
        case "penalty.top-card-unused":
            # The cards laid come back before the pile does, so that a card marked already is not marked twice.
            marked = Counter(position.penalised[seat]) | Counter(named)
            return _whole_pile(_mark(position, seat, tuple(marked.elements())), seat)
        case "penalty.drew-out-of-turn" if act.kind == "draw":
            drawn, _, ended = draw_cards(position, seat, act.cards, position.rules.p.draw_count, "draw")
            drawn = _mark(drawn, seat, (*drawn.penalised[seat], *named))
            return replace(drawn, phase="over") if ended else drawn
        case "penalty.drew-out-of-turn":
            taken = _whole_pile(position, seat)
            taken = replace(taken, phase=position.phase, this_turn=position.this_turn, idle_turns=position.idle_turns)
            return _mark(taken, seat, (*taken.penalised[seat], *named))
        case _:
            return position


def _face_up(position: Position, codes: Sequence[str]) -> tuple[Card, ...]:
    """The cards that come to lie penalised; a red three is a bonus card, and never one of them."""
    named = cards(codes)
    if UNKNOWN in named:
        raise InvalidPosition(
            "penalised", "these cards come to lie face up, so they must be known: name those drawn, or the pile's"
        )
    return tuple(c for c in named if not (c.is_red_three and position.rules.has("deck.red-threes")))


def _whole_pile(position: Position, seat: int) -> Position:
    """The pile in the hand of ``seat``, and nothing laid with it."""
    return apply(position, Attempt(position, Act("take", seat), seat))


def _mark(position: Position, seat: int, marked: tuple[Card, ...]) -> Position:
    """These cards, and no others, lie penalised before ``seat``; a hand that was unknown is known so far."""
    if not marked:
        return position
    return replace(
        position,
        penalised=_put(position.penalised, seat, marked),
        hands=_put(position.hands, seat, _with(position.hands[seat], marked, f"hands[{seat}]")),
    )


def _with(hand: Hand, marked: Sequence[Card], path: str) -> Hand:
    if hand is None:
        raise InvalidPosition(path, "cards of this hand come to lie face up, so at least its number must be known")
    known = list(hand)
    for card, count in Counter(marked).items():
        for _ in range(count - known.count(card)):
            known[known.index(UNKNOWN)] = card
    return tuple(known)


def _put(whole: tuple[_T, ...], at: int, value: _T) -> tuple[_T, ...]:
    return (*whole[:at], value, *whole[at + 1 :])
