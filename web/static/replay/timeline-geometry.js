// The geometry of the timeline. It shows the parts of the match, the changes of the lead, and the
// points that each player would have if the match had ended at a step.

/** @import { Analysis, Moment, Timeline } from '../core/types.js' */
/** @typedef {Analysis['chances'][number]} Chances */

/**
 * The step at which a seat has taken the lead.
 *
 * @typedef {{step: number, seat: number}} Lead
 */

/**
 * The range of points from the lower to the upper edge of a graph.
 *
 * @typedef {{low: number, high: number}} Scale
 */

/** The size of the graph in units of its SVG. The SVG is stretched to the available space. */
export const width = 1000;
export const height = 200;

/** The number of steps that a lead must last to count, unless it lasts until the end. */
const minLeadSteps = 6;

/**
 * A part of a match, such as a year or a draft: its first and last step, stage and number.
 *
 * @typedef {{from: number, to: number, stage: string, number: number}} Part
 */

/**
 * @param {readonly Moment[]} steps
 * @returns {Part[]}
 */
export function partsOf(steps) {
  /** @type {Part[]} */
  const parts = [];
  steps.forEach(({ stage, number }, step) => {
    const last = parts.at(-1);
    if (last && last.stage === stage && last.number === number) last.to = step;
    else parts.push({ from: step, to: step, stage, number });
  });
  return parts;
}

/**
 * The first occurrences of the parts of a match. A card can turn back time, so that a part occurs
 * again.
 *
 * @param {readonly Moment[]} steps
 */
export function newParts(steps) {
  const parts = partsOf(steps);
  const firstParts = parts.filter(
    (part, index) =>
      parts.findIndex(({ stage, number }) => stage === part.stage && number === part.number) ===
      index,
  );
  return firstParts.map((part, index) => ({
    ...part,
    to: (firstParts[index + 1]?.from ?? steps.length) - 1,
  }));
}

/**
 * The first steps of the rounds.
 *
 * @param {readonly Moment[]} steps
 */
export function roundsOf(steps) {
  return steps.flatMap(({ round, stage, number }, step) => {
    const previous = steps[step - 1];
    return !previous ||
      previous.round !== round ||
      previous.stage !== stage ||
      previous.number !== number
      ? [step]
      : [];
  });
}

/**
 * Step 0 and the first steps of the turns.
 *
 * @param {readonly Moment[]} steps
 */
export const turnsOf = (steps) => steps.flatMap(({ turn }, at) => (turn || at === 0 ? [at] : []));

/**
 * The changes of the lead: the steps at which another seat took the sole lead and kept it for
 * minLeadSteps. The first lead of the match does not count.
 *
 * @param {readonly Moment[]} steps
 * @returns {Lead[]}
 */
export function turningPoints(steps) {
  /** @type {Lead[]} */
  const points = [];
  let leader = -1;
  for (const [step, moment] of steps.entries()) {
    const seat = leaderOf(moment);
    if (seat < 0 || seat === leader) continue;
    const end = Math.min(steps.length - 1, step + minLeadSteps);
    if (steps.slice(step, end + 1).some((next) => leaderOf(next) !== seat)) continue;
    if (leader >= 0) points.push({ step, seat });
    leader = seat;
  }
  return points;
}

/**
 * The seat with the most points, or -1 if several seats share them or there is only one seat.
 *
 * @param {Moment} moment
 */
function leaderOf({ standing }) {
  const most = Math.max(...standing);
  const seat = standing.indexOf(most);
  return standing.length > 1 && standing.lastIndexOf(most) === seat ? seat : -1;
}

/**
 * The range from the least to the most points of any step, including 0 and 1, with a margin.
 *
 * @param {Timeline} timeline
 */
export function rangeOf({ steps }) {
  const all = steps.flatMap(({ standing }) => standing);
  const [low, high] = [Math.min(0, ...all), Math.max(1, ...all)];
  const room = (high - low) * 0.06;
  return { low: low - room, high: high + room };
}

/**
 * The x coordinate of a step, from 0 to width.
 *
 * @param {number} step
 * @param {number} last
 */
export const xOfStep = (step, last) => (last ? (step / last) * width : 0);

/**
 * The y coordinate of a number of points, from 0 at the top to height.
 *
 * @param {number} points
 * @param {Scale} range
 */
export const yOfPoints = (points, { low, high }) =>
  height - ((points - low) / (high - low)) * height;

/**
 * The points of a seat as an SVG path. The path has steps, because points change abruptly.
 *
 * @param {Timeline} timeline
 * @param {number} seat
 */
export function linePath(timeline, seat) {
  const range = rangeOf(timeline);
  const { steps } = timeline;
  const last = steps.length - 1;
  let path = '';
  let previous = NaN;
  steps.forEach(({ standing }, step) => {
    const n = standing[seat] ?? 0;
    if (n === previous && step < last) return;
    const y = yOfPoints(n, range).toFixed(1);
    path += path ? `H${xOfStep(step, last).toFixed(1)}V${y}` : `M0 ${y}`;
    previous = n;
  });
  return path;
}

/**
 * The chances at a step: the latest entry up to it, or else the first entry.
 *
 * @param {readonly Chances[]} chances
 * @param {number} step
 */
export const chancesAt = (chances, step) =>
  (chances.findLast((each) => each.step <= step) ?? chances[0])?.seats ?? [];

/**
 * Chances in whole percent. Rounds the running sum, so that the result adds up to 100 if the
 * chances add up to 1.
 *
 * @param {readonly number[]} chances
 */
export function percents(chances) {
  let [sum, rounded] = [0, 0];
  return chances.map((chance) => {
    sum += chance;
    const n = Math.round(sum * 100) - rounded;
    rounded += n;
    return n;
  });
}

/**
 * The chance of a seat to win as an SVG path, stacked on the layers of the previous seats.
 *
 * @param {readonly Chances[]} chances
 * @param {number} seat
 * @param {number} last
 */
export function layerPath(chances, seat, last) {
  const yBelow = (/** @type {Chances} */ { seats }, /** @type {number} */ n) =>
    ((1 - seats.slice(0, n).reduce((sum, chance) => sum + chance, 0)) * height).toFixed(1);
  const xOf = (/** @type {Chances | undefined} */ entry) =>
    entry ? xOfStep(entry.step, last) : width;
  const edge = (/** @type {number} */ n) =>
    chances.map((entry, i) => ({
      from: i ? xOfStep(entry.step, last) : 0,
      to: xOf(chances[i + 1]),
      y: yBelow(entry, n),
    }));
  const lowerEdge = edge(seat).map(
    ({ from, to, y }) => `${from.toFixed(1)} ${y}L${to.toFixed(1)} ${y}`,
  );
  const upperEdge = edge(seat + 1)
    .toReversed()
    .map(({ from, to, y }) => `${to.toFixed(1)} ${y}L${from.toFixed(1)} ${y}`);
  return `M${[...lowerEdge, ...upperEdge].join('L')}Z`;
}

/**
 * Round numbers in a range, about four, for the horizontal lines of the graph.
 *
 * @param {Scale} range
 */
export function scaleLines({ low, high }) {
  const step = [5, 10, 20, 25, 50, 100, 200, 500, 1000].find((n) => (high - low) / n <= 4) ?? 5000;
  const list = [];
  for (let n = Math.ceil(low / step) * step; n <= high; n += step) list.push(n);
  return list;
}
