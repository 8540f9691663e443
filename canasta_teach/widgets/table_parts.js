// The parts of a table: seats, stock, discard pile with its signs, and the melds of a side. Words come from Python.
//
// What they draw is the view-model of table_view.py: `seats[i]`, `stock`, `pile`, `pile.signs`, `sides[i]`.
//
//   tableIcon(name) -> Node                      a sign: "frozen", "stopped", "redo", "copy"
//   piecesOf(pieces, names) -> [Node]            a text, or pieces {words} and {cards: [{code, label}]}, as running text
//   drawSeat(seat, {names}) -> Node              a player: name, role, cards by number; an open hand, penalised cards
//   drawStock(stock, {onclick}) -> Node          the stock with its count; a button where `onclick` is given
//   drawPile(pile, {onclick, drop, names}) -> Node   the pile with its top, and the freezing card crosswise under it
//   drawSigns(signs, {names}) -> Node            what holds of the pile: sign, title, sentence
//   drawSide(side, {onmeld, drop, names}) -> Node    a side's melds and red threes; `onmeld(side, index)`
//   drawMeld(meld, {onclick, spot, drop, names}) -> Node   one meld: a fan, or a squared canasta
//   drawFelt({seats, theirs, mid, ours, you}) -> Node    the felt: seats in the places of their `data-pos`, all else Nodes
//   placeSeats(felt, seats)                      other seats on a felt that stands
//   roving(root)                                 in each [data-rove] under root one button is a stop of Tab, arrows move on
//
// `names` are the spoken names of cards by code, `{KH: "king of hearts"}`; without one a card shows and is not told.
// What can be pressed has a `data-spot`: "stock", "pile", "meld SIDE INDEX"; with `drop`, a `data-drop` of the same words.
// The root that these stand in has the classes `ct ct-tbl`; their style is table_parts.css.

import { html, pack, picture, prose, split, svg } from "./card.js";

const PEN = { fill: "none", stroke: "currentColor", "stroke-width": 2, "stroke-linecap": "round", "stroke-linejoin": "round" };
const ARROW = "M4 4V9H9M4.3 9C5.5 6 8 4.5 10.8 4.5C14.5 4.5 17 7.3 17 10.5C17 13.8 14.5 16.5 10.8 16.5C8.6 16.5 7 15.6 5.8 14.2";
const TABLE_ICONS = {
  frozen: [0, 60, 120, 180, 240, 300].map((turn) => ["path", { ...PEN, "stroke-width": 1.7, transform: `rotate(${turn} 10 10)`, d: "M10 10V1.6M7.6 3.2L10 5.6L12.4 3.2" }]),
  stopped: [["path", { fill: "currentColor", "fill-rule": "evenodd", d: "M6.2 .8H13.8L19.2 6.2V13.8L13.8 19.2H6.2L.8 13.8V6.2ZM4.5 8.2V11.8H15.5V8.2Z" }]],
  redo: [["path", { ...PEN, transform: "matrix(-1 0 0 1 20 0)", d: ARROW }]],
  copy: [["path", { ...PEN, d: "M7 6.5H16.5V17.5H7ZM13 3H3.5V13.5" }]],
};
const SUIT_SIGNS = { S: "♠", H: "♥", D: "♦", C: "♣" };
const PACK = 6; // backs that stand for a hand

const tableIcons = new Map(); // what was drawn, by name

/** A sign of the table, hidden from screen readers: words stand beside it. */
export function tableIcon(name, className = null) {
  if (!tableIcons.has(name)) tableIcons.set(name, svg("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" }, TABLE_ICONS[name].map(([part, attributes]) => svg(part, attributes))));
  const drawn = tableIcons.get(name).cloneNode(true);
  if (className) drawn.setAttribute("class", className);
  return drawn;
}

const nameOf = (names, code) => names?.[code] ?? null;

function cardInText(one, names) {
  const code = one.code ?? one;
  const [rank, suit] = split(code);
  return suit ? prose(rank + SUIT_SIGNS[suit]) : [html("span", { class: "ct-inline" }, one.label ?? nameOf(names, code) ?? rank)];
}

/** A text, or words and cards from left to right, as nodes of running text. */
export function piecesOf(pieces, names = null) {
  if (!pieces) return [];
  if (typeof pieces === "string") return prose(pieces);
  const nodes = [];
  for (const piece of pieces) {
    const words = piece.words ?? piece.text;
    // Words that begin with a sign of punctuation stand close to what is before them.
    if (nodes.length && !/^[.,;:!?)”’]/u.test(words ?? "")) nodes.push(document.createTextNode(" "));
    if (words !== undefined) nodes.push(...prose(words));
    else piece.cards.forEach((one, i) => nodes.push(...(i ? [document.createTextNode(" ")] : []), ...cardInText(one, names)));
  }
  return nodes;
}

function cardRow(codes, className, names) {
  return html("span", { class: className }, codes.map((code) => picture(code, nameOf(names, code))));
}

/** A player at the table, the shown seat left out. */
export function drawSeat(seat, { names = null } = {}) {
  const backs = Array.from({ length: Math.min(seat.count ?? 0, PACK) }, () => picture("??"));
  const dot = seat.to_act ? [html("span", { class: "dot", "aria-hidden": "true" })] : [];
  const hand = seat.hand?.length
    ? cardRow(seat.hand, "open", names)
    : html("span", { class: "held" }, [html("span", { class: "pack", "aria-hidden": "true" }, backs), html("span", { class: "count" }, String(seat.count ?? ""))]);
  const parts = [html("div", { class: "who" }, [html("div", { class: "name" }, [...dot, html("b", {}, seat.name)]), html("div", { class: "role" }, seat.role)]), hand];
  if (seat.penalised?.length) parts.push(cardRow(seat.penalised, "penalised", names));
  if (seat.says?.length) parts.push(html("div", { class: "say" }, piecesOf(seat.says, names)));
  const classes = `seat${seat.to_act ? " to-act" : ""}${seat.hand ? " shows" : ""}`;
  return html("div", { class: classes, role: "group", "aria-label": seat.label ?? seat.name, dataset: { seat: seat.seat, pos: seat.pos } }, parts);
}

function edges(number, step) {
  return Array.from({ length: Math.min(Math.max(number, 0), 3) }, (_, i) => {
    const edge = html("span", { class: "edge" });
    const away = (Math.min(number, 3) - i) * step;
    edge.style.transform = `translate(${away}px, ${away}px)`;
    return edge;
  });
}

/** What can be pressed is a button; what only shows itself is not. */
function pressable(onclick, properties, children) {
  const { class: className, spot, drop, label, detail } = properties;
  const data = { ...(spot ? { spot } : {}), ...(drop ? { drop } : {}) };
  if (!onclick) return html("div", { class: className, role: label ? "group" : null, "aria-label": label, dataset: data }, children);
  return html("button", { type: "button", class: className, "aria-label": label, "aria-description": detail || null, dataset: data, onclick }, children);
}

/** The stock. `name` is its spoken name, `text` what stands below it. */
export function drawStock(stock, { onclick = null, label = "" } = {}) {
  const cards = stock.count === 0 ? [html("span", { class: "none" })] : [...edges((stock.count ?? 4) - 1, 2.2), picture("??")];
  return pressable(onclick, { class: "pilebox stock", spot: "stock", label: stock.name }, [
    html("span", { class: "stack" }, cards),
    html("span", { class: "lab" }, [...(label ? [html("b", {}, label), " "] : []), ...piecesOf(stock.text)]),
  ]);
}

/** The discard pile: its top, the edges of what is under it, and a freezing card crosswise. */
export function drawPile(pile, { onclick = null, drop = false, label = "", names = null } = {}) {
  const cards = pile.top ? [...edges(pile.count - 1, 2.2)] : [html("span", { class: "none" })];
  if (pile.cross) cards.push(html("span", { class: "cross" }, picture(pile.cross)));
  if (pile.top) cards.push(picture(pile.top));
  const box = pressable(onclick, { class: "pilebox pile", spot: "pile", drop: drop ? "pile" : "", label: pile.name }, [
    html("span", { class: pile.cross ? "stack crossed" : "stack" }, cards),
    html("span", { class: "lab" }, [...(label ? [html("b", {}, label), " "] : []), ...piecesOf(pile.text)]),
  ]);
  if (!pile.under?.length) return box;
  return html("div", { class: "opened" }, [box, cardRow(pile.under, "under", names)]);
}

/** What holds of the pile, each as a sign with its words beside it. */
export function drawSigns(signs, { names = null } = {}) {
  const sign = (kind) => (kind.startsWith("frozen") ? [tableIcon("frozen")] : kind === "stopped" ? [tableIcon("stopped")] : []);
  return html("div", { class: "signs" }, signs.map((one) =>
    html("div", { class: `sign ${one.kind}` }, [
      html("p", { class: "what" }, [...sign(one.kind), html("b", {}, one.title)]),
      ...(one.text?.length ? [html("p", { class: "why" }, piecesOf(one.text, names))] : []),
    ]),
  ));
}

/** One meld: its cards in a fan, or a canasta squared up. */
export function drawMeld(meld, { onclick = null, spot = "", drop = "", names = null } = {}) {
  const cards = meld.squared ? pack(meld.top) : html("span", { class: "fan" }, meld.cards.map((one) => picture(one.code, onclick ? null : nameOf(names, one.code), one)));
  const label = html("span", { class: "lab" }, [html("b", {}, meld.label), " ", ...piecesOf(meld.note)]);
  const detail = meld.cards.map((one) => nameOf(names, one.code)).filter(Boolean).join(", ");
  return pressable(onclick, { class: "meld", spot, drop, label: meld.name ?? null, detail }, [cards, label]);
}

/** What a side has on the table. `onmeld(side, index)` makes each meld a button. */
export function drawSide(side, { onmeld = null, drop = false, names = null } = {}) {
  const melds = side.melds.map((meld) => {
    const spot = `meld ${side.side} ${meld.index}`;
    return drawMeld(meld, { onclick: onmeld && (() => onmeld(side.side, meld.index)), spot, drop: drop ? spot : "", names });
  });
  if (side.red_threes?.length) {
    const fan = cardRow(side.red_threes, "fan", names);
    melds.push(html("div", { class: "meld threes" }, [fan, html("span", { class: "lab" }, piecesOf(side.red_label))]));
  }
  const none = side.empty ? [html("p", { class: "none-yet" }, piecesOf(side.empty))] : [];
  return html("section", { class: `side${side.melds.length > 8 ? " crowded" : ""}`, "aria-label": side.label, dataset: { side: side.side } }, [
    html("header", {}, [html("b", {}, side.label), html("span", {}, piecesOf(side.sub, names))]),
    melds.length ? html("div", { class: "melds", dataset: onmeld ? { rove: "" } : {} }, melds) : html("div", { class: "melds" }, none),
  ]);
}

/** Puts these seats (Nodes of `drawSeat`) in their places on a felt, instead of those that sat there. */
export function placeSeats(felt, seats) {
  for (const node of [...felt.children]) if (/^at-[wne]\b/.test(node.className)) node.remove();
  const places = { w: [], n: [], e: [] };
  for (const seat of seats) {
    const pos = seat.dataset.pos ?? "";
    places[pos.includes("N") ? "n" : pos.includes("W") ? "w" : "e"].push(seat);
  }
  const areas = Object.entries(places).filter(([, nodes]) => nodes.length);
  felt.prepend(...areas.map(([name, nodes]) => html("div", { class: `at-${name}${nodes.length > 1 ? " many" : ""}` }, nodes)));
  felt.classList.toggle("facing", !places.w.length && !places.e.length);
}

/** The felt with everything in its place. `seats` are Nodes of `drawSeat`; what is null is left out. */
export function drawFelt({ seats = [], theirs = null, mid = null, ours = null, you = null }) {
  const areas = Object.entries({ th: theirs, mid, us: ours, you }).filter(([, nodes]) => nodes !== null);
  const felt = html("div", { class: "tfelt" }, areas.map(([name, nodes]) => html("div", { class: `at-${name}` }, nodes)));
  placeSeats(felt, seats);
  return felt;
}

/** In each `[data-rove]` one button is a stop of the Tab key; arrows, Home and End move the focus among them. */
export function roving(root) {
  const items = (box) => [...box.querySelectorAll("button, summary")].filter((node) => !node.closest("[hidden]"));
  const stop = (box, node) => {
    for (const one of items(box)) one.tabIndex = one === node ? 0 : -1;
  };
  root.addEventListener("focusin", (event) => {
    const box = event.target.closest("[data-rove]");
    if (box && items(box).includes(event.target)) stop(box, event.target);
  });
  root.addEventListener("keydown", (event) => {
    const box = event.target.closest("[data-rove]");
    if (!box || event.ctrlKey || event.metaKey || event.altKey) return;
    const row = items(box);
    const at = row.indexOf(event.target);
    const to = { ArrowLeft: at - 1, ArrowUp: at - 1, ArrowRight: at + 1, ArrowDown: at + 1, Home: 0, End: row.length - 1 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    row[Math.min(Math.max(to, 0), row.length - 1)].focus();
  });
  return {
    /** After `part` was drawn: each group in it has one stop again, the first one where it has none. */
    settle(part = root) {
      for (const box of part.querySelectorAll("[data-rove]")) {
        const row = items(box);
        const stops = row.filter((node) => node.getAttribute("tabindex") === "0");
        if (stops.length !== 1) stop(box, row[0]);
      }
    },
  };
}
