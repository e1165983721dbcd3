// Lays pieces of a table side by side, so that a test can compare their pictures. Injected into each
// page before the page's scripts. It changes nothing until called.
globalThis.vision = (() => {
  /** The row in which copies of pieces lie. */
  const row = document.createElement('div');

  const visible = (selector) =>
    [...document.querySelectorAll(selector)].filter((element) =>
      element.checkVisibility({ visibilityProperty: true }),
    );

  /** The symbols of all games as a document. The page has only those that it has drawn. */
  function allSymbols() {
    const request = new XMLHttpRequest();
    request.open('GET', '/art/pieces.svg', false);
    request.send();
    return new DOMParser().parseFromString(request.responseText, 'image/svg+xml');
  }

  /** Shows the symbols with these ids, all equally large on grey, and returns where. */
  function showSymbols(ids, size) {
    const file = allSymbols();
    row.replaceChildren(
      ...ids.map((id) => {
        const symbol = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
        const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
        use.setAttribute('href', `#${id}`);
        symbol.append(use);
        if (!document.getElementById(id))
          symbol.append(document.importNode(file.getElementById(id), true));
        Object.assign(symbol.style, { width: `${size}px`, height: `${size}px`, color: '#222' });
        return symbol;
      }),
    );
    Object.assign(row.style, {
      position: 'fixed',
      inset: '0 auto auto 0',
      zIndex: 1000,
      display: 'flex',
      gap: '8px',
      background: '#b8b8b8',
    });
    document.body.append(row);
    return [...row.children].map(box);
  }
  const clear = () => (row.remove(), true);

  /** Left, top, right and bottom of an element in whole pixels. */
  function box(element) {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return [Math.floor(left), Math.floor(top), Math.ceil(right), Math.ceil(bottom)];
  }

  /** One visible thing of each kind that can be chosen, with its selector. */
  function kinds() {
    const seen = new Map();
    for (const thing of visible('.thing[data-state="choosable"]')) {
      const kind = [...thing.classList].find((each) => !['thing', 'hand', 'footed'].includes(each));
      const { left, top, right, bottom } = thing.getBoundingClientRect();
      if (top < 10 || bottom > innerHeight - 10 || left < 0 || right > innerWidth) continue;
      if (!seen.has(kind)) seen.set(kind, thing);
    }
    return [...seen];
  }

  /** The kinds of things that can be chosen, and where they are with what surrounds them. */
  const things = () =>
    kinds().map(([kind, thing]) => {
      const [left, top, right, bottom] = box(thing);
      return { kind: kind ?? 'thing', box: [left - 8, top - 14, right + 8, bottom + 8] };
    });

  /** Gives all these things a state, '' for the own one. */
  function setStates(state) {
    for (const [, thing] of chosen.length ? chosen : (chosen = kinds())) {
      thing.dataset.was ??= thing.dataset.state;
      thing.dataset.state = state || thing.dataset.was;
    }
    if (!state) chosen = [];
    return true;
  }
  let chosen = [];

  return { showSymbols, clear, things, setStates };
})();
