"""The names that widgets give to cards and melds, shown and spoken, in the reader's language."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from canasta_teach.cards import Card
from canasta_teach.errors import InvalidMove
from canasta_teach.game.melds import PLACES, Reading, canasta_kind, read
from canasta_teach.i18n import locale, translate, translate_count
from canasta_teach.rulebook.ruleset import RuleSet

_DISPLAY: Final = ("JK", "2", "A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "??")
_AT: Final = {place: rank for rank, place in PLACES.items()} | {1: "A"}
_TURNS: Final = re.compile("[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]")


@cache
def _words(_locale: str) -> dict[str, tuple[str, str]]:
    """A rank in the singular and the plural, a suit twice the same."""
    suits = {"C": translate("clubs"), "D": translate("diamonds"), "H": translate("hearts"), "S": translate("spades")}
    ranks = {
        "A": (translate("ace"), translate("aces")),
        "2": (translate("two"), translate("twos")),
        "3": (translate("three"), translate("threes")),
        "4": (translate("four"), translate("fours")),
        "5": (translate("five"), translate("fives")),
        "6": (translate("six"), translate("sixes")),
        "7": (translate("seven"), translate("sevens")),
        "8": (translate("eight"), translate("eights")),
        "9": (translate("nine"), translate("nines")),
        "10": (translate("ten"), translate("tens")),
        "J": (translate("jack"), translate("jacks")),
        "Q": (translate("queen"), translate("queens")),
        "K": (translate("king"), translate("kings")),
        "JK": (translate("joker"), translate("jokers")),
        "??": (translate("unknown card"), translate("unknown cards")),
    }
    return ranks | {suit: (name, name) for suit, name in suits.items()}


def rank_word(rank: str) -> str:
    """A rank: ``king``, ``six``."""
    return _words(locale())[rank][0]


def plural(rank: str) -> str:
    """A rank in the plural: ``kings``, ``sixes``."""
    return _words(locale())[rank][1]


def suit_word(suit: str) -> str:
    """A suit: ``hearts``."""
    return _words(locale())[suit][0]


def spoken(card: Card) -> str:
    """A card's spoken name: ``king of hearts``, ``joker``."""
    if not card.suit:
        return rank_word(card.rank)
    return translate("{rank} of {suit}").format(rank=rank_word(card.rank), suit=suit_word(card.suit))


def short(card: Card) -> str:
    """A card in a line of text: ``K♥``; a joker and a card not known have only their names."""
    return card.label if card.suit else rank_word(card.rank)


def in_line(some: Iterable[Card]) -> str:
    """Cards in a line of text: ``K♥ K♠ joker``."""
    return " ".join(map(short, some))


def cards_text(number: int) -> str:
    """``1 card``, ``2 cards``."""
    return translate_count("{n} card", "{n} cards", number).format(n=f"{number:,}")


def points_text(number: int) -> str:
    """``5 points``, ``1,600 points``, ``−40 points``."""
    shown = f"{number:,}".replace("-", "\N{MINUS SIGN}")
    return translate_count("{n} point", "{n} points", number).format(n=shown)


def listed(texts: Iterable[str]) -> str:
    """Texts in a row: ``ace of hearts, king of spades``."""
    return translate(", ").join(texts)


def in_order(hand: Sequence[Card], rules: RuleSet | None = None) -> list[Card]:
    """A hand as it is shown: wild cards, then ace, king and down to four, threes last; stable within a rank.

    Args:
        hand: the cards.
        rules: the rule set that says which cards are wild; without one, jokers and twos are.
    """
    return sorted(hand, key=lambda c: order_key(c, rules))


def order_key(card: Card, rules: RuleSet | None = None) -> tuple[bool, int]:
    """Where a card stands in a hand in order of rank."""
    tame = rules is not None and not rules.is_wild(card)
    return tame, _DISPLAY.index(card.rank)


def meld_name(reading: Reading) -> str:
    """What some cards are as a meld: ``kings``, ``run in hearts``, ``wild cards``, ``mixed ranks``."""
    if reading.run is not None and reading.kind == "run":
        return translate("run in {suit}").format(suit=suit_word(reading.run.suit))
    if reading.rank:
        return plural(reading.rank)
    return translate("mixed ranks") if reading.naturals else translate("wild cards")


def make_up(reading: Reading) -> str:
    """How a meld is made up: ``3 natural``, ``2 natural, 1 wild``, ``2 natural, 1 wild, 4 to 6``."""
    naturals, wilds = len(reading.naturals), len(reading.wilds)
    parts = []
    if naturals:
        parts.append(translate_count("{n} natural", "{n} natural", naturals).format(n=naturals))
    if wilds:
        parts.append(wild_text(wilds))
    if span := reach(reading):
        parts.append(span)
    return listed(parts) or translate("no cards")


def wild_text(number: int) -> str:
    """``1 wild``."""
    return translate_count("{n} wild", "{n} wild", number).format(n=number)


def reach(reading: Reading) -> str:
    """From where to where a run reaches, ``4 to 8``; empty for what is no run."""
    if reading.run is None or reading.kind != "run":
        return ""
    low, high = reading.run.low, reading.run.low + len(reading.run.order) - 1
    return translate("{low} to {high}").format(low=_AT[low], high=_AT[high])


def laid_note(cards: Sequence[Card], rules: RuleSet, *, concealed: bool = False) -> str:
    """The note on a meld that lies: ``4 cards, 1 wild``, ``natural canasta, 7 cards``, ``5 cards, 1 wild, 4 to 8``."""
    kind = canasta_kind(cards, rules)
    reading = read(cards, rules)
    size, span = cards_text(len(cards)), reach(reading)
    if kind is not None:
        return listed(part for part in (canasta_text(kind, concealed=concealed), size, span) if part)
    wilds = wild_text(len(reading.wilds)) if reading.wilds else ""
    return listed(part for part in (size, wilds, span) if part)


def canasta_text(kind: str, *, concealed: bool = False) -> str:
    """A canasta's kind: ``natural canasta``, ``mixed canasta, concealed``."""
    natural = kind == "natural"
    if concealed:
        return translate("natural canasta, concealed") if natural else translate("mixed canasta, concealed")
    return translate("natural canasta") if natural else translate("mixed canasta")


def places(cards: Sequence[Card], rules: RuleSet) -> list[tuple[int, str]]:
    """A meld's cards in the order of showing, as indices, each with the words for what a wild card stands for.

    In a run, the cards stand in their places, and a wild one has words such as ``as 7``; elsewhere the wild cards come
    last, and have none.
    """
    reading = read(cards, rules)
    if reading.kind != "run" or reading.run is None:
        return [(i, "") for i in sorted(range(len(cards)), key=lambda i: rules.is_wild(cards[i]))]
    loose = Counter(reading.wilds)
    free = list(enumerate(cards))
    shown: list[tuple[int, str]] = []
    for place, face in enumerate(reading.run.order, reading.run.low):
        one = next(pair for pair in free if pair[1] is face)
        free.remove(one)
        own = face.suit == reading.run.suit and _AT[place] == face.rank
        stands = "" if own or not loose[face] else translate("as {rank}").format(rank=_AT[place])
        shown.append((one[0], stands))
    return shown


def stands_for(cards: Sequence[Card], rules: RuleSet) -> list[tuple[Card, str | None]]:
    """A meld's cards in the order of showing; in a run, a wild card with the rank that it stands for, ``as 7``."""
    return [(cards[i], stands or None) for i, stands in places(cards, rules)]


def capital(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]


def apart(text: str) -> str:
    """A text from outside, kept from turning the direction of the words around it; half a character is a "?"."""
    if not isinstance(text, str):
        raise InvalidMove(translate("a text is asked for here, not {kind}").format(kind=type(text).__name__))
    text = text.encode(errors="replace").decode()
    return f"\u2068{text}\u2069" if _TURNS.search(text) else text
