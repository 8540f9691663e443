// Cards that change their place travel there, so that the eye can follow what an act did.

const STEP = 40; // ms by which each card sets out after the one before it
const STEPS = 6; // after so many the others go with the last

const still = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Where the cards (`data-id`) under `root` stand, seen from its own corner: what scrolls the page moves no card. */
function places(root) {
  const corner = root.getBoundingClientRect();
  const place = (node) => {
    const { x, y } = node.getBoundingClientRect();
    return { x: x - corner.x, y: y - corner.y, node };
  };
  return new Map([...root.querySelectorAll("[data-id]")].map((node) => [node.dataset.id, place(node)]));
}

/**
 * Remembers where the cards under `root` stand. What it gives is called when they are drawn anew, and sends each its way.
 * To ask for places costs a layout of the page, so ask only where cards can move.
 */
export function movingCards(root) {
  if (still()) return () => {};
  const before = places(root);
  // Right before the page is painted it is laid out anyway.
  return () => requestAnimationFrame(() => travel(root, before));
}

function travel(root, before) {
  let moved = 0;
  for (const [id, to] of places(root)) {
    const from = before.get(id);
    if (!from || (Math.abs(from.x - to.x) < 2 && Math.abs(from.y - to.y) < 2)) continue;
    const delay = STEP * Math.min(moved++, STEPS);
    const zoom = to.node.currentCSSZoom ?? 1;
    const away = `translate(${(from.x - to.x) / zoom}px, ${(from.y - to.y) / zoom}px)`;
    to.node.animate([{ transform: away }, { transform: "none" }], { duration: 220, delay, easing: "cubic-bezier(.2, .7, .2, 1)", fill: "backwards" });
  }
}
