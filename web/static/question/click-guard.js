// Guards against presses that meet a question which the server has just changed, or whose answer is
// being sent: the player aimed at what was there before. Such a press is held back, and carried out
// as soon as a control of the same purpose can be pressed; if there is none any more, the player is
// told so. No press is lost silently.

/** @import { Picker } from '../core/types.js' */

/** For how long after a change of the question presses are held back, in milliseconds. */
const holdAfterChangeMs = 350;
/**
 * The least time between the two presses of an answer that takes two, in milliseconds. Nobody reads
 * faster what the second press does.
 */
const minSecondPressMs = 300;
/** For how long a press is held back at most, in milliseconds. */
const maxHoldMs = 2000;
/** So many places are remembered at most while questions follow each other quickly. */
const maxPlaces = 200;

/**
 * What answers a question: the bar's buttons, and the things of the table that may be chosen, or are
 * while the answer is under way.
 */
export const controls =
  '.ask button, main [data-ref]:is([data-state=choosable], [data-state=selected], [data-state=busy]), main [data-put], main button[data-option]';

/** The controls that choose something, or take it back. */
const choosing = '[data-ref], [data-option], [data-put], [data-choice]';

/**
 * The buttons of a page that are like a selector. What answers a question is always a button: a
 * page finds its buttons at once, and would ask the selector of each of its elements.
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
 * What is needed of a click: detail is 0 for the keyboard.
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
 * A press that is held back: its purpose, where, by which kind of pointer and when it was made, and
 * when it is given up.
 *
 * @typedef {{purpose: string, at: Element, by: string, time: number, until: number}} HeldPress
 */

/**
 * @typedef {object} AskedQuestion
 * @property {string} id another text for every question
 * @property {Picker} pick
 */

/** The guard of a table. While it holds presses back after a change, <body> has data-early. */
export class ClickGuard {
  /**
   * What is asked, as it was drawn last.
   *
   * @type {AskedQuestion | null}
   */
  #question = null;
  /**
   * What could be pressed before it changed, or before the answer was sent.
   *
   * @type {Place[]}
   */
  #places = [];
  /** The purpose of the control that had the focus then. */
  #focusPurpose = '';
  /** The controls from before the answer that is being sent are remembered. */
  #isSending = false;
  /** The purpose of the last press that counted. */
  #lastPurpose = '';
  /** When it was made, as the time of its event. */
  #lastTime = -Infinity;
  /** @type {HeldPress[]} */
  #heldBack = [];
  /** The guard itself is pressing. */
  #isCarryingOut = false;
  /**
   * The last press that counted: on what, and what had been chosen by then.
   *
   * @type {{control: Element, pick: Picker, version: number} | null}
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
   * @param {(at: Element | null, why?: 'gone' | 'waits' | 'cannot') => void} refuse says that a
   *   press at an element does nothing: what it meant is gone, the answer before it takes too long,
   *   or it cannot be chosen; null: the next press counts
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
    // A player who moves the focus means the element that gets it.
    page.addEventListener(
      'keydown',
      (event) => {
        const { key, repeat, target } = event;
        if (key === 'Tab' || key.startsWith('Arrow')) this.#focusPurpose = '';
        // A key that is held down presses once.
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
    return this.#changeTimer !== undefined || !!this.#question?.pick.busy;
  }

  /**
   * Call it before each drawing, while the old controls are still in the page.
   *
   * @param {string} id another text for every question
   * @param {Picker} pick
   */
  beforeDrawing(id, pick) {
    const was = this.#question;
    const changed = !!was && was.id !== id;
    const sent = !changed && pick.busy;
    // What is drawn while an answer is under way cannot be pressed; what was there before it was
    // sent is meant.
    if ((changed && !this.#isSending) || (sent && !this.#isSending))
      this.#rememberPlaces(was?.pick ?? pick);
    this.#isSending = sent;
    this.#question = { id, pick };
    if (!changed) return;
    clearTimeout(this.#changeTimer);
    this.#changeTimer = setTimeout(() => this.#accept(), holdAfterChangeMs);
    this.#page.body.dataset.early = '';
  }

  /** Call it after each drawing. Carries out what was held back, one press for each drawing. */
  afterDrawing() {
    clearTimeout(this.#nextTimer);
    const [first] = this.#heldBack;
    if (!first || this.isHoldingBack) return;
    this.#heldBack.shift();
    const control = this.#findControl(first.purpose);
    if (!control) this.#refuse(first.at, 'gone');
    else if (control.getAttribute('aria-disabled') === 'true') this.#refuse(control, 'cannot');
    else this.#carryOut(control, first);
    // Where nothing is drawn anew, the next press need not wait for it.
    if (this.#heldBack.length) this.#nextTimer = setTimeout(() => this.afterDrawing(), 50);
  }

  /**
   * Notes what could be pressed when the answer was sent, where a press comes before the answer is
   * drawn as under way. What was noted before belongs to an older question.
   */
  #noteSent() {
    const pick = this.#question?.pick;
    if (!pick?.busy || this.#isSending) return;
    this.#rememberPlaces(pick);
    this.#isSending = true;
  }

  /**
   * Takes a press, and reports whether it counts at once; otherwise it is held back,
   * or is the same as the press whose answer is being sent.
   *
   * @param {Press} event
   */
  press({ target, detail, clientX: x, clientY: y, pointerType, defaultPrevented, timeStamp }) {
    const at = /** @type {Element | null} */ (target);
    if (defaultPrevented || this.#isCarryingOut || !at?.closest) return true;
    this.#counted = null;
    // What somebody has opened above the table is no part of the question.
    if (at.closest('.menulist, dialog')) return true;
    const control = at.closest(controls);
    const now = this.#purposeOf(control);
    if (!this.isHoldingBack) {
      const stuck = at.closest('.ask [aria-disabled=true], main [data-state=blocked]');
      this.#refuse(stuck, stuck ? 'cannot' : undefined);
      if (!control || stuck) return true;
      if (detail > 0) return this.#acceptsSecondPress(control, now, timeStamp);
      // A key that is pressed after another one is meant.
      this.#countsAsPressed(control, now, timeStamp);
      return true;
    }
    this.#noteSent();
    // A click without a pointer (keyboard, screen reader) on something that is not a control, e.g. a
    // link: let it through.
    if (detail === 0 && !control) return true;
    // A key presses what has the focus.
    const was =
      detail === 0
        ? this.#focusPurpose
        : (this.#places.find(
            ({ box }) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom,
          )?.purpose ?? '');
    if (!control && !was) return true;
    const busy = !!this.#question?.pick.busy;
    if (!busy && control && was === now && now)
      return this.#acceptsSecondPress(control, now, timeStamp);
    // The second half of a double click is no press of its own.
    if ((was || now) !== this.#lastPurpose || !(busy || detail > 1))
      this.#holdBack(was || now, control ?? at, pointerType, timeStamp);
    return false;
  }

  /**
   * Takes a key that is printed on a control, and reports whether it counts at once.
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
   * @param {Element} at
   * @param {string} by
   * @param {number} time of its event
   */
  #holdBack(purpose, at, by, time) {
    this.#heldBack.push({ purpose, at, by, time, until: Date.now() + maxHoldMs });
    clearTimeout(this.#giveUpTimer);
    this.#giveUpTimer = setTimeout(() => this.#giveUp(), maxHoldMs);
  }

  /** Gives up the presses that were held back for too long. */
  #giveUp() {
    const old = this.#heldBack.filter(({ until }) => until <= Date.now());
    this.#heldBack = this.#heldBack.filter((press) => !old.includes(press));
    for (const { at } of old) this.#refuse(at, 'waits');
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
   * Reports whether a press counts: the second one of an answer does not if it comes too soon
   * after the first, which is said.
   *
   * @param {Element} control
   * @param {string} purpose
   * @param {number} time of its event
   */
  #acceptsSecondPress(control, purpose, time) {
    const again =
      purpose !== '' &&
      purpose === this.#lastPurpose &&
      purpose === this.#question?.pick.pendingOption;
    if (again && time - this.#lastTime < minSecondPressMs) {
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
    const pick = this.#question?.pick;
    this.#counted =
      pick && control.matches(choosing) ? { control, pick, version: pick.version } : null;
  }

  /** After a press has been handled: reports it if nothing was chosen by it. */
  #reportNoEffect() {
    const counted = this.#counted;
    this.#counted = null;
    if (counted && counted.pick.version === counted.version)
      this.#refuse(counted.control, 'cannot');
  }

  /**
   * @param {Element} control
   * @param {HeldPress} press
   */
  #carryOut(control, { purpose, by, time }) {
    if (!this.#acceptsSecondPress(control, purpose, time)) return;
    this.#isCarryingOut = true;
    try {
      control.dispatchEvent(
        new PointerEvent('click', { bubbles: true, cancelable: true, pointerType: by }),
      );
    } finally {
      this.#isCarryingOut = false;
    }
  }

  /**
   * Remembers the controls of the question that is still drawn. If it was there only for a moment,
   * those before it are remembered too.
   *
   * @param {Picker} pick
   */
  #rememberPlaces(pick) {
    const moment = this.#changeTimer !== undefined;
    const now = buttons(controls, this.#page).map((control) => ({
      purpose: purposeOf(control, pick),
      box: control.getBoundingClientRect(),
      key: control.dataset.key ?? '',
    }));
    const focus = purposeOf(this.#page.activeElement?.closest(controls) ?? null, pick);
    this.#places = moment ? [...now, ...this.#places].slice(0, maxPlaces) : now;
    this.#focusPurpose = focus || !moment ? focus : this.#focusPurpose;
  }

  /** @param {Element | null} control */
  #purposeOf(control) {
    return this.#question ? purposeOf(control, this.#question.pick) : '';
  }

  /**
   * Finds the control of a purpose as the page is now.
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
 * A text that is another one for each question.
 *
 * @param {import('../core/types.js').Session} session
 */
export const questionKey = ({ state, decision }) => `${state.match} ${decision?.id ?? ''}`;

/**
 * The purpose of a control: the same text in every question in which a press on it does the same, ''
 * if there is none. The purpose of a thing of the table is that of its options, or of the one that
 * it names.
 *
 * @param {Element | null} control
 * @param {Picker} pick
 */
export function purposeOf(control, pick) {
  if (!control) return '';
  const { ref = '', put = '', does = '' } = /** @type {HTMLElement} */ (control).dataset;
  const option = control.closest('[data-option]')?.getAttribute('data-option') ?? '';
  const options =
    option && ref
      ? option
      : pick
          .options(ref)
          .map(({ id }) => id)
          .join();
  return options || [option, put, does].filter(Boolean).join(' ') || (ref && `thing ${ref}`);
}
