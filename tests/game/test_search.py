"""What a player can still do in a turn, held against trying every act on the referee."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from canasta_teach.cards import ALL_CARDS, JOKER, UNKNOWN
from canasta_teach.errors import InvalidPosition
from canasta_teach.game.moves import Act, Move
from canasta_teach.game.referee import after, is_legal
from canasta_teach.game.search import can_go_out, can_take, settle
from canasta_teach.game.state import Position
from canasta_teach.game.view import view
from canasta_teach.rulebook import ruleset
from tests.game.brute import layings
from tests.game.small import CARD_GAMES, RANK_GAMES, named, small_table

GAMES = [
    *RANK_GAMES,
    *CARD_GAMES,
    ("italian", {"honour": "players"}),
    ("classic", {"canastas_to_go_out": 0}),
    ("classic", {"freezing": False, "frozen_unmelded": False}),
]


def _acts(position: Position) -> list[Act]:
    hand = position.hands[0] or ()
    return [*layings(position, 0, take=False), *(Act("discard", cards=(c,)) for c in sorted(set(hand)))]


def goes_out(position: Position, seen: set[object]) -> bool:
    """Whether some legal acts of this turn lead out, all of them tried one after the other."""
    key = (tuple(sorted(position.hands[0] or ())), tuple(tuple(sorted(m)) for m in position.melds[0]))
    if key in seen:
        return False
    seen.add(key)
    for act in _acts(position):
        move = Move((act,))
        if not is_legal(position, move):
            continue
        then = after(position, move)
        if then.went_out == 0 or (then.phase == "play" and then.turn == 0 and goes_out(then, seen)):
            return True
    return False


def takes(position: Position) -> bool:
    """Whether some take of the pile is legal, all of them tried."""
    acts = layings(position, 0, take=True) if position.rules.has("pile.top-card") else [Act("take")]
    return any(is_legal(position, Move((act,))) for act in acts)


def _tables(key: str, options: dict[str, Any], phase: str, rounds: int, most: int) -> list[tuple[int, Position]]:
    rules = ruleset(key, options)
    made = ((seed, small_table(Random(seed), rules, phase, most)) for seed in range(rounds))
    return [(seed, table) for seed, table in made if table is not None and table.phase == phase]


@pytest.mark.parametrize("rounds", [80, pytest.param(800, marks=pytest.mark.long)])
@pytest.mark.parametrize(("key", "options"), named(GAMES))
def test_a_hand_can_go_out_exactly_where_some_legal_acts_lead_out(
    key: str, options: dict[str, Any], rounds: int
) -> None:
    answers = {True: 0, False: 0}
    for seed, table in _tables(key, options, "play", rounds, 5):
        found = can_go_out(table, 0)
        assert found == goes_out(table, set()), f"seed {seed}: can_go_out says {found}; {table.to_json()}"
        answers[bool(found)] += 1
    assert min(answers.values()) > 0, answers


@pytest.mark.parametrize("rounds", [80, pytest.param(800, marks=pytest.mark.long)])
@pytest.mark.parametrize(("key", "options"), named(GAMES))
def test_the_pile_can_be_taken_exactly_where_some_take_is_legal(key: str, options: dict[str, Any], rounds: int) -> None:
    answers = {True: 0, False: 0}
    for seed, table in _tables(key, options, "draw", rounds, 6):
        found = can_take(table, 0)
        if found is None:
            assert UNKNOWN in table.pile, f"seed {seed}: {table.to_json()}"
            continue
        assert found == takes(table), f"seed {seed}: can_take says {found}; {table.to_json()}"
        answers[bool(found)] += 1
    assert answers[True] > 0, answers


@pytest.mark.parametrize(("key", "options"), named(GAMES))
def test_a_card_below_the_top_that_is_not_known_is_asked_as_each_card_that_it_may_be(
    key: str, options: dict[str, Any]
) -> None:
    rules = ruleset(key, options)
    faces = [
        one for one in (*ALL_CARDS, JOKER) if rules.deck_count(one) and not one.is_red_three and not rules.is_wild(one)
    ]
    asked = 0
    for seed, table in _tables(key, options, "draw", 60, 4):
        if not table.pile or rules.is_wild(table.pile[0]):
            continue
        hidden = replace(table, pile=(table.pile[0], UNKNOWN), frozen=False)
        each = {can_take(replace(table, pile=(table.pile[0], one), frozen=False), 0) for one in faces}
        found = can_take(hidden, 0)
        assert (found is False) == (each == {False}), f"seed {seed}: {found} for {each}; {table.to_json()}"
        assert found is not True or each == {True}, f"seed {seed}: {found} for {each}; {table.to_json()}"
        asked += 1
    assert asked


def test_a_pile_of_two_is_not_taken_by_two_cards_that_leave_one_and_no_canasta() -> None:
    aces: dict[str, Any] = {
        "rules": "italian", "players": 2, "hands": [["AH", "AD"], 11], "pile": ["AS", "JS"], "stock": 30,
    }  # fmt: skip
    table = Position.parse(aces)
    assert not is_legal(table, "take with AH AD")
    assert can_take(table, 0) is False
    assert can_take(view(table, 0), 0) is False
    assert can_take(view(Position.parse(aces | {"hands": [["AH", "AD", "4C"], 11]}), 0), 0) is True


def test_what_rests_on_cards_not_known_is_left_open() -> None:
    hidden: dict[str, Any] = {"hands": [6, 6, 6, 6], "pile": ["KH"], "melds": [[["KD", "KC", "KS"]], []]}
    draws = Position.parse(hidden)
    assert can_take(Position.parse({**hidden, "melds": [[], []]}), 0) is None
    assert can_go_out(Position.parse({**hidden, "phase": "play"}), 0) is None
    assert can_take(Position.parse({**hidden, "pile": []}), 0) is False
    assert is_legal(draws, "take onto K")


def test_a_deal_whose_stock_is_gone_is_over_when_the_pile_cannot_be_taken() -> None:
    ended = {"hands": [["4C", "5D", "6H"], 3, 3, 3], "pile": ["KH"], "stock": 0}
    assert Position.parse(ended).phase == "over"
    goes_on = {**ended, "hands": [["KC", "KD", "6H", "7H"], 3, 3, 3], "melds": [[["QC", "QC", "QH"]], []]}
    assert Position.parse(goes_on).phase == "draw"
    assert Position.parse({**goes_on, "rules": "brazilian"}).phase == "over"


@pytest.mark.parametrize(
    ("data", "path"),
    [
        ({"hands": [[], 3, 3, 3]}, "hands[0]"),
        ({"hands": [["4C"], 3, 3, 3], "phase": "play"}, "hands[0]"),
        ({"hands": [["4C", "5C"], 3, 3, 3], "phase": "play", "permission": "yes"}, "permission"),
    ],
)
def test_a_position_with_no_legal_act_is_refused(data: dict[str, Any], path: str) -> None:
    with pytest.raises(InvalidPosition) as refused:
        Position.parse(data)
    assert refused.value.path == path


def test_settling_twice_changes_nothing() -> None:
    for phase in ("draw", "play"):
        for _, table in _tables("classic", {}, phase, 20, 5):
            assert settle(table) == table
