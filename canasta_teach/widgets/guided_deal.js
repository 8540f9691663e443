// A table with a coach above the acts: what to do next and why. The coach's words come from Python.

import { ensureShapes, html, prose } from "./card.js";
import { isFrontEnds } from "./front.js";
import { TableWidget } from "./table.js";

class GuidedTable extends TableWidget {
  build(el) {
    super.build(el);
    const line = (name) => html("p", { class: name });
    this.said = Object.fromEntries(["head", "done", "text", "how"].map((name) => [name, line(name)]));
    const press = (spot, act, key) => html("button", { type: "button", class: "ct-btn", dataset: { spot: `coach ${spot}` }, "aria-keyshortcuts": key, onclick: act });
    this.shows = press("show", () => this.show(), "H");
    this.leadsBack = press("back", () => this.send({ act: "coach", do: "back" }), null);
    this.coach = html("section", { class: "coach" }, [
      html("div", { class: "told", role: "status", "aria-live": "polite", "aria-atomic": "true" }, Object.values(this.said)),
      html("div", { class: "acts" }, [this.shows, this.leadsBack]),
    ]);
    this.parts.over.before(this.coach);
    this.root.classList.add("guided");
  }

  show() {
    this.send({ act: "coach", do: "show" });
  }

  drawRest(view) {
    super.drawRest(view);
    const { coach } = view;
    const text = JSON.stringify(coach);
    if (this.drawn.coach === text) return;
    this.drawn.coach = text;
    this.coach.setAttribute("aria-label", coach.label);
    this.coach.dataset.kind = coach.kind;
    for (const [name, node] of Object.entries(this.said)) {
      node.replaceChildren(...prose(coach[name]));
      node.hidden = !coach[name];
    }
    this.shows.replaceChildren(html("span", {}, coach.show), html("kbd", { "aria-hidden": "true" }, "H"));
    this.leadsBack.textContent = coach.back;
    const had = document.activeElement;
    this.shows.hidden = !coach.shows;
    this.leadsBack.hidden = !coach.leads_back;
    // Whoever pressed a button that is gone is led to what is to be pressed next.
    if (had === this.leadsBack && this.leadsBack.hidden) this.wanted = "coach show";
    if (had === this.shows && this.shows.hidden) this.wanted = this.spot("all") ? "all" : "over";
  }

  key(event) {
    const typing = event.target.closest("input, textarea");
    if (!isFrontEnds(event) && !typing && event.key.toLowerCase() === "h" && !this.shows.hidden) {
      event.stopPropagation();
      event.preventDefault();
      this.show();
      return;
    }
    super.key(event);
  }
}

export default {
  render({ model, el }) {
    ensureShapes();
    const table = new GuidedTable(model, el);
    return () => table.close();
  },
};
