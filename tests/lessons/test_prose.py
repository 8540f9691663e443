"""How the lessons read: no sentence too long without a reason, and no word of the trade before it is explained."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from canasta_teach.teach.glossary import entries
from tests.lessons.prose import LESSONS, ROOT, markdown_of, plain, sentences, words

LONGEST = 30
"""Words of a sentence that need no reason."""

NUMBERED = sorted(LESSONS.glob("[01][0-9]-*.ipynb"))
TEXTS = [*sorted(LESSONS.glob("*.ipynb")), ROOT / "README.md"]


def data(name: str, table: str) -> list[dict[str, Any]]:
    text = (Path(__file__).parent / name).read_text(encoding="utf-8")
    found: list[dict[str, Any]] = tomllib.loads(text)[table]
    return found


def long_sentences(path: Path) -> list[str]:
    found = (sentence for markdown in markdown_of(path) for sentence in sentences(markdown))
    return [sentence for sentence in found if words(sentence) > LONGEST]


def excused(reason: dict[str, Any], path: Path, sentence: str) -> bool:
    return reason.get("where", path.name) == path.name and sentence.startswith(reason["begins"])


class TestTheLengthOfSentences:
    @pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
    def test_a_sentence_of_more_than_thirty_words_has_a_reason(self, path: Path) -> None:
        reasons = data("long_sentences.toml", "long")
        left = [one for one in long_sentences(path) if not any(excused(reason, path, one) for reason in reasons)]
        assert left == [], "shorten it, or give the reason in long_sentences.toml"

    def test_every_reason_is_of_a_sentence_that_is_there(self) -> None:
        there = [(path, sentence) for path in TEXTS for sentence in long_sentences(path)]
        for reason in data("long_sentences.toml", "long"):
            assert reason["reason"]
            assert any(excused(reason, *one) for one in there), f"take it out: {reason['begins']}"

    @pytest.mark.parametrize(
        ("markdown", "found"),
        [
            ("One. Two (three). *Four*: five; six?", ["One.", "Two (three).", "Four: five; six?"]),
            ("# Head\n\nA line\ngoes on.\n- item\n- other `a b`\n", ["Head", "A line goes on.", "item", "other a_b"]),
            ("| a b | c. D |\n|---|---|\n| [e](f) | g |", ["a b", "c.", "D", "e", "g"]),
            ("Say it:\n\n```sh\nno text. Here\n```\nAfter. 3♣ lies.", ["Say it:", "After.", "3♣ lies."]),
            ("It is 1.5 points, e.g. for a pair. 7 is less.", ["It is 1.5 points, e.g. for a pair.", "7 is less."]),
            ('"So?" "Yes!" Done…', ['"So?"', '"Yes!"', "Done…"]),
        ],
    )  # fmt: skip
    def test_prose_is_taken_apart_into_sentences(self, markdown: str, found: list[str]) -> None:
        assert list(sentences(markdown)) == found

    def test_words_are_counted_and_signs_are_not(self) -> None:
        assert words("A king – K♥ → and 1,500 points …") == 6


class TestWordsOfTheTrade:
    def early(self, path: Path) -> set[str]:
        """The words that stand in a lesson before the lesson that explains them."""
        text = "\n".join(map(plain, markdown_of(path)))
        return {one.word for one in entries().values() if path.name[:2] < one.lesson and one.pattern.search(text)}

    @pytest.mark.parametrize("path", NUMBERED, ids=lambda path: path.stem)
    def test_no_word_stands_in_a_lesson_before_the_one_that_explains_it(self, path: Path) -> None:
        allowed = {
            word for one in data("early_words.toml", "early") if one["lesson"] == path.name[:2] for word in one["words"]
        }
        assert self.early(path) - allowed == set(), "explain it before, or give the reason in early_words.toml"
        assert allowed - self.early(path) == set(), "these need no reason any more: take them out of early_words.toml"

    def test_every_word_that_is_allowed_early_has_a_reason_and_is_in_the_glossary(self) -> None:
        for one in data("early_words.toml", "early"):
            assert one["reason"]
            assert set(one["words"]) <= set(entries())

    def test_every_word_stands_in_the_lesson_that_is_said_to_explain_it(self) -> None:
        texts = {path.name[:2]: "\n".join(map(plain, markdown_of(path))) for path in NUMBERED}
        missing = [one.word for one in entries().values() if not one.pattern.search(texts[one.lesson])]
        assert missing == []

    def test_a_word_is_found_in_its_forms_and_a_part_of_another_is_not(self) -> None:
        runs, meld = entries()["run"], entries()["meld"]
        assert runs.pattern.search("Runs are no melds")
        assert not runs.pattern.search("run the next cell")
        assert meld.pattern.search("Melded before")
        assert not re.search(meld.pattern, "smelding")


def test_lessons_are_there_to_be_read() -> None:
    assert len(NUMBERED) >= 4
