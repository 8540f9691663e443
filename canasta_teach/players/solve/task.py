"""What is asked of a hand: the objective, and everything about the table that bears on a laying.

A :class:`Task` is worked out once from a position and holds no search. The two searches, of games of ranks
(:mod:`canasta_teach.players.solve.ranks`) and of games in which every card counts
(:mod:`canasta_teach.players.solve.runs`), read it.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cached_property
from typing import Final, Literal

from msgspec.structs import replace

from canasta_teach.cards import UNKNOWN, Card
from canasta_teach.errors import InvalidPosition
from canasta_teach.game import pile
from canasta_teach.game.moves import Act, Move
from canasta_teach.game.referee import after, is_legal
from canasta_teach.game.scoring import ScoreSheet, score
from canasta_teach.game.search import canastas, canastas_needed, first_laying_due
from canasta_teach.game.state import Position

Source = Literal["hand", "pile"]


class Objective(StrEnum):
    """What a laying is to reach, and what its value is.

    ``MOST_POINTS``: card points laid, the top card of a pile that is taken included; the most.
    ``MOST_POINTS_KEEPING``: the same, two cards kept: one to discard and one to hold.
    ``MINIMUM_FEWEST_CARDS``: the first laying's minimum; the fewest hand cards.
    ``MINIMUM_FEWEST_WILDS``: the same; the fewest twos and jokers of the hand, and of such layings the fewest cards.
    ``CANASTA``, ``CANASTA_NATURAL``, ``CANASTA_MIXED``, ``CANASTA_CONCEALED``: a canasta (of the kind) that was not
    there before; the fewest hand cards.
    ``GOING_OUT``: all cards laid, or all but one that is then discarded; 1, and every way is a solution.
    ``BEST_SCORE``: what the side's score sheet of the deal says if the deal ends with the laying; the most.
    """

    MOST_POINTS = "most_points"
    MOST_POINTS_KEEPING = "most_points_keeping"
    MINIMUM_FEWEST_CARDS = "minimum_fewest_cards"
    MINIMUM_FEWEST_WILDS = "minimum_fewest_wilds"
    CANASTA = "canasta"
    CANASTA_NATURAL = "canasta_natural"
    CANASTA_MIXED = "canasta_mixed"
    CANASTA_CONCEALED = "canasta_concealed"
    GOING_OUT = "going_out"
    BEST_SCORE = "best_score"


POINTS: Final = frozenset({Objective.MOST_POINTS, Objective.MOST_POINTS_KEEPING})
MINIMUM: Final = frozenset({Objective.MINIMUM_FEWEST_CARDS, Objective.MINIMUM_FEWEST_WILDS})
CANASTAS: Final = frozenset(
    {Objective.CANASTA, Objective.CANASTA_NATURAL, Objective.CANASTA_MIXED, Objective.CANASTA_CONCEALED}
)
ENDINGS: Final = frozenset({Objective.GOING_OUT, Objective.BEST_SCORE})
"""A last discard belongs to these."""
WILD_WEIGHT: Final = 1000
"""A wild card weighs as much as so many cards where few wild cards are asked for."""
KEPT: Final = 2
"""Cards to keep: one to discard and one to hold."""


class Task:
    """A position and an objective, made ready for a search.

    Attributes:
        start, objective, source: what is asked.
        position: where cards are laid: ``start``, or what a free pile that is taken first leads to.
        rules, seat, side: of whom.
        takes: the act that lays takes the pile too; ``after_take``: a free pile is taken in an act of its own.
        hand: the cards that may be laid: known, and no bonus red threes.
        top: the pile's top card where it is taken and has to be used; else ``None``.
        pair: the top card needs two natural cards of its rank from the hand.
        others: cards that come to the hand with the pile, or are not known: they are left whatever is laid.
        due: what the laying must count, in points; 0 where no minimum applies.
        top_counts: points of the top card that count towards it.
        melds: the side's melds.
        need, have: canastas that going out takes, and that the side has.
        permission: the partner's word.
    """

    def __init__(self, position: Position, objective: Objective, source: Source) -> None:
        rules = position.rules
        _check(position, takes=source == "pile")
        self.start, self.objective, self.source = position, objective, source
        self.after_take = source == "pile" and pile.is_free(position)
        self.takes = source == "pile" and not self.after_take
        self.never = False
        if self.after_take:
            take = Move((Act("take"),))
            self.never = not is_legal(position, take)
            position = position if self.never else after(position, take)
        self.position, self.rules = position, rules
        seat = self.seat = position.turn
        self.side = position.side(seat)
        bonus = rules.has("deck.red-threes")
        held = position.hands[seat] or ()
        self.hand = [c for c in held if c is not UNKNOWN and not (bonus and c.is_red_three)]
        self.others: list[Card] = [UNKNOWN] * held.count(UNKNOWN) if UNKNOWN in held else []
        self.melds = position.melds[self.side]
        self.top: Card | None = None
        self.pair = False
        self.top_counts = 0
        if self.takes:
            self.top, *below = position.pile
            self.others += [c for c in below if not (bonus and c.is_red_three)]
            self.pair = pile.needs_pair(position, self.side)
            self.top_counts = rules.value(self.top) if rules.has("initial.top-card") else 0
        self.due = first_laying_due(position, seat)
        self.need = canastas_needed(position)
        self.permission = position.permission

    @cached_property
    def have(self) -> int:
        """Canastas that the side has."""
        return canastas(self.position, self.side)

    @property
    def barred(self) -> bool:
        """Nothing can be done with the pile, whatever the hand: a wild card or a stop lies on top, or it is a lap's."""
        position = self.position
        if not self.takes or self.top is None:
            return self.never
        if position.this_turn.must_draw or pile.idle_lap(position) or pile.one_for_one(position, self.seat):
            return True
        return self.rules.is_wild(self.top) or pile.stopped(position)

    @property
    def sought(self) -> str:
        """The kind of canasta that is sought: ``any``, ``natural``, ``mixed``, ``concealed``; empty for none."""
        if self.objective not in CANASTAS:
            return ""
        return self.objective.value.partition("_")[2] or "any"

    # -- the score of the deal ---------------------------------------------------------------------

    @cached_property
    def sheet(self) -> ScoreSheet:
        """The side's sheet if the deal ended with nothing laid, the pile in hand where it is taken."""
        return score(self._ended())[self.side]

    @cached_property
    def opening(self) -> int:
        """What the side's red threes gain by its first laying, in points."""
        if self.melds:
            return 0
        position = self._ended()
        stand_in = (position.rules.deck()[:1],)
        melds = (*position.melds[: self.side], stand_in, *position.melds[self.side + 1 :])
        then = score(replace(position, melds=melds))[self.side]
        return then.red_threes - self.sheet.red_threes

    @cached_property
    def out_bonus(self) -> int:
        """What going out adds to the side's sheet, in points."""
        then = score(replace(self._ended(), went_out=self.seat))[self.side]
        return then.going_out - self.sheet.going_out

    @cached_property
    def concealed_bonus(self) -> int:
        """What going out concealed adds more, in points; 0 where the seat cannot do so any longer."""
        position, turn = self.position, self.position.this_turn
        new = {laid.meld for laid in turn.laid if laid.new}
        if position.laid_before[self.seat] or any(laid.meld not in new for laid in turn.laid):
            return 0
        return score(replace(self._ended(), went_out=self.seat, concealed=True))[self.side].concealed

    def _ended(self) -> Position:
        """The deal ended with nothing laid. Cards that are not known count nothing."""
        position, rules = self.position, self.rules
        hands = [tuple(c for c in hand or () if c is not UNKNOWN) for hand in position.hands]
        red_threes = list(position.red_threes)
        if self.takes:
            bonus = rules.has("deck.red-threes")
            below = position.pile[1:]
            hands[self.seat] += tuple(c for c in below if c is not UNKNOWN and not (bonus and c.is_red_three))
            red_threes[self.side] += tuple(c for c in below if bonus and c.is_red_three)
        return replace(
            position,
            phase="over",
            hands=tuple(hands),
            red_threes=tuple(red_threes),
            went_out=None,
            concealed=False,
            relancinho=False,
        )


def _check(position: Position, *, takes: bool) -> None:
    """Refuse a position in which there is nothing to solve.

    Raises:
        InvalidPosition: with the path of what is at fault.
    """
    seat = position.turn
    if position.phase == "over":
        raise InvalidPosition("phase", "the deal is over, so nothing can be laid")
    if position.permission == "asked":
        raise InvalidPosition("permission", "a question is open, so nothing can be laid before the partner answers")
    if takes and position.phase != "draw":
        raise InvalidPosition("phase", "the pile is taken before drawing, in phase draw")
    if not takes and position.phase != "play":
        raise InvalidPosition("phase", "cards are laid from the hand after drawing, in phase play")
    if takes and not position.pile:
        raise InvalidPosition("pile", "an empty pile cannot be taken")
    if position.hands[seat] is None:
        raise InvalidPosition(f"hands[{seat}]", "the hand on turn must be known to be solved: name its cards")
    if not position.rules.has("initial.combined"):
        raise InvalidPosition("rules", "a first laying whose melds do not count together is not solved")
