"""What the referee says: violations with facts, and the ruling that holds them."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from canasta_teach.rulebook.model import Citation
from canasta_teach.static_html import as_html

if TYPE_CHECKING:
    from canasta_teach.game.moves import Move
    from canasta_teach.game.state import Position
    from canasta_teach.rulebook.ruleset import RuleSet

Fact = int | str | list[str] | list[int] | None


class Violation(Struct, frozen=True, kw_only=True, dict=True):
    """One broken rule.

    Attributes:
        rules: the rule set that was asked.
        rule: the rule's id.
        facts: the numbers (points, cards) and cards (codes) that the message uses.
        aspect: which part of the rule, where its parts stand at different places of the source; or the field of
            ``Params`` that the message tells, so that a number or choice of the house is cited as the house's.
        variant: which wording of the message fits.
        words: further words for the message, made of names (not part of the facts).
    """

    rules: Any
    rule: str
    facts: dict[str, Fact]
    aspect: str = ""
    variant: str = ""
    words: dict[str, Any] = {}

    @property
    def title(self) -> str:
        """The rule's title."""
        from canasta_teach.i18n import translate
        from canasta_teach.rulebook import rule

        return translate(rule(self.rule).title)

    @property
    def message(self) -> str:
        """One or two sentences with the cards and numbers at hand."""
        from canasta_teach.game.explain import message

        return message(self)

    @property
    def citation(self) -> Citation:
        """Where the rule stands, and how firmly."""
        found: Citation = self.rules.citation(self.rule, self.aspect)
        return found

    def to_dict(self) -> dict[str, Any]:
        """The violation as in a ruling's JSON."""
        return {
            "rule": self.rule,
            "title": self.title,
            "message": self.message,
            "facts": self.facts,
            "citation": msgspec.to_builtins(self.citation),
        }


class Consequence(Struct, frozen=True, kw_only=True):
    """What an irregular act costs where the rule set prices it.

    Points of the side, cards (codes) that then lie penalised, whether the pile is put back, and the raised minimum
    (points) of a vulnerable side.
    """

    rule: str
    points: int
    penalised: list[str]
    restore_pile: bool
    minimum: int | None


class Outcome(Struct, frozen=True, kw_only=True):
    """What a legal move leads to; see the public format for each field. Points and seats."""

    counted: int
    needed: int
    canastas: list[str]
    went_out: int | None
    concealed: bool
    relancinho: bool
    over: bool


class Ruling:
    """The referee's answer to one move in one position, or to a meld alone (``position`` is then ``None``).

    ``rule_set`` is the law that was asked.
    ``legal``, ``act``, ``violations``, ``because``, ``assumed``, ``outcome`` and ``consequence`` are known at once;
    words, citations, ``mend`` and ``elsewhere`` are made when asked for.
    """

    def __init__(
        self,
        *,
        position: Position | None,
        rule_set: RuleSet,
        move: Move,
        act: int,
        violations: tuple[Violation, ...],
        because: tuple[str, ...] = (),
        assumed: tuple[str, ...] = (),
        outcome: Outcome | None = None,
        consequence: Consequence | None = None,
        elsewhere: Callable[[], dict[str, bool]],
        mend: Callable[[], str | None] | None = None,
    ) -> None:
        self.position = position
        self.rule_set = rule_set
        self.move = move
        self.legal = not violations
        self.act = act
        self.violations = violations
        self.because = because
        self.assumed = assumed
        self.outcome = outcome
        self.consequence = consequence
        self._elsewhere = elsewhere
        self._mend = mend

    @cached_property
    def elsewhere(self) -> dict[str, bool]:
        """The same move in the same position under the other rule sets; one that makes no sense there is left out."""
        return self._elsewhere()

    @cached_property
    def mend(self) -> str | None:
        """The nearest legal move, as text; ``None`` for a legal one, and where nothing is legal for the seat.

        A meld judged alone has none either: without a hand nothing tells what could be laid instead.
        """
        return None if self._mend is None else self._mend()

    def without_mend(self) -> Ruling:
        """The same ruling for where the nearest legal move must not be told."""
        other = copy(self)
        other._mend = None
        other.__dict__.pop("mend", None)
        return other

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the broken rules, most useful first."""
        return tuple(v.rule for v in self.violations)

    def to_dict(self) -> dict[str, Any]:
        """The ruling as a JSON object of the public format."""
        return {
            "legal": self.legal,
            "act": self.act,
            "violations": [v.to_dict() for v in self.violations],
            "mend": self.mend,
            "because": list(self.because),
            "assumed": list(self.assumed),
            "outcome": None if self.outcome is None else msgspec.to_builtins(self.outcome),
            "consequence": None if self.consequence is None else msgspec.to_builtins(self.consequence),
            "elsewhere": self.elsewhere,
        }

    def to_json(self) -> str:
        """The ruling as one line of JSON text."""
        return msgspec.json.encode(self.to_dict()).decode()

    @property
    def text(self) -> str:
        """The ruling for people, in a few lines."""
        from canasta_teach.game.explain import ruling_text

        return ruling_text(self)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return as_html(self.text.splitlines())
