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

from canasta_teach.errors import CanastaError, InvalidMove, InvalidPosition
from canasta_teach.game import referee as referee_module
from canasta_teach.game import rules as rule_functions
from canasta_teach.game.deal import deal
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


FORMS = (*(f"{thing}s" for thing in words()["count"]), "word", "alone")
"""What a number can be shown as: two cards, two wild cards, two completed canastas, two."""

# The variants of meld.max-wilds that are worked out by a helper.
WORKED_OUT = {("meld.max-wilds", ""), ("meld.max-wilds", "naturals")}

Entry = str | dict[str, str]


def _template(rule: str, variant: str) -> Entry:
    """The words for a fault; every act after the end has the same ones, where the end has but one kind."""
    texts: dict[str, Entry] = words()["message"][rule]
    return texts["default"] if (rule, variant) == ("out.ends-deal", "over") else texts[variant or "default"]


def _names(template: Entry) -> set[str]:
    """The facts that a text asks for; of a pair, those of both forms, and the one that it fits."""
    if isinstance(template, dict):
        return _names(template["one"]) | _names(template["many"]) | {template["of"]}
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


def _messages() -> Iterator[tuple[str, str, Entry]]:
    for rule, texts in words()["message"].items():
        for variant, entry in texts.items():
            yield rule, variant, entry


def test_a_pair_has_two_forms_that_differ_and_ask_for_the_same_facts() -> None:
    pairs = [(rule, variant, entry) for rule, variant, entry in _messages() if isinstance(entry, dict)]
    assert len(pairs) > 10
    for rule, variant, entry in pairs:
        assert set(entry) == {"of", "one", "many"}, (rule, variant)
        assert entry["one"] != entry["many"], (rule, variant)
        assert _names(entry["one"]) == _names(entry["many"]), (rule, variant)


# Facts that may be one card or several, with a verb that has to fit them; the top card is always one. Where cards are
# named as one thing, a meld, the verb is in the singular whatever their number: "K K makes two", "A A 2 holds none".
VERB = re.compile(r"\{(?!top\})(\w+)\} (?:all )?(lie|lies|were|was|are)\b|\b(?:there|These|This) (is|are) \{(\w+)\}")
SEVERAL = {("meld.same-rank", "default"), ("meld.same-rank", "or-run")}
"""Messages whose cards are always two at least: one card is not of different ranks."""


def test_a_verb_that_must_fit_a_number_stands_in_a_pair() -> None:
    loose = [
        (rule, variant)
        for rule, variant, entry in _messages()
        if isinstance(entry, str) and VERB.search(entry) and (rule, variant) not in SEVERAL
    ]
    assert loose == []


def test_where_there_may_be_nothing_a_number_without_a_noun_is_none() -> None:
    for rule, variant, entry in _messages():
        for text in [entry] if isinstance(entry, str) else [entry["one"], entry["many"]]:
            assert not re.search(r"\{(left|count)_word\} would|\bthere (is|are) \{\w+_word\}", text) or (
                # More than one card is left here: with one or none the announcement stands.
                (rule, variant) == ("out.relancinho", "left")
            ), (rule, variant)


def _told(table: dict[str, Any], move: str, rule: str) -> str:
    ruling = judge(Position.parse({"phase": "play", **table}), move)
    return next(v.message for v in ruling.violations if v.rule == rule)


KINGS = [["KH", "KH", "KD", "KD", "KC", "KC", "KS"]]
NINES = [["9H", "9D", "9C"]]
SAID: list[tuple[dict[str, Any], str, str, str]] = [
    (
        {"permission": "no", "hands": [["AH", "AD", "AC"], 9, 9, 9], "melds": [KINGS, []]},
        "meld AH AD AC", "out.refused", "Here none would be left.",
    ),
    (
        {"permission": "no", "hands": [["AH", "AD", "AC", "5C"], 9, 9, 9], "melds": [KINGS, []]},
        "meld AH AD AC", "out.refused", "Here one would be left.",
    ),
    (
        {"phase": "draw", "hands": [["5C", "9C"], 9, 9, 9], "melds": [KINGS, []], "pile": ["JS", "4C"]},
        "take onto J", "pile.two-from-hand", "Here there are none.",
    ),
    (
        {"phase": "draw", "hands": [["JC", "9C"], 9, 9, 9], "melds": [KINGS, []], "pile": ["JS", "4C"]},
        "take with JC", "pile.two-from-hand", "Here there is one.",
    ),
    (
        {
            "phase": "draw", "options": {"hand_cards_to_take": 3}, "hands": [["JC", "JD", "9C"], 9, 9, 9],
            "melds": [KINGS, []], "pile": ["JS", "4C"],
        },
        "take with JC JD", "pile.two-from-hand", "Here there are two.",
    ),
    (
        {
            "phase": "draw", "options": {"hand_cards_to_take": 1}, "hands": [["2C", "9C"], 9, 9, 9],
            "melds": [KINGS, []], "pile": ["JS", "4C"],
        },
        "take with 2C", "pile.two-from-hand", "from your hand. 2♣ is wild.",
    ),
    (
        {"phase": "draw", "hands": [["2C", "2D", "9C"], 9, 9, 9], "melds": [KINGS, []], "pile": ["JS", "4C"]},
        "take with 2C 2D", "pile.two-from-hand", "from your hand. 2♣ 2♦ are all wild.",
    ),
    (
        {"hands": [["2C", "5C", "5S", "JC"], ["5C", "5S", "JH", "QS"], 9, 9], "pile": ["JS", "4C"]},
        "discard 2C; take with 5C 5S", "pile.frozen-unmelded",
        "it takes two natural cards of the top card's rank from your hand, and none fit 2♣.",
    ),
    (
        {"phase": "draw", "hands": [["2C", "JH", "9C"], 9, 9, 9], "melds": [KINGS, []], "pile": ["JS", "2D"]},
        "take with 2C JH", "pile.frozen", "The pile is frozen: 2♦ lies in it.",
    ),
    (
        {"phase": "draw", "hands": [["2C", "JH", "9C"], 9, 9, 9], "melds": [KINGS, []], "pile": ["JS", "2D", "JK"]},
        "take with 2C JH", "pile.frozen", "The pile is frozen: 2♦ joker lie in it.",
    ),
    (
        {"phase": "draw", "hands": [["2C", "9C", "8C"], 9, 9, 9], "melds": [KINGS, []], "pile": ["JS", "4C"]},
        "take / add 2C to K", "pile.top-card", "2♣ was laid, but not the pile's top card J♠.",
    ),
    (
        {"hands": [["3S", "3C", "2H", "2D", "JK", "2C"], 9, 9, 9], "melds": [KINGS, []]},
        "meld 3S 3C 2H 2D JK 2C", "meld.black-threes", "3♠ 3♣ 2♥ 2♦ joker 2♣ holds four.",
    ),
    (
        {"options": {"max_wilds": 0}, "hands": [["9H", "9D", "2H", "5C", "6C"], 9, 9, 9], "melds": [KINGS, []]},
        "meld 9H 9D 2H", "meld.max-wilds", "A meld bears no wild cards in this game. This one would hold one: 2♥.",
    ),
    (
        {
            "rules": "swedish", "options": {"max_wilds": 0}, "hands": [["2S", "2D", "2C", "5C", "6C"], 9, 9, 9],
            "melds": [KINGS, []],
        },
        "meld 2S 2D 2C", "meld.max-wilds", "A meld bears no wild cards in this game. This one would hold three:",
    ),
    (
        {"rules": "swedish", "hands": [["2S", "2D", "2C", "5C", "6C"], 9, 9, 9], "melds": [KINGS, []]},
        "meld 2S 2D 2C", "meld.max-wilds", "A meld bears no more wild cards than natural ones.",
    ),
    (
        {"options": {"min_naturals": 1}, "hands": [["2C", "2S", "2H", "5C", "6C"], 9, 9, 9], "melds": [KINGS, []]},
        "meld 2C 2S 2H", "meld.min-naturals", "A meld takes at least one natural card. 2♣ 2♠ 2♥ holds none.",
    ),
    (
        {"hands": [["QH", "2S", "2H", "5C", "6C"], 9, 9, 9], "melds": [NINES, []]},
        "add QH 2S 2H to A", "meld.same-rank", "Q♥ is not of the rank that it would be added to.",
    ),
    (
        {"hands": [["9S", "5C", "6C", "7C"], 9, 9, 9], "melds": [NINES, []]},
        "meld 5C 5C 6C", "turn.cards-in-hand", "5♣ is named more often than the hand holds it.",
    ),
    (
        {"hands": [["9S", "5C", "6C", "7C"], 9, 9, 9], "melds": [NINES, []]},
        "meld 5C 5C 6C 6C", "turn.cards-in-hand", "5♣ 6♣ are named more often than the hand holds them.",
    ),
    (
        {"phase": "draw", "hands": [["QH", "QD", "KC", "KD", "5C"], 9, 9, 9], "scores": [1600, 0],
         "pile": ["QS", "KS", "4C"]},
        "take with QH QD / meld KC KD KS", "initial.pile-cards",
        "K♠ lies in the pile under its top card and cannot help to reach 90. Without it this counts 50.",
    ),
    (
        {"phase": "draw", "hands": [["QH", "QD", "KC", "5C"], 9, 9, 9], "scores": [1600, 0],
         "pile": ["QS", "KS", "KD", "4C"]},
        "take with QH QD / meld KC KD KS", "initial.pile-cards",
        "K♦ K♠ lie in the pile under its top card and cannot help to reach 90. Without them this counts 40.",
    ),
    (
        {"hands": [["9S", "5C", "6C", "7C"], 9, 9, 9], "melds": [NINES, []]},
        "add 9S to 9; ask", "out.permission", "9♠ was laid already.",
    ),
    (
        {"hands": [["9S", "9H", "6C", "7C"], 9, 9, 9], "melds": [NINES, []]},
        "add 9S 9H to 9; ask", "out.permission", "9♠ 9♥ were laid already.",
    ),
    (
        {"hands": [["9S", "5C", "6C", "7C"], 9, 9, 9], "melds": [NINES, []], "this_turn": {"drawn": "5C"}},
        "draw", "turn.draw-first", "A card was drawn already.",
    ),
    (
        {"options": {"draw_count": 2}, "hands": [["9S", "5C", "6C", "7C"], 9, 9, 9], "melds": [NINES, []]},
        "draw", "turn.draw-first", "Cards were drawn already.",
    ),
    (
        {"rules": "brazilian", "hands": [["4C", "5C", "6C", "8D"], 9, 9, 9]},
        "relancinho 4C", "out.relancinho", "A relancinho is exactly eleven cards laid at one time. This is one.",
    ),
    (
        {"rules": "brazilian", "options": {"min_sequence": 4}, "hands": [["4C", "5C", "6C", "8D", "9D"], 9, 9, 9]},
        "meld 4C 5C 6C", "meld.sequence", "A run takes at least four cards. 4♣ 5♣ 6♣ makes three.",
    ),
    (
        {
            "rules": "brazilian", "options": {"redraws": 0}, "hands": [["4C", "5C", "6C", "8D"], 9, 9, 9],
            "first_turn": True, "this_turn": {"drawn": "4C"},
        },
        "redraw", "turn.redraw", "A drawn card is never rejected in this game.",
    ),
    (
        {
            "rules": "brazilian", "options": {"redraws": 2}, "hands": [["4C", "5C", "6C", "8D"], 9, 9, 9],
            "first_turn": True, "this_turn": {"drawn": "4C"},
        },
        "redraw 7D; redraw 8C; redraw 9D", "turn.redraw", "may be rejected two times in the deal",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("table", "move", "rule", "said"), SAID)
def test_a_sentence_fits_its_number(table: dict[str, Any], move: str, rule: str, said: str) -> None:
    assert said in _told(table, move, rule)


@pytest.mark.parametrize(
    ("melds", "said"),
    [
        ([], "#7: that side has no melds"),
        (KINGS, "#7: that side has one meld, #0"),
        ([*KINGS, *NINES], "#7: that side has 2 melds, numbered from #0"),
    ],
)
def test_a_meld_that_is_not_there_is_told_with_those_that_are(melds: list[list[str]], said: str) -> None:
    table = {"phase": "play", "hands": [["9S", "5C", "6C"], 9, 9, 9], "melds": [melds, []]}
    with pytest.raises(InvalidMove, match=re.escape(said)):
        judge(Position.parse(table), "add 9S to #7")


def test_a_list_of_one_is_told_in_the_singular() -> None:
    with pytest.raises(InvalidPosition, match="the list has 1 entry, but there are 4 players"):
        Position.parse({"hands": [9]})
    with pytest.raises(InvalidPosition, match=r"there are 2 sides, but 1 score$"):
        deal(scores=[5])


@pytest.mark.parametrize(("options", "asked"), [({}, "1 canasta"), ({"canastas_to_go_out": 2}, "2 canastas")])
def test_a_last_card_that_cannot_go_is_told_with_the_canastas_asked(options: dict[str, Any], asked: str) -> None:
    table = {"phase": "play", "options": options, "hands": [["5C"], 9, 9, 9], "melds": [NINES, []]}
    with pytest.raises(InvalidPosition, match=f"going out takes {asked}, and the side has 0; no act is legal"):
        judge(Position.parse(table), "discard 5C")


def test_a_price_of_one_point_is_a_point() -> None:
    options = {"options": {"penalties": True, "drew_out_of_turn": 1}}
    table = {"phase": "draw", "hands": [["9S", "5C", "6C"], 9, 9, 9], "melds": [NINES, []], **options}
    text = judge(Position.parse(table), "seat 1: draw").text
    assert "Price: 1 point [" in text


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
