"""The acts that a table's page sends, and the move of the notation that a wish with cards and melds comes to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct

from canasta_teach.cards import Card
from canasta_teach.errors import InvalidMove
from canasta_teach.game.melds import read
from canasta_teach.game.moves import Act, ActKind, Move, Part, Target
from canasta_teach.game.state import Position
from canasta_teach.i18n import translate, translate_count
from canasta_teach.widgets.hand import ChooseAct, SortAct
from canasta_teach.widgets.ruling_panel import BookAct, CloseAct, RuleAct
from canasta_teach.widgets.table_game import by_seat
from canasta_teach.widgets.tray_state import MendAct, OffAct, PasteAct, PutAct, Slot, UndoAct

Verb = Literal[
    "draw",
    "redraw",
    "take",
    "take-top",
    "lay",
    "add",
    "discard",
    "ask",
    "yes",
    "no",
    "relancinho",
    "table",
    "take-back",
    "look",
]

Named = tuple[int, int]
"""A meld on the table: its side, and its index among the side's melds."""


class DoAct(Struct, tag_field="act", tag="do", forbid_unknown_fields=True):
    """The page wants an act of the game.

    Attributes:
        verb: which one.
        cards: the chosen cards of the hand, by id.
        melds: melds of the table that were named.
        laid: cards that lie, each as the index of a meld of the own side and the card's place in it; for ``take-back``.
    """

    verb: Verb
    cards: list[str] = []
    melds: list[Named] = []
    laid: list[tuple[int, int]] = []


class TextAct(Struct, tag_field="act", tag="text", forbid_unknown_fields=True):
    """The page does an act that was typed in the notation."""

    text: str


class RedoAct(Struct, tag_field="act", tag="redo", forbid_unknown_fields=True):
    """The page does again what was taken back."""


class GotoAct(Struct, tag_field="act", tag="goto", forbid_unknown_fields=True):
    """The page goes to a step of the log: from here again."""

    step: int


class OnAct(Struct, tag_field="act", tag="on", forbid_unknown_fields=True):
    """The page lets the others play until it is the learner's turn."""


class StepOnAct(Struct, tag_field="act", tag="step-on", forbid_unknown_fields=True):
    """The page lets the next of the others play a turn."""


class CurtainAct(Struct, tag_field="act", tag="curtain", forbid_unknown_fields=True):
    """The next person is at the screen: the page shows the hand."""


class SaveAct(Struct, tag_field="act", tag="save", forbid_unknown_fields=True):
    """The page saves the deal under a name."""

    name: str


class LoadAct(Struct, tag_field="act", tag="load", forbid_unknown_fields=True):
    """The page loads the deal that was saved under a name."""

    name: str


class CopyAct(Struct, tag_field="act", tag="copy", forbid_unknown_fields=True):
    """The page wants the deal as text."""


class NextDealAct(Struct, tag_field="act", tag="next-deal", forbid_unknown_fields=True):
    """The page wants the next deal of the game."""


class NewTrayAct(Struct, tag_field="act", tag="new-tray", forbid_unknown_fields=True):
    """The page puts cards on a new tray."""

    cards: list[str]


class LogAct(Struct, tag_field="act", tag="log", forbid_unknown_fields=True):
    """The page turns the log to earlier lines, or back to ``later`` ones."""

    later: bool = False


TableAct = (
    DoAct | TextAct | UndoAct | RedoAct | GotoAct | OnAct | StepOnAct | CurtainAct | SaveAct | LoadAct | PasteAct
    | CopyAct | NextDealAct | MendAct | ChooseAct | SortAct | PutAct | OffAct | NewTrayAct | BookAct | RuleAct
    | CloseAct | LogAct
)  # fmt: skip
"""All that the page sends; read with :func:`canasta_teach.widgets.hand.read_act`."""


def hand_ids(hand: Sequence[Card], before: Mapping[str, Card] | None = None) -> dict[str, Card]:
    """A hand's cards by id. Cards that were held before keep their ids and their order; new ones come last.

    An id is never used for another card, as long as each hand is made from the one before it.
    """
    before = before or {}
    free = list(hand)
    kept: dict[str, Card] = {}
    for one, face in before.items():
        if face in free:
            free.remove(face)
            kept[one] = face
    first = 1 + max((int(one[1:]) for one in before), default=-1)
    return kept | {f"c{first + i}": face for i, face in enumerate(free)}


def to_move(
    position: Position,
    seat: int,
    wish: DoAct,
    *,
    hand: Mapping[str, Card],
    slots: Sequence[Slot] = (),
) -> Move:
    """The move that a wish of the page comes to; whether it is legal is not asked.

    Where another seat is to act, it is an act out of turn, ``seat n: …``.

    Args:
        position: where it is done.
        seat: whose wish it is.
        wish: the act, with the cards and melds chosen for it.
        hand: the seat's cards by id.
        slots: the trays: further layings for ``take``, ``lay`` and ``relancinho``.

    Raises:
        InvalidMove: when cards or melds that the act needs are not chosen, or are not there.
    """
    return by_seat(position, Move((_Wish(position, seat, wish, hand, slots).act(),)), seat)


_ALONE: dict[Verb, Act] = {
    "draw": Act("draw"),
    "redraw": Act("redraw"),
    "ask": Act("ask"),
    "yes": Act("answer", yes=True),
    "no": Act("answer", yes=False),
    "look": Act("look"),
}


class _Wish:
    """A wish, with what it names looked up."""

    def __init__(
        self, position: Position, seat: int, wish: DoAct, hand: Mapping[str, Card], slots: Sequence[Slot]
    ) -> None:
        self.position, self.rules, self.seat = position, position.rules, seat
        self.side = position.side(seat)
        self.wish = wish
        held = set(hand)
        used = [one for slot in slots for one in slot.cards]
        if not held.issuperset([*wish.cards, *used]):
            raise InvalidMove(translate("The page chose a card that is not in the hand."))
        # A card on a tray goes with its tray.
        self.chosen = tuple(hand[one] for one in dict.fromkeys(wish.cards) if one not in used)
        self.trays = [(slot.onto, tuple(hand[one] for one in slot.cards)) for slot in slots if slot.cards]
        for side, index in wish.melds:
            if not (0 <= side < position.sides and 0 <= index < len(position.melds[side])):
                raise InvalidMove(translate("There is no such meld on the table."))

    def act(self) -> Act:
        verb = self.wish.verb
        match verb:
            case "take" | "take-top":
                return self.take(verb)
            case "lay":
                return Act("lay", parts=self.layings(translate("Choose the cards to lay first, or put them on trays.")))
            case "relancinho":
                text = translate("Choose the cards to lay first: a relancinho lays eleven, so put its melds on trays.")
                return Act("relancinho", parts=self.layings(text))
            case "add":
                return self.add()
            case "discard":
                return Act("discard", cards=(self.one(),))
            case "table":
                return Act("table", cards=(self.red_three(),))
            case "take-back":
                return Act("take-back", cards=self.taken_back())
            case _:
                return _ALONE[verb]

    # -- cards -------------------------------------------------------------------------------------

    def one(self) -> Card:
        if len(self.chosen) != 1:
            text = translate_count(
                "One card is discarded: choose it; {n} is chosen.",
                "One card is discarded: choose it; {n} are chosen.",
                len(self.chosen),
            )
            raise InvalidMove(text.format(n=len(self.chosen)))
        return self.chosen[0]

    def red_three(self) -> Card:
        held = self.position.hands[self.seat] or ()
        threes = [c for c in self.chosen or held if c.is_red_three]
        if not threes or len(self.chosen) > 1:
            raise InvalidMove(translate("Choose one red three: only a red three is put on the table."))
        return threes[0]

    def taken_back(self) -> tuple[Card, ...]:
        """The cards named; else those laid in this turn on the melds named; else those laid last."""
        melds, turn = self.position.melds[self.side], self.position.this_turn
        if self.wish.laid:
            lying = {(i, place): one for i, meld in enumerate(melds) for place, one in enumerate(meld)}
            if not lying.keys() >= set(self.wish.laid):
                raise InvalidMove(translate("There is no such card on the table."))
            return tuple(lying[at] for at in self.wish.laid)
        now = turn.laid if self.seat == self.position.turn else ()
        named = [index for side, index in self.wish.melds if side == self.side]
        if named:
            of_now = [c for laid in now if laid.meld in named for c in laid.cards]
            return tuple(of_now or (c for index in named for c in melds[index]))
        return now[-1].cards if now else ()

    # -- melds -------------------------------------------------------------------------------------

    def layings(self, none: str) -> tuple[Part, ...]:
        parts = self.tray_parts()
        if self.chosen:
            parts.append(Part(self.chosen, self.named()))
        if not parts:
            raise InvalidMove(none)
        return tuple(parts)

    def tray_parts(self) -> list[Part]:
        return [Part(some, None if onto is None else _index(onto)) for onto, some in self.trays]

    def named(self) -> Target | None:
        """The meld that was named; with several, or none, nothing."""
        if len(self.wish.melds) != 1:
            return None
        side, index = self.wish.melds[0]
        if side == self.side:
            return _index(index)
        return Target(f"#{index}", "their" if self.position.sides == 2 else side)

    def fitting(self, some: Sequence[Card]) -> int | None:
        """The index of the one own meld of the rank of these cards."""
        rank = next((c.rank for c in some if not self.rules.is_wild(c)), None)
        melds = self.position.melds[self.side]
        found = [i for i, meld in enumerate(melds) if rank is not None and read(meld, self.rules).rank == rank]
        return found[0] if len(found) == 1 else None

    def add(self) -> Act:
        if not self.chosen:
            raise InvalidMove(translate("Choose the cards to add first."))
        to = self.named()
        if to is None and not self.wish.melds:
            index = self.fitting(self.chosen)
            to = None if index is None else _index(index)
        if not self.position.melds[self.side] and not self.wish.melds:
            raise InvalidMove(translate("Your side has no meld yet, so nothing can be added to one. Lay a meld first."))
        if to is None:
            raise InvalidMove(translate("Choose the one meld to which the cards are added."))
        return Act("lay", parts=(Part(self.chosen, to),))

    # -- the pile ----------------------------------------------------------------------------------

    def take(self, kind: ActKind) -> Act:
        own = [index for side, index in self.wish.melds if side == self.side]
        onto = own[0] if len(own) == 1 else None
        parts = self.tray_parts()
        if self.chosen or onto is not None or not self.position.pile:
            return self.taking(kind, self.chosen, onto, parts)
        top = self.position.pile[0]
        # With nothing chosen for it, the top card goes to the tray that was laid out for it, or to its rank on the
        # table. Where the pile is taken without a duty to lay, it just comes to the hand.
        for i, (meld, some) in enumerate(self.trays):
            if self.joins(top, meld, some):
                return self.taking(kind, some, meld, parts[:i] + parts[i + 1 :])
        if self.rules.has("pile.top-card"):
            onto = self.fitting((top,))
        return self.taking(kind, (), onto, parts)

    def joins(self, top: Card, onto: int | None, some: tuple[Card, ...]) -> bool:
        """Whether the top card is one of the natural cards of what lies on a tray."""
        if self.rules.is_wild(top) or all(map(self.rules.is_wild, some)):
            return False
        lying = () if onto is None else self.position.melds[self.side][onto]
        return read((*lying, *some, top), self.rules).kind is not None

    def taking(self, kind: ActKind, some: tuple[Card, ...], onto: int | None, parts: Sequence[Part]) -> Act:
        return Act(kind, cards=some, onto=None if onto is None else _index(onto), parts=tuple(parts))


def _index(index: int) -> Target:
    return Target(f"#{index}")
