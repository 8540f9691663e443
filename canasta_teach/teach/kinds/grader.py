"""Floor 3: what all graders share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Final, Generic, TypeVar

from msgspec import Struct

from canasta_teach import rulebook
from canasta_teach.errors import CanastaError
from canasta_teach.game.moves import Move
from canasta_teach.game.state import Position
from canasta_teach.i18n import translate
from canasta_teach.rulebook.ruleset import RuleSet
from canasta_teach.teach.errors import InvalidExercise
from canasta_teach.teach.hints import nudge, rule_text
from canasta_teach.teach.model import Item
from canasta_teach.teach.reply import Hint, Reply

HINTS: Final = 3
LETTERS: Final = "abcdefghijklmnop"

ItemT = TypeVar("ItemT", bound=Item)


class Offer(Struct, frozen=True):
    """An answer that can be chosen: its letter, and its text, in which cards stand in brackets."""

    letter: str
    text: str


class Grader(ABC, Generic[ItemT]):
    """Answers to one item under one rule set.

    Attributes:
        item: the item.
        rules: the rule set.
        offers: the answers to choose from; none where the answer is made or written.
        several: more than one of them can be right.
        shown: the table that the question is about, where it is about one.
        moved: the move that is asked about, where one is.
    """

    offers: tuple[Offer, ...] = ()
    several = False
    shown: Position | None = None
    moved: Move | None = None

    def __init__(self, item: ItemT, rules: RuleSet) -> None:
        self.item = item
        self.rules = rules
        for rule in item.teaches:
            if rule not in rulebook.rules():
                raise self.fault("teaches", translate("there is no rule {rule}").format(rule=rule))

    # -- for each kind -----------------------------------------------------------------------------

    @property
    @abstractmethod
    def form(self) -> str:
        """A kind word on the form of an answer."""

    @property
    @abstractmethod
    def key(self) -> Any:
        """A right answer, in the form that :meth:`check` takes."""

    @abstractmethod
    def check(self, answer: object) -> Reply:
        """What is said to an answer; one that is in no form that is read gets ``right`` ``None``."""

    @abstractmethod
    def solution(self) -> Reply:
        """The right answer, and why."""

    @abstractmethod
    def first_move(self) -> str:
        """The third hint: the first step of the solution."""

    # -- for all -----------------------------------------------------------------------------------

    def hint(self, n: int) -> Hint:
        """Hint number ``n`` of three: a nudge, the rule, the first step."""
        rule = self.item.teaches[0]
        match n:
            case 1:
                text = translate(self.item.nudge) if self.item.nudge else nudge(rule)
            case 2:
                text = rule_text(self.rules, rule)
            case _:
                text = self.first_move()
        return Hint(n=n, of=HINTS, text=text, rule=rule if n == 2 else "")

    def unread(self) -> Reply:
        """What is said to an answer in a form that is not read."""
        return Reply(right=None, text=self.form, rules=self.rules)

    def fault(self, key: str, reason: str) -> InvalidExercise:
        """The error that says what of the item is at fault."""
        return InvalidExercise("", self.item.id, key, reason)

    def position(self, data: Mapping[str, Any], key: str) -> Position:
        """A position of the item under the rule set asked.

        Raises:
            InvalidExercise: when it is none.
        """
        try:
            return position_under(data, self.rules)
        except CanastaError as error:
            raise self.fault(key, str(error)) from None

    def move(self, text: str, key: str) -> Move:
        """A move of the item.

        Raises:
            InvalidExercise: when the text is none.
        """
        try:
            return Move.parse(text)
        except CanastaError as error:
            raise self.fault(key, str(error)) from None


def position_under(data: Mapping[str, Any], rules: RuleSet) -> Position:
    """A position that names no rule set, under this one.

    Raises:
        InvalidPosition: when it is none there.
    """
    if rules.key == "house":
        return Position.parse({**data, "rules": "house"}, house=rules)
    options = {"options": dict(rules.options)} if rules.options else {}
    return Position.parse({**data, "rules": rules.key, **options})


def lettered(texts: Sequence[str]) -> tuple[Offer, ...]:
    """Texts as answers to choose, lettered from a."""
    return tuple(map(Offer, LETTERS, texts))


def letters_of(answer: object, offers: Sequence[Offer]) -> tuple[str, ...] | None:
    """The letters that an answer names, ``"a c"`` or ``["a", "c"]``; ``None`` where it is something else."""
    if isinstance(answer, str):
        words = answer.replace(",", " ").lower().split()
    elif isinstance(answer, Sequence | set | frozenset) and all(isinstance(one, str) for one in answer):
        words = sorted(str(one).strip().lower() for one in answer)
    else:
        return None
    known = {offer.letter for offer in offers}
    return tuple(dict.fromkeys(words)) if words and known.issuperset(words) else None
