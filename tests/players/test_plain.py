"""The plain player: legal in every game, with the habits that it says it has."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

import pytest

from canasta_teach.errors import CanastaError, InvalidPosition
from canasta_teach.game.deal import deal
from canasta_teach.game.legal import random_act
from canasta_teach.game.play import play
from canasta_teach.game.position import parse_position
from canasta_teach.game.referee import after, is_legal
from canasta_teach.game.state import Position
from canasta_teach.game.view import view
from canasta_teach.players import plain
from canasta_teach.rulebook import KEYS, ruleset
from tests.strategies import random_table
from tests.strategies.player import Player

GAMES: list[tuple[str, int, dict[str, Any]]] = [
    (key, players, options)
    for key in KEYS
    for players in ruleset(key).p.players
    for options in ({}, {"honour": "players"})
    if not options or ruleset(key).has("deck.red-threes")
]
MOST_ACTS = 1_500


def of(position: Position) -> Position:
    """What the seat whose act is waited for may know."""
    partners = position.partners(position.turn)
    asked = position.permission == "asked" and partners
    return view(position, partners[0] if asked else position.turn)


def table(**changes: Any) -> Position:
    """A table of four on which seat 0 has drawn."""
    data: dict[str, Any] = {
        "phase": "play",
        "hands": [["KH", "KS", "KD", "9S", "7D", "4C"], 11, 11, 11],
        "pile": ["8D"],
        "melds": [[["QH", "QD", "QC"]], []],
    }
    return Position.parse(data | changes)


def told(**changes: Any) -> str:
    position = table(**changes)
    return str(plain(view(position, position.turn)))


@pytest.mark.parametrize(("key", "players", "options"), GAMES, ids=lambda value: str(value) if value != {} else "")
def test_every_act_of_it_is_legal_whoever_plays_beside_it(key: str, players: int, options: dict[str, Any]) -> None:
    for seed in range(4):
        rng = Random(seed)
        # In every other deal it sits beside players who do anything that is legal.
        others = seed % 2
        scores = [rng.randrange(0, 30) * 50 for _ in range(ruleset(key).sides(players))]
        scores = [min(score, ruleset(key).p.target - 5) for score in scores]
        position = deal(rules=key, players=players, seed=seed, options=options, scores=scores)
        for _ in range(MOST_ACTS):
            if position.phase == "over":
                break
            if others and position.turn % 2 and position.permission != "asked":
                position = after(position, random_act(position, rng))
                continue
            move = plain(of(position))
            assert len(move.acts) == 1
            assert is_legal(position, move), f"seed {seed}: {move}"
            position = after(position, move)
        assert position.phase == "over", f"seed {seed}: the deal has no end"


@pytest.mark.parametrize("key", KEYS)
def test_its_acts_are_legal_beside_players_who_pay_for_irregular_acts(key: str) -> None:
    for seed, players in enumerate(ruleset(key).p.players * 2):
        position, other = deal(rules=key, players=players, seed=seed), Player(seed, faults=0.4)
        for _ in range(MOST_ACTS):
            if position.phase == "over":
                break
            seen = of(position)
            if (seen.turn if position.permission != "asked" else position.partners(position.turn)[0]) % 2:
                position = play(position, other(position))
                continue
            move = plain(seen)
            assert is_legal(position, move), f"{players} players, seed {seed}: {move}"
            position = after(position, move)


def test_its_acts_are_legal_on_any_table() -> None:
    tried = 0
    for seed in range(400):
        try:
            position = parse_position(random_table(Random(seed)))
        except CanastaError:
            continue
        seen = of(position)
        with suppress(InvalidPosition):
            move = plain(seen)
            assert is_legal(position, move), f"seed {seed}: {move}"
            tried += 1
    assert tried > 150


def test_the_same_view_gives_the_same_act() -> None:
    position = deal(seed=11)
    assert plain(view(position, 0)) == plain(view(position, 0))
    assert plain(view(view(position, 0), 0)) == plain(view(position, 0))


@pytest.mark.parametrize(("hand", "word"), [("4C 5C 6D KH", "yes"), ("JK JK AH 4C", "no"), ("AH AD AC AS 2C", "yes")])
def test_its_partner_may_go_out_while_its_hand_is_cheap(hand: str, word: str) -> None:
    canasta = ["7H", "7H", "7D", "7D", "7S", "7S", "7C"]
    position = table(hands=[["9S", "9D", "9C", "4C"], 11, hand.split(), 11], melds=[[canasta], []], permission="asked")
    assert str(plain(view(position, 2))) == f"answer {word}"


def test_it_goes_out_when_it_can() -> None:
    canasta = ["7H", "7H", "7D", "7D", "7S", "7S", "7C"]
    position = table(hands=[["9S", "9D", "9C", "QS"], 11, 3, 11], melds=[[canasta, ["QH", "QD", "QC"]], []])
    for _ in range(3):
        if position.phase == "over":
            break
        position = after(position, plain(view(position, 0)))
    assert position.went_out == 0


def test_it_asks_a_partner_who_holds_many_cards_before_it_goes_out() -> None:
    canasta = ["7H", "7H", "7D", "7D", "7S", "7S", "7C"]
    assert told(hands=[["9S", "9D", "9C", "4C"], 11, 11, 11], melds=[[canasta], []]) == "ask"


def test_it_lays_naturals_and_adds_to_what_lies() -> None:
    assert told() == "meld KD KH KS"
    assert told(hands=[["QS", "9S", "7D", "4C", "AH"], 11, 11, 11]) == "add QS to #0"


def test_it_keeps_wild_cards_until_they_complete_a_canasta() -> None:
    queens = ["QH", "QD", "QC", "QS", "QH"]
    hand = ["2C", "JK", "9S", "7D", "4C", "5C"]
    assert told(hands=[hand, 11, 11, 11]).startswith("discard ")
    assert told(hands=[hand, 11, 11, 11], melds=[[queens], []]) == "add 2C JK to #0"


def test_it_takes_a_pile_that_lays_something_and_draws_else() -> None:
    pile = ["KC", "8D", "5H", "9D", "4H"]
    assert told(phase="draw", pile=pile) == "take with KD KH KS"
    assert told(phase="draw", pile=["JC", *pile]) == "draw"
    assert told(phase="draw", pile=["QS", *pile]) == "take onto #0"


def test_it_reaches_a_minimum_with_several_melds() -> None:
    hand = ["KH", "KS", "KD", "QH", "QC", "QS", "9S", "7D", "4C"]
    assert told(hands=[hand, 11, 11, 11], melds=[[], []]) == "meld QC QH QS / KD KH KS"


def test_it_discards_what_the_others_do_not_meld() -> None:
    hand = ["4C", "9S", "JK", "AH", "AD"]
    assert told(hands=[hand, 11, 11, 11]) == "discard 4C"
    assert told(hands=[hand, 11, 11, 11], melds=[[["QH", "QD", "QC"]], [["4H", "4D", "4S"]]]) == "discard 9S"


def test_it_must_know_its_own_hand() -> None:
    with pytest.raises(InvalidPosition, match=r"hands\[0\]"):
        plain(table(hands=[6, 11, 11, 11]))


def test_it_has_no_act_when_the_deal_is_over() -> None:
    with pytest.raises(InvalidPosition, match="over"):
        plain(table(hands=[[], 1, 1, 1], phase="over", went_out=0))
