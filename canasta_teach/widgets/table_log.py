"""The view-model of a table's log: its last lines, or an earlier page of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from canasta_teach.widgets.table_game import Game
from canasta_teach.widgets.table_words import told

LOG_LINES: Final = 8
"""So many of the last lines are shown by themselves."""
LOG_PAGE: Final = 24
"""So many earlier ones at a time, where a message holds them."""
_ROOM: Final = 5_000
"""Bytes that the lines of a page may take, so that the message stays small."""


def log_view(game: Game, viewer: int, *, open_to_all: bool, until: int | None = None) -> dict[str, Any]:
    """A page of the log, and how many lines lie before and behind it.

    Args:
        game: the deal.
        viewer: the seat to whom it is told; below 0, somebody who sees no hand.
        open_to_all: it may tell every card.
        until: the step of the last line; ``None`` for the last lines that there are.
    """
    last = game.step if until is None else min(until, game.step)
    lines: list[dict[str, Any]] = []
    room = _ROOM
    for step in range(last, max(0, last - (LOG_LINES if until is None else LOG_PAGE)), -1):
        line = told(game.done[step - 1], viewer, open_to_all=open_to_all)
        parts = [_coded(piece) for piece in line["parts"]]
        shown = without_empty({"step": step, **line, "parts": parts, "current": step == game.step})
        room -= len(msgspec.json.encode(shown))
        if lines and room < 0:
            break
        lines.append(shown)
    return {"log": lines[::-1], "log_more": last - len(lines), "log_later": game.step - last}


def turned(shown: Mapping[str, Any], *, later: bool) -> int | None:
    """Where the page before the one ``shown`` ends, or the ``later`` one; ``None`` for the last lines."""
    before, behind = shown["log_more"], shown["log_later"]
    step = before + len(shown["log"]) + behind
    if later:
        return min(step - behind + LOG_PAGE, step) if behind > LOG_LINES else None
    return before or (step - behind if behind else None)


def without_empty(shown: dict[str, Any]) -> dict[str, Any]:
    """What there is to tell: what is empty or does not hold is not sent; a number is, 0 too."""
    return {name: value for name, value in shown.items() if value or (isinstance(value, int) and value is not False)}


def _coded(piece: dict[str, Any]) -> dict[str, Any]:
    """A piece with its cards as codes: the page has their names already."""
    return {"cards": [one["code"] for one in piece["cards"]]} if "cards" in piece else piece
