// What scenes are made of, in every game: things that fly, threads, numbers that count, banners,
// light.

import { html, nothing } from '../vendor/lit-html/lit-html.js';

/** @import { Place, Stage } from './stage.js' */

/** @typedef {{x: number, y: number}} Point */

/**
 * The middle of a box at a point, turned and at a size.
 *
 * @param {Point} at
 * @param {{width: number, height: number}} box
 * @param {number} [scale]
 * @param {number} [turn] degrees
 */
export const onto = ({ x, y }, { width, height }, scale = 1, turn = 0) =>
  `translate(${(x - width / 2).toFixed(1)}px, ${(y - height / 2).toFixed(1)}px) rotate(${turn}deg) scale(${scale.toFixed(3)})`;

/**
 * The middle of the screen, a little above.
 *
 * @returns {Point}
 */
export const centre = () => ({ x: innerWidth / 2, y: innerHeight * 0.42 });

/** How large a pixel of a usual screen is here: as the page's text grows. */
export const unit = () =>
  Math.max(0.8, Math.min(1.8, Math.min(innerWidth / 1440, innerHeight / 800)));

/**
 * Small things fly from one place to another, one after the other, in a bow.
 *
 * @param {Stage} stage
 * @param {readonly unknown[]} things each drawn
 * @param {Point | null} from
 * @param {Point | null} to
 * @param {{after?: number, long?: number, apart?: number, size?: number}} [times] size in pixels
 */
export function fly(
  stage,
  things,
  from,
  to,
  { after = 0, long = 480, apart = 60, size = 34 * unit() } = {},
) {
  if (!from || !to) return;
  const box = { width: size, height: size };
  const lift = Math.min(140, 30 + Math.hypot(to.x - from.x, to.y - from.y) * 0.16);
  things.forEach((drawn, i) => {
    const aside = (i - (things.length - 1) / 2) * size * 0.7;
    const start = { x: from.x + aside, y: from.y };
    const middle = { x: (from.x + to.x) / 2 + aside, y: Math.min(from.y, to.y) - lift };
    stage.move(
      stage.put(drawn, 'flyer', box),
      [
        { transform: onto(start, box, 0.5), opacity: 0, easing: 'ease-out' },
        {
          transform: onto(start, box, 1.15),
          opacity: 1,
          offset: 0.16,
          easing: 'cubic-bezier(.3, 0, .6, .6)',
        },
        {
          transform: onto(middle, box, 1.25, 12),
          opacity: 1,
          offset: 0.56,
          easing: 'cubic-bezier(.3, .3, .4, 1)',
        },
        { transform: onto(to, box, 0.95), opacity: 1, offset: 0.92 },
        { transform: onto(to, box, 0.5), opacity: 0 },
      ],
      { after: after + i * apart, long },
    );
  });
}

/**
 * A thread of light grows from one point to another, and goes out.
 *
 * @param {Stage} stage
 * @param {Point} from
 * @param {Point} to
 * @param {{after?: number, long?: number, cls?: string}} [times]
 */
export function thread(stage, from, to, { after = 0, long = 620, cls = '' } = {}) {
  const way = Math.hypot(to.x - from.x, to.y - from.y);
  const place = `translate(${from.x.toFixed(1)}px, ${from.y.toFixed(1)}px)`;
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const at = `${place} rotate(${angle.toFixed(4)}rad)`;
  stage.move(
    stage.put(nothing, `thread ${cls}`),
    [
      { transform: `${at} scaleX(0)`, opacity: 1 },
      { transform: `${at} scaleX(${(way / 100).toFixed(3)})`, opacity: 1, offset: 0.42 },
      { transform: `${at} scaleX(${(way / 100).toFixed(3)})`, opacity: 1, offset: 0.75 },
      { transform: `${at} scaleX(${(way / 100).toFixed(3)})`, opacity: 0 },
    ],
    { after, long },
  );
}

/**
 * Light that opens at a point and goes out.
 *
 * @param {Stage} stage
 * @param {Point | null} at
 * @param {{after?: number, long?: number, size?: number, cls?: string}} [times]
 */
export function flash(stage, at, { after = 0, long = 420, size = 180 * unit(), cls = '' } = {}) {
  if (!at) return;
  const box = { width: size, height: size };
  stage.move(
    stage.put(nothing, `flash ${cls}`, box),
    [
      { transform: onto(at, box, 0.2), opacity: 0 },
      { transform: onto(at, box, 0.9), opacity: 1, offset: 0.3 },
      { transform: onto(at, box, 1.4), opacity: 0 },
    ],
    { after, long },
  );
}

/**
 * A place is hit.
 *
 * @param {Stage} stage
 * @param {Element | undefined} element
 * @param {number} after
 */
export function shake(stage, element, after) {
  stage.move(
    element,
    [0, -6, 6, -4, 3, 0].map((x) => ({ transform: `translateX(${x}px)` })),
    { after, long: 340, easing: 'linear' },
  );
}

/** @param {number} n */
const plain = (n) => String(n).replace('-', '−');

/**
 * A number of the page counts from what it was to what it is: a strip of numbers runs behind a
 * window above it.
 *
 * @param {Stage} stage
 * @param {Place | null} place of the number alone
 * @param {number} from
 * @param {number} to
 * @param {{after: number, long: number}} times
 */
export function count(stage, place, from, to, { after, long }) {
  if (!place || from === to) return;
  const steps = Math.min(9, Math.abs(to - from));
  const numbers = Array.from({ length: steps + 1 }, (_, i) =>
    Math.round(from + ((to - from) * i) / steps),
  );
  const box = reel(stage, place, numbers);
  stage.move(
    box.firstElementChild,
    numbers.map((_, i) => ({
      transform: `translateY(${-i * place.height}px)`,
      easing: 'cubic-bezier(.5, 0, .2, 1)',
    })),
    { after, long },
  );
}

/**
 * A number stays as it was.
 *
 * @param {Stage} stage
 * @param {Place} place
 * @param {number} n
 */
export function still(stage, place, n) {
  reel(stage, place, [n]);
}

/**
 * Numbers below each other in the place of one, of which the first is seen.
 *
 * @param {Stage} stage
 * @param {Place} place
 * @param {readonly number[]} numbers
 */
function reel(stage, { element, left, top, height, width, font, color }, numbers) {
  const wide = Math.max(width, 2);
  const box = stage.put(
    html`<div>${numbers.map((n) => html`<b>${plain(n)}</b>`)}</div>`,
    'counting',
    { left: left - wide, top, width: wide * 3, height },
  );
  Object.assign(box.style, { font, color, lineHeight: `${height}px` });
  stage.instead(element, box);
  return box;
}

/**
 * What a number gained or lost floats up beside it.
 *
 * @param {Stage} stage
 * @param {Place | null} place
 * @param {number} n
 * @param {number} after
 */
export function float(stage, place, n, after) {
  if (!place || !n) return;
  const size = Math.max(26, Math.min(44, place.height * 1.5));
  const box = { width: size * 2.4, height: size * 1.2 };
  // Before the number: behind it the next player's place may begin.
  const x = Math.max(box.width / 2, place.left - box.width * 0.75);
  const at = (/** @type {number} */ up) => onto({ x, y: place.y - up }, box);
  const element = stage.put(
    html`<b>${n > 0 ? '+' : '−'}${Math.abs(n)}</b>`,
    n > 0 ? 'float gain' : 'float loss',
    box,
  );
  element.style.fontSize = `${size}px`;
  stage.move(
    element,
    [
      { transform: `${at(-14)} scale(.6)`, opacity: 0 },
      { transform: `${at(6)} scale(1.18)`, opacity: 1, offset: 0.28 },
      { transform: `${at(10)} scale(1)`, opacity: 1, offset: 0.7 },
      { transform: `${at(40)} scale(.95)`, opacity: 0 },
    ],
    { after, long: 640 },
  );
}

/**
 * A banner across the table.
 *
 * @param {Stage} stage
 * @param {string} title
 * @param {unknown} words
 * @param {number} long
 */
export function banner(stage, title, words, long) {
  stage.move(
    stage.put(
      html`<div><h2>${title}</h2>${words ? html`<p>${words}</p>` : nothing}</div>`,
      'banner',
    ),
    [
      { transform: 'scaleX(.2)', opacity: 0 },
      { transform: 'none', opacity: 1, offset: 0.24 },
      { transform: 'none', opacity: 1, offset: 0.78 },
      { transform: 'none', opacity: 0 },
    ],
    { long },
  );
}

/**
 * The light of the whole table, for a moment.
 *
 * @param {Stage} stage
 * @param {string} cls
 * @param {{after?: number, long: number}} times
 */
export function light(stage, cls, { after = 0, long }) {
  stage.move(
    stage.light(cls),
    [
      { opacity: 0 },
      { opacity: 1, offset: 0.45, easing: 'linear' },
      { opacity: 1, offset: 0.6 },
      { opacity: 0 },
    ],
    { after, long },
  );
}

/**
 * Small things are blown across the table.
 *
 * @param {Stage} stage
 * @param {unknown} thing drawn
 * @param {{n?: number, long: number, size?: number, fall?: number}} how fall: how far down they
 *   come, as a part of the screen
 */
export function blow(stage, thing, { n = 16, long, size = 26 * unit(), fall = 0.42 }) {
  const box = { width: size, height: size };
  for (let i = 0; i < n; i++) {
    const x = ((i * 0.381966) % 1) * innerWidth;
    const y = (((i * 7) % n) / n) * innerHeight * 0.7;
    const turn = (i % 2 ? 1 : -1) * (140 + i * 23);
    const scale = 0.7 + ((i * 5) % 7) / 10;
    stage.move(
      stage.put(thing, 'blown', box),
      [
        {
          transform: onto({ x: x - innerWidth * 0.11, y: y - innerHeight * 0.16 }, box, scale),
          opacity: 0,
        },
        { opacity: 1, offset: 0.3 },
        { opacity: 1, offset: 0.6 },
        {
          transform: onto(
            { x: x + innerWidth * 0.06, y: y + innerHeight * fall },
            box,
            scale,
            turn,
          ),
          opacity: 0,
        },
      ],
      { after: i * 18, long: long - n * 18, easing: 'cubic-bezier(.3, .1, .6, .9)' },
    );
  }
}
