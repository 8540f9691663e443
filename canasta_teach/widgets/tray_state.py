"""What a meld tray holds, and the acts that its page sends."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from canasta_teach.cards import Card, cards
from canasta_teach.errors import InvalidMove, InvalidPosition
from canasta_teach.game.attempt import Attempt
from canasta_teach.game.melds import read
from canasta_teach.game.moves import Act, Move, Part, Target
from canasta_teach.game.ruling import Ruling
from canasta_teach.game.state import Position
from canasta_teach.i18n import translate
from canasta_teach.rulebook.ruleset import RuleSet
from canasta_teach.widgets.hand import ChooseAct, Mark, SortAct
from canasta_teach.widgets.words import meld_name


class Slot(Struct, frozen=True):
    """One tray: ids of the cards on it, and the index of the side's meld that they are for (``None``: a new meld)."""

    cards: tuple[str, ...]
    onto: int | None = None


class State(Struct, frozen=True):
    """What the widget shows.

    Attributes:
        position: the table; cards on trays are still in the hand.
        seat: the player who holds the tray.
        hand: the hand's cards by id, as dealt.
        slots: the trays.
        ruling: the last ruling.
        paid: that ruling was on an act that was refused, and its price was paid.
    """

    position: Position
    seat: int
    hand: dict[str, Card]
    slots: tuple[Slot, ...] = ()
    ruling: Ruling | None = None
    paid: bool = False

    def on(self, slot: Slot) -> tuple[Card, ...]:
        """The cards on a tray."""
        return tuple(self.hand[one] for one in slot.cards)

    @property
    def held(self) -> dict[str, Card]:
        """The cards that are on no tray."""
        out = {one for slot in self.slots for one in slot.cards}
        return {one: c for one, c in self.hand.items() if one not in out}

    @property
    def act(self) -> Act:
        """The trays as one act of laying."""
        parts = tuple(
            Part(self.on(slot), None if slot.onto is None else Target(f"#{slot.onto}")) for slot in self.slots
        )
        return self.by_holder(Act("lay", parts=parts))

    def by_holder(self, act: Act) -> Act:
        """An act as the one of the tray's holder, who is named where it is not his turn."""
        return act if self.seat == self.position.turn else replace(act, seat=self.seat)

    @property
    def side(self) -> int:
        """The side of the tray's holder."""
        return self.position.side(self.seat)

    @property
    def melds(self) -> tuple[tuple[Card, ...], ...]:
        """What the side has on the table."""
        return self.position.melds[self.side]

    @property
    def marks(self) -> dict[str, Mark]:
        """Cards of the hand that lie penalised or were just drawn, by id."""
        marks: dict[str, Mark] = {}
        if self.seat == self.position.turn:
            marks.update(dict.fromkeys(_some(self.hand, self.position.this_turn.drawn), "drawn"))
        marks.update(dict.fromkeys(_some(self.hand, self.position.penalised[self.seat]), "penalised"))
        return marks

    def lying(self, slot: Slot) -> tuple[Card, ...]:
        """The cards of the meld on the table that a tray is for."""
        return () if slot.onto is None else self.melds[slot.onto]

    def name(self, slot: Slot) -> str:
        """The meld that the cards of a tray are for; for a new one, what they make."""
        return meld_name(read(self.lying(slot) or self.on(slot), self.position.rules))

    def index(self, to: Target) -> int | None:
        """The index of the own meld that a target names, ``None`` when it names none or another side's."""
        if to.side is not None:
            return None
        if to.name.startswith("#"):
            index = int(to.name[1:])
            return index if index < len(self.melds) else None
        return next((i for i, meld in enumerate(self.melds) if read(meld, self.position.rules).rank == to.name), None)

    def like(self, ids: Sequence[str]) -> int | None:
        """The tray on which natural cards of one rank belong: one with that rank, and no meld is run together."""
        rules = self.position.rules
        ranks = {face.rank for one in ids if not rules.is_wild(face := self.hand[one])}
        if len(ranks) != 1:
            return None
        readings = [read(self.lying(slot) + self.on(slot), rules) for slot in self.slots]
        return next((i for i, reading in enumerate(readings) if reading.rank in ranks), None)

    @property
    def attempt(self) -> Attempt:
        """The trays as the referee would work them out: what they count, and what is needed."""
        return Attempt(self.position, self.act, self.seat)


def _some(hand: Mapping[str, Card], faces: Iterable[Card]) -> list[str]:
    """Ids of these cards, as far as they are still held."""
    free = dict(hand)
    found = []
    for face in faces:
        one = next((one for one, c in free.items() if c is face), None)
        if one is not None:
            del free[one]
            found.append(one)
    return found


class PutAct(Struct, tag_field="act", tag="put", forbid_unknown_fields=True):
    """The page puts cards on a tray (by place), for a meld (by index), with their ``like``, or on a new tray."""

    cards: list[str]
    tray: int | None = None
    meld: int | None = None
    like: bool = False


class OffAct(Struct, tag_field="act", tag="off", forbid_unknown_fields=True):
    """The page takes cards off their trays."""

    cards: list[str]


class LayAct(Struct, tag_field="act", tag="lay", forbid_unknown_fields=True):
    """The page lays the trays."""


class MendAct(Struct, tag_field="act", tag="mend", forbid_unknown_fields=True):
    """The page lays what the last ruling says would be legal."""


class PasteAct(Struct, tag_field="act", tag="paste", forbid_unknown_fields=True):
    """The page sets up the table of a text that was pasted."""

    text: str


class UndoAct(Struct, tag_field="act", tag="undo", forbid_unknown_fields=True):
    """The page takes the last act back."""


class ResetAct(Struct, tag_field="act", tag="reset", forbid_unknown_fields=True):
    """The page begins again."""


PageAct = ChooseAct | SortAct | PutAct | OffAct | LayAct | MendAct | PasteAct | UndoAct | ResetAct


def start(position: Position, seat: int | None = None) -> State:
    """What a tray holds at first.

    Args:
        position: the table.
        seat: who holds the tray; ``None`` for the player on turn.

    Raises:
        InvalidPosition: when there is no such seat, or its hand is not known.
    """
    holder = position.turn if seat is None else seat
    if not 0 <= holder < position.players:
        text = translate("there is no seat {seat}; seats are 0 to {last}")
        raise InvalidPosition("seat", text.format(seat=holder, last=position.players - 1))
    dealt = position.hands[holder]
    if dealt is None or any(c.code == "??" for c in dealt):
        raise InvalidPosition(f"hands[{holder}]", translate("a meld tray needs a hand whose cards are all known"))
    return State(position, holder, {f"c{i}": c for i, c in enumerate(dealt)})


def table(
    hand: str | Iterable[str] | None,
    rules: str | RuleSet,
    melds: str | Sequence[str],
    score: int,
    *,
    options: Mapping[str, Any] | None,
    house: RuleSet | None,
) -> Position:
    """A table of four with one hand known, its player in the middle of a turn."""
    if hand is None:
        text = translate("a meld tray needs a position or a hand, as {example}")
        raise InvalidPosition("hands[0]", text.format(example='MeldTray(hand="KH KS 2D")'))
    texts = [part for part in melds.split("/") if part.strip()] if isinstance(melds, str) else melds
    if isinstance(rules, RuleSet):
        options = {**rules.options, **(options or {})}
        house = rules if rules.key == "house" else house
        rules = rules.key
    data: dict[str, Any] = {
        "rules": rules,
        "scores": [score, 0],
        "phase": "play",
        "hands": [[c.code for c in cards(hand)], None, None, None],
        "melds": [[[c.code for c in cards(text)] for text in texts], []],
    }
    if options:
        data["options"] = dict(options)
    return Position.parse(data, house=house)


def laying(text: str) -> Act:
    """The one act of laying that a text names, with or without its verb.

    Raises:
        InvalidMove: when the text is no laying.
        InvalidCard: for a word that names no card.
    """
    verb: Literal["", "meld "] = "" if text.split()[:1] in (["meld"], ["add"]) else "meld "
    found = only_laying(Move.parse(verb + text))
    if found is None or found.seat is not None:
        message = translate("{text}: a meld tray only lays, as in {examples}")
        raise InvalidMove(message.format(text=repr(text), examples="KH KS 2D / AH AD AC, add KC to K"))
    return found


def only_laying(move: Move) -> Act | None:
    """The act of a move that does nothing but lay; ``None`` for any other move."""
    return move.acts[0] if len(move.acts) == 1 and move.acts[0].kind == "lay" else None
