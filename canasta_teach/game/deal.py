"""Floor 2: dealing, step by step, from a seed or from a stacked deck."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final, Literal, TypeGuard

from msgspec import Struct

from canasta_teach.cards import UNKNOWN, Card, card
from canasta_teach.errors import InvalidCard, InvalidPosition, InvalidRules
from canasta_teach.game.scoring import winner
from canasta_teach.game.state import Hand, Position
from canasta_teach.given import is_a
from canasta_teach.rulebook import RuleSet, ruleset

StepName = Literal["shuffle", "cut", "card", "red three", "replacement", "up-card", "covered", "frozen", "ready"]

_MOST_POINTS: Final = 1_000_000


class DealStep(Struct, frozen=True, kw_only=True):
    """One step of a deal.

    Attributes:
        name: what is done.
        rule: the id of the rule that it follows.
        seat: whose cards, or who acts; ``None`` where it is nobody's.
        cards: the cards moved.
        position: the table after it.
    """

    name: StepName
    rule: str
    seat: int | None
    cards: tuple[Card, ...]
    position: Position


def deal(
    *,
    rules: str | RuleSet = "classic",
    players: int = 4,
    seed: int | None = None,
    dealer: int | None = None,
    scores: Sequence[int] | None = None,
    deck: str | Iterable[Card | str] | None = None,
    options: Mapping[str, Any] | None = None,
    house: RuleSet | None = None,
) -> Position:
    """Deal: the position in which the first player is to draw.

    Args:
        rules: a rule set or its key.
        players: their number, as the rule set allows.
        seed: of the shuffle; the same seed gives the same deal. Left out, each deal is another.
        dealer: the dealer's seat; the last seat when left out.
        scores: each side's score before the deal, in points; zeros when left out.
        deck: a stacked deck, top first, after the cut, instead of a shuffled one. It may be shorter than the whole
            deck, and the seed means nothing then.
        options: house keys laid over the rules.
        house: the house rules, where ``rules`` is ``"house"``.

    Raises:
        InvalidPosition: with the argument at fault, such as ``deck[7]``.
        InvalidRules: for rules or options that do not fit.
    """
    table = _Table(_rules_of(rules, options, house), players=players, dealer=dealer, scores=scores)
    for _ in table.steps(_read_deck(deck, table.rules), seed):
        pass
    return table.position(ready=True)


def deal_steps(
    *,
    rules: str | RuleSet = "classic",
    players: int = 4,
    seed: int | None = None,
    dealer: int | None = None,
    scores: Sequence[int] | None = None,
    deck: str | Iterable[Card | str] | None = None,
    options: Mapping[str, Any] | None = None,
    house: RuleSet | None = None,
) -> Iterator[DealStep]:
    """Deal step by step, each with the rule that it follows; the last step's position is what :func:`deal` gives.

    Takes what :func:`deal` takes, and raises what it raises, faults of the arguments at once.
    """
    table = _Table(_rules_of(rules, options, house), players=players, dealer=dealer, scores=scores)
    stacked = _read_deck(deck, table.rules)

    def steps() -> Iterator[DealStep]:
        for name, rule, seat, moved in table.steps(stacked, seed):
            yield DealStep(name=name, rule=rule, seat=seat, cards=moved, position=table.position())
        end = table.position(ready=True)
        yield DealStep(name="ready", rule="deal.first-player", seat=end.turn, cards=(), position=end)

    return steps()


class _Table:
    """The table while cards are dealt. ``stock`` is kept bottom first, so that a card is popped off its top."""

    def __init__(
        self,
        rules: RuleSet,
        *,
        players: int,
        dealer: int | None,
        scores: Sequence[int] | None,
    ) -> None:
        self.rules = rules
        self.players = _players_of(players, self.rules)
        self.dealer = _dealer_of(dealer, players)
        self.sides = self.rules.sides(players)
        self.scores = _scores_of(scores, self.sides, self.rules)
        self.stock: list[Card] = []
        self.hands: list[list[Card]] = [[] for _ in range(players)]
        self.red_threes: list[list[Card]] = [[] for _ in range(self.sides)]
        self.pile: list[Card] = []
        self.frozen = False

    def steps(
        self, stacked: tuple[Card, ...] | None, seed: int | None
    ) -> Iterator[tuple[StepName, str, int | None, tuple[Card, ...]]]:
        """Deal; yields after each step its name, its rule, the seat and the cards."""
        if stacked is None:
            yield from self._shuffle(seed)
        else:
            self.stock = list(reversed(stacked))
        order = [(self.dealer + 1 + k) % self.players for k in range(self.players)]
        for _ in range(self.rules.p.hand_size[str(self.players)]):
            for seat in order:
                dealt = self._top("while cards are dealt")
                self.hands[seat].append(dealt)
                yield "card", "deal.order", seat, (dealt,)
        if self.rules.has("deal.red-threes") and self.rules.p.honour == "engine":
            for seat in order:
                yield from self._table_red_threes(seat)
        if self.rules.has("deal.up-card"):
            yield from self._turn_up()

    def _shuffle(self, seed: int | None) -> Iterator[tuple[StepName, str, int | None, tuple[Card, ...]]]:
        if seed is not None and not _is_number(seed):
            raise InvalidPosition("seed", "this must be a whole number")
        # A deal is played, not guarded: the seed must give the same deal again, on every supported Python.
        source = Random(seed)  # noqa: S311
        self.stock = list(self.rules.deck())
        for last in range(len(self.stock) - 1, 0, -1):
            other = int(source.random() * (last + 1))
            self.stock[last], self.stock[other] = self.stock[other], self.stock[last]
        yield "shuffle", "deal.stock", self.dealer, ()
        if self.rules.has("deal.cut"):
            at = 1 + int(source.random() * (len(self.stock) - 1))
            self.stock = self.stock[at:] + self.stock[:at]
            yield "cut", "deal.cut", (self.dealer - 1) % self.players, ()

    def _top(self, when: str) -> Card:
        if not self.stock:
            raise InvalidPosition("deck", f"the deck runs out {when}")
        return self.stock.pop()

    def _table_red_threes(self, seat: int) -> Iterator[tuple[StepName, str, int | None, tuple[Card, ...]]]:
        hand, side = self.hands[seat], seat % self.sides
        at = 0
        while at < len(hand):
            if not hand[at].is_red_three:
                at += 1
                continue
            three = hand.pop(at)
            self.red_threes[side].append(three)
            yield "red three", "deal.red-threes", seat, (three,)
            drawn = self._top("while red threes are replaced")
            # The replacement comes last, where the loop will look at it again.
            hand.append(drawn)
            yield "replacement", "deal.red-threes", seat, (drawn,)

    def _turn_up(self) -> Iterator[tuple[StepName, str, int | None, tuple[Card, ...]]]:
        freezes = self.rules.has("deal.up-card-freezes") and self.rules.has("pile.frozen")
        name: StepName = "up-card"
        while True:
            turned = self._top("before an up-card shows that may stay")
            self.pile.insert(0, turned)
            yield name, "deal.up-card" if name == "up-card" else "deal.up-card-covered", None, (turned,)
            if freezes and not self.frozen and self.rules.is_wild(turned):
                self.frozen = True
                yield "frozen", "deal.up-card-freezes", None, (turned,)
            if not self._covered(turned):
                return
            name = "covered"

    def _covered(self, turned: Card) -> bool:
        covers = self.rules.p.up_card_covers
        return (
            ("wild" in covers and self.rules.is_wild(turned))
            or ("red-three" in covers and turned.is_red_three)
            or ("black-three" in covers and turned.is_black_three)
        )

    def position(self, *, ready: bool = False) -> Position:
        """The table as a position; when ``ready``, a deal that cannot even begin is ``over``."""
        players, sides = self.players, self.sides
        hands: tuple[Hand, ...] = tuple(map(tuple, self.hands))
        made = Position(
            rules=self.rules,
            players=players,
            scores=self.scores,
            dealer=self.dealer,
            turn=(self.dealer + 1) % players,
            phase="draw",
            first_turn=True,
            hands=hands,
            melds=((),) * sides,
            concealed_melds=(frozenset(),) * sides,
            red_threes=tuple(map(tuple, self.red_threes)),
            pile=tuple(self.pile),
            stock=tuple(reversed(self.stock)),
            frozen=self.frozen,
            laid_before=(False,) * players,
            penalised=((),) * players,
            penalties=((),) * sides,
            minimum_raised=(False,) * sides,
        )
        if ready and not self.stock:
            # Only a stacked deck ends with the deal; what the rules make of it is said in one place.
            from canasta_teach.game.search import settle

            return settle(made)
        return made


def _rules_of(rules: str | RuleSet, options: Mapping[str, Any] | None, house: RuleSet | None) -> RuleSet:
    if isinstance(rules, str):
        return ruleset(rules, options, house=house)
    if not is_a(rules, RuleSet):
        reason = "a rule set is its key, as classic, or one that was read, not " + type(rules).__name__
        raise InvalidRules("", "rules", reason)
    if not options:
        return rules
    from canasta_teach.rulebook.house import lay_over

    return lay_over(rules, options)


def _players_of(players: object, rules: RuleSet) -> int:
    if not _is_number(players) or players not in rules.p.players:
        allowed = ", ".join(map(str, rules.p.players)) or "none"
        raise InvalidPosition("players", f"{players!r} players cannot play {rules.title}; it takes {allowed}")
    if str(players) not in rules.p.hand_size:
        raise InvalidPosition("players", f"{rules.title} says no number of cards for {players} players")
    return players


def _dealer_of(dealer: object, players: int) -> int:
    if dealer is None:
        return players - 1
    if not _is_number(dealer) or not 0 <= dealer < players:
        raise InvalidPosition("dealer", f"{dealer!r} is no seat; seats are 0 to {players - 1}")
    return dealer


def _scores_of(scores: object, sides: int, rules: RuleSet) -> tuple[int, ...]:
    if scores is None:
        return (0,) * sides
    if isinstance(scores, str) or not isinstance(scores, Sequence):
        raise InvalidPosition("scores", "this must be a list with each side's score")
    if len(scores) != sides:
        given = "1 score" if len(scores) == 1 else f"{len(scores)} scores"
        raise InvalidPosition("scores", f"there are {sides} sides, but {given}")
    for side, score in enumerate(scores):
        if not _is_number(score) or abs(score) > _MOST_POINTS:
            raise InvalidPosition(f"scores[{side}]", f"a score is a whole number within {_MOST_POINTS:,} of zero")
    made = tuple(int(score) for score in scores)
    won = winner(made, rules)
    if won is not None:
        raise InvalidPosition("scores", f"side {won} has won the game with {made[won]:,} points")
    return made


def _is_number(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _read_deck(deck: object, rules: RuleSet) -> tuple[Card, ...] | None:
    """A stacked deck's cards, top first, none too many."""
    if deck is None:
        return None
    if not isinstance(deck, Iterable):
        raise InvalidPosition("deck", "this must be a list of cards, top first")
    read: list[Card] = []
    left = {face: rules.deck_count(face) for face in rules.deck()}
    for at, item in enumerate(deck.split() if isinstance(deck, str) else deck):
        face = _read_card(item, f"deck[{at}]")
        if face is UNKNOWN:
            raise InvalidPosition(f"deck[{at}]", "every card of a stacked deck must be known")
        left[face] = left.get(face, 0) - 1
        if left[face] < 0:
            raise InvalidPosition(f"deck[{at}]", f"one {face.code} too many: the deck has {rules.deck_count(face)}")
        read.append(face)
    return tuple(read)


def _read_card(item: object, path: str) -> Card:
    if isinstance(item, Card):
        return item
    if not isinstance(item, str):
        raise InvalidPosition(path, "this must be a card or its text, as KH")
    try:
        return card(item)
    except InvalidCard as error:
        raise InvalidPosition(path, str(error)) from None
