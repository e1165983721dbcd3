// The symbols of art/pieces.svg, put into the page once: a symbol that is drawn
// later is there at once, without asking the server whether it has changed.

/** @type {Promise<void> | null} */
let loaded = null;

/** Puts the symbols into the page; an icon is `<use href="#ID">`. */
export function loadSprite() {
  loaded ??= fetch('/art/pieces.svg').then(async (answer) => {
    if (!answer.ok) throw new Error(`the symbols: ${answer.status}`);
    const { documentElement: svg } = new DOMParser().parseFromString(await answer.text(), 'image/svg+xml');
    svg.setAttribute('hidden', '');
    svg.setAttribute('aria-hidden', 'true');
    document.body.prepend(document.importNode(svg, true));
  }).catch((error) => {
    loaded = null;
    console.warn(error);
  });
  return loaded;
}

if (typeof location !== 'undefined' && location.protocol?.startsWith('http')) void loadSprite();
