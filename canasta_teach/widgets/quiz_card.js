// The quiz card: one question after another, its answers, replies, hints and the solution. It draws `view` and sends
// acts back; what is right is known to Python alone, and is sent when it was found or asked for.

import { dress, ensureShapes, html, prose, setTo } from "./card.js";
import { isFrontEnds, lineTo, onChanges, Page } from "./front.js";
import { QuizDo } from "./quiz_do.js";
import { drawActs, drawCardGroups, drawHint, drawQuestionTable, drawReply, drawResults, drawSolution, maybe, stateSign } from "./quiz_parts.js";
import { RULED, askFurther, ruledPart } from "./ruled.js";
import { piecesOf, roving } from "./table_parts.js";

const HEARD = ["view", "said", ...RULED];
const PARTS = ["head", "question", "table", "answer", "below", "fold", "hint", "solution", "tools", "notes"];
let cards = 0; // of this page, to tell their radios apart

class QuizPage extends Page {
  constructor(model, el) {
    super(model);
    this.id = `ct-quiz-${(cards += 1)}`;
    this.drawn = {}; // part -> the data it shows
    this.picked = new Set();
    this.openers = []; // what was pressed to open something in the ruling
    this.wanted = null; // where the focus goes with the next answer
    this.status = html("div", { class: "status ct-vh", role: "status", "aria-live": "polite" });
    this.line = lineTo(model, this.status);
    this.parts = Object.fromEntries(PARTS.map((name) => [name, html("div", { class: `part ${name}` })]));
    this.ruling = html("div", { class: "part ruling" });
    this.ruled = ruledPart(model, this.ruling, (kind, data) => this.ask(kind, data));
    const inside = [...PARTS.slice(0, 8), "status", ...PARTS.slice(8)].map((name) => (name === "status" ? this.status : this.parts[name]));
    this.root = html("section", { class: "ct ct-tbl ct-quiz", onkeydown: (event) => this.key(event) }, html("div", { class: "quiz" }, inside));
    this.roving = roving(this.root);
    el.append(this.root);
    this.said = model.get("said").count;
    this.update(new Set(HEARD));
    this.unlisten = onChanges(model, HEARD, (changed) => this.update(changed));
  }

  // ---- drawing -------------------------------------------------------------

  update(changed) {
    const held = this.root.contains(document.activeElement) ? document.activeElement : null;
    const spot = held?.closest("[data-spot]")?.dataset.spot ?? null;
    const before = this.before;
    if (changed.has("view")) this.drawView(this.view);
    this.ruled.update(changed);
    this.roving.settle();
    if (changed.has("view") || changed.has("said")) {
      if (held) this.follow(held, spot, before, this.view);
      this.before = this.view;
    } else if (held && !this.root.contains(document.activeElement)) this.focusSpot(this.wanted ?? spot);
    this.tell(this.model.get("said"));
  }

  tell(said) {
    if (said.count === this.said) return;
    this.said = said.count;
    if (said.text) this.line.say(said.text, said.fault);
    this.wanted = null;
  }

  /** Where the focus goes: to a new question, to the way on once there is nothing more to find, else where it was. */
  follow(held, spot, before, view) {
    const stays = this.root.contains(document.activeElement) && document.activeElement !== document.body;
    if (before && before.place !== view.place) this.spot("prompt")?.focus();
    else if (before && before.state !== view.state && (view.state === "right" || view.state === "shown")) (this.spot("next") ?? this.spot("again"))?.focus();
    else if (!stays || !held.isConnected) this.focusSpot(this.wanted ?? spot);
    else if (this.wanted) this.spot(this.wanted)?.focus();
  }

  spot(name) {
    return [...this.root.querySelectorAll("[data-spot]")].find((node) => node.dataset.spot === name && node.getClientRects().length) ?? null;
  }

  focusSpot(name) {
    const found = [name, "check", "next", "again", "prompt"].filter(Boolean).map((one) => this.spot(one)).find(Boolean);
    found?.focus();
  }

  drawView(view) {
    dress(this.root, view);
    setTo(this.root, "aria-label", view.name);
    this.section("head", view.head, (head) => this.drawHead(head));
    this.section("question", [view.place, view.prompt, view.cards, view.moves, view.results, view.empty], () => this.drawQuestion(view));
    this.section("table", [view.place, view.table, Boolean(view.doing)], () => (view.table ? drawQuestionTable(view.table, { acting: Boolean(view.doing) }) : []));
    this.drawAnswer(view);
    this.section("below", view.reply, (reply) => maybe(reply, () => drawReply(reply)));
    this.section("fold", view.ruling, (ruling) => maybe(ruling, () => this.drawFold(ruling)));
    this.section("hint", view.hint, (hint) => maybe(hint, () => drawHint(hint)));
    this.section("solution", view.solution, (solution) => maybe(solution, () => drawSolution(solution)));
    this.section("tools", [view.buttons, view.state_text], () => this.drawTools(view));
    this.section("notes", view.notes, (notes) => notes.map((text) => html("p", { class: "note" }, text)));
  }

  drawHead(head) {
    const marks = head.marks.map((state) => html("i", { class: state || "none" }, stateSign(state)));
    const left = [...maybe(head.number, () => html("b", {}, head.number)), ...maybe(head.asks, () => html("span", {}, head.asks))];
    const right = [...maybe(head.title, () => html("span", {}, head.title)), ...maybe(head.rules, () => html("span", {}, head.rules))];
    return [html("div", { class: "line" }, [html("p", {}, left), html("p", {}, right)]), ...maybe(marks.length > 1, () => html("div", { class: "marks", "aria-hidden": "true" }, marks))];
  }

  drawQuestion(view) {
    if (view.results) return drawResults(view.results);
    if (view.empty) return [html("p", { class: "empty" }, view.empty)];
    return [html("h3", { class: "q", tabindex: "-1", dataset: { spot: "prompt" } }, prose(view.prompt)), ...drawActs(view.moves), ...drawCardGroups(view.cards)];
  }

  drawTools({ buttons, state_text: state }) {
    const press = (one) =>
      html("button", { type: "button", class: `ct-btn ${one.kind}`, dataset: { spot: one.act }, onclick: () => this.press(one.act) }, [html("span", {}, one.label), ...maybe(one.key, () => html("kbd", {}, one.key))]);
    return [...buttons.map(press), ...maybe(state, () => html("span", { class: "ct-sub state" }, state))];
  }

  drawFold(ruling) {
    // A summary's own opening and closing is told to Python, which then has the ruling worked out.
    const fold = html("details", { class: "ruled", open: ruling.open ? "" : null }, [html("summary", { dataset: { spot: "fold" } }, ruling.label), this.ruling]);
    fold.addEventListener("toggle", () => {
      if (fold.isConnected && fold.open !== Boolean(this.view.ruling?.open)) this.send({ act: "fold", open: fold.open });
    });
    return fold;
  }

  // ---- answers -------------------------------------------------------------

  drawAnswer(view) {
    const answer = view.answer ?? null;
    const fresh = this.place !== view.place || this.answered !== answer?.kind;
    this.place = view.place;
    this.answered = answer?.kind;
    if (!answer) {
      this.doing = null;
      this.section("answer", null, () => []);
      return;
    }
    if (answer.kind === "do") this.drawDoing(view, fresh);
    else if (answer.kind === "number") this.drawNumber(view, fresh);
    else this.drawOptions(view, fresh);
    this.sets = answer.sets;
  }

  drawDoing(view, fresh) {
    const same = JSON.stringify([view.place, view.prompt]);
    if (!fresh && this.doing && this.drawn.answer === same) return this.doing.update(view.doing);
    this.drawn.answer = same;
    this.doing = new QuizDo(view.doing, view.doing_words, {
      send: (act) => this.send(act),
      say: (text, fault) => this.line.say(text, fault),
      edge: () => this.focusSpot("check"),
    });
    this.parts.answer.replaceChildren(this.doing.node);
  }

  drawNumber(view, fresh) {
    const { answer } = view;
    this.doing = null;
    this.section("answer", [view.place, view.prompt, answer.label], () => {
      this.field = html("input", { type: "text", inputmode: "text", autocomplete: "off", maxlength: "40", dataset: { spot: "field" }, oninput: () => this.send({ act: "write", text: this.field.value }) });
      return [html("label", { class: "number" }, [html("span", {}, answer.label), this.field])];
    });
    if ((fresh || answer.sets !== this.sets) && this.field.value !== answer.text) this.field.value = answer.text;
    if (view.state === "wrong") this.field.setAttribute("aria-invalid", "true");
    else this.field.removeAttribute("aria-invalid");
  }

  drawOptions(view, fresh) {
    const { answer } = view;
    this.doing = null;
    if (fresh || answer.sets !== this.sets) this.picked = new Set(answer.picked);
    this.section("answer", [view.place, view.prompt, answer.label, answer.options], () => {
      const list = answer.options.map((one) => this.drawOption(one, answer.kind));
      return [html("fieldset", { class: "opts" }, [html("legend", { class: "ct-sub" }, answer.label), ...list])];
    });
    this.showPicked();
  }

  drawOption(one, kind) {
    const told = one.reply ? `${this.id}-${one.letter}` : null;
    const input = html("input", {
      type: kind === "several" ? "checkbox" : "radio", name: `${this.id}-answer`, value: one.letter, "aria-label": one.name, "aria-describedby": told, dataset: { spot: `option ${one.letter}` },
      onchange: () => this.pick(),
    });
    const text = html("span", { class: "text" }, piecesOf(one.text));
    const label = html("label", {}, [html("span", { class: "box" }, [input, ...stateSign(one.state)]), text]);
    return html("div", { class: `opt ${one.state}` }, [label, ...maybe(one.reply, () => drawReply(one.reply, told))]);
  }

  inputs() {
    return [...this.parts.answer.querySelectorAll("fieldset input")];
  }

  showPicked() {
    for (const input of this.inputs()) {
      input.checked = this.picked.has(input.value);
      input.closest(".opt").classList.toggle("on", input.checked);
    }
  }

  pick() {
    this.picked = new Set(this.inputs().filter((one) => one.checked).map((one) => one.value));
    this.showPicked();
    this.send({ act: "pick", letters: [...this.picked] });
  }

  // ---- acts ----------------------------------------------------------------

  press(act) {
    if (act === "check") this.send({ act, letters: [...this.picked].filter((one) => this.inputs().some((input) => input.value === one)), text: this.field?.isConnected ? this.field.value : "" });
    else if (act === "next" || act === "back") this.send({ act: "go", to: act });
    else this.send({ act });
  }

  has(act) {
    return this.view.buttons.some((one) => one.act === act);
  }

  /** Asks further about the ruling. */
  ask(kind, data) {
    askFurther(this, kind, data, "fold");
  }

  // ---- keys ----------------------------------------------------------------

  key(event) {
    const bracket = event.key === "[" || event.key === "]";
    // On many keyboards a bracket needs AltGr, which some browsers tell as Ctrl and Alt.
    if (isFrontEnds(event) && !(bracket && event.getModifierState("AltGraph"))) return;
    // JupyterLab takes keys from a focused widget: B would insert a cell.
    event.stopPropagation();
    if (!event.defaultPrevented && this.keyAct(event, bracket)) event.preventDefault();
  }

  keyAct(event, bracket) {
    const { target } = event;
    const writing = target.closest("input[type=text]");
    if (event.key === "Enter") return this.enter(target);
    if (event.key === "Escape" && this.ruling.contains(target)) return this.leaveRuling(), true;
    if (writing || target.closest("summary")) return false;
    if (bracket) {
      const act = event.key === "]" ? "next" : "back";
      return this.has(act) && (this.press(act), true);
    }
    if (event.key.toLowerCase() === "h") return this.has("hint") && (this.press("hint"), true);
    if (this.doing) return this.doing.key(event);
    return target.dataset.spot === "prompt" && this.toAnswers(event.key);
  }

  /** Enter checks, but on what can be pressed it presses. */
  enter(target) {
    if (target.dataset.spot === "typed") return this.doing.typed(), true;
    if (target.closest("button, summary, a") && !target.closest(".ct-hand [data-id]")) return false;
    if (!this.has("check")) return false;
    return this.press("check"), true;
  }

  /** From the question an arrow leads to its answers. */
  toAnswers(key) {
    if (key !== "ArrowDown" && key !== "ArrowRight") return false;
    const first = this.inputs()[0] ?? (this.field?.isConnected ? this.field : null);
    return Boolean(first) && (first.focus(), true);
  }

  leaveRuling() {
    if (this.model.get("page").rule || this.model.get("beside").key) this.ask("close", {});
    else this.spot("fold")?.focus();
  }
}

export default {
  render({ model, el }) {
    ensureShapes();
    const quiz = new QuizPage(model, el);
    return () => quiz.close();
  },
};
