"""What a learner does on the table of a question: acts one by one, each judged when it is done, and taken back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct

from canasta_teach.errors import InvalidMove
from canasta_teach.game.moves import Act, Move
from canasta_teach.game.referee import after, joined, judge
from canasta_teach.game.ruling import Ruling
from canasta_teach.game.state import Position
from canasta_teach.i18n import translate, translate_count
from canasta_teach.widgets.hand import Order, Picked, hand_view, sorted_text
from canasta_teach.widgets.move_view import act_pieces
from canasta_teach.widgets.quiz_table import names, pile_part, side_part
from canasta_teach.widgets.table_acts import DoAct, Verb, hand_ids, to_move
from canasta_teach.widgets.table_menu import KEYS, label
from canasta_teach.widgets.tray_acts import put, take_off
from canasta_teach.widgets.tray_state import State
from canasta_teach.widgets.words import capital, cards_text, spoken

MOST_ACTS: Final = 24
"""So many acts are done before some are taken back; no question needs as many."""


class _Moment(Struct, frozen=True):
    """The table at one moment: the acts that led to it, what it holds, and the trays."""

    acts: tuple[Act, ...]
    told: tuple[list[dict[str, Any]], ...]
    state: State


class Doing:
    """A table on which the player on turn acts.

    Attributes:
        seat: who acts, 0-based.
        picked: the chosen cards.
        order: the order of the hand.
    """

    def __init__(self, position: Position) -> None:
        self.seat = position.turn
        self._moments = [_Moment((), (), State(position, self.seat, hand_ids(position.hands[self.seat] or ())))]
        self.picked = Picked()
        self.order: Order = "rank"

    # -- what there is -----------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """The table as it stands."""
        return self.state.position

    @property
    def state(self) -> State:
        """The hand and the trays."""
        return self._moments[-1].state

    @property
    def move(self) -> Move:
        """The acts that were done."""
        return Move(self._moments[-1].acts)

    @property
    def acts(self) -> int:
        """How many acts were done."""
        return len(self._moments[-1].acts)

    # -- what is done ------------------------------------------------------------------------------

    def wish(self, wish: DoAct) -> Act:
        """The act that a wish of the page comes to.

        Raises:
            InvalidMove: when cards or melds that it needs are not chosen.
        """
        trays = self.state.slots if wish.verb in ("take", "lay", "relancinho") else ()
        return to_move(self.position, self.seat, wish, hand=self.state.hand, slots=trays).acts[0]

    def typed(self, text: str) -> list[Act]:
        """The acts that a text of the notation names.

        Raises:
            InvalidMove, InvalidCard: when it names none.
        """
        return [act for _, act in joined(Move.parse(text), self.position.rules)]

    def attempt(self, act: Act) -> Ruling:
        """Have an act judged, and do it where it is legal.

        Raises:
            InvalidMove: when the question's table is left: too many acts, or the deal is over.
        """
        if self.acts >= MOST_ACTS:
            raise InvalidMove(translate("These are too many acts: take some back."))
        if self.position.phase == "over":
            raise InvalidMove(translate("The deal is over: have it checked, or take an act back."))
        here, move = self.position, Move((act,))
        ruling = judge(here, move)
        if ruling.legal:
            last = self._moments[-1]
            there = after(here, move)
            hand = hand_ids(there.hands[self.seat] or (), self.state.hand)
            told = act_pieces(act, here, here.rules)
            self._have(_Moment((*last.acts, act), (*last.told, told), State(there, self.seat, hand)))
        return ruling

    def put(self, ids: Sequence[str], tray: int | None) -> str:
        """Put cards on a tray, on a new one without its number; gives the words that tell of it.

        Raises:
            InvalidMove: when they are not held, or there is no such tray.
        """
        state, _ = put(self.state, ids, tray)
        self._arrange(state)
        text = translate_count("{n} card put on a tray.", "{n} cards put on a tray.", len(ids))
        return text.format(n=len(ids))

    def off(self, ids: Sequence[str]) -> str:
        """Take cards off their trays; gives the words that tell of it.

        Raises:
            InvalidMove: when one of them is on no tray.
        """
        state, _ = take_off(self.state, ids)
        self._arrange(state)
        text = translate_count("{n} card taken back to the hand.", "{n} cards taken back to the hand.", len(ids))
        return text.format(n=len(ids))

    def undo(self) -> str:
        """Take the last act back; gives the words that tell of it.

        Raises:
            InvalidMove: when there is none.
        """
        if len(self._moments) == 1:
            raise InvalidMove(translate("There is nothing to take back."))
        self._moments.pop()
        self.picked = self.picked.here(())
        return translate("The last act is taken back.")

    def reset(self) -> None:
        """Take everything back."""
        first = self._moments[0]
        self._moments = [_Moment((), (), State(first.state.position, self.seat, first.state.hand))]
        self.picked = self.picked.here(())

    def sort(self, order: Order) -> str:
        """Show the hand in another order; gives the words that tell of it."""
        self.order = order
        return sorted_text(order)

    def _have(self, moment: _Moment) -> None:
        self._moments.append(moment)
        self.picked = self.picked.left(moment.state.held)

    def _arrange(self, state: State) -> None:
        last = self._moments[-1]
        self._moments[-1] = _Moment(last.acts, last.told, state)
        self.picked = self.picked.left(state.held)

    # -- what is shown -----------------------------------------------------------------------------

    def view(self) -> dict[str, Any]:
        """The view-model of the table, the hand, the trays and the acts that can be tried."""
        state, rules = self.state, self.position.rules
        return {
            "ours": side_part(self.position, self.position.side(self.seat), seat=self.seat),
            "pile": pile_part(self.position),
            "names": names(self.position),
            "hand": hand_view(
                state.held,
                rules,
                order=self.order,
                picked=self.picked,
                marks=state.marks,
                left=bool(state.slots),
                empty=translate("All your cards are on the trays.") if state.slots else "",
            ),
            "trays": [
                {
                    "name": translate("Tray {n}, {cards}").format(n=i + 1, cards=cards_text(len(slot.cards))),
                    "label": capital(state.name(slot)),
                    "cards": [{"id": one, "code": c.code, "label": spoken(c)} for one, c in self._on(slot.cards)],
                }
                for i, slot in enumerate(state.slots)
            ],
            "verbs": [{"verb": verb, "label": label(verb), "key": KEYS.get(verb, "")} for verb in self._verbs()],
            "done": list(self._moments[-1].told),
            "can_undo": self.acts > 0,
        }

    def _on(self, ids: Sequence[str]) -> list[tuple[str, Any]]:
        return [(one, self.state.hand[one]) for one in ids]

    def _verbs(self) -> list[Verb]:
        """What can be tried on this table, in the order of a turn."""
        rules, position = self.position.rules, self.position
        found: list[Verb] = ["draw", "take"]
        if rules.has("turn.redraw"):
            found.append("redraw")
        if rules.p.honour == "players" and rules.has("deck.red-threes"):
            found.append("table")
        found += ["lay", "add"]
        if rules.has("out.relancinho"):
            found.append("relancinho")
        found.append("discard")
        if rules.has("out.permission") and position.partners(self.seat):
            found.append("ask")
        return found


def doing_words() -> dict[str, Any]:
    """The words of such a table that never change."""
    return {
        "stock": translate("Stock: draw"),
        "stock_label": translate("Stock"),
        "pile": translate("Press to take it with the chosen cards."),
        "meld": translate("Press to add the chosen cards."),
        "acts": translate("Acts"),
        "trays": translate("Melds put aside, still in your hand until you lay them"),
        "new": translate("New tray"),
        "new_hint": translate("to lay several melds at once"),
        "off": translate("Take off"),
        "off_hint": translate("on a tray; press to take it off"),
        "choose": translate("Choose cards first."),
        "done": translate("Done so far"),
        "nothing": translate("Nothing done yet. Choose cards, then press what you do with them."),
        "undo": translate("Take the last act back"),
        "field": translate("Or type it"),
        "example": translate("as in {example}").format(example="meld KH KS KD; discard 4C"),
        "do": translate("Do it"),
    }
