// Moves the focus when a render removes or disables the element that has it.
//
// If the element has been removed, the focus moves to another element of the same thing, else to
// the question. If the element is disabled, the focus moves to the main button of the question. If
// the element answered the last question, the focus moves to the new question, so that the next
// press does not answer it by accident.

/** Matches the elements whose focus is kept: those of the dock and the table, not log and chat. */
const followed = '.dock *, main > :not(.side) *';

/** Matches disabled elements, except those that are only disabled while an answer is sent. */
const disabled = ':is(:disabled, [aria-disabled=true]):not([aria-busy=true] *)';

/** Matches things of the table that answer the question, or have just answered it. */
const choice = ':is([data-state=choosable], [data-state=selected], [data-state=busy])';

/**
 * @typedef {object} Focus
 * @property {Element} element the element that has the focus
 * @property {string} ref its data-ref or data-card, or ''
 * @property {boolean} wasEnabled
 * @property {boolean} wasChoice whether the element answered the question
 */

/** @param {Element} element */
const refOf = (element) =>
  element.getAttribute('data-ref') ?? element.getAttribute('data-card') ?? '';

/**
 * The selectors of elements that can get the focus instead, best first.
 *
 * @param {string} ref ref of the thing that loses the focus, or ''
 * @param {{off: boolean, answered: boolean}} why whether the thing has become disabled, and whether
 *   it has answered a question
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

/** The element of the question. Each question has its own. */
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
  #isRendering = false;
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
        // Keep the focus if a render has removed the element, or if the window lost the focus.
        if (!this.#isRendering && document.hasFocus()) this.#focus = null;
      },
      { signal },
    );
  }

  close() {
    this.#abort.abort();
  }

  /** Call this before every render. */
  before() {
    this.#isRendering = true;
    this.#question = question();
  }

  /** Moves the focus if the render has taken it from its element. Call this after every render. */
  afterRender() {
    this.#isRendering = false;
    const focus = this.#focus;
    if (!focus) return;
    const { element } = focus;
    // A render can reuse the element for another thing.
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
