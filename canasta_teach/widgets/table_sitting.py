"""What a table holds while somebody plays at it: the deal, whose hand is shown, cards put aside, the last ruling.

No page is known here. Each change gives the words that tell of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from canasta_teach.cards import Card
from canasta_teach.errors import InvalidMove, InvalidPosition
from canasta_teach.game.moves import Move
from canasta_teach.game.ruling import Ruling
from canasta_teach.game.state import Position
from canasta_teach.given import is_whole
from canasta_teach.i18n import translate
from canasta_teach.widgets.hand import Order, Picked, claimed, ordered
from canasta_teach.widgets.laying import Laying
from canasta_teach.widgets.ruling_view import said
from canasta_teach.widgets.table_acts import DoAct, hand_ids, to_move
from canasta_teach.widgets.table_game import Game, do, go_to, next_deal, redo, ruling_for, to_act, undo
from canasta_teach.widgets.table_others import Others, one_turn, to_learner
from canasta_teach.widgets.table_turn import turn_text
from canasta_teach.widgets.table_words import ended, listed_titles, spoken_line, told
from canasta_teach.widgets.tray_acts import price_text, put, take_off
from canasta_teach.widgets.tray_state import Slot, State
from canasta_teach.widgets.words import capital

_LINES = 8
"""So many of the last lines are told when several acts happen at one time."""


class Sitting:
    """A deal, and how it is played at one page.

    Attributes:
        game: the deal.
        learner: the learner's seat (0-based).
        others: who plays the other seats.
        pass_round: hands are hidden until the next person asks for the own one.
        honour: irregular acts are done at their price.
        order: the order of the hand.
        picked: the chosen cards of the hand that is shown.
        slots: the trays of the hand that is shown.
        ruling: the last ruling on an act made here.
        shown: the ruling that is shown, which may be on an older act.
        paid: the ruling that is shown is on an act that was paid for.
        rulings: how many were made.
        curtain: the hand is hidden.
    """

    def __init__(self, game: Game, seat: int, *, others: Others, pass_round: bool, honour: bool) -> None:
        self.learner = seat
        self.others = others
        self.pass_round = pass_round
        self.honour = honour
        self.order: Order = "rank"
        self.rulings = 0
        self.set_up(game)

    # -- what can be asked -------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """The position as it stands."""
        return self.game.position

    @property
    def alone(self) -> bool:
        """Whether all seats are played at this page."""
        return self.pass_round or self.others == "me"

    @property
    def seat(self) -> int:
        """The seat whose hand is shown."""
        return to_act(self.position) if self.alone else self.learner

    @property
    def open_to_all(self) -> bool:
        """Whether one person plays all seats and so knows every hand."""
        return self.others == "me" and not self.pass_round

    @property
    def viewer(self) -> int | None:
        """The seat that is told what it may know; ``None`` where one person sees every hand."""
        return None if self.open_to_all else self.seat

    @property
    def waits(self) -> bool:
        """Whether another player is to act, who can be let play."""
        return not self.alone and not self.game.over and to_act(self.position) != self.learner

    @property
    def can_undo(self) -> bool:
        """Whether there is an act to take back here."""
        return self.game.can_undo if self.alone else self.game.can_undo_for(self.learner)

    @property
    def faces(self) -> dict[str, Card]:
        """The hand that is shown, by id, as dealt; cards on trays are still in it."""
        return self._ids.get(self.seat, {})

    @property
    def state(self) -> State:
        """The hand and its trays, as a meld tray holds them."""
        return State(self.position, self.seat, self.faces, self.slots)

    @property
    def hand(self) -> dict[str, Card]:
        """The cards that are on no tray, in the order of showing."""
        return ordered(self.state.held, self.order, self.position.rules)

    @property
    def banner(self) -> str:
        """Whose turn it is, in one sentence."""
        turn = turn_text(self.position, self.seat)
        text, sub = turn["text"], turn["sub"].rstrip(".")
        return ended(translate("{turn}. {todo}.").format(turn=text, todo=capital(sub))) if sub else f"{text}."

    @property
    def _next(self) -> str:
        """What comes after an act that was told: the banner; the end of a deal is told with the act that led to it."""
        return "" if self.game.over else self.banner

    def line(self, number: int) -> str:
        """An entry of the log in words (0-based), as the one whose hand is shown may know it."""
        return spoken_line(told(self.game.entries[number], self.seat, open_to_all=self.open_to_all))

    # -- the deal ----------------------------------------------------------------------------------

    def set_up(self, game: Game) -> str:
        """Play at this deal from now on.

        Raises:
            InvalidPosition: when the learner has no seat there, or the learner's hand is not known.
        """
        players = game.position.players
        if not is_whole(self.learner) or not 0 <= self.learner < players:
            text = translate("there is no seat {seat}; seats are 0 to {last}")
            raise InvalidPosition("seat", text.format(seat=self.learner, last=players - 1))
        seat = to_act(game.position) if self.alone else self.learner
        hand = game.position.hands[seat]
        if hand is None or any(one.code == "??" for one in hand):
            raise InvalidPosition(f"hands[{seat}]", translate("the table needs a hand whose cards are all known"))
        self.game = game
        self._ids: dict[int, dict[str, Card]] = {}
        self.slots: tuple[Slot, ...] = ()
        self.picked = Picked()
        self.ruling: Ruling | None = None
        self.shown: Ruling | None = None
        self.paid = False
        self._ruled: Position | None = None
        self._tried: Position | None = None
        self.curtain = self.pass_round
        self._keep_ids()
        return self.banner

    def _keep_ids(self) -> None:
        seat, hand = self.seat, self.position.hands[self.seat]
        self._ids[seat] = hand_ids(hand or (), self._ids.get(seat))

    def _have(self, game: Game) -> None:
        """Have this state of the deal; what is gone from the hand is gone from trays and choice."""
        before = self.seat
        self.game = game
        if self.seat != before:
            self.slots = ()
            self.picked = self.picked.here(())
            self.curtain = self.pass_round and not game.over
        self._keep_ids()
        held, melds = self.faces, len(self.position.melds[self.position.side(self.seat)])
        left = (Slot(tuple(one for one in slot.cards if one in held), slot.onto) for slot in self.slots)
        self.slots = tuple(slot for slot in left if slot.cards and (slot.onto is None or slot.onto < melds))
        self.picked = self.picked.left(self.state.held)
        self.shown, self.paid = None, False

    # -- acts --------------------------------------------------------------------------------------

    def do(self, move: Move | str) -> tuple[Laying, str]:
        """Do an act, or try to; with the words that tell of it.

        Raises:
            InvalidMove, InvalidCard: when the text is no act, or names what there is not.
        """
        before = self.seat
        game, ruling = do(self.game, before, move, honour=self.honour, viewer=self.viewer)
        entry = game.entries[game.step - 1]
        self._have(game)
        self.ruling, self._ruled = ruling, entry.before
        self.rulings += 1
        if not ruling.legal:
            self.shown, self.paid, self._tried = ruling, entry.paid, entry.before
        words = said(ruling)
        done = "" if entry.refused else spoken_line(told(entry, before, open_to_all=self.open_to_all))
        if entry.paid:
            titles = listed_titles(ruling)
            words = f"{translate('Irregular, and paid for: {rules}.').format(rules=titles)} {done} {self._next}"
        elif ruling.legal:
            words = f"{done} {self._next}"
        return Laying(ruling, paid=entry.paid), words.rstrip()

    def wish(self, wish: DoAct) -> tuple[Laying, str]:
        """Do the act that a wish of the page comes to.

        Raises:
            InvalidMove: when what the act needs is not chosen, or is not there.
        """
        return self.do(to_move(self.position, self.seat, wish, hand=self.faces, slots=self.slots))

    def mend(self) -> tuple[Laying, str]:
        """Do what the ruling that is shown names as the nearest legal act.

        Raises:
            InvalidMove: when there is no such ruling, or it names none.
        """
        ruling = self.shown
        if ruling is None or ruling.mend is None or not self.mends:
            raise InvalidMove(translate("There is no other act here that would be legal."))
        return self.do(ruling.mend)

    @property
    def paid_for(self) -> str:
        """What was done and paid for by the act whose ruling is shown, in words; empty for nothing."""
        ruling = self.shown
        if ruling is None or ruling.consequence is None or not self.paid:
            return ""
        entry = next(one for one in reversed(self.game.done) if one.before is self._tried)
        line = told(entry, self.seat, open_to_all=self.open_to_all, costs=False)
        return f"{spoken_line(line)} {price_text(ruling.consequence)}"

    @property
    def mends(self) -> bool:
        """Whether what the ruling that is shown names can be done now: it is on the table as it stands."""
        ruling = self.shown
        return ruling is not None and not self.paid and self._tried is self.position

    def why(self, step: int | None = None) -> str:
        """Show the ruling on an act of the log, by its step, or that on the last act made here.

        Raises:
            InvalidMove: when there is no such act, or the one who looks may not know all of it.
        """
        tried: Position | None = None
        if step is None:
            ruling, paid, tried = self.ruling, False, self._ruled
        elif 1 <= step <= len(self.game.entries) and self.may_ask(step):
            entry = self.game.entries[step - 1]
            ruling, paid, tried = ruling_for(entry, self.viewer), entry.paid, entry.before
        else:
            ruling, paid = None, False
        if ruling is None:
            raise InvalidMove(translate("There is no ruling here yet."))
        self.shown, self.paid, self._tried = ruling, paid, tried
        return said(ruling)

    def may_ask(self, step: int) -> bool:
        """Whether the one who looks may know all of an act of the log."""
        entry = self.game.entries[step - 1]
        shown = told(entry, self.seat, open_to_all=self.open_to_all)
        return bool(shown["notation"] == entry.text)

    # -- back and forth, and the others ------------------------------------------------------------

    def undo(self) -> str:
        """Take back the last act made here, and all that followed it.

        Raises:
            InvalidMove: when there is none.
        """
        self._have(undo(self.game, None if self.alone else self.learner))
        return f"{translate('Taken back.')} {self.banner}"

    def redo(self) -> str:
        """Do again what was taken back last.

        Raises:
            InvalidMove: when there is nothing.
        """
        self._have(redo(self.game, None if self.alone else self.learner))
        return f"{translate('Done again.')} {self.banner}"

    def go_to(self, step: int) -> str:
        """Go on from behind the first ``step`` entries of the log.

        Raises:
            InvalidMove: when there is no such step.
        """
        self._have(go_to(self.game, step))
        return f"{translate('From here again.')} {self.banner}"

    def play_on(self) -> str:
        """Let the others play until it is the learner's turn, or the deal is over.

        Raises:
            InvalidMove: when nobody is waited for, or another player cannot play.
        """
        return self._played(to_learner(self.game, self.others, self._waiting(), honour=self.honour))

    def step_on(self) -> str:
        """Let the next other player play a turn.

        Raises:
            InvalidMove: as :meth:`play_on`.
        """
        return self._played(one_turn(self.game, self.others, self._waiting(), honour=self.honour))

    def _waiting(self) -> int:
        if self.alone:
            raise InvalidMove(translate("All seats are played here: nobody else is waited for."))
        return self.learner

    def _played(self, game: Game) -> str:
        before = self.game.step
        self._have(game)
        lines = [self.line(number) for number in range(before, game.step)]
        return " ".join([*lines[-_LINES:], self._next]).rstrip()

    def next_deal(self, seed: int | None = None) -> str:
        """Set up the next deal of the game.

        Raises:
            InvalidMove: when the deal is not over, or the game is won.
        """
        return self.set_up(next_deal(self.game, seed=seed))

    # -- the hand ----------------------------------------------------------------------------------

    def lift(self) -> str:
        """Show the hand to the person who is to act."""
        self.curtain = False
        return self.banner

    def claim(self, wanted: Sequence[Card]) -> list[str]:
        """Ids of cards that are on no tray.

        Raises:
            InvalidMove: when one is not there.
        """
        return claimed(self.hand, wanted)

    def put(self, ids: Sequence[str], tray: int | None = None, meld: int | None = None, *, like: bool = False) -> str:
        """Put cards of the hand on a tray, see :func:`canasta_teach.widgets.tray_acts.put`.

        Raises:
            InvalidMove: when there are no such cards, no such tray or no such meld.
        """
        if like and all(one in self.faces for one in ids):
            tray = self.state.like(ids)
        return self._arranged(*put(self.state, ids, tray, meld))

    def off(self, ids: Iterable[str]) -> str:
        """Take cards off their trays.

        Raises:
            InvalidMove: when one of them is on no tray.
        """
        return self._arranged(*take_off(self.state, tuple(ids)))

    def _arranged(self, state: State, words: str) -> str:
        self.slots = state.slots
        self.picked = self.picked.left(state.held)
        self.shown, self.paid = None, False
        return words
