// The guide of a first game: one hint at a time, and a ring around the thing that the hint is
// about. It stands beside that thing where it covers nothing that is read or pressed there; else,
// and on narrow pages, in a place of its own in the top bar or above the question. It takes no
// focus, and nothing waits for it.

import { html, nothing, render } from '../vendor/lit-html/lit-html.js';
import { dismissHints, saveSeenHints } from '../core/hints.js';
import { loadFiles, translator } from '../core/i18n.js';
import { withSymbols } from '../ui/rich.js';
import { styleSheet } from '../ui/style-sheet.js';

/** @import { Ctx, Session } from '../core/types.js' */
/** @import { Hint, Lesson } from '../core/hints.js' */

/** The words of the guide itself. */
const common = '/table/guide.*.json';
/** Who has had this long to read a hint has read it, in milliseconds. */
const reading = 2500;
/** How far the ring stands off its thing, in pixels. */
const off = 5;
/** How far a hint beside its thing stands off it and off the edge of the window, in pixels. */
const gap = 12;
/** What a hint beside its thing may not cover, besides that thing. */
const kept =
  '.ask, .top, .clocks, .stage-sheet > *, .thing[data-state=choosable], .thing[data-state=selected], .thing[data-state=busy], .thing[data-state=ready]';
/** Pages on which there is room for a hint beside its thing. */
const roomy = matchMedia('(min-width: 1100px)');
/** A thing counts as seen if this much of it is, in pixels. */
const enough = 120;

/**
 * @param {Session} session
 * @param {string} game
 * @param {Lesson} lesson
 * @param {readonly string[]} seen
 */
export async function openGuide(session, game, lesson, seen) {
  await Promise.all([styleSheet('/table/guide.css'), loadFiles(common, lesson.texts)]);
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
  /** When it appeared. */
  #since = 0;
  /** @type {Element | null} */
  #target = null;
  /** What is seen, and what is read aloud. */
  #strip = Object.assign(document.createElement('div'), { className: 'guidestrip' });
  #ring = Object.assign(document.createElement('div'), { className: 'guidering away' });
  #status = Object.assign(document.createElement('p'), { className: 'vh', role: 'status' });
  #stop = new AbortController();
  #off = false;

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
    const { signal } = this.#stop;
    const follow = () => this.#follow();
    addEventListener('resize', () => this.drawn(), { signal });
    // What is scrolled moves the thing: a hint beside it is placed anew.
    document.addEventListener(
      'scroll',
      () => (this.#strip.classList.contains('beside') ? this.drawn() : follow()),
      { signal, capture: true, passive: true },
    );
    document.addEventListener('toggle', () => this.drawn(), { signal, capture: true });
    document.addEventListener('keydown', (event) => this.#key(event), { signal, capture: true });
    // A player who uses the thing needs no hint about it.
    document.addEventListener(
      'click',
      ({ target }) => {
        if (target instanceof Node && this.#target?.contains(target)) this.#read();
      },
      { signal, capture: true },
    );
  }

  close() {
    this.#stop.abort();
    for (const part of [this.#strip, this.#ring, this.#status]) part.remove();
  }

  /** Looks again at what fits: after every drawing. */
  drawn() {
    const session = this.#session;
    if (this.#off || !session.playing || session.seat < 0 || !session.board) {
      this.#show(null, null);
      return;
    }
    const ctx = session.context();
    const before = this.#shown;
    if (before && !before.when(ctx) && performance.now() - this.#since > reading)
      this.#mark(before);
    const fit = this.#lesson.hints.filter((hint) => !this.#seen.has(hint.id) && hint.when(ctx));
    // One that is being read stays.
    const order = before && fit.includes(before) ? [before, ...fit] : fit;
    const next = order.find((hint) => thing(hint, ctx));
    this.#show(next ?? null, ctx);
  }

  /** The shown hint is done with. */
  #read() {
    if (this.#shown) this.#mark(this.#shown);
    this.drawn();
  }

  /** @param {Hint} hint */
  #mark(hint) {
    this.#seen.add(hint.id);
    saveSeenHints(this.#game, this.#session.id, [...this.#seen]);
  }

  #end() {
    this.#off = true;
    dismissHints(this.#game);
    this.#show(null, null);
  }

  /**
   * Escape puts the hint away before it does anything else at the table.
   *
   * @param {KeyboardEvent} event
   */
  #key(event) {
    if (event.key !== 'Escape' || !this.#shown) return;
    if (event.target instanceof Element && event.target.closest('input, textarea, select, .menu'))
      return;
    if (document.querySelector('dialog[open], .cardsheet')) return;
    event.preventDefault();
    this.#read();
  }

  /**
   * Draws a hint, or nothing.
   *
   * @param {Hint | null} hint
   * @param {Ctx | null} ctx
   */
  #show(hint, ctx) {
    const place = [...document.querySelectorAll('.guideplace')].find((each) =>
      each.checkVisibility(),
    );
    const home = this.#strip.classList.contains('beside') ? document.body : place;
    if (home && this.#strip.parentNode !== home) home.append(this.#strip);
    const focused = this.#strip.contains(document.activeElement);
    if (hint !== this.#shown) this.#since = performance.now();
    this.#shown = hint;
    this.#target = hint && ctx ? thing(hint, ctx) : null;
    const lang = ctx?.lang ?? 'en';
    const word = translator(lang, common);
    const text = hint && ctx ? translator(lang, this.#lesson.texts)(hint.id, hint.args?.(ctx)) : '';
    render(text ? this.#paper(word, text) : nothing, this.#strip);
    this.#stand(text ? place : undefined);
    this.#say(
      text ? `${word('hint')} ${text.replace(/ ?\[[\w-]+\]/g, '').replaceAll('*', '')}` : '',
    );
    this.#follow();
    if (focused && !text) document.getElementById('ask')?.focus({ preventScroll: true });
  }

  /** @param {string} text */
  #say(text) {
    if (this.#status.textContent !== text) this.#status.textContent = text;
  }

  /**
   * @param {import('../core/types.js').Translate} word
   * @param {string} text
   */
  #paper(word, text) {
    return html`<aside class="guide" aria-label=${word('title')}>
      <i class="pointer" aria-hidden="true"></i><p>${withSymbols(text)}</p>
      <p class="acts">
        <button type="button" class="btn quiet"
            @click=${() => this.#end()}>${word('off')}</button><button type="button" class="btn"
                aria-keyshortcuts="Escape"
                @click=${() => this.#read()}>${word('got')}</button></p></aside>`;
  }

  /**
   * Puts the hint beside its thing, or into its own place.
   *
   * @param {Element | undefined} place
   */
  #stand(place) {
    const strip = this.#strip;
    const box = place && roomy.matches && this.#target ? sight(this.#target) : null;
    if (box && !strip.classList.contains('beside')) document.body.append(strip);
    strip.classList.toggle('beside', !!box);
    const spot = box && spotBeside(box, strip, this.#target);
    if (spot) move(strip, { '--x': spot.left, '--y': spot.top });
    else if (place && strip.parentNode !== place) place.append(strip);
    strip.classList.toggle('beside', !!spot);
    document.querySelector('.top')?.classList.toggle('guided', !!place && !spot);
  }

  /** Puts the ring where the thing is, as far as it is in sight. */
  #follow() {
    const box = this.#target && sight(this.#target);
    this.#ring.classList.toggle('away', !box);
    if (!box || !this.#target) return;
    this.#ring.classList.toggle('over', this.#target.closest('.dock') !== null);
    const angle = angleOf(this.#target);
    // What lies askew is larger in the window than it is.
    const { offsetWidth: w, offsetHeight: h } = /** @type {HTMLElement} */ (this.#target);
    const [wide, high] = angle && w ? [w, h] : [box.right - box.left, box.bottom - box.top];
    this.#ring.style.rotate = angle ? `${angle}deg` : '';
    move(this.#ring, {
      '--x': (box.left + box.right - wide) / 2 - off,
      '--y': (box.top + box.bottom - high) / 2 - off,
      '--w': wide + 2 * off,
      '--h': high + 2 * off,
    });
  }
}

/**
 * What a hint is about: the first of its things that is drawn, one in sight before others.
 *
 * @param {Hint} hint
 * @param {Ctx} ctx
 */
function thing(hint, ctx) {
  const drawn = [hint.at(ctx)]
    .flat()
    .flatMap((selector) => [...document.querySelectorAll(selector)])
    .filter((each) => each.checkVisibility());
  return drawn.find((each) => sight(each)) ?? drawn[0] ?? null;
}

/**
 * How far a thing is turned with all that it lies on, in degrees.
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
 * The visible part of a thing, or null if it is too small.
 *
 * @param {Element} target
 */
function sight(target) {
  if (!target.isConnected || !target.checkVisibility()) return null;
  const { left, top, right, bottom } = target.getBoundingClientRect();
  // What lies in the dock, or below it, is not under it.
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
  const most = (/** @type {number} */ shown, /** @type {number} */ whole) =>
    whole > 0 && shown >= Math.min(whole * 0.7, enough);
  return most(box.right - box.left, right - left) && most(box.bottom - box.top, bottom - top)
    ? box
    : null;
}

/**
 * Where a hint has room beside its thing: below it, above it, to its right or left; null if it
 * would cover what is needed.
 *
 * @param {{left: number, top: number, right: number, bottom: number}} box of the thing
 * @param {HTMLElement} strip
 * @param {Element | null} target
 */
function spotBeside(box, strip, target) {
  const { offsetWidth: wide, offsetHeight: high } = strip;
  // Only what lies on the cloth itself is explained on it.
  const others = [...document.querySelectorAll(target?.closest('.dock') ? kept : `${kept}, .dock`)]
    .filter((each) => !target?.contains(each) && !each.contains(target) && each.checkVisibility())
    .map((each) => each.getBoundingClientRect());
  const within = (/** @type {number} */ at, /** @type {number} */ most) =>
    Math.max(gap, Math.min(at, most - gap));
  const across = within((box.left + box.right - wide) / 2, innerWidth - wide);
  const along = within((box.top + box.bottom - high) / 2, innerHeight - high);
  const spots = [
    { left: across, top: box.bottom + gap },
    { left: across, top: box.top - gap - high },
    { left: box.right + gap, top: along },
    { left: box.left - gap - wide, top: along },
  ];
  return (
    spots.find(
      ({ left, top }) =>
        left >= gap &&
        top >= gap &&
        left + wide <= innerWidth - gap &&
        top + high <= innerHeight - gap &&
        [box, ...others].every(
          (other) =>
            left >= other.right ||
            left + wide <= other.left ||
            top >= other.bottom ||
            top + high <= other.top,
        ),
    ) ?? null
  );
}

/**
 * Sets lengths of an element's style, in pixels.
 *
 * @param {HTMLElement} element
 * @param {Record<string, number>} lengths
 */
function move(element, lengths) {
  for (const [name, length] of Object.entries(lengths))
    element.style.setProperty(name, `${Math.round(length)}px`);
}
