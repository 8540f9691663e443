"""Makers of the end of a deal: going out, black threes, concealed hands, the stock gone, and the score sheet."""

from __future__ import annotations

from typing import Any

from canasta_teach.cards import Card
from canasta_teach.players.solve import Objective
from canasta_teach.teach.puzzles.makers.deck import HIGH, LOW, PLAIN, Draft, Making


def going_out(making: Making) -> Draft:
    """Every card needs a place, and the canasta must come of it: the wild cards have several masters."""
    if making.level > 2 and making.chance(0.3 * (making.level - 2)):
        groups, melds, lacking = _rivals(making)
    else:
        groups, melds = _table(making, canasta=making.chance(0.35))
        lacking = making.between(1, 2)
    wilds = making.wilds(lacking + making.between(1, 2))
    for rank in making.ranks(making.between(1, 2 + (making.level > 2)), PLAIN, groups):
        groups[rank] = making.between(2, 3)
    hand = making.groups(groups) + wilds
    if making.chance(0.5):
        hand += making.singles(1, groups)
    return making.draft(Objective.GOING_OUT, making.sized(hand), melds=melds)


def black_threes(making: Making) -> Draft:
    """Three or four black threes go down with the last of the hand, or not at all."""
    if making.level > 2 and making.chance(0.3 * (making.level - 2)):
        groups, melds, lacking = _rivals(making)
    else:
        groups, melds = _table(making, canasta=making.chance(0.5))
        lacking = making.between(1, 2)
    for rank in making.ranks(making.between(1, 2), PLAIN, groups):
        groups[rank] = making.between(2, 3)
    wild = making.rules.p.black_threes_at_end == "wilds"
    threes = making.take("3", making.between(2, 4) if wild else making.between(3, 4))
    hand = making.groups(groups) + making.wilds(lacking + making.between(0, 1)) + threes
    if making.chance(0.3):
        hand += making.singles(1, groups)
    what = Objective.GOING_OUT if making.chance(0.65) else Objective.BEST_SCORE
    return making.draft(what, making.sized(hand), melds=melds)


def concealed(making: Making) -> Draft:
    """What comes whole from the hand earns more than what joins the partner's cards."""
    if making.rules.has("canasta.concealed") and making.chance(0.6):
        lies = making.ranks(making.between(1, 2), PLAIN)
        melds = [making.meld(rank, making.between(3, 4), making.between(0, 2)) for rank in lies]
        groups = {lies[0]: making.between(2, 4)}
        for rank in making.ranks(2, PLAIN, tuple(lies)):
            groups[rank] = making.between(3, 6)
        hand = making.groups(groups) + making.wilds(making.between(2, 4))
        if making.chance(0.35):
            score, _ = making.first_score()
            return making.draft(Objective.CANASTA_CONCEALED, making.sized(hand, 2), score=score)
        return making.draft(Objective.CANASTA_CONCEALED, making.sized(hand, 1), melds=melds)
    lies = making.ranks(making.between(1, 2) if making.level < 3 else 2, PLAIN)
    melds = [making.meld(rank, making.between(3, 5), making.between(0, 2)) for rank in lies]
    if len(melds[0]) < making.rules.p.canasta_size:
        melds[0] += making.take(lies[0], making.rules.p.canasta_size - len(melds[0]))
    # The one card that may stay is wanted by a meld that lies; where it makes a canasta there, that is worth more.
    groups = {making.rng.choice(lies): 1}
    own = making.between(2, 2 + making.level // 2)
    pairs = making.between(1, own)
    for number, rank in enumerate(making.ranks(own, PLAIN, tuple(lies))):
        groups[rank] = 2 if number < pairs else making.between(3, 4)
    hand = making.groups(groups) + making.wilds(pairs + making.between(0, 1 + (making.level > 2)))
    before = [False, True, True, True]
    return making.draft(Objective.BEST_SCORE, making.sized(hand), melds=melds, laid_before=before)


def forced_take(making: Making) -> Draft:
    """The stock is gone, the pile must be taken, and what then stays in the hand counts against the side."""
    top = making.ranks(1)[0]
    other, extra = making.ranks(2, but=(top,))
    melds = [making.meld(other, making.between(3, 5), making.between(0, 2))]
    onto = making.chance(0.45)
    if onto:
        melds.append(making.meld(top, making.between(3, 5), making.between(0, 1)))
    groups = {top: making.between(0 if onto else 1, 2), other: making.between(0, 2), extra: making.between(2, 4)}
    groups[making.ranks(1, PLAIN, groups)[0]] = making.between(1, 3)
    hand = making.groups({rank: many for rank, many in groups.items() if many}) + making.wilds(making.between(1, 3))
    pile = making.take(top, 1) + making.singles(making.between(0, 3), (top,))
    what = Objective.BEST_SCORE if making.chance(0.75) else Objective.MOST_POINTS_KEEPING
    return making.draft(what, making.sized(hand), melds=melds, pile=pile, stock=0)


def best_score(making: Making) -> Draft:
    """A wild card more spoils a natural canasta, and going out has its price."""
    groups, melds = _table(making, canasta=making.chance(0.6), natural=making.chance(0.75))
    for rank in making.ranks(making.between(1, 2 + (making.level > 3)), PLAIN, groups):
        groups[rank] = making.between(2, 3)
    hand = making.groups(groups) + making.wilds(making.between(1, 3) + (making.level > 3))
    hand += making.singles(making.between(0, 1), groups)
    more: dict[str, Any] = {}
    if making.rules.has("deck.red-threes") and making.chance(0.3):
        more["red_threes"] = [["3H", "3D"][: making.between(1, 2)], []]
    return making.draft(Objective.BEST_SCORE, making.sized(hand), melds=melds, **more)


def _table(making: Making, *, canasta: bool, natural: bool = False) -> tuple[dict[str, int], list[list[Card]]]:
    """Melds that lie, and the hand's cards of these ranks: one is a canasta or near one, in the hard levels several."""
    hard = making.level > 3
    lies = making.ranks(making.between(2, 3) if hard else making.between(1, 3), (*HIGH, *LOW, "A"))
    melds = []
    groups: dict[str, int] = {}
    for number, rank in enumerate(lies):
        wilds = making.between(0, 2)
        if not number and canasta:
            meld = making.meld(rank, 7) if natural else making.meld(rank, 5, making.between(1, 2))
            melds.append([*meld, *making.take(rank, max(0, 7 - len(meld)))])
            groups[rank] = making.between(0, 1)
            continue
        if hard:
            melds.append(making.meld(rank, making.between(4, 6) - wilds, wilds))
        elif number:
            melds.append(making.meld(rank, making.between(3, 4), wilds))
        else:
            melds.append(making.meld(rank, making.between(4, 6) if natural else 4, 0 if natural else wilds))
        groups[rank] = making.between(0, 2)
    return groups, melds


def _rivals(making: Making) -> tuple[dict[str, int], list[list[Card]], int]:
    """Two melds that could become the canasta, the longer with little room for wild cards; and what the other lacks."""
    long, other = making.ranks(2)
    melds = [making.meld(long, 3, 2), making.meld(other, 4, making.between(0, 1))]
    groups = {long: making.between(0, 1), other: making.between(0, 1)}
    if making.chance(0.5):
        melds.reverse()
    lacking = making.rules.p.canasta_size - min(len(meld) for meld in melds) - groups[other]
    return groups, melds, min(lacking, 3)
