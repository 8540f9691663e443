"""The words of the lessons: spelling, links, headings, pictures, and what a lesson promises of itself."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode

from canasta_teach.teach.lessons import lessons as told_lessons
from tests.tools.rebuild_lessons import LESSONS as FOLDER
from tests.tools.rebuild_lessons import lessons

ROOT = Path(__file__).parents[2]
WORDS = Path(__file__).with_name("words.txt")
PATHS = lessons()
MOST_RULES = 4
LEAST_TO_DO = 6

LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)[^)]*\)")
HEADING = re.compile(r"^(#{1,6}) (.+)$", re.MULTILINE)
IMAGE_TAG = re.compile(r"<img\b[^>]*>")
CODE = re.compile(r"```.*?```|`[^`]*`", re.DOTALL)
WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?(?:-[^\W\d_]+)*")
DOUBLED = re.compile(r"\b([A-Za-z]+)\s+\1\b", re.IGNORECASE)
TYPOS = {
    "teh", "adn", "recieve", "seperate", "occured", "occurence", "definately", "untill", "wich", "becuase", "wierd",
    "accross", "begining", "beleive", "calender", "existance", "foward", "goverment", "happend", "neccessary",
    "noone", "posession", "prefered", "publically", "realy", "refered", "sucess", "tommorow", "truely", "writting",
    "discart", "canesta", "meldes", "jocker", "frozed", "thier", "hte", "alot", "wether", "lenght", "acheive",
}  # fmt: skip


def read(path: Path) -> NotebookNode:
    found: NotebookNode = nbformat.read(path, as_version=4)
    return found


def texts(path: Path) -> list[str]:
    return [cell.source for cell in read(path).cells if cell.cell_type == "markdown"]


NUMBERED = [path for path in PATHS if re.match(r"\d\d-", path.name)]
"""The lessons; the other pages are to look things up in."""


@pytest.fixture(params=PATHS, ids=lambda path: path.stem)
def path(request: pytest.FixtureRequest) -> Path:
    found: Path = request.param
    return found


# -- links, headings, pictures ---------------------------------------------------------------------


def faulty_links(text: str) -> list[str]:
    """Links that lead nowhere: to no file beside the lessons, or out of them."""
    return [
        target
        for _, _, target in LINK.findall(CODE.sub("", text))
        if not target.startswith(("https://", "http://", "#")) and not (FOLDER / target.split("#")[0]).is_file()
    ]


def skipped_headings(texts: list[str]) -> list[str]:
    """Headings that are more than one level under the one before them; the first one is of level 1, and no other is."""
    found, level = [], 0
    for marks, words in HEADING.findall("\n\n".join(CODE.sub("", text) for text in texts)):
        if len(marks) > level + 1 or (level and len(marks) == 1):
            found.append(words)
        level = len(marks)
    return found


def pictures_without_words(text: str) -> list[str]:
    """Pictures that say nothing to those who do not see them."""
    named = [target for mark, words, target in LINK.findall(text) if mark and not words.strip()]
    return named + [tag for tag in IMAGE_TAG.findall(text) if not re.search(r"""alt=["'][^"']*\w""", tag)]


@pytest.fixture(params=NUMBERED, ids=lambda path: path.stem)
def lesson(request: pytest.FixtureRequest) -> Path:
    found: Path = request.param
    return found


def test_every_link_leads_somewhere(path: Path) -> None:
    assert [link for text in texts(path) for link in faulty_links(text)] == []


def test_levels_of_headings_do_not_skip(path: Path) -> None:
    assert skipped_headings(texts(path)) == []


def test_every_picture_has_words(path: Path) -> None:
    assert [found for text in texts(path) for found in pictures_without_words(text)] == []


def test_a_link_to_nowhere_a_skipped_level_and_a_mute_picture_are_found() -> None:
    assert faulty_links("See [x](99-none.ipynb) and [y](00-start-here.ipynb).") == ["99-none.ipynb"]
    assert skipped_headings(["# A", "### B"]) == ["B"]
    assert skipped_headings(["# A", "## B", "# C"]) == ["C"]
    assert pictures_without_words('![](a.png) ![a king](b.png) <img src="c.png" alt="">') == [
        "a.png", '<img src="c.png" alt="">',
    ]  # fmt: skip


# -- spelling --------------------------------------------------------------------------------------


def words_of(text: str) -> set[str]:
    """The words of a text in small letters, without code, links' targets, cards and what stands for markup."""
    plain = re.sub(r"\]\([^)]*\)", "]", CODE.sub(" ", text))
    return {word.lower().replace("’", "'") for word in WORD.findall(plain)}


@cache
def known_words() -> frozenset[str]:
    """The words that the rest of the project uses, and those of the list beside this file."""
    project = [*(ROOT / "canasta_teach").rglob("*.py"), *(ROOT / "canasta_teach").rglob("*.toml"), ROOT / "README.md"]
    found = {word for one in project for word in words_of(one.read_text("utf-8"))}
    return frozenset(found | set(WORDS.read_text("utf-8").split()))


def unknown(text: str) -> set[str]:
    """Words that are neither known nor put together with an ending or a hyphen from known ones."""
    known = known_words()

    def is_known(word: str) -> bool:
        stems = {word, word.removesuffix("'s"), word.removesuffix("s"), word.removesuffix("es")}
        return not known.isdisjoint(stems) or ("-" in word and all(map(is_known, word.split("-"))))

    return {word for word in words_of(text) if len(word) > 2 and not is_known(word)}


def test_every_word_is_known_to_the_project_or_its_list(path: Path) -> None:
    found = {word for text in texts(path) for word in unknown(text)}
    assert found == set(), f"a slip, or a new word for {WORDS.name}"


def test_no_common_slip_and_no_word_twice(path: Path) -> None:
    for text in texts(path):
        plain = CODE.sub(" ", text)
        assert words_of(text) & TYPOS == set()
        assert DOUBLED.findall(plain) == []


def test_the_list_holds_no_slip_and_each_word_once() -> None:
    words = WORDS.read_text("utf-8").split()
    assert words == sorted(set(words))
    assert set(words) & TYPOS == set()


def test_slips_are_found() -> None:
    assert unknown("The discadr pile is the treausre of this game.") == {"discadr", "treausre"}
    assert DOUBLED.findall("take the the pile") == ["the"]


# -- what a lesson promises ------------------------------------------------------------------------


def test_a_lesson_takes_the_minutes_and_has_the_title_that_are_told(lesson: Path) -> None:
    one = told_lessons()[lesson.stem[:2]]
    assert one.file == lesson.name
    head = texts(lesson)[0]
    title = one.title if one.key == "00" else f"{one.key} {one.title}"
    assert head.startswith(f"# {title}\n")
    minutes = re.search(r"in about (\d+) minutes", head)
    assert one.key == "00" or (minutes is not None and int(minutes[1]) == one.minutes)


def test_a_section_names_at_most_four_rules(path: Path) -> None:
    named = [cell.metadata.get("canasta", {}).get("rules", []) for cell in read(path).cells]
    assert max(map(len, named)) <= MOST_RULES


def test_a_rule_is_taught_where_the_course_says(lesson: Path) -> None:
    sections = [cell for cell in read(lesson).cells if cell.cell_type == "markdown"]
    named = {rule for cell in sections for rule in cell.metadata.get("canasta", {}).get("rules", [])}
    one = told_lessons()[lesson.stem[:2]]
    assert set(one.teaches) <= named


def things_to_do(notebook: NotebookNode) -> int:
    """Widgets to act on, and prompts to guess before a cell is run."""
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    shown = [output.data.get("text/plain", "") for output in outputs if "data" in output]
    prompts = "".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    return sum(bool(re.match(r"<[A-Z]\w+: ", text)) for text in shown) + len(re.findall(r"\*\*Guess", prompts))


def test_there_are_at_least_six_things_to_do(lesson: Path) -> None:
    assert lesson.stem.startswith("00") or things_to_do(read(lesson)) >= LEAST_TO_DO


def test_the_first_page_names_every_lesson() -> None:
    linked = {target for text in texts(FOLDER / "00-start-here.ipynb") for _, _, target in LINK.findall(text)}
    assert {path.name for path in PATHS} - {"00-start-here.ipynb"} <= linked
