// Compares the answers to a decision in the analysis of a match.

import { must } from '../core/must.js';

/** @import { Judged } from '../core/types.js' */

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
