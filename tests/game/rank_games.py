"""Games of ranks, house rules among them, and tables of them: made ones, and those that play by chance leads to."""

from __future__ import annotations

from random import Random
from typing import Any

from canasta_teach.cards import Card, codes
from canasta_teach.errors import InvalidPosition
from canasta_teach.game.deal import deal
from canasta_teach.game.position import parse_position
from canasta_teach.game.state import Position
from canasta_teach.rulebook import RuleSet, ruleset

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("goren_1949", {}),
    ("classic", {}),
    ("swedish", {}),
    ("italian", {}),
    ("classic", {"jokers": 6, "canastas_to_go_out": 2}),
    ("classic", {"draw_count": 2, "canastas_to_go_out": 3, "concealed_canasta": 150}),
    ("classic", {"canastas_to_go_out": 0, "black_threes_at_end": "wilds", "concealed": 0}),
    ("classic", {"black_three_stops": False, "canastas_to_go_out": 0}),
    ("classic", {"freezing": False, "frozen_unmelded": False, "forced_take": False}),
    ("classic", {"pile_free": True, "canasta_size": 5}),
    ("classic", {"max_wilds": 1, "initial_steps": [{"minimum": 0}], "black_threes_at_end": "never"}),
    ("classic", {"penalties": True, "permission": False, "red_threes_against_unmelded": False}),
    ("classic", {"min_meld": 2, "min_naturals": 1, "hand_cards_to_take": 1, "canasta_size": 4}),
    ("swedish", {"wilds_at_most_naturals": False, "max_wilds": 6, "forced_take": False}),
    ("swedish", {"black_three_stops": False, "black_threes_at_end": "wilds", "canasta_size": 5}),
    ("swedish", {"concealed_canasta": 0, "draw_count": 2}),
    ("italian", {"honour": "players"}),
    ("italian", {"honour": "players", "draw_count": 2, "frozen_unmelded": True, "canastas_to_go_out": 2}),
    ("italian", {"penalties": False, "max_meld": 8, "hand_cards_to_take": 3}),
    ("italian", {"initial_steps": [{"from": 0, "minimum": 55}], "min_naturals": 3}),
    ("goren_1949", {"min_naturals": 1, "card_values": {"A": 0, "3": 30}, "canasta_size": 5}),
    ("goren_1949", {"wilds_at_most_naturals": True, "black_three_stops": False, "canastas_to_go_out": 2}),
    ("goren_1949", {"packs": 3, "jokers": 8, "max_wilds": 20}),
    ("classic", {"packs": 4, "jokers": 8, "max_wilds": 20, "canasta_size": 14, "hand_size": 25}),
]


def name(game: tuple[str, dict[str, Any]]) -> str:
    """A game's name among the tests."""
    key, options = game
    return "-".join(
        (
            key,
            *(f"{k}={v}" for k, v in options.items() if not isinstance(v, list | dict)),
            *(k for k, v in options.items() if isinstance(v, list | dict)),
        )
    )


def dealt(game: tuple[str, dict[str, Any]], seed: int) -> Position:
    """A deal of the game: its players, scores and dealer by the seed too."""
    key, options = game
    rng = Random(seed)
    rules = ruleset(key, options)
    players = rng.choice(rules.p.players)
    scores = [5 * rng.randrange(-20, rules.p.target // 5) for _ in range(rules.sides(players))]
    return deal(rules=rules, players=players, scores=scores, dealer=rng.randrange(players), seed=seed)


def made(game: tuple[str, dict[str, Any]], rng: Random, most: int = 9) -> Position:
    """A table of few ranks and many wild cards, with melds about to be canastas and hands of at most ``most`` cards."""
    key, options = game
    rules = ruleset(key, options)
    while True:
        try:
            return parse_position(_table(key, options, rules, rng, most))
        except InvalidPosition:
            continue


def _table(key: str, options: dict[str, Any], rules: RuleSet, rng: Random, most: int) -> dict[str, Any]:
    players = rng.choice(rules.p.players)
    sides = rules.sides(players)
    ranks = rng.sample(["A", "K", "Q", "9", "7", "4"], rng.choice((2, 3, 4)))
    wild_share = rng.choice((0, 3, 8))
    deck = [c for c in rules.deck() if c.rank in ranks or (c.is_black_three and rng.random() < 0.6)]
    wilds = [c for c in rules.deck() if rules.is_wild(c)]
    deck += rng.sample(wilds, min(wild_share, len(wilds)))
    rng.shuffle(deck)
    seat = rng.randrange(players)
    melds: list[list[list[str]]] = [[] for _ in range(sides)]
    concealed: list[list[int]] = [[] for _ in range(sides)]
    for side in range(sides):
        for rank in rng.sample(ranks, rng.choice((0, 0, 1, 2)) if side == seat % sides else 0):
            meld = _meld(rules, deck, rank, rng)
            if meld:
                if rules.has("canasta.concealed") and len(meld) >= rules.p.canasta_size and rng.random() < 0.5:
                    concealed[side].append(len(melds[side]))
                melds[side].append(codes(meld))
    hand = _off(deck, rng.randint(1, most))
    phase = rng.choice(("draw", "play"))
    pile = _off(deck, rng.choice((0, 1, 1, 2, 2, 3, 6)))
    others = [_off(deck, 2) for _ in range(players)]
    hands = [codes(hand) if i == seat else (codes(cards) or ["5C"]) for i, cards in enumerate(others)]
    reds = [c for c in rules.deck() if c.is_red_three]
    rng.shuffle(reds)
    if rules.p.honour == "players":
        hands = [[*held, *codes(_off(reds, rng.choice((0, 0, 1))))] for held in hands]
    if len(pile) > 1 and rng.random() < 0.3:
        pile += _off(reds, 1)
    stock = _off(deck, rng.choice((0, 1, 3))) + _off(reds, rng.choice((0, 1)))
    rng.shuffle(stock)
    data: dict[str, Any] = {
        "rules": key,
        "options": options,
        "players": players,
        "turn": seat,
        "phase": phase,
        "scores": [rng.choice((-50, 0, 0, 1600, 3200)) for _ in range(sides)],
        "hands": hands,
        "melds": melds,
        "concealed_melds": concealed,
        "pile": codes(pile),
        "stock": codes(stock),
        "red_threes": [codes(_off(reds, rng.choice((0, 1)))) for _ in range(sides)],
        "laid_before": [rng.random() < 0.5 for _ in range(players)],
        "first_turn": rng.random() < 0.1,
    }
    if not data["concealed_melds"][0] and not rules.has("canasta.concealed"):
        del data["concealed_melds"]
    if phase == "play":
        _play(rules, data, melds[seat % sides], rng, partners=sides < players)
    elif rng.random() < 0.1 and stock:
        data["this_turn"] = {"must_draw": True}
    if rules.has("penalty.penalised-cards") and rng.random() < 0.3:
        some = rng.sample(hand, min(len(hand), rng.choice((1, 2))))
        data["penalised"] = [codes(some) if i == seat else [] for i in range(players)]
    if rules.has("end.idle-lap"):
        data["idle_turns"] = rng.choice((0, 0, players - 1, players))
    return data


def _play(rules: RuleSet, data: dict[str, Any], melds: list[list[str]], rng: Random, *, partners: bool) -> None:
    turn: dict[str, Any] = {"took_pile": rng.random() < 0.3}
    if melds and rng.random() < 0.5:
        index = rng.randrange(len(melds))
        turn["laid"] = [{"act": 1, "meld": index, "cards": melds[index][:3], "new": rng.random() < 0.5}]
    data["this_turn"] = turn
    if partners and rules.has("out.permission") and rng.random() < 0.7:
        data["permission"] = rng.choice(("asked", *("yes",) * 6, "no", "no"))


def _off(deck: list[Card], count: int) -> list[Card]:
    taken, deck[:count] = deck[:count], []
    return taken


def _meld(rules: RuleSet, deck: list[Card], rank: str, rng: Random) -> list[Card]:
    """A meld that can lie; sometimes one beyond the limits of the rule set."""
    naturals = [c for c in deck if c.rank == rank][: rng.choice((2, 3, 4, 5, 6))]
    wilds = [c for c in deck if rules.is_wild(c)][: rng.choice((0, 0, 1, 2, 3, 4))]
    meld = naturals + wilds
    if not naturals or len(meld) < rules.p.min_meld:
        return []
    for card in meld:
        deck.remove(card)
    return meld
