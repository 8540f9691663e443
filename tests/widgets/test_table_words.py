"""The words of a table: its log, as far as each may know it, and whose turn it is."""

from __future__ import annotations

import re
from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from canasta_teach.cards import Card, card
from canasta_teach.game.record import DealRecord
from canasta_teach.game.state import Position
from canasta_teach.game.view import view
from canasta_teach.i18n import speaking
from canasta_teach.widgets.table_game import Entry, begin, do
from canasta_teach.widgets.table_turn import turn_text
from canasta_teach.widgets.table_words import spoken_line, told
from tests.widgets.table_games import CANASTA, dealt, made, steps, table
from tests.widgets.untranslated import left_in

SEEDS = st.integers(0, 2**32)
_CODE = re.compile(r"\b(?:10|[2-9AKQJ])[CDHS]\b|\bJK\b|\?\?")
_SHOWN = re.compile(r"(?:10|[2-9AKQJ])[♣♦♥♠]|joker")


def done(position: Position, text: str, seat: int = 0, *, honour: bool = False) -> Entry:
    return do(begin(position), seat, text, honour=honour)[0].done[-1]


def words(entry: Entry, viewer: int, *, open_to_all: bool = False) -> str:
    """A line of the log, its cards as they are shown."""
    line = told(entry, viewer, open_to_all=open_to_all)
    pieces = [
        piece["words"] if "words" in piece else " ".join(shown["code"] for shown in piece["cards"])
        for piece in line["parts"]
    ]
    return " | ".join(filter(None, (f"{line['who']} {' '.join(pieces)}", line["refused"], line["note"])))


def named(line: dict[str, Any]) -> Counter[Card]:
    """The most of each known card that any text of a line names."""
    parts = Counter(
        card(shown["code"]) for piece in line["parts"] for shown in piece.get("cards", ()) if shown["code"] != "??"
    )
    notation = Counter(card(code) for code in _CODE.findall(line["notation"]) if code != "??")
    note = Counter(card("JK" if text == "joker" else text) for text in _SHOWN.findall(line["note"] + line["refused"]))
    return parts | notation | note


def seen(position: Position, viewer: int) -> Counter[Card]:
    """Every card that lies where the viewer sees it, and is not the viewer's own."""
    shown = view(position, viewer)
    lying: list[Card] = [*shown.pile]
    for seat, hand in enumerate(shown.hands):
        lying += hand or () if seat != viewer else shown.penalised[seat]
    for tabled in shown.red_threes:
        lying += tabled
    for side in shown.melds:
        for meld in side:
            lying += meld
    return Counter(lying)


# what may be told


@given(SEEDS, st.booleans())
@settings(max_examples=100, deadline=None)
def test_the_log_tells_no_card_that_the_viewer_may_not_know(seed: int, honour: bool) -> None:
    rng = Random(seed)
    game = steps(made(rng) if seed % 2 else dealt(rng), rng, 20, honour=honour)
    for entry in game.entries:
        for viewer in range(game.start.players):
            if entry.seat == viewer or ";" in entry.text:
                continue
            open_now = seen(entry.before, viewer) | seen(entry.after, viewer)
            line = told(entry, viewer)
            assert not named(line) - open_now, f"{entry.text} tells seat {viewer} of hidden cards: {line}"


@given(SEEDS)
@settings(max_examples=60, deadline=None)
def test_a_refused_act_of_another_tells_none_of_the_cards_tried(seed: int) -> None:
    rng = Random(seed)
    game = steps(dealt(rng), rng, 20, honour=False)
    for entry in game.entries:
        viewer = (entry.seat + 1) % game.start.players
        if entry.refused and all(f"seat {viewer}" not in part for part in entry.text.split(";")):
            line = told(entry, viewer)
            assert not set(_CODE.findall(line["notation"])) - {"??"}
            assert not named(line) - Counter(entry.before.pile[:1])


def test_a_card_drawn_is_told_to_the_one_who_drew_it_alone() -> None:
    game = do(begin(DealRecord.begin(seed=7)), 0, "draw")[0]
    (drawn,) = game.position.this_turn.drawn
    assert words(game.done[-1], 0) == f"You drew {drawn.code} from the stock"
    assert words(game.done[-1], 1) == "South drew from the stock"
    assert words(game.done[-1], 1, open_to_all=True) == f"South drew {drawn.code} from the stock"


def test_cards_named_as_drawn_are_not_told_to_others() -> None:
    entry = done(table(phase="draw"), "draw 4H")
    assert told(entry, 0)["notation"] == "draw 4H"
    assert told(entry, 1)["notation"] == "draw"
    assert words(entry, 1) == "South drew from the stock"


def test_what_follows_in_one_entry_is_told_by_who_does_it() -> None:
    entry = done(table(stock=40), "discard 4C; draw 5H")
    assert words(entry, 0) == "You discarded 4C then West drew from the stock"
    assert words(entry, 1) == "South discarded 4C then You drew 5H from the stock"
    assert told(entry, 0)["notation"] == "discard 4C; draw"


# the words


PILE = ["KC", "8D"]
LINES: list[tuple[dict[str, Any], str, str]] = [
    ({}, "meld KH KS KD", "You laid KH KS KD"),
    ({}, "meld KH KS KD / AH AS AD", "You tried: Lay KH KS KD and lay AH AS AD | Refused: …"),
    ({}, "discard 4C", "You discarded 4C"),
    (
        {"phase": "draw", "pile": PILE},
        "take with KH KD",
        "You took KC and the pile with KH KD",
    ),
    ({"phase": "draw"}, "take onto Q", "You took QS and the pile onto the queens"),
    ({"rules": "brazilian", "phase": "draw", "pile": PILE}, "take", "You took the pile, KC on top"),
    ({"hands": [["2C", "9S", "4C"], 11, 11, 11]}, "discard 2C", "You discarded 2C | The pile is frozen."),
    ({"hands": [["3C", "9S", "4C"], 11, 11, 11]}, "discard 3C", "You discarded 3C | The pile is stopped."),
    (
        {"hands": [["QS", "QD", "QH", "QS", "9S", "4C"], 11, 11, 11], "pile": ["5D"]},
        "add QS QD QH QS to Q",
        "You added QS QD QH QS to the queens | Queens: natural canasta.",
    ),
    (
        {"options": {"honour": "players"}, "hands": [["3H", "9S", "4C"], 11, 11, 11], "stock": 40},
        "table 3H",
        "You put 3H on the table",
    ),
    ({"phase": "draw", "stock": 40}, "draw 3H 4C", "You drew 4C from the stock | 3♥ on the table."),
    (
        {"hands": [["8S", "4C"], 11, 11, 11], "melds": [[CANASTA], []]},
        "add 8S to 8; discard 4C",
        "You added 8S to the eights then discarded 4C | The deal is over. You went out.",
    ),
    ({}, "look", "You tried: Look through the pile | Refused: …"),
]


@pytest.mark.parametrize(("changes", "text", "said"), LINES, ids=[text for _, text, _ in LINES])
def test_an_act_is_told_in_words(changes: dict[str, Any], text: str, said: str) -> None:
    found = words(done(table(**changes), text), 0)
    assert found.startswith(said[:-1]) if said.endswith("…") else found == said


def test_an_act_out_of_turn_is_told_of_its_seat_and_melds() -> None:
    entry = done(table(hands=[11, 11, 11, ["JS", "4C"]]), "add JS to J", seat=3)
    assert words(entry, 3).startswith("You tried: Add JS to the jacks | Refused: ")
    assert words(entry, 0).startswith("East tried: Add ?? to the jacks | Refused: ")


def test_what_an_irregular_act_cost_is_told() -> None:
    position = table(rules="italian", phase="draw", stock=40)
    entry = done(position, "take", honour=True)
    assert words(entry, 0) == "You took the pile, QS on top | The pile is put back. It cost 50 points."
    game = begin(DealRecord.begin(rules="italian", seed=5))
    drawn = do(game, 2, "draw", honour=True)[0].done[-1]
    (lying,) = drawn.after.penalised[2]
    assert words(drawn, 1) == (
        f"North drew {lying.code} from the stock | It cost 100 points. {lying.label} lies penalised."
    )


def test_what_of_an_irregular_act_was_put_back_is_told() -> None:
    hands = [["JK", "AS", "JD", "KH", "4C"], 11, 11, 11]
    early = table(rules="italian", hands=hands, turn=1, phase="draw", stock=40)
    laid = done(early, "meld JK AS JD", honour=True)
    assert laid.after.hands == laid.before.hands
    assert words(laid, 0) == ("You laid JK AS JD | The cards go back to the hand: nothing is laid. It cost 100 points.")


def test_a_question_in_the_log_ends_with_its_own_mark() -> None:
    entry = done(table(hands=ASKED["hands"], melds=ASKED["melds"]), "ask")
    assert spoken_line(told(entry, 1)) == "South asked: may I go out?"


def test_a_line_is_spoken_as_one_text() -> None:
    assert spoken_line(told(done(table(), "discard 4C"), 1)) == "South discarded four of clubs."
    laid = spoken_line(told(done(table(), "meld KH KS KD"), 0))
    assert laid == "You laid king of hearts, king of spades, king of diamonds."


# whose turn it is


ASKED: dict[str, Any] = {
    "hands": [["9S", "9D", "9C", "4C"], 11, ["4D", "5D"], 11],
    "melds": [[CANASTA], []],
    "permission": "asked",
}
REDRAW = {"rules": "brazilian", "first_turn": True, "this_turn": {"drawn": ["4C"]}, "melds": [[], []]}
TURNS: list[tuple[dict[str, Any], int, str, str]] = [
    ({}, 0, "Your turn", "lay melds, or discard to end your turn"),
    ({}, 1, "South to play", "has yet to discard"),
    ({"phase": "draw"}, 0, "Your turn", "draw, or take the pile"),
    ({"phase": "draw"}, 2, "South to play", "has yet to draw"),
    ({"phase": "draw", "pile": []}, 0, "Your turn", "draw: there is no pile"),
    ({"phase": "draw", "pile": ["3C"]}, 0, "Your turn", "draw: the pile is stopped"),
    ({"phase": "draw", "pile": ["2C"]}, 0, "Your turn", "draw: the pile cannot be taken now"),
    ({"phase": "draw", "stock": 0}, 0, "Your turn", "the stock is used up: take the pile"),
    ({"phase": "draw", "stock": 0}, 2, "South to play", "has to take the pile"),
    ({"phase": "draw", "this_turn": {"must_draw": True}}, 0, "Your turn", "draw: the pile was put back"),
    (ASKED, 0, "North to answer", "you asked: may I go out?"),
    (ASKED, 1, "North to answer", "South asks: may I go out?"),
    (ASKED, 2, "Your answer", "South asks: may I go out?"),
    ({**ASKED, "permission": "yes"}, 0, "Your turn", "your partner said yes: now go out"),
    ({**ASKED, "permission": "no"}, 0, "Your turn", "your partner said no: you may not go out in this turn"),
    (REDRAW, 0, "Your turn", "lay, discard, or reject the card drawn and draw another"),
    (
        {"options": {"honour": "players"}, "hands": [["3H", "4C"], 11, 11, 11]},
        0,
        "Your turn",
        "put your red three on the table",
    ),
    ({"phase": "over", "hands": [[], 1, 1, 1], "went_out": 0}, 0, "The deal is over", "You went out."),
    (
        {"phase": "over", "hands": [[], 1, 1, 1], "went_out": 0, "concealed": True},
        1,
        "The deal is over",
        "South went out concealed.",
    ),
    ({"phase": "over", "stock": 0}, 0, "The deal is over", "Nobody went out."),
]


@pytest.mark.parametrize(("changes", "seat", "text", "sub"), TURNS)
def test_whose_turn_it_is_and_what_is_to_do_is_told(changes: dict[str, Any], seat: int, text: str, sub: str) -> None:
    found = turn_text(table(**changes), seat)
    assert (found["text"], found["sub"]) == (text, sub)
    assert found["mine"] == text.startswith("Your")
    assert (found["seat"] is None) == (text == "The deal is over")


@given(SEEDS)
@settings(max_examples=40, deadline=None)
def test_no_word_of_a_table_escapes_the_catalogue(seed: int) -> None:
    rng = Random(seed)
    game = steps(made(rng) if seed % 2 else dealt(rng), rng, 12, honour=True)
    with speaking("pseudo"):
        for entry in game.entries:
            line = told(entry, 0)
            del line["notation"]
            assert not left_in([line])
        assert not left_in([turn_text(game.position, 0)])
