"""The bench itself: a page's faults are seen, and a page without faults passes."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Locator, expect

from canasta_teach.widgets import MeldTray
from tests.browser.bare import Bare
from tests.browser.look import access_faults, check_access, cut_off, keep_pictures, zoomed
from tests.browser.texts import HOSTILE, check_stays_text, english_left

pytestmark = pytest.mark.browser

SMALL = """
export default {
  render({ model, el }) {
    const box = document.createElement('section');
    box.className = 'ct';
    const button = document.createElement('button');
    const draw = () => { button.textContent = model.get('view').text; };
    model.on('change:view', draw);
    button.addEventListener('click', () => model.send({ act: 'press' }));
    button.addEventListener('keydown', (event) => model.send({ act: 'key', key: event.key }));
    draw();
    box.append(button);
    el.append(box);
    return () => { model.off('change:view', draw); window.gone = true; };
  },
};
"""
HAND = "KH KS KD QH QC 2S AH AD AC 9S 7D 4C"


def drawn(markup: str, style: str = "") -> tuple[str, dict[str, object], str]:
    """A module that shows this markup, as no module of ours does."""
    code = f"export default {{ render({{ el }}) {{ el.innerHTML = {json.dumps(markup)}; }} }};"
    return code, {}, style


def show(bare: Bare, markup: str, style: str = "") -> Locator:
    return bare.draw(*drawn(f'<section class="ct">{markup}</section>', style))


# -- the stand-in for a model --------------------------------------------------------------------------


def test_a_module_is_drawn_and_what_it_sends_is_kept(bare: Bare) -> None:
    root = bare.draw(SMALL, {"view": {"text": "Lay"}})
    button = root.get_by_role("button", name="Lay")
    button.click()
    button.press("ArrowRight")
    assert bare.sent == [{"act": "press"}, {"act": "key", "key": "ArrowRight"}]


def test_a_new_value_is_drawn_and_a_module_that_goes_is_closed(bare: Bare) -> None:
    root = bare.draw(SMALL, {"view": {"text": "Lay"}})
    bare.take(view={"text": "Undo"})
    expect(root.get_by_role("button", name="Undo")).to_be_visible()
    assert bare.page.evaluate("window.gone ?? null") is None
    bare.draw(SMALL, {"view": {"text": "Lay"}})
    assert bare.page.evaluate("window.gone") is True


def test_a_widget_answers_from_python(bare: Bare) -> None:
    tray = MeldTray(hand=HAND)
    root = bare.show(tray)
    root.get_by_role("button", name="king of hearts").focus()
    bare.page.keyboard.press("Shift+k")
    bare.page.keyboard.press("n")
    expect(root.get_by_role("group", name="Tray 1: Kings, 3 natural, 30 points")).to_be_visible()
    assert len(tray.trays[0]) == 3
    tray.undo()
    bare.refresh()
    expect(root.get_by_role("group", name="Tray 1")).to_have_count(0)


def test_an_error_of_the_page_is_kept(bare: Bare) -> None:
    bare.draw(SMALL, {"view": {"text": "Lay"}})
    bare.page.evaluate("setTimeout(() => { throw new Error('lost') })")
    bare.page.wait_for_timeout(50)
    assert [error for error in bare.errors if "lost" in error]
    bare.errors.clear()


# -- access, themes, pictures --------------------------------------------------------------------------


def test_faults_of_access_are_found_in_our_roots_alone(bare: Bare) -> None:
    show(bare, '<button></button><p style="color: #bbb; background: #fff">pale</p>')
    bare.page.evaluate("document.body.insertAdjacentHTML('beforeend', '<input class=\"theirs\">')")
    found = access_faults(bare.page)
    assert sorted(fault.partition(":")[0] for fault in found) == ["button-name", "color-contrast"]
    assert "theirs" not in str(found)


def test_a_fault_in_one_theme_fails(bare: Bare) -> None:
    show(bare, '<p style="color: #222">dark on dark</p>')
    check_access(bare, "a line", themes=["light"])
    with pytest.raises(AssertionError, match=r"a line, dark: .*color-contrast"):
        check_access(bare, "a line")


def test_a_page_without_our_root_is_no_clean_page(bare: Bare) -> None:
    bare.draw(*drawn("<p>nothing of ours</p>"))
    with pytest.raises(AssertionError, match=r"no \.ct on the page"):
        access_faults(bare.page)


@pytest.mark.parametrize(
    ("markup", "found"),
    [
        ('<p style="width: 100px; overflow: hidden; white-space: nowrap">A line that is far too long</p>', "is cut"),
        ('<p style="width: 4000px">wide</p>', "leaves the widget"),
        ('<div style="overflow-x: auto"><p style="width: 4000px">wide</p></div>', "scrolls sideways"),
        ("<p>A short line</p>", ""),
        ('<p class="ct-vh" style="width: 1px; overflow: hidden">told, not shown</p>', ""),
    ],
)
def test_what_cannot_be_seen_whole_is_found(bare: Bare, markup: str, found: str) -> None:
    show(bare, markup)
    cut = cut_off(bare.page)
    assert bool(cut) == bool(found)
    assert found in str(cut)


def test_zoom_leaves_half_the_room_in_pictures_too(bare: Bare) -> None:
    show(bare, "<p>text</p>")
    page = bare.page
    page.evaluate("window.widths = []; new ResizeObserver(() => window.widths.push(innerWidth)).observe(document.body)")
    with zoomed(page, 2):
        page.locator(".ct").first.screenshot()
        assert page.evaluate("innerWidth") == 640
        assert page.evaluate("widths.slice(1).every(width => width === 640)")
    assert page.evaluate("innerWidth") == 1280


def test_pictures_are_kept_for_each_width_and_theme(bare: Bare) -> None:
    show(bare, "<p>text</p>")
    kept = keep_pictures(bare, "bench")
    assert [path.stem for path in kept] == [
        f"bench-{size}-{theme}" for theme in ("light", "dark") for size in ("1280", "900", "700", "zoom")
    ]
    assert all(path.read_bytes().startswith(b"\x89PNG") for path in kept)


# -- texts ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_text_set_as_text_passes(bare: Bare, text: str) -> None:
    bare.draw(SMALL, {"view": {"text": text}})
    check_stays_text(bare.page, text)


def test_text_that_became_markup_is_found(bare: Bare) -> None:
    text = HOSTILE["a picture that runs a script"]
    show(bare, text)
    with pytest.raises(AssertionError, match="not on the page"):
        check_stays_text(bare.page, text)
    show(bare, "seen <img src=x>")
    with pytest.raises(AssertionError, match="has become markup"):
        check_stays_text(bare.page, "seen")


def test_english_words_are_found_wherever_a_page_says_them(bare: Bare) -> None:
    show(
        bare,
        '<p>Ļáý šéṽéń 10S meld.max-wilds</p><p>Lay</p><button aria-label="Take off">x</button>'
        '<code>meld KH</code><kbd>Esc</kbd><p lang="it">Canasta classica</p><p title="a hint">8</p>'
        "<p>Scoring table</p>",
    )
    assert sorted(english_left(bare.page, ["Scoring table"])) == ["Lay", "Take off", "a hint"]
