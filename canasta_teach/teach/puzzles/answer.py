"""Floor 3: what a player's own answer to a puzzle is worth.

The referee says whether the move is legal and what it leads to; every legal move that reaches par is right, whoever
thought of it.
"""

from __future__ import annotations

from collections import Counter
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from canasta_teach.cards import UNKNOWN, Card
from canasta_teach.game.explain import counted, number
from canasta_teach.game.moves import Act, Move
from canasta_teach.game.referee import after, joined, judge
from canasta_teach.game.ruling import Ruling
from canasta_teach.game.search import first_laying_due
from canasta_teach.game.state import Position
from canasta_teach.i18n import translate, translate_count
from canasta_teach.players.solve import Objective
from canasta_teach.players.solve.measure import reached
from canasta_teach.players.solve.task import CANASTAS, KEPT, MINIMUM
from canasta_teach.teach.puzzles.laying_words import laying_text
from canasta_teach.teach.puzzles.model import Puzzle
from canasta_teach.teach.puzzles.prove import FEWEST, ends_turn, position_of, prove
from canasta_teach.teach.puzzles.words import amount, canasta_words, ender_text

HINTS: Final = 3
"""So many hints there are to a puzzle; each costs a star."""
MOST_STARS: Final = 3
_LAYING: Final = frozenset({"lay", "take", "relancinho"})
_SPOKEN: Final = frozenset({"ask", "answer"})
"""Acts that lay nothing and hinder nothing."""


class Tried(Struct, frozen=True):
    """What an answer is worth.

    Attributes:
        legal: the referee allows the whole move.
        ruling: the referee's word, on the first act that is refused or on all of them.
        value: what the move reaches, in the aim's units; ``None`` where it does not meet the goal.
        solved: the goal is met at all.
        at_par: nothing is better.
        stars: 0 to 3, before hints are counted.
        text: what it counted, or what it is short of; the better laying is not named.
        move: the answer.
    """

    legal: bool
    ruling: Ruling
    value: int | None
    solved: bool
    at_par: bool
    stars: int
    text: str
    move: Move


class _Played(NamedTuple):
    """A legal move played: the table before, after the layings, and at the end.

    Attributes:
        last: the last discard, if any.
        fault: why it is no answer to a puzzle, whatever it reaches; empty where it is one.
    """

    start: Position
    laid: Position
    end: Position
    last: Card | None
    fault: str


def answer(puzzle: Puzzle, move: Move | str) -> Tried:
    """Judge and measure an answer.

    Args:
        puzzle: what was to be solved.
        move: acts that lay cards, one after the other or at one time, and a discard behind them if any.

    Raises:
        InvalidMove, InvalidCard: for a text outside the notation, or an act that these rules do not know.
        InvalidPuzzle: for a puzzle whose position cannot be.
    """
    position = position_of(puzzle)
    parsed = Move.of(move)
    ruling = judge(position, parsed)
    if not ruling.legal:
        text = " ".join(violation.message for violation in ruling.violations)
        return Tried(False, ruling, None, False, False, 0, text, parsed)
    played = _play(position, parsed)
    value = None if played.fault else _value(puzzle, played)
    short = played.fault or _short(puzzle, played, value)
    if short or value is None:
        return Tried(True, ruling, None, False, False, 0, short, parsed)
    return Tried(True, ruling, value, True, _holds(puzzle, value), stars(puzzle, value), _text(puzzle, value), parsed)


def stars(puzzle: Puzzle, value: int | None) -> int:
    """The stars for a value, 0 to 3, before hints are counted.

    Par is worth three. Of cards and wild cards one more than par is worth two, two more one; of points and scores 90 %
    of par two and 75 % one. Going out is worth three, or none. ``None`` is a goal that was not met.
    """
    if value is None:
        return 0
    if _holds(puzzle, value):
        return MOST_STARS
    if puzzle.aim.what in FEWEST:
        return max(0, MOST_STARS - (value - puzzle.par))
    if puzzle.aim.what is Objective.GOING_OUT:
        return 0
    short, whole = puzzle.par - value, abs(puzzle.par)
    return 2 if 10 * short <= whole else 1 if 4 * short <= whole else 0


def left(stars: int, hints: int, *, shown: bool = False) -> int:
    """The stars that are left when so many hints were taken; none once the solution was ``shown``."""
    return 0 if shown else max(0, stars - hints)


def better(puzzle: Puzzle, tried: Tried) -> str:
    """Why an answer is not the best: a better laying by its cards, and the proof that there is none above it.

    For an answer at par, why nothing is better.

    Raises:
        InvalidPuzzle: for a puzzle that cannot be solved.
    """
    position = position_of(puzzle)
    proof = prove(position, puzzle.aim)
    if tried.at_par:
        return translate("Nothing is better. {proof}").format(proof=proof.words)
    best = proof.some(1)
    if not best:
        idle = translate("Laying nothing is best here: {amount}. {proof}")
        return idle.format(amount=amount(puzzle.aim, puzzle.par), proof=proof.words)
    text = translate("Better: {laying}. It makes {amount}. {proof}")
    if puzzle.aim.what in FEWEST:
        text = translate("Better: {laying}. It takes {amount}. {proof}")
    elif puzzle.aim.what is Objective.GOING_OUT:
        text = translate("This goes out: {laying}. {proof}")
    laying = laying_text(position, best[0])
    return text.format(laying=laying, amount=amount(puzzle.aim, proof.value or 0), proof=proof.words)


def _holds(puzzle: Puzzle, value: int) -> bool:
    return value <= puzzle.par if puzzle.aim.what in FEWEST else value >= puzzle.par


# -- playing it ----------------------------------------------------------------------------------------


def _play(position: Position, move: Move) -> _Played:
    here = laid = position
    last: Card | None = None
    fault = ""
    acts = [act for _, act in joined(move, position.rules)]
    for place, act in enumerate(acts):
        here = after(here, Move((act,)))
        if act.kind in _LAYING:
            laid = here
        elif act.kind == "discard" and place == len(acts) - 1:
            last = act.cards[0]
        elif act.kind not in _SPOKEN:
            fault = fault or _outside(position, act)
    if not fault and _presumes(position, laid, last):
        fault = translate("Only cards that are seen count here: yours, and those of the pile that lie open.")
    return _Played(position, laid, here, last, fault)


def _outside(position: Position, act: Act) -> str:
    """Why an act has no place in the answer."""
    if act.kind in ("draw", "redraw") and position.phase == "draw":
        return translate("This puzzle begins with the discard pile: take it.")
    if act.kind == "discard":
        return translate("The turn ends with its discard; what comes after it is no part of this puzzle.")
    return translate("This puzzle is solved by laying cards of your hand; leave out whatever brings you others.")


def _presumes(start: Position, laid: Position, last: Card | None) -> bool:
    """Whether cards were used that nobody has seen."""
    side = start.side(start.turn)
    before, then = (Counter(card for meld in one.melds[side] for card in meld) for one in (start, laid))
    used = then - before
    if last is not None:
        used[last] += 1
    seen = Counter(card for card in start.hands[start.turn] or () if card is not UNKNOWN)
    if start.phase == "draw":
        seen.update(card for card in start.pile if card is not UNKNOWN)
    return bool(used - seen)


def _value(puzzle: Puzzle, played: _Played) -> int | None:
    return reached(played.start, played.laid, played.end, puzzle.aim.what)


# -- words ---------------------------------------------------------------------------------------------


def _short(puzzle: Puzzle, played: _Played, value: int | None) -> str:
    """What is missing to the goal; empty where it is met."""
    aim, start = puzzle.aim, played.start
    if value is None:
        return _not_met(puzzle, played)
    if not aim.end:
        return ""
    wanted = ender_text(start.rules, aim.end)
    if played.last is None:
        return translate("The turn is not ended yet: {wanted}.").format(wanted=wanted)
    if ends_turn(start.rules, aim.end, played.last):
        return ""
    text = translate("{card} does not do that: {wanted}.")
    return text.format(card=played.last.label, wanted=wanted)


def _not_met(puzzle: Puzzle, played: _Played) -> str:
    what, start, laid = puzzle.aim.what, played.start, played.laid
    seat = start.turn
    if what is Objective.GOING_OUT and played.end.went_out != seat:
        held = len(played.end.hands[seat] or ())
        return translate("You are not out: you still hold {cards}.").format(cards=counted(held, "card"))
    if laid is start and what is not Objective.BEST_SCORE:
        return translate("Nothing is laid yet.")
    if reached(replace(start, phase="play"), laid, played.end, what) is not None:
        # Told without the pile, it would do.
        return translate("Of the pile only the top card is laid here: the others stay in your hand.")
    if what is Objective.MOST_POINTS_KEEPING:
        held = 0 if laid.phase == "over" else len(laid.hands[seat] or ())
        text = translate("It leaves {left}; {kept} have to stay, one to discard and one to hold.")
        return text.format(left=counted(held, "card"), kept=counted(KEPT, "card"))
    if what in CANASTAS:
        return translate("It makes no {canasta}.").format(canasta=canasta_words(what))
    return translate("It does not meet the goal.")


def _text(puzzle: Puzzle, value: int) -> str:
    """What was reached, and what would be; at par, that nothing is better."""
    what, par = puzzle.aim.what, puzzle.par
    if what is Objective.GOING_OUT:
        return translate("You are out.")
    if _holds(puzzle, value):
        return translate("{reached} That is par: nothing is better.").format(reached=_reached(puzzle, value, "."))
    if what in FEWEST:
        thing = "wild" if what is Objective.MINIMUM_FEWEST_WILDS else "card"
        enough = translate_count("{enough} is enough.", "{enough} are enough.", par).format(enough=counted(par, thing))
        return f"{_reached(puzzle, value, ';')} {translate('none is needed.') if par == 0 else enough}"
    return translate("{reached} {par} can be reached.").format(reached=_reached(puzzle, value, ";"), par=number(par))


def _reached(puzzle: Puzzle, value: int, stop: str) -> str:
    what = puzzle.aim.what
    if what in MINIMUM:
        position = position_of(puzzle)
        text = translate("It reaches {due} with {amount}")
        due = number(first_laying_due(position, position.turn))
        return text.format(due=due, amount=amount(puzzle.aim, value)) + stop
    if what in CANASTAS:
        text = translate("It makes a {canasta} with {amount}")
        return text.format(canasta=canasta_words(what), amount=amount(puzzle.aim, value)) + stop
    if what is Objective.BEST_SCORE:
        return translate("Your side's sheet of the deal comes to {n}").format(n=number(value)) + stop
    return translate("It lays {amount}").format(amount=amount(puzzle.aim, value)) + stop
