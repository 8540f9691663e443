"""All keys of a draft but its cards: set one by one, as the fields of a page do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from canasta_teach import rulebook
from canasta_teach.errors import InvalidPosition, InvalidRules
from canasta_teach.game.state import Laid, Penalty, Turn
from canasta_teach.i18n import translate
from canasta_teach.rulebook.ruleset import RuleSet
from canasta_teach.widgets.editor_acts import Place, known_side, put, whole_number, with_laid, with_unknown, within
from canasta_teach.widgets.editor_draft import PERMISSIONS, PHASES, PLAYERS, Draft
from canasta_teach.widgets.editor_read import known_seat, known_word, read_draft

MOST_ROWS: Final = 20
"""Rows of a list that a page shows; no turn and no deal has as many."""


def set_key(draft: Draft, path: str, value: Any) -> Draft:
    """The draft with a value at a path of the format, such as ``scores[1]`` or ``this_turn.took_pile``.

    ``null`` gives back what holds when a key is left out. ``options`` also takes JSON text. ``penalties[0]`` and
    ``this_turn.laid`` take ``"add"`` for another row, and a row ``null`` to be gone.

    Raises:
        InvalidPosition: when there is no such key, or the value is none that it can have.
    """
    place = Place.read(path)
    if place.name in _WHOLE and not place.at and not place.key:
        return _WHOLE[place.name](draft, value)
    match place.name, place.at, place.key:
        case "scores", (int(side),), "":
            points = whole_number(path, value, -1_000_000, 1_000_000)
            return replace(draft, scores=put(draft.scores, known_side(draft, path, side), points))
        case "laid_before", (int(seat),), "":
            known_seat(path, seat, draft.players)
            return replace(draft, laid_before=put(draft.has_laid, seat, _truth(path, value)))
        case "minimum_raised", (int(side),), "":
            raised = put(draft.minimum_raised, known_side(draft, path, side), _truth(path, value))
            return replace(draft, minimum_raised=raised)
        case "concealed_melds", (int(side), int(index)), "":
            within(path, index, draft.melds[known_side(draft, path, side)])
            here = draft.concealed_melds[side]
            changed = here | {index} if _truth(path, value) else here - {index}
            return replace(draft, concealed_melds=put(draft.concealed_melds, side, changed))
        case "penalties", (int(side), *rest), key:
            known_side(draft, path, side)
            rows = _penalties(draft, path, side, rest, key, value)
            return replace(draft, penalties=put(draft.penalties, side, rows))
        case "this_turn.laid", at, key:
            return with_laid(draft, _layings(draft, path, at, key, value))
    raise InvalidPosition("", translate("there is no key {path}").format(path=repr(path[:40])))


def _set_rules(draft: Draft, value: Any) -> Draft:
    keys = [*rulebook.KEYS, *(["house"] if draft.house is not None else [])]
    key = known_word("rules", value, keys)
    options = draft.rules.options
    try:
        rules = rulebook.ruleset(key, options, house=draft.house)
    except InvalidRules:
        # Options of another rule set's own are left behind with it.
        rules = rulebook.ruleset(key, house=draft.house)
    return draft.under(rules)


def _set_options(draft: Draft, value: Any) -> Draft:
    if isinstance(value, str):
        try:
            value = msgspec.json.decode(value) if value.strip() else {}
        except (msgspec.DecodeError, RecursionError):
            text = translate("options are a JSON object, as {example}")
            raise InvalidPosition("options", text.format(example='{"jokers": 6}')) from None
    # The reader of positions knows what options may be.
    law = read_draft({"rules": draft.rules.key, "options": {} if value is None else value}, draft.house)
    return draft.under(law.rules)


def _set_players(draft: Draft, value: Any) -> Draft:
    return draft.seated(whole_number("players", value, PLAYERS.start, PLAYERS.stop - 1))


def _set_permission(draft: Draft, value: Any) -> Draft:
    return replace(draft, permission=known_word("permission", value, PERMISSIONS) if value else None)


def _set_phase(draft: Draft, value: Any) -> Draft:
    return replace(draft, phase=known_word("phase", value, PHASES))


def _set_went_out(draft: Draft, value: Any) -> Draft:
    if value is None:
        return replace(draft, went_out=None)
    seat = known_seat("went_out", whole_number("went_out", value, 0, 5), draft.players)
    # Who went out holds nothing.
    hands = draft.hands if draft.hands[seat] else put(draft.hands, seat, ())
    return replace(draft, went_out=seat, hands=hands)


def _set_frozen(draft: Draft, value: Any) -> Draft:
    return replace(draft, frozen=None if value is None else _truth("frozen", value))


def _set_stock(draft: Draft, value: Any) -> Draft:
    """``"left"``: what is left of the deck; ``null``: a number not known; a number."""
    if value is None or value == "left":
        return replace(draft, stock=UNSET if value else None)
    return with_unknown(draft, "stock", value)


def _set_laid_before(draft: Draft, value: Any) -> Draft:
    if value is not None:
        raise InvalidPosition("laid_before", translate("the whole list can only be left out"))
    return replace(draft, laid_before=None)


def _seat_setter(name: str) -> Callable[[Draft, Any], Draft]:
    return lambda draft, value: replace(
        draft, **{name: known_seat(name, whole_number(name, value, 0, 5), draft.players)}
    )


def _truth_setter(name: str) -> Callable[[Draft, Any], Draft]:
    return lambda draft, value: replace(draft, **{name: _truth(name, value)})


def _turn_setter(name: str) -> Callable[[Draft, Any], Draft]:
    path = f"this_turn.{name}"
    return lambda draft, value: replace(draft, this_turn=replace(draft.this_turn, **{name: _truth(path, value)}))


_WHOLE: Final[dict[str, Callable[[Draft, Any], Draft]]] = {
    "rules": _set_rules,
    "options": _set_options,
    "players": _set_players,
    "dealer": _seat_setter("dealer"),
    "turn": _seat_setter("turn"),
    "phase": _set_phase,
    "first_turn": _truth_setter("first_turn"),
    "stock": _set_stock,
    "frozen": _set_frozen,
    "laid_before": _set_laid_before,
    "permission": _set_permission,
    "this_turn": lambda draft, _: replace(draft, this_turn=Turn()),
    "this_turn.redrawn": _turn_setter("redrawn"),
    "this_turn.took_pile": _turn_setter("took_pile"),
    "this_turn.must_draw": _turn_setter("must_draw"),
    "idle_turns": lambda draft, value: replace(draft, idle_turns=whole_number("idle_turns", value, 0, 1_000)),
    "went_out": _set_went_out,
    "concealed": _truth_setter("concealed"),
    "relancinho": _truth_setter("relancinho"),
}


def penalty_rules(rules: RuleSet) -> list[str]:
    """The rules by which a side can have penalty points on its list."""
    return sorted(one for one in rules.active if one.startswith("penalty.") and one not in _NO_ROW)


_NO_ROW: Final = frozenset({"penalty.hidden-red-three", "penalty.penalised-cards"})


def _penalties(draft: Draft, path: str, side: int, at: Sequence[int | None], *wish: Any) -> tuple[Penalty, ...]:
    """The rows of a side's list after a wish."""
    key, value = wish
    rows = draft.penalties[side]
    if not at and value == "add":
        known = penalty_rules(draft.rules)
        if not known or len(rows) >= MOST_ROWS:
            raise InvalidPosition(path, translate("there is no other penalty to be listed"))
        rows = (*rows, Penalty(known[0], 50))
    elif at and at[0] is not None:
        index = within(path, at[0], rows)
        if value is None and not key:
            rows = rows[:index] + rows[index + 1 :]
        elif key == "points":
            rows = put(rows, index, Penalty(rows[index].rule, whole_number(path, value, 1, 100_000)))
        elif key == "rule":
            rows = put(rows, index, Penalty(known_word(path, value, penalty_rules(draft.rules)), rows[index].points))
    return rows


def _layings(draft: Draft, path: str, at: Sequence[int | None], *wish: Any) -> tuple[Laid, ...]:
    """The rows of what was laid in this turn, after a wish."""
    key, value = wish
    rows = draft.this_turn.laid
    if not at and value == "add":
        if len(rows) >= MOST_ROWS:
            raise InvalidPosition(path, translate("these are more layings than a turn has"))
        rows = (*rows, Laid(rows[-1].act + 1 if rows else 0, 0, (), True))
    elif at and at[0] is not None:
        index = within(path, at[0], rows)
        if value is None and not key:
            rows = rows[:index] + rows[index + 1 :]
        elif key in ("act", "meld"):
            rows = put(rows, index, replace(rows[index], **{key: whole_number(path, value, 0, 1_000)}))
        elif key == "new":
            rows = put(rows, index, replace(rows[index], new=_truth(path, value)))
    return rows


def _truth(path: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise InvalidPosition(path, translate("this is true or false"))
    return value
