// The focus at the table: if the thing that has it is drawn no more, what is left in its place gets
// it, else the same thing elsewhere, else the question. It never comes to rest on a choice, which the
// next press would make. What has become disabled keeps no focus: the way on gets it.

/** What is followed: the bar with the hand, and the table, without log and chat. */
const followed = '.dock *, main > :not(.side) *';

/** What cannot be pressed; while an answer is under way nothing can, and the focus waits. */
const disabled = ':is(:disabled, [aria-disabled=true]):not([aria-busy=true] *)';

/**
 * A thing that has the focus: its element, its name in data-ref or data-card, or '', and whether it
 * could be pressed.
 *
 * @typedef {{element: Element, ref: string, on: boolean}} Focus
 */

/**
 * Where the focus goes when a thing is no longer drawn: selectors, the best first.
 *
 * @param {string} ref of the thing, '' for what has none
 */
function waysFrom(ref) {
  const name = CSS.escape(ref);
  return [
    ...(ref
      ? [
          `main [data-ref="${name}"]:not(.placed)`,
          `main .placed[data-card="${name}"]:not([data-ref])`,
          `main [data-ref="${name}"]`,
        ]
      : []),
    '#ask',
  ];
}

/**
 * Whether the focus may go to an element: while something is asked, to nothing outside the
 * question.
 *
 * @param {Element} element
 */
const within = (element) =>
  element.matches('.ask, .ask *, [data-state=choosable], [data-state=selected]') ||
  document.querySelector('.ask:not(.plain)') === null;

export class FocusKeeper {
  /** @type {Focus | null} null: nothing that is followed has it */
  #focus = null;
  #drawing = false;
  #stop = new AbortController();

  /** @param {EventTarget} [page] */
  constructor(page = document) {
    const { signal } = this.#stop;
    page.addEventListener('focusin', (event) => this.#take(event.target), { signal });
    page.addEventListener(
      'focusout',
      () => {
        // A thing that is drawn no more, or a window that is left, keeps it.
        if (!this.#drawing && document.hasFocus()) this.#focus = null;
      },
      { signal },
    );
  }

  close() {
    this.#stop.abort();
  }

  /** A drawing begins. */
  before() {
    this.#drawing = true;
  }

  /** The drawing is there: gives the focus on if its thing is gone. */
  drawn() {
    this.#drawing = false;
    const focus = this.#focus;
    if (!focus) return;
    const off = focus.element.isConnected && focus.on && focus.element.matches(disabled);
    if (focus.element.isConnected && !off) {
      this.#take(focus.element);
      return;
    }
    if (off && document.querySelector('.ask[aria-busy=true]')) return;
    this.#focus = null;
    for (const way of off
      ? ['.ask .go .btn.main:not([aria-disabled=true])', ...waysFrom('')]
      : waysFrom(focus.ref)) {
      const next = [...document.querySelectorAll(way)].find(within);
      if (next instanceof HTMLElement) {
        next.focus({ preventScroll: true });
        return;
      }
    }
  }

  /** @param {EventTarget | null} target */
  #take(target) {
    this.#focus =
      target instanceof Element && target.matches(followed)
        ? {
            element: target,
            ref: target.getAttribute('data-ref') ?? target.getAttribute('data-card') ?? '',
            on: !target.matches(disabled),
          }
        : null;
  }
}
