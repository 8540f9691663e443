"""Games with runs, or with several melds of a rank, and what the tests of their core ask of the rules themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from canasta_teach.cards import Card
from canasta_teach.game.deal import deal
from canasta_teach.game.layings import keeps_limits
from canasta_teach.game.melds import read_meld
from canasta_teach.game.moves import Act
from canasta_teach.game.state import Position
from canasta_teach.rulebook import RuleSet, ruleset
from tests.game.brute import choices, layings

Game = tuple[str, dict[str, Any]]

GAMES: list[Game] = [
    ("brazilian", {}),
    ("brazilian", {"jokers": 4}),
    ("brazilian", {"canastas_to_go_out": 1, "permission": True}),
    ("brazilian", {"canastas_to_go_out": 2, "max_wilds": 3, "jokers": 4}),
    ("brazilian", {"pile_free": False, "jokers": 4}),
    ("brazilian", {"pile_free": False, "canastas_to_go_out": 1, "permission": True, "max_wilds": 6, "jokers": 4}),
    ("brazilian", {"min_naturals": 1, "max_wilds": 3, "jokers": 4, "relancinho_cards": 6}),
    ("brazilian", {"merge_ranks": True, "relancinho_cards": 5}),
    ("brazilian", {"sequences": False, "merge_ranks": True}),
    ("classic", {"sequences": True}),
    ("classic", {"merge_ranks": False}),
    ("classic", {"pile_free": True, "sequences": True}),
    ("classic", {"sequences": True, "merge_ranks": False, "packs": 4, "black_threes_at_end": "wilds"}),
    ("swedish", {"merge_ranks": False, "sequences": True}),
    ("swedish", {"sequences": True, "black_three_stops": False}),
    ("goren_1949", {"sequences": True, "min_naturals": 1, "canasta_size": 5}),
    ("italian", {"merge_ranks": False}),
    ("italian", {"sequences": True, "honour": "players"}),
]


def name(game: Game) -> str:
    """A game's name among the tests."""
    key, options = game
    return "-".join((key, *(f"{k}={v}" for k, v in options.items())))


def dealt(game: Game, seed: int) -> Position:
    """A deal of the game: its players, scores and dealer by the seed too."""
    rng = Random(seed)
    rules = ruleset(*game)
    players = rng.choice(rules.p.players)
    scores = [rng.choice((-20, 0, 0, 760 if rules.p.target < 3_000 else 1_600)) for _ in range(rules.sides(players))]
    return deal(rules=rules, players=players, seed=seed, dealer=rng.randrange(players), scores=scores)


def every_act(position: Position) -> Iterator[Act]:
    """Every act that seat 0 could name here but for cards not held; most are not legal."""
    rules, hand = position.rules, sorted(set(position.hands[0] or ()))
    yield Act("ask") if rules.has("out.permission") else Act("draw")
    if position.phase == "draw":
        yield Act("draw")
        yield Act("take")
        yield from layings(position, 0, take=True)
        return
    if position.this_turn.drawn:
        yield Act("redraw")
    yield from (Act("discard", cards=(card,)) for card in hand)
    for act in layings(position, 0, take=False):
        yield act
        if rules.has("out.relancinho"):
            yield Act("relancinho", parts=act.parts)


def proper(rules: RuleSet, lying: Sequence[Card], added: Sequence[Card]) -> bool:
    """Whether the cards may join the meld that lies, or make a new one, whatever is left in the hand."""
    return keeps_limits(rules, (*lying, *added), added)


def indivisible(rules: RuleSet, lying: Sequence[Card], hand: Sequence[Card]) -> set[tuple[Card, ...]]:
    """Every addition to a meld from which no part can be laid first, all of them tried."""
    whole = [some for some in choices(hand) if some and proper(rules, lying, some)]
    return {some for some in whole if not any(_within(less, some) for less in whole)}


def _within(less: tuple[Card, ...], some: tuple[Card, ...]) -> bool:
    return len(less) < len(some) and not Counter(less) - Counter(some)


def run_and_hand(rng: Random, rules: RuleSet) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """A meld that lies and cards to join it, most of one suit, with wild cards and aces among them."""
    deck = list(rules.deck())
    rng.shuffle(deck)
    suit = rng.choice("CDHS")
    black = rules.has("meld.black-threes")
    own = [c for c in deck if c.suit == suit and not (black and c.rank == "3")]
    wild = [c for c in deck if rules.is_wild(c)]
    for _ in range(2_000):
        some = rng.sample(own, rng.randint(1, 4)) + rng.sample(wild, rng.randint(0, 3))
        if (rng.random() < 0.5 or any(c.rank == "A" for c in some)) and len(set(some)) == len(some):
            shape = read_meld(some, rules)
            if shape is not None and (proper(rules, some, ()) or rng.random() < 0.1):
                break
    rest = [c for c in own if c not in some]
    hand = rng.sample(sorted(set(rest)), min(len(set(rest)), rng.randint(3, 10)))
    return tuple(some), (*hand, *rng.sample(wild, rng.randint(0, 2)))
