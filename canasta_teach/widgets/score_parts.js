// The parts of a score sheet that only show something: its head, the cards that it counts, checks and sources.
// Words come from Python.

import { html, icon, picture, prose } from "./card.js";

/** One node, or none. */
export const present = (test, make) => (test ? [make()] : []);

/** Gives a node new content, unless it is drawn like this already: what has the focus is left alone. */
export function renew(node, model, make) {
  const drawn = JSON.stringify(model ?? null);
  if (node.drawnAs === drawn) return;
  node.drawnAs = drawn;
  node.replaceChildren(...make());
}

/** How firmly a rule stands in its source, in a sign and words. */
export function sign(standing, words) {
  return html("span", { class: `standing ${standing}` }, [icon(standing, ""), html("span", {}, words)]);
}

function damage(told) {
  return html("div", { class: "erratum" }, [icon("note", ""), html("p", {}, [html("b", {}, told.title), " ", ...prose(told.text)])]);
}

const SIGNS = { right: "yes", filled: "yes", found: "no", look: "no", fault: "no" };

/** What stands in a line's check. */
export function check(line) {
  return [...present(SIGNS[line.mark], () => icon(SIGNS[line.mark], "")), html("span", {}, line.mark_text)];
}

/** Whose sheet it is, of which deal, and what is to be done in it. */
export function drawSheetHead(view) {
  return [
    html("h3", { class: "ct-title", tabindex: "-1", dataset: { spot: "title" } }, view.title),
    html("p", { class: "ct-sub" }, prose(view.note)),
    ...present(view.task, () => html("p", { class: "task" }, view.task)),
  ];
}

/** The cards that the sheet counts; they stay unfolded, or folded, as they were `before`. */
export function drawSheetCards(lies, before) {
  if (!lies.groups) return [];
  const group = (one) =>
    html("div", { class: "meld" }, [
      html("span", { class: "fan" }, one.cards.map((card) => picture(card.code, card.label, { as: card.as }))),
      ...present(one.name || one.note, () => html("span", { class: "lab" }, [html("b", {}, one.name), " ", one.note])),
    ]);
  const part = (one) =>
    html("section", { "aria-label": one.label }, [
      html("h4", {}, one.label),
      html("div", { class: "melds" }, one.melds.map(group)),
      ...present(one.none, () => html("p", { class: "ct-sub" }, one.none)),
    ]);
  const noted = html("section", { "aria-label": lies.noted_label }, [html("h4", {}, lies.noted_label), html("ul", {}, lies.noted.map((one) => html("li", {}, one)))]);
  const was = before.querySelector("details");
  const open = (was ? was.open : lies.open) ? "" : null;
  return [
    html("details", { open }, [
      html("summary", { dataset: { spot: "cards" } }, lies.label),
      html("div", { class: "felt" }, [...lies.groups.map(part), ...present(lies.noted.length, () => noted)]),
    ]),
  ];
}

/** What is unfolded of a line's sources. */
export function drawSources(cites) {
  return cites.map(({ rule, citation }) =>
    html("section", { class: "source", "aria-label": `${citation.about}: ${rule}` }, [
      ...present(citation.where, () => html("p", { class: "ct-sub" }, citation.where)),
      ...present(citation.note, () => html("p", { class: "ct-sub" }, prose(citation.note))),
      ...citation.errata.map(damage),
    ]),
  );
}
