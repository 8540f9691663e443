"""The view-model of a deal table: the players, the stock, the pile, what was done, and what came from where."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from canasta_teach.cards import ALL_CARDS, JOKER, UNKNOWN, Card
from canasta_teach.game.seats import seat_name
from canasta_teach.game.state import Position
from canasta_teach.i18n import translate, translate_count
from canasta_teach.rulebook.ruleset import RuleSet
from canasta_teach.widgets.citations import citation_view, set_title
from canasta_teach.widgets.deal_words import START_RULE, Deal, Teller, happened
from canasta_teach.widgets.table_seats import seat_place
from canasta_teach.widgets.words import capital, cards_text, in_line, listed, short, spoken

NOW: Final = "now"
"""The place of the rule that the last step follows; an entry of what happened has the place ``log 3``."""


def fixed_view(sets: Sequence[RuleSet]) -> dict[str, Any]:
    """What never changes: the words of the controls, the rule sets to choose from, the cards' spoken names."""
    return {
        "rules_label": translate("Rules"),
        "rules": [{"key": one.key, "title": set_title(one)} for one in sets],
        "players_label": translate("Players"),
        "seed_label": translate("Seed"),
        "seed_hint": translate("The same seed gives the same deal."),
        "deal_seed": translate("Deal this seed"),
        "new_seed": translate("New seed"),
        "acts_label": translate("Deal"),
        "acts": [
            {"act": "step", "label": translate("Next step"), "key": "N"},
            {"act": "round", "label": translate("Whole round"), "key": "R"},
            {"act": "all", "label": translate("All at once"), "key": "A"},
            {"act": "back", "label": translate("Back"), "key": "B"},
        ],
        "log_label": translate("What happened"),
        "stock": translate("Stock"),
        "pile": translate("Pile"),
        "new": translate("new"),
        "heading": translate("From the rule book"),
        "close": translate("Close"),
        "names": {one.code: spoken(one) for one in (*ALL_CARDS, JOKER)},
    }


def deal_view(
    deal: Deal, start: int, at: int, *, me: int, open_hands: bool, title: str, moving: bool
) -> dict[str, Any]:
    """What was done last and what can be done, after ``at`` steps, the last of which came after ``start`` steps.

    Args:
        deal: the deal.
        start: how many steps were done before the last act.
        at: how many steps are done.
        me: the seat at the bottom of the table.
        open_hands: all hands lie open.
        title: what stands above the table.
        moving: the last act brought cards onto the table.
    """
    teller = Teller(deal, me, open_hands=open_hands, name=short)
    moves = _moves(deal, start, at) if moving else []
    return {
        "name": translate("A deal, step by step"),
        "title": title or translate("The deal"),
        "head": head(deal),
        "rules": deal.rules.key,
        "players": deal.players,
        "counts": [{"n": n, "text": players_text(n)} for n in counts(deal.rules)],
        "seed": "" if deal.seed is None else str(deal.seed),
        "seed_note": translate("stacked") if deal.seed is None else "",
        "at": at,
        "step": {
            "count": progress(deal, at),
            "text": teller.span(start, at) if at else teller.beginning(),
            "cite": _cite(deal.rules, deal.steps[at - 1].rule if at else START_RULE),
        },
        "can_back": at > 0,
        "can_next": at < len(deal.steps),
        "moves": moves,
        "mark": len(moves) <= deal.players,
    }


def table_view(deal: Deal, at: int, *, me: int, open_hands: bool) -> dict[str, Any]:
    """The players and the piles after ``at`` steps, as table_parts.js draws them."""
    position = deal.position(at)
    return {
        "seats": [_seat(deal, at, (me + k) % deal.players, me, open_hands=open_hands) for k in range(1, deal.players)],
        "you": _you(deal, at, me),
        "stock": _stock(position, more=at < len(deal.steps)),
        "pile": _pile(position),
        "signs": _signs(position, at),
    }


def log_view(deal: Deal, at: int, *, me: int, open_hands: bool) -> list[dict[str, Any]]:
    """What happened so far, each entry with the rule that it follows."""
    teller = Teller(deal, me, open_hands=open_hands, name=short)
    return [entry | {"open": open_name(entry["rule"])} for entry in happened(teller, at)]


def counts(rules: RuleSet) -> list[int]:
    """The numbers of players for which the rule set says how many cards each gets."""
    return [n for n in sorted(rules.p.players) if str(n) in rules.p.hand_size]


def players_text(number: int) -> str:
    """``4 players``."""
    return translate_count("{n} player", "{n} players", number).format(n=number)


def head(deal: Deal) -> str:
    """The deal in a line: ``Classic, 4 players, seed 7``."""
    seed = translate("stacked deck") if deal.seed is None else translate("seed {seed}").format(seed=deal.seed)
    return listed([set_title(deal.rules), players_text(deal.players), seed])


def progress(deal: Deal, at: int) -> str:
    """How far the deal is: ``Step 3 of 54, round 1 of 11``."""
    told = translate("Step {n} of {all}").format(n=at, all=len(deal.steps))
    if at and deal.steps[at - 1].name == "card":
        number = (at - 1 - deal.first_card) // deal.players + 1
        rounds = translate("round {n} of {all}").format(n=number, all=deal.dealt // deal.players)
        return listed([told, rounds])
    return told


def open_name(rule: str) -> str:
    """The name of what opens a rule."""
    return translate("{rule}, open in the rule book").format(rule=rule)


def deal_lines(deal: Deal, start: int, at: int, *, me: int, open_hands: bool) -> list[str]:
    """The deal in text: what was done last, then the table and the rules that were followed."""
    position, teller = deal.position(at), Teller(deal, me, open_hands=open_hands, name=short)
    threes = deal.threes(at)
    told = teller.span(start, at) if at else teller.beginning()
    lines = [f"{head(deal)} | {progress(deal, at)}. {told}"]
    for seat, hand in enumerate(position.hands):
        cards = (in_line(hand or ()) or translate("no cards")) if teller.knows(seat) else cards_text(len(hand or ()))
        tabled = f" | {translate('Red threes')}: {in_line(threes[seat])}" if threes[seat] else ""
        lines.append(f"{teller.who(seat)}: {cards}{tabled}")
    stock = translate("Stock: {cards}").format(cards=cards_text(len(position.stock or ())))
    pile = in_line(position.pile) or translate("no cards")
    lines.append(f"{stock} | {translate('Pile')}: {pile}")
    lines.extend(f"{entry['n']}. {entry['text']} ({entry['rule']})" for entry in happened(teller, at))
    return lines


def _cite(rules: RuleSet, rule: str) -> dict[str, str]:
    cited = citation_view(rules.citation(rule))
    return {
        "rule": rule,
        "standing": cited["standing"],
        "words": cited["words"],
        "where": cited["where"],
        "open": open_name(rule),
    }


# ---- the table ---------------------------------------------------------------------------------------------------


def _role(deal: Deal, at: int, seat: int, me: int) -> str:
    position = deal.position(at)
    parts = []
    if seat != me and seat in position.partners(me):
        parts.append(translate("your partner"))
    elif seat != me:
        parts.append(translate("opponent"))
    if seat == deal.dealer:
        parts.append(translate("dealer"))
    if at == len(deal.steps) and position.phase != "over" and seat == position.turn:
        parts.append(translate("plays first"))
    return listed(parts)


def _to_act(deal: Deal, at: int, seat: int) -> bool:
    position = deal.position(at)
    return at == len(deal.steps) and position.phase != "over" and seat == position.turn


def _seat(deal: Deal, at: int, seat: int, me: int, *, open_hands: bool) -> dict[str, Any]:
    """Another player, as ``drawSeat`` of table_parts.js takes it, and the red threes that this one has tabled."""
    hand, threes = deal.position(at).hands[seat] or (), deal.threes(at)[seat]
    teller = Teller(deal, me, open_hands=open_hands, name=spoken)
    role = _role(deal, at, seat, me)
    told = [teller.who(seat), role, cards_text(len(hand))]
    return {
        "seat": seat,
        "pos": seat_place(deal.players, seat, me),
        "name": teller.who(seat),
        "role": role,
        "count": len(hand),
        "to_act": _to_act(deal, at, seat),
        "hand": _codes(hand) if open_hands else None,
        "label": listed(part for part in told if part),
        "threes": _codes(threes),
        "threes_label": translate_count("Red three", "Red threes", len(threes)),
    }


def _you(deal: Deal, at: int, me: int) -> dict[str, Any]:
    hand, threes = deal.position(at).hands[me] or (), deal.threes(at)[me]
    count = cards_text(len(hand))
    return {
        "seat": me,
        "name": translate("You, {place}").format(place=seat_name(deal.players, me)),
        "role": listed(part for part in (_role(deal, at, me, me), count) if part),
        "to_act": _to_act(deal, at, me),
        "told": translate("{title}, {cards}").format(title=translate("Your hand"), cards=count),
        "hand": _codes(hand),
        "most": len(deal.steps[-1].position.hands[me] or ()),
        "threes": _codes(threes),
        "threes_label": translate_count("Red three", "Red threes", len(threes)),
    }


def _stock(position: Position, *, more: bool) -> dict[str, Any]:
    count = len(position.stock or ())
    name = translate("Stock, {cards}").format(cards=cards_text(count))
    return {
        "count": count,
        "text": translate("{n} left").format(n=count),
        "name": f"{name}. {translate('Deal on.')}" if more else name,
    }


def _pile(position: Position) -> dict[str, Any]:
    top, *below = position.pile or (None,)
    return {
        "top": top.code if top else None,
        "cross": below[0].code if below else None,
        "count": len(position.pile),
        "text": _pile_text(position.pile, short),
        "name": translate("Pile: {what}").format(what=_pile_text(position.pile, spoken)),
    }


def _pile_text(pile: Sequence[Card], name: Callable[[Card], str]) -> str:
    if not pile:
        return translate("empty")
    top, *below = map(name, pile)
    told = translate("{cards}, {top} on top").format(cards=cards_text(len(pile)), top=top)
    return listed([told, translate("under it {cards}").format(cards=listed(below))]) if below else told


def _signs(position: Position, at: int) -> list[dict[str, str]]:
    if position.frozen:
        # The card that freezes is the first wild one that was turned up.
        wild = next(one for one in reversed(position.pile) if position.rules.is_wild(one))
        text = translate("{card} was turned up.").format(card=capital(short(wild)))
        return [{"kind": "frozen", "title": translate("Frozen for everyone"), "text": text}]
    if at and not position.rules.has("deal.up-card"):
        text = translate("In this game no card is turned up: the pile begins with the first discard.")
        return [{"kind": "empty", "title": translate("No up-card"), "text": text}]
    return []


def _codes(some: Iterable[Card]) -> list[str]:
    return [one.code for one in some]


# ---- what came from where ----------------------------------------------------------------------------------------


def _moves(deal: Deal, start: int, at: int) -> list[list[str]]:
    """The cards that have come to a new place since ``start`` steps were done: from where, and to where.

    A place is ``stock``, ``pile``, ``hand SEAT INDEX`` or ``three SEAT INDEX``, the first before, the other after.
    """
    before, after = deal.position(start), deal.position(at)
    old, new = deal.threes(start), deal.threes(at)
    moves: list[list[str]] = []
    for k in range(1, deal.players + 1):
        seat = (deal.dealer + k) % deal.players
        held = list(before.hands[seat] or ())
        for i, three in enumerate(new[seat][len(old[seat]) :], len(old[seat])):
            if three in held:
                moves.append([f"hand {seat} {held.index(three)}", f"three {seat} {i}"])
                # Its place is kept, so that the others stay at theirs.
                held[held.index(three)] = UNKNOWN
            else:
                moves.append(["stock", f"three {seat} {i}"])
        left = sum(one is not UNKNOWN for one in held)
        moves.extend(["stock", f"hand {seat} {i}"] for i in range(left, len(after.hands[seat] or ())))
    if len(after.pile) > len(before.pile):
        moves.append(["stock", "pile"])
    return moves
