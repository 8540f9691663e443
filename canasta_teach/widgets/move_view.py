"""A move as the page shows it: each act in words and cards, in the order in which they are done."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from canasta_teach.cards import Card
from canasta_teach.game.explain import meld_name, rank_name
from canasta_teach.game.melds import read
from canasta_teach.game.moves import Act, Move, Part, Target
from canasta_teach.game.referee import actor, after, joined
from canasta_teach.game.ruling import Ruling
from canasta_teach.game.seats import seat_text
from canasta_teach.game.state import Position
from canasta_teach.i18n import translate
from canasta_teach.rulebook.ruleset import RuleSet
from canasta_teach.widgets.words import spoken, stands_for

Pieces = list[dict[str, Any]]
"""Words, and groups of cards, from left to right."""

_PLACE = re.compile(r"\{(\w+)\}")


def acts_view(ruling: Ruling) -> list[dict[str, Any]]:
    """The acts of a ruling's move: in words and cards, and what became of each where there are several."""
    acts = _judged(ruling.move, ruling.rule_set)
    several = len(acts) > 1
    shown = []
    for index, act in acts:
        state, note = _state(ruling, index) if several else ("", "")
        shown.append({"state": state, "note": note, "pieces": act_pieces(act, _before(ruling, index), ruling.rule_set)})
    return shown


def move_view(position: Position, move: Move) -> list[dict[str, Any]]:
    """The acts of a legal move in words and cards."""
    return [
        {
            "state": "",
            "note": "",
            "pieces": act_pieces(act, _after(position, move.acts[:index]), position.rules),
        }
        for index, act in _judged(move, position.rules)
    ]


def _judged(move: Move, rules: RuleSet) -> list[tuple[int, Act]]:
    """The acts as they are judged: a take and the laying behind it are one act where the top card has to be used."""
    found: dict[int, Act] = {}
    for index, act in joined(move, rules):
        # Where the pile is free, one act of the text is judged as two; it is shown as it was written.
        found[index] = move.acts[index] if index in found else act
    return list(found.items())


def _state(ruling: Ruling, index: int) -> tuple[str, str]:
    if ruling.legal or index < ruling.act:
        return "yes", translate("legal")
    if index == ruling.act:
        return "no", translate("refused")
    return "na", translate("not judged")


def _before(ruling: Ruling, index: int) -> Position | None:
    """The position before an act, where it is known: the acts that lead there were legal."""
    if ruling.position is None or (not ruling.legal and index > ruling.act):
        return None
    return _after(ruling.position, ruling.move.acts[:index])


def _after(position: Position, acts: Sequence[Act]) -> Position:
    return after(position, Move(tuple(acts))) if acts else position


def act_pieces(act: Act, position: Position | None, rules: RuleSet, *, begun: Position | None = None) -> Pieces:
    """One act in words and cards.

    Args:
        act: the act.
        position: where it is done, to name the pile's top card and melds by what they hold; ``None`` where unknown.
        rules: the rule set.
        begun: where ``position`` is unknown, how the turn began: it names the melds that lay there already.
    """
    return list(Telling(act, position, rules, begun).pieces())


class Telling:
    """The telling of one act, as something to do."""

    def __init__(self, act: Act, position: Position | None, rules: RuleSet, begun: Position | None = None) -> None:
        self.act, self.position, self.rules, self.begun = act, position, rules, begun

    def pieces(self) -> Iterator[dict[str, Any]]:
        """Words and cards, from left to right."""
        act = self.act
        if act.seat is not None:
            seated = self.position or self.begun
            if seated is None:
                yield {"words": translate("Seat {seat}:").format(seat=act.seat)}
            else:
                yield {"words": f"{seat_text(seated.players, act.seat)}:"}
        match act.kind:
            case "take":
                yield from self.take()
            case "take-top":
                yield from self.filled(translate("Take only the top card {top}"))
                yield from self.joining()
            case "lay":
                yield from self.parts(first=True)
            case "relancinho":
                yield {"words": translate("Announce a relancinho")}
                yield from self.parts()
            case _:
                yield from self.filled(self.sentence())

    def sentence(self) -> str:
        """An act that is told in one sentence."""
        some, act = bool(self.act.cards), self.act
        return {
            "draw": translate("Draw {cards} from the stock") if some else translate("Draw from the stock"),
            "redraw": translate("Reject the card drawn, and draw {cards}")
            if some
            else translate("Reject the card drawn, and draw another"),
            "discard": translate("Discard {cards}"),
            "table": translate("Put {cards} on the table"),
            "take-back": translate("Take {cards} back") if some else translate("Take cards back"),
            "ask": translate("Ask the partner: may I go out?"),
            "answer": translate("Answer yes") if act.yes else translate("Answer no"),
            "look": translate("Look through the pile"),
        }[act.kind]

    def take(self) -> Iterator[dict[str, Any]]:
        """How the pile is taken."""
        if not self.act.cards and self.act.onto is None:
            yield from self.filled(translate("Take the pile, {top} on top") if self.top else translate("Take the pile"))
        elif self.top:
            yield from self.filled(translate("Take {top} and the pile"))
        else:
            yield {"words": translate("Take the pile")}
        yield from self.joining()

    def joining(self) -> Iterator[dict[str, Any]]:
        """What the top card goes with, and what else is laid."""
        if self.act.onto is not None:
            yield {"words": translate("onto {meld}").format(meld=self.meld(self.act.onto))}
        if self.act.cards:
            yield from self.filled(translate("with {cards}"))
        yield from self.parts()

    def parts(self, *, first: bool = False) -> Iterator[dict[str, Any]]:
        """What is laid; the ``first`` part begins the sentence."""
        for part in self.act.parts:
            if part.to is None:
                yield from self.filled(translate("Lay {cards}") if first else translate("and lay {cards}"), part)
            else:
                text = translate("Add {cards} to {meld}") if first else translate("and add {cards} to {meld}")
                yield from self.filled(text, part)
            first = False

    @property
    def top(self) -> tuple[Card, ...]:
        """The top card of the pile, where it is known and there is one."""
        return self.position.pile[:1] if self.position is not None else ()

    def filled(self, text: str, part: Part | None = None) -> Iterator[dict[str, Any]]:
        """A sentence cut where its cards stand."""
        cards = self.act.cards if part is None else part.cards
        for i, piece in enumerate(_PLACE.split(text)):
            if i % 2 == 0:
                if piece.strip():
                    yield {"words": piece.strip()}
            elif piece == "meld" and part is not None and part.to is not None:
                yield {"words": self.meld(part.to)}
            else:
                some = self.top if piece == "top" else cards
                if some:
                    yield {"cards": list(self.shown(some, laid=part is not None and part.to is None))}

    def shown(self, cards: Sequence[Card], *, laid: bool) -> Iterator[dict[str, Any]]:
        """Cards in their order; in a run, each at its place, and a wild card with the rank that it stands for."""
        run = laid and read(cards, self.rules).kind == "run"
        for one, stands in stands_for(cards, self.rules) if run else [(one, None) for one in cards]:
            shown = {"code": one.code, "label": spoken(one)}
            yield shown | {"as": stands} if stands else shown

    def meld(self, to: Target) -> str:
        """A meld that cards are added to: ``the kings``, ``the other side's kings``."""
        name = self.named(to)
        if not name:
            return translate("meld number {number}").format(number=int(to.name[1:]) + 1)
        if to.side is None:
            return translate("the {meld}").format(meld=name)
        if to.side == "their":
            return translate("the other side's {meld}").format(meld=name)
        return translate("the {meld} of side {side}").format(meld=name, side=to.side)

    def named(self, to: Target) -> str:
        """What a meld is, empty where there is none at its index."""
        if not to.name.startswith("#"):
            return rank_name(to.name, 2)
        index = int(to.name[1:])
        melds = self.melds(to)
        return meld_name(melds[index], self.rules) if index < len(melds) else ""

    def melds(self, to: Target) -> Sequence[tuple[Card, ...]]:
        """The melds of the side that a target names."""
        position = self.position or self.begun
        if position is None:
            return ()
        own = position.side(actor(position, self.act))
        match to.side:
            case None:
                side = own
            case "their":
                side = 1 - own if position.sides == 2 else own
            case number:
                side = number
        return position.melds[side] if side < position.sides else ()
