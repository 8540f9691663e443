"""Floor 3: a guided deal as data: a made table, what the learner is to do at it and why, and what the others do.

A guide is a TOML file (``guides/*.toml``). Its line is one deal from its first act to the learner's going out: the
learner's acts, each a step with words before and after it, and the acts of the others behind the step that ends the
learner's turn. Wherever the learner is led by an act of the own choice, the guide goes on as long as the rest of its
line can still be played from there: that is asked of the referee.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from importlib.resources import files
from types import MappingProxyType
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from canasta_teach import rulebook
from canasta_teach.errors import CanastaError, InvalidMove, InvalidRules
from canasta_teach.game.moves import Move
from canasta_teach.game.record import DealRecord
from canasta_teach.game.referee import after, is_legal, judge
from canasta_teach.game.state import Position
from canasta_teach.i18n import translate
from canasta_teach.rulebook.reading import read_toml
from canasta_teach.rulebook.ruleset import near
from canasta_teach.teach.errors import InvalidExercise, fault_at
from canasta_teach.teach.model import RuleId

Words = Annotated[str, Meta(min_length=1, max_length=600)]
ActText = Annotated[str, Meta(min_length=1, max_length=200)]


class Step(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One act that the learner is to do.

    Attributes:
        do: the act, in the notation.
        say: what to do and why, told before it. A card is written as ``K♥``.
        then: what has come of it, told after it; may be empty.
        teaches: ids of the rules that it is about.
        others: the acts of the other seats until it is the learner's turn again, where this act ends the turn.
    """

    do: ActText
    say: Words
    then: Annotated[str, Meta(max_length=600)] = ""
    teaches: tuple[RuleId, ...] = ()
    others: tuple[ActText, ...] = ()


class Stacked(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A deal from a stacked deck, as :func:`canasta_teach.deal` takes it; ``deck`` is top first, after the cut."""

    deck: str
    rules: str = "classic"
    players: int = 4
    dealer: int | None = None


class Told(Struct, frozen=True):
    """One act of a guide's line.

    Attributes:
        text: the act, in the notation.
        step: the place of the learner's step that it is; ``None`` for an act of another seat.
    """

    text: str
    step: int | None


class Guide(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, dict=True):
    """A guided deal.

    Attributes:
        title: what stands above it.
        steps: the learner's acts, in order.
        end: what is told when the deal is over.
        seat: the learner's seat (0-based).
        position: the table at the start, in the public format; or
        deal: a deck that is dealt.
    """

    title: Annotated[str, Meta(min_length=1, max_length=60)]
    end: Words
    steps: Annotated[tuple[Step, ...], Meta(min_length=1, max_length=40)] = msgspec.field(name="step")
    seat: Annotated[int, Meta(ge=0, le=5)] = 0
    position: dict[str, Any] | None = None
    deal: Stacked | None = None

    @cached_property
    def record(self) -> DealRecord:
        """How the deal begins.

        Raises:
            InvalidPosition, InvalidRules: when it cannot.
        """
        if self.deal is not None:
            given = self.deal
            return DealRecord.begin(rules=given.rules, players=given.players, dealer=given.dealer, deck=given.deck)
        return DealRecord.made(Position.parse(self.position or {}))

    @cached_property
    def line(self) -> tuple[Told, ...]:
        """All acts of the deal in order, those of the others too."""
        return tuple(self._line())

    def _line(self) -> Iterator[Told]:
        for place, step in enumerate(self.steps):
            yield Told(str(Move.parse(step.do)), place)
            yield from (Told(str(Move.parse(text)), None) for text in step.others)

    @cached_property
    def positions(self) -> tuple[Position, ...]:
        """The position before each act of the line, and after the last one.

        Raises:
            InvalidExercise: when an act of the line is refused, or is not of whom it is said to be, or when the deal
                does not end with the learner's going out.
        """
        found = [self.record.start()]
        for told in self.line:
            here = found[-1]
            mine = here.turn == self.seat
            if here.phase == "over" or mine is (told.step is None):
                reason = translate("this is not the act of the one who is to act")
                raise InvalidExercise("", self.title, told.text, reason)
            if not is_legal(here, told.text):
                raise InvalidExercise("", self.title, told.text, judge(here, told.text).text.splitlines()[1])
            found.append(after(here, told.text))
        if found[-1].phase != "over" or found[-1].went_out != self.seat:
            raise InvalidExercise("", self.title, "step", translate("the last step must go out"))
        return tuple(found)

    def place(self, position: Position) -> int | None:
        """The place of the act with which the line goes on from a position; behind its end when the learner is out.

        It is the first act from which all the rest can be played there, to the learner's going out; ``None`` where
        none is: the learner has left the guide.
        """
        if position.phase == "over":
            return len(self.line) if position.went_out == self.seat else None
        before = self.positions
        for start in range(len(self.line)):
            here = before[start]
            if (here.turn, here.phase) == (position.turn, position.phase) and self._leads_out(position, start):
                return start
        return None

    def _leads_out(self, position: Position, start: int) -> bool:
        for told in self.line[start:]:
            if position.phase == "over" or (position.turn == self.seat) is (told.step is None):
                return False
            try:
                if not is_legal(position, told.text):
                    return False
            except InvalidMove:
                # It names a meld that does not lie there.
                return False
            position = after(position, told.text)
        return position.went_out == self.seat


def parse_guide(text: str, where: str = "") -> Guide:
    """The guide of a TOML text that came from ``where``, played through by the referee.

    Raises:
        InvalidExercise: with file, step and key of the first fault.
    """
    try:
        guide = msgspec.convert(read_toml(text, where), Guide, strict=True)
    except InvalidRules as error:
        raise InvalidExercise(where, "", "", error.reason) from None
    except msgspec.ValidationError as error:
        reason, key = fault_at(error)
        raise InvalidExercise(where, "", key, reason) from None
    if (guide.position is None) is (guide.deal is None):
        raise InvalidExercise(where, "", "position", translate("write either a position or a deal"))
    for place, step in enumerate(guide.steps):
        for rule in step.teaches:
            if rule not in rulebook.rules():
                reason = translate("there is no such rule") + near(rule, rulebook.rules())
                raise InvalidExercise(where, f"step[{place}]", f"teaches: {rule}", reason)
    try:
        _ = guide.positions
    except InvalidExercise as error:
        raise InvalidExercise(where, "", error.key, error.reason) from None
    except CanastaError as error:
        raise InvalidExercise(where, "", "", str(error)) from None
    return guide


@cache
def guides() -> Mapping[str, Guide]:
    """The course's guided deals, by the name of the file.

    Raises:
        InvalidExercise: when one is at fault.
    """
    found = sorted(files("canasta_teach.teach").joinpath("guides").iterdir(), key=lambda one: one.name)
    return MappingProxyType(
        {
            file.name.removesuffix(".toml"): parse_guide(file.read_text("utf-8"), file.name)
            for file in found
            if file.name.endswith(".toml")
        }
    )


def guide(key: str) -> Guide:
    """A guided deal by its key, such as ``"first-hand"``.

    Raises:
        InvalidExercise: when there is none.
    """
    if key not in guides():
        reason = translate("there is no guided deal of this name") + near(key, guides())
        raise InvalidExercise("", str(key), "guide", reason)
    return guides()[key]
