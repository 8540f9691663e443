"""The deal table on a page: by mouse, by real keys, by touch, as a screen reader is told, and as it looks."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Locator, expect

from canasta_teach import i18n
from canasta_teach.rulebook import KEYS, parse_house, ruleset
from canasta_teach.widgets.deal_table import DealTable
from tests.browser.bare import Bare
from tests.browser.look import check_access, keep_pictures
from tests.browser.places import Lab
from tests.browser.texts import HOSTILE, check_stays_text, english_left

pytestmark = pytest.mark.browser

CELL = "from canasta_teach.widgets import DealTable\ntable = DealTable(seed=7)\ntable"


def show(lab: Lab, name: str, *cells: str) -> Locator:
    """A notebook with a deal table in its first cell, run; gives the table."""
    lab.write(name, *(cells or (CELL,)))
    lab.open(name)
    lab.run_all()
    table = lab.page.locator(".ct-deal")
    expect(table).to_be_visible()
    return table


def test_look(bare: Bare) -> None:
    table = DealTable(seed=7)
    bare.show(table)
    for n in range(4):
        table.round()
    bare.refresh()
    keep_pictures(bare, "deal-mid", themes=["light"])
    for n in (2, 6):
        table.choose(players=n).all()
        bare.refresh()
        keep_pictures(bare, f"deal-{n}", themes=["light"])
