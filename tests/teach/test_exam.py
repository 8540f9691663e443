"""The placement test and the final test: every rule in its turn, nothing twice, and what to read afterwards."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from canasta_teach import rulebook
from canasta_teach.errors import InvalidRules
from canasta_teach.teach.errors import InvalidExercise
from canasta_teach.teach.exam import PER_LESSON, by_lesson, final, folded, placement, start, to_read
from canasta_teach.teach.exercise import Exercise
from canasta_teach.teach.generate import asking, taught
from canasta_teach.teach.lessons import home_of, lessons
from canasta_teach.teach.load import bank
from canasta_teach.teach.model import AnyItem
from canasta_teach.teach.quiz import Quiz

RUNS = 20
Draw = Callable[..., tuple[AnyItem, ...]]


@pytest.mark.parametrize("key", rulebook.KEYS)
@pytest.mark.parametrize("draw", [placement, final], ids=["placement", "final"])
def test_twenty_runs_ask_about_every_rule_and_no_run_asks_the_same_twice(key: str, draw: Draw) -> None:
    asked: set[str] = set()
    for seed in range(RUNS):
        items = draw(key, seed)
        assert len({folded(item) for item in items}) == len(items)
        assert all(Exercise(item, key).state == "waiting" for item in items)
        asked |= {item.teaches[0] for item in items}
    assert asked == set(taught(key))


@settings(max_examples=15, deadline=None)
@given(st.integers(min_value=-(10**6), max_value=10**6), st.sampled_from(rulebook.KEYS))
def test_the_same_seed_gives_the_same_test_and_the_next_one_another(seed: int, key: str) -> None:
    assert final(key, seed) == final(key, seed)
    assert {folded(one) for one in final(key, seed)} != {folded(one) for one in final(key, seed + 1)}
    assert placement(key, seed) == placement(key, seed)
    assert {folded(one) for one in placement(key, seed)} != {folded(one) for one in placement(key, seed + 1)}


@pytest.mark.parametrize("key", rulebook.KEYS)
def test_a_final_test_has_thirty_questions_each_of_another_rule_in_the_order_of_the_lessons(key: str) -> None:
    places = [rule for one in lessons().values() for rule in one.teaches]
    asked = [item.teaches[0] for item in final(key, 3)]
    assert len(asked) == len(set(asked)) == 30
    assert asked == sorted(asked, key=places.index)
    assert len({type(item) for item in final(key, 3)}) >= 4


@pytest.mark.parametrize("key", rulebook.KEYS)
def test_a_placement_test_asks_a_little_about_each_lesson_whose_rules_are_asked_about(key: str) -> None:
    homes = [home.key for item in placement(key, 3) if (home := home_of(item.teaches[0])) is not None]
    assert homes == sorted(homes)
    for lesson in lessons().values():
        askable = sum(bool(asking(rule, key)) for rule in lesson.teaches)
        assert homes.count(lesson.key) == min(PER_LESSON, askable)


def test_questions_that_differ_in_suits_alone_are_the_same() -> None:
    one = next(item for item in bank().values() if item.id == "meld.size/pair")
    twin = replace(one, id="meld.size/twin", prompt=one.prompt.replace("H]", "S]"), nudge="Another one.")
    assert folded(twin) == folded(one)


def test_questions_on_a_red_and_on_a_black_three_are_not_the_same() -> None:
    one = next(item for item in bank().values() if item.id == "meld.size/pair")
    assert folded(replace(one, prompt="[3H 3D]")) == folded(replace(one, prompt="[3D 3H]"))
    assert folded(replace(one, prompt="[3H 3D]")) != folded(replace(one, prompt="[3C 3S]"))


@pytest.mark.parametrize(("draw", "n"), [(placement, 0), (placement, 3), (final, 0), (final, 41)])
def test_a_number_of_questions_that_cannot_be_is_told(draw: Draw, n: int) -> None:
    with pytest.raises(InvalidExercise, match=f"{n} questions cannot be drawn"):
        draw("classic", 0, n)


@pytest.mark.parametrize("draw", [placement, final])
def test_rules_that_are_none_are_told(draw: Draw) -> None:
    with pytest.raises(InvalidRules, match="clasic"):
        draw("clasic")


def answered(items: tuple[AnyItem, ...], *, wrong: tuple[str, ...] = ()) -> Quiz:
    """A test in which all is right at once, but for the questions of these lessons, whose solution was shown."""
    quiz = Quiz([Exercise(item, "classic") for item in items])
    for one in quiz.exercises:
        home = home_of(one.item.teaches[0])
        assert home is not None
        if home.key in wrong:
            one.solution()
        one.check(one._grader.key)
    return quiz


class TestWhatComesOfIt:
    def test_who_knows_everything_starts_with_the_comparison_of_the_books(self) -> None:
        quiz = answered(placement(seed=5))
        assert to_read(quiz) == ()
        assert start(quiz).key == "15"

    def test_who_misses_something_starts_at_the_first_lesson_of_it(self) -> None:
        quiz = answered(placement(seed=5), wrong=("07", "09"))
        assert [one.key for one in to_read(quiz)] == ["07", "09"]
        assert start(quiz).key == "07"

    def test_who_does_not_know_the_cards_starts_with_the_first_hand(self) -> None:
        assert start(answered(placement(seed=5), wrong=("02", "09"))).key == "01"

    def test_what_was_not_answered_is_not_known(self) -> None:
        assert start(Quiz([Exercise(item, "classic") for item in placement(seed=5)])).key == "01"

    def test_it_is_told_by_lesson_with_the_rules_to_read_again(self) -> None:
        quiz = answered(final(seed=2), wrong=("05",))
        found = {one.lesson.key: one for one in by_lesson(quiz)}
        assert list(found) == sorted(found)
        assert sum(one.asked for one in found.values()) == 30
        assert not found["05"].known
        assert found["05"].again
        assert set(found["05"].again) <= set(lessons()["05"].teaches)
        assert all(one.known and not one.again for key, one in found.items() if key != "05")
