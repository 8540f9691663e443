"""Makes the course's own puzzles anew from their list and writes them: ``python -m tests.tools.rebuild_puzzles``.

Run from the project's root, with ``--check`` to write nothing and to fail where a puzzle would change. The list,
``puzzles.txt`` beside this module, has a line a puzzle: rule set, idea, grade, seed, title. What a puzzle says of
itself comes from the generator, and no two may be equal but for suits and for ranks of equal worth.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from msgspec.structs import replace

from canasta_teach.rulebook import KEYS
from canasta_teach.teach.puzzles import bank
from canasta_teach.teach.puzzles.collection import dump
from canasta_teach.teach.puzzles.fold import folded
from canasta_teach.teach.puzzles.generate import generate
from canasta_teach.teach.puzzles.model import Puzzle

LIST: Final = Path(__file__).with_name("puzzles.txt")
FOLDER: Final = Path(bank.__file__).parent / bank.FOLDER


class Entry(NamedTuple):
    """A line of the list."""

    rules: str
    idea: str
    grade: int
    seed: int
    title: str

    @property
    def id(self) -> str:
        """Of the puzzle that it asks for."""
        return f"{self.rules}.{self.idea}.{self.grade}.{self.seed}"

    def puzzle(self) -> Puzzle:
        """The puzzle that it asks for.

        Raises:
            InvalidPuzzle: where there is none.
        """
        return replace(generate(self.rules, self.idea, self.grade, self.seed), title=self.title)


def entries(text: str) -> Iterator[Entry]:
    """The entries of a list; empty lines and those that begin with ``#`` are passed over.

    Raises:
        ValueError: for a line that is no entry.
    """
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        words = line.split(maxsplit=4)
        if len(words) != 5 or words[0] not in KEYS:
            raise ValueError(f"line {number}: write rule set, idea, grade, seed and title")
        yield Entry(words[0], words[1], int(words[2]), int(words[3]), words[4].strip())


def files(listed: list[Entry]) -> dict[str, str]:
    """The bank's files by name, each rule set from easy to hard.

    Raises:
        ValueError: where two puzzles are equal but for suits and ranks of equal worth.
    """
    found: dict[str, str] = {}
    met: dict[str, str] = {}
    for key in KEYS:
        lines = []
        for entry in sorted((one for one in listed if one.rules == key), key=lambda one: one.grade):
            puzzle = entry.puzzle()
            other = met.setdefault(folded(puzzle), puzzle.id)
            if other != puzzle.id:
                raise ValueError(f"{puzzle.id} is {other} in other suits or ranks")
            lines.append(dump(puzzle) + "\n")
        found[f"{key}.jsonl"] = "".join(lines)
    return found


def main(arguments: list[str] | None = None) -> int:
    """Rebuild the bank, or check it; 1 where a file would change."""
    parser = argparse.ArgumentParser(description="Makes the course's own puzzles anew from their list.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail where a file would change")
    asked = parser.parse_args(arguments)
    changed = 0
    for name, text in files(list(entries(LIST.read_text("utf-8")))).items():
        path = FOLDER / name
        if path.is_file() and path.read_text("utf-8") == text:
            continue
        changed += 1
        print(f"{name}: {'would change' if asked.check else 'written'}")
        if not asked.check:
            path.write_text(text, "utf-8")
    return int(asked.check and changed > 0)


if __name__ == "__main__":
    sys.exit(main())
