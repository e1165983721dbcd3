// The guide of a first game: one hint at a time, in a place of its own in the top
// bar or, on narrow pages, above the question, and a ring around the thing that the hint
// is about. It takes no focus and covers nothing, and nothing waits for it.

import { html, nothing, render } from '../vendor/lit-html/lit-html.js';
import { dismiss, keepSeen } from '../base/hints.js';
import { load, translator } from '../base/i18n.js';
import { rich } from '../ui/rich.js';
import { styleSheet } from '../ui/stylesheet.js';

/** @import { Ctx, Session } from '../base/types.js' */
/** @import { Hint, Lesson } from '../base/hints.js' */

/** The words of the guide itself. */
const common = '/room/guide.*.json';
/** Who has had this long to read a hint has read it, in milliseconds. */
const reading = 2500;
/** How far the ring stands off its thing, in pixels. */
const off = 5;
/** So much of a thing is enough of it, in pixels. */
const enough = 120;

/**
 * @param {Session} session
 * @param {string} game
 * @param {Lesson} lesson
 * @param {readonly string[]} seen
 */
export async function openGuide(session, game, lesson, seen) {
  await Promise.all([styleSheet('/room/guide.css'), load(common, lesson.texts)]);
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
    document.addEventListener('scroll', follow, { signal, capture: true, passive: true });
    document.addEventListener('toggle', () => this.drawn(), { signal, capture: true });
    document.addEventListener('keydown', (event) => this.#key(event), { signal, capture: true });
    // A player who uses the thing needs no hint about it.
    document.addEventListener('click', ({ target }) => {
      if (target instanceof Node && this.#target?.contains(target)) this.#read();
    }, { signal, capture: true });
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
    if (before && !before.when(ctx) && performance.now() - this.#since > reading) this.#mark(before);
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
    keepSeen(this.#game, this.#session.id, [...this.#seen]);
  }

  #end() {
    this.#off = true;
    dismiss(this.#game);
    this.#show(null, null);
  }

  /** Escape puts the hint away before it does anything else at the table. @param {KeyboardEvent} event */
  #key(event) {
    if (event.key !== 'Escape' || !this.#shown) return;
    if (event.target instanceof Element && event.target.closest('input, textarea, select, .menu')) return;
    if (document.querySelector('dialog[open], .cardsheet')) return;
    event.preventDefault();
    this.#read();
  }

  /** Draws a hint, or nothing. @param {Hint | null} hint @param {Ctx | null} ctx */
  #show(hint, ctx) {
    const place = [...document.querySelectorAll('.guideplace')].find((each) => each.checkVisibility());
    if (place && this.#strip.parentNode !== place) place.append(this.#strip);
    const focused = this.#strip.contains(document.activeElement);
    if (hint !== this.#shown) this.#since = performance.now();
    this.#shown = hint;
    this.#target = hint && ctx ? thing(hint, ctx) : null;
    const lang = ctx?.lang ?? 'en';
    const word = translator(lang, common);
    const text = hint && ctx ? translator(lang, this.#lesson.texts)(hint.id, hint.args?.(ctx)) : '';
    render(text ? this.#paper(word, text) : nothing, this.#strip);
    place?.closest('.top')?.classList.toggle('guided', !!text);
    this.#say(text ? `${word('hint')} ${text.replace(/ ?\[[\w-]+\]/g, '').replaceAll('*', '')}` : '');
    this.#follow();
    if (focused && !text) document.getElementById('ask')?.focus({ preventScroll: true });
  }

  /** @param {string} text */
  #say(text) {
    if (this.#status.textContent !== text) this.#status.textContent = text;
  }

  /** @param {import('../base/types.js').Translate} word @param {string} text */
  #paper(word, text) {
    return html`<aside class="guide" aria-label=${word('title')}><i class="key" aria-hidden="true"></i><p>${rich(text)}</p>
      <p class="acts"><button type="button" class="btn quiet" @click=${() => this.#end()}>${word('off')}</button><button type="button" class="btn" aria-keyshortcuts="Escape"
        @click=${() => this.#read()}>${word('got')}</button></p></aside>`;
  }

  /** Puts the ring where the thing is, as far as it is in sight. */
  #follow() {
    const box = this.#target && sight(this.#target);
    this.#ring.classList.toggle('away', !box);
    if (!box || !this.#target) return;
    this.#ring.classList.toggle('over', this.#target.closest('.dock') !== null);
    move(this.#ring, { '--x': box.left - off, '--y': box.top - off, '--w': box.right - box.left + 2 * off, '--h': box.bottom - box.top + 2 * off });
  }
}

/** What a hint is about: the first of its things that is drawn, one in sight before others. @param {Hint} hint @param {Ctx} ctx */
function thing(hint, ctx) {
  const drawn = [...document.querySelectorAll(hint.at(ctx))].filter((each) => each.checkVisibility());
  return drawn.find((each) => sight(each)) ?? drawn[0] ?? null;
}

/** The visible part of a thing, or null if it is too small. @param {Element} target */
function sight(target) {
  if (!target.isConnected || !target.checkVisibility()) return null;
  const floor = target.closest('.dock') ? innerHeight : document.querySelector('.dock, .askline.again')?.getBoundingClientRect().top ?? innerHeight;
  const { left, top, right, bottom } = target.getBoundingClientRect();
  const box = { left: Math.max(0, left), top: Math.max(0, top), right: Math.min(innerWidth, right), bottom: Math.min(floor, bottom) };
  const most = (/** @type {number} */ shown, /** @type {number} */ whole) => whole > 0 && shown >= Math.min(whole * 0.7, enough);
  return most(box.right - box.left, right - left) && most(box.bottom - box.top, bottom - top) ? box : null;
}

/** Sets lengths of an element's style, in pixels. @param {HTMLElement} element @param {Record<string, number>} lengths */
function move(element, lengths) {
  for (const [name, length] of Object.entries(lengths)) element.style.setProperty(name, `${Math.round(length)}px`);
}
