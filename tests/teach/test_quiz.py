"""Questions drawn for a lesson's check, and a quiz that is gone through one by one."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from canasta_teach import rulebook
from canasta_teach.teach.errors import InvalidExercise
from canasta_teach.teach.exercise import Exercise
from canasta_teach.teach.generate import asking
from canasta_teach.teach.lessons import lessons
from canasta_teach.teach.quiz import MOST, Quiz, questions, template_of
from tests.widgets.quiz_items import ITEMS, RIGHT, WRONG

ASKED = [
    (key, rules)
    for key, one in lessons().items()
    for rules in rulebook.KEYS
    if any(asking(rule, rules) for rule in (*one.teaches, *one.again))
]


@pytest.mark.parametrize(("lesson", "rules"), ASKED)
def test_a_check_asks_about_its_lessons_rules_and_no_two_questions_are_of_one_template(lesson: str, rules: str) -> None:
    one = lessons()[lesson]
    drawn = questions(lesson, rules, seed=1, n=8)
    templates = {template_of(item) for rule in (*one.teaches, *one.again) for item in asking(rule, rules)}
    assert len(drawn) == min(8, len(templates))
    assert len({template_of(item) for item in drawn}) == len(drawn)
    assert {item.teaches[0] for item in drawn} <= {*one.teaches, *one.again}
    assert [item.level for item in drawn] == sorted(item.level for item in drawn)
    assert all(Exercise(item, rules).state == "waiting" for item in drawn)


def test_a_check_goes_round_the_rules_before_it_asks_about_one_twice() -> None:
    drawn = Counter(item.teaches[0] for item in questions("05", seed=3, n=11))
    assert set(drawn.values()) == {1}


def test_a_check_is_of_several_kinds() -> None:
    assert len({type(item) for item in questions("05", seed=2, n=6)}) > 1


@settings(max_examples=20, deadline=None)
@given(st.integers(min_value=-(10**6), max_value=10**6))
def test_the_same_seed_gives_the_same_questions_and_the_next_one_others(seed: int) -> None:
    first = questions("05", seed=seed)
    assert questions("05", seed=seed) == first
    assert questions("05", seed=seed + 1) != first


def test_where_the_bank_holds_fewer_fewer_are_drawn() -> None:
    few = questions("06", seed=1, n=MOST)
    assert 0 < len(few) <= MOST


@pytest.mark.parametrize(
    ("lesson", "rules", "n", "told"),
    [
        ("99", "classic", 6, "no such lesson"),
        ("05", "classic", 0, "0 questions cannot be drawn; 1 to 40 can"),
        ("05", "classic", 41, "41 questions cannot be drawn"),
        ("00", "classic", 6, "no exercise asks about the rules of this lesson under classic"),
        ("13", "swedish", 6, "no exercise asks about the rules of this lesson under swedish"),
    ],
)
def test_what_cannot_be_drawn_is_told(lesson: str, rules: str, n: int, told: str) -> None:
    with pytest.raises(InvalidExercise, match=told):
        questions(lesson, rules, n=n)


def test_a_quiz_is_gone_through_forth_and_back_to_the_results() -> None:
    quiz = Quiz([ITEMS["count"], ITEMS["choice"]])
    assert (quiz.number, quiz.exercise.item.id, quiz.over, len(quiz)) == (1, "test/count", False, 2)
    assert not quiz.back()
    assert quiz.next()
    assert quiz.number == 2
    assert quiz.next()
    assert quiz.over
    assert (quiz.number, quiz.exercise.item.id) == (2, "test/choice")
    assert not quiz.next()
    assert quiz.back()
    assert (quiz.number, quiz.over) == (2, False)


def test_its_results_tell_by_rule_what_was_right_at_once_and_what_to_read_again() -> None:
    names = ["count", "choice", "legal", "meld", "several"]
    quiz = Quiz([ITEMS[name] for name in names])
    count, choice, legal, meld, _ = quiz.exercises
    count.check(RIGHT["count"])
    choice.check(WRONG["choice"])
    choice.check(RIGHT["choice"])
    legal.check(RIGHT["legal"])
    meld.solution()
    meld.check(RIGHT["meld"])
    results = quiz.results()
    assert quiz.right == results.right == 3
    assert (results.asked, results.at_once) == (5, 2)
    assert [(one.rule, one.asked, one.at_once) for one in results.rules] == [
        ("deck.values", 1, 1),
        ("pile.frozen", 2, 1),
        ("meld.size", 1, 0),
        ("deck.wild-cards", 1, 0),
    ]
    assert results.again == ("pile.frozen", "meld.size", "deck.wild-cards")


def test_a_quiz_takes_ids_items_and_exercises() -> None:
    known = next(item.id for rule in rulebook.rules() for item in asking(rule, "classic"))
    own = Exercise(ITEMS["count"])
    quiz = Quiz([known, ITEMS["choice"], own])
    assert quiz.exercises[0].item.id == known
    assert quiz.exercises[2] is own


@pytest.mark.parametrize("n", [0, MOST + 1])
def test_a_quiz_without_a_question_or_with_too_many_is_refused(n: int) -> None:
    with pytest.raises(InvalidExercise, match=f"a quiz has 1 to 40 questions, not {n}"):
        Quiz([ITEMS["count"]] * n)
