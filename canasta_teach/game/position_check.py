"""Floor 2: what cannot be on a table. Whether an act is legal is not asked here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from canasta_teach.cards import JOKER, UNKNOWN, Card, codes
from canasta_teach.errors import InvalidPosition
from canasta_teach.game.melds import canasta_kind, read_meld
from canasta_teach.game.state import Position
from canasta_teach.rulebook import RuleSet

_UNKNOWN_NUMBER: Final = UNKNOWN.number


def check(position: Position) -> None:
    """See that a position whose lists have the right lengths can be.

    Raises:
        InvalidPosition: with the path of the first fault, in the order of the format's keys.
    """
    rules = position.rules
    if max(position.scores) >= rules.p.target:
        _check_scores(position)
    _check_deck(position)
    _check_hands(position)
    _check_melds(position)
    _check_red_threes(position)
    _check_pile(position)
    _check_turn(position)
    _check_penalised(position)
    if any(position.minimum_raised) and not rules.has("initial.withdrawn"):
        raise InvalidPosition("minimum_raised", f"no minimum is raised in {rules.title}; leave it out")
    if position.idle_turns and not rules.has("end.idle-lap"):
        raise InvalidPosition("idle_turns", f"idle turns are not counted in {rules.title}; leave it out")
    _check_ending(position)


def _check_scores(position: Position) -> None:
    from canasta_teach.game.scoring import winner

    won = winner(position.scores, position.rules)
    if won is not None:
        raise InvalidPosition(
            "scores",
            f"side {won} has {position.scores[won]:,} points and has won at {position.rules.p.target:,}: "
            "no deal follows",
        )


# The deck -------------------------------------------------------------------------------------------------------


def _check_deck(position: Position) -> None:
    """No card more often than the deck has it, and not more cards than the deck has."""
    p = position.rules.p
    counts = [0] * (_UNKNOWN_NUMBER + 1)
    for _, some in _places(position):
        for one in some:
            counts[one.number] += 1
    total = sum(counts)
    if counts[JOKER.number] > p.jokers or max(counts[: JOKER.number]) > p.packs:
        raise _one_too_many(position)
    if total > len(position.rules.deck()):
        raise _too_many(position, total)


def _places(position: Position) -> Iterator[tuple[str, Sequence[Card]]]:
    """Every place where cards lie, with its path."""
    for seat, hand in enumerate(position.hands):
        if hand is not None:
            yield f"hands[{seat}]", hand
    for side, melds in enumerate(position.melds):
        for index, meld in enumerate(melds):
            yield f"melds[{side}][{index}]", meld
    for side, some in enumerate(position.red_threes):
        yield f"red_threes[{side}]", some
    yield "pile", position.pile
    if position.stock:
        yield "stock", position.stock


def _one_too_many(position: Position) -> InvalidPosition:
    rules = position.rules
    seen: Counter[Card] = Counter()
    for path, some in _places(position):
        for index, one in enumerate(some):
            seen[one] += 1
            has = rules.deck_count(one)
            if one is not UNKNOWN and seen[one] > has:
                deck = "has none" if not has else f"has only {has}"
                return InvalidPosition(f"{path}[{index}]", f"one {one.code} too many: the deck of {rules.title} {deck}")
    raise AssertionError("counts differ")  # pragma: no cover


def _too_many(position: Position, total: int) -> InvalidPosition:
    deck = len(position.rules.deck())
    running = 0
    path = ""
    for path, some in _places(position):  # noqa: B007
        running += len(some)
        if running > deck:
            break
    return InvalidPosition(path, f"{total} cards in all, but the deck of {position.rules.title} has {deck}")


# Hands and table ------------------------------------------------------------------------------------------------


def _check_hands(position: Position) -> None:
    rules = position.rules
    over = position.phase == "over"
    bonus = rules.has("deck.red-threes") and rules.p.honour != "players"
    may_hide = over and rules.has("penalty.hidden-red-three")
    for seat, hand in enumerate(position.hands):
        if hand is None:
            continue
        if not hand and not over:
            raise InvalidPosition(
                f"hands[{seat}]", "an empty hand means that the player went out: then the phase is over"
            )
        if bonus and not may_hide:
            for index, one in enumerate(hand):
                if one.is_red_three:
                    raise InvalidPosition(
                        f"hands[{seat}][{index}]",
                        f"{one.code} is a bonus card in {rules.title}: it lies on the table, in red_threes",
                    )


def _check_melds(position: Position) -> None:
    rules = position.rules
    merges = rules.has("meld.one-per-rank")
    for side, melds in enumerate(position.melds):
        ranks: dict[str, int] = {}
        for index, meld in enumerate(melds):
            path = f"melds[{side}][{index}]"
            if UNKNOWN in meld:
                raise InvalidPosition(f"{path}[{meld.index(UNKNOWN)}]", "melds lie face up: name the card")
            if rules.has("deck.red-threes") and any(one.is_red_three for one in meld):
                raise InvalidPosition(path, f"red threes are bonus cards in {rules.title}: they lie in red_threes")
            shape = read_meld(meld, rules)
            if shape is None:
                raise InvalidPosition(path, f"{' '.join(codes(meld)) or 'no card'} is no meld in {rules.title}")
            if merges and shape.kind == "set" and ranks.setdefault(shape.rank, index) != index:
                raise InvalidPosition(path, f"a second meld of rank {shape.rank}: it belongs to #{ranks[shape.rank]}")
        for index in sorted(position.concealed_melds[side]):
            _check_concealed(rules, melds, index, f"concealed_melds[{side}]")


def _check_concealed(rules: RuleSet, melds: tuple[tuple[Card, ...], ...], index: int, path: str) -> None:
    if not rules.has("canasta.concealed"):
        raise InvalidPosition(path, f"there are no concealed canastas in {rules.title}; leave it empty")
    if index >= len(melds):
        raise InvalidPosition(path, f"there is no meld #{index}; the side has {len(melds)}")
    if canasta_kind(melds[index], rules) is None:
        raise InvalidPosition(path, f"meld #{index} is no canasta, so it cannot be a concealed one")


def _check_red_threes(position: Position) -> None:
    for side, some in enumerate(position.red_threes):
        for index, one in enumerate(some):
            path = f"red_threes[{side}][{index}]"
            if not position.rules.has("deck.red-threes"):
                raise InvalidPosition(path, f"red threes are no bonus cards in {position.rules.title}: leave it empty")
            if not one.is_red_three:
                raise InvalidPosition(path, f"{one.code} is no red three: only 3H and 3D lie here")


def _check_pile(position: Position) -> None:
    rules, pile = position.rules, position.pile
    if pile:
        top = pile[0]
        if top is UNKNOWN:
            raise InvalidPosition("pile[0]", "the top card lies face up: name it")
        if top.is_red_three and rules.has("deck.red-threes") and rules.p.honour != "players":
            raise InvalidPosition("pile[0]", f"{top.code} cannot be on top: a red three turned up is covered")
    freezes = rules.has("pile.frozen")
    if position.frozen:
        if not freezes:
            raise InvalidPosition("frozen", f"no pile is frozen in {rules.title}: write false, or leave it out")
        if not any(one is UNKNOWN or rules.is_wild(one) for one in pile):
            raise InvalidPosition("frozen", "the pile holds no wild card, so it is not frozen: write false")
    elif freezes:
        for index, one in enumerate(pile):
            if rules.is_wild(one):
                raise InvalidPosition("frozen", f"pile[{index}] is {one.code}, a wild card, so the pile is frozen")


# The turn -------------------------------------------------------------------------------------------------------


def _check_turn(position: Position) -> None:
    rules, turn = position.rules, position.this_turn
    if position.permission is not None:
        if not rules.has("out.permission"):
            raise InvalidPosition("permission", f"nobody asks to go out in {rules.title}: write null")
        if position.sides == position.players:
            raise InvalidPosition("permission", "there is no partner to ask: write null")
        if position.phase == "draw":
            raise InvalidPosition("permission", "the question comes after drawing: the phase is play")
    if position.phase == "draw":
        for name, done in (
            ("drawn", turn.drawn),
            ("redrawn", turn.redrawn),
            ("took_pile", turn.took_pile),
            ("laid", turn.laid),
        ):
            if done:
                raise InvalidPosition(f"this_turn.{name}", "in phase draw nothing is done yet: the phase is play")
    elif turn.must_draw:
        raise InvalidPosition("this_turn.must_draw", "the player has drawn already: only in phase draw")
    _check_laid(position)
    _check_drawn(position)


def _check_laid(position: Position) -> None:
    side = position.side(position.turn)
    melds = position.melds[side]
    laid: dict[int, Counter[Card]] = {}
    for index, entry in enumerate(position.this_turn.laid):
        path = f"this_turn.laid[{index}]"
        if entry.meld >= len(melds):
            raise InvalidPosition(f"{path}.meld", f"there is no meld #{entry.meld}; side {side} has {len(melds)}")
        if not entry.cards:
            raise InvalidPosition(f"{path}.cards", "no card is named")
        here = laid.setdefault(entry.meld, Counter())
        here.update(entry.cards)
        missing = here - Counter(melds[entry.meld])
        if missing:
            raise InvalidPosition(f"{path}.cards", f"{next(iter(missing)).code} is not in meld #{entry.meld}")


def _check_drawn(position: Position) -> None:
    """A card drawn in this turn is in the hand, or was laid or tabled since."""
    hand, turn = position.hands[position.turn], position.this_turn
    if not turn.drawn or position.phase != "play" or hand is None or UNKNOWN in hand:
        return
    side = position.side(position.turn)
    missing = Counter(one for one in turn.drawn if one is not UNKNOWN)
    for some in (hand, position.red_threes[side], *(entry.cards for entry in turn.laid)):
        missing -= Counter(some)
    if missing:
        raise InvalidPosition(
            "this_turn.drawn", f"{next(iter(missing)).code} must be listed in hands[{position.turn}] too"
        )


def _check_penalised(position: Position) -> None:
    rules = position.rules
    for seat, some in enumerate(position.penalised):
        if not some:
            continue
        path = f"penalised[{seat}]"
        if not rules.has("penalty.penalised-cards"):
            raise InvalidPosition(path, f"no cards are penalised in {rules.title}; leave it empty")
        if UNKNOWN in some:
            raise InvalidPosition(f"{path}[{some.index(UNKNOWN)}]", "penalised cards lie face up: name the card")
        red = next((one for one in some if one.is_red_three), None)
        if red is not None and rules.has("deck.red-threes"):
            raise InvalidPosition(path, f"{red.code} is a bonus card, which lies apart and is never penalised")
        missing = Counter(some) - Counter(position.hands[seat] or ())
        if missing:
            raise InvalidPosition(path, f"{next(iter(missing)).code} must be listed in hands[{seat}] too")
    for side, penalties in enumerate(position.penalties):
        for index, entry in enumerate(penalties):
            path = f"penalties[{side}][{index}].rule"
            if entry.rule == "penalty.hidden-red-three":
                raise InvalidPosition(path, "hidden red threes are counted from the hands: do not list them")
            if not entry.rule.startswith("penalty.") or not rules.has(entry.rule):
                shown = entry.rule if len(entry.rule) <= 40 else entry.rule[:40] + "…"
                raise InvalidPosition(path, f"{shown!r} is no penalty of {rules.title}")


def _check_ending(position: Position) -> None:
    rules, seat = position.rules, position.went_out
    if position.phase != "over":
        for name, value in (
            ("went_out", seat is not None),
            ("concealed", position.concealed),
            ("relancinho", position.relancinho),
        ):
            if value:
                raise InvalidPosition(name, f"the deal is not over in phase {position.phase}: leave it out")
        return
    if seat is None:
        for name, value in (("concealed", position.concealed), ("relancinho", position.relancinho)):
            if value:
                raise InvalidPosition(name, "nobody went out: say who, in went_out")
        return
    # A red three is never part of a hand; announcing eleven cards sets the twelfth aside.
    bonus = rules.has("deck.red-threes")
    left = [one for one in position.hands[seat] or () if not (bonus and one.is_red_three)]
    if len(left) > position.relancinho:
        raise InvalidPosition("went_out", f"seat {seat} went out, so hands[{seat}] must be empty")
    for name, value in (("concealed", position.concealed), ("relancinho", position.relancinho)):
        if value and not rules.has(f"out.{name}"):
            raise InvalidPosition(name, f"there is no such ending in {rules.title}: write false, or leave it out")
