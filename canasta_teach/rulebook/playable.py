"""Floor 1: whether the values of a rule set make a game at all.

House rules may combine any values; what cannot be dealt, melded or won is refused here with the reason.
"""

from __future__ import annotations

from typing import Final

from canasta_teach.errors import InvalidRules
from canasta_teach.rulebook.ruleset import RuleSet

_LONGEST_RUN: Final = 14
"""Cards of a run from ace to ace."""


def check_game(rules: RuleSet) -> None:
    """Refuse a rule set that makes no game.

    Raises:
        InvalidRules: with the house key that is at fault, or most likely is, and the reason.
    """
    _check_hands(rules)
    _check_melds(rules)
    _check_canastas(rules)
    _check_minimums(rules)
    _check_pile(rules)


def _check_pile(rules: RuleSet) -> None:
    """A pile that anybody may take with no duty cannot be frozen or stopped."""
    bars = {
        "freezing": "pile.frozen",
        "frozen_unmelded": "pile.frozen-unmelded",
        "black_three_stops": "pile.black-three",
    }
    if rules.has("pile.top-card"):
        return
    for key, rule_id in bars.items():
        if rules.has(rule_id):
            raise InvalidRules("", key, "the pile is free here, taken with no duty, so nothing can bar it")


def _check_hands(rules: RuleSet) -> None:
    """Every deal must be possible, however the cards fall, and leave each player a card to draw."""
    p, deck = rules.p, rules.deck()
    if not p.players:
        raise InvalidRules("", "players", "no number of players may sit down")
    for players in p.players:
        size = p.hand_size.get(str(players))
        if size is None:
            raise InvalidRules("", "hand_size", f"there is no hand size for {players} players; say one")
        need = players * size + players
        if rules.has("deal.red-threes"):
            need += sum(card.is_red_three for card in deck)
        if rules.has("deal.up-card"):
            need += 1
            if "wild" in p.up_card_covers:
                need += sum(map(rules.is_wild, deck))
            if "black-three" in p.up_card_covers:
                need += sum(card.is_black_three for card in deck)
        if need > len(deck):
            raise InvalidRules(
                "",
                "hand_size",
                f"{players} players with {size} cards each can need {need} cards (red threes replaced, an up-card "
                f"covered, one card for each to draw), but the deck has {len(deck)}",
            )


def _largest_of_a_rank(rules: RuleSet) -> int:
    """Most cards that a meld of one rank can hold."""
    p = rules.p
    naturals = 4 * p.packs
    wilds = sum(map(rules.is_wild, rules.deck()))
    if p.max_wilds is not None:
        wilds = min(wilds, p.max_wilds)
    if p.wilds_at_most_naturals:
        wilds = min(wilds, naturals)
    return naturals + wilds if p.max_meld is None else min(naturals + wilds, p.max_meld)


def _check_melds(rules: RuleSet) -> None:
    p = rules.p
    if p.max_meld is not None and p.min_meld > p.max_meld:
        raise InvalidRules("", "max_meld", f"a meld of at least {p.min_meld} and at most {p.max_meld} cards cannot be")
    if p.min_naturals > p.min_meld:
        reason = f"a meld of {p.min_meld} cards cannot hold {p.min_naturals} natural ones; raise min_meld as well"
        raise InvalidRules("", "min_naturals", reason)
    if p.min_naturals > 4 * p.packs or p.min_meld > _largest_of_a_rank(rules):
        reason = f"no meld can be made: the deck has {4 * p.packs} cards of a rank"
        raise InvalidRules("", "min_naturals" if p.min_naturals > 4 * p.packs else "min_meld", reason)


def _check_canastas(rules: RuleSet) -> None:
    p = rules.p
    if not rules.has("out.canasta") or p.canastas_to_go_out == 0:
        return
    most = _largest_of_a_rank(rules)
    if rules.has("meld.sequence"):
        most = max(most, _LONGEST_RUN)
    if p.canasta_size > most:
        at_fault = "canasta_size" if p.max_meld is None or p.max_meld >= p.canasta_size else "max_meld"
        reason = f"nobody could go out: that takes a canasta of {p.canasta_size} cards, and a meld holds {most} at most"
        raise InvalidRules("", at_fault, reason)


def _check_minimums(rules: RuleSet) -> None:
    p = rules.p
    asked = {
        "initial_steps": max((step.minimum for step in p.initial_steps), default=0),
        "vulnerable_minimum": p.vulnerable_minimum,
        "withdrawn_minimum": p.withdrawn_minimum,
    }
    within_reach = min(_richest_hand(rules, p.hand_size[str(players)]) for players in p.players)
    for key, minimum in asked.items():
        if minimum > within_reach:
            raise InvalidRules(
                "", key, f"no hand could reach a first laying of {minimum}: at best it holds {within_reach}"
            )


def _richest_hand(rules: RuleSet, size: int) -> int:
    """What the best hand of meldable cards counts: an upper bound, limits on wild cards left aside."""
    values = sorted((rules.value(card) for card in rules.deck()), reverse=True)
    # A hand grows before the first laying only where two cards are drawn a turn or the pile is free.
    grows = rules.p.draw_count > 1 or not rules.has("pile.top-card")
    return sum(values if grows else values[: size + 1])
