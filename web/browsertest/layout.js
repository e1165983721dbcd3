// Measures how a table is laid out, for the tests. It is put into each page
// before the page's scripts, scrolls, and changes nothing.
globalThis.layout = (() => {
  /** What a player has to see, wherever it is on the page. */
  const told = [
    '[data-ref=bag]',
    '[data-ref=box]',
    '.libs > li',
    '.piles > li',
    '.owner',
    '.hand .name',
    '.hand .foot',
    '.bonus',
    '.used',
    '.pts b',
    '.opp .name',
    '.pieces .name',
    '.sb-spell .ft',
    '.sb-line .lbl',
    '.loglines',
  ];
  /** The parts of a table, which lie beside each other. */
  const parts = [
    '.opps',
    '.year',
    '.dice',
    '.mine > *',
    '.sb-opps',
    '.sb-altar',
    '.sb-mine',
    'main > .side',
  ];

  const seen = (selector) =>
    [...document.querySelectorAll(selector)].filter((e) =>
      e.checkVisibility({ visibilityProperty: true }),
    );
  const name = (e) =>
    `${e.tagName.toLowerCase()}.${e.className?.baseVal ?? e.className} "${e.textContent.replace(/\s+/g, ' ').trim().slice(0, 40)}"`;
  const box = (e) => e.getBoundingClientRect();
  const overlap = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;

  /** What lies over the middle of an element once one has scrolled to it, '' for nothing. */
  function cover(e) {
    const dock = document.querySelector('.dock');
    if (!dock.contains(e)) scrollBy(0, (box(e).top + box(e).bottom) / 2 - box(dock).top / 2);
    const { left, right, top, bottom } = box(e);
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (!hit) return 'the edge of the window';
    return e.contains(hit) || hit.contains(e) || e.closest('.opp, .sb-opp, .thing')?.contains(hit)
      ? ''
      : name(hit);
  }

  /** What of a table cannot be seen, one line each. */
  function hidden() {
    const lines = [];
    for (const e of told.flatMap(seen)) {
      const over = cover(e);
      if (over) lines.push(`${name(e)} is under ${over}`);
    }
    for (const e of seen('.opp .name, .pieces .name')) {
      const frame = box(e.closest('.chip, .piece') ?? e);
      if (box(e).bottom > frame.bottom + 1 || box(e).top < frame.top - 1)
        lines.push(`${name(e)} is cut`);
    }
    const laid = parts.flatMap(seen);
    laid.forEach((a, i) =>
      laid
        .slice(i + 1)
        .forEach((b) => overlap(box(a), box(b)) && lines.push(`${name(a)} overlaps ${name(b)}`)),
    );
    for (const e of seen('.card > :is(.copies, .crest)')) {
      for (const other of e.parentElement.querySelectorAll('.foot, .cost .e, .cost b'))
        if (overlap(box(e), box(other))) lines.push(`${name(e)} lies over ${name(other)}`);
    }
    for (const e of seen('.hand .name'))
      if (e.scrollWidth > e.clientWidth + 1) lines.push(`${name(e)} is wider than its card`);
    scrollTo(0, document.scrollingElement.scrollHeight);
    const ask = box(document.querySelector('.ask'));
    for (const e of laid)
      if (overlap(box(e), ask))
        lines.push(`${name(e)} reaches under the bar at the end of the page`);
    scrollTo(0, 0);
    return lines;
  }

  /**
   * What one decides by, besides what chooses an option (asked.js): the question, an open hand,
   * wheel, rates and dice, and on SpellBook's table all of it.
   */
  const decisive = [
    '.ask',
    '.ask button',
    '.hand .card',
    '.wheel',
    '.rates',
    '.dieslot',
    '.sb-opp',
    '.sb-stone',
    '.sb-stone .sb-tok',
    '.sb-pool li',
    '.sb-spell',
    '.sb-me .pts',
    '.sb-fam li',
  ];

  /**
   * What is needed for the decision and is not on the screen as the page opens, or is under
   * something else.
   */
  function needed() {
    scrollTo(0, 0);
    return [...decisive.flatMap(seen), ...globalThis.asked.controls()].flatMap((e) => {
      const { left, right, top, bottom } = box(e);
      if (top < -1 || left < -1 || bottom > innerHeight + 1 || right > innerWidth + 1)
        return [`${name(e)} is off the screen: ${[left, top, right, bottom].map(Math.round)}`];
      const bar = document.querySelector('.ask');
      if (!bar.closest('.dock').contains(e) && overlap(box(e), box(bar)))
        return [`${name(e)} is partly under the question`];
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return !hit || e.contains(hit) || hit.contains(e) ? [] : [`${name(e)} is under ${name(hit)}`];
    });
  }

  /** How many pixels of the page are out of sight below. */
  const below = () => document.scrollingElement.scrollHeight - innerHeight;

  /** The cards of others that are in play, and how many of them bear a name. */
  const chips = () => [seen('.opp .chip').length, seen('.opp .chip .name').length];

  /** The cards of the hand whose text is cut before its second line. */
  const short = () =>
    [...document.querySelectorAll('.hand .card > .txt')]
      .filter((e) => {
        const lines = e.clientHeight / parseFloat(getComputedStyle(e).lineHeight);
        return !e.checkVisibility() || (lines < 1.9 && e.scrollHeight > e.clientHeight + 1);
      })
      .map(name);

  /**
   * Which parts of log and chat are in sight, and whether each shows at least two lines: from 1440
   * px on both are, before that one at a time.
   */
  const beside = () =>
    seen('main > .side :is(.loglines, .chatlog)').flatMap((e) => {
      const [mine, side] = [box(e), box(e.closest('.side'))];
      const lines = mine.height / parseFloat(getComputedStyle(e.querySelector('ol')).lineHeight);
      return mine.bottom <= side.bottom + 1 && lines >= 2 ? [e.className] : [];
    });

  /** The parts of a broadcast that are not whole in the picture, or lie over another one. */
  const outside = () => {
    const laid = [
      '.where',
      '.clocks',
      '.opp',
      '.wheelbox',
      '.rates',
      '.dice',
      '.sb-opp',
      '.sb-altar',
    ].flatMap(seen);
    return laid
      .filter(
        (e, i) =>
          box(e).left < 0 ||
          box(e).top < 0 ||
          box(e).right > innerWidth ||
          box(e).bottom > innerHeight ||
          [...e.querySelectorAll('.chip')].some((chip) => box(chip).bottom > box(e).bottom) ||
          laid.slice(i + 1).some((other) => overlap(box(e), box(other))),
      )
      .map(name);
  };

  /** What of the question bar is cut, or hangs out of what it stands in, one line each. */
  const cut = () => {
    const bar = document.querySelector('.dock .ask');
    // Above the bar lie what a second press does, and signs at corners.
    const over = '.heldact, .underway, .rejected, .ck, .tick, .vh, svg';
    const shown = [bar, ...bar.querySelectorAll('*')].filter(
      (e) => e.checkVisibility({ visibilityProperty: true }) && !e.closest(over) && !apart(e),
    );
    const lines = shown.flatMap((e) => {
      const { overflowX, overflowY } = getComputedStyle(e);
      const tall = overflowY !== 'visible' && e.scrollHeight > e.clientHeight + 1;
      const wide = overflowX !== 'visible' && e.scrollWidth > e.clientWidth + 1;
      return tall || wide ? [`${name(e)} is cut`] : [];
    });
    for (const e of shown.slice(1))
      if (!inside(box(e), box(e.parentElement.closest('.pick, .btn, .ask')), 1.5))
        lines.push(`${name(e)} hangs out`);
    for (const e of shown) {
      for (const text of e.childNodes) {
        if (text.nodeType !== Node.TEXT_NODE || !text.data.trim()) continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        const around = box(e.closest('.pick, .btn, .bunch, .q, .ask'));
        if (![...range.getClientRects()].every((rect) => inside(rect, around, 3)))
          lines.push(`“${text.data.trim()}” hangs out of ${name(e)}`);
      }
    }
    return lines;
  };
  const inside = (a, b, by) =>
    a.left >= b.left - by &&
    a.right <= b.right + by &&
    a.top >= b.top - by &&
    a.bottom <= b.bottom + by;
  /** It or what it stands in is there for screen readers alone. */
  const apart = (e) => {
    for (let up = e; up && !up.matches('.ask'); up = up.parentElement)
      if (getComputedStyle(up).clipPath !== 'none') return true;
    return false;
  };

  return { hidden, needed, beside, outside, below, chips, short, cut };
})();
