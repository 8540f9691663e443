// The bar of acts: what can be done now, what not now, and whom to let play. Buttons that stay are kept, and their focus.

import { html, setTo } from "./card.js";
import { piecesOf } from "./table_parts.js";

function put(node, name, value) {
  if (value) setTo(node, name, value);
  else node.removeAttribute(name);
}

export class ActBar {
  /** `act(verb)` is told of an act that is pressed, `wait(act)` of a wish that others play. */
  constructor({ labels, keys, names }, { act, wait }) {
    Object.assign(this, { keys, names, act, wait });
    this.kept = new Map(); // what a button is for -> {node, shows}
    this.turn = html("div", { class: "acts", role: "toolbar", "aria-label": labels.acts, dataset: { rove: "" } });
    this.more = html("div", { class: "acts", dataset: { rove: "" } });
    this.sep = html("span", { class: "sep" });
  }

  /** Shows these acts; true when the buttons are others than before. */
  update(acts, waiting) {
    const { keys } = this;
    const waits = waiting
      ? [
          this.button("on", "", { words: [waiting.on], key: keys.on }, () => this.wait("step-on")),
          this.button("all", "primary", { words: [waiting.all], key: keys.all }, () => this.wait("on")),
          this.sep,
        ]
      : [];
    const shown = acts.map((one) => {
      const node = this.button(`act ${one.verb}`, one.main ? "primary" : one.state, { pieces: one.label, key: one.key }, () => this.act(one.verb));
      put(node, "aria-description", one.why);
      put(node, "title", one.why);
      return [one.group, node];
    });
    const group = (name) => shown.filter(([own]) => own === name).map(([, node]) => node);
    return [this.place(this.turn, [...waits, ...group("turn")]), this.place(this.more, group("more"))].some(Boolean);
  }

  button(spot, kind, shows, onclick) {
    const one = this.kept.get(spot) ?? { node: html("button", { type: "button", dataset: { spot }, onclick }), shows: "" };
    this.kept.set(spot, one);
    setTo(one.node, "class", `ct-btn ${kind}`);
    const text = JSON.stringify(shows);
    if (one.shows === text) return one.node;
    one.shows = text;
    put(one.node, "aria-keyshortcuts", shows.key);
    const label = html("span", {}, shows.words ?? piecesOf(shows.pieces, this.names));
    one.node.replaceChildren(label, ...(shows.key ? [html("kbd", { "aria-hidden": "true" }, shows.key)] : []));
    return one.node;
  }

  place(box, nodes) {
    const now = [...box.children];
    if (now.length === nodes.length && now.every((node, i) => node === nodes[i])) return false;
    box.replaceChildren(...nodes);
    return true;
  }
}
