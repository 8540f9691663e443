"""Floor 2: a deal as a record: how it began, and every move of it. The record is all that a saved game needs.

A record is one JSON file, ``{"format": "canasta-teach deal", "version": 1, …}``:

- ``rules``: the key of the rule set; ``options``, where values of it are overridden; for ``house`` the house rules
  themselves, ``{"base": …, "title": …, "values": {…}}``, so that the file stands alone.
- ``players``, ``dealer`` (seat), ``scores`` (points of each side before the deal).
- ``seed`` of the shuffle; or ``deck``: the cards of a stacked deck, top first, after the cut; or ``position``: a table
  in the public format from which play goes on, with the same rules, players, dealer and scores. A file with a position
  has version 2, since the readers of version 1 know none.
- ``acts``: the moves in the public notation, one a step. Irregular acts stand among them and cost what they cost.
"""

from __future__ import annotations

import errno
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
VERSION: Final = 2
"""The newest version that is read. What was written by an older one is read too."""
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
    position: dict[str, Any] | None = None
    acts: list[str]


class DealRecord(Struct, frozen=True, kw_only=True):
    """A deal: how it began, and every move of it.

    Attributes:
        rules: the rule set, options and house rules included.
        players: their number.
        dealer: the dealer's seat.
        scores: each side's score before the deal, in points.
        seed: of the shuffle; ``None`` where there was none.
        deck: the stacked deck, top first; ``None`` where none was dealt.
        position: the table from which play went on, where nothing was dealt; else ``None``.
        acts: the text of each move, one a step.
    """

    rules: RuleSet
    players: int
    dealer: int
    scores: tuple[int, ...]
    seed: int | None = None
    deck: tuple[Card, ...] | None = None
    position: Position | None = None
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

    @classmethod
    def made(cls, position: Position) -> DealRecord:
        """The record of a deal that goes on from a table, at whatever moment, and has no moves yet."""
        return cls(
            rules=position.rules,
            players=position.players,
            dealer=position.dealer,
            scores=position.scores,
            position=position,
        )

    # -- replaying ---------------------------------------------------------------------------------

    def start(self) -> Position:
        """The position after the deal, or the one from which play goes on.

        Raises:
            InvalidPosition: when these values cannot be dealt.
        """
        if self.position is not None:
            return self.position
        return deal(
            rules=self.rules, players=self.players, seed=self.seed, dealer=self.dealer, scores=self.scores,
            deck=self.deck,
        )  # fmt: skip

    def positions(self) -> Iterator[Position]:
        """The position at the start, then that after each move.

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
        """The position after ``step`` moves; 0 is the start.

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
            InvalidRecord: when it does not replay, or its rules or its position are such as no file can say.
        """
        rules = self.rules
        raw = _Raw(
            format=FORMAT,
            version=1 if self.position is None else 2,
            rules=rules.key,
            options=dict(rules.options),
            house=_House(rules.base, rules.title, dict(rules.house)) if rules.key == "house" else None,
            players=self.players,
            dealer=self.dealer,
            scores=list(self.scores),
            seed=self.seed,
            deck=None if self.deck is None else codes(self.deck),
            position=None if self.position is None else self.position.to_dict(),
            acts=list(self.acts),
        )
        if _rules(raw) != rules:
            raise InvalidRecord("", "rules", "rules switched off or changed beside the house keys cannot be saved")
        if _position(raw, rules) != self.position:
            raise InvalidRecord("", "position", "read from a file, this position would be another one")
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
            rules = _rules(raw)
            record = cls(
                rules=rules,
                players=raw.players,
                dealer=raw.dealer,
                scores=tuple(raw.scores),
                seed=raw.seed,
                deck=None if raw.deck is None else tuple(_card(word, i) for i, word in enumerate(raw.deck)),
                position=_position(raw, rules),
                acts=tuple(raw.acts),
            )
            if [record.seed, record.deck, record.position].count(None) != 2:
                raise InvalidRecord("", "seed", "a deal has a seed or a deck or a position: one of the three")
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
            InvalidRecord: as :meth:`to_json`, and when the file cannot be written, or is another one than a saved deal.
        """
        where = _check_path(path)
        content = self.to_json().encode()
        try:
            _check_named(where)
            # Through a link, the file that it leads to is replaced, and the link stays.
            target = Path(os.path.realpath(path))
            if not may_replace(target, FORMAT):
                reason = "another file has this name, and would be lost: choose another name"
                raise FileExistsError(errno.EEXIST, reason)
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
            raise InvalidRecord(where, "", f"cannot be written: {_reason(error)}") from error

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> DealRecord:
        """Read a record from a file and replay it. The file is not touched.

        Raises:
            InvalidRecord: when it cannot be read, is damaged, foreign or newer, with file, place and reason.
        """
        return cls.parse(read_file(path), os.fspath(path))


def read_file(path: str | os.PathLike[str]) -> bytes:
    """What a file holds, as far as a saved deal may be long; the file is not touched.

    Raises:
        InvalidRecord: when it cannot be read.
    """
    where = _check_path(path)
    try:
        _check_named(where)
        with Path(where).open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise InvalidRecord(where, "", f"cannot be read: {_reason(error)}") from error


def may_replace(target: Path, form: str) -> bool:
    """Whether a save may take the place of a file: there is none, or an empty one, or one that says it has this form.

    Args:
        target: the file, not a link.
        form: what the files of this kind hold as their ``format``, near their beginning.

    Raises:
        OSError: when the file cannot be read.
    """
    if not target.exists() or target.is_dir():
        # Why a folder is not written over, the system says best.
        return True
    if not target.is_file():
        return False
    with target.open("rb") as file:
        begins = file.read(1_000)
    return not begins or form.encode() in begins


def _check_path(path: object) -> str:
    name = os.fspath(path) if isinstance(path, str | os.PathLike) else None
    if not isinstance(name, str):
        raise InvalidRecord("", "", f'a file\'s name is a text, as "deal.json", not {type(path).__name__}')
    return name


def _check_named(name: str) -> None:
    if not name.strip():
        raise ValueError("a name for the file is missing")


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
    if (raw.rules == "house") != (raw.house is not None):
        raise InvalidRecord("", "house", "house rules stand here where rules is 'house', and only there")
    if raw.house is None and raw.rules not in KEYS:
        raise InvalidRecord("", "rules", f"there is no such rule set; there are {', '.join(KEYS)}, and house")
    try:
        return ruleset(raw.rules, raw.options, house=_house(raw))
    except InvalidRules as error:
        raise InvalidRecord("", f"options.{error.key}", error.reason) from None


def _house(raw: _Raw) -> RuleSet | None:
    """The house rules that a record holds."""
    from canasta_teach.rulebook.house import house_rules

    if raw.house is None:
        return None
    if raw.house.base not in KEYS:
        raise InvalidRecord("", "house.base", f"this must be one of {', '.join(KEYS)}")
    try:
        return house_rules(raw.house.base, raw.house.title, raw.house.values)
    except InvalidRules as error:
        raise InvalidRecord("", f"house.values.{error.key}", error.reason) from None


def _position(raw: _Raw, rules: RuleSet) -> Position | None:
    """The position from which a record goes on, where it has one.

    Raises:
        InvalidRecord: when there can be no such position, or it is one of another game.
    """
    if raw.position is None:
        return None
    try:
        position = Position.parse(raw.position, house=_house(raw))
    except InvalidPosition as error:
        raise InvalidRecord("", f"position.{error.path}".rstrip("."), error.reason) from None
    said = {"rules": rules, "players": raw.players, "dealer": raw.dealer, "scores": tuple(raw.scores)}
    for name, value in said.items():
        if getattr(position, name) != value:
            raise InvalidRecord("", f"position.{name}", f"this differs from the {name} that the record itself gives")
    return position


def _card(word: str, index: int) -> Card:
    try:
        return card(word)
    except InvalidCard as error:
        raise InvalidRecord("", f"deck[{index}]", str(error)) from None
