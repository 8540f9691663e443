"""The meld tray: a hand of cards, trays to arrange melds on, a running count, and the referee's answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from textwrap import fill
from typing import Any, ClassVar

import msgspec

from canasta_teach.cards import Card, cards, labels
from canasta_teach.errors import InvalidMove, InvalidPosition
from canasta_teach.game.moves import Act, Move
from canasta_teach.game.referee import after, judge
from canasta_teach.game.ruling import Ruling
from canasta_teach.game.state import Position
from canasta_teach.rulebook.ruleset import RuleSet
from canasta_teach.static_html import as_html
from canasta_teach.widgets.base import CourseWidget, module, style
from canasta_teach.widgets.ruling_view import said
from canasta_teach.widgets.tray_state import (
    LayAct,
    OffAct,
    PageAct,
    PutAct,
    ResetAct,
    Slot,
    State,
    UndoAct,
    claim,
    laying,
    table,
)
from canasta_teach.widgets.tray_view import tray_view
from canasta_teach.widgets.words import count, in_order


class Laying:
    """What the referee says to a laying: its ``ruling``, which a notebook shows in lines."""

    def __init__(self, ruling: Ruling) -> None:
        self.ruling = ruling

    @property
    def legal(self) -> bool:
        """Whether the referee allows it."""
        return self.ruling.legal

    def __repr__(self) -> str:
        return "\n".join(_wrapped(line) for line in self.ruling.text.splitlines())

    def _repr_html_(self) -> str:
        return as_html(self.ruling.text.splitlines())


def _wrapped(line: str) -> str:
    """A line broken between words, as far in as it begins: notebooks break long lines within words."""
    indent = " " * (len(line) - len(line.lstrip()))
    return fill(line.strip(), 84, initial_indent=indent, subsequent_indent=indent, break_long_words=False)


class MeldTray(CourseWidget):
    """A tray on which melds are arranged, by mouse, keyboard or code, and laid before the referee.

    Cards on a tray are still in the hand until they are laid. A laying that is refused changes nothing.

    Args:
        position: a position, as an object or in the public format; its player on turn holds the tray. Or leave it
            out and give the parts that matter:
        hand: the cards held, such as ``"KH KS 2D"``.
        rules: a rule set's key, or a rule set.
        melds: what the side has on the table: texts of cards, or one text with ``/`` between melds.
        score: the side's score before this deal, in points.
        options: values of the rule set overridden.
        house: house rules, where ``rules`` is ``"house"``.
        title: what stands above the tray; by default, what is to do.

    Raises:
        InvalidPosition: when the parts make no position, or the hand is not known.
        InvalidCard: for a text that names no card.
    """

    kind: ClassVar[str] = "MeldTray"
    _esm = module("card.js", "ruling.js", "meld_tray.js")
    _css = style("meld_tray.css")

    def __init__(
        self,
        position: Position | Mapping[str, Any] | None = None,
        *,
        hand: str | Iterable[str] | None = None,
        rules: str | RuleSet = "classic",
        melds: str | Sequence[str] = (),
        score: int = 0,
        options: Mapping[str, Any] | None = None,
        house: RuleSet | None = None,
        title: str | None = None,
    ) -> None:
        if position is None:
            position = table(hand, rules, melds, score, options=options, house=house)
        elif not isinstance(position, Position):
            position = Position.parse(dict(position), house=house)
        dealt = position.hands[position.turn]
        if dealt is None or any(c.code == "??" for c in dealt):
            raise InvalidPosition(f"hands[{position.turn}]", "a meld tray needs a hand whose cards are all known")
        self._heading = title
        self._start = State(position, {f"c{i}": c for i, c in enumerate(in_order(dealt))})
        self._state = self._start
        self._past: list[State] = []
        super().__init__()

    # -- what code can ask -------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """The position as it stands; cards on trays are still in the hand."""
        return self._state.position

    @property
    def ruling(self) -> Ruling | None:
        """The referee's last ruling, ``None`` before the first."""
        return self._state.ruling

    @property
    def hand(self) -> tuple[Card, ...]:
        """The cards that are on no tray, in the order of showing."""
        return tuple(self._state.held.values())

    @property
    def trays(self) -> tuple[tuple[Card, ...], ...]:
        """The cards on each tray."""
        return tuple(self._state.on(slot) for slot in self._state.slots)

    # -- what code and mouse can do ----------------------------------------------------------------

    def put(self, some: str | Iterable[str], *, tray: int | None = None, meld: int | None = None) -> MeldTray:
        """Put cards of the hand on a new tray, on tray number ``tray`` (0-based), or on a tray for the side's ``meld``.

        Args:
            some: the cards, as ``"KH KS 2D"``.
            tray: a tray's place, 0-based.
            meld: the index of a meld of the side.

        Raises:
            InvalidMove: when a card is not in the hand, or there is no such tray or meld.
        """
        wanted = cards(some)
        ids = claim(self._state.held, wanted)
        if ids is None:
            raise InvalidMove(f"{labels(wanted)}: not all of these are in the hand, which holds {labels(self.hand)}")
        self._put(ids, tray, meld)
        self.refresh()
        return self

    def lay(self, text: str | None = None) -> Laying:
        """Lay the trays, or the melds of ``text``, before the referee; a legal laying moves the cards to the table.

        Args:
            text: melds as in the move notation, with or without its verb: ``"KH KS 2D / AH AD AC"``,
                ``"add KC to K"``. They take the place of what is on the trays.

        Raises:
            InvalidMove: when the text is no laying, or there is nothing to lay.
            InvalidCard: for a word that names no card.
        """
        if text is not None:
            act = laying(text)
            self._arrange(act)
        elif self._state.slots:
            act = self._state.act
        else:
            raise InvalidMove("there is nothing on the trays to lay: put cards on a tray first")
        answer = self._lay(act)
        self.refresh()
        return answer

    def judge(self, text: str) -> Laying:
        """Ask the referee about a laying from the hand and table of the start; what the tray shows stays as it is.

        Args:
            text: melds as for :meth:`lay`.

        Raises:
            InvalidMove: when the text is no laying.
            InvalidCard: for a word that names no card.
        """
        return Laying(judge(self._start.position, Move((laying(text),))))

    def undo(self) -> MeldTray:
        """Take the last act back: a card put or taken off, or a laying."""
        self._undo()
        self.refresh()
        return self

    def reset(self) -> MeldTray:
        """Begin again with the hand and the table of the start."""
        self._reset()
        self.refresh()
        return self

    # -- acts --------------------------------------------------------------------------------------

    def act(self, message: Any) -> None:
        """Do what the page asks."""
        try:
            wish = msgspec.convert(message, PageAct)
        except msgspec.ValidationError as error:
            raise InvalidMove(f"the page sent an act that the tray does not know: {error}") from None
        match wish:
            case PutAct():
                self._put(wish.cards, wish.tray, wish.meld)
            case OffAct():
                self._take_off(wish.cards)
            case LayAct():
                if not self._state.slots:
                    raise InvalidMove("There is nothing on the trays yet: put cards on a tray first.")
                self._lay(self._state.act)
            case UndoAct():
                self._undo()
            case ResetAct():
                self._reset()

    def _keep(self, state: State) -> None:
        self._past.append(self._state)
        self._state = state

    def _put(self, ids: Sequence[str], tray: int | None, meld: int | None) -> None:
        state = self._state
        if not ids or any(one not in state.held for one in ids) or len(set(ids)) < len(ids):
            raise InvalidMove("Choose cards of the hand first.")
        slots = list(state.slots)
        if meld is not None:
            if not 0 <= meld < len(state.melds):
                raise InvalidMove(f"The side has no meld #{meld}.")
            tray = next((i for i, slot in enumerate(slots) if slot.onto == meld), None)
        elif tray is not None and not 0 <= tray < len(slots):
            raise InvalidMove(f"There is no tray {tray + 1}.")
        if tray is None:
            tray = len(slots)
            slots.append(Slot((), meld))
        wild = state.position.rules.is_wild
        both = sorted((*slots[tray].cards, *ids), key=lambda one: wild(state.hand[one]))
        slots[tray] = Slot(tuple(both), slots[tray].onto)
        self._keep(State(state.position, state.hand, tuple(slots)))
        name = self._state.name(slots[tray])
        attempt = self._state.attempt
        need = f" of {attempt.needed} needed" if attempt.needed else ""
        self.say(f"{count(len(ids), 'card')} put on tray {tray + 1}, {name}. The trays count {attempt.counted}{need}.")

    def _take_off(self, ids: Sequence[str]) -> None:
        state = self._state
        on_trays = {one for slot in state.slots for one in slot.cards}
        if not ids or any(one not in on_trays for one in ids):
            raise InvalidMove("These cards are not on a tray.")
        slots = (Slot(tuple(one for one in slot.cards if one not in ids), slot.onto) for slot in state.slots)
        self._keep(State(state.position, state.hand, tuple(slot for slot in slots if slot.cards)))
        self.say(f"{count(len(ids), 'card')} taken back to the hand. The trays count {self._state.attempt.counted}.")

    def _arrange(self, act: Act) -> None:
        """Put an act's cards on trays, if all of them are held; else the trays stay as they are."""
        position, free = self._state.position, dict(self._state.hand)
        slots: list[Slot] = []
        for part in act.parts:
            ids = claim(free, part.cards)
            onto = None if part.to is None else self._state.index(part.to)
            if ids is None or (part.to is not None and onto is None):
                return
            for one in ids:
                del free[one]
            slots.append(Slot(tuple(ids), onto))
        self._keep(State(position, self._state.hand, tuple(slots)))

    def _lay(self, act: Act) -> Laying:
        state = self._state
        move = Move((act,))
        ruling = judge(state.position, move)
        if ruling.legal:
            laid = {one for slot in state.slots for one in slot.cards}
            left = {one: c for one, c in state.hand.items() if one not in laid}
            self._keep(State(after(state.position, move), left, (), ruling))
        else:
            self._state = State(state.position, state.hand, state.slots, ruling)
        self.say(said(ruling))
        return Laying(ruling)

    def _undo(self) -> None:
        if not self._past:
            raise InvalidMove("There is nothing to take back.")
        self._state = self._past.pop()
        self.say("The last act is taken back.")

    def _reset(self) -> None:
        self._past.clear()
        self._state = self._start
        self.say("The tray is as it was at the start.")

    # -- what is shown -----------------------------------------------------------------------------

    def draw(self) -> dict[str, Any]:
        """The view-model."""
        return tray_view(self._state, title=self._heading, can_undo=bool(self._past))

    def lines(self) -> list[str]:
        """The tray in text: the hand and the count, then the table and the trays."""
        state, attempt = self._state, self._state.attempt
        needed = f" of {attempt.needed}" if attempt.needed else ""
        first = f"{labels(state.held.values()) or 'no cards'} | {attempt.counted}{needed} points on the trays"
        melds = state.melds
        lying = [f"On the table: {' / '.join(map(labels, melds))}"] if melds else []
        trays = [f"On the trays: {' / '.join(map(labels, self.trays))}"] if state.slots else []
        return [first, *lying, *trays]
