"""What an act that the referee allows does to a position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TypeVar

from msgspec.structs import replace

from canasta_teach.cards import UNKNOWN, Card
from canasta_teach.errors import InvalidMove
from canasta_teach.game.attempt import Attempt
from canasta_teach.game.melds import canasta_kind, read
from canasta_teach.game.moves import Act
from canasta_teach.game.search import settle
from canasta_teach.game.state import Hand, Laid, Position, Turn

_T = TypeVar("_T")


def apply(position: Position, attempt: Attempt) -> Position:
    """The position after a legal act, with everything that follows by itself.

    Red threes are tabled and replaced, the turn is passed, the deal ended.

    Args:
        position: where the act is done.
        attempt: the act, worked out on that position.

    Raises:
        InvalidMove: when a card named as drawn cannot be the one that the stock holds.
    """
    act, seat = attempt.act, attempt.seat
    match act.kind:
        case "draw":
            return _draw(position, seat, act)
        case "redraw":
            return _redraw(position, seat, act)
        case "take" | "take-top":
            return _lay(_take(position, attempt), attempt)
        case "lay":
            return _lay(position, attempt)
        case "relancinho":
            return _relancinho(position, attempt)
        case "discard":
            return _discard(position, seat, act.cards[0])
        case "ask":
            return replace(position, permission="asked")
        case "answer":
            return replace(position, permission="yes" if act.yes else "no")
        case "table":
            return _table(position, seat, act.cards[0])
        case _:
            return position


# -- the stock -------------------------------------------------------------------------------------


def _known(position: Position) -> Counter[Card]:
    seen: Counter[Card] = Counter()
    for hand in position.hands:
        seen.update(hand or ())
    for side in position.melds:
        for meld in side:
            seen.update(meld)
    for tabled in position.red_threes:
        seen.update(tabled)
    seen.update(position.pile)
    seen.update(position.stock or ())
    return seen


class _Drawing:
    """Cards coming from the stock one by one: the stock's own where known, else those that the act names."""

    def __init__(self, position: Position, named: Sequence[Card], kind: str) -> None:
        self.position = position
        self.stock = position.stock
        self.named = list(named)
        self.kind = kind
        self.used = 0
        self.seen: Counter[Card] | None = None

    def next(self) -> Card | None:
        """The next card, or ``None`` when the stock is exhausted."""
        if self.stock == ():
            return None
        named = self.named[self.used] if self.used < len(self.named) else None
        top = self.stock[0] if self.stock else UNKNOWN
        if named is not None:
            self.used += 1
            if top is not UNKNOWN and top is not named:
                raise InvalidMove(f"{self.kind} {named.code}: the stock holds {top.code} there")
            if top is UNKNOWN:
                self._can_be(named)
            top = named
        if self.stock is not None:
            self.stock = self.stock[1:]
        return top

    def _can_be(self, card: Card) -> None:
        if self.seen is None:
            self.seen = _known(self.position)
        self.seen[card] += 1
        holds = self.position.rules.deck_count(card)
        if self.seen[card] > holds:
            raise InvalidMove(f"{self.kind} {card.code}: the deck holds {holds} of it, and all are seen elsewhere")

    def end(self) -> None:
        if self.used < len(self.named):
            extra = self.named[self.used].code
            raise InvalidMove(f"{self.kind}: {extra} is one card more than is drawn")


def draw_cards(
    position: Position, seat: int, named: Sequence[Card], count: int, kind: str
) -> tuple[Position, tuple[Card, ...], bool]:
    """Draw ``count`` cards into the hand; red threes go to the table and are replaced.

    Returns the position, the cards that came to the hand, and whether the last card of the stock was a red three
    (``end.last-red-three``).
    """
    rules = position.rules
    tables = rules.has("deck.red-threes") and rules.has("turn.red-three") and rules.p.honour == "engine"
    stream = _Drawing(position, named, kind)
    drawn: list[Card] = []
    tabled: list[Card] = []
    last_was_red_three = False
    while len(drawn) < count:
        card = stream.next()
        if card is None:
            break
        last_was_red_three = tables and card.is_red_three
        (tabled if last_was_red_three else drawn).append(card)
    ended = last_was_red_three and stream.stock == () and rules.has("end.last-red-three")
    stream.end()
    side = position.side(seat)
    return (
        replace(
            position,
            stock=stream.stock,
            hands=_with_hand(position, seat, tuple(drawn)),
            red_threes=_put(position.red_threes, side, position.red_threes[side] + tuple(tabled)),
        ),
        tuple(drawn),
        ended,
    )


def _draw(position: Position, seat: int, act: Act) -> Position:
    if position.stock == ():
        # Only a player whose hand is not known, or who need not take, comes here: "cannot take", so the deal is over.
        return replace(position, phase="over")
    after, drawn, ended = draw_cards(position, seat, act.cards, position.rules.p.draw_count, "draw")
    after = replace(after, phase="play", this_turn=Turn(drawn=drawn), idle_turns=0)
    return replace(after, phase="over") if ended else after


def _redraw(position: Position, seat: int, act: Act) -> Position:
    rejected = position.this_turn.drawn
    hand = position.hands[seat]
    left: Hand = None
    if hand is not None:
        kept = list(hand)
        for card in rejected:
            kept.remove(card if card in kept else UNKNOWN)
        left = tuple(kept)
    frozen = position.frozen or (position.rules.has("pile.frozen") and any(map(position.rules.is_wild, rejected)))
    without = replace(
        position, hands=_put(position.hands, seat, left), pile=(*reversed(rejected), *position.pile), frozen=frozen
    )
    after, drawn, ended = draw_cards(without, seat, act.cards, len(rejected), "redraw")
    after = replace(after, this_turn=replace(position.this_turn, drawn=drawn, redrawn=True))
    return replace(after, phase="over") if ended else after


def _table(position: Position, seat: int, card: Card) -> Position:
    side = position.side(seat)
    hand = position.hands[seat]
    left: Hand = None
    if hand is not None:
        kept = list(hand)
        kept.remove(card if card in kept else UNKNOWN)
        left = tuple(kept)
    tabled = replace(
        position,
        hands=_put(position.hands, seat, left),
        red_threes=_put(position.red_threes, side, (*position.red_threes[side], card)),
    )
    after, drawn, _ = draw_cards(tabled, seat, (), 1, "table")
    turn = position.this_turn
    if card in turn.drawn:
        rest = list(turn.drawn)
        rest.remove(card)
        after = replace(after, this_turn=replace(turn, drawn=(*rest, *drawn)))
        if not drawn and position.rules.has("end.last-red-three"):
            return replace(after, phase="over")
    # The card that came may have been the stock's last.
    return settle(after) if after.phase == "draw" else after


# -- the pile --------------------------------------------------------------------------------------


def _take(position: Position, attempt: Attempt) -> Position:
    """The pile comes to the hand, its red threes to the table; a used top card stays for the laying."""
    rules, side, seat = position.rules, attempt.side, attempt.seat
    bonus = rules.has("deck.red-threes")
    # Counted from the take on, and back to nothing when cards are laid in the same turn.
    idle = position.idle_turns + 1 if rules.has("end.idle-lap") and len(position.pile) == 1 else 0
    cards = position.pile[1:] if attempt.top_used else position.pile
    stays: tuple[Card, ...] = ()
    if attempt.act.kind == "take-top":
        # Never legal while pile.whole is in the game.
        cards, stays = (), cards
    tabled = tuple(c for c in cards if bonus and c.is_red_three)
    coming = tuple(c for c in cards if not (bonus and c.is_red_three))
    return replace(
        position,
        hands=_with_hand(position, seat, coming),
        red_threes=_put(position.red_threes, side, position.red_threes[side] + tabled),
        pile=stays,
        frozen=position.frozen and (bool(stays) or not rules.has("pile.unfreezes")),
        phase="play",
        idle_turns=idle,
        this_turn=replace(position.this_turn, took_pile=True, must_draw=False),
    )


# -- laying ----------------------------------------------------------------------------------------


def _lay(position: Position, attempt: Attempt) -> Position:
    if not attempt.melds:
        return position
    seat, rules = attempt.seat, position.rules
    melds = [list(side) for side in position.melds]
    concealed = list(position.concealed_melds)
    turn = position.this_turn
    # A take that laid nothing was an act of its own.
    first = 1 if turn.took_pile and not attempt.takes else 0
    number = max((laid.act + 1 for laid in turn.laid), default=first)
    laid = list(turn.laid)
    for meld in attempt.melds:
        theirs = melds[meld.side]
        if meld.index < len(theirs):
            theirs[meld.index] = meld.cards
        else:
            theirs.append(meld.cards)
            if rules.has("canasta.concealed") and canasta_kind(meld.cards, rules) is not None:
                concealed[meld.side] |= {meld.index}
        laid.append(Laid(number, meld.index, meld.added, meld.new))
    left = _without(position.hands[seat], attempt.from_hand)
    marked = list(position.penalised[seat])
    for card in attempt.from_hand:
        if card in marked:
            marked.remove(card)
    after = replace(
        position,
        melds=tuple(map(tuple, melds)),
        concealed_melds=tuple(concealed),
        hands=_put(position.hands, seat, left),
        penalised=_put(position.penalised, seat, tuple(marked)),
        this_turn=replace(turn, laid=tuple(laid)),
        idle_turns=0,
    )
    return go_out(after, seat) if _empty(after, seat) else after


def _relancinho(position: Position, attempt: Attempt) -> Position:
    after = _lay(position, attempt)
    hand = after.hands[attempt.seat]
    if hand:
        # The twelfth card goes to the discard pile by itself and counts nothing.
        after = replace(after, hands=_put(after.hands, attempt.seat, ()), pile=(*hand, *after.pile))
    return replace(go_out(after, attempt.seat), relancinho=True)


def went_out_concealed(position: Position, seat: int) -> bool:
    """The seat laid its whole hand in this turn, none before, and added nothing to melds that a partner had laid.

    Sources: Classic, "Going out and ending a hand"; Goren's tabulation; Italian, the final score.
    """
    if not position.rules.has("out.concealed") or position.laid_before[seat] or not position.this_turn.laid:
        return False
    melds = position.melds[position.side(seat)]
    own = {laid.meld for laid in position.this_turn.laid if laid.new}
    if any(laid.meld not in own for laid in position.this_turn.laid):
        return False
    # Where ranks do not merge, a second meld of a partner's rank counts as adding all the same.
    before = {shape.rank for i, meld in enumerate(melds) if i not in own and (shape := read(meld, position.rules)).rank}
    return all(read(melds[i], position.rules).rank not in before for i in own)


def go_out(position: Position, seat: int) -> Position:
    """The deal ended by ``seat`` going out."""
    return replace(position, phase="over", went_out=seat, concealed=went_out_concealed(position, seat))


# -- the end of a turn -----------------------------------------------------------------------------


def _discard(position: Position, seat: int, card: Card) -> Position:
    rules = position.rules
    hand = _without(position.hands[seat], (card,))
    marked = list(position.penalised[seat])
    if card in marked:
        marked.remove(card)
    after = replace(
        position,
        hands=_put(position.hands, seat, hand),
        penalised=_put(position.penalised, seat, tuple(marked)),
        pile=(card, *position.pile),
        frozen=position.frozen or (rules.has("pile.frozen") and rules.is_wild(card)),
    )
    if _empty(after, seat):
        return go_out(after, seat)
    return pass_turn(after)


def pass_turn(position: Position) -> Position:
    """The turn over and the next player's begun, or the deal ended."""
    seat, turn = position.turn, position.this_turn
    laid = position.laid_before
    if turn.laid:
        laid = _put(laid, seat, True)
    after = replace(
        position,
        turn=(seat + 1) % position.players,
        phase="draw",
        first_turn=False,
        laid_before=laid,
        permission=None,
        this_turn=Turn(),
    )
    return settle(after)


# -- small changes ---------------------------------------------------------------------------------


def _put(whole: tuple[_T, ...], at: int, value: _T) -> tuple[_T, ...]:
    return (*whole[:at], value, *whole[at + 1 :])


def _with_hand(position: Position, seat: int, more: tuple[Card, ...]) -> tuple[Hand, ...]:
    hand = position.hands[seat]
    return _put(position.hands, seat, None if hand is None else hand + more)


def _without(hand: Hand, cards: Sequence[Card]) -> Hand:
    if hand is None:
        return None
    left = list(hand)
    for card in cards:
        if card in left:
            left.remove(card)
        elif UNKNOWN in left:
            left.remove(UNKNOWN)
    return tuple(left)


def _empty(position: Position, seat: int) -> bool:
    hand = position.hands[seat]
    return hand is not None and not any(
        not (card.is_red_three and position.rules.has("deck.red-threes")) for card in hand
    )
