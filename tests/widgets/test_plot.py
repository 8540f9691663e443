"""The plot of a game's scores: what it holds, in words and as a spec."""

from __future__ import annotations

import json

import pytest

from canasta_teach.errors import InvalidPosition
from canasta_teach.widgets.plot import VEGA_LITE, GamePlot

GAME = [(820, 290), (1080, 610), (380, 770), (385, 1040), (400, 775), (390, 645), (685, 760), (1365, 365)]


def test_scores_run_from_nothing_to_the_last_deal() -> None:
    plot = GamePlot(GAME)
    assert plot.scores[0] == (0, 0)
    assert plot.scores[2] == (1900, 900)
    assert plot.scores[-1] == (5505, 5255)


def test_of_two_sides_past_the_target_the_higher_total_wins() -> None:
    assert GamePlot(GAME).winner == 0
    assert "Our side has won." in repr(GamePlot(GAME))


def test_an_unfinished_game_has_no_winner() -> None:
    assert GamePlot(GAME[:-1]).winner is None
    assert "Nobody has won yet." in repr(GamePlot(GAME[:-1]))


def test_a_notebook_gets_a_spec_and_words_that_are_the_same_on_every_run() -> None:
    first, second = (GamePlot(GAME)._repr_mimebundle_() for _ in range(2))
    assert set(first) == {VEGA_LITE, "text/plain"}
    assert json.dumps(first) == json.dumps(second)


def test_the_spec_asks_for_nothing_from_outside_and_holds_every_score() -> None:
    spec = GamePlot(GAME).spec
    assert "url" not in json.dumps(spec)
    assert [one["score"] for one in spec["data"]["values"]][-2:] == [5505, 5255]


def test_each_side_has_a_colour_a_sign_and_a_stroke_of_its_own() -> None:
    encodings = [layer["encoding"] for layer in GamePlot([(1, 2, 3, 4, 5)]).spec["layer"]]
    for channel in ("color", "strokeDash", "shape"):
        ranges = [encoding[channel]["scale"]["range"] for encoding in encodings if channel in encoding]
        assert all(len({json.dumps(value) for value in some}) == 5 for some in ranges)
        assert ranges


def test_lines_across_are_those_of_the_rule_set() -> None:
    def words(rules: str, deal: tuple[int, int]) -> list[str]:
        return [mark["text"] for mark in GamePlot([deal], rules=rules).spec["layer"][0]["data"]["values"]]

    assert words("classic", (1600, 0)) == ["from 1,500: a first laying of 90", "target 5,000"]
    assert words("brazilian", (760, 0)) == ["from 750: vulnerable", "target 1,500"]
    assert words("italian", (4000, 0)) == ["target 5,000"]


@pytest.mark.parametrize(
    ("deals", "place"),
    [
        ([], "deals"),
        ("820 290", "deals"),
        ([(820,)], "deals[0]"),
        ([(820, 290), (1, 2, 3)], "deals[1]"),
        ([(820, "290")], "deals[0]"),
        ([(820, True)], "deals[0]"),
        ([(5000, 0), (10, 10)], "deals[1]"),
    ],
)
def test_what_is_no_game_is_refused_with_its_place(deals: object, place: str) -> None:
    with pytest.raises(InvalidPosition) as caught:
        GamePlot(deals)  # type: ignore[arg-type]
    assert caught.value.path == place
