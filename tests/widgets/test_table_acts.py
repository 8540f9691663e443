"""What the page of a table asks for, as moves of the notation."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from canasta_teach.cards import cards, codes
from canasta_teach.errors import InvalidMove
from canasta_teach.game.moves import Move
from canasta_teach.game.referee import is_legal
from canasta_teach.widgets.hand import claim, read_act
from canasta_teach.widgets.table_acts import DoAct, TableAct, Verb, hand_ids, to_move
from canasta_teach.widgets.tray_state import Slot
from tests.widgets.table_games import dealt, made, table

HAND = "KH KS KD QS 2S JK AH AS 4C 3C"
OPEN: dict[str, Any] = {"hands": [HAND.split(), 11, 11, 11]}
DRAW = {**OPEN, "phase": "draw", "pile": ["KC", "8D"]}
BRAZIL = {**DRAW, "rules": "brazilian", "hands": [["KH", "KD", "4C"], 11, 11, 11]}
RED = {"options": {"honour": "players"}, "hands": [["3H", "3D", "9S", "4C"], 11, 11, 11]}


def wished(
    verb: Verb, chosen: str = "", *, trays: str = "", named: Any = (), laid: Any = (), seat: int = 0, **changes: Any
) -> str:
    """The move of a wish at a table; trays are parted by ``/``, and ``#n`` before the cards says for which meld."""
    position = table(**{**OPEN, **changes})
    hand = hand_ids(position.hands[seat] or ())
    free = dict(hand)
    slots = []
    for tray in trays.split("/") if trays else ():
        words = tray.split()
        onto = int(words.pop(0)[1:]) if words[0].startswith("#") else None
        ids = claim(free, cards(words))
        assert ids
        free = {one: face for one, face in free.items() if one not in ids}
        slots.append(Slot(tuple(ids), onto))
    picked = claim(free, cards(chosen))
    assert picked is not None
    wish = DoAct(verb, picked, list(named), list(laid))
    move = to_move(position, seat, wish, hand=hand, slots=slots)
    assert Move.parse(str(move)) == move
    return str(move)


OURS, THEIRS = [(0, 0)], [(1, 0)]
WISHES: list[tuple[str, dict[str, Any], str]] = [
    ("draw", {}, "draw"),
    ("draw", {"chosen": "KH"}, "draw"),
    ("redraw", {}, "redraw"),
    ("ask", {}, "ask"),
    ("look", {}, "look"),
    ("discard", {"chosen": "4C"}, "discard 4C"),
    ("table", RED, "table 3H"),
    ("table", {**RED, "chosen": "3D"}, "table 3D"),
    # laying
    ("lay", {"chosen": "KH KS KD"}, "meld KH KS KD"),
    ("lay", {"trays": "KH KS KD"}, "meld KH KS KD"),
    ("lay", {"trays": "KH KS KD/#0 QS", "chosen": "AH AS JK"}, "meld KH KS KD / add QS to #0 / meld AH AS JK"),
    ("lay", {"chosen": "QS", "named": OURS}, "add QS to #0"),
    ("add", {"chosen": "QS 2S", "named": OURS}, "add QS 2S to #0"),
    ("add", {"chosen": "QS"}, "add QS to #0"),
    ("add", {"chosen": "JK", "named": THEIRS}, "add JK to their #0"),
    ("relancinho", {"trays": "KH KS KD/AH AS JK", "chosen": "4C 3C"}, "relancinho KH KS KD / AH AS JK / 4C 3C"),
    # the pile
    ("take", {**DRAW, "chosen": "KH KD"}, "take with KH KD"),
    ("take", {**DRAW, "chosen": "KH KD", "trays": "AH AS JK/#0 QS"}, "take with KH KD / AH AS JK / add QS to #0"),
    ("take", {**DRAW, "trays": "AH AS JK/KH KD"}, "take with KH KD / AH AS JK"),
    ("take", {**DRAW, "pile": ["QS", "8D"]}, "take onto #0"),
    ("take", {**DRAW, "pile": ["QS", "8D"], "trays": "AH AS JK"}, "take onto #0 / AH AS JK"),
    ("take", {**DRAW, "pile": ["QC", "8D"], "trays": "#0 QS"}, "take onto #0 with QS"),
    ("take", {**DRAW, "pile": ["QC", "8D"], "chosen": "QS 2S", "named": OURS}, "take onto #0 with QS 2S"),
    ("take", {**DRAW, "named": OURS}, "take onto #0"),
    ("take", DRAW, "take"),
    ("take", {**DRAW, "trays": "AH AS JK"}, "take / meld AH AS JK"),
    ("take", {**DRAW, "pile": ["2C", "8D"], "trays": "KH KD"}, "take / meld KH KD"),
    ("take", {**DRAW, "trays": "2S JK"}, "take / meld 2S JK"),
    ("take", {**DRAW, "pile": []}, "take"),
    ("take", {**BRAZIL, "pile": ["QS", "8D"]}, "take"),
    ("take", {**BRAZIL, "chosen": "KH KD"}, "take with KH KD"),
    ("take-top", {**DRAW, "chosen": "KH KD"}, "take top with KH KD"),
    # taking back
    ("take-back", {}, "take back"),
    ("take-back", {"named": OURS}, "take back QH QD QC"),
    ("take-back", {"laid": [(0, 1), (0, 2)]}, "take back QD QC"),
]


@pytest.mark.parametrize(
    ("verb", "given_", "notation"), WISHES, ids=[f"{i}-{text}" for i, (_, _, text) in enumerate(WISHES)]
)
def test_a_wish_comes_to_its_notation(verb: Verb, given_: dict[str, Any], notation: str) -> None:
    assert wished(verb, **given_) == notation


@pytest.mark.parametrize(("verb", "word"), [("yes", "yes"), ("no", "no")])
def test_the_partner_answers_without_naming_the_seat(verb: Verb, word: str) -> None:
    hands = [["9S", "9D", "9C", "4C"], 11, ["4D", "5D"], 11]
    canasta = ["8H", "8H", "8D", "8D", "8C", "8C", "8S"]
    asked: dict[str, Any] = {"hands": hands, "melds": [[canasta], []], "permission": "asked"}
    assert wished(verb, seat=2, **asked) == f"answer {word}"
    assert wished(verb, seat=0, **asked) == f"seat 0: answer {word}"


@pytest.mark.parametrize("verb", [verb for verb in get_args(Verb) if verb not in ("add", "yes", "no")])
def test_an_act_out_of_turn_names_its_seat(verb: Verb) -> None:
    cards_of = {"discard": "4C", "table": "3H", "lay": "4C", "relancinho": "4C", "take": "4C 9S"}
    hands = [11, 11, ["4C", "9S", "3H"], 11]
    own = wished(verb, cards_of.get(verb, ""), seat=2, hands=hands, options={"honour": "players"})
    assert own.startswith("seat 2: ")
    turned = wished(verb, cards_of.get(verb, ""), seat=2, hands=hands, options={"honour": "players"}, turn=2)
    assert own == f"seat 2: {turned}"


def test_a_side_of_several_is_named_by_its_number() -> None:
    alone: dict[str, Any] = {
        "players": 3,
        "hands": [HAND.split(), 11, 11],
        "melds": [[], [["JH", "JD", "JC"]], [["QH", "QD", "QC"]]],
    }
    assert wished("add", "QS", named=[(2, 0)], **alone) == "add QS to side 2's #0"


def test_what_was_laid_in_this_turn_is_what_is_taken_back() -> None:
    now: dict[str, Any] = {
        "melds": [[["QH", "QD", "QC", "QS"], ["10H", "10D", "10C"]], []],
        "this_turn": {
            "laid": [
                {"act": 0, "meld": 0, "cards": ["QS"], "new": False},
                {"act": 1, "meld": 1, "cards": ["10H", "10D", "10C"], "new": True},
            ]
        },
        "hands": [["4C", "9S", "AH", "AS"], 11, 11, 11],
    }
    assert wished("take-back", **now) == "take back 10H 10D 10C"
    assert wished("take-back", named=OURS, **now) == "take back QS"


@pytest.mark.parametrize(
    ("verb", "given_", "said"),
    [
        ("discard", {}, "One card is discarded: choose it; 0 are chosen"),
        ("discard", {"chosen": "4C KH"}, "2 are chosen"),
        ("lay", {}, "Choose the cards to lay"),
        ("relancinho", {}, "eleven"),
        ("add", {}, "Choose the cards to add"),
        ("add", {"chosen": "4C"}, "the one meld"),
        ("add", {"chosen": "4C", "named": [(0, 0), (1, 0)]}, "the one meld"),
        ("add", {"chosen": "4C", "named": [(0, 7)]}, "no such meld"),
        ("add", {"chosen": "4C", "named": [(-1, 0)]}, "no such meld"),
        ("take-back", {"laid": [(0, 9)]}, "no such card"),
        ("take-back", {"laid": [(-1, 0)]}, "no such card"),
        ("table", {}, "red three"),
        ("table", {**RED, "chosen": "4C"}, "red three"),
        ("table", {**RED, "chosen": "3H 3D"}, "red three"),
    ],
)
def test_what_is_not_chosen_is_told(verb: Verb, given_: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidMove, match=said):
        wished(verb, **given_)


def test_cards_that_are_not_in_the_hand_are_refused() -> None:
    for wish, slots in ((DoAct("lay", ["c99"]), []), (DoAct("lay"), [Slot(("c99",))])):
        with pytest.raises(InvalidMove, match="not in the hand"):
            to_move(table(), 0, wish, hand=hand_ids(table().hands[0] or ()), slots=slots)


def test_a_card_counts_once_where_it_is_chosen_twice_or_lies_on_a_tray() -> None:
    position = table()
    hand = hand_ids(position.hands[0] or ())
    assert str(to_move(position, 0, DoAct("lay", ["c0", "c0", "c1", "c2"]), hand=hand)) == "meld KH KS KD"
    both = to_move(position, 0, DoAct("lay", ["c0", "c1"]), hand=hand, slots=[Slot(("c0", "c1", "c2"))])
    assert str(both) == "meld KH KS KD"


@given(st.integers(0, 2**32), st.sampled_from(get_args(Verb)), st.data())
@settings(max_examples=200, deadline=None)
def test_any_wish_is_a_move_or_an_error_of_ours(seed: int, verb: Verb, data: st.DataObject) -> None:
    rng = Random(seed)
    position = (made(rng) if seed % 2 else dealt(rng)).position
    seat = rng.randrange(position.players)
    hand = {one: face for one, face in hand_ids(position.hands[seat] or ()).items() if face.code != "??"}
    pool = sorted(hand)
    chosen = data.draw(st.lists(st.sampled_from(pool), max_size=4)) if pool else []
    rest = [one for one in pool if one not in chosen]
    own = len(position.melds[position.side(seat)])
    slots = [Slot(tuple(rest[:3]), rng.choice([None, *range(own)]))] if rest and rng.random() < 0.5 else []
    melds = [(side, i) for side, some in enumerate(position.melds) for i in range(len(some))]
    named = data.draw(st.lists(st.sampled_from(melds), max_size=2)) if melds else []
    try:
        move = to_move(position, seat, DoAct(verb, chosen, named), hand=hand, slots=slots)
    except InvalidMove:
        return
    assert Move.parse(str(move)) == move
    (act,) = move.acts
    partners = position.partners(position.turn)
    expected = partners[0] if verb in ("yes", "no") and partners else position.turn
    assert (act.seat is None) == (seat == expected)
    # The referee may say that this game knows no such act, and nothing else goes wrong.
    with suppress(InvalidMove):
        is_legal(position, move)


# ids


def test_cards_that_stay_in_the_hand_keep_their_ids() -> None:
    first = hand_ids(cards("KH KH 4C"))
    assert {one: face.code for one, face in first.items()} == {"c0": "KH", "c1": "KH", "c2": "4C"}
    second = hand_ids(cards("9S KH 4C"), first)
    assert {one: face.code for one, face in second.items()} == {"c0": "KH", "c2": "4C", "c3": "9S"}
    third = hand_ids(cards("4C 9S KH KH"), second)
    assert codes(third.values()) == ["KH", "4C", "9S", "KH"]
    assert list(third) == ["c0", "c2", "c3", "c4"]


# messages


@pytest.mark.parametrize(
    "message",
    [
        {"act": "do", "verb": "take", "cards": ["c1"], "melds": [[0, 1]]},
        {"act": "do", "verb": "take-back", "laid": [[0, 1]]},
        {"act": "text", "text": "draw"},
        {"act": "undo"},
        {"act": "redo"},
        {"act": "goto", "step": 3},
        {"act": "on"},
        {"act": "step-on"},
        {"act": "curtain"},
        {"act": "save", "name": "mine"},
        {"act": "load", "name": "mine"},
        {"act": "paste", "text": "{}"},
        {"act": "copy"},
        {"act": "next-deal"},
        {"act": "mend"},
        {"act": "choose", "cards": []},
        {"act": "sort", "order": "rank"},
        {"act": "put", "cards": ["c0"]},
        {"act": "off", "cards": ["c0"]},
        {"act": "new-tray", "cards": ["c0"]},
        {"act": "book", "key": "italian"},
        {"act": "rule", "rule": "meld.size"},
        {"act": "close"},
        {"act": "log", "later": True},
    ],
    ids=lambda message: message["act"],
)
def test_every_message_of_the_page_is_read(message: dict[str, Any]) -> None:
    kind = type(read_act(message, TableAct))
    assert kind.__struct_config__.tag == message["act"]


@pytest.mark.parametrize(
    "message",
    [
        {"act": "do", "verb": "dance"},
        {"act": "do"},
        {"act": "do", "verb": "add", "melds": [[0]]},
        {"act": "do", "verb": "add", "melds": [["0", "1"]]},
        {"act": "do", "verb": "lay", "cards": "KH"},
        {"act": "goto", "step": "1"},
        {"act": "fly"},
        {"verb": "draw"},
        [],
        None,
    ],
)
def test_a_message_that_is_none_is_refused(message: Any) -> None:
    with pytest.raises(InvalidMove, match="not known here"):
        read_act(message, TableAct)
