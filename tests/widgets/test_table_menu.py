"""The act bar of a table: what can be done now is what the referee allows, and each "not now" has its reason."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from random import Random
from typing import Any, ClassVar

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from canasta_teach.cards import UNKNOWN, Card
from canasta_teach.game.deal import deal
from canasta_teach.game.legal import legal_moves, random_act
from canasta_teach.game.moves import Act
from canasta_teach.game.play import play
from canasta_teach.game.state import Position
from canasta_teach.game.view import view
from canasta_teach.rulebook import KEYS
from canasta_teach.widgets.table_acts import hand_ids
from canasta_teach.widgets.table_game import to_act
from canasta_teach.widgets.table_menu import KEYS as ACT_KEYS
from canasta_teach.widgets.table_menu import label, menu
from canasta_teach.widgets.tray_state import Slot
from tests.strategies import positions

HAND = ["KH", "KD", "4C", "4H", "4S", "2C", "9S", "7D"]
OPENED = [[["AH", "AD", "AC"], ["9H", "9D", "9C"]], []]


def table(**more: Any) -> Position:
    data = {"hands": [HAND, 6, 8, 10], "pile": ["KC", "9H", "7S"], "stock": 30, "melds": OPENED}
    return Position.parse({**data, **more})


def ids(hand: Mapping[str, Card], codes: str) -> list[str]:
    free = dict(hand)
    found = []
    for code in codes.split():
        one = next(one for one, face in free.items() if face.code == code)
        del free[one]
        found.append(one)
    return found


def acts(position: Position, chosen: str = "", trays: tuple[str, ...] = (), seat: int = 0) -> dict[str, dict[str, Any]]:
    """The menu of a seat by verb, with these cards chosen and put on trays."""
    seen = view(position, seat)
    hand = hand_ids(seen.hands[seat] or ())
    slots = []
    left = dict(hand)
    for tray in trays:
        some = ids(left, tray)
        slots.append(Slot(tuple(some)))
        left = {one: face for one, face in left.items() if one not in some}
    found = menu(seen, seat, ids(left, chosen), slots, hand=hand)
    assert len({one["verb"] for one in found}) == len(found)
    return {one["verb"]: one for one in found}


def text(act: Mapping[str, Any]) -> str:
    return " ".join(piece["words"] if "words" in piece else " ".join(piece["cards"]) for piece in act["label"])


def main(found: Mapping[str, Mapping[str, Any]]) -> str | None:
    """The label of the one act that is marked, if any is."""
    marked = [text(one) for one in found.values() if one["main"]]
    assert len(marked) <= 1
    return marked[0] if marked else None


class TestBeforeDrawing:
    def test_drawing_and_taking_can_be_done_and_the_rest_comes_later(self) -> None:
        found = acts(table())
        assert {verb for verb, one in found.items() if one["state"] == "now"} == {"draw", "take"}
        assert found["lay"]["why"] == found["discard"]["why"] == found["ask"]["why"] == "Not now: you have not drawn."

    def test_nothing_is_marked_while_nothing_is_chosen(self) -> None:
        assert main(acts(table())) is None

    def test_the_chosen_pair_makes_the_take(self) -> None:
        assert main(acts(table(), "KH KD")) == "Take KC with KH KD"

    def test_cards_that_do_not_take_the_pile_mark_nothing(self) -> None:
        found = acts(table(), "4C 4H")
        assert main(found) is None
        assert text(found["take"]) == "Take the pile"
        assert found["take"]["state"] == "now"

    def test_a_pile_for_a_meld_that_lies_says_where_it_goes(self) -> None:
        assert text(acts(table(pile=["9S", "7S", "8C"]))["take"]) == "Take 9S onto the nines"

    def test_a_tray_makes_the_take_too(self) -> None:
        assert main(acts(table(), trays=("KH KD",))) is not None

    @pytest.mark.parametrize(
        ("more", "why"),
        [
            ({"pile": ["3C", "KC"]}, "Not now. A black three on top stops the next player."),
            ({"pile": ["QC", "2D"]}, "Not now. A frozen pile takes a natural pair from the hand."),
            ({"pile": ["QC"]}, "Not now: no cards of yours take it."),
            ({"pile": ["QC"], "melds": [[], []]}, "Not now. The pile is frozen for a side that has not melded."),
            ({"melds": [[], []], "scores": [4000, 0]}, "Not now: no cards of yours take it and count 120."),
            ({"rules": "brazilian", "pile": []}, "Not now. An empty pile cannot be taken."),
            ({"turn": 1}, "Not now: it is West's turn."),
            ({"phase": "play"}, "Not now: you have drawn."),
        ],
    )
    def test_a_take_that_cannot_be_made_has_its_reason(self, more: dict[str, Any], why: str) -> None:
        take = acts(table(**more))["take"]
        assert (take["state"], take["why"]) == ("later", why)


class TestAfterDrawing:
    def test_what_the_chosen_cards_make_is_marked(self) -> None:
        position = table(phase="play")
        assert main(acts(position, "4C 4H 4S")) == "Lay 4C 4H 4S"
        assert main(acts(position, "9S")) == "Add 9S to the nines"
        assert main(acts(position, "7D")) == "Discard 7D"
        assert main(acts(position, "7D KH")) is None

    def test_a_card_that_is_added_can_still_be_discarded(self) -> None:
        assert text(acts(table(phase="play"), "9S")["discard"]) == "Discard 9S"

    def test_trays_are_laid_together(self) -> None:
        assert main(acts(table(phase="play"), trays=("KH KD 2C", "4C 4H 4S"))) == "Lay 2 melds"
        assert main(acts(table(phase="play"), trays=("4C 4H 4S",))) == "Lay 4C 4H 4S"

    def test_with_melds_put_aside_a_chosen_card_is_not_taken_for_the_end_of_the_turn(self) -> None:
        position = table(phase="play", melds=[[], []], scores=[4000, 0])
        assert main(acts(position, "7D", trays=("4C 4H 4S",))) is None

    @pytest.mark.parametrize(
        ("more", "verb", "why"),
        [
            ({"hands": [["KH", "4C", "7D"], 6, 8, 10]}, "lay", "Not now: no cards of yours may be laid as a meld."),
            ({"hands": [["KH", "4C", "7D"], 6, 8, 10]}, "add", "Not now: no card of yours may be added."),
            ({"melds": [[], []]}, "add", "Not now: your side has no meld."),
            ({"melds": [[], []], "scores": [4000, 0]}, "lay", "Not now: your cards do not reach 120."),
            ({}, "ask", "Not now. Ask only if you can go out."),
            ({}, "draw", "Not now: you have drawn."),
        ],
    )
    def test_what_cannot_be_done_has_its_reason(self, more: dict[str, Any], verb: str, why: str) -> None:
        act = acts(table(phase="play", **more))[verb]
        assert (act["state"], act["why"]) == ("later", why)

    def test_what_is_only_tried_stands_apart_with_its_rule(self) -> None:
        found = acts(play(table(phase="play"), "meld 4C 4H 4S"))
        more = {verb: one["why"] for verb, one in found.items() if one["group"] == "more"}
        assert more == {
            "take-top": "The pile is taken whole or not at all.",
            "look": "Only the top card of the pile may be seen.",
            "take-back": "What is played stays played.",
        }


class TestTheQuestion:
    SEVEN: ClassVar = [["KS", "KD", "KC", "KH", "KS", "KC", "2S"]]

    def asked(self) -> Position:
        position = table(
            phase="play", melds=[self.SEVEN, []], hands=[["4C", "4H", "4S", "7D"], 6, ["5C", "6D"], 10], pile=["9H"]
        )
        return play(position, "ask")

    def test_the_partner_has_an_answer_and_nothing_else(self) -> None:
        found = acts(self.asked(), seat=2)
        assert [verb for verb, one in found.items() if one["group"] == "turn"] == ["yes", "no"]
        assert {found["yes"]["state"], found["no"]["state"]} == {"now"}

    def test_who_asked_waits(self) -> None:
        found = acts(self.asked())
        assert {one["state"] for one in found.values()} == {"later"}
        assert found["discard"]["why"].startswith("Not now")

    def test_where_nobody_is_a_partner_there_is_no_question(self) -> None:
        assert "ask" not in acts(deal(players=2, seed=1))
        assert "ask" not in acts(deal(rules="brazilian", seed=1))


class TestTheBrazilianGame:
    def test_the_first_player_may_reject_the_card_drawn(self) -> None:
        position = deal(rules="brazilian", seed=1)
        assert acts(position)["redraw"]["why"] == "Not now: you have not drawn."
        drew = play(position, "draw")
        assert acts(drew)["redraw"]["state"] == "now"
        assert acts(play(drew, "redraw"))["redraw"]["state"] == "later"

    def test_a_relancinho_is_marked_when_it_lies_on_the_trays(self) -> None:
        hand = ["4H", "5H", "6H", "7H", "9S", "9D", "9C", "9H", "QC", "QD", "QH"]
        position = table(rules="brazilian", phase="play", hands=[hand, 11, 11, 11], melds=[[], []])
        found = acts(position, trays=("4H 5H 6H 7H", "9S 9D 9C 9H", "QC QD QH"))
        assert main(found) == "Relancinho"
        assert acts(position)["relancinho"]["state"] == "now"

    def test_the_open_pile_may_be_looked_through_so_that_is_no_act(self) -> None:
        assert "look" not in acts(table(rules="brazilian"))


def test_a_red_three_that_waits_is_tabled() -> None:
    position = table(rules="italian", options={"honour": "players"}, hands=[[*HAND, "3H"], 6, 8, 10], melds=[[], []])
    assert acts(position)["table"]["state"] == "now"
    assert main(acts(position, "3H")) == "Table 3H"
    assert "table" not in acts(table())


def test_out_of_turn_nothing_is_now_and_whose_turn_it_is_is_said() -> None:
    found = acts(table(turn=1))
    assert {one["why"] for one in found.values() if one["group"] == "turn"} == {"Not now: it is West's turn."}


def test_when_the_deal_is_over_there_is_nothing_to_do() -> None:
    assert acts(table(phase="over", went_out=1, hands=[HAND, [], ["5C"], ["6C"]])) == {}


def test_a_hand_that_nobody_knows_is_not_ruled_on() -> None:
    assert acts(table(hands=[8, 6, 8, 10]))["draw"]["state"] == "now"


def test_every_verb_has_a_name_and_no_two_have_one_key() -> None:
    assert label("take") == "Take the pile"
    assert len(set(ACT_KEYS.values())) == len(ACT_KEYS)


def verb_of(act: Act) -> set[str]:
    """The verbs of the bar that an act of the notation can come from."""
    match act.kind:
        case "answer":
            return {"yes" if act.yes else "no"}
        case "lay":
            return {"lay" if part.to is None else "add" for part in act.parts}
        case kind:
            return {kind}


def agrees(position: Position) -> None:
    """The bar says "now" of exactly the verbs that have a legal act, and gives a reason for all others."""
    found = acts(position, seat=to_act(position))
    now = {verb for verb, one in found.items() if one["state"] == "now"}
    legal = {verb for move in islice(legal_moves(position), 20_000) for verb in verb_of(move.acts[0])}
    assert now == legal
    for one in found.values():
        assert (one["state"] == "later") == bool(one["why"])


@pytest.mark.parametrize("key", KEYS)
@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**16))
def test_now_is_said_of_exactly_the_verbs_that_have_a_legal_act(key: str, seed: int) -> None:
    rng = Random(seed)
    score = rng.choice((0, 800 if key == "brazilian" else 1500))
    position = deal(rules=key, players=rng.choice((2, 4)), seed=seed, scores=[score] * 2)
    for _ in range(rng.randrange(90)):
        if position.phase == "over":
            return
        position = play(position, random_act(position, rng))
    if position.phase == "over":
        return
    agrees(position)


@settings(deadline=None)
@given(positions())
def test_at_any_table_too(position: Position) -> None:
    seats = {position.turn, to_act(position)}
    assume(position.phase != "over" and all(UNKNOWN not in (position.hands[seat] or (UNKNOWN,)) for seat in seats))
    agrees(position)
