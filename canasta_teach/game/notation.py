"""Floor 2: the text of moves, read and written. Pure grammar: whether an act is legal is the referee's question.

A move is acts joined by ``;``. An act is an optional ``seat n:``, a verb and its words; ``/`` separates the parts
of one act. Words may be written in capitals or not, with any number of spaces.
"""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from functools import lru_cache
from typing import Final

from canasta_teach.cards import RANKS, UNKNOWN, Card, card
from canasta_teach.errors import InvalidCard, InvalidMove
from canasta_teach.game.moves import Act, ActKind, Move, Part, Target

MAX_MOVE: Final = 10_000
"""The longest move that is read, in characters."""

_MAX_INDEX: Final = 999  # far above the melds that any deck allows
_MAX_SEAT: Final = 5
_HINTS: Final = {
    "draw": "draw, or draw 4C",
    "redraw": "redraw, or redraw 5C",
    "take": "take with KH KD, take onto K, or take onto K with KH KD; further layings after /",
    "meld": "meld KH KS 2D / AH AD AC",
    "add": "add 2D KC to K",
    "discard": "discard 4C",
    "ask": "ask",
    "answer": "answer yes, or answer no",
    "relancinho": "relancinho AH 2H 3H / KD KS KC 2D / 7H 7S 7C 7D",
    "table": "table 3H",
    "look": "look",
}

_RANK_NAMES: Final[dict[str, str]] = {
    **{rank: rank for rank in RANKS},
    **{rank.lower(): rank for rank in RANKS},
    "T": "10",
    "t": "10",
}


def parse_move(text: str) -> Move:
    """Read a move of the public notation.

    Raises:
        InvalidMove: when the text is not in the notation: the act at fault (counted from 0, where there are several),
            the word, and what may stand there.
        InvalidCard: for a word that names no card, where a card must stand.
    """
    if not isinstance(text, str):
        raise InvalidMove(f"a move is text, such as 'meld KH KS KD', not {type(text).__name__}")
    if len(text) > 400:  # a move of usual length is worth remembering, an endless one is not
        if len(text) > MAX_MOVE:
            raise InvalidMove(f"the move is {len(text):,} characters long; {MAX_MOVE:,} are the most that are read")
        return _read_move(text)
    return _remembered(text)


def format_act(act: Act) -> str:
    """The act as text in normal form: ``parse_move`` reads it back to an equal act."""
    words = _WRITERS[act.kind](act)
    return words if act.seat is None else f"seat {act.seat}: {words}"


# Reading --------------------------------------------------------------------------------------------------------


def _read_move(text: str) -> Move:
    if ";" not in text:
        return Move((_read_act(text),))
    acts = []
    for index, piece in enumerate(text.split(";")):
        try:
            acts.append(_read_act(piece))
        except (InvalidMove, InvalidCard) as fault:
            raise type(fault)(f"act {index}: {fault}") from None
    return Move(tuple(acts))


_remembered = lru_cache(maxsize=2048)(_read_move)


def _read_act(text: str) -> Act:
    first, *more = text.split("/") if "/" in text else (text,)
    seat = None
    if ":" in first:
        before, first = first.split(":", 1)
        seat = _read_seat(before)
    words = first.split()
    if not words:
        raise InvalidMove(f"an act is missing: write one of {', '.join(_HINTS)}")
    verb = words[0].lower()
    reader = _READERS.get(verb)
    if reader is None:
        raise _unknown_verb(words[0])
    if more and verb not in _WITH_PARTS:
        raise InvalidMove(f"{verb} has no parts, so no / may follow: write {_HINTS[verb]}")
    act = reader(words, more)
    return act if seat is None else Act(act.kind, seat, act.cards, act.onto, act.parts, act.yes)


def _read_seat(text: str) -> int:
    words = text.split()
    if len(words) != 2 or words[0].lower() != "seat":
        raise InvalidMove(f"{_shown(text)} before the colon: only a seat may stand there, as in 'seat 2: draw'")
    return _number(words[1], _MAX_SEAT, "a seat", "0")


def _read_draw(words: list[str], _: list[str]) -> Act:
    return Act("draw", None, _cards(words[1:]))


def _read_redraw(words: list[str], _: list[str]) -> Act:
    return Act("redraw", None, _cards(words[1:]))


def _read_take(words: list[str], more: list[str]) -> Act:
    kind: ActKind = "take"
    at = 1
    if len(words) > 1:
        second = words[1].lower()
        if second == "back":
            if more:
                raise InvalidMove("take back has no parts, so no / may follow: write take back KH KS")
            return Act("take-back", None, _cards(words[2:]))
        if second == "top":
            kind, at = "take-top", 2
    onto: Target | None = None
    hand: tuple[Card, ...] = ()
    if at < len(words) and words[at].lower() == "onto":
        end = next((i for i in range(at + 1, len(words)) if words[i].lower() == "with"), len(words))
        onto = _target(words[at + 1 : end], "take onto K")
        at = end
    if at < len(words):
        if words[at].lower() != "with":
            raise InvalidMove(f"{_shown(words[at])} after {' '.join(words[:at]).lower()}: write {_HINTS['take']}")
        hand = _some_cards(words[at + 1 :], "take with KH KD")
    return Act(kind, None, hand, onto, _parts(more))


def _read_lay(words: list[str], more: list[str]) -> Act:
    return Act("lay", None, (), None, (_part(words), *_parts(more)))


def _read_relancinho(words: list[str], more: list[str]) -> Act:
    if len(words) == 1:
        raise InvalidMove(f"relancinho names the cards that are laid: write {_HINTS['relancinho']}")
    return Act("relancinho", None, (), None, (_part(words[1:]), *_parts(more)))


def _read_discard(words: list[str], _: list[str]) -> Act:
    return Act("discard", None, (_one_card(words, "discard"),))


def _read_table(words: list[str], _: list[str]) -> Act:
    one = _one_card(words, "table")
    if not one.is_red_three:
        raise InvalidMove(f"only a red three is tabled, not {one.code}: write table 3H or table 3D")
    return Act("table", None, (one,))


def _read_ask(words: list[str], _: list[str]) -> Act:
    _alone(words)
    return Act("ask")


def _read_look(words: list[str], _: list[str]) -> Act:
    _alone(words)
    return Act("look")


def _read_answer(words: list[str], _: list[str]) -> Act:
    if len(words) != 2 or words[1].lower() not in ("yes", "no"):
        raise InvalidMove(f"{_shown(' '.join(words))}: write {_HINTS['answer']}")
    return Act("answer", None, (), None, (), words[1].lower() == "yes")


_READERS: Final[dict[str, Callable[[list[str], list[str]], Act]]] = {
    "draw": _read_draw,
    "redraw": _read_redraw,
    "take": _read_take,
    "meld": _read_lay,
    "add": _read_lay,
    "discard": _read_discard,
    "ask": _read_ask,
    "answer": _read_answer,
    "relancinho": _read_relancinho,
    "table": _read_table,
    "look": _read_look,
}
_WITH_PARTS: Final = frozenset({"take", "meld", "add", "relancinho"})


def _parts(pieces: list[str]) -> tuple[Part, ...]:
    return tuple([_part(piece.split()) for piece in pieces]) if pieces else ()


def _part(words: list[str]) -> Part:
    """One part: ``[meld] cards``, or ``[add] cards to target``."""
    if not words:
        raise InvalidMove("a part beside / is empty: write cards there, as in 'meld KH KS 2D / AH AD AC'")
    verb = words[0].lower()
    start = 1 if verb in ("meld", "add") else 0
    for i in range(start, len(words)):
        word = words[i]
        if len(word) == 2 and word.lower() == "to":
            if verb == "meld":
                raise InvalidMove("meld lays a new meld; to add to one, write add KC to K")
            return Part(_some_cards(words[start:i], _HINTS["add"]), _target(words[i + 1 :], _HINTS["add"]))
    if verb == "add":
        raise InvalidMove(f"add must say which meld: write {_HINTS['add']}")
    return Part(_some_cards(words[start:], _HINTS["meld"]))


def _target(words: list[str], hint: str) -> Target:
    """``K``, ``#0``, ``their K``, ``side 2's K``."""
    match words:
        case [name]:
            return Target(_meld_name(name, hint))
        case [whose, name] if whose.lower() == "their":
            return Target(_meld_name(name, hint), "their")
        case [side, number, name] if side.lower() == "side" and number.lower().endswith(("'s", "’s")):
            return Target(_meld_name(name, hint), _number(number[:-2], _MAX_SEAT, "a side", "2"))
        case []:
            raise InvalidMove(f"no meld is named: write {hint}")
        case _:
            raise InvalidMove(
                f"{_shown(' '.join(words))} names no meld: write a rank (K), an index (#0), their K, or side 2's K"
            )


def _meld_name(word: str, hint: str) -> str:
    rank = _RANK_NAMES.get(word)
    if rank is not None:
        return rank
    if word[0] == "#":
        return f"#{_number(word[1:], _MAX_INDEX, 'the index of a meld', '#0', '#')}"
    raise InvalidMove(f"{_shown(word)} names no meld: write its rank or its index, as in {hint}, or #0")


def _number(word: str, most: int, what: str, example: str, sign: str = "") -> int:
    # int() would also take '٣', '+1' and '1_0'.
    if not (word.isascii() and word.isdigit() and len(word) <= 4 and int(word) <= most):
        raise InvalidMove(f"{_shown(sign + word)} is not {what}: write a number from 0 to {most}, such as {example}")
    return int(word)


def _cards(words: list[str]) -> tuple[Card, ...]:
    found = tuple([card(word) for word in words])
    if UNKNOWN in found:
        raise InvalidMove("?? stands for a card not known; a move names real cards, as KH or 10S")
    return found


def _some_cards(words: list[str], hint: str) -> tuple[Card, ...]:
    if not words:
        raise InvalidMove(f"no card is named: write {hint}")
    return _cards(words)


def _one_card(words: list[str], verb: str) -> Card:
    if len(words) != 2:
        raise InvalidMove(f"{verb} takes exactly one card, not {len(words) - 1}: write {_HINTS[verb]}")
    return _cards(words[1:])[0]


def _alone(words: list[str]) -> None:
    if len(words) > 1:
        raise InvalidMove(f"{_shown(words[1])} after {words[0].lower()}: the word stands alone")


def _unknown_verb(word: str) -> InvalidMove:
    near = get_close_matches(word[:20].lower(), _HINTS, 1)
    instead = f"did you mean {_HINTS[near[0]]}?" if near else f"write one of {', '.join(_HINTS)}"
    return InvalidMove(f"{_shown(word)} is no act: {instead}")


def _shown(text: str) -> str:
    """The text as error messages show it: quoted, short, and safe to print."""
    return repr(text if len(text) <= 30 else text[:30] + "…")


# Writing --------------------------------------------------------------------------------------------------------


def _text(some: tuple[Card, ...]) -> str:
    return " ".join([c.code for c in some])


def _with_cards(verb: str) -> Callable[[Act], str]:
    return lambda act: f"{verb} {_text(act.cards)}" if act.cards else verb


def _write_parts(parts: tuple[Part, ...], verb: str) -> str:
    """The parts; a verb is written where it differs from the one before."""
    texts = []
    for part in parts:
        this = "meld" if part.to is None else "add"
        text = _text(part.cards) if part.to is None else f"{_text(part.cards)} to {part.to}"
        texts.append(text if this == verb else f"{this} {text}")
        verb = this
    return " / ".join(texts)


def _write_take(act: Act) -> str:
    text = "take" if act.kind == "take" else "take top"
    if act.onto is not None:
        text += f" onto {act.onto}"
    if act.cards:
        text += f" with {_text(act.cards)}"
    if act.parts:
        bare = act.onto is None and not act.cards
        text += f" / {_write_parts(act.parts, '' if bare else 'meld')}"
    return text


_WRITERS: Final[dict[ActKind, Callable[[Act], str]]] = {
    "draw": _with_cards("draw"),
    "redraw": _with_cards("redraw"),
    "take": _write_take,
    "take-top": _write_take,
    "take-back": _with_cards("take back"),
    "lay": lambda act: _write_parts(act.parts, ""),
    "discard": _with_cards("discard"),
    "table": _with_cards("table"),
    "ask": lambda act: "ask",
    "look": lambda act: "look",
    "answer": lambda act: "answer yes" if act.yes else "answer no",
    "relancinho": lambda act: f"relancinho {_write_parts(act.parts, 'meld')}",
}
