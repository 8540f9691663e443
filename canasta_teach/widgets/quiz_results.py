"""How a quiz went, as its page shows it: by rule, and what to read again; and a quiz that has nothing to ask."""

from __future__ import annotations

from typing import Any

from canasta_teach import rulebook
from canasta_teach.i18n import translate, translate_count
from canasta_teach.teach.lessons import home_of
from canasta_teach.teach.quiz import Quiz
from canasta_teach.widgets.citations import set_title
from canasta_teach.widgets.quiz_view import button_view, mark_of, rule_cite
from canasta_teach.widgets.words import apart


def results_text(quiz: Quiz) -> str:
    """How the quiz went, in a sentence."""
    results = quiz.results()
    text = translate_count("{n} of {all} right at once", "{n} of {all} right at once", results.at_once)
    told = text.format(n=results.at_once, all=results.asked)
    if results.right > results.at_once:
        return translate("{told}, {n} in the end.").format(told=told, n=results.right)
    return f"{told}."


def results_view(quiz: Quiz, *, title: str, trouble: str) -> dict[str, Any]:
    """The view-model of the results: by rule, and what to read again."""
    results = quiz.results()
    rules = {one.item.teaches[0]: one.rules for one in reversed(quiz.exercises)}
    by_rule = [
        {
            "title": translate(rulebook.rule(one.rule).title),
            "text": translate("{n} of {all}").format(n=one.at_once, all=one.asked),
            "state": "yes" if one.at_once == one.asked else "no",
            "state_text": translate("right at once") if one.at_once == one.asked else translate("read again"),
        }
        for one in results.rules
    ]
    again = [
        {
            "title": translate(rulebook.rule(rule).title),
            "text": translate(rulebook.rule(rule).text),
            "lesson": home.heading if (home := home_of(rule)) is not None else "",
            "cite": rule_cite(rules[rule], rule),
        }
        for rule in results.again
    ]
    told = {
        "title": translate("How it went"),
        "text": results_text(quiz),
        "by_rule_label": translate("By rule, at the first answer"),
        "by_rule": by_rule,
        "again_label": translate("To read again") if again else "",
        "again": again,
    }
    buttons = [
        button_view("again", translate("Again, on other cards"), kind="primary"),
        button_view("back", translate("Back to the questions"), "[", kind="plain"),
    ]
    return {
        "name": translate("Quiz: {title}").format(title=title) if title else translate("Quiz"),
        "head": {
            "number": "",
            "asks": "",
            "title": title,
            "rules": set_title(quiz.exercise.rules),
            "marks": [mark_of(each.state) for each in quiz.exercises],
        },
        "place": len(quiz) + 1,
        "results": told,
        "buttons": buttons,
        "notes": [trouble] if trouble else [],
    }


def empty_view(title: str, reason: str) -> dict[str, Any]:
    """The view-model of a quiz that has no question here, and why."""
    return {
        "name": translate("Quiz: {title}").format(title=title) if title else translate("Quiz"),
        "empty": apart(reason),
        "head": {"number": "", "asks": "", "title": title, "rules": "", "marks": []},
        "place": 0,
        "buttons": [],
        "notes": [],
    }
