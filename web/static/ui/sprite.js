// Adds SVG files with symbols to the page, so that icons appear without further requests. The SVG
// element has no size (.sprite) but is not hidden, because browsers do not render the gradients of
// hidden elements.

/** @type {Map<string, Promise<void>>} by path of the file */
const loaded = new Map();
/** @type {Map<string, () => void>} adds a symbol that is not yet in the page, by its id */
const absent = new Map();
/** @type {Set<string>} the ids of the symbols that have been drawn */
const drawn = new Set();
/** @type {Element[]} the symbols that have not been drawn, by file */
export const undrawn = [];

/**
 * The address of a symbol for `<use>`. A symbol is added to the page when it is first drawn, because
 * a table needs few of them.
 *
 * @param {string} id
 */
export function symbol(id) {
  drawn.add(id);
  absent.get(id)?.();
  absent.delete(id);
  return `#${id}`;
}

/**
 * Adds what a file defines for its symbols to the page, and the symbols that have been drawn.
 *
 * @param {Element} svg
 */
function add(svg) {
  const page = /** @type {Element} */ (document.importNode(svg));
  for (const node of svg.querySelectorAll(':scope > *'))
    if (node.localName !== 'symbol' || drawn.has(node.id)) page.append(node);
    else absent.set(node.id, () => page.append(node));
  undrawn.push(svg);
  document.body.prepend(page);
}

/**
 * Loads the symbols of an SVG file, once. Icons refer to them by `symbol`. A failure is only logged, because a page works without symbols.
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
      add(svg);
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
