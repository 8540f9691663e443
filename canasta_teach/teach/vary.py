"""Floor 3: an exercise made anew from a seed: other suits, other ranks of the same worth, other cards beside.

A variation must ask the same thing: the referee gives it the same answer for the same reason, or it is not used.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any, Final, TypeVar

import msgspec
from msgspec.structs import replace

from canasta_teach.cards import Card, card
from canasta_teach.errors import CanastaError, InvalidCard
from canasta_teach.game.moves import Act, Move, Part, Target
from canasta_teach.rulebook.ruleset import RuleSet
from canasta_teach.teach.kinds import grader
from canasta_teach.teach.kinds.grader import Grader
from canasta_teach.teach.kinds.ruling import RulingGrader
from canasta_teach.teach.kinds.spot import SpotActGrader
from canasta_teach.teach.model import (
    ActCounts,
    All,
    AnyItem,
    CardsWorth,
    ChoiceItem,
    Counted,
    CountItem,
    Discards,
    DoItem,
    Either,
    Goal,
    Holds,
    Item,
    LegalHolds,
    MeldHolds,
    Melds,
    MinimumNeeded,
    Not,
    RulingItem,
    SheetLine,
    SpotItem,
    WorthHolds,
)

_TRIES: Final = 60
_BRACKETS: Final = re.compile(r"\[([^\[\]]+)\]")
_HIGH: Final = ("8", "9", "10", "J", "Q", "K")
_LOW: Final = ("4", "5", "6", "7")
_RUN: Final = (*_LOW, *_HIGH)
_SUITS: Final = "CDHS"

T = TypeVar("T", bound=Item)
Face = Callable[[Card], Card]


def vary(item: AnyItem, rules: RuleSet, seed: int) -> AnyItem:
    """The item made anew: the same question on other cards. An item that is ``fixed`` stays as it is.

    Args:
        item: the item to start from.
        rules: the rule set under which it is asked.
        seed: the same seed gives the same variation.

    Raises:
        InvalidExercise: when the item itself makes no question under these rules.
    """
    asked = _shape(grader(item, rules))
    if item.fixed:
        return item
    rng = Random(f"{item.id} {rules.key} {seed}")  # noqa: S311 (a shuffle of cards, no secret)
    for _ in range(_TRIES):
        made = _once(item, rules, rng)
        try:
            found = _shape(grader(made, rules))
        except CanastaError:
            continue
        if found == asked and (not _adds_up(item) or _worths(made, rules) == _worths(item, rules)):
            template = item.template or item.id
            return replace(made, id=f"{item.id}~{seed}", template=template)
    return item


def _shape(of: Grader[Any]) -> object:
    """What must stay the same: the answer, and the reason for it."""
    if isinstance(of, RulingGrader):
        return of.ruling.legal, frozenset(of.ruling.rules)
    if isinstance(of, SpotActGrader):
        return of.wrong, frozenset(of.ruling.rules)
    if isinstance(of.item, DoItem):
        return bool(of.item.solution), of.check(of.item.solution).right if of.item.solution else bool(of.key)
    return of.key


def _adds_up(item: AnyItem) -> bool:
    """Whether replies of the item speak of parts of a sum, so that each card must keep its worth."""
    return isinstance(item, CountItem) or (isinstance(item, SpotItem) and bool(item.given))


def _worths(item: AnyItem, rules: RuleSet) -> list[int]:
    """What the cards of the item's table, or of its question, are worth one by one."""
    return [rules.value(one) for one in _cards_in(item.what if isinstance(item, CountItem) else item)]


def _once(item: AnyItem, rules: RuleSet, rng: Random) -> AnyItem:
    face = _other_faces(rules, rng)
    made = replace(item, prompt=_text(item.prompt, face), nudge=_text(item.nudge, face))
    match made:
        case ChoiceItem(choices=choices):
            others = tuple(
                replace(
                    one,
                    text=_text(one.text, face),
                    reply=_text(one.reply, face),
                    holds=None if one.holds is None else _holds(one.holds, face),
                )
                for one in choices
            )
            return replace(made, choices=others)
        case RulingItem(position=position, move=move):
            made = replace(made, position=_data(position, face), move=_move(move, face))
            return replace(made, position=_beside(made, rules, rng))
        case DoItem(position=position, goal=goal, solution=solution):
            made = replace(
                made,
                position=_data(position, face),
                goal=_goal(goal, face),
                solution=_move(solution, face) if solution else "",
            )
            return replace(made, position=_beside(made, rules, rng))
        case CountItem(what=what):
            near = tuple(replace(one, reply=_text(one.reply, face)) for one in made.near)
            return replace(made, what=_what(what, face), near=near)
        case SpotItem(position=position, move=move):
            return replace(made, position=_data(position, face), move=_move(move, face) if move else "")


# -- other cards ---------------------------------------------------------------------------------------


def _other_faces(rules: RuleSet, rng: Random) -> Face:
    """A way to put another card in the place of each: one to one, wild cards and threes kept what they are."""
    suits = _other_suits(rng)
    ranks = _shifted(rng) if rules.has("meld.sequence") and rng.random() < 0.6 else _within_worth(rng)

    def face(one: Card) -> Card:
        if not one.suit:
            return one
        rank = ranks.get(one.rank, one.rank)
        suit = suits[one.suit]
        if one.rank == "3" and not _same_colour(one.suit, suit):
            suit = {"C": "D", "D": "C", "H": "S", "S": "H"}[suit]
        return card(rank + suit)

    return face


def _other_suits(rng: Random) -> dict[str, str]:
    """Suits exchanged, colours kept or exchanged whole, so that a three can keep its colour and stay one to one."""
    black, red = ["C", "S"], ["D", "H"]
    rng.shuffle(black)
    rng.shuffle(red)
    if rng.random() < 0.5:
        return {"C": red[0], "S": red[1], "D": black[0], "H": black[1]}
    return {"C": black[0], "S": black[1], "D": red[0], "H": red[1]}


def _same_colour(one: str, other: str) -> bool:
    return (one in "DH") == (other in "DH")


def _within_worth(rng: Random) -> dict[str, str]:
    """Ranks exchanged for others that are worth the same in every rule set."""
    found: dict[str, str] = {}
    for ranks in (_HIGH, _LOW):
        shuffled = list(ranks)
        rng.shuffle(shuffled)
        found.update(zip(ranks, shuffled, strict=True))
    return found


def _shifted(rng: Random) -> dict[str, str]:
    """Ranks moved up or down together, so that runs stay runs; what would pass the king or the four begins again."""
    by = rng.randrange(1, len(_RUN))
    return {rank: _RUN[(place + by) % len(_RUN)] for place, rank in enumerate(_RUN)}


def _beside(item: RulingItem | DoItem, rules: RuleSet, rng: Random) -> dict[str, Any]:
    """The item's position with other cards in the hand on turn and in the pile, beside those that are asked about.

    They are as many as before, and as many of one rank: a prompt may say how many cards are held, or left. A rank that
    is named, or that lies elsewhere too, bears on the question and stays.
    """
    data = dict(item.position)
    hands, seat = list(data.get("hands") or ()), data.get("turn", 0)
    mine = hands[seat] if seat < len(hands) and isinstance(hands[seat], list) else []
    around = {**data, "hands": hands[:seat] + hands[seat + 1 :], "pile": []}
    named = {one.rank for one in (*_cards_in(around), *_cards_in(replace(item, position={})))}
    free = [rank for rank in (*_RUN, "A") if rank not in named]
    others = dict(zip(free, rng.sample(free, len(free)), strict=True))

    def other(one: Card) -> Card:
        return one if rules.is_wild(one) else card(others.get(one.rank, one.rank) + one.suit)

    if mine:
        data["hands"] = [*hands[:seat], [other(card(code)).code for code in mine], *hands[seat + 1 :]]
    if isinstance(pile := data.get("pile"), list):
        data["pile"] = [other(card(code)).code for code in pile]
    return data


def _cards_in(value: Any) -> list[Card]:
    """The cards that are named in data, in texts too."""
    found = []
    for word in re.findall(r"[0-9A-Za-z]+", msgspec.json.encode(value).decode()):
        with suppress(InvalidCard):
            found.append(card(word))
    return found


# -- where cards stand ---------------------------------------------------------------------------------


def _data(value: Any, face: Face) -> Any:
    """A position's data with other cards."""
    if isinstance(value, dict):
        return {key: _data(one, face) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_data(one, face) for one in value]
    if isinstance(value, str):
        try:
            return face(card(value)).code
        except InvalidCard:
            return value
    return value


def _move(text: str, face: Face) -> str:
    return str(Move(tuple(_act(act, face) for act in Move.parse(text).acts)))


def _act(act: Act, face: Face) -> Act:
    return replace(
        act,
        cards=tuple(map(face, act.cards)),
        onto=None if act.onto is None else _target(act.onto, face),
        parts=tuple(
            Part(tuple(map(face, part.cards)), None if part.to is None else _target(part.to, face))
            for part in act.parts
        ),
    )


def _target(to: Target, face: Face) -> Target:
    return to if to.name.startswith("#") else replace(to, name=face(card(f"{to.name}H")).rank)


def _text(text: str, face: Face) -> str:
    """A text with other cards in its brackets."""

    def other(found: re.Match[str]) -> str:
        try:
            return f"[{' '.join(face(card(word)).code for word in found[1].split())}]"
        except InvalidCard:
            return found[0]

    return _BRACKETS.sub(other, text)


def _cards(text: str, face: Face) -> str:
    return " ".join(face(card(word)).code for word in text.split())


def _holds(asked: Holds, face: Face) -> Holds:
    match asked:
        case LegalHolds(position=position, move=move):
            return replace(asked, position=_data(position, face), move=_move(move, face))
        case MeldHolds(cards=some) | WorthHolds(cards=some):
            return replace(asked, cards=_cards(some, face))
        case _:
            return asked


def _what(what: Counted, face: Face) -> Counted:
    match what:
        case CardsWorth(cards=some):
            return replace(what, cards=_cards(some, face))
        case ActCounts(position=position, move=move):
            return replace(what, position=_data(position, face), move=_move(move, face))
        case MinimumNeeded(position=position) | SheetLine(position=position):
            return replace(what, position=_data(position, face))
        case _:
            return what


def _goal(goal: Goal, face: Face) -> Goal:
    match goal:
        case All(of=goals) | Either(of=goals):
            return replace(goal, of=tuple(_goal(one, face) for one in goals))
        case Not(of=one):
            return Not(_goal(one, face))
        case Melds(rank=rank) if rank:
            return replace(goal, rank=face(card(f"{rank}H")).rank)
        case Discards(cards=some) if some:
            return replace(goal, cards=_cards(some, face))
        case _:
            return goal
