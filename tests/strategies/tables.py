"""Made tables, in the public format of positions."""

from __future__ import annotations

from random import Random
from typing import Any

from canasta_teach.cards import ALL_CARDS, Card, codes
from canasta_teach.game.melds import PLACES, canasta_kind
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
        for _ in range(rng.choice((0, 0, 1, 2, 3, 4) if sides == 2 else (0, 0, 1, 2))):
            meld = _take_meld(rng, rules, deck, ranks)
            if meld:
                side.append(meld)
    most = min(13, (len(deck) - 9) // players)  # all of them, and a pile, fit the deck
    hands = [_take(deck, rng.randint(2, most)) for _ in range(players)]
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
