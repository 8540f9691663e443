// The meld tray: a hand, trays to arrange melds on, a running count, and the referee's answer.
// It draws the view-model `view` and sends acts back; what is legal and what counts is asked of Python.

import { button, dress, ensureShapes, fill, html, icon, pack, picture, prose, setTo } from "./card.js";
import { draggable } from "./drag.js";
import { isFrontEnds, lineTo, onChanges, Page } from "./front.js";
import { drawHand } from "./hand.js";
import { movingCards } from "./motion.js";
import { RULED, askFurther, ruledPart } from "./ruled.js";

const HEARD = ["view", "said", "rulings", ...RULED];
const PARTS = ["head", "table", "trays", "hand", "put", "lay", "ruling", "setup"];

class Tray extends Page {
  constructor(model, el) {
    super(model);
    this.wantsTray = false; // M was pressed: the next digit names a tray
    this.drawn = {}; // section name -> the data it shows
    this.spotBefore = null; // where the act was made whose ruling has the focus
    this.openers = []; // what was pressed to open something in the ruling
    this.wanted = null; // where the focus goes with the next answer
    this.status = html("div", { class: "status ct-vh", role: "status", "aria-live": "polite" });
    this.line = lineTo(model, this.status);
    this.parts = Object.fromEntries(PARTS.map((name) => [name, html("div", { class: `part ${name}` })]));
    this.root = html("section", { class: "ct ct-tray", onkeydown: (event) => this.key(event), onpaste: (event) => this.paste(event) }, [
      ...PARTS.slice(0, 6).map((name) => this.parts[name]),
      this.status,
      ...PARTS.slice(6).map((name) => this.parts[name]),
    ]);
    // Before the hand takes a digit for a rank.
    this.root.addEventListener("keydown", (event) => this.keyTray(event), true);
    this.hand = drawHand(this.view.hand, {
      send: (kind, data) => this.send({ act: kind, ...data }),
      onChange: (cards) => {
        this.drawPut();
        this.send({ act: "choose", cards });
      },
      main: () => this.put({ like: true }),
      say: (text) => this.say(text),
      edge: () => this.spot("lay")?.focus(),
    });
    this.parts.hand.append(this.hand.node);
    this.ruled = ruledPart(model, this.parts.ruling, (kind, data) => this.ask(kind, data));
    draggable(this.root, { take: (node) => this.take(node), drop: (target, ids) => this.drop(target, ids) });
    el.append(this.root);
    this.said = model.get("said").count;
    this.rulings = model.get("rulings");
    this.update(new Set(HEARD));
    this.unlisten = onChanges(model, HEARD, (changed) => this.update(changed));
  }

  // ---- drawing -------------------------------------------------------------

  update(changed) {
    const held = this.root.contains(document.activeElement) ? document.activeElement : null;
    const spot = held?.closest("[data-spot]")?.dataset.spot ?? null;
    if (changed.has("view")) this.drawView(this.view);
    this.ruled.update(changed);
    if (held && !this.root.contains(document.activeElement)) this.focusSpot(this.wanted ?? spot);
    this.tell(this.model.get("said"), this.model.get("rulings"), spot);
  }

  drawView(view) {
    const travel = this.moves(view) ? movingCards(this.root) : () => {};
    dress(this.root, view);
    setTo(this.root, "aria-label", view.name);
    this.section("head", view.head, (data) => this.drawHead(data));
    this.section("table", view.table, (data) => this.drawTable(data));
    this.section("trays", view.trays, (data) => this.drawTrays(data));
    this.hand.update(view.hand);
    this.drawPut();
    this.section("lay", view.lay, (data) => this.drawLay(data));
    this.section("setup", view.setup, (data) => (data ? this.drawSetup(data) : []));
    travel();
  }

  /** Whether a card of the hand or of a tray lies elsewhere than before. */
  moves(view) {
    const ids = (cards) => cards.map((one) => one.id);
    const [before, now] = [this.lying, JSON.stringify([ids(view.hand.cards), view.trays.items.map((tray) => ids(tray.cards))])];
    this.lying = now;
    return before !== undefined && before !== now;
  }

  /** Says what is new in the live region; who had the focus when an act was refused is led to why. `spot`: where it was. */
  tell(said, rulings, spot) {
    if (said.count !== this.said) {
      if (said.text) this.say(said.text, said.fault);
      this.wanted = null;
    }
    // The browser lays the page out to move the focus: whoever looks on has the answer before that.
    if (rulings > this.rulings && spot !== null && this.model.get("ruled").verdict === "no") queueMicrotask(() => this.focusVerdict(spot));
    this.said = said.count;
    this.rulings = rulings;
  }

  drawHead(head) {
    const tool = (spot, children, key = null) =>
      html("button", { type: "button", class: "ct-btn plain", dataset: { spot }, "aria-keyshortcuts": key, onclick: () => this.send({ act: spot }), "aria-disabled": String(!head.can_undo) }, children);
    const tools = [tool("undo", [icon("undo"), head.undo, html("kbd", { "aria-hidden": "true" }, "Z")], "Z"), tool("reset", head.reset)];
    return [html("div", { class: "names" }, [html("h3", { class: "ct-title" }, head.title), html("p", { class: "ct-sub" }, head.sub)]), html("div", { class: "tools" }, tools)];
  }

  caption(title, note) {
    return html("p", { class: "caption" }, [html("b", {}, title), " ", html("span", { class: "ct-sub" }, note)]);
  }

  drawTable(table) {
    const melds = table.melds.map((meld) => {
      const cards = meld.squared ? pack(meld.top) : html("span", { class: "fan" }, meld.cards.map((one) => picture(one.code, null, one)));
      const label = html("span", { class: "lab" }, [html("b", {}, meld.label), " ", meld.note]);
      const name = `meld ${meld.index}`;
      return html("button", { type: "button", class: "meld", "aria-label": meld.name, dataset: { spot: name, drop: name }, onclick: () => this.put({ meld: meld.index }) }, [cards, label]);
    });
    const body = melds.length ? html("div", { class: "melds" }, melds) : html("p", { class: "empty" }, table.empty);
    return [this.caption(table.title, table.note), html("div", { class: melds.length ? "felt" : "" }, body)];
  }

  drawTrays(trays) {
    const slots = trays.items.map((tray, index) => {
      const cards = tray.cards.map((one, i) =>
        button(one.code, one.label, { tabindex: i === 0 ? "0" : "-1", "aria-description": trays.off_hint, dataset: { spot: `tray ${index} ${i}`, id: one.id }, onclick: () => this.takeOff([one.id]) }, one),
      );
      const off = html("button", { type: "button", class: "off", "aria-label": tray.off_name, dataset: { spot: `off ${index}` }, onclick: () => this.takeOff(tray.cards.map((one) => one.id)) }, trays.off);
      const head = html("header", {}, [html("span", {}, [html("b", {}, tray.label), " ", html("span", { class: "ct-sub" }, tray.note)]), html("b", {}, tray.points)]);
      const slot = html("div", { class: "slot", role: "group", "aria-label": tray.name, dataset: { drop: `tray ${index}` } }, [head, html("div", { class: "fan" }, cards), off]);
      slot.addEventListener("click", (event) => {
        if (!event.target.closest("button") && this.hand.chosen().length) this.put({ tray: index });
      });
      return slot;
    });
    slots.push(html("button", { type: "button", class: "slot new", dataset: { spot: "new", drop: "new" }, onclick: () => this.put({}) }, [html("b", {}, trays.new), html("span", {}, trays.new_hint)]));
    return [this.caption(trays.title, trays.note), html("div", { class: "slots" }, slots)];
  }

  /** The buttons that put the chosen cards somewhere: they depend on the choice, which lives in the page. */
  drawPut() {
    const { put } = this.view;
    const chosen = this.hand.chosen().map((one) => one.short);
    this.section("put", [chosen, put], () => {
      if (!chosen.length) return [html("p", { class: "ct-sub" }, put.hint)];
      const choice = (spot, words, key, where) =>
        html("button", { type: "button", class: "ct-btn", dataset: { spot }, onclick: () => this.put(where) }, [html("span", {}, words), ...(key ? [html("kbd", {}, key)] : [])]);
      return [
        choice("put new", prose(fill(put.new, { cards: chosen.join(" ") })), "N", {}),
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

  drawSetup(setup) {
    const field = html("textarea", { rows: "4", spellcheck: "false", dataset: { spot: "field" } });
    const send = html("button", { type: "button", class: "ct-btn", dataset: { spot: "set up" }, onclick: () => this.send({ act: "paste", text: field.value }) }, setup.button);
    return [html("details", {}, [html("summary", { dataset: { spot: "setup" } }, setup.title), html("label", {}, [html("span", {}, setup.label), field]), send])];
  }

  // ---- focus and motion ----------------------------------------------------

  spot(name) {
    return [...this.root.querySelectorAll("[data-spot]")].find((node) => node.dataset.spot === name) ?? null;
  }

  focusSpot(name) {
    const same = name === null ? null : this.spot(name);
    if (same) same.focus();
    else if (!this.hand.focusCard(this.hand.current())) this.spot("lay")?.focus();
  }

  focusVerdict(from) {
    // What is asked further inside a ruling leaves the way back as it was.
    if (!this.parts.ruling.contains(this.spot(from))) this.spotBefore = from;
    this.spot("verdict")?.focus();
  }

  // ---- acts ----------------------------------------------------------------

  put(where) {
    const cards = this.hand.chosen().map((one) => one.id);
    if (!cards.length) {
      this.say(this.view.put.none, true);
      return;
    }
    // Focus goes to the card that takes the place of the first one gone.
    this.hand.focusCard(cards[0]);
    this.send({ act: "put", cards, ...where });
  }

  takeOff(cards) {
    this.send({ act: "off", cards });
  }

  lay() {
    this.send({ act: "lay" });
  }

  /** What a drag that begins at a card takes along: from the hand the chosen cards, from a tray that card. */
  take(node) {
    if (this.hand.holds(node)) return this.hand.dragged(node);
    const one = this.view.trays.items.flatMap((tray) => tray.cards).find((each) => each.id === node.dataset.id);
    return one ? { ids: [one.id], pictures: [picture(one.code)] } : null;
  }

  drop(target, cards) {
    const [kind, at] = target.split(" ");
    const onTray = this.view.trays.items.some((tray) => tray.cards.some((one) => cards.includes(one.id)));
    if (kind === "hand") {
      if (onTray) this.takeOff(cards);
      return;
    }
    if (!onTray) this.hand.focusCard(cards[0]);
    this.send({ act: "put", cards, ...{ tray: { tray: Number(at) }, meld: { meld: Number(at) } }[kind] });
  }

  paste(event) {
    event.stopPropagation();
    if (event.target.closest("textarea")) return;
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (text.trim()) this.send({ act: "paste", text });
    event.preventDefault();
  }

  /** Asks further about the ruling. */
  ask(kind, data) {
    askFurther(this, kind, data);
  }

  // ---- keys ----------------------------------------------------------------

  key(event) {
    if (isFrontEnds(event)) return;
    // JupyterLab takes keys from a focused widget: B would insert a cell.
    event.stopPropagation();
    if (event.defaultPrevented || event.target.closest("textarea, summary")) return;
    if (this.keyAct(event) || this.hand.key(event)) event.preventDefault();
  }

  /** The digit after M names a tray. */
  keyTray(event) {
    if (!this.wantsTray || event.key === "Shift") return;
    this.wantsTray = false;
    if (!/^[1-9]$/.test(event.key)) return;
    const index = Number(event.key) - 1;
    if (index < this.view.trays.items.length) this.put({ tray: index });
    else this.say(this.view.put.no_tray, true);
    event.stopPropagation();
    event.preventDefault();
  }

  /** Esc closes what was opened last in a ruling, then goes back to where the act was made. */
  leaveRuling() {
    if (this.model.get("page").rule || this.model.get("beside").key) this.ask("close", {});
    else this.focusSpot(this.spotBefore);
  }

  keyAct(event) {
    const card = event.target.closest(".slot [data-id]");
    const letter = event.key.toLowerCase();
    if (letter === "n") return this.put({}), true;
    if (letter === "l") return this.lay(), true;
    if (letter === "z" || letter === "u") return this.send({ act: "undo" }), true;
    if (letter === "m") {
      this.wantsTray = this.hand.chosen().length > 0;
      this.say(this.wantsTray ? this.view.put.which : this.view.put.none, !this.wantsTray);
      return true;
    }
    if (event.key === "Escape" && this.parts.ruling.contains(event.target)) return this.leaveRuling(), true;
    if (!card) return false;
    if (event.key === "Backspace" || event.key === "Delete") return this.takeOff([card.dataset.id]), true;
    const row = [...card.closest(".fan").querySelectorAll("[data-id]")];
    const at = row.indexOf(card);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: row.length - 1 }[event.key];
    if (to === undefined) return false;
    const next = row[Math.min(Math.max(to, 0), row.length - 1)];
    for (const one of row) one.tabIndex = one === next ? 0 : -1;
    next.focus();
    return true;
  }
}

export default {
  render({ model, el }) {
    ensureShapes();
    const tray = new Tray(model, el);
    return () => tray.close();
  },
};
