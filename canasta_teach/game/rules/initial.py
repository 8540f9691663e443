"""The rules of the first laying: what it must count."""

from __future__ import annotations

from collections.abc import Iterator

from canasta_teach.cards import codes
from canasta_teach.game.attempt import Attempt, minimum
from canasta_teach.game.melds import points
from canasta_teach.game.registry import broken, forbids
from canasta_teach.game.ruling import Violation


def _first_laying(a: Attempt) -> bool:
    """Cards are laid, and this seat's laying still has a minimum to meet."""
    return bool(a.needed and a.laid)


def _vulnerable(a: Attempt) -> bool:
    """The seat's own first laying, by a side that is vulnerable."""
    pos = a.position
    laid = pos.laid_before[a.seat] or (a.on_turn and bool(pos.this_turn.laid))
    return not laid and pos.scores[a.side] >= a.rules.p.vulnerable_from


def _asked_by(a: Attempt) -> str:
    """The field of ``Params`` from which the points that the act needs come."""
    if a.owes_minimum and minimum(a.position, a.side) == a.needed:
        return "initial_steps"
    raised = a.position.minimum_raised[a.side] and a.rules.has("initial.withdrawn")
    return "withdrawn_minimum" if raised else "vulnerable_minimum"


@forbids("initial.minimum", "lay", "take", "take-top", "relancinho")
def first_minimum(a: Attempt) -> Iterator[Violation]:
    """The first act with which a side lays cards in a deal must count at least the minimum for its score."""
    if not _first_laying(a) or not a.owes_minimum:
        return
    needed = minimum(a.position, a.side)
    if a.counted < needed:
        yield broken(
            a,
            "initial.minimum",
            aspect="pile" if a.takes else "hand",
            variant="" if a.rules.has("initial.combined") else "each",
            words={"melds": [m.cards for m in a.melds if m.side == a.side]},
            needed=needed,
            counted=a.counted,
            score=a.position.scores[a.side],
            parts=a.parts_points,
        )


@forbids("initial.vulnerable", "lay", "take", "relancinho")
def vulnerable(a: Attempt) -> Iterator[Violation]:
    """The first laying of each member of a vulnerable side must count 75."""
    needed = a.rules.p.vulnerable_minimum
    if _first_laying(a) and _vulnerable(a) and a.counted < needed:
        yield broken(
            a,
            "initial.vulnerable",
            words={"melds": [m.cards for m in a.melds if m.side == a.side]},
            needed=needed,
            counted=a.counted,
            score=a.position.scores[a.side],
            parts=a.parts_points,
            vulnerable=a.rules.p.vulnerable_from,
        )


@forbids("initial.withdrawn", "lay", "take", "relancinho")
def withdrawn(a: Attempt) -> Iterator[Violation]:
    """After a short laying was taken back, members of the side who have not laid need 90."""
    needed = a.rules.p.withdrawn_minimum
    raised = a.position.minimum_raised[a.side]
    if _first_laying(a) and raised and _vulnerable(a) and a.counted < needed:
        yield broken(
            a,
            "initial.withdrawn",
            words={"melds": [m.cards for m in a.melds if m.side == a.side]},
            needed=needed,
            counted=a.counted,
            score=a.position.scores[a.side],
            parts=a.parts_points,
        )


@forbids("initial.pile-cards", "take", "take-top")
def pile_cards(a: Attempt) -> Iterator[Violation]:
    """No card of the pile but its top counts towards the minimum, and none can be used to reach it."""
    if a.buried and _first_laying(a) and a.counted < a.needed:
        worth = points(a.buried, a.rules)
        yield broken(
            a,
            "initial.pile-cards",
            aspect=_asked_by(a),
            cards=codes(a.buried),
            worth=worth,
            counted=a.counted,
            needed=a.needed,
        )
