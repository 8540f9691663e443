"""A ruling as the page shows it: every sentence made here, so that the page only lays them out."""

from __future__ import annotations

from typing import Any, Final

from canasta_teach import rulebook
from canasta_teach.cards import Card, card, labels
from canasta_teach.errors import InvalidCard
from canasta_teach.game.explain import number, words
from canasta_teach.game.moves import Act
from canasta_teach.game.ruling import Fact, Ruling
from canasta_teach.rulebook.model import Citation
from canasta_teach.rulebook.ruleset import RuleSet
from canasta_teach.widgets.words import capital, count, spoken

_NOT_SHOWN: Final = frozenset({"parts", "seat", "side", "turn", "act"})
"""Facts that a message uses and a figure alone does not explain."""


def short_title(key: str) -> str:
    """A rule set's title without what stands behind a comma: ``Goren``, ``Brazilian``."""
    return rulebook.titles()[key].split(",")[0]


def standing_words(citation: Citation) -> str:
    """How firmly a clause stands, in words: ``stated``, ``inferred``, ``borrowed from Classic``, ``house rule``."""
    if citation.standing == "borrowed":
        return f"borrowed from {short_title(citation.source)}"
    return "house rule" if citation.standing == "house" else citation.standing


def where(citation: Citation) -> str:
    """The place of a citation: ``Classic, “Initial melds”``."""
    if citation.source == "house":
        return citation.section
    title, place = short_title(citation.source), citation.section.strip('"“”')
    return f"{title}, “{place}”" if place else title


def ruling_view(ruling: Ruling, rules: RuleSet) -> dict[str, Any]:
    """The view-model of a ruling on an act of laying, judged under ``rules``."""
    broken = [
        {
            "rule": v.rule,
            "title": v.title,
            "message": v.message,
            "facts": [
                [label.replace("_", " "), text] for label, fact in v.facts.items() if (text := _figure(label, fact))
            ],
            "citation": _citation(rules, v.rule, v.aspect),
        }
        for v in ruling.violations
    ]
    word = "Legal" if ruling.legal else "Refused"
    return {
        "verdict": "yes" if ruling.legal else "no",
        "word": word,
        "label": f"The referee: {word.lower()}",
        "rest": _rest(ruling),
        "move": _pieces(ruling.move.acts[ruling.act if not ruling.legal else 0]),
        "broken": broken,
        "because_label": f"Why it is legal: {count(len(ruling.because), 'rule')}",
        "because": [
            {"rule": rule, "title": rulebook.rule(rule).title, "citation": _citation(rules, rule, "")}
            for rule in ruling.because
        ],
        "notes": _notes(ruling),
        "elsewhere": _elsewhere(ruling, rules),
    }


def said(ruling: Ruling) -> str:
    """What the live region tells of a ruling, one sentence first."""
    if ruling.legal:
        return f"Legal. {_rest(ruling)}"
    titles = " ".join(_sentence(v.title) for v in ruling.violations)
    return f"Refused. {count(len(ruling.violations), 'rule')} broken. {titles}"


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _rest(ruling: Ruling) -> str:
    if not ruling.legal:
        return f"{count(len(ruling.violations), 'rule')} broken. Nothing was laid."
    outcome = ruling.outcome
    if outcome is None:
        return ""
    parts = [f"Counts {outcome.counted}" + (f", {outcome.needed} needed." if outcome.needed else ".")]
    parts += [f"{capital(kind)} canasta." for kind in outcome.canastas]
    if outcome.went_out is not None:
        parts.append("Gone out" + (" concealed." if outcome.concealed else "."))
    return " ".join(parts)


def _notes(ruling: Ruling) -> list[str]:
    """What an irregular act costs, and what the ruling takes for granted."""
    catalogue = words()["ruling"]
    notes = []
    price = ruling.consequence
    if price is not None:
        notes.append(catalogue["price"].format(points=number(price.points), rule=price.rule))
        if price.minimum is not None:
            notes.append(catalogue["raised"].format(minimum=number(price.minimum)))
    return notes + [catalogue["assumed"].format(text=text) for text in ruling.assumed]


def _pieces(act: Act) -> list[dict[str, Any]]:
    """An act of laying in words and cards: lay [cards] and [cards], add [cards] to the kings."""
    pieces: list[dict[str, Any]] = []
    for i, part in enumerate(act.parts):
        verb = "add" if part.to is not None else "lay"
        pieces.append({"words": capital(verb) if i == 0 else "and" if verb == "lay" else "and add"})
        pieces.append({"cards": [{"code": c.code, "label": spoken(c)} for c in part.cards]})
        if part.to is not None:
            pieces.append({"words": f"to {part.to}"})
    return pieces


def _figure(label: str, fact: Fact) -> str:
    """A fact as a figure under its label; empty when it says nothing by itself."""
    if label in _NOT_SHOWN or fact is None:
        return ""
    if isinstance(fact, int):
        return number(fact)
    try:
        named: tuple[Card, ...] = tuple(card(one) for one in ([fact] if isinstance(fact, str) else map(str, fact)))
    except InvalidCard:
        return ""
    return labels(named)


def _citation(rules: RuleSet, rule: str, aspect: str) -> dict[str, Any]:
    citation = rules.citation(rule, aspect)
    errata = rulebook.errata()
    return {
        "standing": citation.standing,
        "words": standing_words(citation),
        "where": where(citation),
        "note": citation.note,
        "errata": [
            {"title": f"A damaged place ({key}).", "text": f"{errata[key].problem} We read: {errata[key].reading}"}
            for key in rules.clause(rule, aspect).errata
        ],
    }


def _elsewhere(ruling: Ruling, rules: RuleSet) -> dict[str, Any]:
    others = ruling.elsewhere
    own = rules.title if rules.key == "house" else short_title(rules.key)
    verdicts: list[tuple[str, bool | None]] = [(own, ruling.legal)]
    left_out: list[str] = []
    for key in rulebook.KEYS:
        if key == rules.key:
            continue
        verdicts.append((short_title(key), others.get(key)))
        if key not in others:
            left_out.append(short_title(key))
    marks = {True: ("yes", "legal"), False: ("no", "refused"), None: ("na", "left out")}
    chips = [
        {"title": title, "verdict": marks[legal][0], "word": marks[legal][1], "here": i == 0}
        for i, (title, legal) in enumerate(verdicts)
    ]
    note = "The framed one is played here."
    if left_out:
        note += f" Left out: {', '.join(left_out)}, where this table cannot be."
    return {"label": "The same laying under the other rule books", "chips": chips, "note": note}
