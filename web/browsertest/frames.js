// Records what a table of Seasons shows, frame by frame. Injected into each page before the page's
// scripts.
globalThis.frames = (() => {
  /** The changes in their order, such as "rival 26". Those of one frame have the order of `values`. */
  let changes = [];
  /** @type {Record<string, string>} */
  let last = {};
  let isRecording = false;

  /**
   * The number that a counter shows. While it is counted, the counter is hidden, and the stage has
   * a column of numbers in its place.
   */
  function number(selector) {
    const counter = document.querySelector(selector);
    if (!counter) return '';
    if (getComputedStyle(counter).visibility !== 'hidden') return counter.textContent;
    const { x, y, width, height } = counter.getBoundingClientRect();
    const [middleX, middleY] = [x + width / 2, y + height / 2];
    for (const box of document.querySelectorAll('.stage-sheet .counting')) {
      const { left, right, top, bottom } = box.getBoundingClientRect();
      if (middleX < left || middleX > right || middleY < top || middleY > bottom) continue;
      const column = box.firstElementChild;
      const scrolled = new DOMMatrix(getComputedStyle(column).transform).f;
      return column.children[Math.round(-scrolled / height)]?.textContent ?? '';
    }
    return 'hidden';
  }

  const text = (selector) => document.querySelector(selector)?.textContent ?? '';
  const isVisible = (element) => Number(getComputedStyle(element).opacity) > 0.5;

  const values = {
    // Read first: the scene that begins when the season has changed can already have moved its
    // counters when a busy browser draws its first frame.
    season: () => text('main .rates tr.now th').trim(),
    own: () => number('main .mine .cry b'),
    rival: () => number('main .opp .cry b'),
    cards: () => `${document.querySelectorAll('main .opp [data-card^="play:"]').length}`,
    dice: () =>
      [...document.querySelectorAll('main .dieslot')].some(isVisible) ? 'seen' : 'hidden',
    log: () => text('main .loglines li:last-child').trim(),
    // Read last: an update that is drawn at once changes the other values in the same frame.
    question: () => text('#q').trim(),
  };

  function note() {
    if (!isRecording) return;
    for (const [name, read] of Object.entries(values)) {
      const value = read();
      if (last[name] !== value) changes.push(`${name} ${value}`);
      last[name] = value;
    }
    requestAnimationFrame(note);
  }

  return {
    start: () => {
      changes = [];
      last = {};
      isRecording = true;
      note();
      changes = [];
    },
    hasLoaded: (part) =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes(part)),
    seen: () => changes,
    has: (change) => changes.includes(change),
    stop: () => {
      isRecording = false;
      return changes;
    },
  };
})();
