"""Grades: a sum of what is measured, and what is measured is what the solver and the referee say."""

from __future__ import annotations

import pytest

from canasta_teach.game.state import Position
from canasta_teach.players.solve import Objective
from canasta_teach.teach.puzzles.first_ideas import greedy, two_step
from canasta_teach.teach.puzzles.grade import CROWD, MANY, PARTS, grade, measure_puzzle
from canasta_teach.teach.puzzles.model import Aim, Measured
from canasta_teach.teach.puzzles.prove import prove

FEWEST_CARDS = Aim(Objective.MINIMUM_FEWEST_CARDS)
FEWEST_WILDS = Aim(Objective.MINIMUM_FEWEST_WILDS)


def _table(hand: str, **more: object) -> Position:
    return Position.parse({"rules": "classic", "phase": "play", "hands": [hand.split(), None, None, None], **more})


@pytest.mark.parametrize(
    ("measured", "wanted"),
    [
        (Measured(2, 2, 0, 1), 1),
        (Measured(2, 2, MANY, 1), 2),
        (Measured(2, 2, 0, PARTS), 2),
        (Measured(2, 2, CROWD, PARTS), 3),
        (Measured(3, 2, 0, 1), 2),
        (Measured(3, 2, MANY, 1), 3),
        (Measured(3, 2, CROWD, 1), 4),
        (Measured(None, 2, MANY, PARTS), 4),
        (Measured(3, 3, 0, 1), 4),
        (Measured(3, None, MANY, 1), 5),
        (Measured(None, None, CROWD, PARTS), 5),
    ],
)
def test_the_grade_is_a_sum_of_what_is_measured(measured: Measured, wanted: int) -> None:
    assert grade(measured, 2, FEWEST_CARDS) == wanted


def test_the_first_idea_takes_the_dearest_pair_and_a_wild_card() -> None:
    table = _table("JK AH AS KH KS KD QH QS QD QC JD JC JH 4C", scores=[1500, 0])
    assert prove(table, FEWEST_WILDS).value == 0
    assert greedy(table, FEWEST_WILDS) == 1
    assert two_step(table, FEWEST_WILDS) == 0


def test_the_first_idea_heaps_no_wild_cards() -> None:
    table = _table("JK JK 2C KC KD 8D 8H 8S 4C 4C 4D 4H", scores=[3820, 0])
    assert prove(table, FEWEST_CARDS).value == 4
    assert greedy(table, FEWEST_CARDS) == 10
    assert two_step(table, FEWEST_CARDS) == 4


def test_an_idea_that_reaches_nothing_has_no_value() -> None:
    table = _table("2C 2H 2S 6C 5D 5H 3C 3S 3S", melds=[["10D 10H 10C 10S JK"], []])
    aim = Aim(Objective.GOING_OUT)
    assert prove(table, aim).value == 1
    assert greedy(table, aim) is None
    assert two_step(table, aim) == 1


def test_near_misses_are_counted() -> None:
    table = _table("JK AH AS KC KD 8C 8H 8S", scores=[1500, 0])
    proof = prove(table, FEWEST_CARDS)
    measured = measure_puzzle(table, FEWEST_CARDS, proof)
    assert proof.value == 3
    # No other laying of three or four cards comes to 90 but the aces with the joker and an ace less or more.
    assert measured == Measured(greedy=3, two_step=3, tempting=0, parts=1)


def test_the_end_of_the_turn_keeps_its_card() -> None:
    table = _table("2C 2H QH QS QD 9C 9D 4D 4C 4S", melds=[["9D 9S 9H"], []])
    aim = Aim(Objective.MOST_POINTS_KEEPING, "stop")
    assert greedy(table, aim) is not None
    free = prove(table, Aim(Objective.MOST_POINTS_KEEPING)).value
    bound = prove(table, aim).value
    assert free is not None
    assert bound is not None
    assert bound < free


def test_without_a_card_for_the_end_nothing_is_reached() -> None:
    table = _table("QH QS QD 9C 9D 9H 4D 4C 4S", melds=[["KD KS KH"], []])
    aim = Aim(Objective.MOST_POINTS_KEEPING, "stop")
    assert greedy(table, aim) is None
    assert two_step(table, aim) is None
    assert prove(table, aim).value is None


@pytest.mark.parametrize("aim", [Aim(what) for what in Objective], ids=lambda aim: aim.what.value)
def test_ideas_with_runs_are_no_better_than_the_best(aim: Aim) -> None:
    data = {
        "rules": "brazilian",
        "phase": "play",
        "scores": [800, 0],
        "hands": ["2C AC AS KC QC QD QS JC 6D 5C 5D 5S 4D 3D", None, None, None],
        "melds": [["7D 8D 9D 10D JD"], []],
        "laid_before": [False, True, True, True],
    }
    table = Position.parse(data)
    if aim.what is Objective.CANASTA_CONCEALED:
        return
    best = prove(table, aim).value
    for reached in (greedy(table, aim), two_step(table, aim)):
        assert reached is None or best is not None
        if aim.what in (Objective.MOST_POINTS, Objective.BEST_SCORE) and reached is not None and best is not None:
            assert reached <= best
