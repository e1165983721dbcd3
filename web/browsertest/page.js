// Reads and changes a page. Injected into each page before the page's scripts.
globalThis.page = (() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const first = (selector) => document.querySelector(selector);
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));

  /** The visible text of the page, without the live region. */
  const text = () =>
    [...(document.body?.children ?? [])]
      .filter((part) => part.id !== 'live' && part.checkVisibility())
      .map((part) => part.innerText)
      .join('\n');

  /** Follows a link within the client. */
  function follow(href) {
    const link = Object.assign(document.createElement('a'), { href });
    document.body.append(link);
    link.click();
    link.remove();
    return true;
  }

  /**
   * Resolves soon after the page changes, so that further changes can follow, or after a timeout.
   */
  const change = (most) =>
    new Promise((done) => {
      const end = () => {
        watch.disconnect();
        setTimeout(done, 4, '');
      };
      const watch = new MutationObserver(end);
      const kinds = { childList: true, attributes: true, characterData: true };
      watch.observe(document, { subtree: true, ...kinds });
      setTimeout(end, most);
    });

  /** Resolves after the next frame. */
  const nextFrame = () =>
    new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0, '')));

  /** Resolves when the style sheets for the size of the window are applied. */
  async function sized() {
    do await nextFrame();
    while (document.documentElement.classList.contains('loading-styles'));
    return '';
  }

  /** Resolves when all finite animations have ended. */
  async function rest() {
    const ending = document
      .getAnimations()
      .filter(
        (animation) =>
          animation.playState === 'running' &&
          animation.effect.getComputedTiming().endTime < Infinity,
      );
    await Promise.allSettled(ending.map((animation) => animation.finished));
    return '';
  }

  /** Clicks an element by script. */
  function click(selector, times = 1) {
    const element = first(selector);
    for (let n = 0; n < times; n++) element.click();
    return true;
  }

  /** Chooses a value in a list. */
  function choose(selector, value) {
    const list = first(selector);
    list.value = value;
    return list.dispatchEvent(new Event('change', { bubbles: true }));
  }

  /** The list with a label. */
  const listWith = (selector, label) =>
    all(`${selector} select`).find((list) => list.labels[0]?.innerText === label);

  const shown = (...selectors) =>
    selectors.every((selector) => !!first(selector)?.checkVisibility());

  const hidden = (...selectors) =>
    selectors.every((selector) => !first(selector).checkVisibility());

  const innerTexts = (selector) => all(selector).map((element) => element.innerText);
  const texts = (selector) => all(selector).map((element) => element.textContent);

  /** For each element that matches the first selector, how many in it match the second. */
  const counts = (outer, inner) =>
    all(outer).map((element) => element.querySelectorAll(inner).length);

  /** Left, top, right and bottom in whole pixels. */
  function edges(element) {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return [left, top, right, bottom].map(Math.round);
  }

  function middle(element) {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return [(left + right) / 2, (top + bottom) / 2];
  }

  /** The elements that make the page wider than the window, '' if none does. */
  function overflow() {
    const wide = document.scrollingElement.scrollWidth;
    if (wide <= innerWidth) return '';
    const out = all('body *')
      .filter((element) => element.getBoundingClientRect().right > innerWidth + 0.5)
      .slice(0, 5)
      .map((element) => element.outerHTML.slice(0, 160));
    return `${wide} px in ${innerWidth}: ${out.join('\n')}`;
  }

  /** Scrolls to an element, and returns where to press it, or why it cannot be pressed. */
  function reach(element) {
    if (!element) return { why: 'there is none' };
    if (element.matches(':disabled, [aria-disabled=true]')) return { why: 'it is disabled' };
    if ('early' in document.body.dataset && element.closest('main'))
      return { why: 'the question has just changed' };
    if (element.closest('.guidestrip[data-early]')) return { why: 'the hint has just changed' };
    let why = 'it cannot be seen';
    for (const block of ['nearest', 'center', 'start', 'end']) {
      element.scrollIntoView({ block, inline: 'nearest', behavior: 'instant' });
      const [box] = element.getClientRects();
      if (!box || box.width < 1 || box.height < 1) return { why: 'it has no size' };
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      const hit = document.elementFromPoint(x, y);
      if (hit && (element.contains(hit) || hit.closest('label')?.control === element))
        return { x, y };
      if (hit) why = `it is covered by ${hit.outerHTML.slice(0, 200)}`;
    }
    return { why };
  }

  /** In which direction the focus has to move to an element: left, right, here or gone. */
  function wayTo(element) {
    const focused = document.activeElement;
    if (!element?.isConnected) return 'gone';
    if (element === focused) return 'here';
    const before = focused.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING;
    return before ? 'left' : 'right';
  }

  /** The violations of accessibility rules, as JSON. */
  async function violations(rules) {
    // Contrasts can only be computed after all animations.
    await rest();
    globalThis.seemDrawn?.(true);
    try {
      const how = { resultTypes: ['violations'], preload: false, runOnly: rules ?? undefined };
      // The frames of small boards are inert. With a frame in the page, axe does not see that an
      // open dialog makes the rest of the page inert, because it looks for the dialog too early.
      const found = await globalThis.axe.run({ exclude: ['iframe'] }, how);
      return JSON.stringify(
        found.violations.map(({ id, impact, help, nodes }) => ({
          id,
          impact,
          help,
          nodes: nodes.map(({ html, failureSummary }) => ({
            html: html.slice(0, 300),
            failureSummary,
          })),
        })),
      );
    } finally {
      globalThis.seemDrawn?.(false);
    }
  }

  /** How many files with this ending have been loaded. */
  const countLoaded = (end) =>
    performance.getEntriesByType('resource').filter(({ name }) => name.endsWith(end)).length;

  /** Whether the style sheets for phones in landscape orientation have been loaded. */
  const hasSheets = (...folders) =>
    folders.every((folder) => first(`link[href="/${folder}/side.css"]`)?.sheet);

  /** Adds options to the bar, more than any question has. */
  function addPicks(count) {
    const picks = first('.ask > .picks');
    picks.classList.add('many');
    while (picks.children.length < count) picks.append(picks.firstElementChild.cloneNode(true));
    return true;
  }

  /** Whether an element stays at the same height when another one is hidden. */
  function staysWithout(selector, other) {
    const top = () => first(selector).getBoundingClientRect().top;
    const now = top();
    first(other).hidden = true;
    const before = top();
    first(other).hidden = false;
    return before === now;
  }

  /** Whether the switch for listing the table is on. */
  const isListed = () =>
    all('dialog .switch').some(
      (each) => /list of open tables/.test(each.innerText) && each.querySelector('input').checked,
    );

  /** The elements in the picture of a table. */
  const pictured = (selector) => [
    ...(first('.tablepicture[data-drawn] iframe')?.contentDocument.querySelectorAll(selector) ??
      []),
  ];

  /** The non-empty texts of the elements in the picture of a table. */
  const picturedTexts = (selector) =>
    pictured(selector)
      .map((element) => element.textContent.trim())
      .filter(Boolean);

  /** Whether exactly two elements match, with the same width, on a page that does not scroll. */
  function alikeAndInSight(selector) {
    const [a, b, ...more] = all(selector).map((element) => element.getBoundingClientRect());
    return (
      more.length === 0 &&
      a.width === b.width &&
      b.bottom < innerHeight &&
      document.scrollingElement.scrollHeight <= innerHeight
    );
  }

  /** Whether the question contains one of these words. */
  const asksOneOf = (words) => words.some((each) => first('#q').textContent.includes(each));

  /** The button in a part of the page whose text matches. */
  const buttonIn = (selector, words) =>
    all(`${selector} button`).find((button) => words.test(button.innerText));

  const widths = (selector) =>
    all(selector).map((element) => Math.round(element.getBoundingClientRect().width));

  /** The titles of elements, in the order of the selectors. */
  const titles = (...selectors) => selectors.map((selector) => first(selector).title).join(': ');

  /** Finishes all animations. */
  function finishAnimations() {
    for (const animation of document.getAnimations()) animation.finish();
    return true;
  }

  const fetchText = async (path) => (await fetch(path)).text();
  const get = async (path) => (await fetch(path)).json();
  const post = async (path, body) => {
    const headers = { 'Content-Type': 'application/json' };
    return (await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
  };
  const status = async (path) => String((await fetch(path)).status);

  return {
    addPicks,
    alikeAndInSight,
    all,
    asksOneOf,
    buttonIn,
    change,
    choose,
    click,
    countLoaded,
    counts,
    edges,
    fetchText,
    finishAnimations,
    follow,
    get,
    hasSheets,
    hidden,
    innerTexts,
    isListed,
    listWith,
    middle,
    nextFrame,
    overflow,
    pause,
    pictured,
    picturedTexts,
    post,
    reach,
    rest,
    shown,
    sized,
    status,
    staysWithout,
    text,
    texts,
    titles,
    violations,
    wayTo,
    widths,
  };
})();
