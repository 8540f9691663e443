"""A shared line tells any puzzle whole, and a broken one is refused with the field at fault."""

from __future__ import annotations

import json
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from canasta_teach.i18n import speaking
from canasta_teach.teach.puzzles.bank import bank
from canasta_teach.teach.puzzles.collection import canonical, own_id, parse_puzzle
from canasta_teach.teach.puzzles.errors import InvalidPuzzle
from canasta_teach.teach.puzzles.line import MAX_LENGTH, from_line, to_line
from canasta_teach.teach.puzzles.model import Puzzle
from canasta_teach.teach.puzzles.prove import check
from tests.strategies import damaged_table
from tests.teach.puzzles.made import LINE, ONE, puzzles

PUZZLE = replace(parse_puzzle(ONE), measured=None)
SHORT = "canasta-puzzle 1 | classic | most_points | par 90 | phase play | hand AH AC AS KH KD KS 4C 5C"
FULL = (
    "canasta-puzzle 1 | classic | most_points_keeping | end stop | par 1 | grade 1 | phase play | score 1600 0"
    " | hand 2D AH AC KH KS 4C | others 11 11 11 | melds ; 5H 5D 5S / 6H 6D 6S | red-threes ; 3D | pile KH +8 frozen"
    " | stock 30"
)


# -- there and back ----------------------------------------------------------------------------------------------


@settings(max_examples=150)
@given(puzzles)
def test_any_puzzle_survives_the_line_but_for_what_was_measured(puzzle: Puzzle) -> None:
    line = to_line(puzzle)
    assert line.isprintable()
    assert len(line) <= MAX_LENGTH
    assert from_line(line) == replace(canonical(puzzle), measured=None)


@settings(max_examples=100)
@given(puzzles, st.integers(0, 2**32 - 1))
def test_order_spaces_and_case_make_no_difference(puzzle: Puzzle, seed: int) -> None:
    rng = Random(seed)
    head, *fields = to_line(puzzle).split("|")
    rng.shuffle(fields)
    assert from_line("|".join((head, *fields))) == replace(canonical(puzzle), measured=None)
    texts = ("title", "author", "licence")
    loose = [
        field if field.strip().startswith(texts) or "=" in field else rng.choice((str.lower, str.swapcase))(field)
        for field in fields
    ]
    spaced = rng.choice(("|", "  |\t", "\n|\r\n", "||")).join((head, *loose))
    assert from_line(spaced) == replace(canonical(puzzle), measured=None)
    assert from_line("\ufeff" + spaced.replace("canasta", "Canasta", 1)) == from_line(spaced)


def test_every_puzzle_of_the_bank_survives_the_line() -> None:
    assert bank()
    for puzzle in bank().values():
        assert from_line(to_line(puzzle)) == replace(puzzle, measured=None), puzzle.id


def test_a_line_is_read_by_people() -> None:
    assert to_line(PUZZLE) == LINE
    assert from_line(LINE) == PUZZLE
    full = from_line(FULL)
    assert to_line(full) == FULL
    assert full.id == own_id(full.position, full.aim)
    assert full.position["pile"] == {"top": "KH", "count": 9}
    assert full.position["frozen"] is True
    assert full.position["melds"] == [[], [["5H", "5D", "5S"], ["6H", "6D", "6S"]]]
    assert full.position["red_threes"] == [[], ["3D"]]


def test_a_line_from_elsewhere_is_proved_as_any_puzzle() -> None:
    assert check(from_line(SHORT)).value == 90
    with pytest.raises(InvalidPuzzle, match="par says 80, the best is 90"):
        check(from_line(SHORT.replace("par 90", "par 80")))


def test_what_is_left_out_at_the_end_of_sides_is_nothing() -> None:
    short = from_line(f"{SHORT} | melds KH KD KC | red-threes 3D")
    assert short.position["melds"] == [[["KH", "KD", "KC"]], []]
    three = from_line(f"{SHORT} | players 3 | melds KH KD KC")
    assert three.position["melds"] == [[["KH", "KD", "KC"]], [], []]
    assert from_line(f"{SHORT} | stock ?").position == from_line(SHORT).position
    assert from_line(f"{SHORT} | stock KH ?? 4C").position["stock"] == ["KH", "??", "4C"]


def test_rare_keys_of_the_position_are_told_as_data() -> None:
    data = {**ONE, "position": {**ONE["position"], "options": {"jokers": 6}, "laid_before": [True] * 4}}
    line = to_line(parse_puzzle(data))
    assert 'options={"jokers":6} | ' in line
    assert "laid_before=[true,true,true,true]" in line
    hands = [["AH", "AC", "AS", "KH"], 11, ["KD", "4C"], 11]
    line = to_line(parse_puzzle({**ONE, "position": {**ONE["position"], "hands": hands}}))
    assert 'hands=[["AH","AC","AS","KH"],11,["KD","4C"],11]' in line
    assert from_line(line).position["hands"] == hands


@pytest.mark.parametrize(
    ("title", "written"),
    [
        ("a|b", "a\\pb"),
        ("back\\slash", "back\\\\slash"),
        (" edges ", "\\sedges\\s"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("{par} %s | only", "{par} %s \\p only"),
        ("right\u202eleft", "right\\u{202e}left"),
        ("par 3", "par 3"),
        ("= 3", "= 3"),
    ],
)
def test_texts_stay_texts_and_their_signs_are_escaped(title: str, written: str) -> None:
    line = to_line(replace(PUZZLE, title=title))
    assert line.endswith(f"| title {written}")
    assert from_line(line) == replace(PUZZLE, title=title)


# -- what is refused ---------------------------------------------------------------------------------------------

REFUSED: list[tuple[str, str, str]] = [
    ("", "", "a shared puzzle begins with “canasta-puzzle 1 |”"),
    ("classic | par 1", "", "a shared puzzle begins with"),
    (SHORT.replace("puzzle 1", "puzzle 2"), "canasta-puzzle", "2 is no version"),
    (SHORT.replace("puzzle 1", "puzzle"), "canasta-puzzle", "is no version"),
    (SHORT.replace("| par", "| pra"), "pra", "there is no such field; did you mean par"),
    (SHORT.replace("classic", "clasic"), "clasic", "did you mean classic?"),
    (f"{SHORT} | swedish", "swedish", "classic says that already"),
    (f"{SHORT} | canasta", "canasta", "most_points says that already"),
    (f"{SHORT} | par 3", "par", "this field stands twice"),
    (f"{SHORT} | only | only", "only", "this field stands twice"),
    (f"{SHORT} | hands=[3,3,3,3]", "hands", "hand says that already"),
    (f"{SHORT} | scores=[0,0] | score 0 0", "score", "scores says that already"),
    (f"{SHORT} | pile KH ?? frozen | frozen=true", "frozen", "pile says that already"),
    (f"{SHORT} | only yes", "only", "there is no such field"),
    (f"{SHORT} | grade two", "grade", "a whole number is wanted, not two"),
    (f"{SHORT} | grade 9", "grade", "the number is at most 5"),
    (f"{SHORT} | end soon", "end", "soon is not known here; write one of stop, freeze"),
    (f"{SHORT} | phase dawn", "phase", "this field stands twice"),
    (SHORT.replace("phase play", "phase dawn"), "phase", "'dawn' is not known here"),
    (SHORT.replace("par 90", "par 90,5"), "par", "a whole number is wanted, not 90,5"),
    (SHORT.replace("par 90", "par 1234567"), "par", "the number is at most 1000000"),
    (SHORT.replace("AH", "XH"), "hand", "'XH' is no card"),
    (SHORT.replace("AH", "AC AC"), "hand", "one AC too many"),
    (SHORT.replace(" | par 90", ""), "par", "this field is missing; write par 1"),
    (SHORT.replace(" | most_points", ""), "aim", "this field is missing; write most_points, "),
    (SHORT.partition(" | hand")[0], "hand", "this field is missing; write hand KH KS KD"),
    (f"{SHORT.partition(' | hand')[0]} | others 3 3 3", "others", "write the hand on turn too"),
    (f"{SHORT} | others 3 3", "others", "write 3 numbers"),
    (f"{SHORT} | others 3 three 3", "others", "a whole number is wanted"),
    (f"{SHORT} | others 300 3 3", "hand", "cards in all"),
    (f"{SHORT} | turn 4", "turn", "there are 2 to 6 players"),
    (f"{SHORT} | players 99999999", "turn", "there are 2 to 6 players"),
    (f"{SHORT} | players 1e9", "players", "a whole number is wanted"),
    (f"{SHORT} | melds KH KD KC / / 4C 4D 4H", "melds", "a meld between two strokes is empty"),
    (f"{SHORT} | melds KH KD", "melds[0][0]", "is no meld in Classic"),
    (f"{SHORT} | melds ; ; 4C 4D 4H", "melds", "the list has 3 entries"),
    (f"{SHORT} | pile KH +many", "pile", "a whole number is wanted"),
    (f"{SHORT} | pile KH +900", "pile", "+900 is no number of cards"),
    (f"{SHORT} | pile frozen", "pile", "holds no wild card"),
    (f"{SHORT} | stock 200", "stock", "cards in all"),
    (f"{SHORT} | stock -3", "stock", "at least 0"),
    (f"{SHORT} | score 1 2 3", "score", "the list has 3 entries"),
    (f"{SHORT} | score 9999 0", "score", "has won at 5,000"),
    (f"{SHORT} | rules meld.sise", "rules[0]", "did you mean meld.size"),
    (f"{SHORT} | ideas x", "ideas[0]", "small letters"),
    (f"{SHORT} | id -", "id", "small letters"),
    (f"{SHORT} | options={{", "options", "this is no JSON"),
    (f'{SHORT} | options={{"jokres":6}}', "options.jokres", "jokers"),
    (f"{SHORT} | options={'[' * 3000}", "options", "nested too deeply"),
    (f"{SHORT} | laid_before=[1]", "laid_before[0]", "true or false"),
    (f"{SHORT} | rules=[]", "rules", "write a space behind the name"),
    (f"{SHORT} | title=x", "title", "write a space behind the name"),
    (f"{SHORT} | __class__=1", "__class__", "there is no such field"),
    (f"{SHORT} | title a\\qb", "title", "\\q means nothing here"),
    (f"{SHORT} | title a\\", "title", "means nothing here"),
    (f"{SHORT} | title a\\u{{110000}}", "title", "means nothing here"),
    (f"{SHORT} | title a\\u{{a}}b", "title", "no control characters"),
    (f"{SHORT} | title a\\u{{d800}}b", "title", "UTF-8"),
    (f"{SHORT} | title {'x' * 121}", "title", "at most 120"),
    (SHORT + " " * MAX_LENGTH, "", "longer than the 4,000 characters"),
]


@pytest.mark.parametrize(("line", "key", "words"), REFUSED)
def test_a_broken_line_is_refused_with_its_field_and_what_instead(line: str, key: str, words: str) -> None:
    with pytest.raises(InvalidPuzzle) as fault:
        from_line(line)
    assert (fault.value.where, fault.value.line, fault.value.key) == ("line", 0, key)
    assert words in fault.value.reason
    assert str(fault.value).startswith("line: ")
    assert str(fault.value).isprintable()
    assert len(str(fault.value)) < 1_000


def test_a_puzzle_too_long_for_a_line_is_shared_as_a_file() -> None:
    penalties = [[{"rule": "penalty.took-without-meld", "points": 50}] * 100, []]
    position = {**ONE["position"], "rules": "italian", "penalties": penalties, "scores": [0, 0]}
    with pytest.raises(InvalidPuzzle, match="share it as a file"):
        to_line(parse_puzzle({**ONE, "position": position, "rules": []}))


# -- damage ------------------------------------------------------------------------------------------------------

_SIGNS = (
    "|",
    " | ",
    "=",
    "[",
    "]",
    "{",
    '"',
    "\\",
    ";",
    "/",
    "+",
    "?",
    "\n",
    "\0",
    "\udc80",
    "é",
    "9" * 30,
    "par 1",
    "JK",
)


@settings(max_examples=200)
@given(puzzles, st.integers(0, 2**32 - 1))
def test_a_damaged_line_is_read_or_refused_and_nothing_else_happens(puzzle: Puzzle, seed: int) -> None:
    rng = Random(seed)
    line = rng.choice((to_line(puzzle), LINE, FULL))
    for _ in range(rng.choice((1, 1, 2, 4))):
        at = rng.randrange(len(line) + 1)
        line = line[:at] + rng.choice((*_SIGNS, "")) + line[at + rng.choice((0, 0, 1, 5)) :]
    with suppress(InvalidPuzzle):
        read = from_line(line)
        assert from_line(to_line(read)) == read


@settings(max_examples=150)
@given(st.integers(0, 2**32 - 1))
def test_a_line_with_damaged_keys_of_the_position_is_read_or_refused(seed: int) -> None:
    rng = Random(seed)
    table: dict[str, Any] = damaged_table(rng, {**ONE["position"], "melds": [[], []], "options": {}, "players": 4})
    fields = [f"{key}={json.dumps(value)}" for key, value in table.items() if key != "rules"]
    rng.shuffle(fields)
    line = " | ".join(("canasta-puzzle 1", "classic", "most_points", "par 9", *fields))
    with suppress(InvalidPuzzle):
        assert isinstance(from_line(line), Puzzle)


@settings(max_examples=200)
@given(st.text(st.characters()))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(InvalidPuzzle):
        assert isinstance(from_line(text), Puzzle)
    with suppress(InvalidPuzzle):
        assert isinstance(from_line(f"{SHORT} | {text}"), Puzzle)


def test_reasons_are_spoken_in_the_readers_language() -> None:
    with speaking("pseudo"):
        for line in ("", SHORT.replace("| par", "| pra"), f"{SHORT} | par 3", f"{SHORT} | title a\\q"):
            with pytest.raises(InvalidPuzzle) as fault:
                from_line(line)
            assert not any(word in fault.value.reason for word in ("begins", "there is", "stands", "nothing"))
