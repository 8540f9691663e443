// The position editor: a table put together place by place, and the referee's answer about it.
// It draws the view-models that Python gives and sends acts back; what can be and what is legal is asked of Python.

import { dress, ensureShapes, html, icon, picture } from "./card.js";
import { draggable } from "./drag.js";
import { AskPart } from "./editor_ask.js";
import { FieldSet, replaceIfOther } from "./editor_fields.js";
import { Palette } from "./editor_palette.js";
import { PlaceSet, TablePart } from "./editor_table.js";
import { isFrontEnds, lineTo, onChanges, Page } from "./front.js";
import { RULED, askFurther, ruledPart } from "./ruled.js";

const WATCHED = ["view", "said", "more", "text", "hand", "ask", "acts", ...RULED];

class Editor extends Page {
  constructor(model, el) {
    super(model);
    this.fixed = model.get("fixed");
    this.openers = []; // what was pressed to open something in the ruling
    this.wanted = null; // where the focus goes with the next answer
    this.spotBefore = "act"; // where the act was made whose ruling has the focus
    this.blocks = new Map(); // of the rarer keys: key -> {node, fields, …}
    const { fixed } = this;
    this.status = html("div", { class: "status ct-vh", role: "status", "aria-live": "polite" });
    this.line = lineTo(model, this.status);
    const send = (act) => this.send(act);
    const set = (key, value) => send({ act: "set", key, value });
    this.places = new PlaceSet(fixed, send);
    this.table = new TablePart(this.places);
    this.palette = new Palette(fixed, send, (code) => this.takeOne(code));
    this.setup = new FieldSet(set, "fields setup");
    this.asking = new AskPart(fixed, { send, say: (text) => this.line.say(text) });
    this.check = html("div", { class: "check" });
    this.ruling = html("div", { class: "part ruling" });
    this.head = html("div", { class: "head" });
    this.moreBox = html("div", { class: "blocks" });
    this.more = html("details", { class: "fold more" }, [html("summary", { dataset: { spot: "more" } }, fixed.more), this.moreBox]);
    this.root = html("section", { class: "ct ct-editor", onkeydown: (event) => this.key(event), onpaste: (event) => this.paste(event), oncopy: (event) => this.copied(event) }, [
      this.head, this.setup.node, this.palette.node, this.check, this.table.node, this.status, this.more, this.asking.node, this.ruling, this.asking.after, this.drawFile(),
    ]);
    draggable(this.root, { take: (node) => this.take(node), drop: (target, ids) => this.drop(target, ids[0]) });
    el.append(this.root);
    this.ruled = ruledPart(model, this.ruling, (kind, data) => this.ask(kind, data));
    this.said = model.get("said").count;
    this.rulings = model.get("ask").rulings;
    this.update(new Set(WATCHED));
    this.unlisten = onChanges(model, WATCHED, (changed) => this.update(changed));
  }

  // ---- drawing -------------------------------------------------------------

  update(changed) {
    const { view, model } = this;
    const had = this.root.contains(document.activeElement) ? document.activeElement : null;
    const spot = had?.closest("[data-spot]")?.dataset.spot ?? null;
    dress(this.root, view);
    this.root.setAttribute("aria-label", view.name);
    const lists = { ...this.fixed.options, seats: view.seats.map((name, seat) => [seat, name]) };
    this.drawHead(view);
    this.setup.update(view.setup, lists);
    this.palette.update(view);
    this.drawCheck(view.check);
    this.places.begin();
    this.table.update(view.groups);
    this.drawMore(model.get("more"), lists);
    this.places.end();
    this.places.mark(view.place, view.check);
    this.asking.update(model.get("ask"), model.get("hand"), model.get("acts"));
    if (!this.dirty) this.text.value = model.get("text");
    this.ruled.update(changed);
    if (had && !this.root.contains(document.activeElement)) this.focusSpot(this.wanted ?? spot);
    this.table.settle();
    const said = model.get("said");
    if (said.count !== this.said) this.answer(said, had !== null, spot);
    this.said = said.count;
  }

  /** What is told with an answer; the ruling on an act that is refused gets the focus. */
  answer(said, focused, spot) {
    if (said.text) this.line.say(said.text, said.fault);
    this.palette.answered(said.fault);
    this.wanted = null;
    const { rulings } = this.model.get("ask");
    if (rulings > this.rulings && focused && this.model.get("ruled").verdict === "no") {
      if (!this.ruling.contains(this.spot(spot))) this.spotBefore = spot;
      this.spot("verdict")?.focus();
    }
    this.rulings = rulings;
  }

  drawHead(view) {
    const data = JSON.stringify([view.title, view.sub, view.undo, view.redo]);
    if (this.headDrawn === data) return;
    this.headDrawn = data;
    const { tools } = this.fixed;
    const tool = (act, able, children) => html("button", { type: "button", class: "ct-btn plain", dataset: { spot: act }, "aria-disabled": String(!able), onclick: () => this.send({ act }) }, children);
    const undo = tool("undo", view.undo, [icon("undo"), tools.undo, html("kbd", {}, "Z")]);
    const redo = tool("redo", view.redo, [icon("undo", "ct-ico flip"), tools.redo, html("kbd", {}, "Y")]);
    this.head.replaceChildren(
      html("div", { class: "names" }, [html("h3", { class: "ct-title" }, view.title), html("p", { class: "ct-sub" }, view.sub)]),
      html("div", { class: "tools" }, [undo, redo, tool("clear", true, tools.clear)]),
    );
  }

  drawCheck(check) {
    const data = JSON.stringify(check);
    if (this.checkDrawn === data) return;
    this.checkDrawn = data;
    this.check.className = `check ${check.ok ? "yes" : "no"}`;
    const words = [icon(check.ok ? "yes" : "note", "ct-ico"), html("p", {}, [html("b", {}, check.text)])];
    if (!check.ok) {
      const where = check.where ? [html("span", { class: "where" }, `${check.where}:`), " "] : [];
      words[1].append(" ", ...where, html("span", { lang: "en" }, check.reason), " ", html("code", { class: "ct-code" }, check.path));
      if (check.at) words.push(html("button", { type: "button", class: "ct-btn plain", dataset: { spot: "go" }, onclick: () => this.goTo(check.at) }, this.fixed.check.go));
    }
    this.check.replaceChildren(...words);
  }

  /** The rarer keys, block by block. */
  drawMore(blocks, lists) {
    const kept = new Map();
    for (const block of blocks) {
      const one = this.blocks.get(block.keys[0]) ?? this.makeBlock();
      this.showBlock(one, block, lists);
      kept.set(block.keys[0], one);
    }
    this.blocks = kept;
    replaceIfOther(this.moreBox, [...kept.values()].map((one) => one.node));
  }

  makeBlock() {
    const set = (key, value) => this.send({ act: "set", key, value });
    const one = { title: html("h5", {}), fields: new FieldSet(set), rows: new Map(), places: html("div", { class: "places" }), list: html("div", { class: "rows" }), adds: html("div", { class: "adds" }) };
    one.node = html("section", { class: "block" }, [one.title, one.fields.node, one.places, one.list, one.adds]);
    return one;
  }

  showBlock(one, block, lists) {
    const set = (key, value) => this.send({ act: "set", key, value });
    one.title.textContent = block.title;
    one.node.classList.toggle("faulty", Boolean(block.fault));
    one.node.setAttribute("aria-label", block.title);
    one.fields.update(block.fields, lists);
    replaceIfOther(one.places, block.places.map((place) => this.places.draw(place)));
    const rows = new Map();
    for (const row of block.rows) {
      const kept = one.rows.get(row.id) ?? { fields: new FieldSet(set), node: html("div", { class: "entry" }) };
      kept.fields.update(row.fields, lists);
      const off = html("button", { type: "button", class: "ct-btn plain", dataset: { spot: `off ${row.id}` }, onclick: () => set(row.id, null) }, row.off);
      kept.off = kept.off?.textContent === row.off ? kept.off : off;
      replaceIfOther(kept.node, [kept.fields.node, ...(row.place ? [this.places.draw(row.place)] : []), kept.off]);
      rows.set(row.id, kept);
    }
    one.rows = rows;
    replaceIfOther(one.list, [...rows.values()].map((row) => row.node));
    const adds = JSON.stringify([block.add, block.reset ?? null]);
    if (one.addsDrawn === adds) return;
    one.addsDrawn = adds;
    const press = (key, value, words) => html("button", { type: "button", class: "ct-btn", dataset: { spot: `add ${key}` }, onclick: () => set(key, value) }, words);
    one.adds.replaceChildren(...block.add.map(([key, words]) => press(key, "add", words)), ...(block.reset ? [press(block.reset[0], null, block.reset[1])] : []));
  }

  drawFile() {
    const words = this.fixed.file;
    const press = (spot, label, onclick) => html("button", { type: "button", class: "ct-btn", dataset: { spot }, onclick }, label);
    this.name = html("input", { type: "text", value: "table.json", autocomplete: "off", spellcheck: "false", dataset: { spot: "file" } });
    this.text = html("textarea", { rows: "5", spellcheck: "false", dataset: { spot: "text" }, oninput: () => (this.dirty = true) });
    const keep = html("div", { class: "line" }, [
      html("label", { class: "field" }, [html("span", {}, words.name), this.name]),
      press("save", words.save, () => this.send({ act: "save", name: this.name.value })),
      press("load", words.load, () => this.send({ act: "load", name: this.name.value })),
    ]);
    const text = html("label", { class: "field" }, [html("span", {}, words.text), this.text]);
    const set = press("paste", words.paste, () => {
      this.dirty = false;
      this.send({ act: "paste", text: this.text.value });
    });
    return html("details", { class: "fold file" }, [
      html("summary", { dataset: { spot: "keep" } }, words.title),
      html("div", { class: "inside" }, [keep, text, html("div", { class: "line" }, [press("copy", words.copy, () => this.copy()), set])]),
    ]);
  }

  // ---- focus ---------------------------------------------------------------

  spot(name) {
    return [...this.root.querySelectorAll("[data-spot]")].find((node) => node.dataset.spot === name) ?? null;
  }

  /** What stood there before, or what has taken its place: the card before it, its place, the field for an act. */
  focusSpot(name) {
    let found = name === null ? null : this.spot(name);
    const [, place, at] = /^card (.+) (\d+)$/.exec(name ?? "") ?? [];
    for (let i = Number(at) - 1; !found && i >= 0; i--) found = this.spot(`card ${place} ${i}`);
    found ??= place ? this.spot(`pick ${place}`) : null;
    const [, list] = /^off (.+)\[\d+\]$/.exec(name ?? "") ?? [];
    found ??= list ? this.spot(`add ${list}`) : null;
    const shown = found?.checkVisibility?.() ?? Boolean(found);
    (shown ? found : this.asking.field).focus();
  }

  /** To where the fault lies: a place, or a field, unfolded where it is among the rarer ones. */
  goTo(at) {
    const starts = (name) => [...this.root.querySelectorAll("[data-spot]")].find((node) => node.dataset.spot.startsWith(name));
    const node = this.spot(`pick ${at}`) ?? this.spot(`field ${at}`) ?? starts(`field ${at}`) ?? starts(`pick ${at}`) ?? this.spot("more");
    if (this.more.contains(node)) this.more.open = true;
    node.focus();
    node.scrollIntoView({ block: "nearest" });
  }

  // ---- acts ----------------------------------------------------------------

  /** A card of this face out of the chosen place. */
  takeOne(code) {
    const { place } = this.view;
    const at = this.places.lastOf(place, code);
    if (at >= 0) this.send({ act: "out", place, at: [at] });
  }

  take(node) {
    const [, from, at] = /^(.+) (\S+)$/.exec(node.dataset.id) ?? [];
    if (from === "face") return { ids: [node.dataset.id], pictures: [picture(at)] };
    const place = this.places.places.get(from);
    if (!place) return null;
    const card = place.cards[Number(at)];
    return { ids: [node.dataset.id], pictures: [picture(Array.isArray(card) ? card[0] : card)] };
  }

  drop(target, id) {
    const [, from, at] = /^(.+) (\S+)$/.exec(id);
    if (target === "hand") return;
    if (from === "face") this.send({ act: "add", cards: at, place: target });
    else this.send({ act: "move", place: from, at: [Number(at)], to: target });
  }

  /** Asks further about the ruling. */
  ask(kind, data) {
    askFurther(this, kind, data);
  }

  async copy() {
    const words = this.fixed.file;
    try {
      await navigator.clipboard.writeText(this.model.get("text"));
      this.line.say(words.copied);
    } catch {
      // The page may be kept from the clipboard; the text can still be copied by hand.
      this.dirty = false;
      this.text.value = this.model.get("text");
      this.text.select();
      this.line.say(words.not_copied, true);
    }
  }

  copied(event) {
    event.stopPropagation();
    if (event.target.closest("input, textarea") || !document.getSelection().isCollapsed) return;
    event.clipboardData.setData("text/plain", this.model.get("text"));
    event.preventDefault();
    this.line.say(this.fixed.file.copied);
  }

  paste(event) {
    event.stopPropagation();
    if (event.target.closest("input, textarea")) return;
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (text.trim()) this.send({ act: "paste", text });
    event.preventDefault();
  }

  // ---- keys ----------------------------------------------------------------

  key(event) {
    if (isFrontEnds(event)) return;
    // JupyterLab takes keys from a focused widget: B would insert a cell.
    event.stopPropagation();
    if (event.defaultPrevented || event.target.closest("input, textarea, select, summary")) return;
    if (this.keyAct(event) || this.palette.key(event) || this.table.key(event)) event.preventDefault();
  }

  keyAct(event) {
    const letter = event.key.toLowerCase();
    if (letter === "z") return this.send({ act: "undo" }), true;
    if (letter === "y") return this.send({ act: "redo" }), true;
    if (event.key !== "Escape" || !this.ruling.contains(event.target)) return false;
    if (this.model.get("page").rule || this.model.get("beside").key) this.ask("close", {});
    else this.focusSpot(this.spotBefore);
    return true;
  }
}

export default {
  render({ model, el }) {
    ensureShapes();
    const editor = new Editor(model, el);
    return () => editor.close();
  },
};
