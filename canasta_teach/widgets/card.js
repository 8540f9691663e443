// Draws cards and small signs as SVG. Own shapes throughout, so every machine shows the same card.
// Text reaches the page as text nodes only: nothing here parses markup.

const SVG = "http://www.w3.org/2000/svg";

const SUITS = {
  S: "M50 3C46 14 9 40 9 64C9 77 18 85 29 85C37 85 43.5 81 47 75C46 85 42 92 33 97H67C58 92 54 85 53 75C56.5 81 63 85 71 85C82 85 91 77 91 64C91 40 54 14 50 3Z",
  H: "M50 95C46 84 6 60 6 33C6 17 17 8 29 8C39 8 46 14 50 24C54 14 61 8 71 8C83 8 94 17 94 33C94 60 54 84 50 95Z",
  D: "M50 2C57 20 72 38 87 50C72 62 57 80 50 98C43 80 28 62 13 50C28 38 43 20 50 2Z",
  C: "M50 4C38 4 29 13 29 25C29 31 31.5 36 35.5 41C33 40 30 39.5 27 39.5C15 39.5 6 49 6 60.5C6 72.5 15 82 27 82C36 82 43 77 47 70C47 83 43 91 33 97H67C57 91 53 83 53 70C57 77 64 82 73 82C85 82 94 72.5 94 60.5C94 49 85 39.5 73 39.5C70 39.5 67 40 64.5 41C68.5 36 71 31 71 25C71 13 62 4 50 4Z",
};
// Ranks are single strokes on a box of 24 by 34; the ten is 29 wide.
const RANKS = {
  A: "M2 33L12 2L22 33M5.4 23.5H18.6",
  K: "M4 1V33M21 1L4.8 19.5M10.2 13.5L21.5 33",
  Q: "M12 2.5C18 2.5 21.5 7.5 21.5 17S18 31.5 12 31.5S2.5 26.5 2.5 17S6 2.5 12 2.5ZM14 23.5L22.5 33.5",
  J: "M18.5 1V23.5C18.5 28.8 15.8 31.5 11 31.5C6.5 31.5 3.7 29 3.3 24.5",
  2: "M3.5 10.5C3.5 5.5 7 2.5 12 2.5C17 2.5 20.5 5.7 20.5 10.3C20.5 13.8 18.5 16.8 14.5 21L3.8 31.5H21.5",
  3: "M4 8.5C5 4.8 7.9 2.5 12 2.5C16.8 2.5 20 5.3 20 9.4C20 13.6 16.8 16 11 16C17.5 16 21 18.8 21 23.5C21 28.3 17.3 31.5 12 31.5C7.2 31.5 4 29 3.2 24.8",
  4: "M17 33V3L2.5 24H22.5",
  5: "M19.8 2.5H6L4.8 15C6.8 13.3 9.2 12.5 12 12.5C17.5 12.5 21 16.2 21 21.8C21 27.6 17.2 31.5 11.8 31.5C7.3 31.5 4.3 29.3 3.2 25.5",
  6: "M19.3 6.5C18 4 15.6 2.5 12.5 2.5C6.5 2.5 3 8 3 18.5C3 26.8 6.5 31.5 12 31.5C17.3 31.5 21 27.6 21 22C21 16.4 17.4 12.6 12.2 12.6C7.6 12.6 4.2 15.4 3.2 20",
  7: "M2.5 2.5H21.5L9.5 33",
  8: "M12 2.5C16.6 2.5 19.6 5.2 19.6 9.2C19.6 13.2 16.6 15.9 12 15.9S4.4 13.2 4.4 9.2C4.4 5.2 7.4 2.5 12 2.5ZM12 15.9C17.5 15.9 21.3 19 21.3 23.7C21.3 28.4 17.5 31.5 12 31.5S2.7 28.4 2.7 23.7C2.7 19 6.5 15.9 12 15.9Z",
  9: "M4.7 27.5C6 30 8.4 31.5 11.5 31.5C17.5 31.5 21 26 21 15.5C21 7.2 17.5 2.5 12 2.5C6.7 2.5 3 6.4 3 12C3 17.6 6.6 21.4 11.8 21.4C16.4 21.4 19.8 18.6 20.8 14",
  10: "M0 7.5L6 2.5V33M20 2.5C24.5 2.5 27 7.5 27 17S24.5 31.5 20 31.5S13 26.5 13 17S15.5 2.5 20 2.5Z",
};
const COURTS = {
  K: "M4 24L1 6L11 13.5L20 0L29 13.5L39 6L36 24Z",
  Q: "M4 24L1 8C7 12 11 12 13 7C15 12 18 12 20 4C22 12 25 12 27 7C29 12 33 12 39 8L36 24Z",
  J: "M9 0H31V11C31 18 26 23 20 26C14 23 9 18 9 11Z",
};
const JOKER_WORD = [
  "M9 0V10C9 13 7.5 14.5 4.8 14.5C2.5 14.5 1 13 .8 10.8",
  "M5.5 .8C8.5 .8 10.2 3 10.2 7.5S8.5 14.3 5.5 14.3S.8 12 .8 7.5S2.5 .8 5.5 .8Z",
  "M1.5 0V15M10 0L1.8 8.8M4.8 5.6L10.3 15",
  "M9.5 1.2H1.8V13.8H9.8M1.8 7.3H8.5",
  "M1.6 15V1.2H5.8C8.3 1.2 9.8 2.5 9.8 4.7C9.8 6.9 8.3 8.2 5.8 8.2H1.6M5.5 8.2L10 15",
];
const LINE = { fill: "none", stroke: "currentColor", "stroke-width": 2, "stroke-linecap": "round", "stroke-linejoin": "round" };
const ICONS = {
  check: [["path", { ...LINE, "stroke-width": 2.6, d: "M4 10.5L8.5 15L16.5 5.5" }]],
  yes: [["circle", { ...LINE, cx: 10, cy: 10, r: 8.5 }], ["path", { ...LINE, d: "M5.8 10.3L8.8 13.3L14.3 7" }]],
  no: [
    ["path", { ...LINE, d: "M6.5 1.5H13.5L18.5 6.5V13.5L13.5 18.5H6.5L1.5 13.5V6.5Z" }],
    ["path", { ...LINE, d: "M7 7L13 13M13 7L7 13" }],
  ],
  na: [["circle", { ...LINE, "stroke-dasharray": "3 2.7", cx: 10, cy: 10, r: 8.5 }], ["path", { ...LINE, d: "M6 10H14" }]],
  note: [["path", { ...LINE, d: "M4 2.5H12.5L16 6V17.5H4ZM7 9H13M7 13H11" }]],
  undo: [["path", { ...LINE, d: "M4 4V9H9M4.3 9C5.5 6 8 4.5 10.8 4.5C14.5 4.5 17 7.3 17 10.5C17 13.8 14.5 16.5 10.8 16.5C8.6 16.5 7 15.6 5.8 14.2" }]],
  stated: [["circle", { cx: 10, cy: 10, r: 8, fill: "currentColor" }]],
  inferred: [
    ["circle", { cx: 10, cy: 10, r: 7.5, fill: "none", stroke: "currentColor", "stroke-width": 2.5 }],
    ["path", { d: "M10 2.5A7.5 7.5 0 0 0 10 17.5Z", fill: "currentColor" }],
  ],
  borrowed: [["path", { ...LINE, "stroke-width": 2.6, d: "M4 16L15.5 4.5M7 4H16V13" }]],
  house: [["rect", { x: 3, y: 3, width: 14, height: 14, fill: "currentColor" }]],
  absent: [["circle", { ...LINE, "stroke-width": 2.5, "stroke-dasharray": "3 2.7", cx: 10, cy: 10, r: 7.5 }]],
};

/** An SVG element with attributes and children. */
export function svg(name, attributes = {}, children = []) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

/** An HTML element: `class`, `dataset` and `on…` are handled, other properties become attributes (null leaves one out). */
export function html(name, properties = {}, children = []) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === null || value === undefined) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key === "dataset") Object.assign(node.dataset, value);
    else node.setAttribute(key, value);
  }
  node.append(...(Array.isArray(children) ? children : [children]));
  return node;
}

/** Sets an attribute where it is another: a browser works out styles, and for some the whole page, even for the same value. */
export function setTo(node, name, value) {
  if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}

/** The corners of a star on a box of 100 by 100. */
function star(points, outer, inner) {
  const at = (i) => {
    const radius = i % 2 === 0 ? outer : inner;
    const angle = (Math.PI * i) / points;
    return `${(50 + radius * Math.sin(angle)).toFixed(1)},${(50 - radius * Math.cos(angle)).toFixed(1)}`;
  };
  return Array.from({ length: 2 * points }, (_, i) => at(i)).join(" ");
}

/** Puts into the page once what shapes can only refer to: the lattice of a card's back. */
export function ensureShapes() {
  if (document.getElementById("ct-shapes")) return;
  const lattice = svg("pattern", { id: "ct-lattice", width: 10, height: 10, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" }, [
    svg("path", { d: "M0 0H10M0 0V10", stroke: "currentColor", "stroke-width": 1.3, opacity: 0.55, fill: "none" }),
    svg("circle", { cx: 5, cy: 5, r: 1.3, fill: "currentColor", opacity: 0.8 }),
  ]);
  const sheet = svg("svg", { id: "ct-shapes", width: 0, height: 0, "aria-hidden": "true", focusable: "false" }, [svg("defs", {}, [lattice])]);
  sheet.style.position = "absolute";
  document.body.append(sheet);
}

const drawings = new Map(); // what was drawn, by name

/** A drawing is made once; whoever wants it again gets a copy, which a browser makes much faster. */
function copy(name, draw) {
  if (!drawings.has(name)) drawings.set(name, draw());
  return drawings.get(name).cloneNode(true);
}

const filled = (d, more = {}) => svg("path", { fill: "currentColor", d, ...more });

/** Where a drawing on a box of `[left, top, width, height]` comes to lie in the middle of another, as large as it goes. */
function within(box, x, y, width, height) {
  const scale = Math.min(width / box[2], height / box[3]);
  const at = (from, size, start, room) => from + (room - size * scale) / 2 - start * scale;
  return { transform: `translate(${at(x, box[2], box[0], width)} ${at(y, box[3], box[1], height)}) scale(${scale})` };
}

const suitAt = (suit, ...place) => filled(SUITS[suit], within([0, 0, 100, 100], ...place));
const courtAt = (rank, ...place) => filled(COURTS[rank], within([0, -1, 41, 27], ...place));
const starAt = (points, inner, ...place) => svg("polygon", { fill: "currentColor", points: star(points, 50, inner), ...within([0, 0, 100, 100], ...place) });
const rankAt = (rank, ...place) =>
  svg("path", {
    fill: "none", stroke: "currentColor", "stroke-width": 5, "stroke-linejoin": "round", "stroke-linecap": "butt", d: RANKS[rank],
    ...within([-2, -1, rank === "10" ? 33 : 28, 36], ...place),
  });

/** A sign of the icon set, hidden from screen readers: words stand beside it. */
export function icon(name, className = "ct-ico") {
  const drawn = copy(`icon ${name}`, () => svg("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" }, ICONS[name].map(([part, attributes]) => svg(part, attributes))));
  if (className) drawn.setAttribute("class", className);
  return drawn;
}

/** Rank and suit of a code such as `10S`; the joker and the back have no suit. */
export function split(code) {
  return code === "JK" || code === "??" ? [code, ""] : [code.slice(0, -1), code.slice(-1)];
}

const face = (code) => copy(`card ${code}`, () => svg("svg", { viewBox: "0 0 100 140", "aria-hidden": "true" }, faceParts(code)));

function faceParts(code) {
  const [rank, suit] = split(code);
  if (code === "??") return [svg("rect", { x: 8, y: 8, width: 84, height: 124, rx: 5, fill: "url(#ct-lattice)", stroke: "currentColor", "stroke-width": 2 })];
  if (rank === "JK") {
    const letters = JOKER_WORD.map((d, i) =>
      svg("path", { transform: `translate(0 ${i * 19.5})`, fill: "none", stroke: "currentColor", "stroke-width": 2.7, "stroke-linejoin": "round", d }),
    );
    return [starAt(8, 27, 6, 8, 29, 29), svg("g", { transform: "translate(15 42) scale(.92)" }, letters), starAt(8, 27, 39, 74, 54, 54)];
  }
  const parts = [rank === "10" ? rankAt(rank, 4.5, 8, 35, 41) : rankAt(rank, 6, 8, 32, 41), suitAt(suit, 8, 54, 28, 28), suitAt(suit, 43, 81, 50, 50)];
  if (rank in COURTS) parts.push(courtAt(rank, 48, 49, 40, 27));
  if (rank === "2") parts.push(starAt(5, 21, 72, 10, 20, 20));
  return parts;
}

const suitClass = (code) => ({ JK: "joker", "??": "back" })[code] ?? { S: "spade", H: "heart", D: "diamond", C: "club" }[split(code)[1]];

/** What a card wears besides its face: `{as, mark: {kind, text}}`, the card that a wild one stands for, and a tab. */
function worn(marks) {
  const nodes = [];
  if (marks.mark?.kind === "penalised") nodes.push(html("span", { class: "band", "aria-hidden": "true" }));
  if (marks.mark) nodes.push(html("span", { class: `tab ${marks.mark.kind}`, title: marks.mark.text, "aria-hidden": "true" }, marks.mark.text));
  if (marks.as) nodes.push(html("span", { class: "tab as", "aria-hidden": "true" }, marks.as));
  return nodes;
}

/** A card that only shows itself. `label` is its spoken name; without one it is hidden from screen readers. */
export function picture(code, label = null, marks = {}) {
  const roles = label === null ? { "aria-hidden": "true" } : { role: "img", "aria-label": label };
  return html("span", { class: `ct-card ${suitClass(code)}`, ...roles }, [face(code), ...worn(marks)]);
}

/** A card that is a button. The caller sets `tabindex`, and uses `showChosen` where it can be chosen. */
export function button(code, label, properties = {}, marks = {}) {
  return html("button", { type: "button", class: `ct-card ${suitClass(code)}`, "aria-label": label, ...properties }, [face(code), ...worn(marks)]);
}

/** Shows whether a card is chosen. The tick of a chosen one is drawn when it is first needed. */
export function showChosen(card, on) {
  if (on && card.lastChild.className !== "tick") card.append(html("span", { class: "tick", "aria-hidden": "true" }, icon("check", "")));
  setTo(card, "aria-pressed", String(on));
}

/** A canasta squared up: three edges of the pack under its top card, which is red if natural and black if mixed. */
export function pack(top, label = null) {
  const roles = label === null ? { "aria-hidden": "true" } : { role: "img", "aria-label": label };
  return html("span", { class: "squared", ...roles }, [1, 2, 3].map(() => html("span", { class: "edge" })).concat(picture(top)));
}

/** Gives a widget's root the learner's look: the colours of suits, and the size. */
export function dress(root, view) {
  for (const [name, value] of Object.entries(view.look ?? {})) {
    if (root.dataset[name] !== value) root.dataset[name] = value;
  }
}

/** Fills `{name}` places of a sentence that Python gave. */
export function fill(sentence, places) {
  return sentence.replace(/\{(\w+)\}/g, (_, name) => String(places[name]));
}

/** The same words twice are told twice by a live region only if the text differs. */
export function tell(status, text, fault = false) {
  status.className = fault ? "status fault" : "status ct-vh";
  status.textContent = status.textContent === text ? `${text}\u00a0` : text;
}

/** Text in which cards such as `10♥` get drawn suits in their colour; all the rest stays text. */
export function prose(text) {
  const signs = { "♠": "S", "♥": "H", "♦": "D", "♣": "C" };
  return text.split(/((?:10|[2-9AKQJ])[♠♥♦♣])/u).map((piece, i) => {
    if (i % 2 === 0) return document.createTextNode(piece);
    const suit = signs[piece.slice(-1)];
    const drawn = copy(`suit ${suit}`, () => svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, [filled(SUITS[suit])]));
    const said = html("span", { class: "ct-vh" }, piece.slice(-1));
    return html("span", { class: `ct-inline ${suitClass(piece.slice(0, -1) + suit)}` }, [piece.slice(0, -1), drawn, said]);
  });
}
