// The map of the course: a tile a lesson, a bar a rule, and the way on. It draws `view`; words come from Python.

import { dress, html } from "./card.js";
import { isFrontEnds, lineTo, onChanges } from "./front.js";

/**
 * What makes a node lead to a notebook beside the one on this page; nothing where the page does not tell where that is.
 * JupyterLab opens it in a tab of its own: it listens for these names on every node.
 */
function leadTo(file) {
  const path = decodeURIComponent(location.pathname);
  if (!path.endsWith(".ipynb")) return null;
  const tree = /\/(?:tree|notebooks)\/(.*)$/.exec(path)?.[1];
  if (tree === undefined) return { href: file };
  const beside = [...tree.split("/").slice(0, -1), file].join("/");
  return { href: file, "data-commandlinker-command": "docmanager:open", "data-commandlinker-args": JSON.stringify({ path: beside }) };
}

const some = (test, make) => (test ? [make()] : []);

function bars(levels) {
  return html("span", { class: "bars", "aria-hidden": "true" }, levels.map((level) => html("i", { class: `l${level}` })));
}

class MapPage {
  constructor(model, el) {
    this.model = model;
    this.status = html("div", { class: "status ct-vh", role: "status", "aria-live": "polite" });
    this.line = lineTo(model, this.status);
    this.map = html("div", { class: "map" });
    this.root = html("section", { class: "ct ct-map", onkeydown: (event) => isFrontEnds(event) || event.stopPropagation() }, [this.map, this.status]);
    el.append(this.root);
    this.unlisten = onChanges(model, ["view", "said"], () => this.update());
    this.count = model.get("said").count;
    this.update();
  }

  close() {
    this.unlisten();
    this.line.close();
  }

  update() {
    const view = this.model.get("view");
    const held = this.root.contains(document.activeElement) ? document.activeElement.dataset.spot : null;
    dress(this.root, view);
    this.root.setAttribute("aria-label", view.name);
    this.map.replaceChildren(
      html("header", {}, [
        html("div", {}, [html("h3", { class: "ct-title" }, view.title), html("p", { class: "ct-sub" }, [view.sum, " ", html("span", {}, view.rules)])]),
        html("div", { class: "ways" }, [
          html("button", { type: "button", class: "ct-btn plain", dataset: { spot: "look" }, onclick: () => this.line.send({ act: "look" }) }, view.again),
          ...some(view.next, () => this.way(view.next)),
        ]),
      ]),
      ...view.notes.map((text) => html("p", { class: "note" }, text)),
      html("ol", { class: "lessons" }, view.lessons.map((one) => this.tile(one))),
      html("p", { class: "legend ct-sub" }, [html("span", {}, view.legend), ...view.levels.map((one) => html("span", { class: "one" }, [bars([one.level]), one.words]))]),
    );
    if (held) [...this.root.querySelectorAll("[data-spot]")].find((node) => node.dataset.spot === held)?.focus();
    const said = this.model.get("said");
    if (said.count === this.count) return;
    this.count = said.count;
    if (said.text) this.line.say(said.text, said.fault);
  }

  way(next) {
    const to = leadTo(next.file);
    return to ? html("a", { class: "ct-btn primary", dataset: { spot: "next" }, ...to }, next.label) : html("b", {}, next.label);
  }

  tile(one) {
    const to = leadTo(one.file);
    const inside = [
      html("span", { class: "n" }, [one.n, ...some(one.here, () => html("b", {}, one.here))]),
      html("span", { class: "title" }, one.title),
      bars(one.bars),
      html("span", { class: "caption" }, one.caption),
    ];
    const name = `lesson${one.here ? " here" : ""}`;
    if (to) return html("li", {}, html("a", { class: name, "aria-label": one.label, dataset: { spot: `lesson ${one.n}` }, ...to }, inside));
    return html("li", {}, html("div", { class: name }, inside));
  }
}

export default {
  render({ model, el }) {
    const map = new MapPage(model, el);
    return () => map.close();
  },
};
