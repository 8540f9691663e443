"""The referee's promises: it changes nothing, agrees with itself, and each rule is a function that comes out alone."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from canasta_teach.errors import CanastaError, InvalidMove
from canasta_teach.game import scoring
from canasta_teach.game.attempt import Attempt
from canasta_teach.game.moves import Act, Move
from canasta_teach.game.referee import _broken_rules as broken_rules
from canasta_teach.game.referee import actor, after, is_legal, joined, judge
from canasta_teach.game.registry import ORDER, checks, registered
from canasta_teach.game.state import Position
from canasta_teach.rulebook import KEYS, rules, ruleset
from tests.strategies import random_move, random_table, stored_cases


@cache
def judged() -> tuple[tuple[Position, str], ...]:
    """Positions and moves that can be judged: every stored case, and made ones."""
    made = [(table := random_table(Random(seed)), random_move(Random(seed), table)) for seed in range(600)]
    found = []
    for data, move in [*stored_cases(), *made]:
        try:
            position = Position.parse(data)
            judge(position, move)
        except CanastaError:  # bad input has its own tests
            continue
        found.append((position, move))
    return tuple(found)


def test_much_of_what_is_made_can_be_judged() -> None:
    assert len(judged()) > len(stored_cases()) + 200


def test_judging_changes_nothing_in_the_position() -> None:
    for position, move in judged()[::4]:
        before = position.to_json()
        judge(position, move).to_dict()
        assert position.to_json() == before, move


def test_judging_twice_gives_the_same_ruling() -> None:
    for position, move in judged()[::7]:
        assert judge(position, move).to_json() == judge(position, move).to_json()


def test_the_verdict_alone_agrees_with_the_whole_ruling() -> None:
    for position, move in judged():
        assert is_legal(position, move) is judge(position, move).legal, f"{move} {position.to_json()}"


def test_a_legal_move_has_reasons_and_an_outcome_and_a_refused_one_has_rules() -> None:
    for position, move in judged():
        ruling = judge(position, move)
        assert ruling.legal is not bool(ruling.violations)
        assert ruling.legal is (ruling.outcome is not None)
        assert not (ruling.legal and ruling.consequence), move
        assert ruling.legal or not ruling.because, move


def test_violations_stand_in_the_order_of_their_use_to_a_learner() -> None:
    for position, move in judged():
        named = [ORDER.index(v.rule) - (1.5 if v.variant == "suit" else 0) for v in judge(position, move).violations]
        assert named == sorted(named), move


# -- the register ------------------------------------------------------------------------------------


def test_every_rule_that_forbids_has_a_function_and_a_place() -> None:
    forbids = {rule_id for rule_id, rule in rules().items() if rule.kind == "forbids"}
    assert registered() == forbids
    assert set(ORDER) == forbids
    assert len(ORDER) == len(set(ORDER))


def test_every_line_of_the_score_has_a_function() -> None:
    assert {rule_id for rule_id in rules() if rule_id.startswith("score.")} <= scoring.registered()
    assert scoring.registered() <= set(rules())


def test_a_rule_set_asks_only_the_rules_that_it_has() -> None:
    kinds = ("draw", "redraw", "take", "take-top", "lay", "discard", "ask", "relancinho", "table", "take-back", "look")
    for key in KEYS:
        whole = ruleset(key)
        for kind in kinds:
            asked = checks(whole, kind)
            assert len(set(asked)) == len(asked)
            for rule_id in ORDER:
                less = set(asked) - set(checks(whole.without(rule_id), kind))
                assert len(less) <= 1, rule_id
                assert whole.has(rule_id) or not less, rule_id


# -- taking a rule out -------------------------------------------------------------------------------

SECONDS = {
    "out.canasta": {"out.keep-a-card", "pile.must-finish"},  # where no canasta is asked, none can be lacking
    "pile.must-finish": {"out.keep-a-card"},
    "initial.minimum": {"initial.pile-cards"},  # with no minimum there is none that the pile could help to reach
    "initial.vulnerable": {"initial.withdrawn"},  # where nobody is vulnerable, nobody takes a short laying back
    "end.forced-take": {"end.stock-out"},
    "meld.max-wilds": {"meld.limits-after-adding"},
    "meld.min-naturals": {"meld.limits-after-adding"},
}
"""Rules named beside the first because of it, so that they go with it where it is taken out."""

OTHER_GAMES = {
    "meld.sequence": "it also makes runs melds: without it a run is no meld at all",
    "turn.redraw": "it also permits: without it a drawn card may not be rejected at all",
    "out.relancinho": "it also permits: without it there is no such act",
    "out.permission": "it also permits: without it there is no such act as asking or answering",
    "pile.top-card": "without it a take and a laying are two acts",
}
"""Rules that do more than forbid, so that a game without them is another game."""


def _without(position: Position, rule_id: str) -> Position:
    return replace(position, rules=position.rules.without(rule_id))


def _refused_act(position: Position, move: str) -> tuple[Position, Act] | None:
    """The first act of a move that is refused, and the table that it is tried at; ``None`` for a legal move."""
    for _, act in joined(Move.parse(move), position.rules):
        if not is_legal(position, Move((act,))):
            return position, act
        position = after(position, Move((act,)))
    return None


def _named(position: Position, act: Act) -> set[str]:
    return {v.rule for v in broken_rules(Attempt(position, act, actor(position, act)))}


def test_a_rule_taken_out_takes_its_own_id_out_of_every_ruling_and_nothing_else() -> None:
    tried: Counter[str] = Counter()
    for position, move in judged():
        refused = _refused_act(position, move)
        if refused is None or refused[0].phase == "over":  # at the end one rule speaks for all
            continue
        table, act = refused
        named = _named(table, act)
        assert named == set(judge(position, move).rules)
        for rule_id in named - set(OTHER_GAMES):
            left = _named(_without(table, rule_id), act)
            allowed = {rule_id} | SECONDS.get(rule_id, set())
            assert rule_id in named - left, f"{rule_id}: {act} {table.to_json()}"
            assert named - left <= allowed, f"{rule_id} took {named - left - allowed} along: {act} {table.to_json()}"
            assert left <= named, f"{rule_id} brought {left - named}: {act} {table.to_json()}"
            tried[rule_id] += 1
    assert set(tried) == set(ORDER) - set(OTHER_GAMES) - {"out.ends-deal"}


def test_a_rule_that_is_not_broken_may_be_taken_out_of_a_refused_act_without_a_change() -> None:
    for position, move in judged()[::5]:
        ruling = judge(position, move)
        if ruling.legal:
            continue
        for rule_id in ("pile.whole", "pile.closed", "meld.own-side", "penalty.penalised-cards", "end.idle-lap"):
            if rule_id not in ruling.rules:
                assert judge(_without(position, rule_id), move).rules == ruling.rules, f"{rule_id}: {move}"


# -- what is refused as input ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "move", "says"),
    [
        ({}, "relancinho KH KD KS", "no such act"),
        ({"rules": "brazilian"}, "ask", "no question"),
        ({}, "table 3H", "honour"),
        ({"rules": "italian", "options": {"honour": "players"}}, "table KH", "red three"),
        ({}, "seat 4: draw", "0 to 3"),
        ({"phase": "play", "melds": [[["KH", "KD", "KC"]], []]}, "add KS to #1", "#1"),
        ({"rules": "brazilian", "phase": "play", "melds": [[["KH", "KD", "KC"], ["KH", "KS", "KC"]], []]},
         "add KS to K", "#0 or #1"),
        ({"players": 3, "scores": [0, 0, 0], "phase": "play", "hands": [9, 9, 9], "melds": [[], [], []]},
         "add KS to their K", "3 sides"),
        ({"stock": ["4C", "5C"]}, "draw 5C", "4C"),
        ({}, "draw 4C 5C", "one card more"),
        ({"pile": ["4C", "4C"]}, "draw 4C", "seen elsewhere"),
    ],
)  # fmt: skip
def test_an_act_that_there_is_not_is_one_error_that_says_why(table: dict[str, Any], move: str, says: str) -> None:
    with pytest.raises(InvalidMove) as refused:
        judge(Position.parse({"hands": [9, 9, 9, 9], **table}), move)
    assert says in str(refused.value)
