"""The mend: the nearest legal act to one that the referee refused.

A laying is mended by a laying, a take by a take, a discard by a discard, a *relancinho* by a *relancinho*. Where none
of that kind is legal, the mend is what else the turn allows:

1. while a question is open, the partner's answer;
2. before drawing: ``draw``, else a take;
3. after drawing: for an act that named cards to lay, the nearest laying, else the nearest discard; for any other
   the nearest discard, else the smallest laying;
4. a red three tabled by hand; the question to the partner.

What "nearest" means is told in :mod:`canasta_teach.game.mend.hand`. Only cards that the hand is known to hold are
used, and those that the refused act names of a hand not known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, combinations, islice
from typing import Final

from canasta_teach.cards import UNKNOWN, Card
from canasta_teach.game.attempt import LAYING, Attempt
from canasta_teach.game.mend.cards import Covers, nearest
from canasta_teach.game.mend.hand import CHANGED, Placing, Wish
from canasta_teach.game.mend.ranks import endings, falls_apart, layings
from canasta_teach.game.mend.text import as_act
from canasta_teach.game.moves import Act, ActKind, Move
from canasta_teach.game.state import Position

_MOST_TRIES: Final = 500
"""So many layings are shown to the referee before the search is given up."""


def mend(position: Position, before: tuple[Act, ...], there: Position, refused: Act) -> str | None:
    """The nearest legal move.

    Args:
        position: where the move begins.
        before: the acts before the refused one, which stay.
        there: the position that they led to.
        refused: the first illegal act, as it was judged there.

    Returns:
        The acts before the refused one and its mend, as text that is legal in ``position``; ``None`` where nothing
        is legal for the seat: out of turn, or when the deal is over.
    """
    from canasta_teach.game.referee import is_legal

    found = _Mender(there, refused).found()
    if found is None:
        return None
    text = str(Move((*before, found)))
    return text if is_legal(position, text) else None


class _Mender:
    def __init__(self, position: Position, refused: Act) -> None:
        from canasta_teach.game.referee import actor

        self.position, self.refused = position, refused
        self.seat = actor(position, refused)
        if refused.kind == "answer" and refused.seat is None and position.permission != "asked":
            # An answer to no question: what follows is for the seat on turn.
            self.seat = position.turn

    def found(self) -> Act | None:
        """The first act of the order above that is legal."""
        pos, refused = self.position, self.refused
        if pos.phase == "over":
            return None
        if pos.permission == "asked":
            answer = Act("answer", refused.seat, yes=True)
            return answer if self._legal(answer) else None
        if self.seat != pos.turn:
            return None
        return next((act for way in self._ways() for act in way() if act is not None), None)

    def _ways(self) -> Iterator[Callable[[], Iterator[Act | None]]]:
        kind = self.refused.kind
        draws = self.position.phase == "draw"
        takes = kind in ("take", "take-top")
        if kind == "table":
            yield self._table
        if draws:
            yield from (self._take, self._draw) if takes else (self._draw, self._take)
        else:
            if kind == "relancinho":
                yield self._relancinho
            lays = kind in LAYING and bool(self._attempt().from_hand)
            yield from (self._lay, self._discard) if lays else (self._discard, self._lay)
        yield self._table
        yield self._ask

    def _legal(self, act: Act) -> bool:
        from canasta_teach.game.referee import is_legal

        return is_legal(self.position, Move((act,)))

    def _attempt(self) -> Attempt:
        return Attempt(self.position, self.refused, self.seat)

    # -- layings and takes -------------------------------------------------------------------------

    def _lay(self) -> Iterator[Act | None]:
        found = self._nearest(Wish(self._attempt(), take=False), "lay")
        yield None if found is None else self._act(*found)

    def _take(self) -> Iterator[Act | None]:
        if not self._may_take():
            return
        wish = Wish(self._attempt(), take=True)
        found = self._nearest(wish, "take")
        bare = Act("take", self.refused.seat)
        if not self.position.rules.has("pile.top-card"):
            # Where the pile is free, taking it and laying nothing is a take too.
            lays = () if found is None else tuple(c for placing in found[2] for c in placing.cards)
            nothing = wish.wanted.total() * CHANGED
            if found is None or wish.cost(lays) // CHANGED * CHANGED >= nothing:
                found = None
                if self._legal(bare):
                    yield bare
        yield None if found is None else self._act(*found)

    def _may_take(self) -> bool:
        """Nothing bars the pile to every player; what a hand can do with it is asked of the search."""
        pos, rules = self.position, self.position.rules
        if not pos.pile or pos.this_turn.must_draw:
            return False
        if rules.has("end.idle-lap") and pos.idle_turns >= pos.players:
            return False
        top = pos.pile[0]
        barred = rules.has("pile.wild-top") and rules.is_wild(top)
        return not (barred or (rules.has("pile.black-three") and top.is_black_three))

    def _nearest(self, wish: Wish, kind: ActKind) -> tuple[Wish, ActKind, tuple[Placing, ...]] | None:
        def accept(placings: tuple[Placing, ...]) -> bool:
            return self._legal(self._act(wish, kind, placings))

        found: tuple[Placing, ...] | None
        if falls_apart(wish):
            # All but the promise to go out is in the table, so that the first is legal. Who must go out can at least
            # do it in this very act.
            tries = chain(islice(layings(wish), _MOST_TRIES), endings(wish))
            found = next((placings for placings in tries if accept(placings)), None)
        else:
            found = nearest(wish, accept)
        return None if found is None else (wish, kind, found)

    def _act(self, wish: Wish, kind: ActKind, placings: tuple[Placing, ...]) -> Act:
        return as_act(wish, kind, self.refused.seat, placings)

    def _relancinho(self) -> Iterator[Act | None]:
        """Just so many cards as are announced, the nearest choice first."""
        attempt = self._attempt()
        wish = Wish(attempt, take=False)
        many = wish.rules.p.relancinho_cards
        if wish.position.laid_before[self.seat] or wish.position.this_turn.laid or len(wish.hand) < many:
            return
        if wish.others is not None and len(wish.hand) + wish.others > many + 1:
            return
        choices = {tuple(sorted(some)): some for some in combinations(wish.hand, many)}

        def accept(placings: tuple[Placing, ...]) -> bool:
            return self._legal(self._act(wish, "relancinho", placings))

        covers = Covers(wish, accept, new_only=True)
        for some in sorted(choices.values(), key=wish.cost)[:_MOST_TRIES]:
            found = covers.of(some)
            if found is not None:
                yield self._act(wish, "relancinho", found)
                return

    # -- the other acts ----------------------------------------------------------------------------

    def _draw(self) -> Iterator[Act | None]:
        act = Act("draw", self.refused.seat)
        yield act if self._legal(act) else None

    def _discard(self) -> Iterator[Act | None]:
        """The nearest card; one of a rank that was named before others, then as the hand lies."""
        wish = Wish(self._attempt(), take=False)
        hand = self.position.hands[self.seat] or ()
        known = dict.fromkeys((*wish.hand, *(c for c in hand if c is not UNKNOWN)))
        ranks = {c.rank for c in wish.wanted}

        def far(card: Card) -> tuple[int, bool]:
            return wish.cost((card,)), card.rank not in ranks

        for card in sorted(known, key=far):
            act = Act("discard", self.refused.seat, (card,))
            if self._legal(act):
                yield act
                return

    def _table(self) -> Iterator[Act | None]:
        rules = self.position.rules
        if rules.p.honour != "players" or not rules.has("deck.red-threes"):
            return
        for card in dict.fromkeys(self.position.hands[self.seat] or ()):
            act = Act("table", self.refused.seat, (card,))
            if card.is_red_three and self._legal(act):
                yield act
                return

    def _ask(self) -> Iterator[Act | None]:
        act = Act("ask", self.refused.seat)
        if self.position.rules.has("out.permission") and self._legal(act):
            yield act
