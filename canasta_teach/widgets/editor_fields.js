// Fields of a form whose nodes stay while their data changes, so that nobody loses what is being typed.

import { html } from "./card.js";

/** What a field's control holds, as Python takes it. */
function fieldValue(control, kind, options) {
  if (kind === "tick") return control.checked;
  if (kind === "choice") return options[control.selectedIndex][0];
  if (kind === "number") return control.value.trim() === "" ? null : Number(control.value);
  return control.value;
}

/** A set of labelled fields. `send(id, value)` is told of each change. */
export class FieldSet {
  constructor(send, className = "fields") {
    this.send = send;
    this.fields = new Map(); // id -> {node, control, shape}
    this.node = html("div", { class: className });
  }

  /** Shows these fields; `lists` has the options that several fields share, by name. */
  update(fields, lists) {
    const kept = new Map();
    for (const field of fields) {
      const options = field.options ?? lists[field.of] ?? [];
      const shape = JSON.stringify([field.kind, field.label, options]);
      const old = this.fields.get(field.id);
      const one = old?.shape === shape ? old : this.make(field, options, shape);
      this.show(one, field, options);
      kept.set(field.id, one);
    }
    this.fields = kept;
    replaceIfOther(this.node, [...kept.values()].map((one) => one.node));
  }

  make(field, options, shape) {
    const dataset = { spot: `field ${field.id}` };
    const one = { shape, dirty: false };
    const oninput = () => (one.dirty = true);
    const onchange = () => {
      one.dirty = false;
      this.send(field.id, fieldValue(one.control, field.kind, options));
    };
    const label = html("span", {}, [field.label, ...(field.example ? [" ", html("code", { class: "ct-code" }, field.example)] : [])]);
    if (field.kind === "choice") {
      one.control = html("select", { dataset, onchange }, options.map(([value, words]) => html("option", { value: JSON.stringify(value) }, words)));
    } else if (field.kind === "tick") one.control = html("input", { type: "checkbox", dataset, onchange });
    else {
      const looks = field.kind === "number" ? { type: "number", step: "1", inputmode: "numeric" } : { type: "text", spellcheck: "false", autocomplete: "off" };
      one.control = html("input", { ...looks, placeholder: field.empty, dataset, oninput, onchange });
    }
    one.node = html("label", { class: `field ${field.kind}` }, field.kind === "tick" ? [one.control, label] : [label, one.control]);
    return one;
  }

  show(one, field, options) {
    const { control } = one;
    if (field.kind === "tick") control.checked = field.value;
    else if (field.kind === "choice") control.selectedIndex = options.findIndex(([value]) => JSON.stringify(value) === JSON.stringify(field.value));
    else if (!one.dirty) control.value = field.value === null ? "" : String(field.value);
  }
}

/** Puts nodes under a parent; those that stand there already, in this order, are left alone and keep the focus. */
export function replaceIfOther(parent, nodes) {
  const now = [...parent.childNodes];
  if (now.length !== nodes.length || now.some((node, i) => node !== nodes[i])) parent.replaceChildren(...nodes);
}

/** Of some nodes, the nearest one in the direction of an arrow key; the node itself where there is none. */
export function inDirection(key, from, nodes) {
  const box = (node) => {
    const { left, top, width, height } = node.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2, height };
  };
  const here = box(from);
  const far = here.height / 2;
  const found = nodes
    .filter((node) => node !== from)
    .map((node) => ({ node, dx: box(node).x - here.x, dy: box(node).y - here.y }))
    .filter(({ dx, dy }) => ({ ArrowUp: dy < -far, ArrowDown: dy > far, ArrowLeft: dx < -2 && Math.abs(dy) <= far, ArrowRight: dx > 2 && Math.abs(dy) <= far })[key]);
  const way = ({ dx, dy }) => (key === "ArrowUp" || key === "ArrowDown" ? Math.abs(dy) * 4 + Math.abs(dx) : Math.abs(dx));
  return found.sort((a, b) => way(a) - way(b))[0]?.node ?? from;
}

/** One of these nodes is a stop of the Tab key: the focused one, else the one that was, else the first. */
export function oneStop(nodes) {
  const stop = nodes.find((node) => node === document.activeElement) ?? nodes.find((node) => node.tabIndex === 0) ?? nodes[0];
  for (const node of nodes) if (node.tabIndex !== (node === stop ? 0 : -1)) node.tabIndex = node === stop ? 0 : -1;
}
