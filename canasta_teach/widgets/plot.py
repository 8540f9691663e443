"""A game's scores, deal by deal, as a plot: a Vega-Lite spec for JupyterLab, and the same in words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Any, Final

from canasta_teach import rulebook
from canasta_teach.errors import InvalidPosition
from canasta_teach.game.explain import number
from canasta_teach.game.scoring import winner
from canasta_teach.game.seats import seat_name
from canasta_teach.i18n import translate, translate_count
from canasta_teach.rulebook.ruleset import RuleSet
from canasta_teach.widgets.words import apart

VEGA_LITE: Final = "application/vnd.vegalite.v5+json"

_COLORS: Final = ("#1a5fa8", "#b2451b", "#1b6a45", "#54307f", "#785100", "#1a1c20")
_SHAPES: Final = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down")
_DASHES: Final = ([1, 0], [6, 3], [2, 2], [8, 2, 2, 2], [4, 4], [10, 3])
_INK: Final = "#1a1c20"
_QUIET: Final = "#6d6a63"
_LINE: Final = "#c9c6bf"
_MOST_DEALS: Final = 200
_MOST_POINTS: Final = 100_000


class GamePlot:
    """A game's scores as a plot, each side's line with a colour, a sign and a stroke of its own.

    Lines across show the target, and the scores from which a first laying must count more.

    Args:
        deals: for each deal what it brought each side, in points: ``[(820, 290), (1080, 610)]``.
        rules: a rule set's key, or a rule set; of it come the target and those other scores.
        title: what stands above the plot.

    Raises:
        InvalidPosition: when ``deals`` is not one number of points for each side in each deal, or goes on after the
            game was won.
        InvalidRules: when there is no such rule set.
    """

    def __init__(self, deals: Sequence[Sequence[int]], *, rules: str | RuleSet = "classic", title: str = "") -> None:
        self._rules = rules if isinstance(rules, RuleSet) else rulebook.ruleset(rules)
        self._deals = _checked(deals)
        sides = len(self._deals[0])
        ours = (translate("Our side"), translate("Their side"))
        self._names = ours if sides == 2 else tuple(seat_name(sides, seat) for seat in range(sides))
        self._title = apart(title) or translate("A game, deal by deal")
        for count, some in enumerate(self.scores[:-1]):
            if winner(some, self._rules) is not None:
                raise InvalidPosition(f"deals[{count}]", "the game was won before this deal")

    @property
    def scores(self) -> list[tuple[int, ...]]:
        """Each side's score before the first deal and after each deal, in points."""
        return list(zip(*(accumulate(some, initial=0) for some in zip(*self._deals, strict=True)), strict=True))

    @property
    def winner(self) -> int | None:
        """The side that has won (0-based), or ``None`` while another deal is to be played."""
        return winner(self.scores[-1], self._rules)

    @property
    def spec(self) -> dict[str, Any]:
        """The plot as a Vega-Lite spec, which holds all that it needs."""
        names, deals = list(self._names), len(self._deals)
        points = [
            {"deal": deal, "side": name, "score": score}
            for deal, some in enumerate(self.scores)
            for name, score in zip(names, some, strict=True)
        ]
        x = {
            "field": "deal", "type": "quantitative", "title": translate("Deals played"),
            "axis": {"values": list(range(deals + 1)), "format": "d", "grid": False},
        }  # fmt: skip
        y = {"field": "score", "type": "quantitative", "title": translate("Score, in points"), "axis": {"grid": False}}
        by_side = {"field": "side", "type": "nominal", "title": None}
        line = {
            "mark": {"type": "line", "strokeWidth": 2},
            "encoding": {
                "x": x, "y": y,
                "color": {**by_side, "scale": {"domain": names, "range": _COLORS[: len(names)]}},
                "strokeDash": {**by_side, "scale": {"domain": names, "range": _DASHES[: len(names)]}},
            },
        }  # fmt: skip
        sign = {
            "mark": {"type": "point", "filled": True, "size": 70, "opacity": 1},
            "encoding": {
                "x": x, "y": y,
                "color": line["encoding"]["color"],
                "shape": {**by_side, "scale": {"domain": names, "range": _SHAPES[: len(names)]}},
                "tooltip": [{"field": "side"}, {"field": "deal"}, {"field": "score", "format": ","}],
            },
        }  # fmt: skip
        return {
            "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
            "title": {"text": self._title, "anchor": "start", "color": _INK},
            "description": " ".join(self._lines()),
            "width": 420,
            "height": 280,
            "background": "#fffefb",
            "padding": 12,
            "data": {"values": points},
            "layer": [*self._across(), line, sign],
            "config": {
                "axis": {"labelColor": _INK, "titleColor": _INK, "labelFontSize": 12, "titleFontSize": 12},
                "legend": {"labelColor": _INK, "labelFontSize": 12, "orient": "top"},
                "view": {"stroke": None},
            },
            "usermeta": {"embedOptions": {"actions": False, "renderer": "svg"}},
        }

    def _across(self) -> list[dict[str, Any]]:
        """Lines across the plot, each with its words: the target's at the left, the others' at the right."""
        p, best = self._rules.p, max(map(max, self.scores))
        steps: list[dict[str, Any]] = []
        if self._rules.has("initial.minimum"):
            text = translate("from {score}: a first laying of {minimum}")
            steps += [
                {"at": step.from_, "text": text.format(score=number(step.from_), minimum=step.minimum)}
                for step in p.initial_steps
                if step.from_ is not None and 0 < step.from_ <= best
            ]
        if self._rules.has("initial.vulnerable") and p.vulnerable_from <= best:
            text = translate("from {score}: vulnerable")
            steps.append({"at": p.vulnerable_from, "text": text.format(score=number(p.vulnerable_from))})
        target: list[dict[str, Any]] = []
        if self._rules.has("game.target"):
            target = [{"at": p.target, "text": translate("target {score}").format(score=number(p.target))}]
        at = {"field": "at", "type": "quantitative"}
        rule = {
            "data": {"values": [*steps, *target]},
            "mark": {"type": "rule", "color": _LINE},
            "encoding": {"y": at},
        }
        places = ((steps, "width", "right", "top", -4, 4), (target, 0, "left", "bottom", 4, -2))
        words = [
            {
                "data": {"values": marks},
                "mark": {
                    "type": "text", "align": align, "baseline": baseline, "dx": dx, "dy": dy, "color": _QUIET,
                    "fontSize": 11,
                },
                "encoding": {"y": at, "x": {"value": x}, "text": {"field": "text"}},
            }
            for marks, x, align, baseline, dx, dy in places
        ]  # fmt: skip
        return [rule, *words]

    def _lines(self) -> list[str]:
        count = translate_count("{n} deal", "{n} deals", len(self._deals)).format(n=len(self._deals))
        lines = [f"{self._rules.title}, {count}."]
        each = translate("After deal {n}: {scores}.")
        for deal, some in enumerate(self.scores[1:], 1):
            told = (f"{name} {number(score)}" for name, score in zip(self._names, some, strict=True))
            lines.append(each.format(n=deal, scores=", ".join(told)))
        if self.winner is None:
            lines.append(translate("Nobody has won yet."))
        else:
            lines.append(translate("{side} has won.").format(side=self._names[self.winner]))
        return lines

    def __repr__(self) -> str:
        return "<GamePlot: " + "\n  ".join(self._lines()) + ">"

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        return {VEGA_LITE: self.spec, "text/plain": repr(self)}


def _checked(deals: object) -> tuple[tuple[int, ...], ...]:
    if not isinstance(deals, list | tuple) or not 0 < len(deals) <= _MOST_DEALS:
        raise InvalidPosition("deals", f"this must be a list of 1 to {_MOST_DEALS} deals, such as [(820, 290)]")
    for i, some in enumerate(deals):
        if not isinstance(some, list | tuple) or not 2 <= len(some) <= len(_COLORS):
            raise InvalidPosition(f"deals[{i}]", f"a deal is 2 to {len(_COLORS)} numbers, one for each side")
        for points in some:
            if type(points) is not int or abs(points) > _MOST_POINTS:
                raise InvalidPosition(f"deals[{i}]", f"{points!r} is no number of points")
        if len(some) != len(deals[0]):
            raise InvalidPosition(f"deals[{i}]", f"{len(deals[0])} sides play, so {len(some)} numbers do not fit")
    return tuple(tuple(some) for some in deals)
