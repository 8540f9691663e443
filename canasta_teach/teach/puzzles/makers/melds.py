"""Makers of layings in the middle of a deal: cards to keep, canastas, and a card that closes the pile."""

from __future__ import annotations

from canasta_teach.players.solve import Objective
from canasta_teach.teach.puzzles.makers.deck import HIGH, LOW, PLAIN, Draft, Making
from canasta_teach.teach.puzzles.model import End


def keep_a_card(making: Making) -> Draft:
    """All cards could go down, and two must stay, unless a canasta is found that frees the hand."""
    lies = making.ranks(making.between(1, 2), PLAIN)
    freed = making.chance(0.45)
    melds = []
    groups: dict[str, int] = {}
    for rank in lies:
        many = making.between(4, 5) if freed and rank == lies[0] else making.between(3, 4)
        wilds = making.between(0, 2)
        melds.append(making.meld(rank, many - wilds, wilds))
        groups[rank] = making.between(1, 2)
    for rank in making.ranks(making.between(2, 2 + (making.level > 2)), PLAIN, groups):
        groups[rank] = making.between(2, 4)
    hand = making.groups(groups) + making.wilds(making.between(1, 2 + (making.level > 3)))
    if making.chance(0.25):
        hand += making.singles(1, groups)
    what = Objective.MOST_POINTS if freed else Objective.MOST_POINTS_KEEPING
    return making.draft(what, making.sized(hand), melds=melds)


def canasta(making: Making) -> Draft:
    """Several ranks come near a canasta; limits on wild cards, or the minimum, decide which gets there."""
    what = making.rng.choice((Objective.CANASTA, Objective.CANASTA, Objective.CANASTA_NATURAL, Objective.CANASTA_MIXED))
    if making.chance(0.4):
        score, _ = making.first_score()
        groups: dict[str, int] = {}
        for rank in making.ranks(2, (*LOW, *HIGH)):
            groups[rank] = making.between(3, 6)
        for rank in making.ranks(making.between(1, 2), ("A", *HIGH), groups):
            groups[rank] = making.between(2, 3)
        hand = making.groups(groups) + making.wilds(making.between(2, 4))
        return making.draft(what, making.sized(hand, 2), score=score)
    lies = making.ranks(making.between(2, 3), PLAIN)
    melds = [making.meld(rank, making.between(2, 4), making.between(0, 3)) for rank in lies]
    groups = {rank: making.between(0, 3) for rank in lies}
    for rank in making.ranks(making.between(1, 2), PLAIN, groups):
        groups[rank] = making.between(2, 5)
    hand = making.groups(groups) + making.wilds(making.between(1, 4))
    return making.draft(what, making.sized(hand), melds=melds)


def stop_card(making: Making) -> Draft:
    """The discard has to bar the pile, or to freeze it, and the card for that is wanted elsewhere too."""
    end: End = "stop" if making.chance(0.5) else "freeze"
    threes = int(end == "stop" and making.chance(0.3))
    kind = making.rng.choice(("first", "keep", "canasta"))
    if kind == "first":
        score, _ = making.first_score()
        groups: dict[str, int] = {}
        for rank in making.ranks(making.between(3, 4), ("A", *HIGH, *LOW)):
            groups[rank] = making.between(2, 3)
        hand = making.groups(groups) + making.wilds(making.between(2, 3), 0.45) + making.take("3", threes)
        what = making.rng.choice((Objective.MINIMUM_FEWEST_CARDS, Objective.MINIMUM_FEWEST_WILDS))
        return making.draft(what, making.sized(hand, 1), end=end, score=score)
    lies = making.ranks(2, PLAIN)
    if kind == "keep":
        melds = [making.meld(lies[0], making.between(3, 4), making.between(0, 1))]
        groups = {lies[0]: making.between(1, 2)}
        for rank in making.ranks(making.between(2, 3), PLAIN, groups):
            groups[rank] = making.between(2, 3)
        hand = (
            making.groups(groups) + making.wilds(making.between(1, 2) + (not threes), 0.45) + making.take("3", threes)
        )
        return making.draft(Objective.MOST_POINTS_KEEPING, making.sized(hand), end=end, melds=melds)
    melds = [making.meld(rank, making.between(3, 4), making.between(0, 2)) for rank in lies]
    groups = {rank: making.between(0, 2) for rank in lies}
    groups[making.ranks(1, PLAIN, groups)[0]] = making.between(3, 4)
    hand = making.groups(groups) + making.wilds(making.between(2, 3), 0.45) + making.take("3", threes)
    return making.draft(Objective.CANASTA, making.sized(hand), end=end, melds=melds)
