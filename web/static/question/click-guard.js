// Guards against presses just after the server has changed the question, or while an answer is
// being sent: the player aimed at what was there before. Such a press is held back, and carried out
// as soon as a control with the same purpose can be pressed. If there is none, the page says so, so
// that no press is lost silently.

/** @import { Picker } from '../core/types.js' */

/** Presses are held back for this time after a change of the question. */
const holdAfterChangeMs = 350;
/** A second press sooner than this does not count: its effect cannot have been read yet. */
const minSecondPressMs = 300;
/** A press that is held back longer than this is given up. */
const maxHoldMs = 2000;
/** Bounds the places that are remembered while questions follow each other quickly. */
const maxPlaces = 200;

/**
 * Selects what answers a question: the bar's buttons, and things of the table that can be chosen,
 * or that are chosen while the answer is being sent.
 */
export const controls =
  '.ask button, main [data-ref]:is([data-state=choosable], [data-state=selected], [data-state=busy]), main [data-put], main button[data-option]';

/** Selects the controls that choose something or take it back. */
const choosing = '[data-ref], [data-option], [data-put], [data-choice]';

/**
 * The buttons that match a selector. All controls are buttons, and filtering the buttons is faster
 * than querying the whole page.
 *
 * @param {string} selector
 * @param {Document} [page]
 */
export function buttons(selector, page = document) {
  return [...page.querySelectorAll('button')].filter((button) => button.matches(selector));
}

/**
 * Where a control was, its purpose, and the key that presses it.
 *
 * @typedef {{purpose: string, box: DOMRect, key: string}} Place
 */
/**
 * The part of a click event that the guard uses. `detail` is 0 for the keyboard.
 *
 * @typedef {Pick<
 *   PointerEvent,
 *   | 'target'
 *   | 'detail'
 *   | 'clientX'
 *   | 'clientY'
 *   | 'pointerType'
 *   | 'defaultPrevented'
 *   | 'timeStamp'
 * >} Press
 */
/**
 * A press that is held back: its purpose, the element, the kind of pointer, the time of its event,
 * and when it is given up (Date.now()).
 *
 * @typedef {{purpose: string, element: Element, pointerType: string, time: number, until: number}} HeldPress
 */

/**
 * @typedef {object} AskedQuestion
 * @property {string} id different for every question
 * @property {Picker} picker
 */

/** The guard of a table. While it holds presses back after a change, <body> has data-early. */
export class ClickGuard {
  /**
   * The question that was drawn last.
   *
   * @type {AskedQuestion | null}
   */
  #question = null;
  /**
   * The controls before the question changed, or before the answer was sent.
   *
   * @type {Place[]}
   */
  #places = [];
  /** The purpose of the control that had the focus then. */
  #focusPurpose = '';
  /** Whether #places are those from before the answer that is being sent. */
  #isSending = false;
  /** The purpose of the last press that counted. */
  #lastPurpose = '';
  /** The time of that press's event. */
  #lastTime = -Infinity;
  /** @type {HeldPress[]} */
  #heldBack = [];
  /** Whether the guard itself is pressing a control. */
  #isCarryingOut = false;
  /**
   * The control of the last press that counted, and the picker's version before it.
   *
   * @type {{control: Element, picker: Picker, version: number} | null}
   */
  #counted = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #changeTimer;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #giveUpTimer;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #nextTimer;
  #stop = new AbortController();
  #refuse;
  #page;

  /**
   * @param {(element: Element | null, why?: 'gone' | 'waits' | 'cannot') => void} refuse shows that
   *   a press on an element has no effect: its control is gone, the previous answer takes too long,
   *   or it cannot be chosen. Null removes the message
   * @param {Document} [page]
   */
  constructor(refuse, page = document) {
    this.#refuse = refuse;
    this.#page = page;
    const { signal } = this.#stop;
    page.addEventListener(
      'click',
      (event) => {
        if (this.press(event)) return;
        event.preventDefault();
        event.stopPropagation();
      },
      { capture: true, signal },
    );
    page.addEventListener('click', () => this.#reportNoEffect(), { signal });
    // After the player has moved the focus, keys mean the newly focused element.
    page.addEventListener(
      'keydown',
      (event) => {
        const { key, repeat, target } = event;
        if (key === 'Tab' || key.startsWith('Arrow')) this.#focusPurpose = '';
        // A key that is held down counts as one press.
        const presses = key === 'Enter' || key === ' ';
        if (repeat && presses && target instanceof Element && target.closest(controls))
          event.preventDefault();
      },
      { capture: true, signal },
    );
  }

  close() {
    this.#stop.abort();
    this.#heldBack = [];
    clearTimeout(this.#giveUpTimer);
    clearTimeout(this.#nextTimer);
    this.#accept();
  }

  /** Whether presses are held back now. */
  get isHoldingBack() {
    return this.#changeTimer !== undefined || !!this.#question?.picker.busy;
  }

  /**
   * Call it before each render, while the old controls are still in the page.
   *
   * @param {string} id different for every question
   * @param {Picker} picker
   */
  beforeDrawing(id, picker) {
    const previous = this.#question;
    const changed = !!previous && previous.id !== id;
    const isSent = !changed && picker.busy;
    // Controls cannot be pressed while an answer is being sent, so presses mean those from before.
    if ((changed && !this.#isSending) || (isSent && !this.#isSending))
      this.#rememberPlaces(previous?.picker ?? picker);
    this.#isSending = isSent;
    this.#question = { id, picker };
    if (!changed) return;
    clearTimeout(this.#changeTimer);
    this.#changeTimer = setTimeout(() => this.#accept(), holdAfterChangeMs);
    this.#page.body.dataset.early = '';
  }

  /** Call it after each render. Carries out one press that was held back. */
  afterDrawing() {
    clearTimeout(this.#nextTimer);
    const [first] = this.#heldBack;
    if (!first || this.isHoldingBack) return;
    this.#heldBack.shift();
    const control = this.#findControl(first.purpose);
    if (!control) this.#refuse(first.element, 'gone');
    else if (control.getAttribute('aria-disabled') === 'true') this.#refuse(control, 'cannot');
    else this.#carryOut(control, first);
    // There may be no further render, so do not wait for one with the next press.
    if (this.#heldBack.length) this.#nextTimer = setTimeout(() => this.afterDrawing(), 50);
  }

  /**
   * Remembers the controls of an answer that is being sent, if a press comes before that has been
   * drawn. The controls remembered before belong to an older question.
   */
  #noteSent() {
    const picker = this.#question?.picker;
    if (!picker?.busy || this.#isSending) return;
    this.#rememberPlaces(picker);
    this.#isSending = true;
  }

  /**
   * Handles a press, and reports whether it counts immediately. Otherwise it is held back, or
   * dropped if it repeats the press whose answer is being sent.
   *
   * @param {Press} event
   */
  press({ target, detail, clientX: x, clientY: y, pointerType, defaultPrevented, timeStamp }) {
    const pressed = /** @type {Element | null} */ (target);
    if (defaultPrevented || this.#isCarryingOut || !pressed?.closest) return true;
    this.#counted = null;
    // Open menus and dialogs do not belong to the question.
    if (pressed.closest('.menulist, dialog')) return true;
    const control = pressed.closest(controls);
    const purpose = this.#purposeOf(control);
    if (!this.isHoldingBack) {
      const unavailable = pressed.closest('.ask [aria-disabled=true], main [data-state=blocked]');
      this.#refuse(unavailable, unavailable ? 'cannot' : undefined);
      if (!control || unavailable) return true;
      if (detail > 0) return this.#acceptsSecondPress(control, purpose, timeStamp);
      // There are no accidental double presses of keys.
      this.#countsAsPressed(control, purpose, timeStamp);
      return true;
    }
    this.#noteSent();
    // Let a click by keyboard or screen reader on another element, such as a link, through.
    if (detail === 0 && !control) return true;
    // A key presses the focused element.
    const purposeBefore =
      detail === 0
        ? this.#focusPurpose
        : (this.#places.find(
            ({ box }) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom,
          )?.purpose ?? '');
    if (!control && !purposeBefore) return true;
    const busy = !!this.#question?.picker.busy;
    if (!busy && control && purposeBefore === purpose && purpose)
      return this.#acceptsSecondPress(control, purpose, timeStamp);
    // Drop the second click of a double click.
    if ((purposeBefore || purpose) !== this.#lastPurpose || !(busy || detail > 1))
      this.#holdBack(purposeBefore || purpose, control ?? pressed, pointerType, timeStamp);
    return false;
  }

  /**
   * Handles the key of a control, and reports whether it counts immediately.
   *
   * @param {string} key
   */
  pressKey(key) {
    if (!this.isHoldingBack) return true;
    this.#noteSent();
    const was = this.#places.find((place) => place.key === key)?.purpose;
    const control = this.#page.querySelector(`[data-key="${key}"]`);
    if (was || control)
      this.#holdBack(
        was ?? this.#purposeOf(control),
        control ?? this.#page.body,
        '',
        performance.now(),
      );
    return false;
  }

  /**
   * @param {string} purpose
   * @param {Element} element
   * @param {string} pointerType
   * @param {number} time of its event
   */
  #holdBack(purpose, element, pointerType, time) {
    this.#heldBack.push({ purpose, element, pointerType, time, until: Date.now() + maxHoldMs });
    clearTimeout(this.#giveUpTimer);
    this.#giveUpTimer = setTimeout(() => this.#giveUp(), maxHoldMs);
  }

  /** Gives up the presses that were held back for too long. */
  #giveUp() {
    const expired = this.#heldBack.filter(({ until }) => until <= Date.now());
    this.#heldBack = this.#heldBack.filter((press) => !expired.includes(press));
    for (const { element } of expired) this.#refuse(element, 'waits');
    const [next] = this.#heldBack;
    if (next) this.#giveUpTimer = setTimeout(() => this.#giveUp(), next.until - Date.now());
  }

  #accept() {
    clearTimeout(this.#changeTimer);
    this.#changeTimer = undefined;
    delete this.#page.body.dataset.early;
    this.afterDrawing();
  }

  /**
   * Reports whether a press counts. The second press of an answer is refused if it comes too soon
   * after the first.
   *
   * @param {Element} control
   * @param {string} purpose
   * @param {number} time of its event
   */
  #acceptsSecondPress(control, purpose, time) {
    const isSecondPress =
      purpose !== '' &&
      purpose === this.#lastPurpose &&
      purpose === this.#question?.picker.pendingOption;
    if (isSecondPress && time - this.#lastTime < minSecondPressMs) {
      this.#refuse(control, 'cannot');
      return false;
    }
    this.#countsAsPressed(control, purpose, time);
    return true;
  }

  /**
   * @param {Element} control
   * @param {string} purpose
   * @param {number} time of its event
   */
  #countsAsPressed(control, purpose, time) {
    this.#lastPurpose = purpose;
    this.#lastTime = time;
    const picker = this.#question?.picker;
    this.#counted =
      picker && control.matches(choosing) ? { control, picker, version: picker.version } : null;
  }

  /** After a press has been handled, refuses it if it has changed nothing. */
  #reportNoEffect() {
    const counted = this.#counted;
    this.#counted = null;
    if (counted && counted.picker.version === counted.version)
      this.#refuse(counted.control, 'cannot');
  }

  /**
   * @param {Element} control
   * @param {HeldPress} press
   */
  #carryOut(control, { purpose, pointerType, time }) {
    if (!this.#acceptsSecondPress(control, purpose, time)) return;
    this.#isCarryingOut = true;
    try {
      control.dispatchEvent(
        new PointerEvent('click', { bubbles: true, cancelable: true, pointerType }),
      );
    } finally {
      this.#isCarryingOut = false;
    }
  }

  /**
   * Remembers the controls of the question that is still drawn. If that was drawn only briefly, the
   * controls before it are kept too.
   *
   * @param {Picker} picker
   */
  #rememberPlaces(picker) {
    const wasBrief = this.#changeTimer !== undefined;
    const places = buttons(controls, this.#page).map((control) => ({
      purpose: purposeOf(control, picker),
      box: control.getBoundingClientRect(),
      key: control.dataset.key ?? '',
    }));
    const focus = purposeOf(this.#page.activeElement?.closest(controls) ?? null, picker);
    this.#places = wasBrief ? [...places, ...this.#places].slice(0, maxPlaces) : places;
    this.#focusPurpose = focus || !wasBrief ? focus : this.#focusPurpose;
  }

  /** @param {Element | null} control */
  #purposeOf(control) {
    return this.#question ? purposeOf(control, this.#question.picker) : '';
  }

  /**
   * Finds the visible control with a purpose.
   *
   * @param {string} purpose
   */
  #findControl(purpose) {
    return buttons(controls, this.#page).find(
      (control) =>
        purpose !== '' && this.#purposeOf(control) === purpose && control.checkVisibility(),
    );
  }
}

/**
 * An id that is different for every question.
 *
 * @param {import('../core/types.js').Session} session
 */
export const questionKey = ({ state, decision }) => `${state.match} ${decision?.id ?? ''}`;

/**
 * The purpose of a control: a text that is the same in all questions in which a press has the same
 * effect, '' without a control. For a thing of the table it consists of the ids of its options.
 *
 * @param {Element | null} control
 * @param {Picker} picker
 */
export function purposeOf(control, picker) {
  if (!control) return '';
  const { ref = '', put = '', does = '' } = /** @type {HTMLElement} */ (control).dataset;
  const option = control.closest('[data-option]')?.getAttribute('data-option') ?? '';
  const options =
    option && ref
      ? option
      : picker
          .options(ref)
          .map(({ id }) => id)
          .join();
  return options || [option, put, does].filter(Boolean).join(' ') || (ref && `thing ${ref}`);
}
