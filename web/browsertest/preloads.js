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
    const asked = [...document.querySelectorAll('link[rel=preload]')].map(({ href, as }) => ({
      href,
      as,
    }));
    if (!asked.some(({ href }) => href.endsWith('texts.en.json')))
      throw new Error('the page preloads no texts');
    const sheets = new Set([...document.styleSheets].map(({ href }) => href));
    const isUnused = ({ href, as }) =>
      as === 'fetch' ? !used.has(href) : as === 'style' && !sheets.has(href);
    return JSON.stringify(asked.filter(isUnused).map(({ href }) => href));
  }

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

  return { bytes, largest, unused };
})();
