"""The rules of a turn: whose it is, how it begins, what cannot be taken back."""

from __future__ import annotations

from collections.abc import Iterator

from canasta_teach.cards import codes
from canasta_teach.game.attempt import Attempt
from canasta_teach.game.registry import broken, forbids
from canasta_teach.game.ruling import Violation


@forbids(
    "turn.order", "draw", "redraw", "take", "take-top", "lay", "discard", "ask", "relancinho", "table", "take-back"
)
def order(a: Attempt) -> Iterator[Violation]:
    """Clockwise; one player acts at a time."""
    if not a.on_turn:
        yield broken(a, "turn.order", seat=a.seat, turn=a.position.turn)


@forbids("turn.draw-first", "draw", "take", "take-top", "lay", "discard", "ask", "relancinho")
def draw_first(a: Attempt) -> Iterator[Violation]:
    """A turn begins with a card from the stock or the whole pile: one of the two, once, before anything else."""
    if not a.on_turn:
        return
    kind, turn = a.act.kind, a.position.this_turn
    if kind in ("draw", "take", "take-top"):
        if a.position.phase == "play":
            variant = "took" if turn.took_pile else "drew"
            aspect = "" if turn.took_pile else "draw_count"
            yield broken(a, "turn.draw-first", aspect=aspect, variant=variant, count=a.rules.p.draw_count)
        elif kind != "draw" and turn.must_draw:
            yield broken(a, "turn.draw-first", aspect="draw_count", variant="must-draw", count=a.rules.p.draw_count)
    elif a.position.phase == "draw":
        yield broken(a, "turn.draw-first", aspect="draw_count", count=a.rules.p.draw_count)


def _redrawn(a: Attempt) -> int:
    """How often a drawn card was rejected in this first turn: the pile begins empty and holds what was rejected."""
    turn = a.position.this_turn
    return max(1, len(a.position.pile) // max(1, len(turn.drawn))) if turn.redrawn else 0


@forbids("turn.redraw", "redraw")
def redraw(a: Attempt) -> Iterator[Violation]:
    """Only the first player of the deal, in the first turn, once, before laying anything."""
    pos = a.position
    if not a.on_turn:
        return
    if not a.rules.p.redraws:
        yield broken(a, "turn.redraw", aspect="redraws", variant="never", allowed=0)
    elif not pos.first_turn:
        yield broken(a, "turn.redraw", variant="later-turn", allowed=a.rules.p.redraws)
    elif _redrawn(a) >= a.rules.p.redraws:
        yield broken(a, "turn.redraw", aspect="redraws", variant="again", allowed=a.rules.p.redraws)
    elif pos.this_turn.laid:
        cards = [c.code for laid in pos.this_turn.laid for c in laid.cards]
        yield broken(a, "turn.redraw", variant="laid", allowed=a.rules.p.redraws, cards=cards)
    elif pos.this_turn.took_pile:
        yield broken(a, "turn.redraw", variant="took", allowed=a.rules.p.redraws)
    elif pos.stock == ():
        yield broken(a, "turn.redraw", variant="stock", allowed=a.rules.p.redraws)


@forbids("turn.no-undo", "take-back", "redraw")
def no_undo(a: Attempt) -> Iterator[Violation]:
    """A card laid or drawn stays."""
    if a.act.kind == "take-back":
        yield broken(a, "turn.no-undo", cards=codes(a.act.cards))
    elif not a.rules.has("turn.redraw"):
        yield broken(a, "turn.no-undo", variant="drawn", cards=codes(a.position.this_turn.drawn))


@forbids("turn.cards-in-hand", "lay", "take", "take-top", "discard", "relancinho", "table")
def cards_in_hand(a: Attempt) -> Iterator[Violation]:
    """You lay, add or discard only what you hold."""
    if a.missing:
        hand = a.position.hands[a.seat] or ()
        if len(a.buried) == len(a.missing):
            yield broken(a, "turn.cards-in-hand", variant="pile", cards=codes(a.missing))
        elif all(c in hand for c in a.missing):
            yield broken(a, "turn.cards-in-hand", variant="again", cards=codes(a.missing))
        else:
            yield broken(a, "turn.cards-in-hand", cards=codes(a.missing))
    elif a.act.kind == "discard" and a.rules.has("deck.red-threes") and a.act.cards[0].is_red_three:
        # With the option honour = "players" a red three waits in the hand, but it is never part of it.
        yield broken(a, "turn.cards-in-hand", variant="red-three", cards=codes(a.act.cards))


@forbids("penalty.penalised-cards", "discard")
def penalised_first(a: Attempt) -> Iterator[Violation]:
    """Penalised cards go first: while one is left, a discard must be one."""
    marked = a.position.penalised[a.seat]
    if marked and a.act.cards[0] not in marked:
        yield broken(a, "penalty.penalised-cards", cards=codes(a.act.cards), penalised=codes(marked))
