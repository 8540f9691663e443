"""Reads what is to be dealt, as the command line takes it."""

import re
from typing import Any

import msgspec

from canasta_teach.errors import CanastaError, InvalidPosition, InvalidRules
from canasta_teach.game.deal import deal
from canasta_teach.game.state import Position
from canasta_teach.json_input import Item
from canasta_teach.rulebook import RuleSet


class _DealInput(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rules: str = "classic"
    players: int = 4
    seed: int | None = None
    dealer: int | None = None
    scores: list[int] | None = None
    options: dict[str, Any] | None = None
    deck: list[str] | str | None = None


def deal_from(item: Item, given: dict[str, Any], house: RuleSet | None) -> Position:
    """Deal as one object of the input says.

    Args:
        item: The object; of a case, which holds the deal under the key `deal`, only that is read.
        given: Values for keys that the object leaves out.
        house: The house rules, where the object's rules are `house`.

    Raises:
        InputError: if the object is not what is wanted, or the deal cannot be made.
    """
    case = "deal" in item.data
    wanted = item.part("deal", '{"deal": {…}}') if case else item.data
    if case:
        item.none_beside("deal", _DealInput.__struct_fields__)
    place = "deal." if case else ""
    try:
        asked = msgspec.convert({**given, **wanted}, _DealInput)
    except msgspec.ValidationError as error:
        raise item.fault(place + _path_first(str(error))) from error
    deck = asked.deck.split() if isinstance(asked.deck, str) else asked.deck
    try:
        return deal(
            rules=asked.rules,
            players=asked.players,
            seed=asked.seed,
            dealer=asked.dealer,
            scores=asked.scores,
            deck=deck,
            options=asked.options,
            house=house,
        )
    except InvalidPosition as error:
        raise item.fault(f"{place}{error}") from error
    except InvalidRules as error:
        path = "rules" if error.key == asked.rules else f"options.{error.key}"
        raise item.fault(f"{place}{path}: {error.reason}") from error
    except CanastaError as error:
        raise item.fault(f"{place.rstrip('.')}: {error}" if case else error) from error


def _path_first(message: str) -> str:
    """A message of the schema library with its path put first, in the way of our own paths."""
    what, _, path = message.partition(" - at `$")
    path = path.rstrip("`").lstrip(".")
    unknown = re.fullmatch(r"Object contains unknown field `(.*)`", what)
    if unknown:
        keys = ", ".join(_DealInput.__struct_fields__)
        return f"{unknown[1]}: there is no such key; the keys of a deal are {keys}"
    what = what.replace("`", "")
    return f"{path}: {what}" if path else what
