"""An act worked out on a position, before any rule is asked: which cards go where, and what would be left.

Cards that are not held are taken as laid, so that one fault hides no other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from canasta_teach.cards import UNKNOWN, Card
from canasta_teach.errors import InvalidMove
from canasta_teach.game.layings import keeps_limits
from canasta_teach.game.melds import Reading, canasta_kind, points, read
from canasta_teach.game.moves import Act, Part, Target
from canasta_teach.game.state import Position

LAYING = frozenset({"lay", "take", "take-top", "relancinho"})


class LaidMeld:
    """A meld as it would lie after the act: ``old`` cards (before), ``added`` cards (this act).

    ``index`` is its place among the side's melds (new ones follow the old); ``side`` the side whose meld it is;
    ``rank`` is the rank by which parts joined it, ``named`` that the act named it (``to K``); ``merged`` tells that
    new cards of its rank were read as added; ``has_top`` that the pile's top card is in it.
    """

    __slots__ = ("added", "cards", "has_top", "index", "merged", "named", "old", "rank", "reading", "side")

    def __init__(self, side: int, index: int, old: tuple[Card, ...], added: tuple[Card, ...]) -> None:
        self.side = side
        self.index = index
        self.old = old
        self.added = added
        self.cards = old + added
        self.merged = False
        self.named = False
        self.rank = ""
        self.has_top = False
        self.reading: Reading

    @property
    def new(self) -> bool:
        """The meld was not there before the act."""
        return not self.old


class Attempt:
    """One act by one seat, worked out.

    Attributes:
        position, rules, act, seat, side: what is tried, by whom.
        on_turn: the seat is the one to act.
        top: the pile's top card, when the act takes the pile and there is one.
        top_used: the top card is laid in the act.
        melds: the melds that the act makes or changes, in the order of first mention (other sides' melds included).
        laid: all cards laid, the top card included; ``from_hand`` those that must come from the hand.
        missing: cards named that the hand does not hold; ``buried`` those of them that lie deeper in the pile.
        rest: known and unknown cards left in the hand after the act; ``None`` when their number is not known.
        owes_minimum: the side's first laying of the deal is still to come (``initial.minimum``).
        needed: the minimum in force for this act in points, 0 where none applies.
        parts_points: the points of the cards laid on each meld of the own side, in order.
        counted: what the act's cards count, in points.
    """

    __slots__ = (
        "act", "assumed", "buried", "counted", "from_hand", "laid", "melds", "missing", "needed", "on_turn",
        "owes_minimum", "parts_points", "position", "rest", "rules", "seat", "side", "takes", "top", "top_meld",
        "top_part", "top_used", "with_top",
    )  # fmt: skip

    def __init__(self, position: Position, act: Act, seat: int) -> None:
        self.position = position
        self.rules = position.rules
        self.act = act
        self.seat = seat
        self.side = position.side(seat)
        self.on_turn = seat == position.turn
        self.takes = act.kind in ("take", "take-top")
        self.top = position.pile[0] if self.takes and position.pile else None
        self.melds: list[LaidMeld] = []
        self.top_meld: LaidMeld | None = None
        self.top_used = False
        self.with_top: tuple[Card, ...] = ()
        self.assumed: list[str] = []
        self.top_part: Part | None = None
        hand_cards: list[Card] = []
        if self.takes:
            self._take(hand_cards)
        else:
            for part in act.parts:
                self._lay(part.cards, part.to)
                hand_cards.extend(part.cards)
            if act.kind in ("discard", "table"):
                hand_cards.extend(act.cards)
        self.from_hand = tuple(hand_cards)
        for meld in self.melds:
            meld.reading = read(meld.cards, self.rules)
        self.laid = tuple(c for meld in self.melds for c in meld.added)
        self._hold()
        self._count()

    # -- where the cards go ------------------------------------------------------------------------

    def _take(self, hand_cards: list[Card]) -> None:
        act, top = self.act, self.top
        parts = list(act.parts)
        with_cards = act.cards
        if act.onto is not None:
            self.top_used = top is not None
            self._lay(((top,) if top is not None else ()) + with_cards, act.onto, top=True)
        elif with_cards:
            self.top_used = top is not None
            self._lay(((top,) if top is not None else ()) + with_cards, None, top=True)
        elif parts and top is not None and self.rules.has("pile.top-card"):
            self._find_top(parts, top)
        for part in parts:
            if part is self.top_part:
                continue
            self._lay(part.cards, part.to)
            hand_cards.extend(part.cards)
        hand_cards.extend(self.with_top if self.top_part is not None else with_cards)
        if self.top_part is None:
            self.with_top = with_cards

    def _find_top(self, parts: list[Part], top: Card) -> None:
        """Read ``take / meld …``: a part that holds the top card is what the top card does.

        The card is the pile's own unless the hand accounts for every one of it that the act names.
        """
        for part in parts:
            if top in part.cards:
                rest = list(part.cards)
                rest.remove(top)
                self.with_top = tuple(rest)
                self.top_used = True
                self.top_part = part
                self._lay((top, *rest), part.to, top=True)
                return

    def _lay(self, added: Iterable[Card], to: Target | None, *, top: bool = False) -> None:
        cards = tuple(added)
        side, index, rank = self._place(cards, to)
        for meld in self.melds:
            if meld.side == side and meld.index == index:
                meld.added += cards
                meld.cards += cards
                break
        else:
            own = self.position.melds[side]
            meld = LaidMeld(side, index, own[index] if index < len(own) else (), cards)
            meld.rank = rank
            meld.named = to is not None
            self.melds.append(meld)
        meld.merged |= to is None and not meld.new
        if top:
            meld.has_top = True
            self.top_meld = meld

    def _place(self, cards: tuple[Card, ...], to: Target | None) -> tuple[int, int, str]:
        """Side and index of the meld that these cards go to, and the rank by which further parts join a new one."""
        if to is not None:
            side = self._target_side(to)
            index = self._target_index(to, side)
            if index is not None:
                return side, index, ""
            return side, self._fresh(side, to.name), to.name
        rank = next((c.rank for c in cards if not self.rules.is_wild(c)), None)
        if self.act.kind == "relancinho":
            # Eleven cards of one's own: nothing is merged into what a partner laid.
            rank = None
        if rank is not None and self.rules.has("meld.one-per-rank"):
            same = all(c.rank == rank for c in cards if not self.rules.is_wild(c))
            found = self._named(self.side, rank) if same else []
            if found:
                return self.side, found[0], ""
            joined = rank if same else ""
            return self.side, self._fresh(self.side, joined), joined
        return self.side, self._fresh(self.side, ""), ""

    def _fresh(self, side: int, rank: str) -> int:
        """The index of a new meld; parts of one rank, named or natural, make one meld where ranks merge."""
        first = len(self.position.melds[side])
        mine = [m for m in self.melds if m.side == side and m.index >= first]
        if rank and self.rules.has("meld.one-per-rank"):
            for meld in mine:
                if meld.rank == rank:
                    return meld.index
        return first + len(mine)

    def _target_side(self, to: Target) -> int:
        sides = self.position.sides
        if to.side is None:
            return self.side
        if to.side == "their":
            if sides > 2:
                raise InvalidMove(f"'their {to.name}': there are {sides} sides, so name one, as side 2's {to.name}")
            return 1 - self.side
        if not 0 <= to.side < sides:
            raise InvalidMove(f"'side {to.side}': the sides here are 0 to {sides - 1}")
        return to.side

    def _target_index(self, to: Target, side: int) -> int | None:
        melds = self.position.melds[side]
        if to.name.startswith("#"):
            index = int(to.name[1:])
            if index >= len(melds):
                held = {0: "no melds", 1: "one meld, #0"}.get(len(melds), f"{len(melds)} melds, numbered from #0")
                raise InvalidMove(f"{to.name}: that side has {held}")
            return index
        found = self._named(side, to.name)
        if len(found) > 1:
            places = " or ".join(f"#{i}" for i in found)
            raise InvalidMove(f"'to {to.name}' fits more than one meld: write {places}")
        return found[0] if found else None

    def _named(self, side: int, rank: str) -> list[int]:
        """Indices of the side's sets of this rank, as they lay before the act."""
        return [
            i
            for i, meld in enumerate(self.position.melds[side])
            if (shape := read(meld, self.rules)).kind == "set" and shape.rank == rank
        ]

    # -- what is held and what is left -------------------------------------------------------------

    def _hold(self) -> None:
        hand = self.position.hands[self.seat]
        self.missing: tuple[Card, ...] = ()
        self.buried: tuple[Card, ...] = ()
        if hand is None:
            self.missing = self._seen_elsewhere(self.from_hand)
            if len(self.missing) < len(self.from_hand):
                self.assumed.append("held")
            self.rest: tuple[Card, ...] | None = None
            return
        left = list(hand)
        missing: list[Card] = []
        presumed: list[Card] = []
        for c in self.from_hand:
            if c in left:
                left.remove(c)
            elif UNKNOWN in left:
                left.remove(UNKNOWN)
                presumed.append(c)
            else:
                missing.append(c)
        if presumed:
            missing.extend(self._seen_elsewhere(presumed))
            self.assumed.append("held")
        if self.takes:
            pile = self.position.pile if not self.top_used else self.position.pile[1:]
            below = Counter(self.position.pile[1:])
            buried = []
            for c in missing:
                if below[c]:
                    below[c] -= 1
                    buried.append(c)
            self.buried = tuple(buried)
            tabled = self.rules.has("deck.red-threes")
            incoming = [c for c in pile if not (tabled and c.is_red_three)]
            for c in self.buried:
                if c in incoming:
                    incoming.remove(c)
            left.extend(incoming)
        self.missing = tuple(missing)
        self.rest = tuple(left)

    def _seen_elsewhere(self, presumed: Sequence[Card]) -> tuple[Card, ...]:
        """Cards that an unknown hand cannot hold, since all of the deck's are seen elsewhere."""
        seen = Counter(c for pile in self._seen_piles() for c in pile)
        impossible = []
        for c in presumed:
            seen[c] += 1
            if seen[c] > self.rules.deck_count(c):
                impossible.append(c)
        return tuple(impossible)

    def _seen_piles(self) -> Iterable[Sequence[Card]]:
        pos = self.position
        yield from (hand for hand in pos.hands if hand is not None)
        yield from (meld for side in pos.melds for meld in side)
        yield from pos.red_threes
        yield pos.pile
        yield pos.stock or ()

    @property
    def left(self) -> int | None:
        """Number of cards left in the hand after the act; untabled red threes are never part of a hand."""
        if self.rest is None:
            return None
        if self.rules.has("deck.red-threes"):
            return sum(not c.is_red_three for c in self.rest)
        return len(self.rest)

    # -- what it counts ----------------------------------------------------------------------------

    def _count(self) -> None:
        pos, rules = self.position, self.rules
        own = [m for m in self.melds if m.side == self.side]
        self.parts_points = [points(m.added, rules) for m in own]
        self.needed = 0
        laid_now = bool(pos.this_turn.laid) and self.on_turn
        opened = bool(pos.melds[self.side])
        own_first = not (pos.laid_before[self.seat] or laid_now)
        if rules.has("initial.vulnerable") and own_first and pos.scores[self.side] >= rules.p.vulnerable_from:
            raised = pos.minimum_raised[self.side] and rules.has("initial.withdrawn")
            self.needed = rules.p.withdrawn_minimum if raised else rules.p.vulnerable_minimum
        self.owes_minimum = False
        if rules.has("initial.minimum"):
            partner_frees = rules.has("initial.partner-free")
            self.owes_minimum = not opened if partner_frees else own_first
            if self.owes_minimum:
                self.needed = max(self.needed, minimum(pos, self.side))
        self.counted = self._worth(own)

    def _worth(self, own: Sequence[LaidMeld]) -> int:
        rules = self.rules
        each = list(self.parts_points)
        if self.top is not None and self.top_used and not rules.has("initial.top-card") and rules.has("pile.top-card"):
            at = own.index(self.top_meld) if self.top_meld in own else None
            if at is not None:
                each[at] -= rules.value(self.top)
        buried = points(self.buried, rules)
        if not rules.has("initial.combined"):
            return max(each, default=0)
        return sum(each) - buried

    # -- canastas ----------------------------------------------------------------------------------

    def canastas(self) -> int:
        """The side's completed canastas after the act."""
        changed = {m.index for m in self.melds if m.side == self.side}
        kept = sum(
            canasta_kind(meld, self.rules) is not None
            for i, meld in enumerate(self.position.melds[self.side])
            if i not in changed
        )
        return kept + sum(self._makes_canasta(m) for m in self.melds if m.side == self.side)

    def _makes_canasta(self, meld: LaidMeld) -> bool:
        """A canasta that lay stays one, whatever is wrongly put on it; an improper meld makes none."""
        if canasta_kind(meld.old, self.rules) is not None:
            return True
        if meld.has_top and self.top is None:
            return False
        return canasta_kind(meld.cards, self.rules) is not None and keeps_limits(self.rules, meld.cards, meld.added)


def minimum(position: Position, side: int) -> int:
    """The first-laying minimum of a side by its score before the deal, in points.

    Sources: each rule set's ``initial.minimum``.
    """
    score = position.scores[side]
    found = 0
    for step in position.rules.p.initial_steps:
        if step.from_ is None or score >= step.from_:
            found = step.minimum
    return found
