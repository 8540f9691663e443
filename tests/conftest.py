"""What all tests share: the browser tests' need of a Chromium, and how the summary speaks of it."""

import os
import shutil
from typing import NoReturn

import pytest

CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
HOW_TO_GET_IT = "get one with `apt-get install chromium`, or set CANASTA_CHROMIUM to its program"


def find_chromium() -> str | None:
    """The program named by CANASTA_CHROMIUM, else the first Chromium on the path; None where there is none."""
    named = os.environ.get("CANASTA_CHROMIUM")
    return shutil.which(named) if named else next(filter(None, map(shutil.which, CHROMIUMS)), None)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """A browser test without a browser is skipped, or fails where CANASTA_REQUIRE_BROWSER=1 forbids that."""
    if item.get_closest_marker("browser") is not None and find_chromium() is None:
        required(f"no Chromium: {HOW_TO_GET_IT}")


def required(what_is_missing: str) -> NoReturn:
    """Skip the test that runs, or fail it where CANASTA_REQUIRE_BROWSER=1 forbids that."""
    if os.environ.get("CANASTA_REQUIRE_BROWSER") == "1":
        pytest.fail(what_is_missing, pytrace=False)
    pytest.skip(what_is_missing)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Count the browser tests that were skipped, on one line."""
    skipped = [report for report in terminalreporter.stats.get("skipped", []) if "no Chromium" in str(report.longrepr)]
    if skipped:
        terminalreporter.write_line(
            f"{len(skipped)} browser tests were skipped: no Chromium was found; {HOW_TO_GET_IT}.", yellow=True
        )
