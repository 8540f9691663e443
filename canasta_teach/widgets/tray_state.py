"""What a meld tray holds, and the acts that its page sends."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct

from canasta_teach.cards import Card, cards
from canasta_teach.errors import InvalidMove, InvalidPosition
from canasta_teach.game.attempt import Attempt
from canasta_teach.game.melds import read
from canasta_teach.game.moves import Act, Move, Part, Target
from canasta_teach.game.ruling import Ruling
from canasta_teach.game.state import Position
from canasta_teach.rulebook.ruleset import RuleSet
from canasta_teach.widgets.words import meld_name


class Slot(Struct, frozen=True):
    """One tray: ids of the cards on it, and the index of the side's meld that they are for (``None``: a new meld)."""

    cards: tuple[str, ...]
    onto: int | None = None


class State(Struct, frozen=True):
    """What the widget shows: the position, the hand's cards by id in order of showing, the trays, the last ruling."""

    position: Position
    hand: dict[str, Card]
    slots: tuple[Slot, ...] = ()
    ruling: Ruling | None = None

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
        return Act(
            "lay",
            parts=tuple(
                Part(self.on(slot), None if slot.onto is None else Target(f"#{slot.onto}")) for slot in self.slots
            ),
        )

    @property
    def side(self) -> int:
        """The side that holds the tray: the one of the player on turn."""
        return self.position.side(self.position.turn)

    @property
    def melds(self) -> tuple[tuple[Card, ...], ...]:
        """What the side has on the table."""
        return self.position.melds[self.side]

    def lying(self, slot: Slot) -> tuple[Card, ...]:
        """The cards of the meld on the table that a tray is for."""
        return () if slot.onto is None else self.melds[slot.onto]

    def name(self, slot: Slot) -> str:
        """What the cards of a tray make, with the meld that they are for."""
        return meld_name(read(self.lying(slot) + self.on(slot), self.position.rules))

    def index(self, to: Target) -> int | None:
        """The index of the own meld that a target names, ``None`` when it names none or another side's."""
        if to.side is not None:
            return None
        if to.name.startswith("#"):
            index = int(to.name[1:])
            return index if index < len(self.melds) else None
        return next((i for i, meld in enumerate(self.melds) if read(meld, self.position.rules).rank == to.name), None)

    @property
    def attempt(self) -> Attempt:
        """The trays as the referee would work them out: what they count, and what is needed."""
        return Attempt(self.position, self.act, self.position.turn)


class PutAct(Struct, tag_field="act", tag="put", forbid_unknown_fields=True):
    """The page puts cards on a tray (by place), for a meld (by index), or on a new tray."""

    cards: list[str]
    tray: int | None = None
    meld: int | None = None


class OffAct(Struct, tag_field="act", tag="off", forbid_unknown_fields=True):
    """The page takes cards off their trays."""

    cards: list[str]


class LayAct(Struct, tag_field="act", tag="lay", forbid_unknown_fields=True):
    """The page lays the trays."""


class UndoAct(Struct, tag_field="act", tag="undo", forbid_unknown_fields=True):
    """The page takes the last act back."""


class ResetAct(Struct, tag_field="act", tag="reset", forbid_unknown_fields=True):
    """The page begins again."""


PageAct = PutAct | OffAct | LayAct | UndoAct | ResetAct


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
        raise InvalidPosition("hands[0]", 'a meld tray needs a position or a hand, as MeldTray(hand="KH KS 2D")')
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


def claim(held: Mapping[str, Card], wanted: Iterable[Card]) -> list[str] | None:
    """Ids of held cards with these faces, ``None`` when one is not held."""
    free = list(held.items())
    ids: list[str] = []
    for face in wanted:
        found = next((i for i, (_, c) in enumerate(free) if c is face), None)
        if found is None:
            return None
        ids.append(free.pop(found)[0])
    return ids


def laying(text: str) -> Act:
    """The one act of laying that a text names, with or without its verb.

    Raises:
        InvalidMove: when the text is no laying.
        InvalidCard: for a word that names no card.
    """
    verb: Literal["", "meld "] = "" if text.split()[:1] in (["meld"], ["add"]) else "meld "
    move = Move.parse(verb + text)
    if len(move.acts) != 1 or move.acts[0].kind != "lay" or move.acts[0].seat is not None:
        raise InvalidMove(f"{text!r}: a meld tray only lays, as in KH KS 2D / AH AD AC or add KC to K")
    return move.acts[0]
