// Lists the texts of a page, and paints them so that a test can find their pixels in pictures.
// Injected into each page before the page's scripts. It changes nothing until called.
globalThis.contrast = (() => {
  /** Colours in which texts are painted. Texts that overlap get different ones. */
  const paints = ['#ff00ff', '#00ffff', '#00ff00'];
  /** The colours of generated text. */
  const generated = { '::before': '#ff0000', '::after': '#0000ff' };
  const sheet = new CSSStyleSheet();
  /** The elements that have a paint. */
  let painted = [];

  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const known = new Map();

  /** Red, green, blue and opacity of a CSS colour, each from 0 to 255. */
  function parts(color) {
    if (!known.has(color)) {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      known.set(color, [...canvas.getImageData(0, 0, 1, 1).data]);
    }
    return known.get(color);
  }

  /** How opaque an element and its ancestors are, from 0 to 1, without the root (device.js). */
  function opacity(element) {
    let product = 1;
    for (let up = element; up && up !== document.documentElement; up = up.parentElement)
      product *= Number(getComputedStyle(up).opacity);
    return product;
  }

  const isSvg = (element) => element instanceof SVGElement;
  const name = (element) => {
    const names = [];
    for (let up = element; up && up !== document.body && names.length < 4; up = up.parentElement)
      names.unshift(`${up.localName}${[...up.classList].map((each) => `.${each}`).join('')}`);
    return names.join(' > ');
  };
  const onScreen = ({ left, top, right, bottom }) =>
    right - left > 1 &&
    bottom - top > 1 &&
    right > 0 &&
    bottom > 0 &&
    left < innerWidth &&
    top < innerHeight;

  /** A text of the element, without its paint. Rectangles are left, top, right and bottom. */
  function describe(element, text, rects, pseudo) {
    const style = getComputedStyle(element, pseudo);
    const [red, green, blue, alpha] = parts(isSvg(element) ? style.fill : style.color);
    return {
      element: name(element) + (pseudo ?? ''),
      text: text.replace(/\s+/g, ' ').trim().slice(0, 40),
      color: [red, green, blue],
      opacity: (alpha / 255) * opacity(element),
      size: parseFloat(style.fontSize),
      weight: Number(style.fontWeight),
      disabled: !!element.closest('[aria-disabled=true], :disabled, [data-state=blocked]'),
      rects: rects.map(({ left, top, right, bottom }) => [left, top, right, bottom]),
    };
  }

  const meet = (a, b) =>
    a.some((one) =>
      b.some(
        (two) =>
          Math.min(one[2], two[2]) > Math.max(one[0], two[0]) &&
          Math.min(one[3], two[3]) > Math.max(one[1], two[1]),
      ),
    );

  /** The generated text of an element, '' for none. */
  function contentOf(element, pseudo) {
    const { content } = getComputedStyle(element, pseudo);
    return /^("|attr|counter)/.test(content) && content !== '""' ? content : '';
  }

  /** The texts in the window, with the paint that each gets in `paint`. */
  function texts() {
    clear();
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const element = node.parentElement;
      if (!node.data.trim() || element.closest('script, style, .land')) continue;
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const rects = [...range.getClientRects()].filter(onScreen);
      if (rects.length) found.push({ ...describe(element, node.data, rects), on: element });
    }
    const paintOf = new Map();
    found.forEach((text, index) => {
      const taken = new Set(
        found
          .slice(0, index)
          .filter((other) => other.on !== text.on && meet(other.rects, text.rects))
          .map(({ paint }) => paint),
      );
      text.paint = paintOf.get(text.on) ?? paints.find((paint) => !taken.has(paint)) ?? paints[0];
      paintOf.set(text.on, text.paint);
    });
    for (const element of document.body.querySelectorAll('*')) {
      for (const [pseudo, paint] of Object.entries(generated)) {
        const content = contentOf(element, pseudo);
        if (!content || !element.checkVisibility({ visibilityProperty: true })) continue;
        const { left, top, right, bottom } = element.getBoundingClientRect();
        const around = { left: left - 12, top: top - 12, right: right + 12, bottom: bottom + 12 };
        if (onScreen(around))
          found.push({ ...describe(element, content, [around], pseudo), paint });
      }
    }
    painted = [...paintOf];
    return found.map(({ on: _, paint, ...text }) => ({ ...text, paint: parts(paint).slice(0, 3) }));
  }

  /** Paints the texts of `texts`, or makes all text invisible. */
  function paint(visible) {
    const hidden = 'transparent !important';
    const colors = Object.entries(generated).map(
      ([pseudo, color]) =>
        `*${pseudo} { -webkit-text-fill-color: ${visible ? `${color} !important` : hidden}; }`,
    );
    sheet.replaceSync(`
      * { caret-color: ${hidden}; }
      :not(svg *) { -webkit-text-fill-color: ${hidden}; }
      svg :is(text, tspan) { fill: ${hidden}; }
      ${colors.join('\n')}`);
    if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
    for (const [element, color] of painted) {
      const property = isSvg(element) ? 'fill' : '-webkit-text-fill-color';
      if (visible) element.style.setProperty(property, color, 'important');
      else element.style.removeProperty(property);
    }
    return true;
  }

  /** Shows all texts as they are. */
  function clear() {
    for (const [element] of painted)
      for (const property of ['fill', '-webkit-text-fill-color'])
        element.style.removeProperty(property);
    painted = [];
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
    return true;
  }

  /** Shows the land of another season behind the table. */
  async function showSeason(season) {
    document.body.dataset.season = season;
    const land = document.querySelector('.land');
    land.dataset.season = season;
    const image = land.querySelector('img');
    image.src = `/games/seasons/landscape/${season}.svg`;
    await image.decode();
    return '';
  }

  /** Scrolls the page, and returns whether that moved it. */
  function scrolls(top) {
    const before = scrollY;
    scrollTo({ top, behavior: 'instant' });
    return scrollY !== before;
  }

  return { texts, paint, clear, showSeason, scrolls };
})();
