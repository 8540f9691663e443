"""The puzzle of the day: one a date, the same for everyone, each of the bank once a round."""

from __future__ import annotations

import datetime

import pytest

from canasta_teach.teach.puzzles import today as module
from canasta_teach.teach.puzzles.bank import bank
from canasta_teach.teach.puzzles.errors import InvalidPuzzle
from canasta_teach.teach.puzzles.today import FIRST, archive, current_day, today

DAY = datetime.timedelta(days=1)


def _round(number: int) -> list[str]:
    many = len(bank())
    return [today(FIRST + (number * many + day) * DAY).id for day in range(many)]


def test_a_round_shows_each_puzzle_once() -> None:
    assert sorted(_round(0)) == sorted(bank())
    assert sorted(_round(1)) == sorted(bank())


def test_rounds_differ_in_their_order() -> None:
    assert _round(0) != _round(1)


def test_days_change_in_rules_and_grade() -> None:
    week = [bank()[name] for name in _round(0)[:21]]
    assert len({puzzle.position["rules"] for puzzle in week}) == 5
    assert len({puzzle.grade for puzzle in week}) >= 4


def test_a_moment_of_a_day_has_the_puzzle_of_the_day() -> None:
    assert today(datetime.datetime(2026, 3, 1, 23, 59)) == today(datetime.date(2026, 3, 1))


def test_today_is_some_day_of_the_bank() -> None:
    assert today() in bank().values()


def test_the_archive_goes_back_from_the_latest_day() -> None:
    until = FIRST + 40 * DAY
    listed = archive(until, 5)
    assert [day for day, _ in listed] == [until - back * DAY for back in range(5)]
    assert all(puzzle == today(day) for day, puzzle in listed)


def test_the_archive_ends_with_the_first_day() -> None:
    assert [day for day, _ in archive(FIRST + DAY, 30)] == [FIRST + DAY, FIRST]
    assert archive(FIRST - DAY, 30) == ()
    assert archive(FIRST, 0) == ()


def test_no_puzzle_came_before_the_first_day() -> None:
    with pytest.raises(InvalidPuzzle, match="2026-01-01"):
        today(FIRST - DAY)


def test_a_clock_that_is_behind_has_the_first_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "clock", lambda: FIRST - 300 * DAY)
    assert current_day() == FIRST
    assert today() == today(FIRST)
    assert archive(None, 5) == ((FIRST, today(FIRST)),)


@pytest.mark.parametrize("many", [-1, 100_000])
def test_an_archive_has_bounds(many: int) -> None:
    with pytest.raises(InvalidPuzzle, match="0 to 1000"):
        archive(FIRST, many)
