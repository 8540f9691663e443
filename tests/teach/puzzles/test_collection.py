"""Collections of puzzles are read whole, or refused with line, key and reason."""

from __future__ import annotations

import json
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from canasta_teach.game.position import parse_position
from canasta_teach.i18n import speaking
from canasta_teach.players.solve import Objective
from canasta_teach.teach.puzzles.collection import (
    MAX_BYTES,
    canonical,
    dump,
    load_file,
    own_id,
    parse_puzzle,
    parse_puzzles,
    plain,
    read_entries,
    read_puzzles,
    schema,
)
from canasta_teach.teach.puzzles.errors import InvalidPuzzle
from canasta_teach.teach.puzzles.model import Aim, Puzzle
from tests.strategies import damaged_table, random_bytes, random_json
from tests.teach.puzzles.made import LINE, ONE, boards, puzzles

TEXT = json.dumps(ONE)


def _one(**changed: Any) -> str:
    return json.dumps({**ONE, **changed})


def _without(key: str) -> str:
    return json.dumps({name: value for name, value in ONE.items() if name != key})


# -- there and back ----------------------------------------------------------------------------------------------


@settings(max_examples=100)
@given(puzzles)
def test_what_is_written_is_read_back_the_same(puzzle: Puzzle) -> None:
    line = dump(puzzle)
    assert "\n" not in line
    read = parse_puzzle(line)
    assert read == canonical(puzzle)
    assert parse_position(read.position) == parse_position(puzzle.position)
    assert canonical(read) == read
    assert dump(read) == line


@settings(max_examples=100)
@given(boards)
def test_the_short_form_of_a_position_reads_as_the_same_position(board: dict[str, Any]) -> None:
    position = parse_position(board)
    short = plain(position)
    assert parse_position(short) == position
    assert plain(parse_position(short)) == short
    assert len(json.dumps(short)) <= len(json.dumps(position.to_dict()))


def test_a_line_holds_its_keys_in_the_order_of_the_schema_and_no_defaults() -> None:
    line = dump(parse_puzzle(TEXT))
    assert list(json.loads(line)) == [key for key in schema()["$defs"]["Puzzle"]["properties"] if key in ONE]
    assert line.startswith('{"id":"classic.wild-economy.2.17","position":{"rules":"classic","scores":[1600,0],')
    assert '"aim":{"what":"minimum_fewest_wilds"},"par":1' in line
    bare = {key: ONE[key] for key in ("id", "position", "aim", "par")}
    assert json.loads(dump(parse_puzzle(bare))) == bare


def test_the_schema_of_the_package_is_the_one_of_the_model() -> None:
    stored = files("canasta_teach.teach.puzzles").joinpath("puzzle.schema.json").read_text("utf-8")
    assert json.loads(stored) == schema()


def test_the_same_position_and_aim_have_the_same_name_and_others_have_not() -> None:
    puzzle = parse_puzzle(TEXT)
    made = own_id(puzzle.position, puzzle.aim)
    assert made == own_id(dict(reversed(puzzle.position.items())), puzzle.aim)
    assert made != own_id(puzzle.position, Aim(Objective.MOST_POINTS))
    assert made != own_id({**puzzle.position, "stock": 21}, puzzle.aim)
    assert parse_puzzle(_one(id=made)).id == made


# -- files -------------------------------------------------------------------------------------------------------


def test_a_file_gives_its_puzzles_in_order_and_passes_over_empty_lines(tmp_path: Path) -> None:
    path = tmp_path / "some.jsonl"
    path.write_text(f"\ufeff{TEXT}\n\n{_one(id='second')}\r\n", encoding="utf-8")
    assert [puzzle.id for puzzle in load_file(path)] == ["classic.wild-economy.2.17", "second"]
    assert read_puzzles(path) == read_puzzles(str(path)) == read_puzzles(path.read_text("utf-8"))
    assert read_puzzles("") == parse_puzzles("\n \n") == ()


def test_a_file_may_hold_objects_and_shared_lines(tmp_path: Path) -> None:
    shared = LINE.replace("canasta-puzzle", "Canasta-Puzzle").replace("id classic.wild-economy.2.17", "id shared")
    path = tmp_path / "mixed.jsonl"
    # A break that is none in a collection may stand in a title.
    second = _one(id="second", title="one" + chr(0x85) + "line").encode()
    path.write_bytes(b"\xef\xbb\xbf" + shared.encode() + b"\r\n \r\n" + second + b"\n")
    found = read_entries(path)
    assert [(one.where, one.line, one.puzzle.id) for one in found] == [
        (str(path), 1, "shared"),
        (str(path), 3, "second"),
    ]
    assert load_file(path) == read_puzzles(path) == read_puzzles(path.read_bytes().decode("utf-8"))
    assert read_puzzles(shared) == (found[0].puzzle,)
    path.write_bytes(shared.encode() + b"\n" + shared.replace("par 1", "par one").encode())
    with pytest.raises(InvalidPuzzle, match=r"mixed\.jsonl, line 2: par: ") as fault:
        load_file(path)
    assert (fault.value.where, fault.value.line) == (str(path), 2)
    path.write_bytes(shared.encode() + b"\n" + shared.encode())
    with pytest.raises(InvalidPuzzle, match="line 2: id: shared stands in line 1 already"):
        load_file(path)


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "some.jsonl"
    with pytest.raises(InvalidPuzzle, match="cannot be read"):
        load_file(path)
    with pytest.raises(InvalidPuzzle, match="cannot be read"):
        load_file(tmp_path)
    with pytest.raises(InvalidPuzzle, match="cannot be read"):
        load_file("a\0b")
    path.write_bytes(TEXT.encode() + b"\n\xff\n")
    with pytest.raises(InvalidPuzzle, match="UTF-8") as fault:
        load_file(path)
    assert (fault.value.where, fault.value.line) == (str(path), 2)
    path.write_bytes(b"\n" * (MAX_BYTES + 1))
    with pytest.raises(InvalidPuzzle, match="longer than 5,000,000 bytes"):
        load_file(path)


@pytest.mark.parametrize(
    ("line", "key", "words"),
    [
        ("{", "", "this is no JSON"),
        ("[]", "", "an object is wanted here, not a list"),
        ('"x"', "", "object"),
        ('{"id": "\\ud800"}', "", "this is no JSON"),
        (_without("position"), "", "the key position is missing"),
        (_without("aim"), "", "the key aim is missing"),
        (_without("id"), "", "the key id is missing"),
        (_one(par="one"), "par", "a whole number is wanted here, not a text"),
        (_one(par=10**30), "par", "the number is at most 1000000"),
        (_one(id="Has Spaces"), "id", "small letters, digits"),
        (_one(id="broken\n"), "id", "small letters, digits"),
        (_one(grade=6), "grade", "the number is at most 5"),
        (_one(grade=0), "grade", "the number is at least 1"),
        (_one(title="two\nlines"), "title", "words on one line"),
        (_one(title="a line and an end\n"), "title", "words on one line"),
        (_one(title="x" * 121), "title", "at most 120"),
        (_one(author="\x1b[31m"), "author", "no control characters"),
        (_one(ideas=["Not One"]), "ideas[0]", "small letters"),
        (_one(solution="meld AH AC AS"), "", "there is no key solution"),
        (_one(aim={"what": "win"}), "aim.what", "win is not known here; write one of most_points"),
        (_one(aim={"what": "canasta", "end": "x"}), "aim.end", "x is not known here; write one of stop, freeze"),
        (_one(aim={"what": "canasta", "start": "x"}), "aim", "there is no key start; the keys are what, end"),
        (_one(rules=["initial.minimun"]), "rules[0]", "did you mean initial.minimum"),
        (_one(position={"rules": "house"}), "position.rules", "write one of goren_1949"),
        (_one(position={"rules": "../x"}), "position.rules", "'../x' is no rule set"),
        (_one(position={"hands": [["KX"]]}), "position.hands", "1 entry"),
        (_one(position={"hands": [["AH", "AH", "AH"], 1, 1, 1]}), "position.hands[0][2]", "one AH too many"),
        (_one(position=[]), "position", "object"),
    ],
)
def test_a_bad_line_is_refused_with_its_number_key_and_reason(line: str, key: str, words: str) -> None:
    with pytest.raises(InvalidPuzzle) as fault:
        parse_puzzles(f"{_one(id='first')}\n\n{line}\n", "some.jsonl")
    assert (fault.value.where, fault.value.line, fault.value.key) == ("some.jsonl", 3, key)
    assert words in fault.value.reason
    assert str(fault.value).startswith("some.jsonl, line 3: ")
    assert "\n" not in str(fault.value)


def test_an_id_that_stands_twice_is_refused() -> None:
    with pytest.raises(InvalidPuzzle, match="stands in line 1 already") as fault:
        parse_puzzles(f"{TEXT}\n{_one(id='other')}\n{TEXT}")
    assert (fault.value.where, fault.value.line, fault.value.key) == ("text", 3, "id")


def test_what_is_too_long_or_no_object_is_refused() -> None:
    with pytest.raises(InvalidPuzzle, match="longer than the 100,000 characters"):
        parse_puzzle(TEXT + " " * 100_000)
    with pytest.raises(InvalidPuzzle, match="not list"):
        parse_puzzle([ONE])  # type: ignore[arg-type] # a list is what is to be refused
    with pytest.raises(InvalidPuzzle, match="nested too deeply"):
        parse_puzzle('{"position":{"options":' + "[" * 50_000)


def test_a_puzzle_made_in_python_is_held_to_the_model_as_well() -> None:
    for changed in ({"title": "a\nb"}, {"title": "\ud800"}, {"id": "Not so"}, {"grade": 9}, {"par": "x"}):
        puzzle = Puzzle(**{**ONE, "aim": Aim(Objective.MOST_POINTS), "measured": None, **changed})
        with pytest.raises(InvalidPuzzle):
            dump(puzzle)


# -- damage ------------------------------------------------------------------------------------------------------


@settings(max_examples=200)
@given(st.integers(0, 2**32 - 1))
def test_damaged_puzzles_are_read_or_refused_and_nothing_else_happens(seed: int) -> None:
    rng = Random(seed)
    data: Any = {**ONE, "position": damaged_table(rng, ONE["position"])}
    for _ in range(rng.randrange(3)):
        data[rng.choice([*ONE, "odd"])] = random_json(rng)
    with suppress(InvalidPuzzle):
        assert isinstance(parse_puzzle(data), Puzzle)
    text = json.dumps(data)
    cut = rng.randrange(len(text))
    with suppress(InvalidPuzzle):
        assert isinstance(parse_puzzle(text), Puzzle)
    with suppress(InvalidPuzzle):
        assert parse_puzzles(text[:cut] + rng.choice(("", "\n", '"', "}", "\\")) + text[cut + rng.randrange(3) :]) != ()
    with suppress(InvalidPuzzle):
        assert isinstance(parse_puzzle(random_bytes(rng)), Puzzle)


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(InvalidPuzzle):
        assert isinstance(parse_puzzles(text), tuple)


def test_reasons_are_spoken_in_the_readers_language() -> None:
    with speaking("pseudo"):
        for line in ("{", _one(grade=6), _one(solution="x"), _one(title="a\nb"), _one(aim={"what": "x"})):
            with pytest.raises(InvalidPuzzle) as fault:
                parse_puzzle(line)
            assert not any(
                word in fault.value.reason for word in ("this is", "number is", "there is", "words", "known")
            )
