"""What a score sheet tells of a line that is wrong, and its hints: where to look again, never the figure itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any, Final

from canasta_teach import rulebook
from canasta_teach.cards import Card
from canasta_teach.game.melds import read
from canasta_teach.game.scoring import Key
from canasta_teach.i18n import translate
from canasta_teach.widgets.score_side import MAIN, SideAtEnd, joined
from canasta_teach.widgets.score_words import Situation, label, line_words, tellings
from canasta_teach.widgets.words import in_line, in_order

STEPS: Final = 3
"""Hints a line: a nudge, the rule, and where to begin."""

_SHORT_HAND = 14  # cards; more are not listed in a sentence

Look = Callable[[SideAtEnd, Key, int], Situation]


def telling(side: SideAtEnd, key: Key, given: int) -> str:
    """What is told of a line in which a wrong figure stands: where to look again.

    Args:
        side: the side at the end of the deal.
        key: the line.
        given: what stands in it, in points; not what it counts.
    """
    return translate(tellings(key)[situation(side, key, given)]).format(**_values(side, key, given))


def situation(side: SideAtEnd, key: Key, given: int) -> Situation:
    """What seems to have gone wrong in a line in which a wrong figure stands."""
    if key != "red_threes" and side.points(key) and given == -side.points(key):
        return "sign"
    return _LOOKS[key](side, key, given)


def hint(side: SideAtEnd, key: Key, step: int) -> tuple[str, str]:
    """A hint on a line, and the id of the rule that it names, else nothing.

    Args:
        side: the side at the end of the deal.
        key: the line.
        step: 1, a nudge; 2, the rule; 3, where to begin.
    """
    words = line_words(key)
    if step == 1:
        return translate(words.nudge), ""
    if step == 2:
        rule = next((line.rule for line in side.lines(key)), MAIN[key])
        found = rulebook.rule(rule)
        title, text = translate(found.title), translate(found.text)
        # A rule that is called as its line is has been named already.
        return (text if title == label(key) else f"{translate('{title}.').format(title=title)} {text}"), rule
    values = _values(side, key, 0)
    match key:
        case "melds":
            begins = _from(side, side.melds)
        case "natural_canastas" | "mixed_canastas" | "concealed_canastas":
            begins = _from(side, side.long_melds)
        case "red_threes":
            begins = {"cards": values["cards"]} if side.red_threes else {}
        case "hand":
            begins = next(({"cards": in_line(in_order(hand, side.rules))} for hand in side.hands.values()), {})
        case "penalties":
            begins = {"noted": values["noted"]} if side.position.penalties[side.side] else {}
        case _:
            begins = {} if side.position.went_out is None else {"who": values["who"]}
    text = words.begin if begins else words.begin_none
    return translate(text).format(**{**values, **begins}), ""


def noted(side: SideAtEnd) -> list[str]:
    """What was noted against the side in the deal: the titles of the rules, each as often as it was broken."""
    return [translate(rulebook.rule(one.rule).title) for one in side.position.penalties[side.side]]


# ---- what the sentences name


def _values(side: SideAtEnd, key: Key, given: int) -> dict[str, Any]:
    long, out = side.long_melds, side.position.went_out
    melds = side.melds if key == "melds" else long
    cards: Sequence[Card] = side.red_threes
    if key == "melds":
        cards = [card for meld in side.melds for card in read(meld, side.rules).wilds]
    elif key == "penalties":
        cards = side.hidden
    return {
        "melds": joined([side.meld_name(meld) for meld in melds]),
        "cards": in_line(cards),
        "size": side.rules.p.canasta_size,
        "k": abs(given) // (_each(side, key) or 1),
        "who": "" if out is None else side.name(out),
        "names": joined([_inside(side, seat) for seat in side.seats]),
        "hands": _hands(side),
        "noted": " ".join(translate("{title}.").format(title=title) for title in noted(side)),
    }


def _inside(side: SideAtEnd, seat: int) -> str:
    """A player's name within a sentence."""
    return translate("you") if seat == side.viewer else side.name(seat)


def _hands(side: SideAtEnd) -> str:
    if sum(map(len, side.hands.values())) > _SHORT_HAND:
        return joined([_inside(side, seat) for seat in side.hands])
    return side.hands_text()


def _from(side: SideAtEnd, melds: Sequence[tuple[Card, ...]]) -> dict[str, str]:
    return {"meld": side.meld_name(melds[0]), "cards": in_line(melds[0])} if melds else {}


def _each(side: SideAtEnd, key: Key) -> int:
    p = side.rules.p
    prices: dict[Key, int] = {
        "natural_canastas": p.natural_canasta,
        "mixed_canastas": p.mixed_canasta,
        "concealed_canastas": p.concealed_canasta,
        "red_threes": p.red_three,
    }
    return prices.get(key, 0)


# ---- what seems to have gone wrong, line by line


def _melds(side: SideAtEnd, key: Key, given: int) -> Situation:
    right, worth = side.points(key), side.rules.points
    if not side.melds:
        return "none"
    canastas = [meld for meld, kind in zip(side.melds, side.kinds, strict=True) if kind is not None]
    earned = [side.points(line) for line in _CANASTAS if side.points(line)]
    if given - right in {sum(some) for n in range(1, len(earned) + 1) for some in combinations(earned, n)}:
        return "bonus"
    if given > 0 and canastas and given == right - sum(map(worth, canastas)):
        return "left-out"
    if given > 0 and any(given == right - worth(meld) for meld in side.melds):
        return "passed"
    if _values(side, key, given)["cards"] and given == sum(_as_one_rank(side, meld) for meld in side.melds):
        return "wild"
    return "off"


def _as_one_rank(side: SideAtEnd, meld: tuple[Card, ...]) -> int:
    """A meld's points, were its wild cards worth what they stand for."""
    reading = read(meld, side.rules)
    if reading.kind != "set" or not reading.naturals:
        return side.rules.points(meld)
    return len(meld) * side.rules.value(reading.naturals[0])


def _canastas(side: SideAtEnd, key: Key, given: int) -> Situation:
    each, found = _each(side, key), side.canastas(key)
    right = side.points(key)
    if not side.long_melds:
        return "short"
    others = [one for one in (_each(side, line) for line in _CANASTAS[:2]) if one != each]
    if found and any(given == len(found) * other for other in others):
        return "other"
    if found and given == right + side.rules.points(card for meld in found for card in meld):
        return "cards"
    if side.points("concealed_canastas") and given == right + side.points("concealed_canastas"):
        return "extra"
    return "count" if _counted(given, each, len(side.melds)) else "off"


def _concealed_canastas(side: SideAtEnd, key: Key, given: int) -> Situation:
    each, found = _each(side, key), side.canastas(key)
    if not side.long_melds:
        return "short"
    earned = sum(
        side.rules.p.natural_canasta if side.kinds[side.melds.index(meld)] == "natural" else side.rules.p.mixed_canasta
        for meld in found
    )
    if found and given in (earned, earned + side.points(key)):
        return "whole"
    return "count" if _counted(given, each, len(side.melds)) else "off"


def _counted(given: int, each: int, most: int) -> bool:
    """Whether a figure is a number of things at a price, and not too many of them."""
    return each > 0 and given > 0 and given % each == 0 and given // each <= most


def _red_threes(side: SideAtEnd, key: Key, given: int) -> Situation:
    right, each, found, p = side.points(key), _each(side, key), len(side.red_threes), side.rules.p
    if not found:
        return "none"
    if given == -right:
        return "sign" if side.melds or right > 0 else "unmelded"
    whole = 2 * p.packs
    if found == whole and abs(given) == found * each:
        return "all"
    if found != whole and abs(given) == p.red_threes_all:
        return "not-all"
    if _counted(abs(given), each, whole) and abs(given) != found * each:
        return "count"
    return "off"


def _going_out(side: SideAtEnd, key: Key, given: int) -> Situation:
    right = side.points(key)
    if not right:
        return "nobody" if side.position.went_out is None else "not-out"
    if not given:
        return "missed"
    others = {side.points(line) for line in ("concealed", "relancinho") if side.points(line)}
    return "more" if given - right in others else "off"


def _specially_out(side: SideAtEnd, key: Key, given: int) -> Situation:
    right = side.points(key)
    if not right:
        return "nobody" if side.position.went_out is None else "not-out"
    if not given:
        return "missed"
    return "more" if given in (side.points("going_out"), right + side.points("going_out")) else "off"


def _hand(side: SideAtEnd, key: Key, given: int) -> Situation:
    if not side.hands:
        return "none"
    worths = [side.rules.points(hand) for hand in side.hands.values()]
    if len(worths) > 1 and given and abs(given) in worths:
        return "one-hand"
    cost = len(side.hidden) * side.rules.p.hidden_red_three
    if cost and abs(given) == abs(side.points(key)) + cost:
        return "hidden"
    return "off"


def _penalties(side: SideAtEnd, key: Key, given: int) -> Situation:
    so_far = side.position.penalties[side.side]
    points = sum(one.points for one in so_far)
    if side.hidden:
        return "hidden" if abs(given) == points else "hidden-off"
    return "off" if so_far else "none"


_CANASTAS: Final[tuple[Key, ...]] = ("natural_canastas", "mixed_canastas", "concealed_canastas")
_LOOKS: Final[dict[Key, Look]] = {
    "melds": _melds,
    "natural_canastas": _canastas,
    "mixed_canastas": _canastas,
    "concealed_canastas": _concealed_canastas,
    "red_threes": _red_threes,
    "going_out": _going_out,
    "concealed": _specially_out,
    "relancinho": _specially_out,
    "hand": _hand,
    "penalties": _penalties,
}
