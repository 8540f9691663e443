"""A ruling in words. The words are data (``rulebook/messages.toml``); here they meet the facts.

Every text of the catalogue is spoken in the reader's language at the point where it is filled in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from canasta_teach.cards import UNKNOWN, Card, card, labels
from canasta_teach.game.ruling import Consequence, Fact, Ruling, Violation
from canasta_teach.game.seats import seat_text
from canasta_teach.i18n import translate, translate_count
from canasta_teach.rulebook.model import Citation


@lru_cache(maxsize=1)
def words() -> Mapping[str, Any]:
    """The catalogue of messages."""
    import tomllib
    from importlib.resources import files

    text = files("canasta_teach.rulebook").joinpath("messages.toml").read_text("utf-8")
    return tomllib.loads(text)


def number(value: int) -> str:
    """A number for people: ``1,600``, ``−190``."""
    return f"{value:,}".replace("-", "\N{MINUS SIGN}")


def message(violation: Violation) -> str:
    """The violation's sentence, with the cards and numbers at hand."""
    texts = words()["message"][violation.rule]
    template = _fitting(texts.get(violation.variant) or texts["default"], violation.facts)
    values = {name: _shown(value) for name, value in violation.facts.items()}
    for name, value in violation.facts.items():
        if isinstance(value, int):
            for thing in words()["count"]:
                values[f"{name}_{thing}s"] = counted(value, thing)
            values[f"{name}_word"] = _word(value)
            values[f"{name}_alone"] = _alone(value)
    if "melds" in violation.words:
        values["parts_text"] = parts_text(violation)
        if not values["parts_text"]:
            # Nothing counted, so there is nothing to name after it.
            template = template.replace(": {parts_text}", "")
    if "named" in violation.words:
        values["rank_named"] = rank_name(violation.words["named"], 2)
    if "top_rank" in violation.words:
        values["top_rank"] = rank_name(violation.words["top_rank"].rank, 2)
    players = violation.words.get("players")
    if players is not None:
        for name in ("seat", "turn"):
            seat = violation.facts.get(name)
            if isinstance(seat, int):
                values[name] = seat_text(players, seat)
    return template.format_map(values)


def _fitting(entry: str | Mapping[str, str], facts: Mapping[str, object]) -> str:
    """A text in the reader's language, not yet filled in; of a pair, the form that fits its number or its cards."""
    if isinstance(entry, str):
        return translate(entry)
    of = facts[entry["of"]]
    return translate_count(entry["one"], entry["many"], len(of) if isinstance(of, list) else int(str(of)))


def _shown(value: Fact) -> str:
    if value is None:
        return ""
    if isinstance(value, int):
        return number(value)
    if isinstance(value, str):
        return _name_text(value)
    return ", ".join(number(v) for v in value if isinstance(v, int)) or " ".join(_name_text(str(v)) for v in value)


def _name_text(name: str) -> str:
    """A card's code as people read it; the word for another name that facts hold, such as an answer."""
    from canasta_teach.errors import InvalidCard

    try:
        return card(name).label
    except InvalidCard:
        return translate(words()["names"].get(name, "")) or name


def counted(value: int, thing: str) -> str:
    """``1 card``, ``two cards``."""
    one, many = words()["count"][thing]
    return translate_count(one, many, value).format(number=_word(value))


def _word(value: int) -> str:
    small: list[str] = words()["numbers"]
    return translate(small[value]) if 0 <= value < len(small) else number(value)


def _alone(value: int) -> str:
    """A number's word where no noun follows: ``none``, ``two``."""
    return translate(words()["alone"]["no"]) if value == 0 else _word(value)


def rank_name(rank: str, how_many: int) -> str:
    """``king`` or ``kings``."""
    one, many = words()["ranks"][rank]
    return translate_count(one, many, how_many)


def parts_text(violation: Violation) -> str:
    """What each meld of an act counts: ``kings 30, queens with the two 40``."""
    parts = violation.facts["parts"]
    if not isinstance(parts, list):
        return ""
    texts = []
    for cards, points in zip(violation.words["melds"], parts, strict=True):
        texts.append(f"{meld_name(cards, violation.rules)} {number(points) if isinstance(points, int) else points}")
    return ", ".join(texts)


def meld_name(cards: Iterable[Card], rules: Any) -> str:
    """A meld in words: ``kings``, ``queens with the two``, ``4♥ 5♥ 6♥``."""
    from canasta_teach.game.melds import read

    some = tuple(cards)
    shape = read(some, rules)
    if shape.kind != "set":
        return labels(some)
    name = rank_name(shape.rank, len(shape.naturals))
    catalogue = words()["meld"]
    if len(shape.wilds) == 1:
        return translate(catalogue["with-one"]).format(name=name, wild=rank_name(shape.wilds[0].rank, 1))
    if shape.wilds:
        return translate(catalogue["with-many"]).format(name=name, count=_word(len(shape.wilds)))
    return name


def assumed_text(key: str, cards: Iterable[Card]) -> str:
    """A presumption of a ruling as a sentence."""
    return translate(words()["assumed"][key]).format(cards=labels(cards))


def standing_text(violation: Violation) -> str:
    """Where a broken rule stands, in words: ``Classic, "Initial melds" (stated)``."""
    return where_text(violation.citation)


def where_text(citation: Citation) -> str:
    """Where a rule stands, in words: ``Classic, "Initial melds" (stated)``."""
    from canasta_teach.rulebook import titles

    catalogue = words()["standing"]
    source = translate(titles().get(citation.source, catalogue["house-source"]))
    # A section that is itself a quotation brings its own marks.
    return translate(catalogue[citation.standing]).format(source=source, section=citation.section.strip('"'))


def note_text(citation: Citation) -> str:
    """The note of a citation; one of house rules is their title, in the words of whoever made them."""
    note = citation.note or ""
    return note if citation.standing == "house" else translate(note)


def canasta_name(kind: str) -> str:
    """A kind of canasta: ``natural``, ``concealed mixed``."""
    return translate(words()["names"][kind])


def ruling_words(key: str, **values: object) -> str:
    """A line of a ruling, filled in; numbers are written as for people."""
    shown = {name: number(value) if isinstance(value, int) else value for name, value in values.items()}
    return _fitting(words()["ruling"][key], values).format(**shown)


def price_lines(price: Consequence) -> list[str]:
    """What an irregular act costs, in sentences. Cards that only the stock knows are told without their names."""
    lines = []
    if price.points:
        lines.append(ruling_words("price", points=price.points, rule=price.rule))
    if UNKNOWN.code in price.penalised:
        lines.append(ruling_words("penalised-hidden"))
    elif price.penalised:
        lines.append(ruling_words("penalised", cards=_shown(price.penalised)))
    if price.restore_pile:
        lines.append(ruling_words("restored"))
    if price.minimum is not None:
        lines.append(ruling_words("raised", minimum=price.minimum, rule=price.rule))
    return lines


def ruling_text(ruling: Ruling) -> str:
    """The whole ruling for people, in lines: verdict, each broken rule, citation, price, mend, presumptions."""
    from canasta_teach import rulebook

    lines = [ruling_words("legal" if ruling.legal else "refused")]
    for n, violation in enumerate(ruling.violations, 1):
        lines.append(f"{n}. {violation.title} [{violation.rule}]")
        lines.append(f"   {violation.message}")
        lines.append(f"   {standing_text(violation)}")
        if note := note_text(violation.citation):
            lines.append(f"   {note}")
    if ruling.because:
        lines.append(ruling_words("because"))
        lines.extend(f"   {translate(rulebook.rule(rule).title)} [{rule}]" for rule in ruling.because)
    outcome = ruling.outcome
    if outcome is not None and outcome.counted:
        key = "counted-needed" if outcome.needed else "counted"
        lines.append(ruling_words(key, counted=outcome.counted, needed=outcome.needed))
    if outcome is not None:
        lines.extend(ruling_words("canasta", kind=canasta_name(kind)) for kind in outcome.canastas)
        if outcome.went_out is not None and ruling.position is not None:
            key = "out-concealed" if outcome.concealed else "out"
            lines.append(ruling_words(key, seat=seat_text(ruling.position.players, outcome.went_out)))
        elif outcome.over:
            lines.append(ruling_words("over"))
    if ruling.consequence is not None:
        lines.extend(price_lines(ruling.consequence))
    if ruling.mend is not None:
        lines.append(ruling_words("mend", move=ruling.mend))
    lines.extend(ruling_words("assumed", text=text) for text in ruling.assumed)
    return "\n".join(lines)
