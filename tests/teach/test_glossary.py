"""The glossary: its words, the page on which they are looked up, and its notebook."""

from __future__ import annotations

import re

import nbformat
import pytest

from canasta_teach import i18n, rulebook
from canasta_teach.lessons_folder import shipped_lessons
from canasta_teach.teach.errors import InvalidExercise
from canasta_teach.teach.glossary import (
    NOTEBOOK,
    Glossary,
    UnknownWord,
    entries,
    find,
    glossary,
    markdown,
    parse_glossary,
)
from canasta_teach.teach.lessons import lessons
from tests.tools.rebuild_glossary import notebook

GOOD = '[[entry]]\nword = "meld"\nmeaning = "Cards that go together."\nlesson = "05"\n'


def test_the_words_stand_in_alphabetical_order() -> None:
    assert list(entries()) == sorted(entries(), key=str.lower)
    assert len(entries()) >= 50


def test_every_word_has_a_short_meaning_and_a_lesson() -> None:
    for one in entries().values():
        assert len(one.meaning.split()) <= 30
        assert one.meaning.endswith(".")
        assert one.explained is lessons()[one.lesson]


def test_the_field_terms_are_in_it() -> None:
    for word in (
        "meld", "lay", "add", "stock", "discard pile", "up-card", "frozen", "natural card", "wild card", "canasta",
        "going out", "going out concealed", "side", "deal", "first laying", "minimum", "pack", "royal canasta",
        "legitimate canasta", "false canasta",
    ):  # fmt: skip
        assert find(word).meaning


@pytest.mark.parametrize(
    ("asked", "word"),
    [
        ("Meld", "meld"), ("melds", "meld"), ("pack", "discard pile"), ("  discard   pile ", "discard pile"),
        ("froze", "frozen pile"),
    ],
)  # fmt: skip
def test_a_word_is_found_under_its_other_names_and_in_its_forms(asked: str, word: str) -> None:
    assert find(asked).word == word


def test_a_word_that_it_does_not_have_is_told_with_those_that_come_near() -> None:
    with pytest.raises(UnknownWord, match="the glossary has no word 'mald'; did you mean meld"):
        glossary("mald")


def test_a_page_of_some_words_shows_these_each_once() -> None:
    page = glossary("pack", "discard pile", "run")
    assert [one.word for one in page.entries] == ["discard pile", "run"]
    assert repr(page).splitlines()[0].startswith("discard pile: The cards face up beside the stock")
    assert "Also: pack. Explained in Lesson 1, First hand." in repr(page)


def test_the_whole_page_has_every_word() -> None:
    assert [one.word for one in glossary().entries] == list(entries())


def test_in_a_notebook_it_is_a_list_of_terms_and_in_a_console_text() -> None:
    bundle = glossary()._repr_mimebundle_()
    assert set(bundle) == {"text/plain", "text/html"}
    html = bundle["text/html"]
    assert html.count("<dt>") == html.count("<dd>") == len(entries())
    assert set(re.findall(r"</?(\w+)", html)) == {"dl", "dt", "dd", "strong"}


def test_its_text_is_escaped() -> None:
    made = parse_glossary(GOOD.replace("Cards", "<b>Cards & more</b>"))
    html = Glossary(made.values()).static_html()
    assert "&lt;b&gt;Cards &amp; more&lt;/b&gt;" in html
    assert "<b>" not in html


def test_it_speaks_the_readers_language() -> None:
    with i18n.speaking(i18n.PSEUDO):
        assert "Cards" not in repr(glossary("frozen pile"))
        assert "pile" not in repr(glossary("frozen pile"))


def test_its_notebook_is_made_from_the_data() -> None:
    stored = nbformat.read(shipped_lessons() / NOTEBOOK, as_version=4)
    assert [cell.source for cell in stored.cells] == [cell.source for cell in notebook().cells], (
        "renew it: python -m tests.tools.rebuild_glossary"
    )


def test_each_word_has_a_heading_of_its_own_to_which_lessons_can_link() -> None:
    headings = [text.splitlines()[0] for text in markdown()]
    assert len(set(headings)) == len(entries())
    assert "### Frozen pile" in headings


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("entry = [", r"made\.toml"),
        ("other = 1", r"made\.toml: .*other"),
        (GOOD + "more = 1", r"made\.toml: entry\[0\]: .*more"),
        (GOOD.replace('"05"', '"5"'), r"made\.toml: entry\[0\]: lesson"),
        (GOOD.replace('"05"', '"77"'), r"made\.toml: meld: lesson: 77: there is no such lesson"),
        (GOOD + 'rules = ["meld.sise"]', r"made\.toml: meld: rules: meld\.sise: there is no such rule.*meld\.size"),
        (GOOD + GOOD, r"made\.toml: meld: word: meld stands for meld already"),
        (GOOD + GOOD.replace('"meld"', '"set"') + 'also = ["Meld"]', r"made\.toml: set: word: Meld stands for meld"),
        (GOOD.replace("Cards", "C" * 200), r"made\.toml: entry\[0\]: meaning"),
    ],
)
def test_a_file_at_fault_is_refused_with_its_place(text: str, told: str) -> None:
    with pytest.raises(InvalidExercise, match=told):
        parse_glossary(text, "made.toml")


def test_every_rule_that_it_names_is_in_the_book() -> None:
    assert {rule for one in entries().values() for rule in one.rules} <= set(rulebook.rules())
