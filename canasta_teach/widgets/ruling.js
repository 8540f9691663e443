// Draws a ruling: verdict, the move in cards, each rule with its numbers and citation, the other rule books.
// Every sentence comes from Python; this file only lays them out.

import { html, icon, picture, prose } from "./card.js";

function moveLine(pieces) {
  const drawn = pieces.map((piece) =>
    piece.words !== undefined
      ? html("span", { class: "op" }, prose(piece.words))
      : html("span", { class: "mini" }, piece.cards.map((one) => picture(one.code, one.label))),
  );
  return html("div", { class: "move" }, drawn);
}

function cite(citation, rule) {
  const line = html("div", { class: "cite" }, [
    html("span", { class: `standing ${citation.standing}` }, [icon(citation.standing, ""), citation.words]),
    html("span", {}, citation.where),
    html("code", { class: "ct-code" }, rule),
  ]);
  const notes = citation.note ? [html("p", { class: "ct-sub" }, prose(citation.note))] : [];
  for (const erratum of citation.errata) {
    notes.push(html("div", { class: "erratum" }, [icon("note", ""), html("p", {}, [html("b", {}, erratum.title), " ", ...prose(erratum.text)])]));
  }
  return [line, ...notes];
}

function brokenRule(broken, number) {
  const facts = broken.facts.map(([label, text]) => html("div", {}, [html("dt", {}, label), html("dd", {}, prose(text))]));
  return html("li", { class: "rule", dataset: { rule: broken.rule } }, [
    html("h4", {}, [html("span", { class: "number" }, String(number)), broken.title]),
    html("p", {}, prose(broken.message)),
    ...(facts.length ? [html("dl", { class: "facts" }, facts)] : []),
    ...cite(broken.citation, broken.rule),
  ]);
}

function reason(because) {
  return html("li", { class: "reason", dataset: { rule: because.rule } }, [
    html("p", {}, [html("b", {}, because.title)]),
    ...cite(because.citation, because.rule),
  ]);
}

function otherBooks(elsewhere) {
  const chips = elsewhere.chips.map((chip) =>
    html("li", { class: chip.here ? "book here" : "book" }, [
      html("b", {}, chip.title),
      html("span", { class: chip.verdict }, [icon(chip.verdict, ""), chip.word]),
    ]),
  );
  return html("div", { class: "elsewhere" }, [
    html("p", { class: "ct-sub" }, elsewhere.label),
    html("ul", {}, chips),
    ...(elsewhere.note ? [html("p", { class: "ct-sub" }, elsewhere.note)] : []),
  ]);
}

/** The ruling as one article, labelled by its verdict. */
export function drawRuling(ruling) {
  const head = html("header", { class: `verdict ${ruling.verdict}` }, [
    icon(ruling.verdict, "sign"),
    html("h4", { class: "word" }, ruling.word),
    html("span", { class: "rest" }, ruling.rest),
  ]);
  const body = [];
  if (ruling.broken.length) body.push(html("ol", { class: "rules" }, ruling.broken.map((broken, i) => brokenRule(broken, i + 1))));
  if (ruling.because.length) {
    body.push(
      html("details", { class: "because" }, [html("summary", {}, ruling.because_label), html("ol", { class: "rules" }, ruling.because.map(reason))]),
    );
  }
  body.push(...ruling.notes.map((note) => html("p", {}, prose(note))));
  return html("article", { class: "ct-ruling", "aria-label": ruling.label }, [
    head,
    moveLine(ruling.move),
    ...body,
    ...(ruling.elsewhere ? [otherBooks(ruling.elsewhere)] : []),
  ]);
}
