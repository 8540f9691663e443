"""The view-model of a whole table: all that its page shows to one seat, in words and figures ready to be drawn.

What the seat may not know never enters it: everything is made of the seat's :func:`~canasta_teach.game.view.view`, and
of what the log tells this seat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from canasta_teach.cards import UNKNOWN, Card, codes
from canasta_teach.errors import InvalidPosition
from canasta_teach.game.explain import number
from canasta_teach.game.melds import canasta_kind, read
from canasta_teach.game.pile import frozen
from canasta_teach.game.scoring import ScoreSheet, score
from canasta_teach.game.seats import seat_name
from canasta_teach.game.state import Position
from canasta_teach.game.view import view
from canasta_teach.i18n import mark, translate, translate_count
from canasta_teach.rulebook.ruleset import RuleSet
from canasta_teach.widgets.citations import set_title
from canasta_teach.widgets.hand import Picked
from canasta_teach.widgets.move_view import Pieces
from canasta_teach.widgets.table_game import Game, counted, to_act
from canasta_teach.widgets.table_log import log_view, without_empty
from canasta_teach.widgets.table_menu import menu
from canasta_teach.widgets.table_seats import members, seat_place, side_name, sides_round
from canasta_teach.widgets.table_signs import (
    canastas_text,
    minimum_sentence,
    minimum_short,
    pile_name,
    pile_signs,
    pile_text,
)
from canasta_teach.widgets.table_turn import ending_text, turn_text
from canasta_teach.widgets.tray_state import Slot, State
from canasta_teach.widgets.tray_view import top_card, tray_view
from canasta_teach.widgets.words import (
    capital,
    cards_text,
    laid_note,
    listed,
    meld_name,
    points_text,
    spoken,
    stands_for,
)

_NOBODY: Final = -1
"""A seat that there is not: who looks from there sees what everybody does."""

_LINES: Final = {
    "melds": mark("cards melded"),
    "natural_canastas": mark("natural canastas"),
    "mixed_canastas": mark("mixed canastas"),
    "concealed_canastas": mark("concealed canastas"),
    "red_threes": mark("red threes"),
    "going_out": mark("going out"),
    "concealed": mark("going out concealed"),
    "relancinho": mark("relancinho"),
    "hand": mark("cards left in hands"),
    "penalties": mark("penalties"),
}
"""The lines of a score sheet, in their order."""


def table_view(
    game: Game,
    seat: int,
    *,
    hand: Mapping[str, Card],
    picked: Picked,
    slots: Sequence[Slot] = (),
    title: str = "",
    open_to_all: bool = False,
    curtain: bool = False,
    others_play: bool = True,
    log_until: int | None = None,
    rulings: int = 0,
) -> dict[str, Any]:
    """The whole view-model, without the hand and the ruling.

    Args:
        game: the deal, its log included.
        seat: the seat that is shown, 0-based.
        hand: this seat's cards by id.
        picked: the chosen cards.
        slots: the trays.
        title: a heading of the caller's; may be empty.
        open_to_all: one person plays all seats, so that the log may tell every card.
        curtain: the hand is hidden until the next person asks for it; nothing that depends on it is told.
        others_play: other seats play by themselves when they are told to.
        log_until: the step at which the lines of the log end that are shown; ``None`` for its end.
        rulings: how many rulings were shown so far.
    """
    full = game.position
    seen = view(full, seat)
    over = seen.phase == "over"
    shown = not curtain and not over
    turn = _next_person(seen) if curtain and not over else turn_text(seen, seat)
    if turn["mine"]:
        # By the hand, where the banner is far above it.
        turn["near"] = translate("{turn}: {todo}").format(turn=turn["text"], todo=turn["sub"])
    # Behind the curtain the log is told as to somebody who sees no hand at all.
    reader = _NOBODY if curtain and not over else seat
    return {
        "name": translate("Table: {rules}").format(rules=set_title(seen.rules)),
        "turn": turn,
        "head": _head(game),
        "title": title,
        "seats": [_seat(seen, other, seat) for other in _others(seen, seat)],
        "me": _me(seen, seat),
        "sides": [_side(seen, side, seat) for side in reversed(sides_round(seen, seat))],
        "stock": _stock(seen),
        "pile": _pile(seen, seat),
        "acts": menu(seen, seat, picked.ids, slots, hand=hand) if shown else [],
        "arranged": _arranged(seen, seat, hand, slots) if shown else None,
        "board_heads": [side_name(seen, side, seat) for side in sides_round(seen, seat)],
        "board": _board(seen, seat),
        **log_view(game, reader, open_to_all=open_to_all, until=log_until),
        "can_undo": game.can_undo,
        "can_redo": game.can_redo,
        "waiting": _waiting(seen) if others_play and shown and not turn["mine"] else None,
        "curtain": _curtain(seen, seat) if curtain and not over else None,
        "over": _over(game, seen, seat, open_to_all) if over else None,
        "rulings": rulings,
    }


def _head(game: Game) -> str:
    position, seed = game.position, game.record.seed
    dealer = seat_name(position.players, position.dealer)
    rules = set_title(position.rules)
    if seed is None:
        return translate("{rules}. {dealer} dealt.").format(rules=rules, dealer=dealer)
    return translate("{rules}, seed {seed}. {dealer} dealt.").format(rules=rules, seed=seed, dealer=dealer)


# -- players -------------------------------------------------------------------------------------------------------


def _others(position: Position, seat: int) -> list[int]:
    return [(seat + k) % position.players for k in range(1, position.players)]


def _seat(position: Position, other: int, viewer: int) -> dict[str, Any]:
    hand = position.hands[other]
    count = None if hand is None else len(hand)
    name, role = seat_name(position.players, other), _role(position, other, viewer)
    penalised = position.penalised[other]
    label = listed([name, role, translate("number of cards not known") if count is None else cards_text(count)])
    if penalised:
        label = translate("{player}. Penalised: {cards}").format(player=label, cards=listed(map(spoken, penalised)))
    opened = position.phase == "over" and hand is not None and UNKNOWN not in hand
    shown = {
        "seat": other,
        "side": position.side(other),
        "pos": seat_place(position.players, other, viewer),
        "name": name,
        "role": role,
        "label": label,
        "count": count,
        "dealer": other == position.dealer,
        "to_act": position.phase != "over" and other == to_act(position),
        "says": _says(position, other),
        "penalised": codes(penalised),
        "hand": codes(sorted(hand)) if opened and hand is not None else [],
    }
    return without_empty(shown)


def _role(position: Position, other: int, viewer: int) -> str:
    mine = position.side(other) == position.side(viewer)
    told = [translate("your partner") if mine else translate("opponent")]
    if position.phase != "over":
        if other == to_act(position):
            told.append(translate("to act"))
        elif to_act(position) == position.turn and other == (position.turn + 1) % position.players:
            told.append(translate("plays next"))
    if other == position.dealer:
        told.append(translate("dealer"))
    return listed(told)


def _me(position: Position, seat: int) -> dict[str, Any]:
    acting = position.phase != "over" and to_act(position) == seat
    told = [translate("to act")] if acting else []
    if seat == position.dealer:
        told.append(translate("dealer"))
    return {
        "seat": seat,
        "side": position.side(seat),
        "name": translate("You, {name}").format(name=seat_name(position.players, seat)),
        "role": listed(told),
        "dealer": seat == position.dealer,
        "to_act": acting,
        "says": _says(position, seat),
        "penalised": codes(position.penalised[seat]),
    }


def _says(position: Position, seat: int) -> Pieces:
    """What a player has said in this turn: the question to go out, or the answer to it."""
    if position.permission is None or position.phase == "over":
        return []
    if seat == position.turn:
        return [{"words": translate("“May I go out?”")}]
    if position.permission != "asked" and seat in position.partners(position.turn)[:1]:
        return [{"words": translate("“Yes.”") if position.permission == "yes" else translate("“No.”")}]
    return []


# -- what lies -----------------------------------------------------------------------------------------------------


def _side(position: Position, side: int, viewer: int) -> dict[str, Any]:
    mine = side == position.side(viewer)
    alone = len(members(position, side)) == 1
    if mine:
        label = translate("Your melds")
    elif position.sides == 2 and not alone:
        label = translate("Their melds")
    else:
        label = translate("Melds of {side}").format(side=side_name(position, side, viewer))
    threes = position.red_threes[side]
    over = position.phase == "over"
    standing = translate("{points} before this deal.") if over else translate("{points}.")
    told = [standing.format(points=points_text(position.scores[side]))]
    told.append("" if over else minimum_sentence(position, side, viewer))
    return {
        "side": side,
        "mine": mine,
        "label": label,
        "sub": " ".join(filter(None, told)),
        "melds": [
            _meld(meld, index, position.rules, concealed=index in position.concealed_melds[side])
            for index, meld in enumerate(position.melds[side])
        ],
        "red_threes": codes(threes),
        "red_label": translate_count("{n} red three", "{n} red threes", len(threes)).format(n=len(threes))
        if threes
        else "",
        "empty": translate("Nothing laid in this deal yet."),
    }


def _meld(meld: tuple[Card, ...], index: int, rules: RuleSet, *, concealed: bool) -> dict[str, Any]:
    kind = canasta_kind(meld, rules)
    shown = {
        "index": index,
        "label": capital(meld_name(read(meld, rules))),
        "note": laid_note(meld, rules, concealed=concealed),
        "squared": kind is not None,
        "cards": [{"code": c.code} | ({"as": stands} if stands else {}) for c, stands in stands_for(meld, rules)],
    }
    return shown if kind is None else shown | {"canasta": kind, "top": top_card(meld, rules).code}


def _stock(position: Position) -> dict[str, Any]:
    if position.stock is None:
        text = translate("number not known")
        return {"count": None, "text": text, "name": translate("Stock, {left}").format(left=text)}
    text = translate("{n} left").format(n=len(position.stock))
    return {"count": len(position.stock), "text": text, "name": translate("Stock, {left}").format(left=text)}


def _pile(position: Position, seat: int) -> dict[str, Any]:
    cross = _crosswise(position)
    signs = pile_signs(position, seat, cross) if position.phase != "over" else []
    below = position.pile[1:]
    return {
        "top": position.pile[0].code if position.pile else None,
        "cross": None if cross is None else cross.code,
        "count": len(position.pile),
        "text": pile_text(position),
        "signs": signs,
        "name": pile_name(position, signs),
        "under": codes(below) if below and UNKNOWN not in below else None,
    }


def _crosswise(position: Position) -> Card | None:
    """The wild card that lies crosswise under the top; unknown where the position was made without it."""
    below = position.pile[1:]
    if not frozen(position) or not below or position.rules.is_wild(position.pile[0]):
        return None
    return next(filter(position.rules.is_wild, below), UNKNOWN)


def _arranged(position: Position, seat: int, hand: Mapping[str, Card], slots: Sequence[Slot]) -> dict[str, Any] | None:
    """The trays, what they count, and where chosen cards can go; ``None`` while there are none."""
    if not slots:
        return None
    state = State(position, seat, dict(hand), tuple(slots))
    made = tray_view(state, title="", order="dealt", picked=Picked(), can_undo=False, setup=False)
    put = made["put"]
    return {
        "trays": made["trays"]["items"],
        "count": made["lay"],
        "put": {"new": put["new"], "trays": put["trays"], "melds": put["melds"]},
    }


# -- what stands beside ---------------------------------------------------------------------------------------------


def _board(position: Position, viewer: int) -> list[dict[str, Any]]:
    sides = sides_round(position, viewer)
    rules = position.rules
    over = position.phase == "over"
    label = translate("score before this deal") if over else translate("score")
    rows: list[dict[str, Any]] = [
        {"label": label, "cells": [number(position.scores[side]) for side in sides], "large": True}
    ]
    needs = [minimum_short(position, side, viewer) for side in sides]
    if any(needs) and not over:
        rows.append({"label": translate("first laying needs"), "cells": needs})
    kinds = [[kind for meld in position.melds[side] if (kind := canasta_kind(meld, rules))] for side in sides]
    rows.append(
        {
            "label": translate("canastas"),
            "cells": [canastas_text(position, side, have) for side, have in zip(sides, kinds, strict=True)],
        }
    )
    if rules.has("deck.red-threes"):
        rows.append(
            {"label": translate("red threes"), "cells": [str(len(position.red_threes[side])) for side in sides]}
        )
    lost = [sum(penalty.points for penalty in position.penalties[side]) for side in sides]
    if any(lost):
        rows.append({"label": translate("penalties"), "cells": [number(-points) for points in lost]})
    return rows


def _waiting(position: Position) -> dict[str, str]:
    name = seat_name(position.players, to_act(position))
    return {
        "text": translate("{name} to play").format(name=name),
        "on": translate("Let {name} play").format(name=name),
        "all": translate("Play on to my turn"),
    }


def _next_person(position: Position) -> dict[str, Any]:
    """Whose turn it is, while the hand is hidden."""
    waited = to_act(position)
    asked = position.permission == "asked"
    text = translate("{name} to answer") if asked else translate("{name} to play")
    name = seat_name(position.players, waited)
    return {"seat": waited, "mine": False, "text": text.format(name=name), "sub": ""}


def _curtain(position: Position, seat: int) -> dict[str, str]:
    name = seat_name(position.players, seat)
    if position.permission == "asked" and to_act(position) == seat:
        text = translate("{name}, you are asked whether your partner may go out. The others look away.")
    else:
        text = translate("{name}, it is your turn. The others look away.")
    return {"text": text.format(name=name), "button": translate("Show my cards")}


# -- the end -------------------------------------------------------------------------------------------------------


def _over(game: Game, position: Position, viewer: int, open_to_all: bool) -> dict[str, Any]:
    sides = sides_round(position, viewer)
    heads = [side_name(position, side, viewer) for side in sides]
    ended = ending_text(position, viewer, open_to_all=open_to_all)
    try:
        sheets = score(game.position)
        match = counted(game)
    except InvalidPosition:
        # A table set up with hands that nobody knows can be played to its end, and not be counted.
        text = translate("{ended} The hands are not known, so the deal cannot be counted.").format(ended=ended)
        return {"text": text, "heads": heads, "sheet": [], "next": None}
    rows: list[dict[str, Any]] = [
        {"label": translate(label), "cells": [number(getattr(sheets[side], key)) for side in sides]}
        for key, label in _LINES.items()
        if any(_tells(sheet, key) for sheet in sheets)
    ]
    rows.append(
        {"label": translate("this deal"), "cells": [number(sheets[side].total) for side in sides], "total": True}
    )
    rows.append(
        {"label": translate("score now"), "cells": [number(match.scores[side]) for side in sides], "total": True}
    )
    if match.winner is None:
        return {"text": ended, "heads": heads, "sheet": rows, "next": translate("Next deal")}
    if match.winner == position.side(viewer) and not open_to_all:
        won = translate("Your side has won the game.")
    else:
        won = translate("{side}: the game is won.").format(side=side_name(position, match.winner, _NOBODY))
    return {"text": f"{ended} {won}", "heads": heads, "sheet": rows, "next": None}


def _tells(sheet: ScoreSheet, key: str) -> bool:
    return bool(getattr(sheet, key)) or any(line.key == key for line in sheet.lines)
