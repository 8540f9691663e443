"""Floor 3: the puzzle of the day: the same for everyone on one date, with no clock or net asked beyond the date.

The bank is gone through in rounds, from :data:`FIRST` on. In each round every puzzle comes once, in an order mixed by
the number of the round and the puzzles' ids, so that rule sets and grades change from day to day.
"""

from __future__ import annotations

import datetime
from functools import lru_cache
from hashlib import sha256
from typing import Final

from canasta_teach.i18n import translate
from canasta_teach.teach.puzzles.bank import bank
from canasta_teach.teach.puzzles.errors import InvalidPuzzle
from canasta_teach.teach.puzzles.model import Puzzle

FIRST: Final = datetime.date(2026, 1, 1)
"""The first day with a puzzle."""
MOST_DAYS: Final = 1000
"""So many days an archive lists at most."""


def today(date: datetime.date | None = None) -> Puzzle:
    """The puzzle of a date.

    Args:
        date: a calendar day; ``None`` for :func:`current_day`.

    Raises:
        InvalidPuzzle: for a day before :data:`FIRST`.
    """
    day = _day(date)
    if day < FIRST:
        text = translate("{day}: the first puzzle of the day is that of {first}")
        raise InvalidPuzzle("date", text.format(day=day.isoformat(), first=FIRST.isoformat()))
    lap, place = divmod((day - FIRST).days, len(bank()))
    return bank()[_order(lap)[place]]


def archive(until: datetime.date | None = None, n: int = 30) -> tuple[tuple[datetime.date, Puzzle], ...]:
    """The last puzzles of the day with their dates, the latest first.

    Args:
        until: the latest day; ``None`` for :func:`current_day`.
        n: how many days, 0 to :data:`MOST_DAYS`; fewer where the first day comes before.

    Raises:
        InvalidPuzzle: for a number of days outside these bounds.
    """
    if not 0 <= n <= MOST_DAYS:
        text = translate("{n}: ask for 0 to {most} days").format(n=n, most=MOST_DAYS)
        raise InvalidPuzzle("n", text)
    last = _day(until)
    days = (last - datetime.timedelta(days=back) for back in range(n) if (last - FIRST).days >= back)
    return tuple((day, today(day)) for day in days)


def clock() -> datetime.date:
    """The date by the local clock, which may be wrong."""
    return datetime.date.today()


def current_day() -> datetime.date:
    """The date by the local clock; :data:`FIRST` where that is behind."""
    return max(FIRST, clock())


def _day(date: datetime.date | None) -> datetime.date:
    if date is None:
        return current_day()
    return date.date() if isinstance(date, datetime.datetime) else date


@lru_cache(maxsize=8)
def _order(lap: int) -> tuple[str, ...]:
    """The ids in the order of a round."""
    return tuple(sorted(bank(), key=lambda name: sha256(f"{lap} {name}".encode()).hexdigest()))
