"""How fast new puzzles are made and proven, at the middle grade, over all ideas of every rule set."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

from canasta_teach.rulebook import KEYS
from canasta_teach.teach.puzzles.generate import generate
from canasta_teach.teach.puzzles.ideas import ideas_of

_GRADE = 3
_SEEDS = 5
_WANTED = 20


def test_new_puzzles_a_second(figure: Callable[[str], None]) -> None:
    seconds, many = 0.0, 0
    for key in KEYS:
        puzzles, spent = 0, 0.0
        for idea in ideas_of(key):
            start = process_time()
            made = [generate(key, idea.key, _GRADE, seed) for seed in range(_SEEDS)]
            spent += process_time() - start
            puzzles += len(made)
            assert all(puzzle.grade == _GRADE for puzzle in made)
        figure(f"puzzles of grade {_GRADE}, {key}: {puzzles / spent:.0f} proven a second")
        seconds, many = seconds + spent, many + puzzles
    figure(f"puzzles of grade {_GRADE}, all ideas and rule sets: {many / seconds:.0f} a second (wanted: {_WANTED})")
