"""The fast core: deals played on packed states, and which core plays which game.

The referee is the law; a core is held to it. Games of ranks, in which suits do not matter, are played by
:class:`~canasta_teach.game.core.ranks.core.RankCore`; games with runs, or with several melds of a rank, by
:mod:`canasta_teach.game.core.runs.core`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import Any, Protocol

from canasta_teach.errors import InvalidPosition
from canasta_teach.game.moves import Act
from canasta_teach.game.state import Position
from canasta_teach.rulebook.ruleset import RuleSet


class Core(Protocol):
    """What every core does. Its states and moves are its own affair: immutable, and comparable."""

    def pack(self, position: Position, *, partial: bool = False) -> Any:
        """The position as a state.

        Args:
            position: what to pack.
            partial: only the cards of the player on turn need be known: enough to list moves, not to play on.

        Raises:
            InvalidPosition: when cards that matter are not known.
        """

    def unpack(self, state: Any) -> Position:
        """The state as a position: the very one it was packed from, or after moves one that differs in folded suits."""

    def fold(self, position: Position) -> Position:
        """The position with everything that makes no difference made alike: equal folds are the same state.

        Its cards stand for their kinds, so that it need not be a table that could be.
        """

    def each_move(self, state: Any) -> Iterator[Any]:
        """Every move of the normal form (see :func:`~canasta_teach.game.legal.legal_moves`), lazily."""

    def moves(self, state: Any) -> Sequence[Any]:
        """Every move of the normal form at once; for a first laying there may be very many."""

    def random_move(self, state: Any, rng: Random) -> Any:
        """A legal move by chance, in small time.

        Raises:
            ValueError: when the deal is over.
        """

    def apply(self, state: Any, move: Any) -> Any:
        """The state after one of its moves, with everything that follows by itself. The move is not checked."""

    def render(self, position: Position, move: Any) -> Act:
        """A move as an act with concrete cards of the hand, the lowest by ``Card.number``."""

    def read(self, position: Position, act: Act) -> Any:
        """The move that a legal act of the normal form is, whichever cards of the kind it names."""

    def normal_form(self, position: Position, act: Act) -> tuple[Act, ...]:
        """A legal act as acts of the normal form that end in the same state when done in turn.

        Cards that it names as drawn stay named where the stock is not known.

        Raises:
            IllegalMove: when the referee refuses it.
        """

    def is_over(self, state: Any) -> bool:
        """Whether the deal is over."""

    def scores(self, state: Any) -> tuple[int, ...]:
        """What the deal that is over scores for each side, in points."""


def plays_by_ranks(rules: RuleSet) -> bool:
    """Whether the rule set is a game of ranks: no runs, one meld of a rank, red threes a bonus, each act one player's.

    Games with the Brazilian page's own rules (vulnerable players, a rejected draw, *relancinho*) are left to the other
    core, even where house rules take the runs out of them.
    """
    others = ("meld.sequence", "turn.redraw", "initial.vulnerable", "out.relancinho")
    return (
        rules.has("meld.one-per-rank")
        and rules.has("deck.red-threes")
        and set(rules.p.wild_ranks) == {"2", "JK"}
        and not any(map(rules.has, others))
    )


# A core remembers some 10 to 40 MB in long play, and less than 1 MB in a game or two.
@lru_cache(maxsize=64)
def core_for(rules: RuleSet, players: int) -> Core:
    """The core that plays a rule set with a number of players.

    Raises:
        InvalidPosition: when the rule set does not seat so many.
    """
    if players not in rules.p.players:
        allowed = ", ".join(map(str, rules.p.players))
        raise InvalidPosition("players", f"{players} players cannot play {rules.title}; it takes {allowed}")
    if plays_by_ranks(rules):
        from canasta_teach.game.core.ranks.core import RankCore

        return RankCore(rules, players)
    from canasta_teach.game.core.runs.core import RunsCore

    return RunsCore(rules, players)
