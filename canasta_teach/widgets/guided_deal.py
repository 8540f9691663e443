"""A deal with a coach: a made table at which each step is suggested and explained, and the learner makes it."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from msgspec import Struct

from canasta_teach.errors import InvalidMove
from canasta_teach.i18n import translate
from canasta_teach.teach.guide import Guide
from canasta_teach.teach.guide import guide as guide_of
from canasta_teach.widgets.base import module, style
from canasta_teach.widgets.guided_coach import Coach, Coaching
from canasta_teach.widgets.hand import read_act
from canasta_teach.widgets.table import TABLE_SCRIPTS, TABLE_STYLES, Table
from canasta_teach.widgets.table_change import MainAct
from canasta_teach.widgets.table_page import main_verb


class CoachAct(Struct, tag_field="act", tag="coach", forbid_unknown_fields=True):
    """The page asks the coach: to ``show`` the step, or to lead ``back`` to the guide."""

    do: Literal["show", "back"]


class GuidedDeal(Table):
    """A whole short deal in which a coach says what to do next, and why.

    The learner makes each step on the table, by mouse, by keys, or in code with :meth:`Table.do`. Another legal act is
    not forbidden: where the guide can go on behind it, it does; else the coach says what it was, and offers the way
    back. What is refused is explained by the ruling, as at every table. The others do what the guide says, and play as
    plain players where it is left.

    Args:
        guide: the name of one of the course's guided deals, such as ``"first-hand"``, or a guide.

    Raises:
        InvalidExercise: when there is no such guide.
    """

    kind: ClassVar[str] = "GuidedDeal"
    _esm = module(*TABLE_SCRIPTS, "guided_deal.js")
    _css = style(*TABLE_STYLES, "guided_deal.css")

    def __init__(self, guide: str | Guide = "first-hand") -> None:
        self._guide = guide_of(guide) if isinstance(guide, str) else guide
        self._coaching = Coaching(self._guide)
        super().__init__(
            self._guide.record, seat=self._guide.seat, others=self._coaching, title=translate(self._guide.title)
        )

    # -- what code can ask and do ------------------------------------------------------------------

    @property
    def coach(self) -> Coach:
        """What the coach says now."""
        sitting = self._sitting
        refused = sitting.shown is not None and not sitting.shown.legal
        return self._coaching.says(sitting.game, refused=refused)

    def show_me(self) -> GuidedDeal:
        """Do what the coach suggests; where the others are waited for, let them play.

        Raises:
            InvalidMove: when nothing is suggested: the guide is left, or the deal is over.
        """
        coach = self.coach
        if coach.kind == "wait":
            self.play_on()
        elif coach.kind == "step":
            self.do(coach.text)
        else:
            raise InvalidMove(translate("The coach suggests nothing here."))
        return self

    def back(self) -> GuidedDeal:
        """Take back what led away from the guide.

        Raises:
            InvalidMove: when nothing did.
        """
        step = self.coach.back
        if step is None:
            raise InvalidMove(translate("There is no way back to the guide from here, and no need of one."))
        self.go_to(step)
        return self

    # -- acts of the page --------------------------------------------------------------------------

    def act(self, message: Any) -> None:
        """Do what the page asks."""
        if isinstance(message, dict) and message.get("act") == "coach":
            if read_act(message, CoachAct).do == "show":
                self.show_me()
            else:
                self.back()
            return
        if isinstance(message, dict) and message.get("act") == "main":
            self._check_main(message)
        super().act(message)

    def _check_main(self, message: dict[str, Any]) -> None:
        """What Enter on the chosen cards does may not be another act than the suggested one, which nobody meant."""
        wish, sitting, coach = read_act(message, MainAct), self._sitting, self.coach
        sitting.picked = sitting.picked.by_page(wish.cards, sitting.state.held)
        if coach.kind == "step" and main_verb(sitting, double=wish.double) != coach.verb:
            raise InvalidMove(translate("The coach has another act for these cards. Press the one that you mean."))

    # -- what is shown -----------------------------------------------------------------------------

    def draw(self) -> dict[str, Any]:
        """The view-model of the table, and what the coach says."""
        coach = self.coach
        labels = {
            "label": translate("Coach"),
            "show": translate("Show me"),
            "back": translate("Undo, back to the guide"),
        }
        said = {
            "kind": coach.kind,
            "head": coach.head,
            "done": coach.done,
            "text": coach.words,
            "how": coach.how,
            "shows": coach.kind == "step",
            "leads_back": coach.back is not None,
        }
        drawn = super().draw()
        for act in drawn["acts"]:
            # One button alone is to stand out, and never beside what the coach says.
            act["main"] = act["main"] and act["verb"] == coach.verb
        return drawn | {"coach": labels | said}

    def lines(self) -> list[str]:
        """The coach's words, then the table in text."""
        coach = self.coach
        return [f"{coach.head}. {coach.done} {coach.words}".replace("  ", " "), *super().lines()]
