// The guide of a first game: a slip of paper beside the thing that has just
// come up. It takes no focus, covers neither the thing nor the question, and
// nothing waits for it.

import { html, nothing, render } from '../vendor/lit-html/lit-html.js';
import { dismiss, keepSeen } from './hints.js';
import { load, words } from '../app/i18n.js';
import { rich } from '../ui/rich.js';
import { styleSheet } from '../ui/stylesheet.js';
import { ground, inSight, placeSlip, sightOf } from '../ui/slip.js';

/** @import { Session } from '../app/types.js' */
/** @import { Hint, Lesson } from './hints.js' */

/** The words of the slip itself. */
const common = '/room/guide.*.json';
/** Who has had this long to read a hint has read it, in milliseconds. */
const reading = 2500;
/** How far the ring stands off its thing, in pixels. */
const off = 5;
/** How long nothing has scrolled when a scroll is over, in milliseconds. */
const rest = 120;

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
  #hints;
  #texts;
  /** @type {Set<string>} */
  #seen;
  /** @type {Hint | null} */
  #shown = null;
  /** When it appeared. */
  #since = 0;
  /** @type {Element | null} */
  #target = null;
  /** What is seen, and what is read aloud. */
  #slip = document.createElement('div');
  #status = Object.assign(document.createElement('p'), { className: 'vh', role: 'status' });
  #stop = new AbortController();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #later;
  #off = false;

  /**
   * @param {Session} session
   * @param {string} game
   * @param {Lesson} lesson
   * @param {readonly string[]} seen
   */
  constructor(session, game, { hints, texts }, seen) {
    this.#session = session;
    this.#game = game;
    this.#hints = hints;
    this.#texts = texts;
    this.#seen = new Set(seen);
    document.body.append(this.#slip, this.#status);
    const { signal } = this.#stop;
    const follow = () => {
      this.#follow();
      clearTimeout(this.#later);
      this.#later = setTimeout(() => this.drawn(), rest);
    };
    addEventListener('resize', follow, { signal });
    document.addEventListener('scroll', follow, { signal, capture: true, passive: true });
    document.addEventListener('toggle', follow, { signal, capture: true });
    document.addEventListener('keydown', (event) => this.#key(event), { signal, capture: true });
    // A player who uses the thing needs no hint about it.
    document.addEventListener('click', ({ target }) => {
      if (target instanceof Node && this.#target?.contains(target)) this.#read();
    }, { signal, capture: true });
  }

  close() {
    this.#stop.abort();
    clearTimeout(this.#later);
    this.#slip.remove();
    this.#status.remove();
  }

  /** Looks again at what fits: after every drawing. */
  drawn() {
    const session = this.#session;
    if (this.#off || !session.playing || session.seat < 0 || !session.board) {
      this.#show(null);
      return;
    }
    const ctx = session.context();
    const before = this.#shown;
    if (before && !before.when(ctx) && performance.now() - this.#since > reading) this.#mark(before);
    const fit = this.#hints.filter((hint) => !this.#seen.has(hint.id) && hint.when(ctx));
    // One that is being read stays.
    const first = before && fit.includes(before) ? [before] : [];
    for (const hint of [...first, ...fit]) {
      const target = inSight(hint.at(ctx));
      if (target && this.#show(hint, target)) return;
    }
    this.#show(null);
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
    this.#show(null);
  }

  /** Escape puts the slip away before it does anything else at the table. @param {KeyboardEvent} event */
  #key(event) {
    if (event.key !== 'Escape' || !this.#shown) return;
    if (event.target instanceof Element && event.target.closest('input, textarea, select, .menu')) return;
    if (document.querySelector('dialog[open], .cardsheet')) return;
    event.preventDefault();
    this.#read();
  }

  /**
   * Draws a hint, or nothing. Reports whether there was room.
   * @param {Hint | null} hint
   * @param {Element | null} [target] what it is about
   */
  #show(hint, target = null) {
    const text = hint && target ? this.#text(hint.id) : '';
    this.#target = text ? target : null;
    const focused = this.#slip.contains(document.activeElement);
    render(text ? this.#paper(text) : nothing, this.#slip);
    const placed = this.#follow();
    if (placed && hint !== this.#shown) {
      this.#shown = hint;
      this.#since = performance.now();
    }
    if (!placed) this.#shown = this.#target = null;
    const said = placed ? `${this.#text('hint')} ${text.replace(/ ?\[[\w-]+\]/g, '').replaceAll('*', '')}` : '';
    if (said || !hint) this.#say(said);
    if (focused && !this.#shown && !hint) document.getElementById('ask')?.focus({ preventScroll: true });
    return placed;
  }

  /** @param {string} text */
  #say(text) {
    if (this.#status.textContent !== text) this.#status.textContent = text;
  }

  /** @param {string} key */
  #text(key) {
    return words(this.#texts)?.[key] ?? words(common)?.[key] ?? '';
  }

  /** @param {string} text */
  #paper(text) {
    return html`<div class="guidering"></div><aside class="guide" aria-label=${this.#text('title')}><p>${rich(text)}</p>
      <p class="acts"><button type="button" class="btn quiet" @click=${() => this.#end()}>${this.#text('off')}</button><button type="button" class="btn" aria-keyshortcuts="Escape"
        @click=${() => this.#read()}>${this.#text('got')}</button></p><i class="tip"></i></aside>`;
  }

  /** Puts slip and ring where the thing is. Reports whether there is room for both. */
  #follow() {
    const [ring, slip] = /** @type {Iterable<HTMLElement>} */ (this.#slip.children);
    const target = this.#target;
    if (!slip || !target) return false;
    const room = ground();
    const thing = sightOf(target, room);
    const others = [...document.querySelectorAll('main .thing:is([data-state=choosable], [data-state=selected])')].map((e) => e.getBoundingClientRect());
    const place = thing && placeSlip(slip.getBoundingClientRect(), thing, room, { wide: innerWidth < 700, others });
    for (const part of [ring, slip]) part.classList.toggle('away', !place);
    if (!place) return false;
    ring.classList.toggle('over', target.closest('.dock') !== null);
    slip.dataset.side = place.side;
    move(slip, { '--x': place.x, '--y': place.y, '--tip': place.tip });
    move(ring, { '--x': thing.left - off, '--y': thing.top - off, '--w': thing.right - thing.left + 2 * off, '--h': thing.bottom - thing.top + 2 * off });
    return true;
  }
}

/** Sets lengths of an element's style, in pixels. @param {HTMLElement} element @param {Record<string, number>} lengths */
function move(element, lengths) {
  for (const [name, length] of Object.entries(lengths)) element.style.setProperty(name, `${Math.round(length)}px`);
}
