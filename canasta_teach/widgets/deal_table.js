// The deal table: a deal made step by step. It draws `view` (what was done last), `table` (what lies), `happened` (what
// led there) and `page` (the rule that is open), and sends acts back; every word of it comes from Python.

import { dress, ensureShapes, html, icon, picture, prose, setTo } from "./card.js";
import { isFrontEnds, lineTo, onChanges, Page } from "./front.js";
import { drawRule } from "./ruling.js";
import { drawFelt, drawPile, drawSeat, drawSigns, drawStock, roving } from "./table_parts.js";

const DEAL_TRAITS = ["view", "said", "table", "happened", "page", "fixed"];
const ON_THE_WAY = 220; // ms that a dealt card travels
const SET_OUT = 40; // ms by which each sets out after the one before it, for the first few
const SETTING_OUT = 6;

class DealTable extends Page {
  constructor(model, el) {
    super(model);
    this.drawn = {}; // part -> the data that it shows
    this.opener = null; // what was pressed to open the rule that is open
    this.wanted = null; // where the focus goes with the next answer
    this.status = html("div", { class: "status ct-vh", role: "status", "aria-live": "polite" });
    this.line = lineTo(model, this.status);
    this.now = html("div", { class: "now" });
    this.page = html("div", { class: "rulepage ct-ruling" });
    this.board = html("div", { class: "board" });
    this.log = html("div", { class: "log" });
    this.root = html("section", { class: "ct ct-tbl ct-deal", onkeydown: (event) => this.key(event) }, [
      (this.head = html("header", { class: "head" })),
      this.drawSetup(),
      this.now,
      this.drawActs(),
      this.status,
      this.page,
      html("div", { class: "body" }, [this.board, this.log]),
    ]);
    this.rove = roving(this.root);
    el.append(this.root);
    this.said = model.get("said").count;
    this.update(new Set(DEAL_TRAITS), true);
    this.unlisten = onChanges(model, DEAL_TRAITS, (changed) => this.update(changed));
  }

  get fixed() {
    return this.model.get("fixed");
  }

  // ---- the controls, made once -----------------------------------------------

  drawSetup() {
    const { fixed } = this;
    const field = (label, input, className = "") => html("label", { class: `field ${className}` }, [html("span", {}, label), input]);
    this.rules = html("select", { onchange: () => this.send({ act: "rules", key: this.rules.value }) });
    this.players = html("select", { onchange: () => this.send({ act: "players", n: Number(this.players.value) }) });
    this.seed = html("input", { type: "text", inputmode: "numeric", autocomplete: "off", spellcheck: "false", maxlength: "20", title: fixed.seed_hint });
    const press = (words, spot, act) => html("button", { type: "button", class: "ct-btn", dataset: { spot }, onclick: act }, words);
    return html("div", { class: "setup" }, [
      field(fixed.rules_label, this.rules, "wide"),
      field(fixed.players_label, this.players),
      field(fixed.seed_label, this.seed, "short"),
      press(fixed.deal_seed, "deal seed", () => this.sendSeed()),
      press(fixed.new_seed, "new seed", () => this.send({ act: "new" })),
    ]);
  }

  drawActs() {
    this.acts = this.fixed.acts.map((one) => ({
      act: one.act,
      key: one.key,
      node: html("button", { type: "button", class: "ct-btn", dataset: { spot: `act ${one.act}` }, "aria-keyshortcuts": one.key, onclick: () => this.send({ act: one.act }) }, [
        html("span", {}, one.label), html("kbd", { "aria-hidden": "true" }, one.key),
      ]),
    }));
    return html("div", { class: "acts", role: "toolbar", "aria-label": this.fixed.acts_label, dataset: { rove: "" } }, this.acts.map((one) => one.node));
  }

  sendSeed() {
    this.send({ act: "seed", text: this.seed.value });
  }

  // ---- drawing -----------------------------------------------------------------

  update(changed, first = false) {
    const { view } = this;
    const held = this.root.contains(document.activeElement) ? document.activeElement : null;
    const spot = held?.closest("[data-spot]")?.dataset.spot ?? null;
    dress(this.root, view);
    setTo(this.root, "aria-label", view.name);
    this.section("head", this.head, [view.title, view.head], () => [html("h3", { class: "ct-title" }, view.title), html("p", { class: "ct-sub" }, view.head)]);
    this.updateSetup(view);
    this.section("now", this.now, [view.step, this.model.get("page").place], () => this.drawNow(view.step));
    this.section("page", this.page, this.model.get("page"), (page) => this.drawPage(page));
    this.section("log", this.log, [this.model.get("happened"), this.model.get("page").place], ([log]) => this.drawLog(log));
    for (const one of this.acts) {
      setTo(one.node, "aria-disabled", String(one.act === "back" ? !view.can_back : !view.can_next));
      one.node.classList.toggle("primary", one.act === "step" && view.can_next);
    }
    if (changed.has("table")) this.updateTable(first ? [] : view.moves, view.mark);
    this.rove.settle();
    if (held && (this.wanted !== null || !this.root.contains(document.activeElement))) this.focusSpot(this.wanted, spot);
    const said = this.model.get("said");
    if (said.count !== this.said) {
      this.said = said.count;
      this.wanted = null;
      if (said.text) this.line.say(said.text, said.fault);
    }
  }

  /** Draws a part again only when its data changed, so what has not changed keeps its focus. */
  section(name, node, data, draw) {
    const text = JSON.stringify(data);
    if (this.drawn[name] === text) return;
    this.drawn[name] = text;
    node.replaceChildren(...draw(data));
  }

  updateSetup(view) {
    const { fixed } = this;
    const option = (value, text) => html("option", { value }, text);
    this.section("rules", this.rules, fixed.rules, (rules) => rules.map((one) => option(one.key, one.title)));
    this.section("players", this.players, view.counts, (counts) => counts.map((one) => option(String(one.n), one.text)));
    this.rules.value = view.rules;
    this.players.value = String(view.players);
    setTo(this.seed, "placeholder", view.seed_note);
    if (this.drawn.seed !== view.seed) this.seed.value = view.seed;
    this.drawn.seed = view.seed;
  }

  link(rule, place, name) {
    const open = this.model.get("page").place === place;
    return html("button", {
      type: "button", class: "ct-link", dataset: { spot: place }, "aria-label": name, "aria-expanded": String(open),
      onclick: () => this.askRule(rule, place),
    }, rule);
  }

  drawNow(step) {
    const { cite } = step;
    const badge = html("span", { class: `standing ${cite.standing}` }, [icon(cite.standing, ""), html("span", {}, cite.words)]);
    return [
      html("p", { class: "count ct-sub" }, step.count),
      html("p", { class: "told" }, prose(step.text)),
      html("div", { class: "cite" }, [badge, html("span", { class: "where" }, cite.where), this.link(cite.rule, "now", cite.open)]),
    ];
  }

  drawPage(page) {
    if (!page.rule) return [];
    const close = html("button", { type: "button", class: "ct-btn plain close", dataset: { spot: "close" }, onclick: () => this.closeRule() }, this.fixed.close);
    const head = html("header", {}, [html("h4", {}, this.fixed.heading), close]);
    return [html("section", { class: "opened", "aria-label": page.name }, [head, drawRule(page)])];
  }

  drawLog(log) {
    const entries = log.map((one) =>
      html("li", {}, [html("span", { class: "n" }, String(one.n)), html("div", {}, [html("p", {}, prose(one.text)), this.link(one.rule, `log ${one.n}`, one.open)])]),
    );
    return entries.length ? [html("h4", {}, this.fixed.log_label), html("ol", {}, entries)] : [];
  }

  // ---- the felt ----------------------------------------------------------------

  updateTable(moves, mark) {
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    const from = still ? [] : moves.map(([place]) => this.boxOf(place));
    this.board.replaceChildren(this.drawFelt(this.model.get("table")));
    for (const [, place] of mark ? moves : []) this.mark(place);
    if (from.length) requestAnimationFrame(() => moves.forEach(([, place], i) => this.travel(place, from[i], i)));
  }

  drawFelt(table) {
    const { fixed } = this;
    const { names } = fixed;
    const seats = table.seats.map((seat) => {
      const node = drawSeat(seat, { names });
      this.number(node.querySelector(".open"), `hand ${seat.seat}`);
      node.append(...this.threes(seat));
      return node;
    });
    const mid = html("div", { class: "mid" }, [
      drawStock(table.stock, { label: fixed.stock, onclick: () => this.send({ act: "step" }) }),
      drawPile(table.pile, { label: fixed.pile, names }),
      ...(table.signs.length ? [drawSigns(table.signs, { names })] : []),
    ]);
    return drawFelt({ seats, mid, you: this.drawYou(table.you) });
  }

  drawYou(you) {
    const { names } = this.fixed;
    const dot = you.to_act ? [html("span", { class: "dot", "aria-hidden": "true" })] : [];
    const hand = html("div", { class: "own", role: "group", "aria-label": you.told, style: `--n:${you.most}` }, you.hand.map((code) => picture(code, names[code])));
    this.number(hand, `hand ${you.seat}`);
    return html("div", { class: "you", dataset: { seat: you.seat } }, [
      html("p", { class: "who" }, [...dot, html("b", {}, you.name), html("span", { class: "ct-sub" }, you.role)]),
      html("div", { class: "cards" }, [hand, ...this.threes(you)]),
    ]);
  }

  /** The red threes that a player has put on the table. */
  threes(seat) {
    if (!seat.threes.length) return [];
    const row = html("span", { class: "row" }, seat.threes.map((code) => picture(code, this.fixed.names[code])));
    this.number(row, `three ${seat.seat}`);
    return [html("div", { class: "threes" }, [row, html("span", { class: "lab" }, seat.threes_label)])];
  }

  /** Gives the cards of a row the names of their places. */
  number(row, name) {
    row?.querySelectorAll(".ct-card").forEach((card, i) => {
      card.dataset.at = `${name} ${i}`;
    });
  }

  /** The node at a place; a hand that lies covered is one place. */
  at(place) {
    if (place === "stock" || place === "pile") return this.board.querySelector(`.${place} .stack > :last-child`);
    const seat = place.split(" ")[1];
    return this.board.querySelector(`[data-at="${place}"]`) ?? this.board.querySelector(`[data-seat="${seat}"] .pack > :last-child`);
  }

  /** Where a place is, seen from the corner of the felt: what moves the felt moves no card. */
  boxOf(place) {
    const node = this.at(place);
    if (!node) return null;
    const corner = this.board.getBoundingClientRect();
    const { x, y, width } = node.getBoundingClientRect();
    return { x: x - corner.x, y: y - corner.y, width };
  }

  travel(place, from, index) {
    const to = this.boxOf(place);
    const node = this.at(place);
    if (!from || !to?.width) return;
    const zoom = node.currentCSSZoom ?? 1;
    const away = `translate(${(from.x - to.x) / zoom}px, ${(from.y - to.y) / zoom}px) scale(${from.width / to.width})`;
    const frames = [away, "none"].map((transform) => ({ transform, transformOrigin: "0 0", zIndex: 6 }));
    node.animate(frames, { duration: ON_THE_WAY, delay: SET_OUT * Math.min(index, SETTING_OUT), easing: "cubic-bezier(.2, .7, .2, 1)", fill: "backwards" });
  }

  /** A card that has just come says so: one who blinked, or sees no motion, finds it. */
  mark(place) {
    const node = this.board.querySelector(`[data-at="${place}"]`);
    node?.append(html("span", { class: "tab drawn", "aria-hidden": "true" }, this.fixed.new));
  }

  // ---- focus and acts ------------------------------------------------------------

  focusSpot(...spots) {
    const all = [...this.root.querySelectorAll("[data-spot]")];
    const found = [...spots, "act step"].map((spot) => all.find((node) => node.dataset.spot === spot)).find(Boolean);
    if (found !== document.activeElement) found.focus();
  }

  askRule(rule, place) {
    const open = this.model.get("page");
    if (open.rule === rule && open.place === place) return this.closeRule();
    this.opener = place;
    this.wanted = "page";
    this.send({ act: "rule", rule, place });
  }

  closeRule() {
    this.wanted = this.opener ?? "now";
    this.send({ act: "close" });
  }

  key(event) {
    if (isFrontEnds(event)) return;
    // JupyterLab takes keys from a focused widget: B would insert a cell.
    event.stopPropagation();
    if (!event.defaultPrevented && this.keyAct(event.key, event.target)) event.preventDefault();
  }

  keyAct(key, target) {
    if (target === this.seed && key === "Enter") return this.sendSeed(), true;
    if (key === "Escape" && this.model.get("page").rule) return this.closeRule(), true;
    if (target.closest("input, select")) return false;
    const named = this.acts.find((one) => one.key === key.toUpperCase());
    if (named) return this.send({ act: named.act }), true;
    if ((key === " " || key === "Enter") && !target.closest("button")) return this.send({ act: "step" }), true;
    return false;
  }
}

export default {
  render({ model, el }) {
    ensureShapes();
    const table = new DealTable(model, el);
    return () => table.close();
  },
};
