"""Numbers of legal acts and of sequences of them, held to their file and to counting by trying every act."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any

import pytest

from canasta_teach.cards import Card
from canasta_teach.game.moves import Act, Move, Part
from canasta_teach.game.position import parse_position
from canasta_teach.game.referee import after, is_legal
from canasta_teach.game.state import Position
from canasta_teach.rulebook import KEYS, ruleset
from tests.game.brute import layings
from tests.tools.rebuild_perft import DEPTH, PERFT, fast_perft, main, perft, stored

HOW = "if the change is meant, run `uv run python -m tests.tools.rebuild_perft` and look at the difference"
FEW = 2_000
"""Sequences that are few enough to be counted act by act in the normal run."""
SMALL = (13, 8, 8)
LARGER = (16, 12, 9)
"""Cards in a hand, at most, all of whose acts are tried, for sequences of one, two and three acts."""

every = pytest.mark.parametrize(
    "one", [pytest.param(one, id=f"{key}: {one['name']}") for key in KEYS for one in stored(key)]
)


@every
def test_the_acts_are_as_many_as_is_written(one: dict[str, Any]) -> None:
    position = parse_position(one["position"])
    for depth, count in enumerate(one["counts"], 1):
        if count <= FEW:
            assert perft(position, depth) == count, f"depth {depth}: {HOW}"


@every
def test_the_core_counts_as_many(one: dict[str, Any]) -> None:
    position = parse_position(one["position"])
    for depth, count in enumerate(one["counts"], 1):
        if count <= 20 * FEW:
            assert fast_perft(position, depth) == count, f"depth {depth}"


@pytest.mark.long
@every
def test_the_acts_are_as_many_as_is_written_however_many(one: dict[str, Any]) -> None:
    position = parse_position(one["position"])
    assert [perft(position, depth) for depth in range(1, DEPTH + 1)] == one["counts"], HOW
    assert [fast_perft(position, depth) for depth in range(1, DEPTH + 1)] == one["counts"]


@pytest.mark.parametrize("key", KEYS)
def test_there_are_five_positions_of_every_rule_set_and_three_counts_of_each(key: str) -> None:
    found = stored(key)
    assert len({one["name"] for one in found}) == len(found) == 5
    for one in found:
        position = parse_position(one["position"])
        assert position.rules == ruleset(key)
        assert position.to_dict() == one["position"]
        assert position.stock is not None
        assert len(one["counts"]) == DEPTH
        assert min(one["counts"]) > 0


def test_a_number_that_changes_is_told(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert main(["--check", "swedish"]) == 0
    monkeypatch.setattr("tests.tools.rebuild_perft.perft", lambda position, depth: 7)
    assert main(["--check", "swedish"]) == 1
    assert "swedish.json: would change" in capsys.readouterr().out
    assert '"counts": [7' not in (PERFT / "swedish.json").read_text(encoding="utf-8")


# -- by trying all: every act is asked of the referee, and the normal form is told from its definition -----------------


@pytest.mark.parametrize(("small", "most"), [(SMALL, 250), pytest.param(LARGER, 2_000, marks=pytest.mark.long)])
def test_as_many_are_found_by_trying_every_act(small: tuple[int, ...], most: int) -> None:
    """From every stored position as deep as the hands are small and the sequences few."""
    met: dict[str, int] = {}
    for key in KEYS:
        for one in stored(key):
            position = parse_position(one["position"])
            for depth, count in enumerate(one["counts"], 1):
                if count > most or not _small(position, depth, small[depth - 1]):
                    break
                assert _by_trying(position, depth, small[depth - 1]) == count, f"{key}: {one['name']}, depth {depth}"
                met[key] = met.get(key, 0) + 1
    assert set(met) == set(KEYS), "of some rule set nothing was tried"
    assert sum(met.values()) >= 30


class _TooLargeError(Exception):
    """A hand whose acts are too many to try."""


def _small(position: Position, depth: int, small: int) -> bool:
    try:
        _by_trying(position, depth, small, only_look=True)
    except _TooLargeError:
        return False
    return True


def _by_trying(position: Position, depth: int, small: int, *, only_look: bool = False) -> int:
    """Sequences of legal acts in the normal form, each act that the hand could do tried on the referee."""
    if position.phase == "over":
        return 0
    if len(position.hands[position.turn] or ()) > small:
        raise _TooLargeError
    if only_look and depth == 1:
        return 0
    acts = _normal_acts(position)
    if depth == 1:
        return len(acts)
    return sum(_by_trying(after(position, Move((act,))), depth - 1, small, only_look=only_look) for act in acts)


def _normal_acts(position: Position) -> list[Act]:
    """The legal acts of the normal form, one for all that differ by folded cards alone."""
    found: dict[str, Act] = {}
    for act in _every_act(position):
        if is_legal(position, Move((act,))) and _is_normal(position, act):
            found.setdefault(_folded(position, act), act)
    return list(found.values())


def _every_act(position: Position) -> Iterator[Act]:
    rules, hand = position.rules, sorted(position.hands[position.turn] or ())
    yield Act("draw")
    if rules.has("out.permission"):
        yield from (Act("ask"), Act("answer", yes=True), Act("answer", yes=False))
    if position.phase == "draw":
        yield Act("take")
        if position.pile and rules.has("pile.top-card"):
            yield from layings(position, position.turn, take=True)
        return
    yield from (Act("discard", cards=(card,)) for card in dict.fromkeys(hand))
    if rules.has("turn.redraw") and position.this_turn.drawn:
        yield Act("redraw")
    yield from layings(position, position.turn, take=False)
    if rules.has("out.relancinho") and len(hand) >= rules.p.relancinho_cards:
        for some in dict.fromkeys(combinations(hand, rules.p.relancinho_cards)):
            yield from (Act("relancinho", parts=parts) for parts in _cuts(position, some))


def _cuts(position: Position, cards: tuple[Card, ...]) -> Iterator[tuple[Part, ...]]:
    """Every way to cut the cards into parts that can be laid alone."""
    if not cards:
        yield ()
        return
    for size in range(2, len(cards)):
        for places in combinations(range(1, len(cards)), size):
            part = (cards[0], *(cards[i] for i in places))
            if is_legal(position, Move((Act("lay", parts=(Part(part),)),))):
                rest = tuple(card for i, card in enumerate(cards) if i and i not in places)
                yield from ((Part(part), *more) for more in _cuts(position, rest))


def _is_normal(position: Position, act: Act) -> bool:
    """What the normal form says of a legal act: nothing in it can be left out, or left for an act of its own."""
    if act.kind not in ("lay", "take"):
        return True
    if position.rules.has("meld.one-per-rank") and not _each_rank_once(position, act):
        return False
    for i in range(len(act.parts)):
        less = Act(act.kind, cards=act.cards, onto=act.onto, parts=act.parts[:i] + act.parts[i + 1 :])
        if (less.parts or act.kind == "take") and is_legal(position, Move((less,))):
            return False
    if act.kind == "take":
        return act.onto is None or not any(_fewer(position, act))
    # Where several parts are needed together, a minimum is due; else an addition is one card.
    return len(act.parts) > 1 or act.parts[0].to is None or len(act.parts[0].cards) == 1


def _each_rank_once(position: Position, act: Act) -> bool:
    """Where ranks merge, a rank that lies is added to, and none is named twice."""
    lying = [_rank(position, meld) for meld in position.melds[position.side(position.turn)]]
    new = [_rank(position, part.cards) for part in act.parts if part.to is None]
    if act.kind == "take" and act.onto is None and act.cards:
        new.append(position.pile[0].rank)
    return len({*lying, *new}) == len(lying) + len(new)


def _rank(position: Position, meld: Sequence[Card]) -> str:
    return next(card.rank for card in meld if not position.rules.is_wild(card))


def _fewer(position: Position, act: Act) -> Iterator[bool]:
    """Whether the take is legal with fewer hand cards to the meld that lies; wild cards are never needed there."""
    for size in range(len(act.cards)):
        for cards in combinations(act.cards, size):
            yield is_legal(position, Move((Act("take", cards=cards, onto=act.onto, parts=act.parts),)))


def _folded(position: Position, act: Act) -> str:
    rules = position.rules
    suits = rules.has("meld.sequence")

    def some(cards: Iterable[Card]) -> Sequence[str]:
        return sorted(card.code if suits else _kind(card) for card in cards)

    parts = sorted((str(part.to), *some(part.cards)) for part in act.parts)
    return repr((act.kind, act.yes, some(act.cards), str(act.onto), parts))


def _kind(card: Card) -> str:
    return f"{card.rank} {'red' if card.is_red_three else ''}"
