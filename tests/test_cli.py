"""The command `canasta-teach`: what it reads, prints and answers to its caller."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from canasta_teach import launcher
from canasta_teach.cli import run
from canasta_teach.game import referee
from canasta_teach.game.position_raw import Raw
from canasta_teach.game.state import Position
from canasta_teach.rulebook import KEYS, rules

HAND = ["KH", "KS", "2D", "4C", "5C", "6C"]
TABLE = {"hands": [HAND, 11, 11, 11], "phase": "play", "melds": [[["AH", "AS", "AD"]], []]}
LEGAL = {"position": TABLE, "move": "meld KH KS 2D"}
ILLEGAL: dict[str, Any] = {"position": TABLE, "move": "meld KH 2D"}


class Done(NamedTuple):
    status: int
    out: str
    err: str

    @property
    def rulings(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.out.splitlines()]


Command = Callable[..., Done]


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """Runs the command in this process, with this standard input."""

    def call(*arguments: str, stdin: str | bytes | object = b"") -> Done:
        content = (
            stdin if isinstance(stdin, bytes) else (stdin if isinstance(stdin, str) else json.dumps(stdin)).encode()
        )
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
        status = run(arguments)
        return Done(status, *capsys.readouterr())

    return call


def in_a_process(*arguments: str, stdin: str = "") -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "canasta_teach", *arguments], input=stdin, capture_output=True, check=False, text=True
    )


def lines(*cases: object) -> str:
    return "".join(json.dumps(case) + "\n" for case in cases)


# judge


def test_a_ruling_a_line_whatever_the_ruling(command: Command) -> None:
    done = command("judge", stdin=lines(LEGAL, ILLEGAL))
    assert (done.status, done.err) == (0, "")
    assert [ruling["legal"] for ruling in done.rulings] == [True, False]
    assert "meld.size" in [violation["rule"] for violation in done.rulings[1]["violations"]]


def test_a_case_from_a_file_over_many_lines(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "case.json"
    file.write_text(json.dumps(LEGAL, indent=2))
    assert command("judge", str(file)).rulings[0]["legal"] is True


def test_the_id_is_handed_through_and_other_keys_of_a_case_are_ignored(command: Command) -> None:
    done = command("judge", stdin={"id": ["a", 1], "topic": "x", "expect": {}, "note": None, **LEGAL})
    assert done.rulings[0]["id"] == ["a", 1]
    assert {"topic", "expect", "note"}.isdisjoint(done.rulings[0])
    assert "id" not in command("judge", stdin=LEGAL).rulings[0]


@pytest.mark.parametrize("asked", ["judge", "legal", "score"])
@pytest.mark.parametrize("key", Raw.__struct_fields__)
def test_a_key_of_the_position_beside_it_is_refused(command: Command, asked: str, key: str) -> None:
    done = command(asked, stdin={"id": 1, key: "swedish", **ILLEGAL})
    assert (done.status, done.out) == (2, "")
    belongs = f'{key}: this key belongs into "position", not beside it'
    assert done.err == f"canasta-teach: standard input, line 1: {belongs}\n"


def test_several_keys_of_the_position_beside_it_are_one_error(command: Command) -> None:
    done = command("judge", stdin={"rules": "swedish", "turn": 1, **ILLEGAL})
    assert done.err.endswith('line 1: rules, turn: these keys belong into "position", not beside it\n')


def test_rules_fills_in_only_where_the_input_names_none(command: Command) -> None:
    named = {"position": {**TABLE, "rules": "swedish"}, "move": "meld KH 2D"}
    done = command("judge", "--rules", "italian", stdin=lines(named, ILLEGAL))
    assert [ruling["violations"][0]["citation"]["rules"] for ruling in done.rulings] == ["swedish", "italian"]


def test_house_rules_are_read_from_their_file(command: Command, tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('base = "classic"\nmax_wilds = 0\n')
    named = {"position": {**TABLE, "rules": "house"}, "move": "meld KH KS 2D"}
    classic = {"position": {**TABLE, "rules": "classic"}, "move": "meld KH KS 2D"}
    done = command("judge", "--house", str(house), stdin=lines(named, LEGAL, classic))
    assert [ruling["legal"] for ruling in done.rulings] == [False, False, True]


def test_text_is_for_people(command: Command) -> None:
    done = command("judge", "--text", stdin={"id": "kings", **ILLEGAL})
    assert done.status == 0
    assert done.out.startswith("kings\n")
    assert "meld.size" in done.out
    assert "{" not in done.out


def test_the_result_of_the_whole_command_is_what_python_says(command: Command) -> None:
    ruling = referee.judge(Position.parse(TABLE), ILLEGAL["move"])
    assert command("judge", stdin=ILLEGAL).rulings == [json.loads(ruling.to_json())]


def test_an_input_with_no_case_is_answered_with_nothing(command: Command) -> None:
    assert command("judge", stdin="\n\n") == (0, "", "")


@pytest.mark.parametrize(
    ("case", "place"),
    [
        ({"move": "draw"}, "position: missing"),
        ({"position": TABLE}, "move: missing"),
        ({"position": TABLE, "move": 3}, "move: a text is wanted"),
        ({"position": TABLE, "move": "dance"}, "move: "),
        ({"position": TABLE, "move": "meld KH XX"}, "move: "),
        ({"position": {"hands": [["KH", "XX"], 11, 11, 11]}, "move": "draw"}, "position.hands[0][1]: "),
        ({"position": {"hand": []}, "move": "draw"}, "position.hand: "),
        ({"position": {"players": 9}, "move": "draw"}, "position.players: "),
        ({"position": {"rules": "whist"}, "move": "draw"}, "position.rules: "),
        ({"position": {"rules": "/etc/passwd"}, "move": "draw"}, "position.rules: "),
        ({"position": {"rules": "house"}, "move": "draw"}, "position.rules: "),
        ({"position": {"options": {"joker": 4}}, "move": "draw"}, "position.options"),
    ],
)
def test_a_fault_is_said_with_line_and_path_and_only_the_other_lines_are_answered(
    command: Command, case: dict[str, Any], place: str
) -> None:
    done = command("judge", stdin=lines(LEGAL) + "\n" + lines(case, LEGAL))
    assert (done.status, len(done.rulings)) == (2, 2)
    assert done.err.startswith(f"canasta-teach: standard input, line 3: {place}")
    assert done.err.count("\n") == 1


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b'{"position": {', "line 1, column 15: this is not JSON"),
        (b"\xff\xfe", "line 1, column 1: this is not UTF-8"),
        (b"\x00\x00", "line 1, column 1: this is not JSON"),
        (b"[" * 100_000, "line 1: this is nested too deeply"),
        (b'{"position": {"hands": ' + b"[" * 900 + b"]" * 900 + b'}, "move": "draw"}', "line 1: position.hands"),
        (b'{"position": {}, "move": "\\ud800"}', "line 1"),
        (
            b'{"position": {"stock": 1' + b"0" * 5000 + b'}, "move": "draw"}',
            "line 1: position.stock: Integer value out of range",
        ),
        (b'{"position": {"stock": 1' + b"0" * 18 + b'}, "move": "draw"}', "line 1: position.stock"),
    ],
)
def test_broken_input_is_one_line_of_ours(command: Command, content: bytes, said: str) -> None:
    done = command("judge", stdin=content)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"canasta-teach: standard input, {said}")
    assert done.err.count("\n") == 1


@pytest.mark.parametrize("name", ["gone.jsonl", "."])
@pytest.mark.parametrize("asked", [["judge"], ["score"], ["deal"], ["judge", "--house"], ["rules", "--house"]])
def test_a_file_that_cannot_be_read_is_one_line_of_ours(
    command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, asked: list[str], name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    done = command(*asked, name)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"canasta-teach: {name}: ")
    assert done.err.count("\n") == 1


@pytest.mark.parametrize(
    "content", ["", "base = ", 'base = "whist"', 'base = "classic"\nmax_wild = 2', 'base = "classic"\nmax_wilds = "x"']
)
def test_a_broken_house_rules_file_is_one_line_of_ours(command: Command, tmp_path: Path, content: str) -> None:
    file = tmp_path / "house.toml"
    file.write_text(content)
    done = command("judge", "--house", str(file), stdin=LEGAL)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"canasta-teach: {file}: ")
    assert done.err.count("\n") == 1


@pytest.mark.parametrize("rules_key", ["whist", "house", ""])
def test_a_rule_set_that_is_not_there_is_refused(command: Command, rules_key: str) -> None:
    for asked in ("judge", "score", "deal", "rules"):
        done = command(asked, "--rules", rules_key, stdin=LEGAL)
        assert (done.status, done.out) == (2, "")
        assert "--rules" in done.err


@pytest.mark.parametrize(
    "asked", [["judge"], ["legal"], ["score"], ["deal"], ["rules"], ["card", "x.html"]], ids=lambda asked: asked[0]
)
def test_house_is_offered_with_the_file_that_it_needs(command: Command, asked: list[str]) -> None:
    done = command(*asked, "--rules", "nosuch", stdin=LEGAL)
    assert done.status == 2
    assert f"choose one of {', '.join(KEYS)}, or house with --house FILE" in done.err


def test_a_card_of_the_house_is_had_as_it_is_offered(command: Command, tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('base = "classic"\n')
    assert command("card", "--rules", "house", "--house", str(house), str(tmp_path / "x.html")).status == 0


def test_a_table_card_is_replaced_even_when_it_was_edited_by_hand(command: Command, tmp_path: Path) -> None:
    out = tmp_path / "card.html"
    command("card", "--rules", "classic", str(out))
    made = out.read_text("utf-8")
    out.write_text(made.replace("</body>", "<p>My own line.</p></body>"), "utf-8")
    assert out.read_text("utf-8") != made
    assert command("card", "--rules", "classic", str(out)).status == 0
    assert out.read_text("utf-8") == made


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content=st.one_of(st.binary(max_size=300), st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), st.text(),
              st.sampled_from(["KH", "JK", "??", "draw", "meld KH KS KD", "classic", "play"])),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(st.one_of(st.sampled_from(["position", "move", "hands", "melds", "pile", "stock", "rules",
                                                   "deck", "players", "deal"]), st.text()), inner, max_size=4),
    ), max_leaves=12).map(lambda value: json.dumps(value).encode())),
    asked=st.sampled_from(["judge", "score", "deal"]))  # fmt: skip
def test_whatever_comes_in_there_is_an_answer_or_one_line_of_ours(command: Command, content: bytes, asked: str) -> None:
    done = command(asked, stdin=content)
    if done.status == 0:
        assert done.err == ""
    else:
        assert (done.status, done.out) == (2, "")
        assert done.err.startswith("canasta-teach: standard input")
        assert done.err.count("\n") == 1


def test_judging_loads_no_jupyter_module() -> None:
    script = (
        "import json, sys; from canasta_teach.cli import run; status = run(['judge'])\n"
        "print(json.dumps([name for name in sys.modules if name.split('.')[0] in\n"
        "  {'IPython', 'ipykernel', 'ipywidgets', 'anywidget', 'traitlets', 'jupyter_core', 'jupyterlab', 'tornado'}]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], input=json.dumps(LEGAL), capture_output=True, check=True, text=True
    )
    ruling, loaded = map(json.loads, done.stdout.splitlines())
    assert ruling["legal"] is True
    assert loaded == []


@pytest.mark.skipif(os.name != "posix", reason="a shell's pipe")
def test_a_reader_that_has_seen_enough_ends_it_quietly(tmp_path: Path) -> None:
    (tmp_path / "cases.jsonl").write_text(lines(ILLEGAL) * 300)
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", '"$0" -m canasta_teach judge "$1" | head -n 1', sys.executable,
         str(tmp_path / "cases.jsonl")],
        capture_output=True, check=False, text=True,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["legal"] is False


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_an_output_that_cannot_be_written_is_said() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "canasta_teach", "judge"],
            input=json.dumps(LEGAL), stdout=full, stderr=subprocess.PIPE, check=False, text=True,
        )  # fmt: skip
    assert done.returncode == 1
    assert "No space left" in done.stderr
    assert "Traceback" not in done.stderr


FULL = "Error: standard output cannot be written: No space left on device\n"
ASKED_OF_ITSELF = [["--version"], ["--help"], ["judge", "--help"], ["puzzle", "--help"], ["puzzle", "solve", "-h"]]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("asked", ASKED_OF_ITSELF)
def test_help_and_version_say_that_an_output_cannot_be_written(asked: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "canasta_teach", *asked], stdout=full, stderr=subprocess.PIPE, check=False, text=True
        )
    assert (done.returncode, done.stderr) == (1, FULL)


@pytest.mark.parametrize("asked", ASKED_OF_ITSELF)
def test_help_and_version_say_that_the_output_is_closed(
    command: Command, monkeypatch: pytest.MonkeyPatch, asked: list[str]
) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    done = command(*asked)
    assert (done.status, done.err) == (1, "Error: standard output is closed\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_the_lessons_say_that_an_output_cannot_be_written(tmp_path: Path) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "canasta_teach", "--no-browser", "--folder", str(tmp_path / "lessons")],
            stdout=full, stderr=subprocess.PIPE, check=False, text=True,
        )  # fmt: skip
    assert (done.returncode, done.stderr) == (1, FULL)


@pytest.mark.skipif(os.name != "posix", reason="where the process becomes JupyterLab")
def test_the_lessons_open_without_an_output(command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    opened: list[list[str]] = []
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(launcher, "jupyter_folders", list)

    def become(program: str, arguments: list[str], environment: dict[str, str]) -> None:
        opened.append(arguments)
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "execve", become)
    command("--no-browser", "--folder", str(tmp_path / "lessons"))
    assert "jupyterlab" in opened[0]


def test_help_of_a_command_under_a_command_is_printed(command: Command) -> None:
    done = command("puzzle", "solve", "--help")
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith("Usage: canasta-teach puzzle solve ")


def test_an_output_that_knows_no_suit_signs_shows_them_otherwise() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "canasta_teach", "judge", "--text"],
        input=json.dumps(ILLEGAL), env={**os.environ, "PYTHONIOENCODING": "ascii"}, capture_output=True, check=False,
        text=True,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")


# score


def over(**more: object) -> dict[str, Any]:
    position = {
        "phase": "over",
        "hands": [[], ["4C"], ["KH"], ["JK"]],
        "melds": [[["AH", "AS", "AD", "AC", "AH", "AS", "AD"]], []],
        "laid_before": [True, False, False, False],
        "went_out": 0,
    }
    return {"position": {**position, **more}}


def test_a_score_sheet_of_each_side_a_line(command: Command) -> None:
    done = command("score", stdin={"id": 7, **over()})
    assert (done.status, done.err) == (0, "")
    [answer] = done.rulings
    assert answer["id"] == 7
    assert [sheet["total"] for sheet in answer["score"]] == [140 + 500 + 100 - 10, -55]


def test_a_score_sheet_for_people_names_the_rules(command: Command) -> None:
    done = command("score", "--text", stdin=over())
    assert "score.natural-canasta" in done.out
    assert "Side 1: -55" in done.out


def test_a_deal_that_is_not_over_is_not_scored(command: Command) -> None:
    done = command("score", stdin={"position": TABLE})
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("canasta-teach: standard input, line 1: position")


# deal


def test_a_deal_without_input_is_a_position(command: Command) -> None:
    done = command("deal", "--rules", "italian", "--players", "3", "--seed", "7")
    assert (done.status, done.err) == (0, "")
    [data] = done.rulings
    position = Position.parse(data)
    assert (position.rules.key, position.players) == ("italian", 3)
    assert command("deal", "--rules", "italian", "--players", "3", "--seed", "7").out == done.out
    assert command("deal", "--rules", "italian", "--players", "3", "--seed", "8").out != done.out


def test_a_deal_by_input_whose_own_keys_come_first(command: Command) -> None:
    asked = [{"rules": "swedish", "players": 2, "seed": 1, "dealer": 1, "scores": [10, 20]}, {}]
    done = command("deal", "--rules", "italian", "--seed", "5", stdin=lines(*asked))
    first, second = map(Position.parse, done.rulings)
    assert (first.rules.key, first.players, first.dealer, first.scores) == ("swedish", 2, 1, (10, 20))
    assert (second.rules.key, second.players) == ("italian", 4)


def test_a_stacked_deck_is_dealt_from_its_top(command: Command) -> None:
    deck = ["4C", "5C", "6C", "7C"] * 2 + ["4D", "5D", "6D", "7D"] * 2 + ["4H", "5H", "6H", "7H"] * 2
    deck += ["4S", "5S", "6S", "7S"] * 2 + ["8C", "9C", "10C", "JC"] * 2 + ["8D", "9D", "10D", "JD"] + ["QH", "KH"]
    for given_as in (deck, " ".join(deck)):
        [data] = command("deal", stdin={"deck": given_as}).rulings
        position = Position.parse(data)
        assert sorted(card.code for card in position.hands[0] or ()) == sorted(
            ["4C", "4C", "4D", "4D", "4H", "4H", "4S", "4S", "8C", "8C", "8D"]
        )
        assert [card.code for card in position.pile] == ["QH"]
        assert data["stock"] == ["KH"]


def test_a_case_that_holds_a_deal_is_dealt(command: Command) -> None:
    done = command("deal", stdin={"id": "D-1", "deal": {"seed": 3}, "expect": {}})
    assert done.out == command("deal", "--seed", "3").out


@pytest.mark.parametrize(
    ("asked", "place"),
    [
        ({"players": "four"}, "players: "),
        ({"players": 7}, "players: "),
        ({"player": 4}, "player: there is no such key"),
        ({"deck": ["KH", "XX"]}, "deck"),
        ({"deck": ["KH"]}, "deck"),
        ({"deck": ["KH"] * 60}, "deck"),
        ({"deck": 4}, "deck: "),
        ({"dealer": 4}, "dealer: "),
        ({"scores": [1]}, "scores"),
        ({"scores": ["a", 1]}, "scores[0]: "),
        ({"rules": "whist"}, "rules: "),
        ({"options": {"joker": 4}}, "options"),
        ({"deal": 4}, "deal: an object is wanted"),
        ({"deal": {"players": 7}}, "deal.players: "),
        ({"deal": {}, "rules": "swedish"}, 'rules: this key belongs into "deal"'),
    ],
)
def test_a_fault_of_a_deal_is_said_with_line_and_path(command: Command, asked: dict[str, Any], place: str) -> None:
    done = command("deal", stdin="\n" + lines(asked))
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"canasta-teach: standard input, line 2: {place}")
    assert done.err.count("\n") == 1


# rules


def test_the_table_of_rules_has_a_line_for_each(command: Command) -> None:
    done = command("rules")
    table = [line.split()[0] for line in done.out.split("\n\n")[0].splitlines()]
    assert (done.status, table) == (0, ["rule", *rules()])
    assert all(key in done.out.splitlines()[0] for key in KEYS)


def test_the_table_of_one_rule_set_has_its_column_alone(command: Command) -> None:
    assert "swedish" not in command("rules", "--rules", "classic").out.splitlines()[0]


@pytest.mark.parametrize("rule_id", sorted(rules()))
def test_the_page_of_every_rule_shows_what_each_rule_set_says(command: Command, rule_id: str) -> None:
    done = command("rules", rule_id)
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith(f"{rule_id} · {rules()[rule_id].title}")
    assert all(f"({key})" in done.out for key in KEYS)


def test_the_page_of_a_rule_has_values_and_citations(command: Command) -> None:
    page = command("rules", "meld.max-wilds", "--rules", "brazilian").out
    assert "max_wilds = 1" in page
    assert "inferred: " in page


def test_house_rules_have_a_column_of_their_own(command: Command, tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('base = "classic"\nmax_wilds = 2\n')
    assert "house" in command("rules", "--house", str(house)).out.splitlines()[0]
    assert "max_wilds = 2" in command("rules", "meld.max-wilds", "--house", str(house)).out


def test_an_unknown_rule_names_those_that_come_near(command: Command) -> None:
    done = command("rules", "meld.max-wild")
    assert (done.status, done.out) == (2, "")
    assert "meld.max-wilds" in done.err


# the command as a whole


@pytest.mark.parametrize("options", [["--folder", "x"], ["--no-browser"], ["--port", "8888"]])
def test_options_of_the_launcher_cannot_stand_before_a_command(command: Command, options: list[str]) -> None:
    done = command(*options, "judge", stdin=LEGAL)
    assert (done.status, done.out) == (2, "")
    assert f"{options[0]} cannot stand before 'judge'" in done.err


@pytest.mark.parametrize(
    "arguments", [["dance"], ["--port", "0"], ["--port", "x"], ["judge", "a", "b"], ["deal", "--seed", "x"]]
)
def test_a_mistaken_command_line_is_answered_with_status_2(command: Command, arguments: list[str]) -> None:
    done = command(*arguments)
    assert (done.status, done.out) == (2, "")
    assert "Error: " in done.err


def test_a_lessons_folder_that_cannot_be_written_is_said_with_status_1(command: Command, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = command("--no-browser", "--folder", str(tmp_path / "file" / "x"))
    assert (done.status, done.out) == (1, "")
    assert "cannot be written" in done.err
    assert done.err.count("\n") == 1


def test_a_lessons_folder_that_is_a_file_is_called_one(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text("")
    done = command("--no-browser", "--folder", str(file))
    assert (done.status, done.out) == (1, "")
    assert done.err == f"canasta-teach: {file} is a file. Name a folder for the lessons with --folder DIR.\n"


def test_the_doctors_status_says_whether_all_is_well(command: Command, tmp_path: Path) -> None:
    assert command("doctor", "--folder", str(tmp_path / "lessons")).status == 0
    (tmp_path / "file").write_text("")
    done = command("doctor", "--folder", str(tmp_path / "file" / "x"))
    assert done.status == 1
    assert "wrong  lessons folder" in done.out


def test_the_module_is_the_command() -> None:
    done = in_a_process("judge", stdin=json.dumps(LEGAL))
    assert (done.returncode, json.loads(done.stdout)["legal"]) == (0, True)
    assert in_a_process("--version").stdout.startswith("canasta-teach, version ")
