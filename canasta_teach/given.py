"""Whether what a caller gave is of its kind: Python holds nobody to types, and a fault is to be told in words."""

from __future__ import annotations


def is_text(value: object) -> bool:
    """Whether this is a text."""
    return isinstance(value, str)


def is_whole(value: object) -> bool:
    """Whether this is a whole number, and neither true nor false."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_a(value: object, *kinds: type) -> bool:
    """Whether this is of one of these types."""
    return isinstance(value, kinds)
