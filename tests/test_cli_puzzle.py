"""The command `canasta-teach puzzle`: what it makes holds, and what does not hold is refused with line and reason."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from canasta_teach.cli import run
from canasta_teach.game.referee import is_legal
from canasta_teach.rulebook import KEYS
from canasta_teach.teach.puzzles import generate as generate_module
from canasta_teach.teach.puzzles.collection import MAX_BYTES, dump
from canasta_teach.teach.puzzles.generate import NotFound, generate
from canasta_teach.teach.puzzles.line import from_line, to_line
from canasta_teach.teach.puzzles.prove import position_of

FEW_WILDS: dict[str, Any] = {
    "id": "few-wilds",
    "position": {
        "rules": "classic", "scores": [1600, 0], "phase": "play",
        "hands": [["2D", "AH", "AC", "KH", "KS", "QH", "QD", "QC", "9S", "9D", "7S", "4C"], None, None, None],
    },
    "aim": {"what": "minimum_fewest_wilds"},
    "par": 1,
}  # fmt: skip

TWO_OF_THREE: dict[str, Any] = {
    "id": "two-of-three",
    "position": {
        "phase": "play",
        "hands": [["KH", "KS", "KD", "QH", "QS", "QD", "JH", "JS", "JD", "4C", "5C", "6C"], None, None, None],
    },
    "aim": {"what": "minimum_fewest_cards"},
    "par": 6,
}  # fmt: skip


def told(capfd: pytest.CaptureFixture[str]) -> tuple[list[str], str]:
    out, err = capfd.readouterr()
    return out.splitlines(), err


def written(tmp_path: Path, *lines: str | dict[str, Any]) -> str:
    path = tmp_path / "puzzles.jsonl"
    path.write_text("\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines), "utf-8")
    return str(path)


@pytest.mark.parametrize("rules", KEYS)
def test_a_new_puzzle_is_checked_and_solved_by_its_own_command(
    rules: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run(["puzzle", "new", "--rules", rules, "--seed", "3", "--count", "4"]) == 0
    made, _ = told(capfd)
    assert len(made) == 4
    path = written(tmp_path, *made)
    assert run(["puzzle", "check", path]) == 0
    checked = [json.loads(line) for line in told(capfd)[0]]
    assert run(["puzzle", "solve", path]) == 0
    solved = [json.loads(line) for line in told(capfd)[0]]
    for line, held, found in zip(made, checked, solved, strict=True):
        puzzle = json.loads(line)
        assert held["id"] == found["id"] == puzzle["id"]
        assert held["par"] == found["value"] == puzzle["par"]
        assert held["grade"] == held["measured"]
        position = position_of(generate(rules, seed=3 + made.index(line)))
        assert all(is_legal(position, move) for move in found["moves"])


def test_the_same_seed_makes_the_same_puzzles_and_no_seed_others(capfd: pytest.CaptureFixture[str]) -> None:
    outputs = []
    for seed in (["--seed", "11"], ["--seed", "11"], [], []):
        assert run(["puzzle", "new", "--idea", "minimum", "--count", "3", *seed]) == 0
        outputs.append(told(capfd)[0])
    assert outputs[0] == outputs[1]
    assert outputs[2] != outputs[3]


def test_puzzles_are_printed_as_json_as_lines_to_share_and_for_people(capfd: pytest.CaptureFixture[str]) -> None:
    puzzle = generate("swedish", seed=4)
    call = ["puzzle", "new", "--rules", "swedish", "--seed", "4"]
    assert run(call) == 0
    assert told(capfd)[0] == [dump(puzzle)]
    assert run([*call, "--line"]) == 0
    assert told(capfd)[0] == [to_line(puzzle)]
    assert run([*call, "--text"]) == 0
    text = told(capfd)[0]
    assert any(line.startswith("You hold [") for line in text)
    assert from_line(text[-2]).par == puzzle.par


def test_lines_and_objects_may_stand_in_one_file(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, to_line(generate("italian", seed=1)), "", FEW_WILDS)
    assert run(["puzzle", "check", path]) == 0
    assert [json.loads(line)["id"] for line in told(capfd)[0]] == [generate("italian", seed=1).id, "few-wilds"]


def test_a_bare_position_and_aim_are_solved(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    bare = {"position": FEW_WILDS["position"], "aim": "most_points"}
    assert run(["puzzle", "solve", written(tmp_path, bare)]) == 0
    [found] = map(json.loads, told(capfd)[0])
    assert (found["value"], found["moves"]) == (90, ["meld AC AH 2D / QC QD QH"])
    assert set(found) == {"id", "value", "moves", "only", "complete", "proof"}


def test_a_solution_for_people_names_the_laying_and_where_its_rules_stand(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run(["puzzle", "solve", "--text", written(tmp_path, FEW_WILDS)]) == 0
    out, _ = told(capfd)
    assert out[0] == "few-wilds"
    assert "A♣ A♥ 2♦" in out[1]
    assert any("Classic, “Initial melds”" in line for line in out)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ({**FEW_WILDS, "par": 2}, "line 2: par: par says 2, the best is 1"),
        ({**TWO_OF_THREE, "only": True}, "line 2: only: it says that there is one best laying"),
        ({**FEW_WILDS, "aim": {"what": "going_out"}}, "line 2: aim: this cannot be solved"),
        ({**FEW_WILDS, "aim": {"what": "win"}}, "line 2: aim.what: win is not known here"),
        ({**FEW_WILDS, "position": {"rules": "poker"}}, "line 2: position.rules"),
        ({**FEW_WILDS, "grade": 9}, "line 2: grade: the number is at most 5"),
        ({**FEW_WILDS, "answer": "meld KH KS KD"}, "there is no key answer"),
        ("canasta-puzzle 1 | classic | most_points | par 30 | hand KH KS <img>", "line 2: line: hand"),
        ("canasta-puzzle 2 | classic", "line 2: line"),
        ("[1, 2]", "line 2"),
        ('{"id": ', "line 2"),
    ],
)
def test_a_puzzle_that_does_not_hold_is_refused_with_its_line_and_the_others_are_answered(
    line: str | dict[str, Any], reason: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, to_line(generate(seed=1)), line, FEW_WILDS)
    assert run(["puzzle", "check", path]) == 2
    out, err = told(capfd)
    assert len(out) == 2
    assert err.count("\n") == 1
    assert reason in err


def test_new_goes_on_past_seeds_that_have_none_and_says_where_there_are_too_few(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    real = generate_module.generate

    def sometimes(rules: str, idea: str | None, grade: int | None, seed: int) -> Any:
        if seed in barren:
            raise NotFound("grade", "none")
        return real(rules, idea, grade, seed)

    monkeypatch.setattr(generate_module, "generate", sometimes)
    call = ["puzzle", "new", "--idea", "minimum", "--grade", "1", "--seed", "5", "--count", "3"]
    barren: set[int] | range = {5, 7}
    assert run(call) == 0
    made, err = told(capfd)
    assert [json.loads(line)["id"] for line in made] == [f"classic.minimum.1.{seed}" for seed in (6, 8, 9)]
    assert err == ""
    barren = range(7, 1_000)
    assert run(call) == 0
    made, err = told(capfd)
    assert len(made) == 2
    assert "2 of 3 puzzles were found" in err
    barren = range(1_000)
    assert run(call) == 2
    assert told(capfd)[0] == []


def test_shared_lines_are_read_whatever_stands_around_them(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    one, other = generate("italian", seed=1), generate("classic", seed=1)
    title = dump(replace(other, title="one" + chr(0x85) + "line"))
    text = "\ufeff" + to_line(one).replace("canasta-puzzle", "Canasta-Puzzle") + "\r\n\r\n" + title + "\r\n"
    path = tmp_path / "mixed.jsonl"
    path.write_bytes(text.encode())
    assert run(["puzzle", "check", str(path)]) == 0
    assert [json.loads(line)["id"] for line in told(capfd)[0]] == [one.id, other.id]
    path.write_bytes(text.encode() + to_line(generate(seed=2)).encode() + b" | title \xff\xfe\n")
    assert run(["puzzle", "check", str(path)]) == 2
    out, err = told(capfd)
    assert len(out) == 2
    assert "line 4: this is no UTF-8 text" in err


@pytest.mark.parametrize("asked", ["solve", "check"])
def test_what_is_no_puzzle_at_all_is_told_what_is_wanted(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], asked: str
) -> None:
    file = written(tmp_path, "", "hello")
    assert run(["puzzle", asked, file]) == 2
    wanted = "a puzzle is wanted: the line by which it is shared (canasta-puzzle…), or a JSON object {…}"
    assert told(capfd) == ([], f"canasta-teach: {file}, line 2: {wanted}\n")


def test_an_id_that_stands_twice_is_refused_with_both_lines(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, FEW_WILDS, TWO_OF_THREE, FEW_WILDS)
    assert run(["puzzle", "check", path]) == 2
    out, err = told(capfd)
    assert len(out) == 2
    assert "line 3: id: few-wilds stands in line 1 already" in err


def test_a_collection_that_is_too_long_is_refused(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "long.jsonl"
    path.write_bytes(b"\n" * (MAX_BYTES + 1))
    assert run(["puzzle", "check", str(path)]) == 2
    assert "longer than 5,000,000 bytes" in told(capfd)[1]


@pytest.mark.parametrize("command", ["solve", "check"])
def test_a_bare_position_is_told_where_it_belongs(
    command: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run(["puzzle", command, written(tmp_path, FEW_WILDS["position"])]) == 2
    assert 'position: this is a bare position: write {"position": {…}' in told(capfd)[1]


@pytest.mark.parametrize(
    "call",
    [
        ["new", "--rules", "poker"],
        ["new", "--idea", "luck"],
        ["new", "--idea", "sequence"],
        ["new", "--grade", "6"],
        ["new", "--count", "0"],
        ["new", "--line", "--text"],
        ["check", "no-such-file.jsonl"],
        ["win"],
    ],
)
def test_a_call_that_asks_for_what_there_is_not_ends_with_one_message(
    call: list[str], capfd: pytest.CaptureFixture[str]
) -> None:
    assert run(["puzzle", *call]) == 2
    out, err = told(capfd)
    assert out == []
    assert err
    assert "Traceback" not in err
