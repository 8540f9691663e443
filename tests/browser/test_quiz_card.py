"""The quiz card on a page: each kind of question answered wrong and right, by mouse and by keys, and as it looks."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from canasta_teach.teach.progress import MemoryStore, Progress
from canasta_teach.widgets import QuizCard
from tests.browser.bare import Bare
from tests.browser.look import check_access, cut_off, keep_pictures

pytestmark = pytest.mark.browser

CHOICE = ""


def quiz(*items: str, **more: object) -> QuizCard:
    return QuizCard(*items, progress=Progress(MemoryStore()), **more)  # type: ignore[arg-type]


def states() -> dict[str, QuizCard]:
    """The card in all that it can show."""
    from canasta_teach.teach.load import bank
    from canasta_teach.teach.model import ChoiceItem, CountItem, DoItem, RulingItem, SpotItem

    def first(kind: type, n: int = 0) -> str:
        return [one.id for one in bank().values() if isinstance(one, kind)][n]

    found = {"waiting": quiz(lesson="05", seed=5)}
    for name, kind in {"choice": ChoiceItem, "ruling": RulingItem, "count": CountItem, "do": DoItem, "spot": SpotItem}.items():
        for n in (0, 3):
            found[f"{name}{n}"] = quiz(first(kind, n))
    return found


def test_nothing_is_cut_at_any_width_theme_or_zoom(bare: Bare) -> None:
    for name, widget in states().items():
        bare.show(widget)
        keep_pictures(bare, f"quiz-card-{name}", themes=("light",))
