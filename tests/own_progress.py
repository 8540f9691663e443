"""What every run of pytest shares: answers go to stores of their own, never to the user's."""

import os
import shutil
import tempfile
from pathlib import Path

import pytest

from canasta_teach.teach.course import ENVIRONMENT

FOLDER = pytest.StashKey[Path]()
FILE = pytest.StashKey[Path]()


def pytest_configure(config: pytest.Config) -> None:
    """Name a fresh folder as the place of all answers, for this process and for the kernels that it starts."""
    folder = Path(tempfile.mkdtemp(prefix="canasta-progress-"))
    before = os.environ.get(ENVIRONMENT)
    os.environ[ENVIRONMENT] = str(folder)
    config.stash[FOLDER] = folder

    def put_back() -> None:
        shutil.rmtree(folder, ignore_errors=True)
        if before is None:
            os.environ.pop(ENVIRONMENT, None)
        else:
            os.environ[ENVIRONMENT] = before

    config.add_cleanup(put_back)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Each file of tests, and so each notebook, begins without answers: what the files before it answered is elsewhere.

    The stored outputs of the lessons are those of a learner who has answered nothing yet.
    """
    stash = item.config.stash
    if stash.get(FILE, None) != item.path:
        stash[FILE] = item.path
        # The folders of other files stay: a server that was started there may serve on.
        os.environ[ENVIRONMENT] = tempfile.mkdtemp(prefix=f"{item.path.stem}-", dir=stash[FOLDER])
