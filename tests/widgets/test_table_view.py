"""The view-model of a table: all that a seat needs, nothing that it may not know, and small enough to be sent."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from canasta_teach.cards import UNKNOWN, Card, cards
from canasta_teach.game.deal import deal
from canasta_teach.game.legal import random_act
from canasta_teach.game.record import DealRecord
from canasta_teach.game.state import Position
from canasta_teach.game.view import view
from canasta_teach.i18n import speaking
from canasta_teach.rulebook import KEYS
from canasta_teach.widgets.hand import Picked, hand_view
from canasta_teach.widgets.table_acts import hand_ids
from canasta_teach.widgets.table_game import Game, begin, do, follow, to_act, undo
from canasta_teach.widgets.table_log import LOG_LINES
from canasta_teach.widgets.table_view import table_view
from canasta_teach.widgets.tray_state import Slot
from tests.strategies import positions
from tests.widgets.untranslated import left_in

SEVEN_QUEENS = ["QH", "QS", "QD", "QC", "QH", "QS", "QD"]
MIXED_ACES = ["AS", "AH", "AD", "AC", "2C", "2H", "JK"]


def table(**more: Any) -> Position:
    """The middle of a deal: both sides have melded, and the pile holds a wild card."""
    data = {
        "scores": [1600, 2120],
        "hands": [["2S", "KH", "KD", "10H", "9S", "9C", "7H", "6D", "4S"], 6, 8, 10],
        "melds": [[SEVEN_QUEENS, ["7S", "7D", "7C", "2D"]], [MIXED_ACES, ["8H", "8S", "8D"]]],
        "red_threes": [["3H", "3D"], ["3D"]],
        "pile": ["KC", "JK", "5S"],
        "stock": 34,
    }
    return Position.parse({**data, **more})


def shown(game: Game | Position, seat: int = 0, **more: Any) -> dict[str, Any]:
    """The view-model of a game, or of one that begins with a position."""
    if isinstance(game, Position):
        game = begin(game)
    hand = hand_ids(game.position.hands[seat] or ())
    return table_view(game, seat, **{"hand": hand, "picked": Picked(), **more})


def rows(board: list[dict[str, Any]]) -> dict[str, list[str]]:
    return {row["label"]: row["cells"] for row in board}


class TestAtAGlance:
    def test_whose_turn_it_is_stands_in_the_banner_and_at_the_seat(self) -> None:
        found = shown(table())
        assert found["turn"]["mine"]
        assert found["me"]["to_act"]
        assert not any("to_act" in seat for seat in found["seats"])
        other = shown(table(turn=1))
        assert (other["turn"]["text"], other["me"]["to_act"]) == ("West to play", False)
        assert [seat["name"] for seat in other["seats"] if seat.get("to_act")] == ["West"]

    def test_the_seats_are_told_with_role_and_count(self) -> None:
        west, north, east = shown(table())["seats"]
        assert (west["pos"], west["role"], west["count"]) == ("W", "opponent, plays next", 6)
        assert (north["pos"], north["role"], north["count"]) == ("N", "your partner", 8)
        assert (east["pos"], east["role"], east["count"]) == ("E", "opponent, dealer", 10)
        assert east["label"] == "East, opponent, dealer, 10 cards"

    def test_seats_keep_their_names_when_another_seat_is_shown(self) -> None:
        found = shown(table(hands=[9, ["4C"] * 2, 8, 10]), 1)
        assert found["me"]["name"] == "You, West"
        assert [(seat["name"], seat["pos"]) for seat in found["seats"]] == [
            ("North", "W"),
            ("East", "N"),
            ("South", "E"),
        ]

    @pytest.mark.parametrize(
        ("players", "places"),
        [
            (2, ["N"]),
            (3, ["W", "E"]),
            (4, ["W", "N", "E"]),
            (5, ["W", "NW", "NE", "E"]),
            (6, ["W", "NW", "N", "NE", "E"]),
        ],
    )
    def test_everyone_has_a_place_clockwise(self, players: int, places: list[str]) -> None:
        found = shown(deal(rules="classic", players=players, seed=1))
        assert [seat["pos"] for seat in found["seats"]] == places
        assert len({seat["name"] for seat in found["seats"]}) == players - 1

    def test_scores_minimum_canastas_and_threes_stand_beside(self) -> None:
        found = shown(table())
        assert found["board_heads"] == ["You, North", "West, East"]
        assert rows(found["board"]) == {
            "score": ["1,600", "2,120"],
            "first laying needs": ["90, met", "90, met"],
            "canastas": ["1 natural", "1 mixed"],
            "red threes": ["2", "1"],
        }

    def test_the_melds_lie_theirs_above_ours_and_canastas_squared(self) -> None:
        theirs, ours = shown(table())["sides"]
        assert (theirs["label"], ours["label"]) == ("Their melds", "Your melds")
        assert ours["sub"] == "1,600 points. First laying: 90, met."
        queens, sevens = ours["melds"]
        assert (queens["squared"], queens["canasta"], queens["top"]) == (True, "natural", "QH")
        assert (sevens["squared"], sevens["label"], sevens["note"]) == (False, "Sevens", "4 cards, 1 wild")
        assert theirs["melds"][0]["canasta"] == "mixed"
        assert (ours["red_threes"], ours["red_label"]) == (["3H", "3D"], "2 red threes")
        assert theirs["red_label"] == "1 red three"

    def test_players_alone_have_their_melds_by_name(self) -> None:
        labels = [side["label"] for side in shown(deal(rules="classic", players=3, seed=1))["sides"]]
        assert labels == ["Melds of East", "Melds of West", "Your melds"]

    def test_in_a_run_a_wild_card_says_what_it_stands_for(self) -> None:
        run = ["4H", "5H", "2C", "7H"]
        position = table(rules="brazilian", melds=[[run], []], red_threes=[[], []], scores=[0, 0], pile=["KC"])
        meld = shown(position)["sides"][1]["melds"][0]
        assert meld["cards"][2] == {"code": "2C", "as": "as 6"}

    def test_the_question_and_its_answer_are_said_at_the_seats(self) -> None:
        asked = table(phase="play", permission="asked", turn=2, hands=[["4C", "5C"], 6, ["KH", "KS", "KD", "9C"], 10])
        found = shown(asked)
        assert found["turn"]["mine"]
        assert found["seats"][1]["says"] == [{"words": "“May I go out?”"}]
        said = shown(replace(asked, permission="no"))
        assert said["me"]["says"] == [{"words": "“No.”"}]

    def test_penalised_cards_lie_open_before_their_player(self) -> None:
        position = table(
            rules="italian", hands=[["4C", "5C"], 6, 8, ["9D", *["??"] * 9]], penalised=[[], [], [], ["9D"]],
            penalties=[[], [{"rule": "penalty.drew-out-of-turn", "points": 100}]],
        )  # fmt: skip
        found = shown(position)
        assert found["seats"][2]["penalised"] == ["9D"]
        assert found["seats"][2]["label"].endswith("Penalised: nine of diamonds")
        assert rows(found["board"])["penalties"] == ["0", "−100"]

    def test_how_the_deal_came_about_is_told(self) -> None:
        assert shown(begin(DealRecord.begin(seed=7)))["head"] == "Classic, seed 7. East dealt."
        assert shown(table())["head"] == "Classic. East dealt."

    def test_while_another_is_to_play_the_page_can_let_them(self) -> None:
        assert shown(table())["waiting"] is None
        assert shown(table(turn=1))["waiting"] == {
            "text": "West to play", "on": "Let West play", "all": "Play on to my turn",
        }  # fmt: skip
        assert shown(table(turn=1), others_play=False)["waiting"] is None


class TestThePile:
    def test_its_cards_below_the_top_are_not_sent(self) -> None:
        pile = shown(table())["pile"]
        assert (pile["top"], pile["count"], pile["under"]) == ("KC", 3, None)

    def test_where_the_pile_is_open_to_all_it_is_sent(self) -> None:
        position = table(rules="brazilian", red_threes=[[], []], melds=[[], []], options={"jokers": 4}, scores=[0, 0])
        assert shown(position)["pile"]["under"] == ["JK", "5S"]

    def test_the_card_crosswise_is_named_when_it_was_seen_to_be_discarded(self) -> None:
        game = begin(table(phase="play", pile=["KC"], hands=[["2S", "KH"], ["6C", "QC"], 8, 10]))
        game = follow(game, 0, "discard 2S")
        assert shown(game)["pile"]["cross"] is None
        game = follow(follow(game, 1, "draw 4C"), 1, "discard 6C")
        pile = shown(game)["pile"]
        assert (pile["top"], pile["cross"]) == ("6C", "2S")
        assert pile["signs"][0]["text"][0] == {"cards": ["2S"]}

    def test_the_wild_card_that_freezes_it_lies_crosswise_for_all_to_see(self) -> None:
        assert shown(table(pile=["KC", "8D", "2D", "4C"]))["pile"]["cross"] == "2D"

    def test_a_card_that_freezes_it_and_is_not_known_lies_face_down(self) -> None:
        assert shown(table(pile={"top": "KC", "count": 4}, frozen=True))["pile"]["cross"] == "??"

    def test_a_pile_that_was_taken_forgets_its_wild_card(self) -> None:
        game = begin(table(phase="play", pile=["KC"], hands=[["2S", "KH"], ["KD", "KS", "6C", "6D", "QC"], 8, 10]))
        game = follow(follow(game, 0, "discard 2S"), 1, "draw 4C")
        game = follow(game, 1, "discard 6C")
        assert shown(undo(game))["pile"]["cross"] is None
        assert shown(game)["pile"]["cross"] == "2S"


class TestTrays:
    def test_nothing_stands_there_until_cards_are_put_aside(self) -> None:
        assert shown(table())["arranged"] is None

    def test_the_count_is_that_of_the_trays(self) -> None:
        position = table(phase="play", melds=[[], []])
        hand = hand_ids(position.hands[0] or ())
        kings = tuple(one for one, face in hand.items() if face.code in ("KH", "KD", "2S"))
        arranged = shown(position, hand=hand, slots=(Slot(kings),))["arranged"]
        assert (arranged["count"]["value"], arranged["count"]["needed"]) == (40, 90)
        assert [one["code"] for one in arranged["trays"][0]["cards"]] == ["KH", "KD", "2S"]


class TestTheLog:
    def game(self) -> Game:
        game = begin(table(hands=[["KH", "2S", "KD"], ["6C", "QC"], 8, 10]))
        return do(game, 0, "take with KH 2S")[0]

    def test_a_refused_try_stands_in_it_with_its_rule(self) -> None:
        (line,) = shown(self.game())["log"]
        assert line["who"] == "You"
        assert line["refused"].startswith("Refused: A frozen pile takes a natural pair")
        assert line["notation"] == "take with KH 2S"
        assert line["current"]

    def test_cards_are_sent_by_their_codes(self) -> None:
        (line,) = shown(self.game())["log"]
        assert {"cards": ["KH", "2S"]} in line["parts"]

    def test_the_last_lines_are_sent_and_the_rest_on_demand(self) -> None:
        game = begin(deal(seed=3))
        rng = Random(3)
        for _ in range(20):
            game = follow(game, game.position.turn, random_act(game.position, rng))
        found = shown(game)
        assert (len(found["log"]), found["log_more"]) == (LOG_LINES, 20 - LOG_LINES)
        assert [line["step"] for line in found["log"]] == list(range(13, 21))
        earlier = shown(game, log_until=found["log_more"])
        assert [line["step"] for line in earlier["log"]] == list(range(1, 13))
        assert (earlier["log_more"], earlier["log_later"]) == (0, LOG_LINES)

    def test_a_card_that_another_drew_is_in_no_line(self) -> None:
        game = begin(table(turn=1, hands=[["4C", "5C"], ["6C", "QC"], 8, 10], stock=["JK", *["??"] * 20]))
        game = follow(game, 1, "draw")
        assert "JK" not in json.dumps(shown(game)["log"])


class TestTheCurtain:
    def test_nothing_of_the_hand_is_told_behind_it(self) -> None:
        game = begin(table(turn=0, stock=["10C", *["??"] * 20]))
        game = follow(game, 0, "draw")
        found = shown(game, curtain=True, open_to_all=False)
        assert found["curtain"] == {
            "text": "South, it is your turn. The others look away.", "button": "Show my cards",
        }  # fmt: skip
        assert (found["acts"], found["arranged"], found["waiting"]) == ([], None, None)
        assert found["turn"] == {"seat": 0, "mine": False, "text": "South to play", "sub": ""}
        assert "10C" not in json.dumps(found)

    def test_who_is_asked_is_told_so(self) -> None:
        asked = table(phase="play", permission="asked", turn=2, hands=[["4C", "5C"], 6, ["KH", "KS", "KD", "9C"], 10])
        assert shown(asked, curtain=True)["curtain"]["text"].startswith("South, you are asked")


class TestTheEnd:
    def over(self, **more: Any) -> Position:
        hands = [["4C"], [], ["5C"], ["6C", "6D"]]
        return table(phase="over", went_out=1, hands=hands, stock=20, **more)

    def test_it_says_who_went_out_and_what_each_side_counts(self) -> None:
        found = shown(self.over())
        assert found["acts"] == []
        assert found["over"]["text"] == "West went out."
        assert found["over"]["heads"] == ["You, North", "West, East"]
        sheet = rows(found["over"]["sheet"])
        assert sheet["going out"] == ["0", "100"]
        assert sheet["cards left in hands"] == ["−10", "−10"]
        now = [int(text.replace(",", "")) for text in sheet["score now"]]
        brought = [int(text.replace(",", "")) for text in sheet["this deal"]]
        assert now == [1600 + brought[0], 2120 + brought[1]]
        assert found["over"]["next"] == "Next deal"

    def test_the_score_that_each_side_brought_is_not_called_the_score_now(self) -> None:
        found = shown(self.over())
        assert [side["sub"] for side in found["sides"]] == [
            "2,120 points before this deal.",
            "1,600 points before this deal.",
        ]
        assert rows(found["board"])["score before this deal"] == ["1,600", "2,120"]
        assert not {"score", "first laying needs"} & set(rows(found["board"]))

    def test_the_hands_are_laid_open(self) -> None:
        assert shown(self.over())["seats"][2]["hand"] == ["6C", "6D"]

    def test_a_game_that_is_won_has_no_next_deal(self) -> None:
        found = shown(self.over(scores=[1600, 4900]))
        assert found["over"]["next"] is None
        assert found["over"]["text"] == "West went out. West, East: the game is won."
        assert shown(self.over(scores=[4900, 0]))["over"]["text"].endswith("Your side has won the game.")

    def test_a_deal_with_unknown_hands_is_not_counted(self) -> None:
        found = shown(table(phase="over", went_out=1, hands=[["4C"], 0, 3, 2], stock=20))
        assert found["over"]["sheet"] == []
        assert "cannot be counted" in found["over"]["text"]


# -- what may not be told ------------------------------------------------------------------------------------------


def hidden_places(position: Position, seat: int) -> Iterator[tuple[tuple[str, int], int, Card]]:
    """Every known card that the seat's view hides: where it lies, and which it is."""
    seen = view(position, seat)
    for other, hand in enumerate(position.hands):
        if other != seat and hand is not None and seen.hands[other] != hand:
            open_cards = Counter(position.penalised[other])
            for i, one in enumerate(hand):
                if open_cards[one]:
                    open_cards[one] -= 1
                elif one is not UNKNOWN:
                    yield ("hand", other), i, one
    if position.rules.has("pile.closed"):
        for i, one in enumerate(position.pile[1:], 1):
            if one is not UNKNOWN:
                yield ("pile", 0), i, one
    for i, one in enumerate(position.stock or ()):
        if one is not UNKNOWN:
            yield ("stock", 0), i, one


def shuffled(position: Position, seat: int, rng: Random, *, fixed: str = "") -> Position:
    """Another position that looks the same to the seat: what it cannot see is dealt anew among its places."""
    places = [place for place in hidden_places(position, seat) if place[0][0] != fixed]
    faces = [one for _, _, one in places]
    rng.shuffle(faces)
    hands = [None if hand is None else list(hand) for hand in position.hands]
    pile, stock = list(position.pile), None if position.stock is None else list(position.stock)
    for ((kind, at), i, _), face in zip(places, faces, strict=True):
        if kind == "hand":
            hand = hands[at]
            assert hand is not None
            hand[i] = face
        elif kind == "pile":
            pile[i] = face
        elif stock is not None:
            stock[i] = face
    turn = position.this_turn
    if seat != position.turn and turn.drawn:
        turn = replace(turn, drawn=tuple((hands[position.turn] or [UNKNOWN])[: len(turn.drawn)]))
    return replace(
        position,
        hands=tuple(None if hand is None else tuple(hand) for hand in hands),
        pile=tuple(pile),
        stock=None if stock is None else tuple(stock),
        this_turn=turn,
    )


@settings(deadline=None)
@given(positions(), st.integers(0, 5), st.integers(0, 2**16))
def test_two_positions_that_look_the_same_to_a_seat_have_the_same_view_model(
    position: Position, seat: int, seed: int
) -> None:
    seat %= position.players
    other = shuffled(position, seat, Random(seed))
    assume(view(other, seat) == view(position, seat))
    hand = hand_ids(position.hands[seat] or ())
    assert shown(position, seat, hand=hand) == shown(other, seat, hand=hand)
    assert shown(position, seat, hand={}, curtain=True) == shown(other, seat, hand={}, curtain=True)


@pytest.mark.parametrize("key", KEYS)
@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 2**16))
def test_after_the_same_acts_too(key: str, seed: int) -> None:
    rng = Random(seed)
    game = begin(deal(rules=key, players=rng.choice((2, 4)), seed=seed))
    for _ in range(rng.randrange(1, 40)):
        if game.over:
            break
        game = follow(game, to_act(game.position), random_act(game.position, rng))
    # The pile stays as it lay before the act; what else is hidden may be anything.
    there = shuffled(game.position, 0, rng, fixed="pile")
    assert view(there, 0) == view(game.position, 0)
    other = replace(game, entries=(*game.entries[:-1], replace(game.entries[-1], after=there)))
    assert shown(game) == shown(other)


# -- size, and the reader's language -------------------------------------------------------------------------------


def crowded() -> Game:
    """Eight melds a side, fifteen cards in the hand, and a log of long lines."""
    ranks = ("A", "K", "Q", "J", "10", "9", "8", "7")
    ours = [[f"{rank}{suit}" for suit in "HSDC"] for rank in ranks]
    ours[0].append("2C")
    ours[1].append("JK")
    hand = ["JK", "2H", *(f"{rank}{suit}" for rank in ("6", "5", "4") for suit in "HSDC"), "6H"]
    start = table(
        phase="play", turn=0, melds=[ours, [list(meld) for meld in ours]], hands=[hand, 5, 5, 5],
        red_threes=[["3H", "3D"], ["3H", "3D"]], pile=["6C", "JK", "5S"], stock=3,
    )  # fmt: skip
    game = begin(start)
    for text in ("ask", "take back AH AS AD AC", "take with 6H 6S 6D", "take top with 6H 6S", "look"):
        game = do(game, 0, text)[0]
    for text in ("meld 6H 6S 6D 6C / 5H 5S 5D 5C", "add 4H to their K", "add 2H to A"):
        game = do(game, 0, text)[0]
    return game


def size(part: object) -> int:
    return len(json.dumps(part, ensure_ascii=False, separators=(",", ":")).encode())


def test_the_whole_of_a_crowded_table_is_sent_in_less_than_eight_kilobytes() -> None:
    game = begin(crowded().start)
    position = game.position
    hand = hand_ids(position.hands[0] or ())
    assert len(hand) == 15
    model = shown(crowded(), hand=hand_ids(crowded().position.hands[0] or ()))
    assert len(model["log"]) == LOG_LINES
    assert all(len(side["melds"]) >= 8 for side in model["sides"])
    assert size(model) < 8_000
    fresh = shown(game, hand=hand)
    assert size(fresh) + size(hand_view(hand, position.rules)) < 8_000


def test_every_text_is_in_the_readers_language() -> None:
    with speaking("pseudo"):
        found = shown(crowded())
        # The notation is nobody's to translate.
        lines = [{name: part for name, part in line.items() if name != "notation"} for line in found["log"]]
        acts = [{name: part for name, part in act.items() if name not in ("verb", "group")} for act in found["acts"]]
        assert left_in([{**found, "log": lines, "acts": acts}]) == {}


def test_cards_of_a_hand_are_no_part_of_it() -> None:
    found = shown(table())
    assert "10H" not in json.dumps(found)
    assert cards("10H")[0] in (table().hands[0] or ())
