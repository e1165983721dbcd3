// What a player's decisions were worth, by the analysis of a match.

import { must } from '../core/must.js';

/** @import { Analysis, Judged } from '../core/types.js' */

/**
 * By how much the answer that was given is behind the best one, in whole percent, as the table of
 * the step says it.
 *
 * @param {Judged} judged
 */
export function behind({ best, chosen }) {
  return (Math.round((chosen?.chance ?? 0) * 100) - Math.round(must(best[0]).chance * 100)) / 100;
}

/**
 * By how much the best answer, if it was given, is before the next one.
 *
 * @param {Judged} judged
 */
function ahead({ best: [first, next], chosen }) {
  const given =
    !!first && !!chosen && JSON.stringify(chosen.answer) === JSON.stringify(first.answer);
  return given && next ? (Math.round(first.chance * 100) - Math.round(next.chance * 100)) / 100 : 0;
}

/**
 * A seat's best and its costliest decision, with what each gained or cost; null where none made a
 * difference.
 *
 * @param {Pick<Analysis, 'decisions'>} analysis
 * @param {number} seat
 */
export function decisive({ decisions }, seat) {
  const own = decisions.filter((one) => one.seat === seat && one.chosen);
  const most = (/** @type {(judged: Judged) => number} */ worth) => {
    const found = own
      .map((one) => ({ step: one.step, worth: worth(one) }))
      .toSorted((a, b) => b.worth - a.worth)[0];
    return found && found.worth > 0 ? found : null;
  };
  return { best: most(ahead), costliest: most((one) => -behind(one)) };
}
