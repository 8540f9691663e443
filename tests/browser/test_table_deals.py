"""Whole deals at a table, from first draw to score summary, under each rule set; and one that outlives Python."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from canasta_teach.game.moves import Move
from canasta_teach.game.scoring import score
from canasta_teach.game.state import Position
from canasta_teach.game.view import view
from canasta_teach.players import plain
from canasta_teach.widgets import Table
from tests.browser.bare import Bare
from tests.browser.places import Lab, ask
from tests.browser.tables import has_focus, make, part, press, status

pytestmark = pytest.mark.browser

SEEDS = {"classic": 24, "goren_1949": 2, "swedish": 13, "italian": 2, "brazilian": 5}
"""Deals in which the learner's acts are few, by rule set."""

RESTART = """async () => {
  const session = window.jupyterapp.shell.currentWidget.sessionContext.session;
  await session.kernel.restart();
  await session.kernel.info;
}"""


def learners_move(table: Table) -> Move:
    chosen = plain(view(table.position, table.seat))
    return Move.parse(str(chosen))


@pytest.mark.parametrize(("rules", "seed"), SEEDS.items(), ids=SEEDS)
def test_a_whole_deal_is_played_by_mouse_to_its_score_summary(bare: Bare, rules: str, seed: int) -> None:
    widget = Table(rules=rules, seed=seed)
    table = bare.show(widget)
    for _ in range(60):
        if widget.position.phase == "over":
            break
        if part(table, "all").is_visible():
            part(table, "all").click()
            expect(part(table, "all")).to_have_count(0)
        else:
            make(table, widget, learners_move(widget))
    assert widget.position.phase == "over"
    summary = table.locator(".part.over")
    expect(summary).to_contain_text("went out")
    for sheet in score(widget.position):
        expect(summary.get_by_role("row", name="this deal")).to_contain_text(f"{abs(sheet.total):,}")
    assert has_focus(table)
    part(table, "next deal").click()
    expect(summary).to_be_empty()
    assert widget.position.scores == tuple(sheet.total for sheet in score(played_again(rules, seed)))
    assert widget.position.dealer == 0
    assert has_focus(table)


def played_again(rules: str, seed: int) -> Position:
    """The end of the same deal, played by code."""
    table = Table(rules=rules, seed=seed)
    while table.position.phase != "over":
        if table.position.turn == table.seat:
            table.do(str(learners_move(table)))
        else:
            table.play_on()
    return table.position


def follow(table: Locator, twin: Table, most: int) -> None:
    """Play on at the page as a table in this process says, which holds the same deal; at most so many acts."""
    for _ in range(most):
        if twin.position.phase == "over":
            return
        if part(table, "all").is_visible():
            twin.play_on()
            part(table, "all").click()
        else:
            position, move = twin.position, learners_move(twin)
            twin.do(str(move))
            press(table, position, move.acts[0])
        expect(status(table)).to_have_text(twin.said["text"])


def test_a_deal_is_saved_python_is_restarted_and_the_deal_is_opened_and_finished(lab: Lab) -> None:
    lab.write("deal.ipynb", "from canasta_teach.widgets import Table\ntable = Table(seed=24)\ntable")
    lab.open("deal.ipynb", height=1400)
    lab.run_all()
    table, twin = lab.page.locator(".ct-table"), Table(seed=24)
    follow(table, twin, 5)
    log = table.locator(".part.log").text_content()
    part(table, "files").click()
    table.get_by_role("textbox", name="File").fill("half.json")
    part(table, "save").click()
    expect(status(table)).to_have_text("Saved as half.json.")
    ask(lab.page, RESTART)
    lab.run_all()
    expect(table.locator(".part.log")).to_contain_text("Nothing has happened yet.")
    part(table, "files").click()
    table.get_by_role("textbox", name="File").fill("half.json")
    part(table, "load").click()
    expect(status(table)).to_contain_text("Your turn.")
    assert table.locator(".part.log").text_content() == log
    follow(table, twin, 60)
    expect(table.locator(".part.over")).to_contain_text("went out")
    for sheet in score(twin.position):
        expect(table.locator(".part.over")).to_contain_text(f"{abs(sheet.total):,}")
