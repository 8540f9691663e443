"""Small random hands and tables of few ranks and suits, so that many melds can be made of few cards."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from canasta_teach.cards import Card, codes
from canasta_teach.errors import InvalidPosition
from canasta_teach.game.melds import read_meld
from canasta_teach.game.state import Position
from canasta_teach.rulebook import RuleSet

RANK_GAMES: list[tuple[str, dict[str, Any]]] = [
    ("goren_1949", {}),
    ("classic", {}),
    ("swedish", {}),
    ("italian", {}),
    ("classic", {"canastas_to_go_out": 2, "black_threes_at_end": "wilds"}),
    ("classic", {"max_wilds": 1, "card_values": {"2": 5}}),
    ("goren_1949", {"min_naturals": 1, "wilds_at_most_naturals": True}),
    ("goren_1949", {"min_naturals": 1}),
    ("italian", {"min_naturals": 3, "black_threes_at_end": "never"}),
    ("classic", {"canasta_size": 5}),
    ("swedish", {"wilds_at_most_naturals": False, "black_three_stops": False}),
]
CARD_GAMES: list[tuple[str, dict[str, Any]]] = [
    ("brazilian", {}),
    ("brazilian", {"canastas_to_go_out": 1, "permission": True}),
    ("brazilian", {"canastas_to_go_out": 2, "max_wilds": 3, "jokers": 4}),
    ("brazilian", {"pile_free": False, "jokers": 4}),
    ("brazilian", {"min_naturals": 1, "max_wilds": 3, "jokers": 4}),
    ("classic", {"sequences": True}),
    ("classic", {"merge_ranks": False}),
    ("swedish", {"merge_ranks": False, "sequences": True}),
    ("goren_1949", {"sequences": True, "min_naturals": 1, "canasta_size": 5}),
]


def named(games: list[tuple[str, dict[str, Any]]]) -> list[Any]:
    return [pytest.param(key, some, id=f"{key}-{'-'.join(some) or 'plain'}") for key, some in games]


def few_cards(rng: Random, rules: RuleSet) -> list[Card]:
    """Cards of few ranks and suits, so that many melds can be made of few of them."""
    if rules.has("meld.sequence") and rng.random() < 0.7:
        suits, low = rng.sample("CDHS", rng.choice((1, 2))), rng.randint(1, 12)
        ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"][low - 1 : low + 5]
        some = [c for c in rules.deck() if c.suit in suits and c.rank in ranks]
    else:
        ranks = rng.sample(["A", "K", "Q", "7", "5", "3"], 3)
        some = [c for c in rules.deck() if c.rank in ranks]
    wild = [c for c in rules.deck() if rules.is_wild(c)]
    some = [c for c in some if not rules.is_wild(c)]
    some += rng.sample(wild, min(len(wild), rng.choice((0, 2, 4, 8))))
    if rules.has("deck.red-threes"):
        some = [c for c in some if not c.is_red_three]
    rng.shuffle(some)
    if rng.random() < 0.4:
        # Cards that go together lie together, so that more hands can be laid whole.
        some.sort(key=lambda c: c.rank)
        cut = rng.randrange(len(some))
        some = some[cut:] + some[:cut]
    return some


def lying_melds(rng: Random, rules: RuleSet, deck: list[Card]) -> list[tuple[Card, ...]]:
    """Melds that can lie, some a card short of a canasta, some that bear more wild cards than these rules allow."""
    found: list[tuple[Card, ...]] = []
    ranks: set[str] = set()
    for _ in range(rng.choice((0, 0, 1, 1, 2, 2))):
        size = min(rng.choice((3, 3, 4, 5, 6, 6, 7, 7)), len(deck))
        for _ in range(30):
            some = tuple(rng.sample(deck, size))
            first = rng.choice(some)
            same = [c for c in deck if c.rank == first.rank or rules.is_wild(c)]
            if len(same) >= size and not (rules.has("meld.sequence") and rng.random() < 0.6):
                some = tuple(rng.sample(same, size))
            shape = read_meld(some, rules)
            if shape is None or (shape.kind == "set" and shape.rank in ranks and rules.has("meld.one-per-rank")):
                continue
            if shape.rank == "3" and rules.has("meld.black-threes"):
                continue
            ranks.add(shape.rank)
            found.append(some)
            for c in some:
                deck.remove(c)
            break
    return found


def small_table(rng: Random, rules: RuleSet, phase: str, most: int) -> Position | None:
    """A table whose player on turn, seat 0, holds at most ``most`` cards; ``None`` where no act would be legal."""
    deck = few_cards(rng, rules)
    melds = lying_melds(rng, rules, deck)
    size = rng.randint(1, most)
    hand, deck = deck[:size], deck[size:]
    count = rng.choice((1, 1, 2, 2, 3))
    pile, deck = deck[:count], deck[count:]
    if not pile:
        return None
    if rng.random() < 0.5:
        other = next((c for c in rules.deck() if not rules.is_wild(c) and c.rank not in {d.rank for d in pile}), None)
        pile = pile[:1] + ([other] if other else [])
    data: dict[str, Any] = {
        "rules": rules.key,
        "options": dict(rules.options),
        "hands": [codes(hand), 5, 5, 5],
        "melds": [[codes(meld) for meld in melds], []],
        "scores": [rng.choice((-50, 0, 0, 740, 750, 1200)) if rules.p.target < 3_000 else rng.choice((0, 1_500)), 0],
        "pile": codes(pile),
        "phase": phase,
        "stock": 20,
        "minimum_raised": [rules.has("initial.withdrawn") and rng.random() < 0.3, False],
    }
    if melds:
        data["laid_before"] = [rng.random() < 0.5, True, False, False]
        if phase == "play" and rng.random() < 0.4:
            data["this_turn"] = {"laid": [{"act": 1, "meld": 0, "cards": codes(melds[0][:1]), "new": False}]}
    if phase == "play" and rules.has("out.permission") and rng.random() < 0.1:
        data["permission"] = "no"
    if phase == "draw" and rng.random() < 0.2:
        data["pile"] = {"top": pile[0].code, "count": rng.choice((2, 3))}
        data["frozen"] = rules.has("pile.frozen") and (rules.is_wild(pile[0]) or rng.random() < 0.3)
    try:
        return Position.parse(data)
    except InvalidPosition:  # such as one card left that may not be discarded
        return None
