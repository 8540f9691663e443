"""How a table looks: access in all states and both themes, widths, zoom, text from outside, another language."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from canasta_teach.game.view import view
from canasta_teach.players import plain
from canasta_teach.rulebook import parse_house
from canasta_teach.widgets import Table, look
from tests.browser.bare import Bare
from tests.browser.look import check_access, cut_off, keep_pictures, settle
from tests.browser.places import Lab
from tests.browser.tables import choose, part
from tests.browser.texts import HOSTILE, PSEUDO, check_stays_text, english_left

pytestmark = pytest.mark.browser

FULL: dict[str, Any] = {
    "rules": "classic",
    "phase": "draw",
    "scores": [1600, 2120],
    "dealer": 3,
    "hands": ["2S KH KD 10H 9S 9C 7H 6D 4S", 6, 8, 10],
    "melds": [
        ["QH QS QD QC QH QS QD", "7S 7D 7C 2H"],
        ["AS AH AD AC AS 2C 2H JK", "8H 8S 8D", "5C 5D 5H JK"],
    ],
    "red_threes": [["3H", "3D"], ["3D"]],
    "pile": ["KC", "5S", "2D", "9D", "6S"],
    "frozen": True,
    "stock": 34,
}
MANY: dict[str, Any] = {
    "rules": "classic",
    "phase": "play",
    "scores": [3200, 2900],
    "hands": [
        "2S 2D JK AH AD KH KS QC JH JH JS 10H 10S 9S 9C 8D 8C 7H 7C 6D 6S 5D 5C 4S 4C 3S 3C", 6, 8, 10
    ],
    "melds": [
        [
            "AS AC AS", "KD KC KS", "QD QS QH QD QS QH QC", "JC JD JC",
            "10D 10C 10D", "9H 9D 9H 9D", "8H 8S 8H 8S", "7D 7S 7D",
            "6H 6C 6H 6C JK", "5H 5S 5H",
        ],
        ["4H 4D 4H 4D 4S 2C 2H"],
    ],
    "pile": ["3C"],
    "stock": 4,
}  # fmt: skip


WIDE: dict[str, Any] = {
    "hands": ["KH KD 2S 9H 7C", 11, 11, 11],
    "melds": [["JH JD JC"], ["6H 6D 6C"]],
    "pile": "KC 8D 10H 4H",
    "stock": 4,
}


BESIDE_THE_FILES = 332 + 2 * 16
"""Pixels of a page on which a widget is as wide as in JupyterLab at 700 pixels, where the list of files is open."""


@pytest.fixture
def projector() -> Iterator[None]:
    """Widgets are shown in the size for a projector."""
    before = look()
    look(size="projector")
    yield
    look(suits=before.suits, size=before.size)


def over() -> Table:
    table = Table(seed=24)
    while table.position.phase != "over":
        if table.position.turn == table.seat:
            table.do(str(plain(view(table.position, table.seat))))
        else:
            table.play_on()
    return table


def test_a_table_has_no_fault_of_access_in_any_state_in_either_theme(bare: Bare) -> None:
    table = bare.show(Table(seed=7))
    check_access(bare, "a deal that begins")
    table = bare.show(Table(FULL))
    choose(table, "KH KD")
    part(table, "more").click()
    part(table, "files").click()
    check_access(bare, "chosen, all opened")
    part(table, "files").click()
    part(table, "act lay").click()
    expect(table.get_by_role("heading", name="Refused", exact=True)).to_be_focused()
    part(table, "log 1").click()
    check_access(bare, "refused, a line of the log opened")
    bare.show(Table(MANY).put("AH AD").put("KH KS 2S"))
    check_access(bare, "trays")
    laid = Table(MANY)
    laid.do("add KH KS to K")
    bare.show(laid)
    check_access(bare, "laid")
    bare.show(Table(seed=3, others="plain", seat=1))
    check_access(bare, "another player's turn")
    bare.show(Table(seed=3, players=6, pass_round=True))
    check_access(bare, "the hand hidden")
    bare.show(over())
    check_access(bare, "over")


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_text_from_outside_stays_text(bare: Bare, text: str) -> None:
    bare.show(Table(FULL, title=text), width=700)
    check_stays_text(bare.page, text)
    assert cut_off(bare.page) == []
    house = parse_house(f'base = "classic"\ntitle = {json.dumps(text[:80])}\n')
    table = bare.show(Table(rules=house, seed=1), width=700)
    check_stays_text(bare.page, text[:80])
    part(table, "files").click()
    table.get_by_role("textbox", name="File").fill(text)
    part(table, "load").click()
    expect(table.locator(".status.fault")).to_be_visible()
    table.get_by_role("textbox", name="A position or a saved deal").fill(json.dumps({"rules": text}))
    part(table, "paste").click()
    expect(table.locator(".status.fault")).to_contain_text("rule")
    check_stays_text(bare.page, "rule")
    part(table, "more").click()
    part(table, "type").fill(text)
    part(table, "try").click()
    expect(table.locator(".status.fault")).to_be_visible()
    # A field shows as much of a long text as it is wide.
    part(table, "type").fill("")
    part(table, "file name").fill("")
    assert cut_off(bare.page) == []


def test_in_another_language_no_english_word_is_left(lab: Lab) -> None:
    lab.write(
        "table-words.ipynb",
        PSEUDO,
        f"from canasta_teach.widgets import Table\ntable = Table({FULL!r})\n"
        "table.do('take with KH 2S')\ntable.do('meld 9S 9C 7H')\ntable.choose('KH KD').put('9S 9C')\ntable",
    )
    lab.open("table-words.ipynb")
    lab.run_all()
    table = lab.page.locator(".ct-table")
    expect(table).to_be_visible()
    part(table, "more").click()
    part(table, "files").click()
    assert english_left(lab.page, exempt=("Classic", "Goren", "Swedish", "Italian", "Brazilian", "take with")) == []


def test_pictures_of_tables_show_nothing_cut(bare: Bare) -> None:
    table = bare.show(Table(FULL))
    choose(table, "KH KD")
    keep_pictures(bare, "table-chosen")
    bare.page.keyboard.press("l")
    expect(table.get_by_role("heading", name="Refused", exact=True)).to_be_visible()
    keep_pictures(bare, "table-refused", themes=("light",))
    bare.show(Table(MANY).put("AH AD").put("KH KS 2S"))
    keep_pictures(bare, "table-many")
    for players in (2, 3, 5, 6):
        bare.show(Table(seed=3, players=players))
        keep_pictures(bare, f"table-{players}-players", themes=("light",))
    bare.show(over())
    keep_pictures(bare, "table-over", themes=("dark",))
    bare.show(Table(seed=3, players=6, pass_round=True))
    keep_pictures(bare, "table-hidden", themes=("light",))


def test_the_panel_of_files_and_the_field_for_an_act_are_whole_beside_the_list_of_files(bare: Bare) -> None:
    _check_narrow(bare)


@pytest.mark.usefixtures("projector")
def test_in_the_size_for_a_projector_nothing_is_cut_beside_the_list_of_files(bare: Bare) -> None:
    _check_narrow(bare)
    for players in (2, 3, 5, 6):
        bare.show(Table(seed=3, players=players), width=BESIDE_THE_FILES)
        settle(bare.page)
        assert cut_off(bare.page) == [], players
    for start in (FULL, MANY):
        bare.show(Table(start).put("KH"), width=BESIDE_THE_FILES)
        settle(bare.page)
        assert cut_off(bare.page) == []
    bare.show(over(), width=BESIDE_THE_FILES)
    settle(bare.page)
    assert cut_off(bare.page) == []


def _check_narrow(bare: Bare) -> None:
    table = bare.show(Table(seed=3), width=BESIDE_THE_FILES)
    part(table, "more").click()
    part(table, "files").click()
    field = part(table, "file name")
    expect(field).to_be_focused()
    settle(bare.page)
    assert cut_off(bare.page) == []
    # The ring of the focus reaches so far over the field's edge, and shows whole within the panel.
    ring = "node => parseFloat(getComputedStyle(node).outlineWidth) + parseFloat(getComputedStyle(node).outlineOffset)"
    room = "node => node.closest('.files').getBoundingClientRect().right - node.getBoundingClientRect().right"
    assert field.evaluate(room) > field.evaluate(ring) > 0


def test_another_widget_on_the_page_does_not_change_how_a_table_is_laid_out(lab: Lab) -> None:
    # The styles of both hold the parts that they share; those of the widget drawn last come last.
    lab.write(
        "beside.ipynb",
        f"from canasta_teach.widgets import DealTable, QuizCard, Table\nTable({WIDE!r})",
        "DealTable(seed=51).all()",
        'QuizCard("turn.draw-first/begin-and-end")',
    )
    lab.open("beside.ipynb")
    lab.run_all()
    expect(lab.page.locator(".ct-quiz")).to_be_visible()
    table, deal = lab.page.locator(".ct-table"), lab.page.locator(".ct-deal")
    stock, pile = (table.locator(f'[data-spot="{name}"]').bounding_box() for name in ("stock", "pile"))
    assert stock is not None
    assert pile is not None
    assert stock["y"] == pile["y"]
    columns = "node => getComputedStyle(node).gridTemplateColumns.split(' ').length"
    assert deal.locator(".mid").evaluate(columns) == 2
    assert "mid" in deal.locator(".tfelt").evaluate("node => getComputedStyle(node).gridTemplateAreas")
