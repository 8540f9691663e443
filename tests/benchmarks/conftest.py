"""Benchmarks print figures and promise nothing: `uv run pytest tests/benchmarks`."""

from collections.abc import Callable

import pytest

_figures = pytest.StashKey[list[str]]()


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_figures] = []


@pytest.fixture
def figure(pytestconfig: pytest.Config) -> Callable[[str], None]:
    """Takes one line with a measured figure and its unit, which is printed at the end of the run."""
    return pytestconfig.stash.setdefault(_figures, []).append


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    figures = config.stash.get(_figures, [])
    if figures:
        terminalreporter.section("figures")
        for line in figures:
            terminalreporter.write_line(line)
