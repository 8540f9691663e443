"""Games at a practice table for the tests: played by chance, with acts of every kind tried."""

from __future__ import annotations

from random import Random
from typing import Any

from canasta_teach.cards import codes
from canasta_teach.errors import CanastaError, InvalidMove
from canasta_teach.game.legal import random_act
from canasta_teach.game.position import parse_position
from canasta_teach.game.record import DealRecord
from canasta_teach.game.state import Position
from canasta_teach.game.view import view
from canasta_teach.players import plain
from canasta_teach.rulebook import KEYS, ruleset
from canasta_teach.widgets.table_game import Game, begin, do, follow, go_to, redo, to_act, undo
from tests.strategies import random_table

CANASTA = ["8H", "8H", "8D", "8D", "8C", "8C", "8S"]


def table(**changes: Any) -> Position:
    """A table of four on which seat 0 has drawn; parts of it can be changed."""
    data: dict[str, Any] = {
        "phase": "play",
        "hands": [["KH", "KS", "KD", "9S", "7D", "4C"], 11, 11, 11],
        "pile": ["QS", "5D"],
        "melds": [[["QH", "QD", "QC"]], [["JH", "JD", "JC"]]],
    }
    return Position.parse(data | changes)


def dealt(rng: Random) -> Game:
    """A deal of any rule set and number of players, with red threes left to the players at times."""
    key = rng.choice(KEYS)
    rules = ruleset(key)
    players = rng.choice(rules.p.players)
    options = {"honour": "players"} if rules.has("deck.red-threes") and rng.random() < 0.3 else {}
    return begin(DealRecord.begin(rules=key, players=players, seed=rng.randrange(1_000), options=options))


def made(rng: Random) -> Game:
    """A table made up, at any moment of a turn."""
    while True:
        try:
            return begin(parse_position(random_table(rng)))
        except CanastaError:
            continue


def steps(game: Game, rng: Random, count: int, *, honour: bool) -> Game:
    """The game after so many acts: legal ones, tries, and ways back and forth."""
    for _ in range(count):
        game = _step(game, rng, honour=honour)
    return game


def _step(game: Game, rng: Random, *, honour: bool) -> Game:
    position = game.position
    match rng.choices(("legal", "plain", "try", "undo", "redo", "go"), (6, 3, 5, 1, 1, 0.5))[0]:
        case "undo" if game.can_undo:
            return undo(game)
        case "redo" if game.can_redo:
            return redo(game)
        case "go":
            return go_to(game, rng.randint(0, len(game.entries)))
        case "legal" | "plain" as how if position.phase != "over" and _known(position):
            seat = to_act(position)
            move = plain(view(position, seat)) if how == "plain" else random_act(position, rng)
            return follow(game, seat, move, honour=honour)
        case _:
            seat, text = rng.randrange(position.players), _tried(position, rng)
            try:
                return do(game, seat, text, honour=honour)[0]
            except InvalidMove:
                return game


def _known(position: Position) -> bool:
    hand = position.hands[to_act(position)]
    return hand is not None and "??" not in codes(hand)


def _tried(position: Position, rng: Random) -> str:
    """An act that a learner might try, legal or not."""
    held = [c for hand in position.hands for c in codes(hand or ()) if c != "??"] or ["KH"]
    some = " ".join(rng.sample(held, min(3, len(held))))
    return rng.choice(
        [
            "draw",
            "take",
            f"take / meld {some}",
            f"take with {some}",
            f"meld {some}",
            f"discard {some.split()[0]}",
            f"take top with {some}",
            f"take back {some}",
            "look",
            f"draw; discard {some.split()[0]}",
            f"seat {rng.randrange(position.players)}: draw",
            f"seat {rng.randrange(position.players)}: take with {some}",
            f"seat {rng.randrange(position.players)}: meld {some}",
        ]
    )
