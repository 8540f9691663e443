"""Why a legal act is legal, and what a ruling presumes where cards are not known."""

from __future__ import annotations

from collections.abc import Iterator

from canasta_teach.cards import UNKNOWN, Card
from canasta_teach.game.attempt import LAYING, Attempt, LaidMeld
from canasta_teach.game.melds import canasta_kind
from canasta_teach.game.rules.out import lacks, last_card_completes
from canasta_teach.game.rules.pile import natural_pair
from canasta_teach.game.search import can_go_out, can_take


def because(a: Attempt) -> tuple[str, ...]:
    """The ids of the rules that made a legal act legal, the most telling first; each is in the rule set."""
    return tuple(dict.fromkeys(rule for rule in _because(a) if a.rules.has(rule)))


def _because(a: Attempt) -> Iterator[str]:
    kind, pos = a.act.kind, a.position
    if kind == "draw":
        yield from ("end.cannot-take", "end.stock-out") if pos.stock == () else ("turn.draw-first",)
    elif kind == "redraw":
        yield "turn.redraw"
    elif kind == "discard":
        yield "turn.discard"
        if a.position.penalised[a.seat]:
            yield "penalty.penalised-cards"
    elif kind in ("ask", "answer"):
        yield "out.permission"
        if kind == "ask":
            yield "out.ask-possible"
    elif kind == "table":
        yield from ("turn.red-three", "deal.red-threes")
    elif kind == "relancinho":
        yield "out.relancinho"
    elif kind == "take":
        yield from _because_taken(a)
    if kind in LAYING:
        for meld in a.melds:
            yield from _because_laid(a, meld)
        yield from _because_enough(a)
    if kind in LAYING or kind == "discard":
        yield from _because_left(a)


def _because_taken(a: Attempt) -> Iterator[str]:
    pos = a.position
    if not a.rules.has("pile.top-card"):
        yield "turn.draw-first"
        yield "pile.whole"
        return
    if pos.frozen and natural_pair(a):
        yield "pile.frozen"
    elif not pos.melds[a.side] and natural_pair(a):
        yield "pile.frozen-unmelded"
    yield "pile.top-card"
    if a.top_meld is not None and a.top_meld.new:
        yield "pile.two-from-hand"
    if a.needed:
        yield "initial.top-card"
    yield "pile.must-finish"


def _because_laid(a: Attempt, meld: LaidMeld) -> Iterator[str]:
    run = meld.reading.kind == "run"
    if meld.new:
        yield "meld.sequence" if run else "meld.same-rank"
        yield "meld.size"
    elif meld.merged:
        yield "meld.one-per-rank"
    else:
        yield "meld.own-side"
    if meld.reading.wilds:
        yield "meld.min-naturals"
        yield "meld.max-wilds"
        if not meld.new:
            yield "meld.limits-after-adding"
    if meld.reading.rank == "3" and any(c.is_black_three for c in meld.added):
        yield "meld.black-threes"
    kind = canasta_kind(meld.cards, a.rules)
    if kind is not None:
        yield f"canasta.{kind}"


def _because_enough(a: Attempt) -> Iterator[str]:
    if not a.laid:
        return
    if a.owes_minimum:
        yield "initial.minimum"
        if len(a.parts_points) > 1:
            yield "initial.combined"
    elif not a.position.laid_before[a.seat] and not a.position.this_turn.laid and a.position.melds[a.side]:
        yield "initial.partner-free"
    if a.needed and a.rules.has("initial.vulnerable"):
        yield "initial.withdrawn" if a.position.minimum_raised[a.side] else "initial.vulnerable"


def _because_left(a: Attempt) -> Iterator[str]:
    if a.left == 0:
        yield "out.canasta"
        if a.act.kind != "discard":
            yield "out.discard-optional"
        yield "out.ends-deal"
    elif a.left == 1 and a.act.kind in LAYING:
        yield "out.keep-a-card" if lacks(a) and last_card_completes(a) else "out.canasta"


def assumptions(a: Attempt) -> list[str]:
    """What the ruling presumes, as sentences; empty where every card that matters is known."""
    from canasta_teach.game.explain import assumed_text

    return [assumed_text(key, cards) for key, cards in _assumed(a)]


def _assumed(a: Attempt) -> Iterator[tuple[str, tuple[Card, ...]]]:
    pos = a.position
    hand = pos.hands[a.seat]
    partly = hand is None or UNKNOWN in hand
    if not partly and (not a.takes or UNKNOWN not in pos.pile):
        return
    if "held" in a.assumed:
        known = list(hand or ())
        presumed = []
        for card in a.from_hand:
            if card in known:
                known.remove(card)
            elif card not in a.missing:
                presumed.append(card)
        yield "held", tuple(presumed)
    if hand is None and (a.act.kind in LAYING or a.act.kind == "discard"):
        yield "count", ()
    if a.takes and UNKNOWN in pos.pile and not pos.frozen and a.rules.has("pile.frozen"):
        yield "not-frozen", ()
    if a.act.kind in LAYING and a.left == 1 and lacks(a) and a.rest == (UNKNOWN,) and last_card_completes(a):
        yield "last-card", ()
    if a.act.kind == "ask" and can_go_out(pos, a.seat) is None:
        yield "can-go-out", ()
    if a.act.kind == "draw" and pos.stock == () and can_take(pos, a.seat) is None:
        yield "cannot-take", ()
