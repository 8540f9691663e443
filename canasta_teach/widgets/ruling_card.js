// The ruling card: a ruling that can be asked further. It draws `view`, `beside` and `page` and sends acts back.

import { dress, ensureShapes, html } from "./card.js";
import { isFrontEnds, lineTo, onChanges } from "./front.js";
import { drawRuling } from "./ruling.js";

class RulingCard {
  constructor(model, el) {
    this.model = model;
    this.wanted = undefined; // the spot that gets the focus with the next answer
    this.status = html("div", { class: "status ct-vh", role: "status", "aria-live": "polite" });
    this.line = lineTo(model, this.status);
    this.body = html("div", { class: "part" });
    this.root = html("section", { class: "ct ct-card-ruling", onkeydown: (event) => this.key(event) }, [this.body, this.status]);
    el.append(this.root);
    this.unlisten = onChanges(model, ["view", "said", "page", "beside"], () => this.update());
    this.count = model.get("said").count;
    this.update();
  }

  close() {
    this.unlisten();
    this.line.close();
  }

  /** Asks Python, and remembers where focus is to be when it has answered. */
  ask(kind, data) {
    const { place } = this.model.get("page");
    const { key } = this.model.get("beside");
    const here = document.activeElement?.dataset.spot;
    this.wanted = {
      book: here,
      rule: data.place === place ? place : "page",
      close: place === undefined ? `book-${key}` : place,
    }[kind] ?? "verdict";
    this.line.send({ act: kind, ...data });
  }

  key(event) {
    if (isFrontEnds(event)) return;
    // JupyterLab takes keys from a focused widget: B would insert a cell.
    event.stopPropagation();
    const open = this.model.get("page")?.rule || this.model.get("beside")?.key;
    if (event.key !== "Escape" || !open) return;
    event.preventDefault();
    this.ask("close", {});
  }

  update() {
    const view = this.model.get("view");
    const page = this.model.get("page");
    const beside = this.model.get("beside");
    const held = document.activeElement;
    const spot = this.root.contains(held) ? held.dataset.spot : null;
    dress(this.root, view);
    this.root.setAttribute("aria-label", view.ruling.label);
    const ruling = { ...view.ruling, page: page.rule ? page : null, opened: beside.key ? beside : null };
    const drawn = JSON.stringify([ruling, view.back]);
    if (drawn !== this.drawn) {
      this.drawn = drawn;
      const back = { type: "button", class: "ct-btn plain", dataset: { spot: "back" }, onclick: () => this.ask("back", {}) };
      this.body.replaceChildren(drawRuling(ruling, (kind, data) => this.ask(kind, data), this.body), ...(view.back ? [html("button", back, view.back)] : []));
    }
    if (spot !== null) this.focus(this.wanted ?? spot, spot);
    const said = this.model.get("said");
    if (said.count !== this.count) {
      this.count = said.count;
      this.wanted = undefined;
      if (said.text) this.line.say(said.text, said.fault);
    }
  }

  focus(...spots) {
    const all = [...this.root.querySelectorAll("[data-spot]")];
    const found = [...spots, "verdict"].map((spot) => all.find((node) => node.dataset.spot === spot)).find(Boolean);
    if (found !== document.activeElement) found.focus();
  }
}

export default {
  render({ model, el }) {
    ensureShapes();
    const card = new RulingCard(model, el);
    return () => card.close();
  },
};
