// The table in the editor: places with their cards. A place is chosen by its name, a card is taken out by pressing it.

import { button, fill, html } from "./card.js";
import { FieldSet, inDirection, oneStop, replaceIfOther } from "./editor_fields.js";

/** Draws places, and keeps the nodes of those that did not change. */
export class PlaceSet {
  constructor(fixed, send) {
    Object.assign(this, { fixed, send });
    this.names = Object.fromEntries(fixed.faces);
    this.places = new Map(); // id -> {text, node, pick, count, cards}
    this.drawn = new Set(); // those that are shown now
  }

  /** Before places are drawn again: afterwards those that were not are forgotten by `end`. */
  begin() {
    this.drawn = new Set();
  }

  end() {
    for (const id of [...this.places.keys()]) if (!this.drawn.has(id)) this.places.delete(id);
  }

  draw(place) {
    this.drawn.add(place.id);
    const { count, ...rest } = place;
    const text = JSON.stringify(rest);
    let one = this.places.get(place.id);
    if (one?.text !== text) {
      one = this.make(place, one?.count ?? null);
      one.text = text;
      this.places.set(place.id, one);
    }
    one.count?.update([{ id: place.id, kind: "number", label: this.fixed.place.count, value: count ?? null, empty: this.fixed.place.unknown }], {});
    one.cards = place.cards;
    return one.node;
  }

  make(place, count) {
    const { fixed } = this;
    const choose = fill(fixed.place.choose, { place: place.label });
    const pick = html(
      "button",
      { type: "button", class: "pick", "aria-label": place.note ? `${choose}, ${place.note}` : choose, dataset: { spot: `pick ${place.id}` }, onclick: () => this.send({ act: "place", place: place.id }) },
      [html("b", {}, place.label), ...(place.note ? [html("span", { class: "ct-sub" }, place.note)] : []), html("span", { class: "here", "aria-hidden": "true" }, fixed.place.here)],
    );
    const cards = place.cards.map((one, i) => {
      const [code, as] = Array.isArray(one) ? one : [one, ""];
      const name = this.names[code];
      return button(code, fill(fixed.place.out, { card: as ? `${name}, ${as}` : name }), {
        dataset: { spot: `card ${place.id} ${i}`, id: `${place.id} ${i}` },
        onclick: () => this.send({ act: "out", place: place.id, at: [i] }),
      }, as ? { as } : {});
    });
    const hidden = place.hidden ? [html("span", { class: "hidden" }, place.hidden_text)] : [];
    const row = cards.length || hidden.length ? html("div", { class: "cards" }, [...cards, ...hidden]) : html("p", { class: "none" }, place.empty ?? fixed.place.empty);
    if ("count" in place) count ??= new FieldSet((id, n) => this.send({ act: "count", place: id, n }), "count");
    const node = html("div", { class: `place${place.squared ? " squared-meld" : ""}`, role: "group", "aria-label": place.label, dataset: { drop: place.id } }, [
      html("div", { class: "top" }, [pick, ...(count ? [count.node] : [])]),
      row,
    ]);
    return { node, pick, count };
  }

  /** Shows which place is chosen, and in which one the fault lies. */
  mark(chosen, check) {
    for (const [id, one] of this.places) {
      one.pick.setAttribute("aria-pressed", String(id === chosen));
      one.node.classList.toggle("chosen", id === chosen);
      const faulty = !check.ok && check.at === id;
      one.node.classList.toggle("faulty", faulty);
      if (faulty) one.pick.setAttribute("aria-description", check.reason);
      else one.pick.removeAttribute("aria-description");
    }
  }

  /** Where the last card with this code lies in a place as it is shown, -1 for nowhere. */
  lastOf(id, code) {
    return (this.places.get(id)?.cards ?? []).map((one) => (Array.isArray(one) ? one[0] : one)).lastIndexOf(code);
  }
}

/** The groups of places that are always in view. */
export class TablePart {
  constructor(places) {
    this.places = places;
    this.groups = new Map(); // id -> {node, title, note, row}
    this.node = html("div", { class: "felt" });
  }

  update(groups) {
    const kept = new Map();
    for (const group of groups) {
      const one = this.groups.get(group.id) ?? this.make(group);
      one.title.textContent = group.title;
      one.note.textContent = group.note ?? "";
      one.head.hidden = !group.title;
      one.node.setAttribute("aria-label", group.title || group.places[0].label);
      replaceIfOther(one.row, group.places.map((place) => this.places.draw(place)));
      kept.set(group.id, one);
    }
    this.groups = kept;
    replaceIfOther(this.node, [...kept.values()].map((one) => one.node));
  }

  make(group) {
    const [title, note, row] = [html("b", {}), html("span", { class: "ct-sub" }), html("div", { class: "places" })];
    const head = html("p", { class: "caption" }, [title, " ", note]);
    return { title, note, row, head, node: html("section", { class: `group ${group.id.split(" ")[0]}` }, [head, row]) };
  }

  buttons() {
    return [...this.node.querySelectorAll("button")];
  }

  settle() {
    oneStop(this.buttons());
  }

  /** Arrows move among places and cards; Backspace takes out the card that has the focus. */
  key(event) {
    const node = event.target.closest("button");
    const row = this.buttons();
    const at = row.indexOf(node);
    if (at < 0) return false;
    if ((event.key === "Backspace" || event.key === "Delete") && node.dataset.id) return node.click(), true;
    const beside = { ArrowLeft: row[at - 1], ArrowRight: row[at + 1], Home: row[0], End: row.at(-1) };
    let next = beside[event.key];
    if (event.key === "ArrowUp" || event.key === "ArrowDown") next = inDirection(event.key, node, row);
    if (!next) return event.key in beside;
    next.focus();
    this.settle();
    return true;
  }
}
