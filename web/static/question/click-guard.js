// Presses that meet a question which the server has changed just now, or whose answer is under way:
// whoever presses then aimed at what was there before. Such a press is kept, and carried out as
// soon as what it meant can be pressed; if it is there no more, that is said. No press is lost
// unseen.

/** @import { Picker } from '../core/types.js' */

/** For how long after a change of the question presses are kept, in milliseconds. */
const soon = 350;
/**
 * The least time between the two presses of an answer that takes two, in milliseconds. After a
 * quicker second press nobody has read what it does.
 */
const apart = 300;
/** For how long a press is kept at most, in milliseconds. */
const most = 2000;
/** How many places are remembered at most while questions follow each other at once. */
const mostPlaces = 200;

/**
 * What answers a question: the bar's buttons, and the things of the table that may be chosen, or are
 * while the answer is under way.
 */
export const controls =
  '.ask button, main [data-ref]:is([data-state=choosable], [data-state=selected], [data-state=busy]), main [data-put], main button[data-option]';

/** Those that choose something, or take it back. */
const chooses = '[data-ref], [data-option], [data-put], [data-choice]';

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
 * Where a control was, what a press on it did, and the key that presses it.
 *
 * @typedef {{does: string, box: DOMRect, key: string}} Place
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
 * A press that is kept: what it meant, where, with what and when it was made, and when it is given
 * up.
 *
 * @typedef {{does: string, at: Element, by: string, time: number, until: number}} Kept
 */

/**
 * @typedef {object} Asked
 * @property {string} id another text for every question
 * @property {Picker} pick
 */

/** The guard of a table. While it keeps presses after a change, <body> has data-early. */
export class Guard {
  /**
   * What is asked, as it was drawn last.
   *
   * @type {Asked | null}
   */
  #asked = null;
  /**
   * What could be pressed before it changed, or before the answer was sent.
   *
   * @type {Place[]}
   */
  #places = [];
  /** What the control with the focus did then. */
  #focus = '';
  /** What could be pressed when the answer that is under way was sent has been noted. */
  #sent = false;
  /** What the last press that counted did. */
  #last = '';
  /** When it was made, as the time of its event. */
  #lastTime = -Infinity;
  /** @type {Kept[]} */
  #kept = [];
  /** It presses by itself. */
  #presses = false;
  /**
   * The last press that counted: on what, and what had been chosen by then.
   *
   * @type {{control: Element, pick: Picker, version: number} | null}
   */
  #counted = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #early;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #late;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #next;
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
    page.addEventListener('click', () => this.#acted(), { signal });
    // Whoever moves the focus means what gets it.
    page.addEventListener(
      'keydown',
      (event) => {
        const { key, repeat, target } = event;
        if (key === 'Tab' || key.startsWith('Arrow')) this.#focus = '';
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
    this.#kept = [];
    clearTimeout(this.#late);
    clearTimeout(this.#next);
    this.#settle();
  }

  /** Presses are kept. */
  get holds() {
    return this.#early !== undefined || !!this.#asked?.pick.busy;
  }

  /**
   * A drawing begins.
   *
   * @param {string} id another text for every question
   * @param {Picker} pick
   */
  before(id, pick) {
    const was = this.#asked;
    const changed = !!was && was.id !== id;
    const sent = !changed && pick.busy;
    // What is drawn while an answer is under way cannot be pressed; what was there before it was
    // sent is meant.
    if ((changed && !this.#sent) || (sent && !this.#sent)) this.#note(was?.pick ?? pick);
    this.#sent = sent;
    this.#asked = { id, pick };
    if (!changed) return;
    clearTimeout(this.#early);
    this.#early = setTimeout(() => this.#settle(), soon);
    this.#page.body.dataset.early = '';
  }

  /** The drawing is there: carries out what was kept, one press for each drawing. */
  drawn() {
    clearTimeout(this.#next);
    const [first] = this.#kept;
    if (!first || this.holds) return;
    this.#kept.shift();
    const control = this.#find(first.does);
    if (!control) this.#refuse(first.at, 'gone');
    else if (control.getAttribute('aria-disabled') === 'true') this.#refuse(control, 'cannot');
    else this.#carryOut(control, first);
    // Where nothing is drawn anew, the next press need not wait for it.
    if (this.#kept.length) this.#next = setTimeout(() => this.drawn(), 50);
  }

  /**
   * Notes what could be pressed when the answer was sent, where a press comes before the answer is
   * drawn as under way. What was noted before belongs to an older question.
   */
  #noteSent() {
    const pick = this.#asked?.pick;
    if (!pick?.busy || this.#sent) return;
    this.#note(pick);
    this.#sent = true;
  }

  /**
   * Takes a press, and reports whether it counts at once; otherwise it is kept,
   * or is one with the press whose answer is under way.
   *
   * @param {Press} event
   */
  press({ target, detail, clientX: x, clientY: y, pointerType, defaultPrevented, timeStamp }) {
    const at = /** @type {Element | null} */ (target);
    if (defaultPrevented || this.#presses || !at?.closest) return true;
    this.#counted = null;
    // What somebody has opened above the table is no part of the question.
    if (at.closest('.menulist, dialog')) return true;
    const control = at.closest(controls);
    const now = this.#purposeOf(control);
    if (!this.holds) {
      const stuck = at.closest('.ask [aria-disabled=true], main [data-state=blocked]');
      this.#refuse(stuck, stuck ? 'cannot' : undefined);
      if (!control || stuck) return true;
      if (detail > 0) return this.#isApart(control, now, timeStamp);
      // A key that is pressed after another one is meant.
      this.#counts(control, now, timeStamp);
      return true;
    }
    this.#noteSent();
    // Without a pointer something is pressed that is no answer, as a link is by a screen reader:
    // nothing else is meant.
    if (detail === 0 && !control) return true;
    // A key presses what has the focus.
    const was =
      detail === 0
        ? this.#focus
        : (this.#places.find(
            ({ box }) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom,
          )?.does ?? '');
    if (!control && !was) return true;
    const busy = !!this.#asked?.pick.busy;
    if (!busy && control && was === now && now) return this.#isApart(control, now, timeStamp);
    // The second half of a double click is no press of its own.
    if ((was || now) !== this.#last || !(busy || detail > 1))
      this.#keep(was || now, control ?? at, pointerType, timeStamp);
    return false;
  }

  /**
   * Takes a key that is printed on a control, and reports whether it counts at once.
   *
   * @param {string} key
   */
  key(key) {
    if (!this.holds) return true;
    this.#noteSent();
    const was = this.#places.find((place) => place.key === key)?.does;
    const control = this.#page.querySelector(`[data-key="${key}"]`);
    if (was || control)
      this.#keep(
        was ?? this.#purposeOf(control),
        control ?? this.#page.body,
        '',
        performance.now(),
      );
    return false;
  }

  /**
   * @param {string} does
   * @param {Element} at
   * @param {string} by
   * @param {number} time of its event
   */
  #keep(does, at, by, time) {
    this.#kept.push({ does, at, by, time, until: Date.now() + most });
    clearTimeout(this.#late);
    this.#late = setTimeout(() => this.#giveUp(), most);
  }

  /** What is kept for too long is given up. */
  #giveUp() {
    const old = this.#kept.filter(({ until }) => until <= Date.now());
    this.#kept = this.#kept.filter((kept) => !old.includes(kept));
    for (const { at } of old) this.#refuse(at, 'waits');
    const [next] = this.#kept;
    if (next) this.#late = setTimeout(() => this.#giveUp(), next.until - Date.now());
  }

  #settle() {
    clearTimeout(this.#early);
    this.#early = undefined;
    delete this.#page.body.dataset.early;
    this.drawn();
  }

  /**
   * Reports whether a press counts: the second one of an answer does not if it comes too soon
   * after the first, which is said.
   *
   * @param {Element} control
   * @param {string} does
   * @param {number} time of its event
   */
  #isApart(control, does, time) {
    const again = does !== '' && does === this.#last && does === this.#asked?.pick.held;
    if (again && time - this.#lastTime < apart) {
      this.#refuse(control, 'cannot');
      return false;
    }
    this.#counts(control, does, time);
    return true;
  }

  /**
   * @param {Element} control
   * @param {string} does
   * @param {number} time of its event
   */
  #counts(control, does, time) {
    this.#last = does;
    this.#lastTime = time;
    const pick = this.#asked?.pick;
    this.#counted =
      pick && control.matches(chooses) ? { control, pick, version: pick.version } : null;
  }

  /** What was pressed has done what it does: says if that was nothing. */
  #acted() {
    const counted = this.#counted;
    this.#counted = null;
    if (counted && counted.pick.version === counted.version)
      this.#refuse(counted.control, 'cannot');
  }

  /**
   * @param {Element} control
   * @param {Kept} kept
   */
  #carryOut(control, { does, by, time }) {
    if (!this.#isApart(control, does, time)) return;
    this.#presses = true;
    try {
      control.dispatchEvent(
        new PointerEvent('click', { bubbles: true, cancelable: true, pointerType: by }),
      );
    } finally {
      this.#presses = false;
    }
  }

  /**
   * Notes what can be pressed, in the words of the question that is still drawn.
   * Where that was there for a moment only, what was before it is meant too.
   *
   * @param {Picker} pick
   */
  #note(pick) {
    const moment = this.#early !== undefined;
    const now = buttons(controls, this.#page).map((control) => ({
      does: purposeOf(control, pick),
      box: control.getBoundingClientRect(),
      key: control.dataset.key ?? '',
    }));
    const focus = purposeOf(this.#page.activeElement?.closest(controls) ?? null, pick);
    this.#places = moment ? [...now, ...this.#places].slice(0, mostPlaces) : now;
    this.#focus = focus || !moment ? focus : this.#focus;
  }

  /** @param {Element | null} control */
  #purposeOf(control) {
    return this.#asked ? purposeOf(control, this.#asked.pick) : '';
  }

  /**
   * The control that does something now.
   *
   * @param {string} does
   */
  #find(does) {
    return buttons(controls, this.#page).find(
      (control) => does !== '' && this.#purposeOf(control) === does && control.checkVisibility(),
    );
  }
}

/**
 * What is asked: another text for each question.
 *
 * @param {import('../core/types.js').Session} session
 */
export const askedOf = ({ state, decision }) => `${state.match} ${decision?.id ?? ''}`;

/**
 * What a press on a control does: the same text for the same purpose, '' for what has none that
 * outlasts a question. A thing of the table does what its options do, or the one of them that it
 * names.
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
