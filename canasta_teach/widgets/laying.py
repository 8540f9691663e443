"""What the referee says to a laying, as a notebook's cell gives it."""

from __future__ import annotations

from textwrap import fill

from canasta_teach.game.ruling import Ruling
from canasta_teach.static_html import as_html


class Laying:
    """What the referee says to a laying: its ``ruling``, which a notebook shows in lines.

    Attributes:
        ruling: the ruling.
        paid: the laying was refused, and its price was paid.
    """

    def __init__(self, ruling: Ruling, *, paid: bool = False) -> None:
        self.ruling = ruling
        self.paid = paid

    @property
    def legal(self) -> bool:
        """Whether the referee allows it."""
        return self.ruling.legal

    def __repr__(self) -> str:
        return "\n".join(_wrapped(line) for line in self.ruling.text.splitlines())

    def _repr_html_(self) -> str:
        return as_html(self.ruling.text.splitlines())


def _wrapped(line: str) -> str:
    """A line broken between words, as far in as it begins: notebooks break long lines within words."""
    indent = " " * (len(line) - len(line.lstrip()))
    return fill(line.strip(), 84, initial_indent=indent, subsequent_indent=indent, break_long_words=False)
