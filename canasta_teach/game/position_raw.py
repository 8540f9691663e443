"""Floor 2: the public format of a position as types, and decoding JSON into it."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import Annotated, Any, Final

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from canasta_teach.errors import InvalidPosition

MAX_JSON: Final = 1_000_000
"""The longest JSON text that is read as one position, in characters (or bytes)."""

Count = Annotated[int, Meta(ge=0, le=1_000)]
Score = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
Cards = list[str] | str


class Top(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A pile of which only the top card and the number of cards are known."""

    top: str
    count: Annotated[int, Meta(ge=1, le=1_000)]


class RawLaid(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An entry of ``this_turn.laid``."""

    act: Count
    meld: Count
    cards: Cards
    new: bool


class RawTurn(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The object ``this_turn``."""

    drawn: Cards = []
    redrawn: bool = False
    took_pile: bool = False
    laid: list[RawLaid] = []
    must_draw: bool = False


class RawPenalty(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An entry of ``penalties``."""

    rule: str
    points: Annotated[int, Meta(ge=1, le=100_000)]


class Raw(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position as it is written: the keys of the public format. ``UNSET`` where a key is left out."""

    rules: str = "classic"
    options: dict[str, Any] = {}
    players: Count = 4
    scores: list[Score] | UnsetType = UNSET
    dealer: Count | UnsetType = UNSET
    turn: Count = 0
    phase: str = "draw"
    first_turn: bool = False
    hands: list[Cards | Count | None] | UnsetType = UNSET
    melds: list[list[Cards]] | UnsetType = UNSET
    concealed_melds: list[list[Count]] | UnsetType = UNSET
    red_threes: list[Cards] | UnsetType = UNSET
    pile: Cards | Top = []
    stock: Cards | Count | UnsetType | None = UNSET
    frozen: bool | UnsetType = UNSET
    laid_before: list[bool] | UnsetType = UNSET
    permission: str | None = None
    this_turn: RawTurn | UnsetType = UNSET
    penalised: list[Cards] | UnsetType = UNSET
    penalties: list[list[RawPenalty]] | UnsetType = UNSET
    minimum_raised: list[bool] | UnsetType = UNSET
    idle_turns: Count = 0
    went_out: Count | None = None
    concealed: bool = False
    relancinho: bool = False


_DECODER: Final = msgspec.json.Decoder(Raw)


def decode(data: object) -> Raw:
    """Decode JSON text, or check a decoded JSON object, against the format's types and bounds.

    Raises:
        InvalidPosition: with the path of the fault; an empty path where the text is no JSON at all.
    """
    try:
        if isinstance(data, str | bytes | bytearray):
            if len(data) > MAX_JSON:
                raise InvalidPosition("", f"the text is longer than the {MAX_JSON:,} characters that are read")
            return _DECODER.decode(data)
        if isinstance(data, dict):
            return msgspec.convert(data, Raw)
    except msgspec.ValidationError as error:
        raise _fault(str(error)) from None
    except msgspec.DecodeError as error:
        raise InvalidPosition("", f"this is not JSON: {error}") from None
    except UnicodeError:
        raise InvalidPosition("", "the text holds half a character (a lone surrogate), so it is not UTF-8") from None
    except RecursionError:
        raise InvalidPosition("", "the data is nested too deeply for a position") from None
    raise InvalidPosition("", f"a position is a JSON object, not {type(data).__name__}")


_WORDS: Final = {
    "int": "a whole number",
    "float": "a number with a decimal point",
    "str": "text",
    "array": "a list",
    "object": "an object",
    "bool": "true or false",
    "null": "null",
}


def _fault(text: str) -> InvalidPosition:
    """A type error of the decoder in our words; its place ``$.hands[0]`` becomes the path ``hands[0]``."""
    what, _, at = text.partition(" - at ")
    path = at.rpartition("`$")[2].strip("`").removeprefix(".").replace("[...]", "")
    if at.startswith("`key`"):
        return InvalidPosition(path, "the keys of an object are text")
    if found := re.match(r"Object contains unknown field `(.*)`", what, re.DOTALL):
        return InvalidPosition(f"{path}.{short(found[1])}".lstrip("."), f"unknown key; {_known(path, found[1])}")
    if found := re.match(r"Object missing required field `(.*)`", what):
        return InvalidPosition(f"{path}.{found[1]}", "this key is missing")
    if found := re.match(r"Expected `([^`]+)`, got `([^`]+)`", what):
        wanted = [_WORDS.get(word, word) for word in found[1].split(" | ")]
        return InvalidPosition(path, f"{' or '.join(wanted)} is expected, not {_WORDS.get(found[2], found[2])}")
    if found := re.match(r"Expected `int` ([<>]=) (\S+)", what):
        side = "at most" if found[1] == "<=" else "at least"
        return InvalidPosition(path, f"the number must be {side} {int(found[2]):,}")
    return InvalidPosition(path, what)


def _known(path: str, key: str) -> str:
    names = Raw.__struct_fields__
    for place, inner in (
        ("this_turn.laid", RawLaid.__struct_fields__),
        ("this_turn", RawTurn.__struct_fields__),
        ("penalties", RawPenalty.__struct_fields__),
        ("pile", Top.__struct_fields__),
    ):
        if path.startswith(place):
            names = inner
            break
    near = get_close_matches(key[:40], names, 1)
    return f"did you mean {near[0]}?" if near else f"the keys are {', '.join(names)}"


def short(text: str) -> str:
    """The text as error messages show it."""
    return text if len(text) <= 40 else text[:40] + "…"
