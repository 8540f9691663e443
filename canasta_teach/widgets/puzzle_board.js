// The puzzle board: the goal first, then par and stars, the table on which a laying is arranged, and what came of it.
// It draws `view`, `lying` and `panel` and sends acts back; what solves a puzzle is known to Python alone.

import { dress, ensureShapes, html, prose, setTo } from "./card.js";
import { draggable } from "./drag.js";
import { isFrontEnds, lineTo, onChanges, Page } from "./front.js";
import { movingCards } from "./motion.js";
import { PuzzleLay } from "./puzzle_lay.js";
import { OwnPuzzle, drawFacts, drawFeedback, drawHints, drawPuzzleHead, drawPuzzleSolution, drawShare, drawWays } from "./puzzle_parts.js";
import { maybe } from "./quiz_parts.js";
import { RULED, askFurther, ruledPart } from "./ruled.js";
import { roving } from "./table_parts.js";

const BOARD_PARTS = ["head", "elsewhere", "own", "goal", "facts", "board", "feedback", "fold", "hint", "solution", "tools", "typing", "share", "notes"];
const HEARD = ["view", "said", "lying", "panel", ...RULED];

class PuzzlePage extends Page {
  constructor(model, el) {
    super(model);
    this.words = model.get("words");
    this.drawn = {}; // part -> the data it shows
    this.openers = []; // what was pressed to open something in the ruling
    this.wanted = null; // where the focus goes with the next answer
    this.opener = null; // what was pressed to open a panel
    this.status = html("div", { class: "status ct-vh", role: "status", "aria-live": "polite" });
    this.line = lineTo(model, this.status);
    this.parts = Object.fromEntries(BOARD_PARTS.map((name) => [name, html("div", { class: `part ${name}` })]));
    this.ruling = html("div", { class: "part ruling" });
    this.ruled = ruledPart(model, this.ruling, (kind, data) => this.ask(kind, data));
    const inside = BOARD_PARTS.flatMap((name) => (name === "feedback" ? [this.status, this.parts[name]] : [this.parts[name]]));
    this.root = html("section", { class: "ct ct-tbl ct-puz", onkeydown: (event) => this.key(event), onpaste: (event) => event.stopPropagation() }, html("div", { class: "puz" }, inside));
    // Before the hand takes a digit for a rank.
    this.root.addEventListener("keydown", (event) => this.keyTray(event), true);
    this.roving = roving(this.root);
    draggable(this.root, { take: (node) => this.lay?.take(node) ?? null, drop: (target, ids) => this.lay?.drop(target, ids) });
    el.append(this.root);
    this.drawTyping();
    this.said = model.get("said").count;
    this.update(new Set(HEARD));
    this.unlisten = onChanges(model, HEARD, (changed) => this.update(changed));
  }

  // ---- drawing -------------------------------------------------------------

  update(changed) {
    const held = this.root.contains(document.activeElement) ? document.activeElement : null;
    const spot = held?.closest("[data-spot]")?.dataset.spot ?? null;
    const { before } = this;
    if (changed.has("view") || changed.has("lying")) this.drawView(this.view);
    if (changed.has("panel")) this.drawPanel(this.model.get("panel"));
    this.ruled.update(changed);
    this.roving.settle();
    if (held) this.follow(spot, before, this.view, changed);
    this.before = this.view;
    this.tell(this.model.get("said"));
  }

  tell(said) {
    if (said.count === this.said) return;
    this.said = said.count;
    if (said.text) this.line.say(said.text, said.fault);
    this.wanted = null;
  }

  /** Where the focus goes: to a new goal, to a panel that opens, to why a laying was refused, to the way on; else where it was. */
  follow(spot, before, view, changed) {
    const stays = this.root.contains(document.activeElement) && document.activeElement !== document.body;
    if (before && before.place !== view.place) this.spot("goal")?.focus();
    else if (changed.has("panel") && this.opened) this.spot("panel")?.focus();
    else if (before && before.state !== view.state && view.at_end) this.spot("next")?.focus();
    else if (before && before.checks !== view.checks && view.state === "refused") this.toVerdict(spot);
    else if (!stays) this.focusSpot(this.wanted ?? spot);
    else if (this.wanted) this.spot(this.wanted)?.focus();
    this.opened = false;
  }

  toVerdict(spot) {
    this.spotBefore = spot;
    (this.spot("verdict") ?? this.spot("fold"))?.focus();
  }

  spot(name) {
    return [...this.root.querySelectorAll("[data-spot]")].find((node) => node.dataset.spot === name && node.getClientRects().length) ?? null;
  }

  focusSpot(name) {
    const found = [name, this.closing, "check", "next", "goal", "way next"].filter(Boolean).map((one) => this.spot(one)).find(Boolean);
    found?.focus();
  }

  drawView(view) {
    const lying = this.model.get("lying");
    // What lies on the next puzzle's table may come ahead of the puzzle.
    if (lying.place !== view.place) return;
    const travel = this.moves(view) ? movingCards(this.root) : () => {};
    dress(this.root, view);
    setTo(this.root, "aria-label", view.name);
    this.section("head", view.head, (head) => drawPuzzleHead(head, { open: (name) => this.open(name), go: (act) => this.send(act) }));
    this.section("goal", [view.place, view.goal, view.goal_note, view.empty, view.head.title], () => this.drawGoal(view));
    this.section("facts", view.facts, (facts) => (facts ? drawFacts(facts) : []));
    this.drawBoard(view, lying);
    this.section("feedback", view.feedback, (feedback) => maybe(feedback, () => drawFeedback(feedback, () => this.send({ act: "better" }))));
    this.section("fold", view.ruling, (ruling) => maybe(ruling, () => this.drawFold(ruling)));
    this.section("hint", view.hint, (hint) => maybe(hint, () => drawHints(hint)));
    this.section("solution", view.solution, (solution) => maybe(solution, () => drawPuzzleSolution(solution)));
    this.section("tools", view.buttons, (buttons) => this.drawTools(buttons));
    this.section("share", lying.share, (share) => (share?.line ? drawShare(share, () => this.copy(share)) : []));
    this.section("notes", view.notes, (notes) => notes.map((text) => html("p", { class: "note" }, text)));
    this.parts.typing.hidden = !view.lay;
    travel();
  }

  /** Whether a card lies elsewhere than before. */
  moves(view) {
    const { lay } = view;
    if (!lay) return false;
    const ids = (cards) => (cards ?? []).map((one) => one.id);
    const [before, now] = [this.places, JSON.stringify([view.place, ids(lay.hand.cards), lay.trays.map((tray) => ids(tray.cards)), ids(lay.top?.cards), lay.last?.card?.id])];
    this.places = now;
    return before !== undefined && before !== now;
  }

  drawGoal(view) {
    if (view.empty) return [html("p", { class: "empty", tabindex: "-1", dataset: { spot: "goal" } }, view.empty)];
    return [
      ...maybe(view.head.title, () => html("p", { class: "title" }, view.head.title)),
      html("h3", { class: "q", tabindex: "-1", dataset: { spot: "goal" } }, prose(view.goal)),
      ...maybe(view.goal_note, () => html("p", { class: "ct-sub" }, prose(view.goal_note))),
    ];
  }

  drawBoard(view, lying) {
    if (!view.lay || !lying.melds) {
      this.lay = null;
      this.parts.board.replaceChildren();
      return;
    }
    if (!this.lay || this.place !== view.place) {
      this.lay = new PuzzleLay(view.lay, this.words, { send: (act) => this.send(act), say: (text, fault) => this.line.say(text, fault), edge: () => this.focusSpot("check") });
      this.parts.board.replaceChildren(this.lay.node);
    }
    this.place = view.place;
    this.lay.update(view.lay, lying);
  }

  drawTools(buttons) {
    const press = (one) =>
      html("button", { type: "button", class: `ct-btn ${one.kind}`, dataset: { spot: one.act }, onclick: () => this.press(one.act) }, [html("span", {}, one.label), ...maybe(one.key, () => html("kbd", {}, one.key))]);
    return buttons.map(press);
  }

  drawFold(ruling) {
    // A summary's own opening and closing is told to Python, which then has the ruling worked out.
    const fold = html("details", { class: "ruled", open: ruling.open ? "" : null }, [html("summary", { dataset: { spot: "fold" } }, ruling.label), this.ruling]);
    fold.addEventListener("toggle", () => {
      if (fold.isConnected && fold.open !== Boolean(this.view.ruling?.open)) this.send({ act: "fold", open: fold.open });
    });
    return fold;
  }

  /** The field to type a laying into. It is made once: what is typed stays. */
  drawTyping() {
    const { words } = this;
    this.field = html("input", { type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false", maxlength: "400", placeholder: words.example, dataset: { spot: "typed" } });
    const press = html("button", { type: "button", class: "ct-btn", dataset: { spot: "check typed" }, onclick: () => this.typed() }, words.typed);
    this.parts.typing.append(html("details", {}, [html("summary", { dataset: { spot: "typing" } }, words.field), html("div", { class: "fields" }, [html("label", {}, [html("span", { class: "ct-vh" }, words.field), this.field]), press])]));
  }

  drawPanel(panel) {
    const own = panel.kind === "make";
    if (own) {
      this.own ??= new OwnPuzzle(this.words.own, { go: (act) => this.send(act), close: () => this.open("") });
      this.own.update(panel);
    }
    if (own !== this.parts.own.hasChildNodes()) this.parts.own.replaceChildren(...maybe(own, () => this.own.node));
    const ways = panel.kind && !own ? panel : null;
    this.section("elsewhere", ways, () => maybe(ways, () => drawWays(panel, { go: (act) => this.send(act), close: () => this.open("") })));
    if (panel.kind) this.closing = `way ${panel.kind}`;
  }

  // ---- acts ----------------------------------------------------------------

  open(name) {
    const now = this.model.get("panel").kind ?? "";
    this.opened = Boolean(name) && name !== now;
    // What closes a panel gives the focus back to what opened it.
    this.wanted = this.opened ? null : `way ${now}`;
    this.send({ act: "panel", name });
  }

  press(act) {
    if (act === "check") this.send({ act, cards: this.lay.chosen() });
    else this.send({ act });
  }

  typed() {
    this.field.select();
    if (this.field.value.trim()) this.send({ act: "check", text: this.field.value });
  }

  has(act) {
    return this.view.buttons.some((one) => one.act === act);
  }

  async copy(share) {
    try {
      await navigator.clipboard.writeText(share.line);
      this.line.say(share.copied);
    } catch {
      // The page may be kept from the clipboard; the line can still be copied by hand.
      const line = this.spot("line");
      line.focus();
      document.getSelection().selectAllChildren(line);
      this.line.say(share.not_copied, true);
    }
  }

  /** Asks further about the ruling. */
  ask(kind, data) {
    askFurther(this, kind, data, "fold");
  }

  // ---- keys ----------------------------------------------------------------

  keyTray(event) {
    if (isFrontEnds(event) || event.target.closest("input, textarea, select") || !this.lay?.keyTray(event)) return;
    event.stopPropagation();
    event.preventDefault();
  }

  key(event) {
    const bracket = event.key === "]";
    // On many keyboards a bracket needs AltGr, which some browsers tell as Ctrl and Alt.
    if (isFrontEnds(event) && !(bracket && event.getModifierState("AltGraph"))) return;
    // JupyterLab takes keys from a focused widget: B would insert a cell.
    event.stopPropagation();
    if (!event.defaultPrevented && this.keyAct(event, bracket)) event.preventDefault();
  }

  keyAct(event, bracket) {
    const { target } = event;
    if (event.key === "Escape" && this.leave(target)) return true;
    if (event.key === "Enter") return this.enter(target);
    if (target.closest("input, textarea, select, summary")) return false;
    if (bracket) return this.send({ act: "next" }), true;
    const letter = event.key.toLowerCase();
    if (letter === "h") return this.has("hint") && (this.press("hint"), true);
    if (letter === "l" && this.lay) return this.press("check"), true;
    return this.lay ? this.lay.key(event) : false;
  }

  /** Enter checks, but on what can be pressed it presses; with cards chosen, the hand has put them on a tray already. */
  enter(target) {
    if (target.dataset.spot === "typed") return this.typed(), true;
    if (target.closest("input, textarea, select, summary, a")) return false;
    const card = target.closest(".ct-hand [data-id]");
    if (!this.lay || (target.closest("button") && !card)) return false;
    return this.press("check"), true;
  }

  /** Esc closes what was opened last: in the ruling, then a panel. */
  leave(target) {
    if (this.ruling.contains(target)) {
      if (this.model.get("page").rule || this.model.get("beside").key) this.ask("close", {});
      else this.focusSpot(this.spotBefore);
      return true;
    }
    if (!target.closest(".panel")) return false;
    this.open("");
    return true;
  }
}

export default {
  render({ model, el }) {
    ensureShapes();
    const board = new PuzzlePage(model, el);
    return () => board.close();
  },
};
