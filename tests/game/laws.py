"""Laws that hold at every moment of every deal. Each is a function that fails with what is wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from random import Random

from msgspec.structs import replace

from canasta_teach.cards import UNKNOWN, Card
from canasta_teach.game.moves import Move
from canasta_teach.game.position import format_position, parse_position
from canasta_teach.game.scoring import after_deal, score
from canasta_teach.game.search import can_take
from canasta_teach.game.state import Position
from canasta_teach.game.view import view
from canasta_teach.rulebook import RuleSet

CAUSES = (
    "went out",
    "went out concealed",
    "relancinho",
    "cannot take",
    "did not take",
    "last draw's turn over",
    "last red three",
    "after a penalty",
)
"""Why a deal ends. The stock is exhausted in all but the first three."""


def cause(before: Position, move: Move, end: Position, *, paid: bool) -> str:
    """Which rule ended a deal.

    Args:
        before: where the last act was done.
        move: that act.
        end: the position that is over.
        paid: the act was irregular, and paid for.
    """
    if end.went_out is not None:
        return "relancinho" if end.relancinho else "went out concealed" if end.concealed else "went out"
    assert end.stock == (), f"over with {len(end.stock or ())} cards in the stock, and nobody out"
    if paid:
        return "after a penalty"
    kind = move.acts[-1].kind
    if kind == "discard":
        return "cannot take" if end.rules.has("end.cannot-take") else "last draw's turn over"
    assert kind in ("draw", "redraw", "table"), f"{move} ends the deal, and no rule says so"
    if before.stock == () and kind == "draw":
        assert can_take(before, before.turn), "the stock was out and the pile barred, and still the deal went on"
        assert not end.rules.has("end.forced-take"), "who can take must"
        return "did not take"
    last = end.red_threes[end.side(before.turn)]
    assert end.rules.has("end.last-red-three"), f"{move} ends the deal, and no rule says so"
    assert len(last) > len(before.red_threes[end.side(before.turn)]), "the last card drawn is no red three"
    return "last red three"


def cards_are_conserved(position: Position) -> None:
    """Every card of the deck lies in one place, and no place holds another."""
    found: list[Card] = [*position.pile, *(position.stock or ())]
    for hand in position.hands:
        found += hand or ()
    for some in position.red_threes:
        found += some
    for side in position.melds:
        for meld in side:
            found += meld
    assert sorted(found) == _deck(position.rules), "cards were lost or made"
    for seat, marked in enumerate(position.penalised):
        assert not Counter(marked) - Counter(position.hands[seat]), f"penalised cards not in the hand of seat {seat}"
    for laid in position.this_turn.laid:
        meld = position.melds[position.side(position.turn)][laid.meld]
        assert not Counter(laid.cards) - Counter(meld), "cards laid in this turn lie not where it is said"
    assert not Counter(position.this_turn.drawn) - Counter(found)
    if position.rules.has("pile.frozen"):
        assert position.frozen == any(map(position.rules.is_wild, position.pile)), "frozen by no wild card, or not"


@cache
def _deck(rules: RuleSet) -> list[Card]:
    return sorted(rules.deck())


def reads_back(position: Position, move: Move | None = None) -> None:
    """What is written is read as it was."""
    assert parse_position(format_position(position)) == position, "the position is read otherwise than written"
    if move is not None:
        assert Move.parse(str(move)) == move, f"{move} is read otherwise than written"


def sheets_add_up(end: Position, totals: Sequence[int]) -> None:
    """The lines of a sheet make its figures, these its total, and the core counts the same."""
    rules, sheets = end.rules, score(end)
    assert [sheet.total for sheet in sheets] == list(totals), "the core counts other scores"
    assert after_deal(end) == tuple(a + b for a, b in zip(end.scores, totals, strict=True))
    for side, sheet in enumerate(sheets):
        figures = sheet.to_dict()
        assert figures.pop("total") == sum(figures.values()) == sum(line.points for line in sheet.lines)
        for name, points in figures.items():
            assert points == sum(line.points for line in sheet.lines if line.key == name), name
        assert sheet.melds == sum(rules.value(card) for meld in end.melds[side] for card in meld)
        seats = [seat for seat in range(side, end.players, end.sides) if not (end.relancinho and seat == end.went_out)]
        left = [card for seat in seats for card in end.hands[seat] or ()]
        assert sheet.hand == -sum(map(rules.value, left))
        hidden = sum(card.is_red_three for card in left) if rules.has("penalty.hidden-red-three") else 0
        paid = sum(one.points for one in end.penalties[side])
        assert sheet.penalties == -(paid + hidden * rules.p.hidden_red_three)
        out = end.went_out is not None and end.side(end.went_out) == side
        assert sheet.going_out == (rules.p.going_out if out else 0)
        assert sheet.concealed == (rules.p.concealed if out and end.concealed else 0)
        assert sheet.relancinho == (rules.p.relancinho if out and end.relancinho else 0)


def reveals_nothing(position: Position, seat: int, rng: Random) -> None:
    """The seat's view holds no hidden card, and is the same for another deal that looks the same to the seat."""
    seen, rules = view(position, seat), position.rules
    opened = position.phase == "over" and rules.has("score.hand")
    for other, hand in enumerate(seen.hands):
        if other == seat or opened:
            assert hand == position.hands[other]
        else:
            marked = Counter(position.penalised[other])
            assert Counter(card for card in hand or () if card is not UNKNOWN) == marked, f"seat {other}'s cards show"
    assert set(seen.stock or ()) <= {UNKNOWN}, "the stock shows"
    below = {one for one in seen.pile[1:] if not (rules.has("pile.frozen") and rules.is_wild(one))}
    assert not rules.has("pile.closed") or below <= {UNKNOWN}, "the pile shows"
    if seat != position.turn and not opened:
        assert set(seen.this_turn.drawn) <= {UNKNOWN}, "what another drew shows"
    assert view(_otherwise(position, seat, rng, opened=opened), seat) == seen, "hidden cards make a difference"
    assert view(seen, seat) == seen


def _otherwise(position: Position, seat: int, rng: Random, *, opened: bool) -> Position:
    """A deal that looks the same to the seat: natural cards that are hidden from it have changed places."""
    rules = position.rules
    rows: list[list[Card]] = [list(hand or ()) for hand in position.hands]
    rows += [list(position.pile), list(position.stock or ())]
    at_pile, at_stock = len(rows) - 2, len(rows) - 1
    places: list[tuple[int, int]] = [(at_stock, i) for i in range(len(rows[at_stock]))]
    if rules.has("pile.closed"):
        # Whether there is a wild card among them is seen by the freeze: those stay.
        places += [(at_pile, i) for i in range(1, len(rows[at_pile]))]
    for other, hand in enumerate(position.hands):
        shown = Counter(position.penalised[other])
        for i, card in enumerate(hand or ()):
            if shown[card]:
                shown[card] -= 1
            elif other != seat and not opened:
                places.append((other, i))
    places = [(row, i) for row, i in places if not (rules.is_wild(rows[row][i]) or rows[row][i].is_red_three)]
    moved = [rows[row][i] for row, i in places]
    rng.shuffle(moved)
    for (row, i), card in zip(places, moved, strict=True):
        rows[row][i] = card
    turn = position.this_turn
    if seat != position.turn and turn.drawn and not opened:
        mine, drawn = rows[position.turn], len(turn.drawn)
        # Cards drawn may have been laid since, so that fewer are held; their number is seen.
        turn = replace(turn, drawn=tuple(mine[-drawn:]) if len(mine) >= drawn else turn.drawn)
    return replace(
        position,
        hands=tuple(map(tuple, rows[:at_pile])),
        pile=tuple(rows[at_pile]),
        stock=tuple(rows[at_stock]),
        this_turn=turn,
    )
