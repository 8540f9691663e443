"""What a page shows: faults of access, things cut off, and pictures to be looked at. Only our own roots are looked at.

JupyterLab's and Notebook's own pages have faults of their own, which are not ours to count.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped] # it ships no types
from playwright.sync_api import Page

from tests.browser.places import ARTEFACTS, Place

ROOT = ".ct"
"""What all widgets of ours stand in."""

THEMES = ("light", "dark")
WIDTHS = (1280, 900, 700)
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]
TALL = 2400
"""Pixels of a window in which a whole widget can be seen; a picture ends where the window does."""

_SETTLED = """async () => {
  await document.fonts.ready;
  await Promise.all(document.getAnimations().map(one => one.finished.catch(() => null)));
  await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
}"""
# Text that only a screen reader meets is clipped on purpose, and so is what lies within it.
_CUT = """(root) => {
  const shown = node => node.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const spoken = node => node.closest('.ct-vh, [hidden]') !== null;
  const name = node => {
    const text = node.textContent.trim().slice(0, 40);
    return `${node.tagName.toLowerCase()}.${[...node.classList].join('.')} "${text}"`;
  };
  const found = [];
  for (const box of document.querySelectorAll(root)) {
    const edge = box.getBoundingClientRect();
    for (const node of [box, ...box.querySelectorAll('*')]) {
      if (!(node instanceof HTMLElement) || !shown(node) || spoken(node)) continue;
      const place = node.getBoundingClientRect();
      if (place.width === 0) continue;
      if (place.left < edge.left - 1 || place.right > edge.right + 1) found.push(`${name(node)} leaves the widget`);
      const style = getComputedStyle(node);
      if (node.scrollWidth <= node.clientWidth + 1 || style.overflowX === 'visible') continue;
      const hides = ['hidden', 'clip'].includes(style.overflowX);
      found.push(`${name(node)} ${hides ? 'is cut' : 'scrolls sideways'}`);
    }
  }
  return found;
}"""


def access_faults(page: Page, root: str = ROOT) -> list[str]:
    """Faults against WCAG 2.1, levels A and AA, in the page's roots as they stand; each with the places where it is."""
    assert page.locator(root).count(), f"no {root} on the page"
    found = Axe().run(page, context=root, options={"runOnly": {"type": "tag", "values": WCAG}})
    return [
        f"{fault['id']}: {fault['help']} ({'; '.join(str(node['target']) for node in fault['nodes'])})"
        for fault in found.response["violations"]
    ]


def check_access(place: Place, state: str, root: str = ROOT, themes: Iterable[str] = THEMES) -> None:
    """Fail on a fault of access in any theme. `state` names what the page shows, for the message."""
    for theme in themes:
        place.wear(theme)
        settle(place.page)
        faults = access_faults(place.page, root)
        assert not faults, f"{state}, {theme}: {faults}"


def cut_off(page: Page, root: str = ROOT) -> list[str]:
    """What leaves its widget sideways, is cut, or scrolls sideways; empty where all of it can be seen."""
    found: list[str] = page.evaluate(_CUT, root)
    return found


def settle(page: Page) -> None:
    """Wait for fonts, for motion to end, and for the page to be painted."""
    page.evaluate(_SETTLED)


@contextmanager
def zoomed(page: Page, times: int, width: int = 1280) -> Iterator[None]:
    """The page laid out as a browser's zoom does it: there are fewer pixels for the same window.

    How many dots of the screen draw each of them is left as it is: a picture is always taken as if they were one each,
    and what is set otherwise would be undone by it, width and all.
    """
    before = page.viewport_size
    page.set_viewport_size({"width": width // times, "height": TALL})
    try:
        yield
    finally:
        if before is not None:
            page.set_viewport_size(before)


def keep_pictures(place: Place, name: str, root: str = ROOT, themes: Iterable[str] = THEMES) -> list[Path]:
    """Keep pictures of the first root in each theme at 1280, 900 and 700 pixels and at 200 % zoom; fail on what is cut.

    They are kept as artefacts/browser/NAME-WIDTH-THEME.png, to be looked at.
    """
    page, kept, cut = place.page, [], []
    before = page.viewport_size
    for theme in themes:
        place.wear(theme)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": TALL})
            kept.append(_keep(page, root, f"{name}-{width}-{theme}"))
            cut += [f"{width} px, {theme}: {what}" for what in cut_off(page, root)]
        with zoomed(page, 2):
            kept.append(_keep(page, root, f"{name}-zoom-{theme}"))
            cut += [f"200 %, {theme}: {what}" for what in cut_off(page, root)]
    if before is not None:
        page.set_viewport_size(before)
    assert not cut, f"{name}: {cut}"
    return kept


def _keep(page: Page, root: str, name: str) -> Path:
    settle(page)
    ARTEFACTS.mkdir(parents=True, exist_ok=True)
    path = ARTEFACTS / f"{re.sub(r'[^A-Za-z0-9._-]+', '-', name)}.png"
    page.locator(root).first.screenshot(path=path, animations="disabled")
    return path
