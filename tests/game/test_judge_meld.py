"""A meld judged alone, with no table, is judged as at a table where nothing else matters."""

from random import Random
from typing import Any

import pytest

from canasta_teach import judge_meld
from canasta_teach.cards import Card, cards, codes
from canasta_teach.errors import InvalidCard, InvalidMove, InvalidRules
from canasta_teach.game.moves import Act, Move, Part
from canasta_teach.game.referee import judge
from canasta_teach.game.state import Position
from canasta_teach.rulebook import KEYS, parse_house, ruleset
from tests.game.small import few_cards


@pytest.mark.parametrize(
    ("held", "key", "rules"),
    [
        ("KH KS 2D", "classic", []),
        ("KH KS", "classic", ["meld.size"]),
        ("KH 2S 2D", "classic", ["meld.min-naturals"]),
        ("KH KS KD JK JK 2D 2S", "classic", ["meld.max-wilds"]),
        ("9H 9C 2S 2D JK", "swedish", ["meld.max-wilds"]),
        ("9H 9C 2S 2D JK", "classic", []),
        ("3H 3D KH", "classic", ["meld.red-threes", "meld.same-rank"]),
        ("3C 3S 2D", "goren_1949", []),
        ("3C 3S 2D", "classic", ["meld.wilds-not-threes", "meld.black-threes"]),
        ("3C 3S 3S", "classic", []),
        ("5H 6H 7H", "classic", ["meld.no-sequences", "meld.same-rank"]),
        ("5H 6H 7H", "brazilian", []),
        ("KH AH 2H", "brazilian", []),
        ("KH AH 3H", "brazilian", ["meld.sequence", "meld.same-rank"]),
        ("5H 6H 8S", "brazilian", ["meld.same-rank", "meld.sequence"]),
        ("2H 2D 2S", "italian", ["meld.min-naturals"]),
    ],
)
def test_a_meld_alone_breaks_the_rules_of_melds(held: str, key: str, rules: list[str]) -> None:
    ruling = judge_meld(held, rules=key)
    assert list(ruling.rules) == rules
    assert ruling.legal is not bool(rules)
    assert (ruling.outcome is None) is bool(rules)


@pytest.mark.parametrize("key", KEYS)
def test_the_rules_that_a_meld_breaks_alone_are_those_of_melds_that_it_breaks_at_a_table(key: str) -> None:
    rules = ruleset(key)
    legal = 0
    for seed in range(300):
        rng = Random(seed)
        held = tuple(few_cards(rng, rules)[: rng.randint(1, 9)])
        alone = judge_meld(held, rules=key)
        ends = any(card.is_black_three for card in held)
        table = _table(key, held, keeps=() if ends else cards("4C 5D 6S 8H"))
        whole = judge(table, Move((Act("lay", parts=(Part(held),)),)))
        assert list(alone.rules) == [rule for rule in whole.rules if rule.startswith("meld.")], f"seed {seed}"
        legal += alone.legal
    assert 20 < legal < 290


def _table(key: str, held: tuple[Card, ...], keeps: tuple[Card, ...]) -> Position:
    rules = ruleset(key)
    return Position(rules=rules, phase="play", hands=((*held, *keeps), None, None, None))


def test_a_meld_alone_says_what_it_counts_and_whether_it_is_a_canasta() -> None:
    outcome = judge_meld("KH KS KD KC 2D 2S JK").outcome
    assert outcome is not None
    assert (outcome.counted, outcome.needed, outcome.canastas) == (130, 0, ["mixed"])
    assert (outcome.went_out, outcome.over) == (None, False)


def test_a_meld_alone_is_judged_under_the_other_rule_sets_too() -> None:
    ruling = judge_meld("5H 6H 7H", rules="classic")
    assert ruling.elsewhere == {"goren_1949": False, "swedish": False, "italian": False, "brazilian": True}


def test_a_rule_set_whose_deck_lacks_a_card_is_left_out_elsewhere() -> None:
    assert "brazilian" not in judge_meld("KH KS JK", rules="classic").elsewhere


def test_options_and_house_rules_change_the_ruling() -> None:
    assert not judge_meld("KH KS 2D 2S JK", rules="classic", options={"max_wilds": 2}).legal
    house = parse_house('base = "classic"\nsequences = true')
    ruling = judge_meld("5H 6H 7H", rules="house", house=house)
    assert ruling.legal
    assert ruling.elsewhere["classic"] is False
    assert ruling.elsewhere["brazilian"] is True


def test_cards_are_taken_as_text_or_as_cards() -> None:
    assert judge_meld(cards("KH KS 2D")).to_dict() == judge_meld("KH KS 2D").to_dict()


@pytest.mark.parametrize(
    ("held", "options", "error", "says"),
    [
        ("", {}, InvalidMove, "three"),
        ("KH KH KH", {}, InvalidMove, "3 of KH: the deck holds 2"),
        ("KX KH KD", {}, InvalidCard, "KX"),
        ("?? KH KD", {}, InvalidMove, "??"),
        ("JK KH KD", {"rules": "brazilian"}, InvalidMove, "JK"),
        ("KH KS KD", {"rules": "chess"}, InvalidRules, "chess"),
        ("KH KS KD", {"options": {"max_wilds": -1}}, InvalidRules, "max_wilds"),
    ],
)
def test_what_is_no_meld_to_be_judged_is_one_error_that_says_so(
    held: str, options: dict[str, Any], error: type[Exception], says: str
) -> None:
    with pytest.raises(error) as refused:
        judge_meld(held, **options)
    assert says in str(refused.value)


def test_the_ruling_shows_the_cards_that_were_judged() -> None:
    ruling = judge_meld("KH KS")
    assert codes(ruling.move.acts[0].parts[0].cards) == ["KH", "KS"]
    assert str(ruling.move) == "meld KH KS"
    assert "meld.size" in ruling.text


@pytest.mark.parametrize(
    ("meld", "standing"),
    [
        ("KH AH 2H 3H", "inferred"),
        ("QH KH AH 3H 2D", "inferred"),
        ("QH KH AH 3H", "stated"),
        ("4H 5H 8H", "stated"),
        ("4H 5S 6H", "stated"),
        ("AH 3H 5H", "stated"),
    ],
)
def test_a_run_round_the_corner_is_refused_by_what_is_inferred_and_others_by_what_is_stated(
    meld: str, standing: str
) -> None:
    found = {one.rule: one for one in judge_meld(meld, rules="brazilian").violations}
    assert found["meld.sequence"].citation.standing == standing
