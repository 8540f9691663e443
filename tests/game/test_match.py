"""Whole games: deals in turn until a side has won."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from canasta_teach.cards import cards
from canasta_teach.errors import IllegalMove, InvalidPosition
from canasta_teach.game.match import Match, play_deal, play_match
from canasta_teach.game.scoring import score
from canasta_teach.game.state import Position
from canasta_teach.rulebook import KEYS, ruleset
from tests.strategies.player import Player


def over(match: Match, *sides: str) -> Position:
    """A deal of the game in which nobody went out, and each side laid these cards as one meld."""
    start = match.next_deal(seed=1).start()
    return replace(
        start,
        phase="over",
        hands=((),) * match.players,
        red_threes=((),) * len(sides),
        melds=tuple((cards(text),) if text else () for text in sides),
    )


def stood(*scores: int, **more: Any) -> Match:
    begun = Match.begin(**more)
    return replace(begun, scores=scores)


def test_a_game_begins_at_zero_with_the_last_seat_dealing() -> None:
    match = Match.begin(rules="swedish", players=3)
    assert (match.scores, match.dealer, match.winner, match.totals) == ((0, 0, 0), 2, None, ())
    assert Match.begin(dealer=1).dealer == 1


def test_the_deal_is_dealt_by_the_dealer_at_the_scores_so_far() -> None:
    match = stood(1500, 40, dealer=1)
    start = match.next_deal(seed=7).start()
    assert (start.scores, start.dealer, start.turn) == ((1500, 40), 1, 2)


@pytest.mark.parametrize("key", KEYS)
def test_the_deal_moves_clockwise(key: str) -> None:
    match = Match.begin(rules=key)
    dealers = [match.dealer]
    for _ in range(4):
        match = match.counted(over(match, "", ""))
        dealers.append(match.dealer)
    assert dealers == [3, 0, 1, 2, 3]


def test_the_score_of_each_deal_is_added() -> None:
    match = Match.begin()
    match = match.counted(over(match, "KH KD KC", "4H 4D 4C 4S"))
    match = match.counted(over(match, "", "AH AD AC"))
    assert (match.scores, match.totals) == ((30, 80), ((30, 20), (0, 60)))


# "The first to reach 5,000" (Italian); Brazilian: 1,500


@pytest.mark.parametrize(
    ("key", "target"), [*((key, 5000) for key in KEYS[:4] if key != "brazilian"), ("brazilian", 1500)]
)
def test_the_first_side_at_the_target_has_won(key: str, target: int) -> None:
    # Three kings count 30 everywhere.
    short = stood(target - 35, 0, rules=key)
    assert short.counted(over(short, "KH KD KC", "")).winner is None
    enough = stood(target - 30, 0, rules=key)
    assert enough.counted(over(enough, "KH KD KC", "")).winner == 0


def test_of_two_sides_past_the_target_the_higher_wins() -> None:
    match = stood(4980, 4990)
    assert match.counted(over(match, "AH AD AC", "KH KD KC")).winner == 0


def test_a_tie_at_the_top_means_another_deal() -> None:
    match = stood(4990, 4990)
    tied = match.counted(over(match, "KH KD KC", "QH QD QC"))
    assert (tied.scores, tied.winner) == ((5020, 5020), None)
    assert tied.next_deal(seed=1).start().scores == (5020, 5020)
    assert tied.counted(over(tied, "KH KD KC", "")).winner == 0


def test_three_may_tie_while_the_best_has_won() -> None:
    assert stood(5100, 5000, 5000, players=3).winner == 0
    assert stood(5100, 5100, 5000, players=3).winner is None


def test_a_game_that_is_won_has_no_further_deal() -> None:
    with pytest.raises(InvalidPosition, match="won"):
        stood(5000, 0).next_deal(seed=1)


def test_a_deal_that_is_not_over_is_not_counted() -> None:
    match = Match.begin()
    with pytest.raises(InvalidPosition, match="over"):
        match.counted(match.next_deal(seed=1).start())


@pytest.mark.parametrize("other", [{"rules": "italian"}, {"players": 2}, {"dealer": 0}])
def test_a_deal_of_another_game_is_not_counted(other: dict[str, Any]) -> None:
    stranger = Match.begin(**other)
    with pytest.raises(InvalidPosition, match="not the next"):
        Match.begin().counted(over(stranger, "", ""))


def test_a_deal_counted_already_is_not_counted_twice() -> None:
    match = Match.begin()
    done = over(match, "KH KD KC", "")
    with pytest.raises(InvalidPosition, match="not the next"):
        match.counted(done).counted(done)


def test_a_player_who_breaks_a_rule_is_stopped() -> None:
    with pytest.raises(IllegalMove):
        play_deal(Match.begin().next_deal(seed=1), lambda _: "discard 4C")


def test_a_deal_is_played_on_from_where_its_record_stands() -> None:
    begun = Match.begin().next_deal(seed=1).then("draw")
    record, end = play_deal(begun, Player(1))
    assert record.acts[0] == "draw"
    assert (record.end(), end.phase) == (end, "over")


@pytest.mark.parametrize(
    ("key", "players"), [("goren_1949", 4), ("classic", 2), ("swedish", 6), ("italian", 3), ("brazilian", 4)]
)
def test_whole_games_are_played_to_the_target(key: str, players: int) -> None:
    match, records = play_match(Match.begin(rules=key, players=players), Player(1, faults=0.02), seed=11)
    target = ruleset(key).p.target
    assert match.winner is not None
    assert match.scores[match.winner] == max(match.scores) >= target
    assert len(records) == len(match.totals)
    scores = tuple(0 for _ in match.scores)
    for number, (record, total) in enumerate(zip(records, match.totals, strict=True)):
        assert max(scores) < target or list(scores).count(max(scores)) > 1
        assert (record.scores, record.seed) == (scores, 11 + number)
        assert record.dealer == (players - 1 + number) % players
        assert tuple(sheet.total for sheet in score(record.end())) == total
        scores = tuple(map(sum, zip(scores, total, strict=True)))
    assert scores == match.scores


@settings(max_examples=100)
@given(st.lists(st.integers(-200, 1100).map(lambda n: 5 * n), min_size=3, max_size=3))
def test_a_winner_is_alone_at_the_top_and_past_the_target(scores: list[int]) -> None:
    winner = stood(*scores, players=3).winner
    best = max(scores)
    if best >= 5000 and scores.count(best) == 1:
        assert winner == scores.index(best)
    else:
        assert winner is None
