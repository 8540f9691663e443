"""A deal and its steps in words: each step in one sentence, as the player at one seat sees it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from canasta_teach.cards import Card
from canasta_teach.game.deal import DealStep, deal_steps
from canasta_teach.game.state import Position
from canasta_teach.i18n import translate, translate_count
from canasta_teach.rulebook.ruleset import RuleSet
from canasta_teach.widgets.table_seats import who
from canasta_teach.widgets.words import capital, cards_text, listed

START_RULE: Final = "deal.hand-size"
"""What is cited before the first step: how many cards each player will get."""


class Deal(Struct, frozen=True, kw_only=True):
    """A whole deal, of which any number of steps can be shown.

    Attributes:
        rules: the rule set.
        players: their number.
        seed: of the shuffle; ``None`` for a stacked deck.
        steps: all steps, in order.
    """

    rules: RuleSet
    players: int
    seed: int | None
    steps: tuple[DealStep, ...]

    @property
    def dealer(self) -> int:
        """The dealer's seat."""
        return self.steps[0].position.dealer

    @property
    def first_card(self) -> int:
        """How many steps come before the first card is dealt."""
        return next(i for i, step in enumerate(self.steps) if step.name == "card")

    @property
    def dealt(self) -> int:
        """How many cards are dealt before red threes are replaced."""
        return sum(step.name == "card" for step in self.steps)

    def position(self, at: int) -> Position:
        """The table after ``at`` steps; before the first, all cards are still in the pack."""
        if at:
            return self.steps[at - 1].position
        first = self.steps[0]
        hands = ((),) * self.players
        return replace(first.position, hands=hands, stock=first.cards + (first.position.stock or ()))

    def threes(self, at: int) -> list[list[Card]]:
        """The red threes that each seat has put on the table in the first ``at`` steps."""
        tabled: list[list[Card]] = [[] for _ in range(self.players)]
        for step in self.steps[:at]:
            if step.name == "red three" and step.seat is not None:
                tabled[step.seat].extend(step.cards)
        return tabled

    def bar(self, at: int) -> int:
        """How many steps are done when what begins after ``at`` steps is whole: a round of cards, a replaced three."""
        if at >= len(self.steps):
            return at
        name = self.steps[at].name
        if name == "card":
            return at + self.players - (at - self.first_card) % self.players
        return at + 2 if name == "red three" else at + 1


def begin(
    rules: RuleSet, players: int, *, seed: int | None, dealer: int | None, deck: str | Iterable[Card | str] | None
) -> Deal:
    """Deal all cards.

    Raises:
        InvalidPosition: as :func:`canasta_teach.game.deal.deal` does.
    """
    steps = tuple(deal_steps(rules=rules, players=players, seed=seed, dealer=dealer, deck=deck))
    return Deal(rules=rules, players=players, seed=seed if deck is None else None, steps=steps)


class Teller:
    """Tells a deal to the player at one seat.

    Args:
        deal: the deal.
        me: the seat, 0-based.
        open_hands: all hands lie open, so every card dealt is named.
        name: what a card is called.
    """

    def __init__(self, deal: Deal, me: int, *, open_hands: bool, name: Callable[[Card], str]) -> None:
        self.deal, self.me, self.open_hands, self.name = deal, me, open_hands, name

    def knows(self, seat: int | None) -> bool:
        """Whether the cards in the hand at a seat are seen."""
        return self.open_hands or seat == self.me

    def who(self, seat: int) -> str:
        """Who sits at a seat: ``You``, ``West``."""
        return who(self.deal.players, seat, self.me)

    def span(self, start: int, at: int) -> str:
        """What was done from after ``start`` to after ``at`` steps, in a sentence or two."""
        steps = self.deal.steps[start:at]
        if not steps:
            return self.beginning()
        if len(steps) == 1:
            return self.step(at - 1)
        if all(step.name == "card" for step in steps) and at == self.deal.bar(start):
            return self._round(start, steps)
        if at == len(self.deal.steps):
            return self._end()
        return " ".join(self.step(i) for i in range(start, at))

    def beginning(self) -> str:
        """How the deal stands before its first step."""
        deal = self.deal
        each = cards_text(deal.dealt // deal.players)
        if deal.dealer == self.me:
            return translate("You are to deal {cards} to each player.").format(cards=each)
        return translate("{who} is to deal {cards} to each player.").format(who=self.who(deal.dealer), cards=each)

    def step(self, index: int) -> str:
        """One step in one sentence."""
        step = self.deal.steps[index]
        match step.name:
            case "shuffle":
                return self._shuffled(step)
            case "cut":
                you = translate("You sit on the dealer's right: you cut the pack.")
                return self._by(step, you, translate("{who}, on the dealer's right, cuts the pack."))
            case "card":
                return self._card(step)
            case "red three":
                you = translate("You have a red three and put it on the table: {card}.")
                return self._by(step, you, translate("{who} has a red three and puts it on the table: {card}."))
            case "replacement":
                return self._replaced(step)
            case "ready":
                return self._ready(step)
            case _:
                return self._turned(index)

    def _by(self, step: DealStep, you: str, other: str) -> str:
        """The sentence on what is done by you, or on the same done by another player."""
        seat = step.position.turn if step.seat is None else step.seat
        card = self.name(step.cards[0]) if step.cards else ""
        return (you if seat == self.me else other).format(who=self.who(seat), card=card)

    def _shuffled(self, step: DealStep) -> str:
        pack = cards_text(len(step.position.stock or ()))
        if step.seat == self.me:
            return translate("You shuffle all {cards}: they are the stock.").format(cards=pack)
        return translate("{who} shuffles all {cards}: they are the stock.").format(
            who=self.who(self.deal.dealer), cards=pack
        )

    def _card(self, step: DealStep) -> str:
        if not self.knows(step.seat):
            return self._by(step, "", translate("A card is dealt to {who}."))
        return self._by(step, translate("Dealt to you: {card}."), translate("Dealt to {who}: {card}."))

    def _replaced(self, step: DealStep) -> str:
        if not self.knows(step.seat):
            return self._by(step, "", translate("{who} draws a card in its place."))
        return self._by(
            step,
            translate("In its place you draw from the stock: {card}."),
            translate("In its place {who} draws from the stock: {card}."),
        )

    def _turned(self, index: int) -> str:
        step = self.deal.steps[index]
        card = self.name(step.cards[0])
        if step.name == "frozen":
            return translate("{card}, a wild card turned up, freezes the pile.").format(card=capital(card))
        if step.name == "up-card":
            return translate("Turned up beside the stock, as the first card of the pile: {card}.").format(card=card)
        text = translate("{before} may not lie on top: it is set crosswise and covered by {card}.")
        return text.format(before=capital(self.name(step.position.pile[1])), card=card)

    def _ready(self, step: DealStep) -> str:
        if step.position.phase == "over":
            return translate("The deal is done, but with no card in the stock nobody can play: it is over at once.")
        return self._by(
            step, translate("The deal is done. You play first."), translate("The deal is done. {who} plays first.")
        )

    def _round(self, start: int, steps: tuple[DealStep, ...]) -> str:
        deal = self.deal
        number = (start - deal.first_card) // deal.players + 1
        if len(steps) < deal.players:
            told = translate("The rest of round {n} is dealt.").format(n=number)
        else:
            told = translate("Round {n}: one card to each player, clockwise.").format(n=number)
        mine = [self.name(step.cards[0]) for step in steps if step.seat == self.me]
        return " ".join([told, *(translate("Yours: {card}.").format(card=one) for one in mine)])

    def _end(self) -> str:
        """The end of a deal that was dealt at once."""
        last = self.deal.steps[-1].position
        parts = [translate("{cards} to each player").format(cards=cards_text(self.deal.dealt // self.deal.players))]
        if threes := sum(map(len, last.red_threes)):
            text = translate_count("{n} red three on the table", "{n} red threes on the table", threes)
            parts.append(text.format(n=threes))
        if last.pile:
            parts.append(translate("{card} on the pile").format(card=self.name(last.pile[0])))
        told = translate("Dealt: {what}.").format(what=listed(parts))
        return f"{told} {self.step(len(self.deal.steps) - 1)}"


def happened(teller: Teller, at: int) -> list[dict[str, Any]]:
    """What was done in the first ``at`` steps: all cards dealt as one entry, a red three with its replacement as one.

    Each entry has its number ``n``, its ``text`` and the ``rule`` that it follows.
    """
    deal = teller.deal
    entries: list[dict[str, Any]] = []
    for i, step in enumerate(deal.steps[:at]):
        if step.name == "replacement":
            entries[-1]["text"] += " " + teller.step(i)
        elif step.name == "card":
            if i == deal.first_card:
                entries.append({"text": "", "rule": step.rule})
            entries[-1]["text"] = _dealt(deal, i + 1 - deal.first_card)
        else:
            entries.append({"text": teller.step(i), "rule": step.rule})
    return [{"n": n, **entry} for n, entry in enumerate(entries, 1)]


def _dealt(deal: Deal, number: int) -> str:
    if number < deal.dealt:
        return translate("{n} of {all} cards are dealt, one at a time.").format(n=number, all=deal.dealt)
    each = cards_text(deal.dealt // deal.players)
    return translate("All {all} cards are dealt, one at a time: {cards} to each player.").format(
        all=deal.dealt, cards=each
    )
