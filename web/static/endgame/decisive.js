// Evaluates a player's decisions with the analysis of a match.

import { must } from '../core/must.js';

/** @import { Analysis, Judged } from '../core/types.js' */

/**
 * The change of the chance to win through the chosen answer compared with the best one, 0 or
 * negative. Both chances are first rounded to whole percent, so that the result agrees with the
 * table of the step.
 *
 * @param {Judged} judged
 */
export function lossOf({ best, chosen }) {
  return (Math.round((chosen?.chance ?? 0) * 100) - Math.round(must(best[0]).chance * 100)) / 100;
}

/**
 * The advantage of the best answer over the next best in the chance to win, 0 if the best answer
 * was not chosen.
 *
 * @param {Judged} judged
 */
function gainOf({ best: [first, next], chosen }) {
  const given =
    !!first && !!chosen && JSON.stringify(chosen.answer) === JSON.stringify(first.answer);
  return given && next ? (Math.round(first.chance * 100) - Math.round(next.chance * 100)) / 100 : 0;
}

/**
 * A seat's best and costliest decisions, with the chance to win that each gained or cost. Null if
 * no decision made a difference.
 *
 * @param {Pick<Analysis, 'decisions'>} analysis
 * @param {number} seat
 */
export function decisive({ decisions }, seat) {
  const ownDecisions = decisions.filter((judged) => judged.seat === seat && judged.chosen);
  const largest = (/** @type {(judged: Judged) => number} */ worth) => {
    const found = ownDecisions
      .map((judged) => ({ step: judged.step, worth: worth(judged) }))
      .toSorted((a, b) => b.worth - a.worth)[0];
    return found && found.worth > 0 ? found : null;
  };
  return { best: largest(gainOf), costliest: largest((judged) => -lossOf(judged)) };
}
