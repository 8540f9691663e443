"""A table as code has it: what can be asked of it, and every act that can be done at it without its page."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Self

from canasta_teach.cards import Card, cards
from canasta_teach.errors import CanastaError
from canasta_teach.game.record import DealRecord
from canasta_teach.game.ruling import Ruling
from canasta_teach.game.scoring import ScoreSheet, score
from canasta_teach.game.state import Position
from canasta_teach.game.view import view
from canasta_teach.i18n import translate
from canasta_teach.rulebook.ruleset import RuleSet
from canasta_teach.widgets.hand import Order, known_order, sorted_text
from canasta_teach.widgets.laying import Laying
from canasta_teach.widgets.ruled import RuledWidget
from canasta_teach.widgets.table_game import open_file, read
from canasta_teach.widgets.table_sitting import Sitting
from canasta_teach.widgets.tray_acts import is_index, no_tray
from canasta_teach.widgets.words import apart


class CodeTable(RuledWidget):
    """A table as code has it. What is done by code is told and shown on the page as well.

    The page itself is the subclass's, which also says at which deal is played and where house rules come from: see
    :class:`~canasta_teach.widgets.table.Table`.
    """

    _sitting: Sitting
    _house: RuleSet | None

    # -- what code can ask -------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """The position as it stands, with all that is hidden from the learner."""
        return self._sitting.position

    @property
    def seen(self) -> Position:
        """The position as the one whose hand is shown may know it."""
        return view(self.position, self.seat)

    @property
    def seat(self) -> int:
        """The seat whose hand is shown (0-based)."""
        return self._sitting.seat

    @property
    def record(self) -> DealRecord:
        """The deal as a record: how it began, and the acts that were done; what was refused is left out."""
        return self._sitting.game.to_record()

    @property
    def text(self) -> str:
        """The deal as text, as :meth:`save` writes it and :meth:`paste` reads it.

        Raises:
            InvalidRecord: when its rules or its start are such as no file can say.
        """
        return self.record.to_json()

    @property
    def ruling(self) -> Ruling | None:
        """The referee's last ruling on an act made here, ``None`` before the first."""
        return self._sitting.ruling

    @property
    def log(self) -> tuple[str, ...]:
        """What happened and was tried, in words, as the one whose hand is shown may know it."""
        return tuple(self._sitting.line(number) for number in range(self.step))

    @property
    def step(self) -> int:
        """How many entries of the log stand; :meth:`go_to` leads back to any of them."""
        return self._sitting.game.step

    @property
    def score_sheets(self) -> list[ScoreSheet]:
        """What each side scores in this deal, once it is over.

        Raises:
            InvalidPosition: when the deal is not over, or a hand is not known.
        """
        return score(self.position)

    @property
    def hand(self) -> tuple[Card, ...]:
        """The cards of the hand that is shown, without those on trays, in the order of showing."""
        return tuple(self._sitting.hand.values())

    # -- what code and mouse can do ----------------------------------------------------------------

    def do(self, text: str) -> Laying:
        """Do an act of the notation, or try to; give what the referee says.

        Args:
            text: such as ``"take with KH KD"``. It is an act of the seat shown, out of turn where that is not to act,
                unless it says ``seat n:``.

        Raises:
            InvalidMove: when the text is no act.
            InvalidCard: for a word that names no card.
        """
        answer, words = self._sitting.do(text)
        self._tell(words)
        return answer

    def mend(self) -> Laying:
        """Do what the ruling that is shown names as the nearest legal act.

        Raises:
            InvalidMove: when there is no such ruling, or it names none.
        """
        answer, words = self._sitting.mend()
        self._tell(words)
        return answer

    def undo(self) -> Self:
        """Take back the learner's last act, and all that others did after it. A real table knows no undo.

        Raises:
            InvalidMove: when there is nothing to take back.
        """
        return self._tell(self._sitting.undo())

    def redo(self) -> Self:
        """Do again what was taken back last.

        Raises:
            InvalidMove: when there is nothing.
        """
        return self._tell(self._sitting.redo())

    def go_to(self, step: int) -> Self:
        """From here again: go on from behind the first ``step`` entries of the log; 0 is the start.

        Raises:
            InvalidMove: when there is no such step.
        """
        return self._tell(self._sitting.go_to(step))

    def play_on(self) -> Self:
        """Let the others play until it is the learner's turn, or the deal is over.

        Raises:
            InvalidMove: when nobody is waited for, or another player cannot play.
        """
        return self._tell(self._sitting.play_on())

    def step_on(self) -> Self:
        """Let the next other player play a turn.

        Raises:
            InvalidMove: as :meth:`play_on`.
        """
        return self._tell(self._sitting.step_on())

    def choose(self, some: str | Iterable[str | Card] = ()) -> Self:
        """Choose these cards of the hand and no others; without cards, choose none.

        Raises:
            InvalidMove: when a card is not in the hand.
            InvalidCard: for a text that names no card.
        """
        sitting = self._sitting
        sitting.picked = sitting.picked.here(sitting.claim(cards(some)))
        return self._tell()

    def sort(self, order: Order = "rank") -> Self:
        """Show the hand by ``"rank"`` or as ``"dealt"``.

        Raises:
            InvalidMove: for an order that is not known.
        """
        self._sitting.order = known_order(order)
        return self._tell(sorted_text(order))

    def put(self, some: str | Iterable[str | Card], tray: int | None = None, *, meld: int | None = None) -> Self:
        """Put cards of the hand aside: on a new tray, on number ``tray`` (0-based), or on one for the side's ``meld``.

        Raises:
            InvalidMove: when a card is not in the hand, or there is no such tray or meld.
        """
        return self._tell(self._sitting.put(self._sitting.claim(cards(some)), tray, meld))

    def off(self, tray: int | None = None) -> Self:
        """Take all cards off tray number ``tray`` (0-based), or off every tray.

        Raises:
            InvalidMove: when there is no such tray, or nothing on any.
        """
        slots = self._sitting.slots
        if tray is not None and not is_index(tray, len(slots)):
            raise no_tray(tray)
        gone = slots if tray is None else slots[tray : tray + 1]
        return self._tell(self._sitting.off(one for slot in gone for one in slot.cards))

    def show_hand(self) -> Self:
        """Show the hand of the person who is to act, where the table is passed round."""
        return self._tell(self._sitting.lift())

    def next_deal(self, seed: int | None = None) -> Self:
        """Deal the next deal of the game: the deal moves on, and the scores are carried over.

        Args:
            seed: of the shuffle; by lot when left out.

        Raises:
            InvalidMove: when the deal is not over, or the game is won.
        """
        return self._tell(self._sitting.next_deal(seed))

    def save(self, path: str | os.PathLike[str]) -> Self:
        """Save the deal to a file.

        Raises:
            InvalidRecord: when it cannot be written.
        """
        self.record.save(path)
        return self._tell(translate("Saved as {path}.").format(path=apart(os.fspath(path))))

    def load(self, path: str | os.PathLike[str]) -> Self:
        """Open a saved deal, or a table that was put together in a position editor and saved, where it can be.

        A file that is damaged or newer is refused, and the table stays as it was.

        Raises:
            InvalidRecord: with the file, the place and the reason.
            InvalidPosition: when the learner has no seat in it, or no known hand; when a saved table cannot be yet.
        """
        return self._shown_too(lambda: self._sitting.set_up(open_file(path, house=self._house)))

    def paste(self, text: str) -> Self:
        """Set up the table of a text: a position or a saved deal, as JSON. What is neither leaves the table as it was.

        Raises:
            InvalidPosition, InvalidRecord: with the place of the first fault.
        """
        return self._shown_too(lambda: self._sitting.set_up(read(text, house=self._house)))

    def _shown_too(self, change: Callable[[], str]) -> Self:
        """Make a change; what is wrong with it is told on the page as well."""
        try:
            words = change()
        except CanastaError as error:
            self.say(str(error), fault=True)
            self.refresh()
            raise
        return self._tell(words)

    def _tell(self, words: str = "") -> Self:
        self.say(words)
        self.refresh()
        return self
