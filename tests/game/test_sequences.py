"""Acts joined by ``;`` are judged one after the other, each at the table that the one before left."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from canasta_teach.errors import CanastaError, IllegalMove
from canasta_teach.game.moves import Move
from canasta_teach.game.referee import after, is_legal, joined, judge
from canasta_teach.game.ruling import Ruling
from canasta_teach.game.state import Position
from tests.strategies import random_move, random_table, stored_cases

PLAY: dict[str, Any] = {
    "phase": "play",
    "hands": [["KH", "KD", "KC", "QH", "QD", "QC", "4C", "5D", "6H"], 11, 11, 11],
    "melds": [[["AH", "AD", "AC"]], []],
    "pile": ["8D"],
}


@cache
def _sequences() -> list[tuple[Position, Move]]:
    """Moves of several acts: those of the stored cases, and made ones."""
    found = []
    made = [(table := random_table(Random(seed)), random_move(Random(seed), table)) for seed in range(1_200)]
    for data, text in [*stored_cases(), *made]:
        try:
            position, move = Position.parse(data), Move.parse(text)
        except CanastaError:  # bad input has its own tests
            continue
        if len(list(joined(move, position.rules))) > 1:
            found.append((position, move))
    return found


def _said(ruling: Ruling) -> tuple[Any, ...]:
    end = ruling.outcome and (
        ruling.outcome.went_out, ruling.outcome.concealed, ruling.outcome.relancinho, ruling.outcome.over
    )  # fmt: skip
    return ruling.legal, [v.to_dict() for v in ruling.violations], ruling.consequence, end


def test_a_move_is_judged_as_its_rest_after_its_first_act() -> None:
    compared = legal = 0
    for position, move in _sequences():
        try:
            first, *rest = joined(move, position.rules)
            alone = Move((first[1],))
            whole = judge(position, move)
            if not is_legal(position, alone):
                assert whole.act == first[0]
                assert _said(whole) == _said(judge(position, alone))
                continue
            then = judge(after(position, alone), Move(tuple(act for _, act in rest)))
        except CanastaError:  # an act that there is not at that table
            continue
        assert _said(whole) == _said(then), f"{move} {position.to_json()}"
        assert whole.legal or whole.act == rest[then.act][0], f"{move} {position.to_json()}"
        compared += 1
        legal += whole.legal
    assert compared > 200
    assert 50 < legal < compared - 50


def test_the_table_after_a_move_is_that_after_its_acts_one_by_one() -> None:
    done = 0
    for position, move in _sequences():
        try:
            whole = after(position, move)
        except CanastaError:  # refused, which the other tests look at
            continue
        step = position
        for _, act in joined(move, position.rules):
            step = after(step, Move((act,)))
        assert step == whole, str(move)
        done += 1
    assert done > 50


@pytest.mark.parametrize(
    ("text", "act", "rules"),
    [
        ("meld KH KD KC; meld QH QD 4C; discard 6H", 1, ("meld.same-rank",)),
        ("meld KH KD KC; meld QH QD QC; discard KH", 2, ("turn.cards-in-hand",)),
        ("discard 4C; discard 5D", 1, ("turn.draw-first", "turn.cards-in-hand")),
        ("draw; discard 4C", 0, ("turn.draw-first",)),
        ("meld QH QD; meld KH", 0, ("meld.size",)),
    ],
)
def test_the_first_illegal_act_is_named_by_its_index_and_nothing_after_it(
    text: str, act: int, rules: tuple[str, ...]
) -> None:
    table = {**PLAY, "hands": [PLAY["hands"][0], ["9C", "9D", "7S"], 11, 11]}
    ruling = judge(Position.parse(table), text)
    assert (ruling.act, ruling.rules) == (act, rules)


def test_a_take_followed_at_once_by_a_laying_is_one_act_with_the_index_of_the_take() -> None:
    table = {**PLAY, "phase": "draw", "pile": ["KS", "9C"]}
    position = Position.parse(table)
    assert judge(position, "take; meld KS KH KD").legal
    assert judge(position, "take; meld KS KH KD; discard 4S").act == 2
    assert judge(position, "take; meld QH QD QC").rules == ("pile.top-card",)
    assert judge(position, "take; discard 4C").act == 0


def test_where_the_pile_is_free_a_take_and_a_laying_are_two_acts() -> None:
    table = {**PLAY, "rules": "brazilian", "phase": "draw", "pile": ["KS", "9C"]}
    ruling = judge(Position.parse(table), "take; meld KS 9C 4C")
    assert ruling.act == 1
    assert judge(Position.parse(table), "take; meld KS KH KD").legal


def test_counted_and_needed_are_those_of_the_first_act_that_lays() -> None:
    table = {**PLAY, "melds": [[], []]}
    outcome = judge(Position.parse(table), "meld KH KD KC / QH QD QC; discard 4C").outcome
    assert outcome is not None
    assert (outcome.counted, outcome.needed) == (60, 50)
    plain = judge(Position.parse(PLAY), "discard 4C").outcome
    assert plain is not None
    assert (plain.counted, plain.needed) == (0, 0)


def test_a_refused_move_gives_no_table_but_its_ruling() -> None:
    with pytest.raises(IllegalMove) as refused:
        after(Position.parse(PLAY), "meld KH KD")
    assert refused.value.ruling.rules == ("meld.size",)


def test_a_move_may_run_on_into_the_turns_of_others() -> None:
    start = {"hands": [["4C", "5D", "6H"], ["7C", "8D", "9S"], ["10C", "JD", "QS"], ["KC", "AD", "4S"]]}
    moved = after(Position.parse(start), "draw KH; discard 4C; draw KD; discard 7C; draw KS; discard 10C")
    assert (moved.turn, moved.phase) == (3, "draw")
    assert [c.code for c in moved.pile] == ["10C", "7C", "4C"]
    assert replace(moved, turn=3) == moved
