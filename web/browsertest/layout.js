// Measures the layout of a table. Injected into each page before the page's scripts. It scrolls,
// but changes nothing.
globalThis.layout = (() => {
  /** Elements that must be visible somewhere on the page. */
  const mustBeVisible = [
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
  /** The parts of a table, which must not overlap. */
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

  const visible = (selector) =>
    [...document.querySelectorAll(selector)].filter((e) =>
      e.checkVisibility({ visibilityProperty: true }),
    );
  const name = (e) =>
    `${e.tagName.toLowerCase()}.${e.className?.baseVal ?? e.className} "${e.textContent.replace(/\s+/g, ' ').trim().slice(0, 40)}"`;
  const box = (e) => e.getBoundingClientRect();
  const overlap = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;

  /** Scrolls to an element, and returns what covers its centre, '' for nothing. */
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

  /** The elements of a table that cannot be seen, as lines. */
  function hidden() {
    const lines = [];
    for (const e of mustBeVisible.flatMap(visible)) {
      const over = cover(e);
      if (over) lines.push(`${name(e)} is under ${over}`);
    }
    for (const e of visible('.opp .name, .pieces .name')) {
      const frame = box(e.closest('.chip, .piece') ?? e);
      if (box(e).bottom > frame.bottom + 1 || box(e).top < frame.top - 1)
        lines.push(`${name(e)} is cut`);
    }
    const laid = parts.flatMap(visible);
    laid.forEach((a, i) =>
      laid
        .slice(i + 1)
        .forEach((b) => overlap(box(a), box(b)) && lines.push(`${name(a)} overlaps ${name(b)}`)),
    );
    for (const e of visible('.card > :is(.copies, .crest)')) {
      for (const other of e.parentElement.querySelectorAll('.foot, .cost .e, .cost b'))
        if (overlap(box(e), box(other))) lines.push(`${name(e)} lies over ${name(other)}`);
    }
    for (const e of visible('.hand .name'))
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
   * What a player needs to see for a decision, in addition to the options (asked.js): the question,
   * the hand, wheel, rates and dice, and all of SpellBook's table.
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
   * The elements that a decision needs but that are off the screen when the page opens, or covered,
   * as lines.
   */
  function needed() {
    scrollTo(0, 0);
    return [...decisive.flatMap(visible), ...globalThis.asked.controls()].flatMap((e) => {
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

  /** By how many pixels the page is taller than the window. */
  const below = () => document.scrollingElement.scrollHeight - innerHeight;

  /** The number of opponents' cards in play, and how many of them show a name. */
  const chips = () => [visible('.opp .chip').length, visible('.opp .chip .name').length];

  /** The cards in hand of whose text fewer than two lines are visible. */
  const short = () =>
    [...document.querySelectorAll('.hand .card > .txt')]
      .filter((e) => {
        const lines = e.clientHeight / parseFloat(getComputedStyle(e).lineHeight);
        return !e.checkVisibility() || (lines < 1.9 && e.scrollHeight > e.clientHeight + 1);
      })
      .map(name);

  /**
   * The panels of log and chat that show at least two lines. From 1440 pixels both do, below that
   * one at a time.
   */
  const beside = () =>
    visible('main > .side :is(.loglines, .chatlog)').flatMap((e) => {
      const [panel, side] = [box(e), box(e.closest('.side'))];
      const lines = panel.height / parseFloat(getComputedStyle(e.querySelector('ol')).lineHeight);
      return panel.bottom <= side.bottom + 1 && lines >= 2 ? [e.className] : [];
    });

  /** The parts of a broadcast that are not completely in the picture, or overlap. */
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
    ].flatMap(visible);
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

  /** The parts of the question bar that are cut off or exceed their container, as lines. */
  const cut = () => {
    const bar = document.querySelector('.dock .ask');
    // These lie above the bar on purpose: labels of second presses, and signs at corners.
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
  /** Whether an element or an ancestor is only for screen readers. */
  const apart = (e) => {
    for (let up = e; up && !up.matches('.ask'); up = up.parentElement)
      if (getComputedStyle(up).clipPath !== 'none') return true;
    return false;
  };

  return { hidden, needed, beside, outside, below, chips, short, cut };
})();
