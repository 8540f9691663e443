"""The view-model of a puzzle board: the goal, par and stars, what came of the last try, hints, the solution.

Neither a laying at par nor a hint enters it before it was found or asked for.
"""

from __future__ import annotations

from typing import Any, Final

from canasta_teach.i18n import translate, translate_count
from canasta_teach.rulebook.ruleset import RuleSet
from canasta_teach.teach.puzzles.answer import HINTS
from canasta_teach.teach.puzzles.figures import game_text
from canasta_teach.teach.puzzles.ideas import ideas
from canasta_teach.teach.puzzles.model import Puzzle
from canasta_teach.teach.puzzles.words import goal_text, grade_text, par_text, why_hard
from canasta_teach.widgets.citations import set_title
from canasta_teach.widgets.puzzle_acts import PanelName
from canasta_teach.widgets.puzzle_shelf import Shelf
from canasta_teach.widgets.puzzle_table import lay_view, table_part
from canasta_teach.widgets.puzzle_try import STARS, Try, stars_text
from canasta_teach.widgets.quiz_view import button_view
from canasta_teach.widgets.words import apart

_RULES: Final = 3
"""So many rules of a solution are seen at once, those that the puzzle turns on first."""


def place_text(shelf: Shelf) -> str:
    """Where a puzzle comes from: ``Puzzle 37``, ``The puzzle of 2026-01-31``."""
    match shelf.source:
        case "day" if shelf.day is not None:
            return translate("The puzzle of {date}").format(date=shelf.day.isoformat())
        case "made":
            return translate("A new puzzle, number {n}").format(n=shelf.seed)
    if shelf.number:
        return translate("Puzzle {n}").format(n=shelf.number)
    return translate("A single puzzle")


def about_text(shelf: Shelf, puzzle: Puzzle, rules: RuleSet) -> str:
    """Which puzzle it is, how hard, and its game, as in ``Puzzle 37. Grade 2 of 5. Classic.`` in one line."""
    text = translate("{place}. {grade}. {rules}.")
    game = apart(game_text(rules, set_title(rules)))
    return text.format(place=place_text(shelf), grade=grade_text(puzzle), rules=game)


def state_text(one: Try) -> str:
    """How a puzzle stands, in words."""
    match one.state:
        case "waiting":
            return translate("Waiting for your laying.")
        case "refused":
            return translate("The last laying was refused.")
        case "short":
            return translate("Legal, and there is a better laying.")
        case "solved":
            return translate("Solved at par. {stars}.").format(stars=stars_text(one.stars))
        case "shown":
            return translate("The solution was shown.")


def head_view(shelf: Shelf, panel: PanelName, one: Try | None) -> dict[str, Any]:
    """Which puzzle it is, and the ways to others."""

    def opens(name: PanelName, label: str) -> dict[str, Any]:
        return {"panel": name, "label": label, "open": panel == name}

    return {
        "about": "" if one is None else about_text(shelf, one.puzzle, one.position.rules),
        "title": "" if one is None or not one.puzzle.title else apart(translate(one.puzzle.title)),
        "author": translate("By {author}").format(author=apart(one.puzzle.author))
        if one is not None and one.puzzle.author
        else "",
        "label": translate("Other puzzles"),
        "ways": [
            *([opens("ideas", translate("By idea"))] if any(puzzle.ideas for puzzle in shelf.of_game()) else []),
            opens("grades", translate("By grade")),
            *([] if shelf.own else [{"panel": "", "label": translate("Today's puzzle"), "open": False}]),
            *([] if shelf.own else [opens("archive", translate("Archive"))]),
            opens("make", translate("Make your own")),
        ],
        "next": translate("Next"),
    }


def board_view(shelf: Shelf, one: Try, panel: PanelName) -> dict[str, Any]:
    """The view-model of a puzzle, without the table that it is played on."""
    puzzle = one.puzzle
    # What is to be done is the largest text; what it means for the pile is told below it.
    goal, note = _sentences(goal_text(puzzle))
    return {
        "name": translate("Puzzle: {goal}").format(goal=goal),
        "head": head_view(shelf, panel, one),
        "goal": goal,
        "goal_note": note,
        "facts": _facts(shelf, one),
        "lay": lay_view(one.lay),
        "state": one.state,
        "checks": one.checks,
        "at_end": one.at_end,
        "feedback": _feedback(one),
        "ruling": _ruling(one),
        "hint": _hint(one),
        "solution": _solution(one),
        "buttons": _buttons(one),
    }


def _sentences(text: str) -> tuple[str, str]:
    """A text's first sentence, and the others."""
    first, stop, rest = text.partition(". ")
    return first + stop.strip(), rest


def table_view(one: Try) -> dict[str, Any]:
    """What lies on the table, and the line by which the puzzle is shared: both stay while it is played."""
    return {**table_part(one.lay), "share": _share(one.line)}


def _share(line: str) -> dict[str, str]:
    if not line:
        return {}
    return {
        "label": translate("Share"),
        "line": line,
        "copy": translate("Copy"),
        "copied": translate("The line is on the clipboard."),
        "not_copied": translate("The page may not reach the clipboard: the line is marked, copy it with Ctrl+C."),
    }


def empty_view(shelf: Shelf, panel: PanelName, reason: str) -> dict[str, Any]:
    """The view-model of a board on which there is no puzzle, and why."""
    return {
        "name": translate("Puzzle board"),
        "head": head_view(shelf, panel, None),
        "empty": reason,
        "buttons": [button_view("way make", translate("Make your own"), kind="plain")],
    }


def _facts(shelf: Shelf, one: Try) -> list[dict[str, Any]]:
    ended = one.at_end
    stars = one.stars if ended else one.to_win
    facts: list[dict[str, Any]] = [
        {"label": translate("Par"), "text": par_text(one.puzzle)},
        {"label": translate("Won") if ended else translate("Still to win"), "text": _of(stars), "stars": stars},
    ]
    before = max(shelf.won().get(one.puzzle.id, 0), 0 if ended else one.stars)
    if before and not ended:
        facts.append({"label": translate("Won so far"), "text": _of(before), "stars": before})
    facts += [
        {"label": translate("Hints taken"), "text": translate("{n} of {all}").format(n=len(one.hints), all=HINTS)},
        {"label": translate("Tries"), "text": str(one.tries)},
    ]
    if one.shown and not ended:
        facts.append({"label": translate("Solution"), "text": translate("seen before")})
    tags = [translate(ideas()[key].title) if key in ideas() else key for key in one.puzzle.ideas]
    if tags:
        facts.append({"label": translate("Ideas"), "tags": tags})
    return facts


def _of(stars: int) -> str:
    return translate("{n} of {all}").format(n=stars, all=STARS)


def _feedback(one: Try) -> dict[str, Any] | None:
    """What came of the last try."""
    tried = one.tried
    if tried is None:
        return None
    if not tried.legal:
        state, lead = "no", translate("Try {n}: refused by the rules")
    elif tried.at_par:
        state, lead = "yes", translate("Solved at par")
    elif tried.solved:
        state, lead = "na", translate("Try {n}: legal, and there is better")
    else:
        state, lead = "na", translate("Try {n}: legal, but not what is asked")
    more = None
    if tried.legal and not tried.at_par and not one.refutation:
        price = "" if one.shown or one.at_end else translate("costs the stars still to win")
        more = {"label": translate("Why is there a better one?"), "price": price}
    return {
        "state": state,
        "lead": lead.format(n=one.tries),
        # What the referee refuses, its ruling tells below.
        "text": tried.text if tried.legal else "",
        "better": one.refutation.splitlines() if one.refutation else [],
        "more": more,
    }


def _ruling(one: Try) -> dict[str, Any] | None:
    if one.tried is None:
        return None
    return {"label": translate("The referee's whole ruling"), "open": one.unfolded}


def _hint(one: Try) -> dict[str, Any] | None:
    if not one.hints:
        return None
    label = translate("Hint {n} of {all}")
    return {
        "n": len(one.hints),
        "of": HINTS,
        "label": label.format(n=len(one.hints), all=HINTS),
        "texts": list(one.hints),
    }


def _solution(one: Try) -> dict[str, Any] | None:
    if one.solution is None:
        return None
    told = one.solution
    rules = [{"title": title, "where": where} for title, where in told.rules]
    others = rules[_RULES:]
    more = translate_count("{n} more rule that it keeps", "{n} more rules that it keeps", len(others))
    return {
        "label": translate("The solution"),
        "laying": told.laying,
        "lines": list(told.notes),
        "rules": rules[:_RULES],
        "others": others,
        "others_label": more.format(n=len(others)),
        "proof": told.proof,
        "why_label": translate("Why it is hard"),
        "why": why_hard(one.puzzle) if one.puzzle.measured is not None else "",
    }


def _buttons(one: Try) -> list[dict[str, Any]]:
    """What can be pressed, the filled one first."""
    check = translate("Check my laying")
    if one.at_end:
        return [button_view("next", translate("Next puzzle"), "]", kind="primary"), button_view("check", check)]
    found = [button_view("check", check, kind="primary")]
    taken = len(one.hints)
    if taken < HINTS:
        label = translate("Hint {n}, costs a star") if one.to_win else translate("Hint {n}")
        found.append(button_view("hint", label.format(n=taken + 1), "H"))
    shows = translate("Show the solution, costs all stars") if one.to_win else translate("Show the solution")
    return [*found, button_view("solution", shows, kind="plain")]
