"""Puzzles by chance, and all that can be done in them, found by trying every act of a turn."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from canasta_teach.game.core import core_for
from canasta_teach.game.legal import legal_moves
from canasta_teach.game.moves import Act, Move
from canasta_teach.game.referee import after, is_legal
from canasta_teach.game.state import Position
from canasta_teach.players.solve import Objective
from canasta_teach.players.solve.measure import reached
from canasta_teach.teach.puzzles.model import Aim, End, Puzzle
from canasta_teach.teach.puzzles.prove import FEWEST
from tests.players.solving import Game, by_ranks, tables, what_lies

_LAYING = ("lay", "take", "relancinho")


class Tried(NamedTuple):
    """A turn so far: its acts, and the table behind them."""

    acts: tuple[Act, ...]
    table: Position


def turns(start: Position) -> Iterator[Tried]:
    """Every way to lay cards in a turn, one act after the other, each table met once; the start itself in play."""
    core = core_for(start.rules, start.players)
    met: set[Any] = set()
    if start.phase == "play":
        open_ways = [Tried((), start)]
    else:
        takes = [move.acts[0] for move in legal_moves(start) if move.acts[0].kind == "take"]
        open_ways = [Tried((act,), after(start, Move((act,)))) for act in takes]
    while open_ways:
        way = open_ways.pop()
        folded = core.fold(way.table)
        key = (
            folded.hands, folded.melds, folded.phase, folded.went_out, folded.concealed_melds, folded.relancinho,
            folded.red_threes, folded.this_turn.took_pile,
        )  # fmt: skip
        if key in met:
            continue
        met.add(key)
        yield way
        if way.table.phase == "over" or way.table.turn != start.turn:
            continue
        for move in legal_moves(way.table):
            if move.acts[0].kind in _LAYING:
                open_ways.append(Tried((*way.acts, *move.acts), after(way.table, move)))


class Outcome(NamedTuple):
    """What a whole turn reaches: its move, the value, and what then lies but for cards of a kind."""

    move: Move
    value: int
    lies: Any


def outcomes(start: Position, aim: Aim, ways: list[Tried]) -> list[Outcome]:
    """Every turn that meets an aim, worked out by the referee alone."""
    found = []
    for acts, laid in ways:
        if laid.relancinho and aim.what not in (Objective.GOING_OUT, Objective.BEST_SCORE):
            continue
        for last in _discards(laid, aim):
            move = Move((*acts, *last))
            if not move.acts:
                continue
            end = after(laid, Move(last)) if last else laid
            value = reached(start, laid, end, aim.what)
            if value is not None:
                ending: tuple[Any, ...] = ()
                if aim.what.value in ("going_out", "best_score"):
                    ending = end.went_out, end.relancinho
                elif aim.end:
                    # Where the turn has to end in a way, the discard is part of the answer.
                    ending = (last[0].cards[0].rank,)
                found.append(Outcome(move, value, (what_lies(start, laid), ending)))
    return found


def _discards(laid: Position, aim: Aim) -> Iterator[tuple[Act, ...]]:
    """The last discards that an aim asks for, or allows for and counts."""
    hand = () if laid.phase == "over" else tuple(dict.fromkeys(laid.hands[laid.turn] or ()))
    acts = [Act("discard", cards=(card,)) for card in hand]
    if not aim.end:
        yield ()
    legal = (act for act in acts if is_legal(laid, Move((act,))))
    for act in legal:
        if not aim.end or _ends(laid, act, aim.end):
            yield (act,)
        if not aim.end and len(hand) > 1:
            # Which card is discarded makes no difference to what was laid.
            return


def _ends(laid: Position, act: Act, end: End) -> bool:
    """Whether the pile is barred, or frozen, behind a discard, told by the table that it leaves."""
    then = after(laid, Move((act,)))
    rules = then.rules
    if end == "freeze":
        return then.frozen and rules.is_wild(act.cards[0])
    barred = "pile.wild-top" if rules.is_wild(act.cards[0]) else "pile.black-three"
    return (rules.is_wild(then.pile[0]) or then.pile[0].is_black_three) and rules.has(barred)


def best(aim: Aim, found: list[Outcome]) -> int | None:
    """The best value of all."""
    return (min if aim.what in FEWEST else max)((one.value for one in found), default=None)


def games(game: Game, rounds: int, most: int = 6) -> Iterator[tuple[int, Position]]:
    """Small tables of a game whose hand on turn is known."""
    return tables(game, rounds, most if by_ranks(game) else min(most, 6))


def puzzle_of(position: Position, aim: Aim, par: int, **more: Any) -> Puzzle:
    """A puzzle of a position."""
    return Puzzle(id="made", position=position.to_dict(), aim=aim, par=par, **more)


def chance(*parts: object) -> Random:
    """A source of chance by some names."""
    return Random(" ".join(map(str, parts)))
