// The graph of a rating.

import { html, nothing, svg } from '../../vendor/lit-html/lit-html.js';
import { must } from '../../core/must.js';

/** @import { CurvePoint, Translate } from '../../core/types.js' */

const width = 640;
const height = 180;
/** The margins for the numbers of the scale and for the last rating. */
const left = 48;
const right = 60;

/**
 * The ratings at the lines of the scale, at most six, in round steps.
 *
 * @param {number} low
 * @param {number} high
 */
function gridLines(low, high) {
  const step =
    [50, 100, 200, 250, 500, 1000, 2000].find((each) => (high - low) / each <= 5) ?? 5000;
  const lines = [];
  for (let n = Math.ceil(low / step) * step; n <= high; n += step) lines.push(n);
  return lines;
}

/**
 * @param {Translate} t
 * @param {CurvePoint[]} points oldest first
 * @param {number} settled the number of points until the rating was settled, 0 if it was already
 *   settled before the first
 */
export function curve(t, points, settled) {
  const all = points.flatMap(({ points: n, estimate }) => [n, estimate]);
  const low = Math.min(...all) - 20;
  const high = Math.max(...all) + 20;
  const xOf = (/** @type {number} */ i) =>
    left + (width - left - right) * (points.length > 1 ? i / (points.length - 1) : 1);
  const yOf = (/** @type {number} */ n) => 8 + ((height - 16) * (high - n)) / (high - low);
  const pointAt = (/** @type {number} */ i, /** @type {number} */ n) =>
    `${xOf(i).toFixed(1)} ${yOf(n).toFixed(1)}`;
  const line = points.map((point, i) => pointAt(i, point.points));
  const top = points.map((point, i) => pointAt(i, point.estimate));
  const [first, last] = [must(points[0]), must(points.at(-1))];
  const end = points.length - 1;
  return html`<svg class="curve" viewBox=${`0 0 ${width} ${height}`} role="img"
      aria-label=${t('profile.curve', {
        n: points.length,
        from: String(first.points),
        to: String(last.points),
      })}>
    <path class="band" d=${`M${top.join('L')}L${line.toReversed().join('L')}z`}></path>
    ${gridLines(low, high).map(
      (n) =>
        svg`<path class="scale"
            d=${`M${left} ${yOf(n).toFixed(1)}H${width - right}`}></path><text class="figure"
                x=${left - 6} y=${(yOf(n) + 4).toFixed(1)} text-anchor="end">${n}</text>`,
    )}
    ${
      settled > 0 && settled < points.length
        ? svg`<path class="settled"
            d=${`M${xOf(settled - 1).toFixed(1)} 8V${height - 8}`}></path>`
        : nothing
    }
    <path class="line" d=${`M${line.join('L')}`}></path><circle class="dot"
        cx=${xOf(end).toFixed(1)} cy=${yOf(last.points).toFixed(1)} r="4"></circle>
    <text class="now" x=${(xOf(end) + 8).toFixed(1)}
        y=${(yOf(last.points) + 5).toFixed(1)}>${last.points}</text></svg>`;
}
