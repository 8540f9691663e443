"""The position editor: any table put together, and the referee asked about it: was that legal?"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any, ClassVar

import msgspec
import traitlets

from canasta_teach import rulebook
from canasta_teach.cards import Card, cards
from canasta_teach.errors import InvalidMove, InvalidPosition
from canasta_teach.game.legal import legal_moves
from canasta_teach.game.moves import Move
from canasta_teach.game.ruling import Ruling
from canasta_teach.game.state import Position
from canasta_teach.given import is_whole
from canasta_teach.i18n import translate
from canasta_teach.rulebook.ruleset import RuleSet
from canasta_teach.widgets import editor_file
from canasta_teach.widgets.base import module, style
from canasta_teach.widgets.citations import set_title
from canasta_teach.widgets.editor_acts import cards_at
from canasta_teach.widgets.editor_ask import SHOWN
from canasta_teach.widgets.editor_asking import Asking
from canasta_teach.widgets.editor_changes import count_cards, move_cards, news, out_cards, put_cards, stepped
from canasta_teach.widgets.editor_draft import Draft, History, empty_draft
from canasta_teach.widgets.editor_keys import set_key
from canasta_teach.widgets.editor_messages import (
    AddAct,
    AskingAct,
    ClearAct,
    CountAct,
    LoadAct,
    MoveAct,
    OutAct,
    PageAct,
    PlaceAct,
    RedoAct,
    SaveAct,
    SetAct,
)
from canasta_teach.widgets.editor_more import more_view
from canasta_teach.widgets.editor_read import read_draft
from canasta_teach.widgets.editor_view import editor_view, fixed_view
from canasta_teach.widgets.editor_words import fault_text, place_name
from canasta_teach.widgets.hand import read_act
from canasta_teach.widgets.laying import Laying
from canasta_teach.widgets.ruled import RuledWidget
from canasta_teach.widgets.ruling_panel import RulingAct
from canasta_teach.widgets.tray_state import PasteAct, UndoAct
from canasta_teach.widgets.words import apart, in_line

_OWN = "hands[0]"


class PositionEditor(RuledWidget):
    """A table to put together by mouse, keyboard, touch, paste or code, and to ask the referee about.

    The draft may be impossible for a while: what makes it so is told at once, and the draft is kept. ``draft`` is the
    draft in the public format, ``position`` the position that it is.

    Args:
        position: what to begin with, possible or not: a position, an object of the public format, or its JSON text.
            Left out, nothing is known of the table.
        rules: a rule set's key, or a rule set; where a position is given, its own counts.
        players: their number, where no position is given.
        house: house rules, which can then be chosen beside the five.
        title: what stands above the editor; by default, what it is for.

    Raises:
        InvalidPosition: when what is given is not in the format, with the path of the first fault.
        InvalidRules: when there is no such rule set.
    """

    kind: ClassVar[str] = "PositionEditor"
    _esm = module(
        "card.js", "front.js", "drag.js", "hand.js", "ruling.js", "ruled.js",
        "editor_fields.js", "editor_table.js", "editor_palette.js", "editor_ask.js", "position_editor.js",
    )  # fmt: skip
    _css = style("ruling.css", "hand.css", "position_editor.css")

    chosen = traitlets.Tuple(help="The cards chosen for the act.")
    fixed = traitlets.Dict(help="What never changes on the page.").tag(sync=True)
    more: traitlets.List[dict[str, Any]] = traitlets.List(help="The rarer keys.").tag(sync=True)
    text = traitlets.Unicode(help="The draft as JSON text.").tag(sync=True)
    hand = traitlets.Dict(help="The hand on turn, to choose cards from for an act.").tag(sync=True)
    ask = traitlets.Dict(help="The act that is asked about, and what can be done with cards.").tag(sync=True)
    acts = traitlets.Dict(help="Legal acts.").tag(sync=True)

    def __init__(
        self,
        position: Position | Mapping[str, Any] | str | None = None,
        *,
        rules: str | RuleSet | None = None,
        players: int = 4,
        house: RuleSet | None = None,
        title: str = "",
    ) -> None:
        if not isinstance(rules, RuleSet):
            rules = rulebook.ruleset(rules or ("classic" if house is None else "house"), house=house)
        house = rules if rules.key == "house" else house
        if position is None:
            start = set_key(empty_draft(rules, 4, house), "players", players)
        else:
            data = position.to_dict() if isinstance(position, Position) else position
            if isinstance(position, Position) and position.rules.key == "house":
                house = position.rules
            start = read_draft(dict(data) if isinstance(data, Mapping) else data, house)
        self._history = History(start)
        self._heading = apart(title) or translate("Build the table, then ask")
        self._found = start.check()
        self._place = _OWN
        self._asking = Asking()
        super().__init__(fixed=fixed_view(start))

    # -- what code can ask -------------------------------------------------------------------------

    @property
    def draft(self) -> dict[str, Any]:
        """The draft in the public format, possible or not."""
        return self._draft.data()

    @property
    def position(self) -> Position:
        """The position.

        Raises:
            InvalidPosition: when the draft cannot be, with the path of the first fault.
        """
        if isinstance(self._found, InvalidPosition):
            raise self._found
        return self._found

    @property
    def fault(self) -> InvalidPosition | None:
        """What makes the draft impossible, ``None`` where it can be."""
        return self._found if isinstance(self._found, InvalidPosition) else None

    @property
    def ruling(self) -> Ruling | None:
        """The referee's last ruling on this table, ``None`` before the first."""
        return self._asking.ruling

    # -- what code and mouse can do ----------------------------------------------------------------

    def put(self, some: str | Iterable[str], place: str = _OWN) -> PositionEditor:
        """Put cards at a place, such as ``"hands[0]"``, ``"melds[1][new]"`` or ``"pile"`` (there on top).

        Raises:
            InvalidCard: for a text that names no card.
            InvalidPosition: when there is no such place.
        """
        self._add(cards(some), place)
        self.refresh()
        return self

    def set(self, path: str, value: Any) -> PositionEditor:
        """Set a key of the format, such as ``"turn"``, ``"scores[1]"`` or ``"this_turn.took_pile"``.

        Raises:
            InvalidPosition: when there is no such key, or the value is none that it can have.
        """
        self._have(set_key(self._draft, path, value))
        self.refresh()
        return self

    def paste(self, text: str | Mapping[str, Any]) -> PositionEditor:
        """Set up what is written in the public format, possible or not; :meth:`undo` brings back what was there.

        Raises:
            InvalidPosition: when it is not in the format, with the path; the draft stays as it was.
        """
        try:
            self._paste(dict(text) if isinstance(text, Mapping) else text)
        except InvalidPosition as error:
            self.say(str(error), fault=True)
            raise
        finally:
            self.refresh()
        return self

    def judge(self, text: str) -> Laying:
        """Ask the referee about an act, or several, in the move notation; the table stays as it is.

        Raises:
            InvalidPosition: when the draft cannot be.
            InvalidMove, InvalidCard: when the text is not in the notation.
        """
        ruling = self._asking.judge(self._draft, self._found, text)
        self.refresh()
        return Laying(ruling)

    def legal(self, most: int | None = SHOWN) -> list[Move]:
        """The legal acts, in a fixed order.

        Args:
            most: no more than so many; ``None`` for all, which may take long.

        Raises:
            InvalidPosition: when the draft cannot be, or the hand on turn is not known.
            InvalidMove: for a ``most`` that is no number.
        """
        if most is not None and (not is_whole(most) or most < 0):
            raise InvalidMove(translate("most: a number of acts, 0 or more, or None for all"))
        return list(islice(legal_moves(self.position), most))

    def save(self, path: str | os.PathLike[str]) -> PositionEditor:
        """Write the draft to a file, whole or not at all.

        Raises:
            InvalidPosition: when it cannot be written.
        """
        editor_file.save(self._draft, path)
        return self

    def load(self, path: str | os.PathLike[str]) -> PositionEditor:
        """Set up the table of a file; :meth:`undo` brings back what was there.

        Raises:
            InvalidPosition: when the file cannot be read, is damaged, foreign or newer; the draft stays as it was.
        """
        self._have(editor_file.load(path, self._draft.house))
        self.refresh()
        return self

    def undo(self) -> PositionEditor:
        """Take the last change back; from the first draft, nothing happens."""
        self._have_history(self._history.undo())
        self.refresh()
        return self

    def redo(self) -> PositionEditor:
        """Do again what was taken back last."""
        self._have_history(self._history.redo())
        self.refresh()
        return self

    # -- what the page asks ------------------------------------------------------------------------

    def act(self, message: Any) -> None:
        """Do what the page asks."""
        match read_act(message, PageAct | RulingAct):
            case PlaceAct(place=place):
                cards_at(self._draft, place)
                self._place = place
                self.say(translate("Cards go to: {place}.").format(place=place_name(self._draft, place)))
            case AddAct(cards=text, place=place):
                self._add(cards(text), place or self._place)
            case OutAct(place=place, at=at):
                self._have(*out_cards(self._draft, place, at))
            case MoveAct(place=place, at=at, to=to):
                self._have(*move_cards(self._draft, place, at, to))
            case CountAct(place=place, n=n):
                self._have(*count_cards(self._draft, place, n))
            case SetAct(key=key, value=value):
                self._have(set_key(self._draft, key, value), translate("The table is changed."))
            case UndoAct() | RedoAct() as wish:
                self._step(back=isinstance(wish, UndoAct))
            case ClearAct():
                draft = self._draft
                empty = empty_draft(draft.rules, draft.players, draft.house)
                self._have(empty, translate("The table is empty. Undo brings it back."))
            case PasteAct(text=text):
                self._paste(text)
            case SaveAct(name=name):
                text = translate("Saved as {name}.")
                self.say(text.format(name=apart(editor_file.save(self._draft, name))))
            case LoadAct(name=name):
                found = editor_file.load(name, self._draft.house)
                self._have(found, translate("The saved table is set up. Undo brings the old one back."))
            case asked:
                self._hear_ask(asked)

    def _hear_ask(self, asked: AskingAct | RulingAct) -> None:
        """Do what the page asks about acts and rulings; the table stays as it is."""
        if isinstance(asked, RulingAct):
            self.hear_ruling(asked)
            return
        self.say(self._asking.hear(self._draft, self._found, asked))
        self._show_asked()

    def _show_asked(self) -> None:
        """Show the legal acts that were asked for, and which cards are chosen."""
        self.acts = self._asking.acts
        self.chosen = self._asking.chosen

    # -- changes -----------------------------------------------------------------------------------

    @property
    def _draft(self) -> Draft:
        return self._history.draft

    def _have(self, draft: Draft, words: str = "") -> None:
        """Have this draft, and tell of it and of what has become possible or impossible."""
        self._have_history(self._history.then(draft), words)

    def _have_history(self, history: History, words: str = "") -> None:
        before = self.fault
        changed = history.draft != self._draft
        self._history = history
        if not changed:
            self.say(words)
            return
        self._found = history.draft.check()
        try:
            cards_at(history.draft, self._place)
        except InvalidPosition:
            self._place = _OWN
        self._asking.have(history.draft)
        self._show_asked()
        self.say(f"{words} {news(history.draft, before, self.fault)}".strip())

    def _add(self, some: tuple[Card, ...], place: str) -> None:
        draft, self._place, words = put_cards(self._draft, place, some)
        self._have(draft, words)

    def _step(self, *, back: bool) -> None:
        self._have_history(*stepped(self._history, back=back))

    def _paste(self, text: Any) -> None:
        draft = read_draft(text, self._draft.house)
        self._have(draft, translate("The table of the text is set up. Undo brings the old one back."))

    # -- what is shown -----------------------------------------------------------------------------

    def ruling_shown(self) -> Ruling | None:
        """The referee's last ruling."""
        return self._asking.ruling

    def can_play(self, ruling: Ruling) -> bool:
        """Any mend can be asked about."""
        return True

    def price_paid(self, ruling: Ruling) -> str:
        """Nothing is played here, so nothing is paid."""
        return ""

    def draw(self) -> dict[str, Any]:
        """The view-model."""
        return editor_view(
            self._draft, self._found, self._place, title=self._heading, undo=bool(self._history.past),
            redo=bool(self._history.future),
        )  # fmt: skip

    def refresh(self) -> None:
        """Send the page what it shows now. What seldom changes is sent by itself, so that a message stays small."""
        draft = self._draft
        self.more = more_view(draft, self._found)
        self.text = msgspec.json.encode(draft.data()).decode()
        self.ask = self._asking.view(draft, self._found)
        self.hand = self._asking.hand(draft, self._found)
        super().refresh()

    def lines(self) -> list[str]:
        """The table in text: whether it can be, then what lies where."""
        draft, fault = self._draft, self.fault
        can = translate("This table is possible.") if fault is None else fault_text(draft, fault)
        first = f"{set_title(draft.rules)}, {draft.players} | {can}"
        return [first, *(f"{place_name(draft, path)}: {in_line(some)}" for path, some in draft.places() if some)]
