"""Where the house set a number or a choice, a refusal that tells it cites the house, whichever rule set lies below."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from canasta_teach.errors import CanastaError
from canasta_teach.game.referee import judge
from canasta_teach.game.ruling import Violation
from canasta_teach.game.state import Position
from canasta_teach.rulebook import KEYS, house_keys, ruleset
from canasta_teach.rulebook.house import moved_rules
from tests.strategies import stored_cases

VALUED = {name for name, key in house_keys().items() if key.type in ("number", "choice", "steps") and key.rules}

# For each key whose value refusals tell, the rules that tell it.
TELLING: dict[str, set[str]] = {
    "draw_count": {"turn.draw-first"},
    "redraws": {"turn.redraw"},
    "min_meld": {"meld.size"},
    "max_meld": {"meld.size"},
    "min_sequence": {"meld.sequence"},
    "min_naturals": {"meld.min-naturals"},
    "max_wilds": {"meld.max-wilds"},
    "black_threes_at_end": {"meld.black-threes", "meld.wilds-not-threes"},
    "initial_steps": {"initial.minimum", "initial.pile-cards"},
    "vulnerable_from": {"initial.vulnerable"},
    "vulnerable_minimum": {"initial.vulnerable"},
    "withdrawn_minimum": {"initial.withdrawn"},
    "hand_cards_to_take": {"pile.two-from-hand"},
    "canastas_to_go_out": {"out.canasta", "out.keep-a-card", "out.ask-possible", "pile.must-finish"},
    "relancinho_cards": {"out.relancinho"},
}
# In these places the source's own number or choice lies in a part of the rule.
IN_A_PART = {
    ("goren_1949", "draw_count", "turn.draw-first"),
    ("goren_1949", "black_threes_at_end", "meld.black-threes"),
    ("brazilian", "max_meld", "meld.size"),
    ("italian", "initial_steps", "initial.minimum"),
}


def _broken(table: dict[str, Any], key: str, options: dict[str, Any], move: str) -> tuple[Violation, ...]:
    try:
        return judge(Position.parse({**table, "rules": key, "options": options}), move).violations
    except CanastaError:  # the table or the act makes no sense under that rule set
        return ()


def _other_values(name: str, options: dict[str, Any]) -> list[dict[str, Any]]:
    """The options without this one, and with other values of it."""
    key, value = house_keys()[name], options[name]
    found = [{other: options[other] for other in options if other != name}]
    if key.type == "number":
        found += [{**options, name: near} for near in (value - 1, value + 1) if key.least <= near <= key.most]
    elif key.type == "choice":
        found += [{**options, name: choice} for choice in key.choices if choice != value]
    else:
        found.append({**options, name: [{**step, "minimum": step["minimum"] + 5} for step in value]})
    return found


@cache
def telling() -> list[tuple[str, str, str, Violation]]:
    """Refusals that hang on a value of the house: rule set, key, the table's move, and the broken rule.

    A refusal tells the value when its words are others under another value, or when the rule is one that the key
    moves and is not broken under another value.
    """
    found = []
    for table, move in stored_cases():
        options = table.get("options") or {}
        for name in VALUED & set(options):
            for key in KEYS:
                told = _broken(table, key, options, move)
                if not told or not _moves(key, name, options):
                    continue
                for other in _other_values(name, options):
                    before = _broken(table, key, other, move)
                    if not before and not _is_judged(table, key, other, move):
                        continue
                    for one in told:
                        said = {v.message for v in before if v.rule == one.rule}
                        if one.message not in said and (said or one.rule in house_keys()[name].rules):
                            found.append((key, name, move, one))
    return found


def _moves(key: str, name: str, options: dict[str, Any]) -> bool:
    """Whether the option says something else than the rule set with the other options says anyway."""
    rest = {other: options[other] for other in options if other != name}
    try:
        return bool(moved_rules(ruleset(key, rest), ruleset(key, options)))
    except CanastaError:  # without this option, or with it, the rest makes no game
        return False


def _is_judged(table: dict[str, Any], key: str, options: dict[str, Any], move: str) -> bool:
    try:
        judge(Position.parse({**table, "rules": key, "options": options}), move)
    except CanastaError:
        return False
    return True


@pytest.mark.parametrize("name", sorted(TELLING))
def test_a_refusal_that_tells_a_value_of_the_house_cites_the_house(name: str) -> None:
    met = set()
    for key, found, move, one in telling():
        if found == name:
            met.add(one.rule)
            cited = one.citation
            assert (cited.source, cited.standing) == ("house", "house"), f"{key}, {move}: {one.message}"
            assert cited.section.startswith(f"{name} = "), f"{key}, {move}: {one.message}"
    assert met == TELLING[name]


def test_no_other_key_has_a_value_that_a_refusal_tells() -> None:
    assert {name for _, name, _, _ in telling()} == set(TELLING)


def test_values_that_lie_in_a_part_of_a_rule_are_among_them() -> None:
    assert {(key, name, one.rule) for key, name, _, one in telling()} >= IN_A_PART


KINGS = [["KH", "KH", "KD", "KD", "KC", "KC", "KS"]]


@pytest.mark.parametrize("key", KEYS)
def test_the_source_is_cited_where_the_house_says_what_it_says_anyway(key: str) -> None:
    table = {"phase": "draw", "hands": [["5H", "7D", "9C", "JC"], 11, 11, 11], "pile": ["6C"]}
    (one,) = _broken(table, key, {"draw_count": 1}, "discard 5H")
    assert (one.rule, one.citation.source) == ("turn.draw-first", key)


@pytest.mark.parametrize("key", [key for key in KEYS if ruleset(key).has("meld.black-threes")])
def test_what_a_value_of_the_house_leaves_alone_is_still_the_sources(key: str) -> None:
    table = {"phase": "play", "hands": [["3S", "3C", "3S", "5H", "6H", "7H"], 11, 11, 11], "melds": [KINGS, []]}
    source = ruleset(key).citation("meld.black-threes").source
    (one,) = _broken(table, key, {"draw_count": 2}, "meld 3S 3C 3S")
    assert (one.rule, one.citation.source) == ("meld.black-threes", source)
    (one,) = _broken(table, "goren_1949", {"black_threes_at_end": "naturals"}, "meld 3S 3C 3S")
    assert (one.variant, one.citation.section) == ("", "The Black Three")


@pytest.mark.parametrize("key", ["goren_1949", "classic"])
def test_a_limit_that_the_naturals_set_is_cited_as_such(key: str) -> None:
    hand = ["9H", "9D", "2S", "2D", "2C", "2H", "5C", "7C"]
    table = {"phase": "play", "hands": [hand, 11, 11, 11], "melds": [KINGS, []]}
    (one,) = _broken(table, key, {"wilds_at_most_naturals": True}, "meld 9H 9D 2S 2D 2C 2H")
    assert (one.rule, one.citation.section) == ("meld.max-wilds", "wilds_at_most_naturals = true")
