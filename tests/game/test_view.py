"""One seat's view: what that seat may know, and nothing else."""

from __future__ import annotations

from itertools import chain
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from canasta_teach.cards import UNKNOWN, Card, cards
from canasta_teach.errors import InvalidPosition
from canasta_teach.game.deal import deal
from canasta_teach.game.play import play
from canasta_teach.game.scoring import score
from canasta_teach.game.state import Position
from canasta_teach.game.view import view
from canasta_teach.rulebook import KEYS, ruleset
from tests.strategies import positions
from tests.strategies.player import Player

HIDDEN = (UNKNOWN,)


def table(**more: Any) -> Position:
    data = {
        "rules": "italian",
        "turn": 1,
        "phase": "play",
        "hands": [["KH", "4C"], ["5C", "6D", "7S"], ["8H", "9D"], ["QS"]],
        "melds": [[["AH", "AD", "AC"]], [["JH", "JD", "JC"]]],
        "red_threes": [["3H"], []],
        "pile": ["4H", "2D", "5S"],
        "stock": ["6C", "7C", "8C"],
        "this_turn": {"drawn": ["7S"]},
        "penalised": [[], [], ["9D"], []],
        "penalties": [[{"rule": "penalty.drew-out-of-turn", "points": 100}], []],
    }
    return Position.parse({**data, **more})


def test_the_own_hand_is_known_and_of_the_others_their_number() -> None:
    seen = view(table(), 0)
    assert seen.hands[0] == cards("KH 4C")
    assert seen.hands[1] == HIDDEN * 3
    assert seen.hands[3] == HIDDEN


def test_penalised_cards_lie_face_up() -> None:
    seen = view(table(), 0)
    assert seen.hands[2] == (*cards("9D"), UNKNOWN)
    assert seen.penalised == table().penalised


def test_all_that_lies_on_the_table_is_known() -> None:
    seen = view(table(), 3)
    for name in ("melds", "concealed_melds", "red_threes", "penalties", "scores", "turn", "phase", "laid_before"):
        assert getattr(seen, name) == getattr(table(), name)


def test_of_the_pile_the_top_card_is_known_the_number_and_the_wild_card_that_lies_crosswise_in_it() -> None:
    seen = view(table(), 0)
    assert seen.pile == (*cards("4H 2D"), UNKNOWN)
    assert seen.frozen


def test_where_nothing_forbids_it_the_pile_is_looked_through() -> None:
    dealt = play(deal(rules="brazilian", seed=4), "draw")
    dealt = replace(dealt, pile=cards("4H 2D 5S"))
    assert view(dealt, 2).pile == cards("4H 2D 5S")


def test_of_the_stock_the_number_is_known() -> None:
    assert view(table(), 0).stock == HIDDEN * 3
    assert view(table(stock=None), 0).stock is None


def test_what_was_drawn_is_known_to_who_drew_it_alone() -> None:
    assert view(table(), 1).this_turn.drawn == cards("7S")
    for seat in (0, 2, 3):
        assert view(table(), seat).this_turn.drawn == HIDDEN


def test_when_the_deal_is_over_the_hands_are_laid_open_and_can_be_counted() -> None:
    over = table(phase="over", this_turn={})
    assert view(over, 0).hands == over.hands
    assert score(view(over, 0)) == [replace(sheet, lines=sheet.lines) for sheet in score(over)]
    assert view(over, 0).stock == HIDDEN * 3


@pytest.mark.parametrize("seat", [-1, 4])
def test_there_is_no_view_from_a_seat_that_is_not_there(seat: int) -> None:
    with pytest.raises(InvalidPosition, match="seat"):
        view(table(), seat)


# laws


@settings(max_examples=300)
@given(positions(), st.data())
def test_a_view_is_a_position_of_its_own_and_adds_nothing(position: Position, data: st.DataObject) -> None:
    seat = data.draw(st.integers(0, position.players - 1))
    seen = view(position, seat)
    assert view(seen, seat) == seen
    # With an empty stock, whether the pile can be taken decides the phase; that may rest on cards that are hidden.
    if position.stock != ():
        assert Position.parse(seen.to_dict()) == seen
    for whole, part in ((position.hands, seen.hands), ((position.pile,), (seen.pile,))):
        assert [None if some is None else len(some) for some in whole] == [
            None if some is None else len(some) for some in part
        ]


def _bonus(position: Position, card: Card) -> bool:
    return position.rules.has("deck.red-threes") and card.is_red_three


def _otherwise(position: Position, seat: int, rng: Random) -> Position:
    """Another deal that looks the same to ``seat``: the hidden cards have changed places."""
    closed = position.rules.has("pile.closed")
    hands = [list(hand or ()) for hand in position.hands]
    pile, stock = list(position.pile), list(position.stock or ())
    places: list[tuple[list[Card], int]] = []
    for other, hand in enumerate(hands):
        shown = list(position.penalised[other])
        for at, card in enumerate(hand):
            if card in shown:
                shown.remove(card)
            elif other != seat:
                places.append((hand, at))
    places += [(stock, at) for at in range(len(stock))]
    # A wild card in the pile was seen to freeze it: it stays, and no other comes there.
    below = [(pile, at) for at in range(1, len(pile)) if closed and not position.rules.is_wild(pile[at])]
    places = [(some, at) for some, at in places + below if not _bonus(position, some[at])]
    swapped = [some[at] for some, at in places]
    rng.shuffle(swapped)
    naturals = iter([card for card in swapped if not position.rules.is_wild(card)])
    for some, at in places:
        if some is pile:
            pile[at] = next(naturals)
            swapped.remove(pile[at])
    for (some, at), card in zip([place for place in places if place[0] is not pile], swapped, strict=True):
        some[at] = card
    drawn = position.this_turn.drawn
    if seat != position.turn and drawn:
        others = [c for c in hands[position.turn] if c not in position.penalised[position.turn]]
        drawn = tuple(others[-len(drawn) :]) if len(others) >= len(drawn) else drawn
    return replace(
        position,
        hands=tuple(map(tuple, hands)),
        pile=tuple(pile),
        stock=tuple(stock),
        this_turn=replace(position.this_turn, drawn=drawn),
    )


@settings(max_examples=60)
@given(st.sampled_from(KEYS), st.integers(0, 2**32 - 1), st.integers(0, 120), st.data())
def test_two_deals_that_look_the_same_to_a_seat_give_it_the_same_view(
    key: str, seed: int, steps: int, data: st.DataObject
) -> None:
    players = data.draw(st.sampled_from(ruleset(key).p.players))
    position, player = deal(rules=key, players=players, seed=seed), Player(seed, faults=0.1)
    for _ in range(steps):
        if position.phase == "over":
            break
        position = play(position, player(position))
    assume(position.phase != "over")
    seat = data.draw(st.integers(0, players - 1))
    other = _otherwise(position, seat, Random(seed))
    assert view(other, seat) == view(position, seat)
    known = [*(position.hands[seat] or ()), *chain.from_iterable(chain.from_iterable(position.melds))]
    known += [*chain.from_iterable(position.red_threes), *chain.from_iterable(position.penalised)]
    known += position.pile if not position.rules.has("pile.closed") else position.pile[:1]
    # Wild cards that freeze the pile lie crosswise in it, for all to see.
    known += filter(position.rules.is_wild, position.pile)
    seen = view(position, seat)
    shown = chain(*(hand or () for hand in seen.hands), seen.pile, seen.stock or (), seen.this_turn.drawn)
    assert {card for card in shown if card is not UNKNOWN} <= set(known)
