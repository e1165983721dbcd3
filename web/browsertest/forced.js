// Measures a page in forced colours, in which the system draws no backgrounds of ours and no
// shadows. Injected into each page before the page's scripts. It changes nothing lasting.
globalThis.forced = (() => {
  const pressable = 'button, a[href], summary, select, input:not([type=hidden])';
  /** What lies on the table, and must not be text on nothing. */
  const boards = [
    '.walnut',
    '.ask',
    '.rates',
    '.owner',
    '.place',
    '.sock',
    '.gauge i',
    '.hole',
    '.card',
    '.piece',
    '.chip',
    '.pile .back',
    '.paper',
    '.dialog',
  ];
  /** Drawings whose colours say something. */
  const drawings = ['svg.e', 'svg.m', '.seat', '.wheel', '.art', '.die', '.cube'];
  const states = ['choosable', 'selected', 'blocked'];

  const name = (element) => {
    const names = [];
    for (let up = element; up && up !== document.body && names.length < 3; up = up.parentElement)
      names.unshift(`${up.localName}${[...up.classList].map((each) => `.${each}`).join('')}`);
    return `${names.join(' > ')} "${element.textContent.replace(/\s+/g, ' ').trim().slice(0, 24)}"`;
  };
  const visible = (selector) =>
    [...document.querySelectorAll(selector)].filter((element) => {
      if (!element.checkVisibility({ visibilityProperty: true })) return false;
      const { width, height } = element.getBoundingClientRect();
      return width > 2 && height > 2 && !isClipped(element);
    });
  /** Whether only screen readers read it. */
  const isClipped = (element) => {
    for (let up = element; up && up !== document.body; up = up.parentElement)
      if (getComputedStyle(up).clipPath !== 'none') return true;
    return false;
  };

  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  function parts(color) {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  }
  const isDrawn = (style, width, color) =>
    !['none', 'hidden'].includes(style) && parseFloat(width) >= 1 && parts(color)[3] > 100;

  /** The border and the outline of an element as text, '' without either. */
  function edge(element, pseudo) {
    const style = getComputedStyle(element, pseudo);
    if (pseudo && style.content === 'none') return '';
    const border = isDrawn(style.borderTopStyle, style.borderTopWidth, style.borderTopColor)
      ? `border ${style.borderTopStyle} ${style.borderTopWidth}`
      : '';
    const outline = isDrawn(style.outlineStyle, style.outlineWidth, style.outlineColor)
      ? `outline ${style.outlineStyle} ${style.outlineWidth}`
      : '';
    return [border, outline].filter(Boolean).join(', ');
  }
  const hasEdge = (element) =>
    !!edge(element) || !!edge(element, '::before') || !!edge(element, '::after');
  const keepsColours = (element) => getComputedStyle(element).forcedColorAdjust === 'none';

  /** What can be pressed, or lies on the table, without a visible edge, as lines. */
  function edgeless() {
    const isLink = (element) =>
      getComputedStyle(element).textDecorationLine.includes('underline') ||
      !!element.closest('.brand');
    return [
      ...visible(pressable).filter((element) => !isLink(element)),
      ...visible(boards.join(', ')).filter((element) => !keepsColours(element)),
    ]
      .filter((element) => !hasEdge(element))
      .map(name);
  }

  /** Things whose states have equal edges, as lines. */
  function alike() {
    const lines = new Set();
    for (const thing of visible('.thing[data-state]')) {
      const { state } = thing.dataset;
      const edges = states.map((each) => {
        thing.dataset.state = each;
        return edge(thing);
      });
      thing.dataset.state = state;
      if (new Set(edges).size < states.length)
        lines.add(
          `${thing.className}: ${states.map((each, i) => `${each} ${edges[i]}`).join('; ')}`,
        );
    }
    for (const pick of visible('.ask button.pick:not(.sel), .pick:not(.sel)')) {
      const before = edge(pick);
      pick.classList.add('sel');
      if (edge(pick) === before) lines.add(`${pick.className}: chosen and not chosen ${before}`);
      pick.classList.remove('sel');
    }
    return [...lines];
  }

  /** Drawings that lose their colours, as lines. */
  const recoloured = () =>
    visible(drawings.join(', '))
      .filter((element) => !keepsColours(element))
      .map(name);

  const luminance = (color) => {
    const [r, g, b] = color
      .slice(0, 3)
      .map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (a, b) => {
    const [low, high] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
    return (high + 0.05) / (low + 0.05);
  };

  /** The colour behind a text: the canvas, unless an element keeps its own colours. */
  function behind(element) {
    for (let up = element; up; up = up.parentElement) {
      const color = parts(getComputedStyle(up).backgroundColor);
      if (color[3] > 200) return color;
    }
    return parts('Canvas');
  }

  /** Texts with less contrast than 4.5 in colours of the system, as lines. */
  function weak() {
    const lines = [];
    for (const element of visible('body *')) {
      const text = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.data.trim(),
      );
      if (!text || keepsColours(element)) continue;
      if (element.closest('[aria-disabled=true], :disabled, [data-state=blocked]')) continue;
      const got = ratio(parts(getComputedStyle(element).color), behind(element));
      if (got < 4.5) lines.push(`${got.toFixed(1)}: ${name(element)}`);
    }
    return lines;
  }

  const sees = (selector) => visible(selector).length > 0;

  return { edgeless, alike, recoloured, weak, sees };
})();
