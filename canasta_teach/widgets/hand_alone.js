// The hand as a widget of its own.

import { dress, ensureShapes, html } from "./card.js";
import { isFrontEnds, lineTo, onChanges } from "./front.js";
import { drawHand } from "./hand.js";

export default {
  render({ model, el }) {
    ensureShapes();
    const status = html("div", { class: "status ct-vh", role: "status", "aria-live": "polite" });
    const line = lineTo(model, status);
    const hand = drawHand(model.get("view").hand, {
      send: (kind, data) => line.send({ act: kind, ...data }),
      onChange: (cards) => line.send({ act: "choose", cards }),
      say: (text) => line.say(text),
    });
    // JupyterLab takes keys from a focused widget: B would insert a cell.
    const root = html("section", { class: "ct ct-hand-alone", onkeydown: (event) => isFrontEnds(event) || event.stopPropagation() }, [hand.node, status]);
    let heard = model.get("said").count;
    const show = () => {
      const [view, said] = [model.get("view"), model.get("said")];
      dress(root, view);
      root.setAttribute("aria-label", view.name);
      hand.update(view.hand);
      if (said.count !== heard && said.text) line.say(said.text, said.fault);
      heard = said.count;
    };
    const unlisten = onChanges(model, ["view", "said"], show);
    show();
    el.append(root);
    return () => {
      unlisten();
      line.close();
    };
  },
};
