"""Floor 2: a whole game: deal after deal until a side has won."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from canasta_teach.cards import Card
from canasta_teach.errors import InvalidPosition
from canasta_teach.game.moves import Move
from canasta_teach.game.play import play
from canasta_teach.game.record import DealRecord
from canasta_teach.game.scoring import after_deal, winner
from canasta_teach.game.state import Position
from canasta_teach.rulebook import RuleSet

Player = Callable[[Position], Move | str]
"""Chooses the next move of a deal that is not over. It is handed the full position; a fair one asks for its view."""


class Match(Struct, frozen=True, kw_only=True):
    """A game between two deals.

    Attributes:
        rules: the rule set, options and house rules included.
        players: their number.
        dealer: the seat that deals next.
        scores: each side's score, in points.
        totals: what each deal so far brought each side, in points.
    """

    rules: RuleSet
    players: int
    dealer: int
    scores: tuple[int, ...]
    totals: tuple[tuple[int, ...], ...] = ()

    @classmethod
    def begin(
        cls,
        *,
        rules: str | RuleSet = "classic",
        players: int = 4,
        dealer: int | None = None,
        options: Mapping[str, Any] | None = None,
        house: RuleSet | None = None,
    ) -> Match:
        """A game before its first deal; takes what :func:`~canasta_teach.game.deal.deal` takes.

        The first dealer is found by any common method (``deal.first-dealer``): the last seat, when left out.

        Raises:
            InvalidPosition, InvalidRules: as ``deal``.
        """
        first = DealRecord.begin(rules=rules, players=players, seed=0, dealer=dealer, options=options, house=house)
        return cls(rules=first.rules, players=first.players, dealer=first.dealer, scores=first.scores)

    @property
    def winner(self) -> int | None:
        """The side that has won, or ``None`` while another deal is to be played.

        The first side to reach the target wins (``game.target``); where more than one do in a deal, the higher total;
        a tie at the top means another deal (``game.winner``).
        """
        return winner(self.scores, self.rules)

    def next_deal(self, *, seed: int | None = None, deck: str | Iterable[Card | str] | None = None) -> DealRecord:
        """The next deal, just dealt; without a seed and a deck it is dealt by lot.

        Raises:
            InvalidPosition: when the game is won, or as :func:`~canasta_teach.game.deal.deal`.
        """
        return DealRecord.begin(
            rules=self.rules, players=self.players, seed=seed, dealer=self.dealer, scores=self.scores, deck=deck
        )

    def counted(self, over: Position) -> Match:
        """The game after a deal of it: its score is added, and the deal moves on clockwise (``deal.rotation``).

        Raises:
            InvalidPosition: when the deal is not over, or is none of this game's next.
        """
        for name in ("rules", "players", "dealer", "scores"):
            if getattr(over, name) != getattr(self, name):
                raise InvalidPosition(name, "this deal is not the next of the game: the two differ here")
        scores = after_deal(over)
        dealer = (self.dealer + 1) % self.players if self.rules.has("deal.rotation") else self.dealer
        brought = tuple(after - before for after, before in zip(scores, self.scores, strict=True))
        return replace(self, scores=scores, dealer=dealer, totals=(*self.totals, brought))


def play_deal(record: DealRecord, choose: Player) -> tuple[DealRecord, Position]:
    """Play a deal to its end: the record with all moves behind its own, and the position that is over.

    Raises:
        IllegalMove: when ``choose`` gives a move that is refused.
    """
    position = record.end()
    moves: list[Move | str] = []
    while position.phase != "over":
        move = choose(position)
        position = play(position, move)
        moves.append(move)
    return record.then(*moves), position


def play_match(match: Match, choose: Player, *, seed: int) -> tuple[Match, list[DealRecord]]:
    """Play a game to its end: the game that is won, and the records of its deals.

    The first deal has the seed ``seed``, each further one the next number.

    Raises:
        IllegalMove: when ``choose`` gives a move that is refused.
    """
    records: list[DealRecord] = []
    while match.winner is None:
        record, over = play_deal(match.next_deal(seed=seed + len(records)), choose)
        records.append(record)
        match = match.counted(over)
    return match, records
