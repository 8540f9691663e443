"""What a puzzle board opens below its head: ideas, grades, the archive of days, and a puzzle of one's own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from canasta_teach.i18n import translate, translate_count
from canasta_teach.teach.puzzles.ideas import ideas
from canasta_teach.teach.puzzles.model import Puzzle
from canasta_teach.teach.puzzles.today import FIRST, archive
from canasta_teach.widgets.puzzle_acts import PanelName
from canasta_teach.widgets.puzzle_own import AIMS, ENDS, Examined, report
from canasta_teach.widgets.puzzle_shelf import Shelf
from canasta_teach.widgets.puzzle_try import stars_text

DAYS: Final = 14
"""So many days of the archive are listed; any other is found by its date."""


def panel_view(name: PanelName, shelf: Shelf, examined: Examined | None) -> dict[str, Any]:
    """The view-model of the panel that is open; empty for none."""
    match name:
        case "ideas":
            return _panel(name, translate("Puzzles by idea"), _ideas(shelf))
        case "grades":
            return _panel(name, translate("Puzzles by grade"), _grades(shelf))
        case "archive":
            return _panel(name, translate("Puzzles of the days before"), _days(shelf)) | _other_day(shelf)
        case "make":
            return _panel(name, translate("A puzzle of your own"), []) | _own(examined)
        case "":
            return {}


def _panel(name: str, title: str, items: list[dict[str, Any]]) -> dict[str, Any]:
    return {"kind": name, "title": title, "close": translate("Close"), "items": items}


def _ideas(shelf: Shelf) -> list[dict[str, Any]]:
    won, puzzles = shelf.won(), shelf.of_game()
    items = []
    for key, idea in ideas().items():
        some = [one for one in puzzles if key in one.ideas]
        if some:
            items.append(
                {
                    "message": {"act": "idea", "key": key},
                    "label": translate(idea.title),
                    "note": _how_many(some, won),
                    "text": translate(idea.text),
                    "on": shelf.source == "list" and shelf.idea == key,
                }
            )
    return items


def _grades(shelf: Shelf) -> list[dict[str, Any]]:
    won, puzzles = shelf.won(), shelf.of_game()
    items = []
    for grade in range(1, 6):
        some = [one for one in puzzles if one.grade == grade]
        if some:
            items.append(
                {
                    "message": {"act": "grade", "n": grade},
                    "label": translate("Grade {n}").format(n=grade),
                    "note": _how_many(some, won),
                    "text": "",
                    "on": shelf.source == "list" and shelf.grade == grade and not shelf.idea,
                }
            )
    return items


def _how_many(some: Sequence[Puzzle], won: Mapping[str, int]) -> str:
    text = translate_count("{n} puzzle", "{n} puzzles", len(some)).format(n=len(some))
    solved = sum(one.id in won for one in some)
    return translate("{puzzles}, {n} solved").format(puzzles=text, n=solved) if solved else text


def _days(shelf: Shelf) -> list[dict[str, Any]]:
    won = shelf.won()
    return [
        {
            "message": {"act": "day", "date": day.isoformat()},
            "label": day.isoformat(),
            "note": stars_text(won[puzzle.id]) if puzzle.id in won else "",
            "text": "",
            "on": shelf.source == "day" and shelf.day == day,
        }
        for day, puzzle in archive(None, DAYS)
    ]


def _other_day(shelf: Shelf) -> dict[str, Any]:
    days = [day for day, _ in archive(None, 1)]
    last = days[0].isoformat() if days else ""
    return {
        "date": {
            "label": translate("Another day"),
            "button": translate("Show it"),
            "first": FIRST.isoformat(),
            "last": last,
            "value": shelf.day.isoformat() if shelf.day is not None else last,
        }
    }


def _own(examined: Examined | None) -> dict[str, Any]:
    """What the solver said to a puzzle of the learner's own."""
    if examined is None:
        return {"told": None}
    good = examined.puzzle is not None
    told = {
        "state": "yes" if good else "no",
        "lead": translate("It holds.") if good else translate("It does not hold."),
        "text": examined.text,
        "notes": list(examined.notes),
        "play": translate("Play it") if good else "",
    }
    return {"told": told}


def make_words() -> dict[str, Any]:
    """The words of the panel in which a puzzle of one's own is made."""
    return {
        "hint": translate(
            "Paste a line that somebody shared, or the text of a position from the position editor. "
            "The solver says whether it holds, and what its par is."
        ),
        "text": translate("A shared line, or a position as JSON"),
        "aim": translate("For a position: what is to be reached"),
        "aims": [{"value": aim.value, "label": translate(words)} for aim, words in AIMS.items()],
        "end": translate("and how the turn ends"),
        "ends": [{"value": end, "label": translate(words)} for end, words in ENDS.items()],
        "only": translate("I claim that there is one best laying"),
        "button": translate("Have it examined"),
    }


def examined_well(puzzle: Puzzle, goal: str) -> Examined:
    """What is told of a puzzle that holds."""
    return Examined(puzzle, goal, report(puzzle))
