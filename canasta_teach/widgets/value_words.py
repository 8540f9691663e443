"""The numbers and choices of a rule, in words: what a rule book's page shows in place of field names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from canasta_teach.game.explain import rank_name
from canasta_teach.i18n import mark, translate, translate_count

Row = tuple[str, str]
"""A label and the value under it."""

_LABELS: Final = {
    "packs": mark("packs of 52"),
    "jokers": mark("jokers"),
    "jokers_allowed": mark("jokers allowed"),
    "wild_ranks": mark("wild cards"),
    "black_three_value": mark("a black three"),
    "players": mark("players"),
    "partnerships": mark("in two sides"),
    "up_card_covers": mark("covered"),
    "draw_count": mark("a draw"),
    "redraws": mark("rejected"),
    "min_meld": mark("a meld, at least"),
    "max_meld": mark("a set, at most"),
    "min_sequence": mark("a run, at least"),
    "min_naturals": mark("natural, at least"),
    "max_wilds": mark("wild, at most"),
    "wilds_at_most_naturals": mark("more wild than natural"),
    "black_threes_at_end": mark("black threes at the end"),
    "canasta_size": mark("a canasta"),
    "vulnerable_from": mark("vulnerable from"),
    "vulnerable_minimum": mark("then needed"),
    "withdrawn_minimum": mark("needed after it"),
    "hand_cards_to_take": mark("from the hand"),
    "canastas_to_go_out": mark("to go out"),
    "relancinho_cards": mark("a relancinho"),
    "natural_canasta": mark("natural canasta"),
    "mixed_canasta": mark("mixed canasta"),
    "concealed_canasta": mark("concealed canasta"),
    "red_three": mark("each red three"),
    "red_threes_all": mark("all together"),
    "going_out": mark("going out"),
    "concealed": mark("concealed"),
    "relancinho": mark("relancinho"),
    "target": mark("the game"),
    "hidden_red_three": mark("each one costs"),
    "took_without_meld": mark("costs"),
    "top_card_unused": mark("costs"),
    "drew_out_of_turn": mark("costs"),
    "melded_in_opponents_turn": mark("in an opponent's turn"),
    "melded_in_partners_turn": mark("in the partner's turn"),
}
_COVERS: Final = {
    "wild": mark("wild cards"),
    "red-three": mark("red threes"),
    "black-three": mark("black threes"),
}
_AT_END: Final = {
    "never": mark("never"),
    "naturals": mark("without wild cards"),
    "wilds": mark("wild cards too"),
}


def value_rows(values: Mapping[str, Any]) -> list[Row]:
    """The values that the clauses of a rule set, each as a label and words."""
    return [row for name, value in values.items() for row in rows_of(name, value)]


def lacking_rows(values: Mapping[str, Any], own: Mapping[str, Any]) -> list[str]:
    """The labels that other values lack beside one's own: of values that are not given at all, and of tables.

    A table of steps or of card values that has other rows shows the difference in them already.
    """
    labels: list[str] = []
    for name, value in own.items():
        theirs = dict(rows_of(name, values[name])) if name in values else {}
        mine = dict(rows_of(name, value))
        lacks = [label for label in mine if label not in theirs]
        if name == "hand_size" or all(mine.get(label) == text for label, text in theirs.items()):
            labels += lacks
    return labels


def rows_of(name: str, value: Any) -> Iterator[Row]:
    """The rows of one value."""
    match name:
        case "card_values":
            yield from _card_values(value)
        case "hand_size":
            for players, size in sorted(value.items()):
                yield translate("{n} players").format(n=players), _cards(size)
        case "initial_steps":
            yield from _steps(value)
        case _:
            yield translate(_LABELS[name]), _WORDS[name](value)


def _points(value: int) -> str:
    return translate_count("{n} point", "{n} points", value).format(n=f"{value:,}")


def _cards(value: int) -> str:
    return translate_count("{n} card", "{n} cards", value).format(n=value)


def _times(value: int) -> str:
    return translate_count("{n} time", "{n} times", value).format(n=value)


def _canastas(value: int) -> str:
    return translate_count("{n} canasta", "{n} canastas", value).format(n=value)


def _listed(some: Iterable[object]) -> str:
    return ", ".join(map(str, some)) or translate("none")


def _ranks(some: Sequence[str]) -> str:
    return _listed(rank_name(rank, 2) for rank in some)


def _card_values(table: Mapping[str, int]) -> Iterator[Row]:
    """The table by points, the dearest first: ``20 points``: ``aces, twos``."""
    for points in sorted(set(table.values()), reverse=True):
        yield _points(points), _ranks([rank for rank, value in table.items() if value == points])


def _steps(steps: Sequence[Mapping[str, Any]]) -> Iterator[Row]:
    for i, step in enumerate(steps):
        needed = _points(step["minimum"])
        if step.get("from") is not None:
            yield translate("from {score}").format(score=f"{step['from']:,}"), needed
        elif i + 1 < len(steps):
            yield translate("below {score}").format(score=f"{steps[i + 1]['from']:,}"), needed
        else:
            yield translate("any score"), needed


_WORDS: Final[dict[str, Callable[[Any], str]]] = {
    **dict.fromkeys(_LABELS, _points),
    "packs": str,
    "jokers": str,
    "jokers_allowed": _listed,
    "wild_ranks": _ranks,
    "players": _listed,
    "partnerships": lambda value: _listed(value) if value else translate("none"),
    "up_card_covers": lambda value: _listed(translate(_COVERS[one]) for one in value),
    "draw_count": _cards,
    "redraws": _times,
    "min_meld": _cards,
    "max_meld": lambda value: translate("no limit") if value is None else _cards(value),
    "min_sequence": _cards,
    "min_naturals": _cards,
    "max_wilds": lambda value: translate("no limit") if value is None else _cards(value),
    "wilds_at_most_naturals": lambda value: translate("never") if value else translate("allowed"),
    "black_threes_at_end": lambda value: translate(_AT_END[value]),
    "canasta_size": _cards,
    "hand_cards_to_take": _cards,
    "canastas_to_go_out": _canastas,
    "relancinho_cards": _cards,
}
