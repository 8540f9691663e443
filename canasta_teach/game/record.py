"""Floor 2: a deal as a record: how it was dealt, and every move of it. The record is all that a saved game needs.

A record is one JSON file, ``{"format": "canasta-teach deal", "version": 1, …}``:

- ``rules``: the key of the rule set; ``options``, where values of it are overridden; for ``house`` the house rules
  themselves, ``{"base": …, "title": …, "values": {…}}``, so that the file stands alone.
- ``players``, ``dealer`` (seat), ``scores`` (points of each side before the deal).
- ``seed`` of the shuffle, or ``deck``: the cards of a stacked deck, top first, after the cut.
- ``acts``: the moves in the public notation, one a step. Irregular acts stand among them and cost what they cost.
"""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct

from canasta_teach.cards import Card, card, codes
from canasta_teach.errors import CanastaError, IllegalMove, InvalidCard, InvalidPosition, InvalidRules
from canasta_teach.game.deal import deal
from canasta_teach.game.moves import Move
from canasta_teach.game.play import play
from canasta_teach.game.state import Position
from canasta_teach.rulebook import KEYS, RuleSet, ruleset

FORMAT: Final = "canasta-teach deal"
VERSION: Final = 1
MAX_BYTES: Final = 4_000_000
"""The longest file that is read as a record. A deal of hundreds of acts has some ten thousand bytes."""

_MAX_SEED: Final = 2**63


class InvalidRecord(CanastaError):
    """A saved deal that cannot be read, written or replayed.

    ``where`` is the file (empty for a record in memory), ``path`` the place in it, as in ``acts[17]``.
    """

    def __init__(self, where: str, path: str, reason: str) -> None:
        self.where = where
        self.path = path
        self.reason = reason
        super().__init__(": ".join(part for part in (where, path, reason) if part))


class _House(Struct, frozen=True, forbid_unknown_fields=True):
    base: str
    title: Annotated[str, Meta(min_length=1, max_length=100)]
    values: dict[str, Any] = {}


class _Raw(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A record as it is written, in the order of its keys."""

    format: str
    version: int
    rules: str
    options: dict[str, Any] = {}
    house: _House | None = None
    players: int
    dealer: int
    scores: list[int]
    seed: Annotated[int, Meta(ge=-_MAX_SEED, le=_MAX_SEED - 1)] | None = None
    deck: list[str] | None = None
    acts: list[str]


class DealRecord(Struct, frozen=True, kw_only=True):
    """A deal: how it was dealt, and every move of it.

    Attributes:
        rules: the rule set, options and house rules included.
        players: their number.
        dealer: the dealer's seat.
        scores: each side's score before the deal, in points.
        seed: of the shuffle; ``None`` where a stacked deck was dealt.
        deck: the stacked deck, top first; ``None`` where a seed was used.
        acts: the text of each move, one a step.
    """

    rules: RuleSet
    players: int
    dealer: int
    scores: tuple[int, ...]
    seed: int | None = None
    deck: tuple[Card, ...] | None = None
    acts: tuple[str, ...] = ()

    @classmethod
    def begin(
        cls,
        *,
        rules: str | RuleSet = "classic",
        players: int = 4,
        seed: int | None = None,
        dealer: int | None = None,
        scores: Sequence[int] | None = None,
        deck: str | Iterable[Card | str] | None = None,
        options: Mapping[str, Any] | None = None,
        house: RuleSet | None = None,
    ) -> DealRecord:
        """The record of a deal just dealt; takes what :func:`~canasta_teach.game.deal.deal` takes.

        Without a seed and a deck, a seed is drawn by lot and kept.

        Raises:
            InvalidPosition, InvalidRules: as ``deal``; ``seed`` must fit in 64 bits, so that every reader can hold it.
        """
        if deck is not None:
            seed = None
            if isinstance(deck, str):
                deck = deck.split()
            elif isinstance(deck, Iterable):
                deck = list(deck)
        elif seed is None:
            seed = secrets.randbelow(2**32)
        if isinstance(seed, int) and not -_MAX_SEED <= seed < _MAX_SEED:
            raise InvalidPosition("seed", "this must fit in 64 bits")
        dealt = deal(
            rules=rules, players=players, seed=seed, dealer=dealer, scores=scores, deck=deck, options=options,
            house=house,
        )  # fmt: skip
        stacked = None if deck is None else tuple(one if isinstance(one, Card) else card(one) for one in deck)
        return cls(
            rules=dealt.rules, players=dealt.players, dealer=dealt.dealer, scores=dealt.scores, seed=seed, deck=stacked
        )

    # -- replaying ---------------------------------------------------------------------------------

    def start(self) -> Position:
        """The position after the deal.

        Raises:
            InvalidPosition: when these values cannot be dealt.
        """
        return deal(
            rules=self.rules, players=self.players, seed=self.seed, dealer=self.dealer, scores=self.scores,
            deck=self.deck,
        )  # fmt: skip

    def positions(self) -> Iterator[Position]:
        """The position after the deal, then that after each move.

        Raises:
            InvalidRecord: at a move that cannot be played, with its place.
        """
        position = self.start()
        yield position
        for step, text in enumerate(self.acts):
            try:
                position = play(position, text)
            except IllegalMove as error:
                broken = ", ".join(error.ruling.rules)
                raise InvalidRecord(
                    "", f"acts[{step}]", f"{_short(text)} is refused here: it breaks {broken}"
                ) from None
            except CanastaError as error:
                raise InvalidRecord("", f"acts[{step}]", str(error)) from None
            yield position

    def at(self, step: int) -> Position:
        """The position after ``step`` moves; 0 is the position after the deal.

        Raises:
            InvalidRecord: when there is no such step, or a move before it cannot be played.
        """
        if not 0 <= step <= len(self.acts):
            raise InvalidRecord("", "", f"there is no step {step}: the record has steps 0 to {len(self.acts)}")
        for number, position in enumerate(self.positions()):
            if number == step:
                return position
        raise AssertionError("a step within bounds is reached")  # pragma: no cover

    def end(self) -> Position:
        """The position after all moves."""
        return self.at(len(self.acts))

    def then(self, *moves: Move | str) -> DealRecord:
        """The record with further moves behind its own; they are judged when it is replayed or saved."""
        return msgspec.structs.replace(self, acts=(*self.acts, *map(str, moves)))

    # -- the file ----------------------------------------------------------------------------------

    def to_json(self) -> str:
        """The record as JSON text; :meth:`parse` reads it back to an equal one.

        Raises:
            InvalidRecord: when it does not replay, or its rules were changed in a way that no file can say.
        """
        rules = self.rules
        raw = _Raw(
            format=FORMAT,
            version=VERSION,
            rules=rules.key,
            options=dict(rules.options),
            house=_House(rules.base, rules.title, dict(rules.house)) if rules.key == "house" else None,
            players=self.players,
            dealer=self.dealer,
            scores=list(self.scores),
            seed=self.seed,
            deck=None if self.deck is None else codes(self.deck),
            acts=list(self.acts),
        )
        if _rules(raw) != rules:
            raise InvalidRecord("", "rules", "rules switched off or changed beside the house keys cannot be saved")
        for _ in self.positions():
            pass
        return msgspec.json.format(msgspec.json.encode(raw), indent=2).decode() + "\n"

    @classmethod
    def parse(cls, data: str | bytes, where: str = "") -> DealRecord:
        """Read a record from JSON text and replay it; ``where`` names the place in errors.

        Raises:
            InvalidRecord: when it is damaged, foreign or newer, with the place and the reason.
        """
        raw = _decode(data, where)
        try:
            record = cls(
                rules=_rules(raw),
                players=raw.players,
                dealer=raw.dealer,
                scores=tuple(raw.scores),
                seed=raw.seed,
                deck=None if raw.deck is None else tuple(_card(word, i) for i, word in enumerate(raw.deck)),
                acts=tuple(raw.acts),
            )
            if (record.seed is None) == (record.deck is None):
                raise InvalidRecord("", "seed", "a deal has a seed or a deck: one of the two")
            for _ in record.positions():
                pass
        except InvalidRecord as error:
            raise InvalidRecord(where, error.path, error.reason) from None
        except InvalidPosition as error:
            raise InvalidRecord(where, error.path, error.reason) from None
        return record

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the record to a file, whole or not at all: what stood there stays until the new one is complete.

        Raises:
            InvalidRecord: as :meth:`to_json`, and when the file cannot be written.
        """
        content = self.to_json().encode()
        try:
            # Through a link, the file that it leads to is replaced, and the link stays.
            target = Path(os.path.realpath(path))
            temporary = target.with_name(f".canasta-{secrets.token_hex(8)}.tmp")
            try:
                with temporary.open("xb") as file:
                    file.write(content)
                    file.flush()
                    os.fsync(file.fileno())
                temporary.replace(target)
            finally:
                temporary.unlink(missing_ok=True)
        except (OSError, ValueError) as error:
            raise InvalidRecord(os.fspath(path), "", f"cannot be written: {_reason(error)}") from error

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> DealRecord:
        """Read a record from a file and replay it. The file is not touched.

        Raises:
            InvalidRecord: when it cannot be read, is damaged, foreign or newer, with file, place and reason.
        """
        where = os.fspath(path)
        try:
            with Path(where).open("rb") as file:
                content = file.read(MAX_BYTES + 1)
        except (OSError, ValueError) as error:
            raise InvalidRecord(where, "", f"cannot be read: {_reason(error)}") from error
        return cls.parse(content, where)


def _reason(error: OSError | ValueError) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:40] + "…")


# Reading --------------------------------------------------------------------------------------------------------


def _decode(data: str | bytes, where: str) -> _Raw:
    """The record's keys, once it is known to be a record of a version that is read."""
    if len(data) > MAX_BYTES:
        raise InvalidRecord(where, "", f"longer than the {MAX_BYTES:,} bytes that a saved deal may have")
    try:
        found = msgspec.json.decode(data)
    except RecursionError:
        raise InvalidRecord(where, "", "nested too deeply for a saved deal") from None
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise InvalidRecord(where, "", f"this is not JSON, so not a saved deal, or a damaged one: {error}") from None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise InvalidRecord(where, "format", f"this is not a saved deal: those say {FORMAT!r} here")
    version = found.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise InvalidRecord(where, "version", f"this must be a whole number, 1 to {VERSION}")
    if version > VERSION:
        raise InvalidRecord(
            where,
            "version",
            f"{version} was written by a newer canasta-teach; this one reads versions up to {VERSION}: update it",
        )
    try:
        return msgspec.convert(found, _Raw)
    except msgspec.ValidationError as error:
        raise _fault(where, str(error)) from None


def _fault(where: str, text: str) -> InvalidRecord:
    """A type error of the schema library with its place put first, in the way of our own paths."""
    what, _, at = text.partition(" - at `$")
    path = at.rstrip("`").lstrip(".")
    if found := re.match(r"Object (contains unknown|missing required) field `(.*)`", what, re.DOTALL):
        path = f"{path}.{found[2][:40]}".lstrip(".")
        what = "this key is missing" if found[1].startswith("missing") else "a saved deal has no such key"
    return InvalidRecord(where, path, what.replace("`", ""))


def _rules(raw: _Raw) -> RuleSet:
    """The rule set that a record names.

    Raises:
        InvalidRecord: when there is none.
    """
    from canasta_teach.rulebook.house import house_rules

    house = None
    if (raw.rules == "house") != (raw.house is not None):
        raise InvalidRecord("", "house", "house rules stand here where rules is 'house', and only there")
    if raw.house is not None:
        if raw.house.base not in KEYS:
            raise InvalidRecord("", "house.base", f"this must be one of {', '.join(KEYS)}")
        try:
            house = house_rules(raw.house.base, raw.house.title, raw.house.values)
        except InvalidRules as error:
            raise InvalidRecord("", f"house.values.{error.key}", error.reason) from None
    elif raw.rules not in KEYS:
        raise InvalidRecord("", "rules", f"there is no such rule set; there are {', '.join(KEYS)}, and house")
    try:
        return ruleset(raw.rules, raw.options, house=house)
    except InvalidRules as error:
        raise InvalidRecord("", f"options.{error.key}", error.reason) from None


def _card(word: str, index: int) -> Card:
    try:
        return card(word)
    except InvalidCard as error:
        raise InvalidRecord("", f"deck[{index}]", str(error)) from None
