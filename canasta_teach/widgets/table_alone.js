// A table by itself.

import { ensureShapes } from "./card.js";
import { TableWidget } from "./table.js";

export default {
  render({ model, el }) {
    ensureShapes();
    const table = new TableWidget(model, el);
    return () => table.close();
  },
};
