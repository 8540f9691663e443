"""The widgets' front-end files: one module each, no markup from text, no names that clash."""

from __future__ import annotations

import re
from collections import Counter
from importlib.resources import files

import pytest

from canasta_teach.widgets import MeldTray
from canasta_teach.widgets.base import asset, module, style

SCRIPTS = sorted(path.name for path in files("canasta_teach.widgets").iterdir() if path.name.endswith(".js"))
MARKUP = re.compile(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|createContextualFragment|eval\(")


@pytest.mark.parametrize("name", SCRIPTS)
def test_no_script_makes_markup_of_text(name: str) -> None:
    assert not MARKUP.search(asset(name))


def test_scripts_put_together_import_nothing_and_export_one_thing() -> None:
    whole = module("card.js", "drag.js", "hand.js", "ruling.js", "meld_tray.js")
    assert re.findall(r"^import\b", whole, re.MULTILINE) == []
    assert re.findall(r"^export\b.*", whole, re.MULTILINE) == ["export default {"]


def test_names_of_scripts_put_together_differ() -> None:
    whole = module("card.js", "drag.js", "hand.js", "ruling.js", "meld_tray.js")
    names = Counter(re.findall(r"^(?:function|class|const) (\w+)", whole, re.MULTILINE))
    assert [name for name, times in names.items() if times > 1] == []


def test_every_script_is_sent() -> None:
    assert "drawRuling" in MeldTray._esm
    assert "ensureShapes" in MeldTray._esm


def test_every_colour_of_the_style_is_a_token_that_there_is() -> None:
    sheet = style("hand.css", "ruling.css", "meld_tray.css")
    used = set(re.findall(r"var\((--ct-[\w-]+)", sheet))
    made = set(re.findall(r"(--ct-[\w-]+)\s*:", sheet))
    assert used <= made
