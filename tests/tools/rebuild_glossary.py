"""Writes the notebook of the glossary from its data: run ``uv run python -m tests.tools.rebuild_glossary``.

Its words are Markdown, a heading for each, so that a lesson can link to ``glossary.ipynb#Frozen-pile``, and so that
the list of headings beside a notebook is a list of words. The outputs come from ``tests.tools.rebuild_lessons``.
"""

from __future__ import annotations

import nbformat
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from canasta_teach.teach.glossary import NOTEBOOK, entries, markdown
from tests.tools.rebuild_lessons import LESSONS, normalised, run, text_of

_INTRO = (
    "# Glossary\n\n"
    "The {n} words of the trade, in alphabetical order, each with the lesson that explains it first. You need not read "
    "them in a row: come here when a word has slipped your mind, and go back.\n\n"
    "Open the table of contents at the left (the sign with the lines) to jump to a word. Code finds it in any lesson:"
)
_WORDS = "## The words"
_CODE = 'from canasta_teach.teach.glossary import glossary\n\nglossary("natural pair", "frozen pile")'


def notebook() -> NotebookNode:
    """The notebook without outputs."""
    made: NotebookNode = new_notebook(
        cells=[
            new_markdown_cell(_INTRO.format(n=len(entries()))),
            new_code_cell(_CODE),
            new_markdown_cell(_WORDS),
            *map(new_markdown_cell, markdown()),
        ]
    )
    return made


def main() -> None:
    """Write the notebook, with the outputs of a run."""
    made = normalised(run(nbformat.from_dict(notebook())))
    (LESSONS / NOTEBOOK).write_text(text_of(made), encoding="utf-8")


if __name__ == "__main__":
    main()
