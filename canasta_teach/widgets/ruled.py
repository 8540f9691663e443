"""A widget that shows the ruling on its learner's last act, below what it is about."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any, Final

import msgspec
import traitlets

from canasta_teach.errors import InvalidMove
from canasta_teach.game.ruling import Ruling
from canasta_teach.i18n import translate, translate_count
from canasta_teach.widgets.base import CourseWidget
from canasta_teach.widgets.ruling_panel import RulingAct, RulingPanel
from canasta_teach.widgets.ruling_view import how_many

_MESSAGE: Final = 6_500
"""Bytes of a ruling that goes to the page whole; with what is told of it, its message is still under 8 kB."""
_MARGIN: Final = 200
"""Bytes kept free beside the broken rules that were moved on, for the words that more are left."""


class RuledWidget(CourseWidget):
    """A widget that shows a ruling and what is opened in it.

    Its parts are traits of their own, so that a message holds only what changed and stays small; the page puts them
    together again with ``ruled.js``.
    """

    ruled = traitlets.Dict(help="The last ruling: its verdict, the move, and each rule.").tag(sync=True)
    further = traitlets.Dict(help="What goes with it: the mend, and the other rule books.").tag(sync=True)
    beside = traitlets.Dict(help="The other rule set's ruling that is open in it.").tag(sync=True)
    page = traitlets.Dict(help="The rule that is open in it.").tag(sync=True)

    _panel: RulingPanel | None = None

    # -- for subclasses ----------------------------------------------------------------------------

    def ruling_shown(self) -> Ruling | None:
        """The ruling that is shown now."""
        raise NotImplementedError

    def can_play(self, ruling: Ruling) -> bool:
        """Whether the mend of this ruling can be played here; asked only where there is one."""
        raise NotImplementedError

    def price_paid(self, ruling: Ruling) -> str:
        """What has been paid for the refused act, in words; empty for nothing."""
        raise NotImplementedError

    def hear_ruling(self, asked: RulingAct) -> None:
        """Do what the page asks of the ruling shown.

        Raises:
            InvalidMove: when there is none.
            InvalidRules: when there is no such rule set or rule.
        """
        if self._panel is None:
            raise InvalidMove(translate("There is no ruling here yet."))
        self.say(self._panel.hear(asked))

    @property
    def stays(self) -> bool:
        """Whether :meth:`draw` would give what it gave last, whatever the ruling; if in doubt, no."""
        return False

    # -- what is shown -----------------------------------------------------------------------------

    def refresh(self) -> None:
        """Send the page what it shows now: the ruling ahead of the rest, as nothing waits for the rest to be drawn.

        Where only the ruling is new, it goes in one message with what is told. A second one would hold it back: the
        thread that sends has to wait until this one is done.
        """
        late: dict[str, dict[str, Any]] = {}
        with self.hold_sync() if self.stays else nullcontext():
            ruling = self.ruling_shown()
            if ruling is None:
                self._panel = None
                with self.hold_sync():
                    self.ruled = self.further = self.beside = self.page = {}
            else:
                if self._panel is None or self._panel.ruling is not ruling:
                    self._panel = RulingPanel(ruling, because_open=True)
                late = self._set_ruling(self._panel)
            super().refresh()
        for name, part in late.items():
            setattr(self, name, part)

    def _set_ruling(self, panel: RulingPanel) -> dict[str, dict[str, Any]]:
        """Set the traits that show a ruling; gives those that are left for a message of their own."""
        ruling = panel.ruling
        verdict = panel.verdict()
        paid = self.price_paid(ruling)
        if paid:
            verdict["notes"] = [*verdict["notes"], paid]
            verdict["word"] = translate("Irregular")
            verdict["label"] = translate("The referee: irregular, and paid for")
            verdict["rest"] = translate("{broken} It was paid for.").format(broken=how_many(ruling))
        further = panel.further(plays=ruling.mend is not None and self.can_play(ruling))
        verdict["broken"] = _shared(verdict["broken"])
        if _size(verdict) > _MESSAGE:
            _move_on(verdict, further)
        parts = {
            "further": further,
            "beside": panel.beside(),
            "page": panel.page(),
            "ruled": verdict,
        }
        changed: dict[str, dict[str, Any]] = {name: part for name, part in parts.items() if part != getattr(self, name)}
        late: dict[str, dict[str, Any]] = {}
        if "ruled" in changed and _size(changed) > _MESSAGE:
            late = {name: part for name, part in changed.items() if name != "ruled"}
            changed |= {name: {} for name in late}
        # The verdict last, and all in one message, or, where that would be long, first without what goes with it:
        # parts of two rulings must never be seen together.
        with self.hold_sync():
            for name, part in changed.items():
                setattr(self, name, part)
        return late


def _size(part: Any) -> int:
    return len(msgspec.json.encode(part))


def _shared(broken: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The broken rules, each with its words once: where it is broken again, the page takes what is left out here."""
    first: dict[str, dict[str, Any]] = {}
    found = []
    for item in broken:
        above = first.setdefault(item["rule"], item)
        same = {name for name in ("open", "title", "citation") if above is not item and above[name] == item[name]}
        found.append({name: value for name, value in item.items() if name not in same})
    return found


def _move_on(verdict: dict[str, Any], further: dict[str, Any]) -> None:
    """Move the last broken rules from a ruling that is longer than a message to what goes with it."""
    broken = verdict["broken"]
    kept = _fitting(broken, _MESSAGE - _size(verdict | {"broken": []}))
    rest = broken[kept:]
    moved = _fitting(rest, _MESSAGE - _size(further) - _MARGIN)
    verdict["broken"], further["broken"] = broken[:kept], rest[:moved]
    if left := len(rest) - moved:
        text = translate_count("And {n} more rule is broken.", "And {n} more rules are broken.", left)
        further["left"] = text.format(n=left)


def _fitting(broken: list[dict[str, Any]], room: int) -> int:
    """How many of these fit in so many bytes."""
    for count, item in enumerate(broken):
        room -= _size(item) + 1
        if room < 0:
            return count
    return len(broken)
