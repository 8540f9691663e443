// What a widget shares with the front end around it: the line to Python either way, and the keys.

import { tell } from "./card.js";

/**
 * The line to Python: sends acts, and tells in `status` what is to be told.
 * A line that is cut (Python was restarted, and knows nothing of this widget) says so, once and for all.
 */
export function lineTo(model, status) {
  let cut = false;
  const lose = () => {
    cut = true;
    tell(status, model.get("view").lost, true);
  };
  // Jupyter tells of its end of the line when it is cut; where a front end does not, sending fails.
  model.on("comm_live_update", lose);
  return {
    send(act) {
      try {
        if (!cut) return model.send(act);
      } catch {
        // Falls through to what is told of a line that is cut.
      }
      lose();
      status.scrollIntoView({ block: "nearest" });
    },
    say(text, fault = false) {
      if (cut) lose();
      else tell(status, text, fault);
    },
    close: () => model.off("comm_live_update", lose),
  };
}

/**
 * Calls `update(names)` with those of the model's `names` that changed, once for all that came in one message.
 * It gives what ends it.
 */
export function onChanges(model, names, update) {
  let changed = new Set();
  const listeners = names.map((name) => [
    `change:${name}`,
    () => {
      if (!changed.size) queueMicrotask(pass);
      changed.add(name);
    },
  ]);
  const pass = () => {
    const all = changed;
    changed = new Set();
    if (all.size) update(all);
  };
  for (const [name, listener] of listeners) model.on(name, listener);
  return () => {
    changed.clear();
    for (const [name, listener] of listeners) model.off(name, listener);
  };
}

/** Whether a key is the front end's, as Ctrl+S and Shift+Enter are: a widget has plain keys only. */
export function isFrontEnds(event) {
  return event.ctrlKey || event.metaKey || event.altKey || (event.shiftKey && event.key === "Enter");
}

/**
 * A widget on the page: its model, and the line to Python. A subclass sets `line`, and `unlisten` where it listens; one
 * that draws in sections has `parts` by name, and in `drawn` what each of them shows.
 */
export class Page {
  constructor(model) {
    this.model = model;
    this.unlisten = () => {};
  }

  get view() {
    return this.model.get("view");
  }

  send(act) {
    this.line.send(act);
  }

  say(text, fault = false) {
    this.line.say(text, fault);
  }

  /** Draws a part again only when its data changed, so what has not changed keeps its focus. */
  section(name, data, draw) {
    const text = JSON.stringify(data ?? null);
    if (this.drawn[name] === text) return;
    this.drawn[name] = text;
    this.parts[name].replaceChildren(...draw(data));
  }

  close() {
    this.unlisten();
    this.line.close();
  }
}
