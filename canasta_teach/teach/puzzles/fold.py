"""Floor 3: when two puzzles are the same but for suits, and but for ranks of equal worth."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import Any

from canasta_teach.cards import SUITS, UNKNOWN, Card
from canasta_teach.game.core import plays_by_ranks
from canasta_teach.game.search import first_laying_due
from canasta_teach.game.state import Position
from canasta_teach.teach.puzzles.model import Puzzle
from canasta_teach.teach.puzzles.prove import position_of


def folded(puzzle: Puzzle) -> str:
    """A text that two puzzles share when they ask the same of the same cards.

    In games of ranks suits make no difference, and ranks of one worth can stand for each other; in games with runs
    suits can be exchanged. Which rule set a puzzle belongs to, its title and what it says of itself do not count; what
    is due for a first laying does.

    Raises:
        InvalidPuzzle: where its position cannot be.
    """
    position = position_of(puzzle)
    about: tuple[Any, ...] = (
        puzzle.aim.what.value,
        puzzle.aim.end,
        position.phase,
        first_laying_due(position, position.turn),
        position.frozen,
        position.stock == (),
        position.laid_before[position.turn],
        len(position.pile),
        len(position.red_threes[position.side(position.turn)]),
    )
    fold = _by_ranks if plays_by_ranks(position.rules) else _by_cards
    return repr((*about, fold(position)))


def _by_ranks(position: Position) -> object:
    """Of each rank its worth and where how many of it are, wild cards told by number; the names of the ranks gone."""
    rules, side = position.rules, position.side(position.turn)
    hand = Counter(map(_name, position.hands[position.turn] or ()))
    below = Counter(map(_name, position.pile[1:]))
    top = _name(position.pile[0]) if position.pile else ""
    lies: dict[str, tuple[int, int]] = {}
    for meld in position.melds[side]:
        wild = sum(map(rules.is_wild, meld))
        lies[next(_name(card) for card in meld if not rules.is_wild(card))] = len(meld) - wild, wild
    worth = {_name(card): rules.value(card) for card in rules.deck()}
    rows = []
    for rank in {*hand, *below, *lies} | ({top} if top else set()):
        fixed = rank if rank in ("JK", "2", "3", UNKNOWN.rank) else ""
        rows.append((worth.get(rank, 0), fixed, hand[rank], lies.get(rank, (0, 0)), rank == top, below[rank]))
    return sorted(rows)


def _by_cards(position: Position) -> object:
    """Hand, melds and pile under the exchange of suits that gives the least."""
    side = position.side(position.turn)
    places = (position.hands[position.turn] or (), *position.melds[side])
    found = []
    for suits in permutations(SUITS):
        to = dict(zip(SUITS, suits, strict=True))
        hand, *melds = [sorted(card.rank + to.get(card.suit, "") for card in some) for some in places]
        found.append((hand, sorted(melds), [card.rank + to.get(card.suit, "") for card in position.pile]))
    return min(found)


def _name(card: Card) -> str:
    return card.rank
