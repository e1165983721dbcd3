// Presses that come too soon: whoever presses just after the question changed
// aimed at what was there before.

/** For how long after a change a press counts only if what is pressed was there, in milliseconds. */
const soon = 350;

/** What answers a question: the bar's buttons, and the things of the table that may be chosen. */
const controls = '.ask button, main [data-ref]:is([data-state=choosable], [data-state=selected]), main [data-put]';

/** Where a control was, and what a press on it did. @typedef {{does: string, box: DOMRect}} Place */

/** The guard of a table. While it holds presses back, <body> has data-early. */
export class Guard {
  /** What was asked at the last drawing. @type {string | null} */
  #asked = null;
  /** What could be pressed before it changed. @type {Place[]} */
  #places = [];
  /** What the control with the focus did then. */
  #focus = '';
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #stop = new AbortController();

  /** @param {EventTarget} [page] */
  constructor(page = document) {
    page.addEventListener('click', (event) => {
      if (!this.early || this.#counts(/** @type {MouseEvent} */ (event))) return;
      event.preventDefault();
      event.stopPropagation();
    }, { capture: true, signal: this.#stop.signal });
  }

  close() {
    this.#stop.abort();
    this.#settle();
  }

  /** The question has changed just now. */
  get early() {
    return this.#timer !== undefined;
  }

  /** A drawing begins. @param {string} asked another text for every question */
  before(asked) {
    if (asked === this.#asked) return;
    this.#places = [...document.querySelectorAll(controls)].map((control) => ({ does: deedOf(control), box: control.getBoundingClientRect() }));
    this.#focus = deedOf(document.activeElement?.closest(controls));
    const first = this.#asked === null;
    this.#asked = asked;
    if (first) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#settle(), soon);
    document.body.dataset.early = '';
  }

  #settle() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    delete document.body.dataset.early;
  }

  /** Whether a press counts: on no control, or on one that did the same at this place before. @param {MouseEvent} event */
  #counts(event) {
    const control = event.target instanceof Element ? event.target.closest(controls) : null;
    if (!control) return true;
    const does = deedOf(control);
    if (!does) return false;
    // A key presses what has the focus.
    if (event.detail === 0) return does === this.#focus;
    const { clientX: x, clientY: y } = event;
    return this.#places.some(({ does: did, box }) => did === does && x >= box.left && x <= box.right && y >= box.top && y <= box.bottom);
  }
}

/** What is asked, or waits for a second press: another text for each. @param {import('../app/types.js').Session} session */
export function askedOf({ state, decision, pick }) {
  return `${state.match} ${decision?.id ?? ''} ${pick.held}`;
}

/** What a press on a control does: the same text for the same purpose, '' for what has none that outlasts a question. @param {Element | null | undefined} control */
function deedOf(control) {
  if (!control) return '';
  const { ref, put = '', does = '' } = /** @type {HTMLElement} */ (control).dataset;
  const option = control.closest('[data-option]')?.getAttribute('data-option') ?? '';
  return ref ? `thing ${ref}` : option || put || does ? `${option} ${put} ${does}` : '';
}
