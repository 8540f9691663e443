"""Text as plain HTML: what a notebook shows that was not run, or a page without our widgets."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape


def as_html(lines: Iterable[str], *, note: str = "") -> str:
    """Lines of text as plain HTML that needs no style sheet; all text is escaped, the first line is strong.

    Args:
        lines: the text, at least one line; one that begins with spaces is indented whole.
        note: a last line, set apart.
    """
    first, *rest = lines
    shown = [f"<strong>{escape(first)}</strong>"]
    for line in rest:
        text = line.lstrip(" ")
        indent = ' style="padding-left: 1.2em"' if text != line else ""
        shown.append(f"<div{indent}>{escape(text)}</div>")
    if note:
        shown.append(f"<div><em>{escape(note)}</em></div>")
    return f'<div class="canasta-static">{"".join(shown)}</div>'
