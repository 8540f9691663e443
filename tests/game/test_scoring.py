"""The score sheet line by line, and the end of the game."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from canasta_teach.cards import Card, cards
from canasta_teach.errors import InvalidPosition
from canasta_teach.game.scoring import ScoreLine, ScoreSheet, after_deal, registered, score, winner
from canasta_teach.game.state import Penalty, Position
from canasta_teach.rulebook import KEYS, RuleSet, rules, ruleset

NATURAL = "KH KH KD KD KC KC KS"
MIXED = "QH QH QD QD QC 2C JK"


def over(
    rule_set: str | RuleSet = "classic",
    melds: tuple[tuple[str, ...], ...] = ((), ()),
    hands: tuple[str, ...] = ("", "", "", ""),
    red_threes: tuple[str, ...] = ("", ""),
    **fields: Any,
) -> Position:
    """A deal of four players that is over."""
    return Position(
        rules=ruleset(rule_set) if isinstance(rule_set, str) else rule_set,
        phase="over",
        melds=tuple(tuple(map(cards, side)) for side in melds),
        hands=tuple(map(cards, hands)),
        red_threes=tuple(map(cards, red_threes)),
        **fields,
    )


def first(position: Position) -> ScoreSheet:
    return score(position)[0]


def line(sheet: ScoreSheet, rule: str) -> ScoreLine:
    found = [one for one in sheet.lines if one.rule == rule]
    assert len(found) == 1
    return found[0]


def test_melds_count_their_cards() -> None:
    assert first(over(melds=((NATURAL, "AH AD 2S"), ()))).melds == 130


@pytest.mark.parametrize(
    ("key", "natural", "mixed"),
    [*((key, 500, 300) for key in KEYS if key != "brazilian"), ("brazilian", 200, 100)],
)
def test_canastas_have_their_bonus(key: str, natural: int, mixed: int) -> None:
    queens = "QH QH QD QD QC QC 2C"
    sheet = first(over(key, melds=((NATURAL, queens), ())))
    assert (sheet.natural_canastas, sheet.mixed_canastas) == (natural, mixed)


def test_six_cards_are_no_canasta() -> None:
    assert first(over(melds=(("KH KH KD KD KC KC",), ()))).natural_canastas == 0


def test_a_concealed_canasta_counts_a_hundred_more_in_the_swedish_game_alone() -> None:
    concealed = (frozenset({0, 1}), frozenset[int]())
    table = over("swedish", melds=((NATURAL, MIXED), ()), concealed_melds=concealed)
    assert (first(table).natural_canastas, first(table).mixed_canastas) == (500, 300)
    assert first(table).concealed_canastas == 200
    assert first(replace(table, rules=ruleset("classic"))).concealed_canastas == 0


@pytest.mark.parametrize(("threes", "points"), [("3H", 100), ("3H 3D 3H", 300), ("3H 3D 3H 3D", 800)])
def test_red_threes_count_for_a_side_that_melded(threes: str, points: int) -> None:
    assert first(over(melds=(("4H 4D 4C",), ()), red_threes=(threes, ""))).red_threes == points


@pytest.mark.parametrize(
    ("key", "points"), [("goren_1949", -800), ("classic", -800), ("swedish", -800), ("italian", 800)]
)
def test_red_threes_count_against_a_side_that_melded_nothing_but_in_the_italian_game(key: str, points: int) -> None:
    assert first(over(key, red_threes=("3H 3D 3H 3D", ""))).red_threes == points


def test_all_red_threes_of_three_packs_are_six() -> None:
    rule_set = ruleset("classic", {"packs": 3})
    four = over(rule_set, melds=(("4H 4D 4C",), ()), red_threes=("3H 3D 3H 3D", ""))
    assert first(four).red_threes == 400
    assert first(replace(four, red_threes=(cards("3H 3D 3H 3D 3H 3D"), ()))).red_threes == 800


@pytest.mark.parametrize(
    ("key", "points"), [("goren_1949", 100), ("classic", 100), ("italian", 100), ("brazilian", 50)]
)
def test_going_out_is_the_sides_bonus(key: str, points: int) -> None:
    sheets = score(over(key, melds=((NATURAL,), ()), went_out=2))
    assert [sheet.going_out for sheet in sheets] == [points, 0]


def test_going_out_concealed_is_a_hundred_more() -> None:
    sheet = first(over(melds=((NATURAL,), ()), went_out=0, concealed=True))
    assert (sheet.going_out, sheet.concealed) == (100, 100)


def test_relancinho_comes_with_the_bonus_for_going_out() -> None:
    sheet = first(over("brazilian", melds=(("4C 5C 6C",), ()), went_out=0, relancinho=True))
    assert (sheet.going_out, sheet.relancinho) == (50, 100)


def test_with_no_one_out_nothing_is_counted_for_it() -> None:
    sheets = score(over(melds=((NATURAL,), ()), turn=0))
    assert [sheet.going_out for sheet in sheets] == [0, 0]
    assert line(sheets[0], "score.no-one-out").points == 0


def test_without_that_rule_the_side_on_turn_would_be_credited() -> None:
    table = over(ruleset("classic").without("score.no-one-out"), melds=((NATURAL,), ()), turn=1)
    assert [sheet.going_out for sheet in score(table)] == [0, 100]


def test_cards_in_both_partners_hands_are_taken_off() -> None:
    sheets = score(over(hands=("", "AH 4S", "JK 3S", "KH")))
    assert [sheet.hand for sheet in sheets] == [-55, -35]


def test_players_alone_lose_their_own_cards() -> None:
    table = over(
        hands=("", "AH", "KH"), melds=((), (), ()), players=3, scores=(0, 0, 0), red_threes=("", "", ""),
        concealed_melds=(frozenset(),) * 3, penalties=((),) * 3,
    )  # fmt: skip
    assert [sheet.hand for sheet in score(table)] == [0, -20, -10]


def test_penalties_are_taken_off() -> None:
    penalties = ((Penalty("penalty.took-without-meld", 50), Penalty("penalty.top-card-unused", 200)), ())
    assert first(over("italian", penalties=penalties)).penalties == -250


def test_a_hidden_red_three_costs_five_hundred_and_has_no_value_in_hand() -> None:
    sheet = first(over("italian", hands=("3H KH", "", "3D", "")))
    assert (sheet.penalties, sheet.hand, sheet.total) == (-1000, -10, -1010)
    assert line(sheet, "score.hand").why == "Cards left in the side's hands: 1; their values are taken off."


def test_a_red_three_in_hand_costs_nothing_where_no_penalty_is_set() -> None:
    assert first(over("classic", hands=("3H KH", "", "", ""))).total == -10


def test_every_three_has_its_value_in_the_brazilian_game() -> None:
    assert first(over("brazilian", hands=("3H 3S", "", "", ""))).hand == -10


# For each rule a deal whose sheets its absence must change.
LESS: dict[str, Position] = {
    "deck.values": over(melds=(("KH KD KC",), ())),
    "deck.value-black-three": over(hands=("3S", "", "", "")),
    "deck.wild-cards": over(melds=((MIXED,), ())),
    "canasta.size": over(melds=((NATURAL,), ())),
    "canasta.natural": over(melds=((NATURAL,), ())),
    "canasta.mixed": over(melds=((MIXED,), ())),
    "canasta.concealed": over("swedish", melds=((NATURAL,), ()), concealed_melds=(frozenset({0}), frozenset())),
    "score.melds": over(melds=((NATURAL,), ())),
    "score.natural-canasta": over(melds=((NATURAL,), ())),
    "score.mixed-canasta": over(melds=((MIXED,), ())),
    "score.concealed-canasta": over("swedish", melds=((NATURAL,), ()), concealed_melds=(frozenset({0}), frozenset())),
    "score.red-threes": over(melds=((NATURAL,), ()), red_threes=("3H", "")),
    "score.red-threes-unmelded": over(red_threes=("3H", "")),
    "score.going-out": over(melds=((NATURAL,), ()), went_out=0),
    "score.concealed": over(melds=((NATURAL,), ()), went_out=0, concealed=True),
    "out.concealed": over(melds=((NATURAL,), ()), went_out=0, concealed=True),
    "score.relancinho": over("brazilian", melds=(("4C 5C 6C",), ()), went_out=0, relancinho=True),
    "out.relancinho": over("brazilian", melds=(("4C 5C 6C",), ()), went_out=0, relancinho=True),
    "score.hand": over(hands=("KH", "", "", "")),
    "score.no-one-out": over(melds=((NATURAL,), ())),
    "score.penalties": over("italian", penalties=((Penalty("penalty.took-without-meld", 50),), ())),
    "penalty.hidden-red-three": over("italian", hands=("3H", "", "", "")),
}


@pytest.mark.parametrize("rule_id", LESS)
def test_a_rule_switched_off_changes_the_sheet(rule_id: str) -> None:
    table = LESS[rule_id]
    less = replace(table, rules=table.rules.without(rule_id))
    assert [one.to_dict() for one in score(less)] != [one.to_dict() for one in score(table)]


def test_every_rule_of_the_score_has_a_line() -> None:
    scored = {rule_id for rule_id in rules() if rule_id.startswith("score.")}
    assert registered() == scored | {"penalty.hidden-red-three"}
    assert scored <= set(LESS)


@pytest.mark.parametrize("rule_id", LESS)
def test_every_line_says_its_rule_in_words(rule_id: str) -> None:
    table = LESS[rule_id]
    for sheet in score(table):
        for one in sheet.lines:
            assert table.rules.has(one.rule)
            assert one.why.endswith(".")
            assert "{" not in one.why
            assert one.citation.rules == table.rules.key


def test_the_words_name_the_numbers() -> None:
    sheet = first(over(melds=((NATURAL,), ()), red_threes=("3H 3D 3H 3D", ""), hands=("KH", "", "", ""), turn=0))
    assert line(sheet, "score.natural-canasta").why == "Natural canastas: 1, at 500 each."
    assert line(sheet, "score.red-threes").why == "All 4 red threes of the deck: 800 together."
    assert line(sheet, "score.hand").citation.source == "goren_1949"
    credited = over(ruleset("classic").without("score.no-one-out"), melds=((NATURAL,), ()), turn=0)
    assert line(first(credited), "score.going-out").why.startswith("Nobody went out")


@pytest.mark.parametrize(
    ("table", "path"),
    [
        (replace(over(), phase="play"), "phase"),
        (replace(over(), hands=((), (), None, ())), "hands[2]"),
        (over(hands=("", "", "", "KH ??")), "hands[3][1]"),
    ],
)
def test_what_cannot_be_scored_is_refused(table: Position, path: str) -> None:
    with pytest.raises(InvalidPosition) as caught:
        score(table)
    assert caught.value.path == path


def test_the_score_goes_on_from_before_the_deal() -> None:
    assert after_deal(over(hands=("", "AH", "", ""), scores=(1000, -15), turn=0)) == (1000, -35)


@pytest.mark.parametrize(
    ("key", "scores", "won"),
    [
        ("classic", (4995, 0), None),
        ("classic", (5000, 4995), 0),
        ("classic", (5000, 5005), 1),
        ("classic", (5200, 5200), None),
        ("classic", (5200, 5200, 5300), 2),
        ("classic", (5000, 5200, 5200), None),
        ("brazilian", (1495, 0), None),
        ("brazilian", (0, 1500), 1),
    ],
)
def test_the_game_is_won_at_the_target_by_the_higher_total(key: str, scores: tuple[int, ...], won: int | None) -> None:
    assert winner(scores, ruleset(key)) == won


@pytest.mark.parametrize("rule_id", ["game.target", "game.winner"])
def test_without_target_or_winner_no_one_wins(rule_id: str) -> None:
    assert winner((9000, 0), ruleset("classic").without(rule_id)) is None


HELD = st.lists(st.sampled_from(cards("AH KH QD 9C 7S 4D 3S 2H JK 3H")), max_size=6).map(tuple)
MELDS = st.lists(st.sampled_from((cards(NATURAL), cards(MIXED), cards("AH AD AC"), cards("4H 4D 4C 2H"))), max_size=4)


@given(
    key=st.sampled_from(KEYS),
    hands=st.tuples(HELD, HELD, HELD, HELD),
    melds=st.tuples(MELDS.map(tuple), MELDS.map(tuple)),
    went_out=st.none() | st.integers(0, 3),
    turn=st.integers(0, 3),
    concealed=st.booleans(),
    threes=st.integers(0, 4),
    fined=st.integers(0, 500),
    off=st.none() | st.sampled_from(list(rules())),
)
@settings(max_examples=200, deadline=None)
def test_a_sheet_adds_up(
    *,
    key: str,
    hands: tuple[tuple[Card, ...], ...],
    melds: tuple[tuple[tuple[Card, ...], ...], ...],
    went_out: int | None,
    turn: int,
    concealed: bool,
    threes: int,
    fined: int,
    off: str | None,
) -> None:
    rule_set = ruleset(key) if off is None else ruleset(key).without(off)
    bonus = cards("3H 3D 3H 3D")[:threes] if key != "brazilian" else ()
    table = replace(
        over(rule_set, turn=turn, went_out=went_out, concealed=concealed),
        hands=hands,
        melds=melds,
        red_threes=(bonus, ()),
        penalties=((Penalty("penalty.drew-out-of-turn", fined),), ()),
        concealed_melds=(frozenset(range(len(melds[0]))), frozenset()),
    )
    sheets = score(table)
    for sheet in sheets:
        figures = sheet.to_dict()
        total = figures.pop("total")
        assert total == sum(figures.values()) == sum(one.points for one in sheet.lines)
        for name, value in figures.items():
            assert value == sum(one.points for one in sheet.lines if one.key == name)
        assert sheet.hand <= 0
        assert sheet.penalties <= 0
        assert {one.rule for one in sheet.lines} <= rule_set.active
    assert after_deal(table) == tuple(sheet.total for sheet in sheets)
