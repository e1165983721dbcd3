// Reads what a table shows, and what can be pressed. Injected into each page before the page's
// scripts. It changes nothing.
globalThis.table = (() => {
  let changes = 0;
  new MutationObserver(() => changes++).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  });

  /** Real presses on controls of a question that have had no visible effect yet. */
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

  /** Selectors of the controls with which a player can go on, by kind. */
  const controlsByKind = {
    put: '.ask [data-put]',
    option:
      '.ask [data-choice]:not([aria-disabled=true], [aria-pressed=true], [aria-expanded=true])',
    thing: 'main [data-ref][data-state=choosable]:not(.placed)',
    alone:
      '.ask :is(.back, .go) [data-option]:not([data-choice], [aria-disabled=true], [aria-pressed=true])',
    send: '.ask .go .btn.main:not([data-option], [aria-disabled=true]), .ask .sure:not([aria-disabled=true])',
  };
  /** The elements of the controls that `look` returned last. */
  let found = [];

  const words = (element) =>
    (element?.getAttribute('aria-label') ?? element?.innerText ?? '').replace(/\s+/g, ' ').trim();

  /** The status of the room. */
  const status = () => document.querySelector('.room')?.dataset.status ?? '';

  /** The question of the page, and the controls with which the player can go on. */
  function look() {
    const ask = document.querySelector('.dock .ask');
    const asked = !!ask && !ask.matches('.plain');
    const listed = [];
    found = [];
    if (asked) {
      for (const [kind, selector] of Object.entries(controlsByKind)) {
        for (const element of document.querySelectorAll(selector)) {
          if (!element.checkVisibility({ visibilityProperty: true })) continue;
          listed.push({
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
      ways: listed,
      status: status(),
      question: words(document.getElementById('q')),
      // A press so soon after a change of the question would be held back.
      sending: ask?.getAttribute('aria-busy') === 'true' || 'early' in document.body.dataset,
      kept: !!ask && ask.matches('.answered'),
      opened: !!document.querySelector('.ask [data-put], [data-does=all]'),
      refused: words(document.querySelector('.refused')),
    };
  }

  /** Texts that no player should see: keys, placeholders, undefined values. */
  function nonsense() {
    const text = document.body.innerText;
    const keys = text.match(/(?<![\w@/.-])[a-z][a-zA-Z]*(\.[a-zA-Z_]+)+(?![\w/-])/g) ?? [];
    const rest = text.match(/\{\w+\}|undefined|\bNaN\b|\[object \w+\]/g) ?? [];
    return [...new Set([...keys, ...rest])].slice(0, 10);
  }

  /** The texts of the board and the hand, without marks of choices. */
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

  /** Scrolls to a control of the last `look`, and returns its centre. */
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
