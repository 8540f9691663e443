// The meld tray: a hand, trays to arrange melds on, a running count, and the referee's answer.
// It draws the view-model `view` and sends acts back; what is legal and what counts is asked of Python.

import { button, ensureShapes, html, icon, picture, prose, split } from "./card.js";
import { drawRuling } from "./ruling.js";

const RANK_KEYS = { 1: "A", a: "A", 0: "10", t: "10", j: "J", q: "Q", k: "K", "*": "JK" };
for (const digit of "23456789") RANK_KEYS[digit] = digit;

const still = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Fills `{name}` places of a sentence that Python gave. */
function fill(sentence, places) {
  return sentence.replace(/\{(\w+)\}/g, (_, name) => String(places[name]));
}

class Tray {
  constructor(model, el) {
    this.model = model;
    this.chosen = new Set();
    this.current = null; // id of the hand card that Tab reaches
    this.wantsTray = false; // M was pressed: the next digit names a tray
    this.drawn = {}; // section name -> the data it shows
    this.status = html("div", { class: "status ct-vh", role: "status", "aria-live": "polite" });
    this.parts = Object.fromEntries(["head", "table", "trays", "hand", "put", "lay", "ruling"].map((name) => [name, html("div", { class: `part ${name}` })]));
    this.root = html("section", { class: "ct ct-tray", onkeydown: (event) => this.key(event) }, [...Object.values(this.parts), this.status]);
    el.append(this.root);
    this.changed = () => this.update();
    model.on("change:view", this.changed);
    this.update(true);
  }

  get view() {
    return this.model.get("view");
  }

  close() {
    this.model.off("change:view", this.changed);
  }

  send(act) {
    this.model.send(act);
  }

  say(text, fault = false) {
    this.status.className = fault ? "status fault" : "status ct-vh";
    // The same words twice are told twice only if the text differs.
    this.status.textContent = this.status.textContent === text ? `${text}\u00a0` : text;
  }

  // ---- drawing -------------------------------------------------------------

  update(first = false) {
    const view = this.view;
    const before = first ? new Map() : this.places();
    const held = document.activeElement;
    const had = this.root.contains(held) ? held : null;
    const spot = had ? this.spotOf(had) : null;
    const ids = view.hand.cards.map((one) => one.id);
    for (const id of [...this.chosen]) if (!ids.includes(id)) this.chosen.delete(id);
    if (!ids.includes(this.current)) {
      const gone = this.order ? this.order.indexOf(this.current) : 0;
      const after = this.order ? this.order.slice(Math.max(gone, 0)).find((id) => ids.includes(id)) : undefined;
      this.current = after ?? (this.order && ids.length ? ids[ids.length - 1] : ids[0]) ?? null;
    }
    this.order = ids;
    this.root.setAttribute("aria-label", view.name);
    this.section("head", view.head, (data) => this.drawHead(data));
    this.section("table", view.table, (data) => this.drawTable(data));
    this.section("trays", view.trays, (data) => this.drawTrays(data));
    this.section("hand", view.hand, (data) => this.drawHand(data));
    this.drawChoice();
    this.section("lay", view.lay, (data) => this.drawLay(data));
    this.section("ruling", view.ruling, (data) => (data ? [drawRuling(data)] : []));
    if (!first && had && !this.root.contains(document.activeElement)) this.focusSpot(spot);
    if (!first) this.travel(before);
    if (!first && view.said.text) this.say(view.said.text, view.said.fault);
  }

  /** Draws a part again only when its data changed, so what has not changed keeps its focus. */
  section(name, data, draw) {
    const text = JSON.stringify(data);
    if (this.drawn[name] === text) return;
    this.drawn[name] = text;
    this.parts[name].replaceChildren(...draw(data));
  }

  drawHead(head) {
    const tools = [
      html("button", { type: "button", class: "ct-btn plain", dataset: { spot: "undo" }, onclick: () => this.send({ act: "undo" }), "aria-disabled": String(!head.can_undo) }, [icon("undo"), head.undo]),
      html("button", { type: "button", class: "ct-btn plain", dataset: { spot: "reset" }, onclick: () => this.send({ act: "reset" }), "aria-disabled": String(!head.can_undo) }, head.reset),
    ];
    return [html("div", {}, [html("h3", { class: "ct-title" }, head.title), html("p", { class: "ct-sub" }, head.sub)]), html("div", { class: "tools" }, tools)];
  }

  caption(title, note) {
    return html("p", { class: "caption" }, [html("b", {}, title), " ", html("span", { class: "ct-sub" }, note)]);
  }

  drawTable(table) {
    const melds = table.melds.map((meld) => {
      const cards = meld.squared
        ? html("span", { class: "squared" }, [1, 2, 3].map(() => html("span", { class: "edge" })).concat(picture(meld.top)))
        : html("span", { class: "fan" }, meld.cards.map((one) => picture(one.code, null, one.as)));
      const label = html("span", { class: "lab" }, [html("b", {}, meld.label), " ", meld.note]);
      return html("button", { type: "button", class: "meld", "aria-label": meld.name, dataset: { spot: `meld ${meld.index}` }, onclick: () => this.put({ meld: meld.index }) }, [cards, label]);
    });
    const body = melds.length ? html("div", { class: "melds" }, melds) : html("p", { class: "empty" }, table.empty);
    return [this.caption(table.title, table.note), html("div", { class: melds.length ? "felt" : "" }, body)];
  }

  drawTrays(trays) {
    const slots = trays.items.map((tray, index) => {
      const cards = tray.cards.map((one, i) =>
        button(one.code, one.label, { tabindex: i === 0 ? "0" : "-1", "aria-description": trays.off_hint, dataset: { spot: `tray ${index} ${i}`, id: one.id }, onclick: () => this.takeOff({ cards: [one.id] }) }),
      );
      const off = html("button", { type: "button", class: "off", "aria-label": tray.off_name, dataset: { spot: `off ${index}` }, onclick: () => this.takeOff({ cards: tray.cards.map((one) => one.id) }) }, trays.off);
      const head = html("header", {}, [html("span", {}, [html("b", {}, tray.label), " ", html("span", { class: "ct-sub" }, tray.note)]), html("b", {}, tray.points)]);
      const slot = html("div", { class: "slot", role: "group", "aria-label": tray.name }, [head, html("div", { class: "fan" }, cards), off]);
      slot.addEventListener("click", (event) => {
        if (!event.target.closest("button") && this.chosen.size) this.put({ tray: index });
      });
      return slot;
    });
    slots.push(html("button", { type: "button", class: "slot new", dataset: { spot: "new" }, onclick: () => this.put({}) }, [html("b", {}, trays.new), html("span", {}, trays.new_hint)]));
    return [this.caption(trays.title, trays.note), html("div", { class: "slots" }, slots)];
  }

  drawHand(hand) {
    this.cards = new Map(
      hand.cards.map((one) => [
        one.id,
        button(one.code, one.label, { "aria-description": one.which || null, dataset: { spot: `card ${one.id}`, id: one.id }, onclick: (event) => this.click(one.id, event) }),
      ]),
    );
    this.note = html("span", { class: "ct-sub" });
    const row = html("div", { class: "row", style: `--n:${Math.max(hand.cards.length, 2)}` }, [...this.cards.values()]);
    if (hand.cards.length > 12) row.classList.add("many");
    const felt = hand.cards.length ? row : html("p", { class: "empty" }, hand.empty);
    return [html("p", { class: "caption" }, [html("b", {}, hand.title), " ", this.note]), html("div", { class: "felt rows", role: "group", "aria-label": hand.name }, felt)];
  }

  chosenCards() {
    return this.view.hand.cards.filter((one) => this.chosen.has(one.id));
  }

  /** What depends on the choice of cards, which lives here: marks, the note beside the title, the put buttons. */
  drawChoice() {
    const { hand, put } = this.view;
    for (const [id, node] of this.cards) {
      node.setAttribute("aria-pressed", String(this.chosen.has(id)));
      node.tabIndex = id === this.current ? 0 : -1;
    }
    const chosen = this.chosenCards();
    const points = chosen.reduce((sum, one) => sum + one.points, 0);
    this.note.textContent = chosen.length ? fill(hand.chosen_note, { n: chosen.length, points }) : hand.note;
    this.section("put", [chosen.map((one) => one.short), put], () => {
      if (!chosen.length) return [html("p", { class: "ct-sub" }, put.hint)];
      const choice = (spot, words, key, where) =>
        html("button", { type: "button", class: "ct-btn", dataset: { spot }, onclick: () => this.put(where) }, [html("span", {}, words), ...(key ? [html("kbd", {}, key)] : [])]);
      return [
        choice("put new", prose(fill(put.new, { cards: chosen.map((one) => one.short).join(" ") })), "N", {}),
        ...put.trays.map((words, i) => choice(`put ${i}`, words, i < 9 ? `M ${i + 1}` : null, { tray: i })),
        ...put.melds.map((meld) => choice(`onto ${meld.index}`, meld.words, null, { meld: meld.index })),
      ];
    });
  }

  drawLay(lay) {
    const meter = html("div", { class: "meter", role: "meter", "aria-label": lay.label, "aria-valuemin": 0, "aria-valuemax": lay.most, "aria-valuenow": Math.min(lay.value, lay.most), "aria-valuetext": lay.text }, [
      html("div", { class: "big" }, [String(lay.value), " ", html("small", {}, lay.rest)]),
    ]);
    if (lay.needed > 0) {
      const whole = Math.max(lay.needed, lay.value, 1);
      const segments = lay.parts.map((part) => html("i", { style: `width:${(100 * part.points) / whole}%` }));
      meter.append(html("div", { class: "bar" }, [...segments, html("i", { class: "miss" })]));
    }
    meter.append(html("div", { class: "sums" }, lay.parts.map((part) => html("span", {}, part.text))));
    return [meter, html("button", { type: "button", class: "ct-btn primary", dataset: { spot: "lay" }, onclick: () => this.lay() }, [html("span", {}, lay.button), html("kbd", {}, "L")])];
  }

  // ---- focus and motion ----------------------------------------------------

  spotOf(node) {
    return node.closest("[data-spot]")?.dataset.spot ?? null;
  }

  focusSpot(spot) {
    const same = spot && [...this.root.querySelectorAll("[data-spot]")].find((node) => node.dataset.spot === spot);
    const inHand = this.cards.get(this.current);
    (same ?? inHand ?? this.root.querySelector('[data-spot="lay"]'))?.focus();
  }

  places() {
    return new Map([...this.root.querySelectorAll("[data-id]")].map((node) => [node.dataset.id, node.getBoundingClientRect()]));
  }

  travel(before) {
    if (still()) return;
    let moved = 0;
    for (const node of this.root.querySelectorAll("[data-id]")) {
      const from = before.get(node.dataset.id);
      const to = node.getBoundingClientRect();
      if (!from || (Math.abs(from.x - to.x) < 2 && Math.abs(from.y - to.y) < 2)) continue;
      const delay = 40 * Math.min(moved++, 6);
      node.animate([{ transform: `translate(${from.x - to.x}px, ${from.y - to.y}px)` }, { transform: "none" }], { duration: 220, delay, easing: "cubic-bezier(.2, .7, .2, 1)", fill: "backwards" });
    }
  }

  // ---- acts ----------------------------------------------------------------

  toggle(id, on = !this.chosen.has(id)) {
    if (on) this.chosen.add(id);
    else this.chosen.delete(id);
  }

  sayChoice(sentence, one) {
    const chosen = this.chosenCards();
    this.say(fill(sentence, { card: one?.label ?? "", n: chosen.length, points: chosen.reduce((sum, each) => sum + each.points, 0) }));
  }

  click(id, event) {
    const { hand } = this.view;
    if (event.shiftKey && this.current !== null && this.current !== id) {
      const [from, to] = [this.order.indexOf(this.current), this.order.indexOf(id)].sort((a, b) => a - b);
      for (const between of this.order.slice(from, to + 1)) this.toggle(between, true);
    } else this.toggle(id);
    this.current = id;
    this.drawChoice();
    this.sayChoice(this.chosen.has(id) ? hand.say_chosen : hand.say_not_chosen, hand.cards.find((one) => one.id === id));
  }

  put(where) {
    const cards = this.chosenCards().map((one) => one.id);
    if (!cards.length) {
      this.say(this.view.put.none, true);
      return;
    }
    // Focus goes to the card that takes the place of the first one gone.
    this.current = cards[0];
    if (!this.cards.get(this.current)?.matches(":focus")) this.cards.get(this.current)?.focus();
    this.send({ act: "put", cards, ...where });
  }

  takeOff(what) {
    this.send({ act: "off", ...what });
  }

  lay() {
    this.send({ act: "lay" });
  }

  // ---- keys ----------------------------------------------------------------

  key(event) {
    // JupyterLab takes keys from a focused widget: B would insert a cell.
    event.stopPropagation();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const node = event.target.closest("[data-id]");
    const handled = this.wantsTray && /^[1-9]$/.test(event.key) ? this.keyTray(Number(event.key) - 1) : this.keyAct(event, node);
    if (event.key.toLowerCase() !== "m") this.wantsTray = false;
    if (handled) event.preventDefault();
  }

  keyTray(index) {
    if (index < this.view.trays.items.length) this.put({ tray: index });
    else this.say(this.view.put.no_tray, true);
    return true;
  }

  keyAct(event, node) {
    const inHand = node !== null && this.cards.has(node.dataset.id);
    const letter = event.key.toLowerCase();
    if (letter === "n") return this.put({}), true;
    if (letter === "l") return this.lay(), true;
    if (letter === "u") return this.send({ act: "undo" }), true;
    if (letter === "m") {
      this.wantsTray = this.chosen.size > 0;
      this.say(this.wantsTray ? this.view.put.which : this.view.put.none, !this.wantsTray);
      return true;
    }
    if (event.key === "Escape") {
      this.chosen.clear();
      this.drawChoice();
      this.say(this.view.hand.say_none);
      return true;
    }
    if (node && !inHand && (event.key === "Backspace" || event.key === "Delete")) return this.takeOff({ cards: [node.dataset.id] }), true;
    if (inHand && event.key === "Enter" && this.chosen.size) return this.put({}), true;
    if (node && this.keyArrow(event.key, node, inHand)) return true;
    // With Shift a digit key gives another sign, which one depends on the keyboard: then the key's place tells.
    const rank = RANK_KEYS[letter] ?? RANK_KEYS[/^Digit(\d)$/.exec(event.code)?.[1]];
    if (rank === undefined || !this.order.length) return false;
    if (event.shiftKey && event.key !== "*") this.takeRank(rank);
    else this.jump(rank);
    return true;
  }

  keyArrow(key, node, inHand) {
    const row = inHand ? [...this.cards.values()] : [...node.closest(".fan").querySelectorAll("[data-id]")];
    const at = row.indexOf(node);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: row.length - 1 }[key] ?? this.rowAt(key, row, node);
    if (to === undefined) return false;
    const next = row[Math.min(Math.max(to, 0), row.length - 1)];
    if (inHand) this.current = next.dataset.id;
    for (const one of row) one.tabIndex = one === next ? 0 : -1;
    next.focus();
    return true;
  }

  /** The card above or below: the nearest one whose row lies in that direction. */
  rowAt(key, row, node) {
    if (key !== "ArrowUp" && key !== "ArrowDown") return undefined;
    const here = { top: node.offsetTop, left: node.offsetLeft };
    const beyond = row.filter((one) => (key === "ArrowUp" ? one.offsetTop < here.top - 20 : one.offsetTop > here.top + 20));
    const distance = (one) => Math.abs(one.offsetTop - here.top) * 1000 + Math.abs(one.offsetLeft - here.left);
    const best = beyond.sort((a, b) => distance(a) - distance(b))[0];
    return row.indexOf(best ?? node);
  }

  ofRank(rank) {
    return this.view.hand.cards.filter((one) => split(one.code)[0] === rank);
  }

  jump(rank) {
    const found = this.ofRank(rank);
    if (!found.length) return;
    const at = found.findIndex((one) => one.id === this.current);
    this.current = found[(at + 1) % found.length].id;
    this.drawChoice();
    this.cards.get(this.current).focus();
  }

  takeRank(rank) {
    const found = this.ofRank(rank);
    if (!found.length) return;
    const on = !found.every((one) => this.chosen.has(one.id));
    for (const one of found) this.toggle(one.id, on);
    this.current = found[0].id;
    this.drawChoice();
    this.cards.get(this.current).focus();
    this.sayChoice(this.view.hand.say_count);
  }
}

export default {
  render({ model, el }) {
    ensureShapes();
    const tray = new Tray(model, el);
    return () => tray.close();
  },
};
