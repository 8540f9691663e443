"""Floor 3: the shape of a puzzle as data.

A puzzle is a position, what is to be reached in it in one turn, and the best that can be reached. That best is never
trusted: the solver works it out anew wherever a puzzle comes from outside (:mod:`canasta_teach.teach.puzzles.prove`).
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct

from canasta_teach.players.solve import Objective
from canasta_teach.teach.model import RuleId

HEAD: Final = "canasta-puzzle"
"""With this word the line of text begins by which a puzzle is shared."""
LICENCE: Final = "CC0-1.0"
"""Under which the course's own puzzles stand, and new ones where their author names none."""

# A `$` alone would let a line break through at the very end.
PuzzleId = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9./_-]{0,79}$(?!\n)")]
Line = Annotated[str, Meta(max_length=120, pattern=r"^[^\x00-\x1f\x7f\u2028\u2029]*$(?!\n)")]
"""A few words on one line, as people write them; always shown as text."""
Tag = Annotated[str, Meta(pattern=r"^[a-z][a-z-]{1,39}$(?!\n)")]
Grade = Annotated[int, Meta(ge=1, le=5)]
Par = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
End = Literal["", "stop", "freeze"]


class Aim(Struct, frozen=True, forbid_unknown_fields=True):
    """What is to be reached.

    Attributes:
        what: as the solver has it, see :class:`~canasta_teach.players.solve.Objective`.
        end: how the turn has to end: ``stop``, with a discard that keeps the next player from the pile; ``freeze``,
            with a wild card that freezes it; empty, with anything or nothing.
    """

    what: Objective
    end: End = ""


class Measured(Struct, frozen=True, forbid_unknown_fields=True):
    """What was measured of a puzzle, and nothing else decides its grade.

    Attributes:
        greedy: what the natural first idea reaches, in units of the par; ``None`` where it reaches nothing.
        two_step: what looking one laying further reaches.
        tempting: how many legal layings come close to par and miss it; no more than
            :data:`~canasta_teach.teach.puzzles.grade.CROWD` are counted.
        parts: melds and additions of the shortest best laying, of those that are listed.
    """

    greedy: int | None
    two_step: int | None
    tempting: Annotated[int, Meta(ge=0)]
    parts: Annotated[int, Meta(ge=0)]


class Puzzle(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A puzzle.

    Attributes:
        id: its name, unique in a collection.
        position: the table, in the public format, with the rule set's key; the player on turn solves it. In the phase
            ``play`` from the hand, in the phase ``draw`` by taking the pile.
        aim: what is to be reached.
        par: the best that can be reached, in the aim's units: points, cards, wild cards, or 1 for going out.
        only: there is one best laying, but for cards of a kind.
        grade: 1 (easy) to 5, from ``measured`` alone.
        measured: what the grade was worked out from; ``None`` where it was not measured.
        ideas: keys of the ideas that it turns on.
        rules: ids of the rules that it turns on.
        title: a few words; may be empty.
        author: who made it; may be empty. The course's own are made by its generator.
        licence: under which it may be shared.
    """

    id: PuzzleId
    position: dict[str, Any]
    aim: Aim
    par: Par
    only: bool = False
    grade: Grade = 1
    measured: Measured | None = None
    ideas: Annotated[tuple[Tag, ...], Meta(max_length=6)] = ()
    rules: Annotated[tuple[RuleId, ...], Meta(max_length=6)] = ()
    title: Line = ""
    author: Line = ""
    licence: Line = LICENCE
