"""The table card: the rules of one rule set on one page, made from the rule book, to print and lay on the table."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Iterator
from html import escape
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Final

from canasta_teach.errors import CanastaError
from canasta_teach.i18n import locale, translate
from canasta_teach.rulebook import RuleSet, errata, titles
from canasta_teach.rulebook.model import Clause, Standing
from canasta_teach.saving import put_whole
from canasta_teach.table_card_lines import Bit, Block, Line, blocks

MARK: Final = '<meta name="generator" content="canasta-teach card">'
"""What tells a file as a card of ours, which a newer one may replace."""

_HEAD_BYTES: Final = 600
"""So far from its start, a card of ours has its mark."""


_FULL: Final = 585.0
"""Points times the root of the weight of a full page: measured, with a twelfth of A4 or Letter to spare."""

_SMALLEST, _LARGEST = 7.0, 10.0
"""Sizes of type, in points."""


class CardRefused(CanastaError):
    """A card that is not written, since another file of that name would be lost."""


def card_page(rules: RuleSet) -> str:
    """The card of a rule set as an HTML page that needs nothing beside itself. All text is escaped."""
    parts = blocks(rules)
    bits = [bit for block in parts for line in block.lines for bit in line.bits]
    touched = {key for bit in bits for key in bit.clause.errata}
    damaged = [key for key in errata() if key in touched]
    notes = _errata(damaged)
    page = files("canasta_teach").joinpath("table_card.html").read_text("utf-8")
    return Template(page).substitute(
        lang=escape(locale() or "en"),
        name=escape(translate("Table card")),
        title=escape(_title(rules)),
        about=escape(_about(rules)),
        parts="\n".join(map(_block, parts)),
        legend=_legend(bits),
        errata=notes,
        size=f"{_size(parts, len(notes)):.2f}",
        errata_columns="2" if len(damaged) > 1 else "1",
    )


def write_card(rules: RuleSet, path: Path) -> None:
    """Write a card into a file, whole or not at all. A card of ours that is there is replaced.

    Raises:
        CardRefused: when there is something else of that name.
        OSError: when it cannot be written.
    """
    if os.path.lexists(path) and not _is_card(path):
        text = translate("{path}: there is something else of this name, which a card would overwrite; choose another")
        raise CardRefused(text.format(path=path))
    put_whole(path, card_page(rules).encode())


def _is_card(path: Path) -> bool:
    """Whether a file is a card that was written here."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return MARK.encode() in file.read(_HEAD_BYTES)


# -- the page ------------------------------------------------------------------------------------------


def _size(parts: Iterable[Block], notes: int) -> float:
    """The size of type, in points, in which these parts and this many letters of notes fill one page."""
    lines = [line for block in parts for line in block.lines]
    letters = sum(len(bit.text) + 4 for line in lines for bit in line.bits)
    weight = letters + 12 * len(lines) + 0.6 * notes
    return max(_SMALLEST, min(_LARGEST, _FULL / math.sqrt(weight)))


def _title(rules: RuleSet) -> str:
    return rules.title if rules.key == "house" else translate(rules.title)


def _about(rules: RuleSet) -> str:
    if rules.key == "house":
        base = translate(titles()[rules.base])
        return translate("Canasta, house rules on the base of {base}").format(base=base)
    return translate("Canasta, the rules on one page")


def _block(block: Block) -> str:
    lines = "\n".join(map(_line, block.lines))
    return f"<section>\n<h2>{escape(block.title)}</h2>\n<ul>\n{lines}\n</ul>\n</section>"


def _line(line: Line) -> str:
    said = ""
    for bit in line.bits:
        gap = " " if said and bit.text[:1] not in ",;" else ""
        *words, last = bit.text.split(" ")
        start = escape(" ".join([*words, ""]))
        # A sign never stands alone at the beginning of a line.
        said += f'{gap}{start}<span class="last">{escape(last)}{_mark(bit.clause)}</span>'
    figure = f' <span class="figure">{escape(line.figure)}</span>' if line.figure else ""
    return f'<li><span class="say">{said}</span>{figure}</li>'


def _mark(clause: Clause) -> str:
    """The sign of a clause's standing, the letter of its lender, and the keys of damaged places."""
    words = _standing(clause.standing, clause.lender)
    sign = f'<svg role="img" aria-label="{escape(words)}"><use href="#{clause.standing}"/></svg>'
    lender = _letter(clause.lender) if clause.standing == "borrowed" else ""
    notes = f"<sup>{escape(' '.join(clause.errata))}</sup>" if clause.errata else ""
    return f'<span class="mark {clause.standing}">{sign}{lender}{notes}</span>'


def _letter(lender: str | None) -> str:
    return escape(translate(titles()[lender])[:1]) if lender else ""


def _short(key: str) -> str:
    return translate(titles()[key]).split(",")[0]


def _standing(standing: Standing, lender: str | None = None) -> str:
    match standing:
        case "stated":
            return translate("stated in the source")
        case "inferred":
            return translate("inferred")
        case "borrowed":
            return translate("borrowed from {lender}").format(lender=_short(lender or ""))
        case "house":
            return translate("house rule")
        case "absent":
            return translate("not in this game")


def _legend(bits: Iterable[Bit]) -> str:
    """What each sign on the card means, those that stand on it alone."""
    used = {(bit.clause.standing, bit.clause.lender or "") for bit in bits}
    order: tuple[Standing, ...] = ("stated", "inferred", "borrowed", "house", "absent")
    keys = list(_keys(sorted(used, key=lambda one: (order.index(one[0]), one[1]))))
    return "\n".join(keys)


def _keys(used: Iterable[tuple[Standing, str]]) -> Iterator[str]:
    for standing, lender in used:
        letter = _letter(lender) if standing == "borrowed" else ""
        sign = f'<span class="mark {standing}"><svg aria-hidden="true"><use href="#{standing}"/></svg>{letter}</span>'
        yield f'<span class="key">{sign} {escape(_standing(standing, lender))}</span>'


def _errata(keys: Iterable[str]) -> str:
    """The damaged places of sources on which lines of the card stand, and how they are read."""
    known = errata()
    notes = [
        f"<li><b>{escape(key)}</b> {escape(translate(known[key].where))}: {escape(translate(known[key].reading))}</li>"
        for key in keys
    ]
    if not notes:
        return ""
    heading = escape(translate("Damaged or silent places of the sources, and how they are read here"))
    return "\n".join([f"<p>{heading}:</p>", '<ul class="errata">', *notes, "</ul>"])
