"""A draft of a position: all that the public format can say, possible or not, and what makes it impossible.

A draft is immutable; every change gives a new one. Whether it can be is asked of the reader of positions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from canasta_teach.cards import UNKNOWN, Card, codes
from canasta_teach.errors import InvalidPosition
from canasta_teach.game.position_read import default_laid_before
from canasta_teach.game.state import Hand, Penalty, Position, Turn
from canasta_teach.rulebook.ruleset import RuleSet

PLAYERS: Final = range(2, 7)
PHASES: Final = ("draw", "play", "over")
PERMISSIONS: Final = ("asked", "yes", "no")
Melds = tuple[tuple[Card, ...], ...]


class Draft(Struct, frozen=True, kw_only=True):
    """A position that is being put together. Seats and sides are 0-based; lists are as long as the table asks for.

    Attributes:
        rules: the rule set, options and house rules included.
        house: the house rules that can be chosen beside the five, ``None`` where there are none.
        players: their number, 2 to 6, allowed by the rule set or not.
        phase, permission: the words of the format.
        hands: a hand a seat, ``None`` where not even the number of its cards is known.
        pile: top first.
        stock: cards top first, ``None`` for a number not known; ``UNSET``: what is left of the deck.
        frozen: ``None``: as the cards of the pile say.
        laid_before: ``None``: as the melds say.

    All others are as those of :class:`~canasta_teach.game.state.Position`.
    """

    rules: RuleSet
    house: RuleSet | None = None
    players: int = 4
    scores: tuple[int, ...] = (0, 0)
    dealer: int = 3
    turn: int = 0
    phase: str = "draw"
    first_turn: bool = False
    hands: tuple[Hand, ...] = (None, None, None, None)
    melds: tuple[Melds, ...] = ((), ())
    concealed_melds: tuple[frozenset[int], ...] = (frozenset(), frozenset())
    red_threes: tuple[tuple[Card, ...], ...] = ((), ())
    pile: tuple[Card, ...] = ()
    stock: tuple[Card, ...] | UnsetType | None = UNSET
    frozen: bool | None = None
    laid_before: tuple[bool, ...] | None = None
    permission: str | None = None
    this_turn: Turn = Turn()
    penalised: tuple[tuple[Card, ...], ...] = ((), (), (), ())
    penalties: tuple[tuple[Penalty, ...], ...] = ((), ())
    minimum_raised: tuple[bool, ...] = (False, False)
    idle_turns: int = 0
    went_out: int | None = None
    concealed: bool = False
    relancinho: bool = False

    @property
    def sides(self) -> int:
        """Number of sides: 2 in partnership, else one a player."""
        return self.rules.sides(self.players)

    def side(self, seat: int) -> int:
        """The side that ``seat`` plays for."""
        return seat % self.sides

    @property
    def has_laid(self) -> tuple[bool, ...]:
        """Per seat, whether it laid in an earlier turn: as set, else as the melds say."""
        return default_laid_before(self.melds, self.players) if self.laid_before is None else self.laid_before

    def data(self) -> dict[str, Any]:
        """The draft in the public format; :mod:`~canasta_teach.widgets.editor_read` reads it back to an equal one."""
        data: dict[str, Any] = {"rules": self.rules.key}
        if self.rules.options:
            data["options"] = dict(self.rules.options)
        data |= {
            "players": self.players,
            "scores": list(self.scores),
            "dealer": self.dealer,
            "turn": self.turn,
            "phase": self.phase,
            "first_turn": self.first_turn,
            "hands": [_written(hand) for hand in self.hands],
            "melds": [[codes(meld) for meld in melds] for melds in self.melds],
            "red_threes": [codes(some) for some in self.red_threes],
            "pile": self._written_pile(),
        }
        if self.stock is not UNSET:
            data["stock"] = _written(self.stock)
        rarer: dict[str, tuple[object, object]] = {
            "concealed_melds": ([sorted(some) for some in self.concealed_melds], [[]] * self.sides),
            "frozen": (self.frozen, None),
            "laid_before": (None if self.laid_before is None else list(self.laid_before), None),
            "permission": (self.permission, None),
            "this_turn": (_written_turn(self.this_turn), {}),
            "penalised": ([codes(some) for some in self.penalised], [[]] * self.players),
            "penalties": (
                [[{"rule": one.rule, "points": one.points} for one in some] for some in self.penalties],
                [[]] * self.sides,
            ),
            "minimum_raised": (list(self.minimum_raised), [False] * self.sides),
            "idle_turns": (self.idle_turns, 0),
            "went_out": (self.went_out, None),
            "concealed": (self.concealed, False),
            "relancinho": (self.relancinho, False),
        }
        return data | {key: value for key, (value, default) in rarer.items() if value != default}

    def _written_pile(self) -> list[str] | dict[str, Any]:
        pile = self.pile
        if len(pile) > 1 and pile[0] is not UNKNOWN and all(one is UNKNOWN for one in pile[1:]):
            return {"top": pile[0].code, "count": len(pile)}
        return codes(pile)

    def check(self) -> Position | InvalidPosition:
        """The position; where it cannot be, the first fault, with its path and its reason."""
        try:
            return Position.parse(self.data(), house=self.rules if self.rules.key == "house" else self.house)
        except InvalidPosition as error:
            return error

    # -- the deck ----------------------------------------------------------------------------------

    def places(self) -> Iterator[tuple[str, tuple[Card, ...]]]:
        """Every place where cards lie, with its path; what is listed twice (penalised, drawn) stands once."""
        for seat, hand in enumerate(self.hands):
            yield f"hands[{seat}]", hand or ()
        for side, melds in enumerate(self.melds):
            for index, meld in enumerate(melds):
                yield f"melds[{side}][{index}]", meld
        for side, some in enumerate(self.red_threes):
            yield f"red_threes[{side}]", some
        yield "pile", self.pile
        yield "stock", () if self.stock is UNSET or self.stock is None else self.stock

    def used(self) -> Counter[Card]:
        """How many of each card lie somewhere."""
        return Counter(one for _, some in self.places() for one in some)

    def left(self, one: Card) -> int:
        """How many of a card the deck still has: negative where too many lie; of ``??``, all that lie nowhere."""
        used = self.used()
        if one is UNKNOWN:
            return len(self.rules.deck()) - used.total()
        return self.rules.deck_count(one) - used[one]

    def lefts(self) -> dict[Card, int]:
        """The same for every face of the deck and for ``??``."""
        used = self.used()
        found = {one: self.rules.deck_count(one) - used[one] for one in dict.fromkeys(self.rules.deck())}
        return found | {UNKNOWN: len(self.rules.deck()) - used.total()}

    # -- another table -----------------------------------------------------------------------------

    def seated(self, players: int) -> Draft:
        """The draft for another number of players: lists are cut or filled up, seats that are gone give way."""
        return self._resized(self.rules, players)

    def under(self, rules: RuleSet) -> Draft:
        """The draft under another rule set."""
        return self._resized(rules, self.players)

    def _resized(self, rules: RuleSet, players: int) -> Draft:
        sides, last = rules.sides(players), players - 1
        laid = self.laid_before
        return replace(
            self,
            rules=rules,
            players=players,
            scores=_fitted(self.scores, sides, 0),
            dealer=last if self.dealer == self.players - 1 else min(self.dealer, last),
            turn=min(self.turn, last),
            hands=_fitted(self.hands, players, None),
            melds=_fitted(self.melds, sides, ()),
            concealed_melds=_fitted(self.concealed_melds, sides, frozenset()),
            red_threes=_fitted(self.red_threes, sides, ()),
            laid_before=None if laid is None else _fitted(laid, players, False),
            penalised=_fitted(self.penalised, players, ()),
            penalties=_fitted(self.penalties, sides, ()),
            minimum_raised=_fitted(self.minimum_raised, sides, False),
            went_out=None if self.went_out is None or self.went_out > last else self.went_out,
        )


class History(Struct, frozen=True):
    """A draft, the ones before it, and those that were taken back; the nearest ones stand last."""

    draft: Draft
    past: tuple[Draft, ...] = ()
    future: tuple[Draft, ...] = ()

    def then(self, draft: Draft) -> History:
        """With another draft; the last two hundred can be had back. The same draft again is no step."""
        return self if draft == self.draft else History(draft, (*self.past, self.draft)[-200:])

    def undo(self) -> History:
        """One step back; from the first draft, nowhere."""
        return History(self.past[-1], self.past[:-1], (*self.future, self.draft)) if self.past else self

    def redo(self) -> History:
        """One step forth again; from the last draft, nowhere."""
        return History(self.future[-1], (*self.past, self.draft), self.future[:-1]) if self.future else self


def empty_draft(rules: RuleSet, players: int = 4, house: RuleSet | None = None) -> Draft:
    """A table at which nothing is known."""
    return Draft(rules=rules, house=house).seated(players)


def _fitted(some: tuple[Any, ...], size: int, filler: Any) -> tuple[Any, ...]:
    return (*some[:size], *(filler for _ in range(size - len(some))))


def _written(hand: Hand) -> list[str] | int | None:
    if hand is None:
        return None
    return len(hand) if hand and all(one is UNKNOWN for one in hand) else codes(hand)


def _written_turn(turn: Turn) -> dict[str, Any]:
    laid = [
        {"act": entry.act, "meld": entry.meld, "cards": codes(entry.cards), "new": entry.new} for entry in turn.laid
    ]
    keys: dict[str, Any] = {
        "drawn": codes(turn.drawn),
        "redrawn": turn.redrawn,
        "took_pile": turn.took_pile,
        "laid": laid,
        "must_draw": turn.must_draw,
    }
    return {key: value for key, value in keys.items() if value}
