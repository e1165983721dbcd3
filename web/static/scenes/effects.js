// The effects that scenes of every game are made of: things that fly, threads, numbers that count,
// banners, light.

import { html, nothing } from '../vendor/lit-html/lit-html.js';

/** @import { Place, SceneLayer } from './stage.js' */

/** @typedef {{x: number, y: number}} Point */

/**
 * The middle of a box at a point, turned and at a size.
 *
 * @param {Point} at
 * @param {{width: number, height: number}} box
 * @param {number} [scale]
 * @param {number} [turn] degrees
 */
export const transformAt = ({ x, y }, { width, height }, scale = 1, turn = 0) =>
  `translate(${(x - width / 2).toFixed(1)}px, ${(y - height / 2).toFixed(1)}px) rotate(${turn}deg) scale(${scale.toFixed(3)})`;

/**
 * The middle of the screen, a little above.
 *
 * @returns {Point}
 */
export const centre = () => ({ x: innerWidth / 2, y: innerHeight * 0.42 });

/** The size of this screen as a factor of a usual one, within bounds, as the text of the page. */
export const scaleOfScreen = () =>
  Math.max(0.8, Math.min(1.8, Math.min(innerWidth / 1440, innerHeight / 800)));

/**
 * Small things fly from one place to another, one after the other, in a bow.
 *
 * @param {SceneLayer} layer
 * @param {readonly unknown[]} things each drawn
 * @param {Point | null} from
 * @param {Point | null} to
 * @param {{delay?: number, duration?: number, stagger?: number, size?: number}} [times] size in pixels
 */
export function fly(
  layer,
  things,
  from,
  to,
  { delay = 0, duration = 480, stagger = 60, size = 34 * scaleOfScreen() } = {},
) {
  if (!from || !to) return;
  const box = { width: size, height: size };
  const lift = Math.min(140, 30 + Math.hypot(to.x - from.x, to.y - from.y) * 0.16);
  things.forEach((drawn, i) => {
    const aside = (i - (things.length - 1) / 2) * size * 0.7;
    const start = { x: from.x + aside, y: from.y };
    const middle = { x: (from.x + to.x) / 2 + aside, y: Math.min(from.y, to.y) - lift };
    layer.move(
      layer.put(drawn, 'flyer', box),
      [
        { transform: transformAt(start, box, 0.5), opacity: 0, easing: 'ease-out' },
        {
          transform: transformAt(start, box, 1.15),
          opacity: 1,
          offset: 0.16,
          easing: 'cubic-bezier(.3, 0, .6, .6)',
        },
        {
          transform: transformAt(middle, box, 1.25, 12),
          opacity: 1,
          offset: 0.56,
          easing: 'cubic-bezier(.3, .3, .4, 1)',
        },
        { transform: transformAt(to, box, 0.95), opacity: 1, offset: 0.92 },
        { transform: transformAt(to, box, 0.5), opacity: 0 },
      ],
      { delay: delay + i * stagger, duration },
    );
  });
}

/**
 * A thread of light grows from one point to another, and goes out.
 *
 * @param {SceneLayer} layer
 * @param {Point} from
 * @param {Point} to
 * @param {{delay?: number, duration?: number, cls?: string}} [times]
 */
export function thread(layer, from, to, { delay = 0, duration = 620, cls = '' } = {}) {
  const way = Math.hypot(to.x - from.x, to.y - from.y);
  const place = `translate(${from.x.toFixed(1)}px, ${from.y.toFixed(1)}px)`;
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const at = `${place} rotate(${angle.toFixed(4)}rad)`;
  layer.move(
    layer.put(nothing, `thread ${cls}`),
    [
      { transform: `${at} scaleX(0)`, opacity: 1 },
      { transform: `${at} scaleX(${(way / 100).toFixed(3)})`, opacity: 1, offset: 0.42 },
      { transform: `${at} scaleX(${(way / 100).toFixed(3)})`, opacity: 1, offset: 0.75 },
      { transform: `${at} scaleX(${(way / 100).toFixed(3)})`, opacity: 0 },
    ],
    { delay, duration },
  );
}

/**
 * Light that opens at a point and goes out.
 *
 * @param {SceneLayer} layer
 * @param {Point | null} at
 * @param {{delay?: number, duration?: number, size?: number, cls?: string}} [times]
 */
export function flash(
  layer,
  at,
  { delay = 0, duration = 420, size = 180 * scaleOfScreen(), cls = '' } = {},
) {
  if (!at) return;
  const box = { width: size, height: size };
  layer.move(
    layer.put(nothing, `flash ${cls}`, box),
    [
      { transform: transformAt(at, box, 0.2), opacity: 0 },
      { transform: transformAt(at, box, 0.9), opacity: 1, offset: 0.3 },
      { transform: transformAt(at, box, 1.4), opacity: 0 },
    ],
    { delay, duration },
  );
}

/**
 * A place is hit.
 *
 * @param {SceneLayer} layer
 * @param {Element | undefined} element
 * @param {number} delay
 */
export function shake(layer, element, delay) {
  layer.move(
    element,
    [0, -6, 6, -4, 3, 0].map((x) => ({ transform: `translateX(${x}px)` })),
    { delay, duration: 340, easing: 'linear' },
  );
}

/** @param {number} n */
const plain = (n) => String(n).replace('-', '−');

/**
 * A number of the page counts from what it was to what it is: a strip of numbers runs behind a
 * window above it.
 *
 * @param {SceneLayer} layer
 * @param {Place | null} place of the number alone
 * @param {number} from
 * @param {number} to
 * @param {{delay: number, duration: number}} times
 */
export function countNumber(layer, place, from, to, { delay, duration }) {
  if (!place || from === to) return;
  const steps = Math.min(9, Math.abs(to - from));
  const numbers = Array.from({ length: steps + 1 }, (_, i) =>
    Math.round(from + ((to - from) * i) / steps),
  );
  const box = putNumbers(layer, place, numbers);
  layer.move(
    box.firstElementChild,
    numbers.map((_, i) => ({
      transform: `translateY(${-i * place.height}px)`,
      easing: 'cubic-bezier(.5, 0, .2, 1)',
    })),
    { delay, duration },
  );
}

/**
 * A number stays as it was.
 *
 * @param {SceneLayer} layer
 * @param {Place} place
 * @param {number} n
 */
export function holdNumber(layer, place, n) {
  putNumbers(layer, place, [n]);
}

/**
 * Numbers below each other in the place of one, of which the first is seen.
 *
 * @param {SceneLayer} layer
 * @param {Place} place
 * @param {readonly number[]} numbers
 */
function putNumbers(layer, { element, left, top, height, width, font, color }, numbers) {
  const wide = Math.max(width, 2);
  const box = layer.put(
    html`<div>${numbers.map((n) => html`<b>${plain(n)}</b>`)}</div>`,
    'counting',
    { left: left - wide, top, width: wide * 3, height },
  );
  Object.assign(box.style, { font, color, lineHeight: `${height}px` });
  layer.standInFor(element, box);
  return box;
}

/**
 * What a number gained or lost floats up beside it.
 *
 * @param {SceneLayer} layer
 * @param {Place | null} place
 * @param {number} n
 * @param {number} delay
 */
export function floatChange(layer, place, n, delay) {
  if (!place || !n) return;
  const size = Math.max(26, Math.min(44, place.height * 1.5));
  const box = { width: size * 2.4, height: size * 1.2 };
  // Before the number: behind it the next player's place may begin.
  const x = Math.max(box.width / 2, place.left - box.width * 0.75);
  const at = (/** @type {number} */ up) => transformAt({ x, y: place.y - up }, box);
  const element = layer.put(
    html`<b>${n > 0 ? '+' : '−'}${Math.abs(n)}</b>`,
    n > 0 ? 'float gain' : 'float loss',
    box,
  );
  element.style.fontSize = `${size}px`;
  layer.move(
    element,
    [
      { transform: `${at(-14)} scale(.6)`, opacity: 0 },
      { transform: `${at(6)} scale(1.18)`, opacity: 1, offset: 0.28 },
      { transform: `${at(10)} scale(1)`, opacity: 1, offset: 0.7 },
      { transform: `${at(40)} scale(.95)`, opacity: 0 },
    ],
    { delay, duration: 640 },
  );
}

/**
 * A banner across the table.
 *
 * @param {SceneLayer} layer
 * @param {string} title
 * @param {unknown} words
 * @param {number} duration
 */
export function banner(layer, title, words, duration) {
  layer.move(
    layer.put(
      html`<div><h2>${title}</h2>${words ? html`<p>${words}</p>` : nothing}</div>`,
      'banner',
    ),
    [
      { transform: 'scaleX(.2)', opacity: 0 },
      { transform: 'none', opacity: 1, offset: 0.24 },
      { transform: 'none', opacity: 1, offset: 0.78 },
      { transform: 'none', opacity: 0 },
    ],
    { duration },
  );
}

/**
 * The light of the whole table, for a moment.
 *
 * @param {SceneLayer} layer
 * @param {string} cls
 * @param {{delay?: number, duration: number}} times
 */
export function light(layer, cls, { delay = 0, duration }) {
  layer.move(
    layer.light(cls),
    [
      { opacity: 0 },
      { opacity: 1, offset: 0.45, easing: 'linear' },
      { opacity: 1, offset: 0.6 },
      { opacity: 0 },
    ],
    { delay, duration },
  );
}

/**
 * Small things are blown across the table.
 *
 * @param {SceneLayer} layer
 * @param {unknown} thing drawn
 * @param {{n?: number, duration: number, size?: number, fall?: number}} how fall: how far down they
 *   come, as a part of the screen
 */
export function blow(layer, thing, { n = 16, duration, size = 26 * scaleOfScreen(), fall = 0.42 }) {
  const box = { width: size, height: size };
  for (let i = 0; i < n; i++) {
    const x = ((i * 0.381966) % 1) * innerWidth;
    const y = (((i * 7) % n) / n) * innerHeight * 0.7;
    const turn = (i % 2 ? 1 : -1) * (140 + i * 23);
    const scale = 0.7 + ((i * 5) % 7) / 10;
    layer.move(
      layer.put(thing, 'blown', box),
      [
        {
          transform: transformAt(
            { x: x - innerWidth * 0.11, y: y - innerHeight * 0.16 },
            box,
            scale,
          ),
          opacity: 0,
        },
        { opacity: 1, offset: 0.3 },
        { opacity: 1, offset: 0.6 },
        {
          transform: transformAt(
            { x: x + innerWidth * 0.06, y: y + innerHeight * fall },
            box,
            scale,
            turn,
          ),
          opacity: 0,
        },
      ],
      { delay: i * 18, duration: duration - n * 18, easing: 'cubic-bezier(.3, .1, .6, .9)' },
    );
  }
}
