"""Tries what stands in a lesson beside its questions, on the lesson's own page: what is refused, and what is allowed.

As in `answering`, what is right is asked of the engine; a widget in the test's own process does the same, and what it
says is looked for on the page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from playwright.sync_api import Locator, expect

from canasta_teach.cards import Card
from canasta_teach.game.legal import legal_moves
from canasta_teach.game.melds import read
from canasta_teach.game.moves import Act, Move, Part
from canasta_teach.game.referee import judge
from canasta_teach.game.state import Position
from canasta_teach.rulebook.ruleset import RuleSet
from canasta_teach.teach.puzzles.prove import prove
from canasta_teach.widgets import GuidedDeal, Hand, MeldTray, PuzzleBoard, ScoreSheet, Table
from tests.browser.answering import expect_told, pick, spot
from tests.browser.tables import type_act

_BY_CLICK = {"draw": "stock", "take": "pile", "discard": "act discard", "lay": "act lay"}


def tries(position: Position) -> Iterator[Act]:
    """Acts that a beginner might try: to draw twice, to take whatever lies there, to discard at once, to lay a pair."""
    hand = position.hands[position.turn] or ()
    yield Act("lay", parts=(Part(tuple(hand[:2])),))
    yield from (Act("discard", cards=(card,)) for card in hand)
    yield from (Act("draw"), Act("take"))


def refused(position: Position) -> Act:
    """An act that the referee refuses, and for which no price is known."""
    for act in tries(position):
        ruling = judge(position, Move((act,)))
        if not ruling.legal and ruling.consequence is None:
            return act
    raise AssertionError("all is allowed at this table")


def allowed(position: Position, *kinds: str) -> Act:
    """An act that the referee allows, of the first of these kinds of which there is one."""
    acts = [move.acts[0] for move in legal_moves(position)]
    return next(act for kind in kinds for act in acts if act.kind == kind)


# -- a tray --------------------------------------------------------------------------------------------


def try_tray(root: Locator, tray: MeldTray) -> None:
    """Lay what is refused, take it back, and lay what is allowed."""
    hand = sorted(tray._held.values())
    wrong = next(
        act
        for act in (Act("lay", parts=(Part((first, second)),)) for first in hand for second in hand[::-1])
        if not judge(tray.position, Move((act,))).legal
    )
    _lay(root, tray, wrong, legal=False)
    expect(root.locator(".part.ruling")).to_contain_text("Refused")
    spot(root, "reset").click()
    tray.reset()
    expect_told(root, tray.said["text"])
    _lay(root, tray, allowed(tray.position, "lay"), legal=True)
    expect(root.locator(".slot[role=group]")).to_have_count(0)


def _lay(root: Locator, tray: MeldTray, act: Act, *, legal: bool) -> None:
    melds = tray.position.melds[tray.position.side(tray.position.turn)]
    for number, part in enumerate(act.parts, 1):
        pick(root, tray._held, part.cards)
        onto = None
        if part.to is not None:
            ranks: list[str] = [read(meld, tray.position.rules).rank for meld in melds]
            onto = int(part.to.name[1:]) if part.to.name.startswith("#") else ranks.index(part.to.name)
        spot(root, "put new" if onto is None else f"onto {onto}").click()
        tray.put([card.code for card in part.cards], meld=onto)
        expect(root.locator(".slot[role=group]")).to_have_count(number)
    spot(root, "lay").click()
    assert tray.lay().legal is legal
    expect_told(root, tray.said["text"])


# -- a table -------------------------------------------------------------------------------------------


def try_table(root: Locator, table: Table) -> None:
    """Do what is refused, then what is allowed, at a table at which it is the learner's turn."""
    act_at(root, table, refused(table.position), legal=False)
    expect(root.locator(".part.ruling")).to_contain_text("Refused")
    act_at(root, table, allowed(table.position, "lay", "take", "draw", "table", "discard"), legal=True)


def act_at(root: Locator, table: Table, act: Act, *, legal: bool) -> None:
    """Do an act by mouse, as far as clicks go; else type it."""
    sitting = table._sitting
    # The page names chosen cards in the order in which they are held.
    order = list(sitting.hand.values()).index
    if act.kind == "lay" and len(act.parts) == 1 and act.parts[0].to is None:
        act = Act("lay", parts=(Part(tuple(sorted(act.parts[0].cards, key=order))),))
        pick(root, sitting.state.held, act.parts[0].cards)
        spot(root, "act lay").click()
    elif act.kind in _BY_CLICK and not act.parts and act.onto is None:
        act = Act(act.kind, cards=tuple(sorted(act.cards, key=order)))
        pick(root, sitting.state.held, act.cards)
        spot(root, _BY_CLICK[act.kind]).click()
    else:
        type_act(root, str(Move((act,))))
    assert table.do(str(Move((act,)))).legal is legal
    expect_told(root, table.said["text"])


# -- a puzzle ------------------------------------------------------------------------------------------


def solve_puzzle(root: Locator, board: PuzzleBoard) -> None:
    """Have a laying checked that the referee refuses, then one that the solver has proven best."""
    position = board.position
    [best] = prove(position, board.puzzle.aim).some(1)
    hand = position.hands[position.turn] or ()
    alone = Act(
        "take" if position.phase == "draw" else "lay", parts=() if position.phase == "draw" else (Part(hand[:1]),)
    )
    _check(root, board, Move((alone,)), stars=0)
    _check(root, board, best, stars=3)
    expect(spot(root, "next")).to_be_focused()


def _check(root: Locator, board: PuzzleBoard, move: Move, *, stars: int) -> None:
    field = root.get_by_role("textbox", name="Or type it")
    if not field.is_visible():
        spot(root, "typing").click()
    field.fill(str(move))
    spot(root, "check typed").click()
    assert board.check(str(move)).stars == stars
    expect_told(root, board.said["text"])


# -- a hand --------------------------------------------------------------------------------------------


def _all_wild(rules: RuleSet, hand: Sequence[Card], chosen: Sequence[Card]) -> bool:
    return sorted(chosen) == sorted(filter(rules.is_wild, hand))


def _of_85_points(rules: RuleSet, hand: Sequence[Card], chosen: Sequence[Card]) -> bool:
    return rules.points(chosen) == 85


AIMS: dict[str, Callable[[RuleSet, Sequence[Card], Sequence[Card]], bool]] = {
    "Choose the wild cards": _all_wild,
    "Make 85 points": _of_85_points,
}
"""What is to be chosen of a hand, by its title."""


def choices(hand: Hand) -> tuple[Sequence[Card], Sequence[Card]]:
    """A choice that misses the aim of a hand, and the smallest one that meets it."""
    aim, held = AIMS[hand._title], hand.cards
    sizes = range(1, len(held) + 1)
    right = next(some for n in sizes for some in combinations(held, n) if aim(hand._rules, held, some))
    wrong = next(some for some in combinations(held, len(right)) if not aim(hand._rules, held, some))
    return wrong, right


# -- a guided deal -------------------------------------------------------------------------------------


def play_deal(root: Locator, deal: GuidedDeal) -> None:
    """Do what is refused, then follow the coach to the end, by mouse where the learner acts."""
    act_at(root, deal, refused(deal.position), legal=False)
    expect(root.locator(".coach .told")).to_contain_text(deal.coach.done)
    while deal.coach.kind != "end":
        if deal.coach.kind == "wait":
            root.page.keyboard.press("o")
            deal.show_me()
        else:
            act_at(root, deal, Move.parse(deal.coach.text).acts[0], legal=True)
        expect(root.locator(".coach .told")).to_contain_text(deal.coach.words)
    expect(root.locator(".part.over")).to_be_visible()


# -- a score sheet -------------------------------------------------------------------------------------


def fill_sheet(root: Locator, sheet: ScoreSheet) -> None:
    """Fill a sheet with a wrong line, have it checked, mend it, and have it checked again."""
    truth = sheet._draft.truth
    keyboard = root.page.keyboard
    wrong = next(iter(truth))
    figures = {**truth, wrong: truth[wrong] + 5}
    for line, points in figures.items():
        spot(root, f"field {line}").click()
        keyboard.type(str(points))
    spot(root, "check").click()
    sheet.fill(figures)
    answer = sheet.check()
    assert (answer.right, answer.line) == (False, wrong)
    expect_told(root, sheet.said["text"])
    field = spot(root, f"field {wrong}")
    expect(field).to_be_focused()
    expect(field).to_have_attribute("aria-invalid", "true")
    field.click(click_count=3)
    keyboard.type(str(truth[wrong]))
    keyboard.press("Control+Enter")
    assert sheet.fill(wrong, truth[wrong]).check().right
    expect_told(root, sheet.said["text"])


def find_mistakes(root: Locator, sheet: ScoreSheet) -> None:
    """Point at a line that is right, then at all that are wrong."""
    mistakes = sheet._draft.mistakes
    sound = next(line for line in sheet.line_names if line not in mistakes)
    for line in (sound, *mistakes):
        spot(root, f"point {line}").click()
        assert sheet.point(line).right is (line in mistakes)
        expect_told(root, sheet.said["text"])
    assert sheet.right
