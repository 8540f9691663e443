"""Floor 0: the cards of Canasta and their notation.

There are 52 suited cards, one joker and one "card not known". Each is a single object, so cards are compared
by identity, and a pack that holds a card twice holds the same object twice.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, final

from canasta_teach.errors import InvalidCard

Rank = Literal["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "JK", "??"]
Suit = Literal["C", "D", "H", "S", ""]

RANKS: Final[tuple[Rank, ...]] = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS: Final[tuple[Suit, ...]] = ("C", "D", "H", "S")
SUIT_SIGNS: Final[dict[str, str]] = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}

_SIGN_SUITS: Final[dict[str, str]] = {
    "♣": "C", "♧": "C", "♦": "D", "♢": "D", "♥": "H", "♡": "H", "♠": "S", "♤": "S",
}  # fmt: skip


@final
class Card:
    """One card face. Not made by callers: use :func:`card` or the constants of this module.

    Attributes:
        code: the notation of files, such as ``KH``, ``10S``, ``JK``, ``??``.
        rank: ``A 2 … 10 J Q K``, ``JK`` for a joker, ``??`` for a card not known.
        suit: ``C D H S``; empty for jokers and for cards not known.
        number: place in the fixed order of all faces, 0 to 53 (suited cards rank by rank, then the joker, then ``??``).
        is_red: hearts and diamonds.
        is_red_three, is_black_three: the two kinds of three.
    """

    __slots__ = ("code", "is_black_three", "is_red", "is_red_three", "number", "rank", "suit")

    code: str
    rank: Rank
    suit: Suit
    number: int
    is_red: bool
    is_red_three: bool
    is_black_three: bool

    def __init__(self, rank: Rank, suit: Suit, number: int) -> None:
        self.code = rank if not suit else rank + suit
        self.rank = rank
        self.suit = suit
        self.number = number
        self.is_red = suit in ("D", "H")
        self.is_red_three = rank == "3" and self.is_red
        self.is_black_three = rank == "3" and not self.is_red

    @property
    def label(self) -> str:
        """The card as people read it: ``K♥``, ``joker``."""
        if self.rank != "JK":
            return self.rank + SUIT_SIGNS.get(self.suit, "")
        from canasta_teach.i18n import translate

        return translate("joker")

    def __str__(self) -> str:
        return self.label

    def __repr__(self) -> str:
        return f"card({self.code!r})"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return card, (self.code,)

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, memo: object) -> Card:
        return self

    def __lt__(self, other: Card) -> bool:
        return self.number < other.number


ALL_CARDS: Final[tuple[Card, ...]] = tuple(
    Card(rank, suit, 4 * i + j) for i, rank in enumerate(RANKS) for j, suit in enumerate(SUITS)
)
"""The 52 suited faces, aces first."""

JOKER: Final = Card("JK", "", 52)
UNKNOWN: Final = Card("??", "", 53)

_BY_CODE: Final[dict[str, Card]] = {c.code: c for c in (*ALL_CARDS, JOKER, UNKNOWN)}


def card(text: str) -> Card:
    """Read one card: ``KH``, ``10S`` or ``TS``, ``K♥``, ``JK``, ``??``; case does not matter.

    Raises:
        InvalidCard: when the text names no card.
    """
    found = _BY_CODE.get(text)
    return found if found is not None else _read(text)


def _read(text: str) -> Card:
    if not isinstance(text, str):
        raise InvalidCard(f"a card is a text, as KH, not {type(text).__name__}")
    # \ufe0e and \ufe0f only choose how a suit sign is drawn; people paste them unseen.
    word = text.strip().replace("\ufe0e", "").replace("\ufe0f", "").upper()
    if word and word[-1] in _SIGN_SUITS:
        word = word[:-1] + _SIGN_SUITS[word[-1]]
    if len(word) == 2 and word[0] == "T":
        word = "10" + word[1]
    found = _BY_CODE.get(word)
    if found is None:
        shown = text if len(text) <= 20 else text[:20] + "…"
        apart = "; put spaces between cards" if "," in text else ""
        raise InvalidCard(f"{shown!r} is no card: write rank then suit, as KH, 10S, 2D, or JK for a joker{apart}")
    return found


def cards(text: str | Iterable[str | Card]) -> tuple[Card, ...]:
    """Read cards from text separated by spaces, or from several card texts; cards themselves may stand among these.

    Raises:
        InvalidCard: when one of them names no card.
    """
    if not isinstance(text, Iterable):
        raise InvalidCard(f'cards are a text, as "KH KD", or a list of such, not {type(text).__name__}')
    words = text.split() if isinstance(text, str) else text
    return tuple(word if isinstance(word, Card) else card(word) for word in words)


def codes(some: Iterable[Card]) -> list[str]:
    """The notation of files for these cards, in their order."""
    return [c.code for c in some]


def labels(some: Iterable[Card]) -> str:
    """The cards for people: ``K♥ K♦ joker``."""
    return " ".join(c.label for c in some)


def full_deck(packs: int, jokers: int) -> tuple[Card, ...]:
    """All cards of a deck in fixed order: ``packs`` times the 52, then the jokers."""
    return ALL_CARDS * packs + (JOKER,) * jokers
