// The palette: every face with the number left, the place where cards go, and a field to type them.

import { fill, html, prose, split } from "./card.js";
import { inDirection, oneStop } from "./editor_fields.js";

const PALETTE_RANKS = { 1: "A", a: "A", 0: "10", t: "10", j: "J", q: "Q", k: "K", "*": "JK" };
const SIGN_OF = { S: "♠", H: "♥", D: "♦", C: "♣" };

export class Palette {
  constructor(fixed, send, takeOne) {
    Object.assign(this, { fixed, send, takeOne });
    const words = fixed.palette;
    this.counts = [];
    this.faces = fixed.faces.map(([code]) => this.face(code));
    const suit = (at) => html("div", { class: "suit" }, this.faces.slice(13 * at, 13 * at + 13));
    const suits = html("div", { class: "suits" }, [0, 1, 2, 3].map(suit));
    const extra = html("div", { class: "extra" }, this.faces.slice(-2));
    this.grid = html("div", { class: "grid", role: "group", "aria-label": words.grid }, [suits, extra]);
    this.where = html("select", { dataset: { spot: "where" }, onchange: () => send({ act: "place", place: this.where.value }) });
    this.field = html("input", { type: "text", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", placeholder: words.example, dataset: { spot: "type" }, onkeydown: (event) => this.typed(event) });
    const add = html("button", { type: "button", class: "ct-btn", dataset: { spot: "add" }, onclick: () => this.add() }, words.add);
    this.node = html("div", { class: "palette" }, [
      html("p", { class: "caption" }, html("b", {}, words.title)),
      html("div", { class: "sheet" }, [
        this.grid,
        html("div", { class: "to" }, [
          html("label", { class: "field" }, [html("span", {}, words.where), this.where]),
          html("div", { class: "line" }, [html("label", { class: "field" }, [html("span", {}, words.type), this.field]), add]),
          html("p", { class: "ct-sub" }, words.hint),
          html("p", { class: "ct-sub keys" }, words.keys),
        ]),
      ]),
    ]);
    oneStop(this.faces);
  }

  face(code) {
    const [rank, suit] = split(code);
    const shown = suit ? prose(rank + SIGN_OF[suit]) : [html("span", { class: "word" }, code === "JK" ? this.fixed.joker : this.fixed.unknown)];
    const count = html("span", { class: "left" });
    this.counts.push(count);
    return html("button", { type: "button", class: "face", dataset: { code, spot: `face ${code}`, id: `face ${code}` }, onclick: () => this.send({ act: "add", cards: code }) }, [...shown, count]);
  }

  update(view) {
    view.left.forEach((n, i) => {
      const [code, card] = this.fixed.faces[i];
      const name = fill(code === "??" ? this.fixed.lie : this.fixed.left, { card, n });
      if (this.faces[i].getAttribute("aria-label") === name) return;
      this.faces[i].setAttribute("aria-label", name);
      this.counts[i].textContent = String(n);
      this.faces[i].classList.toggle("none", n <= 0);
      this.faces[i].classList.toggle("over", n < 0);
    });
    const options = JSON.stringify(view.places);
    if (options !== this.options) {
      this.options = options;
      this.where.replaceChildren(...view.places.map(([path, words]) => html("option", { value: path }, words)));
    }
    this.where.value = view.place;
  }

  add() {
    this.waiting = true;
    this.send({ act: "add", cards: this.field.value });
  }

  /** What was typed is gone once it is taken; what was refused stays to be mended. */
  answered(fault) {
    if (this.waiting && !fault) this.field.value = "";
    this.waiting = false;
  }

  typed(event) {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    this.add();
  }

  key(event) {
    const node = event.target.closest(".face");
    if (!node || !this.grid.contains(node)) return false;
    if (event.key === "Backspace" || event.key === "Delete") return this.takeOne(node.dataset.code), true;
    const ends = { Home: this.faces[0], End: this.faces.at(-1) }[event.key];
    const next = ends ?? (event.key.startsWith("Arrow") ? inDirection(event.key, node, this.faces) : this.ofRank(event, node));
    if (!next) return false;
    next.focus();
    oneStop(this.faces);
    return true;
  }

  /** The next face of the rank whose key was pressed. */
  ofRank(event, node) {
    const key = event.key.toLowerCase();
    const rank = PALETTE_RANKS[key] ?? (/^[2-9]$/.test(key) ? key : undefined);
    const found = this.faces.filter((one) => split(one.dataset.code)[0] === rank);
    return found[(found.indexOf(node) + 1) % found.length] ?? null;
  }
}
