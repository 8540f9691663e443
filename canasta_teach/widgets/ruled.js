// The ruling of a widget that shows the one on its last act. Its parts come one after another, each as soon as the
// referee has it; here they are put together.

import { drawFurther, drawRuling } from "./ruling.js";

/** What of the model the ruling shows. */
export const RULED = ["ruled", "further", "beside", "page"];

/**
 * Keeps the ruling drawn in `part`; `send(kind, data)` as for `drawRuling`.
 * `update(changed)` is called with the names of what changed in the model.
 */
export function ruledPart(model, part, send) {
  let article = null;
  let whole = false; // the article has all its parts
  const shown = () => {
    const [ruled, further, beside, page] = RULED.map((name) => model.get(name));
    return { ...ruled, ...further, opened: beside.key ? beside : null, page: page.rule ? page : null };
  };
  return {
    update(changed) {
      if (!RULED.some((name) => changed.has(name))) return;
      const ruling = shown();
      const rest = RULED.every((name) => changed.has(name) === (name === "further"));
      if (rest && article && !whole) article.append(...drawFurther(ruling, send));
      else {
        article = ruling.word ? drawRuling(ruling, send, part) : null;
        part.replaceChildren(...(article ? [article] : []));
      }
      whole = Boolean(ruling.elsewhere);
    },
  };
}
