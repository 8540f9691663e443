"""What every run of pytest shares: answers go to a store of their own, never to the user's."""

import os
import shutil
import tempfile

import pytest

from canasta_teach.teach.course import ENVIRONMENT


def pytest_configure(config: pytest.Config) -> None:
    """Name a fresh folder as the place of all answers, for this process and for the kernels that it starts."""
    folder = tempfile.mkdtemp(prefix="canasta-progress-")
    before = os.environ.get(ENVIRONMENT)
    os.environ[ENVIRONMENT] = folder

    def put_back() -> None:
        shutil.rmtree(folder, ignore_errors=True)
        if before is None:
            os.environ.pop(ENVIRONMENT, None)
        else:
            os.environ[ENVIRONMENT] = before

    config.add_cleanup(put_back)
