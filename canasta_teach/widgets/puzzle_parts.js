// The parts of a puzzle board that only show something, or lead to other puzzles. Words come from Python.

import { html, prose, svg } from "./card.js";
import { maybe, stateSign } from "./quiz_parts.js";
import { tableIcon } from "./table_parts.js";

const STAR = "M10 1.8L12.5 7.2L18.4 7.9L14 11.9L15.2 17.7L10 14.8L4.8 17.7L6 11.9L1.6 7.9L7.5 7.2Z";
const MOST_STARS = 3;

/** Stars won or to win: full ones, and the outlines of those that are lost. */
function drawStars(stars) {
  const one = (on) => svg("svg", { viewBox: "0 0 20 20" }, [svg("path", { d: STAR, fill: on ? "currentColor" : "none", stroke: "currentColor", "stroke-width": 1.5, "stroke-linejoin": "round" })]);
  return html("span", { class: "stars", "aria-hidden": "true" }, Array.from({ length: MOST_STARS }, (_, i) => one(i < stars)));
}

/** Which puzzle it is, and the ways to others. `open(panel)` opens one of them, `go(act)` goes there at once. */
export function drawPuzzleHead(head, { open, go }) {
  const way = (one) =>
    html("button", {
      type: "button", class: "ct-btn plain", dataset: { spot: one.panel ? `way ${one.panel}` : "way today" }, "aria-expanded": one.panel ? String(one.open) : null,
      onclick: () => (one.panel ? open(one.panel) : go({ act: "day" })),
    }, one.label);
  const next = html("button", { type: "button", class: "ct-btn", dataset: { spot: "way next" }, onclick: () => go({ act: "next" }) }, [html("span", {}, head.next), html("kbd", {}, "]")]);
  const told = [head.about, head.author].filter(Boolean).join(" ");
  return [html("p", { class: "ct-sub about" }, told), html("div", { class: "ways", role: "group", "aria-label": head.label }, [...head.ways.map(way), next])];
}

/** Par, stars, hints, tries and ideas, as one list. */
export function drawFacts(facts) {
  const value = (fact) => {
    if (fact.tags) return html("dd", { class: "tags" }, fact.tags.map((tag) => html("span", { class: "tag" }, tag)));
    return html("dd", {}, [...maybe(fact.stars !== undefined, () => drawStars(fact.stars)), html("span", {}, fact.text)]);
  };
  return [html("dl", {}, facts.map((fact) => html("div", {}, [html("dt", {}, fact.label), value(fact)])))];
}

/** What came of the last try; `why()` asks for a better laying. */
export function drawFeedback(feedback, why) {
  const { more } = feedback;
  const press = () =>
    html("button", { type: "button", class: "ct-btn plain why", dataset: { spot: "better" }, onclick: why }, [html("span", {}, more.label), ...maybe(more.price, () => html("span", { class: "ct-sub" }, more.price))]);
  return html("div", { class: `tip try ${feedback.state}` }, [
    html("p", { class: "of" }, [...stateSign(feedback.state), html("b", {}, feedback.lead)]),
    ...maybe(feedback.text, () => html("p", {}, prose(feedback.text))),
    ...feedback.better.map((line) => html("p", { class: "better" }, prose(line))),
    ...maybe(more, press),
  ]);
}

/** The hints taken, the last one last. */
export function drawHints(hint) {
  const bars = Array.from({ length: hint.of }, (_, i) => html("i", { class: i < hint.n ? "on" : "" }));
  return html("section", { class: "tip", "aria-label": hint.label }, [
    html("div", { class: "of" }, [html("b", {}, hint.label), html("span", { class: "bars", "aria-hidden": "true" }, bars)]),
    html("ol", { class: "hints" }, hint.texts.map((text) => html("li", {}, prose(text)))),
  ]);
}

function rulesOf(rules) {
  return html("ul", { class: "rules" }, rules.map((rule) => html("li", {}, [html("span", {}, rule.title), html("span", { class: "where" }, rule.where)])));
}

/** A best laying, the rules it stands on, why nothing is better, and what made it hard. */
export function drawPuzzleSolution(solution) {
  return html("section", { class: "tip solution", "aria-label": solution.label }, [
    html("p", { class: "of" }, html("b", {}, solution.label)),
    html("p", { class: "laying" }, prose(solution.laying)),
    ...solution.lines.map((line) => html("p", {}, prose(line))),
    ...maybe(solution.rules.length, () => rulesOf(solution.rules)),
    ...maybe(solution.others.length, () => html("details", {}, [html("summary", { dataset: { spot: "others" } }, solution.others_label), rulesOf(solution.others)])),
    ...maybe(solution.proof, () => html("p", {}, prose(solution.proof))),
    ...maybe(solution.why, () => html("p", { class: "hard" }, [html("b", {}, solution.why_label), " ", ...prose(solution.why)])),
  ]);
}

/** The line by which the puzzle is passed on. */
export function drawShare(share, copy) {
  return [
    html("span", { class: "ct-sub" }, share.label),
    html("code", { class: "ct-code line", tabindex: "-1", dataset: { spot: "line" } }, share.line),
    html("button", { type: "button", class: "ct-btn plain", dataset: { spot: "copy" }, onclick: copy }, [tableIcon("copy", "ct-ico"), html("span", {}, share.copy)]),
  ];
}

/** A panel that leads to other puzzles: a list to choose from, and for the archive a date. */
export function drawWays(panel, { go, close }) {
  const item = (one) =>
    html("li", {}, html("button", { type: "button", class: "way", "aria-current": one.on ? "true" : null, dataset: { spot: `go ${one.label}` }, onclick: () => go(one.message) }, [
      html("b", {}, one.label),
      html("span", { class: "ct-sub" }, one.note),
      ...maybe(one.text, () => html("span", { class: "ct-sub text" }, one.text)),
    ]));
  const head = html("header", {}, [
    html("h4", { tabindex: "-1", dataset: { spot: "panel" } }, panel.title),
    html("button", { type: "button", class: "ct-btn plain", dataset: { spot: "close panel" }, onclick: close }, panel.close),
  ]);
  return html("section", { class: `panel ${panel.kind}`, "aria-label": panel.title }, [head, html("ul", { class: "items" }, panel.items.map(item)), ...maybe(panel.date, () => otherDay(panel.date, go))]);
}

function otherDay(date, go) {
  const field = html("input", { type: "date", min: date.first, max: date.last, value: date.value, dataset: { spot: "day" } });
  const show = () => go({ act: "day", date: field.value });
  return html("div", { class: "fields" }, [
    html("label", {}, [html("span", {}, date.label), field]),
    html("button", { type: "button", class: "ct-btn", dataset: { spot: "show day" }, onclick: show }, date.button),
  ]);
}

/** The panel in which a puzzle of one's own is examined. It is made once: what is typed into it stays. */
export class OwnPuzzle {
  constructor(words, { go, close }) {
    this.go = go;
    const choice = (spot, options) => html("select", { dataset: { spot } }, options.map((one) => html("option", { value: one.value }, one.label)));
    this.text = html("textarea", { rows: "4", spellcheck: "false", autocomplete: "off", dataset: { spot: "own text" } });
    this.aim = choice("own aim", words.aims);
    this.end = choice("own end", words.ends);
    this.only = html("input", { type: "checkbox", dataset: { spot: "own only" } });
    this.title = html("h4", { tabindex: "-1", dataset: { spot: "panel" } });
    this.closing = html("button", { type: "button", class: "ct-btn plain", dataset: { spot: "close panel" }, onclick: close });
    this.told = html("div", { class: "told" });
    this.node = html("section", { class: "panel make" }, [
      html("header", {}, [this.title, this.closing]),
      html("p", { class: "ct-sub" }, words.hint),
      html("label", { class: "wide" }, [html("span", {}, words.text), this.text]),
      html("div", { class: "fields" }, [html("label", {}, [html("span", {}, words.aim), this.aim]), html("label", {}, [html("span", {}, words.end), this.end])]),
      html("div", { class: "fields" }, [
        html("label", { class: "tick-box" }, [this.only, html("span", {}, words.only)]),
        html("button", { type: "button", class: "ct-btn", dataset: { spot: "examine" }, onclick: () => this.examine() }, words.button),
      ]),
      this.told,
    ]);
  }

  examine() {
    this.go({ act: "examine", text: this.text.value, aim: this.aim.value, end: this.end.value, only: this.only.checked });
  }

  update(panel) {
    this.node.setAttribute("aria-label", panel.title);
    this.title.textContent = panel.title;
    this.closing.textContent = panel.close;
    const text = JSON.stringify(panel.told);
    if (this.drawn === text) return;
    this.drawn = text;
    this.told.replaceChildren(...maybe(panel.told, () => this.drawTold(panel.told)));
  }

  drawTold(told) {
    return html("div", { class: `tip try ${told.state}` }, [
      html("p", { class: "of" }, [...stateSign(told.state), html("b", {}, told.lead)]),
      html("p", {}, prose(told.text)),
      ...told.notes.map((note) => html("p", {}, note)),
      ...maybe(told.play, () => html("button", { type: "button", class: "ct-btn", dataset: { spot: "play" }, onclick: () => this.go({ act: "play" }) }, told.play)),
    ]);
  }
}
