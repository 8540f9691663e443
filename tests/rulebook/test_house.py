"""House rules and options: what each key moves, and what makes no game."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from canasta_teach.cards import card
from canasta_teach.errors import InvalidRules
from canasta_teach.rulebook import KEYS, RuleSet, house_keys, load_house, parse_house, rules, ruleset
from canasta_teach.rulebook.house import moved_rules
from canasta_teach.rulebook.model import Params, Step
from canasta_teach.rulebook.playable import check_game

# For each key a rule set and a value that differs from it in everything that the key can move.
SAMPLES: dict[str, tuple[str, Any]] = {
    "jokers": ("classic", 6),
    "packs": ("classic", 3),
    "players": ("classic", [2, 4]),
    "hand_size": ("classic", 10),
    "pile_free": ("classic", True),
    "penalties": ("classic", True),
    "freezing": ("classic", False),
    "frozen_unmelded": ("goren_1949", True),
    "black_three_stops": ("classic", False),
    "sequences": ("classic", True),
    "merge_ranks": ("classic", False),
    "permission": ("brazilian", True),
    "forced_take": ("classic", False),
    "draw_count": ("classic", 2),
    "redraws": ("brazilian", 2),
    "min_meld": ("classic", 4),
    "max_meld": ("classic", 9),
    "min_sequence": ("brazilian", 4),
    "min_naturals": ("classic", 3),
    "max_wilds": ("swedish", 4),
    "wilds_at_most_naturals": ("swedish", False),
    "black_threes_at_end": ("classic", "wilds"),
    "canasta_size": ("classic", 8),
    "initial_steps": ("italian", [{"from": 0, "minimum": 55}]),
    "vulnerable_from": ("brazilian", 700),
    "vulnerable_minimum": ("brazilian", 80),
    "withdrawn_minimum": ("brazilian", 100),
    "hand_cards_to_take": ("classic", 3),
    "canastas_to_go_out": ("brazilian", 1),
    "relancinho_cards": ("brazilian", 12),
    "card_values": ("classic", {"3": 10, "JK": 60}),
    "canasta_values": ("classic", {"natural": 400, "mixed": 200}),
    "concealed_canasta": ("classic", 100),
    "red_three_values": ("classic", {"one": 50, "all": 500}),
    "red_threes_against_unmelded": ("italian", True),
    "going_out": ("classic", 70),
    "concealed": ("classic", 0),
    "relancinho": ("brazilian", 70),
    "target": ("classic", 4000),
    "hidden_red_three": ("italian", 400),
    "took_without_meld": ("italian", 10),
    "top_card_unused": ("italian", 10),
    "drew_out_of_turn": ("italian", 10),
    "melded_in_opponents_turn": ("italian", 10),
    "melded_in_partners_turn": ("italian", 10),
    "honour": ("italian", "players"),
}
# Rules that a key moves only in a rule set or with a value other than its sample's.
ELSEWHERE: dict[str, list[tuple[str, Any]]] = {
    "pile_free": [("swedish", True)],
    "initial_steps": [("goren_1949", [{"minimum": 45}]), ("brazilian", [{"from": 0, "minimum": 50}])],
    "concealed_canasta": [("swedish", 0)],
}
HOUSE_KEYS = list(house_keys())


def over(key: str, name: str, value: Any) -> RuleSet:
    return ruleset(key, {name: value})


def test_every_key_has_a_sample() -> None:
    assert list(SAMPLES) == HOUSE_KEYS


@pytest.mark.parametrize("name", HOUSE_KEYS)
def test_a_key_is_documented_with_range_and_known_rules(name: str) -> None:
    key = house_keys()[name]
    assert key.doc.endswith(".")
    assert key.range
    assert set(key.rules) <= set(rules())
    switched = {rule_id for one in key.when.values() for rule_id in (*one.on, *one.off)}
    owned = {rule_id for rule_id, one in rules().items() if {key.sets, *key.parts.values()} & set(one.values)}
    if key.type == "cards":
        owned.add("deck.value-black-three")
    assert set(key.rules) == switched | owned


@pytest.mark.parametrize("name", HOUSE_KEYS)
def test_a_key_moves_exactly_the_rules_it_names(name: str) -> None:
    moved: set[str] = set()
    for base, value in (SAMPLES[name], *ELSEWHERE.get(name, [])):
        moved |= set(moved_rules(ruleset(base), over(base, name, value)))
    expected = set(house_keys()[name].rules)
    if name == "initial_steps":
        # All five rule sets count the melds of an act together, so that no base lacks this one.
        expected.discard("initial.combined")
    assert moved == expected


@pytest.mark.parametrize("name", HOUSE_KEYS)
def test_a_moved_rule_is_cited_as_house_rules(name: str) -> None:
    base, value = SAMPLES[name]
    made = over(base, name, value)
    for rule_id in moved_rules(ruleset(base), made):
        cited = made.citation(rule_id, house_keys()[name].aspect)
        assert (cited.rules, cited.source, cited.standing, cited.note) == (base, "house", "house", None)
        assert cited.section.startswith(f"{name} = ")


@pytest.mark.parametrize("name", HOUSE_KEYS)
def test_a_key_leaves_every_other_number_alone(name: str) -> None:
    base, value = SAMPLES[name]
    before, made = ruleset(base), over(base, name, value)
    own = {field for rule_id in house_keys()[name].rules for field in rules()[rule_id].values} | {
        house_keys()[name].sets
    }
    for field in Params.__struct_fields__:
        if field not in own:
            assert getattr(made.p, field) == getattr(before.p, field), field
    assert made.active ^ before.active <= set(house_keys()[name].rules)


@pytest.mark.parametrize("key", KEYS)
def test_what_the_base_says_anyway_moves_nothing(key: str) -> None:
    base = ruleset(key)
    for name, one in house_keys().items():
        if one.type == "number" and base.has(one.rules[0]):
            value = getattr(base.p, one.sets)
            if value is not None:
                assert moved_rules(base, over(key, name, value)) == []
        if one.type == "switch" and not one.sets and one.needs in ("", *base.active):
            on = any(rule_id in base.active for rule_id in one.when["false"].off)
            if one.when["false"].off:
                assert not set(moved_rules(base, over(key, name, on))) & base.active


@pytest.mark.parametrize("name", [n for n, one in house_keys().items() if one.type == "number"])
def test_a_number_is_held_to_its_range(name: str) -> None:
    base, _ = SAMPLES[name]
    one = house_keys()[name]
    for bad in (one.least - 1, one.most + 1, str(one.least), float(one.most), True, None, [one.least]):
        with pytest.raises(InvalidRules, match=f"^{name}: this must be a whole number from {one.least} to {one.most}$"):
            over(base, name, bad)
    for edge in (one.least, one.most):
        msgspec.convert({one.sets: edge}, Params)


@pytest.mark.parametrize("name", [n for n, one in house_keys().items() if one.type == "switch"])
def test_a_switch_is_true_or_false(name: str) -> None:
    with pytest.raises(InvalidRules, match=f"^{name}: this must be true or false$"):
        over(SAMPLES[name][0], name, 1)


@pytest.mark.parametrize("key", KEYS)
def test_a_key_whose_rule_the_game_lacks_is_refused(key: str) -> None:
    base = ruleset(key)
    for name, one in house_keys().items():
        if one.needs and not base.has(one.needs):
            with pytest.raises(InvalidRules, match=f"{name}: these rules have no {one.needs}"):
                over(key, name, SAMPLES[name][1])


@pytest.mark.parametrize(
    ("base", "options", "key", "reason"),
    [
        ("classic", {"joker": 4}, "joker", "unknown key; did you mean jokers?"),
        ("classic", {"players": []}, "players", "at least one"),
        ("classic", {"players": [4, 4]}, "players", "twice"),
        ("classic", {"players": [7]}, "players", "from 2 to 6"),
        ("classic", {"players": 4}, "players", "a list"),
        ("swedish", {"players": [5]}, "hand_size", "no hand size for 5 players"),
        ("brazilian", {"players": [3]}, "hand_size", "no hand size for 3 players"),
        ("classic", {"hand_size": 30}, "hand_size", "but the deck has 108"),
        ("classic", {"hand_size": {"7": 11}}, "hand_size", "unknown entry '7'"),
        ("classic", {"hand_size": {}}, "hand_size", "a table"),
        ("classic", {"packs": 1}, "hand_size", "but the deck has 56"),
        ("classic", {"initial_steps": []}, "initial_steps", "at least one step"),
        ("classic", {"initial_steps": [{"from": 0}]}, "initial_steps", "minimum"),
        ("classic", {"initial_steps": [{"from": 0, "minimum": "50"}]}, "initial_steps", "Expected `int`"),
        ("classic", {"initial_steps": [{"from": 0, "minimum": 50, "to": 4}]}, "initial_steps", "to"),
        (
            "classic",
            {"initial_steps": [{"from": 0, "minimum": 50}, {"from": 0, "minimum": 60}]},
            "initial_steps",
            "steps must rise: 0 comes after 0",
        ),
        (
            "classic",
            {"initial_steps": [{"from": 0, "minimum": 50}, {"minimum": 15}]},
            "initial_steps",
            "only the first",
        ),
        ("classic", {"initial_steps": [{"minimum": 1000}]}, "initial_steps", "no hand could reach"),
        ("classic", {"min_naturals": 4}, "min_naturals", "raise min_meld as well"),
        ("classic", {"min_meld": 5, "max_meld": 4}, "max_meld", "cannot be"),
        ("classic", {"max_meld": 6}, "max_meld", "nobody could go out"),
        ("classic", {"canasta_size": 12}, "canasta_size", "a meld holds 11 at most"),
        ("classic", {"canasta_size": 9, "max_wilds": 0}, "canasta_size", "a meld holds 8 at most"),
        ("brazilian", {"black_threes_at_end": "wilds"}, "black_threes_at_end", "no meld.black-threes"),
        ("classic", {"black_threes_at_end": "always"}, "black_threes_at_end", "never, naturals, wilds"),
        ("classic", {"card_values": {"JJ": 4}}, "card_values", "unknown entry 'JJ'"),
        ("classic", {"card_values": {"A": -5}}, "card_values", "A must be a whole number from 0"),
        ("classic", {"canasta_values": {"false": 4}}, "canasta_values", "unknown entry 'false'"),
        ("classic", {"target": 0}, "target", "from 100"),
        ("classic", {"target": 10**30}, "target", "from 100"),
    ],
)
def test_what_makes_no_game_is_refused_with_the_reason(
    base: str, options: dict[str, Any], key: str, reason: str
) -> None:
    with pytest.raises(InvalidRules) as caught:
        ruleset(base, options)
    assert caught.value.key == key
    assert reason in caught.value.reason


@pytest.mark.parametrize("options", [{"jokers": {1, 2}}, {"jokers": object()}, {1: 2}])
def test_options_that_json_cannot_hold_are_refused(options: Any) -> None:
    with pytest.raises(InvalidRules):
        ruleset("classic", options)


@pytest.mark.parametrize("key", KEYS)
def test_the_five_rule_sets_make_a_game(key: str) -> None:
    check_game(ruleset(key))


def test_a_part_of_a_table_leaves_the_rest() -> None:
    made = over("classic", "card_values", {"A": 15})
    assert (made.value(card("AH")), made.value(card("KH")), made.value(card("3S"))) == (15, 10, 5)
    assert made.clause("deck.values").section == "card_values = {A = 15}"
    assert made.clauses["deck.values"][1].standing == "stated"


def test_a_three_is_the_black_one_where_red_threes_are_a_bonus() -> None:
    made = over("classic", "card_values", {"3": 10})
    assert (made.value(card("3S")), made.value(card("3H"))) == (10, 0)
    made = over("brazilian", "card_values", {"3": 10})
    assert (made.value(card("3S")), made.value(card("3H"))) == (10, 10)


def test_one_hand_size_holds_for_every_table() -> None:
    made = over("classic", "hand_size", 12)
    assert made.p.hand_size == {"2": 12, "3": 12, "4": 12, "5": 12, "6": 12}
    assert {one.standing for one in made.clauses["deal.hand-size"]} == {"house"}


def test_a_hand_size_by_table_leaves_the_others() -> None:
    made = over("classic", "hand_size", {"2": 13})
    assert (made.p.hand_size["2"], made.p.hand_size["4"]) == (13, 11)
    assert {one.standing for one in made.clauses["deal.hand-size"]} >= {"house", "stated"}


def test_a_limit_of_one_aspect_leaves_the_other() -> None:
    made = over("swedish", "max_wilds", 4)
    assert made.citation("meld.max-wilds").standing == "house"
    assert made.citation("meld.max-wilds", "naturals").standing == "stated"
    assert (made.p.max_wilds, made.p.wilds_at_most_naturals) == (4, True)


def test_new_steps_hold_for_both_ways_of_laying() -> None:
    made = over("italian", "initial_steps", [{"from": 0, "minimum": 55}])
    assert made.p.initial_steps == (Step(minimum=55, from_=0),)
    assert {made.citation("initial.minimum", aspect).standing for aspect in ("pile", "hand")} == {"house"}


def test_penalties_come_with_the_italian_prices() -> None:
    made, italian = over("classic", "penalties", True), ruleset("italian")
    assert made.p.top_card_unused == italian.p.top_card_unused == 200
    assert made.p.hidden_red_three == 500
    assert not over("italian", "penalties", False).has("score.penalties")


def test_penalties_know_no_hidden_red_three_where_red_threes_are_cards_like_others() -> None:
    made = over("brazilian", "penalties", True)
    assert made.has("penalty.drew-out-of-turn")
    assert not made.has("penalty.hidden-red-three")


def test_a_duty_to_use_the_top_card_comes_with_its_number() -> None:
    made = over("brazilian", "pile_free", False)
    assert made.has("pile.two-from-hand")
    assert made.p.hand_cards_to_take == 2


def test_no_canasta_needed_switches_its_rules_off() -> None:
    made = over("classic", "canastas_to_go_out", 0)
    assert not made.has("out.canasta")
    assert not made.has("out.keep-a-card")
    assert made.p.canastas_to_go_out == 0


def test_a_fine_key_has_the_last_word_over_a_wide_one() -> None:
    made = ruleset("classic", {"took_without_meld": 60, "penalties": True})
    assert made.has("penalty.top-card-unused")
    assert made.p.took_without_meld == 60


@pytest.mark.parametrize("bar", ["freezing", "frozen_unmelded", "black_three_stops"])
@pytest.mark.parametrize("base", ["classic", "brazilian"])
def test_a_free_pile_that_something_bars_is_no_game(base: str, bar: str) -> None:
    with pytest.raises(InvalidRules, match="the pile is free here"):
        ruleset(base, {"pile_free": True, bar: True})


def test_six_players_allowed_play_in_two_sides() -> None:
    made = ruleset("brazilian", {"players": [6], "hand_size": 11})
    assert made.sides(6) == 2


HOUSE = """
base = "swedish"
title = "Our kitchen table"
max_wilds = 4
[options]
target = 3000
"""


def test_a_house_rules_file_is_read(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text("\ufeff" + HOUSE, encoding="utf-8")
    house = load_house(file)
    assert (house.key, house.base, house.title) == ("house", "swedish", "Our kitchen table")
    assert dict(house.house) == {"max_wilds": 4, "target": 3000}
    assert dict(house.options) == {}
    assert house.p.target == 3000
    cited = house.citation("meld.max-wilds")
    assert (cited.rules, cited.source, cited.section) == ("house", "house", "max_wilds = 4")
    assert (cited.standing, cited.note) == ("house", "Our kitchen table")
    assert house.citation("meld.size").source == "swedish"
    assert ruleset("house", house=house) is house


def test_options_are_laid_over_house_rules() -> None:
    house = parse_house(HOUSE)
    made = ruleset("house", {"max_wilds": 5}, house=house)
    assert (made.p.max_wilds, made.p.target) == (5, 3000)
    assert dict(made.options) == {"max_wilds": 5}
    assert dict(made.house) == dict(house.house)
    assert made.citation("meld.max-wilds").note is None
    assert made.citation("game.target").note == "Our kitchen table"


@pytest.mark.parametrize(
    ("text", "key", "reason"),
    [
        ("max_wilds = 4", "base", "must name one of the rule sets"),
        ('base = "clasic"', "base", "did you mean classic"),
        ('base = "house"', "base", "must name one"),
        ('base = "classic"\nmax_wild = 4', "max_wild", "did you mean max_wilds"),
        ('base = "classic"\nmax_wilds = "4"', "max_wilds", "whole number"),
        ('base = "classic"\nmax_wilds = 4\n[options]\nmax_wilds = 5', "max_wilds", "given twice"),
        ('base = "classic"\ntitle = ""', "title", "a text of 1 to 100"),
        ('base = "classic"\noptions = 4', "options", "must be a table"),
        ('base = "classic"\nmax_wilds = 2026-01-01', "max_wilds", "whole number"),
        ("base = ", "", "no TOML"),
        ('base = "classic"\ntarget = 3000\ntarget = 4000', "", "each key stands once"),
        ('base = "classic"\nfreezing = no', "", "line 2, column 12); a value is a number, true or false, or text"),
        ('base = "classic"\nno jokers', "", "a line is a key, =, and its value"),
    ],
)
def test_a_bad_house_rules_file_is_refused_with_place_key_and_reason(text: str, key: str, reason: str) -> None:
    with pytest.raises(InvalidRules) as caught:
        parse_house(text, "table.toml")
    assert (caught.value.where, caught.value.key) == ("table.toml", key)
    assert reason in caught.value.reason


def test_a_house_rules_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    with pytest.raises(InvalidRules, match="cannot be read"):
        load_house(tmp_path / "none.toml")
    with pytest.raises(InvalidRules, match="cannot be read"):
        load_house(tmp_path)
    (tmp_path / "latin.toml").write_bytes(b'title = "\xe9"')
    with pytest.raises(InvalidRules, match="not UTF-8"):
        load_house(tmp_path / "latin.toml")


def test_house_rules_must_be_given_where_they_are_named() -> None:
    with pytest.raises(InvalidRules, match="no house-rules file is given"):
        ruleset("house")


@given(
    base=st.sampled_from(KEYS),
    names=st.lists(st.sampled_from(HOUSE_KEYS), max_size=6, unique=True),
)
@settings(max_examples=150, deadline=None)
def test_keys_together_move_no_rule_that_none_of_them_names(base: str, names: list[str]) -> None:
    try:
        made = ruleset(base, {name: SAMPLES[name][1] for name in names})
    except InvalidRules as error:
        # Some are refused for what the base lacks, or for what they make together; each with its key.
        assert error.key in HOUSE_KEYS
        return
    named = {rule_id for name in names for rule_id in house_keys()[name].rules}
    assert set(moved_rules(ruleset(base), made)) <= named
    check_game(made)


@given(
    base=st.sampled_from(KEYS),
    name=st.sampled_from(HOUSE_KEYS),
    value=st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
        max_leaves=6,
    ),
)
@settings(max_examples=300, deadline=None)
def test_any_value_is_taken_or_refused_with_its_key(base: str, name: str, value: Any) -> None:
    try:
        made = over(base, name, value)
    except InvalidRules as error:
        assert error.key
    else:
        assert dict(made.options) == {name: value}
