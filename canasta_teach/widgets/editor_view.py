"""The view-model of the position editor: the table place by place, the palette, and what makes the table impossible."""

from __future__ import annotations

from typing import Any, Final

from msgspec import UNSET

from canasta_teach.cards import ALL_CARDS, JOKER, UNKNOWN, Card
from canasta_teach.errors import InvalidPosition
from canasta_teach.game.melds import canasta_kind, read
from canasta_teach.game.state import Position
from canasta_teach.i18n import translate
from canasta_teach.rulebook import KEYS, ruleset
from canasta_teach.widgets.citations import set_title
from canasta_teach.widgets.editor_acts import cards_at
from canasta_teach.widgets.editor_ask import VERBS
from canasta_teach.widgets.editor_draft import Draft
from canasta_teach.widgets.editor_words import (
    VIEWER,
    fault_view,
    hand_title,
    key_name,
    meld_title,
    place_name,
    player,
    side_members,
    side_title,
)
from canasta_teach.widgets.words import (
    cards_text,
    in_line,
    laid_note,
    order_key,
    places,
    points_text,
    short,
    spoken,
)

_RANKS: Final = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
_BY_FACE: Final[dict[tuple[str, str], Card]] = {(one.rank, one.suit): one for one in ALL_CARDS}
FACES: Final[tuple[Card, ...]] = (*(_BY_FACE[rank, suit] for suit in "SHDC" for rank in _RANKS), JOKER, UNKNOWN)
"""The faces of the palette: a suit a row, aces first; then the joker, and the card not known."""


def fixed_view(draft: Draft) -> dict[str, Any]:
    """What never changes on the page: names of cards, labels, hints, and the options of fixed choices."""
    sets = [[key, set_title(ruleset(key))] for key in KEYS]
    if draft.house is not None:
        sets.append(["house", set_title(draft.house)])
    return {
        "faces": [[one.code, spoken(one)] for one in FACES],
        "joker": short(JOKER),
        "unknown": translate("not known"),
        "left": translate("{card}, {n} left"),
        "lie": translate("{card}, lies nowhere: {n}"),
        "options": {
            "rules": sets,
            "phase": [
                ["draw", translate("must draw, or take the pile")],
                ["play", translate("has drawn: may lay, must discard")],
                ["over", translate("the deal is over")],
            ],
            "frozen": [
                [None, translate("as its cards say")],
                [True, translate("yes, frozen")],
                [False, translate("no, not frozen")],
            ],
            "stock": [
                ["left", translate("what is left of the deck")],
                [None, translate("nobody knows how many")],
                [0, translate("so many as given here")],
            ],
            "permission": [
                [None, translate("not asked in this turn")],
                ["asked", translate("asked, not answered yet")],
                ["yes", translate("asked, the partner said yes")],
                ["no", translate("asked, the partner said no")],
            ],
        },
        "tools": {
            "undo": translate("Undo"),
            "redo": translate("Redo"),
            "clear": translate("Empty the table"),
        },
        "palette": {
            "title": translate("Put cards on the table"),
            "grid": translate("Cards, with the number left in the deck"),
            "where": translate("Where to"),
            "type": translate("Type cards"),
            "example": translate("as {example}").format(example="KH KS 2D JK"),
            "add": translate("Put there"),
            "hint": translate(
                "Choose a place, then press cards here, drag them to a place, or type them. "
                "Pressing a card that lies takes it out again."
            ),
            "keys": translate(
                "By keyboard: arrows move, Enter puts the card, Backspace takes it out, a rank's key jumps to it, "
                "Z undoes and Y does again."
            ),
        },
        "place": {
            "out": translate("{card}, press to take it out"),
            "count": translate("cards in all"),
            "empty": translate("no card yet"),
            "unknown": translate("?"),
            "here": translate("cards go here"),
            "choose": translate("Put cards here: {place}"),
        },
        "check": {"go": translate("Show me where")},
        "more": translate("More about this table"),
        "ask": {
            "title": translate("Was that legal?"),
            "label": translate("The act"),
            "button": translate("Is it legal?"),
            "hint": translate("Type it in the notation, or choose cards below and press what is done with them."),
            "examples": "draw · take with KH KD · meld KH KS 2D / AH AD AC · add KC to K · discard 4C",
            "meld": translate("onto"),
            "verbs": {verb: translate(words) for verb, words in VERBS.items()},
            "list": translate("Show all legal acts"),
            "hide": translate("Hide the legal acts"),
        },
        "file": {
            "title": translate("Keep it: save, load, copy, paste"),
            "name": translate("File"),
            "save": translate("Save"),
            "load": translate("Load"),
            "text": translate("This table as text"),
            "copy": translate("Copy"),
            "copied": translate("The table is copied as text."),
            "not_copied": translate("Copying was not allowed here: the text is marked, copy it with Ctrl+C."),
            "paste": translate("Set up what the text says"),
        },
    }


def editor_view(
    draft: Draft, found: Position | InvalidPosition, place: str, *, title: str, undo: bool, redo: bool
) -> dict[str, Any]:
    """What changes with the draft, the rarer keys left out.

    Args:
        draft: the draft.
        found: the position that it is, or what makes it impossible.
        place: where cards go, by its path.
        title: what stands above.
        undo: whether there is something to take back.
        redo: whether there is something to do again.
    """
    lefts = draft.lefts()
    return {
        "name": title,
        "title": title,
        "sub": translate("{rules}, {n} players").format(rules=set_title(draft.rules), n=draft.players),
        "undo": undo,
        "redo": redo,
        "seats": [player(draft, seat) for seat in range(draft.players)],
        "setup": _setup(draft),
        "place": place,
        "place_name": place_name(draft, place),
        "groups": _groups(draft),
        "places": [[path, place_name(draft, path)] for path in all_places(draft)],
        "left": [lefts[one] if one in lefts else draft.left(one) for one in FACES],
        "check": check_view(draft, found),
    }


def all_places(draft: Draft) -> list[str]:
    """The paths of all places where cards can be put, in the order of the page."""
    found = [f"hands[{seat}]" for seat in range(draft.players)]
    for side in range(draft.sides):
        found += [f"melds[{side}][{i}]" for i in range(len(draft.melds[side]))]
        found.append(f"melds[{side}][new]")
        if _has_red_threes(draft, side):
            found.append(f"red_threes[{side}]")
    found += ["pile", *(["stock"] if isinstance(draft.stock, tuple) else []), "this_turn.drawn"]
    found += [f"this_turn.laid[{i}]" for i in range(len(draft.this_turn.laid))]
    if draft.rules.has("penalty.penalised-cards") or any(draft.penalised):
        found += [f"penalised[{seat}]" for seat in range(draft.players)]
    return found


def check_view(draft: Draft, found: Position | InvalidPosition) -> dict[str, Any]:
    """Whether the table can be; else where and why not."""
    if isinstance(found, InvalidPosition):
        return {"ok": False, "text": translate("This table is not possible:"), **fault_view(draft, found)}
    if found.phase != draft.phase:
        text = translate(
            "This table is possible. The stock is empty and the pile cannot be taken, so the deal is over."
        )
        return {"ok": True, "text": text}
    return {"ok": True, "text": translate("This table is possible.")}


def shown_order(draft: Draft, path: str) -> list[int]:
    """The indices of a place's cards in the order of showing; hidden cards of a hand come last."""
    some = cards_at(draft, path)
    if path.startswith("melds") and some:
        return [i for i, _ in places(some, draft.rules)]
    if path.startswith(("hands", "penalised", "red_threes")):
        return sorted(range(len(some)), key=lambda i: order_key(some[i], draft.rules))
    return list(range(len(some)))


def place_view(draft: Draft, path: str, *, label: str = "", note: str = "", count: bool = False) -> dict[str, Any]:
    """One place: its cards in the order of showing; ``count`` gives it a field for their number.

    Cards not known stand as one number behind the others, save where they lie between known ones.
    """
    some = cards_at(draft, path)
    order = shown_order(draft, path)
    while order and some[order[-1]] is UNKNOWN:
        order.pop()
    stands = dict(places(some, draft.rules)) if path.startswith("melds") and some else {}
    cards = [[some[i].code, stands[i]] if stands.get(i) else some[i].code for i in order]
    view: dict[str, Any] = {"id": path, "label": label or place_name(draft, path), "cards": cards}
    hidden = len(some) - len(order)
    if hidden:
        view["hidden"] = hidden
        view["hidden_text"] = translate("{n} not known").format(n=hidden)
    if note:
        view["note"] = note
    if count:
        unknown = path.startswith("hands") and not some and draft.phase != "over"
        view["count"] = None if unknown else len(some)
        if unknown:
            view["empty"] = translate("nothing known of it")
    return view


# Parts --------------------------------------------------------------------------------------------------------------


def _setup(draft: Draft) -> list[dict[str, Any]]:
    allowed = sorted({*draft.rules.p.players, draft.players})
    fields: list[dict[str, Any]] = [
        choice("rules", draft.rules.key),
        choice("players", draft.players, options=[[n, str(n)] for n in allowed]),
        choice("turn", draft.turn, of="seats"),
        choice("phase", draft.phase),
    ]
    for side, points in enumerate(draft.scores):
        label = translate("Score: {side}").format(side=side_members(draft, side))
        fields.append(number(f"scores[{side}]", points, label=label))
    return fields


def choice(key: str, value: Any, *, label: str = "", of: str = "", options: list[Any] | None = None) -> dict[str, Any]:
    """A field with a list of options: its own, those ``of`` the seats, or the fixed ones of its key."""
    view = {"id": key, "kind": "choice", "label": label or key_name(key), "value": value}
    if options is not None:
        return view | {"options": options}
    return view | {"of": of or key}


def number(key: str, value: int | None, *, label: str = "") -> dict[str, Any]:
    """A field for a whole number."""
    return {"id": key, "kind": "number", "label": label or key_name(key), "value": value}


def tick(key: str, value: bool, *, label: str = "") -> dict[str, Any]:
    """A field that is ticked or not."""
    return {"id": key, "kind": "tick", "label": label or key_name(key), "value": value}


def _groups(draft: Draft) -> list[dict[str, Any]]:
    """The table in the order in which it is told: what I hold, what we laid, what they laid, the pile, the others."""
    others = [(VIEWER + k) % draft.players for k in range(1, draft.players)]
    own = draft.side(VIEWER)
    theirs = [side for side in range(draft.sides) if side != own]
    return [
        {"id": "own", "title": "", "places": [_hand(draft, VIEWER)]},
        _side(draft, own),
        *(_side(draft, side) for side in theirs),
        {"id": "mid", "title": "", "places": [_pile(draft)]},
        {
            "id": "others",
            "title": translate("The other hands"),
            "places": [_hand(draft, seat) for seat in others],
        },
    ]


def _hand(draft: Draft, seat: int) -> dict[str, Any]:
    notes = []
    if seat == draft.turn and draft.phase != "over":
        notes.append(translate("to act"))
    if seat == draft.dealer:
        notes.append(translate("dealer"))
    hand = draft.hands[seat]
    if hand and UNKNOWN not in hand:
        notes.append(points_text(draft.rules.points(hand)))
    return place_view(
        draft, f"hands[{seat}]", label=hand_title(draft, seat), note=translate(", ").join(notes), count=True
    )


def _side(draft: Draft, side: int) -> dict[str, Any]:
    melds = []
    for index, meld in enumerate(draft.melds[side]):
        concealed = index in draft.concealed_melds[side]
        known = UNKNOWN not in meld and read(meld, draft.rules).kind is not None
        note = laid_note(meld, draft.rules, concealed=concealed) if known else cards_text(len(meld))
        melds.append(
            place_view(draft, f"melds[{side}][{index}]", label=meld_title(draft, side, index), note=note)
            | {"squared": canasta_kind(meld, draft.rules) is not None}
        )
    melds.append(place_view(draft, f"melds[{side}][new]", label=translate("New meld")))
    if _has_red_threes(draft, side):
        melds.append(place_view(draft, f"red_threes[{side}]", label=key_name("red_threes")))
    return {
        "id": f"side {side}",
        "title": side_title(draft, side),
        "note": side_members(draft, side) if draft.sides < draft.players else "",
        "places": melds,
    }


def _pile(draft: Draft) -> dict[str, Any]:
    notes = []
    if draft.pile:
        notes.append(translate("{card} on top").format(card=in_line(draft.pile[:1])))
    holds = draft.rules.has("pile.frozen") and any(map(draft.rules.is_wild, draft.pile))
    if holds if draft.frozen is None else draft.frozen:
        notes.append(translate("frozen"))
    if draft.stock is UNSET:
        left = draft.lefts()[UNKNOWN]
        if None not in draft.hands and left >= 0:
            notes.append(translate("stock: {cards}").format(cards=cards_text(left)))
    return place_view(draft, "pile", note=translate(", ").join(notes), count=True)


def _has_red_threes(draft: Draft, side: int) -> bool:
    return draft.rules.has("deck.red-threes") or bool(draft.red_threes[side])
