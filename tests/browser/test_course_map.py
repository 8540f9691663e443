"""The map of the course on a page: it leads to lessons, and it can be read with eyes, ears and keys."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from canasta_teach import i18n
from canasta_teach.teach.lessons import lesson, lessons
from canasta_teach.teach.progress import Answer, MemoryStore, Progress
from canasta_teach.widgets import CourseMap, course_map
from tests.browser.bare import Bare
from tests.browser.look import check_access, cut_off, keep_pictures
from tests.browser.places import Lab
from tests.browser.texts import english_left

pytestmark = pytest.mark.browser

CELL = """\
from canasta_teach.teach.progress import MemoryStore, Progress
from canasta_teach.widgets import CourseMap
CourseMap(Progress(MemoryStore()))"""


@pytest.fixture
def whole_course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A course in which each lesson's notebook is there."""
    for one in lessons().values():
        (tmp_path / one.file).touch()
    monkeypatch.setattr(course_map, "shipped_lessons", lambda: tmp_path)
    here = Path.cwd()
    os.chdir(tmp_path)
    yield
    os.chdir(here)


def some_answers() -> Progress:
    """A learner in the middle of the course."""
    store = MemoryStore()
    for key in ("01", "02", "03", "04", "05"):
        for n, rule in enumerate(lesson(key).teaches or ("meld.size",)):
            for exercise in "abc"[: 3 if key < "05" else n % 4]:
                answer = Answer(
                    at=0.0, exercise=exercise, teaches=(rule,), rule_set="classic", right=exercise != "c" or n % 3 > 0,
                    hints=0, shown=False, version="1", lesson=key,
                )  # fmt: skip
                store.record(answer)
    return Progress(store)


def test_a_tile_leads_to_its_lesson_in_a_tab_of_its_own(lab: Lab) -> None:
    lab.write("map.ipynb", CELL)
    lab.open("map.ipynb")
    lab.run_all()
    card = lab.page.locator(".ct-map")
    expect(card.get_by_role("heading", name="Your course")).to_be_visible()
    card.get_by_role("button", name="Look again").click()
    expect(card.get_by_role("status")).to_have_text(re.compile(r"0 of \d+ rules solid\."))
    card.get_by_role("link", name=re.compile("^Lesson 5, Melds")).click()
    expect(lab.page.get_by_role("tab", name="05-melds.ipynb")).to_be_visible()
    expect(lab.page.get_by_role("tab", name="map.ipynb")).to_be_visible()


def test_where_the_page_does_not_tell_its_place_the_tiles_are_no_links(bare: Bare, whole_course: None) -> None:
    card = bare.show(CourseMap(some_answers()))
    expect(card.get_by_role("link")).to_have_count(0)
    expect(card.get_by_role("listitem")).to_have_count(len(lessons()))
    expect(card.get_by_text("Go on with lesson 6, Canastas")).to_be_visible()


def test_there_is_no_fault_of_access_and_nothing_is_cut(bare: Bare, whole_course: None) -> None:
    bare.show(CourseMap(some_answers()))
    check_access(bare, "map")
    keep_pictures(bare, "course-map")
    bare.show(CourseMap(some_answers()), width=380)
    assert cut_off(bare.page) == []


def test_its_columns_fit_the_page(bare: Bare, whole_course: None) -> None:
    for width, columns in ((1280, 7), (900, 5), (700, 4)):
        card = bare.show(CourseMap(some_answers()), width=width)
        tops = [box["y"] for item in card.get_by_role("listitem").all() if (box := item.bounding_box())]
        assert sum(abs(top - tops[0]) < 2 for top in tops) == columns


def test_in_the_pseudo_locale_no_english_word_is_left_on_the_page(bare: Bare, whole_course: None) -> None:
    with i18n.speaking(i18n.PSEUDO):
        bare.show(CourseMap(some_answers()))
        assert english_left(bare.page, ["Classic"]) == []
