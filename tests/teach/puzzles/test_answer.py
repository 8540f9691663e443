"""An answer is right when the referee allows it and it reaches par, whoever thought of it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from canasta_teach.errors import CanastaError, InvalidCard, InvalidMove
from canasta_teach.game.moves import Act, Move
from canasta_teach.game.referee import is_legal
from canasta_teach.i18n import speaking
from canasta_teach.players.solve import Objective
from canasta_teach.teach.puzzles.answer import HINTS, answer, better, left, stars
from canasta_teach.teach.puzzles.errors import InvalidPuzzle
from canasta_teach.teach.puzzles.model import Aim, End, Puzzle
from canasta_teach.teach.puzzles.prove import FEWEST, position_of, prove
from tests.game.rank_games import name
from tests.players.solving import BOOK, Game
from tests.strategies import moves, positions
from tests.teach.puzzles.test_prove import AIMS, ENDS
from tests.teach.puzzles.turns import chance, games, outcomes, puzzle_of, turns

HAND = "2D AH AC KH KS QH QD QC 9S 9D 7S 4C"


def _puzzle(what: str, par: int, hand: str = HAND, *, end: End = "", **more: Any) -> Puzzle:
    position = {"phase": "play", "scores": [1600, 0], "hands": [hand.split(), 11, 11, 11], **more}
    return Puzzle(id="one", position=position, aim=Aim(Objective(what), end), par=par)


FEWEST_WILDS = _puzzle("minimum_fewest_wilds", 1)
TAKING: dict[str, Any] = {"phase": "draw", "pile": ["KD", "3S", "4C", "KC"], "scores": [0, 0]}
MELDS = [["8C 8D 8H 8H 8D 8C 8S", "KC KD KH"], []]


# -- every turn --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", BOOK, ids=name)
def test_every_legal_turn_is_worth_what_it_reaches_and_at_par_is_right(game: Game) -> None:
    right = short = 0
    for seed, position in games(game, 40):
        ways = list(turns(position))
        for aim in [*AIMS, *ENDS]:
            try:
                par = prove(position, aim).value
            except InvalidPuzzle:
                continue
            if par is None:
                continue
            puzzle = puzzle_of(position, aim, par)
            found = outcomes(position, aim, ways)
            for one in chance(seed, aim).sample(found, min(6, len(found))):
                tried = answer(puzzle, one.move)
                told = f"seed {seed}, {aim}, {one.move}: {position.to_json()}"
                assert (tried.legal, tried.solved, tried.value) == (True, True, one.value), told
                assert tried.at_par == (one.value == par), told
                assert (tried.stars == 3) == tried.at_par, told
                assert not (one.value < par if aim.what in FEWEST else one.value > par), told
                right += tried.at_par
                short += not tried.at_par
    assert min(right, short) > 50


@pytest.mark.parametrize("game", BOOK, ids=name)
def test_every_laying_that_a_proof_names_is_right(game: Game) -> None:
    for seed, position in games(game, 40):
        for aim in [*AIMS, *ENDS]:
            try:
                proof = prove(position, aim)
            except InvalidPuzzle:
                continue
            for move in proof.some(3):
                tried = answer(puzzle_of(position, aim, proof.value or 0), move)
                assert (tried.at_par, tried.stars, tried.value) == (True, 3, proof.value), f"seed {seed}: {move}"


@settings(max_examples=150)
@given(positions(), st.sampled_from([*AIMS, *ENDS]), moves)
def test_any_move_is_answered_or_refused_by_one_of_our_errors(position: Any, aim: Aim, move: Move) -> None:
    try:
        tried = answer(puzzle_of(position, aim, 1), move)
    except CanastaError:
        return
    assert tried.text
    assert tried.legal == is_legal(position, move)
    assert tried.solved == (tried.value is not None)
    assert tried.solved or (tried.stars, tried.at_par) == (0, False)


# -- one by one --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "move",
    [
        "meld AC AH 2D / QC QD QH",
        "meld AH AC 2D / QH QC QD; discard 4C",
        "meld QH QC QD / AH AC 2D; discard KH",
        "MELD ah ac 2d / qh qc qd",
    ],
)
def test_a_laying_at_par_is_right_however_it_is_told(move: str) -> None:
    tried = answer(FEWEST_WILDS, move)
    assert (tried.legal, tried.value, tried.at_par, tried.stars) == (True, 1, True, 3)
    assert tried.text == "It reaches 90 with 1 wild card. That is par: nothing is better."
    assert str(tried.move).startswith("meld")


SHORT: list[tuple[Puzzle, str, str]] = [
    (
        _puzzle("minimum_fewest_wilds", 1, f"{HAND} 2S AS"),
        "meld AH AC AS 2D 2S",
        "It reaches 90 with 2 wild cards; one wild card is enough.",
    ),
    (
        _puzzle("minimum_fewest_wilds", 0, f"{HAND} AS"),
        "meld AC AH 2D / QC QD QH",
        "It reaches 90 with 1 wild card; none is needed.",
    ),
    (
        _puzzle("minimum_fewest_cards", 6, f"{HAND} AS"),
        "meld AC AH AS 2D / QC QD QH",
        "It reaches 90 with 7 cards; six cards are enough.",
    ),
    (_puzzle("most_points", 145, scores=[0, 0]), "meld QC QD QH 2D", "It lays 50 points; 145 can be reached."),
    (
        _puzzle("canasta", 1, "8S KS 4C 5C KD", melds=[["8C 8D 8H 8H 8D 8C", "KC KD KH KH KC"], []]),
        "add KS KD to K",
        "It makes a canasta with 2 cards; one card is enough.",
    ),
    (
        _puzzle("best_score", 300, melds=[["QC QD QH"], []], hand="QS KD 4C 5C 2S"),
        "add QS to Q",
        "Your side's sheet of the deal comes to 0; 300 can be reached.",
    ),
]


@pytest.mark.parametrize(("puzzle", "move", "text"), SHORT)
def test_a_laying_below_par_is_told_what_it_reached_and_what_can_be(puzzle: Puzzle, move: str, text: str) -> None:
    tried = answer(puzzle, move)
    assert (tried.legal, tried.solved, tried.at_par) == (True, True, False)
    assert tried.text == text
    assert tried.stars < 3


MISSED: list[tuple[Puzzle, str, str]] = [
    (FEWEST_WILDS, "discard 4C", "Nothing is laid yet."),
    (FEWEST_WILDS, "meld AC AH 2D / QC QD QH; discard 4C; draw 5C", "what comes after it is no part of this puzzle"),
    (_puzzle("going_out", 1, "KS KD 4C", melds=MELDS), "add KS to K", "You are not out: you still hold two cards."),
    (_puzzle("canasta_natural", 2, "KS KD 4C 5C", melds=MELDS), "add KS to K", "It makes no natural canasta."),
    (
        _puzzle("most_points_keeping", 10, "KS KD 4C", melds=MELDS),
        "add KS KD to K",
        "It leaves one card; two cards have to stay, one to discard and one to hold.",
    ),
    (_puzzle("minimum_fewest_cards", 2, "KH KS AH AC 9S", **TAKING), "draw 5C", "take it"),
    (
        _puzzle("minimum_fewest_cards", 4, "KH KS AH AC AS 9S 7C", **TAKING),
        "take with KH KS / AH AC AS; add KC to K",
        "Of the pile only the top card is laid here: the others stay in your hand.",
    ),
    (
        _puzzle("minimum_fewest_cards", 6, f"{HAND} 3C", end="stop"),
        "meld AC AH 2D / QC QD QH",
        "The turn is not ended yet: discard a black three or a wild card, which stops the next player.",
    ),
    (
        _puzzle("minimum_fewest_cards", 6, f"{HAND} 3C", end="stop"),
        "meld AC AH 2D / QC QD QH; discard 4C",
        "4♣ does not do that: discard a black three or a wild card, which stops the next player.",
    ),
    (
        _puzzle("minimum_fewest_cards", 6, f"{HAND} 2S 3C", end="freeze"),
        "meld AC AH 2D / QC QD QH; discard 3C",
        "3♣ does not do that: discard a wild card, which freezes the pile.",
    ),
]


@pytest.mark.parametrize(("puzzle", "move", "text"), MISSED)
def test_a_legal_move_that_misses_the_goal_is_told_what_is_short(puzzle: Puzzle, move: str, text: str) -> None:
    tried = answer(puzzle, move)
    assert (tried.legal, tried.solved, tried.at_par, tried.stars, tried.value) == (True, False, False, 0, None)
    assert text in tried.text


def test_a_refused_move_is_told_the_rule() -> None:
    tried = answer(FEWEST_WILDS, "meld KH KS 2D / QH QC QD")
    assert (tried.legal, tried.stars) == (False, 0)
    assert tried.ruling.rules == ("initial.minimum",)
    assert "must count 90" in tried.text


@pytest.mark.parametrize(("text", "error"), [("", InvalidMove), ("fly", InvalidMove), ("meld KX", InvalidCard)])
def test_a_text_outside_the_notation_is_refused(text: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        answer(FEWEST_WILDS, text)


def test_a_player_who_asks_the_partner_first_may_go_out_as_well() -> None:
    puzzle = _puzzle("going_out", 1, "KS KD 4C", melds=MELDS)
    assert answer(puzzle, "ask; answer yes; add KS KD to K; discard 4C").at_par
    assert answer(puzzle, "add KS KD to K; discard 4C").text == "You are out."


def test_of_the_pile_one_card_may_go_out_as_the_discard_and_none_from_below_is_laid() -> None:
    more: dict[str, Any] = {"phase": "draw", "pile": ["KD", "8C"], "melds": [["8D 8H 8H 8D 8C 8S 8S", "KC KD KH"], []]}
    puzzle = _puzzle("going_out", 1, "KS", **more)
    assert prove_value(puzzle) == 1
    assert answer(puzzle, "take onto K with KS; discard 8C").at_par
    laid = answer(puzzle, "take onto K; add KS to K; add 8C to 8")
    assert (laid.legal, laid.solved, laid.stars) == (True, False, 0)
    assert laid.text == "Of the pile only the top card is laid here: the others stay in your hand."


@pytest.mark.parametrize("hand", ["KH KC 5H 5D", "KH KC 5H 5D 5S"])
def test_going_out_by_the_pile_is_measured_as_it_is_proved(hand: str) -> None:
    canasta = ["QC", "QD", "QH", "QS", "QC", "QD", "QH"]
    more: dict[str, Any] = {"phase": "draw", "pile": ["KS", "5C"], "melds": [[canasta], []], "scores": [0, 0]}
    puzzle = _puzzle("going_out", 1, hand, **more)
    proved = prove(position_of(puzzle), puzzle.aim)
    moves = ["take with KH KC; meld 5H 5D 5C", "take with KH KC; meld 5H 5D 5C 5S", "take with KH KC / 5H 5D 5S"]
    found = [answer(puzzle, f"{move}{last}") for move in moves for last in ("", "; discard 5C", "; discard 5S")]
    assert any(tried.at_par for tried in found) == (proved.value == 1)
    assert proved.only == (proved.value == 1)
    aside = "Of the pile only the top card is laid here: the others stay in your hand."
    assert {tried.text for tried in found if tried.legal and not tried.at_par} >= {aside}


def prove_value(puzzle: Puzzle) -> int | None:
    return prove(position_of(puzzle), puzzle.aim).value


def test_cards_that_nobody_has_seen_are_no_answer() -> None:
    more: dict[str, Any] = {"phase": "draw", "pile": {"top": "KD", "count": 3}, "scores": [0, 0]}
    puzzle = _puzzle("minimum_fewest_cards", 3, "KH KS AH AC 2D 4C", end="stop", **more)
    assert "Only cards that are seen count here" in answer(puzzle, "take with KH KS 2D; discard 3C").text


def test_laying_nothing_is_an_answer_where_the_score_counts() -> None:
    puzzle = _puzzle("best_score", -20, "4C 5C 9D", scores=[0, 0])
    tried = answer(puzzle, "discard 9D")
    assert (tried.value, tried.at_par) == (-20, True)
    assert better(puzzle, answer(puzzle, "meld 4C 5C 9D")).startswith("Laying nothing is best here: −20 points.")


# -- stars -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("what", "par", "value", "won"),
    [
        ("minimum_fewest_wilds", 1, 0, 3),
        ("minimum_fewest_wilds", 1, 1, 3),
        ("minimum_fewest_wilds", 1, 2, 2),
        ("minimum_fewest_cards", 4, 6, 1),
        ("canasta", 4, 7, 0),
        ("most_points", 200, 200, 3),
        ("most_points", 200, 205, 3),
        ("most_points", 200, 180, 2),
        ("most_points", 200, 179, 1),
        ("most_points", 200, 150, 1),
        ("most_points", 200, 149, 0),
        ("best_score", -100, -110, 2),
        ("best_score", -100, -125, 1),
        ("best_score", 0, -5, 0),
        ("going_out", 1, 1, 3),
        ("going_out", 1, 0, 0),
        ("most_points", 200, None, 0),
    ],
)
def test_stars_are_given_by_the_distance_to_par(what: str, par: int, value: int | None, won: int) -> None:
    assert stars(_puzzle(what, par), value) == won


def test_a_hint_costs_a_star_and_the_solution_all() -> None:
    assert [left(3, taken) for taken in range(HINTS + 1)] == [3, 2, 1, 0]
    assert left(2, 3) == 0
    assert left(3, 0, shown=True) == 0


# -- the refutation ----------------------------------------------------------------------------------------------


def test_a_better_laying_is_named_by_its_cards_when_it_is_asked_for() -> None:
    puzzle = _puzzle("minimum_fewest_wilds", 0, f"{HAND} AS")
    tried = answer(puzzle, "meld AC AH 2D / QC QD QH")
    assert "A♠" not in tried.text
    said = better(puzzle, tried)
    assert said == "Better: lay A♣ A♥ A♠, lay Q♣ Q♦ Q♥. It takes no wild card. Fewer than none there cannot be."
    at_par = better(puzzle, answer(puzzle, "meld AC AH AS / QC QD QH"))
    assert at_par == "Nothing is better. Fewer than none there cannot be."


def test_the_words_of_an_answer_are_spoken_in_the_readers_language() -> None:
    with speaking("pseudo"):
        for puzzle, move, text in [*SHORT, *MISSED]:
            said = answer(puzzle, move).text
            assert text[-8:] not in said
            assert said


def test_an_act_by_itself_is_taken_as_well_as_a_text() -> None:
    move = Move((Act("discard", cards=Move.parse("discard 4C").acts[0].cards),))
    assert answer(FEWEST_WILDS, move).legal
