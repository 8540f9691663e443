// Asking: the act in a field, or put together from cards of the hand and a verb; and the list of legal acts.

import { html, prose } from "./card.js";
import { replaceIfOther } from "./editor_fields.js";
import { drawHand } from "./hand.js";

const SUIT_OF = { S: "♠", H: "♥", D: "♦", C: "♣" };

/** A text of the notation with its cards as people read them. */
function actText(text) {
  return prose(text.replace(/\b(10|[2-9AKQJ])([SHDC])\b/g, (_, rank, suit) => rank + SUIT_OF[suit]));
}

export class AskPart {
  constructor(fixed, { send, say }) {
    Object.assign(this, { fixed, send, say });
    const words = fixed.ask;
    this.typed = null; // how often Python has set the field
    this.field = html("input", { type: "text", autocomplete: "off", spellcheck: "false", dataset: { spot: "act" }, onkeydown: (event) => this.enter(event) });
    this.button = html("button", { type: "button", class: "ct-btn primary", dataset: { spot: "judge" }, onclick: () => this.judge() }, words.button);
    this.note = html("p", { class: "ct-sub" });
    this.handBox = html("div", { class: "hand" });
    this.onto = html("select", { dataset: { spot: "onto" } });
    this.ontoBox = html("label", { class: "field onto" }, [html("span", {}, words.meld), this.onto]);
    this.verbs = html("div", { class: "verbs" });
    this.list = html("button", { type: "button", class: "ct-btn", dataset: { spot: "legal" }, onclick: () => this.send({ act: this.listed ? "hide" : "legal" }) }, words.list);
    this.acts = html("div", { class: "acts" });
    this.node = html("section", { class: "ask", "aria-label": words.title }, [
      html("h4", { class: "ct-title" }, words.title),
      html("div", { class: "line" }, [html("label", { class: "field" }, [html("span", {}, words.label), this.field]), this.button]),
      html("p", { class: "ct-sub" }, [words.hint, " ", html("code", { class: "ct-code" }, words.examples)]),
      this.note,
      this.handBox,
      html("div", { class: "verbline" }, [this.verbs, this.ontoBox]),
    ]);
    this.after = html("div", { class: "legal" }, [this.list, this.acts]);
  }

  update(ask, hand, acts) {
    if (ask.typed !== this.typed && (this.typed !== null || ask.text)) this.field.value = ask.text;
    this.typed = ask.typed;
    this.note.textContent = ask.note;
    this.note.hidden = !ask.note;
    this.updateHand(hand);
    const shape = JSON.stringify([ask.verbs, ask.melds]);
    if (shape !== this.shape) {
      this.shape = shape;
      this.drawVerbs(ask);
    }
    this.updateActs(acts);
  }

  updateHand(hand) {
    const any = Boolean(hand.cards);
    this.handBox.hidden = !any;
    if (!any) return;
    if (this.hand) this.hand.update(hand);
    else {
      this.hand = drawHand(hand, {
        send: (kind, data) => this.send({ act: kind, ...data }),
        onChange: (cards) => this.send({ act: "choose", cards }),
        say: (text) => this.say(text),
        edge: () => this.field.focus(),
      });
      this.handBox.append(this.hand.node);
    }
  }

  drawVerbs(ask) {
    const words = this.fixed.ask.verbs;
    const verb = (name) => html("button", { type: "button", class: "ct-btn", dataset: { spot: `verb ${name}` }, onclick: () => this.build(name) }, words[name]);
    replaceIfOther(this.verbs, (ask.verbs ?? []).map(verb));
    const melds = ask.melds ?? [];
    this.ontoBox.hidden = !melds.length;
    this.onto.replaceChildren(...melds.map(([index, label]) => html("option", { value: index === null ? "" : String(index) }, label)));
  }

  updateActs(acts) {
    this.listed = Boolean(acts.title);
    this.list.textContent = this.listed ? this.fixed.ask.hide : this.fixed.ask.list;
    const text = JSON.stringify(acts);
    if (text === this.actsText) return;
    this.actsText = text;
    const group = (one) => {
      const items = one.acts.map((act) => html("li", {}, html("button", { type: "button", class: "ct-btn act", translate: "no", dataset: { spot: `act ${act}` }, onclick: () => this.send({ act: "ask", text: act }) }, actText(act))));
      return html("section", { "aria-label": one.title }, [html("h5", {}, one.title), html("ul", {}, items)]);
    };
    this.acts.replaceChildren(...(this.listed ? [html("p", { class: "ct-sub", tabindex: "-1", dataset: { spot: "acts" } }, acts.title), ...acts.groups.map(group)] : []));
  }

  judge() {
    this.send({ act: "ask", text: this.field.value });
  }

  build(verb) {
    const cards = this.hand && !this.handBox.hidden ? this.hand.chosen().map((one) => one.id) : [];
    const onto = this.ontoBox.hidden || this.onto.value === "" ? null : Number(this.onto.value);
    this.send({ act: "build", verb, cards, onto, text: this.field.value });
  }

  enter(event) {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    this.judge();
  }
}
