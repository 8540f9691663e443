"""The core of games with runs, or with several melds of a rank: Brazilian, and house rules like it.

Cards keep their suits here, and only identical cards are folded.
"""

from __future__ import annotations

from collections.abc import Sequence

from canasta_teach.errors import IllegalMove, InvalidMove, InvalidPosition
from canasta_teach.game.attempt import Attempt
from canasta_teach.game.core.runs.apply import Applier
from canasta_teach.game.core.runs.cards import UNIT, UNKNOWNS, pack, unpack
from canasta_teach.game.core.runs.lists import Lists
from canasta_teach.game.core.runs.melds import MeldBook
from canasta_teach.game.core.runs.normal import split
from canasta_teach.game.core.runs.random import Chooser
from canasta_teach.game.core.runs.score import Scorer
from canasta_teach.game.core.runs.state import (
    ADD,
    ANSWER,
    ASK,
    DISCARD,
    DRAW,
    LAY,
    NEW,
    OVER,
    PLAYING,
    REDRAW,
    RELANCINHO,
    TABLE,
    TAKE,
    TAKE_USING,
    CoreMove,
    Parts,
    State,
    fold_position,
    pack_position,
    unpack_state,
)
from canasta_teach.game.melds import read
from canasta_teach.game.moves import Act, Move, Part, Target
from canasta_teach.game.referee import is_legal, judge
from canasta_teach.game.state import Position
from canasta_teach.rulebook.ruleset import RuleSet

_WORDS = {DRAW: Act("draw"), REDRAW: Act("redraw"), TAKE: Act("take"), ASK: Act("ask")}


class RunsCore:
    """See :class:`canasta_teach.game.core.Core`."""

    def __init__(self, rules: RuleSet, players: int) -> None:
        self.rules = rules
        self.book = MeldBook(rules)
        self.mover = Chooser(rules, players, self.book)
        self.lists = Lists(self.mover)
        self.applier = Applier(rules, players, self.book, self.mover.can_take)
        self.scorer = Scorer(rules, players, self.book)
        self._bare = Position(rules=rules, players=players)
        self.apply = self.applier.apply
        self.random_move = self.mover.random_move
        self.each_move = self.mover.each_move

    def pack(self, position: Position, *, partial: bool = False) -> State:
        """The position as a state; see :meth:`canasta_teach.game.core.Core.pack`."""
        return pack_position(self.book, position, partial=partial)

    def unpack(self, state: State) -> Position:
        """The state as a position: the very one it was packed from, or after moves one in a fixed order of cards."""
        return unpack_state(self._bare, state)

    def fold(self, position: Position) -> Position:
        """The position with everything that makes no difference made alike."""
        return fold_position(position)

    def moves(self, state: State) -> Sequence[CoreMove]:
        """Every move of the normal form at once."""
        if state.phase == PLAYING:
            found = self.lists.plain(state)
            if found is not None:
                return found
        return tuple(self.mover.each_move(state))

    def is_over(self, state: State) -> bool:
        """Whether the deal is over."""
        return state.phase == OVER

    def scores(self, state: State) -> tuple[int, ...]:
        """What the deal that is over scores for each side, in points.

        Raises:
            InvalidPosition: when the deal is not over, or a hand is not known.
        """
        if state.phase != OVER:
            raise InvalidPosition("phase", "only a deal that is over is scored")
        for seat, hand in enumerate(state.hands):
            if hand < 0 or hand & UNKNOWNS:
                raise InvalidPosition(f"hands[{seat}]", "the score needs this hand, and it is not known")
        return self.scorer.scores(state)

    # -- acts --------------------------------------------------------------------------------------

    def render(self, position: Position, move: CoreMove) -> Act:
        """A move as an act of the notation."""
        kind = move.kind
        word = _WORDS.get(kind)
        if word is not None:
            return word
        if kind == ANSWER:
            return Act("answer", yes=bool(move.at))
        if kind in (DISCARD, TABLE):
            return Act("discard" if kind == DISCARD else "table", cards=unpack(move.cards))
        if kind == RELANCINHO:
            return Act("relancinho", parts=tuple(Part(unpack(cards)) for _, cards in move.parts))
        names = self._names(position)
        parts = tuple(Part(unpack(cards), names[at] if at >= 0 else None) for at, cards in move.parts)
        if kind == TAKE_USING:
            return Act("take", cards=unpack(move.cards), onto=names[move.at] if move.at >= 0 else None, parts=parts)
        if kind in (NEW, ADD):
            parts = (Part(unpack(move.cards), names[move.at] if kind == ADD else None),)
        return Act("lay", parts=parts)

    def _names(self, position: Position) -> list[Target]:
        """How the side's melds are named: a set by its rank where no other has it, else by its place."""
        shapes = [read(meld, self.rules) for meld in position.melds[position.side(position.turn)]]
        ranks = [shape.rank if shape.kind == "set" else "" for shape in shapes]
        return [Target(rank if rank and ranks.count(rank) == 1 else f"#{at}") for at, rank in enumerate(ranks)]

    def read(self, position: Position, act: Act) -> CoreMove:
        """The move that a legal act of the normal form is.

        Raises:
            InvalidMove: for an act of a kind that is in no normal form.
        """
        match act.kind:
            case "draw":
                return CoreMove(DRAW)
            case "redraw":
                return CoreMove(REDRAW)
            case "ask":
                return CoreMove(ASK)
            case "answer":
                return CoreMove(ANSWER, at=int(bool(act.yes)))
            case "discard" | "table":
                return CoreMove(DISCARD if act.kind == "discard" else TABLE, UNIT[act.cards[0]])
            case "take" if not act.cards and act.onto is None and not act.parts:
                return CoreMove(TAKE)
            case "take" | "lay" | "relancinho":
                return self._read_laying(Attempt(position, act, position.turn))
            case _:
                raise InvalidMove(f"{act}: this is no act of the normal form")

    def _read_laying(self, attempt: Attempt) -> CoreMove:
        take, parts = pieces(attempt)
        if attempt.act.kind == "relancinho":
            return CoreMove(RELANCINHO, parts=in_order(parts))
        if take is not None:
            return CoreMove(TAKE_USING, take[1], take[0], in_order(parts))
        if len(parts) == 1:
            at, cards = parts[0]
            return CoreMove(NEW, cards) if at < 0 else CoreMove(ADD, cards, at)
        return CoreMove(LAY, parts=in_order(parts))

    def normal_form(self, position: Position, act: Act) -> tuple[Act, ...]:
        """A legal act as acts of the normal form that end in the same state when done in turn.

        Cards that it names as drawn stay named where the stock is not known.

        Raises:
            IllegalMove: when the referee refuses it.
        """
        if not is_legal(position, Move((act,))):
            raise IllegalMove(judge(position, Move((act,))))
        if act.kind in ("draw", "redraw") and (position.stock is None or any(c.code == "??" for c in position.stock)):
            return (Act(act.kind, cards=act.cards),)
        state = self.pack(position, partial=True)
        moves: list[CoreMove] = []
        free = not self.rules.has("pile.top-card")
        if act.kind == "take" and free:
            moves.append(CoreMove(TAKE))
            attempt = Attempt(position, act, position.turn)
            if attempt.melds:
                taken = self.apply(state, moves[0])
                _, parts = pieces(attempt, all_parts=True)
                moves += split(self.mover, self.apply, taken, parts, None)
        elif act.kind in ("take", "lay"):
            take, parts = pieces(Attempt(position, act, position.turn))
            moves += split(self.mover, self.apply, state, parts, take)
        else:
            moves.append(self.read(position, act))
        acts: list[Act] = []
        here = position
        for i, move in enumerate(moves):
            acts.append(self.render(here, move))
            if i + 1 < len(moves):
                state = self.apply(state, move)
                here = self.unpack(state)
        return tuple(acts)


def pieces(attempt: Attempt, *, all_parts: bool = False) -> tuple[tuple[int, int] | None, Parts]:
    """A legal laying: what the top card does (place of the meld, -1 for a new one; hand cards), and the other parts.

    With ``all_parts`` the top card is laid as any other.
    """
    lying = len(attempt.position.melds[attempt.side])
    take: tuple[int, int] | None = None
    parts: list[tuple[int, int]] = []
    for meld in attempt.melds:
        at = meld.index if meld.index < lying else -1
        cards = pack(meld.added)
        if meld is attempt.top_meld and attempt.top is not None and not all_parts:
            take = (at, cards - UNIT[attempt.top])
        else:
            parts.append((at, cards))
    return take, tuple(parts)


def in_order(parts: Parts) -> Parts:
    """Parts in the order of the normal form."""
    return tuple(sorted(parts, key=lambda part: (part[0] < 0, part)))
