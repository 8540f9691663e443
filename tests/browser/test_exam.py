"""A test over the whole course on a page: gone through by mouse to what it advises, and begun anew."""

from __future__ import annotations

import pytest

from canasta_teach.teach.lessons import home_of
from canasta_teach.teach.progress import MemoryStore, Progress
from canasta_teach.widgets import Exam
from tests.browser.bare import Bare
from tests.browser.look import access_faults, cut_off

pytestmark = pytest.mark.browser


def gone_through(exam: Exam) -> None:
    """Answer all but the questions of lessons 07 and 09, and stay before the last one."""
    for number in range(len(exam.quiz)):
        home = home_of(exam.exercise.item.teaches[0])
        if home is None or home.key not in ("07", "09"):
            exam.check(exam.exercise._grader.key)
        if number < len(exam.quiz) - 1:
            exam.next()


def test_at_its_end_it_advises_where_to_start_and_another_test_begins_anew(bare: Bare) -> None:
    exam = Exam("placement", progress=Progress(MemoryStore()))
    gone_through(exam)
    root = bare.show(exam, width=700)
    first = exam.quiz.exercises[0].item
    root.get_by_role("button", name="How it went").click()
    told = root.get_by_text("Start with Lesson 7, The first meld.")
    assert told.is_visible()
    assert root.get_by_role("heading", name="What was missed, and where it is taught").is_visible()
    assert access_faults(bare.page) == []
    assert cut_off(bare.page) == []
    root.get_by_role("button", name="Again, on other cards").click()
    root.get_by_text("Question 1 of").first.wait_for()
    assert exam.number == 1
    assert exam.quiz.exercises[0].item != first
