"""Floor 3: whether what was done on the table meets a goal, and what is missing if it does not.

What was done is a list of :class:`Done`: each legal act with the referee's ruling and the table before and after it.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from canasta_teach.cards import cards
from canasta_teach.game.melds import read
from canasta_teach.game.moves import Act
from canasta_teach.game.ruling import Ruling
from canasta_teach.game.state import Position
from canasta_teach.i18n import translate, translate_count
from canasta_teach.teach.model import (
    All,
    Canasta,
    CardsLeft,
    Counts,
    Discards,
    Either,
    Freezes,
    Goal,
    GoesOut,
    Melds,
    Not,
    TakesPile,
)


class Done(Struct, frozen=True):
    """A legal act that was done: the act, the referee's ruling on it, the table before and after."""

    act: Act
    ruling: Ruling
    before: Position
    after: Position


def met(goal: Goal, done: Sequence[Done], seat: int) -> bool:
    """Whether the acts, at least one, of the player at ``seat`` meet the goal."""
    last = done[-1]
    side = last.before.side(seat)
    match goal:
        case All(of=goals):
            return all(met(one, done, seat) for one in goals)
        case Either(of=goals):
            return any(met(one, done, seat) for one in goals)
        case Not(of=one):
            return not met(one, done, seat)
        case Counts(points=points):
            return any(_counted(one) >= points for one in done)
        case Canasta(kind=kind):
            made = {made for one in done for made in _canastas(one)}
            return bool(made) if kind == "any" else kind in made
        case TakesPile():
            return any(one.act.kind == "take" for one in done)
        case GoesOut(concealed=concealed):
            return last.after.went_out == seat and (last.after.concealed or not concealed)
        case Freezes():
            return last.after.frozen
        case CardsLeft(at_least=least, at_most=most):
            return least <= len(last.after.hands[seat] or ()) <= most
        case Melds(at_least=least, rank=rank):
            melds = last.after.melds[side]
            of_rank = [read(meld, last.after.rules).rank for meld in melds]
            return len(melds) >= least and (not rank or rank in of_rank)
        case Discards(cards=named):
            wanted = set(cards(named))
            gone = [one.act.cards[0] for one in done if one.act.kind == "discard"]
            return any(not wanted or card in wanted for card in gone)


def missing(goal: Goal, done: Sequence[Done], seat: int) -> str:
    """What is missing, in a sentence; the first thing, where there are several. Empty where the goal is met."""
    if met(goal, done, seat):
        return ""
    match goal:
        case All(of=goals):
            return next(missing(one, done, seat) for one in goals if not met(one, done, seat))
        case Either(of=goals):
            return " ".join(missing(one, done, seat) for one in goals)
        case Not():
            return translate("That was not to happen here.")
        case Counts(points=points):
            text = translate("It counts {n}; {points} are wanted.")
            return text.format(n=max(map(_counted, done)), points=points)
        case Canasta(kind=kind):
            return _no_canasta(kind)
        case TakesPile():
            return translate("The pile still lies there.")
        case Freezes():
            return translate("The pile is not frozen.")
        case Melds(at_least=least, rank=rank):
            few = translate("Melds that are wanted on the table: {n}.").format(n=least)
            return translate("There is no meld of that rank yet.") if rank else few
        case Discards(cards=named):
            other = translate("Another card was to be discarded.")
            return other if named else translate("The turn is not ended yet: discard a card.")
        case GoesOut() | CardsLeft():
            return _hand_off(goal, done[-1].after, seat)


def _hand_off(goal: GoesOut | CardsLeft, end: Position, seat: int) -> str:
    left = len(end.hands[seat] or ())
    if isinstance(goal, GoesOut):
        if end.went_out == seat:
            return translate("You are out, but not concealed.")
        text = translate_count("You are not out: you hold {n} card.", "You are not out: you hold {n} cards.", left)
        return text.format(n=left)
    if left > goal.at_most:
        return translate("You hold {n} cards; whoever does all that is asked is left with {most} at most.").format(
            n=left, most=goal.at_most
        )
    return translate("You hold {n} cards; whoever does all that is asked is left with {least} at least.").format(
        n=left, least=goal.at_least
    )


def _no_canasta(kind: str) -> str:
    texts = {
        "any": translate("No canasta is complete yet."),
        "natural": translate("There is no natural canasta yet."),
        "mixed": translate("There is no mixed canasta yet."),
        "concealed natural": translate("There is no concealed natural canasta yet."),
        "concealed mixed": translate("There is no concealed mixed canasta yet."),
    }
    return texts[kind]


def _counted(one: Done) -> int:
    return one.ruling.outcome.counted if one.ruling.outcome is not None else 0


def _canastas(one: Done) -> list[str]:
    return one.ruling.outcome.canastas if one.ruling.outcome is not None else []
