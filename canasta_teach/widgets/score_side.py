"""One side at the end of a deal, as its score sheet looks at it: its lines, its cards, and who went out."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from msgspec import Struct

from canasta_teach.cards import Card
from canasta_teach.game.melds import CanastaKind, canasta_kind, read
from canasta_teach.game.scoring import Key, ScoreLine, ScoreSheet, score
from canasta_teach.game.state import Position
from canasta_teach.i18n import translate
from canasta_teach.rulebook.ruleset import RuleSet
from canasta_teach.widgets.table_seats import members, who
from canasta_teach.widgets.words import in_line, in_order, meld_name

MAIN: Final[dict[Key, str]] = {
    "melds": "score.melds",
    "natural_canastas": "score.natural-canasta",
    "mixed_canastas": "score.mixed-canasta",
    "concealed_canastas": "score.concealed-canasta",
    "red_threes": "score.red-threes",
    "going_out": "score.going-out",
    "concealed": "score.concealed",
    "relancinho": "score.relancinho",
    "hand": "score.hand",
    "penalties": "score.penalties",
}
"""The lines of a sheet in their order, each with the rule that it follows."""

_ONLY_WITH: Final[dict[Key, str]] = {
    "concealed_canastas": "canasta.concealed",
    "concealed": "out.concealed",
    "relancinho": "out.relancinho",
}
"""Lines that count nothing where another rule is not in the game."""


class SideAtEnd(Struct, frozen=True, dict=True):
    """A side at the end of a deal.

    Attributes:
        position: the deal, over.
        side: the side's number, 0-based.
        sheet: its score as the engine counts it.
        viewer: the seat of the reader, who is called "you".
    """

    position: Position
    side: int
    sheet: ScoreSheet
    viewer: int

    @property
    def rules(self) -> RuleSet:
        """The rule set in force."""
        return self.position.rules

    @cached_property
    def keys(self) -> tuple[Key, ...]:
        """The lines that the rule set has, from top to bottom."""
        return tuple(key for key in MAIN if self._plays(key) or self.lines(key))

    def _plays(self, key: Key) -> bool:
        also = _ONLY_WITH.get(key)
        return self.rules.has(MAIN[key]) and (also is None or self.rules.has(also))

    def points(self, key: Key) -> int:
        """What a line counts, in points."""
        counted: int = getattr(self.sheet, key)
        return counted

    @property
    def truth(self) -> dict[str, int]:
        """What each line counts, in points."""
        return {key: self.points(key) for key in self.keys}

    def lines(self, key: Key) -> tuple[ScoreLine, ...]:
        """What stands behind a line: the rules that were asked, none where nothing touches it."""
        return tuple(line for line in self.sheet.lines if line.key == key)

    # -- cards -------------------------------------------------------------------------------------

    @property
    def melds(self) -> tuple[tuple[Card, ...], ...]:
        """What the side has melded."""
        return self.position.melds[self.side]

    @property
    def red_threes(self) -> tuple[Card, ...]:
        """The red threes before the side."""
        return self.position.red_threes[self.side]

    @cached_property
    def kinds(self) -> tuple[CanastaKind | None, ...]:
        """For each meld the kind of canasta, or ``None``."""
        return tuple(canasta_kind(meld, self.rules) for meld in self.melds)

    def canastas(self, key: Key) -> list[tuple[Card, ...]]:
        """The melds that a line of canastas counts."""
        if key == "concealed_canastas":
            laid = self.position.concealed_melds[self.side]
            return [self.melds[i] for i in sorted(laid) if self.kinds[i] is not None]
        kind = "natural" if key == "natural_canastas" else "mixed"
        return [meld for meld, found in zip(self.melds, self.kinds, strict=True) if found == kind]

    @property
    def long_melds(self) -> list[tuple[Card, ...]]:
        """The melds with as many cards as a canasta needs."""
        return [meld for meld in self.melds if len(meld) >= self.rules.p.canasta_size]

    @cached_property
    def hands(self) -> dict[int, tuple[Card, ...]]:
        """The cards that are left and count, by seat; a hand that is empty is left out."""
        position = self.position
        found = {}
        for seat in self.seats:
            # The twelfth card of a relancinho is set aside.
            aside = position.relancinho and seat == position.went_out
            if hand := () if aside else position.hands[seat]:
                found[seat] = hand
        return found

    def hands_text(self) -> str:
        """What is left in the hands: ``North: A♥ K♥; you: 5♣``."""
        text = translate("{who}: {cards}")
        shown = [(self.name(seat), in_line(in_order(hand, self.rules))) for seat, hand in self.hands.items()]
        return translate("; ").join(text.format(who=who, cards=some) for who, some in shown)

    @property
    def hidden(self) -> tuple[Card, ...]:
        """Red threes left in a hand that are bonus cards and should have been tabled."""
        if not self.rules.has("penalty.hidden-red-three") or not self.rules.has("score.penalties"):
            return ()
        return tuple(card for hand in self.hands.values() for card in hand if card.is_red_three)

    def meld_name(self, meld: tuple[Card, ...]) -> str:
        """A meld by its name: ``kings``, ``run in hearts``."""
        return meld_name(read(meld, self.rules))

    # -- players -----------------------------------------------------------------------------------

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats of the side."""
        return tuple(members(self.position, self.side))

    @property
    def mine(self) -> bool:
        """Whether the reader plays for this side."""
        return self.position.side(self.viewer) == self.side

    @property
    def alone(self) -> bool:
        """Whether it is the reader's side, and the reader plays alone."""
        return self.mine and len(self.seats) == 1

    def name(self, seat: int) -> str:
        """A player's name, as the reader sees the table."""
        return who(self.position.players, seat, self.viewer)

    @property
    def label(self) -> str:
        """The side's name in a sentence: ``your side``, ``West and East``, ``North``."""
        if self.mine:
            return translate("your side") if len(self.seats) > 1 else translate("you")
        return joined([self.name(seat) for seat in self.seats])


def sides_at_end(position: Position, viewer: int) -> tuple[SideAtEnd, ...]:
    """The sides of a deal that is over.

    Raises:
        InvalidPosition: when the deal is not over, or a hand is not known.
    """
    sheets = score(position)
    return tuple(SideAtEnd(position, side, sheet, viewer) for side, sheet in enumerate(sheets))


def joined(names: list[str]) -> str:
    """Names in a sentence: ``West and East``."""
    if len(names) < 2:
        return "".join(names)
    head = translate(", ").join(names[:-1])
    return translate("{names} and {last}").format(names=head, last=names[-1])
