// Cards that travel: from their old place to their new one, from the stock to the hand, from the hand to pile and melds.
// Nothing waits for it, and nothing moves for who wants no motion.

const TRAVEL = { duration: 220, easing: "cubic-bezier(.2, .7, .2, 1)", fill: "backwards" };

/** Whether the reader wants no motion. */
export const noMotion = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/** What tells whether anything can have moved. */
export const lying = (view) => JSON.stringify([view.hand.cards.map((one) => one.id), view.pile.count, view.arranged?.trays.map((tray) => tray.cards.length), view.sides.map((side) => side.melds.length)]);

const placed = (node) => node?.getBoundingClientRect() ?? null;
const byId = (root) => new Map([...root.querySelectorAll("[data-id]")].map((node) => [node.dataset.id, node]));

function fly(node, from, nth) {
  const to = node.getBoundingClientRect();
  if (!from || !to.width || (Math.abs(from.x - to.x) < 2 && Math.abs(from.y - to.y) < 2)) return false;
  const zoom = node.currentCSSZoom ?? 1;
  const away = `translate(${(from.x - to.x) / zoom}px, ${(from.y - to.y) / zoom}px)`;
  node.animate([{ transform: away }, { transform: "none" }], { ...TRAVEL, delay: 40 * Math.min(nth, 6) });
  return true;
}

/** Where everything lies before a change; `after` lets it travel. */
export class Travel {
  constructor(root, view) {
    this.root = root;
    this.top = view.pile.top;
    this.cards = new Map([...byId(root)].map(([id, node]) => [id, placed(node)]));
    this.stock = placed(root.querySelector(".stock .stack"));
    this.pile = placed(root.querySelector(".pile .stack"));
    this.melds = new Map([...root.querySelectorAll("button.meld")].map((node) => [node.dataset.spot, node.ariaLabel]));
  }

  /** Right before the page is painted it is laid out anyway, so that places cost nothing then. */
  after(view) {
    requestAnimationFrame(() => this.send(view));
  }

  send(view) {
    const { root } = this;
    const now = byId(root);
    const gone = [...this.cards].filter(([id]) => !now.has(id)).map(([, place]) => place);
    const fromPile = this.top !== view.pile.top && !gone.length;
    let nth = 0;
    for (const [id, node] of now) {
      const from = this.cards.get(id) ?? (this.cards.size ? (fromPile ? this.pile : this.stock) : null);
      if (fly(node, from, nth)) nth += 1;
    }
    const [first] = gone;
    if (!first) return;
    for (const node of root.querySelectorAll("button.meld")) {
      if (this.melds.get(node.dataset.spot) !== node.ariaLabel) fly(node, first, 0);
    }
    const top = root.querySelector(".pile .stack > .ct-card:last-child");
    if (top && view.pile.top !== this.top) fly(top, first, 0);
  }
}
