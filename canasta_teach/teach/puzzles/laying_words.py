"""Floor 3: a laying in words: each of its acts as players say it."""

from __future__ import annotations

from collections.abc import Iterator

from canasta_teach.cards import labels
from canasta_teach.game.explain import rank_name
from canasta_teach.game.moves import Act, Move, Part, Target
from canasta_teach.game.referee import after, joined
from canasta_teach.game.state import Position
from canasta_teach.i18n import translate


def laying_text(position: Position, move: Move) -> str:
    """A legal move in words: ``lay K♥ K♦ K♠, add 2♦ to the queens, then discard 4♣``."""
    texts = []
    here = position
    for _, act in joined(move, position.rules):
        texts.append(", ".join(act_texts(here, act)))
        here = after(here, Move((act,)))
    then = translate("{first}, then {next}")
    text = texts[0]
    for following in texts[1:]:
        text = then.format(first=text, next=following)
    return text


def act_texts(position: Position, act: Act) -> Iterator[str]:
    """What an act does, laying by laying: ``take the pile``, ``lay K♥ K♦ K♠``."""
    if act.kind == "discard":
        yield translate("discard {cards}").format(cards=labels(act.cards))
    elif act.kind == "take":
        yield _taking(position, act)
    elif act.kind == "relancinho":
        yield translate("announce a relancinho")
    elif act.kind in ("ask", "answer"):
        yield translate("ask your partner") if act.kind == "ask" else translate("hear the answer")
    for part in act.parts:
        yield _part_text(position, part)


def _taking(position: Position, act: Act) -> str:
    if act.onto is not None:
        text = translate("take the pile, its {top} onto {meld} with {cards}")
        if not act.cards:
            text = translate("take the pile, its {top} onto {meld}")
        meld = _meld_text(position, act.onto)
        return text.format(top=position.pile[0].label, meld=meld, cards=labels(act.cards))
    if act.cards:
        text = translate("take the pile, its {top} with {cards}")
        return text.format(top=position.pile[0].label, cards=labels(act.cards))
    return translate("take the pile")


def _part_text(position: Position, part: Part) -> str:
    if part.to is None:
        return translate("lay {cards}").format(cards=labels(part.cards))
    text = translate("add {cards} to {meld}")
    return text.format(cards=labels(part.cards), meld=_meld_text(position, part.to))


def _meld_text(position: Position, target: Target) -> str:
    """A meld of the own side as people call it: ``the kings``, or its cards."""
    name = target.name
    if not name.startswith("#"):
        return translate("the {rank}").format(rank=rank_name(name, 2))
    return labels(position.melds[position.side(position.turn)][int(name[1:])])
