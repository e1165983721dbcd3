// The guide of a first game. It shows one hint at a time, and a ring around the thing that the hint
// explains. The hint is beside the thing if there it covers nothing that the player reads or
// presses. Otherwise, and on narrow pages, it is in the top bar or above the question. It never
// takes the focus. In a lesson it also says what a bot has just done, and holds the match back until
// the player goes on.

import { html, nothing, render } from '../vendor/lit-html/lit-html.js';
import { dismissHints, isLessonRoom, saveSeenHints } from '../core/hints.js';
import { loadFiles, translator } from '../core/i18n.js';
import { seatKey } from '../core/seats.js';
import { ChangeHold } from '../question/click-guard.js';
import { withSymbols } from '../ui/rich.js';
import { styleSheet } from '../ui/style-sheet.js';

/** @import { Ctx, Session } from '../core/types.js' */
/** @import { Hint, Lesson, Report } from '../core/hints.js' */
/** @import { MatchFrame } from './session.js' */

/**
 * Shows that a press on a button does not count.
 *
 * @typedef {(button: Element) => void} Refuse
 */

/** The texts of all guides. */
const guideTexts = '/table/guide.*.json';
/** The id with which a player's wish that bots do not wait is stored among the seen hints. */
const botsDoNotWait = 'bots';
/** The time after which a hint counts as read, in milliseconds. */
const readingMs = 2500;
/** The distance between the ring and its thing, in pixels. */
const ringGap = 5;
/** The smallest distance of a hint's tail from the hint's corners, in pixels. */
const tailInset = 18;
/** The distance of a hint from its thing and from the edge of the window, in pixels. */
const gap = 12;
/** Matches the elements, apart from its thing, that a hint must not cover. */
const mustStayVisible =
  '.ask, .top, .clocks, .stage-sheet > *, .thing[data-state=choosable], .thing[data-state=selected], .thing[data-state=busy], .thing[data-state=ready]';
/** Matches the elements that a hint covers only if it has no other place beside its thing. */
const shouldStayVisible = '.thing, .stat, button:not(.guide button)';
/** Matches the things in the dock. */
const inDock = '.dock .thing, .dock button';
/** Matches windows with room for a hint beside its thing. */
const wideWindow = matchMedia('(min-width: 68.75em)');
/**
 * The width and the height of a thing that suffice to make it visible, in pixels. Of cards in hand,
 * little more than the upper half can be visible.
 */
const minVisible = 80;

/**
 * @param {Session} session
 * @param {string} game
 * @param {Lesson} lesson
 * @param {readonly string[]} seen
 * @param {Refuse} refuse
 */
export async function openGuide(session, game, lesson, seen, refuse) {
  await Promise.all([styleSheet('/table/guide.css'), loadFiles(guideTexts, lesson.texts)]);
  return new Guide(session, game, lesson, seen, refuse);
}

export class Guide {
  #session;
  #game;
  #lesson;
  /** @type {Set<string>} */
  #seen;
  #refuse;
  /** @type {Hint | null} */
  #shown = null;
  /**
   * What a bot has just done, until the player goes on.
   *
   * @type {Report | null}
   */
  #report = null;
  /** The time at which the hint appeared, as performance.now(). */
  #shownSince = 0;
  /** @type {Element | null} */
  #target = null;
  /** The element with the hint. */
  #box = Object.assign(document.createElement('div'), { className: 'guidestrip' });
  /** The id and the text of the hint or the report in the element. */
  #content = '';
  /** Presses on what has just appeared in the element do not count. */
  #change = new ChangeHold(this.#box);
  /** @type {{key: string, width: number, height: number} | null} */
  #size = null;
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
   * @param {Refuse} refuse
   */
  constructor(session, game, lesson, seen, refuse) {
    this.#session = session;
    this.#game = game;
    this.#lesson = lesson;
    this.#seen = new Set(seen);
    this.#refuse = refuse;
    document.body.append(this.#ring, this.#status);
    session.holdsAfter = (frame) => this.#holdsAfter(frame);
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
    this.#change.end();
    this.#session.holdsAfter = null;
    for (const part of [this.#box, this.#ring, this.#status]) part.remove();
  }

  /** Whether there are hints, before that of the end, which the player has not read. */
  get hasHints() {
    return (
      !this.#isEnded &&
      this.#lesson.hints.some(({ id }) => id !== this.#lesson.last && !this.#seen.has(id))
    );
  }

  /** Chooses the hint to show. Call this after every render. */
  afterRender() {
    const session = this.#session;
    if (this.#isEnded || !session.playing || session.seat < 0 || !session.board) {
      this.#showHint(null, null);
      return;
    }
    const ctx = session.context();
    // An answer of the player means that the player goes on.
    if (!session.isHeld) this.#report = null;
    const next = this.#nextHint(ctx);
    // The player may be about to press a button of the hint. A report waits until then.
    const isStillShown = next !== null && next === this.#shown;
    if (!session.isHeld || next?.first || (this.#report && isStillShown)) this.#showHint(next, ctx);
    else if (this.#report) this.#showHint(null, ctx);
    else this.#goOn();
  }

  /**
   * Whether the match is held back after a frame: at the start until the first hints are read, and
   * after an answer of a bot until the player goes on.
   *
   * @param {MatchFrame} frame
   */
  #holdsAfter(frame) {
    const session = this.#session;
    // Other bots do not wait, because the player did not ask for a lesson.
    if (this.#isEnded || !session.isAgainstBots || !isLessonRoom(this.#game, session.id))
      return false;
    if (frame.type === 'snapshot' || !session.board)
      return this.#lesson.hints.some(({ id, first }) => first && !this.#seen.has(id));
    if (this.#seen.has(botsDoNotWait)) return false;
    const ctx = session.context();
    const events = ctx.events.filter(({ number }) => number >= session.state.firstNewEvent);
    const seat = events.find((event) => session.frame?.seats[event.seat]?.bot)?.seat ?? -1;
    const own = events.filter((event) => event.seat === seat);
    this.#report = seat < 0 ? null : (this.#lesson.report?.(ctx, seatKey(seat), own) ?? null);
    return this.#report !== null;
  }

  /** Lets the match go on. */
  #goOn() {
    this.#report = null;
    this.#showHint(null, null);
    this.#session.proceed();
  }

  /** Lets the match go on, now and after all further answers of bots. */
  #stopWaiting() {
    this.#seen.add(botsDoNotWait);
    saveSeenHints(this.#game, this.#session.id, [...this.#seen]);
    this.#goOn();
  }

  /**
   * The hint to show, null if none applies.
   *
   * @param {Ctx} ctx
   */
  #nextHint(ctx) {
    const before = this.#shown;
    if (before && !before.when(ctx) && performance.now() - this.#shownSince > readingMs)
      this.#markRead(before);
    const candidates = this.#lesson.hints.filter(
      (hint) => !this.#seen.has(hint.id) && hint.when(ctx),
    );
    // Keep the current hint, which the player may be reading.
    const order = before && candidates.includes(before) ? [before, ...candidates] : candidates;
    return order.find((hint) => targetOf(hint.at(ctx))) ?? null;
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
    this.#session.holdsAfter = null;
    this.#goOn();
  }

  /**
   * Closes the hint or goes on on Escape, and keeps the table from handling the key.
   *
   * @param {KeyboardEvent} event
   */
  #key(event) {
    if (event.key !== 'Escape' || !(this.#shown || this.#report)) return;
    if (event.target instanceof Element && event.target.closest('input, textarea, select, .menu'))
      return;
    if (document.querySelector('dialog[open], .cardsheet')) return;
    event.preventDefault();
    if (this.#change.isOn) return;
    if (this.#shown) this.#closeHint();
    else this.#goOn();
  }

  /**
   * Shows a hint instead of the current one. Null shows the report, if there is one, or nothing.
   *
   * @param {Hint | null} hint
   * @param {Ctx | null} ctx
   */
  #showHint(hint, ctx) {
    const place = [...document.querySelectorAll('.guideplace')].find((each) =>
      each.checkVisibility(),
    );
    const focused = this.#box.contains(document.activeElement);
    if (hint !== this.#shown) this.#shownSince = performance.now();
    this.#shown = hint;
    const report = hint || !ctx ? null : this.#report;
    const at = ctx && (hint ? hint.at(ctx) : report?.at);
    this.#target = at ? targetOf(at) : null;
    const lang = ctx?.lang ?? 'en';
    const t = translator(lang, guideTexts);
    const words = translator(lang, this.#lesson.texts);
    let text = '';
    if (hint && ctx) text = words(hint.id, hint.args?.(ctx));
    else if (report) text = words(report.id, report.args);
    const id = hint?.id ?? report?.id ?? '';
    if (`${id} ${text}` !== this.#content) {
      this.#content = `${id} ${text}`;
      this.#change.start();
    }
    const isKept = !!place?.classList.contains('kept');
    const rest = isKept ? html`<p class="guidewait">${t('next')}</p>` : nothing;
    render(text ? this.#hintTemplate(t, id, text, !!report) : rest, this.#box);
    this.#placeHint(text || isKept ? place : undefined);
    this.#announce(
      text
        ? `${report ? '' : `${t('hint')} `}${text.replace(/ ?\[[\w-]+\]/g, '').replaceAll('*', '')}`
        : '',
    );
    this.#placeRing();
    if (focused && !this.#box.contains(document.activeElement)) {
      const next = this.#box.querySelector('.guide .btn:last-child');
      const target = /** @type {HTMLElement | null} */ (next ?? document.getElementById('ask'));
      target?.focus({ preventScroll: true });
    }
  }

  /** @param {string} text */
  #announce(text) {
    if (this.#status.textContent !== text) this.#status.textContent = text;
  }

  /**
   * @param {import('../core/types.js').Translate} word
   * @param {string} id
   * @param {string} text
   * @param {boolean} isReport
   */
  #hintTemplate(word, id, text, isReport) {
    const [off, got] = (
      isReport
        ? [() => this.#stopWaiting(), () => this.#goOn()]
        : [() => this.#endGuide(), () => this.#closeHint()]
    ).map((act) => (/** @type {{currentTarget: Element}} */ { currentTarget }) => {
      if (this.#change.isOn) this.#refuse(currentTarget);
      else act();
    });
    return html`<aside class="guide" data-hint=${id} aria-label=${word(isReport ? 'report' : 'title')}>
      <i class="pointer" aria-hidden="true"></i><p>${withSymbols(text)}</p>
      <p class="acts">
        <button type="button" class="btn quiet"
            @click=${off}>${word(isReport ? 'nowait' : 'off')}</button><button type="button" class="btn"
                aria-keyshortcuts="Escape"
                @click=${got}>${word(isReport ? 'on' : 'got')}</button></p></aside>`;
  }

  /**
   * Places the hint beside its thing, or in the page's place for hints.
   *
   * @param {Element | undefined} place
   */
  #placeHint(place) {
    const strip = this.#box;
    const target = place && wideWindow.matches ? this.#target : null;
    // Measure before the strip is in the bar, where it would move the board.
    const size = target && this.#measure();
    const box = target && visibleBox(target);
    const spot = size && box && spotBeside(box, size, target);
    if (spot && box) {
      if (strip.parentNode !== document.body) document.body.append(strip);
      const { left, top, side } = spot;
      const isBelowOrAbove = side === 'below' || side === 'above';
      const middle = isBelowOrAbove
        ? (box.left + box.right) / 2 - left
        : (box.top + box.bottom) / 2 - top;
      const length = isBelowOrAbove ? size.width : size.height;
      strip.dataset.side = side;
      setLengths(strip, {
        '--x': left,
        '--y': top,
        '--tail': Math.max(tailInset, Math.min(middle, length - tailInset)),
      });
    } else if (place && strip.parentNode !== place) place.append(strip);
    strip.classList.toggle('beside', !!spot);
    document.querySelector('.top')?.classList.toggle('guided', !!place && !spot);
  }

  /** The size of the hint beside a thing. It is measured once for each text. */
  #measure() {
    const strip = this.#box;
    const key = `${innerWidth} ${strip.textContent}`;
    if (this.#size?.key !== key) {
      document.body.append(strip);
      strip.classList.add('beside');
      this.#size = { key, width: strip.offsetWidth, height: strip.offsetHeight };
    }
    return this.#size;
  }

  /** Moves the ring around the visible part of the thing. */
  #placeRing() {
    const box = this.#target && visibleBox(this.#target);
    this.#ring.classList.toggle('away', !box);
    if (!box || !this.#target) return;
    this.#ring.classList.toggle('over', this.#target.closest('.dock') !== null);
    const angle = angleOf(this.#target);
    // The bounding box of a rotated thing is larger than the thing. A part of the thing can be
    // outside the window.
    const around = angle ? this.#target.getBoundingClientRect() : box;
    const { offsetWidth: w, offsetHeight: h } = /** @type {HTMLElement} */ (this.#target);
    const [wide, high] = angle && w ? [w, h] : [box.right - box.left, box.bottom - box.top];
    this.#ring.style.rotate = angle ? `${angle}deg` : '';
    setLengths(this.#ring, {
      '--x': (around.left + around.right - wide) / 2 - ringGap,
      '--y': (around.top + around.bottom - high) / 2 - ringGap,
      '--w': wide + 2 * ringGap,
      '--h': high + 2 * ringGap,
    });
  }
}

/**
 * The thing that a hint explains: the first match in sight, else the first that is rendered, else
 * null.
 *
 * @param {string | readonly string[]} at its selectors
 */
function targetOf(at) {
  const drawn = [at]
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
  const isCovered = dock && dock.bottom > top + 1 && left < dock.right - 1 && right > dock.left + 1;
  const floor = isCovered ? dock.top : innerHeight;
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
 * Returns a position for a hint beside its thing, and its side of the thing: below, above, to the
 * right or to the left.
 * Returns null if the hint would cover an element that must stay visible in all four positions.
 *
 * @param {{left: number, top: number, right: number, bottom: number}} box the box of the thing
 * @param {{width: number, height: number}} size the size of the hint
 * @param {Element} target
 */
function spotBeside(box, { width, height }, target) {
  const boxesOf = (/** @type {string} */ selector) =>
    [...document.querySelectorAll(selector)]
      .filter((each) => !target.contains(each) && !each.contains(target) && each.checkVisibility())
      .map((each) => each.getBoundingClientRect());
  // A hint about the board must not cover what is in the dock.
  const obstacles = boxesOf(
    target.closest('.dock') ? mustStayVisible : `${mustStayVisible}, ${inDock}`,
  );
  const others = boxesOf(shouldStayVisible);
  const clamp = (/** @type {number} */ at, /** @type {number} */ most) =>
    Math.max(gap, Math.min(at, most - gap));
  const across = clamp((box.left + box.right - width) / 2, innerWidth - width);
  const along = clamp((box.top + box.bottom - height) / 2, innerHeight - height);
  const spots = [
    { side: 'below', left: across, top: box.bottom + gap },
    { side: 'above', left: across, top: box.top - gap - height },
    { side: 'right', left: box.right + gap, top: along },
    { side: 'left', left: box.left - gap - width, top: along },
  ];
  const isFree = (
    /** @type {typeof spots[number]} */ { left, top },
    /** @type {typeof obstacles} */ taken,
  ) =>
    left >= gap &&
    top >= gap &&
    left + width <= innerWidth - gap &&
    top + height <= innerHeight - gap &&
    [box, ...taken].every(
      (other) =>
        left >= other.right ||
        left + width <= other.left ||
        top >= other.bottom ||
        top + height <= other.top,
    );
  return (
    spots.find((spot) => isFree(spot, [...obstacles, ...others])) ??
    spots.find((spot) => isFree(spot, obstacles)) ??
    null
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
