"""The core of games of ranks: Goren, Classic, Swedish, Italian, and house rules built on them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from canasta_teach.cards import Card
from canasta_teach.errors import InvalidMove
from canasta_teach.game.attempt import Attempt, LaidMeld
from canasta_teach.game.core.ranks.apply import apply
from canasta_teach.game.core.ranks.moves import each_move, free_moves, may_ask
from canasta_teach.game.core.ranks.normal import normal_form
from canasta_teach.game.core.ranks.pack import pack
from canasta_teach.game.core.ranks.random import random_move
from canasta_teach.game.core.ranks.score import scores
from canasta_teach.game.core.ranks.state import I_PERMISSION, M_DOWN, OVER, PLAYING, S_PHASE, WAITING, State
from canasta_teach.game.core.ranks.tables import (
    ANSWERS,
    ASK,
    ASKED,
    BARE,
    DISCARD,
    DRAW,
    DRAWN,
    FACES,
    KIND,
    LAY,
    LAYS,
    NO,
    RANKED,
    TABLE,
    TAKE,
    TAKEN,
    TWO,
    UNIT,
    WILD_JOKER,
    YES,
    CoreMove,
    Tables,
)
from canasta_teach.game.core.ranks.unpack import fold, unpack
from canasta_teach.game.moves import Act, Part, Target
from canasta_teach.game.state import Position
from canasta_teach.rulebook.ruleset import RuleSet

_WORDS = {
    DRAW: Act("draw"),
    ASK: Act("ask"),
    YES: Act("answer", yes=True),
    NO: Act("answer", yes=False),
    BARE: Act("take"),
}


class RankCore:
    """See :class:`canasta_teach.game.core.Core`."""

    def __init__(self, rules: RuleSet, players: int) -> None:
        self.tables = Tables(rules, players)
        # Bound once: they are called for every act of a deal.
        self.apply = partial(apply, self.tables)
        self.random_move = partial(random_move, self.tables)

    def pack(self, position: Position, *, partial: bool = False) -> State:
        """The position as a state."""
        return pack(self.tables, position, partial=partial)

    def unpack(self, state: State) -> Position:
        """The state as a position."""
        return unpack(self.tables, state)

    def fold(self, position: Position) -> Position:
        """The position with suits folded."""
        return fold(position)

    def each_move(self, state: State) -> Iterator[CoreMove]:
        """Every move of the normal form, lazily."""
        return each_move(self.tables, state)

    def moves(self, state: State) -> Sequence[CoreMove]:
        """Every move of the normal form."""
        tables = self.tables
        phase, seat, hands, sides, _, _, _, _, info, table, _, marks, _ = state
        if phase == PLAYING and not marks and info[I_PERMISSION] != WAITING and not tables.honour:
            mine = seat % len(sides)
            side = sides[mine]
            if side[M_DOWN] or not table.due[mine]:
                found = free_moves(tables, hands[seat], side, info[I_PERMISSION])
                return (*found, ASKED) if may_ask(tables, state) else found
        return tuple(each_move(tables, state))

    def is_over(self, state: State) -> bool:
        """Whether the deal is over."""
        return state[S_PHASE] == OVER

    def scores(self, state: State) -> tuple[int, ...]:
        """What the deal that is over scores for each side, in points."""
        return scores(self.tables, state)

    # -- acts --------------------------------------------------------------------------------------

    def render(self, position: Position, move: CoreMove) -> Act:
        """A move as an act with concrete cards of the hand, the lowest by ``Card.number``."""
        word = _WORDS.get(move.kind)
        if word is not None:
            return word
        choice = _Choice(position, move)
        if move.kind in (DISCARD, TABLE):
            return Act("discard" if move.kind == DISCARD else "table", cards=choice.some(move.rank, 1))
        down = {_rank(meld) for meld in position.melds[position.side(position.turn)]}
        if move.kind == TAKE:
            cards = choice.laid(move)
            parts = tuple(_part(one, choice, down) for one in move.parts)
            onto = Target(RANKED[move.rank]) if move.rank in down else None
            return Act("take", cards=cards, onto=onto, parts=parts)
        laid = move.parts if move.kind == LAYS else (move,)
        return Act("lay", parts=tuple(_part(one, choice, down) for one in laid))

    def read(self, position: Position, act: Act) -> CoreMove:
        """The move that a legal act is, whichever cards of the kind it names."""
        seat = position.turn
        marked = position.penalised[seat]
        match act.kind:
            case "draw":
                return DRAWN
            case "ask":
                return ASKED
            case "answer":
                return ANSWERS[0 if act.yes else 1]
            case "discard" | "table":
                card = act.cards[0]
                kind = KIND[card.number]
                if act.kind == "table":
                    return CoreMove(TABLE, kind, cost=UNIT[kind])
                return CoreMove(DISCARD, kind, cost=UNIT[kind], marks=_used(act.cards, marked))
            case "take" if not act.cards and act.onto is None and not act.parts:
                return TAKEN
            case "take" | "lay":
                return self._read_laying(Attempt(position, act, seat), marked)
            case _:
                raise InvalidMove(f"{act}: this is no act of the normal form")

    def normal_form(self, position: Position, act: Act) -> tuple[Act, ...]:
        """A legal act as acts of the normal form."""
        return normal_form(self, position, act)

    def _read_laying(self, attempt: Attempt, marked: tuple[Card, ...]) -> CoreMove:
        marks = _used(attempt.from_hand, marked)
        laid = [self._lay(meld, top=meld is attempt.top_meld) for meld in attempt.melds]
        if attempt.act.kind == "take":
            first = next(one for one in laid if one.kind == TAKE)
            rest = [one for one in laid if one.kind == LAY]
        elif len(laid) == 1:
            first, rest = laid[0], []
        else:
            first, rest = CoreMove(LAYS), laid
        rest.sort(key=lambda one: one.rank)
        cost = first.cost + sum(one.cost for one in rest)
        points = first.points + sum(one.points for one in rest)
        return first._replace(cost=cost, points=points, parts=tuple(rest), marks=marks)

    def _lay(self, meld: LaidMeld, *, top: bool) -> CoreMove:
        kinds = [KIND[c.number] for c in meld.added]
        jokers, twos = kinds.count(WILD_JOKER), kinds.count(TWO)
        naturals = len(kinds) - jokers - twos
        make = self.tables.taking if top else self.tables.lay
        return make(_rank(meld.cards), naturals - top, jokers, twos)


def _rank(meld: Sequence[Card]) -> int:
    """The kind of a meld: that of its natural cards."""
    return next(kind for kind in (KIND[c.number] for c in meld) if kind not in (TWO, WILD_JOKER))


def _used(cards: Sequence[Card], marked: Sequence[Card]) -> tuple[tuple[int, int], ...]:
    return tuple((c.number, cards.count(c)) for c in sorted(set(cards) & set(marked)))


class _Choice:
    """The hand's concrete cards for a move: penalised faces as the move says, else the lowest of each kind."""

    def __init__(self, position: Position, move: CoreMove) -> None:
        seat = position.turn
        marked = set(position.penalised[seat])
        hand = sorted(position.hands[seat] or ())
        self.plain = [c for c in hand if c not in marked]
        self.marked: list[Card] = []
        kept = dict(move.marks)
        for card in hand:
            if card in marked and kept.get(card.number, 0):
                kept[card.number] -= 1
                self.marked.append(card)

    def some(self, kind: int, count: int) -> tuple[Card, ...]:
        """So many cards of a kind, taken out of the choice."""
        found = [c for c in self.marked if KIND[c.number] == kind][:count]
        for card in found:
            self.marked.remove(card)
        plain = [c for c in self.plain if KIND[c.number] == kind][: count - len(found)]
        for card in plain:
            self.plain.remove(card)
        if len(found) + len(plain) < count:
            raise InvalidMove(f"the hand on turn does not hold {count} of {FACES[kind][0].code}, whatever the suit")
        return tuple(sorted((*found, *plain)))

    def laid(self, move: CoreMove) -> tuple[Card, ...]:
        """The hand cards of one meld: naturals, then twos, then jokers."""
        return (
            *self.some(move.rank, move.naturals),
            *self.some(TWO, move.twos),
            *self.some(WILD_JOKER, move.jokers),
        )


def _part(move: CoreMove, choice: _Choice, down: set[int]) -> Part:
    return Part(choice.laid(move), Target(RANKED[move.rank]) if move.rank in down else None)
