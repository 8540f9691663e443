"""Floor 2: the same table under another rule set, for "how would this be judged elsewhere?"."""

from __future__ import annotations

import msgspec

from canasta_teach.cards import UNKNOWN, Card
from canasta_teach.errors import InvalidPosition
from canasta_teach.game.position_check import check
from canasta_teach.game.state import Position
from canasta_teach.rulebook import RuleSet, ruleset


def under(position: Position, key: str) -> Position | None:
    """The position under the rule set ``key`` (one of the five), without options; ``None`` where it makes no sense.

    The stock is counted anew for that deck, where its number is known: two decks that differ by some cards differ
    by them in the stock. What that rule set does not know (concealed canastas, penalties, a question to the partner,
    a raised minimum, idle turns) is left out, and the pile is frozen if its known cards freeze it there.
    """
    try:
        return _moved(position, ruleset(key))
    except InvalidPosition:
        return None


def out_of_place(position: Position, key: str) -> str:
    """The path of what makes no sense in the position under the rule set ``key``, empty where all of it does.

    ``players`` stands for how many play, and in what sides.
    """
    try:
        _moved(position, ruleset(key))
    except InvalidPosition as fault:
        return fault.path
    return ""


def _moved(position: Position, rules: RuleSet) -> Position:
    from canasta_teach.game.search import settle

    if position.players not in rules.p.players or rules.sides(position.players) != position.sides:
        raise InvalidPosition("players", f"{position.players} do not play {rules.title} in such sides")
    has = rules.has
    turn = position.this_turn
    if turn.must_draw and not has("penalty.took-without-meld"):
        turn = msgspec.structs.replace(turn, must_draw=False)
    there = msgspec.structs.replace(
        position,
        rules=rules,
        stock=_stock(position.stock, len(rules.deck()) - len(position.rules.deck())),
        frozen=_frozen(position, rules),
        concealed_melds=position.concealed_melds if has("canasta.concealed") else (frozenset(),) * position.sides,
        permission=position.permission if has("out.permission") else None,
        this_turn=turn,
        penalised=position.penalised if has("penalty.penalised-cards") else ((),) * position.players,
        penalties=tuple(tuple(p for p in some if has(p.rule)) for some in position.penalties),
        minimum_raised=position.minimum_raised if has("initial.withdrawn") else (False,) * position.sides,
        idle_turns=position.idle_turns if has("end.idle-lap") else 0,
        concealed=position.concealed and has("out.concealed"),
        relancinho=position.relancinho and has("out.relancinho"),
    )
    check(there)
    return settle(there)


def _stock(stock: tuple[Card, ...] | None, more: int) -> tuple[Card, ...] | None:
    """The stock with ``more`` cards not known at its bottom; fewer, when negative, as far as unknown ones lie there."""
    if stock is None or more == 0:
        return stock
    if more > 0:
        return stock + (UNKNOWN,) * more
    keep = len(stock)
    while keep and more and stock[keep - 1] is UNKNOWN:
        keep -= 1
        more += 1
    return stock[:keep]


def _frozen(position: Position, rules: RuleSet) -> bool:
    if not rules.has("pile.frozen"):
        return False
    pile = position.pile
    return any(map(rules.is_wild, pile)) or (position.frozen and UNKNOWN in pile)
