// Holds back the answers about finished matches until letGo is called, as with a distant server.
// Injected into each page before the page's scripts.
globalThis.heldMatches = (() => {
  const send = globalThis.fetch;
  const { promise: released, resolve: letGo } = Promise.withResolvers();
  globalThis.fetch = async (request, ...rest) => {
    if (String(request).startsWith('/api/matches?')) await released;
    return send(request, ...rest);
  };
  return {
    letGo,
    /** The upper and lower edges of the buttons in the page. */
    edgesOfButtons: () =>
      [...document.querySelectorAll('main button, main input')]
        .map((button) => button.getBoundingClientRect())
        .map(({ top, bottom }) => `${Math.round(top)}-${Math.round(bottom)}`)
        .join(' '),
  };
})();
