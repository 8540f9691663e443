"""Real front ends in a real Chromium, for the tests marked `browser`.

A test takes one of these fixtures:

- `lab`, `notebook7`, `voila`, `lite`: a notebook in JupyterLab, in Notebook 7, a page of Voila, a JupyterLite site.

      def test_something(lab: Lab) -> None:
          lab.open("05-melds.ipynb")
          lab.run_all()
          lab.page.get_by_role("button", name="8 of spades").click()

- `bare`: a page with nothing on it but a widget's own module, with a stand-in for its model and no server at all.

Errors of the page, errors of cells and text on a cell's standard error fail the test. When a test fails, the page is
kept as a picture under artefacts/browser/. What to look for on a page is in `look` (access, themes, pictures) and
`texts` (text from outside, words that escaped the catalogue).
"""

import shutil
from collections.abc import Generator, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from canasta_teach.lessons_folder import shipped_lessons
from tests.browser.bare import Bare
from tests.browser.lite_site import Site, build_site, missing_tools, serving_site
from tests.browser.places import ARTEFACTS, Lab, Lite, Notebook7, Place, Voila, fresh_context
from tests.browser.servers import AT_ONCE, Server, serving
from tests.conftest import find_chromium, required

CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # No page reaches anything but this machine, so whatever a test shows works without a network.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]
FAILED = pytest.StashKey[bool]()


@pytest.fixture(scope="session")
def lab_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for JupyterLab, Notebook 7 and Voila, on copies of the lessons."""
    home = tmp_path_factory.mktemp("jupyter")
    folder = home / "lessons"
    shutil.copytree(shipped_lessons(), folder, ignore=shutil.ignore_patterns(".ipynb_checkpoints"))
    with serving(home, folder, AT_ONCE) as server:
        yield server


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """Chromium, for one module at a time: a running Playwright holds the event loop that other tests need."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=CHROMIUM_FLAGS)
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def watched(place: Place, request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail on the place's errors, and keep a picture of it when the test fails; its window is closed afterwards."""
    try:
        yield
        assert not place.errors, f"errors on the page: {place.errors}"
    finally:
        if request.node.stash.get(FAILED, False) or place.errors:
            place.screenshot(request.node.name)
        place.page.context.close()


@pytest.fixture
def page(chromium: Browser) -> Page:
    """A page in a fresh window."""
    return fresh_context(chromium).new_page()


@pytest.fixture
def lab(page: Page, lab_server: Server, request: pytest.FixtureRequest) -> Iterator[Lab]:
    """A fresh page of JupyterLab; the kernels that the test started are stopped after it."""
    place = Lab(page, server=lab_server)
    try:
        with watched(place, request):
            yield place
    finally:
        lab_server.stop_kernels()


@pytest.fixture
def notebook7(page: Page, lab_server: Server, request: pytest.FixtureRequest) -> Iterator[Notebook7]:
    """A fresh page of Notebook 7; the kernels that the test started are stopped after it."""
    place = Notebook7(page, server=lab_server)
    try:
        with watched(place, request):
            yield place
    finally:
        lab_server.stop_kernels()


@pytest.fixture
def voila(page: Page, lab_server: Server, request: pytest.FixtureRequest) -> Iterator[Voila]:
    """A fresh page of Voila; the kernels that the test started are stopped after it."""
    place = Voila(page, server=lab_server)
    try:
        with watched(place, request):
            yield place
    finally:
        lab_server.stop_kernels()


@pytest.fixture
def bare(page: Page, request: pytest.FixtureRequest) -> Iterator[Bare]:
    """A page for one widget's module, without any server."""
    place = Bare(page)
    with watched(place, request):
        yield place


@pytest.fixture(scope="session")
def lite_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A JupyterLite site with this package in it, built once and served on a free port."""
    missing = missing_tools()
    if missing:
        required(f"no {missing}, which fetches Pyodide for the JupyterLite site: get it with `apt-get install npm`")
    own = tmp_path_factory.mktemp("lite")
    base = build_site(ARTEFACTS.parent / "lite", own)
    with serving_site(base, own) as site:
        yield site


@pytest.fixture
def lite(page: Page, lite_site: Site, request: pytest.FixtureRequest) -> Iterator[Lite]:
    """A fresh page of the JupyterLite site; a request to any other address fails the test."""
    place = Lite(page, address=lite_site.address)
    with watched(place, request):
        yield place
        assert not place.outside, f"asked elsewhere: {place.outside}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Remember a failure while the page still stands, so that it can be kept as a picture."""
    report = yield
    if report.failed:
        item.stash[FAILED] = True
    return report
