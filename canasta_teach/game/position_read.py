"""Floor 2: reading a position from JSON.

The data is decoded by :mod:`~canasta_teach.game.position_raw` (types and bounds); here seats, sides, cards and
defaults are filled in; :mod:`~canasta_teach.game.position_check` judges the result.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from math import isfinite
from typing import Any, Final, TypeVar

from msgspec import UNSET, UnsetType

from canasta_teach.cards import UNKNOWN, Card, card
from canasta_teach.errors import InvalidCard, InvalidPosition, InvalidRules
from canasta_teach.game.position_check import check
from canasta_teach.game.position_raw import Cards, Raw, RawPenalty, RawTurn, Top, decode, short
from canasta_teach.game.state import Hand, Laid, Penalty, Permission, Phase, Position, Turn
from canasta_teach.rulebook import KEYS, RuleSet, ruleset

T = TypeVar("T")
K = TypeVar("K")
V = TypeVar("V")

_MAX_OPTION_DEPTH: Final = 4
_MAX_OPTION_VALUES: Final = 1_000
_MAX_OPTION_NUMBER: Final = 1_000_000_000

_PHASES: Final[dict[str, Phase]] = {"draw": "draw", "play": "play", "over": "over"}
_PERMISSIONS: Final[dict[str | None, Permission | None]] = {None: None, "asked": "asked", "yes": "yes", "no": "no"}
_NO_TURN: Final = Turn()


def parse_position(data: object, *, house: RuleSet | None = None) -> Position:
    """Read a position of the public format from JSON text or a decoded JSON object, and check it.

    Where a key stands twice in JSON text, the last one counts. ``stock`` and a hand may be ``null``: number unknown.
    A position in phase ``draw`` whose stock is empty and whose pile cannot be taken is read as ``over``.

    Args:
        data: a ``dict``, or JSON as ``str`` or ``bytes``.
        house: the house rules, where ``rules`` is ``"house"``.

    Raises:
        InvalidPosition: with the path of the first fault, as in ``hands[0][3]``.
    """
    from canasta_teach.game.search import settle

    position = _build(decode(data), house)
    check(position)
    return settle(position)


# Filling in -----------------------------------------------------------------------------------------------------


def _build(raw: Raw, house: RuleSet | None) -> Position:
    rules = _rules(raw, house)
    players = raw.players
    if players not in rules.p.players:
        allowed = ", ".join(map(str, rules.p.players))
        raise InvalidPosition("players", f"{players} do not play {rules.title}; write one of {allowed}")
    sides = rules.sides(players)
    hands: tuple[Hand, ...] = (
        (None,) * players
        if raw.hands is UNSET
        else tuple([_hand(some, f"hands[{i}]") for i, some in enumerate(_each(raw.hands, "hands", players))])
    )
    melds = (
        ((),) * sides
        if raw.melds is UNSET
        else tuple(
            [
                tuple([_cards(meld, f"melds[{side}][{i}]") for i, meld in enumerate(some)])
                for side, some in enumerate(_each(raw.melds, "melds", sides, "sides"))
            ]
        )
    )
    red_threes = _lists(raw.red_threes, "red_threes", sides, "sides")
    pile = _pile(raw.pile)
    return Position(
        rules=rules,
        players=players,
        scores=(0,) * sides if raw.scores is UNSET else tuple(_each(raw.scores, "scores", sides, "sides")),
        dealer=players - 1 if raw.dealer is UNSET else _seat(raw.dealer, "dealer", players),
        turn=_seat(raw.turn, "turn", players),
        phase=_word(raw.phase, _PHASES, "phase"),
        first_turn=raw.first_turn,
        hands=hands,
        melds=melds,
        concealed_melds=(
            (frozenset(),) * sides
            if raw.concealed_melds is UNSET
            else tuple(map(frozenset, _each(raw.concealed_melds, "concealed_melds", sides, "sides")))
        ),
        red_threes=red_threes,
        pile=pile,
        stock=_stock(raw.stock, lambda: _left_of_deck(rules, hands, (*itertools.chain(*melds), *red_threes, pile))),
        frozen=_holds_wild(pile, rules) if raw.frozen is UNSET else raw.frozen,
        laid_before=(
            default_laid_before(melds, players)
            if raw.laid_before is UNSET
            else tuple(_each(raw.laid_before, "laid_before", players))
        ),
        permission=_word(raw.permission, _PERMISSIONS, "permission"),
        this_turn=_NO_TURN if raw.this_turn is UNSET else _turn(raw.this_turn),
        penalised=_lists(raw.penalised, "penalised", players, "players"),
        penalties=_penalties(raw.penalties, sides),
        minimum_raised=(
            (False,) * sides
            if raw.minimum_raised is UNSET
            else tuple(_each(raw.minimum_raised, "minimum_raised", sides, "sides"))
        ),
        idle_turns=raw.idle_turns,
        went_out=None if raw.went_out is None else _seat(raw.went_out, "went_out", players),
        concealed=raw.concealed,
        relancinho=raw.relancinho,
    )


def default_laid_before(melds: Sequence[Sequence[object]], players: int) -> tuple[bool, ...]:
    """What ``laid_before`` is when left out: every seat of a side with a meld has laid."""
    sides = len(melds)
    return tuple([bool(melds[seat % sides]) for seat in range(players)])


def _rules(raw: Raw, house: RuleSet | None) -> RuleSet:
    if raw.rules == "house":
        if house is None:
            raise InvalidPosition("rules", "house rules must be given beside the position (--house FILE, house=)")
    elif raw.rules not in KEYS:
        near = get_close_matches(raw.rules[:40], KEYS, 1)
        instead = f"did you mean {near[0]}?" if near else f"write one of {', '.join(KEYS)}, or house"
        raise InvalidPosition("rules", f"{short(raw.rules)!r} is no rule set; {instead}")
    if not raw.options:
        return ruleset(raw.rules, house=house)
    _check_options(raw.options)
    try:
        return ruleset(raw.rules, raw.options, house=house)
    except InvalidRules as error:
        raise InvalidPosition(f"options.{error.key}".rstrip("."), error.reason) from None


def _check_options(options: dict[str, Any]) -> None:
    """Options are handed to the rule book: see that they are plain JSON data of a sensible size."""
    values = 0
    level: list[object] = [options]
    for _ in range(_MAX_OPTION_DEPTH):
        below: list[object] = []
        for value in level:
            values += 1
            if isinstance(value, dict):
                below += [*value.keys(), *value.values()]
            elif isinstance(value, list | tuple):
                below += value
            elif isinstance(value, str):
                if len(value) > 100 or not value.isprintable():
                    raise InvalidPosition("options", f"{short(value)!r}: no option has such a name or value")
            elif isinstance(value, int | float):
                if not isfinite(value) or abs(value) > _MAX_OPTION_NUMBER:
                    raise InvalidPosition("options", "a number is far out of every range")
            elif value is not None:
                raise InvalidPosition("options", f"{type(value).__name__} is not JSON data")
        if not below:
            return
        if values > _MAX_OPTION_VALUES:
            break
        level = below
    raise InvalidPosition("options", "the data is too large or too deep for options")


def _each(some: list[T], path: str, count: int, of: str = "players") -> list[T]:
    if len(some) != count:
        entries = "1 entry" if len(some) == 1 else f"{len(some)} entries"
        raise InvalidPosition(path, f"the list has {entries}, but there are {count} {of}")
    return some


def _seat(seat: int, path: str, players: int) -> int:
    if seat >= players:
        raise InvalidPosition(path, f"there is no seat {seat}; with {players} players, seats are 0 to {players - 1}")
    return seat


def _word(word: K, known: dict[K, V], path: str) -> V:
    if word not in known:
        allowed = ", ".join("null" if name is None else str(name) for name in known)
        raise InvalidPosition(path, f"{short(str(word))!r} is not known here; write one of {allowed}")
    return known[word]


def _cards(some: Cards, path: str) -> tuple[Card, ...]:
    words = some.split() if isinstance(some, str) else some
    try:
        return tuple([card(word) for word in words])
    except InvalidCard:
        for index, word in enumerate(words):
            _card(word, f"{path}[{index}]")
        raise


def _card(word: str, path: str) -> Card:
    try:
        return card(word)
    except InvalidCard as error:
        raise InvalidPosition(path, str(error)) from None


def _lists(some: list[Cards] | UnsetType, path: str, count: int, of: str) -> tuple[tuple[Card, ...], ...]:
    if some is UNSET:
        return ((),) * count
    return tuple([_cards(entry, f"{path}[{i}]") for i, entry in enumerate(_each(some, path, count, of))])


def _hand(some: Cards | int | None, path: str) -> Hand:
    if some is None:
        return None
    return (UNKNOWN,) * some if isinstance(some, int) else _cards(some, path)


def _pile(some: Cards | Top) -> tuple[Card, ...]:
    if isinstance(some, Top):
        return (_card(some.top, "pile.top"), *(UNKNOWN,) * (some.count - 1))
    return _cards(some, "pile")


def _stock(
    some: Cards | int | UnsetType | None, left_of_deck: Callable[[], tuple[Card, ...] | None]
) -> tuple[Card, ...] | None:
    if some is UNSET:
        return left_of_deck()
    if some is None:
        return None
    return (UNKNOWN,) * some if isinstance(some, int) else _cards(some, "stock")


def _left_of_deck(
    rules: RuleSet, hands: tuple[Hand, ...], table: Iterable[tuple[Card, ...]]
) -> tuple[Card, ...] | None:
    """What is left when every other card is accounted for; ``None`` where a hand's number is not known."""
    left = len(rules.deck()) - sum(map(len, table))
    for hand in hands:
        if hand is None:
            return None
        left -= len(hand)
    return (UNKNOWN,) * left  # where left is negative, the check finds the place that is too long


def _holds_wild(pile: tuple[Card, ...], rules: RuleSet) -> bool:
    return rules.has("pile.frozen") and any(map(rules.is_wild, pile))


def _turn(raw: RawTurn) -> Turn:
    return Turn(
        drawn=_cards(raw.drawn, "this_turn.drawn"),
        redrawn=raw.redrawn,
        took_pile=raw.took_pile,
        laid=tuple(
            [
                Laid(entry.act, entry.meld, _cards(entry.cards, f"this_turn.laid[{i}].cards"), entry.new)
                for i, entry in enumerate(raw.laid)
            ]
        ),
        must_draw=raw.must_draw,
    )


def _penalties(some: list[list[RawPenalty]] | UnsetType, sides: int) -> tuple[tuple[Penalty, ...], ...]:
    if some is UNSET:
        return ((),) * sides
    return tuple(
        [
            tuple([Penalty(entry.rule, entry.points) for entry in entries])
            for entries in _each(some, "penalties", sides, "sides")
        ]
    )
