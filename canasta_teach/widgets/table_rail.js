// What stands beside the felt: scores and minimum, what happened, and how a deal ended. Words come from Python.

import { html, icon } from "./card.js";
import { piecesOf } from "./table_parts.js";

const COLUMNS = 3; // sides that find room beside each other

function figures(heads, rows, label) {
  const head = html("tr", {}, [html("td", {}), ...heads.map((text) => html("th", { scope: "col" }, text))]);
  const lines = rows.map((row) =>
    html("tr", { class: row.large || row.total ? "large" : null }, [html("th", { scope: "row" }, row.label), ...row.cells.map((text) => html("td", {}, piecesOf(text)))]),
  );
  return html("table", { class: "score", "aria-label": label }, [html("thead", {}, head), html("tbody", {}, lines)]);
}

/** Scores, minimum, canastas and red threes: a side in each column, or, where they are many, a side in each line. */
export function drawBoard(board, heads, label) {
  if (heads.length <= COLUMNS) return [html("h4", {}, label), figures(heads, board, label)];
  const pair = (row, i) => html("div", {}, [html("dt", {}, row.label), html("dd", {}, piecesOf(row.cells[i]))]);
  const lines = heads.map((head, i) => html("li", {}, [html("b", {}, head), html("dl", {}, board.map((row) => pair(row, i)))]));
  return [html("h4", {}, label), html("ul", { class: "standings", "aria-label": label }, lines)];
}

/**
 * The log, one act a line. A line opens: then it shows its notation, and what leads back to it. `opened` is the key of
 * the line that is open; `drawn` keeps lines by what they show, so that those that stay are not made anew; `toggle(key)`, `goto(step)`, `why(step)` and `turn(later)` are told what is pressed.
 */
export function drawLog({ log, log_more: more, log_later: later }, words, names, { opened, toggle, goto, why, turn }, drawn) {
  const stay = new Map();
  const lines = log.map((entry) => {
    const key = String(entry.step);
    const open = key === opened;
    const shows = JSON.stringify([entry, open]);
    const line = drawn.get(shows) ?? drawEntry(entry, key, open);
    stay.set(shows, line);
    return line;
  });
  drawn.clear();
  for (const [shows, line] of stay) drawn.set(shows, line);
  const page = (count, spot, word, back) => (count ? [html("button", { type: "button", class: "ct-btn plain", dataset: { spot }, onclick: () => turn(back) }, [word, ` (${count})`])] : []);
  const list = lines.length ? html("ol", { class: "log", "aria-label": words.log, dataset: { rove: "" } }, lines) : html("p", { class: "ct-sub" }, words.acted_empty);
  return [html("h4", {}, words.log), ...page(more, "earlier log", words.more_log, false), list, ...page(later, "later log", words.later_log, true)];

  function drawEntry(entry, key, open) {
    const told = html("span", { class: "told" }, [
      ...piecesOf(entry.parts, names),
      ...(entry.refused ? [" ", html("span", { class: "x" }, piecesOf(entry.refused, names))] : []),
      ...(entry.note ? [" ", html("span", { class: "then" }, piecesOf(entry.note, names))] : []),
    ]);
    const press = html("button", { type: "button", class: "entry", "aria-expanded": String(open), dataset: { spot: `log ${key}` }, onclick: () => toggle(key) }, [html("span", { class: "who" }, entry.who), told]);
    const back = html("button", { type: "button", class: "ct-btn plain", dataset: { spot: `goto ${key}` }, onclick: () => goto(entry.step) }, [icon("undo"), words.goto]);
    const ask = html("button", { type: "button", class: "ct-btn plain", dataset: { spot: `why ${key}` }, onclick: () => why(entry.step) }, words.said);
    const inside = open ? [html("div", { class: "inside" }, [html("code", { class: "ct-code" }, entry.notation), ...(entry.why ? [ask] : []), back])] : [];
    return html("li", { class: entry.current ? "current" : null, "aria-current": entry.current ? "step" : null }, [press, ...inside]);
  }
}

/** How the deal ended: the sentence, what each side counts, and the next deal. */
export function drawOver(over, next) {
  const title = html("h4", { class: "ct-title", tabindex: "-1", dataset: { spot: "over" } }, piecesOf(over.text));
  const button = over.next ? [html("button", { type: "button", class: "ct-btn primary", dataset: { spot: "next deal" }, onclick: next }, over.next)] : [];
  return [title, figures(over.heads, over.sheet, typeof over.text === "string" ? over.text : ""), ...button];
}
