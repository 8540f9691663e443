// The table of a puzzle and the laying that is arranged on it: melds, pile, trays, hand, and what it counts.
// What is legal is asked of Python when the laying is checked.

import { button, fill, html, icon, picture, prose, setTo } from "./card.js";
import { drawHand } from "./hand.js";
import { maybe } from "./quiz_parts.js";
import { drawMeld, drawPile, drawSigns, piecesOf } from "./table_parts.js";

const LAY_PARTS = ["table", "trays", "hand", "put", "count"];

export class PuzzleLay {
  /** `send(act)` and `say(text, fault)` speak with Python and with the learner; `edge()` takes the focus of a card that went. */
  constructor(view, words, { send, say, edge }) {
    Object.assign(this, { view, words, send, say });
    this.wantsTray = false; // M was pressed: the next digit names a tray
    this.drawn = {};
    this.parts = Object.fromEntries(LAY_PARTS.map((name) => [name, html("div", { class: `part ${name}` })]));
    this.hand = drawHand(view.hand, {
      send: (kind, data) => send({ act: kind, ...data }),
      onChange: (cards) => {
        this.drawPut();
        send({ act: "choose", cards });
      },
      main: () => this.put({ like: true }),
      say,
      edge,
    });
    this.parts.hand.append(this.hand.node);
    this.node = html("div", { class: "lay" }, LAY_PARTS.map((name) => this.parts[name]));
  }

  chosen() {
    return this.hand.chosen().map((one) => one.id);
  }

  /** Draws a part again only when its data changed, so what has not changed keeps its focus. */
  section(name, data, draw) {
    const text = JSON.stringify(data);
    if (this.drawn[name] === text) return;
    this.drawn[name] = text;
    this.parts[name].replaceChildren(...draw());
  }

  update(view, lying) {
    Object.assign(this, { view, lying });
    this.section("table", [lying, view.top === null, view.took], () => this.drawTable());
    this.section("trays", [view.trays, view.top, view.last, view.declared, view.can_undo], () => this.drawTrays());
    this.hand.update(view.hand);
    this.drawPut();
    this.section("count", view.count, () => this.drawCount(view.count));
  }

  // ---- what lies -----------------------------------------------------------

  drawTable() {
    const { lying, view } = this;
    const { names } = lying;
    const melds = lying.melds.map((meld) => drawMeld(meld, { onclick: () => this.onMeld(meld.index), spot: `meld ${meld.index}`, drop: `meld ${meld.index}`, names }));
    if (lying.red_threes.length) melds.push(html("div", { class: "meld threes" }, [html("span", { class: "fan" }, lying.red_threes.map((code) => picture(code, names[code])))]));
    const side = () =>
      html("section", { class: "side", "aria-label": lying.melds_label }, [
        html("header", {}, [html("b", {}, lying.melds_label), html("span", {}, lying.melds_note)]),
        html("div", { class: "melds", dataset: { rove: "" } }, melds),
      ]);
    const pile = () => html("div", { class: "mid" }, [this.pileBox(), drawSigns(lying.signs, { names })]);
    const felt = [...maybe(lying.pile && !view.took, pile), ...maybe(melds.length, side)];
    return [
      ...maybe(lying.facts.length, () => html("p", { class: "facts" }, prose(lying.facts.join(" ")))),
      ...maybe(felt.length, () => html("div", { class: "felt", role: "group", "aria-label": lying.label }, felt)),
    ];
  }

  pileBox() {
    const { lying, view, words } = this;
    if (!lying.takes) return drawPile(lying.pile, { label: lying.pile.label, names: lying.names });
    const told = view.top ? words.pile : words.pile_free;
    return drawPile({ ...lying.pile, name: `${lying.pile.name}. ${told}` }, { label: lying.pile.label, onclick: () => this.withTop(), drop: view.top !== null, names: lying.names });
  }

  // ---- what is arranged ----------------------------------------------------

  onTray(one, spot, first) {
    return button(one.code, one.label, { tabindex: first ? "0" : "-1", "aria-description": this.words.off_hint, dataset: { spot, id: one.id }, onclick: () => this.takeOff([one.id]) }, one);
  }

  slot(name, head, cards, off, drop, onclick) {
    const { words } = this;
    const slot = html("div", { class: "slot", role: "group", "aria-label": name, dataset: { drop } }, [
      html("header", {}, head),
      html("div", { class: "fan" }, cards),
      ...maybe(off, () => html("button", { type: "button", class: "off", "aria-label": off.name, dataset: { spot: off.spot }, onclick: () => this.takeOff(off.ids) }, words.off)),
    ]);
    slot.addEventListener("click", (event) => {
      if (!event.target.closest("button") && this.hand.chosen().length) onclick();
    });
    return slot;
  }

  drawTrays() {
    const { view, words } = this;
    const slots = view.trays.map((tray, i) =>
      this.slot(
        tray.name,
        [html("span", {}, [html("b", {}, tray.label), " ", html("span", { class: "ct-sub" }, tray.note)]), html("b", {}, tray.points)],
        tray.cards.map((one, at) => this.onTray(one, `tray ${i} ${at}`, at === 0)),
        { name: tray.off_name, spot: `off ${i}`, ids: tray.cards.map((one) => one.id) },
        `tray ${i}`,
        () => this.put({ tray: i }),
      ),
    );
    slots.push(html("button", { type: "button", class: "slot new", dataset: { spot: "new", drop: "new" }, onclick: () => this.put({}) }, [html("b", {}, words.new), html("span", {}, words.new_hint)]));
    if (view.top) slots.unshift(this.topSlot(view.top));
    if (view.last) slots.push(this.lastSlot(view.last));
    const tool = (act, children, key = null) => html("button", { type: "button", class: "ct-btn plain", "aria-keyshortcuts": key, "aria-disabled": String(!view.can_undo), dataset: { spot: act }, onclick: () => this.send({ act }) }, children);
    const declare = () => html("button", { type: "button", class: "ct-btn declare", "aria-pressed": String(view.declared), dataset: { spot: "declare" }, onclick: () => this.send({ act: "declare" }) }, words.declare);
    return [
      html("div", { class: "caption" }, [
        html("p", {}, [html("b", {}, words.trays), " ", html("span", { class: "ct-sub" }, words.trays_note)]),
        html("div", { class: "tools" }, [...maybe(view.declares, declare), tool("undo", [icon("undo"), html("span", {}, words.undo), html("kbd", { "aria-hidden": "true" }, "Z")], "Z"), tool("reset", words.reset)]),
      ]),
      html("div", { class: "slots" }, slots),
    ];
  }

  topSlot(top) {
    const { words } = this;
    const cards = [picture(top.card.code, top.card.label, top.card), ...top.cards.map((one, i) => this.onTray(one, `top ${i}`, i === 0))];
    const off = top.cards.length ? { name: `${words.off}: ${top.name}`, spot: "off top", ids: top.cards.map((one) => one.id) } : null;
    return this.slot(top.name, [html("span", {}, [html("b", {}, words.top), " ", html("span", { class: "ct-sub" }, top.note)])], cards, off, "top", () => this.withTop());
  }

  lastSlot(last) {
    const { words } = this;
    if (!last.card) return html("button", { type: "button", class: "slot new", dataset: { spot: "last", drop: "last" }, onclick: () => this.discard() }, [html("b", {}, words.last), html("span", {}, words.last_hint)]);
    const off = { name: `${words.off}: ${last.name}`, spot: "off last", ids: [last.card.id] };
    return this.slot(last.name, [html("b", {}, words.last)], [this.onTray(last.card, "last 0", true)], off, "last", () => this.discard());
  }

  /** The buttons that put the chosen cards somewhere: they depend on the choice, which lives in the page. */
  drawPut() {
    const { view, words } = this;
    const chosen = this.hand.chosen().map((one) => one.short);
    const { put } = view;
    this.section("put", [chosen, put, view.top === null, view.last === null], () => {
      if (!chosen.length) return [html("p", { class: "ct-sub" }, words.hint)];
      const choice = (spot, text, key, onclick) => html("button", { type: "button", class: "ct-btn", dataset: { spot }, onclick }, [html("span", {}, text), ...maybe(key, () => html("kbd", {}, key))]);
      return [
        choice("put new", prose(fill(put.new, { cards: chosen.join(" ") })), "N", () => this.put({})),
        ...maybe(view.top, () => choice("put top", words.onto_top, "P", () => this.withTop())),
        ...put.trays.map((text, i) => choice(`put ${i}`, text, i < 9 ? `M ${i + 1}` : null, () => this.put({ tray: i }))),
        ...put.melds.map((meld) => choice(`onto ${meld.index}`, meld.words, null, () => this.put({ meld: meld.index }))),
        ...maybe(view.last && chosen.length === 1, () => choice("put last", words.as_last, "X", () => this.discard())),
      ];
    });
  }

  drawCount(count) {
    const meter = html("div", { class: "meter", role: "meter", "aria-label": count.label, "aria-valuemin": 0, "aria-valuemax": count.most, "aria-valuenow": Math.min(count.value, count.most), "aria-valuetext": count.text }, [
      html("p", { class: "figures" }, [html("span", { class: "big" }, String(count.value)), html("span", { class: "rest" }, count.rest)]),
    ]);
    if (count.needed) meter.append(html("div", { class: "bar" }, [html("i", { style: `width:${Math.min(100, (100 * count.value) / count.needed)}%` }), html("i", { class: "miss" })]));
    return [meter, html("p", { class: "ct-sub" }, piecesOf(count.about))];
  }

  // ---- acts ----------------------------------------------------------------

  leaving(cards) {
    // Focus goes to the card that takes the place of the first one gone.
    if (cards.length && this.hand.node.contains(document.activeElement)) this.hand.focusCard(cards[0]);
  }

  put(where, cards = this.chosen()) {
    if (!cards.length) return this.say(this.words.none, true);
    this.leaving(cards);
    this.send({ act: "put", cards, ...where });
  }

  /** A free pile is taken; else the chosen cards go with its top card. */
  withTop(cards = this.chosen()) {
    if (this.view.top && !cards.length) return this.say(this.words.none, true);
    this.leaving(cards);
    this.send({ act: "top", cards: this.view.top ? cards : [] });
  }

  onMeld(index) {
    if (this.chosen().length) this.put({ meld: index });
    else if (this.view.top) this.send({ act: "top", meld: index });
    else this.say(this.words.none, true);
  }

  discard(cards = this.chosen()) {
    if (!cards.length) return this.say(this.words.none, true);
    this.leaving(cards);
    this.send({ act: "last", cards });
  }

  takeOff(cards) {
    this.send({ act: "off", cards });
  }

  // ---- dragging ------------------------------------------------------------

  aside() {
    const { view } = this;
    return [...view.trays.flatMap((tray) => tray.cards), ...(view.top?.cards ?? []), ...(view.last?.card ? [view.last.card] : [])];
  }

  take(node) {
    if (this.hand.holds(node)) return this.hand.dragged(node);
    const one = this.aside().find((each) => each.id === node.dataset.id);
    return one ? { ids: [one.id], pictures: [picture(one.code)] } : null;
  }

  drop(target, cards) {
    const [kind, at] = target.split(" ");
    if (kind === "hand") {
      if (this.aside().some((one) => cards.includes(one.id))) this.takeOff(cards);
    } else if (kind === "top" || kind === "pile") this.withTop(cards);
    else if (kind === "last") this.discard(cards);
    else this.put({ tray: { tray: Number(at) }, meld: { meld: Number(at) } }[kind] ?? {}, cards);
  }

  // ---- keys ----------------------------------------------------------------

  /** The digit after M names a tray; before the hand takes it for a rank. */
  keyTray(event) {
    if (!this.wantsTray || event.key === "Shift") return false;
    this.wantsTray = false;
    if (!/^[1-9]$/.test(event.key)) return false;
    const index = Number(event.key) - 1;
    if (index < this.view.trays.length) this.put({ tray: index });
    else this.say(this.words.no_tray, true);
    return true;
  }

  key(event) {
    const letter = event.key.toLowerCase();
    const card = event.target.closest(".slot [data-id]");
    if (letter === "n") return this.put({}), true;
    if (letter === "p" && this.lying.takes) return this.withTop(), true;
    if (letter === "x" && this.view.last) return this.discard(), true;
    if (letter === "z" || letter === "u") return this.send({ act: "undo" }), true;
    if (letter === "m") {
      this.wantsTray = this.hand.chosen().length > 0;
      this.say(this.wantsTray ? this.words.which : this.words.none, !this.wantsTray);
      return true;
    }
    if (card && (event.key === "Backspace" || event.key === "Delete")) return this.takeOff([card.dataset.id]), true;
    if (card && this.alongTray(event.key, card)) return true;
    return this.hand.key(event);
  }

  alongTray(key, card) {
    const row = [...card.closest(".fan").querySelectorAll("[data-id]")];
    const at = row.indexOf(card);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: row.length - 1 }[key];
    if (to === undefined) return false;
    const next = row[Math.min(Math.max(to, 0), row.length - 1)];
    for (const one of row) setTo(one, "tabindex", one === next ? "0" : "-1");
    next.focus();
    return true;
  }
}
