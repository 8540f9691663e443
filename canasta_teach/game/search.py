"""What a player can still do in a turn: go out, take the pile, or anything at all.

Three-valued where cards are unknown: ``None`` says that it rests on cards that are not known.
"""

from __future__ import annotations

from msgspec.structs import replace

from canasta_teach.cards import ALL_CARDS, JOKER, UNKNOWN, Card
from canasta_teach.errors import InvalidPosition
from canasta_teach.game.attempt import minimum
from canasta_teach.game.layings import Goal, can_lay, completes_canasta
from canasta_teach.game.melds import canasta_kind
from canasta_teach.game.pile import idle_lap, is_free, needs_pair, one_for_one, stopped, wild_on_top
from canasta_teach.game.state import Position
from canasta_teach.rulebook.ruleset import RuleSet


def canastas(position: Position, side: int) -> int:
    """Completed canastas of a side."""
    return sum(canasta_kind(meld, position.rules) is not None for meld in position.melds[side])


def canastas_needed(position: Position) -> int:
    """Canastas that a side needs to go out; 0 where the rule set asks for none."""
    return position.rules.p.canastas_to_go_out if position.rules.has("out.canasta") else 0


def first_laying_due(position: Position, seat: int) -> int:
    """The minimum that the seat's next laying must count in this turn, in points; 0 where none applies."""
    rules, side = position.rules, position.side(seat)
    laid = position.laid_before[seat] or (seat == position.turn and bool(position.this_turn.laid))
    due = 0
    if rules.has("initial.vulnerable") and not laid and position.scores[side] >= rules.p.vulnerable_from:
        raised = position.minimum_raised[side] and rules.has("initial.withdrawn")
        due = rules.p.withdrawn_minimum if raised else rules.p.vulnerable_minimum
    if rules.has("initial.minimum"):
        opened = bool(position.melds[side]) if rules.has("initial.partner-free") else laid
        if not opened:
            due = max(due, minimum(position, side))
    return due


def can_go_out(position: Position, seat: int) -> bool | None:
    """Whether the seat, having drawn, can still go out in this turn; ``None`` where unknown cards decide."""
    hand = position.hands[seat]
    if hand is None:
        return None
    known = [c for c in hand if c is not UNKNOWN]
    if position.permission == "no":
        return False
    goal = Goal(
        needed=0,
        most_left=1,
        canastas=canastas_needed(position),
        any_end=True,
    )
    if len(known) < len(hand):
        return None
    if len(known) <= 1 and canastas(position, position.side(seat)) >= goal.canastas:
        return True
    goal = goal._replace(needed=first_laying_due(position, seat))
    return can_lay(position.rules, position.melds[position.side(seat)], known, goal)


def can_take(position: Position, seat: int) -> bool | None:
    """Whether the seat has a legal way to take the pile now; ``None`` where unknown cards decide."""
    if not position.pile or position.this_turn.must_draw:
        return False
    if idle_lap(position) or one_for_one(position, seat):
        return False
    if is_free(position):
        return True
    if wild_on_top(position) or stopped(position):
        return False
    hand = position.hands[seat]
    if hand is None:
        return None
    known = [c for c in hand if c is not UNKNOWN]
    found = _take_from(position, seat, known, len(hand) - len(known))
    return None if found is False and len(known) < len(hand) else found


def _take_from(position: Position, seat: int, known: list[Card], unknown: int) -> bool | None:
    rules, side = position.rules, position.side(seat)
    top, below = position.pile[0], position.pile[1:]
    incoming = [c for c in below if not (rules.has("deck.red-threes") and c.is_red_three)]
    coming = len(incoming) + unknown
    melds = position.melds[side]
    goal = Goal(
        needed=first_laying_due(position, seat),
        top=top,
        natural_pair=needs_pair(position, side),
    )
    need = canastas_needed(position)
    if can_lay(rules, melds, known, goal._replace(least_left=max(0, 2 - coming))):
        return True
    if coming <= 1 and can_lay(rules, melds, known, goal._replace(most_left=1 - coming, canastas=need, any_end=True)):
        return True
    if coming == 1 and incoming and need:
        # The one card left is the pile's, and it may itself complete the canasta.
        last = goal._replace(most_left=0, any_end=True)
        last = last._replace(canastas=need)
        if incoming[0] is UNKNOWN:
            could = any(can_lay(rules, melds, known, last._replace(completes=one)) for one in _faces(rules))
            return None if could else False
        return can_lay(rules, melds, known, last._replace(completes=incoming[0]))
    return False


def _faces(rules: RuleSet) -> list[Card]:
    """What a card may be that is not known; where suits do not count, one of each rank."""
    faces = [one for one in (*ALL_CARDS, JOKER) if rules.deck_count(one)]
    if rules.has("meld.sequence"):
        return faces
    return list({(one.rank, rules.is_wild(one)): one for one in faces if not one.is_red_three}.values())


def settle(position: Position) -> Position:
    """The position as the rules read it: a deal that has ended is ``over``.

    With the stock exhausted a deal ends when the player on turn cannot take the pile (``end.cannot-take``); in the
    Brazilian game as soon as the turn of the last draw is over (``end.stock-out``).

    Raises:
        InvalidPosition: for a position, other than one that is over, in which no act is legal.
    """
    if position.phase == "over":
        return position
    for seat, hand in enumerate(position.hands):
        if hand == ():
            raise InvalidPosition(f"hands[{seat}]", "an empty hand has gone out, so the phase would be over")
    if position.phase == "draw":
        if position.stock == () and _is_over(position):
            return replace(position, phase="over")
        return position
    _refuse_dead_end(position)
    return position


def _is_over(position: Position) -> bool:
    if not position.rules.has("end.cannot-take") or position.this_turn.must_draw:
        return True
    return can_take(position, position.turn) is False


def _refuse_dead_end(position: Position) -> None:
    seat = position.turn
    hand = position.hands[seat]
    if position.permission in ("asked", "yes") and can_go_out(position, seat) is False:
        raise InvalidPosition("permission", "this hand cannot go out in this turn, so nobody could have asked")
    if hand is None:
        return
    if position.permission == "asked":
        if len(hand) < 2:
            raise InvalidPosition("permission", "the question needs two cards in the hand, so nobody could have asked")
        return
    if position.rules.has("deck.red-threes"):
        red = [c for c in hand if c.is_red_three]
        if red and (position.stock != () or any(c in position.this_turn.drawn for c in red)):
            # It can be tabled: another card comes for it, or the deal ends.
            return
        hand = tuple(c for c in hand if not c.is_red_three)
        if not hand:
            raise InvalidPosition(
                f"hands[{seat}]", "only red threes are left and none can be replaced: no act is legal"
            )
    if len(hand) > 1:
        return
    if position.permission == "no":
        raise InvalidPosition(
            f"hands[{seat}]", "the partner said no, and the one card left could only be used to go out: no act is legal"
        )
    side = position.side(seat)
    need = canastas_needed(position)
    have = canastas(position, side)
    if have >= need or hand[0] is UNKNOWN:
        return
    if have + 1 >= need and completes_canasta(position.rules, position.melds[side], hand[0]):
        return
    asked = "1 canasta" if need == 1 else f"{need} canastas"
    raise InvalidPosition(
        f"hands[{seat}]",
        f"the one card left may not be discarded: going out takes {asked}, and the side has {have}; no act is legal",
    )
