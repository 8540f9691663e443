"""Runs every lesson and stores its outputs, with all that differs from run to run taken out.

Run from the project's root: ``uv run python -m tests.tools.rebuild_lessons [--check] [NAME…]``. With ``--check``
nothing is written, and the exit code is 1 when a lesson would change.

What is normalised: cell ids are the cell's place; metadata of the notebook is the kernel's name alone; a cell keeps
its tags, its rule ids (``canasta``) and whether its output is folded; widget models, which live in one kernel only,
are left out, so that an unrun lesson shows the widget's plain form.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import nbformat
from nbclient import NotebookClient
from nbformat import NotebookNode

from canasta_teach.teach.course import ENVIRONMENT

LESSONS: Final = Path(__file__).resolve().parents[2] / "lessons"
WIDGET_VIEW: Final = "application/vnd.jupyter.widget-view+json"
KEPT: Final = frozenset({"canasta", "jupyter", "tags"})
METADATA: Final = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def lessons(names: Iterable[str] = ()) -> list[Path]:
    """The lessons in order, or those whose file names begin with one of ``names``."""
    wanted = tuple(names)
    return [p for p in sorted(LESSONS.glob("*.ipynb")) if not wanted or p.name.startswith(wanted)]


def run(notebook: NotebookNode) -> NotebookNode:
    """A copy of the notebook with the outputs of a run from top to bottom.

    Raises:
        nbclient.exceptions.CellExecutionError: when a cell without the tag ``raises-exception`` fails.
    """
    fresh: NotebookNode = nbformat.from_dict(notebook)
    for cell in fresh.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    NotebookClient(fresh, timeout=120, kernel_name="python3", record_timing=False).execute()
    return fresh


def normalised(notebook: NotebookNode) -> NotebookNode:
    """A copy of the notebook without what differs from run to run."""
    clean: NotebookNode = nbformat.from_dict(notebook)
    clean.metadata = nbformat.from_dict(METADATA)
    clean.nbformat, clean.nbformat_minor = 4, 5
    count = 0
    for place, cell in enumerate(clean.cells):
        cell.id = f"cell-{place:02d}"
        cell.metadata = NotebookNode({key: value for key, value in cell.metadata.items() if key in KEPT})
        if cell.cell_type != "code":
            continue
        count += 1
        cell.execution_count = count
        cell.outputs = list(_joined(cell.outputs))
        for output in cell.outputs:
            _clean_output(output, count)
    return clean


def _joined(outputs: Iterable[Any]) -> Iterator[Any]:
    """Outputs, with what is printed in one go in one piece: a busy kernel sends it in several."""
    last: Any = None
    for output in outputs:
        if last is not None and output.output_type == last.output_type == "stream" and output.name == last.name:
            last.text += output.text
            continue
        if last is not None:
            yield last
        last = output
    if last is not None:
        yield last


def _clean_output(output: Any, count: int) -> None:
    if "data" in output:
        output.data.pop(WIDGET_VIEW, None)
        output.metadata = NotebookNode()
    if "execution_count" in output:
        output.execution_count = count


def text_of(notebook: NotebookNode) -> str:
    """The notebook as it is stored."""
    text: str = nbformat.writes(notebook)
    return text + "\n"


def main(arguments: list[str] | None = None) -> int:
    """The command line; gives the exit code."""
    parser = argparse.ArgumentParser(description="Run the lessons and store their outputs.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 when a lesson would change")
    parser.add_argument("names", nargs="*", help="beginnings of file names, as 05")
    options = parser.parse_args(arguments)
    with TemporaryDirectory() as answers:
        # The map of the course shows the answers of whoever runs it; here nobody has answered yet.
        os.environ[ENVIRONMENT] = answers
        return _rebuild(options.names, check=options.check)


def _rebuild(names: Iterable[str], *, check: bool) -> int:
    changed = 0
    for path in lessons(names):
        stored = path.read_text(encoding="utf-8")
        built = text_of(normalised(run(nbformat.reads(stored, as_version=4))))
        same = built == stored
        changed += not same
        if not same and not check:
            path.write_text(built, encoding="utf-8")
        print(f"{path.name}: {'unchanged' if same else 'would change' if check else 'rebuilt'}")
    return 1 if check and changed else 0


if __name__ == "__main__":
    sys.exit(main())
