"""Playing moves: what is legal is done, what is priced is paid for, everything else is refused."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from canasta_teach.cards import UNKNOWN, Card, cards, codes
from canasta_teach.errors import CanastaError, IllegalMove, InvalidMove, InvalidPosition
from canasta_teach.game.deal import deal
from canasta_teach.game.moves import Move
from canasta_teach.game.play import play
from canasta_teach.game.referee import after, judge
from canasta_teach.game.scoring import score
from canasta_teach.game.state import Penalty, Position, Turn
from canasta_teach.rulebook import KEYS, ruleset
from tests.strategies import OPTIONS, damaged_text, positions, random_move
from tests.strategies.player import Player

QUEENS, ACES = ["QH", "QD", "QC"], ["AH", "AD", "AC"]
HAND = ["JH", "JD", "JC", "KS", "8C"]
PILE = ["QS", "4D", "9D"]


def italian(**more: Any) -> Position:
    """Four players; side 0 has queens and aces down, a queen lies on the pile."""
    table = {"rules": "italian", "hands": [HAND, 11, 11, 11], "melds": [[QUEENS, ACES], []], "pile": PILE, "stock": 40}
    return Position.parse({**table, **more})


def brazilian(**more: Any) -> Position:
    """Side 0 stands at 755 points, and seat 0 has not laid."""
    hand = ["KH", "KD", "KC", "QH", "QD", "QC", "AH", "AD", "AC", "4C"]
    table = {"rules": "brazilian", "scores": [755, 0], "hands": [hand, 11, 11, 11], "phase": "play", "stock": 40}
    return Position.parse({**table, **more})


def hand_of(position: Position, seat: int) -> list[str]:
    return sorted(codes(position.hands[seat] or ()))


# legal and refused moves


def test_a_legal_move_is_done_and_the_position_before_stays() -> None:
    before = italian()
    done = play(before, "take onto Q; discard 8C")
    assert before == italian()
    assert (done.turn, done.phase, done.pile[0].code) == (1, "draw", "8C")
    assert hand_of(done, 0) == sorted(["JH", "JD", "JC", "KS", "4D", "9D"])


def test_a_move_is_taken_as_data_too() -> None:
    assert play(italian(), Move.parse("draw 4C")) == play(italian(), "draw 4C")


def test_a_refused_move_raises_with_its_ruling() -> None:
    with pytest.raises(IllegalMove) as caught:
        play(italian(phase="play"), "meld JH JD JC; discard 7D")
    ruling = caught.value.ruling
    assert (ruling.legal, ruling.act, ruling.rules) == (False, 1, ("turn.cards-in-hand",))


def test_after_an_act_that_was_paid_for_the_ruling_is_of_what_followed_it() -> None:
    with pytest.raises(IllegalMove) as caught:
        play(italian(), "take; discard 8C")
    ruling = caught.value.ruling
    assert str(ruling.move) == "discard 8C"
    assert ruling.rules == ("turn.draw-first",)
    assert ruling.position is not None
    assert ruling.position.this_turn.must_draw


def test_text_outside_the_notation_is_an_invalid_move() -> None:
    with pytest.raises(InvalidMove):
        play(italian(), "dance")


@pytest.mark.parametrize("key", ["goren_1949", "classic", "swedish", "brazilian"])
def test_where_nothing_is_priced_an_irregular_act_is_refused_and_costs_nothing(key: str) -> None:
    table = {"rules": key, "hands": [HAND, 11, 11, 11], "melds": [[QUEENS, ACES], []], "pile": PILE, "stock": 40}
    tried = ["seat 1: draw 4C", "seat 2: meld 7H 7D 7C"] + (
        [] if key == "brazilian" else ["take", "take / meld JH JD JC"]
    )
    for move in tried:
        with pytest.raises(IllegalMove):
            play(Position.parse(table), move)


# the Italian page, "Penalties are applicable for the following errors"


def test_a_pile_taken_without_a_meld_is_rebuilt_costs_50_and_the_player_must_draw() -> None:
    before = italian()
    paid = play(before, "take")
    assert (paid.pile, paid.hands, paid.phase, paid.turn) == (before.pile, before.hands, "draw", 0)
    assert paid.this_turn == Turn(must_draw=True)
    assert paid.penalties == ((Penalty("penalty.took-without-meld", 50),), ())
    with pytest.raises(IllegalMove):
        play(paid, "take onto Q")
    drawn = play(paid, "draw 4C")
    assert (drawn.phase, drawn.this_turn.must_draw, drawn.penalties) == ("play", False, paid.penalties)


def test_a_pile_put_back_keeps_its_red_threes_and_its_freeze() -> None:
    before = italian(pile=["QS", "3H", "2D"])
    paid = play(before, "take")
    assert (paid.pile, paid.frozen, paid.red_threes) == (before.pile, True, before.red_threes)


def test_with_an_empty_stock_the_deal_ends_when_the_pile_is_put_back() -> None:
    paid = play(italian(stock=0), "take")
    assert (paid.phase, paid.went_out, paid.pile) == ("over", None, italian(stock=0).pile)


def test_each_act_of_a_sequence_is_judged_where_the_one_before_led_at_its_price() -> None:
    assert play(italian(), "take; draw 4C; meld JH JD JC; discard 8C") == play(
        play(italian(), "take"), "draw 4C; meld JH JD JC; discard 8C"
    )


@pytest.mark.parametrize("move", ["take / meld JH JD JC", "take; meld JH JD JC"])
def test_a_meld_without_the_top_card_costs_200_the_pile_stays_taken_and_the_cards_are_penalised(move: str) -> None:
    paid = play(italian(), move)
    assert paid.pile == ()
    assert hand_of(paid, 0) == sorted(HAND + PILE)
    assert paid.penalised == (cards("JH JD JC"), (), (), ())
    assert paid.penalties == ((Penalty("penalty.top-card-unused", 200),), ())
    assert (paid.phase, paid.this_turn, paid.melds) == ("play", Turn(took_pile=True), italian().melds)


def test_after_that_the_turn_goes_on_and_penalised_cards_go_first() -> None:
    paid = play(italian(), "take / meld JH JD JC")
    with pytest.raises(IllegalMove) as caught:
        play(paid, "discard 8C")
    assert caught.value.ruling.rules == ("penalty.penalised-cards",)
    free = play(paid, "meld JH JD JC; discard 8C")
    assert (free.penalised, free.turn) == (((), (), (), ()), 1)


def test_red_threes_of_a_pile_that_stays_taken_go_to_the_table() -> None:
    paid = play(italian(pile=["QS", "3H", "9D"]), "take / meld JH JD JC")
    assert paid.red_threes[0] == cards("3H")
    assert hand_of(paid, 0) == sorted([*HAND, "QS", "9D"])


def test_a_card_that_is_penalised_already_is_not_penalised_twice() -> None:
    paid = play(italian(penalised=[["JH"], [], [], []]), "take / meld JH JD JC")
    assert Counter(paid.penalised[0]) == Counter(cards("JH JD JC"))
    assert Position.parse(paid.to_dict()) == paid


def test_a_card_drawn_out_of_turn_costs_100_and_stays_penalised() -> None:
    paid = play(italian(turn=3, hands=[HAND, 11, 11, 11], stock=["7S", "6C"]), "seat 0: draw")
    assert hand_of(paid, 0) == sorted([*HAND, "7S"])
    assert paid.penalised[0] == cards("7S")
    assert paid.penalties == ((Penalty("penalty.drew-out-of-turn", 100),), ())
    assert (paid.turn, paid.phase, paid.stock) == (3, "draw", cards("6C"))


def test_who_drew_out_of_turn_still_draws_when_the_turn_comes() -> None:
    paid = play(italian(turn=3, stock=["7S", "6C", "5D", "9S"]), "seat 0: draw; draw; discard 6C; draw")
    assert (paid.turn, paid.this_turn.drawn) == (0, cards("5D"))
    assert hand_of(paid, 0) == sorted([*HAND, "7S", "5D"])


def test_a_red_three_drawn_out_of_turn_is_tabled_and_replaced() -> None:
    paid = play(italian(turn=3, stock=["3D", "7S", "6C"]), "seat 0: draw")
    assert (paid.red_threes[0], paid.penalised[0], paid.stock) == (cards("3D"), cards("7S"), cards("6C"))


def test_a_red_three_drawn_out_of_turn_as_the_last_card_ends_the_deal() -> None:
    paid = play(italian(turn=3, stock=["3D"]), "seat 0: draw")
    assert (paid.phase, paid.red_threes[0], paid.penalised[0]) == ("over", cards("3D"), ())


def test_the_last_card_drawn_out_of_turn_ends_the_deal_of_one_who_cannot_take_the_pile() -> None:
    paid = play(italian(turn=3, hands=[HAND, 11, 11, ["4H", "5H"]], stock=["7S"], pile=["3C"]), "seat 0: draw")
    assert paid.phase == "over"
    # One who has drawn already plays the turn to its end.
    mid = italian(turn=3, phase="play", hands=[HAND, 11, 11, ["4H", "5H"]], stock=["7S"], pile=["3C"])
    assert play(mid, "seat 0: draw").phase == "play"


def test_a_red_three_that_the_players_table_themselves_is_never_penalised() -> None:
    table = italian(options={"honour": "players"}, turn=3, stock=["3D", "7S"])
    paid = play(table, "seat 0: draw")
    assert "3D" in hand_of(paid, 0)
    assert paid.penalised[0] == ()


def test_the_pile_taken_out_of_turn_costs_100_and_its_cards_stay_penalised() -> None:
    before = italian(turn=3, pile=["QS", "3H", "2D"])
    paid = play(before, "seat 0: take")
    assert hand_of(paid, 0) == sorted([*HAND, "QS", "2D"])
    assert (paid.penalised[0], paid.red_threes[0]) == (cards("QS 2D"), cards("3H"))
    assert paid.penalties == ((Penalty("penalty.drew-out-of-turn", 100),), ())
    assert (paid.pile, paid.frozen) == ((), False)
    assert (paid.turn, paid.phase, paid.this_turn) == (3, "draw", before.this_turn)


def test_with_an_empty_stock_the_deal_ends_when_the_pile_is_taken_out_of_turn() -> None:
    # Seat 3 could have taken the queen; now there is nothing to take.
    table = italian(turn=3, hands=[HAND, 11, 11, ["QH", "QD", "4H", "5H"]], melds=[[], [ACES]], stock=0)
    assert table.phase == "draw"
    assert play(table, "seat 0: take").phase == "over"


@pytest.mark.parametrize(("turn", "points"), [(3, 200), (2, 300)])
def test_cards_laid_with_it_come_back_unpenalised_and_cost_as_laid_out_of_turn(turn: int, points: int) -> None:
    paid = play(italian(turn=turn, pile=["JS", "4D"]), "seat 0: take with JH JD")
    assert hand_of(paid, 0) == sorted([*HAND, "JS", "4D"])
    assert paid.penalised[0] == cards("JS 4D")
    assert paid.penalties[0] == (Penalty("penalty.drew-out-of-turn", points),)
    assert paid.melds == italian().melds


@pytest.mark.parametrize(("turn", "points"), [(1, 100), (2, 200)])
def test_cards_laid_out_of_turn_return_and_cost_more_in_the_partners_turn(turn: int, points: int) -> None:
    before = italian(turn=turn, phase="play")
    paid = play(before, "seat 0: meld JH JD JC")
    assert paid.penalties == ((Penalty("penalty.melded-out-of-turn", points),), ())
    assert (paid.hands, paid.melds, paid.penalised) == (before.hands, before.melds, before.penalised)
    assert (paid.turn, paid.phase, paid.laid_before) == (turn, "play", before.laid_before)


def test_penalties_of_a_side_add_up_on_its_score_sheet() -> None:
    table = italian(
        turn=3, hands=[["JH", "JD", "JC"], ["4H"], ["5H"], ["6H"]], pile=["3C"], stock=["7S", "8S"], penalised=[[]] * 4
    )
    paid = play(table, "seat 0: draw; seat 2: draw")
    assert paid.phase == "over"
    assert [sheet.penalties for sheet in score(paid)] == [-200, 0]


def test_a_discard_out_of_turn_has_no_price() -> None:
    with pytest.raises(IllegalMove):
        play(italian(turn=3, phase="play"), "seat 0: discard 8C")


def test_what_is_drawn_from_an_unknown_stock_must_be_named_when_it_comes_to_lie_face_up() -> None:
    assert play(italian(turn=3), "seat 0: draw 7S").penalised[0] == cards("7S")
    with pytest.raises(InvalidPosition, match="face up"):
        play(italian(turn=3), "seat 0: draw")
    with pytest.raises(InvalidPosition, match="face up"):
        play(italian(turn=3, pile={"top": "QS", "count": 3}), "seat 0: take")


def test_penalised_cards_of_a_hand_known_by_number_are_known_from_then_on() -> None:
    paid = play(italian(turn=1, hands=[HAND, 11, 11, 11]), "seat 2: draw 7S; take / meld 8S 8H 8D")
    assert hand_of(paid, 2).count("7S") == 1
    assert Counter(paid.hands[1] or ())[UNKNOWN] == 11 - 3
    assert paid.penalised == ((), cards("8S 8H 8D"), cards("7S"), ())
    assert Position.parse(paid.to_dict()) == paid
    with pytest.raises(InvalidPosition, match="number"):
        play(italian(turn=1, hands=[HAND, 11, None, 11], stock=20), "seat 2: draw 7S")


def test_when_the_deal_is_over_nothing_is_priced_any_more() -> None:
    over = italian(phase="over", hands=[["JH"], ["4C"], ["5C"], ["6C"]], stock=["7S", "8S"])
    with pytest.raises(IllegalMove):
        play(over, "seat 1: draw")


def test_an_act_whose_price_would_leave_nothing_to_play_is_refused() -> None:
    # Only the 3H lies on the pile: after the 200 the player would hold one card and may not discard it.
    table = italian(
        options={"honour": "players"}, hands=[["JH"], 11, 11, 11], pile=["3H"], melds=[[["JD", "JC", "JS"]], []]
    )
    with pytest.raises(IllegalMove):
        play(table, "take / add JH to J")


# Brazilian, "Vulnerability"


def test_a_short_first_laying_of_a_vulnerable_player_is_taken_back_and_90_are_needed_then() -> None:
    before = brazilian()
    paid = play(before, "meld KH KD KC")
    assert (paid.hands, paid.melds, paid.this_turn, paid.turn) == (before.hands, before.melds, before.this_turn, 0)
    assert (paid.minimum_raised, paid.penalties) == ((True, False), ((), ()))
    # Kings and queens count 60, with the aces 105; 75 would have done before.
    with pytest.raises(IllegalMove) as caught:
        play(paid, "meld KH KD KC / QH QD QC")
    assert "initial.withdrawn" in caught.value.ruling.rules
    laid = play(paid, "meld KH KD KC / QH QD QC / AH AD AC")
    assert len(laid.melds[0]) == 3


def test_75_is_enough_for_a_vulnerable_player() -> None:
    assert play(brazilian(), "meld KH KD KC / AH AD AC").minimum_raised == (False, False)


def test_a_pile_that_was_to_be_taken_with_a_short_laying_stays_where_it_is() -> None:
    options = {"pile_free": False}
    before = brazilian(phase="draw", options=options, pile=["KS", "5D"])
    paid = play(before, "take with KH KD")
    assert (paid.pile, paid.hands, paid.phase, paid.minimum_raised) == (
        before.pile,
        before.hands,
        "draw",
        (True, False),
    )


def test_in_the_free_pile_game_the_take_stands_and_only_the_laying_is_taken_back() -> None:
    paid = play(brazilian(phase="draw", pile=["KS", "5D"]), "take / meld KH KD KC")
    assert (paid.pile, paid.phase, paid.minimum_raised) == ((), "play", (True, False))
    assert "KS" in hand_of(paid, 0)


# laws


def _points(position: Position) -> list[int]:
    return [sum(one.points for one in side) for side in position.penalties]


@settings(max_examples=400)
@given(positions(), st.integers(0, 2**32 - 1))
def test_a_move_is_played_as_the_referee_rules(position: Position, seed: int) -> None:
    rng = Random(seed)
    text = random_move(rng, position.to_dict())
    if rng.random() < 0.3:
        text = damaged_text(rng, text)
    try:
        ruling = judge(position, text)
    except CanastaError as error:
        with pytest.raises(type(error)):
            play(position, text)
        return
    if ruling.legal:
        assert play(position, text) == after(position, text)
        return
    if ruling.consequence is None or len(Move.parse(text).acts) > 1:
        try:
            play(position, text)
        except IllegalMove as error:
            if ruling.consequence is None:
                assert error.ruling.to_dict() == ruling.to_dict()
        except InvalidPosition as error:
            assert "face up" in str(error)
        except InvalidMove:
            assert ruling.consequence is not None
        else:
            assert ruling.consequence is not None
        return
    try:
        paid = play(position, text)
    except (IllegalMove, InvalidPosition):
        # No act would be left, or cards would lie face up that are not known.
        return
    price = ruling.consequence
    gained = [new - old for new, old in zip(_points(paid), _points(position), strict=True)]
    assert sorted(gained, reverse=True) == [price.points, *[0] * (position.sides - 1)]
    assert paid.melds == position.melds
    assert paid.turn == position.turn
    assert (paid.minimum_raised != position.minimum_raised) == (price.rule == "initial.withdrawn")
    assert Position.parse(paid.to_dict(), house=None) == paid


def _all_cards(position: Position) -> Counter[Card]:
    hands = chain.from_iterable(hand or () for hand in position.hands)
    melds = chain.from_iterable(chain.from_iterable(position.melds))
    return Counter(chain(hands, melds, *position.red_threes, position.pile, position.stock or ()))


GAMES: list[tuple[str, dict[str, Any]]] = [
    *((key, {}) for key in KEYS),
    *((key, options) for key in KEYS for options in OPTIONS[key]),
    ("classic", {"penalties": True, "draw_count": 2}),
    ("brazilian", {"penalties": True, "pile_free": False}),
]


@settings(max_examples=80)
@given(st.sampled_from(GAMES), st.integers(0, 2**32 - 1), st.data())
def test_cards_are_conserved_and_penalties_fall_only_where_they_are_priced(
    game: tuple[str, dict[str, Any]], seed: int, data: st.DataObject
) -> None:
    key, options = game
    rules = ruleset(key, options)
    players = data.draw(st.sampled_from(rules.p.players))
    position = deal(rules=rules, players=players, seed=seed)
    whole, player = _all_cards(position), Player(seed, faults=0.1)
    assert sum(whole.values()) == len(rules.deck())
    for _ in range(120):
        if position.phase == "over":
            break
        before, act = position, player(position)
        price = judge(before, act).consequence
        position = play(before, act)
        assert _all_cards(position) == whole
        assert sum(_points(position)) == sum(_points(before)) + (price.points if price else 0)
        assert Position.parse(position.to_dict()) == position
        for seat, marked in enumerate(position.penalised):
            assert not Counter(marked) - Counter(position.hands[seat] or ())
    if not rules.has("penalty.penalised-cards"):
        assert not any(position.penalties)
        assert not any(position.penalised)
