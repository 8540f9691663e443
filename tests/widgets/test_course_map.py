"""The map of the course from Python: which lessons there are, how well their rules are known, and what comes next."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from canasta_teach import i18n
from canasta_teach.errors import InvalidRules
from canasta_teach.lessons_folder import LessonsFolderError
from canasta_teach.teach.generate import asking
from canasta_teach.teach.lessons import lesson, lessons
from canasta_teach.teach.progress import Answer, MemoryStore, Progress, ProgressError
from canasta_teach.widgets import CourseMap, course_map
from tests.widgets.test_quiz_card import check_assets
from tests.widgets.untranslated import left_in

RULE = next(rule for rule in lesson("05").teaches if asking(rule, "classic"))


@pytest.fixture(autouse=True)
def all_lessons(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A course in which each lesson's notebook is there, and nothing else is."""
    folder = tmp_path / "lessons"
    folder.mkdir()
    for one in lessons().values():
        (folder / one.file).touch()
    monkeypatch.setattr(course_map, "shipped_lessons", lambda: folder)
    monkeypatch.chdir(tmp_path)
    return folder


def answer(exercise: str, *, rule: str = RULE, key: str = "05", right: bool = True, at: float = 0.0) -> Answer:
    return Answer(
        at=at, exercise=exercise, teaches=(rule,), rule_set="classic", right=right, hints=0, shown=False, version="1",
        lesson=key,
    )  # fmt: skip


def shown(*answers: Answer, **more: Any) -> CourseMap:
    return CourseMap(Progress(MemoryStore(answers)), **more)


def tile(view: dict[str, Any], key: str) -> dict[str, Any]:
    return next(one for one in view["lessons"] if one["n"] == key)


def test_at_the_start_every_rule_is_new_and_the_first_hand_comes_next() -> None:
    view = shown().view
    assert [one["n"] for one in view["lessons"]] == list(lessons())
    melds = tile(view, "05")
    assert set(melds["bars"]) == {0}
    assert melds["caption"] == f"{len(melds['bars'])} rules"
    assert tile(view, "01")["caption"] == "15 minutes"
    assert view["next"] == {"label": "Go on with lesson 1, First hand", "file": "01-first-hand.ipynb"}
    assert tile(view, "01")["here"] == "go on here"


def test_a_bar_is_as_high_as_the_rule_is_known() -> None:
    heights = []
    given: list[Answer] = []
    for exercise, right in (("a", False), ("a", True), ("a", True), ("b", True)):
        given.append(answer(exercise, right=right, at=float(len(given))))
        bars = tile(shown(*given).view, "05")["bars"]
        heights.append(bars[0])
        assert set(bars[1:]) == {0}
    assert heights == [1, 2, 2, 3]
    rest = len(tile(shown(*given).view, "05")["bars"])
    assert tile(shown(*given).view, "05")["caption"] == f"1 of {rest} solid"
    assert tile(shown(*given).view, "05")["label"] == f"Lesson 5, Melds: 1 of {rest} solid"
    assert shown(*given).view["sum"].startswith("1 of ")


def test_only_answers_under_these_rules_count() -> None:
    assert max(tile(shown(answer("a"), rules="swedish").view, "05")["bars"]) == 0


def test_each_rule_set_has_the_bars_that_are_asked_about_in_it() -> None:
    view = shown(rules="brazilian").view
    assert view["rules"] == "Brazilian"
    assert len(tile(view, "05")["bars"]) == sum(bool(asking(rule, "brazilian")) for rule in lesson("05").teaches)


def test_a_lesson_about_rules_that_these_do_not_have_is_passed_by() -> None:
    assert tile(shown().view, "13")["caption"] == "of other rule books"
    given = (answer("a", key=key) for key in lessons() if key not in ("13", "15"))
    assert shown(*given).goes_on == "15"


def test_what_comes_next_is_the_first_lesson_without_an_answer_then_one_whose_rules_are_not_solid() -> None:
    assert shown(answer("a", key="01"), answer("b", key="02")).goes_on == "03"
    everywhere = [answer("a", key=key) for key in lessons()]
    assert shown(*everywhere).goes_on == "02"
    assert shown(*(answer("a", key=key) for key in lessons() if key != "07")).goes_on == "07"


def test_only_lessons_that_are_there_are_on_the_map(all_lessons: Path, tmp_path: Path) -> None:
    for path in all_lessons.iterdir():
        if not path.name.startswith(("00", "05")):
            path.unlink()
    (tmp_path / lesson("08").file).touch()
    card = shown()
    assert [one["n"] for one in card.view["lessons"]] == ["00", "05", "08"]
    assert card.goes_on == "05"


def test_without_the_course_s_own_folder_those_of_the_working_folder_are_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing() -> Path:
        raise LessonsFolderError("none")

    monkeypatch.setattr(course_map, "shipped_lessons", missing)
    (tmp_path / lesson("03").file).touch()
    assert [one["n"] for one in shown().view["lessons"]] == ["03"]


def test_it_looks_again_when_it_is_asked_to() -> None:
    store = MemoryStore()
    card = CourseMap(Progress(store))
    store.record(answer("a"))
    card._hear(card, {"act": "look"}, [])
    assert tile(card.view, "05")["bars"][0] == 2
    assert card.said["text"] == card.view["sum"]
    card._hear(card, {"act": "nonsense"}, [])
    assert card.said["fault"]


def test_in_text_each_lesson_has_a_line() -> None:
    lines = shown(answer("a", key="01")).lines()
    assert lines[0].startswith("0 of ")
    assert lines[1:3] == ["  00 Start here: 10 minutes", "  01 First hand: 15 minutes"]
    assert lines[-1] == "Go on with lesson 2, The cards"
    assert repr(shown()) == f"<CourseMap: {shown().lines()[0]}>"
    assert "The frozen pile" in shown().static_html()


class _Broken(MemoryStore):
    def answers(self, *, since: float = 0.0) -> list[Answer]:
        raise ProgressError("the disk is gone")


def test_a_progress_that_cannot_be_read_is_told_and_the_map_is_shown() -> None:
    view = CourseMap(Progress(_Broken())).view
    assert view["notes"] == ["the disk is gone"]
    assert len(view["lessons"]) == len(lessons())


def test_its_scripts_and_styles_fit_together() -> None:
    check_assets(CourseMap)


def test_rules_that_there_are_not_are_refused() -> None:
    with pytest.raises(InvalidRules):
        CourseMap(rules="clasic")


def test_in_the_pseudo_locale_no_english_word_is_left() -> None:
    with i18n.speaking(i18n.PSEUDO):
        view = {name: one for name, one in shown(answer("a")).view.items() if name != "look"}
        view["lessons"] = [{name: one for name, one in each.items() if name != "file"} for each in view["lessons"]]
        view["next"] = {"label": view["next"]["label"]}
        assert left_in([view]) == {}
