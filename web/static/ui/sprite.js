// Puts the symbols of a drawing into the page, so that icons appear immediately, without a request.
// The drawing has no size (.sprite) but is not hidden, because the gradients of a hidden element
// cannot be used.

/** @type {Map<string, Promise<void>>} by path of the drawing */
const loaded = new Map();

/**
 * Puts the symbols of a drawing into the page; an icon is `<use href="#ID">`. A failure is only
 * logged, because a page can be used without symbols.
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
