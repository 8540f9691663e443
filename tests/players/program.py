"""Points laid as an integer program, written from the rules alone and solved by OR-Tools' CP-SAT.

It shares nothing with the solver but the reading of positions: that is the point of it. Hands laid after drawing, in
the five rule sets and with options that keep their rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from time import perf_counter
from typing import Any

import pytest

from canasta_teach.cards import ALL_CARDS, Card
from canasta_teach.game.melds import PLACES
from canasta_teach.game.search import canastas_needed, first_laying_due
from canasta_teach.game.state import Position

BLACK = "3"
RANKS = ("A", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", BLACK)


class Program:
    """A model of one position; ``seconds`` that its solution took, and ``built`` that the making of the model took."""

    def __init__(self, position: Position, *, keeping: bool) -> None:
        self.cp = pytest.importorskip("ortools.sat.python.cp_model", reason="OR-Tools is in the group test")
        self.position, self.rules = position, position.rules
        self.model = self.cp.CpModel()
        self.side = position.side(position.turn)
        held = position.hands[position.turn] or ()
        bonus = self.rules.has("deck.red-threes")
        self.hand = [card for card in held if not (bonus and card.is_red_three)]
        self.melds = position.melds[self.side]
        self.due = first_laying_due(position, position.turn)
        self.need = canastas_needed(position)
        self.seconds = self.built = 0.0
        begin = perf_counter()
        self.keeping = keeping
        if self.rules.has("meld.sequence"):
            self.columns()
        else:
            self.by_rank()
        self.built = perf_counter() - begin

    def most(self) -> int | None:
        """The most points; ``None`` where nothing can be laid."""
        solver = self.cp.CpSolver()
        solver.parameters.num_workers = 1
        begin = perf_counter()
        status = solver.solve(self.model)
        self.seconds = perf_counter() - begin
        assert status in (self.cp.OPTIMAL, self.cp.INFEASIBLE), solver.status_name(status)
        return round(solver.objective_value) if status == self.cp.OPTIMAL else None

    def flag(self, name: str) -> Any:
        return self.model.new_bool_var(name)

    def either(self, flag: Any, yes: Any, no: Any) -> None:
        """Tie a flag to a condition and to its contrary."""
        self.model.add(yes).only_enforce_if(flag)
        self.model.add(no).only_enforce_if(~flag)

    # -- games of ranks ----------------------------------------------------------------------------

    def by_rank(self) -> None:
        """Naturals, jokers and twos a rank; limits; canastas; what is left."""
        rules, model, p = self.rules, self.model, self.rules.p
        held: Counter[str] = Counter(card.rank for card in self.hand)
        lying: dict[str, tuple[int, int]] = {}
        for meld in self.melds:
            naturals = [card for card in meld if not rules.is_wild(card)]
            lying[naturals[0].rank] = len(naturals), len(meld) - len(naturals)
        value: dict[str, int] = {card.rank: rules.value(card) for card in self.hand}
        jokers, twos = held["JK"], held["2"]
        worth: list[Any] = []
        laid: list[Any] = []
        wild: list[Any] = []
        canastas: list[Any] = []
        used: dict[str, tuple[Any, Any]] = {}
        for rank in RANKS:
            n = model.new_int_var(0, held[rank], f"n{rank}")
            j = model.new_int_var(0, jokers, f"j{rank}")
            t = model.new_int_var(0, twos, f"t{rank}")
            w = j + t
            n0, w0 = lying.get(rank, (0, 0))
            touched = self.flag(f"touched{rank}")
            self.either(touched, n + w >= 1, n + w == 0)
            for rule in (n0 + n >= p.min_naturals, n0 + w0 + n + w >= p.min_meld):
                model.add(rule).only_enforce_if(touched)
            if p.max_wilds is not None:
                model.add(w0 + w <= p.max_wilds).only_enforce_if(touched)
            if p.wilds_at_most_naturals:
                model.add(w0 + w <= n0 + n).only_enforce_if(touched)
            if rank == BLACK and p.black_threes_at_end != "wilds":
                model.add(w == 0)
            canasta = self.flag(f"canasta{rank}")
            self.either(canasta, n0 + w0 + n + w >= p.canasta_size, n0 + w0 + n + w <= p.canasta_size - 1)
            canastas.append(canasta)
            used[rank] = n, w
            laid += [n, w]
            wild.append(w)
            worth += [n * value.get(rank, 0), j * value.get("JK", 0), t * value.get("2", 0)]
        model.add(sum(worth) >= max(self.due, 0))
        model.add(sum(laid) >= 1)
        for name, most in (("j", jokers), ("t", twos)):
            model.add(sum(model.get_int_var_from_proto_index(i) for i in self._named(name)) <= most)
        left = len(self.hand) - sum(laid)
        self.ends(left, sum(canastas), used, held, lying, left_wild=jokers + twos - sum(wild))
        threes, _ = used[BLACK]
        ended = self.flag("ended")
        self.either(ended, left <= 1, left >= 2)
        model.add(threes == 0).only_enforce_if(~ended)
        model.maximize(sum(worth))

    def _named(self, letter: str) -> list[int]:
        return [i for i, v in enumerate(self.model.proto.variables) if v.name[:1] == letter and v.name[1:] in RANKS]

    def ends(
        self,
        left: Any,
        canastas: Any,
        used: dict[str, tuple[Any, Any]],
        held: Counter[Any],
        lying: dict[str, tuple[int, int]],
        *,
        left_wild: Any,
    ) -> None:
        """Two cards are left, or the canastas are there, or the one card left makes the one that lacks."""
        model, p = self.model, self.rules.p
        many, enough, one = self.flag("many"), self.flag("enough"), self.flag("one")
        model.add(left >= 2).only_enforce_if(many)
        model.add(canastas >= self.need).only_enforce_if(enough)
        model.add(left == 1).only_enforce_if(one)
        model.add(canastas >= self.need - 1).only_enforce_if(one)
        made = []
        for rank in RANKS:
            n, w = used[rank]
            n0, w0 = lying.get(rank, (0, 0))
            for wild in (False, True):
                made.append(self.flag(f"made{rank}{wild}"))
                model.add(n0 + w0 + n + w == p.canasta_size - 1).only_enforce_if(made[-1])
                model.add(n0 + n + (not wild) >= p.min_naturals).only_enforce_if(made[-1])
                if p.max_wilds is not None:
                    model.add(w0 + w + wild <= p.max_wilds).only_enforce_if(made[-1])
                if p.wilds_at_most_naturals:
                    model.add(w0 + w + wild <= n0 + n + (not wild)).only_enforce_if(made[-1])
                if rank == BLACK and p.black_threes_at_end != "wilds":
                    model.add(w0 + w + wild == 0).only_enforce_if(made[-1])
                of_the_kind = left_wild >= 1 if wild else held[rank] - n >= 1
                model.add(of_the_kind).only_enforce_if(made[-1])
        model.add(sum(made) >= 1).only_enforce_if(one)
        if self.keeping or self.position.permission == "no":
            model.add(left >= 2)
        else:
            model.add_bool_or(many, enough, one)

    # -- games with runs ---------------------------------------------------------------------------

    def columns(self) -> None:
        """A column for each new meld and each addition that there could be; cards are shared out among them."""
        rules, model = self.rules, self.model
        have = Counter(self.hand)
        wild = sum(n for card, n in have.items() if rules.is_wild(card))
        values = {rules.value(card) for card in self.hand if rules.is_wild(card)}
        assert len(values) <= 1, "wild cards of one value alone are modelled"
        assert not self.need, "canastas for going out are not modelled"
        each = values.pop() if values else 0
        chosen: list[tuple[Any, tuple[Card, ...], int]] = []
        for number, (cards, loose) in enumerate(self.new_melds(have)):
            chosen.append((model.new_int_var(0, 2, f"meld{number}"), cards, loose))
        for index, meld in enumerate(self.melds):
            choice = [(self.flag(f"add{index}"), cards, loose) for cards, loose in self.additions(meld, have)]
            model.add(sum(times for times, _, _ in choice) <= 1)
            chosen += choice
        if not chosen:
            model.add(self.flag("nothing") >= 2)
            return
        own = []
        for face, number in have.items():
            some = [cards.count(face) * times for times, cards, _ in chosen if face in cards]
            model.add(sum(some) <= number)
            own += some if rules.is_wild(face) else []
        model.add(sum(own) + sum(loose * times for times, _, loose in chosen) <= wild)
        worth = sum((rules.points(cards) + loose * each) * times for times, cards, loose in chosen)
        laid = sum((len(cards) + loose) * times for times, cards, loose in chosen)
        model.add(worth >= max(self.due, 0))
        model.add(laid >= 1)
        if self.keeping:
            model.add(laid <= len(self.hand) - 2)
        model.maximize(worth)

    def new_melds(self, have: Counter[Card]) -> Iterator[tuple[tuple[Card, ...], int]]:
        """Cards in their own places, and how many wild ones: sets, then runs."""
        p = self.rules.p
        most = p.max_wilds if p.max_wilds is not None else 14
        for rank in PLACES:
            faces = [card for card in have if card.rank == rank and not self.rules.is_wild(card)]
            for counts in product(*(range(have[face] + 1) for face in faces)):
                cards = tuple(face for face, n in zip(faces, counts, strict=True) for _ in range(n))
                for loose in range(most + 1):
                    size = len(cards) + loose
                    if len(cards) >= p.min_naturals and p.min_meld <= size <= (p.max_meld or 99):
                        yield cards, loose
        for suit in "CDHS":
            yield from self.runs(suit, have, most)

    def runs(self, suit: str, have: Counter[Card], most: int) -> Iterator[tuple[tuple[Card, ...], int]]:
        p = self.rules.p
        at = {PLACES[card.rank]: card for card in ALL_CARDS if card.suit == suit}
        at[1] = at[14]
        met: set[tuple[tuple[Card, ...], int]] = set()
        for low in range(1, 15):
            for high in range(low + max(p.min_sequence, p.min_meld) - 1, 15):
                there = [place for place in range(low, high + 1) if have[at[place]]]
                gaps = high - low + 1 - len(there)
                for left_out in self.few(there, most - gaps):
                    cards = tuple(at[place] for place in there if place not in left_out)
                    found = cards, gaps + len(left_out)
                    fit = all(n <= have[card] for card, n in Counter(cards).items())
                    if len(cards) >= p.min_naturals and fit and len({c.rank for c in cards}) > 1 and found not in met:
                        met.add(found)
                        yield found

    @staticmethod
    def few(there: list[int], most: int) -> Iterator[tuple[int, ...]]:
        """Places of which a wild card may stand though the card is held."""
        if most < 0:
            return
        yield ()
        if most:
            yield from ((place,) for place in there)
        assert most < 2, "one wild card a meld is modelled"

    def additions(self, meld: tuple[Card, ...], have: Counter[Card]) -> Iterator[tuple[tuple[Card, ...], int]]:
        """What may join a meld that lies: every handful of cards of its rank or suit is tried as a whole meld."""
        rules = self.rules
        naturals = [card for card in meld if not rules.is_wild(card)]
        ranks, suits = {c.rank for c in naturals}, {str(c.suit) for c in naturals}
        near = [
            c for c in have if not rules.is_wild(c) and ((len(ranks) == 1 and c.rank in ranks) or {c.suit} == suits)
        ]
        wilds = [c for c in have if rules.is_wild(c)]
        own = [c for c in wilds if c.suit in suits and len(suits) == 1][:1]
        for counts in product(*(range(have[face] + 1) for face in near)):
            cards = tuple(face for face, n in zip(near, counts, strict=True) for _ in range(n))
            for two, loose in product((0, 1) if own else (0,), (0, 1) if wilds else (0,)):
                some = (*cards, *own[:two])
                if some or loose:
                    whole = (*meld, *some, *(self._loose(suits) * loose))
                    if self.lies(whole):
                        yield some, loose

    def _loose(self, suits: set[str]) -> tuple[Card, ...]:
        return tuple(card for card in ALL_CARDS if card.rank == "2" and card.suit not in suits)[:1]

    def lies(self, cards: Sequence[Card]) -> bool:
        """Whether the engine reads cards as a meld within the limits; the one thing that is asked of it here."""
        from canasta_teach.game.layings import keeps_limits

        return keeps_limits(self.rules, cards, ())
