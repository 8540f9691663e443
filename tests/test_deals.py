"""Whole deals, played again and compared with their text in ``tests/deals``."""

import pytest

from tests.tools.rebuild_deals import DEALS, PLAYERS, main, names, played, text

HOW = "if the change is meant, run `uv run python -m tests.tools.rebuild_deals` and look at the difference"
SHOWN = (
    "penalty.took-without-meld", "penalty.top-card-unused", "penalty.drew-out-of-turn", "penalty.melded-out-of-turn",
    "the minimum is raised", "nobody went out", "seat 0 went out", "answer yes", "answer no", "redraw",
    "natural canasta", "mixed canasta", ", frozen", "to the table",
)  # fmt: skip


@pytest.mark.parametrize("name", names())
def test_a_whole_deal_goes_as_it_is_written(name: str) -> None:
    assert text(played(name)) == (DEALS / f"{name}.txt").read_text(encoding="utf-8"), HOW


def test_there_is_a_text_for_each_deal_and_no_other() -> None:
    assert sorted(path.stem for path in DEALS.iterdir()) == sorted(names())


def test_the_texts_show_every_penalty_both_endings_and_every_number_of_players() -> None:
    whole = "\n".join(path.read_text(encoding="utf-8") for path in DEALS.iterdir())
    for shown in (*SHOWN, *(f", {players} players" for players in PLAYERS)):
        assert shown in whole


def test_a_deal_that_goes_otherwise_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["--check", "classic_4"]) == 0
    monkeypatch.setattr("tests.tools.rebuild_deals.FIRST_SEED", 1)
    assert main(["--check", "classic_4"]) == 1
    assert "classic_4.txt: would change" in capsys.readouterr().out
