"""New puzzles: the same from the same seed, proven, on the idea and of the grade asked for, and worth solving."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from canasta_teach.errors import InvalidRules
from canasta_teach.players.solve import Objective
from canasta_teach.rulebook import KEYS, ruleset
from canasta_teach.teach.errors import InvalidExercise
from canasta_teach.teach.puzzles.errors import InvalidPuzzle
from canasta_teach.teach.puzzles.first_ideas import better, greedy, two_step
from canasta_teach.teach.puzzles.fold import folded
from canasta_teach.teach.puzzles.generate import FIND_THE_MOVE, generate, generate_many
from canasta_teach.teach.puzzles.grade import measure_puzzle
from canasta_teach.teach.puzzles.ideas import MOST_RULES, ideas, ideas_of, parse_ideas
from canasta_teach.teach.puzzles.makers import MAKERS, RUNS
from canasta_teach.teach.puzzles.model import Aim, Puzzle
from canasta_teach.teach.puzzles.prove import check, position_of, prove
from canasta_teach.teach.puzzles.worth import bites, worth_solving

PAIRS = [(key, idea.key) for key in KEYS for idea in ideas_of(key)]
GRADE = 3


@pytest.mark.parametrize(("rules", "idea"), PAIRS)
def test_every_idea_of_every_rule_set_makes_puzzles_that_hold(rules: str, idea: str) -> None:
    for seed in (101, 102):
        puzzle = generate(rules, idea, GRADE, seed)
        position = position_of(puzzle)
        proof = check(puzzle)
        assert puzzle.ideas == (idea,)
        assert puzzle.grade == GRADE
        assert position.rules.key == rules
        assert 0 < len(puzzle.rules) <= MOST_RULES
        assert all(position.rules.has(rule) for rule in puzzle.rules)
        assert puzzle.measured is not None
        assert worth_solving(position, puzzle.aim, proof, puzzle.measured)
        assert bites(idea, position, puzzle.aim, proof)


@pytest.mark.parametrize(("rules", "idea"), PAIRS)
def test_the_same_arguments_give_the_same_puzzle(rules: str, idea: str) -> None:
    generate(rules, idea, 2, 6)
    assert generate(rules, idea, 2, 5) == generate(rules, idea, 2, 5)


@pytest.mark.parametrize(
    ("rules", "idea"), [("classic", "minimum"), ("italian", "keep-a-card"), ("brazilian", "sequence")]
)
def test_in_the_hard_grades_the_first_idea_fails(rules: str, idea: str) -> None:
    for grade in (4, 5):
        puzzle = generate(rules, idea, grade, 7)
        assert greedy(position_of(puzzle), puzzle.aim) != puzzle.par
    assert two_step(position_of(puzzle), puzzle.aim) != puzzle.par


def test_other_seeds_give_other_puzzles() -> None:
    made = [generate("classic", idea.key, 3, seed) for idea in ideas_of("classic") for seed in (1, 2)]
    assert len({folded(puzzle) for puzzle in made}) == len(made)


def test_what_is_left_open_is_chosen_by_the_seed() -> None:
    puzzle = generate(seed=11)
    assert puzzle == generate("classic", None, None, 11)
    assert puzzle == generate("classic", puzzle.ideas[0], puzzle.grade, 11)
    assert len({generate(seed=seed).ideas for seed in range(6)}) > 1


def test_only_is_said_of_aims_at_one_move_alone() -> None:
    made = [generate(rules, idea, GRADE, 103) for rules, idea in PAIRS[:24]]
    said = [puzzle for puzzle in made if puzzle.only]
    assert said
    assert all(puzzle.aim.what in FIND_THE_MOVE for puzzle in said)
    assert all(puzzle.only == check(puzzle).only for puzzle in made if puzzle.aim.what in FIND_THE_MOVE)


def test_many_tell_how_far_they_are() -> None:
    told: list[tuple[int, int]] = []
    made = list(generate_many(3, "swedish", "top-card", 2, seed=4, progress=lambda done, of: told.append((done, of))))
    assert told == [(1, 3), (2, 3), (3, 3)]
    assert made == [generate("swedish", "top-card", 2, seed) for seed in (4, 5, 6)]


@pytest.mark.parametrize(
    ("rules", "idea", "grade", "key", "word"),
    [
        ("clasic", None, None, "rules", "did you mean classic?"),
        ("classic", "squeeze", None, "idea", "choose of: minimum,"),
        ("classic", "sequence", None, "idea: sequence", "Classic has no such idea"),
        ("brazilian", "black-threes", 1, "idea: black-threes", "choose of: minimum,"),
        ("classic", "minimum", 6, "grade", "grades are 1 to 5"),
        ("italian", "minimum", 5, "grade", "ask for another grade"),
    ],
)
def test_what_there_is_not_is_said(rules: str, idea: str | None, grade: int | None, key: str, word: str) -> None:
    with pytest.raises(InvalidPuzzle) as found:
        generate(rules, idea, grade)
    assert found.value.key == key
    assert word in str(found.value)


def test_every_idea_has_a_maker_where_it_exists() -> None:
    assert set(MAKERS) == set(ideas())
    assert set(RUNS) == {idea.key for idea in ideas_of("brazilian")}
    for key in KEYS:
        for idea in ideas_of(key):
            assert idea.turns_on(ruleset(key)), (key, idea.key)
    assert "sequence" not in {idea.key for idea in ideas_of("classic")}


_IDEA = '[[idea]]\nkey = "ab"\ntitle = "t"\nnudge = "n"\ntext = "x"\nneeds = ["deck.values"]\nrules = ["deck.values"]\n'


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("idea = 1", "array"),
        (_IDEA.replace('needs = ["deck.values"]', "needs = []"), "needs"),
        (_IDEA.replace('needs = ["deck.values"]', 'needs = ["no.such"]'), "no such"),
        (2 * _IDEA, "twice"),
        ("[[", "no TOML"),
    ],
)
def test_a_broken_list_of_ideas_is_refused(text: str, word: str) -> None:
    with pytest.raises(InvalidExercise, match=word):
        parse_ideas(text, "mine.toml")


def test_no_ideas_of_a_rule_set_that_there_is_not() -> None:
    with pytest.raises(InvalidRules):
        ideas_of("whist")


def _puzzle(position: dict[str, object], what: str = "most_points") -> Puzzle:
    return Puzzle(id="x", position=position, aim=Aim(Objective(what)), par=0)


def _hand(*hands: str, rules: str = "classic") -> dict[str, object]:
    return {"rules": rules, "phase": "play", "hands": [hands[0].split(), None, None, None]}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (_hand("KH KS KD 4C 4D 2H"), _hand("QC QS QD 7H 7S 2S")),
        (_hand("KH KS 9C 9D 9H JK"), _hand("8S 8D JC JD JH JK", rules="italian")),
        (_hand("4H 5H 6H 9C", rules="brazilian"), _hand("4S 5S 6S 9D", rules="brazilian")),
    ],
)
def test_suits_and_ranks_of_one_worth_make_no_other_puzzle(one: dict[str, object], other: dict[str, object]) -> None:
    assert folded(_puzzle(one)) == folded(_puzzle(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (_hand("KH KS KD 4C 4D 2H"), _hand("KH KS KD 4C 4D JK")),
        (_hand("KH KS KD 4C 4D 2H"), _hand("KH KS KD 9C 9D 2H")),
        (_hand("KH KS KD 4C 4D 2H"), {**_hand("KH KS KD 4C 4D 2H"), "scores": [1600, 0]}),
        (_hand("4H 5H 6H 9C", rules="brazilian"), _hand("4H 5H 6S 9D", rules="brazilian")),
        (_hand("4H 5H 6H 9C", rules="brazilian"), _hand("5H 6H 7H 9C", rules="brazilian")),
    ],
)
def test_other_cards_make_another_puzzle(one: dict[str, object], other: dict[str, object]) -> None:
    assert folded(_puzzle(one)) != folded(_puzzle(other))


def test_another_aim_makes_another_puzzle() -> None:
    hand = _hand("KH KS KD 4C 4D 2H")
    assert folded(_puzzle(hand)) != folded(_puzzle(hand, "most_points_keeping"))


@pytest.mark.parametrize(("rules", "idea"), PAIRS)
def test_no_idea_beats_the_proof(rules: str, idea: str) -> None:
    for seed in (104, 105):
        puzzle = generate(rules, idea, 2, seed)
        position = position_of(puzzle)
        value = prove(position, puzzle.aim).value
        assert value is not None
        for reached in (greedy(position, puzzle.aim), two_step(position, puzzle.aim)):
            assert reached is None or not better(puzzle.aim, reached, value)


def _worth(puzzle: Puzzle, hard: int = 0) -> bool:
    """Whether it is worth solving; harder by so many layings that tempt."""
    position = position_of(puzzle)
    proof = prove(position, puzzle.aim)
    measured = measure_puzzle(position, puzzle.aim, proof)
    return worth_solving(position, puzzle.aim, proof, replace(measured, tempting=measured.tempting + hard))


def _made(hand: str, what: str, **more: object) -> Puzzle:
    return _puzzle({**_hand(hand), **more}, what)


def test_one_meld_is_no_find_for_the_few_wild_cards_of_a_minimum() -> None:
    assert not _worth(_made("AH AS 2C 2D 6C 6D 6S 8C 8D", "minimum_fewest_wilds"))
    assert _worth(_made("AH AS 2C 2D 8C 8D 8S 7C 7D 7H", "minimum_fewest_wilds", scores=[2500, 0]))


def test_in_the_hard_grades_one_card_is_no_canasta_to_find() -> None:
    one = _made("2C 2H KC KS 10C 4H 4D", "canasta", melds=[["AS AS AH AD JK 2D", "KC KH KD"], []])
    assert _worth(one)
    assert not _worth(one, hard=20)


def test_a_whole_hand_that_goes_down_by_the_first_idea_is_easy_or_no_puzzle() -> None:
    melds = [["5D 5H 5H 5C 5S JK 2S"], []]
    assert not _worth(_made("2D 9C 9C 9H 3C 3C 3S 3S", "best_score", melds=melds), hard=4)


def test_very_many_best_layings_are_no_puzzle() -> None:
    melds = [["10H 10C 10S 10D 10D 2C 2S", "AD AH AC", "9D 9H 9C"], []]
    assert not _worth(_made("JK 2D 2H 2H KC 8H 8S 5C 5S", "going_out", melds=melds))


def test_a_frozen_pile_bites_where_its_pair_is_not_all_that_there_is() -> None:
    more = {"phase": "draw", "pile": {"top": "6S", "count": 5}, "frozen": True}
    hand = "2D 2D 7H 7S 6D 6D 5C 5H"
    for lies, there in (("6S 6C 2S JK", False), ("6S 6C JK", True)):
        puzzle = _made(hand, "canasta", melds=[[lies, "5H 5S 5C"], []], **more)
        position = position_of(puzzle)
        assert bites("freeze", position, puzzle.aim, prove(position, puzzle.aim)) == there


def test_a_hidden_hand_bites_also_where_the_table_has_something_better_for_it() -> None:
    hand, canasta = "2H 2S 9C 8C 8D 8S 8S 5D 5S", "9S 9C 9D 9H 2D 9D 9H"
    before = [False, True, True, True]
    for card, there in (("9C", True), ("9C 9S", False)):
        melds = [[canasta, "AC AD AH AD JK 2H"], []]
        puzzle = _made(hand.replace("9C", card), "best_score", melds=melds, laid_before=before)
        position = position_of(puzzle)
        assert bites("concealed", position, puzzle.aim, prove(position, puzzle.aim)) == there
