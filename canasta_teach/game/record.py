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

import os
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from canasta_teach.cards import Card, card, codes
from canasta_teach.errors import CanastaError, IllegalMove, InvalidPosition
from canasta_teach.game.deal import deal
from canasta_teach.game.moves import Move
from canasta_teach.game.play import play
from canasta_teach.game.record_file import check_path, read_file, write_file
from canasta_teach.game.record_form import (
    FORMAT,
    MAX_SEED,
    House,
    InvalidRecord,
    Raw,
    card_at,
    decode,
    position_of,
    rules_of,
)
from canasta_teach.game.state import Position
from canasta_teach.rulebook import RuleSet


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
        if isinstance(seed, int) and not -MAX_SEED <= seed < MAX_SEED:
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
        raw = Raw(
            format=FORMAT,
            version=1 if self.position is None else 2,
            rules=rules.key,
            options=dict(rules.options),
            house=House(rules.base, rules.title, dict(rules.house)) if rules.key == "house" else None,
            players=self.players,
            dealer=self.dealer,
            scores=list(self.scores),
            seed=self.seed,
            deck=None if self.deck is None else codes(self.deck),
            position=None if self.position is None else self.position.to_dict(),
            acts=list(self.acts),
        )
        if rules_of(raw) != rules:
            raise InvalidRecord("", "rules", "rules switched off or changed beside the house keys cannot be saved")
        if position_of(raw, rules) != self.position:
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
        raw = decode(data, where)
        try:
            rules = rules_of(raw)
            record = cls(
                rules=rules,
                players=raw.players,
                dealer=raw.dealer,
                scores=tuple(raw.scores),
                seed=raw.seed,
                deck=None if raw.deck is None else tuple(card_at(word, i) for i, word in enumerate(raw.deck)),
                position=position_of(raw, rules),
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
        check_path(path)
        write_file(path, self.to_json().encode())

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> DealRecord:
        """Read a record from a file and replay it. The file is not touched.

        Raises:
            InvalidRecord: when it cannot be read, is damaged, foreign or newer, with file, place and reason.
        """
        return cls.parse(read_file(path), os.fspath(path))


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:40] + "…")
