"""Each kind of exercise is answered by the referee and the scorer: untouched, wrong, right, hints, solution."""

from __future__ import annotations

import pytest

from canasta_teach.teach.errors import InvalidExercise
from canasta_teach.teach.exercise import Answered, Exercise
from canasta_teach.teach.reply import plain
from canasta_teach.teach.table_text import table_lines
from tests.teach.made import HAND, exercise

CHOICE = """
kind = "choice"
rules = ["classic", "brazilian"]
choices = [
    { text = "Three", reply = "At most three.", holds = { ask = "value", name = "max_wilds", equals = 3 } },
    { text = "One", reply = "At most one.", holds = { ask = "value", name = "max_wilds", equals = 1 } },
]
"""
SEVERAL = """
kind = "choice"
several = true
choices = [
    { text = "[KH KS KD]", reply = "Three kings.", holds = { ask = "meld", cards = "KH KS KD" } },
    { text = "[KH KS]", reply = "Two are few.", holds = { ask = "meld", cards = "KH KS" } },
    { text = "[QH QS 2D]", reply = "A two helps.", holds = { ask = "meld", cards = "QH QS 2D" } },
]
"""
RULING = f"""
kind = "ruling"
position = {{ phase = "play", scores = [1600, 0], hands = {HAND} }}
move = "meld KH KD KS / QC QH 2S"
"""
MELD = """
kind = "ruling"
rules = ["classic", "swedish"]
teaches = ["meld.max-wilds"]
position.phase = "play"
position.hands = [["9H", "9C", "2S", "2D", "2C", "5H", "6H"], 11, 11, 11]
position.melds = [[["AH", "AD", "AC"]], []]
move = "meld 9H 9C 2S 2D 2C"
"""
DO = f"""
kind = "do"
teaches = ["initial.minimum"]
position = {{ phase = "play", scores = [1600, 0], hands = {HAND} }}
goal = {{ goal = "counts", points = 90 }}
"""
COUNT = """
kind = "count"
teaches = ["deck.values"]
what = { count = "cards", cards = "KH 2S JK 5D" }
near = [{ equals = 65, reply = "That leaves a wild card out." }]
"""
SPOT = f"""
kind = "spot"
teaches = ["turn.draw-first"]
position = {{ phase = "draw", hands = {HAND}, melds = [[["7H","7C","7D"]], []] }}
move = "draw 4C; meld KH KD KS; draw; discard 4C"
"""
SHEET = """
kind = "spot"
teaches = ["score.red-threes"]
given = { melds = 70, natural_canastas = 500, red_threes = 100, going_out = 100, hand = -5 }
[item.position]
phase = "over"
went_out = 0
hands = [[], ["KH"], ["4C"], ["5C"]]
red_threes = [["3H", "3D"], []]
melds = [[["QH", "QD", "QC", "QS", "QH", "QD", "QC"]], [["8H", "8C", "8D"]]]
"""

ALL = {
    "choice": CHOICE, "several": SEVERAL, "ruling": RULING, "meld": MELD, "do": DO, "count": COUNT, "spot": SPOT,
    "sheet": SHEET,
}  # fmt: skip
WRONG = {
    "choice": "b", "several": "a b", "ruling": True, "meld": "meld.max-wilds", "do": "meld KH KD KS", "count": 65,
    "spot": "a", "sheet": "hand",
}  # fmt: skip


@pytest.fixture(params=ALL)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def key(one: Exercise) -> object:
    return one._grader.key


def test_untouched_it_waits_and_shows_no_key(name: str) -> None:
    one = exercise(ALL[name])
    assert one.state == "waiting"
    assert repr(one) == "<Exercise test/one: Waiting for your answer.>"
    assert one.lines[1] == "What of K♥ K♠?"


def test_printed_it_shows_all_that_an_answer_in_code_needs(name: str) -> None:
    one = exercise(ALL[name])
    told = str(one).splitlines()
    assert told[:2] == [one.title, "What of K♥ K♠?"]
    assert [line[2] for line in told if line[:2] == "  " and line[3:5] == ") "] == [of.letter for of in one.offers]
    assert told[-2:] == [one.form, "Waiting for your answer."]
    if one.position is not None:
        assert "\n".join(map(plain, table_lines(one.position))) in str(one)
    one.check(key(one))
    assert str(one).splitlines()[-1] == "Right."


def test_the_text_of_a_reply_begins_with_right_or_not_this(name: str) -> None:
    one = exercise(ALL[name])
    wrong, right = one.check(WRONG[name]), one.check(key(one))
    for reply, lead in ((wrong, "Not this."), (right, "Right.")):
        assert str(reply).splitlines()[:2] == [lead, *plain(reply.text).splitlines()][:2]
        assert f"<strong>{lead}</strong>" in reply._repr_html_()


def test_the_text_of_a_solution_and_of_an_answer_that_is_not_read_rules_on_none(name: str) -> None:
    one = exercise(ALL[name])
    for reply in (one.check(object()), one.solution()):
        assert str(reply).splitlines()[0] not in ("Right.", "Not this.")


def test_a_right_answer_is_right_and_cites_a_rule(name: str) -> None:
    one = exercise(ALL[name])
    reply = one.check(key(one))
    assert reply.right is True
    assert reply.text
    assert reply.citation
    assert one.state == "right"


def test_a_wrong_answer_is_wrong_and_says_why(name: str) -> None:
    one = exercise(ALL[name])
    reply = one.check(WRONG[name])
    assert reply.right is False
    assert reply.text
    assert one.state == "wrong"


def test_an_answer_of_the_wrong_form_is_a_kind_word_and_counts_as_none(name: str) -> None:
    one = exercise(ALL[name])
    for answer in (None, 3.5, {}, [], "no such thing", b"a", object()):
        reply = one.check(answer)
        assert reply.right is None
        assert one.form in reply.text
    assert one.state == "waiting"
    assert one.replies == []


def test_hints_come_in_three_steps_and_the_last_stays(name: str) -> None:
    one = exercise(ALL[name])
    hints = [one.hint() for _ in range(4)]
    assert [hint.n for hint in hints] == [1, 2, 3, 3]
    assert all(hint.of == 3 and hint.text for hint in hints)
    assert one.hints_taken == 3


def test_the_solution_is_accepted_and_counts_as_shown(name: str) -> None:
    one = exercise(ALL[name])
    told: list[Answered] = []
    one.on_answer(told.append)
    assert one.solution().right is None
    assert one.check(key(one)).right is True
    assert one.state == "shown"
    assert told == [
        Answered(exercise="test/one", teaches=one.item.teaches, rule_set=one.rules.key, right=True, hints=0, shown=True)
    ]


@pytest.mark.parametrize(("body", "rules", "right"), [(CHOICE, "classic", "a"), (CHOICE, "brazilian", "b")])
def test_the_key_of_a_choice_is_that_of_the_rule_set(body: str, rules: str, right: str) -> None:
    assert key(exercise(body, rules)) == right


def test_a_ruling_turns_with_the_rule_set() -> None:
    assert exercise(MELD, "classic").check(True).right is True
    assert exercise(MELD, "swedish").check("meld.max-wilds").right is True


def test_a_rule_that_is_kept_is_no_reason_and_the_reply_gives_nothing_away() -> None:
    one = exercise(MELD, "swedish")
    reply = one.check("meld.size")
    assert (reply.right, reply.rule, reply.ruling) == (False, "meld.size", None)
    assert one.check(True).ruling is None


def test_several_right_answers_are_all_wanted() -> None:
    one = exercise(SEVERAL)
    assert one.check("a").right is False
    assert one.check(["c", "a"]).right is True


def test_any_legal_way_that_meets_the_goal_is_right() -> None:
    one = exercise(DO)
    assert one.check("meld AH AD AC / QC QH 2S").right is True
    assert one.check("meld AH AD AC / KH KD KS").right is True


def test_an_illegal_way_is_told_by_its_ruling_and_a_legal_one_by_what_is_missing() -> None:
    one = exercise(DO)
    refused = one.check("meld KH KD KS")
    assert (refused.right, refused.rule) == (False, "initial.minimum")
    assert refused.ruling is not None
    assert not refused.ruling.legal
    short = one.check("discard 4D")
    assert (short.right, short.text) == (False, "It counts 0; 90 are wanted.")


def test_a_number_is_read_with_either_minus_and_commas() -> None:
    one = exercise(COUNT)
    assert one.check("85").right is True
    assert one.check("\N{MINUS SIGN}85").text == "The number is right; look at its sign."
    assert one.check("1,085").text == "It is less than 1,085."


def test_the_mistake_of_a_turn_is_the_first_act_that_is_refused() -> None:
    one = exercise(SPOT)
    assert one.check(3).right is True
    assert one.check("d").right is False


@pytest.mark.parametrize(
    ("body", "key"),
    [
        (CHOICE.replace("equals = 1", "equals = 3"), "choices"),
        (CHOICE.replace("max_wilds", "max_wild"), "choices[0].holds"),
        (RULING.replace('"KD"', '"KX"'), "position"),
        (RULING.replace("meld KH", "lay KH"), "move"),
        (RULING + 'tempting = ["meld.bogus"]', "tempting"),
        (DO + 'solution = "mel KH"', "solution"),
        (COUNT.replace("65", "85"), "near"),
        (COUNT.replace("JK", "JX"), "what"),
        (SPOT.replace(" draw; discard", " discard"), "move"),
        (SHEET.replace("= 100, going", "= 200, going"), "given"),
        (SHEET.replace("[item.position]", "side = 3\n[item.position]"), "side"),
        (SHEET.replace("[item.position]", 'move = "draw"\n[item.position]'), ""),
    ],
)
def test_an_item_that_makes_no_question_is_refused_with_item_and_key(body: str, key: str) -> None:
    with pytest.raises(InvalidExercise) as told:
        exercise(body)
    assert (told.value.item, told.value.key) == ("test/one", key)


def test_a_solution_that_misses_the_goal_and_a_goal_without_a_way_are_refused() -> None:
    for body in (DO + 'solution = "discard 4D"', DO.replace("points = 90", "points = 900")):
        with pytest.raises(InvalidExercise):
            exercise(body).solution()
