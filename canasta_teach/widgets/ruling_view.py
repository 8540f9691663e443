"""A ruling as the page shows it: every sentence made here, so that the page only lays them out."""

from __future__ import annotations

from typing import Any, Final

from canasta_teach import rulebook
from canasta_teach.game.explain import canasta_name, number, price_lines, ruling_words
from canasta_teach.game.moves import Move
from canasta_teach.game.referee import judge
from canasta_teach.game.ruling import Ruling, Violation
from canasta_teach.i18n import mark, translate, translate_count
from canasta_teach.rulebook.ruleset import RuleSet
from canasta_teach.widgets.citations import cited, set_title, short_title, standing_words, where
from canasta_teach.widgets.left_out import left_out_text
from canasta_teach.widgets.move_view import acts_view, move_view

__all__ = [
    "elsewhere_keys",
    "further_view",
    "ruling_view",
    "said",
    "short_title",
    "standing_words",
    "verdict_view",
    "where",
]

FIGURES: Final = {"counted": mark("counted"), "needed": mark("needed"), "short": mark("short")}
"""The figures that stand below a sentence: a sum that falls short. The sentence itself has all the others."""


def ruling_view(
    ruling: Ruling, rules: RuleSet | None = None, *, whole: bool = True, prefix: str = "", plays: bool = True
) -> dict[str, Any]:
    """The view-model of a ruling.

    Args:
        ruling: the ruling.
        rules: the rule set that was asked; by default the ruling's own.
        whole: with the mend and the other rule books; a ruling shown inside another goes without.
        prefix: put before the names of places, so that a ruling inside another has its own.
        plays: whether the mend can be played where the ruling is shown.
    """
    first = verdict_view(ruling, rules, whole=whole, prefix=prefix)
    return first | (further_view(ruling, rules, plays=plays) if whole else {"mend": None, "elsewhere": None})


def verdict_view(
    ruling: Ruling, rules: RuleSet | None = None, *, whole: bool = True, prefix: str = ""
) -> dict[str, Any]:
    """The part of a ruling's view-model that answers the move: the verdict, and each rule with its place.

    The arguments are those of :func:`ruling_view`.
    """
    rules = rules or ruling.rule_set
    seen: set[str] = set()
    word = translate("Legal") if ruling.legal else translate("Refused")
    label = translate("The referee: legal") if ruling.legal else translate("The referee: refused")
    return {
        "verdict": "yes" if ruling.legal else "no",
        "word": word,
        "label": label if whole else f"{label}, {set_title(rules)}",
        "rest": _rest(ruling),
        "sub": set_title(rules),
        "move": acts_view(ruling),
        "broken": [_broken(rules, v, f"{prefix}broken-{i}", seen) for i, v in enumerate(ruling.violations)],
        "because_label": translate_count("Because: {n} rule", "Because: {n} rules", len(ruling.because)).format(
            n=len(ruling.because)
        ),
        "because": [_reason(rules, rule, f"{prefix}because-{i}", seen) for i, rule in enumerate(ruling.because)],
        "notes": _notes(ruling),
    }


def further_view(ruling: Ruling, rules: RuleSet | None = None, *, plays: bool = True) -> dict[str, Any]:
    """The rest of a ruling's view-model, for which the referee has to search: the mend, and the other rule books.

    The arguments are those of :func:`ruling_view`.
    """
    return {"mend": _mend(ruling, plays=plays), "elsewhere": _elsewhere(ruling, rules or ruling.rule_set)}


def said(ruling: Ruling) -> str:
    """What the live region tells of a ruling, one sentence first."""
    if ruling.legal:
        return f"{translate('Legal.')} {_rest(ruling)}".strip()
    titles = " ".join(_sentence(v.title) for v in ruling.violations)
    return f"{translate('Refused.')} {how_many(ruling)} {titles}"


def elsewhere_keys(rules: RuleSet) -> list[str]:
    """The keys of the other rule books, in the order of showing."""
    return [key for key in rulebook.KEYS if key != rules.key]


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."


def how_many(ruling: Ruling) -> str:
    """How many rules a refused move breaks, as a sentence."""
    n = len(ruling.violations)
    return translate_count("{n} rule broken.", "{n} rules broken.", n).format(n=n)


def _rest(ruling: Ruling) -> str:
    if not ruling.legal:
        acts = len(ruling.move.acts)
        if acts > 1:
            which = translate("Act {n} of {all} is refused.").format(n=ruling.act + 1, all=acts)
            return f"{which} {how_many(ruling)}"
        lays = ruling.move.acts[ruling.act].kind == "lay"
        return f"{how_many(ruling)} {translate('Nothing was laid.') if lays else translate('Nothing was done.')}"
    outcome = ruling.outcome
    if outcome is None:
        return ""
    parts = []
    values = {"counted": number(outcome.counted), "needed": number(outcome.needed)}
    if outcome.needed:
        parts.append(translate("Counts {counted}, {needed} needed.").format(**values))
    elif outcome.counted:
        parts.append(translate("Counts {counted}.").format(**values))
    parts += [ruling_words("canasta", kind=canasta_name(kind)) for kind in outcome.canastas]
    if outcome.went_out is not None:
        parts.append(translate("Gone out concealed.") if outcome.concealed else translate("Gone out."))
    elif outcome.over:
        parts.append(ruling_words("over"))
    return " ".join(parts)


def _notes(ruling: Ruling) -> list[str]:
    """What an irregular act costs, and what the ruling takes for granted."""
    notes: list[str] = []
    if ruling.consequence is not None:
        notes += price_lines(ruling.consequence)
    return notes + [ruling_words("assumed", text=text) for text in ruling.assumed]


def _broken(rules: RuleSet, violation: Violation, place: str, seen: set[str]) -> dict[str, Any]:
    needed, counted = violation.facts.get("needed"), violation.facts.get("counted")
    figures: dict[str, int] = {}
    if isinstance(needed, int) and isinstance(counted, int) and counted < needed:
        figures = {"counted": counted, "needed": needed, "short": needed - counted}
    return {
        "rule": violation.rule,
        "place": place,
        "open": _open_name(violation.rule),
        "title": violation.title,
        "message": violation.message,
        "facts": [[translate(FIGURES[name]), number(value)] for name, value in figures.items()],
        "citation": cited(rules, violation.rule, violation.aspect, seen=seen),
    }


def _reason(rules: RuleSet, rule: str, place: str, seen: set[str]) -> dict[str, Any]:
    found = rulebook.rule(rule)
    return {
        "rule": rule,
        "place": place,
        "open": _open_name(rule),
        "title": translate(found.title),
        "text": translate(found.text),
        "citation": cited(rules, rule, seen=seen),
    }


def _open_name(rule: str) -> str:
    return translate("{rule}, open in the rule book").format(rule=rule)


def _mend(ruling: Ruling, *, plays: bool) -> dict[str, Any] | None:
    """The nearest legal move, in cards, with what it counts."""
    if ruling.mend is None or ruling.position is None:
        return None
    move = Move.parse(ruling.mend)
    outcome = judge(ruling.position, move).outcome
    counted = 0 if outcome is None else outcome.counted
    label = translate("The nearest legal move")
    if counted:
        label = translate_count(
            "The nearest legal move, {points} point", "The nearest legal move, {points} points", counted
        ).format(points=number(counted))
    lays = all(act.kind == "lay" for act in move.acts)
    button = translate("Lay this instead") if lays else translate("Play this instead")
    return {"label": label, "move": move_view(ruling.position, move), "button": button if plays else ""}


def _elsewhere(ruling: Ruling, rules: RuleSet) -> dict[str, Any]:
    others = ruling.elsewhere
    marks = {
        True: ("yes", translate("legal")),
        False: ("no", translate("refused")),
        None: ("na", translate("left out")),
    }
    verdicts: list[tuple[str, str, bool | None]] = [(rules.key, set_title(rules), ruling.legal)]
    verdicts += [(key, short_title(key), others.get(key)) for key in elsewhere_keys(rules)]
    chips = [
        {"key": key, "title": title, "verdict": marks[legal][0], "word": marks[legal][1], "here": i == 0}
        for i, (key, title, legal) in enumerate(verdicts)
    ]
    left_out = left_out_text(ruling, [key for key, _, legal in verdicts if legal is None])
    note = f"{translate('The framed one is played here.')} {left_out}".strip()
    label = translate("The same move under the five rule books")
    if rules.key not in rulebook.KEYS:
        label = translate("The same move here and under the five rule books")
    return {"label": label, "chips": chips, "note": note}
