// A hand of cards: choosing, moving about, sorting. The choice lives here and is told to Python; the order comes from there.

import { button, fill, html, picture, prose, setTo, showChosen, split } from "./card.js";
import { isFrontEnds } from "./front.js";

const RANK_KEYS = { 1: "A", a: "A", 0: "10", t: "10", j: "J", q: "Q", k: "K", "*": "JK" };
for (const digit of "23456789") RANK_KEYS[digit] = digit;

class HandPart {
  constructor(view, { send, onChange, main, say, edge }) {
    Object.assign(this, { send, onChange, main, say, edge });
    this.chosenIds = new Set();
    this.current = null; // id of the card that Tab reaches
    this.order = [];
    this.cards = new Map(); // id -> its button
    this.faces = new Map(); // id -> what that button shows
    this.heading = html("span", {});
    this.note = html("span", { class: "ct-sub" });
    this.sorts = html("div", { class: "ct-seg", role: "group" });
    this.row = html("div", { class: "row" });
    this.empty = html("p", { class: "empty" });
    this.felt = html("div", { class: "felt rows", role: "group", dataset: { drop: "hand" } }, [this.row, this.empty]);
    this.foot = html("div", { class: "foot" });
    this.node = html("div", { class: "ct-hand", onkeydown: (event) => !event.defaultPrevented && this.key(event) && event.preventDefault() }, [
      html("header", {}, [html("div", { class: "names" }, [this.heading, this.note]), this.sorts]),
      this.felt,
      this.foot,
    ]);
    // Only a mouse has a double click: a finger's two taps choose and choose not.
    this.row.addEventListener("pointerdown", (event) => (this.pointer = event.pointerType));
    this.row.addEventListener("dblclick", (event) => this.double(event.target.closest("[data-id]")));
    this.known = new Map(); // kind of row -> its measures
    this.update(view, true);
    this.room = 0; // px that a row has; known when the page has laid itself out
    // The header is as wide as the felt, and its height does not depend on the rows.
    new ResizeObserver(([{ contentRect }]) => {
      const style = getComputedStyle(this.felt);
      const edges = ["paddingLeft", "paddingRight", "borderLeftWidth", "borderRightWidth"].map((name) => Number.parseFloat(style[name]));
      const room = contentRect.width - edges.reduce((sum, edge) => sum + edge);
      if (room === this.room) return;
      this.room = room;
      this.known.clear();
      this.balance();
    }).observe(this.node.firstChild);
  }

  // ---- drawing -------------------------------------------------------------

  update(view, first = false) {
    const text = JSON.stringify(view);
    if (text === this.drawn) return;
    this.drawn = text;
    const before = this.order;
    const held = this.node.contains(document.activeElement) ? document.activeElement : null;
    this.view = view;
    this.order = view.cards.map((one) => one.id);
    if (first || view.picked.count !== this.picked) this.chosenIds = new Set(view.picked.ids);
    this.picked = view.picked.count;
    for (const id of [...this.chosenIds]) if (!this.order.includes(id)) this.chosenIds.delete(id);
    if (!this.order.includes(this.current)) {
      const gone = before.indexOf(this.current);
      const after = before.slice(Math.max(gone, 0)).find((id) => this.order.includes(id));
      this.current = after ?? (gone >= 0 ? this.order[this.order.length - 1] : this.order[0]) ?? null;
    }
    this.heading.replaceChildren(view.heading ? html("h3", { class: "ct-title" }, view.title) : html("b", {}, view.title));
    this.drawSorts(view.sort);
    this.felt.setAttribute("aria-label", view.name);
    this.empty.textContent = view.cards.length ? "" : view.empty;
    this.drawCards(view.cards);
    this.drawChoice();
    if (held && held !== document.activeElement) this.focusAgain(held);
  }

  /** A card that left takes its focus with it; then the card in its place has it, else the last one, else what is around. */
  focusAgain(held) {
    if (this.node.contains(held)) held.focus();
    else if (this.current !== null) this.cards.get(this.current).focus();
    else this.edge?.();
  }

  drawSorts(sort) {
    this.sorts.hidden = !sort;
    if (!sort) return;
    this.sorts.setAttribute("aria-label", sort.label);
    if (this.sorts.childElementCount !== sort.options.length) {
      this.sorts.replaceChildren(...sort.options.map(({ order }) => html("button", { type: "button", dataset: { spot: `sort ${order}` }, onclick: () => this.send("sort", { order }) })));
    }
    sort.options.forEach(({ order, words }, i) => {
      this.sorts.children[i].textContent = words;
      this.sorts.children[i].setAttribute("aria-pressed", String(order === sort.order));
    });
  }

  /** Cards that stay keep their buttons, so that a hand of forty is not drawn anew for each act. */
  drawCards(cards) {
    const kept = new Map();
    for (const one of cards) {
      const text = JSON.stringify(one);
      const same = this.faces.get(one.id) === text ? this.cards.get(one.id) : null;
      const node =
        same ??
        button(one.code, one.label, { "aria-description": one.detail || null, dataset: { spot: `card ${one.id}`, id: one.id }, onclick: (event) => this.click(one.id, event) }, one);
      this.faces.set(one.id, text);
      kept.set(one.id, node);
    }
    this.cards = kept;
    const now = [...this.row.children];
    const next = [...kept.values()];
    if (now.length !== next.length || now.some((node, i) => node !== next[i])) this.row.replaceChildren(...next);
    this.row.classList.toggle("many", cards.length > 12);
    this.row.hidden = !cards.length;
    if (now.length !== next.length) this.balance();
  }

  /**
   * As many rows as the width asks for, all of one length: twelve cards are never ten and two.
   * The measures are those of hand.css; to ask where cards lie would make the page lay itself out once more.
   */
  balance() {
    const cards = this.row.childElementCount;
    const rows = this.room && cards ? Math.ceil(cards / this.longestRow()) : 1;
    const columns = Math.max(Math.ceil(cards / rows), 2);
    // A property of the row's own: one that cards inherit would have them all worked out anew.
    const step = `clamp(var(--least), (100cqi - var(--w) - 1px) / ${columns - 1}, var(--most))`;
    Object.assign(this.row.style, { gridTemplateColumns: `repeat(${columns}, ${step})`, paddingRight: `calc(var(--w) - ${step})` });
  }

  longestRow() {
    const { width, least } = this.measures();
    return Math.max(Math.floor((this.room - width) / least) + 1, 1);
  }

  /**
   * A card's width and its least visible strip, in px. To ask for styles makes the page work them all out, so they are
   * kept for each kind of row.
   */
  measures() {
    const kind = `${this.row.className} ${this.node.closest(".ct")?.dataset.size ?? ""}`;
    if (!this.known.has(kind)) {
      const style = getComputedStyle(this.row);
      const [width, least] = ["--w", "--least"].map((name) => Number.parseFloat(style.getPropertyValue(name)));
      this.known.set(kind, { width, least });
    }
    return this.known.get(kind);
  }

  drawChoice() {
    const { view } = this;
    for (const [id, node] of this.cards) {
      showChosen(node, this.chosenIds.has(id));
      setTo(node, "tabindex", id === this.current ? "0" : "-1");
    }
    const sums = this.sums();
    this.note.replaceChildren(...prose(sums.n && view.chosen_note ? fill(view.chosen_note, sums) : view.note));
    if (!view.foot) return;
    const words = html("span", { class: sums.n ? "" : "ct-sub" }, prose(sums.n ? fill(view.foot.chosen, sums) : view.foot.hint));
    const none = html("button", { type: "button", class: "ct-btn plain", "aria-disabled": String(!sums.n), onclick: () => this.chooseNone() }, view.foot.none);
    // The button that is pressed stays the one that is there.
    if (this.foot.childElementCount) {
      this.foot.firstChild.replaceWith(words);
      this.foot.lastChild.setAttribute("aria-disabled", String(!sums.n));
    } else this.foot.append(words, none);
  }

  sums() {
    const chosen = this.chosen();
    return { n: chosen.length, points: chosen.reduce((sum, one) => sum + one.points, 0), cards: chosen.map((one) => one.short).join(" ") };
  }

  // ---- choosing ------------------------------------------------------------

  chosen() {
    return this.view.cards.filter((one) => this.chosenIds.has(one.id));
  }

  toggle(id, on) {
    if (on && !this.view.multi) this.chosenIds.clear();
    if (on) this.chosenIds.add(id);
    else this.chosenIds.delete(id);
  }

  changed(sentence, one) {
    this.drawChoice();
    const text = fill(sentence, { ...this.sums(), card: one?.label ?? "" });
    this.say(text[0].toUpperCase() + text.slice(1));
    this.onChange(this.chosen().map((each) => each.id));
  }

  click(id, event) {
    const from = this.order.indexOf(this.current);
    const to = this.order.indexOf(id);
    if (event.shiftKey && this.view.multi && from >= 0 && from !== to) {
      for (const between of this.order.slice(Math.min(from, to), Math.max(from, to) + 1)) this.toggle(between, true);
    } else this.toggle(id, !this.chosenIds.has(id));
    this.current = id;
    // Safari gives a pressed button no focus of its own.
    this.cards.get(id).focus();
    this.changed(this.chosenIds.has(id) ? this.view.say_chosen : this.view.say_not_chosen, this.view.cards[to]);
  }

  double(node) {
    if (!node || !this.main || this.pointer === "touch") return;
    this.toggle(node.dataset.id, true);
    this.current = node.dataset.id;
    this.drawChoice();
    this.main();
  }

  chooseNone() {
    if (!this.chosenIds.size) return;
    this.chosenIds.clear();
    this.changed(this.view.say_none);
  }

  /** Tab reaches this card from now on; it is focused if `focus` says so. */
  focusCard(id, focus = true) {
    if (!this.cards.has(id)) return false;
    this.current = id;
    this.drawChoice();
    if (focus) this.cards.get(id).focus();
    return true;
  }

  // ---- keys ----------------------------------------------------------------

  /** What a key does here; false when it does nothing. Keys that need no card work from anywhere in the widget. */
  key(event) {
    if (isFrontEnds(event)) return false;
    const node = event.target.closest("[data-id]");
    const on = node && this.cards.get(node.dataset.id) === node ? node : null;
    if (event.key === "Escape") return this.chosenIds.size > 0 && (this.chooseNone(), true);
    if (event.key.toLowerCase() === "s" && this.view.sort) return this.sortNext(this.view.sort), true;
    if (on && event.key === "Enter" && this.main && this.chosenIds.size) return this.main(), true;
    if (on && this.arrow(event.key, on)) return true;
    // With Shift a digit key gives another sign, which one depends on the keyboard: then the key's place tells.
    const rank = RANK_KEYS[event.key.toLowerCase()] ?? RANK_KEYS[/^Digit(\d)$/.exec(event.code)?.[1]];
    if (rank === undefined || !this.order.length) return false;
    if (event.shiftKey && event.key !== "*" && this.view.multi) this.takeRank(rank);
    else this.jump(rank);
    return true;
  }

  sortNext({ order, options }) {
    const at = options.findIndex((one) => one.order === order);
    this.send("sort", { order: options[(at + 1) % options.length].order });
  }

  arrow(key, node) {
    const row = [...this.cards.values()];
    const at = row.indexOf(node);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: row.length - 1 }[key] ?? this.rowAt(key, row, node);
    if (to === undefined) return false;
    this.focusCard(row[Math.min(Math.max(to, 0), row.length - 1)].dataset.id);
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
    return this.view.cards.filter((one) => split(one.code)[0] === rank);
  }

  jump(rank) {
    const found = this.ofRank(rank);
    if (!found.length) return;
    const at = found.findIndex((one) => one.id === this.current);
    this.focusCard(found[(at + 1) % found.length].id);
  }

  takeRank(rank) {
    const found = this.ofRank(rank);
    if (!found.length) return;
    const on = !found.every((one) => this.chosenIds.has(one.id));
    for (const one of found) this.toggle(one.id, on);
    this.focusCard(found[0].id);
    this.changed(this.view.say_count);
  }

  /** What a drag that begins at this card takes along: the chosen cards if it is one of them, else itself. */
  dragged(node) {
    const one = this.view.cards.find((each) => each.id === node.dataset.id);
    if (!one) return null;
    const taken = this.chosenIds.has(one.id) ? this.chosen() : [one];
    return { ids: taken.map((each) => each.id), pictures: taken.map((each) => picture(each.code)) };
  }
}

/**
 * Draws a hand. `send(kind, data)` is told of a wish ("sort"), `onChange(ids)` of each new choice, `main()` of Enter and a
 * double click; `say(text)` speaks in the widget's live region; `edge()` takes the focus when no card is left to have it.
 */
export function drawHand(view, { send, onChange = () => {}, main = null, say = () => {}, edge = null }) {
  const part = new HandPart(view, { send, onChange, main, say, edge });
  return {
    node: part.node,
    chosen: () => part.chosen(),
    current: () => part.current,
    focusCard: (id, focus) => part.focusCard(id, focus),
    holds: (node) => part.cards.get(node.dataset.id) === node,
    dragged: (node) => part.dragged(node),
    key: (event) => part.key(event),
    update: (next) => part.update(next),
  };
}
