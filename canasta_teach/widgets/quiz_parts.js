// The parts of a quiz that only show something: the table of a question, replies, hints, results. Words come from Python.

import { html, icon, picture, prose } from "./card.js";
import { drawPile, drawSide, piecesOf } from "./table_parts.js";

/** One node, or none. */
export const maybe = (test, make) => (test ? [make()] : []);

const SIGNS = { yes: "yes", no: "no", na: "na" };

/** A sign of how something stands, with words for who does not see it. */
export function stateSign(state, words = "") {
  if (!SIGNS[state]) return [];
  return [html("span", { class: `sign ${state}` }, [icon(SIGNS[state], ""), ...maybe(words, () => html("span", { class: "ct-vh" }, words))])];
}

function fanOf(cards) {
  return html("span", { class: "fan" }, cards.map((one) => picture(one.code, one.label, one)));
}

/** Cards that a question names, in groups, where it is about no table. */
export function drawCardGroups(groups) {
  return groups.map((cards) => html("div", { class: "felt group" }, [fanOf(cards)]));
}

function handOf(hand) {
  return html("div", { class: "hand-of", role: "group", "aria-label": hand.title }, [
    html("p", { class: "caption" }, [html("b", {}, hand.title), " ", html("span", { class: "ct-sub" }, hand.note)]),
    fanOf(hand.cards),
  ]);
}

/** The table of a question, as far as it only shows itself. */
export function drawQuestionTable(table, { acting = false } = {}) {
  const { names } = table;
  const sides = [...table.theirs, ...maybe(table.ours && !acting, () => table.ours)];
  const lying = [
    ...table.theirs.map((side) => drawSide(side, { names })),
    ...maybe(table.pile && !acting, () => html("div", { class: "mid" }, [drawPile(table.pile, { label: table.pile.label, names })])),
    ...maybe(table.ours && !acting, () => drawSide(table.ours, { names })),
    ...table.hands.map(handOf),
  ];
  const felt = sides.length || lying.length;
  return [
    ...maybe(table.facts.length, () => html("p", { class: "facts" }, prose(table.facts.join(" ")))),
    ...maybe(felt, () => html("div", { class: "felt", role: "group", "aria-label": table.label }, lying)),
  ];
}

/** The acts of a move, one a line. */
export function drawActs(acts) {
  if (!acts.length) return [];
  return [html("ol", { class: "acts" }, acts.map((pieces) => html("li", {}, piecesOf(pieces))))];
}

/** Where a rule stands. */
export function drawCite(cite) {
  if (!cite) return [];
  return [
    html("p", { class: "cite" }, [
      html("span", { class: `standing ${cite.standing}` }, [icon(cite.standing, ""), html("span", {}, cite.words)]),
      html("span", { class: "where" }, cite.where),
      html("code", { class: "ct-code" }, cite.rule),
    ]),
  ];
}

/** A reply: its first word, the rest, and the rule cited. */
export function drawReply(reply, id = null) {
  return html("div", { class: `reply ${reply.state}`, id }, [
    html("p", {}, [...maybe(reply.lead, () => html("b", {}, reply.lead)), " ", ...prose(reply.text)]),
    ...drawCite(reply.cite),
  ]);
}

/** A hint, with as many bars filled as were taken. */
export function drawHint(hint) {
  const bars = Array.from({ length: hint.of }, (_, i) => html("i", { class: i < hint.n ? "on" : "" }));
  return html("section", { class: "tip", "aria-label": hint.label }, [
    html("div", { class: "of" }, [html("b", {}, hint.label), html("span", { class: "bars", "aria-hidden": "true" }, bars)]),
    html("p", {}, prose(hint.text)),
    ...drawActs(hint.acts),
    ...maybe(hint.rule, () => html("code", { class: "ct-code" }, hint.rule)),
  ]);
}

export function drawSolution(solution) {
  return html("section", { class: "tip solution", "aria-label": solution.label }, [
    html("div", { class: "of" }, [html("b", {}, solution.label)]),
    html("p", {}, prose(solution.text)),
    ...drawActs(solution.acts),
    ...drawCite(solution.cite),
  ]);
}

/** How it went: by rule, and what to read again. */
export function drawResults(results) {
  const line = (one) => html("li", { class: one.state }, [...stateSign(one.state, one.state_text), html("span", {}, one.title), html("span", { class: "ct-sub" }, one.text)]);
  const again = (one) =>
    html("li", {}, [
      html("p", {}, [html("b", {}, one.title), ...maybe(one.lesson, () => html("span", { class: "ct-sub" }, ` ${one.lesson}`))]),
      html("p", {}, prose(one.text)),
      ...drawCite(one.cite),
    ]);
  return [
    html("h3", { class: "ct-title", tabindex: "-1", dataset: { spot: "prompt" } }, results.title),
    html("p", { class: "sum" }, results.text),
    html("h4", {}, results.by_rule_label),
    html("ul", { class: "by-rule" }, results.by_rule.map(line)),
    ...maybe(results.again.length, () => html("h4", {}, results.again_label)),
    ...maybe(results.again.length, () => html("ul", { class: "again" }, results.again.map(again))),
  ];
}
