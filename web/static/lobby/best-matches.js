// Which finished matches are worth seeing: those that were rated, close and long.

import { eligiblePlaces } from '../core/results.js';

/** @import { MatchInfo } from '../core/types.js' */

const maxAgeMs = 2 * 86_400_000;

/**
 * By how much the first was ahead of the second.
 *
 * @param {MatchInfo} match
 */
function lead(match) {
  const [first = 0, second = -Infinity] = eligiblePlaces(match)
    .map(({ total }) => total)
    .toSorted((a, b) => b - a);
  return first - second;
}

/**
 * The best matches that ended lately, the best first: rated before others, then the closest, then
 * the longest. Those that were not played to the end by all are left out.
 *
 * @param {readonly MatchInfo[]} matches
 * @param {number} now in milliseconds since 1970
 * @param {number} most
 */
export function best(matches, now, most) {
  const finished = matches.filter(
    ({ outcome, ended, file, seats, players }) =>
      outcome &&
      !file &&
      ended > now - maxAgeMs &&
      players.length > 1 &&
      outcome.places.every(({ seat }) => seat >= 0) &&
      seats.every(({ lost }) => !lost),
  );
  return finished
    .toSorted(
      (a, b) =>
        Number(b.rated) - Number(a.rated) ||
        lead(a) - lead(b) ||
        b.ended - b.started - (a.ended - a.started),
    )
    .slice(0, most);
}
