// The drawing of a table: where its parts stand, and each part from its data. What is pressed is the widget's to answer.

import { html } from "./card.js";
import { drawFelt, drawPile, drawSeat, drawSide, drawSigns, drawStock, piecesOf, placeSeats } from "./table_parts.js";
import { ActBar } from "./table_bar.js";
import { drawBoard, drawLog, drawOver } from "./table_rail.js";
import { drawTurn, TableTools } from "./table_tools.js";
import { drawTablePut, drawTableTrays } from "./table_trays.js";

export const TABLE_PARTS = ["turn", "theirs", "mid", "ours", "trays", "curtain", "put", "over", "acts", "more", "why", "ruling", "board", "log"];

export class TableDrawing {
  build(el) {
    const { parts, fixed } = this;
    this.tools = new TableTools(fixed.tools, fixed.undo_note, (name) => this.tool(name));
    // What the banner says already, for where it is out of sight.
    this.near = html("p", { class: "near", "aria-hidden": "true" });
    const you = [parts.trays, parts.curtain, this.near, this.hand.node, parts.put];
    this.felt = drawFelt({ theirs: parts.theirs, mid: parts.mid, ours: parts.ours, you });
    this.field = html("input", { type: "text", spellcheck: "false", autocomplete: "off", placeholder: fixed.labels.type_hint, dataset: { spot: "type" } });
    const typed = html("form", { class: "type", onsubmit: (event) => this.typed(event) }, [
      html("label", {}, [html("span", {}, fixed.labels.type), this.field]),
      html("button", { type: "submit", class: "ct-btn", dataset: { spot: "try" } }, fixed.labels.try),
    ]);
    const more = html("details", { class: "tried" }, [html("summary", { dataset: { spot: "more" } }, fixed.labels.more), parts.more, typed]);
    this.actBar = new ActBar(fixed, { act: (verb) => this.act(verb), wait: (act) => this.send({ act }) });
    parts.acts.append(this.actBar.turn);
    parts.more.append(this.actBar.more);
    this.note = html("p", { class: "ct-sub note" }, fixed.labels.later_note);
    this.bar = html("div", { class: "bar" }, [parts.acts, this.note, more]);
    this.root = html("section", { class: "ct ct-tbl ct-table", onkeydown: (event) => this.key(event), onpaste: (event) => this.pasted(event), oncopy: (event) => this.copying(event) }, [
      html("div", { class: "head" }, [parts.turn, this.tools.node]),
      this.files.node,
      this.status,
      html("div", { class: "body" }, [
        html("div", { class: "main" }, [this.felt, parts.over, this.bar, parts.why, parts.ruling]),
        html("aside", { class: "rail", "aria-label": fixed.labels.rail }, [parts.board, parts.log]),
      ]),
    ]);
    el.append(this.root);
  }

  /** Draws a part again only when its data changed, so what has not changed keeps its focus. */
  section(name, data, draw) {
    const text = JSON.stringify(data) ?? "";
    if (this.drawn[name] === text) return false;
    this.drawn[name] = text;
    this.parts[name].replaceChildren(...draw(data));
    this.roving?.settle(this.parts[name]);
    return true;
  }

  drawHead() {
    const { view, fixed } = this;
    this.near.replaceChildren(...piecesOf(view.curtain ? "" : (view.turn.near ?? "")));
    this.near.hidden = !this.near.textContent;
    this.section("turn", [view.turn, view.title], ([turn, title]) => drawTurn(turn, title));
    this.tools.update(view.head, { undo: !view.can_undo, redo: !view.can_redo, open: this.files.open });
  }

  drawFeltParts(view) {
    const { names, labels } = this.fixed;
    const seats = JSON.stringify(view.seats);
    if (seats !== this.drawn.seats) placeSeats(this.felt, view.seats.map((seat) => drawSeat(seat, { names })));
    this.drawn.seats = seats;
    const onmeld = (side, index) => this.meld(side, index);
    const draw = (sides) => sides.map((side) => drawSide(side, { onmeld, drop: true, names }));
    const others = this.section("theirs", view.sides.filter((side) => !side.mine), draw);
    const own = this.section("ours", view.sides.filter((side) => side.mine), draw);
    if (others || own) this.marked.clear();
    this.drawMarks();
    this.section("mid", [view.stock, view.pile], () => [
      html("div", { class: "piles" }, [
        drawStock(view.stock, { label: labels.stock, onclick: () => this.act("draw") }),
        drawPile(view.pile, { label: labels.pile, drop: true, names, onclick: () => this.act("take") }),
      ]),
      drawSigns(view.pile.signs, { names }),
    ]);
    this.section("trays", view.curtain ? null : view.arranged, (arranged) =>
      arranged?.trays.length ? drawTableTrays(arranged, this.fixed.trays, { off: (ids) => this.takeOff(ids), put: (where) => this.put(where), lay: () => this.act("lay") }) : [],
    );
    this.section("curtain", view.curtain, (curtain) =>
      curtain ? [html("p", {}, piecesOf(curtain.text)), html("button", { type: "button", class: "ct-btn primary", dataset: { spot: "show" }, onclick: () => this.send({ act: "curtain" }) }, curtain.button)] : [],
    );
    this.felt.classList.toggle("mine", view.turn.mine && !view.curtain);
  }

  /** The buttons that put the chosen cards aside: they depend on the choice, which lives in the page. */
  drawPut() {
    const { view, fixed } = this;
    const chosen = this.hand.chosen().map((one) => one.short);
    const places = view.arranged?.put ?? fixed.put;
    const shown = !view.curtain && !view.over && view.hand.cards.length > 0;
    this.section("put", shown ? [chosen, places] : null, (data) => (data ? drawTablePut(places, fixed.put, chosen, (where) => this.put(where)) : []));
  }


  drawActs(view) {
    this.note.hidden = !view.acts.some((one) => one.group === "turn" && one.state === "later");
    if (this.actBar.update(view.acts, view.waiting)) this.roving?.settle(this.bar);
  }

  drawLog() {
    const { view, fixed } = this;
    const shown = { log: view.log, log_more: view.log_more, log_later: view.log_later };
    const told = {
      opened: this.openEntry,
      toggle: (key) => {
        this.openEntry = this.openEntry === key ? "" : key;
        this.drawLog();
        this.focusSpot(`log ${key}`);
      },
      goto: (step) => this.send({ act: "goto", step }),
      why: (step) => this.why(step),
      turn: (later) => this.send({ act: "log", later }),
    };
    this.section("log", [shown, this.openEntry], () => drawLog(shown, fixed.labels, fixed.names, told, this.entries));
  }

  /** Asks for the ruling on an act of the log, or on the last act made here; it takes the focus. */
  why(step) {
    this.spotBefore = document.activeElement?.dataset?.spot ?? null;
    this.wanted = "verdict";
    this.send({ act: "why", step });
  }

  drawMarks() {
    for (const node of this.root.querySelectorAll("button.meld")) {
      const on = this.marked.has(node.dataset.spot.replace("meld ", ""));
      node.classList.toggle("picked", on);
      if (on) node.setAttribute("aria-pressed", "true");
      else node.removeAttribute("aria-pressed");
    }
  }

  /** What stands under the felt and beside it. */
  drawRest(view) {
    const { fixed } = this;
    this.section("over", view.over, (over) => (over ? drawOver(over, () => this.send({ act: "next-deal" })) : []));
    this.bar.hidden = Boolean(view.curtain) || Boolean(view.over);
    this.drawActs(view);
    this.section("why", view.why && !view.over, (why) => (why ? [html("button", { type: "button", class: "ct-btn plain", dataset: { spot: "why" }, onclick: () => this.why(null) }, fixed.labels.why)] : []));
    this.section("board", [view.board, view.board_heads], () => drawBoard(view.board, view.board_heads, fixed.labels.board));
    this.drawLog();
  }
}
