"""Reading a draft from the public format: what is in the format is taken, possible or not; what is not is refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from canasta_teach import rulebook
from canasta_teach.cards import UNKNOWN, Card, card
from canasta_teach.errors import InvalidCard, InvalidPosition
from canasta_teach.game.position_raw import Cards, Raw, RawPenalty, RawTurn, Top, decode
from canasta_teach.game.state import Hand, Laid, Penalty, Position, Turn
from canasta_teach.i18n import translate
from canasta_teach.rulebook.ruleset import RuleSet
from canasta_teach.widgets.editor_draft import PERMISSIONS, PHASES, PLAYERS, Draft, empty_draft


def read_draft(data: object, house: RuleSet | None = None) -> Draft:
    """A draft of what is written in the public format, possible or not.

    Args:
        data: a ``dict``, or JSON as ``str`` or ``bytes``.
        house: the house rules, where ``rules`` is ``"house"``.

    Raises:
        InvalidPosition: where it is not in the format: no JSON, an unknown key, a word that names no card, a rule set
            that there is not, a list of another length than the table asks for; with the path of the first fault.
    """
    raw = decode(data)
    table: dict[str, Any] = {"rules": raw.rules, "options": raw.options}
    law = Position.parse(table | {"players": _some_number(raw.rules, house)}, house=house).rules
    if raw.players not in PLAYERS:
        raise InvalidPosition("players", translate("a table has 2 to 6 players"))
    draft = empty_draft(law, raw.players, house)
    players, sides = draft.players, draft.sides
    for path, seat in (("dealer", raw.dealer), ("turn", raw.turn), ("went_out", raw.went_out)):
        if isinstance(seat, int):
            known_seat(path, seat, players)
    known_word("phase", raw.phase, PHASES)
    if raw.permission is not None:
        known_word("permission", raw.permission, PERMISSIONS)
    return replace(
        draft,
        scores=draft.scores if raw.scores is UNSET else tuple(_each(raw.scores, "scores", sides)),
        dealer=draft.dealer if raw.dealer is UNSET else raw.dealer,
        turn=raw.turn,
        phase=raw.phase,
        first_turn=raw.first_turn,
        hands=draft.hands
        if raw.hands is UNSET
        else tuple(_hand(some, f"hands[{i}]") for i, some in enumerate(_each(raw.hands, "hands", players))),
        melds=draft.melds
        if raw.melds is UNSET
        else tuple(
            tuple(_cards(meld, f"melds[{side}][{i}]") for i, meld in enumerate(some))
            for side, some in enumerate(_each(raw.melds, "melds", sides))
        ),
        concealed_melds=draft.concealed_melds
        if raw.concealed_melds is UNSET
        else tuple(map(frozenset, _each(raw.concealed_melds, "concealed_melds", sides))),
        red_threes=_lists(raw.red_threes, "red_threes", draft.red_threes),
        pile=_pile(raw),
        stock=UNSET if raw.stock is UNSET else _hand(raw.stock, "stock"),
        frozen=None if raw.frozen is UNSET else raw.frozen,
        laid_before=None if raw.laid_before is UNSET else tuple(_each(raw.laid_before, "laid_before", players)),
        permission=raw.permission,
        this_turn=Turn() if raw.this_turn is UNSET else _turn(raw.this_turn),
        penalised=_lists(raw.penalised, "penalised", draft.penalised),
        penalties=draft.penalties
        if raw.penalties is UNSET
        else tuple(tuple(map(_penalty, some)) for some in _each(raw.penalties, "penalties", sides)),
        minimum_raised=draft.minimum_raised
        if raw.minimum_raised is UNSET
        else tuple(_each(raw.minimum_raised, "minimum_raised", sides)),
        idle_turns=raw.idle_turns,
        went_out=raw.went_out,
        concealed=raw.concealed,
        relancinho=raw.relancinho,
    )


def known_seat(path: str, seat: int, players: int) -> int:
    """The seat, where there is one.

    Raises:
        InvalidPosition: else.
    """
    if not 0 <= seat < players:
        text = translate("there is no seat {seat}; seats are 0 to {last}")
        raise InvalidPosition(path, text.format(seat=seat, last=players - 1))
    return seat


def known_word(path: str, word: object, allowed: Sequence[str]) -> str:
    """The word, where it is one of these.

    Raises:
        InvalidPosition: else.
    """
    if not isinstance(word, str) or word not in allowed:
        text = translate("{word} is not known here; write one of {allowed}")
        raise InvalidPosition(path, text.format(word=repr(word)[:40], allowed=", ".join(allowed)))
    return word


# Parts --------------------------------------------------------------------------------------------------------------


def _some_number(rules: str, house: RuleSet | None) -> int:
    """A number of players that a rule set allows: the draft's own is checked with the draft."""
    law = house if rules == "house" else rulebook.ruleset(rules) if rules in rulebook.KEYS else None
    return law.p.players[0] if law is not None else 4


def _each(some: Sequence[Any], path: str, size: int) -> Sequence[Any]:
    if len(some) != size:
        text = translate("the list has {n} entries, but the table asks for {size}")
        raise InvalidPosition(path, text.format(n=len(some), size=size))
    return some


def _cards(some: Cards, path: str) -> tuple[Card, ...]:
    found = []
    for index, word in enumerate(some.split() if isinstance(some, str) else some):
        try:
            found.append(card(word))
        except InvalidCard as error:
            raise InvalidPosition(f"{path}[{index}]", str(error)) from None
    return tuple(found)


def _lists(some: Any, path: str, default: tuple[tuple[Card, ...], ...]) -> tuple[tuple[Card, ...], ...]:
    if some is UNSET:
        return default
    return tuple(_cards(entry, f"{path}[{i}]") for i, entry in enumerate(_each(some, path, len(default))))


def _hand(some: Cards | int | None, path: str) -> Hand:
    if some is None:
        return None
    if isinstance(some, int):
        return (UNKNOWN,) * some
    return _cards(some, path)


def _pile(raw: Raw) -> tuple[Card, ...]:
    if isinstance(raw.pile, Top):
        return (*_cards([raw.pile.top], "pile.top"), *(UNKNOWN,) * (raw.pile.count - 1))
    return _cards(raw.pile, "pile")


def _turn(raw: RawTurn) -> Turn:
    laid = [
        Laid(entry.act, entry.meld, _cards(entry.cards, f"this_turn.laid[{i}].cards"), entry.new)
        for i, entry in enumerate(raw.laid)
    ]
    drawn = _cards(raw.drawn, "this_turn.drawn")
    return Turn(drawn=drawn, redrawn=raw.redrawn, took_pile=raw.took_pile, laid=tuple(laid), must_draw=raw.must_draw)


def _penalty(raw: RawPenalty) -> Penalty:
    return Penalty(raw.rule, raw.points)
