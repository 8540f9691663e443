"""What is asked of the referee about the table in the editor: acts, put together or written, and which ones are legal.

The table stays as it is. No page is known here; each question gives the words that tell of its answer.
"""

from __future__ import annotations

from itertools import islice
from typing import Any

from canasta_teach.cards import UNKNOWN, Card
from canasta_teach.errors import InvalidMove, InvalidPosition
from canasta_teach.game.explain import number
from canasta_teach.game.legal import legal_moves
from canasta_teach.game.moves import Move
from canasta_teach.game.referee import judge
from canasta_teach.game.ruling import Ruling
from canasta_teach.game.state import Position
from canasta_teach.given import is_text
from canasta_teach.i18n import translate
from canasta_teach.widgets.editor_ask import SHOWN, acts_view, ask_view, build
from canasta_teach.widgets.editor_draft import Draft
from canasta_teach.widgets.editor_messages import AskAct, AskingAct, BuildAct, HideAct, LegalAct
from canasta_teach.widgets.editor_words import fault_text, place_name
from canasta_teach.widgets.hand import ChooseAct, Order, Picked, SortAct, hand_view, known_order, ordered
from canasta_teach.widgets.ruling_view import said
from canasta_teach.widgets.tray_state import MendAct

_LONGEST = 2_000
"""Characters of an act that is asked about; what is longer names more cards than a table has."""


class Asking:
    """What was asked about a table, the answers, and the cards chosen for the next act.

    Attributes:
        text: the act that was asked about last.
        typed: how often one was read.
        rulings: how many rulings were made.
        ruling: the last ruling on this table, ``None`` before the first.
        acts: legal acts as the page lists them; empty while they are put away.
        order: the order of the hand on turn.
        picked: the cards of it that are chosen, by id.
        chosen: the cards that are chosen.
    """

    def __init__(self) -> None:
        self.text = ""
        self.typed = self.rulings = 0
        self.ruling: Ruling | None = None
        self.acts: dict[str, Any] = {}
        self.order: Order = "rank"
        self.picked = Picked()
        self.chosen: tuple[Card, ...] = ()

    def hear(self, draft: Draft, found: Position | InvalidPosition, asked: AskingAct) -> str:
        """Do what the page asks, and give the words that tell of it; they may be empty.

        Args:
            draft: the table.
            found: the position that it is, or what makes it impossible.
            asked: what the page asks.

        Raises:
            InvalidMove, InvalidCard: when it cannot be done.
        """
        match asked:
            case AskAct(text=text):
                return said(self.judge(draft, found, text))
            case BuildAct(verb=verb, cards=ids, onto=onto, text=text):
                faces = self.faces(draft)
                chosen = self.picked.by_page(ids, faces)
                some = [face for one, face in faces.items() if one in chosen.ids]
                move = build(_possible(draft, found), verb, some, onto, text)
                words = said(self.judge(draft, found, str(move)))
                self._pick(draft, Picked().here(()))
                return words
            case LegalAct():
                acts = list(islice(legal_moves(_possible(draft, found)), SHOWN + 1))
                self.acts = acts_view(acts[:SHOWN], more=len(acts) > SHOWN)
                return str(self.acts["title"])
            case HideAct():
                self.acts = {}
            case MendAct():
                if self.ruling is None or self.ruling.mend is None:
                    raise InvalidMove(translate("There is no nearest legal move here."))
                return said(self.judge(draft, found, self.ruling.mend))
            case ChooseAct(cards=ids):
                self._pick(draft, self.picked.by_page(ids, self.faces(draft)))
            case SortAct(order=order):
                self.order = known_order(order)
        return ""

    def judge(self, draft: Draft, found: Position | InvalidPosition, text: str) -> Ruling:
        """The referee's ruling on an act, or several, in the move notation.

        Args:
            draft: the table.
            found: the position that it is, or what makes it impossible.
            text: what is asked about.

        Raises:
            InvalidMove, InvalidCard: when the table cannot be, or the text is not in the notation.
        """
        # Where this act cannot be read, a ruling on another one must not seem to be about it.
        self.ruling = None
        if is_text(text) and len(text) > _LONGEST:
            raise InvalidMove(translate("An act is written in no more than {n} characters.").format(n=number(_LONGEST)))
        position, move = _possible(draft, found), Move.parse(text)
        self.text = text.strip()
        self.typed += 1
        self.ruling = judge(position, move)
        self.rulings += 1
        return self.ruling

    def have(self, draft: Draft) -> None:
        """Have another table: a ruling and a list of acts were on the one before; of the choice, what is left stays."""
        self.ruling = None
        self.acts = {}
        self._pick(draft, self.picked.left(self.faces(draft)))

    def faces(self, draft: Draft) -> dict[str, Card]:
        """The known cards of the hand on turn, by id, in the order of showing."""
        hand = draft.hands[draft.turn] or ()
        faces = {f"c{i}": one for i, one in enumerate(hand) if one is not UNKNOWN}
        return ordered(faces, self.order, draft.rules)

    def _pick(self, draft: Draft, picked: Picked) -> None:
        self.picked = picked
        self.chosen = tuple(face for one, face in self.faces(draft).items() if one in picked.ids)

    # -- what is shown -----------------------------------------------------------------------------

    def view(self, draft: Draft, found: Position | InvalidPosition) -> dict[str, Any]:
        """What can be asked, as the page shows it."""
        return ask_view(draft, found, self.text) | {"typed": self.typed, "rulings": self.rulings}

    def hand(self, draft: Draft, found: Position | InvalidPosition) -> dict[str, Any]:
        """The hand on turn, to choose cards from for an act; empty where nothing can be asked with it."""
        faces = self.faces(draft)
        title = translate("Cards for the act: {place}").format(place=place_name(draft, f"hands[{draft.turn}]"))
        shown = faces and not isinstance(found, InvalidPosition)
        return hand_view(faces, draft.rules, order=self.order, picked=self.picked, title=title) if shown else {}


def _possible(draft: Draft, found: Position | InvalidPosition) -> Position:
    """The position; where it cannot be, the error says that this comes first."""
    if isinstance(found, InvalidPosition):
        text = translate("Mend the table first. It is not possible: {fault}")
        raise InvalidMove(text.format(fault=fault_text(draft, found)))
    return found
