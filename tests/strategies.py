"""The one place that makes random things: cards, moves, tables, damaged tables and moves, and plain rubbish.

Makers take a ``random.Random`` and give data of the public formats; the hypothesis strategies below draw their seed.
"""

from __future__ import annotations

import copy
import json
from random import Random
from typing import Any

from hypothesis import strategies as st

from canasta_teach.cards import ALL_CARDS, JOKER, RANKS, Card, codes
from canasta_teach.errors import InvalidPosition
from canasta_teach.game.melds import PLACES, canasta_kind
from canasta_teach.game.moves import Act, Move, Part, Target
from canasta_teach.game.position import parse_position
from canasta_teach.game.state import Position
from canasta_teach.rulebook import KEYS, RuleSet, ruleset

OPTIONS: dict[str, list[dict[str, Any]]] = {
    "goren_1949": [{"draw_count": 2}, {"max_wilds": 2}, {"canastas_to_go_out": 2}, {"freezing": False}],
    "classic": [{"jokers": 6}, {"canastas_to_go_out": 2}, {"permission": False}, {"black_threes_at_end": "wilds"}],
    "swedish": [{"wilds_at_most_naturals": False}, {"forced_take": False}, {"concealed_canasta": 0}],
    "italian": [{"honour": "players"}, {"penalties": False}, {"initial_steps": [{"from": 0, "minimum": 55}]}],
    "brazilian": [{"jokers": 4}, {"max_wilds": 3}, {"merge_ranks": True}, {"pile_free": False}, {"sequences": False}],
}
"""For each rule set, some options that make a game."""

MELD_RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4")


# Tables ---------------------------------------------------------------------------------------------------------


def random_table(rng: Random, key: str | None = None) -> dict[str, Any]:
    """A table as it could stand in a deal, in the public format; parts of it hidden, most keys filled in."""
    key = key or rng.choice(KEYS)
    data: dict[str, Any] = {"rules": key}
    if rng.random() < 0.2:
        data["options"] = dict(rng.choice(OPTIONS[key]))
    rules = ruleset(key, data.get("options"))
    players = rng.choice(rules.p.players)
    sides = rules.sides(players)
    data |= {
        "players": players,
        "scores": [5 * rng.randrange(-40, rules.p.target // 5) for _ in range(sides)],
        "dealer": rng.randrange(players),
        "turn": rng.randrange(players),
        "phase": rng.choice(("draw", "play", "play", "over") if rng.random() < 0.3 else ("draw", "play")),
    }
    deck = list(rules.deck())
    rng.shuffle(deck)
    bonus = [c for c in deck if rules.has("deck.red-threes") and c.is_red_three]
    deck = [c for c in deck if c not in bonus]
    melds: list[list[list[Card]]] = [[] for _ in range(sides)]
    for side in melds:
        ranks: set[str] = set()
        for _ in range(rng.choice((0, 0, 1, 2, 3, 4))):
            meld = _take_meld(rng, rules, deck, ranks)
            if meld:
                side.append(meld)
    hands = [_take(deck, rng.randint(2, 13)) for _ in range(players)]
    pile = _take(deck, rng.choice((0, 1, 1, 2, 4, 9)))
    red_threes: list[list[Card]] = [[] for _ in range(sides)]
    for one in bonus:
        place = rng.choice((*red_threes, deck, deck, deck))
        place.insert(rng.randint(0, len(place)), one)
    if rng.random() < 0.05:
        deck.clear()
    if data["phase"] == "over":
        _end(rng, rules, data, hands)
    elif data["phase"] == "play":
        _begin_turn(rng, rules, data, hands[data["turn"]], melds[data["turn"] % sides])
    _extras(rng, rules, data, hands, melds)
    return data | {
        "hands": [
            _hide(rng, hand, keep=bool(data.get("penalised", [[]] * players)[i])) for i, hand in enumerate(hands)
        ],
        "melds": [[codes(meld) for meld in side] for side in melds],
        "red_threes": [codes(some) for some in red_threes],
        "pile": _hidden_pile(rng, rules, data, pile),
        "stock": codes(deck) if rng.random() < 0.3 else len(deck),
    }


def _take(deck: list[Card], count: int) -> list[Card]:
    taken, deck[:] = deck[:count], deck[count:]
    return taken


def _take_meld(rng: Random, rules: RuleSet, deck: list[Card], ranks: set[str]) -> list[Card]:
    """A proper meld out of the deck, of a rank not yet used; empty where the deck has none for the rank tried."""
    if rules.has("meld.sequence") and rng.random() < 0.5:
        suit, low, length = rng.choice("CDHS"), rng.randint(3, 10), rng.randint(3, 7)
        wanted = [c for c in ALL_CARDS if c.suit == suit and low <= PLACES[c.rank] < low + length]
        if len(wanted) < 3 or any(c not in deck for c in wanted):
            return []
        for c in wanted:
            deck.remove(c)
        return sorted(wanted, key=lambda c: PLACES[c.rank])
    rank = rng.choice(MELD_RANKS)
    naturals = [c for c in deck if c.rank == rank]
    if rank in ranks or len(naturals) < rules.p.min_naturals:
        return []
    most = 8 if rules.p.max_meld is None else min(8, rules.p.max_meld - 3)
    naturals = naturals[: rng.randint(rules.p.min_naturals, most)]
    limit = len(naturals) if rules.p.wilds_at_most_naturals else 9
    limit = min(limit, 3 if rules.p.max_wilds is None else rules.p.max_wilds)
    wilds = [c for c in deck if rules.is_wild(c)][: rng.randint(0, limit)]
    meld = naturals + wilds
    if len(meld) < rules.p.min_meld:
        return []
    ranks.add(rank)
    for c in meld:
        deck.remove(c)
    return meld


def _begin_turn(rng: Random, rules: RuleSet, data: dict[str, Any], hand: list[Card], melds: list[list[Card]]) -> None:
    """What the player on turn has done in phase play."""
    turn: dict[str, Any] = {"took_pile": rng.random() < 0.2}
    if not turn["took_pile"] and rng.random() < 0.7:
        turn["drawn"] = codes(hand[-1:]) if rng.random() < 0.5 else hand[-1].code
    if melds and rng.random() < 0.3:
        index = rng.randrange(len(melds))
        turn["laid"] = [{"act": 1, "meld": index, "cards": codes(melds[index]), "new": True}]
    if rng.random() < 0.7:
        data["this_turn"] = turn
    if rules.has("out.permission") and rules.sides(data["players"]) < data["players"] and rng.random() < 0.2:
        data["permission"] = rng.choice(("asked", "yes", "no"))


def _end(rng: Random, rules: RuleSet, data: dict[str, Any], hands: list[list[Card]]) -> None:
    """How the deal ended."""
    seat = rng.choice((None, *range(data["players"])))
    data["went_out"] = seat
    if seat is not None:
        hands[seat].clear()
        data["concealed"] = rules.has("out.concealed") and rng.random() < 0.3
        data["relancinho"] = rules.has("out.relancinho") and rng.random() < 0.3


def _extras(
    rng: Random, rules: RuleSet, data: dict[str, Any], hands: list[list[Card]], melds: list[list[list[Card]]]
) -> None:
    """The rarer keys, where the rule set knows them."""
    if rules.has("canasta.concealed"):
        data["concealed_melds"] = [
            [i for i, meld in enumerate(side) if canasta_kind(meld, rules) and rng.random() < 0.5] for side in melds
        ]
    if rules.has("penalty.penalised-cards") and rng.random() < 0.3:
        data["penalised"] = [codes(hand[:1]) if rng.random() < 0.3 else [] for hand in hands]
        data["penalties"] = [[{"rule": "penalty.took-without-meld", "points": 50}] if side else [] for side in melds]
    if rules.has("initial.withdrawn") and rng.random() < 0.3:
        data["minimum_raised"] = [rng.random() < 0.5 for _ in melds]
    if rules.has("end.idle-lap") and rng.random() < 0.3:
        data["idle_turns"] = rng.randint(0, data["players"] + 1)
    if rng.random() < 0.2:
        data["laid_before"] = [rng.random() < 0.5 for _ in hands]
    if rng.random() < 0.1:
        data["first_turn"] = True


def _hide(rng: Random, hand: list[Card], *, keep: bool) -> list[str] | str | int | None:
    """A hand as it is known: whole, in part, by its number, or not at all."""
    how = "whole" if keep else rng.choice(("whole", "whole", "whole", "text", "part", "number", "none"))
    if how == "text":
        return " ".join(codes(hand))
    if how == "part":
        return [c.code if rng.random() < 0.7 else "??" for c in hand]
    if how == "number":
        return len(hand)
    return None if how == "none" and rng.random() < 0.3 else codes(hand)


def _hidden_pile(rng: Random, rules: RuleSet, data: dict[str, Any], pile: list[Card]) -> list[str] | dict[str, Any]:
    if len(pile) > 1 and rng.random() < 0.3:
        if rules.has("pile.frozen"):
            data["frozen"] = rules.is_wild(pile[0]) or rng.random() < 0.3
        return {"top": pile[0].code, "count": len(pile)}
    return codes(pile)


# Moves ----------------------------------------------------------------------------------------------------------


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


# Damage ---------------------------------------------------------------------------------------------------------

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


# Strategies -----------------------------------------------------------------------------------------------------

faces = st.sampled_from((*ALL_CARDS, JOKER))
some_faces = st.lists(faces, min_size=1, max_size=6).map(tuple)
targets = st.builds(
    Target,
    name=st.sampled_from(RANKS) | st.integers(0, 999).map(lambda n: f"#{n}"),
    side=st.none() | st.just("their") | st.integers(0, 5),
)
melds = st.builds(Part, some_faces)
parts = st.builds(Part, some_faces, st.none() | targets)
no_cards: tuple[Card, ...] = ()


def _acts() -> st.SearchStrategy[Act]:
    seats = st.none() | st.integers(0, 5)
    maybe_faces = st.just(no_cards) | some_faces
    maybe_parts = st.lists(parts, max_size=3).map(tuple)
    one = faces.map(lambda c: (c,))
    red_three = st.sampled_from([(c,) for c in ALL_CARDS if c.is_red_three])
    return st.one_of(
        st.builds(Act, st.sampled_from(("draw", "redraw", "take-back")), seats, maybe_faces),
        st.builds(Act, st.sampled_from(("take", "take-top")), seats, maybe_faces, st.none() | targets, maybe_parts),
        st.builds(Act, st.just("lay"), seats, parts=st.lists(parts, min_size=1, max_size=4).map(tuple)),
        st.builds(Act, st.just("relancinho"), seats, parts=st.lists(melds, min_size=1, max_size=4).map(tuple)),
        st.builds(Act, st.just("discard"), seats, one),
        st.builds(Act, st.just("table"), seats, red_three),
        st.builds(Act, st.sampled_from(("ask", "look")), seats),
        st.builds(Act, st.just("answer"), seats, yes=st.booleans()),
    )


acts = _acts()
moves = st.lists(acts, min_size=1, max_size=4).map(lambda some: Move(tuple(some)))


def tables(key: str | None = None) -> st.SearchStrategy[dict[str, Any]]:
    """Positions in the public format, of every rule set or of one."""
    return st.integers(0, 2**32 - 1).map(lambda seed: random_table(Random(seed), key))


@st.composite
def positions(draw: st.DrawFn, key: str | None = None) -> Position:
    """Consistent positions of every rule set, or of one, in which some act is legal or the deal is over."""
    from hypothesis import reject

    try:
        return parse_position(draw(tables(key)))
    except InvalidPosition:  # such as a player bound to go out who cannot
        reject()
