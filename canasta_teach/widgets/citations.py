"""Where a rule stands, as pages show it: standing in words, place in the source, note, and damaged places."""

from __future__ import annotations

from typing import Any

from canasta_teach import rulebook
from canasta_teach.game.explain import note_text
from canasta_teach.i18n import translate
from canasta_teach.rulebook.model import Citation
from canasta_teach.rulebook.ruleset import RuleSet
from canasta_teach.widgets.words import apart


def short_title(key: str) -> str:
    """The title of one of the five rule sets without what stands behind a comma: ``Goren``, ``Brazilian``."""
    return translate(rulebook.titles()[key]).split(",")[0]


def set_title(rules: RuleSet) -> str:
    """A rule set's title, short for one of the five; house rules keep the one that they were given."""
    return apart(rules.title) if rules.key == "house" else short_title(rules.key)


def standing_words(citation: Citation) -> str:
    """How firmly a clause stands, in words: ``stated``, ``inferred``, ``borrowed from Classic``, ``house rule``."""
    match citation.standing:
        case "stated":
            return translate("stated")
        case "inferred":
            return translate("inferred")
        case "borrowed":
            return translate("borrowed from {lender}").format(lender=short_title(citation.source))
        case "house":
            return translate("house rule")
        case "absent":
            return translate("not in this game")


def where(citation: Citation) -> str:
    """The place of a citation: ``Classic, “Initial melds”``; for house rules, the line of their file."""
    if citation.source == "house":
        return citation.section
    title, place = short_title(citation.source), citation.section.strip('"“”')
    return f"{title}, “{place}”" if place else title


def citation_view(citation: Citation) -> dict[str, Any]:
    """The citation without its damaged places."""
    return {
        "standing": citation.standing,
        "words": standing_words(citation),
        "where": where(citation),
        "note": apart(note_text(citation)),
    }


def erratum_view(key: str) -> dict[str, str]:
    """A damaged place of a source: a heading, and what is wrong and how it is read."""
    found = rulebook.errata()[key]
    return {
        "title": translate("A damaged place ({key}): {place}.").format(key=key, place=translate(found.where)),
        "text": translate("{problem} We read: {reading}").format(
            problem=translate(found.problem), reading=translate(found.reading)
        ),
    }


def cited(rules: RuleSet, rule: str, aspect: str = "", *, seen: set[str]) -> dict[str, Any]:
    """The citation of a rule, or of one aspect of it, with the damaged places that touch it.

    ``about`` names what is folded away below it, its note and these places; it is empty where there is nothing.

    Args:
        rules: the rule set.
        rule: the rule's id.
        aspect: the part of the rule.
        seen: the damaged places that were told already, to which those told here are added; each is told once.
    """
    keys = rules.clause(rule, aspect).errata
    errata = [_told_above(key) if key in seen else erratum_view(key) for key in keys]
    seen.update(keys)
    view = citation_view(rules.citation(rule, aspect))
    about = translate("About this source") if view["note"] or errata else ""
    return {**view, "errata": errata, "about": about}


def _told_above(key: str) -> dict[str, str]:
    return {"title": translate("A damaged place ({key}), told above.").format(key=key), "text": ""}
