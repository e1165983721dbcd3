// The story of a match in a picture: each player's points if the match had ended
// at that step, the parts of the match, and where the lead changed.

/** @import { Analysis, Moment, Timeline } from '../core/types.js' */
/** @typedef {Analysis['chances'][number]} Chances */

/**
 * The step with which a seat took the lead.
 *
 * @typedef {{step: number, seat: number}} Lead
 */

/**
 * The points that a graph shows, from its lower edge to the upper one.
 *
 * @typedef {{low: number, high: number}} Scale
 */

/** The picture's own units: it is stretched to the room that it has. */
export const width = 1000;
export const height = 200;

/** A change of the lead is told only if it lasts for this many steps, or to the end. */
const lasting = 6;

/**
 * A part of a match: a year, a draft, or the whole.
 *
 * @typedef {{from: number, to: number, stage: string, number: number}} Part
 */

/**
 * The parts of a match, in order.
 *
 * @param {readonly Moment[]} steps
 * @returns {Part[]}
 */
export function partsOf(steps) {
  /** @type {Part[]} */
  const parts = [];
  steps.forEach(({ stage, number }, at) => {
    const before = parts.at(-1);
    if (before && before.stage === stage && before.number === number) before.to = at;
    else parts.push({ from: at, to: at, stage, number });
  });
  return parts;
}

/**
 * The parts of a match as they come for the first time: time may go back.
 *
 * @param {readonly Moment[]} steps
 */
export function newParts(steps) {
  const parts = partsOf(steps);
  const fresh = parts.filter(
    (part, at) =>
      parts.findIndex(({ stage, number }) => stage === part.stage && number === part.number) === at,
  );
  return fresh.map((part, at) => ({ ...part, to: (fresh[at + 1]?.from ?? steps.length) - 1 }));
}

/**
 * The steps with which rounds begin.
 *
 * @param {readonly Moment[]} steps
 */
export function roundsOf(steps) {
  return steps.flatMap(({ round, stage, number }, at) => {
    const before = steps[at - 1];
    return !before || before.round !== round || before.stage !== stage || before.number !== number
      ? [at]
      : [];
  });
}

/**
 * The steps with which turns begin, the start among them.
 *
 * @param {readonly Moment[]} steps
 */
export const turnsOf = (steps) => steps.flatMap(({ turn }, at) => (turn || at === 0 ? [at] : []));

/**
 * Where somebody took the lead alone and kept it for a while.
 *
 * @param {readonly Moment[]} steps
 * @returns {Lead[]}
 */
export function turningPoints(steps) {
  /** @type {Lead[]} */
  const points = [];
  let leader = -1;
  for (const [at, moment] of steps.entries()) {
    const seat = leaderOf(moment);
    if (seat < 0 || seat === leader) continue;
    const until = Math.min(steps.length - 1, at + lasting);
    if (steps.slice(at, until + 1).some((each) => leaderOf(each) !== seat)) continue;
    if (leader >= 0) points.push({ step: at, seat });
    leader = seat;
  }
  return points;
}

/**
 * Who has most points, alone; else -1.
 *
 * @param {Moment} moment
 */
function leaderOf({ standing }) {
  const most = Math.max(...standing);
  const seat = standing.indexOf(most);
  return standing.length > 1 && standing.lastIndexOf(most) === seat ? seat : -1;
}

/**
 * The least and the most points at any step, 0 among them, with some room.
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
 * Where a step lies, from 0 to width.
 *
 * @param {number} step
 * @param {number} last
 */
export const across = (step, last) => (last ? (step / last) * width : 0);

/**
 * Where so many points lie, from 0 above to height below.
 *
 * @param {number} points
 * @param {Scale} range
 */
export const down = (points, { low, high }) => height - ((points - low) / (high - low)) * height;

/**
 * The line of a seat, as a path of steps: points jump.
 *
 * @param {Timeline} timeline
 * @param {number} seat
 */
export function lineOf(timeline, seat) {
  const range = rangeOf(timeline);
  const { steps } = timeline;
  const last = steps.length - 1;
  let path = '';
  let before = NaN;
  steps.forEach(({ standing }, at) => {
    const n = standing[seat] ?? 0;
    if (n === before && at < last) return;
    const y = down(n, range).toFixed(1);
    path += path ? `H${across(at, last).toFixed(1)}V${y}` : `M0 ${y}`;
    before = n;
  });
  return path;
}

/**
 * The chances at a step: those of the last turn that has begun.
 *
 * @param {readonly Chances[]} chances
 * @param {number} step
 */
export const chancesAt = (chances, step) =>
  (chances.findLast((one) => one.step <= step) ?? chances[0])?.seats ?? [];

/**
 * Chances in whole percent, which together are 100 if the chances are 1: how much the seats so far
 * have together is rounded.
 *
 * @param {readonly number[]} chances
 */
export function percents(chances) {
  let [together, told] = [0, 0];
  return chances.map((chance) => {
    together += chance;
    const n = Math.round(together * 100) - told;
    told += n;
    return n;
  });
}

/**
 * The chance of a seat to win as a layer on those of the seats before it.
 *
 * @param {readonly Chances[]} chances
 * @param {number} seat
 * @param {number} last
 */
export function layerOf(chances, seat, last) {
  const upTo = (/** @type {Chances} */ { seats }, /** @type {number} */ n) =>
    ((1 - seats.slice(0, n).reduce((sum, chance) => sum + chance, 0)) * height).toFixed(1);
  const atOf = (/** @type {Chances | undefined} */ one) => (one ? across(one.step, last) : width);
  const edge = (/** @type {number} */ n) =>
    chances.map((one, i) => ({
      from: i ? across(one.step, last) : 0,
      to: atOf(chances[i + 1]),
      y: upTo(one, n),
    }));
  const there = edge(seat).map(
    ({ from, to, y }) => `${from.toFixed(1)} ${y}L${to.toFixed(1)} ${y}`,
  );
  const back = edge(seat + 1)
    .toReversed()
    .map(({ from, to, y }) => `${to.toFixed(1)} ${y}L${from.toFixed(1)} ${y}`);
  return `M${[...there, ...back].join('L')}Z`;
}

/**
 * A few round numbers between two, for the lines of a picture.
 *
 * @param {Scale} range
 */
export function scaleOf({ low, high }) {
  const step = [5, 10, 20, 25, 50, 100, 200, 500, 1000].find((n) => (high - low) / n <= 4) ?? 5000;
  const list = [];
  for (let n = Math.ceil(low / step) * step; n <= high; n += step) list.push(n);
  return list;
}
