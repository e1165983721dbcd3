// The symbols of a drawing, put into the page once: a symbol that is drawn later is there at once,
// without asking the server whether it has changed. They have no size (.sprite), but are not
// hidden: what is hidden lends no gradient.

/** @type {Map<string, Promise<void>>} by path of the drawing */
const loaded = new Map();

/**
 * Puts the symbols of a drawing into the page; an icon is `<use href="#ID">`. A page without them
 * can be read.
 *
 * @param {string} path
 * @returns {Promise<void>}
 */
export function loadSprite(path) {
  const found = loaded.get(path);
  if (found) return found;
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
