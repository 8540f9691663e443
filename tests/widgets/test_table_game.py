"""A deal at a practice table: done and tried acts, undo and redo, saved and loaded."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from canasta_teach.errors import InvalidCard, InvalidMove, InvalidPosition
from canasta_teach.game.match import play_deal
from canasta_teach.game.record import DealRecord
from canasta_teach.game.record_form import InvalidRecord
from canasta_teach.game.referee import after, judge
from canasta_teach.game.state import Position
from canasta_teach.game.view import view
from canasta_teach.players import plain
from canasta_teach.rulebook import parse_house
from canasta_teach.widgets.table_game import (
    KEPT_RULINGS,
    Game,
    begin,
    counted,
    do,
    follow,
    go_to,
    next_deal,
    read,
    redo,
    ruling_of,
    to_act,
    undo,
)
from tests.widgets.table_games import CANASTA, dealt, made, steps, table

SEEDS = st.integers(0, 2**32)


def bare(game: Game) -> Game:
    """The game without its rulings, which are made anew when asked for."""
    return replace(game, entries=tuple(replace(entry, ruling=None) for entry in game.entries))


def played(seed: int, *, honour: bool = True, count: int = 25) -> Game:
    rng = Random(seed)
    return steps(made(rng) if seed % 2 else dealt(rng), rng, count, honour=honour)


def finished(game: Game) -> Game:
    while not game.over:
        seat = to_act(game.position)
        game = follow(game, seat, plain(view(game.position, seat)))
    return game


# laws


@given(SEEDS, st.booleans())
@settings(max_examples=60, deadline=None)
def test_the_log_is_one_chain_of_positions_and_replays(seed: int, honour: bool) -> None:
    game = played(seed, honour=honour)
    position = game.start
    for entry in game.entries:
        assert entry.before == position
        assert not (entry.refused and entry.paid)
        if entry.refused:
            assert entry.after is entry.before
        position = entry.after
    assert game.step == len(game.entries) or not game.entries[game.step].refused
    replayed = begin(game.to_record())
    assert replayed.position == game.position
    assert [(e.seat, e.text, e.paid) for e in replayed.entries] == [
        (e.seat, e.text, e.paid) for e in game.done if not e.refused
    ]


@given(SEEDS)
@settings(max_examples=60, deadline=None)
def test_undo_then_redo_is_the_same_game(seed: int) -> None:
    game = played(seed)
    if game.can_undo:
        back = undo(game)
        assert back.can_redo
        assert redo(back) == game
    if game.can_redo:
        assert undo(redo(game)) == game


@given(SEEDS, st.data())
@settings(max_examples=60, deadline=None)
def test_any_step_gone_to_replays_to_the_same_end(seed: int, data: st.DataObject) -> None:
    game = go_to(played(seed), 0)
    game = go_to(game, len(game.entries))
    step = data.draw(st.integers(0, len(game.entries)))
    gone = go_to(game, step)
    assert gone.position == (game.entries[step - 1].after if step else game.start)
    assert begin(gone.to_record()).position == gone.position
    again = gone
    for entry in game.entries[gone.step :]:
        again = do(again, entry.seat, entry.text, honour=True)[0]
    assert bare(again) == bare(game)
    assert go_to(gone, len(game.entries)) == game


@given(SEEDS, st.booleans())
@settings(max_examples=60, deadline=None)
def test_a_saved_table_loads_to_the_same_position(seed: int, honour: bool) -> None:
    game = played(seed, honour=honour, count=12)
    loaded = read(game.to_record().to_json())
    assert loaded.position == game.position
    assert loaded.start == game.start
    assert loaded.to_record() == game.to_record()
    assert bare(loaded) == bare(begin(game.to_record()))


# doing


def test_a_legal_act_is_done_and_logged() -> None:
    game = begin(table())
    after_it, ruling = do(game, 0, "meld KH KS KD")
    assert ruling.legal
    (entry,) = after_it.done
    assert (entry.seat, entry.text, entry.refused, entry.paid) == (0, "meld KH KS KD", False, False)
    assert (entry.before, entry.after) == (game.position, after_it.position)
    assert after_it.position == after(game.position, "meld KH KS KD")
    assert game.entries == ()


def test_a_refused_act_is_logged_as_tried_and_changes_nothing() -> None:
    game = begin(table())
    after_it, ruling = do(game, 0, "discard AH")
    assert not ruling.legal
    assert after_it.position is game.position
    assert [entry.refused for entry in after_it.done] == [True]
    assert not after_it.can_undo
    assert after_it.to_record().acts == ()


def test_an_act_of_another_seat_than_the_one_to_act_is_out_of_turn() -> None:
    game = begin(table())
    tried, ruling = do(game, 2, "draw")
    assert tried.done[-1].text == "seat 2: draw"
    assert tried.done[-1].seat == 2
    assert "turn.order" in ruling.rules
    assert do(game, 2, "seat 0: discard 4C")[1].legal
    assert do(game, 2, "draw; discard 4C")[0].done[-1].text == "seat 2: draw; seat 2: discard 4C"


def test_a_question_waits_for_the_partner_and_the_asker_may_not_answer_it() -> None:
    game = begin(table(hands=[["9S", "9D", "9C", "4C"], 11, 11, 11], melds=[[CANASTA], []]))
    assert to_act(game.position) == 0
    game = do(game, 0, "ask")[0]
    assert to_act(game.position) == 2
    assert not do(game, 0, "answer yes")[1].legal
    game, ruling = do(game, 2, "answer yes")
    assert ruling.legal
    assert game.done[-1].text == "answer yes"
    assert game.done[-1].seat == 2
    assert to_act(game.position) == 0


ITALIAN = {"rules": "italian", "hands": [["KH", "KS", "KD", "9S"], 11, 11, 11], "phase": "draw", "stock": 40}


def test_an_irregular_act_is_paid_for_only_where_prices_are_honoured() -> None:
    game = begin(table(**ITALIAN))
    tried, ruling = do(game, 0, "take")
    assert (tried.done[-1].refused, tried.position) == (True, game.position)
    paid, _ = do(game, 0, "take", honour=True)
    assert (paid.done[-1].refused, paid.done[-1].paid) == (False, True)
    assert ruling.consequence is not None
    assert paid.position.penalties[0][0].points == ruling.consequence.points == 50
    assert undo(paid).position == game.position
    assert begin(paid.to_record()).entries[0].paid


def test_a_price_that_this_table_cannot_pay_is_a_refusal() -> None:
    # What seat 2 would draw must come to lie face up, and the stock is not known.
    game, ruling = do(begin(table(**ITALIAN)), 2, "draw", honour=True)
    assert ruling.consequence is not None
    assert game.done[-1].refused


def test_an_act_not_done_tells_no_card_of_the_stock() -> None:
    game = begin(DealRecord.begin(rules="italian", seed=5))
    stock = game.position.stock
    assert stock
    tried, ruling = do(game, 2, "draw")
    assert ruling.consequence is not None
    assert ruling.consequence.penalised == ["??"] * len(ruling.consequence.penalised)
    assert ruling_of(replace(tried.done[-1], ruling=None)).consequence == ruling.consequence
    for one in ("KH", "4C", "JK"):
        if one != stock[0].code:
            with pytest.raises(InvalidMove) as caught:
                do(game, 0, f"draw {one}")
            assert stock[0].code not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "error"), [("dance", InvalidMove), ("add KH to #9", InvalidMove), ("discard XX", InvalidCard)]
)
def test_what_is_no_act_here_is_an_error_and_not_logged(text: str, error: type[Exception]) -> None:
    game = begin(table())
    with pytest.raises(error):
        do(game, 0, text)
    with pytest.raises(error):
        follow(game, 0, text)


def test_those_who_follow_are_refused_like_anyone() -> None:
    game = follow(begin(table()), 0, "discard AH")
    assert game.done[-1].refused
    assert ruling_of(game.done[-1]).rules == judge(game.position, "discard AH").rules


def test_a_ruling_is_made_anew_when_it_is_not_at_hand() -> None:
    game = follow(begin(table()), 0, "meld KH KS KD")
    assert game.done[-1].ruling is None
    assert ruling_of(game.done[-1]).legal


def test_only_the_last_rulings_are_kept() -> None:
    game = begin(table())
    for _ in range(KEPT_RULINGS + 20):
        game = do(game, 0, "discard AH")[0]
    kept = [entry.ruling is not None for entry in game.entries]
    assert kept == [False] * 20 + [True] * KEPT_RULINGS


# back and forth


def turns() -> Game:
    """Seat 0 has discarded, the three others have played, and seat 0 has drawn."""
    game = begin(DealRecord.begin(seed=7))
    for number in range(9):
        seat = to_act(game.position)
        hand = game.position.hands[seat]
        assert hand
        game = do(game, seat, f"discard {min(hand).code}" if number % 2 else "draw")[0]
    assert to_act(game.position) == 0
    return game


def test_undo_passes_over_what_was_refused() -> None:
    game = begin(table())
    done = do(do(do(game, 0, "discard AH")[0], 0, "meld KH KS KD")[0], 0, "discard AH")[0]
    back = undo(done)
    assert back.position == game.position
    assert [entry.refused for entry in back.done] == [True]
    assert not back.can_undo
    with pytest.raises(InvalidMove, match="nothing to take back"):
        undo(back)
    assert redo(back) == done


def test_undo_for_a_seat_goes_back_to_before_its_own_last_act() -> None:
    game = turns()
    back = undo(undo(game, 0), 0)
    assert back.step == 1
    assert back.position == game.entries[1].before
    assert back.can_undo_for(0)
    assert not back.can_undo_for(1)
    with pytest.raises(InvalidMove, match="nothing to take back"):
        undo(back, 1)


def test_redo_for_a_seat_brings_the_acts_of_the_others_back_too() -> None:
    game = turns()
    back = undo(undo(game, 0), 0)
    assert redo(back, 0).step == 8
    assert redo(redo(back, 0), 0) == game
    with pytest.raises(InvalidMove, match="nothing to do again"):
        redo(game)


def test_an_act_takes_the_place_of_what_was_taken_back_and_a_refused_one_does_not() -> None:
    game = undo(do(begin(table()), 0, "meld KH KS KD")[0])
    tried = do(game, 0, "discard AH")[0]
    assert tried.can_redo
    assert redo(tried).position == after(game.position, "meld KH KS KD")
    assert not do(game, 0, "discard 4C")[0].can_redo


@pytest.mark.parametrize("step", [-1, 10])
def test_a_step_that_is_not_there_is_refused(step: int) -> None:
    with pytest.raises(InvalidMove, match="0 to 9"):
        go_to(turns(), step)


# beginning, saving


def test_a_game_begins_from_a_position_a_mapping_or_a_record() -> None:
    position = table()
    assert begin(position).position == begin(position.to_dict()).position == position
    record = DealRecord.begin(seed=7).then("draw")
    assert begin(record).position == record.end()
    assert [entry.text for entry in begin(record).done] == ["draw"]


def test_house_rules_come_with_a_table() -> None:
    house = parse_house('base = "swedish"\ntitle = "At home"\nmax_wilds = 2\n')
    game = begin({"rules": "house", "hands": [["KH", "4C"], 11, 11, 11], "phase": "play"}, house=house)
    game = do(game, 0, "discard 4C")[0]
    loaded = read(game.to_record().to_json())
    assert loaded.position == game.position
    assert loaded.position.rules.title == "At home"


def test_a_text_is_read_as_a_deal_or_a_position() -> None:
    assert read(table().to_json()).position == table()
    assert read(DealRecord.begin(seed=7).to_json()).position == DealRecord.begin(seed=7).start()


DEAL = json.loads(DealRecord.begin(seed=7).then("draw").to_json())
MADE = json.loads(DealRecord.made(table()).then("discard 4C").to_json())


@pytest.mark.parametrize(
    ("text", "error", "said"),
    [
        (json.dumps(DEAL | {"version": 99}), InvalidRecord, "newer"),
        (json.dumps(DEAL | {"acts": ["draw", "draw"]}), InvalidRecord, r"acts\[1\]"),
        (json.dumps(DEAL)[:-20], InvalidRecord, "not JSON, so not a saved deal, or a damaged one"),
        (json.dumps(MADE | {"acts": ["draw"]}), InvalidRecord, r"acts\[0\]"),
        (json.dumps({"format": "chess"}), InvalidRecord, "format"),
        (json.dumps({"rules": "whist"}), InvalidPosition, "rules"),
        ("", InvalidPosition, "not JSON"),
        ("[" * 50_000, InvalidPosition, "an object is expected"),
        ('{"format": "' + "x" * 4_000_000 + '"}', InvalidPosition, "longer"),
        ("[]", InvalidPosition, "an object is expected"),
    ],
    ids=["newer", "damaged", "cut off", "made, damaged", "foreign", "no rules", "empty", "deep", "long", "a list"],
)
def test_what_is_no_table_is_refused_with_the_reason(text: str, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        read(text)


def test_a_table_is_saved_to_a_file_and_loaded(tmp_path: Path) -> None:
    game = do(do(begin(table()), 0, "discard AH")[0], 0, "meld KH KS KD")[0]
    game.to_record().save(tmp_path / "table.json")
    loaded = begin(DealRecord.load(tmp_path / "table.json"))
    assert loaded.position == game.position
    assert [entry.text for entry in loaded.entries] == ["meld KH KS KD"]


# deal after deal


def test_the_next_deal_carries_the_scores_and_moves_the_dealer_on() -> None:
    game = finished(begin(DealRecord.begin(seed=7, scores=[1000, 500])))
    following = next_deal(game, seed=8)
    assert following.position.dealer == 0
    assert following.position.scores == counted(game).scores
    assert following.record.seed == 8


def test_there_is_no_next_deal_before_the_end_of_this_one_or_of_the_game() -> None:
    with pytest.raises(InvalidMove, match="not over yet"):
        next_deal(begin(table()))
    won = Position.parse(
        {"hands": [[], ["4C"], ["4D"], ["4H"]], "melds": [[CANASTA], []], "scores": [4900, 0], "phase": "over"}
        | {"went_out": 0}
    )
    with pytest.raises(InvalidMove, match="has won"):
        next_deal(begin(won))


def test_a_whole_deal_is_kept_as_its_record() -> None:
    game = finished(begin(DealRecord.begin(seed=3)))
    record = DealRecord.begin(seed=3)
    assert game.to_record() == play_deal(record, lambda position: plain(view(position, to_act(position))))[0]
