"""A legal laying cut into moves of the normal form."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from canasta_teach.game.core.runs.cards import BLACK_THREES, SIZE_AT
from canasta_teach.game.core.runs.layings import Spread, Take
from canasta_teach.game.core.runs.moves import Mover
from canasta_teach.game.core.runs.state import ADD, LAY, NEW, TAKE_USING, CoreMove, Parts, State

Apply = Callable[[State, CoreMove], State]


def split(mover: Mover, apply: Apply, state: State, parts: Parts, take: tuple[int, int] | None) -> list[CoreMove]:
    """Moves that do together what a legal laying does at one time.

    Args:
        mover: the moves of the rule set.
        apply: what they do.
        state: where the laying is legal.
        parts: new melds and additions.
        take: what the pile's top card does, where the pile is taken with its top card used.
    """
    found = _Cut(mover, apply).cut(state, parts, None if take is None else Take(*take))
    if found is None:
        raise AssertionError("a legal laying falls into moves")  # pragma: no cover
    return found


class _Cut:
    def __init__(self, mover: Mover, apply: Apply) -> None:
        self.mover, self.apply = mover, apply

    def cut(self, state: State, parts: Parts, take: Take | None) -> list[CoreMove] | None:
        if take is None and not parts:
            return []
        spread = self.mover.spread(state) if take is None else self.mover.take_spread(state)
        if spread is None:
            return None
        for some, fewer in self._firsts(spread, parts, take):
            move = _move(some, fewer)
            then = self.apply(state, move)
            more = self.cut(then, _rest(spread, parts, take, some, fewer), None)
            if more is not None:
                return [move, *more]
        return None

    def _firsts(self, spread: Spread, parts: Parts, take: Take | None) -> Iterator[tuple[Parts, Take | None]]:
        """Moves with which the laying may begin, the likeliest to leave the rest legal first."""
        if take is None and not spread.due:
            for part in sorted(self._singles(spread, parts), key=lambda part: _gain(spread, part), reverse=True):
                if spread.legal((part,)):
                    yield (part,), None
        some, fewer = parts, take
        while (lighter := spread.lighter(some, fewer)) is not None:
            some, fewer = lighter
        yield some, fewer

    def _singles(self, spread: Spread, parts: Parts) -> Iterator[tuple[int, int]]:
        """Parts, and parts of additions, that may be laid alone and need no other."""
        for at, cards in parts:
            if at < 0:
                if not (cards & BLACK_THREES and spread.book.black_threes):
                    yield at, cards
                continue
            meld = spread.melds[at]
            for some in spread.book.least(meld, cards):
                if not (some & BLACK_THREES and spread.book.black_threes):
                    yield at, some


def _gain(spread: Spread, part: tuple[int, int]) -> tuple[bool, int]:
    """Whether a part makes a canasta; natural cards before wild ones after that, by the order of faces."""
    at, cards = part
    before = at >= 0 and spread.melds[at].canasta > 0
    made = spread.book.meld(cards) if at < 0 else spread.book.meld(spread.melds[at].cards + cards)
    return made.canasta > 0 and not before, made.naturals - made.wilds


def _move(parts: Parts, take: Take | None) -> CoreMove:
    parts = tuple(sorted(parts, key=lambda part: (part[0] < 0, part)))
    if take is not None:
        return CoreMove(TAKE_USING, take.cards, take.at, parts)
    if len(parts) == 1:
        at, cards = parts[0]
        return CoreMove(NEW, cards) if at < 0 else CoreMove(ADD, cards, at)
    return CoreMove(LAY, parts=parts)


def _rest(spread: Spread, parts: Parts, take: Take | None, some: Parts, fewer: Take | None) -> Parts:
    """What is left to lay: new melds not yet laid, and what is missing of additions."""
    left: list[tuple[int, int]] = []
    done = list(some)
    for part in parts:
        if part in done:
            done.remove(part)
            continue
        at, cards = part
        here = next((one for one in done if at >= 0 and one[0] == at), None)
        if here is not None:
            done.remove(here)
            cards -= here[1]
        if cards >> SIZE_AT:
            left.append((at, cards))
    if take is not None and fewer is not None and take.cards != fewer.cards:
        left.append((take.at, take.cards - fewer.cards))
    return tuple(left)
