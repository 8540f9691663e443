"""The cards: one object a face, one notation."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canasta_teach.cards import (
    ALL_CARDS,
    JOKER,
    RANKS,
    SUIT_SIGNS,
    SUITS,
    UNKNOWN,
    Card,
    card,
    cards,
    codes,
    full_deck,
    labels,
)
from canasta_teach.errors import CanastaError, InvalidCard
from tests.strategies import faces


def test_there_are_52_suited_faces_and_each_has_its_own_number() -> None:
    assert len(set(ALL_CARDS)) == 52
    assert [c.number for c in (*ALL_CARDS, JOKER, UNKNOWN)] == list(range(54))
    assert {(c.rank, c.suit) for c in ALL_CARDS} == {(rank, suit) for rank in RANKS for suit in SUITS}


@given(faces)
def test_a_card_is_read_back_from_its_code_and_from_what_people_see(face: Card) -> None:
    assert card(face.code) is face
    assert card(face.code.lower()) is face
    if face.suit:
        assert card(face.label) is face
        assert card(face.rank.lower() + SUIT_SIGNS[face.suit]) is face


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("KH", "KH"), ("kh", "KH"), ("K♥", "KH"), ("K♥️", "KH"), ("K♡", "KH"), ("TS", "10S"), ("t♠", "10S"),
        ("10s", "10S"), ("10♤", "10S"), ("jk", "JK"), ("Jk", "JK"), ("2d", "2D"), ("aC", "AC"), ("??", "??"),
    ],
)  # fmt: skip
def test_capitals_signs_and_t_for_ten_are_read(text: str, code: str) -> None:
    assert card(text).code == code


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "K", "H", "HK", "1H", "11H", "0H", "KX", "K H", "KHH", "JKH", "?", "?H", "K♥♥", "JOKER", "\x00",
        "\ud800", "٣H",
    ],
)  # fmt: skip
def test_what_names_no_card_is_refused_with_the_text_and_a_way_out(text: str) -> None:
    with pytest.raises(InvalidCard) as refusal:
        card(text)
    assert repr(text) in str(refusal.value)
    assert "KH" in str(refusal.value)
    assert isinstance(refusal.value, ValueError)
    assert isinstance(refusal.value, CanastaError)


def test_a_refusal_shows_no_more_than_the_head_of_a_long_text() -> None:
    with pytest.raises(InvalidCard) as refusal:
        card("K" * 10_000)
    assert len(str(refusal.value)) < 150


@given(st.lists(faces))
def test_lists_are_read_from_text_and_from_texts(some: list[Card]) -> None:
    assert cards(" ".join(codes(some))) == tuple(some)
    assert cards(codes(some)) == tuple(some)


def test_people_see_suit_signs_and_files_letters() -> None:
    assert labels(cards("KH 10S JK")) == "K♥ 10♠ joker"
    assert codes(cards("k♥ t♠ jk")) == ["KH", "10S", "JK"]


def test_red_and_black_threes_are_told_apart() -> None:
    assert [c.code for c in ALL_CARDS if c.is_red_three] == ["3D", "3H"]
    assert [c.code for c in ALL_CARDS if c.is_black_three] == ["3C", "3S"]
    assert [c.suit for c in cards("KC KD KH KS") if c.is_red] == ["D", "H"]


@given(faces)
def test_copies_and_pickles_are_the_same_card(face: Card) -> None:
    assert copy.copy(face) is face
    assert copy.deepcopy([face])[0] is face
    assert pickle.loads(pickle.dumps(face)) is face
    assert eval(repr(face), {"card": card}) is face


def test_cards_sort_by_rank_then_suit_with_the_joker_last() -> None:
    assert codes(sorted(cards("JK KS 2H AC KC"))) == ["AC", "2H", "KC", "KS", "JK"]


@pytest.mark.parametrize(("packs", "jokers", "total"), [(2, 4, 108), (2, 6, 110), (2, 0, 104), (1, 2, 54)])
def test_a_deck_holds_its_packs_and_its_jokers(packs: int, jokers: int, total: int) -> None:
    deck = full_deck(packs, jokers)
    assert len(deck) == total
    assert deck.count(JOKER) == jokers
    assert all(deck.count(face) == packs for face in ALL_CARDS)
