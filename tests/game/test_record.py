"""Records of deals: kept, saved, loaded, replayed, and refused with a reason where they are not sound."""

from __future__ import annotations

import json
import os
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from canasta_teach.cards import cards, full_deck
from canasta_teach.errors import CanastaError, IllegalMove, InvalidPosition
from canasta_teach.game.deal import deal
from canasta_teach.game.match import play_deal
from canasta_teach.game.play import play
from canasta_teach.game.record import DealRecord
from canasta_teach.game.record_form import MAX_BYTES, InvalidRecord
from canasta_teach.game.state import Position
from canasta_teach.rulebook import KEYS, parse_house, ruleset
from tests.strategies import random_table
from tests.strategies.player import Player

HOUSE = 'base = "swedish"\ntitle = "Am „Tisch“"\nmax_wilds = 2\ncard_values = {A = 25}\n'


def some_acts(record: DealRecord, count: int, seed: int = 0) -> DealRecord:
    """The record with moves of a plain player behind its own."""
    position, player = record.end(), Player(seed, faults=0.05)
    for _ in range(count):
        if position.phase == "over":
            break
        move = player(position)
        position = play(position, move)
        record = record.then(move)
    return record


def classic() -> DealRecord:
    return some_acts(DealRecord.begin(seed=7), 12)


# replaying


def test_a_record_begins_with_its_deal() -> None:
    record = DealRecord.begin(rules="italian", players=3, seed=7, dealer=1, scores=[0, 50, 100])
    assert record.start() == deal(rules="italian", players=3, seed=7, dealer=1, scores=[0, 50, 100])
    assert (record.end(), record.acts) == (record.start(), ())


def test_a_deal_by_lot_keeps_its_seed() -> None:
    record = DealRecord.begin()
    assert record.seed is not None
    assert record.start() == deal(seed=record.seed)


def test_a_record_replays_to_any_step() -> None:
    record = classic()
    position = record.start()
    for step, act in enumerate(record.acts):
        assert record.at(step) == position
        position = play(position, act)
    assert record.end() == position
    assert list(record.positions())[-1] == position


@pytest.mark.parametrize("step", [-1, 13])
def test_a_step_that_is_not_there_is_refused(step: int) -> None:
    with pytest.raises(InvalidRecord, match="0 to 12"):
        classic().at(step)


def test_a_move_may_be_a_sequence_and_an_irregular_act() -> None:
    record = DealRecord.begin(rules="italian", seed=3).then("take; draw")
    assert record.end().this_turn.drawn
    assert record.end().penalties[0][0].points == 50


def test_a_move_that_cannot_be_played_is_told_with_its_place() -> None:
    with pytest.raises(InvalidRecord, match=r"^acts\[1\]: 'draw' is refused here: it breaks turn.draw-first"):
        DealRecord.begin(seed=7).then("draw", "draw").end()
    with pytest.raises(InvalidRecord, match=r"^acts\[0\]: .*'dance'"):
        DealRecord.begin(seed=7).then("dance").end()


def test_a_seed_that_no_reader_could_hold_is_refused() -> None:
    with pytest.raises(InvalidPosition, match="seed"):
        DealRecord.begin(seed=2**80)


@pytest.mark.parametrize("deck", ["KH " * 60, ["KH", "XX"], 4, "KH KD"])
def test_a_deck_that_cannot_be_dealt_is_refused(deck: Any) -> None:
    with pytest.raises(InvalidPosition, match="deck"):
        DealRecord.begin(deck=deck)


# saving


def test_a_saved_deal_is_loaded_equal(tmp_path: Path) -> None:
    record = classic()
    record.save(tmp_path / "deal.json")
    loaded = DealRecord.load(tmp_path / "deal.json")
    assert loaded == record
    assert list(loaded.positions()) == list(record.positions())


def test_the_file_says_what_it_is_and_is_read_by_people(tmp_path: Path) -> None:
    DealRecord.begin(seed=7).then("draw").save(tmp_path / "deal.json")
    data = json.loads((tmp_path / "deal.json").read_text("utf-8"))
    assert data == {
        "format": "canasta-teach deal",
        "version": 1,
        "rules": "classic",
        "players": 4,
        "dealer": 3,
        "scores": [0, 0],
        "seed": 7,
        "acts": ["draw"],
    }


def test_a_stacked_deck_is_kept(tmp_path: Path) -> None:
    deck = list(full_deck(2, 4))
    Random(1).shuffle(deck)
    record = some_acts(DealRecord.begin(deck=deck, seed=3), 8)
    assert (record.seed, record.deck) == (None, tuple(deck))
    record.save(tmp_path / "deal.json")
    assert DealRecord.load(tmp_path / "deal.json") == record


def test_house_rules_stand_in_the_file_itself(tmp_path: Path) -> None:
    house = parse_house(HOUSE)
    record = some_acts(DealRecord.begin(rules="house", house=house, seed=5, options={"draw_count": 2}), 8)
    record.save(tmp_path / "deal.json")
    loaded = DealRecord.load(tmp_path / "deal.json")
    assert loaded.rules == record.rules
    assert loaded.end() == record.end()


def test_rules_that_no_file_can_say_are_not_saved(tmp_path: Path) -> None:
    record = DealRecord.begin(rules=ruleset("classic").without("meld.size"), seed=1)
    with pytest.raises(InvalidRecord, match="rules"):
        record.save(tmp_path / "deal.json")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["", "  "])
def test_a_file_without_a_name_is_told_as_that(name: str) -> None:
    with pytest.raises(InvalidRecord, match="a name for the file is missing"):
        classic().save(name)
    with pytest.raises(InvalidRecord, match="a name for the file is missing"):
        DealRecord.load(name)


@pytest.mark.parametrize("name", ["my lesson.ipynb", "a pipe"])
def test_what_is_no_saved_deal_is_not_saved_over(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    if name == "a pipe":
        os.mkfifo(file)
    else:
        file.write_text('{"cells": []}')
    with pytest.raises(InvalidRecord, match="another file has this name"):
        classic().save(file)
    assert file.is_fifo() or file.read_text() == '{"cells": []}'
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("before", [b"", b'{"format": "canasta-teach deal", "version": 1, "rules'])
def test_an_empty_file_and_a_damaged_save_are_saved_over(tmp_path: Path, before: bytes) -> None:
    file = tmp_path / "deal.json"
    file.write_bytes(before)
    classic().save(file)
    assert DealRecord.load(file) == classic()


def test_a_record_that_does_not_replay_is_not_saved_over_one_that_does(tmp_path: Path) -> None:
    file = tmp_path / "deal.json"
    classic().save(file)
    before = file.read_bytes()
    with pytest.raises(InvalidRecord, match=r"acts\[12\]"):
        classic().then("dance").save(file)
    assert file.read_bytes() == before


def test_a_save_that_fails_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "deal.json"
    DealRecord.begin(seed=1).save(file)
    before = file.read_bytes()

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(InvalidRecord, match=r"deal\.json: cannot be written: No space left"):
        classic().save(file)
    assert file.read_bytes() == before
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("name", ["gone/deal.json", ".", "a\0b"])
def test_a_place_that_cannot_be_written_is_told(tmp_path: Path, name: str) -> None:
    with pytest.raises(InvalidRecord, match="cannot be written"):
        classic().save(f"{tmp_path}/{name}")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="links need no rights there")
def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "link.json").symlink_to("deal.json")
    classic().save(tmp_path / "link.json")
    assert (tmp_path / "link.json").is_symlink()
    assert DealRecord.load(tmp_path / "deal.json") == classic()


# loading what is not sound


def saved(**changes: Any) -> bytes:
    data = json.loads(classic().to_json())
    for key, value in changes.items():
        if value is ...:
            del data[key]
        else:
            data[key] = value
    return json.dumps(data).encode()


REFUSED: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "this is not JSON"),
    "cut off": (saved()[:100], "this is not JSON"),
    "a picture": (b"\x89PNG\r\n\x1a\n\x00\x00", "this is not JSON"),
    "not UTF-8": (b'{"format": "\xff"}', "this is not JSON"),
    "nested without end": (b"[" * 100_000, "nested too deeply"),
    "too long": (b" " * (MAX_BYTES + 1), "longer than"),
    "a list": (b"[]", "format: this is not a saved deal"),
    "foreign": (b'{"nbformat": 4}', "format: this is not a saved deal"),
    "another format": (saved(format="chess"), "format: this is not a saved deal"),
    "newer": (saved(version=3, more={}), "version: 3 was written by a newer canasta-teach"),
    "no version": (saved(version=...), "version: this must be a whole number"),
    "version true": (saved(version=True), "version: this must be a whole number"),
    "version zero": (saved(version=0), "version: this must be a whole number"),
    "a key too many": (saved(note="hello"), "note: a saved deal has no such key"),
    "a key missing": (saved(acts=...), "acts: this key is missing"),
    "a wrong type": (saved(players="4"), "players: "),
    "an act that is no text": (saved(acts=["draw", 7]), "acts[1]: "),
    "an act that is none": (saved(acts=["draw", "dance"]), "acts[1]: "),
    "a refused act": (saved(acts=["draw", "draw"]), "acts[1]: 'draw' is refused here"),
    "a card that is not held": (saved(acts=["draw", "discard 3H; draw"]), "acts[1]: "),
    "a rule set that is not there": (saved(rules="../classic"), "rules: "),
    "house without rules": (saved(rules="house"), "house: "),
    "house beside other rules": (saved(house={"base": "classic", "title": "x"}), "house: "),
    "house of no base": (saved(rules="house", house={"base": "whist", "title": "x"}), "house.base: "),
    "house without title": (saved(rules="house", house={"base": "classic", "title": ""}), "house.title: "),
    "house that makes no game": (
        saved(rules="house", house={"base": "classic", "title": "x", "values": {"hand_size": 30}}),
        "house.values.hand_size: ",
    ),
    "an option that is not there": (saved(options={"joker": 4}), "options.joker: "),
    "an option out of range": (saved(options={"jokers": 99}), "options.jokers: "),
    "too many players": (saved(players=7), "players: "),
    "a dealer who is not there": (saved(dealer=4), "dealer: "),
    "a score too few": (saved(scores=[0]), "scores: "),
    "a game that is won": (saved(scores=[6000, 0]), "scores: "),
    "no deck and no seed": (saved(seed=...), "seed: a deal has a seed or a deck"),
    "a deck and a seed": (saved(deck=["KH"]), "seed: a deal has a seed or a deck"),
    "a seed past 64 bits": (saved(seed=2**64 - 1), "seed: "),
    "a deck with a card too many": (saved(seed=..., deck=["KH"] * 3), "deck[2]: "),
    "a deck with no card": (saved(seed=..., deck=["KH", "XX"]), "deck[1]: "),
    "a deck too short": (saved(seed=..., deck=["KH"]), "deck: "),
}


@pytest.mark.parametrize("name", sorted(REFUSED))
def test_what_is_not_sound_is_refused_with_file_place_and_reason(tmp_path: Path, name: str) -> None:
    content, said = REFUSED[name]
    file = tmp_path / "deal.json"
    file.write_bytes(content)
    with pytest.raises(InvalidRecord) as caught:
        DealRecord.load(file)
    assert str(caught.value).startswith(f"{file}: {said}")
    assert not isinstance(caught.value, IllegalMove)
    assert file.read_bytes() == content
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("name", ["gone.json", ".", "a\0b"])
def test_a_file_that_cannot_be_read_is_told(tmp_path: Path, name: str) -> None:
    with pytest.raises(InvalidRecord, match="cannot be read"):
        DealRecord.load(tmp_path / name)


# laws


@settings(max_examples=40)
@given(st.sampled_from(KEYS), st.integers(0, 2**32 - 1), st.data())
def test_a_saved_deal_replays_to_the_same_states(key: str, seed: int, data: st.DataObject) -> None:
    players = data.draw(st.sampled_from(ruleset(key).p.players))
    begun = DealRecord.begin(rules=key, players=players, seed=seed, dealer=data.draw(st.integers(0, players - 1)))
    record, end = play_deal(begun, Player(seed, faults=0.05))
    again = DealRecord.parse(record.to_json())
    assert again == record
    assert again.end() == end
    step = data.draw(st.integers(0, len(record.acts)))
    assert again.at(step) == replace(record, acts=record.acts[:step]).end()


SOUND = classic().to_json().encode()


@settings(max_examples=300)
@given(st.data())
def test_damage_is_one_error_of_ours_or_does_no_harm(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(SOUND) - 1))
    length = data.draw(st.integers(0, 40))
    content = SOUND[:at] + data.draw(st.binary(max_size=6)) + SOUND[at + length :]
    try:
        record = DealRecord.parse(content)
    except InvalidRecord as error:
        assert isinstance(error, CanastaError)
        assert error.reason
    else:
        assert DealRecord.parse(record.to_json()) == record


def test_cards_of_a_deck_may_be_text_or_cards() -> None:
    deck = list(full_deck(2, 4))
    text = " ".join(c.code for c in deck)
    assert DealRecord.begin(deck=text).deck == DealRecord.begin(deck=deck).deck == cards(text)


# a deal that goes on from a table


TABLE: dict[str, Any] = {
    "phase": "play",
    "hands": [["KH", "KS", "KD", "9S", "4C"], 11, None, 11],
    "melds": [[["QH", "QD", "QC", "QS"]], []],
    "this_turn": {"drawn": ["KD"], "laid": [{"act": 0, "meld": 0, "cards": ["QS"], "new": False}]},
    "pile": {"top": "8D", "count": 4},
}


def made(**changes: Any) -> DealRecord:
    return DealRecord.made(Position.parse(TABLE | changes)).then("meld KH KS KD", "discard 4C")


def test_a_record_may_begin_from_a_table_in_the_middle_of_a_turn(tmp_path: Path) -> None:
    record = made()
    assert record.start() == Position.parse(TABLE)
    record.save(tmp_path / "deal.json")
    loaded = DealRecord.load(tmp_path / "deal.json")
    assert loaded == record
    assert loaded.end() == record.end()


def test_a_made_table_stands_in_the_file_in_the_public_format() -> None:
    data = json.loads(made().to_json())
    assert Position.parse(data["position"]) == Position.parse(TABLE)
    assert (data["version"], "seed" in data, "deck" in data) == (2, False, False)


def test_a_file_of_a_dealt_deal_is_one_that_older_readers_know() -> None:
    assert json.loads(classic().to_json())["version"] == 1
    assert DealRecord.parse(saved(version=2)) == classic()


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32))
def test_any_table_is_saved_and_loaded_equal(seed: int) -> None:
    try:
        position = Position.parse(random_table(Random(seed)))
    except CanastaError:
        reject()
    record = DealRecord.made(position)
    assert DealRecord.parse(record.to_json()) == record


def test_a_table_of_house_rules_is_kept_with_them() -> None:
    house = parse_house(HOUSE)
    position = Position.parse(TABLE | {"rules": "house", "options": {"draw_count": 2}}, house=house)
    record = DealRecord.made(position).then("meld KH KS KD")
    assert DealRecord.parse(record.to_json()) == record


def test_a_table_that_no_file_can_say_is_not_saved() -> None:
    broken = replace(Position.parse(TABLE), turn=7)
    with pytest.raises(InvalidRecord, match=r"^position\.turn"):
        DealRecord.made(broken).to_json()
    odd = replace(Position.parse(TABLE), went_out=0)
    with pytest.raises(InvalidRecord, match=r"^position: read from a file"):
        DealRecord.made(odd).to_json()


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"position": {"rules": "classic", "hands": [["KH"] * 9, 1, 1, 1]}}, r"position\.hands\[0\]"),
        ({"position": {"rules": "swedish"}}, r"position\.rules: this differs"),
        ({"position": {"dealer": 1}}, r"position\.dealer: this differs"),
        ({"position": {"scores": [5, 0]}}, r"position\.scores: this differs"),
        ({"position": {"players": 2, "hands": [11, 11]}}, r"position\.players: this differs"),
        ({"position": {"rules": "house"}}, r"position\.rules"),
        ({"position": {"turns": 1}}, r"position\.turns"),
        ({"position": []}, r"position"),
        ({"seed": 7}, r"seed: a deal has a seed or a deck or a position"),
        ({"acts": ["draw"]}, r"acts\[0\]"),
        ({"version": 3}, r"version: 3 was written by a newer"),
    ],
)
def test_a_made_table_that_is_not_sound_is_refused(changes: dict[str, Any], said: str) -> None:
    data = json.loads(made().to_json()) | changes
    with pytest.raises(InvalidRecord, match=f"^{said}"):
        DealRecord.parse(json.dumps(data))
