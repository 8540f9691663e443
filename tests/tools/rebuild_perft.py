"""Counts the legal acts, and sequences of two and of three, from fixed positions, and writes the numbers down.

Run from the project's root: ``uv run python -m tests.tools.rebuild_perft [--check] [RULES…]``. With ``--check`` nothing
is written, and the exit code is 1 when a number would change.

``tests/perft`` has a file for each rule set: ``{"rules": …, "positions": [{"name", "position", "counts"}]}``. The
positions are fixed and hold every card, so that a draw is one act; ``counts`` are the numbers of sequences of one, two
and three acts of the normal form, whoever does them. A deal that is over has none.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any, Final

from canasta_teach.game.core import core_for
from canasta_teach.game.legal import legal_moves
from canasta_teach.game.position import parse_position
from canasta_teach.game.referee import after
from canasta_teach.game.state import Position
from canasta_teach.rulebook import KEYS

PERFT: Final = Path(__file__).resolve().parents[1] / "perft"
DEPTH: Final = 3


def stored(key: str) -> list[dict[str, Any]]:
    """The positions of a rule set, with their names and counts."""
    content = json.loads((PERFT / f"{key}.json").read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = content["positions"]
    return found


def perft(position: Position, depth: int) -> int:
    """Sequences of ``depth`` legal acts, each listed by ``legal_moves`` and done by the referee."""
    moves = list(legal_moves(position))
    if depth == 1:
        return len(moves)
    return sum(perft(after(position, move), depth - 1) for move in moves)


def fast_perft(position: Position, depth: int) -> int:
    """The same on the fast core alone."""
    core = core_for(position.rules, position.players)

    def count(state: Any, depth: int) -> int:
        if core.is_over(state):
            return 0
        moves = core.moves(state)
        return len(moves) if depth == 1 else sum(count(core.apply(state, move), depth - 1) for move in moves)

    return count(core.pack(position), depth)


def counted(key: str) -> str:
    """The file of a rule set, its positions counted anew."""
    positions = [
        {
            "name": one["name"],
            "counts": [perft(parse_position(one["position"]), depth) for depth in range(1, DEPTH + 1)],
            "position": one["position"],
        }
        for one in stored(key)
    ]
    lines = ",\n".join("    " + json.dumps(one, ensure_ascii=False) for one in positions)
    return f'{{\n  "rules": "{key}",\n  "positions": [\n{lines}\n  ]\n}}\n'


def main(arguments: list[str] | None = None) -> int:
    """Count anew, or check; 1 when a number would change."""
    parser = argparse.ArgumentParser(description="Counts legal acts from the positions of tests/perft.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail when a number would change")
    parser.add_argument("rules", nargs="*", metavar="RULES", help="only these rule sets")
    asked = parser.parse_args(arguments)
    changed = 0
    for key in asked.rules or KEYS:
        path, fresh = PERFT / f"{key}.json", counted(key)
        if path.read_text(encoding="utf-8") == fresh:
            continue
        changed += 1
        print(f"{path.name}: {'would change' if asked.check else 'written'}")
        if not asked.check:
            path.write_text(fresh, encoding="utf-8")
    return int(asked.check and changed > 0)


if __name__ == "__main__":
    sys.exit(main())
