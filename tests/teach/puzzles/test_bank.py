"""The bank: enough of everything, each puzzle proven, graded from what is measured, and no two the same."""

from __future__ import annotations

from collections import Counter

import pytest

from canasta_teach.rulebook import KEYS
from canasta_teach.teach.puzzles.bank import bank, by_grade, by_idea
from canasta_teach.teach.puzzles.errors import InvalidPuzzle
from canasta_teach.teach.puzzles.first_ideas import greedy
from canasta_teach.teach.puzzles.fold import folded
from canasta_teach.teach.puzzles.generate import FIND_THE_MOVE, GRADES
from canasta_teach.teach.puzzles.grade import grade, measure_puzzle
from canasta_teach.teach.puzzles.ideas import ideas, ideas_of
from canasta_teach.teach.puzzles.model import LICENCE, Puzzle
from canasta_teach.teach.puzzles.prove import check, position_of
from canasta_teach.teach.puzzles.worth import bites, worth_solving
from tests.tools.rebuild_puzzles import FOLDER, LIST, Entry, entries, files

LEAST = 130
LEAST_A_GRADE = 15
LISTED = list(entries(LIST.read_text("utf-8")))

each = pytest.mark.parametrize("puzzle", bank().values(), ids=list(bank()))


def test_there_are_enough_puzzles_of_every_kind() -> None:
    assert len(bank()) >= LEAST
    grades = Counter(puzzle.grade for puzzle in bank().values())
    assert all(grades[one] >= LEAST_A_GRADE for one in GRADES), grades
    pairs = {(puzzle.position.get("rules", "classic"), idea) for puzzle in bank().values() for idea in puzzle.ideas}
    assert pairs == {(key, idea.key) for key in KEYS for idea in ideas_of(key)}


@each
def test_each_is_what_it_says(puzzle: Puzzle) -> None:
    proof = check(puzzle)
    position = position_of(puzzle)
    measured = measure_puzzle(position, puzzle.aim, proof)
    assert measured == puzzle.measured
    assert grade(measured, puzzle.par, puzzle.aim) == puzzle.grade
    assert proof.words
    if puzzle.aim.what in FIND_THE_MOVE:
        assert puzzle.only == proof.only


@each
def test_each_is_worth_solving(puzzle: Puzzle) -> None:
    position = position_of(puzzle)
    assert puzzle.measured is not None
    assert worth_solving(position, puzzle.aim, check(puzzle), puzzle.measured)
    assert all(bites(idea, position, puzzle.aim, check(puzzle)) for idea in puzzle.ideas)
    if puzzle.grade > 3:
        assert greedy(position, puzzle.aim) != puzzle.par


def test_no_two_are_the_same_but_for_suits_and_ranks_of_one_worth() -> None:
    met: dict[str, str] = {}
    for puzzle in bank().values():
        assert met.setdefault(folded(puzzle), puzzle.id) == puzzle.id


def test_each_has_a_short_title_of_its_own() -> None:
    titles = Counter(puzzle.title for puzzle in bank().values())
    assert all(0 < len(title) <= 40 for title in titles)
    assert [title for title, many in titles.items() if many > 1] == []


def test_all_stand_under_the_licence_of_the_course() -> None:
    assert {puzzle.licence for puzzle in bank().values()} == {LICENCE}


def test_rule_sets_follow_each_other_from_easy_to_hard() -> None:
    places = [(KEYS.index(puzzle.position.get("rules", "classic")), puzzle.grade) for puzzle in bank().values()]
    assert places == sorted(places)


def test_puzzles_are_found_by_idea_and_by_grade() -> None:
    for idea in ideas():
        assert {one.ideas for one in by_idea(idea)} == {(idea,)}
    assert sum(len(by_grade(one)) for one in GRADES) == len(bank())
    with pytest.raises(InvalidPuzzle, match="choose of: minimum"):
        by_idea("squeeze")
    with pytest.raises(InvalidPuzzle, match="1 to 5"):
        by_grade(6)


@pytest.mark.parametrize("key", KEYS)
def test_the_generator_makes_the_bank_from_its_list(key: str) -> None:
    for entry in [one for one in LISTED if one.rules == key][::6]:
        assert entry.puzzle() == bank()[entry.id]


def test_the_bank_is_its_list() -> None:
    assert {(one.id, one.title) for one in LISTED} == {(one.id, one.title) for one in bank().values()}


@pytest.mark.long
def test_the_files_of_the_bank_are_those_that_the_list_makes() -> None:
    for name, text in files(LISTED).items():
        assert (FOLDER / name).read_text("utf-8") == text


def test_a_list_skips_remarks_and_names_a_bad_line() -> None:
    assert list(entries("# a remark\n\nclassic minimum 2 7 Two words\n")) == [
        Entry("classic", "minimum", 2, 7, "Two words")
    ]
    with pytest.raises(ValueError, match="line 2"):
        list(entries("classic minimum 2 7 One\nclassic minimum 2 7\n"))
    with pytest.raises(ValueError, match="line 1"):
        list(entries("whist minimum 2 7 One\n"))
