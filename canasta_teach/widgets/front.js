// What a widget shares with the front end around it: the line to Python, and the keys.

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

/** Whether a key is the front end's, as Ctrl+S and Shift+Enter are: a widget has plain keys only. */
export function isFrontEnds(event) {
  return event.ctrlKey || event.metaKey || event.altKey || (event.shiftKey && event.key === "Enter");
}
