// The parts of a browser that modules need when they are loaded.
globalThis.document ??= /** @type {any} */ ({
  createTreeWalker: () => ({}),
  createComment: () => ({}),
  addEventListener: () => {},
  removeEventListener: () => {},
});
