"""What an irregular act costs where the rule set prices it.

Sources: the Italian page's list of penalties; Brazilian, "Vulnerability", for a short laying that is taken back.
"""

from __future__ import annotations

from collections.abc import Sequence

from canasta_teach.cards import codes
from canasta_teach.game.apply import draw_cards
from canasta_teach.game.attempt import Attempt
from canasta_teach.game.ruling import Consequence, Violation


def consequence(attempt: Attempt, violations: Sequence[Violation]) -> Consequence | None:
    """The price of a refused act, or ``None`` where the rule set has none for it."""
    rules = {v.rule for v in violations}
    if attempt.position.phase == "over" or "out.permission" in rules:
        return None
    if not attempt.on_turn:
        return _out_of_turn(attempt, rules)
    if "turn.draw-first" in rules or "turn.cards-in-hand" in rules:
        return None
    if "pile.top-card" in rules and attempt.act.kind == "take":
        return _top_card(attempt)
    if "initial.vulnerable" in rules and "initial.withdrawn" not in rules and attempt.rules.has("initial.withdrawn"):
        return Consequence(
            rule="initial.withdrawn",
            points=0,
            penalised=[],
            restore_pile=False,
            minimum=attempt.rules.p.withdrawn_minimum,
        )
    return None


def _priced(rule: str, points: int, *, penalised: list[str] | None = None, restore: bool = False) -> Consequence:
    return Consequence(rule=rule, points=points, penalised=penalised or [], restore_pile=restore, minimum=None)


def _top_card(a: Attempt) -> Consequence | None:
    if not a.laid and a.rules.has("penalty.took-without-meld"):
        return _priced("penalty.took-without-meld", a.rules.p.took_without_meld, restore=True)
    if a.laid and a.top is not None and a.rules.has("penalty.top-card-unused"):
        return _priced("penalty.top-card-unused", a.rules.p.top_card_unused, penalised=_marked(a, codes(a.laid)))
    return None


def _out_of_turn(a: Attempt, rules: set[str]) -> Consequence | None:
    kind = a.act.kind
    if "turn.cards-in-hand" in rules:
        return None
    if kind == "draw" and a.rules.has("penalty.drew-out-of-turn") and a.position.stock != ():
        _, drawn, _ = draw_cards(a.position, a.seat, a.act.cards, a.rules.p.draw_count, "draw")
        kept = [c for c in drawn if not (a.rules.has("deck.red-threes") and c.is_red_three)]
        return _priced("penalty.drew-out-of-turn", a.rules.p.drew_out_of_turn, penalised=_marked(a, codes(kept)))
    if kind == "take" and a.rules.has("penalty.drew-out-of-turn") and a.position.pile:
        bonus = a.rules.has("deck.red-threes")
        pile = [c for c in a.position.pile if not (bonus and c.is_red_three)]
        laid = _laid_out_of_turn(a) if a.laid else 0
        points = a.rules.p.drew_out_of_turn + laid
        return _priced("penalty.drew-out-of-turn", points, penalised=_marked(a, codes(pile)))
    if kind == "lay" and a.rules.has("penalty.melded-out-of-turn"):
        return _priced("penalty.melded-out-of-turn", _laid_out_of_turn(a))
    return None


def _laid_out_of_turn(a: Attempt) -> int:
    if not a.rules.has("penalty.melded-out-of-turn"):
        return 0
    partner = a.position.side(a.position.turn) == a.side
    return a.rules.p.melded_in_partners_turn if partner else a.rules.p.melded_in_opponents_turn


def _marked(a: Attempt, cards: list[str]) -> list[str]:
    """The cards that become penalised: none where the rule set has no such cards."""
    return cards if a.rules.has("penalty.penalised-cards") else []
