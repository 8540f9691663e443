// Draws a ruling (verdict, the move in cards, each rule with its numbers and place, the mend, the other rule books)
// and a rule's page of the rule book. Every sentence comes from Python; this file only lays them out.
//
// `send(kind, data)` tells the widget what is asked: "book" {key}, "rule" {rule, place}, "mend", "close". Without it
// nothing can be pressed. Everything that can be pressed has a `data-spot`, by which its widget finds it again.

import { html, icon, picture, prose } from "./card.js";

const some = (test, make) => (test ? [make()] : []);

function group(cards) {
  return html("span", { class: "mini" }, cards.map((one) => picture(one.code, one.label, { as: one.as })));
}

/** Words stay on a line with the cards that they speak of. */
function pairs(pieces) {
  const made = [];
  for (const piece of pieces) {
    const last = made.at(-1);
    if (piece.words !== undefined) made.push([html("span", { class: "op" }, prose(piece.words))]);
    else if (last?.length === 1) last.push(group(piece.cards));
    else made.push([group(piece.cards)]);
  }
  return made.map((nodes) => html("span", { class: "pair" }, nodes));
}

/** The acts of a move, one a line, in words and cards. */
function drawMove(acts) {
  const lines = acts.map((act) =>
    html("li", { class: "act" }, [...some(act.note, () => html("span", { class: `state ${act.state}` }, [icon(act.state, ""), act.note])), ...pairs(act.pieces)]),
  );
  return html("ol", { class: "move" }, lines);
}

function badge(standing, words) {
  return html("span", { class: `standing ${standing}` }, [icon(standing, ""), html("span", {}, words)]);
}

function erratum(told) {
  return html("div", { class: "erratum" }, [icon("note", ""), html("p", {}, [html("b", {}, told.title), " ", ...prose(told.text)])]);
}

/** Where a rule stands, with a button that opens it, and its page when it is open here. */
function cite(item, at) {
  const open = at.page?.place === item.place;
  const name = at.send
    ? html("button", {
        type: "button", class: "ct-link", dataset: { spot: item.place }, "aria-label": item.open, "aria-expanded": String(open),
        onclick: () => at.send("rule", { rule: item.rule, place: item.place }),
      }, item.rule)
    : html("code", { class: "ct-code" }, item.rule);
  const line = html("div", { class: "cite" }, [badge(item.citation.standing, item.citation.words), html("span", { class: "where" }, item.citation.where), name]);
  return [line, ...some(item.citation.about, () => aboutSource(item, at)), ...some(open, () => drawOpenRule(at))];
}

/** What the source leaves to be said, folded away: who meets a rule for the first time needs the rule. */
function aboutSource(item, at) {
  const { about, note, errata } = item.citation;
  const spot = `about ${item.place} ${item.rule}`;
  const inside = [...some(note, () => html("p", { class: "ct-sub" }, prose(note))), ...errata.map(erratum)];
  return html("details", { class: "about", open: at.unfolded.has(spot) ? "" : null }, [html("summary", { dataset: { spot } }, about), ...inside]);
}

function brokenRule(broken, number, at) {
  const facts = broken.facts.map(([label, text]) => html("div", {}, [html("dt", {}, label), html("dd", {}, text)]));
  return html("li", { class: "rule", dataset: { rule: broken.rule } }, [
    html("h4", {}, [html("span", { class: "count" }, String(number)), broken.title]),
    html("p", { class: "message" }, prose(broken.message)),
    ...some(facts.length, () => html("dl", { class: "facts" }, facts)),
    ...cite(broken, at),
  ]);
}

function reason(because, at) {
  return html("li", { class: "reason", dataset: { rule: because.rule } }, [
    html("p", {}, [html("b", {}, because.title)]),
    html("p", { class: "message" }, prose(because.text)),
    ...cite(because, at),
  ]);
}

function reasons(ruling, at) {
  const list = html("ol", { class: "rules" }, ruling.because.map((one) => reason(one, at)));
  if (ruling.because_open) return html("div", { class: "because" }, [html("h4", {}, ruling.because_label), list]);
  // Drawn again with a rule open in it, the list must not close over it.
  const open = at.unfolded.has("because") || ruling.because.some((one) => one.place === at.page?.place) ? "" : null;
  return html("details", { class: "because", open }, [html("summary", { dataset: { spot: "because" } }, ruling.because_label), list]);
}

function drawMend(mend, at) {
  const play = { type: "button", class: "ct-btn primary", dataset: { spot: "mend" }, onclick: () => at.send("mend", {}) };
  return html("div", { class: "mend" }, [
    html("div", { class: "what" }, [html("p", { class: "ct-sub" }, mend.label), drawMove(mend.move)]),
    ...some(at.send && mend.button, () => html("button", play, mend.button)),
  ]);
}

function chip(one, at) {
  const inside = [html("b", {}, one.title), html("span", { class: one.verdict }, [icon(one.verdict, ""), one.word])];
  if (one.here || !at.send) return html("li", { class: one.here ? "book here" : "book", "aria-current": one.here ? "true" : null }, inside);
  const open = at.opened?.key === one.key;
  const press = {
    type: "button", class: open ? "book open" : "book", dataset: { spot: `book-${one.key}` }, "aria-expanded": String(open),
    onclick: () => at.send("book", { key: one.key }),
  };
  return html("li", {}, html("button", press, inside));
}

function otherBooks(elsewhere, at) {
  return html("div", { class: "elsewhere" }, [
    html("p", { class: "ct-sub" }, elsewhere.label),
    html("ul", { class: "chips" }, elsewhere.chips.map((one) => chip(one, at))),
    ...some(elsewhere.note, () => html("p", { class: "ct-sub" }, elsewhere.note)),
    ...some(at.opened, () => drawOpened(at.opened, at)),
  ]);
}

function closing(words, at) {
  return html("button", { type: "button", class: "ct-btn plain close", dataset: { spot: "close" }, onclick: () => at.send("close", {}) }, words);
}

function drawOpened(opened, at) {
  const head = html("header", {}, [html("h4", {}, opened.title), closing(at.close, at)]);
  const body = opened.ruling ? drawInside(opened.ruling, at) : html("p", {}, opened.reason);
  return html("section", { class: "opened", "aria-label": opened.title }, [head, body]);
}

function drawOpenRule(at) {
  return html("section", { class: "opened", "aria-label": at.page.name }, [html("header", {}, [html("h4", {}, at.page.heading), closing(at.close, at)]), drawRule(at.page)]);
}

function drawInside(ruling, at) {
  const head = html("header", { class: `verdict ${ruling.verdict}` }, [
    icon(ruling.verdict, "sign"),
    html("h4", { class: "word", tabindex: "-1", dataset: { spot: "verdict" } }, ruling.word),
    html("span", { class: "rest" }, ruling.rest),
  ]);
  return html("article", { class: "ct-ruling", "aria-label": ruling.label }, [
    head,
    drawMove(ruling.move),
    ...some(ruling.broken.length, () => html("ol", { class: "rules" }, ruling.broken.map((broken, i) => brokenRule(broken, i + 1, at)))),
    ...some(ruling.because.length, () => reasons(ruling, at)),
    ...ruling.notes.map((note) => html("p", { class: "note" }, prose(note))),
    ...further(ruling, at),
  ]);
}

/** What the referee has to search for: the mend, and the other rule books. */
function further(ruling, at) {
  return [
    ...some(ruling.mend, () => drawMend(ruling.mend, at)),
    ...some(ruling.elsewhere, () => otherBooks(ruling.elsewhere, at)),
    ...some(ruling.elsewhere && at.page && !at.page.place, () => drawOpenRule(at)),
  ];
}

const around = (ruling, send, unfolded) => ({ send, unfolded, opened: ruling.opened ?? null, page: ruling.page ?? null, close: ruling.close ?? "" });

/**
 * The ruling as one article, labelled by its verdict. `send` as above. Under `before` an earlier drawing stands: what is
 * unfolded in it stays so.
 */
export function drawRuling(ruling, send = null, before = null) {
  const unfolded = new Set([...(before?.querySelectorAll("details[open] > summary") ?? [])].map((node) => node.dataset.spot));
  return drawInside(ruling, around(ruling, send, unfolded));
}

// ---- a rule's page -----------------------------------------------------------

function bookColumn(book, page) {
  const mark = () => [html("span", { class: "mark", "aria-hidden": "true" }, "≠"), html("span", { class: "ct-vh" }, `, ${page.differs}`)];
  const rows = (book.rows ?? []).map((row) =>
    html("div", { class: row.differs ? "differs" : null }, [html("dt", {}, row.label), html("dd", {}, [row.text, ...(row.differs ? mark() : [])])]),
  );
  return html("li", { class: book.here ? "column here" : "column", "aria-current": book.here ? "true" : null }, [
    html("h6", {}, book.title),
    ...some(book.out, () => html("p", { class: book.differs ? "out differs" : "out" }, [book.out, ...(book.differs ? mark() : [])])),
    ...some(!book.out && book.differs && !rows.length, () => html("p", { class: "differs" }, mark())),
    ...some(rows.length, () => html("dl", {}, rows)),
    ...(book.badges ?? []).map((one) => badge(one.standing, one.words)),
  ]);
}

function source(told) {
  const clauses = told.clauses.map((clause) =>
    html("div", { class: "clause" }, [
      html("p", { class: "cite" }, [badge(clause.standing, clause.words), ...some(clause.where, () => html("span", { class: "where" }, clause.where))]),
      ...some(clause.about, () => html("p", {}, clause.about)),
      ...some(clause.note, () => html("p", { class: "ct-sub" }, prose(clause.note))),
    ]),
  );
  return html("li", {}, [html("h6", {}, told.title), html("div", {}, clauses)]);
}

/** A rule's page: title, text, what each rule set says side by side, where it stands, and damaged places. */
export function drawRule(page) {
  return html("article", { class: "ct-rule", "aria-label": page.name, dataset: { rule: page.rule } }, [
    html("header", {}, [
      html("h5", { class: "title", tabindex: "-1", dataset: { spot: "page" } }, page.title),
      html("p", { class: "ct-sub" }, [html("code", { class: "ct-code" }, page.rule), ` · ${page.kind}`]),
    ]),
    html("p", { class: "message" }, prose(page.text)),
    html("p", { class: "compared" }, [html("span", { class: "mark", "aria-hidden": "true" }, "≠"), html("span", {}, page.compared)].slice(page.same ? 1 : 0)),
    html("ul", { class: "columns" }, page.books.map((book) => bookColumn(book, page))),
    html("h6", { class: "part" }, page.sources_label),
    html("ul", { class: "sources" }, page.sources.map(source)),
    ...(page.errata ?? []).map(erratum),
  ]);
}
