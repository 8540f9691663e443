"""The searches for a laying find one exactly where trying every laying finds one."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from canasta_teach.cards import Card, codes
from canasta_teach.game.layings import Goal, can_lay
from canasta_teach.game.melds import read_meld
from canasta_teach.rulebook import RuleSet, ruleset
from tests.game.brute import reachable

RANK_GAMES: list[tuple[str, dict[str, Any]]] = [
    ("goren_1949", {}),
    ("classic", {}),
    ("swedish", {}),
    ("italian", {}),
    ("classic", {"canastas_to_go_out": 2, "black_threes_at_end": "wilds"}),
    ("classic", {"max_wilds": 1, "card_values": {"2": 5}}),
    ("goren_1949", {"min_naturals": 1, "wilds_at_most_naturals": True}),
    ("goren_1949", {"min_naturals": 1}),
    ("italian", {"min_naturals": 3, "black_threes_at_end": "never"}),
    ("classic", {"canasta_size": 5}),
    ("swedish", {"wilds_at_most_naturals": False, "black_three_stops": False}),
]
CARD_GAMES: list[tuple[str, dict[str, Any]]] = [
    ("brazilian", {}),
    ("brazilian", {"canastas_to_go_out": 1, "permission": True}),
    ("brazilian", {"canastas_to_go_out": 2, "max_wilds": 3, "jokers": 4}),
    ("brazilian", {"pile_free": False, "jokers": 4}),
    ("brazilian", {"min_naturals": 1, "max_wilds": 3, "jokers": 4}),
    ("classic", {"sequences": True}),
    ("classic", {"merge_ranks": False}),
    ("swedish", {"merge_ranks": False, "sequences": True}),
    ("goren_1949", {"sequences": True, "min_naturals": 1, "canasta_size": 5}),
]


def _named(games: list[tuple[str, dict[str, Any]]]) -> list[Any]:
    return [pytest.param(key, some, id=f"{key}-{'-'.join(some) or 'plain'}") for key, some in games]


def _deck(rng: Random, rules: RuleSet) -> list[Card]:
    """Cards of few ranks and suits, so that many melds can be made of few of them."""
    if rules.has("meld.sequence") and rng.random() < 0.7:
        suits, low = rng.sample("CDHS", rng.choice((1, 2))), rng.randint(1, 12)
        ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"][low - 1 : low + 5]
        some = [c for c in rules.deck() if c.suit in suits and c.rank in ranks]
    else:
        ranks = rng.sample(["A", "K", "Q", "7", "5", "3"], 3)
        some = [c for c in rules.deck() if c.rank in ranks]
    wild = [c for c in rules.deck() if rules.is_wild(c)]
    some += rng.sample(wild, min(len(wild), rng.choice((0, 2, 4, 8))))
    if rules.has("deck.red-threes"):
        some = [c for c in some if not c.is_red_three]
    rng.shuffle(some)
    return some


def _melds(rng: Random, rules: RuleSet, deck: list[Card]) -> list[tuple[Card, ...]]:
    """Melds that can lie, some a card short of a canasta, some that bear more wild cards than these rules allow."""
    found: list[tuple[Card, ...]] = []
    ranks: set[str] = set()
    for _ in range(rng.choice((0, 0, 1, 1, 2))):
        size = min(rng.choice((3, 3, 4, 5, 6, 6, 7)), len(deck))
        for _ in range(30):
            some = tuple(rng.sample(deck, size))
            first = rng.choice(some)
            same = [c for c in deck if c.rank == first.rank or rules.is_wild(c)]
            if len(same) >= size and not (rules.has("meld.sequence") and rng.random() < 0.6):
                some = tuple(rng.sample(same, size))
            shape = read_meld(some, rules)
            if shape is None or (shape.kind == "set" and shape.rank in ranks and rules.has("meld.one-per-rank")):
                continue
            if shape.rank == "3" and rules.has("meld.black-threes"):
                continue
            ranks.add(shape.rank)
            found.append(some)
            for c in some:
                deck.remove(c)
            break
    return found


def _goals(rng: Random, rules: RuleSet, deck: list[Card]) -> Iterator[Goal]:
    """Goals as the searches for going out and for taking the pile set them, and others between."""
    needed = rng.choice((0, 0, 0, 15, 30, 50, 50, 75, 90, 120))
    canastas = rng.choice((0, 0, 1, 1, 2))
    yield Goal(needed=needed, most_left=rng.choice((0, 1)), canastas=canastas, any_end=True)
    top = next((c for c in deck if not rules.is_wild(c) and not c.is_black_three), None)
    if top is None:
        return
    pair = rng.random() < 0.4
    yield Goal(needed=needed, least_left=rng.choice((0, 1, 2)), top=top, natural_pair=pair)
    yield Goal(needed=needed, most_left=rng.choice((0, 1)), canastas=canastas, top=top, natural_pair=pair, any_end=True)
    last = rng.choice(deck)
    yield Goal(needed=needed, most_left=0, canastas=1, top=top, natural_pair=pair, completes=last, any_end=True)


def _hold(key: str, options: dict[str, Any], seeds: range, most: int) -> None:
    rules = ruleset(key, options)
    answers = {True: 0, False: 0}
    for seed in seeds:
        rng = Random(seed)
        deck = _deck(rng, rules)
        melds = _melds(rng, rules, deck)
        hand, deck = deck[: rng.randint(1, most)], deck[most:]
        for goal in _goals(rng, rules, deck):
            found = can_lay(rules, melds, hand, goal)
            assert found == reachable(rules, melds, hand, goal), (
                f"seed {seed}: can_lay says {found}; hand {codes(hand)}, melds {[codes(m) for m in melds]}, {goal}"
            )
            answers[found] += 1
    assert min(answers.values()) >= len(seeds) // 4, "nearly all answers are alike, which tests little"


@pytest.mark.parametrize("rounds", [60, pytest.param(2_000, marks=pytest.mark.long)])
@pytest.mark.parametrize(("key", "options"), _named(RANK_GAMES))
def test_the_table_of_ranks_finds_a_laying_exactly_where_there_is_one(
    key: str, options: dict[str, Any], rounds: int
) -> None:
    _hold(key, options, range(rounds), 8)


@pytest.mark.parametrize("rounds", [40, pytest.param(1_500, marks=pytest.mark.long)])
@pytest.mark.parametrize(("key", "options"), _named(CARD_GAMES))
def test_the_search_card_by_card_finds_a_laying_exactly_where_there_is_one(
    key: str, options: dict[str, Any], rounds: int
) -> None:
    _hold(key, options, range(rounds), 8)
