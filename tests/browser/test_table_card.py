"""The table card as Chromium prints it: one page of A4 and of Letter, legible, with nothing cut off."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped] # it ships no types
from playwright.sync_api import Page

from canasta_teach.rulebook import KEYS, RuleSet, parse_house, ruleset
from canasta_teach.table_card import card_page

pytestmark = pytest.mark.browser

# House rules that have as much to say as any do: all prices, runs, many steps, and a long name.
FULL_HOUSE = """
base = "classic"
title = "The long Friday table, where everybody has brought a rule from home"
penalties = true
sequences = true
concealed_canasta = 100
wilds_at_most_naturals = true
max_meld = 9
draw_count = 2
canastas_to_go_out = 2
card_values = {JK = 60, "2" = 25, A = 15, K = 12, "3" = 8}
hand_size = {"2" = 15, "3" = 13, "4" = 11, "5" = 10, "6" = 9}
initial_steps = [{minimum = 15}, {from = 0, minimum = 50}, {from = 1500, minimum = 90}, {from = 3000, minimum = 120}]
"""
LEAST_TYPE = 7.9
"""Points of type that are read without effort at arm's length on paper."""


def card(name: str) -> RuleSet:
    return parse_house(FULL_HOUSE) if name == "house" else ruleset(name)


@pytest.fixture(params=[*KEYS, "house"])
def shown(page: Page, request: pytest.FixtureRequest) -> Page:
    page.set_content(card_page(card(request.param)))
    return page


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_it_prints_on_one_page(shown: Page, paper: str) -> None:
    printed = shown.pdf(format=paper, print_background=True)
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1


def test_its_type_is_large_enough_to_read(shown: Page) -> None:
    pixels = float(shown.evaluate("parseFloat(getComputedStyle(document.body).fontSize)"))
    assert pixels * 72 / 96 >= LEAST_TYPE


def test_on_a_narrow_screen_nothing_runs_off_its_side(shown: Page) -> None:
    shown.set_viewport_size({"width": 360, "height": 800})
    assert shown.evaluate("document.documentElement.scrollWidth") <= 360


def test_it_has_no_faults_of_access(shown: Page) -> None:
    found = Axe().run(shown).response["violations"]
    assert [(one["id"], [node["html"] for node in one["nodes"]][:3]) for one in found] == []
