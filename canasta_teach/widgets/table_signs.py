"""What holds of the discard pile, and what a first laying needs: in words, for a seat that looks at the table.

Nothing is worked out here: the pile's state is asked of :mod:`canasta_teach.game.pile`, the minimum of
:func:`canasta_teach.game.search.first_laying_due`, which the referee and its search ask too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from msgspec.structs import replace

from canasta_teach.cards import ALL_CARDS, JOKER, UNKNOWN, Card
from canasta_teach.game import pile
from canasta_teach.game.explain import number
from canasta_teach.game.melds import read
from canasta_teach.game.moves import Act, Move, Target
from canasta_teach.game.referee import judge
from canasta_teach.game.search import canastas, canastas_needed, first_laying_due
from canasta_teach.game.state import Position, Turn
from canasta_teach.i18n import translate, translate_count
from canasta_teach.widgets.move_view import Pieces
from canasta_teach.widgets.table_seats import members, who
from canasta_teach.widgets.words import cards_text, in_line, listed, plural, rank_word, spoken

_PLACE: Final = re.compile(r"\{(\w+)\}")


def pieces(text: str, **values: str | Sequence[Card]) -> Pieces:
    """A sentence as words and cards from left to right: ``{name}`` is filled in with a text, or with cards.

    Args:
        text: the sentence, translated.
        values: what stands for each name; no cards leave no piece.
    """
    found: Pieces = []
    words = ""
    for i, part in enumerate(_PLACE.split(text)):
        value = part if i % 2 == 0 else values[part]
        if isinstance(value, str):
            words += value
        elif value:
            if words.strip():
                found.append({"words": words.strip()})
            words = ""
            found.append({"cards": [one.code for one in value]})
    return [*found, {"words": words.strip()}] if words.strip() else found


# -- the pile ------------------------------------------------------------------------------------------------------


def pile_signs(position: Position, seat: int, cross: Card | None = None) -> list[dict[str, Any]]:
    """The signs beside the pile, as they hold for one seat: at least one, the weightiest first.

    Each is ``{"kind", "title", "text"}``: ``empty``; ``stopped`` where nobody, or this player, can take the pile now;
    ``frozen`` for everyone and ``frozen-you``, for a side that has not melded; else ``open``.

    Args:
        position: what the seat may know of the table.
        seat: who looks.
        cross: the wild card that lies crosswise in the pile, where it is known from what was played.
    """
    if not position.pile:
        return [_sign("empty", translate("Empty"), translate("Nothing to take: a turn begins with the stock."))]
    signs = _stops(position, seat)
    rank = position.pile[0].rank
    # What takes the pile is said where some card can take it: not under a card that stops it.
    takes = _pair_text(position, rank) if not _top_bars(position) else ""
    if pile.frozen(position):
        if cross is not None and cross is not UNKNOWN:
            said = pieces(translate("{card} lies crosswise in it. {takes}"), card=(cross,), takes=takes)
        elif position.rules.is_wild(position.pile[0]):
            said = pieces(translate("A wild card lies in it. {takes}"), takes=takes)
        else:
            said = pieces(translate("A wild card lies crosswise in it. {takes}"), takes=takes)
        signs.append({"kind": "frozen", "title": translate("Frozen for everyone"), "text": said})
    elif pile.frozen_for(position, position.side(seat)):
        text = translate("Your side has not melded. {takes}").format(takes=takes)
        signs.append(_sign("frozen-you", translate("Frozen for you"), text.strip()))
    if not signs:
        signs.append(_open(position, seat, rank))
    return signs


def _sign(kind: str, title: str, text: str) -> dict[str, Any]:
    return {"kind": kind, "title": title, "text": [{"words": text}]}


def _top_bars(position: Position) -> bool:
    return pile.wild_on_top(position) or pile.stopped(position)


def _stops(position: Position, seat: int) -> list[dict[str, Any]]:
    """Why the pile cannot be taken now, whatever the hand holds."""
    top = position.pile[0]
    stopped = translate("Stopped")
    signs: list[dict[str, Any]] = []
    if pile.stopped(position):
        said = translate("{card}, a black three, lies on top. The next discard lifts the stop.")
        signs.append({"kind": "stopped", "title": stopped, "text": pieces(said, card=(top,))})
    if pile.wild_on_top(position):
        said = translate("{card}, a wild card, lies on top. Nobody takes it until another lies on it.")
        signs.append({"kind": "stopped", "title": stopped, "text": pieces(said, card=(top,))})
    if seat == position.turn and position.phase == "draw":
        # These hold for one turn, and only of the player whose turn it is.
        closed = translate("Closed to you")
        if position.this_turn.must_draw:
            text = translate("You put it back, so this turn begins with the stock.")
            signs.append(_sign("stopped", closed, text))
        if pile.idle_lap(position):
            text = translate("All round the table a pile of one card was taken and nothing laid: draw from the stock.")
            signs.append(_sign("stopped", closed, text))
        if pile.one_for_one(position, seat):
            text = translate("With one card in the hand, a pile of one card is not taken.")
            signs.append(_sign("stopped", closed, text))
    return signs


def _pair_text(position: Position, rank: str) -> str:
    if pile.is_free(position):
        return translate("Only a hand with two natural {ranks} takes it.").format(ranks=plural(rank))
    return translate("Only two natural {ranks} from the hand take it.").format(ranks=plural(rank))


def _open(position: Position, seat: int, rank: str) -> dict[str, Any]:
    title = translate("Open")
    if pile.is_free(position):
        return _sign("open", title, translate("Take all of it, or draw. Nothing need be laid."))
    said = [_ways(position, seat, rank)]
    if needed := first_laying_due(position, seat):
        said.append(translate("With it, your laying must count {n}.").format(n=number(needed)))
    return _sign("open", title, " ".join(said))


def _ways(position: Position, seat: int, rank: str) -> str:
    """What the top card can be laid with."""
    rules = position.rules
    if rules.has("meld.sequence"):
        return translate("Its top card is laid at once, with cards from the hand or on a meld of your side.")
    ways = []
    natural = [one for one in ALL_CARDS if one.rank == rank][:2]
    wild = next(one for one in (JOKER, *ALL_CARDS) if rules.is_wild(one))
    if _takes(position, seat, Act("take", cards=tuple(natural))):
        ways.append(translate("two {ranks}").format(ranks=plural(rank)))
    if _takes(position, seat, Act("take", cards=(natural[0], wild))):
        ways.append(translate("one {rank} and a wild card").format(rank=rank_word(rank)))
    if any(
        read(meld, rules).rank == rank and _takes(position, seat, Act("take", onto=Target(f"#{index}")))
        for index, meld in enumerate(position.melds[position.side(seat)])
    ):
        ways.append(translate("your meld of {ranks}").format(ranks=plural(rank)))
    if not ways:
        return translate("Its top card is laid at once, with cards from the hand.")
    return translate("What takes it: {ways}.").format(ways=translate(", or ").join(ways))


def _takes(position: Position, seat: int, act: Act) -> bool:
    """Whether some hand can take the pile so: the referee is asked of one that holds these cards, and enough more."""
    hand = (*act.cards, UNKNOWN, UNKNOWN, UNKNOWN)
    hands = tuple(hand if at == seat else other for at, other in enumerate(position.hands))
    asked = replace(position, turn=seat, phase="draw", this_turn=Turn(), hands=hands, permission=None)
    found = judge(asked, Move((act,))).violations
    return not any(one.rule.startswith(("meld.", "pile.")) for one in found)


def pile_text(position: Position) -> str:
    """What stands below the pile: ``12 cards, K♣ on top``."""
    if not position.pile:
        return translate("empty")
    text = translate("{cards}, {top} on top")
    return text.format(cards=cards_text(len(position.pile)), top=in_line(position.pile[:1]))


def pile_name(position: Position, signs: Sequence[dict[str, Any]]) -> str:
    """The pile as it is spoken: ``Pile, 12 cards, king of clubs on top. Frozen for everyone`` and a full stop."""
    if not position.pile:
        return translate("Pile, empty")
    text = translate("Pile, {cards}, {top} on top.")
    titles = listed(dict.fromkeys(sign["title"] for sign in signs))
    told = text.format(cards=cards_text(len(position.pile)), top=spoken(position.pile[0]))
    return f"{told} {titles}." if titles else told


# -- what is needed ------------------------------------------------------------------------------------------------


def minimum_short(position: Position, side: int, viewer: int) -> str:
    """What the side's first laying needs, for a column of figures: ``90``; ``90, met``; ``You 75, North met``.

    Empty where the rule set asks no minimum of anybody.
    """
    if not _has_minimum(position):
        return ""
    dues = {seat: first_laying_due(position, seat) for seat in members(position, side)}
    if not any(dues.values()):
        asked = _asked(position, side)
        return translate("{n}, met").format(n=number(asked)) if asked else translate("none")
    if len(set(dues.values())) > 1:
        met, due = translate("{who} met"), translate("{who} {n}")
        return listed(
            (due if n else met).format(who=who(position.players, seat, viewer), n=number(n)) for seat, n in dues.items()
        )
    needed = max(dues.values())
    each = len(dues) > 1 and not _frees_partner(position, side)
    return (translate("{n} each") if each else "{n}").format(n=number(needed))


def minimum_sentence(position: Position, side: int, viewer: int) -> str:
    """The same in a sentence: ``First laying must count 90.``; ``First laying 90, met.``; empty where none is asked."""
    if not _has_minimum(position):
        return ""
    dues = [first_laying_due(position, seat) for seat in members(position, side)]
    told = minimum_short(position, side, viewer)
    if not any(dues) and not _asked(position, side):
        return translate("First laying: no minimum.")
    if any(dues) and len(set(dues)) == 1:
        return translate("First laying must count {needs}.").format(needs=told)
    return translate("First laying: {needs}.").format(needs=told)


def _has_minimum(position: Position) -> bool:
    return position.rules.has("initial.minimum") or position.rules.has("initial.vulnerable")


def _fresh(position: Position) -> Position:
    """The table as if nobody had laid yet; a minimum that was raised stays so."""
    return replace(
        position,
        melds=((),) * position.sides,
        laid_before=(False,) * position.players,
        this_turn=Turn(),
    )


def _asked(position: Position, side: int) -> int:
    """What the side's first laying of this deal had to count, in points."""
    return first_laying_due(_fresh(position), members(position, side)[0])


def _frees_partner(position: Position, side: int) -> bool:
    """Whether one laying would free the whole side: asked by supposing that the first of its members has laid."""
    first, *others = members(position, side)
    rules = position.rules
    laid = tuple(seat == first for seat in range(position.players))
    meld = ((UNKNOWN,) * rules.p.min_meld,)
    melds = tuple(meld if one == side else () for one in range(position.sides))
    then = replace(_fresh(position), melds=melds, laid_before=laid)
    return not any(first_laying_due(then, seat) for seat in others)


def canastas_text(position: Position, side: int, kinds: Sequence[str]) -> str:
    """The canastas of a side: ``1 natural, 2 mixed``; ``none, 1 needed to go out``.

    Args:
        position: the table.
        side: the side.
        kinds: the kind of each of its canastas, ``natural`` or ``mixed``.
    """
    told = []
    if natural := sum(kind == "natural" for kind in kinds):
        told.append(translate_count("{n} natural", "{n} natural", natural).format(n=natural))
    if mixed := len(kinds) - natural:
        told.append(translate_count("{n} mixed", "{n} mixed", mixed).format(n=mixed))
    have = listed(told) or translate("none")
    short = canastas_needed(position) - canastas(position, side)
    if short <= 0:
        return have
    return (
        translate("{have}; {n} more to go out").format(have=have, n=short)
        if told
        else translate("{have}; {n} needed to go out").format(have=have, n=short)
    )
