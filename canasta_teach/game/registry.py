"""The register of rules that forbid: one function a rule, under its id.

A function looks at an :class:`~canasta_teach.game.attempt.Attempt` and yields a violation for each way in which the
act breaks the rule. Which functions are asked is the rule set's choice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, Final

from canasta_teach.game.attempt import Attempt
from canasta_teach.game.moves import ActKind
from canasta_teach.game.ruling import Fact, Violation
from canasta_teach.rulebook.ruleset import RuleSet

Check = Callable[[Attempt], Iterable[Violation]]

ORDER: Final[tuple[str, ...]] = (
    "out.ends-deal", "turn.order", "turn.draw-first", "turn.no-undo", "turn.redraw", "pile.closed", "pile.whole",
    "end.forced-take", "end.stock-out", "end.idle-lap",
    "pile.empty", "pile.one-card", "pile.wild-top", "pile.black-three", "pile.frozen", "pile.frozen-unmelded",
    "pile.top-card", "turn.cards-in-hand", "penalty.penalised-cards", "meld.own-side", "meld.red-threes", "meld.size",
    "meld.no-sequences", "meld.same-rank", "meld.sequence", "meld.min-naturals", "meld.wilds-not-threes",
    "meld.black-threes", "meld.max-wilds", "meld.limits-after-adding", "pile.two-from-hand",
    "out.relancinho", "initial.withdrawn", "initial.vulnerable", "initial.minimum", "initial.pile-cards",
    "out.permission", "out.ask-possible", "out.refused", "out.granted",
    "pile.must-finish", "out.canasta", "out.keep-a-card",
)  # fmt: skip
"""All rules that a move can break, the most useful to be told first."""

_PLACE: Final = {rule_id: 2 * i for i, rule_id in enumerate(ORDER)}
_CHECKS: Final[dict[str, tuple[frozenset[str], Check]]] = {}


def forbids(rule_id: str, *kinds: ActKind) -> Callable[[Check], Check]:
    """Register the function of a rule, for the kinds of act that can break it."""

    def register(check: Check) -> Check:
        if rule_id not in _PLACE or rule_id in _CHECKS:
            raise KeyError(f"{rule_id}: registered twice, or without a place in ORDER")
        _CHECKS[rule_id] = (frozenset(kinds), check)
        return check

    return register


def registered() -> frozenset[str]:
    """The ids of all rules that have a function here."""
    _load()
    return frozenset(_CHECKS)


@lru_cache(maxsize=4096)
def checks(rules: RuleSet, kind: str) -> tuple[Check, ...]:
    """The functions that a rule set asks about an act of this kind."""
    _load()
    return tuple(
        check for rule_id in ORDER if rules.has(rule_id) for kinds, check in [_CHECKS[rule_id]] if kind in kinds
    )


def _load() -> None:
    from canasta_teach.game.rules import initial, meld, out, pile, turn

    del initial, meld, out, pile, turn


def place(violation: Violation) -> int:
    """Sort key: the more useful violation first."""
    # Naturals of one suit were meant as a run, so the run's rule is told before the rank's.
    return _PLACE[violation.rule] - (3 if violation.variant == "suit" else 0)


def broken(
    attempt: Attempt,
    rule: str,
    *,
    aspect: str = "",
    variant: str = "",
    words: dict[str, Any] | None = None,
    **facts: Fact,
) -> Violation:
    """A violation of ``rule`` by this attempt."""
    if facts.get("seat") is not None:
        # A seat is told by the player's name, which hangs on how many sit round the table.
        words = {**(words or {}), "players": attempt.position.players}
    return Violation(rules=attempt.rules, rule=rule, facts=facts, aspect=aspect, variant=variant, words=words or {})
