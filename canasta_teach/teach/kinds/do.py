"""Floor 3: make it on the table. Any legal way that meets the goal is right; the referee says what is legal."""

from __future__ import annotations

from collections import deque
from functools import cached_property

from msgspec.structs import replace

from canasta_teach.errors import CanastaError
from canasta_teach.game.legal import legal_moves
from canasta_teach.game.moves import Act, Move
from canasta_teach.game.referee import after, joined, judge
from canasta_teach.game.state import Position
from canasta_teach.i18n import translate, translate_count
from canasta_teach.rulebook.ruleset import RuleSet
from canasta_teach.teach.goal import Done, met, missing
from canasta_teach.teach.kinds.grader import HINTS, Grader
from canasta_teach.teach.model import DoItem
from canasta_teach.teach.reply import Hint, Reply

_MOST_TABLES = 20_000
"""So many tables are looked at when a solution is searched."""


class DoGrader(Grader[DoItem]):
    """Grades what was done. An answer is a move in the notation, its acts joined by ``;``."""

    def __init__(self, item: DoItem, rules: RuleSet) -> None:
        super().__init__(item, rules)
        self.before = self.shown = self.position(item.position, "position")
        self.seat = self.before.turn
        if item.solution:
            self.move(item.solution, "solution")

    @property
    def form(self) -> str:
        return translate("Answer with your acts in the notation, joined by “;”, as in “meld KH KS KD; discard 4C”.")

    @cached_property
    def key(self) -> str:
        """A solution; the one of the item, else the shortest that is found.

        Raises:
            InvalidExercise: when none is found, or the item's own does not meet the goal.
        """
        if not self.item.solution:
            return self._search()
        reply = self.check(self.item.solution)
        if not reply.right:
            raise self.fault("solution", reply.text)
        return self.item.solution

    def check(self, answer: object) -> Reply:
        if not isinstance(answer, str | Move):
            return self.unread()
        try:
            move = Move.parse(answer) if isinstance(answer, str) else answer
            return self._graded(move)
        except CanastaError as error:
            return Reply(right=None, text=f"{error} {self.form}", rules=self.rules)

    def _graded(self, move: Move) -> Reply:
        done: list[Done] = []
        here = self.before
        for _, act in joined(move, self.rules):
            one = Move((act,))
            ruling = judge(here, one)
            if not ruling.legal:
                broken = ruling.violations[0]
                return Reply(
                    right=False, text=broken.message, rules=self.rules, rule=broken.rule, aspect=broken.aspect,
                    ruling=ruling,
                )  # fmt: skip
            next_table = after(here, one)
            done.append(Done(act, ruling, here, next_table))
            here = next_table
        return self.judged(done)

    def judged(self, done: list[Done]) -> Reply:
        """What is said to legal acts that were done."""
        most = self.item.acts_at_most
        if len(done) > most:
            text = translate_count("It can be done in {n} act.", "It can be done in {n} acts.", most).format(n=most)
            return Reply(right=False, text=text, rules=self.rules)
        lacking = missing(self.item.goal, done, self.seat)
        if lacking:
            return Reply(right=False, text=lacking, rules=self.rules)
        rule = next((one for one in self.item.teaches if self.rules.has(one)), "")
        text = translate("Done, and legal: {move}").format(move="; ".join(str(one.act) for one in done))
        move = Move(tuple(one.act for one in done))
        return Reply(right=True, text=text, rules=self.rules, rule=rule, ruling=done[-1].ruling, move=move)

    def solution(self) -> Reply:
        text = translate("One way: {move}").format(move=self.key)
        rule = next((one for one in self.item.teaches if self.rules.has(one)), "")
        return Reply(right=None, text=text, rules=self.rules, rule=rule, move=Move.parse(self.key))

    def hint(self, n: int) -> Hint:
        told = super().hint(n)
        return told if n < HINTS else replace(told, move=Move((self._first(),)))

    def first_move(self) -> str:
        return translate("Begin with: {act}").format(act=self._first())

    def _first(self) -> Act:
        return next(act for _, act in joined(Move.parse(self.key), self.rules))

    def _search(self) -> str:
        """The shortest way to the goal by legal acts, the first found of them."""
        waiting: deque[tuple[Position, tuple[Done, ...]]] = deque([(self.before, ())])
        looked = 0
        while waiting:
            here, done = waiting.popleft()
            if len(done) == self.item.acts_at_most or here.phase == "over" or here.turn != self.seat:
                continue
            for move in legal_moves(here):
                looked += 1
                if looked > _MOST_TABLES:
                    raise self.fault("goal", translate("no solution was found; give one"))
                there = after(here, move)
                path = (*done, Done(move.acts[0], judge(here, move), here, there))
                if met(self.item.goal, path, self.seat):
                    return "; ".join(str(one.act) for one in path)
                waiting.append((there, path))
        text = translate("no legal way meets it within {n} acts")
        raise self.fault("goal", text.format(n=self.item.acts_at_most))
