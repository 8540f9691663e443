"""How widgets look, as the learner likes it: the colours of suits, and the size.

The choice holds for every widget of this Python process, those that are shown already included.
"""

from __future__ import annotations

from typing import Final, Literal, Protocol
from weakref import WeakSet

from msgspec import Struct
from msgspec.structs import asdict, replace

from canasta_teach.errors import CanastaError
from canasta_teach.i18n import translate

Suits = Literal["two", "four"]
Size = Literal["normal", "projector"]

_ALLOWED: Final[dict[str, tuple[str, ...]]] = {"suits": ("two", "four"), "size": ("normal", "projector")}


class Look(Struct, frozen=True, kw_only=True):
    """A choice of looks.

    Attributes:
        suits: ``two`` colours, or ``four``: diamonds blue, clubs green.
        size: ``normal``, or ``projector``: half as large again, to be read from the last row.
    """

    suits: Suits = "two"
    size: Size = "normal"


class Wearer(Protocol):
    """What shows a look, and can be asked to show a new one."""

    def refresh(self) -> None:
        """Send the page what it shows now."""


_wearers: WeakSet[Wearer] = WeakSet()
_look = Look()


def look(*, suits: Suits | None = None, size: Size | None = None) -> Look:
    """Choose how cards look, in all widgets from now on and in those that are shown; give the look that holds.

    ``look(suits="four", size="projector")`` is for a room with a projector; ``look()`` only tells.

    Args:
        suits: ``"two"`` colours or ``"four"``; ``None`` leaves it as it is.
        size: ``"normal"`` or ``"projector"``; ``None`` leaves it as it is.

    Raises:
        CanastaError: for a word that is not one of these.
    """
    global _look  # noqa: PLW0603 (one learner sits before one process)
    asked = {"suits": suits, "size": size}
    changes = {key: value for key, value in asked.items() if value is not None}
    for key, value in changes.items():
        if value not in _ALLOWED[key]:
            message = translate("{key}: {value} is not known; write one of {allowed}")
            raise CanastaError(message.format(key=key, value=repr(value), allowed=", ".join(_ALLOWED[key])))
    if changes:
        _look = replace(_look, **changes)
        for wearer in list(_wearers):
            wearer.refresh()
    return _look


def worn() -> dict[str, str]:
    """The look that holds, for a view-model."""
    return asdict(_look)


def wear(wearer: Wearer) -> None:
    """Remember a widget that must be told when the look changes."""
    _wearers.add(wearer)
