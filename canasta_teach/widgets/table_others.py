"""Who plays the seats that are not the learner's: the plain player, a function, a script; or nobody but the learner."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, Protocol, runtime_checkable

from canasta_teach.errors import CanastaError, InvalidMove
from canasta_teach.game.moves import Move
from canasta_teach.game.seats import seat_name
from canasta_teach.game.state import Position
from canasta_teach.game.view import view
from canasta_teach.i18n import translate
from canasta_teach.players import plain
from canasta_teach.widgets.table_game import Game, follow, to_act

Chooser = Callable[[Position], Move | str]
"""Chooses a move from what its seat may see."""


@runtime_checkable
class Teller(Protocol):
    """Tells what the other seats do with the whole table before it, as one who guides through a made deal."""

    def act_for(self, game: Game) -> str | None:
        """The text of the next act of the seat that is to act; ``None`` leaves it to the plain player."""


Others = Literal["plain", "me"] | Chooser | Sequence[str] | Teller
"""Who plays the other seats: the plain player, a function, the texts of their acts in order, one who knows the whole
table, or the one at the page."""

_MOST = 2_000
"""Acts after which others that never end their turns are stopped."""


def known_others(others: object) -> Others:
    """One of the ways in which other seats are played.

    Raises:
        InvalidMove: for anything else.
    """
    if others in ("plain", "me") or callable(others) or isinstance(others, Teller):
        return others
    if isinstance(others, Sequence) and not isinstance(others, str) and all(isinstance(one, str) for one in others):
        return [str(Move.parse(text)) for text in others]
    text = translate("others: write {examples}, a function of a position, or a list of acts")
    raise InvalidMove(text.format(examples='"plain", "me"'))


def one_act(game: Game, others: Others, learner: int, *, honour: bool) -> Game:
    """The game after the next act of another seat.

    A script's acts are counted by those of other seats that stand in the log, so that undo leads back into it; behind
    its end, the plain player goes on.

    Args:
        game: a game in which another seat is to act.
        others: who plays.
        learner: the learner's seat.
        honour: irregular acts are done at their price.

    Raises:
        InvalidMove: when the seat's hand is not known, or what was chosen is no act, or is refused.
    """
    position = game.position
    seat = to_act(position)
    hand = position.hands[seat]
    if hand is None or any(one.code == "??" for one in hand):
        text = translate("{name}'s hand is not known, so nobody can play it here.")
        raise InvalidMove(text.format(name=seat_name(position.players, seat)))
    after = follow(game, seat, _chosen(game, others, learner, seat), honour=honour)
    last = after.entries[after.step - 1]
    if last.refused:
        text = translate("{name} tried {act}, which is refused here.")
        raise InvalidMove(text.format(name=seat_name(position.players, seat), act=last.text))
    return after


def _chosen(game: Game, others: Others, learner: int, seat: int) -> Move | str:
    position = game.position
    if isinstance(others, Teller):
        text = others.act_for(game)
        return plain(view(position, seat)) if text is None else text
    if isinstance(others, Sequence) and not isinstance(others, str):
        done = sum(not entry.refused and entry.seat != learner for entry in game.done)
        if done < len(others):
            return others[done]
        return plain(view(position, seat))
    if callable(others):
        try:
            return others(view(position, seat))
        except CanastaError:
            raise
        except Exception as error:
            # The function is a guest's, and may raise anything.
            text = translate("The player of {name} failed: {error}")
            name = seat_name(position.players, seat)
            raise InvalidMove(text.format(name=name, error=f"{type(error).__name__}: {error}")) from error
    return plain(view(position, seat))


def one_turn(game: Game, others: Others, learner: int, *, honour: bool) -> Game:
    """The game after the next other seat's turn, or its answer, or as far as the learner is asked.

    Raises:
        InvalidMove: as :func:`one_act`, and when it is the learner who is to act, or the deal is over.
    """
    _check_waiting(game, learner)
    seat = to_act(game.position)
    for _ in range(_MOST):
        game = one_act(game, others, learner, honour=honour)
        if game.over or to_act(game.position) != seat:
            return game
    raise _endless(game)


def to_learner(game: Game, others: Others, learner: int, *, honour: bool) -> Game:
    """The game when it is the learner's turn again, or the deal is over.

    Raises:
        InvalidMove: as :func:`one_turn`.
    """
    _check_waiting(game, learner)
    for _ in range(_MOST):
        game = one_act(game, others, learner, honour=honour)
        if game.over or to_act(game.position) == learner:
            return game
    raise _endless(game)


def _check_waiting(game: Game, learner: int) -> None:
    if game.over:
        raise InvalidMove(translate("The deal is over."))
    if to_act(game.position) == learner:
        raise InvalidMove(translate("It is your turn: nobody else is waited for."))


def _endless(game: Game) -> InvalidMove:
    text = translate("{name} does not come to an end.")
    return InvalidMove(text.format(name=seat_name(game.position.players, to_act(game.position))))
