// The ruling of a widget that shows the one on its last act: its parts are put together and drawn.

import { drawRuling } from "./ruling.js";

/** What of the model the ruling shows. */
export const RULED = ["ruled", "further", "beside", "page"];

/** The words of a rule that is broken again were sent with it the first time. */
function whole(broken) {
  const first = new Map();
  return broken.map((one) => {
    if (!first.has(one.rule)) first.set(one.rule, one);
    return { ...first.get(one.rule), ...one };
  });
}

/**
 * Keeps the ruling drawn in `part`; `send(kind, data)` as for `drawRuling`.
 * `update(changed)` is called with the names of what changed in the model.
 */
export function ruledPart(model, part, send) {
  const shown = () => {
    const [ruled, further, beside, page] = RULED.map((name) => model.get(name));
    const broken = whole([...(ruled.broken ?? []), ...(further.broken ?? [])]);
    const notes = [...(ruled.notes ?? []), ...(further.left ? [further.left] : [])];
    return { ...ruled, ...further, broken, notes, opened: beside.key ? beside : null, page: page.rule ? page : null };
  };
  return {
    update(changed) {
      if (!RULED.some((name) => changed.has(name))) return;
      const ruling = shown();
      part.replaceChildren(...(ruling.word ? [drawRuling(ruling, send, part)] : []));
    },
  };
}

/**
 * Asks further about the ruling of a widget, which keeps `openers`, what was pressed to open something, and `wanted`,
 * where the focus goes with the answer: what opens something is where it returns to when that is closed, else `home`.
 */
export function askFurther(widget, kind, data, home = "verdict") {
  const { model, openers } = widget;
  const spot = document.activeElement?.dataset?.spot ?? null;
  const [beside, page] = [model.get("beside"), model.get("page")];
  if (kind === "close") widget.wanted = openers.pop() ?? home;
  else if (kind === "mend") widget.wanted = home;
  else if (kind === "rule" && page.place === data.place) widget.wanted = spot;
  else if (kind === "book" && beside.key === data.key) widget.wanted = spot;
  else {
    openers.push(spot);
    widget.wanted = kind === "rule" ? "page" : spot;
  }
  widget.send({ act: kind, ...data });
}
