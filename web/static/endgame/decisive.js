// The value of a player's decisions, from the analysis of a match.

import { must } from '../core/must.js';

/** @import { Analysis, Judged } from '../core/types.js' */

/**
 * The chance that the given answer lost compared with the best one, 0 or negative. Both are rounded
 * to whole percent first, so that the result agrees with the table of the step.
 *
 * @param {Judged} judged
 */
export function lossOf({ best, chosen }) {
  return (Math.round((chosen?.chance ?? 0) * 100) - Math.round(must(best[0]).chance * 100)) / 100;
}

/**
 * The chance that the best answer gained over the next best, 0 if it was not given.
 *
 * @param {Judged} judged
 */
function gainOf({ best: [first, next], chosen }) {
  const given =
    !!first && !!chosen && JSON.stringify(chosen.answer) === JSON.stringify(first.answer);
  return given && next ? (Math.round(first.chance * 100) - Math.round(next.chance * 100)) / 100 : 0;
}

/**
 * A seat's best and costliest decision with the chance that each gained or cost, null if none made
 * a difference.
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
