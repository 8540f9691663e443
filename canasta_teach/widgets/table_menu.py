"""What the player at a table can do now, and what not now and why.

Legality is asked of the referee, and of its exact searches where it is about all the ways of doing something: a take
(:func:`~canasta_teach.game.search.can_take`), a laying (:mod:`~canasta_teach.widgets.table_ways`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from canasta_teach.cards import ALL_CARDS, UNKNOWN, Card
from canasta_teach.errors import InvalidMove
from canasta_teach.game.layings import Goal, can_lay
from canasta_teach.game.melds import read
from canasta_teach.game.moves import Act, Move, Target
from canasta_teach.game.referee import is_legal, judge
from canasta_teach.game.ruling import Violation
from canasta_teach.game.search import can_take, first_laying_due
from canasta_teach.game.seats import seat_name
from canasta_teach.game.state import Position
from canasta_teach.i18n import mark, translate, translate_count
from canasta_teach.rulebook import rule
from canasta_teach.widgets.move_view import Pieces
from canasta_teach.widgets.table_acts import DoAct, Verb, to_move
from canasta_teach.widgets.table_game import by_seat, to_act
from canasta_teach.widgets.table_signs import pieces
from canasta_teach.widgets.table_ways import Layings, layings, relancinho
from canasta_teach.widgets.tray_state import Slot
from canasta_teach.widgets.words import meld_name

KEYS: Final[Mapping[Verb, str]] = {
    "draw": "D",
    "take": "P",
    "redraw": "R",
    "lay": "L",
    "add": "+",
    "discard": "X",
    "ask": "G",
}
"""The key of an act, where it has one."""

_LABELS: Final[Mapping[Verb, str]] = {
    "draw": mark("Draw"),
    "take": mark("Take the pile"),
    "redraw": mark("Draw another"),
    "lay": mark("Lay"),
    "add": mark("Add"),
    "discard": mark("Discard"),
    "ask": mark("Ask partner"),
    "yes": mark("Answer yes"),
    "no": mark("Answer no"),
    "relancinho": mark("Relancinho"),
    "table": mark("Table the red three"),
    "take-top": mark("Take only the top card"),
    "take-back": mark("Take cards back"),
    "look": mark("Look through the pile"),
}
_MAIN: Final[tuple[Verb, ...]] = ("table", "take", "relancinho", "lay", "add", "discard")
"""What the chosen cards are for, the first that is legal; what ends the turn comes last."""
_NEVER: Final[Mapping[Verb, str]] = {
    "take-top": "pile.whole",
    "look": "pile.closed",
    "take-back": "turn.no-undo",
}
"""What is only tried, and the rule that never allows it."""


def label(verb: Verb) -> str:
    """The name of an act on its button, with no cards chosen."""
    return translate(_LABELS[verb])


def menu(
    position: Position,
    seat: int,
    chosen: Sequence[str] = (),
    slots: Sequence[Slot] = (),
    *,
    hand: Mapping[str, Card],
) -> list[dict[str, Any]]:
    """Every act that a player may do or try: ``{"verb", "label", "key", "state", "why", "main", "group"}``.

    ``state`` is ``now`` where the verb has a legal act for this seat at this moment, with whichever cards, else
    ``later``, and then ``why`` says what stands against it. ``label`` is in words and cards; it names the cards where
    exactly the chosen ones make a legal act. ``main`` marks the one act that the choice of cards or the trays make.
    ``group`` is ``turn``, or ``more`` for what is never legal and yet is tried. Empty when the deal is over.

    Args:
        position: what the seat may know of the table: its :func:`~canasta_teach.game.view.view`.
        seat: the player.
        chosen: the chosen cards, by id.
        slots: the trays.
        hand: the player's cards by id.
    """
    if position.phase == "over":
        return []
    return _Menu(position, seat, chosen, slots, hand).items()


class _Menu:
    def __init__(
        self, position: Position, seat: int, chosen: Sequence[str], slots: Sequence[Slot], hand: Mapping[str, Card]
    ) -> None:
        self.position, self.rules, self.seat = position, position.rules, seat
        self.chosen = list(chosen)
        self.slots = slots
        self.faces = hand
        self.held = position.hands[seat] or ()
        self.known = UNKNOWN not in self.held and bool(self.held)
        self.waited = to_act(position) == seat
        self._layings: Layings | None = None

    def items(self) -> list[dict[str, Any]]:
        exact = {verb: move for verb in _MAIN if (move := self.exact(verb)) is not None}
        trays = any(slot.cards for slot in self.slots)
        if "add" in exact and not trays:
            # Cards of a rank that lies are no new meld: laid without a word, they would be added all the same.
            exact.pop("lay", None)
        main = next((verb for verb in _MAIN if verb in exact), None) if trays or self.chosen else None
        if main == "discard" and trays:
            # Whoever has put melds aside is not about to end the turn.
            main = None
        found = []
        for verb in self.verbs():
            move = exact.get(verb)
            why = "" if move is not None else self.why_not(verb)
            found.append(
                {
                    "verb": verb,
                    "label": self.told(verb, move),
                    "key": KEYS.get(verb, ""),
                    "state": "later" if why else "now",
                    "why": why,
                    "main": verb == main,
                    "group": "turn",
                }
            )
        return found + [self.never(verb) for verb in self.tried()]

    # -- which acts there are ----------------------------------------------------------------------

    def verbs(self) -> list[Verb]:
        """The acts that this table has, in the order of a turn."""
        position, has = self.position, self.rules.has
        if position.permission == "asked" and self.waited:
            return ["yes", "no"]
        found: list[Verb] = ["draw", "take"]
        if has("turn.redraw") and position.first_turn and position.turn == self.seat:
            found.append("redraw")
        if self.rules.p.honour == "players" and any(c.is_red_three for c in self.held):
            found.append("table")
        found += ["lay", "add"]
        if has("out.relancinho") and not position.laid_before[self.seat]:
            found.append("relancinho")
        found.append("discard")
        if has("out.permission") and position.partners(self.seat):
            found.append("ask")
        return found

    def tried(self) -> list[Verb]:
        """What learners try and no moment of this game allows."""
        laid = self.position.turn == self.seat and self.position.this_turn.laid
        there = {"take-top": self.position.pile, "look": self.position.pile, "take-back": laid}
        return [verb for verb, forbids in _NEVER.items() if there[verb] and self.rules.has(forbids)]

    def never(self, verb: Verb) -> dict[str, Any]:
        """An act that is only tried, with what stands against it."""
        return {
            "verb": verb,
            "label": [{"words": label(verb)}],
            "key": "",
            "state": "later",
            "why": f"{translate(rule(_NEVER[verb]).title).rstrip('.')}.",
            "main": False,
            "group": "more",
        }

    # -- exactly these cards -----------------------------------------------------------------------

    def exact(self, verb: Verb) -> Move | None:
        """The legal move that the verb and the chosen cards make; ``None`` where they make none."""
        if not self.known or not self.waited:
            return None
        try:
            move = to_move(
                self.position, self.seat, DoAct(verb=verb, cards=self.chosen), hand=self.faces, slots=self.slots
            )
            return move if is_legal(self.position, move) else None
        except InvalidMove:
            # Cards that the act needs are not chosen, or this game has no such act.
            return None

    def told(self, verb: Verb, move: Move | None) -> Pieces:
        """The label: with the cards, where they make a legal move."""
        if move is None:
            return [{"words": label(verb)}]
        act, top = move.acts[0], self.position.pile[:1]
        match verb:
            case "take" if act.onto is not None:
                onto = self.meld(act.onto)
                if act.cards:
                    return pieces(
                        translate("Take {top} onto the {meld} with {cards}"), top=top, meld=onto, cards=act.cards
                    )
                return pieces(translate("Take {top} onto the {meld}"), top=top, meld=onto)
            case "take" if act.cards:
                return pieces(translate("Take {top} with {cards}"), top=top, cards=act.cards)
            case "lay" if len(act.parts) == 1 and act.parts[0].to is None:
                return pieces(translate("Lay {cards}"), cards=act.parts[0].cards)
            case "lay" if len(act.parts) > 1:
                text = translate_count("Lay {n} meld", "Lay {n} melds", len(act.parts))
                return pieces(text, n=str(len(act.parts)))
            case "lay" | "add" if act.parts[0].to is not None:
                part = act.parts[0]
                return pieces(translate("Add {cards} to the {meld}"), cards=part.cards, meld=self.meld(part.to))
            case "discard":
                return pieces(translate("Discard {cards}"), cards=act.cards)
            case "table":
                return pieces(translate("Table {cards}"), cards=act.cards)
            case _:
                return [{"words": label(verb)}]

    def meld(self, to: Target | None) -> str:
        melds = self.position.melds[self.position.side(self.seat)]
        return meld_name(read(melds[int(to.name[1:])], self.rules)) if to is not None else ""

    # -- whatever cards ----------------------------------------------------------------------------

    def why_not(self, verb: Verb) -> str:
        """What stands against every act of a verb; empty where one is legal."""
        match verb:
            case "yes" | "no":
                found = self.against(Act("answer", yes=verb == "yes"))
                return self.reason(found) if found else ""
            case "redraw" if self.waited and not self.position.this_turn.drawn:
                return _not_now(translate("you have not drawn"))
            case "draw" | "redraw" | "ask":
                found = self.against(Act(verb))
                return self.reason(found) if found else ""
            case "table":
                three = next(c for c in self.held if c.is_red_three)
                found = self.against(Act("table", cards=(three,)))
                return self.reason(found) if found else ""
            case "take":
                return self.why_no_take()
            case "discard":
                return self.why_no_discard()
            case _:
                return self.why_no_laying(verb)

    def against(self, act: Act) -> tuple[Violation, ...]:
        """What the referee has against an act by this seat."""
        return judge(self.position, by_seat(self.position, Move((act,)), self.seat)).violations

    def why_no_take(self) -> str:
        found = [v for v in self.against(Act("take")) if v.rule != "pile.top-card"]
        if self.waited and self.position.phase == "draw" and can_take(self.position, self.seat) is not False:
            return ""
        if found:
            return self.reason(found)
        if due := first_laying_due(self.position, self.seat):
            return _not_now(translate("no cards of yours take it and count {n}").format(n=due))
        return _not_now(translate("no cards of yours take it"))

    def why_no_discard(self) -> str:
        known = [one for one in self.position.penalised[self.seat] or self.held if one is not UNKNOWN]
        first: Sequence[Violation] = ()
        for one in dict.fromkeys(known or (ALL_CARDS[0],)):
            found = self.against(Act("discard", cards=(one,)))
            if not found:
                return ""
            first = first or found
        if not self.known:
            # What an unknown card could do is not told; only what bars them all.
            first = self.of_the_moment(first)
        return self.reason(first) if first else ""

    def why_no_laying(self, verb: Verb) -> str:
        nothing = Act("relancinho" if verb == "relancinho" else "lay")
        found = self.of_the_moment(self.against(nothing))
        if found:
            return self.reason(found)
        if not self.known:
            return ""
        if verb == "relancinho":
            return (
                ""
                if relancinho(self.position, self.seat)
                else _not_now(translate("it lays eleven cards, all in melds"))
            )
        if self._layings is None:
            self._layings = layings(self.position, self.seat)
        if self._layings.add if verb == "add" else self._layings.new:
            return ""
        due = first_laying_due(self.position, self.seat)
        if verb == "add" and not self.position.melds[self.position.side(self.seat)]:
            return _not_now(translate("your side has no meld"))
        if due and (verb == "add" or can_lay(self.rules, self.melds, self.held, Goal(needed=1, any_end=True))):
            return _not_now(translate("your cards do not reach {n}").format(n=due))
        if verb == "add":
            return _not_now(translate("no card of yours may be added"))
        return _not_now(translate("no cards of yours may be laid as a meld"))

    def of_the_moment(self, found: Sequence[Violation]) -> Sequence[Violation]:
        """What bars every act of its kind now, whichever cards it names."""
        rules = ("turn.order", "turn.draw-first", "out.permission")
        return [one for one in found if one.rule in rules]

    @property
    def melds(self) -> Sequence[tuple[Card, ...]]:
        return self.position.melds[self.position.side(self.seat)]

    # -- words -------------------------------------------------------------------------------------

    def reason(self, found: Sequence[Violation]) -> str:
        """The first thing against an act, in few words."""
        first = found[0]
        position = self.position
        match first.rule:
            case "turn.order" if position.permission == "asked":
                return _not_now(translate("the question to go out is open"))
            case "turn.order":
                name = seat_name(position.players, to_act(position))
                return _not_now(translate("it is {name}'s turn").format(name=name))
            case "turn.draw-first" if first.variant == "took":
                return _not_now(translate("you have taken the pile"))
            case "turn.draw-first" if first.variant == "drew":
                return _not_now(translate("you have drawn"))
            case "turn.draw-first" if first.variant == "must-draw":
                return _not_now(translate("you put the pile back, so you draw"))
            case "turn.draw-first":
                return _not_now(translate("you have not drawn"))
            case _:
                return translate("Not now. {rule}.").format(rule=first.title.rstrip("."))


def _not_now(why: str) -> str:
    return translate("Not now: {why}.").format(why=why)
