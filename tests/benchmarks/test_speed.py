"""How fast the referee is. Figures are printed at the end of the run; none of them fails it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from statistics import median, quantiles
from time import perf_counter_ns

import pytest

from canasta_teach.game.moves import Move
from canasta_teach.game.referee import is_legal, judge
from tests.benchmarks.made import Judged, all_cases, hard_tables

FRESH = 15
"""Interpreters started for each figure of a fresh process."""

TIMED = "import msgspec, time; t = time.perf_counter_ns(); {code}; print((time.perf_counter_ns() - t) / 1e6)"
JUPYTER = {
    "IPython", "anywidget", "ipykernel", "ipywidgets", "jupyter_client", "jupyter_core", "jupyter_server", "jupyterlab",
    "notebook", "traitlets",
}  # fmt: skip
FIRST = """
import time
t = time.perf_counter_ns()
from canasta_teach import Position, judge
judge(Position.parse({"hands": [["KH", "KD", "KC", "4C"], 11, 11, 11], "phase": "play"}), "meld KH KD KC").legal
print((time.perf_counter_ns() - t) / 1e6)
"""


@pytest.fixture(scope="module")
def tables() -> dict[str, list[Judged]]:
    """What is measured, by name."""
    return {"cases": all_cases(), "hands of 15 to 40": hard_tables()}


def _micros(act: Callable[[], object], times: int) -> float:
    """The least of several runs, in microseconds: what else the machine does only ever adds."""
    best = None
    for _ in range(times):
        start = perf_counter_ns()
        act()
        took = perf_counter_ns() - start
        best = took if best is None or took < best else best
    return (best or 0) / 1_000


def _line(name: str, target: str, took: list[float], unit: str) -> str:
    parts = quantiles(took, n=100, method="inclusive")
    return (
        f"{name:52} median {median(took):8.2f} {unit}   95 % {parts[94]:8.2f} {unit}   "
        f"most {max(took):8.2f} {unit}   ({len(took)}; wanted: {target})"
    )


def test_the_verdict_alone(tables: dict[str, list[Judged]], figure: Callable[[str], None]) -> None:
    together: list[float] = []
    for name, some in tables.items():
        took = [_micros(lambda p=position, m=move: is_legal(p, m), 3) for position, move in some]  # type: ignore[misc]
        together += took
        figure(_line(f"verdict, {name}", "median 100 µs", took, "µs"))
    figure(_line("verdict, all together", "median 100 µs", together, "µs"))
    read = [(position, Move.parse(move)) for some in tables.values() for position, move in some]
    took = [_micros(lambda p=position, m=move: is_legal(p, m), 3) for position, move in read]  # type: ignore[misc]
    figure(_line("verdict, the move read before", "none", took, "µs"))
    assert len(together) > 1_500


def test_the_whole_ruling_with_elsewhere(tables: dict[str, list[Judged]], figure: Callable[[str], None]) -> None:
    together: list[float] = []
    for name, some in tables.items():
        took = [_micros(lambda p=position, m=move: judge(p, m).to_dict(), 2) / 1_000 for position, move in some]  # type: ignore[misc]
        together += took
        figure(_line(f"whole ruling, {name}", "95 % 10 ms", took, "ms"))
    figure(_line("whole ruling, all together", "95 % 10 ms", together, "ms"))
    assert together


def _fresh(program: str) -> list[float]:
    command = [sys.executable, "-c", program]
    runs = (subprocess.run(command, capture_output=True, text=True, check=True) for _ in range(FRESH))
    return [float(run.stdout) for run in runs]


def test_importing(figure: Callable[[str], None]) -> None:
    ours = _fresh(TIMED.format(code="import canasta_teach"))
    figure(_line("import canasta_teach, above import msgspec", "20 ms", ours, "ms"))
    used = "from canasta_teach import Position, judge, judge_meld, deal, score, rulebook"
    names = _fresh(TIMED.format(code=used))
    figure(_line("import of the names of a notebook, above msgspec", "none", names, "ms"))
    assert len(ours) == len(names) == FRESH


def test_importing_and_judging_load_no_module_of_jupyter() -> None:
    program = FIRST + "import sys; print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.splitlines()[1].split())
    assert "msgspec" in loaded
    assert loaded & JUPYTER == set()


def test_the_first_ruling_of_a_fresh_process(figure: Callable[[str], None]) -> None:
    took = _fresh(FIRST)
    figure(_line("first judge in a fresh process, imports included", "150 ms", took, "ms"))
    assert len(took) == FRESH
