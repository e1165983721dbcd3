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
    '.wheelbox',
    '.rates',
    '.dice .row',
    '.piles',
    '.mine',
    '.play',
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
    for (const e of visible('.card > :is(.copies, .crest), .piece > .crest')) {
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
   * the names of the hand, and all of SpellBook's table.
   */
  const decisive = [
    '.ask',
    '.ask button',
    '.sb-opp',
    '.sb-stone',
    '.sb-stone .sb-tok',
    '.sb-pool li',
    '.sb-spell',
    '.sb-me .pts',
    '.sb-fam li',
  ];

  /**
   * The rest of Seasons' table, which a decision needs unless what it is about lies large in the
   * middle.
   */
  const round = ['.hand .name', '.wheel', '.rates', '.dieslot'];

  /** The counters, groups and orders that stand over the middle of the table, above the bar. */
  const counters = () =>
    visible('.ask > :is(.stepped, .grouping)').filter(
      (e) => getComputedStyle(e).position === 'absolute',
    );

  /**
   * The elements that a decision needs but that are off the screen when the page opens, or covered,
   * as lines.
   */
  function needed() {
    scrollTo(0, 0);
    const isLarge = document.querySelector('.drawn, .tray') || counters().length > 0;
    const all = isLarge ? decisive : [...decisive, ...round];
    return [...all.flatMap(visible), ...globalThis.asked.controls()].flatMap((e) => {
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

  /** The places of the reserve that the words of the gauge cover, as lines. */
  const coveredReserve = () =>
    visible('.stat.g > .gauge + span, .libs-count').flatMap((e) =>
      visible('.mine .sock')
        .filter((sock) => overlap(box(e), box(sock)))
        .map((sock) => `${name(sock)} is under ${name(e)}`),
    );

  /** The names of opponents that are cut, as lines. */
  const cutNames = () =>
    visible('.opp h3')
      .filter((e) => e.scrollWidth > e.clientWidth + 1)
      .map((e) => `${name(e)} is cut`);

  /** The opponents who have cards in play, but show none of them, as lines. */
  const stripless = () =>
    visible('.opp').flatMap((e) =>
      e.querySelector('.chip') && !visible('.opp .chip').some((chip) => e.contains(chip))
        ? [`${name(e)} shows no cards`]
        : [],
    );

  /** What the question bar cuts when the page opens, and the piles under the log, as lines. */
  function crossed() {
    scrollTo(0, 0);
    const under = (things, over) =>
      visible(over).flatMap((cover) =>
        visible(things)
          .filter((e) => overlap(box(e), box(cover)))
          .map((e) => `${name(e)} is partly under ${name(cover)}`),
      );
    return [...under('.mine, .piece', '.dock .ask'), ...under('.pile', 'main > .side')];
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
   * The panels of log and chat that show at least two lines.
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
    const raised = counters();
    const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    const frame = (e) =>
      e.matches('.pick, .btn, .ask') || raised.includes(e) ? box(e) : frame(e.parentElement);
    for (const e of shown.slice(1))
      if (!inside(box(e), raised.includes(e) ? screen : frame(e.parentElement), 1.5))
        lines.push(`${name(e)} hangs out`);
    for (const e of shown) {
      for (const text of e.childNodes) {
        if (text.nodeType !== Node.TEXT_NODE || !text.data.trim()) continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        const part = e.closest('.pick, .btn, .bunch, .q');
        const around = part ? box(part) : frame(e);
        if (![...range.getClientRects()].every((rect) => inside(rect, around, rem(0.1875) + 0.1)))
          lines.push(`“${text.data.trim()}” hangs out of ${name(e)}`);
      }
    }
    return lines;
  };
  /** So many times the text size of the page, in pixels. */
  const rem = (times) => times * parseFloat(getComputedStyle(document.documentElement).fontSize);
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

  /**
   * The controls of the question that cannot be scrolled into sight, and the options that have no
   * control, as lines.
   */
  const unreachable = () => [
    ...[...visible('.ask button'), ...globalThis.asked.controls()].flatMap((e) => {
      if (apart(e)) return [];
      const { why } = globalThis.page.reach(e);
      return !why || why === 'it is disabled' ? [] : [`${name(e)}: ${why}`];
    }),
    ...globalThis.asked.withoutControl().map((id) => `the option ${id} has no control`),
  ];

  /** The share of the window that the bar at the top takes. */
  const top = () => {
    scrollTo(0, 0);
    const bar = box(document.querySelector('.room > .top'));
    return (bar.width * bar.height) / (innerWidth * innerHeight);
  };

  /** Whether the first element, with its text, ends before the second one begins. */
  const isBeside = (first, second) => {
    const text = document.createRange();
    text.selectNodeContents(document.querySelector(first));
    const { left } = document.querySelector(second).getBoundingClientRect();
    return text.getBoundingClientRect().right <= left;
  };

  /** The energies of opponents that are not wholly on their plates. */
  const cutEnergies = () =>
    [...document.querySelectorAll('.opp .plate')].flatMap((plate) => {
      const { left, right } = plate.getBoundingClientRect();
      return [...plate.querySelectorAll('.facts .e')]
        .filter((energy) => {
          const box = energy.getBoundingClientRect();
          const middle = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
          return box.left < left || box.right > right || !plate.contains(middle);
        })
        .map((energy) => `${plate.innerText} ${energy.outerHTML}`);
    });

  /** The cards in hand whose title is under a symbol of the price, as lines. */
  const coveredTitles = () =>
    visible('.hand .card').flatMap((card) => {
      const title = card.querySelector('.face > .name');
      const range = document.createRange();
      range.selectNodeContents(title);
      const words = [...range.getClientRects()];
      return [...card.querySelectorAll('.cost :is(svg, b)')]
        .filter((symbol) => words.some((rect) => overlap(rect, box(symbol))))
        .map((symbol) => `${name(title)} is under ${name(symbol)}`);
    });

  return {
    coveredReserve,
    coveredTitles,
    crossed,
    cutNames,
    cutEnergies,
    isBeside,
    hidden,
    needed,
    beside,
    outside,
    below,
    chips,
    short,
    stripless,
    cut,
    unreachable,
    top,
  };
})();
