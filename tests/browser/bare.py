"""A page with nothing on it but one widget's module: keys, roles and pictures in a fraction of a second.

With a stand-in for the model, whose messages are only kept:

    root = bare.draw(module("card.js", "hand.js"), {"view": {…}}, style("hand.css"))
    root.press("ArrowRight")
    assert bare.sent == [{"act": "choose", "cards": ["c1"]}]

Or with a real widget, whose Python answers as it does behind a kernel:

    root = bare.show(MeldTray(hand="KH KS KD"))
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Locator, Route

from tests.browser.places import Place

if TYPE_CHECKING:
    from canasta_teach.widgets.base import CourseWidget

ADDRESS = "http://bare.invalid/"
"""Answered in the page's own browser; nothing goes over a network."""

_HERE = Path(__file__).parent
_THEMES = Path(sys.prefix, "share/jupyter/lab/themes/@jupyterlab")
_PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>One widget</title>
<style id="theme"></style><style id="widget"></style>
<style>body { margin: 16px; background: var(--jp-layout-color0); color: var(--jp-content-font-color1);
  font: var(--jp-content-font-size1)/var(--jp-content-line-height) var(--jp-content-font-family); }</style>
</head><body><main id="root"></main><button id="after">after</button></body></html>"""
_DRAW = """async ([code, state, live]) => {
  window.bare?.close();
  document.getElementById('root').replaceChildren();
  const { draw } = await import('/bare.js');
  window.bare = await draw(code, state, document.getElementById('root'), live ? window.tellPython : null);
}"""


@cache
def _theme(name: str) -> str:
    sheet = _THEMES / f"theme-{name}-extension" / "index.css"
    return sheet.read_text(encoding="utf-8")


@dataclass
class Bare(Place):
    """A page for one widget. A button named "after" stands behind the widget, for Tab to reach."""

    widget: CourseWidget | None = None
    _ready: bool = field(default=False, init=False)

    def draw(self, code: str, state: dict[str, Any], style: str = "", *, width: int = 1280) -> Locator:
        """Draw an ES module for a model with this state; gives the place where it was drawn.

        Args:
            code: the module's text, with an ``export default`` as anywidget asks for.
            state: the model's values by name.
            style: the text of its style sheet.
            width: of the page, in pixels.
        """
        return self._draw(code, state, style, width, live=False)

    def show(self, widget: CourseWidget, *, width: int = 1280) -> Locator:
        """Draw a widget, and let its Python answer what its page sends."""
        self.widget = widget
        return self._draw(str(widget._esm), self._state(), str(widget._css), width, live=True)

    @property
    def sent(self) -> list[Any]:
        """The messages that the module sent, in order."""
        messages: list[Any] = self.page.evaluate("window.bare.model.sent")
        return messages

    def take(self, **state: Any) -> None:
        """Give the model new values, as Python would."""
        self.page.evaluate("state => window.bare.model.take(state)", state)

    def refresh(self) -> None:
        """Show what the widget's Python holds now, after a test has called one of its methods."""
        self.take(**self._state())

    def wear(self, theme: str) -> None:
        """Put on JupyterLab's theme ``light`` or ``dark``."""
        self.page.evaluate(
            """([sheet, light]) => {
              document.getElementById('theme').textContent = sheet;
              document.body.dataset.jpThemeLight = light;
              document.body.dataset.jpThemeName = light === 'true' ? 'JupyterLab Light' : 'JupyterLab Dark';
            }""",
            [_theme(theme), "true" if theme == "light" else "false"],
        )

    def _draw(self, code: str, state: dict[str, Any], style: str, width: int, *, live: bool) -> Locator:
        self.page.set_viewport_size({"width": width, "height": 900})
        if not self._ready:
            self.page.route(f"{ADDRESS}**", _answer)
            self.page.expose_function("tellPython", self._hear)
            self.page.goto(ADDRESS)
            self.wear("light")
            self._ready = True
        self.page.evaluate("sheet => { document.getElementById('widget').textContent = sheet; }", style)
        self.page.evaluate(_DRAW, [code, state, live])
        return self.page.locator("#root")

    def _state(self) -> dict[str, Any]:
        assert self.widget is not None, "no widget is shown"
        state: dict[str, Any] = self.widget.get_state()
        return {name: value for name, value in state.items() if name[0] != "_" and name not in _OF_THE_LIBRARY}

    def _hear(self, message: dict[str, Any]) -> dict[str, Any]:
        assert self.widget is not None, "no widget is shown"
        if "changes" in message:
            self.widget.set_state(message["changes"])
        else:
            self.widget._hear(self.widget, message["content"], [])
        return self._state()


_OF_THE_LIBRARY = frozenset({"comm", "keys", "layout", "log", "tabbable", "tooltip"})


def _answer(route: Route) -> None:
    path = route.request.url.removeprefix(ADDRESS)
    if path == "":
        route.fulfill(body=_PAGE, content_type="text/html; charset=utf-8")
    elif path == "bare.js":
        route.fulfill(body=(_HERE / "bare.js").read_text(encoding="utf-8"), content_type="text/javascript")
    else:
        # Fonts and pictures that a theme names; the page does without them.
        route.fulfill(status=204)
