"""Floor 3: what a rule comes to at a table: its numbers under the rules in force, and for the side on turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from msgspec.structs import replace

from canasta_teach.cards import UNKNOWN
from canasta_teach.game.explain import counted, number
from canasta_teach.game.moves import Move
from canasta_teach.game.referee import after, joined
from canasta_teach.game.scoring import score
from canasta_teach.game.search import canastas, canastas_needed, first_laying_due
from canasta_teach.game.state import Position
from canasta_teach.i18n import translate
from canasta_teach.rulebook.ruleset import RuleSet, as_text

_LONGEST_OPTIONS: Final = 400
"""Characters of changed values that are told; tables of them can be long."""


def figures(position: Position, rule: str) -> str:
    """What a rule comes to here: its numbers under these rules, at this table; empty where it has none."""
    tell = _FIGURES.get(rule)
    return "" if tell is None else tell(position)


def sheet_text(position: Position, move: Move, total: int) -> str:
    """The score sheet of the own side, line by line, if the deal ends with this legal move.

    As in :func:`canasta_teach.players.solve.measure.reached`, a discard counts only where it goes out.
    """
    side, end = position.side(position.turn), position
    for _, act in joined(move, position.rules):
        played = after(end, Move((act,)))
        if act.kind != "discard" or played.went_out == position.turn:
            end = played
    hands = tuple(tuple(card for card in hand or () if card is not UNKNOWN) for hand in end.hands)
    sheet = score(replace(end, phase="over", hands=hands))[side]
    names = {
        "melds": translate("cards laid {n}"),
        "natural_canastas": translate("natural canastas {n}"),
        "mixed_canastas": translate("mixed canastas {n}"),
        "concealed_canastas": translate("concealed canastas {n}"),
        "red_threes": translate("red threes {n}"),
        "going_out": translate("going out {n}"),
        "concealed": translate("concealed {n}"),
        "relancinho": translate("relancinho {n}"),
        "hand": translate("cards left {n}"),
        "penalties": translate("penalties {n}"),
    }
    told = [text.format(n=number(points)) for key, text in names.items() if (points := getattr(sheet, key))]
    if not told:
        return translate("Nothing stands on the sheet.")
    text = translate("The sheet: {lines}; together {total}.") if len(told) > 1 else translate("The sheet: {lines}.")
    return text.format(lines=", ".join(told), total=number(total))


def game_text(rules: RuleSet, title: str) -> str:
    """A game by its title; where a position sets values of its own, these too: ``Classic, changed: max_wilds 1``."""
    if not rules.options:
        return title
    return translate("{rules}, changed: {values}").format(rules=title, values=_options(rules))


def changes_text(rules: RuleSet) -> str:
    """A sentence that names the values that a position sets beside its rule set; empty where it sets none."""
    if not rules.options:
        return ""
    text = translate("The values of {rules} are changed here: {values}.")
    return text.format(rules=translate(rules.title), values=_options(rules))


def _options(rules: RuleSet) -> str:
    text = ", ".join(f"{name} {as_text(value)}" for name, value in rules.options.items())
    return text if len(text) <= _LONGEST_OPTIONS else text[:_LONGEST_OPTIONS] + " …"


def _minimum(position: Position) -> str:
    due = first_laying_due(position, position.turn)
    if not due:
        return translate("Here no minimum is due any more.")
    standing = position.scores[position.side(position.turn)]
    text = translate("The minimum here is {due}: your side stands at {score}.")
    return text.format(due=number(due), score=number(standing))


def _wilds(position: Position) -> str:
    p = position.rules.p
    texts = []
    if p.max_wilds is not None:
        texts.append(translate("Here a meld bears at most {wilds}.").format(wilds=counted(p.max_wilds, "wild")))
    if p.wilds_at_most_naturals:
        texts.append(translate("Here a meld bears no more wild cards than natural ones."))
    return " ".join(texts)


def _naturals(position: Position) -> str:
    least = counted(position.rules.p.min_naturals, "card")
    return translate("Natural cards that a meld needs here: at least {cards}.").format(cards=least)


def _canasta_size(position: Position) -> str:
    return translate("Here a canasta takes {cards}.").format(cards=counted(position.rules.p.canasta_size, "card"))


def _needed(position: Position) -> str:
    have, need = canastas(position, position.side(position.turn)), canastas_needed(position)
    text = translate("Here going out takes {need}; your side has {have}.")
    return text.format(need=counted(need, "canasta"), have=counted(have, "canasta"))


def _from_hand(position: Position) -> str:
    least = counted(position.rules.p.hand_cards_to_take, "card")
    return translate("Here at least {cards} of your hand go with the top card.").format(cards=least)


def _wild_values(position: Position) -> str:
    values = position.rules.p.card_values
    text = translate("Here a joker counts {joker}, a two {two}.")
    return text.format(joker=number(values.get("JK", 0)), two=number(values.get("2", 0)))


def _bonuses(position: Position) -> str:
    p = position.rules.p
    text = translate("Here a natural canasta scores {natural}, a mixed one {mixed}; going out scores {out}.")
    return text.format(natural=number(p.natural_canasta), mixed=number(p.mixed_canasta), out=number(p.going_out))


def _concealed_canasta(position: Position) -> str:
    more = number(position.rules.p.concealed_canasta)
    return translate("Here a concealed canasta scores {more} more.").format(more=more)


def _concealed(position: Position) -> str:
    more = number(position.rules.p.concealed)
    return translate("Here going out concealed scores {more} more.").format(more=more)


_FIGURES: Final[Mapping[str, Callable[[Position], str]]] = {
    "initial.minimum": _minimum,
    "initial.vulnerable": _minimum,
    "initial.combined": _minimum,
    "initial.top-card": _minimum,
    "initial.pile-cards": _minimum,
    "meld.max-wilds": _wilds,
    "meld.min-naturals": _naturals,
    "meld.limits-after-adding": _wilds,
    "canasta.size": _canasta_size,
    "canasta.natural": _canasta_size,
    "canasta.mixed": _canasta_size,
    "out.canasta": _needed,
    "out.keep-a-card": _needed,
    "pile.two-from-hand": _from_hand,
    "deck.wild-cards": _wild_values,
    "canasta.concealed": _concealed_canasta,
    "score.concealed-canasta": _concealed_canasta,
    "out.concealed": _concealed,
    "score.concealed": _concealed,
    "score.melds": _bonuses,
    "score.natural-canasta": _bonuses,
    "score.mixed-canasta": _bonuses,
    "score.going-out": _bonuses,
}
