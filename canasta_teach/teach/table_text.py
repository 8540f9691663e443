"""Floor 3: a table in words, as the player on turn sees it; cards stand in square brackets.

It says what lies there and what was done, never what follows from it: no minimum, and nothing about what is allowed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from canasta_teach.cards import UNKNOWN, Card
from canasta_teach.game.explain import number
from canasta_teach.game.seats import seat_text
from canasta_teach.game.state import Position
from canasta_teach.i18n import translate, translate_count


def table_lines(position: Position) -> list[str]:
    """The table in a few lines: scores, hand, melds, pile, stock, and what was done in the turn."""
    return [
        *_scores(position),
        *_hand(position),
        *_melds(position),
        *_pile(position),
        *_stock(position),
        *_turn(position),
        *_ending(position),
        *_left(position),
    ]


def fact_lines(position: Position) -> list[str]:
    """What of the table is not seen in its cards: scores, a short stock, what was done in the turn."""
    return [*_scores(position), *_stock(position), *_turn(position)]


def brackets(some: Iterable[Card]) -> str:
    """Cards as they stand in a prompt: ``[KH KS 2D]``; empty for none."""
    codes = " ".join(card.code for card in some)
    return f"[{codes}]" if codes else ""


def _scores(position: Position) -> Iterator[str]:
    own = position.side(position.turn)
    if any(position.scores):
        text = translate("Your side stands at {score}.").format(score=number(position.scores[own]))
        theirs = [number(points) for side, points in enumerate(position.scores) if side != own]
        if len(theirs) == 1:
            text = translate("{ours} The other side stands at {score}.").format(ours=text, score=theirs[0])
        yield text


def _hand(position: Position) -> Iterator[str]:
    hand = position.hands[position.turn]
    if hand is None or position.phase == "over":
        return
    known = [card for card in hand if card is not UNKNOWN]
    if known:
        yield translate("You hold {cards}.").format(cards=brackets(known))
    unknown = len(hand) - len(known)
    if unknown:
        text = translate_count(
            "You hold {n} card that is not shown.", "You hold {n} cards that are not shown.", unknown
        )
        yield text.format(n=unknown)
    marked = position.penalised[position.turn]
    if marked:
        text = translate_count(
            "Of these, {cards} lies penalised, face up before you.",
            "Of these, {cards} lie penalised, face up before you.",
            len(marked),
        )
        yield text.format(cards=brackets(marked))


def _melds(position: Position) -> Iterator[str]:
    own = position.side(position.turn)
    for side, melds in enumerate(position.melds):
        if not melds and side != own:
            continue
        told = ", ".join(map(brackets, melds)) or translate("none yet")
        if side == own:
            yield translate("Your side's melds: {melds}.").format(melds=told)
        elif len(position.melds) == 2:
            yield translate("The other side's melds: {melds}.").format(melds=told)
        else:
            yield translate("Melds of side {n}: {melds}.").format(n=side, melds=told)
    for side, threes in enumerate(position.red_threes):
        if threes:
            whose = translate("Red threes before your side: {cards}.")
            other = translate("Red threes before another side: {cards}.")
            yield (whose if side == own else other).format(cards=brackets(threes))


def _pile(position: Position) -> Iterator[str]:
    if position.phase == "over":
        return
    if not position.pile:
        yield translate("The discard pile is empty.")
        return
    top, *below = position.pile
    count = len(position.pile)
    text = translate_count("The pile has {n} card, {top}.", "The pile has {n} cards, {top} on top.", count)
    yield text.format(n=count, top=brackets([top]))
    lying = [card for card in below if card is not UNKNOWN]
    if lying and position.rules.has("pile.closed"):
        wild = [card for card in lying if position.rules.is_wild(card)]
        if wild:
            yield translate("In it lies a wild card: {cards}.").format(cards=brackets(wild[-1:]))
    elif lying:
        yield translate_count("Below it lies {cards}.", "Below it lie {cards}.", len(lying)).format(
            cards=brackets(lying)
        )
    elif position.frozen:
        yield translate("A wild card lies in it.")


def _stock(position: Position) -> Iterator[str]:
    if position.phase == "over" or position.stock is None:
        return
    left = len(position.stock)
    if left < 8:
        yield translate_count("The stock has {n} card left.", "The stock has {n} cards left.", left).format(n=left)


def _turn(position: Position) -> Iterator[str]:
    if position.phase == "over":
        return
    turn = position.this_turn
    if position.phase == "draw":
        yield translate("It is your turn, and you have not drawn yet.")
    elif turn.took_pile:
        yield translate("You have taken the pile in this turn.")
    else:
        yield translate("You have drawn in this turn.")
    if position.melds[position.side(position.turn)] and not position.laid_before[position.turn]:
        yield translate("You have laid nothing in this deal before this turn.")
    if turn.laid:
        laid = ", ".join(brackets(one.cards) for one in turn.laid)
        yield translate("In this turn you have laid {cards}.").format(cards=laid)
    match position.permission:
        case "asked":
            yield translate("You have asked your partner whether you may go out.")
        case "yes":
            yield translate("You asked your partner whether you may go out: yes.")
        case "no":
            yield translate("You asked your partner whether you may go out: no.")
        case None:
            pass


def _ending(position: Position) -> Iterator[str]:
    if position.phase != "over":
        return
    if position.went_out is None:
        yield translate("The deal is over: nobody went out.")
        return
    player = seat_text(position.players, position.went_out)
    if position.concealed:
        yield translate("The deal is over: {player} went out concealed.").format(player=player)
    elif position.relancinho:
        yield translate("The deal is over: {player} went out with relancinho.").format(player=player)
    else:
        yield translate("The deal is over: {player} went out.").format(player=player)


def _left(position: Position) -> Iterator[str]:
    for seat, hand in enumerate(position.hands):
        if hand and position.phase == "over":
            yield translate("Left in the hand of {player}: {cards}.").format(
                player=seat_text(position.players, seat), cards=brackets(hand)
            )
