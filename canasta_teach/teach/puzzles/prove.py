"""Floor 3: what a puzzle is truly worth: its best laying, whether it is the only one, and why nothing is better.

Nothing that a puzzle says of itself is believed: the solver finds the value, and the referee allows every laying that
is named.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import islice
from typing import Final, final

from canasta_teach.cards import UNKNOWN, Card
from canasta_teach.errors import InvalidPosition
from canasta_teach.game import pile
from canasta_teach.game.core import plays_by_ranks
from canasta_teach.game.explain import number
from canasta_teach.game.moves import Move
from canasta_teach.game.search import first_laying_due
from canasta_teach.game.state import Position
from canasta_teach.i18n import translate
from canasta_teach.players.solve import Objective, Source
from canasta_teach.players.solve.plan import Search
from canasta_teach.players.solve.task import CANASTAS, MINIMUM, Task
from canasta_teach.rulebook import KEYS, RuleSet
from canasta_teach.rulebook.ruleset import near
from canasta_teach.teach.puzzles.errors import InvalidPuzzle
from canasta_teach.teach.puzzles.ideas import ideas
from canasta_teach.teach.puzzles.model import Aim, End, Puzzle
from canasta_teach.teach.puzzles.ways import Found, Way, kind_of

FEWEST: Final = MINIMUM | CANASTAS
"""Objectives of which less is better: cards, or wild cards."""
WITH_END: Final = FEWEST | {Objective.MOST_POINTS_KEEPING}
"""Objectives that leave a card for a discard of a kind."""
MOST_LISTED: Final = 100
"""So many best layings are listed at most."""
MOST_CARDS: Final = 40
"""The most cards that a puzzle may give to lay, so that a puzzle from anywhere is proved in seconds."""
MOST_CARDS_IN_RUNS: Final = 16
"""The same where runs are melds."""


@final
class Proof:
    """What the best laying is, told as far as it is asked.

    Attributes:
        value: the best that can be reached, in the aim's units; ``None`` where nothing reaches it.
    """

    def __init__(self, position: Position, aim: Aim) -> None:
        self.position, self.aim = position, aim
        source = source_of(position)
        if aim.end:
            enders = _enders(position, aim.end)
            self._ways = [Way(position, aim, card, source=source, hides=hides) for card, hides in enders]
        else:
            self._ways = [Way(position, aim, None, source=source, hides=False)]
        values = [way.value for way in self._ways if way.value is not None]
        self.value = (min if aim.what in FEWEST else max)(values, default=None)
        self.source: Source = source
        self._known: list[Found] = []
        self._more = self._each()

    def some(self, most: int) -> tuple[Move, ...]:
        """So many of the best layings, or all where there are fewer; see :attr:`acts`."""
        self._known += islice(self._more, max(0, most - len(self._known)))
        return tuple(found.move for found in self._known[:most])

    @property
    def search(self) -> tuple[Task, Search]:
        """What was asked, with no end to it, and a search: for whoever looks at what comes next to the best."""
        solution = self._ways[0].solution
        return solution.task, solution.again()

    @property
    def acts(self) -> tuple[Move, ...]:
        """The best layings, but for cards of a kind, :data:`MOST_LISTED` at most; those of the fewest cards first.

        Each with its last discard where the aim asks for one, or the player goes out by it. Empty where laying nothing
        is best, or nothing reaches the aim.
        """
        return self.some(MOST_LISTED)

    @property
    def complete(self) -> bool:
        """Whether :attr:`acts` holds all of them."""
        return len(self.some(MOST_LISTED + 1)) <= MOST_LISTED

    @cached_property
    def idle(self) -> bool:
        """Whether laying nothing does as well."""
        return not self.aim.end and self._ways[0].idle

    @cached_property
    def only(self) -> bool:
        """Whether there is one best laying, but for cards of a kind; laying nothing counts as one."""
        return len(self.some(2)) + self.idle == 1

    @cached_property
    def words(self) -> str:
        """Why nothing is better, in the reader's language."""
        if not self.aim.end:
            return self._ways[0].solution.proof
        if not self._ways:
            return _NO_ENDER[self.aim.end]()
        best = next((way for way in self._ways if way.value == self.value), self._ways[0])
        texts = [best.words] + [way.short for way in self._ways if way is not best and way.hides]
        return " ".join(texts)

    def _each(self) -> Iterator[Found]:
        if self.value is None:
            return
        met: set[object] = set()
        for way in self._ways:
            if way.value != self.value:
                continue
            for found in way.best():
                if found.folded not in met:
                    met.add(found.folded)
                    yield found

    def __repr__(self) -> str:
        return f"<Proof: {self.aim.what.value} {self.value}>"


_NO_ENDER: Final = {
    "stop": lambda: translate("No card of this hand keeps the next player from the pile."),
    "freeze": lambda: translate("No card of this hand freezes the pile."),
}


def source_of(position: Position) -> Source:
    """Where the cards of the laying come from: from the pile before drawing, after it from the hand."""
    return "pile" if position.phase == "draw" else "hand"


def ends_turn(rules: RuleSet, end: End, card: Card) -> bool:
    """Whether a discard ends the turn as an aim asks: ``stop`` or ``freeze`` (see the model); anything where empty."""
    if end == "stop":
        wild = rules.is_wild(card) and rules.has("pile.wild-top")
        return wild or (card.is_black_three and rules.has("pile.black-three"))
    return end == "" or (rules.is_wild(card) and rules.has("pile.frozen"))


def _enders(position: Position, end: End) -> list[tuple[Card, bool]]:
    """One card of each kind that ends the turn as asked, and whether it has to be kept back for it.

    A card that comes with the pile has not: it could not be laid in any case.
    """
    rules, taken = position.rules, position.phase == "draw"
    found: dict[str, tuple[Card, bool]] = {}
    for some, hides in ((position.pile[1:] if taken else (), False), (position.hands[position.turn] or (), True)):
        for card in sorted(some):
            if card is not UNKNOWN and ends_turn(rules, end, card):
                found.setdefault(kind_of(rules, card), (card, hides))
    return list(found.values())


# -- what makes sense ----------------------------------------------------------------------------------


def prove(position: Position, aim: Aim) -> Proof:
    """The best that can be reached of an aim by the player on turn: in phase ``draw`` by taking the pile.

    Raises:
        InvalidPuzzle: where the aim makes no sense in this position, or nothing can be laid in it.
    """
    _make_sense(position, aim)
    try:
        return Proof(position, aim)
    except InvalidPosition as error:
        raise _at_position(error) from None


def position_of(puzzle: Puzzle) -> Position:
    """The position of a puzzle.

    Raises:
        InvalidPuzzle: where it cannot be, or asks for house rules, which a puzzle cannot carry.
    """
    if not isinstance(puzzle.position, Mapping):
        raise InvalidPuzzle("position", translate("an object is wanted here"))
    key = puzzle.position.get("rules", "classic")
    if key == "house":
        known = ", ".join(KEYS)
        reason = translate("a puzzle is played by one of the book's rule sets: write one of {known}")
        raise InvalidPuzzle("position.rules", reason.format(known=known))
    try:
        return Position.parse(puzzle.position)
    except InvalidPosition as error:
        raise _at_position(error) from None


def check(puzzle: Puzzle) -> Proof:
    """Prove a puzzle that may come from anywhere.

    Returns:
        The proof, whose value is the puzzle's par.

    Raises:
        InvalidPuzzle: where the position cannot be, the aim makes no sense or is out of reach, par is not the best,
            laying nothing is, there are several best layings where one is promised, or an idea is not known.
    """
    for place, idea in enumerate(puzzle.ideas):
        if idea not in ideas():
            reason = translate("there is no idea {idea}").format(idea=idea) + near(idea, ideas())
            raise InvalidPuzzle(f"ideas[{place}]", reason)
    proof = prove(position_of(puzzle), puzzle.aim)
    if proof.value is None:
        reason = translate("this cannot be solved: {proof}").format(proof=proof.words)
        raise InvalidPuzzle("aim", reason)
    if proof.value != puzzle.par:
        text = translate("par says {par}, the best is {value}: {proof}")
        reason = text.format(par=number(puzzle.par), value=number(proof.value), proof=proof.words)
        raise InvalidPuzzle("par", reason)
    if not proof.some(1):
        raise InvalidPuzzle("aim", translate("laying nothing is best here, so that there is nothing to find"))
    if puzzle.only and not proof.only:
        reason = translate("it says that there is one best laying, but there are several: leave “only” out")
        raise InvalidPuzzle("only", reason)
    return proof


def _at_position(error: InvalidPosition) -> InvalidPuzzle:
    return InvalidPuzzle(f"position.{error.path}".rstrip("."), error.reason)


def _make_sense(position: Position, aim: Aim) -> None:
    """Refuse what cannot be asked here.

    Raises:
        InvalidPuzzle: with what is at fault.
    """
    seat = position.turn
    hand = position.hands[seat]
    if position.phase == "over":
        raise InvalidPuzzle("position.phase", translate("the deal is over, so that nothing can be laid"))
    if hand is None or UNKNOWN in hand:
        text = translate("name every card of the hand on turn; a puzzle hides none of them")
        raise InvalidPuzzle(f"position.hands[{seat}]", text)
    rules = position.rules
    if rules.has("deck.red-threes") and any(card.is_red_three for card in hand):
        text = translate("red threes of the hand are tabled first: put them into red_threes")
        raise InvalidPuzzle(f"position.hands[{seat}]", text)
    if rules.has("meld.one-per-rank") and rules.has("meld.sequence"):
        # One laying joins melds of a rank that several leave apart, so that these may reach more.
        text = translate("leave out the options that join ranks beside runs: what can be reached is not proved there")
        raise InvalidPuzzle("position.options", text)
    _allow_size(position, hand)
    if aim.what in MINIMUM and not first_laying_due(position, seat):
        text = translate("no minimum is due here: ask for points, a canasta, going out or the score instead")
        raise InvalidPuzzle("aim.what", text)
    if aim.what is Objective.CANASTA_CONCEALED and not rules.has("canasta.concealed"):
        text = translate("{rules} has no concealed canastas").format(rules=rules.title)
        raise InvalidPuzzle("aim.what", text)
    if not aim.end:
        return
    if aim.what not in WITH_END:
        known = ", ".join(what.value for what in Objective if what in WITH_END)
        text = translate("a last discard can be asked for with one of {known}").format(known=known)
        raise InvalidPuzzle("aim.end", text)
    if not any(ends_turn(rules, aim.end, card) for card in rules.deck()):
        text = translate("no discard does that in {rules}; leave it out").format(rules=rules.title)
        raise InvalidPuzzle("aim.end", text)
    if position.penalised[seat]:
        # Which card of a kind is laid then makes a difference, and the search does not tell them apart.
        text = translate("penalised cards are discarded first: leave them out where a last discard is asked for")
        raise InvalidPuzzle("position.penalised", text)
    if aim.end == "freeze" and position.phase == "play" and pile.frozen(position):
        raise InvalidPuzzle("aim.end", translate("the pile is frozen already; leave it out"))


def _allow_size(position: Position, hand: tuple[Card, ...]) -> None:
    """Refuse more cards than can be searched while somebody waits.

    Raises:
        InvalidPuzzle: with how many there may be.
    """
    free = position.phase == "draw" and pile.is_free(position)
    cards = len(hand) + (len(position.pile) if free else 0)
    most = MOST_CARDS if plays_by_ranks(position.rules) else MOST_CARDS_IN_RUNS
    if cards > most:
        text = translate("{cards} cards to lay are too many to prove; at most {most} here")
        raise InvalidPuzzle(f"position.hands[{position.turn}]", text.format(cards=cards, most=most))
