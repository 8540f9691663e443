"""The command `canasta-teach legal`: every legal act of a position, one a line."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from canasta_teach import Position, deal, judge, legal_moves
from canasta_teach.cli import run
from canasta_teach.rulebook import KEYS

TABLE: dict[str, Any] = {
    "hands": [["KH", "KS", "KD", "2D", "4C", "5C", "5S"], 11, 11, 11],
    "phase": "play",
    "melds": [[["AH", "AS", "AD"]], []],
}
OVER: dict[str, Any] = {"phase": "over", "hands": [[], ["4C"], ["KH"], ["JK"]], "went_out": 0}


class Done(NamedTuple):
    status: int
    out: str
    err: str

    @property
    def acts(self) -> list[str]:
        return self.out.splitlines()


Command = Callable[..., Done]


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """Runs ``legal`` in this process, with these objects a line on standard input."""

    def call(*arguments: str, stdin: list[Any] | bytes = b"") -> Done:
        content = stdin if isinstance(stdin, bytes) else "".join(json.dumps(one) + "\n" for one in stdin).encode()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
        status = run(["legal", *arguments])
        return Done(status, *capsys.readouterr())

    return call


def test_every_legal_act_stands_on_a_line_of_its_own(command: Command) -> None:
    done = command(stdin=[{"position": TABLE}])
    assert (done.status, done.err) == (0, "")
    wanted = (
        "meld KD KH KS", "meld KD KH KS 2D", "meld KD KH 2D", "meld 5C 5S 2D", "add 2D to A",
        "discard KD", "discard 5C", "discard 4C", "discard 2D",
    )  # fmt: skip
    assert {frozenset(act.split()) for act in done.acts} == {frozenset(act.split()) for act in wanted}
    assert len(set(done.acts)) == len(done.acts)


@pytest.mark.parametrize("key", KEYS)
def test_the_acts_are_those_that_python_gives_and_the_referee_allows(command: Command, key: str) -> None:
    position = deal(rules=key, seed=7)
    done = command(stdin=[{"position": position.to_dict()}])
    assert done.acts == [str(move) for move in legal_moves(position)]
    assert "draw" in done.acts
    assert all(judge(position, act).legal for act in done.acts)


def test_a_position_from_a_file(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "case.json"
    file.write_text(json.dumps({"position": TABLE}, indent=2))
    assert command(str(file)).acts == command(stdin=[{"position": TABLE}]).acts


def test_the_other_keys_of_a_case_are_ignored(command: Command) -> None:
    case = {"id": "kings", "position": TABLE, "move": "dance", "note": None}
    assert command(stdin=[case]).acts == command(stdin=[{"position": TABLE}]).acts


def test_rules_fills_in_only_where_the_input_names_none(command: Command) -> None:
    threes = {**TABLE, "hands": [["KH", "KS", "2D", "2C", "2H", "4C", "5C"], 11, 11, 11]}
    named = {"position": {**threes, "rules": "classic"}}
    assert "meld KH KS 2C 2D 2H" in command("--rules", "swedish", stdin=[named]).acts
    assert "meld KH KS 2C 2D 2H" not in command("--rules", "swedish", stdin=[{"position": threes}]).acts


def test_house_rules_are_read_from_their_file(command: Command, tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('base = "classic"\nmax_wilds = 0\n')
    acts = command("--house", str(house), stdin=[{"position": TABLE}]).acts
    assert sorted(acts) == ["discard 2D", "discard 4C", "discard 5C", "discard KD", "meld KD KH KS"]


def test_of_several_positions_an_empty_line_ends_the_acts_of_each(command: Command) -> None:
    done = command(stdin=[{"position": TABLE}, {"position": OVER}, {"position": TABLE}])
    alone = command(stdin=[{"position": TABLE}]).out
    assert done.out == f"{alone}\n\n{alone}\n"


def test_a_deal_that_is_over_has_no_legal_act(command: Command) -> None:
    assert command(stdin=[{"position": OVER}]) == (0, "", "")


def test_an_input_with_no_position_is_answered_with_nothing(command: Command) -> None:
    assert command(stdin=b"\n\n") == (0, "", "")


@pytest.mark.parametrize(
    ("case", "place"),
    [
        ({"move": "draw"}, "position: missing"),
        ({"position": 4}, "position: an object is wanted"),
        ({"position": {"hands": [["KH", "XX"], 11, 11, 11]}}, "position.hands[0][1]: "),
        ({"position": {"hand": []}}, "position.hand: "),
        ({"position": {"rules": "whist"}}, "position.rules: "),
        ({"position": {"hands": [11, 11, 11, 11]}}, "position.hands[0]"),
    ],
)
def test_a_fault_is_said_with_line_and_path(command: Command, case: dict[str, Any], place: str) -> None:
    done = command(stdin=[{"position": TABLE}, case])
    assert done.status == 2
    assert done.err.startswith(f"canasta-teach: standard input, line 2: {place}")
    assert done.err.count("\n") == 1


def test_a_position_with_a_fault_does_not_hide_the_others(command: Command) -> None:
    done = command(stdin=[{"position": {"hand": []}}, {"position": TABLE}])
    assert done.status == 2
    assert done.acts[:-1] == command(stdin=[{"position": TABLE}]).acts


@pytest.mark.parametrize("content", [b'{"position": {', b"\xff\xfe", b"[" * 100_000, b'{"position": {"stock": 1e999}}'])
def test_broken_input_is_one_line_of_ours(command: Command, content: bytes) -> None:
    done = command(stdin=content)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("canasta-teach: standard input, line 1")
    assert done.err.count("\n") == 1


@pytest.mark.parametrize("name", ["gone.jsonl", "."])
def test_a_file_that_cannot_be_read_is_one_line_of_ours(
    command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    done = command(name)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"canasta-teach: {name}: cannot be read")


def test_acts_are_printed_as_they_are_found() -> None:
    """A hand of forty cards with ten wild ones has more acts than anyone waits for."""
    hand = [f"{rank}{suit}" for rank in ("4", "5", "6", "7", "8", "9", "10", "J") for suit in "CDHS"][:30]
    hand += ["2C", "2D", "2H", "2S", "2C", "2D", "JK", "JK", "JK", "JK"]
    position = {"hands": [hand, 11, 11, 11], "phase": "play", "scores": [3000, 0]}
    with subprocess.Popen(
        [sys.executable, "-m", "canasta_teach", "legal"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    ) as running:  # fmt: skip
        assert running.stdin is not None
        assert running.stdout is not None
        running.stdin.write(json.dumps({"position": position}))
        running.stdin.close()
        first = running.stdout.readline().rstrip()
        running.stdout.close()
        assert running.wait(timeout=60) == 0
    assert judge(Position.parse(position), first).legal
