"""Dealing: what every deal holds, and the up-card of each rule set."""

import re
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from canasta_teach.cards import Card, card, cards, codes
from canasta_teach.errors import InvalidPosition, InvalidRules
from canasta_teach.game.deal import deal, deal_steps
from canasta_teach.game.state import Position
from canasta_teach.rulebook import KEYS, RuleSet, parse_house, rules, ruleset

BONUS = [key for key in KEYS if key != "brazilian"]
TABLES = [(key, players) for key in KEYS for players in ruleset(key).p.players]


def on_table(position: Position) -> Counter[Card]:
    """All cards of a position whose cards are all known."""
    heaps: list[tuple[Card, ...]] = [position.pile, position.stock or (), *position.red_threes]
    heaps += [hand or () for hand in position.hands]
    return Counter(face for heap in heaps for face in heap)


def stacked(front: str, rule_set: RuleSet | None = None) -> list[Card]:
    """A whole deck that begins with the cards of ``front`` and goes on with the others, highest number first."""
    first = cards(front)
    rest = Counter((rule_set or ruleset("classic")).deck()) - Counter(first)
    return [*first, *sorted(rest.elements(), reverse=True)]


TWO_HANDS = "4C 5C 4D 5D 4H 5H 4S 5S 6C 7C 6D 7D 6H 7H 6S 7S 8C 9C 8D 9D 8H 9H 8S 9S 10C JC 10D JD 10H JH"
"""Thirty cards: 15 each for two players, without threes and wild cards."""


@given(table=st.sampled_from(TABLES), seed=st.integers(), honour=st.booleans(), data=st.data())
@settings(max_examples=150, deadline=None)
def test_a_deal_holds_every_card_once(table: tuple[str, int], seed: int, honour: bool, data: st.DataObject) -> None:
    key, players = table
    dealer = data.draw(st.integers(0, players - 1))
    options = {"honour": "players"} if honour and key in BONUS else None
    start = deal(rules=key, players=players, seed=seed, dealer=dealer, options=options)
    rule_set, size = start.rules, start.rules.p.hand_size[str(players)]
    assert on_table(start) == Counter(rule_set.deck())
    assert [len(hand or ()) for hand in start.hands] == [size] * players
    assert (start.turn, start.phase, start.first_turn) == ((dealer + 1) % players, "draw", True)
    assert len(start.scores) == len(start.red_threes) == rule_set.sides(players)
    if key == "brazilian":
        assert (start.pile, start.red_threes) == ((), ((),) * start.sides)
        return
    if not options:
        assert not any(face.is_red_three for hand in start.hands for face in hand or ())
    shown, *covered = start.pile
    assert not rule_set.is_wild(shown)
    assert not shown.is_red_three
    assert not (key == "swedish" and shown.is_black_three)
    assert all(rule_set.is_wild(face) or face.rank == "3" for face in covered)
    assert start.frozen == any(map(rule_set.is_wild, covered))


@given(table=st.sampled_from(TABLES), seed=st.integers())
@settings(max_examples=50, deadline=None)
def test_a_deal_is_the_end_of_its_steps(table: tuple[str, int], seed: int) -> None:
    key, players = table
    steps = list(deal_steps(rules=key, players=players, seed=seed))
    assert steps[-1].position == deal(rules=key, players=players, seed=seed)
    assert [one.name for one in steps[:2]] == ["shuffle", "cut"]
    for one in steps:
        assert on_table(one.position) == Counter(ruleset(key).deck())
        assert one.rule in rules()
        assert one.position.rules.has(one.rule)


def test_the_same_seed_gives_the_same_deal_for_ever() -> None:
    start = deal(seed=7)
    assert start == deal(seed=7)
    assert start != deal(seed=8)
    assert codes(start.hands[0] or ()) == ["7H", "7D", "JK", "8H", "4D", "QS", "10S", "3S", "6H", "9C", "KH"]


def test_without_a_seed_each_deal_is_another() -> None:
    assert len({deal().stock for _ in range(4)}) > 1


def test_cards_go_one_at_a_time_from_the_dealers_left() -> None:
    start = deal(rules="classic", players=2, dealer=0, deck=stacked(TWO_HANDS + " KD"))
    assert codes(start.hands[1] or ())[:3] == ["4C", "4D", "4H"]
    assert codes(start.hands[0] or ())[:3] == ["5C", "5D", "5H"]
    assert start.turn == 1
    assert codes(start.pile) == ["KD"]


@pytest.mark.parametrize(("key", "players"), TABLES)
def test_hands_are_of_the_size_that_the_rules_give(key: str, players: int) -> None:
    sizes = {2: 15, 3: 13} if key != "brazilian" else {}
    start = deal(rules=key, players=players, seed=1)
    assert [len(hand or ()) for hand in start.hands] == [sizes.get(players, 11)] * players


def test_red_threes_are_tabled_and_replaced_player_by_player() -> None:
    front = TWO_HANDS.replace("4C", "3H").replace("5C", "3D").replace("4D", "3H")
    start = deal(players=2, dealer=1, deck=stacked(front + " QC QD QH KD"))
    # Seat 0, at the dealer's left, replaces both of its threes before seat 1 replaces one.
    assert [codes(side) for side in start.red_threes] == [["3H", "3H"], ["3D"]]
    assert codes(start.hands[0] or ())[-2:] == ["QC", "QD"]
    assert codes(start.hands[1] or ())[-1:] == ["QH"]
    assert codes(start.pile) == ["KD"]


def test_a_replacement_that_is_a_red_three_is_replaced_too() -> None:
    front = TWO_HANDS.replace("4C", "3H")
    start = deal(players=2, dealer=1, deck=stacked(front + " 3D QC KD"))
    assert codes(start.red_threes[0]) == ["3H", "3D"]
    assert codes(start.hands[0] or ())[-1] == "QC"


def test_partners_share_a_row_of_red_threes() -> None:
    seen = [deal(players=6, seed=seed) for seed in range(30)]
    assert {start.sides for start in seen} == {2}
    assert any(len(side) > 1 for start in seen for side in start.red_threes)


def test_players_who_table_for_themselves_keep_red_threes_in_hand() -> None:
    front = TWO_HANDS.replace("4C", "3H")
    start = deal(rules="italian", players=2, dealer=1, deck=stacked(front + " KD"), options={"honour": "players"})
    assert codes(start.hands[0] or ())[0] == "3H"
    assert start.red_threes == ((), ())


@pytest.mark.parametrize(
    ("key", "turned", "pile", "frozen"),
    [
        ("classic", "KD", "KD", False),
        ("classic", "2H KD", "KD 2H", True),
        ("classic", "JK 3D 2H KD", "KD 2H 3D JK", True),
        ("classic", "3D KD", "KD 3D", False),
        ("classic", "3S KD", "3S", False),
        ("swedish", "3S KD", "KD 3S", False),
        ("swedish", "3S 2H 3C KD", "KD 3C 2H 3S", True),
        ("goren_1949", "2H 3S KD", "3S 2H", True),
        ("italian", "3H 3C KD", "3C 3H", False),
    ],
)
def test_the_up_card_is_covered(key: str, turned: str, pile: str, frozen: bool) -> None:
    start = deal(rules=key, players=2, deck=stacked(f"{TWO_HANDS} {turned}"))
    assert (codes(start.pile), start.frozen) == (pile.split(), frozen)


@pytest.mark.parametrize(
    ("rule_id", "pile", "frozen"),
    [
        ("deal.up-card-covered", "2H", True),
        ("deal.up-card-freezes", "KD 2H", False),
        ("pile.frozen", "KD 2H", False),
        ("deal.up-card", "", False),
    ],
)
def test_a_rule_of_the_up_card_switched_off_is_not_followed(rule_id: str, pile: str, frozen: bool) -> None:
    start = deal(rules=ruleset("classic").without(rule_id), players=2, deck=stacked(f"{TWO_HANDS} 2H KD"))
    assert (codes(start.pile), start.frozen) == (pile.split(), frozen)


def test_without_their_rule_red_threes_stay_in_the_hand() -> None:
    deck = stacked(TWO_HANDS.replace("4C", "3H") + " KD")
    start = deal(rules=ruleset("classic").without("deal.red-threes"), players=2, dealer=1, deck=deck)
    assert card("3H") in (start.hands[0] or ())


def test_a_stacked_deck_may_be_short() -> None:
    start = deal(rules="brazilian", players=2, deck=" ".join([*TWO_HANDS.split()[:22], "KD"]))
    assert codes(start.stock or ()) == ["KD"]


def test_options_and_house_rules_are_dealt() -> None:
    assert len(deal(options={"jokers": 6}, seed=1).stock or ()) >= 60
    house = parse_house('base = "classic"\nhand_size = 9\ndraw_count = 2')
    start = deal(rules="house", house=house, seed=1, options={"jokers": 6})
    assert [len(hand or ()) for hand in start.hands] == [9] * 4
    assert (start.rules.key, start.rules.p.jokers, start.rules.p.draw_count) == ("house", 6, 2)
    assert deal(rules=ruleset("classic"), seed=1, options={"jokers": 6}) == deal(seed=1, options={"jokers": 6})


def test_scores_are_carried_into_the_deal() -> None:
    assert deal(scores=[-20, 1500], seed=1).scores == (-20, 1500)


@pytest.mark.parametrize(
    ("given_", "path", "reason"),
    [
        ({"players": 5, "rules": "swedish"}, "players", "it takes 2, 3, 4, 6"),
        ({"players": 7}, "players", "7 players cannot play"),
        ({"players": True}, "players", "True players"),
        ({"dealer": 4}, "dealer", "seats are 0 to 3"),
        ({"dealer": -1}, "dealer", "no seat"),
        ({"seed": "7"}, "seed", "a whole number"),
        ({"scores": [0]}, "scores", "2 sides, but 1"),
        ({"scores": "00"}, "scores", "a list"),
        ({"scores": [0, "0"]}, "scores[1]", "whole number"),
        ({"scores": [0, 10**9]}, "scores[1]", "within 1,000,000"),
        ({"scores": [5000, 0]}, "scores", "side 0 has won the game with 5,000"),
        ({"deck": ["KH", "KH", "KH"]}, "deck[2]", "one KH too many: the deck has 2"),
        ({"deck": "KH JK ZZ"}, "deck[2]", "is no card"),
        ({"deck": ["KH", 4]}, "deck[1]", "a card or its text"),
        ({"deck": ["??"]}, "deck[0]", "must be known"),
        ({"deck": "JK", "rules": "brazilian"}, "deck[0]", "the deck has 0"),
        ({"deck": 4}, "deck", "a list of cards"),
        ({"deck": "KH"}, "deck", "runs out while cards are dealt"),
        ({"deck": TWO_HANDS, "players": 2}, "deck", "runs out before an up-card"),
        ({"deck": TWO_HANDS + " 2H", "players": 2}, "deck", "runs out before an up-card"),
        ({"deck": TWO_HANDS.replace("4C", "3H"), "players": 2}, "deck", "runs out while red threes"),
    ],
)
def test_what_cannot_be_dealt_is_refused_with_its_path(given_: dict[str, Any], path: str, reason: str) -> None:
    with pytest.raises(InvalidPosition) as caught:
        deal(**given_)
    assert caught.value.path == path
    assert reason in caught.value.reason
    with pytest.raises(InvalidPosition, match=re.escape(str(caught.value))):
        list(deal_steps(**given_))


def test_unknown_rules_are_refused() -> None:
    with pytest.raises(InvalidRules, match="clasic"):
        deal(rules="clasic")


@pytest.mark.parametrize("key", KEYS)
def test_without_its_numbers_nothing_is_dealt(key: str) -> None:
    for rule_id in ("deal.players", "deal.hand-size"):
        with pytest.raises(InvalidPosition, match="players"):
            deal(rules=ruleset(key).without(rule_id))
