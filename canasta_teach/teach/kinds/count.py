"""Floor 3: a number. The referee and the scorer say which."""

from __future__ import annotations

import re
from typing import Final

from canasta_teach.cards import cards
from canasta_teach.errors import CanastaError
from canasta_teach.game.attempt import Attempt
from canasta_teach.game.explain import meld_name, number
from canasta_teach.game.moves import Move
from canasta_teach.game.referee import actor, joined
from canasta_teach.game.scoring import score
from canasta_teach.game.search import first_laying_due
from canasta_teach.game.state import Position
from canasta_teach.i18n import translate
from canasta_teach.rulebook.ruleset import RuleSet
from canasta_teach.teach.hints import rule_text
from canasta_teach.teach.kinds.choice import value_of
from canasta_teach.teach.kinds.grader import Grader
from canasta_teach.teach.kinds.spot import LINES
from canasta_teach.teach.model import ActCounts, CardsWorth, CountItem, MinimumNeeded, RuleValue, SheetKey, SheetLine
from canasta_teach.teach.reply import Reply
from canasta_teach.teach.table_text import brackets

_NUMBER: Final = re.compile(r"[-\N{MINUS SIGN}]?\d[\d,]*")


class CountGrader(Grader[CountItem]):
    """Grades a number. An answer is a whole number, or its text."""

    def __init__(self, item: CountItem, rules: RuleSet) -> None:
        super().__init__(item, rules)
        self._sentences = False
        if isinstance(item.what, ActCounts | MinimumNeeded | SheetLine):
            self.shown = self.position(item.what.position, "what.position")
        if isinstance(item.what, ActCounts):
            self.moved = self.move(item.what.move, "what.move")
        try:
            self._steps, self._total = self._worked()
        except CanastaError as error:
            raise self.fault("what", str(error)) from None
        if any(near.equals == self._total for near in item.near):
            raise self.fault("near", translate("{n} is the right number").format(n=self._total))

    @property
    def form(self) -> str:
        return translate("Answer with a whole number, as in 120 or -35.")

    @property
    def key(self) -> int:
        return self._total

    def check(self, answer: object) -> Reply:
        said = _read(answer)
        if said is None:
            return self.unread()
        rule = self._cited()
        if said == self._total:
            return Reply(right=True, text=self._sum(), rules=self.rules, rule=rule)
        near = next((one for one in self.item.near if one.equals == said), None)
        if near is not None:
            return Reply(right=False, text=translate(near.reply), rules=self.rules, rule=rule)
        if said == -self._total:
            return Reply(right=False, text=translate("The number is right; look at its sign."), rules=self.rules)
        text = translate("It is less than {n}.") if said > self._total else translate("It is more than {n}.")
        return Reply(right=False, text=text.format(n=number(said)), rules=self.rules)

    def solution(self) -> Reply:
        return Reply(right=None, text=self._sum(), rules=self.rules, rule=self._cited())

    def first_move(self) -> str:
        return translate("Begin with: {step}").format(step=self._steps[0] if self._steps else self._sum())

    def _sum(self) -> str:
        if not self._steps:
            return translate("It is {n}.").format(n=number(self._total))
        if self._sentences:
            return translate("{text} That makes {n}.").format(text=" ".join(self._steps), n=number(self._total))
        if len(self._steps) < 2:
            return translate("{step}: {n}.").format(step=self._steps[0], n=number(self._total))
        return translate("{steps}: together {n}.").format(steps=", ".join(self._steps), n=number(self._total))

    def _cited(self) -> str:
        return next((rule for rule in self.item.teaches if self.rules.has(rule)), "")

    def _worked(self) -> tuple[list[str], int]:
        """The steps of the sum in words, and the number."""
        match self.item.what:
            case CardsWorth(some):
                faces = cards(some)
                return [f"[{c.code}] {self.rules.value(c)}" for c in faces], self.rules.points(faces)
            case ActCounts(data, move):
                return self._act(self.position(data, "what.position"), move)
            case MinimumNeeded(data):
                table = self.position(data, "what.position")
                score_before = number(table.scores[table.side(table.turn)])
                due = first_laying_due(table, table.turn)
                return [translate("the side stands at {score}").format(score=score_before)], due
            case SheetLine(data, line, side):
                return self._line(self.position(data, "what.position"), line, side)
            case RuleValue(name, at):
                value = value_of(self.rules, name, at)
                if not isinstance(value, int):
                    raise CanastaError(translate("{name} is no number here").format(name=name))
                return [], value

    def _line(self, over: Position, line: SheetKey, side: int) -> tuple[list[str], int]:
        sheets = score(over)
        if side >= len(sheets):
            raise CanastaError(translate("there is no side {n}").format(n=side))
        total = getattr(sheets[side], line)
        if line == "melds" and over.melds[side]:
            return [f"{brackets(meld)} {self.rules.points(meld)}" for meld in over.melds[side]], total
        left = [card for seat, hand in enumerate(over.hands) if over.side(seat) == side for card in hand or ()]
        if line == "hand" and left:
            return [f"{brackets([card])} {number(-self.rules.value(card))}" for card in left], total
        if line == "total":
            figures = sheets[side].to_dict()
            return [
                f"{translate(LINES[key])} {number(figures[key])}" for key in LINES if key != line and figures[key]
            ], total
        whys = [one.why for one in sheets[side].lines if one.key == line]
        self._sentences = True
        nothing = translate("There is nothing to count in the line “{line}”.").format(line=translate(LINES[line]))
        return whys or [self._kept(nothing)], total

    def _kept(self, nothing: str) -> str:
        """That nothing is counted, and the rule that says what would be."""
        rule = self._cited()
        return f"{nothing} {rule_text(self.rules, rule)}" if rule else nothing

    def _act(self, table: Position, move: str) -> tuple[list[str], int]:
        _, act = next(iter(joined(Move.parse(move), self.rules)))
        attempt = Attempt(table, act, actor(table, act))
        steps = [
            f"{meld_name(meld.cards, self.rules)} {points}"
            for meld, points in zip(attempt.melds, attempt.parts_points, strict=True)
        ]
        return steps, attempt.counted


def _read(answer: object) -> int | None:
    if isinstance(answer, int) and not isinstance(answer, bool):
        return answer
    if isinstance(answer, str) and _NUMBER.fullmatch(answer.strip()):
        return int(answer.strip().replace(",", "").replace("\N{MINUS SIGN}", "-"))
    return None
