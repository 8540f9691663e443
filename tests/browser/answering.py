"""Answers what a lesson asks, on the lesson's own page: first wrong, then right.

Nothing of what is right is written here. A lesson's cells are run once more in the test's own process; the widgets
that they give ask the same as those on the page, and of them the engine tells what is right, what is wrong, and what
is said.
"""

from __future__ import annotations

import ast
import contextlib
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import nbformat
from playwright.sync_api import Locator, expect

from canasta_teach.cards import Card
from canasta_teach.errors import InvalidMove
from canasta_teach.game.moves import Act, Move
from canasta_teach.game.referee import after, joined, judge
from canasta_teach.game.state import Position
from canasta_teach.teach.exercise import Exercise
from canasta_teach.teach.kinds import grader
from canasta_teach.teach.model import CountItem, DoItem
from canasta_teach.widgets import QuizCard
from canasta_teach.widgets.base import CourseWidget
from canasta_teach.widgets.hand import claim
from canasta_teach.widgets.quiz_do import Doing
from canasta_teach.widgets.quiz_table import shown
from canasta_teach.widgets.quiz_view import in_words
from canasta_teach.widgets.table_acts import DoAct, Verb
from tests.browser.tables import CORNER

PATIENCE = 10.0
"""Seconds that an answer may take."""

_SAYS = """(node, [text, patience]) => new Promise((done) => {
  const end = performance.now() + patience;
  const look = () => node.textContent.trim() === text || performance.now() > end ? done() : requestAnimationFrame(look);
  look();
})"""
STATE = {"wrong": "Not right yet. Try again.", "right": "Right."}


class Twin:
    """A lesson run in this process.

    Attributes:
        widgets: the widgets that it shows, by the place of the cell that shows them.
    """

    def __init__(self, path: Path) -> None:
        self._names: dict[str, Any] = {}
        cells = enumerate(nbformat.read(path, as_version=4).cells)
        self._cells: dict[int, str] = {place: cell.source for place, cell in cells if cell.cell_type == "code"}
        given = {place: self.run(place) for place in self._cells}
        self.widgets = {place: one for place, one in given.items() if isinstance(one, CourseWidget)}

    def run(self, place: int) -> Any:
        """Run a code cell; gives the value of its last line, where that is an expression."""
        lines = ast.parse(self._cells[place]).body
        last = lines[-1]
        with contextlib.redirect_stdout(io.StringIO()):
            if not isinstance(last, ast.Expr):
                return exec(compile(ast.Module(lines, []), "cell", "exec"), self._names)
            exec(compile(ast.Module(lines[:-1], []), "cell", "exec"), self._names)
            return eval(compile(ast.Expression(last.value), "cell", "eval"), self._names)


def spot(root: Locator, name: str) -> Locator:
    """What can be pressed at this place of the page."""
    return root.locator(f'[data-spot="{name}"]')


def expect_told(root: Locator, text: str) -> None:
    """Wait until the widget's live region says this."""
    status = root.locator(":scope .status[role=status]")
    # The page itself watches at each frame: what is asked from here is asked again only after tenths of a second.
    status.evaluate(_SAYS, [text, 1000 * PATIENCE])
    expect(status).to_have_text(text)


def ids_of(held: Mapping[str, Card], some: Sequence[Card]) -> list[str]:
    """The ids of such cards of a hand."""
    ids = claim(held, some)
    assert ids is not None, f"{some} are not held"
    return ids


def pick(root: Locator, held: Mapping[str, Card], some: Sequence[Card]) -> list[str]:
    """Choose these cards of the hand by mouse, and no others; gives their ids."""
    ids = ids_of(held, some)
    hand = root.locator(".ct-hand .row")
    chosen: list[str] = hand.locator('[aria-pressed="true"]').evaluate_all("all => all.map(card => card.dataset.id)")
    for one in sorted({*chosen} ^ {*ids}):
        face = hand.locator(f'[data-id="{one}"]')
        face.click(position=CORNER)
        expect(face).to_have_attribute("aria-pressed", str(one in ids).lower())
    return ids


# -- a quiz --------------------------------------------------------------------------------------------


def answer_quiz(root: Locator, quiz: QuizCard) -> None:
    """Answer every question wrong and right, and go on to the results.

    Args:
        root: the card on the page.
        quiz: the same card in this process, which is answered alike.
    """
    assert quiz.quiz is not None
    for one in quiz.quiz.exercises:
        expect(spot(root, "prompt")).to_have_text(shown(one.prompt))
        if isinstance(one.item, DoItem):
            _do(root, quiz, one)
        elif isinstance(one.item, CountItem):
            _count(root, quiz, one)
        else:
            _choose(root, quiz, one)
        _goes_on(root, quiz)


def _checked(root: Locator, quiz: QuizCard, answer: object, *, right: bool) -> str:
    """The answer was checked on the page: here it is checked too, and both say the same. Gives the reply's words."""
    reply = quiz.check(answer)
    assert reply.right is right, f"{quiz.exercise.item.id}: {answer!r} is {'not ' if right else ''}right: {reply.text}"
    said = quiz.said["text"]
    assert len(said) > len("Not this. "), "a reply says why"
    expect_told(root, said)
    # The mark of the question stands above, where there are several.
    state = "right" if right else "wrong"
    expect(root.locator(".tools .state")).to_have_text(STATE[state])
    if len(quiz.quiz or ()) > 1:
        expect(root.locator(".marks i").nth(quiz.number - 1)).to_have_class("yes" if right else "no")
    return in_words(reply.text, quiz.exercise)


def _choose(root: Locator, quiz: QuizCard, one: Exercise) -> None:
    asked = grader(one.item, one.rules)
    letters = [offer.letter for offer in one.offers]
    right = [letter for letter in letters if asked.check(letter).right]
    if one.several:
        right = str(asked.key).split()
    wrong = next(letter for letter in letters if letter not in right)

    spot(root, f"option {wrong}").click()
    spot(root, "check").click()
    told = _checked(root, quiz, wrong, right=False)
    marked = root.locator(".opt.no")
    expect(marked).to_have_count(1)
    expect(marked.locator(".reply.no")).to_contain_text(told)
    expect(spot(marked, f"option {wrong}")).to_be_checked()

    if one.several:
        spot(root, f"option {wrong}").click()
    for letter in right if one.several else right[:1]:
        spot(root, f"option {letter}").click()
    root.page.keyboard.press("Enter")
    _checked(root, quiz, " ".join(right if one.several else right[:1]), right=True)
    expect(root.locator(".opt.yes .reply.yes")).to_have_count(1)
    expect(spot(marked, f"option {wrong}")).to_have_count(1)
    expect(marked.locator(".reply.no")).to_contain_text(told)


def _count(root: Locator, quiz: QuizCard, one: Exercise) -> None:
    assert isinstance(one.item, CountItem)
    right = int(grader(one.item, one.rules).key)
    wrong = one.item.near[0].equals if one.item.near else right + 5
    field, reply = spot(root, "field"), root.locator(".below .reply")
    field.click()
    root.page.keyboard.type(str(wrong))
    root.page.keyboard.press("Enter")
    told = _checked(root, quiz, wrong, right=False)
    expect(reply).to_contain_text(told)
    expect(field).to_have_attribute("aria-invalid", "true")

    field.click(click_count=3)
    root.page.keyboard.type(str(right))
    spot(root, "check").click()
    told = _checked(root, quiz, right, right=True)
    expect(reply).to_contain_text(told)


def _do(root: Locator, quiz: QuizCard, one: Exercise) -> None:
    assert one.position is not None
    asked, doing = grader(one.item, one.rules), Doing(one.position)
    reply = root.locator(".below .reply")

    wrong = next(act for act in _tries(doing) if asked.check(Move((act,))).right is False)
    legal = _act(root, doing, wrong)
    if legal:
        spot(root, "check").click()
    told = _checked(root, quiz, str(wrong), right=False)
    expect(reply).to_contain_text(told)
    expect(root.locator(".doing .acts li")).to_have_count(int(legal))
    if legal:
        root.page.keyboard.press("u")
        expect(root.locator(".doing .acts li")).to_have_count(0)
        doing.undo()

    right = str(asked.key)
    for number, (_, act) in enumerate(joined(Move.parse(right), one.rules), 1):
        assert _act(root, doing, act), f"{one.item.id}: {act} is refused"
        expect(root.locator(".doing .acts li")).to_have_count(number)
    spot(root, "check").click()
    _checked(root, quiz, right, right=True)
    expect(reply).to_contain_text("Done, and legal.")


def _tries(doing: Doing) -> Iterator[Act]:
    """Acts that a learner might try on this table."""
    yield from (Act("discard", cards=(card,)) for card in doing.state.hand.values())
    yield from (Act("draw"), Act("take"))


def _act(root: Locator, doing: Doing, act: Act) -> bool:
    """Do an act on the table of a question by mouse; gives whether it is legal.

    What no click says, such as the meld onto which a pile is taken, is typed.
    """
    if act.kind == "lay" and len(act.parts) == 1:
        chosen, trays = act.parts[0].cards, []
    else:
        chosen, trays = act.cards, [part.cards for part in act.parts]
    for some in trays:
        put = pick(root, doing.state.held, some)
        spot(root, "new").click()
        doing.put(put, None)
        expect(root.locator(".doing .slot")).to_have_count(len(doing.state.slots))
    wish = _wish(doing, act, ids_of(doing.state.held, chosen))
    if wish is None:
        typed = spot(root, "typed")
        typed.fill(str(Move((act,))))
        typed.press("Enter")
    else:
        pick(root, doing.state.held, chosen)
        spot(root, f"meld {wish.melds[0][0]} {wish.melds[0][1]}" if wish.melds else f"verb {wish.verb}").click()
    return doing.attempt(act).legal


def _wish(doing: Doing, act: Act, ids: list[str]) -> DoAct | None:
    """What is pressed with these cards chosen, so that it comes to the act; nothing where no press does."""
    # Each kind of act that a question asks for has a verb of its name.
    verb = cast("Verb", "add" if act.kind == "lay" and act.parts[0].to is not None else act.kind)
    own = doing.position.side(doing.seat)
    melds = [(own, index) for index in range(len(doing.position.melds[own]))] if verb == "add" else []
    for wish in (DoAct(verb, cards=ids), *(DoAct(verb, cards=ids, melds=[meld]) for meld in melds)):
        with contextlib.suppress(InvalidMove):
            made = doing.wish(wish)
            if made == act or _end(doing.position, made) == _end(doing.position, act):
                return wish
    return None


def _end(table: Position, act: Act) -> Position | Act:
    """The table after a legal act; an act that is refused leads to none."""
    move = Move((act,))
    return after(table, move) if judge(table, move).legal else act


def _goes_on(root: Locator, quiz: QuizCard) -> None:
    """Go on from a question that was answered right: to the next one, to the results, or to the same on other cards."""
    assert quiz.quiz is not None
    if len(quiz.quiz) == 1:
        expect(spot(root, "again")).to_be_focused()
        return
    expect(spot(root, "next")).to_be_focused()
    # By mouse and by its key in turn.
    if quiz.number % 2:
        spot(root, "next").click()
    else:
        root.page.keyboard.press("]")
    quiz.next()
    expect_told(root, quiz.said["text"])
    expect(spot(root, "prompt")).to_be_focused()
    if quiz.quiz.over:
        expect(spot(root, "prompt")).to_have_text("How it went")
        number = len(quiz.quiz)
        expect(root.locator(".sum")).to_have_text(re.compile(f"^0 of {number} right at once, {number} in the end[.]"))
