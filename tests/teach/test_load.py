"""A file of exercises is read whole, or refused with file, item and key."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canasta_teach.teach.errors import InvalidExercise
from canasta_teach.teach.load import MAX_BYTES, find, load_items, parse_items, rules_for

GOOD = """
[[item]]
kind = "count"
id = "deck.values/king"
rules = ["classic", "swedish"]
teaches = ["deck.values"]
prompt = "What is [KH] worth?"
what = { count = "cards", cards = "KH" }
"""


def test_a_good_file_gives_its_items(tmp_path: Path) -> None:
    path = tmp_path / "good.toml"
    path.write_text(GOOD)
    assert [item.id for item in load_items(path)] == ["deck.values/king"]


@pytest.mark.parametrize(
    ("text", "item", "key"),
    [
        ("[[item", "", ""),
        ('title = "x"', "", "title"),
        ("[item]", "", "item"),
        ("[[item]]", "item[0]", ""),
        (GOOD.replace('"count"\n', '"bogus"\n'), "deck.values/king", "kind"),
        (GOOD + "levle = 2", "deck.values/king", ""),
        (GOOD + "level = 9", "deck.values/king", "level"),
        (GOOD.replace("deck.values/king", "A b"), "A b", "id"),
        (GOOD.replace('["deck.values"]', '["deck.value"]'), "deck.values/king", "teaches: deck.value"),
        (GOOD.replace('"swedish"', '"danish"'), "deck.values/king", "rules: danish"),
        (GOOD + GOOD, "deck.values/king", "id"),
        ("item = [3]", "item[0]", ""),
    ],
)
def test_a_bad_file_is_refused_with_file_item_and_key(text: str, item: str, key: str) -> None:
    with pytest.raises(InvalidExercise) as told:
        parse_items(text, "bad.toml")
    assert (told.value.where, told.value.item, told.value.key) == ("bad.toml", item, key)
    assert told.value.reason


def test_a_near_miss_names_what_was_meant() -> None:
    with pytest.raises(InvalidExercise, match=r"deck\.values"):
        parse_items(GOOD.replace('["deck.values"]', '["deck.value"]'))
    with pytest.raises(InvalidExercise, match="deck"):
        find("deck.values/kin", parse_items(GOOD))


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    with pytest.raises(InvalidExercise, match=r"none\.toml"):
        load_items(tmp_path / "none.toml")
    (tmp_path / "long.toml").write_bytes(b"#" * (MAX_BYTES + 1))
    with pytest.raises(InvalidExercise, match="bytes"):
        load_items(tmp_path / "long.toml")
    (tmp_path / "latin.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(InvalidExercise, match="UTF-8"):
        load_items(tmp_path / "latin.toml")


def test_an_item_is_asked_under_its_own_rule_sets_only() -> None:
    (item,) = parse_items(GOOD)
    assert rules_for(item).key == "classic"
    assert rules_for(item, "swedish").key == "swedish"
    with pytest.raises(InvalidExercise, match="classic, swedish"):
        rules_for(item, "italian")


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_any_text_gives_items_or_our_own_error(data: bytes) -> None:
    with suppress(InvalidExercise):
        parse_items(data.decode("utf-8", "replace"))
