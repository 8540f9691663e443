"""Floor 0: the words of the product in the reader's language.

English texts are the keys of one gettext catalogue, domain ``canasta_teach``. A text with figures is translated
first and filled in after: ``translate("{n} chosen").format(n=2)``. The pseudo-locale shows what has escaped the
catalogue: it changes every letter of a text that has not.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from typing import Final

DOMAIN: Final = "canasta_teach"
PSEUDO: Final = "pseudo"

_PLACEHOLDER: Final = re.compile(r"(\{[^{}]*\})")
_LETTERS: Final = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "áƀćđéƒğħíĵķłḿńóþɋŕšťúṽŵẋýžÁɃĆĐÉƑĞĦÍĴĶŁḾŃÓÞɊŔŠŤÚṼŴẊÝŽ",
)


class _Pseudo(gettext.NullTranslations):
    """Every letter of a text changed, its placeholders kept."""

    def gettext(self, message: str) -> str:
        pieces = _PLACEHOLDER.split(message)
        return "".join(piece if i % 2 else piece.translate(_LETTERS) for i, piece in enumerate(pieces))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


_current: gettext.NullTranslations = gettext.NullTranslations()
_name = ""


def use(locale: str = "") -> None:
    """Speak this locale from now on: a language's code, ``pseudo``, or nothing for English.

    A language without a catalogue is spoken in English.
    """
    global _current, _name  # noqa: PLW0603 (one process speaks one language)
    if locale == PSEUDO:
        _current = _Pseudo()
    elif locale:
        folder = str(files("canasta_teach").joinpath("locale"))
        _current = gettext.translation(DOMAIN, folder, [locale], fallback=True)
    else:
        _current = gettext.NullTranslations()
    _name = locale


def locale() -> str:
    """The locale that is spoken; empty for English."""
    return _name


@contextmanager
def speaking(locale_name: str) -> Iterator[None]:
    """Speak a locale within a block."""
    before = _name
    use(locale_name)
    try:
        yield
    finally:
        use(before)


def translate(message: str) -> str:
    """A text of the catalogue in the reader's language; the empty text stays empty."""
    return _current.gettext(message) if message else ""


def translate_count(one: str, many: str, number: int) -> str:
    """The form of a text that fits a number, not yet filled in: ``translate_count("{n} card", "{n} cards", 2)``."""
    return _current.ngettext(one, many, number)


def mark(message: str) -> str:
    """A text as it stands, marked for the catalogue: whoever shows it translates it there.

    For tables of words that are made when a module is loaded, before anybody has chosen a language.
    """
    return message
