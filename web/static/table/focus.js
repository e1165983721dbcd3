// Keeps the focus at the table when a render removes or disables the element that has it.
//
// If the element is gone, the same thing elsewhere on the table gets the focus, else the question. If
// it is disabled, the main button of the question gets it. If it answered the last question, the new
// question gets it, so that the next press does not answer by accident.

/** Elements whose focus is kept: those of the dock and the table, without log and chat. */
const followed = '.dock *, main > :not(.side) *';

/** Elements that cannot be pressed. While an answer is under way, the focus waits instead. */
const disabled = ':is(:disabled, [aria-disabled=true]):not([aria-busy=true] *)';

/** A thing of the table that answers the question, or has just answered it. */
const choice = ':is([data-state=choosable], [data-state=selected], [data-state=busy])';

/**
 * @typedef {object} Focus
 * @property {Element} element that has the focus
 * @property {string} ref its data-ref or data-card, or ''
 * @property {boolean} wasEnabled
 * @property {boolean} wasChoice it answered the question
 */

/** @param {Element} element */
const refOf = (element) =>
  element.getAttribute('data-ref') ?? element.getAttribute('data-card') ?? '';

/**
 * The selectors of elements that can get the focus instead, the best first.
 *
 * @param {string} ref of the thing that loses the focus, or ''
 * @param {{off: boolean, answered: boolean}} why it has become disabled, or has answered a question
 */
function fallbacksFor(ref, { off, answered }) {
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

/** The element of the question. Each question has another one. */
const question = () => document.getElementById('ask');

/**
 * Whether an element can get the focus. While a question is open, only the question and its choices
 * can.
 *
 * @param {Element} element
 */
const canTakeFocus = (element) =>
  element.matches('.ask, .ask *, [data-state=choosable], [data-state=selected]') ||
  document.querySelector('.ask:not(.plain)') === null;

export class FocusKeeper {
  /** @type {Focus | null} null if the focus is elsewhere */
  #focus = null;
  #drawing = false;
  /** @type {Element | null} the question before the render */
  #question = null;
  #abort = new AbortController();

  /** @param {EventTarget} [page] */
  constructor(page = document) {
    const { signal } = this.#abort;
    page.addEventListener('focusin', (event) => this.#remember(event.target), { signal });
    page.addEventListener(
      'focusout',
      () => {
        // The focus is kept for an element that a render removes, and while the window is left.
        if (!this.#drawing && document.hasFocus()) this.#focus = null;
      },
      { signal },
    );
  }

  close() {
    this.#abort.abort();
  }

  /** Call it before a render. */
  before() {
    this.#drawing = true;
    this.#question = question();
  }

  /** Call it after a render. It moves the focus if its element has lost it. */
  afterRender() {
    this.#drawing = false;
    const focus = this.#focus;
    if (!focus) return;
    const { element } = focus;
    // A drawing can use the same element for another thing.
    const isGone = !element.isConnected || refOf(element) !== focus.ref;
    const isDisabled = !isGone && focus.wasEnabled && element.matches(disabled);
    const hasAnswered = focus.wasChoice && question() !== this.#question;
    if (!isGone && !isDisabled && !hasAnswered) {
      this.#remember(element);
      return;
    }
    if (isDisabled && document.querySelector('.ask[aria-busy=true]')) return;
    this.#focus = null;
    for (const selector of fallbacksFor(focus.ref, { off: isDisabled, answered: hasAnswered })) {
      const next = [...document.querySelectorAll(selector)].find(canTakeFocus);
      if (next instanceof HTMLElement) {
        next.focus({ preventScroll: true });
        return;
      }
    }
  }

  /** @param {EventTarget | null} target */
  #remember(target) {
    this.#focus =
      target instanceof Element && target.matches(followed)
        ? {
            element: target,
            ref: refOf(target),
            wasEnabled: !target.matches(disabled),
            wasChoice: target.matches(choice),
          }
        : null;
  }
}
