"""Floor 2: moves as data. Their text notation is read and written by :mod:`canasta_teach.game.notation`."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from canasta_teach.cards import Card
from canasta_teach.errors import InvalidMove

ActKind = Literal[
    "draw", "redraw", "take", "take-top", "lay", "discard", "ask", "answer", "relancinho", "table", "take-back", "look"
]


class Target(Struct, frozen=True):
    """A meld that cards are added to, named as in the notation.

    ``name`` is a rank (``K``, ``10``) or an index (``#0``); ``side``: ``None`` for our own, ``"their"``, or a side's
    number (0-based).
    """

    name: str
    side: Literal["their"] | int | None = None

    def __str__(self) -> str:
        if self.side is None:
            return self.name
        return f"their {self.name}" if self.side == "their" else f"side {self.side}'s {self.name}"


class Part(Struct, frozen=True):
    """Cards laid as one meld (``to`` is ``None``) or added to one. Parts of an act are laid at one time."""

    cards: tuple[Card, ...]
    to: Target | None = None


class Act(Struct, frozen=True):
    """One act of the notation.

    Attributes:
        kind: the act; ``meld`` and ``add`` are both ``lay``.
        seat: the seat named by ``seat n:``; ``None`` for the seat on turn (for an answer: the next partner).
        cards: ``draw``, ``redraw``: cards named, in order (may be none); ``take``, ``take-top``: the hand cards that
            go with the top card; ``discard``, ``table``: the one card; ``take-back``: the cards.
        onto: ``take onto``: the meld that gets the top card.
        parts: ``lay``, ``relancinho``: all parts; ``take``: the further layings behind ``/``.
        yes: the word of an ``answer``.
    """

    kind: ActKind
    seat: int | None = None
    cards: tuple[Card, ...] = ()
    onto: Target | None = None
    parts: tuple[Part, ...] = ()
    yes: bool | None = None

    def __str__(self) -> str:
        from canasta_teach.game.notation import format_act

        return format_act(self)


class Move(Struct, frozen=True):
    """Acts joined by ``;``, done in order."""

    acts: tuple[Act, ...]

    @classmethod
    def parse(cls, text: str) -> Move:
        """Read a move of the public notation.

        Raises:
            InvalidMove: when the text is not in the notation, with the act and word at fault and what may stand there.
            InvalidCard: for a word that names no card.
        """
        from canasta_teach.game.notation import parse_move

        if not isinstance(text, str):
            raise InvalidMove(f'a move is a text, as "draw" or "discard KH", not {type(text).__name__}')
        return parse_move(text)

    @classmethod
    def of(cls, move: Move | str) -> Move:
        """A move as it is, or read from its text.

        Raises:
            InvalidMove, InvalidCard: as :meth:`parse`.
        """
        return move if isinstance(move, Move) else cls.parse(move)

    def __str__(self) -> str:
        return "; ".join(str(act) for act in self.acts)
