"""Moves as learners type them, damage to tables and moves, and plain rubbish."""

from __future__ import annotations

import copy
import json
from random import Random
from typing import Any

from canasta_teach.cards import ALL_CARDS, JOKER, RANKS
from canasta_teach.game.state import Position
from canasta_teach.rulebook import KEYS
from tests.strategies.tables import OPTIONS, random_table


def random_act(rng: Random, hand: list[str]) -> str:
    """An act as a learner could type it, mostly with cards of this hand."""
    faces = [code for code in hand if code != "??"] or ["KH", "4C", "2D"]

    def some(low: int, high: int) -> str:
        one = rng.choice(faces)
        alike = [code for code in faces if code[:-1] == one[:-1] or code[0] == "2" or code == "JK"]
        source = alike if len(alike) >= low and rng.random() < 0.8 else faces
        return " ".join(rng.sample(source, min(len(source), rng.randint(low, high))))

    target = rng.choice((*RANKS, "#0", "#1", "#2"))
    verb = rng.choice(("draw", "discard", "discard", "meld", "meld", "add", "take", "take", "onto", "rare"))
    if verb == "draw":
        return rng.choice(("draw", f"draw {rng.choice(ALL_CARDS).code}"))
    if verb == "discard":
        return f"discard {rng.choice(faces)}"
    if verb == "meld":
        parts = " / ".join(some(3, 4) for _ in range(rng.choice((1, 1, 2, 3))))
        return f"meld {parts}"
    if verb == "add":
        return f"add {some(1, 2)} to {rng.choice(('', '', '', 'their ', 'side 1’s '))}{target}"
    if verb == "take":
        return f"take with {some(2, 3)}" + (f" / {some(3, 4)}" if rng.random() < 0.3 else "")
    if verb == "onto":
        return f"take onto {target}" + (f" with {some(2, 3)}" if rng.random() < 0.3 else "")
    return rng.choice(
        (
            "take", "look", "ask", "answer yes", "answer no", "redraw", "redraw 5C", "table 3H", "take top with KH KD",
            f"take back {some(1, 3)}", f"relancinho {some(3, 4)} / {some(3, 4)} / {some(3, 4)}",
            f"take / meld {some(3, 4)}", f"seat {rng.randint(0, 5)}: {random_act(rng, hand)}",
        )
    )  # fmt: skip


def random_move(rng: Random, table: dict[str, Any]) -> str:
    """One to three acts for the player on turn at this table."""
    try:
        hand = table["hands"][table.get("turn", 0)]
    except (KeyError, IndexError, TypeError):
        hand = []
    words = hand.split() if isinstance(hand, str) else hand if isinstance(hand, list) else []
    words = [word for word in words if isinstance(word, str) and word]
    return "; ".join(random_act(rng, words) for _ in range(rng.choice((1, 1, 1, 2, 3))))


_ODD: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 3, 11, 1000, 2**63, 10**30, 1.5, float("nan"), float("inf"), "", "KH", "??", "KX",
    "JK", "3H", "kh 2d", "\ud800", "\x00", "♥", [], ["KH"], [[]], [["KH", "KD", "KC"], []], {}, {"top": "KH"},
    {"top": "4C", "count": 3}, "house", "../rules.toml", "classic", "draw", "play", "over",
)  # fmt: skip


def damaged_table(rng: Random, table: dict[str, Any]) -> dict[str, Any]:
    """The table with one to three changes, some that leave it possible and some that do not."""
    data = copy.deepcopy(table)
    for _ in range(rng.choice((1, 1, 2, 3))):
        rng.choice(_DAMAGES)(rng, data)
    return data


def _swap_cards(rng: Random, data: dict[str, Any]) -> None:
    places = [(some, i) for some in _card_lists(data) for i in range(len(some))]
    if len(places) > 1:
        (a, i), (b, j) = rng.sample(places, 2)
        a[i], b[j] = b[j], a[i]


def _other_card(rng: Random, data: dict[str, Any]) -> None:
    places = [(some, i) for some in _card_lists(data) for i in range(len(some))]
    if places:
        some, i = rng.choice(places)
        some[i] = rng.choice((*ALL_CARDS, JOKER)).code


def _drop_card(rng: Random, data: dict[str, Any]) -> None:
    lists = [some for some in _card_lists(data) if some]
    if lists:
        some = rng.choice(lists)
        del some[rng.randrange(len(some))]


def _card_lists(data: Any) -> list[list[Any]]:
    if isinstance(data, dict):
        return [found for value in data.values() for found in _card_lists(value)]
    if isinstance(data, list):
        own = [data] if data and all(isinstance(word, str) for word in data) else []
        return own + [found for value in data for found in _card_lists(value)]
    return []


def _drop_key(rng: Random, data: dict[str, Any]) -> None:
    if data:
        del data[rng.choice(list(data))]


def _odd_value(rng: Random, data: dict[str, Any]) -> None:
    if data:
        data[rng.choice(list(data))] = copy.deepcopy(rng.choice(_ODD))


def _odd_inside(rng: Random, data: dict[str, Any]) -> None:
    lists = [value for value in data.values() if isinstance(value, list) and value]
    if lists:
        some = rng.choice(lists)
        some[rng.randrange(len(some))] = copy.deepcopy(rng.choice(_ODD))


def _odd_key(rng: Random, data: dict[str, Any]) -> None:
    data[rng.choice(("hand", "Turn", "\udc80", "", "x" * 500))] = copy.deepcopy(rng.choice(_ODD))


def _shift_number(rng: Random, data: dict[str, Any]) -> None:
    keys = [key for key, value in data.items() if type(value) is int]
    if keys:
        data[rng.choice(keys)] += rng.choice((-1, 1, 1, 2))


def _other_rules(rng: Random, data: dict[str, Any]) -> None:
    data["rules"] = rng.choice(KEYS)


def _other_options(rng: Random, data: dict[str, Any]) -> None:
    key = rng.choice(KEYS)
    data["options"] = copy.deepcopy(rng.choice((*OPTIONS[key], {"jokers": 2}, {"max_wilds": rng.choice(_ODD)})))


def _other_moment(rng: Random, data: dict[str, Any]) -> None:
    data |= rng.choice(
        (
            {"phase": "draw"}, {"phase": "play"}, {"phase": "over"}, {"turn": 1}, {"turn": 2}, {"first_turn": True},
            {"permission": "asked"}, {"permission": "yes"}, {"permission": "no"}, {"stock": 0}, {"stock": 1},
            {"pile": []}, {"scores": [1500, 0]}, {"scores": [755, 3000]}, {"idle_turns": 4}, {"frozen": True},
            {"this_turn": {"must_draw": True}}, {"minimum_raised": [True, False]}, {"laid_before": [True] * 4},
        )
    )  # fmt: skip


_DAMAGES = (
    _swap_cards, _swap_cards, _other_card, _drop_card, _drop_card, _drop_key, _odd_value, _odd_inside, _odd_key,
    _shift_number, _other_rules, _other_rules, _other_options, _other_moment, _other_moment, _other_moment,
)  # fmt: skip


def damaged_text(rng: Random, text: str) -> str:
    """A move's text with one to three words or signs changed."""
    words = text.split(" ")
    for _ in range(rng.choice((1, 1, 2, 3))):
        at = rng.randrange(len(words)) if words else 0
        match rng.randrange(6):
            case 0 if words:
                del words[at]
            case 1 if words:
                words[at] = rng.choice((*ALL_CARDS, JOKER)).code
            case 2:
                words.insert(
                    at, rng.choice(("/", ";", "to", "with", "onto", "#0", "#-1", "their", "side", "??", "7", ":"))
                )
            case 3 if words:
                words[at] = rng.choice(("draw", "take", "meld", "add", "discard", "ask", "seat 1:", "\udc80", "\x00"))
            case 4 if words:
                words[at] = words[at].swapcase() + " "
            case _:
                words += words[at:]
    return " ".join(words)


def random_json(rng: Random, depth: int = 3) -> Any:
    """Any JSON value; objects mostly with keys of the format."""
    kind = rng.randrange(5 if depth else 3)
    if kind < 3:
        return copy.deepcopy(rng.choice(_ODD))
    if kind == 3:
        return [random_json(rng, depth - 1) for _ in range(rng.randrange(5))]
    keys = Position.__struct_fields__
    return {rng.choice(keys): random_json(rng, depth - 1) for _ in range(rng.randrange(6))}


def random_bytes(rng: Random) -> bytes:
    """Bytes of any kind: noise, broken JSON, and JSON that is nested without end."""
    match rng.randrange(5):
        case 0:
            return rng.randbytes(rng.randrange(60))
        case 1:
            text = json.dumps(random_table(rng)).encode()
            cut = rng.randrange(len(text))
            return text[:cut] + rng.randbytes(rng.randrange(3)) + text[cut + rng.randrange(3) :]
        case 2:
            return b'{"options":{"a":' + b"[" * rng.randrange(3000)
        case 3:
            depth = rng.randrange(3000)
            return b'{"options":{"a":' + b"[" * depth + b"]" * depth + b"}}"
        case _:
            return "".join(rng.choices('{}[]",:0123456789.eE-+ KHnulltrefas\\u\n', k=rng.randrange(60))).encode()
