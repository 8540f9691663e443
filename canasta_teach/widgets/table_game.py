"""A deal at a practice table: what was done and tried in it, with undo and redo.

All of it is pure: the referee is asked, and nothing is shown.

A game is a value. Its log holds every act, those that were refused too; ``step`` says how much of it is done. Acts
behind ``step`` were taken back and can be done again. A refused act changes nothing, so it is no step to take back:
``step`` always stands behind the refused acts that follow the last act done.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from canasta_teach.errors import InvalidMove, InvalidPosition
from canasta_teach.game.match import Match
from canasta_teach.game.moves import Move
from canasta_teach.game.record import DealRecord
from canasta_teach.game.record_file import read_file
from canasta_teach.game.record_form import FORMAT, MAX_BYTES
from canasta_teach.game.referee import actor, after, is_legal
from canasta_teach.game.ruling import Ruling
from canasta_teach.game.state import Position
from canasta_teach.given import is_text, is_whole
from canasta_teach.i18n import translate
from canasta_teach.rulebook.ruleset import RuleSet
from canasta_teach.widgets import editor_file
from canasta_teach.widgets.table_judge import is_legal_here, judged, judged_before

KEPT_RULINGS: Final = 50
"""So many of the last rulings stay at hand; an older one is made anew when asked for."""


class Entry(Struct, frozen=True, kw_only=True):
    """One line of the log: an act, or several joined by ``;`` and done at one time.

    Attributes:
        seat: who did it, or tried to (of several acts: who did the first).
        text: the move in the notation, in normal form.
        before: the position in which it was tried.
        after: the position that it led to; ``before`` itself where it was refused.
        refused: it was tried, and nothing came of it.
        paid: it was irregular, and done at the price that the rule set has for it.
        ruling: the referee's answer, where it was asked for and is still at hand; see :func:`ruling_of`.
        viewer: the seat that it was made for; ``None`` for one who sees every hand.
    """

    seat: int
    text: str
    before: Position
    after: Position
    refused: bool = False
    paid: bool = False
    ruling: Ruling | None = None
    viewer: int | None = None


class Game(Struct, frozen=True, kw_only=True):
    """A deal at a table.

    Attributes:
        record: how it began; it has no acts.
        start: the position at the start.
        entries: all that was done and tried, in order, and what was taken back.
        step: the first ``step`` entries stand; the others were taken back.
    """

    record: DealRecord
    start: Position
    entries: tuple[Entry, ...] = ()
    step: int = 0

    @property
    def position(self) -> Position:
        """The position as it stands."""
        return self.entries[self.step - 1].after if self.step else self.start

    @property
    def done(self) -> tuple[Entry, ...]:
        """What stands of the log, refused acts too."""
        return self.entries[: self.step]

    @property
    def can_undo(self) -> bool:
        """Whether any act was done that can be taken back."""
        return any(not entry.refused for entry in reversed(self.done))

    @property
    def can_redo(self) -> bool:
        """Whether an act was taken back that can be done again."""
        return self.step < len(self.entries)

    @property
    def over(self) -> bool:
        """Whether the deal is over."""
        return self.position.phase == "over"

    def can_undo_for(self, seat: int) -> bool:
        """Whether this seat has done an act that can be taken back."""
        return any(entry.seat == seat and not entry.refused for entry in reversed(self.done))

    def to_record(self) -> DealRecord:
        """The deal as a record: how it began, and the acts that stand; what was refused is left out."""
        return self.record.then(*(entry.text for entry in self.done if not entry.refused))


# -- beginning -----------------------------------------------------------------------------------------------------


def begin(start: Position | Mapping[str, Any] | DealRecord, *, house: RuleSet | None = None) -> Game:
    """The game that goes on from a position, or from the end of a record, whose acts are then its log.

    Args:
        start: a position, one in the public format, or a record.
        house: the house rules, where a position in the public format says ``"house"``.

    Raises:
        InvalidPosition: when the mapping is no position, or a record cannot be dealt.
        InvalidRecord: when a record does not replay.
    """
    if not isinstance(start, DealRecord):
        position = start if isinstance(start, Position) else Position.parse(_object(start), house=house)
        return Game(record=DealRecord.made(position), start=position)
    positions = start.positions()
    first = before = next(positions)
    entries = []
    for text, then in zip(start.acts, positions, strict=True):
        move = Move.parse(text)
        paid = not is_legal(before, move)
        seat = actor(before, move.acts[0])
        entries.append(Entry(seat=seat, text=str(move), before=before, after=then, paid=paid))
        before = then
    return Game(record=replace(start, acts=()), start=first, entries=tuple(entries), step=len(entries))


def _object(start: object) -> dict[str, Any]:
    if not isinstance(start, Mapping):
        text = translate("a table begins with a position, a position as a dict, or a record, not {kind}")
        raise InvalidPosition("start", text.format(kind=type(start).__name__))
    return dict(start)


def open_file(path: str | os.PathLike[str], *, house: RuleSet | None = None) -> Game:
    """The game of a file: a saved deal, or a table that was put together and saved, where it can be.

    Args:
        path: the file; it is not touched.
        house: the house rules, where a saved table says ``"house"`` and brings none.

    Raises:
        InvalidRecord: when it cannot be read, is damaged, foreign or newer, with file, place and reason.
        InvalidPosition: when it is a saved table that is damaged, or cannot be yet.
    """
    content = read_file(path)
    if _format(content) == editor_file.FORMAT:
        return begin(editor_file.possible(content, house, where=os.fspath(path)), house=house)
    return begin(DealRecord.parse(content, os.fspath(path)))


def read(text: str, *, house: RuleSet | None = None) -> Game:
    """The game of a text: a saved deal, a saved table, or a position in the public format, as JSON.

    Raises:
        InvalidRecord: when it is a saved deal that is damaged, or newer, with the place and the reason.
        InvalidPosition: when it is a position that cannot be, or neither of the two.
    """
    if not is_text(text):
        text = translate("a text is asked for here, not {kind}").format(kind=type(text).__name__)
        raise InvalidPosition("", text)
    match _format(text):
        case None:
            return begin(Position.parse(text, house=house))
        case editor_file.FORMAT:
            return begin(editor_file.possible(text.encode(errors="replace"), house), house=house)
        case _:
            return begin(DealRecord.parse(text))


def _format(content: str | bytes) -> object:
    """What a file or a text says that it is; ``None`` where it says nothing."""
    if len(content) > MAX_BYTES:
        return None
    try:
        found = msgspec.json.decode(content)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        # What is wrong with it is told by whoever reads it: a damaged record still says what it was.
        text = content if isinstance(content, str) else content.decode(errors="replace")
        return next((form for form in (FORMAT, editor_file.FORMAT) if form in text), None)
    return found.get("format") if isinstance(found, dict) else None


def next_deal(game: Game, *, seed: int | None = None) -> Game:
    """The next deal of the game: the deal moves on, and the scores are carried over.

    Args:
        game: a deal that is over.
        seed: of the shuffle; by lot when left out.

    Raises:
        InvalidMove: when the deal is not over, or a side has won the game.
        InvalidPosition: when it cannot be scored, since cards are not known.
    """
    if not game.over:
        raise InvalidMove(translate("The deal is not over yet."))
    match = counted(game)
    if match.winner is not None:
        raise InvalidMove(translate("The game is over: a side has won it."))
    return begin(match.next_deal(seed=seed))


def counted(game: Game) -> Match:
    """The game of which this deal is one, with the deal's score added; its ``winner`` tells whether it is won.

    Raises:
        InvalidPosition: when the deal is not over, or cannot be scored, since cards are not known.
    """
    over = game.position
    return Match(rules=over.rules, players=over.players, dealer=over.dealer, scores=over.scores).counted(over)


# -- who acts ------------------------------------------------------------------------------------------------------


def to_act(position: Position) -> int:
    """The seat whose act is waited for: the one on turn or, while a question is open, the partner who answers it."""
    if position.permission == "asked" and (partners := position.partners(position.turn)):
        return partners[0]
    return position.turn


def by_seat(position: Position, move: Move, seat: int) -> Move:
    """A move as one of this seat: where another is to act, ``seat n:`` is put before the acts that name none."""
    first = move.acts[0]
    if first.seat is not None or actor(position, first) == seat:
        return move
    return Move(tuple(act if act.seat is not None else replace(act, seat=seat) for act in move.acts))


# -- playing -------------------------------------------------------------------------------------------------------


def do(
    game: Game, seat: int, move: Move | str, *, honour: bool = False, viewer: int | None = None
) -> tuple[Game, Ruling]:
    """Do an act, or try to: a legal one is done; an irregular one is done at its price, or refused.

    A refused act is kept in the log as tried, and the position stays. An act that is done takes the place of those
    that were taken back.

    Args:
        game: where it is done.
        seat: who does it, unless the move says ``seat n:``.
        move: the move, or its text.
        honour: whether an act with a price is done and paid for, see :func:`canasta_teach.game.play.play`.
        viewer: the seat whose hand is shown to the one who does it: the ruling then tells nothing that this seat may
            not know, see :mod:`canasta_teach.widgets.table_judge`; ``None`` where every hand is shown.

    Raises:
        InvalidMove, InvalidCard: when the text is not in the notation, or names what there is not; for an act of a
            hidden hand that only its cards can judge.
    """
    position = game.position
    parsed = by_seat(position, Move.of(move), seat)
    found = judged(position, parsed, viewer=viewer, honour=honour)
    entry = Entry(
        seat=actor(position, parsed.acts[0]),
        text=str(parsed),
        before=position,
        after=position if found.after is None else found.after,
        refused=found.after is None,
        paid=found.paid,
        ruling=found.ruling,
        viewer=viewer,
    )
    return _with(game, entry), found.ruling


def follow(game: Game, seat: int, move: Move | str, *, honour: bool = False) -> Game:
    """As :func:`do`, for those whose acts nobody asks about: of a legal act, no ruling is made.

    Raises:
        InvalidMove, InvalidCard: as :func:`do`.
    """
    position = game.position
    parsed = by_seat(position, Move.of(move), seat)
    if not is_legal_here(position, parsed):
        return do(game, seat, parsed, honour=honour)[0]
    doer = actor(position, parsed.acts[0])
    return _with(game, Entry(seat=doer, text=str(parsed), before=position, after=after(position, parsed)))


def ruling_of(entry: Entry) -> Ruling:
    """The referee's answer to an act of the log, made anew where it is not at hand."""
    return entry.ruling or ruling_for(entry, entry.viewer)


def ruling_for(entry: Entry, viewer: int | None) -> Ruling:
    """The referee's answer to an act of the log, as a seat may know it (``None``: one who sees every hand)."""
    if entry.ruling is not None and entry.viewer == viewer:
        return entry.ruling
    return judged_before(entry.before, Move.parse(entry.text), viewer=viewer, done=not entry.refused)


def _with(game: Game, entry: Entry) -> Game:
    """The game with one more entry; only the last rulings are kept at hand."""
    entries = [*game.done, entry]
    old = len(entries) - KEPT_RULINGS - 1
    if old >= 0 and entries[old].ruling is not None:
        entries[old] = replace(entries[old], ruling=None)
    # A refused act changed nothing, so what was taken back can still be done again.
    rest = [replace(one, ruling=None) for one in game.entries[game.step :]] if entry.refused else []
    return replace(game, entries=(*entries, *rest), step=len(entries))


# -- back and forth ------------------------------------------------------------------------------------------------


def undo(game: Game, seat: int | None = None) -> Game:
    """The game before the last act that was done, or before the last one of a seat.

    Raises:
        InvalidMove: when nothing was done that could be taken back.
    """
    for at in reversed(range(game.step)):
        entry = game.entries[at]
        if not entry.refused and seat in (None, entry.seat):
            return _at(game, at)
    raise InvalidMove(translate("There is nothing to take back."))


def redo(game: Game, seat: int | None = None) -> Game:
    """The game after the next act that was taken back; with a seat, also after all acts of others that followed it.

    Raises:
        InvalidMove: when nothing was taken back.
    """
    if not game.can_redo:
        raise InvalidMove(translate("There is nothing to do again."))
    at = game.step + 1
    if seat is not None:
        at = next((i for i in range(at, len(game.entries)) if _is_of(game.entries[i], seat)), len(game.entries))
    return _at(game, at)


def go_to(game: Game, step: int) -> Game:
    """The game as it was after the first ``step`` entries of its log; 0 is the start. The others can be done again.

    Raises:
        InvalidMove: when there is no such step.
    """
    if not is_whole(step) or not 0 <= step <= len(game.entries):
        text = translate("There is no step {step}: the log has steps 0 to {last}.")
        raise InvalidMove(text.format(step=step, last=len(game.entries)))
    return _at(game, step)


def _is_of(entry: Entry, seat: int) -> bool:
    return entry.seat == seat and not entry.refused


def _at(game: Game, step: int) -> Game:
    while step < len(game.entries) and game.entries[step].refused:
        step += 1
    return replace(game, step=step)
