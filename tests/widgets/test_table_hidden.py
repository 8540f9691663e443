"""What a table never gives away: the cards that the one whose hand is shown may not see."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from canasta_teach.cards import ALL_CARDS, Card
from canasta_teach.errors import CanastaError, InvalidMove
from canasta_teach.game.legal import random_act
from canasta_teach.game.record import DealRecord
from canasta_teach.game.state import Position
from canasta_teach.game.view import view
from canasta_teach.rulebook import KEYS, ruleset
from canasta_teach.widgets import Table
from tests.widgets.table_games import table

PARTS = ("view", "sides", "rail", "held", "ruled", "further", "beside", "page", "copied")


def somewhere(rng: Random) -> Position:
    """A table at some moment of a deal."""
    key = rng.choice(KEYS)
    record = DealRecord.begin(rules=key, players=rng.choice(ruleset(key).p.players), seed=rng.randrange(1_000))
    position = record.start()
    for _ in range(rng.randrange(40)):
        then = position
        position = record.end()
        if position.phase == "over":
            return then
        record = record.then(str(random_act(position, rng)))
    return position


def shuffled(position: Position, seat: int, rng: Random) -> Position:
    """Another table that looks the same from a seat: what is hidden from it lies elsewhere."""
    others = [other for other in range(position.players) if other != seat]
    free = [one for other in others for one in position.hands[other] or () if not one.is_red_three]
    free += [one for one in position.stock or () if not one.is_red_three]
    rng.shuffle(free)

    def dealt(some: tuple[Card, ...] | None) -> tuple[Card, ...]:
        return tuple(one if one.is_red_three else free.pop() for one in some or ())

    hands = tuple(hand if at == seat else dealt(hand) for at, hand in enumerate(position.hands))
    return replace(position, hands=hands, stock=dealt(position.stock))


def tried(rng: Random, players: int) -> str:
    """An act of any seat, that somebody might type to find out what is hidden."""
    some = " ".join(one.code for one in rng.sample(ALL_CARDS, 3))
    first = some.split()[0]
    act = rng.choice(
        [
            "draw", "take", "redraw", "ask", "answer yes", "look", f"discard {first}", f"meld {some}",
            f"take with {some}", f"take / meld {some}", f"take top with {first}", f"add {first} to #0",
            f"take back {first}", f"relancinho {some}", f"discard {first}; draw", f"discard {first}; discard {first}",
        ]
    )  # fmt: skip
    return act if ";" in act or rng.random() < 0.3 else f"seat {rng.randrange(players)}: {act}"


def shown(one: Table, text: str) -> tuple[Any, ...]:
    """What the page is sent after an act, and what the cell is told."""
    try:
        answer = repr(one.do(text))
    except CanastaError as error:
        answer = str(error)
    return (answer, one.log, *(getattr(one, part) for part in PARTS))


@given(st.integers(0, 2**32), st.booleans())
@example(4038, False)  # an answer that nobody asked for, on another player's turn
@example(15931653, False)  # an act of which the other rule books could not speak, for a card that is hidden
@settings(max_examples=60, deadline=None)
def test_two_tables_that_look_alike_answer_alike_whatever_is_typed(seed: int, honour: bool) -> None:
    rng = Random(seed)
    position = somewhere(rng)
    seat = rng.randrange(position.players)
    other = shuffled(position, seat, rng)
    assert view(position, seat) == view(other, seat)
    first, second = (Table(start, seat=seat, honour_prices=honour) for start in (position, other))
    for _ in range(8):
        text = tried(rng, position.players)
        here, there = shown(first, text), shown(second, text)
        if first.seen != second.seen:
            # A card was drawn, or lies face up now, which is another one at each table.
            break
        assert here == there, text


@pytest.mark.parametrize("code", ["KH", "10S", "2C", "AD"])
def test_whether_a_hidden_hand_holds_a_card_is_not_told(code: str) -> None:
    one = Table(seed=163)
    for text in ("draw", "discard 6S", "seat 1: draw"):
        one.do(text)
    before = one.step
    with pytest.raises(InvalidMove, match="another player"):
        one.do(f"seat 1: discard {code}")
    assert one.step == before


def test_one_who_plays_all_seats_may_do_every_seats_acts() -> None:
    one = Table(table(), others="me")
    one.do("discard 4C")
    one.do("draw")
    assert one.position.turn == 1


def test_an_act_out_of_turn_is_mended_by_what_is_seen() -> None:
    one = Table(table(hands=["KH KS KD 9S 7D 4C", "KC QS 2H 5D", 11, 11]))
    one.do("seat 1: discard KC")
    assert one.ruling is not None
    assert not one.ruling.legal
    hidden = one.ruling.position
    assert hidden is not None
    assert {card.code for card in hidden.hands[1] or ()} == {"??"}


def test_the_ruling_on_an_act_not_done_does_not_name_what_would_have_been_drawn() -> None:
    start = table(hands=["KH KS 9S 7D 4C", 11, 11, 11], phase="draw", stock="AD AC AS AH 4H 5H 6H 7H")
    one = Table(start)
    one.do("draw; meld KH KS 2C")
    assert one.ruling is not None
    assert "AD" not in (one.ruling.mend or "")
