"""Plays whole deals by chance and holds every act of them to the laws; prints a table of how the deals ended.

Run from the project's root: ``uv run python -m tests.tools.play_deals [--deals N] [--first N] [--workers N]``.

Deal number ``n`` is the same each time: its game, players, scores, dealer, cards and acts follow from the number. So a
fault that is found names the number, and ``--first n --deals 1`` shows it again.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from multiprocessing import get_context
from random import Random
from typing import Any, Final

from canasta_teach.cards import Card
from canasta_teach.errors import IllegalMove, InvalidRules
from canasta_teach.game.core import core_for
from canasta_teach.game.legal import legal_moves
from canasta_teach.game.moves import Move
from canasta_teach.game.play import play
from canasta_teach.game.record import DealRecord
from canasta_teach.game.referee import is_legal
from canasta_teach.game.state import Position
from canasta_teach.rulebook import KEYS, RuleSet, ruleset
from tests.game.laws import CAUSES, cards_are_conserved, cause, reads_back, reveals_nothing, sheets_add_up
from tests.game.rank_games import GAMES as HOUSES_OF_RANKS
from tests.game.small import CARD_GAMES
from tests.strategies.player import Player

Game = tuple[str, dict[str, Any]]

ACTS_AT_MOST: Final = 20_000
"""A deal of more acts is taken as one that does not end."""
LISTED: Final = 0.05
"""Share of acts chosen from the list of all, since chance in small time leaves some out, such as not to take."""
CHUNK: Final = 250
"""Deals that one worker plays at a time."""
HOUSES_BY_CHANCE: Final = 60

_CHANCES: Final[dict[str, tuple[Any, ...]]] = {
    "jokers": (0, 2, 4, 6, 8),
    "packs": (2, 3),
    "hand_size": (3, 5, 7, 9),
    "draw_count": (2,),
    "canastas_to_go_out": (0, 1, 2, 3),
    "initial_steps": ([{"minimum": 0}], [{"minimum": 15}, {"from": 0, "minimum": 60}], [{"minimum": 120}]),
    "min_meld": (2, 3, 4),
    "min_naturals": (1, 2, 3),
    "max_wilds": (0, 1, 2, 4, 8),
    "wilds_at_most_naturals": (True, False),
    "frozen_unmelded": (True, False),
    "freezing": (False,),
    "black_three_stops": (False,),
    "black_threes_at_end": ("never", "naturals", "wilds"),
    "pile_free": (True, False),
    "sequences": (True, False),
    "merge_ranks": (True, False),
    "canasta_size": (4, 5, 6, 8),
    "concealed_canasta": (0, 100),
    "red_threes_against_unmelded": (True, False),
    "concealed": (0, 100),
    "permission": (True, False),
    "forced_take": (True, False),
    "penalties": (True, False),
    "honour": ("players",),
    "hand_cards_to_take": (1, 3),
    "card_values": ({"A": 0}, {"K": 25, "3": 30}),
    "redraws": (0, 3),
}
"""Values that house rules by chance are mixed from."""


@cache
def games() -> tuple[Game, ...]:
    """The five rule sets, then house rules: those of other tests, and mixed ones."""
    plain: list[Game] = [(key, {}) for key in KEYS]
    houses = [game for game in (*HOUSES_OF_RANKS, *CARD_GAMES) if game[1]]
    rng, mixed = Random("house rules"), list[Game]()
    while len(mixed) < HOUSES_BY_CHANCE:
        key = rng.choice(KEYS)
        options = {name: rng.choice(_CHANCES[name]) for name in rng.sample(sorted(_CHANCES), rng.randint(2, 5))}
        try:
            ruleset(key, options)
        except InvalidRules:
            continue
        mixed.append((key, options))
    return (*plain, *houses, *mixed)


@cache
def _tables() -> tuple[tuple[tuple[Game, int], ...], tuple[tuple[Game, int], ...]]:
    """Every game with every number of players that it takes: the five rule sets, and the house rules."""
    both = [
        tuple((game, players) for game in some for players in ruleset(*game).p.players)
        for some in (games()[: len(KEYS)], games()[len(KEYS) :])
    ]
    return both[0], both[1]


@dataclass
class Tally:
    """What was met: deals a game and cause of their end, acts a game, and how often each law was asked."""

    ends: Counter[tuple[str, str]] = field(default_factory=Counter)
    acts: Counter[str] = field(default_factory=Counter)
    players: Counter[tuple[str, int]] = field(default_factory=Counter)
    asked: Counter[str] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        """Count another tally in."""
        for mine, theirs in (
            (self.ends, other.ends), (self.acts, other.acts), (self.players, other.players), (self.asked, other.asked)
        ):  # fmt: skip
            mine.update(theirs)  # type: ignore[arg-type]

    @property
    def causes(self) -> Counter[str]:
        """Deals by the cause of their end."""
        found: Counter[str] = Counter()
        for (_, why), count in self.ends.items():
            found[why] += count
        return found

    def lines(self) -> Iterator[str]:
        """The tally as a table."""
        rows = sorted(self.acts, key=lambda row: (row.endswith("house"), row))
        yield f"{'':20}{'deals':>8}{'acts':>9}" + "".join(f"{why:>{_width(why)}}" for why in CAUSES)
        for row in (*rows, "all"):
            ends = {why: count for (name, why), count in self.ends.items() if name == row}
            ends = self.causes if row == "all" else ends
            deals, acts = sum(ends.values()), self.acts.total() if row == "all" else self.acts[row]
            mean = f"{acts / max(1, deals):.1f}"
            yield f"{row:20}{deals:>8}{mean:>9}" + "".join(f"{ends.get(why, 0):>{_width(why)}}" for why in CAUSES)
        seats: Counter[int] = Counter()
        for (_, players), count in self.players.items():
            seats[players] += count
        yield "players: " + ", ".join(f"{players}: {seats[players]}" for players in sorted(seats))
        yield "asked: " + ", ".join(f"{law}: {count}" for law, count in sorted(self.asked.items()))


def _width(why: str) -> int:
    return len(why) + 2


@dataclass(frozen=True)
class Rates:
    """Of how many acts one is held to each law: 1 for every act, 10 for one in ten."""

    state: int = 8
    cards: int = 6
    text: int = 24
    view: int = 32
    listed: int = 24
    replayed: int = 8
    """Of how many deals one is saved and replayed."""


OFTEN: Final = Rates()
SELDOM: Final = Rates(state=32, cards=16, text=200, view=96, listed=128, replayed=64)


class Fault(AssertionError):
    """A law that does not hold: the deal's number, and where in it."""


def play_deals(first: int, count: int, rates: Rates = OFTEN) -> Tally:
    """Play deals by their numbers.

    Raises:
        Fault: at the first that breaks a law.
    """
    tally = Tally()
    for number in range(first, first + count):
        _Deal(number, rates, tally).play()
    return tally


def play_many(first: int, count: int, rates: Rates, workers: int) -> Tally:
    """The same by several processes."""
    starts = range(first, first + count, CHUNK)
    sizes = [min(CHUNK, first + count - start) for start in starts]
    tally = Tally()
    # Processes that are replaced after some tasks would bound their memory, but Python 3.11 can wait for ever for a
    # replacement (its issue 115634); and what the cores remember has bounds of its own.
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        for part in pool.map(play_deals, starts, sizes, [rates] * len(sizes)):
            tally.add(part)
    return tally


class _Deal:
    def __init__(self, number: int, rates: Rates, tally: Tally) -> None:
        self.rng = rng = Random(f"deal {number}")
        # Apart from the deal's own chances, so that it goes the same way however often the laws are asked.
        self.asking = Random(f"laws {number}")
        self.number, self.rates, self.tally = number, rates, tally
        tables = _tables()[number % 2]
        (key, options), players = tables[number // 2 % len(tables)]
        self.rules, self.players = ruleset(key, options), players
        self.row = f"{key}, house" if options else key
        target = self.rules.p.target
        self.scores = [5 * rng.randrange(-20, (target - 1) // 5) for _ in range(self.rules.sides(players))]
        self.dealer = rng.randrange(players)
        self.deck = _clustered(self.rules, players, rng) if rng.random() < 0.2 else None
        priced = self.rules.has("score.penalties") or self.rules.has("initial.withdrawn")
        self.faults = 0.04 if priced and rng.random() < 0.5 else 0.0
        self.player = Player(number, faults=1.0)
        self.acts: list[Move] = []
        self.paid = False

    def play(self) -> None:
        position: Position | None = None
        try:
            record = DealRecord.begin(
                rules=self.rules, players=self.players, scores=self.scores, dealer=self.dealer, seed=self.number,
                deck=self.deck,
            )  # fmt: skip
            position = record.start()
            for step in self._steps(position):
                position = step
            if self.number % self.rates.replayed == 0:
                self.tally.asked["replayed"] += 1
                again = DealRecord.parse(record.then(*self.acts).to_json())
                assert again.end() == position, "the saved deal ends otherwise"
        except Exception as error:
            where = "" if position is None else f"\n{position.to_json()}"
            what = f"{self.rules.key} {dict(self.rules.options)}, {self.players} players"
            at = f"deal {self.number} ({what}), behind act {len(self.acts)}"
            raise Fault(f"{at}: {type(error).__name__}: {error}{where}") from error

    def _steps(self, position: Position) -> Iterator[Position]:
        rates, core = self.rates, core_for(self.rules, self.players)
        state = core.pack(position)
        before, move = position, None
        while not core.is_over(state):
            assert len(self.acts) < ACTS_AT_MOST, "the deal does not end"
            before = position
            move = self._irregular(position) if self.faults and self.rng.random() < self.faults else None
            self.paid = move is not None
            if move is not None:
                position = play(position, move)
                state = core.pack(position)
            else:
                if self.rng.random() < LISTED:
                    chosen = self.rng.choice(list(islice(core.each_move(state), 40)))
                else:
                    chosen = core.random_move(state, self.rng)
                move = Move((core.render(position, chosen),))
                state = core.apply(state, chosen)
                position = _played(position, move)
            self.acts.append(move)
            yield position
            if self._due("state", rates.state) or position.phase == "over":
                assert core.fold(core.unpack(state)) == core.fold(position), f"{move}: the core's state is another"
            if any(position.penalised) and not core.is_over(state):
                # The twin of a penalised card may have come to the hand, and folded cards do not say so.
                state = core.pack(position)
            self._hold(position, move)
        assert position.phase == "over"
        assert move is not None
        self.tally.ends[self.row, cause(before, move, position, paid=self.paid)] += 1
        self.tally.acts[self.row] += len(self.acts)
        self.tally.players[self.row, self.players] += 1
        sheets_add_up(position, core.scores(state))

    def _due(self, law: str, rate: int) -> bool:
        due = self.asking.random() * rate < 1
        self.tally.asked[law] += due
        return due

    def _hold(self, position: Position, move: Move) -> None:
        rates = self.rates
        if self._due("cards", rates.cards) or position.phase == "over":
            cards_are_conserved(position)
        if self._due("text", rates.text):
            reads_back(position, move)
        if self._due("view", rates.view):
            reveals_nothing(position, self.asking.randrange(self.players), self.asking)
        if position.phase != "over" and self._due("listed", rates.listed):
            some = list(islice(legal_moves(position), 40))
            assert some, "nothing is legal, and the deal is not over"
            for other in some[:: 1 + len(some) // 8]:
                assert is_legal(position, other), f"{other} is listed, and the referee refuses it"

    def _irregular(self, position: Position) -> Move | None:
        """An irregular act that has its price here, if one comes to mind."""
        if position.permission == "asked":
            return None
        move = Move.parse(self.player(position))
        if is_legal(position, move):
            return None
        try:
            play(position, move)
        except IllegalMove:
            # Its price would leave the player without a legal act, so that it is refused like any other.
            return None
        self.tally.asked["paid"] += 1
        return move


def _played(position: Position, move: Move) -> Position:
    """The position after a move that was drawn by chance, and that the referee must find legal."""
    try:
        after = play(position, move)
    except IllegalMove as error:
        raise AssertionError(f"{move} is drawn by chance, and the referee refuses it: {error}") from None
    # An irregular act is done too, but leaves its price behind.
    priced = after.penalties != position.penalties or after.minimum_raised != position.minimum_raised
    priced = priced or (after.this_turn.must_draw and not position.this_turn.must_draw)
    assert not priced, f"{move} is drawn by chance, and has its price"
    return after


def _clustered(rules: RuleSet, players: int, rng: Random) -> list[Card]:
    """A deck of which each hand gets cards that go together, so that canastas are early and hands laid whole."""
    deck = list(rules.deck())
    rng.shuffle(deck)
    by_suit = rules.has("meld.sequence") and rng.random() < 0.5
    deck.sort(key=lambda card: card.number if by_suit else 0)
    if not by_suit:
        deck.sort(key=lambda card: card.rank)
    pieces: list[list[Card]] = []
    while deck:
        size = rng.randint(2, 5)
        pieces.append(deck[:size])
        del deck[:size]
    rng.shuffle(pieces)
    cards = [card for piece in pieces for card in piece]
    size = rules.p.hand_size[str(players)]
    hands = [cards[size * seat : size * (seat + 1)] for seat in range(players)]
    return [hand[i] for i in range(size) for hand in hands] + cards[size * players :]


def main(arguments: Sequence[str] | None = None) -> int:
    """Play and print the table; 1 when a law does not hold."""
    parser = argparse.ArgumentParser(description="Plays whole deals by chance and holds them to the laws.")
    parser.add_argument("--deals", type=int, default=1_000, metavar="N", help="how many (1000)")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="the number of the first (0)")
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="processes (1)")
    parser.add_argument("--seldom", action="store_true", help="the dear laws at few acts, as in the long run")
    asked = parser.parse_args(arguments)
    rates = SELDOM if asked.seldom else OFTEN
    try:
        if asked.workers > 1:
            tally = play_many(asked.first, asked.deals, rates, asked.workers)
        else:
            tally = play_deals(asked.first, asked.deals, rates)
    except Fault as fault:
        print(fault, file=sys.stderr)
        return 1
    print("\n".join(tally.lines()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
