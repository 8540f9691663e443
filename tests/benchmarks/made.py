"""Made tables that are hard on the referee: hands up to 40 cards, many wild cards, open questions, no stock left."""

from __future__ import annotations

from random import Random
from typing import Any

from canasta_teach.cards import Card, codes
from canasta_teach.errors import CanastaError
from canasta_teach.game.melds import canasta_kind
from canasta_teach.game.referee import judge
from canasta_teach.game.state import Position
from canasta_teach.rulebook import KEYS, ruleset
from tests.strategies import stored_cases
from tests.strategies.damage import random_act

Judged = tuple[Position, str]


def all_cases() -> list[Judged]:
    """Every stored case that has a ruling."""
    return _judged(stored_cases())


def hard_tables(count: int = 400) -> list[Judged]:
    """Tables with 15 to 40 cards in the hand of the player on turn, each with a move."""
    return _judged([hard_table(Random(seed)) for seed in range(count)])


def _judged(some: list[tuple[dict[str, Any], str]]) -> list[Judged]:
    found = []
    for data, move in some:
        try:
            position = Position.parse(data)
            judge(position, move)
        except CanastaError:  # bad input is not what is measured
            continue
        found.append((position, move))
    return found


def hard_table(rng: Random) -> tuple[dict[str, Any], str]:
    """One such table, in the public format, and a move."""
    key = rng.choice(KEYS)
    rules = ruleset(key)
    deck = [c for c in rules.deck() if not (rules.has("deck.red-threes") and c.is_red_three)]
    wild = [c for c in deck if rules.is_wild(c)]
    plain = [c for c in deck if not rules.is_wild(c)]
    rng.shuffle(plain)
    rng.shuffle(wild)
    canasta = _canasta(rng, plain)
    size = rng.randint(15, 40)
    many = min(len(wild), size, rng.choice((0, 3, 6, 12)))
    hand = wild[:many] + plain[: size - many]
    rest = plain[size - many :] + wild[many:]
    rng.shuffle(rest)
    pile, rest = rest[: rng.choice((1, 3, 9, 20))], rest[20:]
    phase = rng.choice(("draw", "play"))
    data: dict[str, Any] = {
        "rules": key,
        "scores": [rng.choice((0, 800)) if key == "brazilian" else rng.choice((0, 1600, 3100)), 0],
        "hands": [codes(hand), 3, 3, 3],
        "melds": [[codes(canasta)] if rng.random() < 0.7 and canasta_kind(tuple(canasta), rules) else [], []],
        "pile": codes(pile),
        "phase": phase,
        "stock": 0 if phase == "draw" and rng.random() < 0.6 else 4,
    }
    question = phase == "play" and rules.has("out.permission")
    if question and rng.random() < 0.4:
        data["permission"] = "yes"
    return data, "ask" if question and "permission" not in data and rng.random() < 0.5 else _move(rng, data, hand)


def _canasta(rng: Random, plain: list[Card]) -> list[Card]:
    rank = rng.choice(("K", "Q", "9", "6"))
    found = [c for c in plain if c.rank == rank][:7]
    for card in found:
        plain.remove(card)
    return found


def _move(rng: Random, data: dict[str, Any], hand: list[Card]) -> str:
    if data["phase"] == "draw":
        top = data["pile"][0]
        pair = [c.code for c in hand if c.code[:-1] == top[:-1]][:2]
        return "draw" if rng.random() < 0.5 or len(pair) < 2 else f"take with {' '.join(pair)}"
    return f"meld {' '.join(codes(hand[:3]))}" if rng.random() < 0.1 else random_act(rng, codes(hand))
