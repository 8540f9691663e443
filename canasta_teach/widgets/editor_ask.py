"""Acts put together by choosing cards and a verb, and legal acts as a page lists them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, Literal

from msgspec.structs import replace

from canasta_teach.cards import Card
from canasta_teach.errors import InvalidMove, InvalidPosition
from canasta_teach.game.melds import read
from canasta_teach.game.moves import Act, Move, Part, Target
from canasta_teach.game.state import Position
from canasta_teach.i18n import mark, translate, translate_count
from canasta_teach.widgets.editor_draft import Draft
from canasta_teach.widgets.editor_words import meld_title

Verb = Literal["draw", "redraw", "take", "lay", "also", "discard", "ask", "yes", "no", "relancinho"]

VERBS: Final[dict[Verb, str]] = {
    "draw": mark("Draw"),
    "redraw": mark("Reject the card, draw another"),
    "take": mark("Take the pile"),
    "lay": mark("Lay these"),
    "also": mark("and lay these too"),
    "discard": mark("Discard this"),
    "ask": mark("Ask to go out"),
    "yes": mark("Answer yes"),
    "no": mark("Answer no"),
    "relancinho": mark("Announce a relancinho"),
}

SHOWN: Final = 100
"""Legal acts that a page lists."""

_GROUPS: Final = {
    "draw": mark("Draw from the stock"),
    "redraw": mark("Reject the card drawn"),
    "take": mark("Take the pile"),
    "lay": mark("Lay"),
    "relancinho": mark("Announce a relancinho"),
    "discard": mark("Discard"),
    "ask": mark("Ask to go out"),
    "answer": mark("Answer"),
    "table": mark("Put a red three on the table"),
}


def verbs(position: Position) -> list[Verb]:
    """The verbs that this table knows, whether they are legal now or not."""
    rules = position.rules
    found: list[Verb] = ["draw", "take", "lay", "also", "discard"]
    if rules.has("turn.redraw"):
        found.insert(1, "redraw")
    if rules.has("out.relancinho"):
        found.append("relancinho")
    if rules.has("out.permission") and position.sides < position.players:
        found += ["yes", "no"] if position.permission == "asked" else ["ask"]
    return found


def build(position: Position, verb: Verb, some: Sequence[Card], onto: int | None, before: str) -> Move:
    """An act of a verb and the chosen cards.

    Args:
        position: the table.
        verb: the verb; ``also`` adds a laying to the act before.
        some: the chosen cards.
        onto: the index of the meld of the side on turn that they go to; ``None`` for a new one.
        before: the act that stands in the field.

    Raises:
        InvalidMove: when the verb asks for cards, or for an act before it.
    """
    cards = tuple(some)
    target = None if onto is None else _target(position, onto)
    if verb in ("lay", "also", "relancinho", "discard") and not cards:
        raise InvalidMove(translate("Choose the cards for it first."))
    match verb:
        case "take":
            act = Act("take", cards=cards, onto=target)
        case "lay":
            act = Act("lay", parts=(Part(cards, target),))
        case "relancinho":
            act = Act("relancinho", parts=(Part(cards),))
        case "also":
            return _also(before, Part(cards, target))
        case "discard":
            if len(cards) > 1:
                raise InvalidMove(translate("One card is discarded, not {n}.").format(n=len(cards)))
            act = Act("discard", cards=cards)
        case "yes" | "no":
            act = Act("answer", yes=verb == "yes")
        case _:
            act = Act(verb)
    return Move((act,))


def _also(before: str, part: Part) -> Move:
    move = Move.parse(before) if before.strip() else None
    if move is None or move.acts[-1].kind not in ("lay", "take", "relancinho"):
        raise InvalidMove(translate("Lay something first, or take the pile: then more can be laid in the same act."))
    *first, last = move.acts
    return Move((*first, replace(last, parts=(*last.parts, part))))


def _target(position: Position, onto: int) -> Target:
    """A meld of the side on turn: by its rank where no other has it, else by its index."""
    melds = [read(meld, position.rules) for meld in position.melds[position.side(position.turn)]]
    if not 0 <= onto < len(melds):
        raise InvalidMove(translate("The side has no meld #{n}.").format(n=onto))
    rank = melds[onto].rank
    alone = melds[onto].kind == "set" and rank and sum(one.rank == rank for one in melds) == 1
    return Target(rank if alone else f"#{onto}")


def acts_view(found: Iterable[Move], *, more: bool) -> dict[str, Any]:
    """Legal acts in the order given, sorted into groups; the notation names their cards."""
    groups: dict[str, list[str]] = {}
    for move in found:
        groups.setdefault(_GROUPS[move.acts[0].kind], []).append(str(move))
    n = sum(map(len, groups.values()))
    text = translate_count("{n} legal act", "{n} legal acts", n)
    if more:
        text = translate("The first {n} legal acts; there are more.")
    if not n:
        text = translate("No act is legal here.")
    return {
        "title": text.format(n=n),
        "groups": [{"title": translate(title), "acts": acts} for title, acts in groups.items()],
    }


def ask_view(draft: Draft, found: Position | InvalidPosition, text: str) -> dict[str, Any]:
    """What can be asked: the act in the field, the verbs, and the melds that cards can go to."""
    if isinstance(found, InvalidPosition):
        return {"text": text, "can": False, "note": translate("First the table has to be a possible one.")}
    side = draft.side(draft.turn)
    melds = [[i, meld_title(draft, side, i)] for i in range(len(draft.melds[side]))]
    note = "" if draft.hands[draft.turn] else translate("The hand is not known: cards that are named count as held.")
    return {
        "text": text,
        "can": True,
        "note": note,
        "verbs": verbs(found),
        "melds": [[None, translate("a new meld")], *melds] if melds else [],
    }
