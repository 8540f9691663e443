"""Floor 3: an exercise as a learner meets it: question, answers, hints in steps, and a solution on demand.

It holds what happened, and asks its grader what is right. It is shown by a widget, or answered in code alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Literal

from msgspec import Struct

from canasta_teach.game.moves import Move
from canasta_teach.game.state import Position
from canasta_teach.i18n import mark, translate
from canasta_teach.rulebook.ruleset import RuleSet
from canasta_teach.static_html import as_html
from canasta_teach.teach.kinds import grader
from canasta_teach.teach.kinds.grader import HINTS, Grader, Offer
from canasta_teach.teach.load import find, rules_for
from canasta_teach.teach.model import AnyItem, ChoiceItem, CountItem, DoItem, RulingItem, SpotItem
from canasta_teach.teach.reply import Hint, Reply, plain
from canasta_teach.teach.table_text import table_lines

State = Literal["waiting", "wrong", "right", "shown"]


_TITLES: Final[dict[type[AnyItem], str]] = {
    ChoiceItem: mark("Choose"),
    RulingItem: mark("Is it legal?"),
    DoItem: mark("On the table"),
    CountItem: mark("Count"),
    SpotItem: mark("Find the mistake"),
}
"""What stands above a question that has no title of its own; a rule's title would give the answer away."""


class Answered(Struct, frozen=True, kw_only=True):
    """That an exercise was answered: what a store of progress keeps.

    Attributes:
        exercise: the item's id.
        teaches: ids of the rules that it asks about.
        rule_set: the key of the rule set.
        right: whether the answer was right.
        hints: how many hints had been taken.
        shown: whether the solution had been shown.
    """

    exercise: str
    teaches: tuple[str, ...]
    rule_set: str
    right: bool
    hints: int
    shown: bool


class Exercise:
    """A question to one learner.

    Args:
        item: an item, or the id of one in the bank.
        rules: the key of the rule set, one under which the item is asked; by default its first.

    Raises:
        InvalidExercise: when there is no such item, or it makes no question under these rules.

    Attributes:
        item: the item.
        rules: the rule set.
        replies: what was said to each answer in its turn.
        state: ``waiting``, ``wrong`` or ``right`` after the last answer; ``shown`` once the solution was shown.
    """

    def __init__(self, item: AnyItem | str, rules: str | RuleSet | None = None) -> None:
        self.item = find(item) if isinstance(item, str) else item
        self.rules = rules_for(self.item, rules)
        self.state: State = "waiting"
        self.replies: list[Reply] = []
        self._hints = 0
        self._listeners: list[Callable[[Answered], None]] = []
        self._grader: Grader[Any] = grader(self.item, self.rules)

    # -- what is asked -----------------------------------------------------------------------------

    @property
    def title(self) -> str:
        """A few words above the question."""
        return translate(self.item.title or _TITLES[type(self.item)])

    @property
    def prompt(self) -> str:
        """The question; cards stand in square brackets."""
        return translate(self.item.prompt)

    @property
    def position(self) -> Position | None:
        """The table that the question is about, where it is about one."""
        return self._grader.shown

    @property
    def move(self) -> Move | None:
        """The move that the question is about, where it is about one."""
        return self._grader.moved

    @property
    def offers(self) -> tuple[Offer, ...]:
        """The answers to choose from, lettered; none where the answer is made or written."""
        return self._grader.offers

    @property
    def several(self) -> bool:
        """Whether more than one of the offers can be right."""
        return self._grader.several

    @property
    def form(self) -> str:
        """A kind word on the form of an answer."""
        return self._grader.form

    @property
    def hints_taken(self) -> int:
        """How many of the three hints were taken."""
        return self._hints

    # -- what a learner does -----------------------------------------------------------------------

    def check(self, answer: object) -> Reply:
        """What is said to an answer. One in a form that is not read counts as none."""
        reply = self._grader.check(answer)
        if reply.right is None:
            return reply
        self.replies.append(reply)
        shown = self.state == "shown"
        if not shown:
            self.state = "right" if reply.right else "wrong"
        told = Answered(
            exercise=self.item.id,
            teaches=self.item.teaches,
            rule_set=self.rules.key,
            right=reply.right,
            hints=self._hints,
            shown=shown,
        )
        for listener in tuple(self._listeners):
            listener(told)
        return reply

    def hint(self) -> Hint:
        """The next of three hints: a nudge, the rule, the first step. After the third, the third again."""
        self._hints = min(self._hints + 1, HINTS)
        return self._grader.hint(self._hints)

    def solution(self) -> Reply:
        """The right answer, and why. From then on the exercise counts as shown."""
        self.state = "shown"
        return self._grader.solution()

    def on_answer(self, listener: Callable[[Answered], None]) -> None:
        """Have ``listener`` called at each answer that is read."""
        self._listeners.append(listener)

    def again(self, seed: int) -> Exercise:
        """The exercise made anew from a seed: the same question on other cards, where it is not fixed to its own."""
        from canasta_teach.teach.vary import vary

        return Exercise(vary(self.item, self.rules, seed), self.rules)

    # -- as text -----------------------------------------------------------------------------------

    @property
    def lines(self) -> list[str]:
        """The question in text: title, prompt, the table and the move, answers to choose from, and how it stands."""
        words = {
            "waiting": translate("Waiting for your answer."),
            "wrong": translate("Not right yet."),
            "right": translate("Right."),
            "shown": translate("The solution was shown."),
        }
        choices = [f"  {offer.letter}) {plain(offer.text)}" for offer in self.offers]
        table = [] if self.position is None else [plain(line) for line in table_lines(self.position)]
        moved = [] if self.move is None else [translate("The move: {move}").format(move=self.move)]
        return [self.title, plain(self.prompt), *table, *moved, *choices, words[self.state]]

    def __str__(self) -> str:
        *asked, stands = self.lines
        return "\n".join([*asked, self.form, stands])

    def __repr__(self) -> str:
        return f"<Exercise {self.item.id}: {self.lines[-1]}>"

    def _repr_html_(self) -> str:
        return as_html(self.lines)
