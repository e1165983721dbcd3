// The focus at the table: if the thing that has it is drawn no more, what is left in its place gets
// it, else the same thing elsewhere, else the question. It never comes to rest on a choice, which the
// next press would make. What has become disabled keeps no focus: the way on gets it. Once another
// question is put, the question gets the focus of what answered the last one.

/** What is followed: the bar with the hand, and the table, without log and chat. */
const followed = '.dock *, main > :not(.side) *';

/** What cannot be pressed; while an answer is under way nothing can, and the focus waits. */
const disabled = ':is(:disabled, [aria-disabled=true]):not([aria-busy=true] *)';

/** A thing of the table that answers the question, also while its answer is under way. */
const choice = ':is([data-state=choosable], [data-state=selected], [data-state=busy])';

/**
 * A thing that has the focus: its element, its name in data-ref or data-card, or '', whether it
 * could be pressed, and whether it answered the question.
 *
 * @typedef {{element: Element, ref: string, on: boolean, choice: boolean}} Focus
 */

/** @param {Element} element */
const refOf = (element) =>
  element.getAttribute('data-ref') ?? element.getAttribute('data-card') ?? '';

/**
 * Where the focus goes when a thing cannot keep it: selectors, the best first.
 *
 * @param {string} ref of the thing, '' for what has none
 * @param {{off: boolean, answered: boolean}} why it has become disabled, or has answered a question
 */
function waysOn(ref, { off, answered }) {
  if (answered) return ['#ask'];
  if (off) return ['.ask .go .btn.main:not([aria-disabled=true])', '#ask'];
  if (!ref) return ['#ask'];
  const name = CSS.escape(ref);
  return [
    `main [data-ref="${name}"]:not(.placed)`,
    `main .placed[data-card="${name}"]:not([data-ref])`,
    `main [data-ref="${name}"]`,
    '#ask',
  ];
}

/** The question: another element for each one. */
const question = () => document.getElementById('ask');

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
  /** @type {Element | null} as it was drawn last */
  #question = null;
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
    this.#question = question();
  }

  /** The drawing is there: gives the focus on if its thing is gone. */
  drawn() {
    this.#drawing = false;
    const focus = this.#focus;
    if (!focus) return;
    const { element } = focus;
    // What is drawn in the place of something else may get its element.
    const gone = !element.isConnected || refOf(element) !== focus.ref;
    const off = !gone && focus.on && element.matches(disabled);
    const answered = focus.choice && question() !== this.#question;
    if (!gone && !off && !answered) {
      this.#take(element);
      return;
    }
    if (off && document.querySelector('.ask[aria-busy=true]')) return;
    this.#focus = null;
    for (const way of waysOn(focus.ref, { off, answered })) {
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
            ref: refOf(target),
            on: !target.matches(disabled),
            choice: target.matches(choice),
          }
        : null;
  }
}
