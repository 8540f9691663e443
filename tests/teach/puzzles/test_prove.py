"""What is proved of a puzzle, held against trying every turn: nothing beats par, and no other par is believed."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from canasta_teach.game.position import parse_position
from canasta_teach.game.referee import is_legal
from canasta_teach.i18n import speaking
from canasta_teach.players.solve import Objective
from canasta_teach.players.solve.measure import measure
from canasta_teach.rulebook import ruleset
from canasta_teach.teach.puzzles.errors import InvalidPuzzle
from canasta_teach.teach.puzzles.model import Aim, End, Puzzle
from canasta_teach.teach.puzzles.prove import (
    MOST_CARDS,
    MOST_CARDS_IN_RUNS,
    MOST_LISTED,
    WITH_END,
    Proof,
    check,
    position_of,
    prove,
)
from tests.game.rank_games import name
from tests.players.solving import BOOK, RANK_HOUSES, Game
from tests.strategies import positions
from tests.teach.puzzles.turns import best, games, outcomes, puzzle_of, turns

LONG = pytest.mark.long
HAND = "2D AH AC KH KS QH QD QC 9S 9D 7S 4C"
AIMS = [Aim(what) for what in Objective]
ENDS_STOP = Aim(Objective.MINIMUM_FEWEST_CARDS, "stop")
ENDS = [Aim(what, end) for what in sorted(WITH_END) for end in ("stop", "freeze")]


def _puzzle(what: str, par: int, hand: str = HAND, *, end: End = "", only: bool = False, **more: Any) -> Puzzle:
    position = {"phase": "play", "scores": [1600, 0], "hands": [hand.split(), 11, 11, 11], **more}
    return Puzzle(id="one", position=position, aim=Aim(Objective(what), end), par=par, only=only)


def _hold(game: Game, aims: list[Aim], rounds: int) -> Counter[str]:
    met: Counter[str] = Counter()
    for seed, position in games(game, rounds):
        ways = list(turns(position))
        for aim in aims:
            try:
                proof = prove(position, aim)
            except InvalidPuzzle:
                continue
            found = outcomes(position, aim, ways)
            told = f"seed {seed}, {aim}: {position.to_json()}"
            assert proof.value == best(aim, found), told
            if proof.value is None:
                assert (proof.acts, proof.only) == ((), False), told
                continue
            met[aim.what.value] += 1
            for move in proof.acts:
                assert is_legal(position, move), f"{move}: {told}"
                assert measure(position, aim.what, move) == proof.value, f"{move}: {told}"
            lies = {one.lies for one in found if one.value == proof.value}
            assert proof.only == (len(lies) == 1), told
            if proof.complete:
                assert len(proof.acts) + proof.idle == len(lies), told
    return met


@pytest.mark.parametrize("rounds", [100, pytest.param(1_000, marks=LONG)])
@pytest.mark.parametrize("game", BOOK, ids=name)
def test_no_turn_of_one_act_or_several_beats_what_is_proved(game: Game, rounds: int) -> None:
    met = _hold(game, AIMS, rounds)
    assert {"most_points", "canasta", "going_out", "best_score"} <= set(met)


@pytest.mark.parametrize("rounds", [100, pytest.param(1_000, marks=LONG)])
@pytest.mark.parametrize("game", BOOK[:-1], ids=name)
def test_no_turn_that_ends_as_asked_beats_what_is_proved(game: Game, rounds: int) -> None:
    assert _hold(game, ENDS, rounds)["most_points_keeping"] > 0


@pytest.mark.parametrize("game", RANK_HOUSES, ids=name)
def test_house_options_are_proved_as_well(game: Game) -> None:
    assert _hold(game, [*AIMS, *ENDS], 20)["most_points"] > 0


# -- check -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", BOOK, ids=name)
def test_no_par_but_the_best_is_believed(game: Game) -> None:
    refused = 0
    for _, position in games(game, 30):
        for aim in AIMS:
            try:
                proof = prove(position, aim)
            except InvalidPuzzle:
                continue
            value = proof.value
            for par in () if value is None else (value - 1, value + 1, -value or 7):
                with pytest.raises(InvalidPuzzle, match="the best is") as fault:
                    check(puzzle_of(position, aim, par))
                assert fault.value.key == "par"
                refused += 1
            if value is None:
                with pytest.raises(InvalidPuzzle, match="cannot be solved"):
                    check(puzzle_of(position, aim, 1))
            elif not proof.acts:
                with pytest.raises(InvalidPuzzle, match="laying nothing is best here"):
                    check(puzzle_of(position, aim, value))
            else:
                assert check(puzzle_of(position, aim, value)).value == value
    assert refused > 100


def test_a_puzzle_is_proved_with_its_value_its_laying_and_why() -> None:
    proof = check(_puzzle("minimum_fewest_wilds", 1, only=True))
    assert proof.value == 1
    assert [str(move) for move in proof.acts] == ["meld AC AH 2D / QC QD QH"]
    assert proof.only
    assert proof.complete
    assert proof.words == "Fewer wild cards do not reach 90: queens 30."
    assert repr(proof) == "<Proof: minimum_fewest_wilds 1>"


REFUSED: list[tuple[Puzzle, str, str]] = [
    (_puzzle("minimum_fewest_wilds", 3), "par", "par says 3, the best is 1: Fewer wild cards do not reach 90"),
    (_puzzle("most_points", 999), "par", "par says 999, the best is 90"),
    (_puzzle("canasta", 7), "aim", "this cannot be solved: No new canasta"),
    (_puzzle("minimum_fewest_cards", 3, rules="house"), "position.rules", "one of goren_1949, classic"),
    (_puzzle("minimum_fewest_cards", 3, rules="clasic"), "position.rules", "did you mean classic?"),
    (_puzzle("minimum_fewest_cards", 3, melds=[["8C 8D 8H"], []]), "aim.what", "no minimum is due here"),
    (_puzzle("minimum_fewest_cards", 3, hand="AH AC ?? KH"), "position.hands[0]", "name every card"),
    (_puzzle("minimum_fewest_cards", 3, hands=[11, 11, 11, 11]), "position.hands[0]", "name every card"),
    (_puzzle("minimum_fewest_cards", 3, hands=[None] * 4), "position.hands[0]", "name every card"),
    (
        _puzzle("most_points", 5, "AH 3H 4C", rules="italian", scores=[0, 0], options={"honour": "players"}),
        "position.hands[0]",
        "tabled first",
    ),
    (
        _puzzle("canasta", 7, "2D KH 4C", rules="italian", end="freeze", penalised=[["4C"], [], [], []]),
        "position.penalised",
        "discarded first",
    ),
    (_puzzle("minimum_fewest_cards", 3, phase="over"), "position.phase", "the deal is over"),
    (_puzzle("minimum_fewest_cards", 3, phase="draw"), "position.pile", "an empty pile cannot be taken"),
    (_puzzle("minimum_fewest_cards", 3, hand="AH AH AH"), "position.hands[0][2]", "one AH too many"),
    (_puzzle("canasta_concealed", 7), "aim.what", "Classic has no concealed canastas"),
    (_puzzle("most_points", 90, end="stop"), "aim.end", "can be asked for with one of most_points_keeping"),
    (_puzzle("canasta", 7, rules="brazilian", scores=[0, 0], end="stop"), "aim.end", "no discard does that"),
    (_puzzle("canasta", 7, pile=["4C", "2S"], end="freeze"), "aim.end", "the pile is frozen already"),
    (_puzzle("minimum_fewest_cards", 3, hand="AH AC AS KH 4C", end="stop"), "aim", "No card of this hand keeps"),
    (_puzzle("minimum_fewest_cards", 3, hand="AH AC AS KH 4C", end="freeze"), "aim", "No card of this hand freezes"),
    (
        _puzzle("most_points", 9, rules="brazilian", scores=[0, 0], options={"merge_ranks": True}),
        "position.options",
        "joi",
    ),
    (_puzzle("most_points", 60, hand="AH AC AS KH KD KC 4C 5C 4D JK", only=True), "par", "the best is"),
]


@pytest.mark.parametrize(("puzzle", "key", "words"), REFUSED)
def test_what_cannot_be_asked_or_reached_is_refused_with_its_reason(puzzle: Puzzle, key: str, words: str) -> None:
    with pytest.raises(InvalidPuzzle) as fault:
        check(puzzle)
    assert fault.value.key == key
    assert words in fault.value.reason
    assert str(fault.value) == f"{key}: {fault.value.reason}"


@pytest.mark.parametrize(("rules", "most"), [("classic", MOST_CARDS), ("brazilian", MOST_CARDS_IN_RUNS)])
def test_more_cards_than_can_be_proved_in_time_are_refused(rules: str, most: int) -> None:
    deck = [card.code for card in ruleset(rules).deck() if card.rank not in ("3", "2", "JK")]
    some: dict[str, Any] = {"rules": rules, "scores": [0, 0], "stock": 5}
    fits = _puzzle("going_out", 1, " ".join(deck[:most]), **some)
    assert prove(position_of(fits), fits.aim).value in (1, None)
    with pytest.raises(InvalidPuzzle, match=f"at most {most} here") as fault:
        check(_puzzle("going_out", 1, " ".join(deck[: most + 1]), **some))
    assert fault.value.key == "position.hands[0]"
    if rules == "brazilian":
        taking = {**some, "phase": "draw", "pile": deck[most - 2 : most + 1]}
        with pytest.raises(InvalidPuzzle, match="too many to prove"):
            check(_puzzle("most_points", 1, " ".join(deck[: most - 2]), **taking))


def test_two_best_layings_are_refused_where_one_is_promised() -> None:
    hand = "KH KS QH QD 2D 7S 4C 5C"
    check(_puzzle("most_points", 40, hand, scores=[-5, 0]))
    with pytest.raises(InvalidPuzzle, match="there are several") as fault:
        check(_puzzle("most_points", 40, hand, scores=[-5, 0], only=True))
    assert fault.value.key == "only"


def test_layings_with_as_few_wild_cards_but_more_cards_are_layings_of_par_too() -> None:
    proof = check(_puzzle("minimum_fewest_wilds", 0, "AH AC AS QH QD QC KH KD KC 4C 5C"))
    assert str(proof.acts[0]) == "meld AC AH AS / KC KD KH"
    assert len(proof.acts) == 3
    assert not proof.only


def test_laying_nothing_is_a_second_way_where_it_does_as_well() -> None:
    proof = prove(parse_position({"phase": "play", "hands": ["4C 5C 9D", 11, 11, 11]}), Aim(Objective.BEST_SCORE))
    assert (proof.value, proof.acts, proof.idle, proof.only) == (-20, (), True, True)


def test_a_puzzle_whose_best_is_to_lay_nothing_is_refused() -> None:
    with pytest.raises(InvalidPuzzle, match="laying nothing is best here") as fault:
        check(_puzzle("best_score", -20, "4C 5C 9D", scores=[0, 0]))
    assert fault.value.key == "aim"


def test_an_idea_that_there_is_not_is_refused_with_those_that_are_like_it() -> None:
    puzzle = replace(_puzzle("minimum_fewest_wilds", 1), ideas=("minimum", "keep-a-cart"))
    with pytest.raises(InvalidPuzzle, match="there is no idea keep-a-cart; did you mean keep-a-card") as fault:
        check(puzzle)
    assert fault.value.key == "ideas[1]"


def test_no_more_than_a_bound_of_layings_is_listed_and_that_is_said() -> None:
    hand = "AC AD AH AS KC KD KH KS QC QD QH QS JC JD JH JS 2C 2D 2H JK JK 10C 10D 10H 4C 5C"
    proof = prove(parse_position({"phase": "play", "hands": [hand, 9, 9, 9]}), Aim(Objective.MOST_POINTS))
    assert len(proof.some(2)) == 2
    assert not proof.only
    assert len(proof.acts) == MOST_LISTED
    assert not proof.complete


# -- the last discard --------------------------------------------------------------------------------------------


def test_the_card_that_stops_the_next_player_is_kept_out_of_the_melds() -> None:
    hand = "AH AC 2D QH QD QC KH KS 9S 7S"
    free = check(_puzzle("minimum_fewest_cards", 6, hand))
    assert str(free.acts[0]) == "meld AC AH 2D / QC QD QH"
    stopped = check(_puzzle("minimum_fewest_cards", 6, f"{hand} 3C", end="stop"))
    assert str(stopped.acts[0]) == "meld AC AH 2D / QC QD QH; discard 3C"
    assert stopped.words.startswith("With 3♣ kept back for the discard:")
    assert "With 2♦ kept back it is not reached at all." in stopped.words


def test_another_kind_of_stop_card_at_par_is_another_answer() -> None:
    hand = "8C 8S 3S 2S 2D JK 5H"
    proof = prove(position_of(_puzzle("minimum_fewest_cards", 3, hand, end="stop", scores=[0, 0])), ENDS_STOP)
    assert [str(move) for move in proof.acts] == ["meld 8C 8S JK; discard 2D", "meld 8C 8S JK; discard 3S"]
    assert not proof.only
    with pytest.raises(InvalidPuzzle, match="there are several"):
        check(_puzzle("minimum_fewest_cards", 3, hand, end="stop", only=True, scores=[0, 0]))


def test_where_no_runs_are_melds_suits_make_no_other_laying_though_ranks_may_lie_apart() -> None:
    apart: dict[str, Any] = {"scores": [0, 0], "options": {"merge_ranks": False}}
    proof = check(_puzzle("minimum_fewest_cards", 3, "AH AS 2S 2D 4C 5C 6D", only=True, **apart))
    assert len(proof.acts) == 1
    stops = check(_puzzle("minimum_fewest_cards", 3, "AH AS 2H 2S 2D 2C 4C 5C", end="stop", only=True, **apart))
    assert len(stops.acts) == 1


def test_of_a_pile_taken_for_its_top_card_going_out_lays_no_other() -> None:
    more: dict[str, Any] = {"phase": "draw", "pile": ["KS", "5C", "5S"], "melds": [[["QC", "QD", "QH", "QS"] * 2], []]}
    with pytest.raises(InvalidPuzzle, match="of the pile only the top card is laid"):
        check(_puzzle("going_out", 1, "KH KC 5H 5D 5C", **more))


def test_a_stop_card_that_comes_with_the_pile_costs_the_hand_nothing() -> None:
    hand = "KH KS AH AC 2D 9S 7S 5C"
    more: dict[str, Any] = {"phase": "draw", "pile": ["KD", "3S", "4C"], "scores": [0, 0]}
    proof = check(_puzzle("minimum_fewest_cards", 3, hand, end="stop", **more))
    assert str(proof.acts[0]) == "take with KH KS 2D; discard 3S"


def test_a_laying_of_the_cards_that_would_stop_is_worth_less_than_it_seems() -> None:
    hand = "AH AC JK QH QD QC 9S 7S"
    assert check(_puzzle("minimum_fewest_wilds", 1, hand)).value == 1
    with pytest.raises(InvalidPuzzle, match="this cannot be solved"):
        check(_puzzle("minimum_fewest_wilds", 1, hand, end="freeze"))


# -- any position ------------------------------------------------------------------------------------------------


@settings(max_examples=80)
@given(positions(), st.sampled_from([*AIMS, *ENDS]), st.integers(-50, 300), st.booleans())
def test_every_position_is_proved_or_refused_in_words(position: Any, aim: Aim, par: int, only: bool) -> None:
    puzzle = puzzle_of(position, aim, par, only=only)
    assert position_of(puzzle) == position
    try:
        proof = check(puzzle)
    except InvalidPuzzle as fault:
        assert fault.reason
        return
    assert isinstance(proof, Proof)
    assert proof.value == par


def test_the_words_of_a_proof_are_spoken_in_the_readers_language() -> None:
    with speaking("pseudo"):
        proof = prove(position_of(_puzzle("minimum_fewest_cards", 6, f"{HAND} 3C")), Aim(Objective("canasta"), "stop"))
        assert "kept back" not in proof.words
        with pytest.raises(InvalidPuzzle) as fault:
            check(_puzzle("most_points", 999))
        assert "the best is" not in fault.value.reason
