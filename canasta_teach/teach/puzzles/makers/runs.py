"""Makers for games with runs, in which one card may belong to a run and to a rank."""

from __future__ import annotations

from typing import Any, Final

from canasta_teach.cards import SUITS, Card
from canasta_teach.game.melds import PLACES
from canasta_teach.players.solve import Objective
from canasta_teach.teach.puzzles.makers.deck import Draft, Making

_AT: Final = {place: rank for rank, place in PLACES.items()}
_LOWEST: Final = 3
_HIGHEST: Final = 14


def sequence(making: Making) -> Draft:
    """Runs and ranks that share cards: most points, two cards kept or not."""
    hand = _crossing(making, making.between(2, 2 + (making.level > 2)))
    melds = [_run(making, making.between(3, 5))] if making.chance(0.5) else []
    what = Objective.MOST_POINTS_KEEPING if making.chance(0.4) else Objective.MOST_POINTS
    return making.draft(what, making.sized(hand, 1), melds=melds)


def minimum(making: Making) -> Draft:
    """The 75 of a vulnerable player with few cards."""
    return _first(making, Objective.MINIMUM_FEWEST_CARDS)


def wild_economy(making: Making) -> Draft:
    """The 75 of a vulnerable player with few twos."""
    return _first(making, Objective.MINIMUM_FEWEST_WILDS)


def canasta(making: Making) -> Draft:
    """A canasta of a rank or of a run, with one wild card at most."""
    melds = [_run(making, making.between(4, 5)) for _ in range(making.between(1, 2))]
    hand = _long(making, making.between(3, 5)) + making.wilds(making.between(0, 2))
    for meld in melds:
        hand += _around(making, meld, making.between(1, 3))
    what = making.rng.choice((Objective.CANASTA, Objective.CANASTA, Objective.CANASTA_NATURAL, Objective.CANASTA_MIXED))
    return making.draft(what, making.sized(hand, 1), melds=melds)


def going_out(making: Making) -> Draft:
    """Every card but one needs a place in a run or a rank."""
    melds = [_run(making, making.between(3, 5))]
    hand = _around(making, melds[0], making.between(1, 2)) + _crossing(making, making.between(1, 2))
    return making.draft(Objective.GOING_OUT, making.sized(hand, 1), melds=melds)


def best_score(making: Making) -> Draft:
    """The sheet at the end: canastas, cards left and going out against each other."""
    melds = [_run(making, making.between(5, 6)), _run(making, making.between(3, 4))]
    hand = _around(making, melds[0], making.between(1, 3)) + _crossing(making, making.between(1, 2))
    return making.draft(Objective.BEST_SCORE, making.sized(hand, 1), melds=melds)


def _first(making: Making, what: Objective) -> Draft:
    score, _ = making.first_score()
    hand = _crossing(making, making.between(2, 3))
    if making.chance(0.5):
        hand += making.take("A", making.between(1, 2))
    if what is Objective.MINIMUM_FEWEST_WILDS and not any(map(making.rules.is_wild, hand)):
        hand += making.wilds(making.between(1, 2))
    melds = [_run(making, 3)] if making.chance(0.3) else []
    more: dict[str, Any] = {"laid_before": [False, True, True, True]} if melds else {}
    return making.draft(what, making.sized(hand, 3 if making.level < 2 else 2), score=score, melds=melds, **more)


def _crossing(making: Making, many: int) -> list[Card]:
    """So many crosses of a run and a rank that share one card, and a two or two."""
    hand: list[Card] = []
    for _ in range(many):
        suit = making.rng.choice(SUITS)
        low = making.between(_LOWEST, _HIGHEST - 3)
        run = list(range(low, low + making.between(3, 4)))
        shared = making.rng.choice(run)
        hand += [making.card(_AT[place], suit) for place in run]
        others = [one for one in SUITS if one != suit]
        hand += [making.card(_AT[shared], one) for one in making.rng.sample(others, 2)]
    return hand + making.wilds(making.between(0, 2))


def _long(making: Making, many: int) -> list[Card]:
    """A long run with perhaps a gap, or many of one rank."""
    if making.chance(0.4):
        return making.take(making.ranks(1)[0], many)
    suit = making.rng.choice(SUITS)
    low = making.between(_LOWEST, _HIGHEST - many - 1)
    places = making.rng.sample(range(low, low + many + 1), many)
    return [making.card(_AT[place], suit) for place in places]


def _run(making: Making, many: int) -> list[Card]:
    """A run, or as many of a rank, to lie on the table."""
    if making.chance(0.3):
        return making.take(making.ranks(1)[0], many)
    suit = making.rng.choice(SUITS)
    low = making.between(_LOWEST + 1, _HIGHEST - many)
    return [making.card(_AT[place], suit) for place in range(low, low + many)]


def _around(making: Making, meld: list[Card], many: int) -> list[Card]:
    """Cards that join a meld, or nearly."""
    if meld[0].rank == meld[1].rank:
        return making.take(meld[0].rank, min(many, 2))
    places = [PLACES[card.rank] for card in meld]
    low, high, suit = min(places), max(places), meld[0].suit
    near = [place for place in (*range(low - 3, low), *range(high + 1, high + 4)) if _LOWEST <= place <= _HIGHEST]
    return [making.card(_AT[place], suit) for place in making.rng.sample(near, min(many, len(near)))]
