// The score sheet: its lines as a table, with fields to be filled, or buttons that point at what is wrong. Draws `view`,
// `cards` and `page`, and sends acts back. What stands in a field is kept by Python; here nothing is counted.

import { dress, ensureShapes, html, icon, prose } from "./card.js";
import { isFrontEnds, lineTo, onChanges } from "./front.js";
import { drawRule } from "./ruling.js";
import { check, drawSheetCards, drawSheetHead, drawSources, present, renew, sign } from "./score_parts.js";

class Sheet {
  constructor(model, el) {
    this.model = model;
    this.rows = new Map();
    this.unfolded = new Set(); // the sources of which more is read
    this.at = ""; // the line in which the learner wrote last, or put the pointer
    this.told = model.get("view").heard;
    this.parts = Object.fromEntries(["head", "sides", "cards", "hint", "tools"].map((name) => [name, html("div", { class: `part ${name}` })]));
    this.table = html("table", { class: "lines", role: "table" });
    this.status = html("div", { class: "status ct-vh", role: "status", "aria-live": "polite" });
    this.line = lineTo(model, this.status);
    const { head, sides, cards, hint, tools } = this.parts;
    const inside = [head, sides, cards, this.table, hint, tools, this.status];
    this.root = html("section", { class: "ct ct-sheet", onkeydown: (event) => this.key(event), onpointerdown: (event) => this.entered(event) }, html("div", { class: "sheet" }, inside));
    el.append(this.root);
    this.unlisten = onChanges(model, ["view", "said", "cards", "cites", "page"], () => this.update());
    this.count = model.get("said").count;
    this.focused = model.get("view").focus[1];
    this.update();
  }

  close() {
    this.unlisten();
    this.line.close();
  }

  send(act, data = {}) {
    this.line.send({ act, ...data });
  }

  // ---- keys and focus ----

  entered(event) {
    const row = event.target.closest("[data-line]");
    if (row) this.at = row.dataset.line;
  }

  key(event) {
    const checks = event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
    if (checks && this.model.get("view").mode === "fill") {
      event.stopPropagation();
      event.preventDefault();
      this.leave();
      this.send("check");
      return;
    }
    if (isFrontEnds(event)) return;
    // JupyterLab takes keys from a focused widget: B would insert a cell.
    event.stopPropagation();
    const spot = event.target.dataset?.spot ?? "";
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key] ?? (event.key === "Enter" && spot.startsWith("field") ? 1 : 0);
    if (event.key === "Escape" && this.model.get("page").rule) {
      event.preventDefault();
      this.shut();
    } else if (step && /^(field|point) /.test(spot)) {
      event.preventDefault();
      this.step(event.target, step, event.key === "Enter");
    }
  }

  /** Goes to the next line; Enter in the last one goes on to the check. */
  step(from, by, onward) {
    const all = [...this.table.querySelectorAll('[data-spot^="field "], [data-spot^="point "]')];
    const next = all[all.indexOf(from) + by] ?? (onward ? this.spot("check") : null);
    next?.focus();
    if (next instanceof HTMLInputElement) next.select();
  }

  /** What is being written is told of before something else is asked: a field tells it only when it is left. */
  leave() {
    const held = document.activeElement;
    if (held instanceof HTMLInputElement && this.root.contains(held)) this.write(held, true);
  }

  write(field, done) {
    const line = field.closest("[data-line]").dataset.line;
    if (field.told === `${done} ${field.value}`) return;
    field.told = `${done} ${field.value}`;
    this.at = line;
    this.told += 1;
    this.send("write", { line, text: field.value, done });
  }

  shut() {
    const { place } = this.model.get("page");
    this.wanted = place;
    this.send("close");
  }

  read(rule, place) {
    const page = this.model.get("page");
    this.wanted = page.rule === rule && page.place === place ? place : "page";
    this.send("rule", { rule, place });
  }

  spot(name) {
    return [...this.root.querySelectorAll("[data-spot]")].find((node) => node.dataset.spot === name);
  }

  // ---- drawing ----

  update() {
    const view = this.model.get("view");
    const held = document.activeElement;
    const inside = this.root.contains(held) ? held.dataset.spot : null;
    dress(this.root, view);
    this.root.setAttribute("aria-label", view.name);
    const { head, sides, cards, hint, tools } = this.parts;
    renew(head, [view.title, view.note, view.task], () => drawSheetHead(view));
    renew(sides, [view.sides, view.sides_label], () => this.drawSides(view));
    const lies = this.model.get("cards");
    renew(cards, lies, () => drawSheetCards(lies, cards));
    this.drawTable(view);
    renew(hint, [view.hint, this.pageAt("hint")], () => present(view.hint, () => this.drawHint(view)));
    renew(tools, view.buttons, () => this.drawTools(view.buttons));
    const said = this.model.get("said");
    const { focus } = view;
    if (inside !== null) this.follow(focus, inside);
    this.focused = focus[1];
    if (said.count !== this.count) {
      this.count = said.count;
      this.wanted = undefined;
      if (said.text) this.line.say(said.text, said.fault);
    }
  }

  /** Puts the focus where an answer wants it, else where it was, else on the first thing that can have it. */
  follow(focus, before) {
    const asked = focus[1] === this.focused ? this.wanted : focus[0];
    const point = (asked ?? "").replace(/^field /, "point ");
    const found = [asked, point, before, "check", "hint"].filter(Boolean).map((name) => this.spot(name)).find(Boolean) ?? this.spot("title");
    if (found === document.activeElement) return;
    found.focus();
    if (found instanceof HTMLInputElement) found.select();
  }

  drawSides(view) {
    if (!view.sides.length) return [];
    const choices = view.sides.map((one) =>
      html("button", { type: "button", "aria-pressed": String(one.here), dataset: { spot: `side ${one.side}` }, onclick: () => this.send("side", { side: one.side }) }, [
        html("span", {}, one.label),
        ...present(one.note, () => html("b", {}, one.note)),
        ...present(one.right, () => html("span", { class: "done" }, [icon("yes", ""), html("span", { class: "ct-vh" }, one.right)])),
      ]),
    );
    return [html("div", { class: "ct-seg", role: "group", "aria-label": view.sides_label }, choices)];
  }

  drawTable(view) {
    const ids = [view.mode, view.heads, view.lines.map((line) => line.id)];
    if (JSON.stringify(ids) !== this.ids) {
      this.ids = JSON.stringify(ids);
      this.rows = new Map([...view.lines, { id: "total" }].map((line) => [line.id, this.newRow(line, view.mode)]));
      const heads = view.heads.map((head, i) => html("th", { scope: "col", role: "columnheader", class: ["what", "st", "in", "chk"][i] }, head));
      const body = view.lines.flatMap((line) => [this.rows.get(line.id).row, this.rows.get(line.id).below]);
      const total = this.rows.get("total");
      this.table.dataset.mode = view.mode;
      this.table.replaceChildren(
        html("thead", { role: "rowgroup" }, html("tr", { role: "row" }, heads.slice(0, view.mode === "filled" ? 3 : 4))),
        html("tbody", { role: "rowgroup" }, body),
        html("tfoot", { role: "rowgroup" }, [total.row, total.below]),
      );
    }
    this.table.setAttribute("aria-label", view.name);
    const sets = JSON.stringify(view.sets);
    const settled = view.heard >= this.told || sets !== this.sets;
    for (const line of view.lines) this.drawLine(line, view, { settled, forced: sets !== this.sets });
    this.sets = sets;
    this.drawTotal(view);
  }

  newRow({ id }, mode) {
    const cell = (name, className, role) => html(name, { class: className, role });
    const parts = { what: html("th", { class: "what", scope: "row", role: "rowheader" }), st: cell("td", "st", "cell"), in: cell("td", "in", "cell") };
    if (mode !== "filled") parts.chk = cell("td", "chk", "cell");
    const below = html("tr", { class: "below", role: "row", dataset: { line: id } }, html("td", { colspan: String(Object.keys(parts).length), role: "cell" }));
    const row = html("tr", { class: "line", role: "row", dataset: { line: id } }, Object.values(parts));
    if (mode === "fill" && id !== "total") {
      parts.field = html("input", {
        type: "text", inputmode: "numeric", autocomplete: "off", spellcheck: "false", placeholder: "0", maxlength: "40", dataset: { spot: `field ${id}` },
        oninput: (event) => this.write(event.target, false), onchange: (event) => this.write(event.target, true),
      });
      parts.in.append(parts.field);
    }
    // A click anywhere in a line points at it; a rule's link in it is for itself.
    if (mode === "spot") row.addEventListener("click", (event) => event.target.closest("button") || this.point(id));
    return { ...parts, row, below };
  }

  drawLine(line, view, { settled, forced }) {
    const row = this.rows.get(line.id);
    row.row.className = `line ${line.mark}`;
    renew(row.what, [line.label, line.why], () => [html("span", { class: "label" }, line.label), html("span", { class: "why" }, prose(line.why))]);
    const cites = this.model.get("cites")[line.id] ?? [];
    const sources = cites.filter((one) => this.unfolded.has(`about ${one.place} ${one.rule}`));
    renew(row.st, [cites, sources, this.pageAt(`line ${line.id}`)?.place], () => cites.flatMap((one) => this.drawCite(one)));
    if (row.field) {
      const { field } = row;
      field.setAttribute("aria-label", line.label);
      field.inputMode = line.keyboard;
      const tells = line.tell && ["look", "fault"].includes(line.mark) ? this.tellId(line.id) : null;
      for (const [name, value] of [["aria-invalid", tells && "true"], ["aria-describedby", line.tell && this.tellId(line.id)]]) {
        if (value) field.setAttribute(name, value);
        else field.removeAttribute(name);
      }
      const mine = field === document.activeElement;
      if (field.value !== line.text && (forced || (settled && !mine))) {
        field.value = line.text;
        field.told = null;
      }
    } else {
      renew(row.in, line.text, () => [line.text]);
    }
    if (row.chk) this.drawCheck(row.chk, line);
    const page = this.pageAt(`line ${line.id}`);
    const close = () => this.drawPage(page, view.close);
    renew(row.below.firstChild, [line.tell, sources, page], () => [...present(line.tell, () => this.drawTell(line)), ...drawSources(sources), ...present(page, close)]);
    row.below.hidden = !(line.tell || page || sources.length);
  }

  drawCheck(cell, line) {
    if (line.point_name === undefined) {
      renew(cell, [line.mark, line.mark_text], () => [html("span", { class: `mark-of ${line.mark}` }, check(line))]);
      return;
    }
    // One button for good, so that the focus stays on it when it turns into its answer.
    cell.button ??= html("button", { type: "button", class: "ct-btn point", dataset: { spot: `point ${line.id}` }, onclick: () => this.point(line.id) });
    const { button } = cell;
    if (!button.isConnected) cell.replaceChildren(button);
    button.setAttribute("aria-label", line.point_name);
    if (line.mark) button.setAttribute("aria-disabled", "true");
    else button.removeAttribute("aria-disabled");
    button.classList.toggle("found", line.mark === "found");
    button.classList.toggle("right", line.mark === "right");
    renew(button, [line.mark, line.mark_text, line.point], () => (line.mark ? check(line) : [line.point]));
  }

  point(line) {
    this.send("point", { line });
  }

  drawTotal(view) {
    const row = this.rows.get("total");
    const { total } = view;
    renew(row.what, total.label, () => [total.label]);
    renew(row.in, total.text, () => [total.text]);
    if (row.chk) {
      if (total.point_name === undefined) renew(row.chk, total.note, () => [html("span", { class: "mark-of" }, total.note)]);
      else this.drawCheck(row.chk, { id: "total", ...total });
    }
    row.row.className = `line total ${total.mark ?? ""}`;
    renew(row.below.firstChild, [total.tell, total.after], () => [
      ...present(total.tell, () => this.drawTell({ id: "total", tell: total.tell })),
      ...present(total.after, () => html("p", { class: "ct-sub after" }, total.after)),
    ]);
    row.below.hidden = !(total.tell || total.after);
  }

  tellId(line) {
    this.id ??= `ct-sheet-${(Sheet.count = (Sheet.count ?? 0) + 1)}`;
    return `${this.id}-${line}`;
  }

  drawTell({ id, tell, mark }) {
    return html("p", { class: `tell ${mark === "right" ? "calm" : ""}`, id: this.tellId(id) }, [...present(tell.lead, () => html("b", {}, tell.lead)), " ", ...prose(tell.text)]);
  }

  /** Standing and rule of a line; what the source leaves to be said is unfolded below the line, in its full width. */
  drawCite(one) {
    const { citation } = one;
    const spot = `about ${one.place} ${one.rule}`;
    const about = () =>
      html("button", { type: "button", class: "note", dataset: { spot }, "aria-label": `${citation.about}: ${one.rule}`, title: citation.about, "aria-expanded": String(this.unfolded.has(spot)), onclick: () => this.unfold(spot) }, icon("note", ""));
    return [
      html("div", { class: "badges" }, [sign(citation.standing, citation.words), ...present(citation.about, about)]),
      this.link(one, this.model.get("page").place === one.place),
    ];
  }

  unfold(spot) {
    if (!this.unfolded.delete(spot)) this.unfolded.add(spot);
    this.wanted = spot;
    this.update();
    this.wanted = undefined;
  }

  link(one, open) {
    const press = {
      type: "button", class: "ct-link", dataset: { spot: one.place }, "aria-label": one.open, "aria-expanded": String(open),
      onclick: () => this.read(one.rule, one.place),
    };
    return html("button", press, one.rule);
  }

  pageAt(place) {
    const page = this.model.get("page");
    return page.rule && (page.place === place || page.place.startsWith(`${place} `)) ? page : null;
  }

  drawPage(page, words) {
    const shut = html("button", { type: "button", class: "ct-btn plain close", dataset: { spot: "close" }, onclick: () => this.shut() }, words);
    return html("div", { class: "ct-ruling" }, html("section", { class: "opened", "aria-label": page.name }, [html("header", {}, [html("h4", {}, page.heading), shut]), drawRule(page)]));
  }

  drawHint(view) {
    const { hint } = view;
    const bars = Array.from({ length: hint.steps }, (_, i) => html("i", { class: i < hint.step ? "on" : "" }));
    const page = this.pageAt("hint");
    return html("section", { class: "tip", "aria-label": hint.of }, [
      html("div", { class: "of" }, [html("b", {}, hint.of), html("span", { class: "bars", "aria-hidden": "true" }, bars)]),
      html("p", {}, prose(hint.text)),
      ...present(hint.rule, () => html("div", { class: "cite" }, [this.link(hint, page !== null)])),
      ...present(page, () => this.drawPage(page, view.close)),
    ]);
  }

  drawTools(buttons) {
    return buttons.map((one, i) => {
      const press = () => {
        if (one.id === "hint") this.send("hint", { line: this.hintLine() });
        else this.send(one.id);
      };
      const style = one.id === "check" ? "ct-btn primary" : i > 1 || one.id !== "hint" ? "ct-btn plain" : "ct-btn";
      return html("button", { type: "button", class: style, dataset: { spot: one.id }, onclick: press }, [one.label, ...present(one.key, () => html("kbd", { "aria-hidden": "true" }, one.key))]);
    });
  }

  /** The line on which a hint is asked: where the learner was last, unless a check points at another. */
  hintLine() {
    const { mode, lines } = this.model.get("view");
    const pointed = lines.some((line) => line.mark === "look");
    return mode !== "fill" || pointed || this.at === "total" ? "" : this.at;
  }
}

export default {
  render({ model, el }) {
    ensureShapes();
    const sheet = new Sheet(model, el);
    return () => sheet.close();
  },
};
