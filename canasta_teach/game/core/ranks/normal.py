"""A legal act of a game of ranks, cut into acts of the normal form."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from canasta_teach.cards import UNKNOWN, Card
from canasta_teach.errors import IllegalMove
from canasta_teach.game.attempt import Attempt
from canasta_teach.game.core import Core
from canasta_teach.game.moves import Act, Move, Part, Target
from canasta_teach.game.referee import actor, after, is_legal, judge
from canasta_teach.game.state import Position

_Maker = Callable[[tuple[Part, ...]], Act]


def normal_form(core: Core, position: Position, act: Act) -> tuple[Act, ...]:
    """See :meth:`canasta_teach.game.core.Core.normal_form`."""
    if not is_legal(position, Move((act,))):
        raise IllegalMove(judge(position, Move((act,))))
    return tuple(_Split(core, position, act).acts())


class _Split:
    """One legal act on its way to normal form.

    ``start`` is where it is done; ``end``, with the lowest cards of a kind gone first, moves on with the acts found.
    """

    def __init__(self, core: Core, start: Position, act: Act) -> None:
        self.core = core
        self.start = self.end = start
        self.act = act

    def acts(self) -> list[Act]:
        """The acts of the normal form, in order."""
        act = self.act
        if act.kind in ("draw", "redraw"):
            known = self.start.stock is not None and UNKNOWN not in self.start.stock[: len(act.cards)]
            return [self._must(Act(act.kind, cards=() if known else act.cards))]
        if act.kind in ("lay", "take"):
            return self._laying()
        return [self._must(act)]

    def _canonical(self, act: Act) -> Act:
        """The act with the lowest cards of the hand that it now is; drawn cards that are named stay named."""
        if act.cards and act.kind in ("draw", "redraw"):
            return act
        return self.core.render(self.end, self.core.read(self.end, act))

    def _fits(self, act: Act) -> bool:
        return is_legal(self.end, Move((self._canonical(act),)))

    def _do(self, act: Act) -> Act | None:
        """The act with the lowest cards, done; ``None`` where it is not legal."""
        made = self._canonical(act)
        if not is_legal(self.end, Move((made,))):
            return None
        self.end = after(self.end, Move((made,)))
        return made

    def _laying(self) -> list[Act]:
        attempt = Attempt(self.start, self.act, actor(self.start, self.act))
        lying = len(self.start.melds[attempt.side])
        pieces = [
            Part(meld.added, Target(f"#{meld.index}") if meld.index < lying else None)
            for meld in attempt.melds
            if meld is not attempt.top_meld
        ]
        done: list[Act] = []
        if self.act.kind == "take":
            if attempt.top_meld is None or attempt.top is None:
                return [self._must(self.act)]
            added = list(attempt.top_meld.added)
            if not self.start.rules.has("pile.top-card"):
                # The pile is free: it is taken, and its cards are laid as any others.
                onto = Target(f"#{attempt.top_meld.index}") if attempt.top_meld.index < lying else None
                pieces.append(Part(tuple(added), onto))
                done.append(self._must(Act("take")))
            else:
                added.remove(attempt.top)
                head, pieces = self._head(attempt, tuple(added), pieces)
                done.append(head)
        if attempt.needed and (not done or done[0] == Act("take")):
            first, pieces = self._fewest(lambda parts: Act("lay", parts=parts), pieces)
            done.append(self._must(first))
        loose = [
            piece if piece.to is None else Part((card,), piece.to)
            for piece in pieces
            for card in (piece.cards if piece.to is not None else piece.cards[:1])
        ]
        return done + self._in_some_order(loose)

    def _must(self, act: Act) -> Act:
        made = self._do(act)
        if made is None:
            raise IllegalMove(judge(self.end, Move((act,))))
        return made

    def _fewest(self, make: _Maker, parts: list[Part]) -> tuple[Act, list[Part]]:
        """The act with every part left out that can be, and the parts left out."""
        kept, out = list(parts), []
        while True:
            for part in kept:
                fewer = [one for one in kept if one is not part]
                act = make(tuple(fewer))
                if (fewer or act.kind == "take") and self._fits(act):
                    kept = fewer
                    out.append(part)
                    break
            else:
                return make(tuple(kept)), out

    def _head(self, attempt: Attempt, added: tuple[Card, ...], pieces: list[Part]) -> tuple[Act, list[Part]]:
        """The take itself, done, and what is laid after it."""
        meld = attempt.top_meld
        if meld is None or meld.new:
            head, out = self._fewest(lambda parts: Act("take", cards=added, parts=parts), pieces)
            return self._must(head), out
        onto = Target(f"#{meld.index}")
        naturals = [c for c in added if not self.start.rules.is_wild(c)]
        for count in range(len(naturals) + 1):
            with_top = tuple(naturals[:count])
            if self._fits(Act("take", cards=with_top, onto=onto)):
                left = list(added)
                for card in with_top:
                    left.remove(card)
                rest = [Part(tuple(left), onto), *pieces] if left else pieces
                return self._must(Act("take", cards=with_top, onto=onto)), rest
        head, out = self._fewest(lambda parts: Act("take", cards=added, onto=onto, parts=parts), pieces)
        return self._must(head), out

    def _in_some_order(self, parts: list[Part]) -> list[Act]:
        """The parts as single acts, each legal when its turn comes: natural cards first, black threes last."""
        rules = self.start.rules

        def late(part: Part) -> tuple[bool, bool, bool]:
            black = any(c.is_black_three for c in part.cards) and rules.has("meld.black-threes")
            return black, part.to is None, part.to is not None and rules.is_wild(part.cards[0])

        found = self._order(sorted(parts, key=late))
        if found is None:  # pragma: no cover - it would be a fault of the rules' reading
            raise AssertionError(f"{self.act}: no order of single acts does the same")
        return found

    def _order(self, parts: list[Part]) -> list[Act] | None:
        if not parts:
            return []
        here = self.end
        tried: set[Part] = set()
        for part, rest in _next_parts(parts):
            if part in tried:
                continue
            tried.add(part)
            self.end = here
            act = self._do(Act("lay", parts=(part,)))
            if act is None:
                continue
            more = self._order(rest)
            if more is not None:
                return [act, *more]
        self.end = here
        return None


def _next_parts(parts: Sequence[Part]) -> Iterator[tuple[Part, list[Part]]]:
    """What may be laid next, and what is left then: one part, or several additions to a meld at one time."""
    for i, part in enumerate(parts):
        yield part, [*parts[:i], *parts[i + 1 :]]
    targets = sorted({part.to.name for part in parts if part.to is not None})
    for name in targets:
        places = [i for i, part in enumerate(parts) if part.to is not None and part.to.name == name]
        for size in range(2, len(places) + 1):
            for chosen in combinations(places, size):
                cards = tuple(card for i in chosen for card in parts[i].cards)
                yield Part(cards, Target(name)), [one for i, one in enumerate(parts) if i not in chosen]
