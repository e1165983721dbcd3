// Adds SVG files with symbols to the page, so that icons appear without further requests. The SVG
// element has no size (.sprite) but is not hidden, because browsers do not render the gradients of
// hidden elements.

/** @type {Map<string, Promise<void>>} by path of the file */
const loaded = new Map();

/**
 * Adds the symbols of an SVG file to the page, once. Icons refer to them with `<use href="#ID">`. A
 * failure is only logged, because a page works without symbols.
 *
 * @param {string} path
 * @returns {Promise<void>}
 */
export function loadSprite(path) {
  const pending = loaded.get(path);
  if (pending) return pending;
  const loading = fetch(path)
    .then(async (answer) => {
      if (!answer.ok) throw new Error(`the symbols: ${answer.status}`);
      const { documentElement: svg } = new DOMParser().parseFromString(
        await answer.text(),
        'image/svg+xml',
      );
      svg.setAttribute('class', 'sprite');
      svg.setAttribute('aria-hidden', 'true');
      document.body.prepend(document.importNode(svg, true));
    })
    .catch((error) => {
      loaded.delete(path);
      console.warn(error);
    });
  loaded.set(path, loading);
  return loading;
}

if (typeof location !== 'undefined' && location.protocol?.startsWith('http'))
  void loadSprite('/art/pieces.svg');
