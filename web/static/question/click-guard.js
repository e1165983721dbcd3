// Guards against presses just after the server has changed the question, or while an answer is
// being sent. The player has aimed such a press at a control of the old page. The guard holds the
// press back, and carries it out as soon as a control with the same purpose can be pressed. If
// there is no such control, the page shows that the press had no effect.

/** @import { Picker } from '../core/types.js' */

/** The time for which a change holds presses, in milliseconds. */
const holdAfterChangeMs = 350;
/**
 * The minimum time between the two presses of an answer, in milliseconds. The player cannot read
 * the effect of the first press sooner.
 */
const minSecondPressMs = 300;
/** The time after which a press that is held back is given up, in milliseconds. */
const maxHoldMs = 2000;
/** The maximum number of remembered places while questions follow each other quickly. */
const maxPlaces = 200;

/**
 * Matches the controls that answer a question: the bar's buttons, and the things of the table that
 * can be chosen or are chosen.
 */
export const controls =
  '.ask button, main [data-ref]:is([data-state=choosable], [data-state=selected], [data-state=busy]), main [data-put], main button[data-option]';

/** Matches the controls that make a choice or take one back. */
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
 * The purpose of a control, its position on the page, and the key that presses it.
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
 * A press that is held back: the purpose of its control, the element, the kind of pointer, the time
 * of the event, and the time at which the press is given up (Date.now()).
 *
 * @typedef {{purpose: string, element: Element, pointerType: string, time: number, until: number}} HeldPress
 */

/**
 * @typedef {object} AskedQuestion
 * @property {string} id different for every question
 * @property {Picker} picker
 */

/**
 * The time just after a change, in which a press is aimed at what was there before. Meanwhile an
 * element has data-early.
 */
export class ChangeHold {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #element;
  #ended;

  /**
   * @param {HTMLElement} element
   * @param {() => void} [ended] called when presses count again
   */
  constructor(element, ended) {
    this.#element = element;
    this.#ended = ended;
  }

  get isOn() {
    return this.#timer !== undefined;
  }

  /** Call this at each change. */
  start() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.end(), holdAfterChangeMs);
    this.#element.dataset.early = '';
  }

  end() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    delete this.#element.dataset.early;
    this.#ended?.();
  }
}

/** The guard of a table. <body> has data-early while presses are held back after a change. */
export class ClickGuard {
  /**
   * The question that was rendered last.
   *
   * @type {AskedQuestion | null}
   */
  #question = null;
  /**
   * The controls from before the question changed, or from before the answer was sent.
   *
   * @type {Place[]}
   */
  #places = [];
  /** The purpose of the control that had the focus when #places was set. */
  #focusPurpose = '';
  /** Whether #places are from before the answer that is being sent. */
  #isSending = false;
  /** The purpose of the last press that counted. */
  #lastPurpose = '';
  /** The time of the event of the last press that counted. */
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
  #change;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #giveUpTimer;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #nextTimer;
  #abort = new AbortController();
  #refuse;
  #page;

  /**
   * @param {(element: Element | null, why?: 'gone' | 'waits' | 'cannot') => void} refuse shows that
   *   a press on an element has no effect. The control is gone, the previous answer takes too long,
   *   or the control cannot be pressed. Null removes the message
   * @param {Document} [page]
   */
  constructor(refuse, page = document) {
    this.#refuse = refuse;
    this.#page = page;
    this.#change = new ChangeHold(page.body, () => this.afterRender());
    const { signal } = this.#abort;
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
    // After the player has moved the focus, keys press the newly focused element.
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
    this.#abort.abort();
    this.#heldBack = [];
    clearTimeout(this.#giveUpTimer);
    clearTimeout(this.#nextTimer);
    this.#change.end();
  }

  /** Whether presses are held back now. */
  get isHoldingBack() {
    return this.#change.isOn || !!this.#question?.picker.busy;
  }

  /**
   * Remembers the controls of the page if the question changes. Call this before each render.
   *
   * @param {string} id different for every question
   * @param {Picker} picker
   */
  beforeRender(id, picker) {
    const previous = this.#question;
    const changed = !!previous && previous.id !== id;
    const isSent = !changed && picker.busy;
    // While an answer is being sent, presses are aimed at the controls from before it was sent.
    if ((changed && !this.#isSending) || (isSent && !this.#isSending))
      this.#rememberPlaces(previous?.picker ?? picker);
    this.#isSending = isSent;
    this.#question = { id, picker };
    if (changed) this.#change.start();
  }

  /** Carries out one press that was held back, if there is one. Call this after each render. */
  afterRender() {
    clearTimeout(this.#nextTimer);
    const [first] = this.#heldBack;
    if (!first || this.isHoldingBack) return;
    this.#heldBack.shift();
    const control = this.#findControl(first.purpose);
    if (!control) this.#refuse(first.element, 'gone');
    else if (control.getAttribute('aria-disabled') === 'true') this.#refuse(control, 'cannot');
    else this.#carryOut(control, first);
    // Carry out the next press even if there is no further render.
    if (this.#heldBack.length) this.#nextTimer = setTimeout(() => this.afterRender(), 50);
  }

  /**
   * Remembers the controls of a question whose answer is being sent, if a press comes before the
   * next render. Until then #places are those of an older question.
   */
  #noteSent() {
    const picker = this.#question?.picker;
    if (!picker?.busy || this.#isSending) return;
    this.#rememberPlaces(picker);
    this.#isSending = true;
  }

  /**
   * Handles a press. Returns whether it counts immediately. Otherwise the press is held back, or
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
      // Keys are not pressed twice by accident.
      this.#countsAsPressed(control, purpose, timeStamp);
      return true;
    }
    this.#noteSent();
    // Let clicks by keyboard or screen reader on other elements through, such as links.
    if (detail === 0 && !control) return true;
    // A key presses the control that had the focus, a pointer the control at its position.
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
   * Handles the key of a control. Returns whether the press counts immediately.
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

  /**
   * Returns whether a press counts, and records it if so. Refuses the second press of an answer if
   * it comes too soon after the first.
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

  /** Refuses a press that has been handled without changing the picker. */
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
   * Remembers the controls that are still on the page. If their question was shown only briefly,
   * keeps the controls of the previous questions too.
   *
   * @param {Picker} picker
   */
  #rememberPlaces(picker) {
    const wasBrief = this.#change.isOn;
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
 * The purpose of a control: a text that is the same in all questions in which a press on the
 * control has the same effect. The purpose of a thing of the table consists of the ids of its
 * options. '' without a control.
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
