"""The lessons as data: each rule has one place in the course, and a file at fault is refused with its place."""

from __future__ import annotations

import re

import pytest

from canasta_teach import i18n, rulebook
from canasta_teach.lessons_folder import shipped_lessons
from canasta_teach.teach.errors import InvalidExercise
from canasta_teach.teach.lessons import home_of, lesson, lessons, parse_lessons

GOOD = '[[lesson]]\nkey = "05"\ntitle = "Melds"\nminutes = 15\nfile = "05-melds.ipynb"\n'


def test_every_rule_of_any_rule_set_has_its_main_place_in_exactly_one_lesson() -> None:
    places = [rule for one in lessons().values() for rule in one.teaches]
    assert sorted(places) == sorted(rulebook.rules())


def test_the_lessons_are_numbered_in_the_order_of_the_course() -> None:
    assert list(lessons()) == [f"{n:02d}" for n in (*range(16), 18)]
    assert all(one.file.startswith(f"{key}-") for key, one in lessons().items())


def test_the_notebooks_that_there_are_are_lessons_with_their_title() -> None:
    files = {one.file for one in lessons().values()}
    found = [path for path in shipped_lessons().glob("*.ipynb") if re.match(r"\d\d-", path.name)]
    assert found
    assert {path.name for path in found if path.name < "16"} <= files


def test_a_lesson_meets_again_only_what_has_its_place_elsewhere() -> None:
    for one in lessons().values():
        assert not set(one.teaches) & set(one.again)


@pytest.mark.parametrize(
    ("rule", "key"),
    [
        ("deck.values", "02"), ("turn.redraw", "14"), ("meld.sequence", "14"), ("initial.vulnerable", "14"),
        ("pile.frozen", "09"), ("pile.whole", "08"), ("out.relancinho", "14"), ("penalty.drew-out-of-turn", "13"),
        ("game.target", "12"),
    ],
)  # fmt: skip
def test_a_rule_is_found_in_its_lesson(rule: str, key: str) -> None:
    home = home_of(rule)
    assert home is not None
    assert home.key == key


def test_a_rule_that_is_none_has_no_lesson() -> None:
    assert home_of("no.such") is None


def test_a_lesson_tells_its_heading_in_the_readers_language() -> None:
    assert lesson("09").heading == "Lesson 9, The frozen pile"
    with i18n.speaking(i18n.PSEUDO):
        assert "frozen" not in lesson("09").heading


def test_a_lesson_that_is_not_there_is_told_with_those_that_are() -> None:
    with pytest.raises(InvalidExercise, match=r"99: lesson: there is no such lesson; they are 00, 01, .*, 15, 18"):
        lesson("99")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("lesson = [", r"made\.toml"),
        ("other = 1", r"made\.toml: .*other"),
        (GOOD + "more = 1", r"made\.toml: .*more"),
        (GOOD.replace("minutes = 15", "minutes = 45"), r"made\.toml: .*minutes.*20"),
        (GOOD.replace('"05"', '"5"'), r"made\.toml: .*key"),
        (GOOD.replace("05-melds", "melds"), r"made\.toml: .*file"),
        (GOOD + 'teaches = ["meld.sise"]', r"made\.toml: 05: meld\.sise: there is no such rule.*meld\.size"),
        (GOOD + GOOD, r"made\.toml: 05: key: this key stands twice"),
        (
            GOOD + 'teaches = ["meld.size"]\n' + GOOD.replace('"05"', '"06"') + 'teaches = ["meld.size"]',
            r"made\.toml: 06: teaches: meld\.size: lesson 05 teaches it already",
        ),
    ],
)
def test_a_file_at_fault_is_refused_with_its_place(text: str, told: str) -> None:
    with pytest.raises(InvalidExercise, match=told):
        parse_lessons(text, "made.toml")
