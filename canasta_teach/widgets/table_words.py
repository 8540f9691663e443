"""What a table tells of its log: each act, as far as the one who looks may know it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from canasta_teach.cards import UNKNOWN, Card
from canasta_teach.game import pile
from canasta_teach.game.melds import canasta_kind, read
from canasta_teach.game.moves import Act, Move
from canasta_teach.game.play import play
from canasta_teach.game.referee import actor, is_legal, joined
from canasta_teach.game.ruling import Ruling
from canasta_teach.game.seats import seat_name
from canasta_teach.game.state import Position
from canasta_teach.i18n import translate, translate_count
from canasta_teach.widgets.move_view import Pieces, Telling
from canasta_teach.widgets.table_game import Entry, ruling_of
from canasta_teach.widgets.table_seats import who
from canasta_teach.widgets.table_turn import ending_text
from canasta_teach.widgets.words import canasta_text, capital, in_line, listed, meld_name, points_text

# -- the log -------------------------------------------------------------------------------------------------------


def told(entry: Entry, viewer: int, *, open_to_all: bool = False, costs: bool = True) -> dict[str, Any]:
    """An act of the log in words.

    Cards that the viewer may not know are left out, or shown as not known: those that another player drew, and those
    that another player held and tried to play in vain.

    Args:
        entry: the act.
        viewer: the seat that looks.
        open_to_all: one person plays all seats: every card may be told, and nobody is "you".
        costs: also what an irregular act cost, in points.

    Returns:
        ``who``; ``parts``, words and cards as :mod:`~canasta_teach.widgets.move_view` makes them; ``refused``, the
        rules that refused it, else empty; ``notation``; ``note``, what followed by itself, else empty.
    """
    position = entry.before
    steps = list(_steps(entry))
    shown = [step.act if open_to_all or step.seat == viewer else _masked(step, entry) for step in steps]
    parts: Pieces = [{"words": translate("tried:")}] if entry.refused else []
    seat = entry.seat
    for number, (step, act) in enumerate(zip(steps, shown, strict=True)):
        if step.seat != seat:
            seat = step.seat
            parts.append({"words": translate("then {name}").format(name=_name(position, seat, viewer, open_to_all))})
        elif number:
            parts.append({"words": translate("then")})
        parts += _pieces(step, act, entry, whole=open_to_all or step.seat == viewer)
    return {
        "who": _name(position, entry.seat, viewer, open_to_all),
        "parts": parts,
        "refused": _refused(entry),
        "notation": entry.text if shown == [step.act for step in steps] else "; ".join(map(str, shown)),
        "note": " ".join(_notes(entry, steps, viewer, open_to_all=open_to_all, costs=costs)),
    }


def spoken_line(line: dict[str, Any]) -> str:
    """A line of the log, as :func:`told` makes it, in one text to be spoken."""
    words = [
        piece["words"] if "words" in piece else listed(shown["label"] for shown in piece["cards"])
        for piece in line["parts"]
    ]
    text = ended(translate("{who} {acts}.").format(who=line["who"], acts=" ".join(words)))
    return " ".join(filter(None, (text, line["refused"], line["note"])))


def ended(sentence: str) -> str:
    """A sentence with one mark at its end: after a question that it quotes there is no full stop."""
    return sentence[:-1] if sentence.endswith(("?.", "!.", "..")) else sentence


def listed_titles(ruling: Ruling) -> str:
    """The titles of the rules that an act breaks, with no full stop at the end."""
    return "; ".join(violation.title for violation in ruling.violations).rstrip(".")


class _Step(Struct, frozen=True):
    """One act of an entry: who does it, and the positions before and after it, where they are known."""

    act: Act
    seat: int
    before: Position | None
    after: Position | None


def _steps(entry: Entry) -> Iterator[_Step]:
    acts = [act for _, act in joined(Move.parse(entry.text), entry.before.rules)]
    before: Position | None = entry.before
    for number, act in enumerate(acts):
        seat = actor(before or entry.before, act)
        if entry.refused or before is None:
            # What the first acts would have led to never was.
            yield _Step(act, seat, before, None)
            before = None
        else:
            after = entry.after if number == len(acts) - 1 else play(before, Move((act,)))
            yield _Step(act, seat, before, after)
            before = after


def _name(position: Position, seat: int, viewer: int, open_to_all: bool) -> str:
    players = position.players
    return seat_name(players, seat) if open_to_all else who(players, seat, viewer)


# -- what may be told ----------------------------------------------------------------------------------------------


def _masked(step: _Step, entry: Entry) -> Act:
    """Another player's act as it is seen from outside."""
    act, before, after = step.act, step.before, step.after
    if act.kind in ("draw", "redraw"):
        return replace(act, cards=())
    if before is None or after is None:
        return _only(act, Counter())
    if not entry.paid or is_legal(before, Move((act,))):
        return act
    # An irregular act: the cards go back to the hand, unless they stay there face up.
    stays = act.kind == "take" and step.seat == before.turn
    return _only(act, _face_up(step) if stays else Counter())


def _face_up(step: _Step) -> Counter[Card]:
    """The cards that came to lie penalised."""
    if step.before is None or step.after is None:
        return Counter()
    return Counter(step.after.penalised[step.seat]) - Counter(step.before.penalised[step.seat])


def _only(act: Act, known: Counter[Card]) -> Act:
    """The act with no cards but these; the others are not known."""
    left = Counter(known)

    def seen(some: Iterable[Card]) -> tuple[Card, ...]:
        shown = []
        for one in some:
            shown.append(one if left[one] > 0 else UNKNOWN)
            left[one] -= 1
        return tuple(shown)

    return replace(act, cards=seen(act.cards), parts=tuple(replace(part, cards=seen(part.cards)) for part in act.parts))


def _drawn(step: _Step, *, whole: bool) -> tuple[Card, ...]:
    """The cards that came from the stock, as far as they may be told: ``whole``, or only those that lie face up."""
    before, after = step.before, step.after
    if before is None or after is None:
        return ()
    if not whole:
        return tuple(sorted(_face_up(step).elements()))
    came = Counter(after.hands[step.seat] or ()) - Counter(before.hands[step.seat] or ())
    return () if came[UNKNOWN] else tuple(sorted(came.elements()))


# -- in words ------------------------------------------------------------------------------------------------------


class _Seen(Telling):
    """The telling of an act whose player is named elsewhere, and of whose cards some may be hidden."""

    def pieces(self) -> Iterator[dict[str, Any]]:
        pieces = super().pieces()
        if self.act.seat is not None:
            next(pieces)
        return pieces

    def shown(self, cards: Sequence[Card], *, laid: bool) -> Iterator[dict[str, Any]]:
        return super().shown(cards, laid=laid and UNKNOWN not in cards)


class _Done(_Seen):
    """The telling of an act that was done: ``laid K♥ K♠ K♦``."""

    def pieces(self) -> Iterator[dict[str, Any]]:
        match self.act.kind:
            case "take":
                yield from self.take()
            case "take-top":
                yield from self.filled(translate("took only the top card {top}"))
                yield from self.joining()
            case "lay":
                yield from self.parts(first=True)
            case "relancinho":
                yield {"words": translate("announced a relancinho")}
                yield from self.parts()
            case _:
                yield from self.filled(self.sentence())

    def sentence(self) -> str:
        some, act = bool(self.act.cards), self.act
        return {
            "draw": translate("drew {cards} from the stock") if some else translate("drew from the stock"),
            "redraw": translate("rejected the card drawn, and drew {cards}")
            if some
            else translate("rejected the card drawn, and drew another"),
            "discard": translate("discarded {cards}"),
            "table": translate("put {cards} on the table"),
            "take-back": translate("took {cards} back") if some else translate("took cards back"),
            "ask": translate("asked: may I go out?"),
            "answer": translate("answered yes") if act.yes else translate("answered no"),
            "look": translate("looked through the pile"),
        }[act.kind]

    def take(self) -> Iterator[dict[str, Any]]:
        if not self.act.cards and self.act.onto is None:
            yield from self.filled(translate("took the pile, {top} on top") if self.top else translate("took the pile"))
        elif self.top:
            yield from self.filled(translate("took {top} and the pile"))
        else:
            yield {"words": translate("took the pile")}
        yield from self.joining()

    def parts(self, *, first: bool = False) -> Iterator[dict[str, Any]]:
        for part in self.act.parts:
            if part.to is None:
                yield from self.filled(translate("laid {cards}") if first else translate("and laid {cards}"), part)
            else:
                text = translate("added {cards} to {meld}") if first else translate("and added {cards} to {meld}")
                yield from self.filled(text, part)
            first = False


def _pieces(step: _Step, act: Act, entry: Entry, *, whole: bool) -> Pieces:
    rules = entry.before.rules
    if entry.refused:
        return list(_Seen(act, step.before, rules).pieces())
    if act.kind in ("draw", "redraw"):
        act = replace(act, cards=_drawn(step, whole=whole))
    return list(_Done(act, step.before, rules).pieces())


def _refused(entry: Entry) -> str:
    if not entry.refused:
        return ""
    return ended(translate("Refused: {rules}.").format(rules=listed_titles(ruling_of(entry))))


def _notes(entry: Entry, steps: Sequence[_Step], viewer: int, *, open_to_all: bool, costs: bool) -> Iterator[str]:
    """What an act led to by itself, in sentences; all of it is seen by everyone."""
    if entry.refused:
        return
    before, after = entry.before, entry.after
    tabled = Counter(c for some in after.red_threes for c in some)
    tabled -= Counter(c for some in before.red_threes for c in some)
    if tabled and Move.parse(entry.text).acts[0].kind != "table":
        yield translate("{cards} on the table.").format(cards=in_line(sorted(tabled.elements())))
    yield from _canastas(before, after)
    if after.pile != before.pile:
        if pile.frozen(after) and not pile.frozen(before):
            yield translate("The pile is frozen.")
        if pile.stopped(after):
            yield translate("The pile is stopped.")
    if entry.paid:
        yield from _undone(steps)
        yield from _costs(entry, points=costs)
    if after.stock == () and before.stock:
        yield translate("The stock is used up.")
    if after.phase == "over" and before.phase != "over":
        yield translate("The deal is over.")
        yield ending_text(after, viewer, open_to_all=open_to_all)


def _canastas(before: Position, after: Position) -> Iterator[str]:
    rules = after.rules
    for side, melds in enumerate(after.melds):
        lay = before.melds[side]
        for index, meld in enumerate(melds):
            kind = canasta_kind(meld, rules)
            if kind is None or kind == (canasta_kind(lay[index], rules) if index < len(lay) else None):
                continue
            told_kind = canasta_text(kind, concealed=index in after.concealed_melds[side])
            name = capital(meld_name(read(meld, rules)))
            yield translate("{meld}: {canasta}.").format(meld=name, canasta=told_kind)


def _undone(steps: Iterable[_Step]) -> Iterator[str]:
    """What of an irregular act was put back: it is paid for, and yet not done."""
    for step in steps:
        before, after = step.before, step.after
        if before is None or after is None or is_legal(before, Move((step.act,))):
            continue
        named = bool(step.act.cards or any(part.cards for part in step.act.parts))
        if after.minimum_raised != before.minimum_raised:
            # What comes of this is told with its price.
            continue
        if step.act.kind in ("take", "take-top") and after.pile == before.pile:
            yield (
                translate("The pile is put back, and nothing is laid.") if named else translate("The pile is put back.")
            )
        elif step.act.kind in ("lay", "relancinho", "take", "take-top") and named and after.melds == before.melds:
            yield translate("The cards go back to the hand: nothing is laid.")
        elif step.act.kind == "discard" and after.pile == before.pile:
            yield translate("The card goes back to the hand.")


def _costs(entry: Entry, *, points: bool) -> Iterator[str]:
    """What an irregular act cost, and what lies face up for it."""
    before, after = entry.before, entry.after
    lost = _points_lost(after) - _points_lost(before)
    if lost and points:
        yield translate("It cost {points}.").format(points=points_text(lost))
    marked: Counter[Card] = Counter()
    for seat, some in enumerate(after.penalised):
        marked += Counter(some) - Counter(before.penalised[seat])
    if marked:
        cards = in_line(sorted(marked.elements()))
        text = translate_count("{cards} lies penalised.", "{cards} lie penalised.", marked.total())
        yield text.format(cards=cards)
    if after.minimum_raised != before.minimum_raised:
        minimum = after.rules.p.withdrawn_minimum
        yield translate("The cards go back; the next first laying must count {n}.").format(n=minimum)


def _points_lost(position: Position) -> int:
    return sum(penalty.points for some in position.penalties for penalty in some)
