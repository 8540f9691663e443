"""What a learner reads of a puzzle: exact in cards and numbers, in the reader's language."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from canasta_teach import rulebook
from canasta_teach.game.moves import Move
from canasta_teach.game.position import parse_position
from canasta_teach.i18n import speaking
from canasta_teach.players.solve import Objective
from canasta_teach.teach.puzzles.errors import InvalidPuzzle
from canasta_teach.teach.puzzles.figures import figures
from canasta_teach.teach.puzzles.ideas import ideas
from canasta_teach.teach.puzzles.laying_words import laying_text
from canasta_teach.teach.puzzles.model import Aim, End, Measured, Puzzle
from canasta_teach.teach.puzzles.prove import prove
from canasta_teach.teach.puzzles.words import (
    amount,
    cited,
    goal_text,
    grade_text,
    hints,
    par_text,
    solution_text,
    why_hard,
)
from tests.game.rank_games import name
from tests.players.solving import BOOK, Game
from tests.strategies import positions
from tests.teach.puzzles.test_prove import AIMS, ENDS
from tests.teach.puzzles.turns import games, puzzle_of

HAND = "2D AH AC KH KS QH QD QC 9S 9D 7S 4C"


def _puzzle(what: str, par: int = 1, hand: str = HAND, *, end: End = "", **more: Any) -> Puzzle:
    position = {"phase": "play", "scores": [1600, 0], "hands": [hand.split(), 11, 11, 11], **more}
    return Puzzle(id="one", position=position, aim=Aim(Objective(what), end), par=par, grade=2)


TAKING: dict[str, Any] = {"phase": "draw", "scores": [0, 0]}
ONE = _puzzle("minimum_fewest_wilds")

GOALS: list[tuple[Puzzle, str, str]] = [
    (ONE, "Reach 90 with as few wild cards as you can.", "1 wild card"),
    (_puzzle("minimum_fewest_wilds", 0), "Reach 90 with as few wild cards as you can.", "no wild card"),
    (_puzzle("minimum_fewest_cards", 6), "Reach 90 with as few cards of your hand as you can.", "6 cards"),
    (_puzzle("most_points", 1145), "Lay as many card points as you can, bonuses aside.", "1,145 points"),
    (
        _puzzle("most_points_keeping", 145, end="stop"),
        "Lay as many card points as you can, bonuses aside, and keep two cards: one to discard and one to hold. Your "
        "discard has to stop the next player.",
        "145 points",
    ),
    (
        _puzzle("canasta_mixed", 1, end="freeze"),
        "Make a mixed canasta with as few cards of your hand as you can. Your discard has to freeze the pile.",
        "1 card",
    ),
    (_puzzle("going_out"), "Go out.", "going out"),
    (
        _puzzle("best_score", -20),
        "Lay so that your side scores the most if the deal ends then. A discard counts only if you go out by it.",
        "−20 points",
    ),
    (
        _puzzle("best_score", 30, pile=["KD", "5S", "9C"], stock=0, melds=[["KH KS KC"], []], **TAKING),
        "Take the pile and lay so that your side scores the most if the deal ends then. Of the pile only the top card "
        "is laid; the others stay in your hand and cost 15 points. A discard counts only if you go out by it.",
        "30 points",
    ),
    (
        _puzzle("most_points", 30, pile=["KD", "2S", "4C"], **TAKING),
        "Take the frozen pile and lay as many card points as you can, bonuses aside. Of the pile only the top card is "
        "laid.",
        "30 points",
    ),
    (
        _puzzle("minimum_fewest_cards", 3, pile=["KD"], **TAKING),
        "Take the pile and reach 50 with as few cards of your hand as you can.",
        "3 cards",
    ),
    (
        _puzzle("most_points", 30, pile=["KD", "4C"], rules="brazilian", **TAKING),
        "Take the pile and lay as many card points as you can, bonuses aside.",
        "30 points",
    ),
]


@pytest.mark.parametrize(("puzzle", "goal", "par"), GOALS)
def test_goal_and_par_are_told_in_words(puzzle: Puzzle, goal: str, par: str) -> None:
    assert goal_text(puzzle) == goal
    assert par_text(puzzle) == par
    assert grade_text(puzzle) == "Grade 2 of 5"


# -- layings -----------------------------------------------------------------------------------------------------

LAYINGS: list[tuple[dict[str, Any], str, str]] = [
    ({}, "meld AH AC 2D / QH QD QC; discard 4C", "lay A♥ A♣ 2♦, lay Q♥ Q♦ Q♣, then discard 4♣"),
    ({"melds": [["QS QS QH"], []]}, "add QD 2D to Q / AH AC AS", "add Q♦ 2♦ to the queens, lay A♥ A♣ A♠"),
    ({"melds": [["QS QS QH"], []]}, "add QD to #0", "add Q♦ to Q♠ Q♠ Q♥"),
    ({"melds": [["QS QS QH"], []]}, "add QD to Q; meld AH AC AS", "add Q♦ to the queens, then lay A♥ A♣ A♠"),
    (
        {"phase": "draw", "pile": ["KD"]},
        "take with KH KS / AH AC AS",
        "take the pile, its K♦ with K♥ K♠, lay A♥ A♣ A♠",
    ),
    (
        {"phase": "draw", "pile": ["QS"], "melds": [["QS QH QD"], []]},
        "take onto Q",
        "take the pile, its Q♠ onto the queens",
    ),
    (
        {"phase": "draw", "pile": ["QS"], "melds": [["QS QH QD"], []]},
        "take onto Q with QC 2D",
        "take the pile, its Q♠ onto the queens with Q♣ 2♦",
    ),
]


@pytest.mark.parametrize(("more", "move", "text"), LAYINGS)
def test_a_laying_is_told_as_a_player_would(more: dict[str, Any], move: str, text: str) -> None:
    hand = "2D AH AC AS KH KS QH QD QC 4C 5C"
    position = parse_position({"phase": "play", "scores": [0, 0], "hands": [hand, 11, 11, 11], **more})
    assert laying_text(position, Move.parse(move)) == text


def test_a_question_to_the_partner_and_a_relancinho_are_told_too() -> None:
    melds = [["8C 8D 8H 8H 8D 8C 8S", "KC KD KH"], []]
    out = parse_position({"phase": "play", "hands": ["KS KD 4C", 11, 11, 11], "melds": melds})
    told = laying_text(out, Move.parse("ask; answer yes; add KS KD to K; discard 4C"))
    assert told == "ask your partner, then hear the answer, then add K♠ K♦ to the kings, then discard 4♣"
    hand = "AH 2H 3H 4H 5H 6H 7H 8C 9C 10C JC"
    free = parse_position({"rules": "brazilian", "phase": "play", "hands": [hand, 11, 11, 11]})
    told = laying_text(free, Move.parse("relancinho AH 2H 3H 4H 5H 6H 7H / 8C 9C 10C JC"))
    assert told == "announce a relancinho, lay A♥ 2♥ 3♥ 4♥ 5♥ 6♥ 7♥, lay 8♣ 9♣ 10♣ J♣"


# -- hints -------------------------------------------------------------------------------------------------------


def test_three_hints_lead_from_where_to_look_to_how_it_begins() -> None:
    nudge, rule, first = hints(replace(ONE, ideas=("wild-economy",), rules=("initial.minimum",)))
    assert nudge == ideas()["wild-economy"].nudge
    assert rule.startswith("The first laying must reach the minimum.")
    assert rule.endswith("The minimum here is 90: your side stands at 1,600.")
    assert first == "It begins so: lay A♣ A♥ 2♦."


def test_the_last_hint_to_a_single_meld_does_not_tell_the_whole() -> None:
    assert hints(_puzzle("minimum_fewest_cards", 3, f"{HAND} JK"))[2] == "One meld does it: look to A♣."
    more: dict[str, Any] = {"phase": "draw", "scores": [0, 0], "pile": ["KD"]}
    assert hints(_puzzle("minimum_fewest_cards", 3, "KH KS 2D 4C 7S", **more))[2] == "One meld does it: look to K♥."
    lies: dict[str, Any] = {"phase": "draw", "melds": [["KC KS KH"], []], "pile": ["KD"]}
    assert hints(_puzzle("most_points", 10, "4C 5S 7S", **lies))[2] == "One meld does it: look to K♦."


def test_hints_of_a_free_pile_name_what_is_laid_behind_the_take() -> None:
    more: dict[str, Any] = {"phase": "draw", "scores": [0, 0], "pile": ["KD"], "rules": "brazilian"}
    assert hints(_puzzle("most_points", hand="KH KS AH AC AS 5C 7D", **more))[2].startswith(
        "It begins so: take the pile, lay "
    )


@pytest.mark.parametrize("aim", [*AIMS, *ENDS], ids=str)
def test_every_aim_has_a_nudge_and_a_rule_of_its_game(aim: Aim) -> None:
    for key in rulebook.KEYS:
        more: dict[str, Any] = {"rules": key, "scores": [0 if key != "brazilian" else 800, 0]}
        puzzle = replace(_puzzle("canasta", **more), aim=aim)
        try:
            nudge, rule, first = hints(puzzle)
        except InvalidPuzzle:
            continue
        assert "These rules do not have it" not in rule
        assert min(map(len, (nudge, rule, first))) > 10


FIGURES: list[tuple[str, dict[str, Any], str]] = [
    ("initial.minimum", {}, "The minimum here is 90: your side stands at 1,600."),
    (
        "initial.vulnerable",
        {"rules": "brazilian", "scores": [800, 0]},
        "The minimum here is 75: your side stands at 800.",
    ),
    ("initial.minimum", {"melds": [["KC KD KH"], []]}, "Here no minimum is due any more."),
    ("meld.max-wilds", {}, "Here a meld bears at most three wild cards."),
    ("meld.max-wilds", {"rules": "swedish"}, "no more wild cards than natural ones."),
    ("meld.min-naturals", {}, "at least two cards."),
    ("canasta.size", {}, "Here a canasta takes seven cards."),
    ("out.canasta", {}, "Here going out takes one completed canasta; your side has no completed canastas."),
    ("pile.two-from-hand", {}, "Here at least two cards of your hand go with the top card."),
    ("deck.wild-cards", {}, "Here a joker counts 50, a two 20."),
    ("score.melds", {}, "Here a natural canasta scores 500, a mixed one 300; going out scores 100."),
    ("out.concealed", {}, "Here going out concealed scores 100 more."),
    ("canasta.concealed", {"rules": "swedish"}, "more."),
    ("turn.order", {}, ""),
]


@pytest.mark.parametrize(("rule", "more", "text"), FIGURES)
def test_a_rule_is_told_with_its_numbers_at_this_table(rule: str, more: dict[str, Any], text: str) -> None:
    position = parse_position(_puzzle("canasta", **more).position)
    assert figures(position, rule).endswith(text)


# -- solutions ---------------------------------------------------------------------------------------------------


def test_a_solution_names_the_laying_the_rules_with_their_place_and_the_proof() -> None:
    lines = solution_text(replace(ONE, rules=("initial.minimum",))).splitlines()
    assert lines[0] == "Lay A♣ A♥ 2♦, lay Q♣ Q♦ Q♥."
    assert lines[1] == "It takes 1 wild card."
    assert lines[2] == "The first laying must reach the minimum: Classic, “Initial melds” (stated)."
    assert lines[-1] == "Fewer wild cards do not reach 90: queens 30."


def test_a_solution_says_where_there_are_several_and_how_many() -> None:
    assert "There are 2 best layings; this is one." in solution_text(
        _puzzle("most_points", 40, "KH KS QH QD 2D 7S 4C", scores=[-5, 0])
    )
    text = solution_text(_puzzle("minimum_fewest_wilds", 0, "AH AC AS QH QD QC KH KD KC 4C 5C"))
    assert "With so few wild cards there are 3 layings; none takes fewer cards than this one." in text
    hand = "AC AD AH AS KC KD KH KS QC QD QH QS JC JD JH JS 2C 2D 2H JK JK 10C 10D 10H 4C 5C"
    assert "more than 100 best layings" in solution_text(_puzzle("most_points", 40, hand))


def test_a_solution_that_lays_nothing_says_so() -> None:
    puzzle = _puzzle("best_score", -20, "4C 5C 9D", scores=[0, 0])
    assert solution_text(puzzle).startswith("Lay nothing: −20 points.\nEvery laying was looked at")
    assert hints(puzzle)[2] == "Lay nothing."
    unsolvable = _puzzle("going_out", 1, "4C 5C 9D")
    assert (
        solution_text(unsolvable) == hints(unsolvable)[2] == "4♣ 5♣ 9♦ fit no meld, and only one card may be discarded."
    )


SHEETS: list[tuple[str, dict[str, Any], str]] = [
    (
        "QD 2D 9C 9H 2S 4C",
        {"melds": [["QH QS QC QC QH", "KC KD KH KS KC KD KH"], []]},
        "The sheet: cards laid 190, natural canastas 500, mixed canastas 300, going out 100; together 1,090.",
    ),
    (
        "9C 9H 9S 4C 5D",
        {"melds": [["QH QS QC"], []]},
        "The sheet: cards laid 60, cards left −10; together 50.",
    ),
    (
        "9C 9H 9S",
        {"melds": [["QH QS QC"], []], "options": {"going_out": 0, "canastas_to_go_out": 0}},
        "The sheet: cards laid 60.",
    ),
]


@pytest.mark.parametrize(("hand", "more", "line"), SHEETS)
def test_the_solution_of_a_score_shows_its_sheet(hand: str, more: dict[str, Any], line: str) -> None:
    assert line in solution_text(_puzzle("best_score", 1, hand, scores=[0, 0], **more)).splitlines()


def test_rules_of_every_meld_are_cited_only_where_nothing_else_is() -> None:
    position = parse_position(ONE.position)
    told = [title for title, _ in cited(ONE, position, Move.parse("meld AH AC 2D / QH QD QC"))]
    assert "A set must keep to one rank" not in told
    later = parse_position({**ONE.position, "melds": [["8C 8D 8H"], []]})
    assert "A set must keep to one rank" in [title for title, _ in cited(ONE, later, Move.parse("meld QH QD QC"))]


@pytest.mark.parametrize("game", BOOK, ids=name)
def test_every_solution_names_its_cards_and_cites_rules_of_the_game(game: Game) -> None:
    told = 0
    for _, position in games(game, 25):
        for aim in [*AIMS, *ENDS]:
            try:
                proof = prove(position, aim)
            except InvalidPuzzle:
                continue
            puzzle = puzzle_of(position, aim, proof.value or 0)
            text = solution_text(puzzle)
            assert proof.words in text
            for move in proof.some(1):
                told += 1
                cards = {card for act in move.acts for part in act.parts for card in part.cards}
                assert all(card.label in text for card in cards)
                assert cited(puzzle, position, move)
                assert "has no such rule" not in text
    assert told > 30


# -- why it is hard ----------------------------------------------------------------------------------------------

HARD: list[tuple[Measured | None, str]] = [
    (None, ""),
    (
        Measured(2, 1, 1, 2),
        "The first idea, the most valuable meld first, comes to 2 wild cards; par is 1 wild card. Looking one laying "
        "further finds par. 1 legal laying comes close to par and misses it. A best laying is made of 2 "
        "melds and additions.",
    ),
    (
        Measured(None, None, 12, 1),
        "The first idea, the most valuable meld first, does not get there at all. Looking one laying further does not "
        "help. At least 12 legal layings come close to par and miss it.",
    ),
    (
        Measured(1, 1, 0, 1),
        "The first idea, the most valuable meld first, gets there.",
    ),
    (
        Measured(3, 2, 0, 0),
        "The first idea, the most valuable meld first, comes to 3 wild cards; par is 1 wild card. Looking one laying "
        "further comes to 2 wild cards; par is 1 wild card.",
    ),
]


@pytest.mark.parametrize(("measured", "text"), HARD)
def test_why_it_is_hard_is_told_from_what_was_measured(measured: Measured | None, text: str) -> None:
    assert why_hard(replace(ONE, measured=measured)) == text


# -- any puzzle, any language ------------------------------------------------------------------------------------


@settings(max_examples=60)
@given(positions(), st.sampled_from([*AIMS, *ENDS]))
def test_words_are_found_for_every_puzzle_that_makes_sense(position: Any, aim: Aim) -> None:
    puzzle = puzzle_of(position, aim, 1)
    assert goal_text(puzzle).endswith(".")
    try:
        texts = [*hints(puzzle), solution_text(puzzle)]
    except InvalidPuzzle:
        return
    assert all(text and not re.search(r"\{[a-z]+\}", text) for text in texts)


def test_every_word_is_spoken_in_the_readers_language() -> None:
    measured = Measured(2, None, 3, 2)
    with speaking("pseudo"):
        for puzzle, _, _ in GOALS:
            some = replace(puzzle, measured=measured)
            texts = [goal_text(some), par_text(some), grade_text(some), why_hard(some), *hints(some)]
            for text in texts:
                assert not re.search(r"\b(?!joker)[a-z]{4,}\b", text), text
        assert not re.search(r"\b[a-z]{4,}\b", amount(Aim(Objective.MOST_POINTS), 3))
