"""The rarer keys of a position, as the editor's page shows them: those of the rule set, and those that are set."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET

from canasta_teach.errors import InvalidPosition
from canasta_teach.game.melds import canasta_kind
from canasta_teach.game.state import Position, Turn
from canasta_teach.i18n import translate
from canasta_teach.widgets.editor_draft import Draft
from canasta_teach.widgets.editor_keys import penalty_rules
from canasta_teach.widgets.editor_view import choice, number, place_view, tick
from canasta_teach.widgets.editor_words import key_name, meld_title, player, side_members

Block = dict[str, Any]


def more_view(draft: Draft, found: Position | InvalidPosition) -> list[Block]:
    """Blocks of fields, places and rows; one in which the fault lies is marked."""
    blocks = [
        _stock(draft),
        _turn(draft),
        _this_turn(draft),
        _before(draft),
        _penalties(draft),
        _concealed(draft),
        _ending(draft),
        _options(draft),
    ]
    at = found.path.partition("[")[0].partition(".")[0] if isinstance(found, InvalidPosition) else ""
    shown = [block for block in blocks if any(block.get(part) for part in ("fields", "places", "rows", "add"))]
    return [block | {"fault": True} if at in block["keys"] else block for block in shown]


def _block(title: str, *keys: str) -> Block:
    return {"title": title, "keys": list(keys), "fields": [], "places": [], "rows": [], "add": []}


def _stock(draft: Draft) -> Block:
    block = _block(translate("Pile and stock"), "stock", "frozen")
    if draft.rules.has("pile.frozen") or draft.frozen is not None:
        block["fields"].append(choice("frozen", draft.frozen))
    counted = isinstance(draft.stock, tuple)
    kind = "left" if draft.stock is UNSET else 0 if counted else None
    block["fields"].append(choice("stock", kind))
    if counted:
        block["places"].append(place_view(draft, "stock", label=translate("Stock, its top card first"), count=True))
    return block


def _turn(draft: Draft) -> Block:
    block = _block(translate("The deal"), "dealer", "first_turn", "permission", "idle_turns")
    block["fields"] = [choice("dealer", draft.dealer, of="seats"), tick("first_turn", draft.first_turn)]
    partners = draft.rules.has("out.permission") and draft.sides < draft.players
    if partners or draft.permission is not None:
        block["fields"].append(choice("permission", draft.permission))
    if draft.rules.has("end.idle-lap") or draft.idle_turns:
        block["fields"].append(number("idle_turns", draft.idle_turns))
    return block


def _this_turn(draft: Draft) -> Block:
    turn = draft.this_turn
    title = translate("This turn so far: {name}")
    block = _block(title.format(name=player(draft, draft.turn)), "this_turn")
    if draft.phase == "draw" and turn == Turn():
        block["fields"] = [tick("this_turn.must_draw", turn.must_draw)]
        return block
    block["fields"].append(tick("this_turn.took_pile", turn.took_pile))
    if draft.rules.has("turn.redraw") or turn.redrawn:
        block["fields"].append(tick("this_turn.redrawn", turn.redrawn))
    if draft.phase == "draw" or turn.must_draw:
        block["fields"].append(tick("this_turn.must_draw", turn.must_draw))
    block["places"].append(place_view(draft, "this_turn.drawn"))
    side = draft.side(draft.turn)
    melds = [[i, meld_title(draft, side, i)] for i in range(len(draft.melds[side]))]
    for index, row in enumerate(turn.laid):
        path = f"this_turn.laid[{index}]"
        known = melds if row.meld < len(melds) else [*melds, [row.meld, f"#{row.meld}"]]
        block["rows"].append(
            {
                "id": path,
                "fields": [
                    choice(f"{path}.meld", row.meld, label=translate("In meld"), options=known),
                    number(f"{path}.act", row.act, label=translate("In act number")),
                    tick(f"{path}.new", row.new, label=translate("As a new meld")),
                ],
                "place": place_view(draft, path),
                "off": translate("Take out row {n}").format(n=index + 1),
            }
        )
    block["add"].append(["this_turn.laid", translate("Add cards laid in this turn")])
    return block


def _before(draft: Draft) -> Block:
    block = _block(key_name("laid_before"), "laid_before")
    block["fields"] = [
        tick(f"laid_before[{seat}]", has, label=player(draft, seat)) for seat, has in enumerate(draft.has_laid)
    ]
    if draft.laid_before is not None:
        block["reset"] = ["laid_before", translate("As the melds say")]
    return block


def _penalties(draft: Draft) -> Block:
    block = _block(translate("Penalties"), "penalised", "penalties", "minimum_raised")
    if draft.rules.has("penalty.penalised-cards") or any(draft.penalised):
        block["places"] = [place_view(draft, f"penalised[{seat}]") for seat in range(draft.players)]
    known = penalty_rules(draft.rules)
    for side in range(draft.sides):
        name = side_members(draft, side)
        for index, row in enumerate(draft.penalties[side]):
            path = f"penalties[{side}][{index}]"
            rules = known if row.rule in known else [*known, row.rule[:40]]
            block["rows"].append(
                {
                    "id": path,
                    "fields": [
                        choice(
                            f"{path}.rule",
                            row.rule[:40],
                            label=translate("Penalty of {side}").format(side=name),
                            options=[[one, one] for one in rules],
                        ),
                        number(f"{path}.points", row.points, label=translate("Points")),
                    ],
                    "off": translate("Take out penalty {n} of {side}").format(n=index + 1, side=name),
                }
            )
        if known:
            block["add"].append([f"penalties[{side}]", translate("Add a penalty of {side}").format(side=name)])
        if draft.rules.has("initial.withdrawn") or draft.minimum_raised[side]:
            label = translate("{side} took back a short first laying").format(side=name)
            block["fields"].append(tick(f"minimum_raised[{side}]", draft.minimum_raised[side], label=label))
    return block


def _concealed(draft: Draft) -> Block:
    block = _block(key_name("concealed_melds"), "concealed_melds")
    for side, melds in enumerate(draft.melds):
        for index, meld in enumerate(melds):
            marked = index in draft.concealed_melds[side]
            able = draft.rules.has("canasta.concealed") and canasta_kind(meld, draft.rules) is not None
            if able or marked:
                label = translate("{meld} of {side}").format(
                    meld=meld_title(draft, side, index), side=side_members(draft, side)
                )
                block["fields"].append(tick(f"concealed_melds[{side}][{index}]", marked, label=label))
    return block


def _ending(draft: Draft) -> Block:
    block = _block(translate("How the deal ended"), "went_out", "concealed", "relancinho")
    over = draft.phase == "over"
    if over or draft.went_out is not None:
        seats = [[None, translate("nobody")], *([seat, player(draft, seat)] for seat in range(draft.players))]
        block["fields"].append(choice("went_out", draft.went_out, options=seats))
    if (over and draft.rules.has("out.concealed")) or draft.concealed:
        block["fields"].append(tick("concealed", draft.concealed))
    if (over and draft.rules.has("out.relancinho")) or draft.relancinho:
        block["fields"].append(tick("relancinho", draft.relancinho))
    return block


def _options(draft: Draft) -> Block:
    block = _block(key_name("options"), "options")
    text = msgspec.json.encode(dict(draft.rules.options)).decode() if draft.rules.options else ""
    field = {"id": "options", "kind": "text", "label": translate("As a JSON object, such as"), "value": text}
    block["fields"] = [field | {"example": '{"jokers": 6}'}]
    return block
