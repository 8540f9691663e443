"""A hand of cards: to look at, to sort, and to choose from."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final, Literal

import msgspec
import traitlets
from msgspec import Struct

from canasta_teach import rulebook
from canasta_teach.cards import UNKNOWN, Card, cards
from canasta_teach.errors import InvalidMove
from canasta_teach.i18n import translate
from canasta_teach.rulebook.ruleset import RuleSet
from canasta_teach.widgets.base import CourseWidget, module, style
from canasta_teach.widgets.words import apart, cards_text, in_line, listed, order_key, points_text, short, spoken

Order = Literal["rank", "dealt"]
Mark = Literal["drawn", "penalised"]

ORDERS: Final[tuple[Order, ...]] = ("rank", "dealt")


class ChooseAct(Struct, tag_field="act", tag="choose", forbid_unknown_fields=True):
    """The page has these cards of the hand chosen now, by id."""

    cards: list[str]


class SortAct(Struct, tag_field="act", tag="sort", forbid_unknown_fields=True):
    """The page wants another order of the hand."""

    order: Order


class Picked(Struct, frozen=True):
    """A choice of cards by id, and how many choices were made here; the page takes over only those made here."""

    ids: tuple[str, ...] = ()
    count: int = 0

    def by_page(self, ids: Iterable[str], held: Collection[str]) -> Picked:
        """The choice that the page made.

        Raises:
            InvalidMove: when a card is not in the hand.
        """
        chosen = tuple(dict.fromkeys(ids))
        if any(one not in held for one in chosen):
            raise InvalidMove(translate("The page chose a card that is not in the hand."))
        return Picked(chosen, self.count)

    def here(self, ids: Iterable[str]) -> Picked:
        """A choice made here."""
        return Picked(tuple(ids), self.count + 1)

    def left(self, held: Collection[str]) -> Picked:
        """The choice without the cards that are gone."""
        return Picked(tuple(one for one in self.ids if one in held), self.count)


def ordered(faces: Mapping[str, Card], order: Order, rules: RuleSet | None = None) -> dict[str, Card]:
    """A hand by id, as it is shown: as dealt, or wild cards first and then ace to three."""
    if order == "dealt":
        return dict(faces)
    return dict(sorted(faces.items(), key=lambda item: order_key(item[1], rules)))


def claim(held: Mapping[str, Card], wanted: Iterable[Card]) -> list[str] | None:
    """Ids of held cards with these faces, ``None`` when one is not held."""
    free = list(held.items())
    ids: list[str] = []
    for face in wanted:
        found = next((i for i, (_, c) in enumerate(free) if c is face), None)
        if found is None:
            return None
        ids.append(free.pop(found)[0])
    return ids


def claimed(held: Mapping[str, Card], wanted: Sequence[Card]) -> list[str]:
    """Ids of held cards with these faces.

    Raises:
        InvalidMove: when one is not held.
    """
    ids = claim(held, wanted)
    if ids is None:
        raise not_held(wanted, held.values())
    return ids


def hand_view(
    faces: Mapping[str, Card],
    rules: RuleSet,
    *,
    order: Order = "rank",
    picked: Picked | None = None,
    title: str = "",
    marks: Mapping[str, Mark] | None = None,
    left: bool = False,
    multi: bool = True,
    alone: bool = False,
    empty: str = "",
) -> dict[str, Any]:
    """The view-model of a hand.

    Args:
        faces: the cards by id, as dealt.
        rules: the rule set, for values and for the order by rank.
        order: by ``rank``, or as ``dealt``.
        picked: the choice.
        title: what stands above it; by default, that it is yours.
        marks: cards just ``drawn`` and ``penalised`` ones, by id.
        left: some cards are elsewhere: the count is that of those left.
        multi: more than one can be chosen.
        alone: the hand is a widget of its own, with its heading and what is chosen below it.
        empty: what stands where no card is.
    """
    shown = ordered(faces, order, rules)
    title = title or translate("Your hand")
    size, worth = cards_text(len(shown)), points_text(sum(map(rules.value, shown.values())))
    if UNKNOWN in shown.values():
        # What such a hand counts, nobody can say.
        note = translate("{cards} left") if left else "{cards}"
    else:
        note = translate("{cards} left, {points}") if left else translate("{cards}, {points}")
    view: dict[str, Any] = {
        "title": title,
        "heading": alone,
        "name": translate("{title}, {cards}").format(title=title, cards=size),
        "note": note.format(cards=size, points=worth),
        "sort": {
            "label": translate("Order of the cards"),
            "order": order,
            "options": [
                {"order": "rank", "words": translate("By rank")},
                {"order": "dealt", "words": translate("As dealt")},
            ],
        },
        "say_chosen": translate("{card} chosen. {n} chosen, {points} points."),
        "say_not_chosen": translate("{card} not chosen any more. {n} chosen, {points} points."),
        "say_count": translate("{n} chosen, {points} points."),
        "say_none": translate("No card chosen."),
        "empty": empty or translate("Your hand is empty."),
        "multi": multi,
        "picked": {"ids": list(picked.ids), "count": picked.count} if picked else {"ids": [], "count": 0},
        "cards": _cards(shown, rules, marks or {}),
    }
    if alone:
        view["foot"] = {
            "chosen": translate("{n} chosen: {cards}, {points} points"),
            "hint": translate("Click cards to choose them. By keyboard: arrows move, Space chooses, S sorts.")
            if multi
            else translate("Click a card to choose it. By keyboard: arrows move, Space chooses, S sorts."),
            "none": translate("Choose none"),
        }
    else:
        view["chosen_note"] = translate("{n} chosen, {points} points")
    return view


def _cards(shown: Mapping[str, Card], rules: RuleSet, marks: Mapping[str, Mark]) -> list[dict[str, Any]]:
    words = {"drawn": translate("drawn"), "penalised": translate("penalised")}
    copies = Counter(shown.values())
    seen: Counter[Card] = Counter()
    items = []
    for one, face in shown.items():
        seen[face] += 1
        item = {"id": one, "code": face.code, "label": spoken(face), "short": short(face), "points": rules.value(face)}
        detail = []
        if copies[face] > 1:
            detail.append(translate("{n} of {all}").format(n=seen[face], all=copies[face]))
        if one in marks:
            item["mark"] = {"kind": marks[one], "text": words[marks[one]]}
            detail.append(words[marks[one]])
        if detail:
            item["detail"] = listed(detail)
        items.append(item)
    return items


class Hand(CourseWidget):
    """A hand of cards to sort and to choose from, by mouse, keyboard, touch or code.

    ``chosen`` is a trait that holds the chosen cards in the order in which they are shown:
    ``hand.observe(f, "chosen")`` calls ``f`` at each new choice.

    Args:
        some: the cards, as ``"KH KS 2D"``, in the order in which they were dealt.
        rules: a rule set's key, or a rule set: for the values of the cards and for which are wild.
        order: by ``"rank"``, or as ``"dealt"``.
        multi: whether more than one card can be chosen.
        title: what stands above the hand.
        drawn: cards of the hand that are marked as just drawn.
        penalised: cards of the hand that are marked as penalised.

    Raises:
        InvalidCard: for a text that names no card.
        InvalidMove: for a marked card that is not in the hand, or an order that is not known.
    """

    kind: ClassVar[str] = "Hand"
    _esm = module("card.js", "front.js", "hand.js", "hand_alone.js")
    _css = style("hand.css")

    chosen = traitlets.Tuple()

    def __init__(
        self,
        some: str | Iterable[str],
        *,
        rules: str | RuleSet = "classic",
        order: Order = "rank",
        multi: bool = True,
        title: str = "",
        drawn: str | Iterable[str] = (),
        penalised: str | Iterable[str] = (),
    ) -> None:
        self._rules = rulebook.ruleset(rules) if isinstance(rules, str) else rules
        self._faces = {f"c{i}": face for i, face in enumerate(cards(some))}
        self._order = known_order(order)
        self._multi = multi
        self._title = apart(title)
        self._picked = Picked()
        self._marks: dict[str, Mark] = {}
        self._mark(cards(drawn), "drawn")
        self._mark(cards(penalised), "penalised")
        super().__init__()

    # -- what code can ask and do ------------------------------------------------------------------

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards in the order in which they are shown."""
        return tuple(self._shown.values())

    @property
    def order(self) -> Order:
        """The order of showing: by ``rank``, or as ``dealt``."""
        return self._order

    def choose(self, some: str | Iterable[str] = ()) -> Hand:
        """Choose these cards and no others; without cards, choose none.

        Raises:
            InvalidMove: when a card is not in the hand, or there are several where one can be chosen.
            InvalidCard: for a text that names no card.
        """
        wanted = cards(some)
        if len(wanted) > 1 and not self._multi:
            raise InvalidMove(translate("One card can be chosen here, not {n}.").format(n=len(wanted)))
        self._pick(self._picked.here(self._claim(wanted)))
        self.refresh()
        return self

    def sort(self, order: Order = "rank") -> Hand:
        """Show the cards by ``"rank"`` or as ``"dealt"``.

        Raises:
            InvalidMove: for an order that is not known.
        """
        self._sort(known_order(order))
        self.refresh()
        return self

    # -- acts --------------------------------------------------------------------------------------

    def act(self, message: Any) -> None:
        """Do what the page asks."""
        match read_act(message, ChooseAct | SortAct):
            case ChooseAct(cards=ids):
                if len(ids) > 1 and not self._multi:
                    raise InvalidMove(translate("One card can be chosen here, not {n}.").format(n=len(ids)))
                self._pick(self._picked.by_page(ids, self._faces))
            case SortAct(order=order):
                self._sort(order)

    def _pick(self, picked: Picked) -> None:
        self._picked = picked
        self.chosen = tuple(face for one, face in self._shown.items() if one in picked.ids)

    def _sort(self, order: Order) -> None:
        self._order = order
        self.say(sorted_text(order))

    def _claim(self, wanted: Sequence[Card]) -> list[str]:
        return claimed(self._shown, wanted)

    def _mark(self, some: Sequence[Card], mark: Mark) -> None:
        self._marks.update(dict.fromkeys(self._claim(some), mark))

    @property
    def _shown(self) -> dict[str, Card]:
        return ordered(self._faces, self._order, self._rules)

    # -- what is shown -----------------------------------------------------------------------------

    def draw(self) -> dict[str, Any]:
        """The view-model."""
        hand = hand_view(
            self._faces,
            self._rules,
            order=self._order,
            picked=self._picked,
            title=self._title,
            marks=self._marks,
            multi=self._multi,
            alone=True,
        )
        return {"name": hand["title"], "hand": hand}

    def lines(self) -> list[str]:
        """The hand in text, and what is chosen."""
        chosen = translate("chosen: {cards}").format(cards=in_line(self.chosen)) if self.chosen else ""
        return [" | ".join(filter(None, (in_line(self.cards) or translate("no cards"), chosen)))]


def known_order(order: str) -> Order:
    """One of the orders of a hand.

    Raises:
        InvalidMove: for any other word.
    """
    for known in ORDERS:
        if order == known:
            return known
    message = translate("{order}: not an order of a hand; write one of {allowed}")
    raise InvalidMove(message.format(order=repr(order), allowed=", ".join(ORDERS)))


def sorted_text(order: Order) -> str:
    """What is told when a hand was put in this order."""
    return translate("Sorted by rank.") if order == "rank" else translate("In the order of the deal.")


def not_held(wanted: Iterable[Card], held: Iterable[Card]) -> InvalidMove:
    """The error for cards that are not in a hand."""
    message = translate("{cards}: not all of these are in the hand, which holds {held}")
    return InvalidMove(message.format(cards=in_line(wanted), held=in_line(held) or translate("no cards")))


def read_act(message: Any, kinds: Any) -> Any:
    """An act that the page sent, as one of these kinds.

    Raises:
        InvalidMove: when it is none of them.
    """
    try:
        # A text that holds half a character would be shown again, and could not be sent.
        json.dumps(message, ensure_ascii=False, skipkeys=True, default=str).encode()
        return msgspec.convert(message, kinds)
    except UnicodeEncodeError:
        raise InvalidMove(translate("the page sent a text with half a character in it: write it anew")) from None
    except msgspec.ValidationError as error:
        text = translate("the page sent an act that is not known here: {error}")
        raise InvalidMove(text.format(error=error)) from None
