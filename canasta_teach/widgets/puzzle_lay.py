"""How a learner arranges a laying: trays, what goes with the pile's top card, and the discard behind it.

Nothing is done to the table: the cards stay in the hand until the laying is checked, and however that ends, they stay
where they were put.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from canasta_teach.cards import Card
from canasta_teach.errors import InvalidMove
from canasta_teach.game import pile
from canasta_teach.game.attempt import Attempt
from canasta_teach.game.moves import Act, Move, Target
from canasta_teach.game.referee import after, is_legal, joined
from canasta_teach.game.state import Position
from canasta_teach.i18n import translate, translate_count
from canasta_teach.players.solve import Objective
from canasta_teach.teach.puzzles.model import Aim
from canasta_teach.widgets.hand import Order, Picked, claim, ordered, sorted_text
from canasta_teach.widgets.table_acts import hand_ids
from canasta_teach.widgets.tray_acts import is_index, known, put, take_off
from canasta_teach.widgets.tray_state import Slot, State, start

_ENDINGS: Final = frozenset({Objective.GOING_OUT, Objective.BEST_SCORE})
"""What may turn on the last discard."""
_TAKE: Final = Move((Act("take"),))


class Arranged(Struct, frozen=True):
    """What is arranged.

    Attributes:
        state: the hand and the trays; where a free pile was taken, its cards are in the hand.
        top: cards of the hand that go with the pile's top card, by id.
        onto: the index of the meld on which the top card is laid; ``None`` for none.
        last: the card to discard, by id; empty for none.
        took: a free pile was taken.
        declared: the trays are laid as a relancinho.
    """

    state: State
    top: tuple[str, ...] = ()
    onto: int | None = None
    last: str = ""
    took: bool = False
    declared: bool = False

    @property
    def held(self) -> dict[str, Card]:
        """The cards that were put nowhere, by id."""
        return {one: face for one, face in self.state.held.items() if one not in self.top and one != self.last}

    @property
    def bare(self) -> bool:
        """Whether nothing is arranged."""
        return not (self.state.slots or self.top or self.last or self.took) and self.onto is None


class Arrangement:
    """The learner's laying as far as it is arranged, by mouse, keys or code.

    Args:
        position: the table of the puzzle.
        aim: what is to be reached in it.

    Attributes:
        start, aim: these.
        with_top: the pile is taken for its top card, which has to be laid.
        free: the pile is taken freely, before anything is laid.
        discards: a discard may belong to the answer.
        declares: a relancinho may be the answer.
        picked: the chosen cards.
        order: the order of the hand.
    """

    def __init__(self, position: Position, aim: Aim) -> None:
        taking = position.phase == "draw"
        self.free = taking and pile.is_free(position)
        self.with_top = taking and not self.free
        self.discards = bool(aim.end) or aim.what in _ENDINGS
        self.declares = position.rules.has("out.relancinho") and aim.what in _ENDINGS
        self.start, self.aim = position, aim
        self.now = Arranged(start(position))
        self._past: list[Arranged] = []
        self.picked = Picked()
        self.order: Order = "rank"

    # -- what there is -----------------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        """Whether something can be taken back."""
        return bool(self._past)

    @property
    def act(self) -> Act:
        """What is laid, as one act."""
        now = self.now
        parts = now.state.act.parts
        if self.with_top:
            onto = None if now.onto is None else Target(f"#{now.onto}")
            return Act("take", cards=tuple(now.state.hand[one] for one in now.top), onto=onto, parts=parts)
        return Act("relancinho" if now.declared else "lay", parts=parts)

    @property
    def attempt(self) -> Attempt:
        """The laying as the referee would work it out: what it counts, and what is needed."""
        return Attempt(self.now.state.position, self.act, self.now.state.seat)

    @property
    def move(self) -> Move:
        """All that is arranged, as one move.

        Raises:
            InvalidMove: when nothing is arranged.
        """
        now = self.now
        if now.bare:
            raise InvalidMove(translate("Arrange your laying first: choose cards, and put them on a tray."))
        acts = [Act("take")] if now.took else []
        if now.state.slots or now.top or now.onto is not None:
            acts.append(self.act)
        if now.last:
            acts.append(Act("discard", cards=(now.state.hand[now.last],)))
        return Move(tuple(acts))

    # -- what is done ------------------------------------------------------------------------------

    def put(self, ids: Sequence[str], *, tray: int | None = None, meld: int | None = None, like: bool = False) -> str:
        """Put cards on a tray, for a meld, with their like, or on a new tray; gives the words that tell of it.

        Raises:
            InvalidMove: when they are not held, or there is no such tray or meld.
        """
        now = self._freed(ids)
        if like:
            tray = now.state.like(ids)
        state, _ = put(now.state, ids, tray, meld)
        self._have(replace(now, state=state))
        text = translate_count("{n} card put on a tray.", "{n} cards put on a tray.", len(ids)).format(n=len(ids))
        return f"{text} {self.counted}"

    def with_pile(self, ids: Sequence[str]) -> str:
        """Put cards with the pile's top card; a free pile is taken. Gives the words that tell of it.

        Raises:
            InvalidMove: when they are not held, or the pile is no matter here.
        """
        if self.free:
            return self._take()
        if not self.with_top:
            raise InvalidMove(translate("In this puzzle the pile is not taken: lay from your hand."))
        now = self._freed(ids)
        self._have(replace(now, top=(*now.top, *ids), onto=None))
        text = translate_count(
            "{n} card put with the pile's top card.", "{n} cards put with the pile's top card.", len(ids)
        )
        return f"{text.format(n=len(ids))} {self.counted}"

    def lay_top_on(self, meld: int) -> str:
        """Lay the pile's top card on a meld of the side, or no longer; gives the words that tell of it.

        Raises:
            InvalidMove: when there is no such meld, or the pile is no matter here.
        """
        if not self.with_top:
            raise InvalidMove(translate("Choose cards first, then press the meld to which they are added."))
        if not is_index(meld, len(self.now.state.melds)):
            raise InvalidMove(translate("The side has no meld #{n}.").format(n=meld))
        if self.now.onto == meld:
            self._have(replace(self.now, onto=None))
            return translate("The pile's top card is on no meld any more.")
        self._have(replace(self.now, onto=meld, top=()))
        return f"{translate('The top card of the pile goes on that meld.')} {self.counted}"

    def discard(self, ids: Sequence[str]) -> str:
        """Have this card discarded at the end; gives the words that tell of it.

        Raises:
            InvalidMove: when it is not one card that is held, or no discard belongs to the answer.
        """
        if not self.discards:
            raise InvalidMove(translate("This puzzle ends with the laying: no discard is asked for."))
        if len(ids) != 1:
            raise InvalidMove(translate("Choose the one card that you discard."))
        self._have(replace(self._freed(ids), last=ids[0]))
        return translate("One card is put aside as your discard.")

    def declare(self) -> str:
        """Lay the trays as a relancinho, or no longer; gives the words that tell of it.

        Raises:
            InvalidMove: when there is no such thing here.
        """
        if not self.declares:
            raise InvalidMove(translate("There is no relancinho here."))
        self._have(replace(self.now, declared=not self.now.declared))
        if self.now.declared:
            return translate("The trays are laid as a relancinho.")
        return translate("The trays are laid as usual.")

    def off(self, ids: Collection[str]) -> str:
        """Take cards back to the hand; gives the words that tell of it.

        Raises:
            InvalidMove: when one of them was put nowhere.
        """
        now = self.now
        aside = {*now.top, now.last} - {""}
        on_trays = [one for one in ids if one not in aside]
        state = now.state
        if on_trays or not ids:
            state, _ = take_off(state, on_trays)
        top = tuple(one for one in now.top if one not in ids)
        self._have(replace(now, state=state, top=top, last="" if now.last in ids else now.last))
        text = translate_count("{n} card taken back to the hand.", "{n} cards taken back to the hand.", len(set(ids)))
        return f"{text.format(n=len(set(ids)))} {self.counted}"

    def undo(self) -> str:
        """Take the last act back; gives the words that tell of it.

        Raises:
            InvalidMove: when there is none.
        """
        if not self._past:
            raise InvalidMove(translate("There is nothing to take back."))
        self.now = self._past.pop()
        self.picked = self.picked.left(self.now.held)
        return translate("The last act is taken back.")

    def reset(self) -> str:
        """Take everything back; gives the words that tell of it."""
        self._past.clear()
        self.now = Arranged(start(self.start))
        self.picked = self.picked.here(())
        return translate("All your cards are in your hand again.")

    def sort(self, order: Order) -> str:
        """Show the hand in another order; gives the words that tell of it."""
        self.order = order
        return sorted_text(order)

    def set_out(self, move: Move) -> bool:
        """Arrange what a move lays and discards; ``False``, and nothing changed, where trays cannot show it."""
        found = _Setting(self).of(move)
        if found is None:
            return False
        self._have(found)
        return True

    @property
    def counted(self) -> str:
        """What is arranged counts, in words."""
        attempt = self.attempt
        if attempt.needed:
            text = translate("It counts {n} of {needed} needed.")
            return text.format(n=attempt.counted, needed=attempt.needed)
        return translate("It counts {n}.").format(n=attempt.counted)

    def _take(self) -> str:
        now = self.now
        if now.took:
            raise InvalidMove(translate("You have taken the pile already."))
        if not is_legal(now.state.position, _TAKE):
            raise InvalidMove(translate("The pile cannot be taken here."))
        self._have(taken(now))
        return translate("The pile is in your hand.")

    def _freed(self, ids: Sequence[str]) -> Arranged:
        """What is arranged without these cards, which are then put elsewhere."""
        if not known(self.now.state, ids):
            raise InvalidMove(translate("Choose cards of the hand first."))
        now = self.now
        top = tuple(one for one in now.top if one not in ids)
        slots = tuple(Slot(tuple(c for c in slot.cards if c not in ids), slot.onto) for slot in now.state.slots)
        # An empty tray keeps its place until the cards are down, so that the number of a tray still means it.
        return replace(now, state=replace(now.state, slots=slots), top=top, last="" if now.last in ids else now.last)

    def _have(self, now: Arranged) -> None:
        self._past.append(self.now)
        slots = tuple(slot for slot in now.state.slots if slot.cards)
        self.now = replace(now, state=replace(now.state, slots=slots))
        self.picked = self.picked.left(self.now.held)


def taken(now: Arranged) -> Arranged:
    """What is arranged, with the cards of a free pile in the hand."""
    there = after(now.state.position, _TAKE)
    hand = hand_ids(there.hands[now.state.seat] or (), now.state.hand)
    return replace(now, state=replace(now.state, position=there, hand=hand), took=True)


class _Setting:
    """A move set out on trays."""

    def __init__(self, arrangement: Arrangement) -> None:
        self._all = arrangement
        self._now = Arranged(start(arrangement.start))
        self._free = self._ordered()
        self._slots: list[Slot] = []

    def of(self, move: Move) -> Arranged | None:
        acts = [act for _, act in joined(move, self._all.start.rules)]
        for number, act in enumerate(acts):
            if not self._one(act, first=not number, final=number == len(acts) - 1):
                return None
        return replace(self._now, state=replace(self._now.state, slots=tuple(self._slots)))

    def _one(self, act: Act, *, first: bool, final: bool) -> bool:
        if act.seat is not None:
            return False
        match act.kind:
            case "take" if first and self._all.with_top:
                return self._top(act) and self._lay(act)
            case "take" if first and self._all.free and not (act.cards or act.onto or act.parts):
                if not is_legal(self._all.start, _TAKE):
                    return False
                self._now = taken(self._now)
                self._free = self._ordered()
                return True
            case "lay":
                return not self._all.with_top and self._lay(act)
            case "relancinho" if self._all.declares and not self._slots:
                self._now = replace(self._now, declared=True)
                return self._lay(act)
            case "discard" if final and self._all.discards:
                ids = self._claimed(act.cards)
                if ids is None:
                    return False
                self._now = replace(self._now, last=ids[0])
                return True
            case _:
                return False

    def _top(self, act: Act) -> bool:
        ids = self._claimed(act.cards)
        onto = None if act.onto is None else self._now.state.index(act.onto)
        if ids is None or (act.onto is not None and onto is None):
            return False
        self._now = replace(self._now, top=tuple(ids), onto=onto)
        return True

    def _lay(self, act: Act) -> bool:
        for part in act.parts:
            ids = self._claimed(part.cards)
            onto = None if part.to is None else self._now.state.index(part.to)
            if ids is None or (part.to is not None and onto is None):
                return False
            self._slots.append(Slot(tuple(ids), onto))
        return True

    def _ordered(self) -> dict[str, Card]:
        state = self._now.state
        return ordered(state.hand, self._all.order, state.position.rules)

    def _claimed(self, some: Sequence[Card]) -> list[str] | None:
        ids = claim(self._free, some)
        for one in ids or ():
            del self._free[one]
        return ids
