// A whole table: seats, melds, stock and pile, the learner's hand, the acts, the log, and the referee's answer.
// It draws what Python sends and sends wishes back; what is legal, and what is told of it, is asked of Python.

import { dress, fill, html, picture, setTo } from "./card.js";
import { draggable } from "./drag.js";
import { isFrontEnds, lineTo, onChanges } from "./front.js";
import { drawHand } from "./hand.js";
import { RULED, askFurther, ruledPart } from "./ruled.js";
import { roving } from "./table_parts.js";
import { TABLE_PARTS, TableDrawing } from "./table_draw.js";
import { digitKey, tableKey } from "./table_keys.js";
import { lying, noMotion, Travel } from "./table_motion.js";
import { TableFiles } from "./table_tools.js";

export class TableWidget extends TableDrawing {
  constructor(model, el) {
    super();
    this.model = model;
    this.fixed = model.get("fixed");
    this.marked = new Set(); // melds that are pointed at, as "side index"
    this.wantsTray = false; // M was pressed: the next digit names a tray
    this.askedFor = false; // a meld was asked for: the chosen cards are added to the one that is pressed next
    this.openEntry = ""; // the line of the log that is open
    this.entries = new Map(); // lines of the log that are drawn, by what they show
    this.drawn = {}; // part -> the data it shows
    this.spotBefore = null; // where the act was made whose ruling has the focus
    this.openers = []; // what was pressed to open something in the ruling
    this.wanted = null; // where the focus goes with the next answer
    this.status = html("div", { class: "status ct-vh", role: "status", "aria-live": "polite" });
    this.line = lineTo(model, this.status);
    this.parts = Object.fromEntries(TABLE_PARTS.map((name) => [name, html("div", { class: `part ${name}` })]));
    this.files = new TableFiles(this.fixed.files, (act) => this.send(act));
    this.hand = drawHand(model.get("held"), {
      send: (kind, data) => this.send({ act: kind, ...data }),
      onChange: (cards) => {
        this.drawPut();
        this.send({ act: "choose", cards });
      },
      main: () => this.main(),
      say: (text) => this.say(text),
      edge: () => this.toActs(),
    });
    this.build(el);
    this.roving = roving(this.root);
    draggable(this.root, { take: (node) => this.take(node), drop: (target, ids) => this.drop(target, ids) });
    // Before the hand takes a digit for a rank; and a double click is known before the hand acts on it.
    this.root.addEventListener("keydown", (event) => digitKey(this, event) && (event.stopPropagation(), event.preventDefault()), true);
    this.root.addEventListener("dblclick", () => (this.doubled = true), true);
    this.ruled = ruledPart(model, this.parts.ruling, (kind, data) => this.ask(kind, data));
    this.view = this.read();
    this.copied = model.get("copied").count;
    this.drawView(this.view, true);
    this.roving.settle();
    this.ruled.update(new Set(RULED));
    this.unlisten = onChanges(model, ["view", "said", ...RULED], (changed) => this.update(changed));
  }

  read() {
    const at = (name) => this.model.get(name);
    return { ...at("view"), said: at("said"), ...at("sides"), ...at("rail"), hand: at("held") };
  }

  close() {
    this.unlisten();
    this.line.close();
  }

  send(act) {
    this.line.send(act);
  }

  say(text, fault = false) {
    this.line.say(text, fault);
  }

  // ---- drawing -------------------------------------------------------------

  update(changed) {
    const had = this.root.contains(document.activeElement) ? document.activeElement : null;
    const spot = had?.closest("[data-spot]")?.dataset.spot ?? null;
    const before = this.view;
    if (changed.has("view")) this.drawView(this.read());
    this.ruled.update(changed);
    if (this.wanted === "verdict" && this.spot("verdict")) this.spot("verdict").focus();
    else if (had && (!this.root.contains(document.activeElement) || had.closest("[hidden]"))) this.focusSpot(this.wanted ?? spot);
    if (changed.has("view")) this.follow(before, had, spot);
  }

  drawView(view, first = false) {
    const travel = first || noMotion() || lying(this.view) === lying(view) ? null : new Travel(this.root, this.view);
    this.view = view;
    // The hand asks for styles, which costs the less the less has changed before.
    if (!first) this.hand.update(view.hand);
    dress(this.root, view);
    setTo(this.root, "aria-label", view.name);
    this.drawHead();
    this.drawFeltParts(view);
    this.hand.node.hidden = Boolean(view.curtain);
    this.drawPut();
    this.drawRest(view);
    travel?.after(view);
  }

  /** Words and focus after a change: who had the focus is led to what is new. `spot`: where it was. */
  follow(before, had, spot) {
    const { view } = this;
    if (view.said.count !== before.said.count) {
      if (view.said.text) this.say(view.said.text, view.said.fault);
      this.wanted = null;
    }
    if (had && view.asked !== before.asked) this.askMeld();
    else if (had && view.curtain && !before.curtain) this.spot("show")?.focus();
    else if (had && view.over && !before.over) this.spot("over")?.focus();
    else if (had && view.rulings > before.rulings && this.model.get("ruled").verdict === "no") this.focusVerdict(spot);
    const copied = this.model.get("copied");
    if (copied.count !== this.copied) this.toClipboard(copied.text);
    this.copied = copied.count;
  }

  // ---- focus ---------------------------------------------------------------

  spot(name) {
    return [...this.root.querySelectorAll("[data-spot]")].find((node) => node.dataset.spot === name && node.getClientRects().length) ?? null;
  }

  focusSpot(name) {
    const same = name === null ? null : this.spot(name);
    if (same) same.focus();
    else if (this.view.curtain) this.spot("show")?.focus();
    else if (!this.hand.focusCard(this.hand.current())) this.toActs();
  }

  toActs() {
    (this.parts.acts.querySelector("button[tabindex='0']") ?? this.spot("over") ?? this.spot("undo"))?.focus();
  }

  focusVerdict(from) {
    // What is asked further inside a ruling leaves the way back as it was.
    if (!this.parts.ruling.contains(this.spot(from))) this.spotBefore = from;
    this.spot("verdict")?.focus();
  }

  /** Esc closes what was opened last in a ruling, then goes back to where the act was made. */
  leaveRuling() {
    if (this.model.get("page").rule || this.model.get("beside").key) this.ask("close", {});
    else this.focusSpot(this.spotBefore);
  }

  // ---- acts ----------------------------------------------------------------

  chosen() {
    return this.hand.chosen().map((one) => one.id);
  }

  /** Wishes an act with what is chosen and pointed at. */
  act(verb) {
    const cards = this.chosen();
    const melds = [...this.marked].map((text) => text.split(" ").map(Number));
    this.goOn(cards);
    this.send({ act: "do", verb, cards, melds });
  }

  /** Cards are to be added, and it is not clear to which meld. */
  askMeld() {
    const first = this.parts.ours.querySelector("button.meld") ?? this.parts.theirs.querySelector("button.meld");
    if (!first) return;
    first.focus();
    this.askedFor = true;
    this.say(this.fixed.say.which_meld);
  }

  /** The focus goes to the card that takes the place of the first one gone. */
  goOn(cards) {
    if (cards.length && this.hand.node.contains(document.activeElement)) this.hand.focusCard(cards[0]);
  }

  /** The act that the chosen cards make: Enter on a card, or a double click, which never discards. */
  main() {
    const double = this.doubled === true;
    this.doubled = false;
    this.goOn(this.chosen());
    this.send({ act: "main", cards: this.chosen(), double });
  }

  /** A meld is pressed: the chosen cards are added to it; without any, it is pointed at. */
  meld(side, index) {
    const cards = this.chosen();
    if (cards.length) {
      // Who was asked for the meld came from the hand, and goes on there.
      if (this.askedFor) this.hand.focusCard(cards[0]);
      this.askedFor = false;
      this.send({ act: "do", verb: "add", cards, melds: [[side, index]] });
      return;
    }
    const key = `${side} ${index}`;
    const on = !this.marked.delete(key);
    if (on) this.marked.add(key);
    this.drawMarks();
    const { label } = this.view.sides.find((one) => one.side === side).melds.find((one) => one.index === index);
    this.say(fill(on ? this.fixed.say.marked : this.fixed.say.not_marked, { meld: label }));
  }

  unmark() {
    this.marked.clear();
    this.drawMarks();
  }

  put(where) {
    const cards = this.chosen();
    if (!cards.length) {
      this.say(this.fixed.put.none, true);
      return;
    }
    this.hand.focusCard(cards[0]);
    this.send({ act: "put", cards, ...where });
  }

  takeOff(cards) {
    this.send({ act: "off", cards });
  }

  typed(event) {
    event.preventDefault();
    this.field.select();
    if (this.field.value.trim()) this.send({ act: "text", text: this.field.value });
  }

  tool(name) {
    if (name !== "files") return this.send({ act: name });
    this.files.toggle();
    this.drawHead();
    if (!this.files.open) this.focusSpot("files");
  }

  /** What a drag that begins at a card takes along: from the hand the chosen cards, from a tray that card. */
  take(node) {
    if (this.hand.holds(node)) return this.hand.dragged(node);
    const one = this.view.arranged?.trays.flatMap((tray) => tray.cards).find((each) => each.id === node.dataset.id);
    return one ? { ids: [one.id], pictures: [picture(one.code)] } : null;
  }

  drop(target, cards) {
    const [kind, at, index] = target.split(" ");
    const onTray = this.view.arranged?.trays.some((tray) => tray.cards.some((one) => cards.includes(one.id)));
    if (kind === "hand") {
      if (onTray) this.takeOff(cards);
      return;
    }
    this.goOn(onTray ? [] : cards);
    // One card let go on the pile is discarded; several are those that take it.
    if (kind === "pile") this.send({ act: "do", verb: cards.length > 1 ? "take" : "discard", cards, melds: [] });
    else if (kind === "meld") this.send({ act: "do", verb: "add", cards, melds: [[Number(at), Number(index)]] });
    else this.send({ act: "put", cards, ...(kind === "tray" ? { tray: Number(at) } : {}) });
  }

  pasted(event) {
    event.stopPropagation();
    if (event.target.closest("textarea, input")) return;
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (text.trim()) this.send({ act: "paste", text });
    event.preventDefault();
  }

  copying(event) {
    event.stopPropagation();
    if (event.target.closest("textarea, input") || !document.getSelection().isCollapsed) return;
    event.preventDefault();
    this.send({ act: "copy" });
  }

  toClipboard(text) {
    const refused = () => {
      this.files.show(text);
      this.drawHead();
    };
    if (!navigator.clipboard) refused();
    else navigator.clipboard.writeText(text).catch(refused);
  }

  /** Asks further about the ruling. */
  ask(kind, data) {
    askFurther(this, kind, data);
  }

  key(event) {
    if (isFrontEnds(event)) return;
    // JupyterLab takes keys from a focused widget: B would insert a cell.
    event.stopPropagation();
    if (event.defaultPrevented || (event.target.closest("textarea, input, summary") && event.key !== "Escape")) return;
    if (tableKey(this, event) || (!this.view.curtain && this.hand.key(event))) event.preventDefault();
  }
}
