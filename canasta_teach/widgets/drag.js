// Dragging cards by mouse, pen or finger. Only where they come from and go to is found here; what it means is the caller's.

const FAR = 6; // px that a pointer moves before it drags
const HELD = 250; // ms that a finger rests before it drags: sooner, it scrolls the page
const SHOWN = 5; // cards that a drag shows

/**
 * Lets the nodes with `data-id` under `root` be dragged to those with `data-drop`.
 * `take(node)` gives `{ids, pictures}` of what is dragged, or null; `drop(target, ids)` is told where it was let go.
 */
export function draggable(root, { take, drop }) {
  let press = null; // a pointer is down on a card: {pointer, x, y, node, timer}
  let drag = null; // cards travel: {ids, ghost, over}
  let swallow = false; // the click that ends a drag is no click

  const targetAt = (x, y) => root.getRootNode().elementFromPoint(x, y)?.closest("[data-drop]") ?? null;

  function mark(over) {
    if (drag.over === over) return;
    drag.over?.classList.remove("over");
    over?.classList.add("over");
    drag.over = over;
  }

  function move(x, y) {
    const zoom = drag.ghost.currentCSSZoom ?? 1;
    drag.ghost.style.transform = `translate(${x / zoom + 10}px, ${y / zoom + 6}px)`;
    const over = targetAt(x, y);
    mark(over && root.contains(over) ? over : null);
  }

  function begin(x, y) {
    const taken = take(press.node);
    if (!taken) return;
    const ghost = document.createElement("div");
    ghost.className = "ct ct-ghost";
    Object.assign(ghost.dataset, root.dataset);
    ghost.setAttribute("aria-hidden", "true");
    ghost.append(...taken.pictures.slice(0, SHOWN));
    document.body.append(ghost);
    drag = { ids: taken.ids, ghost, over: null };
    root.classList.add("dragging");
    move(x, y);
  }

  function end(done) {
    clearTimeout(press?.timer);
    press = null;
    window.removeEventListener("pointermove", onMove);
    window.removeEventListener("pointerup", onUp);
    window.removeEventListener("pointercancel", onCancel);
    window.removeEventListener("keydown", onKey, true);
    if (!drag) return;
    const { ids, ghost, over } = drag;
    mark(null);
    drag = null;
    ghost.remove();
    root.classList.remove("dragging");
    swallow = true;
    setTimeout(() => (swallow = false), 0);
    if (done && over) drop(over.dataset.drop, ids);
  }

  const mine = (event) => press !== null && event.pointerId === press.pointer;
  const onUp = (event) => mine(event) && end(true);
  const onCancel = (event) => mine(event) && end(false);
  const onKey = (event) => {
    if (!drag || event.key !== "Escape") return;
    event.stopPropagation();
    end(false);
  };
  const onMove = (event) => {
    if (!mine(event)) return;
    // A button that was let go outside the window tells nobody.
    if (event.pointerType === "mouse" && event.buttons === 0) end(false);
    else if (drag) move(event.clientX, event.clientY);
    else if (Math.hypot(event.clientX - press.x, event.clientY - press.y) > FAR) {
      if (event.pointerType === "touch") end(false);
      else begin(event.clientX, event.clientY);
    }
  };

  root.addEventListener("pointerdown", (event) => {
    const node = event.target.closest("[data-id]");
    if (!node || event.button !== 0 || !event.isPrimary || press) return;
    const { clientX: x, clientY: y, pointerId: pointer } = event;
    press = { pointer, x, y, node, timer: 0 };
    if (event.pointerType === "touch") press.timer = setTimeout(() => press && begin(x, y), HELD);
    window.addEventListener("pointermove", onMove);
    window.addEventListener("pointerup", onUp);
    window.addEventListener("pointercancel", onCancel);
    window.addEventListener("keydown", onKey, true);
  });
  // A finger that drags cards must not scroll the page under them.
  root.addEventListener("touchmove", (event) => drag && event.preventDefault(), { passive: false });
  root.addEventListener("contextmenu", (event) => drag && event.preventDefault());
  root.addEventListener("dragstart", (event) => event.preventDefault());
  root.addEventListener(
    "click",
    (event) => {
      if (!swallow) return;
      swallow = false;
      event.stopPropagation();
      event.preventDefault();
    },
    true,
  );
}
