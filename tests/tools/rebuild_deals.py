"""Plays whole deals and writes them as text, so that a change of behaviour is seen in review.

Run from the project's root: ``uv run python -m tests.tools.rebuild_deals [--check] [NAME…]``. With ``--check`` nothing
is written, and the exit code is 1 when a deal would change.

A text holds the seed, the hands dealt, then each turn: its acts in the public notation, in brackets what they led to
(the cards drawn, points paid, canastas), and the table after it; at the end the score sheets.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from canasta_teach.cards import Card, codes
from canasta_teach.game.match import play_deal
from canasta_teach.game.melds import canasta_kind, read
from canasta_teach.game.record import DealRecord
from canasta_teach.game.scoring import ScoreSheet, score
from canasta_teach.game.state import Position
from canasta_teach.rulebook import KEYS, ruleset
from tests.strategies.player import Player

DEALS: Final = Path(__file__).resolve().parents[1] / "deals"
PLAYERS: Final = (2, 3, 4, 6)
FIRST_SEED: Final = 1936


def names() -> list[str]:
    """A deal for each rule set and each of these numbers of players that it takes."""
    return [f"{key}_{players}" for key in KEYS for players in PLAYERS if players in ruleset(key).p.players]


def played(name: str) -> DealRecord:
    """The deal of this name, played to its end: the first side has points enough to owe more for its first laying."""
    key, _, count = name.rpartition("_")
    players, seed = int(count), FIRST_SEED + names().index(name)
    scores = [755 if key == "brazilian" else 1500, *[0] * (ruleset(key).sides(players) - 1)]
    record, _ = play_deal(
        DealRecord.begin(rules=key, players=players, seed=seed, scores=scores), Player(seed, faults=0.08)
    )
    return record


def text(record: DealRecord) -> str:
    """The deal as text."""
    return "\n".join(_lines(record)) + "\n"


def _lines(record: DealRecord) -> Iterator[str]:
    positions = list(record.positions())
    start = positions[0]
    seats = "seat" if start.sides == start.players else "seats"
    yield f"{record.rules.title}, {record.players} players, seed {record.seed}"
    yield f"dealer: seat {record.dealer}"
    for side, points in enumerate(record.scores):
        yield f"side {side}: {seats} {_listed(range(side, start.players, start.sides))}, {points} points"
    yield from _hands(start)
    yield _table(start)
    at = None
    for text, before, after in zip(record.acts, positions, positions[1:], strict=False):
        if at != before.turn or before.phase == "draw" != after.phase:
            at = before.turn
            yield ""
            yield f"seat {at}"
        yield f"  {text}{_came_of(before, after, text)}"
        if after.turn != before.turn or after.phase == "over":
            yield _table(after)
    end = positions[-1]
    yield ""
    yield f"over: {_ending(end)}"
    yield from _hands(end)
    yield from _sheets(score(end))


def _hands(position: Position) -> Iterator[str]:
    for seat, hand in enumerate(position.hands):
        yield f"hand {seat}: {_cards(sorted(hand or ())) or 'none'}"


def _came_of(before: Position, after: Position, text: str) -> str:
    """What an act led to, in brackets."""
    found: list[str] = []
    if text.endswith(("draw", "redraw")):
        found += [_cards(_more(hand, was)) for hand, was in zip(after.hands, before.hands, strict=True)]
    for side, (threes, had) in enumerate(zip(after.red_threes, before.red_threes, strict=True)):
        found += [f"{_cards(threes[len(had) :])} to the table of side {side}"] if threes != had else []
    for side, paid in enumerate(after.penalties):
        new = paid[len(before.penalties[side]) :]
        found += [f"side {side} pays {one.points}: {one.rule}" for one in new]
    if after.minimum_raised != before.minimum_raised:
        found.append("cards taken back, the minimum is raised")
    for melds, lay in zip(after.melds, before.melds, strict=True):
        for at, meld in enumerate(melds):
            kind = canasta_kind(meld, after.rules)
            if kind is not None and (at >= len(lay) or canasta_kind(lay[at], after.rules) != kind):
                found.append(f"{kind} canasta")
    found = [one for one in found if one]
    return f"  [{'; '.join(found)}]" if found else ""


def _more(hand: tuple[Card, ...] | None, was: tuple[Card, ...] | None) -> list[Card]:
    left = list(was or ())
    more = []
    for card in hand or ():
        if card in left:
            left.remove(card)
        else:
            more.append(card)
    return more


def _table(position: Position) -> str:
    counts = _listed(len(hand or ()) for hand in position.hands)
    pile = f"{position.pile[0].code} on {len(position.pile) - 1}" if position.pile else "none"
    frozen = ", frozen" if position.frozen else ""
    melds = " | ".join(" ".join(_meld(meld, position) for meld in side) or "nothing laid" for side in position.melds)
    marked = "".join(f" · penalised {seat}: {_cards(some)}" for seat, some in enumerate(position.penalised) if some)
    return f"  = hands {counts} · pile {pile}{frozen} · stock {len(position.stock or ())} · {melds}{marked}"


def _meld(meld: tuple[Card, ...], position: Position) -> str:
    """A set as ``7×5+2w`` (five natural sevens, two wild cards), a run card by card."""
    shape = read(meld, position.rules)
    if shape.kind == "run":
        return "-".join(codes(shape.run.order if shape.run else meld))
    wild = f"+{len(shape.wilds)}w" if shape.wilds else ""
    return f"{shape.rank}×{len(shape.naturals)}{wild}"


def _ending(end: Position) -> str:
    if end.went_out is None:
        return "nobody went out"
    how = " with relancinho" if end.relancinho else " concealed" if end.concealed else ""
    return f"seat {end.went_out} went out{how}"


def _sheets(sheets: list[ScoreSheet]) -> Iterator[str]:
    figures = [sheet.to_dict() for sheet in sheets]
    yield f"{'':20}" + "".join(f"{f'side {side}':>8}" for side in range(len(sheets)))
    for name in figures[0]:
        if name == "total" or any(sheet[name] for sheet in figures):
            yield f"{name.replace('_', ' '):20}" + "".join(f"{sheet[name]:>8}" for sheet in figures)


def _cards(some: Iterable[Card]) -> str:
    return " ".join(codes(some))


def _listed(some: Iterable[int]) -> str:
    return " ".join(map(str, some))


def main(arguments: list[str] | None = None) -> int:
    """Rebuild the deals, or check them; 1 when one would change."""
    parser = argparse.ArgumentParser(description="Plays the whole deals of tests/deals and writes them as text.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail when a deal would change")
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these, as classic_4")
    asked = parser.parse_args(arguments)
    changed = 0
    for name in asked.names or names():
        path, fresh = DEALS / f"{name}.txt", text(played(name))
        if path.is_file() and path.read_text(encoding="utf-8") == fresh:
            continue
        changed += 1
        print(f"{path.name}: {'would change' if asked.check else 'written'}")
        if not asked.check:
            path.parent.mkdir(exist_ok=True)
            path.write_text(fresh, encoding="utf-8")
    return int(asked.check and changed > 0)


if __name__ == "__main__":
    sys.exit(main())
