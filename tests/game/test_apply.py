"""What legal acts do to a table: no card is lost or made, and all that follows by itself has followed."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from canasta_teach.cards import UNKNOWN, Card, codes
from canasta_teach.errors import CanastaError, InvalidMove
from canasta_teach.game.deal import deal
from canasta_teach.game.moves import Act, Move
from canasta_teach.game.referee import after, is_legal, judge
from canasta_teach.game.state import Position
from canasta_teach.rulebook import KEYS, ruleset
from tests.strategies import random_table, stored_cases
from tests.strategies.damage import random_act


def all_cards(position: Position) -> Counter[Card]:
    """Every card of a table whose hands are all at least counted."""
    found: Counter[Card] = Counter(position.pile)
    found.update(position.stock or ())
    for hand in position.hands:
        found.update(hand or ())
    for some in (*position.red_threes, *(meld for side in position.melds for meld in side)):
        found.update(some)
    return found


# -- no card is lost or made ---------------------------------------------------------------------------


def _some_legal_act(rng: Random, position: Position) -> str | None:
    """A legal act, often one that takes or lays; ``None`` when ten tries and the plain ones find none."""
    hand = codes(position.hands[position.turn] or ())
    plain = (
        ["draw", "take"] if position.phase == "draw" else [f"discard {code}" for code in rng.sample(hand, len(hand))]
    )
    alike = [code for code, count in Counter(code[:-1] for code in hand).items() if count >= 3 for _ in range(count)]
    melds = [f"meld {' '.join(c for c in hand if c[:-1] == rank)}" for rank in dict.fromkeys(alike)]
    for text in (*melds, *(random_act(rng, hand) for _ in range(10)), *plain):
        if text.startswith(("seat", "take top", "take back")) or (text.startswith("discard") and text not in plain):
            continue
        try:
            if is_legal(position, text):
                return text
        except CanastaError:  # an act that there is not at this table
            continue
    return None


@pytest.mark.parametrize("rounds", [4, pytest.param(150, marks=pytest.mark.long)])
@pytest.mark.parametrize("key", KEYS)
def test_over_whole_deals_the_deck_stays_whole_and_every_table_can_be_read_back(key: str, rounds: int) -> None:
    rules = ruleset(key)
    for seed in range(rounds):
        rng = Random(seed)
        position = deal(rules=key, players=rng.choice(rules.p.players), seed=seed)
        whole = Counter(rules.deck())
        for _ in range(400):
            if position.phase == "over":
                break
            act = _some_legal_act(rng, position)
            assert act is not None, f"seed {seed}: no act found at {position.to_json()}"
            position = after(position, act)
            assert all_cards(position) == whole, f"seed {seed}: {act}"
            assert Position.parse(position.to_dict()) == position, f"seed {seed}: {act} {position.to_json()}"
        assert position.phase == "over", f"seed {seed}: 400 acts did not end the deal"


def test_a_legal_move_of_any_case_keeps_the_number_of_cards() -> None:
    done = 0
    for data, move in stored_cases():
        try:
            position = Position.parse(data)
            then = after(position, move)
        except CanastaError:  # bad input, or refused
            continue
        if any(hand is None for hand in position.hands) or position.stock is None:
            continue
        before, now = all_cards(position), all_cards(then)
        assert before.total() == now.total(), f"{move} {position.to_json()}"
        new = now - before
        assert new.total() <= before[UNKNOWN], f"{move}: {new}"
        done += 1
    assert done > 500


def test_a_legal_move_leaves_a_table_that_can_be_read_back() -> None:
    for data, move in stored_cases():
        try:
            then = after(Position.parse(data), move)
        except CanastaError:  # bad input, or refused
            continue
        assert Position.parse(then.to_dict()) == then, f"{move} {then.to_json()}"


# -- the parts of one act ------------------------------------------------------------------------------


def _orders(move: Move) -> list[Move]:
    """The move with the parts of its acts in every other order, for acts whose parts are whole melds of their own."""
    found = []
    for at, act in enumerate(move.acts):
        if 1 < len(act.parts) <= 4:
            for parts in list(permutations(act.parts))[1:]:
                other = Act(act.kind, act.seat, act.cards, act.onto, parts, act.yes)
                found.append(Move((*move.acts[:at], other, *move.acts[at + 1 :])))
    return found


def test_the_order_of_the_parts_of_an_act_does_not_matter() -> None:
    compared = 0
    made = []
    for seed in range(1_500):
        table = random_table(Random(seed))
        hand = table["hands"][table["turn"]]
        faces = list(hand) if isinstance(hand, list) else []
        made.append((table, random_act(Random(seed), faces)))
    for data, text in [*stored_cases(), *made]:
        try:
            position, move = Position.parse(data), Move.parse(text)
            first = judge(position, move)
        except CanastaError:  # bad input has its own tests
            continue
        for other in _orders(move):
            ruling = judge(position, other)
            assert ruling.legal is first.legal, f"{other} {position.to_json()}"
            assert set(ruling.rules) == set(first.rules), f"{other} {position.to_json()}"
            for name in ("counted", "needed"):
                assert _numbers(ruling.to_dict(), name) == _numbers(first.to_dict(), name), f"{other}: {name}"
            assert ruling.consequence is None or first.consequence is not None
            compared += 1
    assert compared > 300


def _numbers(ruling: dict[str, Any], name: str) -> list[int]:
    found = [v["facts"][name] for v in ruling["violations"] if name in v["facts"]]
    return sorted(found + ([ruling["outcome"][name]] if ruling["outcome"] else []))


# -- what follows by itself ----------------------------------------------------------------------------

HAND = ["KH", "KD", "KC", "8S", "4C", "5D"]
TABLE: dict[str, Any] = {"hands": [HAND, 9, 9, 9], "melds": [[["AH", "AD", "AC"]], []], "pile": ["8D"]}
PLAY = {**TABLE, "phase": "play"}
CANASTA = ["QH", "QH", "QD", "QD", "QC", "QC", "QS"]


def _after(table: dict[str, Any], move: str) -> Position:
    return after(Position.parse(table), move)


def test_a_drawn_red_three_is_tabled_and_replaced() -> None:
    then = _after({**TABLE, "stock": ["3H", "3D", "9C", "9D"]}, "draw")
    assert codes(then.red_threes[0]) == ["3H", "3D"]
    assert codes(then.this_turn.drawn) == ["9C"]
    assert codes(then.stock or ()) == ["9D"]


def test_a_red_three_drawn_as_the_last_card_ends_the_deal() -> None:
    then = _after({**TABLE, "stock": ["3H"]}, "draw")
    assert (then.phase, then.went_out) == ("over", None)
    assert codes(then.red_threes[0]) == ["3H"]


def test_a_wild_discard_freezes_and_taking_the_pile_unfreezes() -> None:
    frozen = _after({**PLAY, "hands": [["2S", *HAND], 9, 9, 9]}, "discard 2S")
    assert frozen.frozen
    table = {**TABLE, "pile": ["KS", "2D", "9C", "3H"]}
    assert Position.parse(table).frozen
    taken = _after(table, "take with KH KD")
    assert not taken.frozen
    assert taken.pile == ()
    assert codes(taken.red_threes[0]) == ["3H"]
    assert Counter(codes(taken.hands[0] or ())) == Counter(["KC", "8S", "4C", "5D", "2D", "9C"])


def test_a_discard_passes_the_turn_and_remembers_who_laid() -> None:
    then = _after({**PLAY, "laid_before": [False, False, True, False]}, "meld KH KD KC; discard 4C")
    assert (then.turn, then.phase) == (1, "draw")
    assert then.laid_before == (True, False, True, False)
    assert then.this_turn.laid == ()
    assert codes(then.pile) == ["4C", "8D"]


def test_the_last_card_gone_ends_the_deal_at_once() -> None:
    then = _after({**PLAY, "hands": [["4C"], 9, 9, 9], "melds": [[CANASTA], []]}, "discard 4C")
    assert (then.phase, then.went_out, then.concealed) == ("over", 0, False)


@pytest.mark.parametrize(
    ("melds", "laid_before", "concealed"),
    [([CANASTA], False, True), ([CANASTA], True, False), ([CANASTA, ["KS", "KS", "KC"]], False, False)],
)
def test_a_hand_laid_whole_in_one_turn_goes_out_concealed(
    melds: list[list[str]], laid_before: bool, concealed: bool
) -> None:
    table = {
        "phase": "play", "hands": [["KH", "KD", "KC", "4C"], 9, 9, 9], "melds": [melds, []],
        "laid_before": [laid_before, False, True, False],
    }  # fmt: skip
    then = _after(table, "meld KH KD KC; discard 4C")
    assert (then.went_out, then.concealed) == (0, concealed)


def test_a_canasta_laid_whole_is_a_concealed_one_where_there_are_such() -> None:
    table = {**PLAY, "hands": [[*CANASTA, "4C", "5D"], 9, 9, 9]}
    assert _after({**table, "rules": "swedish"}, f"meld {' '.join(CANASTA)}").concealed_melds[0] == {1}
    assert _after(table, f"meld {' '.join(CANASTA)}").concealed_melds[0] == frozenset()


def test_cards_of_a_rank_that_is_down_are_merged_where_ranks_merge() -> None:
    table = {**PLAY, "melds": [[["KS", "KS", "KC"]], []]}
    assert len(_after(table, "meld KH KD KC").melds[0]) == 1
    assert len(_after({**table, "rules": "brazilian"}, "meld KH KD KC").melds[0]) == 2


def test_the_question_waits_for_the_partner_and_its_answer_binds_this_turn_alone() -> None:
    table = {**PLAY, "hands": [["KH", "KD", "KC", "4C"], 9, 9, 9], "melds": [[CANASTA], []]}
    asked = _after(table, "ask")
    assert (asked.permission, asked.turn) == ("asked", 0)
    assert after(asked, "answer yes").permission == "yes"
    refused = after(asked, "seat 2: answer no")
    assert refused.permission == "no"
    assert after(refused, "discard 4C").permission is None


def test_a_rejected_card_lies_on_the_pile_and_another_is_drawn() -> None:
    table = {
        "rules": "brazilian", "phase": "play", "first_turn": True, "hands": [HAND, 9, 9, 9], "stock": ["9C", "9D"],
        "this_turn": {"drawn": "5D"},
    }  # fmt: skip
    then = _after(table, "redraw")
    assert codes(then.pile) == ["5D"]
    assert codes(then.this_turn.drawn) == ["9C"]
    assert then.this_turn.redrawn
    assert "5D" not in codes(then.hands[0] or ())


def test_a_relancinho_ends_the_deal_and_throws_the_twelfth_card() -> None:
    eleven = ["4H", "5H", "6H", "7H", "8H", "9C", "9D", "9S", "JC", "JD", "JS"]
    table = {"rules": "brazilian", "phase": "play", "hands": [[*eleven, "KD"], 9, 9, 9], "pile": ["8D"]}
    then = _after(table, "relancinho 4H 5H 6H 7H 8H / 9C 9D 9S / JC JD JS")
    assert (then.phase, then.went_out, then.relancinho) == ("over", 0, True)
    assert codes(then.pile) == ["KD", "8D"]
    assert then.hands[0] == ()


def test_a_red_three_kept_back_is_tabled_by_its_player() -> None:
    table = {
        **PLAY, "rules": "italian", "options": {"honour": "players"}, "hands": [["3H", *HAND], 9, 9, 9],
        "stock": ["9C", "9D"],
    }  # fmt: skip
    then = _after(table, "table 3H")
    assert codes(then.red_threes[0]) == ["3H"]
    assert codes(then.hands[0] or ()) == [*HAND, "9C"]


def test_penalised_cards_that_are_laid_or_discarded_are_penalised_no_more() -> None:
    table = {**PLAY, "rules": "italian", "penalised": [["KH", "4C"], [], [], []]}
    laid = _after(table, "meld KH KD KC")
    assert codes(laid.penalised[0]) == ["4C"]
    assert after(laid, "discard 4C").penalised[0] == ()


def test_a_card_that_the_stock_cannot_hold_is_refused() -> None:
    position = Position.parse({**TABLE, "stock": ["9C"]})
    with pytest.raises(InvalidMove, match="9C"):
        after(position, "draw 9D")
    with pytest.raises(InvalidMove, match="KH"):
        after(replace(position, stock=(UNKNOWN,), pile=(position.hands[0] or ())[:1]), "draw KH")
