// Records the requests of a page, for the test of its preloads.
globalThis.preloads = (() => {
  const own = fetch;
  const used = new Set();
  globalThis.fetch = (what, ...rest) => {
    used.add(new URL(what.url ?? what, location.href).href);
    return own(what, ...rest);
  };

  /** The addresses that are preloaded but not used, as JSON. */
  async function unused() {
    const asked = [...document.querySelectorAll('link[rel=preload]')].filter(
      ({ media }) => matchMedia(media).matches,
    );
    if (!asked.some(({ href }) => href.endsWith('texts.en.json')))
      throw new Error('the page preloads no texts');
    const sheets = new Set([...document.styleSheets].map(({ href }) => href));
    const isUnused = ({ href, as }) =>
      as === 'fetch' ? !used.has(href) : as === 'style' && !sheets.has(href);
    return JSON.stringify(asked.filter(isUnused).map(({ href }) => href));
  }

  /** The style sheets of a game that have been requested, by their names. */
  const sheetsOf = (game) =>
    resources()
      .map(({ name }) => new URL(name).pathname.split('/'))
      .filter(
        ([, folder, owner, file]) => folder === 'games' && owner === game && file.endsWith('.css'),
      )
      .map((path) => path.at(-1))
      .toSorted();

  const resources = () => performance.getEntriesByType('resource');

  /** The bytes that a page loads, without answers of the API and pictures. */
  const bytes = () =>
    [...performance.getEntriesByType('navigation'), ...resources()]
      .filter(
        ({ initiatorType, name }) =>
          initiatorType !== 'img' && !/^\/api\/|^\/art\/(?!pieces)/.test(new URL(name).pathname),
      )
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);

  /** The loaded files with their sizes in bytes, the largest first. */
  const largest = () =>
    resources()
      .filter(({ name }) => !name.includes('/api/'))
      .toSorted((a, b) => b.encodedBodySize - a.encodedBodySize)
      .map(({ encodedBodySize, name }) => `${encodedBodySize} ${new URL(name).pathname}`)
      .join(', ');

  /** The parts of the table that lie in different places in windows of different sizes. */
  const parts = ['.opps', '.opp', '.wheel', '.dice', '.ask', '.mine', '.play .card', '.hand .card'];

  /** The places of these parts, as JSON. */
  const places = () =>
    JSON.stringify(
      parts.map((selector) => {
        const { left, top, width, height } =
          document.querySelector(`main.grid ${selector}`)?.getBoundingClientRect() ?? {};
        return [selector, left, top + scrollY, width, height].map((each) =>
          typeof each === 'number' ? Math.round(each) : each,
        );
      }),
    );

  const seenUnstyled = new Set();

  /** Notes in every frame the style sheets that a visible board lacks. */
  function watchBoard() {
    const board = document.querySelector('main.grid');
    if (board && getComputedStyle(board).opacity !== '0')
      for (const { href, media, sheet } of document.querySelectorAll('link[rel=stylesheet]'))
        if (!sheet && matchMedia(media).matches)
          seenUnstyled.add(`${new URL(href).pathname} at ${innerWidth} x ${innerHeight}`);
    requestAnimationFrame(watchBoard);
    return true;
  }
  const unstyled = () => [...seenUnstyled];

  return { bytes, largest, places, sheetsOf, unstyled, unused, watchBoard };
})();
