// What modules that draw need of a browser in order to be loaded at all.
globalThis.document ??= /** @type {any} */ ({
  createTreeWalker: () => ({}),
  createComment: () => ({}),
  addEventListener: () => {},
  removeEventListener: () => {},
});
