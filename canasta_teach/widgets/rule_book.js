// The rule book: search and choice above, the list of rules beside the page of one. It draws `index`, `view` and
// `page`; what is found, what differs and every word comes from Python.

import { dress, ensureShapes, html, icon } from "./card.js";
import { isFrontEnds, lineTo, onChanges } from "./front.js";
import { drawRule } from "./ruling.js";

const PAUSE = 150; // ms after the last letter before a search is sent

class RuleBook {
  constructor(model, el) {
    this.model = model;
    this.wanted = false; // the page gets the focus when it comes
    const { view } = this;
    this.said = model.get("said").count;
    this.focused = view.focus;
    this.status = html("div", { class: "status ct-vh", role: "status", "aria-live": "polite" });
    this.line = lineTo(model, this.status);
    this.root = html("section", { class: "ct ct-book", "aria-label": this.index.name, onkeydown: (event) => this.key(event) }, [
      this.drawHead(),
      html("div", { class: "body" }, [this.drawList(), (this.page = html("div", { class: "page" }))]),
      this.status,
    ]);
    el.append(this.root);
    this.unlisten = onChanges(model, ["view", "said", "page"], () => this.update());
    this.update();
    requestAnimationFrame(() => this.reveal(this.items.find((item) => item.id === this.open)));
  }

  get index() {
    return this.model.get("index");
  }

  get view() {
    return this.model.get("view");
  }

  close() {
    clearTimeout(this.timer);
    this.unlisten();
    this.line.close();
  }

  // ---- drawing -------------------------------------------------------------

  drawHead() {
    const { index } = this;
    this.search = html("input", { type: "search", autocomplete: "off", spellcheck: "false", oninput: () => this.typed() });
    this.rules = this.select(index.rules, (key) => this.line.send({ act: "rules", key }));
    this.only = this.select(index.only, (key) => this.line.send({ act: "only", key }));
    const field = (label, input) => html("label", { class: "field" }, [html("span", {}, label), input]);
    return html("header", { class: "head" }, [
      html("h3", { class: "ct-title" }, index.name),
      html("div", { class: "controls" }, [field(index.search, this.search), field(index.rules_label, this.rules), field(index.only_label, this.only)]),
    ]);
  }

  select(options, send) {
    const made = options.map((one) => html("option", { value: one.key }, one.title));
    return html("select", { onchange: (event) => send(event.target.value) }, made);
  }

  drawList() {
    this.items = [];
    const groups = this.index.groups.map((group) => {
      const rules = group.rules.map((rule) => {
        const marks = html("span", { class: "marks" });
        const press = { type: "button", class: "entry", tabindex: "-1", onclick: (event) => this.show(rule.id, event) };
        const node = html("button", press, [html("span", { class: "name" }, rule.title), html("code", { class: "ct-code" }, rule.id), marks]);
        const row = html("li", {}, node);
        this.items.push({ id: rule.id, node, row, marks });
        return row;
      });
      return html("li", { class: "group" }, [html("h4", {}, group.title), html("ul", {}, rules)]);
    });
    this.groups = groups;
    this.none = html("p", { class: "none" });
    this.found = html("b", {});
    this.legend = html("span", {});
    this.scroll = html("ul", { class: "groups" }, groups);
    const told = html("p", { class: "found ct-sub" }, [this.found, " ", this.legend]);
    return html("nav", { class: "list", "aria-label": this.index.list }, [told, this.scroll, this.none]);
  }

  update() {
    const { view } = this;
    dress(this.root, view);
    if (this.search !== document.activeElement && this.search.value.trim() !== view.text) this.search.value = view.text;
    this.rules.value = view.rules;
    this.only.value = view.only;
    this.updateList(view);
    this.updatePage(view);
    const said = this.model.get("said");
    if (said.count !== this.said) {
      this.said = said.count;
      if (said.text) this.line.say(said.text, said.fault);
    }
  }

  updateList(view) {
    const open = this.model.get("page").rule;
    const found = new Map(view.found.map(([i, standing, differs]) => [i, { standing, differs }]));
    this.items.forEach((item, i) => {
      const told = found.get(i);
      item.row.hidden = told === undefined;
      item.node.setAttribute("aria-current", String(item.id === open));
      if (told) this.mark(item, told);
    });
    for (const group of this.groups) group.hidden = !group.querySelector("li:not([hidden])");
    this.found.textContent = view.found_text;
    this.legend.textContent = view.legend;
    this.none.textContent = view.none;
    this.none.hidden = !view.none;
    this.tabStop(this.listed().find((item) => item.node.tabIndex === 0) ?? this.listed().find((item) => item.id === open) ?? this.listed()[0]);
  }

  mark(item, { standing, differs }) {
    const key = `${standing} ${differs}`;
    if (item.key === key) return;
    item.key = key;
    const apart = [html("span", { class: "apart", "aria-hidden": "true" }, `≠ ${differs}`), html("span", { class: "ct-vh" }, `, ${this.index.differ[differs]}`)];
    item.marks.replaceChildren(html("span", { class: `stand ${standing}` }, [icon(standing, ""), this.index.standings[standing]]), ...(differs ? apart : []));
  }

  updatePage(view) {
    const page = this.model.get("page");
    if (page.rule !== this.open) {
      this.open = page.rule;
      this.reveal(this.items.find((item) => item.id === page.rule));
    }
    const drawn = JSON.stringify([page, view.hint]);
    const held = this.page.contains(document.activeElement);
    if (drawn !== this.drawn) {
      this.drawn = drawn;
      this.page.replaceChildren(page.rule ? drawRule(page) : html("p", { class: "hint ct-sub" }, view.hint));
      if (page.rule && (this.wanted || held)) this.toPage();
      else if (page.rule && this.came) this.page.scrollIntoView({ block: "nearest" });
    }
    if (view.focus !== this.focused) {
      this.focused = view.focus;
      this.toPage();
    }
  }

  /** Scrolls the list, and nothing around it, so that the open rule is seen in it. */
  reveal(item) {
    if (!item || item.row.hidden) return;
    const top = item.row.offsetTop;
    const { scrollTop, clientHeight } = this.scroll;
    if (top < scrollTop || top + item.row.offsetHeight > scrollTop + clientHeight) this.scroll.scrollTop = top - clientHeight / 2;
  }

  toPage() {
    this.wanted = false;
    this.page.querySelector('[data-spot="page"]').focus();
  }

  // ---- acts ----------------------------------------------------------------

  typed() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.line.send({ act: "search", text: this.search.value }), PAUSE);
  }

  show(rule, event) {
    this.came = true;
    const fromKeys = event.detail === 0;
    if (fromKeys && this.model.get("page").rule === rule) return this.toPage();
    this.wanted = fromKeys;
    this.tabStop(this.items.find((item) => item.id === rule));
    this.line.send({ act: "show", rule });
  }

  listed() {
    return this.items.filter((item) => !item.row.hidden);
  }

  tabStop(chosen) {
    for (const item of this.items) item.node.tabIndex = item === chosen ? 0 : -1;
  }

  // ---- keys ----------------------------------------------------------------

  key(event) {
    if (isFrontEnds(event)) return;
    // JupyterLab takes keys from a focused widget: B would insert a cell.
    event.stopPropagation();
    if (this.keyAct(event.key, event.target)) event.preventDefault();
  }

  keyAct(key, target) {
    if (target === this.search) return this.keySearch(key);
    if (key === "/" && target !== this.rules && target !== this.only) return this.search.focus(), true;
    const listed = this.listed();
    const at = listed.findIndex((item) => item.node === target);
    if (at >= 0) {
      const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: listed.length - 1 }[key];
      if (to !== undefined) this.toItem(listed[Math.min(Math.max(to, 0), listed.length - 1)]);
      return to !== undefined;
    }
    if (key === "Escape" && this.page.contains(target) && listed.length) {
      this.toItem(listed.find((item) => item.id === this.model.get("page").rule) ?? listed[0]);
      return true;
    }
    return false;
  }

  keySearch(key) {
    if (key === "Escape" && this.search.value) {
      this.search.value = "";
      this.typed();
      return true;
    }
    const [first] = this.listed();
    if (key !== "ArrowDown" || !first) return false;
    this.toItem(first);
    return true;
  }

  toItem(item) {
    this.tabStop(item);
    item.node.focus();
  }
}

export default {
  render({ model, el }) {
    ensureShapes();
    const book = new RuleBook(model, el);
    return () => book.close();
  },
};
