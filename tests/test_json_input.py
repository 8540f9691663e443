"""The command line reads an object or JSON Lines, and says in which line and where a fault lies."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canasta_teach.json_input import InputError, Item, items, one_line, read_input


def read(content: bytes) -> list[Item]:
    found = []
    for item in items("cases.jsonl", content):
        if isinstance(item, InputError):
            raise item
        found.append(item)
    return found


def test_one_object_may_stand_over_many_lines() -> None:
    [item] = read(b'\n{\n  "a": 1,\n  "b": [\n    {"c": 2}\n  ]\n}\n')
    assert item.data == {"a": 1, "b": [{"c": 2}]}
    assert item.where == "cases.jsonl, line 2"


def test_lines_are_objects_of_their_own_and_blank_ones_are_skipped() -> None:
    assert [(item.where, item.data) for item in read(b'{"a": 1}\n\n  \r\n{"a": 2}\r\n{"a": 3}')] == [
        ("cases.jsonl, line 1", {"a": 1}),
        ("cases.jsonl, line 4", {"a": 2}),
        ("cases.jsonl, line 5", {"a": 3}),
    ]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b'{"seed": 1e400}', "seed: Number out of range"),
        (b'{"a": {"b": [0, {"c": -1e999}]}, "d": 1e400}', "a.b[1].c: Number out of range"),
        (b'{"a": [1' + b"0" * 5000 + b"]}", "a[0]: Integer value out of range"),
        (b"1e400", "Number out of range"),
        (b'{"a": 1e400, "b"', "Number out of range"),
        (b'{"a": 1e400, "b": ' + b"[" * 100_000, "Number out of range"),
    ],
)
def test_a_number_out_of_range_is_told_with_its_place_where_that_can_be_found(content: bytes, said: str) -> None:
    with pytest.raises(InputError) as error:
        read(content)
    assert str(error.value) == f"cases.jsonl, line 1: {said}"


def test_an_input_with_nothing_in_it_holds_no_object() -> None:
    assert read(b"") == read(b"\n \n") == []


def test_a_byte_order_mark_is_passed_over() -> None:
    assert [item.data for item in read(b'\xef\xbb\xbf{"a": 1}')] == [{"a": 1}]


@pytest.mark.parametrize(
    ("content", "where", "what"),
    [
        (b'{"a": 1}\n{"a": }\n', "line 2, column 7", "not JSON: invalid character"),
        (b'{"a": 1\n{"a": 2}\n', "line 1, column 8", "not JSON: it breaks off"),
        (b'{\n "a": 1,\n "b": }\n', "line 3, column 7", "not JSON: invalid character"),
        (b'{"a": 1} {"a": 2}', "line 1, column 10", "not JSON: trailing characters"),
        (b'{"a": 1}\n{"a": "\xff"}', "line 2, column 8", "not UTF-8"),
        (b'{\n"a": "\xc3\xa9\xff"}', "line 2, column 8", "not UTF-8"),
        (b'{"a": \x00}', "line 1, column 7", "not JSON: invalid character"),
        (b'{"a": NaN}', "line 1, column 7", "not JSON"),
        (b'{"a": 1e999}', "line 1", "Number out of range"),
        (b"[" * 100_000, "line 1", "nested too deeply"),
        (b'{"a":' * 50_000, "line 1", "nested too deeply"),
        (b'{"a": 1}\n' + b'{"a":' * 50_000, "line 2", "nested too deeply"),
        (b"[1, 2]", "line 1", "an object {…} is wanted, not an array"),
        (b'{"a": 1}\nnull', "line 2", "an object {…} is wanted, not null"),
        (b"true", "line 1", "an object {…} is wanted, not true"),
        (b"\x1f\x8b\x08\x00", "line 1, column 2", "not UTF-8"),
    ],
)
def test_a_fault_is_one_line_with_its_place(content: bytes, where: str, what: str) -> None:
    try:
        told = [item for item in items("cases.jsonl", content) if isinstance(item, InputError)]
    except InputError as error:  # the first line already
        told = [error]
    (fault,) = map(str, told)
    assert fault.startswith(f"cases.jsonl, {where}: ")
    assert what in fault
    assert "\n" not in fault


def test_the_lines_around_a_broken_one_are_read() -> None:
    first, broken, last = items("cases.jsonl", b'{"a": 1}\n{"a": }\n{"a": 3}\n')
    assert isinstance(broken, InputError)
    assert [item.data for item in (first, last) if isinstance(item, Item)] == [{"a": 1}, {"a": 3}]


@given(st.binary(max_size=200))
def test_random_bytes_are_read_or_refused(content: bytes) -> None:
    try:
        found = read(content)
    except InputError as error:
        assert str(error).isprintable()
    else:
        assert all(isinstance(item.data, dict) for item in found)


@given(st.lists(st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), st.integers()), max_size=4))
def test_what_was_written_as_lines_is_read_back(objects: list[dict[str, Any]]) -> None:
    content = "\n".join(json.dumps(each, ensure_ascii=False) for each in objects)
    # U+2028 and its like are line ends to Python's text, not to JSON Lines.
    assert [item.data for item in read(content.encode())] == objects


@given(st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), st.lists(st.integers(), max_size=3)))
def test_what_was_written_over_many_lines_is_read_back(data: dict[str, Any]) -> None:
    assert [item.data for item in read(json.dumps(data, indent=1).encode())] == [data]


@pytest.mark.parametrize("name", ["gone.jsonl", ".", "nul\0byte"])
def test_a_file_that_cannot_be_read_is_one_clear_error(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match="cannot be read: "):
        read_input(name)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({}, "position: missing; wanted is A CASE"),
        ({"position": 3}, "position: an object is wanted, not a number"),
        ({"position": [{}]}, "position: an object is wanted, not an array"),
        ({"position": "x"}, "position: an object is wanted, not a text"),
    ],
)
def test_a_missing_or_mistaken_part_is_named(data: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=f"here: {said}"):
        Item("here", data).part("position", "A CASE")


def test_a_move_that_is_no_text_is_named() -> None:
    with pytest.raises(InputError, match="here: move: a text is wanted, not an array"):
        Item("here", {"move": ["draw"]}).text("move", "A CASE")


def test_a_message_is_kept_to_one_readable_line() -> None:
    assert one_line("a\nb\x1b[31m\tc\u2028d") == "a b [31m c d"
    assert len(one_line("x" * 5000)) < 1100
