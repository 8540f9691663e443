// Stands in for a front end: draws a widget's module with a model of its own, and keeps what the module sends.

class Model {
  constructor(state, hear) {
    this.state = state;
    this.hear = hear;
    this.listeners = new Map();
    this.pending = {};
    this.sent = [];
  }

  get(name) {
    return this.state[name];
  }

  set(name, value) {
    if (this.state[name] === value) return;
    this.pending[name] = value;
    this.take({ [name]: value });
  }

  save_changes() {
    const changes = this.pending;
    this.pending = {};
    if (Object.keys(changes).length) this.tell({ changes });
  }

  send(content) {
    this.sent.push(content);
    this.tell({ content });
  }

  // Messages travel one after another, as they do to a kernel; each answer is what the model holds from then on.
  tell(message) {
    const copy = structuredClone(message);
    this.travelling = (this.travelling ?? Promise.resolve()).then(() => this.hear?.(copy)).then((state) => state && this.take(state));
  }

  take(state) {
    const changed = Object.keys(state).filter((name) => JSON.stringify(this.state[name]) !== JSON.stringify(state[name]));
    Object.assign(this.state, state);
    for (const name of changed) this.fire(`change:${name}`, this, state[name]);
    if (changed.length) this.fire("change", this);
  }

  on(names, listener) {
    for (const name of names.split(" ")) this.listeners.set(name, [...(this.listeners.get(name) ?? []), listener]);
  }

  off(names, listener) {
    for (const name of names?.split(" ") ?? [...this.listeners.keys()]) {
      const left = (this.listeners.get(name) ?? []).filter((one) => listener && one !== listener);
      this.listeners.set(name, left);
    }
  }

  fire(name, ...values) {
    for (const listener of this.listeners.get(name) ?? []) listener(...values);
  }
}

/** Draws the module of this text under `root`; gives the model when it stands. */
export async function draw(code, state, root, hear) {
  const address = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  const loaded = (await import(address)).default;
  const widget = typeof loaded === "function" ? await loaded() : loaded;
  const model = new Model(state, hear);
  await widget.initialize?.({ model });
  const close = await widget.render({ model, el: root, experimental: {}, signal: new AbortController().signal });
  return { model, close: typeof close === "function" ? close : () => {} };
}
