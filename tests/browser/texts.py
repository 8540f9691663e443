"""Text on a page: text from outside that must stay text, and words of ours that have escaped the catalogue."""

from __future__ import annotations

import re
from collections.abc import Iterable

from playwright.sync_api import Page

from tests.browser.look import ROOT

PSEUDO = 'from canasta_teach import i18n\ni18n.use("pseudo")'
"""A cell after which every word of the catalogue is shown with its letters changed."""

HOSTILE = {
    "a picture that runs a script": "<img src=x onerror=\"window.broken='img'\">",
    "a script": "<script>window.broken='script'</script>",
    "the end of an attribute": "\"><svg onload=\"window.broken='svg'\">'",
    "quotes and a template": """it's "so" `${window.broken='template'}` &amp; {n} %s {0.__class__}""",
    "a very long word": "W" * 400,
    "right-to-left marks": "left \u202eright\u202c \u200f\u05d0\u05d1\u2067x\u2069",
    "a style": "</style><style>*{display:none!important}</style>",
}
"""Texts such as a position, a house-rules file or the name of a rule may hold, by what each tries."""

_BROKEN = """(root) => ({
  ran: window.broken ?? null,
  made: [...document.querySelectorAll(root)]
    .flatMap(box => [...box.querySelectorAll('img, script, style, svg[onload]')])
    .map(node => node.outerHTML),
})"""
_WORDS = """(root) => {
  const spoken = ['aria-label', 'aria-description', 'aria-valuetext', 'aria-placeholder', 'aria-roledescription',
    'title', 'alt', 'placeholder'];
  const exact = 'code, .ct-code, kbd, [translate="no"], [lang]';
  const found = [];
  for (const box of document.querySelectorAll(root)) {
    const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const marked = walker.currentNode.parentElement.closest(exact);
      if (!marked || !box.contains(marked)) found.push(walker.currentNode.data);
    }
    for (const node of [box, ...box.querySelectorAll('*')]) {
      for (const name of spoken) if (node.hasAttribute(name)) found.push(node.getAttribute(name));
    }
  }
  return found;
}"""
_ENGLISH = re.compile(r"[A-Za-z]{2,}")
_EXACT = re.compile(
    r"\b(?:10|[2-9AKQJ])[SHDC]\b"  # codes of cards
    r"|\bJK\b"
    r"|\b[a-z]+(?:-[a-z]+)*\.[a-z]+(?:-[a-z]+)*(?:\.[a-z]+)*\b"  # ids of rules
)


def check_stays_text(page: Page, text: str, root: str = ROOT) -> None:
    """Fail unless `text` is seen in the page's roots just as it is written, and none of it has become markup."""
    seen = page.locator(root).evaluate_all("boxes => boxes.map(box => box.textContent).join('\\n')")
    assert _plain(text) in _plain(seen), f"not on the page: {text!r}"
    found = page.evaluate(_BROKEN, root)
    assert found == {"ran": None, "made": []}, f"{text!r} has become markup: {found}"


def english_left(page: Page, exempt: Iterable[str] = (), root: str = ROOT) -> list[str]:
    """English words that the page's roots show or tell, with the pseudo-locale on: those of ours escaped the catalogue.

    Left out are codes of cards, ids of rules, keys (`kbd`), and what the page marks as exact (`code`, `lang`,
    `translate="no"`).

    Args:
        page: the page.
        exempt: texts that are no words of ours, such as the names of a source's sections.
        root: where to look.
    """
    found = []
    for text in page.evaluate(_WORDS, root):
        rest = _EXACT.sub(" ", text)
        for one in exempt:
            rest = rest.replace(one, " ")
        if _ENGLISH.search(rest):
            found.append(text.strip())
    return list(dict.fromkeys(found))


def _plain(text: str) -> str:
    return re.sub(r"\s+", " ", text)
