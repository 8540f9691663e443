"""One side's sheet under a learner's hands: it is checked, pointed at, hinted at and solved, each with its words."""

from __future__ import annotations

from canasta_teach.errors import InvalidMove
from canasta_teach.game.explain import number
from canasta_teach.game.scoring import Key
from canasta_teach.i18n import translate, translate_count
from canasta_teach.widgets.score_acts import Checked
from canasta_teach.widgets.score_clues import STEPS, hint, telling
from canasta_teach.widgets.score_draft import TOTAL, Draft, known
from canasta_teach.widgets.score_side import MAIN, SideAtEnd
from canasta_teach.widgets.score_view import Mode, hint_view, why
from canasta_teach.widgets.score_words import label


class Work:
    """A side's sheet, and what stands in it.

    Attributes:
        side: the side at the end of the deal.
        draft: what stands in its sheet.
        mode: filled by itself, to be filled, or with mistakes.
        hinted: the line and the step of the hint that is open, ``None`` for none.
        told: what is to be told of the last act.
    """

    def __init__(self, side: SideAtEnd, draft: Draft, mode: Mode) -> None:
        self.side, self.draft, self.mode = side, draft, mode
        self.hinted: tuple[Key, int] | None = None
        self.told = ""

    @property
    def done(self) -> bool:
        """Whether all lines were found right, or all mistakes were found."""
        if self.mode == "spot":
            return set(self.draft.mistakes) == set(self.draft.found)
        return self.mode == "filled" or self.draft.solved

    def needs(self, *modes: Mode) -> None:
        """Refuse what is not done in a sheet of this mode.

        Raises:
            InvalidMove: when the mode is none of these.
        """
        if self.mode in modes:
            return
        refusals: dict[Mode, str] = {
            "filled": translate("This sheet fills itself: there is nothing to do in it."),
            "fill": translate("This sheet is to be filled: no line of it is given."),
            "spot": translate("This sheet is filled: point at what is wrong in it."),
        }
        raise InvalidMove(refusals[self.mode])

    def check(self) -> Checked:
        """Check from the top; the first wrong line is told of.

        Raises:
            InvalidMove: when the sheet is not one to be filled.
        """
        self.needs("fill")
        draft = self.draft
        if draft.untouched:
            self.told = translate("The sheet waits: no line is filled yet.")
            return Checked(False, "", self.told)
        key = draft.check()
        if not key:
            self.hinted = None
            self.told = translate("All lines are right. Total {total}.").format(total=number(draft.total()))
            return Checked(True, "", self.told)
        if key in draft.faults:
            # A text that was being written when the check was asked for is told of now.
            draft.write(key, draft.texts[key])
            text = draft.faults[key]
        else:
            text = draft.pointed = telling(self.side, as_key(key), draft.value(key))
        self.told = translate("{line}: look here. {text}").format(line=self.name(key), text=text)
        return Checked(False, key, text)

    def point(self, line: str) -> Checked:
        """Point at a line as wrong.

        Raises:
            InvalidMove: when there is no such line, or the sheet is not one with mistakes.
        """
        self.needs("spot")
        draft = self.draft
        key = known(line, (*draft.keys, TOTAL))
        right = draft.point(key)
        told = translate("{line}: found. {why}") if right else translate("{line}: this is right. {why}")
        self.told = told.format(line=self.name(key), why=self._why(key))
        if right and self.done:
            self.hinted = None
            self.told += " " + translate("Nothing else is wrong.")
        elif right:
            left = len(draft.mistakes) - len(draft.found)
            more = translate_count("{n} line more is wrong.", "{n} lines more are wrong.", left)
            self.told += " " + more.format(n=left)
        return Checked(right, key, self.told)

    def _why(self, key: str) -> str:
        if key != TOTAL:
            return why(self.side, as_key(key))
        return translate("The lines add up to {total}.").format(total=number(self.draft.given_total()))

    def hint(self, line: str = "") -> str:
        """The next hint on a line; without one, on that which the last check pointed at, or the first to be mended.

        Raises:
            InvalidMove: when there is no such line, or the sheet fills itself.
        """
        self.needs("fill", "spot")
        key = self._hint_line(line)
        if key is None:
            self.told = translate("There is nothing left to find.")
            return self.told
        steps = self.draft.steps
        step = steps[key] = min(steps.get(key, 0) + 1, STEPS)
        self.hinted = (key, step)
        text, _ = hint(self.side, key, step)
        self.told = f"{hint_view(self.side, key, step)['of']}. {text}"
        return text

    def _hint_line(self, line: str) -> Key | None:
        draft = self.draft
        if line:
            return as_key(known(line, draft.keys))
        if self.mode == "spot":
            left = [key for key in draft.mistakes if key not in draft.found and key != TOTAL]
            return as_key(left[0]) if left else None
        if draft.wrong:
            return as_key(draft.wrong)
        return next((as_key(key) for key, right in draft.truth.items() if draft.value(key) != right), None)

    def solve(self) -> None:
        """Fill in all that is right, or point at all mistakes.

        Raises:
            InvalidMove: when the sheet fills itself.
        """
        self.needs("fill", "spot")
        draft = self.draft
        self.hinted = None
        if self.mode == "fill":
            draft.solve()
            self.told = translate("Filled in. Total {total}.").format(total=number(draft.total()))
            return
        draft.shown = True
        for key in draft.mistakes:
            draft.point(key)
        names = translate(", ").join(map(self.name, draft.mistakes))
        self.told = translate("Wrong in this sheet: {lines}.").format(lines=names)

    def reset(self) -> None:
        """Begin anew.

        Raises:
            InvalidMove: when the sheet fills itself.
        """
        self.needs("fill", "spot")
        self.draft.clear()
        self.hinted = None
        self.told = translate("The sheet is as it was at the start.")

    def name(self, key: str) -> str:
        """A line's name."""
        return translate("Total") if key == TOTAL else label(as_key(key))


def as_key(key: str) -> Key:
    """The name of a line of the rule set, which it is known to be."""
    return next(name for name in MAIN if name == key)
