// The sheet that shows a thing of the table enlarged. It appears beside the thing that is under the
// mouse or has the focus, and disappears when that changes. After a long press or the key "?" it is
// pinned: it stays until it is closed.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { icon } from '../ui/pieces.js';

/** @import { App, Renderable } from '../core/types.js' */

/** The time that the mouse or the focus rests on a thing until its sheet opens, in milliseconds. */
const hoverMs = 350;
const longPressMs = 450;
/** The distance between a sheet and its thing, in pixels. */
const gap = 10;
/** The distance by which the bar extends above the dock, in pixels. */
const lift = 10;
/** The minimum height that must be free for a sheet above the dock, in pixels. */
const minHeight = 260;
/** The distance that a finger can move during a long press, in pixels. */
const maxStray = 10;

export class Sheet {
  /** The ref of the thing that is shown, or ''. */
  #ref = '';
  /** Whether the sheet stays until the viewer closes it. */
  #isPinned = false;
  /** @type {Element | null} the thing that is shown */
  #anchor = null;
  /** Whether the mouse opened the sheet, not the focus or a press. */
  #isFromMouse = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /**
   * The thing under the mouse that is about to be shown.
   *
   * @type {Element | null}
   */
  #upcoming = null;
  #mouse = { x: -1, y: -1 };
  /** @type {{x: number, y: number} | null} */
  #touchStart = null;
  #isLongPress = false;
  #app;
  #drawLarge;
  #abort = new AbortController();

  /**
   * @param {App} app
   * @param {(ref: string) => Renderable} drawLarge returns the enlarged view of a thing, or
   *   `nothing` if it has none
   * @param {(thing: Element) => void} [onPressInVain] called when a thing without an enlarged view
   *   is pressed
   */
  constructor(app, drawLarge, onPressInVain) {
    this.#app = app;
    this.#drawLarge = drawLarge;
    const { signal } = this.#abort;
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
        const thing = /** @type {Element} */ (target);
        if (!this.#show(thing, true)) onPressInVain?.(thing);
      },
      { signal },
    );
    document.addEventListener(
      'thing-look',
      (event) => this.#show(/** @type {Element} */ (event.target), false),
      { signal },
    );
    on('contextmenu', (event) => {
      if (this.#isLongPress || this.#touchStart) event.preventDefault();
    });
    // Ignore the click that ends a long press.
    on(
      'click',
      (event) => {
        if (!this.#isLongPress) return;
        this.#isLongPress = false;
        event.preventDefault();
        event.stopPropagation();
      },
      true,
    );
    document.addEventListener('scroll', () => this.#isPinned || this.hide(), {
      signal,
      capture: true,
      passive: true,
    });
  }

  close() {
    this.#abort.abort();
    clearTimeout(this.#timer);
  }

  get open() {
    return this.#ref !== '';
  }

  /** Pins the sheet of the focused thing. Returns false if the thing has none. */
  explain() {
    return this.#show(document.activeElement, true);
  }

  hide() {
    clearTimeout(this.#timer);
    this.#upcoming = null;
    if (!this.#ref) return;
    const anchor = this.#isPinned ? this.#anchor : null;
    this.#ref = '';
    this.#isPinned = false;
    this.#anchor = null;
    if (anchor instanceof HTMLElement && document.activeElement?.closest('.cardsheet'))
      anchor.focus();
    this.#app.redraw();
  }

  /** @returns {Renderable} */
  draw() {
    const { t } = this.#app;
    const content = this.#ref ? this.#drawLarge(this.#ref) : nothing;
    if (content === nothing) return nothing;
    const wide = this.#ref.startsWith('seat:') ? 'wide' : '';
    if (!this.#isPinned)
      return html`<div class="cardsheet ${wide}" aria-hidden="true">${content}</div>`;
    return html`<div class="cardsheet pinned ${wide}" role="dialog" aria-label=${t('sheet.title')}
        tabindex="-1">
      <button type="button" class="tool close" aria-label=${t('close')}
          @click=${() => this.hide()}>${icon('close')}</button>${content}</div>`;
  }

  /**
   * Places the sheet beside its thing, without covering the question. Hides the sheet if the thing
   * is no longer on the page. Call this after every render.
   */
  place() {
    if (this.#hasLostThing()) this.hide();
    if (!this.#anchor) return;
    const sheet = document.querySelector('.cardsheet');
    if (!(sheet instanceof HTMLElement)) return;
    const box = this.#anchor.getBoundingClientRect();
    const dock = document.querySelector('.dock');
    const top = dock ? dock.getBoundingClientRect().top - lift : innerHeight;
    // If the dock takes most of the window, as on phones, only sheets of things in the dock are
    // placed above the dock.
    const floor = top > minHeight || this.#anchor.closest('.dock') ? top : innerHeight;
    sheet.style.setProperty('--most', `${Math.round(floor - 2 * gap)}px`);
    const { x, y } = beside(
      box,
      sheet.getBoundingClientRect(),
      floor,
      !!this.#anchor.closest('[data-sheet=below]'),
    );
    sheet.style.setProperty('--x', `${Math.round(x)}px`);
    sheet.style.setProperty('--y', `${Math.round(y)}px`);
    // On phones a pinned sheet is above the dock, or covers it if there is too little room
    // (table.css).
    sheet.style.setProperty('--below', `${top > minHeight ? Math.round(innerHeight - top) : 0}px`);
    if (
      this.#isPinned &&
      !sheet.contains(document.activeElement) &&
      this.#anchor === document.activeElement
    )
      sheet.focus();
  }

  /**
   * Whether the sheet must close because its thing has disappeared. A sheet that is not pinned also
   * closes if its thing changes or moves away from the mouse.
   */
  #hasLostThing() {
    if (!this.#ref || !this.#anchor) return false;
    if (this.#isPinned)
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
      this.#isFromMouse &&
      (x < left - maxStray || x > right + maxStray || y < top - maxStray || y > bottom + maxStray)
    );
  }

  /**
   * Shows the sheet of a thing. Returns false if the thing has no enlarged view.
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
    if (!thing.isConnected || this.#drawLarge(ref) === nothing) return false;
    this.#upcoming = null;
    this.#ref = ref;
    this.#isPinned = pinned;
    this.#anchor = thing;
    this.#isFromMouse = hovered;
    this.#app.redraw();
    return true;
  }

  /** @param {PointerEvent} event */
  #over(event) {
    // A thing that moves under a resting mouse does not open the sheet.
    const isResting = event.clientX === this.#mouse.x && event.clientY === this.#mouse.y;
    this.#mouse = { x: event.clientX, y: event.clientY };
    if (isResting || this.#isPinned) return;
    // Dragging opens no sheet.
    const thing = event.buttons ? null : thingOf(event.target);
    if (thing && (thing === this.#anchor || thing === this.#upcoming)) return;
    clearTimeout(this.#timer);
    this.#upcoming = thing;
    if (thing)
      this.#timer = setTimeout(
        () => this.#show(thing, false, true) || this.hide(),
        this.#ref ? 60 : hoverMs,
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
    this.#isLongPress = false;
    this.#touchStart = { x: event.clientX, y: event.clientY };
    const thing = thingOf(event.target);
    this.hide();
    this.#timer = setTimeout(() => {
      this.#isLongPress = true;
      this.#show(thing, true);
    }, longPressMs);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (
      this.#touchStart &&
      Math.hypot(event.clientX - this.#touchStart.x, event.clientY - this.#touchStart.y) > maxStray
    )
      this.#up();
  }

  #up() {
    if (!this.#touchStart) return;
    this.#touchStart = null;
    clearTimeout(this.#timer);
    // If no click follows soon, the next click is an ordinary one.
    if (this.#isLongPress) setTimeout(() => (this.#isLongPress = false), 300);
  }

  /** @param {FocusEvent} event */
  #focus(event) {
    const target = event.target instanceof Element ? event.target : null;
    if (this.#isPinned) {
      // The focus that follows a long press must not close the sheet.
      if (!this.#isLongPress && !target?.closest('.cardsheet')) this.hide();
      return;
    }
    const thing = target?.matches(':focus-visible') ? thingOf(target) : null;
    clearTimeout(this.#timer);
    if (thing) this.#timer = setTimeout(() => this.#show(thing, false), hoverMs);
    else this.hide();
  }
}

/**
 * Returns a position for a sheet: to the right of its thing, else to the left, else above, else
 * below.
 *
 * @param {DOMRect} box the box of the thing
 * @param {{width: number, height: number}} size
 * @param {number} floor the lowest edge that the sheet can reach, in pixels
 * @param {boolean} below whether to prefer a place below or above the thing, so that the things
 *   beside it stay visible
 */
function beside(box, { width, height }, floor, below) {
  const isBelowFloor = box.bottom > floor;
  const fitsRight = box.right + gap + width <= innerWidth;
  const fitsLeft = box.left - gap - width >= 0;
  const fitsBelow = box.bottom + gap + height <= floor;
  const goesBeside =
    !isBelowFloor &&
    (fitsRight || fitsLeft) &&
    !(below && (fitsBelow || box.top - gap - height >= 0));
  const goesAbove = box.top - gap - height >= 0 && !(below && fitsBelow);
  let x = (box.left + box.right - width) / 2;
  let y = goesAbove ? box.top - gap - height : box.bottom + gap;
  if (goesBeside) {
    x = fitsRight ? box.right + gap : box.left - gap - width;
    y = box.top + box.height / 2 - height / 2;
  } else if (isBelowFloor) y = floor - gap - height;
  const lowestTop = floor - height - gap;
  return {
    x: Math.max(gap, Math.min(x, innerWidth - width - gap)),
    y: Math.max(gap, Math.min(y, lowestTop)),
  };
}

/**
 * The ref of a thing, which identifies the content of its sheet.
 *
 * @param {Element} thing
 */
const refOf = (thing) => thing.getAttribute('data-card') ?? thing.getAttribute('data-ref') ?? '';

/**
 * The thing of the table to which an element belongs, or null.
 *
 * @param {EventTarget | null} target
 */
const thingOf = (target) =>
  target instanceof Element ? target.closest('[data-card], [data-ref]') : null;
