"""The names that widgets give to cards and melds, shown and spoken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from canasta_teach.cards import Card
from canasta_teach.game.melds import PLACES, Reading, canasta_kind, read
from canasta_teach.rulebook.ruleset import RuleSet

SUITS: Final = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
RANKS: Final = {
    "A": "ace", "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight",
    "9": "nine", "10": "ten", "J": "jack", "Q": "queen", "K": "king", "JK": "joker", "??": "unknown card",
}  # fmt: skip
_DISPLAY: Final = ("JK", "2", "A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "??")
_AT: Final = {place: rank for rank, place in PLACES.items()} | {1: "A"}


def spoken(card: Card) -> str:
    """A card's spoken name: ``king of hearts``, ``joker``."""
    return f"{RANKS[card.rank]} of {SUITS[card.suit]}" if card.suit else RANKS[card.rank]


def plural(rank: str) -> str:
    """A rank in the plural: ``kings``, ``sixes``."""
    name = RANKS[rank]
    return f"{name}es" if name.endswith("x") else f"{name}s"


def count(number: int, one: str, many: str = "") -> str:
    """``1 card``, ``2 cards``, ``1,600 points``."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def in_order(hand: Sequence[Card]) -> list[Card]:
    """A hand as it is shown: wild cards, then ace, king and down to four, threes last; stable within a rank."""
    return sorted(hand, key=lambda c: _DISPLAY.index(c.rank))


def meld_name(reading: Reading) -> str:
    """What some cards are as a meld: ``kings``, ``run in hearts``, ``wild cards``, ``mixed ranks``."""
    if reading.run is not None and reading.kind == "run":
        return f"run in {SUITS[reading.run.suit]}"
    if reading.rank:
        return plural(reading.rank)
    return "mixed ranks" if reading.naturals else "wild cards"


def make_up(reading: Reading) -> str:
    """How a meld is made up: ``3 natural``, ``2 natural, 1 wild``."""
    parts = [(len(reading.naturals), "natural"), (len(reading.wilds), "wild")]
    return ", ".join(f"{number} {word}" for number, word in parts if number) or "no cards"


def laid_note(cards: Sequence[Card], rules: RuleSet, *, concealed: bool = False) -> str:
    """The note on a meld that lies: ``4 cards, 1 wild``, ``natural canasta, 7 cards``."""
    kind = canasta_kind(cards, rules)
    if kind is not None:
        return f"{kind} canasta{', concealed' if concealed else ''}, {count(len(cards), 'card')}"
    wilds = len(read(cards, rules).wilds)
    return count(len(cards), "card") + (f", {wilds} wild" if wilds else "")


def stands_for(cards: Sequence[Card], rules: RuleSet) -> list[tuple[Card, str | None]]:
    """A meld's cards in the order of showing; in a run, a wild card with the rank that it stands for."""
    reading = read(cards, rules)
    if reading.kind != "run" or reading.run is None:
        return [(c, None) for c in sorted(cards, key=rules.is_wild)]
    loose = Counter(reading.wilds)
    shown: list[tuple[Card, str | None]] = []
    for place, c in enumerate(reading.run.order, reading.run.low):
        own = c.suit == reading.run.suit and _AT[place] == c.rank
        shown.append((c, None if own or not loose[c] else f"as {_AT[place]}"))
    return shown


def capital(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]
