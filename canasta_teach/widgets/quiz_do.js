// The table of a question on which something is done: the hand, trays, the piles, and the acts that can be tried.
// What is legal is asked of Python.

import { button, html, icon } from "./card.js";
import { drawHand } from "./hand.js";
import { maybe } from "./quiz_parts.js";
import { drawPile, drawSide, drawStock, piecesOf } from "./table_parts.js";

export class QuizDo {
  /** `send(act)` and `say(text, fault)` speak with Python and with the learner; `edge()` takes the focus of a card that went. */
  constructor(view, words, { send, say, edge }) {
    Object.assign(this, { words, send, say });
    this.marked = []; // melds that are pointed at, as [side, index]
    this.drawn = {};
    this.hand = drawHand(view.hand, {
      send: (kind, data) => send({ act: kind, ...data }),
      onChange: (cards) => send({ act: "choose", cards }),
      say,
      edge,
    });
    this.felt = html("div", { class: "felt" });
    this.trays = html("div", { class: "trays" });
    this.verbs = html("div", { class: "verbs", role: "toolbar", "aria-label": words.acts, dataset: { rove: "" } });
    this.done = html("div", { class: "done" });
    this.field = html("input", { type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false", maxlength: "200", placeholder: words.example, dataset: { spot: "typed" } });
    const type = html("button", { type: "button", class: "ct-btn", dataset: { spot: "do it" }, onclick: () => this.typed() }, words.do);
    this.node = html("div", { class: "doing" }, [
      this.felt,
      this.hand.node,
      this.trays,
      this.verbs,
      html("div", { class: "typing" }, [html("label", {}, [html("span", {}, words.field), this.field]), type]),
      this.done,
    ]);
    this.update(view);
  }

  chosen() {
    return this.hand.chosen().map((one) => one.id);
  }

  renew(name, node, model, make) {
    const text = JSON.stringify(model);
    if (this.drawn[name] === text) return;
    this.drawn[name] = text;
    node.replaceChildren(...make());
  }

  update(view) {
    const { words } = this;
    this.view = view;
    this.renew("felt", this.felt, [view.pile, view.ours, view.names], () => [
      html("div", { class: "mid" }, [
        drawStock({ count: null, text: "", name: words.stock }, { label: words.stock_label, onclick: () => this.act("draw") }),
        drawPile({ ...view.pile, name: `${view.pile.name}. ${words.pile}` }, { label: view.pile.label, onclick: () => this.act("take"), names: view.names }),
      ]),
      drawSide(this.named(view.ours), { onmeld: (side, index) => this.add(side, index), names: view.names }),
    ]);
    this.hand.update(view.hand);
    this.renew("trays", this.trays, view.trays, () => this.drawTrays(view.trays));
    this.renew("verbs", this.verbs, view.verbs, () =>
      view.verbs.map((one) =>
        html("button", { type: "button", class: "ct-btn", dataset: { spot: `verb ${one.verb}` }, onclick: () => this.act(one.verb) }, [html("span", {}, one.label), ...maybe(one.key, () => html("kbd", {}, one.key))]),
      ),
    );
    this.renew("done", this.done, [view.done, view.can_undo], () => this.drawDone(view));
  }

  named(side) {
    return { ...side, melds: side.melds.map((meld) => ({ ...meld, name: `${meld.name}. ${this.words.meld}` })) };
  }

  drawTrays(trays) {
    const { words } = this;
    const slot = (tray, i) =>
      html("div", { class: "slot", role: "group", "aria-label": tray.name }, [
        html("header", {}, [html("b", {}, tray.label)]),
        html("div", { class: "fan" }, tray.cards.map((one) => button(one.code, one.label, { "aria-description": words.off_hint, dataset: { spot: `tray ${i} ${one.id}` }, onclick: () => this.send({ act: "off", cards: [one.id] }) }, one))),
        html("button", { type: "button", class: "ct-btn plain", "aria-label": `${words.off}: ${tray.name}`, dataset: { spot: `off ${i}` }, onclick: () => this.send({ act: "off", cards: tray.cards.map((one) => one.id) }) }, words.off),
      ]);
    const fresh = html("button", { type: "button", class: "ct-btn plain new", dataset: { spot: "new" }, onclick: () => this.put() }, [html("span", {}, words.new), html("kbd", {}, "N"), html("span", { class: "ct-sub" }, words.new_hint)]);
    return [...maybe(trays.length, () => html("p", { class: "ct-sub" }, words.trays)), html("div", { class: "slots" }, [...trays.map(slot), fresh])];
  }

  drawDone(view) {
    const { words } = this;
    if (!view.done.length) return [html("p", { class: "ct-sub" }, words.nothing)];
    return [
      html("p", { class: "caption" }, html("b", {}, words.done)),
      html("ol", { class: "acts" }, view.done.map((pieces) => html("li", {}, piecesOf(pieces, view.names)))),
      html("button", { type: "button", class: "ct-btn plain", dataset: { spot: "undo" }, "aria-keyshortcuts": "Z", onclick: () => this.send({ act: "undo" }) }, [icon("undo"), html("span", {}, words.undo), html("kbd", { "aria-hidden": "true" }, "Z")]),
    ];
  }

  // ---- acts ----------------------------------------------------------------

  act(verb) {
    const cards = this.chosen();
    if (cards.length && this.hand.node.contains(document.activeElement)) this.hand.focusCard(cards[0]);
    this.send({ act: "do", verb, cards });
  }

  add(side, index) {
    const cards = this.chosen();
    if (cards.length) this.send({ act: "do", verb: "add", cards, melds: [[side, index]] });
    else this.say(this.words.choose, true);
  }

  put() {
    const cards = this.chosen();
    if (!cards.length) return this.say(this.words.choose, true);
    if (this.hand.node.contains(document.activeElement)) this.hand.focusCard(cards[0]);
    this.send({ act: "put", cards });
  }

  typed() {
    this.field.select();
    if (this.field.value.trim()) this.send({ act: "text", text: this.field.value });
  }

  /** What a key does here; false when it does nothing. */
  key(event) {
    const letter = event.key.toLowerCase();
    const verb = this.view.verbs.find((one) => one.key && one.key.toLowerCase() === letter);
    if (verb) return this.act(verb.verb), true;
    if (letter === "n") return this.put(), true;
    if (letter === "z" || letter === "u") return this.view.can_undo && this.send({ act: "undo" }), true;
    return this.hand.key(event);
  }
}
