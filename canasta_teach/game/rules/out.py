"""The rules of going out and of the end of a deal."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from canasta_teach.cards import UNKNOWN, Card, codes
from canasta_teach.game.attempt import LAYING, Attempt
from canasta_teach.game.layings import completes_canasta, keeps_limits
from canasta_teach.game.pile import idle_lap as at_idle_lap
from canasta_teach.game.registry import broken, forbids
from canasta_teach.game.ruling import Violation
from canasta_teach.game.search import can_go_out, can_take, canastas, canastas_needed


def melds_after(a: Attempt) -> tuple[tuple[Card, ...], ...]:
    """The side's melds as they would lie after the act."""
    melds = list(a.position.melds[a.side])
    for meld in a.melds:
        if meld.side != a.side:
            continue
        if meld.index < len(melds):
            melds[meld.index] = meld.cards
        else:
            melds.append(meld.cards)
    return tuple(melds)


def last_card_completes(a: Attempt) -> bool:
    """The one card that the act leaves would itself complete the canasta that the side lacks."""
    if not a.rest or a.canastas() + 1 < canastas_needed(a.position):
        return False
    last = next((c for c in a.rest if not (a.rules.has("deck.red-threes") and c.is_red_three)), None)
    if last is None:
        return False
    melds = _sound_melds(a)
    if last is UNKNOWN:
        return any(len(meld) == a.rules.p.canasta_size - 1 for meld in melds)
    return completes_canasta(a.rules, melds, last)


def _sound_melds(a: Attempt) -> list[tuple[Card, ...]]:
    """The side's melds after the act, those that it would spoil as they lay before."""
    changed = {m.index: m for m in a.melds if m.side == a.side}
    kept = [meld for i, meld in enumerate(a.position.melds[a.side]) if i not in changed]
    return kept + [m.cards if keeps_limits(a.rules, m.cards, m.added) else m.old for m in changed.values()]


def lacks(a: Attempt) -> bool:
    """The side would still lack a canasta that going out needs."""
    return a.canastas() < canastas_needed(a.position)


@forbids("pile.must-finish", "take", "take-top")
def must_finish(a: Attempt) -> Iterator[Violation]:
    """After the take the player can discard and keep a card, or can go out."""
    if a.top is None or a.left is None or (not a.laid and a.rules.has("pile.top-card")):
        return
    if a.left < 2 and lacks(a) and not (a.left == 1 and last_card_completes(a)):
        yield broken(
            a,
            "pile.must-finish",
            aspect="canastas_to_go_out",
            left=a.left,
            canastas=a.canastas(),
            needed=canastas_needed(a.position),
        )


@forbids("out.canasta", "lay", "take", "take-top", "discard", "relancinho")
def canasta(a: Attempt) -> Iterator[Violation]:
    """A side needs its canasta before it goes out."""
    if a.act.kind in LAYING and not a.laid:
        return
    if a.left == 0 and lacks(a):
        yield broken(
            a, "out.canasta", aspect="canastas_to_go_out", canastas=a.canastas(), needed=canastas_needed(a.position)
        )


@forbids("out.keep-a-card", "lay", "take", "take-top", "discard", "relancinho")
def keep_a_card(a: Attempt) -> Iterator[Violation]:
    """A side without a canasta may not end up with an empty hand."""
    if a.left is None or (a.act.kind in LAYING and not a.laid):
        return
    short = a.left == 0 if a.act.kind == "discard" else a.left < 2
    if short and lacks(a) and not (a.left == 1 and last_card_completes(a)):
        variant = "discard" if a.act.kind == "discard" else ""
        yield broken(
            a,
            "out.keep-a-card",
            aspect="canastas_to_go_out",
            variant=variant,
            left=a.left,
            canastas=a.canastas(),
            needed=canastas_needed(a.position),
        )


@forbids(
    "out.permission",
    "draw",
    "redraw",
    "take",
    "take-top",
    "lay",
    "discard",
    "ask",
    "relancinho",
    "table",
    "take-back",
    "look",
)
def permission(a: Attempt) -> Iterator[Violation]:
    """Asked once in a turn, by a player with at least two cards, after drawing and before any further laying."""
    pos = a.position
    if pos.permission == "asked":
        yield broken(a, "out.permission", variant="open", seat=pos.turn)
        return
    if a.act.kind != "ask" or not a.on_turn:
        return
    hand = pos.hands[a.seat]
    # The laying of the act that took the pile bars no question. Where the pile is free, that act may have laid nothing.
    taken: int | None = None
    if pos.this_turn.took_pile:
        taken = min((laid.act for laid in pos.this_turn.laid), default=0) if a.rules.has("pile.top-card") else 0
    if not pos.partners(a.seat):
        yield broken(a, "out.permission", variant="alone", players=pos.players)
    elif pos.permission is not None:
        yield broken(a, "out.permission", aspect="moment", variant="again", answer=pos.permission)
    elif pos.phase == "draw":
        yield broken(a, "out.permission", aspect="moment", variant="before-drawing")
    elif any(laid.act != taken for laid in pos.this_turn.laid):
        cards = [c.code for laid in pos.this_turn.laid if laid.act != taken for c in laid.cards]
        yield broken(a, "out.permission", aspect="moment", variant="after-laying", cards=cards)
    elif hand is not None and len(hand) < 2:
        yield broken(a, "out.permission", aspect="moment", variant="one-card", count=len(hand))


@forbids("out.ask-possible", "ask")
def ask_possible(a: Attempt) -> Iterator[Violation]:
    """A player who cannot go out in this turn is told so before the question is put."""
    pos = a.position
    may_ask = a.on_turn and pos.phase == "play" and pos.permission is None and pos.partners(a.seat)
    if may_ask and can_go_out(pos, a.seat) is False:
        have, need = canastas(pos, a.side), canastas_needed(pos)
        variant = "cards" if have >= need else ""
        yield broken(
            a, "out.ask-possible", aspect="canastas_to_go_out", variant=variant, canastas=have, needed=need, left=a.left
        )


@forbids("out.refused", "lay", "discard", "relancinho")
def refused(a: Attempt) -> Iterator[Violation]:
    """A "no" binds: no going out in this turn; every laying must leave two cards."""
    if a.position.permission != "no" or not a.on_turn or a.left is None:
        return
    if a.left == 0 or (a.act.kind != "discard" and a.left < 2):
        yield broken(a, "out.refused", variant="discard" if a.act.kind == "discard" else "", left=a.left)


@forbids("out.granted", "lay", "discard", "relancinho", "table", "redraw")
def granted(a: Attempt) -> Iterator[Violation]:
    """A "yes" binds: the player must go out in this turn; an act that makes it impossible is refused."""
    if a.position.permission != "yes" or not a.on_turn or a.left is None or a.left == 0:
        return
    if a.act.kind in ("table", "redraw"):
        # Another card comes, and may be one that cannot be got rid of.
        if a.position.stock != ():
            yield broken(a, "out.granted", variant="another", left=a.left)
    elif a.act.kind == "discard":
        yield broken(a, "out.granted", variant="discard", left=a.left, cards=codes(a.act.cards))
    elif any(m.side != a.side or m.reading.kind is None for m in a.melds):
        # The act cannot be done at all; what could follow it is not asked.
        return
    elif a.rest:
        melds = list(a.position.melds)
        melds[a.side] = melds_after(a)
        hands = list(a.position.hands)
        hands[a.seat] = a.rest
        then = replace(a.position, melds=tuple(melds), hands=tuple(hands))
        if can_go_out(then, a.seat) is False:
            yield broken(a, "out.granted", left=a.left, cards=codes(a.laid))


@forbids("out.ends-deal")
def ends_deal(a: Attempt) -> Iterator[Violation]:
    """The deal ends at once when a player goes out; asked by the referee before any act at ``over``."""
    yield broken(a, "out.ends-deal", seat=a.position.went_out)


@forbids("out.relancinho", "relancinho")
def relancinho(a: Attempt) -> Iterator[Violation]:
    """Exactly eleven cards, at one time, by a player who laid nothing before in the deal."""
    pos, most = a.position, a.rules.p.relancinho_cards
    count = len(a.laid)
    if count != most:
        yield broken(a, "out.relancinho", aspect="relancinho_cards", variant="count", count=count, needed=most)
    if pos.laid_before[a.seat] or (a.on_turn and pos.this_turn.laid):
        yield broken(a, "out.relancinho", variant="laid", count=count, needed=most)
    if any(part.to is not None for part in a.act.parts):
        added = [c.code for part in a.act.parts if part.to is not None for c in part.cards]
        yield broken(a, "out.relancinho", variant="added", cards=added, needed=most)
    if a.left is not None and a.left > 1:
        yield broken(a, "out.relancinho", variant="left", left=a.left, needed=most)


@forbids("end.stock-out", "draw")
def stock_out(a: Attempt) -> Iterator[Violation]:
    """With the stock exhausted nothing can be drawn; play goes on only while the discard is taken."""
    pos = a.position
    if pos.phase == "draw" and pos.stock == () and a.on_turn:
        # A player who may take the pile and need not, or whose hand is not known, says by drawing "I cannot take".
        declines = can_take(pos, a.seat) is not True or not a.rules.has("end.forced-take")
        if not declines:
            yield broken(a, "end.stock-out", top=pos.pile[0].code)


@forbids("end.forced-take", "draw")
def forced_take(a: Attempt) -> Iterator[Violation]:
    """With the stock exhausted, a player able to take the pile must."""
    pos = a.position
    if pos.phase == "draw" and pos.stock == () and a.on_turn and can_take(pos, a.seat) is True:
        yield broken(a, "end.forced-take", top=pos.pile[0].code, count=len(pos.pile))


@forbids("end.idle-lap", "take")
def idle_lap(a: Attempt) -> Iterator[Violation]:
    """After a lap in which everybody took a pile of one card and laid nothing, the next must draw."""
    pos = a.position
    if at_idle_lap(pos):
        yield broken(a, "end.idle-lap", idle=pos.idle_turns, players=pos.players)
