"""The searches for a laying find one exactly where trying every laying finds one."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from canasta_teach.cards import Card, codes
from canasta_teach.game.layings import Goal, can_lay
from canasta_teach.rulebook import RuleSet, ruleset
from tests.game.brute import reachable
from tests.game.small import CARD_GAMES, RANK_GAMES, few_cards, lying_melds, named


def _goals(rng: Random, rules: RuleSet, deck: list[Card]) -> Iterator[Goal]:
    """Goals as the searches for going out and for taking the pile set them, and others between."""
    needed = rng.choice((0, 0, 0, 15, 30, 50, 50, 75, 90, 120))
    canastas = rng.choice((0, 0, 1, 1, 2))
    yield Goal(needed=needed, most_left=rng.choice((0, 1)), canastas=canastas, any_end=True)
    yield Goal(most_left=rng.choice((1, 2)), canastas=rng.choice((0, 1)), any_end=True)
    yield Goal(needed=needed, least_left=rng.choice((0, 1, 2)))
    if not rules.has("pile.top-card"):
        return
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
        deck = few_cards(rng, rules)
        melds = lying_melds(rng, rules, deck)
        hand, deck = deck[: rng.randint(1, most)], deck[most:]
        for goal in _goals(rng, rules, deck):
            found = can_lay(rules, melds, hand, goal)
            assert found == reachable(rules, melds, hand, goal), (
                f"seed {seed}: can_lay says {found}; hand {codes(hand)}, melds {[codes(m) for m in melds]}, {goal}"
            )
            answers[found] += 1
    assert min(answers.values()) >= sum(answers.values()) // 8, "nearly all answers are alike, which tests little"


@pytest.mark.parametrize("rounds", [30, pytest.param(500, marks=pytest.mark.long)])
@pytest.mark.parametrize(("key", "options"), named(RANK_GAMES))
def test_the_table_of_ranks_finds_a_laying_exactly_where_there_is_one(
    key: str, options: dict[str, Any], rounds: int
) -> None:
    _hold(key, options, range(rounds), 8 if rounds > 100 else 7)


@pytest.mark.parametrize("rounds", [30, pytest.param(500, marks=pytest.mark.long)])
@pytest.mark.parametrize(("key", "options"), named(CARD_GAMES))
def test_the_search_card_by_card_finds_a_laying_exactly_where_there_is_one(
    key: str, options: dict[str, Any], rounds: int
) -> None:
    _hold(key, options, range(rounds), 8 if rounds > 100 else 7)
