// Records layout shifts without a press. Injected into each page before the page's scripts.
globalThis.takeShifts = (() => {
  const shifts = [];
  let cards = 0;
  const changes = [];
  new MutationObserver(() => {
    const now = document.querySelectorAll('.card.hand').length;
    if (now !== cards) changes.push(performance.now());
    cards = now;
  }).observe(document, { childList: true, subtree: true });

  const elementOf = (node) => (node?.nodeType === 1 ? node : node?.parentElement);
  const nameOf = (node) => {
    if (node?.nodeType !== 1) return `${node?.nodeName}`;
    return node.tagName.toLowerCase() + [...node.classList].map((c) => `.${c}`).join('');
  };
  const describe = ({ node, previousRect: a, currentRect: b }) =>
    `${nameOf(node)} ${[a.x, a.y, b.x, b.y].map(Math.round)}`;

  const note = (entries) => {
    for (const { value, startTime, hadRecentInput: recent, sources } of entries) {
      const hand =
        sources.some(({ node }) => elementOf(node)?.closest('.card.hand')) &&
        changes[0] <= startTime;
      if (hand) changes.splice(0, changes.filter((time) => time <= startTime).length);
      shifts.push({ value, recent, hand, what: sources.map(describe).join('; ') });
    }
  };
  const seen = new PerformanceObserver((list) => note(list.getEntries()));
  seen.observe({ type: 'layout-shift', buffered: true });

  /** Returns the shifts since the last call. */
  return () => {
    note(seen.takeRecords());
    return shifts.splice(0);
  };
})();
