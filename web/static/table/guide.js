// The guide of a first game. It shows one hint at a time, and a ring around the thing that the hint
// explains. The hint is beside the thing if there it covers nothing that the player reads or
// presses. Otherwise, and on narrow pages, it is in the top bar or above the question. It never
// takes the focus.

import { html, nothing, render } from '../vendor/lit-html/lit-html.js';
import { dismissHints, saveSeenHints } from '../core/hints.js';
import { loadFiles, translator } from '../core/i18n.js';
import { withSymbols } from '../ui/rich.js';
import { styleSheet } from '../ui/style-sheet.js';

/** @import { Ctx, Session } from '../core/types.js' */
/** @import { Hint, Lesson } from '../core/hints.js' */

/** The texts of all guides. */
const guideTexts = '/table/guide.*.json';
/** The time after which a hint counts as read, in milliseconds. */
const readingMs = 2500;
/** The distance between the ring and its thing, in pixels. */
const ringGap = 5;
/** The distance of a hint from its thing and from the edge of the window, in pixels. */
const gap = 12;
/** Matches the elements, apart from its thing, that a hint must not cover. */
const mustStayVisible =
  '.ask, .top, .clocks, .stage-sheet > *, .thing[data-state=choosable], .thing[data-state=selected], .thing[data-state=busy], .thing[data-state=ready]';
/** Matches windows with room for a hint beside its thing. */
const wideWindow = matchMedia('(min-width: 1100px)');
/** The width and the height of a thing that suffice to make it visible, in pixels. */
const minVisible = 120;

/**
 * @param {Session} session
 * @param {string} game
 * @param {Lesson} lesson
 * @param {readonly string[]} seen
 */
export async function openGuide(session, game, lesson, seen) {
  await Promise.all([styleSheet('/table/guide.css'), loadFiles(guideTexts, lesson.texts)]);
  return new Guide(session, game, lesson, seen);
}

export class Guide {
  #session;
  #game;
  #lesson;
  /** @type {Set<string>} */
  #seen;
  /** @type {Hint | null} */
  #shown = null;
  /** The time at which the hint appeared, as performance.now(). */
  #shownSince = 0;
  /** @type {Element | null} */
  #target = null;
  /** The element with the hint. */
  #box = Object.assign(document.createElement('div'), { className: 'guidestrip' });
  /** The ring around the thing. */
  #ring = Object.assign(document.createElement('div'), { className: 'guidering away' });
  /** The live region that announces the hint. */
  #status = Object.assign(document.createElement('p'), { className: 'vh', role: 'status' });
  #abort = new AbortController();
  #isEnded = false;

  /**
   * @param {Session} session
   * @param {string} game
   * @param {Lesson} lesson
   * @param {readonly string[]} seen
   */
  constructor(session, game, lesson, seen) {
    this.#session = session;
    this.#game = game;
    this.#lesson = lesson;
    this.#seen = new Set(seen);
    document.body.append(this.#ring, this.#status);
    const { signal } = this.#abort;
    const follow = () => this.#placeRing();
    addEventListener('resize', () => this.afterRender(), { signal });
    // Scrolling moves the thing. A hint beside the thing must follow.
    document.addEventListener(
      'scroll',
      () => (this.#box.classList.contains('beside') ? this.afterRender() : follow()),
      { signal, capture: true, passive: true },
    );
    document.addEventListener('toggle', () => this.afterRender(), { signal, capture: true });
    document.addEventListener('keydown', (event) => this.#key(event), { signal, capture: true });
    // A player who uses the thing needs no hint about it.
    document.addEventListener(
      'click',
      ({ target }) => {
        if (target instanceof Node && this.#target?.contains(target)) this.#closeHint();
      },
      { signal, capture: true },
    );
  }

  close() {
    this.#abort.abort();
    for (const part of [this.#box, this.#ring, this.#status]) part.remove();
  }

  /** Chooses the hint to show. Call this after every render. */
  afterRender() {
    const session = this.#session;
    if (this.#isEnded || !session.playing || session.seat < 0 || !session.board) {
      this.#showHint(null, null);
      return;
    }
    const ctx = session.context();
    const before = this.#shown;
    if (before && !before.when(ctx) && performance.now() - this.#shownSince > readingMs)
      this.#markRead(before);
    const candidates = this.#lesson.hints.filter(
      (hint) => !this.#seen.has(hint.id) && hint.when(ctx),
    );
    // Keep the current hint, which the player may be reading.
    const order = before && candidates.includes(before) ? [before, ...candidates] : candidates;
    const next = order.find((hint) => targetOf(hint, ctx));
    this.#showHint(next ?? null, ctx);
  }

  /** Marks the current hint as read, and shows the next one. */
  #closeHint() {
    if (this.#shown) this.#markRead(this.#shown);
    this.afterRender();
  }

  /** @param {Hint} hint */
  #markRead(hint) {
    this.#seen.add(hint.id);
    saveSeenHints(this.#game, this.#session.id, [...this.#seen]);
  }

  /** Ends the guide for good, after the player has declined further hints. */
  #endGuide() {
    this.#isEnded = true;
    dismissHints(this.#game);
    this.#showHint(null, null);
  }

  /**
   * Closes the hint on Escape, and keeps the table from handling the key.
   *
   * @param {KeyboardEvent} event
   */
  #key(event) {
    if (event.key !== 'Escape' || !this.#shown) return;
    if (event.target instanceof Element && event.target.closest('input, textarea, select, .menu'))
      return;
    if (document.querySelector('dialog[open], .cardsheet')) return;
    event.preventDefault();
    this.#closeHint();
  }

  /**
   * Shows a hint instead of the current one. Null only removes the current one.
   *
   * @param {Hint | null} hint
   * @param {Ctx | null} ctx
   */
  #showHint(hint, ctx) {
    const place = [...document.querySelectorAll('.guideplace')].find((each) =>
      each.checkVisibility(),
    );
    const parent = this.#box.classList.contains('beside') ? document.body : place;
    if (parent && this.#box.parentNode !== parent) parent.append(this.#box);
    const focused = this.#box.contains(document.activeElement);
    if (hint !== this.#shown) this.#shownSince = performance.now();
    this.#shown = hint;
    this.#target = hint && ctx ? targetOf(hint, ctx) : null;
    const lang = ctx?.lang ?? 'en';
    const t = translator(lang, guideTexts);
    const text = hint && ctx ? translator(lang, this.#lesson.texts)(hint.id, hint.args?.(ctx)) : '';
    render(text ? this.#hintTemplate(t, text) : nothing, this.#box);
    this.#placeHint(text ? place : undefined);
    this.#announce(
      text ? `${t('hint')} ${text.replace(/ ?\[[\w-]+\]/g, '').replaceAll('*', '')}` : '',
    );
    this.#placeRing();
    if (focused && !text) document.getElementById('ask')?.focus({ preventScroll: true });
  }

  /** @param {string} text */
  #announce(text) {
    if (this.#status.textContent !== text) this.#status.textContent = text;
  }

  /**
   * @param {import('../core/types.js').Translate} word
   * @param {string} text
   */
  #hintTemplate(word, text) {
    return html`<aside class="guide" aria-label=${word('title')}>
      <i class="pointer" aria-hidden="true"></i><p>${withSymbols(text)}</p>
      <p class="acts">
        <button type="button" class="btn quiet"
            @click=${() => this.#endGuide()}>${word('off')}</button><button type="button" class="btn"
                aria-keyshortcuts="Escape"
                @click=${() => this.#closeHint()}>${word('got')}</button></p></aside>`;
  }

  /**
   * Places the hint beside its thing, or in the page's place for hints.
   *
   * @param {Element | undefined} place
   */
  #placeHint(place) {
    const strip = this.#box;
    const box = place && wideWindow.matches && this.#target ? visibleBox(this.#target) : null;
    if (box && !strip.classList.contains('beside')) document.body.append(strip);
    strip.classList.toggle('beside', !!box);
    const spot = box && spotBeside(box, strip, this.#target);
    if (spot) setLengths(strip, { '--x': spot.left, '--y': spot.top });
    else if (place && strip.parentNode !== place) place.append(strip);
    strip.classList.toggle('beside', !!spot);
    document.querySelector('.top')?.classList.toggle('guided', !!place && !spot);
  }

  /** Moves the ring around the visible part of the thing. */
  #placeRing() {
    const box = this.#target && visibleBox(this.#target);
    this.#ring.classList.toggle('away', !box);
    if (!box || !this.#target) return;
    this.#ring.classList.toggle('over', this.#target.closest('.dock') !== null);
    const angle = angleOf(this.#target);
    // The bounding box of a rotated thing is larger than the thing.
    const { offsetWidth: w, offsetHeight: h } = /** @type {HTMLElement} */ (this.#target);
    const [wide, high] = angle && w ? [w, h] : [box.right - box.left, box.bottom - box.top];
    this.#ring.style.rotate = angle ? `${angle}deg` : '';
    setLengths(this.#ring, {
      '--x': (box.left + box.right - wide) / 2 - ringGap,
      '--y': (box.top + box.bottom - high) / 2 - ringGap,
      '--w': wide + 2 * ringGap,
      '--h': high + 2 * ringGap,
    });
  }
}

/**
 * The thing that a hint explains: the first match in sight, else the first that is rendered, else
 * null.
 *
 * @param {Hint} hint
 * @param {Ctx} ctx
 */
function targetOf(hint, ctx) {
  const drawn = [hint.at(ctx)]
    .flat()
    .flatMap((selector) => [...document.querySelectorAll(selector)])
    .filter((each) => each.checkVisibility());
  return drawn.find((each) => visibleBox(each)) ?? drawn[0] ?? null;
}

/**
 * The rotation of a thing and its ancestors together, in degrees.
 *
 * @param {Element} target
 */
function angleOf(target) {
  let angle = 0;
  for (let each = /** @type {Element | null} */ (target); each; each = each.parentElement) {
    const { rotate, transform } = getComputedStyle(each);
    if (rotate.endsWith('deg')) angle += parseFloat(rotate);
    if (transform.startsWith('matrix(')) {
      const { a, b } = new DOMMatrixReadOnly(transform);
      angle += (Math.atan2(b, a) * 180) / Math.PI;
    }
  }
  return Math.round(angle * 100) / 100;
}

/**
 * The box of the visible part of a thing, or null if too little of it is visible.
 *
 * @param {Element} target
 */
function visibleBox(target) {
  if (!target.isConnected || !target.checkVisibility()) return null;
  const { left, top, right, bottom } = target.getBoundingClientRect();
  // The dock covers things of the page, except those that are inside it or below it.
  const dock = target.closest('.dock')
    ? undefined
    : document.querySelector('.dock, .askline.again')?.getBoundingClientRect();
  const floor = dock && dock.bottom > top + 1 ? dock.top : innerHeight;
  const box = {
    left: Math.max(0, left),
    top: Math.max(0, top),
    right: Math.min(innerWidth, right),
    bottom: Math.min(floor, bottom),
  };
  const isMostlyVisible = (/** @type {number} */ shown, /** @type {number} */ whole) =>
    whole > 0 && shown >= Math.min(whole * 0.7, minVisible);
  return isMostlyVisible(box.right - box.left, right - left) &&
    isMostlyVisible(box.bottom - box.top, bottom - top)
    ? box
    : null;
}

/**
 * Returns a position for a hint beside its thing: below, above, to the right or to the left.
 * Returns null if the hint would cover an element that must stay visible in all four positions.
 *
 * @param {{left: number, top: number, right: number, bottom: number}} box the box of the thing
 * @param {HTMLElement} strip
 * @param {Element | null} target
 */
function spotBeside(box, strip, target) {
  const { offsetWidth: width, offsetHeight: height } = strip;
  // A hint about the board must not cover the dock.
  const obstacles = [
    ...document.querySelectorAll(
      target?.closest('.dock') ? mustStayVisible : `${mustStayVisible}, .dock`,
    ),
  ]
    .filter((each) => !target?.contains(each) && !each.contains(target) && each.checkVisibility())
    .map((each) => each.getBoundingClientRect());
  const clamp = (/** @type {number} */ at, /** @type {number} */ most) =>
    Math.max(gap, Math.min(at, most - gap));
  const across = clamp((box.left + box.right - width) / 2, innerWidth - width);
  const along = clamp((box.top + box.bottom - height) / 2, innerHeight - height);
  const spots = [
    { left: across, top: box.bottom + gap },
    { left: across, top: box.top - gap - height },
    { left: box.right + gap, top: along },
    { left: box.left - gap - width, top: along },
  ];
  return (
    spots.find(
      ({ left, top }) =>
        left >= gap &&
        top >= gap &&
        left + width <= innerWidth - gap &&
        top + height <= innerHeight - gap &&
        [box, ...obstacles].every(
          (other) =>
            left >= other.right ||
            left + width <= other.left ||
            top >= other.bottom ||
            top + height <= other.top,
        ),
    ) ?? null
  );
}

/**
 * Sets custom properties of an element to lengths in pixels.
 *
 * @param {HTMLElement} element
 * @param {Record<string, number>} lengths
 */
function setLengths(element, lengths) {
  for (const [name, length] of Object.entries(lengths))
    element.style.setProperty(name, `${Math.round(length)}px`);
}
