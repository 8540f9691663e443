"""The book as it is delivered, and what a rule set answers."""

import copy
import pickle
import subprocess
import sys

import pytest

from canasta_teach.cards import ALL_CARDS, JOKER, UNKNOWN, card, cards
from canasta_teach.errors import InvalidRules
from canasta_teach.rulebook import KEYS, Step, citation, errata, rule, rules, ruleset, sources, titles
from canasta_teach.rulebook.model import Params

SETS = [ruleset(key) for key in KEYS]


@pytest.mark.parametrize("key", KEYS)
def test_every_rule_has_its_place_in_every_rule_set(key: str) -> None:
    found = ruleset(key)
    assert list(found.clauses) == list(rules())
    for rule_id in rules():
        assert found.has(rule_id) == (found.clause(rule_id).standing != "absent")


def test_every_value_of_the_game_belongs_to_one_rule() -> None:
    owned = {name for one in rules().values() for name in one.values}
    # Who tables red threes is a choice of the table, not a number of a source.
    assert owned == set(Params.__struct_fields__) - {"honour"}


def test_no_part_of_a_rule_is_named_like_a_value() -> None:
    parts = {one.aspect for found in SETS for clauses in found.clauses.values() for one in clauses}
    assert parts.isdisjoint(Params.__struct_fields__)


def test_a_value_of_the_house_is_cited_at_the_house_for_whatever_rule_tells_it() -> None:
    made = ruleset("goren_1949", {"canastas_to_go_out": 2, "draw_count": 2})
    for rule_id, value in (("out.keep-a-card", "canastas_to_go_out"), ("turn.draw-first", "draw_count")):
        assert made.citation(rule_id, value).section == f"{value} = 2"
        assert made.citation(rule_id).source == "goren_1949"
        assert ruleset("goren_1949").citation(rule_id, value) == ruleset("goren_1949").citation(rule_id)


def test_titles_and_sources_agree() -> None:
    assert dict(titles()) == {key: sources()[key].title for key in KEYS}


def test_every_erratum_is_a_note_on_a_clause() -> None:
    noted = {key for found in SETS for clauses in found.clauses.values() for one in clauses for key in one.errata}
    assert noted == set(errata())


def test_an_unknown_rule_is_told_with_those_of_a_like_name() -> None:
    with pytest.raises(InvalidRules, match=r"meld\.max-wild: the book has no such rule; did you mean meld\.max-wilds"):
        rule("meld.max-wild")
    with pytest.raises(InvalidRules, match=r"did you mean meld\.max-wilds"):
        ruleset("classic").citation("meld.max-wild")


def test_an_unknown_rule_set_is_told_with_those_there_are() -> None:
    with pytest.raises(InvalidRules, match="clasic: there is no such rule set; did you mean classic"):
        ruleset("clasic")


def test_a_borrowed_rule_is_cited_at_its_lender() -> None:
    cited = citation(ruleset("classic"), "deck.value-black-three")
    assert (cited.rules, cited.source, cited.standing) == ("classic", "italian", "borrowed")


def test_a_stated_rule_is_cited_at_home() -> None:
    cited = ruleset("classic").citation("meld.max-wilds")
    assert (cited.rules, cited.source, cited.standing) == ("classic", "classic", "stated")


def test_an_aspect_is_cited_at_its_own_place() -> None:
    swedish = ruleset("swedish")
    assert swedish.clause("meld.max-wilds", "naturals").values == {"wilds_at_most_naturals": True}
    assert swedish.clause("meld.max-wilds").values == {"max_wilds": 3}
    assert swedish.clause("meld.max-wilds", "no such aspect") == swedish.clause("meld.max-wilds")
    italian = ruleset("italian")
    assert italian.clause("initial.minimum", "pile").standing == "stated"
    assert italian.clause("initial.minimum", "hand").standing == "inferred"


def values(key: str, faces: str) -> list[int]:
    found = ruleset(key)
    return [found.value(c) for c in cards(faces)]


def test_goren_values() -> None:
    assert values("goren_1949", "JK 2S AH KC 8D 7D 4S 3S 3H ??") == [50, 20, 20, 10, 10, 5, 5, 5, 0, 0]


def test_brazilian_values() -> None:
    assert values("brazilian", "JK 2S AH KC 8D 7D 4S 3S 3H") == [10, 10, 15, 10, 10, 5, 5, 5, 5]


def test_points_add_up() -> None:
    assert ruleset("classic").points([card("KH"), JOKER, card("3S")]) == 65


@pytest.mark.parametrize("key", KEYS)
def test_twos_and_jokers_alone_are_wild(key: str) -> None:
    found = ruleset(key)
    wild = {c for c in (*ALL_CARDS, JOKER, UNKNOWN) if found.is_wild(c)}
    assert wild == {JOKER, *(c for c in ALL_CARDS if c.rank == "2")}


@pytest.mark.parametrize(("key", "size"), [("goren_1949", 108), ("classic", 108), ("brazilian", 104)])
def test_the_deck(key: str, size: int) -> None:
    found = ruleset(key)
    assert len(found.deck()) == size
    assert all(found.deck().count(c) == found.deck_count(c) for c in (*ALL_CARDS, JOKER))
    assert found.deck_count(UNKNOWN) == 0


@pytest.mark.parametrize("key", KEYS)
def test_a_rule_switched_off_takes_its_numbers_with_it(key: str) -> None:
    whole, defaults = ruleset(key), Params()
    for rule_id, one in rules().items():
        less = whole.without(rule_id)
        assert less.active == whole.active - {rule_id}
        for name in Params.__struct_fields__:
            kept = defaults if name in one.values else whole.p
            assert getattr(less.p, name) == getattr(kept, name)
        assert less.clauses == whole.clauses


def test_without_values_no_card_counts() -> None:
    less = ruleset("classic").without("deck.values")
    assert {less.value(c) for c in (*ALL_CARDS, JOKER) if not c.is_black_three} == {0}
    assert less.value(card("3S")) == 5
    assert ruleset("classic").without("deck.value-black-three").value(card("3S")) == 0


def test_without_wild_cards_none_is_wild() -> None:
    less = ruleset("classic").without("deck.wild-cards")
    assert not any(map(less.is_wild, less.deck()))


def test_a_changed_value_keeps_key_and_citations() -> None:
    changed = ruleset("classic").changed("max_wilds", 4)
    assert (changed.p.max_wilds, changed.key) == (4, "classic")
    assert changed.citation("meld.max-wilds") == ruleset("classic").citation("meld.max-wilds")
    assert changed.without("meld.size").p.max_wilds == 4
    steps = (Step(minimum=55, from_=0),)
    assert changed.changed("initial_steps", steps).p.initial_steps == steps


@pytest.mark.parametrize(("name", "value"), [("max_wild", 4), ("max_wilds", "4"), ("max_wilds", 21)])
def test_a_change_that_does_not_fit_is_refused(name: str, value: object) -> None:
    with pytest.raises(InvalidRules, match=name):
        ruleset("classic").changed(name, value)


def test_equal_rule_sets_are_those_of_equal_makings() -> None:
    one = ruleset("classic", {"jokers": 6, "target": 4000})
    assert one == ruleset("classic", {"target": 4000, "jokers": 6})
    assert hash(one) == hash(ruleset("classic", {"target": 4000, "jokers": 6}))
    different = [one, ruleset("classic"), one.without("meld.size"), one.changed("max_wilds", 5), ruleset("swedish")]
    assert len(set(different)) == len(different)


def test_a_rule_set_survives_copying() -> None:
    for found in (*SETS, ruleset("classic", {"jokers": 6}).without("meld.size").changed("max_wilds", 5)):
        assert pickle.loads(pickle.dumps(found)) == found
        assert copy.deepcopy(found) is copy.copy(found) is found


def test_a_rule_set_does_not_change() -> None:
    with pytest.raises(AttributeError, match="does not change"):
        ruleset("classic").title = "Other"
    with pytest.raises(AttributeError, match="does not change"):
        del ruleset("classic").title


def test_nothing_is_read_at_import() -> None:
    code = "import sys, canasta_teach.rulebook; sys.exit('tomllib' in sys.modules or 'difflib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
