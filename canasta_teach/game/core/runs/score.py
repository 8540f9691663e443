"""The score of a deal that is over, from its packed state: the totals of :mod:`canasta_teach.game.scoring`."""

from __future__ import annotations

from canasta_teach.game.core.runs.cards import RED_THREES, SIZE_AT, sized
from canasta_teach.game.core.runs.meld import NATURAL
from canasta_teach.game.core.runs.melds import MeldBook
from canasta_teach.game.core.runs.state import State
from canasta_teach.rulebook.ruleset import RuleSet


class Scorer:
    """What counts in one rule set, in points; 0 where it has no such line."""

    def __init__(self, rules: RuleSet, players: int, book: MeldBook) -> None:
        has, p = rules.has, rules.p
        self.book = book
        self.sides = rules.sides(players)
        self.melds = has("score.melds")
        self.hand = has("score.hand")
        self.natural = p.natural_canasta if has("score.natural-canasta") else 0
        self.mixed = p.mixed_canasta if has("score.mixed-canasta") else 0
        hidden = has("score.concealed-canasta") and has("canasta.concealed")
        self.concealed_canasta = p.concealed_canasta if hidden else 0
        self.red_three, self.all_reds = (p.red_three, p.red_threes_all) if has("score.red-threes") else (0, 0)
        self.red_count = 2 * p.packs
        self.against = has("score.red-threes-unmelded")
        self.going_out = p.going_out if has("score.going-out") else 0
        self.nobody_counts = not has("score.no-one-out")
        self.concealed = p.concealed if has("score.concealed") and has("out.concealed") else 0
        self.relancinho = p.relancinho if has("score.relancinho") and has("out.relancinho") else 0
        self.penalties = has("score.penalties")
        self.hidden_red = p.hidden_red_three if self.penalties and has("penalty.hidden-red-three") else 0

    def scores(self, s: State) -> tuple[int, ...]:
        """Each side's points of the deal."""
        return tuple([self._side(s, side) for side in range(self.sides)])

    def _side(self, s: State, side: int) -> int:
        book, melds, total = self.book, s.melds[side], 0
        for at, meld in enumerate(melds):
            if self.melds:
                total += meld.points
            if meld.canasta:
                total += self.natural if meld.canasta == NATURAL else self.mixed
                if s.concealed[side] >> at & 1:
                    total += self.concealed_canasta
        reds = s.reds[side] >> SIZE_AT
        if reds:
            worth = self.all_reds if reds == self.red_count else reds * self.red_three
            total += worth if melds or not self.against else -worth
        for seat in range(side, len(s.hands), self.sides):
            hand = s.hands[seat]
            if s.ending.relancinho and seat == s.ending.seat:
                continue
            if self.hand and hand:
                total -= book.points(hand)
            if self.hidden_red and hand & RED_THREES:
                total -= self.hidden_red * (sized(hand & RED_THREES) >> SIZE_AT)
        if self.penalties:
            total -= sum(one.points for one in s.deal.penalties[side])
        seat = s.ending.seat
        if seat < 0 and self.nobody_counts:
            seat = s.turn
        if seat >= 0 and seat % self.sides == side:
            total += self.going_out
            total += self.concealed if s.ending.concealed else 0
            total += self.relancinho if s.ending.relancinho else 0
        return total
