"""Every legal act of a position, in a normal form."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from canasta_teach.errors import IllegalMove, InvalidPosition
from canasta_teach.game.core import core_for
from canasta_teach.game.moves import Act, Move
from canasta_teach.game.referee import after, is_legal, joined, judge
from canasta_teach.game.state import Position


def legal_moves(position: Position) -> Iterator[Move]:
    """Every legal act of the player on turn, lazily and in a fixed order, each as a move of one act.

    The normal form:

    1. In games of ranks one act stands for all that differ only by cards of a kind: a rank, twos and jokers apart,
       black threes and red threes apart, penalised cards apart from others of the rank. It names concrete cards of
       the hand, the lowest by ``Card.number``. In games with runs, or with several melds of a rank, only acts that
       name the same cards are one.
    2. A side that may lay freely lays one new meld an act, in any composition, or adds one card to one of its melds.
       (To a meld that lies beyond the limits it adds the fewest natural cards that mend it; to black threes that lie,
       all that it adds.) Where a minimum is due: every set of melds that reaches it, from which no meld can be left
       out. A meld can be left out when the act is legal without it.
    3. The pile is taken with a new meld in any composition; onto a meld of the rank with no hand card, or with a
       natural pair where the pile is frozen; where a minimum is due, with further melds, none of which can be left
       out. (The same where a black three on top is no stop, since such a take must close the turn.)
    4. ``draw`` names no cards; each kind of card is discarded; ``ask``, ``answer``, ``redraw``, ``table`` and
       ``relancinho`` as they are legal.
    5. Acts that are never legal, acts out of turn and acts with a price are left out.

    Raises:
        InvalidPosition: when a card in the hand of the player on turn is not known.
    """
    core = core_for(position.rules, position.players)
    state = core.pack(position, partial=True)
    for move in core.each_move(state):
        yield Move((core.render(position, move),))


def random_act(position: Position, rng: Random) -> Move:
    """A legal act by chance, in small time: one of :func:`legal_moves`, not all of them equally likely.

    Raises:
        InvalidPosition: when the deal is over, or a card in the hand on turn is not known.
    """
    if position.phase == "over":
        raise InvalidPosition("phase", "the deal is over, so no act is legal")
    core = core_for(position.rules, position.players)
    return Move((core.render(position, core.random_move(core.pack(position, partial=True), rng)),))


def same_state(one: Position, other: Position) -> bool:
    """Whether two positions of a deal differ in nothing that matters: folded suits, order of hands, cuts into acts."""
    core = core_for(one.rules, one.players)
    return core.fold(one) == core.fold(other)


def normal_form(position: Position, act: Act | Move | str) -> tuple[Move, ...]:
    """A legal act, or several, as acts of :func:`legal_moves` that end in the same state when done in turn.

    Where the stock is not known, cards named as drawn stay named.

    Args:
        position: where the act is done.
        act: a legal act, or a move of legal acts.

    Raises:
        IllegalMove: when the referee refuses it.
        InvalidMove, InvalidCard: as :func:`~canasta_teach.game.referee.judge`.
    """
    if isinstance(act, str):
        act = Move.parse(act)
    move = act if isinstance(act, Move) else Move((act,))
    core = core_for(position.rules, position.players)
    found: list[Act] = []
    end = position
    for _, one in joined(move, position.rules):
        if not is_legal(position, Move((one,))):
            raise IllegalMove(judge(position, Move((one,))))
        # After acts that named other cards of a kind, the hand is the same but for suits.
        alike = one if end == position or one.kind in ("draw", "redraw") else core.render(end, core.read(position, one))
        here = core.normal_form(end, alike)
        found += here
        position, end = after(position, Move((one,))), after(end, Move(here))
    return tuple(Move((one,)) for one in found)
