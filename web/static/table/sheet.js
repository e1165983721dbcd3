// The sheet that shows a thing of the table enlarged. It appears beside the thing under the mouse or
// with the focus and goes with it, or is pinned after a long press or the key "?".

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { icon } from '../ui/pieces.js';

/** @import { App, Drawn } from '../core/types.js' */

/** The time until a sheet opens, in milliseconds. */
const hover = 350;
const press = 450;
/** The distance between a sheet and its thing, in pixels. */
const gap = 10;
/** How far the bar rises above the dock, in pixels. */
const lift = 10;
/** The least height for a sheet above the dock, in pixels. */
const least = 260;
/** How far a finger can move in a long press, in pixels. */
const stray = 10;

export class Sheet {
  /** The ref of the thing that is shown, or ''. */
  #ref = '';
  /** The sheet stays until the viewer closes it. */
  #pinned = false;
  /** @type {Element | null} the thing that is shown */
  #anchor = null;
  /** The mouse opened the sheet, not the focus or a press. */
  #hovered = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /**
   * The thing under the mouse that is about to be shown.
   *
   * @type {Element | null}
   */
  #next = null;
  #mouse = { x: -1, y: -1 };
  /** @type {{x: number, y: number} | null} */
  #finger = null;
  #held = false;
  #app;
  #large;
  #stop = new AbortController();

  /**
   * @param {App} app
   * @param {(ref: string) => Drawn} large draws a thing enlarged, or nothing if there is no
   *   more to see
   * @param {(thing: Element) => void} [vain] called when such a thing is pressed
   */
  constructor(app, large, vain) {
    this.#app = app;
    this.#large = large;
    const { signal } = this.#stop;
    /**
     * @template {keyof DocumentEventMap} K
     * @param {K} type
     * @param {(event: DocumentEventMap[K]) => void} act
     * @param {boolean} [capture]
     */
    const on = (type, act, capture = false) =>
      document.addEventListener(type, act, { signal, capture });
    on('pointerdown', (event) => this.#down(event));
    on('pointermove', (event) =>
      event.pointerType === 'mouse' ? this.#over(event) : this.#move(event),
    );
    on('pointerup', () => this.#up());
    on('pointercancel', () => this.#up());
    on('focusin', (event) => this.#focus(event));
    document.addEventListener(
      'thing-open',
      ({ target }) => {
        const at = /** @type {Element} */ (target);
        if (!this.#show(at, true)) vain?.(at);
      },
      { signal },
    );
    document.addEventListener(
      'thing-look',
      (event) => this.#show(/** @type {Element} */ (event.target), false),
      { signal },
    );
    on('contextmenu', (event) => {
      if (this.#held || this.#finger) event.preventDefault();
    });
    // The click that ends a long press chooses nothing.
    on(
      'click',
      (event) => {
        if (!this.#held) return;
        this.#held = false;
        event.preventDefault();
        event.stopPropagation();
      },
      true,
    );
    document.addEventListener('scroll', () => this.#pinned || this.hide(), {
      signal,
      capture: true,
      passive: true,
    });
  }

  close() {
    this.#stop.abort();
    clearTimeout(this.#timer);
  }

  get open() {
    return this.#ref !== '';
  }

  /** Pins the sheet of the focused thing. Reports whether there is something to show. */
  explain() {
    return this.#show(document.activeElement, true);
  }

  hide() {
    clearTimeout(this.#timer);
    this.#next = null;
    if (!this.#ref) return;
    const anchor = this.#pinned ? this.#anchor : null;
    this.#ref = '';
    this.#pinned = false;
    this.#anchor = null;
    if (anchor instanceof HTMLElement && document.activeElement?.closest('.cardsheet'))
      anchor.focus();
    this.#app.redraw();
  }

  /** @returns {Drawn} */
  draw() {
    const { t } = this.#app;
    const content = this.#ref ? this.#large(this.#ref) : nothing;
    if (content === nothing) return nothing;
    const wide = this.#ref.startsWith('seat:') ? 'wide' : '';
    if (!this.#pinned)
      return html`<div class="cardsheet ${wide}" aria-hidden="true">${content}</div>`;
    return html`<div class="cardsheet pinned ${wide}" role="dialog" aria-label=${t('sheet.title')}
        tabindex="-1">
      <button type="button" class="tool close" aria-label=${t('close')}
          @click=${() => this.hide()}>${icon('close')}</button>${content}</div>`;
  }

  /**
   * Places the sheet beside its thing, never over the question. Hides it if the thing is gone. Call it
   * after every drawing.
   */
  place() {
    if (this.#left()) this.hide();
    if (!this.#anchor) return;
    const sheet = document.querySelector('.cardsheet');
    if (!(sheet instanceof HTMLElement)) return;
    const at = this.#anchor.getBoundingClientRect();
    const dock = document.querySelector('.dock');
    const top = dock ? dock.getBoundingClientRect().top - lift : innerHeight;
    // Where the dock takes most of the window, as on phones, only sheets of things in the dock are
    // placed above it.
    const floor = top > least || this.#anchor.closest('.dock') ? top : innerHeight;
    sheet.style.setProperty('--most', `${Math.round(floor - 2 * gap)}px`);
    const { x, y } = beside(
      at,
      sheet.getBoundingClientRect(),
      floor,
      !!this.#anchor.closest('[data-sheet=below]'),
    );
    sheet.style.setProperty('--x', `${Math.round(x)}px`);
    sheet.style.setProperty('--y', `${Math.round(y)}px`);
    // On phones a pinned sheet lies above the dock, or over it if there is too little room
    // (table.css).
    sheet.style.setProperty('--below', `${top > least ? Math.round(innerHeight - top) : 0}px`);
    if (
      this.#pinned &&
      !sheet.contains(document.activeElement) &&
      this.#anchor === document.activeElement
    )
      sheet.focus();
  }

  /**
   * Whether the sheet has lost its thing. A sheet that is not pinned also loses a thing that changes,
   * or moves away from the mouse.
   */
  #left() {
    if (!this.#ref || !this.#anchor) return false;
    if (this.#pinned)
      return (
        !this.#anchor.isConnected &&
        ![...document.querySelectorAll('[data-card], [data-ref]')].some(
          (thing) => refOf(thing) === this.#ref,
        )
      );
    if (!this.#anchor.isConnected || refOf(this.#anchor) !== this.#ref) return true;
    const { left, right, top, bottom } = this.#anchor.getBoundingClientRect();
    const { x, y } = this.#mouse;
    return (
      this.#hovered &&
      (x < left - stray || x > right + stray || y < top - stray || y > bottom + stray)
    );
  }

  /**
   * Shows a thing, and reports whether there is anything to show.
   *
   * @param {Element | null} target
   * @param {boolean} pinned
   * @param {boolean} [hovered]
   */
  #show(target, pinned, hovered = false) {
    const thing = thingOf(target);
    if (!thing) return false;
    clearTimeout(this.#timer);
    const ref = refOf(thing);
    if (!thing.isConnected || this.#large(ref) === nothing) return false;
    this.#next = null;
    this.#ref = ref;
    this.#pinned = pinned;
    this.#anchor = thing;
    this.#hovered = hovered;
    this.#app.redraw();
    return true;
  }

  /** @param {PointerEvent} event */
  #over(event) {
    // A thing that moves under a resting mouse does not open the sheet.
    const rests = event.clientX === this.#mouse.x && event.clientY === this.#mouse.y;
    this.#mouse = { x: event.clientX, y: event.clientY };
    if (rests || this.#pinned) return;
    // A thing that is dragged opens no sheet.
    const thing = event.buttons ? null : thingOf(event.target);
    if (thing && (thing === this.#anchor || thing === this.#next)) return;
    clearTimeout(this.#timer);
    this.#next = thing;
    if (thing)
      this.#timer = setTimeout(
        () => this.#show(thing, false, true) || this.hide(),
        this.#ref ? 60 : hover,
      );
    else this.hide();
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const inside = event.target instanceof Element && event.target.closest('.cardsheet');
    if (inside) return;
    if (event.pointerType === 'mouse' || !thingOf(event.target)) {
      this.hide();
      return;
    }
    this.#held = false;
    this.#finger = { x: event.clientX, y: event.clientY };
    const thing = thingOf(event.target);
    this.hide();
    this.#timer = setTimeout(() => {
      this.#held = true;
      this.#show(thing, true);
    }, press);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (
      this.#finger &&
      Math.hypot(event.clientX - this.#finger.x, event.clientY - this.#finger.y) > stray
    )
      this.#up();
  }

  #up() {
    if (!this.#finger) return;
    this.#finger = null;
    clearTimeout(this.#timer);
    // If no click follows, the next click is an ordinary one.
    if (this.#held) setTimeout(() => (this.#held = false), 300);
  }

  /** @param {FocusEvent} event */
  #focus(event) {
    const target = event.target instanceof Element ? event.target : null;
    if (this.#pinned) {
      // The end of a long press focuses the thing.
      if (!this.#held && !target?.closest('.cardsheet')) this.hide();
      return;
    }
    const thing = target?.matches(':focus-visible') ? thingOf(target) : null;
    clearTimeout(this.#timer);
    if (thing) this.#timer = setTimeout(() => this.#show(thing, false), hover);
    else this.hide();
  }
}

/**
 * The place of a sheet above the floor: to the right of its thing, else to the left, else above, else
 * below.
 *
 * @param {DOMRect} at the box of the thing
 * @param {{width: number, height: number}} size
 * @param {number} floor the lowest edge that the sheet can reach, in pixels
 * @param {boolean} below what is beside the thing must stay visible
 */
function beside(at, { width, height }, floor, below) {
  const low = at.bottom > floor;
  const right = at.right + gap + width <= innerWidth;
  const left = at.left - gap - width >= 0;
  const under = at.bottom + gap + height <= floor;
  const aside = !low && (right || left) && !(below && (under || at.top - gap - height >= 0));
  const above = at.top - gap - height >= 0 && !(below && under);
  let x = (at.left + at.right - width) / 2;
  let y = above ? at.top - gap - height : at.bottom + gap;
  if (aside) {
    x = right ? at.right + gap : at.left - gap - width;
    y = at.top + at.height / 2 - height / 2;
  } else if (low) y = floor - gap - height;
  const most = floor - height - gap;
  return {
    x: Math.max(gap, Math.min(x, innerWidth - width - gap)),
    y: Math.max(gap, Math.min(y, most)),
  };
}

/**
 * The ref of a thing, which names what its sheet shows.
 *
 * @param {Element} thing
 */
const refOf = (thing) => thing.getAttribute('data-card') ?? thing.getAttribute('data-ref') ?? '';

/**
 * The thing of the table that an element belongs to.
 *
 * @param {EventTarget | null} target
 */
const thingOf = (target) =>
  target instanceof Element ? target.closest('[data-card], [data-ref]') : null;
