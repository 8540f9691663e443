"""The tests over the whole course on a quiz card."""

from __future__ import annotations

import pytest

from canasta_teach import i18n, rulebook
from canasta_teach.errors import InvalidRules
from canasta_teach.teach.errors import InvalidExercise
from canasta_teach.teach.exam import final
from canasta_teach.teach.lessons import home_of
from canasta_teach.teach.progress import MemoryStore, Progress
from canasta_teach.widgets.exam import Exam, Which


def made(which: Which, *, rules: str = "classic", seed: int = 0) -> Exam:
    return Exam(which, rules=rules, seed=seed, progress=Progress(MemoryStore()))


def gone_through(exam: Exam, *, wrong: tuple[str, ...] = ()) -> Exam:
    """A test at its results: all right at once but for the questions of these lessons, whose solution was shown."""
    for _ in range(len(exam.quiz)):
        home = home_of(exam.exercise.item.teaches[0])
        assert home is not None
        if home.key in wrong:
            exam.solution()
        exam.check(exam.exercise._grader.key)
        exam.next()
    return exam


@pytest.mark.parametrize("key", rulebook.KEYS)
@pytest.mark.parametrize("which", ["placement", "final"])
def test_a_test_waits_for_its_first_answer_under_every_rule_set(which: Which, key: str) -> None:
    exam = made(which, rules=key)
    assert exam.state == "waiting"
    assert exam.number == 1
    assert "Waiting for your answer" in repr(exam)


def test_its_questions_are_those_drawn_from_the_seed() -> None:
    assert [one.item for one in made("final", seed=4).quiz.exercises] == list(final("classic", 4))


def test_a_final_test_tells_which_lessons_to_read_again() -> None:
    exam = gone_through(made("final", seed=2), wrong=("05", "09"))
    assert [one.key for one in exam.to_read] == ["05", "09"]
    assert "Read again: Lesson 5, Melds; Lesson 9, The frozen pile." in exam.view["results"]["text"]
    assert exam.view["results"]["again_label"] == "What was missed, and where it is taught"
    assert "Read again: Lesson 5, Melds; Lesson 9, The frozen pile." in exam.lines()


def test_a_final_test_without_a_fault_leaves_nothing_to_read() -> None:
    exam = gone_through(made("final", seed=2))
    assert exam.view["results"]["text"] == "30 of 30 right at once. Nothing is left to read again."
    assert exam.view["results"]["again"] == []


def test_a_placement_test_tells_where_to_start_and_what_may_be_skipped() -> None:
    exam = gone_through(made("placement", seed=2), wrong=("07", "09"))
    text = exam.view["results"]["text"]
    assert exam.start.key == "07"
    assert "Start with Lesson 7, The first meld." in text
    assert "After it you may skip Lesson 8, The discard pile; Lesson 10, Going out;" in text
    assert "Lesson 6" not in text


def test_a_placement_test_without_a_fault_sends_to_the_five_rule_books() -> None:
    assert "Start with Lesson 15, Five rule books." in gone_through(made("placement")).view["results"]["text"]


def test_once_more_means_another_test() -> None:
    exam = made("final", seed=7)
    first = [one.item for one in exam.quiz.exercises]
    exam.check(exam.exercise._grader.key)
    exam._hear(exam, {"act": "again"}, [])
    assert [one.item for one in exam.quiz.exercises] == list(final("classic", 8)) != first
    assert (exam.number, exam.right) == (1, 0)
    assert "another test" in exam.said["text"]


def test_a_restart_brings_back_the_same_test_unanswered_or_that_of_a_seed() -> None:
    exam = made("final", seed=7)
    exam.check(exam.exercise._grader.key)
    assert exam.restart().right == 0
    assert exam.state == "waiting"
    assert [one.item for one in exam.restart(3).quiz.exercises] == list(final("classic", 3))


def test_answers_are_kept() -> None:
    progress = Progress(MemoryStore())
    exam = Exam("final", progress=progress)
    exam.check(exam.exercise._grader.key)
    assert [one.right for one in progress.answers()] == [True]


def test_a_page_that_sends_nonsense_is_told_so() -> None:
    exam = made("final")
    exam._hear(exam, {"act": "nonsense"}, [])
    assert exam.said["fault"]


def test_a_test_that_there_is_not_is_told_with_those_that_there_are() -> None:
    with pytest.raises(InvalidExercise, match="no such test; choose of: placement, final"):
        Exam("midterm")  # type: ignore[arg-type] # the fault that is asked about


def test_rules_that_there_are_not_are_told() -> None:
    with pytest.raises(InvalidRules, match="clasic"):
        Exam("final", rules="clasic")


def test_its_words_are_in_the_readers_language() -> None:
    with i18n.speaking(i18n.PSEUDO):
        exam = gone_through(made("placement"), wrong=("07",))
        assert "Start" not in exam.view["results"]["text"]
