"""The errors of this package. All are ``ValueError``s whose text says where, what, and what instead."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from canasta_teach.game.ruling import Ruling


class CanastaError(ValueError):
    """Any fault that the caller of this package can mend."""


class InvalidCard(CanastaError):
    """A text that names no card."""


class InvalidMove(CanastaError):
    """A text outside the move notation, or an act that this rule set does not know."""


class InvalidPosition(CanastaError):
    """A position that cannot be: ``path`` names the place, as in ``hands[0][3]``."""

    def __init__(self, path: str, reason: str) -> None:
        self.path = path
        self.reason = reason
        super().__init__(f"{path}: {reason}" if path else reason)


class InvalidRules(CanastaError):
    """A rule book or house-rules file that cannot be used: file, key and reason."""

    def __init__(self, where: str, key: str, reason: str) -> None:
        self.where = where
        self.key = key
        self.reason = reason
        super().__init__(": ".join(part for part in (where, key, reason) if part))


class IllegalMove(CanastaError):
    """A move that the referee refuses; ``ruling`` says why."""

    def __init__(self, ruling: Ruling) -> None:
        self.ruling = ruling
        super().__init__(ruling.text)
