// The ruling of a widget that shows the one on its last act: its parts are put together and drawn.

import { drawRuling } from "./ruling.js";

/** What of the model the ruling shows. */
export const RULED = ["ruled", "further", "beside", "page"];

/**
 * Keeps the ruling drawn in `part`; `send(kind, data)` as for `drawRuling`.
 * `update(changed)` is called with the names of what changed in the model.
 */
export function ruledPart(model, part, send) {
  const shown = () => {
    const [ruled, further, beside, page] = RULED.map((name) => model.get(name));
    return { ...ruled, ...further, opened: beside.key ? beside : null, page: page.rule ? page : null };
  };
  return {
    update(changed) {
      if (!RULED.some((name) => changed.has(name))) return;
      const ruling = shown();
      part.replaceChildren(...(ruling.word ? [drawRuling(ruling, send, part)] : []));
    },
  };
}
