// Selects the finished matches that are worth watching.

import { eligiblePlaces } from '../core/results.js';

/** @import { MatchInfo } from '../core/types.js' */

const maxAgeMs = 2 * 86_400_000;

/**
 * The lead of the first player over the second in points.
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
 * The best recent matches, best first. Rated matches come first, then the closest, then the
 * longest. Matches that a player did not finish are left out.
 *
 * @param {readonly MatchInfo[]} matches
 * @param {number} now in milliseconds since 1970
 * @param {number} maxMatches
 */
export function bestMatches(matches, now, maxMatches) {
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
    .slice(0, maxMatches);
}
