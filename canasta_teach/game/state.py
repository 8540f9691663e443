"""Floor 2: the immutable state of a deal.

A :class:`Position` is what lies on the table and in the hands at one moment. Reading and checking one from JSON is
:mod:`canasta_teach.game.position`; changing one by an act is :mod:`canasta_teach.game.apply`.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from canasta_teach.cards import Card
from canasta_teach.rulebook.ruleset import RuleSet

Phase = Literal["draw", "play", "over"]
Permission = Literal["asked", "yes", "no"]
Hand = tuple[Card, ...] | None
"""A hand: its cards in order, ``??`` for one not known; ``None`` when not even their number is known."""


class Laid(Struct, frozen=True, forbid_unknown_fields=True):
    """Cards laid in this turn: by its act number ``act``, on the side's meld ``meld`` (index), ``new`` or added to."""

    act: int
    meld: int
    cards: tuple[Card, ...]
    new: bool


class Turn(Struct, frozen=True, kw_only=True):
    """What the player on turn has done in it.

    ``drawn``: cards drawn from the stock; ``redrawn``: the right to redraw was used; ``took_pile``: the pile was
    taken; ``must_draw``: a pile wrongly taken was put back, so the turn begins again with a card from the stock.
    """

    drawn: tuple[Card, ...] = ()
    redrawn: bool = False
    took_pile: bool = False
    laid: tuple[Laid, ...] = ()
    must_draw: bool = False


class Penalty(Struct, frozen=True):
    """Penalty points of a side so far (``points`` positive), and the rule that set them."""

    rule: str
    points: int


class Position(Struct, frozen=True, kw_only=True):
    """One moment of a deal. Seats and sides are 0-based; cards are :class:`~canasta_teach.cards.Card` objects.

    Attributes:
        rules: the rule set in force, options and house rules included.
        players: number of players, 2 to 6.
        scores: each side's score before this deal, in points.
        dealer, turn: seats.
        phase: ``draw`` (must draw or take), ``play`` (has drawn), ``over``.
        first_turn: the first turn of the deal.
        hands: a hand a seat.
        melds: each side's melds in the order of laying, each a tuple of cards.
        concealed_melds: a side's indices of melds laid as concealed canastas.
        red_threes: tabled bonus cards a side.
        pile: the discard pile, top first, ``??`` for cards not known.
        stock: cards top first, ``??`` for cards not known; ``None``: number unknown.
        frozen: the pile holds a wild card (and the rule set freezes).
        laid_before: a seat has laid cards in an earlier turn of this deal.
        permission: the question to go out, in this turn.
        this_turn: what the player on turn did.
        penalised: a seat's cards that lie face up as penalised; they are in ``hands`` too.
        penalties: a side's penalties.
        minimum_raised: a vulnerable side took back a short laying.
        idle_turns: finished turns in a row that took a one-card pile and laid nothing.
        went_out, concealed, relancinho: how the deal ended.
    """

    rules: RuleSet
    players: int = 4
    scores: tuple[int, ...] = (0, 0)
    dealer: int = 3
    turn: int = 0
    phase: Phase = "draw"
    first_turn: bool = False
    hands: tuple[Hand, ...] = (None, None, None, None)
    melds: tuple[tuple[tuple[Card, ...], ...], ...] = ((), ())
    concealed_melds: tuple[frozenset[int], ...] = (frozenset(), frozenset())
    red_threes: tuple[tuple[Card, ...], ...] = ((), ())
    pile: tuple[Card, ...] = ()
    stock: tuple[Card, ...] | None = None
    frozen: bool = False
    laid_before: tuple[bool, ...] = (False, False, False, False)
    permission: Permission | None = None
    this_turn: Turn = Turn()
    penalised: tuple[tuple[Card, ...], ...] = ((), (), (), ())
    penalties: tuple[tuple[Penalty, ...], ...] = ((), ())
    minimum_raised: tuple[bool, ...] = (False, False)
    idle_turns: int = 0
    went_out: int | None = None
    concealed: bool = False
    relancinho: bool = False

    @property
    def sides(self) -> int:
        """Number of sides: 2 in partnership, else one a player."""
        return len(self.scores)

    def side(self, seat: int) -> int:
        """The side that ``seat`` plays for."""
        return seat % len(self.scores)

    def partners(self, seat: int) -> tuple[int, ...]:
        """The other seats of the side, next in turn first; empty for one who plays alone."""
        step = len(self.scores)
        return tuple((seat + k) % self.players for k in range(step, self.players, step))

    @classmethod
    def parse(cls, data: dict[str, Any] | str | bytes, *, house: RuleSet | None = None) -> Position:
        """Read a position from JSON text or a decoded JSON object.

        Args:
            data: the object of the public format.
            house: the house rules, where ``rules`` is ``"house"``.

        Raises:
            InvalidPosition: with the path of the first fault.
        """
        from canasta_teach.game.position import parse_position

        return parse_position(data, house=house)

    def to_dict(self) -> dict[str, Any]:
        """The position as a JSON object of the public format; ``Position.parse`` reads it back to an equal one."""
        from canasta_teach.game.position import format_position

        return format_position(self)

    def to_json(self) -> str:
        """The position as JSON text."""
        import msgspec

        return msgspec.json.encode(self.to_dict()).decode()
