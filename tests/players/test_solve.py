"""The solver, held against trying every act of a turn through the list of legal moves, and against the referee."""

from __future__ import annotations

import re
from collections import Counter
from random import Random
from typing import Any

import pytest

from canasta_teach.cards import UNKNOWN
from canasta_teach.errors import InvalidPosition
from canasta_teach.game.moves import Move
from canasta_teach.game.position import parse_position
from canasta_teach.game.referee import is_legal
from canasta_teach.game.search import first_laying_due
from canasta_teach.game.state import Position
from canasta_teach.i18n import speaking
from canasta_teach.players.solve import MOST_SOLUTIONS, Objective, Source, solve
from canasta_teach.players.solve.measure import measure
from canasta_teach.rulebook import ruleset
from tests.game.brute import layings
from tests.game.rank_games import name
from tests.game.small import small_table
from tests.players.solving import BOOK, RANK_HOUSES, RUN_HOUSES, Game, Turn, big_table, by_ranks, tables

LONG = pytest.mark.long
HAND = "KH KS KD QH QC 2S 7C 7D JK 4H 5S"


def _table(hand: str, **more: Any) -> Position:
    return parse_position({"phase": "play", "hands": [hand, 11, 11, 11], **more})


def _source(position: Position) -> Source:
    return "pile" if position.phase == "draw" else "hand"


def _hold(position: Position) -> Counter[str]:
    """Hold every objective of a table against all that can be done there; gives those that can be reached."""
    turn = Turn(position)
    met: Counter[str] = Counter()
    for goal in Objective:
        best, ends = turn.best(goal)
        solution = solve(position, goal, source=_source(position))
        assert solution.value == best, f"{goal.value}: the solver says {solution.value}, the list of moves {best}"
        if best is None:
            assert solution.acts == ()
            continue
        met[goal.value] += 1
        for move in solution.moves:
            assert is_legal(position, move), f"{goal.value}: {move} is not legal"
            assert measure(position, goal, move) == best, f"{goal.value}: {move} is not worth {best}"
        found = [turn.of(goal, move) for move in solution.moves]
        if solution.complete:
            idle = {turn.folded(goal, position, position)} if solution.idle else set()
            assert set(found) | idle == ends, f"{goal.value}: other solutions than {list(map(str, solution.moves))}"
            assert len(set(found)) == len(found), f"{goal.value}: one solution twice"
    return met


def _hold_all(game: Game, rounds: int, most: int) -> Counter[str]:
    met: Counter[str] = Counter()
    for seed, position in tables(game, rounds, most):
        try:
            met += _hold(position)
        except AssertionError as fault:
            raise AssertionError(f"seed {seed}: {fault}\n{position.to_json()}") from fault
    return met


@pytest.mark.parametrize("rounds", [300, pytest.param(2_000, marks=LONG)])
@pytest.mark.parametrize("game", BOOK, ids=name)
def test_every_objective_is_solved_as_trying_every_act_does(game: Game, rounds: int) -> None:
    met = _hold_all(game, rounds, 7 if by_ranks(game) else 6)
    conceals = ruleset(*game).has("canasta.concealed")
    never = set() if conceals else {"canasta_concealed"}
    rare = {"canasta_concealed"} if rounds < 1_000 else set()
    assert {goal.value for goal in Objective} - never - rare <= set(met), met


@pytest.mark.parametrize(("rounds", "most"), [(12, 6), pytest.param(200, 8, marks=LONG)])
@pytest.mark.parametrize("game", [*RANK_HOUSES, *RUN_HOUSES], ids=name)
def test_house_rules_are_solved_as_well(game: Game, rounds: int, most: int) -> None:
    assert _hold_all(game, rounds, most if by_ranks(game) else 6)["most_points"] > 0


@pytest.mark.parametrize("rounds", [150, pytest.param(2_000, marks=LONG)])
@pytest.mark.parametrize("game", [*BOOK, ("brazilian", {"pile_free": False, "jokers": 4})], ids=name)
def test_no_legal_take_of_a_pile_with_hidden_cards_is_better(game: Game, rounds: int) -> None:
    rules, met = ruleset(*game), 0
    for seed in range(rounds):
        position = small_table(Random(f"hidden {name(game)} {seed}"), rules, "draw", 5)
        if position is None or position.phase != "draw" or UNKNOWN not in position.pile:
            continue
        acts = list(layings(position, 0, take=True)) if rules.has("pile.top-card") else []
        for goal in Objective:
            values = [measure(position, goal, Move((act,))) for act in acts]
            found = [value for value in values if value is not None]
            solution = solve(position, goal, source="pile")
            if goal in (Objective.GOING_OUT, Objective.BEST_SCORE) or not acts:
                # A last discard, or a second act, may do better than the act alone.
                assert all(is_legal(position, move) for move in solution.moves)
                continue
            least = goal.value.startswith(("minimum", "canasta"))
            best = (min(found) if least else max(found)) if found else None
            assert solution.value == best, f"seed {seed}, {goal.value}: {position.to_json()}"
            met += best is not None
    assert met > 0 or not rules.has("pile.top-card")


@pytest.mark.parametrize("game", BOOK, ids=name)
def test_solutions_of_large_hands_are_legal_and_worth_what_they_say(game: Game) -> None:
    for seed in range(4):
        position = big_table(game, seed, 25 if by_ranks(game) else 15)
        for goal in Objective:
            solution = solve(position, goal)
            for move in solution.moves[:20]:
                assert measure(position, goal, move) == solution.value, f"seed {seed}: {move}"


# -- what a solution tells ---------------------------------------------------------------------------------------


def test_the_best_laying_is_told_by_value_acts_and_proof() -> None:
    solution = solve(_table(HAND, scores=[1600, 0]), "most_points")
    assert solution.value == 130
    assert [str(act) for act in solution.acts] == ["meld 7C 7D JK / QC QH 2S / KD KH KS"]
    assert solution.proof == (
        "There is no more to lay: kings 30, queens 20 with the help of a wild card, sevens 10 with the help of a wild "
        "card, wild cards 70; together 130."
    )
    assert solution.complete
    assert not solution.idle
    assert solution.explored > 0
    assert repr(solution) == "<Solution: most_points 130 | 1 acts>"


def test_a_minimum_out_of_reach_is_proved_by_rank() -> None:
    solution = solve(_table("KH KS KD QH QC 2S 7C 9D 4H 5S 6D", scores=[1600, 0]), "minimum_fewest_cards")
    assert solution.value is None
    assert solution.acts == ()
    assert solution.proof == (
        "No laying reaches 90: kings 30, queens 20 with the help of a wild card, wild cards 20; together 70."
    )


PROOFS: list[tuple[str, str, dict[str, Any], str]] = [
    ("minimum_fewest_cards", HAND, {"scores": [1600, 0]}, "Fewer cards do not reach 90: the dearest three cards"),
    ("minimum_fewest_wilds", HAND, {"scores": [1600, 0]}, "Fewer wild cards do not reach 90: kings 30."),
    ("minimum_fewest_wilds", "AH AD AC 5C 4D", {}, "Fewer than none there cannot be."),
    ("minimum_fewest_cards", HAND, {"melds": [[["8C", "8D", "8H"]], []]}, "No minimum is due"),
    ("canasta", HAND, {}, "No new canasta: of the 7 cards that it takes there are at most"),
    ("canasta", "8S 2C 8C 5D", {"melds": [[["8C", "8D", "8H", "8H", "8D"]], []]}, "The meld that is nearest lacks two"),
    ("going_out", "4C 5C 9D", {}, "4♣ 5♣ 9♦ fit no meld"),
    ("going_out", "KC KD KS 9D", {}, "The side lacks one completed canasta, and no meld can come to 7 cards."),
    ("going_out", "8S 5C", {"melds": [[["8C", "8D", "8H", "8H", "8D", "8C", "8S"]], []]}, "All cards but 5♣ are laid"),
    ("best_score", HAND, {}, "and none scores more than"),
    ("most_points", "4C 5C 9D", {}, "No cards of the hand make a meld or fit one."),
    ("most_points_keeping", "AC AD AS 9D 9C 9H 5C", {}, "but no laying reaches more than"),
    ("most_points", "4C 5C 6C 9D", {"rules": "brazilian"}, "There is no more to lay: all that fits a meld 15"),
]


@pytest.mark.parametrize(("goal", "hand", "more", "words"), PROOFS)
def test_a_proof_says_in_words_why_there_is_no_better(goal: str, hand: str, more: dict[str, Any], words: str) -> None:
    position = _table(hand, **more)
    assert words in solve(position, goal).proof
    with speaking("pseudo"):
        spoken = solve(position, goal).proof
    assert not re.search(r"[A-Za-z]{3,}", spoken), spoken


WITH_THE_TOP: list[tuple[str, str, int, str]] = [
    (
        "minimum_fewest_cards", "KH KS AH AC 2D 9S 7S 5C", 1600,
        "Fewer cards do not reach 90: the dearest four cards of the hand that can be laid and K♦ of the pile count 80.",
    ),
    (
        # The same card in the hand counts beside it.
        "minimum_fewest_cards", "KH KD KS AC 2D 9S 7S 5C", 0,
        "Fewer cards do not reach 50: the dearest two cards of the hand that can be laid and K♦ of the pile count 40.",
    ),
    ("minimum_fewest_cards", "KH KS 9S 7S 5C", 3000, "No laying reaches 120: kings 30 with K♦ of the pile."),
    (
        "minimum_fewest_cards", "KH KS 9S 9D 2C 5C", 3000,
        "No laying reaches 120: kings 30 with K♦ of the pile, nines 20 with the help of a wild card, wild cards 20; "
        "together 70.",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("goal", "hand", "score", "words"), WITH_THE_TOP)
def test_a_proof_names_the_top_card_where_it_counts_it(goal: str, hand: str, score: int, words: str) -> None:
    position = _table(hand, phase="draw", pile=["KD", "3S"], scores=[score, 0])
    assert solve(position, goal, source="pile").proof == words


@pytest.mark.parametrize("game", BOOK, ids=name)
def test_no_bound_of_a_proof_is_beaten(game: Game) -> None:
    told = 0
    for seed, position in tables(game, 200, 7 if by_ranks(game) else 6):
        for goal in Objective:
            solution = solve(position, goal, source=_source(position))
            proof = solution.proof
            sums = r"(?:together|count|fits a meld|included,) (\d+)[.;]|: [a-z0-9 ]+? (\d+)(?: with [^,;:]+)?\.$"
            found = re.search(sums, proof)
            told += found is not None
            if found is None:
                assert proof.endswith("."), proof
                continue
            bound = int(found[1] or found[2])
            if goal.value.startswith("most_points") and solution.value is not None:
                assert bound >= solution.value, f"seed {seed}: {proof}"
            else:
                assert solution.value is None or bound < first_laying_due(position, position.turn), proof
    assert told > 20


def test_layings_that_differ_by_suits_or_by_which_wild_card_lies_where_are_one_solution() -> None:
    position = _table("KH KS KD KC QH QC QD 2S JK 4H 5S", scores=[3000, 0])
    melds = [sorted(len(part.cards) for part in act.parts) for act in solve(position, "most_points").acts]
    # Both wild cards on kings, both on queens, or one on each, whichever that is.
    assert sorted(melds) == [[3, 6], [4, 5], [4, 5]]


def test_no_more_than_a_bound_of_solutions_is_listed_and_that_is_said() -> None:
    hand = "AC AD AH AS KC KD KH KS QC QD QH QS JC JD JH JS 2C 2D 2H JK JK 10C 10D 10H 4C 5C"
    solution = solve(
        _table(hand, melds=[[["9C", "9D", "9H"], ["8C", "8D", "8H"], ["7C", "7D", "7H"]], []]), "most_points"
    )
    assert len(solution.acts) == MOST_SOLUTIONS
    assert not solution.complete


def test_laying_nothing_may_be_as_good_for_the_score() -> None:
    solution = solve(_table("4C 5C 9D"), Objective.BEST_SCORE)
    assert (solution.value, solution.acts, solution.idle) == (-20, (), True)


def test_a_natural_canasta_is_not_spoilt_for_the_points_of_a_wild_card() -> None:
    position = _table("2C 5C 9D", melds=[[["8C", "8D", "8H", "8H", "8D", "8C", "8S"]], []])
    assert [str(act) for act in solve(position, "most_points").acts] == ["add 2C to 8"]
    assert solve(position, "best_score").idle


def test_where_one_card_is_left_its_discard_is_the_way_out() -> None:
    position = _table("5C", melds=[[["8C", "8D", "8H", "8H", "8D", "8C", "8S"]], []])
    solution = solve(position, "going_out")
    assert [str(act) for act in solution.acts] == ["discard 5C"]
    assert [str(move) for move in solution.moves] == ["discard 5C"]


def test_a_free_pile_is_taken_first_and_all_of_it_may_be_laid() -> None:
    position = parse_position(
        {"rules": "brazilian", "hands": ["4C 5C 9D 9C", 11, 11, 11], "pile": ["6C", "9H"], "phase": "draw", "stock": 20}
    )
    solution = solve(position, "most_points", source="pile")
    assert solution.value == 15 + 30
    assert [str(act) for act in solution.acts] == ["take / meld 4C 5C 6C / 9C 9D 9H"]


# -- what is refused ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "source", "path"),
    [
        ({"phase": "over", "hands": [[], 1, 1, 1], "went_out": 0}, "hand", "phase"),
        ({"phase": "draw", "hands": ["4C 5C", 1, 1, 1], "pile": ["KC"]}, "hand", "phase"),
        ({"phase": "play", "hands": ["4C 5C", 1, 1, 1], "pile": ["KC"]}, "pile", "phase"),
        ({"phase": "draw", "hands": ["4C 5C", 1, 1, 1]}, "pile", "pile"),
        ({"phase": "play", "hands": [None, 1, 1, 1]}, "hand", "hands[0]"),
    ],
)
def test_a_position_with_nothing_to_solve_is_refused_with_its_path(
    table: dict[str, Any], source: Source, path: str
) -> None:
    with pytest.raises(InvalidPosition, match=re.escape(path)):
        solve(parse_position(table), Objective.MOST_POINTS, source=source)


def test_an_objective_or_a_source_that_there_is_not_is_refused_by_name() -> None:
    position = _table(HAND)
    with pytest.raises(ValueError, match=r"most_cards.*most_points"):
        solve(position, "most_cards")
    with pytest.raises(ValueError, match=r"stock.*'hand' or 'pile'"):
        solve(position, "most_points", source="stock")  # type: ignore[arg-type]


# -- what an answer is worth -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("goal", "move", "value"),
    [
        ("most_points", "meld KH KS KD", 30),
        ("most_points", "meld KH KS KD; meld QH QC 2S; discard 4H", 70),
        ("most_points", "meld KH KS 4H", None),
        ("most_points", "discard 4H", None),
        ("most_points", "discard 4H; draw", None),
        ("most_points_keeping", "meld KH KS KD / QH QC 2S / 7C 7D JK", 130),
        ("minimum_fewest_cards", "meld KH KS KD JK", 4),
        ("minimum_fewest_wilds", "meld KH KS KD JK", 1),
        ("canasta", "meld KH KS KD", None),
        ("going_out", "meld KH KS KD", None),
        ("best_score", "meld KH KS KD; discard 4H", -80),
    ],
)
def test_an_answer_is_measured_by_the_referee(goal: str, move: str, value: int | None) -> None:
    position = _table(HAND, options={"initial_steps": [{"minimum": 25}]})
    assert measure(position, Objective(goal), move) == value


def test_cards_from_below_the_top_of_a_pile_are_no_part_of_the_laying() -> None:
    position = parse_position(
        {
            "hands": ["KH KS QH QC 4H 5S", 11, 11, 11],
            "pile": ["KD", "QD"],
            "phase": "draw",
            "melds": [[["8C", "8D", "8H"]], []],
        }
    )
    assert measure(position, Objective.MOST_POINTS, "take with KH KS") == 30
    assert measure(position, Objective.MOST_POINTS, "take with KH KS; meld QH QC QD") is None
    assert solve(position, "most_points", source="pile").value == 30
