"""The learner's choice of looks: it holds for every widget, and reaches those that are shown."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from canasta_teach.errors import CanastaError
from canasta_teach.widgets import Hand, Look, MeldTray, look


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    before = look()
    yield
    look(suits=before.suits, size=before.size)


def test_widgets_that_are_shown_take_a_new_look_on_at_once() -> None:
    shown = [Hand("KH"), MeldTray(hand="KH KS KD")]
    assert look(suits="four", size="projector") == Look(suits="four", size="projector")
    assert [widget.view["look"] for widget in shown] == [{"suits": "four", "size": "projector"}] * 2


def test_widgets_made_later_wear_the_look() -> None:
    look(suits="four")
    assert Hand("KH").view["look"] == {"suits": "four", "size": "normal"}


def test_what_is_not_named_stays_as_it_is() -> None:
    look(size="projector")
    look(suits="four")
    assert repr(look()) == "Look(suits='four', size='projector')"


@pytest.mark.parametrize(("key", "value"), [("suits", "five"), ("size", "huge"), ("suits", 4)])
def test_a_look_that_there_is_not_is_refused_with_those_that_there_are(key: str, value: object) -> None:
    before = look()
    with pytest.raises(CanastaError, match=f"{key}: .*{value}"):
        look(**{key: value})  # type: ignore[arg-type]
    assert look() == before
