"""Tables to solve, and the slow way to solve them: every act of a turn tried through the list of legal moves."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from canasta_teach.cards import UNKNOWN, Card, codes
from canasta_teach.errors import InvalidPosition
from canasta_teach.game.core import core_for, plays_by_ranks
from canasta_teach.game.legal import legal_moves
from canasta_teach.game.melds import read
from canasta_teach.game.moves import Move
from canasta_teach.game.position import parse_position
from canasta_teach.game.referee import after, joined
from canasta_teach.game.state import Position
from canasta_teach.players.solve import Objective
from canasta_teach.players.solve.measure import reached
from canasta_teach.rulebook import RuleSet, ruleset
from tests.game import rank_games, run_games
from tests.game.small import small_table

Game = tuple[str, dict[str, Any]]
BOOK: list[Game] = [
    ("goren_1949", {}),
    ("classic", {}),
    ("swedish", {}),
    ("italian", {}),
    ("brazilian", {}),
]
RANK_HOUSES: list[Game] = rank_games.GAMES[4:]
RUN_HOUSES: list[Game] = run_games.GAMES[1:]
ENDINGS = (Objective.GOING_OUT, Objective.BEST_SCORE)
_LAYING = ("lay", "take", "relancinho")


def by_ranks(game: Game) -> bool:
    return game in rank_games.GAMES


def table(game: Game, seed: int, most: int) -> Position | None:
    """A small table by its seed, with an act of laying to be solved; ``None`` where this seed makes none."""
    rng = Random(f"{rank_games.name(game)} {seed}")
    if by_ranks(game):
        position: Position | None = rank_games.made(game, rng, most)
    else:
        position = small_table(rng, ruleset(*game), rng.choice(("draw", "play", "play")), most)
    if position is None or position.phase == "over" or position.permission == "asked":
        return None
    if position.phase == "draw" and (not position.pile or UNKNOWN in position.pile):
        return None
    return position


def tables(game: Game, rounds: int, most: int) -> Iterator[tuple[int, Position]]:
    """So many tables, each with its seed."""
    made = 0
    seed = 0
    while made < rounds:
        position = table(game, seed, most)
        if position is not None:
            made += 1
            yield seed, position
        seed += 1


class Turn:
    """Everything that can be laid in a turn, met through the list of legal moves.

    Attributes:
        ends: pairs of the position after the layings and, where a discard then goes out, after that one too.
    """

    def __init__(self, start: Position) -> None:
        self.start, self.seat = start, start.turn
        self.core = core_for(start.rules, start.players)
        self.ends: list[tuple[Position, Position]] = []
        self._met: set[Any] = set()
        if start.phase == "play":
            self._follow(start)
            return
        for move in legal_moves(start):
            if move.acts[0].kind == "take":
                self._follow(after(start, move))

    def _follow(self, here: Position) -> None:
        key = _key(self.core.fold(here))
        if key in self._met:
            return
        self._met.add(key)
        self.ends.append((here, here))
        if here.phase == "over" or here.turn != self.seat:
            return
        for move in legal_moves(here):
            kind = move.acts[0].kind
            if kind == "discard":
                then = after(here, move)
                if then.went_out == self.seat:
                    self.ends.append((here, then))
            elif kind in _LAYING:
                self._follow(after(here, move))

    def best(self, goal: Objective) -> tuple[int | None, set[Any]]:
        """The best value of all, and the folded ends that reach it."""
        # Announced, cards are laid all in new melds, which other layings may not make: it is a way to end the deal.
        ends = [(laid, end) for laid, end in self.ends if goal in ENDINGS or not end.relancinho]
        ends = [(laid, end) for laid, end in ends if not self._joins(laid)]
        values = [(reached(self.start, laid, end, goal), laid, end) for laid, end in ends]
        found = [value for value, _, _ in values if value is not None]
        if not found:
            return None, set()
        best = min(found) if goal.value.startswith(("minimum", "canasta")) else max(found)
        ends = [(laid, end) for value, laid, end in values if value == best]
        if goal is Objective.MINIMUM_FEWEST_WILDS:
            fewest = min(map(self._lying, ends))
            ends = [pair for pair in ends if self._lying(pair) == fewest]
        return best, {self.folded(goal, laid, end) for laid, end in ends}

    def _joins(self, laid: Position) -> bool:
        """Two runs of an ace and a two in its place: one act would join them as aces, where ranks merge; two do not."""
        side, rules = laid.side(self.seat), laid.rules
        if not (rules.has("meld.one-per-rank") and rules.has("meld.sequence")):
            return False
        new = laid.melds[side][len(self.start.melds[side]) :]
        ranks = [{card.rank for card in meld if not rules.is_wild(card)} for meld in new]
        single = [tuple(some) for some in ranks if len(some) == 1]
        return len(set(single)) < len(single)

    def _lying(self, ends: tuple[Position, Position]) -> int:
        return sum(map(len, ends[0].melds[ends[0].side(self.seat)]))

    def of(self, goal: Objective, move: Move) -> Any:
        """The end that a move leads to."""
        here = laid = self.start
        for _, act in joined(move, self.start.rules):
            here = after(here, Move((act,)))
            laid = laid if act.kind == "discard" else here
        return self.folded(goal, laid, here)

    def folded(self, goal: Objective, laid: Position, end: Position) -> Any:
        """An end told by what differs but for cards of a kind: the melds, and whether it ends the deal."""
        ending = (end.went_out, end.relancinho) if goal in ENDINGS else ()
        return what_lies(self.start, laid), ending


def what_lies(start: Position, laid: Position) -> Any:
    """The melds of the side: in games of ranks, by rank the naturals and wild cards, and which wild cards in all."""
    rules, side = laid.rules, laid.side(start.turn)
    melds = laid.melds[side]
    if not plays_by_ranks(rules):
        wild = tuple(sorted(rules.value(card) for meld in melds for card in meld if rules.is_wild(card)))
        return tuple(sorted(_faces(rules, meld) for meld in melds)), wild
    jokers = sum(card.rank == "JK" for meld in melds for card in meld)
    return tuple(sorted(_rank(meld, rules.is_wild) for meld in melds)), jokers


def _faces(rules: RuleSet, meld: tuple[Card, ...]) -> tuple[object, ...]:
    """Natural cards as the meld is read, and how many wild ones."""
    shape = read(meld, rules)
    return tuple(sorted(card.number for card in shape.naturals)), len(shape.wilds)


def _rank(meld: tuple[Card, ...], is_wild: Any) -> tuple[str, int, int]:
    naturals = [card for card in meld if not is_wild(card)]
    return naturals[0].rank, len(naturals), len(meld) - len(naturals)


def _key(folded: Position) -> Any:
    return (
        folded.hands, folded.melds, folded.phase, folded.turn, folded.went_out, folded.concealed_melds,
        folded.penalised, folded.red_threes, folded.relancinho,
    )  # fmt: skip


def big_table(game: Game, seed: int, size: int) -> Position:
    """A random hand of so many cards and random melds, in phase play, the minimum due where nothing lies."""
    key, options = game
    rng = Random(f"{key} {seed} {size}")
    while True:
        try:
            return parse_position(_big(key, options, rng, size))
        except InvalidPosition:
            continue


def _big(key: str, options: dict[str, Any], rng: Random, size: int) -> dict[str, Any]:
    rules = ruleset(key, options)
    deck = [c for c in rules.deck() if not (c.is_red_three and rules.has("deck.red-threes"))]
    rng.shuffle(deck)
    melds = []
    for rank in rng.sample(["A", "K", "Q", "J", "9", "8", "7", "6"], rng.choice((0, 0, 1, 2, 3, 4))):
        naturals = [c for c in deck if c.rank == rank][: rng.choice((3, 3, 4, 5, 7))]
        wild = [c for c in deck if rules.is_wild(c)][: rng.choice((0, 0, 1))]
        for card in (*naturals, *wild):
            deck.remove(card)
        melds.append(codes((*naturals, *wild)))
    return {
        "rules": key,
        "options": options,
        "phase": "play",
        "hands": [codes(deck[:size]), 3, 3, 3],
        "melds": [melds, []],
        "scores": [rng.choice((0, 1600, 3100)) if rules.p.target >= 3_000 else rng.choice((0, 800)), 0],
        "stock": 20,
    }
