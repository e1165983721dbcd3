// The effects that the scenes of all games use: flying pieces, threads of light, counting numbers,
// banners and light.

import { html, nothing } from '../vendor/lit-html/lit-html.js';

/** @import { Place, SceneLayer } from './stage.js' */

/** @typedef {{x: number, y: number}} Point */

/**
 * The CSS transform that moves the centre of a box to a point, scaled and rotated.
 *
 * @param {Point} point
 * @param {{width: number, height: number}} box
 * @param {number} [scale]
 * @param {number} [turn] angle in degrees
 */
export const transformAt = ({ x, y }, { width, height }, scale = 1, turn = 0) =>
  `translate(${(x - width / 2).toFixed(1)}px, ${(y - height / 2).toFixed(1)}px) rotate(${turn}deg) scale(${scale.toFixed(3)})`;

/**
 * A point slightly above the centre of the screen.
 *
 * @returns {Point}
 */
export const centre = () => ({ x: innerWidth / 2, y: innerHeight * 0.42 });

/** The size of the screen relative to 1440 by 800 pixels, from 0.8 to 1.8. */
export const scaleOfScreen = () =>
  Math.max(0.8, Math.min(1.8, Math.min(innerWidth / 1440, innerHeight / 800)));

/**
 * Moves small pieces from one point to another in an arc, one after the other.
 *
 * @param {SceneLayer} layer
 * @param {readonly unknown[]} things templates of the pieces
 * @param {Point | null} from
 * @param {Point | null} to
 * @param {{delay?: number, duration?: number, stagger?: number, size?: number}} [options] times in
 *   milliseconds and the size in pixels. `stagger` is the delay between two pieces
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
  const arcHeight = Math.min(140, 30 + Math.hypot(to.x - from.x, to.y - from.y) * 0.16);
  things.forEach((drawn, i) => {
    const offset = (i - (things.length - 1) / 2) * size * 0.7;
    const start = { x: from.x + offset, y: from.y };
    // The highest point of the arc is still on the screen.
    const middle = {
      x: (from.x + to.x) / 2 + offset,
      y: Math.max(size * 0.7, Math.min(from.y, to.y) - arcHeight),
    };
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
 * Shows a thread of light that grows from one point to another and fades.
 *
 * @param {SceneLayer} layer
 * @param {Point} from
 * @param {Point} to
 * @param {{delay?: number, duration?: number, cls?: string}} [options]
 */
export function thread(layer, from, to, { delay = 0, duration = 620, cls = '' } = {}) {
  const distance = Math.hypot(to.x - from.x, to.y - from.y);
  const place = `translate(${from.x.toFixed(1)}px, ${from.y.toFixed(1)}px)`;
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const transform = `${place} rotate(${angle.toFixed(4)}rad)`;
  layer.move(
    layer.put(nothing, `thread ${cls}`),
    [
      { transform: `${transform} scaleX(0)`, opacity: 1 },
      {
        transform: `${transform} scaleX(${(distance / 100).toFixed(3)})`,
        opacity: 1,
        offset: 0.42,
      },
      {
        transform: `${transform} scaleX(${(distance / 100).toFixed(3)})`,
        opacity: 1,
        offset: 0.75,
      },
      { transform: `${transform} scaleX(${(distance / 100).toFixed(3)})`, opacity: 0 },
    ],
    { delay, duration },
  );
}

/**
 * Shows a flash of light at a point.
 *
 * @param {SceneLayer} layer
 * @param {Point | null} point
 * @param {{delay?: number, duration?: number, size?: number, cls?: string}} [options]
 */
export function flash(
  layer,
  point,
  { delay = 0, duration = 420, size = 180 * scaleOfScreen(), cls = '' } = {},
) {
  if (!point) return;
  const box = { width: size, height: size };
  layer.move(
    layer.put(nothing, `flash ${cls}`, box),
    [
      { transform: transformAt(point, box, 0.2), opacity: 0 },
      { transform: transformAt(point, box, 0.9), opacity: 1, offset: 0.3 },
      { transform: transformAt(point, box, 1.4), opacity: 0 },
    ],
    { delay, duration },
  );
}

/**
 * Shakes an element that was hit.
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
const withMinusSign = (n) => String(n).replace('-', '−');

/**
 * Counts a number of the page from its old to its new value. A strip of numbers scrolls in place of
 * the number.
 *
 * @param {SceneLayer} layer
 * @param {Place | null} place place of an element that contains only the number
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
 * Counts a number of the page from zero over several values, each at its time.
 *
 * @param {SceneLayer} layer
 * @param {Place | null} place place of an element that contains only the number
 * @param {readonly {value: number, delay: number, duration: number}[]} steps in the order of their
 *   times, which do not overlap
 */
export function countSteps(layer, place, steps) {
  const last = steps.at(-1);
  if (!place || !last) return;
  const total = last.delay + last.duration;
  const numbers = [0];
  /** @type {Keyframe[]} */
  const frames = [];
  const frame = (/** @type {number} */ time) =>
    frames.push({
      transform: `translateY(${-(numbers.length - 1) * place.height}px)`,
      offset: time / total,
      easing: 'cubic-bezier(.5, 0, .2, 1)',
    });
  for (const { value, delay, duration } of steps) {
    const from = numbers.at(-1) ?? 0;
    frame(delay);
    const n = Math.min(6, Math.abs(value - from));
    for (let i = 1; i <= n; i++) numbers.push(Math.round(from + ((value - from) * i) / n));
    frame(delay + duration);
  }
  const box = putNumbers(layer, place, numbers);
  layer.move(box.firstElementChild, frames, { duration: total });
}

/**
 * Keeps showing the old value of a number.
 *
 * @param {SceneLayer} layer
 * @param {Place} place
 * @param {number} n
 */
export function holdNumber(layer, place, n) {
  putNumbers(layer, place, [n]);
}

/**
 * Shows a column of numbers in place of one number. Only the first of them is visible.
 *
 * @param {SceneLayer} layer
 * @param {Place} place
 * @param {readonly number[]} numbers
 */
function putNumbers(layer, { element, left, top, height, width, font, color }, numbers) {
  const columnWidth = Math.max(width, 2);
  const box = layer.put(
    html`<div>${numbers.map((n) => html`<b>${withMinusSign(n)}</b>`)}</div>`,
    'counting',
    { left: left - columnWidth, top, width: columnWidth * 3, height },
  );
  Object.assign(box.style, { font, color, lineHeight: `${height}px` });
  layer.standInFor(element, box);
  return box;
}

/** The distance that the change of a number floats, in pixels. */
const floatHeight = 28;

/**
 * Shows the change of a number, which floats up over the number, or down if it is at the upper edge
 * of the screen.
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
  // Names, and the areas of other players, begin beside a number.
  const x = Math.max(box.width / 2, Math.min(innerWidth - box.width / 2, place.x));
  const start = place.height / 2 + box.height / 2;
  const sign = place.y - start - floatHeight - box.height / 2 > 0 ? -1 : 1;
  const raised = (/** @type {number} */ by) =>
    transformAt({ x, y: place.y + sign * (start + by) }, box);
  const element = layer.put(
    html`<b>${n > 0 ? '+' : '−'}${Math.abs(n)}</b>`,
    n > 0 ? 'float gain' : 'float loss',
    box,
  );
  element.style.fontSize = `${size}px`;
  layer.move(
    element,
    [
      { transform: `${raised(-10)} scale(.6)`, opacity: 0 },
      { transform: `${raised(0)} scale(1.18)`, opacity: 1, offset: 0.28 },
      { transform: `${raised(4)} scale(1)`, opacity: 1, offset: 0.7 },
      { transform: `${raised(floatHeight)} scale(.95)`, opacity: 0 },
    ],
    { delay, duration: 640 },
  );
}

/**
 * Shows a banner across the table.
 *
 * @param {SceneLayer} layer
 * @param {string} title
 * @param {unknown} words
 * @param {{delay?: number, duration: number}} times
 */
export function banner(layer, title, words, times) {
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
    times,
  );
}

/**
 * Changes the light on the whole page for a moment.
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
 * Blows small pieces across the table.
 *
 * @param {SceneLayer} layer
 * @param {unknown} thing a template
 * @param {{n?: number, delay?: number, duration: number, size?: number, fall?: number}} options
 *   `fall` is the distance that the pieces fall, as a fraction of the screen's height
 */
export function blow(
  layer,
  thing,
  { n = 16, delay = 0, duration, size = 26 * scaleOfScreen(), fall = 0.42 },
) {
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
      {
        delay: delay + i * 18,
        duration: duration - n * 18,
        easing: 'cubic-bezier(.3, .1, .6, .9)',
      },
    );
  }
}
