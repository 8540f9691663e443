// The head of a table: whose turn it is, undo and redo, and the panel to keep a deal and to bring one. Words come from Python.

import { html, icon, setTo } from "./card.js";
import { piecesOf, tableIcon } from "./table_parts.js";

/** Whose turn it is, and what is to do. */
export function drawTurn(turn, title) {
  return [
    ...(title ? [html("h3", { class: "ct-title" }, title)] : []),
    html("div", { class: "turn" }, [
      ...(turn.mine ? [html("span", { class: "dot", "aria-hidden": "true" })] : []),
      html("p", { class: "words" }, [html("b", {}, piecesOf(turn.text)), " ", html("span", { class: "ct-sub" }, piecesOf(turn.sub))]),
    ]),
  ];
}

/** Which deal it is, and the tools. They are made once; `tool(name)` is told which one is pressed. */
export class TableTools {
  constructor(tools, note, tool) {
    this.deal = html("span", { class: "ct-sub deal" });
    const one = (name, children) =>
      html("button", {
        type: "button", class: "ct-btn plain", dataset: { spot: name }, "aria-label": tools[name].label, "aria-keyshortcuts": tools[name].key || null,
        title: tools[name].label, "aria-description": name === "undo" ? note : null, onclick: () => tool(name),
      }, children);
    const keyed = (name, sign) => one(name, [sign, html("kbd", { "aria-hidden": "true" }, tools[name].key)]);
    this.buttons = { undo: keyed("undo", icon("undo")), redo: keyed("redo", tableIcon("redo", "ct-ico")), copy: one("copy", tableIcon("copy", "ct-ico")), files: one("files", tools.files.label) };
    this.node = html("div", { class: "about" }, [this.deal, html("div", { class: "tools", role: "toolbar", "aria-label": tools.label, dataset: { rove: "" } }, Object.values(this.buttons))]);
  }

  /** `undo` and `redo` say that there is nothing for them; `open`, that the panel of files is open. */
  update(deal, { undo, redo, open }) {
    if (this.deal.textContent !== deal) this.deal.textContent = deal;
    setTo(this.buttons.undo, "aria-disabled", String(undo));
    setTo(this.buttons.redo, "aria-disabled", String(redo));
    setTo(this.buttons.files, "aria-expanded", String(open));
  }
}

/** The panel to save a deal to a file, to open one, and to paste one. It is made once; what is typed into it stays. */
export class TableFiles {
  constructor(words, send) {
    this.name = html("input", { type: "text", value: words.file_default, spellcheck: "false", autocomplete: "off", dataset: { spot: "file name" } });
    this.text = html("textarea", { rows: "4", spellcheck: "false", dataset: { spot: "field" } });
    const save = () => ({ act: "save", name: this.name.value });
    this.name.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.isComposing || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      event.stopPropagation();
      send(save());
    });
    const press = (spot, label, act) => html("button", { type: "button", class: "ct-btn", dataset: { spot }, onclick: () => send(act()) }, label);
    this.node = html("div", { class: "files", role: "group", "aria-label": words.label, hidden: "" }, [
      html("div", { class: "row" }, [
        html("label", {}, [html("span", {}, words.file), this.name]),
        press("save", words.save, save),
        press("load", words.load, () => ({ act: "load", name: this.name.value })),
      ]),
      html("label", {}, [html("span", {}, words.text), this.text]),
      press("paste", words.paste, () => ({ act: "paste", text: this.text.value })),
    ]);
  }

  get open() {
    return !this.node.hidden;
  }

  toggle(open = !this.open) {
    this.node.hidden = !open;
    if (open) this.name.focus();
  }

  /** Shows a text that the page may not put on the clipboard by itself, all of it marked. */
  show(text) {
    this.toggle(true);
    this.text.value = text;
    this.text.focus();
    this.text.select();
  }
}
