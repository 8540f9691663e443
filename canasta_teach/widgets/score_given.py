"""What a score sheet is given by code: a deal, a mode, a side or seat, and figures, held to what they may be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeGuard

from canasta_teach.errors import InvalidMove, InvalidPosition
from canasta_teach.game.state import Position
from canasta_teach.i18n import translate
from canasta_teach.rulebook.ruleset import RuleSet, near
from canasta_teach.widgets.score_draft import TOTAL, read_points
from canasta_teach.widgets.score_view import MODES, Mode

_TOO_MUCH = 10**9  # points; no figure is as large


def known_position(given: Position | Mapping[str, Any], house: RuleSet | None) -> Position:
    """The deal, from an object or from the public format.

    Args:
        given: the deal.
        house: the house rules, where ``rules`` is ``"house"``.

    Raises:
        InvalidPosition: when it is neither, or cannot be.
    """
    if isinstance(given, Position):
        return given
    if not isinstance(given, Mapping):
        raise InvalidPosition("", f"a score sheet needs a position, not {type(given).__name__}")
    return Position.parse(dict(given), house=house)


def check_mode(mode: object) -> None:
    """Refuse what is no mode of a sheet.

    Raises:
        InvalidPosition: with the modes that there are.
    """
    if mode not in MODES:
        raise InvalidPosition("mode", f"{mode!r} is none of {', '.join(MODES)}{near(str(mode), MODES)}")


def check_number(name: str, number_given: object, count: int) -> None:
    """Refuse what is no seat or side (0-based) of so many.

    Raises:
        InvalidPosition: with the argument's name.
    """
    if isinstance(number_given, bool) or not isinstance(number_given, int) or not 0 <= number_given < count:
        raise InvalidPosition(name, f"{number_given!r} is none of 0 to {count - 1}")


def check_figures(given: Mapping[str, int], mode: Mode, keys: Sequence[str]) -> None:
    """Refuse figures that cannot stand in a sheet from the start.

    Args:
        given: figures by line, in points.
        mode: the sheet's mode; with ``"spot"`` the total may be given, too.
        keys: the names of its lines.

    Raises:
        InvalidPosition: when the sheet takes none, has no such line, or one is no number of points.
    """
    lines = (*keys, TOTAL) if mode == "spot" else keys
    if given and mode == "filled":
        raise InvalidPosition("given", "a sheet that fills itself takes no figures; use mode='fill' or 'spot'")
    for key, points in given.items():
        if key not in lines:
            raise InvalidPosition(f"given.{key}", f"the sheet has no such line{near(str(key), lines)}")
        if not _is_points(points):
            raise InvalidPosition(f"given.{key}", "this must be a number of points")


def known_points(value: object) -> int:
    """A figure given by code, in points.

    Raises:
        InvalidMove: when it is no number of points.
    """
    if isinstance(value, str):
        return read_points(value)
    if not _is_points(value):
        raise InvalidMove(translate("A line takes a number of points."))
    return value


def _is_points(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < _TOO_MUCH
