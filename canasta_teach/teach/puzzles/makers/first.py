"""Makers of first layings, from the hand and with the pile."""

from __future__ import annotations

from canasta_teach.cards import Card
from canasta_teach.players.solve import Objective
from canasta_teach.teach.puzzles.makers.deck import HIGH, LOW, Draft, Making, Unmade

_FEWEST = (Objective.MINIMUM_FEWEST_CARDS, Objective.MINIMUM_FEWEST_WILDS)

_ANY_MELD = 50
"""A lower minimum is met by nearly any meld, so that no wild card needs sparing; this one by a joker and a pair."""


def minimum(making: Making) -> Draft:
    """The minimum with few cards: dear pairs that one wild card opens against wild cards heaped on one meld."""
    score, due = making.first_score()
    small = due <= _ANY_MELD and making.level > 2
    groups: dict[str, int] = {}
    if not small and making.chance(0.3):
        groups["A"] = making.between(2, 3)
    for rank in making.ranks(3 if small else making.between(2, 3), HIGH):
        groups[rank] = making.between(2, 3 if making.level < 4 else 4)
    for rank in making.ranks(making.between(0, 2), LOW):
        groups[rank] = making.between(2, 4)
    # With a joker, any pair would reach a small one.
    wilds = making.wilds(2, 0) if small else making.wilds(making.between(1, 2) + (due > 60), 0.4)
    hand = making.groups(groups) + wilds
    return making.draft(_FEWEST[0], _filled(making, hand, groups), score=score)


def wild_economy(making: Making) -> Draft:
    """The minimum with few wild cards: natural melds come near it, and a dear pair tempts to more."""
    score, due = making.first_score()
    if due < _ANY_MELD:
        raise Unmade
    groups: dict[str, int] = {}
    if making.chance(0.7):
        groups["A"] = 2
    natural = 0
    wanted = due - making.rng.choice((0, 5, 10, 20, 25, 35, 45))
    for rank in making.ranks(8, (*HIGH, *LOW)):
        each = 10 if rank in HIGH else 5
        many = making.between(3, 4)
        if natural + each * many <= wanted + 10 and len(groups) < 5:
            groups[rank] = many
            natural += each * many
    if making.chance(0.6):
        groups[making.ranks(1, HIGH, groups)[0]] = 2
    hand = making.groups(groups) + making.wilds(making.between(1, 3), 0.4)
    return making.draft(_FEWEST[1], making.sized(hand, 1), score=score)


def freeze(making: Making) -> Draft:
    """A frozen pile and a pair for its top card: the pair is bound there, the others must do the rest."""
    top = making.ranks(1, (*HIGH, *LOW, "A"))[0]
    kind = making.rng.choice(("first", "first", "canasta", "keep"))
    if kind == "first":
        score, _ = making.first_score()
        groups = {top: making.between(2, 3)}
        for rank in making.ranks(making.between(2, 4), (*HIGH, *LOW, "A"), groups):
            groups[rank] = making.between(2, 3)
        hand = making.groups(groups) + making.wilds(making.between(1, 3))
        pile = making.take(top, 1)
        aim = making.rng.choice(_FEWEST)
        filled = _filled(making, hand, groups)
        return making.draft(aim, filled, score=score, pile=pile, count=making.between(4, 14), frozen=True)
    lies = making.ranks(2, (*HIGH, *LOW, "A"), (top,))
    if kind == "canasta":
        melds = [
            making.meld(top, making.between(2, 3), making.between(1, 2)),
            making.meld(lies[0], 3, making.between(0, 2)),
        ]
        groups = {top: making.between(2, 3), lies[0]: making.between(0, 2), lies[1]: making.between(2, 3)}
        hand = making.groups(groups) + making.wilds(making.between(1, 3))
        what = making.rng.choice((Objective.CANASTA, Objective.CANASTA_MIXED, Objective.CANASTA_NATURAL))
        pile = making.take(top, 1)
        return making.draft(what, making.sized(hand), melds=melds, pile=pile, count=making.between(4, 14), frozen=True)
    melds = [making.meld(lies[0], making.between(3, 4), making.between(0, 1))]
    groups = {top: making.between(2, 3), lies[0]: making.between(1, 2), lies[1]: making.between(2, 4)}
    groups[making.ranks(1, HIGH, groups)[0]] = making.between(2, 3)
    hand = making.groups(groups) + making.wilds(making.between(1, 2))
    # What lies below the top card is not seen: a wild card that is, and may not be laid, would be a tease.
    making.wilds(1, 0.2)
    pile = making.take(top, 1)
    return making.draft(Objective.MOST_POINTS, making.sized(hand), melds=melds, pile=pile, count=5, frozen=True)


def top_card(making: Making) -> Draft:
    """A first laying with the pile: its top card counts, its others do not."""
    score, due = making.first_score()
    top = making.ranks(1, (*HIGH, *LOW, "A"))[0]
    free = not making.rules.has("pile.frozen-unmelded")
    groups = {top: making.between(1 if free else 2, 2 if due < 60 else 3)}
    for rank in making.ranks(making.between(2, 3), (*HIGH, *LOW, "A"), groups):
        groups[rank] = making.between(2, 3)
    hand = making.groups(groups) + making.wilds(making.between(1, 3), 0.4)
    pile = making.take(top, 1)
    aim = making.rng.choice(_FEWEST)
    return making.draft(aim, _filled(making, hand, groups), score=score, pile=pile, count=making.between(3, 16))


def _filled(making: Making, hand: list[Card], groups: dict[str, int]) -> list[Card]:
    """The hand with single cards up to a full one, more of them where it is meant to be easy to read."""
    lacking = max(0, making.between(8, 9 + making.level // 2) - len(hand))
    return making.sized(hand + making.singles(min(lacking, 2 + (making.level > 2)), groups), 1)
