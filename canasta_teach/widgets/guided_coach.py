"""What a coach at a guided deal says: what to do next and why, and what became of the last act.

No page is known here.
"""

from __future__ import annotations

from itertools import islice
from typing import Final, Literal

from msgspec import Struct

from canasta_teach.cards import card
from canasta_teach.game.melds import read
from canasta_teach.game.moves import Act, Move, Target
from canasta_teach.game.referee import after
from canasta_teach.game.state import Position
from canasta_teach.i18n import mark, translate
from canasta_teach.teach.guide import Guide
from canasta_teach.widgets.move_view import Pieces, act_pieces
from canasta_teach.widgets.table_game import Entry, Game
from canasta_teach.widgets.table_words import told
from canasta_teach.widgets.words import in_line, meld_name, plural, short

_KEPT: Final = 64
"""So many answers of the guide are kept: each is asked for several times while a table is drawn."""

_PRESS: Final = {
    "draw": mark("Press Draw under the table, or the key D."),
    "take": mark("Click {cards}, then press Take {top} with {cards}, or the key P."),
    "onto": mark("Press Take the pile, or the key P."),
    "lay": mark("Click {cards}, then press Lay {cards}, or the key L."),
    "add": mark("Click {cards}, then the {meld} on the table. By keys: +, and where it asks, arrows and Enter."),
    "discard": mark("Click {cards}, then press Discard {cards}, or the key X."),
}
"""How an act is made at the table."""


class Coach(Struct, frozen=True, kw_only=True):
    """What the coach says.

    Attributes:
        kind: ``step``, something is to do; ``wait``, the others are to act; ``away``, the guide is left; ``end``.
        head: how far the deal is.
        done: what became of the last act; may be empty.
        words: what to do and why.
        how: how it is done at the table; may be empty.
        text: the act that is suggested, in the notation; empty for none.
    verb: the same act as the page names it.
        back: the step of the log that leads back to the guide; ``None`` where there is none, or no need.
    """

    kind: Literal["step", "wait", "away", "end"]
    head: str = ""
    done: str = ""
    words: str = ""
    how: str = ""
    text: str = ""
    verb: str = ""
    back: int | None = None


class Coaching:
    """A guide, asked about the deal that is played."""

    def __init__(self, guide: Guide) -> None:
        self.guide = guide
        self._places: dict[int, tuple[Position, int | None]] = {}

    def act_for(self, game: Game) -> str | None:
        """What the seat that is to act does in the guide; ``None`` where the guide is left."""
        place = self.place(game.position)
        if place is None or place == len(self.guide.line):
            return None
        here = self.guide.line[place]
        return here.text if here.step is None else None

    def place(self, position: Position) -> int | None:
        """The place of the act with which the guide goes on from here, see :meth:`Guide.place`."""
        kept = self._places.get(id(position))
        if kept is None or kept[0] is not position:
            kept = (position, self.guide.place(position))
            self._places = dict(islice(self._places.items(), max(0, len(self._places) - _KEPT), None))
            self._places[id(position)] = kept
        return kept[1]

    def says(self, game: Game, *, refused: bool) -> Coach:
        """What the coach says now; ``refused``: a ruling is shown that refuses the last act."""
        guide, place = self.guide, self.place(game.position)
        if place is None:
            return self._away(game)
        done = translate("That is refused, and nothing has changed: the referee says why.") if refused else ""
        done = done or self._done(game, place)
        if place == len(guide.line):
            return Coach(kind="end", head=translate("The end"), done=done, words=translate(guide.end))
        here = guide.line[place]
        if here.step is None:
            last = next(one.step for one in reversed(guide.line[:place]) if one.step is not None)
            return Coach(
                kind="wait",
                head=self._head(last),
                done=done,
                words=translate("Now the others play."),
                how=translate("Press Play on to my turn, or the key O."),
            )
        move = Move.parse(here.text)
        return Coach(
            kind="step",
            head=self._head(here.step),
            done=done,
            words=translate(guide.steps[here.step].say),
            how=_how(move.acts[0], game.position),
            text=here.text,
            verb=_verb(move.acts[0]),
        )

    def _head(self, step: int) -> str:
        return translate("Step {n} of {all}").format(n=step + 1, all=len(self.guide.steps))

    def _done(self, game: Game, place: int) -> str:
        """What became of the learner's last act, where nobody has acted since."""
        last = _last(game)
        if last is None or last.seat != self.guide.seat:
            return ""
        before = self.place(last.before)
        if before is None or before >= len(self.guide.line):
            return ""
        planned = self.guide.line[before]
        if place == before + 1 and planned.step is not None and _same(after(last.before, planned.text), last.after):
            then = self.guide.steps[planned.step].then
            return translate(then) if then else ""
        text = translate("{told} That is legal too, and the guide goes on from here.")
        return text.format(told=self._told(last))

    def _told(self, entry: Entry) -> str:
        line = told(entry, self.guide.seat)
        return translate("{who} {acts}.").format(who=line["who"], acts=_words(line["parts"]))

    def _away(self, game: Game) -> Coach:
        head = translate("On your own")
        step = game.step
        while step and self.place(game.entries[step - 1].after) is None:
            step -= 1
        if step == 0 and self.place(game.start) is None:
            words = translate(
                "This is another deal, of which the guide knows nothing. Run the cell again to be guided."
            )
            return Coach(kind="away", head=head, words=words)
        left = next(entry for entry in game.entries[step:] if not entry.refused)
        place = self.place(left.before) or 0
        planned = self.guide.line[min(place, len(self.guide.line) - 1)].text
        words = translate(
            "{told} That is legal too, but the guide had another act: {planned}. What comes next in it does not fit "
            "any more. Go back and follow it, or play on by yourself."
        ).format(told=self._told(left), planned=_in_words(planned, left.before))
        return Coach(kind="away", head=head, words=words, back=step)


def _last(game: Game) -> Entry | None:
    return next((entry for entry in reversed(game.done) if not entry.refused), None)


def _same(one: Position, other: Position) -> bool:
    """Whether two positions differ in no card, whatever the order in which hands and melds are written."""

    def key(position: Position) -> tuple[object, ...]:
        hands = [sorted(hand) if hand is not None else None for hand in position.hands]
        melds = [sorted(sorted(meld) for meld in some) for some in position.melds]
        return position.turn, position.phase, hands, melds, position.pile

    return key(one) == key(other)


def _verb(act: Act) -> str:
    return "add" if act.kind == "lay" and act.parts[0].to is not None else act.kind


def _how(act: Act, position: Position) -> str:
    """How an act is made at the table."""
    kind = _verb(act)
    some = tuple(one for part in act.parts for one in part.cards) if act.kind == "lay" else act.cards
    if kind == "take" and act.onto is not None and not some:
        kind = "onto"
    top = short(position.pile[0]) if position.pile else ""
    meld = _meld(act.parts[0].to, position) if kind == "add" else ""
    return translate(_PRESS[kind]).format(cards=in_line(some), top=top, meld=meld) if kind in _PRESS else ""


def _meld(to: Target | None, position: Position) -> str:
    """A meld of the side on turn in words: ``aces``."""
    if to is None:
        return ""
    if to.name.startswith("#"):
        return meld_name(read(position.melds[position.side(position.turn)][int(to.name[1:])], position.rules))
    return plural(to.name)


def _in_words(text: str, position: Position) -> str:
    words = _words(act_pieces(Move.parse(text).acts[0], position, position.rules))
    return words[:1].lower() + words[1:]


def _words(pieces: Pieces) -> str:
    """Words and cards in one text, the cards as `K♥`, which the page draws."""
    return " ".join(
        one["words"] if "words" in one else in_line(card(each["code"]) for each in one["cards"]) for one in pieces
    )
