"""The mend: legal, the nearest of its kind, and there wherever anything is legal."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given

from canasta_teach.cards import codes
from canasta_teach.errors import InvalidMove, InvalidPosition
from canasta_teach.game.moves import Act, Move
from canasta_teach.game.referee import after, is_legal, joined, judge, judge_meld
from canasta_teach.game.search import can_go_out
from canasta_teach.game.state import Position
from canasta_teach.rulebook import KEYS, RuleSet, ruleset
from tests.game.refusals import every_act, kinds, nearness, random_act
from tests.game.small import CARD_GAMES, RANK_GAMES, named, small_table
from tests.strategies import moves, positions

GAMES = [
    *RANK_GAMES,
    *CARD_GAMES,
    ("italian", {"honour": "players"}),
    ("classic", {"canastas_to_go_out": 0}),
    ("classic", {"freezing": False, "frozen_unmelded": False}),
    ("classic", {"pile_free": True}),
    ("brazilian", {"sequences": False, "merge_ranks": True}),
]
NOISE = ["4H", "5S", "7D"]
KINGS, QUEENS = ["KC", "KD", "KS"], ["QC", "QD", "QS"]
CANASTA = ["8H", "8H", "8D", "8D", "8C", "8C", "8S"]


def _table(**data: Any) -> Position:
    """A table with seat 0 on turn, after drawing; its hand is ``hand`` and some cards that go with nothing."""
    hand = data.pop("hand", [])
    noise = data.pop("noise", NOISE)
    return Position.parse({"phase": "play", "hands": [[*hand, *noise], 5, 5, 5], "stock": 20, **data})


def _split(position: Position, move: str) -> tuple[Position, Act]:
    """The first illegal act of a move as it is judged, and the position that the acts before it led to."""
    there = position
    for _, act in joined(Move.parse(move), position.rules):
        if not is_legal(there, Move((act,))):
            return there, act
        there = after(there, Move((act,)))
    raise AssertionError(f"{move} is legal")


def nearest_by_trying(position: Position, refused: Act) -> tuple[str, tuple[int, int]] | None:
    """The kind of the mend and how near it is, every legal act tried."""
    for kind in kinds(position, refused):
        near = min((nearness(position, refused, act) for act in every_act(position, refused, kind)), default=None)
        if near is not None:
            return kind, near
    return None


def _checked(position: Position, move: str) -> str | None:
    """See that the mend of a move is the nearest; its kind, or ``None`` where the move is no refused one."""
    try:
        ruling = judge(position, move)
    except InvalidMove:
        return None
    if ruling.legal:
        assert ruling.mend is None
        return None
    there, refused = _split(position, move)
    wanted = nearest_by_trying(there, refused)
    if ruling.mend is None:
        assert wanted is None, f"{move}: no mend, but a {wanted} at {position.to_json()}"
        return None
    assert is_legal(position, ruling.mend), f"{move}: {ruling.mend} at {position.to_json()}"
    mended = Move.parse(ruling.mend).acts[-1]
    assert (mended.kind, nearness(there, refused, mended)) == wanted, f"{move}: {ruling.mend} at {position.to_json()}"
    return mended.kind


# -- the nearest -------------------------------------------------------------------------------------


@pytest.mark.parametrize("rounds", [40, pytest.param(1_000, marks=pytest.mark.long)])
@pytest.mark.parametrize(("key", "options"), named(GAMES))
def test_no_legal_act_is_nearer_than_the_mend(key: str, options: dict[str, Any], rounds: int) -> None:
    rules = ruleset(key, options)
    found: list[str | None] = []
    for seed in range(rounds):
        for phase in ("draw", "play"):
            rng = Random(seed)
            table = small_table(rng, rules, phase, 7)
            if table is not None and table.phase == phase:
                found.append(_checked(table, str(random_act(rng, table))))
    assert {"lay", "take", "draw", "discard"} <= set(found)


@pytest.mark.parametrize("rounds", [40, pytest.param(400, marks=pytest.mark.long)])
@pytest.mark.parametrize("key", KEYS)
def test_no_legal_act_is_nearer_with_eight_cards(key: str, rounds: int) -> None:
    rules = ruleset(key)
    for seed in range(10_000, 10_000 + rounds):
        rng = Random(seed)
        table = small_table(rng, rules, "play" if seed % 2 else "draw", 8)
        if table is not None and len(table.hands[0] or ()) == 8:
            _checked(table, str(random_act(rng, table)))


@pytest.mark.parametrize("rounds", [150, pytest.param(2_000, marks=pytest.mark.long)])
@pytest.mark.parametrize(
    ("key", "options"), named([("classic", {}), ("swedish", {}), ("classic", {"sequences": True})])
)
def test_who_must_go_out_is_shown_the_nearest_act_that_still_can(
    key: str, options: dict[str, Any], rounds: int
) -> None:
    rules = ruleset(key, options)
    met = 0
    for seed in range(rounds):
        rng = Random(seed)
        table = small_table(rng, rules, "play", 7)
        if table is None or table.permission is not None or can_go_out(table, 0) is not True:
            continue
        bound = Position.parse({**table.to_dict(), "permission": "yes"})
        met += _checked(bound, str(random_act(rng, bound))) is not None
    assert met >= rounds // 15


def _five_announced(rng: Random) -> tuple[RuleSet, Position]:
    """A game in which *relancinho* is six cards, and a player with six or seven that may go together."""
    rules = ruleset("brazilian", {"jokers": 4}).changed("relancinho_cards", 6)
    suit = rng.choice("CDHS")
    near = [c for c in rules.deck() if c.rank in ("5", "6") or (c.suit == suit and c.rank in ("4", "7", "8", "2"))]
    hand = rng.sample(near, rng.choice((6, 7)))
    table = Position.parse({"rules": "brazilian", "phase": "play", "hands": [codes(hand), 5, 5, 5], "stock": 20})
    return rules, table


@pytest.mark.parametrize("rounds", [150, pytest.param(2_000, marks=pytest.mark.long)])
def test_an_announcement_is_mended_by_the_nearest_announcement(rounds: int) -> None:
    from msgspec.structs import replace

    found = []
    for seed in range(rounds):
        rng = Random(seed)
        rules, table = _five_announced(rng)
        table = replace(table, rules=rules)
        hand = list(table.hands[0] or ())
        rng.shuffle(hand)
        cut = rng.choice((3, 3, 4))
        parts = [hand[:cut], hand[cut : rng.choice((6, 7))]]
        text = "relancinho " + " / ".join(" ".join(codes(part)) for part in parts if part)
        found.append(_checked(table, text))
    assert found.count("relancinho") >= rounds // 30
    assert "lay" in found


# -- what was the player's stays ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "move", "mend"),
    [
        # Classic, "Initial melds": at 1,600 points 90 are needed.
        (
            {"scores": [1600, 0], "hand": ["KH", "KS", "KD", "QH", "QC", "2S", "AH", "AD", "AC"]},
            "meld KH KS KD / QH QC 2S",
            "meld KH KS KD / QH QC 2S / AH AD AC",
        ),
        # The same, where one more card for a meld that is named is enough.
        (
            {"scores": [1600, 0], "hand": ["AH", "AD", "AC", "2S", "6H", "6D", "6C"]},
            "meld AH AD AC / 6H 6D 6C",
            "meld AH AD AC 2S / 6H 6D 6C",
        ),
        # Classic, "Melds": two natural cards at least.
        ({"hand": ["KH", "KC", "JK", "2C"], "melds": [[QUEENS], []]}, "meld KH JK 2C", "meld KH JK 2C KC"),
        # A wild card too many: the player's other cards stay.
        (
            {"hand": ["9H", "9C", "9D", "9S", "2H", "2D", "2C", "JK"], "melds": [[QUEENS], []]},
            "meld 9H 9C 9D 9S 2H 2D 2C JK",
            "meld 9H 9C 9D 9S 2H 2D 2C / add JK to Q",
        ),
        # Tried on the other side's meld, and there is one of one's own.
        ({"hand": ["KH"], "melds": [[KINGS], [["KH", "KC", "KD"]]]}, "add KH to their K", "add KH to K"),
        # The names of melds stay as the player wrote them.
        ({"hand": ["KH", "QH"], "melds": [[KINGS, QUEENS], []]}, "add KH to #1 / QH to #1", "add KH to K / QH to #1"),
        # Cards of a rank that is down, laid as a meld, stay so.
        ({"hand": ["KH", "QH"], "melds": [[KINGS], []]}, "meld KH / QH", "meld KH"),
        # Classic, "The discard pile": frozen for a side without melds, so that a natural pair is needed.
        (
            {"phase": "draw", "hand": ["KH", "KS", "2S", "AH", "AD", "AC"], "pile": ["KC", "4D"]},
            "take with KH 2S / AH AD AC",
            "take with KH 2S KS / AH AD AC",
        ),
        # The top card must be used.
        (
            {"phase": "draw", "hand": ["9H", "9D", "9C"], "melds": [[QUEENS], []], "pile": ["QH", "4D", "7D"]},
            "take / meld 9H 9D 9C",
            "take onto Q / 9H 9D 9C",
        ),
        # Brazilian, "Sequence": the gap is closed by the card that fits.
        (
            {"rules": "brazilian", "hand": ["5C", "6C", "7C", "8C"], "noise": ["KD"]},
            "meld 5C 6C 8C",
            "meld 5C 6C 7C 8C",
        ),
        # Brazilian, "Vulnerability": 75 are needed from 750 points on.
        (
            {"rules": "brazilian", "scores": [750, 0], "hand": ["AH", "AD", "AC", "KH", "KD", "KC"]},
            "meld AH AD AC",
            "meld AH AD AC / KH KD KC",
        ),
        # Swedish: never more wild cards than natural ones.
        (
            {"rules": "swedish", "hand": ["9H", "9C", "9D", "2H", "2C", "JK"], "melds": [[QUEENS], []]},
            "meld 9H 9C 2H 2C JK",
            "meld 9H 9C 2H 2C / add JK to Q",
        ),
        # A side without a canasta keeps a card to discard and one more.
        ({"hand": ["KH", "KC", "KD"], "noise": ["5H"], "melds": [[QUEENS], []]}, "meld KH KC KD", "discard KH"),
        # Black threes go out with everything else.
        (
            {"hand": ["3S", "3S", "3C", "8S"], "noise": ["JK"], "melds": [[CANASTA], []]},
            "meld 3S 3S 3C",
            "meld 3S 3S 3C / add 8S to 8",
        ),
    ],
)
def test_the_mend_keeps_what_the_player_laid(table: dict[str, Any], move: str, mend: str) -> None:
    position = _table(**table)
    ruling = judge(position, move)
    assert not ruling.legal
    assert ruling.mend == mend
    assert is_legal(position, mend)


# -- what else the turn allows -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "move", "mend"),
    [
        ({"phase": "draw", "hand": KINGS, "pile": ["4C"]}, "meld KC KD KS", "draw"),
        ({"phase": "draw", "pile": ["2C", "4C"]}, "take with 4H 5S", "draw"),
        (
            {"phase": "draw", "hand": KINGS, "pile": ["KH"], "stock": 0, "melds": [[QUEENS], []]},
            "draw",
            "take with KC KD",
        ),
        ({"hand": KINGS, "melds": [[QUEENS], []]}, "draw", "discard KC"),
        ({"hand": KINGS, "melds": [[QUEENS], []], "pile": ["KH"]}, "take with KC KD KS", "meld KC KD KS"),
        ({"hand": ["KH", "2C"]}, "discard KC", "discard KH"),
        ({"hand": ["2C"]}, "discard JC", "discard 4H"),
        ({"hand": ["KH"], "noise": [], "melds": [[[*KINGS, "KC", "KD", "KS"]], []]}, "discard KH", "add KH to K"),
        (
            {"hand": KINGS, "noise": ["4H"], "melds": [[CANASTA], []], "permission": "asked"},
            "meld KC KD KS",
            "answer yes",
        ),
        ({"hand": KINGS, "melds": [[CANASTA], []]}, "answer yes", "discard KC"),
        ({"rules": "italian", "options": {"honour": "players"}, "hand": ["3H"]}, "table 3D", "table 3H"),
        ({"hands": [4, 5, 5, 5], "melds": [[CANASTA], []]}, "draw", "ask"),
        ({"rules": "brazilian", "phase": "draw", "pile": ["KH", "4C"], "hand": ["9C"]}, "take with 9C", "take"),
        ({"rules": "brazilian", "hand": KINGS}, "relancinho KC KD KS", "meld KC KD KS"),
    ],
)
def test_where_none_of_its_kind_is_legal_the_mend_is_what_else_the_turn_allows(
    table: dict[str, Any], move: str, mend: str
) -> None:
    position = _table(**table)
    ruling = judge(position, move)
    assert not ruling.legal
    assert ruling.mend == mend
    assert is_legal(position, mend)


@pytest.mark.parametrize(
    ("table", "move"),
    [
        ({"hand": KINGS}, "seat 2: draw"),
        ({"hand": KINGS, "noise": ["4H"], "melds": [[CANASTA], []], "permission": "asked"}, "seat 1: answer yes"),
        ({"hand": KINGS, "noise": ["4H"], "melds": [[CANASTA], []], "permission": "asked"}, "seat 0: meld KC KD KS"),
        ({"phase": "over"}, "draw"),
    ],
)
def test_a_seat_that_can_do_nothing_has_no_mend(table: dict[str, Any], move: str) -> None:
    ruling = judge(_table(**table), move)
    assert not ruling.legal
    assert ruling.mend is None


def test_a_legal_move_and_a_meld_alone_have_no_mend() -> None:
    assert judge(_table(hand=KINGS, melds=[[QUEENS], []]), "meld KC KD KS").mend is None
    assert not judge_meld("KH KS").legal
    assert judge_meld("KH KS").mend is None


# -- moves of several acts, hands not known ------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "move", "mend"),
    [
        (
            {"hand": ["KH", "JH"], "melds": [[KINGS], []]},
            "add KH to K; add JH to K; discard 4H",
            "add KH to K; discard JH",
        ),
        (
            {"phase": "draw", "hand": KINGS, "melds": [[QUEENS], []]},
            "draw 9C; meld KC KD; discard 4H",
            "draw 9C; meld KC KD KS",
        ),
        (
            {"rules": "brazilian", "phase": "draw", "hand": ["9C", "9D", "9H"], "pile": ["KH", "4C"]},
            "take / meld 9C 9D; discard KH",
            "take; meld 9C 9D 9H",
        ),
        (
            {"hand": KINGS, "noise": ["4H"], "melds": [[CANASTA], []]},
            "ask; answer yes; discard 4H",
            "ask; answer yes; meld KC KD KS",
        ),
    ],
)
def test_the_acts_before_the_refused_one_stay_and_those_after_it_fall_away(
    table: dict[str, Any], move: str, mend: str
) -> None:
    position = _table(**table)
    ruling = judge(position, move)
    assert not ruling.legal
    assert ruling.mend == mend
    assert is_legal(position, mend)


def test_of_a_hand_not_known_only_the_cards_that_were_named_are_used() -> None:
    unknown = Position.parse({"phase": "play", "hands": [11, 11, 11, 11], "melds": [[QUEENS], []], "stock": 20})
    assert judge(unknown, "meld KC KD KS 5H").mend == "meld KC KD KS"
    partly = Position.parse({**unknown.to_dict(), "hands": [["KH", *["??"] * 5], 11, 11, 11]})
    assert judge(partly, "meld KC KD 5H").mend == "meld KC KD KH"


@given(positions(), moves)
def test_whatever_is_tried_the_mend_is_legal_and_the_same_again(position: Position, move: Move) -> None:
    try:
        ruling = judge(position, move)
    except InvalidMove:
        return
    mend = ruling.mend
    assert judge(position, move).mend == mend
    if mend is not None:
        assert not ruling.legal
        assert is_legal(position, mend)
        assert f"Nearest legal: {mend}" in ruling.text.splitlines()


@pytest.mark.parametrize("key", KEYS)
def test_every_refusal_of_the_player_on_turn_with_a_known_hand_has_a_mend(key: str) -> None:
    met = 0
    for seed in range(300):
        rng = Random(seed)
        try:
            table = small_table(rng, ruleset(key), rng.choice(("draw", "play")), 8)
        except InvalidPosition:
            continue
        if table is None or table.phase == "over":
            continue
        ruling = judge(table, Move((random_act(rng, table),)))
        if not ruling.legal:
            met += 1
            assert ruling.mend is not None, table.to_json()
    assert met > 100
