"""Floor 3: what an exercise answers: a reply to an answer, and a hint."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from canasta_teach.cards import card, labels
from canasta_teach.errors import InvalidCard
from canasta_teach.game.moves import Move
from canasta_teach.game.ruling import Ruling
from canasta_teach.i18n import translate
from canasta_teach.rulebook.ruleset import RuleSet
from canasta_teach.static_html import as_html

_BRACKETS: Final = re.compile(r"\[([^\[\]]+)\]")


class Reply(Struct, frozen=True, kw_only=True):
    """What is said to an answer.

    Attributes:
        right: whether it is right; ``None`` where its form could not be read, and for a solution.
        text: what is said; cards in square brackets are shown as cards.
        rule: the id of the rule that is cited; empty for none.
        aspect: the part of that rule.
        rules: the rule set.
        ruling: the referee's ruling behind it, where there is one.
        move: the acts that it speaks of, which a page shows in words and cards instead of the text.
    """

    right: bool | None
    text: str
    rules: RuleSet
    rule: str = ""
    aspect: str = ""
    ruling: Ruling | None = None
    move: Move | None = None

    @property
    def citation(self) -> str:
        """Where the cited rule stands, in words; empty for none."""
        from canasta_teach.game.explain import where_text

        return where_text(self.rules.citation(self.rule, self.aspect)) if self.rule else ""

    @property
    def lines(self) -> list[str]:
        """The reply in text: whether the answer is right, what is said to it, and the citation."""
        lead = {True: [translate("Right.")], False: [translate("Not this.")], None: []}[self.right]
        return [*lead, plain(self.text), *([self.citation] if self.citation else [])]

    def __repr__(self) -> str:
        return "\n".join(self.lines)

    def _repr_html_(self) -> str:
        return as_html(self.lines)


class Hint(Struct, frozen=True, kw_only=True):
    """One of an exercise's hints: ``n`` of ``of``, in words; ``move`` as in a reply."""

    n: int
    of: int
    text: str
    rule: str = ""
    move: Move | None = None

    def __repr__(self) -> str:
        return f"{self.n}/{self.of} {plain(self.text)}"


def pieces(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """A text cut at its cards: words with no cards, and codes of cards with no words, in order.

    What stands in brackets and is no list of cards stays text.
    """
    at = 0
    for found in _BRACKETS.finditer(text):
        codes = _codes(found[1])
        if codes:
            if found.start() > at:
                yield text[at : found.start()], ()
            yield "", codes
            at = found.end()
    if at < len(text):
        yield text[at:], ()


def plain(text: str) -> str:
    """A text with its cards as people read them: ``K♥ 2♦``."""
    return "".join(words or labels(map(card, codes)) for words, codes in pieces(text))


def _codes(words: str) -> tuple[str, ...]:
    try:
        return tuple(card(word).code for word in words.split())
    except InvalidCard:
        return ()
