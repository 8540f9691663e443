"""A table on a page, for its tests: choosing cards and making acts by mouse, and again by keys alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from playwright.sync_api import Locator, expect
from playwright.sync_api import Position as Point

from canasta_teach.cards import Card, card
from canasta_teach.game.moves import Act, Move
from canasta_teach.game.state import Position
from canasta_teach.widgets import Table
from canasta_teach.widgets.words import spoken

CORNER: Point = {"x": 12, "y": 16}

Means = Callable[[Locator, str], None]
"""Makes an act of this verb with what is chosen."""


def in_hand(table: Locator, name: str) -> Locator:
    """Cards of the hand with this spoken name."""
    return table.locator(".ct-hand .row").get_by_role("button", name=name, exact=True)


def part(table: Locator, spot: str) -> Locator:
    """What can be pressed at this place of the page."""
    return table.locator(f'[data-spot="{spot}"]')


def status(table: Locator) -> Locator:
    """The live region."""
    return table.get_by_role("status")


def choose(table: Locator, cards: str | Sequence[Card]) -> None:
    """Choose cards of the hand by mouse."""
    for one in map(card, cards.split()) if isinstance(cards, str) else cards:
        free = table.locator(f'.ct-hand .row button[aria-label="{spoken(one)}"][aria-pressed="false"]').first
        node = free.element_handle()
        free.click(position=CORNER)
        assert node.get_attribute("aria-pressed") == "true"


def choose_by_keys(table: Locator, cards: str | Sequence[Card]) -> None:
    """Choose cards of the hand by keys alone; the focus has to be in the hand."""
    keyboard = table.page.keyboard
    keyboard.press("Home")
    for one in map(card, cards.split()) if isinstance(cards, str) else cards:
        focused = table.page.locator(":focus")
        keyboard.press("Home")
        for _ in range(60):
            if focused.get_attribute("aria-label") == spoken(one) and focused.get_attribute("aria-pressed") == "false":
                break
            keyboard.press("ArrowRight")
        assert focused.get_attribute("aria-label") == spoken(one)
        keyboard.press("Space")
        expect(focused).to_have_attribute("aria-pressed", "true")


def to_hand(table: Locator) -> None:
    """Put the focus on the card of the hand that Tab reaches."""
    table.locator('.ct-hand .row button[tabindex="0"]').focus()


def has_focus(table: Locator) -> bool:
    """Whether the focus is within the table, on something that is seen."""
    inside: bool = table.evaluate(
        "table => table.contains(document.activeElement) && document.activeElement.getClientRects().length > 0"
    )
    return inside


def last(table: Table) -> tuple[str, bool]:
    """The last act of the log in the notation, and whether it was refused."""
    game = table._sitting.game
    entry = game.entries[game.step - 1]
    return entry.text, entry.refused


def wait_for_entries(table: Locator, widget: Table, number: int) -> None:
    """Wait until the log has so many entries, and the page shows what they led to."""
    for _ in range(200):
        if widget.step >= number and table.evaluate("() => window.bare.model.get('view').tick") == widget._ticks:
            return
        table.page.wait_for_timeout(10)
    raise AssertionError(f"the log has {widget.step} entries, not {number}: {status(table).text_content()}")


def make(table: Locator, widget: Table, move: Move) -> None:
    """Make a move on the page by mouse, as far as clicks go; else type it."""
    before = widget.step
    for act in move.acts:
        press(table, widget.position, act)
        before += 1
        wait_for_entries(table, widget, before)


def press(table: Locator, position: Position, act: Act) -> None:
    """Make an act by mouse, as far as clicks go; else type it."""
    if not _click(table, position, act):
        type_act(table, str(Move((act,))))


def type_act(table: Locator, text: str) -> None:
    """Type an act into the field for it."""
    field = table.get_by_role("textbox", name="Type an act")
    if not field.is_visible():
        part(table, "more").click()
    field.fill(text)
    field.press("Enter")


def _click(table: Locator, position: Position, act: Act) -> bool:
    own = position.side(position.turn)
    match act.kind:
        case "draw":
            part(table, "stock").click()
        case "discard":
            choose(table, act.cards)
            part(table, "act discard").click()
        case "lay" if len(act.parts) == 1 and act.parts[0].to is None:
            choose(table, act.parts[0].cards)
            part(table, "act lay").click()
        case "lay" if len(act.parts) == 1 and act.parts[0].to is not None and act.parts[0].to.name.startswith("#"):
            choose(table, act.parts[0].cards)
            part(table, f"meld {own} {act.parts[0].to.name[1:]}").click()
        case "take" if act.cards and act.onto is None and not act.parts:
            choose(table, act.cards)
            part(table, "pile").click()
        case _:
            return False
    return True
