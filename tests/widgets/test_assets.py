"""The widgets' front-end files: one module each, no markup from text, no names that clash."""

from __future__ import annotations

import re
from collections import Counter
from importlib.resources import files

import pytest

from canasta_teach.widgets import (
    DealTable,
    GuidedDeal,
    Hand,
    MeldTray,
    PositionEditor,
    RuleBook,
    RulingCard,
    ScoreSheet,
    Table,
)
from canasta_teach.widgets.base import CourseWidget, asset

SCRIPTS = sorted(path.name for path in files("canasta_teach.widgets").iterdir() if path.name.endswith(".js"))
WIDGETS: list[type[CourseWidget]] = [
    DealTable, GuidedDeal, Hand, MeldTray, PositionEditor, RuleBook, RulingCard, ScoreSheet, Table,
]  # fmt: skip
MARKUP = re.compile(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|createContextualFragment|eval\(")


@pytest.mark.parametrize("name", SCRIPTS)
def test_no_script_makes_markup_of_text(name: str) -> None:
    assert not MARKUP.search(asset(name))


@pytest.mark.parametrize("widget", WIDGETS)
def test_scripts_put_together_import_nothing_and_export_one_thing(widget: type[CourseWidget]) -> None:
    whole = str(widget._esm)
    assert re.findall(r"^import\b", whole, re.MULTILINE) == []
    assert re.findall(r"^export\b.*", whole, re.MULTILINE) == ["export default {"]


@pytest.mark.parametrize("widget", WIDGETS)
def test_names_of_scripts_put_together_differ(widget: type[CourseWidget]) -> None:
    names = Counter(re.findall(r"^(?:function|class|const) (\w+)", str(widget._esm), re.MULTILINE))
    assert [name for name, times in names.items() if times > 1] == []


def test_every_script_is_sent() -> None:
    assert all("ensureShapes" in str(widget._esm) for widget in WIDGETS)
    assert all("drawRuling" in str(widget._esm) for widget in (MeldTray, RulingCard))
    assert "drawRule" in RuleBook._esm


@pytest.mark.parametrize("widget", WIDGETS)
def test_every_colour_of_the_style_is_a_token_that_there_is(widget: type[CourseWidget]) -> None:
    sheet = str(widget._css)
    used = set(re.findall(r"var\((--ct-[\w-]+)", sheet))
    made = set(re.findall(r"(--ct-[\w-]+)\s*:", sheet))
    assert used <= made
