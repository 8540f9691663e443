"""The prose of lessons and README as plain text, sentence by sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import nbformat

ROOT = Path(__file__).resolve().parents[2]
LESSONS = ROOT / "lessons"

_FENCE = re.compile(r"^ *```.*?^ *```[^\n]*$", re.MULTILINE | re.DOTALL)
_IMAGE = re.compile(r"!\[[^\]]*\]\([^)]*\)")
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_CODE = re.compile(r"`[^`]*`")
_RULER = re.compile(r"^\|(?: *:?-+:? *\|)+ *$")
_BEGINS = re.compile(r"^ *(?:[-*+] |\d+\. |#+ |> )")
# A full stop, perhaps with a sign that closes behind it, before what can begin a sentence.
_END = re.compile(r"(?:(?<=[.!?…])|(?<=[.!?…][\"”’)\]]))\s+(?=[\"“‘(\[]?[A-Z0-9♣♦♥♠`])")


def markdown_of(path: Path) -> Iterator[str]:
    """The Markdown of a file: each such cell of a notebook, or the whole text."""
    if path.suffix == ".ipynb":
        yield from (cell.source for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "markdown")
    else:
        yield path.read_text(encoding="utf-8")


def plain(markdown: str) -> str:
    """Markdown as text: no blocks of code, pictures, addresses or marks; code in a line is one word."""
    text = _LINK.sub(r"\1", _IMAGE.sub("", _FENCE.sub("", markdown)))
    return _CODE.sub(lambda found: "_".join(found[0].strip("`").split()), text).replace("**", "").replace("*", "")


def blocks(markdown: str) -> Iterator[str]:
    """The pieces of text in which sentences stand: paragraphs, items of a list, headings, fields of a table."""
    lines: list[str] = []
    for line in [*_LINK.sub(r"\1", _IMAGE.sub("", _FENCE.sub("\n", markdown))).splitlines(), ""]:
        row = line.strip()
        fields = row.startswith("|")
        if lines and (not row or fields or _BEGINS.match(line)):
            yield plain(" ".join(lines))
            lines = []
        if fields:
            if not _RULER.match(row):
                yield from (plain(field.strip()) for field in row.strip("|").split("|"))
        elif row:
            lines.append(_BEGINS.sub("", line).strip())


def sentences(markdown: str) -> Iterator[str]:
    """Its sentences, in their order."""
    for block in blocks(markdown):
        yield from (" ".join(one.split()) for one in _END.split(block) if one.strip())


def words(sentence: str) -> int:
    """How many words a sentence has; signs by themselves are none."""
    return sum(any(letter.isalnum() for letter in word) for word in sentence.split())
