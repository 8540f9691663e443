"""Floor 4: what all widgets share.

A widget here is one model: its state goes to the page as one view-model, ``view``, and acts come back as messages.
It decides nothing; every decision is asked of the floors below. It always has a text form that is the same on every
run, for notebooks that are compared, read on paper or looked at without a kernel.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, ClassVar

import anywidget
import traitlets

from canasta_teach.errors import CanastaError
from canasta_teach.i18n import translate
from canasta_teach.static_html import as_html
from canasta_teach.widgets.appearance import wear, worn

_log = logging.getLogger("canasta_teach.widgets")

_LONGEST = 600
"""Characters of what is told of a fault: one that repeats a long text from outside would fill the page."""

_IMPORT = re.compile(r'^import \{[^}]*\} from "\./\w+\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=function |const |class )", re.MULTILINE)


def asset(name: str) -> str:
    """The text of a file that lies beside this module."""
    return files("canasta_teach.widgets").joinpath(name).read_text(encoding="utf-8")


@cache
def module(*names: str) -> str:
    """Plain ES modules put together into one, in this order, the last one with the ``export default``.

    A front end gets a widget's code as one text, which can import nothing that lies beside it. So the modules' own
    ``import`` lines and ``export`` words are left out; their names must differ.
    """
    return "\n".join(_EXPORT.sub("", _IMPORT.sub("", asset(name))) for name in names)


@cache
def style(*names: str) -> str:
    """Style sheets put together, the tokens first."""
    return "\n".join(asset(name) for name in ("tokens.css", "base.css", *names))


class CourseWidget(anywidget.AnyWidget):
    """A widget whose page shows ``view``, tells ``said``, and sends acts.

    A subclass gives :meth:`draw` (the view-model), :meth:`act` (what to do with a message), :meth:`lines` (itself in
    text) and ``kind`` (its name in text).
    """

    kind: ClassVar[str] = "Widget"

    view = traitlets.Dict(help="All that the page shows, in words and figures ready to be drawn.").tag(sync=True)
    said = traitlets.Dict(help="What is told: its text, whether it is a fault, and a count.").tag(sync=True)

    def __init__(self, **traits: Any) -> None:
        self._said: tuple[str, bool] = ("", False)
        # What is shown first goes with the message that opens the line to the page.
        self.refresh()
        super().__init__(**traits)
        self.on_msg(self._hear)
        wear(self)

    # -- for subclasses ----------------------------------------------------------------------------

    def draw(self) -> dict[str, Any]:
        """The view-model: JSON-able, texts ready to show. ``look`` and ``lost`` are added to it."""
        raise NotImplementedError

    def act(self, message: Any) -> None:
        """Do what the page asks. An error of ours is shown in the widget's status line."""
        raise NotImplementedError

    def lines(self) -> list[str]:
        """The widget in text, the first line a summary."""
        raise NotImplementedError

    def say(self, text: str, *, fault: bool = False) -> None:
        """Tell something in the live region with the next refresh; a ``fault`` is also seen."""
        if fault and len(text) > _LONGEST:
            text = f"{text[:_LONGEST]}…"
        # Half a character, of a text that was cut apart, cannot be sent at all.
        self._said = (text.encode(errors="replace").decode(), fault)

    def refresh(self) -> None:
        """Send the page what it shows now."""
        self._send_view(self.draw())

    def _send_view(self, drawn: Mapping[str, Any]) -> None:
        """Send the page what is drawn and how it is to look, with what is to be told, in one message."""
        text, fault = self._said
        # A count makes the same words, said twice, a change.
        count = int(self.said.get("count", 0)) + bool(text)
        # Sent ahead: when it is needed, nobody is there to say it.
        lost = translate("Python was restarted: run this cell again.")
        with self.hold_sync():
            self.view = {**drawn, "look": worn(), "lost": lost}
            self.said = {"text": text, "fault": fault, "count": count}
        self._said = ("", False)

    # -- the boundary ------------------------------------------------------------------------------

    def _hear(self, _widget: object, content: Any, _buffers: object) -> None:
        """Take a message of the page. What is raised here would vanish, so it is shown in the widget instead."""
        try:
            self.act(content)
        except CanastaError as error:
            self.say(str(error), fault=True)
        except Exception as error:  # noqa: BLE001 (the widget library would swallow it unseen)
            _log.exception("A message of the page failed: %r", content)
            self._say_broken(error)
        try:
            self.refresh()
        except Exception as error:  # noqa: BLE001 (as above; what was shown last stays)
            _log.exception("What a message of the page led to could not be drawn: %r", content)
            self._say_broken(error)
            self._send_view(self.view)

    def _say_broken(self, error: Exception) -> None:
        message = translate("That did not work ({error}). The log has the whole report.")
        self.say(message.format(error=type(error).__name__), fault=True)

    # -- text forms --------------------------------------------------------------------------------

    def __repr__(self) -> str:
        return f"<{self.kind}: {self.lines()[0]}>"

    def static_html(self) -> str:
        """The widget as plain HTML, for where no kernel runs. All text is escaped."""
        return as_html(self.lines(), note=translate("Run this cell to play."))

    def _repr_mimebundle_(self, **_options: Any) -> tuple[dict[Any, Any], dict[Any, Any]]:
        bundle = {
            "text/plain": repr(self),
            "text/html": self.static_html(),
            "application/vnd.jupyter.widget-view+json": {
                "version_major": 2,
                "version_minor": 1,
                "model_id": self.model_id,
            },
        }
        return bundle, {}
