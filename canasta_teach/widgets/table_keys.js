// A table by keys alone. Keys with Ctrl, Alt or Command, and Shift+Enter, are the front end's.

import { isFrontEnds } from "./front.js";

/** The digit after M names a tray; it comes before the hand takes it for a rank. True when the key was taken. */
export function digitKey(table, event) {
  if (!table.wantsTray || event.key === "Shift") return false;
  table.wantsTray = false;
  if (!/^[1-9]$/.test(event.key)) return false;
  const index = Number(event.key) - 1;
  if (index < (table.view.arranged?.trays.length ?? 0)) table.put({ tray: index });
  else table.say(table.fixed.put.no_tray, true);
  return true;
}

/** What a key does at the table; false when it does nothing. */
export function tableKey(table, event) {
  if (isFrontEnds(event)) return false;
  const { view, fixed } = table;
  if (event.key === "Escape") return leave(table, event);
  if (event.target.closest("input, textarea")) return false;
  const card = event.target.closest(".slot [data-id]");
  if (card && trayKey(table, card, event.key)) return true;
  const key = event.key === "=" ? "+" : event.key.toUpperCase();
  if (view.curtain || key === " " || key === "ENTER") return false;
  const act = view.acts.find((one) => one.key === key);
  if (act) return table.act(act.verb), true;
  if (key === fixed.tools.undo.key) return table.tool("undo"), true;
  if (key === fixed.tools.redo.key) return table.tool("redo"), true;
  if (view.waiting && key === fixed.keys.on) return table.send({ act: "step-on" }), true;
  if (view.waiting && key === fixed.keys.all) return table.send({ act: "on" }), true;
  if (key === "N") return table.put({}), true;
  if (key === "M") {
    table.wantsTray = table.hand.chosen().length > 0;
    table.say(table.wantsTray ? fixed.put.which : fixed.put.none, !table.wantsTray);
    return true;
  }
  return false;
}

function trayKey(table, card, key) {
  if (key === "Backspace" || key === "Delete") return table.takeOff([card.dataset.id]), true;
  const row = [...card.closest(".fan").querySelectorAll("[data-id]")];
  const at = row.indexOf(card);
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: row.length - 1 }[key];
  if (to === undefined) return false;
  const next = row[Math.min(Math.max(to, 0), row.length - 1)];
  for (const one of row) one.tabIndex = one === next ? 0 : -1;
  next.focus();
  return true;
}

/** Esc closes what was opened last, then leads back to where the act was made, then to the hand. */
function leave(table, event) {
  const { target } = event;
  if (table.files.node.contains(target)) {
    table.tool("files");
    return true;
  }
  if (table.parts.ruling.contains(target)) return table.leaveRuling(), true;
  if (target.closest("button.meld")) return table.unmark(), table.hand.focusCard(table.hand.current()), true;
  return false;
}
