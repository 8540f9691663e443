"""Card faces on a page: one drawing for all, at every size, in two colours and in four, and with more contrast."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from canasta_teach.cards import ALL_CARDS, JOKER, UNKNOWN
from canasta_teach.widgets.base import module, style
from tests.browser.bare import Bare
from tests.browser.look import check_access, keep_pictures

pytestmark = pytest.mark.browser

CODES = [card.code for card in (*ALL_CARDS, JOKER, UNKNOWN)]
SIZES = (40, 64, 120)
SHEET = (
    module("card.js")
    + """
export default {
  render({ model, el }) {
    ensureShapes();
    const draw = (size) => {
      const cards = model.get("codes").map((code) => picture(code, code));
      const row = html("div", { class: "cards", style: `--size: ${size}px` }, cards);
      return [html("h3", { class: "ct-title" }, `${size}`), row];
    };
    const tab = (kind) => ({ mark: { kind, text: kind } });
    const marks = [{ as: "as 6" }, tab("drawn"), tab("penalised")];
    const marked = html("div", { class: "cards", style: "--size: 76px" }, marks.map((one) => picture("9H", "9H", one)));
    const packs = html("div", { class: "cards", style: "--w: 76px" }, [pack("KH", "natural"), pack("8S", "mixed")]);
    const root = html("section", { class: "ct" }, [...model.get("sizes").flatMap(draw), marked, packs]);
    dress(root, { look: model.get("look") });
    el.append(root);
  },
};
"""
)
STYLE = (
    style()
    + """
.cards { display: flex; flex-wrap: wrap; gap: 12px; margin-bottom: 16px; }
.ct .cards > .ct-card { --w: var(--size); }
"""
)


def draw(bare: Bare, suits: str = "two", sizes: tuple[int, ...] = SIZES) -> Locator:
    state: dict[str, Any] = {"codes": CODES, "sizes": list(sizes), "look": {"suits": suits, "size": "normal"}}
    return bare.draw(SHEET, state, STYLE)


def colour(sheet: Locator, code: str) -> str:
    found: str = sheet.get_by_role("img", name=code, exact=True).first.evaluate("card => getComputedStyle(card).color")
    return found


def test_all_faces_differ_and_stay_within_their_paper_at_every_size(bare: Bare) -> None:
    sheet = draw(bare)
    drawn = sheet.locator(".ct-card > svg").evaluate_all("all => all.map(svg => svg.innerHTML)")
    assert len(set(drawn[: len(CODES)])) == len(CODES)
    beyond = sheet.locator(".cards > .ct-card").evaluate_all(
        """cards => cards.flatMap(card => {
          const box = card.querySelector('svg').getBBox();
          const inside = box.x >= 0 && box.y >= 0 && box.x + box.width <= 100.5 && box.y + box.height <= 140.5;
          return inside && box.width > 20 ? [] : [card.getAttribute('aria-label')];
        })"""
    )
    assert beyond == []


def test_a_card_is_one_drawing_of_at_most_five_parts(bare: Bare) -> None:
    sheet = draw(bare, sizes=(64,))
    parts = sheet.locator(".ct-card > svg").evaluate_all("all => all.map(svg => svg.childElementCount)")
    assert max(parts) <= 5
    assert bare.page.locator("#ct-shapes").count() == 1


def test_suits_wear_two_colours_or_four_and_a_joker_its_own(bare: Bare) -> None:
    two = {code: colour(draw(bare, sizes=(64,)), code) for code in ("5S", "5C", "5H", "5D", "JK")}
    assert two["5S"] == two["5C"]
    assert two["5H"] == two["5D"]
    assert len(set(two.values())) == 3
    four = {code: colour(draw(bare, "four", (64,)), code) for code in two}
    assert len(set(four.values())) == 5
    assert [four[code] for code in ("5S", "5H", "JK")] == [two[code] for code in ("5S", "5H", "JK")]


@pytest.mark.parametrize("suits", ["two", "four"])
def test_faces_have_no_fault_of_access_in_either_theme(bare: Bare, suits: str) -> None:
    draw(bare, suits, (64,))
    check_access(bare, f"{suits} colours")


def test_a_squared_canasta_has_three_edges_under_a_red_or_a_black_card(bare: Bare) -> None:
    sheet = draw(bare, sizes=(64,))
    for name, kind in (("natural", "heart"), ("mixed", "spade")):
        pack = sheet.get_by_role("img", name=name, exact=True)
        expect(pack.locator(".edge")).to_have_count(3)
        expect(pack.locator(f".ct-card.{kind}")).to_have_count(1)


def test_where_more_contrast_is_wished_the_paper_is_white_and_its_edge_black(chromium: Browser) -> None:
    context = chromium.new_context(contrast="more")
    try:
        sheet = draw(Bare(context.new_page()), sizes=(64,))
        face = sheet.get_by_role("img", name="5S", exact=True)
        look = face.evaluate("card => [getComputedStyle(card).backgroundColor, getComputedStyle(card).borderTopColor]")
        assert look == ["rgb(255, 255, 255)", "rgb(0, 0, 0)"]
    finally:
        context.close()


@pytest.mark.parametrize("suits", ["two", "four"])
def test_pictures_of_all_faces_show_nothing_cut(bare: Bare, suits: str) -> None:
    draw(bare, suits)
    keep_pictures(bare, f"cards-{suits}")
