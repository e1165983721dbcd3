// What a person at a table looks at, for the tests: it is put into each page
// before the page's own scripts. It reads what is shown and changes nothing.
globalThis.table = (() => {
  let changes = 0;
  new MutationObserver(() => changes++).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  });

  /** Presses of a hand on what answers a question, of which nothing is to be seen yet. */
  let unheeded = [];
  const answers = '.ask button, main button[data-ref]';
  addEventListener(
    'click',
    ({ isTrusted, target }) => {
      const control = isTrusted && target.closest?.(answers);
      if (control) unheeded.push(words(control));
    },
    true,
  );
  new MutationObserver((records) => {
    if (
      records.some(
        ({ target, attributeName }) =>
          attributeName !== 'data-key' &&
          (target.closest ? target : target.parentElement)?.closest(answers + ', .ask, .cardsheet'),
      )
    )
      unheeded = [];
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });

  /** The ways on that the page offers to whoever is asked, by kind. */
  const ways = {
    put: '.ask [data-put]',
    option:
      '.ask [data-choice]:not([aria-disabled=true], [aria-pressed=true], [aria-expanded=true])',
    thing: 'main [data-ref][data-state=choosable]:not(.placed)',
    alone:
      '.ask :is(.back, .go) [data-option]:not([data-choice], [aria-disabled=true], [aria-pressed=true])',
    send: '.ask .go .btn.main:not([data-option], [aria-disabled=true]), .ask .sure:not([aria-disabled=true])',
  };
  /** The elements of the ways that were told last. */
  let found = [];

  const words = (element) =>
    (element?.getAttribute('aria-label') ?? element?.innerText ?? '').replace(/\s+/g, ' ').trim();

  /** That of the room. */
  const status = () => document.querySelector('.room')?.dataset.status ?? '';

  /** What the page asks, and the ways on. */
  function look() {
    const ask = document.querySelector('.dock .ask');
    const asked = !!ask && !ask.matches('.plain');
    const told = [];
    found = [];
    if (asked) {
      for (const [kind, selector] of Object.entries(ways)) {
        for (const element of document.querySelectorAll(selector)) {
          if (!element.checkVisibility({ visibilityProperty: true })) continue;
          told.push({
            n: found.length,
            kind,
            name: words(element),
            ref: element.dataset.ref ?? '',
            option: element.dataset.option ?? '',
          });
          found.push(element);
        }
      }
    }
    return {
      changes,
      asked,
      ways: told,
      status: status(),
      question: words(document.getElementById('q')),
      // A press so soon after the question changed might not count.
      sending: ask?.getAttribute('aria-busy') === 'true' || 'early' in document.body.dataset,
      kept: !!ask && ask.matches('.answered'),
      opened: !!document.querySelector('.ask [data-put], [data-does=all]'),
      refused: words(document.querySelector('.refused')),
    };
  }

  /** Texts that nobody should ever read: keys, placeholders, values that are none. */
  function nonsense() {
    const text = document.body.innerText;
    const keys = text.match(/(?<![\w@/.-])[a-z][a-zA-Z]*(\.[a-zA-Z_]+)+(?![\w/-])/g) ?? [];
    const rest = text.match(/\{\w+\}|undefined|\bNaN\b|\[object \w+\]/g) ?? [];
    return [...new Set([...keys, ...rest])].slice(0, 10);
  }

  /** What the board and the hand say, without what can be chosen or is being chosen. */
  function board() {
    const parts = [...document.querySelectorAll('main.grid > *, main.grid > .dock .hand')].filter(
      (e) => !e.matches('.side, .dock, h1'),
    );
    return parts
      .map((part) => {
        const copy = part.cloneNode(true);
        for (const part of copy.querySelectorAll('.tick, .sb-day .pass')) part.remove();
        return [
          copy.textContent,
          ...[...copy.querySelectorAll('[aria-label]')].map((e) => e.getAttribute('aria-label')),
        ].join(' ');
      })
      .join(' | ')
      .replace(/Ready|Chosen/g, '')
      .replace(/\s+/g, ' ')
      .trim();
  }

  /** The middle of a way on, if it is in sight. */
  function middle(n) {
    found[n].scrollIntoView({ block: 'nearest', behavior: 'instant' });
    const { left, top, width, height } = found[n].getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  }

  return {
    look,
    status,
    board,
    nonsense,
    middle,
    way: (n) => found[n],
    changes: () => changes,
    unheeded: () => unheeded,
  };
})();
