"""The score sheet of a deal: it fills itself, is filled and checked line by line, or holds a mistake to be found."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import traitlets

from canasta_teach import rulebook
from canasta_teach.errors import InvalidMove, InvalidPosition
from canasta_teach.game.explain import number
from canasta_teach.game.state import Position
from canasta_teach.i18n import translate
from canasta_teach.rulebook.ruleset import RuleSet
from canasta_teach.widgets.base import CourseWidget, module, style
from canasta_teach.widgets.hand import read_act
from canasta_teach.widgets.rule_view import rule_view, with_five
from canasta_teach.widgets.ruling_panel import RuleAct
from canasta_teach.widgets.score_acts import (
    CheckAct,
    Checked,
    HintAct,
    PageAct,
    PointAct,
    ResetAct,
    SideAct,
    SolutionAct,
    WriteAct,
)
from canasta_teach.widgets.score_draft import TOTAL, Draft, known
from canasta_teach.widgets.score_given import check_figures, check_mode, check_number, known_points, known_position
from canasta_teach.widgets.score_side import SideAtEnd, sides_at_end
from canasta_teach.widgets.score_view import Mode, buttons_view, cards_view, cites_view, hint_view, sheet_view
from canasta_teach.widgets.score_work import Work
from canasta_teach.widgets.table_seats import sides_round
from canasta_teach.widgets.words import apart, capital

_LONGEST = 200  # characters of a field; more is no figure


class ScoreSheet(CourseWidget):
    """The score sheet of a deal that is over.

    Args:
        position: the deal, over and with all hands known, as an object or in the public format.
        side: the one side (0-based) whose sheet is shown; all sides without it, one at a time.
        mode: ``"filled"``, it fills itself and says why; ``"fill"``, the learner fills it and has it checked line by
            line; ``"spot"``, it is filled, with mistakes, and the learner points at the lines that are wrong.
        seat: the reader's seat (0-based), whose side comes first.
        given: what stands in lines from the start, in points: with ``"fill"`` what is filled in already, with
            ``"spot"`` the mistakes (and there ``"total"`` may be one).
        house: house rules, where the position's rules are ``"house"``.
        title: what stands above the sheet; by default, whose it is.

    Raises:
        InvalidPosition: when the deal is not over, a hand is not known, or there is no such side, seat, mode or line.
    """

    kind: ClassVar[str] = "ScoreSheet"
    _esm = module("card.js", "front.js", "ruling.js", "score_parts.js", "score_sheet.js")
    _css = style("ruling.css", "score_sheet.css")

    cards = traitlets.Dict(help="The cards that the sheet counts, as the page shows them.").tag(sync=True)
    cites = traitlets.Dict(help="For each line the rules that it follows, and where they stand.").tag(sync=True)
    page = traitlets.Dict(help="The rule that is open, as the page shows it.").tag(sync=True)
    side = traitlets.Int(read_only=True, help="The side whose sheet is shown.")
    values = traitlets.Dict(read_only=True, help="What stands in its lines, in points.")
    total = traitlets.Int(read_only=True, help="Their sum.")
    right = traitlets.Bool(read_only=True, help="Whether all its lines were found right, or all mistakes found.")
    wrong = traitlets.Unicode(read_only=True, help="The line that the last check pointed at, or nothing.")
    shown = traitlets.Bool(read_only=True, help="Whether the solution was asked for.")
    hints = traitlets.Int(read_only=True, help="How many hints were taken.")
    found = traitlets.Tuple(read_only=True, help="The mistakes that were found.")
    rule = traitlets.Unicode(read_only=True, help="The id of the rule that is open, or nothing.")

    def __init__(
        self,
        position: Position | Mapping[str, Any],
        side: int | None = None,
        *,
        mode: Mode = "filled",
        seat: int = 0,
        given: Mapping[str, int] | None = None,
        house: RuleSet | None = None,
        title: str = "",
    ) -> None:
        found = known_position(position, house)
        check_mode(mode)
        check_number("seat", seat, found.players)
        if side is not None:
            check_number("side", side, found.sides)
        self._mode: Mode = mode
        self._heading = apart(title)
        self._all = side is None and mode != "spot"
        self._shown_side = found.side(seat) if side is None else side
        self._works = [
            Work(one, Draft(one.truth, one.truth if mode == "filled" else {}), mode)
            for one in sides_at_end(found, seat)
        ]
        self._give(given or {})
        self._open_rule = self._open_place = ""
        self._focus: tuple[str, int] = ("", 0)
        self._heard = 0
        super().__init__()

    def _give(self, given: Mapping[str, int]) -> None:
        """Put what is given into the shown side's sheet."""
        work = self._work
        check_figures(given, self._mode, work.draft.keys)
        if self._mode != "filled":
            work.draft = Draft(work.draft.truth, given)
        if self._mode == "spot" and not work.draft.mistakes:
            raise InvalidPosition("given", 'a sheet in which to find a mistake needs one, as {"red_threes": 100}')

    # -- what code can ask -------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """The deal."""
        return self._at.position

    @property
    def line_names(self) -> tuple[str, ...]:
        """The names of the shown side's lines, from top to bottom."""
        return self._draft.keys

    @property
    def _work(self) -> Work:
        return self._works[self._shown_side]

    @property
    def _at(self) -> SideAtEnd:
        return self._work.side

    @property
    def _draft(self) -> Draft:
        return self._work.draft

    # -- what code and mouse can do ----------------------------------------------------------------

    def show(self, side: int) -> ScoreSheet:
        """Show another side's sheet.

        Raises:
            InvalidMove: when there is none.
        """
        self._turn_to(side)
        self.refresh()
        return self

    def fill(self, line: str | Mapping[str, int], points: int | None = None) -> ScoreSheet:
        """Fill a line, or several: ``fill("red_threes", 200)``, ``fill({"hand": -65})``.

        Args:
            line: the line's name, or figures by name.
            points: what it counts, in points; what is taken off is negative.

        Raises:
            InvalidMove: when there is no such line, or what is given is no number of points.
        """
        self._work.needs("fill")
        values = dict(line) if isinstance(line, Mapping) else {str(line): points}
        figures = {known(str(key), self._draft.keys): known_points(value) for key, value in values.items()}
        self._draft.put(figures)
        self.refresh()
        return self

    def check(self) -> Checked:
        """Have the sheet checked from the top: the first line that is wrong is pointed at.

        Raises:
            InvalidMove: when the sheet is not one to be filled.
        """
        answer = self._check()
        self.refresh()
        return answer

    def point(self, line: str) -> Checked:
        """Point at a line of a sheet with mistakes as wrong.

        Raises:
            InvalidMove: when there is no such line, or the sheet is not one with mistakes.
        """
        answer = self._work.point(line)
        self._tell()
        self.refresh()
        return answer

    def hint(self, line: str = "") -> str:
        """The next hint, in three steps a line: a nudge, the rule, and where to begin.

        Args:
            line: the line; by default the one that the last check pointed at, else the first that is empty or wrong.

        Raises:
            InvalidMove: when there is no such line, or the sheet fills itself.
        """
        told = self._work.hint(line)
        self._tell()
        self.refresh()
        return told

    def solution(self) -> dict[str, int]:
        """Fill in all that is right, or point at all mistakes; gives the right figures by line.

        Raises:
            InvalidMove: when the sheet fills itself.
        """
        self._work.solve()
        self._tell()
        self.refresh()
        return dict(self._draft.truth)

    def reset(self) -> ScoreSheet:
        """Begin anew with the shown side's sheet.

        Raises:
            InvalidMove: when the sheet fills itself.
        """
        self._reset()
        self.refresh()
        return self

    def open(self, rule: str | None = None) -> ScoreSheet:
        """Open a rule of the book, at the first line that names it, else below the sheet.

        Without a rule this is what every Jupyter widget does at its start: to open its channel to the page.

        Raises:
            InvalidRules: when the book has no such rule; the reason names those with a like name.
        """
        if rule is None:
            super().open()
            return self
        self._read(RuleAct(rule, self._place_of(rule)))
        self.refresh()
        return self

    def close_opened(self) -> ScoreSheet:
        """Close the rule that is open."""
        self._close()
        self.refresh()
        return self

    # -- what the page asks ------------------------------------------------------------------------

    def act(self, message: Any) -> None:
        """Do what the page asks.

        Raises:
            CanastaError: when it cannot be done.
        """
        match read_act(message, PageAct):
            case WriteAct(line, text, done):
                self._write(line, text, done=done)
            case CheckAct():
                self._check()
            case HintAct(line):
                self._work.hint(line)
                self._tell()
            case SolutionAct():
                self._work.solve()
                self._tell()
            case ResetAct():
                self._reset()
            case SideAct(side):
                self._turn_to(side)
            case PointAct(line):
                self._work.point(line)
                self._tell()
            case RuleAct() as asked:
                self._read(asked)
            case _:
                self._close()

    def _write(self, line: str, text: str, *, done: bool) -> None:
        self._work.needs("fill")
        self._heard += 1
        key = known(line, self._draft.keys)
        self._draft.write(key, text[:_LONGEST], done=done)
        if done and (fault := self._draft.faults.get(key)):
            self.say(f"{self._work.name(key)}: {fault}")

    def _reset(self) -> None:
        self._work.reset()
        self._tell(f"field {self._draft.keys[0]}")

    def _turn_to(self, side: int) -> None:
        if not self._all and side != self._shown_side:
            raise InvalidMove(translate("This sheet is of one side only."))
        if type(side) is not int or not 0 <= side < len(self._works):
            raise InvalidMove(translate("There is no such side: {side}").format(side=side))
        self._shown_side = side
        self._close()
        self.say(capital(translate("{sheet}: {total}").format(sheet=self._at.label, total=number(self._draft.total()))))

    def _check(self) -> Checked:
        answer = self._work.check()
        key = answer.line or (self._work.draft.keys[0] if not answer.right else "")
        self._tell(f"field {key}" if key else "")
        return answer

    def _tell(self, focus: str = "") -> None:
        """Tell what the last act came to, and where the page's focus is to go with it."""
        self.say(self._work.told)
        if focus:
            self._focus = (focus, self._focus[1] + 1)

    def _read(self, asked: RuleAct) -> None:
        if (asked.rule, asked.place) == (self._open_rule, self._open_place):
            self._close()
            return
        page = rule_view(asked.rule, with_five(self._at.rules))
        self._open_rule, self._open_place = asked.rule, asked.place
        self.say(f"{page['name']}. {page['text']}")

    def _close(self) -> None:
        if self._open_rule:
            self._open_rule = self._open_place = ""
            self.say(translate("The rule is closed."))

    def _place_of(self, rule: str) -> str:
        rulebook.rule(rule)
        cites = [cite for line in self.cites.values() for cite in line]
        return next((cite["place"] for cite in cites if cite["rule"] == rule), "")

    # -- what is shown -----------------------------------------------------------------------------

    def draw(self) -> dict[str, Any]:
        """The view-model."""
        side, draft = self._at, self._draft
        for name, value in (
            ("side", self._shown_side),
            ("values", {key: draft.given(key) for key in draft.keys} if self._mode == "spot" else draft.filled()),
            ("total", draft.given(TOTAL) if self._mode == "spot" else draft.total()),
            ("right", self._work.done),
            ("wrong", draft.wrong),
            ("shown", draft.shown),
            ("hints", sum(draft.steps.values())),
            ("found", draft.found),
            ("rule", self._open_rule),
        ):
            self.set_trait(name, value)
        self.cards = cards_view(side, self._mode)
        self.cites = {key: cites_view(side, draft, self._mode, key) for key in side.keys}
        law = with_five(side.rules)
        self.page = {"place": self._open_place, **rule_view(self._open_rule, law)} if self._open_rule else {}
        taken = 0 if self._work.hinted is None else self._work.hinted[1]
        return {
            **sheet_view(side, draft, self._mode, self._heading),
            "sides_label": translate("Whose sheet"),
            "sides": self._side_choices(),
            "hint": None if self._work.hinted is None else hint_view(side, *self._work.hinted),
            "buttons": buttons_view(self._mode, taken=taken, done=draft.shown or self._work.done),
            "close": translate("Close"),
            "focus": list(self._focus),
            "sets": [self._shown_side, draft.sets],
            "heard": self._heard,
        }

    def _side_choices(self) -> list[dict[str, Any]]:
        if not self._all:
            return []
        return [
            {
                "side": one.side.side,
                "label": capital(one.side.label),
                "here": one is self._work,
                "note": number(one.draft.total()) if self._mode == "filled" else "",
                "right": translate("right") if self._mode == "fill" and one.done else "",
            }
            for one in map(self._works.__getitem__, sides_round(self.position, self._at.viewer))
        ]

    def lines(self) -> list[str]:
        """The sheet in text: whose it is, and its lines. One that is to be filled shows only what stands in it."""
        side, draft = self._at, self._draft
        shown = sheet_view(side, draft, self._mode, self._heading)
        lines = [f"{shown['title']} | {shown['note']} {shown['task']}".strip()]
        for line in shown["lines"]:
            if self._mode == "filled":
                cites = "; ".join(f"{c['rule']}, {c['citation']['words']}" for c in self.cites[line["id"]])
                lines.append(f"  {line['label']}: {line['text']} ({line['why']} {cites})")
            else:
                lines.append(f"  {line['label']}: {line['text'] or '…'} {line['mark_text']}".rstrip())
        total = shown["total"]
        lines.append(f"  {total['label']}: {total['text']}. {total['after']}".rstrip())
        return lines
