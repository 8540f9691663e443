"""What a ruling says: every fault has words, the words hold the numbers, and the JSON is as published."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from canasta_teach.errors import CanastaError
from canasta_teach.game import referee as referee_module
from canasta_teach.game import rules as rule_functions
from canasta_teach.game.explain import words
from canasta_teach.game.referee import judge, judge_meld
from canasta_teach.game.registry import ORDER
from canasta_teach.game.ruling import Ruling
from canasta_teach.game.state import Position
from canasta_teach.rulebook import titles
from tests.strategies import stored_cases

RULE_FILES = [*sorted(Path(next(iter(rule_functions.__path__))).glob("*.py")), Path(referee_module.__file__)]
KEYS = ["legal", "act", "violations", "mend", "because", "assumed", "outcome", "consequence", "elsewhere"]
VIOLATION_KEYS = ["rule", "title", "message", "facts", "citation"]
CITATION_KEYS = ["rules", "source", "section", "standing", "note"]
OUTCOME_KEYS = ["counted", "needed", "canastas", "went_out", "concealed", "relancinho", "over"]
CONSEQUENCE_KEYS = ["rule", "points", "penalised", "restore_pile", "minimum"]


def _texts(node: ast.expr | None) -> Iterator[str]:
    """The texts that an expression can be: itself, or either arm of a choice."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _texts(node.body)
        yield from _texts(node.orelse)
    elif isinstance(node, ast.Name):
        yield f"={node.id}"


@cache
def yielded() -> dict[tuple[str, str], set[str]]:
    """Every (rule, variant) that a call of ``broken`` in the rule files can make, with the names of its facts."""
    found: dict[tuple[str, str], set[str]] = {}
    for path in RULE_FILES:
        tree = ast.parse(path.read_text("utf-8"))
        for function in ast.walk(tree):
            if not isinstance(function, ast.FunctionDef):
                continue
            named = {
                target.id: list(_texts(node.value))
                for node in ast.walk(function)
                if isinstance(node, ast.Assign)
                for target in node.targets
                if isinstance(target, ast.Name)
            }
            for call in ast.walk(function):
                if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "broken":
                    for pair in _pairs(call, named):
                        facts = {k.arg for k in call.keywords if k.arg} - {"aspect", "variant", "words"}
                        held = found.setdefault(pair, facts)
                        found[pair] = held & facts
    return found


def _pairs(call: ast.Call, named: dict[str, list[str]]) -> Iterator[tuple[str, str]]:
    variant = next((k.value for k in call.keywords if k.arg == "variant"), None)

    def known(node: ast.expr | None) -> list[str]:
        return [text for some in _texts(node) for text in (named.get(some[1:], []) if some[:1] == "=" else [some])]

    for rule in known(call.args[1]):
        for text in known(variant) or [""]:
            yield rule, text


FORMS = ("cards", "wilds", "canastas", "word")
"""What a number can be shown as: two cards, two wild cards, two completed canastas, two."""

# The one variant that is worked out by a helper: the aspect of meld.max-wilds.
WORKED_OUT = {("meld.max-wilds", "naturals")}


def _template(rule: str, variant: str) -> str:
    """The words for a fault; every act after the end has the same ones, where the end has but one kind."""
    texts: dict[str, str] = words()["message"][rule]
    return texts["default"] if (rule, variant) == ("out.ends-deal", "over") else texts[variant or "default"]


def _names(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


def test_the_scan_finds_every_rule_that_forbids() -> None:
    assert {rule for rule, _ in yielded()} == set(ORDER)


def test_every_fault_that_a_rule_can_yield_has_words_of_its_own() -> None:
    missing = []
    for rule, variant in [*yielded(), *WORKED_OUT]:
        try:
            assert _template(rule, variant)
        except KeyError:
            missing.append((rule, variant))
    assert missing == []


def test_no_words_are_kept_for_a_fault_that_no_rule_yields() -> None:
    known = {*yielded(), *WORKED_OUT}
    spare = [
        (rule, variant)
        for rule, texts in words()["message"].items()
        for variant in texts
        if variant != "default" and (rule, variant) not in known
    ]
    assert spare == []
    assert set(words()["message"]) == set(ORDER)


def test_every_text_asks_only_for_facts_that_its_fault_brings() -> None:
    made = {"parts_text", "rank_named", "top_rank"}
    for (rule, variant), facts in yielded().items():
        template = _template(rule, variant)
        allowed = facts | {f"{fact}_{form}" for fact in facts for form in FORMS} | made
        assert _names(template) <= allowed, f"{rule}, variant {variant!r}: {_names(template) - allowed}"


NUMBERS = {
    "initial.minimum": ("needed", "counted", "score"),
    "initial.vulnerable": ("needed", "counted", "score"),
    "initial.withdrawn": ("needed", "counted"),
    "initial.pile-cards": ("needed", "counted"),
    "meld.size": ("count",),
    "meld.min-naturals": ("least",),
    "meld.max-wilds": ("wild",),
    "out.canasta": ("canastas", "needed"),
    "out.keep-a-card": ("canastas", "needed"),
    "pile.must-finish": ("left", "needed"),
    "out.ask-possible": ("canastas", "needed"),
    "pile.whole": ("count",),
}


def test_where_a_rule_turns_on_a_number_the_message_says_the_number() -> None:
    for rule, facts in NUMBERS.items():
        for variant, template in words()["message"][rule].items():
            for fact in facts:
                forms = {fact, *(f"{fact}_{form}" for form in FORMS)}
                assert _names(template) & forms, f"{rule}, variant {variant!r} does not say {fact}"


@cache
def rulings() -> list[tuple[str, Ruling]]:
    """The ruling on every stored case that has one, under a name."""
    found = []
    for data, move in stored_cases():
        try:
            found.append((f"{move} {json.dumps(data)}", judge(Position.parse(data), move)))
        except CanastaError:  # a case about bad input
            continue
    return found


def test_every_message_of_a_case_is_a_sentence_with_its_blanks_filled() -> None:
    seen = set()
    for name, ruling in rulings():
        for violation in ruling.violations:
            seen.add((violation.rule, violation.variant))
            message = violation.message
            assert re.match(r"[A-Z0-9♣♦♥♠]|joker|\?\?", message), f"{name}: {message}"
            assert message.endswith((".", "?", "!")), f"{name}: {message}"
            assert not re.search(r"  |\{|\}|: \.|: ,| ,|\( | \.|None|^ ", message), f"{name}: {message}"
            assert violation.title, name
    assert len(seen) > 60


HAND = ["5C", "9C", "JS", "10S", "4H", "7S", "8H", "KD", "QS", "AD"]
RARE: list[tuple[tuple[str, str], dict[str, Any], str]] = [
    (
        ("out.granted", "another"),
        {
            "rules": "italian", "options": {"honour": "players"}, "phase": "play", "permission": "yes",
            "hands": [["9H", "4C", "3H"], 9, 9, 9],
            "melds": [[["8H", "8H", "8D", "8D", "8C", "8C", "8S"], ["9C", "9D", "9S"]], []],
        },
        "table 3H",
    ),
    (("out.permission", "no-question"), {"phase": "play", "hands": [HAND, 9, 9, 9]}, "answer yes"),
    (
        ("meld.same-rank", "named"),
        {"phase": "play", "hands": [["QH", "QD", "QC", *HAND], 9, 9, 9]},
        "add QH QD QC to K",
    ),
    (
        ("out.relancinho", "added"),
        {"rules": "brazilian", "phase": "play", "hands": [HAND, 9, 9, 9], "melds": [[["KD", "KC", "KH"]], []]},
        "relancinho KD to #0",
    ),
    (
        ("turn.cards-in-hand", "red-three"),
        {"rules": "italian", "options": {"honour": "players"}, "phase": "play", "hands": [["3H", *HAND], 9, 9, 9]},
        "discard 3H",
    ),
    (
        ("turn.redraw", "stock"),
        {
            "rules": "brazilian", "phase": "play", "hands": [HAND, 9, 9, 9], "stock": 0, "first_turn": True,
            "this_turn": {"drawn": "5C"},
        },
        "redraw",
    ),
    (
        ("turn.redraw", "took"),
        {
            "rules": "brazilian", "phase": "play", "hands": [HAND, 9, 9, 9], "first_turn": True,
            "this_turn": {"drawn": "5C", "took_pile": True},
        },
        "redraw",
    ),
    (("pile.closed", "empty"), {"phase": "play", "hands": [HAND, 9, 9, 9]}, "look"),
    (("pile.whole", "empty"), {"phase": "draw", "hands": [HAND, 9, 9, 9]}, "take top"),
    (("initial.minimum", ""), {"phase": "play", "hands": [HAND, 9, 9, 9]}, "add KD to their K"),
]  # fmt: skip


@pytest.mark.parametrize(("fault", "table", "move"), [pytest.param(*rare, id="-".join(rare[0])) for rare in RARE])
def test_a_rare_fault_is_told_in_full_too(fault: tuple[str, str], table: dict[str, Any], move: str) -> None:
    ruling = judge(Position.parse(table), move)
    violation = next(v for v in ruling.violations if (v.rule, v.variant) == fault)
    assert not re.search(r"  |\{|\}|None| \.|: \.| ,|^ ", violation.message)
    assert violation.message in ruling.text


def test_every_fault_that_a_rule_can_yield_is_met_by_a_case() -> None:
    met = {(v.rule, v.variant) for _, ruling in rulings() for v in ruling.violations}
    out_of_reach = {
        ("initial.minimum", "each"),  # only in a game without initial.combined, which no rule set and no option makes
        ("out.refused", "discard"),  # who may ask holds two cards, and after a "no" every laying leaves two
        ("out.ends-deal", ""),  # the referee itself asks this one, with the variant "over"
    }
    assert sorted({*yielded(), *WORKED_OUT} - met - out_of_reach - {fault for fault, _, _ in RARE}) == []


def test_a_ruling_names_the_standing_of_every_rule_that_it_cites() -> None:
    known = {*titles().values(), *titles()}
    for name, ruling in rulings():
        for violation in ruling.violations:
            citation = violation.citation
            assert citation.standing in ("stated", "inferred", "borrowed", "house"), name
            assert citation.section, name
            assert citation.source in known or citation.source == "house", name


@pytest.mark.parametrize(
    ("meld", "allowed", "standing"),
    [
        ("9H 9D 2H 2S 2C JK", 2, "stated"),  # the page's own example
        ("9H 9D 9C 2H 2S 2C JK", 3, "stated"),
        ("9H 9D 9C 9S 2H 2S 2C JK", 3, "inferred"),
    ],
)
def test_of_two_limits_on_wild_cards_the_one_that_holds_is_cited(meld: str, allowed: int, standing: str) -> None:
    table = {"rules": "swedish", "phase": "play", "hands": [[*meld.split(), "5C", "6D"], 9, 9, 9], "scores": [0, 0]}
    ruling = judge(Position.parse(table), f"meld {meld}")
    [fault] = [violation for violation in ruling.violations if violation.rule == "meld.max-wilds"]
    assert (fault.facts["allowed"], fault.citation.standing) == (allowed, standing)


def test_every_reason_of_a_legal_move_is_a_rule_of_that_game() -> None:
    for name, ruling in rulings():
        assert ruling.position is not None
        assert set(ruling.because) <= ruling.position.rules.active, name
        assert bool(ruling.because) is ruling.legal, name


def test_no_rule_is_named_that_is_not_in_the_game_and_none_twice_with_the_same_words() -> None:
    for name, ruling in rulings():
        assert ruling.position is not None
        assert set(ruling.rules) <= ruling.position.rules.active, name
        said = [(v.rule, v.message) for v in ruling.violations]
        assert len(set(said)) == len(said), f"{name}: {said}"


def test_the_json_of_a_ruling_has_the_published_keys_and_reads_back() -> None:
    for name, ruling in rulings():
        given = ruling.to_dict()
        assert list(given) == KEYS, name
        assert json.loads(ruling.to_json()) == given, name
        for violation in given["violations"]:
            assert list(violation) == VIOLATION_KEYS, name
            assert list(violation["citation"]) == CITATION_KEYS, name
        assert (given["outcome"] is not None) is given["legal"], name
        if given["outcome"] is not None:
            assert list(given["outcome"]) == OUTCOME_KEYS, name
            assert given["consequence"] is None, name
        if given["consequence"] is not None:
            assert list(given["consequence"]) == CONSEQUENCE_KEYS, name
        assert given["mend"] is None or isinstance(given["mend"], str), name


def test_a_ruling_shows_itself_as_text_and_as_html() -> None:
    for name, ruling in rulings():
        text = ruling.text
        assert text.splitlines()[0] == ("Legal." if ruling.legal else "Refused."), name
        assert str(ruling) == repr(ruling) == text
        assert "None" not in text, f"{name}: {text}"
        for violation in ruling.violations:
            assert violation.message in text, name
            assert violation.rule in text, name
            assert violation.citation.section.strip('"') in text, name
        html = ruling._repr_html_()
        assert html.startswith("<"), name
        assert "None" not in html, name


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("meld KH KS KD / QH QC 2S", "This one counts 70: kings 30, queens with the two 40."),
        ("meld KH KS KD", "Your side stands at 1,600, so its first laying must count 90."),
    ],
)
def test_a_first_laying_that_falls_short_is_told_what_each_meld_counts(text: str, said: str) -> None:
    table: dict[str, Any] = {
        "scores": [1600, 0], "phase": "play", "hands": [["KH", "KS", "KD", "QH", "QC", "2S", "4C", "5D"], 11, 11, 11]
    }  # fmt: skip
    ruling = judge(Position.parse(table), text)
    assert ruling.rules == ("initial.minimum",)
    assert said in ruling.violations[0].message


def test_html_of_a_ruling_cannot_be_broken_out_of() -> None:
    ruling = judge_meld("KH KS")
    assert "<script" not in ruling._repr_html_()
    assert ruling.to_dict()["violations"][0]["facts"]["count"] == 2
