"""Floor 3: reading the line of text by which a puzzle is shared; see :mod:`canasta_teach.teach.puzzles.line`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from canasta_teach.cards import UNKNOWN, Card, card, codes
from canasta_teach.errors import InvalidCard
from canasta_teach.i18n import translate
from canasta_teach.players.solve import Objective
from canasta_teach.rulebook import KEYS, ruleset
from canasta_teach.rulebook.ruleset import near
from canasta_teach.teach.puzzles.collection import BOM, own_id, parse_puzzle
from canasta_teach.teach.puzzles.errors import InvalidPuzzle
from canasta_teach.teach.puzzles.model import HEAD, Puzzle

VERSION: Final = 1
MAX_LENGTH: Final = 4_000
"""The longest line that is read or written, in characters."""
WHERE: Final = "line"
_SPACES: Final = " \t\r\n"
_AIMS: Final = tuple(what.value for what in Objective)
_POSITION_KEYS: Final = (
    "options", "players", "scores", "dealer", "turn", "phase", "first_turn", "hands", "melds", "concealed_melds",
    "red_threes", "pile", "stock", "frozen", "laid_before", "permission", "this_turn", "penalised", "penalties",
    "minimum_raised", "idle_turns", "went_out", "concealed", "relancinho",
)  # fmt: skip


def from_line(text: str) -> Puzzle:
    """The puzzle that a line tells.

    Spaces, the order of the fields, and the case of cards and names make no difference. A puzzle without an id gets one
    that is made of its position and aim.

    Raises:
        InvalidPuzzle: with the field at fault, what is wrong with it, and what instead.
    """
    if len(text) > MAX_LENGTH:
        raise _fault("", translate("longer than the {n} characters that are read").format(n=f"{MAX_LENGTH:,}"))
    first, *rest = text.removeprefix(BOM).split("|")
    _head(first)
    reading = _Reading()
    for field in rest:
        reading.read(field.strip(_SPACES))
    return reading.puzzle()


def _fault(key: str, reason: str) -> InvalidPuzzle:
    return InvalidPuzzle(key, reason, where=WHERE)


def _head(field: str) -> None:
    words = field.split()
    if not words or words[0].lower() != HEAD:
        text = translate("a shared puzzle begins with “{head} {version} |”")
        raise _fault("", text.format(head=HEAD, version=VERSION))
    if words[1:] != [str(VERSION)]:
        text = translate("{found} is no version that is read here; write “{head} {version}”")
        found = _shown(" ".join(words[1:])) or "?"
        raise _fault(HEAD, text.format(found=found, head=HEAD, version=VERSION))


def _shown(text: str) -> str:
    plain = "".join(char if char.isprintable() else " " for char in text)
    return plain if len(plain) <= 60 else plain[:60] + "…"


class _Reading:
    """The fields of a line as they are read.

    Attributes:
        data: keys of the puzzle; ``position``: of its position.
        given: the field that gave each, so that none is given twice.
    """

    def __init__(self) -> None:
        self.data: dict[str, Any] = {}
        self.position: dict[str, Any] = {}
        self.aim: dict[str, Any] = {}
        self.given: dict[str, str] = {}
        self.hand: list[str] | None = None
        self.others: list[int | None] | None = None

    def read(self, field: str) -> None:
        """Take a field in.

        Raises:
            InvalidPuzzle: where it is unknown, stands twice, or cannot be read.
        """
        if not field:
            return
        name = re.split(r"[\s=]", field, maxsplit=1)[0]
        behind = field[len(name) :]
        value = behind.strip(_SPACES)
        key = name.lower()
        if behind.startswith("=") or (value.startswith("=") and key not in _READ):
            self._json(key, value[1:])
        elif not value and key in KEYS:
            self._once("rule set", key)
            self.position["rules"] = key
        elif not value and key in _AIMS:
            self._once("aim", key)
            self.aim["what"] = key
        elif not value and key == "only":
            self._once(key, key)
            self.data["only"] = True
        elif key in _READ:
            self._once(_TWIN.get(key, key), key)
            _READ[key](self, key, value)
        else:
            raise _unknown(name)

    def _once(self, what: str, field: str) -> None:
        if what in self.given:
            before = self.given[what]
            if before == field:
                raise _fault(field, translate("this field stands twice"))
            text = translate("{before} says that already; leave one of them out")
            raise _fault(field, text.format(before=before))
        self.given[what] = field

    def _json(self, key: str, text: str) -> None:
        if key not in _POSITION_KEYS:
            if key in _READ:
                raise _fault(key, translate("write a space behind the name, not “=”"))
            raise _unknown(key)
        self._once(_TWIN.get(key, key), key)
        try:
            self.position[key] = msgspec.json.decode(text)
        except msgspec.DecodeError as error:
            raise _fault(key, translate("this is no JSON: {error}").format(error=error)) from None
        except UnicodeError:
            raise _fault(key, translate("this is no UTF-8 text")) from None
        except RecursionError:
            raise _fault(key, translate("this is nested too deeply to be read")) from None

    # -- fields ----------------------------------------------------------------------------------------

    def number(self, key: str, value: str) -> None:
        """``par``, ``grade``, or a number of the position."""
        (self.data if key in ("par", "grade") else self.position)[key] = _number(key, value)

    def word(self, key: str, value: str) -> None:
        """``end``, ``phase``: one word; the reader of the position, and the model, know which."""
        (self.aim if key == "end" else self.position)[key] = value.lower()

    def scores(self, key: str, value: str) -> None:
        """The sides' scores, in points."""
        self.position["scores"] = [_number(key, word) for word in value.split()]

    def names(self, key: str, value: str) -> None:
        """Keys of ideas, ids of rules."""
        self.data[key] = value.lower().split()

    def name(self, key: str, value: str) -> None:
        """The id."""
        self.data[key] = value.lower()

    def text(self, key: str, value: str) -> None:
        """Title, author, licence."""
        self.data[key] = _unescaped(key, value)

    def hand_of(self, key: str, value: str) -> None:
        """The hand on turn."""
        self.hand = _cards(key, value)

    def other_hands(self, key: str, value: str) -> None:
        """The numbers of cards in the other hands, from the left of the player on turn."""
        self.others = [None if word == "?" else _number(key, word) for word in value.split()]

    def melds(self, key: str, value: str) -> None:
        """The sides' melds."""
        sides = []
        for side in value.split(";"):
            melds = [_cards(key, meld) for meld in side.split("/")] if side.strip() else []
            if not all(melds):
                raise _fault(key, translate("a meld between two strokes is empty"))
            sides.append(melds)
        self.position["melds"] = sides

    def red_threes(self, key: str, value: str) -> None:
        """The sides' red threes."""
        self.position["red_threes"] = [_cards(key, side) for side in value.split(";")]

    def pile(self, key: str, value: str) -> None:
        """The pile, top first; ``+8`` for eight cards below that nobody knows; ``frozen``."""
        words = value.split()
        if words and words[-1].lower() == "frozen":
            self._once("frozen", key)
            self.position["frozen"] = True
            words.pop()
        more = words.pop() if words and words[-1].startswith("+") else ""
        cards = _cards(key, " ".join(words))
        if more:
            count = _number(key, more[1:])
            if not 0 <= count <= 200:
                raise _fault(key, translate("{n} is no number of cards").format(n=_shown(more)))
            cards += [UNKNOWN.code] * count
        self.position["pile"] = cards

    def stock(self, key: str, value: str) -> None:
        """The stock: a number, ``?``, or cards, top first."""
        if value == "?":
            self.position["stock"] = None
        elif re.fullmatch(r"[+-]?[0-9]+", value):
            self.position["stock"] = _number(key, value)
        else:
            self.position["stock"] = _cards(key, value)

    # -- the whole -------------------------------------------------------------------------------------

    def puzzle(self) -> Puzzle:
        """The puzzle of all fields.

        Raises:
            InvalidPuzzle: where one is missing, or they do not fit each other.
        """
        self._seat_hands()
        self._all_sides()
        for key, found, instead in (
            ("aim", self.aim.get("what"), ", ".join(_AIMS)),
            ("par", self.data.get("par"), "par 1"),
            ("hand", self.position.get("hands"), "hand KH KS KD"),
        ):
            if found is None:
                raise _fault(key, translate("this field is missing; write {instead}").format(instead=instead))
        data = {"id": "own", **self.data, "position": self.position, "aim": self.aim}
        try:
            read = parse_puzzle(data, WHERE)
        except InvalidPuzzle as error:
            raise _fault(self._field(error.key), error.reason) from None
        return read if "id" in self.data else replace(read, id=own_id(read.position, read.aim))

    def _seat_hands(self) -> None:
        if self.hand is None:
            if self.others is not None:
                raise _fault("others", translate("write the hand on turn too: hand KH KS KD"))
            return
        players = self.position.get("players", 4)
        turn = self.position.get("turn", 0)
        if not (isinstance(players, int) and isinstance(turn, int) and 2 <= players <= 6 and 0 <= turn < players):
            raise _fault("turn", translate("there are 2 to 6 players, and turn is one of their seats, from 0"))
        others = [None] * (players - 1) if self.others is None else self.others
        if len(others) != players - 1:
            text = translate("write {n} numbers, one for each other hand, from the left of the player on turn")
            raise _fault("others", text.format(n=players - 1))
        hands: list[list[str] | int | None] = [*others]
        hands.insert(0, self.hand)
        self.position["hands"] = [hands[(seat - turn) % players] for seat in range(players)]

    def _all_sides(self) -> None:
        """Sides that were left out at the end have nothing there."""
        players = self.position.get("players", 4)
        rules = ruleset(self.position.get("rules", "classic"))
        if "options" in self.position or not isinstance(players, int) or players not in rules.p.players:
            # Options may seat other sides: there each side has to be written.
            return
        sides = rules.sides(players)
        for key, field in (("melds", "melds"), ("red_threes", "red-threes")):
            if self.given.get(key) == field:
                some = self.position[key]
                some += [[] for _ in range(sides - len(some))]

    def _field(self, key: str) -> str:
        """The field of the line that gave a key of the puzzle; the key itself where none did."""
        path = key.removeprefix("position.").removeprefix("aim.")
        name = re.split(r"[\[.]", path)[0]
        if name == "what":
            return "aim"
        field = self.given.get(_TWIN.get(name, name), name)
        return path if field == name else field


_Read = Callable[[_Reading, str, str], None]
_READ: Final[Mapping[str, _Read]] = {
    "par": _Reading.number,
    "grade": _Reading.number,
    "players": _Reading.number,
    "dealer": _Reading.number,
    "turn": _Reading.number,
    "phase": _Reading.word,
    "end": _Reading.word,
    "score": _Reading.scores,
    "ideas": _Reading.names,
    "rules": _Reading.names,
    "id": _Reading.name,
    "title": _Reading.text,
    "author": _Reading.text,
    "licence": _Reading.text,
    "hand": _Reading.hand_of,
    "others": _Reading.other_hands,
    "melds": _Reading.melds,
    "red-threes": _Reading.red_threes,
    "pile": _Reading.pile,
    "stock": _Reading.stock,
}
_TWIN: Final[Mapping[str, str]] = {"score": "scores", "hand": "hands", "red-threes": "red_threes"}
"""Fields that say the same as a key of the position."""


def _unknown(name: str) -> InvalidPuzzle:
    known = (*_READ, *_POSITION_KEYS, *KEYS, *_AIMS, "only")
    text = translate("there is no such field") + near(_shown(name.lower()), known)
    return _fault(_shown(name), text)


def _number(key: str, text: str) -> int:
    if not re.fullmatch(r"[+-]?[0-9]{1,9}", text):
        raise _fault(key, translate("a whole number is wanted, not {found}").format(found=_shown(text) or "—"))
    return int(text)


def _cards(key: str, text: str) -> list[str]:
    found: list[Card] = []
    for word in text.split():
        try:
            found.append(card(word))
        except InvalidCard as error:
            raise _fault(key, str(error)) from None
    return codes(found)


def _unescaped(key: str, text: str) -> str:
    def read(match: re.Match[str]) -> str:
        found = match[0]
        if found in _MARKS:
            return _MARKS[found]
        if match[1] is None or not 0 < int(match[1], 16) < 0x110000:
            instead = translate("{found} means nothing here: write \\\\ for a backslash, \\p for a bar")
            raise _fault(key, instead.format(found=_shown(found)))
        return chr(int(match[1], 16))

    return re.sub(r"\\(?:u\{([0-9a-fA-F]{1,6})\}|.?)", read, " ".join(text.splitlines()), flags=re.DOTALL)


_MARKS: Final[Mapping[str, str]] = {"\\\\": "\\", "\\p": "|", "\\s": " "}
