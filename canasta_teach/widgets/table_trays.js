// Trays on a table: cards put aside for one laying, still in the hand until they are laid. Words come from Python.

import { button, fill, html, prose } from "./card.js";

/** The trays with what they count. `off(ids)`, `put(where)` and `lay()` are told what is pressed. */
export function drawTableTrays(arranged, words, { off, put, lay }) {
  const slots = arranged.trays.map((tray, index) => {
    const cards = tray.cards.map((one, i) =>
      button(one.code, one.label, { tabindex: i === 0 ? "0" : "-1", "aria-description": words.off_hint, dataset: { spot: `tray ${index} ${i}`, id: one.id }, onclick: () => off([one.id]) }, one),
    );
    const all = html("button", { type: "button", class: "off", "aria-label": tray.off_name, dataset: { spot: `off ${index}` }, onclick: () => off(tray.cards.map((one) => one.id)) }, words.off);
    const head = html("header", {}, [html("b", {}, tray.label), " ", html("span", { class: "ct-sub" }, tray.note), " ", html("b", { class: "worth" }, tray.points)]);
    const slot = html("div", { class: "slot", role: "group", "aria-label": tray.name, dataset: { drop: `tray ${index}` } }, [head, html("div", { class: "fan" }, cards), all]);
    slot.addEventListener("click", (event) => {
      if (!event.target.closest("button")) put({ tray: index });
    });
    return slot;
  });
  slots.push(html("button", { type: "button", class: "slot new", dataset: { spot: "new", drop: "new" }, onclick: () => put({}) }, [html("b", {}, words.new), html("span", {}, words.new_hint)]));
  const { count } = arranged;
  const meter = html("div", { class: "meter", role: "meter", "aria-label": count.label, "aria-valuemin": 0, "aria-valuemax": count.most, "aria-valuenow": Math.min(count.value, count.most), "aria-valuetext": count.text }, [
    html("span", { class: "big" }, String(count.value)),
    html("span", { class: "ct-sub" }, count.rest),
  ]);
  const press = html("button", { type: "button", class: "ct-btn", dataset: { spot: "lay trays" }, onclick: lay }, [html("span", {}, count.button), html("kbd", {}, "L")]);
  return [
    html("p", { class: "caption" }, [html("b", {}, words.title), " ", html("span", { class: "ct-sub" }, words.note)]),
    html("div", { class: "slots" }, slots),
    html("div", { class: "laying" }, [meter, press]),
  ];
}

/** The buttons that put the chosen cards aside, or what is to do first. `chosen` are their short names. */
export function drawTablePut(places, words, chosen, put) {
  if (!chosen.length) return [html("p", { class: "ct-sub" }, words.hint)];
  const choice = (spot, text, key, where) =>
    html("button", { type: "button", class: "ct-btn plain", dataset: { spot }, onclick: () => put(where) }, [html("span", {}, text), ...(key ? [html("kbd", {}, key)] : [])]);
  return [
    choice("put new", prose(fill(places.new, { cards: chosen.join(" ") })), "N", {}),
    ...places.trays.map((text, i) => choice(`put ${i}`, text, i < 9 ? `M ${i + 1}` : null, { tray: i })),
  ];
}
